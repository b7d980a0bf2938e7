"""Sets the sections of a form as rows of words and of boxes to write in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lastdays.language import _
from lastdays.pdf.card_head import compose_figures
from lastdays.pdf.content import (
    FormFigures,
    FormLine,
    FormSection,
    FormTable,
    FormText,
    FormWords,
    SheetTable,
    WriteBox,
)
from lastdays.pdf.fonts import Style
from lastdays.pdf.imposition import MM
from lastdays.pdf.rows import TO_BASELINE, Fit, Gap, Mark, Row, Shape, Words
from lastdays.pdf.tables import ruled_off, table_block, table_head
from lastdays.pdf.typesetting import LEAST, TEXT_LEAST, Span, Type

#: The side of a square for a die or a number, in millimetres.
SQUARE = 6.6
#: The side of a square to tick, in millimetres.
TICK = 5.0
#: The width of a cell of a comb, in millimetres.
CELL = 8.0
#: The diameter of a ring for a counter, in millimetres.
RING = 8.7
#: The length of a line for a handwritten word, in millimetres.
WORD = 17.0
#: The gap between the squares of a box, in millimetres.
_NEAR = 0.8
#: The gap between neighbours on a line, in millimetres.
_APART = 2.0
#: The height of a box, in millimetres.
_BOX_HEIGHT = 6.6
#: A table of so many rows isn't split between two pages.
_KEPT_ROWS = 14
#: The sizes of type, in points: usually, of texts to be read across the table, of large words.
_SIZE = 8.5
_READ = 11.0
_FIGURES = 9.5
_LARGE = 15.0


def section_block(section: FormSection, fit: Fit) -> list[Row]:
    """Set a section of a form. Text is kept together with the boxes after it."""
    type_ = fit.type_
    width = fit.width
    rows: list[Row] = []
    if section.heading:
        rows.append(_head(section, width, type_))
    for part in section.parts:
        match part:
            case FormText():
                rows += _text(part, width, type_)
            case FormTable():
                rows += _entries(part, width, type_)
            case FormFigures():
                rows += _figures(part, width, type_)
            case _:
                rows += _kept_table(part, width, type_)
    if rows:
        rows[-1].keep = False
    return rows


def _figures(part: FormFigures, width: float, type_: Type) -> list[Row]:
    """Set figures as a card has them."""
    labels, values, end = compose_figures(part.cells, width, _FIGURES, type_, 0.0)
    labels.keep = True
    # Both are drawn in the same place: only the second takes room.
    labels.height, height = 0.0, labels.height
    values.height = height
    return [labels, values, end, Gap(4.0)]


def _kept_table(table: SheetTable, width: float, type_: Type) -> list[Row]:
    """Set a table to look something up in, all of it together unless it is long."""
    small = Fit(type_, width, size=TEXT_LEAST + 0.6, leading=1.13, gap=0.8)
    rows = table_block(table, "", small)
    last_kept = -2 if len(table.rows) <= _KEPT_ROWS else 1
    for row in rows[:last_kept]:
        row.keep = True
    return rows


def _head(section: FormSection, width: float, type_: Type) -> Row:
    """Set the head of a section: its pictogram, its heading, the book's page."""
    height = 9 * MM
    side = height - 8
    line_y = height - 5
    baseline = line_y - 4.2
    marks = [Mark("rule", x=0, width=width, height=1.2, tone="accent", down=line_y - 0.6)]
    x = 0.0
    if section.drawing:
        picture = Mark(
            "picture",
            x=x,
            width=side,
            height=side,
            drawing=section.drawing,
            tone="accent",
            down=line_y - 2 - side,
        )
        marks.append(picture)
        x = side + 4
    heading = type_.line(section.heading, "head")
    words = [Words(x, heading, 14, tone="accent", down=baseline)]
    page_text = _("p.\u00a0{n}", n=section.page) if section.page else ""
    page = type_.line(page_text)
    words.append(Words(width - page.width * 8, page, 8, tone="faint", down=baseline))
    return Row(height, [words], marks, keep=True, tag="H2")


def _text(part: FormText, width: float, type_: Type) -> Iterator[Row]:
    size = _READ if part.large else _SIZE
    leading = size * 1.2
    side = leading * 1.05
    indent = side + 2 if part.drawing else 0.0
    spans = [Span(part.text)]
    if part.name:
        spans.insert(0, Span(part.name, "strong"))
    for n, line in enumerate(type_.wrapped(spans, (width - indent) / size)):
        row = Row(leading, [[Words(indent, line, size)]], keep=True)
        if part.drawing and n == 0:
            row.marks.append(Mark("picture", x=0, width=side, height=side, drawing=part.drawing))
        yield row
    yield Gap(3.0, keep=True)


def _entries(part: FormTable, width: float, type_: Type) -> Iterator[Row]:
    """Set a table's entries, each kept together, the first with the heads."""
    heads: Row | None = None
    for place, entry in enumerate(part.entries):
        rows = [_line(line, width, part.pitch * MM, type_) for line in entry]
        if len(rows) > 1:
            rows.append(Row(2.5))
        last = rows[-1]
        last.keep = False
        if all(mark.shape != "line" for mark in last.marks):
            last.marks.append(ruled_off(last.height, width))
        if place == 0:
            heads = _heads(entry[0], width, type_)
            if heads is not None:
                yield heads
        for row in rows:
            row.head = heads
            yield row
    yield Gap(4.0)


def _places(line: FormLine, width: float, type_: Type) -> list[float]:
    """Return where each cell of a line begins, and where the next one would: cells with a width get
    it, the others share the rest."""
    gap = _APART * MM
    widths = [_own_width(cell, type_) for cell in line]
    shares = sum(cell.share for cell in line)
    room = max(0.0, width - sum(widths) - gap * (len(line) - 1))
    places = [0.0]
    for cell, own_width in zip(line, widths, strict=True):
        extra = room * cell.share / shares if cell.share else 0.0
        places.append(places[-1] + own_width + extra + gap)
    return places


def _own_width(cell: WriteBox | FormWords, type_: Type) -> float:
    """Return the width of a cell in points, without its share of the room left over."""
    if cell.width:
        return cell.width * MM
    if cell.share:
        return 0.0
    return _natural(cell, type_)


def _natural(cell: WriteBox | FormWords, type_: Type) -> float:
    """Return the width in points that a cell needs if none is given."""
    if isinstance(cell, FormWords):
        style: Style = "strong" if cell.strong else "text"
        return type_.width(cell.text, style) * _SIZE + 0.5
    widths = {"comb": CELL, "line": WORD, "sum": SQUARE}
    width = widths.get(cell.shape, 0.0)
    marks = _marks(cell, cell.count * width * MM)
    return max((mark.x + mark.width for mark in marks), default=0.0)


def _heads(line: FormLine, width: float, type_: Type) -> Row | None:
    """Set the heads above the first line of a table, each in the room up to the next; None without
    heads."""
    places = _places(line, width, type_)
    heads = [(x, cell.head) for x, cell in zip(places, line, strict=False) if cell.head]
    if not heads:
        return None
    ends = [x for x, _head in heads[1:]]
    ends.append(width)
    texts = []
    for (x, head), end in zip(heads, ends, strict=True):
        texts.append(type_.wrapped((Span(head, "label"),), (end - x - 3) / LEAST))
    leading = LEAST * 1.08
    height = max(len(lines) for lines in texts) * leading + 5
    cells = []
    for (x, _head), lines in zip(heads, texts, strict=True):
        words = []
        for n, text_line in enumerate(lines, start=1):
            baseline = height - 3.2 - (len(lines) - n) * leading
            words.append(Words(x, text_line, LEAST, tone="faint", down=baseline))
        cells.append(words)
    return table_head(cells, height, width)


def _line(line: FormLine, width: float, pitch: float, type_: Type) -> Row:
    """Set a line: its words and its boxes, centred on one level."""
    cells: list[list[Words]] = []
    marks: list[Mark] = []
    height = 0.0
    places = _places(line, width, type_)
    for cell, (x, next_x) in zip(line, pairwise(places), strict=True):
        cell_width = next_x - x - _APART * MM
        if isinstance(cell, FormWords):
            words, words_height = _words(cell, x, cell_width, type_)
            cells.append(words)
            height = max(height, words_height + 2)
        else:
            box = [mark._replace(x=x + mark.x) for mark in _marks(cell, cell_width)]
            marks += box
            cells.append(_signs(cell, box, type_))
            height = max(height, pitch)
    return Row(height, _centred(cells, height), marks, keep=True, tag="TR")


def _signs(box: WriteBox, marks: list[Mark], type_: Type) -> list[Words]:
    """Set the signs in the squares to tick of a box, around the middle of its line."""
    signs = []
    for mark, tick in zip(marks, box.ticks, strict=False):
        if tick.drawing:
            continue
        sign = type_.line(tick.text, "strong")
        widest = mark.width * 0.82
        size = max(LEAST, min(9.0, widest / max(sign.width, 0.1)))
        x = mark.x + (mark.width - sign.width * size) / 2
        signs.append(Words(x, sign, size, tone="faint", down=size * TO_BASELINE))
    return signs


def _centred(cells: list[list[Words]], height: float) -> list[list[Words]]:
    """Return cells that are set around a level, with that level in the middle of a height."""
    centred = []
    for cell in cells:
        centred.append([words._replace(down=height / 2 + (words.down or 0.0)) for words in cell])
    return centred


def _words(cell: FormWords, x: float, width: float, type_: Type) -> tuple[list[Words], float]:
    """Set printed words in lines, with the hint below them in small type, centred on a level;
    return the height, too."""
    large = _LARGE if cell.large else _SIZE
    style: Style = "strong" if cell.strong else "text"
    text = type_.wrapped((Span(cell.text, style),), max(width, large) / large)
    hint = type_.wrapped((Span(cell.hint),), max(width, LEAST) / LEAST)
    height = 0.0
    words = []
    for line in text:
        words.append(Words(x, line, large, tone="text", down=height + large * 0.87))
        height += large * 1.11
    for line in hint:
        words.append(Words(x, line, LEAST, tone="faint", down=height + LEAST * 0.87))
        height += LEAST * 1.11
    centred = [line._replace(down=(line.down or 0.0) - height / 2) for line in words]
    return centred, height


def _marks(box: WriteBox, width: float) -> list[Mark]:
    """Return the marks that make up a box of a width."""
    match box.shape:
        case "line" | "sum":
            return [Mark(box.shape, x=0, width=width, height=_BOX_HEIGHT * MM)]
        case "comb":
            return _comb(width)
        case "ticks":
            return _ticks(box)
        case "rings":
            return _beside(_ticks(box), "ring", RING * MM, box.count)
        case "squares" | "shift":
            return _beside(_ticks(box), "tick", SQUARE * MM, box.count)


def _comb(width: float) -> list[Mark]:
    """Return as many cells as there is room for, side by side."""
    count = max(1, int(width / (CELL * MM) + 0.01))
    side = width / count
    height = _BOX_HEIGHT * MM
    return [Mark("box", x=n * side, width=side, height=height) for n in range(count)]


def _ticks(box: WriteBox) -> list[Mark]:
    """Return the squares to tick of a box."""
    side = TICK * MM
    step = (TICK + _NEAR) * MM
    marks = []
    for n, tick in enumerate(box.ticks):
        marks.append(Mark("tick", x=n * step, width=side, height=side, drawing=tick.drawing))
    return marks


def _beside(ticks: list[Mark], shape: Shape, side: float, count: int) -> list[Mark]:
    """Return squares to tick, and squares or rings to write in beside them."""
    start = len(ticks) * ((TICK + _NEAR) * MM)
    marks = list(ticks)
    for n in range(count):
        x = start + n * (side + _NEAR * MM)
        marks.append(Mark(shape, x=x, width=side, height=side))
    return marks
