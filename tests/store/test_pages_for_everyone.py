"""Web pages are valid HTML, read well by a screen reader, and are pressed with a thumb."""

from __future__ import annotations

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.exchange.website import FIRST, Private, Website
from store.club import PLAYERS, furnish
from store.page_rules import faults, faults_of_page, faults_of_style
from store.web_page import Page

ALL = Private(notes=True, players=True)


def test_the_pages_of_a_played_campaign_have_no_fault(
    played_campaign: tuple[Workspace, str],
) -> None:
    assert faults(Website(*played_campaign, ALL).made()) == []


def test_the_pages_of_a_club_and_its_season_have_no_fault(
    riverside: Workspace, campaign: str
) -> None:
    furnish(riverside, campaign)
    files = Website(riverside, campaign, ALL).made()
    assert any("/" in name and name.endswith(".html") for name in files)
    assert faults(files) == []


def test_the_pages_of_an_empty_campaign_have_no_fault(workspace: Workspace) -> None:
    campaign = CampaignActions(workspace).begin("Riverside")
    assert faults(Website(workspace, campaign, Private()).made()) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<h1>A</h1><h3>B</h3>", "a heading of level 3 after one of level 1: B"),
        ("<h1>A</h1><h1>B</h1>", "a heading of level 1 after one of level 1: B"),
        ("<h1> </h1>", "a heading is empty"),
        ("<h1>A</h1><nav></nav>", "not every nav has a name of its own: ['']"),
        ('<h1 id="a">A</h1><p id="a"></p>', "the id a is there 2 times"),
        ('<h1>A</h1><img src="a.jpg" alt="">', "a picture has no text: a.jpg"),
        ('<h1>A</h1><a href="a.html"></a>', "a link has no text: a.html"),
        ("<h1>A</h1><table><tr><td>1</td></tr></table>", "a table has no heads"),
        ("<h1>A</h1><p>", ""),
        ("<h1>A</h1></p>", "not valid"),
        ("<h1>A</h1><ul><li><b>x</li></ul>", "not valid"),
    ],
)
def test_a_fault_of_a_page_is_noticed(body: str, fault: str) -> None:
    page = f'<!DOCTYPE html><html lang="en"><title>A</title><body>{body}</body></html>'
    said = " ".join(faults_of_page(page.encode()))
    assert fault in said
    assert bool(said) == bool(fault)


def test_a_target_that_is_too_small_is_noticed() -> None:
    sound = "a, summary { min-width: 24px; min-height: 24px; }\na { display: inline-block; }\n"
    assert list(faults_of_style(sound)) == []
    assert list(faults_of_style(sound.replace("min-height: 24px", "min-height: 20px")))
    assert list(faults_of_style(f"{sound}nav a {{ min-height: 0; }}\n"))


def test_points_say_which_they_are_and_a_ranking_how_it_counts(
    riverside: Workspace, campaign: str
) -> None:
    furnish(riverside, campaign)
    first = Website(riverside, campaign, Private()).made()[FIRST].decode()
    standings, ranking = first.split("<h2>Club cup</h2>")
    assert '<th scope="col">Scavenge Points</th>' in standings
    assert (
        "3 × game won + 1 × game drawn − 1 × game lost + 1 × zombie taken Out of Action" in ranking
    )
    assert "Points" not in standings.replace("Scavenge Points", "")


def test_the_lines_of_a_chart_are_named_in_the_page_s_own_letters(
    played_campaign: tuple[Workspace, str],
) -> None:
    workspace, campaign = played_campaign
    first = Website(workspace, campaign, Private()).made()[FIRST].decode()
    _before, chart = first.split('<section class="chart">')
    drawings, legend = chart.split('<ul class="legend">')
    for group in workspace.groups(campaign):
        assert group.name not in drawings
        assert group.name.replace("'", "&#39;") in legend


def test_players_are_listed_with_their_results_and_whom_they_faced(
    riverside: Workspace, campaign: str
) -> None:
    furnish(riverside, campaign)
    first = Page(Website(riverside, campaign, Private(players=True)).made()[FIRST])
    assert "PlayerGamesWonDrawnLostLast played" in first.said
    anne, ben = PLAYERS
    assert f"{anne}Zeke's Truckershas faced {ben} ×2 2101" in first.said
