"""What a screen reader is told of a tap: what came of it, what is due now, what is asked."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken

from lastdays.ui.widgets.spoken_roles import announce

Part = Literal["outcome", "due", "question"]
#: In this order it is heard.
ORDER: tuple[Part, ...] = ("outcome", "due", "question")


class Telling(QObject):
    """Tells it once all is shown and the keyboard is where it stays: what has it now would be read
    in the middle of a sentence."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._parts: dict[Part, tuple[QWidget, str]] = {}

    def tell(self, part: Part, widget: QWidget, text: str) -> None:
        """Tell something soon; what was to be told in its place is past."""
        if not self._parts:
            QTimer.singleShot(0, self, self._wait)
        self._parts[part] = (widget, text)

    def _wait(self) -> None:
        """Let what takes the keyboard late take it first."""
        QTimer.singleShot(0, self, self._tell)

    def _tell(self) -> None:
        parts, self._parts = self._parts, {}
        for part in ORDER:
            widget, text = parts.get(part, (None, ""))
            if widget is not None and text and Shiboken.isValid(widget):  # a form may be gone again
                announce(widget, text)
