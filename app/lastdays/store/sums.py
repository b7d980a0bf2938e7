"""A sum in each row over what it holds, by which a bit that flipped on the disk is found.

SQLite notices when its pages do not fit together, not when a letter in one is another: a Level of 3
that has become 7 would be believed. What is read of a history, a sequence or a game at the table is
held against its sum first; `checking` reads every row there is.

A head has a sum of its own: it moves at every change, undo and tap, and the rest of its row stays.
"""

from __future__ import annotations

import zlib
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import Connection, Integer, select, update

from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.store.tables import table

if TYPE_CHECKING:
    from sqlmodel import SQLModel

Value: TypeAlias = str | bytes | int | None

#: What no sum is made of: the sums, and what has one of its own.
_APART = ("sum", "head", "head_sum")


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
def summed_columns(model: type[SQLModel]) -> tuple[str, ...]:
    """Return the columns a row's sum is made of, in order; the number SQLite gave it is none."""
    return tuple(
        column.name
        for column in table(model).columns
        if column.name not in _APART
        and not (column.primary_key and isinstance(column.type, Integer))
    )


def summed(model: type[SQLModel], **values: Value) -> dict[str, Value]:
    """Return a row's values with their sum, to be inserted. All summed columns have to be given."""
    return {**values, "sum": sum_of(*(values[name] for name in summed_columns(model)))}


def with_head(id: str, head: int | None) -> dict[str, Value]:
    """Return the head of a row and its sum, to be inserted or updated."""
    return {"head": head, "head_sum": sum_of(id, head)}


def row_of(connection: Connection, model: type[SQLModel], id: str) -> dict[str, Any] | None:
    """Read a row by its id, its sums held; None where there is none. Raises StoreError."""
    rows = table(model)
    found = connection.execute(select(rows).where(rows.c.id == id)).mappings().first()
    if found is None:
        return None
    hold(found["sum"], *(found[name] for name in summed_columns(model)))
    hold(found["head_sum"], id, found["head"])
    return dict(found)


def change_row(connection: Connection, model: type[SQLModel], id: str, **values: Value) -> None:
    """Change some values of a row, and its sum with them."""
    before = row_of(connection, model, id)
    if before is not None:
        after = {name: before[name] for name in summed_columns(model)} | values
        rows = table(model)
        connection.execute(update(rows).where(rows.c.id == id).values(**summed(model, **after)))


def hold(stored: int | None, *values: Value) -> None:
    """Raise StoreError where values are not what their sum was made of."""
    if stored != sum_of(*values):
        raise StoreError(
            _(
                "Part of the store was damaged on the disk and is not shown, so that no wrong "
                "number is. The check of the store says what it was."
            )
        )
