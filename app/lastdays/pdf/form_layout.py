"""A form laid on pages: where each word and each place to write stands, and the pages drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lastdays.language import _
from lastdays.pdf import shapes
from lastdays.pdf.content import PaperName
from lastdays.pdf.fonts import Style
from lastdays.pdf.form_pieces import (
    CELL,
    LINE,
    NEAR,
    PICTURE,
    SQUARE,
    TICK,
    FormPiece,
    GridPiece,
    HeadsPiece,
    LinePiece,
    SectionPiece,
    SetBox,
    SetWords,
    TextPiece,
)
from lastdays.pdf.forms import (
    FormGrid,
    FormLine,
    FormPart,
    FormSection,
    FormSheet,
    FormTable,
    FormText,
    FormWords,
    WriteBox,
)
from lastdays.pdf.imposition import MM, PAPERS
from lastdays.pdf.ink import Pen
from lastdays.pdf.typesetting import LEAST, TEXT_LEAST, Span, TextLine, Type, draw_line

#: From the edge of the paper to the form, and the height of the head of a page, in millimetres.
EDGE, HEAD = 11.0, 12.0
#: Between neighbours on a line; the height of a line that is written on; a word by hand: a name.
APART, PITCH, WORD = 2.0, 8.2, 17.0
_FOOT = 3.0
_SIZE, _SMALL = 8.5, LEAST
_GRID = TEXT_LEAST + 0.4
_TITLE, _SUBTITLE = 17.0, 9.0

Chunk = tuple[list[FormPiece], HeadsPiece | None]


@dataclass(frozen=True)
class FormPage:
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
    """Set a page's title, and as much of the subtitle as there is room for beside it; say whether
    that is all of it."""
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
    """Yield what stays together, and the heads that come again where it begins a page."""
    for section in sections:
        page = type_.line(Span(_("p.\u00a0{n}").format(n=section.page))) if section.page else None
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
    """Return the width of a cell before it shares in the rest, in points."""
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
