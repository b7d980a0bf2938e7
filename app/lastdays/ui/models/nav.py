"""The places one can go to, for the list on the left."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QIcon

from lastdays.ui.navigation import Route
from lastdays.ui.plain import plain

Index = QModelIndex | QPersistentModelIndex
#: The role of how far a place is set in.
DEPTH = Qt.ItemDataRole.UserRole + 1
#: The roles of what stands below a place's name, and of the name of its colour.
BENEATH, BENEATH_TOKEN = Qt.ItemDataRole.UserRole + 2, Qt.ItemDataRole.UserRole + 3


class NavRow(Struct, frozen=True):
    """A place to go: its route, what it is called, an icon's name, what is said of it on hover, and
    what stands below its name, in which colour."""

    route: Route
    text: str
    icon: str = ""
    hint: str = ""
    depth: int = 0
    beneath: str = ""
    beneath_token: str = "faint_text"


class NavModel(QAbstractListModel):
    """The places of the open campaign."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[NavRow] = []
        self.icons: dict[str, QIcon] = {}
        self._row_of: dict[Route, int] = {}

    def set_rows(self, rows: list[NavRow]) -> None:
        """Show other places; where only what is said of some has changed, the others stay."""
        changed = [
            n
            for n, (old, new) in enumerate(zip(self.rows, rows, strict=False))
            if old is not new and old != new
        ]
        same = len(rows) == len(self.rows)
        if same and not changed:
            return
        if same and all(self.rows[n].route == rows[n].route for n in changed):
            self.rows = rows
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))
            return
        self.beginResetModel()
        self.rows = rows
        self._row_of = {entry.route: n for n, entry in enumerate(rows)}
        self.endResetModel()

    def row_of(self, route: Route | None) -> int:
        """Return the row of a place, -1 where it is none."""
        return -1 if route is None else self._row_of.get(route, -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        entry = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text
        if role == DEPTH:
            return entry.depth
        if role in (BENEATH, BENEATH_TOKEN):
            return entry.beneath if role == BENEATH else entry.beneath_token
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(entry.hint or entry.text)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return entry.hint or None
        if role == Qt.ItemDataRole.DecorationRole and entry.icon:
            return self.icons.get(entry.icon)
        return None
