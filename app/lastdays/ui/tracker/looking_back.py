"""Looking back in a session: the log beside the board, the table as it was."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from lastdays.language import ngettext
from lastdays.ui.tracker.arrangement import Arrangement
from lastdays.ui.tracker.control import Control
from lastdays.ui.tracker.log import LogPanel


class LookingBack(QObject):
    """Opens the log and looks at what is chosen in it. `looked`: the table is another one now;
    `closed`: the game as it is now is back."""

    looked = Signal()
    closed = Signal()

    def __init__(self, control: Control, log: LogPanel, arrangement: Arrangement) -> None:
        super().__init__(arrangement)
        self.control = control
        self.log = log
        self.arrangement = arrangement
        log.hide()
        log.closed.connect(self.close)
        log.looked.connect(self._look_at)
        log.went.connect(control.go_back_to)
        log.forward.connect(control.go_forward)

    def toggle(self) -> None:
        """Open the log beside the board, or close it."""
        session = self.control.session
        if self.log.isVisible():
            self.close()
        elif session is not None:
            self.control.looking = None
            self.log.show_session(session)
            self.arrangement.show_log(True)
            self.log.table.setFocus()

    def close(self) -> None:
        """Go back to the game as it is now."""
        if not self.log.isHidden():
            self.control.looking = None
            self.arrangement.show_log(False)
            self.closed.emit()

    def _look_at(self, count: int) -> None:
        if self.control.session is None or not self.log.isVisible():
            return
        ago = self.control.look_at(count)
        text = ngettext(
            "The table as it was then, {n} tap ago.",
            "The table as it was then, {n} taps ago.",
            ago,
        )
        self.log.say(text.format(n=ago) if ago > 0 else "")
        self.looked.emit()
