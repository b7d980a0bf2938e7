"""A roster made with BattleScribe or New Recruit, as a file holds it: read within bounds.

It is XML, or the same as JSON: an object has the attributes of an element, a list its elements.

Such a file comes from anywhere. Nothing of it is unpacked to the disk, no entity is expanded, and
what is too large, too deep or too much is refused in a sentence.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from msgspec import Struct

from lastdays.bounds import Archive, Bounds, OutOfBoundsError, hold_xml, json_value
from lastdays.errors import DocumentError
from lastdays.language import _

#: The most that is read: bytes of a roster, files in an archive, elements, how deep they are nested,
#: bytes of a tag with the text before it, selections, characters of a text, and how many a selection counts.
BYTES_MOST = 8 * 1024 * 1024
FILES_MOST = 20
ELEMENTS_MOST = 200_000
DEPTH_MOST = 64
TAG_MOST = 256 * 1024
SELECTIONS_MOST = 5_000
TEXT_MOST = 4_000
NUMBER_MOST = 9_999
_CHUNK = 64 * 1024
_ZIP = b"PK\x03\x04"
_ROSTER = ".ros"
#: In JSON an element is an object with some values, in a list.
_JSON = Bounds(BYTES_MOST, BYTES_MOST, values=2 * ELEMENTS_MOST, depth=2 * DEPTH_MOST)
#: How a roster begins that is JSON.
_OBJECT = re.compile(rb'\{\s*"roster"\s*:\s*\{')


class Selection(Struct):
    """Something chosen in a roster, with what was chosen within it.

    `entries` are the ids it has in the catalogue, the links it was reached by first; `groups` those
    of the group it was chosen from. `custom` is the name a player gave it.
    """

    name: str
    custom: str = ""
    notes: str = ""
    entries: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    number: int = 1
    within: list[Selection] = []

    def all(self) -> Iterator[Selection]:
        """Yield the selection and all within it."""
        yield self
        for inner in self.within:
            yield from inner.all()


class RosterFile(Struct):
    """A roster: its name, the game system it is for, its notes, and what was chosen."""

    name: str = ""
    system: str = ""
    game: str = ""
    notes: str = ""
    selections: list[Selection] = []


def is_roster(content: bytes) -> bool:
    """Tell whether a file is a roster, or an archive that holds one, rather than a group's own."""
    if content.startswith(_ZIP):
        try:
            return any(map(_is_roster_name, _archive(content).names))
        except OutOfBoundsError:
            return False
    start = _start(content)
    return start.startswith(b"<") or _OBJECT.match(start) is not None


def _start(content: bytes) -> bytes:
    """Return how a text begins, whatever it is written in."""
    return content[:400].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")


def _is_roster_name(name: str) -> bool:
    return name.lower().endswith(_ROSTER)


def read_roster_file(content: bytes) -> RosterFile:
    """Return the roster in a file; DocumentError, in a sentence, for anything else."""
    if len(content) > BYTES_MOST:
        raise _too_large()
    if content.startswith(_ZIP):
        content = _unpacked(content)
    builder, form = _Builder(), "JSON" if _OBJECT.match(_start(content)) else "XML"
    try:
        (_parse_json if form == "JSON" else _parse_xml)(content, builder)
    except (ValueError, LookupError, SyntaxError, RecursionError) as error:
        raise DocumentError(
            _(
                "This isn't a roster: it can't be read as {form} ({reason}). Nothing was imported."
            ).format(form=form, reason=str(error)[:200])
        ) from error
    if not builder.begun:
        raise DocumentError(
            _("This file is {form}, but it isn't a roster. Nothing was imported.").format(form=form)
        )
    return builder.roster


def _too_large() -> DocumentError:
    return DocumentError(_("This roster is too large to be one group's. Nothing was imported."))


def _archive(content: bytes) -> Archive:
    return Archive(content, entries=FILES_MOST, room=BYTES_MOST)


def _unpacked(content: bytes) -> bytes:
    """Return the one roster of an archive, unpacked in memory and no further than it may."""
    try:
        archive = _archive(content)
        for name in archive.names:
            if _leads_outside(name):
                raise DocumentError(
                    _(
                        "This archive names a place outside itself ({name}). Nothing was imported."
                    ).format(name=name[:80])
                )
        rosters = [name for name in archive.names if _is_roster_name(name)]
        if len(rosters) != 1:
            raise DocumentError(
                _("This archive holds {n} rosters; one is needed. Nothing was imported.").format(
                    n=len(rosters)
                )
            )
        return archive.read(rosters[0], BYTES_MOST)
    except OutOfBoundsError as error:
        raise DocumentError(
            _("This roster's archive is damaged: {reason} Nothing was imported.").format(
                reason=error
            )
        ) from error


def _leads_outside(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or ":" in name


def _parse_xml(content: bytes, builder: _Builder) -> None:
    # late: 10 ms, only the import of a roster reads XML
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    try:
        hold_xml(content, 2 * ELEMENTS_MOST, TAG_MOST)
    except OutOfBoundsError as error:
        raise _too_large() from error
    parser = DefusedXMLParser(target=builder, forbid_dtd=True)
    try:
        for at in range(0, len(content), _CHUNK):
            parser.feed(content[at : at + _CHUNK])
        parser.close()
    except DefusedXmlException as error:
        raise DocumentError(
            _("This roster defines names of its own, as no roster does. Nothing was imported.")
        ) from error


def _parse_json(content: bytes, builder: _Builder) -> None:
    try:
        read = json_value(content, _JSON)
    except OutOfBoundsError as error:
        raise _too_large() from error
    _take(read["roster"], "roster", builder)


def _take(value: Any, name: str, builder: _Builder) -> None:
    """Take an object as the element of its name; of a list of selections each as one."""
    if isinstance(value, list):
        for inner in value:
            if isinstance(inner, dict):
                _take(inner, name.removesuffix("s"), builder)
    elif isinstance(value, dict):
        attributes = {k: str(v) for k, v in value.items() if isinstance(v, str | int | float)}
        builder.start(name, attributes)
        for key, inner in value.items():
            _take(inner, key, builder)
        builder.end(name)


class _Builder:
    """Takes what the parser finds, piece by piece, and keeps what a roster is made of."""

    def __init__(self) -> None:
        self.roster = RosterFile()
        self.begun = False
        self._depth = self._elements = self._selections = 0
        self._open: list[Selection] = []
        self._noted: list[str] | None = None
        self._noted_most = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Take the beginning of an element."""
        self._depth += 1
        self._elements += 1
        if self._depth > DEPTH_MOST or self._elements > ELEMENTS_MOST:
            raise _too_large()
        name = tag.rpartition("}")[2]
        if self._depth == 1 and name == "roster":
            self.begun = True
            self.roster.name = plain_line(attributes.get("name", ""))
            self.roster.system = attributes.get("gameSystemId", "")[:100]
            self.roster.game = plain_line(attributes.get("gameSystemName", ""))
            self.roster.notes = plain_text(attributes.get("customNotes", ""))
        elif name == "selection":
            self._begin(attributes)
        elif name == "customNotes":
            self._noted, self._noted_most = [], TEXT_MOST

    def _begin(self, attributes: dict[str, str]) -> None:
        self._selections += 1
        if self._selections > SELECTIONS_MOST:
            raise _too_large()
        made = Selection(
            name=plain_line(attributes.get("name", "")),
            custom=plain_line(attributes.get("customName", "")),
            notes=plain_text(attributes.get("customNotes", "")),
            entries=_ids(attributes.get("entryId", "")),
            groups=_ids(attributes.get("entryGroupId", "")),
            number=_number(attributes.get("number", "1")),
        )
        (self._open[-1].within if self._open else self.roster.selections).append(made)
        self._open.append(made)

    def data(self, text: str) -> None:
        """Take letters between two elements."""
        if self._noted is not None and self._noted_most > 0:
            self._noted.append(text[: self._noted_most])
            self._noted_most -= len(text)

    def end(self, tag: str) -> None:
        """Take the end of an element."""
        self._depth -= 1
        name = tag.rpartition("}")[2]
        if name == "selection" and self._open:
            self._open.pop()
        elif name == "customNotes" and self._noted is not None:
            text = plain_text("".join(self._noted))
            if self._open:
                self._open[-1].notes = self._open[-1].notes or text
            else:
                self.roster.notes = self.roster.notes or text
            self._noted = None

    def close(self) -> None:
        """Take the end of the file."""


def plain_line(text: str, most: int = 200) -> str:
    """Return a text from outside as one line of letters, none that can't be shown."""
    return " ".join(_letters(text[: most * 4]).split())[:most].strip()


def plain_text(text: str) -> str:
    """Return a text from outside with its lines, none of its letters one that can't be shown."""
    return _letters(text[:TEXT_MOST]).strip()


def _letters(text: str) -> str:
    return "".join(
        c for c in text if c in "\n\t" or (32 <= ord(c) < 127) or (ord(c) >= 160 and not _half(c))
    )


def _half(letter: str) -> bool:
    return 0xD800 <= ord(letter) <= 0xDFFF


def _ids(chain: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in chain[:400].split("::") if part.strip())


def _number(text: str) -> int:
    try:
        number = float(text[:20])
    except ValueError:
        return 1
    return max(0, min(NUMBER_MOST, int(number))) if math.isfinite(number) else 1
