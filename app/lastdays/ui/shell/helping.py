"""What the Help menu does: the guide, the tour, what is new, details for a report, and F1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from lastdays import __version__
from lastdays.language import _
from lastdays.ui.navigation import (
    AboutRoute,
    CampaignRoute,
    DataRoute,
    GuideRoute,
    RulebookRoute,
    StartRoute,
)
from lastdays.ui.services import Services
from lastdays.ui.shell.commands import Commands
from lastdays.ui.shell.navigator import Navigator
from lastdays.ui.shell.toast import Toast
from lastdays.ui.shell.top_bar import TopBar

if TYPE_CHECKING:
    from lastdays.ui.shell.tour import TourCard

#: The setting that keeps which version told what is new.
TOLD = "told"


class HelpedWindow(Protocol):
    """What is needed of a window to help in it."""

    services: Services
    commands: Commands
    navigator: Navigator
    toast: Toast
    bar: TopBar

    def say(self, text: str, kind: str) -> None:
        """Say a sentence over the page."""


class Helping(QObject):
    """Helps in a window; all of it is read when it is first asked for."""

    def __init__(self, window: HelpedWindow, widget: QWidget) -> None:
        super().__init__(widget)
        self._window, self._widget = window, widget
        self.tour: TourCard | None = None

    def entries(self) -> tuple[QAction | None, ...]:
        """Return what the Help menu lists."""
        add, go = self._window.commands.add, self._window.navigator.go
        return (
            add(_("Guide"), (), self.guide),
            add(_("What is this?"), ("F1",), self.explain),
            add(_("Keys"), ("?",), self._window.navigator.help),
            add(_("Tour"), (), self.begin_tour),
            add(_("What's new"), (), lambda: go(GuideRoute("news"))),
            None,
            add(_("Copy details for a report"), (), self.copy_details),
            add(_("Check the store…"), (), lambda: go(DataRoute(check=True))),
            add(_("About"), (), lambda: go(AboutRoute())),
        )

    def guide(self) -> None:
        """Open the guide where it was read last, at its beginning the first time."""
        self._window.navigator.go(GuideRoute())

    def explain(self) -> None:
        """Open the rulebook at the entry that is named here, the guide where none is; in the guide,
        the keys."""
        # late: 19 ms, when asked for
        from lastdays.ui.widgets.entry_card import entry_in_hand

        self.end_tour()  # it would lie over what is told
        navigator = self._window.navigator
        name = entry_in_hand(self._widget)
        if name:
            navigator.go(RulebookRoute(name))
        elif isinstance(navigator.route, GuideRoute):
            navigator.help()
        else:
            # late: 14 ms, the guide is read from files when it is first asked for
            from lastdays.ui.guide.topics import help_for

            navigator.go(help_for(navigator.route, self._widget))

    def copy_details(self) -> None:
        """Put the details for a report on the clipboard."""
        # late: 8 ms, when asked for
        from lastdays.ui.guide.details import copy_details

        copy_details(self._window.services, self._widget)

    def begin_tour(self, *, here: bool = False) -> None:
        """Begin the tour, from its first step; with `here` on the page that is shown."""
        # late: 7 ms, when asked for
        from lastdays.ui.shell.tour import TourCard

        self.end_tour()
        over = self._window.toast.parentWidget() or self._widget
        undo = self._window.bar.undo_button
        self.tour = TourCard(over, self._window.services.theme, self._window.navigator.go, undo)
        self.tour.destroyed.connect(self._forget)
        self.tour.begin(here=here)

    def end_tour(self) -> None:
        """Leave the tour, where it is on."""
        if self.tour is not None:
            self.tour.close()
            self.tour = None

    def _forget(self) -> None:
        self.tour = None

    def at_start(self, settings: QSettings) -> None:
        """Begin the tour where the program is started for the first time; after an update, say once
        that there is something new."""
        told = str(settings.value(TOLD, ""))
        if told == __version__:
            return
        settings.setValue(TOLD, __version__)
        if told or settings.contains("geometry"):
            self._window.say(
                _("This is version {version}. What's new is in the Help menu.").format(
                    version=__version__
                ),
                "",
            )
        elif isinstance(self._window.navigator.route, StartRoute | CampaignRoute):
            self.begin_tour(here=True)
