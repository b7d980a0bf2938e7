"""What a text becomes once its width and size are known: lines and rows that flow, and are drawn.

A flowable is drawn whole; a page or card breaks between two. `keep` holds one together with the
next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lastdays.pdf.ink import Pen
from lastdays.pdf.typesetting import TextLine, draw_line

#: Of the size of its text.
_BASELINE = 0.78


@dataclass(frozen=True)
class Fit:
    """How tightly a body is set: size in points, line height and gaps as factors of it."""

    size: float
    leading: float
    gap: float


class Flowable:
    """A slice of a column: its height in points, and how it is drawn from its top left.

    `head` is what is drawn anew above it where a column begins with it.
    """

    height: float
    keep: bool = False
    head: Flowable | None = None
    #: What it is in the document's structure, and what is said for it where it is a picture.
    tag = "P"
    said: str = ""

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw it."""


@dataclass
class TextFlowable(Flowable):
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
class HeadingFlowable(Flowable):
    line: TextLine
    size: float
    width: float
    height: float
    keep: bool = True
    tag = "H2"

    def draw(self, pen: Pen, x: float, top: float) -> None:
        y = top - self.height + self.size * (1 - _BASELINE) + 1
        pen.fill(pen.ink.accent)
        draw_line(pen, self.line, x, y, self.size)
        start = x + self.line.width * self.size + self.size * 0.5
        if start < x + self.width:
            pen.stroke(pen.ink.line, 0.5)
            level = y + self.size * 0.34
            pen.canvas.line(start, level, x + self.width, level)


@dataclass
class Gap(Flowable):
    height: float


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
    """Draw flowables where they are placed, and say what they are: those between two headings or
    gaps are a paragraph."""
    tags = pen.canvas.tags
    for flowable, x, y in placed:
        if isinstance(flowable, Gap):
            tags.end()
            continue
        tags.flowing(flowable.tag if not flowable.said else "Figure", flowable.said)
        flowable.draw(pen, x, y)
