"""Notices over the foot of the page: toasts, and what is shown while a league is waited for."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QWidget

from lastdays.language import _
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.parts import button, label, said

TOAST_MS = 7000
#: It keeps so far from the edges of what it lies over, in pixels, and is at most so wide.
GAP, WIDEST = 12, 760


class Toast(QFrame):
    """What was done or could not be done. It lies over the page, which never moves for it."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setProperty("kind", "toast")
        self.text = label("", wrap=True)
        self.text.setAccessibleName(_("Message"))
        self.offered = button("", self._take, "first")
        self.offered.hide()
        close = button(_("Close"), self._close, "quiet")
        self._words = said(self.text, self.offered, close, margin=12)
        self._offer: tuple[Callable[[], object], Callable[[], object]] | None = None
        self.setLayout(self._words)
        self.hide()
        over.installEventFilter(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TOAST_MS)
        self._timer.timeout.connect(self.hide)

    def say(self, text: str, kind: str) -> None:
        """Say a sentence; harm stays until it is closed, nothing takes the last one away. What is
        offered stays as well."""
        if not text:
            self.setVisible(self._offer is not None)
            return
        self.text.setText(text)
        restyle(self.text, kind=kind)
        self.show()
        self._place()
        announce(self.text, text, urgent=kind == "harm")
        if kind == "harm" or self._offer is not None:
            self.stay()
        else:
            self._timer.start()

    def offer(
        self, words: str, take: Callable[[], object] = int, leave: Callable[[], object] = int
    ) -> None:
        """Offer something beside what is said, until it is taken or left; no words end that."""
        self._offer = (take, leave) if words else None
        self.offered.setText(words)
        self.offered.setVisible(bool(words))
        self.stay()
        if self.isVisible():
            self._place()

    def _take(self) -> None:
        if self._offer is not None:
            self._offer[0]()

    def _close(self) -> None:
        self.hide()
        if self._offer is not None:
            self._offer[1]()

    def stay(self) -> None:
        """Leave what is said where it is."""
        self._timer.stop()

    def _place(self) -> None:
        over = self._over
        width = min(over.width() - 2 * GAP, max(WIDEST, over.width() * 3 // 5))
        height = self._words.totalHeightForWidth(width)
        self.setGeometry(GAP, over.height() - height - GAP, width, height)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False


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
        # late: the driver of a server, which a store in a file does without
        from lastdays.store.league import LeagueStore

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
