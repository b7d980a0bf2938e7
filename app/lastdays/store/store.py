"""The store as the layers above see it: transactions to read and write in, with a part for each
subject (here the summaries of campaigns and groups, and what printing stores), and errors in
sentences."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from enum import Enum, auto
from functools import cached_property
from pathlib import Path
from threading import get_ident
from typing import Any

import sqlalchemy
from sqlalchemy import Connection, Engine, delete
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import Select

from lastdays.desktop import files
from lastdays.desktop.bounds import KIB, MIB
from lastdays.errors import StoreError
from lastdays.language import _, sorting
from lastdays.store.checking import Finding, damage
from lastdays.store.driver import GoesOn, always, driver_of, guard, pragma, stoppable
from lastdays.store.kept_backups import backup
from lastdays.store.leftover import Marking
from lastdays.store.log import TableLog
from lastdays.store.models import (
    MODELS,
    STEPS,
    VERSIONS,
    Campaigns,
    Characters,
    Games,
    Groups,
    Part,
    Portraits,
    Prints,
    Revisions,
    Sequences,
    mapping_of,
    portrait_id,
)
from lastdays.store.revisions import RevisionLog
from lastdays.store.sequences import SequenceLog
from lastdays.values import Value


class PrintStore(Part):
    """The part of a transaction that printing uses. Undo doesn't affect it."""

    def portrait(self, portrait: str) -> bytes:
        """Return a picture by its id; b'' if the store doesn't have it."""
        row = self._session.get(Portraits, portrait)
        return b"" if row is None else row.picture

    def add_portrait(self, picture: bytes) -> str:
        """Store a picture and return its id."""
        portrait = portrait_id(picture)
        if self._session.get(Portraits, portrait) is None:
            self._add(Portraits(id=portrait, picture=picture))
        return portrait

    def choice(self, group: str) -> str:
        """Return the last print choice for a group, as it was given; '' for none."""
        query = select(Prints.choice).where(Prints.group_id == group)
        return self._session.exec(query).first() or ""

    def set_choice(self, group: str, choice: str) -> None:
        """Store the print choice for a group."""
        self._set(group, choice, self._cards(group))

    def printed(self, group: str) -> dict[str, str]:
        """Return the digest of each card of a group as last printed, by card."""
        return {card: str(digest) for card, digest in mapping_of(self._cards(group)).items()}

    def add_printed(self, group: str, cards: Mapping[str, str]) -> None:
        """Store the digests of cards that were printed."""
        digests = {**self.printed(group), **cards}
        self._set(group, self.choice(group), json.dumps(digests, sort_keys=True))

    def _cards(self, group: str) -> str:
        query = select(Prints.cards).where(Prints.group_id == group)
        return self._session.exec(query).first() or "{}"

    def _set(self, group: str, choice: str, cards: str) -> None:
        """Replace the row, so that a damaged one is sound again."""
        self._session.exec(delete(Prints).where(col(Prints.group_id) == group))
        self._add(Prints(group_id=group, choice=choice, cards=cards))


class GroupSummary(Value):
    """A summary of a group."""

    id: str
    campaign: str
    name: str
    leader: str
    refuge: str
    size: int
    points: int


class CampaignSummary(Value):
    """A summary of a campaign; `archived` if it is put away."""

    id: str
    name: str
    deleted: bool
    archived: bool = False


#: How many ids one query looks for: SQLite takes no more than some thousand parameters.
AT_ONCE = 500


def _summary(row: Any) -> GroupSummary:
    """Return the summary of a group from its row."""
    return GroupSummary(
        id=row.id,
        campaign=row.campaign_id,
        name=row.name,
        leader=row.leader,
        refuge=row.refuge,
        size=row.size,
        points=row.points,
    )


class CampaignIndex(Part):
    """The part of a transaction that lists campaigns and groups."""

    def campaigns(self) -> list[CampaignSummary]:
        """List all campaigns by name, those put away last, deleted ones too, except those whose creation
        is undone."""
        query = (
            select(Campaigns, Revisions.figures)
            .join(Revisions, col(Campaigns.head) == col(Revisions.id), isouter=True)
            .where(col(Campaigns.head).is_not(None))
            .order_by(Campaigns.id)
        )
        summaries = []
        for row in self._connection.execute(query):
            figures = mapping_of(row.figures or "{}")
            archived = bool(figures.get("archived"))
            summaries.append(CampaignSummary(row.id, row.name, row.deleted, archived))
        summaries.sort(key=lambda campaign: (campaign.archived, sorting(campaign.name)))
        return summaries

    def groups(self, campaign: str | None = None) -> list[GroupSummary]:
        """List the groups of a campaign, or of all campaigns but deleted ones, by name."""
        query: Select[Groups, str] = (
            select(Groups, col(Campaigns.name).label("campaign"))
            .join(Campaigns)
            .where(col(Groups.head).is_not(None), Groups.present, ~col(Campaigns.deleted))
            .order_by(Groups.id)
        )
        if campaign is not None:
            query = query.where(Groups.campaign_id == campaign)
        rows = list(self._connection.execute(query))
        rows.sort(key=lambda row: (sorting(row.campaign), sorting(row.name)))
        return [_summary(row) for row in rows]

    def groups_of_season(self, groups: Sequence[str]) -> list[GroupSummary]:
        """List some groups in their order, also those that their campaign no longer lists."""
        summaries = {}
        for start in range(0, len(groups), AT_ONCE):
            some = groups[start : start + AT_ONCE]
            query = select(Groups).where(col(Groups.id).in_(some), col(Groups.head).is_not(None))
            for row in self._connection.execute(query):
                summaries[row.id] = _summary(row)
        return [summaries[group] for group in groups if group in summaries]

    def deleted_groups(self, campaign: str) -> list[tuple[str, str]]:
        """List ids and names of the groups that were deleted from a campaign."""
        rows = self._connection.execute(
            select(Groups.id, Groups.name).where(
                Groups.campaign_id == campaign, col(Groups.head).is_not(None), ~col(Groups.present)
            )
        )
        return [(row.id, row.name) for row in rows]

    def taken_elsewhere(self, campaign: str) -> dict[str, set[str]]:
        """Return the ids of groups, games and sequences of all other campaigns, by table."""
        taken = {}
        for model in (Groups, Games, Sequences):
            of = model.__table__.c
            query = sqlalchemy.select(of.id).where(of.campaign_id != campaign)
            taken[model.__table__.name] = set(self._connection.scalars(query))
        return taken

    def captured(self, campaign: str) -> list[tuple[str, str]]:
        """List the captured members of a campaign, as ids of group and member, by group name.

        All captured members of the store are read first: they are few.
        """
        rows = self._connection.execute(
            select(Characters.group_id, Characters.id)
            .where(Characters.status == "captured")
            .order_by(col(Characters.position))
        ).all()
        if not rows:
            return []
        by_group: dict[str, list[tuple[str, str]]] = {}
        for row in rows:
            by_group.setdefault(row.group_id, []).append((row.group_id, row.id))
        captured = []
        for group in self.groups(campaign):
            captured += by_group.get(group.id, [])
        return captured

    def campaign_of(self, group: str) -> str:
        """Return the id of a group's campaign; StoreError if there is no such group."""
        query = select(Groups.campaign_id).where(Groups.id == group)
        campaign = self._session.exec(query).first()
        if campaign is None:
            raise StoreError("That group is no longer in the store.")
        return campaign

    def add_campaign(self, campaign: str, name: str) -> None:
        """Add a campaign's row; the first change adds its document."""
        self._add(Campaigns(id=campaign, name=name))

    def add_group(self, group: str, campaign: str, name: str) -> None:
        """Add a group's row; the first change adds its document."""
        self._add(Groups(id=group, campaign_id=campaign, name=name))


class Transaction:
    """One transaction; its parts are created when they are first used."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.connection = session.connection()
        #: How many nested transactions have ended, counted from 1; 0 outside `Store.as_one`.
        self.inner = 0

    @cached_property
    def index(self) -> CampaignIndex:
        """Summaries of campaigns and groups."""
        return CampaignIndex(self.session)

    @cached_property
    def revisions(self) -> RevisionLog:
        """Documents and their history."""
        return RevisionLog(self.session)

    @cached_property
    def sequences(self) -> SequenceLog:
        """The post-game sequences."""
        return SequenceLog(self.session, self.revisions)

    @cached_property
    def paper(self) -> PrintStore:
        """Portraits, and what was printed last."""
        return PrintStore(self.session)

    @cached_property
    def table(self) -> TableLog:
        """The sessions at the table."""
        return TableLog(self.session)

    def step(self) -> int:
        """Return a number that differs after each change of the store, a key for whatever is cached."""
        if self.connection.dialect.name == "sqlite":
            step = pragma(driver_of(self.connection), "user_version")
        else:  # a league counts its changes in a table of its own
            step = self.connection.execute(sqlalchemy.select(STEPS.c.step)).scalar_one()
        if not self.inner:
            return step
        return -step * _INNER_STEPS - self.inner

    def has(self, table_name: str, ids: Collection[str]) -> bool:
        """Return whether a table uses one of these ids, even for something undone or deleted."""
        (table,) = (model.__table__ for model in MODELS if model.__tablename__ == table_name)
        column = table.c.id
        all_ids = list(ids)
        for start in range(0, len(all_ids), AT_ONCE):
            ids_at_once = all_ids[start : start + AT_ONCE]
            query = select(column).where(column.in_(ids_at_once)).limit(1)
            if self.connection.execute(query).first() is not None:
                return True
        return False


#: What SQLite raises when it can't read or write; UnicodeDecodeError for a damaged schema.
BROKEN = (DatabaseError, sqlite3.Error, UnicodeDecodeError)
#: How long closing waits for readers, in seconds.
_POUR_SECONDS = 0.2
#: More than the changes inside a transaction.
_INNER_STEPS = 1 << 20
#: More than SQLite's `data_version` of one connection.
_VERSIONS_OF_ONE = 1 << 32


def identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file, which tell it from another file at the same path; None
    if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


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
    code = _code(error)
    if code is None or code in _READING:
        return StoreFault.DAMAGED
    kind = code & 0xFF
    if kind in _BUSY:
        return StoreFault.BUSY
    if kind == sqlite3.SQLITE_FULL:
        return StoreFault.FULL
    if kind in _UNWRITABLE or kind == sqlite3.SQLITE_IOERR:
        is_full = files.free_bytes(path.parent) < LITTLE_ROOM
        return StoreFault.FULL if is_full else StoreFault.UNWRITABLE
    if kind in _OTHER:
        return StoreFault.OTHER
    return StoreFault.DAMAGED


def _code(error: Exception) -> int | None:
    """Return SQLite's code of an error, which may be inside one of SQLAlchemy's."""
    original = getattr(error, "orig", error)
    code: int | None = getattr(original, "sqlite_errorcode", None)
    return code


def wanted_room(path: Path) -> int:
    """Return how many MB should be free for changes of a store and a backup of it."""
    size = path.stat().st_size if path.exists() else 0
    return _FOR_CHANGES + math.ceil(size / MIB)


def no_room(path: Path) -> str:
    """Say that the disk of a store is full."""
    return _(
        "There's no room left for {path}. Nothing was changed; free at least {n} MB first.",
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
        files.release_store(self.path)

    def _pour(self) -> None:
        """Pour the log into the file, if something has kept SQLite from removing it."""
        try:
            with closing(sqlite3.connect(self.path, timeout=_POUR_SECONDS)) as driver:
                guard(driver)
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
            outer = self._outer_transaction()
            if outer is not None:
                yield outer
                return
            connection = self.engine.connect().execution_options(read_only=True)
            with connection, connection.begin(), Session(connection) as session:
                yield Transaction(session)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Give a transaction that stores everything or nothing; StoreError if the store can't be
        written."""
        with self._errors():
            outer = self._outer_transaction()
            if outer is not None:
                with outer.session.begin_nested():
                    yield outer
                outer.inner += 1
                return
            self._make_ready()
            with self.engine.begin() as connection, Session(connection) as session:
                tx = Transaction(session)
                with self._stepping(tx):
                    yield tx

    def _outer_transaction(self) -> Transaction | None:
        """Return the transaction that this thread is in with `as_one`, None for none."""
        if self._one is None:
            return None
        thread, tx = self._one
        return tx if thread == get_ident() else None

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
        changes = driver.total_changes
        yield
        if driver.total_changes != changes:
            self._marking.mark_change(driver)

    @contextmanager
    def as_one(self) -> Iterator[None]:
        """Make everything this thread reads and writes in the block one transaction, stored whole or not
        at all."""
        with self.writing() as tx:
            self._one = (get_ident(), tx)
            tx.inner = 1
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
            code = _code(error) or 0
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
        self._version = self._rests * _VERSIONS_OF_ONE + number
        return self._version

    def integrity(self, goes_on: GoesOn = always) -> list[str]:
        """Return what SQLite finds wrong with the file. Raises CancelledError once `goes_on` says that
        it isn't wanted any more."""
        with self.engine.connect() as connection, stoppable(driver_of(connection), goes_on):
            try:
                lines = connection.exec_driver_sql("PRAGMA integrity_check").scalars()
                problems = [str(line) for line in lines]
                broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            except BROKEN as error:
                return [str(getattr(error, "orig", error))]
        if problems == ["ok"]:
            problems = []
        problems += [f"foreign key: {row}" for row in broken]
        return problems

    def damage(self, goes_on: GoesOn = always) -> list[Finding]:
        """Return the damaged rows, after checking every row; StoreError if that fails, CancelledError
        once `goes_on` says that it isn't wanted any more."""
        with self.reading() as tx:
            return list(damage(driver_of(tx.connection), goes_on))

    def names(self) -> dict[str, str]:
        """Return the names of all campaigns and groups by id."""
        names: dict[str, str] = {}
        with self.reading() as tx:
            for row in tx.connection.execute(select(Campaigns.id, Campaigns.name)):
                names[row.id] = row.name
            for row in tx.connection.execute(select(Groups.id, Groups.name)):
                names[row.id] = row.name
        return names

    def schema_version(self) -> str:
        """Return the store's schema version."""
        with self.reading() as tx:
            return str(tx.connection.execute(sqlalchemy.select(VERSIONS.c.version_num)).scalar())

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
                step = pragma(driver, "user_version") + 1
                floor = pragma(driver, "application_id")
                with closing(sqlite3.connect(source)) as source_connection:
                    guard(source_connection)
                    source_connection.execute(f"PRAGMA user_version = {step}")
                    source_connection.execute(f"PRAGMA application_id = {floor}")
                    source_connection.backup(driver)

    def backup(self, target: Path) -> None:
        """Copy the whole store to another file; StoreError if that fails."""
        backup(self.engine, target)
