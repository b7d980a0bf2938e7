"""How an Encounter is set up, step by step: each beside its mark, over the lines it needs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QSizePolicy

from lastdays.language import _
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import UNBOUNDED, clear, holder, label

#: Between steps, and before the sentence of one, in pixels.
BETWEEN, BESIDE = 4, 8
#: The least height where they may scroll, in lines.
LEAST = 3


class Steps(QScrollArea):
    """The sentences below each other, the lines of each below its first.

    They scroll where there are more than there is room for, unless the page itself does. They take
    no more room than the longest of them need, so that what stands below stays close by and where
    it is.
    """

    def __init__(self, theme: Theme, longest: Sequence[Sequence[str]]) -> None:
        """Make it for these set-ups."""
        super().__init__()
        self.theme = theme
        self.lines: tuple[str, ...] = ()
        self._all = tuple(tuple(lines) for lines in longest)
        #: The width and the size of letters that the longest were measured at, and how high they are.
        self._measured = (0, 0), 0
        #: The first step, by whose letters all are measured.
        self._first: tuple[QLabel, QLabel] | None = None
        self.grid = QGridLayout()
        self.grid.setContentsMargins(0, 0, BESIDE, 0)
        self.grid.setHorizontalSpacing(BESIDE)
        self.grid.setVerticalSpacing(BETWEEN)
        self.grid.setColumnStretch(1, 1)
        self._inside = holder(self.grid)
        self.setWidget(self._inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("How the Encounter is set up"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self._fit)
        theme.reshaped.connect(self._fit)

    def minimumSizeHint(self) -> QSize:
        """Ask for all of it where the page scrolls."""
        high = self.fontMetrics().lineSpacing() * LEAST
        return QSize(self.theme.px(120), self._high(self.lines) if self.theme.narrow else high)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        """Take the room that the longest need, or what these do where the page scrolls."""
        here = self._high(self.lines)
        self._inside.setMinimumHeight(here)  # its layout would ask for that of a narrower one
        self.setMaximumHeight(here if self.theme.narrow else max(here, self._longest()))
        self.updateGeometry()

    def _longest(self) -> int:
        size = self.width(), self.theme.percent
        if size != self._measured[0] and self._first is not None:
            self._measured = size, max(map(self._high, self._all), default=0)
        return self._measured[1]

    def _high(self, lines: Sequence[str]) -> int:
        """Return how high steps are in the width there is, in pixels."""
        if self._first is None:
            return 0
        number, said = self._first
        number.ensurePolished()
        said.ensurePolished()
        least, metrics = number.sizeHint(), said.fontMetrics()
        measure = QRect(0, 0, max(1, self.width() - least.width() - 2 * BESIDE), UNBOUNDED)
        wrap = int(Qt.TextFlag.TextWordWrap)
        high = (metrics.boundingRect(measure, wrap, line).height() for line in lines)
        return sum(max(least.height(), one) + BETWEEN for one in high) + 2

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show these steps."""
        if tuple(lines) == self.lines:
            return
        self.lines = tuple(lines)
        clear(self.grid)
        self._first = None
        top = Qt.AlignmentFlag.AlignTop
        for n, line in enumerate(lines):
            self.grid.setRowStretch(n, 0)
            number, said = label(str(n + 1), "heading"), label(line, wrap=True)
            self.grid.addWidget(number, n, 0, top)
            self.grid.addWidget(said, n, 1)
            self._first = (number, said) if n == 0 else self._first
            for part in (number, said):
                part.show()
        self.grid.setRowStretch(len(self.lines), 1)
        self.verticalScrollBar().setValue(0)
        self._fit()


__all__ = ["Steps"]
