"""The roster: a row a member, drawn whole; sorted by its head, searched, dropped on."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QToolTip

from lastdays.language import _
from lastdays.ui.models.roster import FIXED, GEAR, KEYWORD, MEMBER_TYPE, TRAITS, RosterModel
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.roster_paint import PORTRAIT, Look, RowPainter

Index = QModelIndex | QPersistentModelIndex
#: Heights at 100 %: a row with its gap as it is wanted, at least and at most; a row with words below
#: its figures; the head.
ROW, ROW_LEAST, ROW_MOST, ROW_IN_WORDS, HEAD = 45, 35, 80, 58, 26
#: Below this width, at 100 %, gear and skills stand in words below the figures.
IN_WORDS_BELOW = 840
#: The Keyword's column at 100 %, and from which width there is one.
KEYWORD_WIDE, KEYWORD_FROM = 64, 960
#: Injuries and skills have at least so much room at 100 %, where names would take more: their
#: heading, and where there are many of them.
TRAITS_LEAST, TRAITS_MANY = 110, 170
#: Where name and type stand beside each other, they take at most so much more.
NAMED_MORE = 140
#: Where figures have words below them: the least width of a name, and of a figure beside it.
NAME_LEAST, FIGURE_LEAST = 110, 27


class RosterView(QTableView):
    """The members of a group. `explained` carries what is said of the cell under the keyboard or the
    mouse; `stepped` that the chosen member is wanted a place further up (-1) or down (1)."""

    explained = Signal(str)
    stepped = Signal(int)

    def __init__(self, model: RosterModel, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.rows = RowPainter(theme)
        self._aim = -1
        #: Whether a member is dragged, who would be put at the place aimed at; else gear is.
        self._moving = False
        self.setModel(model)
        self.setProperty("kind", "roster")
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setHighlightSections(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().setSectionsClickable(True)
        self.horizontalHeader().sectionClicked.connect(self.sort_next)
        self.horizontalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setMinimumSectionSize(1)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDragDropOverwriteMode(True)  # a drop is on a row, never between two
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("Roster"))
        self.setMouseTracking(True)
        self.entered.connect(self._explain)
        model.modelReset.connect(self.fit)
        theme.changed.connect(self.fit)
        self.fit()

    @property
    def _model(self) -> RosterModel:
        model = self.model()
        assert isinstance(model, RosterModel)
        return model

    def show_pictures(self, pictures: Mapping[str, QPixmap]) -> None:
        """Show these portraits, by their ids."""
        self.rows.pictures = pictures
        self.viewport().update()

    # Sorting

    def sort_next(self, column: int) -> None:
        """Sort by a column; by the same again the other way round, then in the group's order."""
        model = self._model
        if model.sorted_by != column:
            self.sort(column, falling=len(FIXED) <= column < GEAR or column in (2, 3))
        elif model.falling == (len(FIXED) <= column < GEAR or column in (2, 3)):
            self.sort(column, falling=not model.falling)
        else:
            self.sort(-1)

    def sort(self, column: int, *, falling: bool = False) -> None:
        """Sort by a column, -1 for the group's own order; keep what is chosen."""
        chosen, at = self._model.id_at(self.currentIndex().row()), self.currentIndex().column()
        self._model.sort_by(column, falling=falling)
        row = self._model.row_of(chosen)
        if row >= 0:
            self.setCurrentIndex(self._model.index(row, at))

    # What is said

    def _explain(self, index: Index) -> None:
        if index.isValid():
            row = self._model.row_at(index.row())
            self.explained.emit(row.why[index.column()])

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._explain(current)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            if index.isValid():
                row = self._model.row_at(index.row())
                text = self.rows.hover(row, index.column(), self.visualRect(index), event.pos())
                QToolTip.showText(event.globalPos(), plain(text), self.viewport())
                return True
        return super().viewportEvent(event)

    def entry_under(self, where: QPoint) -> str:
        """Return the name of the entry at a point: a type, a piece of gear, a skill, an injury."""
        index = self.indexAt(where)
        if not index.isValid():
            return ""
        row, column = self._model.row_at(index.row()), index.column()
        if column < 2:
            return row.type if self._on_type(index, where) else ""
        mark = self.rows.mark_at(row, column, self.visualRect(index), where)
        return mark.entry if mark is not None else ""

    def _on_type(self, index: Index, where: QPoint) -> bool:
        """Return whether a type stands at a point: below the name, or in its own column."""
        cell = self.visualRect(index)
        if self.rows.two_lines(cell.height() - self.rows.gap(self.pitch())):
            return where.y() > cell.top() + cell.height() * 11 // 20
        return index.column() == 1

    # Size

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(420), self.theme.px(HEAD + ROW_LEAST * 3))

    def height_for(self, rows: int, each: int) -> int:
        """Return the height in which so many rows are seen, each so high at 100 %."""
        return self.theme.px(HEAD) + rows * self.theme.px(each) + self.theme.px(4)

    def fit(self) -> None:
        """Fit columns and rows to the room there is."""
        theme, header = self.theme, self.horizontalHeader()
        width = self.viewport().width()
        in_words = width < theme.px(IN_WORDS_BELOW)
        self.rows.in_words = self._model.short = in_words
        header.setFixedHeight(theme.px(HEAD))
        numbers = theme.px(32) if in_words else min(theme.px(56), max(theme.px(40), width // 25))
        fixed = (
            {2: theme.px(30), 3: theme.px(36)} if in_words else {2: theme.px(34), 3: theme.px(84)}
        )
        keyword = 0 if width < theme.px(KEYWORD_FROM) else theme.px(KEYWORD_WIDE)
        figures = GEAR - len(FIXED)
        rest = width - numbers * figures - sum(fixed.values()) - keyword
        short = theme.px(PORTRAIT + NAME_LEAST) - rest
        if in_words and short > 0:  # a name is worth more than the air around figures
            narrower = min(-(-short // figures), numbers - theme.px(FIGURE_LEAST))
            numbers -= narrower
            rest += narrower * figures
        if in_words:
            kind = rest * 2 // 5 if rest >= theme.px(300) else 0
            wide = [rest - kind, kind]
            gear = traits = 0
        else:
            room = width - keyword
            gear = theme.px(118 if room < theme.px(1100) else 190 if room < theme.px(1400) else 240)
            widest = theme.px(300 if room < theme.px(1100) else 380)
            share = 9 if room < theme.px(1100) else 10 if room < theme.px(1400) else 12
            block = min(widest, max(theme.px(PORTRAIT + 120), (rest - gear) * share // 20))
            if not self.rows.two_lines(self.pitch() - self.rows.gap(self.pitch())):
                # Name and type stand beside each other: they need more.
                block += max(0, min(theme.px(NAMED_MORE), rest - gear - block - self._chips_room()))
                named = self._gear_named()
                if room >= theme.px(1400):
                    gear = max(gear, min(named, (rest + gear - block) // 2))
                self.rows.names_gear = 0 < named <= gear
            kind = min(theme.px(104), (block - theme.px(PORTRAIT)) // 2)
            wide = [block - kind, kind]
            traits = max(1, rest - gear - block)
        with QSignalBlocker(
            header
        ):  # for each column the rows would be drawn again, a moment later
            for n in range(self._model.columnCount()):
                header.setSectionResizeMode(n, QHeaderView.ResizeMode.Fixed)
            for column, size in ((0, wide[0]), *fixed.items()):
                header.resizeSection(column, size)
            for column in range(len(FIXED), GEAR):
                header.resizeSection(column, numbers)
            if header.visualIndex(KEYWORD) != 2:
                header.moveSection(header.visualIndex(KEYWORD), 2)
            for column, size in ((1, wide[1]), (KEYWORD, keyword), (GEAR, gear), (TRAITS, traits)):
                self.setColumnHidden(column, not size)
                if size:
                    header.resizeSection(column, size)
        self.viewport().update()
        self.verticalHeader().setDefaultSectionSize(self.pitch())
        stacked = self.rows.two_lines(self.pitch() - self.rows.gap(self.pitch()))
        if stacked != self._model.stacked:
            self._model.stacked = stacked
            self._model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 1)

    def _gear_named(self) -> int:
        """Return how wide gear is with its names beside its pictograms."""
        rows = (self._model.row_at(n) for n in range(self._model.rowCount()))
        return max((self.rows.gear_named(row) for row in rows), default=0)

    def _chips_room(self) -> int:
        """Return how wide injuries and skills have to be at least."""
        theme, model = self.theme, self._model
        chips = (self.rows.chips_least(model.row_at(n)) for n in range(model.rowCount()))
        return min(theme.px(TRAITS_MANY), max(theme.px(TRAITS_LEAST), *chips, 0))

    def pitch(self) -> int:
        """Return how high a row is with the gap below it: all rows are in sight where they can
        be."""
        theme = self.theme
        if self.rows.in_words:
            return theme.px(ROW_IN_WORDS)
        rows = max(1, self._model.rowCount())
        most = min(theme.px(ROW_MOST), self.viewport().height() // rows)
        return max(theme.px(ROW_LEAST), most)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the rows first: Qt would show a scroll bar for those of the size before, and all would
        be drawn again without it."""
        self.fit()
        super().resizeEvent(event)

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            model, current = self._model, self.currentIndex()
            gap = self.rows.gap(self.pitch())
            for row in range(model.rowCount()):
                top, height = self.rowViewportPosition(row), self.rowHeight(row)
                area = QRect(0, top, self.viewport().width(), height - gap)
                if not area.intersects(event.rect()):
                    continue
                columns = [
                    QRect(self.columnViewportPosition(n), top, self.columnWidth(n), area.height())
                    for n in range(model.columnCount())
                ]
                chosen = row == current.row()
                cell = current.column() if chosen and self.hasFocus() else -1
                look = Look(chosen, row == self._aim and not self._moving, cell)
                self.rows.paint(painter, model.row_at(row), area, columns, look)
            if self._moving and self._aim >= 0:
                self._draw_place(painter)

    def _draw_place(self, painter: QPainter) -> None:
        """Draw the line where the dragged member would stand."""
        top, thick = self.rowViewportPosition(self._aim), self.theme.px(3)
        if self._aim > self.currentIndex().row():
            top += self.rowHeight(self._aim) - self.rows.gap(self.pitch())
        line = QRect(0, max(0, top - thick // 2), self.viewport().width(), thick)
        painter.fillRect(line, self.theme.colour("accent"))

    # Drags

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag the chosen member, seen as their row, to another place."""
        index = self.currentIndex()
        if not self._model.can_move(index.row()):
            return
        drag = QDrag(self)
        drag.setMimeData(self._model.mimeData([index]))
        row = QRect(0, self.rowViewportPosition(index.row()), self.theme.px(320), self.pitch())
        drag.setPixmap(self.viewport().grab(row))
        drag.setHotSpot(QPoint(self.theme.px(24), self.pitch() // 2))
        drag.exec(Qt.DropAction.MoveAction)

    # Drops

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        super().dragEnterEvent(event)
        self._take_aim(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)
        self._take_aim(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._aim_at(-1)

    def dropEvent(self, event: QDropEvent) -> None:
        super().dropEvent(event)
        self._aim_at(-1)

    def _take_aim(self, event: QDragMoveEvent) -> None:
        self._moving = event.mimeData().hasFormat(MEMBER_TYPE)
        self._aim_at(self.indexAt(event.position().toPoint()).row() if event.isAccepted() else -1)

    def _aim_at(self, row: int) -> None:
        """Mark the row that gear or a member would be dropped on."""
        if row != self._aim:
            self._aim = row
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit(self.currentIndex())
            return
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()))
        if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.stepped.emit(step)
            return
        super().keyPressEvent(event)
