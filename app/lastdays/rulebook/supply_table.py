"""What a cell of the supply table holds (p. 92)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from lastdays.rulebook.entries import Dice, parse_dice


class Found(Struct, frozen=True):
    """What a supply cell holds besides points: how many of which gear."""

    count: Dice | int
    key: str


class SupplyCell(NamedTuple):
    """A cell of the supply table (p. 92)."""

    points: Dice
    found: tuple[Found, ...]


def parse_supply_cell(text: str) -> SupplyCell:
    """Return a cell from text: 'D6+3; D3+1 booze' is D6+3 points, and D3+1 of Booze."""
    points, _semicolon, rest = text.partition(";")
    found: list[Found] = []
    for part in filter(None, (piece.strip() for piece in rest.split(","))):
        count, _space, key = part.rpartition(" ")
        found.append(Found(parse_dice(count) if count else 1, key))
    return SupplyCell(parse_dice(points), tuple(found))


def with_bonus(
    rows: Mapping[int, tuple[SupplyCell, ...]], bonus: int
) -> Mapping[int, tuple[SupplyCell, ...]]:
    """Return the table with so many points more in each cell: a house rule, 0 in the book."""
    if not bonus:
        return rows
    return {
        total: tuple(
            cell._replace(points=replace(cell.points, plus=cell.points.plus + bonus))
            for cell in cells
        )
        for total, cells in rows.items()
    }
