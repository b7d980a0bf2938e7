"""What every table of rows with keys does the same: headings, how many rows, which has a key."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence, Sized
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex
R = TypeVar("R", bound=Sized)


class KeyedModel(QAbstractTableModel, Generic[R]):
    """Headings over rows, each of which has a key."""

    def __init__(self, headings: Sequence[str], rows: R) -> None:
        super().__init__()
        self.headings = tuple(headings)
        self.rows = rows

    def show_others(self, rows: R) -> None:
        """Show other rows in the place of all there are."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    @abstractmethod
    def key_of(self, row: int) -> str:
        """Return the key of a row that there is."""

    @abstractmethod
    def row_of(self, key: str) -> int:
        """Return the row with a key, -1 where there is none."""

    def key_at(self, row: int) -> str:
        """Return the key of a row, '' where there is none."""
        return self.key_of(row) if 0 <= row < len(self.rows) else ""

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.headings)
