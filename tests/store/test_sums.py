"""A bit that flipped in a row is found before its number is believed."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.sql.elements import quoted_name

from lastdays.errors import StoreError
from lastdays.store import Store, open_store
from lastdays.store.models import HEADED, SUMMED, sum_of, sum_of_row, summed_columns
from lastdays.store.revisions import Subject
from store.sealing import seal


@pytest.fixture
def file(full_store: Path) -> Path:
    return full_store


def test_values_next_to_each_other_are_told_apart() -> None:
    sums = [sum_of("ab", "c"), sum_of("a", "bc"), sum_of("a", "b", "c"), sum_of("ab", None, "c")]
    sums += [sum_of(1), sum_of("1"), sum_of(b"1"), sum_of(None)]
    assert len(set(sums)) == len(sums)
    assert sum_of(True) == sum_of(1)  # as a row gives it back


@pytest.mark.parametrize("model", [*SUMMED, *HEADED])
def test_a_migrated_store_has_the_sums_that_this_edition_makes(file: Path, model: Any) -> None:
    store = open_store(file)
    with store.reading() as tx:
        found = tx.connection.execute(model.__table__.select()).all()
        assert found
        for row in found:
            if model in SUMMED:
                assert row.sum == sum_of_row(model, row)
            if model in HEADED:
                assert row.head_sum == sum_of(row.id, row.head)
    store.close()


def _each_value() -> Iterator[tuple[str, quoted_name | str]]:
    """Every summed column of every model, and the heads."""
    for model in SUMMED:
        for name in summed_columns(model):
            yield str(model.__tablename__), name
    for model in HEADED:
        yield str(model.__tablename__), "head"


def _read_everything(store: Store) -> None:
    """Read what a window would: histories with documents, sequences, sessions."""
    with store.reading() as tx:
        rows = tx.connection.exec_driver_sql("SELECT id FROM revisions").scalars().all()
        for revision in rows:
            tx.revisions.revision(revision)
        for (campaign,) in tx.connection.exec_driver_sql("SELECT id FROM campaigns").all():
            tx.revisions.head_id(Subject(campaign))
        for campaign, group in tx.connection.exec_driver_sql(
            "SELECT campaign_id, id FROM groups"
        ).all():
            tx.revisions.head_id(Subject(campaign, group))
        for sequence in tx.connection.exec_driver_sql("SELECT id FROM sequences").scalars().all():
            tx.sequences.sequence(sequence)
        for session in tx.connection.exec_driver_sql("SELECT id FROM sessions").scalars().all():
            tx.table.session(session)


#: What no reading believes without the check: a history names its changes, and what was last
#: printed is only compared.
_ONLY_CHECKED = ("changes", "prints")


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("of", "column"), [each for each in _each_value() if each[0] not in _ONLY_CHECKED]
)
def test_a_changed_value_is_not_read_as_if_it_were_right(
    file: Path, tmp_path: Path, of: str, column: quoted_name | str
) -> None:
    copy = tmp_path / "s.sqlite"
    shutil.copy(file, copy)
    with sqlite3.connect(copy) as db:
        db.execute("PRAGMA foreign_keys=OFF")
        row, found = db.execute(
            f"SELECT rowid, {column} FROM {of} ORDER BY {column} IS NULL, rowid"
        ).fetchone()
        db.execute(f"UPDATE {of} SET {column} = ? WHERE rowid = ?", (_flipped(found), row))
    db.close()
    store = open_store(copy)
    with pytest.raises(StoreError):
        _read_everything(store)
    with store.writing() as tx:
        seal(tx.connection)
    store.close()


def _flipped(value: str) -> str:
    match value:
        case None:
            return 1
        case int():
            return value ^ 1
        case bytes():
            return bytes((value[0] ^ 1,)) + value[1:]
        case _:
            return value[:-1] + chr(ord(value[-1]) ^ 1) if value else "x"
