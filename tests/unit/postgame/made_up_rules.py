"""Rules of players made up at random: whatever may be written, also what can't be followed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from lastdays.rulebook import Catalogue
from lastdays.rulebook.catalogue import with_own
from lastdays.rulebook.entries import Characteristic, Dice, TestOf
from lastdays.rulebook.own import (
    Audience,
    Counter,
    Level,
    Moment,
    Owner,
    OwnRules,
    Place,
    Reset,
    Row,
    Step,
    Table,
    Trait,
)
from lastdays.rulebook.own_entries import WrittenEntry
from unit.rulebook.winter import AXE, TOWER

#: Keys that are declared and keys that aren't.
COUNTERS = ("sickness", "food", "threat", "gone")
TABLES = ("illness", "event", "weather", "gone")
OWNERS: tuple[Owner, ...] = ("member", "group", "campaign")
AUDIENCES: tuple[Audience, ...] = ("member", "standing", "group", "campaign")
PLACES: tuple[Place, ...] = ("roster", "table", "card")
RESETS: tuple[Reset, ...] = ("never", "game", "sequence")
MOMENTS: tuple[Moment, ...] = ("before", "turn", "upkeep", "after")
#: What levels may change.
CHANGED: tuple[Characteristic, ...] = ("AP", "CQC", "FA", "S", "E", "DC", "C", "I")
GEAR = ("medical-supplies", "knife", "scope", "gone")


def made_up_rules(random: Random, *moments: Moment) -> OwnRules:
    """Counters of members, groups and the campaign, three tables, a trait that is rolled on one, and
    some steps on them at these moments, by default after a game."""
    return OwnRules(
        counters=(
            _counter(random, "sickness"),
            _counter(random, "food"),
            _counter(random, "threat"),
        ),
        traits=(_trait(random),),
        tables=tuple(_table(random, key) for key in TABLES[:3]),
        steps=tuple(
            _step(random, f"step-{n}", moments or ("upkeep", "after"))
            for n in range(random.randint(2, 5))
        ),
    )


def with_rules(book: Catalogue, rules: OwnRules) -> Catalogue:
    """A rulebook with the rules of its players."""
    return with_own(book, rules)


def rules_of_all_kinds(random: Random) -> OwnRules:
    """Rules for every moment, with a weapon and an Encounter of the players' own."""
    rules = made_up_rules(random, *MOMENTS)
    fields = {**TOWER.fields, "zombies": random.randint(1, 20), "turns": random.randint(2, 9)}
    return replace(rules, book=(AXE, WrittenEntry(TOWER.kind, TOWER.key, fields)))


def _counter(random: Random, key: str) -> Counter:
    low = random.randint(-5, 0)
    high = random.randint(3, 12)
    of_member = key == "sickness" or random.random() < 0.2
    of: Owner = "member" if of_member else random.choice(("group", "campaign"))
    resets = RESETS[:2] if of == "campaign" else RESETS
    return Counter(
        key=key,
        name=key.title(),
        of=of,
        low=low,
        high=high,
        start=random.randint(low, high),
        reset=random.choice(resets),
        shown=tuple(place for place in PLACES if random.random() < 0.6),
        levels=_levels(random, low, high) if of_member else (),
    )


def _levels(random: Random, low: int, high: int) -> tuple[Level, ...]:
    """Levels at some values of a member's counter."""
    values = sorted(random.sample(range(low, high + 1), random.randint(0, 3)))
    levels = []
    for value in values:
        changed = random.sample(CHANGED, random.randint(0, 2))
        modifier = {key: random.choice((-2, -1, 1)) for key in changed}
        misses = random.random() < 0.3
        levels.append(Level(from_=value, name=f"Level {value}", modifier=modifier, misses=misses))
    return tuple(levels)


def _trait(random: Random) -> Trait:
    return Trait(key="flaw", name="Flaw {0}", table=random.choice(("", *TABLES)))


def _table(random: Random, key: str) -> Table:
    dice = random.choice((Dice(1, 6), Dice(2, 6), Dice(1, 3), Dice(1, 6, 2)))
    ends = {random.randint(dice.least, dice.most) for _n in range(3)} | {dice.most}
    rows = []
    for upto in sorted(ends):
        does = tuple(_effect(random) for _n in range(random.choice((0, 1, 1, 2, 3))))
        rows.append(Row(upto=upto, text=f"Row {upto}, {{not}} a place.", does=does))
    of = random.choice(OWNERS)
    return Table(key=key, name=key.title(), dice=dice, of=of, rows=tuple(rows))


def _effect(random: Random) -> str:
    counter = random.choice(COUNTERS)
    return random.choice(
        (
            f"counter {counter} {random.choice(('+1', '-2', '=3', '=0'))}",
            f"points {random.choice(('D6', '2', '-3', 'D3+1'))}",
            f"experience {random.choice(('D6', '2'))}",
            *("injury",) * 3,
            "misses",
            f"gains {random.choice(GEAR)}",
            f"loses {random.choice(GEAR)}",
            f"zombies {random.choice(('D3', '2'))}",
            "note The road is icy.",
            f"table {random.choice(TABLES)}",
        )
    )


def _step(random: Random, key: str, moments: Sequence[Moment]) -> Step:
    moment = random.choice(moments)
    if random.random() < 0.2:
        return Step(key=key, name=key.title(), when=moment)  # a reminder
    audience = random.choice(AUDIENCES)
    from_turn = random.choice((1, 1, 2)) if moment == "turn" else 1
    tested = audience in ("member", "standing") and random.random() < 0.3
    return Step(
        key=key,
        name=key.title(),
        when=moment,
        from_turn=from_turn,
        audience=audience,
        test=TestOf(characteristic="I", target=6) if tested else None,
        while_above=random.choice(("", "", *COUNTERS)),
        pays=random.choice(("", "", "points 1", *(f"counter {key} 1" for key in COUNTERS))),
        table=random.choice(("", *TABLES)),
    )
