"""Opening a store: checks of the file, its schema version and migrations, or opening it to be read
only."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NoReturn

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event
from sqlmodel import select

from lastdays.desktop import files, paths
from lastdays.desktop.bounds import MIB
from lastdays.desktop.files import CopiesFolder
from lastdays.desktop.league_address import LeagueAddress, StorePlace
from lastdays.errors import DamagedStoreError, StoreError, disk_errors, reason
from lastdays.language import _
from lastdays.store.driver import check_types, driver_of, guard
from lastdays.store.kept_backups import Backups, Reason
from lastdays.store.leftover import (
    Marking,
    is_left,
    read_log,
    refuse_overstated_size,
    set_aside,
    with_log,
)
from lastdays.store.models import Campaigns, Groups
from lastdays.store.schema import latest_version, upgrade, version_in
from lastdays.store.store import (
    BROKEN,
    LITTLE_ROOM,
    Store,
    StoreFault,
    fault,
    wanted_room,
    what_went_wrong,
)

#: Up to this size, in bytes, a store that has to be read before it is opened is read into memory.
_MEMORY_MOST = 64 * MIB
#: How often copying a store is retried while somebody writes to it.
_TRIES = 3


def can_be_written(path: Path) -> bool:
    """Return whether a store can be written where it is, or doesn't exist yet."""
    if not path.is_file():
        return True
    may_write = os.access(path, os.W_OK) and files.can_write_in(path.parent)
    return may_write and not is_full(path)


def is_full(path: Path) -> bool:
    """Return whether the disk has too little room to open a store on it."""
    return files.free_bytes(path.parent) < LITTLE_ROOM


def in_memory(path: Path) -> tuple[sqlite3.Connection, bool]:
    """Read a store with its log into memory; return the connection, and whether a log that isn't the
    store's own was left out. Raises OSError, and SQLite's errors."""
    for _try in range(_TRIES):
        state = _state(path)
        content, left_out = with_log(path)
        if _state(path) == state:
            break
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    # Set the file format to the one without a log, which memory doesn't have.
    content[18:20] = b"\x01\x01"
    connection.deserialize(content)
    return connection, left_out


def _state(path: Path) -> list[tuple[int, int] | None]:
    """Return time and size of a store and its log, which change when somebody writes."""
    state: list[tuple[int, int] | None] = []
    for end in ("", "-wal"):
        file = path.with_name(path.name + end)
        if file.exists():
            status = file.stat()
            state.append((status.st_mtime_ns, status.st_size))
        else:
            state.append(None)
    return state


class SharedMemory:
    """A store in memory, at an `address` for any number of connections of this process."""

    def __init__(self, content: sqlite3.Connection) -> None:
        name = f"file:lastdays-{secrets.token_hex(8)}"
        self.address = URL.create(
            "sqlite", database=name, query={"mode": "memory", "cache": "shared", "uri": "true"}
        )
        self._kept = sqlite3.connect(
            f"{name}?mode=memory&cache=shared", uri=True, check_same_thread=False
        )
        content.backup(self._kept)

    def close(self) -> None:
        """Release the memory."""
        self._kept.close()


class StoreToBeRead(Store):
    """A store of which a copy in memory is open, and which can't be changed."""

    read_only = True

    def __init__(self, engine: Engine, path: Path, memory: SharedMemory, *, left_out: bool) -> None:
        self._memory = memory
        if is_full(path):
            self._why = _(
                "The disk with {path} is full, so it is open read-only. Nothing was "
                "changed. Free at least {n} MB, then open it again.",
                path=path,
                n=wanted_room(path),
            )
            notice = _(
                "The disk with {path} is full, so it is open read-only: everything can be "
                "viewed, printed and exported, but not changed. Free at least {n} MB, then "
                "open it again.",
                path=path,
                n=wanted_room(path),
            )
        else:
            self._why = _(
                "{path} can't be written where it is, so it is open read-only. Nothing was "
                "changed. To play on, back it up to another folder and open it there.",
                path=path,
            )
            notice = _(
                "{path} can't be written where it is, so it is open read-only: everything "
                "can be viewed, printed and exported, but not changed. To play on, back it "
                "up to another folder and open it there.",
                path=path,
            )
        notices = [notice]
        if left_out:
            notices.append(
                _(
                    "The changes beside {path} belong to another store: they were left out.",
                    path=path,
                )
            )
        super().__init__(engine, path, tuple(notices))

    def close(self) -> None:
        """Release the copy."""
        if not self._closed:
            self._let_go()
            self._closed = True
            files.release_store(self.path)
            self._memory.close()

    def writing(self) -> NoReturn:
        """Refuse, with the reason."""
        raise StoreError(self._why)

    def take_over(self, source: Path) -> NoReturn:
        """Refuse, with the reason."""
        del source
        self.writing()


#: How long an action waits for another program that writes; the window is frozen meanwhile.
_BUSY_SECONDS = 1
#: How long opening waits for another process that migrates the same store.
_MIGRATION_SECONDS = 10
#: An acknowledged change is on the disk and survives a power cut.
_SYNCHRONOUS = "FULL"
#: What each connection is set to.
_SETTINGS = (
    "journal_mode=WAL",
    "foreign_keys=ON",
    f"synchronous={_SYNCHRONOUS}",
    "fullfsync=ON",  # macOS: else it may still be in the disk's own memory
    "checkpoint_fullfsync=ON",
)


def open_store(path: StorePlace, *, to_be_read: bool = False) -> Store:
    """Open the store at a path or address; create a missing one, migrate an older one. With `to_be_read`,
    or if it can't be written, it is opened to be read only.

    Raises StoreError for a file that isn't a store, a damaged or newer store, a folder that can't be
    written, and a league that can't be reached.
    """
    files.remove_left_copies()
    if isinstance(path, LeagueAddress):
        return _open_league(path)
    path = paths.store_file(Path(path))
    is_new = _look_at_file(path)
    if files.open_as(path) is not None:
        return _open_file(path, is_new=is_new, has_left_log=False, notices=[])
    may_write = not to_be_read and can_be_written(path)
    if not is_new and not may_write:
        return _open_to_be_read(path)
    notices = set_aside(path)
    has_left_log = _has_log(path) and is_left(path)
    try:
        return _open_file(path, is_new=is_new, has_left_log=has_left_log, notices=notices)
    except _FullDiskError:
        if is_new:
            raise
        return _open_to_be_read(path)


class _FullDiskError(StoreError):
    """A store can't be opened to be written, as its disk is full."""


def _open_league(address: LeagueAddress) -> Store:
    """Open a league; StoreError if it can't be reached, or its driver is missing."""
    try:
        # late: only a league needs the server's driver
        from lastdays.store.league import open_league
    except ImportError as error:
        raise StoreError(
            "A league needs the driver for PostgreSQL, which comes with the program but "
            "can't be loaded here. Reinstall the program. Nothing was opened."
        ) from error
    return open_league(address)


def _open_file(path: Path, *, is_new: bool, has_left_log: bool, notices: list[str]) -> Store:
    """Open a file that can be written; `has_left_log`: a killed process left a log beside it."""
    files.protect_store(path)
    engine = make_engine(path)
    try:
        version = None if is_new else _version_before_opening(path, has_log=has_left_log)
        if version != latest_version():
            _migrate_patiently(path, version)
        _probe(engine)
    except BaseException as error:
        engine.dispose()
        files.release_store(path)
        if isinstance(error, BROKEN):
            raise _not_opened(path, error) from error
        raise
    return Store(engine, path, tuple(notices))


def _migrate_patiently(path: Path, version: str | None) -> None:
    """Migrate a store, after waiting for another process that migrates it."""
    engine = make_engine(path, patience=_MIGRATION_SECONDS)
    try:
        migrate(engine, path, version)
    finally:
        engine.dispose()


def _open_to_be_read(path: Path) -> Store:
    """Open a store to be read only, as a copy in memory."""
    try:
        content, left_out = in_memory(path)
        with closing(content):
            version = version_in(content, path)
            memory = SharedMemory(content)
    except OSError as error:
        raise StoreError(
            "{path} can't be written where it is, and could not be read: {reason}.",
            path=path,
            reason=reason(error),
        ) from error
    except BROKEN as error:
        raise _not_opened(path, error) from error
    engine = make_engine(memory.address)
    try:
        if version != latest_version():
            migrate(engine, path, None)  # without a backup: the store itself stays
        _probe(engine)
    except BaseException as error:
        engine.dispose()
        memory.close()
        if isinstance(error, BROKEN):
            raise _not_opened(path, error) from error
        raise
    files.protect_store(path)
    return StoreToBeRead(engine, path, memory, left_out=left_out)


def _version_before_opening(path: Path, *, has_log: bool) -> str | None:
    """Return the schema version of a store, None if it is empty.

    Nothing is written, neither to the file nor beside it: if a killed process left a log (`has_log`), which
    SQLite would pour in, a copy is read.
    """
    text = _("{path} couldn't be checked before opening it: {reason}. Nothing was changed.")
    with disk_errors(StoreError, text, path=path), ExitStack() as opened:
        if not has_log:
            connection = sqlite3.connect(path, timeout=_MIGRATION_SECONDS)
        elif path.stat().st_size <= _MEMORY_MOST:
            connection, _left_out = in_memory(path)
        else:
            connection = _copied(path, opened.enter_context(CopiesFolder()))
        opened.enter_context(closing(connection))
        return version_in(connection, path)


def _copied(path: Path, folder: Path) -> sqlite3.Connection:
    """Open a copy of a store and its log in a folder. Raises OSError, and SQLite's errors."""
    copy = folder / "store.sqlite"
    log_file = copy.with_name(copy.name + "-wal")
    files.copy_private(path, copy)
    files.copy_private(path.with_name(path.name + "-wal"), log_file)
    log = read_log(log_file, checked=True)
    if log is not None:
        size = log.pages * log.page_size
        refuse_overstated_size(size, copy.stat().st_size + log_file.stat().st_size)
    return sqlite3.connect(copy)


def _has_log(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def _not_opened(path: Path, error: Exception) -> StoreError:
    """Return the error that says why a store can't be opened."""
    match fault(path, error):
        case StoreFault.UNWRITABLE:
            return StoreError(
                "{path} can't be written to. Choose another folder with --store.", path=path
            )
        case StoreFault.DAMAGED:
            return DamagedStoreError(
                "{path} is damaged ({reason}). It was left unchanged; a backup can be "
                "opened with --store.",
                path=path,
                reason=getattr(error, "orig", error),
            )
        case StoreFault.FULL:
            return _FullDiskError(what_went_wrong(path, error))
    return StoreError(what_went_wrong(path, error))


def _look_at_file(path: Path) -> bool:
    """Return whether a file is new, and create it then; StoreError if it can't be a store. A store that
    is already open in this process is left to SQLite."""
    text = _("{path} can't be opened or created: {reason}. Choose another with --store.")
    with disk_errors(StoreError, text, path=path):
        if path.is_dir():
            raise StoreError("{path} is a folder, not a store.", path=path)
        if path.exists() and not path.is_file():
            raise StoreError("{path} isn't an ordinary file.", path=path)
        open_path = files.open_as(path)
        if open_path == path:
            return False
        if open_path is not None:
            # One file under two names would have two logs, each corrupting the other's changes.
            raise StoreError(
                "{path} is the store that is already open as {other}.", path=path, other=open_path
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.stat().st_size == 0:
            _begin_file(path)
            return True
        with path.open("rb") as file:
            beginning = file.read(len(files.STORE_MAGIC))
    if beginning != files.STORE_MAGIC:
        raise DamagedStoreError("{path} isn't a Last Days store. It was left unchanged.", path=path)
    return False


def _begin_file(path: Path) -> None:
    """Create the file of a new store; DamagedStoreError if it is there and has backups, and so wasn't
    always empty."""
    if path.exists() and Backups(path).listed():
        raise DamagedStoreError(
            "{path} is empty, though it wasn't when it was backed up. It was left unchanged.",
            path=path,
        )
    files.begin_private(path)
    path.chmod(0o600)


def make_engine(place: Path | URL, patience: float = _BUSY_SECONDS) -> Engine:
    """Make an engine for a file or a store in memory, which waits up to `patience` seconds for others.

    The URL is built from parts, as a `?` or `%62` in a path would be parsed in a text. The driver's
    own transactions are off: one begins with BEGIN IMMEDIATE, or with BEGIN on `read_only` connections.
    """
    address = place if isinstance(place, URL) else URL.create("sqlite", database=str(place))
    arguments = {"timeout": patience, "check_same_thread": False}
    engine = create_engine(address, connect_args=arguments, poolclass=QueuePool)
    check_types(engine)

    @event.listens_for(engine, "connect")
    def _connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        guard(connection)
        for setting in _SETTINGS:
            connection.execute(f"PRAGMA {setting}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        if connection.get_execution_options().get("read_only"):
            connection.exec_driver_sql("BEGIN")
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _probe(engine: Engine) -> None:
    """Read what the first page lists."""
    with engine.connect().execution_options(read_only=True) as connection:
        for model in (Campaigns, Groups):
            connection.execute(select(model)).all()


def migrate(engine: Engine, path: Path, version: str | None) -> None:
    """Migrate a store to the latest schema in one transaction, after a backup unless it is new.

    Foreign keys are off meanwhile: with them on, rebuilding a parent table would delete its children.
    """
    if version is not None:
        Backups(path).make(engine, Reason.MIGRATION)
    with _without_foreign_keys(engine) as connection, connection.begin():
        upgrade(connection)
        Marking().mark_change(driver_of(connection))
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise StoreError(
                "{path} could not be brought up to date and was left as it was.", path=path
            )


@contextmanager
def _without_foreign_keys(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as connection:
        driver = driver_of(connection)
        driver.execute("PRAGMA foreign_keys=OFF")
        try:
            yield connection
        finally:
            driver.execute("PRAGMA foreign_keys=ON")
