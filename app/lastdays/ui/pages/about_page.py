"""Pages about the program: its version, whose work is in it, where its data lies; its keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

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
from lastdays.ui.widgets.parts import column, fact_grid, panel, selectable_label, wrap_layout
from lastdays.ui.widgets.room import WholeRows
from lastdays.ui.widgets.table import Table, TableDesign

#: The greatest width of the page about the program, at 100 %.
ABOUT_WIDTH = 760
#: The least width of a fact's name, in pixels.
FACT_NAME_WIDTH = 110
#: The greatest width of the list of keys, at 100 %.
HELP_WIDTH = 1100


class AboutPage(Page):
    """What the program is, and whose work is in it."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        version = _("Version {version}", version=__version__)
        self.head = Head(
            _("About"), details_button(services, self), first=back_button(services), note=version
        )
        summary = _(
            "A companion for players of Last Days: Zombie Apocalypse. It isn't published by, or "
            "connected with, the game's authors or publisher; you need the rulebook to play."
        )
        panels = column(
            panel(_make_text(summary), heading=_("Last Days Campaign Manager")),
            panel(self._make_data_facts(), heading=_("Your data")),
            panel(self._make_thanks(), heading=_("With thanks to")),
            1,
            spacing=10,
        )
        self.lay(wrap_layout(panels), wide=ABOUT_WIDTH, single=True)

    def _make_data_facts(self) -> QGridLayout:
        """Return where the data of the program lies."""
        return _lay_out_facts(
            {
                _("Campaigns"): self.services.workspace.store.name,
                _("Settings"): str(paths.settings_file()),
                _("Error log"): str(paths.log_file()),
            }
        )

    def _make_thanks(self) -> QGridLayout:
        """Return whose work is in the program."""
        pictures = _(
            "From game-icons.net, made by {artists}, under the Creative Commons licence CC BY 3.0.",
            artists=", ".join(pictograms.artists()),
        )
        fonts = _(
            "Barlow, Noto and FiraGO, under the SIL Open Font Licence 1.1; WenQuanYi Micro Hei, "
            "under the Apache Licence 2.0."
        )
        libraries = []
        for name, licence in paths.toml("libraries.toml").items():
            libraries.append(f"{name} ({without_line_breaks(licence)})")
        software = _(
            "{libraries}. With Python, SQLite, PDFium and HarfBuzz.",
            libraries=", ".join(libraries),
        )
        return _lay_out_facts(
            {_("Pictograms"): pictures, _("Fonts"): fonts, _("Made with"): software}
        )


def without_line_breaks(licence: str) -> str:
    """Return a licence's name with spaces that don't break: 'PSF 2'."""
    return licence.replace(" ", "\u00a0").replace(",\u00a0", ", ")


def _make_text(text: str) -> QLabel:
    """Return selectable text that asks for its full height, so that the page scrolls."""
    text_label = selectable_label(text)
    text_label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    return text_label


def _lay_out_facts(texts_by_name: Mapping[str, str]) -> QGridLayout:
    """Lay out facts, each beside its name."""
    names_and_texts = [(name, _make_text(text)) for name, text in texts_by_name.items()]
    grid = fact_grid(*names_and_texts)
    grid.setColumnMinimumWidth(0, FACT_NAME_WIDTH)
    return grid


class Shortcut(NamedTuple):
    """Keys as people read them, and what they do."""

    keys: str
    effect: str


def keys_of_platform(*keys: QKeySequence | str) -> str:
    """Return keys as the language and the platform write them: 'Strg+K', '⌘K'."""
    native_text = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(native_text) for key in keys)


def shortcuts_of(commands: Sequence[QAction]) -> list[Shortcut]:
    """Return the shortcuts of a window's commands."""
    shortcuts = []
    for command in commands:
        if command.shortcuts():
            effect = command.whatsThis() or command.text().rstrip("…")
            shortcuts.append(Shortcut(keys_of_platform(*command.shortcuts()), effect))
    return shortcuts


def shortcuts_of_pages() -> list[Shortcut]:
    """Return the shortcuts of single pages and controls."""
    shortcuts = []
    for entry in paths.toml("keys.toml")["keys"]:
        name = entry.get("key", "")
        effect = entry["does"]
        keys = _(name) if name else keys_of_platform(*entry["native"])
        shortcuts.append(Shortcut(keys, _(effect)))
    return shortcuts


class HelpPage(Page):
    """A list of keys."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.table = Table(
            (_("Key"), _("What it does")),
            _("All keyboard shortcuts"),
            services.theme,
            TableDesign(stretched=1, look="lines", least_rows=5, wraps=True),
        )
        self.head = Head(_("Keyboard shortcuts"), first=back_button(services))
        self.lay(WholeRows(self.table), wide=HELP_WIDTH)

    def refresh(self) -> None:
        """List the keys of the window, then those of its pages, once."""
        if self.table.rows.rowCount():
            return
        shortcuts = shortcuts_of(self.window().actions()) + shortcuts_of_pages()
        rows = [Row(shortcut.keys, (shortcut.keys, shortcut.effect)) for shortcut in shortcuts]
        self.table.rows.set_rows(rows)
