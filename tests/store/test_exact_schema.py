"""A store has exactly the schema of its version: whatever else stands in it is refused before it is read."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.safekeeping import restore
from lastdays.errors import DamagedStoreError, StoreError
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.store.kept_backups import campaigns_in_backup
from lastdays.store.schema import latest_version, schema_in, schema_of
from store.planted import PLANTED


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED.keys())
def test_a_store_with_another_schema_is_refused_and_left_as_it_is(
    tmp_path: Path, sample_store: Path, planted: str
) -> None:
    path = Path(shutil.copy(sample_store, tmp_path / "friends.sqlite"))
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(planted)
        connection.execute("PRAGMA journal_mode=DELETE")
    before = path.read_bytes()
    with pytest.raises(DamagedStoreError, match="not a Last Days store"):
        open_store(path)
    assert path.read_bytes() == before


def test_a_new_store_has_the_schema_that_is_written_down(tmp_path: Path) -> None:
    """Written anew by `python packaging/schema_sql.py`."""
    path = tmp_path / "new.sqlite"
    open_store(path).close()
    with closing(sqlite3.connect(path)) as connection:
        assert schema_in(connection) == schema_of(latest_version())


def test_a_refused_restore_names_the_file_that_was_chosen(
    tmp_path: Path, sample_store: Path, book: Catalogue
) -> None:
    friends = Path(shutil.copy(sample_store, tmp_path / "friends.sqlite"))
    with closing(sqlite3.connect(friends)) as connection:
        connection.executescript(PLANTED["a trigger"])
    own = Path(shutil.copy(sample_store, tmp_path / "own.sqlite"))
    with closing(open_store(own)) as store, pytest.raises(StoreError) as refused:
        restore(Workspace(store, book), friends)
    said = f"{friends} is an SQLite file, but not a Last Days store."
    assert str(refused.value) == said


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED.keys())
def test_a_backup_with_another_schema_is_not_even_previewed(
    tmp_path: Path, sample_store: Path, planted: str
) -> None:
    path = Path(shutil.copy(sample_store, tmp_path / "backup.sqlite"))
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(planted)
        connection.execute("PRAGMA journal_mode=DELETE")
    with pytest.raises(DamagedStoreError, match="not a Last Days store"):
        campaigns_in_backup(path)
