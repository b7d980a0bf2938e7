"""What a card's body is made of: blocks that become flowables of a given width and size."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from lastdays.pdf.content import PrintedLine
from lastdays.pdf.flowables import (
    Fit,
    Flowable,
    Gap,
    HeadingFlowable,
    RuledFlowable,
    TextFlowable,
)
from lastdays.pdf.typesetting import LEAST, Span, Type

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
class Together(Block):
    """Blocks that are not torn apart, unless a whole column could not hold them."""

    blocks: tuple[Block, ...]

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        made = flowables_of(self.blocks, type_, width, fit)
        for flowable in made[:-1]:
            flowable.keep = True
        return made


@dataclass(frozen=True)
class Ruled(Block):
    """Lines to write on, the first with a label; `step` points apart, or as their text asks for."""

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
    made: list[Flowable] = []
    height = 0.0
    for block in blocks:
        flowables = block.flowables(type_, width, fit)
        made += flowables
        height += sum(p.height for p in flowables)
        if height > most:
            return None
    return made
