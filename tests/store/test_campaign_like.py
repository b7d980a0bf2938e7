"""A new campaign like another: played by the same rules with the same people, and nothing has happened
in it yet."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.players import PlayerActions, player_names
from lastdays.errors import LastDaysError
from lastdays.model.campaign import Campaign, Ranking
from lastdays.model.changes import CampaignNotesWritten
from lastdays.model.fields import CAMPAIGN
from lastdays.model.switches import Switches
from unit.rulebook.winter import SICKNESS

#: What is a campaign's own: what it is called, and what has happened in it.
HISTORY = {
    "name", "notes", "groups", "games", "told", "fixtures", "night", "dice_of", "entries", "counters", "deleted", "seasons", "archived",
}  # fmt: skip


@pytest.fixture
def played(riverside: Workspace, campaign: str) -> str:
    """Riverside, played by rules of its own."""
    actions, rules = CampaignActions(riverside), HouseRules(riverside)
    actions.set_switches(campaign, Switches(animals_run=True, zombie_cap=False))
    actions.set_dice(campaign, "typed")
    actions.set_order(campaign, "step")
    actions.write_notes(campaign, "Bring pizza.")
    rules.set_number(campaign, "founding.points", 80)
    rules.write_rule(campaign, SICKNESS)
    PlayerActions(riverside).add(campaign, "Jules")
    ranking = Ranking("Hunters", zombies=1)
    riverside.change_campaign(
        campaign, CampaignNotesWritten(), lambda c: replace(c, rankings=(ranking,), packs=("spa",))
    )
    return campaign


def read(workspace: Workspace, campaign: str) -> Campaign:
    return workspace.campaign(campaign).campaign


def test_every_field_of_a_campaign_is_passed_on_or_its_own() -> None:
    passed_on = {field.key for field in CAMPAIGN.values() if field.passed_on}
    assert passed_on | HISTORY == CAMPAIGN.keys()
    assert not passed_on & HISTORY


def test_how_a_campaign_is_played_is_taken_over_and_nothing_that_happened(
    riverside: Workspace, played: str
) -> None:
    other = read(riverside, played)
    assert other.groups
    assert other.games
    new = read(riverside, CampaignActions(riverside).begin_like("Second year", played))
    assert new == Campaign(
        id=new.id,
        name="Second year",
        switches=other.switches,
        dice="typed",
        order="step",
        packs=("spa",),
        numbers=(("founding.points", 80),),
        own=other.own,
        players=new.players,
        rankings=other.rankings,
    )
    assert set(new.players) == set(player_names(riverside, played)) >= {"Jess", "Jules", "Robin"}
    assert read(riverside, played) == other


def test_who_plays_a_group_there_is_a_player_here(riverside: Workspace, campaign: str) -> None:
    GroupActions(riverside).create_with_leader(
        campaign, "Ours", "professional", "Pat", "mall", "Max"
    )
    assert "Max" not in read(riverside, campaign).players
    new = CampaignActions(riverside).begin_like("Second year", campaign)
    assert "Max" in read(riverside, new).players


def test_it_is_created_undone_and_deleted_as_any_other(riverside: Workspace, played: str) -> None:
    actions = CampaignActions(riverside)
    new = actions.begin_like("Second year", played, "roll")
    assert read(riverside, new).dice == "roll"
    actions.set_switches(new, Switches())
    assert read(riverside, played).switches.animals_run
    assert riverside.undo(new)
    assert read(riverside, new).switches.animals_run
    actions.delete(new)
    assert read(riverside, new).deleted
    riverside.undo(new)
    assert not read(riverside, new).deleted
    with pytest.raises(LastDaysError, match="already a campaign called Second year"):
        actions.begin_like("Second year", played)
    with pytest.raises(LastDaysError):
        actions.begin_like(" ", played)
