"""Lists of gear: a member's, the stash; items can be dragged between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from lastdays.language import _, signed, titled
from lastdays.model.group import Item, Member
from lastdays.model.profile import item_name
from lastdays.model.weapons import (
    FirearmInHand,
    MeleeInHand,
    firearms_in_hand,
    melee_in_hand,
    thrown_reach,
    trait_names,
)
from lastdays.rulebook import Catalogue, Trait, class_name, pictograms
from lastdays.rulebook.entries import CloseCombatWeapon, Equipment, Firearm
from lastdays.ui.models.cells import EntryRole
from lastdays.ui.plain import plain

Index = QModelIndex | QPersistentModelIndex
ITEM_TYPE = "application/x-lastdays-item"
IdRole = Qt.ItemDataRole.UserRole + 3
RowRole = Qt.ItemDataRole.UserRole + 4


class ItemRow(Struct, frozen=True):
    """A piece of gear, ready to be shown: its pictogram, what it comes to in its bearer's hands, how
    many there are of it. Bare hands are a row without an id."""

    id: str
    text: str
    detail: str
    drawing: str = ""
    note: str = ""
    count: int = 1
    #: The name under which the rulebook has it.
    entry: str = ""
    #: What counts most about it, said where there is room.
    line: str = ""


def gear_line(key: str, catalogue: Catalogue) -> str:
    """Say in a few words what counts most about a piece of gear: figures before its class."""
    gear = catalogue.gear(key)
    match gear:
        case Firearm():
            reach, damage, rof, _knockback, *rest = _figures(gear, catalogue)
            parts = [reach, damage, rof, *rest, class_name(gear.firearm_class)]
        case CloseCombatWeapon():
            parts = [*_figures(gear, catalogue), _("Close combat")]
        case Equipment():
            parts = [gear.summary]
        case _:
            parts = []
    return " · ".join(parts)


def gear_detail(key: str, catalogue: Catalogue) -> str:
    """Say in a line what a piece of gear does."""
    gear = catalogue.gear(key)
    traits = ", ".join(catalogue.trait_name(Trait(t.key, t.value)) for t in gear.attributes)

    match gear:
        case Firearm():
            parts = [class_name(gear.firearm_class), *_figures(gear, catalogue), traits]
        case CloseCombatWeapon():
            parts = [*_figures(gear, catalogue), traits]
        case Equipment():
            parts = [gear.summary.rstrip("."), traits]
        case _:
            parts = [traits]
    marked = "*" if gear.trained else ""
    return titled(gear.cited(f"{gear.name}{marked}"), ", ".join(filter(None, parts)))


def _figures(gear: Firearm | CloseCombatWeapon, catalogue: Catalogue) -> list[str]:
    """Return a weapon's figures with their names."""
    if isinstance(gear, CloseCombatWeapon):
        return [
            _("CQC {n}").format(n=signed(gear.cqc)),
            _("Strength {n}").format(n=signed(gear.strength)),
        ]

    def steps(numbers: tuple[int, ...]) -> str:
        return "/".join(str(n) for n in numbers)

    return [
        f'{steps(gear.range)}"' if gear.range else thrown_reach(catalogue),
        _("Damage {n}").format(n=steps(gear.damage)),
        _("RoF {n}").format(n=gear.rof),
        _("Knockback {n}").format(n=steps(gear.knockback)),
        *([_("Reload {n}").format(n=gear.reload)] if gear.reload else []),
    ]


def item_rows(items: Sequence[Item], catalogue: Catalogue) -> list[ItemRow]:
    """Return the rows of some gear, as it is in nobody's hands: the same things in one row."""
    rows: dict[str, ItemRow] = {}
    for item in items:
        made = replace(_row(item, catalogue), line=gear_line(item.key, catalogue))
        first = rows.get(made.text)
        rows[made.text] = replace(first, count=first.count + 1) if first else made
    return list(rows.values())


def carried_rows(member: Member, catalogue: Catalogue) -> list[ItemRow]:
    """Return the rows of what a member carries, each worked out for this member; bare hands last,
    where they are what is fought with."""
    held: dict[str, tuple[str, tuple[str, ...]]] = {}
    for gun in firearms_in_hand(member, catalogue):
        held[gun.item] = (_gun_note(gun, catalogue), gun.why)
    for blade in melee_in_hand(member, catalogue):
        held[blade.item] = (_blade_note(blade, catalogue), blade.why)
    rows = []
    for item in member.gear:
        made = _row(item, catalogue)
        note, why = held.get(item.id, ("", ()))
        if not note and item.key in catalogue.equipment:
            note = catalogue.equipment[item.key].summary
        detail = "\n".join((made.detail, *why, *([titled(made.text, note)] if note else [])))
        rows.append(replace(made, note=note, detail=detail))
    if "" in held:
        note, why = held[""]
        detail = "\n".join((titled(_("Unarmed"), note), *why))
        rows.append(ItemRow("", _("Unarmed"), detail, pictograms.token("unarmed"), note))
    return rows


def _row(item: Item, catalogue: Catalogue) -> ItemRow:
    text = item_name(item, catalogue) + (" ✎" if item.by_hand else "")
    detail = "\n".join(gear_detail(i.key, catalogue) for i in (item, *item.attached))
    gear = catalogue.gear(item.key)
    return ItemRow(item.id, text, detail, gear.drawing, entry=gear.name)


def _steps(numbers: Iterable[int]) -> str:
    """Return the figures of range steps: '8/16', or '1' where all are the same."""
    figures = list(numbers)
    return str(figures[0]) if len(set(figures)) == 1 else "/".join(map(str, figures))


def _gun_note(gun: FirearmInHand, catalogue: Catalogue) -> str:
    parts = [
        _("{inches}″").format(inches=_steps(s.inches for s in gun.steps)),
        _("damage {n}").format(n=_steps(s.damage for s in gun.steps)),
        _("RoF {n}").format(n=gun.rate),
        _("hits on {n}+").format(n=max(1, gun.hits_on)) if gun.usable else _("can't be fired"),
        _("knockback {n}").format(n=_steps(s.knockback for s in gun.steps)),
    ]
    if gun.reload is not None:
        parts.append(_("Reload {n}").format(n=gun.reload))
    return " · ".join(filter(None, (*parts, trait_names(gun.traits, catalogue))))


def _blade_note(blade: MeleeInHand, catalogue: Catalogue) -> str:
    parts = [
        _("CQC {n}").format(n=blade.cqc),
        _("damage D6+{n}").format(n=blade.strength),
        trait_names(blade.traits, catalogue),
    ]
    return " · ".join(filter(None, parts))


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
        if role == Qt.ItemDataRole.AccessibleTextRole:
            many = f"{row.text} ×{row.count}" if row.count > 1 else row.text
            return ", ".join(filter(None, (many, row.note)))
        if role == RowRole:
            return row
        if role == EntryRole:
            return row.entry
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return row.detail
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(row.detail)
        if role == IdRole:
            return row.id
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self._rows[index.row()].id:
            flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags

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
