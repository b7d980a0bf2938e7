"""A disk that is full, or nearly: it is said to be that, and the store on it is opened to be read."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import check_store
from lastdays.desktop import files
from lastdays.errors import DamagedStoreError, StoreError
from lastdays.rulebook import Catalogue
from lastdays.store import open_store, opening
from lastdays.store.kept_backups import Backups
from lastdays.store.schema import latest_version
from lastdays.store.store import StoreFault, fault, what_went_wrong
from soak.disks import fill, small_disk

FIXTURES = Path(__file__).parents[1] / "fixtures"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 4 MB."""
    if os.name == "nt":
        pytest.skip("no disk may be mounted here")
    with small_disk(tmp_path) as place:
        if place is None:
            pytest.skip("no disk may be mounted here")
        yield place


def contents(folder: Path) -> dict[str, bytes]:
    return {f.name: f.read_bytes() for f in folder.iterdir()}


@pytest.mark.parametrize("kilobytes", [0, 4, 8, 12, 20, 28, 60])
def test_a_start_opens_the_store_to_be_read_and_says_how_much_room_is_wanted(
    disk: Path, sample_store: Path, book: Catalogue, tmp_path: Path, kilobytes: int
) -> None:
    path = Path(shutil.copy(sample_store, disk / "store.sqlite"))
    fill(disk, kilobytes * 1024)
    before = contents(disk)
    store = open_store(path)
    assert store.read_only
    (told,) = store.notices
    assert told.startswith(f"The disk with {path} is full, so it is open read-only")
    assert "Free at least 9 MB" in told
    workspace = Workspace(store, book)
    assert check_store(workspace).sound
    group = workspace.groups()[0]
    with pytest.raises(StoreError, match=r"is full, so it is open read-only\. Nothing was"):
        GroupActions(workspace).write_notes(group.id, "changed")
    store.backup(tmp_path / "elsewhere.sqlite")
    store.close()
    assert contents(disk) == before
    store = open_store(tmp_path / "elsewhere.sqlite")
    GroupActions(Workspace(store, book)).write_notes(group.id, "played on")
    store.close()
    (disk / "ballast").unlink()  # there is room again: it goes on
    store = open_store(path)
    GroupActions(Workspace(store, book)).write_notes(group.id, "after")
    assert store.notices == ()
    store.close()


def test_what_a_killed_program_left_beside_it_is_read_too(
    disk: Path, sample_store: Path, book: Catalogue
) -> None:
    path = Path(shutil.copy(sample_store, disk / "store.sqlite"))
    child = os.fork()
    if child == 0:
        workspace = Workspace(open_store(path), book)
        GroupActions(workspace).write_notes(workspace.groups()[0].id, "said last")
        os.kill(os.getpid(), 9)
    os.waitpid(child, 0)
    (disk / "store.sqlite-shm").unlink()
    fill(disk, 8 * 1024)
    before = contents(disk)
    store = open_store(path)
    workspace = Workspace(store, book)
    assert workspace.group(workspace.groups()[0].id).group.notes == "said last"
    store.close()
    assert contents(disk) == before


@pytest.mark.parametrize("kilobytes", [12, 60, 100])
def test_one_of_an_earlier_edition_without_room_to_be_brought_up_to_date(
    disk: Path, book: Catalogue, monkeypatch: pytest.MonkeyPatch, kilobytes: int
) -> None:
    """It seemed to have room, and SQLite says that it has none."""
    path = Path(shutil.copy(FIXTURES / "store-0001.sqlite", disk / "store.sqlite"))
    before = path.read_bytes()
    fill(disk, kilobytes * 1024)
    monkeypatch.setattr(opening, "can_be_written", lambda _path: True)
    monkeypatch.setattr(Backups, "make", lambda *_args: None)
    store = open_store(path)
    assert "is full, so it is open read-only" in store.notices[0]
    assert store.schema_version() == latest_version()
    assert Workspace(store, book).groups()
    store.close()
    assert path.read_bytes() == before


def test_a_new_store_without_room_is_said_to_have_none(
    disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(disk, 16 * 1024)
    with pytest.raises(StoreError, match="There's no room left for") as error:
        open_store(disk / "new.sqlite")
    assert not isinstance(error.value, DamagedStoreError)
    assert "at least 9 MB" in str(error.value)


def raised(code: int, words: str = "disk I/O error") -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(words)
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "room", "found"),
    [
        (sqlite3.SQLITE_BUSY, 10**9, StoreFault.BUSY),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, 10**9, StoreFault.BUSY),
        (sqlite3.SQLITE_FULL, 10**9, StoreFault.FULL),
        (sqlite3.SQLITE_IOERR_SHMSIZE, 20_000, StoreFault.FULL),
        (sqlite3.SQLITE_IOERR_WRITE, 0, StoreFault.FULL),
        (sqlite3.SQLITE_CANTOPEN, 0, StoreFault.FULL),
        (sqlite3.SQLITE_IOERR_WRITE, 10**9, StoreFault.UNWRITABLE),
        (sqlite3.SQLITE_CANTOPEN, 10**9, StoreFault.UNWRITABLE),
        (sqlite3.SQLITE_READONLY_DBMOVED, 10**9, StoreFault.UNWRITABLE),
        (sqlite3.SQLITE_IOERR_READ, 0, StoreFault.DAMAGED),
        (sqlite3.SQLITE_CORRUPT, 0, StoreFault.DAMAGED),
        (sqlite3.SQLITE_NOTADB, 0, StoreFault.DAMAGED),
        (sqlite3.SQLITE_NOMEM, 10**9, StoreFault.OTHER),
    ],
)
def test_errors_are_told_by_their_code_and_the_room_that_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, room: int, found: StoreFault
) -> None:
    monkeypatch.setattr(files, "free_bytes", lambda _folder: room)
    path = tmp_path / "full of locked, busy and readonly things.sqlite"
    for words in ("disk I/O error", "no such table: full_locked_readonly"):
        assert fault(path, raised(code, words)) is found
    said = what_went_wrong(path, raised(code))
    assert ("no room left" in said) == (found is StoreFault.FULL)
    assert ("is busy" in said) == (found is StoreFault.BUSY)
