"""The pages that tell of what was, where there is nothing yet and where there is little room."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics

from lastdays.devtools.screens import TABS, tell_without_games
from lastdays.ui.app import Session
from lastdays.ui.models.rows import RowModel
from lastdays.ui.navigation import (
    ChronicleRoute,
    FoundRoute,
    RecordRoute,
    ShareRoute,
)
from lastdays.ui.pages.chronicle_page import STORY
from lastdays.ui.widgets.table import PlainHeader, Table
from sure import as_a
from ui.hands import settle, where

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_before_the_first_game_the_story_leads_to_it(session: Session) -> None:
    services, window = session.services, session.window
    campaign = services.campaigns.begin("Riverside")
    window.refresh()
    window.go(ChronicleRoute())
    page = window.pages.chronicle
    settle()
    assert not page.story.read.isVisible()
    assert page.first_button.text() == "&Create group"
    window.page().take_focus()
    assert page.first_button.hasFocus()
    page.first_button.click()
    assert where(window) == FoundRoute()
    services.groups.found(campaign, "Crew", "merciless-thug", "Nell", "mall")
    window.go(ChronicleRoute())
    settle()
    assert page.first_button.text() == "&Record a game"
    page.first_button.click()
    assert where(window) == RecordRoute()


@pytest.mark.smoke
def test_with_games_the_story_is_read(sample: Session) -> None:
    window = sample.window
    window.go(ChronicleRoute())
    page = window.pages.chronicle
    settle()
    assert page.story.read.isVisible()
    assert page.first_button.text() == "Share…"
    page.first_button.click()
    assert where(window) == ShareRoute()


@pytest.mark.parametrize("percent", [100, 200])
def test_the_standing_has_room_for_every_word_of_its_head(sample: Session, percent: int) -> None:
    sample.theme.percent = percent
    sample.theme.apply()
    window = sample.window
    window.go(ChronicleRoute())
    page = window.pages.chronicle
    for tab in range(len(TABS)):
        page.tabs.setCurrentIndex(tab)
        settle()
        tables = [t for t in page.findChildren(Table) if t.isVisible()]
        for table in tables:
            cut = cut_headings(table)
            assert cut == [], (tab, percent)
    page.tabs.setCurrentIndex(STORY)


def cut_headings(table: Table) -> list[str]:
    """The words of a table's head that their column has no room for."""
    header = table.horizontalHeader()
    metrics = QFontMetrics(as_a(PlainHeader, table.horizontalHeader()).letters())
    return [
        word
        for column, heading in enumerate(as_a(RowModel, table.model()).headings)
        for word in heading.replace("–", "– ").split()
        if metrics.horizontalAdvance(word) + head_pad(table) > header.sectionSize(column)
    ]


def head_pad(table: Table) -> int:
    """What is free beside a heading, as beside the words below it."""
    return 2 * table.pad


def test_the_pages_are_drawn_where_nothing_was_played(session: Session) -> None:
    services = session.services
    campaign = services.campaigns.begin("Riverside")
    group = services.groups.found(campaign, "Crew", "merciless-thug", "Nell", "mall")
    session.window.refresh()
    names = list(tell_without_games(session, group))
    assert set(TABS) < set(names)
    assert {"life", "merge", "merge-nothing-new", "share-group", "share-campaign"} < set(names)
