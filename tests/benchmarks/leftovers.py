"""An evening's work many times over: widgets and memory stay what they were."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import acts
import aged

sys.path.insert(0, str(Path(__file__).parents[1]))

#: What is done first, before anything is counted: a part of the whole.
WARM = 10
#: How much memory and how many objects there may be afterwards, for one before.
MOST_MEMORY, MOST_OBJECTS = 1.1, 1.01

#: What was done, the figure before and after, its unit, and how many times as much it may be.
Soaked = tuple[str, float, float, str, float]


def resident() -> float:
    """Megabytes of memory that the process has."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def all_of(folder: Path) -> Iterator[Soaked]:
    """Each round in a window of its own."""
    from ui.soaking import ROUNDS, objects

    for what, (prepare, often) in ROUNDS.items():
        path = folder / f"{what.replace(' ', '-')}.sqlite"
        aged.sample(path)
        with acts.window(path) as session:
            once = acts.then_painted(prepare(session))
            for _n in range(max(2, often // WARM)):
                once()
            before, held = objects(session), resident()
            for _n in range(often):
                once()
            after = objects(session)
            name = f"{often:,} {what}" if often > 40 else f"{what}, {often} times"
            yield name, before, after, "objects", MOST_OBJECTS
            yield name, held, resident(), "MB", MOST_MEMORY
