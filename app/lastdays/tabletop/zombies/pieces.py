"""What is kept of everything on the table of *Zombies!!!*, and how it lies before its player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from lastdays.language import _
from lastdays.tabletop.kinds import Count, Kind, Switch, always
from lastdays.tabletop.units import TableState, Unit
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
    plays_left,
    rescued,
    room_in,
    scenario,
    survivors_left,
)


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
                    look="ap",
                    icon="hearts",
                    tone="harm_text",
                    boxes=True,
                ),
                Count("bullets", _("Bullets"), look="ammo", icon="bullets"),
                Count(
                    "zombies",
                    _("Zombies"),
                    look="noise",
                    icon="kills",
                    tone="well_text",
                    digits=2,
                ),
                Count(
                    "spaces",
                    _("Movement left"),
                    look="ap",
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
                    look="damage",
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
