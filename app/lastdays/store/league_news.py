"""What other windows store in a league, heard the moment they have stored it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from lastdays.errors import StoreError
from lastdays.store.league_line import Attempt, Line
from lastdays.store.league_server import broken

if TYPE_CHECKING:
    import psycopg

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
