"""How large a picture says it is, read before anything unpacks it, held against what Pillow says."""

from __future__ import annotations

import io
import struct
from typing import Any

import pytest
from PIL import Image

from lastdays.desktop.bounds import OutOfBoundsError, opened_picture, picture_size

SIZES = ((1, 1), (2, 1), (17, 300), (256, 257), (1023, 5), (4, 2049))
KINDS: tuple[dict[str, Any], ...] = (
    {"format": "PNG"},
    {"format": "JPEG"},
    {"format": "JPEG", "progressive": True, "comment": b"\xff\xc4 a word"},
    {"format": "WEBP"},
    {"format": "WEBP", "lossless": True},
    {"format": "WEBP", "exif": b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x00"},  # an extended one
)


def webp(kind: bytes, head: bytes) -> bytes:
    """The first 30 bytes of a WebP."""
    return b"RIFF\0\0\0\0WEBP" + kind + b"\0\0\0\0" + head.ljust(10, b"\0")


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_size_is_what_it_is(kind: dict[str, Any], mode: str) -> None:
    if kind["format"] == "JPEG":
        mode = {"RGBA": "L"}.get(mode, mode)
    for size in SIZES:
        held = io.BytesIO()
        Image.new(mode, size, None).save(held, **kind)
        assert picture_size(held.getvalue()) == size
        assert opened_picture(held.getvalue(), max(size)).size == size
        with pytest.raises(OutOfBoundsError, match=f"{size[0]} × {size[1]} pixels"):
            opened_picture(held.getvalue(), max(size) - 1)


@pytest.mark.parametrize(
    ("kind", "head", "size"),
    [
        (b"VP8X", b"\0\0\0\0\x02\x01\x03\x05\x04\x06", (0x030102 + 1, 0x060405 + 1)),
        (b"VP8L", b"\x2f" + struct.pack("<I", 0x3FFF | 0x2001 << 14 | 0xF << 28), (16384, 8194)),
        (b"VP8 ", b"\0" * 6 + struct.pack("<HH", 0xFFFF, 0x8001), (16383, 1)),
    ],
)
def test_the_widest_webp_are_read_to_the_last_bit(
    kind: bytes, head: bytes, size: tuple[int, int]
) -> None:
    assert picture_size(webp(kind, head)) == size
    with pytest.raises(OutOfBoundsError, match="isn't a picture"):
        picture_size(webp(kind, head)[:-1])


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"RIFF\0\0\0\0WAVE" + b"\1" * 20,
        b"RAFF\0\0\0\0WEBP" + b"\1" * 20,
        b"\x89PNG\r\n\x1a\n\0\0\0\rIDAT" + b"\1" * 20,
        b"\xff\xd8\xff\xc4\0\x02\xff\xc8\0\x02\xff\xcc\0\x02",
        b"\xff\xd8\xfe\xc0\0\x11\x08\0\x01\0\x01",
        b"\xff\xd8\xff\xc0\0\x11\x08\0\x01\0",
    ],
)
def test_what_says_no_size_is_refused(content: bytes) -> None:
    with pytest.raises(OutOfBoundsError, match="isn't a picture"):
        picture_size(content)


def test_a_jpeg_is_read_past_what_fills_it_up() -> None:
    filled = b"\xff\xd8\xff\xe0\0\x04ab\xff\xff\xff\xcf\0\x11\x08\x01\x02\x03\x04"
    assert picture_size(filled) == (0x0304, 0x0102)
