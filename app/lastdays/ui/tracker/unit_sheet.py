"""The panel of a unit that is chosen: its moves, and what is done by hand."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from lastdays.language import _
from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.units import TableState
from lastdays.ui.tracker.unit_moves import Move, offered
from lastdays.ui.widgets.parts import Flow, button, clear, column, holder, label, typed


class UnitSheet(QWidget):
    """`tapped` and `played` carry a move, `formed` a form of the window and whom it is about."""

    tapped = Signal(str, dict)
    played = Signal(str, dict)
    formed = Signal(str, str)
    counted = Signal(str, str, int)

    def __init__(self) -> None:
        super().__init__()
        self.game: DeclaredGame | None = None
        self.title = label("", "heading", wrap=True)
        self.note = label("", wrap=True)
        self.body = QVBoxLayout()
        self.body.setSpacing(6)
        self.buttons: dict[str, QPushButton] = {}
        self._signature: tuple[Any, ...] = ()
        self.setLayout(column(self.title, self.note, self.body, 1, spacing=4))

    def show_piece(self, setting: TableState, rules: Any, unit: str, help: str) -> None:
        """The unit as it stands; only what has changed is built anew."""
        found = setting[unit] if setting.has(unit) else None
        game = self.game
        self.setVisible(found is not None and game is not None)
        if found is None or game is None:
            return
        kind = game.kinds().get(found.kind)
        self.title.setText(found.name)
        self.note.setText(kind.note(setting, found) if kind is not None else "")
        moves = offered(game, setting, game.moves(setting, found))
        named = kind is not None and kind.named
        turn: list[Move] = []
        if found.kind == "seat" and setting.active != unit:
            turn = [Move("turn", _("It is their turn"), "tap", "turn", {"seat": unit})]
            turn = offered(game, setting, turn)
        shown = [(m.key, m.label, m.args, m.why_not) for m in (*moves, *turn)]
        signature = (unit, shown, named)
        if signature == self._signature:
            return
        focus = QApplication.focusWidget()
        pressed = next((k for k, b in self.buttons.items() if b is focus), "")
        above = self.parentWidget()
        if focus is not None and self.isAncestorOf(focus) and above is not None:
            above.setFocus()
        self._signature = signature
        clear(self.body)
        self.buttons = {}
        self.body.addWidget(holder(Flow(*(self._move(m) for m in moves), spacing=4)))
        by_hand: list[QWidget] = []
        if named:
            by_hand.append(button(_("Name it…"), lambda: self.formed.emit("rename", unit)))
        by_hand += [self._move(m) for m in turn]
        if by_hand:
            self.body.addWidget(label(_("By hand"), "faint"))
            self.body.addWidget(holder(Flow(*by_hand, spacing=4)))
        again = self.buttons.get(pressed)
        if again is not None and again.isEnabled():
            again.setFocus()

    def _move(self, move: Move) -> QPushButton:
        signal = self.played if move.kind == "play" else self.tapped
        made = button(typed(move.label), lambda: signal.emit(move.name, dict(move.args)))
        made.setAccessibleName(move.label)
        made.setEnabled(not move.why_not)
        made.setToolTip(move.why_not)
        made.setAccessibleDescription(move.why_not)
        self.buttons[move.key] = made
        return made
