"""The way to a league's server: the driver, a connection, an engine, and its errors in sentences."""

from __future__ import annotations

from time import monotonic
from types import ModuleType
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from lastdays.desktop.league_address import LeagueAddress
from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.store.league_line import LIMIT_SECONDS, MIGRATION_SECONDS, TURN_SECONDS, Attempt, Line

if TYPE_CHECKING:
    import psycopg

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


def _driver() -> ModuleType:
    """Return the driver; StoreError where there is none."""
    try:
        # late: only a league needs it
        import psycopg
    except ImportError as error:
        raise StoreError(
            _(
                "A league needs the driver for PostgreSQL, which comes with the program but can't "
                "be read here. Install the program again. Nothing was opened."
            )
        ) from error
    return psycopg


def connect(address: LeagueAddress, line: Line) -> psycopg.Connection:
    """Connect to the server of a league, by a thread of its own where the one that made the line would
    wait for it. Raises the driver's errors, and StoreError where there is no driver or the address
    can't be read."""
    told = _driver().conninfo.make_conninfo(**{**_UNSAID, **address.settings})
    if not line.here:
        return _connected(told, line)
    # late: the driver, which only a league needs
    from lastdays.store.league_connection import SilentServerError

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
    # late: the driver, which only a league needs
    from lastdays.store.league_connection import LeagueConnection

    driver = _driver()
    made = LeagueConnection.connect(told, autocommit=True)
    try:
        made.line = line
        made.execute(f"SET lock_timeout = '{_PATIENCE}'")
        made.autocommit = False
    except driver.Error:
        made.close()
        raise
    return made


def broken() -> tuple[type[Exception], ...]:
    """Return what is raised where a league can't be read or written."""
    return (DBAPIError, _driver().Error)


def make_league_engine(address: LeagueAddress, line: Line) -> Engine:
    """Make an engine whose transactions are this program's own, as those of a file are.

    Who reads sees the league as it was when they began; who writes does so alone, and waits for
    others at the beginning of the transaction, the longer where it is `patient`. Once the server is
    silent, nobody connects to it by the engine. Raises StoreError where there is no driver.
    """
    # late: the driver, which only a league needs
    from lastdays.store.league_connection import SilentServerError

    def connection() -> psycopg.Connection:
        if line.silent:
            raise SilentServerError("the server said nothing")
        return connect(address, line)

    level = _driver().IsolationLevel
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


def not_opened(address: LeagueAddress, error: Exception) -> str:
    """Say in a sentence why a league could not be opened; the password isn't in it."""
    return _(
        "{league} can't be opened ({reason}). Look whether its address is right and its server "
        "is running."
    ).format(league=address, reason=_reason(address, error))


def league_failed(address: LeagueAddress, error: Exception) -> str:
    """Say in a sentence why a league could not be read or written; the password isn't in it."""
    state = getattr(_cause(error), "sqlstate", None) or ""
    if state == "55P03":
        return _(
            "{league} is busy: another window is writing to it. Nothing was changed; please try "
            "again."
        ).format(league=address)
    if state == "53100":
        return _("The server of {league} has no room left. Nothing was changed.").format(
            league=address
        )
    if state in ("42501", "25006"):
        return _(
            "The server of {league} doesn't let you write. Nothing was changed; whoever runs it "
            "can allow it."
        ).format(league=address)
    reason = _reason(address, error)
    if not state or state.startswith(("08", "57", "28", "3D")):
        return _(
            "{league} can't be reached ({reason}). What was stored is safe; if you had just "
            "changed something, look whether it is there once the league is back."
        ).format(league=address, reason=reason)
    return _("{league} could not be read or written ({reason}). Nothing was changed.").format(
        league=address, reason=reason
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
