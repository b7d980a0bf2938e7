"""Pages with a tab each."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QTabBar, QTabWidget

from lastdays.ui.widgets.parts import Unscrolled

_NO_ROOM = QSizePolicy.Policy.Ignored


class _Tabs(Unscrolled, QTabBar):
    pass


class Tabs(QTabWidget):
    """Pages with a tab each; one that is hidden asks for no width, as it isn't styled yet.

    With `own_height` each asks for its own height, else all for that of the highest, so that what
    stands below them keeps its place.
    """

    def __init__(self, *, own_height: bool = False) -> None:
        super().__init__()
        self._own_height = own_height
        self._bar = _Tabs()
        self._bar.setDrawBase(False)
        self.setTabBar(self._bar)
        # Its bar alone takes the keyboard: Tab would come back from the last page to it for ever.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bar.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.currentChanged.connect(self._hold_room)

    def _hold_room(self, current: int) -> None:
        for at in range(self.count()):
            page = self.widget(at)
            if page is not None:
                policy = page.sizePolicy()
                wanted = QSizePolicy.Policy.Preferred if at == current else _NO_ROOM
                policy.setHorizontalPolicy(wanted)
                if self._own_height:
                    policy.setVerticalPolicy(wanted)
                page.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        page = self.currentWidget()
        if page is None or not self._own_height:
            return super().heightForWidth(width)
        high = page.minimumSizeHint().height()
        layout = page.layout()
        if layout is not None and layout.hasHeightForWidth():
            high = max(high, layout.totalHeightForWidth(width))
        return self._bar.sizeHint().height() + high

    def tabInserted(self, at: int) -> None:
        super().tabInserted(at)
        self._hold_room(self.currentIndex())

    def close_tab(self, at: int) -> None:
        """Take a tab off with its page, which Qt would keep."""
        page = self.widget(at)
        self.removeTab(at)
        if page is not None:
            page.hide()
            page.deleteLater()


class LoneTabs(Tabs):
    """Pages that have nothing below them: one that is hidden asks for no height either, and nobody
    scrolls through the emptiness below a short one."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(lambda _at: self.updateGeometry())

    def hasHeightForWidth(self) -> bool:
        page = self.currentWidget()
        return page is not None and page.hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        page = self.currentWidget()
        return self._around() + (page.heightForWidth(width) if page is not None else 0)

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        high = page.minimumSizeHint().height() if page is not None else 0
        return QSize(super().minimumSizeHint().width(), self._around() + high)

    def _around(self) -> int:
        """Return the height that is taken beside the page: that of the tabs."""
        stack = self.findChild(QStackedWidget)
        if stack is None:
            return 0
        return super().minimumSizeHint().height() - stack.minimumSizeHint().height()
