"""Rows of typed cells, which every table of the window shows, and the model of them; plain text for
hints, and local dates and times."""

from __future__ import annotations

import html
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Literal, overload

from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QStandardItem, QStandardItemModel

from lastdays.campaign.dates import day_in_figures
from lastdays.campaign.documents.differences import Difference
from lastdays.language import _, dotted
from lastdays.names import searchable
from lastdays.values import Value


def plain_hint(text: str) -> str:
    """Return text for a hint that is shown literally: Qt would interpret markup in it, and open files
    that it names."""
    if "<" not in text and "&lt;" not in text:
        return text
    return f'<p style="white-space:pre-wrap">{html.escape(text)}</p>'


def local_time(text: str) -> str:
    """Return a stored time as local time: '2026-11-21 20:15'."""
    try:
        local = datetime.fromisoformat(text).astimezone()
    except ValueError:
        return text
    return f"{day_in_figures(local.date().isoformat())} {local:%H:%M}"


Index = QModelIndex | QPersistentModelIndex
_Roles = Qt.ItemDataRole
#: The roles of a `Cell`, of its `Row`, of the row's key, of its name in the rulebook.
CellRole, RowRole, KeyRole, EntryRole = (
    Qt.ItemDataRole(_Roles.UserRole + n) for n in range(20, 24)
)
#: The roles with an answer. Views mostly ask for others, which are refused before anything else.
_ANSWERED = {
    _Roles.DisplayRole, _Roles.AccessibleTextRole, _Roles.ToolTipRole,
    _Roles.AccessibleDescriptionRole, _Roles.TextAlignmentRole, CellRole, RowRole, KeyRole, EntryRole,
}  # fmt: skip
#: The kinds of cell whose heading is centred over them.
_CENTRED = frozenset({"figure", "number", "count", "total", "column", "under", "progress"})
#: The kinds that repeat their text on hover; others only show their hint and the row's detail.
REPEATED = ("title", "words", "small", "link", "bar", "game", "aside", "pictures", "place")
Kind = Literal[
    "plain", "strong", "number", "title", "figure", "count", "total", "roll", "chance", "name",
    "words", "small", "link", "chips", "bar", "game", "aside", "gear", "label", "chosen",
    "column", "under", "pictures", "progress", "things", "place",
]  # fmt: skip


class Chip(Value):
    """A state in a few letters, with its pictogram and the name of its colour. `short` replaces the
    text where there is little room, `hint` shows on hover, `entry` is its name in the rulebook, `key`
    the counter that is changed by pressing it."""

    text: str
    short: str
    token: str = "harm_text"
    drawing: str = ""
    hint: str = ""
    entry: str = ""
    key: str = ""


class Cell(Value):
    """The content of a cell: a text in the style of its kind, and what is drawn around it.

    A pictogram comes before the text, small words `beneath` or `beside` it, figures (`end`) and
    pictograms (`marks`, each with its colour) after it, a row of coloured `bars` below. `share` is
    the filled part of a bar, which is only outlined from `least` on. `hint` is added to the text on
    hover, `spoken` replaces it for a screen reader; `entry` is its name in the rulebook. A person
    has a `face`: a coloured initial, or the picture with the id `portrait`. `sort` is the sorting
    key; `dice` come before the text, each a number and whether it is a face; `depth` indents it.
    """

    text: str = ""
    kind: Kind = "words"
    beneath: str = ""
    token: str = "text"
    drawing: str = ""
    drawing_token: str = "faint_text"
    chips: tuple[Chip, ...] = ()
    share: float = 0.0
    hint: str = ""
    spoken: str = ""
    beside: str = ""
    beneath_token: str = "faint_text"
    end: str = ""
    marks: tuple[tuple[str, str], ...] = ()
    bars: tuple[str, ...] = ()
    entry: str = ""
    ground: str = ""
    least: float | None = None
    face: str = ""
    portrait: str = ""
    face_token: str = "text"
    sort: int | tuple[str, str] = 0
    dice: tuple[tuple[int, bool], ...] = ()
    depth: int = 0

    @property
    def said(self) -> str:
        """Return what a screen reader says: the text and the words beneath it."""
        if self.spoken:
            return self.spoken
        return ", ".join(text for text in (self.text, self.beneath) if text)


class Row(Value):
    """A row: its key, its cells (a string is a plain one), a sentence about it, the colours of its
    edge and ground ('' for none), its name in the rulebook; `below` is written under its figures
    where there is no room beside them, and one that `stays` can't be moved."""

    key: str
    cells: tuple[Cell | str, ...]
    detail: str = ""
    edge: str = ""
    entry: str = ""
    ground: str = ""
    below: str = ""
    stays: bool = False

    def says(self, words: str) -> bool:
        """Return whether the row contains all of these words."""
        texts = [self.cell(column).text for column in range(len(self.cells))]
        text = searchable(" ".join([*texts, self.below]))
        return all(word in text for word in searchable(words).split())

    def cell(self, column: int) -> Cell:
        """Return a cell."""
        cell = self.cells[column]
        if isinstance(cell, str):
            return Cell(cell, "plain")
        return cell


class LazyRows(Sequence[Row]):
    """Rows that are made when first needed, `page` at a time, from their positions. Those with equal
    keys and equal `about`, the data they are made from, are equal."""

    def __init__(
        self,
        keys: Iterable[str],
        make: Callable[[range], Iterable[Row]],
        about: object = None,
        page: int = 1,
    ) -> None:
        self.keys = tuple(keys)
        self.made: dict[int, Row] = {}
        self._make = make
        self._about = about
        self._page = page

    def __len__(self) -> int:
        return len(self.keys)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> list[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | list[Row]:
        if isinstance(place, slice):
            return [self[n] for n in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        if place not in self.made:
            first = place - place % self._page
            places = range(first, min(len(self), first + self._page))
            self.made.update(zip(places, self._make(places), strict=True))
        return self.made[place]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LazyRows) or self._about is None:
            return self is other
        return self.keys == other.keys and self._about == other._about

    __hash__ = None  # type: ignore[assignment]


def each_row(about: Mapping[str, object], make: Callable[[str], Row]) -> LazyRows:
    """Return rows that are made one by one as they come into view, from the data by key."""
    keys = tuple(about)
    return LazyRows(keys, lambda places: [make(keys[n]) for n in places], dict(about))


class RowModel(QAbstractTableModel):
    """Headings and rows, each with a key. Rows are dragged as the MIME type `carries`, and those in
    `takes` can be dropped here: `dropped` carries the key, the row's key and the MIME type. With
    `sorts`, the headings' names on hover, rows can be sorted."""

    dropped = Signal(str, str, str)

    def __init__(
        self,
        headings: Sequence[str],
        *,
        carries: str = "",
        takes: tuple[str, ...] = (),
        sorts: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self.headings = tuple(headings)
        self.sorts = tuple(sorts)
        self.carries = carries
        self.takes = takes
        self.rows: Sequence[Row] = ()
        self._all: Sequence[Row] = ()
        #: The column rows are sorted by (-1: their own order), in which direction, and the search.
        self.sorted_by = -1
        self.falling = False
        self.words = ""

    # Which rows

    def set_rows(self, rows: Sequence[Row], headings: Sequence[str] = ()) -> None:
        """Replace all rows, and the headings if some are given."""
        if isinstance(rows, LazyRows) and rows == self.rows:
            return
        self.beginResetModel()
        if headings:
            self.headings = tuple(headings)
        self._all = rows
        self._take(self._wanted())
        self.endResetModel()

    def find(self, words: str) -> None:
        """Show only the rows that contain all of these words."""
        self.beginResetModel()
        self.words = words.strip()
        self._take(self._wanted())
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, -1 for the rows' own order; keep the selection."""
        self.layoutAboutToBeChanged.emit()
        self.sorted_by = column
        self.falling = order == Qt.SortOrder.DescendingOrder
        old_indexes = self.persistentIndexList()
        keys = [self.key_at(index.row()) for index in old_indexes]
        self._take(self._wanted())
        new_indexes = []
        for key, index in zip(keys, old_indexes, strict=True):
            new_indexes.append(self.index(self.row_of(key), index.column()))
        self.changePersistentIndexList(old_indexes, new_indexes)
        self.layoutChanged.emit()

    def _wanted(self) -> Sequence[Row]:
        """Return the rows that the search wants, in their order."""
        if self.ordered:
            return self._all
        rows = [row for row in self._all if row.says(self.words)]
        if self.sorted_by >= 0:
            rows.sort(key=lambda row: row.cell(self.sorted_by).sort, reverse=self.falling)
        return rows

    @property
    def ordered(self) -> bool:
        """Return whether all rows are shown in their own order, which can then be changed."""
        return self.sorted_by < 0 and not self.words

    @property
    def total(self) -> int:
        """Return the number of rows, including those that a search hides."""
        return len(self._all)

    def can_move(self, row: int) -> bool:
        """Return whether a row can be moved."""
        return bool(self.key_at(row)) and self.ordered and not self.rows[row].stays

    def change_rows(self, rows: Sequence[Row], headings: Sequence[str] = ()) -> None:
        """Replace the rows, keeping the selection where only their content changes under the same
        headings."""
        if headings and self.headings != tuple(headings):
            self.set_rows(rows, headings)
            return
        old_count = len(self.rows)
        new_count = len(rows)
        same_count = self._count_of_same(rows)
        is_other = same_count == 0 and self._has_other_keys(rows)
        if new_count < old_count or is_other:
            self.set_rows(rows)
            return
        if new_count > old_count:
            self.beginInsertRows(QModelIndex(), old_count, new_count - 1)
            self._take(rows)
            self.endInsertRows()
        self._all = rows
        self._take(rows)
        if same_count < old_count:
            first = self.index(same_count, 0)
            last = self.index(old_count - 1, self.columnCount() - 1)
            self.dataChanged.emit(first, last)

    def _has_other_keys(self, rows: Sequence[Row]) -> bool:
        return [row.key for row in rows] != [row.key for row in self.rows]

    def _count_of_same(self, rows: Sequence[Row]) -> int:
        """Return how many rows from the first on are as they were."""
        count = 0
        for old, new in zip(self.rows, rows, strict=False):
            if old != new:
                break
            count += 1
        return count

    def _take(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.__dict__.pop("keys", None)

    @cached_property
    def keys(self) -> Mapping[str, int]:
        """Return the position of each row by its key."""
        keys = self.rows.keys if isinstance(self.rows, LazyRows) else [r.key for r in self.rows]
        positions: dict[str, int] = {}
        for position, key in enumerate(keys):
            positions.setdefault(key, position)
        return positions

    @property
    def made(self) -> Iterable[Row]:
        """Return the rows made so far."""
        if isinstance(self.rows, LazyRows):
            return list(self.rows.made.values())
        return self.rows

    def row_of(self, key: str) -> int:
        """Return the position of the row with a key, -1 if there isn't one."""
        return self.keys.get(key, -1)

    def key_at(self, row: int) -> str:
        """Return the key of a row without making the row, '' if there isn't one."""
        if not 0 <= row < len(self.rows):
            return ""
        if isinstance(self.rows, LazyRows):
            return self.rows.keys[row]
        return self.rows[row].key

    # Qt's model interface

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.headings)

    def data(self, index: Index, role: int = _Roles.DisplayRole) -> object:
        if role not in _ANSWERED or not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        cell = row.cell(index.column())
        match role:
            case _Roles.DisplayRole:
                return cell.text
            case _Roles.AccessibleTextRole:
                return cell.said
            case _Roles.ToolTipRole:
                return _tool_tip(cell, row) or None
            case _Roles.AccessibleDescriptionRole:
                return _description(cell, row) or None
            case _Roles.TextAlignmentRole:
                return int(_side(cell) | Qt.AlignmentFlag.AlignVCenter)
        if role == CellRole:
            return cell
        if role == RowRole:
            return row
        if role == KeyRole:
            return row.key
        return cell.entry or row.entry or None  # for EntryRole

    # Dragging: the store moves what is dropped, not a view

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if self.takes:
            flags |= Qt.ItemFlag.ItemIsDropEnabled
        if self.carries and self.can_move(index.row()):
            flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags

    def mimeTypes(self) -> list[str]:
        return [kind for kind in (self.carries, *self.takes) if kind]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        if indexes:
            data.setData(self.carries, self.key_at(indexes[0].row()).encode())
        return data

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        kind = self._taken(data)
        if self.sorts and kind == self.carries:  # among the others, at their places
            return self.can_move(parent.row())
        return bool(kind)

    def _taken(self, data: QMimeData) -> str:
        """Return the MIME type by which data can be dropped here, '' if it can't."""
        for kind in self.takes:
            if data.hasFormat(kind):
                return kind
        return ""

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        if self.canDropMimeData(data, action, row, column, parent):
            kind = self._taken(data)
            key = bytes(data.data(kind).data()).decode()
            self.dropped.emit(key, self.key_at(parent.row()), kind)
        return False

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Roles.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == _Roles.DisplayRole:
            return self.headings[section] + self._arrow(section)
        if role == _Roles.ToolTipRole and self.sorts:
            return _("{name}: click to sort", name=self.sorts[section])
        first_rows = list(self.made)[:12]
        kinds = {row.cell(section).kind for row in first_rows}
        if role == _Roles.InitialSortOrderRole and kinds & {"figure", "progress"}:
            return Qt.SortOrder.DescendingOrder  # the highest first
        if role == _Roles.TextAlignmentRole:
            alignment = _side_of_heading(kinds) | Qt.AlignmentFlag.AlignVCenter
            return int(alignment) | int(Qt.TextFlag.TextWordWrap)
        return None

    def _arrow(self, section: int) -> str:
        """Return the sign of the direction in which a column sorts the rows, '' for others."""
        if section != self.sorted_by:
            return ""
        return "▾" if self.falling else "▴"


def _tool_tip(cell: Cell, row: Row) -> str:
    """Return what a cell says on hover: its own text if it may be cut, its hint, the row's detail."""
    texts = []
    if cell.kind in REPEATED:
        texts.append(cell.spoken if cell.kind == "pictures" else cell.text)
        texts.append(cell.beneath)
    texts += [cell.hint, row.detail]
    return plain_hint("\n".join(text for text in texts if text))


def _description(cell: Cell, row: Row) -> str:
    """Return what a screen reader adds to a cell: its hint if it is news, else the row's detail."""
    if cell.hint and cell.hint not in cell.said:
        return cell.hint
    return row.detail


def _side(cell: Cell) -> Qt.AlignmentFlag:
    if cell.kind == "number":
        return Qt.AlignmentFlag.AlignHCenter
    return Qt.AlignmentFlag.AlignLeft


def _side_of_heading(kinds: Collection[str]) -> Qt.AlignmentFlag:
    """Return how a heading is aligned over cells of these kinds."""
    if _CENTRED.intersection(kinds):
        return Qt.AlignmentFlag.AlignHCenter
    if "chance" in kinds:
        return Qt.AlignmentFlag.AlignRight
    return Qt.AlignmentFlag.AlignLeft


def difference_in_words(difference: Difference) -> str:
    """Return 'Mo, Zombies: 1 → 2'."""
    return _(
        "{whose}, {what}: {before} → {after}",
        whose=difference.whose,
        what=difference.what,
        before=difference.before or "—",
        after=difference.after or "—",
    )


def difference_rows(differences: Sequence[Difference]) -> list[Row]:
    """Return differences as rows: the owner once, the value before dimmed, the value now coloured."""
    tokens = {"harm": "harm_text", "well": "well_text"}
    rows = []
    owner = ""
    for place, difference in enumerate(differences):
        is_same_owner = difference.whose == owner
        owner = difference.whose
        new_token = tokens.get(difference.kind, "text")
        cells = (
            Cell("" if is_same_owner else owner, "strong", spoken=owner),
            Cell(difference.what, "plain", token="faint_text"),
            Cell(difference.before or "—", "plain", token="faint_text"),
            Cell(difference.after or "—", "strong", token=new_token),
        )
        rows.append(Row(str(place), cells, difference_in_words(difference)))
    return rows


_Ticks = Qt.CheckState
_TICKED = _Ticks.Checked


class TickRow(Value):
    """Something to tick: its key, its name and further details."""

    key: str
    text: str
    detail: str = ""

    @property
    def words(self) -> str:
        """Return the name with the details."""
        return dotted(self.text, self.detail)


class TicksModel(QStandardItemModel):
    """Rows with ticks; `ticked` is emitted when somebody changes one."""

    ticked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[TickRow] = []

    def set_rows(self, rows: list[TickRow], on: Iterable[str]) -> None:
        """Replace the rows and their ticks."""
        ticked_keys = set(on)
        self.rows = rows
        self.setRowCount(len(rows))
        for place, row in enumerate(rows):
            item = QStandardItem(row.words)
            item.setToolTip(plain_hint(row.words))
            item.setEditable(False)
            item.setCheckable(True)
            item.setCheckState(_state(row.key in ticked_keys))
            self.setItem(place, item)

    def on(self) -> tuple[str, ...]:
        """Return the keys that are ticked, in order."""
        keys = []
        for place, row in enumerate(self.rows):
            if self.item(place).checkState() == _TICKED:
                keys.append(row.key)
        return tuple(keys)

    def tick_all(self, on: bool) -> None:
        """Tick every row, or none."""
        for place in range(self.rowCount()):
            self.item(place).setCheckState(_state(on))
        self.ticked.emit()

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Store a tick that somebody changed in a view."""
        is_stored = super().setData(index, value, role)
        self.ticked.emit()
        return is_stored


def _state(is_ticked: bool) -> Qt.CheckState:
    return _TICKED if is_ticked else _Ticks.Unchecked


def row_after_change(
    kept: str, before: Mapping[str, int], now: Mapping[str, int], *, stepping: bool
) -> int:
    """Return the row to select among those shown `now`, positions by key, when `kept` was selected
    `before`. A single row that came with undo or redo (`stepping`) is selected; a row that somebody
    else added isn't."""
    new_keys = now.keys() - before.keys()
    gone_keys = before.keys() - now.keys()
    one_came = len(new_keys) == 1 and not gone_keys
    if stepping and before and one_came:
        return now[new_keys.pop()]
    if kept in now:
        return now[kept]
    if kept in before and not new_keys:
        return max(0, min(before[kept], len(now) - 1))
    return 0
