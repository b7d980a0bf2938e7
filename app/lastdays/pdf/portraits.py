"""Portraits as they stand on cards: cropped three to four."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

from PIL import Image, ImageOps, UnidentifiedImageError

#: So many dots an inch are kept of a portrait.
_DOTS = 450


def readable(portrait: bytes) -> bool:
    """Return whether a portrait is a picture at all."""
    return cropped(portrait, 30.0) is not None


@lru_cache(maxsize=64)
def cropped(portrait: bytes, height: float) -> Any:
    """Return a portrait cropped to three by four, a little above its middle; None where it
    cannot be read."""
    dots = max(40, round(height / 72 * _DOTS))
    try:
        with Image.open(io.BytesIO(portrait)) as opened:
            turned = ImageOps.exif_transpose(opened)
            clear = turned.convert("RGBA")
            ground = Image.new("RGBA", clear.size, "white")
            whole = Image.alpha_composite(ground, clear).convert("RGB")
            size = (round(dots * 0.75), dots)
            return ImageOps.fit(whole, size, Image.Resampling.LANCZOS, centering=(0.5, 0.3))
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        return None
