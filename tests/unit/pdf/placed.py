"""Where the places to write of a form lie, for what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastdays.pdf.content import WriteBox
from lastdays.pdf.form_layout import WORD, FormPage, LinePiece
from lastdays.pdf.imposition import MM


@dataclass(frozen=True)
class PlacedBox:
    """A place to write on a page, in millimetres from the upper left corner; `room` is how many
    answers of one kind it takes."""

    box: WriteBox
    page: int
    left: float
    top: float
    width: float
    height: float
    room: int


def places_of(pages: Sequence[FormPage]) -> list[PlacedBox]:
    """Return every place to write, in the order in which the form is read: each square of a comb
    is one."""
    found = []
    for number, page in enumerate(pages):
        for piece, x, top in page.pieces:
            if not isinstance(piece, LinePiece):
                continue
            for at, box in piece.boxes:
                y = top + (piece.height - piece.after - box.height) / 2
                count = box.squares if box.cell.shape == "comb" else 1
                room = box.cell.count if box.cell.shape in ("ticks", "shift") else 1
                if box.cell.shape == "line":
                    room = max(1, int(box.width / MM / WORD))
                wide = box.width / count
                found += [
                    PlacedBox(
                        box.cell,
                        number,
                        (x + at + n * wide) / MM,
                        y / MM,
                        wide / MM,
                        box.height / MM,
                        room,
                    )
                    for n in range(count)
                ]
    return found
