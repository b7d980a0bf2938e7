"""Backups that the window makes by itself, and the second place that gets a copy of each."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QSettings, Signal

from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.store.kept_backups import Backups, KeptBackup, Reason

T = TypeVar("T")
#: Under which name the settings have the second place.
SECOND_PLACE = "second_place"


class Safekeeping(QObject):
    """Makes backups without being asked. One that fails is said, and stops nothing.

    `work` runs a job on the worker, and gives its result to a call in the window's thread; `say`
    shows a sentence. `made` says that there may be another backup.
    """

    made = Signal()

    def __init__(
        self,
        workspace: Workspace,
        work: Callable[[Callable[[], object], Callable[[object], object]], None],
        say: Callable[[str, str], object],
    ) -> None:
        super().__init__()
        self.settings: QSettings | None = None
        self._workspace = workspace
        self._work = work
        self._say = say
        self._one_at_a_time = threading.Lock()
        self._second: Path | None = None
        self._said: set[str] = set()

    @property
    def backups(self) -> Backups:
        """Return the backups of the open store."""
        return Backups(self._workspace.store.path)

    @property
    def second_place(self) -> Path | None:
        """Return the folder that gets a copy of each backup too; None where none is chosen."""
        if self.settings is None:
            return self._second
        text = str(self.settings.value(SECOND_PLACE, ""))
        return Path(text) if text else None

    def choose_second_place(self, folder: Path | None) -> None:
        """Have copies go to a folder too, or to none."""
        self._second = folder
        self._said.clear()
        if self.settings is not None:
            self.settings.setValue(SECOND_PLACE, "" if folder is None else str(folder))
            self.settings.sync()

    def at_start(self) -> None:
        """Back up what has changed since the last time, unless there is nothing to lose yet."""
        if any(not campaign.deleted for campaign in self._workspace.campaigns()):
            self.soon(Reason.START)

    def soon(
        self, reason: Reason, done: Callable[[KeptBackup | None], object] | None = None
    ) -> None:
        """Make a backup on the worker; `done` is given what was made, None where nothing had to be
        or it failed."""
        place = self.second_place

        def finished(result: object) -> None:
            assert isinstance(result, tuple)
            made, faults = result
            self.tell(faults)
            if done is not None and not faults:
                done(made)

        self._work(lambda: self.make(reason, place), finished)

    def first(self, reason: Reason, act: Callable[[], T]) -> T:
        """Make a backup before an act that may be regretted, then act; its result."""
        _made, faults = self.make(reason, self.second_place)
        result = act()
        self.tell(faults)
        return result

    def make(self, reason: Reason, place: Path | None) -> tuple[KeptBackup | None, tuple[str, ...]]:
        """Make a backup, if anything has changed, and copy it; what went wrong in sentences.

        Nothing changes in a store that can only be read.
        """
        if self._workspace.store.read_only:
            return None, ()
        backups, faults = self.backups, []
        made: KeptBackup | None = None
        with self._one_at_a_time:
            try:
                made = backups.make(self._workspace.store.engine, reason)
            except LastDaysError as error:
                faults.append(str(error))
            try:
                if place is not None:
                    backups.copy_latest(place, made)
            except LastDaysError as error:
                faults.append(str(error))
        return made, tuple(faults)

    def tell(self, faults: tuple[str, ...]) -> None:
        """Say what went wrong, each thing once until it is well again."""
        new = [fault for fault in faults if fault not in self._said]
        self._said = set(faults)
        if new:
            self._say("\n".join(new), "harm")
        self.made.emit()
