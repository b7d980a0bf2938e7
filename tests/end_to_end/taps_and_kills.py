"""Taps and kills: a child taps as fast as it can and says so after each; it is killed at a random
moment, the store is opened again, and every tap it spoke of has to be there. Run as a script:
STORE KILLS SEED; it prints how many taps were spoken of."""

from __future__ import annotations

import os
import random
import select
import signal
import sys
import time
from pathlib import Path

from lastdays.campaign import Workspace
from lastdays.campaign.sample import add_sample
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import SessionActions
from lastdays.rulebook import load
from lastdays.store import open_store
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.last_days.taps import count
from statements import compiled_once
from sure import as_a


def tap_for_ever(store: Path, book: object, session: str, pipe: int, seed: int) -> None:
    """Taps, and writes the id of each event to the pipe once it is stored."""
    source = random.Random(seed)
    opened = open_store(store)
    workspace = Workspace(opened, book)  # type: ignore[arg-type]
    tracker = SessionActions(workspace, PostGameActions(workspace, source)).tracker(session)
    figures = [f.id for f in as_a(State, tracker.state).figures()]
    while True:
        if source.random() < 0.1 and tracker.timeline.entries:
            tracker.undo()
        elif tracker.tap(count.tap(source.choice(figures), "noise", 1)):
            os.write(pipe, f"{tracker.head}\n".encode())


def main(store: Path, kills: int, seed: int) -> int:
    """How many taps were spoken of; AssertionError for one that was lost."""
    source = random.Random(seed)
    book = load()
    opened = open_store(store)
    workspace = Workspace(opened, book)
    campaign = add_sample(workspace)
    sides = tuple(
        entrant_of(workspace.group(g.id).group, book, {}) for g in workspace.groups(campaign)[:2]
    )
    sessions = SessionActions(workspace, PostGameActions(workspace, source))
    made = [sessions.begin(campaign, Setup("scavengers", sides)) for _n in range(8)]
    opened.close()
    spoken = 0
    for n in range(kills):
        session = made[n % len(made)]
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            tap_for_ever(store, book, session, writing, source.randrange(2**32) + n)
        os.close(writing)
        select.select([reading], [], [], 30)  # it has begun
        time.sleep(source.uniform(0, 0.02))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        said = b""
        while chunk := os.read(reading, 65536):
            said += chunk
        os.close(reading)
        ids = [int(line) for line in said.split(b"\n")[:-1]]
        assert ids, "the child never tapped"
        opened = open_store(store)
        with opened.reading() as tx:
            stored = tx.table.session(session)
            known = tx.connection.exec_driver_sql("SELECT id FROM events").scalars().all()
        assert set(ids) <= set(known), "a tap was lost"
        # What is stored reads back as a game; only undo may have moved the head back.
        workspace = Workspace(opened, book)
        tracker = SessionActions(workspace, PostGameActions(workspace, source)).tracker(session)
        assert tracker.head == stored.head
        opened.close()
        spoken += len(ids)
    return spoken


if __name__ == "__main__":
    with compiled_once():
        print(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
