"""What is in sight of a page in a small window: the usual things, and no more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTableView,
    QWidget,
)

from lastdays.store.kept_backups import Reason
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, DataRoute, PrintRoute, SettingsRoute
from lastdays.ui.pages.campaign_page import RULINGS
from lastdays.ui.widgets.page import Page
from ui.hands import arrive, settle

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


def in_sight(page: Page) -> Iterator[QWidget]:
    """Everything of a page and its head that is seen now."""
    found = {
        part: None for root in (page, page.head) for part in (root, *root.findChildren(QWidget))
    }
    return (w for w in found if w.isVisible() and not w.visibleRegion().isEmpty())


def listed(view: QAbstractItemView) -> tuple[int, list[str]]:
    """How many controls a list is, one a tick, and the words of it that are seen."""
    model, ticks = view.model(), 0
    words: list[str] = []
    columns = model.columnCount() if isinstance(view, QTableView) else 1
    for index in (model.index(n, c) for n in range(model.rowCount()) for c in range(columns)):
        if view.viewport().rect().intersects(view.visualRect(index)):
            words.append(str(index.data() or ""))
            ticks += bool(model.flags(index) & Qt.ItemFlag.ItemIsUserCheckable)
    if isinstance(view, QTableView) and view.horizontalHeader().isVisible():
        across = Qt.Orientation.Horizontal
        words += [str(model.headerData(c, across) or "") for c in range(columns)]
    return ticks or 1, words


def counted(page: Page) -> tuple[int, int]:
    """How many controls and how many words of a page are in sight."""
    controls = 0
    words: list[str] = []
    for part in in_sight(page):
        match part:
            case QHeaderView():
                pass
            case QAbstractItemView():
                more, said = listed(part)
                controls, words = controls + more, words + said
            case QTabBar():
                controls += part.count()
                words += [part.tabText(n) for n in range(part.count())]
            case QLineEdit() if isinstance(part.parent(), QAbstractSpinBox | QComboBox):
                pass
            case QAbstractButton() | QAbstractSpinBox() | QLineEdit():
                controls += 1
                words.append(part.text())
            case QComboBox():
                controls += 1
                words.append(part.currentText())
            case QPlainTextEdit():
                controls += 1
                words.append(part.toPlainText() or part.placeholderText())
            case QLabel():
                words.append(getattr(part, "whole", "") or part.text())
    return controls, sum(len(WORD.findall(text)) for text in words)


def at_print(session: Session) -> None:
    session.window.go(PrintRoute(session.services.workspace.groups()[1].id))
    session.window.pages.print.make()


def at_data(session: Session) -> None:
    session.services.keeping.soon(Reason.FINISH)
    session.window.go(DataRoute())


def at_settings(session: Session) -> None:
    session.window.go(SettingsRoute())


def at_rulings(session: Session) -> None:
    session.window.go(CampaignRoute())
    session.window.pages.campaign.tabs.setCurrentIndex(RULINGS)


@pytest.mark.smoke
@pytest.mark.parametrize(
    ("go", "most"),
    [
        (at_print, (21, 95)),
        (at_data, (6, 60)),
        (at_settings, (6, 75)),
        (at_rulings, (9, 90)),
    ],
    ids=["print", "data", "settings", "rulings"],
)
def test_a_page_shows_the_usual_things_alone(
    sample: Session, go: Callable[[Session], None], most: tuple[int, int]
) -> None:
    sample.window.resize(1280, 720)
    go(sample)
    arrive(sample)
    settle()
    controls, words = counted(sample.window.page())
    assert controls <= most[0], f"{controls} controls"
    assert words <= most[1], f"{words} words"
