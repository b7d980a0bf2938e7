"""What is known of a campaign is what would be read: nothing less than has changed is read again."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.snapshots import Snapshots
from lastdays.errors import LastDaysError
from lastdays.store import Subject, open_store
from store.exercise import edit_group


@pytest.mark.sweep
def test_what_is_known_is_what_would_be_read(
    riverside: Workspace, campaign: str, zeke: str, carl: str, dice: random.Random
) -> None:
    """After each act of an evening, of this window and another, by someone who knows nothing."""
    games = PostGameActions(riverside, dice)
    riverside.read_progress = games.progress
    campaigns, groups = CampaignActions(riverside), GroupActions(riverside)
    records = GameRecordActions(riverside)
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
        lambda: groups.create_with_leader(campaign, "Third", "everyday-hero", "", "farm-house"),
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
