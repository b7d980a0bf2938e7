"""A league: the same store on a PostgreSQL server, which several windows have open at once.

Nobody holds it: who writes does so alone for the moment of a transaction, as in a file, and tells
the others. Backups, recovery and the check of the file's pages belong to whoever runs the server.
"""

from __future__ import annotations

import os
import re
import secrets
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import psycopg
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError

from lastdays.desktop import paths
from lastdays.desktop.league_address import LeagueAddress, not_in_league, password_file
from lastdays.errors import SilentLeagueError, StoreError
from lastdays.language import _, ngettext
from lastdays.store.checking import Finding, damage_in_league
from lastdays.store.schema import latest_version, refuse_newer, upgrade
from lastdays.store.store import Store
from lastdays.store.transaction import Transaction

T = TypeVar("T")

#: What is raised where a league can't be read or written.
BROKEN: tuple[type[Exception], ...] = (DBAPIError, psycopg.Error)
NOT_CONNECTED: tuple[type[Exception], ...] = (*BROKEN, StoreError)
#: A server that says nothing for so long is taken for stalled: what it was asked is given up. One that
#: brings a league up to date may be silent for longer.
LIMIT_SECONDS, MIGRATION_SECONDS = 5.0, 120.0
#: So often whoever waits may do something else, in seconds.
TURN_SECONDS = 0.03


class Line:
    """What all connections of a store know of the way to its server. `silent` says that it was given
    up, until it is heard again.

    While the thread that made it waits, it calls `turn` again and again with the seconds since, and
    `over` at the end; it is `waiting` then.
    """

    def __init__(self) -> None:
        self.silent = self.waiting = False
        self.turn: Callable[[float], None] = lambda _seconds: None
        self.over: Callable[[], None] = lambda: None
        self._thread = threading.get_ident()

    @property
    def here(self) -> bool:
        """Whether this is the thread that made it."""
        return threading.get_ident() == self._thread

    def wait_a_turn(self, since: float, limit: float = LIMIT_SECONDS) -> None:
        """Do something else for a moment; TimeoutError where it was waited for long enough."""
        waited = monotonic() - since
        if waited > limit:
            self.silent = True
            raise TimeoutError(f"the server said nothing for {limit:g} s")
        if self.here and not self.waiting:
            self.waiting = True
            try:
                self.turn(waited)
            finally:
                self.waiting = False


class Attempt:
    """Tries to connect, which may take seconds, in a thread of its own."""

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        self._connect = connect
        self._lock = threading.Lock()
        self._made: psycopg.Connection | None = None
        self._error: BaseException | None = None
        self._wanted = True
        self._over = threading.Event()
        threading.Thread(target=self._run, name="league", daemon=True).start()

    def _run(self) -> None:
        made, error = None, None
        try:
            made = self._connect()
        except BaseException as raised:
            error = raised
        with self._lock:
            self._made, self._error = made, error
            if not self._wanted and made is not None:
                made.close()
            self._over.set()

    def is_over(self, patience: float = 0.0) -> bool:
        """Tell whether it is over, waiting so long for that."""
        return self._over.wait(patience)

    def take(self) -> psycopg.Connection:
        """Return the connection of one that is over, or raise what it failed with."""
        if self._error is not None:
            raise self._error
        assert self._made is not None
        return self._made

    def leave(self) -> None:
        """Want the connection no more."""
        with self._lock:
            self._wanted = False
            if self._made is not None:
                self._made.close()


class SilentServerError(psycopg.OperationalError):
    """Raised where the server has said nothing for too long."""


class LeagueConnection(psycopg.Connection):
    """A connection that gives a silent server up, and closes then: what was asked comes to nothing,
    unless it was the end of a transaction."""

    line: Line
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
        """Pass on what the driver waits for, and count how long nothing comes."""
        heard, turned = monotonic(), False
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if ready:
                    heard = monotonic()
                else:
                    turned = True
                    self.line.wait_a_turn(heard, self.limit)
                wanted = gen.send(ready)
        except StopIteration as end:
            value: T = end.value
            return value
        finally:
            if turned and self.line.here:
                self.line.over()


#: What the driver is told unless the address says otherwise: a server that is gone is noticed
#: within seconds, for nothing else can be done meanwhile.
_UNSAID = {
    "application_name": "lastdays",
    "client_encoding": "utf8",
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "10000",
}
#: How long an act waits for another window that writes, and a start for one that makes the league.
_PATIENCE, _MIGRATION_PATIENCE = "1s", "10s"
#: One writes at a time, as in a file: whoever writes has this lock until the end of the transaction.
_WRITE_LOCK = "SELECT pg_advisory_xact_lock(1733710, hashtext(current_schema()))"


def connect(address: LeagueAddress, line: Line) -> psycopg.Connection:
    """Connect to the server of a league, by a thread of its own where the one that made the line would
    wait for it. Raises the driver's errors, and StoreError where the address can't be read."""
    told = psycopg.conninfo.make_conninfo(**{**_UNSAID, **address.settings})
    if not line.here:
        return _connected(told, line)
    attempt, since = Attempt(lambda: _connected(told, line)), monotonic()
    try:
        while not attempt.is_over(TURN_SECONDS):
            line.wait_a_turn(since, float(_UNSAID["connect_timeout"]))
    except TimeoutError as error:
        attempt.leave()
        raise SilentServerError(str(error)) from error
    finally:
        line.over()
    return attempt.take()


def _connected(told: str, line: Line) -> psycopg.Connection:
    made = LeagueConnection.connect(told, autocommit=True)
    try:
        made.line = line
        made.execute(f"SET lock_timeout = '{_PATIENCE}'")
        made.autocommit = False
    except psycopg.Error:
        made.close()
        raise
    return made


def make_league_engine(address: LeagueAddress, line: Line) -> Engine:
    """Make an engine whose transactions are this program's own, as those of a file are.

    Who reads sees the league as it was when they began; who writes does so alone, and waits for
    others at the beginning of the transaction, the longer where it is `patient`. Once the server is
    silent, nobody connects to it by the engine.
    """

    def connection() -> psycopg.Connection:
        if line.silent:
            raise SilentServerError("the server said nothing")
        return connect(address, line)

    level = psycopg.IsolationLevel
    address.settings  # noqa: B018 - says at once what is wrong with it
    engine = create_engine(
        "postgresql+psycopg://",
        creator=connection,
        pool_pre_ping=True,
        use_native_hstore=False,
    )

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        driver = connection.connection.driver_connection
        assert driver is not None
        options = connection.get_execution_options()
        reading = options.get("read_only", False)
        driver.isolation_level = level.REPEATABLE_READ if reading else level.READ_COMMITTED
        driver.read_only = reading
        driver.limit = MIGRATION_SECONDS if options.get("patient") else LIMIT_SECONDS
        if options.get("patient"):
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_MIGRATION_PATIENCE}'")
        if not reading:
            connection.exec_driver_sql(_WRITE_LOCK)

    return engine


#: The oldest PostgreSQL that will do, by the server's own number.
OLDEST = 130000


def not_opened(address: LeagueAddress, error: Exception) -> str:
    """Say in sentences why a league could not be opened, and what to do; the password isn't in
    them."""
    said = _reason(address, error)
    state = getattr(_cause(error), "sqlstate", None) or ""
    file = password_file()
    for found, why in paths.toml("reasons.toml")["league"]:
        if re.search(found, f"{state} {said}", re.IGNORECASE):
            told = _(why, file=file, n=_UNSAID["connect_timeout"])
            typed = "password" in address.settings
            if "no password" in found and not typed and _is_open_to_others(file):
                told = _(
                    "{file} isn't read while others may read it: allow it to yourself alone "
                    "(chmod 600).",
                    file=file,
                )
            return _("{league} can't be opened. {reason}", league=address, reason=told)
    return _(
        "{league} can't be opened ({reason}). Look whether its address is right and its server "
        "is running.",
        league=address,
        reason=said,
    )


def _is_open_to_others(file: Path) -> bool:
    """Tell whether others than its owner may read a file, for which the driver leaves it alone."""
    try:
        return os.name != "nt" and bool(file.stat().st_mode & 0o077)
    except OSError:
        return False


def league_failed(address: LeagueAddress, error: Exception) -> str:
    """Say in a sentence why a league could not be read or written; the password isn't in it."""
    state = getattr(_cause(error), "sqlstate", None) or ""
    if state == "55P03":
        return _(
            "{league} is busy: another window is writing to it. Nothing was changed; please try "
            "again.",
            league=address,
        )
    if state == "53100":
        return _("The server of {league} has no room left. Nothing was changed.", league=address)
    if state in ("42501", "25006"):
        return _(
            "The server of {league} doesn't let you write. Nothing was changed; whoever runs it "
            "can allow it.",
            league=address,
        )
    reason = _reason(address, error)
    if not state or state.startswith(("08", "57", "28", "3D")):
        return _(
            "{league} can't be reached ({reason}). What was stored is safe; if you had just "
            "changed something, look whether it is there once the league is back.",
            league=address,
            reason=reason,
        )
    return _(
        "{league} could not be read or written ({reason}). Nothing was changed.",
        league=address,
        reason=reason,
    )


def _cause(error: Exception) -> Exception:
    """Return the driver's error within one of SQLAlchemy's."""
    found = getattr(error, "orig", None)
    return found if isinstance(found, Exception) else error


def _reason(address: LeagueAddress, error: Exception) -> str:
    """Return what the driver says, in a line; only its number where it quotes the password."""
    cause = _cause(error)
    said = " ".join(address.without_password(str(cause)).split())
    return said or getattr(cause, "sqlstate", None) or _("its answer quotes the password")


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
        except BROKEN:
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
        told = []
        try:
            # What lies on the socket, by the library beneath the driver, which never waits.
            wire = self._connection.pgconn
            wire.consume_input()
            while (news := wire.notifies()) is not None:
                told.append(news.extra)
        except BROKEN:
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
        try:
            self._connection = over.take()
        except NOT_CONNECTED:
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


#: Whether who has connected may make tables.
_MAY_MAKE = text("SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)")


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
        if isinstance(error, BROKEN):
            raise StoreError(not_opened(address, error)) from error
        raise


def look_at(address: LeagueAddress) -> str:
    """Connect to a league, change nothing, and return in sentences what is there. Raises StoreError,
    in sentences without the password, for whatever keeps it from being opened."""
    engine = make_league_engine(address, Line())
    try:
        with engine.connect().execution_options(read_only=True) as connection:
            version = _version(connection, address)
            if version is None:
                if not connection.scalars(_MAY_MAKE).one():
                    raise psycopg.errors.InsufficientPrivilege
                said = _("{league} answers and is empty: to open it makes its tables.")
                return said.format(league=address)
            campaigns = connection.scalars(text("SELECT count(*) FROM campaigns")).one()
            told = [
                ngettext(
                    "{league} answers: {n} campaign.", "{league} answers: {n} campaigns.", campaigns
                ).format(league=address, n=campaigns)
            ]
            if version != latest_version():
                told.append(_("An older version made it: to open it brings it up to date."))
            elif not connection.scalars(_MAY_WRITE).one():
                told.append(_("You may read it, and change nothing."))
            return " ".join(told)
    except BROKEN as error:
        raise StoreError(not_opened(address, error)) from error
    finally:
        engine.dispose()


def _version(connection: Connection, address: LeagueAddress) -> str | None:
    """Return the schema version of a league, None where there is nothing yet."""
    driver = connection.connection.driver_connection
    assert driver is not None
    if driver.info.server_version < OLDEST:
        raise StoreError(
            "{league} is on PostgreSQL {n}, which is too old: 13 or newer will do. Nothing was "
            "changed.",
            league=address,
            n=driver.info.server_version // 10_000,
        )
    tables = set(connection.scalars(_TABLES))
    if not tables:
        return None
    if not {"alembic_version", "campaigns", "store_step"} <= tables:
        raise StoreError(
            "{league} holds tables of another program. Nothing was changed; make a database "
            "for the league alone.",
            league=address,
        )
    version = str(connection.scalars(text("SELECT version_num FROM alembic_version")).one())
    refuse_newer(address, version)
    return version


def _migrate(engine: Engine, address: LeagueAddress) -> None:
    """Bring a league to the latest schema in one transaction, while no other window has it open."""
    with engine.connect().execution_options(patient=True) as connection, connection.begin():
        version = _version(connection, address)
        if version == latest_version():
            return  # another was quicker
        if not connection.exec_driver_sql(ALONE).scalar():
            raise StoreError(
                "{league} has to be brought up to date, and is open in other windows. Close "
                "those first. Nothing was changed.",
                league=address,
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
        self.broken = BROKEN
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
            "itself, and what others change is then shown.",
            league=self.name,
        )

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

        with self.reading() as tx:
            return list(damage_in_league(tx.connection))

    def take_over(self, source: Path) -> None:
        """Refuse: a league never becomes what one of its members has in a file."""
        raise StoreError(not_in_league(self.name))

    def backup(self, target: Path) -> None:
        """Refuse: whoever runs the server backs it up."""
        raise StoreError(not_in_league(self.name))
