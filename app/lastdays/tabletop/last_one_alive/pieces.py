"""What is kept of everything on the table of *Last One Alive*, and how it lies before its player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from lastdays.language import _, ngettext
from lastdays.tabletop.last_one_alive import play
from lastdays.tabletop.last_one_alive.counts import (
    BOTH,
    LIVES,
    MOST_LEVEL,
    item_name,
    score,
)
from lastdays.tabletop.units import Count, Kind, Switch, TableState, Unit
from lastdays.tabletop.view import ButtonView


def _put_before(_setting: TableState, seat: Unit) -> list[ButtonView]:
    """Return what a player can have one more of."""
    if seat.on("out"):
        return []
    return [
        ButtonView("draw", _("Draw a token"), play.draw.play(seat.id, side="any")),
        ButtonView("add", _("Add a die in front"), play.rolled.play(seat.id, what="front")),
    ]


def _note(setting: TableState, seat: Unit) -> str:
    if seat.on("out"):
        return _("ZOMBIFIED")
    dice = len(setting.of("die", seat.id))
    tokens = len(setting.of("token", seat.id))
    parts = [_("dice {dice}, tokens {tokens}", dice=dice, tokens=tokens)]
    if setting.table.on("survivors"):
        got = score(setting, seat)
        parts.append(ngettext("{n} point", "{n} points", got, n=got))
    parts += _used(setting, seat)
    return " · ".join(parts)


def _used(setting: TableState, seat: Unit) -> list[str]:
    """Say what somebody who has the turn has used, or that nobody is left to use anything."""
    if seat.on("out"):
        return [_("ZOMBIFIED")]
    parts = []
    if setting.active == seat.id:
        parts += [_("{item} used before the roll", item=item_name(k)) for k in BOTH if seat.on(k)]
        if seat.on("used_hero"):
            parts.append(_("Hero token used"))
    return parts


@cache
def pieces() -> Mapping[str, Kind]:
    """Return what is kept of players, dice before them, tokens before them."""
    return {
        "table": Kind(
            "table",
            (
                Count(
                    "level",
                    "Level",
                    low=1,
                    high=MOST_LEVEL,
                    icon="level",
                    tone="harm_text",
                ),
                Count(
                    "drawn",
                    "Apocalypses",
                    icon="apocalypse",
                    tone="accent_text",
                ),
                Count(
                    "dice",
                    "Dice in the pool",
                    when=lambda s, _u: s.table["dice"] is not None,
                    icon="dice",
                ),
                Count(
                    "tokens",
                    "Tokens in the bag",
                    when=lambda s, _u: s.table["tokens"] is not None,
                    icon="points",
                ),
            ),
            (
                Switch(
                    "night",
                    "night",
                    "N",
                    lambda _s, u: u.on("days") or u.on("night"),
                    icon="night",
                ),
            ),
        ),
        "seat": Kind(
            "seat",
            (
                Count(
                    "lives",
                    "Lives",
                    high=LIVES,
                    when=lambda s, _u: s.table.on("survivors"),
                    icon="hearts",
                    tone="harm_text",
                    boxes=True,
                ),
                Count("shots", "Shots", icon="ammo", tone="accent_text"),
            ),
            (
                Switch("hero", "Hero token", "H", icon="leader"),
                Switch("out", "zombified", "Z", icon="infected"),
            ),
            note=_note,
            named=True,
            icon=lambda _s, u: "zombie" if u.on("out") else "survivor",
            figure=lambda s, u: (
                (str(score(s, u)), _("points")) if s.table.on("survivors") else ("", "")
            ),
            remark=lambda s, u: " · ".join(_used(s, u)),
            gone=lambda _s, u: u.on("out"),
            adds=_put_before,
        ),
        "die": Kind(
            "die",
            (
                Count("zombies", "Zombies", icon="zombie", tone="harm_text"),
                Count(
                    "ambushes",
                    "Ambushes",
                    icon="ambush",
                    tone="harm_text",
                ),
            ),
            icon=lambda _s, _u: "die",
            form=lambda _s, _u: "chip",
            worded=False,
        ),
        "token": Kind(
            "token",
            icon=lambda _s, u: f"item_{u['key']}",
            form=lambda _s, _u: "chip",
            worded=False,
        ),
    }
