"""The keys of the window."""

from __future__ import annotations

from lastdays.language import _
from lastdays.ui.models.tables import TableModel, TableRow
from lastdays.ui.pages.page import Page
from lastdays.ui.parts import button, column, label, row
from lastdays.ui.services import Services
from lastdays.ui.views import ChoiceTable


def keys() -> list[tuple[str, str]]:
    """Each key and what it does."""
    return [
        ("Ctrl+Z", _("Undo; in a text field first the text")),
        ("Ctrl+Shift+Z, Ctrl+Y", _("Redo")),
        ("Ctrl+1 … Ctrl+4", _("Campaign, the group, After the game, Rulebook")),
        ("Ctrl+P", _("Print, for the group that is looked at")),
        (_("Page Up, Page Down, +, −"), _("In the preview of what is printed: turn pages, zoom")),
        ("Ctrl+L", _("To the list of places; arrows choose")),
        ("Tab, Shift+Tab", _("To the next or last control")),
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
        self.table = ChoiceTable(self.model, _("Keys"), stretch=1, wrap=True)
        self.model.set_rows([TableRow(key, (key, text)) for key, text in keys()])
        self.setLayout(
            column(
                label(_("Keys"), "title"),
                self.table,
                row(1, button(_("&Back"), lambda: services.go.emit("back", ""), "first")),
                margin=12,
            )
        )
