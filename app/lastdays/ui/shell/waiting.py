"""While a league's server is waited for, the window is drawn and says so; nothing else is done."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, Qt
from PySide6.QtGui import QGuiApplication

from lastdays.language import _
from lastdays.store.league import LeagueStore
from lastdays.ui.services import Services
from lastdays.ui.shell.toast import Toast

#: So long nothing is said: most answers come at once.
QUIET_SECONDS = 0.25
#: How long a turn of the window may take, in ms.
TURN_MS = 20


class LeagueWait(QObject):
    """Takes the turns of the thread that waits. Keys and presses come after the wait; timers, and what
    the workers have done, too: nothing else of the program finds itself within an act."""

    def __init__(self, window: QObject, services: Services, toast: Toast) -> None:
        super().__init__(window)
        self._services, self._toast = services, toast
        self._shown = False
        services.held.connect(self._offer)
        store = services.workspace.store
        assert isinstance(store, LeagueStore)
        store.line.turn, store.line.over = self._turn, self._over

    def _turn(self, seconds: float) -> None:
        if seconds < QUIET_SECONDS:
            return
        if not self._shown:
            self._shown = True
            QGuiApplication.setOverrideCursor(Qt.CursorShape.BusyCursor)
            self._services.said.emit(_("Waiting for the league…"), "")
            self._services.later = []
        app = QCoreApplication.instance()
        assert app is not None
        app.installEventFilter(self)
        try:
            QCoreApplication.processEvents(
                QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents
                | QEventLoop.ProcessEventsFlag.ExcludeSocketNotifiers,
                TURN_MS,
            )
        finally:
            app.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Put timers off, and refuse to close."""
        del watched
        if event.type() == QEvent.Type.Close:
            event.ignore()
            return True
        return event.type() == QEvent.Type.Timer

    def _offer(self) -> None:
        """Offer to try again what the league didn't take."""
        if self._services.kept is None:
            self._toast.offer("")
        else:
            self._toast.offer(_("&Try again"), self._services.try_again, self._services.give_up)

    def _over(self) -> None:
        if not self._shown:
            return
        self._shown = False
        QGuiApplication.restoreOverrideCursor()
        self._services.said.emit("", "")
        later, self._services.later = self._services.later, None
        for call in later or ():
            self._services.finished.emit(call)
