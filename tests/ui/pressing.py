"""A hand that presses what a table offers."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from lastdays.ui.tracker.session_page import SessionPage
from sure import sure
from ui.hands import click_on, tracker_of


class Hand:
    """Presses what is seen, and counts."""

    def __init__(self, page: SessionPage) -> None:
        self.page = page
        self.presses = 0

    def press(self, widget: QWidget) -> None:
        assert widget.isVisible(), widget.accessibleName()
        assert widget.isEnabled(), widget.accessibleName()
        click_on(widget)
        self.presses += 1

    def piece(self, piece: str) -> None:
        """Presses a piece that is asked for."""
        assert self.page.board.cards[piece].face.number is not None
        self.press(self.page.board.cards[piece].face)

    def move(self, key: str) -> None:
        self.press(self.page.panel.move_buttons[key])

    def next(self) -> None:
        self.page.bar.accept_taps()
        self.press(self.page.bar.next_button)

    def rolls(self) -> None:
        """Has the program roll whatever is asked for."""
        while tracker_of(self.page).is_open:
            self.press(sure(self.page.panel.ask_panel.dice).roll_button)
