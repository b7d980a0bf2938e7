"""The table of the window: one view of rows of typed cells, and the delegate that paints them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import (
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
    row_again,
)
from lastdays.ui.texts import plain
from lastdays.ui.theme import Grown, Theme
from lastdays.ui.widgets.parts import ENTER, draw_box, smooth, timer

#: `rows` are surfaces of their own, `lines` are ruled and chosen, `flat` is chosen without lines,
#: `reading` is ruled and only read, `gear` is dragged and dropped on, `nav`
#: is a list of places.
Look = Literal["rows", "lines", "flat", "reading", "gear", "nav"]
#: Lengths in pixels at 100 %: between surfaces, the edge of a row, the height of a chip, a bar with
#: words beside it, a column that stretches, what is written over two lines, a heading's letters and
#: what is free around them.
GAP, EDGE, CHIP, BAR, LEAST, TWO_LINES, LETTERS, AROUND = 3, 5, 24, 120, 150, 100, 15, 6
#: A drawing is at least so much lower than its row, in pixels at 100 %.
APART = 4
#: A portrait with its room, a small bar with its gap, a pictogram with its gap, all at 100 %.
FACE, PORTRAIT, PROGRESS, STEP = 32, 42, 42, 28
#: A figure has so much room.
FIGURE = 24
#: From which height chips lie in two lines, and names stand below pictograms; a column asks for no
#: more width for those.
TWO_LINES_OF_CHIPS, NAMED, NAMES = 36, 48, 160
#: Below this width, at 100 %, what is said below the figures of a row takes the place of columns.
NARROW = 840
#: A name beside a face has at least so much room, at 100 %.
NAME = 110
#: What is free on both sides of a cell, and where columns are short of room.
PADS: dict[Look, tuple[int, int]] = {
    "rows": (8, 4), "lines": (12, 6), "flat": (5, 5), "reading": (0, 0),
    "gear": (6, 6), "nav": (12, 1),
}  # fmt: skip
#: How wide a table is at least, and the gap between columns that have no pads.
WIDTHS: dict[Look, int] = {
    "rows": LEAST, "lines": 120, "flat": 230, "reading": 200,
    "gear": 100, "nav": 100,
}  # fmt: skip
BETWEEN = 12
#: A row of one line that is as high as its words, and a die with its gap, at 100 %.
LINE, DIE = 28, 24
#: How far what is below another is set in, at 100 %.
DEEP = 15
#: What goes on in the next line where a row is as high as what is in it, or has room for two.
WRAPPED = {"words", "link", "plain", "strong"}
#: No row is aimed at; -1 is the room below the last one.
NOWHERE = -2
#: How high rows are at 100 %, at least and where there is room: of one line, of two, closer.
LOW, TALL, CLOSE = (35, 35), (49, 49), (42, 49)
#: From which height of a row on gear says beneath its name what it comes to.
TWO = 38
#: So many rows are measured for the width of a column while nobody sees them; of a table of so many
#: all are given the height of what is in them.
FIRST, FEW = 12, 60
_V, _L = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignLeft
_LEFT, _CENTRE, _RIGHT = _L | _V, Qt.AlignmentFlag.AlignCenter, Qt.AlignmentFlag.AlignRight | _V
_WRAPPED = int(_LEFT | Qt.TextFlag.TextWordWrap)
_FROM_TOP = int(_L | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
_CUT = Qt.TextElideMode.ElideRight


class Letters(NamedTuple):
    """The letters of a kind of cell: their family and size, where they stand, the pictogram before
    them and the gap after it."""

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
    """Return the font of a kind of cell; 'small' is what stands beneath and in chips."""
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
    """Return so many chips, the last of which stands for all that have no room."""
    rest = chips[count - 1 :]
    if len(rest) <= 1:
        return chips
    more = _("+{n}", n=len(rest))
    return (*chips[: count - 1], Chip(more, more, "text", "", "\n".join(c.hint for c in rest)))


def laid_chips(
    theme: Theme | Grown, rect: QRect, chips: tuple[Chip, ...]
) -> Iterator[tuple[Chip, str, QRect]]:
    """Yield what each chip says and where it lies in a cell: the first ones with their texts, as far
    as there is room, the others short; over two lines where not even that fits beside each other."""
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
    """Yield where each pictogram of a cell lies, the last in words for all that have no room: above
    their names where a row is high."""
    step, side = theme.px(STEP), theme.px(KINDS["things"].drawing)
    top = rect.top() + (rect.height() - side) // 2
    if rect.height() >= theme.px(NAMED):
        top = rect.top() + rect.height() // 2 - side
    for n, chip in enumerate(first_of(chips, max(1, rect.width() // step))):
        words = "" if chip.drawing else chip.text
        yield chip, words, QRect(rect.left() + n * step, top, side, side)


def dice_width(theme: Theme | Grown, cell: Cell) -> int:
    """Return how far behind its dice a text begins."""
    return len(cell.dice) * theme.px(DIE) + theme.px(6) if cell.dice else 0


def cell_width(theme: Theme | Grown, cell: Cell, *, short: bool = False) -> int:
    """Return how wide what is in a cell would like to be; with its chips cut `short`, at least."""
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
    """Write as many words as there is room for, over as many lines, with an ellipsis where that
    isn't all."""
    metrics, shown = painter.fontMetrics(), text
    while " " in shown and metrics.boundingRect(rect, flags, shown).height() > rect.height() + 2:
        shown = shown.rpartition(" ")[0] + "…"
    if metrics.boundingRect(rect, flags, shown).width() > rect.width():
        shown = metrics.elidedText(text, _CUT, rect.width())
    painter.drawText(rect, flags, shown)


def parted(metrics: QFontMetrics, note: str, beside: int, below: int) -> tuple[str, str]:
    """Return what of a note stands beside a name, and what below it: nothing is cut where both
    lines hold it."""
    parts = note.split(" · ")
    first: list[str] = []
    while len(parts) > 1 and metrics.horizontalAdvance(" · ".join(parts)) > below:
        if metrics.horizontalAdvance(" · ".join((*first, parts[0]))) > beside:
            break
        first.append(parts.pop(0))
    return " · ".join(first), " · ".join(parts)


class PlainHeader(QHeaderView):
    """Headings that begin where the words of their cells do; over two lines where one is too long
    for its column, with a line beneath in a ruled table."""

    def __init__(self, view: Table) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self._view = view
        self.setProperty("kind", "plain" if view.look in ("rows", "lines") else "")

    def letters(self) -> QFont:
        """Return the font of the head."""
        return _font(self._view.theme.heading, self._view.theme.px(LETTERS), False)

    def break_words(self, broken: bool) -> bool:
        """Have room for two lines, or for one; return whether that is something new."""
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
    """Paints what is in a cell, and measures it; plain cells are Qt's."""

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
            return  # half a line says nothing; whoever scrolls sees it
        painter.save()
        rect, row = option.rect, index.data(RowRole)
        if view.look != "rows":
            ground = cell.ground or row.ground
            self._ground(painter, option, replace(row, ground=ground), index.column())
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
        self, painter: QPainter, option: QStyleOptionViewItem, row: Row, column: int
    ) -> None:
        """Paint what is below the words of a cell that is on no surface."""
        theme, rect = self.theme, option.rect
        chosen = option.state & QStyle.StateFlag.State_Selected
        if self.view.look == "gear":
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect, ground = rect.adjusted(0, 1, 0, -1), "select" if chosen else ""
            draw_box(painter, theme, rect, theme.px(4), ground)
            return
        if chosen or row.ground:
            painter.fillRect(rect, theme.colour("select" if chosen else row.ground))
        if row.edge and not column:
            edge = QRect(rect.left(), rect.top() + 1, theme.px(EDGE), rect.height() - 2)
            painter.fillRect(edge, theme.colour(row.edge))
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
            self._line(painter, lower, beneath, small, cell.beneath_token, side)
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
            if self.view.wrap:  # the row is as high as its words
                close = self.view.heights[0] == LINE
                inner = rect.adjusted(0, theme.px(4), 0, 0) if close else rect
                painter.drawText(inner, _FROM_TOP if close else _WRAPPED, cell.text)
            else:
                draw_lines(painter, rect, cell.text)
            return
        # What stands behind a name stays in sight.
        ends = cell.kind == "name" or cell.depth or cell.face
        mode = Qt.TextElideMode.ElideMiddle if ends else _CUT
        self._line(painter, upper, cell.text, font, cell.token, letters.side, mode)
        if beside:
            least = 0 if cell.beneath else theme.px(62)
            wide = max(least, QFontMetrics(font).horizontalAdvance(cell.text)) + theme.px(8)
            behind = upper.adjusted(wide, 0, 0, 0)
            self._line(painter, behind, beside, cell_font(theme, "small"), cell.beneath_token)

    def _dice(self, painter: QPainter, rect: QRect, cell: Cell) -> QRect:
        """Paint dice as they lay, and what others came to; return the room behind them."""
        px, theme = self.theme.px, self.theme
        for n, (shown, face) in enumerate(cell.dice):
            die = QRect(rect.left() + n * px(DIE), rect.top() + px(4), px(19), px(19))
            drawing = f"die-{shown if face else 0}"
            painter.drawPixmap(die.topLeft(), theme.pixmap(drawing, "text", 19))
            if not face:
                self._line(painter, die, str(shown), cell_font(theme, "under"), "text", _CENTRE)
        return rect.adjusted(dice_width(self.theme, cell), 0, 0, 0)

    def _face(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a portrait, or the first letter of a name."""
        side = min(self.theme.px(FACE), rect.height() - 2)
        disc = QRect(rect.left(), rect.top() + (rect.height() - side) // 2, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("ground"))
        painter.drawEllipse(disc)
        picture = self.view.pictures.get(cell.portrait)
        if picture is None or picture.isNull():
            self._line(
                painter, disc, cell.face, cell_font(self.theme, "count"), cell.face_token, _CENTRE
            )
            return
        outline, least = QPainterPath(), min(picture.width(), picture.height())
        outline.addEllipse(QRectF(disc))
        painter.setClipPath(outline)
        head = QRect((picture.width() - least) // 2, 0, least, least)  # the face is at the top
        painter.drawPixmap(disc, picture, head)
        painter.setClipping(False)

    def _line(
        self,
        painter: QPainter,
        rect: QRect,
        text: str,
        font: QFont,
        token: str,
        side: Qt.AlignmentFlag = _LEFT,
        mode: Qt.TextElideMode = _CUT,
    ) -> None:
        painter.setFont(font)
        painter.setPen(self.theme.colour(token))
        shown = QFontMetrics(font).elidedText(text, mode, rect.width())
        painter.drawText(rect, int(side | Qt.TextFlag.TextDontClip), shown)

    def _end(self, painter: QPainter, rect: QRect, cell: Cell) -> QRect:
        """Paint what stands at the end of a text; return the room before it."""
        if not cell.end and not cell.marks:
            return rect
        theme, right = self.theme, rect.right()
        if cell.end:
            wide = _wide(theme, "count", cell.end) + theme.px(4)
            room = QRect(right - wide, rect.top(), wide, rect.height())
            self._line(painter, room, cell.end, cell_font(theme, "count"), "accent_text")
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
            self._line(painter, inner, text, font, chip.token)

    def _things(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint pictograms, with their names below or beside them as there is room."""
        theme, small = self.theme, cell_font(self.theme, "small")
        for chip, words, box in laid_things(theme, rect, cell.chips):
            if words:
                self._line(painter, box, words, cell_font(theme, "things"), chip.token, _CENTRE)
            else:
                painter.drawPixmap(box.topLeft(), theme.pixmap(chip.drawing, chip.token, 22))
        names = rect.adjusted(len(cell.chips) * theme.px(STEP), 0, 0, 0)
        if rect.height() >= theme.px(NAMED):
            names = rect.adjusted(0, rect.height() // 2, 0, -theme.px(4))
        if names.width() >= theme.px(STEP):
            self._line(painter, names, cell.text, small, "faint_text")

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Say what a chip under the mouse stands for, else what is said of its cell."""
        chip = self.view.chip_at(index, event.pos())
        if chip is None or not chip.hint or event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), plain(chip.hint), view)
        return True

    def _pictures(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a text and the pictograms after it, smaller where there is little room for them."""
        theme, font = self.theme, cell_font(self.theme, "pictures")
        part = min(1.0, max(0.75, rect.width() / cell_width(theme, cell)))
        large, side = round(font.pixelSize() * part), round(KINDS["pictures"].drawing * part)
        for n, chip in enumerate((Chip(cell.text, "", cell.token), *cell.chips)):
            font.setPixelSize(large if not n else round(large * 0.86))
            self._line(painter, rect, chip.text, font, chip.token)
            rect = rect.adjusted(QFontMetrics(font).horizontalAdvance(chip.text), 0, 0, 0)
            if chip.drawing:
                top = rect.top() + (rect.height() - theme.px(side)) // 2
                painter.drawPixmap(rect.left(), top, theme.pixmap(chip.drawing, chip.token, side))
                rect = rect.adjusted(theme.px(side), 0, 0, 0)
            rect = rect.adjusted(theme.px(3), 0, 0, 0)

    def _bar(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a bar on its ground, and words beside it; those alone where they take its room."""
        px, small = self.theme.px, cell.kind == "progress"
        font = cell_font(self.theme, "small" if small else "words")
        widest = cell.text if small else "35/36 (100 %)"
        words = QFontMetrics(font).horizontalAdvance(widest) + px(8) if cell.text else px(12)
        wide, high = rect.width() - words, px(6 if small else 8)
        if small and wide < px(PROGRESS) // 2:
            self._line(painter, rect, cell.text, font, cell.token, _CENTRE)
            return
        top = rect.top() + (rect.height() - high) // 2
        for share, token in ((1.0, "line" if small else "raised"), (cell.share, "accent")):
            bar = QRectF(rect.left(), top, max(high * bool(share), wide * share), high)
            draw_box(painter, self.theme, bar, high / 2, token)
        self._line(painter, rect.adjusted(wide + px(8) - 1, 0, 0, 0), cell.text, font, cell.token)

    def _column(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint an upright bar with its figure below it, outlined from its least on."""
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
        self._line(painter, below, cell.text, cell_font(theme, "column"), cell.token, _CENTRE)

    def _bars(self, painter: QPainter, rect: QRect, tokens: tuple[str, ...]) -> None:
        """Paint little bars below a text, one for each step."""
        px = self.theme.px
        each = min(px(20), rect.width() // len(tokens))
        for n, token in enumerate(tokens):
            bar = QRect(rect.left() + n * each, rect.bottom() - px(13), each - px(3), px(4))
            painter.fillRect(bar, self.theme.colour(token))


class _Width(NamedTuple):
    """What a column would like, and what it gives way to, one after the other: with its chips cut
    short and its heading over two lines, and with its words so."""

    wanted: int = 0
    filled: int = 0
    least: int = 0


def _narrowed(widths: Mapping[int, int], floors: Mapping[int, int], room: int) -> dict[int, int]:
    """Return widths that fit into a room, as far as their floors let them: the widest give way."""
    found = dict(widths)
    while (over := sum(found.values()) - room) > 0:
        giving = sorted((wide, n) for n, wide in found.items() if wide > floors[n])
        if not giving:
            break
        *others, (wide, widest) = giving
        rest = others[-1][0] - 1 if others else 0
        found[widest] = max(floors[widest], rest, wide - over)
    return found


class Table(QTableView):
    """Rows one goes through by arrow key; `chosen` carries a row's key, `taken` the key and the
    column of an Enter, a double click, or a click on a link, `pressed_on` the key of a row that is
    clicked, `given_back` that of one on which Delete or minus is pressed.

    A column is as wide as what is in it; the one that stretches takes the rest. Rows are between
    their two `heights`, as there is room for all of them; with `wrap` they are as high as what is in
    them, of which only those in sight are measured.
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
        **told: Any,
    ) -> None:
        """Make the table of rows, or of those under some headings; `told` are the slots of its
        signals. With `fits` it asks for the height of all its rows, with `room` as well,
        but for no more than that; `nothing` is said where it is empty. `most` is how wide the column that stretches may grow, `keep` how wide it stays where it would be wider, in pixels
        at 100 %; the others share what is left."""
        super().__init__(**told)
        self.rows = model = rows if isinstance(rows, RowModel) else RowModel(rows)
        #: Its letters and rows grow with an ample window, but where its panel doesn't.
        grown = grows and look not in ("nav", "gear")
        self.theme, self.look = Grown(theme) if grown else theme, look
        self.heights = heights if any(heights) else ((LINE, LINE) if wrap else LOW)
        self.stretch, self.least_rows, self.fits = stretch, least_rows, fits
        self.most, self.keep, self.wrap, self.room = most, keep, wrap, room
        self.tall = look == "rows" and self.heights[1] >= TALL[1]
        self.pad = theme.px(PADS[look][0])
        self._nothing, self._aim = nothing, NOWHERE
        #: Portraits by their ids; whether the keyboard is in a cell, and not in a row.
        self.pictures: Mapping[str, QPixmap] = {}
        self.by_cell, self.below = by_cell, False
        #: Whether there is a line below each row, and between which widths all columns are alike.
        self.ruled, self.even = True, (0, 0)
        self._hover = self._nowhere = (-1, -1)
        self._widths: dict[int, _Width] = {}
        #: The rows that have the height of what is in them, those whose width is known.
        self._high: set[int] = set()
        self._known: set[str] = set()
        self._stale, self._to_end, self._measured_at = True, False, self.theme.px(1000)
        self.setModel(model)
        self.setItemDelegate(CellDelegate(self))
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
        self.head = PlainHeader(self)
        self.setHorizontalHeader(self.head)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setHighlightSections(False)
            header.setSectionsClickable(header is self.horizontalHeader() and bool(model.sorts))
            header.setMinimumSectionSize(1)
        if model.sorts:
            self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            self.horizontalHeader().setSortIndicatorClearable(True)
            self.setSortingEnabled(True)
            self.horizontalHeader().setSortIndicatorShown(False)  # stands in the heading
        self.verticalHeader().hide()
        self.horizontalHeader().setDefaultAlignment(_LEFT)
        self.horizontalHeader().setStretchLastSection(look == "nav")
        self.horizontalHeader().setResizeContentsPrecision(FEW)
        self.horizontalHeader().setVisible(any(model.headings))
        if fits:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._soon = timer(self, 0, self.measure)
        model.modelReset.connect(self.measure_anew)
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
        """Return how far from the edge of its column the words of a cell begin."""
        edged = not column and self.look in ("rows", "flat")
        return self.pad + (self.theme.px(EDGE) if edged else 0)

    def inside(self, index: Index) -> QRect:
        """Return where what is in a cell is painted."""
        low = self.theme.px(GAP) if self.look == "rows" else 0
        rect = self.visualRect(index)
        if self.below:
            low = rect.height() * 2 // 5
        return rect.adjusted(self.begin_of(index.column()), 0, -self.pad, -low)

    def chip_at(self, index: Index, where: QPoint) -> Chip | None:
        """Return the chip at a point of a cell, None where none is."""
        cell = index.data(CellRole)
        lay = {"chips": laid_chips, "things": laid_things}.get(cell.kind) if cell else None
        if lay is None:
            return None
        laid = lay(self.theme, self.inside(index), cell.chips)
        near = (chip for chip, _text, box in laid if box.adjusted(-3, -8, 3, 8).contains(where))
        return next(near, None)

    def entry_under(self, where: QPoint) -> str:
        """Return the name of the rulebook's entry at a point, '' for none."""
        index = self.indexAt(where)
        cell = index.data(CellRole)
        if cell is not None and cell.chips:
            chip = self.chip_at(index, where)
            return chip.entry if chip is not None else ""
        return str(index.data(EntryRole) or "")

    def make_rows(self, least: int, most: int) -> None:
        """Have rows between these heights, in pixels at 100 %."""
        if self.heights != (least, most):
            self.heights = (least, most)
            self._size()

    def show_columns(self, shown: Container[int]) -> None:
        """Show these columns and no others; told of each, it would be painted once more."""
        told = QSignalBlocker(self.horizontalHeader())
        for column in range(self.model().columnCount()):
            if self.isColumnHidden(column) == (column in shown):
                self.setColumnHidden(column, column not in shown)
        told.unblock()

    # Height

    def row_height(self) -> int:
        """Return how high a row is that has not the height of what is in it."""
        least, most = map(self.theme.px, self.heights)
        return max(least, min(most, self.viewport().height() // max(1, self.model().rowCount())))

    def _head(self) -> int:
        header = self.horizontalHeader()
        if header.isHidden():
            return 0
        wanted = max(header.minimumHeight(), header.sizeHint().height())
        return min(header.maximumHeight(), wanted)

    def wanted(self) -> int:
        """Return the height in which all rows are seen."""
        if self.wrap:
            return self.height_for(0, 0) + self.verticalHeader().length()
        return self.height_for(self.model().rowCount(), self.heights[1])

    def beyond(self) -> int:
        """Return how much higher than it asks for it is with all of its rows in sight."""
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
        """Return the height in which so many rows are seen, each so high at 100 %."""
        return self._head() + rows * self.theme.px(each) + 2 * self.frameWidth() + 2

    def _high_of(self, rows: int) -> int:
        """Return the height in which so many rows are seen that are as low as can be."""
        high = self.theme.px(self.heights[0])
        if self.fits and not self.room:
            high = self.row_height()
        return self._head() + rows * high + 2 * self.frameWidth() + 2 * (self.look != "flat")

    def _in_sight(self) -> range:
        """Return the rows in sight: a window shows no more than one screen of them before it is laid
        out."""
        rows = self.model().rowCount()
        if not self.isVisible():
            return range(min(rows, FIRST))
        first = max(0, self.rowAt(0))
        high = min(self.viewport().height(), self.window().height())
        return range(first, min(rows, first + high // max(1, self.row_height()) + 2))

    # Width

    def _restyled(self) -> None:
        """Measure again where letters have another size; another colour takes no other room."""
        if self._measured_at != self.theme.px(1000):
            self._measured_at = self.theme.px(1000)
            self.measure_anew()
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

    def measure_anew(self) -> None:
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
        """Measure anew from a row on, as far as it is seen."""
        self._widths.clear()
        self._high = {row for row in self._high if row < first}
        self._stale = not self.isVisible()
        if not self._stale:
            self._soon.start()
            self.executeDelayedItemsLayout()
            self._measure_seen()
            self._end_again()

    def _come_in_sight(self) -> None:
        """Give rows that have just come in sight the room of what is in them."""
        if self.wrap:
            self._measure_seen()
        elif self.look == "rows" and any(self.key(n) not in self._known for n in self._in_sight()):
            self.measure_anew()

    def measure(self) -> None:
        """Give rows and columns the room of what is in them, once they are seen."""
        self._stale = not self.isVisible()
        self._soon.stop()
        for n in self._in_sight():
            self.rows.rows[n]  # is made now, where it is yet to come
        self._known = {row.key for row in self.rows.made}
        self._size()

    def _size(self) -> None:
        """Share the width among the columns, and the height among the rows."""
        self.executeDelayedItemsLayout()  # told of each size, it would be painted once more
        columns = range(self.model().columnCount())
        before = [self.columnWidth(n) for n in columns]
        self.share()
        if before != [self.columnWidth(n) for n in columns]:
            self._high.clear()
        told = QSignalBlocker(self.verticalHeader())
        self.verticalHeader().setDefaultSectionSize(self.row_height())
        told.unblock()
        self.updateGeometries()
        if self.wrap:
            self._measure_seen()
        self.viewport().update()
        self._end_again()

    def _wants(self, column: int) -> _Width:
        """Return how wide a column would be for what is in it, which is known until it changes."""
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
        wanted = max([head, *(cell_width(theme, cell) + around for cell in cells)])
        filled = max([0, *(cell_width(theme, cell, short=True) + around for cell in cells)])
        least = max([px(40), words + around, *(self._least(cell) + around for cell in cells)])
        return _Width(wanted, max(filled, min(least, wanted)), min(least, wanted))

    def _least(self, cell: Cell) -> int:
        """Return what a cell gives way to."""
        px, wide = self.theme.px, cell_width(self.theme, cell)
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
        """Share the width: where it is short, the widest of the others give way."""
        px, room, header = self.theme.px, self.viewport().width(), self.head
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
        told = QSignalBlocker(header)
        for column, wide in widths.items():
            header.resizeSection(column, max(1, wide))
        told.unblock()
        metrics, heads = QFontMetrics(header.letters()), self.rows.headings
        broken = any(
            metrics.horizontalAdvance(heads[n]) + 2 * self.pad > wide for n, wide in widths.items()
        )
        if self.look != "reading" and header.break_words(broken):
            self.updateGeometry()  # the rows want as much room as before

    # Rows as high as what is in them

    def _measure_seen(self) -> None:
        """Give the rows in sight, and the last, the height of what is in them; what is seen stays
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
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + moved)
        while self._measure_rows(range(max(0, self.rowAt(0)), rows)):
            pass  # rows have become lower, and others are in sight above them

    def _measure_rows(self, rows: range, *, whole: bool = False) -> bool:
        """Measure rows one after another until they fill the view, or all of them; return whether
        any has another height now."""
        room, grown = self.viewport().height(), False
        told = QSignalBlocker(self.verticalHeader())  # it would paint the table once more for it
        for row in rows:
            if row not in self._high:
                before = self.rowHeight(row)
                self.resizeRowToContents(row)
                self._high.add(row)
                grown = grown or self.rowHeight(row) != before
            room -= self.rowHeight(row)
            if room < 0 and not whole:
                break
        told.unblock()
        if grown:
            self.updateGeometries()
            self.viewport().update()
        return grown

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Measure the rows around one before it is brought into sight."""
        if self.wrap and self.isVisible() and self.model().rowCount() > FEW:
            self._measure_rows(range(index.row(), -1, -1))
            self._measure_rows(range(index.row(), self.model().rowCount()))
        super().scrollTo(index, hint)

    def show_end(self) -> None:
        """Keep the last row in sight, also after a change of size, until somebody scrolls."""
        if not self._to_end:
            self._to_end = True
            self.viewport().update()  # what it half hides may be drawn otherwise
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

    # What is chosen

    def key(self, row: int) -> str:
        """Return the key of a row."""
        return self.rows.key_at(row)

    def current_key(self) -> str:
        """Return the key of the row one is in, '' where there is none."""
        return self.key(self.currentIndex().row())

    def choose(self, key: str) -> None:
        """Go to the row with a key."""
        row = self.rows.row_of(key)
        if row >= 0:
            column = max(0, self.currentIndex().column()) if self.look == "rows" else 0
            self.setCurrentIndex(self.model().index(row, column))

    def show_rows(
        self,
        rows: Sequence[Row],
        headings: Sequence[str] = (),
        *,
        keep: str = "",
        first: bool = True,
        stepping: bool = False,
    ) -> None:
        """Show other rows. The row one is in stays so, or the one to `keep`; where it is gone, one
        comes to what follows it, or to the `first`, or to none. `stepping`: what alone came with a
        step back or forward is chosen."""
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
        if self.look == "nav":  # Tab passes through the places, and goes to none of them
            with QSignalBlocker(self):
                super().focusInEvent(event)
                begin_in_first(self)
            return
        super().focusInEvent(event)
        if self.look == "rows" or event.reason() != Qt.FocusReason.MouseFocusReason:
            begin_in_first(self)  # else the mouse has chosen its row

    def _is_link(self, index: Index) -> bool:
        return index.isValid() and index.data(CellRole).kind == "link"

    def is_hot(self, index: Index) -> bool:
        """Return whether a link is under the mouse, or has the keyboard."""
        focused = self.hasFocus() and index == self.currentIndex()
        return self._is_link(index) and (focused or (index.row(), index.column()) == self._hover)

    def _take(self, index: Index) -> None:
        if index.isValid():
            self.taken.emit(self.key(index.row()), index.column())

    def _double_clicked(self, index: Index) -> None:
        if not self._is_link(index):
            self._take(index)

    def _clicked(self, index: Index) -> None:
        self.pressed_on.emit(self.key(index.row()))
        if self._is_link(index):
            self._take(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys, key = Qt.Key, event.key()
        counts = self.look == "flat"  # what is offered is taken and given back
        if key in ENTER or (counts and key == keys.Key_Plus):
            self._take(self.currentIndex())
        elif counts and key in (keys.Key_Delete, keys.Key_Backspace, keys.Key_Minus):
            self.given_back.emit(self.current_key())
        else:
            super().keyPressEvent(event)
            bar = self.verticalScrollBar()
            if bar.value() < bar.maximum():  # keys scroll as well
                self._scrolled()

    def selectedIndexes(self) -> list[QModelIndex]:
        """Return what a drag takes: the row one is in, on a surface that Qt doesn't know."""
        if self.look != "rows":
            return super().selectedIndexes()
        row, columns = self.currentIndex().row(), range(self.model().columnCount())
        return [self.model().index(row, n) for n in columns if not self.isColumnHidden(n)]

    # The mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point_at(event.position().toPoint())

    def _point_at(self, where: QPoint) -> None:
        index = self.indexAt(where)
        here = (index.row(), index.column())
        if here != self._hover and self.look == "rows":
            self._hover = here
            shapes = Qt.CursorShape.ArrowCursor, Qt.CursorShape.PointingHandCursor
            self.viewport().setCursor(shapes[self._is_link(index)])
            self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover = self._nowhere
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page where there is nothing to scroll here."""
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

    # Drops: on a row where rows are somebody, else anywhere

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
        """Show where what is dragged would be put down."""
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
        elif here and self.hasFocus() and self.by_cell:
            cell = self.visualRect(self.currentIndex())
            self._ring(painter, QRect(cell.left(), rect.top(), cell.width(), rect.height()), 2)
        elif here and self.hasFocus():
            self._ring(painter, rect, 1)
        if self.below:
            words = rect.adjusted(self.begin_of(0), rect.height() * 3 // 5 - 2, -self.pad, -2)
            small = cell_font(theme, "small")
            painter.setFont(small)
            painter.setPen(theme.colour("faint_text"))
            cut = QFontMetrics(small).elidedText(model.rows[row].below, _CUT, words.width())
            painter.drawText(words, int(_LEFT), cut)

    def _ring(self, painter: QPainter, rect: QRect, wide: int) -> None:
        """Paint what is around that which has the keyboard, or is dropped on."""
        ring = QRectF(rect).adjusted(wide / 2, wide / 2, -wide / 2, -wide / 2)
        draw_box(painter, self.theme, ring, self.theme.px(6), "", "accent", wide)


def begin_in_first(view: QAbstractItemView) -> None:
    """Put the keyboard in the first row where nothing is chosen."""
    first = view.model().index(0, 0)
    if first.isValid() and not view.currentIndex().isValid():
        view.setCurrentIndex(first)


__all__ = [
    "CLOSE",
    "LOW",
    "TALL",
    "CellDelegate",
    "Table",
    "begin_in_first",
    "cell_font",
    "cell_width",
    "laid_chips",
]
