"""The line to a league's server: how long it may be silent, and what is done while it is waited for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import psycopg

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
