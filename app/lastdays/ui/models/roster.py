"""The roster: a row a member, effective characteristics, each number explained."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from lastdays.campaign.group_diff import (
    gear_in_words,
    injuries_in_words,
    skills_in_words,
    status_name,
)
from lastdays.language import _
from lastdays.model.group import Group, Member
from lastdays.model.profile import explain, next_level_cost
from lastdays.rulebook import CHARACTERISTICS, Catalogue, characteristic_name, keyword_name
from lastdays.ui.models.items import ITEM_TYPE

Index = QModelIndex | QPersistentModelIndex

#: 'better', 'worse', 'same': how a number stands to the printed one.
TrendRole = Qt.ItemDataRole.UserRole + 1
DetailRole = Qt.ItemDataRole.UserRole + 2
IdRole = Qt.ItemDataRole.UserRole + 3
FIXED = ("name", "type", "level", "experience")


@dataclass(frozen=True)
class RosterRow:
    """A member, ready to be shown."""

    id: str
    texts: tuple[str, ...]
    why: tuple[str, ...]
    trends: tuple[str, ...]
    detail: str
    away: bool


def roster_rows(group: Group, catalogue: Catalogue, *, memorial: bool = False) -> list[RosterRow]:
    """Return the rows of a group: the roster, then, if asked for, those who died or left."""
    members = [*group.roster, *(group.memorial if memorial else ())]
    return [_row(group, member, catalogue) for member in members]


def _row(group: Group, member: Member, catalogue: Catalogue) -> RosterRow:
    numbers = explain(member, catalogue)
    kind = catalogue.character(member.type).name
    star = " ★" if member.id == group.leader else ""
    hand = _(" ✎") if member.by_hand or member.adjustments else ""
    texts = [member.name + star + hand, kind, str(member.level), str(member.experience)]
    cost = next_level_cost(member, catalogue)
    marked = ", ".join((*member.by_hand, *member.adjustments))
    why = [
        member.name
        + (_(", the Leader") if star else "")
        + (_(" · set by hand: {fields}").format(fields=marked) if marked else ""),
        _("{type}, {keyword}").format(type=kind, keyword=keyword_name(member.keyword)),
        _("Level {level} of {most}").format(level=member.level, most=len(catalogue.level_costs)),
        _("Experience {have}; the next Level costs {cost}").format(
            have=member.experience, cost=cost
        )
        if cost is not None
        else _("Experience {have}; no higher Level").format(have=member.experience),
    ]
    trends = ["same"] * len(FIXED)
    for key in CHARACTERISTICS:
        e = numbers[key]
        better = e.value > e.printed or (e.shooting or 0) > e.printed
        trend = "better" if better else "worse" if e.value < e.printed else "same"
        mark = {"better": "▴", "worse": "▾", "same": ""}[trend]
        texts.append(e.text + mark)
        why.append(e.why)
        trends.append(trend)
    return RosterRow(
        member.id,
        tuple(texts),
        tuple(why),
        tuple(trends),
        _detail(member, catalogue),
        member.status != "active",
    )


def _detail(member: Member, catalogue: Catalogue) -> str:
    parts = [
        status_name(member) if member.status != "active" else "",
        _("new") if member.newcomer else "",
        gear_in_words(member, catalogue),
        skills_in_words(member, catalogue),
        injuries_in_words(member, catalogue),
    ]
    return " · ".join(filter(None, parts)) or _("no gear, no skills")


class RosterModel(QAbstractTableModel):
    """Rows handed in finished; `dropped` says which item was dropped on which member."""

    dropped = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[RosterRow] = []

    def set_rows(self, rows: list[RosterRow]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row_of(self, member_id: str) -> int:
        """Return the row of a member, -1 where there is none."""
        return next((n for n, r in enumerate(self._rows) if r.id == member_id), -1)

    def id_at(self, row: int) -> str:
        """Return the member in a row, '' where there is none."""
        return self._rows[row].id if 0 <= row < len(self._rows) else ""

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(FIXED) + len(CHARACTERISTICS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row, column = self._rows[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.texts[column]
            case Qt.ItemDataRole.ToolTipRole:
                return row.why[column]
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{row.why[column]}. {row.detail}" if column == 0 else row.why[column]
            case Qt.ItemDataRole.TextAlignmentRole:
                return int(
                    Qt.AlignmentFlag.AlignLeft if column < 2 else Qt.AlignmentFlag.AlignHCenter
                )
        if role == TrendRole:
            return "away" if row.away else row.trends[column]
        if role == DetailRole:
            return row.detail
        if role == IdRole:
            return row.id
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        heads = (_("Name"), _("Type"), _("Lv"), _("XP"), *CHARACTERISTICS)
        if role == Qt.ItemDataRole.DisplayRole:
            return heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section < 2:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole and section >= len(FIXED):
            return characteristic_name(CHARACTERISTICS[section - len(FIXED)])
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return (
            Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDropEnabled
        )

    def mimeTypes(self) -> list[str]:
        return [ITEM_TYPE]

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        return data.hasFormat(ITEM_TYPE) and parent.isValid()

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        if not self.canDropMimeData(data, action, row, column, parent):
            return False
        item = bytes(data.data(ITEM_TYPE).data()).decode()
        self.dropped.emit(item, self.id_at(parent.row()))
        return False  # the store moves the item, not the view

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction
