"""What is in sight in the history of a group: whole rows, one ground, no name that widens a page."""

from __future__ import annotations

import pytest

from lastdays.ui.app import Session
from lastdays.ui.navigation import GroupRoute
from lastdays.ui.pages.group.history_panel import HistoryPanel
from lastdays.ui.pages.group_page import GroupPage
from store.exercise import edit_group
from sure import as_a
from ui.hands import settle, size
from ui.test_large_text import scroller

LONG = "The Unspeakably Long-Winded Wanderers of the Western Wasteland"


@pytest.fixture
def page(sample: Session) -> GroupPage:
    window = sample.window
    group = next(
        g for g in sample.services.workspace.groups(window.campaign_id) if g.name.startswith("Zeke")
    )
    window.go(GroupRoute(group.id))
    settle()
    return as_a(GroupPage, window.pages.group)


def history(page: GroupPage) -> HistoryPanel:
    page.show_history()
    settle()
    return page.history


@pytest.mark.parametrize(
    ("width", "height", "percent"), [(1280, 720, 100), (1366, 768, 100), (1280, 720, 200)]
)
def test_the_group_as_it_was_ends_with_a_whole_row(
    page: GroupPage, sample: Session, width: int, height: int, percent: int
) -> None:
    size(sample, width, height, percent)
    roster = history(page).roster
    settle()
    last = roster.rowAt(roster.viewport().height() - 1)
    assert roster.verticalScrollBar().maximum() > 0
    assert last >= 3
    foot = roster.rowViewportPosition(last) + roster.rowHeight(last)
    assert foot == roster.viewport().height()


def test_where_all_members_fit_none_is_scrolled(page: GroupPage, sample: Session) -> None:
    size(sample, 1920, 1080)
    shown = history(page)
    settle()
    assert shown.roster.verticalScrollBar().maximum() == 0
    assert shown.roster_model.rowCount() == 8


def test_a_long_name_does_not_widen_the_page(page: GroupPage, sample: Session) -> None:
    groups = sample.services.groups
    edit_group(groups, page.group_id, name=LONG, player="", points=-347, games=1)
    size(sample, 1280, 720, 200)
    shown = history(page)
    settle()
    assert scroller(page).horizontalScrollBar().maximum() == 0
    assert "−347 SP" in shown.summary.text()
    assert "→ −347 (−347)" in shown.difference.text()


@pytest.mark.smoke
def test_the_history_is_opened_at_its_top(page: GroupPage, sample: Session) -> None:
    size(sample, 1280, 720, 200)
    area = scroller(page)
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    assert area.verticalScrollBar().value() > 0
    history(page)
    assert area.verticalScrollBar().value() == 0
