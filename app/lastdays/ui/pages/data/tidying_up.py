"""What the size of the store is made of, and the button that gives back what nothing needs."""

from __future__ import annotations

from contextlib import ExitStack

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QProgressBar

from lastdays.language import _, ngettext
from lastdays.store.kept_backups import Reason
from lastdays.store.tidying import StoreSize, Tidied, TidyWatch, hold_room, size_of, tidy
from lastdays.ui.pages.data.words import size_in_words
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import allow, button, label


class TidyingUp(QObject):
    """Tidies the store up on the worker: a line about its size, a button, and a bar that it shares
    with the check. `progressed` carries how far that is, in percent, `over` that it is done or was
    refused."""

    progressed = Signal(int)
    over = Signal()

    def __init__(self, services: Services, bar: QProgressBar) -> None:
        super().__init__(bar)  # nothing is told to whom the window took with it
        self._services = services
        self._rest = ExitStack()
        self._called = ""
        self.made_of = label("", wrap=True)
        self.tidy_button = button(
            _("Ti&dy up"),
            self.tidy_up,
            hint=_("Gives back room that nothing needs; backs up first, and undo stays as it is"),
        )
        self.bar = bar
        self.progressed.connect(self.bar.setValue)
        self.over.connect(self._ended)

    def refresh(self) -> None:
        """Show what the size is made of; that is read on the worker."""
        store = self._services.workspace.store
        allow(
            self.tidy_button,
            not store.read_only,
            _("Nothing changes in a store that can't be written"),
        )
        if self.bar.isHidden():
            self._services.work(lambda: size_of(store), self.show_size)

    def show_size(self, size: StoreSize) -> None:
        """Say what a size is made of."""
        each = size.histories / size.changes / 1024 if size.changes else 0.0
        histories = ngettext(
            "histories {size} ({n} change, {each} KB each)",
            "histories {size} ({n} changes, {each} KB each)",
            size.changes,
        ).format(size=size_in_words(size.histories), n=size.changes, each=f"{each:.1f}")
        parts = [histories] if size.changes else []
        for name, part in (
            (_("games at the table {size}"), size.table),
            (_("answers {size}"), size.answers),
            (_("portraits {size}"), size.portraits),
            (_("free {size}"), size.free),
        ):
            if part:
                parts.append(name.format(size=size_in_words(part)))
        self.made_of.setText("; ".join((size_in_words(size.whole), *parts)))

    def tidy_up(self) -> None:
        """Tidy up on the worker, after a backup; nothing else can be done meanwhile."""
        services, store = self._services, self._services.workspace.store
        if not self.bar.isHidden():
            return  # the check goes on
        keeping, told = services.keeping, self.progressed.emit
        place = keeping.second_place
        self.bar.setValue(0)
        self._called = self.bar.accessibleName()
        self.bar.setAccessibleName(_("How far tidying up is"))
        self.bar.show()
        services.said.emit(_("Tidying up…"), "")
        self.tidy_button.window().setEnabled(False)
        self._rest.enter_context(store.resting())

        def job() -> tuple[Tidied, tuple[str, ...]]:
            try:
                hold_room(store)
                _made, faults = keeping.make(Reason.TIDY, place)
                keeping.backups.make(store.engine, Reason.TIDY)  # stops where there is none
                return tidy(store, TidyWatch(told)), faults
            finally:
                self.over.emit()

        services.work(job, self._tidied)

    def _tidied(self, result: tuple[Tidied, tuple[str, ...]]) -> None:
        tidied, faults = result
        said = _("Tidied up: {before} became {after}. It was backed up before.").format(
            before=size_in_words(tidied.before), after=size_in_words(tidied.after)
        )
        self._services.said.emit(said, "well")
        self._services.keeping.tell(faults)

    def _ended(self) -> None:
        """Let the window go on."""
        self._rest.close()
        self.bar.hide()
        self.bar.setAccessibleName(self._called)
        self.tidy_button.window().setEnabled(True)
        self.tidy_button.setFocus()
