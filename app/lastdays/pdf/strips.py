"""Rows of a card: words and figures at their places, and tokens of the shapes they have at the
table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from lastdays.pdf import shapes
from lastdays.pdf.flowables import Flowable
from lastdays.pdf.ink import Colour, Ink, Pen
from lastdays.pdf.typesetting import LEAST, TextLine, draw_line

Shape = Literal["drop", "ring", "sixth", "cartridge", "spare", "reload", "box", "full", "picture"]
Tone = Literal["text", "faint", "accent", "up", "down"]


class TokenMark(NamedTuple):
    """A token's place: its shape, where it begins, how wide and high it is; a letter in it."""

    shape: Shape
    x: float
    width: float
    height: float
    letter: TextLine | None = None
    drawing: str = ""


class RowWords(NamedTuple):
    """RowWords in a row: where they begin, their size and colour."""

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
    """A row of words and tokens, the tokens in its middle; maybe a rule below it."""

    words: tuple[RowWords, ...]
    marks: tuple[TokenMark, ...]
    height: float
    rule: Literal["", "line", "accent"] = ""
    width: float = 0.0
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
        if self.rule:
            accent = self.rule == "accent"
            pen.stroke(pen.ink.accent if accent else pen.ink.line, 0.8 if accent else 0.4)
            pen.canvas.line(x, low + 0.4, x + self.width, low + 0.4)


def draw_mark(pen: Pen, mark: TokenMark, x: float, y: float) -> None:
    """Draw a token with its lower left corner at `x`, `y`."""
    ink, (w, h) = pen.ink, (mark.width, mark.height)
    match mark.shape:
        case "picture":
            pen.fill(ink.text)
            shapes.pictogram(pen, mark.drawing, x, y, w)
        case "drop":
            pen.stroke(ink.down, 0.9)
            shapes.drop(pen, x, y, w, h)
        case "ring":
            pen.stroke(ink.text, 0.7)
            shapes.ring(pen, x, y, w)
        case "sixth":
            pen.fill(ink.amber)
            pen.stroke(ink.text, 0.7)
            shapes.ring(pen, x, y, w, filled=True)
        case "cartridge":
            pen.stroke(ink.text, 0.7)
            shapes.cartridge(pen, x, y, w, h)
        case "spare":
            pen.stroke(ink.line, 0.5)
            shapes.cartridge(pen, x, y, w, h)
        case "reload":
            pen.stroke(ink.accent, 1.0)
            pen.canvas.rect(x, y, w, h, stroke=1, fill=0)
        case "box":
            pen.stroke(ink.text, 0.7)
            pen.canvas.rect(x, y, w, h, stroke=1, fill=0)
        case "full":
            pen.fill(ink.accent if ink.band is not None else ink.amber)
            pen.stroke(ink.text, 0.5)
            pen.canvas.rect(x, y, w, h, stroke=1, fill=1)
    if mark.letter is not None:
        size = max(LEAST, h * 0.72)
        pen.fill(ink.accent if mark.shape == "reload" else ink.text)
        middle = x + (w - mark.letter.width * size) / 2
        draw_line(pen, mark.letter, middle, y + (h - size * 0.68) / 2, size)


@dataclass
class ChipRow(Flowable):
    """Chips side by side: each a pictogram and a name in a round frame."""

    chips: tuple[tuple[float, float, TextLine, str, Tone], ...]
    size: float
    side: float
    height: float
    keep: bool = False

    def draw(self, pen: Pen, x: float, top: float) -> None:
        ink = pen.ink
        low = top - self.height + (self.height - self.side) / 2
        inner = self.side * 0.78
        for at, width, line, drawing, tone in self.chips:
            pen.stroke(tone_of(ink, tone), 0.6)
            if ink.tint is not None:
                pen.fill(ink.tint)
            shapes.rounded(
                pen, x + at, low, (width, self.side), self.side * 0.25, fill=ink.tint is not None
            )
            pen.fill(tone_of(ink, tone) if tone == "down" else ink.text)
            left = x + at + self.size * 0.35
            if drawing:
                shapes.pictogram(pen, drawing, left, low + (self.side - inner) / 2, inner)
                left += inner + self.size * 0.25
            draw_line(pen, line, left, low + (self.side - self.size * 0.68) / 2, self.size)


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
