"""A clock that was set back: what was done last is last, whatever time is written beside it."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import check_store
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import SessionActions
from lastdays.store.kept_backups import Backups, Reason
from lastdays.store.store import GroupSummary
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.tabletop.last_days.taps import change_counter
from store.exercise import whole_history

NOW = datetime(2026, 11, 22, 20, 0, tzinfo=UTC)
BACK = datetime(2000, 1, 1, tzinfo=UTC)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at = NOW

    def __call__(self) -> str:
        self.at += timedelta(seconds=1)
        return self.at.isoformat(timespec="seconds")


@pytest.fixture
def clock() -> Any:
    return Clock()


@pytest.fixture
def workspace(riverside: Workspace, clock: Any) -> Workspace:
    """A desk with a clock of its own."""
    return Workspace(riverside.store, riverside.catalogue, clock=clock)


def group_of(workspace: Workspace) -> GroupSummary:
    return workspace.groups()[0]


def test_changes_are_listed_and_undone_in_the_order_they_were_made(
    workspace: Workspace, clock: Any
) -> None:
    group = group_of(workspace)
    groups = GroupActions(workspace)
    for n, at in enumerate((NOW, BACK, NOW - timedelta(days=3), BACK, NOW)):
        clock.at = at
        groups.write_notes(group.id, f"note {n}")
    history = whole_history(workspace, group.id)
    assert [workspace.group_at(e.revision).notes for e in history[:5]] == [
        f"note {n}" for n in (4, 3, 2, 1, 0)
    ]
    assert [e.at for e in history] != sorted((e.at for e in history), reverse=True)
    for n in (3, 2, 1, 0):
        workspace.undo(group.campaign, group.id)
        assert workspace.group(group.id).group.notes == f"note {n}"
    for n in (1, 2, 3, 4):
        workspace.redo(group.campaign, group.id)
        assert workspace.group(group.id).group.notes == f"note {n}"
    assert check_store(workspace).sound


def test_a_log_goes_on_where_it_was(workspace: Workspace, clock: Any) -> None:
    campaign = group_of(workspace).campaign
    sessions = SessionActions(workspace, PostGameActions(workspace, random.Random(1)))
    sides = [
        entrant_of(workspace.group(g.id).group, workspace.catalogue, {})
        for g in workspace.groups(campaign)
    ]
    tracker = sessions.tracker(sessions.begin(campaign, Setup("scavengers", tuple(sides))))
    for n, at in enumerate((NOW, BACK, NOW, BACK)):
        clock.at = at
        tracker.tap(change_counter.tap(piece="A1", name="noise", amount=1 if n % 2 == 0 else -1))
    again = sessions.tracker(tracker.id)
    assert again.state == tracker.state
    assert [e.id for e in again.timeline.entries] == sorted(e.id for e in again.timeline.entries)
    assert len(again.log()) == 4  # taps that lie years apart are no quick ones
    again.undo()
    again.undo()
    assert len(sessions.tracker(tracker.id).timeline.entries) == 2
    # One that is begun now is listed, though it seems older than the other.
    clock.at = BACK
    later = sessions.begin(campaign, Setup("scavengers", tuple(sides)))
    assert {s.id for s in sessions.listed(campaign)} == {tracker.id, later}


def test_a_backup_is_made_kept_and_copied_though_another_seems_newer(
    workspace: Workspace, tmp_path: Path
) -> None:
    store, now = workspace.store, [NOW]
    group = group_of(workspace)
    backups = Backups(store.path, clock=lambda: now[0])
    first = backups.make(store.engine, Reason.START)
    GroupActions(workspace).write_notes(group.id, "written by a clock set back")
    now[0] = BACK
    made = backups.make(store.engine, Reason.FINISH)
    assert made is not None
    assert backups.listed() == [first, made]
    # Nothing has changed since the one that was made last: it isn't made twice.
    assert backups.make(store.engine, Reason.START) is None
    place = tmp_path / "stick"
    place.mkdir()
    backups.copy_latest(place, made)
    (copied,) = (place / backups.folder.name).iterdir()
    assert copied.name == made.path.name
    # With the clock right again both are there, until their age lets one go.
    now[0] = NOW + timedelta(hours=1)
    GroupActions(workspace).write_notes(group.id, "and on")
    third = backups.make(store.engine, Reason.START)
    assert third is not None
    assert backups.listed()[:2] == [third, first]
    assert len(backups.listed()) == 3  # the fewest that stay, however old they seem
