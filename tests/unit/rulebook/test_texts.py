"""What is read of content packs and of the book, and what is said of whatever can't be, held as text.

`make snapshots` renews the texts.
"""

from __future__ import annotations

import random
import re
import stat
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from lastdays.desktop import paths
from lastdays.desktop.message_files import tongue
from lastdays.language import speaking
from lastdays.rulebook import Catalogue, load
from lastdays.rulebook.catalogue import KINDS
from lastdays.rulebook.checks import NUMBERS
from lastdays.rulebook.entries import AttributeEntry, Equipment, InjuryEntry, SkillEntry
from lastdays.rulebook.packs import Chosen, Rulebooks, read_pack, with_numbers
from lastdays.rulebook.sentences import sentences
from lastdays.rulebook.table_plan import plan_of
from lastdays.rulebook.unread import fields_in_vain
from pictures import png
from probing import changed, most, places
from readable import text_of
from sure import sure
from unit.rulebook.packing import HOSPITAL, write_pack, write_toml

BOOK = load()
EXAMPLE = paths.resources() / "packs" / "hospital"
FILES = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted((paths.resources() / "rulebook").glob("*.toml"))
}
#: What stands where something of another kind is wanted: that, and too little or too much.
OTHERS: Mapping[type, tuple[Any, ...]] = {
    bool: ("x",),
    int: ("1", -100, 10_000),
    str: (1, "", "13D6"),
    list: ("x", ["x"]),
    dict: ("x", {"x": 1}),
}
PERK = '[pool]\nname = "Pool"\ncost = 5\nsummary = "Wet."\n'


def said_of(made: Catalogue) -> list[str]:
    """What is said of a pack, without its name, which may be any."""
    return [line.partition(": ")[2] for line in (*made.refused_packs, *made.overridden)]


def refusals(stem: str, folder: Path) -> Iterator[str]:
    """What is said of whatever can't stand in a field, a line for each field, in the first entry that
    has it."""
    tried = set()
    for path, part in places(FILES[stem]):
        field = path[1:] if stem in KINDS else path
        if not field or field in tried or type(part) not in OTHERS:
            continue
        tried.add(field)
        reasons = []
        for odd in OTHERS[type(part)]:
            key, *inner = path
            entry = changed(FILES[stem][key], tuple(inner), odd)
            write_toml(
                folder / f"{stem}.toml", {key: {inner[0]: entry[inner[0]]} if inner else entry}
            )
            book = load(packs=[folder])
            for fault in book.refused_packs:
                reasons.append(
                    re.sub(r"^.*?\.toml(: | \[\S*\]:? ?([\w.-]+: )?)", "", fault.partition(": ")[2])
                )
        name = ".".join(str(step) for step in field)
        said = " ".join(dict.fromkeys(reasons)).replace("this should", "should")
        yield f"{name}: {said or 'anything'}"


#: All but the constants, each of which has a test of its own.
@pytest.mark.sweep
@pytest.mark.parametrize("stem", [stem for stem in FILES if stem != "book"])
def test_what_a_field_may_not_hold(stem: str, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    assert text_of(*refusals(stem, tmp_path)) == snapshot


def test_what_a_constant_may_be(tmp_path: Path) -> None:
    """From its least to its most, and nothing beside them; every sentence says the number then."""
    for end, beside in ((0, -1), (1, 1)):
        ends = {
            s: {k: v[end] for k, v in numbers.items()} for s, numbers in NUMBERS.items() if numbers
        }
        write_toml(tmp_path / "book.toml", ends)
        refused = load(packs=[tmp_path]).refused_packs
        # All at their least, there are fewer Levels than costs: that is said of the costs.
        assert not [said for said in refused if ": book.toml" in said]
        made = with_numbers(
            BOOK, {f"{s}.{k}": n for s, numbers in ends.items() for k, n in numbers.items()}
        )
        for section, numbers in ends.items():
            assert {key: made.constants[section][key] for key in numbers} == numbers
        for kind in KINDS:
            for entry in getattr(made, kind).values():
                said = {
                    "summary": getattr(entry, "summary", ""),
                    "special": list(getattr(entry, "special", ())),
                }
                assert not [line for line in sentences({kind: said}) if not line]
        beyond = {s: {k: n + beside for k, n in numbers.items()} for s, numbers in ends.items()}
        write_toml(tmp_path / "book.toml", beyond)
        faults = "\n".join(load(packs=[tmp_path]).refused_packs)
        for section, numbers in ends.items():
            for key, number in numbers.items():
                least = "least" if beside < 0 else "most"
                wrong = f"[{section}] {key}: this should be at {least} {number}."
                assert wrong in faults, (section, key)


def test_the_example_pack(snapshot: SnapshotAssertion) -> None:
    book = load(packs=[EXAMPLE])
    books = Rulebooks([EXAMPLE])
    (pack,) = books.packs
    assert text_of(
        book.packs, said_of(book), [str(fault) for fault in fields_in_vain(EXAMPLE, book)],
        *(part for kind in KINDS for e in getattr(book, kind).values() if e.pack for part in (f"{kind}:", e)),
        "Where it isn't chosen:", books.faults(pack, Chosen()),
        "Where a pack is gone:", [(p.name, p.is_gone) for p in books.listed(Chosen(("gone",)))],
    ) == snapshot  # fmt: skip


@pytest.mark.sweep
def test_an_entry_that_lacks_a_field_is_read_or_says_which(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    lines, pack = [], write_pack(tmp_path)
    for stem, text in HOSPITAL.items():
        for key, entry in tomllib.loads(text).items():
            for field in entry:
                write_pack(pack, ".")
                write_toml(
                    pack / f"{stem}.toml", {key: {n: v for n, v in entry.items() if n != field}}
                )
                said = "; ".join(said_of(load(packs=[pack]))) or "read"
                lines.append(f"{stem} {key} without {field}: {said}")
        write_pack(pack, ".")
    assert text_of(*lines) == snapshot


@pytest.mark.sweep
def test_how_much_a_pack_may_hold(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    count = iter(range(10**6))

    def taken(files: Mapping[str, str | bytes]) -> bool:
        pack = tmp_path / f"p{next(count)}"
        (pack / "pictures").mkdir(parents=True)
        for name, content in files.items():
            (pack / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return not load(packs=[pack]).refused_packs

    def picture(n: int, width: int = 2, height: int = 2, more: int = 0) -> dict[str, bytes]:
        return {f"pictures/{n}.png": png(width, height, n % 256) + bytes(more)}

    def drawn(n: int) -> str:
        return PERK.replace("pool", f"p{n}") + f'pictogram = "pictures/{n}.png"\n'

    made: Mapping[str, tuple[int, Callable[[int], Mapping[str, str | bytes]]]] = {
        "letters of a name": (2**13, lambda n: {"perks.toml": PERK.replace("Pool", "x" * n)}),
        "letters of a sentence": (2**13, lambda n: {"perks.toml": PERK.replace("Wet", "x" * n)}),
        "letters of a line": (2**16, lambda n: {"perks.toml": f"{PERK}#{'x' * n}"}),
        "entries": (1024, lambda n: {"perks.toml": "".join(PERK.replace("pool", f"p{k}") for k in range(n))}),
        "pictures": (256, lambda n: {
            "perks.toml": "".join(map(drawn, range(n))),
            **{k: v for p in range(n) for k, v in picture(p).items()},
        }),
        "width of a picture": (600, lambda n: {"perks.toml": drawn(0), **picture(0, width=n)}),
        "height of a picture": (600, lambda n: {"perks.toml": drawn(0), **picture(0, height=n)}),
        "bytes of a picture, beside its own": (2**19, lambda n: {"perks.toml": drawn(0), **picture(0, more=n)}),
    }  # fmt: skip

    def faultless(what: str, n: int) -> bool:
        pack = write_pack(tmp_path, "about", {"pack": f'{what} = "{"x" * n}"\n'})
        return not read_pack(pack).faults

    lines = [f"{what}: {most(taken, files, 1, high)}" for what, (high, files) in made.items()]
    for what in ("name", "version", "author", "summary"):
        longest = most(partial(faultless, what), int, 1, 2**13)
        lines.append(f"letters of its {what}: {longest}")
    assert text_of(*lines) == snapshot


def test_packs_in_zips(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    pack, lines = tmp_path / "pack.zip", []

    def said(what: str, names: Iterable[str], mode: int = 0) -> None:
        with ZipFile(pack, "w", ZIP_DEFLATED) as made:
            for name in names:
                info = ZipInfo(name)
                info.external_attr = mode << 16
                made.writestr(info, PERK)
        book = load(packs=[pack])
        read = "read" if "pool" in book.perks else "not read"
        faults = [re.sub(r"\d{5,}", "n", line) for line in said_of(book)]
        more = f" And {len(faults) - 1} more." if len(faults) > 1 else ""
        lines.append(f"{what}: {faults[0] if faults else read}{more}")

    for names in (
        ["perks.toml"], ["a/perks.toml"], ["pictures/perks.toml"], ["a/perks.toml", "b/x"],
        ["a/perks.toml", "__MACOSX/x"], ["../perks.toml"], ["/perks.toml"], ["a\\perks.toml"], ["c:perks.toml"],
        ["..perks.toml"], ["a/b/perks.toml"], [".perks.toml"], ["perks.toml", ".x"], ["perks.toml", "x/y/z.png"],
        ["a/perks.toml", "a/pictures/x.png"], [], ["PERKS.TOML"], ["perks.toml", "cards.toml"],
    ):  # fmt: skip
        said(" and ".join(names) or "nothing", names)
    for kind, mode in (
        ("a link", stat.S_IFLNK),
        ("a file", stat.S_IFREG),
        ("a folder", stat.S_IFDIR),
    ):
        said(f"perks.toml, {kind}", ["perks.toml"], mode)
    for n in (41, 42):
        said(f"{n} other entries", ["perks.toml", *(f"f{k}.toml" for k in range(n))])
    for n in (399, 400):
        said(f"{n} other files", ["perks.toml", *(f"f{k}.txt" for k in range(n))])
    assert text_of(*lines) == snapshot


@pytest.mark.parametrize("key", sorted(BOOK.encounters))
def test_the_table_of_an_encounter(key: str, snapshot: SnapshotAssertion) -> None:
    """What is where in words; `test_table_plan.py` has the places."""
    plan = sure(plan_of(BOOK.encounters[key], 36, ("fences", "watch-tower")))
    assert text_of(
        "Zones:", [zone.kind for zone in plan.zones],
        "Marks:", Counter(mark.kind for mark in plan.marks),
        "Inches:", [measure.inches for measure in plan.measures],
        "Words:", [words.text for words in plan.words],
        "Keys:", [entry.text for entry in plan.keys],
    ) == snapshot  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_whatever_a_pack_sets_up_is_on_the_table(seed: int) -> None:
    chance = random.Random(seed)
    steps = [step for encounter in BOOK.encounters.values() for step in encounter.setup]
    mixed = tuple(
        replace(
            step,
            count=chance.choice((None, 0, 1, 2, 3, 7, 12, 13)),
            within=chance.choice((None, 0, 1, 4, 9)),
            clear=chance.choice((None, 0, 3, 6)),
            footprint=chance.choice((None, 0, 8)),
            of=chance.choice(steps).of,
            clear_of=chance.choice(steps).clear_of,
        )
        for step in chance.sample(steps, 5)
    )
    side = chance.choice((24, 36, 47))
    plan = plan_of(replace(BOOK.encounters["rescue"], setup=mixed), side, ("fences", "watch-tower"))
    assert plan is not None
    for mark in plan.marks:
        assert 0 <= mark.x <= side, mark
        assert 0 <= mark.y <= side, mark


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_cards_show_has_a_short_meaning(language: str) -> None:
    """The front of a card has room for about 45 letters."""
    with speaking(tongue(language)):
        book = load()
    lasting = [injury for injury in book.injuries.values() if injury.lasting]
    shown: list[SkillEntry | AttributeEntry | Equipment | InjuryEntry] = [
        *book.skills.values(),
        *book.attributes.values(),
        *book.equipment.values(),
        *lasting,
    ]
    said = {entry.name: entry.short or entry.summary for entry in shown}
    assert {name: text for name, text in said.items() if len(text) > 49} == {}
