"""The part of a portrait that is shown on cards, in rosters and in what is shared."""

from __future__ import annotations

import io

from lastdays.model.group import FACE

Face = tuple[int, int, int]
#: The smallest part that is shown, in thousandths of the picture's width.
LEAST = 100
#: The share of the remaining height above the default part, as faces are near the top.
_SHARE_ABOVE = 0.3


def part_shown(size: tuple[int, int], face: Face | None) -> Face:
    """Return the part of a picture that is shown, in thousandths of its width: the chosen one within its
    edges, or by default as much as possible, a little above the middle."""
    picture_width, picture_height = size
    width = 1000
    height = 1000 * picture_height // max(1, picture_width)
    widest = min(width, int(height * FACE))
    if face is None:
        left = (width - widest) // 2
        top = int((height - widest / FACE) * _SHARE_ABOVE)
        return left, top, widest
    left, top, face_width = face
    narrowest = min(LEAST, widest)
    face_width = max(narrowest, min(face_width, widest))
    left_most = width - face_width
    top_most = int(height - face_width / FACE)
    return max(0, min(left, left_most)), max(0, min(top, top_most)), face_width


def face_of(picture: bytes, face: Face | None) -> bytes:
    """Return the chosen part of a portrait as a JPEG; all of it if none was chosen, or if it can't be
    read."""
    if face is None or not picture:
        return picture
    # late: Pillow, and most portraits are shown whole
    from PIL import Image

    try:
        with Image.open(io.BytesIO(picture)) as opened:
            left, top, width = part_shown(opened.size, face)
            scale = opened.width / 1000
            box = (
                round(left * scale),
                round(top * scale),
                round((left + width) * scale),
                round((top + width / FACE) * scale),
            )
            buffer = io.BytesIO()
            opened.convert("RGB").crop(box).save(buffer, "JPEG", quality=92)
            return buffer.getvalue()
    except (OSError, SyntaxError, ValueError):
        return picture
