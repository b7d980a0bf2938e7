"""Which part of a portrait is shown as a face: on cards, in rosters, in what is shared."""

from __future__ import annotations

import io

from lastdays.model.group import FACE

Face = tuple[int, int, int]
#: The least part that is shown, of the picture's width, in thousandths.
LEAST = 100
#: Where the usual part begins, of what is left above and below it: faces are near the top.
_HIGH = 0.3


def part_shown(size: tuple[int, int], face: Face | None) -> Face:
    """Return the part of a picture that is shown, within its edges: the one that was chosen, else
    as much as there is, a little above the middle."""
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
    """Return the part of a portrait that was chosen, as a JPEG; all of it where nobody chose one,
    or where it can't be read."""
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
