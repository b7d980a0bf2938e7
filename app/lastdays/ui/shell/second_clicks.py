"""The second click of a double click, which is kept from whatever the first one brought."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QWidget

from lastdays.ui.widgets.parts import ABOUT

#: What may open a dialog or a menu.
_MAY_OPEN = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.KeyPress,
)


@dataclass(frozen=True)
class _Click:
    """A press: where and when, in milliseconds, on which widget, what that said and was about, and
    what the window showed."""

    at: QPoint
    time: int
    widget: QWidget | None
    place: QRect
    words: str
    about: object
    shown: object

    def is_on_the_same(self, other: _Click) -> bool:
        """Return whether two presses mean the same control. A board may have made a counter anew in
        the same place; a button that was made anew is another."""
        alike = type(self.widget) is type(other.widget) and self.place == other.place
        is_button = isinstance(self.widget, QAbstractButton)
        same_widget = self.widget is other.widget or (alike and not is_button)
        same_meaning = self.words == other.words and self.about == other.about
        return same_widget and same_meaning and self.shown == other.shown

    def is_double_of(self, first: _Click) -> bool:
        """Return whether a press comes so soon and so near after another that it is a double click."""
        hints = QGuiApplication.styleHints()
        soon = self.time - first.time < hints.mouseDoubleClickInterval()
        way = self.at - first.at
        return soon and way.manhattanLength() <= hints.mouseDoubleClickDistance()


class SecondClicks(QObject):
    """Swallows the second click of a double click if what is under the pointer isn't what was there at
    the first click: another widget, other words on it, another thing that it is about, or another
    page around it.

    Only the native windows are watched, as a filter on every widget slows down every event. `shown`
    returns what the main window shows.
    """

    def __init__(self, window: QWidget, shown: Callable[[], object]) -> None:
        super().__init__(window)
        self._shown = shown
        self._first: _Click | None = None
        self._swallowing = False
        self._watching = QTimer(self)
        self._watching.setSingleShot(True)
        self._watching.timeout.connect(self.watch)

    def watch(self) -> None:
        """Watch every window of the program, also a dialog or menu that a click has just opened."""
        for window in QGuiApplication.topLevelWindows():
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Swallow a second click on what the first one didn't mean: the press, the double click that Qt
        reports after it, and the release."""
        if event.type() in _MAY_OPEN:
            self._watching.start(0)
        if not isinstance(event, QMouseEvent):
            return False
        if event.type() == QEvent.Type.MouseButtonPress:
            self._swallowing = self._is_stray(self._click(event))
        swallowed = self._swallowing
        if event.type() == QEvent.Type.MouseButtonRelease:
            self._swallowing = False
        return swallowed

    def _is_stray(self, press: _Click) -> bool:
        """Return whether a press is the second one of a double click, and on something else."""
        first = self._first
        if first is not None and press.is_double_of(first) and not press.is_on_the_same(first):
            return True
        self._first = press
        return False

    def _click(self, event: QMouseEvent) -> _Click:
        at = event.globalPosition().toPoint()
        widget = QApplication.widgetAt(at)
        place, words = QRect(), ""
        if widget is not None:
            place = QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())
        if isinstance(widget, QAbstractButton):
            words = widget.text()
        elif widget is not None:
            words = _row_at(widget, at)
        return _Click(at, event.timestamp(), widget, place, words, _about(widget), self._shown())


def _row_at(widget: QWidget, at: QPoint) -> str:
    """Return what begins the row of a list at a point of the screen, '' if there is none."""
    view = widget.parentWidget()
    if not isinstance(view, QAbstractItemView) or view.viewport() is not widget:
        return ""
    row = view.indexAt(widget.mapFromGlobal(at)).row()
    return str(view.model().index(row, 0).data() or "")


def _about(widget: QWidget | None) -> object:
    """Return what a widget, or else the part around it, says that it is about; None if it doesn't."""
    while widget is not None:
        about = widget.property(ABOUT)
        if about is not None:
            return about
        widget = widget.parentWidget()
    return None
