"""What is due, and what can be done with each thing, in *Zombies!!!*."""

from __future__ import annotations

from lastdays.language import _
from lastdays.tabletop.units import TableState, Unit
from lastdays.tabletop.view import ButtonView
from lastdays.tabletop.zombies import play
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


def due(setting: TableState, seat: Unit) -> list[ButtonView]:
    """Return the moves of this step."""
    who = seat.id
    found: list[ButtonView] = []
    for fallen in setting.seats:
        if in_play(fallen) and not fallen.number("hearts"):
            found.append(
                ButtonView(
                    f"die/{fallen.id}",
                    _("Kill {name}").format(name=fallen.name),
                    play.die_play.play(fallen.id),
                )
            )
    match setting.step:
        case "tile":
            if not setting.table.on("helipad"):
                found.append(ButtonView("helipad", _("Place the Helipad"), play.helipad.play()))
        case "fight":
            found.append(ButtonView("fight", _("Fight a zombie"), play.fight.play(who)))
        case "draw":
            stop = setting.table.on("quicker") and setting.table.on("helipad")
            found.append(
                ButtonView(
                    "draw",
                    _("Draw up to three cards"),
                    play.draw.tap(who),
                    _("no more cards in quicker play") if stop else "",
                )
            )
        case "move":
            rolled = setting.table["rolled"] == "move"
            found.append(
                ButtonView(
                    "move",
                    _("Roll for movement"),
                    play.move.play(who),
                    _("already rolled") if rolled else "",
                )
            )
            found.append(ButtonView("fight", _("Fight a zombie"), play.fight.play(who)))
            found += _goals(setting, seat)
        case "zombies":
            rolled = setting.table["rolled"] == "zombies"
            found.append(
                ButtonView(
                    "zombies",
                    _("Move zombies"),
                    play.zombies.play(who),
                    _("already moved") if rolled else "",
                )
            )
        case "discard":
            found.append(_discard(setting, seat))
            found += [
                ButtonView(
                    f"discard/{s.id}",
                    _("Discard one of {name}'s Event cards").format(name=s.name),
                    play.discard.tap(s.id),
                )
                for s in setting.seats
                if s.id != seat.id and s.number("hand") > HAND
            ]
    return found


def _goals(setting: TableState, seat: Unit) -> list[ButtonView]:
    who = seat.id
    found: list[ButtonView] = []
    if scenario(setting) == "rescue" and waiting(setting):
        found.append(ButtonView("rescue", _("Rescue a survivor"), play.rescue.play(who)))
    if setting.table.on("helipad") and not seat.on("home"):
        found.append(
            ButtonView(
                "home",
                _("Reach the Helipad's centre"),
                play.home.tap(who),
                not_home(setting, seat),
            )
        )
    return found


def _discard(setting: TableState, seat: Unit) -> ButtonView:
    why = no_discard(setting, seat)
    return ButtonView("discard", _("Discard an Event card"), play.discard.tap(seat.id), why)


def moves(setting: TableState, unit: Unit) -> list[ButtonView]:
    """Return what any player may do, at any time it makes sense."""
    if unit.kind == "item":
        return [ButtonView("drop", _("Discard"), play.drop.tap(unit.id))]
    if unit.kind == "building":
        why = _("already on the map") if unit.on("placed") else ""
        return [ButtonView("build", _("Place with its survivors"), play.build.tap(unit.id), why)]
    if unit.kind != "seat":
        return []
    who = unit.id
    why = ""
    if plays_left(setting, unit) <= 0:
        why = _("no more Event cards this round")
    elif not unit.number("hand"):
        why = _("no cards")
    late = why or ("" if unit.id == setting.active else _("only in their own turn"))
    return [
        ButtonView("event", _("Play an Event card"), play.event.tap(who), why),
        ButtonView("item", _("Put an item in front"), play.item.tap(who, weapon=False), late),
        ButtonView("weapon", _("Put a weapon in front"), play.item.tap(who, weapon=True), late),
        _discard(setting, unit),
        ButtonView(
            "fight",
            _("Fight as {name}").format(name=unit.name),
            play.fight.play(who),
            _("a zombie player") if is_zombie(unit) else "",
        ),
        ButtonView(
            "die", _("Kill"), play.die_play.play(who), _("already dead") if unit.on("dead") else ""
        ),
    ]
