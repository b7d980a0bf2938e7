"""The club's own rankings: what counts by each, who shares a place, and what cannot be."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.chronicle.rankings import RankingActions
from lastdays.campaign.printing.sheet_content import campaign_sheet
from lastdays.model.campaign import Ranking
from sure import sure


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


def test_the_campaign_sheet_has_each_ranking(
    rankings: RankingActions, campaign: str, zeke: str, carl: str
) -> None:
    workspace = rankings.workspace
    rankings.add(campaign, "League")
    groups = [workspace.group(one).group for one in (carl, zeke)]
    sheet = campaign_sheet(workspace.campaign(campaign).campaign, groups, workspace.catalogue)
    section = next(one for one in sheet.sections if one.heading == "League")
    assert [row.cells for row in sure(section.table).rows] == [
        ("1 · Zeke's Truckers", "3"),
        ("2 · Carl's Crew", "0"),
    ]
