"""The sections of a form, set as rows of words and of places to write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lastdays.language import _
from lastdays.pdf import shapes
from lastdays.pdf.content import FormLine, FormSection, FormTable, FormText, FormWords, WriteBox
from lastdays.pdf.imposition import MM
from lastdays.pdf.shapes import Pen
from lastdays.pdf.tables import RowWords, Strip, TableBlock, TableStrip, TokenMark
from lastdays.pdf.typesetting import (
    LEAST,
    TEXT_LEAST,
    Block,
    Fit,
    Flowable,
    Gap,
    Span,
    TextLine,
    Type,
    draw_line,
)

#: The side of a square for a die or a number, of one to tick, of a cell of a comb, of a ring that a
#: counter lies on; a line for words of so many letters by hand; in millimetres.
SQUARE, TICK, CELL, RING, WORD = 6.6, 5.0, 8.0, 8.7, 17.0
#: Between the squares of one box, and between neighbours on a line; the height of what is written
#: on.
_NEAR, _APART, _HIGH = 0.8, 2.0, 6.6
_SIZE, _READ, _LARGE = 8.5, 11.0, 15.0


@dataclass
class _SectionHead(Flowable):
    """The head of a section: its pictogram, its name, the book's page."""

    width: float
    heading: TextLine
    drawing: str
    page: TextLine
    height: float = 9 * MM
    keep: bool = True
    tag = "H2"

    def draw(self, pen: Pen, x: float, top: float) -> None:
        low, side = top - self.height + 5, self.height - 8
        pen.stroke(pen.ink.accent, 1.2)
        pen.canvas.line(x, low, x + self.width, low)
        pen.fill(pen.ink.faint)
        draw_line(pen, self.page, x + self.width - self.page.width * 8, low + 4.2, 8)
        pen.fill(pen.ink.accent)
        if self.drawing:
            shapes.pictogram(pen, self.drawing, x, low + 2, side)
            x += side + 4
        draw_line(pen, self.heading, x, low + 4.2, 14)


@dataclass(frozen=True)
class SectionBlock(Block):
    """A section of a form. What is said stays with what is written behind it."""

    section: FormSection

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        section, made = self.section, list[Flowable]()
        if section.heading:
            page = _("p.\u00a0{n}", n=section.page) if section.page else ""
            heading = type_.line(Span(section.heading, "head"))
            made.append(_SectionHead(width, heading, section.drawing, type_.line(Span(page))))
        for part in section.parts:
            match part:
                case FormText():
                    made += _text(part, width, type_)
                case FormTable():
                    made += _entries(part, width, type_)
                case _:
                    rows = TableBlock(part).flowables(
                        type_, width, Fit(TEXT_LEAST + 0.6, 1.13, 0.8)
                    )
                    for row in rows[:-2]:
                        row.keep = True
                    made += rows
        for flowable in made[-1:]:
            flowable.keep = False
        return made


def _text(part: FormText, width: float, type_: Type) -> Iterator[Flowable]:
    size = _READ if part.large else _SIZE
    leading = size * 1.2
    side = leading * 1.05
    indent = side + 2 if part.drawing else 0.0
    spans = [Span(part.name, "strong")] if part.name else []
    lines = type_.wrapped((*spans, Span(part.text)), (width - indent) / size)
    picture = (TokenMark("picture", 0, side, side, part.drawing),) if part.drawing else ()
    for n, line in enumerate(lines):
        words = (RowWords(indent, line, size),)
        yield Strip(words, () if n else picture, leading, keep=True)
    yield Gap(3.0, keep=True)


def _entries(part: FormTable, width: float, type_: Type) -> Iterator[Flowable]:
    """Set a table's entries, each of which stays together, the first with the heads."""
    heads: TableStrip | None = None
    for n, entry in enumerate(part.entries):
        lines = [_line(line, width, part.pitch * MM, type_) for line in entry]
        last = lines[-1]
        last.keep = False
        if len(lines) > 1:
            last.height += 2.5
        if len(lines) > 1 or all(mark.shape != "line" for mark, _down in last.marks):
            last.rule = "line"
        if n == 0 and (heads := _heads(entry[0], width, type_)):
            yield heads
        for line in lines:
            line.head = heads
            yield line
    yield Gap(4.0)


def _places(line: FormLine, width: float, type_: Type) -> list[float]:
    """Return where each cell of a line begins, and where the last one ends: what has a width, then
    what shares the rest."""
    gap = _APART * MM
    wides = [cell.width * MM or (0.0 if cell.share else _natural(cell, type_)) for cell in line]
    shares = sum(cell.share for cell in line)
    left = max(0.0, width - sum(wides) - gap * (len(line) - 1))
    places = [0.0]
    for cell, wide in zip(line, wides, strict=True):
        places.append(places[-1] + wide + (left * cell.share / shares if cell.share else 0.0) + gap)
    return places


def _natural(cell: WriteBox | FormWords, type_: Type) -> float:
    """Return the width of a cell in points that nothing is said of."""
    if isinstance(cell, FormWords):
        return type_.width(cell.text, "strong" if cell.strong else "text") * _SIZE + 0.5
    wide = {"comb": CELL, "line": WORD, "sum": SQUARE}.get(cell.shape, 0.0)
    marks = _marks(cell, cell.count * wide * MM)
    return max((mark.x + mark.width for mark in marks), default=0.0)


def _heads(line: FormLine, width: float, type_: Type) -> TableStrip | None:
    """Set the heads above the first line of a table, each as wide as there is room to the next."""
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
            (RowWords(at, one, LEAST, "faint"), height - 3.2 - (len(lines) - n) * step)
            for n, one in enumerate(lines, start=1)
        ]
        for at, lines in found
    ]
    return TableStrip(cells, (), height, width, keep=True, rule="accent")


def _line(line: FormLine, width: float, pitch: float, type_: Type) -> TableStrip:
    """Set a line: its words and its places to write about one level."""
    cells = []
    marks = []
    high = 0.0
    for cell, (x, end) in zip(line, pairwise(_places(line, width, type_)), strict=True):
        wide = end - x - _APART * MM
        if isinstance(cell, FormWords):
            made, tall = _words(cell, wide, type_)
            high = max(high, tall + 2)
            cells.append([(one._replace(x=x), down - tall / 2) for one, down in made])
            continue
        high = max(high, pitch)
        found = _marks(cell, wide)
        marks += [(mark._replace(x=x + mark.x), -mark.height / 2) for mark in found]
        signs: list[tuple[RowWords, float]] = []
        cells.append(signs)
        for mark, tick in zip(found, cell.ticks, strict=False):
            if not tick.drawing:
                sign = type_.line(Span(tick.text, "strong"))
                size = max(LEAST, min(9.0, mark.width * 0.82 / max(sign.width, 0.1)))
                at = x + mark.x + (mark.width - sign.width * size) / 2
                signs.append((RowWords(at, sign, size, "faint"), size * 0.34))
    return TableStrip(
        [[(one, high / 2 + down) for one, down in cell] for cell in cells],
        [(mark, high / 2 + down) for mark, down in marks],
        high,
        width,
        keep=True,
        rule="",
    )


def _words(
    cell: FormWords, width: float, type_: Type
) -> tuple[list[tuple[RowWords, float]], float]:
    """Set printed words in lines, a hint below them in small type; return how high they are, too."""
    span = Span(cell.text, "strong" if cell.strong else "text")
    size = _LARGE if cell.large else _SIZE
    lines = type_.wrapped((span,), max(width, size) / size)
    hint = type_.wrapped((Span(cell.hint),), max(width, LEAST) / LEAST)
    made = [(RowWords(0, one, size), size * (0.86 + n * 1.1)) for n, one in enumerate(lines)]
    high = len(lines) * size * 1.1
    made += [
        (RowWords(0, one, LEAST, "faint"), high + LEAST * (0.88 + n * 1.12))
        for n, one in enumerate(hint)
    ]
    return made, high + len(hint) * LEAST * 1.12


def _marks(box: WriteBox, width: float) -> Sequence[TokenMark]:
    """Return what a place to write is made of, in its width."""
    if box.shape == "line" or box.shape == "sum":
        return [TokenMark(box.shape, 0, width, _HIGH * MM)]
    if box.shape == "comb":
        count = max(1, int(width / (CELL * MM) + 0.01))
        wide = width / count
        return [TokenMark("box", n * wide, wide, _HIGH * MM) for n in range(count)]
    step, tick = (TICK + _NEAR) * MM, TICK * MM
    made = [TokenMark("tick", n * step, tick, tick, t.drawing) for n, t in enumerate(box.ticks)]
    if box.shape == "ticks":
        return made
    side = (RING if box.shape == "rings" else SQUARE) * MM
    return made + [
        TokenMark(
            "ring" if box.shape == "rings" else "tick",
            len(made) * step + n * (side + _NEAR * MM),
            side,
            side,
        )
        for n in range(box.count)
    ]
