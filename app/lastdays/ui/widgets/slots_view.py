"""The slots of a Refuge as tiles: press one, or Enter on it, to do something with it."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from lastdays.language import _, titled
from lastdays.model.group import Group
from lastdays.model.recruiting import empty_spaces
from lastdays.rulebook import Catalogue
from lastdays.ui.models.rows import EntryRole
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.table import begin_in_first

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


#: A tile at 100 %: as wide as wanted, and at least; as high as wanted, and at least; the gap after it.
WIDE, LEAST, HIGH, FLAT, GAP = 84, 48, 62, 46, 6
#: With what a Perk does: as wide as wanted, and at least; as high as wanted, and at least.
LARGE_WIDE, LARGE_NARROW, LARGE_HIGH, LARGE_LEAST = 170, 140, 140, 84


class _Tile(QStyledItemDelegate):
    """Draws a slot: a filled tile for a Perk, a dashed one for an Empty Space."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.size = QSize(theme.px(WIDE + GAP), theme.px(HIGH + GAP))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self.size

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        slot = index.data(SlotRole)
        if not isinstance(slot, Slot):
            return
        theme = self.theme
        gap = theme.px(GAP)
        area = option.rect.adjusted(0, 0, -gap, -gap)
        focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        hover = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(theme.colour("accent" if focus else "edge" if hover else "line"))
        pen.setWidth(2 if focus else 1)
        if not slot.key:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        filled = bool(slot.built)  # what is built in belongs to the house
        painter.setBrush(theme.colour("raised") if filled else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(area).adjusted(1, 1, -1, -1), theme.px(6), theme.px(6))
        font = QFont(theme.body)
        font.setPixelSize(theme.px(12 if area.height() >= theme.px(58) else 11))
        painter.setFont(font)
        if area.height() >= theme.px(LARGE_LEAST) and area.width() >= theme.px(LARGE_NARROW):
            self._large(painter, slot, area)
        elif not slot.key:
            painter.setPen(theme.colour("faint_text"))
            painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), _("empty"))
        else:
            self._perk(painter, slot, area)
        painter.restore()

    def _large(self, painter: QPainter, slot: Slot, area: QRect) -> None:
        """Draw a slot with what its Perk does."""
        theme = self.theme
        inside = area.adjusted(theme.px(8), theme.px(8), -theme.px(8), -theme.px(6))
        name = QRect(inside.left(), inside.top(), inside.width(), theme.px(26))
        if slot.drawing:
            token = "accent_text" if slot.built else "text"
            painter.drawPixmap(name.topLeft(), theme.pixmap(slot.drawing, token, 26))
            name.setLeft(name.left() + theme.px(32))
        font = QFont(theme.body)
        font.setPixelSize(theme.px(15))
        font.setWeight(QFont.Weight.DemiBold if slot.key else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(theme.colour("text" if slot.key else "faint_text"))
        left = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        title = slot.name or _("Empty Space")
        cut = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, name.width())
        painter.drawText(name, left, cut)
        font.setPixelSize(theme.px(13))
        font.setWeight(QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(theme.colour("faint_text"))
        below = inside.adjusted(0, theme.px(30), 0, 0)
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        flags |= int(Qt.TextFlag.TextWordWrap)
        painter.drawText(below, flags, _fitted(slot.says, below, painter.fontMetrics(), flags))

    def _perk(self, painter: QPainter, slot: Slot, area: QRect) -> None:
        theme = self.theme
        token = "accent_text" if slot.built else "text"
        small = area.height() < theme.px(58)
        side, top = theme.px(20 if small else 24), area.top() + theme.px(3 if small else 4)
        left = area.left() + (area.width() - side) // 2
        painter.drawPixmap(
            QPoint(left, top), theme.pixmap(slot.drawing, token, 20 if small else 24)
        )
        words = QRect(area.left() + 2, top + side, area.width() - 4, area.bottom() - top - side)
        painter.setPen(theme.colour("text"))
        flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter)
        metrics = painter.fontMetrics()
        wrapped = int(Qt.TextFlag.TextWordWrap) | flags
        if metrics.boundingRect(words, wrapped, slot.name).height() <= words.height() + 2:
            painter.drawText(words, wrapped, slot.name)
        else:
            cut = metrics.elidedText(slot.name, Qt.TextElideMode.ElideRight, words.width())
            painter.drawText(words, flags, cut)


def _fitted(text: str, area: QRect, metrics: QFontMetrics, flags: int) -> str:
    """Return as many words as an area holds, with an ellipsis where that isn't all."""
    words = text.split()
    shown = text
    while words and metrics.boundingRect(area, flags, shown).height() > area.height():
        words.pop()
        shown = " ".join(words) + "…"
    return shown


class SlotsView(QListView):
    """Tiles in rows. `pressed_slot` carries the slot that was pressed."""

    pressed_slot = Signal(object)

    def __init__(self, model: SlotsModel, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._tile = _Tile(theme)
        self.setProperty("kind", "gear")
        self.setModel(model)
        self.setItemDelegate(self._tile)
        self.setAccessibleName(_("Refuge"))
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setWrapping(True)
        self.setSpacing(0)
        self.setDragEnabled(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._press)
        model.modelReset.connect(self._fit)
        theme.changed.connect(self._fit)

    def slot(self) -> Slot | None:
        """Return the slot that has the keyboard, None where none has it."""
        found = self.currentIndex().data(SlotRole) if self.currentIndex().isValid() else None
        return found if isinstance(found, Slot) else None

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(LEAST * 3), self.theme.px(HIGH + GAP))

    def _press(self, index: Index) -> None:
        self.pressed_slot.emit(index.data(SlotRole))

    def _fit(self) -> None:
        """Have as many tiles in a row as show all slots, as large as they can be."""
        theme, count = self.theme, max(1, self.model().rowCount())
        room = self.contentsRect().adjusted(0, 0, -2, 0)
        wide, high, least = theme.px(WIDE + GAP), theme.px(HIGH + GAP), theme.px(FLAT + GAP)
        most = max(1, room.width() // theme.px(LEAST + GAP))
        for across in range(max(1, min(most, room.width() // wide)), most + 1):
            rows = -(-count // across)
            if rows * least <= room.height():
                size = QSize(min(wide, room.width() // across), min(high, room.height() // rows))
                break
        else:
            across = max(1, (room.width() - theme.px(14)) // theme.px(LEAST + GAP))
            size = QSize((room.width() - theme.px(14)) // across, least)
        wide, high = theme.px(LARGE_WIDE + GAP), theme.px(LARGE_HIGH + GAP)
        beside = max(1, room.width() // wide)
        rows = -(-count // beside)
        if rows * theme.px(LARGE_LEAST + GAP) <= room.height() and room.width() >= wide:
            across = beside
            wide = room.width() // -(-count // rows)
            size = QSize(wide, min(high, room.height() // rows))
        rows = -(-count // across)
        fits = rows * size.height() <= room.height()
        if fits:  # as many in each row, and no more of them than that beside each other
            across = -(-count // rows)
            size.setWidth(max(size.width(), room.width() // (across + 1) + 1))
        bars = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(bars.ScrollBarAlwaysOff if fits else bars.ScrollBarAlwaysOn)
        self._tile.size = size
        self.setGridSize(size)
        self.scheduleDelayedItemsLayout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        begin_in_first(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._press(self.currentIndex())
            return
        super().keyPressEvent(event)
