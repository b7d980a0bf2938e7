"""A table of painted cells: titles with a line beneath, figures, chips, links, bars of a chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Literal, Protocol

from msgspec import Struct
from PySide6.QtCore import Qt

from lastdays.ui.models.keyed import Index, KeyedModel
from lastdays.ui.plain import plain

#: The role of a cell's `PaintedCell`, and of a row's `CellRow`.
CellRole = Qt.ItemDataRole.UserRole + 21
RowRole = Qt.ItemDataRole.UserRole + 22
#: The role of the name under which the rulebook has what a row is about.
EntryRole = Qt.ItemDataRole.UserRole + 23

#: The first rows say what is in a column.
FIRST = 12


class Chip(Struct, frozen=True):
    """A state in a few letters, with its pictogram and the name of its colour; `short` is said
    where there is no room for the text."""

    text: str
    short: str
    token: str = "harm_text"
    drawing: str = ""


class PaintedCell(Struct, frozen=True):
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


class CellRow(Struct, frozen=True):
    """A row: its key, its cells, the colour of its edge or '', and its name in the rulebook."""

    key: str
    cells: tuple[PaintedCell, ...]
    edge: str = ""
    entry: str = ""
    detail: str = ""


class Rows(Protocol):
    """The rows of a table."""

    @property
    def keys(self) -> Mapping[str, int]:
        """Return which row has a key."""

    @property
    def made(self) -> Iterable[CellRow]:
        """Return the rows that are there, in order."""

    def key_at(self, n: int) -> str:
        """Return the key of a row, which is not made for that."""

    def __len__(self) -> int: ...

    def __getitem__(self, n: int) -> CellRow: ...

    def __iter__(self) -> Iterator[CellRow]: ...


class FinishedRows:
    """Rows that are there."""

    def __init__(self, rows: Sequence[CellRow] = ()) -> None:
        self.made = tuple(rows)

    @cached_property
    def keys(self) -> Mapping[str, int]:
        """Return which row has a key."""
        return {row.key: n for n, row in reversed(list(enumerate(self.made)))}

    def key_at(self, n: int) -> str:
        """Return the key of a row."""
        return self.made[n].key

    def __len__(self) -> int:
        return len(self.made)

    def __getitem__(self, n: int) -> CellRow:
        return self.made[n]

    def __iter__(self) -> Iterator[CellRow]:
        return iter(self.made)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FinishedRows) and self.made == other.made

    __hash__ = None  # type: ignore[assignment]


class RowsToCome:
    """Rows that are made as they come in sight, of what each is about, by key."""

    def __init__(self, about: Mapping[str, object], make: Callable[[str], CellRow]) -> None:
        self.about = about
        self.keys: Mapping[str, int] = {key: n for n, key in enumerate(about)}
        self._names = tuple(about)
        self._make = make
        self._made: dict[int, CellRow] = {}

    @property
    def made(self) -> Iterable[CellRow]:
        """Return the rows that have been in sight."""
        return self._made.values()

    def key_at(self, n: int) -> str:
        """Return the key of a row, which is not made for that."""
        return self._names[n]

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, n: int) -> CellRow:
        if n not in self._made:
            self._made[n] = self._make(self._names[n])
        return self._made[n]

    def __iter__(self) -> Iterator[CellRow]:
        return (self[n] for n in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, RowsToCome)
            and self._names == other._names
            and self.about == other.about
        )

    __hash__ = None  # type: ignore[assignment]


class CellModel(KeyedModel[Rows]):
    """Headings and rows of cells."""

    def __init__(self, headings: Sequence[str]) -> None:
        super().__init__(headings, FinishedRows())

    def set_rows(self, rows: Sequence[CellRow] | RowsToCome) -> None:
        """Show other rows."""
        shown: Rows = rows if isinstance(rows, RowsToCome) else FinishedRows(rows)
        if shown != self.rows:
            self.show_others(shown)

    def key_of(self, row: int) -> str:
        return self.rows.key_at(row)

    def row_of(self, key: str) -> int:
        return self.rows.keys.get(key, -1)

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
                said = (cell.text, cell.beneath, cell.hint, row.detail)
                return plain("\n".join(filter(None, said)))
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
            figures = any(
                row.cells[section].kind == "figure" for row in islice(self.rows.made, FIRST)
            )
            side = Qt.AlignmentFlag.AlignHCenter if figures else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
        return None
