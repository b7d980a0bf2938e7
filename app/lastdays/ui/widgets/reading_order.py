"""Tab through a form as it is read, whatever was added to it when."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLayout,
    QScrollArea,
    QStackedWidget,
    QTabWidget,
    QWidget,
)

from lastdays.ui.widgets.parts import in_tab_order

#: What is one stop, whatever lies inside.
_WHOLE = (QAbstractItemView, QAbstractSpinBox, QComboBox)


def chain_as_read(form: QWidget) -> None:
    """Have Tab go through a form in the order in which its layouts hold its controls."""
    in_tab_order(*_stops(form))


def _stops(widget: QWidget | None) -> Iterator[QWidget]:
    if widget is None:
        return
    if isinstance(widget, QTabWidget):
        yield widget.tabBar()
    elif widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
        yield widget
    if isinstance(widget, _WHOLE):
        return
    if isinstance(widget, QTabWidget | QStackedWidget):
        for n in range(widget.count()):
            yield from _stops(widget.widget(n))
    elif isinstance(widget, QScrollArea):
        yield from _stops(widget.widget())
    elif (layout := widget.layout()) is not None:
        yield from _held(layout)


def _held(layout: QLayout) -> Iterator[QWidget]:
    for n in range(layout.count()):
        item = layout.itemAt(n)
        if item is None:
            continue
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            yield from _stops(widget)
        elif inner is not None:
            yield from _held(inner)
