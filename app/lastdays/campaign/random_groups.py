"""A random group that obeys the book: Leader, Refuge, members and gear within the points (p. 16–31)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TypeVar

from msgspec.structs import replace

from lastdays.campaign.groups import RandomNames, member_name
from lastdays.campaign.workspace import Actions, Workspace
from lastdays.errors import RuleError
from lastdays.model.carrying import Violation
from lastdays.model.group import Group, RefugeState
from lastdays.model.limits import usable_weapons, why_not
from lastdays.model.recruiting import (
    Recruit,
    RecruitWithTraits,
    cost_of,
    keyword_violations,
    make_member,
    purchase_violations,
    violations,
)
from lastdays.model.switches import Switches
from lastdays.procedure.dice import RandomSource
from lastdays.rulebook import FIREARM_CLASSES, Catalogue, CharacterType
from lastdays.rulebook.entries import Equipment, Firearm, Gear, open_skill_types
from lastdays.values import Value

T = TypeVar("T")
#: A drawn group has so many members, the Leader counted, as far as points and Refuge allow.
LEAST = 4
MOST = 12
#: How often a group is drawn anew until it obeys the book.
ATTEMPTS = 6
#: One in so many times the points left aren't spent on more gear.
SAVES = 10


class RandomGroup(Value):
    """A group as it is drawn: its Refuge, and who is in it, the Leader first."""

    refuge: str
    recruits: tuple[Recruit, ...]

    def founded(self, points: int, catalogue: Catalogue) -> Group:
        """Return it as a group being created, with what is left of the points. A member's id is its
        place."""
        members = []
        points_spent = 0
        for place, recruit in enumerate(self.recruits):
            members.append(make_member(recruit, catalogue, str(place)))
            points_spent += cost_of(recruit, catalogue)
        return Group(
            "new",
            "",
            RefugeState(self.refuge),
            members=tuple(members),
            leader=members[0].id,
            points=points - points_spent,
            founding=True,
        )


class Kept(Value):
    """What stays of a group as the rest is drawn anew: a Leader, or only their type, the key of a
    Refuge or ON_THE_ROAD, members."""

    leader: Recruit | None = None
    leader_type: str = ""
    refuge: str | None = None
    members: tuple[Recruit, ...] = ()


class RandomGroups(Actions):
    """Random groups for the campaign that is open, by its packs and house rules."""

    def __init__(
        self, workspace: Workspace, source: RandomSource, campaign: Callable[[], str]
    ) -> None:
        """Draw them; `campaign` returns the id of the campaign that is open."""
        super().__init__(workspace)
        self._source = source
        self._campaign = campaign
        self._names = RandomNames(workspace, source, campaign)

    def draw(self, kept: Kept, points: int) -> RandomGroup:
        """Return a group for some points with what is kept, each other member under a name that is new
        in the campaign and with the traits of its tables; RuleError where none obeys the book."""
        switches = self.workspace.campaign(self._campaign()).campaign.switches
        random_group = draw_group(kept, points, self.catalogue, switches, self._source)
        return replace(random_group, recruits=self._introduced(random_group.recruits))

    def _introduced(self, recruits: Sequence[Recruit]) -> tuple[Recruit, ...]:
        """Return recruits, with name and traits for those who have no name."""
        names_taken = set(self._names.in_campaign())
        names_taken.update(recruit.name for recruit in recruits)
        introduced = []
        for recruit in recruits:
            if not recruit.name:
                kind = self.catalogue.character(recruit.type)
                name = member_name(self._source, names_taken, kind)
                names_taken.add(name)
                recruit = RecruitWithTraits(
                    recruit.type,
                    name,
                    recruit.skill_types,
                    recruit.gunsmith,
                    recruit.gear,
                    self._traits(),
                )
            introduced.append(recruit)
        return tuple(introduced)

    def _traits(self) -> dict[str, str]:
        """Return a text for each trait of the campaign's own that has a table."""
        own = self.catalogue.own
        texts = {}
        for trait in own.traits:
            table = own.table(trait.table)
            if table is not None:
                texts[trait.key] = self._names.row(table).text
        return texts


def draw_group(
    kept: Kept, points: int, catalogue: Catalogue, switches: Switches, source: RandomSource
) -> RandomGroup:
    """Return a random group for some points that obeys the book and has what is kept; RuleError where
    none is found."""
    for _attempt in range(ATTEMPTS):
        random_group = _Drawing(points, catalogue, switches, source).drawn(kept)
        if random_group is not None:
            return random_group
    raise RuleError(
        "{points} points make no group of the book with what is kept. Keep less, or give it more points.",
        points=points,
    )


class _Drawing:
    """One attempt to draw a group."""

    def __init__(
        self, points: int, catalogue: Catalogue, switches: Switches, source: RandomSource
    ) -> None:
        self.points = points
        self.catalogue = catalogue
        self.switches = switches
        self.source = source

    def drawn(self, kept: Kept) -> RandomGroup | None:
        """Return a group with what is kept, None if this one breaks a rule."""
        refuge = kept.refuge
        if refuge is None:
            refuge = self._any_of(tuple(self.catalogue.refuges))
        leader = kept.leader or self._leader(refuge, kept.leader_type)
        if leader is None:
            return None
        group = RandomGroup(refuge, (leader, *kept.members))
        group = self._with_members(group)
        group = self._with_more_gear(group, kept)
        return group if self._is_legal(group) else None

    def _any_of(self, options: Sequence[T]) -> T:
        return options[self.source.randint(0, len(options) - 1)]

    def _shuffled(self, options: Sequence[T]) -> list[T]:
        remaining = list(options)
        shuffled = []
        while remaining:
            place = self.source.randint(0, len(remaining) - 1)
            shuffled.append(remaining.pop(place))
        return shuffled

    # Who is in it

    def _leader(self, refuge: str, leader_type: str) -> Recruit | None:
        """Return a Leader with a weapon, of a wanted type or of any for '', None if there are no points
        for one."""
        empty = Group("new", "", RefugeState(refuge), points=self.points, founding=True)
        kinds = [kind for kind in self.catalogue.leaders() if leader_type in ("", kind.key)]
        for kind in self._shuffled(kinds):
            recruit = self._recruit(kind, empty)
            if recruit is not None:
                return recruit
        return None

    def _with_members(self, group: RandomGroup) -> RandomGroup:
        """Return the group with members drawn one after the other, until it has as many as wanted or
        nobody else may join."""
        size_wanted = self.source.randint(LEAST, MOST)
        while len(group.recruits) < size_wanted or self._breaks_keywords(group):
            joined = self._with_one_more(group)
            if joined is None:
                break
            group = joined
        return group

    def _with_one_more(self, group: RandomGroup) -> RandomGroup | None:
        """Return the group with one more member, None if nobody else may join."""
        founded = group.founded(self.points, self.catalogue)
        kinds = self._shuffled(self.catalogue.followers())
        if self._breaks_keywords(group):  # many are needed: the cheapest first
            kinds.sort(key=attrgetter("cost"))
        for kind in kinds:
            recruit = self._recruit(kind, founded)
            if recruit is not None and self._may_join(recruit, founded):
                return replace(group, recruits=(*group.recruits, recruit))
        return None

    def _may_join(self, recruit: Recruit, group: Group) -> bool:
        """Return whether nothing speaks against a recruit. While those who are kept break the Keyword
        limits, more members of the Leader's Keyword make it better."""
        against = purchase_violations(group, recruit, self.catalogue, self.switches)
        leader = group.leading
        if leader is not None and self.catalogue.character(recruit.type).keyword == leader.keyword:
            against = [violation for violation in against if not _is_share(violation)]
        return not against

    def _breaks_keywords(self, group: RandomGroup) -> bool:
        founded = group.founded(self.points, self.catalogue)
        leader = founded.members[0]
        broken = keyword_violations(founded.roster, leader, self.catalogue, self.switches)
        return any(_is_share(violation) for violation in broken)

    def _recruit(self, kind: CharacterType, group: Group) -> Recruit | None:
        """Return someone of a type with all they come with: skill types, a class for Gunsmith and a
        weapon; None if there are no points for one."""
        open_types = self._shuffled(open_skill_types(kind))
        unarmed = Recruit(kind.key, skill_types=tuple(open_types[: kind.choose_skill_types]))
        points = group.points - kind.cost
        if kind.animal:
            return unarmed if points >= 0 else None
        weapons = usable_weapons(group, unarmed, points, self.catalogue)
        if not weapons:
            return None
        modest = [weapon for weapon in weapons if (weapon.cost or 0) <= kind.cost]
        weapon = self._any_of(modest or weapons)
        armed = replace(unarmed, gear=(weapon.key,))
        if not self.catalogue.chooses_class(kind.rules):
            return armed
        if isinstance(weapon, Firearm):
            return replace(armed, gunsmith=weapon.firearm_class)
        return replace(armed, gunsmith=self._any_of(FIREARM_CLASSES))

    # What they carry

    def _with_more_gear(self, group: RandomGroup, kept: Kept) -> RandomGroup:
        """Return the group with more gear for points that are left, but none for who is kept."""
        kept_recruits = (kept.leader, *kept.members)
        buyers = []
        for place, recruit in enumerate(group.recruits):
            if recruit not in kept_recruits:
                buyers.append(place)
        while buyers and self.source.randint(1, SAVES) > 1:
            buyer = self._any_of(buyers)
            gear = self._affordable(group, buyer)
            if gear:
                group = _with_gear(group, buyer, self._any_of(gear))
            else:
                buyers.remove(buyer)
        return group

    def _affordable(self, group: RandomGroup, buyer: int) -> list[Gear]:
        """Return the gear that a member can still buy and doesn't have, but for what is attached to a
        weapon or changes one."""
        recruit = group.recruits[buyer]
        founded = group.founded(self.points, self.catalogue)
        group_of_others = founded.without_member(str(buyer))
        affordable = []
        for gear in self.catalogue.for_sale():
            if gear.key in recruit.gear:
                continue
            if isinstance(gear, Equipment) and (gear.mounts or gear.converts):
                continue
            if not why_not(group_of_others, recruit, gear.key, founded.points, self.catalogue):
                affordable.append(gear)
        return affordable

    # Whether it obeys the book

    def _is_legal(self, group: RandomGroup) -> bool:
        """Return whether the group breaks no rule, nor anybody's recruiting beside the others."""
        founded = group.founded(self.points, self.catalogue)
        if violations(founded, self.catalogue, self.switches):
            return False
        for place in range(len(group.recruits)):
            if recruited_against(group, place, self.points, self.catalogue, self.switches):
                return False
        return True


def recruited_against(
    group: RandomGroup, place: int, points: int, catalogue: Catalogue, switches: Switches
) -> list[Violation]:
    """Return the rules against recruiting the member at a place beside all others."""
    recruit = group.recruits[place]
    founded = group.founded(points, catalogue)
    group_of_others = founded.without_member(str(place))
    group_of_others = replace(group_of_others, points=founded.points + cost_of(recruit, catalogue))
    return purchase_violations(group_of_others, recruit, catalogue, switches)


def _with_gear(group: RandomGroup, buyer: int, gear: Gear) -> RandomGroup:
    recruits = list(group.recruits)
    recruits[buyer] = replace(recruits[buyer], gear=(*recruits[buyer].gear, gear.key))
    return replace(group, recruits=tuple(recruits))


def _is_share(violation: Violation) -> bool:
    """Return whether too large a part of a group has a Keyword."""
    return violation.key in ("neutral-limit", "other-keyword-limit")
