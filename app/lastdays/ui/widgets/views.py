"""Plain tables to choose from, and what all views over item models have in common."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QSignalBlocker,
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
#: So many rows are measured for the width of a column, and for their heights at once.
FEW = 60


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


def give_way(widths: dict[int, int], over: int) -> None:
    """Make columns so many pixels narrower together, the widest first."""
    for _pixel in range(over if widths else 0):
        widths[max(widths, key=lambda n: widths[n])] -= 1


class ChoiceTable(QTableView):
    """A table in which one row is chosen; `chosen` carries its key, `taken` an Enter on it.

    Columns are as wide as what is in them, all but one. Qt would measure every row anew at each
    change of a font, a width or a style, several times over and hidden tables too: here it is done
    once for a change, and for a table that is hidden when it is shown. Of a long table only the
    rows in sight are measured, and the last ones, which say how far it is scrolled.
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
        """Make the table. With `wrap`, long text takes several lines, which costs measuring the
        rows that are seen."""
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
        self.take_head(self.horizontalHeader())
        self._stale = True
        #: How wide each column would be for what is in it; nothing where that isn't known.
        self._wanted: dict[int, int] = {}
        self._to_end = False
        #: The rows that have the height of what is in them, and whether some are being given it.
        self._measured: set[int] = set()
        self._measuring = False
        self.verticalScrollBar().actionTriggered.connect(self._scrolled)
        if wrap:
            self.verticalScrollBar().valueChanged.connect(self._measure_seen)
            model.rowsInserted.connect(self._changed_from)
            model.dataChanged.connect(lambda first, _last: self._changed_from(first, first.row()))
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._measure)
        model.modelReset.connect(self._measure_anew)
        self.doubleClicked.connect(lambda index: self.taken.emit(self.key(index.row())))

    def take_head(self, header: QHeaderView) -> None:
        """Have a header; its columns are as wide as what is in them, all but one."""
        if header is not self.horizontalHeader():
            self.setHorizontalHeader(header)
        header.setMinimumSectionSize(20)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        modes = QHeaderView.ResizeMode
        for n in range(self.model().columnCount()):
            header.setSectionResizeMode(n, modes.Stretch if n == self.stretch else modes.Fixed)
        header.setResizeContentsPrecision(FEW)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().height() * self.least_rows)

    def sizeHint(self) -> QSize:
        """Return as much as it needs; where there is room, it takes it."""
        return QSize(super().sizeHint().width(), self.minimumSizeHint().height())

    def beyond(self) -> int:
        """Return how much higher than it asks for it is with all of its rows in sight."""
        self.ensurePolished()
        rows = self.verticalHeader().length() + self.horizontalHeader().sizeHint().height()
        return max(0, rows + 2 * self.frameWidth() + 4 - self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        styled = event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange)
        if styled and hasattr(self, "_soon"):
            if not self.wrap:
                self.verticalHeader().setDefaultSectionSize(int(self.fontMetrics().height() * 1.6))
            self._stale = True
            self._wanted.clear()
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

    def _measure_anew(self) -> None:
        """Measure what is another than before, the widths of columns too."""
        self._wanted.clear()
        self._measure()

    def _measure(self) -> None:
        """Give columns the width and, with `wrap`, rows the height of what is in them."""
        self._stale = not self.isVisible()
        if self._stale:
            return
        self._soon.stop()
        header, room = self.horizontalHeader(), self.viewport().width()
        widths: dict[int, int] = {}
        for n in range(self.model().columnCount()):
            if n != self.stretch and not header.isSectionHidden(n):
                # It may go on in the next line, and leaves room for the others.
                wanted = self._wants(n)
                widths[n] = min(wanted, room * 2 // 5) if self.wrap else wanted
        least, taken = room * 3 // 10, sum(widths.values())
        if self.wrap and taken + least > room:
            give_way(widths, taken + min(least, self._wants(self.stretch)) - room)
        for n, wide in widths.items():
            header.resizeSection(n, wide)
        header.length()  # has the stretched column take now what is left, not after the next paint
        if self.wrap:
            self._measured.clear()
            if self.model().rowCount() > FEW:  # those not seen yet count as one line
                self.verticalHeader().setDefaultSectionSize(int(self.fontMetrics().height() * 1.6))
            self._measure_seen()
        self._end_again()

    def _wants(self, column: int) -> int:
        """Return how wide a column would be for what is in it."""
        if column not in self._wanted:
            own = self.horizontalHeader().sectionSizeHint(column)
            self._wanted[column] = max(self.sizeHintForColumn(column), own)
        return self._wanted[column]

    def _changed_from(self, _parent: Index, first: int, _last: int = 0) -> None:
        """Measure anew from a row on, as far as it is seen."""
        self._wanted.clear()
        self._measured = {row for row in self._measured if row < first}
        self._stale = not self.isVisible()
        if not self._stale:
            self.executeDelayedItemsLayout()
            self._measure_seen()
            self._end_again()

    def _measure_seen(self) -> None:
        """Give the rows in sight, and the last, the height of what is in them; what is seen stays
        where it is."""
        rows = self.model().rowCount()
        if self._measuring or not rows or not self.isVisible():
            return
        self._measuring = True
        top = 0 if rows <= FEW else max(0, self.rowAt(0))
        before = self.rowViewportPosition(top) + self.rowHeight(top)
        grown = self._measure_rows(range(top, rows), whole=rows <= FEW)
        grown = self._measure_rows(range(rows - 1, top, -1)) or grown
        if grown and rows > FEW:
            self.updateGeometries()
            moved = self.rowViewportPosition(top) + self.rowHeight(top) - before
            if moved and self.verticalScrollMode() == self.ScrollMode.ScrollPerPixel and top:
                bar = self.verticalScrollBar()
                bar.setValue(bar.value() + moved)
        while self._measure_rows(range(max(0, self.rowAt(0)), rows)):
            pass  # rows have become lower, and others are in sight above them
        self._measuring = False

    def _measure_rows(self, rows: range, *, whole: bool = False) -> bool:
        """Measure rows one after another until they fill the view, or all of them; return whether
        any has another height now."""
        room = self.viewport().height()
        grown = False
        told = QSignalBlocker(self.verticalHeader())  # it would paint the table once more for it
        for row in rows:
            if row not in self._measured:
                before = self.rowHeight(row)
                self.resizeRowToContents(row)
                self._measured.add(row)
                grown = grown or self.rowHeight(row) != before
            room -= self.rowHeight(row)
            if room < 0 and not whole:
                break
        told.unblock()
        if grown:
            self.updateGeometries()
            self.viewport().update()
        return grown

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Measure the rows around one before it is brought into sight."""
        if self.wrap and self.isVisible() and self.model().rowCount() > FEW:
            self._measure_rows(range(index.row(), -1, -1))
            self._measure_rows(range(index.row(), self.model().rowCount()))
        super().scrollTo(index, hint)

    def show_end(self) -> None:
        """Keep the last row in sight, also after a change of size, until somebody scrolls."""
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        if not self._to_end:
            self._to_end = True
            self.viewport().update()  # what it half hides may be drawn otherwise
        self._end_again()

    @property
    def at_end(self) -> bool:
        """Return whether the last row is kept in sight."""
        return self._to_end

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
        bar = self.verticalScrollBar()
        if bar.value() < bar.maximum():  # keys scroll as well
            self._to_end = False
