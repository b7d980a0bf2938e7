"""Connections of SQLite's own, and what each is held to whoever wrote the file that it opens."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Boolean, Connection, Engine, Integer, LargeBinary, String

from lastdays.desktop.bounds import MIB
from lastdays.errors import CancelledError
from lastdays.language import _

#: The most bytes of one value in a row; a packed document with ten thousand games has less than half.
VALUE_MOST = 8 * MIB
#: The most characters of a text: a parser may make a hundred bytes of each.
TEXT_MOST = 2 * MIB
#: SQLite's number of the setting that lets no statement write what a file is made of.
_DEFENSIVE = 1010


def guard(driver: sqlite3.Connection) -> None:
    """Have a connection run nothing that a schema says, and read no value that is out of bounds."""
    limit(driver)
    if hasattr(driver, "setconfig"):  # since Python 3.12
        driver.setconfig(_DEFENSIVE, True)


def limit(driver: sqlite3.Connection) -> None:
    """Do the same for a copy whose schema is about to be written by hand."""
    driver.execute("PRAGMA trusted_schema=OFF")
    driver.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, VALUE_MOST)


#: Returns whether a long reading of a store is still wanted.
GoesOn = Callable[[], bool]
#: After so many of its instructions, a thousandth of a second or so, SQLite asks whether to go on.
_INSTRUCTIONS = 20_000


def always() -> bool:
    """Go on in any case."""
    return True


@contextmanager
def stoppable(driver: sqlite3.Connection, goes_on: GoesOn) -> Iterator[None]:
    """Have SQLite stop a statement of the block once `goes_on` says so. Raises CancelledError."""

    def stops() -> bool:
        return not goes_on()

    driver.set_progress_handler(stops, _INSTRUCTIONS)
    try:
        yield
    finally:
        driver.set_progress_handler(None, 0)
    if not goes_on():
        raise CancelledError


def driver_of(connection: Connection) -> sqlite3.Connection:
    """Return SQLite's own connection beneath one of SQLAlchemy's, in the same transaction."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def pragma(driver: sqlite3.Connection, name: str) -> int:
    """Return the number that one of SQLite's pragmas has."""
    (number,) = driver.execute(f"PRAGMA {name}").fetchone()
    return int(number)


# What is read


def check_types(engine: Engine) -> None:
    """Have an engine refuse each value that isn't of its column's kind, as one bit that flips in the
    head of a row makes a number of a text. It raises `sqlite3.DatabaseError`."""
    engine.dialect.colspecs = {
        **engine.dialect.colspecs,
        String: _Text,
        Integer: _Number,
        Boolean: _YesOrNo,
        LargeBinary: _Bytes,
    }


def _of_kind(kind: type) -> Callable[[object], Any]:
    def checked(value: object) -> object:
        if value is None or type(value) is kind:
            return value
        raise sqlite3.DatabaseError(_("a value in it isn't what belongs there"))

    return checked


class _Text(String):
    def result_processor(self, _dialect: object, _coltype: object) -> Callable[[object], Any]:
        checked = _of_kind(str)

        def read(value: object) -> str | None:
            text: str | None = checked(value)
            if text is not None and len(text) > TEXT_MOST:
                raise sqlite3.DatabaseError(_("a text in it is longer than can belong there"))
            return text

        return read


class _Number(Integer):
    def result_processor(self, _dialect: object, _coltype: object) -> Callable[[object], Any]:
        return _of_kind(int)


class _YesOrNo(Boolean):
    def result_processor(self, _dialect: object, _coltype: object) -> Callable[[object], Any]:
        checked = _of_kind(int)

        def read(value: object) -> bool | None:
            number = checked(value)
            return None if number is None else bool(number)

        return read


class _Bytes(LargeBinary):
    def result_processor(self, _dialect: object, _coltype: object) -> Callable[[object], Any]:
        return _of_kind(bytes)
