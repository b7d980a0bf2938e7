"""A table whose rows are surfaces: painted titles, figures, chips, links and bars."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from lastdays.ui.models.cells import FIRST, CellModel, CellRole, Chip, PaintedCell, RowRole
from lastdays.ui.models.keyed import Index
from lastdays.ui.theme import Theme

#: Lengths in pixels at 100 %: a row with a line beneath, one without, between rows, the edge.
TALL, LOW, GAP, EDGE = 46, 32, 3, 5
#: Free on both sides of a cell; the side of a pictogram; the height of a chip.
PAD, DRAWING, CHIP = 8, 22, 24
#: The stretching column is never narrower where it would be wider, a bar of a chance neither; what
#: is written over two lines gives way no further.
LEAST, BAR, TWO_LINES = 150, 120, 100
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def cell_font(theme: Theme, kind: str) -> QFont:
    """Return the font of a kind of cell; 'beneath' and 'chip' are the small ones."""
    font = QFont(theme.heading if kind in ("title", "figure") else theme.body)
    sizes = {"title": 19, "figure": 20, "beneath": 13, "chip": 13}
    font.setPixelSize(theme.px(sizes.get(kind, 15)))
    if kind in ("title", "figure"):
        font.setWeight(QFont.Weight.DemiBold)
    return font


class _PaintedDelegate(QStyledItemDelegate):
    """Paints what is in a cell; the surface of the row is the view's."""

    def __init__(self, theme: Theme, view: CellTable) -> None:
        super().__init__(view)
        self.theme = theme
        self.view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell = index.data(CellRole)
        pad = self.theme.px(PAD)
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
                self._text(painter, rect, cell, linked=self.view.is_hot(index))
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
        if cell.kind in ("words", "link") and self.view.tall and not cell.beneath:
            self._lines(painter, rect, cell.text, font, cell.token)
            return
        centre = cell.kind == "figure"
        self._line(painter, upper, cell.text, font, cell.token, centre=centre)

    def _lines(self, painter: QPainter, rect: QRect, text: str, font: QFont, token: str) -> None:
        """Write a text over two lines where one is too short for it."""
        metrics = QFontMetrics(font)
        both, mode = int(_LEFT | Qt.TextFlag.TextWordWrap), Qt.TextElideMode.ElideRight
        if metrics.horizontalAdvance(text) > rect.width() * 3 // 2:
            text = metrics.elidedText(text, mode, rect.width() * 3 // 2)
        if metrics.boundingRect(rect, both, text).height() > rect.height():
            text = metrics.elidedText(text, mode, rect.width())  # its words do not share two lines
        painter.setFont(font)
        painter.setPen(self.theme.colour(token))
        painter.drawText(rect, both, text)

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
        left, high = rect.left(), theme.px(CHIP)
        room = rect.width() // len(chips) if chips else 0
        for chip in chips:
            roomy = chip_width(theme, chip, chip.text) + theme.px(6) <= max(
                room, chip_width(theme, chip, chip.short)
            )
            text = chip.text if roomy else chip.short
            wide = chip_width(theme, chip, text)
            box = QRect(left, rect.top() + (rect.height() - high) // 2, wide, high)
            painter.setPen(theme.colour(chip.token))
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            inner = box.adjusted(theme.px(6), 0, -theme.px(6), 0)
            if chip.drawing:
                side = theme.px(16)
                top = box.top() + (high - side) // 2
                painter.drawPixmap(inner.left(), top, theme.pixmap(chip.drawing, chip.token, 16))
                inner.setLeft(inner.left() + side + theme.px(4))
            self._line(painter, inner, text, font, chip.token)
            left += wide + theme.px(6)

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


def chips_width(theme: Theme, chips: tuple[Chip, ...], *, short: bool = False) -> int:
    """Return how wide a cell of these chips would like to be; `short` is the least."""
    widths = [chip_width(theme, chip, chip.short if short else chip.text) for chip in chips]
    return 2 * theme.px(PAD) + len(chips) * (max(widths, default=0) + theme.px(7))


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


def least_width(view: CellTable, column: int, wanted: int) -> int:
    """Return how narrow a column may become: its heading breaks between words only, and what is
    written over two lines has the room of the longer one, as a date has."""
    model, px = view.model(), view.theme.px
    assert isinstance(model, CellModel)
    metrics = view.heading_metrics()
    words = model.headings[column].replace("–", "– ").split()
    longest = max((metrics.horizontalAdvance(word) for word in words), default=0)
    least = max(px(40), longest + 2 * px(PAD))
    if view.tall and any(row.cells[column].kind == "words" for row in model.rows.made):
        least = max(least, min(px(TWO_LINES), wanted * 3 // 4))
    return min(least, max(px(40), wanted))


class CellTable(QTableView):
    """Rows one goes through by arrow key; `chosen` carries a row's key, `taken` the key and the
    column of an Enter, a double click, or a click on a link.

    A row is as high as what is in it, a column as wide; the one that stretches takes the rest.
    """

    chosen = Signal(str)
    taken = Signal(str, int)

    def __init__(
        self,
        model: CellModel,
        name: str,
        theme: Theme,
        stretch: int = 0,
        *,
        tall: bool = False,
        least_rows: int = 3,
        fits: bool = False,
        most: int = 0,
    ) -> None:
        """Make the table; with `fits` it asks for the height of all its rows. `most` is how wide
        the column that stretches may grow, in pixels at 100 %; the others share what is left."""
        super().__init__()
        self.most = most
        self.theme, self.stretch = theme, stretch
        self.tall, self.least_rows, self.fits = tall, least_rows, fits
        self._hover: tuple[int, int] = (-1, -1)
        self.setModel(model)
        self.setItemDelegate(_PaintedDelegate(theme, self))
        self.setProperty("kind", "rows")
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(20)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setVisible(any(model.headings))
        if fits:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._measured: set[str] = set()
        model.modelReset.connect(self._measure)
        self.verticalScrollBar().valueChanged.connect(self._come_in_sight)
        theme.changed.connect(self._measure)
        self.doubleClicked.connect(self._double_clicked)
        self.clicked.connect(self._clicked)
        self._measure()

    def _cells(self) -> CellModel:
        model = self.model()
        assert isinstance(model, CellModel)
        return model

    # Measures

    def _row_height(self) -> int:
        return self.theme.px((TALL if self.tall else LOW) + GAP)

    def _height_of(self, rows: int) -> int:
        header = self.horizontalHeader()
        high = max(header.minimumHeight(), header.sizeHint().height())
        top = high if header.isVisibleTo(self) else 0
        return top + rows * self._row_height() + 2 * self.frameWidth() + 2

    def minimumSizeHint(self) -> QSize:
        rows = self._cells().rowCount()
        least = min(rows, self.least_rows) if self.fits else self.least_rows
        return QSize(self.theme.px(LEAST), self._height_of(least))

    def sizeHint(self) -> QSize:
        rows = self._cells().rowCount() if self.fits else self.least_rows
        return QSize(self.theme.px(LEAST), self._height_of(rows))

    def _measure(self) -> None:
        """Give rows and columns the room of what is in them."""
        theme, model = self.theme, self._cells()
        self.verticalHeader().setDefaultSectionSize(self._row_height())
        first, last = self._in_sight()
        for n in range(first, last):
            model.rows[n]  # is made now, where it is yet to come
        self._measured = {row.key for row in model.rows.made}
        metrics = self.heading_metrics()
        self._wanted: list[int] = []
        self._short: dict[int, int] = {}
        self._least: list[int] = []
        self._filled: list[int] = []
        for column in range(model.columnCount()):
            head = metrics.horizontalAdvance(model.headings[column]) + 2 * theme.px(PAD)
            edge = 0 if column else theme.px(EDGE)
            cells = [row.cells[column] for row in model.rows.made]
            wide = max((cell_width(theme, cell) + edge for cell in cells), default=0)
            self._wanted.append(max(head, wide))
            self._least.append(least_width(self, column, max(head, wide)))
            self._filled.append(max(self._least[-1], wide))
            chips = [cell.chips for cell in cells]
            if any(chips):
                self._short[column] = max(
                    metrics.horizontalAdvance(model.headings[column]) + 2 * theme.px(PAD),
                    *(chips_width(theme, found, short=True) for found in chips),
                )
        self._share()
        self.updateGeometry()

    def _in_sight(self) -> tuple[int, int]:
        """Return the first row that is in sight, and the one after the last: a window shows no more
        than one screen of them before it is laid out."""
        rows = self._cells().rowCount()
        if self.isVisible():
            first = max(0, self.rowAt(0))
            high = min(self.viewport().height(), self.window().height())
            return first, min(rows, first + high // self._row_height() + 2)
        return 0, min(rows, FIRST)

    def _come_in_sight(self) -> None:
        """Give rows that have just come in sight the room of what is in them."""
        model = self._cells()
        first, last = self._in_sight()
        if any(model.key_at(n) not in self._measured for n in range(first, last)):
            self._measure()

    def _share(self) -> None:
        """Share the width: where it is short, the widest of the others give way."""
        room = self.viewport().width()
        others = [n for n in range(len(self._wanted)) if n != self.stretch]
        widths = {n: self._wanted[n] for n in others}
        floors, own = self._least, self._wanted[self.stretch]
        free = room - max(floors[self.stretch], min(self.theme.px(LEAST), own))
        for n, least in self._short.items():
            if n in widths:
                widths[n] = max(least, min(widths[n], widths[n] + free - sum(widths.values())))
        # Headings that are wider than what is below them break first.
        for n in sorted(others, key=lambda n: self._filled[n] - self._wanted[n]):
            over = max(0, sum(widths.values()) - free)
            widths[n] -= min(over, max(0, widths[n] - self._filled[n]))
        while (over := sum(widths.values()) - free) > 0:
            giving = sorted((n for n in others if widths[n] > floors[n]), key=lambda n: widths[n])
            if not giving:
                break
            rest = widths[giving[-2]] if len(giving) > 1 else 0
            widest = giving[-1]
            widths[widest] = max(floors[widest], rest - 1, widths[widest] - over)
        left = max(self.theme.px(40), room - sum(widths.values()))
        own = max(self.theme.px(self.most), self._wanted[self.stretch]) if self.most else left
        more, first = divmod(max(0, left - own), max(1, len(others)))
        for n in others:
            widths[n] += more
        widths[self.stretch] = min(left, own) + first
        for column, wide in widths.items():
            self.horizontalHeader().resizeSection(column, wide)
        self._fit_headings(widths)

    def heading_metrics(self) -> QFontMetrics:
        """Return how wide the words of the head are."""
        heading = QFont(self.theme.heading)
        heading.setPixelSize(self.theme.px(15))
        return QFontMetrics(heading)

    def _fit_headings(self, widths: dict[int, int]) -> None:
        """Give headings that are wider than their column a second line."""
        metrics, header, headings = self.heading_metrics(), self.horizontalHeader(), self._cells()
        pad = 2 * self.theme.px(PAD)
        broken = any(
            metrics.horizontalAdvance(headings.headings[column]) + pad > wide
            for column, wide in widths.items()
        )
        header.setMinimumHeight(2 * metrics.lineSpacing() + self.theme.px(6) if broken else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    # What is chosen

    def key(self, row: int) -> str:
        """Return the key of a row."""
        return self._cells().key_at(row)

    def current_key(self) -> str:
        """Return the key of the row one is in, '' where there is none."""
        return self.key(self.currentIndex().row())

    def choose(self, key: str) -> None:
        """Go to the row with a key."""
        row = self._cells().row_of(key)
        if row >= 0:
            column = max(0, self.currentIndex().column())
            self.setCurrentIndex(self._cells().index(row, column))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        if current.isValid() and current.row() != previous.row():
            self.chosen.emit(self.key(current.row()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        first = self._cells().index(0, 0)
        if first.isValid() and not self.currentIndex().isValid():
            self.setCurrentIndex(first)

    def _is_link(self, index: Index) -> bool:
        cell = index.data(CellRole) if index.isValid() else None
        return isinstance(cell, PaintedCell) and cell.kind == "link"

    def is_hot(self, index: Index) -> bool:
        """Return whether a link is under the mouse, or has the keyboard."""
        if not self._is_link(index):
            return False
        focused = self.hasFocus() and index == self.currentIndex()
        return focused or (index.row(), index.column()) == self._hover

    def _clicked(self, index: Index) -> None:
        if self._is_link(index):
            self.taken.emit(self.key(index.row()), index.column())

    def _double_clicked(self, index: Index) -> None:
        if not self._is_link(index):
            self.taken.emit(self.key(index.row()), index.column())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.current_key():
                self.taken.emit(self.current_key(), self.currentIndex().column())
            return
        super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point_at(event.position().toPoint())

    def _point_at(self, where: QPoint) -> None:
        index = self.indexAt(where)
        here = (index.row(), index.column())
        if here != self._hover:
            self._hover = here
            shapes = Qt.CursorShape.ArrowCursor, Qt.CursorShape.PointingHandCursor
            self.viewport().setCursor(shapes[self._is_link(index)])
            self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover = (-1, -1)
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page where there is nothing to scroll here."""
        if self.verticalScrollBar().maximum() > 0:
            super().wheelEvent(event)
        else:
            event.ignore()

    # The surfaces

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for row in range(*self._in_sight()):
                top, high = self.rowViewportPosition(row), self.rowHeight(row)
                if top + high >= 0 and top <= self.viewport().height():
                    rect = QRect(0, top, self.viewport().width(), high - self.theme.px(GAP))
                    self._surface(painter, rect, row)
        super().paintEvent(event)

    def _surface(self, painter: QPainter, rect: QRect, row: int) -> None:
        theme, here = self.theme, row == self.currentIndex().row()
        ground = "select" if here else "raised" if row == self._hover[0] else "panel"
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(ground))
        painter.drawRoundedRect(rect, theme.px(6), theme.px(6))
        edge = self._cells().index(row, 0).data(RowRole).edge
        if edge:
            painter.save()
            painter.setClipRect(QRect(rect.left(), rect.top(), theme.px(EDGE), rect.height()))
            painter.setBrush(theme.colour(edge))
            painter.drawRoundedRect(rect, theme.px(6), theme.px(6))
            painter.restore()
        if here and self.hasFocus():
            painter.setPen(theme.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(ring, theme.px(6), theme.px(6))
