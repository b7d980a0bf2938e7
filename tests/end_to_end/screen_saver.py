"""A stand-in for the desktop's screen saver, on a bus of its own: what it is asked, and for how
long. Prints the request, then how many connections there are while awake and afterwards."""

from __future__ import annotations

import time

from PySide6.QtCore import ClassInfo, QCoreApplication, QObject, Slot
from PySide6.QtDBus import QDBusConnection

from lastdays.ui.tracker.awake import Awake

NAME, PATH = "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"
asked: list[str] = []


@ClassInfo({"D-Bus Interface": NAME})  # type: ignore[call-arg]
class Saver(QObject):  # type: ignore[operator]
    """Notes who asks."""

    @Slot(str, str, result=int)
    def Inhibit(self, who: str, why: str) -> int:
        asked.append(f"{who}: {why}")
        return 7


def connections(bus: QDBusConnection, wanted: int) -> int:
    """How many there are, once they are as many as wanted or a second is over."""
    found = -1
    for _try in range(100):
        app.processEvents()
        names = bus.interface().registeredServiceNames().value()
        found = sum(str(n).startswith(":") for n in names)
        if found == wanted:
            break
        time.sleep(0.01)
    return found


app = QCoreApplication([])
bus = QDBusConnection.sessionBus()
saver = Saver()
assert bus.registerObject(PATH, saver, QDBusConnection.RegisterOption.ExportAllSlots)
assert bus.registerService(NAME)
before = connections(bus, 1)
awake = Awake()
awake.keep_awake()
during = connections(bus, before + 1)
for _try in range(100):
    app.processEvents()
    if asked:
        break
    time.sleep(0.01)
awake.let_sleep()
print(asked, before, during, connections(bus, before))
