"""One card: what goes where (p. 109–111), composed so that no text is lost, and drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from lastdays.language import _, aside, ngettext
from lastdays.pdf import shapes
from lastdays.pdf.card_blocks import (
    Chips,
    ExperienceBar,
    MemberLines,
    Slots,
    StateBox,
    Tokens,
    Weapons,
    legend_of,
)
from lastdays.pdf.card_head import (
    PAD,
    CardHead,
    StatLine,
    Who,
    badge_width,
    compose_figures,
    compose_head,
    draw_figures,
    draw_head,
    more_head,
    readable,
)
from lastdays.pdf.content import (
    Card,
    Cell,
    CharacterCard,
    GroupCard,
    Notice,
    PrintedLine,
    TallyLine,
    WeaponLine,
)
from lastdays.pdf.imposition import MM, Layout
from lastdays.pdf.shapes import Ink, Pen, of_keyword
from lastdays.pdf.tables import (
    RowWords,
    Strip,
    TokenMark,
    fighting_heads,
    shooting_heads,
    state_names,
)
from lastdays.pdf.typesetting import (
    LEAST,
    TEXT_LEAST,
    Block,
    Fit,
    Flowable,
    Gap,
    HeadingBlock,
    Para,
    Region,
    Ruled,
    Space,
    Span,
    TextLine,
    Type,
    draw_flowables,
    draw_line,
    flow,
    flowables_of,
    flowables_within,
    para_of,
)
from lastdays.rulebook import pictograms

#: Lines for notes that are offered where a card has room, and how far apart they are, in points.
_LINES_MOST, _LINE_STEP = 16, 12.5
#: So many of them are kept where a legend stands too.
_NOTES_LEAST = 2.5
#: A back whose text has not grown so much has no room for one.
_LEGEND_FROM = 1.12
#: How much larger than the size's own the text of a card may be set, to fill it: in twentieths.
_GROWTH = 9
#: A card of two columns is wide enough: there lines to write on take what larger type would.
_BESIDE_MOST = 1.05
_FOOT, _RULE = 11.0, 1.6
#: Below this height, in millimetres, a card has a low head, so many times the size of its text.
_LOW, _LOW_HEAD = 70.0, 4.3
#: What the figures take of the head of a wide card.
_FIGURES_SHARE = 0.52

Placing = list[tuple[Flowable, float, float]]


class Design(Struct, frozen=True):
    """A card before it is composed: what is in its head and its body. `colour` is a Keyword's;
    `tally` is counted at the foot of the front; `meanings` are on the front too if it has room for
    them at full size, `legend` is on the back.
    """

    about: str
    who: Who
    cells: tuple[Cell, ...]
    front: tuple[Block, ...]
    back: tuple[Block, ...]
    footer: str
    colour: str = ""
    tally: tuple[TallyLine, ...] = ()
    group_back: GroupBack | None = None
    meanings: tuple[Block, ...] = ()
    legend: tuple[Block, ...] = ()


class GroupBack(Struct, frozen=True):
    """A back that shows only the group."""

    group: str
    drawing: str


class Face(Struct, frozen=True):
    """One side of a card, ready to be drawn; flowables from the lower left of the card."""

    head: CardHead
    flowables: tuple[tuple[Flowable, float, float], ...]
    footer: TextLine | None
    figures: StatLine | None = None
    tally: Strip | None = None
    colour: str = ""


class Composed(Struct, frozen=True):
    """A card's sides, two for each card if `two_sided`, and the notices about it."""

    about: str
    faces: tuple[Face, ...]
    notices: tuple[Notice, ...]


class _Laid(Struct, frozen=True):
    """A face's body as it was placed, whatever is left over, and the fit."""

    placed: Placing
    rest: list[Flowable]
    fit: Fit


def compose(design: Design, layout: Layout, type_: Type, *, backs: bool) -> Composed:
    """Lay a card's text on its faces: grown until they are full, tightened, smaller, then
    continued at full size, so that none is lost."""
    width, height = layout.width * MM, layout.height * MM
    notices: list[Notice] = []
    type_.undrawable.clear()
    type_.borrowed.clear()
    base = layout.size
    head, figures, overflow = _head(design, layout, type_)
    lost: list[Block] = [Para((Span(text, "text"),)) for text in overflow]
    footer = type_.line(Span(design.footer, "faint"))
    if footer.width * LEAST > width - 2 * PAD:
        if design.who.group != design.footer:
            lost.append(Para((Span(design.footer),)))
        footer = type_.line()
    if design.who.portrait and not readable(design.who.portrait):
        with aside():
            notices.append(Notice("portrait", design.about, _("The portrait cannot be read.")))
    with_back = backs and layout.two_sided
    later = more_head(design.who, width, base, type_)
    tally = _tally(design.tally, width - 2 * PAD, base, type_)
    top = height - head.height - _RULE - _below(figures) - 2
    foot = tally.height + (6.5 if layout.height < _LOW else 9.0) if tally else _FOOT
    regions = _regions(width, top, layout.columns, foot)
    back_regions = _regions(width, height - later.height - 1, layout.columns)
    front: list[Block] = [*lost, *design.front]
    laid = None
    if with_back and design.meanings:
        laid = _roomy([*front, *design.meanings], regions, type_, base)
    elif not with_back:
        laid = _beside(front, design.back, regions, type_, base)
        front += [Space(0.4), *design.back] if design.back else []
    laid = laid or _in_front(front, regions, type_, base)
    back = _Laid([], [], laid.fit)
    if with_back:
        back = _fitted(design.back, back_regions, type_, base, before=laid.rest)
        back = back if laid.rest else _told(design, back, back_regions, type_, base)
        if laid.rest and back.rest:  # smaller on the front, where that spares a card
            tight = _at(_fits(base)[-1], front, regions, type_)
            after = _fitted(design.back, back_regions, type_, base, before=tight.rest)
            if not after.rest:
                laid, back = tight, after
        if laid.rest:
            with aside():
                said = _("What the front cannot hold is on the back.")
            notices.append(Notice("continued", design.about, said))
    placed = _filled(laid, regions, type_)
    faces = [Face(head, tuple(placed), None if tally else footer, figures, tally, design.colour)]
    fit, rest = laid.fit, laid.rest
    smallest = fit.size
    if with_back:
        placed = _filled(back, back_regions, type_)
        faces.append(Face(later, tuple(placed), footer, colour=design.colour))
        fit, rest = back.fit, back.rest
        smallest = min(smallest, fit.size)
    continued = 0
    while rest:
        placed, rest = flow(rest, back_regions)
        continued += 1
        if not rest:
            placed = _filled(_Laid(placed, [], fit), back_regions, type_)
        faces.append(Face(later, tuple(placed), footer, colour=design.colour))
    if continued and with_back and len(faces) % 2:
        empty = _filled(_Laid([], [], fit), back_regions, type_)
        faces.append(Face(later, tuple(empty), footer, colour=design.colour))
    cards = (len(faces) - 2) // 2 if with_back else continued
    with aside():
        notices += _said(design.about, smallest, base, cards)
    notices += letters(type_, design.about)
    return Composed(design.about, tuple(faces), tuple(notices))


def _head(
    design: Design, layout: Layout, type_: Type
) -> tuple[CardHead, StatLine | None, list[str]]:
    """Return the head of a front and its figures, beside the name if the card is wide; and the text
    of the head that goes into the body."""
    width, base = layout.width * MM, layout.size
    who = design.who
    if layout.height < _LOW and not who.labels:
        lines = (part for part in (who.subtitle, who.group) if part)
        who = replace(who, subtitle="", group=" · ".join(lines))
        head, overflow = compose_head(who, width, base, type_, least=base * _LOW_HEAD)
        return head, compose_figures(design.cells, width, base, type_), overflow
    if layout.columns < 2 or not design.cells:
        head, overflow = compose_head(design.who, width, base, type_)
        return head, compose_figures(design.cells, width, base, type_), overflow
    badge = badge_width(design.who, base)
    taken = width * _FIGURES_SHARE
    figures = compose_figures(
        design.cells, taken - 8, base, type_, left=width - PAD - badge - taken
    )
    head, overflow = compose_head(design.who, width, base, type_, taken)
    return head, figures, overflow


def _told(
    design: Design, back: _Laid, regions: Sequence[Region], type_: Type, base: float
) -> _Laid:
    """Place a back with the legend; without it if there is no room for it and some lines for notes
    at full size."""
    if not design.legend or back.fit.size <= base * _LEGEND_FROM:
        return back
    kept = _NOTES_LEAST * _LINE_STEP
    lower = [replace(region, height=max(0.0, region.height - kept)) for region in regions]
    return _roomy((*design.back, *design.legend), lower, type_, base) or back


def _weapons_in(rest: Sequence[Flowable]) -> bool:
    """Return whether there are rows of weapons among what a face can't hold."""
    return any(isinstance(flowable, Strip) for flowable in rest)


def _in_front(front: Sequence[Block], regions: Sequence[Region], type_: Type, base: float) -> _Laid:
    """Place the front at full size; smaller if that keeps all weapons on the front."""
    laid = _fitted(front, regions, type_, base)
    if not _weapons_in(laid.rest):
        return laid
    tight = _at(_fits(base)[-1], front, regions, type_)
    return laid if _weapons_in(tight.rest) else tight


def _below(figures: StatLine | None) -> float:
    """Return the height that the figures take below the head."""
    return 0.0 if figures is None or figures.beside else figures.height


def _said(about: str, size: float, base: float, cards: int) -> list[Notice]:
    """Return the notices for a card that is set smaller, or continues."""
    found: list[Notice] = []
    if size < base:
        text = _("Set in {size} point instead of {base}, to fit.")
        found.append(Notice("smaller", about, text.format(size=f"{size:g}", base=f"{base:g}")))
    if cards > 0:
        text = ngettext("Continues on {n} more card.", "Continues on {n} more cards.", cards)
        found.append(Notice("continued", about, text.format(n=cards)))
    return found


def letters(type_: Type, about: str) -> list[Notice]:
    """Return notices about letters that no font has, and about those left to the reader's fonts."""
    with aside():
        return list(_letters(type_, about))


def _letters(type_: Type, about: str) -> Iterator[Notice]:
    if type_.undrawable:
        shown = ", ".join(f"{char} {type_.fonts.spelled(char)}" for char in type_.undrawable)
        yield Notice(
            "letters",
            about,
            _("No font has these; they are spelled out: {letters}.").format(letters=shown),
        )
    if type_.borrowed:
        shown = "".join(type_.borrowed)
        yield Notice(
            "borrowed",
            about,
            _(
                "{letters}: this computer has no font for these Chinese, Japanese or Korean "
                "letters. They aren't in the file and may be missing on paper; a font such "
                "as Noto Sans CJK brings them."
            ).format(letters=shown),
        )


@cache
def _fits(base: float) -> list[Fit]:
    """Return the fits to try: larger where there is room, full size, tightened, then ever
    smaller."""
    fits = [Fit(base * (1 + n / 20), 1.24, 1.0) for n in range(_GROWTH, -1, -1)]
    fits.append(Fit(base, 1.14, 0.5))
    size = base - 0.25
    while size > TEXT_LEAST:
        fits.append(Fit(size, 1.14, 0.5))
        size -= 0.25
    if base > TEXT_LEAST:
        fits.append(Fit(TEXT_LEAST, 1.12, 0.4))
    return fits


def _fitted(
    blocks: Sequence[Block],
    regions: Sequence[Region],
    type_: Type,
    base: float,
    before: Sequence[Flowable] = (),
) -> _Laid:
    """Place blocks at the largest fit that holds them all; at full size if even the smallest
    doesn't, since another card follows anyway. `before` are flowables that are already set and come
    first.
    """
    width = min(region.width for region in regions)
    room = sum(r.height for r in regions) - sum(p.height for p in before)
    fits = _fits(base)

    def tried(fit: Fit) -> _Laid | None:
        held = flowables_within(blocks, type_, width, fit, room)
        if held is None:
            return None
        placed, rest = flow([*before, *held], regions)
        return None if rest else _Laid(placed, [], fit)

    # Halved between the largest and the smallest, as a smaller size holds what a larger one does.
    low, high, best = 0, len(fits) - 1, None
    guess = type_.guesses.get((base, bool(before)), high // 2)
    while low <= high:
        middle = guess if best is None and low <= guess <= high else (low + high) // 2
        guess = -1
        found = tried(fits[middle])
        if found is None:
            low = middle + 1
        else:
            best, high = found, middle - 1
            type_.guesses[base, bool(before)] = middle
    return best or _at(Fit(base, 1.24, 1.0), blocks, regions, type_, before)


def _at(
    fit: Fit,
    blocks: Sequence[Block],
    regions: Sequence[Region],
    type_: Type,
    before: Sequence[Flowable] = (),
) -> _Laid:
    """Place blocks at one fit; what there is no room for is left over."""
    width = min(region.width for region in regions)
    placed, rest = flow([*before, *flowables_of(blocks, type_, width, fit)], regions)
    return _Laid(placed, rest, fit)


def _roomy(
    blocks: Sequence[Block], regions: Sequence[Region], type_: Type, base: float
) -> _Laid | None:
    """Place blocks at full size or a little larger; None if they don't fit."""
    width, room = regions[0].width, sum(region.height for region in regions)
    best: _Laid | None = None
    low, high, step = 0, _GROWTH, 0
    while low <= high:
        fit = Fit(base * (1 + step / 20), 1.24, 1.0)
        held = flowables_within(blocks, type_, width, fit, room)
        placed, rest = flow(held, regions) if held is not None else ([], [])
        if held is None or rest:
            if best is None:
                return None
            high = step - 1
        else:
            best, low = _Laid(placed, [], fit), step + 1
        step = (low + high + 1) // 2
    return best


def _beside(
    front: Sequence[Block],
    back: Sequence[Block],
    regions: Sequence[Region],
    type_: Type,
    base: float,
) -> _Laid | None:
    """Place the front in the first column and the back in the second.

    Return None if there aren't two columns, or they can't hold that at full size.
    """
    if len(regions) != 2 or not back:
        return None
    for fit in _fits(base):
        if fit.size > base * _BESIDE_MOST:
            continue
        if fit.size < base:
            return None
        placed: Placing = []
        for blocks, region in ((front, regions[0]), (back, regions[1])):
            flowables = flowables_within(blocks, type_, region.width, fit, region.height)
            if flowables is None:
                break
            here, rest = flow(flowables, [region])
            placed += here
            if rest:
                break
        else:
            return _Laid(placed, [], fit)
    return None


def _filled(laid: _Laid, regions: Sequence[Region], type_: Type) -> Placing:
    """Add lines to write on if a column has room; else spread its parts."""
    placed, fit = list(laid.placed), laid.fit
    if laid.rest:
        return placed
    for region in regions:
        own = [p for p in placed if abs(p[1] - region.x) < 0.1]
        others = [p for p in placed if abs(p[1] - region.x) >= 0.1]
        lowest = min((y - flowable.height for flowable, _x, y in own), default=region.top)
        free = lowest - (region.top - region.height)
        count = min(_LINES_MOST, int((free - fit.size * 0.4) // _LINE_STEP))
        if count < 1 or (own == [] and region is not regions[-1]):
            placed = others + _apart(own, free, fit)
            continue
        top = lowest - fit.size * 0.4
        step = (free - fit.size * 0.4) / count
        for line in Ruled(count, _("Notes"), step).flowables(type_, region.width, fit):
            placed.append((line, region.x, top))
            top -= line.height
    return placed


def _apart(own: Placing, free: float, fit: Fit) -> Placing:
    """Share the room left in a column among its gaps."""
    gaps = sum(isinstance(flowable, Gap) for flowable, _x, _y in own)
    each = min(free / gaps, fit.size) if gaps and free > 0 else 0.0
    shift, moved = 0.0, []
    for flowable, x, y in own:
        if isinstance(flowable, Gap):
            shift += each
        moved.append((flowable, x, y - shift))
    return moved


def _tally(lines: Sequence[TallyLine], width: float, base: float, type_: Type) -> Strip | None:
    """Set what is counted for Experience in one row, with fewer boxes if there is no room."""
    if not lines:
        return None
    side = max(7.0, base * 0.95)
    small = max(LEAST, base * 0.8)
    for less in range(-1, 10):
        words: list[RowWords] = []
        marks: list[TokenMark] = []
        x, after = 0.0, side * (0.7 if less >= 0 else 0.4)
        for line in lines:
            marks.append(TokenMark("picture", x, side * 1.15, side * 1.15, None, line.drawing))
            x += side * 1.3
            for n in range(1, max(2, line.boxes - max(0, less)) + 1):
                marks.append(TokenMark("box", x, side, side))
                x += side + (side * 0.45 if n % 5 == 0 else side * 0.12)
            said = f"×{line.worth}" if less >= 0 else f"{line.name} ×{line.worth}"
            worth = type_.line(Span(said, "label"))
            words.append(RowWords(x + 1, worth, small, "faint"))
            x += 1 + worth.width * small + after
        if x - after <= width:
            break
    spare = max(0.0, width - x + after) / max(1, len(lines) - 1)
    starts = [n for n, mark in enumerate(marks) if mark.shape == "picture"]
    marks = [
        mark._replace(x=mark.x + spare * (sum(n >= start for start in starts) - 1))
        for n, mark in enumerate(marks)
    ]
    words = [one._replace(x=one.x + spare * n) for n, one in enumerate(words)]
    strip = Strip(tuple(words), tuple(marks), side + 4.0, "", width)
    strip.said = ", ".join(f"{line.name} ×{line.worth}" for line in lines)
    return strip


def _regions(width: float, top: float, columns: int, foot: float = _FOOT) -> list[Region]:
    gap = 12.0
    each = (width - 2 * PAD - (columns - 1) * gap) / columns
    return [
        Region(PAD + n * (each + gap), top, each, max(top - foot, 20.0)) for n in range(columns)
    ]


#: How far apart the lines of a blank card are, in points.
_WRITE = 12.5


def design_of(card: Card, *, front_notes: bool = False) -> Design:
    """Return the design of a card of any kind, with its notes on the front if wanted."""
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
    """Return the block that says what comes from content packs."""
    return [para_of(PrintedLine(_("Content packs"), text))] if text else []


def _notes(text: str) -> list[Block]:
    return [HeadingBlock(_("Notes")), Para((Span(text),))] if text.strip() else []


def _meanings(card: CharacterCard, *, notes: bool) -> tuple[Block, ...]:
    """Return what a large front repeats, so that nobody has to turn the card over."""
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


def draw_face(pen: Pen, face: Face, layout: Layout, ink: Ink, bleed: float) -> None:
    """Draw a face with its lower left corner at the origin, and `bleed` points beyond its edges."""
    canvas = pen.canvas
    width, height = layout.width * MM, layout.height * MM
    pen.ink = of_keyword(ink, face.colour)
    tags = canvas.tags
    tags.section(face.head.said)
    draw_head(pen, face.head, width, height, bleed)
    top = height - face.head.height - (1.6 if face.head.rule else 0.0)
    if face.figures is not None:
        tags.part("P")
        if face.figures.beside:
            top = height - (face.head.height - face.figures.height) / 2
        draw_figures(pen, face.figures, width, top, bleed)
    tags.end()
    draw_flowables(pen, face.flowables)
    if face.tally is not None:
        tags.part("Figure", face.tally.said)
        pen.stroke(pen.ink.line, 0.4)
        low = 4.0 + face.tally.height
        canvas.line(PAD, low + 1.0, width - PAD, low + 1.0)
        face.tally.draw(pen, PAD, low)
    if face.footer is not None:
        tags.part("P")
        pen.fill(ink.faint)
        draw_line(pen, face.footer, PAD, 4.5, LEAST)
        pen.stroke(pen.ink.line, 0.35)
        first = PAD + (face.footer.width * LEAST + 4 if face.footer.parts else 0)
        canvas.line(first, 6.7, width - PAD, 6.7)
    tags.artifact()
    if not bleed:
        pen.stroke(ink.line, 0.35)
        canvas.rect(0, 0, width, height, stroke=1, fill=0)
    pen.ink = ink
    tags.end()


def draw_group_back(
    pen: Pen, back: GroupBack, layout: Layout, ink: Ink, bleed: float, type_: Type
) -> None:
    """Draw the back that all cards of a group share: nobody can tell whose card it is."""
    canvas = pen.canvas
    width, height = layout.width * MM, layout.height * MM
    canvas.tags.section(back.group)
    canvas.tags.part("Figure", _("The back of {group}'s cards").format(group=back.group))
    if ink.band is not None:
        pen.fill(ink.band)
        canvas.rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed, stroke=0, fill=1)
    edge = min(width, height) * 0.055
    inner_w, inner_h = width - 2 * edge, height - 2 * edge
    colour = ink.amber if ink.band is not None else ink.text
    canvas.saveState()
    clip = edge + 3
    canvas.path(f"{clip:.2f} {clip:.2f} {width - 2 * clip:.2f} {height - 2 * clip:.2f} re W n")
    pen.forget()
    pen.stroke(ink.faint if ink.band is not None else ink.line, 0.5)
    step = max(7.0, width / 22)
    x = -height
    while x < width:
        canvas.line(x, 0, x + height, height)
        x += step
    canvas.restoreState()
    pen.forget()
    pen.stroke(colour, 1.2)
    shapes.rounded(pen, edge, edge, (inner_w, inner_h), 7.0)
    side = min(width, height) * 0.4
    x, y = (width - side) / 2, height * 0.56 - side / 2
    pen.fill(ink.band or (1.0, 1.0, 1.0))
    pen.stroke(colour, 1.2)
    shapes.ring(pen, x, y, side, filled=True)
    pen.fill(colour)
    shapes.pictogram(pen, back.drawing, x + side * 0.2, y + side * 0.2, side * 0.6)
    size = min(16.0, height * 0.07)
    line = type_.line(Span(" ".join(back.group.split()).upper(), "head"))
    size = max(LEAST, min(size, (inner_w - 16) / line.width)) if line.width else size
    if line.width * size > inner_w - 10:
        line = type_.wrapped((Span(back.group.upper(), "head"),), (inner_w - 16) / size)[0]
    wide, low = line.width * size + 12, y - size * 2.4
    pen.fill(ink.band or (1.0, 1.0, 1.0))
    canvas.rect((width - wide) / 2, low - size * 0.5, wide, size * 1.7, stroke=0, fill=1)
    pen.fill(colour)
    draw_line(pen, line, (width - line.width * size) / 2, low, size)
    canvas.tags.end()
