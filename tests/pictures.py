"""Pictures to try: drawn in memory."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

from PIL import Image


def jpeg(size: tuple[int, int] = (300, 400), **more: Any) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", size, "navy").save(made, "JPEG", **more)
    return made.getvalue()


def png(width: int = 2, height: int = 2, grey: int = 0) -> bytes:
    """A PNG of one grey."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    rows = (b"\0" + bytes([grey]) * width) * height
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def painted(colour: str = "#a04030", size: tuple[int, int] = (400, 300)) -> bytes:
    held = io.BytesIO()
    Image.new("RGB", size, colour).save(held, "PNG")
    return held.getvalue()
