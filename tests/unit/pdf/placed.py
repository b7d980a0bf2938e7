"""Where the places to write of a form lie, for what is said of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lastdays.pdf.content import (
    FormLine,
    FormSection,
    FormSheet,
    FormTable,
    FormWords,
    PaperName,
    WriteBox,
)
from lastdays.pdf.form_layout import WORD
from lastdays.pdf.imposition import MM
from lastdays.pdf.sheets import pages_of
from lastdays.pdf.typesetting import Type


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


def lines_of(section: FormSection) -> Iterator[FormLine]:
    """Return a section's lines to fill in, in order."""
    for part in section.parts:
        if isinstance(part, FormTable):
            for entry in part.entries:
                yield from entry


def boxes_of(section: FormSection) -> list[WriteBox]:
    """Return a section's places to write, in order."""
    return [cell for line in lines_of(section) for cell in line if isinstance(cell, WriteBox)]


def words_beside(section: FormSection) -> tuple[str, ...]:
    """Return the printed words beside a section's places to write, in order."""
    cells = (cell for line in lines_of(section) for cell in line)
    return tuple(cell.text for cell in cells if isinstance(cell, FormWords))


def places_of(sheet: FormSheet, paper: PaperName, type_: Type) -> list[PlacedBox]:
    """Return every place to write, in the order in which the form is read: each cell of a comb is
    one."""
    written = (
        [cell for cell in line if isinstance(cell, WriteBox)]
        for section in sheet.sections
        for line in lines_of(section)
    )
    lines = (boxes for boxes in written if boxes)
    found = []
    pages, _notices = pages_of(sheet, paper, type_)
    for number, page in enumerate(pages):
        for row, x, y in page.rows:
            if row.tag != "TR":
                continue
            marks = [
                (m, page.size[1] - y + (row.height - m.height) / 2)
                for m in row.marks
                if m.shape not in ("picture", "rule", "fill")
            ]
            for box in next(lines) if marks else ():
                cells = sum(mark.shape == "box" for mark, _top in marks)
                count = {
                    "squares": box.count, "rings": box.count, "comb": cells, "ticks": len(box.ticks),
                    "shift": len(box.ticks) + box.count,
                }.get(box.shape, 1)  # fmt: skip
                own, marks = marks[:count], marks[count:]
                room = box.count if box.shape in ("ticks", "shift") else 1
                for part in [[one] for one in own] if box.shape == "comb" else [own]:
                    left = min(mark.x for mark, _top in part)
                    wide = max(mark.x + mark.width for mark, _top in part) - left
                    top = min(top for _mark, top in part)
                    low = max(top + mark.height for mark, top in part)
                    if box.shape == "line":
                        room = max(1, int(wide / MM / WORD))
                    where = [n / MM for n in (x + left, top, wide, low - top)]
                    found.append(
                        PlacedBox(box, number, where[0], where[1], where[2], where[3], room)
                    )
            assert not marks
    assert next(lines, None) is None
    return found
