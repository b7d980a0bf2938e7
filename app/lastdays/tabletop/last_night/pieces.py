"""What is kept of everything on the table of *Last Night on Earth*, and how it lies before its player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from lastdays.language import _, ngettext
from lastdays.tabletop.kinds import Count, Kind, Switch, always
from lastdays.tabletop.last_night import play
from lastdays.tabletop.last_night.counts import (
    ITEMS,
    WEAPONS,
    deck_lost,
    hand,
    limit,
    pool,
    zombie_seats,
)
from lastdays.tabletop.units import TableState, Unit
from lastdays.tabletop.view import ButtonView


def _placed_by(setting: TableState, marker: Unit) -> str:
    """Return the card in play that placed a marker."""
    card = str(marker["card"] or "")
    return setting.name(card) if setting.has(card) else ""


def _in_play_by(_setting: TableState, seat: Unit) -> list[ButtonView]:
    """Return what a player can have one more of."""
    return [ButtonView("card", _("Keep a card in play"), play.card.tap(seat.id))]


def _found_by(setting: TableState, hero: Unit) -> list[ButtonView]:
    """Return what a Hero can carry one more of."""
    items = setting.of("item", hero.id)
    if hero.on("dead") or len(items) >= ITEMS:
        return []
    found = [ButtonView("item", _("Add an item"), play.item.tap(hero.id, weapon=False))]
    if sum(i.on("weapon") for i in items) < WEAPONS:
        weapon = play.item.tap(hero.id, weapon=True)
        found.append(ButtonView("weapon", _("Add a weapon"), weapon))
    return found


def _seat_note(setting: TableState, seat: Unit) -> str:
    if seat["role"] == "hero":
        return _("Hero player")
    return _("Zombie player, {n} in the pool").format(n=pool(setting, seat))


def _pool(setting: TableState, seat: Unit) -> tuple[str, str]:
    if seat["role"] == "hero":
        return "", ""
    return str(pool(setting, seat)), _("in the pool")


def _hero_remark(_setting: TableState, hero: Unit) -> str:
    if hero.on("dead"):
        return _("KILLED")
    if hero.number("rolled") and not hero.on("moved"):
        n = hero.number("rolled")
        return ngettext("moves up to {n} space", "moves up to {n} spaces", n).format(n=n)
    return ""


def _hero_note(setting: TableState, hero: Unit) -> str:
    if hero.on("dead"):
        return _("KILLED")
    parts = [p for p in (_hero_remark(setting, hero),) if p]
    items = setting.of("item", hero.id)
    if items:
        parts.append(ngettext("{n} item", "{n} items", len(items)).format(n=len(items)))
    weapons = sum(i.on("weapon") for i in items)
    if weapons:
        parts.append(ngettext("{n} weapon", "{n} weapons", weapons).format(n=weapons))
    return " · ".join(parts)


@cache
def pieces() -> Mapping[str, Kind]:
    """Return what is kept of players, Heroes and their items, Zombie Heroes, markers."""

    def goal_kept(setting: TableState, _unit: Unit) -> bool:
        return bool(setting.table["scenario"] != "die")

    def zombies_kept(_setting: TableState, seat: Unit) -> bool:
        return bool(seat["role"] == "zombie")

    return {
        "table": Kind(
            "table",
            (
                Count("sun", _("Sun Track"), look="noise", icon="day", tone="accent_text"),
                Count(
                    "killed",
                    _("Zombies killed"),
                    high=lambda s, u: (
                        u.number("killed") + sum(z.number("board") for z in zombie_seats(s))
                    ),
                    says=_("No zombie is on the board."),
                    look="ap",
                    told=False,
                    icon="kills",
                    tone="well_text",
                ),
                Count("goal", _("Goal"), when=goal_kept, icon="trophy", tone="well_text"),
                Count(
                    "heroes_killed",
                    _("Heroes killed"),
                    look="damage",
                    icon="grave",
                    tone="harm_text",
                ),
                Count("pits", _("Spawning Pits"), low=0, icon="pit"),
            ),
            (
                Switch("exhausted", _("Hero deck empty"), "X", icon="cards"),
                Switch(
                    "deck_lost",
                    _("Hero card lost"),
                    "L",
                    lambda s, _u: deck_lost(s),
                    icon="out",
                ),
            ),
            note=lambda _s, u: ngettext("{n} turn", "{n} turns", u.number("turns")).format(
                n=u["turns"]
            ),
        ),
        "seat": Kind(
            "seat",
            (
                Count(
                    "board",
                    _("On the board"),
                    high=limit,
                    says=_("The pool is empty: every figure is on the board."),
                    look="damage",
                    when=zombies_kept,
                    icon="zombie",
                    tone="harm_text",
                ),
                Count(
                    "hand",
                    _("Zombie cards"),
                    high=hand,
                    limit="end",
                    when=zombies_kept,
                    icon="cards",
                ),
            ),
            (Switch("won", _("spawn roll won"), "S", zombies_kept, icon="spawn"),),
            note=_seat_note,
            icon=lambda _s, u: "zombie" if u["role"] == "zombie" else "survivor",
            figure=_pool,
            remark=lambda _s, u: _("Zombie player") if u["role"] == "zombie" else _("Hero player"),
            adds=_in_play_by,
        ),
        "hero": Kind(
            "hero",
            (
                Count(
                    "wounds",
                    _("Wounds"),
                    high=lambda _s, u: u.number("health"),
                    says=_("All Health boxes are full."),
                    look="damage",
                    icon="damage",
                    tone="harm_text",
                    boxes=True,
                ),
                Count(
                    "health",
                    _("Health boxes"),
                    low=1,
                    high=9,
                    look="box",
                    told=False,
                    icon="hearts",
                    aside=always,
                ),
            ),
            (
                Switch("acted", _("acted"), "A", icon="spent"),
                Switch("shot", _("shot"), "R", icon="locked"),
                Switch("dead", _("killed"), "K", lambda _s, u: u.on("dead"), icon="out"),
            ),
            note=_hero_note,
            named=True,
            icon=lambda _s, _u: "survivor",
            remark=_hero_remark,
            gone=lambda _s, u: u.on("dead"),
            adds=_found_by,
        ),
        "item": Kind(
            "item",
            flags=(
                Switch("weapon", _("weapon"), "W", icon="weapon", aside=always),
                Switch("used", _("used"), "U", icon="spent"),
            ),
            named=True,
            icon=lambda _s, u: "weapon" if u.on("weapon") else "item",
            form=lambda _s, _u: "chip",
        ),
        "zombie-hero": Kind(
            "zombie-hero",
            (
                Count(
                    "wounds",
                    _("Wounds"),
                    high=lambda _s, u: u.number("health"),
                    look="damage",
                    icon="damage",
                    tone="harm_text",
                    boxes=True,
                ),
            ),
            note=lambda _s, u: ngettext(
                "Zombie Hero, {n} Health box", "Zombie Hero, {n} Health boxes", u.number("health")
            ).format(n=u["health"]),
            named=True,
            icon=lambda _s, _u: "zombie",
            remark=lambda _s, _u: _("Zombie Hero"),
        ),
        "card": Kind(
            "card",
            note=lambda _s, _u: _("stays in play"),
            named=True,
            icon=lambda _s, _u: "cards",
            form=lambda _s, _u: "chip",
        ),
        "marker": Kind(
            "marker",
            note=_placed_by,
            named=True,
            icon=lambda _s, _u: "marker",
            form=lambda _s, _u: "chip",
        ),
    }
