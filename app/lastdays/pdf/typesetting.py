"""Text set in lines: measured, broken, drawn; nothing is ever dropped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from reportlab.pdfbase.ttfonts import shapeStr

from lastdays.pdf.fonts import Fonts, Run, Style, turns
from lastdays.pdf.ink import Pen
from lastdays.pdf.system_fonts import PREFIX

#: The smallest text that is ever printed, in points.
LEAST = 6.5
#: The smallest that sentences are set in.
TEXT_LEAST = 7.0
_CACHED_MOST = 4096


#: Where a line may be broken: not at a no-break space.
_BREAKS = re.compile(r"[^\S\u00a0\u202f]+")


def words_of(text: str) -> list[str]:
    """Return the words of a text; what a no-break space joins is one."""
    if "\u00a0" in text or "\u202f" in text:
        return [word for word in _BREAKS.split(text) if word]
    return text.split()


class Span(NamedTuple):
    """A piece of text in one style."""

    text: str
    style: Style = "text"


class Placed(NamedTuple):
    """A run and how far from the line's start it stands, for a size of 1 point."""

    x: float
    run: Run
    style: Style


class TextLine(NamedTuple):
    """A line ready to be drawn; its width for a size of 1 point."""

    parts: tuple[Placed, ...]
    width: float


class Type:
    """Measures and breaks the text of one document, and remembers what turns up again."""

    def __init__(self) -> None:
        self.fonts = Fonts()
        self._widths: dict[tuple[str, str], float] = {}
        self._single: dict[tuple[Span, ...], TextLine] = {}
        self._lines: dict[tuple[Any, ...], list[TextLine]] = {}
        self._noted: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
        #: How large the text of the last card of its kind could be: a good first try for the next.
        self.guesses: dict[Any, int] = {}
        self._kept: dict[Any, list[Any]] = {}
        #: Letters that no font has, and those drawn with a font of the reader's, as they came.
        self.undrawable: dict[str, None] = {}
        self.borrowed: dict[str, None] = {}

    def kept(self, key: Any, make: Callable[[], list[Any]]) -> list[Any]:
        """Return what was made of a key before, else make it: the same rows stand on many cards.

        What has letters somebody has to be told about is made anew, so that they are.
        """
        found = self._kept.get(key)
        if found is None:
            found = make()
            if not (self.undrawable or self.borrowed):
                if len(self._kept) > _CACHED_MOST:
                    self._kept.clear()
                self._kept[key] = found
        return found

    def width(self, text: str, style: Style) -> float:
        """Return how wide a text is at a size of 1 point."""
        key = (text, style)
        found = self._widths.get(key)
        if found is None:
            if len(self._widths) > _CACHED_MOST:
                self._widths.clear()
            found = self._widths[key] = sum(run.width for run in self.fonts.runs(text, style))
        return found

    def line(self, *spans: Span) -> TextLine:
        """Set spans on one line, however wide."""
        for span in spans:
            if not span.text.isascii():
                self._note(span.text)
        found = self._single.get(spans)
        if found is None:
            if len(self._single) > _CACHED_MOST:
                self._single.clear()
            found = self._single[spans] = self._set(spans)
        return found

    def _set(self, spans: Sequence[Span]) -> TextLine:
        placed: list[Placed] = []
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
        for span in spans:
            if not span.text.isascii():
                self._note(span.text)
        key = (tuple(spans), round(width, 3))
        found = self._lines.get(key)
        if found is None:
            if len(self._lines) > _CACHED_MOST:
                self._lines.clear()
            plain = all(self.fonts.is_plain(span.text, span.style) for span in spans)
            broken = self._broken(spans, width) if plain else self._broken_as_drawn(spans, width)
            found = [self._set([*_joined(words)]) for words in broken]
            self._lines[key] = found
        return found

    def _broken(self, spans: Sequence[Span], width: float) -> Iterator[list[Span]]:
        line: list[Span] = []
        x = 0.0
        space = self.width(" ", "text")
        for span in spans:
            for n, paragraph in enumerate(span.text.splitlines() or [""]):
                if n:
                    yield line
                    line, x = [], 0.0
                for word in words_of(paragraph):
                    wide = self.width(word, span.style)
                    gap = space if line else 0.0
                    if x + gap + wide <= width:
                        line.append(Span(word, span.style))
                        x += gap + wide
                        continue
                    if wide <= width:
                        yield line
                        line, x = [Span(word, span.style)], wide
                        continue
                    for part in self._letters(word, span.style, width, x + gap):
                        if part is None:
                            yield line
                            line, x = [], 0.0
                        else:
                            gap = space if line else 0.0
                            line.append(Span(part, span.style))
                            x += gap + self.width(part, span.style)
        if line:
            yield line

    def _broken_as_drawn(self, spans: Sequence[Span], width: float) -> Iterator[list[Span]]:
        """Break spans where a line is not as wide as its words: scripts that share a line share a
        font, letters join, and some are spelled out."""
        line: list[Span] = []
        for span in spans:
            for n, paragraph in enumerate(span.text.splitlines() or [""]):
                if n:
                    yield line
                    line = []
                for word in words_of(paragraph):
                    whole = Span(word, span.style)
                    if self._drawn([*line, whole]) <= width:
                        line.append(whole)
                        continue
                    if line:
                        yield line
                        line = []
                    *full, rest = self._parts(whole, width)
                    for part in full:
                        yield [part]
                    line = [rest]
        if line:
            yield line

    def _drawn(self, words: list[Span]) -> float:
        """Return how wide some words are, drawn as one line, at a size of 1 point."""
        return self._set([*_joined(words)]).width

    def _parts(self, word: Span, width: float) -> list[Span]:
        """Split a word into parts that fit as they are drawn."""
        parts, part = [], ""
        for cluster in _clusters(word.text):
            if part and self._drawn([Span(part + cluster, word.style)]) > width:
                parts.append(Span(part, word.style))
                part = ""
            part += cluster
        return [*parts, Span(part, word.style)]

    def _letters(self, word: str, style: Style, width: float, start: float) -> Iterator[str | None]:
        """Split a word into parts that fit; None stands for a new line."""
        x, part = start, ""
        for cluster in _clusters(word):
            wide = self.width(cluster, style)
            if x + wide > width and (part or x > 0):
                if part:
                    yield part
                yield None
                x, part = 0.0, ""
            part += cluster
            x += wide
        if part:
            yield part

    def _note(self, text: str) -> None:
        """Remember the letters somebody has to be told about."""
        found = self._noted.get(text)
        if found is None:
            if len(self._noted) > _CACHED_MOST:
                self._noted.clear()
            odd = dict.fromkeys(c for c in text if not c.isascii())
            missing = {c: None for c in odd if not self.fonts.drawable(c)}
            theirs = {c: None for c in odd if c not in missing and self.fonts.borrowed(c)}
            found = self._noted[text] = (missing, theirs)
        if found[0]:
            self.undrawable |= found[0]
        if found[1]:
            self.borrowed |= found[1]


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

    A space behind what is written from right to left is a span of its own, or it would be drawn
    in front of it.
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
