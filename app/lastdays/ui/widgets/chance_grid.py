"""Chances side by side: a small plot of bars that is a table as well."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from lastdays.language import _
from lastdays.ui.models.cells import EntryRole
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.chance_table import Index, reading
from lastdays.ui.widgets.laid_out import sized

_MIDDLE = Qt.AlignmentFlag.AlignVCenter
#: Lengths in pixels at 100 %: a row of upright bars, one of several, a row of figures, the heads,
#: a name, a bar.
TALL, SEVERAL, LOW, HEAD, NAME, BAR = 66, 46, 24, 22, 116, 24
#: So many rows are seen where the page may be as high as it likes.
MANY = 9
#: The narrowest a column of chances is, the widest one of upright bars, and of figures.
NARROW, WIDE, FLAT = 34, 78, 54


class GridCell(Struct, frozen=True):
    """A figure with its bar, `share` of the longest; the bar is only outlined from `least` on.

    `said` is all of it in words.
    """

    text: str = ""
    share: Fraction = Fraction(0)
    least: Fraction | None = None
    said: str = ""


class GridRow(Struct, frozen=True):
    """A row: its key, its name with a pictogram, its cells, and its name in the rulebook."""

    key: str
    name: str
    cells: tuple[GridCell, ...]
    drawing: str = ""
    entry: str = ""


class ChancePlot(Struct, frozen=True):
    """What is shown: heads of the columns, rows; which cell, or which column of all rows where
    `row` is '', is as things stand now, and the key of the row that matters.

    `upright`: the bars stand, so that a row shows how a chance grows; `low` where there is little
    room for them.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[GridRow, ...]
    caption: str = ""
    row: str = ""
    column: int = -1
    chosen: str = ""
    upright: bool = False
    low: bool = False
    note: str = ""


EMPTY = ChancePlot("", (), ())


class GridModel(QAbstractTableModel):
    """Names, and the chances beside them."""

    def __init__(self) -> None:
        super().__init__()
        self.grid = EMPTY

    def show_grid(self, grid: ChancePlot) -> None:
        """Show other chances."""
        if grid == self.grid:
            return
        same = (grid.heads, [r.key for r in grid.rows]) == (
            self.grid.heads,
            [r.key for r in self.grid.rows],
        )
        if same and grid.rows:
            self.grid = grid
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self.grid = grid
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.grid.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 1 + len(self.grid.heads)

    def cell(self, index: Index) -> GridCell | None:
        """Return a cell; None for a name."""
        if not index.column():
            return None
        cells = self.grid.rows[index.row()].cells
        return cells[index.column() - 1] if index.column() <= len(cells) else GridCell()

    def is_now(self, index: Index) -> bool:
        """Return whether a cell is as things stand now."""
        here = index.column() - 1 == self.grid.column
        return here and self.grid.row in ("", self.grid.rows[index.row()].key)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.grid.rows):
            return None
        row, cell = self.grid.rows[index.row()], self.cell(index)
        if role == EntryRole:
            return (row.entry or None) if cell is None else None
        words = row.name if cell is None else cell.said
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name if cell is None else cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(words) or None
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            now = _("as it is now") if cell is not None and self.is_now(index) else ""
            return ", ".join(filter(None, (words, now))) or None
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.grid.heads[section - 1] if section else ""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignHCenter | _MIDDLE)
        return None


class _BarDelegate(QStyledItemDelegate):
    """Paints a name with its pictogram, or a bar with its figure."""

    def __init__(self, theme: Theme, model: GridModel) -> None:
        super().__init__()
        self.theme, self.model = theme, model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect, cell = self.theme, option.rect, self.model.cell(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        now = self.model.is_now(index)
        if now:
            painter.fillRect(rect.adjusted(1, 0, -1, 0), theme.colour("select"))
        if not self.model.grid.upright:
            painter.setPen(theme.colour("line"))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if cell is None:
            self._name(painter, rect, index)
        elif cell.text and self.model.grid.upright:
            self._upright(painter, rect, cell, now=now)
        elif cell.text:
            self._flat(painter, rect, cell, now=now)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -2, -2))
        painter.restore()

    def _font(self, size: int, *, heading: bool = True, bold: bool = True) -> QFont:
        font = QFont(self.theme.heading if heading else self.theme.body)
        font.setPixelSize(self.theme.px(size))
        if bold:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def _name(self, painter: QPainter, rect: QRect, index: Index) -> None:
        px, theme = self.theme.px, self.theme
        row = self.model.grid.rows[index.row()]
        chosen = row.key == self.model.grid.chosen
        token = "accent_text" if chosen else "text"
        left = rect.left()
        if row.drawing:
            side = px(18)
            drawn = theme.pixmap(row.drawing, token, 18)
            painter.drawPixmap(left, rect.top() + (rect.height() - side) // 2, side, side, drawn)
            left += side + px(8)
        room = QRect(left, rect.top(), rect.right() - left - px(4), rect.height())
        font = self._font(14, heading=False, bold=chosen)
        painter.setFont(font)
        painter.setPen(theme.colour(token))
        text = QFontMetrics(font).elidedText(row.name, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | _MIDDLE), text)

    def _upright(self, painter: QPainter, rect: QRect, cell: GridCell, *, now: bool) -> None:
        px, theme = self.theme.px, self.theme
        under = px(20)
        room = rect.height() - under - px(6)
        wide = min(px(BAR), rect.width() - px(8))
        left = rect.left() + (rect.width() - wide) // 2
        foot = rect.bottom() - under
        colour = theme.colour("accent" if now else "edge")
        solid = cell.share if cell.least is None else cell.least
        high = max(px(2), round(room * float(solid)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRect(QRect(left, foot - high, wide, high))
        most = round(room * float(cell.share))
        if most > high:
            painter.setPen(QPen(colour, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(left + 0.5, foot - most + 0.5, wide - 1, most - high))
        painter.setFont(self._font(14))
        painter.setPen(theme.colour("text" if now else "faint_text"))
        below = QRect(rect.left(), foot, rect.width(), under)
        painter.drawText(below, int(Qt.AlignmentFlag.AlignCenter), cell.text)

    def _flat(self, painter: QPainter, rect: QRect, cell: GridCell, *, now: bool) -> None:
        px, theme = self.theme.px, self.theme
        room = rect.adjusted(px(5), 0, -px(5), -px(3))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent" if now else "edge"))
        long = round(room.width() * float(cell.share))
        if long:
            painter.drawRect(QRect(room.left(), room.bottom() - px(1), long, px(3)))
        painter.setFont(self._font(15))
        painter.setPen(theme.colour("text" if now else "faint_text"))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), cell.text)


class ChanceGrid(QTableView):
    """Rows of chances with bars. `taken` carries the key of a row that is clicked or entered."""

    taken = Signal(str)

    def __init__(self, theme: Theme, least_rows: int = 2) -> None:
        """Make the grid; of many flat rows at least so many are seen."""
        super().__init__()
        self.theme, self.least_rows = theme, least_rows
        self.cells = GridModel()
        self.setModel(self.cells)
        self.drawn = _BarDelegate(theme, self.cells)
        self.setItemDelegate(self.drawn)
        reading(self)
        self.verticalHeader().hide()
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.clicked.connect(self._take)
        theme.changed.connect(self._fit)

    def show_grid(self, grid: ChancePlot) -> None:
        """Show other chances; what is scrolled to and where the keyboard is stay."""
        self.cells.show_grid(grid)
        self.setAccessibleName(grid.title)
        self.setAccessibleDescription(plain(" ".join(filter(None, (grid.caption, grid.note)))))
        self._fit()
        self.updateGeometry()

    def _take(self, index: Index) -> None:
        if index.isValid():
            self.taken.emit(self.cells.grid.rows[index.row()].key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._take(self.currentIndex())
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        with sized(self):
            self._size_parts()

    def _size_parts(self) -> None:
        px, grid = self.theme.px, self.cells.grid
        header = self.horizontalHeader()
        header.setFixedHeight(px(HEAD))
        self.verticalHeader().setDefaultSectionSize(self._row())
        named = any(row.name for row in grid.rows)
        self.setColumnHidden(0, not named)
        count = max(1, len(grid.heads))
        room = self.viewport().width()
        name = px(NAME) if named else 0
        most = px(WIDE if grid.upright else FLAT)
        each = max(px(NARROW), min(most, (room - name) // count))
        for column in range(1, 1 + len(grid.heads)):
            header.resizeSection(column, each)
        if named:
            header.resizeSection(0, max(name, room - each * count))

    def _row(self) -> int:
        grid = self.cells.grid
        upright = SEVERAL if grid.low or len(grid.rows) > 1 else TALL
        return self.theme.px(upright if grid.upright else LOW)

    def wanted(self) -> int:
        """Return the height in which all rows are seen."""
        return self.theme.px(HEAD) + len(self.cells.grid.rows) * self._row() + 2

    def beyond(self) -> int:
        """Return how much higher than it asks for it is with all of its rows in sight."""
        return max(0, self.wanted() - self.sizeHint().height())

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(300), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        rows = len(self.cells.grid.rows)
        few = MANY if self.theme.narrow else self.least_rows  # a narrow page scrolls as it is
        least = rows if self.cells.grid.upright else min(rows, few)
        return QSize(self.theme.px(200), self.theme.px(HEAD) + least * self._row() + 2)
