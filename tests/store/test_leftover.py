"""A log that a killed process left: poured into its own store, kept away from any other."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import threading
import time
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.cli.main import main
from lastdays.errors import StoreError
from lastdays.rulebook import Catalogue
from lastdays.store import open_store, opening
from lastdays.store.driver import driver_of
from lastdays.store.leftover import read_log, set_aside, with_log
from store.crashes import begin, crash
from store.logs import log_of

FIXTURES = Path(__file__).parents[1] / "fixtures"
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def names(file: Path, book: Catalogue) -> tuple[set[str], tuple[str, ...]]:
    """The campaigns of a store, and what is said on opening it; closed again."""
    store = open_store(file)
    try:
        assert store.integrity() == []
        return {c.name for c in Workspace(store, book).campaigns()}, store.notices
    finally:
        store.close()
        assert not file.with_name(file.name + "-wal").exists()
        assert not file.with_name(file.name + "-shm").exists()


def aside(file: Path) -> list[Path]:
    return sorted(file.parent.glob(f"{file.name}-wal.set-aside-*"))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory, book: Catalogue) -> Path:
    """A store with one campaign, closed, to be copied."""
    file = tmp_path_factory.mktemp("begun") / "s.sqlite"
    begin(file, book, "First")
    return file


@pytest.fixture
def file(tmp_path: Path, begun: Path) -> Path:
    """A store with one campaign, closed."""
    return Path(shutil.copy2(begun, tmp_path / "s.sqlite"))


def test_what_a_killed_process_stored_is_there(file: Path, book: Catalogue) -> None:
    crash(file, book, "Second")
    assert file.with_name("s.sqlite-wal").stat().st_size
    assert names(file, book) == ({"First", "Second"}, ())
    crash(file, book, "Third")
    crash(file, book, "Fourth")
    assert names(file, book) == ({"First", "Second", "Third", "Fourth"}, ())


@pytest.mark.parametrize("how", ["copied", "moved", "copied with its time"])
@pytest.mark.parametrize("made", ["by the program", "before", "long before"])
def test_a_backup_over_a_store_that_was_not_closed(
    file: Path, book: Catalogue, tmp_path: Path, how: str, made: str
) -> None:
    backup = tmp_path / "backup.sqlite"
    if made == "by the program":
        store = open_store(file)
        store.backup(backup)
        store.close()
    else:
        shutil.copy2(file, backup)
    if made == "long before":
        begin(file, book, *(f"{n}" for n in range(5)))
    kept, _told = names(backup, book)
    crash(file, book, "Second", "Third")
    before = tmp_path / "before"
    before.mkdir()
    shutil.copy(file, before / "s.sqlite")
    if how == "moved":
        backup.replace(file)
    elif how == "copied":
        shutil.copyfile(backup, file)
    else:
        shutil.copy2(backup, file)
    found, told = names(file, book)
    assert found == kept
    (left,) = aside(file)
    (sentence,) = told
    assert f"{file} has been replaced since" in sentence
    assert f"kept as {left}" in sentence
    assert names(file, book) == (kept, ())
    # Nothing was destroyed: back in its place, the log completes the store it belongs to.
    shutil.copy(left, before / "s.sqlite-wal")
    found, told = names(before / "s.sqlite", book)
    assert {"First", "Second", "Third"} <= found
    assert told == ()


def test_two_copies_that_were_both_played_on(file: Path, book: Catalogue, tmp_path: Path) -> None:
    """As many changes here as there: the steps alone would agree."""
    laptop = tmp_path / "laptop.sqlite"
    shutil.copy(file, laptop)
    begin(laptop, book, "On the laptop", "Again")
    crash(file, book, "At home", "At home again", "And again")
    shutil.copy(laptop, file)
    found, told = names(file, book)
    assert found == {"First", "On the laptop", "Again"}
    assert len(told) == 1


def test_a_copy_made_while_the_store_was_in_use(
    file: Path, book: Catalogue, tmp_path: Path
) -> None:
    """The file alone as it was in between: later changes are not poured into it."""
    copy = tmp_path / "copy.sqlite"
    store = open_store(file)
    CampaignActions(Workspace(store, book)).begin("Second")
    with store.engine.connect() as connection:
        driver_of(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    subprocess.run(["cp", str(file), str(copy)], check=True)
    CampaignActions(Workspace(store, book)).begin("Third")
    store.close()
    crash(file, book, "Fourth")
    shutil.copy(copy, file)
    found, told = names(file, book)
    assert found == {"First", "Second"}
    assert len(told) == 1


def test_a_store_that_is_gone_leaves_its_log(file: Path, book: Catalogue, tmp_path: Path) -> None:
    crash(file, book, "Second")
    file.rename(tmp_path / "moved.sqlite")
    found, (sentence,) = names(file, book)
    assert found == set()
    assert "is missing or empty, but the latest changes to it were still there" in sentence
    (left,) = aside(file)
    left.rename(tmp_path / "moved.sqlite-wal")
    assert names(tmp_path / "moved.sqlite", book) == ({"First", "Second"}, ())


def test_a_log_in_use_is_left_alone(
    file: Path, book: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command beside the window: whatever the file looks like, its log is the window's."""
    begun, goes = os.pipe(), os.pipe()
    window = os.fork()
    if window == 0:
        os.close(goes[1])  # if the test fails, nothing is waited for
        try:
            store = open_store(file)
            CampaignActions(Workspace(store, book)).begin("Second")
            os.write(begun[1], b".")
            os.read(goes[0], 1)
            CampaignActions(Workspace(store, book)).begin("Third")
            store.close()
            os._exit(0)
        finally:
            os._exit(1)
    os.close(begun[1])
    assert os.read(begun[0], 1) == b"."
    assert file.with_name("s.sqlite-wal").stat().st_size
    assert main(["--store", str(file), "check"]) == 0
    said = capsys.readouterr()
    assert "All is well" in said.out
    assert said.err == ""
    assert not aside(file)
    os.write(goes[1], b".")
    assert os.waitpid(window, 0) == (window, 0)
    for end in (begun[0], *goes):
        os.close(end)
    assert names(file, book) == ({"First", "Second", "Third"}, ())


def test_commands_say_what_was_set_aside(
    file: Path, book: Catalogue, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = tmp_path / "backup.sqlite"
    shutil.copy(file, backup)
    crash(file, book, "Second")
    shutil.copy(backup, file)
    assert main(["--store", str(file), "groups"]) == 0
    assert "has been replaced since" in capsys.readouterr().err


@pytest.mark.parametrize("size", [512, 4096, 65536])
def test_a_log_of_any_page_size_is_read(tmp_path: Path, size: int) -> None:
    file = tmp_path / "s.sqlite"
    with sqlite3.connect(tmp_path / "own.sqlite", isolation_level=None) as db:
        db.execute(f"PRAGMA page_size = {size}")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE words (word)")
        for end in ("", "-wal"):
            shutil.copy(f"{tmp_path}/own.sqlite{end}", f"{file}{end}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        content, left_out = with_log(file)
        assert bytes(content) == (tmp_path / "own.sqlite").read_bytes()
        assert not left_out
    db.close()


@pytest.mark.parametrize(
    "content",
    [
        log_of(bytes(4096), 1, magic=0x377F0684),
        log_of(bytes(4096), 1, version=3007001),
        log_of(bytes(256), 1),
        log_of(bytes(131072), 1),
        log_of(bytes(4096), 1, summed=False),
    ],
    ids=["magic", "version", "small pages", "large pages", "checksum"],
)
def test_a_log_whose_header_is_of_another_kind_holds_nothing(
    tmp_path: Path, content: bytes
) -> None:
    log = tmp_path / "s.sqlite-wal"
    log.write_bytes(log_of(bytes(4096), 1))
    assert read_log(log, checked=True) is not None
    log.write_bytes(content)
    assert read_log(log, checked=True) is None


def test_a_store_that_is_written_while_it_is_read_is_read_again(
    file: Path, book: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(tmp_path / "later.sqlite", book, "Later")
    tries: list[Path] = []

    def overtaken(path: Path) -> tuple[bytearray, bool]:
        content = with_log(path)
        if not tries:
            shutil.copy2(tmp_path / "later.sqlite", path)
            os.utime(path, ns=(0, 0))
        tries.append(path)
        return content

    monkeypatch.setattr(opening, "with_log", overtaken)
    connection, _left_out = opening.in_memory(file)
    assert connection.execute("SELECT name FROM campaigns").fetchall() == [("Later",)]
    connection.close()


@pytest.mark.parametrize("size", [65536, 65537, 0])
def test_what_another_program_would_take_back_is_set_aside(
    file: Path, book: Catalogue, size: int
) -> None:
    """A journal beside a store that keeps a log, but for one that is only being made."""
    journal = file.with_name("s.sqlite-journal")
    journal.write_bytes(b"of another store")
    if size:
        os.truncate(file, size)
    else:
        assert names(file, book)[0] == {"First"}
    told = set_aside(file)
    assert (not journal.exists()) == (size != 65536)
    assert len(told) == (size == 65537)


# Stores of before, whose changes carry no marks


def unmarked(file: Path) -> None:
    """Make of a store what the program before this one would have left."""
    db = sqlite3.connect(file)
    db.execute("PRAGMA user_version = 0")
    db.execute("PRAGMA application_id = 0")
    db.close()


def old_crash(file: Path, name: str, rows: int = 1) -> None:
    """Write as the program before this one did, and be killed."""
    child = os.fork()
    if child == 0:
        db = sqlite3.connect(file, isolation_level=None)
        db.execute("PRAGMA journal_mode=WAL")
        for n in range(rows):
            db.execute("UPDATE campaigns SET name = ?", (f"{name}{n}" * (1 + n * 300),))
        db.execute("UPDATE campaigns SET name = ?", (name,))
        os.kill(os.getpid(), 9)
    os.waitpid(child, 0)


@pytest.mark.parametrize("rows", [1, 40])
def test_an_older_store_that_was_not_closed(file: Path, book: Catalogue, rows: int) -> None:
    unmarked(file)
    old_crash(file, "Old", rows)
    assert names(file, book) == ({"Old"}, ())


@pytest.mark.parametrize("rows", [1, 40])
def test_a_backup_over_an_older_store_that_was_not_closed(
    file: Path, book: Catalogue, tmp_path: Path, rows: int
) -> None:
    unmarked(file)
    shutil.copy(file, tmp_path / "backup.sqlite")
    old_crash(file, "Old", rows)
    time.sleep(0.02)
    shutil.copy(tmp_path / "backup.sqlite", file)
    found, told = names(file, book)
    assert found == {"First"}
    assert len(told) == 1


# Closing


def test_a_closed_store_is_one_file_whoever_still_reads(file: Path, book: Catalogue) -> None:
    store = open_store(file)
    CampaignActions(Workspace(store, book)).begin("Second")
    store.data_version()
    reading, done = threading.Event(), threading.Event()

    def read() -> None:
        with store.engine.connect() as connection:
            connection.exec_driver_sql("SELECT 1").all()
            connection.rollback()
            reading.set()
            done.wait(10)

    thread = threading.Thread(target=read)
    thread.start()
    reading.wait(10)
    store.close()
    log = file.with_name("s.sqlite-wal")
    assert not log.exists() or not log.stat().st_size
    assert b"Second" in file.read_bytes()
    done.set()
    thread.join()


def test_a_closed_store_is_not_opened_again_by_what_comes_late(file: Path, book: Catalogue) -> None:
    store = open_store(file)
    version = store.data_version()
    store.close()
    with pytest.raises(StoreError, match="was closed"):
        Workspace(store, book).campaigns()
    with pytest.raises(StoreError, match="was closed"):
        CampaignActions(Workspace(store, book)).begin("Late")
    assert store.data_version() == version
    assert [*file.parent.iterdir()] == [file]


def test_every_change_is_marked(file: Path, book: Catalogue, tmp_path: Path) -> None:
    store = open_store(file)
    workspace = Workspace(store, book)
    campaign = CampaignActions(workspace).begin("Second")
    for n in range(5):
        CampaignActions(workspace).rename(campaign, f"Name {n}")
    workspace.undo(campaign)
    log = read_log(file.with_name("s.sqlite-wal"), checked=True)
    assert log is not None
    assert log == read_log(file.with_name("s.sqlite-wal"), checked=False)
    steps = [marks.step for marks in log.marks]
    assert steps == list(range(steps[0], steps[0] + 7))
    content, spoilt = file.with_name("s.sqlite-wal").read_bytes(), tmp_path / "spoilt"
    for at in (0, 5, 10, 27):  # what it is, its version, the size of its pages, its checksum
        spoilt.write_bytes(content[:at] + bytes([content[at] ^ 0x40]) + content[at + 1 :])
        assert read_log(spoilt, checked=True) is None, at
    assert {marks.floor for marks in log.marks} != {0}
    store.close()


def test_what_is_left_of_a_damaged_store_is_read_with_its_log(file: Path, book: Catalogue) -> None:
    crash(file, book, "Second")
    new = file.with_name("new.sqlite")
    assert main(["recover", str(file), "-o", str(new)]) == 0
    assert "Second" in names(new, book)[0]


def test_a_store_that_was_only_begun_is_begun_again(tmp_path: Path, book: Catalogue) -> None:
    """Killed in the first moment of all: a file that SQLite made, with nothing in it."""
    file = tmp_path / "s.sqlite"
    db = sqlite3.connect(file)
    db.execute("PRAGMA journal_mode=WAL")
    db.close()
    assert file.stat().st_size
    assert names(file, book) == (set(), ())


def test_a_second_migration_spares_the_backup_of_the_first(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    for _turn in range(2):
        shutil.copy(FIXTURES / "store-0001.sqlite", file)
        open_store(file).close()
    assert len(list((tmp_path / "s.backups").iterdir())) == 2
