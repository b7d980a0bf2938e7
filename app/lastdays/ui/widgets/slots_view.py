"""The slots of a Refuge as tiles, which can be pressed."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from lastdays.language import _, ngettext, titled
from lastdays.model.group import Group
from lastdays.model.recruiting import empty_spaces
from lastdays.rulebook import Catalogue
from lastdays.rulebook.entries import Perk
from lastdays.ui.models.rows import Cell, CellRole, Index, Row, RowModel
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import PRESS
from lastdays.ui.widgets.table import begin_in_first, cell_font, draw_lines

#: A tile in pixels at 100 %: least width and height, the gap after it, the size from which it says
#: what its Perk does, and the greatest height.
LEAST, FLAT, GAP, LARGE, ROOMY, HIGH = 48, 46, 6, 118, 78, 140


def slots(group: Group, catalogue: Catalogue) -> list[Row]:
    """Return the slots of a group's Refuge: built-in Perks, built ones, whose ids are the keys, and
    all Empty Spaces as one."""
    found = []
    for key in catalogue.refuges[group.refuge.key].built_in:
        perk = catalogue.perks[key]
        hover = _("{perk} (built in): {summary}", perk=perk.badged(perk.name), summary=perk.summary)
        said = _("{perk} (built in)", perk=perk.name)
        found.append(Row("", (_cell(perk, hover, said, "text"),)))
    for built in group.refuge.built:
        perk = catalogue.perks[built.key]
        hover = titled(perk.badged(perk.name), perk.summary)
        # Only Perks that were built have a filled tile.
        found.append(Row(built.id, (_cell(perk, hover, perk.name, "accent_text", "raised"),)))
    if (left := empty_spaces(group, catalogue)) > 0:
        name = ngettext("{n} Empty Space", "{n} Empty Spaces", left)
        hint = _("Press to build a Perk")
        found.append(Row("", (Cell(name, "label", hint, "faint_text", hint=hint, spoken=name),)))
    return found


def _cell(perk: Perk, hover: str, said: str, token: str, ground: str = "") -> Cell:
    return Cell(
        perk.name,
        "label",
        perk.summary,
        drawing=perk.drawing,
        drawing_token=token,
        hint=hover,
        spoken=said,
        entry=perk.name,
        ground=ground,
    )


class _Tile(QStyledItemDelegate):
    """Draws a slot: a tile for a Perk, a dashed one for an Empty Space."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        assert isinstance(view, QListView)
        return view.gridSize()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell, theme, px = index.data(CellRole), self.theme, self.theme.px
        area = option.rect.adjusted(0, 0, -px(GAP), -px(GAP))
        focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        hover = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(theme.colour("accent" if focus else "edge" if hover else "line"), 1 + focus)
        if not cell.drawing:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(theme.colour(cell.ground) if cell.ground else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(area).adjusted(1, 1, -1, -1), px(6), px(6))
        if area.width() >= px(LARGE) and area.height() >= px(ROOMY):
            self._large(painter, area.adjusted(px(8), px(8), -px(8), -px(6)), cell)
        else:
            self._small(painter, area.adjusted(2, px(3), -2, -2), cell)
        painter.restore()

    def _large(self, painter: QPainter, inside: QRect, cell: Cell) -> None:
        """Draw a tile with the description of its Perk."""
        theme, px, flags = self.theme, self.theme.px, Qt.AlignmentFlag
        name = QRect(inside.left(), inside.top(), inside.width(), px(26))
        if cell.drawing:
            painter.drawPixmap(name.topLeft(), theme.pixmap(cell.drawing, cell.drawing_token, 26))
            name.setLeft(name.left() + px(32))
        font = cell_font(theme, "strong" if cell.drawing else "words")
        self._words(painter, name, cell.text, font, cell.token, flags.AlignVCenter)
        below, small = inside.adjusted(0, px(30), 0, 0), cell_font(theme, "small")
        self._words(painter, below, cell.beneath, small, "faint_text", flags.AlignTop)

    def _small(self, painter: QPainter, inside: QRect, cell: Cell) -> None:
        theme, side = self.theme, 0
        if cell.drawing:
            size = 20 if inside.height() < self.theme.px(53) else 24
            side = theme.px(size)
            left = inside.left() + (inside.width() - side) // 2
            drawing = theme.pixmap(cell.drawing, cell.drawing_token, size)
            painter.drawPixmap(left, inside.top(), drawing)
        font = cell_font(theme, "small")
        font.setPixelSize(theme.px(12 if inside.height() >= theme.px(53) else 11))
        below, middle = inside.adjusted(0, side, 0, 0), Qt.AlignmentFlag.AlignCenter
        self._words(painter, below, cell.text, font, cell.token, middle)

    def _words(
        self,
        painter: QPainter,
        area: QRect,
        text: str,
        font: QFont,
        token: str,
        side: Qt.AlignmentFlag,
    ) -> None:
        """Draw as many words as fit."""
        painter.setFont(font)
        painter.setPen(self.theme.colour(token))
        draw_lines(painter, area, text, int(side | Qt.TextFlag.TextWordWrap))


class SlotsView(QListView):
    """A grid of tiles; `pressed_slot` is emitted when the current one is pressed."""

    pressed_slot = Signal()

    def __init__(self, model: RowModel, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setProperty("kind", "gear")
        self.setModel(model)
        self.setItemDelegate(_Tile(theme))
        self.setAccessibleName(_("Refuge"))
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setDragEnabled(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self.pressed_slot)
        model.modelReset.connect(self._fit)
        theme.changed.connect(self._fit)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(LEAST * 3), self.theme.px(FLAT + LEAST // 2))

    def _fit(self) -> None:
        """Choose the largest tiles with which all slots are in sight."""
        px, count = self.theme.px, max(1, self.model().rowCount())
        room = self.contentsRect().adjusted(0, 0, -2, 0)
        most = max(1, room.width() // px(LEAST + GAP))
        shapes = [(-(-count // across), across) for across in range(1, most + 1)]
        sizes = [
            QSize(room.width() // across, min(px(HIGH + GAP), room.height() // rows))
            for rows, across in sorted(shapes)  # of equal sizes, the one with the fewest rows wins
        ]
        least = px(FLAT + GAP)
        best = max(
            (size for size in sizes if size.height() >= least),
            key=lambda size: min(size.width(), px(LARGE + 40)) * size.height(),
            default=QSize((room.width() - px(14)) // most, least),
        )
        fits = best.height() * -(-count // max(1, room.width() // best.width())) <= room.height()
        bars = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(bars.ScrollBarAlwaysOff if fits else bars.ScrollBarAlwaysOn)
        self.setGridSize(best)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        begin_in_first(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in PRESS:
            self.pressed_slot.emit()
        else:
            super().keyPressEvent(event)
