"""What every procedure of one post-game sequence knows: rulebook, switches, game (p. 83)."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group, Item, Member, derived_id
from lastdays.model.profile import item_name
from lastdays.model.switches import Switches
from lastdays.postgame.asked import ASKED
from lastdays.rulebook import Catalogue

STEPS = tuple(ASKED)


class PostGameContext(Struct, frozen=True, dict=True):
    """The surroundings of a sequence, which do not change while it runs."""

    catalogue: Catalogue
    switches: Switches
    game: GameRecord
    group_id: str

    @cached_property
    def side(self) -> Side:
        """Return the side the group played."""
        side = self.game.side_of(self.group_id)
        assert side is not None, "a sequence is only started for a group that played"
        return side

    def captors(self, member_id: str) -> tuple[Side, ...]:
        """Return who may hold a captured member (p. 84, ruling 17).

        That is the side whose model took them out, where it is known, or else every rival side.
        """
        rivals = self.game.rivals_of(self.group_id)
        mine = self.side.appearance(member_id)
        if mine is not None:
            known = tuple(s for s in rivals if mine.out_by and s.appearance(mine.out_by))
            return known or rivals
        return rivals

    @property
    def has_rival(self) -> bool:
        """Return whether there was a rival group that could take captives (ruling 17)."""
        return bool(self.game.rivals_of(self.group_id))

    def fell(self, member: Member) -> bool:
        """Return whether a member ended the game Out of Action."""
        return member.id in self._fallen

    @cached_property
    def _fallen(self) -> frozenset[str]:
        """The members that ended the game Out of Action."""
        return frozenset(
            one.member for one in self.side.appearances if self.side.is_out(one.member)
        )

    def name_of(self, item: Item) -> str:
        """Return an item's name, with what is attached to it."""
        return item_name(item, self.catalogue)

    def new_id(self, *place: object) -> str:
        """Return the id of what comes into the group at a place of the sequence.

        It follows from the place, so that a replay makes the same one.
        """
        return derived_id(self.game.id, self.group_id, *place)


def step_of(where: str) -> str:
    """Return the step of the sequence in which a key stands: its first part."""
    return where.split("/")[0]


def standing(group: Group, context: PostGameContext) -> tuple[Member, ...]:
    """Return the active members who did not end the game Out of Action (p. 94)."""
    return tuple(m for m in group.active if not context.fell(m))
