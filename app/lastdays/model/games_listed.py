"""The games of a campaign by their ids, and by the groups that played them.

What was listed last is gone on from: a campaign of ten thousand games has one more at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_
from typing import Literal, NamedTuple

from lastdays.model.game_record import GameRecord

#: The games of a campaign, and of so many other states of it, are known at once.
KEPT = 4


class Played(NamedTuple):
    """A game that a group took part in, by its id and number, and how it ended for the group."""

    game: str
    number: int
    result: Literal["won", "lost", "drawn"]


class Listing(NamedTuple):
    """Games by their ids, the latest first, and those of each group in the order they are
    recorded. Of games that share an id the first is listed."""

    by_id: Mapping[str, GameRecord]
    played: Mapping[str, tuple[Played, ...]]

    def and_then(self, games: Sequence[GameRecord]) -> Listing:
        """List some more games behind these."""
        by_id = {game.id: game for game in reversed(games)} | dict(self.by_id)
        found: dict[str, list[Played]] = {}
        for game in games:
            drawn = not any(won for _group, won in game.outcome)
            here: set[str] = set()
            for group, won in game.outcome:
                if group in here:
                    continue
                here.add(group)
                result: Literal["won", "lost", "drawn"] = (
                    "won" if won else "drawn" if drawn else "lost"
                )
                found.setdefault(group, []).append(Played(game.id, game.number, result))
        played = dict(self.played)
        for group, more in found.items():
            played[group] = (*played.get(group, ()), *more)
        return Listing(by_id, played)


_LAST: list[tuple[tuple[GameRecord, ...], Listing]] = []


def listing_of(games: tuple[GameRecord, ...]) -> Listing:
    """Return games by id and group; known ones that these begin with are not listed again."""
    known = list(_LAST)
    for before, listing in known:
        if before is games:
            return listing
    base, rest = Listing({}, {}), games
    for before, listing in known:
        if before and games_begin_with(games, before):
            base, rest = listing, games[len(before) :]
            break
    found = base.and_then(rest)
    _LAST[:] = [(games, found), *known][:KEPT]
    return found


def games_begin_with(games: tuple[GameRecord, ...], first: tuple[GameRecord, ...]) -> bool:
    """Tell whether games are some others, the very same values, and what comes after."""
    return len(games) > len(first) and all(map(is_, games, first))
