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
from lastdays.ui.widgets.parts import button, column, row, sentence, timer
from lastdays.ui.widgets.table import Table

if TYPE_CHECKING:
    from lastdays.ui.tracker.session_page import SessionPage


WATCH_MS = 1000


class StoreWatch(QObject):
    """Watches a store, every second or when a league sends news: `written` says that another process
    has written to it, `displaced`, once, that the file is no longer at its path."""

    written = Signal()
    displaced = Signal(str)

    def __init__(self, store: Store, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._displaced = False
        self._version = store.data_version()
        self._timer = timer(self, WATCH_MS, self.look, repeats=True)
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
        shared, before = self._store.shared, self._displaced
        if shared:
            self._compare()
            self._listen()
        self._displaced = not self._store.is_in_place()
        if self._displaced and not before:
            self.displaced.emit(self._store.displacement())
        elif not shared and not self._displaced:
            self._compare()

    def _compare(self) -> None:
        version = self._store.data_version()
        if version != self._version:
            self._version = version
            self.written.emit()

    def leave(self) -> None:
        """Stop watching."""
        self._timer.stop()
        if self._news is not None:
            self._news.setEnabled(False)


#: The size of the dialog, in pixels at 100 %.
WIDE, HIGH = 720, 420


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
        watch.written.connect(self._others_wrote)
        # Queued: the page first learns that its change wasn't stored, and keeps what was typed.
        services.overtaken.connect(self._show_difference, Qt.ConnectionType.QueuedConnection)

    def _others_wrote(self) -> None:
        """Store what is being typed before the page is refreshed, and continue games where others
        left them."""
        self._keyboard.commit()
        for page in self._pages.sessions():
            self._follow(page)

    def _follow(self, page: SessionPage) -> None:
        session = page.tracker
        if session is None:
            return
        stored = self._services.ask(self._services.sessions.tracker, session.id)
        if stored is None:
            page.forget()
        elif (stored.head, stored.ended, stored.recorded) != (
            session.head,
            session.ended,
            session.recorded,
        ):
            page.take_up(stored)
            page.refresh()

    def _show_difference(self, error: DocumentOvertakenError) -> None:
        """Show what another window has changed in a group or a campaign; closing the dialog marks it
        as seen."""
        services = self._services
        workspace = services.workspace
        if self.dialog is not None and self.dialog.isVisible():
            return  # the field that lost the focus to it has tried again
        noted = error.noted
        on_campaign = noted is workspace.seen_campaigns

        def differences() -> list[Difference]:
            if on_campaign:
                then, since = (campaign_at(workspace, at) for at in (error.seen, error.now))
                return compare_campaigns(then, since, services.catalogue)
            before, after = (workspace.group_at(at) for at in (error.seen, error.now))
            return compare(before, after, services.catalogue)

        found = services.ask(differences)
        if found is None:
            services.say_why(error)
            noted.acknowledge(error.id, error.now)
            return
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = DifferenceDialog(self._window, error.name, found, services.theme)

        def told() -> None:
            noted.acknowledge(error.id, error.now)
            self.refresh.emit()

        self.dialog.finished.connect(told)
        self.dialog.open()


class DifferenceDialog(QDialog):
    """Says that a group was changed in another window, and how."""

    def __init__(
        self, parent: QWidget, group: str, differences: list[Difference], theme: Theme
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Changed in the meantime"))
        self.title = sentence(_("{group} was changed in another window", group=group), "question")
        self.says = sentence(
            _(
                "Your own change wasn't stored. What you typed is still there: look at what "
                "differs now, then make your change again if it still fits."
            )
            if differences
            else _(
                "Your own change wasn't stored, and none of the group's numbers differ. "
                "What you typed is still there: make your change again."
            ),
            "",
        )
        heads = (_("Who"), _("What"), _("As you saw it"), _("Now"))
        self.table = Table(heads, _("What differs now"), theme, stretch=3, least_rows=2)
        self.table.rows.set_rows(difference_rows(differences))
        self.close_button = button(_("&Close"), self.accept, "first")
        foot = row(1, self.close_button)
        self.setLayout(column(self.title, self.says, (self.table, 1), foot, margin=16))
        theme.dress(self)
        self.resize(QSize(theme.px(WIDE), theme.px(HIGH)).boundedTo(parent.size() - QSize(20, 20)))
        self.close_button.setFocus()
