"""A picture shown as large as there is room, never larger than it is nor too small to be read."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QImage, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy

LEAST = QSize(240, 300)
#: A picture that would be drawn at less than this of its size to be seen whole scrolls instead.
READABLE = 0.4
#: A step of the scroll bar, in pixels.
_STEP = 40


class PictureView(QAbstractScrollArea):
    """Draws a picture in the middle of its top, scaled once for each size: whole where it can be
    read so, else as wide as there is room, and it scrolls."""

    spoken_role = QAccessible.Role.Graphic

    def __init__(self) -> None:
        super().__init__()
        policies = QSizePolicy.Policy
        self.setSizePolicy(policies.Expanding, policies.Expanding)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("kind", "plain")
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(_STEP)
        self._image = QImage()
        self._scaled = QPixmap()

    def show_picture(self, image: QImage, name: str) -> None:
        """Show another picture; `name` is what a screen reader says of it."""
        self._image, self._scaled = image, QPixmap()
        self.setAccessibleName(name)
        self._fit()
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return LEAST * 2

    def minimumSizeHint(self) -> QSize:
        return LEAST

    def drawn_size(self) -> QSize:
        """Return how large the picture is drawn, in pixels of the window."""
        whole = self._within(self.viewport().size())
        if whole.width() >= self._image.width() * READABLE:
            return whole
        return self._within(QSize(self.viewport().width(), self._image.height()))

    def _within(self, room: QSize) -> QSize:
        kept = Qt.AspectRatioMode.KeepAspectRatio
        return self._image.size().scaled(room, kept).boundedTo(self._image.size())

    def _fit(self) -> None:
        """Scroll over what there is no room for; only then it can be focused."""
        if self._image.isNull():
            return
        room = self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setPageStep(room)
        bar.setMaximum(max(0, self.drawn_size().height() - room))
        policies = Qt.FocusPolicy
        self.setFocusPolicy(policies.StrongFocus if bar.maximum() else policies.NoFocus)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._image.isNull():
            return
        ratio = self.devicePixelRatioF()
        size = self.drawn_size()
        wanted = (size * ratio).boundedTo(self._image.size())
        if self._scaled.size() != wanted:
            self._scaled = QPixmap.fromImage(
                self._image.scaled(
                    wanted,
                    Qt.AspectRatioMode.IgnoreAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )
            )
        with QPainter(self.viewport()) as painter:
            left = (self.viewport().width() - size.width()) // 2
            top = -self.verticalScrollBar().value()
            painter.drawPixmap(QRect(left, top, size.width(), size.height()), self._scaled)
