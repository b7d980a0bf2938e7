"""Tidying a store up: smaller, the same in all that counts, and refused where it isn't safe."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections import namedtuple
from contextlib import closing

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.store_check import check_store
from lastdays.errors import StoreError
from lastdays.store import open_store
from lastdays.store.tidying import TidyWatch, size_of, tidy
from store.exercise import edit_group, rows

ROOM = namedtuple("ROOM", "total used free")


@pytest.fixture
def grown(tmp_path, sample_store):
    """A store in which much was written that is no longer there."""
    path = tmp_path / "store.sqlite"
    shutil.copy(sample_store, path)
    store = open_store(path)
    with store.writing() as tx:
        for n in range(60):
            tx.paper.add_portrait(random.Random(n).randbytes(20_000))
    with store.writing() as tx:
        tx.connection.exec_driver_sql("DELETE FROM portraits")
    store.close()
    store = open_store(path)
    yield store
    store.close()


def test_what_nothing_needs_is_given_back_and_all_else_stays(grown, book, tmp_path):
    workspace = Workspace(grown, book)
    size = size_of(grown)
    assert size.free > 1_000_000
    assert size.free < size.whole == grown.path.stat().st_size
    assert 0 < size.histories < size.whole - size.free
    told = []
    with grown.resting():
        before = rows(grown.path)
        done = tidy(grown, TidyWatch(told.append))
        assert rows(grown.path) == before
    assert (done.before, done.after) == (size.whole, grown.path.stat().st_size)
    assert done.after <= size.whole - size.free
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 100)
    assert {p.name for p in tmp_path.iterdir()} <= {"store.sqlite"}
    # It goes on as ever: read, changed, undone; a log is kept, and belongs to it.
    group = workspace.groups()[0]
    GroupActions(workspace).write_notes(group.id, "after")
    assert grown.path.with_name("store.sqlite-wal").exists()
    workspace.undo(group.campaign, group.id)
    assert check_store(workspace).sound
    grown.close()
    again = open_store(grown.path)
    assert again.told == ()
    assert size_of(again).free < 20_000
    again.close()


def test_never_while_another_process_reads(grown):
    before = grown.path.read_bytes()
    code = (
        "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); "
        "db.execute('BEGIN'); db.execute('SELECT * FROM groups').fetchall(); "
        "print('reads', flush=True); sys.stdin.read()"
    )
    with (
        grown.resting(),
        subprocess.Popen(
            [sys.executable, "-c", code, str(grown.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as other,
    ):
        assert other.stdout.readline() == b"reads\n"
        with pytest.raises(StoreError, match="being read or written by another program"):
            tidy(grown)
        other.stdin.close()
        other.wait()
        assert grown.path.read_bytes() == before
        assert tidy(grown).after < len(before)


def test_the_room_it_takes_is_looked_at_before(grown, monkeypatch):
    before = grown.path.read_bytes()
    needed = 3 * len(before)
    monkeypatch.setattr(
        "lastdays.store.tidying.shutil.disk_usage", lambda _path: ROOM(0, 0, needed - 1)
    )
    with grown.resting(), pytest.raises(StoreError, match=r"needs \d+ MB of room beside"):
        tidy(grown)
    assert grown.path.read_bytes() == before


def test_a_damaged_store_is_left_as_it_is(grown):
    with closing(sqlite3.connect(grown.path)) as db:
        db.execute("UPDATE revisions SET document = zeroblob(9) WHERE id = 1")
        db.commit()
    grown._let_go()
    with closing(sqlite3.connect(grown.path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = rows(grown.path)
    with grown.resting(), pytest.raises(StoreError, match="Something in the store is damaged"):
        tidy(grown)
    assert rows(grown.path) == before
    assert not list(grown.path.parent.glob("*.part"))
    assert not list(grown.path.parent.glob(".*.part"))


@pytest.mark.sweep
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("percent", [0, 30, 50, 70, 80, 99, 100])
def test_killed_at_any_step_it_is_the_one_or_the_other(grown, percent, book):
    grown.close()
    before = rows(grown.path)
    child = os.fork()
    if child == 0:
        try:
            store = open_store(grown.path)
            with store.resting():
                tidy(
                    store,
                    TidyWatch(lambda now: os.kill(os.getpid(), 9) if now >= percent else None),
                )
        finally:
            os._exit(1)
    _child, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
    store = open_store(grown.path)
    assert store.told == ()
    assert check_store(Workspace(store, book)).sound
    with store.resting():
        assert rows(grown.path) == before
        tidy(store)
        assert rows(grown.path) == before
    store.close()
    assert not list(grown.path.parent.glob(".*.part"))


@pytest.mark.sweep
def test_what_a_change_adds_is_bounded(tmp_path, sample_store, book):
    """As `docs/safety.md` says; undo and redo add nothing."""
    path = tmp_path / "store.sqlite"
    shutil.copy(sample_store, path)
    store = open_store(path)
    workspace = Workspace(store, book)
    group = workspace.groups()[0]

    def size() -> int:
        with store.engine.connect() as connection:
            driver = connection.connection.driver_connection
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return path.stat().st_size

    before = size()
    for n in range(100):
        edit_group(GroupActions(workspace), group.id, name="A", player="", points=n, games=0)
    after = size()
    assert 0 < after - before < 100 * 2500
    for _n in range(50):
        workspace.undo(group.campaign, group.id)
        workspace.redo(group.campaign, group.id)
    assert size() == after
    store.close()
