"""The game night: who is coming, the pairings, and planned games up to their records."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit

from lastdays.campaign.game_night import FixtureLine, GameNightActions
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    CampaignRoute,
    FoundRoute,
    GameNightRoute,
    NextGameRoute,
    RecordRoute,
    TrackerRoute,
)
from lastdays.ui.pages.campaign_page import PLAYERS
from lastdays.ui.pages.game_night_page import GameNightPage
from lastdays.ui.pages.next_game_page import NextGamePage
from lastdays.ui.pages.print_page import PrintPage
from lastdays.ui.pages.record_page import RecordPage
from sure import as_a, sure
from ui.hands import click, go, key, pick, seen, settle, tracker_of, where, write


@pytest.fixture
def page(sample: Session) -> GameNightPage:
    """The night of a club of six groups, of which two have no player."""
    campaign = sample.window.campaign_id
    for number, player in enumerate(("Ann", "Bob", "", "")):
        groups = sample.services.groups
        group = groups.create_with_leader(
            campaign, f"Group {number}", "everyday-hero", "Nell", "mall", player
        )
        groups.start_playing(group)
    sample.services.announce()
    return as_a(GameNightPage, go(sample.window, GameNightRoute()))


def lines(sample: Session) -> list[FixtureLine]:
    nights = GameNightActions(sample.services.workspace)
    return list(nights.read(sample.window.campaign_id).fixtures)


def type_in(field: object, text: str) -> None:
    """Replace what is in a field."""
    edit = as_a(QLineEdit, field)
    edit.setFocus()
    edit.selectAll()
    write(text)
    key("Return")
    settle()


@pytest.mark.smoke
def test_those_who_come_are_paired_and_their_games_planned(
    page: GameNightPage, sample: Session
) -> None:
    assert "Tick who is coming" in seen(page)
    assert not page.plan_button.isEnabled()
    click(page, "Everybody")
    shown = seen(page)
    assert "Ann: Group 0" in shown
    assert "Group 2" in shown
    assert "first meeting" in shown
    assert page.plan_button.isEnabled()
    type_in(page.who.day_field, "2026-10-03")
    type_in(page.who.hour_field, "19.30")
    click(sample.window, "Plan these games")
    assert "3 games are planned." in seen(sample.window)
    shown = seen(page)
    assert "Everybody who is coming has a game." in shown
    assert "Table 3" in shown
    assert "3 October 2026, 19:30" in shown
    assert "3 October 2026 · 19:30 · 0 of 3 games played" in seen(sample.window)
    key("Ctrl+Z")
    assert "No game is planned yet." in seen(page)
    key("Ctrl+Shift+Z")
    assert "Table 3" in seen(page)


def test_an_odd_one_out_is_named(page: GameNightPage) -> None:
    page.who.ticks.setFocus()
    model = page.who.here
    for place in range(3):
        index = model.index(place, 0)
        page.who.ticks.setCurrentIndex(index)
        key("Space")
    assert len(page.pairings.pairs) == 1
    shown = seen(page)
    assert "sits out: nobody here has played more games (1)." in shown
    assert "A game takes up to four sides: add a group in its set-up." in shown
    click(page, "Nobody")
    assert "Tick who is coming" in seen(page)


def test_a_game_of_one_pairing_is_set_up(page: GameNightPage, sample: Session) -> None:
    click(page, "Everybody")
    page.pairings.table.setFocus()
    key("Space")
    (line,) = lines(sample)
    assert where(sample.window) == NextGameRoute(line.fixture.id)
    shown = seen(sample.window.page())
    for name in line.group_names:
        assert name in shown


def test_a_planned_game_has_its_table_date_and_encounter(
    page: GameNightPage, sample: Session
) -> None:
    click(page, "Everybody")
    click(sample.window, "Plan these games")
    fixtures = page.fixtures
    fixtures.table.choose_row(lines(sample)[1].fixture.id)
    pick(fixtures.encounter, "4 · Rescue")
    type_in(fixtures.table_field, "Cellar <b>")
    type_in(fixtures.day_field, "2026-10-04")
    type_in(fixtures.hour_field, "20")
    fixture = lines(sample)[1].fixture
    assert (fixture.encounter, fixture.table, fixture.day, fixture.time) == (
        "rescue", "Cellar <b>", "2026-10-04", "20:00",
    )  # fmt: skip
    assert "Rescue | Cellar <b> | 4 October 2026, 20:00" in seen(page)
    type_in(fixtures.hour_field, "never")
    assert "Type the time as hours:minutes, for example 19:30." in seen(sample.window)
    assert lines(sample)[1].fixture == fixture
    click(page, "Remove")
    assert len(lines(sample)) == 2


def test_a_night_of_three_games_is_played_and_recorded_from_its_list(
    page: GameNightPage, sample: Session
) -> None:
    window = sample.window
    click(page, "Everybody")
    click(window, "Plan these games")
    first, second, third = (line.fixture.id for line in lines(sample))
    # one is set up and played at the table
    page.fixtures.table.choose_row(second)
    click(page, "Set up")
    assert where(window) == NextGameRoute(second)
    set_up = as_a(NextGamePage, window.page())
    pick(set_up.chooser.encounter, "5 · Scavengers")
    click(window, "Print a sheet")
    assert as_a(PrintPage, window.page()).choice.fixture == second
    go(window, NextGameRoute(second))
    click(window, "Begin at the table")
    assert isinstance(where(window), TrackerRoute)
    go(window, GameNightRoute())
    assert "At the table, continue" in seen(page)
    page.fixtures.table.choose_row(second)
    click(page, "Back to the table")
    tracker = tracker_of(window.pages.tracker)
    window.services.do(tracker.end)
    # another is recorded without the table
    go(window, GameNightRoute())
    page.fixtures.table.choose_row(third)
    click(page, "Record the result")
    assert where(window) == RecordRoute(planned=True, fixture=third)
    record = as_a(RecordPage, window.page())
    names = lines(sample)[2].group_names
    assert [form.side.name for form in record.sides] == list(names)
    click(record.sides[0], "Won")
    record._record_game()
    # and the first is set up last
    go(window, NextGameRoute(first))
    go(window, GameNightRoute())
    played = lines(sample)
    assert [line.state for line in played] == ["open", "played", "played"]
    assert [line.number for line in played] == [4, 2, 3]
    shown = seen(page)
    assert "2 of 3 games played" in seen(window)
    assert f"Game 3, Won: {names[0]}" in shown
    page.fixtures.table.choose_row(third)
    assert not page.fixtures.encounter.isEnabled()
    click(page, "Open the record")
    assert where(window) == RecordRoute(sure(played[2].game).id)


def test_the_games_are_saved_for_a_calendar(
    page: GameNightPage, sample: Session, tmp_path: Path
) -> None:
    click(page, "Everybody")
    click(sample.window, "Plan these games")
    assert not page.fixtures.calendar_button.isEnabled()
    type_in(page.who.day_field, "2026-10-03")
    assert page.fixtures.calendar_button.isEnabled()
    target = tmp_path / "night.ics"
    page.fixtures.save_calendar(target)
    assert "Saved as" in seen(sample.window)
    assert target.read_bytes().count(b"BEGIN:VEVENT\r\n") == 3


def test_the_campaign_leads_to_the_night(page: GameNightPage, sample: Session) -> None:
    window = sample.window
    go(window, CampaignRoute())
    window.pages.campaign.tabs.setCurrentIndex(PLAYERS)
    settle()
    click(window.pages.campaign, "Plan a game night")
    assert where(window) == GameNightRoute()
    click(page, "Everybody")
    click(window, "Plan these games")
    for game in list(window.services.workspace.campaign(window.campaign_id).campaign.games):
        window.services.records.delete(window.campaign_id, game.id)
    window.refresh()
    go(window, CampaignRoute())
    window.pages.campaign.tabs.setCurrentIndex(0)
    settle()
    campaign = window.pages.campaign
    assert "Table 1" in seen(campaign)
    assert campaign.next_button.accessibleName() == "Next: Game night"
    click(campaign, "Game night")
    assert where(window) == GameNightRoute()


def test_without_a_group_a_group_is_created_first(open_window: Callable[..., Session]) -> None:
    empty = open_window()
    campaign = empty.services.campaigns.begin("Riverside")
    go(empty.window, CampaignRoute(campaign))
    page = go(empty.window, GameNightRoute())
    assert "A game night needs a group of this campaign." in seen(page)
    click(page, "Create group")
    assert where(empty.window) == FoundRoute()
