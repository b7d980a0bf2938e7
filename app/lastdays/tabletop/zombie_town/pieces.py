"""What is kept of everything on the table of *Zombie Town*, and how it lies before its player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from lastdays.language import _, ngettext
from lastdays.tabletop.declared import first_player
from lastdays.tabletop.units import Count, Kind, Switch, TableState, Unit, When, always, nothing
from lastdays.tabletop.view import ButtonView, FactView, Form
from lastdays.tabletop.zombie_town import buildings, play
from lastdays.tabletop.zombie_town.counts import (
    FIGURES,
    GUNS,
    HAND,
    LIFE,
    USES,
    cemetery,
    is_dead,
    killed,
    pawns,
    place_of,
    points,
    twofold,
)


def _spent(name: str) -> When:
    """Tell whether a player has none of these left and it is somebody else's turn."""
    return lambda setting, seat: setting.active != seat.id and not seat.number(name)


def _with_bearer(setting: TableState, unit: Unit) -> Form:
    """Say how a gun or survivor lies: beside a character, within the line of a building."""
    owner = setting.units.get(unit.owner)
    if owner is None:
        return "chip"
    if owner.kind == "survivor":
        return _with_bearer(setting, owner)
    return "inner" if owner.kind == "building" else "chip"


def _taken_by_pawn(setting: TableState, pawn: Unit) -> list[ButtonView]:
    """Return what a character can have one more of."""
    if not pawn.number("life"):
        return []
    found = [ButtonView("with", _("Add a survivor"), buildings.join.tap(pawn.id))]
    if len(setting.of("gun", pawn.id)) < GUNS:
        found.insert(0, ButtonView("gun", _("Add a gun"), play.gun.play(pawn.id)))
    return found


def _taken_by_seat(setting: TableState, seat: Unit) -> list[ButtonView]:
    """Return what a player can have one more of."""
    if is_dead(setting, seat):
        return []
    found = [ButtonView("claim", _("Claim a building"), buildings.claim.tap(seat.id))]
    if twofold(setting) == 1:
        found = [*_taken_by_pawn(setting, pawns(setting, seat.id)[0]), *found]
    return found


def _remark(setting: TableState, seat: Unit) -> str:
    if is_dead(setting, seat):
        return _("DEAD")
    return _("keeper") if seat.id == first_player(setting) else ""


def _note(setting: TableState, seat: Unit) -> str:
    if is_dead(setting, seat):
        return _("DEAD")
    got = points(setting, seat)
    text = ngettext("{n} point", "{n} points", got, n=got)
    return " · ".join(filter(None, (text, _remark(setting, seat))))


@cache
def pieces() -> Mapping[str, Kind]:
    """Return what is kept of players, characters, guns, survivors, buildings and their
    barricades."""
    return {
        "table": Kind(
            "table",
            (
                Count(
                    "day",
                    "Day",
                    low=1,
                    high=lambda _s, u: u.number("last"),
                    icon="day",
                    tone="accent_text",
                ),
                Count(
                    "board",
                    "On the board",
                    high=lambda s, _u: FIGURES - killed(s),
                    says=_("The cemetery is empty."),
                    icon="zombie",
                    tone="harm_text",
                    told=False,
                ),
            ),
            note=lambda s, _u: _("{n} in the cemetery", n=cemetery(s)),
            remark=nothing,
            facts=lambda s, _u: (
                FactView(_("Cemetery"), str(cemetery(s)), "cemetery"),
                FactView(_("Killed"), str(killed(s)), "kills"),
            ),
        ),
        "seat": Kind(
            "seat",
            (
                Count(
                    "killed",
                    "Killed",
                    high=lambda s, u: u.number("killed") + s.table.number("board"),
                    says=_("No zombie is on the board."),
                    told=False,
                    icon="kills",
                    tone="well_text",
                    digits=2,
                ),
                Count(
                    "hand",
                    "Hand",
                    high=lambda s, _u: HAND * twofold(s),
                    limit="end",
                    icon="cards",
                ),
                Count(
                    "actions",
                    "Actions",
                    icon="run",
                    tone="accent_text",
                    aside=_spent("actions"),
                ),
                Count(
                    "free",
                    "Free moves",
                    icon="free",
                    tone="accent_text",
                    aside=_spent("free"),
                ),
            ),
            note=_note,
            named=True,
            icon=lambda _s, _u: "survivor",
            figure=lambda s, u: (str(points(s, u)), _("points")),
            remark=_remark,
            gone=is_dead,
            adds=_taken_by_seat,
        ),
        "pawn": Kind(
            "pawn",
            (
                Count(
                    "life",
                    "Life",
                    high=LIFE,
                    icon="hearts",
                    tone="harm_text",
                    boxes=True,
                ),
            ),
            note=lambda _s, u: _("character") if u.number("life") else _("DEAD"),
            icon=lambda s, _u: "hearts" if twofold(s) == 1 else "survivor",
            form=lambda s, _u: "lead" if twofold(s) == 1 else "row",
            remark=lambda _s, u: "" if u.number("life") else _("DEAD"),
            gone=lambda _s, u: not u.number("life"),
            adds=lambda s, u: _taken_by_pawn(s, u) if twofold(s) > 1 else [],
        ),
        "gun": Kind(
            "gun",
            (
                Count(
                    "bullets",
                    "Bullets",
                    high=lambda _s, u: u.number("magazine"),
                    says=_("The magazine is full."),
                    icon="bullets",
                ),
            ),
            (
                Switch(
                    "two", "draws 2 cards", "2", icon="dice", aside=lambda _s, u: not u.on("two")
                ),
            ),
            note=lambda s, u: _("{where}, holds {n}", where=place_of(s, u), n=u["magazine"]),
            named=True,
            icon=lambda _s, _u: "gun",
            form=_with_bearer,
            worded=False,
        ),
        "survivor": Kind(
            "survivor",
            note=place_of,
            named=True,
            icon=lambda _s, _u: "survivor",
            form=_with_bearer,
            worded=False,
        ),
        "building": Kind(
            "building",
            (
                Count(
                    "uses",
                    "Uses left",
                    high=USES,
                    tone="well",
                    boxes=True,
                ),
                Count(
                    "beside",
                    "Zombies next to it",
                    icon="zombie",
                    tone="harm_text",
                ),
                Count(
                    "stored",
                    "Cards stored",
                    when=lambda _s, u: bool(u.number("stored")),
                    icon="cards",
                    aside=always,
                ),
            ),
            note=lambda _s, u: _("home base") if u.on("home") else "",
            named=True,
            icon=lambda _s, u: "house" if u.on("home") else "building",
            remark=nothing,
        ),
        "barricade": Kind(
            "barricade",
            (
                Count("value", "Value", aside=always),
                Count("trap", "Trap", aside=always),
            ),
            (Switch("revealed", "revealed", "V", aside=always),),
            note=place_of,
            secret=("value", "trap"),
            icon=lambda _s, _u: "barricade",
            form=lambda _s, _u: "inner",
            worded=False,
            figure=lambda _s, u: (str(u["value"]) if u.on("revealed") else "—", ""),
        ),
        "marker": Kind(
            "marker",
            note=lambda s, u: (
                _("until the end of {name}'s next turn", name=s.name(str(u["by"])))
                if u.number("turns") > 1
                else _("until the end of {name}'s turn", name=s.name(str(u["by"])))
            ),
            named=True,
            icon=lambda _s, _u: "fireworks",
            form=lambda _s, _u: "chip",
        ),
    }
