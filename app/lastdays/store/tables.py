"""What queries are put together of: `table(Model)` and `column(Model.attribute)`.

The rows are unpacked into names where they are read, and mypy knows what each holds: to it the plain
tables are the classes of `models`.
"""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sqlalchemy import Column, Connection, CursorResult, Insert, Table, Update
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect

from lastdays.store.plain_tables import (
    Answers as Answers,
    Campaigns as Campaigns,
    Changes as Changes,
    Characters as Characters,
    Games as Games,
    Groups as Groups,
    Items as Items,
    Perks as Perks,
    Portraits as Portraits,
    Prints as Prints,
    Revisions as Revisions,
    Sequences as Sequences,
    TableEvents as TableEvents,
    TableSessions as TableSessions,
)

if TYPE_CHECKING:
    from sqlmodel import SQLModel

T = TypeVar("T")


def table(model: type[SQLModel]) -> Table:
    """Return the table of a model, to insert into or to update."""
    return cast(Table, model.__table__)  # type: ignore[attr-defined]


def column(of: T) -> Column[T]:
    """Return the column behind a model's attribute, typed as what it holds: `column(Groups.head)`."""
    return cast(Column[T], of)


def in_words(statement: Insert | Update) -> str:
    """Return a statement as SQL whose parameters are named as its own are: `:session`."""
    dialect = sqlite_dialect(paramstyle="named")
    return str(statement.compile(dialect=dialect))


def is_file(connection: Connection) -> bool:
    """Tell whether a connection is SQLite's, to a file."""
    return connection.dialect.name == "sqlite"


def driver_of(connection: Connection) -> sqlite3.Connection:
    """Return SQLite's own connection under one of SQLAlchemy's, in the same transaction."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def mapping_of(words: str) -> dict[str, Any]:
    """Return what a column holds as a JSON object; an empty one where it is damaged."""
    try:
        found = json.loads(words)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def made(result: CursorResult[Any]) -> int:
    """Return the id of the row that was just inserted."""
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])
