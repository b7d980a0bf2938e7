"""The numbers of *Zombie Town*, and counting and paying with them."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure
from lastdays.tabletop.plain_rules import PlainRules
from lastdays.tabletop.units import TableState, Unit, UnitRules

#: The taps, procedures and sentences of the game; each module adds its own.
RULES = UnitRules()
#: Its rules that are data.
PLAIN = PlainRules("zombie-town", RULES)

#: The zombies in the box.
FIGURES = 100
#: The life of a character.
LIFE = 4
#: The cards in a full hand, for each character.
HAND = 3
#: The actions and the free moves of a turn, for each character.
ACTIONS = 3
FREE = 1
#: How often the ability of a building can be used.
USES = 5

#: The most buildings a player holds, for each character.
BUILDINGS = 4
#: The most barricades in a building.
BARRICADES = 3
#: The most guns a character carries.
GUNS = 2
#: The bullets of the gun a character begins with.
START_BULLETS = 3

#: What is in the box (Game Components): combat cards, stands, house cards.
COMBAT_CARDS = 30
STANDS = 12
HOUSES = 12
#: The cards in a building.
CARDS_IN_BUILDING = 9

#: From how many players on occupied buildings get cards, too (Game Setup).
CROWDED = 5

#: How many zombies fit on a square, and on the four squares next to a building (Zombie Movement).
ON_A_SQUARE = 6
MOST_BESIDE = 4 * ON_A_SQUARE

#: The option for a building on the board that nobody has claimed.
NEW = "new"

#: Combat cards from the lowest: jammed, same square, one square, two squares away.
CARDS = ("jammed", "0", "1", "2")


def twofold(setting: TableState) -> int:
    """Return how many characters each player has: two with two players, else one."""
    return 2 if len(setting.seats) == 2 else 1


def last_day(players: int) -> int:
    """Return the last day: ten, eight with six players."""
    return 8 if players == 6 else 10


def pawns(setting: TableState, seat: str) -> list[Unit]:
    """Return a player's living characters."""
    return [pawn for pawn in setting.of("pawn", seat) if pawn.number("life")]


def is_dead(setting: TableState, seat: Unit) -> bool:
    """Return whether all of a player's characters are dead."""
    return not pawns(setting, seat.id)


def killed(setting: TableState) -> int:
    """Return the number of zombies in all killed piles."""
    return sum(seat.number("killed") for seat in setting.seats)


def cemetery(setting: TableState) -> int:
    """Return the zombies left in the cemetery: those of a hundred neither on the board nor killed."""
    return FIGURES - setting.table.number("board") - killed(setting)


def survivors_of(setting: TableState, seat: str) -> list[Unit]:
    """Return a player's survivors, with a character or in a building."""
    places = {pawn.id for pawn in setting.of("pawn", seat)}
    places |= {building.id for building in setting.of("building", seat)}
    return [survivor for survivor in setting.of("survivor") if survivor.owner in places]


def guns_of(setting: TableState, seat: str) -> list[Unit]:
    """Return a player's guns, including those of survivors."""
    bearers = {pawn.id for pawn in setting.of("pawn", seat)}
    bearers |= {survivor.id for survivor in survivors_of(setting, seat)}
    return [gun for gun in setting.of("gun") if gun.owner in bearers]


def place_of(setting: TableState, unit: Unit) -> str:
    """Return the name of a unit's owner: where or with whom it is."""
    return setting.name(unit.owner)


def building_with_player(setting: TableState, building: Unit) -> str:
    """Return a building with its player: 'Home base of Bob'."""
    return _("{name}'s {building}", building=building.name, name=setting.name(building.owner))


def points(setting: TableState, seat: Unit) -> int:
    """Return a player's points: one for each zombie, barricade, survivor, loaded gun and unused
    ability of a building. Players without living characters don't score."""
    if is_dead(setting, seat):
        return 0
    total = seat.number("killed")
    total += len(survivors_of(setting, seat.id))
    for building in setting.of("building", seat.id):
        total += len(setting.of("barricade", building.id))
        total += building.number("uses")
    for gun in guns_of(setting, seat.id):
        if gun.number("bullets"):
            total += 1
    return total


# Making and paying


def new_gun(setting: TableState, bearer: str, magazine: int) -> TableState:
    gun = setting.next_id("g")
    name = _("Gun {n}", n=gun[1:])
    values = {"bullets": magazine, "magazine": magazine, "two": False}
    return setting.place(Unit(gun, "gun", name, bearer, values))


def new_building(setting: TableState, seat: str, *, home: bool) -> TableState:
    building = setting.next_id("b")
    name = _("Home base") if home else _("Building {n}", n=building[1:])
    name = setting.fresh_name(name, "building", seat)
    values = {"uses": USES, "beside": 0, "home": home}
    return setting.place(Unit(building, "building", name, seat, values))


def less_a_card(setting: TableState, seat: str) -> TableState:
    """Return the table with one card fewer in a hand; RuleError if it is empty."""
    if not setting[seat].number("hand"):
        raise RuleError("{name} has no cards.", name=setting[seat].name)
    return setting.add(seat, "hand", -1)


def pay(setting: TableState, seat: str) -> TableState:
    if not setting[seat].number("actions"):
        raise RuleError("{name} has no actions left.", name=setting[seat].name)
    return setting.add(seat, "actions", -1)


def collect(setting: TableState, seat: str, number: int = 1) -> TableState:
    """Move zombies from the board into a killed pile."""
    number = min(number, setting.table.number("board"))
    return setting.add("table", "board", -number).add(seat, "killed", number)


def seat_of(setting: TableState, unit: str) -> str:
    """Return the player whom a unit belongs to, however many units lie between them."""
    owner = setting[unit]
    while owner.kind != "seat":
        owner = setting[owner.owner]
    return owner.id


def one_of(
    setting: TableState,
    key: str,
    question: str,
    units: list[Unit],
    kind: type[Choose] = Choose,
) -> Procedure[str]:
    """Ask for one of several units, named with their places; a single one is returned without
    asking. `kind` is Report where none of them is the usual one."""
    if not units:
        raise RuleError("There's nothing on the table to choose.")
    if len(units) == 1:
        return units[0].id
    options = [Option(unit.id, unit.name, _place_in_words(setting, unit)) for unit in units]
    chosen: str = yield kind(key, question, options=tuple(options))
    return chosen


def _place_in_words(setting: TableState, unit: Unit) -> str:
    """Return where a gun, survivor or barricade is, with its player's name for a building."""
    if unit.kind not in ("gun", "survivor", "barricade"):
        return ""
    place = setting[unit.owner]
    return building_with_player(setting, place) if place.kind == "building" else place.name
