"""The log by turn; any point of it can be looked at and gone back to."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from lastdays.campaign.table_sessions import OpenSession
from lastdays.language import _
from lastdays.store.log import TIDIED
from lastdays.ui.models.tables import LazyRows, TableModel, TableRow
from lastdays.ui.plain import plain
from lastdays.ui.widgets.parts import Flow, button, column, holder, label
from lastdays.ui.widgets.views import ChoiceTable


class _LogRows(LazyRows):
    """The beginning, and a row for each line, by how many events it takes to get there."""

    #: A tap may rename what is in every line, so all are put into words anew: only those in sight.
    page = 1

    def __init__(self, session: OpenSession) -> None:
        super().__init__(len(session.outline.ends) + 1)
        self._words = session.words
        self._steps = session.step_names()
        self._outline = session.outline

    def make(self, first: int, after: int) -> list[TableRow]:
        """Put lines into words."""
        return [self._row(place) for place in range(first, after)]

    def _row(self, place: int) -> TableRow:
        if not place:
            return TableRow("0", ("", "", _("The beginning")))
        line = self._outline.line(place - 1)
        event = line.first.event
        turn = str(event.turn) if event.turn else "—"
        phase = self._steps.get(event.phase, event.phase)
        return TableRow(self.key(place), (turn, phase, self._words.line(line)))

    def key(self, place: int) -> str:
        """Return the key of a row."""
        ends = self._outline.ends
        return str(ends[place - 1] if place else 0) if place <= len(ends) else ""

    def find(self, key: str) -> int:
        """Return the place of a line, -1 where there is none that ends there."""
        if not key:
            return -1
        ends, count = self._outline.ends, int(key)
        place = bisect_left(ends, count)
        there = not count or (place < len(ends) and ends[place] == count)
        return (place + 1 if count else 0) if there else -1


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
        self._session: OpenSession | None = None
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
        """Show the log, the latest line last; of one that is shown, only what is new is read."""
        earlier = self.table.currentIndex().row() not in (-1, self.model.rowCount() - 1)
        anew = session is not self._session
        self._session = session
        same = session.outline.follow(session.timeline.entries)
        rows = _LogRows(session)
        self._last = rows.key(len(rows) - 1)
        with QSignalBlocker(self.table):
            if anew:
                self.model.set_rows(rows)
            else:
                self.model.go_on(rows, same + 1)
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
