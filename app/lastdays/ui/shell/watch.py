"""Notices what another process writes into the open store."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal

from lastdays.store import Store

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
        self._timer = QTimer(self)
        self._timer.setInterval(WATCH_MS)
        self._timer.timeout.connect(self.look)
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
        """Look now."""
        if self._store.shared:
            self._look_at_league()
            return
        if not self._store.is_in_place():
            self._say_displaced()
            return
        self._displaced = False
        self._compare()

    def _look_at_league(self) -> None:
        """Hear what was told; a connection that is lost is tried again by that."""
        self._compare()
        self._listen()
        if self._store.is_in_place():
            self._displaced = False
        else:
            self._say_displaced()

    def _say_displaced(self) -> None:
        if not self._displaced:
            self._displaced = True
            self.displaced.emit(self._store.displacement())

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
