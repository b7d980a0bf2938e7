"""The rating: one number for how strong a group is. The book has none; this one is ours.

It is what the group would cost, in Scavenge Points, if it played now: its members in play and what
they carry at the book's prices (p. 17–31), so that a new group has as much as it spent; what is found
only has a price of ours; Levels add to it, lasting injuries take from it.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from lastdays.model.group import Group, Item
from lastdays.rulebook import Catalogue

#: What gear that cannot be bought counts, what a Level adds, and what a lasting injury takes.
PRICELESS, A_LEVEL, AN_INJURY = 5, 3, 3


class Rating(Struct, frozen=True):
    """A group's rating by its parts; `injuries` is what they take, counted as positive."""

    members: int = 0
    gear: int = 0
    levels: int = 0
    injuries: int = 0

    @property
    def total(self) -> int:
        """Return the one number, never below 0."""
        return max(0, self.members + self.gear + self.levels - self.injuries)


def rating_of(group: Group, catalogue: Catalogue) -> Rating:
    """Return the rating of a group: of its members in play, not of captives, stash or Refuge."""
    active = group.active
    return Rating(
        sum(catalogue.character(m.type).cost for m in active),
        sum(_worth(m.gear, catalogue) for m in active),
        A_LEVEL * sum(m.level for m in active),
        AN_INJURY * sum(len(m.injuries) for m in active),
    )


def _worth(gear: Iterable[Item], catalogue: Catalogue) -> int:
    """Return what gear counts, with what is attached to it."""
    worth = 0
    for item in gear:
        cost = catalogue.gear(item.key).cost
        worth += (PRICELESS if cost is None else cost) + _worth(item.attached, catalogue)
    return worth
