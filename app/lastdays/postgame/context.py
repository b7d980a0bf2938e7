"""The kinds of ask in their order, and the context that all procedures of a post-game sequence
share: rulebook, switches, game (p. 83)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from lastdays.desktop import paths
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group, Item, Member, derived_id
from lastdays.model.profile import item_name
from lastdays.model.switches import Switches
from lastdays.procedure.asks import Option
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import Moment
from lastdays.values import Value

#: The suffix of the kind of ask of a repeated roll; '#' stands for its number.
AGAIN = "/try-#"
#: The kinds of ask of each step, in the order of the sequence (p. 83–97).
ASKED: dict[str, tuple[str, ...]] = {
    step: tuple(f"{step}/{kind}" for kind in kinds)
    for step, kinds in paths.toml("asks.toml").items()
}


def kinds_of_asks(where: str, *ends: str, again: bool | None = False) -> tuple[str, ...]:
    """Return the kinds of ask that begin with `where` and end with one of `ends`, in the order of
    the sequence; KeyError for one that is never asked. `again`: those of repeated rolls instead of
    first ones, None for both."""
    wanted = {f"{where}/{end}" for end in ends}
    kinds = []
    for step in ASKED.values():
        kinds += [kind for kind in step if kind.replace(AGAIN, "") in wanted]
    unknown = wanted - {kind.replace(AGAIN, "") for kind in kinds}
    if unknown:
        raise KeyError(*unknown)
    if again is None:
        return tuple(kinds)
    return tuple(kind for kind in kinds if (AGAIN in kind) == again)


STEPS = tuple(ASKED)
#: The steps about the Refuge, which a group on the road doesn't play.
AT_HOME = ("attack", "refuge")
#: The steps in which players' own rules come.
OWN_STEPS: tuple[Moment, ...] = ("upkeep", "after")


def steps_under(catalogue: Catalogue, *, on_the_road: bool = False) -> tuple[str, ...]:
    """Return the steps of a sequence under a rulebook, in their order: those of players only if it has
    any, those about the Refuge only for a group that has one."""
    without: set[str] = {moment for moment in OWN_STEPS if not catalogue.own.steps_at(moment)}
    if on_the_road:
        without.update(AT_HOME)
    return tuple(step for step in STEPS if step not in without)


def steps_of(group: Group, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the steps of a group's sequence, in their order."""
    return steps_under(catalogue, on_the_road=group.on_the_road)


class PostGameContext(Value, dict=True):
    """The rulebook, switches and game of a sequence, constant while it runs, and the values of the
    campaign's counters as it began."""

    catalogue: Catalogue
    switches: Switches
    game: GameRecord
    group_id: str
    counters: Mapping[str, int] = {}

    @cached_property
    def side(self) -> Side:
        """Return the side the group played."""
        side = self.game.side_of(self.group_id)
        assert side is not None, "a sequence is only started for a group that played"
        return side

    def captors(self, member_id: str) -> tuple[Side, ...]:
        """Return the sides that may hold a captured member: the one whose model took them Out of Action
        if it is known, else every rival (p. 84, ruling 17)."""
        rivals = self.game.rivals_of(self.group_id)
        appearance = self.side.appearance(member_id)
        if appearance is None or not appearance.out_by:
            return rivals
        sides = [side for side in rivals if side.appearance(appearance.out_by) is not None]
        return tuple(sides) or rivals

    @property
    def has_rival(self) -> bool:
        """Return whether there was a rival group that could take captives (ruling 17)."""
        return bool(self.game.rivals_of(self.group_id))

    def fell(self, member: Member) -> bool:
        """Return whether a member ended the game Out of Action."""
        return member.id in self._fallen

    @cached_property
    def _fallen(self) -> frozenset[str]:
        """Return the ids of the members who ended the game Out of Action."""
        members = [appearance.member for appearance in self.side.appearances]
        return frozenset(member for member in members if self.side.is_out(member))

    def name_of(self, item: Item) -> str:
        """Return an item's name with its attachments."""
        return item_name(item, self.catalogue)

    def new_id(self, *place: object) -> str:
        """Return an id for something new in the group, derived from its place in the sequence so that a
        replay makes the same one."""
        return derived_id(self.game.id, self.group_id, *place)


def tried(attempt: int) -> str:
    """Return the suffix of the key for an attempt at a roll; attempts count from 1."""
    return "" if attempt == 1 else f"/try-{attempt}"


def option_of(member: Member, detail: str = "", told: str = "") -> Option:
    """Return the option to choose a member."""
    return Option(member.id, member.name, detail, told=told, entry=member.type)


def standing(group: Group, context: PostGameContext) -> tuple[Member, ...]:
    """Return the active members who did not end the game Out of Action (p. 94)."""
    return tuple(member for member in group.active if not context.fell(member))
