"""What is known of a campaign is what would be read: nothing less than has changed is read again."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.history.snapshots import Snapshots
from lastdays.campaign.sequences.groups_after_game import GroupsTogether
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.errors import LastDaysError
from lastdays.store import Subject, open_store, revisions as mirrored
from store.exercise import edit_group
from ui.growing import add_groups, statements


@pytest.fixture
def campaign(riverside: Workspace) -> str:
    return riverside.campaigns()[0].id


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How often something is done."""
    found: dict[str, int] = {}

    def count(of: object, name: str) -> None:
        really, found[name] = getattr(of, name), 0

        def counting(*args: Any, **kwargs: Any) -> Any:
            found[name] += 1
            return really(*args, **kwargs)

        monkeypatch.setattr(of, name, counting)

    count(mirrored, "_mirror_games")
    count(mirrored, "_mirror_present")
    return found


def none_yet(counted: dict[str, int]) -> None:
    counted.update(dict.fromkeys(counted, 0))


def test_notes_a_game_and_their_undo_leave_the_rows_that_stay_the_same(
    riverside: Workspace, campaign: str, counted: dict[str, int]
) -> None:
    last = riverside.campaign(campaign).campaign.games[-1]
    none_yet(counted)
    CampaignActions(riverside).write_notes(campaign, "Rain.")
    GameRecordActions(riverside).record(campaign, replace(last, id="one-more", number=9))
    riverside.undo(campaign)
    riverside.redo(campaign)
    assert counted == {"_mirror_games": 0, "_mirror_present": 0}


@pytest.mark.sweep
def test_what_is_known_is_what_would_be_read(
    riverside: Workspace, campaign: str, dice: random.Random
) -> None:
    """After each act of an evening, of this window and another, by someone who knows nothing."""
    games = PostGameActions(riverside, dice)
    riverside.standing = GroupsTogether(games).stands
    campaigns, groups = CampaignActions(riverside), GroupActions(riverside)
    records = GameRecordActions(riverside)
    zeke, carl = (g.id for g in riverside.groups(campaign))
    last = riverside.campaign(campaign).campaign.games[-1]
    other = Workspace(open_store(riverside.store.path), riverside.catalogue)
    begun: list[str] = []

    def answer() -> None:
        pending = games.view(begun[0]).pending
        if pending is not None:
            games.roll(begun[0], pending.key)

    acts: list[Callable[[], object]] = [
        lambda: campaigns.write_notes(campaign, "Rain."),
        lambda: groups.write_notes(zeke, "Tired."),
        lambda: campaigns.write_notes(campaign, "More rain."),
        lambda: edit_group(GroupActions(other), zeke, name="Z", player="", points=1, games=0),
        lambda: campaigns.write_notes(campaign, "Even more rain."),
        lambda: CampaignActions(other).write_notes(campaign, "Sun."),
        lambda: riverside.undo(campaign),
        lambda: riverside.undo(campaign, zeke),
        lambda: records.record(campaign, replace(last, id="g2", number=2)),
        lambda: begun.append(games.begin(campaign, "g2", carl)),
        answer,
        lambda: campaigns.write_notes(campaign, "In the middle of it."),
        lambda: campaigns.set_order(campaign, "step"),
        lambda: groups.found(campaign, "Third", "everyday-hero", "", "farm-house"),
        lambda: records.record(campaign, replace(last, id="g3", number=3)),
        lambda: riverside.undo(campaign),
        lambda: riverside.redo(campaign),
        lambda: groups.delete(zeke),
        lambda: campaigns.write_notes(campaign, "They are gone."),
        lambda: riverside.undo(campaign),
        lambda: riverside.undo(campaign),
        lambda: records.delete(campaign, "g2"),
        lambda: campaigns.delete(campaign),
        lambda: campaigns.restore(campaign),
    ]
    for n, act in enumerate(acts):
        with suppress(LastDaysError):
            act()
        known = riverside.overview(campaign), riverside.places(campaign)
        kept, riverside.snapshots = riverside.snapshots, Snapshots(riverside.catalogue)
        assert (riverside.overview(campaign), riverside.places(campaign)) == known, n
        riverside.snapshots = kept
        with riverside.store.reading() as tx:
            now = kept.campaign(tx, tx.revisions.mark(Subject(campaign)))
            assert tx.revisions.campaign_differences(now) == [], n
    other.store.close()


@pytest.mark.parametrize("groups", [5, 40])
def test_what_undo_would_do_is_asked_once_however_many_documents_a_change_has(
    riverside: Workspace, campaign: str, groups: int
) -> None:
    add_groups(riverside, campaign, groups)
    with statements(riverside.store) as said:
        undo, _redo = riverside.undo_names(campaign)
    assert undo is not None
    assert len([one for one in said if one.startswith("SELECT")]) <= 5
    copied = riverside.groups(campaign)[-1].id
    GroupActions(riverside).write_notes(copied, "Changed since.")
    assert riverside.undo_names(campaign)[0] is None
    riverside.undo(campaign, copied)
    assert riverside.undo_names(campaign)[0] == undo
