"""Pictures of content packs: pixels only, small, and known by what they show."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from lastdays.rulebook import load, pictograms
from pictures import png
from unit.rulebook.packing import write_pack

PERK = '[pool]\nname = "Pool"\ncost = 5\nsummary = "Wet."\npictogram = "pictures/{name}"\n'


def drawn(folder: Path, content: bytes, name: str = "pool.png") -> Path:
    """A pack whose Perk has a picture."""
    pack = write_pack(folder, "odd", {"perks": PERK.format(name=name)})
    (pack / "pictures").mkdir(exist_ok=True)
    (pack / "pictures" / "pool.png").write_bytes(content)
    return pack


def test_a_picture_is_the_drawing_of_its_entry(tmp_path: Path) -> None:
    book = load(packs=[drawn(tmp_path, png())])
    assert book.refused_packs == ()
    drawing = book.perks["pool"].drawing
    assert pictograms.picture(drawing) == png()
    assert pictograms.instead(drawing) == load().perks["watch-tower"].drawing or "/" in (
        pictograms.instead(drawing)
    )
    assert pictograms.instead("lorc/drop") == "lorc/drop"


def test_a_picture_in_a_zip_is_read_from_there(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "odd.zip", "w") as made:
        made.writestr("odd/perks.toml", PERK.format(name="pool.png"))
        made.writestr("odd/pictures/pool.png", png(grey=9))
    book = load(packs=[tmp_path / "odd.zip"])
    assert pictograms.picture(book.perks["pool"].drawing) == png(grey=9)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "isn't a PNG file"),
        (b"\x89PNG\r\n\x1a\n", "isn't a PNG file"),
        (b"\xff\xd8\xff\xe0JFIF", "isn't a PNG file"),
        (png(513, 1), "513 × 1 pixels"),
        (png(1, 60_000), "1 × 60000 pixels"),
        (png()[:16] + b"\0\0\0\0" + png()[20:], "0 × 2 pixels"),
        (png() + b"\0" * pictograms.BYTES_MOST, "has more than 256 KB"),
        (b"", "isn't a PNG file"),
        (png()[:24], "isn't a PNG file"),
    ],
)
def test_what_is_no_small_picture_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    faults = load(packs=[drawn(tmp_path, content)]).refused_packs
    assert faults[0].startswith("odd: perks.toml [pool] pictogram: ")
    assert said in faults[0]


@pytest.mark.parametrize(
    "name", ["gone.png", "../pictures/pool.png", "/etc/passwd", "pool.png/..", ""]
)
def test_a_picture_that_is_not_there_is_named(tmp_path: Path, name: str) -> None:
    (fault, *_more) = load(packs=[drawn(tmp_path, png(), name)]).refused_packs
    assert f"there is no picture called pictures/{name}." in fault


def test_a_link_out_of_the_folder_of_pictures_is_not_followed(tmp_path: Path) -> None:
    pack = drawn(tmp_path, png())
    secret = tmp_path / "secret.png"
    secret.write_bytes(png())
    (pack / "pictures" / "pool.png").unlink()
    (pack / "pictures" / "pool.png").symlink_to(secret)
    assert "leads out of the folder" in load(packs=[pack]).refused_packs[0]


def test_only_a_picture_that_was_read_may_be_named_by_its_sum(tmp_path: Path) -> None:
    text = PERK.format(name="x").replace("pictures/x", "picture:0123:lorc/drop")
    assert (
        "there isn't one called"
        in load(packs=[write_pack(tmp_path, "odd", {"perks": text})]).refused_packs[0]
    )


def test_a_portrait_is_a_picture_of_the_pack(tmp_path: Path) -> None:
    text = '[cop]\nportrait = "lorc/drop"\n'
    said = load(packs=[write_pack(tmp_path, "odd", {"characters": text})]).refused_packs
    assert "this isn't a picture in the pack" in said[0]
