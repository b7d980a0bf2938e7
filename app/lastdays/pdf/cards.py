"""One card: what goes where (p. 109–111), composed so that no text is lost, and drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from msgspec.structs import replace

from lastdays.language import _, aside, ngettext
from lastdays.pdf import shapes
from lastdays.pdf.card_blocks import ExperienceBar, MemberLines, Slots, legend_of
from lastdays.pdf.card_front import Measures, compose_front, measures_of
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
)
from lastdays.pdf.imposition import MM, Layout
from lastdays.pdf.shapes import Ink, Pen, of_keyword
from lastdays.pdf.tables import RowWords, Strip, TokenMark
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
from lastdays.values import Value

#: Lines for notes that are offered where a card has room, and how far apart they are, in points.
_LINES_MOST, _LINE_STEP = 16, 12.5
#: Notes on a front take at most so much of it.
_NOTES_MOST = 0.3
#: So much of a front is left to write on before what has no back stands there, in points.
_ROOM_LEAST = 40.0
_FOOT, _RULE = 11.0, 1.6
#: What the figures take of the head of a wide card.
_FIGURES_SHARE = 0.52

Placing = list[tuple[Flowable, float, float]]


class Design(Value):
    """A card before it is composed: what stands in its head and in its body.

    `colour` is a Keyword's; `tally` what is counted at the foot of the front; `meanings` stand on
    the front too where it has room for them at full size, `legend` on the back. The front of a
    member's `card` is one to play on: `front` follows where it has room.
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
    card: CharacterCard | None = None


class GroupBack(Value):
    """A back that shows only the group; `said` is what a screen reader has for it."""

    group: str
    drawing: str
    said: str


class Face(Value):
    """One side of a card, ready to be drawn; flowables from the lower left of the card."""

    head: CardHead
    flowables: tuple[tuple[Flowable, float, float], ...]
    footer: TextLine | None
    figures: StatLine | None = None
    tally: Strip | None = None
    colour: str = ""


class Composed(Value):
    """A card's sides, two for each card if `two_sided`, and the notices about it."""

    about: str
    faces: tuple[Face, ...]
    notices: tuple[Notice, ...]


class _Laid(Value):
    """A face's body as it was placed, whatever is left over, and the fit."""

    placed: Placing
    rest: list[Flowable]
    fit: Fit


def compose(design: Design, layout: Layout, type_: Type, *, backs: bool) -> Composed:
    """Lay a card's text on its faces, in one of few sizes, then on as many more cards as it takes:
    none is lost."""
    width, height = layout.width * MM, layout.height * MM
    type_.undrawable.clear()
    type_.borrowed.clear()
    base, measures = layout.size, measures_of(layout)
    head, figures, overflow = _head(design, layout, type_)
    footer = type_.line(Span(design.footer, "faint"))
    if footer.width * LEAST > width - 2 * PAD:
        footer = type_.line()
        overflow.append(design.footer)
    later = more_head(design.who, width, base, type_)
    tally = _tally(design.tally, width - 2 * PAD, base, type_)
    top = height - head.height - _RULE - _below(figures) - 2
    foot = tally.height + 6.0 if tally else _FOOT
    regions = _regions(width, top, layout.columns, foot, measures.pad)
    back_regions = _regions(width, height - later.height - 1, layout.columns)
    with_back = backs and layout.two_sided
    lost = [Para((Span(text, "text"),)) for text in dict.fromkeys(overflow)]
    notices = []
    if design.who.portrait and not readable(design.who.portrait):
        with aside():
            notices.append(Notice("portrait", design.about, _("The portrait cannot be read.")))
    if design.card is not None:
        faces = _member_faces(
            design, design.card, measures, lost, regions, back_regions, type_, base, with_back
        )
    else:
        faces = _group_faces(design, lost, regions, back_regions, type_, base, with_back)
    if faces.moved:
        with aside():
            said = _("What the front cannot hold is on the back.")
        notices.append(Notice("continued", design.about, said))
    first, *others = faces.placed
    made = [Face(head, first, None if tally else footer, figures, tally, design.colour)]
    made += [Face(later, placed, footer, colour=design.colour) for placed in others]
    cards = (len(made) - 2) // 2 if with_back else len(made) - 1
    with aside():
        notices += _said(design.about, faces.smallest, base, cards)
    notices += letters(type_, design.about)
    return Composed(design.about, tuple(made), tuple(notices))


class _Faces(Value):
    """What is placed on each face, the smallest size of its sentences, and whether something that
    belongs on the front has moved to the back."""

    placed: list[tuple[tuple[Flowable, float, float], ...]]
    smallest: float
    moved: bool = False


def _member_faces(
    design: Design,
    card: CharacterCard,
    measures: Measures,
    lost: list[Para],
    regions: Sequence[Region],
    back_regions: Sequence[Region],
    type_: Type,
    base: float,
    with_back: bool,
) -> _Faces:
    """Lay a member's front on its grid, and what it doesn't tell on the back; without one in the
    room that is left, then on further cards."""
    region, fit = regions[0], Fit(base, 1.24, 1.0)
    beside = len(regions) > 1
    notes = flowables_of(design.front, type_, region.width, fit)
    wanted = sum(note.height for note in notes)
    wanted = wanted if wanted <= region.height * _NOTES_MOST else 0.0
    front = compose_front(
        card, measures, region.width, region.height - wanted, type_, beside=beside
    )
    blocks = [*lost, *_back_of(design, card, front.lines)]
    if not (notes or beside or front.lines or front.weapons or card.blank):  # there may be room
        notes = flowables_of(design.back, type_, region.width, fit)
        wanted = sum(note.height for note in notes)
        if 0.0 < wanted <= front.free:
            front = replace(front, free=front.free - wanted)
            blocks = [block for block in blocks if block not in design.back]
        else:
            notes, wanted = [], 0.0
    placed = []
    y = region.top
    for row in (*front.rows, *(notes if wanted else ())):
        placed.append((row, region.x, y))
        y -= row.height
    moved = bool(front.weapons)
    before = [*front.weapons, *(() if wanted else notes)]
    free = [Region(region.x, y, region.width, front.free), *regions[1:]]
    if with_back:
        laid = _fitted(blocks, back_regions, type_, base, before=before)
        if design.legend and not laid.rest:
            lower = [replace(r, height=max(0.0, r.height - 2.5 * _LINE_STEP)) for r in back_regions]
            told = _held([*blocks, *design.legend], lower, type_, _fits(base)[:2], before)
            laid = told or laid
        faces = [(*placed, *_written(free[0], type_)), tuple(_filled(laid, back_regions, type_))]
    else:
        open_ = free if not front.weapons and free[0].height > _ROOM_LEAST else free[1:]
        here = _fitted(blocks, open_, type_, base, before=before) if open_ else None
        if here is None:
            width = min(r.width for r in back_regions)
            here = _Laid([], [*before, *flowables_of(blocks, type_, width, fit)], fit)
        laid = here
        faces = [(*placed, *(_filled(here, open_, type_) if open_ else []))]
    return _Faces(_continued(faces, laid, back_regions, type_, with_back), laid.fit.size, moved)


def _group_faces(
    design: Design,
    lost: list[Para],
    regions: Sequence[Region],
    back_regions: Sequence[Region],
    type_: Type,
    base: float,
    with_back: bool,
) -> _Faces:
    """Lay a group's card: all of it on the front where that holds it, else the rest on the back."""
    front = [*lost, *design.front]
    laid = None
    if with_back and design.meanings:
        laid = _held([*front, *design.meanings], regions, type_, _fits(base)[:2])
    elif not with_back:
        front += [Space(0.4), *design.back] if design.back else []
    laid = laid or _fitted(front, regions, type_, base)
    faces = [tuple(_filled(laid, regions, type_))]
    moved = with_back and bool(laid.rest)
    smallest = laid.fit.size
    if with_back:
        laid = _fitted(design.back, back_regions, type_, base, before=laid.rest)
        faces.append(tuple(_filled(laid, back_regions, type_)))
        smallest = min(smallest, laid.fit.size)
    return _Faces(_continued(faces, laid, back_regions, type_, with_back), smallest, moved)


def _continued(
    faces: list[tuple[tuple[Flowable, float, float], ...]],
    laid: _Laid,
    regions: Sequence[Region],
    type_: Type,
    with_back: bool,
) -> list[tuple[tuple[Flowable, float, float], ...]]:
    """Add as many faces as what is left takes, two at a time where cards have backs."""
    rest = list(laid.rest)
    while rest:
        placed, rest = flow(rest, regions)
        faces.append(
            tuple(placed if rest else _filled(_Laid(placed, [], laid.fit), regions, type_))
        )
    if with_back and len(faces) % 2:
        faces.append(tuple(_filled(_Laid([], [], laid.fit), regions, type_)))
    return faces


def _head(
    design: Design, layout: Layout, type_: Type
) -> tuple[CardHead, StatLine | None, list[str]]:
    """Return the head of a front and its figures, beside the name if the card is wide; and the text
    of the head that goes into the body."""
    width, base = layout.width * MM, layout.size
    who = design.who
    if layout.columns < 2 or not design.cells:
        head, overflow = compose_head(who, layout, type_)
        return head, compose_figures(design.cells, width, base, type_), overflow
    badge = badge_width(replace(who, leader=True), base)  # as on a Leader's card
    taken = width * _FIGURES_SHARE
    figures = compose_figures(
        design.cells, taken - 8, base, type_, left=width - PAD - badge - taken
    )
    head, overflow = compose_head(who, layout, type_, taken)
    return head, figures, overflow


def _below(figures: StatLine | None) -> float:
    """Return the height that the figures take below the head."""
    return 0.0 if figures is None or figures.beside else figures.height


def _said(about: str, size: float, base: float, cards: int) -> list[Notice]:
    """Return the notices for a card that is set smaller, or continues."""
    found = []
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
            _("No font has these; they are spelled out: {letters}.", letters=shown),
        )
    if type_.borrowed:
        shown = "".join(type_.borrowed)
        yield Notice(
            "borrowed",
            about,
            _(
                "{letters}: this computer has no font for these Chinese, Japanese or Korean "
                "letters. They aren't in the file and may be missing on paper; a font such "
                "as Noto Sans CJK brings them.",
                letters=shown,
            ),
        )


@cache
def _fits(base: float) -> tuple[Fit, ...]:
    """Return the few sizes that sentences are set in: larger where there is room, as usual,
    tightened, as small as can be read."""
    return (
        Fit(base * 1.2, 1.24, 1.0),
        Fit(base, 1.24, 1.0),
        Fit(base, 1.14, 0.5),
        Fit(min(base, TEXT_LEAST), 1.12, 0.4),
    )


def _held(
    blocks: Sequence[Block],
    regions: Sequence[Region],
    type_: Type,
    fits: Iterable[Fit],
    before: Sequence[Flowable] = (),
) -> _Laid | None:
    """Place blocks in the largest size that holds them all, behind flowables that are set already;
    None where none does."""
    width = min(region.width for region in regions)
    room = sum(region.height for region in regions) - sum(one.height for one in before)
    for fit in fits:
        held = flowables_within(blocks, type_, width, fit, room)
        if held is not None:
            placed, rest = flow([*before, *held], regions)
            if not rest:
                return _Laid(placed, [], fit)
    return None


def _fitted(
    blocks: Sequence[Block],
    regions: Sequence[Region],
    type_: Type,
    base: float,
    before: Sequence[Flowable] = (),
) -> _Laid:
    """Place blocks as `_held`; at full size where even the smallest does not hold them: another
    card follows anyway."""
    laid = _held(blocks, regions, type_, _fits(base), before)
    if laid is not None:
        return laid
    fit = _fits(base)[1]
    width = min(region.width for region in regions)
    placed, rest = flow([*before, *flowables_of(blocks, type_, width, fit)], regions)
    return _Laid(placed, rest, fit)


def _written(region: Region, type_: Type) -> Placing:
    """Return lines to write on in what is left of a front, if anything is."""
    count = min(_LINES_MOST, int(region.height // _LINE_STEP) - 1)
    if count < 1:
        return []
    step = region.height / (count + 0.5)
    lines = Ruled(count, _("Notes"), step).flowables(type_, region.width, Fit(7.5, 1.24, 1.0))
    return [(line, region.x, region.top - (n + 0.4) * step) for n, line in enumerate(lines)]


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
        words = []
        marks = []
        x, after = 0.0, side * (0.7 if less >= 0 else 0.4)
        for line in lines:
            marks.append(TokenMark("picture", x, side * 1.15, side * 1.15, line.drawing))
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
    strip = Strip(tuple(words), tuple(marks), side + 4.0)
    strip.said = ", ".join(f"{line.name} ×{line.worth}" for line in lines)
    return strip


def _regions(
    width: float, top: float, columns: int, foot: float = _FOOT, pad: float = PAD
) -> list[Region]:
    gap = 12.0
    each = (width - 2 * pad - (columns - 1) * gap) / columns
    return [
        Region(pad + n * (each + gap), top, each, max(top - foot, 20.0)) for n in range(columns)
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
    """Design a Character card: what is played with on the front, on the back what it doesn't
    tell."""
    if card.blank:
        return _blank_character(card)
    whose = " · ".join(part for part in (card.group, card.edition) if part)
    notes = _notes(card.notes)
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
        front=tuple(notes) if front_notes else (),
        back=() if front_notes else tuple(notes),
        footer=whose,
        colour=card.colour,
        tally=card.tally,
        group_back=GroupBack(
            card.group,
            pictograms.token("kills"),
            _("The back of {group}'s cards", group=card.group),
        ),
        legend=legend_of(card),
        card=card,
    )


def _back_of(design: Design, card: CharacterCard, untold: Sequence[PrintedLine]) -> list[Block]:
    """Return what stands on a member's back: Experience, what the front doesn't tell, notes."""
    if card.blank:
        return list(design.back)
    made = _experience(card)
    for heading, lines in (
        (_("Special Rules"), card.rules),
        (_("Skills"), card.skills),
        (_("Equipment"), card.gear),
        (_("Weapons"), card.traits),
        (_("Injuries"), card.injuries),
    ):
        said = [line for line in lines if line in untold]
        if lines is card.traits:
            known = {*card.rules, *card.skills, *card.gear, *card.traits, *card.injuries}
            said = [*(line for line in untold if line not in known), *said]
        made += _section(heading, said)
    return [*made, *_packs(card.packs), *design.back]


def _packs(text: str) -> list[Block]:
    """Return the block that says what comes from content packs."""
    return [para_of(PrintedLine(_("Content packs"), text))] if text else []


def _notes(text: str) -> list[Block]:
    return [HeadingBlock(_("Notes")), Para((Span(text),))] if text.strip() else []


def _experience(card: CharacterCard) -> list[Block]:
    """Set Experience as boxes to fill, then what may be learned."""
    made: list[Block] = []
    have, cost, level = card.experience, card.next_level, card.level
    if have.isdigit() and cost.isdigit() and level.isdigit():
        words = _("{have} of {cost} to Level {level}", have=have, cost=cost, level=int(level) + 1)
        made.append(ExperienceBar(int(have), int(cost), words))
    elif have:
        made.append(para_of(PrintedLine(_("Experience"), have)))
    if card.learns:
        made.append(para_of(PrintedLine(_("May learn"), card.learns)))
    return made


def _section(heading: str, lines: Sequence[PrintedLine]) -> list[Block]:
    return [HeadingBlock(heading), *(para_of(line) for line in lines)] if lines else []


def _blank_character(card: CharacterCard) -> Design:
    back = []
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
        front=(),
        back=tuple(back),
        footer="",
        tally=card.tally,
        card=card,
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
    canvas.tags.part("Figure", back.said)
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
