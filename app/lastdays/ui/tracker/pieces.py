"""Pieces on the board, and the parts they are drawn from: faces, counters, marks and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QInputDevice,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGridLayout, QLayoutItem, QMenu, QSizePolicy, QWidget

from lastdays.language import _, begun, dotted, titled
from lastdays.rulebook import pictograms
from lastdays.tabletop.view import ButtonView, CardView, ChipView, FactView, LookAt, TokenView
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.accessibility import say_tick, say_value
from lastdays.ui.widgets.parts import (
    ENTER,
    Flow,
    column,
    draw_box,
    entitle,
    entry,
    smooth,
    timer,
    typed,
)
from lastdays.values import Value

#: The height of everything that can be pressed, and of a tile with its caption below the figure, at
#: 100 %.
LINE, TILE = 36, 74
#: The height of the head of a card, and the width of a tile whose caption stands beside the figure, at
#: 100 %.
CARD_HEAD, BESIDE = 54, 150
#: A press this long, in milliseconds, counts `MANY`.
LONG_MS = 700
MANY = 5
#: How long a change stays highlighted, in milliseconds.
LASTS_MS = 270
#: The most boxes that are drawn; larger limits are numbers.
BOXES = 9
#: The width that a name keeps in a line, at 100 %.
NAME = 110
#: The same for a piece with a short name, which may be cut.
SHORT = 16
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class Scale:
    """The size of everything on a board relative to 100 %. `words`: captions stand beside
    pictograms; `gear`: what models carry is shown. Small text never shrinks below `least`."""

    def __init__(self, theme: Theme, least: float = 1.0) -> None:
        self.theme, self.least = theme, least
        self.factor = 1.0
        self.words = self.gear = False
        #: The height of tiles at 100 %.
        self.tile = LINE
        #: Whether fingers press here: they never hover.
        self.fingers = False

    def px(self, size: float) -> int:
        """Return a length in pixels."""
        return self.theme.px(size * self.factor)

    def small(self, size: float) -> int:
        """Return a length of small text, in pixels."""
        return self.theme.px(size * max(self.factor, self.least))

    def font(self, size: float, *, heading: bool = True) -> QFont:
        """Return the font of names and figures, or of the text beside them."""
        px = max(9, self.px(size) if heading else self.small(size))
        return _font(self.theme.heading if heading else self.theme.body, px, heavy=heading)


@lru_cache(maxsize=200)
def _font(family: str, px: int, *, heavy: bool) -> QFont:
    made = QFont(family)
    made.setPixelSize(px)
    if heavy:
        made.setWeight(QFont.Weight.DemiBold)
    return made


def heading_font(theme: Theme, size: float) -> QFont:
    """Return the font of names and figures; the size is in pixels at 100 %."""
    return _font(theme.heading, max(8, theme.px(size)), heavy=True)


def text_font(theme: Theme, size: float) -> QFont:
    """Return the font of running text; the size is in pixels at 100 %."""
    return _font(theme.body, max(8, theme.px(size)), heavy=False)


# The elements of a line


class Words(Value):
    """Text in a line, at least as wide as `least` would be."""

    tone: str
    text: str
    size: float = 20
    heading: bool = True
    least: str = ""
    struck: bool = False
    #: The gap behind it, at 100 %.
    after: int = 5

    def wide(self, scale: Scale) -> int:
        """Return the width in pixels."""
        wide = QFontMetrics(scale.font(self.size, heading=self.heading)).horizontalAdvance
        return max(wide(self.text), wide(self.least))

    def draw(self, painter: QPainter, scale: Scale, box: QRectF) -> None:
        """Draw the text at the left of a box, with an ellipsis where it doesn't fit."""
        font = QFont(scale.font(self.size, heading=self.heading))
        font.setStrikeOut(self.struck)
        painter.setFont(font)
        painter.setPen(scale.theme.colour(self.tone))
        shown = self.text
        if self.wide(scale) > box.width():
            mode = Qt.TextElideMode.ElideRight
            shown = painter.fontMetrics().elidedText(shown, mode, int(box.width()))
        painter.drawText(box.adjusted(0, 0, 2, 0), _LEFT, shown)


class Icon(Value):
    """A pictogram in a line, by its file or its name on the table: 'hearts'."""

    tone: str
    name: str
    size: float = 20
    after: int = 4

    def wide(self, scale: Scale) -> int:
        """Return the width in pixels."""
        return scale.px(self.size)

    def draw(self, painter: QPainter, scale: Scale, box: QRectF) -> None:
        """Draw the pictogram, vertically centred in a box."""
        name = self.name if "/" in self.name else pictograms.token(self.name)
        side = self.wide(scale)
        drawn = scale.theme.pixmap(name, self.tone, side * 100 / scale.theme.percent)
        at = QPointF(round(box.x()), round(box.center().y() - side / 2))
        painter.drawPixmap(at, drawn)


class Boxes(Value):
    """A box for each point up to `most`, the first `full` filled; `large` ones are pressed one by
    one."""

    tone: str
    full: int
    most: int
    large: bool = False
    after: int = 4

    def _box(self, scale: Scale) -> tuple[int, int]:
        """Return the width of a box, and of the gap after it."""
        if self.large:
            return (scale.px(20), scale.px(8)) if self.most <= 4 else (scale.px(17), scale.px(5))
        if self.most <= 4:
            return scale.px(14), scale.px(4)
        return scale.px(9), scale.px(3)

    def wide(self, scale: Scale) -> int:
        """Return the width in pixels."""
        box, gap = self._box(scale)
        return self.most * (box + gap) - gap

    def place(self, scale: Scale, n: int) -> int:
        """Return where a box begins, in pixels from the left."""
        box, gap = self._box(scale)
        return n * (box + gap)

    def draw(self, painter: QPainter, scale: Scale, box: QRectF) -> None:
        """Draw the boxes side by side."""
        wide, _gap = self._box(scale)
        high, line = scale.px(21 if self.large else 15), scale.px(2)
        top = box.center().y() - high / 2
        for n in range(self.most):
            tone = self.tone if n < self.full else ""
            one = QRectF(box.x() + self.place(scale, n), top, wide, high).adjusted(1, 1, -1, -1)
            draw_box(painter, scale.theme, one, line, tone, tone or "edge", line)


class Diamond(Value):
    """Knockback: a diamond with a number, filled unless it is 0."""

    value: int
    after: int = 0

    def wide(self, scale: Scale) -> int:
        """Return the width in pixels."""
        return scale.px(24)

    def draw(self, painter: QPainter, scale: Scale, box: QRectF) -> None:
        """Draw the diamond, vertically centred in a box."""
        theme, side = scale.theme, self.wide(scale) / 2 + 1
        x, y = box.x() + self.wide(scale) / 2, box.center().y()
        corners = ((0, -side), (side, 0), (0, side), (-side, 0))
        painter.setPen(QPen(theme.colour("push" if self.value else "edge"), 1.5))
        painter.setBrush(theme.colour("push") if self.value else Qt.BrushStyle.NoBrush)
        painter.drawPolygon(QPolygonF([QPointF(x + a, y + b) for a, b in corners]))
        if self.value:
            painter.setFont(scale.font(17))
            painter.setPen(theme.colour("ground"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self.value))


Bit = Words | Icon | Boxes | Diamond


def line_width(scale: Scale, bits: Sequence[Bit]) -> int:
    """Return the width of a line in pixels."""
    gaps = sum(scale.px(bit.after) for bit in bits[:-1] if bit.after)
    return sum(bit.wide(scale) for bit in bits) + gaps


def draw_line(painter: QPainter, scale: Scale, bits: Sequence[Bit], box: QRectF) -> None:
    """Draw a line from the left of a box, as much of it as fits."""
    x = box.x()
    for bit in bits:
        room = min(bit.wide(scale), box.right() - x)
        if room < min(bit.wide(scale), scale.px(34 if x > box.x() else 8)):
            break
        bit.draw(painter, scale, QRectF(x, box.y(), room, box.height()))
        x += room + (scale.px(bit.after) if bit.after else 0)


def draw_middle(painter: QPainter, scale: Scale, bits: Sequence[Bit], box: QRectF) -> None:
    """Draw a line in the middle of a box, shrunk where it is too wide."""
    wide = line_width(scale, bits)
    small = min(1.0, box.width() / max(1, wide))
    painter.save()
    painter.translate(box.center())
    painter.scale(small, small)
    draw_line(painter, scale, bits, QRectF(-wide / 2, -box.height() / 2, wide + 1, box.height()))
    painter.restore()


# The parts of a piece


class FadingLight(QVariantAnimation):
    """A highlight that fades over a widget. It is only drawn and delays nothing."""

    def __init__(self, theme: Theme, widget: QWidget) -> None:
        super().__init__(widget)
        self._theme, self._widget = theme, widget
        self.setStartValue(1.0)
        self.setEndValue(0.0)
        self.setDuration(LASTS_MS)
        self.valueChanged.connect(self._draw)

    def _draw(self, _strength: object) -> None:
        self._widget.update()

    @property
    def strength(self) -> float:
        """Return the brightness, from 1 at the start down to 0."""
        running = self.state() == QVariantAnimation.State.Running
        return float(self.currentValue()) if running else 0.0

    def begin(self) -> None:
        """Light up, if the widget is visible and motion is allowed."""
        self.stop()
        if self._widget.isVisible() and self._theme.moves():
            self.start()

    def draw(self, painter: QPainter, box: QRectF, radius: float) -> None:
        """Draw the highlight over a box, if there is one."""
        if self.strength <= 0:
            return
        colour = self._theme.colour("accent")
        colour.setAlphaF(self.strength)
        painter.setPen(QPen(colour, 2))
        colour.setAlphaF(0.22 * self.strength)
        painter.setBrush(colour)
        painter.drawRoundedRect(box, radius, radius)


def by_finger(event: QMouseEvent) -> bool:
    """Return whether a press comes from a touch screen."""
    return event.device().type() == QInputDevice.DeviceType.TouchScreen


class Part(QWidget):
    """One part of a piece, drawn as a line of what it `view`s: without a ground where it is `bare`,
    dimmed where it is `gone`. A tap, Space or Enter presses it."""

    tapped = Signal()
    view: Value | str

    def __init__(self, scale: Scale, view: Value | str) -> None:
        super().__init__()
        self.scale, self.view = scale, view
        self.bare = self.gone = self.pressed = False
        #: Whether it is one of several equal tiles with its caption; whether it is a rounded chip.
        self.tile = self.pill = False
        self._hint = QSize()
        self.highlight = FadingLight(scale.theme, self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        scale.theme.follow(self.fit)

    def show_view(self, view: Value | str, *, gone: bool = False) -> None:
        """Show a new state, dimmed if it is `gone`."""
        changed, self.gone = self.gone != gone, gone
        if view != self.view:
            before, self.view = self.view, view
            self.fit()
            self.show_change(before)
        elif changed:
            self.update()

    def show_change(self, before: Any) -> None:
        """Show and announce the change from the state `before`."""

    def spoken(self) -> str:
        """Return its accessible name, also shown on hover."""
        return ""

    @property
    def near(self) -> bool:
        """Return whether its piece is hovered, focused, chosen or active. Otherwise empty counters
        and marks aren't drawn."""
        piece = self.parentWidget()
        return self.scale.fingers or not isinstance(piece, Piece) or piece.near

    def line(self) -> Sequence[Bit]:
        """Return what is drawn."""
        return ()

    def tile_figure(self) -> Sequence[Bit]:
        """Return what a tile shows large."""
        return self.line()

    def tile_caption(self) -> Sequence[Bit]:
        """Return what a tile says beside or below that."""
        return ()

    def wanted(self) -> int:
        """Return the width it needs in pixels, at least its height."""
        padding = self.scale.px(24 if self.pill else 12)
        wide = line_width(self.scale, self.line())
        if self.is_tall_tile:
            figure, caption = self.tile_figure(), self.tile_caption()
            wide = max(line_width(self.scale, figure), line_width(self.scale, caption))
        return max(wide + padding, self.scale.px(LINE))

    @property
    def is_tall_tile(self) -> bool:
        """Return whether it is drawn as a tile: where there is room."""
        return self.tile and (self.scale.tile > LINE or self.scale.gear)

    def fit(self) -> None:
        """Update the name and the size hint, and repaint."""
        high = self.scale.px(self.scale.tile if self.is_tall_tile else LINE)
        name, hint = self.spoken(), QSize(self.wanted(), high)
        if name != self.accessibleName():
            entitle(self, name)
        if hint != self._hint:
            self._hint = hint
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return self._hint

    def minimumSizeHint(self) -> QSize:
        return self._hint

    def outline(self) -> tuple[str, float]:
        """Return the colour and width of the outline, '' for none."""
        return "", 0

    def press(self) -> None:
        """Press it, as a screen reader can."""
        self.tapped.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._at_piece()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._at_piece()

    def _at_piece(self) -> None:
        """Repaint its piece, whose parts show more while one of them has the focus."""
        piece = self.parentWidget()
        if isinstance(piece, Piece):
            piece.update()

    @property
    def drawn(self) -> bool:
        """Return whether anything of it is visible."""
        return bool(self.line())

    def unseen(self, event: QMouseEvent) -> bool:
        """Return whether a finger pressed it while it was invisible, and so meant the piece. From
        then on everything is drawn."""
        drawn, finger = self.drawn, by_finger(event)
        if finger and not self.scale.fingers:
            self.scale.fingers = True
            self.window().update()
        event.setAccepted(drawn or not finger)
        return not event.isAccepted()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.unseen(event):
            self.pressed = event.button() == Qt.MouseButton.LeftButton
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        had, self.pressed = self.pressed, False
        self.update()
        if had and self.rect().contains(event.position().toPoint()):
            self.tapped.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.tapped.emit()
        else:
            super().keyPressEvent(event)

    def draw(self, painter: QPainter, box: QRectF) -> None:
        """Draw its content."""
        inner = box.adjusted(2, 0, -2, 0)
        if self.is_tall_tile:
            self._draw_tile(painter, inner)
        else:
            draw_middle(painter, self.scale, self.line(), inner)

    def _draw_tile(self, painter: QPainter, box: QRectF) -> None:
        """Draw the figure of a tile, and its caption beside it where there is room, else below it."""
        scale = self.scale
        figure, caption = self.tile_figure(), self.tile_caption()
        both = (*figure, *caption)
        is_wide = box.width() > scale.px(BESIDE)
        if is_wide and line_width(scale, both) <= box.width() - scale.px(8):
            draw_middle(painter, scale, both, box)
            return
        half = box.center().y() + scale.px(7)
        draw_middle(painter, scale, figure, box.adjusted(0, scale.px(3), 0, half - box.bottom()))
        below = QRectF(box.x(), half, box.width(), box.bottom() - half - scale.px(4))
        if line_width(scale, caption) <= below.width():
            draw_middle(painter, scale, caption, below)
        else:
            draw_line(painter, scale, caption, below)  # cut at its end: the whole is shown on hover

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.scale.theme
        with smooth(self) as painter:
            inset, radius = max(1.0, self.height() * 0.05), theme.px(5)
            if self.is_tall_tile:
                inset = 1
            box = QRectF(self.rect()).adjusted(1.5, inset, -1.5, -inset)
            if self.pill:
                radius = int(box.height() / 2)
            if self.pressed or not (self.bare or self.pill):
                ground = "select" if self.pressed else "panel" if self.gone else "raised"
                draw_box(painter, theme, box, radius, ground)
            self.draw(painter, box)
            self.highlight.draw(painter, box, radius)
            tone, line = ("accent_text", 2.0) if self.hasFocus() else self.outline()
            if not tone and self.underMouse() and self.isEnabled():
                tone, line = "edge", 1
            if tone:
                draw_box(painter, theme, box, radius, "", tone, theme.px(line))


class Counter(Part):
    """A number to count up and down. A tap adds 1, the right button subtracts 1; +/− on the
    keyboard and, with the focus, the wheel do the same. With Shift, or a long press, it is 5; a
    long press with a finger subtracts 1. `stepped` carries the amount.

    `halves`: a tap on the left half subtracts 1; `signs`: − and + are written on it; `alone`: the
    piece's pictogram stands for its own; `hit`: boxes are large, and a tap on one fills up to it, or
    empties it if it is the last that is full.
    """

    spoken_role = QAccessible.Role.SpinBox
    stepped = Signal(int)
    view: TokenView

    def __init__(
        self,
        scale: Scale,
        view: TokenView,
        *,
        halves: bool = False,
        signs: bool = False,
        alone: bool = False,
    ) -> None:
        self.halves, self.signs, self.alone = halves or signs, signs, alone
        self.hit = False
        #: Whether its caption is written where there is room.
        self.named = True
        super().__init__(scale, view)
        self._direction = 0
        self._by_finger = False
        self._long_press = timer(self, LONG_MS, self._count_long_press)

    # Showing

    def show_change(self, before: TokenView) -> None:
        """Light up and announce a new number."""
        if before.value != self.view.value:
            self.highlight.begin()
            say_value(self, self.view.value or 0)

    def spoken(self) -> str:
        view = self.view
        return ", ".join(filter(None, (view.whose, f"{view.caption} {self.text()}", view.alarm)))

    def text(self) -> str:
        """Return the number as shown: '2', '2/3', '—'."""
        value, most = self.value, self.view.limit
        return "—" if value is None else str(value) if most is None else f"{value}/{most}"

    @property
    def value(self) -> int | None:
        """Return the number, None while it is hidden."""
        return self.view.value

    def spoken_value(self) -> int | None:
        """Return the number for screen readers."""
        return self.view.value

    def spoken_most(self) -> int | None:
        """Return the limit, None if there isn't one."""
        return self.view.limit

    def take_value(self, wanted: int) -> None:
        """Count to a number set by a screen reader."""
        step = wanted - (self.value or 0)
        if step and self.isEnabled():
            self.stepped.emit(step)

    @property
    def boxed(self) -> bool:
        """Return whether it is drawn as boxes."""
        value, most = self.value, self.view.limit or 0
        return self.view.boxes and value is not None and value <= most and 0 < most <= BOXES

    @property
    def has_large_boxes(self) -> bool:
        """Return whether its boxes are pressed one by one: where there is room."""
        return self.hit and self.boxed and self.scale.tile > LINE

    @property
    def _is_empty(self) -> bool:
        """Return whether nothing is drawn but its pictogram: there is none of it."""
        view = self.view
        return bool(view.icon) and view.value == 0 and not (self.boxed or self.near)

    def _tones(self) -> tuple[str, str]:
        """Return the colours of its pictogram and of its number."""
        view = self.view
        if view.alarm:
            return "harm_text", "harm_text"
        if not self.value or self.gone:
            return "faint_text", "faint_text"
        return view.tone or "text", "text"

    def _pictogram(self, size: float = 20) -> list[Bit]:
        """Return its pictogram, unless that is drawn in another way or by its piece."""
        view = self.view
        if not view.icon or self.alone or self.signs or view.name == "knock":
            return []
        return [Icon(self._tones()[0], view.icon, size)]

    def _number(self, size: float = 20) -> list[Bit]:
        """Return its number, as a diamond, as boxes or in figures with its limit."""
        view = self.view
        if view.name == "knock":
            return [] if self._is_empty else [Diamond(view.value or 0)]
        tone, ink = self._tones()
        if self.boxed:
            large = self.has_large_boxes or self.scale.gear
            return [Boxes(tone, view.value or 0, view.limit or 0, large)]
        number, slash, most = self.text().partition("/")
        shown = "" if self._is_empty else number
        after = 1 if slash else 8
        found: list[Bit] = [Words(ink, shown, size, least="0" * view.digits, after=after)]
        if slash:
            of = slash + most
            shown = "" if self._is_empty else of
            tone = "harm_text" if view.alarm else "faint_text"
            found.append(Words(tone, shown, size * 0.65, least=of, after=8))
        return found

    def line(self) -> Sequence[Bit]:
        number = self._number()
        if self.signs:
            caption = Words("faint_text" if self.gone else "text", self.view.caption, 14,
                            heading=False, after=8)  # fmt: skip
            return [Words("text", "−", after=9), caption, *number, Words("text", " +")]
        is_named = self.scale.words and self.named and not self.alone
        if is_named and not self.has_large_boxes:
            caption = Words("faint_text" if self.gone else "text", self.view.caption, 14,
                            heading=False, after=8)  # fmt: skip
            return [*self._pictogram(), caption, *number]
        return [*self._pictogram(), *number]

    def tile_figure(self) -> Sequence[Bit]:
        large = 28 if self.scale.tile > LINE else 22
        return [*self._pictogram(large - 2), *self._number(large)]

    def tile_caption(self) -> Sequence[Bit]:
        return [Words("faint_text", self.view.caption, 13, heading=False)]

    def draw(self, painter: QPainter, box: QRectF) -> None:
        alarm = self.view.alarm
        if alarm:
            scale, low = self.scale, self.scale.px(12)
            word = QRectF(box.x() + 3, box.bottom() - low, box.width() - 6, low - 1)
            draw_middle(painter, scale, (Words("harm_text", alarm, 11),), word)
            box = box.adjusted(0, 0, 0, -low + 3)
        super().draw(painter, box)
        if self.halves and not self.signs and (self.underMouse() or self.hasFocus()):
            signs = Words("text", "−", 13), Words("text", "+", 13)
            side, down = self.scale.px(10), box.adjusted(2, box.height() / 3, -1, 0)
            signs[0].draw(painter, self.scale, down)
            signs[1].draw(painter, self.scale, down.adjusted(down.width() - side + 2, 0, 0, 0))

    def outline(self) -> tuple[str, float]:
        return ("harm_text", 1.5) if self.view.alarm else ("", 0)

    # Counting

    def mousePressEvent(self, event: QMouseEvent) -> None:
        buttons = Qt.MouseButton
        if event.button() not in (buttons.LeftButton, buttons.RightButton) or self.unseen(event):
            return
        left = self.halves and event.position().x() < self.width() / 2
        self._direction = -1 if left or event.button() == buttons.RightButton else 1
        self._by_finger = by_finger(event)
        self._long_press.start()
        self.pressed = True
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Cancel a press that leaves the counter."""
        if self.pressed and not self.rect().contains(event.position().toPoint()):
            self._end_press()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not (self._end_press() and self.rect().contains(event.position().toPoint())):
            return
        hit = self._box_at(event.position().x())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.stepped.emit(self._direction * MANY)
        elif hit and event.button() == Qt.MouseButton.LeftButton:
            value = self.value or 0
            self.stepped.emit(-1 if hit == value else hit - value)
        else:
            self.stepped.emit(self._direction)

    def _box_at(self, x: float) -> int:
        """Return the number of the box that is drawn at a place, from 1; 0 if there is none."""
        boxes = next((bit for bit in self.line() if isinstance(bit, Boxes)), None)
        if boxes is None or not self.has_large_boxes:
            return 0
        begins = self.width() / 2 + line_width(self.scale, self.line()) / 2 - boxes.wide(self.scale)
        into = x - begins
        return sum(into >= boxes.place(self.scale, n) for n in range(boxes.most))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Treat the second of two quick taps as a tap."""
        self.mousePressEvent(event)

    def _end_press(self) -> bool:
        """End a press; return whether there was one."""
        self._long_press.stop()
        had, self.pressed = self.pressed, False
        self.update()
        return had

    def _count_long_press(self) -> None:
        """Count 5 for a long press, or −1 with a finger, once."""
        if self._end_press():
            self.stepped.emit(-1 if self._by_finger else self._direction * MANY)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Count with the wheel while it has the focus; otherwise let the page scroll."""
        way = event.angleDelta().y()
        if self.hasFocus() and way:
            self.stepped.emit(1 if way > 0 else -1)
        else:
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Keep the right button for counting; the menu key opens the piece's menu."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        keys, text = Qt.Key, event.text()
        if text in ("=", "+") and event.key() == keys.Key_Plus:
            shift = shift and text == "="  # on many keyboards + is Shift and =
        if text in ("+", "=", "*") or event.key() in (keys.Key_Space, keys.Key_Plus):
            self.stepped.emit(MANY if shift else 1)
        elif text in ("-", "_", "−") or event.key() in (keys.Key_Backspace, keys.Key_Minus):
            self.stepped.emit(-MANY if shift else -1)
        else:
            event.ignore()


class Mark(Part):
    """A mark that is on or off: its pictogram, boxed while it is on; the mark of who has had their
    turn is a tick box. One that is off is only drawn while its piece is `near`."""

    spoken_role = QAccessible.Role.CheckBox
    view: ChipView

    def show_change(self, before: ChipView) -> None:
        """Announce that it was switched."""
        if before.on != self.view.on:
            say_tick(self)

    def spoken(self) -> str:
        view = self.view
        said = titled(view.caption, _("yes") if view.on else _("no"))
        return f"{view.whose}, {said}" if view.whose else said

    def spoken_state(self) -> dict[str, bool]:
        """Return for screen readers whether it is on."""
        return {"checkable": True, "checked": self.view.on}

    @property
    def _tone(self) -> str:
        turn = self.view.icon == pictograms.token("done")
        return "faint_text" if self.gone else "well_text" if turn else "accent_text"

    def line(self) -> Sequence[Bit]:
        view = self.view
        tone = self._tone if view.on else "faint_text"
        if not (view.on or self.near):
            return ()
        if not view.on and self._tone == "well_text":
            return (Boxes("edge", 0, 1),)
        if view.due and not (view.on or self.gone):
            return (
                Icon("accent_text", view.icon),
                Words("accent_text", view.due, 14, heading=False),
            )
        found: list[Bit] = [Icon(tone, view.icon)] if view.icon else []
        if not view.icon or (view.written and view.on):
            found.append(Words("text" if view.on else tone, view.caption, 14, heading=False))
        return found

    def tile_figure(self) -> Sequence[Bit]:
        tone = self._tone if self.view.on else "faint_text"
        return [Icon(tone, self.view.icon, 26)]

    def tile_caption(self) -> Sequence[Bit]:
        tone = "text" if self.view.on else "faint_text"
        return [Words(tone, self.view.caption, 13, heading=False)]

    def draw(self, painter: QPainter, box: QRectF) -> None:
        if self.view.on and not self.pill:
            theme = self.scale.theme
            draw_box(painter, theme, box, theme.px(5), "select")
        super().draw(painter, box)

    def outline(self) -> tuple[str, float]:
        if self.view.on:
            return self._tone, 1.5
        if self.pill:
            return "accent" if self.view.due and not self.gone else "line", 1
        return "", 0


class Deed(Part):
    """A tap that acts at once, shown as a pictogram; its name says what it does."""

    spoken_role = QAccessible.Role.Button
    view: ButtonView

    def spoken(self) -> str:
        return self.view.hint

    def line(self) -> Sequence[Bit]:
        here = self.hasFocus() or self.underMouse()
        return (Icon("harm_text" if here else "edge", "sbed/death-skull"),) if self.near else ()


class Heading(Part):
    """A heading on the board, which can't be pressed."""

    spoken_role = QAccessible.Role.StaticText

    def __init__(self, scale: Scale, view: Value | str = "") -> None:
        super().__init__(scale, view)
        self.bare = True
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.unsetCursor()

    def spoken(self) -> str:
        return str(self.view)

    def line(self) -> Sequence[Bit]:
        return (Words("text", self.spoken()),)


class Fact(Heading):
    """A number that isn't counted, with its pictogram and caption."""

    view: FactView

    def spoken(self) -> str:
        return f"{self.view.caption} {self.view.value}"

    def line(self) -> Sequence[Bit]:
        view = self.view
        caption = Words("faint_text", view.caption, 14, heading=False, after=8)
        number = Words("text", view.value, least="00")
        return (*((Icon("faint_text", view.icon),) if view.icon else ()), caption, number)

    def tile_figure(self) -> Sequence[Bit]:
        number = Words("text", self.view.value, 28, after=8)
        return (Icon("faint_text", self.view.icon, 26), number) if self.view.icon else (number,)

    def tile_caption(self) -> Sequence[Bit]:
        return (Words("faint_text", self.view.caption, 13, heading=False),)


class Plus(Part):
    """Adds something at once, or from a menu where there are several; `want` gets the choice."""

    spoken_role = QAccessible.Role.Button
    view: CardView

    def __init__(self, scale: Scale, view: CardView, want: Callable[[ButtonView], None]) -> None:
        super().__init__(scale, view)
        self._want = want
        self.tapped.connect(self._press)

    def spoken(self) -> str:
        return titled(self.view.title, ", ".join(e.label for e in self.view.adds))

    def line(self) -> Sequence[Bit]:
        return (Words("faint_text", "+"),)

    def outline(self) -> tuple[str, float]:
        return "line", 1

    def menu(self) -> QMenu:
        """Return the menu of everything that can be added."""
        made = QMenu(self)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for one in self.view.adds:
            entry(made, one.label, partial(self._want, one))
        return made

    def _press(self) -> None:
        if len(self.view.adds) == 1:
            self._want(self.view.adds[0])
        else:
            self.menu().popup(self.mapToGlobal(self.rect().bottomLeft()))


class Face(Part):
    """The piece itself: its pictogram, its name where there is room, and a status line; as the head
    of a panel a larger name and the figure. `reached`: it got the focus. Enter presses it only while
    it is asked for."""

    reached = Signal()
    view: CardView

    def __init__(self, scale: Scale, view: CardView, *, head: bool = False) -> None:
        self.head, self.chosen = head, False
        #: Whether it heads a card of a player's panel, with a large name.
        self.on_card = False
        #: The digit that presses it while it is asked for, 0 for none; None while it isn't.
        self.number: int | None = None
        self.remark: Words | None = None
        kinds = QAccessible.Role
        self.spoken_role = kinds.Button if head else kinds.ListItem
        super().__init__(scale, view)
        self.bare = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def choose(self, chosen: bool) -> None:
        """Show whether it is chosen."""
        if chosen != self.chosen:
            self.chosen = chosen
            self.update()

    def show_pick(self, number: int | None, does: str) -> None:
        """Show the digit that presses it while it is asked for, and describe what that does."""
        if (number, does) != (self.number, self.accessibleDescription()):
            self.number = number
            self.setAccessibleDescription(does)
            self.update()

    @property
    def drawn(self) -> bool:
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.reached.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        asked_for = self.number is not None
        if asked_for and event.key() in ENTER:
            self.tapped.emit()
        else:
            super().keyPressEvent(event)

    def spoken(self) -> str:
        view = self.view
        turn = _("it's their turn") if self.head and view.look == "active" else ""
        figure = f"{view.figure} {view.figure_caption}".strip()
        parts = view.spoken or view.title, view.subtitle, turn, figure, view.note, view.gear
        return ", ".join(filter(None, parts))

    def spoken_state(self) -> dict[str, bool]:
        """Return for screen readers whether it is chosen."""
        return {"selectable": True, "selected": self.chosen}

    @property
    def worded(self) -> bool:
        """Return whether its name is written."""
        view = self.view
        words = self.scale.words and view.form != "inner"
        return self.head or view.form == "row" or view.worded or words

    def title(self, room: int) -> list[Bit]:
        """Return the line with the name, the short one if the full name is wider than `room`."""
        view, self.remark = self.view, None
        big = self._letters()
        if not self.worded:
            return [Words("text", view.figure, 17)] if view.figure else []
        gone = self.gone or view.look == "gone"
        mark = self._mark()
        asked = self.number is not None and view.kind != "figure"
        active = self.head and view.look == "active"
        if asked or active:
            tone = "accent_text"
        else:
            tone = "faint_text" if gone or view.done else "text"
        name = Words(tone, view.title, big,
                     struck=view.look == "gone" and view.kind == "figure", after=8)  # fmt: skip
        if view.short and name.wide(self.scale) > room:
            name = Words(name.tone, view.short, big)
        found: list[Bit] = [Words("accent_text", mark, 16, least="8")] if mark else []
        found += [name, *(Icon("accent_text", badge.icon, 18) for badge in view.badges)]
        if self.head and view.remark:
            tone = "harm_text" if gone else "faint_text"
            remark = Words(tone, view.remark, 13, heading=False)
            if line_width(self.scale, [*found, remark]) <= room:
                return [*found, remark]
            self.remark = remark  # below the name
        return found

    def _letters(self) -> int:
        """Return the size of the name's letters at 100 %."""
        if self.head:
            return 25 if self.scale.tile > LINE else 22
        if self.on_card:
            return 22 if self.scale.tile > LINE else 19
        return 19 if self.view.kind == "figure" else 17

    def _mark(self) -> str:
        """Return the mark before the name: the digit that presses it, or an arrow if it is due."""
        view = self.view
        if self.number is not None and view.kind == "figure":
            return str(self.number or "▸")
        if self.head and view.look == "active":
            return "▶"
        due = view.due and not (self.gone or view.look == "gone") and view.kind == "figure"
        return "▸" if due else ""

    def below(self, room: int = 10_000) -> list[Bit]:
        """Return the line below the name. What befalls the piece comes first; what it is gives way
        where `room`, in pixels, isn't enough for both."""
        view = self.view
        if self.head or not self.worded:
            return []
        if view.look == "gone":
            return _small_words("harm_text", view.remark or view.note)
        befalls = self._befalls()
        status = view.status if self.near or self.scale.gear else ""
        stands = _small_words("faint_text", dotted(view.subtitle, status))
        if view.form == "row" and view.remark:
            stands += _small_words("faint_text", view.remark)
        elif view.kind == "thing":
            stands += _small_words("faint_text", view.note)
        whole = [*befalls, *stands]
        if befalls and line_width(self.scale, whole) > room:
            return befalls
        return whole

    def _befalls(self) -> list[Bit]:
        """Return its alarm, and what it is in contact with."""
        view = self.view
        found = _small_words("harm_text", view.alarm)
        if view.zombies:
            found.append(Icon("harm_text", "zombie", 14))
            found.append(Words("harm_text", view.zombies, 15))
        if view.touching and view.kind == "zombie":  # a chip has room for a name alone
            found.append(Icon("harm_text", "member", 14))
            found += _small_words("harm_text", view.touching)
        elif view.touching:
            found += _small_words("harm_text", _("contact: {names}", names=view.touching))
        return found

    def figure(self) -> list[Bit]:
        """Return the number in the corner of a panel, with its caption."""
        view = self.view
        if not (self.head and view.figure):
            return []
        caption = Words("faint_text", view.figure_caption, 13, heading=False)
        return [Words("faint_text" if self.gone else "text", view.figure, 24, after=6), caption]

    def gear(self) -> Words:
        """Return its gear."""
        return Words("faint_text", self.view.gear, 12.5, heading=False)

    def name_width(self) -> int:
        """Return the width of the name and the lines below it, without injuries and alarms."""
        scale, view = self.scale, self.view
        due = Words("text", "▸", 16, least="8").wide(scale) + scale.px(5)
        name = self.title(10_000)[bool(self._mark()) :]
        status = "".join("8" if c.isdigit() else c for c in view.status)
        below = Words("text", " · ".join((view.subtitle, status)), 12.5, heading=False)
        carried = self.gear().wide(scale) if scale.gear else 0
        return max(
            line_width(scale, name) + (due if view.kind == "figure" else 0),
            below.wide(scale),
            carried,
        )

    def wanted(self) -> int:
        scale, view = self.scale, self.view
        if self.is_tall:
            words = [Words("text", word, self._letters()) for word in view.title.split(" ")]
            longest = max(word.wide(scale) for word in words)
            return scale.px(38 + 8) + min(longest, scale.px(NAME))
        found = scale.px(26) if view.icon and not self.head else scale.px(4)
        if view.form == "lead" and not self.head:
            return scale.px(LINE)
        name = line_width(scale, self.title(0 if view.short else 10_000))
        if view.form == "row":
            name = max(name, line_width(scale, self.below()))
        if self.head:
            name += line_width(scale, self.figure()) + scale.px(8)
        if view.short:  # its place identifies it, too
            name = min(name, scale.px(SHORT))
        elif scale.least >= 1 and (self.head or view.form == "row"):
            name = min(name, scale.px(NAME))
        return found + name + scale.px(3)

    @property
    def is_tall(self) -> bool:
        """Return whether there is room for two lines of a large name."""
        return self.on_card and self.scale.tile > LINE

    def fit(self) -> None:
        super().fit()
        if self.is_tall:
            self._hint = QSize(self.wanted(), self.scale.px(CARD_HEAD))
            self.updateGeometry()

    def _name_lines(self, room: int) -> list[list[Bit]]:
        """Return the name, in two lines where it is wider than `room`."""
        name = self.title(10_000)[0]
        assert isinstance(name, Words)
        words = name.text.split(" ")
        if name.wide(self.scale) <= room or len(words) == 1:
            return [[name]]
        first = words[:1]
        for word in words[1:-1]:
            longer = replace(name, text=" ".join((*first, word)))
            if longer.wide(self.scale) > room:
                break
            first.append(word)
        rest = words[len(first) :]
        return [[replace(name, text=" ".join(part))] for part in (first, rest)]

    def _draw_on_card(self, painter: QPainter, box: QRectF) -> None:
        """Draw the pictogram large, beside it the name in one or two lines, below it a remark."""
        scale, view = self.scale, self.view
        x = box.x() + scale.px(2)
        if view.icon:
            tone = "text"
            if self.gone or view.look == "gone":
                tone = "faint_text"
            elif view.look == "active":
                tone = "accent_text"
            Icon(tone, view.icon, 30).draw(
                painter, scale, QRectF(x, box.y(), scale.px(30), box.height())
            )
            x += scale.px(38)
        lines = self._name_lines(int(box.right() - x))
        below = self.below(int(box.right() - x))
        if below and len(lines) == 1:
            lines.append(below)
        high = scale.px(26)
        y = box.center().y() - high * len(lines) / 2
        for bits in lines:
            draw_line(painter, scale, bits, QRectF(x, y, box.right() - x, high))
            y += high

    def draw(self, painter: QPainter, box: QRectF) -> None:
        if self.is_tall:
            self._draw_on_card(painter, box)
            return
        scale, view = self.scale, self.view
        dim = self.gone or view.look == "gone"
        x, right = scale.px(4 if view.kind == "figure" else 3), box.right() + 1
        if self.tile:
            x = scale.px(12)
        narrow = box.width() < scale.px(64)
        lead = view.form == "lead" and not self.head
        tone = "faint_text" if dim else "harm_text" if lead else "text"
        icon = Icon("well" if view.kind == "zombie" else tone, view.icon)
        figure = self.figure()
        if figure:
            right -= line_width(scale, figure)
            room = QRectF(right, box.y(), box.right() - right + 3, box.height())
            draw_line(painter, scale, figure, room)
            right -= scale.px(8)
        stacked = narrow and not lead and bool(self.below())
        high = box.height()
        if view.icon and not self.head:
            lonely = lead or not (self.worded or view.figure)
            left = box.center().x() - scale.px(10) if lonely else x
            room = QRectF(left, box.y(), scale.px(20), high * (0.6 if stacked else 1))
            icon.draw(painter, scale, room)
            x += scale.px(23)
        if lead:
            return
        title = self.title(int(right - x))
        below_begins = scale.px(4) if stacked else x
        below = self.below(int(right - below_begins))
        if self.remark is not None:
            below = [self.remark]
        lines = [title, *([below] if below else [])]
        if view.gear and view.look != "gone" and scale.gear:
            lines.append([self.gear()])
        small = scale.small(13 if self.head else 15)
        tall = [high] if len(lines) == 1 else [float(scale.px(20)), small, small][: len(lines)]
        y = box.center().y() - sum(tall) / 2
        for n, bits in enumerate(lines):
            begins = below_begins if n else x
            draw_line(painter, scale, bits, QRectF(begins, y, right - begins, tall[n]))
            y += tall[n]

    def outline(self) -> tuple[str, float]:
        return ("text", 1) if self.chosen and self.head else ("", 0)


def _small_words(tone: str, text: str) -> list[Bit]:
    """Return text for the line below a name; nothing of ''."""
    return [Words(tone, text, 12.5, heading=False)] if text else []


# The piece


#: The dimmed ground for each ground, for pieces whose player is out.
DIM = {"raised": "panel", "panel": "ground"}
#: The colour of the outline by look.
OUTLINES = {"active": "accent", "chosen": "text"}


class Plate(QFrame):
    """A rounded ground, highlighted for the active or chosen piece. `filled`: the active one has
    another ground; `pill`: it is a chip, an outline without a ground."""

    def __init__(self, theme: Theme, ground: str, edge: str = "") -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.theme = theme
        self.ground, self.edge, self.look = ground, edge, ""
        self.filled, self.pill = True, False
        self.highlight = FadingLight(theme, self)

    def set_look(self, look: str) -> None:
        """Set the look: 'chosen', 'active', 'gone' or ''."""
        if look != self.look:
            self.look = look
            self.highlight.begin()
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, radius = self.theme, float(self.theme.px(6))
        if self.pill:
            radius = min(self.height(), theme.px(LINE)) / 2
        with smooth(self) as painter:
            box, path = QRectF(self.rect()), QPainterPath()
            path.addRoundedRect(box, radius, radius)
            if not self.pill:
                painter.fillPath(path, theme.colour(self._ground()))
            if self.edge:
                painter.save()
                painter.setClipPath(path)
                painter.fillRect(QRect(0, 0, theme.px(5), self.height()), theme.colour(self.edge))
                painter.restore()
            self.highlight.draw(painter, box.adjusted(1, 1, -1, -1), radius)
            outline = OUTLINES.get(self.look, "line" if self.pill else "")
            if outline:
                draw_box(painter, theme, box.adjusted(1, 1, -1, -1), radius, "", outline, 1.5)

    def _ground(self) -> str:
        """Return the colour of the ground for the look."""
        if self.look == "gone":
            return DIM.get(self.ground, "ground")
        return "select" if self.look == "active" and self.filled else self.ground


def empty(flow: Flow) -> None:
    """Remove all widgets from a layout, leaving them in place."""
    while flow.count():
        flow.takeAt(0)


class Surface(QWidget):
    """The base of a board: `chosen` and `reached` (by the focus) carry a piece's id, `counted` a
    counter's piece, name and amount, `marked` a mark's piece and name, `pressed` a button.

    `watched`: nothing can be pressed; `seated`: each panel is a player's; `crowded`: pieces along
    the foot show only counters.
    """

    chosen = Signal(str)
    reached = Signal(str)
    counted = Signal(str, str, int)
    marked = Signal(str, str)
    pressed = Signal(object)

    def __init__(self, theme: Theme, *, watched: bool = False) -> None:
        super().__init__()
        self.theme, self.watched = theme, watched
        self.seated = self.crowded = False
        #: Where nothing can be pressed, everything is shown, however small.
        self.least = 0.3 if watched else 1.0
        self.scale = Scale(theme, self.least)


class Line(Flow):
    """The parts of a piece in a row; the first takes the spare width if it can. `second` begins a
    second row."""

    second: QWidget | None = None

    def begins_line(self, item: QLayoutItem) -> bool:
        return self.second is not None and item.widget() is self.second

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        shown = [item for item in map(self.itemAt, range(self.count())) if item is not None]
        shown = [item for item in shown if not item.isEmpty()]
        if shown and shown[0].expandingDirections() & Qt.Orientation.Horizontal:
            first_ends = shown[0].geometry().bottom()
            line = [item for item in shown if item.geometry().top() <= first_ends]
            spare = rect.right() - line[-1].geometry().right()
            for n, item in enumerate(line):
                item.setGeometry(item.geometry().adjusted(spare if n else 0, 0, spare, 0))


class Tiles(Flow):
    """Tiles of equal width, at most `across` in a line, in as few lines as they have room in; `filled`:
    fewer tiles are wider."""

    def __init__(self, across: int, spacing: int, *, filled: bool = False) -> None:
        super().__init__(spacing=spacing)
        self.across, self.filled = across, filled

    def minimumSize(self) -> QSize:
        """Return the size of the widest tile alone."""
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.sizeHint())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        shown = [item for item in self._items if not item.isEmpty()]
        if not shown:
            return 0
        least, gap = self.minimumSize(), self._gap
        fitting = max(1, (rect.width() + gap) // (least.width() + gap))
        across = min(self.across, fitting)
        lines = -(-len(shown) // across)
        if self.filled:
            across = -(-len(shown) // lines)
        wide = (rect.width() - gap * (across - 1)) // across
        if move:
            for n, item in enumerate(shown):
                x = rect.x() + n % across * (wide + gap)
                y = rect.y() + n // across * (least.height() + gap)
                item.setGeometry(QRect(x, y, wide, least.height()))
        return lines * (least.height() + gap) - gap


#: The columns of a row after its counters: the free space, and the states by name.
FREE, STATES = 20, {"ran": 21, "locked": 22}


class Piece(Plate):
    """One thing on the board: its face, counters, marks, facts, and buttons to add to it or act on
    it. A tap or Enter chooses it."""

    def __init__(
        self, board: Surface, view: CardView, scale: Scale, *, loose: bool = False
    ) -> None:
        """Make it; with `loose` its counters and marks are laid out beside it by the panel."""
        in_panel = board.seated and scale is board.scale
        figure, head = view.kind == "figure", loose and scale is board.scale
        ground = "raised" if in_panel and not head else "panel"
        edge = (f"keyword_{view.edge}" if view.edge else "edge") if figure else ""
        super().__init__(board.theme, ground, edge)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.board, self.view, self.made_of = board, view, parts_of(view)
        self.head, self.loose = head, loose
        #: Whether it has a line of a panel to itself.
        self.whole_line = in_panel and (head or view.form == "row")
        #: Whether it is a card of a player's panel, which holds what lies in front of it.
        self.is_card = self.whole_line and not head
        self.counters: dict[tuple[str, str], Counter] = {}
        self.marks: dict[tuple[str, str], Mark] = {}
        self.facts: list[Fact] = []
        self.deed: Deed | None = None
        self.plus: Plus | None = None
        first, *others = self._views(view)
        self.face = Face(scale, first, head=head)
        self.face.tapped.connect(self._choose)
        self.face.reached.connect(partial(board.reached.emit, view.id))
        self.parts: list[Part] = [self.face, *(self._made(scale, one) for one in others)]
        self.controls = [part for part in self.parts if not isinstance(part, Fact)]
        for part in self.parts:
            part.setParent(self)
        if board.seated:
            self._seat()
        self._lay_out(figure=figure)

    def _seat(self) -> None:
        """Have its parts look as they do at a player's: tiles, cards and chips."""
        self.face.on_card = self.is_card
        self.pill = not (self.whole_line or self.loose or self.view.form == "lead")
        in_panel = self.head or self.is_card
        for counter in self.counters.values():
            counter.hit = counter.view.boxes and (in_panel or self.view.form == "lead")
            counter.tile = self.loose and not counter.view.boxes
            counter.named = not (self.pill and counter.view.icon)
        for fact in self.facts:
            fact.tile = self.loose
            fact.bare = not self.loose
        for mark in self.marks.values():
            mark.pill = in_panel
            mark.tile = self.loose and not in_panel
        if self.plus is not None:
            self.plus.pill = True
        if self.loose and not self.head:
            self.face.tile = True
        self.face.fit()

    def _views(self, card: CardView) -> tuple[CardView, *tuple[Value, ...]]:
        """Return what its parts show, the face first."""
        face = replace(card, tokens=(), chips=(), deed=None)
        others: list[Value] = [token for token in card.tokens if not token.aside]
        others += [chip for chip in card.chips if not chip.aside]
        if card.deed and not self.board.watched:
            others.append(card.deed)
        if card.adds and not self.board.watched:
            others.append(face)
        others += card.facts
        return (face, *others)

    def _made(self, scale: Scale, view: Value) -> Part:
        """Return the part for a view."""
        board = self.board
        match view:
            case TokenView():
                counted = [token for token in self.view.tokens if not token.aside]
                small = self.view.form != "row" and bool(self.view.icon) and not self.head
                alone = board.seated and small and len(counted) == 1
                counter = Counter(scale, view, halves=board.seated, alone=alone)
                counter.stepped.connect(partial(board.counted.emit, view.piece, view.name))
                self.counters[view.piece, view.name] = counter
                return counter
            case ChipView():
                mark = self.marks[view.piece, view.name] = Mark(scale, view)
                mark.tapped.connect(partial(board.marked.emit, view.piece, view.name))
                return mark
            case ButtonView():
                self.deed = Deed(scale, view)
                self.deed.tapped.connect(self._do)
                return self.deed
            case CardView():
                self.plus = Plus(scale, view, board.pressed.emit)
                return self.plus
            case FactView():
                self.facts.append(Fact(scale, view))
                return self.facts[-1]
        raise AssertionError(view)

    def _lay_out(self, *, figure: bool) -> None:
        self.grid = QGridLayout() if figure else None
        if self.grid is None:
            self._below_head: QWidget | None = None
            self.line = Line(spacing=4 if self.whole_line else 0, one_line=True)
            self._around = column(self.line)
            self.setLayout(self._around)
            self.hold(())
            policy = QSizePolicy.Policy
            self.setSizePolicy(policy.Preferred, policy.Preferred)
            in_line = self._first_line()
            for part in in_line:
                part.bare = part.bare or len(in_line) > 1
            return
        px = self.theme.px
        self.grid.setContentsMargins(px(12), 0, px(4), 0)
        self.grid.setSpacing(0)
        self.grid.addWidget(self.face, 0, 0, 1, 1 if self.counters else FREE + 1)
        for n, counter in enumerate(self.counters.values()):
            counter.tile = counter.view.name == "ammo"  # with the name of the gun
            self.grid.addWidget(counter, 0, n + 1)
        self.grid.setColumnStretch(FREE, 1)
        for (_piece, name), mark in self.marks.items():
            mark.bare = True
            self.grid.addWidget(mark, 0, STATES.get(name, FREE + 3))
        for part in self.controls:
            part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setLayout(self.grid)

    def _first_line(self) -> list[Part]:
        """Return the parts of its first line: all that are laid out in it, except on a card, which
        has marks and chips below."""
        plus = [self.plus] if self.plus is not None else []
        if self.loose:
            return [self.face, *plus]
        if self.is_card:
            return [self.face, *self.counters.values(), *self.facts]
        return list(self.parts)

    def hold(self, inner: Sequence[Piece]) -> None:
        """Lay out its parts, and on a card the pieces that lie in front of it before the button that
        adds one."""
        first = self._first_line()
        second: list[QWidget] = []
        if self.is_card:
            own = [part for part in self.parts if part not in first and part is not self.plus]
            last = [self.plus] if self.plus is not None else []
            second = [*own, *inner, *last]
        empty(self.line)
        for part in (*first, *second):
            self.line.addWidget(part)
        for piece in inner:
            piece.show()
        self._below_head = second[0] if second else None
        self._break_line()

    def _break_line(self) -> None:
        """Begin the second line of a card where it is tall, and keep its margins."""
        px, is_tall = self.theme.px, self.board.scale.tile > LINE
        self.line.second = self._below_head if is_tall else None
        self.line.invalidate()
        if self.is_card and is_tall:
            self._around.setContentsMargins(px(8), px(4), px(8), px(6))
        elif self.pill:
            self._around.setContentsMargins(px(8), 0, px(8), 0)
        else:
            self._around.setContentsMargins(0, 0, 0, 0)

    def remove(self) -> None:
        """Take it off the board."""
        for part in (*(self.parts if self.loose else ()), self):
            part.hide()
            part.setParent(None)
            part.deleteLater()

    def fit(self) -> None:
        """Update everything to the current scale."""
        for part in self.parts:
            part.fit()
        if self.grid is None:
            self._break_line()
        self.show_states()
        self.updateGeometry()

    def set_columns(self, widths: Sequence[int], state: int) -> None:
        """Set the widths of a row's name and counters, and of each state, in pixels: the same in
        all rows."""
        if self.grid is not None:
            for n, wide in enumerate(widths if self.counters else ()):
                self.grid.setColumnMinimumWidth(n, wide)
            for n in range(FREE + 1, FREE + 4):
                self.grid.setColumnMinimumWidth(n, state)

    def sizeHint(self) -> QSize:
        """Ask for a whole line unless it is a chip."""
        return super().sizeHint().expandedTo(QSize(10_000 if self.whole_line else 0, 0))

    # Showing

    @property
    def near(self) -> bool:
        """Return whether it is hovered, focused, chosen or active. A player's panel always shows
        everything."""
        chosen = self.face.chosen or self.look == "active"
        focused = any(part.hasFocus() for part in self.controls)
        return self.board.seated or chosen or focused or self.underMouse()

    def show_card(self, view: CardView, *, chosen: bool, gone: bool = False) -> None:
        """Show the current state of the piece."""
        self.view = view
        dim = gone or (view.look == "gone" and view.kind != "figure")
        for part, shown in zip(self.parts, self._views(view), strict=True):
            part.show_view(shown, gone=dim)
        self.face.choose(chosen)
        self.show_states()
        look = view.look or ("chosen" if chosen and not self.head else "")
        self.set_look("gone" if gone and not self.head else "" if self.head else look)

    def show_states(self) -> None:
        """Show the marks that have a place in the row, if there is room."""
        roomy = not self.board.crowded or self.view.kind == "figure"
        for mark in self.marks.values():
            mark.setVisible(mark.view.written or (bool(mark.view.spot) and roomy))
        if self.deed is not None:
            self.deed.setVisible(not self.board.crowded)

    def _keys(self) -> dict[tuple[str, str], Part]:
        """Return the focusable parts by piece and name, '' for the piece itself."""
        return {**self.counters, **self.marks, (self.view.id, ""): self.face}

    def focused(self) -> tuple[str, str] | None:
        """Return the piece and name of the part with the focus, '' for the piece itself."""
        return next((key for key, part in self._keys().items() if part.hasFocus()), None)

    def take_focus(self, key: tuple[str, str]) -> None:
        """Focus a counter, a mark or the piece itself, if it has that."""
        part = self._keys().get(key)
        if part is not None:
            part.setFocus()

    # Acting

    def _choose(self) -> None:
        self.board.chosen.emit(self.view.id)

    def _do(self) -> None:
        self.board.pressed.emit(self.view.deed)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.deed is not None:
            self._do()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu().popup(event.globalPos())

    def menu(self) -> QMenu:
        """Return the menu of all switches and actions of the piece."""
        view, menu = self.view, QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        look = ButtonView("look", "", LookAt(view.id))
        shown = _("Show {name}", name=typed(view.title))
        entry(menu, shown, partial(self.board.pressed.emit, look))
        if view.deed is not None:
            entry(menu, typed(view.deed.spoken or view.deed.label), self._do)
        for chip in view.chips:
            mark = partial(self.board.marked.emit, chip.piece, chip.name)
            entry(menu, begun(chip.caption), mark, checked=chip.on)
        return menu


def parts_of(view: CardView) -> tuple[object, ...]:
    """Return the structure of a piece, which is rebuilt when this changes."""
    return (
        tuple((t.piece, t.name, t.caption, t.whose) for t in view.tokens if not t.aside),
        tuple((c.piece, c.name, c.caption, c.whose) for c in view.chips if not c.aside),
        len(view.facts),
        bool(view.adds),
        view.deed is None,
        view.form,
    )
