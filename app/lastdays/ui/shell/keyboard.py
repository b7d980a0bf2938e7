"""Who has the keyboard: the page takes back what it lost, a text field undoes its own text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import SIGNAL, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
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
from lastdays.ui.widgets.parts import amber, timer

#: The signal of a text field that does something with Enter.
RETURN = SIGNAL("returnPressed()")


class Keyboard(QObject):
    """Watches which widget of a window has the keyboard.

    Only the text field that has it is watched for keys: a filter costs every event.
    """

    def __init__(
        self, window: QWidget, head: QWidget, pages: QWidget, take_back: Callable[[], None]
    ) -> None:
        """Watch the keyboard; `take_back` gives it to what is due on the page."""
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
        """Press what is amber on the page or in its head; where nothing is, or the keyboard is
        neither there nor there, what has the keyboard."""
        focus = QApplication.focusWidget()
        apart = focus is not None and not any(place.isAncestorOf(focus) for place in places)
        found = None if apart and isinstance(focus, QPushButton) else amber(*places)
        pressed = found if found is not None else focus
        if isinstance(pressed, QAbstractButton):
            pressed.click()

    def _focus_changed(self, old: QWidget | None, now: QWidget | None) -> None:
        """Give the keyboard back to the page where hiding a control took it out of the page, or
        from what was pressed in its head.

        What is hidden hands it on to whatever comes after, in the end to Undo.
        """
        if old is not None and not self._on_page(now) and (self._on_page(old) or self._left(old)):
            self._had = old
            self._back.start()
        elif old is not None and old.isVisible():
            self._back.stop()  # it was put where it is
        if isinstance(old, QLineEdit | QPlainTextEdit):
            old.removeEventFilter(self)
        if isinstance(now, QLineEdit | QPlainTextEdit):
            now.installEventFilter(self)

    def _on_page(self, widget: QWidget | None) -> bool:
        return widget is not None and self._pages.isAncestorOf(widget)

    def _left(self, widget: QWidget) -> bool:
        """Return whether a control of the head is gone."""
        return self._head.isAncestorOf(widget) and not widget.isVisible()

    def _give_back(self) -> None:
        """Give the page the keyboard that it lost to what lies around it."""
        had, now = self._had, QApplication.focusWidget()
        self._had = None
        gone = had is None or not isValid(had) or not had.isVisible()
        if gone and now is not None and now.window() is self._window and not self._on_page(now):
            self._take_back()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Undo text on Ctrl+Z in a text field while there is some, then the latest change. Keep Enter
        in a field that does something with it: Qt would hand it on, and the amber button of the page
        that it led to were pressed too."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter and isinstance(watched, QLineEdit) and watched.receivers(RETURN):
                watched.event(event)
                event.accept()
                return True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            redo = event.matches(QKeySequence.StandardKey.Redo)
            if event.matches(QKeySequence.StandardKey.Undo) or redo:
                if isinstance(watched, QLineEdit):
                    free = watched.isRedoAvailable() if redo else watched.isUndoAvailable()
                elif isinstance(watched, QPlainTextEdit):
                    document = watched.document()
                    free = document.isRedoAvailable() if redo else document.isUndoAvailable()
                else:
                    return False
                if not free:
                    event.ignore()
                    return True
        return False
