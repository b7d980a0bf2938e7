"""A sum in each row over what it holds, by which a bit that flipped on the disk is found.

SQLite notices when its pages do not fit together, not when a letter in one is another: a Level of 3
that has become 7 would be believed. So a row is given its sum as it is written, and what is read of a
history, a sequence or a game at the table is held against it first; `checking` reads every row there
is.

A head has a sum of its own: it moves at every change, undo and tap, and the rest of its row stays.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, TypeAlias

from sqlalchemy import Integer, Row, Table, event
from sqlmodel import SQLModel

from lastdays.errors import StoreError

Value: TypeAlias = str | bytes | int | None

#: What no sum is made of: the sums, and what has one of its own.
_APART = ("sum", "head", "head_sum")


class Model(SQLModel):
    """What all tables are declared by. A value of one is given its sums when it is stored, and held
    against them when it is read: StoreError where it is damaged."""

    __table__: ClassVar[Table]


def sum_of(*values: Value) -> int:
    """Return the CRC-32 over some values, each told from the next and from another kind."""
    found, between = 0, b""
    for value in values:
        match value:
            case None:
                found = zlib.crc32(between + b"-", found)
            case bytes():  # of megabytes, it may be: nothing of it is copied
                found = zlib.crc32(value, zlib.crc32(between + b"b", found))
            case str():
                text = value.encode("utf-8", "surrogateescape")
                found = zlib.crc32(between + b"t" + text, found)
            case _:
                found = zlib.crc32(between + b"n%d" % value, found)
        between = b"\x00"
    return found


@cache
def summed_columns(model: type[Model]) -> tuple[str, ...]:
    """Return the columns a row's sum is made of, in order; the number SQLite gave it is none."""
    return tuple(
        column.name
        for column in model.__table__.columns
        if column.name not in _APART
        and not (column.primary_key and isinstance(column.type, Integer))
    )


def sum_of_row(model: type[Model], row: object) -> int:
    """Return the sum over what a row of a table holds."""
    return sum_of(*(getattr(row, name) for name in summed_columns(model)))


@event.listens_for(Model, "before_insert", propagate=True)
@event.listens_for(Model, "before_update", propagate=True)
def _seal(_mapper: object, _connection: object, row: Any) -> None:
    columns = row.__table__.columns
    if "sum" in columns:
        row.sum = sum_of_row(type(row), row)
    if "head_sum" in columns:
        row.head_sum = sum_of(row.id, row.head)


@event.listens_for(Model, "load", propagate=True)
def _hold(row: Any, _context: object) -> None:
    columns = row.__table__.columns
    if "sum" in columns:
        hold(row.sum, sum_of_row(type(row), row))
    if "head_sum" in columns:
        hold(row.head_sum, sum_of(row.id, row.head))


def hold(stored: int | None, made: int) -> None:
    """Raise StoreError where a sum is not the one that is made of what is there now."""
    if stored != made:
        raise StoreError(
            "Part of the store was damaged on the disk and is not shown, so that no wrong "
            "number is. The check of the store says what it was."
        )


def chain(model: type[Model], rows: Iterable[Row[Any]], head: int | None) -> list[Row[Any]]:
    """Return the rows that a head leads back to by their parents, in order. Raises KeyError where one
    is missing, StoreError where one is damaged."""
    stored = {row.id: row for row in rows}
    found = []
    step = head
    while step is not None:
        # Each is read once: a chain that leads into itself would have no end.
        row = stored.pop(step)
        hold(row.sum, sum_of_row(model, row))
        found.append(row)
        step = row.parent_id
    found.reverse()
    return found
