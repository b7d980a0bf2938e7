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


@pytest.fixture
def workspace(riverside: Workspace) -> Workspace:
    return riverside


@pytest.fixture
def campaign(workspace: Workspace) -> str:
    return workspace.campaigns()[0].id


def test_a_group_and_only_that_group(workspace: Workspace, campaign: str) -> None:
    groups = GroupActions(workspace)
    zeke, carl = (g.id for g in workspace.groups(campaign))
    groups.write_notes(zeke, "Careful.")
    assert workspace.told() == {GroupChanged(zeke)}
    assert workspace.told() == frozenset()
    edit_group(groups, carl, name="Choir", player="", points=9, games=1)
    assert workspace.told() == {GroupChanged(carl), CampaignChanged(campaign)}


def test_nothing_where_nothing_was_stored(workspace: Workspace, campaign: str) -> None:
    groups = GroupActions(workspace)
    zeke = workspace.groups(campaign)[0].id
    groups.write_notes(zeke, "")
    member = workspace.snapshot(zeke).group.roster[0].id
    with pytest.raises(RuleError):
        GroupGearActions(workspace).buy(zeke, member, "knife")
    assert workspace.told() == frozenset()


def test_the_campaign_its_games_and_its_list_of_groups(workspace: Workspace, campaign: str) -> None:
    campaigns, groups = CampaignActions(workspace), GroupActions(workspace)
    zeke = workspace.groups(campaign)[0].id
    campaigns.rename(campaign, "Harbour")
    assert workspace.told() == {CampaignChanged(campaign)}
    groups.delete(zeke)
    assert workspace.told() == {CampaignChanged(campaign)}
    workspace.undo(campaign)
    assert workspace.told() == EVERYTHING
    workspace.redo(campaign)
    assert workspace.told() == EVERYTHING
    found = groups.found(campaign, "New", "everyday-hero", "", "farm-house")
    assert workspace.told() == {GroupChanged(found), CampaignChanged(campaign)}


def test_a_sequence(workspace: Workspace, campaign: str) -> None:
    games = PostGameActions(workspace, random.Random(1))
    game = workspace.campaign(campaign).campaign.games[0].id
    zeke = workspace.groups(campaign)[0].id
    sequence = games.begin(campaign, game, zeke)
    assert workspace.told() == {SequencesChanged(campaign)}
    assert games.begin(campaign, game, zeke) == sequence
    assert workspace.told() == frozenset()
    ask = as_a(Choose, games.view(sequence).pending)
    games.answer(sequence, ask.key, ask.options[0].key, "chosen")
    assert workspace.told() == {SequenceAnswered(sequence)}
    for change in (games.undo, games.redo, games.rebase):
        change(sequence)
        assert workspace.told() == {SequenceAnswered(sequence)}


def test_sessions_and_cards(workspace: Workspace, campaign: str, tmp_path: Path) -> None:
    sessions = SessionActions(workspace, PostGameActions(workspace, random.Random(1)))
    session = sessions.begin_game("last-night", ("Ann", "Bo"), {})
    assert workspace.told() == {SessionsChanged()}
    for change in (sessions.delete, sessions.restore):
        change(session)
        assert workspace.told() == {SessionsChanged()}
    zeke = workspace.groups(campaign)[0].id
    PrintActions(workspace).printed({zeke: PrintChoice()})
    assert workspace.told() == {CardsPrinted(zeke)}
