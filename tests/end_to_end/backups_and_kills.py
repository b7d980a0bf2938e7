"""Backups and kills: a child changes a store as fast as it can and says so after each change; it is
killed at a random moment, a backup is copied over the store, and what opens then has to be the
backup, nothing more and nothing less. Run as a script: FOLDER KILLS SEED; it prints how many logs
were set aside, and how many changes were spoken of."""

from __future__ import annotations

import os
import random
import shutil
import sys
import time
from pathlib import Path

from children import Child
from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.rulebook import load
from lastdays.store import open_store
from statements import compiled_once

BOOK = load()


def change_for_ever(store: Path, pipe: int, seed: int) -> None:
    """Begins campaigns, and writes their names to the pipe."""
    source = random.Random(seed)
    opened = open_store(store)
    if source.random() < 0.5:
        # SQLite pours the log in, and begins it anew, every few changes instead of after hours.
        with opened.engine.connect() as connection:
            driver = connection.connection.driver_connection
            assert driver is not None
            driver.execute("PRAGMA wal_autocheckpoint = 40")
    campaigns = CampaignActions(Workspace(opened, BOOK))
    for n in range(10**6):
        name = f"{seed}-{n}"
        campaigns.begin(name)
        os.write(pipe, f"{name}\n".encode())


def killed(store: Path, source: random.Random) -> set[str]:
    """The names a child spoke of before it was killed."""
    child = Child(lambda pipe: change_for_ever(store, pipe, source.randrange(2**32)))
    if source.random() < 0.8:
        child.hear(1, 30)
    time.sleep(source.choice((source.uniform(0, 0.02), source.uniform(0, 0.5))))
    return set(child.kill())


def content(store: Path) -> tuple[set[str], tuple[str, ...]]:
    """The names in a store, and what was said on opening it; it is one file afterwards."""
    opened = open_store(store)
    assert opened.integrity() == []
    found = {c.name for c in Workspace(opened, BOOK).campaigns()}
    opened.close()
    assert not store.with_name(f"{store.name}-wal").exists()
    return found, opened.notices


def main(folder: Path, kills: int, seed: int) -> tuple[int, int]:
    """How many logs were set aside, and changes spoken of; AssertionError for a wrong store."""
    source = random.Random(seed)
    store, log = folder / "store.sqlite", folder / "store.sqlite-wal"
    opened = open_store(store)
    CampaignActions(Workspace(opened, BOOK)).begin("First")
    opened.close()
    backups: list[Path] = []
    aside = spoken = 0
    for n in range(kills):
        backup = folder / f"backup-{n}.sqlite"
        if source.random() < 0.5:
            opened = open_store(store)
            opened.backup(backup)
            opened.close()
        else:
            shutil.copy2(store, backup)
        backups.append(backup)
        known, _told = content(store)
        names = known.union(*(killed(store, source) for _child in range(source.choice((1, 1, 2)))))
        spoken += len(names - known)
        kept = folder / f"kept-{n}"
        kept.mkdir()
        shutil.copy2(store, kept / store.name)
        left = log.exists() and log.stat().st_size > 0
        backup = source.choice((backup, backup, backup, *backups))
        expected, _told = content(Path(shutil.copy2(backup, folder / "look.sqlite")))
        if source.random() < 0.2:
            found, told = content(store)
            assert names <= found, "a change was lost"
            assert not told
            continue
        source.choice((shutil.copy, shutil.copy2, shutil.copyfile))(backup, store)
        found, told = content(store)
        assert found == expected, "a wrong store, or a mixed one"
        for place in folder.glob("*.set-aside-*"):
            # Nothing was destroyed: with its own store it is all that was spoken of.
            aside += 1
            place.rename(kept / log.name)
            assert left
            assert len(told) == 1
            found, told = content(kept / store.name)
            assert names <= found, "a change was lost"
            assert not told
        shutil.rmtree(kept)
    return aside, spoken


if __name__ == "__main__":
    with compiled_once():
        print(*main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
