"""One bit that flips in the head of a row makes a number, or mere bytes, of a text. Whatever a value
comes out as, that is damage: said in a sentence, with the rescue offered, and all is recovered."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.safekeeping import check_store, recover
from lastdays.errors import DamagedStoreError, StoreError
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.store.models import MODELS

COLUMNS = [
    (model.__table__.name, column.name)
    for model in MODELS
    for column in model.__table__.columns
    # SQLite itself says which number a row of these has.
    if not (column.primary_key and str(column.type) == "INTEGER")
]
#: What a value may come out as, by SQLite's name of its kind.
KINDS = {"text": "'7'", "integer": "7", "real": "7.5", "blob": "x'37ff'", "null": "NULL"}
STORED_AS = {
    "VARCHAR": "text",
    "INTEGER": "integer",
    "BIGINT": "integer",
    "BOOLEAN": "integer",
    "BLOB": "blob",
}


GROUPS = {"Carl's Crew", "Zeke's Truckers"}


@pytest.fixture
def damaged(full_store: Path, tmp_path: Path) -> Path:
    """A store with a row in each table."""
    path = Path(shutil.copy(full_store, tmp_path / "damaged.sqlite"))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO perks SELECT id, 'p', 0, 'garden' FROM groups LIMIT 1")
    return path


def misfits(table: str, column: str) -> list[str]:
    """The kinds of value that a column doesn't hold."""
    (found,) = (
        model.__table__.columns[column] for model in MODELS if model.__table__.name == table
    )
    held = {STORED_AS[str(found.type)]}
    if found.nullable:
        held.add("null")
    return [kind for kind in KINDS if kind not in held]


def tried(*unseen: str) -> list[object]:
    """Each column with each kind that it doesn't hold, but for some: each time one of them, the next
    one for the next column; the others before a release."""
    found: list[object] = []
    for place, (table, column) in enumerate(COLUMNS):
        kinds = [kind for kind in misfits(table, column) if kind not in unseen]
        for n, kind in enumerate(kinds):
            seldom = n != place % len(kinds)
            found.append(pytest.param(table, column, kind, marks=[pytest.mark.long] * seldom))
    return found


def spoil(file: Path, table: str, column: str, kind: str) -> None:
    """Have a value of a table come out as another kind."""
    with closing(sqlite3.connect(file)) as db, db:
        # Where columns are declared as nothing in particular, nothing is converted on the way there.
        db.execute("PRAGMA writable_schema=ON")
        (sql,) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        bare = sql.replace("VARCHAR", "BLOB").replace("INTEGER", "BLOB").replace("BOOLEAN", "BLOB")
        loose = bare.replace("NOT NULL", "")
        db.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (loose, table))
        version = db.execute("PRAGMA schema_version").fetchone()[0]
        db.execute(f"PRAGMA schema_version = {version + 1}")
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("PRAGMA writable_schema=ON")
        db.execute(
            f'UPDATE "{table}" SET "{column}" = {KINDS[kind]} '
            f'WHERE rowid = (SELECT max(rowid) FROM "{table}")'
        )
        assert db.total_changes
        db.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, table))
        db.execute(f"PRAGMA schema_version = {version + 2}")


@pytest.mark.parametrize(("table", "column", "kind"), tried())
def test_a_value_of_another_kind_is_damage_in_whatever_column(
    damaged: Path, table: str, column: str, kind: str
) -> None:
    spoil(damaged, table, column, kind)
    before = damaged.read_bytes()
    with pytest.raises(DamagedStoreError, match="damaged"):
        open_store(damaged)
    assert damaged.read_bytes() == before


@pytest.mark.sweep
@pytest.mark.parametrize(("table", "column", "kind"), tried())
def test_all_but_the_row_is_recovered(
    damaged: Path, tmp_path: Path, book: Catalogue, table: str, column: str, kind: str
) -> None:
    spoil(damaged, table, column, kind)
    recovered = tmp_path / "recovered.sqlite"
    recover(damaged, recovered)
    with closing(open_store(recovered)) as store:
        workspace = Workspace(store, book)
        assert check_store(workspace).sound
        assert {group.name for group in workspace.groups()} == GROUPS


@pytest.mark.sweep
@pytest.mark.parametrize(("table", "column", "kind"), tried("null"))
def test_one_that_flips_while_the_store_is_open_is_said(
    damaged: Path, book: Catalogue, table: str, column: str, kind: str
) -> None:
    """But where there is nothing at all: SQLite's own check says that."""
    with closing(open_store(damaged)) as store:
        workspace = Workspace(store, book)
        campaigns = [campaign.id for campaign in workspace.campaigns()]
        spoil(damaged, table, column, kind)
        assert all_that_is_read(workspace, campaigns)


def all_that_is_read(workspace: Workspace, campaigns: list[str]) -> list[str]:
    """What is said instead of what pages and commands read."""
    said = []

    def read(act: Callable[[], object]) -> None:
        try:
            act()
        except StoreError as error:
            said.append(str(error))

    def checked() -> None:
        said.extend(problem.text for problem in check_store(workspace).problems)

    read(workspace.store.names)
    read(checked)
    for campaign in campaigns:
        read(partial(workspace.overview, campaign))
        read(partial(CampaignTransfer(workspace).export, campaign))
    return said
