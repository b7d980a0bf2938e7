"""The Supply Table as a grid, with what was rolled marked."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from lastdays.language import _
from lastdays.postgame.supplies import cell_in_words
from lastdays.rulebook import Catalogue, SupplyCell
from lastdays.ui.models.cells import EntryRole
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.chance_table import Index, reading
from lastdays.ui.widgets.chances import share

_MIDDLE = Qt.AlignmentFlag.AlignVCenter


class SupplyModel(QAbstractTableModel):
    """The Supply Table: a row and a column for each range of totals (p. 92)."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.catalogue = catalogue
        self.totals = sorted(catalogue.supply_rows)
        self.row = self.column = 0
        self.chances: dict[str, dict[int, Fraction]] = {}

    def show_cell(self, row: int, column: int, chances: dict[str, dict[int, Fraction]]) -> None:
        """Mark the row and column that were rolled, 0 for one that was not; `chances` of rows and
        columns are shown at their heads."""
        self.beginResetModel()
        self.row, self.column, self.chances = row, column, chances
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.totals)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.catalogue.supply_columns)

    def cell(self, index: Index) -> SupplyCell:
        """Return what a cell holds."""
        return self.catalogue.supply_rows[self.totals[index.row()]][index.column()]

    def marked(self, index: Index) -> str:
        """Return 'found' for the cell that was rolled, 'line' for its row while the column is not
        known, '' for all others."""
        if not self.row or self.totals[index.row()] != self.row:
            return ""
        if not self.column:
            return "line"
        return "found" if self.catalogue.supply_column(self.column) == index.column() else ""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == EntryRole:
            found = self.cell(index).found
            return self.catalogue.gear(found[0].key).name if len(found) == 1 else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            words = cell_in_words(self.cell(index), self.catalogue)
            return plain(words) if role == Qt.ItemDataRole.ToolTipRole else words
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | _MIDDLE)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Horizontal:
            name = self.catalogue.supply_columns[section].replace("-", "–")
            chances = self.chances.get("column", {})
            chance = sum(
                (c for t, c in chances.items() if self.catalogue.supply_column(t) == section),
                Fraction(0),
            )
        else:
            name = str(self.totals[section])
            chance = self.chances.get("row", {}).get(self.totals[section], Fraction(0))
        return _("{total} · {chance}").format(total=name, chance=share(chance)) if chance else name


class _SupplyDelegate(QStyledItemDelegate):
    """Paints a cell of the Supply Table: its points, and pictograms of what is found."""

    def __init__(self, theme: Theme, model: SupplyModel) -> None:
        super().__init__()
        self.theme = theme
        self.model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, px, rect = self.theme, self.theme.px, option.rect
        cell, marked = self.model.cell(index), self.model.marked(index)
        painter.save()
        if marked:
            painter.fillRect(rect.adjusted(0, 1, 0, -1), theme.colour("select"))
        dim = bool(self.model.row) and not marked
        ink = QColor(theme.colour("faint_text" if dim else "text"))
        painter.setPen(theme.colour("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        font = QFont(theme.heading)
        font.setPixelSize(px(14))
        painter.setFont(font)
        metrics = QFontMetrics(font)
        painter.setPen(ink)
        left = rect.left() + px(2)
        side = px(18)

        def write(text: str, gap: int) -> None:
            nonlocal left
            painter.drawText(
                QRect(left, rect.top(), rect.width(), rect.height()), int(_MIDDLE), text
            )
            left += metrics.horizontalAdvance(text) + px(gap)

        write(str(cell.points), 4)
        for found in cell.found:
            if found.count != 1:
                font.setPixelSize(px(12))
                painter.setFont(font)
                metrics = QFontMetrics(font)
                write(f"{found.count}×", 0)
            drawn = theme.pixmap(
                self.model.catalogue.gear(found.key).drawing, "faint_text" if dim else "text", 18
            )
            painter.drawPixmap(left, rect.top() + (rect.height() - side) // 2, side, side, drawn)
            left += side + px(3)
        focused = option.state & QStyle.StateFlag.State_HasFocus
        if marked == "found" or focused:
            painter.setPen(theme.colour("accent"))
            painter.drawRect(rect.adjusted(0, 1, -1, -2))
        painter.restore()


class SupplyGrid(QTableView):
    """The Supply Table, with the row and cell that were rolled marked."""

    def __init__(self, theme: Theme, catalogue: Catalogue) -> None:
        super().__init__()
        self.theme = theme
        self.cells = SupplyModel(catalogue)
        self.setModel(self.cells)
        self.drawn = _SupplyDelegate(theme, self.cells)
        self.setItemDelegate(self.drawn)
        self.setAccessibleName(_("Supply Table"))
        reading(self)
        theme.changed.connect(self._fit)

    def show_cell(self, row: int, column: int, chances: dict[str, dict[int, Fraction]]) -> None:
        """Mark what was rolled, and show the chances of what is rolled now."""
        self.cells.show_cell(row, column, chances)
        self._fit()

    def _fit(self) -> None:
        px = self.theme.px
        self.horizontalHeader().setFixedHeight(px(24))
        self.verticalHeader().setFixedWidth(px(56 if self.cells.chances.get("row") else 30))
        columns = max(1, self.cells.columnCount())
        for column in range(columns):
            self.setColumnWidth(column, max(px(60), self.viewport().width() // columns))
        rows = max(1, self.cells.rowCount())
        high = max(px(22), min(px(32), self.viewport().height() // rows))
        self.verticalHeader().setDefaultSectionSize(high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(400), self.theme.px(22 * 11 + 26))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(300), self.theme.px(100))
