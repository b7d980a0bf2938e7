"""A pack is known by its key, whatever its folder is called; its version and digest say whether it is the
same, and in what it isn't."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from lastdays import __version__
from lastdays.desktop import paths
from lastdays.errors import RulebookError
from lastdays.rulebook import load
from lastdays.rulebook.catalogue import content_packs, examine
from lastdays.rulebook.pack_files import (
    PackInstalledError,
    add_to_users_packs,
    is_pack,
    key_when_zipped,
    zip_of,
    zip_to_hand_on,
)
from lastdays.rulebook.pack_identity import (
    PARTS_MOST,
    differences,
    identity_of,
    was_changed_since_zipped,
)
from lastdays.rulebook.packs import Chosen, Rulebooks, read_pack
from unit.rulebook.packing import HOSPITAL, write_pack

KEYED = {**HOSPITAL, "pack": 'key = "hospital"\nname = "The Hospital"\nversion = "1.0"\n'}


def pack_at(folder: Path, name: str = "somewhere", **changed: str) -> Path:
    return write_pack(folder, name, {**KEYED, **changed})


def test_a_pack_is_known_by_its_key_whatever_its_folder_is_called(tmp_path: Path) -> None:
    folder = pack_at(tmp_path, "New folder (2)")
    archive = Path(shutil.make_archive(str(tmp_path / "download (1)"), "zip", folder))
    for path in (folder, archive):
        books = Rulebooks([path])
        assert [pack.key for pack in books.packs] == ["hospital"]
        assert books.of(Chosen(("hospital",))).packs == ("hospital",)
        assert books.of(Chosen(("hospital",))).perks["helipad"].pack == "hospital"
        assert books.of(Chosen(("other",))).packs == ()


def test_a_pack_without_a_key_is_known_by_its_name_as_before(tmp_path: Path) -> None:
    books = Rulebooks([write_pack(tmp_path, "hospital")])
    assert books.of(Chosen(("hospital",))).packs == ("hospital",)


def test_a_campaign_from_before_the_pack_had_a_key_finds_it(tmp_path: Path) -> None:
    folder = pack_at(tmp_path, "old-name")
    books = Rulebooks([folder])
    before = Chosen(("old-name",))
    assert books.of(before).packs == ("hospital",)
    assert books.is_on("hospital", before)
    assert [pack.is_gone for pack in books.listed(before)] == [False]
    # unless that is the key of another one
    both = Rulebooks([folder, pack_at(tmp_path, "second", pack='key = "old-name"\n')])
    assert both.of(before).packs == ("old-name",)


@pytest.mark.parametrize(
    "said", ['"Has Spaces"', '"UPPER"', '""', '"-x"', "5", '"' + "x" * 41 + '"']
)
def test_what_is_no_key_is_a_fault_but_no_key(tmp_path: Path, said: str) -> None:
    pack = read_pack(pack_at(tmp_path, "mine", pack=f"key = {said}\n"))
    assert pack.key == "mine"
    if said != '""':
        assert "pack.toml key:" in " ".join(pack.faults)


def test_the_digest_is_of_what_is_said_not_of_how_it_is_written(tmp_path: Path) -> None:
    first = pack_at(tmp_path, "first")
    identity = identity_of(read_pack(first))
    assert len(identity.digest) == 32
    second = pack_at(tmp_path, "second")
    for file in second.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        file.write_bytes(("# a note\n" + text).replace("\n", "\r\n").encode())
    (second / "README.txt").write_text("Hello", encoding="utf-8")
    (second / "pack.toml").write_text(
        'key = "hospital"\nname = "The Hospital"\nversion = "1.0"\nsummary = "."\n',
        encoding="utf-8",
    )
    assert identity_of(read_pack(second)) == identity
    archive = Path(shutil.make_archive(str(tmp_path / "third"), "zip", second))
    assert identity_of(read_pack(archive)) == identity


def test_in_what_a_pack_differs_is_said_by_its_entries(tmp_path: Path) -> None:
    kept = identity_of(read_pack(pack_at(tmp_path, "kept")))
    assert differences(kept, kept) == []
    perks = HOSPITAL["perks"].replace("cost = 20", "cost = 25").replace("[ward]", "[wing]")
    about = KEYED["pack"].replace("1.0", "1.1")
    here = identity_of(read_pack(pack_at(tmp_path, "here", perks=perks, pack=about)))
    assert differences(kept, here) == [
        "Version 1.1 is here, version 1.0 was played with.",
        "perks.toml [helipad]: different here.",
        "perks.toml [ward]: missing here.",
        "perks.toml [wing]: only here.",
    ]


def test_of_a_large_pack_files_are_compared(tmp_path: Path) -> None:
    def skills(last: str) -> str:
        many = [f'[s{n}]\nname = "S{n}"\nsummary = "."\n' for n in range(PARTS_MOST + 1)]
        return "".join([*many, f'[last]\nname = "{last}"\nsummary = "."\n'])

    kept, here = (
        identity_of(read_pack(pack_at(tmp_path, name, skills=skills(name)))) for name in ("a", "b")
    )
    assert differences(kept, here) == ["skills.toml: different here."]
    assert len(kept.parts) < 20


def test_a_pack_for_a_later_program_is_left_out_with_one_sentence(tmp_path: Path) -> None:
    about = 'needs = "99.1"\nunheard_of = 1\n'
    pack = pack_at(tmp_path, "later", pack=about, perks="[x]\nunheard_of = 2\n")
    said = f"pack.toml needs: it needs this program from version 99.1; this is {__version__}."
    assert load(packs=[pack]).refused_packs == (f"later: {said}",)
    assert Rulebooks([pack]).faults(read_pack(pack), Chosen(())) == (said,)
    for needs in (__version__, "0.0.1", "0"):
        pack = pack_at(tmp_path, "now", pack=f'needs = "{needs}"\n')
        assert load(packs=[pack]).packs == ("now",)
    pack = pack_at(tmp_path, "odd", pack='needs = "soon"\n')
    assert "pack.toml needs: " in read_pack(pack).faults[0]


def test_every_fault_of_a_pack_is_said_at_once(tmp_path: Path) -> None:
    """In what it says of itself, in files that can't be read, in entries, in what they name, in braces,
    in pictures and in games."""
    pack = pack_at(
        tmp_path,
        pack="nonsense = 1\n",
        skills="[broken\n",
        perks='[ward]\nname = "Ward"\ncost = "x"\nsummary = "."\n',
        refuges='[hut]\nname = "Hut"\nmax_size = 3\nempty_spaces = 1\nbuilt_in = ["nowhere"]\n',
        equipment='[lamp]\nname = "Lamp"\nsummary = "."\npictogram = "pictures/none.png"\n',
        supplies="columns = ['2-12']\n",
        encounters=HOSPITAL["encounters"] + 'special = ["{no.such}"]\n',
        cards="[x]\n",
    )
    (pack / "games").mkdir()
    (pack / "games" / "odd.toml").write_text("title = 5\n", encoding="utf-8")
    faults = [*read_pack(pack).faults, *map(str, examine(pack).faults)]
    for beginning in (
        "pack.toml nonsense:",
        "cards.toml: unknown kind of entry.",
        "skills.toml: line 1:",
        "perks.toml [ward] cost:",
        "refuges.toml [hut] built_in: 'nowhere' is unknown.",
        "equipment.toml [lamp] pictogram:",
        "supplies.toml [rows] 2: there are 5 cells",
        "encounters.toml [outbreak] special: no number for {no.such}",
        "games/odd.toml title:",
    ):
        assert any(fault.startswith(beginning) for fault in faults), (beginning, faults)
    # What an unreadable file may have is not blamed on others.
    assert not any("'triage' is unknown" in fault for fault in faults)


def test_an_unknown_key_names_those_that_may_be_meant(tmp_path: Path) -> None:
    saw = HOSPITAL["close_combat"].replace("noisy 1", "noissy 1")
    (fault,) = examine(pack_at(tmp_path, close_combat=saw)).faults
    assert str(fault) == (
        "close_combat.toml [bone-saw] attributes: 'noissy' is unknown. Is one of these meant: noisy?"
    )


def test_the_size_of_the_supply_table_is_said(tmp_path: Path) -> None:
    pack = pack_at(tmp_path, supplies='[rows]\n7 = ["D6", "D6"]\n')
    (fault,) = examine(pack).faults
    assert (
        str(fault)
        == "supplies.toml [rows] 7: there are 2 cells, but 5 columns: each column needs one cell."
    )


def test_a_number_alone_is_a_list_of_one(tmp_path: Path) -> None:
    gun = HOSPITAL["firearms"].replace("[6, 12]", "12").replace("[2, 1]", "2").replace("[0]", "0")
    book = load(packs=[pack_at(tmp_path, firearms=gun, injuries=HOSPITAL["injuries"])])
    assert book.refused_packs == ()
    dart_gun = book.firearms["dart-gun"]
    assert (dart_gun.range, dart_gun.damage, dart_gun.knockback) == ((12,), (2,), (0,))
    pack = pack_at(tmp_path, "true", firearms=gun.replace("damage = 2", "damage = true"))
    assert "firearms.toml [dart-gun] damage:" in str(examine(pack).faults[0])


# Files


def test_a_zip_to_hand_on_says_key_version_and_digest(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, "Our Hospital", HOSPITAL)
    content = zip_to_hand_on(read_pack(folder))
    assert content == zip_to_hand_on(read_pack(folder))
    file = tmp_path / "x.zip"
    file.write_bytes(content)
    pack = read_pack(file)
    assert (pack.key, pack.about.digest) == ("our-hospital", identity_of(pack).digest)
    assert not was_changed_since_zipped(pack)
    assert load(packs=[file]).refused_packs == ()
    # changed afterwards
    shutil.unpack_archive(file, tmp_path / "unpacked")
    perks = tmp_path / "unpacked" / "perks.toml"
    perks.write_text(
        perks.read_text(encoding="utf-8").replace("cost = 20", "cost = 1"), encoding="utf-8"
    )
    assert was_changed_since_zipped(read_pack(tmp_path / "unpacked"))
    assert not was_changed_since_zipped(read_pack(folder))


@pytest.mark.parametrize(
    ("name", "key"),
    [("Zoë's Pack", "zo--s-pack"), ("---", "pack"), ("ÄÖÜ", "pack"), ("x" * 60, "x" * 40)],
)
def test_a_key_is_made_of_any_name(tmp_path: Path, name: str, key: str) -> None:
    assert key_when_zipped(read_pack(write_pack(tmp_path, name))) == key


def test_only_tables_and_pictures_are_zipped(tmp_path: Path) -> None:
    folder = pack_at(tmp_path)
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    (folder / "evil.exe").write_bytes(b"MZ")
    file = tmp_path / "x.zip"
    file.write_bytes(zip_of(read_pack(folder)))
    assert {name.rpartition(".")[2] for name in zipfile.ZipFile(file).namelist()} == {"toml"}
    assert is_pack(file)


def test_packs_with_one_key_in_one_place_the_newest_counts_and_a_folder_first(
    tmp_path: Path,
) -> None:
    own = paths.content_packs()
    own.mkdir(parents=True)
    for version in ("1.9", "1.10", "1.2"):
        about = KEYED["pack"].replace("1.0", version)
        made = read_pack(pack_at(tmp_path, f"v{version}", pack=about))
        (own / f"a{version}.zip").write_bytes(zip_of(made))
    assert content_packs() == [own / "a1.10.zip"]
    folder = pack_at(own, "zzz")
    assert content_packs() == [folder]


def test_a_pack_is_added_once_and_another_version_only_if_that_is_wanted(tmp_path: Path) -> None:
    first = add_to_users_packs(pack_at(tmp_path, "one"))
    own = paths.content_packs()
    assert (first.is_new, first.pack.path) == (True, own / "hospital.zip")
    assert not add_to_users_packs(pack_at(tmp_path, "two")).is_new
    newer = pack_at(tmp_path, "three", pack=KEYED["pack"].replace("1.0", "1.1"))
    with pytest.raises(
        PackInstalledError, match=r"already there as version 1\.0; this is version 1\.1"
    ):
        add_to_users_packs(newer)
    assert add_to_users_packs(newer, replacing=True).is_new
    assert list(own.iterdir()) == [own / "hospital.zip"]
    assert read_pack(own / "hospital.zip").about.version == "1.1"


def test_a_folder_among_the_users_packs_is_never_replaced(tmp_path: Path) -> None:
    mine = pack_at(paths.content_packs(), "hospital")
    newer = pack_at(tmp_path, "three", pack=KEYED["pack"].replace("1.0", "1.1"))
    with pytest.raises(RulebookError, match="as a folder"):
        add_to_users_packs(newer, replacing=True)
    assert list(paths.content_packs().iterdir()) == [mine]


def test_a_pack_with_faults_or_without_a_key_is_added_as_it_is_or_not_at_all(
    tmp_path: Path,
) -> None:
    with pytest.raises(RulebookError, match="has faults and isn't added"):
        add_to_users_packs(pack_at(tmp_path, "odd", perks="[x]\n"))
    assert not paths.content_packs().exists()
    added = add_to_users_packs(write_pack(tmp_path, "hospital-1.0"))
    assert (added.pack.key, added.pack.about.key) == ("hospital-1.0", "")
