"""The upper row of the keyboard is digits where a digit is asked: a French keyboard has them with Shift
alone."""

from __future__ import annotations

import sys

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShortcut, QWindow
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from lastdays.ui.widgets.parts import COUNTS

#: The digits in the order of their keys.
_ROW = "1234567890"
#: The number of the first key of the row on Linux, of all that are one after the other, and likewise
#: on Windows.
_FIRST_OF_LINUX = 10
_FIRST_OF_WINDOWS = 2
#: The numbers of the row's keys on a Mac.
_OF_MAC = (18, 19, 20, 21, 23, 22, 26, 28, 25, 29)
#: What a French keyboard writes with the row, for keys without a number, such as those on a screen.
_FRENCH = "&é\"'(-è_çà"
#: Where text is typed.
_TEXT_FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox)
#: Signs with which a focused counter counts.
_SIGNS = frozenset("+-=_*")


def digit_on_key(event: QKeyEvent) -> str:
    """Return the digit of a key of the upper row that writes something else without Shift, '' for any
    other key."""
    writes_digit = event.text().isdigit() or Qt.Key.Key_0 <= event.key() <= Qt.Key.Key_9
    modifiers = event.modifiers()
    if writes_digit or modifiers not in (_NONE, Qt.KeyboardModifier.ControlModifier):
        return ""
    place = _place_in_row(event)
    return _ROW[place] if 0 <= place < len(_ROW) else ""


_NONE = Qt.KeyboardModifier.NoModifier


def _place_in_row(event: QKeyEvent) -> int:
    """Return the place of a key in the upper row, -1 if it may be another key."""
    if sys.platform == "darwin":
        key = event.nativeVirtualKey()
        return _OF_MAC.index(key) if key in _OF_MAC else -1
    number = event.nativeScanCode()
    if number == 0:
        return _FRENCH.find(_letter_of(event))
    first = _FIRST_OF_WINDOWS if sys.platform == "win32" else _FIRST_OF_LINUX
    return number - first


def _letter_of(event: QKeyEvent) -> str:
    """Return the letter of a key, with Ctrl too; a tab, which no row has, for a key without one."""
    if event.text():
        return event.text()
    if event.key() > sys.maxunicode:  # Ctrl, arrows and the like
        return "\t"
    return chr(event.key()).lower()


class DigitRow(QObject):
    """Takes the upper row's keys of a window as digits, unless text is typed.

    Only the native window is watched, as a filter on every widget slows down every event.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._watched: QWindow | None = None

    def watch(self) -> None:
        """Watch the native window; before it is shown for the first time there is none."""
        native = self._window.windowHandle()
        if native is not None and native is not self._watched:
            native.installEventFilter(self)
            self._watched = native

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Have a key of the upper row do what its digit does; leave it if that is nothing."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        digit = digit_on_key(event)
        if not digit:
            return False
        focus = QApplication.focusWidget() or self._window
        if _means_itself(event, focus):
            return False
        key = Qt.Key(Qt.Key.Key_0 + int(digit))
        return self._press_shortcut(key, event) or self._send(key, digit, event, focus)

    def _press_shortcut(self, key: Qt.Key, event: QKeyEvent) -> bool:
        """Do what has the digit as its shortcut; return whether something has."""
        wanted = QKeySequence(event.modifiers().value | key.value)
        for action in self._window.actions():
            if wanted in action.shortcuts() and action.isEnabled():
                action.trigger()
                return True
        for shortcut in self._window.findChildren(QShortcut):
            owner = shortcut.parent()
            is_there = isinstance(owner, QWidget) and owner.isVisible() and owner.isEnabled()
            if is_there and shortcut.isEnabled() and shortcut.key() == wanted:
                shortcut.activated.emit()
                return True
        return False

    def _send(self, key: Qt.Key, digit: str, event: QKeyEvent, focus: QWidget) -> bool:
        """Give the digit to what has the focus, and to what it is in; return whether it had a
        meaning."""
        pressed = QKeyEvent(QEvent.Type.KeyPress, key, event.modifiers(), digit)
        pressed.ignore()
        QGuiApplication.sendEvent(focus, pressed)
        return pressed.isAccepted()


def _means_itself(event: QKeyEvent, focus: QWidget) -> bool:
    """Return whether a key is what it writes: in a text field, and a sign on what counts with it."""
    if event.modifiers() != _NONE:
        return False
    if isinstance(focus, _TEXT_FIELDS):
        return True
    return bool(focus.property(COUNTS)) and event.text() in _SIGNS
