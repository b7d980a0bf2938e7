"""One of several options to press: what it is, what it does, and its chance."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton

from lastdays.language import _
from lastdays.procedure.asks import Option
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import typed

_WRAPPED = int(Qt.TextFlag.TextWordWrap) | int(
    Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
)


@lru_cache(maxsize=20)
def _made(family: str, larger: int, smaller: int) -> tuple[QFont, QFont]:
    """Return the fonts of the name and of what is said of it, made once."""
    name, small = QFont(family), QFont(family)
    name.setPixelSize(larger)
    name.setWeight(QFont.Weight.DemiBold)
    small.setPixelSize(smaller)
    return name, small


class OptionButton(QPushButton):
    """A row: its number, a pictogram, the option, what speaks for or against it, its chance."""

    def __init__(
        self, theme: Theme, option: Option, number: int = 0, drawing: str = "", *, now: bool = False
    ) -> None:
        """Make the row; `number` is the digit that presses it, `now` marks the present answer."""
        super().__init__()
        self.theme = theme
        self.option = option
        self.number = number
        self.drawing = drawing
        self.now = now
        self.chance = self.event_name = ""
        #: Whether room is kept for a chance.
        self.kept = False
        #: Where the words lie, by what they were measured for.
        self._laid: dict[tuple[object, ...], tuple[QRect, QRect]] = {}
        #: How high the row is, by its width and what else that hangs on.
        self._heights: dict[tuple[object, ...], int] = {}
        self.setProperty("kind", "option")
        self.setAutoDefault(False)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        said = option.label if not option.detail else f"{option.label}  ·  {option.detail}"
        self.setAccessibleName(said)
        self.setToolTip(plain(said))
        self._said = (f"&{number}  " if number else "") + typed(said)
        if now:
            self._said = _("{option}  ← now").format(option=self._said)
        self.setText(self._said)

    def show_chance(self, chance: str, event_name: str) -> None:
        """Write a chance at the end of the row, with the event it is of."""
        self.chance, self.event_name = chance, event_name
        both = _("{chance} {event}").format(chance=chance, event=event_name)
        self.setText(f"{self._said}   —   {both}")
        self.setAccessibleDescription(both)
        self.update()

    def _fonts(self) -> tuple[QFont, QFont]:
        return _made(self.theme.body, self.theme.px(16), self.theme.px(14))

    def _room(self, width: int) -> QRect:
        """Return where the words stand in a row of a width."""
        px = self.theme.px
        left = px(12) + (px(18) if self.number else 0) + (px(30) if self.drawing else 0)
        right = px(12) + (px(120) if self.kept else 0)
        return QRect(left, px(7), max(px(60), width - left - right), 10_000)

    def _lines(self, width: int) -> tuple[QRect, QRect]:
        """Return the room of the name and of what is said of it."""
        room = self._room(width)
        measured = (room.left(), room.width(), self.theme.body, self.theme.px(100))
        if measured not in self._laid:
            self._laid[measured] = self._lay(room)
        first, second = self._laid[measured]
        return QRect(first), QRect(second)

    def _lay(self, room: QRect) -> tuple[QRect, QRect]:
        """Measure the name and what is said of it: a layout asks for them over and over."""
        name, small = self._fonts()
        shown = self._name()
        first = QFontMetrics(name).boundingRect(room, _WRAPPED, shown)
        first.setLeft(room.left())
        second = QRect()
        if self.option.detail:
            below = room.translated(0, first.height() + self.theme.px(1))
            second = QFontMetrics(small).boundingRect(below, _WRAPPED, self.option.detail)
            second.setWidth(room.width())
        first.setWidth(room.width())
        return first, second

    def _name(self) -> str:
        label = self.option.label
        return _("{option}  ← now").format(option=label) if self.now else label

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        """Return how high it is at a width: layouts ask for that hundreds of times."""
        asked = (width, self.kept, self.theme.percent, self.theme.body)
        if asked not in self._heights:
            first, second = self._lines(width)
            bottom = max(first.bottom(), second.bottom() if self.option.detail else 0)
            self._heights[asked] = max(self.theme.px(38), bottom + self.theme.px(8))
        return self._heights[asked]

    def sizeHint(self) -> QSize:
        width = self.theme.px(320)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(150), self.theme.px(38))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            option = QStyleOptionButton()
            self.initStyleOption(option)
            option.text = ""
            self.style().drawControl(
                QStyle.ControlElement.CE_PushButtonBevel, option, painter, self
            )
            px, theme = self.theme.px, self.theme
            name, small = self._fonts()
            middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
            left = px(12)
            height = self.height()
            if self.number:
                painter.setFont(small)
                painter.setPen(theme.colour("faint_text"))
                painter.drawText(QRect(left, 0, px(18), height), middle, str(self.number))
                left += px(18)
            if self.drawing:
                drawn = theme.pixmap(self.drawing, "text", 22)
                painter.drawPixmap(left, (height - px(22)) // 2, px(22), px(22), drawn)
            first, second = self._lines(self.width())
            if not self.option.detail:
                first.moveTop((height - first.height()) // 2)
            painter.setFont(name)
            painter.setPen(theme.colour("text"))
            painter.drawText(first, _WRAPPED, self._name())
            if self.option.detail:
                painter.setFont(small)
                painter.setPen(theme.colour("faint_text"))
                painter.drawText(second, _WRAPPED, self.option.detail)
            if self.chance:
                self._paint_chance(painter, small)

    def _paint_chance(self, painter: QPainter, small: QFont) -> None:
        px, theme = self.theme.px, self.theme
        figure = QFont(theme.heading)
        figure.setPixelSize(px(19))
        figure.setWeight(QFont.Weight.DemiBold)
        room = QRect(self.width() - px(128), 0, px(116), self.height())
        half = self.height() // 2
        right = Qt.AlignmentFlag.AlignRight
        painter.setFont(figure)
        painter.setPen(theme.colour("accent_text"))
        above = room.adjusted(0, 0, 0, -(self.height() - half) + px(3))
        painter.drawText(above, int(right | Qt.AlignmentFlag.AlignBottom), self.chance)
        small = QFont(small)
        small.setPixelSize(px(12))
        painter.setFont(small)
        painter.setPen(theme.colour("faint_text"))
        below = room.adjusted(0, half + px(2), 0, 0)
        words = QFontMetrics(small).elidedText(
            self.event_name, Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(below, int(right | Qt.AlignmentFlag.AlignTop), words)
