"""A form laid out on pages: the position of each word and each place to write, and the drawing of
the pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec import Struct

from lastdays.language import _
from lastdays.pdf import shapes
from lastdays.pdf.content import (
    FormGrid,
    FormLine,
    FormPart,
    FormSection,
    FormSheet,
    FormTable,
    FormText,
    FormWords,
    PaperName,
    WriteBox,
)
from lastdays.pdf.fonts import Style
from lastdays.pdf.imposition import MM, PAPERS
from lastdays.pdf.shapes import Pen
from lastdays.pdf.typesetting import LEAST, TEXT_LEAST, Span, TextLine, Type, draw_line

#: The side of a square for a die or a number, of one to tick, of one of a comb; in millimetres.
SQUARE, TICK, CELL = 6.6, 5.0, 8.0
#: Between the squares of one box; and the height of a line to be written on.
NEAR, LINE = 0.8, 6.6
#: The room of a pictogram before the head of a column, in points.
PICTURE = 11.0
#: How far above its line a text's middle lies, of its size.
_MIDDLE = 0.34


@dataclass
class FormPiece:
    """A slice of a form: its height in points, and how it is drawn from its top left."""

    height: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw it."""


@dataclass
class SectionPiece(FormPiece):
    """The head of a section: its pictogram, its name, the book's page."""

    width: float
    heading: TextLine
    drawing: str
    page: TextLine | None

    def draw(self, pen: Pen, x: float, top: float) -> None:
        low = top - self.height + 5
        high = self.height - 7
        pen.stroke(pen.ink.accent, 1.2)
        pen.canvas.line(x, low, x + self.width, low)
        at = x
        pen.fill(pen.ink.accent)
        if self.drawing:
            shapes.pictogram(pen, self.drawing, at, low + 2, high - 1)
            at += high + 3
        draw_line(pen, self.heading, at, low + 4.2, 14)
        if self.page is not None:
            pen.fill(pen.ink.faint)
            draw_line(pen, self.page, x + self.width - self.page.width * 8, low + 4.2, 8)


@dataclass
class TextPiece(FormPiece):
    """Sentences, possibly behind a pictogram."""

    lines: tuple[TextLine, ...]
    size: float
    leading: float
    drawing: str = ""
    indent: float = 0.0

    def draw(self, pen: Pen, x: float, top: float) -> None:
        if self.drawing:
            pen.fill(pen.ink.accent)
            side = self.leading * 1.05
            shapes.pictogram(pen, self.drawing, x, top - side, side)
        pen.fill(pen.ink.text)
        y = top - self.leading * 0.8
        for line in self.lines:
            draw_line(pen, line, x + self.indent, y, self.size)
            y -= self.leading


@dataclass
class GridPiece(FormPiece):
    """A table of the rulebook. A row is its height, whether it is the head, and its cells'
    lines."""

    widths: tuple[float, ...]
    rows: tuple[tuple[float, bool, tuple[tuple[TextLine, ...], ...]], ...]
    size: float
    leading: float
    drawings: tuple[str, ...]

    def draw(self, pen: Pen, x: float, top: float) -> None:
        width, low = sum(self.widths), top - sum(row[0] for row in self.rows)
        y = top
        for n, (height, head, cells) in enumerate(self.rows):
            ground = pen.ink.band if head else pen.ink.tint if n % 2 == 0 else None
            if ground is not None:
                pen.fill(ground)
                pen.canvas.rect(x, y - height, width, height, stroke=0, fill=1)
            at = x
            for wide, lines, drawing in zip(self.widths, cells, self.drawings, strict=True):
                pen.fill(pen.ink.band_text if head else pen.ink.text)
                under = (height - len(lines) * self.leading) / 2
                base = y - under - self.leading * 0.8
                start = at + 2.5
                if head and drawing:
                    side = PICTURE - 2
                    shapes.pictogram(pen, drawing, start, y - (height + side) / 2, side)
                    start += PICTURE
                for line in lines:
                    draw_line(pen, line, start, base, self.size)
                    base -= self.leading
                at += wide
            y -= height
            pen.stroke(pen.ink.line, 0.4)
            if n + 1 < len(self.rows):
                pen.canvas.line(x, y, x + width, y)
        pen.stroke(pen.ink.line, 0.4)
        at = x
        for wide in self.widths[:-1]:
            at += wide
            pen.canvas.line(at, top, at, low)
        pen.stroke(pen.ink.text, 0.7)
        pen.canvas.rect(x, low, width, top - low, stroke=1, fill=0)


@dataclass
class HeadsPiece(FormPiece):
    """The heads above the places of a table: for each, where it begins, and its lines."""

    width: float
    heads: tuple[tuple[float, tuple[TextLine, ...]], ...]
    size: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        pen.fill(pen.ink.faint)
        low = top - self.height
        for at, lines in self.heads:
            y = low + 3.2 + (len(lines) - 1) * self.size * 1.08
            for line in lines:
                draw_line(pen, line, x + at, y, self.size)
                y -= self.size * 1.08
        pen.stroke(pen.ink.line, 0.6)
        pen.canvas.line(x, low + 0.8, x + self.width, low + 0.8)


class SetBox(Struct):
    """A place to write, set: its width and height in points, and what is in its squares."""

    cell: WriteBox
    width: float
    height: float
    marks: tuple[TextLine | None, ...] = ()
    squares: int = 1

    def draw(self, pen: Pen, x: float, low: float) -> None:
        """Draw it with its lower left corner at `x`, `low`."""
        near, side = NEAR * MM, SQUARE * MM
        match self.cell.shape:
            case "squares":
                for n in range(self.squares):
                    _square(pen, x + n * (side + near), low, side)
            case "sum":
                self._sum(pen, x, low)
            case "comb":
                self._comb(pen, x, low)
            case "ticks" | "shift":
                at = self._ticks(pen, x, low)
                if self.cell.shape == "shift":
                    _square(pen, at, low, side)
            case "line":
                self._line(pen, x, low)

    def _sum(self, pen: Pen, x: float, low: float) -> None:
        canvas = pen.canvas
        if pen.ink.tint is not None:
            pen.fill(pen.ink.tint)
            shapes.rounded(pen, x, low, (self.width, self.height), 2.5, fill=True, stroke=False)
        pen.stroke(pen.ink.line, 0.6)
        canvas.path("[2 1.6] 0 d")
        shapes.rounded(pen, x, low, (self.width, self.height), 2.5)
        canvas.path("[] 0 d")

    def _comb(self, pen: Pen, x: float, low: float) -> None:
        step = self.width / self.squares
        pen.stroke(pen.ink.text, 0.7)
        shapes.rounded(pen, x, low, (self.width, self.height), 2.5)
        pen.stroke(pen.ink.line, 0.5)
        for n in range(1, self.squares):
            pen.canvas.line(x + n * step, low, x + n * step, low + self.height)

    def _ticks(self, pen: Pen, x: float, low: float) -> float:
        """Draw squares with their contents; return where the next one would begin."""
        side, near = TICK * MM, NEAR * MM
        at, base = x, low + (self.height - side) / 2
        for tick, mark in zip(self.cell.ticks, self.marks, strict=True):
            if tick.drawing:
                pen.fill(pen.ink.line)
                inner = side * 0.78
                shapes.pictogram(
                    pen, tick.drawing, at + (side - inner) / 2, base + (side - inner) / 2, inner
                )
            elif mark is not None:
                size = max(LEAST, min(9.0, side * 0.82 / max(mark.width, 0.1)))
                pen.fill(pen.ink.faint)
                draw_line(
                    pen,
                    mark,
                    at + (side - mark.width * size) / 2,
                    base + side / 2 - size * _MIDDLE,
                    size,
                )
            pen.stroke(pen.ink.text, 0.7)
            shapes.rounded(pen, at, base, (side, side), 2)
            at += side + near
        return at

    def _line(self, pen: Pen, x: float, low: float) -> None:
        if pen.ink.tint is not None:
            pen.fill(pen.ink.tint)
            shapes.rounded(pen, x, low, (self.width, self.height), 2, fill=True, stroke=False)
        pen.stroke(pen.ink.text, 0.7)
        pen.canvas.line(x, low, x + self.width, low)
        if pen.ink.tint is None:
            pen.canvas.line(x, low, x, low + 4)
            pen.canvas.line(x + self.width, low, x + self.width, low + 4)


def _square(pen: Pen, x: float, y: float, side: float) -> None:
    pen.stroke(pen.ink.text, 0.8)
    shapes.rounded(pen, x, y, (side, side), 3)


class SetWords(Struct):
    """Printed words, set in lines, and a hint below them in small type."""

    cell: FormWords
    width: float
    lines: tuple[TextLine, ...]
    hint: tuple[TextLine, ...]
    size: float
    small: float

    @property
    def height(self) -> float:
        """Return how high the words are, in points."""
        return len(self.lines) * self.size * 1.1 + len(self.hint) * self.small * 1.12

    def draw(self, pen: Pen, x: float, middle: float) -> None:
        """Draw them about a level."""
        y = middle + self.height / 2 - self.size * 0.86
        pen.fill(pen.ink.text)
        for line in self.lines:
            draw_line(pen, line, x, y, self.size)
            y -= self.size * 1.1
        y += self.size * 1.1 - self.size * 0.24 - self.small * 0.88
        pen.fill(pen.ink.faint)
        for line in self.hint:
            draw_line(pen, line, x, y, self.small)
            y -= self.small * 1.12


@dataclass
class LinePiece(FormPiece):
    """A line of places to write and printed words, each where it begins. `last`: of its entry;
    `after` is the room below it."""

    width: float
    boxes: tuple[tuple[float, SetBox], ...]
    words: tuple[tuple[float, SetWords], ...]
    last: bool = False
    after: float = 0.0

    def draw(self, pen: Pen, x: float, top: float) -> None:
        middle = top - (self.height - self.after) / 2
        for at, words in self.words:
            words.draw(pen, x + at, middle)
        for at, box in self.boxes:
            box.draw(pen, x + at, middle - box.height / 2)
        if self.last:
            low = top - self.height + max(0.0, self.after - 2.5)
            pen.stroke(pen.ink.line, 0.35)
            pen.canvas.line(x, low, x + self.width, low)


#: From the edge of the paper to the form, and the height of the head of a page, in millimetres.
EDGE, HEAD = 11.0, 12.0
#: Between neighbours on a line; the height of a line that is written on; a word by hand: a name.
APART, PITCH, WORD = 2.0, 8.2, 17.0
_FOOT = 3.0
_SIZE, _SMALL = 8.5, LEAST
_GRID = TEXT_LEAST + 0.4
_TITLE, _SUBTITLE = 17.0, 9.0

Chunk = tuple[list[FormPiece], HeadsPiece | None]


class FormPage(Struct, frozen=True):
    """A page ready to be drawn: its head, its number, and its pieces with where they begin, in
    points from the upper left corner."""

    size: tuple[float, float]
    title: TextLine
    subtitle: TextLine
    number: TextLine
    drawing: str
    pieces: tuple[tuple[FormPiece, float, float], ...]


def pages_of_form(sheet: FormSheet, paper: PaperName, type_: Type) -> list[FormPage]:
    """Lay a form on pages of a paper."""
    width, height = PAPERS[paper].width, PAPERS[paper].height
    room = (width - 2 * EDGE) * MM
    low = (height - EDGE - _FOOT) * MM
    start = (EDGE + HEAD + 2) * MM
    title, subtitle, whole = _page_head(sheet, room, type_)
    pages: list[list[tuple[FormPiece, float, float]]] = [[]]
    top = start
    if not whole:
        cut = _text(FormText(sheet.subtitle), room, type_)
        pages[-1].append((cut, EDGE * MM, top))
        top += cut.height
    for chunk, heads in _chunks(sheet.sections, room, type_):
        if top + sum(piece.height for piece in chunk) > low and pages[-1]:
            pages.append([])
            top = start
            if heads is not None and heads not in chunk:
                pages[-1].append((heads, EDGE * MM, top))
                top += heads.height
        for piece in chunk:
            if top + piece.height > low and top > start:  # no page holds it whole
                pages.append([])
                top = start
            pages[-1].append((piece, EDGE * MM, top))
            top += piece.height
    size = (width * MM, height * MM)
    return [
        FormPage(
            size,
            title,
            subtitle,
            type_.line(Span(f"{n}/{len(pages)}", "strong")),
            sheet.drawing,
            tuple(pieces),
        )
        for n, pieces in enumerate(pages, start=1)
    ]


def _page_head(sheet: FormSheet, room: float, type_: Type) -> tuple[TextLine, TextLine, bool]:
    """Set a page's title, and as much of the subtitle as there is room for beside it; return
    whether that is all of it."""
    title = type_.line(Span(sheet.title, "head"))
    left = room - title.width * _TITLE - 32 * MM
    text = " ".join(sheet.subtitle.split())
    subtitle = type_.line(Span(text, "strong"))
    whole = subtitle.width * _SUBTITLE <= left
    while subtitle.width * _SUBTITLE > left and text:
        text = text[: int(len(text) * 0.9)]
        subtitle = type_.line(Span(text + "…", "strong"))
    return title, subtitle, whole


def _chunks(sections: Sequence[FormSection], width: float, type_: Type) -> Iterator[Chunk]:
    """Yield what stays together, and the heads that are repeated if it begins a page."""
    for section in sections:
        page = type_.line(Span(_("p.\u00a0{n}", n=section.page))) if section.page else None
        heading = type_.line(Span(section.heading, "head"))
        before: list[FormPiece] = [SectionPiece(9 * MM, width, heading, section.drawing, page)]
        for part in section.parts:
            if isinstance(part, FormText):  # what is said goes with what is written
                before.append(_text(part, width, type_))
                continue
            for pieces, heads in _part(part, width, type_):
                yield [*before, *pieces], heads
                before = []
        if before:
            yield before, None


def _part(part: FormPart, width: float, type_: Type) -> Iterator[Chunk]:
    """Set a part; the heads of a table go with its first entry."""
    if isinstance(part, FormGrid):
        yield [_grid(part, width, type_)], None
    if isinstance(part, FormTable):
        heads: HeadsPiece | None = None
        for n, entry in enumerate(part.entries):
            lines = [_line(line, width, type_) for line in entry]
            lines[-1].last = len(lines) > 1 or not any(
                box.cell.shape == "line" for _at, box in lines[0].boxes
            )
            if len(lines) > 1:
                lines[-1].after = 2.5
                lines[-1].height += 2.5
            if n + 1 == len(part.entries):
                lines[-1].after += 4.0
                lines[-1].height += 4.0
            if n == 0:
                heads = _heads(lines[0], width, type_)
            yield [*([heads] if n == 0 and heads is not None else []), *lines], heads


def _text(part: FormText, width: float, type_: Type) -> FormPiece:
    indent = 4.6 * MM if part.drawing else 0.0
    spans = [Span(part.name, "strong")] if part.name else []
    lines = type_.wrapped((*spans, Span(part.text)), (width - indent) / _SIZE)
    leading = _SIZE * 1.2
    return TextPiece(len(lines) * leading + 3, tuple(lines), _SIZE, leading, part.drawing, indent)


def _grid(part: FormGrid, width: float, type_: Type) -> FormPiece:
    count = len(part.heads or part.rows[0])
    shares = part.shares or (1.0,) * count
    widths = [width * share / sum(shares) for share in shares]
    drawings = part.drawings or ("",) * count
    leading = _GRID * 1.13

    def cell(text: str, n: int, *, head: bool) -> tuple[TextLine, ...]:
        style: Style = "strong" if head or n == 0 else "text"
        room = widths[n] - 5 - (PICTURE if head and drawings[n] else 0)
        return tuple(type_.wrapped((Span(text, style),), room / _GRID))

    def cells(row: tuple[str, ...], *, head: bool) -> tuple[tuple[TextLine, ...], ...]:
        return tuple(cell(text, n, head=head) for n, text in enumerate(row))

    rows = [(True, cells(part.heads, head=True))] if part.heads else []
    rows += [(False, cells(row, head=False)) for row in part.rows]
    heights = [max(1, *(len(cell) for cell in found)) * leading + 3.4 for _head, found in rows]
    placed = tuple((h, head, found) for h, (head, found) in zip(heights, rows, strict=True))
    return GridPiece(sum(heights) + 6, tuple(widths), placed, _GRID, leading, drawings)


def _heads(first: LinePiece, width: float, type_: Type) -> HeadsPiece | None:
    """Set the heads above the first line of a table, each as wide as there is room to the next."""
    cells: list[tuple[float, SetBox | SetWords]] = sorted(
        [*first.boxes, *first.words], key=lambda cell: cell[0]
    )
    found = []
    for n, (at, cell) in enumerate(cells):
        if not cell.cell.head:
            continue
        after = next((x for x, other in cells[n + 1 :] if other.cell.head), width)
        lines = type_.wrapped((Span(cell.cell.head, "label"),), (after - at - 3) / _SMALL)
        found.append((at, tuple(lines)))
    if not found:
        return None
    most = max(len(lines) for _at, lines in found)
    return HeadsPiece(most * _SMALL * 1.08 + 5, width, tuple(found), _SMALL)


def _line(line: FormLine, width: float, type_: Type) -> LinePiece:
    """Set a line: what has a width, then what shares the rest."""
    gap = APART * MM
    fixed = [_natural(cell, type_) for cell in line]
    shares = sum(cell.share for cell in line)
    left = max(0.0, width - sum(fixed) - gap * (len(line) - 1))
    boxes: list[tuple[float, SetBox]] = []
    words: list[tuple[float, SetWords]] = []
    x = height = 0.0
    for cell, natural in zip(line, fixed, strict=True):
        wide = natural + (left * cell.share / shares if cell.share else 0.0)
        if isinstance(cell, WriteBox):
            boxes.append((x, _box(cell, wide, type_)))
            height = max(height, PITCH * MM)
        else:
            found = _words(cell, wide, type_)
            words.append((x, found))
            height = max(height, found.height + 2)
        x += wide + gap
    return LinePiece(height, width, tuple(boxes), tuple(words))


def _natural(cell: WriteBox | FormWords, type_: Type) -> float:
    """Return the width of a cell, in points, before it gets its share of the rest."""
    if cell.width or cell.share:
        return cell.width * MM
    if isinstance(cell, FormWords):
        line = type_.line(Span(cell.text, "strong" if cell.strong else "text"))
        return line.width * _SIZE + 0.5
    ticks = len(cell.ticks) * (TICK + NEAR)
    match cell.shape:
        case "comb":
            return cell.count * CELL * MM
        case "ticks":
            return (ticks - NEAR) * MM
        case "shift":
            return (ticks + SQUARE) * MM
        case "line":
            return cell.count * WORD * MM
        case _:
            return (cell.count * (SQUARE + NEAR) - NEAR) * MM


def _box(cell: WriteBox, width: float, type_: Type) -> SetBox:
    marks = tuple(None if t.drawing else type_.line(Span(t.text, "strong")) for t in cell.ticks)
    squares = max(1, int(width / (CELL * MM) + 0.01)) if cell.shape == "comb" else cell.count
    height = TICK if cell.shape == "ticks" else LINE
    return SetBox(cell, width, height * MM, marks, squares)


def _words(cell: FormWords, width: float, type_: Type) -> SetWords:
    style: Style = "strong" if cell.strong else "text"
    lines = type_.wrapped((Span(cell.text, style),), max(width, _SIZE) / _SIZE)
    hint = type_.wrapped((Span(cell.hint),), max(width, _SMALL) / _SMALL) if cell.hint else []
    return SetWords(cell, width, tuple(lines), tuple(hint), _SIZE, _SMALL)


def draw_form_page(pen: Pen, page: FormPage) -> None:
    """Draw a page; its size has been set."""
    _draw_head(pen, page)
    height = page.size[1]
    for piece, x, top in page.pieces:
        piece.draw(pen, x, height - top)


def _draw_head(pen: Pen, page: FormPage) -> None:
    """Draw the band on top of a page: what it is, whose, which page of how many."""
    canvas, ink = pen.canvas, pen.ink
    left, right = EDGE * MM, page.size[0] - EDGE * MM
    top = page.size[1] - EDGE * MM + 2 * MM
    low = top - HEAD * MM + 1 * MM
    if ink.band is not None:
        pen.fill(ink.band)
        shapes.rounded(pen, left, low, (right - left, top - low), 4, fill=True, stroke=False)
    else:
        pen.stroke(ink.text, 1.2)
        canvas.line(left, low, right, low)
    middle = (top + low) / 2
    at = left + 3 * MM
    if page.drawing:
        side = 7.5 * MM
        pen.fill(ink.amber if ink.band is not None else ink.text)
        shapes.pictogram(pen, page.drawing, at, middle - side / 2, side)
        at += side + 2.5 * MM
    pen.fill(ink.band_text)
    draw_line(pen, page.title, at, middle - _TITLE * 0.34, _TITLE)
    at += page.title.width * _TITLE + 4 * MM
    pen.fill(ink.band_faint)
    draw_line(pen, page.subtitle, at, middle - _TITLE * 0.34, _SUBTITLE)
    pen.fill(ink.band_text)
    end = right - 3 * MM - page.number.width * 11
    draw_line(pen, page.number, end, middle - _TITLE * 0.34, 11)
