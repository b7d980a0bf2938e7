"""The window: menus and the page's head at the top, places on the left, the page; and the settings it
remembers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QSettings, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QMainWindow, QToolButton, QToolTip, QWidget

from lastdays.campaign.changed import Changed
from lastdays.desktop.opening import place
from lastdays.language import _, short
from lastdays.ui.models.rows import plain_hint
from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    GameNightRoute,
    GamesRoute,
    GuideRoute,
    HelpRoute,
    LeagueRoute,
    NextGameRoute,
    Route,
    RulebookRoute,
    SeasonsRoute,
    SessionRoute,
    SettingsRoute,
    StartRoute,
    TableRoute,
)
from lastdays.ui.page import MARGIN, Head, Page
from lastdays.ui.services import Deletion, Services
from lastdays.ui.shell.digit_row import DigitRow
from lastdays.ui.shell.given_files import Drops, GivenFiles
from lastdays.ui.shell.navigator import Keyboard, Navigator, Pages, PlacesList
from lastdays.ui.shell.notices import Helping, LeagueWait, Toast
from lastdays.ui.shell.other_windows import OtherWindows, StoreWatch
from lastdays.ui.shell.palette import Palette, list_goals, read_goals_within
from lastdays.ui.shell.second_clicks import SecondClicks
from lastdays.ui.theme import Theme, suited_zoom, theme_menu_texts
from lastdays.ui.widgets.accessibility import TabAsRead, speak_roles
from lastdays.ui.widgets.parts import ENTER_KEYS, PageStack, column, make_timer, row, wrap_layout
from lastdays.ui.widgets.room import LaidOutFirst


class Memory:
    """Remembers the open campaign, the geometry of the window, theme and zoom; nothing without
    settings."""

    def __init__(self, settings: QSettings | None) -> None:
        self._settings = settings

    def campaign(self) -> str:
        """Return the id of the campaign that was open, '' if there was none."""
        return "" if self._settings is None else str(self._settings.value("campaign", ""))

    def place(self, window: QWidget) -> None:
        """Restore the geometry of a window."""
        if self._settings is not None:
            place(window, self._settings)

    def keep(self, window: QWidget, theme: Theme, campaign: str) -> None:
        """Remember the present state."""
        settings = self._settings
        if settings is None:
            return
        settings.setValue("campaign", campaign)
        settings.setValue("geometry", window.saveGeometry())
        settings.setValue("maximised", window.isMaximized())
        settings.setValue("theme", theme.choice)
        if theme.automatic:
            settings.remove("percent")
        else:
            settings.setValue("percent", theme.percent)
        settings.setValue("motion", theme.motion)
        settings.sync()


#: The delay in milliseconds until the zoom follows the window's size.
ZOOM_DELAY_MS = 300
#: The interval in milliseconds at which a closing window looks whether its backup is written.
BACKUP_CHECK_MS = 100
#: The least size of the window, in pixels.
LEAST_WIDTH = 640
LEAST_HEIGHT = 400


#: The most letters in the name of a change.
LONGEST_NAME = 60
#: The width of Undo and Redo at 100 %.
TOOL_WIDTH = 46
#: The height of Undo and Redo at 100 %.
TOOL_HEIGHT = 36
#: The side of their icons at 100 %.
TOOL_ICON = 20
#: The room above and below the buttons in total, in pixels.
BAR_PADDING = 12
#: The delay in milliseconds until a focused button shows its hint.
HINT_DELAY_MS = 500
#: The reasons for which a button gets the focus by a key.
FOCUSED_BY_KEY = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class TopBar(QFrame):
    """Undo and Redo, in the same place on every page, and the head of the page. The buttons say what
    they would do on hover, on focus, aloud and in the *Edit* menu."""

    def __init__(self, theme: Theme, undo: QAction, redo: QAction) -> None:
        super().__init__()
        self.setProperty("kind", "top")
        self._theme = theme
        self._heads = PageStack()
        self.undo_button = self._make_tool(undo)
        self.redo_button = self._make_tool(redo)
        self._hint_timer = make_timer(self, HINT_DELAY_MS, self._show_hint)
        tools = row(self.undo_button, self.redo_button, spacing=4)
        line = row(tools, (self._heads, 1), spacing=14, margin=(MARGIN, 4, MARGIN, 4))
        self.setLayout(line)

    def _make_tool(self, action: QAction) -> QToolButton:
        tool = QToolButton()
        tool.setDefaultAction(action)
        tool.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        tool.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tool.installEventFilter(self)
        return tool

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the hint of a button once it has had the focus for a moment."""
        if isinstance(event, QFocusEvent):
            self._hint_timer.stop()
            if event.gotFocus() and event.reason() in FOCUSED_BY_KEY:
                self._hint_timer.start()
        return False

    def _show_hint(self) -> None:
        focus = QApplication.focusWidget()
        if focus in (self.undo_button, self.redo_button):
            below = focus.mapToGlobal(QPoint(0, focus.height()))
            QToolTip.showText(below, focus.toolTip(), focus)

    def show_head(self, head: Head) -> bool:
        """Show the head of a page; return whether the head of the page before had the focus."""
        if self._heads.indexOf(head) < 0:
            self._heads.addWidget(head)
        focus = QApplication.focusWidget()
        hides_focus = False
        if focus is not None and self._heads.isAncestorOf(focus):
            hides_focus = not head.isAncestorOf(focus)
        self._heads.setCurrentWidget(head)
        self._heads.updateGeometry()
        return hides_focus

    def name_undo(self, undo: str | None, redo: str | None) -> None:
        """Set what Undo and Redo would do, None for nothing."""
        _name_tool(self.undo_button, _("Undo"), undo, _("Nothing to undo here"))
        _name_tool(self.redo_button, _("Redo"), redo, _("Nothing to redo here"))

    def fit(self) -> None:
        """Set the sizes for the zoom."""
        theme = self._theme
        icon_side = theme.pixels(TOOL_ICON)
        height = theme.pixels(TOOL_HEIGHT)
        for tool in (self.undo_button, self.redo_button):
            tool.setIconSize(QSize(icon_side, icon_side))
            tool.setFixedSize(theme.pixels(TOOL_WIDTH), height)
        self.setFixedHeight(height + BAR_PADDING)


def _name_tool(tool: QToolButton, verb: str, change: str | None, no_change: str) -> None:
    """Name what a button and its action would do to a change; for None it is disabled, and its hint is
    `no_change`."""
    text = verb
    if change:
        text = _("{verb}: {what}", verb=verb, what=short(change, LONGEST_NAME))
    action = tool.defaultAction()
    action.setEnabled(change is not None)
    action.setText(text.replace("&", "&&"))
    action.setToolTip(plain_hint(no_change if change is None else text))
    tool.setAccessibleName(text)


class Window(TabAsRead, QMainWindow):
    """The main window over one open store."""

    def __init__(self, services: Services, settings: QSettings | None = None) -> None:
        super().__init__()
        self.services = services
        self._has_left = False
        self._percent_drawn = services.theme.percent
        self.setWindowTitle(_("Last Days Campaign Manager"))
        self.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
        speak_roles()
        self.places = PlacesList(services.theme)
        self.pages = Pages(services)
        self.navigator = Navigator(services, self.pages, self.places)
        self.helping = Helping(self, services, self.navigator, self.places)
        self._add_menus()
        self.bar = TopBar(services.theme, self.undo_action, self.redo_action)
        self._lay_out()
        self.watch = StoreWatch(services.workspace.store, self)
        self._connect_signals()
        self._backup_check = make_timer(self, BACKUP_CHECK_MS, self._close_once_saved, repeats=True)
        self._zoom_delay = make_timer(self, ZOOM_DELAY_MS, self.suit_zoom)
        self.keyboard = Keyboard(self, self.bar, self.pages, self._focus_page)
        if services.workspace.store.shared:
            self.league_wait = LeagueWait(self, services, self.toast)
            self.others = OtherWindows(self, services, self.watch, self.keyboard, self.pages)
            self.others.refresh.connect(self.navigator.refresh)
        self.watch.written.connect(self.navigator.refresh)
        self.second_clicks = SecondClicks(self, self._content)
        self.given = GivenFiles(self, services, self.navigator, self.pages)
        self.drops = Drops(self, self.given)
        self.digit_row = DigitRow(self)
        self._apply_theme()
        self.memory = Memory(settings)
        self.memory.place(self)
        self.navigator.begin(self.memory.campaign())

    def _lay_out(self) -> None:
        """Lay out the bar above the places and the pages."""
        pages = wrap_layout(column((self.pages, 1), spacing=0))
        self.toast = Toast(pages)
        self.helping.covered = pages
        self.helping.undo_button = self.bar.undo_button
        below_bar = wrap_layout(row(self.places, (pages, 1), spacing=0))
        whole = column((below_bar, 1), spacing=0)
        self.setCentralWidget(wrap_layout(whole))
        whole.insertWidget(0, self.bar)  # last, as Tab comes to the places first
        LaidOutFirst(self)

    def _focus_page(self) -> None:
        self.page().take_focus()

    def _content(self) -> tuple[Route, str]:
        """Return what the window shows: a page, and the campaign it is about."""
        return self.route, self.campaign_id

    def _add_command(
        self,
        text: str,
        keys: tuple[str, ...],
        act: Callable[[], object],
        *,
        description: str = "",
        pictogram: str | None = "",
    ) -> QAction:
        """Return an action whose keys work in the whole window, also if the menu bar is hidden.
        `description` says what it does in the list of keys if its text doesn't; `pictogram` stands
        in the palette, which doesn't list the action for None."""
        action = QAction(text, self)
        action.setWhatsThis(plain_hint(description))
        action.setData(pictogram)
        action.setShortcuts([QKeySequence(key) for key in keys])
        # macOS would move what begins like its own commands, such as "Set…", into its own menu.
        action.setMenuRole(QAction.MenuRole.NoRole)
        action.triggered.connect(lambda _checked=False: act())
        self.addAction(action)
        return action

    def _add_page_command(
        self, text: str, route: Route, *keys: str, description: str = "", pictogram: str = ""
    ) -> QAction:
        """Return an action that shows a page."""
        show_page = partial(self.navigator.go, route)
        return self._add_command(
            text, keys, show_page, description=description, pictogram=pictogram
        )

    def _add_menu(self, title: str, *entries: QAction | None) -> None:
        """Add a menu with these actions to the menu bar; None is a separator."""
        menu = self.menuBar().addMenu(title)
        for entry in entries:
            if entry is None:
                menu.addSeparator()
            else:
                menu.addAction(entry)

    def _add_menus(self) -> None:
        """Declare every command once: menu, keys, description in the list of keys, pictogram in the
        palette."""
        self._add_file_menu()
        self._add_edit_menu()
        self._add_view_menu()
        self._add_go_menu()
        self._add_help_menu()

    def _add_file_menu(self) -> None:
        new_campaign = self._add_page_command(
            _("New campaign…"), StartRoute(new=True), "Ctrl+N", pictogram="campaign"
        )
        print_page = self._add_command(
            _("Print…"),
            ("Ctrl+P",),
            self.navigator.print,
            description=_("Print; on a group's page, that group"),
            pictogram="print",
        )
        data_page = self._add_page_command(_("Your data…"), DataRoute())
        league_page = self._add_page_command(_("Open a league…"), LeagueRoute())
        leave = self._add_command(
            _("Quit"),
            ("Ctrl+Q",),
            self.close,
            description=_("Quit; everything is already saved"),
        )
        leave.setMenuRole(QAction.MenuRole.QuitRole)
        self._add_menu(
            _("&File"), new_campaign, print_page, None, data_page, league_page, None, leave
        )

    def _add_edit_menu(self) -> None:
        self.undo_action = self._add_command(
            _("Undo"),
            ("Ctrl+Z",),
            self._undo,
            description=_("Undo; in a text field, the text first"),
        )
        self.redo_action = self._add_command(
            _("Redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), self._redo, description=_("Redo")
        )
        find = self._add_command(
            _("Find on this page"),
            ("Ctrl+F",),
            lambda: self.page().find_here(),
            description=_("Search this page"),
        )
        palette = self._add_command(
            _("Go to anything…"),
            ("Ctrl+K",),
            self._open_palette,
            description=_("Go to any page, group, member, gear, note, game, rule or action"),
            pictogram=None,
        )
        settings_page = self._add_page_command(_("Settings…"), SettingsRoute(), "Ctrl+,")
        settings_page.setMenuRole(QAction.MenuRole.PreferencesRole)
        self._add_menu(
            _("&Edit"),
            self.undo_action,
            self.redo_action,
            None,
            find,
            palette,
            None,
            settings_page,
        )

    def _add_view_menu(self) -> None:
        self.theme_action = self._add_command(
            _("Light theme"),
            ("Ctrl+T",),
            self.services.theme.switch_to_next,
            description=_("Next theme: light, high contrast, dark"),
        )
        larger = self._add_command(_("Larger"), ("Ctrl++", "Ctrl+="), partial(self._zoom, 1))
        smaller = self._add_command(_("Smaller"), ("Ctrl+-",), partial(self._zoom, -1))
        usual_size = self._add_command(_("100 %"), ("Ctrl+0",), partial(self._zoom, 0))
        full_screen = self._add_command(_("Full screen"), ("F11",), self._toggle_full_screen)
        page_list = self._add_command(
            _("Go to page list"),
            ("Ctrl+L",),
            self.places.list.setFocus,
            description=_("Go to the list of pages on the left; the arrow keys choose"),
            pictogram=None,
        )
        self._add_menu(
            _("&View"),
            self.theme_action,
            larger,
            smaller,
            usual_size,
            None,
            full_screen,
            page_list,
        )

    def _add_go_menu(self) -> None:
        page = self._add_page_command
        self._add_menu(
            _("&Go"),
            page(_("Campaign"), CampaignRoute(), "Ctrl+1", pictogram="campaign"),
            self._add_command(
                _("Group"), ("Ctrl+2",), self.navigator.show_group, pictogram="group"
            ),
            page(_("Next game"), NextGameRoute()),
            page(_("Game night"), GameNightRoute()),
            page(_("Seasons"), SeasonsRoute()),
            page(_("After the game"), AftermathRoute(), "Ctrl+3", pictogram="aftermath"),
            page(_("Rulebook"), RulebookRoute(), "Ctrl+4", pictogram="rulebook"),
            page(_("Chronicle"), ChronicleRoute(), "Ctrl+5"),
            page(
                _("At the table"),
                TableRoute(being_played=True),
                "Ctrl+G",
                description=_("At the table: the game being played, or the list of games"),
                pictogram="table",
            ),
            page(
                _("Other games"),
                GamesRoute(being_played=True),
                "Ctrl+E",
                description=_("Other games: the game being played, or the list of games"),
                pictogram="games",
            ),
        )

    def _add_help_menu(self) -> None:
        page = self._add_page_command
        guide = page(_("Guide"), GuideRoute())
        explain = self._add_command(
            _("What is this?"),
            ("F1",),
            self.helping.explain,
            description=_("Open the rulebook or the guide for the selected item"),
        )
        keys = page(_("Keyboard shortcuts"), HelpRoute(), "?", description=_("Keyboard shortcuts"))
        about = page(_("About"), AboutRoute())
        about.setMenuRole(QAction.MenuRole.AboutRole)
        self._add_menu(
            _("&Help"),
            guide,
            explain,
            keys,
            self._add_command(_("Tour"), (), self.helping.begin_tour),
            page(_("What's new"), GuideRoute("news")),
            page(_("The rulebook as data"), GuideRoute("rulebook-data")),
            None,
            self._add_command(_("Copy details for a report"), (), self.helping.copy_details),
            page(_("Check the store…"), DataRoute(check=True)),
            about,
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the amber button with Enter, and close an inner page or leave the page with Esc,
        unless another widget has handled the key."""
        if event.key() in ENTER_KEYS:
            if not event.isAutoRepeat():
                self.keyboard.press_amber(self.page(), self.page().head)
            return
        if event.key() == Qt.Key.Key_Escape:
            self.keyboard.commit()
            if not self.page().leave_inner():
                self.navigator.leave()
            return
        focus = QApplication.focusWidget()
        focus_is_elsewhere = focus is not None and not self.page().isAncestorOf(focus)
        if focus_is_elsewhere and self.page().take_key(event):
            return
        super().keyPressEvent(event)

    def _open_palette(self) -> None:
        services = self.services
        goals = services.ask(list_goals, services, self.campaign_id, self.actions())
        if goals is None:
            return
        goals_within = read_goals_within(services, self.campaign_id)
        palette = Palette(self, goals, services.theme, goals_within)
        services.theme.give_style_sheet(palette)
        palette.open()

    def _connect_signals(self) -> None:
        """Connect signals to methods, which Qt disconnects with the window."""
        services = self.services
        services.changed.connect(self._follow_changes)
        services.message_posted.connect(self.toast.say)
        services.button_offered.connect(self.toast.offer_beside)
        services.stored_quietly.connect(self.watch.note)
        services.undo_changed.connect(self._follow_step)
        services.deletion_changed.connect(self._offer_deletion)
        services.stored_quietly.connect(self._forget_deletion)
        services.undo_changed.connect(self._forget_deletion)
        services.store_replaced.connect(self._forget_deletion)
        services.table_view_requested.connect(self._show_table_view)
        services.theme.restyled.connect(self._dress)
        services.theme.changed.connect(self._apply_theme)
        self.navigator.shown.connect(self._show_head)
        self.navigator.shown.connect(self._turn_toast)
        self.watch.displaced.connect(self._warn_of_displacement)

    def _turn_toast(self) -> None:
        self.toast.turn_page(self.route)

    def _warn_of_displacement(self, warning: str) -> None:
        """Say that the store has been moved, unless an action has just failed for that reason."""
        if self.services.unanswered_action is None:
            self.say(warning, "harm")

    @property
    def route(self) -> Route:
        """Return the route that is shown."""
        return self.navigator.route

    @property
    def campaign_id(self) -> str:
        """Return the id of the open campaign, '' if there is none."""
        return self.navigator.campaign_id

    def page(self) -> Page:
        """Return the page that is shown."""
        return self.navigator.page()

    def go(self, route: Route) -> None:
        """Show the page of a route."""
        self.navigator.go(route)

    def refresh(self) -> None:
        """Refresh everything in sight."""
        self.navigator.refresh()

    def say(self, text: str, kind: str) -> None:
        """Show a sentence; 'harm' stays until it is closed."""
        self.toast.say(text, kind)

    def _follow_changes(self, changes: frozenset[Changed]) -> None:
        self.watch.note()
        self.navigator.follow(changes)

    # Undo

    def _follow_step(self) -> None:
        self.watch.note()
        self._name_undo()

    def _show_head(self) -> None:
        if self.bar.show_head(self.page().head):
            self.page().take_focus()
        self._name_undo()

    def _name_undo(self) -> None:
        deletion = self._deletion_to_undo()
        if deletion is None:
            undo_name, redo_name = self.page().undo_names()
            self.bar.name_undo(undo_name, redo_name)
        else:
            self.bar.name_undo(deletion.sentence, None)

    def _deletion_to_undo(self) -> Deletion | None:
        """Return the deletion that Undo takes back; at the table it takes back a tap."""
        at_table = isinstance(self.route, SessionRoute)
        return None if at_table else self.services.deletion

    def _offer_deletion(self) -> None:
        """Offer to undo a deletion beside the message about it, or no longer."""
        if self.services.deletion is None:
            self.toast.end_beside()
        else:
            self.toast.offer_beside(_("Undo"), self._undo_deletion)
        self._name_undo()

    def _forget_deletion(self) -> None:
        self.services.forget_deletion()

    def _undo_deletion(self) -> None:
        self._step(self.services.undo_deletion)

    def _undo(self) -> None:
        self.keyboard.commit()
        if self._deletion_to_undo() is None:
            self._step(self.page().undo)
        else:
            self._undo_deletion()

    def _redo(self) -> None:
        """Store what is being typed, as undo does; if that is a change, there is nothing to redo."""
        self.keyboard.commit()
        _undo_name, redo_name = self.page().undo_names()
        if self._deletion_to_undo() is None and redo_name is not None:
            self._step(self.page().redo)
        else:
            self._name_undo()

    def _step(self, step: Callable[[], None]) -> None:
        """Undo or redo; close a campaign whose creation was undone."""
        self.services.is_undoing = True
        try:
            step()
        finally:
            self.services.is_undoing = False
        if not self.services.workspace.exists(self.campaign_id):
            self.refresh()

    # Look

    def _zoom(self, steps: int) -> None:
        self.services.theme.zoom_in(steps)
        self.say(_("Zoom: {n} %", n=self.services.theme.percent), "")

    def _show_table_view(self, in_full_screen: bool) -> None:
        """Show the table in full screen without the menu bar, or end that."""
        self.menuBar().setVisible(not in_full_screen)
        if self.isFullScreen() != in_full_screen:
            self._toggle_full_screen()

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _dress(self) -> None:
        """Style what is visible; hidden pages are styled when they are shown."""
        for part in (self.menuBar(), self.places, self.toast, self.bar):
            self.services.theme.give_style_sheet(part)
        self.pages.dress(self.route)

    def _apply_theme(self) -> None:
        theme = self.services.theme
        self._dress()
        self.undo_action.setIcon(theme.icon("undo"))
        self.redo_action.setIcon(theme.icon("redo"))
        self.theme_action.setText(theme_menu_texts()[theme.next_name])
        self._fit()
        is_zoomed = self._percent_drawn != theme.percent
        self._percent_drawn = theme.percent
        if is_zoomed and self.pages.has_page(type(self.route)):
            self.page().refresh()  # heights depend on the zoom

    def _fit(self) -> None:
        self.services.theme.update_shape(self.width(), self.height())
        self.places.fit(self.width())
        self.bar.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.second_clicks.watch()
        self.drops.watch()
        self.digit_row.watch()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        if self.services.theme.automatic:
            self._zoom_delay.start()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the system's text while the program runs."""
        super().changeEvent(event)
        has_size = event.type() == QEvent.Type.FontChange
        if has_size and self.services.theme.automatic:
            self._zoom_delay.start()

    def suit_zoom(self) -> None:
        """Set the zoom that suits the window, unless the user has chosen one."""
        theme = self.services.theme
        if not theme.automatic or not self.isVisible():
            return
        percent = suited_zoom(self.width(), self.height())
        if percent != theme.percent:
            theme.percent = percent
            theme.apply()
            self.services.say(_("Zoom: {n} %", n=percent))

    # Leaving

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close at once; while a backup is being written, wait for it, unless closed again."""
        is_waiting = self._backup_check.isActive()
        if self.services.backups_running and not is_waiting and not self._has_left:
            self.say(_("A backup is being saved. The window closes when it's done."), "")
            self.toast.stay()
            self._backup_check.start()
            event.ignore()
            return
        self.leave()
        super().closeEvent(event)

    def _close_once_saved(self) -> None:
        """Close once the backup is written; if it failed, stay to show why."""
        if self.services.backups_running:
            return
        self._backup_check.stop()
        if self.services.last_backup_succeeded:
            self.close()

    def leave(self) -> None:
        """Hide the window, remember its state, and wait for the workers."""
        if self._has_left:
            return
        self._has_left = True
        self.keyboard.commit()
        self._backup_check.stop()
        self.watch.leave()
        self.toast.stay()
        self.keyboard.leave()
        self.memory.keep(self, self.services.theme, self.campaign_id)
        self.hide()
        for session in self.pages.sessions():
            session.forget_subject()
        self.services.leave()
