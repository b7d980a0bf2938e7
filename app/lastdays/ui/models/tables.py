"""A plain table of finished rows, for choices and lists that are only read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

Index = QModelIndex | QPersistentModelIndex
KeyRole = Qt.ItemDataRole.UserRole + 3


@dataclass(frozen=True)
class TableRow:
    """A row: its key, its cells, a sentence about it, and a colour's name or ''."""

    key: str
    cells: tuple[str, ...]
    detail: str = ""
    kind: str = ""


class TableModel(QAbstractTableModel):
    """Headings and finished rows. Columns in `centred` hold numbers."""

    def __init__(self, headings: Sequence[str], centred: Sequence[int] = ()) -> None:
        super().__init__()
        self.headings = tuple(headings)
        self.centred = frozenset(centred)
        self.colours: dict[str, QColor] = {}
        self._rows: list[TableRow] = []

    def set_rows(self, rows: list[TableRow]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def key_at(self, row: int) -> str:
        """Return the key of a row, '' where there is none."""
        return self._rows[row].key if 0 <= row < len(self._rows) else ""

    def kind_at(self, row: int) -> str:
        """Return the colour's name of a row, '' where it has none."""
        return self._rows[row].kind if 0 <= row < len(self._rows) else ""

    def row_of(self, key: str) -> int:
        """Return the row with a key, -1 where there is none."""
        return next((n for n, r in enumerate(self._rows) if r.key == key), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.cells[index.column()]
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleDescriptionRole:
                return row.detail or None
            case Qt.ItemDataRole.TextAlignmentRole:
                centre = index.column() in self.centred
                side = Qt.AlignmentFlag.AlignHCenter if centre else Qt.AlignmentFlag.AlignLeft
                return int(side | Qt.AlignmentFlag.AlignVCenter)
            case Qt.ItemDataRole.ForegroundRole:
                return self.colours.get(row.kind)
        return row.key if role == KeyRole else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.headings[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section in self.centred:
            return int(Qt.AlignmentFlag.AlignCenter)
        return None
