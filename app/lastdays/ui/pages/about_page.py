"""About the program: its version, whose work is in it, where its data lies."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy

from lastdays import __version__
from lastdays.desktop import paths
from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.ui.navigation import BackRoute
from lastdays.ui.program_details import copy_details
from lastdays.ui.services import Services
from lastdays.ui.widgets.page import MARGIN, Head, Page
from lastdays.ui.widgets.parts import button, column, holder, label, laid_out, panel, row, sentence
from lastdays.ui.widgets.room import Centered

#: The libraries the program needs, theirs too, each with its licence.
LIBRARIES = (
    ("PySide6_Essentials", "LGPL 3"),
    ("shiboken6", "LGPL 3"),
    ("SQLAlchemy", "MIT"),
    ("sqlmodel", "MIT"),
    ("alembic", "MIT"),
    ("Mako", "MIT"),
    ("Jinja2", "BSD 3-clause"),
    ("MarkupSafe", "BSD 3-clause"),
    ("psycopg", "LGPL 3"),
    ("psycopg-binary", "LGPL 3"),
    ("msgspec", "BSD 3-clause"),
    ("pydantic", "MIT"),
    ("pydantic_core", "MIT"),
    ("annotated-types", "MIT"),
    ("typing_extensions", "PSF 2"),
    ("typing-inspection", "MIT"),
    ("reportlab", "BSD"),
    ("pillow", "MIT-CMU"),
    ("charset-normalizer", "MIT"),
    ("pypdfium2", "BSD 3-clause, Apache 2"),
    ("pikepdf", "MPL 2"),
    ("lxml", "BSD 3-clause"),
    ("packaging", "Apache 2, BSD 2-clause"),
    ("uharfbuzz", "Apache 2"),
    ("arabic-reshaper", "MIT"),
    ("python-bidi", "LGPL 3"),
    ("platformdirs", "MIT"),
    ("defusedxml", "PSF 2"),
)
#: How wide the page is, in pixels at 100 %.
WIDE = 760


class AboutPage(Page):
    """What the program is, and whose work is in it."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.head = Head(
            _("About"),
            button(
                _("&Copy details"),
                lambda: _copy(services, self),
                hint=_("Versions and settings for a report, without names or paths"),
            ),
            first=button(_("&Back"), lambda: services.go.emit(BackRoute()), "first"),
            note=_("Version {version}", version=__version__),
        )
        self._theme = services.theme
        store = services.workspace.store.name
        self.inside = holder(
            column(
                panel(
                    _read(
                        _(
                            "A companion for players of Last Days: Zombie Apocalypse. It isn't "
                            "published by, or connected with, the game's authors or publisher; you "
                            "need the rulebook to play."
                        )
                    ),
                    heading=_("Last Days Campaign Manager"),
                ),
                panel(
                    _facts(
                        (_("Campaigns"), store),
                        (_("Settings"), str(paths.settings_file())),
                        (_("Error log"), str(paths.log_file())),
                    ),
                    heading=_("Your data"),
                ),
                panel(
                    _facts(
                        (
                            _("Pictograms"),
                            _(
                                "From game-icons.net, made by {artists}, under the Creative "
                                "Commons licence CC BY 3.0.",
                                artists=", ".join(pictograms.artists()),
                            ),
                        ),
                        (
                            _("Fonts"),
                            _("Barlow, Noto and FiraGO, under the SIL Open Font Licence 1.1."),
                        ),
                        (
                            _("Made with"),
                            _(
                                "{libraries}. With Python, SQLite, PDFium and HarfBuzz.",
                                libraries=", ".join(
                                    f"{name} ({_unbroken(licence)})" for name, licence in LIBRARIES
                                ),
                            ),
                        ),
                    ),
                    heading=_("With thanks to"),
                ),
                1,
                spacing=10,
            )
        )
        self._facts = self.inside.findChildren(QGridLayout)
        self.setLayout(column(row((self.inside, 100), 1), margin=MARGIN))
        Centered(self, self._theme, WIDE)
        self._theme.changed.connect(self._widen)
        self._widen()

    def _widen(self) -> None:
        """Keep lines short enough to be read, and what is said of all names in one line."""
        self.inside.setMaximumWidth(self._theme.px(WIDE))
        for grid in self._facts:
            grid.setColumnMinimumWidth(0, max(map(_names_width, self._facts)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._widen()


def _copy(services: Services, page: Page) -> None:

    copy_details(services, page.window())


def _unbroken(licence: str) -> str:
    """Return the name of a licence as it stands on one line: 'PSF 2'."""
    return licence.replace(" ", "\u00a0").replace(",\u00a0", ", ")


def _read(text: str) -> QLabel:
    """Return text that can be selected, to be copied into a mail."""
    made = sentence(text, "")
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


def _names_width(grid: QGridLayout) -> int:
    """Return how wide the names of facts are: each is followed by what it says."""
    return max(name.sizeHint().width() for name in laid_out(grid)[::2])


def _facts(*facts: tuple[str, str]) -> QGridLayout:
    """Lay facts below each other, each beside its name."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(8)
    for n, (name, text) in enumerate(facts):
        grid.addWidget(label(name, "faint"), n, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(_read(text), n, 1)
    grid.setColumnStretch(1, 1)
    return grid
