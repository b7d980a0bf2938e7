"""Content packs in a zip: read where they lie, and hostile ones end in a sentence."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from lastdays.cli.packs import check_pack
from lastdays.rulebook import load, sources
from lastdays.rulebook.catalogue import content_packs
from lastdays.rulebook.packs import Chosen, Rulebooks, read_pack
from unit.rulebook.packing import HOSPITAL, write_pack

ABOUT = 'name = "St Mary\'s"\nversion = "1.2"\nauthor = "Ana"\nsummary = "A ward."\n'


def zip_pack(folder: Path, name: str = "hospital.zip", inside: str = "", **more: Any) -> Path:
    """Writes the hospital as a zip; its files lie in a folder `inside` it."""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as made:
        for stem, text in HOSPITAL.items():
            made.writestr(f"{inside}{stem}.toml", text)
        for file, text in more.items():
            made.writestr(file, text)
    return folder / name


@pytest.mark.parametrize(
    "inside", ["", "hospital/", "Hospital 1.2/", "hospital\\", "Downloads/hospital/hospital/"]
)
def test_a_zip_is_read_as_the_folder_it_holds(tmp_path: Path, inside: str) -> None:
    zipped_book = load(packs=[zip_pack(tmp_path / "zip", inside=inside)])
    folder_book = load(packs=[write_pack(tmp_path / "folder")])
    assert zipped_book.refused_packs == ()
    assert zipped_book.packs == ("hospital",)
    assert zipped_book.digest == folder_book.digest


def test_what_a_mac_adds_to_a_zip_is_passed_over(tmp_path: Path) -> None:
    pack = zip_pack(
        tmp_path,
        inside="hospital/",
        **{"__MACOSX/hospital/._skills.toml": "\x00", "hospital/._perks.toml": "\x00"},
    )
    assert load(packs=[pack]).refused_packs == ()


@pytest.mark.parametrize(
    "name", ["skills - Copy", "skills (1)", "Copy of skills", "Kopie von skills", "skills_old"]
)
def test_a_copy_that_an_editor_left_is_passed_over_and_named(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = zip_pack(tmp_path, **{f"{name}.toml": "[odd"})
    assert load(packs=[pack]).refused_packs == ()
    assert check_pack(pack) == 0
    assert f"{name}.toml is passed over: it looks like a copy of skills.toml." in (
        capsys.readouterr().out
    )


@pytest.mark.parametrize("name", ["skill", "weapons", "skills and perks", "my"])
def test_a_file_that_is_no_copy_is_a_fault(tmp_path: Path, name: str) -> None:
    pack = zip_pack(tmp_path, **{f"{name}.toml": ""})
    assert "unknown kind of entry" in load(packs=[pack]).refused_packs[0]


def test_a_folder_counts_before_a_zip_of_its_name(tmp_path: Path) -> None:
    packs = tmp_path / "packs"
    folder = write_pack(packs)
    zip_pack(packs)
    zip_pack(packs, "other.zip")
    found = content_packs(tmp_path / "store.sqlite")
    assert found == [folder, packs / "other.zip"]


def test_a_pack_says_who_made_it(tmp_path: Path) -> None:
    pack = zip_pack(tmp_path)
    with zipfile.ZipFile(pack, "a") as made:
        made.writestr("pack.toml", ABOUT)
    found = read_pack(pack)
    assert (found.key, found.name) == ("hospital", "St Mary's")
    assert (found.about.version, found.about.author) == ("1.2", "Ana")
    assert load(packs=[pack]).refused_packs == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = 5\n", "pack.toml name: "),
        ("nome = 'x'\n", "pack.toml nome: "),
        ("[x\n", "pack.toml: "),
        (f"name = '{'x' * 300}'\n", "pack.toml name: "),
        ("name = 'a\\u0000'\n".replace("'", '"'), "pack.toml: a text has an invalid character"),
    ],
)
def test_what_a_pack_says_wrongly_of_itself_is_named_and_does_no_harm(
    tmp_path: Path, text: str, said: str
) -> None:
    pack = write_pack(tmp_path)
    (pack / "pack.toml").write_text(text, encoding="utf-8")
    found = read_pack(pack)
    assert found.name == "hospital"
    assert found.faults[0].startswith(said)
    assert Rulebooks([pack]).faults(found, Chosen(())) == found.faults


def refused(pack: Path) -> str:
    """What is said of a pack that must not be taken."""
    loaded = load(packs=[pack])
    assert loaded.packs == ()
    return " ".join(loaded.refused_packs)


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    pack = tmp_path / "bomb.zip"
    with zipfile.ZipFile(pack, "w", zipfile.ZIP_DEFLATED) as made:
        for n in range(2):
            made.writestr(f"p{n}.toml", b" " * (sources.TOTAL_MOST // 2 + 1))
    assert "too large for a content pack" in refused(pack)


def test_a_zip_that_lies_about_its_sizes_is_not_believed(tmp_path: Path) -> None:
    pack = tmp_path / "liar.zip"
    with zipfile.ZipFile(pack, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("perks.toml", b"#" * 3_000_000)
    content = pack.read_bytes()
    size = (3_000_000).to_bytes(4, "little")
    pack.write_bytes(content.replace(size, (10).to_bytes(4, "little")))
    assert refused(pack)


def test_too_many_files_no_zip_at_all_and_an_empty_one(tmp_path: Path) -> None:
    pack = tmp_path / "many.zip"
    with zipfile.ZipFile(pack, "w") as made:
        for n in range(sources.FILES_MOST + 1):
            made.writestr(f"f{n}.toml", "")
    assert "it isn't a content pack" in refused(pack)
    (tmp_path / "text.zip").write_text("hello", encoding="utf-8")
    assert "isn't a zip that can be read" in refused(tmp_path / "text.zip")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    assert "needs at least one file of entries" in refused(tmp_path / "empty.zip")
    assert "cannot be read" in refused(tmp_path / "gone.zip")


@pytest.mark.parametrize("at", range(0, 2000, 97))
def test_a_damaged_zip_is_refused_or_harmless(tmp_path: Path, at: int) -> None:
    pack = zip_pack(tmp_path)
    content = bytearray(pack.read_bytes())
    content[at % len(content)] ^= 0xFF
    pack.write_bytes(content)
    loaded = load(packs=[pack])
    assert bool(loaded.packs) != bool(loaded.refused_packs)
