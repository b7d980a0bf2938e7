"""What has just changed lights up for a moment, where things may move."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from lastdays.ui.theme import Theme

#: How long it lights, and how often it is drawn meanwhile, in milliseconds.
LASTS_MS, EVERY_MS = 270, 30


class Glow(QObject):
    """A light over a widget that fades: it is only drawn, so no press waits for it."""

    def __init__(self, theme: Theme, widget: QWidget) -> None:
        super().__init__(widget)
        self.theme = theme
        self.widget = widget
        #: From 1, as it begins, to 0.
        self.strength = 0.0
        self._timer: QTimer | None = None

    def begin(self) -> None:
        """Light up, where the widget is seen and motion is wanted."""
        if not self.widget.isVisible() or not self.theme.moves():
            return
        if self._timer is None:
            self._timer = QTimer(self)
            self._timer.setInterval(EVERY_MS)
            self._timer.timeout.connect(self._fade)
        self.strength = 1.0
        self._timer.start()

    def _fade(self) -> None:
        self.strength = max(0.0, self.strength - EVERY_MS / LASTS_MS)
        if self.strength <= 0 and self._timer is not None:
            self._timer.stop()
        self.widget.update()

    def draw(self, painter: QPainter, box: QRectF, radius: float) -> None:
        """Draw the light over what is in a box, nothing while there is none."""
        if self.strength <= 0:
            return
        colour = self.theme.colour("accent")
        colour.setAlphaF(0.22 * self.strength)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(box, radius, radius)
        colour.setAlphaF(self.strength)
        painter.setPen(QPen(colour, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, radius, radius)


__all__ = ["LASTS_MS", "Glow"]
