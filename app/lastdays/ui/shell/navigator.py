"""Making the pages, going from one to another and back, and reading them again when something
changes; the list of places on the left; and the keyboard focus, which the page gets back if it
loses it, while text fields undo their own text."""

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
    ShareRoute,
    StartRoute,
    TableRoute,
    TrackerRoute,
    routes,
)
from lastdays.ui.page import Page
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import PLAIN_NEXT, scrolling

if TYPE_CHECKING:
    from lastdays.campaign.sequences.post_game import SequenceView
    from lastdays.ui.tracker.session_page import SessionPage
from collections import Counter
from collections.abc import Callable, Iterable

from PySide6.QtCore import SIGNAL, QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from shiboken6 import isValid

from lastdays.campaign.overview import GroupProgress, Places
from lastdays.language import _, ngettext
from lastdays.rulebook.pictograms import place as pictogram
from lastdays.store.store import CampaignSummary
from lastdays.ui.models.rows import Cell, Row, RowModel, plain
from lastdays.ui.navigation import AftermathRoute, RulebookRoute
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import ENTER, Picker, amber, column, timer
from lastdays.ui.widgets.table import Table

#: The signal of a text field for Enter.
RETURN = SIGNAL("returnPressed()")


def _can_have_focus(widget: QWidget) -> bool:
    """Return whether a widget that had the focus is still there to have it."""
    return isValid(widget) and widget.isVisible() and widget.isEnabled()


def _is_within(widget: QWidget, places: Iterable[QWidget]) -> bool:
    """Return whether a widget is in one of these places."""
    return any(place.isAncestorOf(widget) for place in places)


class Keyboard(QObject):
    """Watches which widget of a window has the focus. Only the text field that has it is watched for
    keys, as an event filter slows down every event."""

    def __init__(
        self, window: QWidget, head: QWidget, pages: QWidget, take_back: Callable[[], None]
    ) -> None:
        """Watch the focus; `take_back` gives it to the page."""
        super().__init__(window)
        self._window = window
        self._head = head
        self._pages = pages
        self._had: QWidget | None = None
        self._back = timer(self, 0, self._give_back)
        self._take_back = take_back
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_changed)

    def leave(self) -> None:
        """Stop watching."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.disconnect(self._focus_changed)

    def commit(self) -> None:
        """Store what is being typed."""
        focus = QApplication.focusWidget()
        if isinstance(focus, NotesEdit):
            focus.commit()

    def press_amber(self, *places: QWidget) -> None:
        """Press the amber button in these places; if there is none, or another button outside of them
        has the focus, press what has the focus. Next is never pressed so while it is plain."""
        focus = QApplication.focusWidget()
        pressed: QWidget | None = None
        is_button_elsewhere = isinstance(focus, QPushButton) and not _is_within(focus, places)
        if not is_button_elsewhere:
            pressed = amber(*places)
        if pressed is None:
            pressed = focus
        if isinstance(pressed, QAbstractButton) and pressed.property("kind") != PLAIN_NEXT:
            pressed.click()

    def _focus_changed(self, old: QWidget | None, now: QWidget | None) -> None:
        """Give the focus back to the page if hiding a control there or in the head moved it elsewhere:
        Qt moves it to the next widget, in the end to Undo."""
        if self._on_page(now):
            self._had = None
        elif old is not None and (self._on_page(old) or self._is_hidden_in_head(old)):
            self._had = old
            self._back.start()
        elif now is None:  # such as when a dialog is closed
            self._back.start()
        elif old is not None and old.isVisible():
            self._back.stop()  # the user has moved it
        if isinstance(old, QLineEdit | QPlainTextEdit):
            old.removeEventFilter(self)
        if isinstance(now, QLineEdit | QPlainTextEdit):
            now.installEventFilter(self)

    def _on_page(self, widget: QWidget | None) -> bool:
        return widget is not None and self._pages.isAncestorOf(widget)

    def _is_hidden_in_head(self, widget: QWidget) -> bool:
        """Return whether a control of the head has been hidden."""
        return self._head.isAncestorOf(widget) and not widget.isVisible()

    def _give_back(self) -> None:
        """Give the page the focus that it lost to something around it; once a dialog is closed, what
        it was opened from may be gone."""
        focus = QApplication.focusWidget()
        if focus is None:
            focus = self._window.focusWidget()  # has it once the window is in front
        if focus is not None and focus.window() is not self._window:
            return
        lost_by = self._had
        self._had = None
        if lost_by is None or _can_have_focus(lost_by):
            return
        if not self._on_page(focus):
            self._take_back()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """On Ctrl+Z, let a text field undo its text as long as it can, then undo the latest change. Keep
        Enter in a field that handles it: Qt would pass it on to the amber button as well."""
        if not isinstance(event, QKeyEvent):
            return False
        handles_enter = isinstance(watched, QLineEdit) and watched.receivers(RETURN)
        is_enter = event.type() == QEvent.Type.KeyPress and event.key() in ENTER
        if is_enter and handles_enter:
            watched.event(event)
            event.accept()
            return True
        if event.type() == QEvent.Type.ShortcutOverride and _has_nothing_to_undo(watched, event):
            event.ignore()
            return True
        return False


def _has_nothing_to_undo(field: QObject, event: QKeyEvent) -> bool:
    """Return whether keys mean Undo or Redo and a text field has no text of its own for that."""
    undoes = event.matches(QKeySequence.StandardKey.Undo)
    redoes = event.matches(QKeySequence.StandardKey.Redo)
    if not undoes and not redoes:
        return False
    text = field.document() if isinstance(field, QPlainTextEdit) else field
    assert isinstance(text, QLineEdit | QTextDocument)
    return not text.isRedoAvailable() if redoes else not text.isUndoAvailable()


#: The least height of a place at 100 %.
LOW = 38
#: The greatest height of a place at 100 %.
HIGH = 42


class PlacesList(QFrame):
    """The campaigns and the places. `went` carries a route, `opened` a campaign's id, '' for a new
    one."""

    went = Signal(object)
    opened = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "nav")
        self.theme = theme
        #: The route that is shown.
        self.here: Route = CampaignRoute()
        self.chooser = Picker(name=_("Campaign"))
        self.chooser.picked.connect(self.opened.emit)
        self.model = RowModel(("",))
        self.list = Table(
            self.model,
            _("Navigation"),
            theme,
            look="nav",
            heights=(LOW, HIGH),
            least_rows=1,
            chosen=self._chosen,
            pressed_on=self._clicked,
            taken=self._clicked,
        )
        #: The routes of the places, by the keys of their rows.
        self._routes: dict[str, Route] = {}
        self._filling = False
        self._places: Places | None = None
        self.setLayout(column(self.chooser, self.list, margin=8))

    def has_keyboard(self) -> bool:
        """Return whether the list or the choice of a campaign has the focus."""
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def show_campaigns(self, campaigns: Iterable[CampaignSummary], chosen: str) -> None:
        """List the campaigns and select the open one."""
        items: list[tuple[str, object]] = [(campaign.name, campaign.id) for campaign in campaigns]
        names = [name for name, _id in items]
        items.append((_("New campaign…"), ""))
        self.chooser.offer(items, chosen)
        for n, name in enumerate(names):
            self.chooser.setItemData(n, plain(name), Qt.ItemDataRole.ToolTipRole)
        self.chooser.setToolTip(plain(self.chooser.currentText()))

    def show_places(self, places: Places, here: Route) -> None:
        """List the places of a campaign and select the one that `here` belongs to."""
        self.here = here
        self._filling = True
        has_changed = places != self._places
        self._places = places  # the latest share most parts with the next
        if has_changed:
            routes_and_rows = _rows_of(places)
            self._routes = {row.key: route for route, row in routes_and_rows}
            self.model.change_rows([row for _route, row in routes_and_rows])
        here_row = self.model.row_of(repr(here.place()))
        self.list.setCurrentIndex(self.model.index(here_row, 0))  # none if it isn't a place
        self._filling = False

    def progress_of(self, sequence: str) -> GroupProgress | None:
        """Return the listed progress of a sequence, None if it isn't listed."""
        if self._places is None:
            return None
        for progress in self._places.progress or ():
            if progress.sequence == sequence:
                return progress
        return None

    def groups(self) -> list[str]:
        """Return the ids of the listed groups."""
        return [route.group for route in self._routes.values() if isinstance(route, GroupRoute)]

    def fit(self, window_width: int) -> None:
        """Set the width for the zoom, in a narrow window a quarter of it."""
        quarter = max(150, window_width // 4)
        self.setFixedWidth(min(self.theme.px(200), quarter))

    def _clicked(self, key: str) -> None:
        """Go to the page of a place that is already selected, from another page within it."""
        if key in self._routes and self._routes[key] != self.here:
            self.went.emit(self._routes[key])

    def _chosen(self, key: str) -> None:
        if not self._filling:
            self.went.emit(self._routes[key])
            self.list.setFocus()


def _rows_of(places: Places) -> list[tuple[Route, Row]]:
    """Return the places of a campaign, in order."""
    progress = {of_group.group: of_group for of_group in places.progress or ()}
    half_done = Counter(half.kind for half in places.half_done)
    rows = [_place(CampaignRoute(), _("Campaign"), "campaign")]
    for group in places.groups:
        rows.append(_group(group.id, group.name, progress.get(group.id)))
    rows.append(_table(half_done["session"]))
    rows.append(_aftermath(half_done["sequence"]))
    rows.append(_place(ChronicleRoute(), _("Chronicle"), "chronicle"))
    rows.append(_place(PrintRoute(), _("Print"), "print"))
    rows.append(_place(GamesRoute(), _("Other games"), "games"))
    rows.append(_place(RulebookRoute(), _("Rulebook"), "rulebook"))
    return rows


def _table(games: int) -> tuple[Route, Row]:
    """Return the place of games at the table, with the number of those in progress."""
    if not games:
        return _place(TableRoute(), _("At the table"), "table")
    name = ngettext("{n} game at the table", "{n} games at the table", games)
    hint = ngettext("{n} game in progress", "{n} games in progress", games)
    return _place(TableRoute(), name, "table", hint)


def _aftermath(sequences: int) -> tuple[Route, Row]:
    """Return the place of post-game sequences, with the number of unfinished ones."""
    if not sequences:
        return _place(AftermathRoute(), _("After the game"), "aftermath")
    name = _("After the game ({n})", n=sequences)
    hint = ngettext(
        "{n} unfinished post-game sequence", "{n} unfinished post-game sequences", sequences
    )
    return _place(AftermathRoute(), name, "aftermath", hint)


def _place(
    route: Route,
    text: str,
    icon: str,
    hint: str = "",
    depth: int = 0,
    beneath: str = "",
    token: str = "faint_text",
) -> tuple[Route, Row]:
    """Return a place with its hint, the text beneath its name, and its indent."""
    cell = Cell(
        text,
        "place",
        beneath,
        token="text",
        drawing=pictogram(icon),
        hint=hint,
        beneath_token=token,
        depth=depth,
    )
    return route, Row(repr(route), (cell,))


def _group(group: str, name: str, progress: GroupProgress | None) -> tuple[Route, Row]:
    """Return the place of a group, with its progress after a game."""
    route = GroupRoute(group)
    if progress is None:
        return _place(route, name, "group", depth=1)
    if progress.state == "finished":
        token = "well_text"
    elif progress.state == "begun":
        token = "accent_text"
    else:
        token = "faint_text"
    chapter = progress.chapter
    hint = _("{group} · after game {n}: {chapter}", group=name, n=progress.number, chapter=chapter)
    return _place(route, name, "group", hint, depth=1, beneath=chapter, token=token)


def _page_name(kind: type[Route]) -> str:
    """Return the name of a route's page: next_game of NextGameRoute."""
    name = kind.__name__.removesuffix("Route")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


#: The routes by the names of their pages as attributes: `pages.next_game`.
NAMES = {_page_name(kind): kind for kind in routes()}


def read_ahead() -> None:
    """Import the modules of all pages, in a thread: it takes a second, and a page may take at most
    150 ms to open first."""
    for kind in routes():
        import_module(f"lastdays.ui.{kind.page.partition(':')[0]}")


class Pages(QStackedWidget):
    """Shows one page at a time, in a scroll area. Pages are made when they are first needed: making
    all of them would double the start-up time."""

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
        """Return the page of a route, made if necessary."""
        if kind not in self._pages:
            module_name, class_name = kind.page.split(":")
            module = import_module(f"lastdays.ui.{module_name}")
            page = getattr(module, class_name)(self.services)
            area = scrolling(page)
            self._pages[kind] = page
            self._areas[kind] = area
            self.addWidget(area)  # before it is styled: it would be styled again here
            self.services.theme.dress(area)
        return self._pages[kind]

    def made(self, kind: type[Route]) -> bool:
        """Return whether the page of a route has been made."""
        return kind in self._pages

    def area(self, kind: type[Route]) -> QScrollArea:
        """Return the scroll area of a page."""
        self.page(kind)
        return self._areas[kind]

    def dress(self, route: Route) -> None:
        """Apply the style sheet to a page, if it has been made."""
        if self.made(type(route)):
            self.services.theme.dress(self._areas[type(route)])

    def turn_to(self, route: Route) -> None:
        """Show a page without refreshing it."""
        area = self.area(type(route))
        self.services.theme.dress(area)
        self.setCurrentWidget(area)

    def sessions(self) -> list[SessionPage]:
        """Return the pages of tracked games that have been made."""
        kinds = (TrackerRoute, BoardRoute)
        return [cast("SessionPage", self._pages[kind]) for kind in kinds if self.made(kind)]

    def forget_campaign(self) -> None:
        """Close what is open on pages of the campaign."""
        for kind, page in self._pages.items():
            if kind is not BoardRoute:
                page.forget()

    def forget_rulebook(self) -> None:
        """Delete the pages that show another rulebook; they are made again when needed."""
        if self.made(TrackerRoute):
            self._pages[TrackerRoute].forget()
        pages_with_rulebook = [kind for kind in self._pages if kind.book]
        for kind in pages_with_rulebook:
            area = self._areas.pop(kind)
            del self._pages[kind]
            self.removeWidget(area)
            area.hide()
            area.deleteLater()


#: Pages opened from a chronicle or a life story, from which Esc returns there.
Visited = RecordRoute | SequenceRoute | TrackerRoute | GroupRoute | LifeRoute


class Trail:
    """Remembers from which page another was opened, to return there."""

    def __init__(self) -> None:
        self._from: dict[type[Route], Route] = {}
        self._returning = False

    def note(self, here: Route, there: Route) -> None:
        """Note a step from one page to another."""
        if self._returning:
            self._returning = False
            return
        from_story = isinstance(here, ChronicleRoute | LifeRoute) and isinstance(there, Visited)
        to_life_of_group = isinstance(here, GroupRoute) and isinstance(there, LifeRoute)
        if from_story or to_life_of_group:
            self._from[type(there)] = here
        elif type(here) is not type(there):
            self._from.pop(type(there), None)

    def back(self, here: Route) -> Route | None:
        """Return the page from which this one was opened, None if there is none."""
        origin = self._from.pop(type(here), None)
        self._returning = origin is not None
        return origin


def _has_any(changes: Iterable[Changed], *kinds: type) -> bool:
    """Return whether any of the changes is of these kinds."""
    return any(isinstance(change, kinds) for change in changes)


class Navigator(QObject):
    """Goes from page to page; `shown` is emitted when a page is shown or refreshed."""

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
        self._rulebook = services.catalogue.digest
        self.route: Route = StartRoute()
        places.went.connect(self.go)
        places.opened.connect(self._choose_campaign)
        services.wanted.connect(self.go)
        services.forgotten.connect(self._forget_session)
        services.replaced.connect(self._forget_all)

    def begin(self, campaign: str) -> None:
        """Show the campaign that was open last, else the first one."""
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
        """Return the current page, or the one before Settings, the guide and the like."""
        return self._before_help if self.route.aside else self.route

    # Going to a page

    def go(self, route: Route) -> None:
        """Show the page of a route."""
        if isinstance(route, BackRoute):
            route = self._before_help
        if route.aside:
            self._before_help = self.left
        opens_campaign = isinstance(route, CampaignRoute) and bool(route.campaign)
        if isinstance(route, CampaignRoute) and route.campaign:
            self._open_campaign(route.campaign)
            route = CampaignRoute()
        if not self.campaign_id and not route.free:
            route = StartRoute()
        if isinstance(route, StartRoute) and not route.new:
            self.refresh()
            if self.campaign_id:
                route = CampaignRoute()
        route_shown = self._fill(self._completed(route))
        if route_shown is not None:
            self._trail.note(self.route, route_shown)
            self._show(route_shown)
        if opens_campaign and not self._places.has_keyboard():
            self.page().take_focus()

    def _completed(self, route: Route) -> Route:
        """Return a route with what it leaves open: the game that is played, the group in hand."""
        if isinstance(self.route, TrackerRoute) and route == TableRoute():
            origin = self._trail.back(self.route)
            if origin is not None:
                route = origin
        if isinstance(route, TableRoute) and route.on is True:
            return self._played(TrackerRoute) or TableRoute()
        if isinstance(route, GamesRoute) and route.on is True:
            return self._played(BoardRoute) or GamesRoute()
        if isinstance(route, PrintRoute) and not route.group:
            return PrintRoute(self._group_here(), route.only)
        if isinstance(route, GroupRoute) and not route.group:
            return GroupRoute(self._group, route.member)
        return route

    def _played(self, kind: type[SessionRoute]) -> Route | None:
        """Return the route of a page if a game is open there."""
        if not self._pages.made(kind):
            return None
        page = cast("SessionPage", self._pages.page(kind))
        return kind() if page.tracker else None

    def _fill(self, route: Route) -> Route | None:
        """Let the page of a route show its content, and return the route that is shown."""
        self._pages.dress(route)  # it measures its text as it is filled
        return self._pages.page(type(route)).show_route(route, self.campaign_id)

    def leave(self) -> None:
        """Go back to the page from which this one was opened, or up to the place it belongs to."""
        there = self._trail.back(self.route) or self.route.up()
        if there is not None:
            self.go(there)

    def print(self) -> None:
        """Show the print page, for the group that is shown."""
        self.go(PrintRoute())

    def _group_here(self) -> str:
        """Return the group whose page, life or sharing is shown, also behind the guide and the like; ''
        for none."""
        here = self.left
        return here.group if isinstance(here, GroupRoute | LifeRoute | ShareRoute) else ""

    def group(self) -> None:
        """Show the group that was shown last, else the first one."""
        groups = self._places.groups()
        if not groups:
            return
        group = self._group if self._group in groups else groups[0]
        self.go(GroupRoute(group))

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
        """At the table, hide the list of places and keep the screen awake."""
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
        """Switch to a campaign."""
        self.campaign_id = campaign
        self._forget()
        self.refresh()

    def _forget(self) -> None:
        """Close what is open of the campaign."""
        self._pages.forget_campaign()
        self._group = ""
        if isinstance(self.route, TrackerRoute):
            self.route = TableRoute()

    def _forget_session(self, session: str) -> None:
        """Close a session that was deleted."""
        for page in self._pages.sessions():
            if page.tracker is not None and page.tracker.id == session:
                page.forget()

    def _forget_all(self) -> None:
        """Close everything that is open: the store that replaces this one may not have it."""
        for page in self._pages.sessions():
            page.forget()
        self._forget()
        self._before_help = CampaignRoute()

    # Changes

    def refresh(self) -> None:
        """Refresh the campaigns, the places and the page."""
        self.follow(EVERYTHING)

    def follow(self, changes: frozenset[Changed]) -> None:
        """Refresh whatever has changed."""
        if _has_any(changes, CampaignChanged, Everything):
            self._read_campaigns()
            self._read_rulebook()
        page = self.page()
        if isinstance(self.route, CampaignRoute):
            page.campaign_id = self.campaign_id
        self._pages.dress(self.route)
        page.store_changed(changes)
        self._pages.turn_to(self.route)
        concerns_places = _has_any(
            changes, CampaignChanged, SequencesChanged, SessionsChanged, Everything
        )
        if concerns_places or self._at_another_step():
            self._show_places()
        self.shown.emit()

    def _read_rulebook(self) -> None:
        """Use the rulebook of the campaign, and make pages of another one again."""
        self._services.workspace.work_on(self.campaign_id)
        rulebook = self._services.catalogue.digest
        if rulebook == self._rulebook:
            return
        self._rulebook = rulebook
        self._pages.forget_rulebook()
        if isinstance(self.route, SessionRoute):
            self.route = TableRoute()
        if self.route.book:
            self.route = self._fill(self.route) or CampaignRoute()

    def _at_another_step(self) -> bool:
        """Return whether the sequence on the page is at another step than in the list of places."""
        if not isinstance(self.route, SequenceRoute):
            return False
        view = cast("SequenceView | None", self.page().view)
        if view is None:
            return False
        listed = self._places.progress_of(view.id)
        return listed is not None and listed.step != view.step

    def _read_campaigns(self) -> None:
        """List the campaigns, and open another one if the current one is gone."""
        summaries = self._services.workspace.campaigns()
        campaigns = [campaign for campaign in summaries if not campaign.deleted]
        ids = [campaign.id for campaign in campaigns]
        is_gone = self.campaign_id not in ids
        page_needs_campaign = not self.route.free
        if is_gone and (ids or self.campaign_id or page_needs_campaign):
            self.campaign_id = ids[0] if ids else ""
            self._forget()
            if not isinstance(self.route, DataRoute):
                self.route = CampaignRoute() if ids else StartRoute()
        self._places.show_campaigns(campaigns, self.campaign_id)
        at_table = isinstance(self.route, SessionRoute)
        self._places.setVisible(bool(ids) and not at_table)

    def _show_places(self) -> None:
        places = None
        if self.campaign_id:
            places = self._services.ask(self._services.workspace.places, self.campaign_id)
        self._places.show_places(places or NO_PLACES, self.route)
        if places is not None and places.progress is None:
            # once the page is painted: importing the procedures takes 0.1 s
            QTimer.singleShot(0, self._services.look_where)
