"""What a form is made of once its width is known: pieces that lie below each other and are drawn."""

from __future__ import annotations

from dataclasses import dataclass

from lastdays.pdf import shapes
from lastdays.pdf.forms import FormWords, WriteBox
from lastdays.pdf.imposition import MM
from lastdays.pdf.ink import Pen
from lastdays.pdf.typesetting import LEAST, TextLine, draw_line

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
    """A slice of a form: its height in points, and how it is drawn from its upper left."""

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
    """Sentences, maybe behind a pictogram."""

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
    """A table of the rulebook. A row is its height, whether it is the head, its cells' lines."""

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
    """What stands above the places of a table: for each head where it begins, and its lines."""

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


@dataclass
class SetBox:
    """A place to write, set: its width and height in points, what stands in its squares."""

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
        """Draw squares with what they stand for in them; return where the next would begin."""
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


@dataclass
class SetWords:
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
