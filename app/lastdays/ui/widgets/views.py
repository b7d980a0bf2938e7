"""Views over the item models: the roster with its second line, gear lists, plain tables."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from lastdays.ui.models.items import ItemsModel
from lastdays.ui.models.roster import FIXED, DetailRole, RosterModel, TrendRole
from lastdays.ui.models.tables import TableModel
from lastdays.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
#: Widths of the roster's columns, in pixels at 100 %.
NUMBER, NAME, TYPE = 37, 90, 122


class _RosterDelegate(QStyledItemDelegate):
    """Paints a cell's text in the upper half of its row."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self.theme
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.colour("select"))
        trend = index.data(TrendRole)
        token = {"better": "well_text", "worse": "harm_text", "away": "faint_text"}.get(
            trend, "text"
        )
        painter.setPen(theme.colour(token))
        painter.setFont(roster_font(theme, index.column()))
        rect = option.rect.adjusted(theme.px(6), theme.px(3), -theme.px(2), 0)
        rect.setHeight(theme.px(26))
        metrics = QFontMetrics(painter.font())
        text = metrics.elidedText(
            str(index.data() or ""), Qt.TextElideMode.ElideRight, rect.width()
        )
        side = Qt.AlignmentFlag.AlignLeft if index.column() < 2 else Qt.AlignmentFlag.AlignHCenter
        painter.drawText(rect, int(side | Qt.AlignmentFlag.AlignVCenter), text)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.drawRect(option.rect.adjusted(1, 1, -2, -2))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self.theme.px(NUMBER), self.theme.px(48))


def roster_font(theme: Theme, column: int) -> QFont:
    """Return the font of a column: the heading font for numbers, the system's for words."""
    font = QFont()
    if column >= 2:
        font.setFamily(theme.heading)
        font.setPixelSize(theme.px(19))
        font.setWeight(QFont.Weight.DemiBold)
    else:
        font.setPixelSize(theme.px(16))
        font.setBold(column == 0)
    return font


def _choose_rows(table: QTableView) -> None:
    """Make a table one of rows to choose from: without a grid or row numbers, one row at a time."""
    table.setShowGrid(False)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setSectionsClickable(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setTabKeyNavigation(False)


class RosterView(QTableView):
    """The roster; a second line over the whole width shows gear, skills and injuries."""

    explained = Signal(str)

    def __init__(self, model: RosterModel, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setModel(model)
        self.setItemDelegate(_RosterDelegate(theme))
        _choose_rows(self)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        self.setDropIndicatorShown(True)
        self.setAccessibleName("Roster")
        self.setMouseTracking(True)
        self.entered.connect(self._explain)
        theme.changed.connect(self._resize_columns)
        self._resize_columns()

    def _explain(self, index: Index) -> None:
        if index.isValid():
            self.explained.emit(str(index.data(Qt.ItemDataRole.ToolTipRole) or ""))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._explain(current)

    def minimumSizeHint(self) -> QSize:
        numbers = self.theme.px(NUMBER) * (self.model().columnCount() - 2)
        return QSize(numbers + self.theme.px(NAME), self.theme.px(48 * 3 + 34))

    def _resize_columns(self) -> None:
        theme = self.theme
        self.verticalHeader().setDefaultSectionSize(theme.px(48))
        header = self.horizontalHeader()
        count = self.model().columnCount()
        width = self.viewport().width() - theme.px(NUMBER) * (count - 2)
        wide = width >= theme.px(NAME + TYPE + 40)
        self.setColumnHidden(1, not wide)  # the type stands on the chosen member's panel too
        for n in range(count):
            header.setSectionResizeMode(n, QHeaderView.ResizeMode.Fixed)
            if n >= 2:
                header.resizeSection(n, theme.px(NUMBER))
        kind = max(theme.px(TYPE), width * 2 // 5) if wide else 0
        header.resizeSection(1, kind)
        header.resizeSection(0, max(theme.px(NAME), width - kind))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resize_columns()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        font = QFont()
        font.setPixelSize(self.theme.px(13))
        painter.setFont(font)
        metrics = QFontMetrics(font)
        for row in range(self.model().rowCount()):
            top = self.rowViewportPosition(row)
            height = self.rowHeight(row)
            if top + height < 0 or top > self.viewport().height():
                continue
            rect = QRect(
                self.theme.px(8),
                top + self.theme.px(28),
                self.viewport().width() - self.theme.px(16),
                height - self.theme.px(28),
            )
            detail = str(self.model().index(row, 0).data(DetailRole) or "")
            painter.setPen(self.theme.colour("faint_text"))
            painter.drawText(
                rect,
                int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop),
                metrics.elidedText(detail, Qt.TextElideMode.ElideRight, rect.width()),
            )
            painter.setPen(self.theme.colour("line"))
            painter.drawLine(0, top + height - 1, self.viewport().width(), top + height - 1)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit(self.currentIndex())
            return
        super().keyPressEvent(event)


def _begin(view: QAbstractItemView) -> None:
    """Put the keyboard in the first row where nothing is chosen."""
    first = view.model().index(0, 0)
    if first.isValid() and not view.currentIndex().isValid():
        view.setCurrentIndex(first)


class ItemsView(QListView):
    """A list of gear that can be dragged away and dropped on."""

    def __init__(self, model: ItemsModel, name: str) -> None:
        super().__init__()
        self.setModel(model)
        self.setAccessibleName(name)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().height() * 5)

    def current_id(self) -> str:
        """Return the chosen item, '' where none is."""
        model = self.model()
        assert isinstance(model, ItemsModel)
        return model.id_at(self.currentIndex().row())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        _begin(self)


class ChoiceTable(QTableView):
    """A table in which one row is chosen; `chosen` carries its key, `taken` an Enter on it.

    Columns are as wide as what is in them, all but one. Qt would measure every row anew at each
    change of a font, a width or a style, several times over and hidden tables too: here it is done
    once for a change, and for a table that is hidden when it is shown.
    """

    chosen = Signal(str)
    taken = Signal(str)

    def __init__(
        self,
        model: TableModel,
        name: str,
        stretch: int = 0,
        least_rows: int = 5,
        *,
        wrap: bool = False,
    ) -> None:
        """Make the table. With `wrap`, long text takes several lines, which costs measuring every
        row."""
        super().__init__()
        self.least_rows = least_rows
        self.wrap = wrap
        self.setModel(model)
        self.setAccessibleName(name)
        self.stretch = stretch
        _choose_rows(self)
        self.setAlternatingRowColors(True)
        self.verticalHeader().setMinimumSectionSize(1)
        self.setWordWrap(wrap)
        self.horizontalHeader().setMinimumSectionSize(20)
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        for n in range(model.columnCount()):
            modes = QHeaderView.ResizeMode
            self.horizontalHeader().setSectionResizeMode(
                n, modes.Stretch if n == stretch else modes.Fixed
            )
        self._stale = True
        self._to_end = False
        self.verticalScrollBar().actionTriggered.connect(self._scrolled)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._measure)
        model.modelReset.connect(self._measure)
        self.doubleClicked.connect(lambda index: self.taken.emit(self.key(index.row())))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().height() * self.least_rows)

    def sizeHint(self) -> QSize:
        """Return as much as it needs; where there is room, it takes it."""
        return QSize(super().sizeHint().width(), self.minimumSizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        styled = event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange)
        if styled and hasattr(self, "_soon"):
            if not self.wrap:
                self.verticalHeader().setDefaultSectionSize(int(self.fontMetrics().height() * 1.6))
            self._stale = True
            self._soon.start()
            self.updateGeometry()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._end_again()
        if self.wrap and event.size().width() != event.oldSize().width():
            self._stale = True
            self._soon.start()

    def _measure(self) -> None:
        """Give columns the width and, with `wrap`, rows the height of what is in them."""
        self._stale = not self.isVisible()
        if self._stale:
            return
        self._soon.stop()
        header = self.horizontalHeader()
        for n in range(self.model().columnCount()):
            if n != self.stretch:
                wanted = max(self.sizeHintForColumn(n), header.sectionSizeHint(n))
                if self.wrap:  # it may go on in the next line, and leaves room for the others
                    wanted = min(wanted, self.viewport().width() * 2 // 5)
                header.resizeSection(n, wanted)
        if self.wrap:
            self.resizeRowsToContents()
        self._end_again()

    def show_end(self) -> None:
        """Keep the last row in sight, also after a change of size, until somebody scrolls."""
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._to_end = True
        self._end_again()

    def _end_again(self) -> None:
        if self._to_end:
            self.updateGeometries()
            self.scrollToBottom()

    def _scrolled(self, _action: int) -> None:
        self._to_end = False

    def key(self, row: int) -> str:
        """Return the key of a row."""
        model = self.model()
        assert isinstance(model, TableModel)
        return model.key_at(row)

    def current_key(self) -> str:
        """Return the key of the chosen row, '' where none is."""
        return self.key(self.currentIndex().row())

    def choose(self, key: str) -> None:
        """Choose the row with a key."""
        model = self.model()
        assert isinstance(model, TableModel)
        row = model.row_of(key)
        if row >= 0:
            self.setCurrentIndex(model.index(row, 0))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid() and current.row() != previous.row():
            self.chosen.emit(self.key(current.row()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        _begin(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit(self.current_key())
            return
        super().keyPressEvent(event)


__all__ = ["FIXED", "ChoiceTable", "ItemsView", "RosterView"]
