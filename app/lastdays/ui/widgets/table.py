"""The table of the window: one view of rows of typed cells, and the delegate that paints them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import (
    SIGNAL,
    QEvent,
    QModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
)

from lastdays.desktop import paths
from lastdays.language import _
from lastdays.ui.models.rows import (
    Cell,
    CellRole,
    Chip,
    EntryRole,
    Index,
    Row,
    RowModel,
    RowRole,
    plain,
    row_again,
)
from lastdays.ui.theme import Grown, Theme
from lastdays.ui.widgets.parts import ENTER, draw_box, smooth, timer

#: How rows look: `rows` are separate surfaces, `lines` are ruled and selectable, `flat` is selectable
#: without lines, `reading` is ruled and read-only, `gear` is for drag and drop, `nav` lists places.
Look = Literal["rows", "lines", "flat", "reading", "gear", "nav"]
#: Lengths in pixels at 100 %: the gap between surfaces, a row's edge, a chip's height, a bar with
#: text beside it, a stretching column, text on two lines, a heading's letters and their padding.
GAP, EDGE, CHIP, BAR, LEAST, TWO_LINES, LETTERS, AROUND = 3, 5, 24, 120, 150, 100, 15, 6
#: A face, a portrait with its gap, a small bar with its gap, a pictogram with its gap, at 100 %.
FACE, PORTRAIT, PROGRESS, STEP = 32, 42, 42, 28
#: The least width of a figure, at 100 %.
FIGURE = 24
#: The row heights from which chips use two lines and names go below pictograms, and the most width
#: that a column asks for such names.
TWO_LINES_OF_CHIPS, NAMED, NAMES = 36, 48, 160
#: Below this width, at 100 %, a line below the figures of a row replaces some columns.
NARROW = 840
#: The least width of a name beside a face, at 100 %.
NAME = 110
#: The padding on both sides of a cell: as usual, and where columns are short of room.
PADS: dict[Look, tuple[int, int]] = {
    "rows": (8, 4), "lines": (12, 6), "flat": (5, 5), "reading": (0, 0),
    "gear": (6, 6), "nav": (12, 1),
}  # fmt: skip
#: The least width of a table, and the gap between columns without padding.
WIDTHS: dict[Look, int] = {
    "rows": LEAST, "lines": 120, "flat": 230, "reading": 200,
    "gear": 100, "nav": 100,
}  # fmt: skip
BETWEEN = 12
#: A row of a single line of text, and a die with its gap, at 100 %.
LINE, DIE = 28, 24
#: The height of the heading of a table of the book, at 100 %.
HEAD = 22
#: The indent of each level of depth, at 100 %.
DEEP = 15
#: Kinds of cells that wrap where rows fit their content, or have room for two lines.
WRAPPED = {"words", "link", "plain", "strong"}
#: No drop target; -1 is the room below the last row.
NOWHERE = -2
#: Row heights at 100 %, least and most: of one line, of two lines, and closer together.
LOW, TALL, CLOSE = (35, 35), (49, 49), (42, 49)
#: The row height from which a second line is written beneath the name of gear.
TWO = 38
#: How many rows of a hidden table are measured for its columns, and up to how many rows a table has
#: all of their heights measured.
FIRST, FEW = 12, 60
_V, _L = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignLeft
_LEFT, _CENTRE, _RIGHT = _L | _V, Qt.AlignmentFlag.AlignCenter, Qt.AlignmentFlag.AlignRight | _V
_WRAPPED = int(_LEFT | Qt.TextFlag.TextWordWrap)
_FROM_TOP = int(_L | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
_CUT = Qt.TextElideMode.ElideRight


class Letters(NamedTuple):
    """How the text of a kind of cell is set: its font and alignment, the size of the pictogram before
    it and the gap after that."""

    size: int
    heading: bool = False
    bold: bool = False
    side: Qt.AlignmentFlag = _LEFT
    drawing: int = 22
    gap: int = 10


_SIDES = {"left": _LEFT, "centre": _CENTRE, "right": _RIGHT}
KINDS = {
    kind: Letters(**{**said, "side": _SIDES[said.get("side", "left")]})
    for kind, said in paths.toml("style", "letters.toml").items()
}
_WORDS = Letters(15)


def cell_font(theme: Theme | Grown, kind: str) -> QFont:
    """Return the font of a kind of cell; 'small' is for second lines and chips."""
    letters = KINDS.get(kind, _WORDS)
    family = theme.heading if letters.heading else theme.body
    return QFont(_font(family, theme.px(letters.size), letters.bold))


@lru_cache(maxsize=200)
def _font(family: str, pixels: int, bold: bool) -> QFont:
    font = QFont(family)
    font.setPixelSize(pixels)
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def _wide(theme: Theme | Grown, kind: str, text: str) -> int:
    return QFontMetrics(cell_font(theme, kind)).horizontalAdvance(text)


def chip_width(theme: Theme | Grown, chip: Chip, text: str) -> int:
    """Return how wide a chip with this text is."""
    return _wide(theme, "small", text) + theme.px(14) + (theme.px(20) if chip.drawing else 0)


def first_of(chips: tuple[Chip, ...], count: int) -> tuple[Chip, ...]:
    """Return at most `count` chips, the last one standing for the rest."""
    rest = chips[count - 1 :]
    if len(rest) <= 1:
        return chips
    more = _("+{n}", n=len(rest))
    return (*chips[: count - 1], Chip(more, more, "text", "", "\n".join(c.hint for c in rest)))


def laid_chips(
    theme: Theme | Grown, rect: QRect, chips: tuple[Chip, ...]
) -> Iterator[tuple[Chip, str, QRect]]:
    """Yield each chip with its text and its place in a cell: full texts for as many as fit, short
    ones for the rest, on two lines if even those are too wide for one."""
    gap, between, room = theme.px(4), theme.px(2), rect.width()

    def wide(line: tuple[Chip, ...], named: int = 0) -> list[int]:
        return [chip_width(theme, c, c.text if n < named else c.short) for n, c in enumerate(line)]

    def fits(line: tuple[Chip, ...], named: int = 0) -> bool:
        return sum(wide(line, named)) + gap * (len(line) - 1) <= room

    two = not fits(chips) and rect.height() >= theme.px(TWO_LINES_OF_CHIPS)
    for count in range(len(chips), 0, -1):
        shown = first_of(chips, count)
        each = (len(shown) + 1) // 2 if two else len(shown)
        lines = [shown[n : n + each] for n in range(0, len(shown), max(1, each))]
        if all(map(fits, lines)):
            break
    else:
        lines = [chips] if chips else []
    high = min(theme.px(CHIP), (rect.height() - between) // max(1, len(lines)) - between)
    top = rect.top() + (rect.height() - len(lines) * (high + between) + between) // 2
    for line in lines:
        named = next((n for n in range(len(line), 0, -1) if fits(line, n)), 0)
        named = named or int(len(chips) == 1 and not chips[0].short)  # cut rather than bare
        left = rect.left()
        for n, (chip, width) in enumerate(zip(line, wide(line, named), strict=True)):
            box = QRect(left, top, min(width, room), high)
            yield chip, chip.text if n < named else chip.short, box
            left += width + gap
        top += high + between


def laid_things(
    theme: Theme | Grown, rect: QRect, chips: tuple[Chip, ...]
) -> Iterator[tuple[Chip, str, QRect]]:
    """Yield each pictogram of a cell with its place, above the names in a high row; the last is a
    text if there isn't room for all."""
    step, side = theme.px(STEP), theme.px(KINDS["things"].drawing)
    top = rect.top() + (rect.height() - side) // 2
    if rect.height() >= theme.px(NAMED):
        top = rect.top() + rect.height() // 2 - side
    for n, chip in enumerate(first_of(chips, max(1, rect.width() // step))):
        words = "" if chip.drawing else chip.text
        yield chip, words, QRect(rect.left() + n * step, top, side, side)


def dice_width(theme: Theme | Grown, cell: Cell) -> int:
    """Return the width of the dice before a text, with the gap."""
    return len(cell.dice) * theme.px(DIE) + theme.px(6) if cell.dice else 0


def cell_width(theme: Theme | Grown, cell: Cell, *, short: bool = False) -> int:
    """Return the preferred width of a cell's content, `short` with short chips."""
    if cell.kind == "chips":
        words = (chip.short if short else chip.text for chip in cell.chips)
        each = map(partial(chip_width, theme), cell.chips, words)
        return sum(each) + theme.px(5) * len(cell.chips)
    if cell.kind == "figure":
        return max(theme.px(FIGURE), _wide(theme, "figure", cell.text) + 2)
    if cell.kind == "things":
        names = min(theme.px(NAMES), _wide(theme, "small", cell.text) + theme.px(8))
        return len(cell.chips) * theme.px(STEP) + names
    if cell.kind == "progress":
        return theme.px(PROGRESS) + _wide(theme, "small", cell.text) + 2
    if cell.kind == "pictures":
        return _wide(theme, "pictures", cell.text) + sum(
            _wide(theme, "pictures", chip.text) + theme.px(21) for chip in cell.chips
        )
    if cell.kind == "bar" and not cell.text:
        return theme.px(280)
    wide = _wide(theme, cell.kind, cell.text) + 2 + dice_width(theme, cell)
    if cell.beneath:
        wide = max(wide, _wide(theme, "small", cell.beneath) + 2)
    wide = max(wide + theme.px(BAR) * (cell.kind == "bar"), theme.px(20) * len(cell.bars))
    letters = KINDS.get(cell.kind, _WORDS)
    wide += theme.px(PORTRAIT) if cell.face else 0
    return wide + (theme.px(letters.drawing + letters.gap) if cell.drawing else 0)


def draw_lines(painter: QPainter, rect: QRect, text: str, flags: int = _WRAPPED) -> None:
    """Draw as many words as fit, on several lines, with an ellipsis if some are left out."""
    metrics, shown = painter.fontMetrics(), text
    while " " in shown and metrics.boundingRect(rect, flags, shown).height() > rect.height() + 2:
        shown = shown.rpartition(" ")[0] + "…"
    if metrics.boundingRect(rect, flags, shown).width() > rect.width():
        shown = metrics.elidedText(text, _CUT, rect.width())
    painter.drawText(rect, flags, shown)


def parted(metrics: QFontMetrics, note: str, beside: int, below: int) -> tuple[str, str]:
    """Split a note into a part beside a name and a part below it, so that neither is cut if both
    fit; widths in pixels."""
    parts = note.split(" · ")
    first: list[str] = []
    while len(parts) > 1 and metrics.horizontalAdvance(" · ".join(parts)) > below:
        if metrics.horizontalAdvance(" · ".join((*first, parts[0]))) > beside:
            break
        first.append(parts.pop(0))
    return " · ".join(first), " · ".join(parts)


class PlainHeader(QHeaderView):
    """Headings aligned with the text of their cells, on two lines if one is too long for its
    column, with a line beneath in a ruled table."""

    def __init__(self, view: Table) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self._view = view
        self.setProperty("kind", "plain" if view.look in ("rows", "lines") else "")

    def letters(self) -> QFont:
        """Return the font of the headings."""
        return _font(self._view.theme.heading, self._view.theme.px(LETTERS), False)

    def break_words(self, broken: bool) -> bool:
        """Make room for two lines or one; return whether the height has changed."""
        line = QFontMetrics(self.letters()).lineSpacing()
        high = 2 * line + self._view.theme.px(AROUND) if broken else 0
        if high == self.minimumHeight():
            return False
        self.setMinimumHeight(high)
        return True

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        head, roles = self.model().headerData, Qt.ItemDataRole
        aligned = head(section, self.orientation(), roles.TextAlignmentRole)
        painter.save()
        if self._view.look in ("lines", "flat"):
            painter.setPen(self._view.theme.colour("line"))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setFont(self.letters())
        painter.setPen(self._view.theme.colour("faint_text"))
        text = str(head(section, self.orientation(), roles.DisplayRole) or "")
        pad = self._view.begin_of(section)
        room = rect.adjusted(pad, 0, 0 if aligned & int(_L) else -pad, 0)
        aligned &= ~int(Qt.TextFlag.TextWordWrap)
        fits = painter.fontMetrics().horizontalAdvance(text) <= room.width()
        broken = Qt.TextFlag.TextDontClip if fits else Qt.TextFlag.TextWordWrap
        painter.drawText(room, aligned | int(broken), text)
        painter.restore()


class CellDelegate(QStyledItemDelegate):
    """Paints and measures the content of a cell."""

    def __init__(self, view: Table) -> None:
        super().__init__(view)
        self.view, self.theme = view, view.theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        cell, view = index.data(CellRole), self.view
        begin = view.begin_of(index.column())
        high = view.row_height()
        if view.wrap and cell.kind in WRAPPED:
            wide = option.rect.width() - begin - view.pad - dice_width(self.theme, cell)
            metrics = QFontMetrics(cell_font(self.theme, cell.kind))
            text = metrics.boundingRect(QRect(0, 0, wide, 10_000), _WRAPPED, cell.text)
            high = max(high, text.height() + self.theme.px(8))
        return QSize(cell_width(self.theme, cell) + begin + view.pad, high)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell, view, theme = index.data(CellRole), self.view, self.theme
        last = view.rows.rowCount() - 1
        if view.at_end and option.rect.top() < -2 and index.row() < last:
            return  # a row cut in half by the top edge can't be read
        painter.save()
        rect, row = option.rect, index.data(RowRole)
        if view.look != "rows":
            edge = "" if index.column() else row.edge
            self._ground(painter, option, cell.ground or row.ground, edge)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inside = view.inside(index)
        if view.below:
            cell = replace(cell, beneath="")
        match cell.kind:
            case "chips":
                self._chips(painter, inside, cell.chips)
            case "things":
                self._things(painter, inside, cell)
            case "bar" | "progress":
                self._bar(painter, inside, cell)
            case "column":
                self._column(painter, rect, cell)
            case "pictures":
                self._pictures(painter, inside, cell)
            case _:
                self._text(painter, inside, cell, linked=view.is_hot(index))
        if view.look != "rows" and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(theme.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -1 - (view.look != "flat")))
        painter.restore()

    def _ground(
        self, painter: QPainter, option: QStyleOptionViewItem, ground: str, edge: str
    ) -> None:
        """Paint the background of a cell that isn't on a surface."""
        theme, rect = self.theme, option.rect
        chosen = option.state & QStyle.StateFlag.State_Selected
        if self.view.look == "gear":
            if chosen:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                draw_box(painter, theme, rect.adjusted(0, 1, 0, -1), theme.px(4), "select")
            return
        if chosen or ground:
            painter.fillRect(rect, theme.colour("select" if chosen else ground))
        if edge:
            bar = QRect(rect.left(), rect.top() + 1, theme.px(EDGE), rect.height() - 2)
            painter.fillRect(bar, theme.colour(edge))
        if chosen and self.view.look == "nav":
            bar = QRect(rect.left(), rect.top(), theme.px(EDGE - 2), rect.height())
            painter.fillRect(bar, theme.colour("accent"))
        if self.view.look not in ("flat", "nav") and self.view.ruled:
            painter.setPen(theme.colour("line"))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())

    def _text(self, painter: QPainter, rect: QRect, cell: Cell, *, linked: bool) -> None:
        theme, letters = self.theme, KINDS.get(cell.kind, _WORDS)
        rect = rect.adjusted(cell.depth * theme.px(DEEP), 0, 0, 0)
        if cell.face:
            self._face(painter, rect, cell)
            rect = rect.adjusted(theme.px(PORTRAIT), 0, 0, 0)
        if cell.drawing:
            size, gap = letters.drawing, letters.gap
            if self.view.look == "nav" and theme.narrow:
                size, gap = 14, 3  # large letters need the room
            side = theme.px(size)
            drawn = theme.pixmap(cell.drawing, cell.drawing_token, size)
            painter.drawPixmap(rect.left(), rect.top() + (rect.height() - side) // 2, drawn)
            rect = rect.adjusted(side + theme.px(gap), 0, 0, 0)
        rect = self._end(painter, self._dice(painter, rect, cell), cell)
        font = cell_font(theme, cell.kind)
        font.setUnderline(linked)
        upper, beneath, beside = QRect(rect), cell.beneath, cell.beside
        if cell.kind == "gear" and (not beneath or rect.height() < theme.px(TWO)):
            font, beneath = cell_font(theme, "words"), ""
        if beneath:
            apart = max(0, rect.height() - theme.px(TALL[1])) // 2
            rect = rect.adjusted(0, apart, 0, -apart)
            upper = QRect(rect)
            upper.setHeight(round(rect.height() * 0.56))
            lower = rect.adjusted(0, rect.height() // 2, 0, -theme.px(1))
            small, side = cell_font(theme, "small"), letters.side
            if cell.kind == "gear":
                room = rect.width() - QFontMetrics(font).horizontalAdvance(cell.text) - theme.px(8)
                beside, beneath = parted(QFontMetrics(small), beneath, room, rect.width())
            self.draw_text(painter, lower, beneath, small, cell.beneath_token, side)
        elif cell.kind == "under" and cell.text:
            inner = rect.adjusted(theme.px(5), 0, -theme.px(5), -theme.px(3))
            long = round(inner.width() * cell.share)
            bar = QRect(inner.left(), inner.bottom() - theme.px(1), long, theme.px(3))
            painter.fillRect(bar, theme.colour(cell.drawing_token))
            upper = inner
        elif cell.bars:
            upper.adjust(0, 0, 0, -theme.px(10))
            self._bars(painter, rect, cell.bars)
        elif cell.kind in WRAPPED and (self.view.wrap or self.view.tall):
            painter.setFont(font)
            painter.setPen(theme.colour(cell.token))
            if self.view.wrap:  # the row fits its text
                close = self.view.heights[0] == LINE
                inner = rect.adjusted(0, theme.px(4), 0, 0) if close else rect
                painter.drawText(inner, _FROM_TOP if close else _WRAPPED, cell.text)
            else:
                draw_lines(painter, rect, cell.text)
            return
        # The end of a name stays in sight.
        ends = cell.kind == "name" or cell.depth or cell.face
        mode = Qt.TextElideMode.ElideMiddle if ends else _CUT
        self.draw_text(painter, upper, cell.text, font, cell.token, letters.side, mode)
        if beside:
            least = 0 if cell.beneath else theme.px(62)
            wide = max(least, QFontMetrics(font).horizontalAdvance(cell.text)) + theme.px(8)
            behind = upper.adjusted(wide, 0, 0, 0)
            self.draw_text(painter, behind, beside, cell_font(theme, "small"), cell.beneath_token)

    def _dice(self, painter: QPainter, rect: QRect, cell: Cell) -> QRect:
        """Paint the faces and numbers of dice; return the room to their right."""
        px, theme = self.theme.px, self.theme
        for n, (shown, face) in enumerate(cell.dice):
            die = QRect(rect.left() + n * px(DIE), rect.top() + px(4), px(19), px(19))
            drawing = f"die-{shown if face else 0}"
            painter.drawPixmap(die.topLeft(), theme.pixmap(drawing, "text", 19))
            if not face:
                self.draw_text(painter, die, str(shown), cell_font(theme, "under"), "text", _CENTRE)
        return rect.adjusted(dice_width(self.theme, cell), 0, 0, 0)

    def _face(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a portrait, or the initial of a name."""
        side = min(self.theme.px(FACE), rect.height() - 2)
        disc = QRect(rect.left(), rect.top() + (rect.height() - side) // 2, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("ground"))
        painter.drawEllipse(disc)
        picture = self.view.pictures.get(cell.portrait)
        if picture is None or picture.isNull():
            self.draw_text(
                painter, disc, cell.face, cell_font(self.theme, "count"), cell.face_token, _CENTRE
            )
            return
        outline, least = QPainterPath(), min(picture.width(), picture.height())
        outline.addEllipse(QRectF(disc))
        painter.setClipPath(outline)
        head = QRect((picture.width() - least) // 2, 0, least, least)  # the face is at the top
        painter.drawPixmap(disc, picture, head)
        painter.setClipping(False)

    def draw_text(
        self,
        painter: QPainter,
        rect: QRect,
        text: str,
        font: QFont,
        token: str,
        side: Qt.AlignmentFlag = _LEFT,
        mode: Qt.TextElideMode = _CUT,
    ) -> None:
        """Draw a line of text in a colour of the theme, with an ellipsis if it is too long."""
        painter.setFont(font)
        painter.setPen(self.theme.colour(token))
        shown = QFontMetrics(font).elidedText(text, mode, rect.width())
        painter.drawText(rect, int(side | Qt.TextFlag.TextDontClip), shown)

    def _end(self, painter: QPainter, rect: QRect, cell: Cell) -> QRect:
        """Paint figures and pictograms at the right; return the room to their left."""
        if not cell.end and not cell.marks:
            return rect
        theme, right = self.theme, rect.right()
        if cell.end:
            wide = _wide(theme, "count", cell.end) + theme.px(4)
            room = QRect(right - wide, rect.top(), wide, rect.height())
            self.draw_text(painter, room, cell.end, cell_font(theme, "count"), "accent_text")
            right -= wide
        middle = rect.top() + (rect.height() - theme.px(20)) // 2
        for drawing, token in reversed(cell.marks):
            right -= theme.px(22)
            painter.drawPixmap(right, middle, theme.pixmap(drawing, token, 20))
        return QRect(rect.left(), rect.top(), right - theme.px(4) - rect.left(), rect.height())

    def _chips(self, painter: QPainter, rect: QRect, chips: tuple[Chip, ...]) -> None:
        theme, font = self.theme, cell_font(self.theme, "small")
        for chip, text, box in laid_chips(theme, rect, chips):
            rim, edge = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), chip.token
            draw_box(painter, theme, rim, 4, "", "line" if edge == "text" else edge)
            inner = box.adjusted(theme.px(6), 0, -theme.px(6), 0)
            if chip.drawing:
                side = theme.px(16)
                top = box.top() + (box.height() - side) // 2
                painter.drawPixmap(inner.left(), top, theme.pixmap(chip.drawing, chip.token, 16))
                inner.setLeft(inner.left() + side + theme.px(4))
            self.draw_text(painter, inner, text, font, chip.token)

    def _things(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint pictograms, with their names below or beside them."""
        theme, small = self.theme, cell_font(self.theme, "small")
        for chip, words, box in laid_things(theme, rect, cell.chips):
            if words:
                self.draw_text(painter, box, words, cell_font(theme, "things"), chip.token, _CENTRE)
            else:
                painter.drawPixmap(box.topLeft(), theme.pixmap(chip.drawing, chip.token, 22))
        names = rect.adjusted(len(cell.chips) * theme.px(STEP), 0, 0, 0)
        if rect.height() >= theme.px(NAMED):
            names = rect.adjusted(0, rect.height() // 2, 0, -theme.px(4))
        if names.width() >= theme.px(STEP):
            self.draw_text(painter, names, cell.text, small, "faint_text")

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Show the hint of the chip under the mouse, else that of the cell."""
        chip = self.view.chip_at(index, event.pos())
        if chip is None or not chip.hint or event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), plain(chip.hint), view)
        return True

    def _pictures(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a text and the pictograms after it, smaller where there is little room."""
        theme, font = self.theme, cell_font(self.theme, "pictures")
        part = min(1.0, max(0.75, rect.width() / cell_width(theme, cell)))
        large, side = round(font.pixelSize() * part), round(KINDS["pictures"].drawing * part)
        for n, chip in enumerate((Chip(cell.text, "", cell.token), *cell.chips)):
            font.setPixelSize(large if not n else round(large * 0.86))
            self.draw_text(painter, rect, chip.text, font, chip.token)
            rect = rect.adjusted(QFontMetrics(font).horizontalAdvance(chip.text), 0, 0, 0)
            if chip.drawing:
                top = rect.top() + (rect.height() - theme.px(side)) // 2
                painter.drawPixmap(rect.left(), top, theme.pixmap(chip.drawing, chip.token, side))
                rect = rect.adjusted(theme.px(side), 0, 0, 0)
            rect = rect.adjusted(theme.px(3), 0, 0, 0)

    def _bar(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a bar with text beside it, or only the text if there is no room for both."""
        px, small = self.theme.px, cell.kind == "progress"
        font = cell_font(self.theme, "small" if small else "words")
        widest = cell.text if small else "35/36 (100 %)"
        words = QFontMetrics(font).horizontalAdvance(widest) + px(8) if cell.text else px(12)
        wide, high = rect.width() - words, px(6 if small else 8)
        if small and wide < px(PROGRESS) // 2:
            self.draw_text(painter, rect, cell.text, font, cell.token, _CENTRE)
            return
        top = rect.top() + (rect.height() - high) // 2
        for share, token in ((1.0, "line" if small else "raised"), (cell.share, "accent")):
            bar = QRectF(rect.left(), top, max(high * bool(share), wide * share), high)
            draw_box(painter, self.theme, bar, high / 2, token)
        self.draw_text(
            painter, rect.adjusted(wide + px(8) - 1, 0, 0, 0), cell.text, font, cell.token
        )

    def _column(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint an upright bar with its figure below, outlined above the cell's `least`."""
        if not cell.text:
            return
        px, theme = self.theme.px, self.theme
        room, wide = rect.height() - px(26), min(px(24), rect.width() - px(8))
        left, foot = rect.left() + (rect.width() - wide) // 2, rect.bottom() - px(20)
        colour = theme.colour(cell.drawing_token)
        high = max(px(2), round(room * (cell.share if cell.least is None else cell.least)))
        painter.fillRect(QRect(left, foot - high, wide, high), colour)
        most = round(room * cell.share)
        if most > high:
            painter.setPen(QPen(colour, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(left + 0.5, foot - most + 0.5, wide - 1, most - high))
        below = QRect(rect.left(), foot, rect.width(), px(20))
        self.draw_text(painter, below, cell.text, cell_font(theme, "column"), cell.token, _CENTRE)

    def _bars(self, painter: QPainter, rect: QRect, tokens: tuple[str, ...]) -> None:
        """Paint a small bar for each step below a text."""
        px = self.theme.px
        each = min(px(20), rect.width() // len(tokens))
        for n, token in enumerate(tokens):
            bar = QRect(rect.left() + n * each, rect.bottom() - px(13), each - px(3), px(4))
            painter.fillRect(bar, self.theme.colour(token))


class _Width(NamedTuple):
    """The preferred width of a column and the two it can shrink to: with short chips and a heading
    on two lines, then with its text on two lines as well."""

    wanted: int = 0
    filled: int = 0
    least: int = 0


def _narrowed(widths: Mapping[int, int], floors: Mapping[int, int], room: int) -> dict[int, int]:
    """Return widths shrunk to fit, the widest first, none below its floor."""
    found = dict(widths)
    while (over := sum(found.values()) - room) > 0:
        giving = sorted((wide, n) for n, wide in found.items() if wide > floors[n])
        if not giving:
            break
        *others, (wide, widest) = giving
        rest = others[-1][0] - 1 if others else 0
        found[widest] = max(floors[widest], rest, wide - over)
    return found


#: The signal of a table whose rows are pressed with a click.
PRESSED_ON = SIGNAL("pressed_on(QString)")


class Table(QTableView):
    """A table of rows. `chosen` carries the key of the current row, `taken` the key and column of
    Space, a double click or a click on a link, `pressed_on` the key of a clicked row, whose double
    click is one click, `given_back` that of a row where Delete or minus is pressed. Enter is left to
    the amber button.

    Columns fit their content, and the `stretch` column takes the rest. Row heights are within
    `heights`, as there is room; with `wrap` they fit their content, measured once in sight.
    """

    chosen = Signal(str)
    taken = Signal(str, int)
    pressed_on = Signal(str)
    given_back = Signal(str)

    def __init__(
        self,
        rows: RowModel | Sequence[str],
        name: str,
        theme: Theme,
        stretch: int = 0,
        *,
        look: Look = "rows",
        heights: tuple[int, int] = (0, 0),
        least_rows: int = 3,
        fits: bool = False,
        most: int = 0,
        keep: int = LEAST,
        wrap: bool = False,
        room: int = 0,
        nothing: str = "",
        by_cell: bool = False,
        grows: bool = True,
        **slots: Any,
    ) -> None:
        """Make a table of a model, or of a new one with these headings; `slots` connect its
        signals. With `fits` it asks for the height of all its rows, with `room` for at most that
        height; an empty table says `nothing`. `most` is the greatest width of the stretching
        column, `keep` the width below which it doesn't shrink, in pixels at 100 %."""
        super().__init__(**slots)
        self.rows = model = rows if isinstance(rows, RowModel) else RowModel(rows)
        #: Text and rows grow with an ample window unless the panel around the table doesn't.
        grown = grows and look not in ("nav", "gear")
        self.theme, self.look = Grown(theme) if grown else theme, look
        self.heights = heights if any(heights) else ((LINE, LINE) if wrap else LOW)
        self.stretch, self.least_rows, self.fits = stretch, least_rows, fits
        self.most, self.keep, self.wrap, self.room = most, keep, wrap, room
        self.tall = look == "rows" and self.heights[1] >= TALL[1]
        self.pad = theme.px(PADS[look][0])
        self._nothing, self._aim = nothing, NOWHERE
        #: Portraits by id; whether the focus is on a cell instead of a row.
        self.pictures: Mapping[str, QPixmap] = {}
        self.by_cell, self.below = by_cell, False
        #: Whether rows are ruled; the least and greatest width of columns of equal width.
        self.ruled, self.even = True, (0, 0)
        self._hover = (-1, -1)
        self._widths: dict[int, _Width] = {}
        #: Rows whose height has been measured, and keys of those measured for the columns.
        self._high: set[int] = set()
        self._known: set[str] = set()
        self._stale, self._to_end = True, False
        self._measured_at = self.theme.px(1000), self.theme.narrow
        self.setModel(model)
        self._painter = CellDelegate(self)
        self.setItemDelegate(self._painter)
        self.setProperty("kind", look if look in ("rows", "reading", "gear", "nav") else "")
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setWordWrap(wrap)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        modes, behaviours = self.SelectionMode, self.SelectionBehavior
        self.setSelectionBehavior(behaviours.SelectRows)
        selected = look not in ("rows", "reading")
        self.setSelectionMode(modes.SingleSelection if selected else modes.NoSelection)
        self.setVerticalScrollMode(self.ScrollMode.ScrollPerPixel)
        if model.carries or model.takes:
            self.setDragEnabled(bool(model.carries))
            self.setDragDropMode(self.DragDropMode.DragDrop)
            self.setDefaultDropAction(Qt.DropAction.MoveAction)
            self.setDragDropOverwriteMode(True)  # a drop is on a row, never between two
        if look == "reading":
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.head = head = PlainHeader(self)
        self.setHorizontalHeader(head)
        for header in (head, self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setHighlightSections(False)
            header.setSectionsClickable(header is head and bool(model.sorts))
            header.setMinimumSectionSize(1)
        if model.sorts:
            head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            head.setSortIndicatorClearable(True)
            self.setSortingEnabled(True)
            head.setSortIndicatorShown(False)  # the heading itself has an arrow
        self.verticalHeader().hide()
        head.setDefaultAlignment(_LEFT)
        head.setStretchLastSection(look == "nav")
        head.setResizeContentsPrecision(FEW)
        head.setVisible(any(model.headings))
        if fits:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._soon = timer(self, 0, self.measure)
        model.modelReset.connect(self.remeasure)
        # Not by lambdas: the model would hold the table, which holds the model.
        model.rowsInserted.connect(self._inserted)
        model.dataChanged.connect(self._replaced)
        self.verticalScrollBar().valueChanged.connect(self._come_in_sight)
        self.verticalScrollBar().actionTriggered.connect(self._scrolled)
        theme.changed.connect(self._restyled)
        theme.reshaped.connect(self._restyled)
        self.doubleClicked.connect(self._double_clicked)
        self.clicked.connect(self._clicked)
        self.verticalHeader().setDefaultSectionSize(self.row_height())

    def begin_of(self, column: int) -> int:
        """Return the distance from the edge of a column to the text of its cells."""
        edged = not column and self.look in ("rows", "flat")
        return self.pad + (self.theme.px(EDGE) if edged else 0)

    def inside(self, index: Index) -> QRect:
        """Return the rectangle of a cell's content."""
        low = self.theme.px(GAP) if self.look == "rows" else 0
        rect = self.visualRect(index)
        if self.below:
            low = rect.height() * 2 // 5
        return rect.adjusted(self.begin_of(index.column()), 0, -self.pad, -low)

    def chip_at(self, index: Index, where: QPoint) -> Chip | None:
        """Return the chip at a point of a cell, None if there is none."""
        cell = index.data(CellRole)
        lay = {"chips": laid_chips, "things": laid_things}.get(cell.kind) if cell else None
        if lay is None:
            return None
        laid = lay(self.theme, self.inside(index), cell.chips)
        near = (chip for chip, _text, box in laid if box.adjusted(-3, -8, 3, 8).contains(where))
        return next(near, None)

    def entry_under(self, where: QPoint) -> str:
        """Return the name of the rulebook entry at a point, '' if there is none."""
        index = self.indexAt(where)
        cell = index.data(CellRole)
        if cell is not None and cell.chips:
            chip = self.chip_at(index, where)
            return chip.entry if chip else ""
        return str(index.data(EntryRole) or "")

    def make_rows(self, least: int, most: int) -> None:
        """Set the least and greatest height of rows, in pixels at 100 %."""
        if self.heights != (least, most):
            self.heights = (least, most)
            self._size()

    def show_columns(self, shown: Container[int]) -> None:
        """Show only these columns."""
        with QSignalBlocker(self.head):  # it would repaint the table for each
            for column in range(self.model().columnCount()):
                self.setColumnHidden(column, column not in shown)

    # Height

    def row_height(self) -> int:
        """Return the height of a row that isn't fitted to its content."""
        least, most = map(self.theme.px, self.heights)
        return max(least, min(most, self.viewport().height() // max(1, self.model().rowCount())))

    def _head(self) -> int:
        head = self.head
        if head.isHidden():
            return 0
        wanted = max(head.minimumHeight(), head.sizeHint().height())
        return min(head.maximumHeight(), wanted)

    def wanted(self) -> int:
        """Return the height that shows all rows."""
        if self.wrap:
            return self.height_for(0, 0) + self.verticalHeader().length()
        return self.height_for(self.model().rowCount(), self.heights[1])

    def enclose(self) -> None:
        """Set the height of the heading, and make the table at most as high as all its rows."""
        self.head.setFixedHeight(self.theme.px(HEAD))
        self.setMaximumHeight(self.wanted())

    def beyond(self) -> int:
        """Return how much higher than its size hint the table is with all rows in sight."""
        self.ensurePolished()
        return max(0, self.wanted() - self.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        wide, least = self.theme.px(WIDTHS[self.look]), self.least_rows
        if self.look == "lines":
            return QSize(WIDTHS[self.look], self.fontMetrics().height() * least)
        if self.look == "gear":
            return QSize(wide, self.theme.px(self.heights[0]))
        if self.room:
            high = self.sizeHint().height()
            return QSize(wide, high if self.theme.narrow else min(high, self.theme.px(100)))
        return QSize(
            wide, self._high_of(min(self.model().rowCount(), least) if self.fits else least)
        )

    def sizeHint(self) -> QSize:
        least, rows = self.least_rows, self.model().rowCount()
        if self.look == "gear":
            return super().sizeHint()
        if self.look == "lines":
            return QSize(super().sizeHint().width(), self.minimumSizeHint().height())
        if self.room:
            return QSize(self.theme.px(300), min(self._high_of(rows), self.theme.px(self.room)))
        return QSize(self.theme.px(WIDTHS[self.look]), self._high_of(rows if self.fits else least))

    def height_for(self, rows: int, each: int) -> int:
        """Return the table's height for that many rows, each `each` pixels high at 100 %."""
        return self._head() + rows * self.theme.px(each) + 2 * self.frameWidth() + 2

    def _high_of(self, rows: int) -> int:
        """Return the table's height for that many rows of the least height, or as high as their words
        are where it wraps and asks for the height of its rows."""
        high = self.theme.px(self.heights[0])
        if self.fits and not self.room:
            high = self.row_height()
        length = rows * high
        if self.fits and self.wrap:
            length = max(length, self._length_of(rows))
        return self._head() + length + 2 * self.frameWidth() + 2 * (self.look != "flat")

    def _length_of(self, rows: int) -> int:
        """Return how high the first rows are together."""
        header = self.verticalHeader()
        if rows >= header.count():
            return header.length()
        return header.sectionPosition(rows)

    def _in_sight(self) -> range:
        """Return the rows in sight, at most a screenful: before its layout a table may be higher."""
        rows = self.model().rowCount()
        if not self.isVisible():
            return range(min(rows, FIRST))
        first = max(0, self.rowAt(0))
        high = min(self.viewport().height(), self.window().height())
        return range(first, min(rows, first + high // max(1, self.row_height()) + 2))

    # Width

    def _restyled(self) -> None:
        """Measure again if the text size or the padding has changed, and repaint."""
        measures = self.theme.px(1000), self.theme.narrow
        if self._measured_at != measures:
            self._measured_at = measures
            self.remeasure()
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(
            self, "_soon"
        ):
            self._widths.clear()
            self._stale = True
            self._soon.start()
            self.updateGeometry()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._end_again()
        if self._widths:
            self._size()

    def remeasure(self) -> None:
        """Measure columns and rows again."""
        self._widths.clear()
        self._high.clear()
        self.measure()
        self.updateGeometry()

    def _inserted(self, _parent: Index, first: int) -> None:
        self._changed(first)

    def _replaced(self, first: Index) -> None:
        self._changed(first.row())

    def _changed(self, first: int) -> None:
        """Measure again from a row on."""
        self._widths.clear()
        self._high = {row for row in self._high if row < first}
        self._stale = not self.isVisible()
        if not self._stale:
            self._soon.start()
            self.executeDelayedItemsLayout()
            self._measure_seen()
            self._end_again()

    def _come_in_sight(self) -> None:
        """Measure rows that have just scrolled into sight."""
        if self.wrap:
            self._measure_seen()
        elif self.look == "rows" and any(self.key(n) not in self._known for n in self._in_sight()):
            self.remeasure()

    def measure(self) -> None:
        """Fit columns and rows to the content in sight; later if the table is hidden."""
        self._stale = not self.isVisible()
        self._soon.stop()
        for n in self._in_sight():
            self.rows.rows[n]  # makes a lazy row
        self._known = {row.key for row in self.rows.made}
        self._size()

    def _size(self) -> None:
        """Distribute the width among the columns and the height among the rows."""
        self.executeDelayedItemsLayout()  # or it would be done again for each new size
        columns = range(self.model().columnCount())
        before = [self.columnWidth(n) for n in columns]
        self.share()
        if before != [self.columnWidth(n) for n in columns]:
            self._high.clear()
        with QSignalBlocker(self.verticalHeader()):
            self.verticalHeader().setDefaultSectionSize(self.row_height())
        self.updateGeometries()
        if self.wrap:
            self._measure_seen()
        self.viewport().update()
        self._end_again()

    def _wants(self, column: int) -> _Width:
        """Return the widths of a column, measured once until its content changes."""
        if column not in self._widths:
            self._widths[column] = self._measured(column)
        return self._widths[column]

    def _measured(self, column: int) -> _Width:
        px, theme, rows = self.theme.px, self.theme, self.rows
        cells = [row.cell(column) for row in rows.made]
        cells = [cell for cell in cells if cell.text or cell.chips or cell.share]
        heading = rows.headings[column] + "▾" * bool(rows.sorts)
        if not cells and not rows.headings[column]:
            return _Width()
        around = self.begin_of(column) - self.pad + 2 * px(PADS[self.look][0])
        around += px(BETWEEN) if self.look == "reading" else 0
        wide = QFontMetrics(self.head.letters()).horizontalAdvance
        shown = self.look in ("rows", "lines") or not self.head.isHidden()
        head = (wide(heading) + around) * shown
        parts = [heading] if self.look == "reading" else heading.replace("–", "– ").split()
        words = max(map(wide, parts), default=0) * shown
        each = [(cell, cell_width(theme, cell)) for cell in cells]
        wanted = max([head, *(wide + around for _cell, wide in each)])
        filled = (cell_width(theme, c, short=True) if c.chips else wide for c, wide in each)
        least = max([px(40), words + around, *(self._least(*one) + around for one in each)])
        least = min(least, wanted)
        return _Width(wanted, max([least, *(wide + around for wide in filled)]), least)

    def _least(self, cell: Cell, wide: int) -> int:
        """Return the width to which a cell's content can shrink that is best `wide`."""
        px = self.theme.px
        match cell.kind:
            case "chips":  # over two lines
                each = [chip_width(self.theme, chip, chip.short) + px(5) for chip in cell.chips]
                return (len(each) + 1) // 2 * max(each, default=0)
            case "things":
                return len(cell.chips) * px(STEP)
            case "link":
                return cell_width(self.theme, replace(cell, beneath=""))
            case "words" if self.tall:
                return min(px(TWO_LINES), wide * 3 // 4)
            case "pictures":
                return wide * 3 // 4
            case "bar":
                return px(96)
        if cell.face:
            return px(PORTRAIT + NAME)
        return wide if KINDS.get(cell.kind, _WORDS).side != _LEFT or cell.kind == "roll" else 0

    def share(self) -> None:
        """Distribute the width; if it is short, the widest of the other columns shrink first."""
        px, room, head = self.theme.px, self.viewport().width(), self.head
        if self.look == "nav":
            self.pad = px(PADS["nav"][self.theme.narrow])
            return
        shown = [n for n in range(self.model().columnCount()) if not self.isColumnHidden(n)]
        own, roomy = self._wants(self.stretch), px(PADS[self.look][0])
        others = {n: self._wants(n) for n in shown if n != self.stretch}
        if self.even[1]:
            least, most = map(px, self.even)
            name = px(116) if self.stretch in shown else 0
            each = max(least, min(most, (room - name) // max(1, len(others))))
            others = dict.fromkeys(others, _Width(each, each, each))
        tight = own.wanted + sum(want.wanted for want in others.values()) > room
        self.pad = px(PADS[self.look][tight])
        closer = 2 * (roomy - self.pad)
        widths = {n: want.wanted - closer for n, want in others.items()}
        keep = room * 3 // 10
        if self.wrap:
            widths = {n: min(wide, room * 2 // 5) for n, wide in widths.items()}
        else:
            keep = max(own.least - closer, min(px(self.keep), own.wanted))
        for step in range(1, len(own)):
            floors = {n: want[step] - closer for n, want in others.items()}
            widths = _narrowed(widths, floors, room - min(keep, own.wanted))
        left = max(px(40), room - sum(widths.values()))
        most = max(px(self.most), own.wanted) if self.most else left
        more = max(0, left - most) // max(1, len(others))
        for n in others:
            widths[n] += min(more, px(56)) if self.look == "flat" else more
        widths[self.stretch] = max(px(40), room - sum(widths.values()))
        with QSignalBlocker(head):
            for column, wide in widths.items():
                head.resizeSection(column, max(1, wide))
        advance, headings = QFontMetrics(head.letters()).horizontalAdvance, self.rows.headings
        broken = any(advance(headings[n]) + 2 * self.pad > wide for n, wide in widths.items())
        if self.look != "reading" and head.break_words(broken):
            self.updateGeometry()  # the rows need as much room as before

    # Rows that fit their content

    def _measure_seen(self) -> None:
        """Fit the heights of the rows in sight and of the last ones; the top row in sight stays
        where it is."""
        rows = self.model().rowCount()
        if not self.wrap or not rows or not self.isVisible():
            return
        top = 0 if rows <= FEW else max(0, self.rowAt(0))
        before = self.rowViewportPosition(top) + self.rowHeight(top)
        grown = self._measure_rows(range(top, rows), whole=rows <= FEW)
        grown = self._measure_rows(range(rows - 1, top, -1)) or grown
        moved = self.rowViewportPosition(top) + self.rowHeight(top) - before
        if grown and top and moved:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + moved)
        while self._measure_rows(range(max(0, self.rowAt(0)), rows)):
            pass  # as rows get lower, others come into sight above them

    def _measure_rows(self, rows: range, *, whole: bool = False) -> bool:
        """Fit the heights of rows until they fill the view, of all rows if `whole`; return whether
        any has changed."""
        room, grown = self.viewport().height(), False
        with QSignalBlocker(self.verticalHeader()):  # it would repaint the table for each
            for row in rows:
                if row not in self._high:
                    before = self.rowHeight(row)
                    self.resizeRowToContents(row)
                    self._high.add(row)
                    grown = grown or self.rowHeight(row) != before
                room -= self.rowHeight(row)
                if room < 0 and not whole:
                    break
        if grown:
            self.updateGeometries()
            self.viewport().update()
            if self.fits:
                self.updateGeometry()
        return grown

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Measure the rows around a row before scrolling to it."""
        if self.wrap and self.isVisible() and self.model().rowCount() > FEW:
            self._measure_rows(range(index.row(), -1, -1))
            self._measure_rows(range(index.row(), self.model().rowCount()))
        super().scrollTo(index, hint)

    def show_end(self) -> None:
        """Keep the last row in sight, also when resized, until the user scrolls."""
        self._to_end = True
        self.viewport().update()  # a row cut in half is no longer drawn
        self._end_again()

    @property
    def at_end(self) -> bool:
        """Return whether the last row is kept in sight."""
        return self._to_end

    def _end_again(self) -> None:
        if self._to_end:
            self.updateGeometries()
            self.scrollToBottom()

    def _scrolled(self, _action: int = 0) -> None:
        self._to_end = False

    # The current row

    def key(self, row: int) -> str:
        """Return the key of a row."""
        return self.rows.key_at(row)

    def current_key(self) -> str:
        """Return the key of the current row, '' if there is none."""
        return self.key(self.currentIndex().row())

    def choose(self, key: str) -> None:
        """Make the row with a key the current one."""
        row = self.rows.row_of(key)
        if row >= 0:
            column = max(0, self.currentIndex().column()) if self.look == "rows" else 0
            self.setCurrentIndex(self.model().index(row, column))

    def scroll_to(self, key: str) -> None:
        """Bring the row with a key in sight."""
        row = self.rows.row_of(key)
        if row >= 0:
            self.scrollTo(self.model().index(row, 0))

    def show_rows(
        self,
        rows: Sequence[Row],
        headings: Sequence[str] = (),
        *,
        keep: str = "",
        first: bool = True,
        stepping: bool = False,
    ) -> None:
        """Show other rows. The current row, or the one to `keep`, stays current; if it is gone, the
        next one is, or the `first`, or none. If `stepping`, a single row added by undo or redo
        becomes the current one."""
        model, keep = self.rows, keep or self.current_key()
        before = model.keys
        if headings or rows != model.rows:
            model.set_rows(rows, headings)
        if first or (keep and model.row_of(keep) >= 0):
            self.choose(model.key_at(row_again(keep, before, model.keys, stepping=stepping)))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if self.look == "rows":
            self.viewport().update()
        if current.isValid() and current.row() != previous.row():
            self.chosen.emit(self.key(current.row()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self.look == "nav":  # Tab passes through the places without opening one
            with QSignalBlocker(self):
                super().focusInEvent(event)
                begin_in_first(self)
            return
        super().focusInEvent(event)
        if self.look == "rows" or event.reason() != Qt.FocusReason.MouseFocusReason:
            begin_in_first(self)  # else the mouse has selected a row

    def _is_link(self, index: Index) -> bool:
        return index.isValid() and index.data(CellRole).kind == "link"

    def is_hot(self, index: Index) -> bool:
        """Return whether a cell is a link that has the mouse over it or the focus."""
        focused = self.hasFocus() and index == self.currentIndex()
        return self._is_link(index) and (focused or (index.row(), index.column()) == self._hover)

    def _take(self, index: Index) -> None:
        if index.isValid():
            self.taken.emit(self.key(index.row()), index.column())

    def _double_clicked(self, index: Index) -> None:
        """Take a row, unless its first click has already done what a press does."""
        pressed = self._is_link(index) or self.receivers(PRESSED_ON)
        if not pressed:
            self._take(index)

    def _clicked(self, index: Index) -> None:
        self.pressed_on.emit(self.key(index.row()))
        if self._is_link(index):
            self._take(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys, key = Qt.Key, event.key()
        counts = self.look == "flat"  # offers are taken and given back
        if key in ENTER or event.text().isdigit():  # amber, and what has a digit, are on the page
            event.ignore()
        elif key == keys.Key_Space or (counts and key == keys.Key_Plus):
            self._take(self.currentIndex())
        elif counts and key in (keys.Key_Delete, keys.Key_Backspace, keys.Key_Minus):
            self.given_back.emit(self.current_key())
        else:
            super().keyPressEvent(event)
            bar = self.verticalScrollBar()
            if bar.value() < bar.maximum():  # a key has scrolled
                self._scrolled()

    def selectedIndexes(self) -> list[QModelIndex]:
        """Return what a drag takes: the current row, as surfaces don't use Qt's selection."""
        if self.look != "rows":
            return super().selectedIndexes()
        row, columns = self.currentIndex().row(), range(self.model().columnCount())
        return [self.model().index(row, n) for n in columns if not self.isColumnHidden(n)]

    # The mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        here = (index.row(), index.column())
        if here != self._hover and self.look == "rows":
            self._hover = here
            shapes = Qt.CursorShape.ArrowCursor, Qt.CursorShape.PointingHandCursor
            self.viewport().setCursor(shapes[self._is_link(index)])
            self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover = (-1, -1)
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page if there is nothing to scroll here."""
        if self.verticalScrollBar().maximum() > 0:
            super().wheelEvent(event)
        else:
            event.ignore()

    # The surfaces

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.look == "rows":
            with smooth(self.viewport()) as painter:
                for row in self._in_sight():
                    top, high = self.rowViewportPosition(row), self.rowHeight(row)
                    wide = self.viewport().width()
                    self._surface(painter, QRect(0, top, wide, high - self.theme.px(GAP)), row)
        super().paintEvent(event)
        empty = self._nothing and not self.model().rowCount()
        aimed = self._aim != NOWHERE and not self.rows.sorts
        if not (empty or aimed):
            return
        with smooth(self.viewport()) as painter:
            area = self.viewport().rect()
            if empty:
                painter.setPen(self.theme.colour("faint_text"))
                painter.drawText(area.adjusted(6, 6, -6, -6), _FROM_TOP, self._nothing)
            if aimed:
                self._ring(painter, area, 2)

    # Drops: on a row, or anywhere in a table that isn't sorted

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)
        row = self.indexAt(event.position().toPoint()).row()
        self._aim_at(row if event.isAccepted() else NOWHERE)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._aim_at(NOWHERE)

    def dropEvent(self, event: QDropEvent) -> None:
        super().dropEvent(event)
        self._aim_at(NOWHERE)

    def _aim_at(self, row: int) -> None:
        """Highlight a drop target."""
        if row != self._aim:
            self._aim = row
            self.viewport().update()

    def _surface(self, painter: QPainter, rect: QRect, row: int) -> None:
        theme, model, here = self.theme, self.rows, row == self.currentIndex().row()
        ground = "select" if here else "raised" if row == self._hover[0] else "panel"
        draw_box(painter, theme, rect, theme.px(6), ground)
        edge = model.rows[row].edge
        if edge:
            painter.setClipRect(QRect(rect.left(), rect.top(), theme.px(EDGE), rect.height()))
            draw_box(painter, theme, rect, theme.px(6), edge)
            painter.setClipping(False)
        if row == self._aim and model.sorts:
            self._ring(painter, rect, 2)
        elif here and self.hasFocus():
            cell = self.visualRect(self.currentIndex()) if self.by_cell else rect
            ring = QRect(cell.left(), rect.top(), cell.width(), rect.height())
            self._ring(painter, ring, 1 + self.by_cell)
        if self.below:
            words = rect.adjusted(self.begin_of(0), rect.height() * 3 // 5 - 2, -self.pad, -2)
            below = model.rows[row].below
            self._painter.draw_text(painter, words, below, cell_font(theme, "small"), "faint_text")

    def _ring(self, painter: QPainter, rect: QRect, wide: int) -> None:
        """Paint a ring around what has the focus or would be dropped on."""
        ring = QRectF(rect).adjusted(wide / 2, wide / 2, -wide / 2, -wide / 2)
        draw_box(painter, self.theme, ring, self.theme.px(6), "", "accent", wide)


def begin_in_first(view: QAbstractItemView) -> None:
    """Make the first row the current one if there is none."""
    first = view.model().index(0, 0)
    if first.isValid() and not view.currentIndex().isValid():
        view.setCurrentIndex(first)
