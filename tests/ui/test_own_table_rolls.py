"""Tables and steps that players wrote, at the table: rolled from every place, typed, undone, shown
opposite, and taken through the keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from lastdays.campaign.campaigns import HouseRules
from lastdays.campaign.table_sessions import LastDaysTracker
from lastdays.rulebook.entries import Dice
from lastdays.rulebook.own import Row, Table
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, RecordRoute, TrackerRoute
from lastdays.ui.pages.record_page import RecordPage
from lastdays.ui.tracker.form import MoveRow
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a, sure
from ui.at_the_table import dice
from ui.hands import (
    click,
    do,
    go,
    key,
    menu_item,
    push,
    seen,
    settle,
    start_play,
    state_of,
    tracker_of,
)
from ui.law import ambers, press, wrong_enters
from ui.messages import said
from unit.rulebook.winter import AT_TABLE, WINTER


@pytest.fixture
def at_table(sample: Session) -> SessionPage:
    """A game of the sample, by the rules of a hard winter with steps at the end of each turn."""
    services, campaign = sample.services, sample.window.campaign_id
    for rule in (*WINTER.entries, *AT_TABLE):
        HouseRules(services.workspace).write_rule(campaign, rule)
    sample.window.refresh()
    groups = [services.workspace.group(g.id).group for g in services.workspace.groups(campaign)]
    parts = {member.id: "held-back" for group in groups for member in group.members[2:]}
    sides = tuple(entrant_of(group, services.catalogue, parts) for group in groups[:2])
    begun = services.sessions.begin(campaign, Setup("scavengers", sides), dice="typed")
    page = as_a(SessionPage, go(sample.window, TrackerRoute(begun)))
    sample.window.activateWindow()
    page.panel.ask_panel.guard_ms = 0
    return page


def last_line(page: SessionPage) -> str:
    return tracker_of(page).words.line(tracker_of(page).log()[-1])


def choose(page: SessionPage, name: str) -> str:
    figure = next(f for f in state_of(page).figures() if f.name == name)
    page.look(figure.id)
    settle()
    return figure.id


@pytest.mark.smoke
def test_a_table_is_rolled_for_a_member_typed_undone_and_told(
    sample: Session, at_table: SessionPage
) -> None:
    page = at_table
    mo = choose(page, "Mo")
    page.panel.sheet.buttons["own-table"].click()
    settle()
    form = sure(page.panel.form)
    assert form.title.text() == "Mo: roll on which table?"
    click(page.panel, "1  Illness (D6)")
    assert page.panel.ask_panel.question.text() == "Mo: roll D6 on Illness."
    assert "Sicker." in seen(page.panel.own_table)
    assert "33 %" in seen(page.panel.own_table)
    dice(page, 2)
    assert last_line(page) == ("Mo, Illness 2: Sicker. Mo: Sickness 0 → 1, Coughing. (2 typed)")
    assert dict(state_of(page).figure(mo).counters)["sickness"] == 1
    assert not page.panel.own_table.isVisible()
    assert sample.window.undo_action.text() == "Undo: Illness: Mo"
    push(sample.window.undo_action)
    push(sample.window.undo_action)
    assert dict(state_of(page).figure(mo).counters)["sickness"] == 0
    assert tracker_of(page).log() == []


def test_the_menu_of_the_page_has_all_tables_and_the_other_screen_shows_what_came(
    at_table: SessionPage,
) -> None:
    page = at_table
    push(page.tools.screen_button)
    page.window().activateWindow()
    menu_item(page.tools.more_button, "Roll on a table")
    assert [button.text() for button in sure(page.panel.form).act_buttons.values()] == [
        "1  Illness (D6)",
        "2  Weather (D6)",
        "3  Find (D6)",
    ]
    key("2")
    dice(page, 5)
    assert last_line(page).startswith("Weather 5: Snow & <b>wind</b>. Note: Shots reach 12 inches")
    assert "Shots reach 12 inches & no more." in page.panel.notes.text()
    assert "Shots reach 12 inches" in sure(page.second_screen).bar.line
    menu_item(page.tools.more_button, "Roll on a table")
    key("1")
    assert page.panel.ask_panel.question.text() == "Who rolls on Illness?"
    key("1")
    dice(page, 4)
    assert "Holds on." in last_line(page)


def test_a_side_and_the_table_have_their_tables_too(at_table: SessionPage) -> None:
    page = at_table
    page.look("table")
    settle()
    click(page.panel.sheet, "Roll on a table…")
    assert "Weather (D6)" in seen(page.panel.form)
    page.look("A")
    settle()
    assert "own-table" not in page.panel.sheet.buttons  # no table is for a group


def to_the_end(page: SessionPage) -> None:
    """Puts the game to the end of its first turn."""
    do(page, "next")
    do(page, "phase", phase="end")
    tracker = as_a(LastDaysTracker, tracker_of(page))
    assert (tracker.state.table.turn, tracker.state.table.phase) == (1, "end")
    page.panel.take_focus()
    settle()


def test_a_step_of_a_turn_is_taken_through_the_keys(
    sample: Session, at_table: SessionPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, window = at_table, sample.window
    to_the_end(page)
    rows = [as_a(MoveRow, button) for button in page.panel.moves.buttons.values()]
    assert (rows[0].number, rows[0].text()) == (1, "Cold: everybody")
    assert (rows[-1].number, rows[-1].text()) == (len(rows), "Move the calendar")
    (first,) = ambers(window)
    assert first is rows[0]
    assert wrong_enters(window, monkeypatch, [page.bar.next_button, window.places.list]) == []
    press(window, Qt.Key.Key_2)
    assert page.panel.ask_panel.question.text() == "Cold, Zeke: pay 1 Food?"
    assert "Sicker." in seen(page.panel.own_table)
    press(window, Qt.Key.Key_Return)
    assert "Zeke: 1 Food paid, 4 left." in last_line(page)
    press(window, Qt.Key.Key_2, Qt.Key.Key_2, Qt.Key.Key_1, Qt.Key.Key_Return)
    assert "Illness 1: Sicker." in last_line(page)
    assert "Our rules, still to do: Cold, Move the calendar" in seen(page.bar.owed)
    for left in (1, 0):  # each was begun, answered, and the second one rolled
        for _n in range(2 + left):
            push(window.undo_action)
        assert len(state_of(page).table.steps_done) == left


def test_steps_that_are_left_out_are_told(at_table: SessionPage) -> None:
    page = at_table
    to_the_end(page)
    do(page, "next")
    assert "Left out: Cold and Move the calendar." in last_line(page)


def test_the_record_has_what_comes_after_the_game(sample: Session, at_table: SessionPage) -> None:
    page, campaign = at_table, sample.window.campaign_id
    mo = choose(page, "Mo")
    start_play(page, "own-table", table="find", who=mo)
    dice(page, 1, 3)
    made = sure(as_a(LastDaysTracker, tracker_of(page)).end())
    record = as_a(RecordPage, go(sample.window, RecordRoute(made.id)))
    assert "3 Scavenge Points; Mo: 2 Experience" in seen(record)
    click(record, sure(record.record_button).text().replace("&", ""))
    kept = sample.services.workspace.campaign(campaign).campaign.game(made.id)
    assert kept.sides == made.sides


def test_a_rule_that_is_written_during_the_game_is_there(
    sample: Session, at_table: SessionPage
) -> None:
    session = at_table.session.id
    choose(at_table, "Mo")
    go(sample.window, CampaignRoute())
    luck = Table(key="luck", name="Luck", dice=Dice(1, 6), rows=(Row(upto=6, text="Lucky."),))
    HouseRules(sample.services.workspace).write_rule(sample.window.campaign_id, luck)
    page = as_a(SessionPage, go(sample.window, TrackerRoute(session)))
    assert "the new rules apply from now on" in said(sample)
    page.panel.sheet.buttons["own-table"].click()
    settle()
    assert "Luck (D6)" in seen(page.panel.form)
