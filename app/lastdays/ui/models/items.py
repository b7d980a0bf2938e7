"""Lists of gear: a member's, the stash; items can be dragged between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from lastdays.model.group import Item
from lastdays.model.profile import item_name
from lastdays.rulebook import Catalogue, Trait, with_page
from lastdays.rulebook.entries import CloseCombatWeapon, Equipment, Firearm

Index = QModelIndex | QPersistentModelIndex
ITEM_TYPE = "application/x-lastdays-item"
IdRole = Qt.ItemDataRole.UserRole + 3


@dataclass(frozen=True)
class ItemRow:
    """A piece of gear, ready to be shown."""

    id: str
    text: str
    detail: str


def gear_detail(key: str, catalogue: Catalogue) -> str:
    """Say in a line what a piece of gear does."""
    gear = catalogue.gear(key)
    traits = ", ".join(catalogue.trait_name(Trait(t.key, t.value)) for t in gear.attributes)

    def steps(numbers: tuple[int, ...]) -> str:
        return "/".join(str(n) for n in numbers)

    match gear:
        case Firearm():
            reach = f'{steps(gear.range)}"' if gear.range else "S×3"
            parts = [
                reach,
                f"Damage {steps(gear.damage)}",
                f"RoF {gear.rof}",
                f"Knockback {steps(gear.knockback)}",
                f"Reload {gear.reload}" if gear.reload else "",
                traits,
            ]
        case CloseCombatWeapon():
            parts = [f"CQC {gear.cqc:+d}", f"Strength {gear.strength:+d}", traits]
        case Equipment():
            parts = [gear.summary, traits]
        case _:
            parts = [traits]
    marked = "*" if gear.trained else ""
    return with_page(f"{gear.name}{marked}", gear.page) + ": " + ", ".join(filter(None, parts))


def item_rows(items: Sequence[Item], catalogue: Catalogue) -> list[ItemRow]:
    """Return the rows of some gear."""
    rows = []
    for item in items:
        text = item_name(item, catalogue) + (" ✎" if item.by_hand else "")
        detail = "\n".join(gear_detail(i.key, catalogue) for i in (item, *item.attached))
        rows.append(ItemRow(item.id, text, detail))
    return rows


class ItemsModel(QAbstractListModel):
    """Gear in a list; `dropped` says which item was dropped here."""

    dropped = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[ItemRow] = []

    def set_rows(self, rows: list[ItemRow]) -> None:
        """Show other gear."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def id_at(self, row: int) -> str:
        """Return the item in a row, '' where there is none."""
        return self._rows[row].id if 0 <= row < len(self._rows) else ""

    def row_of(self, item_id: str) -> int:
        """Return the row of an item, -1 where there is none."""
        return next((n for n, r in enumerate(self._rows) if r.id == item_id), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return row.detail
        if role == IdRole:
            return row.id
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        return (
            Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled
        )

    def mimeTypes(self) -> list[str]:
        return [ITEM_TYPE]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        if indexes:
            data.setData(ITEM_TYPE, self.id_at(indexes[0].row()).encode())
        return data

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        return data.hasFormat(ITEM_TYPE)

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        if not data.hasFormat(ITEM_TYPE):
            return False
        self.dropped.emit(bytes(data.data(ITEM_TYPE).data()).decode())
        return False  # the store moves the item, not the view

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction
