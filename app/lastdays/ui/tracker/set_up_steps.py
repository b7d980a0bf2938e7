"""How an Encounter is set up, step by step: each beside its mark, over the lines it needs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QSizePolicy

from lastdays.language import _
from lastdays.ui.widgets.parts import clear, holder, label


class Steps(QScrollArea):
    """The sentences below each other, the lines of each below its first; they scroll where there
    are more than there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[str, ...] = ()
        self.grid = QGridLayout()
        self.grid.setContentsMargins(0, 0, 8, 0)
        self.grid.setHorizontalSpacing(8)
        self.grid.setVerticalSpacing(4)
        self.grid.setColumnStretch(1, 1)
        self.setWidget(holder(self.grid))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("How the Encounter is set up"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show these steps."""
        if tuple(lines) == self.lines:
            return
        self.lines = tuple(lines)
        clear(self.grid)
        top = Qt.AlignmentFlag.AlignTop
        for n, line in enumerate(lines):
            self.grid.setRowStretch(n, 0)
            number, said = label(str(n + 1), "heading"), label(line, wrap=True)
            self.grid.addWidget(number, n, 0, top)
            self.grid.addWidget(said, n, 1)
            for part in (number, said):
                part.show()
        self.grid.setRowStretch(len(self.lines), 1)
        self.verticalScrollBar().setValue(0)


__all__ = ["Steps"]
