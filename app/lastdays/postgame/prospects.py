"""The chances shown beside decisions that aren't rolls: who stands Guard, what to build, what a
Supply Token yields, which results of a Level are within reach. All come from walking the procedures
that roll, none from formulas (p. 80–82)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from lastdays.model.group import BuiltPerk, Group, Member
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.experience import LevelPurchase
from lastdays.postgame.jobs import (
    BuildChoice,
    build_cost,
    harvest,
    jobs_of,
    posts,
    watch_towers,
    workers,
)
from lastdays.postgame.supplies import TokenContents, TokenRoll
from lastdays.postgame.zombie_attack import (
    NOBODY,
    Defence,
    Watchers,
    attack_stake,
    defence,
    guard_value,
)
from lastdays.procedure.asks import TWO_DICE, Again, Procedure, Stake, Wish
from lastdays.procedure.odds import PATIENT_PLACES, Odds, chances, walk
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Perk
from lastdays.values import Value

#: Chances or averages by number: of points, of the row, or of games.
ByNumber = Mapping[int, Fraction]
#: Returns whether the result is still needed.
Wanted = Callable[[], bool]


def always() -> bool:
    """Return true: the result is needed in any case."""
    return True


class Watch(Value):
    """Who is on Guard and in which Watch Tower, and the chance that the Refuge holds with them."""

    guards: tuple[str, ...]
    watchers: Watchers
    holds: Fraction


class Hold(Value):
    """The best and the worst choice of members, for some numbers of them on Guard and in Watch
    Towers."""

    best: Watch
    worst: Watch


#: The choices by the number of members on Guard and of manned Watch Towers.
Ways = Mapping[tuple[int, int], Hold]


class Judge(Struct):
    """The chance of holding a Refuge, worked out once for all equivalent defences."""

    group: Group
    context: PostGameContext
    _known: dict[tuple[int, tuple[tuple[int, int], ...]], Fraction | None] = {}

    def holds(self, guards: tuple[str, ...], watchers: Watchers = NOBODY) -> Fraction | None:
        """Return the chance of holding with these members on Guard and in Watch Towers, None if it
        can't be worked out."""
        against = defence(self.group, self.context, guards, watchers)
        alike = against.modifier, tuple(tower.worth for tower in against.towers)
        if alike not in self._known:
            self._known[alike] = chance_to_hold(against, self.context)
        return self._known[alike]


def chance_to_hold(against: Defence, context: PostGameContext) -> Fraction | None:
    """Return the chance that a defence holds with the best use of its Watch Towers; None if a
    content pack makes it too much to walk."""
    stake = attack_stake(against, context.catalogue)
    found = chances(stake, {}, stake.wishes[0])
    return None if found is None else stake.wishes[0].hope(found.outcomes)


def with_perk(group: Group, key: str) -> Group:
    """Return the group with one more Perk."""
    built = (*group.refuge.built, BuiltPerk(f"if-{key}", key))
    return replace(group, refuge=replace(group.refuge, built=built))


def without_perk(group: Group, perk_id: str) -> Group:
    """Return the group without a built Perk."""
    built = tuple(p for p in group.refuge.built if p.id != perk_id)
    return replace(group, refuge=replace(group.refuge, built=built))


def ways_to_hold(
    group: Group,
    context: PostGameContext,
    free: Sequence[str] | None = None,
    wanted: Wanted = always,
) -> Ways:
    """Return the best and the worst chance for each number of members on Guard and of manned Watch
    Towers, over every choice of members. `free` are the ids of the available members, None for all
    who can work. The result is incomplete if it stops being `wanted`."""
    able = [m for m in workers(group, context) if free is None or m.id in free]
    worth = {m.id: guard_value(m, context.catalogue) for m in able}
    watches = [NOBODY]
    for tower in watch_towers(group, context.catalogue).values():
        climb = [m.id for m in _perk_workers(group, context) if m in able]
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
    """Return one choice of members for each number of them and each sum of their worth."""
    picks: dict[tuple[int, int], tuple[str, ...]] = {(0, 0): ()}
    for member, value in worth.items():
        for (count, total), chosen in list(picks.items()):
            picks.setdefault((count + 1, total + value), (*chosen, member))
    return list(picks.values())


#: How many games ahead the earnings of a Perk are worked out.
GAMES = 10
NOTHING = "nothing"


class Yields(Value):
    """What a Supply Token yields by row: average points, and the chance of the wish; empty if that is
    too much to walk."""

    points: ByNumber
    hopes: ByNumber


class TokenOdds(Struct):
    """What a Supply Token yields by row, for any wish."""

    ask: TokenRoll
    catalogue: Catalogue
    rows: dict[int, Odds] = {}

    def yields(self, wish: Wish, wanted: Wanted = always) -> Yields:
        """Return what each row yields at best: the average points, and the chance of the gear
        wished for."""
        stake = Stake(self.ask.contents, _named)
        for row in range(TWO_DICE.least, TWO_DICE.most + 1):
            if row in self.rows:
                continue
            odds = walk(stake, {self.ask.row: row}, PATIENT_PLACES) if wanted() else None
            if odds is None:
                return Yields({}, {})
            self.rows[row] = odds
        points, gear = {}, {}
        for cells in self.catalogue.supply_rows.values():
            for cell in cells:
                keys = tuple(found.key for found in cell.found)
                for n in range(cell.points.least, cell.points.most + 1):
                    name = _named(TokenContents(n, keys))
                    points[name], gear[name] = n, wish.worth.get(_gear(keys), 0)
        return Yields(
            self._hopes(Wish("points", "", points)), self._hopes(Wish(f"gear/{wish.key}", "", gear))
        )

    def _hopes(self, wish: Wish) -> ByNumber:
        return {row: wish.hope(odds.chances(wish).outcomes) for row, odds in self.rows.items()}


def _gear(keys: tuple[str, ...]) -> str:
    return "+".join(keys) or NOTHING


def _named(contents: TokenContents) -> str:
    return f"{contents.points}:{_gear(contents.gear)}"


class Harvest(Value):
    """What working a Perk earns in a night: average points, and the chance of each number."""

    average: Fraction
    points: ByNumber


def harvested(member: Member, perk: Perk, catalogue: Catalogue) -> Harvest:
    """Return what a member earns in a night with a Perk that gives points, including its Test."""
    stake = Stake(lambda: harvest("night", member, perk, catalogue), lambda n: str(n or 0))
    odds = walk(stake, {})
    assert odds is not None, "a Test and a roll are never too much to walk"
    outcomes = odds.chances(Wish("points", "", {})).outcomes
    points = {int(key): chance for key, chance in outcomes.items()}
    return Harvest(sum((n * c for n, c in points.items()), Fraction(0)), points)


def paid_back(member: Member, perk: Perk, cost: int, catalogue: Catalogue) -> ByNumber:
    """Return the chance that a Perk has earned its cost after each number of games, up to the game
    that makes it certain or the last one considered; empty if that is too much to walk."""
    stake = Stake(lambda: _earning(member, perk, cost, GAMES, catalogue), str)
    odds = walk(stake, {}, PATIENT_PLACES)
    if odds is None:
        return {}
    outcomes = odds.chances(Wish("paid", "", {})).outcomes
    earned = Fraction(0)
    found = {}
    for game in range(1, GAMES + 1):
        earned += outcomes.get(str(game), Fraction(0))
        found[game] = earned
        if earned == 1:
            break
    return found


def _earning(
    member: Member,
    perk: Perk,
    cost: int,
    games: int,
    catalogue: Catalogue,
    played: int = 0,
    earned: int = 0,
) -> Procedure[int]:
    """Work a Perk game after game until it has earned its cost; return the number of games, or `games`
    + 1 if it hasn't."""

    def begun(played: int, earned: int, _left: int) -> Procedure[int]:
        return _earning(member, perk, cost, games, catalogue, played, earned)

    while earned < cost and played < games:
        yield Again((played, earned), afresh=partial(begun, played, earned))
        earned += (yield from harvest(f"game-{played}", member, perk, catalogue)) or 0
        played += 1
    return played if earned >= cost else games + 1


class Earning(Value):
    """What a Perk would earn: the member who earns most with it and how much in a night, its cost, and
    the chance that it has earned that after each number of games."""

    worker: str
    harvest: Harvest
    cost: int
    paid: ByNumber


class BuildChances(Value):
    """By option: the chance of holding the Refuge tonight, and the best watch with a new Watch Tower;
    the earnings of each Perk with points."""

    tonight: Mapping[str, Fraction]
    towers: Mapping[str, Watch]
    earnings: Mapping[str, Earning]


def build_chances(
    ask: BuildChoice, context: PostGameContext, wanted: Wanted = always
) -> BuildChances:
    """Return the chances after each option of a Build, with the Jobs as assigned."""
    group, catalogue = ask.group, context.catalogue
    tonight = {}
    earnings = {}
    towers = {}
    for option in ask.options:
        if not wanted():
            break
        changed = group
        torn = ask.torn_down(option.key)
        if torn is not None:
            changed = without_perk(group, torn.id)
        elif option.entry:
            changed = with_perk(group, option.entry)
            earning = _earning_built(ask, option.entry, context)
            if earning is not None:
                earnings[option.entry] = earning
            perk = catalogue.perks[option.entry]
            best = _best_watch(changed, perk, context, ask.guards, ask.watchers, wanted)
            if best is not None:
                towers[option.key] = best
        holds = Judge(changed, context).holds(ask.guards, ask.watchers)
        if holds is not None:
            tonight[option.key] = holds
    return BuildChances(tonight, towers, earnings)


def harvests(group: Group, context: PostGameContext) -> Mapping[str, Mapping[str, Harvest]]:
    """Return what each Perk with points earns in a night, by its key and the worker's id."""
    perks = [context.catalogue.perks[post.key] for post in posts(group, context.catalogue)]
    able = _perk_workers(group, context)
    return {
        perk.key: {m.id: harvested(m, perk, context.catalogue) for m in able}
        for perk in perks
        if perk.points is not None
    }


def _perk_workers(group: Group, context: PostGameContext) -> list[Member]:
    """Return the members who can work a Perk."""
    return [m for m in workers(group, context) if "work" in jobs_of(m, group, context)]


def _earning_built(ask: BuildChoice, key: str, context: PostGameContext) -> Earning | None:
    """Return what a Perk would earn with its best worker; None if it gives no points or nobody can
    work."""
    group, perk = ask.group, context.catalogue.perks[key]
    able = _perk_workers(with_perk(group, key), context)
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
    """Return the best watch with a group's new Watch Tower, manned by someone without a post or, if
    there is nobody else, by one of the Guards. None for any other Perk."""
    if not perk.attack_rerolls:
        return None
    able = [m.id for m in _perk_workers(group, context) if m.id not in watchers]
    free = [member for member in able if member not in guards] or able
    judge = Judge(group, context)
    best = None
    for watcher in free:
        if not wanted():
            return None
        rest = tuple(g for g in guards if g != watcher)
        manned = {**watchers, watcher: perk.key}
        holds = judge.holds(rest, manned)
        if holds is not None and (best is None or holds > best.holds):
            best = Watch(rest, manned, holds)
    return best


class Reach(Value):
    """The chances of a result of a Level: its best table, and the chance with no extra Experience,
    with one, with two, …"""

    key: str
    label: str
    table: str
    chances: tuple[Fraction, ...]


def within_reach(purchase: LevelPurchase, wanted: Wanted = always) -> tuple[Reach, ...]:
    """Return each result of a Level with its chance for every amount of extra Experience, on its best
    table with every die shifted towards it. Empty if that is too much to walk, or no longer
    `wanted`."""
    most = purchase.context.catalogue.number("level_up", "shift_most")
    found: dict[str, list[Fraction]] = {}
    tables: dict[str, str] = {}
    for extra in range(most + 1):
        stake = replace(purchase, left=extra).stake
        odds = walk(stake, {}, PATIENT_PLACES) if wanted() else None
        if odds is None:
            return ()
        for wish in stake.wishes:
            if not wanted():
                return ()
            hopes = odds.chances(wish).hopes
            table = max(hopes, key=lambda key: hopes[key])
            found.setdefault(wish.key, []).append(hopes[table])
            tables.setdefault(wish.key, table)
    labels = purchase.stake.labels
    return tuple(Reach(key, labels[key], tables[key], tuple(hopes)) for key, hopes in found.items())
