"""The table of the window: one view of rows of typed cells, and the delegate that paints them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
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
from lastdays.ui.theme import EnlargedTheme, Theme
from lastdays.ui.widgets.parts import COUNTS, ENTER, draw_box, smooth, timer

#: How rows look: `rows` are separate surfaces, `lines` are ruled and selectable, `flat` is selectable
#: without lines, `reading` is ruled and read-only, `gear` is for drag and drop, `nav` lists places.
Look = Literal["rows", "lines", "flat", "reading", "gear", "nav"]
# Lengths are in pixels at 100 %.
#: The gap between surfaces.
GAP = 3
#: The coloured edge of a row.
EDGE = 5
#: The height of a chip.
CHIP = 24
#: A bar with text beside it.
BAR = 120
#: The least width of a stretching column.
LEAST = 150
#: The width of text on two lines.
TWO_LINES = 100
#: The size of a heading's letters.
LETTERS = 15
#: The padding above and below the letters of a heading, together.
AROUND = 6
#: A face.
FACE = 32
#: A portrait with its gap.
PORTRAIT = 42
#: A small bar with its gap.
PROGRESS = 42
#: A pictogram with its gap.
STEP = 28
#: The least width of a figure.
FIGURE = 24
#: The row height from which chips use two lines.
TWO_LINES_OF_CHIPS = 36
#: The row height from which names go below pictograms.
NAMED = 48
#: The most width that a column asks for such names.
NAMES = 160
#: Below this width, at 100 %, a line below the figures of a row replaces some columns.
NARROW = 840
#: The least width of a name beside a face, at 100 %.
NAME = 110
#: The room that a name keeps before the text beside it, at 100 %.
LEAST_NAME = 62
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
#: A row of a single line of text, at 100 %.
LINE = 28
#: A die with its gap, at 100 %.
DIE = 24
#: The room above and below a column's bar, which has its figure below.
COLUMN_ROOM = 26
#: The height of that figure.
COLUMN_FIGURE = 20
#: The widest text beside a bar.
WIDEST_BESIDE_BAR = "35/36 (100 %)"
#: The height of the heading of a table of the book, at 100 %.
HEAD = 22
#: The indent of each level of depth, at 100 %.
DEEP = 15
#: Kinds of cells that wrap where rows fit their content, or have room for two lines.
WRAPPED = {"words", "link", "plain", "strong"}
#: No drop target; -1 is the room below the last row.
NOWHERE = -2
#: The least and greatest height of rows of one line, at 100 %.
LOW = (35, 35)
#: The same of rows of two lines.
TALL = (49, 49)
#: The same of rows of two lines that may move closer together.
CLOSE = (42, 49)
#: The row height from which a second line is written beneath the name of gear.
TWO = 38
#: How many rows of a hidden table are measured for its columns.
FIRST = 12
#: Up to how many rows a table has all of their heights measured.
FEW = 60
_Align = Qt.AlignmentFlag
_LEFT = _Align.AlignLeft | _Align.AlignVCenter
_CENTRE = _Align.AlignCenter
_RIGHT = _Align.AlignRight | _Align.AlignVCenter
_WRAPPED = int(_LEFT | Qt.TextFlag.TextWordWrap)
_FROM_TOP = int(_Align.AlignLeft | _Align.AlignTop | Qt.TextFlag.TextWordWrap)
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


def _letters_of_kinds() -> dict[str, Letters]:
    """Read the letters of each kind of cell."""
    letters = {}
    for kind, wishes in paths.toml("style", "letters.toml").items():
        side = _SIDES[wishes.get("side", "left")]
        letters[kind] = Letters(**(wishes | {"side": side}))
    return letters


KINDS = _letters_of_kinds()
_WORDS = Letters(15)


def cell_font(theme: Theme | EnlargedTheme, kind: str) -> QFont:
    """Return the font of a kind of cell; 'small' is for second lines and chips."""
    letters = KINDS.get(kind, _WORDS)
    family = theme.heading if letters.heading else theme.body
    return QFont(_font(family, theme.pixels(letters.size), letters.bold))


@lru_cache(maxsize=200)
def _font(family: str, pixels: int, bold: bool) -> QFont:
    font = QFont(family)
    font.setPixelSize(pixels)
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def _text_width(theme: Theme | EnlargedTheme, kind: str, text: str) -> int:
    return QFontMetrics(cell_font(theme, kind)).horizontalAdvance(text)


def chip_width(theme: Theme | EnlargedTheme, chip: Chip, text: str) -> int:
    """Return how wide a chip with this text is."""
    width = _text_width(theme, "small", text) + theme.pixels(14)
    if chip.drawing:
        width += theme.pixels(20)
    return width


def first_of(chips: tuple[Chip, ...], count: int) -> tuple[Chip, ...]:
    """Return at most `count` chips, the last one standing for the rest."""
    rest = chips[count - 1 :]
    if len(rest) <= 1:
        return chips
    text = _("+{n}", n=len(rest))
    hint = "\n".join(chip.hint for chip in rest)
    more = Chip(text, text, "text", "", hint)
    return (*chips[: count - 1], more)


class _ChipLines(NamedTuple):
    """The widths of chips on lines in a room."""

    theme: Theme | EnlargedTheme
    room: int

    @property
    def gap(self) -> int:
        """The gap between two chips of a line."""
        return self.theme.pixels(4)

    def fits(self, line: Sequence[Chip], named: int = 0) -> bool:
        """Return whether a line fits with the full texts of its first `named` chips."""
        gaps = self.gap * (len(line) - 1)
        return sum(self.widths(line, named)) + gaps <= self.room

    def widths(self, line: Sequence[Chip], named: int) -> list[int]:
        """Return the width of each chip; the first `named` ones have their full text."""
        texts = _chip_texts(line, named)
        pairs = zip(line, texts, strict=True)
        return [chip_width(self.theme, chip, text) for chip, text in pairs]

    def lines_of(self, chips: tuple[Chip, ...], *, two: bool) -> list[tuple[Chip, ...]]:
        """Return as many chips as fit with short texts, on a line or on two."""
        for count in range(len(chips), 0, -1):
            lines = _in_lines(first_of(chips, count), two=two)
            if all(self.fits(line) for line in lines):
                return lines
        return [chips] if chips else []

    def most_named(self, line: Sequence[Chip]) -> int:
        """Return how many chips of a line can have their full text, from the left."""
        for named in range(len(line), 0, -1):
            if self.fits(line, named):
                return named
        return 0


def _chip_texts(line: Sequence[Chip], named: int) -> list[str]:
    """Return the texts of chips: full ones of the first `named`, then short ones."""
    full = [chip.text for chip in line[:named]]
    short = [chip.short for chip in line[named:]]
    return full + short


def _in_lines(chips: tuple[Chip, ...], *, two: bool) -> list[tuple[Chip, ...]]:
    """Return chips on one line, or on two with as many on the second or one less."""
    if not two or len(chips) < 2:
        return [chips]
    middle = (len(chips) + 1) // 2
    return [chips[:middle], chips[middle:]]


def laid_chips(
    theme: Theme | EnlargedTheme, rect: QRect, chips: tuple[Chip, ...]
) -> Iterator[tuple[Chip, str, QRect]]:
    """Yield each chip with its text and its place in a cell: full texts for as many as fit, short
    ones for the rest, on two lines if even those are too wide for one."""
    room = rect.width()
    cell = _ChipLines(theme, room)
    has_two_lines = rect.height() >= theme.pixels(TWO_LINES_OF_CHIPS)
    lines = cell.lines_of(chips, two=has_two_lines and not cell.fits(chips))
    if not lines:
        return
    between = theme.pixels(2)
    height = min(theme.pixels(CHIP), (rect.height() - between) // len(lines) - between)
    step = height + between
    top = rect.top() + (rect.height() - len(lines) * step + between) // 2
    is_bare = len(chips) == 1 and not chips[0].short
    for line in lines:
        named = cell.most_named(line)
        if is_bare:
            named = 1  # its text cut rather than none
        x = rect.left()
        texts = _chip_texts(line, named)
        for chip, text in zip(line, texts, strict=True):
            width = chip_width(theme, chip, text)
            yield chip, text, QRect(x, top, min(width, room), height)
            x += width + cell.gap
        top += step


def laid_things(
    theme: Theme | EnlargedTheme, rect: QRect, chips: tuple[Chip, ...]
) -> Iterator[tuple[Chip, str, QRect]]:
    """Yield each pictogram of a cell with its place, above the names in a high row; the last is a
    text if there isn't room for all."""
    step = theme.pixels(STEP)
    side = theme.pixels(KINDS["things"].drawing)
    has_names_below = rect.height() >= theme.pixels(NAMED)
    if has_names_below:
        top = rect.top() + rect.height() // 2 - side
    else:
        top = rect.top() + (rect.height() - side) // 2
    room_for = max(1, rect.width() // step)
    x = rect.left()
    for chip in first_of(chips, room_for):
        text = "" if chip.drawing else chip.text
        yield chip, text, QRect(x, top, side, side)
        x += step


def dice_width(theme: Theme | EnlargedTheme, cell: Cell) -> int:
    """Return the width of the dice before a text, with the gap."""
    if not cell.dice:
        return 0
    return len(cell.dice) * theme.pixels(DIE) + theme.pixels(6)


def cell_width(theme: Theme | EnlargedTheme, cell: Cell, *, short: bool = False) -> int:
    """Return the preferred width of a cell's content, `short` with short chips."""
    match cell.kind:
        case "chips":
            return _chips_width(theme, cell.chips, short=short)
        case "figure":
            return max(theme.pixels(FIGURE), _text_width(theme, "figure", cell.text) + 2)
        case "things":
            names = _text_width(theme, "small", cell.text) + theme.pixels(8)
            return len(cell.chips) * theme.pixels(STEP) + min(theme.pixels(NAMES), names)
        case "progress":
            return theme.pixels(PROGRESS) + _text_width(theme, "small", cell.text) + 2
        case "pictures":
            return _pictures_width(theme, cell)
        case "bar" if not cell.text:
            return theme.pixels(280)
    return _words_width(theme, cell)


def _chips_width(theme: Theme | EnlargedTheme, chips: tuple[Chip, ...], *, short: bool) -> int:
    width = 0
    for chip in chips:
        text = chip.short if short else chip.text
        width += chip_width(theme, chip, text) + theme.pixels(5)
    return width


def _pictures_width(theme: Theme | EnlargedTheme, cell: Cell) -> int:
    width = _text_width(theme, "pictures", cell.text)
    for chip in cell.chips:
        width += _text_width(theme, "pictures", chip.text) + theme.pixels(21)
    return width


def _words_width(theme: Theme | EnlargedTheme, cell: Cell) -> int:
    """Return the width of a cell of text, with what is before, beside and beneath it."""
    width = _text_width(theme, cell.kind, cell.text) + 2 + dice_width(theme, cell)
    if cell.beneath:
        width = max(width, _text_width(theme, "small", cell.beneath) + 2)
    if cell.kind == "bar":
        width += theme.pixels(BAR)
    width = max(width, theme.pixels(20) * len(cell.bars))
    if cell.face:
        width += theme.pixels(PORTRAIT)
    if cell.drawing:
        letters = KINDS.get(cell.kind, _WORDS)
        width += theme.pixels(letters.drawing + letters.gap)
    return width


def draw_lines(painter: QPainter, rect: QRect, text: str, flags: int = _WRAPPED) -> None:
    """Draw as many words as fit, on several lines, with an ellipsis if some are left out."""
    metrics = painter.fontMetrics()
    most_height = rect.height() + 2
    words = text
    while " " in words and metrics.boundingRect(rect, flags, words).height() > most_height:
        words = words.rpartition(" ")[0] + "…"
    if metrics.boundingRect(rect, flags, words).width() > rect.width():
        words = metrics.elidedText(text, _CUT, rect.width())
    painter.drawText(rect, flags, words)


def parted(metrics: QFontMetrics, note: str, beside: int, below: int) -> tuple[str, str]:
    """Split a note into a part beside a name and a part below it, so that neither is cut if both
    fit; widths in pixels."""

    def width(parts: Sequence[str]) -> int:
        return metrics.horizontalAdvance(dot.join(parts))

    dot = " · "
    parts_below = note.split(dot)
    parts_beside: list[str] = []
    while len(parts_below) > 1 and width(parts_below) > below:
        if width([*parts_beside, parts_below[0]]) > beside:
            break
        parts_beside.append(parts_below.pop(0))
    return dot.join(parts_beside), dot.join(parts_below)


class PlainHeader(QHeaderView):
    """Headings aligned with the text of their cells, on two lines if one is too long for its
    column, with a line beneath in a ruled table."""

    def __init__(self, view: Table) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self._view = view
        self.setProperty("kind", "plain" if view.look in ("rows", "lines") else "")

    def letters(self) -> QFont:
        """Return the font of the headings."""
        return _font(self._view.theme.heading, self._view.theme.pixels(LETTERS), False)

    def break_words(self, broken: bool) -> bool:
        """Make room for two lines or one; return whether the height has changed."""
        height = 0
        if broken:
            line = QFontMetrics(self.letters()).lineSpacing()
            height = 2 * line + self._view.theme.pixels(AROUND)
        if height == self.minimumHeight():
            return False
        self.setMinimumHeight(height)
        return True

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        painter.save()
        if self._view.look in ("lines", "flat"):
            painter.setPen(self._view.theme.colour("line"))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setFont(self.letters())
        painter.setPen(self._view.theme.colour("faint_text"))
        text = str(self._data(section, Qt.ItemDataRole.DisplayRole) or "")
        alignment = self._data(section, Qt.ItemDataRole.TextAlignmentRole)
        pad = self._view.begin_of(section)
        is_left = alignment & int(_Align.AlignLeft)
        pad_right = 0 if is_left else pad
        room = rect.adjusted(pad, 0, -pad_right, 0)
        alignment &= ~int(Qt.TextFlag.TextWordWrap)
        fits = painter.fontMetrics().horizontalAdvance(text) <= room.width()
        breaking = Qt.TextFlag.TextDontClip if fits else Qt.TextFlag.TextWordWrap
        painter.drawText(room, alignment | int(breaking), text)
        painter.restore()

    def _data(self, section: int, role: Qt.ItemDataRole) -> Any:
        return self.model().headerData(section, self.orientation(), role)


class CellDelegate(QStyledItemDelegate):
    """Paints and measures the content of a cell."""

    def __init__(self, view: Table) -> None:
        super().__init__(view)
        self.view, self.theme = view, view.theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        cell = index.data(CellRole)
        view = self.view
        padding = view.begin_of(index.column()) + view.pad
        height = view.row_height()
        if view.wrap and cell.kind in WRAPPED:
            width = option.rect.width() - padding - dice_width(self.theme, cell)
            metrics = QFontMetrics(cell_font(self.theme, cell.kind))
            text = metrics.boundingRect(QRect(0, 0, width, 10_000), _WRAPPED, cell.text)
            height = max(height, text.height() + self.theme.pixels(8))
        return QSize(cell_width(self.theme, cell) + padding, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = self.view
        is_last = index.row() == view.rows.rowCount() - 1
        is_cut = option.rect.top() < -2  # by the top edge: half a row can't be read
        if view.at_end and is_cut and not is_last:
            return
        painter.save()
        if view.look != "rows":
            self._ground(painter, option, index)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._content(painter, option.rect, index)
        if view.look != "rows" and option.state & QStyle.StateFlag.State_HasFocus:
            self._focus_ring(painter, option.rect)
        painter.restore()

    def _content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint the content of a cell by its kind."""
        cell = index.data(CellRole)
        inside = self.view.inside(index)
        if self.view.below:
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
                self._text(painter, inside, cell, linked=self.view.is_hot(index))

    def _focus_ring(self, painter: QPainter, rect: QRect) -> None:
        """Paint a frame around the cell with the focus, above the line of its row."""
        line = 0 if self.view.look == "flat" else 1
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(self.theme.colour("accent"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(0, 0, -1, -1 - line))

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the background of a cell that isn't on a surface."""
        theme = self.theme
        look = self.view.look
        rect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if look == "gear":
            if chosen:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                draw_box(painter, theme, rect.adjusted(0, 1, 0, -1), theme.pixels(4), "select")
            return
        row = index.data(RowRole)
        ground = index.data(CellRole).ground or row.ground
        if chosen:
            ground = "select"
        if ground:
            painter.fillRect(rect, theme.colour(ground))
        if row.edge and index.column() == 0:
            bar = QRect(rect.left(), rect.top() + 1, theme.pixels(EDGE), rect.height() - 2)
            painter.fillRect(bar, theme.colour(row.edge))
        if chosen and look == "nav":
            bar = QRect(rect.left(), rect.top(), theme.pixels(EDGE - 2), rect.height())
            painter.fillRect(bar, theme.colour("accent"))
        if look not in ("flat", "nav") and self.view.ruled:
            painter.setPen(theme.colour("line"))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())

    def _text(self, painter: QPainter, rect: QRect, cell: Cell, *, linked: bool) -> None:
        """Paint a text with what is before, behind and beneath it."""
        rect = self._before_text(painter, rect, cell)
        rect = self._end(painter, rect, cell)
        font = cell_font(self.theme, cell.kind)
        font.setUnderline(linked)
        if cell.kind == "gear":
            has_two_lines = rect.height() >= self.theme.pixels(TWO)
            if cell.beneath and has_two_lines:
                cell = self._gear_parted(cell, font, rect.width())
            else:
                font = cell_font(self.theme, "words")
                cell = replace(cell, beneath="")
        is_wrapped = cell.kind in WRAPPED and (self.view.wrap or self.view.tall)
        if cell.beneath:
            self._two_lines(painter, rect, cell, font)
        elif cell.kind == "under" and cell.text:
            self._line(painter, self._bar_under(painter, rect, cell), cell, font)
        elif cell.bars:
            self._bars(painter, rect, cell.bars)
            self._line(painter, rect.adjusted(0, 0, 0, -self.theme.pixels(10)), cell, font)
        elif is_wrapped:
            self._wrapped(painter, rect, cell, font)
        else:
            self._line(painter, rect, cell, font)

    def _before_text(self, painter: QPainter, rect: QRect, cell: Cell) -> QRect:
        """Paint the face, the drawing and the dice before a text; return the room to their right."""
        theme = self.theme
        rect = rect.adjusted(cell.depth * theme.pixels(DEEP), 0, 0, 0)
        if cell.face:
            self._face(painter, rect, cell)
            rect = rect.adjusted(theme.pixels(PORTRAIT), 0, 0, 0)
        if cell.drawing:
            letters = KINDS.get(cell.kind, _WORDS)
            size = letters.drawing
            gap = letters.gap
            if self.view.look == "nav" and theme.narrow:  # large letters need the room
                size = 14
                gap = 3
            side = theme.pixels(size)
            pixmap = theme.pixmap(cell.drawing, cell.drawing_token, size)
            top = rect.top() + (rect.height() - side) // 2
            painter.drawPixmap(rect.left(), top, pixmap)
            rect = rect.adjusted(side + theme.pixels(gap), 0, 0, 0)
        return self._dice(painter, rect, cell)

    def _gear_parted(self, cell: Cell, font: QFont, width: int) -> Cell:
        """Return gear with its note parted: beside its name as far as needed, the rest beneath."""
        name = QFontMetrics(font).horizontalAdvance(cell.text) + self.theme.pixels(8)
        small = QFontMetrics(cell_font(self.theme, "small"))
        beside, beneath = parted(small, cell.beneath, width - name, width)
        return replace(cell, beside=beside, beneath=beneath)

    def _two_lines(self, painter: QPainter, rect: QRect, cell: Cell, font: QFont) -> None:
        """Paint a text and the one beneath it, close together in a high row."""
        theme = self.theme
        side = KINDS.get(cell.kind, _WORDS).side
        apart = max(0, rect.height() - theme.pixels(TALL[1])) // 2
        rect = rect.adjusted(0, apart, 0, -apart)
        lower = rect.adjusted(0, rect.height() // 2, 0, -theme.pixels(1))
        small = cell_font(theme, "small")
        self.draw_text(painter, lower, cell.beneath, small, cell.beneath_token, side)
        upper = QRect(rect)
        upper.setHeight(round(rect.height() * 0.56))
        self._line(painter, upper, cell, font)

    def _bar_under(self, painter: QPainter, rect: QRect, cell: Cell) -> QRect:
        """Paint the bar under a figure, as long as its share; return the room of the figure."""
        theme = self.theme
        inner = rect.adjusted(theme.pixels(5), 0, -theme.pixels(5), -theme.pixels(3))
        length = round(inner.width() * cell.share)
        bar = QRect(inner.left(), inner.bottom() - theme.pixels(1), length, theme.pixels(3))
        painter.fillRect(bar, theme.colour(cell.drawing_token))
        return inner

    def _wrapped(self, painter: QPainter, rect: QRect, cell: Cell, font: QFont) -> None:
        """Paint a text on several lines."""
        painter.setFont(font)
        painter.setPen(self.theme.colour(cell.token))
        if not self.view.wrap:
            draw_lines(painter, rect, cell.text)
            return
        is_close = self.view.heights[0] == LINE
        if is_close:  # the row fits its text
            below_edge = rect.adjusted(0, self.theme.pixels(4), 0, 0)
            painter.drawText(below_edge, _FROM_TOP, cell.text)
        else:
            painter.drawText(rect, _WRAPPED, cell.text)

    def _line(self, painter: QPainter, rect: QRect, cell: Cell, font: QFont) -> None:
        """Paint a text on a line, with the one beside it."""
        side = KINDS.get(cell.kind, _WORDS).side
        is_name = cell.kind == "name" or cell.depth or cell.face
        cut = Qt.TextElideMode.ElideMiddle if is_name else _CUT  # the end of a name stays in sight
        self.draw_text(painter, rect, cell.text, font, cell.token, side, cut)
        if cell.beside:
            width = QFontMetrics(font).horizontalAdvance(cell.text)
            if not cell.beneath:  # short names leave the texts beside them in line
                width = max(width, self.theme.pixels(LEAST_NAME))
            behind = rect.adjusted(width + self.theme.pixels(8), 0, 0, 0)
            small = cell_font(self.theme, "small")
            self.draw_text(painter, behind, cell.beside, small, cell.beneath_token)

    def _dice(self, painter: QPainter, rect: QRect, cell: Cell) -> QRect:
        """Paint the faces and numbers of dice; return the room to their right."""
        theme = self.theme
        side = theme.pixels(19)
        x = rect.left()
        for value, has_face in cell.dice:
            die = QRect(x, rect.top() + theme.pixels(4), side, side)
            drawing = f"die-{value}" if has_face else "die-0"
            painter.drawPixmap(die.topLeft(), theme.pixmap(drawing, "text", 19))
            if not has_face:
                self.draw_text(painter, die, str(value), cell_font(theme, "under"), "text", _CENTRE)
            x += theme.pixels(DIE)
        return rect.adjusted(dice_width(theme, cell), 0, 0, 0)

    def _face(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a portrait, or the initial of a name."""
        side = min(self.theme.pixels(FACE), rect.height() - 2)
        disc = QRect(rect.left(), rect.top() + (rect.height() - side) // 2, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("ground"))
        painter.drawEllipse(disc)
        picture = self.view.pictures.get(cell.portrait)
        if picture is None or picture.isNull():
            font = cell_font(self.theme, "count")
            self.draw_text(painter, disc, cell.face, font, cell.face_token, _CENTRE)
            return
        outline = QPainterPath()
        outline.addEllipse(QRectF(disc))
        painter.setClipPath(outline)
        square = min(picture.width(), picture.height())
        head = QRect((picture.width() - square) // 2, 0, square, square)  # the face is at the top
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
        theme = self.theme
        right = rect.right()
        if cell.end:
            width = _text_width(theme, "count", cell.end) + theme.pixels(4)
            room = QRect(right - width, rect.top(), width, rect.height())
            self.draw_text(painter, room, cell.end, cell_font(theme, "count"), "accent_text")
            right -= width
        top = rect.top() + (rect.height() - theme.pixels(20)) // 2
        for drawing, token in reversed(cell.marks):
            right -= theme.pixels(22)
            painter.drawPixmap(right, top, theme.pixmap(drawing, token, 20))
        return QRect(rect.left(), rect.top(), right - theme.pixels(4) - rect.left(), rect.height())

    def _chips(self, painter: QPainter, rect: QRect, chips: tuple[Chip, ...]) -> None:
        theme = self.theme
        font = cell_font(theme, "small")
        for chip, text, box in laid_chips(theme, rect, chips):
            rim = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
            edge = "line" if chip.token == "text" else chip.token
            draw_box(painter, theme, rim, 4, "", edge)
            inner = box.adjusted(theme.pixels(6), 0, -theme.pixels(6), 0)
            if chip.drawing:
                side = theme.pixels(16)
                top = box.top() + (box.height() - side) // 2
                painter.drawPixmap(inner.left(), top, theme.pixmap(chip.drawing, chip.token, 16))
                inner.setLeft(inner.left() + side + theme.pixels(4))
            self.draw_text(painter, inner, text, font, chip.token)

    def _things(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint pictograms, with their names below or beside them."""
        theme = self.theme
        for chip, words, box in laid_things(theme, rect, cell.chips):
            if words:
                self.draw_text(painter, box, words, cell_font(theme, "things"), chip.token, _CENTRE)
            else:
                painter.drawPixmap(box.topLeft(), theme.pixmap(chip.drawing, chip.token, 22))
        if rect.height() >= theme.pixels(NAMED):
            names = rect.adjusted(0, rect.height() // 2, 0, -theme.pixels(4))
        else:
            names = rect.adjusted(len(cell.chips) * theme.pixels(STEP), 0, 0, 0)
        if names.width() >= theme.pixels(STEP):
            self.draw_text(painter, names, cell.text, cell_font(theme, "small"), "faint_text")

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Show the hint of the chip under the mouse, else that of the cell."""
        chip = self.view.chip_at(index, event.pos())
        hint = chip.hint if chip is not None else ""
        if not hint or event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), plain(hint), view)
        return True

    def _pictures(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a text and the pictograms after it, smaller where there is little room."""
        theme = self.theme
        font = cell_font(theme, "pictures")
        shrunk = rect.width() / cell_width(theme, cell)
        scale = min(1.0, max(0.75, shrunk))
        size = round(KINDS["pictures"].drawing * scale)
        side = theme.pixels(size)
        gap = theme.pixels(3)
        large = round(font.pixelSize() * scale)
        font.setPixelSize(large)
        self.draw_text(painter, rect, cell.text, font, cell.token)
        x = QFontMetrics(font).horizontalAdvance(cell.text) + gap
        font.setPixelSize(round(large * 0.86))
        top = rect.top() + (rect.height() - side) // 2
        for chip in cell.chips:
            self.draw_text(painter, rect.adjusted(x, 0, 0, 0), chip.text, font, chip.token)
            x += QFontMetrics(font).horizontalAdvance(chip.text)
            if chip.drawing:
                pixmap = theme.pixmap(chip.drawing, chip.token, size)
                painter.drawPixmap(rect.left() + x, top, pixmap)
                x += side
            x += gap

    def _bar(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a bar with text beside it, or only the text if there is no room for both."""
        if cell.kind == "progress":
            self._small_bar(painter, rect, cell)
            return
        pixels = self.theme.pixels
        font = cell_font(self.theme, "words")
        beside = pixels(12)
        if cell.text:
            beside = QFontMetrics(font).horizontalAdvance(WIDEST_BESIDE_BAR) + pixels(8)
        length = rect.width() - beside
        self._level(painter, rect, length, thickness=pixels(8), share=1.0, token="raised")
        self._level(painter, rect, length, thickness=pixels(8), share=cell.share, token="accent")
        behind = rect.adjusted(length + pixels(8) - 1, 0, 0, 0)
        self.draw_text(painter, behind, cell.text, font, cell.token)

    def _small_bar(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a small bar with a text beside it, or only the text if there is no room for both."""
        pixels = self.theme.pixels
        font = cell_font(self.theme, "small")
        beside = pixels(12)
        if cell.text:
            beside = QFontMetrics(font).horizontalAdvance(cell.text) + pixels(8)
        length = rect.width() - beside
        if length < pixels(PROGRESS) // 2:
            self.draw_text(painter, rect, cell.text, font, cell.token, _CENTRE)
            return
        self._level(painter, rect, length, thickness=pixels(6), share=1.0, token="line")
        self._level(painter, rect, length, thickness=pixels(6), share=cell.share, token="accent")
        behind = rect.adjusted(length + pixels(8) - 1, 0, 0, 0)
        self.draw_text(painter, behind, cell.text, font, cell.token)

    def _level(
        self,
        painter: QPainter,
        rect: QRect,
        length: int,
        *,
        thickness: int,
        share: float,
        token: str,
    ) -> None:
        """Paint the share of a bar's length, at least a dot unless the share is 0."""
        filled = max(thickness, length * share) if share else 0
        top = rect.top() + (rect.height() - thickness) // 2
        bar = QRectF(rect.left(), top, filled, thickness)
        draw_box(painter, self.theme, bar, thickness / 2, token)

    def _column(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint an upright bar with its figure below, outlined above the cell's `least`."""
        if not cell.text:
            return
        pixels = self.theme.pixels
        colour = self.theme.colour(cell.drawing_token)
        room = rect.height() - pixels(COLUMN_ROOM)
        width = min(pixels(24), rect.width() - pixels(8))
        left = rect.left() + (rect.width() - width) // 2
        foot = rect.bottom() - pixels(COLUMN_FIGURE)
        filled_share = cell.share if cell.least is None else cell.least
        filled = max(pixels(2), round(room * filled_share))
        painter.fillRect(QRect(left, foot - filled, width, filled), colour)
        height = round(room * cell.share)
        if height > filled:
            painter.setPen(QPen(colour, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            outline = QRectF(left + 0.5, foot - height + 0.5, width - 1, height - filled)
            painter.drawRect(outline)
        below = QRect(rect.left(), foot, rect.width(), pixels(COLUMN_FIGURE))
        font = cell_font(self.theme, "column")
        self.draw_text(painter, below, cell.text, font, cell.token, _CENTRE)

    def _bars(self, painter: QPainter, rect: QRect, tokens: tuple[str, ...]) -> None:
        """Paint a small bar for each step below a text."""
        pixels = self.theme.pixels
        step = min(pixels(20), rect.width() // len(tokens))
        x = rect.left()
        for token in tokens:
            bar = QRect(x, rect.bottom() - pixels(13), step - pixels(3), pixels(4))
            painter.fillRect(bar, self.theme.colour(token))
            x += step


class _Width(NamedTuple):
    """The preferred width of a column and the two it can shrink to: with short chips and a heading
    on two lines, then with its text on two lines as well."""

    wanted: int = 0
    filled: int = 0
    least: int = 0


def _narrowed(widths: Mapping[int, int], floors: Mapping[int, int], room: int) -> dict[int, int]:
    """Return widths shrunk to fit, the widest first, none below its floor."""
    shrunk = dict(widths)
    while sum(shrunk.values()) > room:
        over = sum(shrunk.values()) - room
        shrinking = [column for column, width in shrunk.items() if width > floors[column]]
        if not shrinking:
            break
        shrinking.sort(key=lambda column: (shrunk[column], column))
        widest = shrinking.pop()
        least = max(floors[widest], shrunk[widest] - over)
        if shrinking:  # after that, the next one is the widest
            next_widest = shrunk[shrinking[-1]]
            least = max(least, next_widest - 1)
        shrunk[widest] = least
    return shrunk


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
        self.rows = rows if isinstance(rows, RowModel) else RowModel(rows)
        #: Text and rows grow with an ample window unless the panel around the table doesn't.
        grown = grows and look not in ("nav", "gear")
        self.theme = EnlargedTheme(theme) if grown else theme
        self.look = look
        self.heights = heights
        if heights == (0, 0):
            self.heights = (LINE, LINE) if wrap else LOW
        self.tall = look == "rows" and self.heights[1] >= TALL[1]
        self.stretch = stretch
        self.least_rows = least_rows
        self.fits = fits
        self.most = most
        self.keep = keep
        self.wrap = wrap
        self.room = room
        self.pad = theme.pixels(PADS[look][0])
        self._nothing = nothing
        #: Portraits by id.
        self.pictures: Mapping[str, QPixmap] = {}
        #: Whether the focus is on a cell instead of a row.
        self.by_cell = by_cell
        #: Whether a line below the figures of a row replaces some columns.
        self.below = False
        #: Whether rows are ruled.
        self.ruled = True
        #: The least and greatest width of columns of equal width.
        self.even = (0, 0)
        #: The row that would take a drop.
        self._aim = NOWHERE
        #: The row and column under the mouse.
        self._hover = (-1, -1)
        self._widths: dict[int, _Width] = {}
        #: Rows whose height has been measured.
        self._high: set[int] = set()
        #: Keys of the rows measured for the columns.
        self._known: set[str] = set()
        self._stale = True
        self._to_end = False
        self._measured_at = self._measures()
        self.setModel(self.rows)
        self._painter = CellDelegate(self)
        self.setItemDelegate(self._painter)
        self.setAccessibleName(name)
        self._set_behaviour()
        self.head = PlainHeader(self)
        self._set_headers()
        if fits:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._soon = timer(self, 0, self.measure)
        self._connect(theme)
        self.verticalHeader().setDefaultSectionSize(self.row_height())

    def _set_behaviour(self) -> None:
        """Set how rows are selected, scrolled, focused and dragged."""
        self.setProperty(COUNTS, self.look == "flat")  # offers are taken and given back
        styled = self.look in ("rows", "reading", "gear", "nav")
        self.setProperty("kind", self.look if styled else "")
        self.setShowGrid(False)
        self.setWordWrap(self.wrap)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(self.ScrollMode.ScrollPerPixel)
        self.setSelectionBehavior(self.SelectionBehavior.SelectRows)
        if self.look in ("rows", "reading"):
            self.setSelectionMode(self.SelectionMode.NoSelection)
        else:
            self.setSelectionMode(self.SelectionMode.SingleSelection)
        if self.look == "reading":
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if self.rows.carries or self.rows.takes:
            self.setDragEnabled(bool(self.rows.carries))
            self.setDragDropMode(self.DragDropMode.DragDrop)
            self.setDefaultDropAction(Qt.DropAction.MoveAction)
            self.setDragDropOverwriteMode(True)  # a drop is on a row, never between two

    def _set_headers(self) -> None:
        """Set up the headings, and hide those of rows."""
        head = self.head
        self.setHorizontalHeader(head)
        for header in (head, self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setHighlightSections(False)
            header.setSectionsClickable(False)
            header.setMinimumSectionSize(1)
        if self.rows.sorts:
            head.setSectionsClickable(True)
            head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            head.setSortIndicatorClearable(True)
            self.setSortingEnabled(True)
            head.setSortIndicatorShown(False)  # the heading itself has an arrow
        self.verticalHeader().hide()
        head.setDefaultAlignment(_LEFT)
        head.setStretchLastSection(self.look == "nav")
        head.setResizeContentsPrecision(FEW)
        head.setVisible(any(self.rows.headings))

    def _connect(self, theme: Theme) -> None:
        """Follow the rows, the theme and what the user does."""
        self.rows.modelReset.connect(self.remeasure)
        # Not by lambdas: the model would hold the table, which holds the model.
        self.rows.rowsInserted.connect(self._inserted)
        self.rows.dataChanged.connect(self._replaced)
        self.verticalScrollBar().valueChanged.connect(self._come_in_sight)
        self.verticalScrollBar().actionTriggered.connect(self._scrolled)
        theme.changed.connect(self._restyled)
        theme.reshaped.connect(self._restyled)
        self.doubleClicked.connect(self._double_clicked)
        self.clicked.connect(self._clicked)

    def _measures(self) -> tuple[int, bool]:
        """Return what the widths of columns depend on: the scale, and whether the window is narrow."""
        return self.theme.pixels(1000), self.theme.narrow

    def begin_of(self, column: int) -> int:
        """Return the distance from the edge of a column to the text of its cells."""
        has_edge = column == 0 and self.look in ("rows", "flat")
        return self.pad + self.theme.pixels(EDGE) if has_edge else self.pad

    def inside(self, index: Index) -> QRect:
        """Return the rectangle of a cell's content."""
        rect = self.visualRect(index)
        if self.below:
            left_out = rect.height() * 2 // 5
        elif self.look == "rows":
            left_out = self.theme.pixels(GAP)
        else:
            left_out = 0
        return rect.adjusted(self.begin_of(index.column()), 0, -self.pad, -left_out)

    def chip_at(self, index: Index, where: QPoint) -> Chip | None:
        """Return the chip at a point of a cell, None if there is none."""
        cell = index.data(CellRole)
        if cell is None:
            return None
        if cell.kind == "chips":
            placed = laid_chips(self.theme, self.inside(index), cell.chips)
        elif cell.kind == "things":
            placed = laid_things(self.theme, self.inside(index), cell.chips)
        else:
            return None
        for chip, _text, box in placed:
            if box.adjusted(-3, -8, 3, 8).contains(where):
                return chip
        return None

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
        least, most = map(self.theme.pixels, self.heights)
        rows = max(1, self.model().rowCount())
        shared = self.viewport().height() // rows
        return max(least, min(most, shared))

    def _head_height(self) -> int:
        head = self.head
        if head.isHidden():
            return 0
        wanted = max(head.minimumHeight(), head.sizeHint().height())
        return min(head.maximumHeight(), wanted)

    def height_of_all(self) -> int:
        """Return the height that shows all rows."""
        if self.wrap:
            return self.height_for(0, 0) + self.verticalHeader().length()
        return self.height_for(self.model().rowCount(), self.heights[1])

    def enclose(self) -> None:
        """Set the height of the heading, and make the table at most as high as all its rows."""
        self.head.setFixedHeight(self.theme.pixels(HEAD))
        self.setMaximumHeight(self.height_of_all())

    def beyond(self) -> int:
        """Return how much higher than its size hint the table is with all rows in sight."""
        self.ensurePolished()
        return max(0, self.height_of_all() - self.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        width = self.theme.pixels(WIDTHS[self.look])
        if self.look == "lines":
            return QSize(WIDTHS[self.look], self.fontMetrics().height() * self.least_rows)
        if self.look == "gear":
            return QSize(width, self.theme.pixels(self.heights[0]))
        if self.room:
            height = self.sizeHint().height()
            if not self.theme.narrow:
                height = min(height, self.theme.pixels(100))
            return QSize(width, height)
        rows = self.least_rows
        if self.fits:
            rows = min(rows, self.model().rowCount())
        return QSize(width, self._height_of_least(rows))

    def sizeHint(self) -> QSize:
        rows = self.model().rowCount()
        if self.look == "gear":
            return super().sizeHint()
        if self.look == "lines":
            return QSize(super().sizeHint().width(), self.minimumSizeHint().height())
        if self.room:
            height = min(self._height_of_least(rows), self.theme.pixels(self.room))
            return QSize(self.theme.pixels(300), height)
        if not self.fits:
            rows = self.least_rows
        return QSize(self.theme.pixels(WIDTHS[self.look]), self._height_of_least(rows))

    def height_for(self, rows: int, each: int) -> int:
        """Return the table's height for that many rows, each `each` pixels high at 100 %."""
        return self._head_height() + rows * self.theme.pixels(each) + 2 * self.frameWidth() + 2

    def _height_of_least(self, rows: int) -> int:
        """Return the table's height for that many rows of the least height, or as high as their words
        are where it wraps and asks for the height of its rows."""
        row = self.theme.pixels(self.heights[0])
        if self.fits and not self.room:
            row = self.row_height()
        length = rows * row
        if self.fits and self.wrap:
            length = max(length, self._length_of(rows))
        around = 2 * self.frameWidth()
        if self.look != "flat":
            around += 2
        return self._head_height() + length + around

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
        height = min(self.viewport().height(), self.window().height())
        rows_in_height = height // max(1, self.row_height())
        return range(first, min(rows, first + rows_in_height + 2))

    # Width

    def _restyled(self) -> None:
        """Measure again if the text size or the padding has changed, and repaint."""
        measures = self._measures()
        if self._measured_at != measures:
            self._measured_at = measures
            self.remeasure()
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        changes_text = event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange)
        is_set_up = hasattr(self, "_soon")
        if changes_text and is_set_up:
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
        if self._stale:
            return
        self._soon.start()
        self.executeDelayedItemsLayout()
        self._measure_seen()
        self._end_again()

    def _come_in_sight(self) -> None:
        """Measure rows that have just scrolled into sight."""
        if self.wrap:
            self._measure_seen()
        elif self.look == "rows":
            unmeasured = [row for row in self._in_sight() if self.key(row) not in self._known]
            if unmeasured:
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
        previous_widths = self._column_widths()
        self.share()
        if self._column_widths() != previous_widths:
            self._high.clear()
        with QSignalBlocker(self.verticalHeader()):
            self.verticalHeader().setDefaultSectionSize(self.row_height())
        self.updateGeometries()
        if self.wrap:
            self._measure_seen()
        self.viewport().update()
        self._end_again()

    def _column_widths(self) -> list[int]:
        return [self.columnWidth(column) for column in range(self.model().columnCount())]

    def _wants(self, column: int) -> _Width:
        """Return the widths of a column, measured once until its content changes."""
        if column not in self._widths:
            self._widths[column] = self._measured(column)
        return self._widths[column]

    def _measured(self, column: int) -> _Width:
        """Measure the heading and the cells of a column."""
        heading = self.rows.headings[column]
        cells = [row.cell(column) for row in self.rows.made]
        filled_cells = [cell for cell in cells if cell.text or cell.chips or cell.share]
        if not filled_cells and not heading:
            return _Width()
        padding = self._padding_of(column)
        wanted = 0
        filled = 0
        least = self.theme.pixels(40)
        if self.look in ("rows", "lines") or not self.head.isHidden():
            wanted = self._heading_width(heading) + padding
            least = max(least, self._broken_heading_width(heading) + padding)
        else:
            least = max(least, padding)
        for cell in filled_cells:
            width = cell_width(self.theme, cell)
            short = cell_width(self.theme, cell, short=True) if cell.chips else width
            wanted = max(wanted, width + padding)
            filled = max(filled, short + padding)
            least = max(least, self._least(cell, width) + padding)
        least = min(least, wanted)
        return _Width(wanted, max(least, filled), least)

    def _padding_of(self, column: int) -> int:
        """Return the usual padding around a cell of a column, with the gap to the next column."""
        padding = self.begin_of(column) - self.pad + 2 * self.theme.pixels(PADS[self.look][0])
        if self.look == "reading":
            padding += self.theme.pixels(BETWEEN)
        return padding

    def _heading_width(self, text: str) -> int:
        """Return the width of a heading on one line, with the arrow of a sorted column."""
        if self.rows.sorts:
            text += "▾"
        return QFontMetrics(self.head.letters()).horizontalAdvance(text)

    def _broken_heading_width(self, heading: str) -> int:
        """Return the width of a heading's longest word, of the whole heading if it isn't broken."""
        if self.look == "reading":
            return self._heading_width(heading)
        if self.rows.sorts:
            heading += "▾"
        words = heading.replace("–", "– ").split()
        metrics = QFontMetrics(self.head.letters())
        return max(map(metrics.horizontalAdvance, words), default=0)

    def _least(self, cell: Cell, wanted: int) -> int:
        """Return the width to which a cell's content can shrink from its preferred one."""
        pixels = self.theme.pixels
        match cell.kind:
            case "chips":  # over two lines
                widths = [
                    chip_width(self.theme, chip, chip.short) + pixels(5) for chip in cell.chips
                ]
                chips_a_line = (len(widths) + 1) // 2
                return chips_a_line * max(widths, default=0)
            case "things":
                return len(cell.chips) * pixels(STEP)
            case "link":
                return cell_width(self.theme, replace(cell, beneath=""))
            case "words" if self.tall:
                return min(pixels(TWO_LINES), wanted * 3 // 4)
            case "pictures":
                return wanted * 3 // 4
            case "bar":
                return pixels(96)
        if cell.face:
            return pixels(PORTRAIT + NAME)
        is_figure = KINDS.get(cell.kind, _WORDS).side != _LEFT
        return wanted if is_figure or cell.kind == "roll" else 0

    def share(self) -> None:
        """Distribute the width; if it is short, the widest of the other columns shrink first."""
        if self.look == "nav":
            usual_pad, narrow_pad = PADS["nav"]
            self.pad = self.theme.pixels(narrow_pad if self.theme.narrow else usual_pad)
            return
        columns = [n for n in range(self.model().columnCount()) if not self.isColumnHidden(n)]
        others = {n: self._wants(n) for n in columns if n != self.stretch}
        if self.even[1]:
            width = self._even_width(len(others), has_name=self.stretch in columns)
            others = dict.fromkeys(others, _Width(width, width, width))
        self._set_pad(others)
        widths = self._fitted(others)
        self._widen(widths)
        with QSignalBlocker(self.head):
            for column, width in widths.items():
                self.head.resizeSection(column, max(1, width))
        broken = self._has_broken_heading(widths)
        if self.look != "reading" and self.head.break_words(broken):
            self.updateGeometry()  # the rows need as much room as before

    def _even_width(self, count: int, *, has_name: bool) -> int:
        """Return the width of each of so many equal columns, beside a name if there is one."""
        least, most = map(self.theme.pixels, self.even)
        name = self.theme.pixels(116) if has_name else 0
        shared = (self.viewport().width() - name) // max(1, count)
        return max(least, min(most, shared))

    def _set_pad(self, others: Mapping[int, _Width]) -> None:
        """Pad cells as usual, or less where columns are short of room."""
        wanted = self._wants(self.stretch).wanted + sum(width.wanted for width in others.values())
        usual_pad, tight_pad = PADS[self.look]
        is_tight = wanted > self.viewport().width()
        self.pad = self.theme.pixels(tight_pad if is_tight else usual_pad)

    def _fitted(self, others: Mapping[int, _Width]) -> dict[int, int]:
        """Return the widths of the other columns, shrunk so that the stretching one has room."""
        room = self.viewport().width()
        own = self._wants(self.stretch)
        usual_pad = self.theme.pixels(PADS[self.look][0])
        closer = 2 * (usual_pad - self.pad)
        widths = {n: width.wanted - closer for n, width in others.items()}
        if self.wrap:
            widths = {n: min(width, room * 2 // 5) for n, width in widths.items()}
            keep = room * 3 // 10
        else:
            keep = max(own.least - closer, min(self.theme.pixels(self.keep), own.wanted))
        others_room = room - min(keep, own.wanted)
        filled = {n: width.filled - closer for n, width in others.items()}
        widths = _narrowed(widths, filled, others_room)
        least = {n: width.least - closer for n, width in others.items()}
        return _narrowed(widths, least, others_room)

    def _widen(self, widths: dict[int, int]) -> None:
        """Give the stretching column the rest of the room, and the others what it doesn't take."""
        pixels = self.theme.pixels
        room = self.viewport().width()
        own_least = pixels(40)
        rest = max(own_least, room - sum(widths.values()))
        if self.most:
            most = max(pixels(self.most), self._wants(self.stretch).wanted)
            extra = max(0, rest - most) // max(1, len(widths))
            if self.look == "flat":
                extra = min(extra, pixels(56))
            for column in widths:
                widths[column] += extra
        widths[self.stretch] = max(own_least, room - sum(widths.values()))

    def _has_broken_heading(self, widths: Mapping[int, int]) -> bool:
        """Return whether a heading is too long for its column."""
        metrics = QFontMetrics(self.head.letters())
        for column, width in widths.items():
            heading = metrics.horizontalAdvance(self.rows.headings[column])
            if heading + 2 * self.pad > width:
                return True
        return False

    # Rows that fit their content

    def _measure_seen(self) -> None:
        """Fit the heights of the rows in sight and of the last ones; the top row in sight stays
        where it is."""
        rows = self.model().rowCount()
        if not self.wrap or not rows or not self.isVisible():
            return
        has_few = rows <= FEW
        top = 0 if has_few else max(0, self.rowAt(0))
        previous_end = self._end_of(top)
        changed_from_top = self._measure_rows(range(top, rows), whole=has_few)
        changed_from_end = self._measure_rows(range(rows - 1, top, -1))
        moved = self._end_of(top) - previous_end
        if top and moved and (changed_from_top or changed_from_end):
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + moved)
        while self._measure_rows(range(max(0, self.rowAt(0)), rows)):
            pass  # as rows get lower, others come into sight above them

    def _end_of(self, row: int) -> int:
        """Return where a row ends in the view."""
        return self.rowViewportPosition(row) + self.rowHeight(row)

    def _measure_rows(self, rows: range, *, whole: bool = False) -> bool:
        """Fit the heights of rows until they fill the view, of all rows if `whole`; return whether
        any has changed."""
        room = self.viewport().height()
        changed = False
        with QSignalBlocker(self.verticalHeader()):  # it would repaint the table for each
            for row in rows:
                if row not in self._high:
                    previous_height = self.rowHeight(row)
                    self.resizeRowToContents(row)
                    self._high.add(row)
                    if self.rowHeight(row) != previous_height:
                        changed = True
                room -= self.rowHeight(row)
                if room < 0 and not whole:
                    break
        if changed:
            self.updateGeometries()
            self.viewport().update()
            if self.fits:
                self.updateGeometry()
        return changed

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
        if row < 0:
            return
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
        model = self.rows
        kept_key = keep or self.current_key()
        previous_keys = model.keys
        if headings or rows != model.rows:
            model.set_rows(rows, headings)
        is_still_there = bool(kept_key) and model.row_of(kept_key) >= 0
        if first or is_still_there:
            row = row_again(kept_key, previous_keys, model.keys, stepping=stepping)
            self.choose(model.key_at(row))

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
        by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason
        mouse_has_selected = by_mouse and self.look != "rows"
        if not mouse_has_selected:
            begin_in_first(self)

    def _is_link(self, index: Index) -> bool:
        return index.isValid() and index.data(CellRole).kind == "link"

    def is_hot(self, index: Index) -> bool:
        """Return whether a cell is a link that has the mouse over it or the focus."""
        if not self._is_link(index):
            return False
        has_focus = self.hasFocus() and index == self.currentIndex()
        is_hovered = (index.row(), index.column()) == self._hover
        return has_focus or is_hovered

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
        keys = Qt.Key
        key = event.key()
        counts = self.look == "flat"  # offers are taken and given back
        takes = key == keys.Key_Space or (counts and key == keys.Key_Plus)
        gives_back = counts and key in (keys.Key_Delete, keys.Key_Backspace, keys.Key_Minus)
        if key in ENTER or event.text().isdigit():  # amber, and what has a digit, are on the page
            event.ignore()
        elif takes:
            self._take(self.currentIndex())
        elif gives_back:
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
        row = self.currentIndex().row()
        columns = range(self.model().columnCount())
        return [self.model().index(row, n) for n in columns if not self.isColumnHidden(n)]

    # The mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        hovered = (index.row(), index.column())
        if self.look != "rows" or hovered == self._hover:
            return
        self._hover = hovered
        shapes = Qt.CursorShape
        is_link = self._is_link(index)
        self.viewport().setCursor(shapes.PointingHandCursor if is_link else shapes.ArrowCursor)
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
                    self._surface(painter, self._surface_of(row), row)
        super().paintEvent(event)
        is_empty = self._nothing and self.model().rowCount() == 0
        takes_drop_anywhere = self._aim != NOWHERE and not self.rows.sorts
        if not (is_empty or takes_drop_anywhere):
            return
        with smooth(self.viewport()) as painter:
            area = self.viewport().rect()
            if is_empty:
                painter.setPen(self.theme.colour("faint_text"))
                painter.drawText(area.adjusted(6, 6, -6, -6), _FROM_TOP, self._nothing)
            if takes_drop_anywhere:
                self._ring(painter, area, 2)

    def _surface_of(self, row: int) -> QRect:
        """Return the place of a row's surface, without the gap below it."""
        height = self.rowHeight(row) - self.theme.pixels(GAP)
        return QRect(0, self.rowViewportPosition(row), self.viewport().width(), height)

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
        """Paint the background of a row, its edge, and the ring of a drop or the focus."""
        theme = self.theme
        model = self.rows
        is_current = row == self.currentIndex().row()
        if is_current:
            ground = "select"
        elif row == self._hover[0]:
            ground = "raised"
        else:
            ground = "panel"
        draw_box(painter, theme, rect, theme.pixels(6), ground)
        edge = model.rows[row].edge
        if edge:
            painter.setClipRect(QRect(rect.left(), rect.top(), theme.pixels(EDGE), rect.height()))
            draw_box(painter, theme, rect, theme.pixels(6), edge)
            painter.setClipping(False)
        if row == self._aim and model.sorts:
            self._ring(painter, rect, 2)
        elif is_current and self.hasFocus():
            self._focus_ring(painter, rect)
        if self.below:
            line = rect.adjusted(self.begin_of(0), rect.height() * 3 // 5 - 2, -self.pad, -2)
            text = model.rows[row].below
            self._painter.draw_text(painter, line, text, cell_font(theme, "small"), "faint_text")

    def _focus_ring(self, painter: QPainter, rect: QRect) -> None:
        """Paint a ring around the current row, or a thicker one around its current cell."""
        if not self.by_cell:
            self._ring(painter, rect, 1)
            return
        cell = self.visualRect(self.currentIndex())
        on_surface = QRect(cell.left(), rect.top(), cell.width(), rect.height())
        self._ring(painter, on_surface, 2)

    def _ring(self, painter: QPainter, rect: QRect, thickness: int) -> None:
        """Paint a ring around what has the focus or would be dropped on."""
        half = thickness / 2
        ring = QRectF(rect).adjusted(half, half, -half, -half)
        draw_box(painter, self.theme, ring, self.theme.pixels(6), "", "accent", thickness)


def begin_in_first(view: QAbstractItemView) -> None:
    """Make the first row the current one if there is none."""
    first = view.model().index(0, 0)
    if first.isValid() and not view.currentIndex().isValid():
        view.setCurrentIndex(first)
