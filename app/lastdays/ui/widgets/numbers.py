"""Fields for numbers, which the mouse wheel passes by."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


# Qt knows one class of its own above each of ours: this one stands beside it.
if TYPE_CHECKING:
    _Beside = QAbstractSpinBox
else:
    _Beside = object


class _Padded(Unscrolled, _Beside):
    """A number a little off its edge, which takes the keyboard at a click."""

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


class Number(_Padded, QSpinBox):
    """A whole number."""


class Length(_Padded, QDoubleSpinBox):
    """A number with decimals."""
