"""The keyboard at the table: arrows walk, digits choose, letters go to a counter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from lastdays.ui.tracker.session_page import SessionPage

_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def key_pressed(page: SessionPage, event: QKeyEvent) -> bool:
    """Do what a key means on a session's page; return whether it means something."""
    key = Qt.Key(event.key())
    step = _STEPS.get(key)
    if step is not None and page.board.isVisible():
        page.board.walk(QApplication.focusWidget(), *step)
        return True
    if key == Qt.Key.Key_Escape:
        _escape(page)
        return True
    typed = event.text().lower()
    if not typed.isascii() or len(typed) != 1 or page.tracker is None:
        return False
    if typed.isdigit():
        return page.panel.press(int(typed)) or (typed != "0" and _model(page, int(typed) - 1))
    if typed == "t":
        page.panel.take_focus()
        return True
    keys = page.board.keys()
    return any(
        letter == typed and page.board.focus_counter(piece or page.chosen, name)
        for letter, piece, name in keys
    )


def _model(page: SessionPage, n: int) -> bool:
    """Look at the nth card of the panel that is looked at, the keyboard on its first counter."""
    piece = page.board.neighbour(page.chosen, n)
    if not piece:
        return False
    page.choose(piece)
    page.board.focus_counter(piece)
    return True


def _escape(page: SessionPage) -> None:
    if page.log.isVisible():
        page.looking_back.close()
    elif page.panel.form is not None:
        page.close_form()
    elif page.arrangement.table_view:
        page.toggle_table_view()
