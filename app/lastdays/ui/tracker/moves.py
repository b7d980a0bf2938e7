"""A button for each move that is due."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from lastdays.language import _
from lastdays.tabletop.view import ButtonView
from lastdays.ui.plain import plain
from lastdays.ui.tracker.buttons import priced, worded
from lastdays.ui.widgets.parts import Flow, button, clear, label

#: More moves than these are reached through the cards.
MOST = 32


class Moves(QWidget):
    """The moves of a step, the first one first; `wanted` carries the one that is pressed.

    The buttons of one step serve the next with other words: a dozen new ones would take longer
    than all else that Next does.
    """

    wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.flow = Flow(spacing=4)
        self.setLayout(self.flow)
        #: The moves that are shown, and their buttons by the moves' keys.
        self.shown: tuple[ButtonView, ...] = ()
        self.buttons: dict[str, QPushButton] = {}
        self._made: list[QPushButton] = []
        self._prices: list[str] = []
        self._more: QLabel | None = None

    def show_moves(self, moves: tuple[ButtonView, ...]) -> None:
        """Show other moves."""
        self.shown = moves
        due = moves[:MOST]
        self._make_room([move.price for move in due])
        self.buttons = {}
        for n, (move, made) in enumerate(zip(due, self._made, strict=False)):
            number = f"&{n + 1}  " if n < 9 else ""
            made.setText(number + worded(move.label, most=44))
            made.setAccessibleName(move.label)
            made.setEnabled(not move.why_not)
            made.setToolTip(plain(move.why_not or move.hint))
            made.show()
            self.buttons[move.key] = made
        for made in self._made[len(due) :]:
            made.hide()
        more = len(moves) - len(due)
        if more > 0:
            self._more = label(_("and {n} more: choose a card").format(n=more), "faint")
            self.flow.addWidget(self._more)

    def _make_room(self, prices: list[str]) -> None:
        """Have a button for each price; the first looks otherwise, and what a button costs stays
        as it was made."""
        both = list(zip(self._prices, prices, strict=False))
        if self._more is not None or any(one != other for one, other in both):
            self._clear()
        for price in prices[len(self._made) :]:
            n = len(self._made)
            made = button("", partial(self._press, n), "first" if n == 0 else "")
            self._made.append(priced(made, price))
            self._prices.append(price)
            self.flow.addWidget(made)

    def _press(self, n: int) -> None:
        self.wanted.emit(self.shown[n])

    def _clear(self) -> None:
        clear(self.flow)
        self._made, self._prices, self._more = [], [], None

    def forget(self) -> None:
        """Keep nothing of the last session."""
        self._clear()
        self.shown, self.buttons = (), {}
