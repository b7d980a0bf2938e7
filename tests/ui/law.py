"""The law of keys, held against a window: Enter presses what is amber, and a digit what it stands
beside, wherever the focus is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QPushButton, QWidget
from shiboken6 import isValid

from lastdays.ui.page import Page
from lastdays.ui.shell.navigator import RETURN
from lastdays.ui.widgets.parts import AMBER_KINDS
from lastdays.ui.window import Window
from ui import tour
from ui.hands import settle


def press(window: Window, *keys: Qt.Key) -> None:
    """Presses keys as the desktop hands them to the window, whatever has the focus in it."""
    for one in keys:
        QTest.keyClick(window.windowHandle(), one)
        settle()


def digit(window: Window, n: int) -> None:
    press(window, Qt.Key(Qt.Key.Key_0.value + n))


def ambers(window: Window) -> list[QPushButton]:
    """What is amber on the page and in its head."""
    page: Page = window.page()
    return [
        button
        for place in (page, page.head)
        for button in place.findChildren(QPushButton)
        if button.property("kind") in AMBER_KINDS and button.isVisible() and button.isEnabled()
    ]


def is_typed_in(widget: QWidget) -> bool:
    """Whether Enter ends what is typed there: a line of notes, or a field that says what it does."""
    if isinstance(widget, QPlainTextEdit):
        return True
    return isinstance(widget, QLineEdit) and bool(widget.receivers(RETURN))


def takes_focus(widget: QWidget) -> bool:
    """Whether Tab comes to a control and nothing is typed in it."""
    tabbed = widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(tabbed) and not is_typed_in(widget)


def places(window: Window) -> list[QWidget]:
    """Each list and control of the page that the focus can be on, and the list of places."""
    page: Page = window.page()
    found = (*tour.controls(page.head), *tour.controls(page), window.places.list)
    return [widget for widget in found if takes_focus(widget)]


def reached(window: Window, some: Sequence[QWidget] | None = None) -> Iterator[QWidget]:
    """Puts the focus on each of these controls in turn, by default on all."""
    for widget in places(window) if some is None else some:
        if not isValid(widget) or not takes_focus(widget):
            continue  # the focus on another control has replaced it
        widget.setFocus()
        if QApplication.focusWidget() is widget:
            yield widget


def wrong_enters(
    window: Window, patch: pytest.MonkeyPatch, some: Sequence[QWidget] | None = None
) -> list[str]:
    """Presses Enter on each list and control; tells where something else than amber was pressed."""
    wrong = []
    for widget in reached(window, some):
        found = ambers(window)
        named = f"{type(widget).__name__} {widget.accessibleName()!r}"
        if not found:
            break  # nothing can be done yet: a preview is being made
        if len(found) > 1:
            wrong.append(f"{named}: amber {[button.text() for button in found]}")
            continue
        pressed: list[QPushButton] = []
        before = window.route, QApplication.activePopupWidget()

        def note(button: QPushButton, pressed: list[QPushButton] = pressed) -> None:
            pressed.append(button)

        with patch.context() as instead:
            instead.setattr(type(found[0]), "click", note)
            press(window, Qt.Key.Key_Return)
        after = window.route, QApplication.activePopupWidget()
        if pressed != found or before != after:
            wrong.append(f"{named}: {[button.text() for button in pressed]}, {after}")
    return wrong
