"""What a Perk that could be built now would change: the coming attack, the next, and the points.

Nothing is worked out here: all of it is the odds of the procedures that roll for it (p. 80–82).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from lastdays.model.group import Group
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.job_assignment import jobs_of, posts, workers
from lastdays.postgame.jobs import BuildChoice, build_cost
from lastdays.postgame.ways_to_hold import (
    Judge,
    Wanted,
    Watch,
    always,
    with_perk,
    without_perk,
)
from lastdays.postgame.yields import Harvest, harvested, paid_back
from lastdays.postgame.zombie_attack import Watchers
from lastdays.rulebook.entries import Perk

TEAR_DOWN = "tear-down/"


class Earning(Struct, frozen=True):
    """What a Perk to be worked would earn: who earns most with it, what in a night, what it costs,
    and the chance that it has earned that after each number of games."""

    worker: str
    harvest: Harvest
    cost: int
    paid: Mapping[int, Fraction]


class BuildChances(Struct, frozen=True):
    """The chance to hold the Refuge tonight with each option, the best watch with each that is a
    Watch Tower once it can be manned, and what each Perk with points would earn."""

    tonight: Mapping[str, Fraction]
    towers: Mapping[str, Watch]
    earnings: Mapping[str, Earning]


def build_chances(
    ask: BuildChoice,
    context: PostGameContext,
    guards: tuple[str, ...],
    watchers: Watchers,
    wanted: Wanted = always,
) -> BuildChances:
    """Return what each option of a Build comes to, the Jobs being as they were given.

    `guards` are the ids of those on Guard.
    """
    group, catalogue = ask.group, context.catalogue
    tonight: dict[str, Fraction] = {}
    earnings: dict[str, Earning] = {}
    towers: dict[str, Watch] = {}
    for option in ask.options:
        if not wanted():
            break
        changed = group
        if option.key.startswith(TEAR_DOWN):
            changed = without_perk(group, option.key.removeprefix(TEAR_DOWN))
        elif option.key in catalogue.perks:
            changed = with_perk(group, option.key)
            earning = _earning(ask, option.key, context)
            if earning is not None:
                earnings[option.key] = earning
            perk = catalogue.perks[option.key]
            best = _best_watch(changed, perk, context, guards, watchers, wanted)
            if best is not None:
                towers[option.key] = best
        holds = Judge(changed, context).holds(guards, watchers)
        if holds is not None:
            tonight[option.key] = holds
    return BuildChances(tonight, towers, earnings)


def harvests(group: Group, context: PostGameContext) -> Mapping[str, Mapping[str, Harvest]]:
    """Return what each Perk with points brings in a night, by who works it: ids of members by the
    key of the Perk."""
    perks = [context.catalogue.perks[post.key] for post in posts(group, context.catalogue)]
    able = [m for m in workers(group, context) if "work" in jobs_of(m, group, context)]
    return {
        perk.key: {m.id: harvested(m, perk, context.catalogue) for m in able}
        for perk in perks
        if perk.points is not None
    }


def _earning(ask: BuildChoice, key: str, context: PostGameContext) -> Earning | None:
    """Return what a Perk would earn with whoever earns most; None for one without points."""
    group, perk = ask.group, context.catalogue.perks[key]
    able = [
        m for m in workers(group, context) if "work" in jobs_of(m, with_perk(group, key), context)
    ]
    if perk.points is None or not able:
        return None
    found = {m.id: harvested(m, perk, context.catalogue) for m in able}
    best = max(able, key=lambda m: found[m.id].average)
    cost = build_cost(group.member(ask.about), key, context.catalogue)
    return Earning(best.id, found[best.id], cost, paid_back(best, perk, cost, context.catalogue))


def _best_watch(
    group: Group,
    perk: Perk,
    context: PostGameContext,
    guards: tuple[str, ...],
    watchers: Watchers,
    wanted: Wanted,
) -> Watch | None:
    """Return the best there is to be had from a Watch Tower that a group has: manned by somebody
    with no post yet or, where nobody else can, by one of the Guards. None for another Perk."""
    if not perk.attack_rerolls:
        return None
    able = [m.id for m in workers(group, context) if "work" in jobs_of(m, group, context)]
    able = [member for member in able if member not in watchers]
    free = [member for member in able if member not in guards] or able
    judge = Judge(group, context)
    best: Watch | None = None
    for watcher in free:
        if not wanted():
            return None
        rest = tuple(g for g in guards if g != watcher)
        manned = {**watchers, watcher: perk.key}
        holds = judge.holds(rest, manned)
        if holds is not None and (best is None or holds > best.holds):
            best = Watch(rest, manned, holds)
    return best
