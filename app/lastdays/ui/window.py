"""The window: where one goes on the left, the page on the right, undo below."""

from __future__ import annotations

import importlib
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import (
    QByteArray,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSettings,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QMainWindow,
    QPlainTextEdit,
    QStackedWidget,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from lastdays.campaign.workspace import HalfDone
from lastdays.language import _, ngettext
from lastdays.ui.models.nav import NavModel, NavRow
from lastdays.ui.pages.page import Page
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.parts import (
    Picker,
    Steady,
    button,
    column,
    holder,
    label,
    row,
    said,
    scrolling,
    short,
)

if TYPE_CHECKING:
    from lastdays.ui.pages.aftermath_page import AftermathPage
    from lastdays.ui.pages.board_page import BoardPage
    from lastdays.ui.pages.campaign_page import CampaignPage
    from lastdays.ui.pages.found_page import FoundPage
    from lastdays.ui.pages.games_page import GamesPage
    from lastdays.ui.pages.group_page import GroupPage
    from lastdays.ui.pages.print_page import PrintPage
    from lastdays.ui.pages.record_page import RecordPage
    from lastdays.ui.pages.sequence_page import SequencePage
    from lastdays.ui.pages.start_page import StartPage
    from lastdays.ui.pages.table_page import TablePage
    from lastdays.ui.pages.tracker_page import TrackerPage
    from lastdays.ui.tracker.session_page import SessionPage

Index = QModelIndex | QPersistentModelIndex
WATCH_MS = 1000
#: Pages that need no campaign.
WITHOUT_CAMPAIGN = ("rulebook", "start", "table", "tracker", "games", "board", "help")
#: Pages of a game that is on.
SESSIONS = ("tracker", "board")
TOAST_MS = 7000
#: How often a window that waits for a backup looks whether it is written.
SAVING_MS = 100


class Window(QMainWindow):
    """The main window over one open store."""

    def __init__(self, services: Services, settings: QSettings | None = None) -> None:
        super().__init__()
        self.services = services
        self.settings = settings
        self.campaign_id = ""
        self.setWindowTitle(_("Last Days Campaign Manager"))
        self.setMinimumSize(640, 400)

        self.chooser = Picker()
        self.chooser.setAccessibleName(_("Campaign"))
        self.chooser.activated.connect(self._campaign_chosen)
        self.nav_model = NavModel()
        self.nav = QListView()
        self.nav.setProperty("kind", "nav")
        self.nav.setAccessibleName(_("Where to go"))
        self.nav.setModel(self.nav_model)
        self.nav.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.nav.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.nav.selectionModel().currentChanged.connect(self._nav_chosen)
        self.nav.clicked.connect(self._nav_clicked)
        self.nav.activated.connect(self._nav_clicked)
        self._navigating = False
        self._half_done: tuple[HalfDone, ...] = ()
        side = QFrame()
        side.setProperty("kind", "nav")
        side.setLayout(column(self.chooser, self.nav, margin=8))
        self.side = side

        self.stack = QStackedWidget()
        self.pages: dict[str, Page] = {}
        self.areas: dict[str, QWidget] = {}
        self.page_name = "start"
        self._before_help = "start"

        self.toast = QFrame()
        self.toast.setProperty("kind", "toast")
        self.toast_text = label("", wrap=True)
        self.toast_text.setAccessibleName(_("Message"))
        close = button(_("Close"), self.toast.hide, "quiet")
        self.toast.setLayout(said(self.toast_text, close, margin=12))
        self.toast.hide()
        self._toast_timer = QTimer(self)
        self._toast_timer.setSingleShot(True)
        self._toast_timer.setInterval(TOAST_MS)
        self._toast_timer.timeout.connect(self.toast.hide)

        self._make_actions()
        self._tools: list[QToolButton] = []
        redo, keys = self._tool(self.redo_action), self._tool(self.help_action)
        self._short_tools = (redo, keys)
        services.theme.reshaped.connect(self._reshaped)
        self.bar_rest = [
            self._tool(self.smaller_action),
            self._tool(self.bigger_action),
            self._tool(self.theme_action),
            keys,
        ]
        bar = row(Steady(self._tool(self.undo_action)), Steady(redo), 1, *self.bar_rest, spacing=6)
        bar.setContentsMargins(12, 0, 12, 8)
        self.bar = holder(bar)
        right = holder(column(self.stack, self.toast, self.bar, spacing=4))
        body = row(side, right, spacing=0)
        body.setStretch(1, 1)
        self.setCentralWidget(holder(body))
        services.changed.connect(self._changed)
        services.said.connect(self.say)
        services.go.connect(self.go)
        services.wrote.connect(self._note_version)
        services.stepped.connect(self._stepped)
        services.table_view.connect(self._table_view)
        services.forgotten.connect(self._forget_session)
        services.theme.restyled.connect(self._dress)
        services.theme.changed.connect(self._themed)
        self._version = services.workspace.store.data_version()
        self._watch = QTimer(self)
        self._watch.setInterval(WATCH_MS)
        self._watch.timeout.connect(self._look)
        self._watch.start()
        self._had_keyboard: QWidget | None = None
        self._keep_keyboard = QTimer(self)
        self._keep_keyboard.setSingleShot(True)
        self._keep_keyboard.setInterval(0)
        self._keep_keyboard.timeout.connect(self._keyboard_back)
        self._left = False
        self._saving = QTimer(self)
        self._saving.setInterval(SAVING_MS)
        self._saving.timeout.connect(self._look_saved)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_changed)
        self._dress()
        self._themed()
        self._restore()

    # Actions

    def _make_actions(self) -> None:
        keys = QKeySequence
        self.undo_action = self._action(
            _("Undo"), [keys(QKeySequence.StandardKey.Undo)], self._undo, "undo"
        )
        self.redo_action = self._action(
            _("Redo"), [keys("Ctrl+Shift+Z"), keys("Ctrl+Y")], self._redo, "redo"
        )
        self.bigger_action = self._action(
            _("A+"), [keys("Ctrl++"), keys("Ctrl+=")], lambda: self._zoom(1), hint=_("Larger")
        )
        self.smaller_action = self._action(
            _("A−"), [keys("Ctrl+-")], lambda: self._zoom(-1), hint=_("Smaller")
        )
        self.plain_action = self._action(_("100 %"), [keys("Ctrl+0")], lambda: self._zoom(0))
        self.theme_action = self._action(
            _("Light"), [keys("Ctrl+T")], self.services.theme.toggle, hint=_("Light or dark")
        )
        self.help_action = self._action(_("Keys"), [keys("?"), keys("F1")], self._help, "help")
        self.nav_action = self._action(_("Places"), [keys("Ctrl+L")], self.nav.setFocus)
        for n, page in enumerate(("campaign", "group", "aftermath", "rulebook"), start=1):
            self._action(page, [keys(f"Ctrl+{n}")], partial(self._go_by_key, page))
        self._action(_("At the table"), [keys("Ctrl+G")], partial(self.go, "table", "on"))
        self._action(_("Other games"), [keys("Ctrl+E")], partial(self.go, "games", "on"))
        self._action(_("Print"), [keys(QKeySequence.StandardKey.Print)], self._print)
        self._action(_("Full screen"), [keys("F11")], self._full_screen)
        self._action(_("Quit"), [keys("Ctrl+Q")], self.close)

    def _action(
        self,
        text: str,
        shortcuts: list[QKeySequence],
        act: Any,
        icon: str = "",
        hint: str = "",
    ) -> QAction:
        action = QAction(text, self)
        action.setToolTip(hint or text)
        action.setShortcuts(shortcuts)
        action.setProperty("icon_name", icon)
        action.triggered.connect(lambda _on=False: act())
        self.addAction(action)
        return action

    def _tool(self, action: QAction) -> QToolButton:
        tool = QToolButton()
        self._tools.append(tool)
        tool.setDefaultAction(action)
        tool.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        tool.setAccessibleName(action.toolTip())
        tool.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return tool

    def page_named(self, name: str) -> Page:
        """A page, made when it is first wanted: each costs a part of the start."""
        if name not in self.pages:
            module = importlib.import_module(f"lastdays.ui.pages.{name}_page")
            page = getattr(module, f"{name.title()}Page")(self.services)
            assert isinstance(page, Page)
            self.pages[name] = page
            self.areas[name] = scrolling(page)
            self.services.theme.dress(self.areas[name])
            self.stack.addWidget(self.areas[name])
        return self.pages[name]

    @property
    def start_page(self) -> StartPage:
        """Where a campaign is begun."""
        return cast("StartPage", self.page_named("start"))

    @property
    def campaign_page(self) -> CampaignPage:
        """The open campaign."""
        return cast("CampaignPage", self.page_named("campaign"))

    @property
    def found_page(self) -> FoundPage:
        """Founding a group."""
        return cast("FoundPage", self.page_named("found"))

    @property
    def group_page(self) -> GroupPage:
        """One group."""
        return cast("GroupPage", self.page_named("group"))

    @property
    def record_page(self) -> RecordPage:
        """Recording a game."""
        return cast("RecordPage", self.page_named("record"))

    @property
    def print_page(self) -> PrintPage:
        """What goes on paper."""
        return cast("PrintPage", self.page_named("print"))

    @property
    def table_page(self) -> TablePage:
        """The games at the table."""
        return cast("TablePage", self.page_named("table"))

    @property
    def tracker_page(self) -> TrackerPage:
        """One game at the table."""
        return cast("TrackerPage", self.page_named("tracker"))

    @property
    def games_page(self) -> GamesPage:
        """The other games."""
        return cast("GamesPage", self.page_named("games"))

    @property
    def board_page(self) -> BoardPage:
        """One of them being played."""
        return cast("BoardPage", self.page_named("board"))

    def _sessions(self) -> list[SessionPage]:
        """The pages of games that are on, as far as they were made."""
        return [cast("SessionPage", self.pages[p]) for p in SESSIONS if p in self.pages]

    @property
    def aftermath_page(self) -> AftermathPage:
        """The list of post-game sequences."""
        return cast("AftermathPage", self.page_named("aftermath"))

    @property
    def sequence_page(self) -> SequencePage:
        """One post-game sequence."""
        return cast("SequencePage", self.page_named("sequence"))

    def page(self) -> Page:
        """The page that is shown."""
        return self.page_named(self.page_name)

    def _undo(self) -> None:
        self._commit_notes()
        self.page().undo()
        self._after_undo()

    def _redo(self) -> None:
        self.page().redo()
        self._after_undo()

    def _after_undo(self) -> None:
        if not self.services.workspace.exists(self.campaign_id):
            self.refresh()

    def _commit_notes(self) -> None:
        focus = QApplication.focusWidget()
        if isinstance(focus, QPlainTextEdit) and hasattr(focus, "commit"):
            focus.commit()

    def _zoom(self, steps: int) -> None:
        self.services.theme.bigger(steps)
        self.say(_("Size of everything: {n} %").format(n=self.services.theme.percent), "")

    def _at_table(self, page: str) -> None:
        """The list of places gives way to the table; the screen stays awake meanwhile."""
        self.side.setVisible(bool(self.campaign_id) and page not in SESSIONS)
        for session in self._sessions():
            if session is self.pages[page]:
                session.awake.keep()
                session.take_focus()
            else:
                session.awake.release()
                if session.table_view:
                    session.toggle_table_view()

    def _forget_session(self, session: str) -> None:
        """A session that is out of the list is not on any more."""
        for page in self._sessions():
            if page.tracker is not None and page.tracker.id == session:
                page.forget()

    def _table_view(self, on: bool) -> None:
        """Nothing but the table on the whole screen."""
        for tool in self.bar_rest:
            tool.setVisible(not on)
        if self.isFullScreen() != on:
            self._full_screen()

    def _stepped(self) -> None:
        self._note_version()
        self._name_undo()

    def _full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _help(self) -> None:
        if self.page_name != "help":
            self._before_help = self.page_name
        self._show("help")

    def _print(self) -> None:
        """The print page, for the group that is looked at."""
        self.go("print", self.group_page.group_id if self.page_name == "group" else "")

    def _go_by_key(self, page: str) -> None:
        if page == "group":
            groups = [r for r in self.nav_model.rows if r.page == "group"]
            if groups:
                wanted = self.group_page.group_id
                self.go("group", wanted if any(g.id == wanted for g in groups) else groups[0].id)
            return
        self.go(page, "")

    def _focus_changed(self, old: QWidget | None, now: QWidget | None) -> None:
        """Only the text field that has the keyboard is watched: a filter costs every event.

        What is hidden hands the keyboard on to whatever comes after it, in the end to Undo:
        where it leaves the page so, the page takes it back.
        """
        if old is not None and not self._on_page(now) and self._on_page(old):
            self._had_keyboard = old
            self._keep_keyboard.start()
        if isinstance(old, QLineEdit | QPlainTextEdit):
            old.removeEventFilter(self)
        if isinstance(now, QLineEdit | QPlainTextEdit):
            now.installEventFilter(self)

    def _on_page(self, widget: QWidget | None) -> bool:
        return widget is not None and self.stack.isAncestorOf(widget)

    def _keyboard_back(self) -> None:
        """Gives the page the keyboard that it lost to what lies around it."""
        had, now = self._had_keyboard, QApplication.focusWidget()
        self._had_keyboard = None
        gone = had is None or not isValid(had) or not had.isVisible()
        if gone and now is not None and now.window() is self and not self._on_page(now):
            self.page().take_focus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ctrl+Z in a text field undoes text while there is some, then the last change."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            redo = event.matches(QKeySequence.StandardKey.Redo)
            if event.matches(QKeySequence.StandardKey.Undo) or redo:
                if isinstance(watched, QLineEdit):
                    free = watched.isRedoAvailable() if redo else watched.isUndoAvailable()
                elif isinstance(watched, QPlainTextEdit):
                    document = watched.document()
                    free = document.isRedoAvailable() if redo else document.isUndoAvailable()
                else:
                    return False
                if not free:
                    event.ignore()
                    return True
        return False

    # Going places

    def go(self, page: str, item: str) -> None:
        """Shows a page; `item` is what it is about."""
        if page == "back":
            page = self._before_help
        if page == "campaign" and item:
            self.open_campaign(item)
        if page in self.areas:
            self.services.theme.dress(self.areas[page])  # it measures its text as it is filled
        if not self.campaign_id and page not in WITHOUT_CAMPAIGN:
            page = "start"
        match page:
            case "start":
                self.refresh()
                if self.campaign_id:
                    self.go("campaign", "")
                else:
                    self._show("start")
                return
            case "campaign":
                self.campaign_page.show_campaign(self.campaign_id)
            case "found":
                self.found_page.start(self.campaign_id)
            case "group":
                if item:
                    self.group_page.show_group(item)
                if not self.group_page.group_id:
                    return
            case "record":
                self.record_page.start(self.campaign_id, item)
            case "print":
                self.print_page.show_group(self.campaign_id, item)
            case "table" if item == "on" and "tracker" in self.pages and self.tracker_page.tracker:
                page = "tracker"  # by its key: the game that is on
                self.tracker_page.refresh()
            case "table":
                self.table_page.show_campaign(self.campaign_id)
            case "tracker":
                if not item and self.tracker_page.tracker is not None:
                    self.tracker_page.refresh()
                elif not self.tracker_page.show_session(item):
                    return
            case "games" if item == "on" and "board" in self.pages and self.board_page.tracker:
                page = "board"
                self.board_page.refresh()
            case "games":
                self.games_page.show_list()
            case "board":
                if not item and self.board_page.tracker is not None:
                    self.board_page.refresh()
                elif not self.board_page.show_session(item):
                    return
            case "aftermath":
                self.aftermath_page.show_campaign(self.campaign_id)
            case "sequence":
                if item:
                    self.sequence_page.show_sequence(item)
                else:
                    self.sequence_page.refresh()
        self._show(page)

    def _show(self, page: str) -> None:
        self.page_named(page)
        self.page_name = page
        self._dress()
        self.stack.setCurrentWidget(self.areas[page])
        if page == "group":
            self.group_page.roster.setFocus()
        elif page == "found":
            self.found_page.name.setFocus()
        elif page == "start":
            self.start_page.take_focus()
        self._at_table(page)
        self._fill_nav()
        self._name_undo()

    def open_campaign(self, campaign: str) -> None:
        """Makes a campaign the one that is worked on."""
        self.campaign_id = campaign
        self._forget()
        self.refresh()

    def _forget(self) -> None:
        """What was open in another campaign is not open in this one."""
        if "group" in self.pages:
            self.group_page.group_id = ""
        if "sequence" in self.pages:
            self.sequence_page.sequence_id = ""
        if "print" in self.pages:
            self.print_page.group_id = ""
        if "tracker" in self.pages:
            self.tracker_page.forget()
            if self.page_name == "tracker":
                self.page_name = "table"

    def refresh(self) -> None:
        """Reads anew which campaigns there are, and what the page shows."""
        campaigns = [c for c in self.services.workspace.campaigns() if not c.deleted]
        ids = [c.id for c in campaigns]
        if self.campaign_id not in ids and (
            ids or self.campaign_id or self.page_name not in WITHOUT_CAMPAIGN
        ):
            self.campaign_id = ids[0] if ids else ""
            self._forget()
            self.page_name = "campaign" if ids else "start"
        if self.page_name == "campaign":
            self.campaign_page.campaign_id = self.campaign_id
        self.chooser.clear()
        for campaign in campaigns:
            self.chooser.addItem(short(campaign.name, 30), campaign.id)
        self.chooser.addItem(_("New campaign…"), "")
        self.chooser.setCurrentIndex(max(0, self.chooser.findData(self.campaign_id)))
        self.side.setVisible(bool(ids) and self.page_name not in SESSIONS)
        page = self.page_named(self.page_name)
        self._dress()
        page.refresh()
        self.stack.setCurrentWidget(self.areas[self.page_name])
        self._fill_nav()
        self._name_undo()

    def _fill_nav(self) -> None:
        workspace, campaign = self.services.workspace, self.campaign_id
        found = self.services.ask(lambda: workspace.half_done(campaign)) if campaign else ()
        self._half_done = found or ()
        rows = [NavRow("campaign", "", _("Campaign"), "campaign")]
        if self.campaign_id:
            rows += [
                NavRow("group", g.id, g.name)
                for g in self.services.workspace.groups(self.campaign_id)
            ]
        rows.append(self._place("table", _("At the table"), "session"))
        rows.append(self._place("aftermath", _("After the game"), "sequence"))
        rows.append(NavRow("print", "", _("Print"), "print"))
        rows.append(NavRow("games", "", _("Other games"), "games"))
        rows.append(NavRow("rulebook", "", _("Rulebook"), "rulebook"))
        self._navigating = True
        self.nav_model.set_rows(rows)
        here = {
            "sequence": "aftermath",
            "record": "campaign",
            "found": "campaign",
            "tracker": "table",
            "board": "games",
        }.get(self.page_name, self.page_name)
        for n, entry in enumerate(rows):
            shown = here != "group" or entry.id == self.group_page.group_id
            if entry.page == here and shown:
                self.nav.setCurrentIndex(self.nav_model.index(n, 0))
                break
        self._navigating = False

    def _place(self, page: str, name: str, kind: str) -> NavRow:
        """A place, with how many of its kind are begun and not finished."""
        n = sum(half.kind == kind for half in self._half_done)
        if not n:
            return NavRow(page, "", name, page)
        hint = ngettext("{n} begun and not finished", "{n} begun and not finished", n)
        text = _("({n}) {place}").format(place=name, n=n)  # first, where nothing is cut off
        return NavRow(page, "", text, page, hint.format(n=n))

    def _nav_clicked(self, index: QModelIndex) -> None:
        """The place one is in already: from a page within it, back to its own page."""
        entry = self.nav_model.rows[index.row()]
        if entry.page != self.page_name:
            self.go(entry.page, entry.id)

    def _nav_chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if self._navigating or not current.isValid():
            return
        entry = self.nav_model.rows[current.row()]
        self.go(entry.page, entry.id)
        self.nav.setFocus()

    def _campaign_chosen(self, index: int) -> None:
        campaign = str(self.chooser.itemData(index))
        if campaign:
            self.page_name = "campaign"
            self.open_campaign(campaign)
            self.go("campaign", "")
        else:
            self._show("start")

    # News

    def _changed(self) -> None:
        self._note_version()
        self.refresh()

    def _note_version(self) -> None:
        self._version = self.services.workspace.store.data_version()

    def _look(self) -> None:
        """Notices what a command wrote beside the window."""
        version = self.services.workspace.store.data_version()
        if version != self._version:
            self._version = version
            self.refresh()

    def _name_undo(self) -> None:
        undo, redo = self.page().undo_names()
        for action, verb, name in (
            (self.undo_action, _("Undo"), undo),
            (self.redo_action, _("Redo"), redo),
        ):
            action.setEnabled(name is not None)
            text = _("{verb}: {what}").format(verb=verb, what=short(name, 48)) if name else verb
            action.setText(text.replace("&", "&&"))
            action.setToolTip(text)

    def say(self, text: str, kind: str) -> None:
        """Says a sentence below the page; harm stays until it is closed."""
        if not text:
            self.toast.hide()
            return
        self.toast_text.setText(text)
        restyle(self.toast_text, kind=kind)
        self.toast.show()
        if kind == "harm":
            self._toast_timer.stop()
        else:
            self._toast_timer.start()

    def _dress(self) -> None:
        """Styles what is seen; a page that is hidden is styled when it is shown."""
        seen = [self.side, self.toast, self.bar]
        if self.page_name in self.areas:
            seen.append(self.areas[self.page_name])
        for part in seen:
            self.services.theme.dress(part)

    def _themed(self) -> None:
        theme = self.services.theme
        self.nav_model.icons = {
            name: theme.icon(name)
            for name in ("campaign", "table", "aftermath", "print", "games", "rulebook")
        }
        self.theme_action.setText(_("Light") if theme.name == "dark" else _("Dark"))
        for action in self.actions():
            icon = action.property("icon_name")
            if icon:
                action.setIcon(theme.icon(str(icon)))
        self._fit()
        if self.pages:
            self.page().refresh()

    def _fit(self) -> None:
        theme = self.services.theme
        theme.measure(self.width())
        self.nav.setIconSize(QSize(theme.px(18), theme.px(18)))
        for tool in self._tools:
            tool.setIconSize(QSize(theme.px(20), theme.px(20)))
        self.side.setFixedWidth(min(theme.px(222), max(150, self.width() // 5)))

    def _reshaped(self, narrow: bool) -> None:
        styles = Qt.ToolButtonStyle
        for tool in self._short_tools:
            tool.setToolButtonStyle(
                styles.ToolButtonIconOnly if narrow else styles.ToolButtonTextBesideIcon
            )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    # Remembering

    def _restore(self) -> None:
        if self.settings is not None:
            self.campaign_id = str(self.settings.value("campaign", ""))
            geometry = self.settings.value("geometry")
            if isinstance(geometry, QByteArray):
                self.restoreGeometry(geometry)
        self.page_name = "campaign"
        self.refresh()
        if not self.campaign_id:
            self.go("start", "")

    def closeEvent(self, event: QCloseEvent) -> None:
        """Goes at once; while a backup is being written it stays and says so, until asked again."""
        if self.services.saving and not self._saving.isActive() and not self._left:
            self.say(
                _("A backup is being saved. The window closes when it's done."),
                "",
            )
            self._toast_timer.stop()
            self._saving.start()
            event.ignore()
            return
        self.leave()
        super().closeEvent(event)

    def _look_saved(self) -> None:
        """Closes once the backup is written; what went wrong with it is left to be read."""
        if not self.services.saving:
            self._saving.stop()
            if self.services.saved:
                self.close()

    def leave(self) -> None:
        """Goes from the screen, remembers how it was, and waits for the worker."""
        if self._left:
            return
        self._left = True
        self._commit_notes()
        self._saving.stop()
        self._watch.stop()
        self._toast_timer.stop()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.disconnect(self._focus_changed)
        if self.settings is not None:
            self.settings.setValue("campaign", self.campaign_id)
            self.settings.setValue("geometry", self.saveGeometry())
            self.settings.setValue("theme", self.services.theme.name)
            self.settings.setValue("percent", self.services.theme.percent)
            self.settings.sync()
        self.hide()
        for session in self._sessions():
            session.forget()
        self.services.wait()
