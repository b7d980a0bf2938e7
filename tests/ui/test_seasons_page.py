"""Closing a season in the window, reading it, opening it again; and putting a campaign away."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdays.campaign.chronicle.entries import EntryActions
from lastdays.campaign.exchange.website import Kept, folder_of, write_website
from lastdays.campaign.sample import play_through
from lastdays.model.campaign import Campaign
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    CampaignRoute,
    ChronicleRoute,
    LifeRoute,
    SeasonsRoute,
    ShareRoute,
    StartRoute,
)
from lastdays.ui.pages.campaign_page import CampaignPage
from lastdays.ui.pages.chronicle_page import MEMORIAL, RANKINGS, STANDINGS, ChroniclePage
from lastdays.ui.pages.seasons_page import SeasonsPage
from lastdays.ui.pages.start_page import StartPage
from sure import as_a
from ui.hands import arrive, click, go, key, menu_item, pick, seen, settle, where, write


def now(session: Session) -> Campaign:
    window = session.window
    return session.services.workspace.campaign(window.campaign_id).campaign


@pytest.fixture
def settled(sample: Session) -> Session:
    """After the first game: both groups have finished, one is dead, an entry is written."""
    services = sample.services
    campaign = now(sample)
    game = campaign.games[0].id
    for group in campaign.groups:
        sequence = services.games.begin(campaign.id, game, group)
        play_through(services.games, sequence)
        services.games.finish(sequence)
    EntryActions(services.workspace).begin(campaign.id, "2026-10-03", text="The first winter.")
    services.announce()
    return sample


@pytest.fixture
def page(settled: Session) -> SeasonsPage:
    return as_a(SeasonsPage, go(settled.window, SeasonsRoute()))


def close(page: SeasonsPage, session: Session, name: str) -> str:
    """Close the season under a name; return its id."""
    page.name.setFocus()
    page.name.selectAll()
    write(name)
    click(session.window, "Close the season")
    return now(session).seasons[-1].id


@pytest.mark.smoke
def test_a_season_is_closed_read_and_undone(page: SeasonsPage, settled: Session) -> None:
    window = settled.window
    zeke, carl = now(settled).groups
    assert page.name.text() == "Season 1"
    assert "Zeke's Truckers | goes on" in seen(page)
    page.table.choose_row(carl)
    pick(page.fate, "starts over")
    assert "Carl's Crew | starts over" in seen(page)
    season = close(page, settled, "The first winter")
    assert where(window) == CampaignRoute()
    assert "The season The first winter is closed." in seen(window)
    assert "season 2 · 2 groups · 0 games" in seen(window)
    assert now(settled).groups[0] == zeke
    # its chronicle
    go(window, SeasonsRoute())
    assert "The first winter, closed on" in seen(page)
    click(page, "Read its chronicle")
    assert where(window) == ChronicleRoute(season=season)
    chronicle = as_a(ChroniclePage, window.page())
    chronicle.story.games.choose_row(now(settled).season(season).games[0].id)
    assert "Zeke's Truckers beat Carl's Crew, who broke." in seen(chronicle)
    assert not chronicle.story.entry_button.isEnabled()
    assert not chronicle.story.record_button.isEnabled()
    assert chronicle.story.words.isReadOnly()
    chronicle.tabs.setCurrentIndex(STANDINGS)
    settle()
    assert "Zeke's Truckers, Robin | 1–0" in seen(chronicle)
    chronicle.tabs.setCurrentIndex(RANKINGS)
    settle()
    assert not chronicle.rankings.forms.isVisible()
    # and what is played now
    pick(chronicle.season, "This season")
    assert where(window) == ChronicleRoute()
    chronicle.tabs.setCurrentIndex(STANDINGS)
    settle()
    assert "Zeke's Truckers, Robin | 0–0" in seen(chronicle)
    go(window, CampaignRoute())
    key("Ctrl+Z")
    assert now(settled).seasons == ()
    assert now(settled).groups == (zeke, carl)
    assert "2 groups · 1 game" in seen(window)


def test_pressing_goes_through_what_may_become_of_a_group(page: SeasonsPage) -> None:
    page.table.setFocus()
    group = page.table.current_key()
    said = []
    for _press in range(3):
        page.table.row_activated.emit(group, 1)
        said.append(page.fate.currentText())
    assert said == ["starts over", "isn't in the next season", "goes on"]
    click(page, "All start over")
    assert seen(page).count("| starts over") == 2
    click(page, "All go on")
    assert seen(page).count("| goes on") == 2


def test_what_is_in_the_way_is_said(sample: Session) -> None:
    services = sample.services
    campaign = now(sample)
    services.games.begin(campaign.id, campaign.games[0].id, campaign.groups[0])
    services.announce()
    page = as_a(SeasonsPage, go(sample.window, SeasonsRoute()))
    assert "Zeke's Truckers hasn't finished the sequence after game 1." in seen(page)
    assert not page.close_button.isEnabled()
    assert "hasn't begun the sequence after game 1: it won't be played." in seen(page)


def test_a_name_that_is_taken_is_refused(page: SeasonsPage, settled: Session) -> None:
    close(page, settled, "One")
    services = settled.services
    records = services.records
    record = records.new_record(now(settled).id, now(settled).groups[:1], "")
    services.do(lambda: records.record(now(settled).id, record))
    go(settled.window, SeasonsRoute())
    assert page.name.text() == "Season 2"
    close(page, settled, "One")
    assert "There's already a season called One." in seen(settled.window)
    assert page.name.text() == "One", "it stays to be mended"
    assert len(now(settled).seasons) == 1


def test_the_last_season_is_reopened(page: SeasonsPage, settled: Session) -> None:
    before = now(settled)
    season = close(page, settled, "One")
    go(settled.window, ChronicleRoute(season=season))
    go(settled.window, SeasonsRoute())
    click(page, "Reopen the last season")
    assert now(settled) == before
    assert "No season is closed yet." in seen(page)
    # what was read is no longer a season
    chronicle = go(settled.window, ChronicleRoute(season=season))
    assert "The first winter." in seen(chronicle)
    assert not chronicle.season.isVisible()


def test_lives_and_games_lead_to_their_season(page: SeasonsPage, settled: Session) -> None:
    window = settled.window
    zeke, _carl = now(settled).groups
    game = now(settled).games[0].id
    leader = settled.services.workspace.group(zeke).group.leader
    season = close(page, settled, "One")
    life = go(window, LifeRoute(zeke, leader))
    assert "Game 1: Scavengers" in seen(life)
    go(window, ChronicleRoute(game))
    assert where(window) == ChronicleRoute(season=season)
    chronicle = as_a(ChroniclePage, window.page())
    chronicle.story.sentences.row_activated.emit(f"sequence/{zeke}", 0)
    assert "This season is closed: reopen it to change it" in seen(window)


def test_a_group_of_an_earlier_season_alone_is_read_but_not_opened(
    page: SeasonsPage, settled: Session
) -> None:
    window = settled.window
    _zeke, carl = now(settled).groups
    member = settled.services.workspace.group(carl).group.leader
    page._set_fate(carl, "out")
    season = close(page, settled, "One")
    chronicle = as_a(ChroniclePage, go(window, ChronicleRoute(season=season)))
    chronicle.tabs.setCurrentIndex(STANDINGS)
    settle()
    chronicle.standings.table.row_activated.emit(carl, 1)
    assert where(window) == ChronicleRoute(season=season)
    assert "Carl's Crew isn't in this season." in seen(window)
    life = go(window, LifeRoute(carl, member))
    assert not life.open_button.isEnabled()
    chronicle.tabs.setCurrentIndex(MEMORIAL)
    settle()


def test_the_pages_of_a_season_are_saved_with_the_campaign_s(
    page: SeasonsPage, settled: Session, tmp_path: Path
) -> None:
    season = close(page, settled, "One")
    go(settled.window, ShareRoute())
    arrive(settled)
    kept = Kept(str(tmp_path / "pages"))
    write_website(settled.services.workspace, now(settled).id, kept)
    assert (tmp_path / "pages" / folder_of(season) / "memorial.html").is_file()


def test_a_campaign_is_put_away_and_reopened(sample: Session) -> None:
    window = sample.window
    riverside = window.campaign_id
    other = sample.services.campaigns.begin("Another")
    window.refresh()
    page = as_a(CampaignPage, go(window, CampaignRoute(riverside)))
    menu_item(page.more_button, "Put this campaign away")
    assert window.campaign_id == other
    assert "Riverside is put away." in seen(window)
    chooser = window.navigator._places.chooser
    names = [chooser.itemText(n) for n in range(chooser.count())]
    assert names == ["Another", "New campaign…"]
    start = as_a(StartPage, go(window, StartRoute(new=True)))
    assert "Campaigns put away: Riverside" in seen(start)
    menu_item(start.open_away_button, "Riverside")
    assert window.campaign_id == riverside
    assert "put away · 2 groups · 1 game" in seen(window)
    assert page.next_button.accessibleName() == "Next: Reopen this campaign"
    click(window, "Next: Reopen this campaign")
    assert "Riverside is listed again." in seen(window)
    assert not sample.services.workspace.campaigns()[0].archived
    names = [chooser.itemText(n) for n in range(chooser.count())]
    assert names == ["Another", "Riverside", "New campaign…"]


def test_putting_away_is_undone(sample: Session) -> None:
    window = sample.window
    page = as_a(CampaignPage, window.pages.campaign)
    menu_item(page.more_button, "Put this campaign away")
    assert isinstance(where(window), StartRoute)
    key("Ctrl+Z")
    assert not sample.services.workspace.campaigns()[0].archived
    assert "2 groups · 1 game" in seen(window)
