"""Opening a store: new, older, newer, damaged, foreign, unwritable; schema and migrations."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import sys
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.printing.print_jobs import PrintActions
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import SessionActions
from lastdays.desktop import paths
from lastdays.errors import StoreError
from lastdays.rulebook import Catalogue
from lastdays.store import Store, open_store, opening
from lastdays.store.driver import driver_of, pragma
from lastdays.store.schema import latest_version
from lastdays.store.store import wanted_room

sys.path.insert(0, str(paths.data_root() / "packaging"))

from schema_sql import FILE, schema_sql

FIXTURES = Path(__file__).parents[1] / "fixtures"


def test_a_new_store_has_the_latest_schema(store: Store) -> None:
    assert store.schema_version() == latest_version() == "0005"
    assert store.integrity() == []


def refused(path: Path) -> str:
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(StoreError) as error:
        open_store(path)
    assert "Traceback" not in str(error.value)
    if before:
        assert path.read_bytes() == before
    return str(error.value)


@pytest.mark.parametrize(("size", "room"), [(None, 8), (0, 8), (1, 9), (2**20, 9), (2**20 + 1, 10)])
def test_as_much_room_is_wanted_as_changes_and_a_backup_take(
    tmp_path: Path, size: int | None, room: int
) -> None:
    path = tmp_path / "s.sqlite"
    if size is not None:
        path.write_bytes(bytes(size))
    assert wanted_room(path) == room


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    file = tmp_path / "holiday.jpg"
    file.write_bytes(b"\xff\xd8\xff" * 100)
    assert "isn't a Last Days store. It was left unchanged." in refused(file)


@pytest.mark.parametrize(
    "table", ["birds (name)", "campaigns (id)", "alembic_version (version_num)"]
)
def test_a_database_of_another_program(tmp_path: Path, table: str) -> None:
    file = tmp_path / "other.sqlite"
    with sqlite3.connect(file) as db:
        db.execute(f"CREATE TABLE {table}")
        db.execute(f"INSERT INTO {table} VALUES ('0001')")
    assert "not a Last Days store" in refused(file)


def test_a_folder(tmp_path: Path) -> None:
    assert "is a folder" in refused(tmp_path)


def test_a_newer_store(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    open_store(file).close()
    with sqlite3.connect(file) as db:
        db.execute("UPDATE alembic_version SET version_num = '0999'")
    db.close()
    assert "written by a newer version" in refused(file)


def test_the_schema_file_is_written_from_the_models() -> None:
    assert FILE.read_text(encoding="utf-8") == schema_sql()


def shape(db: sqlite3.Connection) -> dict[str, object]:
    """Columns, keys and indexes of every table, whatever the SQL looked like."""
    found: dict[str, object] = {}
    tables = [
        row[0]
        for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if row[0] != "alembic_version"
    ]
    for table in sorted(tables):
        columns = [row[1:4] + row[5:] for row in db.execute(f"PRAGMA table_info({table})")]
        keys = sorted(row[2:5] for row in db.execute(f"PRAGMA foreign_key_list({table})"))
        indexes = sorted(row[1] for row in db.execute(f"PRAGMA index_list({table})"))
        found[table] = (columns, keys, [i for i in indexes if not i.startswith("sqlite_")])
    return found


def test_the_migrations_make_what_the_models_say(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    open_store(file).close()
    fresh = sqlite3.connect(":memory:")
    fresh.executescript(schema_sql())
    migrated = sqlite3.connect(file)
    assert shape(migrated) == shape(fresh)
    migrated.close()
    fresh.close()


@pytest.mark.parametrize("name", sorted(p.name for p in FIXTURES.glob("store-*.sqlite")))
def test_every_schema_that_ever_landed_still_opens(
    tmp_path: Path, book: Catalogue, name: str
) -> None:
    file = tmp_path / name
    shutil.copy(FIXTURES / name, file)
    before = sqlite3.connect(file)
    counts = {
        t: before.execute(f"SELECT count(*) FROM {t}").fetchone()[0]
        for t in ("campaigns", "groups", "characters", "items", "changes", "revisions", "games")
    }
    before.close()
    store = open_store(file)
    workspace = Workspace(store, book)
    after = sqlite3.connect(file)
    for table, count in counts.items():
        assert after.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == count, table
    after.close()
    groups = workspace.groups()
    assert {g.name for g in groups} == {"Zeke's Truckers", "Carl's Crew"}
    for summary in groups:
        view = workspace.group(summary.id)
        assert len(view.group.roster) == 8
        with store.reading() as tx:
            assert tx.revisions.mirror_differences(view.group) == []
    store.close()


def test_portraits_and_what_was_printed_come_along(tmp_path: Path, book: Catalogue) -> None:
    file = tmp_path / "s.sqlite"
    shutil.copy(FIXTURES / "store-0002.sqlite", file)
    store = open_store(file)
    workspace = Workspace(store, book)
    group = workspace.group(next(g.id for g in workspace.groups() if g.name == "Carl's Crew")).group
    with store.reading() as tx:
        assert tx.paper.portrait(group.members[0].portrait).startswith(b"\xff\xd8")
        assert set(tx.paper.printed(group.id)) == {m.id for m in group.members}
    assert PrintActions(workspace).choice(group.id).kinds == ("characters",)
    store.close()


def test_games_at_the_table_come_along(tmp_path: Path, book: Catalogue) -> None:
    file = tmp_path / "s.sqlite"
    shutil.copy(FIXTURES / "store-0003.sqlite", file)
    store = open_store(file)
    workspace = Workspace(store, book)
    campaign = workspace.campaigns()[0].id
    sessions = SessionActions(workspace, PostGameActions(workspace, random.Random(1)))
    ended, begun = sorted(sessions.listed(campaign), key=lambda s: not s.ended)
    tracker = sessions.tracker(begun.id)
    assert len(tracker.timeline.entries) == 7
    assert tracker.pending() is not None  # a roll was left half answered
    other = sessions.tracker(ended.id)
    assert other.redo_name is not None
    assert workspace.campaign(campaign).campaign.game(ended.record).encounter == "massacre-site"
    store.close()


def test_a_store_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    open_store(file).close()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes that have a name")
def test_what_is_no_ordinary_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(StoreError, match="isn't an ordinary file"):
            open_store(path)


def test_a_name_that_is_too_long_and_a_home_that_is_not_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StoreError, match="can't be opened or created"):
        open_store(tmp_path / ("x" * 300))

    def unknown(_path: Path) -> None:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "expanduser", unknown)
    with pytest.raises(StoreError, match="your home folder isn't known"):
        open_store(Path("~/s.sqlite"))


def test_another_that_writes_is_named_in_plain_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening.make_engine, "__defaults__", (0.01,))  # seconds till it is said
    store = open_store(tmp_path / "s.sqlite")
    other = sqlite3.connect(store.path)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="is busy: another program"), store.writing():
        pass
    other.rollback()
    other.close()
    with store.writing():
        pass
    store.close()


@pytest.mark.parametrize("what", ["deleted", "moved", "replaced"])
def test_nothing_is_stored_where_nobody_would_find_it(
    tmp_path: Path, riverside: Workspace, what: str
) -> None:
    workspace = riverside
    store, path = workspace.store, workspace.store.path
    assert store.is_in_place()
    copy = tmp_path / "copy.sqlite"
    store.backup(copy)
    match what:
        case "deleted":
            path.unlink()
        case "moved":
            path.rename(tmp_path / "elsewhere.sqlite")
        case "replaced":
            shutil.copy(copy, tmp_path / "new.sqlite")
            (tmp_path / "new.sqlite").replace(path)
    assert not store.is_in_place()
    with pytest.raises(StoreError, match="moved, deleted or replaced"):
        CampaignActions(workspace).begin("Lost")
    assert len(workspace.groups()) == 2  # what is open can be read, and saved elsewhere
    store.backup(tmp_path / "saved.sqlite")
    again = open_store(tmp_path / "saved.sqlite")
    with again.reading() as tx:
        assert len(tx.index.groups()) == 2
    again.close()


@pytest.mark.parametrize(
    ("setting", "value"), [("synchronous", 2), ("fullfsync", 1), ("checkpoint_fullfsync", 1)]
)
def test_what_is_acknowledged_is_on_the_disk_itself(
    tmp_path: Path, setting: str, value: int
) -> None:
    """On macOS the disk would otherwise still have it in its own memory."""
    store = open_store(tmp_path / "s.sqlite")
    with store.engine.connect() as connection:
        assert pragma(driver_of(connection), setting) == value
    store.close()
