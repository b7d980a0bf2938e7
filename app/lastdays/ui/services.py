"""What the pages work with: the actions of `campaign`, and news of what changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from lastdays.campaign.campaigns import Campaigns
from lastdays.campaign.desk import Desk
from lastdays.campaign.groups import Groups
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.rules.dice import RandomSource
from lastdays.store import Store
from lastdays.ui.theme import Theme

if TYPE_CHECKING:
    from lastdays.campaign.games import Games

T = TypeVar("T")


class _Backup(QRunnable):
    """A backup of the whole store, away from the window's thread."""

    def __init__(self, store: Store, target: Path, services: Services) -> None:
        super().__init__()
        self.store = store
        self.target = target
        self.services = services

    def run(self) -> None:
        try:
            self.store.backup(self.target)
        except LastDaysError as error:
            self.services.said.emit(str(error), "harm")
        else:
            self.services.said.emit(_("Backed up to {file}.").format(file=self.target), "well")


class Services(QObject):
    """The actions of one open store.

    `changed` says that the store is not what it was; `said` carries a sentence and its kind
    ('harm', 'well', ''); `go` asks the window for a page, by name and id; `wrote` says that
    something was stored that no page has to show anew.
    """

    changed = Signal()
    said = Signal(str, str)
    go = Signal(str, str)
    wrote = Signal()

    def __init__(self, desk: Desk, source: RandomSource, theme: Theme) -> None:
        super().__init__()
        self.desk = desk
        self.catalogue = desk.catalogue
        self.campaigns = Campaigns(desk)
        self.groups = Groups(desk)
        self.source = source
        self.theme = theme
        self._backups = QThreadPool(self)
        self._backups.setMaxThreadCount(1)

    @cached_property
    def games(self) -> Games:
        """Records and sequences; the procedures are read when they are first wanted."""
        from lastdays.campaign.games import Games

        return Games(self.desk, self.source)

    def do(self, action: Callable[[], T], done: str = "") -> T | None:
        """Runs an action; says in a sentence why it could not be done. None where it was not."""
        try:
            result = action()
        except LastDaysError as error:
            self.said.emit(str(error), "harm")
            return None
        self.said.emit(done, "well")  # no words: what was said before is past
        self.changed.emit()
        return result

    def quietly(self, action: Callable[[], object]) -> None:
        """Stores something that is on the screen already."""
        try:
            action()
        except LastDaysError as error:
            self.said.emit(str(error), "harm")
        self.wrote.emit()

    def done(self, action: Callable[[], object], text: str = "") -> bool:
        """Like `do`, for actions that return nothing: whether it went well."""
        return self.do(lambda: (action(), True)[1], text) is True

    def back_up(self, target: Path) -> None:
        """Writes a backup on the worker and says so when it is done."""
        self._backups.start(_Backup(self.desk.store, target, self))

    def wait(self) -> None:
        """Waits for the worker, before the store is closed."""
        self._backups.waitForDone()

    def ask(self, question: Callable[[], T]) -> T | None:
        """Reads something; says why it could not be read."""
        try:
            return question()
        except LastDaysError as error:
            self.said.emit(str(error), "harm")
            return None
