"""Check a store: read every row as far as possible, and report what is damaged and whose it is."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from sqlalchemy import Connection, Table
from sqlmodel import select

from lastdays.store.driver import TEXT_MOST
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
#: Between two readable rows at most so many row ids are tried one by one.
_TRIED_MOST = 1_000_000


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

    def rows(self) -> Iterator[tuple[int, RawRow]]:
        """Yield each readable row with its row id, in ascending order."""
        low = 0
        try:
            for number, row in self._select("ORDER BY rowid"):
                low = number
                yield number, row
            return
        except sqlite3.DatabaseError:
            pass
        # A page is damaged: read from the other end, then the rows between one by one.
        after = []
        try:
            for found in self._select("WHERE rowid > ? ORDER BY rowid DESC", low):
                after.append(found)
        except sqlite3.DatabaseError:
            pass
        last = after[-1][0] if after else low + 1001
        for number in range(low + 1, min(last, low + 1 + _TRIED_MOST)):
            try:
                yield from self._select("WHERE rowid = ?", number)
            except sqlite3.DatabaseError:
                self.lost += 1
        self.lost = max(self.lost, 1)
        yield from reversed(after)

    def _select(self, which: str, *values: int) -> Iterator[tuple[int, RawRow]]:
        cursor = self._driver.execute(f'SELECT rowid, * FROM "{self._of.name}" {which}', values)
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
        if "sum" in row and row["sum"] != sum_of(*(row[name] for name in summed_columns(model))):
            return False
        if any(isinstance(value, str) and len(value) > TEXT_MOST for value in row.values()):
            return False
        if "document" in row:
            document_in(row["document"])
        hold_json(model, row)
    except (KeyError, TypeError, ValueError, zlib.error):  # even a column's name may be lost
        return False
    return True


def has_whole_head(row: RawRow) -> bool:
    """Return whether the head of a row matches its checksum."""
    try:
        of = sum_of(row["id"], row["head"])
        return "head_sum" not in row or bool(row["head_sum"] == of)
    except (KeyError, TypeError):
        return False


def damage(driver: sqlite3.Connection) -> Iterator[Finding]:
    """Check every row that has a checksum; yield the damaged ones."""
    with lenient(driver):
        owners = _owners(driver)
        for model in READ:
            reader = TableReader(driver, model.__table__)
            yield from _judged(model, (row for _number, row in reader.rows()), owners)
            if reader.lost:
                yield UnreadableRows(model.__table__.name, reader.lost)


def damage_in_league(connection: Connection) -> Iterator[Finding]:
    """Check every row of a league that has a checksum; yield the damaged ones."""
    rows = connection.execute(select(Sequences.id, Sequences.campaign_id, Sequences.group_id))
    owners = {row.id: (row.campaign_id, row.group_id) for row in rows}
    for model in READ:
        found = connection.execute(select(model)).mappings()
        yield from _judged(model, (dict(row) for row in found), owners)


def _judged(
    model: type[Model],
    rows: Iterable[RawRow],
    owners: Mapping[str, tuple[str, str]],
) -> Iterator[Finding]:
    """Yield the damaged ones among some rows."""
    of, headed = model.__table__.name, model in HEADED
    for row in rows:
        if not is_whole(model, row):
            yield _damaged(of, row, owners)
        elif headed and not has_whole_head(row):
            yield _damaged(of, row, owners, head=True)


def _owners(driver: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """Return the campaign and the group of each sequence."""
    try:
        rows = driver.execute("SELECT id, campaign_id, group_id FROM sequences").fetchall()
    except sqlite3.DatabaseError:
        return {}
    return {id: (campaign, group) for id, campaign, group in rows}


def _damaged(
    of: str, row: RawRow, owners: Mapping[str, tuple[str, str]], *, head: bool = False
) -> DamagedRow:
    def said(name: str) -> str:
        value = row.get(name)
        return value if isinstance(value, str) else ""

    sequence = said("id") if of == "sequences" else said("sequence_id")
    campaign, group = owners.get(sequence, ("", ""))
    return DamagedRow(
        of,
        campaign=(said("id") if of == "campaigns" else said("campaign_id")) or campaign,
        group=(said("id") if of == "groups" else said("group_id")) or group,
        session=said("id") if of == "sessions" else said("session_id"),
        head=head,
    )
