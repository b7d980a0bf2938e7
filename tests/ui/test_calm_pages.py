"""What is in sight of a page in a small window: the usual things, and no more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
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

from lastdays.devtools.screens import play_to_first_shot
from lastdays.store.kept_backups import Reason
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    CampaignRoute,
    DataRoute,
    GroupRoute,
    PrintRoute,
    RecordRoute,
    SettingsRoute,
)
from lastdays.ui.pages.campaign_page import RULINGS
from lastdays.ui.tracker.pieces import Heading, Part, Scale, Words
from ui.hands import arrive, go, settle

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


def in_sight(*roots: QWidget) -> Iterator[QWidget]:
    """Everything in some parts that is seen now."""
    found = {part: None for root in roots for part in (root, *root.findChildren(QWidget))}
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


def counted(*roots: QWidget) -> tuple[int, int]:
    """How many controls and how many words of some parts are in sight."""
    controls = 0
    words: list[str] = []
    for part in in_sight(*roots):
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
    go(session.window, PrintRoute(session.services.workspace.groups()[1].id)).make()


def at_data(session: Session) -> None:
    session.services.safekeeping.soon(Reason.FINISH)
    go(session.window, DataRoute())


def at_rulings(session: Session) -> None:
    go(session.window, CampaignRoute()).tabs.setCurrentIndex(RULINGS)


@pytest.mark.smoke
@pytest.mark.parametrize(
    ("there", "most"),
    [
        (at_print, (21, 95)),
        (at_data, (5, 60)),
        (lambda session: go(session.window, SettingsRoute()), (5, 75)),
        (at_rulings, (10, 90)),
        (lambda session: go(session.window, RecordRoute()), (36, 78)),
    ],
    ids=["print", "data", "settings", "rulings", "record"],
)
def test_a_page_shows_the_usual_things_alone(
    sample: Session, there: Callable[[Session], object], most: tuple[int, int]
) -> None:
    sample.window.resize(1280, 720)
    there(sample)
    arrive(sample)
    page = sample.window.page()
    controls, words = counted(page, page.head)
    assert controls <= most[0], f"{controls} controls"
    assert words <= most[1], f"{words} words"


def test_below_the_roster_member_refuge_and_stash_show_the_usual_things(sample: Session) -> None:
    sample.window.resize(1280, 720)
    sample.window.go(GroupRoute(sample.window.places.groups()[0]))
    arrive(sample)
    page = sample.window.pages.group
    controls, words = counted(page.member_panel, page.refuge, page.stash)
    assert controls <= 10
    assert words <= 42


#: Controls and words in sight at most, of the panel and of the whole page.
AT_THE_TABLE = {
    "table-who": ((2, 20), (74, 135)),
    "table-action": ((11, 75), (82, 160)),
    "table-shot": ((14, 60), (84, 158)),
}


def whole_table(session: Session, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """How many controls and words of the table's page are in sight: on its board what is drawn."""
    page = session.window.pages.tracker
    controls, words = counted(page, page.head)
    parts = [p for p in in_sight(page.board) if isinstance(p, Part) and p.drawn]
    controls += sum(not isinstance(part, Heading) for part in parts)
    drawn = list(page.arrangement.recent.lines[-3:])
    draw = Words.draw

    def noted(self: Words, painter: QPainter, scale: Scale, box: QRectF) -> None:
        drawn.append(self.text)
        draw(self, painter, scale, box)

    with monkeypatch.context() as noting:
        noting.setattr(Words, "draw", noted)
        page.board.grab()
    return controls, words + sum(len(WORD.findall(text)) for text in drawn)


def test_the_table_shows_the_usual_things(sample: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before counters at nothing, states that are off and names said twice were taken out of sight,
    whoever acted had 131 controls and 263 words around, a shot 133 and 238."""
    sample.window.resize(1280, 720)
    seen = set()
    for name in play_to_first_shot(sample):
        settle()
        if name in AT_THE_TABLE:
            seen.add(name)
            found = counted(sample.window.pages.tracker.panel), whole_table(sample, monkeypatch)
            for (controls, words), most in zip(found, AT_THE_TABLE[name], strict=True):
                assert controls <= most[0], (name, found)
                assert words <= most[1], (name, found)
    assert seen == set(AT_THE_TABLE)
