"""Check a store: read every row as far as possible, and report what is damaged and whose it is."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from sqlalchemy import Connection, Table
from sqlmodel import select

from lastdays.errors import CancelledError
from lastdays.store.driver import TEXT_MOST, GoesOn, always, pragma
from lastdays.store.models import (
    HEADED,
    SUMMED,
    Model,
    Portraits,
    Sequences,
    document_in,
    hold_json,
    misfits,
    portrait_id,
    sum_of,
    summed_columns,
)
from lastdays.values import Value

#: A row by the names of its columns, as SQLite gives it.
RawRow: TypeAlias = Mapping[str, Any]
#: The tables whose rows the check can verify.
READ: tuple[type[Model], ...] = tuple(dict.fromkeys((*HEADED, *SUMMED, Portraits)))
#: The row ids that SQLite has, and the bytes that a row takes at least.
_FIRST = -(2**63)
_LAST = 2**63 - 1
_SMALLEST = 16
#: So many row ids of a table are tried one by one where its pages are damaged, then ever fewer.
_TRIED_MOST = 10_000


class DamagedRow(Value):
    """A row that differs from what was written: its table, and its owner as far as the row says."""

    table: str
    campaign: str
    group: str
    session: str
    head: bool


class UnreadableRows(Value):
    """Rows of a table that can't be read at all because pages of the file are damaged."""

    table: str
    count: int


Finding = DamagedRow | UnreadableRows


@contextmanager
def lenient(driver: sqlite3.Connection) -> Iterator[None]:
    """Read invalid UTF-8 with surrogate escapes instead of failing."""
    driver.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        driver.text_factory = str


class TableReader:
    """Reads the rows of a table, skipping damaged pages; `lost` counts the rows that can't be read."""

    def __init__(self, driver: sqlite3.Connection, of: Table) -> None:
        self._driver = driver
        self._of = of
        self.lost = 0
        self._tries = _TRIED_MOST

    def rows(self) -> Iterator[tuple[int, RawRow]]:
        """Yield each readable row with its row id, in ascending order."""
        start: int | None = _FIRST
        while start is not None:
            try:
                for number, row in self._select(start):
                    start = min(number + 1, _LAST)
                    yield number, row
                return
            except sqlite3.DatabaseError:
                start = self._beyond(start)

    def _beyond(self, start: int) -> int | None:
        """Return the next row id from which rows can be read again, None if there is none. What lies
        between, on damaged pages, is lost."""
        damaged = start
        step = 1
        while damaged + step <= _LAST:
            if self._can_read(damaged + step):
                sound = self._lowest(damaged, damaged + step)
                self._count_lost(max(start, 1), sound)
                return sound
            damaged += step
            self._tries -= 1
            if self._tries <= 0:
                step *= 2
        self.lost += 1
        return None

    def _lowest(self, damaged: int, sound: int) -> int:
        """Return the lowest row id after a damaged one from which rows can be read, up to a sound one."""
        while sound - damaged > 1:
            between = (damaged + sound) // 2
            if self._can_read(between):
                sound = between
            else:
                damaged = between
        return sound

    def _can_read(self, start: int) -> bool:
        """Return whether rows can be read from a row id on."""
        try:
            next(self._select(start), None)
        except sqlite3.DatabaseError:
            return False
        return True

    def _count_lost(self, start: int, sound: int) -> None:
        """Count the rows between two row ids: one, if there are more ids than the file can hold."""
        room = pragma(self._driver, "page_count") * pragma(self._driver, "page_size")
        ids = sound - start
        if ids * _SMALLEST <= room:
            self.lost += ids
        else:
            self.lost += 1

    def _select(self, start: int) -> Iterator[tuple[int, RawRow]]:
        """Yield the rows from a row id on."""
        cursor = self._driver.execute(
            f'SELECT rowid, * FROM "{self._of.name}" WHERE rowid >= ? ORDER BY rowid', (start,)
        )
        names = [name for name, *_rest in cursor.description]
        for number, *row in cursor:
            yield number, dict(zip(names[1:], row, strict=True))


def is_whole(model: type[Model], row: RawRow) -> bool:
    """Return whether a row matches its checksum; its head is not checked."""
    if model is Portraits:
        picture = row.get("picture")
        return isinstance(picture, bytes) and portrait_id(picture) == row.get("id")
    if model not in SUMMED:
        return True
    if misfits(model, row):
        return False
    try:
        # A store of an older schema has no sums yet.
        if "sum" in row and row["sum"] != _sum_of_raw(model, row):
            return False
        if any(_is_long_text(value) for value in row.values()):
            return False
        if "document" in row:
            document_in(row["document"])
        hold_json(model, row)
    except (KeyError, TypeError, ValueError, zlib.error):  # even a column's name may be lost
        return False
    return True


def _sum_of_raw(model: type[Model], row: RawRow) -> int:
    """Return the checksum of a row as SQLite gives it. Raises KeyError if a column is missing."""
    values = [row[name] for name in summed_columns(model)]
    return sum_of(*values)


def _is_long_text(value: object) -> bool:
    return isinstance(value, str) and len(value) > TEXT_MOST


def has_whole_head(row: RawRow) -> bool:
    """Return whether the head of a row matches its checksum."""
    try:
        checksum = sum_of(row["id"], row["head"])
        return "head_sum" not in row or bool(row["head_sum"] == checksum)
    except (KeyError, TypeError):
        return False


def damage(driver: sqlite3.Connection, goes_on: GoesOn = always) -> Iterator[Finding]:
    """Check every row that has a checksum; yield the damaged ones. Raises CancelledError once
    `goes_on` says that it isn't wanted any more."""
    with lenient(driver):
        owners = _owners(driver)
        for model in READ:
            reader = TableReader(driver, model.__table__)
            rows = (row for _number, row in reader.rows())
            yield from _judged(model, _rows_while_wanted(rows, goes_on), owners)
            if reader.lost:
                yield UnreadableRows(model.__table__.name, reader.lost)


def damage_in_league(connection: Connection, goes_on: GoesOn = always) -> Iterator[Finding]:
    """Check every row of a league that has a checksum; yield the damaged ones. Raises CancelledError
    likewise."""
    rows = connection.execute(select(Sequences.id, Sequences.campaign_id, Sequences.group_id))
    owners = {row.id: (row.campaign_id, row.group_id) for row in rows}
    for model in READ:
        mappings = connection.execute(select(model)).mappings()
        rows_of_model = (dict(row) for row in mappings)
        yield from _judged(model, _rows_while_wanted(rows_of_model, goes_on), owners)


def _rows_while_wanted(rows: Iterable[RawRow], goes_on: GoesOn) -> Iterator[RawRow]:
    """Yield rows as long as they are wanted. Raises CancelledError."""
    for row in rows:
        if not goes_on():
            raise CancelledError
        yield row


def _judged(
    model: type[Model],
    rows: Iterable[RawRow],
    owners: Mapping[str, tuple[str, str]],
) -> Iterator[Finding]:
    """Yield the damaged ones among some rows."""
    table = model.__table__.name
    for row in rows:
        if not is_whole(model, row):
            yield _damaged_row(table, row, owners)
        elif model in HEADED and not has_whole_head(row):
            yield _damaged_row(table, row, owners, head=True)


def _owners(driver: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """Return the campaign and the group of each sequence."""
    try:
        rows = driver.execute("SELECT id, campaign_id, group_id FROM sequences").fetchall()
    except sqlite3.DatabaseError:
        return {}
    return {id: (campaign, group) for id, campaign, group in rows}


def _damaged_row(
    of: str, row: RawRow, owners: Mapping[str, tuple[str, str]], *, head: bool = False
) -> DamagedRow:

    def text(name: str) -> str:
        value = row.get(name)
        return value if isinstance(value, str) else ""

    def key(table: str, link: str) -> str:
        """Return the id of the row itself in a table, elsewhere the one that it refers to."""
        return text("id") if of == table else text(link)

    campaign, group = owners.get(key("sequences", "sequence_id"), ("", ""))
    return DamagedRow(
        table=of,
        campaign=key("campaigns", "campaign_id") or campaign,
        group=key("groups", "group_id") or group,
        session=key("sessions", "session_id"),
        head=head,
    )
