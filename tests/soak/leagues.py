"""A league while whoever writes to it is killed, its server is killed, or stands still: what was
acknowledged is there, once, and each change whole."""

from __future__ import annotations

import os
import random
import time
from collections import Counter

from children import Child
from lastdays.campaign.sample import add_sample
from lastdays.desktop.league_address import LeagueAddress
from lastdays.errors import LastDaysError, StoreError
from lastdays.store.league import LIMIT_SECONDS
from league import server as servers
from league.server import Server
from soak.clock import Budget
from soak.work import Desk

KINDS = ("a window killed", "the server killed", "the server stalled")
#: Nobody waits longer for one act, in seconds.
LONGEST = LIMIT_SECONDS + 3


def write_for_ever(address: LeagueAddress, pipe: int, seed: int) -> None:
    """Write notes; say '?' with them before, '!' after, and '-' where they were refused."""
    desk = Desk(address, random.Random(seed))
    group = desk.group
    for n in range(10**9):
        os.write(pipe, f"?{seed}-{n}\n".encode())
        began = time.monotonic()
        try:
            desk.groups.write_notes(group, f"{seed}-{n}")
            os.write(pipe, f"!{seed}-{n}\n".encode())
        except StoreError:
            assert time.monotonic() - began < LONGEST, "an act was held"
            os.write(pipe, b"-\n")
            time.sleep(0.1)
            desk.store.data_version()
            try:
                desk.notes()  # what was stored in doubt is seen
            except LastDaysError:
                continue


def _troubled(
    server: Server, address: LeagueAddress, kind: str, source: random.Random
) -> list[str]:
    """Have a child write, make trouble, and kill it; what it said."""
    child = Child(lambda pipe: write_for_ever(address, pipe, source.randrange(2**32)))
    child.hear(source.choice((2, 7, 20)))
    time.sleep(source.uniform(0, 0.05))
    if kind == "the server killed":
        server.stop()
        server.start_again()
        child.hear(12)
    elif kind == "the server stalled":
        with server.stalled():
            time.sleep(source.choice((0.5, 2.0, LIMIT_SECONDS + 1.5)))
        child.hear(12)
    return child.kill()


def run(seconds: float, seed: int, least: int) -> Counter[str]:
    """Make trouble for some seconds; how often, by its kind, and what was said. Nothing where no
    server can be started."""
    found: Counter[str] = Counter()
    if servers.why_not():
        return found
    source = random.Random(seed)
    with servers.running() as server:
        address = server.address(server.database())
        with Desk(address) as desk:
            add_sample(desk.workspace)
        known = ""
        for n in Budget(seconds, least).turns():
            kind = KINDS[n % len(KINDS)]
            lines = _troubled(server, address, kind, source)
            done = [line[1:] for line in lines if line.startswith("!")]
            known = done[-1] if done else known
            last = max((i for i, line in enumerate(lines) if line.startswith("!")), default=-1)
            begun = {line[1:] for line in lines[last + 1 :] if line.startswith("?")}
            with Desk(address) as desk:
                desk.check()
                now = desk.notes()
            assert now == known or now in begun, f"{kind}: {now!r} is not {known!r}"
            known = now
            found[kind] += 1
            found["acknowledged"] += len(done)
            found["refused"] += lines.count("-")
    return found
