"""The chances shown beside decisions that aren't rolls: who stands Guard, what to build, what a
Supply Token yields, which results of a Level are within reach. All come from walking the procedures
that roll, none from formulas (p. 80–82)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from lastdays.procedure.asks import TWO_DICE, Again, Option, Procedure, Stake, Wish
from lastdays.procedure.odds import PATIENT_PLACES, Odds, chances_for_wish, walk
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
        tower_values = tuple(tower.worth for tower in against.towers)
        situation = (against.modifier, tower_values)
        if situation not in self._known:
            self._known[situation] = chance_to_hold(against, self.context)
        return self._known[situation]


def chance_to_hold(against: Defence, context: PostGameContext) -> Fraction | None:
    """Return the chance that a defence holds with the best use of its Watch Towers; None if a
    content pack makes it too much to walk."""
    stake = attack_stake(against, context.catalogue)
    holding = stake.wishes[0]
    result = chances_for_wish(stake, {}, holding)
    if result is None:
        return None
    return holding.hope(result.outcomes)


def with_perk(group: Group, key: str) -> Group:
    """Return the group with one more Perk."""
    built = (*group.refuge.built, BuiltPerk(f"if-{key}", key))
    return replace(group, refuge=replace(group.refuge, built=built))


def without_perk(group: Group, perk_id: str) -> Group:
    """Return the group without a built Perk."""
    built = tuple(perk for perk in group.refuge.built if perk.id != perk_id)
    return replace(group, refuge=replace(group.refuge, built=built))


def ways_to_hold(
    group: Group,
    context: PostGameContext,
    available: Sequence[str] | None = None,
    is_wanted: Wanted = always,
) -> Ways:
    """Return the best and the worst chance for each number of members on Guard and of manned Watch
    Towers, over every choice of members. `available` are the ids of those to choose from, None for all
    who can work. The result is incomplete if `is_wanted` returns False in between."""
    all_available = [
        member for member in workers(group, context) if available is None or member.id in available
    ]
    guard_values = {member.id: guard_value(member, context.catalogue) for member in all_available}
    judge = Judge(group, context)
    holds_by_numbers: dict[tuple[int, int], Hold] = {}
    for watchers in _watches(group, context, all_available):
        on_the_ground = {member: n for member, n in guard_values.items() if member not in watchers}
        for guards in _choices_of_guards(on_the_ground):
            if not is_wanted():
                return holds_by_numbers
            chance = judge.holds(guards, watchers)
            if chance is None:
                continue
            numbers = (len(guards), len(watchers))
            watch = Watch(guards, watchers, chance)
            hold = holds_by_numbers.get(numbers, Hold(best=watch, worst=watch))
            holds_by_numbers[numbers] = _with_watch(hold, watch)
    return holds_by_numbers


def _with_watch(hold: Hold, watch: Watch) -> Hold:
    """Return the best and the worst choice, with another one."""
    if watch.holds > hold.best.holds:
        return replace(hold, best=watch)
    if watch.holds < hold.worst.holds:
        return replace(hold, worst=watch)
    return hold


def _watches(
    group: Group, context: PostGameContext, all_available: Sequence[Member]
) -> list[Watchers]:
    """Return every way to man a group's Watch Towers, or to leave them empty."""
    climbers = [member.id for member in _perk_workers(group, context) if member in all_available]
    watches = [NOBODY]
    for tower in watch_towers(group, context.catalogue).values():
        manned: list[Watchers] = []
        for watchers in watches:
            for climber in climbers:
                if climber not in watchers:
                    manned.append({**watchers, climber: tower})
        watches += manned
    return watches


def _choices_of_guards(guard_values: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Return one choice of members for each number of them and each sum of their worth."""
    picks: dict[tuple[int, int], tuple[str, ...]] = {(0, 0): ()}
    for member, value in guard_values.items():
        for (count, total), guards in list(picks.items()):
            picks.setdefault((count + 1, total + value), (*guards, member))
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

    def yields(self, wish: Wish, is_wanted: Wanted = always) -> Yields:
        """Return what each row yields at best: the average points, and the chance of the gear
        wished for."""
        if not self._has_walked(is_wanted):
            return Yields({}, {})
        points = {}
        gear = {}
        for contents in self._all_contents():
            name = _key_of_contents(contents)
            points[name] = contents.points
            gear[name] = wish.worth.get(_gear(contents.gear), 0)
        return Yields(
            points=self._hopes(Wish("points", "", points)),
            hopes=self._hopes(Wish(f"gear/{wish.key}", "", gear)),
        )

    def _has_walked(self, is_wanted: Wanted) -> bool:
        """Work out the odds of each row; False if they are no longer wanted, or too many to walk."""
        stake = Stake(self.ask.contents, _key_of_contents)
        for row in range(TWO_DICE.least, TWO_DICE.most + 1):
            if row in self.rows:
                continue
            if not is_wanted():
                return False
            odds = walk(stake, {self.ask.row: row}, PATIENT_PLACES)
            if odds is None:
                return False
            self.rows[row] = odds
        return True

    def _all_contents(self) -> Iterator[TokenContents]:
        """Yield everything that a token may hold."""
        for cells in self.catalogue.supply_rows.values():
            for cell in cells:
                keys = tuple(find.key for find in cell.found)
                for points in range(cell.points.least, cell.points.most + 1):
                    yield TokenContents(points, keys)

    def _hopes(self, wish: Wish) -> ByNumber:
        return {row: wish.hope(odds.chances(wish).outcomes) for row, odds in self.rows.items()}


def _gear(keys: tuple[str, ...]) -> str:
    return "+".join(keys) or NOTHING


def _key_of_contents(contents: TokenContents) -> str:
    return f"{contents.points}:{_gear(contents.gear)}"


class Harvest(Value):
    """What working a Perk earns in a night: average points, and the chance of each number."""

    average: Fraction
    points: ByNumber


def harvested(member: Member, perk: Perk, catalogue: Catalogue) -> Harvest:
    """Return what a member earns in a night with a Perk that gives points, including its Test."""
    stake = Stake(
        start=lambda: harvest("night", member, perk, catalogue),
        outcome=lambda points: str(points or 0),
    )
    odds = walk(stake, {})
    assert odds is not None, "a Test and a roll are never too much to walk"
    outcomes = odds.chances(Wish("points", "", {})).outcomes
    chances_of_points = {int(key): chance for key, chance in outcomes.items()}
    average = Fraction(0)
    for points, chance in chances_of_points.items():
        average += points * chance
    return Harvest(average, chances_of_points)


def paid_back(member: Member, perk: Perk, cost: int, catalogue: Catalogue) -> ByNumber:
    """Return the chance that a Perk has earned its cost after each number of games, up to the game
    that makes it certain or the last one considered; empty if that is too much to walk."""
    stake = Stake(lambda: _earning(member, perk, cost, GAMES, catalogue), str)
    odds = walk(stake, {}, PATIENT_PLACES)
    if odds is None:
        return {}
    outcomes = odds.chances(Wish("paid", "", {})).outcomes
    chance = Fraction(0)
    by_game = {}
    for game in range(1, GAMES + 1):
        chance += outcomes.get(str(game), Fraction(0))
        by_game[game] = chance
        if chance == 1:
            break
    return by_game


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
        points = yield from harvest(f"game-{played}", member, perk, catalogue)
        if points is not None:
            earned += points
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
    ask: BuildChoice, context: PostGameContext, is_wanted: Wanted = always
) -> BuildChances:
    """Return the chances after each option of a Build, with the Jobs as assigned."""
    tonight = {}
    earnings = {}
    towers = {}
    for option in ask.options:
        if not is_wanted():
            break
        group = _after_option(ask, option)
        if option.entry and ask.torn_down(option.key) is None:
            earning = _earning_built(ask, option.entry, context)
            if earning is not None:
                earnings[option.entry] = earning
            perk = context.catalogue.perks[option.entry]
            best_watch = _best_watch(group, perk, context, ask.guards, ask.watchers, is_wanted)
            if best_watch is not None:
                towers[option.key] = best_watch
        chance = Judge(group, context).holds(ask.guards, ask.watchers)
        if chance is not None:
            tonight[option.key] = chance
    return BuildChances(tonight, towers, earnings)


def _after_option(ask: BuildChoice, option: Option) -> Group:
    """Return the group after an option of a Build."""
    torn_down = ask.torn_down(option.key)
    if torn_down is not None:
        return without_perk(ask.group, torn_down.id)
    if option.entry:
        return with_perk(ask.group, option.entry)
    return ask.group


def harvests(group: Group, context: PostGameContext) -> Mapping[str, Mapping[str, Harvest]]:
    """Return what each Perk with points earns in a night, by its key and the worker's id."""
    perk_workers = _perk_workers(group, context)
    by_perk = {}
    for post in posts(group, context.catalogue):
        perk = context.catalogue.perks[post.key]
        if perk.points is not None:
            by_perk[perk.key] = _harvest_of_each(perk_workers, perk, context)
    return by_perk


def _harvest_of_each(
    perk_workers: Sequence[Member], perk: Perk, context: PostGameContext
) -> dict[str, Harvest]:
    """Return what a Perk earns in a night, by the worker's id."""
    return {member.id: harvested(member, perk, context.catalogue) for member in perk_workers}


def _perk_workers(group: Group, context: PostGameContext) -> list[Member]:
    """Return the members who can work a Perk."""
    perk_workers = []
    for member in workers(group, context):
        if "work" in jobs_of(member, group, context):
            perk_workers.append(member)
    return perk_workers


def _earning_built(ask: BuildChoice, key: str, context: PostGameContext) -> Earning | None:
    """Return what a Perk would earn with its best worker; None if it gives no points or nobody can
    work."""
    perk = context.catalogue.perks[key]
    perk_workers = _perk_workers(with_perk(ask.group, key), context)
    if perk.points is None or not perk_workers:
        return None
    of_each = _harvest_of_each(perk_workers, perk, context)
    best_worker = max(perk_workers, key=lambda member: of_each[member.id].average)
    builder = ask.group.member(ask.about)
    cost = build_cost(builder, key, context.catalogue)
    return Earning(
        worker=best_worker.id,
        harvest=of_each[best_worker.id],
        cost=cost,
        paid=paid_back(best_worker, perk, cost, context.catalogue),
    )


def _best_watch(
    group: Group,
    perk: Perk,
    context: PostGameContext,
    guards: tuple[str, ...],
    watchers: Watchers,
    is_wanted: Wanted,
) -> Watch | None:
    """Return the best watch with a group's new Watch Tower, manned by someone without a post or, if
    there is nobody else, by one of the Guards. None for any other Perk."""
    if not perk.attack_rerolls:
        return None
    climbers = [member.id for member in _perk_workers(group, context) if member.id not in watchers]
    idle = [member for member in climbers if member not in guards]
    judge = Judge(group, context)
    best_watch = None
    for watcher in idle or climbers:
        if not is_wanted():
            return None
        other_guards = tuple(guard for guard in guards if guard != watcher)
        manned = {**watchers, watcher: perk.key}
        chance = judge.holds(other_guards, manned)
        if chance is None:
            continue
        if best_watch is None or chance > best_watch.holds:
            best_watch = Watch(other_guards, manned, chance)
    return best_watch


class Reach(Value):
    """The chances of a result of a Level: its best table, and the chance with no extra Experience,
    with one, with two, …"""

    key: str
    label: str
    table: str
    chances: tuple[Fraction, ...]


def within_reach(purchase: LevelPurchase, is_wanted: Wanted = always) -> tuple[Reach, ...]:
    """Return each result of a Level with its chance for every amount of extra Experience, on its best
    table with every die shifted towards it. Empty if that is too much to walk, or no longer
    wanted."""
    shift_most = purchase.context.catalogue.number("level_up", "shift_most")
    chances_by_key: dict[str, list[Fraction]] = {}
    tables: dict[str, str] = {}
    for extra in range(shift_most + 1):
        stake = replace(purchase, experience_left=extra).stake
        odds = walk(stake, {}, PATIENT_PLACES) if is_wanted() else None
        if odds is None:
            return ()
        for wish in stake.wishes:
            if not is_wanted():
                return ()
            hopes = odds.chances(wish).hopes
            best_table = max(hopes, key=lambda table: hopes[table])
            chances_by_key.setdefault(wish.key, []).append(hopes[best_table])
            tables.setdefault(wish.key, best_table)
    labels = purchase.stake.labels
    reaches = []
    for key, key_chances in chances_by_key.items():
        reaches.append(Reach(key, labels[key], tables[key], tuple(key_chances)))
    return tuple(reaches)
