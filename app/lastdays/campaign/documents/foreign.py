"""Checks of documents and pictures from elsewhere, before they are used.

A hostile or damaged document would otherwise be noticed much later, by a card that prints without
end, or a window that can't draw. Whatever is refused is named in a sentence.
"""

from __future__ import annotations

import re
from json import dumps
from typing import Any

from lastdays.campaign.documents.group_documents import FILE_MOST, PORTRAIT_ROOM
from lastdays.desktop.bounds import Bounds, OutOfBoundsError, Room, in_utf8, json_value
from lastdays.errors import DocumentError, reason
from lastdays.language import _, legible_values, short

#: The bounds of a document: its size, number of values and depth.
DOCUMENT = Bounds(size=FILE_MOST, line=FILE_MOST, values=200_000, depth=16)
#: The most entries of a list and characters of a text, and the largest number.
LIST_MOST = 5_000
TEXT_MOST = 20_000
NUMBER_MOST = 1_000_000
#: The largest side of a picture in a document, in pixels.
PICTURE_MOST = 2_000
#: Invalid in a text: control characters and surrogates.
_NO_LETTER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def parse_document(document: bytes, most: Bounds = DOCUMENT) -> Any:
    """Parse a JSON document; DocumentError if it isn't JSON, has duplicate names, or exceeds `most`."""
    try:
        return json_value(
            document, most, object_pairs_hook=_refuse_duplicate_names, parse_constant=_no_number
        )
    except OutOfBoundsError as error:
        raise DocumentError(
            "This document isn't a valid group: {reason} Nothing was imported.",
            reason=error,
        ) from error
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise DocumentError(
            "This isn't a group document: it can't be read as JSON ({reason}).",
            reason=reason(error),
        ) from error


def checked_document(document: bytes) -> bytes:
    """Return a JSON document as it may be read, without letters that steer a terminal; DocumentError,
    with the place, if it is out of bounds."""
    document = in_utf8(document)
    body = parse_document(document)
    if not isinstance(body, dict):
        return document
    # pictures are long texts with bounds of their own
    check_values({name: value for name, value in body.items() if name != "portraits"})
    legible = legible_values(body)
    if legible == body:
        return document
    return dumps(legible).encode()


def _refuse_duplicate_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError(_("a name appears twice"))
    return values


def _no_number(name: str) -> Any:
    raise ValueError(_("{name} isn't a number", name=name))


def check_values(value: Any, where: str = "") -> None:
    """Check every value in parsed JSON; DocumentError, with the place, if one is out of bounds."""
    match value:
        case bool() | None:
            pass
        case str():
            _check_text(value, where)
        case int() | float():
            if not isinstance(value, int) or abs(value) > NUMBER_MOST:
                _refuse_as_damaged(where, _("{value} is out of range", value=value))
        case list() | dict() if len(value) > LIST_MOST:
            _refuse_as_damaged(where, _("it has too many entries ({n})", n=len(value)))
        case list():
            for entry in value:
                check_values(entry, where)
        case dict():
            for name, entry in value.items():
                _check_text(name, where)
                inner = short(name)
                if where:
                    inner = f"{where} → {inner}"
                check_values(entry, inner)


def _check_text(text: str, where: str) -> None:
    if len(text) > TEXT_MOST:
        _refuse_as_damaged(where, _("its text is too long ({n} characters)", n=len(text)))
    invalid = _NO_LETTER.search(text)
    if invalid is not None:
        code = ord(invalid[0])
        _refuse_as_damaged(where, _("its text has an invalid character (U+{code:04X})", code=code))


def _refuse_as_damaged(where: str, why: str) -> None:
    raise DocumentError(
        "This document is damaged at {where}: {reason}. Nothing was imported.",
        where=where or "group",
        reason=why,
    )


def raise_for_problems(problems: list[str]) -> None:
    """Raise DocumentError if there are any problems."""
    if problems:
        sentences = [*problems, _("Nothing was imported.")]
        raise DocumentError(" ".join(sentences))


def checked_picture(picture: bytes, room: Room = PORTRAIT_ROOM) -> bytes:
    """Return a picture as it is stored: within `room`, and without a camera's metadata; one that this
    program made stays as it is. Raises DocumentError if it isn't a picture."""
    # late: only documents with pictures need Pillow
    from lastdays.desktop.pictures import jpeg_of_document

    try:
        return jpeg_of_document(picture, room, PICTURE_MOST)
    except OutOfBoundsError as error:
        raise DocumentError(
            "A portrait in this document can't be read: {reason} Nothing was imported.",
            reason=error,
        ) from error
