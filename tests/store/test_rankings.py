"""The club's own rankings: what counts by each, who shares a place, and what cannot be."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.chronicle.rankings import RankingActions
from lastdays.model.campaign import Ranking


@pytest.fixture
def rankings(riverside: Workspace) -> RankingActions:
    return RankingActions(riverside)


def names(workspace: Workspace, campaign: str) -> list[str]:
    return [ranking.name for ranking in workspace.campaign(campaign).campaign.rankings]


def test_a_ranking_is_added_changed_and_removed_and_all_is_undone(
    rankings: RankingActions, campaign: str
) -> None:
    workspace = rankings.workspace
    rankings.add(campaign, " League ")
    (league,) = workspace.campaign(campaign).campaign.rankings
    assert league == Ranking("League", 3, 1)
    rankings.set(campaign, 0, replace(league, name="Season", zombies=2))
    assert workspace.campaign(campaign).undo == "set the ranking Season"
    rankings.remove(campaign, 0)
    assert names(workspace, campaign) == []
    for left in (["Season"], ["League"], []):
        workspace.undo(campaign)
        assert names(workspace, campaign) == left
