"""One window for a store: a program that is started on it again hands its file to the window that is
open, and ends.

What is said is one line each way: the path of a file, as JSON, and that it was taken.
"""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

#: How long the window is tried and waited for. It answers once it has nothing else to do.
CONNECT_MS = 300
ANSWER_MS = 3_000
#: How long a caller may take to say a line.
_LINE_MS = 2_000
#: The most bytes of a line, and the most callers at a time.
LINE_MOST = 32 * 1024
CALLERS_MOST = 8
#: The most letters of a path.
_PATH_MOST = 4_096
_FILE = "file"
_TAKEN = b"taken\n"


def hand_over(address: str, file: Path | None) -> bool:
    """Have the window at an address come forward and open a file, if one is given; return whether it
    does."""
    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(CONNECT_MS):
        return False
    path = "" if file is None else str(file.absolute())
    line = json.dumps({_FILE: path}).encode() + b"\n"
    socket.write(line)
    socket.flush()
    while not socket.canReadLine():
        if not socket.waitForReadyRead(ANSWER_MS):
            return False
    answer = bytes(socket.readLine(LINE_MOST).data())
    socket.abort()
    return answer == _TAKEN


class Receiver(QObject):
    """Listens at an address for programs that are started again. `asked` carries the path of the file
    that one was given, None for none."""

    file_received = Signal(object)

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._callers: set[QLocalSocket] = set()
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)

    def listen(self) -> bool:
        """Begin to listen, unless another window does at this address; return whether it does. A socket
        that a killed window left is replaced."""
        probe = QLocalSocket()
        probe.connectToServer(self._address)
        if probe.waitForConnected(CONNECT_MS):
            probe.abort()
            return False
        QLocalServer.removeServer(self._address)
        return self._server.listen(self._address)

    def close(self) -> None:
        """Listen no longer."""
        self._server.close()
        for caller in list(self._callers):
            caller.abort()

    def _greet(self) -> None:
        """Take what waits; more callers than there can be are sent away."""
        while self._server.hasPendingConnections():
            caller = self._server.nextPendingConnection()
            caller.disconnected.connect(self._forget)
            if len(self._callers) >= CALLERS_MOST:
                caller.abort()
                continue
            self._callers.add(caller)
            caller.setReadBufferSize(LINE_MOST)
            caller.readyRead.connect(self._read)
            QTimer.singleShot(_LINE_MS, caller, caller.abort)

    def _read(self) -> None:
        caller = self.sender()
        if not isinstance(caller, QLocalSocket):
            return
        if not caller.canReadLine():
            if caller.bytesAvailable() >= LINE_MOST:
                caller.abort()
            return
        line = bytes(caller.readLine(LINE_MOST).data())
        caller.readyRead.disconnect(self._read)
        try:
            file = file_in(line)
        except ValueError:
            caller.abort()
            return
        caller.write(_TAKEN)
        caller.flush()
        caller.disconnectFromServer()
        self.file_received.emit(file)

    def _forget(self) -> None:
        caller = self.sender()
        if isinstance(caller, QLocalSocket):
            self._callers.discard(caller)
            caller.deleteLater()


def file_in(line: bytes) -> Path | None:
    """Return the path that a line names, None for no file. Raises ValueError for anything else."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError from error
    match message:
        case {"file": ""}:
            return None
        case {"file": str(path)} if len(path) <= _PATH_MOST and Path(path).is_absolute():
            if "\0" in path:
                raise ValueError
            return Path(path)
        case _:
            raise ValueError
