"""Keeps the screen awake during a game, where the desktop supports it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import subprocess
import sys

#: Windows: what follows holds until it is taken back.
_CONTINUOUS = 0x80000000
#: Windows: keep the system on.
_SYSTEM = 0x00000001
#: Windows: keep the display on.
_DISPLAY = 0x00000002

_CONNECTION = "lastdays-awake"
_REASON = "a game is on"


class Awake:
    """Asks the desktop to stay awake: freedesktop ScreenSaver, Windows or macOS."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self.on = False

    def keep_awake(self) -> None:
        """Keep the screen awake."""
        if self.on:
            return
        self.on = True
        with contextlib.suppress(Exception):
            if sys.platform == "win32":
                _set_state_on_windows(_CONTINUOUS | _SYSTEM | _DISPLAY)
            elif sys.platform == "darwin":
                self._process = subprocess.Popen(["caffeinate", "-d", "-w", str(os.getpid())])
            else:
                _inhibit()

    def let_sleep(self) -> None:
        """Let the screen sleep again."""
        if not self.on:
            return
        self.on = False
        with contextlib.suppress(Exception):
            if sys.platform == "win32":
                _set_state_on_windows(_CONTINUOUS)
            elif self._process is not None:
                self._process.terminate()
            else:
                _uninhibit()


def _set_state_on_windows(flags: int) -> None:
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - only there on Windows
    kernel.SetThreadExecutionState(flags)


def _inhibit() -> None:
    """Ask the desktop, which forgets it when this connection closes."""
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return
    # late: only a desktop with a session bus has a use for it
    from PySide6.QtDBus import QDBusConnection, QDBusMessage

    bus = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, _CONNECTION)
    if not bus.isConnected():
        return
    service = "org.freedesktop.ScreenSaver"
    path = "/org/freedesktop/ScreenSaver"
    message = QDBusMessage.createMethodCall(service, path, service, "Inhibit")
    message.setArguments(["lastdays", _REASON])
    bus.send(message)  # without waiting for an answer: a desktop may be slow, or have none


def _uninhibit() -> None:
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return
    # late: as above
    from PySide6.QtDBus import QDBusConnection

    QDBusConnection.disconnectFromBus(_CONNECTION)
