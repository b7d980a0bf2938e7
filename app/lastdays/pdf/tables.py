"""Tables and rows of cards and pages: words, figures and tokens at their places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from lastdays.language import _
from lastdays.pdf import shapes
from lastdays.pdf.content import SheetRow, SheetTable
from lastdays.pdf.fonts import Style
from lastdays.pdf.shapes import KEYWORDS, Colour, Ink, Pen
from lastdays.pdf.typesetting import (
    LEAST,
    Block,
    Fit,
    Flowable,
    Gap,
    Span,
    TextLine,
    Type,
    draw_line,
    words_of,
)

#: `state` is a cell with its pictogram in it, `tick` the same to be written in; `scar` a pictogram of
#: what hurts; `line` is written on, in `sum` stands what follows from the rest.
Shape = Literal[
    "drop", "ring", "state", "tick", "box", "full", "picture", "scar", "line", "sum", "dots"
]
Tone = Literal["text", "faint", "accent", "up", "down"]


class TokenMark(NamedTuple):
    """A token: its shape, its position, its width and height, and its pictogram."""

    shape: Shape
    x: float
    width: float
    height: float
    drawing: str = ""


class RowWords(NamedTuple):
    """Words in a row: where they begin, their size and colour."""

    x: float
    line: TextLine
    size: float
    tone: Tone = "text"


def tone_of(ink: Ink, tone: Tone) -> Colour:
    """Return the colour of a tone."""
    match tone:
        case "text":
            return ink.text
        case "faint":
            return ink.faint
        case "accent":
            return ink.accent
        case "up":
            return ink.up
        case "down":
            return ink.down


@dataclass
class Strip(Flowable):
    """A row of words and tokens, the tokens vertically centred."""

    words: tuple[RowWords, ...]
    marks: tuple[TokenMark, ...]
    height: float
    keep: bool = False

    def draw(self, pen: Pen, x: float, top: float) -> None:
        low = top - self.height
        if self.words:
            base = low + self.height / 2 - max(w.size for w in self.words) * 0.34
            for words in self.words:
                pen.fill(tone_of(pen.ink, words.tone))
                draw_line(pen, words.line, x + words.x, base, words.size)
        for mark in self.marks:
            draw_mark(pen, mark, x + mark.x, low + (self.height - mark.height) / 2)


def draw_mark(pen: Pen, mark: TokenMark, x: float, y: float) -> None:
    """Draw a token with its lower left corner at `x`, `y`."""
    ink, (w, h) = pen.ink, (mark.width, mark.height)
    match mark.shape:
        case "picture" | "scar":
            pen.fill(ink.down if mark.shape == "scar" else ink.text)
            shapes.pictogram(pen, mark.drawing, x, y, w)
        case "drop":
            pen.stroke(ink.down, 0.9)
            shapes.drop(pen, x + w * 0.09, y, w * 0.82, h)
        case "ring":
            pen.stroke(ink.text, 0.7)
            shapes.ring(pen, x, y, w)
        case "state" | "tick":
            pen.stroke(ink.text, 0.6)
            shapes.rounded(pen, x, y, (w, h), w * 0.14)
            if mark.drawing:
                pen.fill(ink.line)
                near = 0.2 if mark.shape == "state" else 0.11
                place = x + w * near, y + h * near
                shapes.pictogram(pen, mark.drawing, *place, w * (1 - 2 * near))
        case "line" | "sum":
            if ink.tint is not None:
                pen.fill(ink.tint)
                shapes.rounded(pen, x, y, (w, h), 2.0, fill=True, stroke=False)
            if mark.shape == "line":
                pen.stroke(ink.text, 0.7)
                pen.canvas.line(x, y, x + w, y)
            else:
                pen.stroke(ink.line, 0.6)
                pen.canvas.setDash(2, 1.6)
                shapes.rounded(pen, x, y, (w, h), 2.0)
                pen.canvas.setDash()
        case "box":
            pen.stroke(ink.text, 0.7)
            pen.canvas.rect(x, y, w, h, stroke=1, fill=0)
        case "dots":
            pen.stroke(ink.line, 0.6)
            pen.canvas.setDash(0.6, 2.4)
            pen.canvas.line(x, y, x + max(0.0, w), y)
            pen.canvas.setDash()
        case "full":
            pen.fill(ink.accent if ink.band is not None else ink.amber)
            pen.stroke(ink.text, 0.5)
            pen.canvas.rect(x, y, w, h, stroke=1, fill=1)


@dataclass
class SlotRow(Flowable):
    """Places to build on: a pictogram over a name, or an empty frame."""

    slots: tuple[tuple[float, tuple[TextLine, ...], str, bool], ...]
    each: float
    size: float
    height: float
    keep: bool = False

    def draw(self, pen: Pen, x: float, top: float) -> None:
        ink = pen.ink
        low = top - self.height + 3
        side = self.height - 3
        most = max((len(s[1]) for s in self.slots), default=1)
        for at, lines, drawing, built_in in self.slots:
            empty = not lines
            names = self.size * 1.1 * (1 if empty else most)
            picture = min(side - names - 6, self.each * 0.5)
            pen.stroke(ink.line if empty else ink.accent if built_in else ink.text, 0.7)
            if empty:
                pen.canvas.setDash(2, 2)
            if ink.tint is not None and not empty:
                pen.fill(ink.tint)
            shapes.rounded(
                pen,
                x + at,
                low,
                (self.each, side),
                4,
                fill=ink.tint is not None and not empty,
            )
            if empty:
                pen.canvas.setDash()
                pen.canvas.line(x + at + 6, low + 6, x + at + self.each - 6, low + 6)
            if drawing:
                pen.fill(ink.line if empty else ink.text)
                shapes.pictogram(
                    pen,
                    drawing,
                    x + at + (self.each - picture) / 2,
                    low + side - picture - 3,
                    picture,
                )
            pen.fill(ink.text)
            y = low + 3 + self.size * 1.1 * (len(lines) - 1)
            for line in lines:
                draw_line(
                    pen, line, x + at + (self.each - line.width * self.size) / 2, y, self.size
                )
                y -= self.size * 1.1


#: So many figures stand apart; more of them nearer to each other.
_FIGURES = 8
#: Running text is never narrower than this share of its table.
_TEXT_LEAST = 0.4
_STYLES: dict[str, Style] = {"name": "strong", "figure": "strong", "text": "text", "box": "text"}


#: The words of a cell, each with the distance of its line from the top.
CellWords = Sequence[tuple[RowWords, float]]


@dataclass
class TableStrip(Flowable):
    """A row of a table: its cells' words, then marks, each with its distance from the top; every
    other row has a background."""

    cells: Sequence[CellWords]
    marks: Sequence[tuple[TokenMark, float]]
    height: float
    width: float
    keep: bool = False
    head: Flowable | None = None
    tinted: bool = False
    keyword: str = ""
    rule: Literal["line", "accent", ""] = "line"
    table = "row"

    def draw(self, pen: Pen, x: float, top: float) -> None:
        ink, low, tags = pen.ink, top - self.height, pen.canvas.tags
        tags.artifact()
        if self.tinted and ink.tint is not None:
            pen.fill(ink.tint)
            pen.canvas.rect(x - 2, low, self.width + 4, self.height, stroke=0, fill=1)
        tags.row(first=self.rule == "accent")
        for n, cell in enumerate(self.cells):
            tags.cell("Column" if self.rule == "accent" else "" if n else "Row")
            for words, down in cell:
                pen.fill(tone_of(ink, words.tone))
                draw_line(pen, words.line, x + words.x, top - down, words.size)
        tags.artifact()
        for mark, down in self.marks:
            draw_mark(pen, mark, x + mark.x, top - down - mark.height)
        if self.rule:
            accent = self.rule == "accent"
            pen.stroke(ink.accent if accent else ink.line, 0.8 if accent else 0.3)
            pen.canvas.line(x, low, x + self.width, low)
        if ink.band is not None and self.keyword in KEYWORDS:
            pen.fill(KEYWORDS[self.keyword])
            pen.canvas.rect(x - 4, low, 2.5, self.height, stroke=0, fill=1)


@dataclass(frozen=True)
class TableBlock(Block):
    """A table set at the width of a column: names and figures at their own width, text in what is
    left."""

    table: SheetTable
    title: str = ""

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        if not self.table.rows and not self.table.drawings:
            return []
        setter = _Setter(self.table, type_, width, fit)
        head, again = setter.head(), setter.head(self.title)
        made: list[Flowable] = [head] if head is not None else []
        for n, row in enumerate(self.table.rows):
            strip = setter.row(row)
            strip.head, strip.tinted, strip.keyword = again, n % 2 == 1, row.keyword
            made.append(strip)
        return [*made, Gap(fit.size * 0.35 * fit.gap)]


class _Setter:
    """The columns of a table at one width and size."""

    def __init__(self, table: SheetTable, type_: Type, width: float, fit: Fit) -> None:
        self.table, self.type_, self.width, self.fit = table, type_, width, fit
        s = fit.size
        self.small = max(LEAST, s * 0.8)
        self.leading = s * fit.leading
        self.pad = s * (0.12 + 0.14 * fit.gap)
        self.picture = s * 1.3 if any(row.drawing for row in table.rows) else 0.0
        self.drawings = table.drawings or ("",) * len(table.heads)
        self.starts, self.wides = self._columns()

    def _columns(self) -> tuple[list[float], list[float]]:
        """Return where each column begins, and how wide its words may be."""
        table, s = self.table, self.fit.size
        many = table.kinds.count("figure") > _FIGURES
        gaps = [s * (0.7 if not many else 1.4 if kind == "name" else 0.4) for kind in table.kinds]
        left = self.picture + (s * 0.35 if self.picture else 0.0)
        room = self.width - left - sum(gaps[1:])
        wides = [self._natural(n) for n in range(len(table.kinds))]
        texts = [n for n, kind in enumerate(table.kinds) if kind == "text"]
        names = [n for n, kind in enumerate(table.kinds) if kind == "name"]
        least = min(sum(wides[n] for n in texts), room * _TEXT_LEAST)
        fixed = sum(w for n, w in enumerate(wides) if n not in (*texts, *names))
        own, words = sum(wides[n] for n in names), sum(self._word(n) for n in names)
        most = max(room - fixed - least, words)
        if own > most:
            spread = (most - words) / (own - words) if own > words else 0.0
            for n in names:
                wides[n] = self._word(n) + (wides[n] - self._word(n)) * spread
            own = most
        if texts:
            free, wanted = max(room - fixed - own, s * 4), sum(wides[n] for n in texts)
            for n in texts:
                wides[n] = free * wides[n] / wanted if wanted else free / len(texts)
            tight = {n: self._word(n) for n in texts if wides[n] < self._word(n)}
            if tight and len(tight) < len(texts):
                share = (free - sum(tight.values())) / (free - sum(wides[n] for n in tight))
                wides = [tight.get(n, w * share if n in texts else w) for n, w in enumerate(wides)]
        elif len(wides) > 1:
            spare = max(0.0, room - fixed - own) / len(wides)
            wides = [w + spare for w in wides]
        starts, x = [], left - gaps[0]
        for wide, gap in zip(wides, gaps, strict=True):
            starts.append(x + gap)
            x += gap + wide
        return starts, wides

    def _natural(self, n: int) -> float:
        """Return how wide a column is with every cell on one line."""
        table = self.table
        found = [0.0]
        if table.heads:
            found[0] = self.type_.width(table.heads[n].upper(), "label") * self.small
            found[0] += self.small * 1.6 if self.drawings[n] else 0.0
        style = _STYLES[table.kinds[n]]
        found += [self.type_.width(text, style) * self.fit.size for text in self._texts(n)]
        return max(found) + 0.5

    def _word(self, n: int) -> float:
        """Return the width of a column's longest word, or a third of the table if that is less."""
        words = {word for text in self._texts(n) for word in words_of(text)}
        longest = max((self.type_.width(word, "strong") for word in words), default=0.0)
        most = self.width / max(3, self.table.kinds.count("name") ** 2)
        return min(longest * self.fit.size + 0.5, most)

    def _texts(self, n: int) -> Iterator[str]:
        return (cells[n] for row in self.table.rows for cells in (row.cells, *row.more))

    def head(self, title: str = "") -> TableStrip | None:
        """Return the head of the table, None if it has none; below a title if the table continues
        in another column."""
        cells = [list[tuple[RowWords, float]]() for _head in self.table.heads or ("",)]
        marks, down = list[tuple[TokenMark, float]](), self.small
        if title:
            line = self.type_.line(Span(title.upper(), "head"))
            cells[0].append((RowWords(0, line, self.small, "accent"), down))
            down += self.small * 1.3
        if not any(self.table.heads):
            if not title:
                return None
            down -= self.small * 1.3
        for n, (text, drawing) in enumerate(zip(self.table.heads, self.drawings, strict=True)):
            label = self.type_.line(Span(text.upper(), "label"))
            x, side = self._at(n, label, self.small), self.small * 1.3
            if drawing:
                marks.append((TokenMark("picture", x, side, side, drawing), down - side * 0.85))
                x += side * 1.2
            cells[n].append((RowWords(x, label, self.small, "faint"), down))
        height = down + self.small * 0.35
        return TableStrip(cells, marks, height, self.width, keep=True, rule="accent")

    def _at(self, n: int, line: TextLine, size: float) -> float:
        """Return where a line begins: figures stand in the middle of their column."""
        if self.table.kinds[n] != "figure":
            return self.starts[n]
        return self.starts[n] + max(0.0, (self.wides[n] - line.width * size) / 2)

    def row(self, row: SheetRow) -> TableStrip:
        """Return a row, as high as its longest cell."""
        s = self.fit.size
        cells = [list[tuple[RowWords, float]]() for _kind in self.table.kinds]
        most = 0
        first = self.pad + s * 0.78 + (self.leading - s) / 2
        for texts in (row.cells, *row.more):
            down, used = first + most * self.leading, 1
            for n, text in enumerate(texts):
                span = Span(text, _STYLES[self.table.kinds[n]])
                lines = self.type_.wrapped((span,), (self.wides[n] + 0.1) / s) if text else []
                used = max(used, len(lines))
                cells[n] += [
                    (RowWords(self._at(n, line, s), line, s), down + k * self.leading)
                    for k, line in enumerate(lines)
                ]
            most += used
        if row.note:
            x = self.starts[0]
            lines = self.type_.wrapped((Span(row.note),), (self.width - x) / s)
            down = first + most * self.leading
            cells.append(
                [
                    (RowWords(x, line, s, "faint"), down + k * self.leading)
                    for k, line in enumerate(lines)
                ]
            )
            most += len(lines)
        marks: tuple[tuple[TokenMark, float], ...] = ()
        height = max(most * self.leading, self.picture) + 2 * self.pad
        if row.drawing:
            side = self.picture
            marks = (
                (
                    TokenMark("picture", 0, side, side, row.drawing),
                    first - s * 0.36 - side / 2,
                ),
            )
        return TableStrip(cells, marks, height, self.width)


def shooting_heads() -> tuple[str, ...]:
    """Return the columns for weapons that shoot."""
    return (
        _("Range"),
        _("hit"),
        _("zombie"),
        _("dmg"),
        _("RoF"),
        _("KB"),
        _("Reload"),
    )


def fighting_heads() -> tuple[str, ...]:
    """Return the columns for weapons of close combat."""
    return (_("CQC"), _("defend"), _("damage"), _("head"))


def state_names() -> dict[str, str]:
    """Return what each state's pictogram means, in the order of the boxes."""
    return {
        "locked": _("Locked and Loaded"),
        "run": _("Run"),
        "panic": _("panicked"),
        "supply": _("Supply Token"),
    }
