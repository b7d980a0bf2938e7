"""Making the pages, going from one to another and back, and reading them again when something
changes; the list of places on the left; and the keyboard focus, which the page gets back if it
loses it, while text fields undo their own text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar, cast

from PySide6.QtCore import SIGNAL, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QWidget,
)
from shiboken6 import isValid

from lastdays.campaign.changed import (
    EVERYTHING,
    CampaignChanged,
    Changed,
    Everything,
    SequencesChanged,
    SessionsChanged,
)
from lastdays.campaign.overview import NO_PLACES, GroupProgress, Places
from lastdays.language import _, ngettext
from lastdays.rulebook.pictograms import place as pictogram
from lastdays.store.store import CampaignSummary
from lastdays.ui.models.rows import Cell, Row, RowModel, plain_hint
from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    BackRoute,
    BoardRoute,
    CampaignMergeRoute,
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    FoundRoute,
    GameNightRoute,
    GamesRoute,
    GroupRoute,
    GuideRoute,
    HelpRoute,
    LeagueRoute,
    LifeRoute,
    MergeRoute,
    NextGameRoute,
    OwnRollRoute,
    PrintRoute,
    RecordRoute,
    Route,
    RulebookRoute,
    SeasonsRoute,
    SequenceRoute,
    SessionRoute,
    SettingsRoute,
    ShareRoute,
    StartRoute,
    TableRoute,
    TrackerRoute,
    routes,
)
from lastdays.ui.page import Page
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.widgets.parts import (
    ENTER_KEYS,
    PLAIN_NEXT,
    Picker,
    column,
    find_amber_button,
    make_scroll_area,
    make_timer,
)
from lastdays.ui.widgets.table import RowHeights, Table, TableDesign

if TYPE_CHECKING:
    from lastdays.campaign.sequences.post_game import SequenceView
    from lastdays.ui.pages.about_page import AboutPage, HelpPage
    from lastdays.ui.pages.aftermath_page import AftermathPage
    from lastdays.ui.pages.campaign_merge_page import CampaignMergePage
    from lastdays.ui.pages.campaign_page import CampaignPage
    from lastdays.ui.pages.chronicle_page import ChroniclePage, LifePage
    from lastdays.ui.pages.create_group_page import CreateGroupPage
    from lastdays.ui.pages.data_page import DataPage
    from lastdays.ui.pages.game_night_page import GameNightPage
    from lastdays.ui.pages.games_page import GamesPage
    from lastdays.ui.pages.group_page import GroupPage
    from lastdays.ui.pages.guide_page import GuideReaderPage
    from lastdays.ui.pages.league_page import OpenLeaguePage
    from lastdays.ui.pages.merge_page import MergePage
    from lastdays.ui.pages.next_game_page import NextGamePage
    from lastdays.ui.pages.own_rolls import OwnRollPage
    from lastdays.ui.pages.print_page import PrintPage
    from lastdays.ui.pages.record_page import RecordPage
    from lastdays.ui.pages.rulebook_page import RulebookPage
    from lastdays.ui.pages.seasons_page import SeasonsPage
    from lastdays.ui.pages.sequence_page import SequencePage
    from lastdays.ui.pages.settings_page import SettingsPage
    from lastdays.ui.pages.share_page import SharePage
    from lastdays.ui.pages.start_page import StartPage
    from lastdays.ui.pages.table_page import TablePage
    from lastdays.ui.tracker.session_page import SessionPage

#: The signal of a text field for Enter.
RETURN = SIGNAL("returnPressed()")


def _can_have_focus(widget: QWidget) -> bool:
    """Return whether a widget that had the focus is still there to have it."""
    return isValid(widget) and widget.isVisible() and widget.isEnabled()


def _is_within(widget: QWidget, parts: Iterable[QWidget]) -> bool:
    """Return whether a widget is in one of these parts of the window."""
    return any(part.isAncestorOf(widget) for part in parts)


class Keyboard(QObject):
    """Watches which widget of a window has the focus. Only the text field that has it is watched for
    keys, as an event filter slows down every event."""

    def __init__(
        self, window: QWidget, head: QWidget, pages: QWidget, focus_page: Callable[[], None]
    ) -> None:
        """Watch the focus; `focus_page` gives it to the page."""
        super().__init__(window)
        self._window = window
        self._head = head
        self._pages = pages
        #: The widget that lost the focus without the user having moved it.
        self._lost_by: QWidget | None = None
        self._return_timer = make_timer(self, 0, self._return_focus)
        self._focus_page = focus_page
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow_focus)

    def leave(self) -> None:
        """Stop watching."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.disconnect(self._follow_focus)

    def commit(self) -> None:
        """Store what is being typed."""
        focus = QApplication.focusWidget()
        if isinstance(focus, NotesEdit):
            focus.commit()

    def press_amber(self, *parts: QWidget) -> None:
        """Press the amber button in these parts; if there is none, or another button outside of them
        has the focus, press what has the focus. Next is never pressed so while it is plain."""
        focus = QApplication.focusWidget()
        to_press: QWidget | None = None
        is_button_elsewhere = isinstance(focus, QPushButton) and not _is_within(focus, parts)
        if not is_button_elsewhere:
            to_press = find_amber_button(*parts)
        if to_press is None:
            to_press = focus
        if isinstance(to_press, QAbstractButton) and to_press.property("kind") != PLAIN_NEXT:
            to_press.click()

    def _follow_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        """Give the focus back to the page if hiding a control there or in the head moved it elsewhere:
        Qt moves it to the next widget, in the end to Undo."""
        if self._is_on_page(new):
            self._lost_by = None
        elif old is not None and (self._is_on_page(old) or self._is_hidden_in_head(old)):
            self._lost_by = old
            self._return_timer.start()
        elif new is None:  # such as when a dialog is closed
            self._return_timer.start()
        elif old is not None and old.isVisible():
            self._return_timer.stop()  # the user has moved it
        if isinstance(old, QLineEdit | QPlainTextEdit):
            old.removeEventFilter(self)
        if isinstance(new, QLineEdit | QPlainTextEdit):
            new.installEventFilter(self)

    def _is_on_page(self, widget: QWidget | None) -> bool:
        return widget is not None and self._pages.isAncestorOf(widget)

    def _is_hidden_in_head(self, widget: QWidget) -> bool:
        """Return whether a control of the head has been hidden."""
        return self._head.isAncestorOf(widget) and not widget.isVisible()

    def _return_focus(self) -> None:
        """Give the page the focus that it lost to something around it; once a dialog is closed, what
        it was opened from may be gone."""
        focus = QApplication.focusWidget()
        if focus is None:
            focus = self._window.focusWidget()  # has it once the window is in front
        if focus is not None and focus.window() is not self._window:
            return
        lost_by = self._lost_by
        self._lost_by = None
        if lost_by is None or _can_have_focus(lost_by):
            return
        if not self._is_on_page(focus):
            self._focus_page()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """On Ctrl+Z, let a text field undo its text as long as it can, then undo the latest change. Keep
        Enter in a field that handles it: Qt would pass it on to the amber button as well."""
        if not isinstance(event, QKeyEvent):
            return False
        handles_enter = isinstance(watched, QLineEdit) and watched.receivers(RETURN)
        is_enter = event.type() == QEvent.Type.KeyPress and event.key() in ENTER_KEYS
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
    if redoes:
        return not text.isRedoAvailable()
    return not text.isUndoAvailable()


#: The least height of a place at 100 %.
LEAST_HEIGHT = 38
#: The greatest height of a place at 100 %.
MOST_HEIGHT = 42
#: The width of the list at 100 %.
WIDTH = 200
#: The least width of the list in a narrow window, in pixels.
LEAST_WIDTH = 150


class PlacesList(QFrame):
    """The campaigns and the places. `place_chosen` carries a route, `campaign_chosen` a campaign's id,
    '' for a new one."""

    place_chosen = Signal(object)
    campaign_chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "nav")
        self.theme = theme
        self._current_route: Route = CampaignRoute()
        self.chooser = Picker(name=_("Campaign"))
        self.chooser.picked.connect(self.campaign_chosen.emit)
        self.model = RowModel(("",))
        self.list = Table(
            self.model,
            _("Navigation"),
            theme,
            TableDesign(
                look="nav", row_heights=RowHeights(LEAST_HEIGHT, MOST_HEIGHT), least_rows=1
            ),
            row_chosen=self._go_to_chosen,
            row_clicked=self._go_up,
            row_activated=self._go_up,
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
        listed = list(campaigns)
        items: list[tuple[str, object]] = [(campaign.name, campaign.id) for campaign in listed]
        items.append((_("New campaign…"), ""))
        self.chooser.offer(items, chosen)
        for n, campaign in enumerate(listed):
            self.chooser.setItemData(n, plain_hint(campaign.name), Qt.ItemDataRole.ToolTipRole)
        self.chooser.setToolTip(plain_hint(self.chooser.currentText()))

    def show_places(self, places: Places, current_route: Route) -> None:
        """List the places of a campaign and select the one that the current page belongs to."""
        self._current_route = current_route
        self._filling = True
        has_changed = places != self._places
        self._places = places  # the latest share most parts with the next
        if has_changed:
            entries = _list_places(places)
            self._routes = {entry.row.key: entry.route for entry in entries}
            self.model.change_rows([entry.row for entry in entries])
        current_row = self.model.row_of(repr(current_route.place()))
        self.list.setCurrentIndex(self.model.index(current_row, 0))  # none if it isn't a place
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
        quarter = max(LEAST_WIDTH, window_width // 4)
        self.setFixedWidth(min(self.theme.pixels(WIDTH), quarter))

    def _go_up(self, key: str) -> None:
        """Go to the page of a place that is already selected, from another page within it."""
        route = self._routes.get(key)
        if route is not None and route != self._current_route:
            self.place_chosen.emit(route)

    def _go_to_chosen(self, key: str) -> None:
        """Go to the place that the user has selected."""
        if not self._filling:
            self.place_chosen.emit(self._routes[key])
            self.list.setFocus()


class _Place(NamedTuple):
    """An entry of the list: where it leads, and how it looks."""

    route: Route
    row: Row


def _list_places(places: Places) -> list[_Place]:
    """Return the places of a campaign, in order."""
    progress_by_group = {progress.group: progress for progress in places.progress or ()}
    unfinished = Counter(half_done.kind for half_done in places.half_done)
    entries = [_make_place(CampaignRoute(), _("Campaign"), "campaign")]
    for group in places.groups:
        progress = progress_by_group.get(group.id)
        entries.append(_make_group_place(group.id, group.name, progress))
    entries.append(_make_table_place(unfinished["session"]))
    entries.append(_make_aftermath_place(unfinished["sequence"]))
    entries.append(_make_place(ChronicleRoute(), _("Chronicle"), "chronicle"))
    entries.append(_make_place(PrintRoute(), _("Print"), "print"))
    entries.append(_make_place(GamesRoute(), _("Other games"), "games"))
    entries.append(_make_place(RulebookRoute(), _("Rulebook"), "rulebook"))
    return entries


def _make_table_place(games: int) -> _Place:
    """Return the place of games at the table, with the number of those in progress."""
    if not games:
        return _make_place(TableRoute(), _("At the table"), "table")
    name = ngettext("{n} game at the table", "{n} games at the table", games)
    hint = ngettext("{n} game in progress", "{n} games in progress", games)
    return _make_place(TableRoute(), name, "table", hint)


def _make_aftermath_place(sequences: int) -> _Place:
    """Return the place of post-game sequences, with the number of unfinished ones."""
    if not sequences:
        return _make_place(AftermathRoute(), _("After the game"), "aftermath")
    name = _("After the game ({n})", n=sequences)
    hint = ngettext(
        "{n} unfinished post-game sequence", "{n} unfinished post-game sequences", sequences
    )
    return _make_place(AftermathRoute(), name, "aftermath", hint)


def _make_place(
    route: Route,
    name: str,
    icon: str,
    hint: str = "",
    depth: int = 0,
    beneath: str = "",
    beneath_token: str = "faint_text",
) -> _Place:
    """Return a place with its hint, the text beneath its name, and its indent."""
    cell = Cell(
        name,
        "place",
        beneath,
        token="text",
        drawing=pictogram(icon),
        hint=hint,
        beneath_token=beneath_token,
        depth=depth,
    )
    return _Place(route, Row(repr(route), (cell,)))


def _make_group_place(group: str, name: str, progress: GroupProgress | None) -> _Place:
    """Return the place of a group, with its progress after a game."""
    route = GroupRoute(group)
    if progress is None:
        return _make_place(route, name, "group", depth=1)
    if progress.state == "finished":
        token = "well_text"
    elif progress.state == "begun":
        token = "accent_text"
    else:
        token = "faint_text"
    chapter = progress.chapter
    hint = _("{group} · after game {n}: {chapter}", group=name, n=progress.number, chapter=chapter)
    return _make_place(route, name, "group", hint, depth=1, beneath=chapter, beneath_token=token)


def _read_page_class(route_class: type[Route]) -> Callable[[Services], Page]:
    """Import the class of a route's page, or the function that makes the page."""
    module_name, class_name = route_class.page.split(":")
    module = import_module(f"lastdays.ui.{module_name}")
    page_class: Callable[[Services], Page] = getattr(module, class_name)
    return page_class


def read_ahead() -> None:
    """Import the modules of all pages, in a thread: it takes a second, and a page may take at most
    150 ms to open first."""
    for route_class in routes():
        _read_page_class(route_class)


AnyPage = TypeVar("AnyPage", bound=Page)


class PageOf(Generic[AnyPage]):
    """A page of the window as an attribute: made when it is first read."""

    def __init__(self, route_class: type[Route]) -> None:
        self.route_class = route_class

    def __get__(self, pages: Pages, _owner: type[Pages]) -> AnyPage:
        return cast("AnyPage", pages.page(self.route_class))


class Pages(QStackedWidget):
    """Shows one page at a time, in a scroll area. Pages are made when they are first needed: making
    all of them would double the start-up time."""

    start: PageOf[StartPage] = PageOf(StartRoute)
    campaign: PageOf[CampaignPage] = PageOf(CampaignRoute)
    found: PageOf[CreateGroupPage] = PageOf(FoundRoute)
    group: PageOf[GroupPage] = PageOf(GroupRoute)
    next_game: PageOf[NextGamePage] = PageOf(NextGameRoute)
    game_night: PageOf[GameNightPage] = PageOf(GameNightRoute)
    seasons: PageOf[SeasonsPage] = PageOf(SeasonsRoute)
    own_roll: PageOf[OwnRollPage] = PageOf(OwnRollRoute)
    record: PageOf[RecordPage] = PageOf(RecordRoute)
    aftermath: PageOf[AftermathPage] = PageOf(AftermathRoute)
    sequence: PageOf[SequencePage] = PageOf(SequenceRoute)
    print: PageOf[PrintPage] = PageOf(PrintRoute)
    table: PageOf[TablePage] = PageOf(TableRoute)
    tracker: PageOf[SessionPage] = PageOf(TrackerRoute)
    games: PageOf[GamesPage] = PageOf(GamesRoute)
    board: PageOf[SessionPage] = PageOf(BoardRoute)
    rulebook: PageOf[RulebookPage] = PageOf(RulebookRoute)
    help: PageOf[HelpPage] = PageOf(HelpRoute)
    guide: PageOf[GuideReaderPage] = PageOf(GuideRoute)
    settings: PageOf[SettingsPage] = PageOf(SettingsRoute)
    about: PageOf[AboutPage] = PageOf(AboutRoute)
    data: PageOf[DataPage] = PageOf(DataRoute)
    league: PageOf[OpenLeaguePage] = PageOf(LeagueRoute)
    merge: PageOf[MergePage] = PageOf(MergeRoute)
    campaign_merge: PageOf[CampaignMergePage] = PageOf(CampaignMergeRoute)
    share: PageOf[SharePage] = PageOf(ShareRoute)
    chronicle: PageOf[ChroniclePage] = PageOf(ChronicleRoute)
    life: PageOf[LifePage] = PageOf(LifeRoute)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._pages: dict[type[Route], Page] = {}
        self._areas: dict[type[Route], QScrollArea] = {}

    def page(self, route_class: type[Route]) -> Page:
        """Return the page of a route, made if necessary."""
        if route_class not in self._pages:
            page = _read_page_class(route_class)(self.services)
            area = make_scroll_area(page)
            self._pages[route_class] = page
            self._areas[route_class] = area
            self.addWidget(area)  # before it is styled: it would be styled again here
            self.services.theme.give_style_sheet(area)
        return self._pages[route_class]

    def has_page(self, route_class: type[Route]) -> bool:
        """Return whether the page of a route has been made."""
        return route_class in self._pages

    def area(self, route_class: type[Route]) -> QScrollArea:
        """Return the scroll area of a page."""
        self.page(route_class)
        return self._areas[route_class]

    def dress(self, route: Route) -> None:
        """Apply the style sheet to a page, if it has been made."""
        if self.has_page(type(route)):
            self.services.theme.give_style_sheet(self._areas[type(route)])

    def turn_to(self, route: Route) -> None:
        """Show a page without refreshing it."""
        area = self.area(type(route))
        self.services.theme.give_style_sheet(area)
        self.setCurrentWidget(area)

    def sessions(self) -> list[SessionPage]:
        """Return the pages of tracked games that have been made."""
        sessions = []
        if self.has_page(TrackerRoute):
            sessions.append(self.tracker)
        if self.has_page(BoardRoute):
            sessions.append(self.board)
        return sessions

    def forget_campaign(self) -> None:
        """Close what is open on pages of the campaign."""
        for route_class, page in self._pages.items():
            if route_class is not BoardRoute:
                page.forget_subject()

    def forget_rulebook(self) -> None:
        """Delete the pages that show another rulebook; they are made again when needed."""
        if self.has_page(TrackerRoute):
            self.tracker.forget_subject()
        outdated = [route_class for route_class in self._pages if route_class.shows_rulebook]
        for route_class in outdated:
            area = self._areas.pop(route_class)
            del self._pages[route_class]
            self.removeWidget(area)
            area.hide()
            area.deleteLater()


#: Pages opened from a chronicle or a life story, from which Esc returns there.
OpenedFromStory = RecordRoute | SequenceRoute | TrackerRoute | GroupRoute | LifeRoute


class Trail:
    """Remembers from which page another was opened, to return there."""

    def __init__(self) -> None:
        self._origins: dict[type[Route], Route] = {}
        self._is_returning = False

    def note(self, origin: Route, target: Route) -> None:
        """Note a step from one page to another."""
        if self._is_returning:
            self._is_returning = False
            return
        is_story = isinstance(origin, ChronicleRoute | LifeRoute)
        opens_from_story = is_story and isinstance(target, OpenedFromStory)
        opens_life = isinstance(origin, GroupRoute) and isinstance(target, LifeRoute)
        if opens_from_story or opens_life:
            self._origins[type(target)] = origin
        elif type(origin) is not type(target):
            self._origins.pop(type(target), None)

    def take_origin(self, route: Route) -> Route | None:
        """Forget and return the page from which this one was opened, None if there is none."""
        origin = self._origins.pop(type(route), None)
        self._is_returning = origin is not None
        return origin


def _has_any(changes: Iterable[Changed], *kinds: type) -> bool:
    """Return whether any of the changes is of these kinds."""
    return any(isinstance(change, kinds) for change in changes)


def _in_sight(campaigns: Iterable[CampaignSummary], opened: str) -> list[CampaignSummary]:
    """Return the campaigns that aren't put away, and the one that is open."""
    return [one for one in campaigns if not one.archived or one.id == opened]


class Navigator(QObject):
    """Goes from page to page; `shown` is emitted when a page is shown or refreshed."""

    shown = Signal()

    def __init__(self, services: Services, pages: Pages, places: PlacesList) -> None:
        super().__init__(pages)
        self._services = services
        self._pages = pages
        self._places = places
        self._page_before: Route = StartRoute()
        self._trail = Trail()
        self._last_group = ""
        #: The group that was shown last since the print page was, '' for none.
        self._group_since_print = ""
        self.campaign_id = ""
        self._rulebook_digest = services.catalogue.digest
        self.route: Route = StartRoute()
        places.place_chosen.connect(self.go)
        places.campaign_chosen.connect(self._choose_campaign)
        services.page_requested.connect(self.go)
        services.session_deleted.connect(self._forget_session)
        services.store_replaced.connect(self._forget_all)

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
    def route_behind_aside(self) -> Route:
        """Return the current page, or the one before Settings, the guide and the like."""
        return self._page_before if self.route.returns_to_page_before else self.route

    # Going to a page

    def go(self, route: Route) -> None:
        """Show the page of a route."""
        if isinstance(route, BackRoute):
            route = self._page_before
        if route.returns_to_page_before:
            self._page_before = self.route_behind_aside
        opens_campaign = False
        if isinstance(route, CampaignRoute) and route.campaign:
            opens_campaign = True
            self._open_campaign(route.campaign)
            route = CampaignRoute()
        if not self.campaign_id and not route.needs_no_campaign:
            route = StartRoute()
        if isinstance(route, StartRoute) and not route.new:
            self.refresh()
            if self.campaign_id:
                route = CampaignRoute()
        route_shown = self._fill_page(self._complete(route))
        if route_shown is not None:
            self._trail.note(self.route, route_shown)
            self._show(route_shown)
        if opens_campaign and not self._places.has_keyboard():
            self.page().take_focus()

    def _complete(self, route: Route) -> Route:
        """Return a route with what it leaves open: the game being played, the group that is shown."""
        if isinstance(self.route, TrackerRoute) and route == TableRoute():
            origin = self._trail.take_origin(self.route)
            if origin is not None:
                route = origin
        if isinstance(route, TableRoute) and route.being_played is True:
            return TrackerRoute() if self._is_being_played(TrackerRoute) else TableRoute()
        if isinstance(route, GamesRoute) and route.being_played is True:
            return BoardRoute() if self._is_being_played(BoardRoute) else GamesRoute()
        if isinstance(route, PrintRoute) and not route.group:
            return PrintRoute(self._group_come_from(), route.only)
        if isinstance(route, GroupRoute) and not route.group:
            return GroupRoute(self._last_group, route.member)
        return route

    def _is_being_played(self, route_class: type[TrackerRoute] | type[BoardRoute]) -> bool:
        """Return whether a game is open on a page for games."""
        if not self._pages.has_page(route_class):
            return False
        page = self._pages.tracker if route_class is TrackerRoute else self._pages.board
        return page.tracker is not None

    def _fill_page(self, route: Route) -> Route | None:
        """Let the page of a route show its content, and return the route that is shown."""
        self._pages.dress(route)  # it measures its text as it is filled
        page = self._pages.page(type(route))
        return page.show_route(route, self.campaign_id)

    def leave(self) -> None:
        """Go back to the page from which this one was opened, or up to the place it belongs to."""
        target = self._trail.take_origin(self.route)
        if target is None:
            target = self.route.on_escape()
        if target is not None:
            self.go(target)

    def print(self) -> None:
        """Show the print page, for the group that is shown."""
        self.go(PrintRoute())

    def _group_on_page(self) -> str:
        """Return the group whose page, life or sharing is shown, also behind the guide and the like; ''
        for none."""
        route = self.route_behind_aside
        if isinstance(route, GroupRoute | LifeRoute | ShareRoute):
            return route.group
        return ""

    def _group_come_from(self) -> str:
        """Return the group on the page, else the last one that was shown since the print page was; '' for
        none."""
        return self._group_on_page() or self._group_since_print

    def show_group(self) -> None:
        """Show the group that was shown last, else the first one."""
        groups = self._places.groups()
        if not groups:
            return
        group = self._last_group if self._last_group in groups else groups[0]
        self.go(GroupRoute(group))

    def _show(self, route: Route) -> None:
        self.route = route
        if isinstance(route, GroupRoute):
            self._last_group = route.group
            self._group_since_print = route.group
        elif isinstance(route, PrintRoute):
            self._group_since_print = ""
        self._pages.turn_to(route)
        if isinstance(route, StartRoute | FoundRoute | GroupRoute):
            self.page().take_focus()
        self._prepare_for_table()
        self._show_places()
        self.shown.emit()
        if isinstance(route, SessionRoute):  # Next is in the head, which is there only now
            self.page().take_focus()

    def _prepare_for_table(self) -> None:
        """At the table, hide the list of places and keep the screen awake; elsewhere, no longer."""
        is_at_table = isinstance(self.route, SessionRoute)
        self._places.setVisible(bool(self.campaign_id) and not is_at_table)
        for session in self._pages.sessions():
            if is_at_table and session is self.page():
                session.awake.keep_awake()
            else:
                session.awake.let_sleep()
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
        self._last_group = ""
        self._group_since_print = ""
        if isinstance(self.route, TrackerRoute):
            self.route = TableRoute()

    def _forget_session(self, session: str) -> None:
        """Close a session that was deleted."""
        for page in self._pages.sessions():
            if page.tracker is not None and page.tracker.id == session:
                page.forget_subject()

    def _forget_all(self) -> None:
        """Close everything that is open: the store that replaces this one may not have it."""
        for page in self._pages.sessions():
            page.forget_subject()
        self._forget()
        self._page_before = CampaignRoute()

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
        digest = self._services.catalogue.digest
        if digest == self._rulebook_digest:
            return
        self._rulebook_digest = digest
        self._pages.forget_rulebook()
        if isinstance(self.route, SessionRoute):
            self.route = TableRoute()
        if self.route.shows_rulebook:
            self.route = self._fill_page(self.route) or CampaignRoute()

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
        page_needs_campaign = not self.route.needs_no_campaign
        if is_gone and (ids or self.campaign_id or page_needs_campaign):
            self.campaign_id = ids[0] if ids else ""
            self._forget()
            if not isinstance(self.route, DataRoute):
                self.route = CampaignRoute() if ids else StartRoute()
        self._places.show_campaigns(_in_sight(campaigns, self.campaign_id), self.campaign_id)
        at_table = isinstance(self.route, SessionRoute)
        self._places.setVisible(bool(ids) and not at_table)

    def _show_places(self) -> None:
        places = None
        if self.campaign_id:
            places = self._services.ask(self._services.workspace.places, self.campaign_id)
        self._places.show_places(places or NO_PLACES, self.route)
        if places is not None and places.progress is None:
            # once the page is painted: importing the procedures takes 0.1 s
            QTimer.singleShot(0, self._services.work_out_progress)
