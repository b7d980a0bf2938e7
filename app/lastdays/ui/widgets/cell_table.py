"""A table whose rows are surfaces: painted titles, figures, chips, links and bars."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QTableView,
)

from lastdays.ui.models.cells import FIRST, CellModel, CellRole, PaintedCell, RowRole
from lastdays.ui.models.keyed import Index
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.cell_columns import LEAST, CellColumns
from lastdays.ui.widgets.cell_painting import EDGE, GAP, CellPainter
from lastdays.ui.widgets.plain_header import PlainHeader

#: Lengths in pixels at 100 %: a row with a line beneath, the same close together, and one without.
TALL, CLOSE, LOW = 46, 39, 32


class CellTable(QTableView):
    """Rows one goes through by arrow key; `chosen` carries a row's key, `taken` the key and the
    column of an Enter, a double click, or a click on a link.

    A row is as high as what is in it, a column as wide; the one that stretches takes the rest.
    """

    chosen = Signal(str)
    taken = Signal(str, int)

    def __init__(
        self,
        model: CellModel,
        name: str,
        theme: Theme,
        stretch: int = 0,
        *,
        tall: bool = False,
        close: bool = False,
        least_rows: int = 3,
        fits: bool = False,
        most: int = 0,
    ) -> None:
        """Make the table; with `fits` it asks for the height of all its rows, with `close` its
        tall rows stand close together where there would be no room for all of them. `most` is how wide
        the column that stretches may grow, in pixels at 100 %; the others share what is left."""
        super().__init__()
        self.theme = theme
        self.tall, self.least_rows, self.fits = tall, least_rows, fits
        self._closer = close
        self._hover: tuple[int, int] = (-1, -1)
        self.setModel(model)
        self.setItemDelegate(
            CellPainter(theme, self, self.is_hot, lambda: self.tall, lambda: self.columns.pad)
        )
        self.setProperty("kind", "rows")
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = PlainHeader(self, theme, self._begin_of)
        self.setHorizontalHeader(header)
        header.setMinimumSectionSize(20)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setVisible(any(model.headings))
        if fits:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.columns = CellColumns(
            self, header, model, theme, stretch=stretch, most=most, is_tall=lambda: self.tall
        )
        self._measured: set[str] = set()
        model.modelReset.connect(self._measure)
        self.verticalScrollBar().valueChanged.connect(self._come_in_sight)
        self._measured_at = theme.percent
        theme.changed.connect(self._restyled)
        self.doubleClicked.connect(self._double_clicked)
        self.clicked.connect(self._clicked)
        self._measure()

    def _cells(self) -> CellModel:
        model = self.model()
        assert isinstance(model, CellModel)
        return model

    def _begin_of(self, column: int) -> int:
        """Return how far from the edge of its column the words of a cell begin."""
        return self.columns.pad + (0 if column else self.theme.px(EDGE))

    # Measures

    def _restyled(self) -> None:
        """Measure again where letters have another size; another colour takes no other room."""
        if self._measured_at != self.theme.percent:
            self._measured_at = self.theme.percent
            self._measure()

    def _measure(self) -> None:
        """Give rows and columns the room of what is in them."""
        model = self._cells()
        self.verticalHeader().setDefaultSectionSize(self._row_height())
        for n in range(*self._in_sight()):
            model.rows[n]  # is made now, where it is yet to come
        self._measured = {row.key for row in model.rows.made}
        self.columns.measure()
        self.updateGeometry()

    def _row_height(self) -> int:
        if not self.tall:
            return self.theme.px(LOW + GAP)
        whole = self._cells().rowCount() * self.theme.px(TALL + GAP)
        closer = self._closer and whole > self.viewport().height()
        return self.theme.px((CLOSE if closer else TALL) + GAP)

    def _height_of(self, rows: int) -> int:
        header = self.horizontalHeader()
        high = max(header.minimumHeight(), header.sizeHint().height())
        top = high if header.isVisibleTo(self) else 0
        return top + rows * self._row_height() + 2 * self.frameWidth() + 2

    def minimumSizeHint(self) -> QSize:
        rows = self._cells().rowCount()
        least = min(rows, self.least_rows) if self.fits else self.least_rows
        return QSize(self.theme.px(LEAST), self._height_of(least))

    def sizeHint(self) -> QSize:
        rows = self._cells().rowCount() if self.fits else self.least_rows
        return QSize(self.theme.px(LEAST), self._height_of(rows))

    def _in_sight(self) -> tuple[int, int]:
        """Return the first row that is in sight, and the one after the last: a window shows no more
        than one screen of them before it is laid out."""
        rows = self._cells().rowCount()
        if self.isVisible():
            first = max(0, self.rowAt(0))
            high = min(self.viewport().height(), self.window().height())
            return first, min(rows, first + high // self._row_height() + 2)
        return 0, min(rows, FIRST)

    def _come_in_sight(self) -> None:
        """Give rows that have just come in sight the room of what is in them."""
        model = self._cells()
        first, last = self._in_sight()
        if any(model.key_at(n) not in self._measured for n in range(first, last)):
            self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._closer:
            self.verticalHeader().setDefaultSectionSize(self._row_height())
        self.columns.share()

    # What is chosen

    def key(self, row: int) -> str:
        """Return the key of a row."""
        return self._cells().key_at(row)

    def current_key(self) -> str:
        """Return the key of the row one is in, '' where there is none."""
        return self.key(self.currentIndex().row())

    def choose(self, key: str) -> None:
        """Go to the row with a key."""
        row = self._cells().row_of(key)
        if row >= 0:
            column = max(0, self.currentIndex().column())
            self.setCurrentIndex(self._cells().index(row, column))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        if current.isValid() and current.row() != previous.row():
            self.chosen.emit(self.key(current.row()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        first = self._cells().index(0, 0)
        if first.isValid() and not self.currentIndex().isValid():
            self.setCurrentIndex(first)

    def _is_link(self, index: Index) -> bool:
        cell = index.data(CellRole) if index.isValid() else None
        return isinstance(cell, PaintedCell) and cell.kind == "link"

    def is_hot(self, index: Index) -> bool:
        """Return whether a link is under the mouse, or has the keyboard."""
        if not self._is_link(index):
            return False
        focused = self.hasFocus() and index == self.currentIndex()
        return focused or (index.row(), index.column()) == self._hover

    def _clicked(self, index: Index) -> None:
        if self._is_link(index):
            self.taken.emit(self.key(index.row()), index.column())

    def _double_clicked(self, index: Index) -> None:
        if not self._is_link(index):
            self.taken.emit(self.key(index.row()), index.column())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.current_key():
                self.taken.emit(self.current_key(), self.currentIndex().column())
            return
        super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point_at(event.position().toPoint())

    def _point_at(self, where: QPoint) -> None:
        index = self.indexAt(where)
        here = (index.row(), index.column())
        if here != self._hover:
            self._hover = here
            shapes = Qt.CursorShape.ArrowCursor, Qt.CursorShape.PointingHandCursor
            self.viewport().setCursor(shapes[self._is_link(index)])
            self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover = (-1, -1)
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page where there is nothing to scroll here."""
        if self.verticalScrollBar().maximum() > 0:
            super().wheelEvent(event)
        else:
            event.ignore()

    # The surfaces

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for row in range(*self._in_sight()):
                top, high = self.rowViewportPosition(row), self.rowHeight(row)
                if top + high >= 0 and top <= self.viewport().height():
                    rect = QRect(0, top, self.viewport().width(), high - self.theme.px(GAP))
                    self._surface(painter, rect, row)
        super().paintEvent(event)

    def _surface(self, painter: QPainter, rect: QRect, row: int) -> None:
        theme, here = self.theme, row == self.currentIndex().row()
        ground = "select" if here else "raised" if row == self._hover[0] else "panel"
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(ground))
        painter.drawRoundedRect(rect, theme.px(6), theme.px(6))
        edge = self._cells().index(row, 0).data(RowRole).edge
        if edge:
            painter.save()
            painter.setClipRect(QRect(rect.left(), rect.top(), theme.px(EDGE), rect.height()))
            painter.setBrush(theme.colour(edge))
            painter.drawRoundedRect(rect, theme.px(6), theme.px(6))
            painter.restore()
        if here and self.hasFocus():
            painter.setPen(theme.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(ring, theme.px(6), theme.px(6))
