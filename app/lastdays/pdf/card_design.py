"""What stands where on a Character card and on a Group-and-Refuge card (p. 109–111)."""

from __future__ import annotations

from collections.abc import Sequence

from lastdays.language import _
from lastdays.pdf.blocks import (
    Block,
    Boxes,
    Figures,
    HeadingBlock,
    Para,
    Ruled,
    Space,
    Ticks,
    Together,
)
from lastdays.pdf.card_layout import Design
from lastdays.pdf.content import Card, CharacterCard, GroupCard, PrintedLine, WeaponLine
from lastdays.pdf.typesetting import Span

#: Noise tokens for which there are boxes; the sixth draws a zombie for certain (p. 39).
NOISE_BOXES = 10
_NOISE_SURE = 6


def design_of(card: Card) -> Design:
    """Return the design of a card of any kind."""
    match card:
        case CharacterCard():
            return character(card)
        case GroupCard():
            return group(card)


def character(card: CharacterCard) -> Design:
    """Design a Character card: figures and what is counted at the table on the front, what the
    rest means on the back."""
    if card.blank:
        return _blank_character(card)
    badge = " · ".join(
        part
        for part in (
            _("Leader") if card.leader else "",
            card.status,
            _("Level {n}").format(n=card.level),
        )
        if part
    )
    front: list[Block] = [_trackers(card.damage)]
    for weapon in card.weapons:
        front += _weapon(weapon)
    experience: list[Block] = [
        Figures(
            tuple(
                (name, value, "")
                for name, value in (
                    (_("Level"), card.level),
                    (_("Experience"), card.experience),
                    (_("next Level costs"), card.next_level),
                )
                if value
            )
        )
    ]
    back: list[Block] = [*experience]
    if card.learns:
        back.append(_line(PrintedLine(_("May learn"), card.learns)))
    back.append(Space(0.2))
    back += _section(_("Equipment"), card.gear)
    back += _section(_("Weapons"), card.traits)
    back += _section(_("Special Rules"), card.rules)
    back += _section(_("Skills"), card.skills)
    back += _section(_("Injuries"), card.injuries)
    if card.notes.strip():
        back += [HeadingBlock(_("Notes")), Para((Span(card.notes),))]
    return Design(
        about=card.name,
        title=card.name,
        subtitle=" · ".join(p for p in (card.kind, card.keyword) if p),
        badge=badge,
        cells=card.cells,
        front=tuple(front),
        back=tuple(back),
        footer=card.group,
        portrait=card.portrait,
    )


def _trackers(damage: int) -> Block:
    return Boxes(
        (
            Ticks(_("Damage"), damage),
            Ticks(_("Noise"), NOISE_BOXES, ((_NOISE_SURE, str(_NOISE_SURE)),)),
            Ticks(_("Locked and Loaded"), 1),
            Ticks(_("Run"), 1),
        )
    )


def _weapon(weapon: WeaponLine) -> list[Block]:
    made: list[Block] = [
        Para((Span(weapon.name, "strong"),), space=0),
        Figures(tuple((c.label, c.text, c.before) for c in weapon.cells)),
    ]
    if weapon.remarks:
        made.append(Para((Span(weapon.remarks),), space=0))
    if weapon.ammo:
        made.append(
            Boxes(
                (Ticks(_("Ammo"), weapon.ammo, ((weapon.ammo, "R"),)), Ticks(_("must reload"), 1))
            )
        )
    return [Space(0.18), Together(tuple(made))]


def _section(heading: str, lines: Sequence[PrintedLine]) -> list[Block]:
    return [HeadingBlock(heading), *(_line(line) for line in lines)] if lines else []


def _line(line: PrintedLine) -> Block:
    spans = [Span(line.name, "strong")] if line.name else []
    if line.text:
        spans.append(Span(line.text))
    return Para(tuple(spans))


def _blank_character(card: CharacterCard) -> Design:
    front: list[Block] = [
        Boxes(
            (
                Ticks(_("Damage"), 6),
                Ticks(_("Noise"), NOISE_BOXES, ((_NOISE_SURE, str(_NOISE_SURE)),)),
                Ticks(_("Locked and Loaded"), 1),
                Ticks(_("Run"), 1),
            )
        ),
        HeadingBlock(_("Weapons")),
    ]
    for _n in range(3):
        front += [Ruled(1), Boxes((Ticks(_("Ammo"), 10), Ticks(_("must reload"), 1)))]
    back: list[Block] = []
    for heading, lines in (
        (_("Equipment"), 2),
        (_("Special Rules"), 2),
        (_("Skills"), 2),
        (_("Injuries"), 1),
    ):
        back += [HeadingBlock(heading), Ruled(lines)]
    back += [Ruled(1, _("Level")), Ruled(1, _("Experience"))]
    return Design(
        about=_("Blank Character card"),
        title="",
        subtitle="",
        badge="",
        cells=card.cells,
        front=tuple(front),
        back=tuple(back),
        footer="",
        blank=True,
        labels=(_("Name"), _("Character Type"), _("Keyword")),
    )


def group(card: GroupCard) -> Design:
    """Design a Group-and-Refuge card: Refuge, Perks and figures on the front, members and stash on
    the back."""
    if card.blank:
        return _blank_group(card)
    front: list[Block] = []
    if card.spaces:
        front.append(Boxes((Ticks(_("Empty Spaces"), card.spaces, (), card.used),)))
    front += _section(_("Built-in Perks"), card.built_in)
    front += _section(_("Perks"), card.built)
    front += _section(_("For the next game"), card.next_game)
    back: list[Block] = []
    back += _section(_("Group members"), card.members)
    back += _section(_("Stash"), card.stash)
    if card.notes.strip():
        back += [HeadingBlock(_("Notes")), Para((Span(card.notes),))]
    return Design(
        about=card.name,
        title=card.name,
        subtitle=" · ".join(p for p in (card.refuge, card.player) if p),
        badge="",
        cells=card.cells,
        front=tuple(front),
        back=tuple(back),
        footer=_("Group and Refuge"),
    )


def _blank_group(card: GroupCard) -> Design:
    front: list[Block] = [Boxes((Ticks(_("Empty Spaces"), 8),))]
    front += [HeadingBlock(_("Built-in Perks")), Ruled(2), HeadingBlock(_("Perks")), Ruled(4)]
    back: list[Block] = [
        HeadingBlock(_("Group members")),
        Ruled(10),
        HeadingBlock(_("Stash")),
        Ruled(3),
    ]
    return Design(
        about=_("Blank Group-and-Refuge card"),
        title="",
        subtitle="",
        badge="",
        cells=card.cells,
        front=tuple(front),
        back=tuple(back),
        footer=_("Group and Refuge"),
        blank=True,
        labels=(_("Group"), _("Refuge Type"), _("Player")),
    )
