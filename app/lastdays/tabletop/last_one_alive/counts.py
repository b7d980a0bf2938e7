"""The numbers of *Last One Alive*, and what is counted with them."""

from __future__ import annotations

from lastdays.language import _
from lastdays.tabletop.units import Done, TableState, Unit, UnitRules

#: Its taps, procedures and sentences; each module adds those of its own.
RULES = UnitRules()

MOST_LEVEL, CHOSEN, RADIO, KEEP, LIVES, SHOTS_FOR_HERO = 4, 4, 2, 3, 2, 3

APOCALYPSE_ENDS = 3

#: Before the roll and after it, or before it only, or at the end.
ITEMS = ("axe", "chainsaw", "flares", "gun", "medikit", "radio")

BOTH = ("axe", "chainsaw", "gun")

BEFORE = ("flares", "radio")


def item_name(key: str) -> str:
    """Return what a token is called."""
    return {
        "axe": _("Axe"),
        "chainsaw": _("Chainsaw"),
        "flares": _("Flares"),
        "gun": _("Gun"),
        "medikit": _("Medikit"),
        "radio": _("Radio"),
        "barricade": _("Barricade"),
    }[key]


def zombie_dice(setting: TableState) -> int:
    """Return black dice to take next: the level, one more at night."""
    return setting.table.number("level") + setting.table.on("night")


def chosen_dice(setting: TableState) -> int:
    """Return dice of choice in this turn: four, two more for each Radio."""
    return CHOSEN + RADIO * setting.table.number("radio")


def symbols(die: Unit) -> int:
    """Return zombies and ambushes a die shows."""
    return die.number("zombies") + die.number("ambushes")


def left_of(setting: TableState, seat: str) -> str:
    """Return the next player still alive."""
    ids = [s.id for s in setting.seats]
    at = ids.index(seat) + 1
    around = ids[at:] + ids[:at]
    return next((s for s in around if not setting[s].on("out") and s != seat), seat)


def score(setting: TableState, seat: Unit) -> int:
    """Return two points a life, one for each token (The Survivors)."""
    return 2 * seat.number("lives") + len(setting.of("token", seat.id))


DIE = RULES.saying("die", "{who} has a die (zombies {zombies}, ambushes {ambushes}).")


def put_die(setting: TableState, seat: str, *, zombies: int, ambushes: int) -> Done:
    """Put a die in front of a player; it leaves the pool where that is counted."""
    number = setting.next_id("d")
    if setting.table["dice"] is not None:
        setting = setting.add("table", "dice", -1)
    made = Unit(
        number,
        "die",
        _("Die {n}", n=number[1:]),
        seat,
        {"zombies": zombies, "ambushes": ambushes},
    )
    said = DIE(seat, zombies=zombies, ambushes=ambushes)
    return setting.place(made), [said]


def back_to_pool(setting: TableState, die: str) -> TableState:
    if setting.table["dice"] is not None:
        setting = setting.add("table", "dice", 1)
    return setting.drop(die)


def return_dice(setting: TableState, seat: str) -> TableState:
    for die in setting.of("die", seat):
        setting = back_to_pool(setting, die.id)
    return setting


def drop_tokens(setting: TableState, seat: str) -> TableState:
    for token in setting.of("token", seat):
        setting = setting.drop(token.id)
    return setting
