"""Counters and marks of a row: flat, with a pictogram and a figure, drawn at the size of the row."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen

from lastdays.rulebook import pictograms
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.glow import Glow
from lastdays.ui.tracker.tokens import Counter, Deed, Mark, shape_of

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
