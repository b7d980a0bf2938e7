"""What goes to a printer or into pictures: how far it is, a way to stop it, how it ended."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Generic, TypeVar

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.ui.services import Services
from lastdays.ui.widgets.paper import Told
from lastdays.ui.widgets.parts import OneLine, button, row

T = TypeVar("T")


class Sending(QWidget):
    """One job at a time, on a worker of its own; it goes on while another page is looked at.

    `changed`: a job has begun or ended.
    """

    changed = Signal()
    stepped = Signal(int)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self._services = services
        self._stop = Event()
        self.busy = False
        self.state = OneLine("faint")
        self.progress = QProgressBar()
        self.progress.setAccessibleName(_("Progress of printing"))
        self.progress.setFixedWidth(services.theme.px(110))
        self.stop_button = button(_("Stop printing"), self._stop.set, "quiet")
        line = row(self.state, self.progress, self.stop_button)
        line.setStretch(0, 1)
        self.setLayout(line)
        self.stepped.connect(self.progress.setValue)
        self._show(False)

    def sizeHint(self) -> QSize:
        """Return the room that its parts need, seen or not: nothing moves as they come."""
        hint = super().sizeHint()
        height = hint.height()
        for part in (self.progress, self.stop_button):
            part.ensurePolished()
            height = max(height, part.sizeHint().height(), part.minimumSizeHint().height())
        return QSize(hint.width(), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def run(
        self, job: Callable[[Told], T], done: Callable[[T], str], words: str, total: int
    ) -> None:
        """Begin a job of so many steps; `done` is called with its result, and says how it went."""
        self._stop = stop = Event()
        self.state.setText(words)
        self.progress.setRange(0, total if total > 1 else 0)
        self.progress.setValue(0)

        def told(steps: int) -> bool:
            self.stepped.emit(steps)
            return not stop.is_set()

        self._show(True)
        self._services.work(lambda: job(told), _Ended(self, done), paper=True)

    def ended(self, words: str) -> None:
        """Say how a job ended, here and wherever somebody is looking now."""
        self.state.setText(words)
        self._show(False)

    def refused(self, error: LastDaysError) -> None:
        """Say why a job came to nothing."""
        self.ended(str(error))
        self._services.said.emit(str(error), "harm")

    def _show(self, busy: bool) -> None:
        self.busy = busy
        self.progress.setVisible(busy)
        self.stop_button.setVisible(busy)
        self.changed.emit()


class _Ended(Generic[T]):
    """Is told when the worker is done."""

    def __init__(self, sending: Sending, done: Callable[[T], str]) -> None:
        self.page = sending
        self._done = done

    def __call__(self, result: T) -> None:
        self.page.ended(self._done(result))

    def failed(self, error: LastDaysError) -> None:
        """Pass on why there is no result."""
        self.page.refused(error)
