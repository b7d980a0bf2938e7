"""Perks on a Group card, as places to build on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastdays.pdf.blocks import Block
from lastdays.pdf.content import PrintedLine
from lastdays.pdf.flowables import Fit, Flowable
from lastdays.pdf.strips import SlotRow
from lastdays.pdf.typesetting import LEAST, Span, TextLine, Type


@dataclass(frozen=True)
class Slots(Block):
    """A Refuge's Perks: those built in, those built, and the Empty Spaces left, each with a line
    for the name of what is built there."""

    built_in: tuple[PrintedLine, ...]
    built: tuple[PrintedLine, ...]
    empty: int
    to_build: str = ""

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        s = fit.size
        size = max(LEAST, s * 0.9)
        names: Sequence[tuple[PrintedLine | None, bool]] = [
            *((line, True) for line in self.built_in),
            *((line, False) for line in self.built),
            *((None, False) for _n in range(self.empty)),
        ]
        if not names:
            return []
        most = max(1, min(len(names), int(width // (size * 5.6))))
        rows = -(-len(names) // most)
        height = size * 4.8
        made: list[Flowable] = []
        for n in range(rows):  # as many in each row as in the next, or one more
            these = names[len(names) * n // rows : len(names) * (n + 1) // rows]
            each = (width - (len(these) - 1) * 4) / len(these)
            row = []
            for at, (line, built_in) in enumerate(these):
                lines: tuple[TextLine, ...] = ()
                if line is not None:
                    span = (Span(line.name, "strong"),)
                    lines = tuple(type_.wrapped(span, (each - 4) / size)[:2])
                drawing = line.drawing if line is not None else self.to_build
                row.append((at * (each + 4), lines, drawing, built_in))
            made.append(SlotRow(tuple(row), each, size, height))
        return made
