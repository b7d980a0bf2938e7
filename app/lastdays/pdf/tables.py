"""Tables of whole pages: figures under one head, which stands over every column and page that the
table goes on to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastdays.pdf.blocks import Block
from lastdays.pdf.content import SheetRow, SheetTable
from lastdays.pdf.flowables import Fit, Flowable, Gap
from lastdays.pdf.fonts import Style
from lastdays.pdf.ink import Pen
from lastdays.pdf.strips import RowWords, TokenMark, draw_mark, tone_of
from lastdays.pdf.typesetting import LEAST, Span, TextLine, Type, draw_line, words_of

#: Running text is never narrower than this share of its table.
_TEXT_LEAST = 0.4
_STYLES: dict[str, Style] = {"name": "strong", "figure": "strong", "text": "text", "box": "text"}


@dataclass
class TableStrip(Flowable):
    """A row of a table: words, marks and lines to write on, each so far below its top; a ground
    behind every other."""

    words: tuple[tuple[RowWords, float], ...]
    marks: tuple[tuple[TokenMark, float], ...]
    height: float
    width: float
    keep: bool = False
    head: Flowable | None = None
    tinted: bool = False
    rule: str = "line"
    lines: tuple[tuple[float, float, float], ...] = ()

    def draw(self, pen: Pen, x: float, top: float) -> None:
        ink, low = pen.ink, top - self.height
        if self.tinted and ink.tint is not None:
            pen.fill(ink.tint)
            pen.canvas.rect(x - 2, low, self.width + 4, self.height, stroke=0, fill=1)
        for words, down in self.words:
            pen.fill(tone_of(ink, words.tone))
            draw_line(pen, words.line, x + words.x, top - down, words.size)
        for mark, down in self.marks:
            draw_mark(pen, mark, x + mark.x, top - down - mark.height)
        if self.lines:
            pen.stroke(ink.line, 0.4)
        for at, wide, down in self.lines:
            pen.canvas.line(x + at, top - down, x + at + wide, top - down)
        if self.rule:
            accent = self.rule == "accent"
            pen.stroke(ink.accent if accent else ink.line, 0.8 if accent else 0.3)
            pen.canvas.line(x, low, x + self.width, low)


@dataclass(frozen=True)
class TableBlock(Block):
    """A table set at the width of a column: names and figures as wide as they are, text in what
    is left."""

    table: SheetTable
    title: str = ""

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        if not self.table.rows:
            return []
        setter = _Setter(self.table, type_, width, fit)
        head, again = setter.head(), setter.head(self.title)
        made: list[Flowable] = [head] if head is not None else []
        for n, row in enumerate(self.table.rows):
            strip = setter.row(row)
            strip.head, strip.tinted = again, n % 2 == 1
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
        self.starts, self.wides = self._columns()

    def _columns(self) -> tuple[list[float], list[float]]:
        """Return where each column begins, and how wide its words may be."""
        table, s = self.table, self.fit.size
        gap = s * 0.7
        left = self.picture + (s * 0.35 if self.picture else 0.0)
        room = self.width - left - gap * (len(table.kinds) - 1)
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
        starts, x = [], left
        for wide in wides:
            starts.append(x)
            x += wide + gap
        return starts, wides

    def _natural(self, n: int) -> float:
        """Return how wide a column is with every cell on one line."""
        table = self.table
        found = [
            self.type_.width(table.heads[n].upper(), "label") * self.small if table.heads else 0
        ]
        style = _STYLES[table.kinds[n]]
        found += [self.type_.width(row.cells[n], style) * self.fit.size for row in table.rows]
        return max(found) + 0.5

    def _word(self, n: int) -> float:
        """Return how wide a column's longest word is, or a third of the table if that is less."""
        words = {word for row in self.table.rows for word in words_of(row.cells[n])}
        longest = max((self.type_.width(word, "strong") for word in words), default=0.0)
        return min(longest * self.fit.size + 0.5, self.width / 3)

    def head(self, title: str = "") -> TableStrip | None:
        """Return the head of the table, None where it has none; below a title where the table
        goes on in another column."""
        words, down = [], self.small
        if title:
            line = self.type_.line(Span(title.upper(), "head"))
            words.append((RowWords(0, line, self.small, "accent"), down))
            down += self.small * 1.3
        if not any(self.table.heads):
            if not title:
                return None
            down -= self.small * 1.3
        for n, text in enumerate(self.table.heads):
            label = self.type_.line(Span(text.upper(), "label"))
            words.append(
                (RowWords(self._at(n, label, self.small), label, self.small, "faint"), down)
            )
        return TableStrip(
            tuple(words), (), down + self.small * 0.35, self.width, keep=True, rule="accent"
        )

    def _at(self, n: int, line: TextLine, size: float) -> float:
        """Return where a line begins: figures stand in the middle of their column."""
        if self.table.kinds[n] != "figure":
            return self.starts[n]
        return self.starts[n] + max(0.0, (self.wides[n] - line.width * size) / 2)

    def row(self, row: SheetRow) -> TableStrip:
        """Return a row, as high as its longest cell."""
        s = self.fit.size
        words: list[tuple[RowWords, float]] = []
        most = 1
        first = self.pad + s * 0.78 + (self.leading - s) / 2
        for n, text in enumerate(row.cells):
            style = _STYLES[self.table.kinds[n]]
            lines: Sequence[TextLine] = ()
            if text:
                lines = self.type_.wrapped((Span(text, style),), (self.wides[n] + 0.1) / s)
            most = max(most, len(lines))
            for k, line in enumerate(lines):
                words.append((RowWords(self._at(n, line, s), line, s), first + k * self.leading))
        if row.note:
            x = self.starts[0]
            lines = self.type_.wrapped((Span(row.note),), (self.width - x) / s)
            for line in lines:
                words.append((RowWords(x, line, s, "faint"), first + most * self.leading))
                most += 1
        marks: tuple[tuple[TokenMark, float], ...] = ()
        height = max(most * self.leading, self.picture) + 2 * self.pad
        if row.drawing:
            side = self.picture
            marks = (
                (
                    TokenMark("picture", 0, side, side, None, row.drawing),
                    first - s * 0.36 - side / 2,
                ),
            )
        return TableStrip(tuple(words), marks, height, self.width)
