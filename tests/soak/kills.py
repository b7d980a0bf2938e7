"""Kills: a child works as fast as it can and says before and after each act what is the case; it is
killed at a random moment, and the store has to be what was said last."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from children import Child
from soak.clock import Budget
from soak.work import KINDS, Desk, Migrating, Work, template

#: So many kills are in a store before it begins anew.
IN_ONE = 12


def work_for_ever(work: Work, pipe: int, seed: int) -> None:
    """Does the work, and writes '?' with what will be before, '!' with what is after each act."""
    desk = Desk(work.store, random.Random(seed))
    for said, act in work.acts(desk):
        os.write(pipe, f"?{said}\n".encode())
        act()
        os.write(pipe, f"!{said}\n".encode())


def killed(work: Work, source: random.Random) -> list[str]:
    """What a child said before it was killed."""
    child = Child(lambda pipe: work_for_ever(work, pipe, source.randrange(2**32)))
    child.hear(source.choice((0, 1, 2, 5, 11, 24)))
    time.sleep(source.uniform(0, 0.03))
    return child.kill()


def look(work: Work, before: str, said: list[str]) -> tuple[str, int]:
    """Open the store after a kill: what is the case, how many changes were acknowledged.

    Raises AssertionError where it is not well, or not what was said last.
    """
    done = [line[1:] for line in said if line.startswith("!")]
    with Desk(work.store) as desk:
        desk.check()
        now = work.state(desk)
    if not isinstance(work, Migrating):
        known = done[-1] if done else before
        begun = said[-1][1:] if said else known
        assert now in (known, begun), f"{work.name}: {now!r} is neither {known!r} nor {begun!r}"
    elif done:
        assert now == done[-1], f"{work.name}: {now!r} is not {done[-1]!r}"
    work.also(done)
    return now, len(done)


def run(
    folder: Path,
    seconds: float,
    seed: int,
    least: int = 1,
    kinds: Sequence[type[Work]] = KINDS,
) -> Counter[str]:
    """Kill for some seconds, kind after kind; how many kills each survived, and what was said."""
    source = random.Random(seed)
    made = template(folder / "template.sqlite")
    works = [kind(folder / kind.__name__, made) for kind in kinds]
    states: dict[str, str] = {}
    found: Counter[str] = Counter()
    for n in Budget(seconds, least * len(works)).turns():
        work = works[n % len(works)]
        if isinstance(work, Migrating):
            work.renew()
        elif n // len(works) % IN_ONE == 0:
            work.renew()
            with Desk(work.store) as desk:
                states[work.name] = work.state(desk)
        said = killed(work, source)
        states[work.name], done = look(work, states.get(work.name, ""), said)
        found[work.name] += 1
        found["acknowledged"] += done
    return found
