"""Texts, zips and pictures from elsewhere: what is within its bounds is read, all else is refused in a
sentence or as what it is."""

from __future__ import annotations

import io
import random
import zlib
from collections.abc import Callable
from functools import partial
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from msgspec.structs import replace
from PIL import Image

from lastdays.desktop.bounds import (
    Archive,
    Bounds,
    OutOfBoundsError,
    Room,
    hold_xml,
    json_value,
    picture_size,
    toml_table,
    unpacked,
)
from lastdays.desktop.pictures import jpeg_of_document

TIGHT = Bounds(size=60, line=24, values=4, depth=3)
WIDE = Bounds(size=2**14, line=2**13, values=9, depth=3)


def read(how: Callable[[], Any]) -> bool:
    """Whether something is read; what isn't is refused in one of the ways that are dealt with."""
    try:
        how()
    except (OutOfBoundsError, ValueError, KeyError, OSError, zlib.error):
        return False
    return True


def zipped(files: dict[str, bytes], comment: bytes = b"", packed: int = ZIP_DEFLATED) -> bytes:
    """A zip of files."""
    held = io.BytesIO()
    with ZipFile(held, "w", packed) as made:
        made.comment = comment
        for name, content in files.items():
            made.writestr(ZipInfo(name), content, packed)
    return held.getvalue()


def unzipped(content: bytes, entries: int = 3, room: int = 40, long: int = 9) -> Any:
    """All that is read of a zip."""
    archive = Archive(content, entries=entries, room=room)
    whole = [archive.read(name, 20) for name in archive.names]
    return whole, [list(archive.lines(name, long)) for name in archive.names]


@pytest.mark.parametrize("seed", range(3))
def test_any_text_is_read_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    pieces = ("a=1\n", "[b]\n", "c='[['\n", "d=[1,2]\n", 'e="""\n]"""\n', "#[,\n", "f.g=[[[]]]\n", " " * 9,
              "h={i=1}\n", "j=[[[[]]]]\n", "\r\n", "k=" + "9" * 12 + "\n")  # fmt: skip
    values = ('"', "[", "]", "{", "}", ",", "1", '"a":', '"[,"', "\\", " ", "null", "[[[1]]]")
    done = [0, 0, 0]
    for _n in range(200):
        toml = "".join(chance.choices(pieces, k=chance.randint(1, 5))).encode()
        done[0] += read(partial(toml_table, toml, TIGHT))
        code = chance.choice(("utf-8", "utf-16"))
        text = "".join(chance.choices(values, k=chance.randint(1, 9))).encode(code)
        done[1] += read(partial(json_value, text, TIGHT))
        tags = "".join(chance.choices(("<a>", "<", ">", "x" * 6), k=6)).encode()
        done[2] += read(partial(hold_xml, tags, 3, 9))
    assert all(0 < n < 200 for n in done)


LIMITS: dict[str, tuple[int, Callable[[int], Any]]] = {
    "digits of a number": (299, lambda n: json_value(b"7" * n, WIDE)),
    "dots of a name": (40, lambda n: toml_table(b"a." * n + b"b=1", WIDE)),
    "bytes of a text": (62, lambda n: json_value(b" " * (n - 1) + b"1", replace(WIDE, size=62))),
    "bytes unpacked": (11, lambda n: unpacked(zlib.compress(bytes(n)), 11)),
    "files of a zip": (3, lambda n: unzipped(zipped({f"f{k}": b"a" for k in range(n)}))),
    "bytes of a file": (20, lambda n: unzipped(zipped({"x": b"a\n" * (n // 2) + b"a" * (n % 2)}))),
    "letters of a line": (9, lambda n: unzipped(zipped({"x": b"x" * n}))),
    "pixels of a side": (
        300,
        lambda n: jpeg_of_document(png(n), Room(width=9, height=9, size=999), 300),
    ),
    "scans of a picture": (100, lambda n: picture_size(scans(n))),
}


def png(side: int) -> bytes:
    held = io.BytesIO()
    Image.new("RGB", (side, 7)).save(held, "PNG")
    return held.getvalue()


def scans(n: int) -> bytes:
    """A JPEG picture with so many scans."""
    return b"\xff\xd8\xff\xc0\0\x0b\x08\0\x07\0\x09\x01\x01\x11\0" + b"\xff\xda\0\x02" * n


@pytest.mark.parametrize("what", LIMITS)
def test_so_much_is_read_and_no_more(what: str) -> None:
    most, how = LIMITS[what]
    assert read(partial(how, most))
    assert not read(partial(how, most + 1))


def test_what_is_cut_or_of_another_kind_is_refused() -> None:
    gif = io.BytesIO()
    Image.new("RGB", (8, 8)).save(gif, "GIF")
    assert not read(partial(picture_size, gif.getvalue()))
    assert not read(partial(unpacked, zlib.compress(bytes(9))[:-1], 11))
    assert not read(partial(unzipped, zipped({"x": b"a"}, packed=ZIP_BZIP2)))


@pytest.mark.parametrize("comment", [b"", b"PK\x05\x06", b"x" * 70, b"PK\x06\x07" + b"x" * 16])
def test_lines_of_a_zip_are_read_whatever_stands_in_its_comment(comment: bytes) -> None:
    content = zipped({"x": b"a\n\nb"}, comment)
    if read(partial(unzipped, content)):
        assert unzipped(content) == ([b"a\n\nb"], [[b"a", b"", b"b"]])


def test_a_zip_with_any_byte_another_or_cut_anywhere_is_read_or_refused() -> None:
    whole = zipped({"x": b"a\nb", "y/": b""}, b"said")
    assert read(partial(unzipped, whole))
    for at in range(len(whole)):
        read(partial(unzipped, whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]))
        read(partial(unzipped, whole[:at]))


@pytest.mark.parametrize(
    ("form", "more"),
    [("PNG", {}), ("JPEG", {}), ("JPEG", {"progressive": True}), ("WEBP", {"lossless": True}),
     ("WEBP", {"quality": 9}), ("WEBP", {"exif": b"x"})],
)  # fmt: skip
def test_the_size_of_a_picture_is_its_own_and_one_that_is_cut_is_read_or_refused(
    form: str, more: dict[str, Any]
) -> None:
    for size in ((1, 1), (300, 7), (16, 4000)):
        held = io.BytesIO()
        Image.new("RGB", size, (9, 99, 199)).save(held, form, **more)
        content = held.getvalue()
        assert tuple(picture_size(content)) == size
        for cut in range(min(len(content), 200)):
            read(partial(picture_size, content[:cut]))
            read(partial(picture_size, content[:cut] + content[cut + 1 :]))
