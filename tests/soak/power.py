"""Power cuts: the log of a store ends anywhere, or in zeros or noise. All that was acknowledged before
that is there, and nothing of what comes after it."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path

from lastdays.store.driver import driver_of
from soak.clock import Budget, shown_where
from soak.work import Desk

#: So many cuts are tried of one evening.
CUTS = 12


def run(folder: Path, template: Path, seconds: float, seed: int, least: int) -> Counter[str]:
    """Cut the power for some seconds; how often, by what became of the log.

    Raises AssertionError where an acknowledged change is gone, or half of one is there.
    """
    source = random.Random(seed)
    found: Counter[str] = Counter()
    for n in Budget(seconds, least).turns():
        place = folder / f"power-{n}"
        place.mkdir(parents=True)
        states = _evening(place, template, source)
        with shown_where(f"evening {n} of this seed"):
            for _n in range(CUTS):
                found[_cut(place, states, source)] += 1
        shutil.rmtree(place)
    return found


def _evening(place: Path, template: Path, source: random.Random) -> list[tuple[int, str]]:
    """Write notes, one change after the other, and leave the store as a power cut finds it; where
    the log ended after each, and what was written then."""
    file = Path(shutil.copy(template, place / "store.sqlite"))
    desk, log = Desk(file, source), place / "store.sqlite-wal"
    desk.groups.write_notes(desk.group, "first")  # the log begins anew after it
    with desk.store.engine.connect() as connection:
        driver_of(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(file, place / "base")
    states = [(0, "first")]
    for n in range(source.randrange(1, 20)):
        notes = f"{n} {source.randbytes(source.choice((1, 500, 4000))).hex()}"
        desk.groups.write_notes(desk.group, notes)
        states.append((log.stat().st_size, notes))
    shutil.copy(log, place / "log")
    desk.store.close()
    return states


def _cut(place: Path, states: list[tuple[int, str]], source: random.Random) -> str:
    """Spoil the log from somewhere on, and open the store; what was done to the log."""
    log = (place / "log").read_bytes()
    at = source.randrange(len(log) + 1)
    lost = len(log) - at
    kind, rest = source.choice(
        (("torn", b""), ("zeros", bytes(lost)), ("noise", source.randbytes(lost)))
    )
    file = Path(shutil.copy(place / "base", place / "store.sqlite"))
    (place / "store.sqlite-wal").write_bytes(log[:at] + rest)
    with Desk(file) as desk:
        desk.check()
        known = [notes for end, notes in states if end <= at][-1]
        assert desk.notes() == known, f"{desk.notes()[:40]!r} is not {known[:40]!r}"
    return kind
