"""Checksums of rows, which reveal a bit that flipped on the disk.

SQLite notices when its pages don't fit together, but not when a value in one has changed: a Level of
3 that became 7 would be believed. So each row stores a checksum when it is written. Whatever is read
of a history, a sequence or a game at the table is verified first; `checking` verifies every row.

A head has a checksum of its own: it moves at every change, undo and tap, while the rest of its row
stays.
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

#: Columns that are not part of a row's checksum.
_APART = ("sum", "head", "head_sum")


class Model(SQLModel):
    """Base class of all tables. Storing a row sets its checksums; loading one verifies them and raises
    StoreError if it is damaged."""

    __table__: ClassVar[Table]


def sum_of(*values: Value) -> int:
    """Return the CRC-32 over some values, with a separator and a type code before each."""
    found, between = 0, b""
    for value in values:
        match value:
            case None:
                found = zlib.crc32(between + b"-", found)
            case bytes():  # perhaps megabytes, so it isn't copied
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
    """Return the columns in a row's checksum, in order, without a row id that SQLite assigns."""
    return tuple(
        column.name
        for column in model.__table__.columns
        if column.name not in _APART
        and not (column.primary_key and isinstance(column.type, Integer))
    )


def sum_of_row(model: type[Model], row: object) -> int:
    """Return the checksum of a row of a table."""
    return sum_of(*(getattr(row, name) for name in summed_columns(model)))


@event.listens_for(Model, "before_insert", propagate=True)
@event.listens_for(Model, "before_update", propagate=True)
def _seal(_mapper: object, _connection: object, row: Any) -> None:
    for column, made in _sums_of(row).items():
        setattr(row, column, made)


@event.listens_for(Model, "load", propagate=True)
def _verify_all(row: Any, _context: object) -> None:
    for column, made in _sums_of(row).items():
        verify(getattr(row, column), made)


def _sums_of(row: Any) -> dict[str, int]:
    """Return the checksums that a row's table stores, by their columns."""
    columns = row.__table__.columns
    sums = {"sum": sum_of_row(type(row), row)} if "sum" in columns else {}
    return sums | ({"head_sum": sum_of(row.id, row.head)} if "head_sum" in columns else {})


def verify(stored: int | None, made: int) -> None:
    """Raise StoreError if a stored checksum differs from the one computed now."""
    if stored != made:
        raise StoreError(
            "Part of the store was damaged on the disk and is not shown, so that no wrong "
            "number is. The check of the store says what it was."
        )


def chain(model: type[Model], rows: Iterable[Row[Any]], head: int | None) -> list[Row[Any]]:
    """Return the chain of rows from the first to the head, following each row's parent. Raises KeyError
    if one is missing, StoreError if one is damaged."""
    stored = {row.id: row for row in rows}
    found = []
    while head is not None:
        # Each row is taken once, so that a damaged chain that loops comes to an end.
        row = stored.pop(head)
        verify(row.sum, sum_of_row(model, row))
        found.append(row)
        head = row.parent_id
    found.reverse()
    return found
