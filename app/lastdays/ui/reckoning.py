"""What takes longer than the window may stand still: reckoned by the worker, for one page."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from lastdays.ui.services import Services

T = TypeVar("T")
#: Says whether the page still wants to know.
Wanted = Callable[[], bool]


class Reckoning:
    """One thing at a time: what begins stops what was reckoned before, and nothing that was
    stopped is ever shown."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._stopped = Event()
        self.going = False

    def begin(self, job: Callable[[Wanted], T], show: Callable[[T], object]) -> None:
        """Run a job on the worker and show its result in the window's thread.

        A job that waits for the worker is not begun once it is stopped; one that runs asks
        whether it is wanted. It reads nothing of the store.
        """
        self.stop()
        stopped = self._stopped = Event()
        self.going = True

        def reckon() -> T | None:
            return None if stopped.is_set() else job(lambda: not stopped.is_set())

        def finish(found: T | None) -> None:
            if not stopped.is_set():
                self.going = False
                assert found is not None
                show(found)

        self._services.work(reckon, finish)

    def stop(self) -> None:
        """Want nothing any more."""
        self._stopped.set()
        self.going = False
