"""Counters and marks, drawn: large, with a shape and a letter besides the colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
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
from lastdays.rulebook import pictograms
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.accessibility import say_tick, say_value

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


#: How long it lights, and how often it is drawn meanwhile, in milliseconds.
LASTS_MS, EVERY_MS = 270, 30


class Glow(QObject):
    """A light over a widget that fades: it is only drawn, so no press waits for it."""

    def __init__(self, theme: Theme, widget: QWidget) -> None:
        super().__init__(widget)
        self.theme = theme
        self.widget = widget
        #: From 1, as it begins, to 0.
        self.strength = 0.0
        self._timer: QTimer | None = None

    def begin(self) -> None:
        """Light up, where the widget is seen and motion is wanted."""
        if not self.widget.isVisible() or not self.theme.moves():
            return
        if self._timer is None:
            self._timer = QTimer(self)
            self._timer.setInterval(EVERY_MS)
            self._timer.timeout.connect(self._fade)
        self.strength = 1.0
        self._timer.start()

    def _fade(self) -> None:
        self.strength = max(0.0, self.strength - EVERY_MS / LASTS_MS)
        if self.strength <= 0 and self._timer is not None:
            self._timer.stop()
        self.widget.update()

    def draw(self, painter: QPainter, box: QRectF, radius: float) -> None:
        """Draw the light over what is in a box, nothing while there is none."""
        if self.strength <= 0:
            return
        colour = self.theme.colour("accent")
        colour.setAlphaF(0.22 * self.strength)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(box, radius, radius)
        colour.setAlphaF(self.strength)
        painter.setPen(QPen(colour, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, radius, radius)


#: The height of a row that everything in it is measured by, in pixels at 100 %.
ROW = 46
#: The lines of a pictogram that is smaller are thinner than a pixel.
FINE = 19


def heading_font(theme: Theme, size: float) -> QFont:
    """Return the font of names and figures, so many pixels high."""
    font = QFont(theme.heading)
    font.setPixelSize(max(8, round(size)))
    font.setWeight(QFont.Weight.DemiBold)
    return font


def text_font(theme: Theme, size: float) -> QFont:
    """Return the font of what is said below a name, so many pixels high."""
    font = QFont(theme.body)
    font.setPixelSize(max(8, round(size)))
    return font


def draw_figure(
    painter: QPainter, theme: Theme, rect: QRectF, icon: str, value: str, most: str, tint: str
) -> None:
    """Draw a pictogram and its figure side by side in the middle, with its limit behind it."""
    high = rect.height()
    side = min(high * 0.58, rect.width() * 0.38) if icon else 0.0
    lit = tint != "faint_text"
    big, small = heading_font(theme, high * 0.53), heading_font(theme, high * 0.34)
    wide = QFontMetrics(big).horizontalAdvance(value)
    tail = QFontMetrics(small).horizontalAdvance(most) if most else 0
    gap = high * 0.1 if icon else 0.0
    room = rect.width() - 4
    if side + gap + wide + tail > room:  # the figure goes before the pictogram
        side = max(0.0, room - gap - wide - tail)
    if side < FINE and tint == "faint_text":  # its lines are too thin to be faint as well
        tint = "text"
    x = rect.x() + (rect.width() - side - gap - wide - tail) / 2
    if side >= 8:
        draw_icon(painter, theme, icon, tint, QRectF(x, rect.center().y() - side / 2, side, side))
    x += side + gap
    painter.setPen(theme.colour("text" if lit else "faint_text"))
    painter.setFont(big)
    middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
    painter.drawText(QRectF(x, rect.y(), wide + 4, high), middle, value)
    if most:
        painter.setPen(theme.colour("faint_text"))
        painter.setFont(small)
        below = QRectF(x + wide, rect.y() + high * 0.06, tail + 4, high)
        painter.drawText(below, middle, most)


def draw_boxes(painter: QPainter, theme: Theme, rect: QRectF, full: int, most: int) -> None:
    """Draw a box for each wound a model can take, the taken ones filled."""
    gap = rect.height() * 0.1
    side = min(rect.height() * 0.4, (rect.width() - 8 - gap * (most - 1)) / max(1, most))
    x = rect.center().x() - (most * side + (most - 1) * gap) / 2
    for n in range(most):
        box = QRectF(x + n * (side + gap), rect.center().y() - side / 2, side, side)
        taken = n < full
        painter.setPen(QPen(theme.colour("harm_text" if taken else "edge"), max(1.5, side / 9)))
        painter.setBrush(theme.colour("harm") if taken else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, side / 6, side / 6)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def draw_diamond(painter: QPainter, theme: Theme, rect: QRectF, value: int) -> None:
    """Draw the knockback tokens of a zombie: a diamond, filled while there are any."""
    side = min(rect.height() * 0.62, rect.width() - 8)
    box = QRectF(0, 0, side, side)
    box.moveCenter(rect.center())
    outline = shape_of("diamond", box)
    assert outline is not None
    painter.setPen(QPen(theme.colour("push" if value else "edge"), 1.5))
    painter.setBrush(theme.colour("push") if value else Qt.BrushStyle.NoBrush)
    painter.drawPolygon(outline)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if value:
        painter.setFont(heading_font(theme, side * 0.72))
        painter.setPen(theme.colour("ground"))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), str(value))


def draw_icon(painter: QPainter, theme: Theme, icon: str, tint: str, rect: QRectF) -> None:
    """Draw a pictogram in a rectangle, so many pixels wide whatever the zoom.

    It is named as 'artist/drawing', or by what it stands for on the table: 'hearts'.
    """
    icon = icon if "/" in icon else pictograms.token(icon)
    side = max(8, round(rect.width()))
    pixmap = theme.pixmap(icon, tint, side * 100 / theme.percent)
    painter.drawPixmap(QPoint(round(rect.x()), round(rect.y())), pixmap)


class Token(Counter):
    """A counter without buttons of its own: a tap adds one, the right button takes one off."""

    def __init__(self, theme: Theme, name: str, caption: str, icon: str, whose: str = "") -> None:
        self.icon = icon
        self.ground, self.rim = "panel", ""
        self._seen = False
        super().__init__(theme, name, caption, whose)
        self.glow = Glow(theme, self)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(58), self.theme.px(38))

    def _zone(self, point: QPoint) -> int:
        return 1

    def show_value(self, value: int | None, most: int | None = None, alarm: str = "") -> None:
        """Show the number; another one than before lights up."""
        other, self._seen = self._seen and value != self.value, True
        super().show_value(value, most, alarm)
        if other:
            self.glow.begin()

    def stand_on(self, ground: str, rim: str = "") -> None:
        """Note the colour of the row below it, and of the line around that row."""
        if (ground, rim) != (self.ground, self.rim):
            self.ground, self.rim = ground, rim
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), theme.colour(self.ground))
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("select" if self._pressed else "raised"))
            painter.drawRoundedRect(box, theme.px(5), theme.px(5))
            self.draw(painter, box)
            self.glow.draw(painter, box, theme.px(5))
            if (
                self.rim and self.y() == 0
            ):  # it is as high as the row, and covers the line around it
                painter.setPen(QPen(theme.colour(self.rim), 1.5))
                for y in (1.0, self.height() - 1.0):
                    painter.drawLine(QPointF(0, y), QPointF(self.width(), y))
            if self.hasFocus():
                painter.setPen(QPen(theme.colour("accent_text"), theme.px(2)))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box, theme.px(5), theme.px(5))

    def draw(self, painter: QPainter, box: QRectF) -> None:
        """Draw what it counts."""
        theme = self.theme
        if self.alarm:
            painter.setPen(theme.colour("harm_text"))
            font = heading_font(theme, box.height() * 0.36)
            wide = QFontMetrics(font).horizontalAdvance(self.alarm)
            if wide > box.width() - 4:
                font.setPixelSize(max(8, int(font.pixelSize() * (box.width() - 4) / wide)))
            painter.setFont(font)
            side = box.height() * 0.46
            top = QRectF(box.center().x() - side / 2, box.y() + 1, side, side)
            draw_icon(painter, theme, self.icon, "harm_text", top)
            low = QRectF(box.x(), box.y() + side, box.width(), box.height() - side)
            painter.drawText(low, int(Qt.AlignmentFlag.AlignCenter), self.alarm)
            return
        value = "—" if self.value is None else str(self.value)
        most = f"/{self.most}" if self.most is not None else ""
        tint = "accent_text" if self.value else "faint_text"
        draw_figure(painter, theme, box, self.icon, value, most, tint)


class DamageBoxes(Token):
    """The wounds of a model, a box each."""

    def draw(self, painter: QPainter, box: QRectF) -> None:
        if self.most is None or self.most > 8:
            super().draw(painter, box)
        else:
            draw_boxes(painter, self.theme, box, self.value or 0, self.most)


class Knock(Token):
    """The knockback tokens beside a zombie."""

    def draw(self, painter: QPainter, box: QRectF) -> None:
        draw_diamond(painter, self.theme, box, self.value or 0)


class StateMark(Mark):
    """A state of a model: its pictogram, with a box around it while it is on."""

    def __init__(self, theme: Theme, icon: str, letter: str, caption: str, whose: str = "") -> None:
        super().__init__(theme, letter, caption, whose)
        self.icon = icon
        self.done = False
        self.off = "edge"

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(36), self.theme.px(38))

    def stand_on(self, ground: str) -> None:
        """Have the pictogram stand out from the row below it, also while it is off."""
        self.off = "edge" if ground == "panel" else "faint_text"

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            side = min(box.height() * 0.56, box.width() - 6)
            where = QRectF(0, 0, side, side)
            where.moveCenter(box.center())
            on = "well_text" if self.done else "accent_text"
            if self.on:
                painter.setPen(QPen(theme.colour(on), 1))
                painter.setBrush(theme.colour("select"))
                painter.drawRoundedRect(box, theme.px(5), theme.px(5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                draw_icon(painter, theme, self.icon, on, where)
            elif self.done:  # a box to be ticked
                empty = QRectF(0, 0, side * 0.7, side * 0.7)
                empty.moveCenter(box.center())
                painter.setPen(QPen(theme.colour("edge"), 1.5))
                painter.drawRoundedRect(empty, side / 8, side / 8)
            else:
                draw_icon(painter, theme, self.icon, self.off, where)
            if self.hasFocus() or self.underMouse():
                token = "accent_text" if self.hasFocus() else "edge"
                painter.setPen(
                    QPen(QColor(theme.colour(token)), theme.px(2) if self.hasFocus() else 1)
                )
                painter.drawRoundedRect(box, theme.px(5), theme.px(5))


class Slay(Deed):
    """A tap that does something at once, told by a pictogram."""

    icon = "sbed/death-skull"

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            side = min(box.height() * 0.5, box.width() - 6)
            where = QRectF(0, 0, side, side)
            where.moveCenter(box.center())
            near = self.hasFocus() or self.underMouse()
            draw_icon(painter, theme, self.icon, "harm_text" if near else "edge", where)
            if self.hasFocus():
                painter.setPen(QPen(theme.colour("accent_text"), theme.px(2)))
                painter.drawRoundedRect(box, theme.px(5), theme.px(5))
