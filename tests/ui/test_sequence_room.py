"""The post-game page at every size of text in a window of 1280 × 720: nothing overlaps, nothing
that matters is hidden."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QScrollBar,
    QTableView,
    QWidget,
)

from lastdays.procedure.dice import can_be_rolled
from lastdays.ui.app import Session
from lastdays.ui.navigation import SequenceRoute
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.window import Window
from ui.hands import settle
from ui.test_sequence_page import begin
from ui.tour import _answer

SOLID = (QAbstractButton, QAbstractItemView, QComboBox, QLabel, QLineEdit)


def solid(root: QWidget) -> list[tuple[QWidget, QRect]]:
    """What is drawn on a page and where: cut by what scrolls within the page."""
    found: list[tuple[QWidget, QRect]] = []
    for widget in root.findChildren(QWidget):
        inner = isinstance(widget.parentWidget(), QAbstractItemView | QComboBox | QHeaderView)
        if not isinstance(widget, SOLID) or not widget.isVisible() or inner:
            continue
        if isinstance(widget, QHeaderView | QScrollBar):
            continue
        if isinstance(widget, QLabel) and not widget.text():
            continue
        rect = QRect(widget.mapTo(root, QPoint()), widget.size())
        above = widget.parentWidget()
        while above is not root:
            assert above is not None
            rect &= QRect(above.mapTo(root, QPoint()), above.size())
            above = above.parentWidget()
        if not rect.isEmpty():
            found.append((widget, rect))
    return found


def named(widget: QWidget) -> str:
    return widget.accessibleName() or getattr(widget, "text", lambda: type(widget).__name__)()


def crowded(page: SequencePage) -> list[str]:
    """What overlaps, is squeezed below what it needs, or is wider than the page."""
    faults = []
    drawn = solid(page)
    for n, (one, here) in enumerate(drawn):
        for other, there in drawn[n + 1 :]:
            if here.intersects(there) and not one.isAncestorOf(other):
                faults.append(f"{named(one)} overlaps {named(other)}")
        needed = one.heightForWidth(one.width()) if one.hasHeightForWidth() else 0
        if one.height() < max(needed, one.minimumSizeHint().height()):
            faults.append(f"{named(one)} is squeezed")
    return faults


def whole_rows(table: QTableView) -> int:
    """How many rows of a table are seen from top to bottom."""
    view = table.viewport().rect()
    rects = [table.visualRect(table.model().index(r, 0)) for r in range(table.model().rowCount())]
    return sum(view.top() <= r.top() and r.bottom() <= view.bottom() for r in rects)


def check(window: Window, where: str) -> None:
    page = window.pages.sequence
    settle()
    settle()  # heights follow widths, and a scroll bar that comes changes them again
    assert not crowded(page), f"{where}: {crowded(page)}"
    assert window.pages.area(SequenceRoute).horizontalScrollBar().maximum() == 0, where
    if page.story.isVisible() and page.story.model.rowCount():
        last = page.story.table.visualRect(
            page.story.model.index(page.story.model.rowCount() - 1, 1)
        )
        assert last.top() >= 0, where
        assert last.bottom() <= page.story.table.viewport().height(), where
    form = page.ask_panel.form
    gear = getattr(getattr(form, "form", None), "gear_table", None)
    if gear is not None and gear.isVisible():
        assert whole_rows(gear) >= 4, where
        assert form is not None
        assert whole_rows(form.form.types) >= 3, where


@pytest.mark.parametrize("percent", [100, 150, 200])
@pytest.mark.parametrize("name", ["Zeke", "Carl"])
def test_the_post_game_page_has_room_for_everything(
    sample: Session, name: str, percent: int
) -> None:
    window, games = sample.window, sample.services.games
    assert window.size().toTuple() == (1280, 720)
    sample.theme.percent = percent
    sample.theme.apply()
    page = begin(sample, name)
    seen: set[tuple[str, str]] = set()
    while (ask := games.view(page.sequence_id).pending) is not None:
        step, kind = ask.key.split("/")[0], type(ask).__name__
        if (step, kind) not in seen:  # one of each kind of question
            seen.add((step, kind))
            page.refresh()
            check(window, ask.key)
        if can_be_rolled(ask):
            games.roll(page.sequence_id, ask.key)
        else:
            games.answer(page.sequence_id, ask.key, _answer(ask), "chosen")
    page.refresh()
    check(window, "before and after")
    assert "ArrangeRecruit" in {kind for _step, kind in seen}


def test_it_has_room_when_the_size_changes_under_it(sample: Session) -> None:
    page = begin(sample)
    for percent in (150, 200, 100, 80):
        sample.theme.percent = percent
        sample.theme.apply()
        assert page.view is not None
        assert page.view.pending is not None
        check(sample.window, f"{page.view.pending.key} at {percent}")
