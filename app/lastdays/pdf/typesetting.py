"""Text and blocks set in lines: measured, broken, drawn; nothing is ever dropped. What a text becomes
once its width and size are known are flowables: lines and rows that flow through columns."""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from reportlab.pdfbase.ttfonts import shapeStr

from lastdays.pdf.content import PrintedLine
from lastdays.pdf.fonts import PREFIX, Fonts, Run, Style, turns
from lastdays.pdf.shapes import Pen
from lastdays.values import Value

#: The smallest text that is ever printed, in points.
LEAST = 6.5
#: The smallest that sentences are set in.
TEXT_LEAST = 7.0
_CACHED_MOST = 4096


#: Where a line may be broken: not at a no-break space.
_BREAKS = re.compile(r"[^\S\u00a0\u202f]+")


def words_of(text: str) -> list[str]:
    """Return the words of a text; those joined by a no-break space are one."""
    if "\u00a0" in text or "\u202f" in text:
        return [word for word in _BREAKS.split(text) if word]
    return text.split()


class Span(NamedTuple):
    """A piece of text in one style."""

    text: str
    style: Style = "text"


class Placed(NamedTuple):
    """A run and its distance from the start of the line, for a size of 1 point."""

    x: float
    run: Run
    style: Style


class TextLine(NamedTuple):
    """A line ready to be drawn; its width is for a size of 1 point."""

    parts: tuple[Placed, ...]
    width: float


class Type:
    """Measures and breaks the text of one document, and remembers what occurs again."""

    def __init__(self) -> None:
        self.fonts = Fonts()
        self._width = lru_cache(_CACHED_MOST)(self._measured)
        self._line = lru_cache(_CACHED_MOST)(self._set)
        self._lines = lru_cache(_CACHED_MOST)(self._wrapped)
        self._odd = lru_cache(_CACHED_MOST)(self._noted)
        #: Letters that no font has, and those drawn with a font of the reader's, as they came.
        self.undrawable: dict[str, None] = {}
        self.borrowed: dict[str, None] = {}

    def width(self, text: str, style: Style) -> float:
        """Return the width of a text at a size of 1 point."""
        return self._width(self._shown(text), style)

    def _measured(self, text: str, style: Style) -> float:
        return sum(run.width for run in self.fonts.runs(text, style))

    def line(self, *spans: Span) -> TextLine:
        """Set spans on one line, however wide."""
        return self._line(self._said(spans))

    def _said(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Return spans as they are measured and drawn."""
        if all(text.isascii() for text, _style in spans):
            return tuple(spans)
        return tuple(Span(self._shown(text), style) for text, style in spans)

    def cut(self, text: str, style: Style, width: float, lost: list[str]) -> TextLine:
        """Set a text on a line of at most `width`, which is for a size of 1 point; its beginning with
        an ellipsis if it is wider, and then it is lost."""
        flat = " ".join(text.split())
        whole = self.line(Span(flat, style))
        if whole.width <= width + 1e-6:
            return whole
        lost.append(text)
        fits = bisect_right(
            range(len(flat)), width, key=lambda end: self.width(flat[: end + 1] + "…", style)
        )
        return self.line(Span(flat[:fits] + "…", style))

    def _set(self, spans: Sequence[Span]) -> TextLine:
        placed = []
        x = 0.0
        for span in spans:
            for run in self.fonts.runs(span.text, span.style):
                placed.append(Placed(x, run, span.style))
                x += run.width
        return TextLine(tuple(placed), x)

    def wrapped(self, spans: Sequence[Span], width: float) -> list[TextLine]:
        """Break spans into lines of at most `width`, which is for a size of 1 point.

        Line breaks in the text are kept; a word wider than a line is broken between letters.
        """
        return self._lines(self._said(spans), round(width, 3))

    def _wrapped(self, spans: tuple[Span, ...], width: float) -> list[TextLine]:
        return [self._set([*_joined(words)]) for words in self._broken(spans, width)]

    def _broken(self, spans: Sequence[Span], width: float) -> Iterator[list[Span]]:
        """Break spans into words. Where letters join, and scripts on one line share a font, a line
        isn't as wide as the sum of its words."""
        plain = all(self.fonts.is_plain(*span) for span in spans)
        line: list[Span] = []
        x, space = 0.0, self.width(" ", "text")
        for span in spans:
            for n, paragraph in enumerate(span.text.splitlines() or [""]):
                if n:
                    yield line
                    line, x = [], 0.0
                for word in words_of(paragraph):
                    whole = Span(word, span.style)
                    gap, wide = space if line else 0.0, self.width(*whole)
                    after = x + gap + wide if plain else self._drawn([*line, whole])
                    if after <= width:
                        line.append(whole)
                        x = after
                        continue
                    if line and (wide <= width or not plain):
                        yield line
                        line, x, gap = [], 0.0, 0.0
                    *full, rest = self._parts(whole, width - x - gap, width)
                    for part in full:
                        yield [*line, *([part] if part.text else [])]
                        line = []
                    line, x = [*line, rest], self.width(*rest)
        if line:
            yield line

    def _drawn(self, words: list[Span]) -> float:
        """Return the width of some words drawn as one line, at a size of 1 point."""
        return self._set([*_joined(words)]).width

    def _parts(self, word: Span, first: float, width: float) -> list[Span]:
        """Split a word between letters into parts that fit, the `first` maybe into less room."""
        parts, part, room = [], "", first
        for cluster in _clusters(word.text):
            if (part or room < width) and self.width(part + cluster, word.style) > room:
                parts.append(Span(part, word.style))
                part, room = "", width
            part += cluster
        return [*parts, Span(part, word.style)]

    def _shown(self, text: str) -> str:
        """Return a text with the letters spelled out that no font has, so that it is measured and
        broken as it is drawn; and remember the letters that need a notice."""
        if text.isascii():
            return text
        missing, theirs = self._odd(text)
        self.undrawable |= missing
        self.borrowed |= theirs
        for char in missing:
            text = text.replace(char, self.fonts.spelled(char))
        return text

    def _noted(self, text: str) -> tuple[dict[str, None], dict[str, None]]:
        odd = dict.fromkeys(c for c in text if not c.isascii())
        missing = {c: None for c in odd if not self.fonts.drawable(c)}
        return missing, {c: None for c in odd if c not in missing and self.fonts.borrowed(c)}


def _clusters(word: str) -> Iterator[str]:
    """Split a word into letters with the marks that belong to them."""
    cluster = ""
    for char in word:
        if cluster and unicodedata.category(char)[0] != "M":
            yield cluster
            cluster = ""
        cluster += char
    if cluster:
        yield cluster


def _joined(words: list[Span]) -> Iterator[Span]:
    """Join neighbouring words of one style into a span, a space between any two.

    A space after right-to-left text is a span of its own, or it would be drawn in front of it.
    """
    text, style = "", None
    for word in words:
        if style is None:
            text, style = word.text, word.style
        elif word.style == style:
            text += " " + word.text
        else:
            yield from (
                (Span(text, style), Span(" ", style)) if turns(text) else (Span(text + " ", style),)
            )
            text, style = word.text, word.style
    if style is not None:
        yield Span(text, style)


def draw_line(pen: Pen, line: TextLine, x: float, y: float, size: float) -> None:
    """Draw a line with its baseline at `y`, in the pen's colour."""
    canvas = pen.canvas
    for part in line.parts:
        run = part.run
        if run.font.startswith(PREFIX):
            bold = part.style in ("strong", "head")
            canvas.draw_letters(run.font, run.text, x + part.x * size, y, size, bold=bold)
            continue
        pen.font(run.font, size)
        text: Any = shapeStr(run.text, run.font, size) if run.shaped else run.text
        if run.logical is None:
            canvas.drawString(x + part.x * size, y, text)
            continue
        # What is drawn is in the order of the page; what is copied in that of the language.
        actual = run.logical.encode("utf-16-be", "replace").hex().upper()
        canvas._code.append(f"/Span <</ActualText <FEFF{actual}>>> BDC")
        canvas.drawString(x + part.x * size, y, text)
        canvas._code.append("EMC")


#: Of the size of its text.
_BASELINE = 0.78


class Fit(Value):
    """How tightly a body is set: size in points, line height and gaps as factors of it."""

    size: float
    leading: float
    gap: float


class Flowable:
    """A slice of a column: its height in points, and how it is drawn from its top left.

    `head` is repeated above it if it begins a column.
    """

    height: float
    keep: bool = False
    head: Flowable | None = None
    #: What it is in the document's structure, and what is said for it where it is a picture. In a
    #: table it is a 'cell', or a 'row' that says itself where it and its cells begin.
    tag = "P"
    said: str = ""
    table: Literal["", "cell", "row"] = ""

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw it."""


@dataclass
class TextFlowable(Flowable):
    line: TextLine
    size: float
    height: float
    indent: float = 0.0
    keep: bool = False

    def draw(self, pen: Pen, x: float, top: float) -> None:
        pen.fill(pen.ink.text)
        y = top - self.height + (self.height - self.size) / 2 + self.size * (1 - _BASELINE)
        draw_line(pen, self.line, x + self.indent, y, self.size)


@dataclass
class HeadingFlowable(Flowable):
    line: TextLine
    size: float
    width: float
    height: float
    keep: bool = True
    #: What stands behind its rule, and in which size.
    aside: TextLine | None = None
    small: float = 0.0
    tag = "H2"

    def draw(self, pen: Pen, x: float, top: float) -> None:
        y = top - self.height + self.size * (1 - _BASELINE) + 1
        end = x + self.width
        if self.aside is not None and self.aside.parts:
            end -= self.aside.width * self.small
            pen.fill(pen.ink.faint)
            draw_line(pen, self.aside, end, y, self.small)
            end -= self.size * 0.4
        pen.fill(pen.ink.accent)
        draw_line(pen, self.line, x, y, self.size)
        start = x + self.line.width * self.size + self.size * 0.5
        if start < end:
            pen.stroke(pen.ink.line, 0.5)
            level = y + self.size * 0.34
            pen.canvas.line(start, level, end, level)


@dataclass
class Gap(Flowable):
    height: float
    keep: bool = False


@dataclass
class RuledFlowable(Flowable):
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


def draw_flowables(pen: Pen, placed: Iterable[tuple[Flowable, float, float]]) -> None:
    """Draw flowables where they are placed, and tag them: those between two headings or gaps are a
    paragraph."""
    tags = pen.canvas.tags
    for flowable, x, y in placed:
        if isinstance(flowable, Gap):
            tags.end()
            continue
        if flowable.table:
            if flowable.table == "cell":
                tags.row()
                tags.cell(said=flowable.said)
            flowable.draw(pen, x, y)
            continue
        tags.end_table()
        tags.flowing(flowable.tag if not flowable.said else "Figure", flowable.said)
        flowable.draw(pen, x, y)


class Region(Value):
    """A column to be filled, from its top left; points."""

    x: float
    top: float
    width: float
    height: float


def flow(
    flowables: Sequence[Flowable], regions: Sequence[Region]
) -> tuple[list[tuple[Flowable, float, float]], list[Flowable]]:
    """Place flowables in regions, one after the other; return them and those left over.

    What must stay together moves on together, unless a whole region can't hold it. If a row of a
    table begins a region, the table's head is repeated above it.
    """
    placed: list[tuple[Flowable, float, float]] = []
    rest = list(flowables)
    for region in regions:
        start = used = _headed(rest, region, placed)
        while rest:
            group = 1
            while group < len(rest) and rest[group - 1].keep:
                group += 1
            together = sum(p.height for p in rest[:group])
            if together > region.height - start and used == start:
                group, together = 1, rest[0].height
            if used == start and isinstance(rest[0], Gap):
                rest.pop(0)
                continue
            if used + together > region.height + 0.01 and not (used == start and group == 1):
                break
            for flowable in rest[:group]:
                placed.append((flowable, region.x, region.top - used))
                used += flowable.height
            del rest[:group]
        if not rest:
            break
    while rest and isinstance(rest[0], Gap):
        rest.pop(0)
    return placed, rest


def _headed(
    rest: Sequence[Flowable], region: Region, placed: list[tuple[Flowable, float, float]]
) -> float:
    """Place the head of a table that continues in a region; return its height."""
    head = rest[0].head if rest else None
    if head is None or head.height + rest[0].height > region.height:
        return 0.0
    placed.append((head, region.x, region.top))
    return head.height


#: The side of a box, of the size of its text.


class Block(ABC):
    """Something that can be set at any width."""

    @abstractmethod
    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        """Return its flowables for a width in points."""


@dataclass(frozen=True)
class HeadingBlock(Block):
    """A small heading over what follows."""

    text: str

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        size = max(LEAST, fit.size)
        lines = type_.wrapped((Span(self.text.upper(), "head"),), width / size)
        height = size * 1.15 + fit.size * 0.55 * fit.gap
        made: list[Flowable] = [
            TextFlowable(line, size, size * 1.15, keep=True) for line in lines[:-1]
        ]
        made += [HeadingFlowable(lines[-1], size, width, height)] if lines else []
        return made


@dataclass(frozen=True)
class Para(Block):
    """A paragraph of spans; a hanging indent sets it apart."""

    spans: tuple[Span, ...]
    indent: float = 0.0
    space: float = 0.15

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        height = fit.size * fit.leading
        lines = type_.wrapped(self.spans, (width - self.indent) / fit.size)
        made: list[Flowable] = [TextFlowable(line, fit.size, height, self.indent) for line in lines]
        if made and self.space * fit.gap:
            made.append(Gap(fit.size * self.space * fit.gap))
        return made


def para_of(line: PrintedLine) -> Para:
    """Set a line of a card or sheet: its name in bold, then its text."""
    spans = [Span(line.name, "strong")] if line.name else []
    if line.text:
        spans.append(Span(line.text))
    return Para(tuple(spans), space=0.2)


@dataclass(frozen=True)
class Space(Block):
    """An empty stretch, in lines."""

    lines: float

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        return [Gap(self.lines * fit.size * fit.leading * max(0.3, fit.gap))]


@dataclass(frozen=True)
class KeptTogether(Block):
    """Blocks that stay together, unless a whole column can't hold them."""

    blocks: tuple[Block, ...]

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        made = flowables_of(self.blocks, type_, width, fit)
        for flowable in made[:-1]:
            flowable.keep = True
        return made


@dataclass(frozen=True)
class Ruled(Block):
    """Lines to write on, the first with a label; `step` points apart, or as far as the text
    needs."""

    count: int = 1
    label: str = ""
    step: float = 0.0

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        height = self.step or max(12.0, fit.size * 1.4)
        small = max(LEAST, fit.size * 0.85)
        label = type_.line(Span(self.label, "text")) if self.label else None
        return [
            RuledFlowable(width, height, label if n == 0 else None, small)
            for n in range(self.count)
        ]


def flowables_of(blocks: Sequence[Block], type_: Type, width: float, fit: Fit) -> list[Flowable]:
    """Return the flowables of some blocks."""
    return [flowable for block in blocks for flowable in block.flowables(type_, width, fit)]


def flowables_within(
    blocks: Sequence[Block], type_: Type, width: float, fit: Fit, most: float
) -> list[Flowable] | None:
    """Return the flowables of some blocks; None as soon as they are higher than `most` points."""
    made = []
    height = 0.0
    for block in blocks:
        flowables = block.flowables(type_, width, fit)
        made += flowables
        height += sum(p.height for p in flowables)
        if height > most:
            return None
    return made
