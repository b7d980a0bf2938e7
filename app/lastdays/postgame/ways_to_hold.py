"""How well a group holds its Refuge for every way to spend its members (p. 82, p. 94–95).

Nothing is worked out here: each way is judged by the odds of the Zombie Attack's own procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from lastdays.model.group import BuiltPerk, Group
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.job_assignment import jobs_of, watch_towers, workers
from lastdays.postgame.zombie_attack import (
    NOBODY,
    Defence,
    Watchers,
    attack_stake,
    defence,
    guard_value,
)
from lastdays.procedure.odds import chances

#: Says whether somebody still wants to know.
Wanted = Callable[[], bool]


def always() -> bool:
    """Want to know it in any case."""
    return True


class Watch(Struct, frozen=True):
    """Who is on Guard and who in which Watch Tower, and the chance to hold with them."""

    guards: tuple[str, ...]
    watchers: Watchers
    holds: Fraction


class Hold(Struct, frozen=True):
    """What so many on Guard and in Watch Towers come to: at best and at worst, whoever of the
    members it is."""

    best: Watch
    worst: Watch


#: By the number on Guard and that of the Watch Towers that are manned.
Ways = Mapping[tuple[int, int], Hold]


class Judge(Struct):
    """The chance to hold a Refuge, worked out once for all that come to the same."""

    group: Group
    context: PostGameContext
    _known: dict[tuple[int, tuple[tuple[int, int], ...]], Fraction | None] = {}

    def holds(self, guards: tuple[str, ...], watchers: Watchers = NOBODY) -> Fraction | None:
        """Return the chance to hold with these on Guard and in Watch Towers, None where it can't
        be told."""
        against = defence(self.group, self.context, guards, watchers)
        alike = against.modifier, tuple(tower.worth for tower in against.towers)
        if alike not in self._known:
            self._known[alike] = chance_to_hold(against, self.context)
        return self._known[alike]


def chance_to_hold(against: Defence, context: PostGameContext) -> Fraction | None:
    """Return the chance that a defence holds, the Watch Towers used as well as they can be; None
    where a content pack's are too much to walk."""
    stake = attack_stake(against, context.catalogue)
    found = chances(stake, {}, stake.wishes[0])
    return None if found is None else stake.wishes[0].hope(found.outcomes)


def with_perk(group: Group, key: str) -> Group:
    """Return the group as it would be with one Perk more, as if it were built already."""
    built = (*group.refuge.built, BuiltPerk(f"if-{key}", key))
    return replace(group, refuge=replace(group.refuge, built=built))


def without_perk(group: Group, perk_id: str) -> Group:
    """Return the group as it would be with something built torn down."""
    built = tuple(p for p in group.refuge.built if p.id != perk_id)
    return replace(group, refuge=replace(group.refuge, built=built))


def ways_to_hold(
    group: Group,
    context: PostGameContext,
    free: Sequence[str] | None = None,
    wanted: Wanted = always,
) -> Ways:
    """Return what each number on Guard comes to with each number of Watch Towers manned.

    `free` are the ids of those who can be spent, all who can work where it is None. Every choice
    of members is judged. The ways found so far are returned once nobody wants them any more.
    """
    able = [m for m in workers(group, context) if free is None or m.id in free]
    worth = {m.id: guard_value(m, context.catalogue) for m in able}
    watches: list[Watchers] = [NOBODY]
    for tower in watch_towers(group, context.catalogue).values():
        climb = [m.id for m in able if "work" in jobs_of(m, group, context)]
        watches += [{**w, m: tower} for w in watches for m in climb if m not in w]
    judge = Judge(group, context)
    found: dict[tuple[int, int], Hold] = {}
    for watchers in watches:
        for guards in _picks({m: n for m, n in worth.items() if m not in watchers}):
            if not wanted():
                return found
            holds = judge.holds(guards, watchers)
            if holds is None:
                continue
            way = Watch(guards, watchers, holds)
            key = len(guards), len(watchers)
            known = found.get(key)
            if known is None:
                found[key] = Hold(way, way)
            elif way.holds > known.best.holds:
                found[key] = replace(known, best=way)
            elif way.holds < known.worst.holds:
                found[key] = replace(known, worst=way)
    return found


def _picks(worth: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Return choices of members, one for each number of them and each sum of what they are worth:
    all others come to the same as one of these."""
    picks: dict[tuple[int, int], tuple[str, ...]] = {(0, 0): ()}
    for member, value in worth.items():
        for (count, total), chosen in list(picks.items()):
            picks.setdefault((count + 1, total + value), (*chosen, member))
    return list(picks.values())
