"""The zoom of a large window, until a person chooses one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from lastdays.language import _
from lastdays.ui.services import Services
from lastdays.ui.theme import suited

#: A window that is being dragged to another size is left alone for so long.
SETTLING_MS = 300


class SuitedZoom(QObject):
    """Follows a window's size as long as nobody has chosen a zoom."""

    def __init__(self, window: QWidget, services: Services) -> None:
        super().__init__(window)
        self._window, self._services, self._theme = window, services, services.theme
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(SETTLING_MS)
        self._settling.timeout.connect(self.suit)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait until the window stays as it is."""
        if event.type() == QEvent.Type.Resize and self._theme.automatic:
            self._settling.start()
        return False

    def suit(self) -> None:
        """Take the zoom that suits the window."""
        if not self._window.isVisible():  # it was closed meanwhile
            return
        percent = suited(self._window.width(), self._window.height())
        if self._theme.automatic and percent != self._theme.percent:
            self._theme.percent = percent
            self._theme.apply()
            self._services.said.emit(_("Zoom: {n} %").format(n=percent), "")
