"""Whether the system asks programs for less motion."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from pathlib import Path

from PySide6.QtCore import QSettings

#: Windows: whether windows are animated.
_GET_CLIENT_AREA_ANIMATION = 0x1042
#: The settings of a Mac's accessibility, in the user's home folder.
_MAC_SETTINGS = "~/Library/Preferences/com.apple.universalaccess.plist"
#: The settings that desktops of Linux tell every program, each with the value that asks for less.
_OF_DESKTOPS = (
    ("org.freedesktop.appearance", "reduced-motion", 1),
    ("org.gnome.desktop.interface", "enable-animations", False),
)
_PORTAL = "org.freedesktop.portal.Desktop"
_PORTAL_PATH = "/org/freedesktop/portal/desktop"
_PORTAL_SETTINGS = "org.freedesktop.portal.Settings"
#: How long a desktop is waited for.
_ANSWER_MS = 500


def asks_for_less_motion() -> bool:
    """Return whether the system asks for less motion; False where it doesn't say. A desktop may take
    half a second to answer."""
    with contextlib.suppress(Exception):
        if sys.platform == "win32":
            return not _windows_animates()
        if sys.platform == "darwin":
            file = Path(_MAC_SETTINGS).expanduser()
            settings = QSettings(str(file), QSettings.Format.NativeFormat)
            return str(settings.value("reduceMotion", "")).casefold() in ("true", "1")
        return _desktop_asks()
    return False


def _windows_animates() -> bool:
    user = getattr(ctypes, "windll").user32  # noqa: B009 - only there on Windows
    animates = ctypes.c_int(1)
    user.SystemParametersInfoW(_GET_CLIENT_AREA_ANIMATION, 0, ctypes.byref(animates), 0)
    return bool(animates.value)


def _desktop_asks() -> bool:
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return False
    return any(_setting(group, name) == asking for group, name, asking in _OF_DESKTOPS)


def _setting(group: str, name: str) -> object:
    """Return a setting of the desktop, None if it has no such."""
    # late: only a desktop with a session bus has a use for it
    from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage, QDBusVariant

    question = QDBusMessage.createMethodCall(_PORTAL, _PORTAL_PATH, _PORTAL_SETTINGS, "Read")
    question.setArguments([group, name])
    bus = QDBusConnection.sessionBus()
    answer = bus.call(question, QDBus.CallMode.Block, _ANSWER_MS)
    if answer.type() != QDBusMessage.MessageType.ReplyMessage:
        return None
    value = answer.arguments()[0]
    while isinstance(value, QDBusVariant):
        value = value.variant()
    return value
