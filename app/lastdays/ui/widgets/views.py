"""Plain tables to choose from, and what all views over item models have in common."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableView,
)

from lastdays.ui.models.tables import TableModel

Index = QModelIndex | QPersistentModelIndex


def choose_rows(table: QTableView) -> None:
    """Make a table one of rows to choose from: without a grid or row numbers, one row at a time."""
    table.setShowGrid(False)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setSectionsClickable(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setTabKeyNavigation(False)


def begin_in_first(view: QAbstractItemView) -> None:
    """Put the keyboard in the first row where nothing is chosen."""
    first = view.model().index(0, 0)
    if first.isValid() and not view.currentIndex().isValid():
        view.setCurrentIndex(first)


class ChoiceTable(QTableView):
    """A table in which one row is chosen; `chosen` carries its key, `taken` an Enter on it.

    Columns are as wide as what is in them, all but one. Qt would measure every row anew at each
    change of a font, a width or a style, several times over and hidden tables too: here it is done
    once for a change, and for a table that is hidden when it is shown.
    """

    chosen = Signal(str)
    taken = Signal(str)

    def __init__(
        self,
        model: TableModel,
        name: str,
        stretch: int = 0,
        least_rows: int = 5,
        *,
        wrap: bool = False,
    ) -> None:
        """Make the table. With `wrap`, long text takes several lines, which costs measuring every
        row."""
        super().__init__()
        self.least_rows = least_rows
        self.wrap = wrap
        self.setModel(model)
        self.setAccessibleName(name)
        self.stretch = stretch
        choose_rows(self)
        self.setAlternatingRowColors(True)
        self.verticalHeader().setMinimumSectionSize(1)
        self.setWordWrap(wrap)
        self.horizontalHeader().setMinimumSectionSize(20)
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        for n in range(model.columnCount()):
            modes = QHeaderView.ResizeMode
            self.horizontalHeader().setSectionResizeMode(
                n, modes.Stretch if n == stretch else modes.Fixed
            )
        self._stale = True
        self._to_end = False
        self.verticalScrollBar().actionTriggered.connect(self._scrolled)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._measure)
        model.modelReset.connect(self._measure)
        self.doubleClicked.connect(lambda index: self.taken.emit(self.key(index.row())))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().height() * self.least_rows)

    def sizeHint(self) -> QSize:
        """Return as much as it needs; where there is room, it takes it."""
        return QSize(super().sizeHint().width(), self.minimumSizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        styled = event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange)
        if styled and hasattr(self, "_soon"):
            if not self.wrap:
                self.verticalHeader().setDefaultSectionSize(int(self.fontMetrics().height() * 1.6))
            self._stale = True
            self._soon.start()
            self.updateGeometry()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._end_again()
        if self.wrap and event.size().width() != event.oldSize().width():
            self._stale = True
            self._soon.start()

    def _measure(self) -> None:
        """Give columns the width and, with `wrap`, rows the height of what is in them."""
        self._stale = not self.isVisible()
        if self._stale:
            return
        self._soon.stop()
        header = self.horizontalHeader()
        for n in range(self.model().columnCount()):
            if n != self.stretch:
                wanted = max(self.sizeHintForColumn(n), header.sectionSizeHint(n))
                if self.wrap:  # it may go on in the next line, and leaves room for the others
                    wanted = min(wanted, self.viewport().width() * 2 // 5)
                header.resizeSection(n, wanted)
        if self.wrap:
            self.resizeRowsToContents()
        self._end_again()

    def show_end(self) -> None:
        """Keep the last row in sight, also after a change of size, until somebody scrolls."""
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._to_end = True
        self._end_again()

    def _end_again(self) -> None:
        if self._to_end:
            self.updateGeometries()
            self.scrollToBottom()

    def _scrolled(self, _action: int) -> None:
        self._to_end = False

    def key(self, row: int) -> str:
        """Return the key of a row."""
        model = self.model()
        assert isinstance(model, TableModel)
        return model.key_at(row)

    def current_key(self) -> str:
        """Return the key of the chosen row, '' where none is."""
        return self.key(self.currentIndex().row())

    def choose(self, key: str) -> None:
        """Choose the row with a key."""
        model = self.model()
        assert isinstance(model, TableModel)
        row = model.row_of(key)
        if row >= 0:
            self.setCurrentIndex(model.index(row, 0))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid() and current.row() != previous.row():
            self.chosen.emit(self.key(current.row()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason:  # the mouse has chosen its row
            begin_in_first(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit(self.current_key())
            return
        super().keyPressEvent(event)
