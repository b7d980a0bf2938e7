"""Checking a store: every row is read as far as possible, to say what is damaged and whose it
is."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from sqlalchemy import Connection, Table
from sqlmodel import select

from lastdays.desktop.bounds import OutOfBoundsError, unpacked
from lastdays.store.models import DOCUMENT_MOST, HEADED, SUMMED, Portraits, Sequences
from lastdays.store.paper import portrait_id
from lastdays.store.sums import Model, sum_of, summed_columns
from lastdays.values import Value

#: A row by the names of its columns, as SQLite gives it.
RawRow: TypeAlias = Mapping[str, Any]
#: The tables whose rows the check holds against something.
READ: tuple[type[Model], ...] = tuple(dict.fromkeys((*HEADED, *SUMMED, Portraits)))
#: More ids than this between two that can be read are not tried one by one.
_TRIED_MOST = 1_000_000


class DamagedRow(Value):
    """A row that is not what was written: which table's, whose it is as far as it says so."""

    table: str
    row: int
    campaign: str = ""
    group: str = ""
    sequence: str = ""
    session: str = ""
    head: bool = False


class UnreadableRows(Value):
    """Rows of a table that could not be read at all: pages of the file are damaged."""

    table: str
    count: int


Finding = DamagedRow | UnreadableRows


@contextmanager
def lenient(driver: sqlite3.Connection) -> Iterator[None]:
    """Read text that is no longer valid UTF-8 as it is, instead of failing."""
    driver.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        driver.text_factory = str


class TableReader:
    """Reads the rows of a table around what is damaged; `lost` is how many could not be read."""

    def __init__(self, driver: sqlite3.Connection, of: Table) -> None:
        self._driver = driver
        self._of = of
        self.lost = 0

    def rows(self) -> Iterator[tuple[int, RawRow]]:
        """Give each row that can be read, with its number; the lowest first."""
        low = 0
        try:
            for number, row in self._select("ORDER BY rowid"):
                low = number
                yield number, row
            return
        except sqlite3.DatabaseError:
            pass
        # A page is damaged: from the other end, and what lies between one by one.
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
    """Tell whether a row is what was written, as far as its sum says; its head is not looked at."""
    if model is Portraits:
        picture = row.get("picture")
        return isinstance(picture, bytes) and portrait_id(picture) == row.get("id")
    if model not in SUMMED:
        return True
    try:
        # A store of an older schema has no sums yet.
        if "sum" in row and row["sum"] != sum_of(*(row[name] for name in summed_columns(model))):
            return False
        for name in ("document", "start"):
            if name in row:
                unpacked(row[name], DOCUMENT_MOST)
    except (KeyError, TypeError, zlib.error, OutOfBoundsError):  # a column can have lost its name
        return False
    return True


def has_whole_head(row: RawRow) -> bool:
    """Tell whether the head of a row is the one that was set last."""
    try:
        of = sum_of(row["id"], row["head"])
        return "head_sum" not in row or bool(row["head_sum"] == of)
    except (KeyError, TypeError):
        return False


def damage(driver: sqlite3.Connection) -> Iterator[Finding]:
    """Read every row that has a sum, and give those that are damaged."""
    with lenient(driver):
        owners = _owners(driver)
        for model in READ:
            reader = TableReader(driver, model.__table__)
            yield from _judged(model, reader.rows(), owners)
            if reader.lost:
                yield UnreadableRows(model.__table__.name, reader.lost)


def damage_in_league(connection: Connection) -> Iterator[Finding]:
    """Read every row of a league that has a sum, and give those that are damaged."""
    rows = connection.execute(select(Sequences.id, Sequences.campaign_id, Sequences.group_id))
    owners = {row.id: (row.campaign_id, row.group_id) for row in rows}
    for model in READ:
        found = connection.execute(select(model)).mappings()
        numbered = ((number, dict(row)) for number, row in enumerate(found, 1))
        yield from _judged(model, numbered, owners)


def _judged(
    model: type[Model],
    rows: Iterable[tuple[int, RawRow]],
    owners: Mapping[str, tuple[str, str]],
) -> Iterator[Finding]:
    """Give the damaged ones among some rows with their numbers."""
    of, headed = model.__table__.name, model in HEADED
    for number, row in rows:
        if not is_whole(model, row):
            yield _damaged(of, number, row, owners)
        elif headed and not has_whole_head(row):
            yield _damaged(of, number, row, owners, head=True)


def _owners(driver: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """Return the campaign and the group of each sequence."""
    try:
        rows = driver.execute("SELECT id, campaign_id, group_id FROM sequences").fetchall()
    except sqlite3.DatabaseError:
        return {}
    return {id: (campaign, group) for id, campaign, group in rows}


def _damaged(
    of: str,
    number: int,
    row: RawRow,
    owners: Mapping[str, tuple[str, str]],
    *,
    head: bool = False,
) -> DamagedRow:
    def said(name: str) -> str:
        value = row.get(name)
        return value if isinstance(value, str) else ""

    sequence = said("id") if of == "sequences" else said("sequence_id")
    campaign, group = owners.get(sequence, ("", ""))
    return DamagedRow(
        of,
        number,
        campaign=(said("id") if of == "campaigns" else said("campaign_id")) or campaign,
        group=(said("id") if of == "groups" else said("group_id")) or group,
        sequence=sequence,
        session=said("id") if of == "sessions" else said("session_id"),
        head=head,
    )
