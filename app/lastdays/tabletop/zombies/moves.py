"""What is due, and what can be done with each thing, in *Zombies!!!*."""

from __future__ import annotations

from lastdays.language import _
from lastdays.tabletop.declared import Move
from lastdays.tabletop.units import TableState, Unit
from lastdays.tabletop.zombies.counts import (
    HAND,
    in_play,
    is_zombie,
    not_home,
    plays_left,
    scenario,
    waiting,
)
from lastdays.tabletop.zombies.play import no_discard


def due(setting: TableState, seat: Unit) -> list[Move]:
    """The moves of this step."""
    who = {"unit": seat.id}
    found: list[Move] = []
    for fallen in setting.seats:
        if in_play(fallen) and not fallen.number("hearts"):
            found.append(
                Move(f"die/{fallen.id}", _("{name} dies").format(name=fallen.name), "play",
                     "die", {"unit": fallen.id})
            )  # fmt: skip
    match setting.step:
        case "tile":
            if not setting.table.on("helipad"):
                found.append(Move("helipad", _("It is the Helipad"), "play", "helipad"))
        case "fight":
            found.append(Move("fight", _("Fight a zombie"), "play", "fight", who))
        case "draw":
            stop = setting.table.on("quicker") and setting.table.on("helipad")
            found.append(
                Move("draw", _("Draw up to three"), "tap", "draw", who,
                     _("quicker play: no more cards") if stop else "")
            )  # fmt: skip
        case "move":
            rolled = setting.table["rolled"] == "move"
            found.append(
                Move("move", _("Roll for movement"), "play", "move", who,
                     _("rolled already") if rolled else "")
            )  # fmt: skip
            found.append(Move("fight", _("Fight a zombie"), "play", "fight", who))
            found += _goals(setting, seat)
        case "zombies":
            rolled = setting.table["rolled"] == "zombies"
            found.append(
                Move("zombies", _("Move zombies"), "play", "zombies", who,
                     _("moved already") if rolled else "")
            )  # fmt: skip
        case "discard":
            found.append(_discard(setting, seat))
            found += [
                Move(f"discard/{s.id}", _("{name} discards an Event card").format(name=s.name),
                     "tap", "discard", {"unit": s.id})
                for s in setting.seats
                if s.id != seat.id and s.number("hand") > HAND
            ]  # fmt: skip
    return found


def _goals(setting: TableState, seat: Unit) -> list[Move]:
    who = {"unit": seat.id}
    found: list[Move] = []
    if scenario(setting) == "rescue" and waiting(setting):
        found.append(Move("rescue", _("Rescues a survivor"), "play", "rescue", who))
    if setting.table.on("helipad") and not seat.on("home"):
        found.append(
            Move("home", _("Reaches the Helipad's centre"), "tap", "home", who,
                 not_home(setting, seat))
        )  # fmt: skip
    return found


def _discard(setting: TableState, seat: Unit) -> Move:
    why = no_discard(setting, seat)
    return Move("discard", _("Discard an Event card"), "tap", "discard", {"unit": seat.id}, why)


def moves(setting: TableState, unit: Unit) -> list[Move]:
    """What any player may do, at any time it makes sense."""
    if unit.kind == "item":
        return [Move("drop", _("It is used up"), "tap", "drop", {"unit": unit.id})]
    if unit.kind == "building":
        why = _("on the map already") if unit.on("placed") else ""
        return [Move("build", _("Place it with its survivors"), "tap", "build",
                     {"unit": unit.id}, why)]  # fmt: skip
    if unit.kind != "seat":
        return []
    who = {"unit": unit.id}
    why = ""
    if plays_left(setting, unit) <= 0:
        why = _("no more Event cards this round")
    elif not unit.number("hand"):
        why = _("no card")
    late = why or ("" if unit.id == setting.active else _("only in the own turn"))
    return [
        Move("event", _("Plays an Event card"), "tap", "event", who, why),
        Move("item", _("Puts an item in front"), "tap", "item", {**who, "weapon": False}, late),
        Move("weapon", _("Puts a weapon in front"), "tap", "item", {**who, "weapon": True},
             late),
        _discard(setting, unit),
        Move("fight", _("Fights a zombie"), "play", "fight", who,
             _("a zombie player") if is_zombie(unit) else ""),
        Move("die", _("Dies"), "play", "die", who, _("dead") if unit.on("dead") else ""),
    ]  # fmt: skip
