"""A store whose schema runs something of its own is recovered without running any of it, soon and in
little memory; and a recovery that fails leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.safekeeping import check_store, recover
from lastdays.errors import StoreError
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.store.store import Store
from soak.disks import fill, small_disk
from soak.growth import hold
from store.logs import log_of
from store.planted import PLANTED

#: What would run without end, or in very much memory.
HOSTILE = {
    "a view without end in place of a table": (
        "ALTER TABLE campaigns RENAME TO zz; CREATE VIEW campaigns AS WITH RECURSIVE more(id) AS "
        "(SELECT 1 UNION ALL SELECT id + 1 FROM more) SELECT id AS rowid, id FROM more"
    ),
    "a view without end in place of the version": (
        "DROP TABLE alembic_version; CREATE VIEW alembic_version AS WITH RECURSIVE "
        "more(version_num) AS (SELECT 1 UNION ALL SELECT version_num + 1 FROM more) "
        "SELECT max(version_num) AS version_num FROM more"
    ),
    "a dear index": (
        "CREATE INDEX zz ON groups (abs(points)); PRAGMA writable_schema=ON; "
        "UPDATE sqlite_master SET sql = 'CREATE INDEX zz ON groups "
        "(length(hex(zeroblob(400000000 + points))))' WHERE name = 'zz'"
    ),
    "a dear generated column": (
        "ALTER TABLE revisions ADD COLUMN zz AS (length(hex(zeroblob(400000000 + id))))"
    ),
}


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
@pytest.mark.parametrize(
    "planted",
    [
        *(pytest.param(sql, id=name) for name, sql in HOSTILE.items()),
        *(pytest.param(sql, id=name, marks=pytest.mark.sweep) for name, sql in PLANTED.items()),
    ],
)
def test_nothing_of_a_schema_is_run_when_its_store_is_recovered(
    tmp_path: Path, sample_store: Path, book: Catalogue, planted: str
) -> None:
    path = Path(shutil.copy(sample_store, tmp_path / "friends.sqlite"))
    with closing(sqlite3.connect(path)) as db:
        db.executescript(planted)
    assert hold(lambda: recover(path, tmp_path / "recovered.sqlite")) == "taken"
    with closing(open_store(tmp_path / "recovered.sqlite")) as store:
        workspace = Workspace(store, book)
        assert check_store(workspace).sound
        assert {group.name for group in workspace.groups()} == {"Carl's Crew", "Zeke's Truckers"}


def test_a_log_that_lies_is_left_out(tmp_path: Path, sample_store: Path) -> None:
    path = Path(shutil.copy(sample_store, tmp_path / "friends.sqlite"))
    log = log_of(path.read_bytes()[:4096], 3 * 2**30 // 4096)
    (tmp_path / "friends.sqlite-wal").write_bytes(log)
    done = recover(path, tmp_path / "recovered.sqlite")
    assert len(done.groups) == 2
    assert done.missing == ()


@pytest.mark.skipif(os.name == "nt", reason="no disk may be mounted here")
@pytest.mark.parametrize("kilobytes", [0, 16, 64, 160])
def test_a_recovery_onto_a_full_disk_leaves_nothing(
    tmp_path: Path, sample_store: Path, kilobytes: int
) -> None:
    with small_disk(tmp_path) as disk:
        if disk is None:
            pytest.skip("no disk may be mounted here")
        fill(disk, kilobytes * 1024)
        before = sorted(file.name for file in disk.iterdir())
        with pytest.raises(StoreError):
            recover(sample_store, disk / "recovered.sqlite")
        assert sorted(file.name for file in disk.iterdir()) == before


def test_a_recovery_whose_changes_could_not_be_poured_in_leaves_nothing(
    tmp_path: Path, sample_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = Store.close

    def leave_a_log(store: Store) -> None:
        close(store)
        (tmp_path / "recovered.sqlite-wal").write_bytes(b"what was not poured in")

    monkeypatch.setattr(Store, "close", leave_a_log)
    with pytest.raises(StoreError, match="no room left"):
        recover(sample_store, tmp_path / "recovered.sqlite")
    assert not list(tmp_path.glob("recovered*"))
