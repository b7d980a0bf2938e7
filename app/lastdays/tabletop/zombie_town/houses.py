"""House cards of *Zombie Town*: six kinds, and what using the ability of each does (Actions, 12)."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Procedure, Report
from lastdays.tabletop.units import TableState, Unit
from lastdays.tabletop.zombie_town.counts import LIFE, PLAIN, RULES, guns_of, one_of, pawns, pay

#: The six kinds of house card; the abilities of two of them ask, in this module.
HOUSE_CARDS = PLAIN.deck("houses")


def house_of(building: Unit) -> str:
    """Return the key of a building's house card, '' while nobody has entered it."""
    return str(building["house"] or "")


def house_name(building: Unit) -> str:
    """Return the name of a building's house card, '' while nobody has entered it."""
    house = house_of(building)
    return HOUSE_CARDS.name_of(house) if house in HOUSE_CARDS.cards else ""


@RULES.procedure("house", "The house card at {unit}")
def enter_house(setting: TableState, unit: str) -> Procedure[TableState]:
    """Enter which house card lies at a building."""
    building = setting[unit]
    kind = yield Report(
        f"house/{unit}",
        _("Which house card is at {building}?", building=building.name),
        options=HOUSE_CARDS.options(setting, building.owner),
    )
    house = HOUSE_CARDS.name_of(kind)
    return setting.put(unit, house=kind).say("house", what=building.name, house=house)


def usable_houses(setting: TableState, seat: str) -> list[Unit]:
    """Return a player's buildings whose ability may be used, as far as the program knows."""
    return [
        building
        for building in setting.of("building", seat)
        if building.number("uses") and not without_effect(setting, seat, house_of(building))
    ]


def without_effect(setting: TableState, seat: str, house: str) -> str:
    """Return why the ability of a kind of house would do nothing, '' if it does something or the kind
    isn't known."""
    match house:
        case "normal":
            return _("A Normal house has no ability.")
        case "gun-collector" if not _guns_to_reload(setting, seat):
            return _("All guns are fully loaded.")
        case "nurse" if not _wounded(setting, seat):
            return _("Nobody is wounded.")
    return ""


def _guns_to_reload(setting: TableState, seat: str) -> list[Unit]:
    guns = guns_of(setting, seat)
    return [gun for gun in guns if gun.number("bullets") < gun.number("magazine")]


def _wounded(setting: TableState, seat: str) -> list[Unit]:
    return [pawn for pawn in pawns(setting, seat) if pawn.number("life") < LIFE]


@RULES.procedure("ability", "{unit} uses a house's ability")
def ability(setting: TableState, unit: str) -> Procedure[TableState]:
    """Use the ability of one of the player's houses, an action."""
    houses = usable_houses(setting, unit)
    house = yield from one_of(setting, f"ability/{unit}", _("Which house?"), houses)
    return (yield from use(setting, house))


@RULES.procedure("use", "The ability of {unit} is used")
def use(setting: TableState, unit: str) -> Procedure[TableState]:
    """Use a house's ability, an action of its owner; the house is then worth one point less. A card
    that is entered now and does nothing costs nothing."""
    building = setting[unit]
    seat = building.owner
    if not building.number("uses"):
        raise RuleError("It has already been used five times.")
    if seat != setting.active:
        raise RuleError("An ability can only be used on its owner's turn.")
    paid = pay(setting, seat)
    was_known = bool(house_of(building))
    if not was_known:
        paid = yield from enter_house(paid, unit)
    house = house_of(paid[unit])
    no_effect = without_effect(setting, seat, house)
    if no_effect and was_known:
        raise RuleError(no_effect)
    if no_effect:
        unpaid = setting.put(unit, house=house)
        return unpaid.say("no-ability", what=building.name, why=no_effect)
    setting = paid.add(unit, "uses", -1)
    setting = setting.say("used", what=building.name, n=setting[unit]["uses"])
    return (yield from _ability_of(setting, seat, house, f"use/{unit}"))


def _ability_of(setting: TableState, seat: str, house: str, prefix: str) -> Procedure[TableState]:
    """Do what the ability of a kind of house says."""
    match house:
        case "gun-collector":
            return (yield from _gun_reloaded(setting, seat, prefix))
        case "nurse":
            return (yield from _character_healed(setting, seat, prefix))
    return HOUSE_CARDS.played(setting, house, seat)


def _gun_reloaded(setting: TableState, seat: str, prefix: str) -> Procedure[TableState]:
    guns = _guns_to_reload(setting, seat)
    gun = yield from one_of(setting, f"{prefix}/gun", _("Which gun is reloaded?"), guns)
    full = setting[gun].number("magazine")
    setting = setting.put(gun, bullets=full)
    return setting.say("reloaded", what=setting.name(gun), n=full)


def _character_healed(setting: TableState, seat: str, prefix: str) -> Procedure[TableState]:
    wounded = _wounded(setting, seat)
    healed = yield from one_of(setting, f"{prefix}/who", _("Who is healed?"), wounded)
    setting = setting.add(healed, "life", 1)
    return setting.say("healed", healed, n=setting[healed]["life"])
