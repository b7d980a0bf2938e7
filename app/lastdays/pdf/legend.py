"""What the pictograms of a card mean, on its back where that has room at full size."""

from __future__ import annotations

from dataclasses import dataclass

from lastdays.language import _
from lastdays.pdf.blocks import Block, HeadingBlock
from lastdays.pdf.content import CharacterCard
from lastdays.pdf.flowables import Fit, Flowable
from lastdays.pdf.strips import RowWords, Shape, Strip, TokenMark
from lastdays.pdf.table_heads import state_names
from lastdays.pdf.typesetting import TEXT_LEAST, Span, Type
from lastdays.rulebook import pictograms


@dataclass(frozen=True)
class Meaning:
    """A sign of a card, a pictogram or a token's shape, and what it is."""

    words: str
    drawing: str = ""
    shape: Shape = "picture"


@dataclass(frozen=True)
class Legend(Block):
    """Signs and what they are, as many to a row as it holds."""

    meanings: tuple[Meaning, ...]

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        return type_.kept((self, width, fit), lambda: self._set(type_, width, fit))

    def _set(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
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
                drawn = TokenMark(meaning.shape, x, wide, side, None, meaning.drawing)
                marks.append(drawn._replace(x=x + (side - wide) / 2))
                words.append(RowWords(x + side * 1.25, line, size))
            made.append(Strip(tuple(words), tuple(marks), height, width=width))
        return made


def legend_of(card: CharacterCard) -> tuple[Block, ...]:
    """Return the legend of what stands on a Character card."""
    token = pictograms.token
    found = [Meaning(_("damage"), shape="drop"), Meaning(_("noise"), token("noise"))]
    if any(weapon.ammo for weapon in card.weapons):
        found.append(Meaning(_("ammo"), shape="cartridge"))
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
