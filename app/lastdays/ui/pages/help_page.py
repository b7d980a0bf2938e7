"""The keys of the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QAction, QKeySequence

from lastdays.language import _
from lastdays.ui.models.rows import Row, RowModel
from lastdays.ui.navigation import Route
from lastdays.ui.pages.of_campaign import back_button
from lastdays.ui.services import Services
from lastdays.ui.widgets.page import MARGIN, Head, Page
from lastdays.ui.widgets.parts import column
from lastdays.ui.widgets.room import Centered, WholeRows
from lastdays.ui.widgets.table import Table

#: The page is at most so wide, in pixels at 100 %.
WIDE = 1100


def native(*keys: QKeySequence | str) -> str:
    """Return keys as the language and the computer write them: 'Strg+K', '⌘K'."""
    written = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(written) for key in keys)


def keys_of(commands: Sequence[QAction]) -> list[tuple[str, str]]:
    """Return the keys of a window's commands, and what each does."""
    return [
        (native(*command.shortcuts()), command.whatsThis() or command.text().rstrip("…"))
        for command in commands
        if command.shortcuts()
    ]


def keys_of_pages() -> list[tuple[str, str]]:
    """Return the keys of single pages and controls, and what each does."""
    return [
        (_("Enter"), _("Press the amber button; in a list, open, edit or add the selected row")),
        (native("Space"), _("Press what has the focus")),
        ("0 … 9", _("What the digit is printed beside: an option, a move, a die that you rolled")),
        (native("Backspace"), _("In a question: take the last die back")),
        (native("Esc"), _("One step back: dice that lie, a form, a roll, then the page")),
        (native("Tab", "Shift+Tab"), _("Next, previous control")),
        (_("Alt+letter"), _("Press the button with that letter underlined")),
        (_("Arrows"), _("In a table: from row to row and number to number")),
        ("Alt+↑, Alt+↓", _("In a group's roster: move the selected member up or down")),
        ("F5", _("In notes: begin an entry with today's date")),
        (native("Ctrl+Enter"), _("At the table, in any game: Next")),
        (
            _("Arrows, at the table"),
            _("From counter to counter: left and right on a card, up and down between cards"),
        ),
        (
            _("+ or Space, − or Backspace"),
            _("On a counter: one more, one less; with Shift, five. Space on a state: on or off"),
        ),
        (_("1 … 9, at the table"), _("The model with that number; again for the next side")),
        (
            _("N, D, A, K, Z, T"),
            _("Noise, damage, ammo or knockback of the selected model; zombies; what is due"),
        ),
        (
            _("Right button, or the menu key"),
            _(
                "On a counter: one less. On a model or a zombie: everything about it that can be set"
            ),
        ),
        (_("Delete, on a zombie"), _("Put it down")),
        ("Alt+O, Alt+P, Alt+K", _("At the table: the log, the opponent's view, everything else")),
        (_("R, F11 in the opponent's view"), _("Rotate it, fill the screen")),
        (_("Page Up, Page Down, +, −"), _("In the print preview: turn pages, zoom")),
    ]


class HelpPage(Page):
    """A list of keys."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.model = RowModel((_("Key"), _("What it does")))
        self.table = Table(
            self.model,
            _("Every key and what it does"),
            services.theme,
            stretch=1,
            look="lines",
            least_rows=5,
            wrap=True,
        )
        self.head = Head(_("Keys"), first=back_button(services))
        self.setLayout(column(WholeRows(self.table), margin=MARGIN))
        Centered(self, services.theme, WIDE)

    def show_route(self, route: Route, campaign: str) -> Route | None:
        """List the keys of the window it is in, then those of its pages."""
        if not self.model.rowCount():
            rows = keys_of(self.window().actions()) + keys_of_pages()
            self.model.set_rows([Row(key, (key, text)) for key, text in rows])
        return route
