"""The games within a campaign's document, each on a line of its own: those of a long campaign are
found without being read, and each is read when it is looked at.

What a document's bytes were sealed with has been compared before they come here (`store/sums`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from lastdays.errors import DocumentError
from lastdays.language import _
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.games_listed import games_begin_with

#: A document with fewer games than this is read whole.
MANY = 200
#: What stands before, between and behind the games. JSON has no line break within a string, and
#: none is written elsewhere in a document.
_BEFORE, _BETWEEN, _BEHIND = b'{"games":[\n', b",\n", b"\n],"


@dataclass
class _SideOutline:
    group: str
    won: bool = False


@dataclass
class _Outline:
    """What is read of every game: no more than says who played whom, and who won."""

    id: str
    number: int
    encounter: str
    sides: list[_SideOutline]
    notes: str = ""
    recorded: str = ""


@cache
def _outlines() -> TypeAdapter[list[_Outline]]:
    return TypeAdapter(list[_Outline])


@cache
def _game() -> TypeAdapter[GameRecord]:
    return TypeAdapter(GameRecord)


class _Reader:
    """Reads the sides of a stored game."""

    __slots__ = ("line",)

    def __init__(self, line: bytes) -> None:
        self.line = line

    def __call__(self) -> tuple[Side, ...]:
        """Return the sides; DocumentError where they are damaged."""
        try:
            return _game().validate_json(self.line).sides
        except ValidationError as error:
            raise DocumentError(_("A campaign's document in the store is damaged.")) from error


class Split(NamedTuple):
    """A long document taken apart: the campaign without its games, and the line of each."""

    rest: bytes
    lines: list[bytes]

    def games(self) -> tuple[GameRecord, ...]:
        """Return the games; ValidationError where a line isn't one."""
        outlines = _outlines().validate_json(b"[" + b",".join(self.lines) + b"]")
        found: list[GameRecord] = []
        for outline, line in zip(outlines, self.lines, strict=True):
            outcome = tuple((side.group, side.won) for side in outline.sides)
            fields = vars(outline)
            del fields["sides"]
            found.append(GameRecord.kept(fields, outcome, _Reader(line)))
        return tuple(found)


class Joined:
    """The games of the long campaign that was written last, as they stand at the beginning of its
    document: what comes next has the same, and mostly one more. Threads may share it."""

    def __init__(self) -> None:
        self._last: tuple[tuple[GameRecord, ...], bytes] = ((), b"")

    def of(self, games: tuple[GameRecord, ...], written: Callable[[GameRecord], bytes]) -> bytes:
        """Return the beginning of a document with games, each as it is written."""
        before, known = self._last
        if before is games:
            return known
        if before and games_begin_with(games, before):
            more = games[len(before) :]
            found = _BETWEEN.join((known, *map(written, more)))
        else:
            found = _BEFORE + _BETWEEN.join(map(written, games))
        if len(games) >= MANY:
            self._last = games, found
        return found


def joined(games: bytes, rest: bytes) -> bytes:
    """Put a document together of its beginning, with games, and of a campaign without them."""
    return b"".join((games, _BEHIND, memoryview(rest)[1:]))


def split(document: bytes) -> Split | None:
    """Take a document apart; None for one with few games, or of the time before they had lines."""
    if not document.startswith(_BEFORE) or document.count(b"\n") < MANY:
        return None
    end = document.rfind(_BEHIND)
    if end < 0:
        return None
    lines = document[len(_BEFORE) : end].split(_BETWEEN)
    return Split(b"{" + document[end + len(_BEHIND) :], lines)


def stored(game: GameRecord) -> bytes | None:
    """Return the line of a game that was read from a long document; None for any other."""
    read = game.__dict__.get("_read")
    return read.line if isinstance(read, _Reader) else None


def read_all(games: Iterable[GameRecord]) -> None:
    """Read every game; DocumentError for the first that is damaged."""
    for game in games:
        assert game.sides is not None
