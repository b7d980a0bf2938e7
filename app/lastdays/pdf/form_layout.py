"""Sets the sections of a form as rows of words and of boxes to write in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lastdays.language import _
from lastdays.pdf.content import FormLine, FormSection, FormTable, FormText, FormWords, WriteBox
from lastdays.pdf.imposition import MM
from lastdays.pdf.rows import Fit, Gap, Mark, Row, Shape, Words
from lastdays.pdf.tables import ruled_off, table_block, table_head
from lastdays.pdf.typesetting import LEAST, TEXT_LEAST, Span, Type

#: In millimetres: the side of a square for a die or a number, of one to tick, of a cell of a comb,
#: and the diameter of a ring for a counter; the length of a line for a handwritten word.
SQUARE, TICK, CELL, RING, WORD = 6.6, 5.0, 8.0, 8.7, 17.0
#: In millimetres: the gap between the squares of a box, and between neighbours on a line; the
#: height of a box.
_NEAR, _APART, _HIGH = 0.8, 2.0, 6.6
_SIZE, _READ, _LARGE = 8.5, 11.0, 15.0


def section_block(section: FormSection, fit: Fit) -> list[Row]:
    """Set a section of a form. Text is kept together with the boxes after it."""
    type_, width, made = fit.type_, fit.width, list[Row]()
    if section.heading:
        made.append(_head(section, width, type_))
    for part in section.parts:
        match part:
            case FormText():
                made += _text(part, width, type_)
            case FormTable():
                made += _entries(part, width, type_)
            case _:
                rows = table_block(part, "", Fit(type_, width, TEXT_LEAST + 0.6, 1.13, 0.8))
                for row in rows[:-2]:
                    row.keep = True
                made += rows
    for row in made[-1:]:
        row.keep = False
    return made


def _head(section: FormSection, width: float, type_: Type) -> Row:
    """Set the head of a section: its pictogram, its heading, the book's page."""
    high, x = 9 * MM, 0.0
    side, low = high - 8, high - 5
    marks = [Mark("rule", x=0, width=width, height=1.2, tone="accent", down=low - 0.6)]
    if section.drawing:
        marks.append(
            Mark(
                "picture",
                x=0,
                width=side,
                height=side,
                drawing=section.drawing,
                tone="accent",
                down=low - 2 - side,
            )
        )
        x = side + 4
    page = type_.line(_("p.\u00a0{n}", n=section.page) if section.page else "")
    words = [
        Words(x, type_.line(section.heading, "head"), 14, tone="accent", down=low - 4.2),
        Words(width - page.width * 8, page, 8, tone="faint", down=low - 4.2),
    ]
    return Row(high, [words], marks, keep=True, tag="H2")


def _text(part: FormText, width: float, type_: Type) -> Iterator[Row]:
    size = _READ if part.large else _SIZE
    leading = size * 1.2
    side = leading * 1.05
    indent = side + 2 if part.drawing else 0.0
    spans = [Span(part.name, "strong")] if part.name else []
    for n, line in enumerate(type_.wrapped((*spans, Span(part.text)), (width - indent) / size)):
        drawn = (
            [Mark("picture", x=0, width=side, height=side, drawing=part.drawing)]
            if part.drawing and not n
            else []
        )
        yield Row(leading, [[Words(indent, line, size)]], drawn, keep=True)
    yield Gap(3.0, keep=True)


def _entries(part: FormTable, width: float, type_: Type) -> Iterator[Row]:
    """Set a table's entries, each kept together, the first with the heads."""
    heads: Row | None = None
    for n, entry in enumerate(part.entries):
        lines = [_line(line, width, part.pitch * MM, type_) for line in entry]
        if len(lines) > 1:
            lines.append(Row(2.5))
        last = lines[-1]
        last.keep = False
        if all(mark.shape != "line" for mark in last.marks):
            last.marks.append(ruled_off(last.height, width))
        if n == 0 and (heads := _heads(entry[0], width, type_)):
            yield heads
        for line in lines:
            line.head = heads
            yield line
    yield Gap(4.0)


def _places(line: FormLine, width: float, type_: Type) -> list[float]:
    """Return where each cell of a line begins, and where the next one would: cells with a width get
    it, the others share the rest."""
    gap = _APART * MM
    wides = [cell.width * MM or (0.0 if cell.share else _natural(cell, type_)) for cell in line]
    shares = sum(cell.share for cell in line)
    left = max(0.0, width - sum(wides) - gap * (len(line) - 1))
    places = [0.0]
    for cell, wide in zip(line, wides, strict=True):
        places.append(places[-1] + wide + (left * cell.share / shares if cell.share else 0.0) + gap)
    return places


def _natural(cell: WriteBox | FormWords, type_: Type) -> float:
    """Return the width in points that a cell needs if none is given."""
    if isinstance(cell, FormWords):
        return type_.width(cell.text, "strong" if cell.strong else "text") * _SIZE + 0.5
    wide = {"comb": CELL, "line": WORD, "sum": SQUARE}.get(cell.shape, 0.0)
    marks = _marks(cell, cell.count * wide * MM)
    return max((mark.x + mark.width for mark in marks), default=0.0)


def _heads(line: FormLine, width: float, type_: Type) -> Row | None:
    """Set the heads above the first line of a table, each in the room up to the next; None without
    heads."""
    places = _places(line, width, type_)
    starts = [(at, cell.head) for at, cell in zip(places, line, strict=False) if cell.head]
    found = [
        (at, type_.wrapped((Span(head, "label"),), (after - at - 3) / LEAST))
        for (at, head), (after, _head) in pairwise([*starts, (width, "")])
    ]
    if not found:
        return None
    step = LEAST * 1.08
    height = max(len(lines) for _at, lines in found) * step + 5
    cells = [
        [
            Words(at, one, LEAST, tone="faint", down=height - 3.2 - (len(lines) - n) * step)
            for n, one in enumerate(lines, start=1)
        ]
        for at, lines in found
    ]
    return table_head(cells, height, width)


def _line(line: FormLine, width: float, pitch: float, type_: Type) -> Row:
    """Set a line: its words and its boxes, centred on one level."""
    cells: list[list[Words]] = []
    marks: list[Mark] = []
    high = 0.0
    for cell, (x, end) in zip(line, pairwise(_places(line, width, type_)), strict=True):
        wide = end - x - _APART * MM
        if isinstance(cell, FormWords):
            made, tall = _words(cell, x, wide, type_)
            cells.append(made)
            high = max(high, tall + 2)
            continue
        high = max(high, pitch)
        found = [mark._replace(x=x + mark.x) for mark in _marks(cell, wide)]
        marks += found
        cells.append([])
        for mark, tick in zip(found, cell.ticks, strict=False):
            if not tick.drawing:
                sign = type_.line(tick.text, "strong")
                size = max(LEAST, min(9.0, mark.width * 0.82 / max(sign.width, 0.1)))
                at = mark.x + (mark.width - sign.width * size) / 2
                cells[-1].append(Words(at, sign, size, tone="faint", down=size * 0.34))
    for put in cells:
        put[:] = [one._replace(down=high / 2 + (one.down or 0.0)) for one in put]
    return Row(high, cells, marks, keep=True, tag="TR")


def _words(cell: FormWords, x: float, width: float, type_: Type) -> tuple[list[Words], float]:
    """Set printed words in lines, with the hint below them in small type, centred on a level;
    return the height, too."""
    large, made, high = _LARGE if cell.large else _SIZE, list[Words](), 0.0
    said = Span(cell.text, "strong" if cell.strong else "text"), large, "text"
    for span, size, tone in (said, (Span(cell.hint), LEAST, "faint")):
        for line in type_.wrapped((span,), max(width, size) / size):
            made.append(Words(x, line, size, tone=tone, down=high + size * 0.87))
            high += size * 1.11
    return [one._replace(down=(one.down or 0.0) - high / 2) for one in made], high


def _marks(box: WriteBox, width: float) -> list[Mark]:
    """Return the marks that make up a box of a width."""
    if box.shape == "line" or box.shape == "sum":
        return [Mark(box.shape, x=0, width=width, height=_HIGH * MM)]
    if box.shape == "comb":
        count = max(1, int(width / (CELL * MM) + 0.01))
        wide = width / count
        return [Mark("box", x=n * wide, width=wide, height=_HIGH * MM) for n in range(count)]
    step, tick = (TICK + _NEAR) * MM, TICK * MM
    made = [
        Mark("tick", x=n * step, width=tick, height=tick, drawing=t.drawing)
        for n, t in enumerate(box.ticks)
    ]
    if box.shape == "ticks":
        return made
    shape: Shape = "ring" if box.shape == "rings" else "tick"
    side, left = (RING if box.shape == "rings" else SQUARE) * MM, len(made) * step
    return made + [
        Mark(shape, x=left + n * (side + _NEAR * MM), width=side, height=side)
        for n in range(box.count)
    ]
