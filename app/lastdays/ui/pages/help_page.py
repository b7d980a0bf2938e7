"""The keys of the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QAction, QKeySequence

from lastdays.desktop import paths
from lastdays.language import _
from lastdays.ui.models.rows import Row
from lastdays.ui.page import Head, Page, back_button
from lastdays.ui.services import Services
from lastdays.ui.widgets.room import WholeRows
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
    told = [(one.get("key"), one) for one in paths.toml("keys.toml")["keys"]]
    named = [(_(key) if key else native(*one["native"]), one["does"]) for key, one in told]
    return [(key, _(does)) for key, does in named]


class HelpPage(Page):
    """A list of keys."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.table = Table(
            (_("Key"), _("What it does")),
            _("Every key and what it does"),
            services.theme,
            stretch=1,
            look="lines",
            least_rows=5,
            wrap=True,
        )
        self.head = Head(_("Keys"), first=back_button(services))
        self.lay(WholeRows(self.table), wide=WIDE)

    def refresh(self) -> None:
        """List the keys of the window it is in, then those of its pages."""
        if not self.table.rows.rowCount():
            rows = keys_of(self.window().actions()) + keys_of_pages()
            self.table.rows.set_rows([Row(key, (key, text)) for key, text in rows])
