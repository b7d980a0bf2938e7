"""What is scrolled: lists that end with a whole row, pages that begin at their top."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QTableView, QWidget


class WholeRows(QWidget):
    """Holds a table that ends with a whole row where there is no room for all of them."""

    def __init__(self, table: QTableView) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.table = table
        table.setParent(self)
        self.setSizePolicy(table.sizePolicy())
        self._fitting = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fit)
        # Rows of another height, or more of them, are scrolled further.
        table.verticalScrollBar().rangeChanged.connect(self._follow)

    def sizeHint(self) -> QSize:
        return self.table.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.table.minimumSizeHint()

    def event(self, event: QEvent) -> bool:
        # What it asked for while nobody saw it was not heard: so also when it is shown.
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self.updateGeometry()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _follow(self, _least: int, _most: int) -> None:
        if not self._fitting and self._wanted() != self.table.height():
            self._soon.start()

    def _wanted(self) -> int:
        """Return how high the table is with its last row in sight a whole one."""
        rows, high = self.table.verticalHeader(), 0
        around = self.table.height() - self.table.viewport().height()
        room = self.height() - around
        if rows.length() <= room:
            return self.height()
        for n in range(rows.count()):
            if high + rows.sectionSize(n) > room:
                break
            high += rows.sectionSize(n)
        return high + around if high else self.height()

    def _fit(self) -> None:
        """Give the table as many whole rows as there is room for."""
        self._fitting = True
        self.table.setGeometry(0, 0, self.width(), self.height())  # rows may follow from the height
        self.table.setGeometry(0, 0, self.width(), self._wanted())
        self._fitting = False


def to_top(widget: QWidget) -> None:
    """Scroll the page that a widget lies on to its top."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if above is not None:
        above.verticalScrollBar().setValue(0)
