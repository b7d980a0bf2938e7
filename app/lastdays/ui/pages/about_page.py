"""About the program: its version, whose work is in it, where its data lies."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy

from lastdays import __version__
from lastdays.desktop import paths
from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.ui.page import Head, Page, back_button
from lastdays.ui.program_details import details_button
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import column, facts, holder, panel, selectable

#: How wide the page is, in pixels at 100 %, and the names of facts at least.
WIDE, NAMES = 760, 110


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
        thanks = (
            (_("Pictograms"), drawn),
            (_("Fonts"), _("Barlow, Noto and FiraGO, under the SIL Open Font Licence 1.1.")),
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
        self.lay(holder(told), wide=WIDE, single=True)


def _unbroken(licence: str) -> str:
    """Return the name of a licence as it stands on one line: 'PSF 2'."""
    return licence.replace(" ", "\u00a0").replace(",\u00a0", ", ")


def _read(text: str) -> QLabel:
    """Return text that can be selected, and asks for the room it needs: else the page is scrolled."""
    made = selectable(text)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    return made


def _grid(*told: tuple[str, str]) -> QGridLayout:
    """Lay facts below each other, each beside its name; what is said of all in one line."""
    grid = facts(*((name, _read(text)) for name, text in told))
    grid.setColumnMinimumWidth(0, NAMES)
    return grid
