"""A table of painted cells: titles with a line beneath, figures, chips, links, bars of a chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
#: The role of a cell's `PaintedCell`, and of a row's `CellRow`.
CellRole = Qt.ItemDataRole.UserRole + 21
RowRole = Qt.ItemDataRole.UserRole + 22
#: The role of the name under which the rulebook has what a row is about.
EntryRole = Qt.ItemDataRole.UserRole + 23


@dataclass(frozen=True)
class Chip:
    """A state in a few letters, with its pictogram and the name of its colour; `short` is said
    where there is no room for the text."""

    text: str
    short: str
    token: str = "harm_text"
    drawing: str = ""


@dataclass(frozen=True)
class PaintedCell:
    """What is painted in a cell. `token` names its colour, `drawing` its pictogram, `share` is how
    much of a bar is filled; `hint` is said on hover besides the text."""

    text: str
    kind: Literal["title", "figure", "words", "link", "chips", "bar"] = "words"
    beneath: str = ""
    token: str = "text"
    drawing: str = ""
    drawing_token: str = "faint_text"
    chips: tuple[Chip, ...] = ()
    share: float = 0.0
    hint: str = ""

    @property
    def said(self) -> str:
        """Return the text with what stands beneath it."""
        return ", ".join(filter(None, (self.text, self.beneath)))


@dataclass(frozen=True)
class CellRow:
    """A row: its key, its cells, the colour of its edge or '', and its name in the rulebook."""

    key: str
    cells: tuple[PaintedCell, ...]
    edge: str = ""
    entry: str = ""
    detail: str = ""


class CellModel(QAbstractTableModel):
    """Headings and finished rows of cells."""

    def __init__(self, headings: Sequence[str]) -> None:
        super().__init__()
        self.headings = tuple(headings)
        self.rows: list[CellRow] = []

    def set_rows(self, rows: list[CellRow]) -> None:
        """Show other rows."""
        if rows == self.rows:
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def key_at(self, row: int) -> str:
        """Return the key of a row, '' where there is none."""
        return self.rows[row].key if 0 <= row < len(self.rows) else ""

    def row_of(self, key: str) -> int:
        """Return the row with a key, -1 where there is none."""
        return next((n for n, r in enumerate(self.rows) if r.key == key), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        cell = row.cells[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return cell.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return cell.said
            case Qt.ItemDataRole.ToolTipRole:
                return "\n".join(filter(None, (cell.text, cell.beneath, cell.hint, row.detail)))
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return cell.hint or row.detail or None
        if role == CellRole:
            return cell
        if role == RowRole:
            return row
        return (row.entry or None) if role == EntryRole else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.headings[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            figures = any(row.cells[section].kind == "figure" for row in self.rows)
            side = Qt.AlignmentFlag.AlignHCenter if figures else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
        return None
