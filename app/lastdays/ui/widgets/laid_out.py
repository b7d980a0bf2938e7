"""Laying out what has changed before it is painted, so that it is painted once.

Left to itself Qt paints what is there, lays out what came up meanwhile, and paints it again.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QWidget


def lay_out() -> None:
    """Lay out now all that has changed."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)


class LaidOutFirst(QObject):
    """Lays out what has changed in a window once all of an act is done: before it is painted."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.installEventFilter(self)

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        """See to it that what is painted is where it belongs."""
        if event.type() == QEvent.Type.UpdateRequest:
            lay_out()
            lay_out()  # what was asked for meanwhile, of which Qt passes over some
        return False
