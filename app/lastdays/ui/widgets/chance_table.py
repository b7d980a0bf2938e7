"""A table of the book beside an ask: the rows still possible, with a bar and a chance each."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from msgspec import Struct
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from lastdays.language import _, titled
from lastdays.ui.models.cells import EntryRole
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.chances import exactly, share
from lastdays.ui.widgets.laid_out import sized

Index = QModelIndex | QPersistentModelIndex
ROLL, NAME, BAR, CHANCE, HELPED = range(5)
#: The column of the bars at 100 %: at least, and where names leave the room.
BAR_LEAST, BAR_MOST = 96, 280
_KINDS = {"harm": "harm_text", "well": "well_text", "faint": "faint_text"}
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_ACROSS = Qt.Orientation.Horizontal
#: A table asks for no more height, and for no more where it is modest, in pixels at 100 %.
ROOM, MODEST = 290, 62


class BookRow(Struct, frozen=True):
    """A row: what the dice show, what that comes to, its chance, and its chance with all the help.

    `key` is the outcome it leads to, '' where it is rolled again; `detail` says what it does,
    `entry` is its name in the rulebook.
    """

    roll: str
    name: str
    drawing: str = ""
    chance: Fraction | None = None
    key: str = ""
    detail: str = ""
    kind: str = ""
    lowest: int = 0
    entry: str = ""


class BookTable(Struct, frozen=True):
    """A table of the book. `events` are chances it shows by itself, as names and chances.

    `two_lines`: what each row does is written below its name; `beside`: in the same line.
    """

    title: str
    rows: tuple[BookRow, ...]
    page: int = 0
    caption: str = ""
    events: tuple[tuple[str, Fraction], ...] = ()
    two_lines: bool = False
    beside: bool = False


def reading(view: QTableView) -> None:
    """Make a table one that is only read, without grid or frame."""
    view.setShowGrid(False)
    view.setProperty("kind", "reading")
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    view.setTabKeyNavigation(False)
    view.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    for header in (view.horizontalHeader(), view.verticalHeader()):
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(1)
        header.setHighlightSections(False)
        header.setSectionsClickable(False)


class ChanceModel(QAbstractTableModel):
    """The rows of a book's table, each with its chance, and its chance with all the help."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[BookRow, ...] = ()
        self.helped: dict[str, Fraction] = {}
        #: The highest chance of a row: its bar is the longest.
        self.most = 0.0

    def set_rows(self, rows: tuple[BookRow, ...], helped: dict[str, Fraction]) -> None:
        """Show other rows; `helped` has their chances by outcome where choices change them."""
        self.beginResetModel()
        self.rows, self.helped = rows, helped
        self.most = float(max((r.chance for r in rows if r.chance is not None), default=0))
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 5

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cells(row)[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._said(row, index.column())
        hover = role == Qt.ItemDataRole.ToolTipRole
        if hover or role == Qt.ItemDataRole.AccessibleDescriptionRole:
            said = [row.detail] if row.detail else []
            if row.chance is not None:
                chance = exactly(row.chance)
                said.append(_("{event}: {chance}").format(event=row.name, chance=chance))
            words = "\n".join(said)
            return (plain(words) if hover else words) or None
        if role == EntryRole and index.column() in (ROLL, NAME):
            return row.entry or None
        return None

    def _said(self, row: BookRow, column: int) -> str:
        """Return what is heard of a cell: no number without what it is."""
        cell, heading = self._cells(row)[column], str(self.headerData(column, _ACROSS) or "")
        if column == ROLL:
            return titled(cell, row.name) if cell else row.name
        return titled(heading, cell) if heading and cell else cell

    def _cells(self, row: BookRow) -> tuple[str, ...]:
        helped = self.helped.get(row.key) if row.key else None
        return (
            row.roll,
            row.name,
            "",
            "" if row.chance is None else share(row.chance),
            "" if helped is None else share(helped),
        )

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return ("", "", "", _("rolled"), _("with help"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | _MIDDLE)
        return None


@lru_cache(maxsize=100)
def _made(family: str, pixels: int, bold: bool) -> QFont:
    """Return a font, made once: it is wanted for each cell that is painted."""
    font = QFont(family)
    font.setPixelSize(pixels)
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


class _RowDelegate(QStyledItemDelegate):
    """Paints a cell: figures in the heading's font, a pictogram before the name, a bar."""

    def __init__(self, theme: Theme, model: ChanceModel) -> None:
        super().__init__()
        self.theme = theme
        self.model = model
        self.two_lines = self.beside = False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = self.theme, option.rect
        row = self.model.rows[index.row()]
        painter.save()
        painter.setPen(theme.colour("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setPen(theme.colour(_KINDS.get(row.kind, "text")))
        match index.column():
            case 0:
                painter.setFont(self._font(18))
                painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | _MIDDLE), row.roll)
            case 1:
                self._name(painter, rect, row)
            case 2:
                self._bar(painter, rect, row)
            case _:
                painter.setFont(self._font(16))
                faint = index.column() == CHANCE and self.model.helped
                painter.setPen(theme.colour("faint_text" if faint else "text"))
                text = str(index.data() or "")
                painter.drawText(rect, int(Qt.AlignmentFlag.AlignRight | _MIDDLE), text)
        if option.state & QStyle.StateFlag.State_HasFocus and index.column() == NAME:
            painter.setPen(theme.colour("accent"))
            painter.drawRect(rect.adjusted(0, 1, -2, -2))
        painter.restore()

    def _font(self, size: int) -> QFont:
        return _made(self.theme.heading, self.theme.px(size), True)

    def _name(self, painter: QPainter, rect: QRect, row: BookRow) -> None:
        px, theme = self.theme.px, self.theme
        side = px(22)
        left = rect.left()
        if row.drawing:
            token = _KINDS.get(row.kind, "text")
            drawn = theme.pixmap(row.drawing, token, 22)
            painter.drawPixmap(left, rect.top() + (rect.height() - side) // 2, side, side, drawn)
            left += side + px(10)
        room = rect.adjusted(left - rect.left(), 0, -px(6), 0)
        elide = Qt.TextElideMode.ElideRight
        if self.beside and row.detail:
            self._beside(painter, room, row)
            return
        if not (self.two_lines and row.detail):
            font = _made(theme.body, px(15), False)
            painter.setFont(font)
            name = QFontMetrics(font).elidedText(row.name, elide, room.width())
            painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | _MIDDLE), name)
            return
        painter.setFont(_made(theme.body, px(15), True))
        upper = room.adjusted(0, px(3), 0, -room.height() // 2)
        painter.drawText(upper, int(Qt.AlignmentFlag.AlignLeft | _MIDDLE), row.name)
        font = _made(theme.body, px(13), False)
        painter.setFont(font)
        painter.setPen(theme.colour("faint_text"))
        lower = room.adjusted(0, room.height() // 2, 0, -px(3))
        said = QFontMetrics(font).elidedText(row.detail, elide, room.width())
        painter.drawText(lower, int(Qt.AlignmentFlag.AlignLeft | _MIDDLE), said)

    def _beside(self, painter: QPainter, room: QRect, row: BookRow) -> None:
        """Write what a row does behind its name."""
        side = int(Qt.AlignmentFlag.AlignLeft | _MIDDLE)
        font = _made(self.theme.body, self.theme.px(15), True)
        painter.setFont(font)
        painter.drawText(room, side, row.name)
        wide = self.theme.px(62)
        room = room.adjusted(max(wide, QFontMetrics(font).horizontalAdvance(row.name)), 0, 0, 0)
        room.adjust(self.theme.px(8), 0, 0, 0)
        font = _made(self.theme.body, self.theme.px(13), False)
        painter.setFont(font)
        painter.setPen(self.theme.colour("faint_text"))
        elide = Qt.TextElideMode.ElideRight
        said = QFontMetrics(font).elidedText(row.detail, elide, room.width())
        painter.drawText(room, side, said)

    def _bar(self, painter: QPainter, rect: QRect, row: BookRow) -> None:
        if row.chance is None:
            return
        px, theme = self.theme.px, self.theme
        high = px(8)
        room = rect.width() - px(12)
        length = max(px(3), round(room * float(row.chance) / max(0.34, self.model.most)))
        bar = QRect(rect.left(), rect.top() + (rect.height() - high) // 2, length, high)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent"))
        painter.drawRoundedRect(bar, high / 2, high / 2)


class ChanceTable(QTableView):
    """The rows still possible, with a bar and the chance of each."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        #: Whether it asks for little room, as there is more below it.
        self.modest = False
        self.rows = ChanceModel()
        self.setModel(self.rows)
        self.drawn = _RowDelegate(theme, self.rows)
        self.setItemDelegate(self.drawn)
        self.setAccessibleName(_("The book's table"))
        reading(self)
        self.verticalHeader().hide()
        theme.changed.connect(self._fit)

    def show_table(self, table: BookTable, helped: dict[str, Fraction]) -> None:
        """Show a table; `helped` are the chances of its outcomes with all the help."""
        self.drawn.two_lines, self.drawn.beside = table.two_lines, table.beside
        self.setAccessibleName(table.title)
        self.rows.set_rows(table.rows, helped)
        self.horizontalHeader().setVisible(bool(helped))
        self._fit()

    def _fit(self) -> None:
        """Give the columns their widths, and the rows the height that lets all be seen."""
        with sized(self):
            self._size_parts()

    def _size_parts(self) -> None:
        px = self.theme.px
        header = self.horizontalHeader()
        header.setFixedHeight(px(22))
        width = self.viewport().width()
        chances = any(row.chance is not None for row in self.rows.rows)
        rolls = max((len(row.roll) for row in self.rows.rows), default=0)
        wide = {
            ROLL: px(8 + 9 * min(rolls, 8)) if rolls else 0,
            CHANCE: px(58) if chances else 0,
            HELPED: px(76) if self.rows.helped else 0,
        }
        spare = width - sum(wide.values()) - self._names()
        bar = max(px(BAR_LEAST), min(px(BAR_MOST), spare))
        wide[BAR] = bar if chances and not self.drawn.two_lines else 0
        for column in range(5):
            self.setColumnHidden(column, column != NAME and not wide[column])
        for column, size in wide.items():
            header.resizeSection(column, size)
        header.resizeSection(NAME, max(px(80), width - sum(wide.values())))
        count = max(1, len(self.rows.rows))
        most = self._high()
        least = self._low()
        high = max(least, min(most, self.viewport().height() // count))
        self.verticalHeader().setDefaultSectionSize(high)

    def _names(self) -> int:
        """Return how wide the longest name is, with the pictogram before it."""
        theme = self.theme
        metrics = QFontMetrics(_made(theme.body, theme.px(15), False))
        longest = max((metrics.horizontalAdvance(row.name) for row in self.rows.rows), default=0)
        return longest + theme.px(44)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _high(self) -> int:
        """Return how high a row is where there is room."""
        return self.theme.px(48 if self.drawn.two_lines else 26 if self.drawn.beside else 33)

    def _low(self) -> int:
        """Return how high a row is where there is little room."""
        return self.theme.px(40 if self.drawn.two_lines else 22 if self.drawn.beside else 24)

    def wanted(self) -> int:
        """Return the height in which all rows are seen."""
        high = self._high()
        head = 0 if self.horizontalHeader().isHidden() else self.theme.px(22)
        return high * len(self.rows.rows) + head + 2

    def beyond(self) -> int:
        """Return how much higher than it asks for it is with all of its rows in sight."""
        return max(0, self.wanted() - self.sizeHint().height())

    def _least(self) -> int:
        """Return the height in which all rows can be read, up to what a window has room for."""
        high = self._low()
        head = 0 if self.horizontalHeader().isHidden() else self.theme.px(22)
        most = MODEST if self.modest and not self.theme.narrow else ROOM
        return min(high * len(self.rows.rows) + head + 2, self.theme.px(most))

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(300), self._least())

    def minimumSizeHint(self) -> QSize:
        least = self._least() if self.theme.narrow else min(self._least(), self.theme.px(100))
        return QSize(self.theme.px(200), least)
