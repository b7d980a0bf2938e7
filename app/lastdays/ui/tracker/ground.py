"""What the pieces of a table lie on."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from lastdays.ui.theme import Theme


class Ground(QWidget):
    """A plain surface that nothing shines through.

    Where a piece on it changes, Qt draws anew what is seen below that piece: from here on, and not
    all that this lies in, one over the other, from the window on.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), self._theme.colour("ground"))
