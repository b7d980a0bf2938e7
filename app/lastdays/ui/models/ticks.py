"""A list of things with a tick each."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from lastdays.ui.plain import plain

Index = QModelIndex | QPersistentModelIndex


class TickRow(Struct, frozen=True):
    """A thing to tick: its key, what it is called, what else there is to say."""

    key: str
    text: str
    detail: str = ""

    @property
    def words(self) -> str:
        """Return all there is to say."""
        return f"{self.text} · {self.detail}" if self.detail else self.text


class TicksModel(QAbstractListModel):
    """Rows with ticks; `ticked` says that somebody changed one."""

    ticked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[TickRow] = []
        self._on: set[str] = set()

    def set_rows(self, rows: list[TickRow], on: Iterable[str]) -> None:
        """Show other rows, or the same with other ticks."""
        on = set(on)
        if [r.key for r in rows] != [r.key for r in self.rows]:
            self.beginResetModel()
            self.rows, self._on = rows, on
            self.endResetModel()
        elif rows != self.rows or on != self._on:
            self.rows, self._on = rows, on
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, 0))

    def on(self) -> tuple[str, ...]:
        """Return the keys that are ticked, in order."""
        return tuple(r.key for r in self.rows if r.key in self._on)

    def tick_all(self, on: bool) -> None:
        """Tick every row, or none."""
        self._on = {r.key for r in self.rows} if on else set()
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, 0))
        self.ticked.emit()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.isValid() else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.words
            case Qt.ItemDataRole.ToolTipRole:
                return plain(row.words)
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if row.key in self._on else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        key = self.rows[index.row()].key
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._on.add(key)
        else:
            self._on.discard(key)
        self.dataChanged.emit(index, index)
        self.ticked.emit()
        return True
