"""A pictogram on the page, tinted by the theme."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel

from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme


class Pictogram(QLabel):
    """A drawing of `resources/icons`, so many pixels wide at 100 %; its name for whoever hovers or
    listens."""

    def __init__(
        self, theme: Theme, drawing: str, name: str = "", token: str = "text", size: int = 22
    ) -> None:
        super().__init__()
        self._theme, self._size = theme, size
        self._drawing, self._token = drawing, token
        self.setToolTip(plain(name))
        self.setAccessibleName(name)
        self._stale = False
        theme.changed.connect(self._restyled)
        self._draw()

    def _restyled(self) -> None:
        """Have the room for its size at once, and its colour where it is seen."""
        length = self._theme.px(self._size)
        self.setFixedSize(length, length)
        self._stale = not self.isVisible()
        if not self._stale:
            self._draw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._draw()

    def show_drawing(self, drawing: str, name: str = "", token: str = "text") -> None:
        """Show another drawing, '' for none."""
        if (drawing, token, name) != (self._drawing, self._token, self.accessibleName()):
            self._drawing, self._token = drawing, token
            self.setToolTip(plain(name))
            self.setAccessibleName(name)
            self._draw()

    def _draw(self) -> None:
        self._stale = False
        length = self._theme.px(self._size)
        self.setFixedSize(length, length)
        if self._drawing:
            self.setPixmap(self._theme.pixmap(self._drawing, self._token, self._size))
        else:
            self.clear()
