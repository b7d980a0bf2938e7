"""The lists of games at the table: continued, deleted, restored."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from lastdays.language import _, dotted, short, titled
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.services import Services
from lastdays.ui.tracker.board import Board
from lastdays.ui.tracker.second_screen import heads
from lastdays.ui.widgets.parts import (
    Flow,
    OneLine,
    button,
    clear_layout,
    column,
    enable_or_explain,
    escape_ampersands,
    row,
    wrap_layout,
)
from lastdays.ui.widgets.table import RowHeights, Table, TableDesign

#: So many deleted games can be brought back from here.
BACK = 3
#: The height of a row at 100 %.
ROW_HEIGHT = 58


def game_row(session: str, drawing: str, name: str, players: str, begun: str, result: str) -> Row:
    """Return a game as a row: what it is and who plays; on the right when it began and its result,
    '' while it is on."""
    on_the_table = _("on the table")
    spoken = " · ".join([name, players, begun, result or on_the_table])
    game = Cell(
        name,
        "game",
        players,
        drawing=drawing,
        drawing_token="accent_text",
        beneath_token="text",
        spoken=spoken,
    )
    if result:
        game = replace(game, drawing_token="faint_text", beneath_token="faint_text")
        end = Cell(begun, "aside", result, "faint_text", beneath_token="text", spoken=begun)
        return Row(session, (game, end), spoken)
    state = Cell(
        on_the_table,
        "aside",
        begun,
        "accent_text",
        beneath_token="faint_text",
        spoken=on_the_table,
    )
    return Row(session, (game, state), spoken, edge="accent")


class SessionList(QWidget):
    """A line for each game, and the board of the selected one where there is room; `opened` carries
    the id of the game to continue, `delete_wanted` id and name of the one to be deleted."""

    opened = Signal(str)
    delete_wanted = Signal(str, str)

    def __init__(self, services: Services, name: str, *first: QWidget) -> None:
        """Make the list; `first` are buttons before its own."""
        super().__init__()
        self.services = services
        self._on: set[str] = set()
        self.model = RowModel(("", ""))
        self.table = Table(
            self.model,
            name,
            services.theme,
            TableDesign(
                row_heights=RowHeights(ROW_HEIGHT, ROW_HEIGHT), least_rows=1, shows_all=True
            ),
            row_activated=self._open,
            row_chosen=self._show_table,
        )
        self.turn = OneLine("heading")
        #: The table as it was left, drawn as for who looks on.
        self.board = Board(services.theme, watched=True)
        self.stands = wrap_layout(column(self.turn, (self.board, 1), margin=(0, 8, 0, 0)))
        self.open_button = button(_("&Continue"), self._open_selected)
        self.delete_button = button(_("&Delete"), self._delete)
        self.restore_row = row(spacing=4)
        layout = column(
            self.table,
            wrap_layout(Flow(*first, self.open_button, self.delete_button)),
            wrap_layout(self.restore_row),
            (self.stands, 100),
            1,
        )
        layout.setStretch(0, 100)  # before the room that is left below
        self.setLayout(layout)
        services.theme.reshaped.connect(self._show_table)

    def is_on(self, session: str) -> bool:
        """Return whether a game has not ended."""
        return session in self._on

    def show_games(self, rows: list[Row], gone: list[tuple[str, str]]) -> None:
        """Show the games, and the deleted ones as id and name."""
        self._on = {game.key for game in rows if game.edge}
        self.model.set_rows(rows)
        for control in (self.open_button, self.delete_button):
            enable_or_explain(control, bool(rows), _("There are no games yet"))
        if rows and not self.table.current_key():
            self.table.choose_row(rows[0].key)
        self._show_table()
        clear_layout(self.restore_row)
        for session, name in gone[:BACK]:
            text = _("Restore {what}", what=escape_ampersands(short(name, 40)))
            self.restore_row.addWidget(button(text, partial(self._restore, session), "quiet"))
        self.restore_row.addStretch(1)

    def _show_table(self, _key: object = "") -> None:
        """Show the board of the selected game, in an ample window."""
        session = self.table.current_key()
        has_room = self.services.theme.is_ample
        if not session or not has_room:
            self.stands.hide()
            return
        self.stands.show()
        tracker = self.services.ask(self.services.sessions.tracker, session)
        if tracker is not None:
            self.turn.setText(dotted(*heads(tracker.bar())))
            self.board.show_view(tracker.board())

    def _open_selected(self) -> None:
        self._open(self.table.current_key())

    def _open(self, session: str) -> None:
        if session:
            self.opened.emit(session)

    def _delete(self) -> None:
        """Ask to delete the selected game, by its name and its players."""
        session = self.table.current_key()
        if not session:
            return
        game = self.model.rows[self.model.row_of(session)].cell(0)
        name = titled(game.text, game.beneath) if game.beneath else game.text
        self.delete_wanted.emit(session, name)

    def _restore(self, session: str) -> None:
        self.services.do(partial(self.services.sessions.restore, session))
