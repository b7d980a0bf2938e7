"""The store as the layers above see it: transactions to read and write in, and errors in sentences."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from enum import Enum, auto
from pathlib import Path
from threading import get_ident

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session, select

from lastdays.desktop import files
from lastdays.desktop.bounds import KIB, MIB
from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.store.checking import Finding, damage
from lastdays.store.kept_backups import backup
from lastdays.store.leftover import Marking, driver_of, pragma
from lastdays.store.models import Campaigns, Groups
from lastdays.store.transaction import Transaction

#: What SQLite raises when it can't read or write; UnicodeDecodeError for a damaged schema.
BROKEN = (DatabaseError, sqlite3.Error, UnicodeDecodeError)
#: How long closing waits for readers, in seconds.
_POUR_SECONDS = 0.2


def identity(path: Path) -> tuple[int, int] | None:
    """Return what identifies a file even if another takes its name; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class StoreFault(Enum):
    """Why a store can't be opened, read or written."""

    BUSY = auto()
    FULL = auto()
    UNWRITABLE = auto()
    DAMAGED = auto()
    OTHER = auto()


#: SQLite's primary result codes.
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_UNWRITABLE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
_OTHER = {sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_TOOBIG}
#: Disk errors in reading what is there, not in writing more.
_READING = {
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_SHORT_READ,
    sqlite3.SQLITE_IOERR_CORRUPTFS,
    sqlite3.SQLITE_IOERR_DATA,
}
#: A disk with fewer bytes free is full: SQLite needs some beside a store even to read it.
LITTLE_ROOM = 256 * KIB
#: What a store needs besides its own size for the log of its changes, in MB.
_FOR_CHANGES = 8


def fault(path: Path, error: Exception) -> StoreFault:
    """Return why a store can't be opened, read or written, by SQLite's code and the room left."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    if code is None or code in _READING:
        return StoreFault.DAMAGED
    kind = code & 0xFF
    if kind in _BUSY:
        return StoreFault.BUSY
    if kind == sqlite3.SQLITE_FULL:
        return StoreFault.FULL
    if kind in _UNWRITABLE or kind == sqlite3.SQLITE_IOERR:
        return StoreFault.FULL if files.room(path.parent) < LITTLE_ROOM else StoreFault.UNWRITABLE
    return StoreFault.OTHER if kind in _OTHER else StoreFault.DAMAGED


def wanted_room(path: Path) -> int:
    """Return how many MB should be free for changes of a store and a backup of it."""
    size = path.stat().st_size if path.exists() else 0
    return _FOR_CHANGES - -size // MIB


def no_room(path: Path) -> str:
    """Say that the disk of a store is full."""
    return _(
        "There is no room left for {path}. Nothing was changed; make at least {n} MB of room first.",
        path=path,
        n=wanted_room(path),
    )


def what_went_wrong(path: Path, error: Exception) -> str:
    """Say in a sentence why a store can't be read or written, and what to do."""
    match fault(path, error):
        case StoreFault.BUSY:
            return _(
                "{path} is busy: another program is writing to it. Nothing was changed; please try "
                "again.",
                path=path,
            )
        case StoreFault.FULL:
            return no_room(path)
        case StoreFault.UNWRITABLE:
            return _("{path} can't be written just now. Nothing was changed.", path=path)
    return _(
        "{path} could not be read or written ({reason}). Nothing was changed.",
        path=path,
        reason=getattr(error, "orig", error),
    )


class Store:
    """One open store, read and written in transactions.

    `notices` is what the user has to know about how it was opened, in sentences; `name` is what it is
    called in sentences, `path` its file. `shared` means that other windows may have it open too, as
    they may a `league`, which isn't a file.
    """

    shared = False
    #: Whether it is open to be read only.
    read_only = False
    #: The exceptions of its driver.
    broken: tuple[type[Exception], ...] = BROKEN

    def __init__(self, engine: Engine, path: Path, notices: tuple[str, ...] = ()) -> None:
        self.engine = engine
        self.path = path
        self.name = str(path)
        self.notices = notices
        self._marking = Marking()
        self._watch: Connection | None = None
        self._rests = 0
        self._resting = False
        self._version = 0
        self._closed = False
        self._refused = False
        self._identity = identity(path)
        #: The thread in `as_one`, and the transaction that all of its transactions are part of.
        self._one: tuple[int, Transaction] | None = None

    def close(self) -> None:
        """Close the file and leave a single file that holds all changes; if other processes have the
        store open, the last to close it does."""
        if self._closed:
            return
        in_place = self.is_in_place()
        self._let_go()
        self._closed = True
        if in_place and self.path.with_name(self.path.name + "-wal").exists():
            self._pour()
        files.let_go(self.path)

    def _pour(self) -> None:
        """Pour the log into the file, if something has kept SQLite from removing it."""
        try:
            with closing(sqlite3.connect(self.path, timeout=_POUR_SECONDS)) as driver:
                driver.execute("PRAGMA synchronous=FULL")
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error:
            return  # the log is complete and belongs to the file: nothing is lost

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Keep the file closed in the block, during which something else may open and close any file.

        That would drop SQLite's locks (`lastdays.desktop.files`). Transactions in the block open the
        file for as long as they take.
        """
        self._resting = True
        self._let_go()
        try:
            yield
        finally:
            self._resting = False

    def _let_go(self) -> None:
        """Close all connections to the file; it is opened again when needed."""
        if self._watch is not None:
            self._watch.close()
            self._watch = None
            self._rests += 1
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Give a transaction with a consistent view of the store; StoreError if it can't be read."""
        with self._errors():
            if self._one is not None and self._one[0] == get_ident():
                yield self._one[1]
                return
            connection = self.engine.connect().execution_options(read_only=True)
            with connection, connection.begin(), Session(connection) as session:
                yield Transaction(session)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Give a transaction that stores everything or nothing; StoreError if the store can't be
        written."""
        with self._errors():
            if self._one is not None and self._one[0] == get_ident():
                tx = self._one[1]
                with tx.session.begin_nested():
                    yield tx
                tx.inner += 1
                return
            self._make_ready()
            with self.engine.begin() as connection, Session(connection) as session:
                tx = Transaction(session)
                with self._stepping(tx):
                    yield tx

    def _make_ready(self) -> None:
        """Prepare the file for writing."""
        self._check_place()
        if self._refused:
            self._let_go()  # a connection opened read-only stays so when the file may be written
            self._refused = False
        self._marking.settle(self.engine)

    @contextmanager
    def _stepping(self, tx: Transaction) -> Iterator[None]:
        """Mark a step of the store if the block writes anything."""
        driver = driver_of(tx.connection)
        before = driver.total_changes
        yield
        if driver.total_changes != before:
            self._marking.step(driver)

    @contextmanager
    def as_one(self) -> Iterator[None]:
        """Make everything this thread reads and writes in the block one transaction, stored whole or not
        at all."""
        with self.writing() as tx:
            self._one, tx.inner = (get_ident(), tx), 1
            try:
                yield
            finally:
                self._one = None

    def is_in_place(self) -> bool:
        """Return whether the open file is still the one at its path."""
        return self._closed or self._identity == identity(self.path)

    def displacement(self) -> str:
        """Say what it means that the store is no longer in its place."""
        return _(
            "{path} was moved, deleted or replaced while it was open. Nothing more is stored in it: "
            "back up what is open here to another file, then open that.",
            path=self.path,
        )

    def _check_place(self) -> None:
        """Raise StoreError if the file is no longer at its path: nobody would find what is written."""
        if not self.is_in_place():
            raise StoreError(self.displacement())

    @contextmanager
    def _errors(self) -> Iterator[None]:
        if self._closed:
            raise StoreError("{path} was closed.", path=self.name)
        try:
            yield
        except self.broken as error:
            code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None) or 0
            self._refused = code & 0xFF == sqlite3.SQLITE_READONLY
            raise StoreError(self._in_words(error)) from error
        finally:
            if self._resting:
                self._let_go()

    def _in_words(self, error: Exception) -> str:
        """Say why the store can't be read or written."""
        return what_went_wrong(self.path, error)

    def was_stored(self, change: int | None) -> bool:
        """Return whether an unacknowledged change was stored; a file acknowledges at once."""
        del change
        return False

    def news_socket(self) -> int | None:
        """Return the file number of a socket that is readable when another has written; None if
        `data_version` has to be polled."""
        return None

    def data_version(self) -> int:
        """Return a number that changes when another process has written."""
        if self._resting or self._closed:
            return self._version
        if self._watch is None:
            self._watch = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        # The number is valid for one connection only: after a rest the version has to differ.
        number = pragma(driver_of(self._watch), "data_version")
        self._version = (self._rests << 32) + number
        return self._version

    def integrity(self) -> list[str]:
        """Return what SQLite finds wrong with the file."""
        with self.engine.connect() as connection:
            try:
                integrity = connection.exec_driver_sql("PRAGMA integrity_check")
                found = [str(line) for line in integrity.scalars()]
                broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            except BROKEN as error:
                return [str(getattr(error, "orig", error))]
        problems = [] if found == ["ok"] else found
        problems += [f"foreign key: {row}" for row in broken]
        return problems

    def damage(self) -> list[Finding]:
        """Return the damaged rows, after checking every row; StoreError if that fails."""
        with self.reading() as tx:
            return list(damage(driver_of(tx.connection)))

    def names(self) -> dict[str, str]:
        """Return the names of all campaigns and groups by id."""
        with self.reading() as tx:
            return {
                row.id: row.name
                for model in (Campaigns, Groups)
                for row in tx.connection.execute(select(model.id, model.name))
            }

    def schema_version(self) -> str:
        """Return the store's schema version."""
        with self.reading() as tx:
            return str(
                tx.connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            )

    def take_over(self, source: Path) -> None:
        """Replace all content with that of another store at once; StoreError if that fails.

        The source is marked as the change after the latest one here, so that SQLite's log of it
        belongs to this file if the program is killed before the log is poured in.
        """
        with self._errors():
            self._check_place()
            self._marking.settle(self.engine)
            with self.engine.connect() as connection:
                driver = driver_of(connection)
                with closing(sqlite3.connect(source)) as other:
                    for mark, later in (("user_version", 1), ("application_id", 0)):
                        other.execute(f"PRAGMA {mark} = {pragma(driver, mark) + later}")
                    other.backup(driver)

    def backup(self, target: Path) -> None:
        """Copy the whole store to another file; StoreError if that fails."""
        backup(self.engine, target)
