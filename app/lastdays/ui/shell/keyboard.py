"""The keyboard focus: the page gets it back if it loses it, and text fields undo their own text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import SIGNAL, QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from shiboken6 import isValid

from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import ENTER, amber, timer

#: The signal of a text field for Enter.
RETURN = SIGNAL("returnPressed()")


class Keyboard(QObject):
    """Watches which widget of a window has the focus. Only the text field that has it is watched for
    keys, as an event filter slows down every event."""

    def __init__(
        self, window: QWidget, head: QWidget, pages: QWidget, take_back: Callable[[], None]
    ) -> None:
        """Watch the focus; `take_back` gives it to the page."""
        super().__init__(window)
        self._window = window
        self._head = head
        self._pages = pages
        self._had: QWidget | None = None
        self._back = timer(self, 0, self._give_back)
        self._take_back = take_back
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_changed)

    def leave(self) -> None:
        """Stop watching."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.disconnect(self._focus_changed)

    def commit(self) -> None:
        """Store what is being typed."""
        focus = QApplication.focusWidget()
        if isinstance(focus, NotesEdit):
            focus.commit()

    def press_amber(self, *places: QWidget) -> None:
        """Press the amber button in these places; if there is none, or another button outside of them
        has the focus, press what has the focus."""
        focus = QApplication.focusWidget()
        apart = focus is not None and not any(place.isAncestorOf(focus) for place in places)
        found = None if apart and isinstance(focus, QPushButton) else amber(*places)
        pressed = found if found is not None else focus
        if isinstance(pressed, QAbstractButton):
            pressed.click()

    def _focus_changed(self, old: QWidget | None, now: QWidget | None) -> None:
        """Give the focus back to the page if hiding a control there or in the head moved it elsewhere:
        Qt moves it to the next widget, in the end to Undo."""
        if old is not None and not self._on_page(now) and (self._on_page(old) or self._left(old)):
            self._had = old
            self._back.start()
        elif old is not None and old.isVisible():
            self._back.stop()  # the user has moved it
        if isinstance(old, QLineEdit | QPlainTextEdit):
            old.removeEventFilter(self)
        if isinstance(now, QLineEdit | QPlainTextEdit):
            now.installEventFilter(self)

    def _on_page(self, widget: QWidget | None) -> bool:
        return widget is not None and self._pages.isAncestorOf(widget)

    def _left(self, widget: QWidget) -> bool:
        """Return whether a control of the head has been hidden."""
        return self._head.isAncestorOf(widget) and not widget.isVisible()

    def _give_back(self) -> None:
        """Give the page the focus that it lost to something around it."""
        had, now = self._had, QApplication.focusWidget()
        self._had = None
        gone = had is None or not isValid(had) or not had.isVisible()
        if gone and now is not None and now.window() is self._window and not self._on_page(now):
            self._take_back()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """On Ctrl+Z, let a text field undo its text as long as it can, then undo the latest change. Keep
        Enter in a field that handles it: Qt would pass it on to the amber button as well."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            field = isinstance(watched, QLineEdit) and watched.receivers(RETURN)
            if field and event.key() in ENTER:
                watched.event(event)
                event.accept()
                return True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            redo = event.matches(QKeySequence.StandardKey.Redo)
            if event.matches(QKeySequence.StandardKey.Undo) or redo:
                text = watched.document() if isinstance(watched, QPlainTextEdit) else watched
                assert isinstance(text, QLineEdit | QTextDocument)
                if not (text.isRedoAvailable() if redo else text.isUndoAvailable()):
                    event.ignore()
                    return True
        return False
