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
from lastdays.ui.models.rows import plain
from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    GamesRoute,
    GuideRoute,
    HelpRoute,
    LeagueRoute,
    NextGameRoute,
    Route,
    RulebookRoute,
    SessionRoute,
    SettingsRoute,
    StartRoute,
    TableRoute,
)
from lastdays.ui.page import MARGIN, Head, Page
from lastdays.ui.services import Deletion, Services
from lastdays.ui.shell.navigator import Keyboard, Navigator, Pages, PlacesList
from lastdays.ui.shell.notices import Helping, LeagueWait, Toast
from lastdays.ui.shell.other_windows import OtherWindows, StoreWatch
from lastdays.ui.shell.palette import Palette, finds, goals
from lastdays.ui.shell.second_clicks import SecondClicks
from lastdays.ui.theme import Theme, suited, theme_words
from lastdays.ui.widgets.accessibility import TabAsRead, speak_roles
from lastdays.ui.widgets.parts import ENTER, PageStack, column, holder, row, timer
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
        settings.setValue("theme", theme.name)
        if theme.automatic:
            settings.remove("percent")
        else:
            settings.setValue("percent", theme.percent)
        settings.setValue("motion", theme.motion)
        settings.sync()


#: The delay until the zoom follows the window's size, and the interval of checks for a backup.
SETTLING_MS, SAVING_MS = 300, 100


#: The most letters in the name of a change.
NAME_MOST = 60
#: The size of the buttons at 100 %, and the room above and below them in total.
WIDE, HIGH, ROUND = 46, 36, 12
#: The delay in milliseconds until a focused button shows its hint, and the reasons for the focus.
TELL_MS = 500
BY_KEYS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class TopBar(QFrame):
    """Undo and Redo, in the same place on every page, and the head of the page. The buttons say what
    they would do on hover, on focus, aloud and in the *Edit* menu."""

    def __init__(self, theme: Theme, undo: QAction, redo: QAction) -> None:
        super().__init__()
        self.setProperty("kind", "top")
        self._theme = theme
        self._undo, self._redo = undo, redo
        self._heads = PageStack()
        self.undo_button, self.redo_button = self._tool(undo), self._tool(redo)
        self._hint_timer = timer(self, TELL_MS, self._show_hint)
        line = row(
            row(self.undo_button, self.redo_button, spacing=4),
            (self._heads, 1),
            spacing=14,
            margin=(MARGIN, 4, MARGIN, 4),
        )
        self.setLayout(line)

    def _tool(self, action: QAction) -> QToolButton:
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
            if event.gotFocus() and event.reason() in BY_KEYS:
                self._hint_timer.start()
        return False

    def _show_hint(self) -> None:
        focus = QApplication.focusWidget()
        if focus in (self.undo_button, self.redo_button):
            below = focus.mapToGlobal(QPoint(0, focus.height()))
            QToolTip.showText(below, focus.toolTip(), focus)

    def show_head(self, head: Head) -> bool:
        """Show the head of a page; return whether the head of the page before had the focus."""
        focus = QApplication.focusWidget()
        if self._heads.indexOf(head) < 0:
            self._heads.addWidget(head)
        gone = self._heads.isAncestorOf(focus) and not head.isAncestorOf(focus) if focus else False
        self._heads.setCurrentWidget(head)
        self._heads.updateGeometry()
        return gone

    def name_undo(self, undo: str | None, redo: str | None) -> None:
        """Set what Undo and Redo would do, None for nothing."""
        for action, tool, verb, name, nothing in (
            (self._undo, self.undo_button, _("Undo"), undo, _("Nothing to undo here")),
            (self._redo, self.redo_button, _("Redo"), redo, _("Nothing to redo here")),
        ):
            action.setEnabled(name is not None)
            what = short(name or "", NAME_MOST)
            text = _("{verb}: {what}", verb=verb, what=what) if what else verb
            action.setText(text.replace("&", "&&"))
            action.setToolTip(plain(nothing if name is None else text))
            tool.setAccessibleName(text)

    def fit(self) -> None:
        """Set the sizes for the zoom."""
        px = self._theme.px
        for tool in (self.undo_button, self.redo_button):
            tool.setIconSize(QSize(px(20), px(20)))
            tool.setFixedSize(px(WIDE), px(HIGH))
        self.setFixedHeight(px(HIGH) + ROUND)


class Window(TabAsRead, QMainWindow):
    """The main window over one open store."""

    def __init__(self, services: Services, settings: QSettings | None = None) -> None:
        super().__init__()
        self.services = services
        self.setWindowTitle(_("Last Days Campaign Manager"))
        self.setMinimumSize(640, 400)
        speak_roles()
        self.places = PlacesList(services.theme)
        self.pages = Pages(services)
        self.navigator = Navigator(services, self.pages, self.places)
        self.helping = Helping(self, services, self.navigator, self.places)
        self._make_menus()
        self.bar = TopBar(services.theme, self.undo_action, self.redo_action)
        right = holder(column((self.pages, 1), spacing=0))
        self.toast = Toast(right)
        self.helping.over, self.helping.undo = right, self.bar.undo_button
        whole = column((holder(row(self.places, (right, 1), spacing=0)), 1), spacing=0)
        self.setCentralWidget(holder(whole))
        whole.insertWidget(0, self.bar)  # last, as Tab comes to the places first
        LaidOutFirst(self)
        self.watch = StoreWatch(services.workspace.store, self)
        self._listen()
        self._left = False
        self._saving = timer(self, SAVING_MS, self._look_saved, repeats=True)
        self._settling = timer(self, SETTLING_MS, self.suit_zoom)
        self.keyboard = Keyboard(self, self.bar, self.pages, lambda: self.page().take_focus())
        if services.workspace.store.shared:
            self.league_wait = LeagueWait(self, services, self.toast)
            self.others = OtherWindows(self, services, self.watch, self.keyboard, self.pages)
            self.others.refresh.connect(self.navigator.refresh)
        self.watch.written.connect(self.navigator.refresh)
        self.second_clicks = SecondClicks(self, lambda: (self.route, self.campaign_id))
        self._drawn_at = services.theme.percent
        self._themed()
        self.memory = Memory(settings)
        self.memory.place(self)
        self.navigator.begin(self.memory.campaign())

    def _command(
        self,
        text: str,
        keys: tuple[str, ...],
        act: Callable[[], object],
        line: str = "",
        place: str | None = "",
    ) -> QAction:
        """Return an action whose keys work in the whole window, also if the menu bar is hidden. `line`
        describes it in the list of keys if its text doesn't; `place` is its pictogram in the
        palette, which doesn't list it for None."""
        action = QAction(text, self)
        action.setWhatsThis(plain(line))
        action.setData(place)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda _on=False: act())
        self.addAction(action)
        return action

    def _menu(self, title: str, *entries: QAction | None) -> None:
        """Add a menu with these actions to the menu bar; None is a separator."""
        menu = self.menuBar().addMenu(title)
        for entry in entries:
            if entry is None:
                menu.addSeparator()
            else:
                menu.addAction(entry)

    def _make_menus(self) -> None:
        """Declare every command once: menu, keys, description in the list of keys, pictogram in the
        palette."""
        add, navigator, helping = self._command, self.navigator, self.helping

        def go(route: Route) -> Callable[[], None]:
            return partial(navigator.go, route)

        self._menu(
            _("&File"),
            add(_("New campaign…"), ("Ctrl+N",), go(StartRoute(new=True)), place="campaign"),
            add(
                _("Print…"),
                ("Ctrl+P",),
                navigator.print,
                _("Print; on a group's page, that group"),
                "print",
            ),
            None,
            add(_("Your data…"), (), go(DataRoute())),
            add(_("Open a league…"), (), go(LeagueRoute())),
            None,
            add(_("Quit"), ("Ctrl+Q",), self.close, _("Quit; everything is already saved")),
        )
        self.undo_action: QAction = add(
            _("Undo"), ("Ctrl+Z",), self._undo, _("Undo; in a text field, the text first")
        )
        self.redo_action: QAction = add(
            _("Redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), self._redo, _("Redo")
        )
        self._menu(
            _("&Edit"),
            self.undo_action,
            self.redo_action,
            None,
            add(
                _("Find on this page"),
                ("Ctrl+F",),
                lambda: self.page().find_here(),
                _("Search this page"),
            ),
            add(
                _("Go to anything…"),
                ("Ctrl+K",),
                self._open_palette,
                _("Go to any page, group, member, gear, note, game, rule or action"),
                None,
            ),
            None,
            add(_("Settings…"), ("Ctrl+,",), go(SettingsRoute())),
        )
        self.theme_action = add(
            _("Light theme"),
            ("Ctrl+T",),
            self.services.theme.toggle,
            _("Next theme: light, high contrast, dark"),
        )
        self._menu(
            _("&View"),
            self.theme_action,
            add(_("Larger"), ("Ctrl++", "Ctrl+="), lambda: self._zoom(1)),
            add(_("Smaller"), ("Ctrl+-",), lambda: self._zoom(-1)),
            add(_("100 %"), ("Ctrl+0",), lambda: self._zoom(0)),
            None,
            add(_("Full screen"), ("F11",), self._full_screen),
            add(
                _("Go to page list"),
                ("Ctrl+L",),
                self.places.list.setFocus,
                _("Go to the list of pages on the left; the arrow keys choose"),
                None,
            ),
        )
        self._menu(
            _("&Go"),
            add(_("Campaign"), ("Ctrl+1",), go(CampaignRoute()), place="campaign"),
            add(_("Group"), ("Ctrl+2",), navigator.group, place="group"),
            add(_("Next game"), (), go(NextGameRoute())),
            add(_("After the game"), ("Ctrl+3",), go(AftermathRoute()), place="aftermath"),
            add(_("Rulebook"), ("Ctrl+4",), go(RulebookRoute()), place="rulebook"),
            add(_("Chronicle"), ("Ctrl+5",), go(ChronicleRoute())),
            add(
                _("At the table"),
                ("Ctrl+G",),
                go(TableRoute(on=True)),
                _("At the table: the game being played, or the list of games"),
                "table",
            ),
            add(
                _("Other games"),
                ("Ctrl+E",),
                go(GamesRoute(on=True)),
                _("Other games: the game being played, or the list of games"),
                "games",
            ),
        )
        self._menu(
            _("&Help"),
            add(_("Guide"), (), go(GuideRoute())),
            add(
                _("What is this?"),
                ("F1",),
                helping.explain,
                _("Open the rulebook or the guide for the selected item"),
            ),
            add(_("Keyboard shortcuts"), ("?",), go(HelpRoute()), _("Keyboard shortcuts")),
            add(_("Tour"), (), helping.begin_tour),
            add(_("What's new"), (), go(GuideRoute("news"))),
            add(_("The rulebook as data"), (), go(GuideRoute("rulebook-data"))),
            None,
            add(_("Copy details for a report"), (), helping.copy_details),
            add(_("Check the store…"), (), go(DataRoute(check=True))),
            add(_("About"), (), go(AboutRoute())),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the amber button with Enter, and close an inner page or leave the page with Esc,
        unless another widget has handled the key."""
        if event.key() in ENTER:
            if not event.isAutoRepeat():
                self.keyboard.press_amber(self.page(), self.page().head)
            return
        if event.key() == Qt.Key.Key_Escape:
            self.keyboard.commit()
            if not self.page().leave():
                self.navigator.leave()
            return
        focus = QApplication.focusWidget()
        beside_page = focus is not None and not self.page().isAncestorOf(focus)
        if beside_page and self.page().take_key(event):
            return
        super().keyPressEvent(event)

    def _open_palette(self) -> None:
        found = self.services.ask(goals, self.services, self.campaign_id, self.actions())
        if found is not None:
            more = finds(self.services, self.campaign_id)
            palette = Palette(self, found, self.services.theme, more)
            self.services.theme.dress(palette)
            palette.open()

    def _listen(self) -> None:
        """Connect signals to methods, which Qt disconnects with the window."""
        services, theme = self.services, self.services.theme
        services.changed.connect(self._changed)
        services.said.connect(self.toast.say)
        services.offered.connect(self.toast.offer_beside)
        services.wrote.connect(self.watch.note)
        services.stepped.connect(self._stepped)
        services.deleted.connect(self._deletion_changed)
        for later in (services.wrote, services.stepped, services.replaced):
            later.connect(self._forget_deletion)
        services.table_view.connect(self._table_view)
        theme.restyled.connect(self._dress)
        theme.changed.connect(self._themed)
        self.navigator.shown.connect(self._show_head)
        self.navigator.shown.connect(self._turn_toast)
        self.watch.displaced.connect(self._displaced)

    def _turn_toast(self) -> None:
        self.toast.turn_page(self.route)

    def _displaced(self, what: str) -> None:
        """Say that the store has been moved, unless an action has just failed for that reason."""
        if self.services.kept is None:
            self.say(what, "harm")

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

    def _changed(self, changes: frozenset[Changed]) -> None:
        self.watch.note()
        self.navigator.follow(changes)

    # Undo

    def _stepped(self) -> None:
        self.watch.note()
        self._name_undo()

    def _show_head(self) -> None:
        if self.bar.show_head(self.page().head):
            self.page().take_focus()
        self._name_undo()

    def _name_undo(self) -> None:
        deletion = self._deletion()
        if deletion is None:
            self.bar.name_undo(*self.page().undo_names())
        else:
            self.bar.name_undo(deletion.said, None)

    def _deletion(self) -> Deletion | None:
        """Return the deletion that Undo takes back; at the table it takes back a tap."""
        at_table = isinstance(self.route, SessionRoute)
        return None if at_table else self.services.deletion

    def _deletion_changed(self) -> None:
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
        if self._deletion() is None:
            self._step(self.page().undo)
        else:
            self._undo_deletion()

    def _redo(self) -> None:
        """Store what is being typed, as undo does; if that is a change, there is nothing to redo."""
        self.keyboard.commit()
        if self._deletion() is None and self.page().undo_names()[1] is not None:
            self._step(self.page().redo)
        else:
            self._name_undo()

    def _step(self, step: Callable[[], None]) -> None:
        """Undo or redo; close a campaign whose creation was undone."""
        self.services.stepping = True
        try:
            step()
        finally:
            self.services.stepping = False
        if not self.services.workspace.exists(self.campaign_id):
            self.refresh()

    # Look

    def _zoom(self, steps: int) -> None:
        self.services.theme.bigger(steps)
        self.say(_("Zoom: {n} %", n=self.services.theme.percent), "")

    def _table_view(self, on: bool) -> None:
        """Show the table in full screen without the menu bar, or end that."""
        self.menuBar().setVisible(not on)
        if self.isFullScreen() != on:
            self._full_screen()

    def _full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _dress(self) -> None:
        """Style what is visible; hidden pages are styled when they are shown."""
        for part in (self.menuBar(), self.places, self.toast, self.bar):
            self.services.theme.dress(part)
        self.pages.dress(self.route)

    def _themed(self) -> None:
        theme = self.services.theme
        self._dress()
        self.undo_action.setIcon(theme.icon("undo"))
        self.redo_action.setIcon(theme.icon("redo"))
        self.theme_action.setText(theme_words()[theme.next_name])
        self._fit()
        if self._drawn_at != theme.percent:  # heights depend on the zoom
            self._drawn_at = theme.percent
            if self.pages.made(type(self.route)):
                self.page().refresh()

    def _fit(self) -> None:
        self.services.theme.measure(self.width(), self.height())
        self.places.fit(self.width())
        self.bar.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.second_clicks.watch()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        if self.services.theme.automatic:
            self._settling.start()

    def suit_zoom(self) -> None:
        """Set the zoom that suits the window, unless the user has chosen one."""
        theme, percent = self.services.theme, suited(self.width(), self.height())
        if theme.automatic and percent != theme.percent and self.isVisible():
            theme.percent = percent
            theme.apply()
            self.services.say(_("Zoom: {n} %", n=percent))

    # Leaving

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close at once; while a backup is being written, wait for it, unless closed again."""
        if self.services.saving and not self._saving.isActive() and not self._left:
            self.say(_("A backup is being saved. The window closes when it's done."), "")
            self.toast.stay()
            self._saving.start()
            event.ignore()
            return
        self.leave()
        super().closeEvent(event)

    def _look_saved(self) -> None:
        """Close once the backup is written; if it failed, stay to show why."""
        if not self.services.saving:
            self._saving.stop()
            if self.services.saved:
                self.close()

    def leave(self) -> None:
        """Hide the window, remember its state, and wait for the workers."""
        if self._left:
            return
        self._left = True
        self.keyboard.commit()
        self._saving.stop()
        self.watch.leave()
        self.toast.stay()
        self.keyboard.leave()
        self.memory.keep(self, self.services.theme, self.campaign_id)
        self.hide()
        for session in self.pages.sessions():
            session.forget()
        self.services.wait()
