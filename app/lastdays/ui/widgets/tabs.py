"""Pages with a tab each."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QTabBar, QTabWidget

from lastdays.ui.widgets.parts import Unscrolled

_NO_WIDTH = QSizePolicy.Policy.Ignored


class _Tabs(Unscrolled, QTabBar):
    pass


class Tabs(QTabWidget):
    """Pages with a tab each; one that is hidden asks for no width, as it isn't styled yet."""

    def __init__(self) -> None:
        super().__init__()
        self._bar = _Tabs()
        self._bar.setDrawBase(False)
        self.setTabBar(self._bar)
        # Its bar alone takes the keyboard: Tab would come back from the last page to it for ever.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bar.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.currentChanged.connect(self._hold_widths)

    def _hold_widths(self, current: int) -> None:
        for at in range(self.count()):
            page = self.widget(at)
            if page is not None:
                policy = page.sizePolicy()
                wanted = QSizePolicy.Policy.Preferred if at == current else _NO_WIDTH
                policy.setHorizontalPolicy(wanted)
                page.setSizePolicy(policy)

    def tabInserted(self, at: int) -> None:
        super().tabInserted(at)
        self._hold_widths(self.currentIndex())

    def close_tab(self, at: int) -> None:
        """Take a tab off with its page, which Qt would keep."""
        page = self.widget(at)
        self.removeTab(at)
        if page is not None:
            page.hide()
            page.deleteLater()
