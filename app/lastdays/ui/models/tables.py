"""A plain table of finished rows, for choices and lists that are only read."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import overload

from msgspec import Struct
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor

from lastdays.ui.models.keyed import Index, KeyedModel
from lastdays.ui.plain import plain

KeyRole = Qt.ItemDataRole.UserRole + 3
#: So many rows of a long table are read at once.
PAGE = 64
#: What a view asks for is mostly nothing that is here: that is said at once.
_ANSWERED = frozenset(
    {
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleDescriptionRole,
        Qt.ItemDataRole.TextAlignmentRole,
        Qt.ItemDataRole.ForegroundRole,
        KeyRole,
    }
)
_BESIDE = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_CENTRED = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter)


class TableRow(Struct, frozen=True):
    """A row: its key, its cells, a sentence about it, and a colour's name or ''."""

    key: str
    cells: tuple[str, ...]
    detail: str = ""
    kind: str = ""


class LazyRows(Sequence[TableRow]):
    """The rows of a long table: each is made when it is first looked at, with those around it."""

    #: So many are made at once.
    page = PAGE

    def __init__(self, count: int) -> None:
        self._count = count
        self._pages: dict[int, list[TableRow]] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> TableRow: ...
    @overload
    def __getitem__(self, place: slice) -> list[TableRow]: ...
    def __getitem__(self, place: int | slice) -> TableRow | list[TableRow]:
        if isinstance(place, slice):
            return [self[n] for n in range(*place.indices(self._count))]
        if not 0 <= place < self._count:
            raise IndexError(place)
        number, within = divmod(place, self.page)
        page = self._pages.get(number)
        if page is None:
            after = min(self._count, (number + 1) * self.page)
            page = self._pages[number] = self.make(number * self.page, after)
        return page[within]

    @abstractmethod
    def make(self, first: int, after: int) -> list[TableRow]:
        """Make the rows from one place up to another."""

    @abstractmethod
    def key(self, place: int) -> str:
        """Return the key of a row, without making it."""

    @abstractmethod
    def find(self, key: str) -> int:
        """Return the place of the row with a key, -1 where there is none."""


class TableModel(KeyedModel[Sequence[TableRow]]):
    """Headings and rows. Columns in `centred` hold numbers."""

    def __init__(self, headings: Sequence[str], centred: Sequence[int] = ()) -> None:
        super().__init__(headings, [])
        self.centred = frozenset(centred)
        self.colours: dict[str, QColor] = {}

    def set_rows(self, rows: Sequence[TableRow]) -> None:
        """Show other rows."""
        self.show_others(rows)

    def go_on(self, rows: Sequence[TableRow], first: int) -> None:
        """Show other rows that differ only from one on: what is before them stays as it is."""
        before, now = len(self.rows), len(rows)
        if now < before:  # a view would measure rows that go while they go
            self.set_rows(rows)
            return
        if now > before:
            self.beginInsertRows(QModelIndex(), before, now - 1)
            self.rows = rows
            self.endInsertRows()
        self.rows = rows
        if first < before:
            self.dataChanged.emit(
                self.index(first, 0), self.index(before - 1, self.columnCount() - 1)
            )

    def change_rows(self, rows: Sequence[TableRow]) -> None:
        """Show other rows, of which those in front that are the same stay as they are."""
        same = 0
        for old, new in zip(self.rows, rows, strict=False):
            if old != new:
                break
            same += 1
        if same:
            self.go_on(rows, same)
        else:
            self.set_rows(rows)

    def key_of(self, row: int) -> str:
        rows = self.rows
        return rows.key(row) if isinstance(rows, LazyRows) else rows[row].key

    def kind_at(self, row: int) -> str:
        """Return the colour's name of a row, '' where it has none."""
        return self.rows[row].kind if 0 <= row < len(self.rows) else ""

    def row_of(self, key: str) -> int:
        if isinstance(self.rows, LazyRows):
            return self.rows.find(key)
        return next((n for n, r in enumerate(self.rows) if r.key == key), -1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in _ANSWERED or not index.isValid() or index.row() >= len(self.rows):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _CENTRED if index.column() in self.centred else _BESIDE
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.cells[index.column()]
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return row.detail or None
            case Qt.ItemDataRole.ToolTipRole:
                return plain(row.detail) or None
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
