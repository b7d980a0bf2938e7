"""The games within a campaign's document, each on a line of its own: those of a long campaign are
found without being read, and each is read when it is looked at.

What a document's bytes were sealed with has been compared before they come here (`store/sums`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from lastdays.campaign.bodies import adapter, value_of
from lastdays.decoding import UNLIKE
from lastdays.errors import DocumentError
from lastdays.language import _
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.games_listed import games_begin_with
from lastdays.values import dataclass

#: A document with fewer games than this is read whole.
MANY = 200
#: What stands before, between and behind the games. JSON has no line break within a string, and
#: none is written elsewhere in a document.
_BEFORE, _BETWEEN, _BEHIND = b'{"games":[\n', b",\n", b"\n],"
#: So many games are sooner read without pydantic than pydantic is, where it isn't yet.
SOONER = 12_000
#: Of what type the fields are that are read of every game.
_TYPES = (str, int, str, str, str)


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
    sides: tuple[_SideOutline, ...]
    notes: str = ""
    recorded: str = ""


class _Read(NamedTuple):
    """What is read of every game: its fields but the sides, the group of each side and whether it
    won, and how many zombies each group killed where that is at hand."""

    fields: dict[str, Any]
    outcome: tuple[tuple[str, bool], ...]
    killed: dict[str, int] | None = None


def _outlines(lines: list[bytes]) -> list[_Read]:
    """Return what is read of every game; a ValueError where a line isn't one."""
    if len(lines) <= SOONER and "pydantic" not in sys.modules:
        try:
            return [_outline(json.loads(line.decode())) for line in lines]
        except UNLIKE:
            pass
    found = adapter(tuple[_Outline, ...]).validate_json(b"[" + b",".join(lines) + b"]")
    read: list[_Read] = []
    for outline in found:
        outcome = tuple((side.group, side.won) for side in outline.sides)
        fields = vars(outline)
        del fields["sides"]
        read.append(_Read(fields, outcome))
    return read


def _outline(game: Mapping[str, Any]) -> _Read:
    """Return no more of a game than is read of every one; TypeError or KeyError where it is not as
    one is written."""
    told = {
        "id": game["id"],
        "number": game["number"],
        "encounter": game["encounter"],
        "notes": game.get("notes", ""),
        "recorded": game.get("recorded", ""),
    }
    if tuple(map(type, told.values())) != _TYPES:
        raise TypeError(told)
    killed: dict[str, int] = {}
    outcome: list[tuple[str, bool]] = []
    for side in game["sides"]:
        group, won = side["group"], side.get("won", False)
        counts = [one.get("zombies", 0) for one in side.get("appearances", ())]
        if type(group) is not str or type(won) is not bool or {*map(type, counts)} - {int}:
            raise TypeError(side)
        outcome.append((group, won))
        killed.setdefault(group, sum(counts))
    return _Read(told, tuple(outcome), killed)


class _Reader:
    """Reads the sides of a stored game."""

    __slots__ = ("line",)

    def __init__(self, line: bytes) -> None:
        self.line = line

    def __call__(self) -> tuple[Side, ...]:
        """Return the sides; DocumentError where they are damaged."""
        try:
            return value_of(GameRecord, json.loads(self.line.decode())).sides
        except (ValueError, RecursionError) as error:
            raise DocumentError(_("A campaign's document in the store is damaged.")) from error


def games_of(lines: list[bytes]) -> tuple[GameRecord, ...]:
    """Return the games of a long document, one on each line; a ValueError where one isn't."""
    return tuple(
        GameRecord.kept(read.fields, read.outcome, read.killed, _Reader(line))
        for read, line in zip(_outlines(lines), lines, strict=True)
    )


class Joined:
    """The document of the long campaign that was written or read last, with its games, which stand
    at its beginning: what comes next has the same, and mostly one more or one less. Threads may
    share it."""

    def __init__(self) -> None:
        #: The games, the document, and where they end in it.
        self._last: tuple[tuple[GameRecord, ...], bytes, int] = ((), b"", 0)

    def of(
        self,
        games: tuple[GameRecord, ...],
        written: Callable[[GameRecord], bytes],
        rest: bytes,
    ) -> bytes:
        """Return the document of games, each as it is written, and of a campaign without them; it
        is put together in one go, being megabytes long."""
        before, document, end = self._last
        parts: list[bytes | memoryview]
        if before and (before is games or games_begin_with(games, before)):
            parts = [memoryview(document)[:end]]
            for game in games[len(before) :]:
                parts += (_BETWEEN, written(game))
        else:
            parts = [_BEFORE, _BETWEEN.join(map(written, games))]
        ends = sum(map(len, parts))
        found = b"".join((*parts, _BEHIND, memoryview(rest)[1:]))
        if len(games) >= MANY:
            self._last = games, found, ends
        return found

    def read(self, document: bytes) -> tuple[bytes, tuple[GameRecord, ...]] | None:
        """Return the campaign in a document without its games, and these; None for one that is read
        whole. What stands there as in the last document is not read again. A ValueError where
        something is none."""
        if not document.startswith(_BEFORE) or document.count(b"\n") < MANY:
            return None
        ends = document.rfind(_BEHIND)
        if ends < 0:
            return None
        games = self._known(document, ends)
        if games is None:
            games = games_of(document[len(_BEFORE) : ends].split(_BETWEEN))
            self._last = games, document, ends
        return b"{" + document[ends + len(_BEHIND) :], games

    def _known(self, document: bytes, ends: int) -> tuple[GameRecord, ...] | None:
        """Return the games of a document whose games begin with those of the last one, or are the
        first of them; None for any other."""
        games, last, end = self._last
        shorter, longer = (document, last) if ends < end else (last, document)
        same = min(ends, end)
        if not same or not longer.startswith(memoryview(shorter)[:same]):
            return None
        if ends == end:
            return games
        if longer[same : same + len(_BETWEEN)] != _BETWEEN:
            return None  # the last of the games is another
        if ends < end:
            return games[: document.count(b"\n", 0, ends)]  # a line each, and one before them
        more = document[same + len(_BETWEEN) : ends].split(_BETWEEN)
        return (*games, *games_of(more))


def stored(game: GameRecord) -> bytes | None:
    """Return the line of a game that was read from a long document; None for any other."""
    read = game.__dict__.get("_read")
    return read.line if isinstance(read, _Reader) else None


def read_all(games: Iterable[GameRecord]) -> None:
    """Read every game; DocumentError for the first that is damaged."""
    for game in games:
        assert game.sides is not None
