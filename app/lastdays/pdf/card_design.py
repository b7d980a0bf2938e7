"""What stands where on a Character card and on a Group-and-Refuge card (p. 109–111)."""

from __future__ import annotations

from collections.abc import Sequence

from lastdays.language import _
from lastdays.pdf.blocks import Block, HeadingBlock, Para, Ruled, Space, para_of
from lastdays.pdf.card_blocks import Chips, ExperienceBar, StateBox, Tokens, Weapons
from lastdays.pdf.card_head import Who
from lastdays.pdf.card_layout import Design, GroupBack
from lastdays.pdf.content import Card, Cell, CharacterCard, GroupCard, PrintedLine, WeaponLine
from lastdays.pdf.legend import legend_of
from lastdays.pdf.member_lines import MemberLines
from lastdays.pdf.slots import Slots
from lastdays.pdf.table_heads import fighting_heads, shooting_heads, state_names
from lastdays.pdf.typesetting import Span
from lastdays.rulebook import pictograms

#: How far apart the lines of a blank card are, in points.
_WRITE = 12.5


def design_of(card: Card, *, front_notes: bool = False) -> Design:
    """Return the design of a card of any kind, its notes on the front where that is wanted."""
    match card:
        case CharacterCard():
            return character(card, front_notes=front_notes)
        case GroupCard():
            return group(card, front_notes=front_notes)


def character(card: CharacterCard, *, front_notes: bool = False) -> Design:
    """Design a Character card: figures and what is counted at the table on the front, what the
    rest means on the back."""
    if card.blank:
        return _blank_character(card)
    front: list[Block] = [_tokens(card.damage, card.one_use)]
    shooting = tuple(w for w in card.weapons if w.shoots)
    fighting = tuple(w for w in card.weapons if not w.shoots)
    if shooting:
        front.append(Weapons(_("Shoot"), shooting))
    if fighting:
        front.append(Weapons(_("Fight"), fighting))
    if card.rules or card.skills or card.injuries:
        front.append(Chips((*card.rules, *card.skills), card.injuries))
    whose = " · ".join(part for part in (card.group, card.edition) if part)
    back: list[Block] = [*_experience(card)]
    back += _section(_("Special Rules"), card.rules)
    back += _section(_("Skills"), card.skills)
    back += _section(_("Equipment"), card.gear)
    back += _section(_("Weapons"), card.traits)
    back += _section(_("Injuries"), card.injuries)
    back += _packs(card.packs)
    (front if front_notes else back).extend(_notes(card.notes))
    return Design(
        about=card.name,
        who=Who(
            title=card.name,
            subtitle=card.kind,
            keyword=card.keyword,
            status=card.status,
            group=whose,
            level=card.level,
            leader=card.leader,
            drawing=card.drawing,
            star=pictograms.token("leader"),
            portrait=card.portrait,
            pack=card.pack,
        ),
        cells=card.cells,
        front=tuple(front),
        back=tuple(back),
        footer=whose,
        colour=card.colour,
        tally=card.tally,
        group_back=GroupBack(card.group, pictograms.token("kills")),
        meanings=_meanings(card, notes=not front_notes),
        legend=legend_of(card),
    )


def _packs(text: str) -> list[Block]:
    """Say what comes from content packs."""
    return [para_of(PrintedLine(_("Content packs"), text))] if text else []


def _notes(text: str) -> list[Block]:
    return [HeadingBlock(_("Notes")), Para((Span(text),))] if text.strip() else []


def _meanings(card: CharacterCard, *, notes: bool) -> tuple[Block, ...]:
    """Return what a large front says too, so that nobody has to turn the card round."""
    lines = [para_of(line) for line in (*card.rules, *card.skills, *card.traits)]
    if notes and card.notes.strip():
        lines.append(Para((Span(_("Notes"), "strong"), Span(card.notes))))
    return (Space(0.25), *lines) if lines else ()


def _tokens(damage: int, one_use: Sequence[PrintedLine] = ()) -> Tokens:
    states = [StateBox(pictograms.token(key), name) for key, name in state_names().items()]
    states += [StateBox(line.drawing, line.name) for line in one_use]
    return Tokens(damage, pictograms.token("noise"), tuple(states))


def _experience(card: CharacterCard) -> list[Block]:
    """Set Experience as boxes to fill, then what may be learned."""
    made: list[Block] = []
    have, cost, level = card.experience, card.next_level, card.level
    if have.isdigit() and cost.isdigit() and level.isdigit():
        words = _("{have} of {cost} to Level {level}").format(
            have=have, cost=cost, level=int(level) + 1
        )
        made.append(ExperienceBar(int(have), int(cost), words))
    elif have:
        made.append(para_of(PrintedLine(_("Experience"), have)))
    if card.learns:
        made.append(para_of(PrintedLine(_("May learn"), card.learns)))
    return made


def _section(heading: str, lines: Sequence[PrintedLine]) -> list[Block]:
    return [HeadingBlock(heading), *(para_of(line) for line in lines)] if lines else []


def _empty(heads: tuple[str, ...], ammo: int) -> WeaponLine:
    return WeaponLine("", (), ammo=ammo, row=tuple(Cell(head, "") for head in heads), shoots=True)


def _blank_character(card: CharacterCard) -> Design:
    back: list[Block] = []
    for heading, lines in (
        (_("Equipment"), 2),
        (_("Special Rules"), 2),
        (_("Skills"), 2),
        (_("Injuries"), 1),
    ):
        back += [HeadingBlock(heading), Ruled(lines, step=_WRITE)]
    back += [Ruled(1, _("Level"), _WRITE), Ruled(1, _("Experience"), _WRITE)]
    return Design(
        about=_("Blank Character card"),
        who=Who("", "", labels=(_("Name"), _("Character Type"), _("Keyword"))),
        cells=card.cells,
        front=(
            _tokens(6),
            Weapons(_("Shoot"), (_empty(shooting_heads(), 10),) * 2, blank=True),
            Weapons(_("Fight"), (_empty(fighting_heads(), 0),) * 2, blank=True),
        ),
        back=tuple(back),
        footer="",
        tally=card.tally,
    )


def group(card: GroupCard, *, front_notes: bool = False) -> Design:
    """Design a Group-and-Refuge card: Refuge, Perks and figures on the front, members and stash on
    the back."""
    if card.blank:
        return _blank_group(card)
    front: list[Block] = []
    if card.spaces or card.built_in or card.built:
        if card.spaces:
            spaces = _("Empty Spaces: {used} of {all} built on")
            front.append(HeadingBlock(spaces.format(used=card.used, all=card.spaces)))
        front.append(_slots(card.built_in, card.built, max(0, card.spaces - card.used)))
    front += _section(_("Built-in Perks"), card.built_in)
    front += _section(_("Perks"), card.built)
    front += _section(_("For the next game"), card.next_game)
    back: list[Block] = []
    if card.members:
        back.append(MemberLines(_("Group members"), _("Out of Action"), card.members))
    back += _section(_("Stash"), card.stash)
    back += _packs(card.packs)
    meanings = tuple(back)
    (front if front_notes else back).extend(_notes(card.notes))
    return Design(
        about=card.name,
        who=Who(
            title=card.name,
            subtitle=" · ".join(p for p in (card.refuge, card.player) if p),
            drawing=card.drawing,
        ),
        cells=card.cells,
        front=tuple(front),
        back=tuple(back),
        footer=_("Group and Refuge"),
        meanings=meanings,
    )


def _slots(built_in: tuple[PrintedLine, ...], built: tuple[PrintedLine, ...], empty: int) -> Slots:
    return Slots(built_in, built, empty, pictograms.of("perks", ""))


def _blank_group(card: GroupCard) -> Design:
    front: list[Block] = [
        _slots((), (), 8),
        Space(0.3),
        HeadingBlock(_("Built-in Perks")),
        Ruled(2, step=_WRITE),
        HeadingBlock(_("Perks")),
        Ruled(4, step=_WRITE),
    ]
    back: list[Block] = [
        HeadingBlock(_("Group members")),
        Ruled(10, step=_WRITE),
        HeadingBlock(_("Stash")),
        Ruled(3, step=_WRITE),
    ]
    return Design(
        about=_("Blank Group-and-Refuge card"),
        who=Who("", "", labels=(_("Group"), _("Refuge Type"), _("Player"))),
        cells=card.cells,
        front=tuple(front),
        back=tuple(back),
        footer=_("Group and Refuge"),
    )
