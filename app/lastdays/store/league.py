"""A league: a store on a PostgreSQL server, which several windows can have open at once.

A transaction that writes excludes others while it lasts, as in a file, and then notifies the other
windows. Backups, recovery and the check of the file's pages are left to whoever runs the server.
"""

from __future__ import annotations

import re
import secrets
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import psycopg
from sqlalchemy import (
    Connection,
    Engine,
    bindparam,
    create_engine,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError

from lastdays.desktop import paths
from lastdays.desktop.league_address import LeagueAddress, not_in_league, password_file
from lastdays.errors import SilentLeagueError, StoreError, reason
from lastdays.language import _, ngettext
from lastdays.store.checking import Finding, damage_in_league
from lastdays.store.driver import GoesOn, always
from lastdays.store.models import STEPS, VERSIONS, Campaigns
from lastdays.store.schema import latest_version, refuse_newer, upgrade
from lastdays.store.store import Store, Transaction

T = TypeVar("T")

#: What is raised when a league can't be read or written.
BROKEN: tuple[type[Exception], ...] = (DBAPIError, psycopg.Error, UnicodeError)
NOT_CONNECTED: tuple[type[Exception], ...] = (*BROKEN, StoreError)
#: A server that is silent for so long has stalled: the request is given up. While it migrates a league,
#: it may be silent for longer.
LIMIT_SECONDS = 5.0
MIGRATION_SECONDS = 120.0
#: How often a waiting thread may do something else, in seconds.
TURN_SECONDS = 0.03


class Line:
    """The state that all connections of a store to its server share; `silent` from when the server is
    given up until it is heard again.

    While the thread that created it is `waiting`, it repeatedly calls `turn` with the seconds so far,
    and `over` at the end.
    """

    def __init__(self) -> None:
        self.silent = False
        self.waiting = False
        self.turn: Callable[[float], None] = _nothing_to_do
        self.over: Callable[[], None] = _nothing_is_over
        self._thread = threading.get_ident()

    @property
    def here(self) -> bool:
        """Whether this is the thread that created it."""
        return threading.get_ident() == self._thread

    def wait_a_turn(self, since: float, limit: float = LIMIT_SECONDS) -> None:
        """Do something else for a moment; TimeoutError once the wait has reached its limit."""
        waited = monotonic() - since
        if waited > limit:
            self.silent = True
            raise TimeoutError(f"the server said nothing for {limit:g} s")
        if not self.here or self.waiting:
            return
        self.waiting = True
        try:
            self.turn(waited)
        finally:
            self.waiting = False


def _nothing_to_do(_seconds: float) -> None:
    """Stand for a turn while nobody has said what to do meanwhile."""


def _nothing_is_over() -> None:
    """Stand for the end of a wait that nobody has to be told of."""


#: An attempt to connect, in a thread of its own as it may take seconds.
Attempt = Future["LeagueConnection"]


def attempt(connect: Callable[[], LeagueConnection]) -> Attempt:
    """Start an attempt to connect."""
    connecting: Attempt = Future()

    def run() -> None:
        try:
            connecting.set_result(connect())
        except BaseException as error:
            connecting.set_exception(error)

    threading.Thread(target=run, name="league", daemon=True).start()
    return connecting


def abandon(connecting: Attempt) -> None:
    """Close the connection of an attempt, now or as soon as it is made."""

    def close(_connecting: Attempt) -> None:
        if connecting.exception() is None:
            connecting.result().close()

    connecting.add_done_callback(close)


class SilentServerError(psycopg.OperationalError):
    """The server has been silent for too long."""


class LeagueConnection(psycopg.Connection):
    """A connection that gives up on a silent server and closes, so that the request has no effect
    unless it ended a transaction."""

    line: Line
    #: The schema that the league is in.
    schema = ""
    limit = LIMIT_SECONDS

    def wait(self, gen: Generator[Any, Any, T], *_interval: Any, **more: Any) -> T:
        """Wait for the server."""
        more["interval"] = TURN_SECONDS
        try:
            return super().wait(self._patiently(gen), **more)
        except TimeoutError as error:
            self.close()
            raise SilentServerError(str(error)) from error

    def _patiently(self, gen: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        """Pass on what the driver waits for, and limit how long nothing comes."""
        last_heard = monotonic()
        has_waited = False
        try:
            awaited = next(gen)
            while True:
                is_ready = yield awaited
                if is_ready:
                    last_heard = monotonic()
                else:
                    has_waited = True
                    self.line.wait_a_turn(last_heard, self.limit)
                awaited = gen.send(is_ready)
        except StopIteration as end:
            value: T = end.value
            return value
        finally:
            if has_waited and self.line.here:
                self.line.over()


#: Settings of the driver unless the address has others. A lost server is noticed within seconds, as
#: nothing else can be done meanwhile.
_DEFAULTS = {
    "application_name": "lastdays",
    "client_encoding": "utf8",
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "10000",
}
#: How long an action waits for another window that writes, and opening for one that migrates.
_PATIENCE = "1s"
_MIGRATION_PATIENCE = "10s"
#: The schema that the server has chosen for this connection.
_SCHEMA = "SELECT pg_catalog.current_schema()::pg_catalog.text"
#: Held until the end of a transaction that writes, so that only one window writes at a time.
_WRITE_LOCK = "SELECT pg_advisory_xact_lock(1733710, hashtext(%s))"
#: No operator and no function is looked for but the server's own: others could put some into the schema
#: of the league, to be run with the rights of whoever reads it. So each table is named with its schema.
_OURS_ALONE = "SET search_path = pg_catalog, pg_temp"


def connect(address: LeagueAddress, line: Line) -> LeagueConnection:
    """Connect to a league's server, in a thread of its own if the thread that created the line would
    wait. Raises the driver's errors, and StoreError if the address is invalid."""
    settings = psycopg.conninfo.make_conninfo(**{**_DEFAULTS, **address.settings})
    if not line.here:
        return _connected(settings, line)
    since = monotonic()
    connecting = attempt(lambda: _connected(settings, line))
    try:
        while not wait((connecting,), TURN_SECONDS).done:
            line.wait_a_turn(since, float(_DEFAULTS["connect_timeout"]))
    except TimeoutError as error:
        abandon(connecting)
        raise SilentServerError(str(error)) from error
    finally:
        line.over()
    return connecting.result()


def _connected(settings: str, line: Line) -> LeagueConnection:
    connection = LeagueConnection.connect(settings, autocommit=True)
    try:
        connection.line = line
        connection.execute(f"SET lock_timeout = '{_PATIENCE}'")
        row = connection.execute(_SCHEMA).fetchone()
        if row is not None and row[0]:
            connection.schema = row[0]
        connection.execute(_OURS_ALONE)
        connection.autocommit = False
    except psycopg.Error:
        connection.close()
        raise
    return connection


def make_league_engine(address: LeagueAddress, line: Line) -> Engine:
    """Make an engine for a league.

    A transaction that reads sees the league as it was when it began; one that writes excludes others,
    and waits for them at its beginning, longer if it is `patient`. While the server is silent, the
    engine refuses to connect.
    """

    def connection() -> LeagueConnection:
        if line.silent:
            raise SilentServerError("the server said nothing")
        return connect(address, line)

    level = psycopg.IsolationLevel
    address.settings  # noqa: B018 - raises at once if it is invalid
    engine = create_engine(
        "postgresql+psycopg://",
        creator=connection,
        pool_pre_ping=True,
        use_native_hstore=False,
    )

    @event.listens_for(engine, "engine_connect")
    def _connected(connection: Connection) -> None:
        schema = league_driver(connection).schema
        connection.execution_options(schema_translate_map={None: schema})

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        driver = league_driver(connection)
        options = connection.get_execution_options()
        reading = options.get("read_only", False)
        driver.isolation_level = level.REPEATABLE_READ if reading else level.READ_COMMITTED
        # A transaction that writes is one only where the server's own setting lets it.
        driver.read_only = True if reading else None
        driver.limit = MIGRATION_SECONDS if options.get("patient") else LIMIT_SECONDS
        if options.get("patient"):
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_MIGRATION_PATIENCE}'")
        if not reading:
            connection.exec_driver_sql(_WRITE_LOCK, (driver.schema,))

    return engine


def league_driver(connection: Connection) -> LeagueConnection:
    """Return the driver's connection beneath one of SQLAlchemy's."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, LeagueConnection)
    return driver


#: The oldest PostgreSQL that is supported, as the server numbers it.
OLDEST = 130000


#: PostgreSQL's codes of errors: another window holds the lock; the disk is full; the user may not write,
#: or nobody may; and how codes begin of a server that is lost, shut down or refuses the user or database.
_LOCK_NOT_AVAILABLE = "55P03"
_DISK_FULL = "53100"
_NOT_ALLOWED = ("42501", "25006")
_NOT_REACHED = ("08", "57", "28", "3D")


def not_opened(address: LeagueAddress, error: Exception) -> str:
    """Say why a league can't be opened and what to do, without the password."""
    message = _reason(address, error)
    for pattern, sentence in paths.toml("reasons.toml")["league"]:
        if not re.search(pattern, f"{_state(error)} {message}", re.IGNORECASE):
            continue
        file = password_file()
        why = _(sentence, file=file, n=_DEFAULTS["connect_timeout"])
        lacks_password = "no password" in pattern and "password" not in address.settings
        if lacks_password and _is_open_to_others(file):
            why = _(
                "{file} isn't used while others can read it: make it readable by you "
                "alone (chmod 600).",
                file=file,
            )
        return _("{league} can't be opened. {reason}", league=address, reason=why)
    return _(
        "{league} can't be opened ({reason}). Check that its address is right and its "
        "server is running.",
        league=address,
        reason=message,
    )


def _is_open_to_others(file: Path) -> bool:
    """Return whether others may read a password file, which the driver then ignores."""
    try:
        return sys.platform != "win32" and bool(file.stat().st_mode & 0o077)
    except OSError:
        return False


def league_failed(address: LeagueAddress, error: Exception) -> str:
    """Say why a league can't be read or written, without the password."""
    state = _state(error)
    if state == _LOCK_NOT_AVAILABLE:
        return _(
            "{league} is busy: another window is writing to it. Nothing was changed; please try "
            "again.",
            league=address,
        )
    if state == _DISK_FULL:
        return _("The server of {league} has no room left. Nothing was changed.", league=address)
    if state in _NOT_ALLOWED:
        return _not_yours(address)
    why = _reason(address, error)
    if isinstance(error, UnicodeError):
        return _unreadable(address, why)
    if not state or state.startswith(_NOT_REACHED):
        return _(
            "{league} can't be reached ({reason}). What was stored is safe; if you had just "
            "changed something, check that it's there once the league is back.",
            league=address,
            reason=why,
        )
    return _unreadable(address, why)


def _unreadable(address: LeagueAddress, why: str) -> str:
    return _(
        "{league} could not be read or written ({reason}). Nothing was changed.",
        league=address,
        reason=why,
    )


def _not_yours(address: LeagueAddress) -> str:
    return _(
        "The server of {league} won't let you write. Nothing was changed; whoever runs it can "
        "give you permission.",
        league=address,
    )


def _cause(error: Exception) -> Exception:
    """Return the driver's error inside one of SQLAlchemy's."""
    original = getattr(error, "orig", None)
    if isinstance(original, Exception):
        return original
    return error


def _state(error: Exception) -> str:
    """Return the server's code of an error, '' for none."""
    return getattr(_cause(error), "sqlstate", None) or ""


def _reason(address: LeagueAddress, error: Exception) -> str:
    """Return the driver's message on one line, or only its code if the message quotes the password."""
    cause = _cause(error)
    if isinstance(cause, UnicodeError):
        return reason(cause)
    message = " ".join(address.without_password(str(cause)).split())
    if message:
        return message
    return _state(error) or _("its message isn't shown, as it has the password in it")


#: A lost connection is retried after so many looks.
_LOOKS = 10
_CHANNEL = "lastdays_step"
#: A shared lock held by each window that has a league open.
_OPEN_LOCK = "SELECT pg_try_advisory_lock_shared(1733711, hashtext(%s))"
#: The exclusive lock for the transaction that changes the tables.
ALONE = "SELECT pg_try_advisory_xact_lock(1733711, hashtext(%s))"
_STEPPED = (
    update(STEPS)
    .where(func.txid_current_if_assigned().is_not(None))
    .values(step=STEPS.c.step + 1)
    .returning(STEPS.c.step)
    .cte("stepped")
)
#: Counts a change at the end of a transaction that has written something, and notifies the others;
#: returns the server's number of the transaction.
STEP = select(func.txid_current(), func.pg_notify(_CHANNEL, bindparam("who"))).select_from(_STEPPED)


class News:
    """Listens to a league. `version` increases with each change by another window, and after a time
    without a connection; `who` marks this window's own changes."""

    def __init__(self, connect: Callable[[], LeagueConnection], line: Line) -> None:
        self.who = secrets.token_hex(8)
        self.version = 0
        self._connect = connect
        self._line = line
        self._missed = 0
        self._trying: Attempt | None = None
        self._connection: LeagueConnection | None = self._listening()

    @property
    def heard(self) -> bool:
        """Whether the league can be heard now."""
        return self._connection is not None and not self._line.silent

    @property
    def socket(self) -> int | None:
        """The file number of the socket for notifications, None while there is no connection."""
        return None if self._connection is None else self._connection.fileno()

    def _listening(self) -> LeagueConnection:
        """Return a new connection that listens for notifications."""
        connection = self._connect()
        try:
            connection.autocommit = True
            connection.execute(f"LISTEN {_CHANNEL}")
            connection.execute(_OPEN_LOCK, (connection.schema,))
        except BROKEN:
            connection.close()
            raise
        return connection

    def look(self) -> int:
        """Read the notifications so far, without waiting for more; return the version."""
        if self._line.silent and self._connection is not None:
            self._connection.close()  # it is as silent as its server
            self._connection = None
            self._trying = attempt(self._listening)
        if self._connection is None and not self._listen_again():
            return self.version
        assert self._connection is not None
        try:
            authors = _notified(self._connection)
        except BROKEN:
            self._connection.close()
            self._connection = None
            self._missed = 0
            return self.version
        own_name = self.who.encode()
        self.version += sum(author != own_name for author in authors)
        return self.version

    def _listen_again(self) -> bool:
        """Retry the connection now and then, without waiting; return whether it is back. What was missed
        counts as a change."""
        if self._trying is None:
            self._missed += 1
            if self._line.silent or self._missed % _LOOKS == 0:
                self._trying = attempt(self._listening)
            return False
        if not self._trying.done():
            return False
        finished = self._trying
        self._trying = None
        try:
            self._connection = finished.result()
        except NOT_CONNECTED:
            return False  # the next attempt may succeed
        self._line.silent = False
        self.version += 1
        return True

    def leave(self) -> None:
        """Stop listening."""
        if self._trying is not None:
            abandon(self._trying)
            self._trying = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _notified(connection: LeagueConnection) -> list[bytes]:
    """Return who has changed something, once for each change so far, without waiting for more."""
    # libpq, beneath the driver, reads what is on the socket and never waits.
    wire = connection.pgconn
    wire.consume_input()
    authors = []
    news = wire.notifies()
    while news is not None:
        authors.append(news.extra)
        news = wire.notifies()
    return authors


#: The tables in the schema of the league.
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = %s"

#: Whether the user may change anything.
_MAY_WRITE = (
    "SELECT has_table_privilege(format('%%I.changes', %s::text), 'INSERT') "
    "AND NOT pg_is_in_recovery() "
    "AND NOT current_setting('default_transaction_read_only')::boolean"
)
#: Whether the user may create tables.
_MAY_MAKE = (
    "SELECT coalesce(has_schema_privilege(nullif(%s, ''), 'CREATE'), false) "
    "AND NOT pg_is_in_recovery() "
    "AND NOT current_setting('default_transaction_read_only')::boolean"
)
#: How many operators there are in the schema, which a statement without it could use.
_OPERATORS = (
    "SELECT count(*) FROM pg_operator WHERE oprnamespace = to_regnamespace(quote_ident(%s))"
)
#: Has tables of the schema be named without it until the transaction ends, as migrations do.
_NAMED_ALONE = "SELECT set_config('search_path', quote_ident(%s), true)"


def _schema_answer(connection: Connection, query: str) -> Any:
    """Return what a query about the schema of the league says."""
    schema = league_driver(connection).schema
    return connection.exec_driver_sql(query, (schema,)).scalar_one()


def open_league(address: LeagueAddress) -> LeagueStore:
    """Open a league; create a missing one, migrate an older one. Raises StoreError, without the
    password."""
    line = Line()
    engine = make_league_engine(address, line)
    try:
        with engine.connect().execution_options(read_only=True) as connection:
            version = _version(connection, address)
            if version != latest_version() and not _schema_answer(connection, _MAY_MAKE):
                raise psycopg.errors.InsufficientPrivilege
        if version != latest_version():
            _migrate(engine, address)
        with engine.connect().execution_options(read_only=True) as connection:
            read_only = not _schema_answer(connection, _MAY_WRITE)
        return LeagueStore(engine, address, line, read_only=read_only)
    except BaseException as error:
        engine.dispose()
        if isinstance(error, BROKEN):
            raise StoreError(not_opened(address, error)) from error
        raise


def look_at(address: LeagueAddress) -> str:
    """Connect to a league without changing anything, and say what is there. Raises StoreError, without
    the password, if it can't be opened."""
    engine = make_league_engine(address, Line())
    try:
        with engine.connect().execution_options(read_only=True) as connection:
            version = _version(connection, address)
            if version is None:
                return _empty_league(connection, address)
            return " ".join(_sentences_about(connection, address, version))
    except BROKEN as error:
        raise StoreError(not_opened(address, error)) from error
    finally:
        engine.dispose()


def _empty_league(connection: Connection, address: LeagueAddress) -> str:
    """Say that a league has no tables yet. Raises the driver's error if the user can't create any."""
    if not _schema_answer(connection, _MAY_MAKE):
        raise psycopg.errors.InsufficientPrivilege
    text = _("{league} answers and is empty: opening it creates its tables.")
    return text.format(league=address)


def _sentences_about(connection: Connection, address: LeagueAddress, version: str) -> Iterator[str]:
    """Yield how many campaigns a league has, and whether it is older or can't be changed."""
    campaigns = connection.scalars(select(func.count()).select_from(Campaigns)).one()
    text = ngettext(
        "{league} answers: {n} campaign.", "{league} answers: {n} campaigns.", campaigns
    )
    yield text.format(league=address, n=campaigns)
    if version != latest_version():
        yield _("It was made by an older version: opening it brings it up to date.")
    elif not _schema_answer(connection, _MAY_WRITE):
        yield _("You can read it, but not change it.")


def _version(connection: Connection, address: LeagueAddress) -> str | None:
    """Return the schema version of a league, None if there are no tables yet."""
    driver = league_driver(connection)
    if driver.info.server_version < OLDEST:
        raise StoreError(
            "{league} is on PostgreSQL {n}, which is too old: 13 or newer will do. Nothing was "
            "changed.",
            league=address,
            n=driver.info.server_version // 10_000,
        )
    tables = set(connection.exec_driver_sql(_TABLES, (driver.schema,)).scalars())
    if not tables:
        return None
    versions: Sequence[str] = ()
    if {"alembic_version", "campaigns", "store_step"} <= tables:
        versions = connection.scalars(select(VERSIONS.c.version_num)).all()
    if len(versions) != 1:
        raise _of_another_program(address)
    refuse_newer(address, versions[0])
    return versions[0]


def _of_another_program(address: LeagueAddress) -> StoreError:
    return StoreError(
        "{league} has another program's tables. Nothing was changed; create a database just "
        "for the league.",
        league=address,
    )


def _migrate(engine: Engine, address: LeagueAddress) -> None:
    """Migrate a league to the latest schema in one transaction, if no other window has it open."""
    with engine.connect().execution_options(patient=True) as connection, connection.begin():
        version = _version(connection, address)
        if version == latest_version():
            return  # another window was quicker
        if not _schema_answer(connection, ALONE):
            raise StoreError(
                "{league} has to be brought up to date, but is open in other windows. Close "
                "those first. Nothing was changed.",
                league=address,
            )
        if version is None:
            STEPS.create(connection)
            connection.execute(insert(STEPS).values(step=1))
        if _schema_answer(connection, _OPERATORS):
            raise _of_another_program(address)
        _schema_answer(connection, _NAMED_ALONE)
        upgrade(connection)


class LeagueStore(Store):
    """An open league. `path` is where on this computer its file would be: content packs for it may be
    beside that."""

    shared = True

    def __init__(
        self, engine: Engine, address: LeagueAddress, line: Line, *, read_only: bool = False
    ) -> None:
        """Listen to an open league; with `read_only` it can't be changed."""
        notices: tuple[str, ...] = ()
        if read_only:
            notice = _(
                "{league} can be read, but not changed: whoever runs its server can give you permission.",
                league=address,
            )
            notices = (notice,)
        super().__init__(engine, address.folder / "league", notices)
        self.read_only = read_only
        self.broken = BROKEN
        self.name = str(address)
        self._address = address
        self.line = line
        self._news = News(lambda: connect(address, line), line)
        #: The server's number of a change that may or may not have been stored.
        self._doubted: int | None = None

    def close(self) -> None:
        """Close all connections."""
        if not self._closed:
            self._closed = True
            self._news.leave()
            self.engine.dispose()

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Do nothing: a league has no file and so no locks to lose."""
        yield

    def _make_ready(self) -> None:
        """Forget an earlier doubt, and refuse to change what can only be read."""
        self._doubted = None
        if self.read_only:
            raise StoreError(_not_yours(self._address))

    @contextmanager
    def _stepping(self, tx: Transaction) -> Iterator[None]:
        yield
        self._doubted = tx.connection.execute(STEP, {"who": self._news.who}).scalar()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Raise errors as sentences. Nothing begins while the server is silent or being waited for."""
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
        """Return whether an unacknowledged change was stored, by the server's number of it. Raises
        StoreError while the server doesn't know."""
        if change is None:
            return False
        with self.reading() as tx:
            status = tx.connection.exec_driver_sql("SELECT txid_status(%s)", (change,)).scalar()
        if status == "in progress":
            raise self._silence(change)
        return bool(status == "committed")

    def _silence(self, change: int | None = None) -> SilentLeagueError:
        """Return the error for a silent server, and for a change that may have been stored."""
        if change is None:
            text = _(
                "{league} hasn't answered for {n} seconds. Nothing was changed. Try again "
                "once it answers."
            )
        else:
            text = _(
                "{league} hasn't answered for {n} seconds, just as a change was being "
                "stored. Once it answers again, you'll see whether the change was stored; "
                "try again then."
            )
        return SilentLeagueError(text.format(league=self.name, n=int(LIMIT_SECONDS)), change)

    def is_in_place(self) -> bool:
        """Return whether the server can be heard."""
        return self._closed or self._news.heard

    def displacement(self) -> str:
        """Say that the server can't be heard."""
        return _(
            "The connection to {league} is lost. What was stored is safe. The program keeps "
            "trying to reconnect, then shows what others have changed.",
            league=self.name,
        )

    def _in_words(self, error: Exception) -> str:
        return league_failed(self._address, error)

    def news_socket(self) -> int | None:
        """Return the file number of the socket for notifications, None without a connection."""
        return None if self._closed else self._news.socket

    def data_version(self) -> int:
        """Return a number that changes when another window has written."""
        return self._news.version if self._closed else self._news.look()

    def integrity(self, goes_on: GoesOn = always) -> list[str]:
        """Return nothing: the server checks its own files."""
        del goes_on
        return []

    def damage(self, goes_on: GoesOn = always) -> list[Finding]:
        """Return the damaged rows, after checking every row; StoreError if that fails, CancelledError
        once `goes_on` says that it isn't wanted any more."""
        with self.reading() as tx:
            return list(damage_in_league(tx.connection, goes_on))

    def take_over(self, source: Path) -> None:
        """Refuse: no member may replace a league by a file."""
        raise StoreError(not_in_league(self.name))

    def backup(self, target: Path) -> None:
        """Refuse: whoever runs the server backs it up."""
        raise StoreError(not_in_league(self.name))
