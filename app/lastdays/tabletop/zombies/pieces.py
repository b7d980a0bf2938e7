"""What is kept of everything on the table of *Zombies!!!*, and how it lies before its player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from lastdays.language import _
from lastdays.tabletop.units import Count, Kind, Switch, TableState, Unit, always
from lastdays.tabletop.view import ButtonView, FactView
from lastdays.tabletop.zombies import play
from lastdays.tabletop.zombies.counts import (
    HAND,
    MOST_HEARTS,
    SURVIVORS,
    TO_WIN,
    in_play,
    is_zombie,
    missing,
    mode,
    not_home,
    plays_left,
    rescued,
    room_in,
    scenario,
    survivors_left,
    waiting,
)
from lastdays.tabletop.zombies.play import no_discard


def _walking(setting: TableState, seat: Unit) -> bool:
    """Tell whether a player has rolled for movement and still moves."""
    rolled = setting.table["rolled"] == "move" and setting.step == "move"
    return rolled and setting.active == seat.id


def _remark(setting: TableState, seat: Unit) -> str:
    """Say how a player stands."""
    parts: list[str] = []
    if mode(setting) == "team":
        parts.append(_("team {n}").format(n=seat["team"]))
    if scenario(setting) == "last-man":
        parts.append(_("human") if seat.on("human") else _("ZOMBIE"))
    if seat.on("dead"):
        parts.append(_("dead, starts again"))
    if seat.on("home") and in_play(seat) and missing(setting, seat):
        parts.insert(0, missing(setting, seat))
    return " · ".join(parts)


def _of_the_table(setting: TableState, _unit: Unit) -> tuple[FactView, ...]:
    """Return what everyone has come to together."""
    if scenario(setting) == "rescue":
        value = f"{rescued(setting)}/{SURVIVORS}"
        return (FactView(_("Survivors rescued"), value, "survivor"),)
    return (FactView(_("Killed"), str(sum(s.number("zombies") for s in setting.seats)), "kills"),)


def _of_25(setting: TableState, seat: Unit) -> tuple[str, str]:
    """Return how near a player is, where zombies win the game."""
    if scenario(setting) != "standard" or mode(setting) != "competitive":
        return "", ""
    return str(seat.number("zombies")), _("of {n}").format(n=TO_WIN)


def _put_in_front(setting: TableState, seat: Unit) -> list[ButtonView]:
    """Return what a player can put in front of them now."""
    if seat.id != setting.active or not seat.number("hand") or plays_left(setting, seat) <= 0:
        return []
    return [
        ButtonView("item", _("Put an item in front"), play.item.tap(seat.id, weapon=False)),
        ButtonView("weapon", _("Put a weapon in front"), play.item.tap(seat.id, weapon=True)),
    ]


def _note(setting: TableState, seat: Unit) -> str:
    items = [u.name for u in setting.of("item", seat.id)]
    return " · ".join(filter(None, (_remark(setting, seat), *items)))


@cache
def pieces() -> Mapping[str, Kind]:
    """Return what is kept of players, what lies before them, the buildings of Search and
    Rescue."""
    return {
        "table": Kind(
            "table",
            flags=(
                Switch("helipad", _("Helipad"), "H", icon="helipad"),
                Switch("food", _("Food Source"), "F", icon="food"),
            ),
            facts=_of_the_table,
        ),
        "seat": Kind(
            "seat",
            (
                Count(
                    "hearts",
                    _("Hearts"),
                    high=MOST_HEARTS,
                    says=_("At most five hearts; another one found stays on the board."),
                    icon="hearts",
                    tone="harm_text",
                    boxes=True,
                ),
                Count("bullets", _("Bullets"), icon="bullets"),
                Count(
                    "zombies",
                    _("Zombies"),
                    icon="kills",
                    tone="well_text",
                    digits=2,
                ),
                Count(
                    "spaces",
                    _("Movement left"),
                    when=_walking,
                    icon="free",
                    tone="accent_text",
                ),
                Count(
                    "hand",
                    _("Event cards"),
                    high=HAND,
                    limit="end",
                    says=_("Discard down to three Event cards."),
                    icon="cards",
                ),
                Count(
                    "survivors",
                    _("Survivors"),
                    high=survivors_left,
                    says=_("All eighteen have been rescued."),
                    when=lambda s, _u: scenario(s) == "rescue",
                    told=False,
                    icon="survivor",
                    tone="well_text",
                ),
                Count(
                    "strikes",
                    _("Deaths"),
                    when=lambda s, _u: mode(s) == "cooperative",
                    icon="grave",
                    tone="harm_text",
                ),
            ),
            (Switch("home", _("at the centre"), "C", icon="helipad"),),
            note=_note,
            icon=lambda _s, u: "zombie" if is_zombie(u) else "survivor",
            figure=_of_25,
            remark=_remark,
            adds=_put_in_front,
        ),
        "item": Kind(
            "item",
            named=True,
            flags=(Switch("weapon", _("weapon"), "W", aside=always),),
            icon=lambda _s, u: "weapon" if u.on("weapon") else "item",
            form=lambda _s, _u: "chip",
        ),
        "building": Kind(
            "building",
            (
                Count(
                    "survivors",
                    _("Survivors"),
                    high=room_in,
                    says=_("That building is full, or there is nobody for it."),
                    when=lambda _s, u: u.on("placed"),
                    icon="survivor",
                ),
            ),
            (Switch("placed", _("on the map"), "M", icon="map"),),
            note=lambda _s, u: _("room for {n}").format(n=u.number("most")),
            icon=lambda _s, _u: "building",
            form=lambda _s, _u: "chip",
        ),
    }


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
