"""The games that are on and those that were: gone on with, deleted, brought back."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from lastdays.language import _, short
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import Flow, allow, button, clear, column, holder, row, typed
from lastdays.ui.widgets.views import ChoiceTable

#: So many deleted games can be brought back from here.
BACK = 3
#: The list is at least as high as so many lines of text.
LEAST = 3


class PlayedList(QWidget):
    """A line a game; `opened` carries the id of the one to go on with."""

    opened = Signal(str)

    def __init__(
        self,
        services: Services,
        headings: tuple[str, ...],
        name: str,
        *first: QWidget,
        stretch: int = 0,
        wrap: bool = False,
    ) -> None:
        """Make the list; `first`: buttons before its own, `stretch`: the column that takes the
        room."""
        super().__init__()
        self.services = services
        self.model = TableModel(headings)
        self.table = ChoiceTable(self.model, name, stretch=stretch, least_rows=LEAST, wrap=wrap)
        self.table.taken.connect(self._open)
        self.open_button = button(_("&Continue"), lambda: self._open(self.table.current_key()))
        self.delete_button = button(_("&Delete"), self._delete)
        self.restore_row = row(spacing=4)
        layout = column(
            self.table,
            holder(Flow(*first, self.open_button, self.delete_button)),
            holder(self.restore_row),
            1,
        )
        layout.setStretch(0, 100)  # before the room that is left below
        self.setLayout(layout)

    def show_games(self, rows: list[TableRow], gone: list[tuple[str, str]]) -> None:
        """Show the games, and those deleted as id and name."""
        self.model.set_rows(rows)
        for made in (self.open_button, self.delete_button):
            allow(made, bool(rows), _("There is no game yet"))
        if rows and not self.table.current_key():
            self.table.choose(rows[0].key)
        clear(self.restore_row)
        for session, name in gone[:BACK]:
            text = _("Bring back {what}").format(what=typed(short(name, 40)))
            self.restore_row.addWidget(button(text, partial(self._restore, session), "quiet"))
        self.restore_row.addStretch(1)

    def _open(self, session: str) -> None:
        if session:
            self.opened.emit(session)

    def _delete(self) -> None:
        session = self.table.current_key()
        if session:
            self.services.forgotten.emit(session)
            self.services.done(
                lambda: self.services.sessions.delete(session),
                _("The game is out of the list; it can be brought back below."),
            )

    def _restore(self, session: str) -> None:
        self.services.done(lambda: self.services.sessions.restore(session))
