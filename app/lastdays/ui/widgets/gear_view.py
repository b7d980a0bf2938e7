"""Lists of gear: a pictogram, its name, what it comes to, how many; dragged away and dropped on."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from lastdays.language import _
from lastdays.ui.models.items import ItemRow, ItemsModel, RowRole
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.views import begin_in_first

Index = QModelIndex | QPersistentModelIndex
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
#: Heights at 100 %: of a row that says below a name what the gear comes to, and from which it does.
TALL, TWO_LINES = 42, 38
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class _GearDelegate(QStyledItemDelegate):
    """Draws a piece of gear; what it comes to stands below its name."""

    def __init__(self, theme: Theme, height: int) -> None:
        super().__init__()
        self.theme = theme
        self.height = height

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self.theme.px(80), self.theme.px(self.height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(RowRole)
        if not isinstance(row, ItemRow):
            return
        theme, area = self.theme, option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("select"))
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), theme.px(4), theme.px(4))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), 1))
            painter.drawRoundedRect(area.adjusted(1, 1, -2, -2), theme.px(4), theme.px(4))
        if row.drawing:
            side = theme.px(24)
            top = area.top() + (area.height() - side) // 2
            drawing = theme.pixmap(row.drawing, "text" if row.id else "faint_text", 24)
            painter.drawPixmap(QPoint(area.left() + theme.px(6), top), drawing)
        words = area.adjusted(theme.px(38), 0, -theme.px(6), 0)
        if row.count > 1:
            count = QRect(words.right() - theme.px(34), area.top(), theme.px(34), area.height())
            text = _("×{n}").format(n=row.count)
            self._say(painter, text, count, 17, theme.colour("accent_text"), RIGHT, heading=True)
            words.setRight(count.left())
        note = row.note or row.line
        if note and area.height() >= theme.px(TWO_LINES):
            half = area.height() // 2
            upper = QRect(words.left(), area.top() + theme.px(2), words.width(), half)
            lower = QRect(words.left(), area.top() + half - theme.px(1), words.width(), half)
            self._say(painter, row.text, upper, 15, theme.colour("text"), LEFT, bold=True)
            name = QFontMetrics(self._font(15, bold=True)).horizontalAdvance(row.text)
            upper.setLeft(upper.left() + name + theme.px(8))
            beside, below = self.parted(note, upper.width(), lower.width())
            if beside:
                self._say(painter, beside, upper, 13, theme.colour("faint_text"), LEFT)
            self._say(painter, below, lower, 13, theme.colour("faint_text"), LEFT)
        else:
            self._say(painter, row.text, words, 15, theme.colour("text"), LEFT)
        painter.restore()

    def parted(self, note: str, beside: int, below: int) -> tuple[str, str]:
        """Return what of a note stands beside the name, and what below it: nothing is cut where
        both lines hold it."""
        metrics = QFontMetrics(self._font(13))
        parts = note.split(" · ")
        first: list[str] = []
        while len(parts) > 1 and metrics.horizontalAdvance(" · ".join(parts)) > below:
            if metrics.horizontalAdvance(" · ".join((*first, parts[0]))) > beside:
                break
            first.append(parts.pop(0))
        return " · ".join(first), " · ".join(parts)

    def _font(self, size: int, *, bold: bool = False, heading: bool = False) -> QFont:
        font = QFont(self.theme.heading if heading else self.theme.body)
        font.setPixelSize(self.theme.px(size))
        font.setWeight(QFont.Weight.DemiBold if bold or heading else QFont.Weight.Normal)
        return font

    def _say(
        self,
        painter: QPainter,
        text: str,
        area: QRect,
        size: int,
        colour: QColor,
        side: int,
        *,
        bold: bool = False,
        heading: bool = False,
    ) -> None:
        painter.setFont(self._font(size, bold=bold, heading=heading))
        painter.setPen(colour)
        cut = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, side, cut)


class ItemsView(QListView):
    """A list of gear that can be dragged away and dropped on; `nothing` is said where it is empty."""

    def __init__(
        self, model: ItemsModel, name: str, theme: Theme, *, height: int = 32, nothing: str = ""
    ) -> None:
        super().__init__()
        self.theme = theme
        self._nothing = nothing
        self._aimed = False
        self._least = height
        self._drawn = _GearDelegate(theme, height)
        self.setProperty("kind", "gear")
        self.setModel(model)
        self.setItemDelegate(self._drawn)
        self.setAccessibleName(name)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def make_tall(self, tall: bool) -> None:
        """Say below each name what the gear comes to, or not."""
        height = max(self._least, TALL) if tall else self._least
        if height != self._drawn.height:
            self._drawn.height = height
            self.scheduleDelayedItemsLayout()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(100), self.theme.px(self._least))

    def current_id(self) -> str:
        """Return the chosen item, '' where none is."""
        model = self.model()
        assert isinstance(model, ItemsModel)
        return model.id_at(self.currentIndex().row())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        begin_in_first(self)

    # Drops

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        super().dragEnterEvent(event)
        self._aim(event.isAccepted())

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._aim(False)

    def dropEvent(self, event: QDropEvent) -> None:
        super().dropEvent(event)
        self._aim(False)

    def _aim(self, aimed: bool) -> None:
        """Show that gear would be put down here."""
        self._aimed = aimed
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        empty = not self.model().rowCount() and self._nothing
        if not (empty or self._aimed):
            return
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            area = self.viewport().rect()
            if empty:
                painter.setPen(self.theme.colour("faint_text"))
                flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                flags |= int(Qt.TextFlag.TextWordWrap)
                painter.drawText(area.adjusted(6, 6, -6, -6), flags, self._nothing)
            if self._aimed:
                painter.setPen(QPen(self.theme.colour("accent"), self.theme.px(2)))
                painter.drawRoundedRect(
                    area.adjusted(1, 1, -2, -2), self.theme.px(6), self.theme.px(6)
                )
