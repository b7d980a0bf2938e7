"""The Supply Table as a grid, with what was rolled marked."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from lastdays.language import _
from lastdays.postgame.supplies import cell_in_words
from lastdays.rulebook import Catalogue, SupplyCell
from lastdays.ui.models.rows import EntryRole, Index
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.chances import average, exactly, share
from lastdays.ui.widgets.laid_out import sized

_MIDDLE = Qt.AlignmentFlag.AlignVCenter


class RowYield(Struct, frozen=True):
    """What a row of the table yields: in short, as a bar from 0 to 1, and in words."""

    text: str
    bar: float
    said: str


def reading(view: QTableView) -> None:
    """Make a table one that is only read, without grid or frame."""
    view.setShowGrid(False)
    view.setProperty("kind", "reading")
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    view.setTabKeyNavigation(False)
    view.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    for header in (view.horizontalHeader(), view.verticalHeader()):
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(1)
        header.setHighlightSections(False)
        header.setSectionsClickable(False)


class SupplyModel(QAbstractTableModel):
    """The Supply Table: a row and a column for each range of totals (p. 92)."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.catalogue = catalogue
        self.totals = sorted(catalogue.supply_rows)
        self.row = self.column = 0
        self.chances: dict[str, dict[int, Fraction]] = {}
        #: What each row yields: points on average, and the chance of what is wished for.
        self.points: Mapping[int, Fraction] = {}
        self.hopes: Mapping[int, Fraction] = {}
        self.wish = ""

    def show_yields(
        self, points: Mapping[int, Fraction], hopes: Mapping[int, Fraction], wish: str
    ) -> None:
        """Show what each row yields beside it; `wish` names what the chances are of."""
        self.points, self.hopes, self.wish = points, hopes, wish
        if self.totals:
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, self.columns), last)

    def show_cell(self, row: int, column: int, chances: dict[str, dict[int, Fraction]]) -> None:
        """Mark the row and column that were rolled, 0 for one that was not; `chances` of rows and
        columns are shown at their heads."""
        self.beginResetModel()
        self.row, self.column, self.chances = row, column, chances
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.totals)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else self.columns + 2

    @property
    def columns(self) -> int:
        """How many columns the book's table has; two more say what a row yields."""
        return len(self.catalogue.supply_columns)

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
        if index.column() >= self.columns:
            return self._yielded(index, role)
        if role == EntryRole:
            found = self.cell(index).found
            return self.catalogue.gear(found[0].key).name if len(found) == 1 else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            words = cell_in_words(self.cell(index), self.catalogue)
            return plain(words) if role == Qt.ItemDataRole.ToolTipRole else words
        return None

    def yielded(self, index: Index) -> RowYield | None:
        """Return what a cell beside a row says of it; None while that is not known."""
        row = self.totals[index.row()]
        if index.column() == self.columns:
            points = self.points.get(row)
            if points is None:
                return None
            most = float(max(self.points.values()))
            text = _("Row {row}: {n} points on average")
            said = text.format(row=row, n=average(points))
            return RowYield(average(points), float(points) / most if most else 0.0, said)
        chance = self.hopes.get(row)
        if chance is None:
            return None
        text = _("Row {row}, {event}: {chance}")
        said = text.format(row=row, event=self.wish, chance=exactly(chance))
        return RowYield(share(chance), float(chance), said)

    def _yielded(self, index: Index, role: int) -> object:
        found = self.yielded(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return found.text if found else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(found.said) if found else None
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return found.said if found else None
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Horizontal and section >= self.columns:
            if role == Qt.ItemDataRole.ToolTipRole and section > self.columns:
                return plain(self.wish)
            if role == Qt.ItemDataRole.DisplayRole:
                return _("Points") if section == self.columns else _("Odds")
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
        if index.column() >= self.model.columns:
            self._yield(painter, option, index)
            return
        cell, marked = self.model.cell(index), self.model.marked(index)
        painter.save()
        if marked:
            painter.fillRect(rect.adjusted(0, 1, 0, -1), theme.colour("select"))
        dim = bool(self.model.row) and not marked
        ink = QColor(theme.colour("faint_text" if dim else "text"))
        painter.setPen(theme.colour("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        font = QFont(theme.heading)
        large, little, drawn_at = self._sizes(rect.width())
        font.setPixelSize(px(large))
        painter.setFont(font)
        metrics = QFontMetrics(font)
        painter.setPen(ink)
        left = rect.left() + px(2)
        small = large < 14
        side = px(drawn_at)

        def write(text: str, gap: int) -> None:
            nonlocal left
            painter.drawText(
                QRect(left, rect.top(), rect.width(), rect.height()), int(_MIDDLE), text
            )
            left += metrics.horizontalAdvance(text) + px(gap)

        write(str(cell.points), 3 if small else 4)
        for found in cell.found:
            if found.count != 1:
                font.setPixelSize(px(little))
                painter.setFont(font)
                metrics = QFontMetrics(font)
                write(f"{found.count}×", 0)
            drawn = theme.pixmap(
                self.model.catalogue.gear(found.key).drawing,
                "faint_text" if dim else "text",
                drawn_at,
            )
            painter.drawPixmap(left, rect.top() + (rect.height() - side) // 2, side, side, drawn)
            left += side + px(2 if small else 3)
        focused = option.state & QStyle.StateFlag.State_HasFocus
        if marked == "found" or focused:
            painter.setPen(theme.colour("accent"))
            painter.drawRect(rect.adjusted(0, 1, -1, -2))
        painter.restore()

    def _sizes(self, wide: int) -> tuple[int, int, int]:
        """Return how large points, numbers and pictograms are in a column, in pixels at 100 %: the
        fullest cell has both."""
        if wide >= self.theme.px(80):
            return 14, 12, 18
        return (13, 11, 16) if wide >= self.theme.px(67) else (12, 10, 14)

    def _yield(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint what a row yields: a figure over its bar."""
        theme, px = self.theme, self.theme.px
        rect, found = option.rect, self.model.yielded(index)
        row = self.model.totals[index.row()]
        painter.save()
        painter.setPen(theme.colour("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if found is not None:
            here = row == self.model.row
            dim = bool(self.model.row) and not here
            font = QFont(theme.heading)
            font.setPixelSize(px(14))
            painter.setFont(font)
            painter.setPen(theme.colour("faint_text" if dim else "text"))
            room = rect.adjusted(px(3), 0, -px(3), -px(2))
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), found.text)
            bar = QRect(room.left(), room.bottom() - px(1), round(room.width() * found.bar), px(2))
            painter.fillRect(bar, theme.colour("edge" if dim else "accent"))
        if option.state & QStyle.StateFlag.State_HasFocus:
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

    def show_yields(
        self, points: Mapping[int, Fraction], hopes: Mapping[int, Fraction], wish: str
    ) -> None:
        """Show what each row yields: points, and the chance of what is wished for."""
        self.cells.show_yields(points, hopes, wish)

    def forget_yields(self, *, expected: bool) -> None:
        """Show nothing of what rows yield; with room for it where that is `expected`."""
        self.cells.show_yields({}, {}, "")
        for column in range(self.cells.columns, self.cells.columnCount()):
            self.setColumnHidden(column, not expected)

    def _fit(self) -> None:
        with sized(self):
            self._size_parts()

    def _size_parts(self) -> None:
        px = self.theme.px
        self.horizontalHeader().setFixedHeight(px(24))
        self.verticalHeader().setFixedWidth(px(46 if self.cells.chances.get("row") else 26))
        columns = self.cells.columns
        head = self.horizontalHeader()
        least = (px(36), px(42))
        beside = [
            max(wide, head.sectionSizeHint(columns + n))
            for n, wide in enumerate(least)
            if not self.isColumnHidden(columns + n)
        ]
        room = self.viewport().width() - sum(beside)
        for column in range(columns):
            self.setColumnWidth(column, max(px(60), room // max(1, columns)))
        for n, wide in enumerate(beside):
            self.setColumnWidth(columns + n, wide)
        rows = max(1, self.cells.rowCount())
        high = max(px(22), min(px(32), self.viewport().height() // rows))
        self.verticalHeader().setDefaultSectionSize(high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(400), self.theme.px(22 * 11 + 26))

    def minimumSizeHint(self) -> QSize:
        if self.theme.narrow:  # the page scrolls as it is
            return QSize(self.theme.px(300), self.sizeHint().height())
        return QSize(self.theme.px(300), self.theme.px(100))
