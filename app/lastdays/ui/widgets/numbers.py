"""Fields for numbers, which the mouse wheel passes by."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox, QWidget

from lastdays.ui.widgets.parts import Unscrolled


def _padding(spin: QAbstractSpinBox) -> int:
    """Return how far a number stands off the edge: Qt keeps no padding of a styled one there."""
    return spin.fontMetrics().height() // 3


def beside(field: QWidget) -> Qt.AlignmentFlag:
    """Return how a field lies in its column: a number is no wider than it needs to be."""
    number = isinstance(field, QAbstractSpinBox)
    return Qt.AlignmentFlag.AlignLeft if number else Qt.AlignmentFlag(0)


class Number(Unscrolled, QSpinBox):
    """A whole number."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(_padding(self), 0)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() + QSize(_padding(self), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lineEdit().setTextMargins(_padding(self), 0, 0, 0)


class Length(Unscrolled, QDoubleSpinBox):
    """A number with decimals."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(_padding(self), 0)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() + QSize(_padding(self), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lineEdit().setTextMargins(_padding(self), 0, 0, 0)
