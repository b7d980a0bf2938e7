"""A sentence over the foot of the page, that goes by itself or stays until it is closed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QFrame, QWidget

from lastdays.language import _
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.parts import button, label, said
from lastdays.ui.widgets.spoken_roles import announce

TOAST_MS = 7000
#: It keeps so far from the edges of what it lies over, in pixels, and is at most so wide.
GAP, WIDEST = 12, 760


class Toast(QFrame):
    """What was done or could not be done. It lies over the page, which never moves for it."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setProperty("kind", "toast")
        self.text = label("", wrap=True)
        self.text.setAccessibleName(_("Message"))
        self.offered = button("", self._take, "first")
        self.offered.hide()
        close = button(_("Close"), self._close, "quiet")
        self._words = said(self.text, self.offered, close, margin=12)
        self._offer: tuple[Callable[[], object], Callable[[], object]] | None = None
        self.setLayout(self._words)
        self.hide()
        over.installEventFilter(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TOAST_MS)
        self._timer.timeout.connect(self.hide)

    def say(self, text: str, kind: str) -> None:
        """Say a sentence; harm stays until it is closed, nothing takes the last one away. What is
        offered stays as well."""
        if not text:
            self.setVisible(self._offer is not None)
            return
        self.text.setText(text)
        restyle(self.text, kind=kind)
        self.show()
        self._place()
        announce(self.text, text, urgent=kind == "harm")
        if kind == "harm" or self._offer is not None:
            self.stay()
        else:
            self._timer.start()

    def offer(
        self, words: str, take: Callable[[], object] = int, leave: Callable[[], object] = int
    ) -> None:
        """Offer something beside what is said, until it is taken or left; no words end that."""
        self._offer = (take, leave) if words else None
        self.offered.setText(words)
        self.offered.setVisible(bool(words))
        self.stay()
        if self.isVisible():
            self._place()

    def _take(self) -> None:
        if self._offer is not None:
            self._offer[0]()

    def _close(self) -> None:
        self.hide()
        if self._offer is not None:
            self._offer[1]()

    def stay(self) -> None:
        """Leave what is said where it is."""
        self._timer.stop()

    def _place(self) -> None:
        over = self._over
        width = min(over.width() - 2 * GAP, max(WIDEST, over.width() * 3 // 5))
        height = self._words.totalHeightForWidth(width)
        self.setGeometry(GAP, over.height() - height - GAP, width, height)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False
