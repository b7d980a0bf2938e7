"""Making the pages, going from one to another and back, and reading them again when something
changes."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QStackedWidget

from lastdays.campaign.changed import (
    EVERYTHING,
    CampaignChanged,
    Changed,
    Everything,
    SequencesChanged,
    SessionsChanged,
)
from lastdays.campaign.overview import NO_PLACES
from lastdays.ui.navigation import (
    BackRoute,
    BoardRoute,
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    FoundRoute,
    GamesRoute,
    GroupRoute,
    LifeRoute,
    PrintRoute,
    RecordRoute,
    Route,
    SequenceRoute,
    SessionRoute,
    StartRoute,
    TableRoute,
    TrackerRoute,
    routes,
)
from lastdays.ui.page import Page
from lastdays.ui.services import Services
from lastdays.ui.shell.places import PlacesList
from lastdays.ui.widgets.parts import scrolling

if TYPE_CHECKING:
    from lastdays.campaign.sequences.post_game import SequenceView
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


#: Where one goes from what was told, and comes back from.
Visited = RecordRoute | SequenceRoute | TrackerRoute | GroupRoute | LifeRoute


class Trail:
    """Remembers where a page was visited from, so that leaving it leads back there."""

    def __init__(self) -> None:
        self._from: dict[type[Route], Route] = {}
        self._returning = False

    def note(self, here: Route, there: Route) -> None:
        """Note a step: from what is told to what it is told of, or to that from elsewhere."""
        returning, self._returning = self._returning, False
        if returning:
            return
        telling = isinstance(here, ChronicleRoute | LifeRoute) and isinstance(there, Visited)
        if telling or (isinstance(here, GroupRoute) and isinstance(there, LifeRoute)):
            self._from[type(there)] = here
        elif type(here) is not type(there):
            self._from.pop(type(there), None)

    def back(self, here: Route) -> Route | None:
        """Return where a page was visited from, for the step back there; None where it wasn't."""
        found = self._from.pop(type(here), None)
        self._returning = found is not None
        return found


class Navigator(QObject):
    """Goes from page to page; `shown` says that a page is shown, or shown anew."""

    shown = Signal()

    def __init__(self, services: Services, pages: Pages, places: PlacesList) -> None:
        super().__init__(pages)
        self._services = services
        self._pages = pages
        self._places = places
        self._before_help: Route = StartRoute()
        self._trail = Trail()
        self._group = ""
        self.campaign_id = ""
        self._made_of = services.catalogue.digest
        self.route: Route = StartRoute()
        places.went.connect(self.go)
        places.opened.connect(self._choose_campaign)
        services.wanted.connect(self.go)
        services.forgotten.connect(self._forget_session)
        services.replaced.connect(self._forget_all)

    def begin(self, campaign: str) -> None:
        """Show the campaign that was open the last time, else the first there is."""
        self.campaign_id = campaign
        self.route = CampaignRoute()
        self.refresh()
        if not self.campaign_id:
            self.go(StartRoute())

    def page(self) -> Page:
        """Return the page that is shown."""
        return self._pages.page(type(self.route))

    @property
    def left(self) -> Route:
        """Return where one was before the keys, Settings and their like, or is."""
        return self._before_help if self.route.aside else self.route

    # Going places

    def go(self, route: Route) -> None:
        """Show a page with what its route is about."""
        if isinstance(route, BackRoute):
            route = self._before_help
        if route.aside:
            self._before_help = self.left
        opened = isinstance(route, CampaignRoute) and bool(route.campaign)
        if isinstance(route, CampaignRoute) and route.campaign:
            self._open_campaign(route.campaign)
            route = CampaignRoute()
        if not self.campaign_id and not route.free:
            route = StartRoute()
        if isinstance(route, StartRoute) and not route.new:
            self.refresh()
            if self.campaign_id:
                route = CampaignRoute()
        if isinstance(self.route, TrackerRoute) and route == TableRoute():
            route = self._trail.back(self.route) or route
        if isinstance(route, TableRoute | GamesRoute) and route.on is True:
            kind = TrackerRoute if isinstance(route, TableRoute) else BoardRoute
            route = self._played(kind) or type(route)()
        if isinstance(route, GroupRoute) and not route.group:
            route = GroupRoute(self._group, route.member)
        shown = self._fill(route)
        if shown is not None:
            self._trail.note(self.route, shown)
            self._show(shown)
        if opened and not self._places.has_keyboard():
            self.page().take_focus()

    def _played(self, kind: type[SessionRoute]) -> Route | None:
        """Return the route of a game that is open on its page."""
        page = self._pages.page(kind) if self._pages.made(kind) else None
        return kind() if page in [s for s in self._pages.sessions() if s.tracker] else None

    def _fill(self, route: Route) -> Route | None:
        """Have the page of a route show what it is about, and return what it shows."""
        self._pages.dress(route)  # it measures its text as it is filled
        return self._pages.page(type(route)).show_route(route, self.campaign_id)

    def leave(self) -> None:
        """Go from a page to the place it lies within, or back to where one was; a game at the
        table is left by its own button."""
        before = self._trail.back(self.route)
        if before is not None:
            self.go(before)
            return
        up = self.route.up()
        if up is not None:
            self.go(up)

    def print(self) -> None:
        """Show the print page, for the group that is looked at."""
        self.go(PrintRoute(self.route.group if isinstance(self.route, GroupRoute) else ""))

    def group(self) -> None:
        """Show the group that was looked at last, else the first."""
        groups = self._places.groups()
        if groups:
            self.go(GroupRoute(self._group if self._group in groups else groups[0]))

    def _show(self, route: Route) -> None:
        self.route = route
        if isinstance(route, GroupRoute):
            self._group = route.group
        self._pages.turn_to(route)
        if isinstance(route, StartRoute | FoundRoute | GroupRoute):
            self.page().take_focus()
        self._at_table()
        self._show_places()
        self.shown.emit()
        if isinstance(route, SessionRoute):  # Next is in the head, which is there only now
            self.page().take_focus()

    def _at_table(self) -> None:
        """Hide the list of places at the table, and keep the screen awake meanwhile."""
        playing = isinstance(self.route, SessionRoute)
        self._places.setVisible(bool(self.campaign_id) and not playing)
        for session in self._pages.sessions():
            if playing and session is self.page():
                session.awake.keep()
            else:
                session.awake.release()
                if session.arrangement.table_view:
                    session.toggle_table_view()

    def _choose_campaign(self, campaign: str) -> None:
        if campaign:
            self.route = CampaignRoute()
            self.go(CampaignRoute(campaign))
        else:
            self._show(StartRoute(new=True))

    def _open_campaign(self, campaign: str) -> None:
        """Make a campaign the one that is worked on."""
        self.campaign_id = campaign
        self._forget()
        self.refresh()

    def _forget(self) -> None:
        """Close what was open in another campaign."""
        self._pages.forget_campaign()
        self._group = ""
        if isinstance(self.route, TrackerRoute):
            self.route = TableRoute()

    def _forget_session(self, session: str) -> None:
        """Close a session that is no longer in the list."""
        for page in self._pages.sessions():
            if page.tracker is not None and page.tracker.id == session:
                page.forget()

    def _forget_all(self) -> None:
        """Close all that is open: it may not be in the store that takes the place of this one."""
        for page in self._pages.sessions():
            page.forget()
        self._forget()
        self._before_help = CampaignRoute()

    # What has changed

    def refresh(self) -> None:
        """Read anew which campaigns there are, and what the page shows."""
        self.follow(EVERYTHING)

    def follow(self, changes: frozenset[Changed]) -> None:
        """Read anew what has changed of what is seen."""
        if any(isinstance(c, CampaignChanged | Everything) for c in changes):
            self._read_campaigns()
            self._read_rulebook()
        if isinstance(self.route, CampaignRoute):
            self.page().campaign_id = self.campaign_id
        page = self.page()
        self._pages.dress(self.route)
        page.store_changed(changes)
        self._pages.turn_to(self.route)
        listed = CampaignChanged | SequencesChanged | SessionsChanged | Everything
        if any(isinstance(c, listed) for c in changes) or self._at_another_step():
            self._show_places()
        self.shown.emit()

    def _read_rulebook(self) -> None:
        """Have the campaign's own rulebook count; pages made of another one are made anew."""
        self._services.workspace.work_on(self.campaign_id)
        made_of, self._made_of = self._made_of, self._services.catalogue.digest
        if self._made_of == made_of:
            return
        self._pages.forget_rulebook()
        if isinstance(self.route, SessionRoute):
            self.route = TableRoute()
        if self.route.book:
            self.route = self._fill(self.route) or CampaignRoute()

    def _at_another_step(self) -> bool:
        """Return whether the sequence that is shown has come to another step than is listed."""
        if not isinstance(self.route, SequenceRoute):
            return False
        shown = cast("SequenceView | None", self.page().view)
        stand = self._places.progress_of(shown.id) if shown is not None else None
        return stand is not None and shown is not None and stand.step != shown.step

    def _read_campaigns(self) -> None:
        """Go on with another campaign where the one that was open is gone."""
        campaigns = [c for c in self._services.workspace.campaigns() if not c.deleted]
        ids = [c.id for c in campaigns]
        if self.campaign_id not in ids and (ids or self.campaign_id or not self.route.free):
            self.campaign_id = ids[0] if ids else ""
            self._forget()
            if not isinstance(self.route, DataRoute):
                self.route = CampaignRoute() if ids else StartRoute()
        self._places.show_campaigns(campaigns, self.campaign_id)
        self._places.setVisible(bool(ids) and not isinstance(self.route, SessionRoute))

    def _show_places(self) -> None:
        campaign = self.campaign_id
        places = self._services.ask(self._services.workspace.places, campaign) if campaign else None
        self._places.show_places(places or NO_PLACES, self.route)
        if places is not None and places.progress is None:
            # once the page is painted: it takes 0.1 s to read the procedures
            QTimer.singleShot(0, self._services.look_where)
