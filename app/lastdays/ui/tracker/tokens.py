"""Counters and marks, drawn: large, with a shape and a letter besides the colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QInputDevice,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from lastdays.language import _, titled
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.spoken_roles import say_tick, say_value

#: A press held so long, in milliseconds, counts five.
LONG_MS = 700
MANY = 5
WIDTH, HEIGHT = 84, 50
#: A counter or mark that may grow with its caption is at most so wide.
WIDEST = 124
#: What each counter looks like: letter, shape, colour while it is above nothing, text on it.
LOOKS: dict[str, tuple[str, str, str, str]] = {
    "damage": ("D", "square", "harm", "#ffffff"),
    "noise": ("N", "circle", "accent", "on_accent"),
    "ammo": ("A", "hexagon", "faint_text", "ground"),
    "knock": ("K", "diamond", "accent", "on_accent"),
    "ap": ("AP", "pill", "well", "on_accent"),
    "box": ("", "square", "faint_text", "ground"),
    "tokens": ("S", "pill", "accent", "on_accent"),
}


def shape_of(kind: str, rect: QRectF) -> QPolygonF | None:
    """Return the outline of a token; None for what is drawn as a rounded box or an ellipse."""
    x, y, w, h = rect.x(), rect.y(), rect.width(), rect.height()
    points = {
        "diamond": ((0.5, -0.06), (1.06, 0.5), (0.5, 1.06), (-0.06, 0.5)),
        "hexagon": ((0.2, 0), (0.8, 0), (1.02, 0.5), (0.8, 1), (0.2, 1), (-0.02, 0.5)),
    }.get(kind)
    if points is None:
        return None
    return QPolygonF([QPointF(x + w * a, y + h * b) for a, b in points])


def caption_font(theme: Theme) -> QFont:
    """Return the font of the small letters above a token."""
    made = QFont()
    made.setPixelSize(theme.px(11))
    return made


def room_for(theme: Theme, caption: str, least: int, most: int) -> QSize:
    """Return the size of a control that shows its caption, between two widths at text size 100
    %."""
    words = QFontMetrics(caption_font(theme)).horizontalAdvance(caption) + theme.px(10)
    return QSize(min(max(theme.px(least), words), theme.px(most)), theme.px(HEIGHT))


def draw_token(
    painter: QPainter, theme: Theme, rect: QRectF, name: str, value: int, text: str
) -> None:
    """Draw one token: its shape, filled while it counts something, and its number."""
    _letter, shape, colour, on_it = LOOKS.get(name, ("", "pill", "faint_text", "ground"))
    filled = value > 0
    line = theme.colour(colour if filled else "line")
    painter.setPen(QPen(line, theme.px(2)))
    painter.setBrush(theme.colour(colour) if filled else Qt.BrushStyle.NoBrush)
    outline = shape_of(shape, rect)
    if outline is not None:
        painter.drawPolygon(outline)
    elif shape == "circle":
        painter.drawEllipse(rect)
    else:
        radius = rect.height() / (2 if shape == "pill" else 6)
        painter.drawRoundedRect(rect, radius, radius)
    ink = on_it if on_it.startswith("#") else theme.colour(on_it).name()
    painter.setPen(QColor(ink) if filled else theme.colour("text"))
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), text)


# Qt knows one class of its own above each of ours: this one stands beside it.
if TYPE_CHECKING:
    BesideWidget = QWidget
else:
    BesideWidget = object


class Hovered(BesideWidget):
    """What is drawn anew as the mouse comes and goes."""

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()


class _Drawn(Hovered, QWidget):
    """A control that is drawn, its frame too: it is drawn anew as the keyboard comes and goes."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


class Counter(_Drawn):
    """A number that goes up and down: tap right or left, +/− on the keyboard, the wheel where it
    has the keyboard; the right button takes one off. With Shift, or held, by five; held with a
    finger, which has no right button, one off. `stepped` carries the amount."""

    spoken_role = QAccessible.Role.SpinBox
    stepped = Signal(int)

    def __init__(self, theme: Theme, name: str, caption: str, whose: str = "") -> None:
        super().__init__()
        self.theme = theme
        self.name = name
        self.caption = caption
        self.whose = whose
        self.widest = WIDTH
        self.value: int | None = 0
        self.most: int | None = None
        self.alarm = ""
        #: The words above the number, as they were cut to a width; measuring them takes longer
        #: than drawing all the rest.
        self._cut: tuple[tuple[str, int], str] = (("", 0), "")
        self._pressed = 0
        self._by_finger = False
        self._held = QTimer(self)
        self._held.setSingleShot(True)
        self._held.setInterval(LONG_MS)
        self._held.timeout.connect(self._hold)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self._resized)
        self._named()

    def _resized(self) -> None:
        self._cut = ("", 0), ""
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return room_for(self.theme, self.caption, WIDTH, self.widest)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def show_value(self, value: int | None, most: int | None = None, alarm: str = "") -> None:
        """Show the number, its limit, and a word that wants attention ('RELOAD')."""
        if (value, most, alarm) == (self.value, self.most, self.alarm):
            return
        counted = value != self.value
        self.value, self.most, self.alarm = value, most, alarm
        self._named()
        self.update()
        if counted:
            say_value(self, value or 0)

    def spoken_value(self) -> int | None:
        """Return the number, as a screen reader has it."""
        return self.value

    def spoken_most(self) -> int | None:
        """Return the limit, None where there is none."""
        return self.most

    def take_value(self, wanted: int) -> None:
        """Ask for another number, as a screen reader may."""
        step = wanted - (self.value or 0)
        if step and self.isEnabled():
            self.stepped.emit(step)

    def _named(self) -> None:
        shown = self.text()
        name = f"{self.whose}, {self.caption} {shown}" if self.whose else f"{self.caption} {shown}"
        self.setAccessibleName(f"{name}, {self.alarm}" if self.alarm else name)
        self.setToolTip(plain(self.accessibleName()))

    def text(self) -> str:
        """Return the number as it is shown: '2', '2/3', '—'."""
        if self.value is None:
            return "—"
        return str(self.value) if self.most is None else f"{self.value}/{self.most}"

    def _zone(self, point: QPoint) -> int:
        return 1 if point.x() >= self.width() / 2 else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._zone(event.position().toPoint())
        elif event.button() == Qt.MouseButton.RightButton:
            self._pressed = -1
        else:
            return
        self._by_finger = event.device().type() == QInputDevice.DeviceType.TouchScreen
        self._held.start()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drop a press that leaves the counter."""
        if self._pressed and not self.rect().contains(event.position().toPoint()):
            self._held.stop()
            self._pressed = 0
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        buttons = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)
        if event.button() not in buttons or not self._pressed:
            return
        self._held.stop()
        way, self._pressed = self._pressed, 0
        self.update()
        if self.rect().contains(event.position().toPoint()):
            many = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.stepped.emit(way * (MANY if many else 1))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take the second of two quick taps as a tap."""
        self.mousePressEvent(event)

    def _hold(self) -> None:
        """Count five for a long press, once; take one off for one with a finger."""
        way, self._pressed = self._pressed, 0
        self.update()
        if way:
            self.stepped.emit(-1 if self._by_finger else way * MANY)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Count with the wheel where the counter has the keyboard; else the page scrolls."""
        way = event.angleDelta().y()
        if self.hasFocus() and way:
            self.stepped.emit(1 if way > 0 else -1)
        else:
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Keep the right button for counting; the key opens the menu of what it stands on."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        keys = Qt.Key
        plus = event.text() in ("+", "=", "*") or event.key() in (keys.Key_Space, keys.Key_Plus)
        minus = event.text() in ("-", "_", "−") or event.key() in (
            keys.Key_Backspace,
            keys.Key_Minus,
        )
        if event.text() in ("=", "+") and shift and event.key() == keys.Key_Plus:
            shift = event.text() == "="  # on many keyboards + is Shift and =
        if plus:
            self.stepped.emit(MANY if shift else 1)
        elif minus:
            self.stepped.emit(-MANY if shift else -1)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self.update()

    def _words(self, font: QFont, width: int) -> str:
        """Return the caption, or what wants attention, cut to a width."""
        wanted = self.alarm or self.caption, width
        if self._cut[0] != wanted:
            cut = QFontMetrics(font).elidedText(wanted[0], Qt.TextElideMode.ElideRight, width)
            self._cut = wanted, cut
        return self._cut[1]

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.setPen(QPen(theme.colour("line"), 1))
            painter.setBrush(theme.colour("raised"))
            painter.drawRoundedRect(box, theme.px(6), theme.px(6))
            if self._pressed:
                half = QRect(0, 0, self.width() // 2, self.height())
                if self._pressed > 0:
                    half.moveLeft(self.width() - half.width())
                painter.fillRect(half.adjusted(2, 2, -2, -2), theme.colour("select"))
            font = caption_font(theme)
            painter.setFont(font)
            painter.setPen(theme.colour("harm_text" if self.alarm else "faint_text"))
            top = QRect(theme.px(3), theme.px(1), self.width() - theme.px(6), theme.px(15))
            painter.drawText(top, int(Qt.AlignmentFlag.AlignCenter), self._words(font, top.width()))
            font.setFamily(theme.heading)
            font.setPixelSize(theme.px(21))
            font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(font)
            side = theme.px(22)
            low = QRect(0, theme.px(14), self.width(), self.height() - theme.px(15))
            painter.setPen(theme.colour("text"))
            middle = int(Qt.AlignmentFlag.AlignCenter)
            painter.drawText(QRect(low.x(), low.y(), side, low.height()), middle, "−")
            painter.drawText(QRect(low.right() - side, low.y(), side, low.height()), middle, "+")
            shown = self.text()
            room = self.width() - 2 * side - theme.px(10)
            wide = painter.fontMetrics().horizontalAdvance(shown)
            if wide > room:
                font.setPixelSize(max(theme.px(11), theme.px(21) * room // wide))
                painter.setFont(font)
                wide = painter.fontMetrics().horizontalAdvance(shown)
            width = max(theme.px(28), wide + theme.px(10))
            height = theme.px(28)
            rect = QRectF(
                (self.width() - width) / 2, low.center().y() - height / 2 + 1, width, height
            )
            draw_token(painter, theme, rect, self.name, self.value or 0, shown)
            if self.hasFocus():
                painter.setPen(QPen(theme.colour("accent_text"), theme.px(2)))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box, theme.px(6), theme.px(6))


class Mark(_Drawn):
    """A mark that is on or off: a letter, filled and underlined while it is on. `toggled` says
    that it was tapped."""

    spoken_role = QAccessible.Role.CheckBox
    toggled = Signal()

    def __init__(
        self, theme: Theme, letter: str, caption: str, whose: str = "", *, said: bool = False
    ) -> None:
        """Make the mark; with `said` the caption stands above the letter."""
        super().__init__()
        self.theme = theme
        self.said = said
        self.letter = letter
        self.caption = caption
        self.whose = whose
        self.on = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self._resized)
        self._named()

    def _resized(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        if self.said:
            return room_for(self.theme, self.caption, 48, WIDEST)
        return QSize(self.theme.px(28), self.theme.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def show_on(self, on: bool) -> None:
        """Show the mark as on or off."""
        if on != self.on:
            self.on = on
            self._named()
            self.update()
            say_tick(self)

    def spoken_tick(self) -> bool:
        """Return whether it is on, as a screen reader has it."""
        return self.on

    def press(self) -> None:
        """Switch it, as a screen reader may."""
        self.toggled.emit()

    def _named(self) -> None:
        state = _("yes") if self.on else _("no")
        name = titled(self.caption, state)
        self.setAccessibleName(f"{self.whose}, {name}" if self.whose else name)
        self.setToolTip(plain(self.accessibleName()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.toggled.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.toggled.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.setPen(QPen(theme.colour("text" if self.on else "line"), 1))
            painter.setBrush(theme.colour("text") if self.on else theme.colour("raised"))
            painter.drawRoundedRect(box, theme.px(6), theme.px(6))
            font = QFont()
            font.setFamily(theme.heading)
            font.setPixelSize(theme.px(19))
            font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(font)
            painter.setPen(theme.colour("ground" if self.on else "faint_text"))
            shown = f"{self.letter}" if not self.on else f"✓\n{self.letter}"
            if self.said:
                shown = f"✓ {self.letter}" if self.on else self.letter
                low = box.adjusted(0, theme.px(14), 0, 0)
                painter.drawText(low, int(Qt.AlignmentFlag.AlignCenter), shown)
                font = caption_font(theme)
                painter.setFont(font)
                top = QRectF(theme.px(3), theme.px(1), self.width() - theme.px(6), theme.px(15))
                words = QFontMetrics(font).elidedText(
                    self.caption, Qt.TextElideMode.ElideRight, int(top.width())
                )
                painter.drawText(top, int(Qt.AlignmentFlag.AlignCenter), words)
            else:
                painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), shown)
            if self.hasFocus():
                painter.setPen(QPen(theme.colour("accent_text"), theme.px(3)))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box, theme.px(6), theme.px(6))


class Deed(Mark):
    """A tap that does something at once, which its name says in full."""

    spoken_role = QAccessible.Role.Button

    def show_deed(self, text: str) -> None:
        """Show what a tap would do now."""
        self.setAccessibleName(text)
        self.setToolTip(plain(text))
