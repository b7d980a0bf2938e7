"""How long a part may take, and how long one thing in it."""

from __future__ import annotations

import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Budget:
    """Seconds that begin to run now."""

    def __init__(self, seconds: float, least: int = 1) -> None:
        """Begin; `least` turns are had whatever the time."""
        self._end = time.monotonic() + seconds
        self._least = least

    def turns(self) -> Iterator[int]:
        """Count turns until the time is over."""
        n = 0
        while n < self._least or time.monotonic() < self._end:
            yield n
            n += 1


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Stop what takes longer with TimeoutError."""

    def stop(*_args: object) -> None:
        raise TimeoutError(f"it took longer than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def keep(tried: bytes, seed: int, n: int) -> None:
    """Keep a file in which something went wrong, and say where."""
    kept = Path(tempfile.gettempdir()) / f"lastdays-soak-{seed}-{n}"
    kept.write_bytes(tried)
    print(f"soak: this was number {n} of this seed: {kept}")


@contextmanager
def shown_where(what: str) -> Iterator[None]:
    """Say what was being tried when something went wrong, so that it can be tried again."""
    try:
        yield
    except BaseException:
        print(f"soak: this was {what}", file=sys.stderr)
        raise
