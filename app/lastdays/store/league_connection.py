"""A connection to a league's server that is not waited for without end."""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import Any, TypeVar

import psycopg

from lastdays.store.league_line import LIMIT_SECONDS, TURN_SECONDS, Line

T = TypeVar("T")


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
