"""Pages about the program: its version, whose work is in it, where its data lies; its keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy

from lastdays import __version__
from lastdays.desktop import paths
from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.ui.models.rows import Row
from lastdays.ui.page import Head, Page, back_button
from lastdays.ui.program_details import details_button
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import column, facts, holder, panel, selectable
from lastdays.ui.widgets.room import WholeRows
from lastdays.ui.widgets.table import Table


class AboutPage(Page):
    """What the program is, and whose work is in it."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        version = _("Version {version}", version=__version__)
        self.head = Head(
            _("About"), details_button(services, self), first=back_button(services), note=version
        )
        store = services.workspace.store.name
        licences = paths.toml("libraries.toml").items()
        libraries = ", ".join(f"{name} ({_unbroken(licence)})" for name, licence in licences)
        drawn = _(
            "From game-icons.net, made by {artists}, under the Creative Commons licence CC BY 3.0.",
            artists=", ".join(pictograms.artists()),
        )
        made = _("{libraries}. With Python, SQLite, PDFium and HarfBuzz.", libraries=libraries)
        data = (
            (_("Campaigns"), store),
            (_("Settings"), str(paths.settings_file())),
            (_("Error log"), str(paths.log_file())),
        )
        fonts = _(
            "Barlow, Noto and FiraGO, under the SIL Open Font Licence 1.1; WenQuanYi Micro Hei, "
            "under the Apache Licence 2.0."
        )
        thanks = (
            (_("Pictograms"), drawn),
            (_("Fonts"), fonts),
            (_("Made with"), made),
        )
        says = _(
            "A companion for players of Last Days: Zombie Apocalypse. It isn't published by, or "
            "connected with, the game's authors or publisher; you need the rulebook to play."
        )
        told = column(
            panel(_read(says), heading=_("Last Days Campaign Manager")),
            panel(_grid(*data), heading=_("Your data")),
            panel(_grid(*thanks), heading=_("With thanks to")),
            1,
            spacing=10,
        )
        self.lay(holder(told), wide=760, single=True)


def _unbroken(licence: str) -> str:
    """Return a licence's name with spaces that don't break: 'PSF 2'."""
    return licence.replace(" ", "\u00a0").replace(",\u00a0", ", ")


def _read(text: str) -> QLabel:
    """Return selectable text that asks for its full height, so that the page scrolls."""
    made = selectable(text)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    return made


def _grid(*told: tuple[str, str]) -> QGridLayout:
    """Lay out facts, each beside its name."""
    grid = facts(*((name, _read(text)) for name, text in told))
    grid.setColumnMinimumWidth(0, 110)
    return grid


def native(*keys: QKeySequence | str) -> str:
    """Return keys as the language and the platform write them: 'Strg+K', '⌘K'."""
    written = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(written) for key in keys)


def keys_of(commands: Sequence[QAction]) -> list[tuple[str, str]]:
    """Return the shortcuts of a window's commands, and what each does."""
    return [
        (native(*command.shortcuts()), command.whatsThis() or command.text().rstrip("…"))
        for command in commands
        if command.shortcuts()
    ]


def keys_of_pages() -> list[tuple[str, str]]:
    """Return the shortcuts of single pages and controls, and what each does."""
    told = [(one.get("key"), one) for one in paths.toml("keys.toml")["keys"]]
    named = [(_(key) if key else native(*one["native"]), one["does"]) for key, one in told]
    return [(key, _(does)) for key, does in named]


class HelpPage(Page):
    """A list of keys."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.table = Table(
            (_("Key"), _("What it does")),
            _("All keyboard shortcuts"),
            services.theme,
            stretch=1,
            look="lines",
            least_rows=5,
            wrap=True,
        )
        self.head = Head(_("Keyboard shortcuts"), first=back_button(services))
        self.lay(WholeRows(self.table), wide=1100)

    def refresh(self) -> None:
        """List the keys of the window, then those of its pages."""
        if not self.table.rows.rowCount():
            rows = keys_of(self.window().actions()) + keys_of_pages()
            self.table.rows.set_rows([Row(key, (key, text)) for key, text in rows])
