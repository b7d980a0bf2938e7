"""Every page and form at the sizes of window and text that people have: nothing lies over another
thing, nothing is squeezed below what it needs, no page is scrolled sideways."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollBar,
    QSplitterHandle,
    QTableView,
    QWidget,
)

from lastdays.devtools.screens import KINDS, SEED, SIZES, WALKS, settle
from lastdays.ui.app import Session
from lastdays.ui.theme import Theme

#: What lies on a board lies over it: the board has tests of its own.
BOARDS = ("table", "game")
SOLID = (QAbstractButton, QAbstractItemView, QComboBox, QLabel, QLineEdit)


def solid(root: QWidget) -> list[tuple[QWidget, QRect]]:
    """What is drawn on a page and where: cut by what scrolls within the page."""
    found: list[tuple[QWidget, QRect]] = []
    for widget in root.findChildren(QWidget):
        inner = isinstance(
            widget.parentWidget(), QAbstractItemView | QComboBox | QHeaderView | QAbstractButton
        )
        if not isinstance(widget, SOLID) or not widget.isVisible() or inner:
            continue
        if isinstance(widget, QHeaderView | QScrollBar | QSplitterHandle):
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


def crowded(page: QWidget) -> list[str]:
    """What overlaps, or is squeezed below what it needs."""
    faults = []
    drawn = solid(page)
    for n, (one, here) in enumerate(drawn):
        for other, there in drawn[n + 1 :]:
            if here.intersects(there) and not one.isAncestorOf(other):
                faults.append(f"{named(one)} overlaps {named(other)}")
        if not isinstance(one, QLabel | QPushButton):
            continue
        needed = one.heightForWidth(one.width()) if one.hasHeightForWidth() else 0
        if one.height() < max(needed, one.minimumSizeHint().height()):
            faults.append(f"{named(one)} is squeezed")
        if isinstance(one, QPushButton) and one.width() < one.minimumSizeHint().width():
            faults.append(f"{named(one)} is cut")
    return faults


def whole_rows(table: QTableView) -> int:
    """How many rows of a table are seen from top to bottom."""
    view = table.viewport().rect()
    rects = [table.visualRect(table.model().index(r, 0)) for r in range(table.model().rowCount())]
    return sum(view.top() <= r.top() and r.bottom() <= view.bottom() for r in rects)


@pytest.mark.sweep
@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("percent", "size"), [(p, s) for p in SIZES for s in SIZES[p]])
def test_nothing_is_cut_or_lies_over_another_thing(
    qapp: QApplication, tmp_path: Path, kind: str, percent: int, size: tuple[int, int]
) -> None:
    theme = Theme("dark", percent)
    session = Session(tmp_path / "s.sqlite", source=random.Random(SEED), theme=theme, packs=[])
    faults = []
    try:
        session.window.resize(*size)
        session.window.show()
        for name in WALKS[kind](session):
            if name.startswith(BOARDS):
                continue
            settle(session)
            window = session.window
            faults += [f"{name}: {fault}" for fault in crowded(window.page())]
            if window.pages.area(type(window.route)).horizontalScrollBar().maximum():
                faults.append(f"{name} is scrolled sideways")
    finally:
        session.close()
    assert not faults, "\n".join(faults)
