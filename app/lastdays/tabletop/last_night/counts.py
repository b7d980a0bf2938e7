"""The numbers of *Last Night on Earth*, and what is counted with them."""

from __future__ import annotations

from lastdays.language import _
from lastdays.rulebook.entries import Dice
from lastdays.tabletop.units import TableState, Unit, UnitRules

#: Its taps, procedures and sentences; each module adds those of its own.
RULES = UnitRules()

D3 = Dice(1, 3)

FIGURES, HEROES, HEALTH, ITEMS, WEAPONS, PITS = 14, 4, 3, 4, 2, 4

#: What is in the box (Game Contents): outer boards, cards in a deck, those the Advanced Game adds.
OUTER_BOARDS, DECK, ADVANCED_CARDS = 6, 40, 20

BLACK_ZONE, KILLED_LOSE = 14, 4

#: Players: how many of them are zombie players (the book's chart).
ZOMBIE_PLAYERS = {2: 1, 3: 1, 4: 2, 5: 1, 6: 2}


#: The eight Heroes of the box (Hero Profiles).
NAMES = (
    "Sheriff Anderson",
    "Billy",
    "Johnny",
    "Father Joseph",
    "Becky",
    "Sally",
    "Jenny",
    "Jake Cartwright",
)

#: Of each scenario: turns, goal, Heroes killed that lose it (0: four, as always). The numbers of
#: the others are on their cards: players set them.
DIE = ("die", 15, 15, 2)


def zombie_seats(setting: TableState) -> list[Unit]:
    """Return the zombie players."""
    return [s for s in setting.seats if s["role"] == "zombie"]


def hero_seats(setting: TableState) -> list[Unit]:
    """Return the Hero players."""
    return [s for s in setting.seats if s["role"] == "hero"]


def limit(setting: TableState, _unit: Unit | None = None) -> int:
    """Return figures a zombie player has: 14, or 7 each."""
    return FIGURES // len(zombie_seats(setting))


def pool(setting: TableState, seat: Unit) -> int:
    """Return figures that are not on the board; the two always add up."""
    return limit(setting) - seat.number("board")


def can_spawn(setting: TableState, seat: Unit) -> bool:
    """Tell whether any spawn roll is higher than the zombies on the board."""
    return on_board(setting, seat) < (6 if two_sides(setting) else 12)


def on_board(setting: TableState, seat: Unit) -> int:
    """Return zombies for the spawn roll: figures and Zombie Heroes."""
    return seat.number("board") + len(setting.of("zombie-hero", seat.id))


def hand(setting: TableState, seat: Unit) -> int:
    """Return Zombie cards in a full hand."""
    return 4 // len(zombie_seats(setting)) if seat["role"] == "zombie" else 99


def lose_at(setting: TableState) -> int:
    """Return Heroes killed that lose the scenario: its own number, 0 where none does (Winning the
    Game). A table from before it was asked for has the book's."""
    chosen = setting.table["lose"]
    if chosen is None:
        return DIE[3] if setting.table["scenario"] == "die" else KILLED_LOSE
    return int(chosen)


def deck_lost(setting: TableState) -> bool:
    """Tell whether a Zombie card discarded the last Hero card, or would have; an empty deck alone
    loses nothing. A table from before the two were told apart knows the loss only."""
    lost = setting.table["deck_lost"]
    return setting.table.on("exhausted") if lost is None else bool(lost)


def names_left(setting: TableState) -> list[str]:
    """Return the Heroes of the box nobody plays or has played."""
    taken = {u.name for u in setting.pieces.values()}
    return [n for n in NAMES if n not in taken]


def is_nameless(hero: Unit) -> bool:
    """Tell whether nobody has said which Hero this is."""
    return hero.name == hero_name(int(hero.id[1:]))


def hero_name(number: int) -> str:
    """Return what a Hero is called until somebody says which it is."""
    return _("Hero {n}", n=number)


def living(setting: TableState) -> list[Unit]:
    """Return Heroes in play."""
    return [h for h in setting.of("hero") if not h.on("dead")]


def advanced(setting: TableState) -> bool:
    """Tell whether the Advanced rules are used."""
    return setting.table.on("advanced")


def spread(number: int, pits: int) -> str:
    """Spread zombies evenly over the pits: '2, 2, 1, 1'."""
    return ", ".join(str(number // pits + (n < number % pits)) for n in range(pits))


def fresh_hero(unit: str, owner: str, number: int) -> Unit:
    return Unit(
        unit,
        "hero",
        hero_name(number),
        owner,
        {"wounds": 0, "health": HEALTH, "acted": False, "shot": False, "dead": False},
    )


def zombie_turn(setting: TableState, seat: str) -> TableState:
    """Begin the Zombie Turn at its first step: nobody has rolled, discarded or drawn yet."""
    setting = _weapons_ready(setting.put("table", seat=seat, step="sun", acting=""))
    for other in zombie_seats(setting):
        setting = setting.put(other.id, won=False, rolled=False, discarded=False, drawn=False)
    return setting


def hero_turn(setting: TableState, seat: str) -> TableState:
    """Begin the Hero Turn: nobody has acted yet."""
    setting = _weapons_ready(setting.put("table", seat=seat, step="heroes", acting=""))
    for hero in setting.of("hero"):
        setting = setting.put(hero.id, acted=False, shot=False, moved=False, rolled=0)
    return setting


def _weapons_ready(setting: TableState) -> TableState:
    for item in setting.of("item"):
        setting = setting.put(item.id, used=False)
    return setting


def two_sides(setting: TableState) -> bool:
    return len(zombie_seats(setting)) > 1
