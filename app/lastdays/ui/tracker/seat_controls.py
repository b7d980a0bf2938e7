"""What is drawn in a player's panel: counters, marks, and numbers nobody counts."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from lastdays.rulebook.pictograms import token
from lastdays.tabletop.view import ChipView, TokenView
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.tokens import Counter, Hovered, Mark

#: The height of everything that is pressed, at 100 %.
LINE = 36
#: Up to so many boxes are drawn; above it the number.
BOXES = 9
LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)


class Measure(Struct, frozen=True):
    """How large everything in a panel is: the height of a line at 100 %, and whether there is room
    for words beside pictograms."""

    theme: Theme
    line: int = LINE
    words: bool = False

    def px(self, size: float) -> int:
        """Return a length, given for lines of 36 px, in pixels."""
        return self.theme.px(self.size(size))

    def size(self, size: float) -> int:
        """Return a length, given for lines of 36 px, at 100 %."""
        return round(size * self.line / LINE)

    def font(self, size: float, *, heading: bool = True) -> QFont:
        """Return the font of figures and names, or of what is said beside them."""
        made = QFont(self.theme.heading if heading else self.theme.body)
        made.setPixelSize(self.px(size))
        if heading:
            made.setWeight(QFont.Weight.DemiBold)
        return made

    def width(self, text: str, size: float, *, heading: bool = True) -> int:
        """Return how wide a text is."""
        family = self.theme.heading if heading else self.theme.body
        return _width(family, self.px(size), heading, text)


@lru_cache(maxsize=4096)
def _width(family: str, size: int, heavy: bool, text: str) -> int:
    font = QFont(family)
    font.setPixelSize(size)
    if heavy:
        font.setWeight(QFont.Weight.DemiBold)
    return QFontMetrics(font).horizontalAdvance(text)


def text_in(painter: QPainter, rect: QRect, text: str, flags: int = LEFT) -> None:
    """Draw a line of text, cut where its room ends."""
    mode = Qt.TextElideMode.ElideRight
    painter.drawText(rect, flags, QFontMetrics(painter.font()).elidedText(text, mode, rect.width()))


def draw_icon(painter: QPainter, measure: Measure, rect: QRect, icon: str, tone: str) -> None:
    """Draw a pictogram in the middle of a square."""
    size = measure.size(20)
    drawn = measure.theme.pixmap(token(icon), tone, size)
    side = measure.theme.px(size)
    painter.drawPixmap(rect.center() - QPoint(side // 2 - 1, side // 2 - 1), drawn)


def ring(painter: QPainter, measure: Measure, rect: QRect, colour: str, width: float) -> None:
    """Draw a line around a control."""
    line = measure.theme.px(width)
    painter.setPen(QPen(measure.theme.colour(colour), line))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    box = QRectF(rect).adjusted(line / 2, line / 2, -line / 2, -line / 2)
    painter.drawRoundedRect(box, measure.theme.px(5), measure.theme.px(5))


class Seated(Hovered):
    """What lies in a panel: as large as its measure has it, `bare` where the panel draws the
    ground below it, `gone` where its player is out of the game."""

    measure: Measure
    bare = False
    gone = False

    def wanted(self) -> int:
        """Return how wide it is: as wide as it is high, unless it says otherwise."""
        return self.measure.px(LINE)

    def take(self, measure: Measure) -> None:
        """Have it drawn at another size."""
        if measure != self.measure:
            self.measure = measure
            self.update()

    def stand(self, *, bare: bool, gone: bool) -> None:
        """Draw it on its own ground or on the panel's, bright or dim."""
        if (bare, gone) != (self.bare, self.gone):
            self.bare, self.gone = bare, gone
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.wanted(), self.measure.px(LINE))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def ground(self, painter: QPainter) -> None:
        """Draw what is below it."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.bare:
            theme = self.measure.theme
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("panel" if self.gone else "raised"))
            painter.drawRoundedRect(QRectF(self.rect()), theme.px(5), theme.px(5))

    def focus_ring(self, painter: QPainter) -> None:
        """Draw what shows that it has the keyboard."""
        if self.hasFocus():
            ring(painter, self.measure, self.rect(), "accent_text", 2)


class SeatCounter(Seated, Counter):
    """A counter as boxes or as a number beside its pictogram. What it does is a `Counter`'s; the
    mouse wheel turns it while it has the keyboard."""

    def __init__(self, measure: Measure, view: TokenView) -> None:
        self.measure = measure
        self.view = view
        #: Whether the pictogram of what it lies with stands for it.
        self.alone = False
        Counter.__init__(self, measure.theme, view.shape, view.caption, view.whose)
        self.show_token(view)

    def show_token(self, view: TokenView) -> None:
        """Show the number as it is."""
        self.view = view
        self.show_value(view.value, view.limit, view.alarm)

    @property
    def pictured(self) -> bool:
        """Return whether it has a pictogram of its own."""
        return bool(self.view.icon) and not self.alone

    @property
    def _worded(self) -> bool:
        return self.measure.words and not self.alone

    @property
    def boxed(self) -> bool:
        """Return whether it is drawn as boxes."""
        most = self.view.limit
        within = most is not None and 0 < most <= BOXES and (self.value or 0) <= most
        return self.view.boxes and within and self.value is not None

    def _number(self) -> tuple[str, str]:
        most = f"/{self.most}" if self.most is not None and self.value is not None else ""
        return "—" if self.value is None else str(self.value), most

    def _box(self) -> tuple[int, int]:
        """Return width of a box and the gap after it."""
        few = (self.view.limit or 0) <= 4
        return self.measure.px(13 if few else 9), self.measure.px(3)

    def wanted(self) -> int:
        measure = self.measure
        found = measure.px(14) + (measure.px(24) if self.pictured else 0)
        if self._worded:
            found += measure.width(self.caption, 14, heading=False) + measure.px(8)
        if self.boxed:
            box, gap = self._box()
            return found + (self.view.limit or 0) * (box + gap) - gap
        number, most = self._number()
        digits = max(len(number), self.view.digits, len(most) - 1)
        return found + measure.width("0" * digits, 20) + measure.width(most, 13)

    def paintEvent(self, _event: QPaintEvent) -> None:
        measure, theme = self.measure, self.measure.theme
        with QPainter(self) as painter:
            self.ground(painter)
            if self._pressed:
                half = QRect(0, 0, self.width() // 2, self.height())
                half.moveLeft(0 if self._pressed < 0 else self.width() - half.width())
                painter.fillRect(half.adjusted(2, 2, -2, -2), theme.colour("select"))
            tone = "faint_text"
            if self.alarm:
                tone = "harm_text"
            elif self.value and not self.gone:
                tone = self.view.tone or "text"
            x = measure.px(7)
            if self.pictured:
                draw_icon(
                    painter,
                    measure,
                    QRect(x, 0, measure.px(20), self.height()),
                    self.view.icon,
                    tone,
                )
                x += measure.px(24)
            if self._worded:
                painter.setFont(measure.font(14, heading=False))
                painter.setPen(theme.colour("faint_text" if self.gone else "text"))
                wide = measure.width(self.caption, 14, heading=False)
                painter.drawText(QRect(x, 0, wide, self.height()), LEFT, self.caption)
                x += wide + measure.px(8)
            if self.boxed:
                self._draw_boxes(painter, x)
            else:
                self._draw_number(painter, x)
            self._draw_signs(painter)
            if self.alarm:
                ring(painter, measure, self.rect(), "harm_text", 1.5)
            self.focus_ring(painter)

    def _draw_boxes(self, painter: QPainter, x: int) -> None:
        theme, (box, gap) = self.measure.theme, self._box()
        high = self.measure.px(15)
        for n in range(self.view.limit or 0):
            full = n < (self.value or 0)
            tone = self.view.tone or "text"
            tone = ("faint_text" if self.gone else tone) if full else "edge"
            painter.setPen(QPen(theme.colour(tone), theme.px(1.5)))
            painter.setBrush(theme.colour(tone) if full else Qt.BrushStyle.NoBrush)
            rect = QRectF(x + n * (box + gap), (self.height() - high) / 2, box, high)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.px(2), theme.px(2))

    def _draw_number(self, painter: QPainter, x: int) -> None:
        measure, theme = self.measure, self.measure.theme
        number, most = self._number()
        painter.setFont(measure.font(20))
        painter.setPen(
            theme.colour(
                "harm_text" if self.alarm else "text" if self.value and not self.gone
                else "faint_text"
            )
        )  # fmt: skip
        wide = measure.width(number, 20)
        painter.drawText(QRect(x, 0, wide + 2, self.height()), LEFT, number)
        painter.setFont(measure.font(13))
        painter.setPen(theme.colour("harm_text" if self.alarm else "faint_text"))
        painter.drawText(
            QRect(x + wide + 1, measure.px(2), self.width(), self.height()), LEFT, most
        )

    def _draw_signs(self, painter: QPainter) -> None:
        """Draw what a press on either half does, for whoever points there or has it in hand."""
        if not self.isEnabled() or not (self.underMouse() or self.hasFocus()):
            return
        measure = self.measure
        painter.setFont(measure.font(13))
        painter.setPen(measure.theme.colour("text"))
        side = QRect(measure.px(2), 0, measure.px(10), self.height() - measure.px(2))
        down = int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter)
        painter.drawText(side, down, "−")
        side.moveRight(self.width() - measure.px(2))
        painter.drawText(side, down, "+")

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Count while it has the keyboard; else let the page be scrolled."""
        turned = event.angleDelta().y()
        if self.hasFocus() and turned:
            self.stepped.emit(1 if turned > 0 else -1)
            event.accept()
        else:
            event.ignore()


class Toggle(Seated, Mark):
    """A mark as its pictogram, filled and ticked while it is on."""

    def __init__(self, measure: Measure, view: ChipView) -> None:
        self.measure = measure
        self.view = view
        Mark.__init__(self, measure.theme, view.letter, view.caption, view.whose, said=True)
        self.show_on(view.on)

    def wanted(self) -> int:
        measure = self.measure
        if measure.words or not self.view.icon:
            icon = measure.px(24) if self.view.icon else 0
            tick = measure.px(6)  # beside the words, which it would lie on
            return measure.px(16) + tick + icon + measure.width(self.caption, 14, heading=False)
        return measure.px(LINE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        measure, theme = self.measure, self.measure.theme
        with QPainter(self) as painter:
            self.ground(painter)
            ink = "ground" if self.on else "faint_text"
            if self.on:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.colour("faint_text" if self.gone else "text"))
                inside = QRectF(self.rect()).adjusted(2, 2, -2, -2)
                painter.drawRoundedRect(inside, theme.px(5), theme.px(5))
            written = measure.words or not self.view.icon
            x = measure.px(8)
            if self.view.icon:
                left = x if written else (self.width() - measure.px(20)) // 2
                room = QRect(left, 0, measure.px(20), self.height())
                draw_icon(painter, measure, room, self.view.icon, ink)
                x += measure.px(24)
            if written:
                painter.setFont(measure.font(14, heading=False))
                painter.setPen(theme.colour(ink))
                painter.drawText(QRect(x, 0, self.width(), self.height()), LEFT, self.caption)
            if self.on:
                painter.setFont(measure.font(12))
                painter.setPen(theme.colour(ink))
                aside = 2 if written else 4
                corner = self.rect().adjusted(0, 0, -measure.px(aside), -measure.px(1))
                down = int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight)
                painter.drawText(corner, down, "✓")
            self.focus_ring(painter)


class FactMark(Seated, QWidget):
    """A number nobody counts, with its pictogram and what it is called."""

    spoken_role = QAccessible.Role.StaticText

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        QWidget.__init__(self)
        self.icon = self.caption = self.value = ""

    def show_fact(self, icon: str, caption: str, value: str) -> None:
        """Show the number as it is."""
        if (icon, caption, value) != (self.icon, self.caption, self.value):
            self.icon, self.caption, self.value = icon, caption, value
            self.setAccessibleName(f"{caption} {value}")
            self.setToolTip(plain(f"{caption} {value}"))
            self.update()

    def wanted(self) -> int:
        measure = self.measure
        found = measure.px(16) + (measure.px(24) if self.icon else 0)
        found += measure.width(self.caption, 14, heading=False) + measure.px(8)
        return found + measure.width(max(self.value, "00", key=len), 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        measure, theme = self.measure, self.measure.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            x = measure.px(6)
            if self.icon:
                room = QRect(x, 0, measure.px(20), self.height())
                draw_icon(painter, measure, room, self.icon, "faint_text")
                x += measure.px(24)
            painter.setFont(measure.font(14, heading=False))
            painter.setPen(theme.colour("faint_text"))
            wide = measure.width(self.caption, 14, heading=False)
            painter.drawText(QRect(x, 0, wide, self.height()), LEFT, self.caption)
            painter.setFont(measure.font(20))
            painter.setPen(theme.colour("text"))
            x += wide + measure.px(8)
            painter.drawText(QRect(x, 0, self.width(), self.height()), LEFT, self.value)
