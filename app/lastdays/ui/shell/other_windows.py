"""Several windows on one league: what others store is shown, and nobody writes over it unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from lastdays.campaign.campaign_diff import campaign_at, compare_campaigns
from lastdays.campaign.group_diff import Difference, compare
from lastdays.campaign.meanwhile import CampaignOvertakenError, DocumentOvertakenError
from lastdays.language import _
from lastdays.ui.models.rows import RowModel
from lastdays.ui.pages.data.restore_panel import difference_row
from lastdays.ui.services import Services
from lastdays.ui.shell.keyboard import Keyboard
from lastdays.ui.shell.pages import Pages
from lastdays.ui.shell.watch import StoreWatch
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import button, column, label, row
from lastdays.ui.widgets.table import Table

if TYPE_CHECKING:
    from lastdays.ui.tracker.session_page import SessionPage

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
        stored = self._services.ask(lambda: self._services.sessions.tracker(session.id))
        if stored is None:
            page.forget()
        elif (stored.head, stored.ended, stored.recorded) != (
            session.head,
            session.ended,
            session.recorded,
        ):
            page.control.open(stored)
            page.refresh()

    def _show_difference(self, error: DocumentOvertakenError) -> None:
        """Show what another has changed of a group or a campaign; once that is closed it has been
        seen."""
        services = self._services
        workspace = services.workspace
        if self.dialog is not None and self.dialog.isVisible():
            return  # the field that lost the keyboard to it has tried again

        on_campaign = isinstance(error, CampaignOvertakenError)
        noted = workspace.seen_campaigns if on_campaign else workspace.seen

        def differences() -> list[Difference]:
            if on_campaign:
                then, since = (campaign_at(workspace, at) for at in (error.seen, error.now))
                return compare_campaigns(then, since, services.catalogue)
            before, after = (workspace.group_at(at) for at in (error.seen, error.now))
            return compare(before, after, services.catalogue)

        found = services.ask(differences)
        if found is None:
            services.said.emit(str(error), "harm")
            noted.told(error.id, error.now)
            return
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = DifferenceDialog(self._window, error.name, found, services.theme)

        def told() -> None:
            noted.told(error.id, error.now)
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
        self.title = label(
            _("{group} was changed in another window").format(group=group), "question", wrap=True
        )
        self.says = label(
            _(
                "Your own change wasn't stored. What you typed is still there: look at what is "
                "different now, then make your change again if it still fits."
            )
            if differences
            else _(
                "Your own change wasn't stored, and no figure of the group is different. What you "
                "typed is still there: make your change again."
            ),
            wrap=True,
        )
        self.model = RowModel((_("Who"), _("What"), _("As you saw it"), _("Now")))
        self.table = Table(self.model, _("What is different now"), theme, stretch=3, least_rows=2)
        self.model.set_rows([difference_row(n, found) for n, found in enumerate(differences)])
        self.close_button = button(_("&Close"), self.accept, "first")
        layout = column(
            self.title, self.says, self.table, row(1, self.close_button), spacing=8, margin=16
        )
        layout.setStretch(2, 1)
        self.setLayout(layout)
        theme.dress(self)
        room = parent.size()
        self.resize(min(theme.px(WIDE), room.width() - 20), min(theme.px(HIGH), room.height() - 20))
        self.close_button.setFocus()
