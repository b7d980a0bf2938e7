"""What is in sight in the history of a group: whole rows, one ground, no name that widens a page."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from lastdays.ui.app import Session
from lastdays.ui.models.rows import Row, RowModel
from lastdays.ui.navigation import GroupRoute
from lastdays.ui.pages.group.history_panel import HistoryPanel
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.widgets.table import Table
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


def test_a_long_line_under_the_keyboard_keeps_both_its_lines(sample: Session, qtbot: QtBot) -> None:
    model = RowModel(("Change", "When"))
    text = "recruited Maximilian-Alexander von und zu Hohenstauffen"
    table = Table(model, "History", sample.theme, look="plain", wrap=True)
    qtbot.addWidget(table)
    sample.theme.dress(table)
    model.set_rows([Row(str(n), (text, "now")) for n in range(2)])
    table.resize(300, 200)
    table.show()
    settle()
    table.setFocus()
    table.setCurrentIndex(model.index(0, 0))
    settle()
    assert table.hasFocus()
    drawn = table.viewport().grab().toImage()
    high = table.rowHeight(0)
    assert high > table.fontMetrics().height() * 2

    def words(row: int) -> int:
        """Counts what is written in the lower line of a row, away from its edges."""
        ground = drawn.pixelColor(table.columnWidth(0) - 8, row * high + high * 3 // 4)
        ys = range(row * high + high * 6 // 10, row * high + high - 5)
        return sum(drawn.pixelColor(x, y) != ground for y in ys for x in range(6, 100))

    assert words(1) > 50
    assert words(0) > words(1) // 2
