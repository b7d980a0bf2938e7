"""What every procedure of one post-game sequence knows: the book, the switches, the game."""

from __future__ import annotations

from dataclasses import dataclass

from lastdays.rulebook import Catalogue
from lastdays.rules.game import Game, Side
from lastdays.rules.group import Group, Item, Member
from lastdays.rules.switches import Switches

STEPS = (
    "encounter",
    "injuries",
    "leader",
    "experience",
    "supplies",
    "gear",
    "jobs",
    "attack",
    "refuge",
)


@dataclass(frozen=True)
class Night:
    """The surroundings of a sequence, which do not change while it runs.

    `rival_group` is the recorded group, and `rival_name` the name, of who can take captives.
    """

    catalogue: Catalogue
    switches: Switches
    game: Game
    group_id: str

    @property
    def side(self) -> Side:
        """The side the group played."""
        side = self.game.side_of(self.group_id)
        assert side is not None, "a sequence is only started for a group that played"
        return side

    @property
    def rival_group(self) -> str:
        """The id of the recorded rival, '' where it is not recorded."""
        rivals = self.game.rivals_of(self.group_id)
        return rivals[0].group if rivals else ""

    @property
    def rival_name(self) -> str:
        """The rival's name, '' in a game against zombies only."""
        rivals = self.game.rivals_of(self.group_id)
        return rivals[0].name if rivals else ""

    @property
    def has_rival(self) -> bool:
        """Whether there was a rival group that could take captives (ruling 17)."""
        return bool(self.game.rivals_of(self.group_id))

    def fell(self, member: Member) -> bool:
        """Whether a member ended the game Out of Action."""
        return self.side.is_out(member.id)

    def name_of(self, item: Item) -> str:
        """An item's name."""
        from lastdays.rules.profile import item_name

        return item_name(item, self.catalogue)


def standing(group: Group, night: Night) -> tuple[Member, ...]:
    """Active members who did not end the game Out of Action."""
    return tuple(m for m in group.active if not night.fell(m))
