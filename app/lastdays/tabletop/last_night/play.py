"""Rolls, cards and taps of *Last Night on Earth*."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.rulebook.entries import Dice
from lastdays.tabletop.declared import PlayRule, TapRule
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.kinds import Done
from lastdays.tabletop.last_night.counts import (
    D3,
    D6,
    hand,
    living,
    names_left,
    on_board,
    pool,
    spread,
    two_sides,
)
from lastdays.tabletop.last_night.fights import (
    attacks,
    fight,
    figure_killed,
    gas,
    kill,
    ranged,
    zombie_hero_down,
)
from lastdays.tabletop.units import TableState, Unit


def _opening(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """2D6 zombies at the start, D6 each with two zombie players, spread over the pits."""
    seat = setting[str(args["unit"])]
    if seat.on("opened"):
        raise RuleError(_("{name} has placed the opening zombies.").format(name=seat.name))
    total = yield Sum(
        key=f"opening/{seat.id}",
        question=_("Opening zombies of {name}.").format(name=seat.name),
        dice=D6 if two_sides(setting) else Dice(2, 6),
    )
    number = min(total, pool(setting, seat))
    setting = setting.put(seat.id, opened=True)
    if not setting.table.number("pits"):
        return setting, [fact("no-pit", who=f"@{seat.id}", n=number)]
    setting = setting.add(seat.id, "board", number)
    pits = spread(number, setting.table.number("pits"))
    return setting, [fact("opened", who=f"@{seat.id}", n=number, pits=pits)]


def _spawn(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """2D6, or D6 each, higher than the own zombies on the board, Zombie Heroes counted."""
    seat = setting[str(args["unit"])]
    if seat.on("rolled"):
        raise RuleError(_("{name} has rolled this turn.").format(name=seat.name))
    there = on_board(setting, seat)
    total = yield Sum(
        key=f"spawn/{seat.id}",
        question=_("Spawn roll of {name}: more than {n} on the board.").format(
            name=seat.name, n=there
        ),
        dice=D6 if two_sides(setting) else Dice(2, 6),
    )
    won = total > there
    setting = setting.put(seat.id, won=won, rolled=True)
    key = "spawns" if won else "no-spawn"
    return setting, [fact(key, who=f"@{seat.id}", n=total, board=there)]


def _place(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """D6, or D3, up to the pool as it is now; the player may place fewer."""
    seat = setting[str(args["unit"])]
    if not seat.on("won"):
        raise RuleError(_("{name} has not won the spawn roll.").format(name=seat.name))
    total = yield Sum(
        key=f"place/{seat.id}",
        question=_("{name} places new zombies; {n} are in the pool.").format(
            name=seat.name, n=pool(setting, seat)
        ),
        dice=D3 if two_sides(setting) else D6,
    )
    number = min(total, pool(setting, seat))
    setting = setting.put(seat.id, won=False)
    if not setting.table.number("pits"):
        return setting, [fact("no-pit", who=f"@{seat.id}", n=number)]
    if number:
        number = int((yield Choose(
            key=f"place/{seat.id}/number",
            question=_("How many zombies does {name} place?").format(name=seat.name),
            options=tuple(Option(str(n), str(n)) for n in range(number, -1, -1)),
        )))  # fmt: skip
    setting = setting.add(seat.id, "board", number)
    pits = spread(number, setting.table.number("pits"))
    return setting, [fact("placed", who=f"@{seat.id}", n=number, pits=pits)]


def _walk(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """A Hero moves D6 spaces, or searches after seeing the die; a Zombie Hero moves D3."""
    unit = setting[str(args["unit"])]
    die = yield Sum(
        key=f"walk/{unit.id}",
        question=_("{name} moves.").format(name=unit.name),
        dice=D3 if unit.kind == "zombie-hero" else D6,
    )
    if unit.kind == "hero":
        setting = setting.put(unit.id, rolled=die)
    return setting, [fact("walks", who=f"@{unit.id}", n=die)]


def _give(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """An item to another Hero in the same space."""
    item = setting[str(args["unit"])]
    others = [h for h in living(setting) if h.id != item.owner]
    if not others:
        raise RuleError(_("There is no other Hero."))
    to = yield Choose(
        key=f"give/{item.id}",
        question=_("Who takes {what}?").format(what=item.name),
        options=tuple(Option(h.id, h.name) for h in others),
    )
    setting = attacks(setting, item.owner)
    return setting.hand(item.id, to), [fact("given", what=item.name, who=f"@{to}")]


def _building(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """A die for the outer board, a die for the building on it; on a 1 the Heroes choose one, on a
    6 the zombies, and no second die is thrown (Rolling a Random Building)."""
    board = yield Sum(key="building/board", question=_("Which outer board?"), dice=D6)
    if board in (1, 6):
        return setting, [fact("building-heroes" if board == 1 else "building-zombies")]
    number = yield Sum(key="building/number", question=_("Which building?"), dice=D6)
    return setting, [fact("building", board=_("board of the arrow {n}").format(n=board), n=number)]


def _who(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """Which of the box's Heroes one is."""
    hero = setting[str(args["unit"])]
    name = yield Choose(
        key=f"who/{hero.id}",
        question=_("Which Hero is {name}?").format(name=hero.name),
        options=tuple(Option(n, n) for n in names_left(setting)),
    )
    return setting.place(replace(hero, name=name)), [fact("renamed", old=hero.name, new=name)]


def _discard(setting: TableState, unit: str) -> Done:
    seat = setting[unit]
    if seat.on("discarded") or seat.on("drawn") or not seat.number("hand"):
        raise RuleError(_("One card a turn may be discarded, before drawing."))
    return setting.add(unit, "hand", -1).put(unit, discarded=True), [
        fact("discards", who=f"@{unit}")
    ]


def _draw(setting: TableState, unit: str) -> Done:
    full = hand(setting, setting[unit])
    return setting.put(unit, drawn=True, hand=max(full, setting[unit].number("hand"))), [
        fact("draws", who=f"@{unit}", n=full)
    ]


def _act(setting: TableState, unit: str) -> Done:
    return setting.put("table", acting=unit, seat=setting[unit].owner), [
        fact("begins", who=f"@{unit}")
    ]


def _search(setting: TableState, unit: str) -> Done:
    if setting[unit].on("moved"):
        raise RuleError(_("A Hero moves or searches, not both."))
    return setting.put(unit, moved=True, rolled=0), [fact("searches", who=f"@{unit}")]


def _acted(setting: TableState, unit: str) -> Done:
    after = setting.put(unit, acted=True).put("table", acting="")
    return after, [fact("acts", who=f"@{unit}")]


def _item(setting: TableState, unit: str, weapon: bool) -> Done:
    name = setting.fresh_name(_("Weapon") if weapon else _("Item"), "item", unit)
    made = Unit(setting.next_id("i"), "item", name, unit, {"weapon": weapon, "used": False})
    return setting.place(made), [fact("found", who=f"@{unit}", what=name)]


def _drop(setting: TableState, unit: str) -> Done:
    """An item, a marker, or a card in play with the markers it placed (Canceling Cards)."""
    says = [fact("gone", what=setting[unit].name)]
    if setting[unit]["sort"] == "pit":
        setting = setting.add("table", "pits", -1)
    for marker in setting.of("marker"):
        if marker["card"] == unit:
            setting, more = _drop(setting, marker.id)
            says += more
    return setting.drop(unit), says


def _marker(setting: TableState, sort: str, name: str, card: str = "") -> Done:
    """A marker on the board, of a card in play where one is named; a new pit counts when zombies
    are spread."""
    if sort == "pit":
        setting = setting.add("table", "pits", 1)
    label = setting.fresh_name(name, "marker")
    made = Unit(setting.next_id("m"), "marker", label, "", {"sort": sort, "card": card})
    return setting.place(made), [fact("marker", what=label)]


def _card(setting: TableState, unit: str) -> Done:
    """A card that remains in play, before whoever played it; it is named afterwards."""
    name = setting.fresh_name(_("Card in play"), "card")
    made = Unit(setting.next_id("k"), "card", name, unit, {})
    return setting.place(made), [fact("in-play", who=f"@{unit}", what=name)]


def _deck(setting: TableState) -> Done:
    return setting.put("table", exhausted=True, deck_lost=True), [fact("deck")]


#: What is done at once.
TAPS: dict[str, TapRule] = {
    "discard": _discard,
    "draw": _draw,
    "act": _act,
    "search": _search,
    "acted": _acted,
    "item": _item,
    "drop": _drop,
    "marker": _marker,
    "card": _card,
    "deck": _deck,
    "killed": figure_killed,
    "zombie-hero-down": zombie_hero_down,
}

#: What asks on the way.
PLAYS: dict[str, PlayRule] = {
    "opening": _opening,
    "spawn": _spawn,
    "place": _place,
    "fight": fight,
    "ranged": ranged,
    "who": _who,
    "walk": _walk,
    "give": _give,
    "kill": kill,
    "building": _building,
    "gas": gas,
}
