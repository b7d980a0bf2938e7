"""Which answers of the worker still count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from lastdays.errors import LastDaysError

T = TypeVar("T")


class Requests:
    """Numbers what the worker is asked for; only what was asked for last is shown."""

    def __init__(self, failed: Callable[[LastDaysError], None]) -> None:
        self.number = 0
        self.failed = failed

    def drop(self) -> None:
        """Show nothing of what was asked for until now."""
        self.number += 1

    def answer(self, done: Callable[[T], None]) -> LatestAnswer[T]:
        """Return who is to be told of the result of the latest request."""
        return LatestAnswer(self, done)


class LatestAnswer(Generic[T]):
    """Is told when the worker is done, and passes it on while the request is the last."""

    def __init__(self, requests: Requests, done: Callable[[T], None]) -> None:
        self._requests = requests
        self._number = requests.number
        self._done = done
        self.page: object = getattr(requests.failed, "__self__", None)

    def __call__(self, result: T) -> None:
        if self._number == self._requests.number:
            self._done(result)

    def failed(self, error: LastDaysError) -> None:
        """Pass on why there is no result."""
        if self._number == self._requests.number:
            self._requests.failed(error)
