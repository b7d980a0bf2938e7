"""A part that scrolls by itself where the window is roomy, and lies open where the page scrolls."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from lastdays.ui.theme import Theme


class Unfolding(QScrollArea):
    """Something long on a page. Never scrolls within a page that scrolls too: there it lies open.

    `least` is the height it needs where it scrolls, in pixels at 100 %; `unseen` says how high it
    will be until it is seen for the first time, which is when it is styled.
    """

    def __init__(
        self,
        inner: QWidget,
        theme: Theme,
        least: int = 230,
        *,
        unseen: Callable[[], int] | None = None,
    ) -> None:
        super().__init__()
        self._unseen = unseen
        self._inner, self._theme, self._least = inner, theme, least
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner.installEventFilter(self)
        theme.reshaped.connect(self._turn)
        self._turn()

    def hold(self, inner: QWidget) -> None:
        """Hold something else, in the place of what goes."""
        self._inner = inner
        self.setWidget(inner)
        inner.installEventFilter(self)
        self.updateGeometry()

    def _turn(self, _narrow: bool = False) -> None:
        policies = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policies.ScrollBarAlwaysOff if self._open() else policies.ScrollBarAsNeeded
        )
        self.updateGeometry()

    def _open(self) -> bool:
        """Return whether the page is scrolled: where there is little room either way."""
        return self._theme.narrow or self._theme.low

    def hasHeightForWidth(self) -> bool:
        return self._open()

    def heightForWidth(self, width: int) -> int:
        return self._wanted(width) if self._open() else -1

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._unseen = None

    def _wanted(self, width: int) -> int:
        if self._unseen is not None:
            return self._unseen()
        inner = self._inner
        layout = inner.layout()
        if layout is not None and layout.hasHeightForWidth():
            return layout.totalHeightForWidth(width)
        return inner.minimumSizeHint().height()

    def minimumSizeHint(self) -> QSize:
        inner = self._inner.minimumSizeHint().width()
        if self._open():
            return QSize(inner, self._wanted(max(inner, self.width())))
        return QSize(
            inner + self.verticalScrollBar().sizeHint().width() + 2, self._theme.px(self._least)
        )

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._open() and event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for more room, or less, where what is inside has changed."""
        if watched is self._inner and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
