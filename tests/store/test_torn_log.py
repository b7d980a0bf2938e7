"""A log that is torn or has damage in it, as a power cut leaves it: of what was acknowledged, all that
lies before the tear is there, each change whole, and nothing of what lies after it."""

from __future__ import annotations

import random
import shutil
import struct
from dataclasses import dataclass
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.groups import GroupActions
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.store.driver import driver_of

CHANGES = 4
_HEADER, _FRAME = 32, 24


@dataclass(frozen=True)
class Evening:
    """A store as it was killed with: the file, its log, and the state at each end of a change.

    A state is what was written of both groups; `ends` are offsets into the log.
    """

    file: Path
    log: bytes
    ends: tuple[int, ...]
    states: tuple[tuple[str, ...], ...]
    frame: int

    def before(self, cut: int) -> tuple[str, ...]:
        """The state after the last change that ends at an offset or before."""
        return self.states[sum(end <= cut for end in self.ends)]


def state(workspace: Workspace) -> tuple[str, ...]:
    return tuple(workspace.group(g.id).group.notes for g in workspace.groups())


@pytest.fixture(scope="module")
def evening(
    tmp_path_factory: pytest.TempPathFactory, sample_store: Path, book: Catalogue
) -> Evening:
    folder = tmp_path_factory.mktemp("evening")
    shutil.copy(sample_store, folder / "store.sqlite")
    store = open_store(folder / "store.sqlite")
    workspace = Workspace(store, book)
    groups = GroupActions(workspace)
    ids = [g.id for g in workspace.groups()]
    groups.write_notes(ids[0], "first")  # with it the floor is raised: the log begins anew after it
    with store.engine.connect() as connection:
        driver_of(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    log = folder / "store.sqlite-wal"
    assert log.stat().st_size == 0
    shutil.copy(folder / "store.sqlite", folder / "base.sqlite")
    ends, states = [], [state(workspace)]
    for n in range(CHANGES):
        groups.write_notes(ids[n % 2], f"note {n} " + random.Random(n).randbytes(700 * n).hex())
        ends.append(log.stat().st_size)
        states.append(state(workspace))
    content = log.read_bytes()
    (page,) = struct.unpack_from(">I", content, 8)
    store.close()
    return Evening(folder / "base.sqlite", content, tuple(ends), tuple(states), _FRAME + page)


def opened_with(evening: Evening, folder: Path, log: bytes, book: Catalogue) -> tuple[str, ...]:
    """Open a store with a log beside it; what is in it. It has to be sound, and to go on."""
    file = folder / "store.sqlite"
    shutil.copy(evening.file, file)
    (folder / "store.sqlite-wal").write_bytes(log)
    store = open_store(file)
    try:
        assert store.integrity() == []
        assert store.damage() == []
        workspace = Workspace(store, book)
        found = state(workspace)
        CampaignActions(workspace).begin("Played on")
    finally:
        store.close()
    store = open_store(file)
    try:
        assert state(Workspace(store, book)) == found
        assert "Played on" in {c.name for c in Workspace(store, book).campaigns()}
    finally:
        store.close()
    return found


def test_every_change_ends_at_a_frame(evening: Evening) -> None:
    assert len(set(evening.states)) == CHANGES + 1
    assert all((end - _HEADER) % evening.frame == 0 for end in evening.ends)
    assert (len(evening.log) - _HEADER) // evening.frame > 2 * CHANGES


@pytest.mark.sweep
def test_a_log_cut_at_and_within_every_frame(
    evening: Evening, tmp_path: Path, book: Catalogue
) -> None:
    frames = (len(evening.log) - _HEADER) // evening.frame
    cuts = {0, 31, 33, len(evening.log) - 1, len(evening.log)}
    for n in range(frames):
        start = _HEADER + n * evening.frame
        cuts |= {start, start + evening.frame // 2}
    found = {}
    for cut in sorted(cuts):
        found[cut] = opened_with(evening, tmp_path, evening.log[:cut], book)
        assert found[cut] == evening.before(cut), f"cut at {cut}"
    assert set(found.values()) == set(evening.states)


@pytest.mark.sweep
def test_a_flipped_bit_ends_the_log_before_its_frame(
    evening: Evening, tmp_path: Path, book: Catalogue
) -> None:
    source = random.Random(15)
    frames = (len(evening.log) - _HEADER) // evening.frame
    places = [source.randrange(_HEADER * 8) for _n in range(2)]
    for n in range(frames):
        start = _HEADER + n * evening.frame
        within = source.randrange(_FRAME if n % 2 else evening.frame)
        places.append((start + within) * 8 + source.randrange(8))
    for place in places:
        at, bit = divmod(place, 8)
        spoilt = bytearray(evening.log)
        spoilt[at] ^= 1 << bit
        begins = 0 if at < _HEADER else at - (at - _HEADER) % evening.frame
        got = opened_with(evening, tmp_path, bytes(spoilt), book)
        assert got == evening.before(begins), f"bit {bit} of byte {at}"
