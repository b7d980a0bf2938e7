"""Rolls, cards and taps of *Last Night on Earth*."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import D6, TWO_DICE, Choose, Draw, Option, Procedure, Sum, options_of
from lastdays.tabletop.declared import how_many
from lastdays.tabletop.last_night.counts import (
    D3,
    RULES,
    hand,
    is_nameless,
    living,
    names_left,
    on_board,
    pool,
    spread,
    two_sides,
)
from lastdays.tabletop.last_night.fights import (
    attacks,
)
from lastdays.tabletop.units import RENAMED, TableState, Unit

NO_PIT = RULES.saying(
    "no-pit", "{who} has nowhere to place new zombies ({n}): no Spawning Pit is left."
)


OPENED = RULES.counted(
    "opened",
    "n",
    "{who} places {n} zombie at the Spawning Pits ({pits}).",
    "{who} places {n} zombies at the Spawning Pits ({pits}).",
)


@RULES.procedure("opening", "{unit} places the opening zombies")
def opening(setting: TableState, unit: str) -> Procedure[TableState]:
    """Place 2D6 zombies at the start, D6 each with two zombie players, spread over the pits."""
    seat = setting[unit]
    if seat.on("opened"):
        raise RuleError("{name} has already placed the opening zombies.", name=seat.name)
    total = yield Sum(
        f"opening/{seat.id}",
        _("Roll for {name}'s opening zombies.", name=seat.name),
        dice=D6 if two_sides(setting) else TWO_DICE,
    )
    number = min(total, pool(setting, seat))
    setting = setting.put(seat.id, opened=True)
    if not setting.table.number("pits"):
        return setting.say(NO_PIT(seat.id, n=number))
    setting = setting.add(seat.id, "board", number)
    pits = spread(number, setting.table.number("pits"))
    return setting.say(OPENED(seat.id, n=number, pits=pits))


SPAWNS = RULES.saying("spawns", "{who} rolls {n} against {board} on the board: new zombies arrive.")
NO_SPAWN = RULES.saying(
    "no-spawn", "{who} rolls {n} against {board} on the board: no new zombies arrive."
)


@RULES.procedure("spawn", "{unit} makes the spawn roll")
def spawn(setting: TableState, unit: str) -> Procedure[TableState]:
    """Roll 2D6, or D6 each, higher than their own zombies on the board, Zombie Heroes counted."""
    seat = setting[unit]
    if seat.on("rolled"):
        raise RuleError("{name} has already rolled this turn.", name=seat.name)
    there = on_board(setting, seat)
    total = yield Sum(
        f"spawn/{seat.id}",
        _("Make {name}'s spawn roll: more than {n} brings new zombies.", name=seat.name, n=there),
        dice=D6 if two_sides(setting) else TWO_DICE,
    )
    won = total > there
    setting = setting.put(seat.id, won=won, rolled=True)
    said = SPAWNS if won else NO_SPAWN
    return setting.say(said(seat.id, n=total, board=there))


PLACED = RULES.worded("placed", OPENED.sentence)


@RULES.procedure("place", "{unit} places zombies")
def place(setting: TableState, unit: str) -> Procedure[TableState]:
    """Place D6, or D3, up to the pool as it is now; the player may place fewer."""
    seat = setting[unit]
    if not seat.on("won"):
        raise RuleError("{name} has not won the spawn roll.", name=seat.name)
    total = yield Sum(
        f"place/{seat.id}",
        _(
            "Roll for {name}'s new zombies ({n} in the pool).",
            name=seat.name,
            n=pool(setting, seat),
        ),
        dice=D3 if two_sides(setting) else D6,
    )
    number = min(total, pool(setting, seat))
    setting = setting.put(seat.id, won=False)
    if not setting.table.number("pits"):
        return setting.say(NO_PIT(seat.id, n=number))
    if number:
        question = _("How many zombies does {name} place?", name=seat.name)
        number = yield from how_many(f"place/{seat.id}/number", question, range(number, -1, -1))
    setting = setting.add(seat.id, "board", number)
    pits = spread(number, setting.table.number("pits"))
    return setting.say(PLACED(seat.id, n=number, pits=pits))


WALKS = RULES.counted(
    "walks",
    "n",
    "{who} moves up to {n} space.",
    "{who} moves up to {n} spaces.",
)


@RULES.procedure("walk", "{unit} moves")
def walk(setting: TableState, unit: str) -> Procedure[TableState]:
    """Move a Hero D6 spaces, or search after seeing the die; move a Zombie Hero D3."""
    mover = setting[unit]
    die = yield Sum(
        f"walk/{mover.id}",
        _("Roll for {name}'s move.", name=mover.name),
        dice=D3 if mover.kind == "zombie-hero" else D6,
    )
    if mover.kind == "hero":
        setting = setting.put(mover.id, rolled=die)
        if setting.step == "heroes":
            setting = setting.put("table", acting=mover.id, seat=mover.owner)
    return setting.say(WALKS(mover.id, n=die))


GIVEN = RULES.saying("given", "{what} goes to {who}.")


@RULES.procedure("give", "{unit} is handed over")
def give(setting: TableState, unit: str) -> Procedure[TableState]:
    """Give an item to another Hero in the same space."""
    item = setting[unit]
    others = [h for h in living(setting) if h.id != item.owner]
    if not others:
        raise RuleError("There isn't another Hero.")
    to = yield Choose(
        f"give/{item.id}",
        _("Who takes {what}?", what=item.name),
        options=options_of(others),
    )
    setting = attacks(setting, item.owner)
    return setting.hand(item.id, to).say(GIVEN(to, what=item.name))


BUILDING_HEROES = RULES.saying(
    "building-heroes", "Random building: the Heroes choose any building with numbers."
)
BUILDING_ZOMBIES = RULES.saying(
    "building-zombies", "Random building: the zombies choose any building with numbers."
)
BUILDING = RULES.saying("building", "Random building: {board}, number {n}.")


@RULES.procedure("building", "Random building")
def building(setting: TableState) -> Procedure[TableState]:
    """Roll a die for the outer board, a die for the building on it; on a 1 the Heroes choose one,
    on a 6 the zombies, and no second die is thrown (Rolling a Random Building)."""
    board = yield Sum("building/board", _("Roll for the outer board."))
    if board in (1, 6):
        return setting.say((BUILDING_HEROES if board == 1 else BUILDING_ZOMBIES)())
    number = yield Sum("building/number", _("Roll for the building."))
    return setting.say(BUILDING(board=_("the board of arrow {n}", n=board), n=number))


@RULES.procedure("who", "A Hero is drawn")
def who(setting: TableState, unit: str) -> Procedure[TableState]:
    """Say which of the box's Heroes one is: drawn, or chosen."""
    hero = setting[unit]
    name = yield Draw(
        f"who/{hero.id}",
        _("Which Hero is {name}?", name=hero.name),
        options=tuple(Option(n, n) for n in names_left(setting)),
    )
    return setting.place(replace(hero, name=name)).say(RENAMED(old=hero.name, new=name))


@RULES.procedure("heroes", "The Heroes are drawn")
def heroes(setting: TableState) -> Procedure[TableState]:
    """Draw the Hero Character Sheets at random (Draw and Place the Hero Characters)."""
    for hero in living(setting):
        if is_nameless(hero):
            setting = yield from who(setting, hero.id)
    return setting


DISCARDS = RULES.saying("discards", "{who} discards a Zombie card.")


@RULES.tap("discard")
def discard(setting: TableState, unit: str) -> TableState:
    seat = setting[unit]
    if seat.on("discarded") or seat.on("drawn") or not seat.number("hand"):
        raise RuleError("Only one card a turn may be discarded, before drawing.")
    return setting.add(unit, "hand", -1).put(unit, discarded=True).say(DISCARDS(unit))


DRAWS = RULES.counted(
    "draws",
    "n",
    "{who} fills their hand to {n} Zombie card.",
    "{who} fills their hand to {n} Zombie cards.",
)


@RULES.tap("draw")
def draw(setting: TableState, unit: str) -> TableState:
    full = hand(setting, setting[unit])
    return setting.put(unit, drawn=True, hand=max(full, setting[unit].number("hand"))).say(
        DRAWS(unit, n=full)
    )


BEGINS = RULES.saying("begins", "{who} begins to act.")


@RULES.tap("act")
def act(setting: TableState, unit: str) -> TableState:
    return setting.put("table", acting=unit, seat=setting[unit].owner).say(BEGINS(unit))


SEARCHES = RULES.saying("searches", "{who} searches and draws a Hero card.")


@RULES.tap("search")
def search(setting: TableState, unit: str) -> TableState:
    if setting[unit].on("moved"):
        raise RuleError("A Hero either moves or searches.")
    return setting.put(unit, moved=True, rolled=0).say(SEARCHES(unit))


ACTS = RULES.saying("acts", "{who} has acted.")


@RULES.tap("acted")
def acted(setting: TableState, unit: str) -> TableState:
    after = setting.put(unit, acted=True).put("table", acting="")
    return after.say(ACTS(unit))


FOUND = RULES.saying("found", "{who} finds {what}.")


@RULES.tap("item")
def item(setting: TableState, unit: str, weapon: bool) -> TableState:
    name = setting.fresh_name(_("Weapon") if weapon else _("Item"), "item", unit)
    made = Unit(setting.next_id("i"), "item", name, unit, {"weapon": weapon, "used": False})
    return setting.place(made).say(FOUND(unit, what=name))


GONE = RULES.saying("gone", "{what} is removed.")


@RULES.tap("drop")
def drop(setting: TableState, unit: str) -> TableState:
    """Drop an item, a marker, or a card in play with the markers it placed (Canceling Cards)."""
    setting = setting.say(GONE(what=setting[unit].name))
    if setting[unit]["sort"] == "pit":
        setting = setting.add("table", "pits", -1)
    for marker in setting.of("marker"):
        if marker["card"] == unit:
            setting = drop(setting, marker.id)
    return setting.drop(unit)


MARKER = RULES.saying("marker", "{what} is placed.")


@RULES.tap("marker")
def marker(setting: TableState, sort: str, name: str, card: str = "") -> TableState:
    """Place a marker on the board, of a card in play where one is named; a new pit counts when
    zombies are spread."""
    if sort == "pit":
        setting = setting.add("table", "pits", 1)
    label = setting.fresh_name(name, "marker")
    made = Unit(setting.next_id("m"), "marker", label, "", {"sort": sort, "card": card})
    return setting.place(made).say(MARKER(what=label))


IN_PLAY = RULES.saying("in-play", "{who}'s {what} stays in play.")


@RULES.tap("card")
def card(setting: TableState, unit: str) -> TableState:
    """Lay a card that remains in play before whoever played it; it is named afterwards."""
    name = setting.fresh_name(_("Card in play"), "card")
    made = Unit(setting.next_id("k"), "card", name, unit, {})
    return setting.place(made).say(IN_PLAY(unit, what=name))


DECK = RULES.saying("deck", "A Zombie card discards the last Hero card.")


@RULES.tap("deck")
def deck(setting: TableState) -> TableState:
    return setting.put("table", exhausted=True, deck_lost=True).say(DECK())
