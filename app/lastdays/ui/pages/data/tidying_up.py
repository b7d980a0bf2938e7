"""What the size of the store is made of, and tidying it up: asked for, watched, stopped."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QProgressBar, QWidget

from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.drafts import RecordDrafts
from lastdays.campaign.folding import TidyOffers, TidyWish, preview, tidy_up
from lastdays.language import _, chained, decimal, ngettext
from lastdays.store.kept_backups import Reason
from lastdays.store.tidying import STOPPED_UNTIL, StoreSize, Tidied, TidyWatch, hold_room, size_of
from lastdays.ui.pages.data.tidy_panel import TidyPanel
from lastdays.ui.pages.data.words import size_in_words
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import allow, button, column, label, row

#: How wide the dialog is, in pixels at 100 %.
WIDE = 420


class TidyProgress(QDialog):
    """Says how far tidying up is, and can stop it."""

    stopped = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Tidying up"))
        self.setWindowModality(Qt.WindowModality.ApplicationModal)
        self.says = label(
            _(
                "A backup is made, then what you chose is tidied away. Nothing changes before the end."
            ),
            wrap=True,
        )
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(_("How far tidying up is"))
        self.stop_button = button(_("&Stop"), self.reject)
        self.setLayout(column(self.says, self.bar, row(1, self.stop_button), spacing=8, margin=16))

    def show_percent(self, percent: int) -> None:
        """Show how far it is; from a point on it is too late to stop."""
        self.bar.setValue(percent)
        allow(
            self.stop_button,
            percent < STOPPED_UNTIL and self.stop_button.isEnabled(),
            _("It is nearly done, and can't be stopped now"),
        )

    def reject(self) -> None:
        """Ask for a stop, as Esc does; the dialog goes once that has happened."""
        if self.stop_button.isEnabled():
            allow(self.stop_button, False, _("It is being stopped"))
            self.says.setText(_("Stopping…"))
            self.stopped.emit()


class TidyingUp(QObject):
    """Tidies the store up on the worker: a line about its size, a button that asks what is to go,
    and the panel in which that is ticked. `progressed` carries how far it is, in percent, `over`
    that it is done or was refused; `look` that the panel is wanted."""

    progressed = Signal(int)
    over = Signal()
    look = Signal()

    def __init__(self, services: Services, bar: QProgressBar) -> None:
        super().__init__(bar)  # nothing is told to whom the window took with it
        self._services = services
        self._rest = ExitStack()
        self._stop = threading.Event()
        self._asked: TidyWish | None = None
        self._dialog: TidyProgress | None = None
        self._check_bar = bar
        self.made_of = label("", wrap=True)
        self.tidy_button = button(
            _("Ti&dy up…"),
            self.look.emit,
            hint=_("Shows first what could go, and what would no longer be possible"),
        )
        self.panel = TidyPanel()
        self.panel.asked.connect(self._look_for)
        self.panel.wanted.connect(self.tidy_up)
        self.over.connect(self._ended)

    def refresh(self) -> None:
        """Show what the size is made of; that is read on the worker."""
        store = self._services.workspace.store
        allow(
            self.tidy_button,
            not store.read_only,
            _("Nothing changes in a store that can't be written"),
        )
        if self._dialog is None:
            self._services.work(lambda: size_of(store), self.show_size)

    def show_size(self, size: StoreSize) -> None:
        """Say what a size is made of."""
        each = size.histories / size.changes / 1024 if size.changes else 0.0
        histories = ngettext(
            "histories {size} ({n} change, {each} KB each)",
            "histories {size} ({n} changes, {each} KB each)",
            size.changes,
        ).format(size=size_in_words(size.histories), n=size.changes, each=decimal(each))
        parts = [histories] if size.changes else []
        for name, part in (
            (_("games at the table {size}"), size.table),
            (_("answers {size}"), size.answers),
            (_("portraits {size}"), size.portraits),
            (_("free {size}"), size.free),
        ):
            if part:
                parts.append(name.format(size=size_in_words(part)))
        self.made_of.setText(chained((size_in_words(size.whole), *parts)))

    # What could go

    def ask(self) -> None:
        """Ask what is to go."""
        now = datetime.fromisoformat(self._services.workspace.clock()).astimezone()
        self.panel.ask(now.date())

    def _look_for(self, wish: TidyWish) -> None:
        """Find out on the worker what could go."""
        self._asked = wish
        workspace = self._services.workspace

        def found() -> tuple[TidyWish, TidyOffers, StoreSize]:
            return wish, preview(workspace, wish), size_of(workspace.store)

        self._services.work(found, self._show_offers)

    def _show_offers(self, found: tuple[TidyWish, TidyOffers, StoreSize]) -> None:
        wish, offers, size = found
        if wish == self._asked:  # else something else was ticked meanwhile
            self.panel.show_offers(offers, size)

    # Doing

    def tidy_up(self, wish: TidyWish) -> None:
        """Tidy up on the worker, after a backup; nothing else can be done meanwhile."""
        services, workspace = self._services, self._services.workspace
        if not self._check_bar.isHidden() or self._dialog is not None:
            return  # the check goes on
        store, keeping = workspace.store, services.keeping
        place, stop = keeping.second_place, self._stop
        stop.clear()
        if not wish.empty:
            services.replaced.emit()
        self._show_dialog()
        self._rest.enter_context(store.resting())

        def job() -> tuple[TidyWish, Tidied, tuple[str, ...]]:
            try:
                hold_room(store)
                _made, faults = keeping.make(Reason.TIDY, place)
                keeping.backups.make(store.engine, Reason.TIDY)  # stops where there is none
                done = tidy_up(workspace, wish, TidyWatch(self.progressed.emit, stop.is_set))
                return wish, done, faults
            finally:
                self.over.emit()

        services.work(job, self._tidied)

    def _show_dialog(self) -> None:
        window = self.tidy_button.window()
        window.setEnabled(False)
        self._dialog = TidyProgress(window)
        self._services.theme.dress(self._dialog)
        self._dialog.setEnabled(True)
        self._dialog.setMinimumWidth(self._services.theme.px(WIDE))
        self._dialog.stopped.connect(self._stop.set)
        self.progressed.connect(self._dialog.show_percent)
        self._dialog.open()

    def _tidied(self, result: tuple[TidyWish, Tidied, tuple[str, ...]]) -> None:
        wish, tidied, faults = result
        services = self._services
        drafts = RecordDrafts(services.records)
        for campaign in wish.campaigns:
            services.ask(partial(drafts.discard, campaign))
        if not wish.empty:
            services.workspace.tell(*EVERYTHING)
            services.announce()
        said = _("Tidied up: {before} became {after}. It was backed up before.").format(
            before=size_in_words(tidied.before), after=size_in_words(tidied.after)
        )
        services.said.emit(said, "well")
        services.keeping.tell(faults)
        self.panel.left.emit()

    def _ended(self) -> None:
        """Let the window go on."""
        self._rest.close()
        window = self.tidy_button.window()
        window.setEnabled(True)
        if self._dialog is not None:
            self._dialog.done(0)
            self._dialog.deleteLater()
            self._dialog = None
        window.activateWindow()
        self.tidy_button.setFocus()
