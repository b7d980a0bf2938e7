"""The club's own rankings: what counts by each, who shares a place, and what cannot be."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.chronicle.rankings import RankingActions, ranked
from lastdays.campaign.printing.sheet_content import campaign_sheet
from lastdays.errors import LastDaysError
from lastdays.model.campaign import Campaign, Ranking
from lastdays.model.game_record import Appearance, GameRecord, Side, SupplyToken
from lastdays.model.tallies import GroupTotals
from sure import sure


@pytest.mark.parametrize(
    ("key", "counted"),
    [
        *(("won", 14), ("drawn", 3), ("lost", 5), ("zombies", 7)),
        *(("rivals", 2), ("tokens", 4), ("objectives", 6), ("rating", 1)),
    ],
)
def test_each_weight_counts_its_own(key: str, counted: int) -> None:
    totals = GroupTotals(0, 14, 5, 3, zombies=7, rivals=2, tokens=4, objectives=6)
    assert Ranking("R", **{key: 10}).points(totals, 199) == 10 * counted + 9 * (key == "rating")
    assert Ranking("R", **{key: -1}).points(totals, 100) == -counted


def test_a_rating_nobody_knows_counts_nothing() -> None:
    assert Ranking("R", rating=5).points(GroupTotals(), -1) == 0


def test_what_is_done_in_games_is_counted_and_drawn_ones_share_their_place() -> None:
    one = Side(
        "a",
        "A",
        (Appearance("m", zombies=3, objectives=2), Appearance("n", part="missing", objectives=9)),
        (SupplyToken("carried", "m"),),
        won=True,
    )
    game = GameRecord("g", 1, "rescue", (one, Side("b", "B")))
    drawn = GameRecord("h", 2, "rescue", (Side("b", "B"), Side("c", "C")))
    campaign = Campaign("x", "X", ("a", "b", "c", "d"), (game, drawn))
    by = Ranking("Club", won=3, drawn=1, zombies=1, tokens=2, objectives=5)
    found = [(p.place, p.group, p.points) for p in ranked(campaign, by, campaign.groups, {})]
    assert found == [(1, "a", 18), (2, "b", 1), (2, "c", 1), (4, "d", 0)]
    rated = ranked(campaign, Ranking("R", rating=1), "abcd", {"a": 99, "b": 250, "c": 299})
    assert [(p.place, p.group) for p in rated] == [(1, "b"), (1, "c"), (3, "a"), (3, "d")]


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


def test_what_cannot_be_is_refused(rankings: RankingActions, campaign: str) -> None:
    rankings.add(campaign, "League")
    for name in ("League", "", "two\nlines"):
        with pytest.raises(LastDaysError):
            rankings.add(campaign, name)
    with pytest.raises(LastDaysError, match="Zombie killed can be"):
        rankings.set(campaign, 0, Ranking("League", zombies=1_000))
    for n in range(5):
        rankings.add(campaign, f"R{n}")
    with pytest.raises(LastDaysError, match="6 entries at most"):
        rankings.add(campaign, "One too many")
    assert len(names(rankings.workspace, campaign)) == 6


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
