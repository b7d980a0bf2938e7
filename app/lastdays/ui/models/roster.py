"""The roster: a row a member, with effective characteristics, each number explained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from lastdays.language import _, sorting, titled
from lastdays.model.fields import (
    field_name,
    gear_in_words,
    injuries_in_words,
    skills_in_words,
    status_name,
)
from lastdays.model.group import Group, Item, Member
from lastdays.model.profile import explain, item_name, next_level_cost, skill_name
from lastdays.rulebook import (
    CHARACTERISTICS,
    Catalogue,
    characteristic_name,
    keyword_name,
    pictograms,
)
from lastdays.ui.models.items import ITEM_TYPE, gear_detail
from lastdays.ui.models.rows import EntryRole
from lastdays.ui.texts import plain

Index = QModelIndex | QPersistentModelIndex

DetailRole = Qt.ItemDataRole.UserRole + 2
#: What a member is dragged as, within the roster.
MEMBER_TYPE = "application/x-lastdays-member"
FIXED = ("name", "type", "level", "experience")
#: The columns after the characteristics.
GEAR, TRAITS = len(FIXED) + len(CHARACTERISTICS), len(FIXED) + len(CHARACTERISTICS) + 1
#: The column of the Keyword, which the view shows after the type.
KEYWORD = TRAITS + 1


class RowMark(Struct, frozen=True):
    """A pictogram of the row: what it stands for, its explanation, and its name where it is a chip.

    `kind` is 'harm' for an injury, 'warn' for a state, else ''.
    """

    drawing: str
    name: str
    hover: str
    kind: str = ""
    #: The name under which the rulebook has it.
    entry: str = ""


class RosterRow(Struct, frozen=True):
    """A member, ready to be shown. `keys` sort the rows, a column each."""

    id: str
    name: str
    keyword: str
    portrait: str
    texts: tuple[str, ...]
    why: tuple[str, ...]
    trends: tuple[str, ...]
    keys: tuple[int | tuple[str, str], ...]
    experience: int
    needed: int | None
    gear: tuple[RowMark, ...]
    chips: tuple[RowMark, ...]
    detail: str
    away: bool
    #: The name of the member's type, as the rulebook has it.
    type: str = ""
    #: Whether the member died or left: they have no place in the roster's order.
    remembered: bool = False

    def entry(self, column: int) -> str:
        """Return the entry of the rulebook that a cell is about: the first of several."""
        if column < 2:
            return self.type
        marks = {GEAR: self.gear, TRAITS: self.chips}.get(column, ())
        return next((m.entry for m in marks if m.entry), "")

    def says(self, words: str) -> bool:
        """Return whether all of some words stand in the row."""
        said = " ".join((*self.texts, self.detail)).casefold()
        return all(word in said for word in words.casefold().split())


def roster_rows(group: Group, catalogue: Catalogue, *, memorial: bool = False) -> list[RosterRow]:
    """Return the rows of a group: the roster, then, if asked for, those who died or left."""
    members = [*group.roster, *(group.memorial if memorial else ())]
    return [_row(group, member, catalogue) for member in members]


def _row(group: Group, member: Member, catalogue: Catalogue) -> RosterRow:
    numbers = explain(member, catalogue)
    entry = catalogue.character(member.type)
    kind = entry.name
    star = " ★" if member.id == group.leader else ""
    hand = _(" ✎") if member.by_hand or member.adjustments else ""
    texts = [member.name + star + hand, kind, str(member.level), str(member.experience)]
    cost = next_level_cost(member, catalogue)
    marked = ", ".join(field_name(key) for key in (*member.by_hand, *member.adjustments))
    why = [
        member.name
        + (_(", the Leader") if star else "")
        + (_(" · set by hand: {fields}").format(fields=marked) if marked else ""),
        _("{type}, {keyword}").format(
            type=entry.badged(kind), keyword=keyword_name(member.keyword)
        ),
        _("Level {level} of {most}").format(level=member.level, most=len(catalogue.level_costs)),
        _("Experience {have}; the next Level costs {cost}").format(
            have=member.experience, cost=cost
        )
        if cost is not None
        else _("Experience {have}; no higher Level").format(have=member.experience),
    ]
    keys: list[int | tuple[str, str]] = [
        sorting(member.name),
        sorting(kind),
        member.level,
        member.experience,
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
        keys.append(e.value)
    gear, chips = _gear(member, catalogue), _chips(member, catalogue)
    for marks, none in ((gear, _("no gear")), (chips, _("no skills, no injuries"))):
        names = ", ".join(m.name for m in marks)
        texts.append(names)
        why.append("\n".join(m.hover for m in marks) or none)
        trends.append("same")
        keys.append(sorting(names))
    texts.append(keyword_name(member.keyword))
    why.append(_("Keyword: {keyword}").format(keyword=keyword_name(member.keyword)))
    trends.append("same")
    keys.append(sorting(keyword_name(member.keyword)))
    return RosterRow(
        id=member.id,
        name=member.name,
        keyword=member.keyword,
        portrait=member.portrait,
        texts=tuple(texts),
        why=tuple(why),
        trends=tuple(trends),
        keys=tuple(keys),
        experience=member.experience,
        needed=cost,
        gear=gear,
        chips=chips,
        detail=_detail(member, catalogue),
        away=member.status != "active",
        type=kind,
        remembered=member.status in ("dead", "left"),
    )


def _gear(member: Member, catalogue: Catalogue) -> tuple[RowMark, ...]:
    def mark(item: Item) -> RowMark:
        name = item_name(item, catalogue)
        hover = "\n".join(gear_detail(i.key, catalogue) for i in (item, *item.attached))
        gear = catalogue.gear(item.key)
        return RowMark(gear.drawing, name, hover, entry=gear.name)

    return tuple(mark(item) for item in member.gear)


def _chips(member: Member, catalogue: Catalogue) -> tuple[RowMark, ...]:
    """Return the state a member is in, then injuries, then skills: what must not be overlooked
    stands first."""
    found: list[RowMark] = []
    if member.status != "active":
        drawing = {
            "captured": pictograms.token("captive"),
            "dead": pictograms.token("grave"),
            "left": pictograms.place("start"),
        }[member.status]
        found.append(RowMark(drawing, status_name(member), status_name(member), "harm"))
    if member.newcomer:
        hover = _("New: starting gear stays as it is until after the next Encounter.")
        found.append(RowMark(pictograms.token("member"), _("new"), hover, "warn"))
    for key, count in Counter(i.key for i in member.injuries).items():
        entry = catalogue.injuries[key]
        name = f"{entry.name} ×{count}" if count > 1 else entry.name
        found.append(RowMark(entry.drawing, name, titled(name, entry.summary), "harm", entry.name))
    for skill in member.skills:
        name = skill_name(skill.key, skill.value, skill.detail, catalogue)
        hover = titled(name, catalogue.trait_summary(skill.key))
        trait = catalogue.trait(skill.key)
        found.append(RowMark(trait.drawing, name, hover, entry=trait.name))
    return tuple(found)


def _detail(member: Member, catalogue: Catalogue) -> str:
    parts = [
        status_name(member) if member.status != "active" else "",
        _("new") if member.newcomer else "",
        gear_in_words(member, catalogue),
        skills_in_words(member, catalogue),
        injuries_in_words(member, catalogue),
    ]
    return " · ".join(filter(None, parts)) or _("no gear, no skills")


def headings() -> tuple[str, ...]:
    """Return the names over the columns."""
    return (
        _("Name"),
        _("Type"),
        _("Lv"),
        _("Experience"),
        *CHARACTERISTICS,
        _("Gear"),
        _("Injuries and skills"),
        _("Keyword"),
    )


class RosterModel(QAbstractTableModel):
    """Rows handed in finished, in their own order or sorted, all or those that a search finds.

    `dropped` says which item was dropped on which member, `moved` which member was put at which
    place of the group's own order.
    """

    dropped = Signal(str, str)
    moved = Signal(str, int)

    def __init__(self) -> None:
        super().__init__()
        self._all: list[RosterRow] = []
        self._rows: list[RosterRow] = []
        #: The column the rows are sorted by, -1 for the group's own order, and which way.
        self.sorted_by, self.falling = -1, False
        self.words = ""
        #: Whether there is room for short headings only, and whether types stand below names.
        self.short = self.stacked = False

    def set_rows(self, rows: list[RosterRow]) -> None:
        """Show other rows."""
        self._all = rows
        self._show()

    def sort_by(self, column: int, *, falling: bool = False) -> None:
        """Sort by a column; -1 is the group's own order."""
        self.sorted_by, self.falling = column, falling
        self._show()

    def search(self, words: str) -> None:
        """Show the rows in which all of these words stand."""
        self.words = words
        self._show()

    def _show(self) -> None:
        self.beginResetModel()
        rows = [row for row in self._all if row.says(self.words)]
        if self.sorted_by >= 0:
            rows.sort(key=lambda row: row.keys[self.sorted_by], reverse=self.falling)
        self._rows = rows
        self.endResetModel()

    @property
    def total(self) -> int:
        """Return how many rows there are, also those that a search leaves out."""
        return len(self._all)

    @property
    def ordered(self) -> bool:
        """Return whether all rows stand in the group's own order, which can then be changed."""
        return self.sorted_by < 0 and not self.words.strip()

    def ids(self) -> list[str]:
        """Return the members as they are shown, without those who died or left."""
        return [row.id for row in self._rows if not row.remembered]

    def can_move(self, row: int) -> bool:
        """Return whether the member in a row can be put at another place."""
        there = 0 <= row < len(self._rows) and not self._rows[row].remembered
        return there and self.ordered

    def row_at(self, row: int) -> RosterRow:
        """Return a row with all that is shown of it."""
        return self._rows[row]

    def row_of(self, member_id: str) -> int:
        """Return the row of a member, -1 where there is none."""
        return next((n for n, r in enumerate(self._rows) if r.id == member_id), -1)

    def id_at(self, row: int) -> str:
        """Return the member in a row, '' where there is none."""
        return self._rows[row].id if 0 <= row < len(self._rows) else ""

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else KEYWORD + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row, column = self._rows[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.texts[column]
            case Qt.ItemDataRole.ToolTipRole:
                return plain(row.why[column])
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{row.why[column]}. {row.detail}" if column == 0 else row.why[column]
        if role == DetailRole:
            return row.detail
        return row.entry(column) if role == EntryRole else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            arrow = ("▾" if self.falling else "▴") if section == self.sorted_by else ""
            text = _("XP") if self.short and section == 3 else headings()[section]
            if self.stacked and section < 2:
                text = (_("Name and type"), _("by type") if arrow else "")[section]
            return text + arrow
        if role == Qt.ItemDataRole.TextAlignmentRole:
            left = section < 2 or section >= GEAR  # the Keyword as well
            side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignHCenter
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            name = headings()[section]
            if len(FIXED) <= section < GEAR:
                name = characteristic_name(CHARACTERISTICS[section - len(FIXED)])
            return _("{name}: click to sort").format(name=name)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = (
            Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDropEnabled
        )
        return flags | Qt.ItemFlag.ItemIsDragEnabled if self.can_move(index.row()) else flags

    def mimeTypes(self) -> list[str]:
        return [ITEM_TYPE, MEMBER_TYPE]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        if indexes:
            data.setData(MEMBER_TYPE, self.id_at(indexes[0].row()).encode())
        return data

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        if data.hasFormat(MEMBER_TYPE):
            return parent.isValid() and self.can_move(parent.row())
        return data.hasFormat(ITEM_TYPE) and parent.isValid()

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        if not self.canDropMimeData(data, action, row, column, parent):
            return False
        if data.hasFormat(MEMBER_TYPE):
            member = bytes(data.data(MEMBER_TYPE).data()).decode()
            if member != self.id_at(parent.row()):
                self.moved.emit(member, parent.row())
            return False  # the store moves the member, not the view
        item = bytes(data.data(ITEM_TYPE).data()).decode()
        self.dropped.emit(item, self.id_at(parent.row()))
        return False  # the store moves the item, not the view

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction
