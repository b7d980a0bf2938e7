"""What is in sight in the history of a group: whole rows, one ground, no name that widens a page."""

from __future__ import annotations

import pytest

from lastdays.ui.app import Session
from lastdays.ui.navigation import GroupRoute
from lastdays.ui.pages.group.history_panel import HistoryPanel
from lastdays.ui.pages.group_page import GroupPage
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


@pytest.mark.smoke
def test_the_history_is_opened_at_its_top(page: GroupPage, sample: Session) -> None:
    size(sample, 1280, 720, 200)
    area = scroller(page)
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    assert area.verticalScrollBar().value() > 0
    history(page)
    assert area.verticalScrollBar().value() == 0
