"""What holds on every page and form of the window: found by walking through all of them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QScrollArea,
    QTabBar,
    QWidget,
)

from ui.hands import settle
from ui.tour import controls, tour


def turn_wheel(widget: QWidget, notches: int) -> None:
    """Turns the mouse wheel over the middle of a widget; downwards is negative."""
    centre = QPointF(widget.rect().center())
    event = QWheelEvent(
        centre,
        widget.mapToGlobal(centre),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def value_of(widget: QWidget):
    """What the wheel could change about a control."""
    match widget:
        case QComboBox() | QTabBar():
            return widget.currentIndex()
        case QAbstractSpinBox():
            return widget.text()
        case QAbstractSlider():
            return widget.value()


def test_the_wheel_changes_no_value_on_any_page(sample):
    swept = set()
    for place in tour(sample):
        for widget in controls(sample.window):
            if not isinstance(widget, QComboBox | QTabBar | QAbstractSpinBox | QAbstractSlider):
                continue
            before, wheel = value_of(widget), Qt.FocusPolicy.WheelFocus
            assert widget.focusPolicy() & wheel != wheel, (place, widget.accessibleName())
            for notches in (1, -2, 1):
                turn_wheel(widget, notches)
                assert value_of(widget) == before, (place, widget.accessibleName())
            swept.add((type(widget), widget.accessibleName()))
    assert len(swept) > 60


def test_the_wheel_scrolls_the_page_over_what_it_passes_by(sample):
    window = sample.window
    window.resize(1280, 420)
    window.go("campaign", "")
    page = window.campaign_page
    page.tabs.setCurrentIndex(1)
    page.tabs.setFocus()
    settle()
    box = list(page.switches.values())[1]
    bar = next(
        a.verticalScrollBar()
        for a in page.tabs.currentWidget().findChildren(QScrollArea)
        if a.isAncestorOf(box)
    )
    for had in (page.tabs, box):  # also where the keyboard is: scrolling is not choosing
        had.setFocus()
        bar.setValue(0)
        settle()
        chosen = box.currentIndex()
        where = QPointF(box.mapTo(window, box.rect().center()))
        QTest.wheelEvent(window.windowHandle(), where, QPoint(0, -120))
        settle()
        assert bar.value() > 0
        assert box.currentIndex() == chosen
        assert QApplication.focusWidget() in (had, page.tabs.tabBar())
