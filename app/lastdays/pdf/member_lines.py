"""A group's members on its card: a line each, led to a box for what is ticked at the table."""

from __future__ import annotations

from dataclasses import dataclass

from lastdays.pdf.blocks import Block
from lastdays.pdf.content import PrintedLine
from lastdays.pdf.flowables import Fit, Flowable, Gap, HeadingFlowable, TextFlowable
from lastdays.pdf.ink import Pen
from lastdays.pdf.typesetting import LEAST, Span, TextLine, Type, draw_line

#: The side of a box, of the size of its text.
_BOX = 0.95


@dataclass(frozen=True)
class MemberLines(Block):
    """Members under a heading, which names what their boxes are for at its end."""

    heading: str
    boxes: str
    lines: tuple[PrintedLine, ...]

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        s = fit.size
        small = max(LEAST, s * 0.85)
        heading = type_.line(Span(self.heading.upper(), "head"))
        boxes = type_.line(Span(self.boxes, "faint"))
        if heading.width * s + boxes.width * small + 2 * s > width:
            boxes = type_.line()
        height = s * 1.15 + s * 0.55 * fit.gap
        made: list[Flowable] = [MembersHead(heading, s, width, height, boxes=boxes, small=small)]
        room = (width - s * (_BOX + 0.5)) / s
        for line in self.lines:
            spans = [Span(line.name, "strong")] if line.name else []
            spans += [Span(line.text)] if line.text else []
            *first, last = type_.wrapped(tuple(spans), room) or [type_.line()]
            made += [TextFlowable(one, s, s * fit.leading, keep=True) for one in first]
            made.append(MemberLine(last, s, s * fit.leading, width))
            made.append(Gap(s * 0.2 * fit.gap))
        return made


@dataclass
class MembersHead(HeadingFlowable):
    """A heading whose rule ends before words at the right."""

    boxes: TextLine | None = None
    small: float = 0.0

    def draw(self, pen: Pen, x: float, top: float) -> None:
        whole, room = self.width, 0.0
        if self.boxes is not None and self.boxes.parts:
            room = self.boxes.width * self.small
            pen.fill(pen.ink.faint)
            y = top - self.height + self.size * 0.22 + 1
            draw_line(pen, self.boxes, x + whole - room, y, self.small)
            room += self.size * 0.4
        self.width = whole - room
        super().draw(pen, x, top)
        self.width = whole


@dataclass
class MemberLine(Flowable):
    """The last line of a member: dots lead from its text to its box."""

    line: TextLine
    size: float
    height: float
    width: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        canvas, side = pen.canvas, self.size * _BOX
        pen.fill(pen.ink.text)
        y = top - self.height + (self.height - self.size) / 2 + self.size * 0.22
        draw_line(pen, self.line, x, y, self.size)
        first, last = x + self.line.width * self.size + 4, x + self.width - side - 3
        if first < last:
            pen.stroke(pen.ink.line, 0.6)
            canvas.setDash(0.6, 2.4)
            canvas.line(first, y, last, y)
            canvas.setDash()
        pen.stroke(pen.ink.text, 0.7)
        low = top - self.height + (self.height - side) / 2
        canvas.rect(x + self.width - side, low, side, side)
