"""The pages of the window, each made when it is first wanted."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtWidgets import QScrollArea, QStackedWidget

from lastdays.ui.navigation import BoardRoute, Route, TrackerRoute, routes
from lastdays.ui.services import Services
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import scrolling

if TYPE_CHECKING:
    from lastdays.ui.tracker.session_page import SessionPage

#: The routes by what their pages are called here: `pages.next_game`.
NAMES = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", k.__name__[:-5]).lower(): k for k in routes()}


def read_ahead() -> None:
    """Import the modules of all pages, in a thread beside the window: it takes a second, and a page
    first opened may take 150 ms."""
    for kind in routes():
        import_module(f"lastdays.ui.{kind.page.partition(':')[0]}")


class Pages(QStackedWidget):
    """One page at a time, scrolled where it does not fit.

    Each page is made when it is first wanted: all of them at once would double the time it takes
    to start.
    """

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._pages: dict[type[Route], Page] = {}
        self._areas: dict[type[Route], QScrollArea] = {}

    def __getattr__(self, name: str) -> Any:
        if name in NAMES:
            return self.page(NAMES[name])
        raise AttributeError(name)

    def page(self, kind: type[Route]) -> Page:
        """Return the page of a route."""
        if kind not in self._pages:
            module, name = kind.page.split(":")
            page = getattr(import_module(f"lastdays.ui.{module}"), name)(self.services)
            self._pages[kind] = page
            self._areas[kind] = area = scrolling(page)
            self.addWidget(area)  # before it is dressed: it would be styled a second time here
            self.services.theme.dress(area)
        return self._pages[kind]

    def made(self, kind: type[Route]) -> bool:
        """Return whether there is a page yet."""
        return kind in self._pages

    def area(self, kind: type[Route]) -> QScrollArea:
        """Return what a page is scrolled in."""
        self.page(kind)
        return self._areas[kind]

    def dress(self, route: Route) -> None:
        """Style a page, where there is one yet."""
        if self.made(type(route)):
            self.services.theme.dress(self._areas[type(route)])

    def turn_to(self, route: Route) -> None:
        """Show a page as it is."""
        area = self.area(type(route))
        self.services.theme.dress(area)
        self.setCurrentWidget(area)

    def sessions(self) -> list[SessionPage]:
        """Return the pages of games that are on, as far as they were made."""
        made = [self._pages.get(kind) for kind in (TrackerRoute, BoardRoute)]
        return [cast("SessionPage", page) for page in made if page is not None]

    def forget_campaign(self) -> None:
        """Close what was open in another campaign."""
        for kind, page in self._pages.items():
            if kind is not BoardRoute:
                page.forget()

    def forget_rulebook(self) -> None:
        """Let go of the pages that were made of another rulebook than the one that counts now; they
        are made anew when they are next wanted."""
        if self.made(TrackerRoute):
            self._pages[TrackerRoute].forget()
        for kind in [kind for kind in self._pages if kind.book]:
            area = self._areas.pop(kind)
            del self._pages[kind]
            self.removeWidget(area)
            area.hide()
            area.deleteLater()
