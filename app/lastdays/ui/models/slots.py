"""The Refuge as slots: the Perks that are built in, those that were built, the Empty Spaces."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from lastdays.language import _, titled
from lastdays.model.group import Group
from lastdays.model.recruiting import empty_spaces
from lastdays.rulebook import Catalogue
from lastdays.ui.models.rows import EntryRole
from lastdays.ui.plain import plain

Index = QModelIndex | QPersistentModelIndex
SlotRole = Qt.ItemDataRole.UserRole + 1


class Slot(Struct, frozen=True):
    """A place for a Perk. `built` is the id of a Perk that was built; `key` is '' where it is an
    Empty Space."""

    key: str
    name: str
    hover: str
    drawing: str = ""
    built: str = ""
    #: What is said of it where there is room.
    says: str = ""

    @property
    def text(self) -> str:
        """Return what it is in words."""
        if not self.key:
            return _("Empty Space")
        return self.name if self.built else _("{perk} (built in)").format(perk=self.name)


def slots(group: Group, catalogue: Catalogue) -> list[Slot]:
    """Return the slots of a group's Refuge, the built-in ones first, the empty ones last."""
    found = []
    for key in catalogue.refuges[group.refuge.key].built_in:
        perk = catalogue.perks[key]
        hover = _("{perk} (built in): {summary}").format(
            perk=perk.badged(perk.name), summary=perk.summary
        )
        found.append(Slot(key, perk.name, hover, perk.drawing, says=perk.summary))
    for built in group.refuge.built:
        perk = catalogue.perks[built.key]
        hover = titled(perk.badged(perk.name), perk.summary)
        found.append(Slot(built.key, perk.name, hover, perk.drawing, built.id, perk.summary))
    hint = _("Empty Space: press to build a Perk")
    found += [Slot("", "", hint, says=_("Press to build a Perk"))] * max(
        0, empty_spaces(group, catalogue)
    )
    return found


class SlotsModel(QAbstractListModel):
    """Slots handed in finished."""

    def __init__(self) -> None:
        super().__init__()
        self._slots: list[Slot] = []

    def set_slots(self, found: list[Slot]) -> None:
        """Show other slots."""
        if found != self._slots:
            self.beginResetModel()
            self._slots = found
            self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._slots)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._slots):
            return None
        slot = self._slots[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return slot.text
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return slot.hover
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(slot.hover)
        if role == EntryRole:
            return slot.name
        return slot if role == SlotRole else None
