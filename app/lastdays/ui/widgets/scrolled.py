"""What is scrolled: lists that end with a whole row, pages that begin at their top."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, QTimer
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
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fit)
        table.installEventFilter(self)
        table.viewport().installEventFilter(self)

    def sizeHint(self) -> QSize:
        return self.table.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.table.minimumSizeHint()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the table: what it asks for, whether it is seen, and rows of another height."""
        kinds = QEvent.Type
        if watched is self.table and event.type() in (kinds.ShowToParent, kinds.HideToParent):
            self.setVisible(not self.table.isHidden())
        painted = watched is not self.table and event.type() == kinds.Paint
        if painted and self._wanted() != self.table.height():
            self._soon.start()
        return False

    def event(self, event: QEvent) -> bool:
        # What it asked for while nobody saw it was not heard: so also when it is shown.
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self.updateGeometry()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

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
        self.table.setGeometry(0, 0, self.width(), self.height())  # rows may follow from the height
        self.table.setGeometry(0, 0, self.width(), self._wanted())


def to_top(widget: QWidget) -> None:
    """Scroll the page that a widget lies on to its top."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if above is not None:
        above.verticalScrollBar().setValue(0)
