"""Pages that keep together in the middle of a large window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMargins, QObject
from PySide6.QtWidgets import QWidget

from lastdays.ui.theme import Theme

#: So wide a page is large, in pixels at 100 %: a smaller one begins below its title.
LARGE = 2000


class Within(QObject):
    """Keeps what lies in a large page at most so wide, in pixels at 100 %, and in its middle."""

    def __init__(self, widget: QWidget, theme: Theme, most: int) -> None:
        super().__init__(widget)
        self._widget, self._theme, self._most = widget, theme, most
        layout = widget.layout()
        self._least = layout.contentsMargins() if layout is not None else QMargins()
        widget.installEventFilter(self)
        theme.changed.connect(self.fit)
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the widget's width."""
        if event.type() == QEvent.Type.Resize:
            self.fit()
        return False

    def fit(self) -> None:
        """Leave as much free on either side as there is beyond the most."""
        layout = self._widget.layout()
        if layout is None:
            return
        least = self._least
        inner = self._widget.width() - least.left() - least.right()
        large = self._widget.width() >= self._theme.px(LARGE)
        spare = max(0, inner - self._theme.px(self._most)) // 2 if large else 0
        margins = QMargins(least.left() + spare, least.top(), least.right() + spare, least.bottom())
        if margins != layout.contentsMargins():
            layout.setContentsMargins(margins)
            layout.activate()
