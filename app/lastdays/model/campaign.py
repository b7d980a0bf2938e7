"""A campaign: its groups, its games, how it reads the book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.model.game_record import GameRecord
from lastdays.model.switches import Switches

DiceMode = Literal["roll", "typed", "set"]


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
        for game in self.games:
            if game.id == game_id:
                return game
        raise RuleError(_("That game is no longer recorded."))
