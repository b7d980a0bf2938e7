"""The numbers of *Zombies!!!*, and what is counted with them."""

from __future__ import annotations

from lastdays.language import _
from lastdays.tabletop.units import TableState, Unit, UnitRules

#: Its taps, procedures and sentences; each module adds those of its own.
RULES = UnitRules()


HEARTS, BULLETS, MOST_HEARTS, HAND, TO_WIN, STRIKES = 3, 3, 5, 3, 25, 3

#: What is in the box (Contents): map tiles, Event cards, zombies.
TILES, CARDS, FIGURES = 30, 50, 100

#: Survivors in all (Search and Rescue).
SURVIVORS = 18

#: A fight is won with this much.
WINS_AT = 4

#: The named buildings and the survivors in each (Search and Rescue): eighteen.
BUILDINGS = (
    ("Skate Shop", 2),
    ("Hospital", 4),
    ("Fire Station", 2),
    ("Florist Shop", 1),
    ("Hardware Store", 2),
    ("Sporting Goods Store", 1),
    ("Army Surplus", 1),
    ("Lawn and Garden Store", 2),
    ("Toy Store", 3),
)


def mode(setting: TableState) -> str:
    """Return 'competitive', 'cooperative' or 'team'."""
    return str(setting.table["mode"])


def scenario(setting: TableState) -> str:
    """Return 'standard', 'rescue', 'last-man' or 'helicopter'."""
    return str(setting.table["scenario"])


def is_zombie(seat: Unit) -> bool:
    """Tell whether a player has turned (Last Man Standing)."""
    return not seat.on("human")


def in_play(seat: Unit) -> bool:
    """Tell whether a player is a human on the board: not dead, not turned."""
    return seat.on("human") and not seat.on("dead")


def plays_left(setting: TableState, seat: Unit) -> int:
    """Return Event cards a player may still play this round: one, one more for each survivor
    rescued outside cooperative play."""
    extra = seat.number("survivors") if mode(setting) != "cooperative" else 0
    return 1 + extra - seat.number("events")


def stops_drawing(setting: TableState) -> bool:
    """Tell whether no more cards are drawn: in quicker play, with the Helipad on the map."""
    return setting.table.on("quicker") and setting.table.on("helipad")


def owes_card(setting: TableState, seat: Unit) -> bool:
    """Tell whether a player still has to play or discard a card in their turn (Cooperative Play,
    Last Man Standing)."""
    asked = mode(setting) == "cooperative" or scenario(setting) == "last-man"
    idle = not seat.number("since") and not seat.number("discarded")
    return asked and idle and bool(seat.number("hand"))


def accounted(setting: TableState) -> int:
    """Return survivors with players, on the map, and in buildings that are not on it yet."""
    inside = sum(
        b.number("survivors") if b.on("placed") else b.number("most")
        for b in setting.of("building")
    )
    return inside + rescued(setting)


def survivors_left(setting: TableState, seat: Unit) -> int:
    """Return a player's survivors at most: eighteen less those elsewhere."""
    return SURVIVORS - accounted(setting) + seat.number("survivors")


def room_in(setting: TableState, building: Unit) -> int:
    """Return survivors in a building at most: its own number, of eighteen in all."""
    most = building.number("most")
    if not building.on("placed"):
        return most
    return min(most, SURVIVORS - accounted(setting) + building.number("survivors"))


def waiting(setting: TableState) -> list[Unit]:
    """Return the buildings on the map in which survivors wait."""
    return [b for b in setting.of("building") if b.on("placed") and b.number("survivors")]


def rescued(setting: TableState) -> int:
    """Return survivors rescued by everyone."""
    return sum(s.number("survivors") for s in setting.seats)


def rescued_by(setting: TableState, seat: Unit) -> int:
    """Return survivors rescued by a player, or by the player's team."""
    if mode(setting) != "team":
        return seat.number("survivors")
    return sum(
        s.number("survivors") for s in setting.seats if s.number("team") == seat.number("team")
    )


def missing(setting: TableState, seat: Unit) -> str:
    """Return what a scenario still asks of a player at the Helipad's centre, '' where nothing."""
    if scenario(setting) == "helicopter" and not any(
        u.on("weapon") for u in setting.of("item", seat.id)
    ):
        return _("needs a weapon first")
    if scenario(setting) == "rescue":
        if mode(setting) == "cooperative":
            return (
                ""
                if rescued(setting) >= SURVIVORS
                else _("all 18 survivors have to be rescued first")
            )
        if rescued_by(setting, seat) < setting.table.number("wanted"):
            return _("has to rescue survivors first")
    return ""


def not_home(setting: TableState, seat: Unit) -> str:
    """Say why a player is not at the Helipad yet, '' where nothing stands against it."""
    return missing(setting, seat) if in_play(seat) else _("only living players can reach it")


def escaped(setting: TableState) -> list[Unit]:
    """Return the players at the Helipad's centre with what the scenario asks for."""
    return [s for s in setting.seats if s.on("home") and not not_home(setting, s)]


def pairings(players: int) -> tuple[str, ...]:
    """Return all ways to be teams of two: '13-24' has players 1 and 3 together; across the table
    first. None for a number that makes no pairs."""
    if players < 4 or players % 2:
        return ()

    def pairs(left: tuple[int, ...]) -> list[list[tuple[int, int]]]:
        if not left:
            return [[]]
        first, *others = left
        return [
            [(first, other), *more]
            for other in others
            for more in pairs(tuple(n for n in others if n != other))
        ]

    half = players // 2
    across = [(n, n + half) for n in range(1, half + 1)]
    every = sorted(pairs(tuple(range(1, players + 1))), key=lambda p: p != across)
    return tuple("-".join(f"{a}{b}" for a, b in pairing) for pairing in every)
