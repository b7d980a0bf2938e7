"""The keyboard at the table: arrows walk, digits choose, letters go to a counter."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from lastdays.campaign.table_sessions import OpenSession
from lastdays.ui.tracker.arrangement import Arrangement
from lastdays.ui.tracker.log import LogPanel
from lastdays.ui.tracker.looking_back import LookingBack
from lastdays.ui.tracker.panel import Panel
from lastdays.ui.tracker.seats import SeatBoard
from lastdays.ui.tracker.side_board import SideBoard


class PlayedPage(Protocol):
    """A session's page as the keys reach it."""

    board: SideBoard | SeatBoard
    panel: Panel
    log: LogPanel
    looking_back: LookingBack
    arrangement: Arrangement
    chosen: str

    @property
    def tracker(self) -> OpenSession | None:
        """Return the session that is open."""

    def choose(self, piece: str) -> None:
        """Look at a card."""

    def close_form(self) -> None:
        """Close the form without pressing its button."""

    def toggle_table_view(self) -> None:
        """Change between the page and the board alone."""


_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def key_pressed(page: PlayedPage, event: QKeyEvent) -> bool:
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


def _model(page: PlayedPage, n: int) -> bool:
    """Look at the nth card of the panel that is looked at, the keyboard on its first counter."""
    piece = page.board.neighbour(page.chosen, n)
    if not piece:
        return False
    page.choose(piece)
    page.board.focus_counter(piece)
    return True


def _escape(page: PlayedPage) -> None:
    """Close the log, the form or the board alone: the first of them that is open."""
    if page.log.isVisible():
        page.looking_back.close()
    elif page.panel.form is not None:
        page.close_form()
    elif page.arrangement.table_view:
        page.toggle_table_view()
