"""The rows of the zombie sheet."""

from __future__ import annotations

from dataclasses import dataclass

from lastdays.pdf.tables import RowWords, TableStrip, TokenMark
from lastdays.pdf.typesetting import Block, Fit, Flowable, Gap, Span, TextLine, Type

#: The height of a row, of the size of its text: a counter of 8 mm lies on a ring.
_HEIGHT = 3.7
_GAP = 18.0


@dataclass(frozen=True)
class ZombieRows(Block):
    """A number of zombies in two columns, with `knockback` rings for each, under the two names."""

    count: int
    knockback: int
    names: tuple[str, str]
    drawings: tuple[str, str]

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        s = fit.size
        each = (width - _GAP) / 2
        half = (self.count + 1) // 2
        numbers = [[n, n + half] if n + half <= self.count else [n] for n in range(1, half + 1)]
        head = self._head(type_, each, s)
        made: list[Flowable] = [head]
        for pair in numbers:
            row = self._row([type_.line(Span(str(n), "head")) for n in pair], each, s, width)
            row.head = head
            made.append(row)
        return [*made, Gap(s * 0.8)]

    def _places(self, each: float, s: float) -> tuple[float, float, float]:
        """Return where the rings and the box begin, and how wide one is."""
        ring = s * 1.9
        box = each - ring
        return box - s * 1.2 - self.knockback * ring * 1.1, box, ring

    def _head(self, type_: Type, each: float, s: float) -> TableStrip:
        """Return the names of rings and box, over both columns."""
        rings, box, ring = self._places(each, s)
        words, marks = [], []
        side = s * 1.3
        height = s * 1.9
        for x in (0.0, each + _GAP):
            marks.append((TokenMark("picture", x + rings, side, side, self.drawings[0]), s * 0.3))
            name = type_.line(Span(self.names[0], "label"))
            words.append((RowWords(x + rings + side * 1.25, name, s, "faint"), s * 1.3))
            at = x + box + (ring - side) / 2
            marks.append((TokenMark("picture", at, side, side, self.drawings[1]), s * 0.3))
        return TableStrip(
            tuple(words), tuple(marks), height, 2 * each + _GAP, keep=True, rule="accent"
        )

    def _row(self, numbers: list[TextLine], each: float, s: float, width: float) -> TableStrip:
        rings, box, ring = self._places(each, s)
        height = s * _HEIGHT
        down = (height - ring) / 2
        words, lines = [], []
        marks: list[tuple[TokenMark, float]] = []
        for n, number in enumerate(numbers):
            x = n * (each + _GAP)
            words.append((RowWords(x, number, s * 1.6), height * 0.5 + s * 0.55))
            lines.append((x + s * 2.4, rings - s * 3.2, height * 0.5 + s * 0.55))
            marks += [
                (TokenMark("ring", x + rings + k * ring * 1.1, ring, ring), down)
                for k in range(self.knockback)
            ]
            marks.append((TokenMark("box", x + box, ring, ring), down))
        return TableStrip(tuple(words), tuple(marks), height, width, lines=tuple(lines))
