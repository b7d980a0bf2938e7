"""What the actions say they have changed, once it is stored."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.changed import (
    EVERYTHING,
    CampaignChanged,
    CardsPrinted,
    GroupChanged,
    SequenceAnswered,
    SequencesChanged,
    SessionsChanged,
)
from lastdays.campaign.gear import GroupGearActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.printing.print_jobs import PrintActions, PrintChoice
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import SessionActions
from lastdays.errors import RuleError
from lastdays.procedure.asks import Choose
from store.exercise import edit_group
from sure import as_a


def test_a_group_and_only_that_group(
    riverside: Workspace, zeke: str, carl: str, campaign: str
) -> None:
    groups = GroupActions(riverside)
    groups.write_notes(zeke, "Careful.")
    assert riverside.take_changed() == {GroupChanged(zeke)}
    assert riverside.take_changed() == frozenset()
    edit_group(groups, carl, name="Choir", player="", points=9, games=1)
    assert riverside.take_changed() == {GroupChanged(carl), CampaignChanged(campaign)}


def test_nothing_where_nothing_was_stored(riverside: Workspace, zeke: str, campaign: str) -> None:
    groups = GroupActions(riverside)
    groups.write_notes(zeke, "")
    member = riverside.snapshot(zeke).group.roster[0].id
    with pytest.raises(RuleError):
        GroupGearActions(riverside).buy(zeke, member, "knife")
    assert riverside.take_changed() == frozenset()


def test_the_campaign_its_games_and_its_list_of_groups(
    riverside: Workspace, zeke: str, campaign: str
) -> None:
    campaigns, groups = CampaignActions(riverside), GroupActions(riverside)
    campaigns.rename(campaign, "Harbour")
    assert riverside.take_changed() == {CampaignChanged(campaign)}
    groups.delete(zeke)
    assert riverside.take_changed() == {CampaignChanged(campaign)}
    riverside.undo(campaign)
    assert riverside.take_changed() == EVERYTHING
    riverside.redo(campaign)
    assert riverside.take_changed() == EVERYTHING
    found = groups.create_with_leader(campaign, "New", "everyday-hero", "", "farm-house")
    assert riverside.take_changed() == {GroupChanged(found), CampaignChanged(campaign)}


def test_a_sequence(riverside: Workspace, zeke: str, campaign: str) -> None:
    games = PostGameActions(riverside, random.Random(1))
    game = riverside.campaign(campaign).campaign.games[0].id
    sequence = games.begin(campaign, game, zeke)
    assert riverside.take_changed() == {SequencesChanged(campaign)}
    assert games.begin(campaign, game, zeke) == sequence
    assert riverside.take_changed() == frozenset()
    ask = as_a(Choose, games.view(sequence).pending)
    games.answer(sequence, ask.key, ask.options[0].key, "chosen")
    assert riverside.take_changed() == {SequenceAnswered(sequence)}
    for change in (games.undo, games.redo, games.rebase):
        change(sequence)
        assert riverside.take_changed() == {SequenceAnswered(sequence)}


def test_sessions_and_cards(riverside: Workspace, zeke: str, campaign: str, tmp_path: Path) -> None:
    sessions = SessionActions(riverside, PostGameActions(riverside, random.Random(1)))
    session = sessions.begin_game("last-night", ("Ann", "Bo"), {})
    assert riverside.take_changed() == {SessionsChanged()}
    for change in (sessions.delete, sessions.restore):
        change(session)
        assert riverside.take_changed() == {SessionsChanged()}
    PrintActions(riverside).printed({zeke: PrintChoice()})
    assert riverside.take_changed() == {CardsPrinted(zeke)}
