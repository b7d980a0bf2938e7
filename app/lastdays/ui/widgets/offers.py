"""Rows of what can be taken, found by their drawing, and the limits that fill."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from lastdays.model.limits import Limit
from lastdays.rulebook import pictograms
from lastdays.ui.models.offers import OfferRole, OfferRow, OffersModel
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Wrapped
from lastdays.ui.widgets.views import ChoiceTable

Index = QModelIndex | QPersistentModelIndex
#: Height of a row, of a limit, and widths, in pixels at 100 %.
ROW, LIMIT, EDGE, DRAWING, SMALL = 38, 30, 5, 24, 20
#: A name needs so much, and figures stand at most so much further apart where there is room.
NAME, APART = 280, 56


def _font(family: str, size: int, *, bold: bool = False) -> QFont:
    font = QFont(family)
    font.setPixelSize(size)
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


class _OfferDelegate(QStyledItemDelegate):
    """Paints an offer: Keyword edge, drawing, name with a line below; figures beside it."""

    def __init__(self, theme: Theme, view: ChoiceTable) -> None:
        super().__init__(view)
        self.theme = theme

    def figure_font(self, *, large: bool) -> QFont:
        return _font(self.theme.heading, self.theme.px(22 if large else 17), bold=True)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        theme = self.theme
        text = str(index.data() or "")
        if index.column() == 0:
            width = QFontMetrics(_font(theme.body, theme.px(15), bold=True)).horizontalAdvance(text)
            return QSize(width + theme.px(52), theme.px(ROW))
        large = index.column() == index.model().columnCount() - 1
        metrics = QFontMetrics(self.figure_font(large=large))
        return QSize(metrics.horizontalAdvance(text) + theme.px(6), theme.px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        offer = index.data(OfferRole)
        if not isinstance(offer, OfferRow):
            return
        theme, rect = self.theme, option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.colour("select"))
        elif offer.fresh:
            painter.fillRect(rect, theme.colour("raised"))
        if index.column() == 0:
            self._paint_name(painter, rect, offer)
        else:
            large = index.column() == index.model().columnCount() - 1
            painter.setFont(self.figure_font(large=large))
            painter.setPen(theme.colour("faint_text" if offer.why_not else "text"))
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), str(index.data() or ""))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()

    def _paint_name(self, painter: QPainter, rect: QRect, offer: OfferRow) -> None:
        theme = self.theme
        px = theme.px
        dim = bool(offer.why_not) and not offer.taken
        if offer.edge:
            edge = QRect(rect.left(), rect.top() + 1, px(EDGE), rect.height() - 2)
            painter.fillRect(edge, theme.colour(f"keyword_{offer.edge}"))
        x = rect.left() + px(EDGE + 5)
        if offer.drawing:
            token = "accent_text" if offer.taken else "faint_text" if dim else "text"
            middle = rect.top() + (rect.height() - px(DRAWING)) // 2
            painter.drawPixmap(x, middle, theme.pixmap(offer.drawing, token, DRAWING))
            x += px(DRAWING + 6)
        right = self._paint_end(painter, rect, offer)
        room = QRect(x, rect.top(), max(1, right - x), rect.height())
        name = QRect(room)
        if offer.below:
            name.setHeight(rect.height() * 5 // 9)
            below = room.adjusted(0, rect.height() // 2, 0, -px(1))
            font = _font(theme.body, px(13))
            painter.setFont(font)
            painter.setPen(theme.colour("accent_text" if offer.why_not else "faint_text"))
            self._text(painter, below, offer.below)
        painter.setFont(_font(theme.body, px(15), bold=True))
        painter.setPen(theme.colour("faint_text" if dim else "text"))
        self._text(painter, name, offer.cells[0], Qt.TextElideMode.ElideMiddle)

    def _paint_end(self, painter: QPainter, rect: QRect, offer: OfferRow) -> int:
        """Paint what stands at the end of the name; return where it begins."""
        theme, right = self.theme, rect.right() - self.theme.px(4)
        middle = rect.top() + (rect.height() - theme.px(SMALL)) // 2
        if offer.taken:
            painter.setFont(self.figure_font(large=False))
            text = f"× {offer.taken}"
            width = QFontMetrics(painter.font()).horizontalAdvance(text) + theme.px(4)
            painter.setPen(theme.colour("accent_text"))
            room = QRect(right - width, rect.top(), width, rect.height())
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), text)
            right -= width
        if offer.pack:
            right -= theme.px(SMALL + 2)
            badge = theme.pixmap(pictograms.token("pack"), "accent_text", SMALL)
            painter.drawPixmap(right, middle, badge)
        for drawing in reversed(offer.drawings):
            right -= theme.px(SMALL + 2)
            painter.drawPixmap(right, middle, theme.pixmap(drawing, "text", SMALL))
        return right - theme.px(4)

    @staticmethod
    def _text(
        painter: QPainter,
        room: QRect,
        text: str,
        cut_at: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        metrics = QFontMetrics(painter.font())
        cut = metrics.elidedText(text, cut_at, room.width())
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, int(side), cut)


class OffersTable(ChoiceTable):
    """A table of offers. `pressed_on` carries the key of a row that was pressed with the mouse,
    `given_back` that of one on which Delete or minus was pressed."""

    pressed_on = Signal(str)
    given_back = Signal(str)

    def __init__(self, model: OffersModel, theme: Theme, name: str, rows: int = 5) -> None:
        self.theme = theme
        super().__init__(model, name, least_rows=rows)
        self.setItemDelegate(_OfferDelegate(theme, self))
        self.setAlternatingRowColors(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(lambda index: self.pressed_on.emit(self.key(index.row())))
        self._size_rows()

    def _size_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self.theme.px(ROW))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._size_rows()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._stale = True
            self._soon.start()

    def _measure(self) -> None:
        """Give the figures the width that the names don't need."""
        super()._measure()
        header, px = self.horizontalHeader(), self.theme.px
        figures = range(1, self.model().columnCount())
        spare = header.sectionSize(0) - px(NAME)
        if self._stale or spare <= 0:
            return
        for n in figures:
            more = min(spare // len(figures), px(APART))
            header.resizeSection(n, header.sectionSize(n) + more)

    def minimumSizeHint(self) -> QSize:
        """Return the height of its least rows and no more, so that whole rows are never below it."""
        px = self.theme.px
        head = self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth()
        return QSize(px(230), px(ROW) * self.least_rows + head)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() in (keys.Key_Delete, keys.Key_Backspace, keys.Key_Minus):
            self.given_back.emit(self.current_key())
        elif event.key() == keys.Key_Plus:
            self.taken.emit(self.current_key())
        else:
            super().keyPressEvent(event)


class Note(Wrapped):
    """Faint text with room for so many lines, so that nothing below it moves."""

    def __init__(self, lines: int) -> None:
        super().__init__()
        self._lines = lines
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", "faint")
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

    def heightForWidth(self, width: int) -> int:
        return max(super().heightForWidth(width), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self.fontMetrics().lineSpacing() * self._lines)


class Reserved(QScrollArea):
    """Holds text that comes and goes in room for so many lines; more of it is scrolled to. With
    `middle` less of it stands in the middle, in line with what is beside it."""

    def __init__(self, text: QLabel, lines: int, *, middle: bool = False) -> None:
        super().__init__()
        self._text, self._lines, self._middle = text, lines, middle
        upright = Qt.AlignmentFlag.AlignVCenter if middle else Qt.AlignmentFlag.AlignTop
        text.setAlignment(upright | Qt.AlignmentFlag.AlignLeft)
        self.setWidget(text)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        """Show other text, from its beginning."""
        self._text.setText(text)
        self._text.setToolTip(plain(text))
        self._fit()
        self.verticalScrollBar().setValue(0)

    def _fit(self) -> None:
        width = self.viewport().width()
        high = self._text.heightForWidth(width)
        self._text.resize(width, max(high, self.viewport().height()) if self._middle else high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(200, self._text.fontMetrics().lineSpacing() * self._lines + 8)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class Meters(QWidget):
    """Limits that fill, two beside each other, in words too. Has room for so many always."""

    def __init__(self, theme: Theme, name: str, room_for: int = 8) -> None:
        super().__init__()
        self.theme = theme
        self._lines = (room_for + 1) // 2
        self.limits: tuple[Limit, ...] = ()
        self.setProperty("kind", "plain")
        self.setAccessibleName(name)
        theme.changed.connect(self.updateGeometry)

    def show_limits(self, limits: Sequence[Limit]) -> None:
        """Show limits; those there is no room for are left to the sentences."""
        if tuple(limits) != self.limits:
            self.limits = tuple(limits)
            text = "\n".join(limit.text for limit in limits)
            self.setToolTip(plain(text))
            self.setAccessibleDescription(text)
            self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(220), self.theme.px(LIMIT) * self._lines)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            px = self.theme.px
            half = (self.width() - px(12)) // 2
            for n, limit in enumerate(self.limits[: self._lines * 2]):
                left = (n % 2) * (half + px(12))
                self._paint(painter, QRect(left, n // 2 * px(LIMIT), half, px(LIMIT)), limit)

    def name_font(self, name: str, room: int) -> QFont:
        """Return the letters of a limit's name: smaller ones where it would be cut."""
        fonts = [_font(self.theme.body, self.theme.px(size)) for size in (14, 13, 12)]
        fits = (f for f in fonts if QFontMetrics(f).horizontalAdvance(name) <= room)
        return next(fits, fonts[-1])

    def _paint(self, painter: QPainter, rect: QRect, limit: Limit) -> None:
        theme = self.theme
        px = theme.px
        figure = f"{limit.count}/{limit.most}" + (" !" if limit.over else "")  # not colour alone
        font = _font(theme.heading, px(17), bold=True)
        painter.setFont(font)
        width = QFontMetrics(font).horizontalAdvance(figure) + px(2)
        words = rect.adjusted(0, 0, 0, -px(9))
        painter.setPen(theme.colour("harm_text" if limit.over else "text"))
        sides = Qt.AlignmentFlag
        painter.drawText(words, int(sides.AlignRight | sides.AlignVCenter), figure)
        words.setRight(words.right() - width)
        painter.setFont(self.name_font(limit.name, words.width()))
        painter.setPen(theme.colour("faint_text"))
        mode = Qt.TextElideMode.ElideRight
        name = painter.fontMetrics().elidedText(limit.name, mode, words.width())
        painter.drawText(words, int(sides.AlignLeft | sides.AlignVCenter), name)
        bar = QRect(rect.left(), rect.bottom() - px(8), rect.width(), px(5))
        painter.fillRect(bar, theme.colour("line"))
        share = min(1.0, limit.count / limit.most) if limit.most else float(bool(limit.count))
        token = "harm" if limit.over else "accent" if share == 1.0 else "well"
        bar.setWidth(round(bar.width() * share))
        painter.fillRect(bar, theme.colour(token))


__all__ = ["Meters", "Note", "OffersTable", "Reserved"]
