"""Where each group stands after a game, and whose turn comes next: step by step, or group by group."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from lastdays.model.campaign import AftermathOrder

#: So many groups are looked at: a game has four sides at most, a campaign a handful of groups.
STANDS_MOST = 8


class Stand(Struct, frozen=True):
    """Where a group stands after a game. `sequence` is '' where its post-game sequence is not begun;
    `step` is the step it is at, `chapter` that step in words, `at` its place in the book's order;
    `question` is what is asked next, `about` the name of the member it is about. `stuck`: it can't
    go on."""

    group: str
    name: str
    game: str
    number: int
    state: Literal["new", "begun", "finished"]
    sequence: str = ""
    step: str = ""
    chapter: str = ""
    at: int = 0
    question: str = ""
    about: str = ""
    stuck: bool = False

    @property
    def open(self) -> bool:
        """Return whether something is still to be done."""
        return self.state != "finished"


def after_same_game(stands: Iterable[Stand], group: str) -> tuple[Stand, ...]:
    """Return where the groups of one game stand, that of `group` among them."""
    listed = tuple(stands)
    game = next((s.game for s in listed if s.group == group), "")
    return tuple(s for s in listed if s.game == game)


def whose_turn(stands: Iterable[Stand], group: str, order: AftermathOrder) -> Stand | None:
    """Return which other group comes next after `group` has come as far as it has; None where
    `group` itself goes on, or nobody has anything left to do.

    Group by group, the next one follows once a group has finished. Step by step, no group goes on
    to a step while another is at an earlier one; among those the order of the campaign counts.
    """
    game = after_same_game(stands, group)
    mine = next((s for s in game if s.group == group), None)
    others = [s for s in game if s.group != group and s.open]
    if mine is None or not others:
        return None
    if order == "group":
        if mine.open:
            return None
        return next((s for s in others if s.state == "begun"), others[0])
    first = min(others, key=lambda s: s.at)
    return first if not mine.open or first.at < mine.at else None
