"""Where a game is set up one scroll bar is enough, and what begins it stands close by."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractScrollArea

from lastdays.language import told_apart
from lastdays.ui.app import Session
from lastdays.ui.navigation import TableRoute
from lastdays.ui.pages.table_page import SetupForm
from sure import as_a
from ui.hands import settle, size
from ui.test_table_room import begin


def form(session: Session) -> SetupForm:
    """The set-up of a game."""
    page = session.window.pages.table
    session.window.go(TableRoute())
    page.start_setup()
    settle()
    return as_a(SetupForm, page.setup)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_in_large_letters_only_the_page_scrolls(sample: Session, width: int, height: int) -> None:
    size(sample, width, height, 200)
    setup = form(sample)
    assert setup.steps.verticalScrollBar().maximum() == 0
    assert as_a(QAbstractScrollArea, setup.tabs.currentWidget()).verticalScrollBar().maximum() == 0


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (2560, 1440)])
def test_what_begins_a_game_stands_below_its_steps_whichever_it_is(
    sample: Session, width: int, height: int
) -> None:
    size(sample, width, height)
    setup = form(sample)
    places = set()
    for n in range(setup.encounter.count()):
        setup.encounter.setCurrentIndex(n)
        settle()
        button = setup.begin_button
        places.add(button.mapTo(setup, button.rect().topLeft()).y())
        assert setup.steps.verticalScrollBar().maximum() == 0
    assert len(places) == 1
    assert places.pop() < height * 0.6


@pytest.mark.smoke
def test_games_are_listed_with_their_buttons_close_below(sample: Session) -> None:
    size(sample, 1920, 1080)
    begin(sample, zombies=3)
    sample.window.go(TableRoute())
    settle()
    played = sample.window.pages.table.played
    last = played.table.visualRect(played.model.index(played.model.rowCount() - 1, 0))
    bottom = played.table.viewport().mapTo(played, last.bottomLeft()).y()
    button = played.open_button
    assert played.table.verticalScrollBar().maximum() == 0
    assert 0 < button.mapTo(played, button.rect().topLeft()).y() - bottom < 24


def test_names_that_begin_alike_are_told_apart() -> None:
    names = [f"The Unspeakably Long-Winded Wanderers of the Western Wasteland {n}" for n in (1, 2)]
    first, second = (told_apart(name, 26) for name in names)
    assert first != second
    assert len(first) <= 26
    assert first == "The Unspeakably L…teland 1"
    assert told_apart("Zeke's Truckers", 26) == "Zeke's Truckers"
