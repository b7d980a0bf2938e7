"""A picture shown as large as there is room, never larger than it is."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QImage, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

LEAST = QSize(240, 300)


class PictureView(QWidget):
    """Draws a picture whole, in the middle of its top; scaled once for each size."""

    spoken_role = QAccessible.Role.Graphic

    def __init__(self) -> None:
        super().__init__()
        policies = QSizePolicy.Policy
        self.setSizePolicy(policies.Expanding, policies.Expanding)
        self._image = QImage()
        self._scaled = QPixmap()

    def show_picture(self, image: QImage, name: str) -> None:
        """Show another picture; `name` is what a screen reader says of it."""
        self._image, self._scaled = image, QPixmap()
        self.setAccessibleName(name)
        self.update()

    def sizeHint(self) -> QSize:
        return LEAST * 2

    def minimumSizeHint(self) -> QSize:
        return LEAST

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._image.isNull():
            return
        ratio = self.devicePixelRatioF()
        wanted = (
            self._image.size()
            .scaled(self.size() * ratio, Qt.AspectRatioMode.KeepAspectRatio)
            .boundedTo(self._image.size())
        )
        if self._scaled.size() != wanted:
            self._scaled = QPixmap.fromImage(
                self._image.scaled(
                    wanted,
                    Qt.AspectRatioMode.KeepAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )
            )
        across, down = round(wanted.width() / ratio), round(wanted.height() / ratio)
        with QPainter(self) as painter:
            left = (self.width() - across) // 2
            painter.drawPixmap(QRect(left, 0, across, down), self._scaled)
