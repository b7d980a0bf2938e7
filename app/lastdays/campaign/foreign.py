"""What comes from a file that somebody else may have made: bounded before anything is made of it.

A document that is whole but hostile, or spoilt, would otherwise be found out much later: by a
card that prints without end, or a window that cannot draw. Everything is refused in a sentence that
says where.
"""

from __future__ import annotations

import io
import json
from typing import Any

from lastdays.errors import DocumentError
from lastdays.language import _

#: How deep a document is nested, how many values it has, how long its lists and texts are at most.
DEPTH_MOST = 16
VALUES_MOST = 200_000
LIST_MOST = 5_000
TEXT_MOST = 20_000
NUMBER_MOST = 1_000_000
#: A picture in a document, in pixels: those of this program have 360 × 480.
PICTURE_MOST = 2_000
#: The pictures that are read; what else there is could name other files.
_PICTURES = ("JPEG", "PNG", "WEBP")
#: As they are kept, a portrait and a group's picture: the sizes of `lastdays.ui.widgets.pictures`.
KEPT, GROUP_KEPT = (360, 480), (960, 640)


def parsed(document: bytes) -> Any:
    """Return what a document of JSON holds; DocumentError for what isn't JSON, or says it twice."""
    try:
        return json.loads(document, object_pairs_hook=_once, parse_constant=_no_number)
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise DocumentError(
            _("This isn't a group document: it can't be read as JSON ({reason}).").format(
                reason=error
            )
        ) from error


def checked_values(body: Any) -> None:
    """Hold what was read of JSON against the bounds; DocumentError, with the place, beyond them."""
    _Bounds().check(body, "", 0)


def checked_envelope(document: bytes) -> None:
    """Hold a document of JSON against the bounds; DocumentError, with the place, beyond them."""
    body = parsed(document)
    if isinstance(body, dict):
        # Pictures are long texts, with bounds of their own.
        _Bounds().check({k: v for k, v in body.items() if k != "portraits"}, "", 0)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError(_("a name stands there twice"))
    return found


def _no_number(name: str) -> Any:
    raise ValueError(_("{name} isn't a number").format(name=name))


class _Bounds:
    """Walks through a document and counts what is in it."""

    def __init__(self) -> None:
        self._values = 0

    def check(self, value: Any, where: str, depth: int) -> None:
        self._values += 1
        if self._values > VALUES_MOST or depth > DEPTH_MOST:
            raise DocumentError(
                _("This document holds more than a group can. Nothing was imported.")
            )
        match value:
            case bool() | None:
                pass
            case str():
                _check_text(value, where)
            case int() | float():
                if not isinstance(value, int) or abs(value) > NUMBER_MOST:
                    _refuse(where, _("{value} is out of its range").format(value=value))
            case list():
                if len(value) > LIST_MOST:
                    _refuse(where, _("it lists {n} entries").format(n=len(value)))
                for entry in value:
                    self.check(entry, where, depth + 1)
            case dict():
                if len(value) > LIST_MOST:
                    _refuse(where, _("it lists {n} entries").format(n=len(value)))
                for name, entry in value.items():
                    _check_text(name, where)
                    self.check(entry, f"{where} → {name[:40]}" if where else name[:40], depth + 1)


def _check_text(text: str, where: str) -> None:
    if len(text) > TEXT_MOST:
        _refuse(where, _("its text has {n} characters").format(n=len(text)))
    for letter in text:
        code = ord(letter)
        if (code < 32 and letter not in "\n\t\r") or 0xD800 <= code <= 0xDFFF or code == 127:
            _refuse(where, _("its text has an invalid character (U+{code:04X})").format(code=code))


def _refuse(where: str, reason: str) -> None:
    raise DocumentError(
        _("This document is damaged at {where}: {reason}. Nothing was imported.").format(
            where=where or "group", reason=reason
        )
    )


def checked_picture(picture: bytes, kept: tuple[int, int] = KEPT) -> bytes:
    """Return a picture as it may be kept: no larger than `kept`, and without what a camera wrote into it.

    One that this program made stays as it is. Raises DocumentError for what is no picture.
    """
    # late: 30 ms, only an import with portraits reads pictures
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(picture), formats=_PICTURES) as opened:
            if max(opened.size) > PICTURE_MOST:
                raise DocumentError(
                    _("A portrait in this document is {w} × {h} pixels: that is too large.").format(
                        w=opened.width, h=opened.height
                    )
                )
            opened.load()
            if opened.format == "JPEG" and _fits(opened.size, kept) and not _told(opened.info):
                return picture
            turned = ImageOps.exif_transpose(opened).convert("RGBA")
            ground = Image.new("RGBA", turned.size, "white")
            plain = Image.alpha_composite(ground, turned).convert("RGB")
            plain.thumbnail(kept)
            made = io.BytesIO()
            plain.save(made, "JPEG", quality=85)
            return made.getvalue()
    except (
        UnidentifiedImageError,
        Image.DecompressionBombError,
        OSError,
        SyntaxError,
        ValueError,
    ) as error:
        raise DocumentError(
            _("A portrait in this document isn't a picture. Nothing was imported.")
        ) from error


def _fits(size: tuple[int, int], kept: tuple[int, int]) -> bool:
    return size[0] <= kept[0] and size[1] <= kept[1]


def _told(info: dict[Any, Any]) -> bool:
    """Tell whether a picture says more than its pixels: where it was taken, by what, of whom."""
    return bool(set(info) - {"jfif", "jfif_version", "jfif_unit", "jfif_density", "dpi"})
