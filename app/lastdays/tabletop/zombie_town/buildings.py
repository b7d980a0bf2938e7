"""Buildings of *Zombie Town*: claimed, lost, barricaded, besieged, torn open."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Choose, Option, Procedure
from lastdays.tabletop.kinds import Done
from lastdays.tabletop.units import TableState, Unit
from lastdays.tabletop.zombie_town.combat import hurt
from lastdays.tabletop.zombie_town.counts import (
    BARRICADES,
    BUILDINGS,
    RULES,
    USES,
    collect,
    is_dead,
    new_building,
    one_of,
    pawns,
    pay,
    twofold,
)


def no_claim(setting: TableState, seat: str) -> str:
    """Say why no building may be claimed: four, home bases among them; four for each of two
    characters (ruling 54). '' where one may."""
    most = BUILDINGS * twofold(setting)
    if len(setting.of("building", seat)) < most:
        return ""
    return _("A player holds at most {n} buildings, including the home base.").format(n=most)


CLAIMED = RULES.saying("claimed", lambda: _("{who} claims {what}."))


@RULES.tap("claim")
def claim(setting: TableState, unit: str) -> Done:
    why = no_claim(setting, unit)
    if why:
        raise RuleError(why)
    after = new_building(setting, unit, home=False)
    made = after.of("building", unit)[-1]
    return after, [CLAIMED(who=f"@{unit}", what=made.name)]


JOINS = RULES.saying("joins", lambda: _("{who} gains a survivor."))


@RULES.tap("join")
def join(setting: TableState, unit: str) -> Done:
    """Place a survivor with a character, or in a building."""
    made = setting.next_id("s")
    name = _("Survivor {n}").format(n=made[1:])
    return setting.place(Unit(made, "survivor", name, unit, {})), [JOINS(who=f"@{unit}")]


HELD = RULES.saying("held", lambda: _("{who} holds {what}."))


@RULES.tap("held")
def held(setting: TableState, unit: str) -> Done:
    building = setting[unit]
    said = HELD(who=f"@{building.owner}", what=building.name)
    return setting.put(unit, breached=False), [said]


USED = RULES.saying("used", lambda: _("The ability of {what} is used. Uses left: {n}."))


@RULES.tap("use")
def use(setting: TableState, unit: str) -> Done:
    """Use a building, an action of its owner; the house is worth a point less."""
    building = setting[unit]
    if not building.number("uses"):
        raise RuleError(_("It has already been used five times."))
    if building.owner != setting.active:
        raise RuleError(_("An ability can only be used in its owner's turn."))
    setting = pay(setting, building.owner)
    setting = setting.add(unit, "uses", -1)
    return setting, [USED(what=building.name, n=setting[unit]["uses"])]


WALLED_SHORT = RULES.counted(
    "walled-short",
    "n",
    lambda n: ngettext(
        "A barricade goes up at {what}. With {n} zombie next to it, the values must add up to {n}.",
        "A barricade goes up at {what}. With {n} zombies next to it, the values must add up to"
        " {n}.",
        n,
    ),
)


WALLED = RULES.saying("walled", lambda: _("A barricade goes up at {what}."))


@RULES.play("wall", lambda: _("{unit} is barricaded"))
def wall(setting: TableState, unit: str) -> Procedure[Done]:
    """Build a barricade: value and trap are typed unseen by the others, three to a building."""
    building = setting[unit]
    where = f"wall/{building.id}"
    if len(setting.of("barricade", building.id)) >= BARRICADES:
        raise RuleError(_("A building has three barricades at most."))
    value = yield Choose(
        key=f"{where}/value",
        question=_("What is the barricade's value? (Everyone else looks away.)"),
        options=tuple(Option(str(n), str(n)) for n in range(1, 10)),
    )
    trap = yield Choose(
        key=f"{where}/trap",
        question=_("Does it have a trap?"),
        options=(Option("0", _("No trap")), Option("1", "1"), Option("2", "2")),
    )
    made = setting.next_id("w")
    name = _("Barricade {n}")
    taken = {w.name for w in setting.of("barricade", building.id)}
    name = next(n for n in (name.format(n=i) for i in range(1, 5)) if n not in taken)
    values = {"value": int(value), "trap": int(trap), "revealed": False}
    setting = setting.place(Unit(made, "barricade", name, building.id, values))
    beside = building.number("beside")
    # The same words whatever it is worth: the value is nobody else's business.
    return setting, [(WALLED_SHORT if beside else WALLED)(what=building.name, n=beside)]


TORN = RULES.saying(
    "torn", lambda: _("A barricade at {what} is torn down (value {n}, trap {trap}).")
)


@RULES.play("torn", lambda: _("{unit} is torn down"))
def torn(setting: TableState, unit: str) -> Procedure[Done]:
    """Tear one barricade down: it is revealed, a trap harms once."""
    wall = setting[unit]
    building = setting[wall.owner]
    setting = setting.drop(wall.id)
    said = TORN(what=building.name, n=wall["value"], trap=wall["trap"])
    setting, fallen = siege(setting, building.id)
    active = setting.active
    own = active in ("", building.owner)
    if not own:  # only others, and zombies, take a building by tearing it open
        setting = _breached(setting, building.id)
    if own or not wall.number("trap") or not pawns(setting, active):
        return setting, [said, *fallen]
    who = yield from one_of(
        setting, f"torn/{wall.id}", _("Who tore it down?"), pawns(setting, setting.active)
    )
    setting, more = yield from hurt(setting, who, f"torn/{wall.id}")
    return setting, [said, *fallen, *more]


def _breached(setting: TableState, building: str) -> TableState:
    """Mark a claimed building without barricades and survivors: it may be lost, and is asked
    for."""
    held = setting.of("barricade", building) or setting.of("survivor", building)
    if held or setting[building].on("home"):
        return setting
    return setting.put(building, breached=True)


@RULES.play("over", lambda: _("{unit} is taken over"))
def taken_over(setting: TableState, unit: str) -> Procedure[Done]:
    """Give a building to another player: barricades stay, survivors go, five uses again."""
    building = setting[unit]
    others = takers(setting, building)
    to = yield from one_of(setting, f"over/{building.id}", _("Who takes it over?"), others)
    return take_over(setting, building.id, to)


def takers(setting: TableState, building: Unit) -> list[Unit]:
    """Return who may take a building over."""
    return [
        s
        for s in setting.seats
        if s.id != building.owner and not is_dead(setting, s) and not no_claim(setting, s.id)
    ]


TAKEN_OVER = RULES.saying("taken-over", lambda: _("{who} takes over {what}. Its barricades stay."))


def take_over(setting: TableState, building: str, seat: str) -> Done:
    name = setting.name(building)
    for survivor in setting.of("survivor", building):
        setting = setting.drop(survivor.id)
    setting = setting.put(building, uses=USES, home=False, breached=False)
    said = TAKEN_OVER(who=f"@{seat}", what=name)
    return setting.hand(building, seat), [said]


FALLEN = RULES.counted(
    "fallen",
    "n",
    lambda n: ngettext(
        "{n} zombie breaks into {what}. All its barricades fall. Killed by traps: {trap}.",
        "{n} zombies break into {what}. All its barricades fall. Killed by traps: {trap}.",
        n,
    ),
)


def siege(setting: TableState, building: str) -> Done:
    """Let all barricades fall as the zombies beside reach their sum; traps kill as many."""
    walls = setting.of("barricade", building)
    total = sum(w.number("value") for w in walls)
    beside = setting[building].number("beside")
    if not walls or not beside or beside < total:
        return setting, []
    board = setting.table.number("board")
    trap = min(beside, board, sum(w.number("trap") for w in walls))
    for wall in walls:
        setting = setting.drop(wall.id)
    owner = setting[building].owner
    credit = owner if setting.table["traps"] == "owner" else setting.active or owner
    setting = collect(setting, credit, trap).put(building, beside=beside - trap)
    setting = _breached(setting, building)
    return setting, [FALLEN(n=beside, what=setting[building].name, trap=trap)]
