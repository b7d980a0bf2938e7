"""About the program: its version, whose work is in it, where its data lies."""

from __future__ import annotations

from lastdays import __version__, paths
from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.ui.navigation import BackRoute
from lastdays.ui.services import Services
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.page import MARGIN, Page
from lastdays.ui.widgets.parts import button, column, label, panel


class AboutPage(Page):
    """What the program is, and whose work is in it."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        back = button(_("&Back"), lambda: services.go.emit(BackRoute()), "first")
        self.head = Head(
            _("About"), first=back, note=_("Version {version}").format(version=__version__)
        )
        self.setLayout(
            column(
                panel(
                    label(
                        _(
                            "A companion for players of Last Days: Zombie Apocalypse. It isn't "
                            "published by, or connected with, the game's authors or publisher; you "
                            "need the rulebook to play."
                        ),
                        wrap=True,
                    ),
                    heading=_("Last Days Campaign Manager"),
                ),
                panel(
                    label(str(services.workspace.store.path), wrap=True),
                    label(
                        _("Settings: {file}").format(file=paths.settings_file()), "faint", wrap=True
                    ),
                    label(
                        _("Log of errors: {file}").format(file=paths.log_file()), "faint", wrap=True
                    ),
                    heading=_("Your data"),
                ),
                panel(
                    label(
                        _(
                            "Pictograms from game-icons.net, made by {artists}, under the Creative "
                            "Commons licence CC BY 3.0."
                        ).format(artists=", ".join(pictograms.artists())),
                        wrap=True,
                    ),
                    label(
                        _("Fonts: Barlow, Noto and FiraGO, under the SIL Open Font Licence 1.1."),
                        wrap=True,
                    ),
                    label(
                        _(
                            "Made with Qt and PySide6 (LGPL 3), SQLModel and SQLAlchemy, SQLite, "
                            "pydantic, ReportLab and PDFium."
                        ),
                        wrap=True,
                    ),
                    heading=_("With thanks to"),
                ),
                1,
                margin=MARGIN,
                spacing=10,
            )
        )
