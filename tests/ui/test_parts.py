"""What the pages are put together from."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from lastdays.ui.app import Session
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Fold, button
from lastdays.ui.widgets.table import PADS, Table, cell_width, draw_lines
from sure import sure


def test_a_heading_breaks_before_what_stands_beside_it_is_cut(
    sample: Session, qtbot: QtBot
) -> None:
    """Also where cells have moved closer to each other."""
    words = Cell("What there is to be read of a long game")
    model = RowModel(("Who", "Many short words of a head", "What"))
    model.set_rows([Row("a", (Cell("Mo", "title"), Cell("1", "figure"), words))])
    table = Table(model, "Table", sample.theme)
    qtbot.addWidget(table)
    table.show()
    px, free, TIGHT = sample.theme.px, [], PADS["rows"][1]
    longest = QFontMetrics(table.horizontalHeader().font()).horizontalAdvance("words")
    for width in range(700, 200, -4):
        table.resize(width, 200)
        if table.columnWidth(2) < cell_width(sample.theme, words) + 2 * px(TIGHT):
            free.append(table.columnWidth(1) - longest - 2 * px(TIGHT))
    assert free
    assert max(free) <= 0


class Noting:
    """Notes what is drawn, in letters of one kind."""

    def __init__(self, font: QFont) -> None:
        self.metrics, self.drawn = QFontMetrics(font), ""

    def fontMetrics(self) -> QFontMetrics:
        return self.metrics

    def drawText(self, _rect: QRect, _flags: int, text: str) -> None:
        self.drawn = text


@pytest.mark.smoke
def test_two_lines_hold_as_many_words_as_they_have_room_for(sample: Session) -> None:
    painter: Any = Noting(QFont(sample.theme.body))
    room = QRect(0, 0, 200, 2 * painter.metrics.lineSpacing() + 2)
    text = "word " * 40
    draw_lines(painter, room, text)
    wide = painter.metrics.horizontalAdvance(painter.drawn)
    assert wide > 1.7 * room.width()
    lines = painter.metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), painter.drawn)
    assert lines.height() <= room.height()
    draw_lines(painter, room, "short")
    assert painter.drawn == "short"
    draw_lines(painter, QRect(0, 0, 200, painter.metrics.height()), text)
    assert painter.metrics.horizontalAdvance(painter.drawn) <= room.width()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_what_is_folded_is_opened_by_keyboard_and_stays_open(qtbot: QtBot) -> None:
    theme = Theme("dark")

    def fold(key: str) -> tuple[Fold, QPushButton]:
        inside = button("Rare")
        made = Fold(theme, key, "Rare & costly", inside)
        qtbot.addWidget(made)
        made.show()
        return made, inside

    first, rare = fold("rare")
    assert not rare.isVisible()
    assert first.button.text() == "▸ Rare && costly"
    for key, open_now in ((Qt.Key.Key_Return, True), (Qt.Key.Key_Space, False)):
        with qtbot.waitSignal(first.toggled):
            QTest.keyClick(first.button, key)
        assert (rare.isVisible(), first.is_open()) == (open_now, open_now)
    QTest.keyClick(first.button, Qt.Key.Key_Space)
    assert fold("rare")[1].isVisible(), "it was left open"
    assert not fold("other")[1].isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_what_is_folded_is_open_in_an_ample_window_unless_somebody_folded_it(qtbot: QtBot) -> None:
    theme = Theme("dark")
    folds = [Fold(theme, key, key, button(key)) for key in ("let be", "folded", "in use")]
    for fold in folds:
        qtbot.addWidget(fold)
        fold.show()
    theme.measure(1920, 1080)
    assert [fold.is_open() for fold in folds] == [True, True, True]
    QTest.mouseClick(folds[1].button, Qt.MouseButton.LeftButton)
    used = sure(folds[2].inner.findChild(QPushButton))
    used.setFocus()
    qtbot.waitUntil(used.hasFocus)
    theme.measure(1280, 720)
    assert [fold.is_open() for fold in folds] == [False, False, True]
    theme.measure(1920, 1080)
    assert [fold.is_open() for fold in folds] == [True, False, True]
