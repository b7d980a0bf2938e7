"""The log by turn; any point of it can be looked at and gone back to."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from lastdays.campaign.table_sessions import OpenSession
from lastdays.language import _
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.widgets.parts import Flow, button, column, holder, label
from lastdays.ui.widgets.views import ChoiceTable


class LogPanel(QWidget):
    """`went` carries how many events shall count; `looked` how many to look at; `closed`: back
    to the game."""

    went = Signal(int)
    looked = Signal(int)
    forward = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._last = ""
        self.model = TableModel((_("Turn"), _("Phase"), _("What happened")))
        self.table = ChoiceTable(self.model, _("The log"), stretch=2, wrap=True)
        self.table.chosen.connect(self._look)
        self.note = label("", "warn", wrap=True)
        self.back_button = button(_("Go back to he&re"), self._go)
        self.forward_button = button(_("For&ward to the latest tap"), self.forward.emit)
        self.close_button = button(_("&Close the log"), self.closed.emit, "first")
        self.setLayout(
            column(
                label(_("The log"), "heading"),
                self.note,
                self.table,
                holder(Flow(self.back_button, self.forward_button, self.close_button)),
                margin=8,
            )
        )

    def show_session(self, session: OpenSession) -> None:
        """Read the log anew, the latest line last."""
        words = session.words
        names = session.step_names()
        numbers = {e.id: n for n, e in enumerate(session.timeline.entries, start=1)}
        rows = [TableRow("0", ("", "", _("The beginning")))]
        for line in session.log():
            event = line.first.event
            turn = str(event.turn) if event.turn else "—"
            rows.append(
                TableRow(
                    str(numbers[line.last.id]),
                    (turn, names.get(event.phase, event.phase), words.line(line)),
                )
            )
        self.model.set_rows(rows)
        self._last = rows[-1].key
        self.back_button.setEnabled(False)
        self.back_button.setToolTip(_("Select an earlier line first."))
        self.forward_button.setEnabled(session.redo_name is not None)
        nothing = "" if session.redo_name is not None else _("Nothing is undone.")
        self.forward_button.setToolTip(nothing)
        self.note.setText("")
        self.note.hide()
        self.table.scrollToBottom()
        self.table.choose(rows[-1].key)

    def _look(self, key: str) -> None:
        earlier = bool(key) and key != self._last
        self.back_button.setEnabled(earlier)
        self.back_button.setToolTip("" if earlier else _("Select an earlier line first."))
        if key:
            self.looked.emit(int(key))

    def _go(self) -> None:
        key = self.table.current_key()
        if key:
            self.went.emit(int(key))

    def say(self, text: str) -> None:
        """Show a sentence above the log."""
        self.note.setText(text)
        self.note.setVisible(bool(text))
