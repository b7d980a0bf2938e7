"""Notices over the foot of the page: toasts, and what is shown while a league is waited for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QRegion
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QBoxLayout,
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

from lastdays.language import _
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.parts import button, said, sentence, show_text, timer

TOAST_MS = 7000
#: It keeps so far from the edges of what it lies over, in pixels; it is so wide, or narrower where
#: there is no room for that.
GAP, WIDTHS = 12, (760, 560, 380, 300)
#: A place is looked for every so many pixels.
STEP = 8
#: What is pressed or typed in; lists are only read, where there is no room elsewhere.
_CONTROLS = QAbstractButton | QAbstractSpinBox | QComboBox | QLineEdit | QPlainTextEdit | QTabBar
_READ = QLabel | QAbstractItemView


def _region(root: QWidget, over: QWidget, apart: QWidget, *, read: bool) -> QRegion:
    """Return where something is pressed on a widget, or with `read` also where something is read."""
    found = QRegion()
    for child in root.children():
        if not isinstance(child, QWidget) or not child.isVisible() or child is apart:
            continue
        focus = child.focusPolicy() & Qt.FocusPolicy.TabFocus
        alone = focus and not isinstance(child, QAbstractScrollArea)
        if isinstance(child, _CONTROLS) or alone or (read and isinstance(child, _READ)):
            seen = child.visibleRegion().boundingRect()
            found += QRect(child.mapTo(over, seen.topLeft()), seen.size())
        else:
            found += _region(child, over, apart, read=read)
    return found


def pressed_region(over: QWidget, apart: QWidget) -> QRegion:
    """Return where something is pressed, `apart` aside."""
    return _region(over, over, apart, read=False)


def free_place(part: QWidget, over: QWidget, sizes: Sequence[QSize]) -> QRect:
    """Return the lowest place of one of these sizes where a part lies over nothing, else over
    nothing that is pressed; the first of all where there is none."""
    room = over.rect().adjusted(GAP, GAP, -GAP, -GAP)
    places = [
        QRect(QPoint(x, y), size)
        for size in sizes
        for y in range(room.bottom() - size.height() + 1, room.top(), -STEP)
        for x in sorted({room.left(), room.right() - size.width() + 1})
    ]
    for taken in (_region(over, over, part, read=True), pressed_region(over, part)):
        for place in places:
            if not taken.intersects(place):
                return place
    return places[0] if places else room


def lie_free(part: QWidget, over: QWidget, layout: QBoxLayout, *widths: int) -> None:
    """Lay a part over nothing that is pressed, as high as its layout is at one of these widths."""
    room = over.width() - 2 * GAP
    each = dict.fromkeys(min(room, width) for width in widths)
    sizes = [QSize(width, layout.totalHeightForWidth(width)) for width in each]
    part.setGeometry(free_place(part, over, sizes))
    part.raise_()


class Toast(QFrame):
    """What was done or could not be done, until the next act. It lies over the page, which never
    moves for it, where nothing is pressed."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setProperty("kind", "toast")
        self.text = sentence("", "")
        self.text.setAccessibleName(_("Message"))
        self.offered = button("", self._take, "first")
        self.offered.hide()
        close = button(_("Close"), self._close, "quiet")
        self._words = said(self.text, self.offered, close, margin=12)
        self._offer: tuple[Callable[[], object], Callable[[], object]] | None = None
        self.setLayout(self._words)
        self.hide()
        over.installEventFilter(self)
        self._timer = timer(self, TOAST_MS, self.hide)
        #: What is said of an act is said before the page shows it.
        self._settling = timer(self, 0, self.place)

    def say(self, text: str, kind: str) -> None:
        """Say a sentence; harm stays until it is closed, nothing takes the last one away. What is
        offered stays as well."""
        if not text:
            self.setVisible(self._offer is not None)
            return
        self.text.setText(text)
        restyle(self.text, kind=kind)
        self.show()
        self.place()
        self._settling.start()
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
        show_text(self.offered, words)
        self.stay()
        if self.isVisible():
            self.place()

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

    def place(self) -> None:
        """Lie where nothing is pressed, also once the page is another."""
        if self.isVisible():
            lie_free(self, self._over, self._words, *WIDTHS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.place()
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
            self._services.say(_("Waiting for the league…"))
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
        self._services.say("")
        later, self._services.later = self._services.later, None
        for call in later or ():
            self._services.finished.emit(call)
