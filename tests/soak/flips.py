"""Stores of which bytes were changed or cut: found out by the check, and recovered."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path

from lastdays.campaign.safekeeping import check_store, recover
from lastdays.errors import LastDaysError
from soak.clock import Budget, at_most, shown_where
from soak.work import Desk

#: No check and no recovery of the small store takes longer, in seconds.
LONGEST = 20.0


def content(desk: Desk) -> list[bytes]:
    """Return all that the groups of a store hold."""
    return sorted(desk.groups.export(g.id) for g in desk.workspace.groups())


def damage(store: Path, source: random.Random) -> None:
    """Changes some bytes of a file, or cuts it."""
    made = bytearray(store.read_bytes())
    match source.randrange(8):
        case 0:
            del made[source.randrange(len(made)) :]
        case 1:
            at = source.randrange(len(made))
            size = source.choice((16, 512, 4096))
            made[at : at + size] = source.randbytes(len(made[at : at + size]))
        case _:
            for _n in range(source.choice((1, 1, 4, 32))):
                made[source.randrange(len(made))] ^= 1 << source.randrange(8)
    store.write_bytes(made)


def run(folder: Path, template: Path, seconds: float, seed: int, least: int) -> Counter[str]:
    """Damage stores for some seconds; how many were found out, recovered and unharmed.

    Raises AssertionError where damage went unnoticed, and whatever is no LastDaysError.
    """
    source = random.Random(seed)
    with Desk(template) as desk:
        whole = content(desk)
    found: Counter[str] = Counter()
    for n in Budget(seconds, least).turns():
        place = folder / f"flip-{n}"
        place.mkdir()
        store = Path(shutil.copy(template, place / "store.sqlite"))
        damage(store, source)
        before = store.read_bytes()
        found["stores"] += 1
        with shown_where(f"store {n} of this seed"), at_most(LONGEST):
            found[_checked(store, whole)] += 1
            store.write_bytes(before)
            for log in place.glob("store.sqlite-*"):
                log.unlink()
            found[_recovered(store, place / "recovered.sqlite", whole)] += 1
            assert store.read_bytes() == before, "the damaged store was changed"
        shutil.rmtree(place)
    return found


def _recovered(store: Path, target: Path, whole: list[bytes]) -> str:
    """Recover a store; what comes back is sound, and whole unless it is said what isn't there."""
    try:
        back = recover(store, target)
    except LastDaysError:
        return "not recovered"
    with Desk(target) as desk:
        desk.check()
        assert back.missing or content(desk) == whole, "what is missing was not listed"
    return "recovered in part" if back.missing else "recovered whole"


def _checked(store: Path, whole: list[bytes]) -> str:
    try:
        desk = Desk(store)
    except LastDaysError:
        return "not opened"
    with desk:
        try:
            if not check_store(desk.workspace).sound:
                return "found out"
            assert content(desk) == whole, "damage went unnoticed"
        except LastDaysError:
            return "found out"
    return "unharmed"
