"""Notices what another process writes into the open store."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from lastdays.store import Store
from lastdays.store.store import out_of_place

WATCH_MS = 1000


class StoreWatch(QObject):
    """Looks every second; `written` says that another process has written, `displaced`, once, that
    the file is not at its path any more."""

    written = Signal()
    displaced = Signal(str)

    def __init__(self, store: Store, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._displaced = False
        self._version = store.data_version()
        self._timer = QTimer(self)
        self._timer.setInterval(WATCH_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def note(self) -> None:
        """Note all that was written until now as known."""
        self._version = self._store.data_version()

    def look(self) -> None:
        """Look now."""
        if not self._store.is_in_place():
            if not self._displaced:
                self._displaced = True
                self.displaced.emit(out_of_place(self._store.path))
            return
        self._displaced = False
        version = self._store.data_version()
        if version != self._version:
            self._version = version
            self.written.emit()

    def leave(self) -> None:
        """Look no longer."""
        self._timer.stop()
