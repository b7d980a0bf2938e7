"""Content packs: all that is wrong is told at once, and nothing wrong gets past the loader."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.desktop import paths
from lastdays.errors import RulebookError
from lastdays.language import SpokenLanguage, speaking
from lastdays.model.switches import rulings
from lastdays.rulebook import Catalogue, load
from lastdays.rulebook.catalogue import content_packs
from lastdays.rulebook.checks import FAULTS_MOST, Faults
from lastdays.rulebook.packs import first_lines_of
from pseudo import Pseudo, untranslated
from unit.rulebook.packing import HOSPITAL, damage, whole_book, write_pack

PERK = 'name = "Pool"\ncost = 5\nsummary = "Wet."\n'


def refused(folder: Path, **files: Any) -> tuple[str, ...]:
    """What is said of a pack of these files."""
    return load(packs=[write_pack(folder, "odd", files)]).refused_packs


@pytest.mark.parametrize(
    ("faults", "said"),
    [((), ""), ("ab", "a\nb"), ("abc", "a\nb\nc"), ("abcde", "a\nb\nc\n… and 2 more.")],
)
def test_the_first_faults_are_said_and_how_many_more(faults: str, said: str) -> None:
    assert first_lines_of(tuple(faults)) == said


def test_nobody_reads_the_thousandth_fault() -> None:
    faults = Faults()
    for n in range(FAULTS_MOST + 2):
        faults.say("perks", f"{n}", "cost", "wrong")
    assert [len(faults), faults[-1].entry] == [FAULTS_MOST, f"{FAULTS_MOST - 1}"]


def test_only_what_comes_from_a_pack_says_so() -> None:
    perk = load().perks["watch-tower"]
    assert perk.badged("Tower") == "Tower"
    assert replace(perk, pack="hospital").badged("Tower") == "Tower (content pack hospital)"


def test_the_rulebook_itself_says_every_page(tmp_path: Path) -> None:
    copy = whole_book(tmp_path)
    text = (copy / "refuges.toml").read_text(encoding="utf-8")
    (copy / "refuges.toml").write_text(text.replace("page = 20\n", "", 1), encoding="utf-8")
    with pytest.raises(RulebookError, match=r"refuges.toml \[farm-house\] page"):
        load(copy)
    (copy / "refuges.toml").unlink()
    with pytest.raises(RulebookError, match=r"refuges\.toml"):
        load(copy)


def test_the_rulings_are_read_by_number() -> None:
    assert [r.number for r in rulings()][:32] == list(range(1, 33))
    assert "Animal" in rulings()[6].text
    assert "(*)" in rulings()[6].text


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "perks",
            "[pool]\nworked = true\n" + PERK,
            "[pool] : worked: a Perk that is worked needs one of",
        ),
        (
            "perks",
            "[pool]\nattack_rerolls = 1\n" + PERK,
            "[pool] : attack_rerolls: whoever works it",
        ),
        ("perks", '[pool]\npoints_skill = "triage"\n' + PERK, "all three or none"),
        ("perks", "[pool]\nbeds = -3\n" + PERK, "[pool] beds:"),
        ("perks", "[pool]\nrepeatable = 1\n" + PERK, "[pool] repeatable:"),
        ("perks", '[fenced-off-garden]\npoints_skill = "flying"\n', "'flying' is unknown."),
        ("perks", '[fenced-off-garden]\npoints = "0D6"\n', "[fenced-off-garden] points:"),
        ("perks", '[fenced-off-garden]\npoints = "900D6"\n', "more dice than anyone rolls"),
        ("book", "founding = 5\n", "book.toml [founding]: this section"),
        ("book", "[founding]\npoints = 'x'\n", "[founding] points: this should be a whole number."),
        ("book", "[noise]\ncertain = true\n", "[noise] certain: this should be"),
        ("book", "[founding]\npoint = 90\n", "[founding] point: there is no such field."),
        ("book", "[fouding]\npoints = 90\n", "book.toml: 'fouding' is unknown."),
        ("book", "[thug_preferences]\nexcluded = 3\n", "this should be a list."),
        ("characters", "[cop.profile]\nAP = 3\n", "[cop] profile: eight numbers"),
        ("characters", "[kid]\nchoose_skill_types = 9\n", "only 4 skill types"),
        ("characters", '[cop]\nrules = ["noisy"]\n', "[cop] rules: 'noisy' needs a number."),
        ("characters", '[cop]\nrules = ["sniper 2"]\n', "'sniper' doesn't take a number."),
        ("characters", "[cop]\ncost = true\n", "[cop] cost:"),
        ("firearms", "[revolver]\nrange = []\n", "only a Thrown weapon has none"),
        ("firearms", "[minigun]\nrof = 5000\n", "[minigun] rof:"),
        ("close_combat", "[revolver]\nname='R'\ncqc=1\nstrength=1\n", "has this key"),
        ("equipment", '[mod-kit.converts]\nknife = "club"\n', "'knife' is unknown."),
        ("injuries", '[blinded]\nagain = "captured"\n', "[blinded] again: 'captured'"),
        ("injuries", '[blinded.first]\n"1-3" = "dead"\n', "only Infected! has one."),
        ("injuries", "[infected]\nfirst = {}\n[dead]\ntotals = []\n", "each total of 2D6"),
        ("encounters", "[rescue]\nnumber = 1\n", "number: 1 is already taken by Bushwhack."),
        ("encounters", "[rescue]\nvehicle = true\n", "vehicle_test:"),
        ("encounters", "[scavengers]\nnumber = 8\n", "no Encounter has number 5."),
        ("experience", '[earned]\nsurvived = "no"\n', "[earned] survived: 'no' isn't dice"),
        ("experience", "[earned]\nzombie = -1\n", "[earned] zombie:"),
        ("experience", "[levels]\ncosts = [1,1,1,1,1,1,1,1,1,1,1]\n", "there are 11 Levels"),
        ("experience", "[characteristics]\n2 = ['S']\n", "AP has to be among them"),
        ("experience", "[characteristics]\ntwo = ['S']\n", "two: there is no such field."),
        ("experience", "[skills]\ncqc = ['disarm']\n", "a skill table has six entries."),
        ("supplies", "columns = 5\n", "columns: this should be a list."),
        (
            "supplies",
            "columns = ['2-12']\n",
            "2: there are 5 cells, but 1 columns: each column needs one cell.",
        ),
        ("supplies", "columns = ['2-4','4-5','6-8','9-10','11-12']\n", "needs one column."),
        ("supplies", "[rows]\n2 = 'D6'\n", "[rows] 2: this should be a list."),
        ("skills", "[engineer]\nbuild_discount_percent = 400\n", "[engineer] build_discount"),
        ("perks", "[Pool]\n" + PERK, "[Pool] key:"),
        ("perks", "pool = 3\n", "[pool]: an entry is a table of fields."),
    ],
)
def test_what_the_code_relies_on_is_checked(
    tmp_path: Path, file: str, text: str, said: str
) -> None:
    found = refused(tmp_path, **{file: text})
    assert any(said.replace(" :", ":") in line for line in found), found


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[x\n", "perks.toml: "),
        (b"\xff\xfe", "perks.toml: this isn't text in UTF-8."),
        (b"[x]\n[x]\n", "perks.toml: "),
        (b"a = " + b"[" * 9000, "perks.toml: "),
        (b"a = " + b"9" * 9000, "perks.toml: "),
        (b"#" * 3_000_000, "this is too large"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes, said: str) -> None:
    pack = write_pack(tmp_path, "odd", {})
    (pack / "perks.toml").write_bytes(content)
    assert any(said in line for line in load(packs=[pack]).refused_packs)


#: What is typed wrong, and what is said of it: TOML that isn't, then fields of `[cop]`.
MISTAKES = {
    "[cop\n": "line 1: the name of an entry must be in brackets, such as [orderly].",
    "[[cop]\n": "line 1: the name of an entry must be in brackets, such as [orderly].",
    "[]\n": "line 1: a name can have only letters, digits and hyphens.",
    "= 3\n": "line 1: a name can have only letters, digits and hyphens.",
    "cost\n": "line 1: a name must be followed by '=' and a value.",
    "cost: 5\n": "line 1: a name must be followed by '=' and a value.",
    "cost =\n": "line 1: this isn't a value. Put text in quotation marks.",
    "[cop]\nname = Cop\n": "line 2: this isn't a value. Put text in quotation marks.",
    "cost = 1,5\n": "line 1: only one name and value may be on a line.",
    '[cop]\n\nname = "Cop\n': "line 3: a quotation mark is missing.",
    'name = "Cop': "a quotation mark is missing.",
    "name = 'Cop": "a quotation mark is missing.",
    'name = """Cop"\n': "a quotation mark is missing.",
    "profile = [1, 2\n": "a bracket is missing.",
    "test = { target = 1\n": "line 1: a bracket is missing.",
    'name = "C\\op"\n': "line 1: a backslash in text must be written twice.",
    'name = "\\uD800"\n': "line 1: a backslash in text must be written twice.",
    "name = 'C\x01op'\n": "line 1: a text has an invalid character.",
    "day = 2026-02-31\n": "line 1: this isn't a date.",
    "[cop]\n[cop]\n": "line 2: this name is used twice.",
    "cost = 1\ncost = 2\n": "line 2: this name is used twice.",
    "test = { target = 1, target = 2 }\n": "line 1: this name is used twice.",
    "test = {}\ntest.target = 1\n": "line 2: this name is used twice.",
    "[cop]\ncost = 'x'\n": "this should be a whole number.",
    "[cop]\ncost = 1979-05-27\n": "this should be a whole number.",
    "[cop]\nleader = 1\n": "this should be true or false.",
    "[cop]\nskill_types = 1\n": "this should be a list.",
    "[cop]\nskill_types = ['x']\n": "'x' is unknown.",
    "[cop]\nrules = ['noisy one']\n": "'noisy one' should be a key and at most one number up to 99.",
    "[cop]\ncolour = 1\n": "there is no such field.",
    "[new]\nname = 'New'\n": "this is missing.",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_told_in_our_words(tmp_path: Path, text: str) -> None:
    said = refused(tmp_path, characters=text)
    assert {line.partition("characters.toml")[2].partition(": ")[2] for line in said} == {
        MISTAKES[text]
    }


#: Pack, file, entry and field: all that is said of a fault but its sentence.
_PLACE = re.compile(r"[\w-]+: [\w.-]+(?: \[[^\]]*\])?(?: [\w.-]+)?:")


#: Each way to another file in a book and in a pack; sixty before a release.
DAMAGES = [pytest.param(seed, marks=[pytest.mark.long] * (seed >= 14)) for seed in range(60)]


@pytest.mark.parametrize("seed", DAMAGES)
def test_a_damaged_pack_is_refused_in_our_words_or_harmless(
    tmp_path: Path, seed: int, book: Catalogue
) -> None:
    """Whatever is wrong, no library speaks of it."""
    rng = random.Random(seed)
    pack = whole_book(tmp_path) if seed % 2 else write_pack(tmp_path)
    for n in range(4):
        damage(pack, rng)
        if n == 3 and not (pack / "refuges.toml").is_dir():
            (pack / "refuges.toml").unlink(missing_ok=True)
            to = ("refuges.toml", "/", "/dev/null", "gone", "x" * 300, "pack.toml/x", "\n")
            (pack / "refuges.toml").symlink_to(to[seed % len(to)])
        with speaking(SpokenLanguage("en_pseudo", Pseudo())):
            loaded = load(packs=[pack])
        assert bool(loaded.packs) != bool(loaded.refused_packs)
        assert loaded.packs or loaded.digest == book.digest
        for line in loaded.refused_packs:
            ours = untranslated(line)
            assert _PLACE.fullmatch(ours) or ours == f"{pack.name}:", line


def test_a_sentence_says_the_numbers_of_a_pack_and_keeps_braces_without_one(tmp_path: Path) -> None:
    text = '[frontline-fighter]\nwithin = 8\n[knack]\nname = "Knack"\nmove_points = 2\n'
    text += 'summary = "{+move_points} inches, {head.target} or {so}, {skills.leader.within}″."\n'
    book = load(packs=[write_pack(tmp_path, "odd", {"skills": text})])
    assert book.skills["frontline-fighter"].summary.startswith(
        "Friendly models fighting within 8″ get"
    )
    assert book.modifiers["frontline"].name == "a Frontline Fighter within 8″"
    assert book.skills["knack"].summary == "+2 inches, 5 or {so}, 6″."


def test_folders_pipes_and_nothing_at_all(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, "odd", {})
    assert "needs at least one file of entries" in load(packs=[pack]).refused_packs[0]
    (pack / "perks.toml").mkdir()
    said = load(packs=[pack]).refused_packs
    assert "odd: perks.toml: it cannot be read: this is a folder, not a file." in said
    if hasattr(os, "mkfifo"):
        os.mkfifo(pack / "refuges.toml")  # reading one waits for ever
        assert any("refuges.toml: it cannot" in line for line in load(packs=[pack]).refused_packs)
    assert "gone: gone: it cannot be read" in load(packs=[tmp_path / "gone"]).refused_packs[0]


def refused_soon(pack: Path) -> tuple[str, ...]:
    """What is said of a pack; it must not be taken."""
    loaded = load(packs=[pack])
    assert loaded.packs == ()
    return loaded.refused_packs


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text("[pool]\n" + PERK, encoding="utf-8")
    pack = write_pack(tmp_path, "linked", {})
    (pack / "perks.toml").symlink_to(secret)
    assert refused_soon(pack) == (
        "linked: perks.toml: it cannot be read: it leads out of the folder.",
    )
    inside = write_pack(tmp_path, "inside", {})
    (inside / "pool.txt").write_text("[pool]\n" + PERK, encoding="utf-8")
    (inside / "perks.toml").symlink_to(inside / "pool.txt")
    (tmp_path / "by-a-link").symlink_to(inside)  # a user may keep packs elsewhere
    assert load(packs=[tmp_path / "by-a-link"]).packs == ("by-a-link",)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
@pytest.mark.parametrize(
    "target", ["perks.toml", "/dev/zero", "/dev/stdin", "/proc/self/mem", ".."]
)
def test_a_link_to_what_never_ends_is_refused(tmp_path: Path, target: str) -> None:
    pack = write_pack(tmp_path, "endless", {})
    (pack / "perks.toml").symlink_to(target)
    assert len(refused_soon(pack)) == 1


HOSTILE = {
    "many entries": "\n".join(f"[p{n}]\n{PERK}" for n in range(10_000)),
    "a long text": f'[pool]\nname = "{"x" * 100_000}"\ncost = 5\nsummary = "Wet."\n',
    "a letter that is none": '[pool]\nname = "a\\u0000b"\ncost = 5\nsummary = "Wet."\n',
    "a huge number": '[pool]\nname = "Pool"\ncost = 99999999999\nsummary = "Wet."\n',
    "no number": '[pool]\nname = "Pool"\ncost = nan\nsummary = "Wet."\n',
    "a key twice": "[pool]\n" + PERK + 'name = "Again"\n',
    "a table twice": f"[pool]\n{PERK}[pool]\n{PERK}",
    "deep tables": "[" + ".".join("a" * 3000) + "]\n",
    "deep lists": "[pool]\nname = " + "[" * 500 + "]" * 500 + "\n" + PERK,
    "a date": "[pool]\nname = 1979-05-27\ncost = 5\n",
    "other letters": "[pool]\nname = '\ufeff'\n\x00",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_refused_in_a_sentence(tmp_path: Path, what: str) -> None:
    pack = write_pack(tmp_path, "hostile", {"perks": HOSTILE[what]})
    said = refused_soon(pack)
    assert said
    assert all(line.startswith("hostile: perks.toml") for line in said)
    assert all(len(line) < 400 for line in said)


def test_a_folder_of_a_thousand_files_is_refused_in_one(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, "many", {"perks": "[pool]\n" + PERK})
    for n in range(1_000):
        (pack / f"f{n}.toml").touch()
    assert refused_soon(pack) == (
        "many: many: there are 1001 files here: this isn't a content pack.",
    )


def test_a_folder_that_may_not_be_read_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = tmp_path / "packs"
    packs.mkdir()

    def forbidden(_folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "listdir", forbidden)
    monkeypatch.setattr(os, "scandir", forbidden)
    said = load(packs=content_packs(tmp_path / "store.sqlite")).refused_packs
    assert said == ("packs: packs: it cannot be read: you don't have permission to open it.",)


def test_packs_of_the_data_folder_come_first_and_the_store_s_own_replace_them(
    tmp_path: Path,
) -> None:
    own = paths.content_packs()
    write_pack(own, "both")
    write_pack(own, "alone")
    write_pack(tmp_path / "packs", "both", {"perks": "[pool]\n" + PERK})
    (tmp_path / "packs" / ".git").mkdir()
    found = content_packs(tmp_path / "store.sqlite")
    assert found == [own / "alone", tmp_path / "packs" / "both"]
    assert content_packs(own.parent / "campaigns.sqlite") == [own / "alone", own / "both"]
    assert content_packs() == [own / "alone", own / "both"]


def test_a_name_that_is_no_text_does_no_harm(tmp_path: Path) -> None:
    name = os.fsdecode(b"od\xff")
    (tmp_path / name).mkdir()
    pack = write_pack(tmp_path, name, HOSPITAL)
    assert load(packs=[pack]).packs == ("od?",)
