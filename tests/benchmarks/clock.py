"""What a measure took: on the clock, and of the processor."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple


class Took(NamedTuple):
    """Seconds on the clock, and seconds that the processor was busy with it.

    The clock says what a player waits for, what else the machine does meanwhile included.
    """

    wall: float
    busy: float


def clocked(action: Callable[[], object]) -> Took:
    """What an action of this thread takes."""
    begin, busy = time.perf_counter(), time.thread_time()
    action()
    return Took(time.perf_counter() - begin, time.thread_time() - busy)


def median(every: Iterable[Took]) -> Took:
    """The median of each."""
    return Took(*(statistics.median(column) for column in zip(*every, strict=True)))


def medians(runs: int, *measured: Callable[[], Took]) -> list[Took]:
    """The median of each, measured in turn; the first round only warms up."""
    rounds = [[one() for one in measured] for _n in range(runs + 1)][1:]
    return [median(column) for column in zip(*rounds, strict=True)]


def paired(runs: int, ours: Callable[[], Took], floor: Callable[[], Took]) -> tuple[Took, Took]:
    """Both measured in turn: the round in the middle by how many times as long ours was busy. What
    takes half a second is measured while the machine is at one pace, which is another soon after."""
    rounds = [(ours(), floor()) for _n in range(runs + 1)][1:]
    return sorted(rounds, key=lambda both: both[0].busy / both[1].busy)[len(rounds) // 2]
