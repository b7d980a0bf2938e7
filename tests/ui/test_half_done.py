"""What is begun and not finished is said, and there is a way back to it and from it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    FoundRoute,
    RecordRoute,
    SequenceRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.window import Window
from ui.hands import click, find_button, focus, key, seen, settle, where
from ui.test_sequence_page import begin, play


def place(window: Window, text: str) -> QModelIndex:
    """The entry of the list of places that says this."""
    rows = [r.cell(0).text for r in window.places.model.rows]
    return window.places.model.index(rows.index(text), 0)


def point_at(window: Window, text: str) -> None:
    """Clicks an entry of the list of places."""
    rect = window.places.list.visualRect(place(window, text))
    QTest.mouseClick(
        window.places.list.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        rect.center(),
    )
    settle()


@pytest.mark.smoke
def test_from_a_sequence_back_to_the_list_by_button_mouse_and_key(sample: Session) -> None:
    window = sample.window
    begin(sample)
    click(window, "All sequences")
    assert isinstance(window.route, AftermathRoute)
    assert window.pages.aftermath.isAncestorOf(focus())
    begin(sample)
    point_at(window, "After the game (1)")
    assert isinstance(window.route, AftermathRoute)
    begin(sample)
    key("Ctrl+L", "Return")
    assert isinstance(window.route, AftermathRoute)


def test_the_place_one_is_in_leads_back_from_every_page_within_it(sample: Session) -> None:
    window = sample.window
    for route in (RecordRoute(), FoundRoute()):
        window.go(route)
        settle()
        point_at(window, "Campaign")
        assert where(window) == CampaignRoute()


def test_after_finish_the_next_open_sequence_is_chosen(sample: Session) -> None:
    window = sample.window
    page = begin(sample, "Zeke")
    play(page, sample)
    click(window, "Finish and update the group")
    click(window, "All sequences")
    listed = window.pages.aftermath
    assert listed.model.index(listed.table.currentIndex().row(), 0).data() == "Carl's Crew"
    key("Return")
    assert isinstance(window.route, SequenceRoute)
    assert page.view is not None
    assert page.view.before.name == "Carl's Crew"


def test_a_restart_says_what_is_half_done(open_window: Callable[..., Session]) -> None:
    first = open_window(sample=True)
    window = first.window
    assert [r.cell(0).text for r in window.places.model.rows][-6:-4] == [
        "At the table",
        "After the game",
    ]
    assert "Not finished yet" not in seen(window)
    sequence = begin(first, "Zeke").sequence_id
    window.go(TableRoute())
    window.pages.table.start_setup()
    window.pages.table.setup.begin()
    assert window.pages.tracker.tracker is not None
    session = window.pages.tracker.tracker.id
    first.close()

    again = open_window()
    window = again.window
    assert isinstance(window.route, CampaignRoute)
    shown = seen(window)
    assert "Not finished yet\n\nZeke's Truckers\nAfter game 1\nContinue" in shown
    assert "Zeke's Truckers against Carl's Crew\nA game at the table\nContinue" in shown
    assert "At the table, continue" in shown  # the game comes before its sequence
    assert "1 game at the table" in shown
    assert "After the game (1)" in shown
    after = "Zeke's Truckers, After game 1"
    find_button(window, f"Continue: {after}").click()
    settle()
    assert (where(window), window.pages.sequence.sequence_id) == (SequenceRoute(sequence), sequence)
    window.go(CampaignRoute())
    settle()
    at_table = "Zeke's Truckers against Carl's Crew, A game at the table"
    find_button(window, f"Continue: {at_table}").click()
    settle()
    assert window.pages.tracker.tracker is not None
    assert (where(window), window.pages.tracker.tracker.id) == (TrackerRoute(session), session)


def test_what_is_finished_is_said_no_more_and_again_once_it_is_undone(sample: Session) -> None:
    window = sample.window
    page = begin(sample)
    play(page, sample)
    assert "After the game (1)" in seen(window)
    click(window, "Finish and update the group")
    assert "After the game (1)" not in seen(window)
    click(page, "Open the group")
    window.pages.group.roster.setFocus()
    key("Ctrl+Z")
    assert "After the game (1)" in seen(window)
