"""Fights, Ranged Attacks, deaths and gas of *Last Night on Earth*."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Roll, Sum, options_of
from lastdays.rulebook.entries import Dice
from lastdays.tabletop.declared import how_many
from lastdays.tabletop.event_log import frozen
from lastdays.tabletop.last_night.counts import (
    BLACK_ZONE,
    RULES,
    advanced,
    fresh_hero,
    living,
    zombie_seats,
)
from lastdays.tabletop.units import TableState, Unit


def _enemies(setting: TableState) -> tuple[Option, ...]:
    figures = [
        Option(s.id, _("One of {name}'s zombies", name=s.name))
        for s in zombie_seats(setting)
        if s.number("board")
    ]
    heroes = [Option(z.id, z.name, _("Zombie Hero")) for z in setting.of("zombie-hero")]
    return (*figures, *heroes)


def _which(setting: TableState, key: str, question: str) -> Procedure[str]:
    """Ask which zombie; nothing is asked if there is only one kind."""
    enemies = _enemies(setting)
    if not enemies:
        raise RuleError("No zombie is on the board.")
    if len(enemies) == 1:
        return enemies[0].key
    chosen: str = yield Choose(key, question, options=enemies)
    return chosen


def attacks(setting: TableState, hero: str) -> TableState:
    """Note that whoever has come to exchanging, shooting or fighting in their turn has had the Move
    Action."""
    mine = setting.step == "heroes" and setting.table["acting"] == hero
    return setting.put(hero, moved=True) if mine else setting


CANCELLED = RULES.saying("cancelled", "The fight is cancelled.")
LOSES = RULES.saying("loses", "{who} loses the fight ({mine} to {theirs}) and takes a wound.")
FENDED = RULES.saying("fended", "{who} fends the zombie off ({mine} to {theirs}).")
BEATS = RULES.saying("beats", "{who} wins with doubles ({mine} to {theirs}) and wounds the zombie.")


@RULES.procedure("fight", "{unit} fights")
def fight(setting: TableState, unit: str) -> Procedure[TableState]:
    """Roll two dice against one. What cards and abilities do to the dice is said after it, while
    nothing else has happened (Using Cards and Abilities)."""
    hero = setting[unit]
    if hero.on("dead"):
        raise RuleError("{name} is dead.", name=hero.name)
    setting = attacks(setting, hero.id)
    where = f"fight/{hero.id}"
    enemy = yield from _which(setting, f"{where}/whom", _("Who does {name} fight?", name=hero.name))
    dice = yield Roll(
        f"{where}/dice",
        _("Roll two Fight Dice for {name}, then the zombie's.", name=hero.name),
        dice=Dice(3, 6),
    )
    return _resolved(setting, hero.id, enemy, dice[:2], dice[2:])


def _resolved(
    setting: TableState, hero: str, enemy: str, mine: tuple[int, ...], theirs: tuple[int, ...]
) -> TableState:
    """Resolve a fight: ties to the zombie; higher with doubles on any of the Hero's dice is a
    wound. The table keeps the dice, and what takes the result back."""
    high, other = max(mine), max(theirs)
    facts = {"who": f"@{hero}", "mine": high, "theirs": other}
    before = setting
    if high <= other:
        setting = _wound(setting.say(LOSES(**facts)), hero, enemy)
    elif len(set(mine)) == len(mine):
        setting = setting.say(FENDED(**facts))
    else:
        setting = _strike(setting.say(BEATS(**facts)), enemy)
    back = frozen(setting.diff(before))
    fought = (hero, enemy, tuple(mine), tuple(theirs), back)
    return setting.put("table", fought=fought)


def _taken_back(setting: TableState) -> tuple[TableState, Fought]:
    """Return the table as it was before the last fight, and that fight."""
    if not setting.table["fought"]:
        raise RuleError("Something else has happened since the fight.")
    fought: Fought = setting.table["fought"]
    return setting.put("table", fought=None).patch(fought[4]), fought


@RULES.procedure("again", "A Fight Die is rolled again")
def again(setting: TableState, side: str, die: int) -> Procedure[TableState]:
    """Roll one of the dice of the last fight again, or one more where there is none of that
    number."""
    setting, (hero, enemy, *dice, _back) = _taken_back(setting)
    rolled = list(dice[SIDES.index(side)])
    question = _("Roll the die again.") if die < len(rolled) else _("Roll one more die.")
    rolled[die : die + 1] = [(yield Sum(f"again/{side}", question))]
    dice[SIDES.index(side)] = tuple(rolled)
    return _resolved(setting, hero, enemy, *dice)


@RULES.tap("cancel")
def cancel(setting: TableState) -> TableState:
    """Cancel the last fight: nobody wins or loses it (Canceling Cards and Fights)."""
    return _taken_back(setting)[0].say(CANCELLED())


#: The last fight: the Hero, the zombie, the dice of both, and what takes its result back.
Fought = tuple[str, str, tuple[int, ...], tuple[int, ...], tuple[Any, ...]]
SIDES = ("hero", "zombie")


ZOMBIE_HERO_WOUNDED = RULES.saying("zombie-hero-wounded", "{who} takes a wound.")


def _strike(setting: TableState, enemy: str, *, kill: bool = False) -> TableState:
    """Wound a zombie: a figure is gone, a Zombie Hero has boxes."""
    unit = setting[enemy]
    if unit.kind == "seat":
        return figure_killed(setting, enemy)
    wounds = unit.number("health") if kill else unit.number("wounds") + 1
    setting = setting.put(enemy, wounds=min(wounds, unit.number("health")))
    if wounds >= unit.number("health"):
        return zombie_hero_down(setting, enemy)
    return setting.say(ZOMBIE_HERO_WOUNDED(enemy))


def _wound(setting: TableState, hero: str, enemy: str) -> TableState:
    """Wound a Hero; with the last box filled they are dead."""
    unit = setting[hero]
    wounds = unit.number("wounds") + 1
    setting = setting.put(hero, wounds=min(wounds, unit.number("health")))
    if wounds < unit.number("health"):
        return setting
    found = setting[enemy]
    killer = found.owner if found.kind == "zombie-hero" else enemy
    return _death(setting, hero, killer)


@RULES.procedure("kill", "{unit} is killed")
def kill(setting: TableState, unit: str) -> Procedure[TableState]:
    """Kill a Hero outside a fight; with two zombie players they say who has the Zombie Hero."""
    where = f"kill/{unit}"
    killer = yield from _killer(setting, unit, where)
    return _death(setting, unit, killer)


def _killer(setting: TableState, hero: str, where: str) -> Procedure[str]:
    """Ask whose Zombie Hero it would be where no zombie killed."""
    seats = zombie_seats(setting)
    if len(seats) == 1 or not _rises(setting, hero):
        return seats[0].id
    chosen: str = yield Choose(
        f"{where}/by",
        _("Who gains the Zombie Hero?"),
        options=options_of(seats),
    )
    return chosen


def _rises(setting: TableState, hero: str) -> bool:
    """Tell whether a Hero rises: in the Black Zone, or as a player's last Hero (Advanced)."""
    if not advanced(setting):
        return False
    others = [h for h in living(setting) if h.owner == setting[hero].owner and h.id != hero]
    return setting.table.number("sun") >= BLACK_ZONE or not others


DIES = RULES.saying("dies", "{who} is killed.")
TURNS = RULES.saying("turns", "{who} rises as a Zombie Hero of {side}.")
REPLACED = RULES.saying("replaced", "{side} draws {who}, who acts from the next Hero Turn.")


def _death(setting: TableState, hero: str, killer: str) -> TableState:
    """Kill a Hero: items are discarded; every kill counts; who rises gives the player a new
    Hero."""
    unit = setting[hero]
    if unit.on("dead"):
        raise RuleError("{name} is dead.", name=unit.name)
    setting = setting.say(DIES(hero))
    rises = _rises(setting, hero)
    for item in setting.of("item", hero):
        setting = setting.drop(item.id)
    setting = setting.put(hero, dead=True, wounds=unit.number("health"))
    setting = setting.add("table", "heroes_killed", 1)
    if rises:
        made = Unit(
            setting.next_id("z"),
            "zombie-hero",
            unit.name,
            killer,
            {"wounds": 0, "health": unit.number("health")},
        )
        setting = setting.place(made)
        setting = setting.say(TURNS(who=unit.name, side=f"@{killer}"))
        number = len(setting.of("hero")) + 1
        fresh = fresh_hero(f"h{number}", unit.owner, number)
        setting = setting.place(replace(fresh, values={**fresh.values, "acted": True}))
        setting = setting.say(REPLACED(fresh.id, side=f"@{unit.owner}"))
    return setting


MISSED = RULES.saying("missed", "{who} misses.")


@RULES.procedure("ranged", "{unit} makes a Ranged Attack")
def ranged(setting: TableState, unit: str) -> Procedure[TableState]:
    """Attack at range, once a turn; the item says what hits: a hit is a wound, killed fills all boxes."""
    hero = setting[unit]
    if hero.on("shot"):
        raise RuleError("{name} has already made a Ranged Attack.", name=hero.name)
    setting = attacks(setting, hero.id)
    where = f"ranged/{hero.id}"
    enemy = yield from _which(
        setting, f"{where}/whom", _("Who does {name} shoot at?", name=hero.name)
    )
    ready = [i for i in setting.of("item", hero.id) if not i.on("used")]
    if ready:
        item = yield Choose(
            f"{where}/item",
            _("Choose a weapon. Only one Hero a turn can use it."),
            options=(
                *options_of(ready),
                Option("other", _("Something not tracked here")),
            ),
        )
        if item != "other":
            setting = setting.put(item, used=True)
    how = yield Choose(
        f"{where}/how",
        _("What came of the item's roll?"),
        options=(
            Option("missed", _("Missed")),
            Option("hit", _("Hit (one wound)")),
            Option("killed", _("Killed")),
        ),
    )
    setting = setting.put(hero.id, shot=True)
    if how == "missed":
        return setting.say(MISSED(hero.id))
    return _strike(setting, enemy, kill=how == "killed")


def _in_gas(unit: Unit) -> Procedure[bool]:
    """Ask whether the gas kills a Hero, alive or not: in the space, or beside it on 3 or more."""
    where = yield Choose(
        f"gas/{unit.id}/where",
        _("Where is {name}?", name=unit.name),
        options=(
            Option("away", _("Further away")),
            Option("in", _("In the gas's space")),
            Option("beside", _("Next to it")),
        ),
    )
    if where != "beside":
        return bool(where == "in")
    die = yield Sum(f"gas/{unit.id}/die", _("Roll for {name}: 3 or more kills.", name=unit.name))
    return bool(die >= 3)


GAS = RULES.counted(
    "gas",
    "n",
    "The gas kills {n} zombie.",
    "The gas kills {n} zombies.",
)


@RULES.procedure("gas", "The gas explodes")
def gas(setting: TableState) -> Procedure[TableState]:
    """Kill all in the space, on 3 or more in the spaces beside it; the marker is gone."""
    killed = 0
    for seat in zombie_seats(setting):
        for zone in ("in", "beside"):
            there = setting[seat.id].number("board")
            if not there:
                continue
            question = _("How many of {name}'s zombies are in the gas's space?")
            if zone == "beside":
                question = _("How many of {name}'s zombies are next to it?")
            number = yield from how_many(
                f"gas/{seat.id}/{zone}", question.format(name=seat.name), range(there + 1)
            )
            if zone == "beside" and number:
                dice = yield Roll(
                    f"gas/{seat.id}/dice",
                    _("Roll a die for each of them: 3 or more kills."),
                    dice=Dice(number, 6),
                )
                number = sum(die >= 3 for die in dice)
            killed += number
            for _n in range(number):
                setting = figure_killed(setting, seat.id).unsaid(setting)
    setting = setting.say(GAS(n=killed))
    for risen in setting.of("zombie-hero"):
        if (yield from _in_gas(risen)):
            setting = zombie_hero_down(setting, risen.id)
    for hero in living(setting):
        if (yield from _in_gas(hero)):
            killer = yield from _killer(setting, hero.id, f"gas/{hero.id}")
            setting = _death(setting, hero.id, killer)
    gas = next((m for m in setting.of("marker") if m["sort"] == "gas"), None)
    return setting.drop(gas.id) if gas is not None else setting


KILLED = RULES.saying("killed", "One of {who}'s zombies is killed.")


@RULES.tap("killed")
def figure_killed(setting: TableState, unit: str) -> TableState:
    """Put a figure back into the pool, one more killed."""
    if not setting[unit].number("board"):
        raise RuleError("They don't have a zombie on the board.")
    setting = setting.add(unit, "board", -1).add("table", "killed", 1)
    return setting.say(KILLED(unit))


ZOMBIE_HERO_DOWN = RULES.saying("zombie-hero-down", "{who} is killed for good.")


@RULES.tap("zombie-hero-down")
def zombie_hero_down(setting: TableState, unit: str) -> TableState:
    """Take it out of the game for good; it counts as a zombie killed and never enters the pool."""
    return (
        setting.drop(unit).add("table", "killed", 1).say(ZOMBIE_HERO_DOWN(who=setting[unit].name))
    )
