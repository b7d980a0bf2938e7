"""The keys of the window."""

from __future__ import annotations

from lastdays.language import _
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.navigation import BackRoute
from lastdays.ui.services import Services
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import button, column
from lastdays.ui.widgets.views import ChoiceTable


def keys() -> list[tuple[str, str]]:
    """Return each key and what it does."""
    return [
        ("Ctrl+Z", _("Undo; in a text field first the text")),
        ("Ctrl+Shift+Z, Ctrl+Y", _("Redo")),
        ("Ctrl+1 … Ctrl+4", _("Campaign, the group, After the game, Rulebook")),
        ("Ctrl+G", _("At the table: the games, or the one that is on")),
        ("Ctrl+E", _("Other games: those played, and a new one")),
        ("Ctrl+Enter", _("At the table, in any game: Next")),
        (
            _("Arrows, at the table"),
            _("From counter to counter: left and right on a card, up and down to the next"),
        ),
        (
            _("+ or Space, − or Backspace"),
            _("On a counter: one more, one less; with Shift five. Space on a mark: on or off"),
        ),
        (_("1 … 9, at the table"), _("The model with that number; again: of the next side")),
        (
            _("N, D, A, K, Z, T"),
            _("Noise, damage, ammo, knockback of the chosen one; zombies; what is to be done"),
        ),
        (
            _("L R A F C on a card"),
            _("Locked and Loaded, has run, has acted, has fired, has fought"),
        ),
        (_("R, F11 in the window opposite"), _("Turn it round, fill the screen")),
        ("Ctrl+P", _("Print, for the group that is looked at")),
        (_("Page Up, Page Down, +, −"), _("In the preview of what is printed: turn pages, zoom")),
        ("Ctrl+L", _("To the list of places; arrows choose")),
        ("Tab, Shift+Tab", _("Next / previous control")),
        (_("Alt+letter"), _("The button whose letter is underlined")),
        (_("Arrows"), _("In a table: row and number; what a number is made of stands below")),
        (_("Enter"), _("In a table: open, edit, add what is chosen")),
        ("1 … 9", _("With Alt: the option with that number")),
        ("Ctrl++, Ctrl+−, Ctrl+0", _("Everything larger, smaller, as it was")),
        ("Ctrl+T", _("Light or dark")),
        ("F11", _("Full screen")),
        ("Ctrl+Q", _("Quit; everything is stored already")),
        ("?, F1", _("These keys")),
    ]


class HelpPage(Page):
    """A list of keys."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.model = TableModel((_("Key"), _("What it does")))
        self.table = ChoiceTable(self.model, _("Every key and what it does"), stretch=1, wrap=True)
        self.model.set_rows([TableRow(key, (key, text)) for key, text in keys()])
        back = button(_("&Back"), lambda: services.go.emit(BackRoute()), "first")
        self.head = Head(_("Keys"), first=back)
        self.setLayout(column(self.table, margin=12))
