"""Several windows on one league: what others store is shown, and nobody writes over it unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from lastdays.campaign.documents.differences import Difference, compare
from lastdays.campaign.versions import campaign_at, compare_campaigns
from lastdays.campaign.workspace import DocumentOvertakenError
from lastdays.language import _
from lastdays.store import Store
from lastdays.ui.models.rows import difference_rows
from lastdays.ui.services import Services
from lastdays.ui.shell.keyboard import Keyboard
from lastdays.ui.shell.navigator import Pages
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import button, column, row, sentence, timer
from lastdays.ui.widgets.table import Table

if TYPE_CHECKING:
    from lastdays.ui.tracker.session_page import SessionPage


WATCH_MS = 1000


class StoreWatch(QObject):
    """Looks every second, and at once where a league tells; `written` says that another process has
    written, `displaced`, once, that the file is not at its path any more."""

    written = Signal()
    displaced = Signal(str)

    def __init__(self, store: Store, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._displaced = False
        self._version = store.data_version()
        self._timer = timer(self, WATCH_MS, self.look, repeats=True)
        self._timer.start()
        self._told: QSocketNotifier | None = None
        self._listen()

    def _listen(self) -> None:
        """Look as soon as another window of a league tells that it has written."""
        socket = self._store.news_socket()
        if self._told is not None and self._told.socket() != socket:
            self._told.setEnabled(False)
            self._told.deleteLater()
            self._told = None
        if self._told is None and socket is not None:
            self._told = QSocketNotifier(socket, QSocketNotifier.Type.Read, self)
            self._told.activated.connect(self.look)

    def note(self) -> None:
        """Note all that was written until now as known: it was written here. A league tells by
        itself who wrote."""
        if not self._store.shared:
            self._version = self._store.data_version()

    def look(self) -> None:
        """Look now. A league's connection that is lost is tried again by hearing what was told."""
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
        """Look no longer."""
        self._timer.stop()
        if self._told is not None:
            self._told.setEnabled(False)


#: The dialog's size, in pixels at 100 %.
WIDE, HIGH = 720, 420


class OtherWindows(QObject):
    """Keeps a window up to date with the others of its league; `refresh` reads its page anew."""

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
        # Queued: the page first hears that its change wasn't stored, and keeps what was typed.
        services.overtaken.connect(self._show_difference, Qt.ConnectionType.QueuedConnection)

    def _others_wrote(self) -> None:
        """Store what is being typed before the page is read anew, and take games up where others
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
        """Show what another has changed of a group or a campaign; once that is closed it has been
        seen."""
        services = self._services
        workspace = services.workspace
        if self.dialog is not None and self.dialog.isVisible():
            return  # the field that lost the keyboard to it has tried again

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
    """Says that a group was changed by somebody else, and what is different."""

    def __init__(
        self, parent: QWidget, group: str, differences: list[Difference], theme: Theme
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Changed meanwhile"))
        self.title = sentence(_("{group} was changed in another window", group=group), "question")
        self.says = sentence(
            _(
                "Your own change wasn't stored. What you typed is still there: look at what is "
                "different now, then make your change again if it still fits."
            )
            if differences
            else _(
                "Your own change wasn't stored, and no figure of the group is different. What you "
                "typed is still there: make your change again."
            ),
            "",
        )
        heads = (_("Who"), _("What"), _("As you saw it"), _("Now"))
        self.table = Table(heads, _("What is different now"), theme, stretch=3, least_rows=2)
        self.table.rows.set_rows(difference_rows(differences))
        self.close_button = button(_("&Close"), self.accept, "first")
        layout = column(
            self.title, self.says, (self.table, 1), row(1, self.close_button), spacing=8, margin=16
        )
        self.setLayout(layout)
        theme.dress(self)
        room = parent.size()
        self.resize(min(theme.px(WIDE), room.width() - 20), min(theme.px(HIGH), room.height() - 20))
        self.close_button.setFocus()
