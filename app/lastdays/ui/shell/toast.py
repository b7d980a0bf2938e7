"""A sentence below the page, that goes by itself or stays until it is closed."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame

from lastdays.language import _
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.parts import button, label, said

TOAST_MS = 7000


class Toast(QFrame):
    """What was done or could not be done."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "toast")
        self.text = label("", wrap=True)
        self.text.setAccessibleName(_("Message"))
        close = button(_("Close"), self.hide, "quiet")
        self.setLayout(said(self.text, close, margin=12))
        self.hide()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TOAST_MS)
        self._timer.timeout.connect(self.hide)

    def say(self, text: str, kind: str) -> None:
        """Say a sentence; harm stays until it is closed, nothing takes the last one away."""
        if not text:
            self.hide()
            return
        self.text.setText(text)
        restyle(self.text, kind=kind)
        self.show()
        if kind == "harm":
            self.stay()
        else:
            self._timer.start()

    def stay(self) -> None:
        """Leave what is said where it is."""
        self._timer.stop()
