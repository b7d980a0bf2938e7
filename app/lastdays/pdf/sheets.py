"""Whole pages: the group's roster, zombies, quick reference, campaign, plans, tokens to cut, test page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lastdays.language import _, aside, ngettext
from lastdays.pdf import shapes
from lastdays.pdf.cards import letters
from lastdays.pdf.content import (
    FormSheet,
    Notice,
    PaperName,
    Section,
    TextSheet,
    TokenKind,
    TokenSheet,
)
from lastdays.pdf.form_layout import SectionBlock
from lastdays.pdf.imposition import MARGIN, MM, PAPERS, TOKEN, TOKEN_BLEED, TOKEN_STEP, token_grid
from lastdays.pdf.plot import PAPER_LINES, Curve, Plot, PlotPicture, corners, lay_out
from lastdays.pdf.shapes import KEYWORDS, Colour, Ink, Pen, ring
from lastdays.pdf.tables import TableBlock
from lastdays.pdf.typesetting import (
    LEAST,
    Block,
    Fit,
    Flowable,
    Gap,
    HeadingBlock,
    KeptTogether,
    Para,
    Region,
    Span,
    TextFlowable,
    TextLine,
    Type,
    draw_flowables,
    draw_line,
    flow,
    flowables_of,
    para_of,
)
from lastdays.rulebook import pictograms
from lastdays.rulebook.table_plan import PlanDistance, TablePlan, Zone, ZoneKind
from lastdays.values import Value

#: Its height, of its width.
_HEIGHT = 0.36


@dataclass(frozen=True)
class PlotBlock(Block):
    """A plot as wide as its column."""

    plot: Plot

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        size = max(LEAST, fit.size * 0.85)

        def wide(text: str) -> float:
            return type_.line(Span(text)).width * size

        picture = lay_out(self.plot, width, width * _HEIGHT, size, wide)
        texts = [(t, type_.line(Span(t.text))) for t in picture.texts]
        names = [(curve, type_.line(Span(curve.label_text, "strong"))) for curve in picture.curves]
        placed = [
            (
                line,
                t.x - line.width * size * {"start": 0.0, "middle": 0.5, "end": 1.0}[t.anchor],
                t.y,
            )
            for t, line in texts
        ]
        return [PlotFlowable(picture, placed, names, picture.height), Gap(fit.size * 0.6)]


@dataclass
class PlotFlowable(Flowable):
    """A picture laid out, with its texts set."""

    picture: PlotPicture
    texts: list[tuple[TextLine, float, float]]
    names: list[tuple[Curve, TextLine]]
    height: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        picture, canvas, size = self.picture, pen.canvas, self.picture.size
        pen.stroke(pen.ink.line, 0.35)
        for y in picture.rules:
            canvas.line(x + picture.left, top - y, x + picture.right, top - y)
        pen.fill(pen.ink.faint)
        for line, left, y in self.texts:
            draw_line(pen, line, x + left, top - y - size * 0.32, size)
        for curve, name in self.names:
            colour = _colour(pen, curve.colour)
            pen.stroke(colour, 1.1)
            points = " l ".join(f"{x + px:.2f} {top - py:.2f}" for px, py in curve.points)
            if len(curve.points) > 1:
                canvas.path(f"n {points.replace(' l ', ' m ', 1)} l S")
            pen.fill(colour)
            for px, py in curve.marks:
                _mark(pen, curve, x + px, top - py, size * 0.28)
            left, y = curve.label
            draw_line(pen, name, x + left, top - y - size * 0.32, size)


def _colour(pen: Pen, number: int) -> Colour:
    """Return the ink of a line: its colour, or that of text if ink is saved."""
    if pen.ink.band is None:
        return pen.ink.text
    text = PAPER_LINES[number]
    red, green, blue = (int(text[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue


def _mark(pen: Pen, curve: Curve, x: float, y: float, size: float) -> None:
    found = corners(curve.shape, x, y, size)
    if not found:
        ring(pen, x - size, y - size, 2 * size, filled=True)
        return
    # The picture's heights grow downwards, the paper's upwards.
    places = [f"{cx:.2f} {2 * y - cy:.2f}" for cx, cy in found]
    pen.canvas.path(f"{places[0]} m {' l '.join(places[1:])} l h f")


#: The plan is at most so wide, in points; a thing on it so many inches of the table.
_MOST, _THING = 300.0, 2.4
#: What stands for kinds of zone that are a thing.
_THINGS: dict[ZoneKind, str] = {
    "tokens": "supply", "zombies": "zombie", "captive": "captive", "vehicle": "vehicle",
    "tower": "tower",
}  # fmt: skip
#: Kinds whose line is broken, and which have a ground in full colour.
_BROKEN = ("tokens", "zombies", "fences")
_GROUNDED = ("attacker", "defender", "side", "refuge", "fences")


def _zone_colour(ink: Ink, kind: ZoneKind) -> Colour:
    """Return the colour of a kind of zone; black if ink is saved."""
    if ink.band is None:
        return ink.text
    match kind:
        case "attacker" | "captive":
            return ink.down
        case "defender" | "side":
            return KEYWORDS["selfless"]
        case "zombies":
            return ink.up
        case "tokens":
            return ink.accent
    return ink.faint


def _pale(colour: Colour) -> Colour:
    red, green, blue = (1 - (1 - part) * 0.22 for part in colour)
    return red, green, blue


@dataclass
class _PlanFlowable(Flowable):
    """The table from above; `words` and `inches` are its text, already set."""

    plan: TablePlan
    side: float
    height: float
    words: tuple[TextLine, ...]
    inches: tuple[TextLine, ...]
    size: float
    keep: bool = True

    def draw(self, pen: Pen, x: float, top: float) -> None:
        canvas, ink = pen.canvas, pen.ink
        inch = self.side / self.plan.side
        canvas.saveState()
        pen.forget()
        canvas.path(
            f"{x - 1:.2f} {top - self.side - 1:.2f} {self.side + 2:.2f} {self.side + 2:.2f} re W n"
        )
        for zone in self.plan.zones:
            if ink.tint is not None and zone.kind in _GROUNDED:
                _ground(pen, zone, x, top, inch)
        for zone in self.plan.zones:
            _outline(pen, zone, x, top, inch)
        for measure, line in zip(self.plan.measures, self.inches, strict=True):
            self._measure(pen, measure, line, x, top, inch)
        for mark in self.plan.marks:
            length = _THING * inch
            pen.fill(ink.text)
            at = x + mark.x * inch - length / 2, top - mark.y * inch - length / 2
            shapes.pictogram(pen, pictograms.token(mark.kind), *at, length)
        for word, line in zip(self.plan.words, self.words, strict=True):
            self._word(pen, line, x + word.x * inch, top - word.y * inch)
        pen.stroke(ink.text, 1.0)
        canvas.rect(x, top - self.side, self.side, self.side)
        canvas.restoreState()
        pen.forget()

    def _measure(
        self, pen: Pen, measure: PlanDistance, line: TextLine, x: float, top: float, inch: float
    ) -> None:
        """Draw a distance: a line with its two ends, and its inches beside it."""
        canvas = pen.canvas
        pen.stroke(pen.ink.faint, 0.6)
        ax, ay = x + measure.x * inch, top - measure.y * inch
        bx, by = x + measure.to_x * inch, top - measure.to_y * inch
        canvas.line(ax, ay, bx, by)
        upright = measure.x == measure.to_x
        across, up = (2.0, 0.0) if upright else (0.0, 2.0)
        for px, py in ((ax, ay), (bx, by)):
            canvas.line(px - across, py - up, px + across, py + up)
        beside = self.size * (0.9 if upright else 0)
        above = 0 if upright else self.size * 0.75
        self._word(pen, line, (ax + bx) / 2 + beside, (ay + by) / 2 + above)

    def _word(self, pen: Pen, line: TextLine, x: float, y: float) -> None:
        """Write a word around its middle, on a white ground."""
        wide = line.width * self.size
        pen.fill((1, 1, 1))
        pen.canvas.rect(
            x - wide / 2 - 1, y - self.size * 0.5, wide + 2, self.size, stroke=0, fill=1
        )
        pen.fill(pen.ink.text)
        draw_line(pen, line, x - wide / 2, y - self.size * 0.34, self.size)


def _ground(pen: Pen, zone: Zone, x: float, top: float, inch: float) -> None:
    """Fill a zone; a frame leaves its inside as it was."""
    if zone.width <= 0 or zone.height <= 0:
        return
    pen.fill(_pale(_zone_colour(pen.ink, zone.kind)))
    left, low = x + zone.x * inch, top - zone.low * inch
    wide, high = zone.width * inch, zone.height * inch
    inner = zone.hollow * inch
    if zone.hollow and wide > 2 * inner:
        hole = (
            f"{left + inner:.2f} {low + inner:.2f} {wide - 2 * inner:.2f} {high - 2 * inner:.2f} re"
        )
        pen.canvas.path(f"n {left:.2f} {low:.2f} {wide:.2f} {high:.2f} re {hole} f*")
        return
    shapes.rounded(pen, left, low, (wide, high), zone.corner * inch, fill=True, stroke=False)


def _outline(pen: Pen, zone: Zone, x: float, top: float, inch: float) -> None:
    if zone.width <= 0 or zone.height <= 0:
        return
    heavy = zone.kind in ("attacker", "refuge")
    pen.stroke(_zone_colour(pen.ink, zone.kind), 1.4 if heavy else 0.9)
    if zone.kind in _BROKEN:
        pen.canvas.setDash(4 if zone.kind == "tokens" else 2, 2)
    left, low = x + zone.x * inch, top - zone.low * inch
    wide, high = zone.width * inch, zone.height * inch
    shapes.rounded(pen, left, low, (wide, high), zone.corner * inch, fill=False)
    inner = zone.hollow * inch
    if zone.hollow and wide > 2 * inner:
        pen.canvas.rect(left + inner, low + inner, wide - 2 * inner, high - 2 * inner)
    if zone.kind in _BROKEN:
        pen.canvas.setDash()


@dataclass
class _KeyLine(TextFlowable):
    """The first line of what a zone means, behind a sample of how it is drawn."""

    kind: ZoneKind = "side"

    def draw(self, pen: Pen, x: float, top: float) -> None:
        super().draw(pen, x, top)
        side = self.size * 1.1
        low = top - self.height + (self.height - side) / 2
        if self.kind in _THINGS:
            pen.fill(pen.ink.text)
            shapes.pictogram(pen, pictograms.token(_THINGS[self.kind]), x, low, side)
            return
        zone = Zone(self.kind, 0, 0, side * 1.4, side)
        if pen.ink.tint is not None:
            _ground(pen, zone, x, low + side, 1)
        _outline(pen, zone, x, low + side, 1)


@dataclass(frozen=True)
class PlanBlock(Block):
    """A plan of the table over what its zones mean."""

    plan: TablePlan

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        side = min(width, _MOST * fit.size / 9.5)
        size = max(LEAST, fit.size * 0.85)
        made: list[Flowable] = [
            _PlanFlowable(
                self.plan,
                side,
                side + fit.size * 0.5,
                tuple(type_.line(Span(word.text)) for word in self.plan.words),
                tuple(type_.line(Span(f"{m.inches}″")) for m in self.plan.measures),
                size,
            )
        ]
        indent = fit.size * 2.1
        height = fit.size * fit.leading
        for key in self.plan.keys:
            lines = type_.wrapped((Span(key.text),), (width - indent) / fit.size)
            for n, line in enumerate(lines):
                if n == 0:
                    made.append(_KeyLine(line, fit.size, height, indent, kind=key.kind))
                else:
                    made.append(TextFlowable(line, fit.size, height, indent))
        return [*made, Gap(fit.size * 0.5 * fit.gap)]


#: From the edge of the paper to the text, in millimetres.
_EDGE = 11.0
_BASE = 9.5
#: A reference of tables is set smaller, down to this, to stay on one page.
_REFERENCE_LEAST = 8.0
#: So many letters are a sentence or two.
_SENTENCES = 240

#: The height of a page's head, in millimetres; the sizes of title and subtitle, and of a roster that
#: goes on, in points.
_HEAD = 12.0
_TITLE, _SUBTITLE, _LATER_SIZE = 17.0, 9.0, 8.0

Placing = list[tuple[Flowable, float, float]]


class SheetPage(Value):
    """A page ready to be drawn: its head, its number, and what is on it."""

    size: tuple[float, float]
    title: TextLine
    subtitle: TextLine
    number: TextLine
    drawing: str
    flowables: tuple[tuple[Flowable, float, float], ...]


def section_blocks(sections: Sequence[Section]) -> list[Block]:
    """Set headings and lines of a sheet."""
    blocks: list[Block] = []
    for section in sections:
        blocks.append(HeadingBlock(section.heading))
        if section.note:
            blocks.append(Para((Span(section.note),), space=0.3))
        for line in section.lines:  # a sentence or two are not torn by the end of a column
            short = len(line.text) <= _SENTENCES
            blocks.append(KeptTogether((para_of(line),)) if short else para_of(line))
        if section.table is not None:
            blocks.append(TableBlock(section.table, section.heading))
        if section.plot is not None:
            blocks.append(PlotBlock(section.plot))
    return blocks


def _said(title: str, fit: Fit, pages: int) -> Iterator[Notice]:
    """Yield the notices for a sheet that is set smaller, or continues."""
    if fit.size < _BASE:
        text = _("Set in {size} point instead of {base}, to fit.")
        yield Notice("smaller", title, text.format(size=f"{fit.size:g}", base=f"{_BASE:g}"))
    if pages > 1:
        text = ngettext("Continues on {n} more page.", "Continues on {n} more pages.", pages - 1)
        yield Notice("continued", title, text.format(n=pages - 1))


def pages_of(
    sheet: TextSheet | FormSheet, paper: PaperName, type_: Type
) -> tuple[list[SheetPage], list[Notice]]:
    """Return a sheet's pages: tightened and made smaller to stay on one, then continued.

    All but a roster may run over several pages at their full size.
    """
    type_.undrawable.clear()
    type_.borrowed.clear()
    size = (PAPERS[paper].width * MM, PAPERS[paper].height * MM)
    columns, drawing, sizes = 1, "", (_REFERENCE_LEAST, 13.0)
    blocks: list[Block]
    match sheet:
        case FormSheet():
            blocks, drawing = [SectionBlock(section) for section in sheet.sections], sheet.drawing
        case TextSheet():
            blocks, columns = section_blocks(sheet.sections), sheet.columns
            if sheet.plan is not None:
                blocks.insert(0, PlanBlock(sheet.plan))
            if sheet.kind == "roster":
                size, sizes = (size[1], size[0]), (LEAST, 13.0)
            elif sheet.kind == "campaign":
                sizes = (_BASE, 13.0)
    over: list[str] = []
    room = size[0] - 2 * _EDGE * MM - 32 * MM
    title = type_.cut(sheet.title, "head", room / _TITLE, over)
    left = room - title.width * _TITLE
    subtitle = type_.cut(sheet.subtitle, "strong", left / _SUBTITLE, over)
    blocks = [Para((Span(text),)) for text in over] + blocks
    pages, fit = _set(blocks, type_, _regions(size, columns), sizes)
    single = isinstance(sheet, TextSheet) and sheet.kind == "roster"
    with aside():
        notices = list(_said(sheet.title, fit, len(pages) if single else 1))
    made = [
        SheetPage(
            size,
            title,
            subtitle,
            type_.line(Span(f"{n}/{len(pages)}" if len(pages) > 1 else "", "strong")),
            drawing,
            tuple(placed),
        )
        for n, placed in enumerate(pages, start=1)
    ]
    notices += letters(type_, sheet.title)
    return made, notices


def _set(
    blocks: Sequence[Block],
    type_: Type,
    regions: Sequence[Region],
    sizes: tuple[float, float],
) -> tuple[list[Placing], Fit]:
    """Set blocks on one page, as large as fits between two sizes; else on as few pages as full size
    needs, and there as large as fits."""
    least, largest = sizes
    large = [Fit(s / 2, 1.3, 1.2) for s in range(int(largest * 2), int(_BASE * 2), -1)]
    large += [Fit(_BASE, 1.26, 1.0), Fit(_BASE, 1.14, 0.5)]
    small = [Fit(s / 2, 1.12, 0.5) for s in range(int(_BASE * 2) - 1, int(least * 2) - 1, -1)]
    if least == LEAST:  # thirty members stay on a page
        small.append(Fit(LEAST, 1.04, 0.0))

    def pages(fit: Fit, most: int) -> list[Placing] | None:
        placed, rest = flow(flowables_of(blocks, type_, regions[0].width, fit), regions)
        found = [placed]
        while rest and (not most or len(found) < most):
            placed, rest = flow(rest, regions)
            found.append(placed)
        return None if rest else found

    plain = Fit(_BASE if least > LEAST else _LATER_SIZE, 1.26, 1.0)
    fits, most = [*large, *small], 1
    if not pages(fits[-1], 1):
        fits = [*(fit for fit in large if fit.size > plain.size), plain]
        most = len(pages(plain, 0) or ())
    return next((made, fit) for fit in fits if (made := pages(fit, most)))


def _regions(size: tuple[float, float], columns: int) -> list[Region]:
    edge, gap = _EDGE * MM, 16.0
    each = (size[0] - 2 * edge - (columns - 1) * gap) / columns
    top = size[1] - edge - (_HEAD + 2) * MM
    return [Region(edge + n * (each + gap), top, each, top - edge - 3 * MM) for n in range(columns)]


def draw_page(pen: Pen, page: SheetPage) -> None:
    """Draw a page; its size has been set."""
    canvas, ink = pen.canvas, pen.ink
    left, right = _EDGE * MM, page.size[0] - _EDGE * MM
    top = page.size[1] - (_EDGE - 2) * MM
    low = top - (_HEAD - 1) * MM
    canvas.tags.part("H1")
    if ink.band is not None:
        pen.fill(ink.band)
        shapes.rounded(pen, left, low, (right - left, top - low), 4, fill=True, stroke=False)
    else:
        pen.stroke(ink.text, 1.2)
        canvas.line(left, low, right, low)
    x, y = left + 3 * MM, (top + low) / 2 - _TITLE * 0.34
    if page.drawing:
        side = 7.5 * MM
        pen.fill(ink.amber if ink.band is not None else ink.text)
        shapes.pictogram(pen, page.drawing, x, (top + low - side) / 2, side)
        x += side + 2.5 * MM
    pen.fill(ink.band_text)
    draw_line(pen, page.title, x, y, _TITLE)
    draw_line(pen, page.number, right - 3 * MM - page.number.width * 11, y, 11)
    pen.fill(ink.band_faint)
    draw_line(pen, page.subtitle, x + page.title.width * _TITLE + 4 * MM, y, _SUBTITLE)
    canvas.tags.end()
    draw_flowables(pen, page.flowables)


def draw_test(pen: Pen, size: tuple[float, float], back: bool, type_: Type, *, moved: bool) -> None:
    """Draw a side of the test page: a cross in the middle, and on the front a scale in millimetres,
    over which the back's cross can be seen against the light."""
    canvas, ink = pen.canvas, pen.ink
    x, y = size[0] / 2, size[1] / 2
    pen.stroke(ink.text, 0.5)
    canvas.line(x - 40 * MM, y, x + 40 * MM, y)
    canvas.line(x, y - 40 * MM, x, y + 40 * MM)
    pen.fill(ink.text)
    if back:
        canvas.circle(x, y, 2 * MM, stroke=1, fill=0)
    else:
        for n in range(-10, 11):
            long = 3 * MM if n % 5 == 0 else 1.5 * MM
            canvas.line(x + n * MM, y - long, x + n * MM, y + long)
            canvas.line(x - long, y + n * MM, x + long, y + n * MM)
            if n % 5 == 0 and n:
                mark = type_.line(Span(f"{n}".replace("-", "−")))
                # Plus above and to the left, minus below and to the right: none on another.
                wide = mark.width * 7
                across = y + 4 * MM if n > 0 else y - 6 * MM
                draw_line(pen, mark, x + n * MM - wide / 2, across, 7)
                beside = x - 4 * MM - wide if n > 0 else x + 4 * MM
                draw_line(pen, mark, beside, y + n * MM - 2, 7)
    text = (
        _("Back: hold the sheet against the light, this side away from you.")
        if back
        else _(
            "Front: hold the sheet against the light, this side towards you. Read on the scale "
            "where the circle's centre lies, to the right and up as plus, and enter the two "
            "numbers as where the backs lie."
        )
    )
    if moved and not back:
        text += " " + _(
            "The backs are already being moved: what is left is added to what is entered."
        )
    top = y - 60 * MM
    for line in type_.wrapped((Span(text),), 110 * MM / 11):
        draw_line(pen, line, x - 55 * MM, top, 11)
        top -= 14
    draw_ruler(pen, x - 50 * MM, y - 50 * MM, 100, type_)


def draw_ruler(pen: Pen, x: float, y: float, length: int, type_: Type, label: str = "") -> None:
    """Draw a scale of `length` millimetres from `x`, `y`: at 100 % it is as long as it says."""
    canvas = pen.canvas
    pen.stroke(pen.ink.text, 0.4)
    canvas.line(x, y, x + length * MM, y)
    for n in range(0, length + 1, 5):
        canvas.line(x + n * MM, y, x + n * MM, y + (1.8 if n % 10 == 0 else 1.0) * MM)
    pen.fill(pen.ink.faint)
    text = label or _("{n} mm at 100 %", n=length)
    draw_line(pen, type_.line(Span(text)), x + length * MM + 3, y, LEAST)


def page_ruler(pen: Pen, type_: Type) -> None:
    """Draw the scale in the lower margin of a whole page."""
    pen.canvas.tags.artifact()
    draw_ruler(pen, _EDGE * MM, (MARGIN + 0.6) * MM, 50, type_)


#: A cutting guide: how long it is, and what lies between it and the tokens, in millimetres.
_MARK, _CLEAR = 2.5, 0.9
_COLOURS: dict[str, Colour] = {
    "noise": (0.88, 0.65, 0.15),
    "ammo": (0.36, 0.40, 0.32),
    "knockback": (0.17, 0.39, 0.56),
    "locked": (0.63, 0.17, 0.13),
    "supply": (0.28, 0.44, 0.18),
    "damage": (0.63, 0.17, 0.13),
    "run": (0.36, 0.40, 0.32),
    "panic": (0.36, 0.40, 0.32),
}
#: What lies between two strips of squares, in millimetres.
_APART = 3.0
_WHITE: Colour = (1.0, 1.0, 1.0)


class TokenPage(Value):
    """A page of tokens, each with its lower left corner, in millimetres."""

    size: tuple[float, float]
    places: tuple[tuple[TokenKind, float, float], ...]
    #: How wide each square is where they are squares in strips.
    square: float = 0.0


def token_pages(sheet: TokenSheet, paper: PaperName) -> list[TokenPage]:
    """Lay tokens on as many pages as they need, kind by kind."""
    across, down = token_grid(paper)
    width, height = PAPERS[paper].width, PAPERS[paper].height
    left = (width - across * TOKEN_STEP + TOKEN_STEP - TOKEN) / 2
    top = (height + down * TOKEN_STEP - TOKEN_STEP + TOKEN) / 2 - TOKEN
    waiting = [kind for kind in sheet.tokens for _n in range(kind.count)]
    pages = []
    for first in range(0, len(waiting), across * down):
        part = waiting[first : first + across * down]
        places = tuple(
            (kind, left + n % across * TOKEN_STEP, top - n // across * TOKEN_STEP)
            for n, kind in enumerate(part)
        )
        pages.append(TokenPage((width * MM, height * MM), places))
    if sheet.squares:
        pages += _square_pages(sheet, (width, height))
    return pages


def _square_pages(sheet: TokenSheet, size: tuple[float, float]) -> Iterator[TokenPage]:
    """Lay squares in strips, a kind after the other, from the top of a page."""
    side, (width, height) = sheet.cell, size
    edge = MARGIN + _MARK
    room = int((width - 2 * edge) // side)
    y = height - edge - side
    places: list[tuple[TokenKind, float, float]] = []
    for kind in sheet.squares:
        for first in range(0, kind.count, room):
            if y < edge:
                yield TokenPage((width * MM, height * MM), tuple(places), side)
                places, y = [], height - edge - side
            count = min(room, kind.count - first)
            places += [(kind, edge + n * side, y) for n in range(count)]
            y -= side + _APART
    yield TokenPage((width * MM, height * MM), tuple(places), side)


def draw_tokens(pen: Pen, page: TokenPage, type_: Type) -> None:
    """Draw a page of tokens; its size has been set."""
    if page.square:
        for kind, x, y in page.places:
            _draw_square(pen, kind, (x * MM, y * MM), page.square * MM)
        return
    for kind, x, y in page.places:
        _draw(pen, kind, x * MM, y * MM, type_)
    pen.stroke(pen.ink.text, 0.3)
    for x1, y1, x2, y2 in _guides(page):
        pen.canvas.line(x1 * MM, y1 * MM, x2 * MM, y2 * MM)


def _guides(page: TokenPage) -> Iterator[tuple[float, float, float, float]]:
    """Return the guides at the edges of the rows and columns, in millimetres."""
    lefts = sorted({x for _kind, x, _y in page.places})
    lows = sorted({y for _kind, _x, y in page.places})
    near = TOKEN_BLEED + _CLEAR
    low, high = min(lows) - near, max(lows) + TOKEN + near
    left, right = min(lefts) - near, max(lefts) + TOKEN + near
    edge = MARGIN + 0.1
    top, side = page.size[1] / MM - edge, page.size[0] / MM - edge
    for x in lefts:
        for at in (x, x + TOKEN):
            yield at, max(low - _MARK, edge), at, low
            yield at, high, at, min(high + _MARK, top)
    for y in lows:
        for at in (y, y + TOKEN):
            yield max(left - _MARK, edge), at, left, at
            yield right, at, min(right + _MARK, side), at


def _draw(pen: Pen, kind: TokenKind, x: float, y: float, type_: Type) -> None:
    """Draw a token: its pictogram, its name and, if it stands for several, how many."""
    side, more = TOKEN * MM, TOKEN_BLEED * MM
    ink, colour = pen.ink, _COLOURS.get(kind.key)
    full = ink.band is not None and colour is not None
    if full and colour is not None:
        pen.fill(colour)
        pen.stroke(colour, 0.1)
        shapes.ring(pen, x - more, y - more, side + 2 * more, filled=True)
        pen.stroke(_WHITE, 0.5)
    else:
        pen.stroke(ink.text, 0.7)
    shapes.ring(pen, x, y, side)
    dark = kind.key == "noise" or not full
    pen.fill(ink.text if dark else _WHITE)
    picture = side * (0.44 if kind.worth > 1 else 0.52)
    left = x + (side - picture) / 2 - (side * 0.13 if kind.worth > 1 else 0.0)
    shapes.pictogram(pen, kind.drawing, left, y + side * 0.36, picture)
    if kind.worth > 1:
        size = side * 0.34
        worth = type_.line(Span(str(kind.worth), "head"))
        draw_line(pen, worth, left + picture + side * 0.04, y + side * 0.44, size)
    for n, (line, size) in enumerate(_named(kind.name, type_, side)):
        draw_line(pen, line, x + (side - line.width * size) / 2, y + side * 0.24 - n * size, size)


def _draw_square(pen: Pen, kind: TokenKind, at: tuple[float, float], side: float) -> None:
    """Draw a square with its pictogram; its edge is where it is cut."""
    ink, colour, (x, y) = pen.ink, _COLOURS.get(kind.key), at
    full = ink.band is not None and colour is not None
    if full and colour is not None:
        pen.fill(colour)
        pen.canvas.rect(x, y, side, side, stroke=0, fill=1)
    pen.stroke(_WHITE if full else ink.text, 0.4)
    pen.canvas.rect(x, y, side, side, stroke=1, fill=0)
    pen.fill(ink.text if kind.key == "noise" or not full else _WHITE)
    shapes.pictogram(pen, kind.drawing, x + side * 0.14, y + side * 0.14, side * 0.72)


def _named(name: str, type_: Type, side: float) -> list[tuple[TextLine, float]]:
    """Set a name on the foot of a token: on one line, or on two smaller ones."""
    line = type_.line(Span(name, "label"))
    size = 8.0
    if line.width * size <= side * 0.72:
        return [(line, size)]
    return [
        (part, LEAST) for part in type_.wrapped((Span(name, "label"),), side * 0.66 / LEAST)[:2]
    ]
