"""The blocks that only cards have: tokens, weapons as a table, chips, Experience as a track, Perks
as places to build on, a group's members, and what the pictograms mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastdays.language import _
from lastdays.pdf.content import CharacterCard, PrintedLine
from lastdays.pdf.tables import (
    RowWords,
    Shape,
    SlotRow,
    Strip,
    TokenMark,
    state_names,
)
from lastdays.pdf.typesetting import (
    LEAST,
    TEXT_LEAST,
    Block,
    Fit,
    Flowable,
    Gap,
    HeadingBlock,
    HeadingFlowable,
    Span,
    TextFlowable,
    TextLine,
    Type,
)
from lastdays.rulebook import pictograms
from lastdays.values import Value


@dataclass(frozen=True)
class ExperienceBar(Block):
    """The Experience that the next Level costs, as boxes with the earned ones filled, and in
    words."""

    have: int
    cost: int
    words: str

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        s = fit.size
        label = type_.line(Span("XP", "head"))
        left = label.width * s + s * 0.5
        small = max(LEAST, s * 0.85)
        words = type_.line(Span(self.words, "faint"))
        side = min(s * 1.15, (width - left) / self.cost)
        broad = (width - left) / self.cost
        marks = tuple(
            TokenMark("full" if n < self.have else "box", left + n * broad, broad - 0.9, side)
            for n in range(self.cost)
        )
        return [
            Strip((RowWords(0, label, s),), marks, s * 1.5, keep=True),
            Strip(
                (RowWords(max(0.0, width - words.width * small), words, small, "faint"),),
                (),
                small * 1.2,
            ),
        ]


class Meaning(Value):
    """A sign on a card, which is a pictogram or a token's shape, and what it means."""

    words: str
    drawing: str = ""
    shape: Shape = "picture"


@dataclass(frozen=True)
class Legend(Block):
    """Signs and their meanings, as many in a row as fit."""

    meanings: tuple[Meaning, ...]

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        heading = HeadingBlock(_("Pictograms")).flowables(type_, width, fit)
        size = max(TEXT_LEAST, fit.size * 0.9)
        side, height = size * 1.15, size * 1.5
        lines = [type_.line(Span(meaning.words)) for meaning in self.meanings]
        needs = [side * 1.25 + line.width * size for line in lines]
        columns = max(1, min(3, int((width + size) // (max(needs, default=width) + size))))
        each = (width + size) / columns
        made: list[Flowable] = list(heading)
        for first in range(0, len(lines), columns):
            words, marks = [], []
            for n, line in enumerate(lines[first : first + columns]):
                meaning, x = self.meanings[first + n], n * each
                wide = side if meaning.shape == "picture" else side * 0.66
                drawn = TokenMark(meaning.shape, x, wide, side, meaning.drawing)
                marks.append(drawn._replace(x=x + (side - wide) / 2))
                words.append(RowWords(x + side * 1.25, line, size))
            made.append(Strip(tuple(words), tuple(marks), height))
        return made


def legend_of(card: CharacterCard) -> tuple[Block, ...]:
    """Return the legend for the signs on a Character card."""
    token = pictograms.token
    found = [Meaning(_("damage"), shape="drop"), Meaning(_("noise"), token("noise"))]
    found += [Meaning(name, token(key)) for key, name in state_names().items()]
    for line in card.one_use:
        found.append(Meaning(line.name, line.drawing))
    for counted in card.tally:
        found.append(Meaning(counted.name, counted.drawing))
    return (
        Legend(
            tuple(meaning for meaning in found if meaning.drawing or meaning.shape != "picture")
        ),
    )


#: The side of a box, of the size of its text.
_BOX = 0.95


@dataclass(frozen=True)
class MemberLines(Block):
    """Members under a heading, which ends with what their boxes are for."""

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
        made: list[Flowable] = [
            HeadingFlowable(heading, s, width, height, aside=boxes, small=small)
        ]
        side, high = s * _BOX, s * fit.leading
        room = (width - side - s * 0.5) / s
        for line in self.lines:
            spans = [Span(line.name, "strong")] if line.name else []
            spans += [Span(line.text)] if line.text else []
            *first, last = type_.wrapped(tuple(spans), room) or [type_.line()]
            made += [TextFlowable(one, s, high, keep=True) for one in first]
            at = last.width * s + 4
            dots = TokenMark("dots", at, width - side - 3 - at, s * 0.6)
            box = TokenMark("box", width - side, side, side)
            made.append(Strip((RowWords(0, last, s),), (dots, box), high))
            made.append(Gap(s * 0.2 * fit.gap))
        return made


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
