"""Sets text in lines: measures, breaks and draws it; nothing is ever dropped."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from lastdays.pdf.fonts import Fonts, Run, Style, is_right_to_left
from lastdays.pdf.outlines import PREFIX, drawing_font
from lastdays.pdf.shapes import Pen

#: The smallest text that is ever printed, in points.
LEAST = 6.5
#: The smallest size of sentences, in points.
TEXT_LEAST = 7.0
_CACHED_MOST = 4096


#: Where a line may be broken: not at a no-break space.
_BREAKS = re.compile(r"[^\S\u00a0\u202f]+")


def floor_to_quarter(size: float) -> float:
    """Round a size of letters down to a quarter of a point."""
    return int(size * 4) / 4


def sizes_down(largest: float, least: float) -> Iterator[float]:
    """Yield sizes of letters from the largest on down, a quarter of a point apart."""
    size = floor_to_quarter(largest)
    while size >= floor_to_quarter(least):
        yield size
        size -= 0.25


def words_of(text: str) -> list[str]:
    """Return the words of a text; those joined by a no-break space are one."""
    if "\u00a0" not in text and "\u202f" not in text:
        return text.split()
    return [word for word in _BREAKS.split(text) if word]


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

    parts: tuple[Placed, ...] = ()
    width: float = 0.0


class Type:
    """Measures and breaks the text of one document, and caches what it has worked out."""

    def __init__(self) -> None:
        self.fonts = Fonts()
        self._width = lru_cache(_CACHED_MOST)(self._measure)
        self._line = lru_cache(_CACHED_MOST)(self._set_text)
        self._lines = lru_cache(_CACHED_MOST)(self._wrap)
        self._line_count = lru_cache(_CACHED_MOST)(self._count_lines)
        self._word_widths = lru_cache(_CACHED_MOST)(self._measure_words)
        self._missing_letters = lru_cache(_CACHED_MOST)(self._find_missing_letters)
        #: Letters that no font has, in order of appearance.
        self.undrawable: dict[str, None] = {}

    def width(self, text: str, style: Style) -> float:
        """Return the width of a text at a size of 1 point."""
        return self._width(self._spelled_out(text), style)

    def _measure(self, text: str, style: Style) -> float:
        return sum(run.width for run in self.fonts.runs(text, style))

    def line(self, text: str = "", style: Style = "text") -> TextLine:
        """Set a text on one line, however wide."""
        return self._line(self._spelled_out(text), style)

    def _set_text(self, text: str, style: Style) -> TextLine:
        return self._set_line((Span(text, style),))

    def _drawable_spans(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Return spans as they are measured and drawn: letters missing from all fonts are spelled
        out."""
        for span in spans:
            if not span.text.isascii():
                return tuple(Span(self._spelled_out(text), style) for text, style in spans)
        return tuple(spans)

    def cut(self, text: str, style: Style, width: float, lost: list[str]) -> TextLine:
        """Set a text on a line of at most `width`, which is for a size of 1 point. A wider one is
        cut, gets an ellipsis, and is added to `lost`."""
        flat = " ".join(text.split())
        whole = self.line(flat, style)
        if whole.width <= width + 1e-6:
            return whole
        lost.append(text)

        def width_with(last: int) -> float:
            return self.width(f"{flat[: last + 1]}…", style)

        fitting = bisect_right(range(len(flat)), width, key=width_with)
        return self.line(f"{flat[:fitting]}…", style)

    def _set_line(self, spans: Sequence[Span]) -> TextLine:
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
        return self._lines(self._drawable_spans(spans), round(width, 3))

    def line_count(self, spans: Sequence[Span], width: float) -> int:
        """Return how many lines `wrapped` would return, in a fraction of its time: many sizes are
        tried for each card."""
        return self._line_count(self._drawable_spans(spans), round(width, 3))

    def _count_lines(self, spans: tuple[Span, ...], room: float) -> int:
        words = self._word_widths(spans)
        if words is None or max(words, default=0.0) > room:
            return len(self._lines(spans, room))
        space = self.width(" ", "text")
        count = 1 if words else 0
        x = -space
        for word in words:
            x += space + word
            if x > room:
                count += 1
                x = word
        return count

    def _measure_words(self, spans: tuple[Span, ...]) -> tuple[float, ...] | None:
        """Return the widths of all words; None where lines aren't as wide as the sum of their words, or
        end before they are full."""
        widths = []
        for span in spans:
            if not self.fonts.is_plain(*span) or len(span.text.splitlines()) > 1:
                return None
            widths += [self.width(word, span.style) for word in words_of(span.text)]
        return tuple(widths)

    def _wrap(self, spans: tuple[Span, ...], width: float) -> list[TextLine]:
        return [self._set_line(_joined(words)) for words in self._break_lines(spans, width)]

    def _break_lines(self, spans: Sequence[Span], width: float) -> Iterator[list[Span]]:
        """Break spans into lines of words. Where letters join, or scripts on one line share a font,
        a line isn't as wide as the sum of its words."""
        lines = _Lines(self, spans, width)
        for span in spans:
            for place, paragraph in enumerate(span.text.splitlines()):
                if place > 0:
                    yield lines.end()
                for word in words_of(paragraph):
                    yield from lines.add(Span(word, span.style))
        if lines.words:
            yield lines.end()

    def drawn_width(self, words: list[Span]) -> float:
        """Return the width of some words drawn as one line, at a size of 1 point."""
        return self._set_line(_joined(words)).width

    def parts(self, word: Span, first: float, width: float) -> list[Span]:
        """Split a word between letters into parts that fit into `width`, the first part into
        `first`."""
        parts = []
        part = ""
        room = first
        for cluster in _clusters(word.text):
            may_break = part != "" or room < width
            if may_break and self.width(part + cluster, word.style) > room:
                parts.append(Span(part, word.style))
                part = ""
                room = width
            part += cluster
        parts.append(Span(part, word.style))
        return parts

    def _spelled_out(self, text: str) -> str:
        """Return a text in which letters missing from all fonts are spelled out, so that it is
        measured and broken as it is drawn; and remember the letters that need a notice."""
        if text.isascii():
            return text
        missing = self._missing_letters(text)
        self.undrawable |= missing
        for char in missing:
            text = text.replace(char, self.fonts.spelled(char))
        return text

    def _find_missing_letters(self, text: str) -> dict[str, None]:
        missing: dict[str, None] = {}
        for char in text:
            if not char.isascii() and not self.fonts.drawable(char):
                missing[char] = None
        return missing


class _Lines:
    """Words being set in lines of a width, one after the other.

    Where letters join, or scripts on one line share a font, a line isn't as wide as the sum of its
    words, and is measured as a whole.
    """

    def __init__(self, type_: Type, spans: Sequence[Span], width: float) -> None:
        self.type_ = type_
        self.width = width
        self.space = type_.width(" ", "text")
        self.is_plain = all(type_.fonts.is_plain(*span) for span in spans)
        #: The words of the line so far, and its width.
        self.words: list[Span] = []
        self.x = 0.0

    def end(self) -> list[Span]:
        """Return the words of the line, and begin another."""
        words = self.words
        self.words = []
        self.x = 0.0
        return words

    def add(self, word: Span) -> Iterator[list[Span]]:
        """Add a word; yield the lines that end before it, or within it if it is wider than a line."""
        word_width = self.type_.width(*word)
        x_after = self._x_after(word, word_width)
        if x_after <= self.width:
            self.words.append(word)
            self.x = x_after
            return
        fits_alone = word_width <= self.width or not self.is_plain
        if self.words and fits_alone:
            yield self.end()
        room = self.width - self.x - (self.space if self.words else 0.0)
        parts = self.type_.parts(word, room, self.width)
        for part in parts[:-1]:
            if part.text:
                self.words.append(part)
            yield self.end()
        rest = parts[-1]
        self.words.append(rest)
        self.x = self.type_.width(*rest)

    def _x_after(self, word: Span, word_width: float) -> float:
        """Return the width of the line with a word more."""
        if not self.is_plain:
            return self.type_.drawn_width([*self.words, word])
        gap = self.space if self.words else 0.0
        return self.x + gap + word_width


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


def _joined(words: list[Span]) -> list[Span]:
    """Join neighbouring words of one style into a span, a space between any two.

    A space after right-to-left text is a span of its own, or it would be drawn in front of it.
    """
    spans: list[Span] = []
    for word in words:
        if not spans:
            spans.append(word)
            continue
        last = spans.pop()
        if last.style == word.style:
            spans.append(Span(f"{last.text} {word.text}", last.style))
        elif is_right_to_left(last.text):
            spans += [last, Span(" ", last.style), word]
        else:
            spans += [Span(f"{last.text} ", last.style), word]
    return spans


def draw_line(pen: Pen, line: TextLine, x: float, y: float, size: float) -> None:
    """Draw a line with its baseline at `y`, in the pen's colour."""
    canvas = pen.canvas
    for part in line.parts:
        run = part.run
        part_x = x + part.x * size
        if run.font.startswith(PREFIX):
            bold = part.style in ("strong", "head")
            letters = drawing_font(run.font).letters(run.text, leftward=run.leftward)
            canvas.draw_letters(run.font, letters, part_x, y, size, bold=bold)
        else:
            pen.font(run.font, size)
            canvas.drawString(part_x, y, run.text)
