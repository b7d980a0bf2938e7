"""Cards of anybody, composed in a size, and what is read of them in a file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pikepdf

from lastdays.campaign.printing.card_content import character_card
from lastdays.model.group import Injury
from lastdays.model.switches import Switches
from lastdays.pdf.cards import Composed, Face, compose
from lastdays.pdf.content import CharacterCard
from lastdays.pdf.imposition import Layout
from lastdays.pdf.rows import Row
from lastdays.pdf.typesetting import TextLine, Type
from unit.postgame.crew import BOOK, group, member

GEAR = [*BOOK.firearms, *BOOK.close_combat, *BOOK.equipment]


def anybody(source: Random) -> CharacterCard:
    """A member with as much as anybody carries, can and suffers."""
    kind = source.choice([k for k, c in BOOK.characters.items() if not c.leader])
    who = member(
        source.choice(("Al", "Mo", "Maximilian-Alexander von und zu Rabenklaue")),
        kind,
        tuple(source.choices(GEAR, k=source.randrange(6))),
        skills=tuple(source.sample(sorted(BOOK.skills), source.randrange(5))),
        injuries=tuple(
            Injury(k) for k in source.sample(sorted(BOOK.injuries), source.randrange(3))
        ),
        level=source.randrange(9),
    )
    return character_card(who, group(who), BOOK, Switches())


@cache
def crowd(count: int) -> list[CharacterCard]:
    source = Random(32)
    return [anybody(source) for _n in range(count)]


def composed(card: CharacterCard, layout: Layout, type_: Type) -> Composed:
    return compose(card, layout, type_, backs=True, front_notes=False)


def body(face: Face) -> Iterator[tuple[Row, float, float]]:
    """What stands on a front below its figures, but for its foot."""
    first = next(
        n for n, (row, _x, _y) in enumerate(face.rows) if row.tag == "Figure" and cells(row)
    )
    yield from face.rows[first:-1]


def front(card: CharacterCard, layout: Layout, type_: Type) -> Iterator[tuple[Row, float, float]]:
    yield from body(composed(card, layout, type_).faces[0])


def said(line: TextLine) -> str:
    return "".join(part.run.text for part in line.parts)


def words_on(face: Face) -> str:
    """What a face says, but for its head and its foot."""
    rows = [row for row, _x, _y in face.rows[:-1] if row.tag != "H1"]
    return " ".join(said(w.line) for row in rows for cell in row.cells for w in cell)


def cells(row: Row) -> list[tuple[float, float]]:
    """Where the cells of a row for a cube each begin, and how wide they are."""
    drawn = [(m.x, m.width) for m in row.marks if m.shape in ("drop", "state")]
    for m in row.marks:
        if m.shape == "track":
            drawn += [(m.x + n * m.height, m.height) for n in range(round(m.width / m.height))]
    return drawn


def spanned(cell: Any) -> int:
    return int(cell.get("/A", {}).get("/ColSpan", 1))


def pairs(nums: Any) -> Iterator[tuple[int, Any]]:
    held = list(nums)
    yield from zip(map(int, held[::2]), held[1::2], strict=True)


def parts(found: Any) -> Iterator[Any]:
    for one in found if isinstance(found, pikepdf.Array) else [found]:
        if isinstance(one, pikepdf.Dictionary) and "/S" in one:
            yield one
            if "/K" in one:
                yield from parts(one.K)
