"""Fights, Ranged Attacks, deaths and gas of *Last Night on Earth*."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Choose, Option, Procedure, Roll, Sum
from lastdays.rulebook.entries import Dice
from lastdays.tabletop.event_log import Fact
from lastdays.tabletop.last_night.counts import (
    BLACK_ZONE,
    D6,
    RULES,
    advanced,
    fresh_hero,
    living,
    zombie_seats,
)
from lastdays.tabletop.units import Done, TableState, Unit


def _enemies(setting: TableState) -> tuple[Option, ...]:
    figures = [
        Option(s.id, _("One of {name}'s zombies").format(name=s.name))
        for s in zombie_seats(setting)
        if s.number("board")
    ]
    heroes = [Option(z.id, z.name, _("Zombie Hero")) for z in setting.of("zombie-hero")]
    return (*figures, *heroes)


def _which(setting: TableState, key: str, question: str) -> Procedure[str]:
    """Ask which zombie; nothing is asked if there is only one kind."""
    enemies = _enemies(setting)
    if not enemies:
        raise RuleError(_("No zombie is on the board."))
    if len(enemies) == 1:
        return enemies[0].key
    chosen: str = yield Choose(key=key, question=question, options=enemies)
    return chosen


def attacks(setting: TableState, hero: str) -> TableState:
    """Note that whoever has come to exchanging, shooting or fighting in their turn has had the Move
    Action."""
    mine = setting.step == "heroes" and setting.table["acting"] == hero
    return setting.put(hero, moved=True) if mine else setting


CANCELLED = RULES.saying("cancelled", lambda: _("The fight is cancelled."))
LOSES = RULES.saying(
    "loses", lambda: _("{who} loses the fight ({mine} to {theirs}) and takes a wound.")
)
FENDED = RULES.saying("fended", lambda: _("{who} fends the zombie off ({mine} to {theirs})."))
BEATS = RULES.saying(
    "beats", lambda: _("{who} wins with doubles ({mine} to {theirs}) and wounds the zombie.")
)


@RULES.play("fight", lambda: _("{unit} fights"))
def fight(setting: TableState, unit: str) -> Procedure[Done]:
    """Roll two dice against one and what cards add; ties to the zombie; higher with doubles on
    any of the Hero's dice is a wound."""
    hero = setting[unit]
    if hero.on("dead"):
        raise RuleError(_("{name} is dead.").format(name=hero.name))
    setting = attacks(setting, hero.id)
    where = f"fight/{hero.id}"
    enemy = yield from _which(
        setting, f"{where}/whom", _("Who does {name} fight?").format(name=hero.name)
    )
    extra = yield Choose(
        key=f"{where}/bonus",
        question=_("How many Fight Dice does {name} roll?").format(name=hero.name),
        options=tuple(Option(str(n), str(n)) for n in range(2, 7)),
    )
    mine = list((yield Roll(
        key=f"{where}/hero",
        question=_("Roll {n} Fight Dice for {name}.").format(name=hero.name, n=extra),
        dice=Dice(int(extra), 6),
    )))  # fmt: skip
    theirs = [
        (yield Sum(key=f"{where}/zombie", question=_("Roll the zombie's Fight Die."), dice=D6))
    ]
    turn = 0
    while True:
        turn += 1
        how = yield Choose(
            key=f"{where}/stand-{turn}",
            question=_("{mine} against {theirs}. Does anyone play a card?").format(
                mine=" ".join(map(str, mine)), theirs=" ".join(map(str, theirs))
            ),
            options=(
                Option("stand", _("Keep this result")),
                Option("hero", _("Add a die for the Hero")),
                Option("zombie", _("Add a die for the zombie")),
                Option("cancel", _("Cancel the fight")),
            ),
        )
        if how == "cancel":
            return setting, [CANCELLED()]
        if how == "stand":
            break
        die = yield Sum(key=f"{where}/more-{turn}", question=_("Roll one more die."), dice=D6)
        (mine if how == "hero" else theirs).append(die)
    high, other = max(mine), max(theirs)
    facts = {"who": f"@{hero.id}", "mine": high, "theirs": other}
    if high <= other:
        setting, more = _wound(setting, hero.id, enemy)
        return setting, [LOSES(**facts), *more]
    if len(set(mine)) == len(mine):
        return setting, [FENDED(**facts)]
    setting, more = _strike(setting, enemy)
    return setting, [BEATS(**facts), *more]


ZOMBIE_HERO_WOUNDED = RULES.saying("zombie-hero-wounded", lambda: _("{who} takes a wound."))


def _strike(setting: TableState, enemy: str, *, kill: bool = False) -> Done:
    """Wound a zombie: a figure is gone, a Zombie Hero has boxes."""
    unit = setting[enemy]
    if unit.kind == "seat":
        return figure_killed(setting, enemy)
    wounds = unit.number("health") if kill else unit.number("wounds") + 1
    setting = setting.put(enemy, wounds=min(wounds, unit.number("health")))
    if wounds >= unit.number("health"):
        return zombie_hero_down(setting, enemy)
    return setting, [ZOMBIE_HERO_WOUNDED(who=f"@{enemy}")]


def _wound(setting: TableState, hero: str, enemy: str) -> Done:
    """Wound a Hero; with the last box filled they are dead."""
    unit = setting[hero]
    wounds = unit.number("wounds") + 1
    setting = setting.put(hero, wounds=min(wounds, unit.number("health")))
    if wounds < unit.number("health"):
        return setting, []
    found = setting[enemy]
    killer = found.owner if found.kind == "zombie-hero" else enemy
    return _death(setting, hero, killer)


@RULES.play("kill", lambda: _("{unit} is killed"))
def kill(setting: TableState, unit: str) -> Procedure[Done]:
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
        key=f"{where}/by",
        question=_("Who gains the Zombie Hero?"),
        options=tuple(Option(s.id, s.name) for s in seats),
    )
    return chosen


def _rises(setting: TableState, hero: str) -> bool:
    """Tell whether a Hero rises: in the Black Zone, or as a player's last Hero (Advanced)."""
    if not advanced(setting):
        return False
    others = [h for h in living(setting) if h.owner == setting[hero].owner and h.id != hero]
    return setting.table.number("sun") >= BLACK_ZONE or not others


DIES = RULES.saying("dies", lambda: _("{who} is killed."))
TURNS = RULES.saying("turns", lambda: _("{who} rises as a Zombie Hero of {side}."))
REPLACED = RULES.saying(
    "replaced", lambda: _("{side} draws {who}, who acts from the next Hero Turn.")
)


def _death(setting: TableState, hero: str, killer: str) -> Done:
    """Kill a Hero: items are discarded; every kill counts; who rises gives the player a new
    Hero."""
    unit = setting[hero]
    if unit.on("dead"):
        raise RuleError(_("{name} is dead.").format(name=unit.name))
    says: list[Fact] = [DIES(who=f"@{hero}")]
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
        says.append(TURNS(who=unit.name, side=f"@{killer}"))
        number = len(setting.of("hero")) + 1
        fresh = fresh_hero(f"h{number}", unit.owner, number)
        setting = setting.place(replace(fresh, values={**fresh.values, "acted": True}))
        says.append(REPLACED(who=f"@{fresh.id}", side=f"@{unit.owner}"))
    return setting, says


MISSED = RULES.saying("missed", lambda: _("{who} misses."))


@RULES.play("ranged", lambda: _("{unit} makes a Ranged Attack"))
def ranged(setting: TableState, unit: str) -> Procedure[Done]:
    """Attack at range, once a turn; the item says what hits: a hit is a wound, killed fills all boxes."""
    hero = setting[unit]
    if hero.on("shot"):
        raise RuleError(_("{name} has already made a Ranged Attack.").format(name=hero.name))
    setting = attacks(setting, hero.id)
    where = f"ranged/{hero.id}"
    enemy = yield from _which(
        setting, f"{where}/whom", _("Who does {name} shoot at?").format(name=hero.name)
    )
    ready = [i for i in setting.of("item", hero.id) if not i.on("used")]
    if ready:
        item = yield Choose(
            key=f"{where}/item",
            question=_("Choose a weapon. Only one Hero a turn can use it."),
            options=(
                *(Option(i.id, i.name) for i in ready),
                Option("other", _("Something not tracked here")),
            ),
        )
        if item != "other":
            setting = setting.put(item, used=True)
    how = yield Choose(
        key=f"{where}/how",
        question=_("What came of the item's roll?"),
        options=(
            Option("missed", _("Missed")),
            Option("hit", _("Hit (one wound)")),
            Option("killed", _("Killed")),
        ),
    )
    setting = setting.put(hero.id, shot=True)
    if how == "missed":
        return setting, [MISSED(who=f"@{hero.id}")]
    return _strike(setting, enemy, kill=how == "killed")


def _in_gas(unit: Unit) -> Procedure[bool]:
    """Ask whether the gas kills a Hero, alive or not: in the space, or beside it on 3 or more."""
    where = yield Choose(
        key=f"gas/{unit.id}/where",
        question=_("Where is {name}?").format(name=unit.name),
        options=(
            Option("away", _("Further away")),
            Option("in", _("In the gas's space")),
            Option("beside", _("Next to it")),
        ),
    )
    if where != "beside":
        return bool(where == "in")
    die = yield Sum(
        key=f"gas/{unit.id}/die",
        question=_("Roll for {name}: 3 or more kills.").format(name=unit.name),
        dice=D6,
    )
    return bool(die >= 3)


GAS = RULES.counted(
    "gas",
    "n",
    lambda n: ngettext("The gas kills {n} zombie.", "The gas kills {n} zombies.", n),
)


@RULES.play("gas", lambda: _("The gas explodes"))
def gas(setting: TableState) -> Procedure[Done]:
    """Kill all in the space, on 3 or more in the spaces beside it; the marker is gone."""
    says: list[Fact] = []
    killed = 0
    for seat in zombie_seats(setting):
        for zone in ("in", "beside"):
            there = setting[seat.id].number("board")
            if not there:
                continue
            question = _("How many of {name}'s zombies are in the gas's space?")
            if zone == "beside":
                question = _("How many of {name}'s zombies are next to it?")
            number = int((yield Choose(
                key=f"gas/{seat.id}/{zone}",
                question=question.format(name=seat.name),
                options=tuple(Option(str(n), str(n)) for n in range(there + 1)),
            )))  # fmt: skip
            if zone == "beside" and number:
                dice = yield Roll(
                    key=f"gas/{seat.id}/dice",
                    question=_("Roll a die for each of them: 3 or more kills."),
                    dice=Dice(number, 6),
                )
                number = sum(die >= 3 for die in dice)
            killed += number
            for _n in range(number):
                setting, _says = figure_killed(setting, seat.id)
    says.append(GAS(n=killed))
    for risen in setting.of("zombie-hero"):
        if (yield from _in_gas(risen)):
            setting, more = zombie_hero_down(setting, risen.id)
            says += more
    for hero in living(setting):
        if (yield from _in_gas(hero)):
            killer = yield from _killer(setting, hero.id, f"gas/{hero.id}")
            setting, more = _death(setting, hero.id, killer)
            says += more
    gas = next((m for m in setting.of("marker") if m["sort"] == "gas"), None)
    return (setting.drop(gas.id) if gas is not None else setting), says


KILLED = RULES.saying("killed", lambda: _("One of {who}'s zombies is killed."))


@RULES.tap("killed")
def figure_killed(setting: TableState, unit: str) -> Done:
    """Put a figure back into the pool, one more killed."""
    if not setting[unit].number("board"):
        raise RuleError(_("They don't have a zombie on the board."))
    setting = setting.add(unit, "board", -1).add("table", "killed", 1)
    return setting, [KILLED(who=f"@{unit}")]


ZOMBIE_HERO_DOWN = RULES.saying("zombie-hero-down", lambda: _("{who} is killed for good."))


@RULES.tap("zombie-hero-down")
def zombie_hero_down(setting: TableState, unit: str) -> Done:
    """Take it out of the game for good; it counts as a zombie killed and never enters the pool."""
    said = ZOMBIE_HERO_DOWN(who=setting[unit].name)
    return setting.drop(unit).add("table", "killed", 1), [said]
