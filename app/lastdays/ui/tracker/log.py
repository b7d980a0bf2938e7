"""The log by turn; any point of it can be looked at and gone back to."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from lastdays.campaign.table_sessions import OpenSession
from lastdays.language import _
from lastdays.store.log import TIDIED
from lastdays.ui.models.rows import LazyRows, Row, RowModel
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Flow, button, column, holder, label
from lastdays.ui.widgets.table import Table


def _log_rows(session: OpenSession) -> LazyRows:
    """Return the beginning, and a row for each line, by how many events it takes to get there.

    A tap may rename what is in every line, so all are put into words anew: only those in sight.
    """
    words, steps, outline = session.words, session.step_names(), session.outline

    def made(place: int) -> Row:
        if not place:
            return Row("0", ("", "", _("The beginning")))
        line = outline.line(place - 1)
        event = line.first.event
        turn = str(event.turn) if event.turn else "—"
        phase = steps.get(event.phase, event.phase)
        return Row(str(outline.ends[place - 1]), (turn, phase, words.line(line)))

    return LazyRows(map(str, (0, *outline.ends)), lambda places: map(made, places))


class LogPanel(QWidget):
    """`went` carries how many events shall count; `looked` how many to look at; `closed`: back
    to the game."""

    went = Signal(int)
    looked = Signal(int)
    forward = Signal()
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._last = ""
        self._session: OpenSession | None = None
        self.model = RowModel((_("Turn"), _("Phase"), _("What happened")))
        self.table = Table(
            self.model, _("The log"), theme, stretch=2, look="plain", least_rows=5, wrap=True
        )
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
        """Show the log, the latest line last; of one that is shown, only what is new is read."""
        earlier = self.table.currentIndex().row() not in (-1, self.model.rowCount() - 1)
        anew = session is not self._session
        self._session = session
        same = session.outline.follow(session.timeline.entries)
        rows = _log_rows(session)
        self._last = rows.keys[-1]
        with QSignalBlocker(self.table):
            if anew:
                self.model.set_rows(rows)
            else:
                self.model.change_rows(rows, same + 1)
                self.table.viewport().update()
            self.table.choose(self._last)
        self.back_button.setEnabled(False)
        self.back_button.setToolTip(_("Select an earlier line first."))
        self.forward_button.setEnabled(session.redo_name is not None)
        nothing = "" if session.redo_name is not None else _("Nothing is undone.")
        self.forward_button.setToolTip(plain(nothing))
        self.say(
            _("The log of this game was tidied away. The table is as it was at the end.")
            if session.facts.get(TIDIED)
            else ""
        )
        self.table.scrollToBottom()
        if earlier:
            self.looked.emit(len(session.timeline.entries))

    def forget(self) -> None:
        """Let go of the session that was shown."""
        self._session = None
        self.model.set_rows([])

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
