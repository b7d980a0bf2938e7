"""The table of the window: one view of rows of typed cells, with its headings and its delegate.

Lengths written as constants are in pixels at 100 %.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
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
    QPaintEvent,
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

from lastdays.ui.models.rows import (
    Cell,
    CellRole,
    Chip,
    EntryRole,
    Index,
    Row,
    RowModel,
    RowRole,
    plain_hint,
    row_after_change,
)
from lastdays.ui.theme import EnlargedTheme, Theme
from lastdays.ui.widgets.cell_painter import WRAPPED_FROM_TOP, WRAPPING_KINDS, CellPainter, TextFlow
from lastdays.ui.widgets.cells import (
    CHIP_GAP_IN_COLUMN,
    FACE_AND_GAP,
    LEFT,
    THING_AND_GAP,
    WRAPPED,
    cell_font,
    cell_width,
    chip_width,
    dice_width,
    font_of,
    letters_of,
    place_chips,
    place_things,
    short_cell_width,
)
from lastdays.ui.widgets.parts import COUNTS, ENTER_KEYS, antialiased_painter, draw_box, make_timer
from lastdays.values import Value

#: How rows look: `rows` are separate surfaces, `lines` are ruled and selectable, `flat` is selectable
#: without lines, `reading` is ruled and read-only, `gear` is for drag and drop, `nav` lists places.
Look = Literal["rows", "lines", "flat", "reading", "gear", "nav"]


class RowHeights(NamedTuple):
    """The least and the greatest height of a table's rows; as high as there is room between them."""

    least: int
    most: int


class Padding(NamedTuple):
    """The padding at either side of a cell: as usual, and where columns are short of room."""

    usual: int
    tight: int


#: Rows of one line.
ONE_LINE = RowHeights(35, 35)
#: Rows of two lines.
TWO_LINES = RowHeights(49, 49)
#: Rows of two lines that may move closer together.
TWO_CLOSE_LINES = RowHeights(42, 49)
#: A row of a single line of text in a table whose rows fit their content.
LINE_HEIGHT = 28
#: Rows that fit their content.
FITTED_ROWS = RowHeights(LINE_HEIGHT, LINE_HEIGHT)
#: The padding of cells.
PADDING: dict[Look, Padding] = {
    "rows": Padding(8, 4),
    "lines": Padding(12, 6),
    "flat": Padding(5, 5),
    "reading": Padding(0, 0),
    "gear": Padding(6, 6),
    "nav": Padding(12, 1),
}
#: The width below which the stretching column isn't shrunk, unless a table says another.
LEAST_STRETCHED = 150
#: A width that no column has: one that wants no more is never shrunk.
NEVER_SHRUNK = 9999
#: The least width of a table.
LEAST_WIDTH: dict[Look, int] = {
    "rows": 150,
    "lines": 120,
    "flat": 230,
    "reading": 200,
    "gear": 100,
    "nav": 100,
}
#: The gap between the surfaces of two rows.
SURFACE_GAP = 3
#: The radius of their corners, and of those of selected gear.
SURFACE_RADIUS = 6
GEAR_RADIUS = 4
#: The thickness of a ring around a row, and of one around a cell or what takes a drop, in pixels of the
#: screen.
THIN_RING = 1
THICK_RING = 2
#: The width of the coloured edge of a row, and of the bar before the current place.
EDGE_WIDTH = 5
NAV_BAR_WIDTH = 3
#: The gap between columns of a table that is only read, as it has no padding.
READING_GAP = 12
#: The size of the letters of a heading.
HEADING_LETTERS = 15
#: The padding above and below a heading on two lines, together.
HEADING_PADDING = 6
#: The arrow of the column by which rows are sorted.
SORT_ARROW = "▾"
#: The height of the heading of a table of the book.
BOOK_HEADING_HEIGHT = 22
#: The height that a wrapped text has above and below its letters, together.
WRAPPED_PADDING = 8
#: How much of a row that has a line below its figures is above that line, in fifths.
FIFTHS_ABOVE_LINE = 3
#: The margin around the sentence of an empty table, in pixels of the screen.
EMPTY_MARGIN = 6
#: The room around a chip in which the mouse still is on it, in pixels of the screen.
CHIP_MARGIN_X = 3
CHIP_MARGIN_Y = 8
#: The preferred width of a table that is at most so high.
WIDTH_OF_LIMITED = 300
#: The height to which such a table shrinks in a window that isn't narrow.
LEAST_HEIGHT_OF_LIMITED = 100
#: The least width of a column, and of the stretching one.
LEAST_COLUMN = 40
#: How much room a column of offers takes at most of what the stretching one leaves.
MOST_EXTRA_OF_OFFERS = 56
#: The room for the name beside columns of equal width.
NAME_BESIDE_EQUAL_COLUMNS = 116
#: The least widths to which columns shrink: of words on two lines, a bar, and the name beside a face.
LEAST_WORDS = 100
LEAST_BAR = 96
LEAST_NAME = 110
#: No row: drops would go nowhere. -1 is the room below the last row.
NO_ROW = -2
#: No cell under the mouse.
NO_CELL = (-1, -1)
#: How many rows of a hidden table are measured for its columns.
MEASURED_WHILE_HIDDEN = 12
#: Up to how many rows a table has all of their heights measured.
ALL_MEASURED = 60


class TableDesign(Value):
    """What a table looks like and how it shares its room; lengths are in pixels at 100 %.

    Columns fit their content, and the `stretched` one takes the rest, at least `least_stretched`
    and, if that isn't 0, at most `most_stretched`. Row heights are within `row_heights`, as there is
    room; where the text `wraps`, they fit their content. The table asks for the height of
    `least_rows`, of all rows if it `shows_all`, or of all up to `most_height` if that isn't 0. An
    empty table says `empty_text`.
    """

    look: Look = "rows"
    row_heights: RowHeights | None = None
    least_rows: int = 3
    shows_all: bool = False
    most_height: int = 0
    stretched: int = 0
    least_stretched: int = LEAST_STRETCHED
    most_stretched: int = 0
    wraps: bool = False
    empty_text: str = ""
    #: Whether the focus is on a cell instead of a row.
    focuses_cells: bool = False
    #: Whether text and rows grow with an ample window; not where the panel around them doesn't.
    grows: bool = True


class PlainHeader(QHeaderView):
    """Headings aligned with the text of their cells, on two lines if one is too long for its
    column, with a line beneath in a ruled table."""

    def __init__(self, view: Table) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self._view = view
        self.setProperty("kind", "plain" if view.look in ("rows", "lines") else "")

    def heading_font(self) -> QFont:
        """Return the font of the headings."""
        theme = self._view.theme
        return font_of(theme.heading, theme.pixels(HEADING_LETTERS), bold=False)

    def use_two_lines(self, two_lines: bool) -> bool:
        """Make room for headings on two lines or one; return whether the height has changed."""
        height = 0
        if two_lines:
            line_height = QFontMetrics(self.heading_font()).lineSpacing()
            height = 2 * line_height + self._view.theme.pixels(HEADING_PADDING)
        if height == self.minimumHeight():
            return False
        self.setMinimumHeight(height)
        return True

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        painter.save()
        if self._view.look in ("lines", "flat"):
            painter.setPen(self._view.theme.colour("line"))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setFont(self.heading_font())
        painter.setPen(self._view.theme.colour("faint_text"))
        text = str(self._data(section, Qt.ItemDataRole.DisplayRole) or "")
        alignment = self._data(section, Qt.ItemDataRole.TextAlignmentRole)
        padding = self._view.left_padding(section)
        is_left = alignment & int(Qt.AlignmentFlag.AlignLeft)
        right_padding = 0 if is_left else padding
        room = rect.adjusted(padding, 0, -right_padding, 0)
        fits = painter.fontMetrics().horizontalAdvance(text) <= room.width()
        flow = Qt.TextFlag.TextDontClip if fits else Qt.TextFlag.TextWordWrap
        alignment_without_flow = alignment & ~int(Qt.TextFlag.TextWordWrap)
        painter.drawText(room, alignment_without_flow | int(flow), text)
        painter.restore()

    def _data(self, section: int, role: Qt.ItemDataRole) -> Any:
        return self.model().headerData(section, self.orientation(), role)


class CellDelegate(QStyledItemDelegate):
    """Paints and measures the cells of a table."""

    def __init__(self, view: Table) -> None:
        super().__init__(view)
        self.view = view
        self.theme = view.theme
        self.painter = CellPainter(view.theme)
        self.painter.small_drawings_if_narrow = view.look == "nav"

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        cell = index.data(CellRole)
        view = self.view
        padding = view.left_padding(index.column()) + view.padding
        height = view.row_height()
        if view.design.wraps and cell.kind in WRAPPING_KINDS:
            width = option.rect.width() - padding - dice_width(self.theme, cell)
            metrics = QFontMetrics(cell_font(self.theme, cell.kind))
            unbounded = QRect(0, 0, width, 10_000)
            text_height = metrics.boundingRect(unbounded, WRAPPED, cell.text).height()
            height = max(height, text_height + self.theme.pixels(WRAPPED_PADDING))
        return QSize(cell_width(self.theme, cell) + padding, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = self.view
        is_last = index.row() == view.rows.rowCount() - 1
        is_cut = option.rect.top() < -2  # by the top edge: half a row can't be read
        if view.keeps_end and is_cut and not is_last:
            return
        painter.save()
        if view.look != "rows":
            self._paint_ground(painter, option, index)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_content(painter, option.rect, index)
        if view.look != "rows" and option.state & QStyle.StateFlag.State_HasFocus:
            self._paint_focus(painter, option.rect)
        painter.restore()

    def _paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint the content of a cell by its kind."""
        cell = index.data(CellRole)
        content_rect = self.view.content_rect(index)
        self.painter.flow = self.view.text_flow()
        if self.view.has_line_below:
            cell = replace(cell, beneath="")
        match cell.kind:
            case "chips":
                self.painter.paint_chips(painter, content_rect, cell.chips)
            case "things":
                self.painter.paint_things(painter, content_rect, cell)
            case "bar":
                self.painter.paint_bar(painter, content_rect, cell)
            case "progress":
                self.painter.paint_progress(painter, content_rect, cell)
            case "column":
                self.painter.paint_upright_bar(painter, rect, cell)
            case "pictures":
                self.painter.paint_pictures(painter, content_rect, cell)
            case _:
                is_hot = self.view.is_hot_link(index)
                self.painter.paint_text(painter, content_rect, cell, underlined=is_hot)

    def _paint_focus(self, painter: QPainter, rect: QRect) -> None:
        """Paint a frame around the cell with the focus, above the line of its row."""
        line = 0 if self.view.look == "flat" else 1
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(self.theme.colour("accent"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(0, 0, -1, -1 - line))

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the background of a cell that isn't on a surface, and the edge and line of its row."""
        theme = self.theme
        look = self.view.look
        rect = option.rect
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if look == "gear":
            if is_selected:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                box = rect.adjusted(0, 1, 0, -1)
                draw_box(painter, theme, box, theme.pixels(GEAR_RADIUS), "select")
            return
        row = index.data(RowRole)
        ground = index.data(CellRole).ground or row.ground
        if is_selected:
            ground = "select"
        if ground:
            painter.fillRect(rect, theme.colour(ground))
        if row.edge and index.column() == 0:
            edge = QRect(rect.left(), rect.top() + 1, theme.pixels(EDGE_WIDTH), rect.height() - 2)
            painter.fillRect(edge, theme.colour(row.edge))
        if is_selected and look == "nav":
            bar = QRect(rect.left(), rect.top(), theme.pixels(NAV_BAR_WIDTH), rect.height())
            painter.fillRect(bar, theme.colour("accent"))
        if look not in ("flat", "nav") and self.view.is_ruled:
            painter.setPen(theme.colour("line"))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())

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
        QToolTip.showText(event.globalPos(), plain_hint(hint), view)
        return True


class ColumnWidths(NamedTuple):
    """The preferred width of a column and the two it can shrink to: with short chips and a heading
    on two lines, then with its text on two lines as well."""

    wanted: int = 0
    with_short_chips: int = 0
    least: int = 0


class EqualWidths(NamedTuple):
    """The least and the greatest width of columns that are equally wide, in pixels at 100 %."""

    least: int
    most: int


def _shrunk(widths: Mapping[int, int], floors: Mapping[int, int], room: int) -> dict[int, int]:
    """Return widths by column shrunk until they fit the room, the widest first, none below its floor."""
    shrunk = dict(widths)
    while sum(shrunk.values()) > room:
        excess = sum(shrunk.values()) - room
        shrinkable = [column for column, width in shrunk.items() if width > floors[column]]
        if not shrinkable:
            break
        shrinkable.sort(key=lambda column: (shrunk[column], column))
        widest = shrinkable.pop()
        least_width = max(floors[widest], shrunk[widest] - excess)
        if shrinkable:  # after that, the next one is the widest
            next_widest = shrunk[shrinkable[-1]]
            least_width = max(least_width, next_widest - 1)
        shrunk[widest] = least_width
    return shrunk


#: The signal of a table whose rows do something when clicked, as Qt names it.
ROW_CLICKED = SIGNAL("row_clicked(QString)")


class Table(QTableView):
    """A table of rows as a `TableDesign` says.

    `row_chosen` carries the key of the current row. `row_activated` carries the key of a row and a
    column, on Space, a double click or a click on a link; Enter is left to the amber button.
    `row_clicked` carries the key of a clicked row: of the two clicks of a double click, only the
    first. `row_given_back` carries the key of a row where Delete or minus is pressed.
    """

    row_chosen = Signal(str)
    row_activated = Signal(str, int)
    row_clicked = Signal(str)
    row_given_back = Signal(str)

    def __init__(
        self,
        rows: RowModel | Sequence[str],
        name: str,
        theme: Theme,
        design: TableDesign = TableDesign(),  # noqa: B008, a frozen value
        *,
        row_chosen: Callable[..., object] | None = None,
        row_activated: Callable[..., object] | None = None,
        row_clicked: Callable[..., object] | None = None,
    ) -> None:
        """Make a table of a model, or of a new one with these headings; `name` is read aloud. The last
        three are called with what the signals of their names carry."""
        super().__init__()
        if row_chosen is not None:
            self.row_chosen.connect(row_chosen)
        if row_activated is not None:
            self.row_activated.connect(row_activated)
        if row_clicked is not None:
            self.row_clicked.connect(row_clicked)
        self.rows = rows if isinstance(rows, RowModel) else RowModel(rows)
        self.design = design
        self.look = design.look
        grows = design.grows and design.look not in ("nav", "gear")
        self.theme = EnlargedTheme(theme) if grows else theme
        self.row_heights = design.row_heights or (FITTED_ROWS if design.wraps else ONE_LINE)
        self.least_rows = design.least_rows
        #: The greatest height that the table asks for, 0 for any.
        self.most_height = design.most_height
        #: The column that takes the room which the others leave.
        self.stretched = design.stretched
        #: The padding at either side of cells as long as the widths are what they are, in pixels of
        #: the screen.
        self.padding = theme.pixels(PADDING[self.look].usual)
        #: Whether a line below the figures of a row replaces some columns.
        self.has_line_below = False
        #: Whether rows are ruled.
        self.is_ruled = True
        #: The widths of the columns beside the stretched one, if they are equal.
        self.equal_widths: EqualWidths | None = None
        #: The row that would take a drop.
        self._drop_row = NO_ROW
        #: The row and column under the mouse.
        self._hovered_cell = NO_CELL
        #: The widths of columns, until their content changes.
        self._column_widths: dict[int, ColumnWidths] = {}
        #: Rows whose height has been measured.
        self._measured_rows: set[int] = set()
        #: Keys of the rows that were measured for the columns.
        self._measured_keys: set[str] = set()
        #: Whether columns are still to be measured, as the table was hidden.
        self._is_stale = True
        #: Whether texts of kinds that wrap may take two lines.
        self.has_two_lines = self.look == "rows" and self.row_heights.most >= TWO_LINES.most
        #: Whether the last row is kept in sight.
        self.keeps_end = False
        self._measured_at = self._measures()
        self.setModel(self.rows)
        self._delegate = CellDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self._set_behaviour()
        self.head = PlainHeader(self)
        self._set_headers()
        if design.shows_all:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._measure_soon = make_timer(self, 0, self.fit_to_content)
        self._connect(theme)
        self.verticalHeader().setDefaultSectionSize(self.row_height())

    def _set_behaviour(self) -> None:
        """Set how rows are selected, scrolled, focused and dragged."""
        self.setProperty(COUNTS, self.look == "flat")  # offers are taken and given back
        styled = self.look in ("rows", "reading", "gear", "nav")
        self.setProperty("kind", self.look if styled else "")
        self.setShowGrid(False)
        self.setWordWrap(self.design.wraps)
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
        head.setDefaultAlignment(LEFT)
        head.setStretchLastSection(self.look == "nav")
        head.setResizeContentsPrecision(ALL_MEASURED)
        head.setVisible(any(self.rows.headings))

    def _connect(self, theme: Theme) -> None:
        """Follow the rows, the theme and what the user does."""
        self.rows.modelReset.connect(self.measure_again)
        # Not by lambdas: the model would hold the table, which holds the model.
        self.rows.rowsInserted.connect(self._rows_inserted)
        self.rows.dataChanged.connect(self._rows_replaced)
        self.verticalScrollBar().valueChanged.connect(self._measure_if_scrolled)
        self.verticalScrollBar().actionTriggered.connect(self._stop_keeping_end)
        theme.changed.connect(self._restyled)
        theme.reshaped.connect(self._restyled)
        self.doubleClicked.connect(self._double_clicked)
        self.clicked.connect(self._clicked)

    def _measures(self) -> tuple[int, bool]:
        """Return what the widths of columns depend on: the zoom, and whether the window is narrow."""
        length_at_zoom = self.theme.pixels(1000)  # long enough to differ between any two zooms
        return length_at_zoom, self.theme.narrow

    @property
    def portraits(self) -> Mapping[str, QPixmap]:
        """The portraits of faces, by id."""
        return self._delegate.painter.portraits

    @portraits.setter
    def portraits(self, portraits: Mapping[str, QPixmap]) -> None:
        self._delegate.painter.portraits = portraits

    def text_flow(self) -> TextFlow:
        """Return how the text of kinds that wrap is laid out."""
        if not self.design.wraps:
            return TextFlow.LINES_THAT_FIT if self.has_two_lines else TextFlow.ONE_LINE
        fits_content = self.row_heights.least == LINE_HEIGHT
        return TextFlow.FROM_TOP if fits_content else TextFlow.CENTRED

    def left_padding(self, column: int) -> int:
        """Return the distance from the edge of a column to the text of its cells."""
        has_edge = column == 0 and self.look in ("rows", "flat")
        return self.padding + self.theme.pixels(EDGE_WIDTH) if has_edge else self.padding

    def content_rect(self, index: Index) -> QRect:
        """Return the rectangle of a cell's content."""
        rect = self.visualRect(index)
        if self.has_line_below:
            height_below = rect.height() * (5 - FIFTHS_ABOVE_LINE) // 5
        elif self.look == "rows":
            height_below = self.theme.pixels(SURFACE_GAP)
        else:
            height_below = 0
        left = self.left_padding(index.column())
        return rect.adjusted(left, 0, -self.padding, -height_below)

    def chip_at(self, index: Index, where: QPoint) -> Chip | None:
        """Return the chip at a point of a cell, None if there is none."""
        cell = index.data(CellRole)
        if cell is None:
            return None
        if cell.kind == "chips":
            placed = place_chips(self.theme, self.content_rect(index), cell.chips)
        elif cell.kind == "things":
            placed = place_things(self.theme, self.content_rect(index), cell.chips)
        else:
            return None
        for chip, _text, box in placed:
            around = box.adjusted(-CHIP_MARGIN_X, -CHIP_MARGIN_Y, CHIP_MARGIN_X, CHIP_MARGIN_Y)
            if around.contains(where):
                return chip
        return None

    def entry_name_at(self, where: QPoint) -> str:
        """Return the name of the rulebook entry at a point, '' if there is none."""
        index = self.indexAt(where)
        cell = index.data(CellRole)
        if cell is not None and cell.chips:
            chip = self.chip_at(index, where)
            return chip.entry if chip else ""
        return str(index.data(EntryRole) or "")

    def set_row_heights(self, heights: RowHeights) -> None:
        """Give rows other heights."""
        if self.row_heights != heights:
            self.row_heights = heights
            self._share_room()

    def show_columns(self, columns: Container[int]) -> None:
        """Show only these columns."""
        with QSignalBlocker(self.head):  # it would repaint the table for each
            for column in range(self.model().columnCount()):
                self.setColumnHidden(column, column not in columns)

    # Height

    def row_height(self) -> int:
        """Return the height of a row that isn't fitted to its content."""
        least = self.theme.pixels(self.row_heights.least)
        most = self.theme.pixels(self.row_heights.most)
        row_count = max(1, self.model().rowCount())
        height_of_each = self.viewport().height() // row_count
        return max(least, min(most, height_of_each))

    def _head_height(self) -> int:
        """Return the height of the headings, 0 if they are hidden."""
        head = self.head
        if head.isHidden():
            return 0
        wanted = max(head.minimumHeight(), head.sizeHint().height())
        return min(head.maximumHeight(), wanted)

    def height_of_all_rows(self) -> int:
        """Return the height that shows all rows."""
        if self.design.wraps:
            height_without_rows = self.height_of_rows(0, 0)
            return height_without_rows + self.verticalHeader().length()
        return self.height_of_rows(self.model().rowCount(), self.row_heights.most)

    def fit_height_to_rows(self) -> None:
        """Set the height of the heading, and make the table at most as high as all its rows."""
        self.head.setFixedHeight(self.theme.pixels(BOOK_HEADING_HEIGHT))
        self.setMaximumHeight(self.height_of_all_rows())

    def height_beyond_hint(self) -> int:
        """Return how much higher than its size hint the table is with all rows in sight."""
        self.ensurePolished()
        return max(0, self.height_of_all_rows() - self.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the size for the least rows, as the look has it."""
        width = self.theme.pixels(LEAST_WIDTH[self.look])
        match self.look:
            case "lines":
                height = self.fontMetrics().height() * self.least_rows
                return QSize(LEAST_WIDTH["lines"], height)
            case "gear":
                return QSize(width, self.theme.pixels(self.row_heights.least))
        if self.most_height:
            height = self.sizeHint().height()
            if not self.theme.narrow:
                height = min(height, self.theme.pixels(LEAST_HEIGHT_OF_LIMITED))
            return QSize(width, height)
        row_count = self.least_rows
        if self.design.shows_all:
            row_count = min(row_count, self.model().rowCount())
        return QSize(width, self._height_of_first(row_count))

    def sizeHint(self) -> QSize:
        """Return the size for all rows or the least ones, as the design has it."""
        match self.look:
            case "gear":
                return super().sizeHint()
            case "lines":
                return QSize(super().sizeHint().width(), self.minimumSizeHint().height())
        height_of_all = self._height_of_first(self.model().rowCount())
        if self.most_height:
            height = min(height_of_all, self.theme.pixels(self.most_height))
            return QSize(self.theme.pixels(WIDTH_OF_LIMITED), height)
        width = self.theme.pixels(LEAST_WIDTH[self.look])
        if self.design.shows_all:
            return QSize(width, height_of_all)
        return QSize(width, self._height_of_first(self.least_rows))

    def height_of_rows(self, row_count: int, row_height: int) -> int:
        """Return the table's height for that many rows, each `row_height` pixels high at 100 %."""
        height = row_count * self.theme.pixels(row_height)
        frame = 2 * self.frameWidth() + 2
        return self._head_height() + height + frame

    def _height_of_first(self, row_count: int) -> int:
        """Return the table's height for its first rows: of the least height, or where the table asks
        for the height of all rows, as high as they are."""
        row_height = self.theme.pixels(self.row_heights.least)
        if self.design.shows_all and not self.most_height:
            row_height = self.row_height()
        height = row_count * row_height
        if self.design.shows_all and self.design.wraps:
            height = max(height, self._fitted_height_of_first(row_count))
        frame = 2 * self.frameWidth()
        if self.look != "flat":
            frame += 2
        return self._head_height() + height + frame

    def _fitted_height_of_first(self, row_count: int) -> int:
        """Return how high the first rows are together, fitted to their content."""
        header = self.verticalHeader()
        if row_count >= header.count():
            return header.length()
        return header.sectionPosition(row_count)

    def _rows_in_sight(self) -> range:
        """Return the rows in sight, at most a screenful: before its layout a table may be higher."""
        row_count = self.model().rowCount()
        if not self.isVisible():
            return range(min(row_count, MEASURED_WHILE_HIDDEN))
        first = max(0, self.rowAt(0))
        height = min(self.viewport().height(), self.window().height())
        rows_in_height = height // max(1, self.row_height())
        rows_cut_off = 2  # one at the top, one at the bottom
        return range(first, min(row_count, first + rows_in_height + rows_cut_off))

    # Width

    def _restyled(self) -> None:
        """Measure again if the text size or the padding has changed, and repaint."""
        measures = self._measures()
        if self._measured_at != measures:
            self._measured_at = measures
            self.measure_again()
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        changes_text = event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange)
        is_set_up = hasattr(self, "_measure_soon")
        if changes_text and is_set_up:
            self._column_widths.clear()
            self._is_stale = True
            self._measure_soon.start()
            self.updateGeometry()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self.fit_to_content()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_end_again()
        if self._column_widths:
            self._share_room()

    def measure_again(self) -> None:
        """Measure columns and rows again."""
        self._column_widths.clear()
        self._measured_rows.clear()
        self.fit_to_content()
        self.updateGeometry()

    def _rows_inserted(self, _parent: Index, first: int) -> None:
        self._measure_again_from(first)

    def _rows_replaced(self, first: Index) -> None:
        self._measure_again_from(first.row())

    def _measure_again_from(self, first: int) -> None:
        """Measure again from a row on."""
        self._column_widths.clear()
        self._measured_rows = {row for row in self._measured_rows if row < first}
        self._is_stale = not self.isVisible()
        if self._is_stale:
            return
        self._measure_soon.start()
        self.executeDelayedItemsLayout()
        self._fit_rows_in_sight()
        self._show_end_again()

    def _measure_if_scrolled(self) -> None:
        """Measure rows that have just scrolled into sight."""
        if self.design.wraps:
            self._fit_rows_in_sight()
        elif self.look == "rows":
            unmeasured = [
                row for row in self._rows_in_sight() if self.key_of(row) not in self._measured_keys
            ]
            if unmeasured:
                self.measure_again()

    def fit_to_content(self) -> None:
        """Fit columns and rows to the content in sight; later if the table is hidden."""
        self._is_stale = not self.isVisible()
        self._measure_soon.stop()
        for row in self._rows_in_sight():
            self.rows.rows[row]  # makes a lazy row
        self._measured_keys = {made_row.key for made_row in self.rows.made}
        self._share_room()

    def _share_room(self) -> None:
        """Distribute the width among the columns and the height among the rows."""
        self.executeDelayedItemsLayout()  # or it would be done again for each new size
        previous_widths = self._widths_now()
        self.size_columns()
        if self._widths_now() != previous_widths:
            self._measured_rows.clear()
        with QSignalBlocker(self.verticalHeader()):
            self.verticalHeader().setDefaultSectionSize(self.row_height())
        self.updateGeometries()
        if self.design.wraps:
            self._fit_rows_in_sight()
        self.viewport().update()
        self._show_end_again()

    def _widths_now(self) -> list[int]:
        """Return the widths that the columns have at present."""
        return [self.columnWidth(column) for column in range(self.model().columnCount())]

    def _widths_of(self, column: int) -> ColumnWidths:
        """Return the widths of a column, measured once until its content changes."""
        if column not in self._column_widths:
            self._column_widths[column] = self._measure_column(column)
        return self._column_widths[column]

    def _measure_column(self, column: int) -> ColumnWidths:
        """Measure the heading and the cells of a column."""
        heading = self.rows.headings[column]
        cells = [row.cell(column) for row in self.rows.made]
        filled_cells = [cell for cell in cells if cell.text or cell.chips or cell.share]
        if not filled_cells and not heading:
            return ColumnWidths()
        padding = self._padding_of(column)
        wanted = 0
        with_short_chips = 0
        least = self.theme.pixels(LEAST_COLUMN)
        if self.look in ("rows", "lines") or not self.head.isHidden():
            wanted = self._heading_width(heading) + padding
            least = max(least, self._broken_heading_width(heading) + padding)
        else:
            least = max(least, padding)
        for cell in filled_cells:
            width = cell_width(self.theme, cell)
            short_width = short_cell_width(self.theme, cell) if cell.chips else width
            wanted = max(wanted, width + padding)
            with_short_chips = max(with_short_chips, short_width + padding)
            least = max(least, self._least_width(cell, width) + padding)
        least = min(least, wanted)
        return ColumnWidths(wanted, max(least, with_short_chips), least)

    def _padding_of(self, column: int) -> int:
        """Return the usual padding around a cell of a column, with the gap to the next column."""
        edge = self.left_padding(column) - self.padding
        padding = edge + 2 * self.theme.pixels(PADDING[self.look].usual)
        if self.look == "reading":
            padding += self.theme.pixels(READING_GAP)
        return padding

    def _heading_width(self, text: str) -> int:
        """Return the width of a heading on one line, with the arrow of a sorted column."""
        if self.rows.sorts:
            text += SORT_ARROW
        return QFontMetrics(self.head.heading_font()).horizontalAdvance(text)

    def _broken_heading_width(self, heading: str) -> int:
        """Return the width of a heading's longest word, of the whole heading if it isn't broken."""
        if self.look == "reading":
            return self._heading_width(heading)
        if self.rows.sorts:
            heading += SORT_ARROW
        words = heading.replace("–", "– ").split()
        metrics = QFontMetrics(self.head.heading_font())
        return max(map(metrics.horizontalAdvance, words), default=0)

    def _least_width(self, cell: Cell, wanted: int) -> int:
        """Return the width to which a cell's content can shrink from its preferred one."""
        pixels = self.theme.pixels
        match cell.kind:
            case "chips":
                return self._width_of_chips_on_two_lines(cell)
            case "things":
                return len(cell.chips) * pixels(THING_AND_GAP)
            case "link":
                return cell_width(self.theme, replace(cell, beneath=""))
            case "words" if self.has_two_lines:
                return min(pixels(LEAST_WORDS), wanted * 3 // 4)
            case "pictures":
                return wanted * 3 // 4
            case "bar":
                return pixels(LEAST_BAR)
        if cell.face:
            return pixels(FACE_AND_GAP + LEAST_NAME)
        is_figure = letters_of(cell.kind).side != LEFT
        return wanted if is_figure or cell.kind == "roll" else 0

    def _width_of_chips_on_two_lines(self, cell: Cell) -> int:
        """Return the width that chips with short texts need at most on two lines."""
        gap = self.theme.pixels(CHIP_GAP_IN_COLUMN)
        widths = [chip_width(self.theme, chip, chip.short) + gap for chip in cell.chips]
        chips_a_line = (len(widths) + 1) // 2
        return chips_a_line * max(widths, default=0)

    def size_columns(self) -> None:
        """Distribute the width; if it is short, the widest of the other columns shrink first."""
        if self.look == "nav":  # its only column is as wide as the table
            nav_padding = PADDING["nav"]
            padding = nav_padding.tight if self.theme.narrow else nav_padding.usual
            self.padding = self.theme.pixels(padding)
            return
        column_count = self.model().columnCount()
        columns = [column for column in range(column_count) if not self.isColumnHidden(column)]
        others = {column: self._widths_of(column) for column in columns if column != self.stretched}
        if self.equal_widths is not None:
            has_name = self.stretched in columns
            width = self._equal_width(self.equal_widths, len(others), has_name=has_name)
            others = dict.fromkeys(others, ColumnWidths(width, width, width))
        self._choose_padding(others)
        widths = self._shrink_others(others)
        self._widen_others(widths)
        widths[self.stretched] = self._rest_beside(widths)
        with QSignalBlocker(self.head):
            for column, width in widths.items():
                self.head.resizeSection(column, max(1, width))
        two_lines = self._has_broken_heading(widths)
        if self.look != "reading" and self.head.use_two_lines(two_lines):
            self.updateGeometry()  # the rows need as much room as before

    def _equal_width(self, bounds: EqualWidths, column_count: int, *, has_name: bool) -> int:
        """Return the width of each of so many equal columns, beside a name if there is one."""
        name_width = self.theme.pixels(NAME_BESIDE_EQUAL_COLUMNS) if has_name else 0
        room_of_each = (self.viewport().width() - name_width) // max(1, column_count)
        least = self.theme.pixels(bounds.least)
        most = self.theme.pixels(bounds.most)
        return max(least, min(most, room_of_each))

    def _choose_padding(self, others: Mapping[int, ColumnWidths]) -> None:
        """Pad cells as usual, or less where columns are short of room."""
        wanted = self._widths_of(self.stretched).wanted
        wanted += sum(widths.wanted for widths in others.values())
        is_tight = wanted > self.viewport().width()
        padding = PADDING[self.look]
        self.padding = self.theme.pixels(padding.tight if is_tight else padding.usual)

    def _shrink_others(self, others: Mapping[int, ColumnWidths]) -> dict[int, int]:
        """Return the widths of the other columns, shrunk so that the stretching one has room: first
        their chips are shortened, then their texts are broken."""
        room = self.viewport().width()
        stretched = self._widths_of(self.stretched)
        usual_padding = self.theme.pixels(PADDING[self.look].usual)
        spared = 2 * (usual_padding - self.padding)  # by the tighter padding of both sides
        wanted = {column: widths.wanted - spared for column, widths in others.items()}
        if self.design.wraps:
            most_of_each = room * 2 // 5
            wanted = {column: min(width, most_of_each) for column, width in wanted.items()}
            kept = room * 3 // 10
        else:
            least_stretched = self.theme.pixels(self.design.least_stretched)
            kept = max(stretched.least - spared, min(least_stretched, stretched.wanted))
        others_room = room - min(kept, stretched.wanted)
        with_short_chips = {
            column: widths.with_short_chips - spared for column, widths in others.items()
        }
        least = {column: widths.least - spared for column, widths in others.items()}
        shortened = _shrunk(wanted, with_short_chips, others_room)
        return _shrunk(shortened, least, others_room)

    def _widen_others(self, widths: dict[int, int]) -> None:
        """Give the other columns equal shares of what the stretching one would have above the most it
        takes."""
        if not self.design.most_stretched:
            return
        wanted = self._widths_of(self.stretched).wanted
        most_stretched = max(self.theme.pixels(self.design.most_stretched), wanted)
        excess = max(0, self._rest_beside(widths) - most_stretched)
        share = excess // max(1, len(widths))
        if self.look == "flat":
            share = min(share, self.theme.pixels(MOST_EXTRA_OF_OFFERS))
        for column in widths:
            widths[column] += share

    def _rest_beside(self, widths: Mapping[int, int]) -> int:
        """Return the width that the other columns leave to the stretching one, at least a little."""
        rest = self.viewport().width() - sum(widths.values())
        return max(self.theme.pixels(LEAST_COLUMN), rest)

    def _has_broken_heading(self, widths: Mapping[int, int]) -> bool:
        """Return whether a heading is too long for its column."""
        metrics = QFontMetrics(self.head.heading_font())
        for column, width in widths.items():
            heading_width = metrics.horizontalAdvance(self.rows.headings[column])
            if heading_width + 2 * self.padding > width:
                return True
        return False

    # Rows that fit their content

    def _fit_rows_in_sight(self) -> None:
        """Fit the heights of the rows in sight and of the last ones; the top row in sight stays
        where it is."""
        row_count = self.model().rowCount()
        if not self.design.wraps or not row_count or not self.isVisible():
            return
        has_few_rows = row_count <= ALL_MEASURED
        top = 0 if has_few_rows else max(0, self.rowAt(0))
        previous_bottom = self._bottom_of(top)
        changed_from_top = self._fit_rows(range(top, row_count), all_rows=has_few_rows)
        changed_from_end = self._fit_rows(range(row_count - 1, top, -1))
        moved = self._bottom_of(top) - previous_bottom
        if top and moved and (changed_from_top or changed_from_end):
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + moved)
        while self._fit_rows(range(max(0, self.rowAt(0)), row_count)):
            pass  # as rows get lower, others come into sight above them

    def _bottom_of(self, row: int) -> int:
        """Return where a row ends in the view."""
        return self.rowViewportPosition(row) + self.rowHeight(row)

    def _fit_rows(self, rows: range, *, all_rows: bool = False) -> bool:
        """Fit the heights of rows until they fill the view, or of all of them; return whether any has
        changed."""
        room = self.viewport().height()
        changed = False
        with QSignalBlocker(self.verticalHeader()):  # it would repaint the table for each
            for row in rows:
                if row not in self._measured_rows:
                    previous_height = self.rowHeight(row)
                    self.resizeRowToContents(row)
                    self._measured_rows.add(row)
                    if self.rowHeight(row) != previous_height:
                        changed = True
                room -= self.rowHeight(row)
                if room < 0 and not all_rows:
                    break
        if changed:
            self.updateGeometries()
            self.viewport().update()
            if self.design.shows_all:
                self.updateGeometry()
        return changed

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Measure the rows around a row before scrolling to it."""
        if self.design.wraps and self.isVisible() and self.model().rowCount() > ALL_MEASURED:
            self._fit_rows(range(index.row(), -1, -1))
            self._fit_rows(range(index.row(), self.model().rowCount()))
        super().scrollTo(index, hint)

    def keep_end_in_sight(self) -> None:
        """Keep the last row in sight, also when resized, until the user scrolls."""
        self.keeps_end = True
        self.viewport().update()  # a row cut in half is no longer drawn
        self._show_end_again()

    def _show_end_again(self) -> None:
        if self.keeps_end:
            self.updateGeometries()
            self.scrollToBottom()

    def _stop_keeping_end(self, _action: int = 0) -> None:
        self.keeps_end = False

    # The current row

    def key_of(self, row: int) -> str:
        """Return the key of a row."""
        return self.rows.key_at(row)

    def current_key(self) -> str:
        """Return the key of the current row, '' if there is none."""
        return self.key_of(self.currentIndex().row())

    def choose_row(self, key: str) -> None:
        """Make the row with a key the current one."""
        row = self.rows.row_of(key)
        if row < 0:
            return
        column = max(0, self.currentIndex().column()) if self.look == "rows" else 0
        self.setCurrentIndex(self.model().index(row, column))

    def scroll_to_row(self, key: str) -> None:
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
        """Show other rows. The current row, or the one with the key `keep`, stays current; if it is
        gone, the row that took its place becomes it, or none unless `first`. If `stepping`, a single
        row added by undo or redo becomes the current one."""
        model = self.rows
        kept_key = keep or self.current_key()
        previous_keys = model.keys
        if headings or rows != model.rows:
            model.set_rows(rows, headings)
        is_still_there = bool(kept_key) and model.row_of(kept_key) >= 0
        if first or is_still_there:
            row = row_after_change(kept_key, previous_keys, model.keys, stepping=stepping)
            self.choose_row(model.key_at(row))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if self.look == "rows":
            self.viewport().update()
        if current.isValid() and current.row() != previous.row():
            self.row_chosen.emit(self.key_of(current.row()))

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

    def is_hot_link(self, index: Index) -> bool:
        """Return whether a cell is a link that has the mouse over it or the focus."""
        if not self._is_link(index):
            return False
        has_focus = self.hasFocus() and index == self.currentIndex()
        is_hovered = (index.row(), index.column()) == self._hovered_cell
        return has_focus or is_hovered

    def _activate(self, index: Index) -> None:
        if index.isValid():
            self.row_activated.emit(self.key_of(index.row()), index.column())

    def _double_clicked(self, index: Index) -> None:
        """Activate a row, unless its first click has already done something."""
        first_click_acted = self._is_link(index) or self.receivers(ROW_CLICKED)
        if not first_click_acted:
            self._activate(index)

    def _clicked(self, index: Index) -> None:
        self.row_clicked.emit(self.key_of(index.row()))
        if self._is_link(index):
            self._activate(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        key = event.key()
        has_offers = self.look == "flat"  # which are taken and given back
        activates = key == keys.Key_Space or (has_offers and key == keys.Key_Plus)
        gives_back = has_offers and key in (keys.Key_Delete, keys.Key_Backspace, keys.Key_Minus)
        is_for_page = key in ENTER_KEYS or event.text().isdigit()  # amber, and what has a digit
        if is_for_page:
            event.ignore()
        elif activates:
            self._activate(self.currentIndex())
        elif gives_back:
            self.row_given_back.emit(self.current_key())
        else:
            super().keyPressEvent(event)
            bar = self.verticalScrollBar()
            key_has_scrolled = bar.value() < bar.maximum()
            if key_has_scrolled:
                self._stop_keeping_end()

    def selectedIndexes(self) -> list[QModelIndex]:
        """Return what a drag takes: the current row, as surfaces don't use Qt's selection."""
        if self.look != "rows":
            return super().selectedIndexes()
        row = self.currentIndex().row()
        indexes = []
        for column in range(self.model().columnCount()):
            if not self.isColumnHidden(column):
                indexes.append(self.model().index(row, column))
        return indexes

    # The mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        hovered = (index.row(), index.column())
        if self.look != "rows" or hovered == self._hovered_cell:
            return
        self._hovered_cell = hovered
        shapes = Qt.CursorShape
        is_link = self._is_link(index)
        self.viewport().setCursor(shapes.PointingHandCursor if is_link else shapes.ArrowCursor)
        self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hovered_cell = NO_CELL
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
            with antialiased_painter(self.viewport()) as painter:
                for row in self._rows_in_sight():
                    self._paint_surface(painter, self._surface_rect(row), row)
        super().paintEvent(event)
        is_empty = self.design.empty_text and self.model().rowCount() == 0
        takes_drop_anywhere = self._drop_row != NO_ROW and not self.rows.sorts
        if not (is_empty or takes_drop_anywhere):
            return
        with antialiased_painter(self.viewport()) as painter:
            area = self.viewport().rect()
            if is_empty:
                margin = EMPTY_MARGIN
                text_room = area.adjusted(margin, margin, -margin, -margin)
                painter.setPen(self.theme.colour("faint_text"))
                painter.drawText(text_room, WRAPPED_FROM_TOP, self.design.empty_text)
            if takes_drop_anywhere:
                self._paint_ring(painter, area, THICK_RING)

    def _surface_rect(self, row: int) -> QRect:
        """Return the place of a row's surface, without the gap below it."""
        height = self.rowHeight(row) - self.theme.pixels(SURFACE_GAP)
        return QRect(0, self.rowViewportPosition(row), self.viewport().width(), height)

    # Drops: on a row, or anywhere in a table that isn't sorted

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)
        row = self.indexAt(event.position().toPoint()).row()
        self._set_drop_row(row if event.isAccepted() else NO_ROW)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._set_drop_row(NO_ROW)

    def dropEvent(self, event: QDropEvent) -> None:
        super().dropEvent(event)
        self._set_drop_row(NO_ROW)

    def _set_drop_row(self, row: int) -> None:
        """Highlight a drop target."""
        if row != self._drop_row:
            self._drop_row = row
            self.viewport().update()

    def _paint_surface(self, painter: QPainter, rect: QRect, row: int) -> None:
        """Paint the background of a row, its edge, and the ring of a drop or the focus."""
        theme = self.theme
        model = self.rows
        is_current = row == self.currentIndex().row()
        if is_current:
            ground = "select"
        elif row == self._hovered_cell[0]:
            ground = "raised"
        else:
            ground = "panel"
        radius = theme.pixels(SURFACE_RADIUS)
        draw_box(painter, theme, rect, radius, ground)
        edge = model.rows[row].edge
        if edge:
            edge_width = theme.pixels(EDGE_WIDTH)
            painter.setClipRect(QRect(rect.left(), rect.top(), edge_width, rect.height()))
            draw_box(painter, theme, rect, radius, edge)
            painter.setClipping(False)
        if row == self._drop_row and model.sorts:
            self._paint_ring(painter, rect, THICK_RING)
        elif is_current and self.hasFocus():
            self._paint_focus_ring(painter, rect)
        if self.has_line_below:
            top = rect.height() * FIFTHS_ABOVE_LINE // 5 - 2
            line_rect = rect.adjusted(self.left_padding(0), top, -self.padding, -2)
            text = model.rows[row].below
            small = cell_font(theme, "small")
            self._delegate.painter.draw_text(painter, line_rect, text, small, "faint_text")

    def _paint_focus_ring(self, painter: QPainter, rect: QRect) -> None:
        """Paint a ring around the current row, or a thicker one around its current cell."""
        if not self.design.focuses_cells:
            self._paint_ring(painter, rect, THIN_RING)
            return
        cell = self.visualRect(self.currentIndex())
        on_surface = QRect(cell.left(), rect.top(), cell.width(), rect.height())
        self._paint_ring(painter, on_surface, THICK_RING)

    def _paint_ring(self, painter: QPainter, rect: QRect, thickness: int) -> None:
        """Paint a ring around what has the focus or would be dropped on."""
        half = thickness / 2
        ring = QRectF(rect).adjusted(half, half, -half, -half)
        draw_box(
            painter, self.theme, ring, self.theme.pixels(SURFACE_RADIUS), "", "accent", thickness
        )


def begin_in_first(view: QAbstractItemView) -> None:
    """Make the first row the current one if there is none."""
    first = view.model().index(0, 0)
    if first.isValid() and not view.currentIndex().isValid():
        view.setCurrentIndex(first)
