"""Several windows on one store: changes by others are shown, and never overwritten unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, QSocketNotifier, Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from lastdays.campaign.documents.differences import Difference, compare
from lastdays.campaign.versions import campaign_at, compare_campaigns
from lastdays.campaign.workspace import DocumentOvertakenError
from lastdays.language import _
from lastdays.store import Store
from lastdays.ui.models.rows import difference_rows
from lastdays.ui.services import Services
from lastdays.ui.shell.navigator import Keyboard, Pages
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import button, column, make_timer, row, sentence
from lastdays.ui.widgets.table import Table, TableDesign

if TYPE_CHECKING:
    from lastdays.ui.tracker.session_page import SessionPage


#: How often a store is looked at, in milliseconds.
WATCH_MS = 1000


class StoreWatch(QObject):
    """Watches a store, every second or when a league sends news: `written` says that another process
    has written to it, `displaced`, once, that the file is no longer at its path."""

    written = Signal()
    displaced = Signal(str)

    def __init__(self, store: Store, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._is_displaced = False
        self._version = store.data_version()
        self._timer = make_timer(self, WATCH_MS, self.look, repeats=True)
        self._timer.start()
        self._news: QSocketNotifier | None = None
        self._listen()

    def _listen(self) -> None:
        """Listen for news of other windows of a league."""
        socket = self._store.news_socket()
        if self._news is not None and self._news.socket() != socket:
            self._news.setEnabled(False)
            self._news.deleteLater()
            self._news = None
        if self._news is None and socket is not None:
            self._news = QSocketNotifier(socket, QSocketNotifier.Type.Read, self)
            self._news.activated.connect(self.look)

    def note(self) -> None:
        """Ignore what was written until now, as it was written here. A league itself knows who wrote."""
        if not self._store.shared:
            self._version = self._store.data_version()

    def look(self) -> None:
        """Look now; this also reconnects to a league."""
        is_league = self._store.shared
        if is_league:
            self._look_for_changes()
            self._listen()
        was_displaced = self._is_displaced
        self._is_displaced = not self._store.is_in_place()
        if self._is_displaced and not was_displaced:
            self.displaced.emit(self._store.displacement())
        if not is_league and not self._is_displaced:
            self._look_for_changes()

    def _look_for_changes(self) -> None:
        version = self._store.data_version()
        if version != self._version:
            self._version = version
            self.written.emit()

    def leave(self) -> None:
        """Stop watching."""
        self._timer.stop()
        if self._news is not None:
            self._news.setEnabled(False)


#: The width of the dialog, in pixels at 100 %.
DIALOG_WIDTH = 720
#: The height of the dialog, in pixels at 100 %.
DIALOG_HEIGHT = 420
#: How much smaller than the window the dialog is at least, in pixels.
DIALOG_GAP = 20


class OtherWindows(QObject):
    """Keeps a window up to date with the others of its league; `refresh` asks to refresh the page."""

    refresh = Signal()

    def __init__(
        self,
        window: QWidget,
        services: Services,
        watch: StoreWatch,
        keyboard: Keyboard,
        pages: Pages,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._services = services
        self._keyboard = keyboard
        self._pages = pages
        self.dialog: DifferenceDialog | None = None
        watch.written.connect(self._follow_others)
        # Queued: the page first learns that its change wasn't stored, and keeps what was typed.
        services.change_overtaken.connect(
            self._show_differences, Qt.ConnectionType.QueuedConnection
        )

    def _follow_others(self) -> None:
        """Store what is being typed before the page is refreshed, and continue games where others
        left them."""
        self._keyboard.commit()
        for page in self._pages.sessions():
            self._continue_game(page)

    def _continue_game(self, page: SessionPage) -> None:
        """Show the game of a page as it is stored now, or close it if it was deleted."""
        session = page.tracker
        if session is None:
            return
        stored = self._services.ask(self._services.sessions.tracker, session.id)
        if stored is None:
            page.forget_subject()
            return
        has_moved = stored.head != session.head
        has_ended = stored.ended != session.ended
        was_recorded = stored.recorded != session.recorded
        if has_moved or has_ended or was_recorded:
            page.take_up(stored)
            page.refresh()

    def _show_differences(self, error: DocumentOvertakenError) -> None:
        """Show what another window has changed in a group or a campaign; closing the dialog marks it
        as seen."""
        services = self._services
        if self.dialog is not None and self.dialog.isVisible():
            return  # the field that lost the focus to it has tried again
        differences = services.ask(self._read_differences, error)
        if differences is None:
            services.say_why(error)
            error.noted.acknowledge(error.id, error.now)
            return
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = DifferenceDialog(self._window, error.name, differences, services.theme)

        def mark_as_seen() -> None:
            error.noted.acknowledge(error.id, error.now)
            self.refresh.emit()

        self.dialog.finished.connect(mark_as_seen)
        self.dialog.open()

    def _read_differences(self, error: DocumentOvertakenError) -> list[Difference]:
        """Return what differs between the document as this window saw it and as it is stored now. Raises
        LastDaysError if either can't be read."""
        workspace = self._services.workspace
        catalogue = self._services.catalogue
        if error.noted is workspace.seen_campaigns:
            campaign_seen = campaign_at(workspace, error.seen)
            campaign_now = campaign_at(workspace, error.now)
            return compare_campaigns(campaign_seen, campaign_now, catalogue)
        group_seen = workspace.group_at(error.seen)
        group_now = workspace.group_at(error.now)
        return compare(group_seen, group_now, catalogue)


class DifferenceDialog(QDialog):
    """Says that a group was changed in another window, and how."""

    def __init__(
        self, parent: QWidget, group: str, differences: list[Difference], theme: Theme
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Changed in the meantime"))
        self.title = sentence(_("{group} was changed in another window", group=group), "question")
        if differences:
            advice = _(
                "Your own change wasn't stored. What you typed is still there: look at what "
                "differs now, then make your change again if it still fits."
            )
        else:
            advice = _(
                "Your own change wasn't stored, and none of the group's numbers differ. "
                "What you typed is still there: make your change again."
            )
        self.advice = sentence(advice, "")
        heads = (_("Who"), _("What"), _("As you saw it"), _("Now"))
        self.table = Table(
            heads, _("What differs now"), theme, TableDesign(stretched=3, least_rows=2)
        )
        self.table.rows.set_rows(difference_rows(differences))
        self.close_button = button(_("&Close"), self.accept, "first")
        foot = row(1, self.close_button)
        self.setLayout(column(self.title, self.advice, (self.table, 1), foot, margin=16))
        theme.give_style_sheet(self)
        usual_size = QSize(theme.pixels(DIALOG_WIDTH), theme.pixels(DIALOG_HEIGHT))
        most_size = parent.size() - QSize(DIALOG_GAP, DIALOG_GAP)
        self.resize(usual_size.boundedTo(most_size))
        self.close_button.setFocus()
