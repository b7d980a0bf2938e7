"""Notices over the page: toasts, and the wait for a league."""

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
#: The least distance from the edges, and the widths that are tried in turn, in pixels.
GAP, WIDTHS = 12, (760, 560, 380, 300)
#: The distance in pixels between the places that are tried.
STEP = 8
#: Controls, which are never covered; labels and lists are covered if there is no other room.
_CONTROLS = QAbstractButton | QAbstractSpinBox | QComboBox | QLineEdit | QPlainTextEdit | QTabBar
_READ = QLabel | QAbstractItemView


def _region(root: QWidget, over: QWidget, apart: QWidget, *, read: bool) -> QRegion:
    """Return the region of the controls in a widget, with `read` also of text to read, in coordinates
    of `over`; without the part `apart`."""
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
    """Return the region of controls in a widget, without the part `apart`."""
    return _region(over, over, apart, read=False)


def free_place(part: QWidget, over: QWidget, sizes: Sequence[QSize]) -> QRect:
    """Return the lowest place of one of these sizes where a part covers nothing, else no control; the
    very first place if there is none."""
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
    """Place a part so that it covers no control, at one of these widths."""
    room = over.width() - 2 * GAP
    each = dict.fromkeys(min(room, width) for width in widths)
    sizes = [QSize(width, layout.totalHeightForWidth(width)) for width in each]
    part.setGeometry(free_place(part, over, sizes))
    part.raise_()


class Toast(QFrame):
    """A message over the page about what was done or failed, until the next action; it covers no
    control."""

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
        #: A message comes before the page is refreshed, so it is placed again afterwards.
        self._settling = timer(self, 0, self.place)

    def say(self, text: str, kind: str) -> None:
        """Show a sentence: 'harm' stays until it is closed, '' hides the last one unless there is an
        offer."""
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
        """Offer an action beside the message until it is taken or closed; '' ends the offer."""
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
        """Keep the message until it is closed."""
        self._timer.stop()

    def place(self) -> None:
        """Move it where it covers no control."""
        if self.isVisible():
            lie_free(self, self._over, self._words, *WIDTHS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.place()
        return False


#: A shorter wait isn't shown.
QUIET_SECONDS = 0.25
#: The longest turn of the event loop while waiting, in ms.
TURN_MS = 20


class LeagueWait(QObject):
    """Keeps the window alive while its thread waits for a league. Input, timers and results of the
    workers are held back until the wait is over, so that nothing happens in the middle of an action."""

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
        """Hold back timers, and refuse to close."""
        del watched
        if event.type() == QEvent.Type.Close:
            event.ignore()
            return True
        return event.type() == QEvent.Type.Timer

    def _offer(self) -> None:
        """Offer to repeat the action that the league didn't answer."""
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
