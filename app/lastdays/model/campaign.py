"""A campaign: its groups, its games, how it reads the book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.model.game_record import GameRecord
from lastdays.model.switches import Switches

DiceMode = Literal["roll", "typed", "set"]


class Played(NamedTuple):
    """A game that a group took part in, by its id and number, and how it ended for the group."""

    game: str
    number: int
    result: Literal["won", "lost", "drawn"]


@dataclass(frozen=True)
class Campaign:
    """A campaign's own document. `groups` are ids in the order they are shown; a group that is
    not listed is deleted. `dice` is how rolls are answered unless a roll is answered otherwise."""

    id: str
    name: str
    groups: tuple[str, ...] = ()
    games: tuple[GameRecord, ...] = ()
    switches: Switches = Switches()
    dice: DiceMode = "roll"
    notes: str = ""
    deleted: bool = False

    def game(self, game_id: str) -> GameRecord:
        """Return a recorded game; RuleError where there is none."""
        game = self.games_by_id.get(game_id)
        if game is None:
            raise RuleError(_("That game is no longer recorded."))
        return game

    @cached_property
    def games_by_id(self) -> Mapping[str, GameRecord]:
        """Return the recorded games by their ids."""
        return {game.id: game for game in reversed(self.games)}

    @cached_property
    def played(self) -> Mapping[str, tuple[Played, ...]]:
        """Return the games of each group, in the order they are recorded."""
        found: dict[str, list[Played]] = {}
        for game in self.games:
            drawn = not any(side.won for side in game.sides)
            here: set[str] = set()
            for side in game.sides:
                if side.group in here:
                    continue
                here.add(side.group)
                result: Literal["won", "lost", "drawn"] = (
                    "won" if side.won else "drawn" if drawn else "lost"
                )
                found.setdefault(side.group, []).append(Played(game.id, game.number, result))
        return {group: tuple(games) for group, games in found.items()}
