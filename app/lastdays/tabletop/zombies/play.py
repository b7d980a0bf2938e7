"""Rolls, cards and taps of *Zombies!!!*."""

from __future__ import annotations

from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.rulebook.entries import Dice
from lastdays.tabletop.declared import PlayRule, TapRule
from lastdays.tabletop.event_log import Fact, fact
from lastdays.tabletop.kinds import Done
from lastdays.tabletop.units import TableState, Unit
from lastdays.tabletop.zombies.counts import (
    D6,
    HAND,
    WINS_AT,
    is_zombie,
    mode,
    not_home,
    plays_left,
    scenario,
    waiting,
)


def _draw(setting: TableState, unit: str) -> Done:
    if setting.table.on("quicker") and setting.table.on("helipad"):
        raise RuleError(_("Quicker play: no more cards are drawn once the Helipad lies."))
    drawn = max(0, HAND - setting[unit].number("hand"))
    return setting.add(unit, "hand", drawn), [fact("drew", who=f"@{unit}", n=drawn)]


def _event(setting: TableState, unit: str) -> Done:
    return _played(setting, unit), [fact("event", who=f"@{unit}")]


def _played(setting: TableState, unit: str) -> TableState:
    seat = setting[unit]
    if plays_left(setting, seat) <= 0:
        raise RuleError(_("{name} has played for this round.").format(name=seat.name))
    if not seat.number("hand"):
        raise RuleError(_("{name} has no card.").format(name=seat.name))
    return setting.add(unit, "hand", -1).add(unit, "events", 1).add(unit, "since", 1)


def no_discard(setting: TableState, seat: Unit) -> str:
    """Why no card may be discarded: one, at the end of the own turn; more only down to three, at
    the end of any turn."""
    if not seat.number("hand"):
        return _("no card")
    if setting.step == "discard" and seat.number("hand") > HAND:
        return ""
    if seat.id != setting.active or setting.step != "discard":
        return _("at the end of the own turn")
    if seat.number("discarded"):
        return _("one card a turn")
    return ""


def next_mover(setting: TableState) -> str:
    """The zombie player whose turn it is to place and move for a human; '' without any."""
    dead = [s.id for s in setting.seats if is_zombie(s)]
    last = str(setting.table["mover"] or "")
    if not dead:
        return ""
    return dead[(dead.index(last) + 1) % len(dead)] if last in dead else dead[0]


def _discard(setting: TableState, unit: str) -> Done:
    why = no_discard(setting, setting[unit])
    if why:
        raise RuleError(f"{setting[unit].name}: {why}.")
    after = setting.add(unit, "hand", -1).add(unit, "discarded", 1)
    return after, [fact("discarded", who=f"@{unit}")]


def _item(setting: TableState, unit: str, weapon: bool) -> Done:
    """A card in front, in the own turn, one of each; it is named afterwards."""
    if unit != setting.active:
        raise RuleError(_("Items come to lie in front in the own turn."))
    after = _played(setting, unit)
    name = setting.fresh_name(_("Weapon") if weapon else _("Item"), "item", unit)
    made = Unit(setting.next_id("i"), "item", name, unit, {"weapon": weapon})
    return after.place(made), [fact("item", who=f"@{unit}", what=name)]


def _drop(setting: TableState, unit: str) -> Done:
    return setting.drop(unit), [fact("dropped-item", what=setting[unit].name)]


def _build(setting: TableState, unit: str) -> Done:
    most = setting[unit].number("most")
    if setting[unit].on("placed"):
        raise RuleError(_("{name} is on the map.").format(name=setting[unit].name))
    after = setting.put(unit, placed=True, survivors=most)
    return after, [fact("built", what=setting[unit].name, n=most)]


def _fight(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """A die until one side is done: 4 or more kills; bullets make up what is missing, or a heart
    is lost. Fighting cannot be left."""
    seat = setting[str(args["unit"])]
    if is_zombie(seat):
        raise RuleError(_("{name} is a zombie player.").format(name=seat.name))
    if seat.on("dead"):
        raise RuleError(_("{name} is dead.").format(name=seat.name))
    if seat.number("hearts") <= 0:
        raise RuleError(_("{name} has no hearts.").format(name=seat.name))
    who, says, turn = f"@{seat.id}", [], 0
    while setting[seat.id].number("hearts") > 0:
        turn += 1
        bullets = setting[seat.id].number("bullets")
        die = yield Sum(
            key=f"fight/{seat.id}/{turn}/die",
            question=_("{name} fights: {n} or more kills.").format(name=seat.name, n=WINS_AT),
            dice=D6,
        )
        short = WINS_AT - die
        spent = 0
        if 0 < short <= bullets:
            choice = yield Choose(
                key=f"fight/{seat.id}/{turn}/bullets",
                question=ngettext(
                    "A {die}: one bullet makes it {wins}.",
                    "A {die}: {n} bullets make it {wins}.",
                    short,
                ).format(die=die, n=short, wins=WINS_AT),
                options=(
                    Option("bullets", _("Spend {n} of {all}").format(n=short, all=bullets)),
                    Option("heart", _("Lose a heart")),
                ),
            )
            spent = short if choice == "bullets" else 0
        if die + spent >= WINS_AT:
            setting = setting.add(seat.id, "bullets", -spent).add(seat.id, "zombies", 1)
            says.append(fact("killed", who=who, die=die, spent=spent))
            return setting, says
        setting = setting.add(seat.id, "hearts", -1)
        says.append(fact("hurt", who=who, die=die))
    setting, more = yield from _die(setting, seat.id)
    return setting, [*says, *more]


def _die_play(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    return (yield from _die(setting, str(args["unit"])))


def _die(setting: TableState, unit: str) -> Procedure[Done]:
    """Half the zombies are lost, rounded down, with weapons and items; the turn ends but for
    zombies and discard. A third death loses cooperative play, a human turns in Last Man
    Standing."""
    seat = setting[unit]
    if seat.on("dead") or is_zombie(seat):
        raise RuleError(_("{name} is dead already.").format(name=seat.name))
    lost = seat.number("zombies") // 2
    says: list[Fact] = [fact("died", who=f"@{unit}", lost=lost)]
    for item in setting.of("item", unit):
        setting = setting.drop(item.id)
    setting = setting.put(
        unit, zombies=seat.number("zombies") - lost, hearts=0, bullets=0, home=False, spaces=0
    )
    setting = setting.add(unit, "strikes", 1)
    for n in range(seat.number("survivors")):
        free = [b for b in setting.of("building") if b.on("placed")]
        free = [b for b in free if b.number("survivors") < b.number("most")]
        if not free:
            break
        where = yield Choose(
            key=f"die/{unit}/survivor-{n + 1}",
            question=_("The nearest building with room for {name}'s survivor?").format(
                name=seat.name
            ),
            options=tuple(Option(b.id, b.name) for b in free),
        )
        setting = setting.add(where, "survivors", 1).add(unit, "survivors", -1)
        says.append(fact("back", who=f"@{unit}", where=f"@{where}"))
    if scenario(setting) == "last-man":
        setting = setting.put(unit, human=False)
        says.append(fact("turned", who=f"@{unit}"))
    else:
        setting = setting.put(unit, dead=True)
    if setting.active == unit and setting.step in ("tile", "fight", "draw", "move"):
        setting = setting.put("table", step="zombies", rolled="")
    return setting, says


def _move(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """A die, two in quicker play once the Helipad lies, plus the hearts."""
    seat = setting[str(args["unit"])]
    if is_zombie(seat) or seat.on("dead"):
        raise RuleError(_("{name} does not move.").format(name=seat.name))
    two = setting.table.on("quicker") and setting.table.on("helipad")
    hearts = seat.number("hearts")
    die = yield Sum(
        key=f"move/{seat.id}/die",
        question=_("{name} moves: {dice} + {hearts} hearts.").format(
            name=seat.name, dice="2D6" if two else "D6", hearts=hearts
        ),
        dice=Dice(2, 6) if two else D6,
    )
    setting = setting.put("table", rolled="move").put(seat.id, spaces=die + hearts)
    said = fact("moves", who=f"@{seat.id}", die=die, hearts=hearts, n=die + hearts)
    return setting, [said]


def _zombies(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """So many zombies a space each. In Last Man Standing zombie players, in turn, move all on
    two tiles in a human's turn."""
    seat = setting[str(args["unit"])]
    setting = setting.put("table", rolled="zombies", moving=0)
    dead = [s.id for s in setting.seats if is_zombie(s)]
    if scenario(setting) == "last-man" and not is_zombie(seat) and dead:
        last = str(setting.table["mover"])
        mover = last if last in dead else dead[0]
        return setting, [fact("zombies-tiles", who=f"@{mover}", human=f"@{seat.id}")]
    die = yield Sum(
        key=f"zombies/{seat.id}/die",
        question=_("{name}: how many zombies move?").format(name=seat.name),
        dice=D6,
    )
    setting = setting.put("table", moving=die)
    out = mode(setting) == "cooperative"
    return setting, [fact("zombies-out" if out else "zombies", who=f"@{seat.id}", n=die)]


def _helipad(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """Who places it: the fewest zombies, then the most bullets, then a roll-off."""
    if setting.table.on("helipad"):
        raise RuleError(_("The Helipad lies already."))
    seats = list(setting.seats)
    fewest = min(s.number("zombies") for s in seats)
    seats = [s for s in seats if s.number("zombies") == fewest]
    most = max(s.number("bullets") for s in seats)
    seats = [s for s in seats if s.number("bullets") == most]
    turn = 0
    while len(seats) > 1:
        turn += 1
        rolled: dict[str, int] = {}
        for seat in seats:
            rolled[seat.id] = yield Sum(
                key=f"helipad/{turn}/{seat.id}",
                question=_("Who places the Helipad? {name} rolls.").format(name=seat.name),
                dice=D6,
            )
        best = max(rolled.values())
        seats = [s for s in seats if rolled[s.id] == best]
    return setting.put("table", helipad=True), [fact("helipad", who=f"@{seats[0].id}")]


def _rescue(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """A survivor from a building on the map."""
    seat = setting[str(args["unit"])]
    there = waiting(setting)
    if not there:
        raise RuleError(_("No survivor waits on the map."))
    where = yield Choose(
        key=f"rescue/{seat.id}",
        question=_("{name} rescues a survivor: where?").format(name=seat.name),
        options=tuple(
            Option(b.id, b.name, _("{n} left").format(n=b.number("survivors"))) for b in there
        ),
    )
    setting = setting.add(where, "survivors", -1).add(seat.id, "survivors", 1)
    return setting, [fact("rescued", who=f"@{seat.id}", where=f"@{where}")]


def _home(setting: TableState, unit: str) -> Done:
    """At the Helipad's centre, with what the scenario asks for."""
    why = not_home(setting, setting[unit])
    if why:
        raise RuleError(f"{setting[unit].name}: {why}.")
    return setting.put(unit, home=True), [fact("home", who=f"@{unit}")]


#: What is done at once.
TAPS: dict[str, TapRule] = {
    "draw": _draw,
    "event": _event,
    "discard": _discard,
    "item": _item,
    "drop": _drop,
    "build": _build,
    "home": _home,
}

#: What asks on the way.
PLAYS: dict[str, PlayRule] = {
    "fight": _fight,
    "move": _move,
    "zombies": _zombies,
    "helipad": _helipad,
    "die": _die_play,
    "rescue": _rescue,
}
