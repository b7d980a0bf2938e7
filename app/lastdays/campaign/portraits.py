"""The part of a portrait that is shown on cards, in rosters and in what is shared."""

from __future__ import annotations

import io

from lastdays.model.group import FACE

Face = tuple[int, int, int]
#: The smallest part that is shown, in thousandths of the picture's width.
LEAST = 100
#: The share of the remaining height above the default part, as faces are near the top.
_HIGH = 0.3


def part_shown(size: tuple[int, int], face: Face | None) -> Face:
    """Return the part of a picture that is shown, in thousandths of its width: the chosen one within its
    edges, or by default as much as possible, a little above the middle."""
    width, height = 1000, 1000 * size[1] // max(1, size[0])
    most = min(width, int(height * FACE))
    if face is None:
        return (width - most) // 2, int((height - most / FACE) * _HIGH), most
    left, top, wide = face
    wide = max(min(LEAST, most), min(wide, most))
    return (
        max(0, min(left, width - wide)),
        max(0, min(top, int(height - wide / FACE))),
        wide,
    )


def face_of(picture: bytes, face: Face | None) -> bytes:
    """Return the chosen part of a portrait as a JPEG; all of it if none was chosen, or if it can't be
    read."""
    if face is None or not picture:
        return picture
    # late: Pillow, and most portraits are shown whole
    from PIL import Image

    try:
        with Image.open(io.BytesIO(picture)) as opened:
            left, top, wide = part_shown(opened.size, face)
            scale, made = opened.width / 1000, io.BytesIO()
            start = round(left * scale), round(top * scale)
            end = round((left + wide) * scale), round((top + wide / FACE) * scale)
            opened.convert("RGB").crop((*start, *end)).save(made, "JPEG", quality=92)
            return made.getvalue()
    except (OSError, SyntaxError, ValueError):
        return picture
