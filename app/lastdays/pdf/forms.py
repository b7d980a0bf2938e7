"""A form on paper as plain values: sections of printed words, tables, and places to write.

Everything stands in one column and is read from left to right, line by line. Lengths in
millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

#: `squares`: one for each die; `comb`: squares for what is done over and over; `ticks`: squares
#: with a sign or a pictogram in them; `shift`: the same, with a square for how much; `line`: for
#: words; `sum`: for a number that is worked out.
BoxShape = Literal["squares", "comb", "ticks", "shift", "line", "sum"]
#: Why there is a place to write though the sequence asks for nothing: 'sum' for what follows from
#: the rest, 'record' for what the record of the game says.
BoxReason = Literal["", "sum", "record"]


class TickMark(Struct, frozen=True):
    """What stands in a square to tick: a sign, or a pictogram."""

    text: str
    drawing: str = ""


class WriteBox(Struct, frozen=True):
    """A place to write: the kinds of ask it answers, or the reason why it is there.

    `head` stands above it, once for all lines alike. A `width` of 0 is what the shape needs; with
    `share` it gets its part of what is left. `count` are the squares; for a line the words it must
    hold, for ticks how many are made.
    """

    shape: BoxShape
    asks: tuple[str, ...] = ()
    head: str = ""
    width: float = 0.0
    share: float = 0.0
    count: int = 1
    ticks: tuple[TickMark, ...] = ()
    reason: BoxReason = ""


class FormWords(Struct, frozen=True):
    """Printed words in a line of a form, with a hint below them in small type."""

    text: str
    hint: str = ""
    head: str = ""
    width: float = 0.0
    share: float = 0.0
    strong: bool = False


FormLine = tuple[WriteBox | FormWords, ...]


class FormTable(Struct, frozen=True):
    """Entries of one or more lines each; an entry is not torn apart. The heads of the first line
    are printed above, again on each page."""

    entries: tuple[tuple[FormLine, ...], ...]


class FormGrid(Struct, frozen=True):
    """A table of the rulebook to be looked up: heads, rows, how wide each column is beside the
    others. The first column stands out; `drawings` are the heads' pictograms."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[float, ...] = ()
    drawings: tuple[str, ...] = ()


@dataclass(frozen=True)
class FormText:
    """A sentence or a list, behind a name that stands out."""

    text: str
    name: str = ""
    drawing: str = field(default="", compare=False)


FormPart = FormTable | FormGrid | FormText


class FormSection(Struct, frozen=True):
    """A part of a form under its heading; the book's page, 0 for none."""

    heading: str
    parts: tuple[FormPart, ...]
    drawing: str = ""
    page: int = 0

    @property
    def boxes(self) -> tuple[WriteBox, ...]:
        """Return its places to write, in their order."""
        return tuple(
            cell
            for part in self.parts
            if isinstance(part, FormTable)
            for entry in part.entries
            for line in entry
            for cell in line
            if isinstance(cell, WriteBox)
        )

    @property
    def words(self) -> tuple[str, ...]:
        """Return the printed words beside its places to write, in their order."""
        return tuple(
            cell.text
            for part in self.parts
            if isinstance(part, FormTable)
            for entry in part.entries
            for line in entry
            for cell in line
            if isinstance(cell, FormWords)
        )


class FormSheet(Struct, frozen=True):
    """Sections to be filled in, over as many pages as they need."""

    title: str
    subtitle: str
    sections: tuple[FormSection, ...]
    drawing: str = ""
