"""Notes of which one line is seen, and more while they are written."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent

from lastdays.ui.theme import Theme
from lastdays.ui.widgets.notes import NotesEdit

#: Heights at 100 %: folded, written in, and where there is room for all.
FOLDED, UNFOLDED, ROOMY = 36, 96, 120


class FoldedNotes(NotesEdit):
    """Notes of a line, which take more room while the keyboard is in them."""

    def __init__(self, name: str, theme: Theme) -> None:
        super().__init__(name, theme=theme)
        self._theme = theme
        self._roomy = False
        theme.changed.connect(self.fold)
        self.fold()

    def make_roomy(self, roomy: bool) -> None:
        """Show several lines always, or only while they are written."""
        self._roomy = roomy
        self.fold()

    def fold(self) -> None:
        """Take the room that is due."""
        high = ROOMY if self._roomy else UNFOLDED if self.hasFocus() else FOLDED
        self.setFixedHeight(self._theme.px(high))
        bars = Qt.ScrollBarPolicy
        folded = high == FOLDED
        self.setVerticalScrollBarPolicy(
            bars.ScrollBarAlwaysOff if folded else bars.ScrollBarAsNeeded
        )

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.fold()

    def focusOutEvent(self, event: object) -> None:
        super().focusOutEvent(event)
        self.fold()
