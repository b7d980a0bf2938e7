"""One card, composed: its faces, and what had to give way so that all of its text is there."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, UnidentifiedImageError

from lastdays.language import _, ngettext
from lastdays.pdf.blocks import Block, Para, Ruled, Space, flowables_of, flowables_within
from lastdays.pdf.columns import Region, flow
from lastdays.pdf.content import Cell, Notice
from lastdays.pdf.flowables import Fit, Flowable
from lastdays.pdf.imposition import MM, Layout
from lastdays.pdf.typesetting import LEAST, Span, TextLine, Type

#: Between the edge of a card and its text, in points.
PAD = 7.0
#: Lines for notes that are offered where a card has room.
_LINES_MOST = 8


@dataclass(frozen=True)
class Design:
    """A card before it is composed: what stands in its head and in its body.

    `labels` are what an empty head asks for on a blank card: name, type, Keyword.
    """

    about: str
    title: str
    subtitle: str
    badge: str
    cells: tuple[Cell, ...]
    front: tuple[Block, ...]
    back: tuple[Block, ...]
    footer: str
    portrait: bytes = b""
    blank: bool = False
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class CardHead:
    """The head of a face, in lines that fit."""

    title: tuple[TextLine, ...]
    title_size: float
    subtitle: TextLine | None
    subtitle_size: float
    badge: TextLine | None
    height: float


@dataclass(frozen=True)
class Face:
    """One side of a card, ready to be drawn; flowables from the lower left of the card."""

    head: CardHead
    cells: tuple[tuple[TextLine, TextLine, TextLine | None], ...]
    cells_height: float
    flowables: tuple[tuple[Flowable, float, float], ...]
    footer: TextLine | None
    portrait: tuple[bytes, float, float, float, float] | None
    labels: tuple[TextLine, ...] = ()
    cell_size: float = 11.0


@dataclass(frozen=True)
class Composed:
    """A card's sides, two to a card where `two_sided`; what to say about it."""

    about: str
    faces: tuple[Face, ...]
    notices: tuple[Notice, ...]


def compose(design: Design, layout: Layout, type_: Type, *, backs: bool) -> Composed:
    """Lay a card's text on its faces: tightened, then smaller, then continued, so that none is
    lost."""
    width, height = layout.width * MM, layout.height * MM
    notices: list[Notice] = []
    type_.undrawable.clear()
    type_.borrowed.clear()
    base = layout.size
    head, overflow = _head(design, width, base, type_)
    cells, cell_size, cells_height = _cells(design.cells, width, base, type_)
    lost: list[Block] = [Para((Span(text, "text"),)) for text in overflow]
    footer = type_.line(Span(design.footer, "faint"))
    if footer.width * LEAST > width - 2 * PAD:
        lost.append(Para((Span(design.footer),)))
        footer = type_.line()
    with_back = backs and layout.two_sided
    more_head = _more_head(design, width, base, type_)
    taken = more_head.height if with_back else head.height + cells_height
    portrait = _portrait(design, width, height, taken, layout)
    if design.portrait and portrait is None:
        notices.append(Notice("portrait", design.about, _("The portrait cannot be read.")))
    body_top = height - head.height - cells_height - 3
    front_regions = _regions(width, body_top, layout.columns, None if with_back else portrait)
    label_lines = tuple(type_.line(Span(text)) for text in design.labels)
    front: list[Block] = [*lost, *design.front]
    beside = None
    if not with_back:
        beside = _beside(front, design.back, front_regions, type_, base)
        front += [Space(0.4), *design.back]
    laid, rest, fit = beside or _fitted(front, front_regions, type_, base)
    smallest = fit.size
    faces = [
        Face(
            head,
            cells,
            cells_height,
            tuple(_filled(laid, rest, front_regions, type_, fit, fill_up=not with_back)),
            footer,
            None if with_back else portrait,
            label_lines,
            cell_size,
        )
    ]
    continued = 0
    more_regions = _regions(width, height - more_head.height - 3, layout.columns, None)
    if with_back:
        back: list[Block] = [*design.back]
        held = bool(rest)
        back_regions = _regions(width, height - more_head.height - 3, layout.columns, portrait)
        laid, rest, fit = _fitted(back, back_regions, type_, base, before=rest)
        smallest = min(smallest, fit.size)
        filled = _filled(laid, rest, back_regions, type_, fit)
        faces.append(_more_face(more_head, filled, footer, portrait))
        if held:
            notices.append(
                Notice("continued", design.about, _("What the front cannot hold is on the back."))
            )
    while rest:
        placed, rest = flow(rest, more_regions)
        continued += 1
        faces.append(_more_face(more_head, placed, footer))
    if smallest < base:
        notices.insert(
            0,
            Notice(
                "smaller",
                design.about,
                _("Set in {size} point instead of {base}, to fit.").format(
                    size=f"{smallest:g}", base=f"{base:g}"
                ),
            ),
        )
    if continued:
        if with_back and len(faces) % 2:
            empty = _filled([], [], more_regions, type_, fit)
            faces.append(_more_face(more_head, empty, footer))
        cards = (len(faces) - 2) // 2 if with_back else continued
        notices.append(
            Notice(
                "continued",
                design.about,
                ngettext(
                    "Continues on {n} more card.", "Continues on {n} more cards.", cards
                ).format(n=cards),
            )
        )
    notices += letters(type_, design.about)
    return Composed(design.about, tuple(faces), tuple(notices))


def letters(type_: Type, about: str) -> list[Notice]:
    """Return notices on letters that no font has, and on those left to the reader's fonts."""
    found: list[Notice] = []
    if type_.undrawable:
        shown = ", ".join(f"{char} {type_.fonts.spelled(char)}" for char in type_.undrawable)
        found.append(
            Notice(
                "letters",
                about,
                _("No font has these; they are spelled out: {letters}.").format(letters=shown),
            )
        )
    if type_.borrowed:
        shown = "".join(type_.borrowed)
        found.append(
            Notice(
                "borrowed",
                about,
                _(
                    "{letters}: Chinese, Japanese and Korean letters are drawn with the fonts "
                    "of whoever opens the file."
                ).format(letters=shown),
            )
        )
    return found


def _fits(base: float) -> list[Fit]:
    """Return the fits to try: larger where there is room, full size, tightened, then ever
    smaller."""
    fits = [Fit(base * 1.22, 1.3, 1.2), Fit(base, 1.24, 1.0), Fit(base, 1.12, 0.5)]
    size = base - 0.5
    while size > LEAST:
        fits.append(Fit(size, 1.12, 0.5))
        size -= 0.5
    fits.append(Fit(LEAST, 1.1, 0.4))
    return fits


def _fitted(
    blocks: Sequence[Block],
    regions: Sequence[Region],
    type_: Type,
    base: float,
    before: Sequence[Flowable] = (),
) -> tuple[list[tuple[Flowable, float, float]], list[Flowable], Fit]:
    """Place blocks at the first fit that holds them all; return what is left at the last fit too.

    `before` are flowables that are already set, and come first.
    """
    width = min(region.width for region in regions)
    room = sum(r.height for r in regions) - sum(p.height for p in before)
    for fit in _fits(base):
        if fit.size > LEAST:
            held = flowables_within(blocks, type_, width, fit, room)
            if held is None:
                continue
            flowables = [*before, *held]
        else:
            flowables = [*before, *flowables_of(blocks, type_, width, fit)]
        placed, rest = flow(flowables, regions)
        if not rest:
            break
    return placed, rest, fit


def _beside(
    front: Sequence[Block],
    back: Sequence[Block],
    regions: Sequence[Region],
    type_: Type,
    base: float,
) -> tuple[list[tuple[Flowable, float, float]], list[Flowable], Fit] | None:
    """Place the front in the first column and the back in the second.

    Return None where there are no two columns, or they cannot hold that at full size.
    """
    if len(regions) != 2:
        return None
    for fit in _fits(base)[:3]:
        placed: list[tuple[Flowable, float, float]] = []
        for blocks, region in ((front, regions[0]), (back, regions[1])):
            flowables = flowables_within(blocks, type_, region.width, fit, region.height)
            if flowables is None:
                break
            here, rest = flow(flowables, [region])
            placed += here
            if rest:
                break
        else:
            return placed, [], fit
    return None


def _filled(
    placed: list[tuple[Flowable, float, float]],
    rest: Sequence[Flowable],
    regions: Sequence[Region],
    type_: Type,
    fit: Fit,
    *,
    fill_up: bool = True,
) -> list[tuple[Flowable, float, float]]:
    """Add lines to write on where the last column has room."""
    if rest or not fill_up:
        return placed
    region = regions[-1]
    tops = [top - flowable.height for flowable, x, top in placed if abs(x - region.x) < 0.1]
    top = min(tops, default=region.top) - fit.size * 0.6
    one = Ruled(1).flowables(type_, region.width, fit)[0].height
    count = min(_LINES_MOST, int((top - (region.top - region.height)) // one))
    for line in Ruled(count, _("Notes")).flowables(type_, region.width, fit):
        placed.append((line, region.x, top))
        top -= line.height
    return placed


def _regions(
    width: float, top: float, columns: int, portrait: Any, foot: float = 11.0
) -> list[Region]:
    gap = 10.0
    each = (width - 2 * PAD - (columns - 1) * gap) / columns
    found = []
    for n in range(columns):
        x = PAD + n * (each + gap)
        start = top
        if portrait is not None and n == columns - 1:
            start = min(start, portrait[2] - 4)
        found.append(Region(x, start, each, max(start - foot, 20.0)))
    return found


def _head(design: Design, width: float, base: float, type_: Type) -> tuple[CardHead, list[str]]:
    """Return the head, and what of its text did not fit and goes into the body."""
    overflow: list[str] = []
    badge = type_.line(Span(design.badge, "head")) if design.badge else None
    small = max(LEAST, base * 0.92)
    room = width - 2 * PAD - (badge.width * small + 6 if badge is not None else 0)
    large = base * 1.9
    title, size = _title(design.title, room, large, small, type_)
    if title is None:
        title, size = (_cut(design.title, room, small, type_),), small
        overflow.append(design.title)
    subtitle = type_.line(Span(design.subtitle, "text")) if design.subtitle else None
    sub_size = small
    if subtitle is not None and subtitle.width * sub_size > width - 2 * PAD:
        sub_size = LEAST
        if subtitle.width * sub_size > width - 2 * PAD:
            overflow.append(design.subtitle)
            subtitle = _cut(design.subtitle, width - 2 * PAD, sub_size, type_, "text")
    lines = len(title) or 1
    height = max(lines * size * 1.08, large if design.blank else 0) + 5
    height += small * 1.35 if design.subtitle or design.blank else 0
    return CardHead(title, size, subtitle, sub_size, badge, height), overflow


def _title(
    text: str, room: float, large: float, small: float, type_: Type
) -> tuple[tuple[TextLine, ...] | None, float]:
    """Set a name on one line, smaller or on two if it is long; None where even that fails."""
    flat = " ".join(text.split())
    if not flat:
        return (), large
    line = type_.line(Span(flat, "head"))
    if line.width * large <= room:
        return (line,), large
    one = room / line.width
    if one >= large * 0.62:
        return (line,), one
    for size in (large * 0.62, (large * 0.62 + small) / 2, small):
        lines = type_.wrapped((Span(flat, "head"),), room / size)
        if len(lines) <= 2:
            return tuple(lines), size
    return None, small


def _cut(text: str, room: float, size: float, type_: Type, style: Any = "head") -> TextLine:
    """Return the beginning of a text with an ellipsis; the whole of it goes into the body."""
    flat = " ".join(text.split())
    low, high = 0, len(flat)
    while low < high:
        middle = (low + high + 1) // 2
        if type_.width(flat[:middle] + "…", style) * size <= room:
            low = middle
        else:
            high = middle - 1
    return type_.line(Span(flat[:low] + "…", style))


def _more_head(design: Design, width: float, base: float, type_: Type) -> CardHead:
    small = max(LEAST, base * 1.1)
    room = width - 2 * PAD
    line = type_.line(Span(" ".join(design.title.split()) or " ", "head"))
    if line.width * small > room:
        line = _cut(design.title, room, small, type_)
    return CardHead((line,), small, None, small, None, small * 1.08 + 5)


def _more_face(
    head: CardHead,
    placed: Sequence[tuple[Flowable, float, float]],
    footer: TextLine,
    portrait: tuple[bytes, float, float, float, float] | None = None,
) -> Face:
    return Face(head, (), 0.0, tuple(placed), footer, portrait)


def _cells(
    cells: Sequence[Cell], width: float, base: float, type_: Type
) -> tuple[tuple[tuple[TextLine, TextLine, TextLine | None], ...], float, float]:
    if not cells:
        return (), base, 0.0
    size = base * 1.45
    each = (width - 2 * PAD) / len(cells)
    made = tuple(
        (
            type_.line(Span(c.label, "faint")),
            type_.line(Span(c.text, "head")),
            type_.line(Span(c.before, "faint")) if c.before else None,
        )
        for c in cells
    )
    widest = max(
        value.width * size + (old.width * small_size(size) + 3 if old is not None else 0)
        for _label, value, old in made
    )
    if widest > each - 2:
        size = max(base, size * (each - 2) / widest)
    return made, size, size * 1.1 + small_size(size) + 6


def small_size(size: float) -> float:
    """Return the size of a figure's name, and of the printed number beside it."""
    return max(LEAST, size * 0.6)


def _portrait(
    design: Design, width: float, height: float, taken: float, layout: Layout
) -> tuple[bytes, float, float, float, float] | None:
    """Return the picture at the top right of the body: bytes, left, bottom, width, height."""
    if not design.portrait:
        return None
    try:
        with Image.open(io.BytesIO(design.portrait)) as image:
            image.verify()
            across, down = image.size
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        return None
    most_w = (width - 2 * PAD) * (0.42 if layout.columns == 1 else 0.2)
    most_h = (height - taken) * 0.34
    scale = min(most_w / across, most_h / down)
    w, h = across * scale, down * scale
    return design.portrait, width - PAD - w, height - taken - 4 - h, w, h
