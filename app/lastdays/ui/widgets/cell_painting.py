"""Paints the cells of a table of surfaces, and says how much room each would like."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView

from lastdays.ui.models.cells import CellRole, Chip, PaintedCell
from lastdays.ui.models.keyed import Index
from lastdays.ui.theme import Theme

#: Lengths in pixels at 100 %: between rows, the edge of a row; free on both sides of a cell, and
#: where columns are short of room; the side of a pictogram; the height of a chip; a bar of a chance
#: is never narrower.
GAP, EDGE, PAD, TIGHT, DRAWING, CHIP, BAR = 3, 5, 8, 4, 22, 24, 120
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def cell_font(theme: Theme, kind: str) -> QFont:
    """Return the font of a kind of cell; 'beneath' and 'chip' are the small ones."""
    font = QFont(theme.heading if kind in ("title", "figure") else theme.body)
    sizes = {"title": 19, "figure": 20, "beneath": 13, "chip": 13}
    font.setPixelSize(theme.px(sizes.get(kind, 15)))
    if kind in ("title", "figure"):
        font.setWeight(QFont.Weight.DemiBold)
    return font


class CellPainter(QStyledItemDelegate):
    """Paints what is in a cell; the surface of the row is the view's."""

    def __init__(
        self,
        theme: Theme,
        view: QTableView,
        is_hot: Callable[[Index], bool],
        is_tall: Callable[[], bool],
        pad: Callable[[], int],
    ) -> None:
        """Make it; `is_hot` says which links are underlined, `is_tall` that rows hold two lines,
        `pad` how many pixels are free on both sides of a cell."""
        super().__init__(view)
        self.theme = theme
        self._is_hot, self._is_tall, self._pad = is_hot, is_tall, pad

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell = index.data(CellRole)
        pad = self._pad()
        rect = option.rect.adjusted(pad, 0, -pad, -self.theme.px(GAP))
        if index.column() == 0:
            rect.setLeft(rect.left() + self.theme.px(EDGE))
        painter.save()
        match cell.kind:
            case "chips":
                self._chips(painter, rect, cell.chips)
            case "bar":
                self._bar(painter, rect, cell)
            case _:
                self._text(painter, rect, cell, linked=self._is_hot(index))
        painter.restore()

    def _text(self, painter: QPainter, rect: QRect, cell: PaintedCell, *, linked: bool) -> None:
        theme = self.theme
        if cell.drawing:
            side = theme.px(DRAWING)
            top = rect.top() + (rect.height() - side) // 2
            painter.drawPixmap(
                rect.left(), top, theme.pixmap(cell.drawing, cell.drawing_token, DRAWING)
            )
            rect = rect.adjusted(side + theme.px(10), 0, 0, 0)
        font = cell_font(theme, cell.kind)
        font.setUnderline(linked)
        upper = QRect(rect)
        if cell.beneath:
            upper.setHeight(theme.px(26))
            lower = rect.adjusted(0, theme.px(23), 0, -theme.px(1))
            self._line(painter, lower, cell.beneath, cell_font(theme, "beneath"), "faint_text")
        if cell.kind in ("words", "link") and self._is_tall() and not cell.beneath:
            self._lines(painter, rect, cell.text, font, cell.token)
            return
        centre = cell.kind == "figure"
        self._line(painter, upper, cell.text, font, cell.token, centre=centre)

    def _lines(self, painter: QPainter, rect: QRect, text: str, font: QFont, token: str) -> None:
        """Write a text over two lines where one is too short for it."""
        painter.setFont(font)
        painter.setPen(self.theme.colour(token))
        draw_lines(painter, rect, text)

    def _line(
        self,
        painter: QPainter,
        rect: QRect,
        text: str,
        font: QFont,
        token: str,
        *,
        centre: bool = False,
    ) -> None:
        painter.setFont(font)
        painter.setPen(self.theme.colour(token))
        cut = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        side = Qt.AlignmentFlag.AlignCenter if centre else _LEFT
        painter.drawText(rect, int(side), cut)

    def _chips(self, painter: QPainter, rect: QRect, chips: tuple[Chip, ...]) -> None:
        theme = self.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = cell_font(theme, "chip")
        for chip, text, box in laid_chips(theme, rect, chips):
            painter.setPen(theme.colour(chip.token))
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            inner = box.adjusted(theme.px(6), 0, -theme.px(6), 0)
            if chip.drawing:
                side = theme.px(16)
                top = box.top() + (box.height() - side) // 2
                painter.drawPixmap(inner.left(), top, theme.pixmap(chip.drawing, chip.token, 16))
                inner.setLeft(inner.left() + side + theme.px(4))
            self._line(painter, inner, text, font, chip.token)

    def _bar(self, painter: QPainter, rect: QRect, cell: PaintedCell) -> None:
        """Paint how likely something is: a bar, and the chance after it."""
        theme = self.theme
        font = cell_font(theme, "words")
        wide = QFontMetrics(font).horizontalAdvance("35/36 (100 %)")
        room = QRect(rect.left(), 0, max(0, rect.width() - wide - theme.px(PAD)), theme.px(12))
        room.moveTop(rect.top() + (rect.height() - room.height()) // 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(room, 3, 3)
        filled = QRect(room)
        filled.setWidth(max(theme.px(2), round(room.width() * cell.share)))
        painter.setBrush(theme.colour("accent"))
        painter.drawRoundedRect(filled, 3, 3)
        beside = QRect(room.right() + theme.px(PAD), rect.top(), wide, rect.height())
        self._line(painter, beside, cell.text, font, cell.token)


def chip_width(theme: Theme, chip: Chip, text: str) -> int:
    """Return how wide a chip with this text is."""
    words = QFontMetrics(cell_font(theme, "chip")).horizontalAdvance(text)
    return words + theme.px(14) + (theme.px(20) if chip.drawing else 0)


def laid_chips(
    theme: Theme, rect: QRect, chips: tuple[Chip, ...]
) -> Iterator[tuple[Chip, str, QRect]]:
    """Yield what each chip says and where it lies in a cell: with their texts where they have room,
    else short; over two lines where not even that fits beside each other."""
    gap, room = theme.px(6), rect.width() // max(1, len(chips))
    texts = []
    for chip in chips:
        short = chip_width(theme, chip, chip.short)
        roomy = chip_width(theme, chip, chip.text) + gap <= max(room, short)
        texts.append(chip.text if roomy else chip.short)
    wide = [chip_width(theme, chip, text) for chip, text in zip(chips, texts, strict=True)]
    fits = sum(wide) + gap * (len(wide) - 1) <= rect.width()
    each = len(chips) if fits else _in_a_line(chips)
    lines = [wide[n : n + each] for n in range(0, len(wide), max(1, each))]
    between = theme.px(2)
    high = min(theme.px(CHIP), (rect.height() - between) // max(1, len(lines)) - between)
    top = rect.top() + (rect.height() - len(lines) * (high + between) + between) // 2
    rest = zip(chips, texts, strict=True)
    for line in lines:
        left = rect.left()
        for width in line:
            chip, text = next(rest)
            yield chip, text, QRect(left, top, width, high)
            left += width + gap
        top += high + between


def _in_a_line(chips: tuple[Chip, ...]) -> int:
    """Return how many chips lie beside each other over two lines."""
    return (len(chips) + 1) // 2


def chips_least(theme: Theme, chips: tuple[Chip, ...]) -> int:
    """Return how wide a cell of these chips is at least, over two lines."""
    widest = max((chip_width(theme, chip, chip.short) for chip in chips), default=0)
    return 2 * theme.px(PAD) + _in_a_line(chips) * (widest + theme.px(6))


def chips_width(theme: Theme, chips: tuple[Chip, ...], *, short: bool = False) -> int:
    """Return how wide a cell of these chips would like to be; `short` is the least."""
    widths = [chip_width(theme, chip, chip.short if short else chip.text) for chip in chips]
    return 2 * theme.px(PAD) + len(chips) * (max(widths, default=0) + theme.px(7))


#: How much of two lines a text may fill: as much as its words leave room for, at least one line.
LINE_SHARES = (2.0, 1.8, 1.6, 1.4, 1.0)


def draw_lines(painter: QPainter, rect: QRect, text: str) -> None:
    """Write a text over two lines where one is too short for it, cut where both are."""
    metrics = painter.fontMetrics()
    both, mode = int(_LEFT | Qt.TextFlag.TextWordWrap), Qt.TextElideMode.ElideRight
    for share in LINE_SHARES:  # the fewer words share two lines, the sooner they are cut
        shown = metrics.elidedText(text, mode, round(rect.width() * share))
        if metrics.boundingRect(rect, both, shown).height() <= rect.height():
            break
    painter.drawText(rect, both, shown)


def cell_width(theme: Theme, cell: PaintedCell) -> int:
    """Return how wide a cell would like to be."""
    pad = 2 * theme.px(PAD)
    if cell.kind == "chips":
        return chips_width(theme, cell.chips)
    wide = QFontMetrics(cell_font(theme, cell.kind)).horizontalAdvance(cell.text) + 2
    if cell.beneath:
        low = QFontMetrics(cell_font(theme, "beneath")).horizontalAdvance(cell.beneath) + 2
        wide = max(wide, low)
    if cell.kind == "bar":
        wide += theme.px(BAR)
    if cell.drawing:
        wide += theme.px(DRAWING + 10)
    return pad + wide
