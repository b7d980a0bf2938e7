"""The second click of a double click, which is kept from whatever the first one brought."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QWidget

from lastdays.ui.widgets.parts import ABOUT, make_timer

#: What may open a dialog or a menu.
_MAY_OPEN = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.KeyPress,
)


@dataclass(frozen=True)
class _Click:
    """A press: its place on the screen and its time in milliseconds, on which widget, what that said
    and was about, and what the window showed."""

    point: QPoint
    time: int
    widget: QWidget | None
    widget_rect: QRect
    text: str
    subject: object
    window_content: object

    def is_on_the_same(self, other: _Click) -> bool:
        """Return whether two presses mean the same control."""
        if self.window_content != other.window_content:
            return False
        same_meaning = self.text == other.text and self.subject == other.subject
        return same_meaning and self._is_on_same_widget(other)

    def _is_on_same_widget(self, other: _Click) -> bool:
        """Return whether two presses are on one widget, or on one that a board has made anew in the same
        place; a button that was made anew is another."""
        if self.widget is other.widget:
            return True
        if isinstance(self.widget, QAbstractButton):
            return False
        return type(self.widget) is type(other.widget) and self.widget_rect == other.widget_rect

    def is_double_of(self, first: _Click) -> bool:
        """Return whether a press comes so soon and so near after another that it is a double click."""
        hints = QGuiApplication.styleHints()
        is_soon = self.time - first.time < hints.mouseDoubleClickInterval()
        distance = (self.point - first.point).manhattanLength()
        is_near = distance <= hints.mouseDoubleClickDistance()
        return is_soon and is_near


class SecondClicks(QObject):
    """Swallows the second click of a double click if what is under the pointer isn't what was there at
    the first click: another widget, other words on it, another thing that it is about, or another
    page around it.

    Only the native windows are watched, as a filter on every widget slows down every event.
    """

    def __init__(self, window: QWidget, read_content: Callable[[], object]) -> None:
        """Watch a window; `read_content` returns what it shows."""
        super().__init__(window)
        self._read_content = read_content
        self._first: _Click | None = None
        self._is_swallowing = False
        self._watch_timer = make_timer(self, 0, self.watch)

    def watch(self) -> None:
        """Watch every window of the program, also a dialog or menu that a click has just opened."""
        for window in QGuiApplication.topLevelWindows():
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Swallow a second click on what the first one didn't mean: the press, the double click that Qt
        reports after it, and the release."""
        if event.type() in _MAY_OPEN:
            self._watch_timer.start()
        if not isinstance(event, QMouseEvent):
            return False
        if event.type() == QEvent.Type.MouseButtonPress:
            self._is_swallowing = self._is_stray(self._read_click(event))
        is_swallowed = self._is_swallowing
        if event.type() == QEvent.Type.MouseButtonRelease:
            self._is_swallowing = False
        return is_swallowed

    def _is_stray(self, click: _Click) -> bool:
        """Return whether a press is the second one of a double click, and on something else."""
        first = self._first
        if first is not None and click.is_double_of(first) and not click.is_on_the_same(first):
            return True
        self._first = click
        return False

    def _read_click(self, event: QMouseEvent) -> _Click:
        """Return what a press is on, now."""
        point = event.globalPosition().toPoint()
        widget = QApplication.widgetAt(point)
        widget_rect = QRect()
        text = ""
        if widget is not None:
            widget_rect = QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())
            text = _text_at(widget, point)
        return _Click(
            point=point,
            time=event.timestamp(),
            widget=widget,
            widget_rect=widget_rect,
            text=text,
            subject=_find_subject(widget),
            window_content=self._read_content(),
        )


def _text_at(widget: QWidget, point: QPoint) -> str:
    """Return the text of a button, or what begins the row of a list at a point of the screen; '' if
    there is none."""
    if isinstance(widget, QAbstractButton):
        return widget.text()
    view = widget.parentWidget()
    if not isinstance(view, QAbstractItemView) or view.viewport() is not widget:
        return ""
    row = view.indexAt(widget.mapFromGlobal(point)).row()
    return str(view.model().index(row, 0).data() or "")


def _find_subject(widget: QWidget | None) -> object:
    """Return what a widget, or else the part around it, says that it is about; None if it doesn't."""
    while widget is not None:
        subject = widget.property(ABOUT)
        if subject is not None:
            return subject
        widget = widget.parentWidget()
    return None
