"""A league: the same store on a PostgreSQL server, which several windows have open at once.

Nobody holds it: who writes does so alone for the moment of a transaction, as in a file, and tells
the others. Backups, recovery and the check of the file's pages belong to whoever runs the server.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, text

from lastdays.desktop.league_address import LeagueAddress, not_in_league
from lastdays.errors import SilentLeagueError, StoreError
from lastdays.language import _
from lastdays.store.league_line import LIMIT_SECONDS, Attempt, Line
from lastdays.store.league_server import (
    broken,
    connect,
    league_failed,
    make_league_engine,
    not_opened,
)
from lastdays.store.schema_steps import is_newer, latest_version, upgrade
from lastdays.store.store import Store
from lastdays.store.transaction import Transaction

if TYPE_CHECKING:
    import psycopg

    from lastdays.store.checking import Finding


#: A lost connection is tried again after so many looks.
_LOOKS = 10
_CHANNEL = "lastdays_step"
#: Held, with others, by each window that has a league open; by nobody else while its tables change.
_OPEN_LOCK = "SELECT pg_try_advisory_lock_shared(1733711, hashtext(current_schema()))"
#: Asked, for as long as a transaction lasts, by whoever changes the tables.
ALONE = "SELECT pg_try_advisory_xact_lock(1733711, hashtext(current_schema()))"
#: Counts a change at the end of a transaction that has written something, and tells the others; gives
#: the server's number of the transaction.
STEP = f"""
WITH stepped AS (
    UPDATE store_step SET step = step + 1
    WHERE txid_current_if_assigned() IS NOT NULL RETURNING step
)
SELECT txid_current(), pg_notify('{_CHANNEL}', %s) FROM stepped
"""


class News:
    """Listens to a league. `version` is another number after each change of another window, and
    after a time in which nothing could be heard; `who` marks this window's own changes."""

    def __init__(self, connect: Callable[[], psycopg.Connection], line: Line) -> None:
        self.who = secrets.token_hex(8)
        self.version = 0
        self._connect = connect
        self._line = line
        self._missed = 0
        self._try: Attempt | None = None
        self._connection: psycopg.Connection | None = self._listening()

    @property
    def heard(self) -> bool:
        """Whether the league can be heard just now."""
        return self._connection is not None and not self._line.silent

    @property
    def socket(self) -> int | None:
        """The number of the socket that news come by."""
        return None if self._connection is None else self._connection.fileno()

    def _listening(self) -> psycopg.Connection:
        """Return a new connection that listens."""
        connection = self._connect()
        try:
            connection.autocommit = True
            connection.execute(f"LISTEN {_CHANNEL}")
            connection.execute(_OPEN_LOCK)
        except broken():
            connection.close()
            raise
        return connection

    def look(self) -> int:
        """Hear what has been told until now, without waiting for more; the version."""
        if self._line.silent and self._connection is not None:
            self._connection.close()  # that of a server which answers nobody says nothing either
            self._connection, self._try = None, Attempt(self._listening)
        if self._connection is None and not self._listen_again():
            return self.version
        assert self._connection is not None
        told: list[bytes] = []
        try:
            # What lies on the socket, by the library beneath the driver, which never waits.
            wire = self._connection.pgconn
            wire.consume_input()
            while (news := wire.notifies()) is not None:
                told.append(news.extra)
        except broken():
            self._connection.close()
            self._connection, self._missed = None, 0
            return self.version
        self.version += sum(who != self.who.encode() for who in told)
        return self.version

    def _listen_again(self) -> bool:
        """Try to hear the league again, now and then, and never wait for that; what was told
        meanwhile is a change."""
        if self._try is None:
            self._missed += 1
            if self._line.silent or self._missed % _LOOKS == 0:
                self._try = Attempt(self._listening)
            return False
        if not self._try.is_over():
            return False
        over, self._try = self._try, None
        failing: tuple[type[Exception], ...] = (*broken(), StoreError)
        try:
            self._connection = over.take()
        except failing:
            return False  # the next may come through
        self._line.silent = False
        self.version += 1
        return True

    def leave(self) -> None:
        """Listen no longer."""
        if self._try is not None:
            self._try.leave()
            self._try = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None


#: The tables of the place where the league is, or is to be.
_TABLES = text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")

#: Whether who has connected may change anything.
_MAY_WRITE = text(
    "SELECT has_table_privilege('changes', 'INSERT') AND NOT pg_is_in_recovery() "
    "AND NOT current_setting('default_transaction_read_only')::boolean"
)


def open_league(address: LeagueAddress) -> LeagueStore:
    """Open a league, made where there is nothing yet and brought up to date where it is older.

    Raises StoreError, in a sentence without the password.
    """
    line = Line()
    engine = make_league_engine(address, line)
    try:
        with engine.connect().execution_options(read_only=True) as connection:
            version = _version(connection, address)
        if version != latest_version():
            _migrate(engine, address)
        with engine.connect().execution_options(read_only=True) as connection:
            read_only = not connection.scalars(_MAY_WRITE).one()
        return LeagueStore(engine, address, line, read_only=read_only)
    except BaseException as error:
        engine.dispose()
        if isinstance(error, broken()):
            raise StoreError(not_opened(address, error)) from error
        raise


def _version(connection: Connection, address: LeagueAddress) -> str | None:
    """Return the schema version of a league, None where there is nothing yet."""
    tables = set(connection.scalars(_TABLES))
    if not tables:
        return None
    if not {"alembic_version", "campaigns", "store_step"} <= tables:
        raise StoreError(
            _(
                "{league} holds tables of another program. Nothing was changed; make a database "
                "for the league alone."
            ).format(league=address)
        )
    version = str(connection.scalars(text("SELECT version_num FROM alembic_version")).one())
    if is_newer(version):
        raise StoreError(
            _(
                "{path} was written by a newer version of this program (schema {version}, "
                "this one knows {known}). Nothing was changed; please update."
            ).format(path=address, version=version, known=latest_version())
        )
    return version


def _migrate(engine: Engine, address: LeagueAddress) -> None:
    """Bring a league to the latest schema in one transaction, while no other window has it open."""
    with engine.connect().execution_options(patient=True) as connection, connection.begin():
        version = _version(connection, address)
        if version == latest_version():
            return  # another was quicker
        if not connection.exec_driver_sql(ALONE).scalar():
            raise StoreError(
                _(
                    "{league} has to be brought up to date, and is open in other windows. Close "
                    "those first. Nothing was changed."
                ).format(league=address)
            )
        if version is None:
            connection.exec_driver_sql("CREATE TABLE store_step (step bigint NOT NULL)")
            connection.exec_driver_sql("INSERT INTO store_step VALUES (1)")
        upgrade(connection)


class LeagueStore(Store):
    """An open league. `path` is where on this computer a file of it would lie: beside that may be
    content packs for it."""

    shared = True

    def __init__(
        self, engine: Engine, address: LeagueAddress, line: Line, *, read_only: bool = False
    ) -> None:
        """Listen to an open league; with `read_only` nothing is kept of what is printed of it."""
        super().__init__(engine, address.folder / "league")
        self.read_only = read_only
        self.broken = broken()
        self.name = str(address)
        self._address = address
        self.line = line
        self._news = News(lambda: connect(address, line), line)
        #: The server's number of a change of which nobody knows whether it was stored.
        self._doubted: int | None = None

    def close(self) -> None:
        """Leave the league."""
        if not self._closed:
            self._closed = True
            self._news.leave()
            self.engine.dispose()

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Do nothing: a league has no file, and so no locks to lose."""
        yield

    def _make_ready(self) -> None:
        """Begin without a doubt; the server says whether it can be written."""
        self._doubted = None

    @contextmanager
    def _stepping(self, tx: Transaction) -> Iterator[None]:
        yield
        self._doubted = tx.connection.exec_driver_sql(STEP, (self._news.who,)).scalar()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Put errors in sentences. Nothing is begun while the server is waited for, or is known to be
        silent."""
        if self.line.silent and self.line.here:
            self._news.look()
        if self.line.silent or (self.line.waiting and self.line.here):
            raise self._silence()
        try:
            with super()._errors():
                yield
        except StoreError as error:
            if self.line.silent and not isinstance(error, SilentLeagueError):
                raise self._silence(self._doubted) from error
            raise

    def was_stored(self, change: int | None) -> bool:
        """Tell whether a change was stored that was not acknowledged, by the server's number of it.
        Raises StoreError while the server doesn't know."""
        if change is None:
            return False
        with self.reading() as tx:
            status = tx.connection.exec_driver_sql("SELECT txid_status(%s)", (change,)).scalar()
        if status == "in progress":
            raise self._silence(change)
        return bool(status == "committed")

    def _silence(self, change: int | None = None) -> SilentLeagueError:
        """Return the error that says that the server says nothing, and what came of a change."""
        if change is None:
            text = _(
                "{league} hasn't answered for {n} seconds. Nothing was changed. Once it answers "
                "again, try again."
            )
        else:
            text = _(
                "{league} hasn't answered for {n} seconds, just when a change was to be stored. "
                "Whether it was stored is seen once it answers again: then try again."
            )
        return SilentLeagueError(text.format(league=self.name, n=int(LIMIT_SECONDS)), change)

    def is_in_place(self) -> bool:
        """Tell whether the server can be heard."""
        return self._closed or self._news.heard

    def displacement(self) -> str:
        """Say that the server can't be heard."""
        return _(
            "The connection to {league} is lost. What was stored is safe; it is tried again by "
            "itself, and what others change is then shown."
        ).format(league=self.name)

    def _in_words(self, error: Exception) -> str:
        return league_failed(self._address, error)

    def news_socket(self) -> int | None:
        """Return the number of the socket by which others tell that they have written."""
        return None if self._closed else self._news.socket

    def data_version(self) -> int:
        """Return a number that changes when another window has written; this one's own changes
        don't count."""
        return self._news.version if self._closed else self._news.look()

    def integrity(self) -> list[str]:
        """Return nothing: the server looks after its files."""
        return []

    def damage(self) -> list[Finding]:
        """Read every row and return what is not as it was written; StoreError where that fails."""
        # late: only the check reads everything
        from lastdays.store.checking import damage_in_league

        with self.reading() as tx:
            return list(damage_in_league(tx.connection))

    def take_over(self, source: Path) -> None:
        """Refuse: a league never becomes what one of its members has in a file."""
        raise StoreError(not_in_league(self.name))

    def backup(self, target: Path) -> None:
        """Refuse: whoever runs the server backs it up."""
        raise StoreError(not_in_league(self.name))
