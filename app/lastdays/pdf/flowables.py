"""What a card's body is made of: blocks that become pieces of a given width and size.

A piece is drawn whole; a page or card breaks between two pieces. `keep` holds a piece together
with the next one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from lastdays.pdf.ink import Pen
from lastdays.pdf.typesetting import LEAST, Span, TextLine, Type, draw_line

#: Of the size of its text.
_BASELINE = 0.78
_BOX = 1.05


@dataclass(frozen=True)
class Fit:
    """How tightly a body is set: size in points, line height and gaps as factors of it."""

    size: float
    leading: float
    gap: float


class Piece:
    """A slice of a column: its height in points, and how it is drawn from its top left."""

    height: float
    keep: bool = False

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draws it."""


@dataclass
class _Text(Piece):
    line: TextLine
    size: float
    height: float
    indent: float = 0.0
    keep: bool = False
    accent: bool = False

    def draw(self, pen: Pen, x: float, top: float) -> None:
        pen.fill(pen.ink.accent if self.accent else pen.ink.text)
        y = top - self.height + (self.height - self.size) / 2 + self.size * (1 - _BASELINE)
        draw_line(pen, self.line, x + self.indent, y, self.size)


@dataclass
class _Heading(Piece):
    line: TextLine
    size: float
    width: float
    height: float
    keep: bool = True

    def draw(self, pen: Pen, x: float, top: float) -> None:
        y = top - self.height + self.size * (1 - _BASELINE) + 1
        pen.fill(pen.ink.accent)
        draw_line(pen, self.line, x, y, self.size)
        pen.stroke(pen.ink.line, 0.4)
        pen.canvas.line(x, top - self.height + 0.4, x + self.width, top - self.height + 0.4)


@dataclass
class _Gap(Piece):
    height: float


@dataclass
class _Break(Piece):
    """Where a column ends, however much room is left."""

    height: float = 0.0


@dataclass
class _Ruled(Piece):
    """An empty line to write on."""

    width: float
    height: float
    label: TextLine | None = None
    size: float = 0.0

    def draw(self, pen: Pen, x: float, top: float) -> None:
        y = top - self.height + 1.5
        start = x
        if self.label is not None:
            pen.fill(pen.ink.faint)
            draw_line(pen, self.label, x, y + 1, self.size)
            start += self.label.width * self.size + 3
        pen.stroke(pen.ink.line, 0.4)
        pen.canvas.line(start, y, x + self.width, y)


@dataclass
class _Cells(Piece):
    """Figures under their names, from left to right."""

    cells: tuple[tuple[TextLine, TextLine, TextLine | None, float], ...]
    size: float
    height: float
    keep: bool = False

    def draw(self, pen: Pen, x: float, top: float) -> None:
        small = max(LEAST, self.size * 0.78)
        y = top - self.height + self.size * 0.3
        # All names, then all figures: a change of colour costs as much as a word.
        pen.fill(pen.ink.faint)
        for label, value, before, at in self.cells:
            draw_line(pen, label, x + at, y, small)
            if before is not None:
                after = label.width * small + 2 + value.width * self.size + 1.5
                draw_line(pen, before, x + at + after, y, small)
        pen.fill(pen.ink.text)
        for label, value, _before, at in self.cells:
            draw_line(pen, value, x + at + label.width * small + 2, y, self.size)


@dataclass
class _BoxRow(Piece):
    """Tick boxes in a row behind their labels, some with a letter in them."""

    labels: tuple[tuple[float, TextLine], ...]
    boxes: tuple[tuple[float, TextLine | None, bool], ...]
    size: float
    side: float
    height: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        y = top - self.height + (self.height - self.side) / 2
        pen.fill(pen.ink.faint)
        for at, label in self.labels:
            draw_line(pen, label, x + at, y + self.side * 0.22, self.size)
        pen.stroke(pen.ink.text, 0.6)
        for at, mark, crossed in self.boxes:
            pen.canvas.rect(x + at, y, self.side, self.side, stroke=1, fill=0)
            if crossed:
                pen.canvas.line(x + at, y, x + at + self.side, y + self.side)
                pen.canvas.line(x + at, y + self.side, x + at + self.side, y)
            if mark is not None:
                small = max(LEAST, self.side * 0.78)
                pen.fill(pen.ink.text)
                middle = x + at + (self.side - mark.width * small) / 2
                draw_line(pen, mark, middle, y + (self.side - small * 0.68) / 2, small)


@dataclass
class _Ask(Piece):
    """A line of a worksheet with boxes at its right end."""

    lines: tuple[TextLine, ...]
    hint: tuple[TextLine, ...]
    boxes: tuple[tuple[float, float, TextLine | None], ...]
    size: float
    leading: float
    height: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        y = top - self.leading
        pen.fill(pen.ink.text)
        for line in self.lines:
            draw_line(pen, line, x, y + self.size * 0.25, self.size)
            y -= self.leading
        pen.fill(pen.ink.faint)
        small = max(LEAST, self.size * 0.85)
        for line in self.hint:
            draw_line(pen, line, x, y + self.size * 0.25, small)
            y -= self.leading
        side = self.size * 1.7
        for at, width, label in self.boxes:
            if label is not None:
                pen.fill(pen.ink.faint)
                draw_line(pen, label, x + at - label.width * small - 2, top - side * 0.72, small)
            pen.stroke(pen.ink.text, 0.6)
            pen.canvas.rect(x + at, top - side - 0.5, width, side, stroke=1, fill=0)


class Block(ABC):
    """Something that can be set at any width."""

    @abstractmethod
    def pieces(self, type_: Type, width: float, fit: Fit) -> list[Piece]:
        """Its pieces for a width in points."""


@dataclass(frozen=True)
class HeadingBlock(Block):
    """A small heading over what follows."""

    text: str

    def pieces(self, type_: Type, width: float, fit: Fit) -> list[Piece]:
        size = max(LEAST, fit.size * 0.92)
        lines = type_.wrapped((Span(self.text.upper(), "head"),), width / size)
        height = size * 1.15 + fit.size * 0.55 * fit.gap
        made: list[Piece] = [_Text(line, size, size * 1.15, keep=True) for line in lines[:-1]]
        made += [_Heading(lines[-1], size, width, height)] if lines else []
        return made


@dataclass(frozen=True)
class Para(Block):
    """A paragraph of spans; a hanging indent sets it apart."""

    spans: tuple[Span, ...]
    indent: float = 0.0
    space: float = 0.15

    def pieces(self, type_: Type, width: float, fit: Fit) -> list[Piece]:
        height = fit.size * fit.leading
        lines = type_.wrapped(self.spans, (width - self.indent) / fit.size)
        made: list[Piece] = [_Text(line, fit.size, height, self.indent) for line in lines]
        if made and self.space * fit.gap:
            made.append(_Gap(fit.size * self.space * fit.gap))
        return made


@dataclass(frozen=True)
class Space(Block):
    """An empty stretch, in lines."""

    lines: float

    def pieces(self, type_: Type, width: float, fit: Fit) -> list[Piece]:
        return [_Gap(self.lines * fit.size * fit.leading * max(0.3, fit.gap))]


@dataclass(frozen=True)
class Together(Block):
    """Blocks that are not torn apart, unless a whole column could not hold them."""

    blocks: tuple[Block, ...]

    def pieces(self, type_: Type, width: float, fit: Fit) -> list[Piece]:
        made = pieces_of(self.blocks, type_, width, fit)
        for piece in made[:-1]:
            piece.keep = True
        return made


@dataclass(frozen=True)
class ColumnBreak(Block):
    """What follows stands in the next column."""

    def pieces(self, type_: Type, width: float, fit: Fit) -> list[Piece]:
        return [_Break()]


@dataclass(frozen=True)
class Ruled(Block):
    """Lines to write on, the first with a label."""

    count: int = 1
    label: str = ""

    def pieces(self, type_: Type, width: float, fit: Fit) -> list[Piece]:
        height = max(15.0, fit.size * 1.9)
        small = max(LEAST, fit.size * 0.85)
        label = type_.line(Span(self.label, "text")) if self.label else None
        return [_Ruled(width, height, label if n == 0 else None, small) for n in range(self.count)]


@dataclass(frozen=True)
class Figures(Block):
    """Figures with their names, in as many lines as they need."""

    cells: tuple[tuple[str, str, str], ...]

    def pieces(self, type_: Type, width: float, fit: Fit) -> list[Piece]:
        small = max(LEAST, fit.size * 0.78)
        rows: list[list[tuple[TextLine, TextLine, TextLine | None, float]]] = [[]]
        x = 0.0
        for name, value, before in self.cells:
            label, number = type_.line(Span(name)), type_.line(Span(value, "strong"))
            old = type_.line(Span(f"({before})")) if before else None
            wide = label.width * small + 2 + number.width * fit.size
            wide += old.width * small + 1.5 if old is not None else 0
            if x and x + wide > width:
                rows.append([])
                x = 0.0
            rows[-1].append((label, number, old, x))
            x += wide + fit.size * 0.8
        return [_Cells(tuple(r), fit.size, fit.size * fit.leading) for r in rows if r]


@dataclass(frozen=True)
class Ticks:
    """A label and its boxes; `marks` puts letters into some, by number; the first `crossed`
    are crossed already."""

    label: str
    count: int
    marks: tuple[tuple[int, str], ...] = ()
    crossed: int = 0


@dataclass(frozen=True)
class Boxes(Block):
    """Boxes to tick, several groups in a line where they fit."""

    groups: tuple[Ticks, ...]

    def pieces(self, type_: Type, width: float, fit: Fit) -> list[Piece]:
        small = max(LEAST, fit.size * 0.85)
        side = max(7.5, fit.size * _BOX)
        height = max(side + 2.4, fit.size * fit.leading)
        pieces: list[Piece] = []
        labels: list[tuple[float, TextLine]] = []
        boxes: list[tuple[float, TextLine | None, bool]] = []
        x = 0.0

        def end_row() -> None:
            nonlocal x
            if labels or boxes:
                pieces.append(_BoxRow(tuple(labels), tuple(boxes), small, side, height))
            labels.clear()
            boxes.clear()
            x = 0.0

        for group in self.groups:
            label = type_.line(Span(group.label)) if group.label else None
            wide = label.width * small + 3 if label is not None else 0.0
            if x and x + wide + _boxes_width(group.count, side) > width:
                end_row()
            if label is not None and wide > width * 0.6:
                end_row()
                lines = type_.wrapped((Span(group.label),), width / small)
                pieces += [_Text(line, small, small * 1.15, keep=True) for line in lines]
                label, wide = None, 0.0
            if label is not None:
                labels.append((x, label))
            x += wide
            start = x
            for n in range(1, group.count + 1):
                if x + side > width and boxes:
                    end_row()
                    x = min(start, width * 0.3)
                letter = dict(group.marks).get(n)
                mark = type_.line(Span(letter, "strong")) if letter else None
                boxes.append((x, mark, n <= group.crossed))
                x += side + _after(n, side)
            x += side * 0.9
        end_row()
        return pieces


def _after(n: int, side: float) -> float:
    """The gap behind the nth box: wider after five, so that one counts at a glance."""
    return side * (0.6 if n % 5 == 0 else 0.22)


def _boxes_width(count: int, side: float) -> float:
    return sum(side + _after(n, side) for n in range(1, count + 1))


@dataclass(frozen=True)
class AskLine(Block):
    """A line of a worksheet: text at the left, boxes to fill at the right, a hint below."""

    text: str
    boxes: tuple[str, ...]
    hint: str = ""
    wide: bool = False
    keep: bool = False

    def pieces(self, type_: Type, width: float, fit: Fit) -> list[Piece]:
        made = self._set(type_, width, fit)
        if self.keep and made:
            made[-1].keep = True
        return made

    def _set(self, type_: Type, width: float, fit: Fit) -> list[Piece]:
        side = fit.size * 1.7
        small = max(LEAST, fit.size * 0.85)
        leading = fit.size * fit.leading
        placed: list[tuple[float, float, TextLine | None]] = []
        x = width
        broad = min(side * 5, width * 0.4) if self.wide else side
        for name in reversed(self.boxes):
            x -= broad
            label = type_.line(Span(name)) if name else None
            placed.append((x, broad, label))
            x -= (label.width * small + 2 if label is not None else 0) + fit.size * 0.6
        room = x
        if room < width * 0.35:  # the boxes get a line of their own
            above = Para((Span(self.text),), space=0).pieces(type_, width, fit)
            for piece in above:
                piece.keep = True
            rest = AskLine("", self.boxes, self.hint, self.wide)
            return (
                [*above, *rest.pieces(type_, width, fit)]
                if self.text
                else self._alone(type_, width, fit)
            )
        lines = type_.wrapped((Span(self.text),), room / fit.size) if self.text else []
        if len(lines) > 3:
            above = Para((Span(self.text),), space=0).pieces(type_, width, fit)
            rest = AskLine("", self.boxes, self.hint, self.wide)
            return [*above, *rest.pieces(type_, width, fit)]
        hint = type_.wrapped((Span(self.hint, "faint"),), room / small) if self.hint else []
        height = max((len(lines) + len(hint)) * leading, side + 1) + fit.size * 0.3
        return [_Ask(tuple(lines), tuple(hint), tuple(placed), fit.size, leading, height)]

    def _alone(self, type_: Type, width: float, fit: Fit) -> list[Piece]:
        """More boxes than a line holds, over several."""
        small = max(LEAST, fit.size * 0.85)
        side = fit.size * 1.7
        broad = min(side * 5, width) if self.wide else side
        rows: list[list[tuple[float, float, TextLine | None]]] = [[]]
        x = 0.0
        for name in self.boxes:
            label = type_.line(Span(name)) if name else None
            wide = (label.width * small + 2 if label is not None else 0) + broad
            if x + wide > width and rows[-1]:
                rows.append([])
                x = 0.0
            x += wide
            rows[-1].append((x - broad, broad, label))
            x += fit.size * 0.6
        leading = fit.size * fit.leading
        return [
            _Ask((), (), tuple(row), fit.size, leading, side + 1 + fit.size * 0.3) for row in rows
        ]


def pieces_of(blocks: Sequence[Block], type_: Type, width: float, fit: Fit) -> list[Piece]:
    """All pieces of some blocks."""
    return [piece for block in blocks for piece in block.pieces(type_, width, fit)]


def pieces_within(
    blocks: Sequence[Block], type_: Type, width: float, fit: Fit, most: float
) -> list[Piece] | None:
    """All pieces of some blocks, None as soon as they are higher than `most`."""
    made: list[Piece] = []
    height = 0.0
    for block in blocks:
        pieces = block.pieces(type_, width, fit)
        made += pieces
        height += sum(p.height for p in pieces)
        if height > most:
            return None
    return made


@dataclass(frozen=True)
class Region:
    """A column to be filled, from its top left; points."""

    x: float
    top: float
    width: float
    height: float


def flow(
    pieces: Sequence[Piece], regions: Sequence[Region]
) -> tuple[list[tuple[Piece, float, float]], list[Piece]]:
    """Pieces placed in regions, one after the other, and those left over.

    What must be kept together moves on together, unless a whole region could not hold it.
    """
    placed: list[tuple[Piece, float, float]] = []
    rest = list(pieces)
    for region in regions:
        used = 0.0
        while rest:
            if isinstance(rest[0], _Break):
                rest.pop(0)
                break
            group = 1
            while group < len(rest) and rest[group - 1].keep:
                group += 1
            together = sum(p.height for p in rest[:group])
            if together > region.height and used == 0.0:
                group, together = 1, rest[0].height
            if used == 0.0 and isinstance(rest[0], _Gap):
                rest.pop(0)
                continue
            if used + together > region.height + 0.01 and not (used == 0.0 and group == 1):
                break
            for piece in rest[:group]:
                placed.append((piece, region.x, region.top - used))
                used += piece.height
            del rest[:group]
        if not rest:
            break
    while rest and isinstance(rest[0], _Gap):
        rest.pop(0)
    return placed, rest


@dataclass
class _RowLine(Piece):
    """One line of a table row: its part of every column."""

    parts: tuple[tuple[float, TextLine, bool], ...]
    size: float
    height: float
    width: float
    keep: bool = False
    rule: bool = False

    def draw(self, pen: Pen, x: float, top: float) -> None:
        y = top - self.height + self.size * (1 - _BASELINE) + (2 if self.rule else 0)
        for at, line, faint in self.parts:
            pen.fill(pen.ink.faint if faint else pen.ink.text)
            draw_line(pen, line, x + at, y, self.size)
        if self.rule:
            pen.stroke(pen.ink.line, 0.3)
            pen.canvas.line(x, top - self.height + 0.5, x + self.width, top - self.height + 0.5)


@dataclass(frozen=True)
class Row(Block):
    """A row of a table. Each column is its spans and its share of the width."""

    columns: tuple[tuple[tuple[Span, ...], float], ...]
    head: bool = False

    def pieces(self, type_: Type, width: float, fit: Fit) -> list[Piece]:
        total = sum(share for _spans, share in self.columns)
        size = max(LEAST, fit.size * 0.85) if self.head else fit.size
        gap = 4.0
        x = 0.0
        columns: list[tuple[float, list[TextLine]]] = []
        for spans, share in self.columns:
            wide = width * share / total
            columns.append((x, type_.wrapped(spans, max(wide - gap, size) / size)))
            x += wide
        count = max((len(lines) for _x, lines in columns), default=0)
        height = size * fit.leading
        made: list[Piece] = []
        for n in range(count):
            parts = tuple((x, lines[n], self.head) for x, lines in columns if n < len(lines))
            last = n == count - 1
            made.append(
                _RowLine(
                    parts,
                    size,
                    height + (2 + fit.size * 0.3 * fit.gap if last else 0),
                    width,
                    keep=not last or self.head,
                    rule=last,
                )
            )
        return made
