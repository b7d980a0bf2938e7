"""Pieces on the board, and the parts they are drawn from: faces, counters, marks and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import ceil
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

from lastdays.language import _, capitalised, dotted, titled
from lastdays.rulebook import pictograms
from lastdays.tabletop.view import ButtonView, CardView, ChipView, FactView, LookAt, TokenView
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.accessibility import say_tick, say_value
from lastdays.ui.widgets.parts import (
    COUNTS,
    ENTER_KEYS,
    Flow,
    add_menu_action,
    antialiased_painter,
    column,
    draw_box,
    escape_ampersands,
    make_timer,
    set_name_and_hint,
)
from lastdays.values import Value

#: The height of everything that can be pressed, at 100 %.
LINE = 36
#: The height of a tile with its caption below the figure, at 100 %.
TILE = 74
#: The height of the head of a card at 100 %.
CARD_HEAD = 54
#: The width of a tile whose caption stands beside the figure, at 100 %.
BESIDE = 150
#: How long a long press is, in milliseconds.
LONG_MS = 700
#: So much is counted with Shift or by a long press.
MANY = 5
#: How long a change stays highlighted, in milliseconds.
LASTS_MS = 270
#: A caption shrinks so far before it is cut at its end.
LEAST_SHRINK = 0.9
#: The most boxes that are drawn; larger limits are numbers.
BOXES = 9
#: The width that a name keeps in a line, at 100 %.
NAME = 110
#: The same for a piece with a short name, which may be cut.
SHORT = 16
#: More than any line is wide, in pixels.
AMPLE = 10_000
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class Scale:
    """The size of everything on a board relative to 100 %. `words`: captions stand beside
    pictograms; `gear`: what models carry is shown. Small text never shrinks below `least`."""

    def __init__(self, theme: Theme, least: float = 1.0) -> None:
        self.theme = theme
        self.least = least
        self.factor = 1.0
        self.words = self.gear = False
        #: The height of tiles at 100 %.
        self.tile = LINE
        #: Whether fingers press here: they never hover.
        self.fingers = False

    def pixels(self, size: float) -> int:
        """Return a length in pixels."""
        return self.theme.pixels(size * self.factor)

    def small(self, size: float) -> int:
        """Return a length of small text, in pixels."""
        return self.theme.pixels(size * max(self.factor, self.least))

    def font(self, size: float, *, heading: bool = True) -> QFont:
        """Return the font of names and figures, or of the text beside them."""
        if heading:
            return _sized_font(self.theme.heading, max(9, self.pixels(size)), heavy=True)
        return _sized_font(self.theme.body, max(9, self.small(size)), heavy=False)


@lru_cache(maxsize=200)
def _sized_font(family: str, px: int, *, heavy: bool) -> QFont:
    font = QFont(family)
    font.setPixelSize(px)
    if heavy:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def heading_font(theme: Theme, size: float) -> QFont:
    """Return the font of names and figures; the size is in pixels at 100 %."""
    return _sized_font(theme.heading, max(8, theme.pixels(size)), heavy=True)


def text_font(theme: Theme, size: float) -> QFont:
    """Return the font of running text; the size is in pixels at 100 %."""
    return _sized_font(theme.body, max(8, theme.pixels(size)), heavy=False)


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

    def width(self, scale: Scale) -> int:
        """Return the width in pixels."""
        metrics = QFontMetrics(scale.font(self.size, heading=self.heading))
        return max(metrics.horizontalAdvance(self.text), metrics.horizontalAdvance(self.least))

    def draw(self, painter: QPainter, scale: Scale, box: QRectF) -> None:
        """Draw the text at the left of a box, with an ellipsis where it doesn't fit."""
        font = QFont(scale.font(self.size, heading=self.heading))
        font.setStrikeOut(self.struck)
        painter.setFont(font)
        painter.setPen(scale.theme.colour(self.tone))
        text = self.text
        if self.width(scale) > box.width():
            room = int(box.width())
            text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(box.adjusted(0, 0, 2, 0), _LEFT, text)


class Icon(Value):
    """A pictogram in a line, by its file or its name on the table: 'hearts'."""

    tone: str
    name: str
    size: float = 20
    after: int = 4

    def width(self, scale: Scale) -> int:
        """Return the width in pixels."""
        return scale.pixels(self.size)

    def draw(self, painter: QPainter, scale: Scale, box: QRectF) -> None:
        """Draw the pictogram, vertically centred in a box."""
        is_file = "/" in self.name
        file = self.name if is_file else pictograms.token(self.name)
        side = self.width(scale)
        side_at_100 = side * 100 / scale.theme.percent
        pixmap = scale.theme.pixmap(file, self.tone, side_at_100)
        top = box.center().y() - side / 2
        painter.drawPixmap(QPointF(round(box.x()), round(top)), pixmap)


class Boxes(Value):
    """A box for each point up to `most`, the first `full` filled; `large` ones are pressed one by
    one."""

    tone: str
    full: int
    most: int
    large: bool = False
    after: int = 4

    def _box_and_gap_width(self, scale: Scale) -> tuple[int, int]:
        """Return the width of a box, and of the gap after it."""
        are_few = self.most <= 4
        if self.large and are_few:
            return scale.pixels(20), scale.pixels(8)
        if self.large:
            return scale.pixels(17), scale.pixels(5)
        if are_few:
            return scale.pixels(14), scale.pixels(4)
        return scale.pixels(9), scale.pixels(3)

    def width(self, scale: Scale) -> int:
        """Return the width in pixels."""
        box_width, gap = self._box_and_gap_width(scale)
        return self.most * (box_width + gap) - gap

    def left_of_box(self, scale: Scale, number: int) -> int:
        """Return where a box begins by its number, from 0, in pixels from the left."""
        box_width, gap = self._box_and_gap_width(scale)
        return number * (box_width + gap)

    def draw(self, painter: QPainter, scale: Scale, box: QRectF) -> None:
        """Draw the boxes side by side."""
        box_width, _gap = self._box_and_gap_width(scale)
        height = scale.pixels(21) if self.large else scale.pixels(15)
        stroke = scale.pixels(2)
        top = box.center().y() - height / 2
        for number in range(self.most):
            x = box.x() + self.left_of_box(scale, number)
            outline = QRectF(x, top, box_width, height).adjusted(1, 1, -1, -1)
            fill = self.tone if number < self.full else ""
            draw_box(painter, scale.theme, outline, stroke, fill, fill or "edge", stroke)


class Diamond(Value):
    """Knockback: a diamond with a number, filled unless it is 0."""

    value: int
    after: int = 0

    def width(self, scale: Scale) -> int:
        """Return the width in pixels."""
        return scale.pixels(24)

    def draw(self, painter: QPainter, scale: Scale, box: QRectF) -> None:
        """Draw the diamond, vertically centred in a box."""
        theme = scale.theme
        half = self.width(scale) / 2
        reach = half + 1
        x = box.x() + half
        y = box.center().y()
        diamond = QPolygonF(
            [
                QPointF(x, y - reach),
                QPointF(x + reach, y),
                QPointF(x, y + reach),
                QPointF(x - reach, y),
            ]
        )
        if not self.value:
            painter.setPen(QPen(theme.colour("edge"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolygon(diamond)
            return
        painter.setPen(QPen(theme.colour("push"), 1.5))
        painter.setBrush(theme.colour("push"))
        painter.drawPolygon(diamond)
        painter.setFont(scale.font(17))
        painter.setPen(theme.colour("ground"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self.value))


Bit = Words | Icon | Boxes | Diamond


def line_width(scale: Scale, bits: Sequence[Bit]) -> int:
    """Return the width of a line in pixels."""
    width = sum(bit.width(scale) for bit in bits)
    for bit in bits[:-1]:
        width += _gap_after(scale, bit)
    return width


def _gap_after(scale: Scale, bit: Bit) -> int:
    """Return the gap behind an element of a line, in pixels."""
    return scale.pixels(bit.after) if bit.after else 0


def draw_line(painter: QPainter, scale: Scale, bits: Sequence[Bit], box: QRectF) -> None:
    """Draw a line from the left of a box, as much of it as fits."""
    x = box.x()
    for bit in bits:
        width = bit.width(scale)
        room = min(width, box.right() - x)
        is_first = x <= box.x()
        least = scale.pixels(8) if is_first else scale.pixels(34)
        if room < min(width, least):
            break
        bit.draw(painter, scale, QRectF(x, box.y(), room, box.height()))
        x += room + _gap_after(scale, bit)


def draw_middle(painter: QPainter, scale: Scale, bits: Sequence[Bit], box: QRectF) -> None:
    """Draw a line in the middle of a box, shrunk where it is too wide."""
    width = line_width(scale, bits)
    shrink = min(1.0, box.width() / max(1, width))
    centred = QRectF(-width / 2, -box.height() / 2, width + 1, box.height())
    painter.save()
    painter.translate(box.center())
    painter.scale(shrink, shrink)
    draw_line(painter, scale, bits, centred)
    painter.restore()


# The parts of a piece


class FadingLight(QVariantAnimation):
    """A highlight that fades over a widget. It is only drawn and delays nothing."""

    def __init__(self, theme: Theme, widget: QWidget) -> None:
        super().__init__(widget)
        self._theme = theme
        self._widget = widget
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

    def light_up(self) -> None:
        """Light up, if the widget is visible and motion is allowed."""
        self.stop()
        if self._widget.isVisible() and self._theme.allows_motion():
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
        self.scale = scale
        self.view = view
        self.bare = self.gone = self.pressed = False
        #: Whether it is one of several equal tiles with its caption; whether it is a rounded chip.
        self.tile = self.pill = False
        self._hint = QSize()
        self.highlight = FadingLight(scale.theme, self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        scale.theme.call_now_and_on_change(self.update_name_and_size)

    def show_view(self, view: Value | str, *, gone: bool = False) -> None:
        """Show a new state, dimmed if it is `gone`."""
        is_other_light = gone != self.gone
        self.gone = gone
        earlier = self.view
        if view != earlier:
            self.view = view
            self.update_name_and_size()
            self.show_change(earlier)
        elif is_other_light:
            self.update()

    def show_change(self, earlier: Any) -> None:
        """Show and announce the change from the `earlier` state."""

    def spoken(self) -> str:
        """Return its accessible name, also shown on hover."""
        return ""

    @property
    def near(self) -> bool:
        """Return whether its piece is hovered, focused, chosen or active. Otherwise empty counters
        and marks aren't drawn."""
        if self.scale.fingers:
            return True
        piece = self.parentWidget()
        return piece.near if isinstance(piece, Piece) else True

    def bits_to_draw(self) -> Sequence[Bit]:
        """Return what is drawn."""
        return ()

    def tile_figure(self) -> Sequence[Bit]:
        """Return what a tile shows large."""
        return self.bits_to_draw()

    def tile_caption(self) -> Sequence[Bit]:
        """Return what a tile says beside or below that."""
        return ()

    def wanted_width(self) -> int:
        """Return the width it needs in pixels, at least its height."""
        scale = self.scale
        padding = scale.pixels(24) if self.pill else scale.pixels(12)
        if self.is_tall_tile:
            figure_width = line_width(scale, self.tile_figure())
            caption_width = line_width(scale, self.tile_caption())
            width = max(figure_width, caption_width)
        else:
            width = line_width(scale, self.bits_to_draw())
        return max(width + padding, scale.pixels(LINE))

    @property
    def is_tall_tile(self) -> bool:
        """Return whether it is drawn as a tile: where there is room."""
        return self.tile and (self.scale.tile > LINE or self.scale.gear)

    def update_name_and_size(self) -> None:
        """Update the name and the size hint, and repaint."""
        height_at_100 = self.scale.tile if self.is_tall_tile else LINE
        name = self.spoken()
        hint = QSize(self.wanted_width(), self.scale.pixels(height_at_100))
        if name != self.accessibleName():
            set_name_and_hint(self, name)
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
        return bool(self.bits_to_draw())

    def was_pressed_unseen(self, event: QMouseEvent) -> bool:
        """Return whether a finger pressed it while it was invisible, and so meant the piece. From
        then on everything is drawn."""
        was_drawn = self.drawn
        is_finger = by_finger(event)
        if is_finger and not self.scale.fingers:
            self.scale.fingers = True
            self.window().update()
        is_meant = was_drawn or not is_finger
        event.setAccepted(is_meant)
        return not is_meant

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.was_pressed_unseen(event):
            self.pressed = event.button() == Qt.MouseButton.LeftButton
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_pressed = self.pressed
        self.pressed = False
        self.update()
        if was_pressed and self.rect().contains(event.position().toPoint()):
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
            draw_middle(painter, self.scale, self.bits_to_draw(), inner)

    def _draw_tile(self, painter: QPainter, box: QRectF) -> None:
        """Draw the figure of a tile, and its caption beside it where there is room, else below it."""
        scale = self.scale
        figure = list(self.tile_figure())
        caption = list(self.tile_caption())
        is_wide = box.width() > scale.pixels(BESIDE)
        if is_wide and line_width(scale, figure + caption) <= box.width() - scale.pixels(8):
            draw_middle(painter, scale, figure + caption, box)
            return
        half = box.center().y() + scale.pixels(7)
        above = box.adjusted(0, scale.pixels(3), 0, half - box.bottom())
        below = QRectF(box.x(), half, box.width(), box.bottom() - half - scale.pixels(4))
        draw_middle(painter, scale, figure, above)
        if line_width(scale, caption) * LEAST_SHRINK <= below.width():
            draw_middle(painter, scale, caption, below)
        else:
            draw_line(painter, scale, caption, below)  # cut at its end: the whole is shown on hover

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.scale.theme
        inset = 1.0 if self.is_tall_tile else max(1.0, self.height() * 0.05)
        box = QRectF(self.rect()).adjusted(1.5, inset, -1.5, -inset)
        radius = int(box.height() / 2) if self.pill else theme.pixels(5)
        with antialiased_painter(self) as painter:
            ground = self._ground_colour()
            if ground:
                draw_box(painter, theme, box, radius, ground)
            self.draw(painter, box)
            self.highlight.draw(painter, box, radius)
            tone, line = self._outline_now()
            if tone:
                draw_box(painter, theme, box, radius, "", tone, theme.pixels(line))

    def _ground_colour(self) -> str:
        """Return the colour of its ground, '' for none."""
        if self.pressed:
            return "select"
        if self.bare or self.pill:
            return ""
        return "panel" if self.gone else "raised"

    def _outline_now(self) -> tuple[str, float]:
        """Return the colour and width of its outline with the focus, under the mouse, or at rest."""
        if self.hasFocus():
            return "accent_text", 2.0
        tone, line = self.outline()
        if not tone and self.underMouse() and self.isEnabled():
            return "edge", 1
        return tone, line


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
        self.halves = halves or signs
        self.signs = signs
        self.alone = alone
        self.hit = False
        #: Whether its caption is written where there is room.
        self.named = True
        super().__init__(scale, view)
        self.setProperty(COUNTS, True)
        self._direction = 0
        self._by_finger = False
        self._long_press = make_timer(self, LONG_MS, self._count_long_press)

    # Showing

    def show_change(self, earlier: TokenView) -> None:
        """Light up and announce a new number."""
        if earlier.value != self.view.value:
            self.highlight.light_up()
            say_value(self, self.view.value or 0)

    def spoken(self) -> str:
        view = self.view
        number = f"{view.caption} {self.text()}"
        return ", ".join(filter(None, (view.whose, number, view.alarm)))

    def text(self) -> str:
        """Return the number as shown: '2', '2/3', '—'."""
        if self.value is None:
            return "—"
        if self.view.limit is None:
            return str(self.value)
        return f"{self.value}/{self.view.limit}"

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
        value = self.value
        most = self.view.limit or 0
        if not self.view.boxes or value is None:
            return False
        return value <= most and 0 < most <= BOXES

    @property
    def has_large_boxes(self) -> bool:
        """Return whether its boxes are pressed one by one: where there is room."""
        return self.hit and self.boxed and self.scale.tile > LINE

    @property
    def _is_empty(self) -> bool:
        """Return whether nothing is drawn but its pictogram: there is none of it."""
        has_none = bool(self.view.icon) and self.view.value == 0
        return has_none and not self.boxed and not self.near

    def _colours(self) -> tuple[str, str]:
        """Return the colours of its pictogram and of its number."""
        view = self.view
        if view.alarm:
            return "harm_text", "harm_text"
        if not self.value or self.gone:
            return "faint_text", "faint_text"
        return view.tone or "text", "text"

    def _pictogram_bits(self, size: float = 20) -> list[Bit]:
        """Return its pictogram, unless that is drawn in another way or by its piece."""
        view = self.view
        if not view.icon or self.alone or self.signs or view.name == "knock":
            return []
        return [Icon(self._colours()[0], view.icon, size)]

    def _number_bits(self, size: float = 20) -> list[Bit]:
        """Return its number, as a diamond, as boxes or in figures with its limit."""
        view = self.view
        if view.name == "knock":
            return [] if self._is_empty else [Diamond(view.value or 0)]
        if self.boxed:
            tone, _ink = self._colours()
            large = self.has_large_boxes or self.scale.gear
            return [Boxes(tone, view.value or 0, view.limit or 0, large)]
        return self._figure_bits(size)

    def _figure_bits(self, size: float) -> list[Bit]:
        """Return its number in figures with its limit; while it is empty, the room for them."""
        view = self.view
        _tone, ink = self._colours()
        number, slash, most = self.text().partition("/")
        limit = slash + most
        gap = 1 if slash else 8
        number_text = "" if self._is_empty else number
        bits: list[Bit] = [Words(ink, number_text, size, least="0" * view.digits, after=gap)]
        if slash:
            limit_text = "" if self._is_empty else limit
            limit_tone = "harm_text" if view.alarm else "faint_text"
            bits.append(Words(limit_tone, limit_text, size * 0.65, least=limit, after=8))
        return bits

    def bits_to_draw(self) -> Sequence[Bit]:
        number = self._number_bits()
        if self.signs:
            return [Words("text", "−", after=9), self._caption(), *number, Words("text", " +")]
        is_named = self.scale.words and self.named and not self.alone
        if is_named and not self.has_large_boxes:
            return [*self._pictogram_bits(), self._caption(), *number]
        return self._pictogram_bits() + number

    def _caption(self) -> Words:
        """Return its caption as it stands in a line before the number."""
        tone = "faint_text" if self.gone else "text"
        return Words(tone, self.view.caption, 14, heading=False, after=8)

    def tile_figure(self) -> Sequence[Bit]:
        size = 28 if self.scale.tile > LINE else 22
        return self._pictogram_bits(size - 2) + self._number_bits(size)

    def tile_caption(self) -> Sequence[Bit]:
        return [Words("faint_text", self.view.caption, 13, heading=False)]

    def draw(self, painter: QPainter, box: QRectF) -> None:
        if self.view.alarm:
            box = self._draw_alarm(painter, box)
        super().draw(painter, box)
        is_near = self.underMouse() or self.hasFocus()
        if self.halves and not self.signs and is_near:
            self._draw_signs(painter, box)

    def _draw_alarm(self, painter: QPainter, box: QRectF) -> QRectF:
        """Draw its alarm along the foot of a box; return the room above it."""
        height = self.scale.pixels(12)
        foot = QRectF(box.x() + 3, box.bottom() - height, box.width() - 6, height - 1)
        draw_middle(painter, self.scale, [Words("harm_text", self.view.alarm, 11)], foot)
        return box.adjusted(0, 0, 0, -height + 3)

    def _draw_signs(self, painter: QPainter, box: QRectF) -> None:
        """Draw what a tap does on each half: − at the left, + at the right of a box."""
        scale = self.scale
        minus_room = box.adjusted(2, box.height() / 3, -1, 0)
        plus_begins = minus_room.width() - scale.pixels(10) + 2
        plus_room = minus_room.adjusted(plus_begins, 0, 0, 0)
        Words("text", "−", 13).draw(painter, scale, minus_room)
        Words("text", "+", 13).draw(painter, scale, plus_room)

    def outline(self) -> tuple[str, float]:
        return ("harm_text", 1.5) if self.view.alarm else ("", 0)

    # Counting

    def mousePressEvent(self, event: QMouseEvent) -> None:
        is_left_button = event.button() == Qt.MouseButton.LeftButton
        is_right_button = event.button() == Qt.MouseButton.RightButton
        if not is_left_button and not is_right_button:
            return
        if self.was_pressed_unseen(event):
            return
        on_left_half = event.position().x() < self.width() / 2
        subtracts = is_right_button or (self.halves and on_left_half)
        self._direction = -1 if subtracts else 1
        self._by_finger = by_finger(event)
        self._long_press.start()
        self.pressed = True
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Cancel a press that leaves the counter."""
        if self.pressed and not self.rect().contains(event.position().toPoint()):
            self._end_press()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_pressed = self._end_press()
        if not was_pressed or not self.rect().contains(event.position().toPoint()):
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.stepped.emit(self._direction * MANY)
            return
        box_number = self._box_at(event.position().x())
        if box_number and event.button() == Qt.MouseButton.LeftButton:
            value = self.value or 0
            is_last_full = box_number == value
            amount = -1 if is_last_full else box_number - value
            self.stepped.emit(amount)
        else:
            self.stepped.emit(self._direction)

    def _box_at(self, x: float) -> int:
        """Return the number of the box that is drawn at a place, from 1; 0 if there is none."""
        scale = self.scale
        boxes = next((bit for bit in self.bits_to_draw() if isinstance(bit, Boxes)), None)
        if boxes is None or not self.has_large_boxes:
            return 0
        line_ends = self.width() / 2 + line_width(scale, self.bits_to_draw()) / 2
        boxes_begin = line_ends - boxes.width(scale)  # they are the last in the line
        begun_count = 0
        while begun_count < boxes.most:
            if x < boxes_begin + boxes.left_of_box(scale, begun_count):
                break
            begun_count += 1
        return begun_count

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Treat the second of two quick taps as a tap."""
        self.mousePressEvent(event)

    def _end_press(self) -> bool:
        """End a press; return whether there was one."""
        self._long_press.stop()
        was_pressed = self.pressed
        self.pressed = False
        self.update()
        return was_pressed

    def _count_long_press(self) -> None:
        """Count 5 for a long press, or −1 with a finger, once."""
        if not self._end_press():
            return
        amount = -1 if self._by_finger else self._direction * MANY
        self.stepped.emit(amount)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Count with the wheel while it has the focus; otherwise let the page scroll."""
        turned = event.angleDelta().y()
        if self.hasFocus() and turned:
            amount = 1 if turned > 0 else -1
            self.stepped.emit(amount)
        else:
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Keep the right button for counting; the menu key opens the piece's menu."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        text = event.text()
        has_shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Plus and text == "+":
            has_shift = False  # on many keyboards + is Shift and =
        amount = MANY if has_shift else 1
        if text in ("+", "=", "*") or key in (Qt.Key.Key_Space, Qt.Key.Key_Plus):
            self.stepped.emit(amount)
        elif text in ("-", "_", "−") or key in (Qt.Key.Key_Backspace, Qt.Key.Key_Minus):
            self.stepped.emit(-amount)
        else:
            event.ignore()


class Mark(Part):
    """A mark that is on or off: its pictogram, boxed while it is on; the mark of who has had their
    turn is a tick box. One that is off is only drawn while its piece is `near`."""

    spoken_role = QAccessible.Role.CheckBox
    view: ChipView

    def show_change(self, earlier: ChipView) -> None:
        """Announce that it was switched."""
        if earlier.on != self.view.on:
            say_tick(self)

    def spoken(self) -> str:
        view = self.view
        answer = _("yes") if view.on else _("no")
        state = titled(view.caption, answer)
        return f"{view.whose}, {state}" if view.whose else state

    def spoken_state(self) -> dict[str, bool]:
        """Return for screen readers whether it is on."""
        return {"checkable": True, "checked": self.view.on}

    @property
    def _is_tick_box(self) -> bool:
        """Return whether it says who has had their turn."""
        return self.view.icon == pictograms.token("done")

    @property
    def _tone(self) -> str:
        """Return its colour while it is on."""
        if self.gone:
            return "faint_text"
        return "well_text" if self._is_tick_box else "accent_text"

    def bits_to_draw(self) -> Sequence[Bit]:
        view = self.view
        if view.on:
            return self._line_while_on()
        if not self.near:
            return []
        if self._is_tick_box and not self.gone:
            return [Boxes("edge", 0, 1)]
        if view.due and not self.gone:
            due = Words("accent_text", view.due, 14, heading=False)
            return [Icon("accent_text", view.icon), due]
        if view.icon:
            return [Icon("faint_text", view.icon)]
        return [Words("faint_text", view.caption, 14, heading=False)]

    def _line_while_on(self) -> list[Bit]:
        """Return its pictogram and, if it has none or is written out, its caption."""
        view = self.view
        bits: list[Bit] = []
        if view.icon:
            bits.append(Icon(self._tone, view.icon))
        if view.written or not view.icon:
            bits.append(Words("text", view.caption, 14, heading=False))
        return bits

    def tile_figure(self) -> Sequence[Bit]:
        tone = self._tone if self.view.on else "faint_text"
        return [Icon(tone, self.view.icon, 26)]

    def tile_caption(self) -> Sequence[Bit]:
        tone = "text" if self.view.on else "faint_text"
        return [Words(tone, self.view.caption, 13, heading=False)]

    def draw(self, painter: QPainter, box: QRectF) -> None:
        if self.view.on and not self.pill:
            theme = self.scale.theme
            draw_box(painter, theme, box, theme.pixels(5), "select")
        super().draw(painter, box)

    def outline(self) -> tuple[str, float]:
        if self.view.on:
            return self._tone, 1.5
        if not self.pill:
            return "", 0
        is_due = bool(self.view.due) and not self.gone
        return ("accent", 1) if is_due else ("line", 1)


class Deed(Part):
    """A tap that acts at once, shown as a pictogram; its name says what it does."""

    spoken_role = QAccessible.Role.Button
    view: ButtonView

    def spoken(self) -> str:
        return self.view.hint

    def bits_to_draw(self) -> Sequence[Bit]:
        if not self.near:
            return []
        is_under_hand = self.hasFocus() or self.underMouse()
        tone = "harm_text" if is_under_hand else "edge"
        return [Icon(tone, "sbed/death-skull")]


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

    def bits_to_draw(self) -> Sequence[Bit]:
        return (Words("text", self.spoken()),)


class Fact(Heading):
    """A number that isn't counted, with its pictogram and caption."""

    view: FactView

    def spoken(self) -> str:
        return f"{self.view.caption} {self.view.value}"

    def bits_to_draw(self) -> Sequence[Bit]:
        view = self.view
        bits: list[Bit] = []
        if view.icon:
            bits.append(Icon("faint_text", view.icon))
        bits.append(Words("faint_text", view.caption, 14, heading=False, after=8))
        bits.append(Words("text", view.value, least="00"))
        return bits

    def tile_figure(self) -> Sequence[Bit]:
        number = Words("text", self.view.value, 28, after=8)
        if not self.view.icon:
            return [number]
        return [Icon("faint_text", self.view.icon, 26), number]

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
        labels = [addition.label for addition in self.view.adds]
        return titled(self.view.title, ", ".join(labels))

    def bits_to_draw(self) -> Sequence[Bit]:
        return (Words("faint_text", "+"),)

    def outline(self) -> tuple[str, float]:
        return "line", 1

    def menu(self) -> QMenu:
        """Return the menu of everything that can be added."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for addition in self.view.adds:
            add_menu_action(menu, addition.label, partial(self._want, addition))
        return menu

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
        self.head = head
        self.chosen = False
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
        if asked_for and event.key() in ENTER_KEYS:
            self.tapped.emit()
        else:
            super().keyPressEvent(event)

    def spoken(self) -> str:
        view = self.view
        has_turn = self.head and view.look == "active"
        turn = _("it's their turn") if has_turn else ""
        figure = f"{view.figure} {view.figure_caption}".strip()
        name = view.spoken or view.title
        parts = [name, view.subtitle, turn, figure, view.note, view.gear]
        return ", ".join(filter(None, parts))

    def spoken_state(self) -> dict[str, bool]:
        """Return for screen readers whether it is chosen."""
        return {"selectable": True, "selected": self.chosen}

    @property
    def worded(self) -> bool:
        """Return whether its name is written."""
        view = self.view
        if self.head or view.form == "row" or view.worded:
            return True
        return self.scale.words and view.form != "inner"

    def title(self, room: int) -> list[Bit]:
        """Return the line with the name, the short one if the full name is wider than `room`. A
        remark that has no room beside the name is kept for the line below."""
        view = self.view
        self.remark = None
        if not self.worded:
            return [Words("text", view.figure, 17)] if view.figure else []
        bits: list[Bit] = []
        mark = self._mark()
        if mark:
            bits.append(Words("accent_text", mark, 16, least="8"))
        bits.append(self._name(room))
        for badge in view.badges:
            bits.append(Icon("accent_text", badge.icon, 18))
        if not (self.head and view.remark):
            return bits
        remark_tone = "harm_text" if self._is_gone else "faint_text"
        remark = Words(remark_tone, view.remark, 13, heading=False)
        if line_width(self.scale, [*bits, remark]) <= room:
            bits.append(remark)
        else:
            self.remark = remark
        return bits

    def _name(self, room: int) -> Words:
        """Return the name, the short one if the full name is wider than `room`."""
        view = self.view
        is_struck = view.look == "gone" and view.kind == "figure"
        letters = self._letters()
        tone = self._name_tone()
        name = Words(tone, view.title, letters, struck=is_struck, after=8)
        if view.short and name.width(self.scale) > room:
            return Words(tone, view.short, letters)
        return name

    def _name_tone(self) -> str:
        """Return the colour of the name."""
        view = self.view
        is_asked_for = self.number is not None and view.kind != "figure"
        has_turn = self.head and view.look == "active"
        if is_asked_for or has_turn:
            return "accent_text"
        return "faint_text" if self._is_gone or view.done else "text"

    @property
    def _is_gone(self) -> bool:
        """Return whether it is out of the game, or its player is."""
        return self.gone or self.view.look == "gone"

    def _letters(self) -> int:
        """Return the size of the name's letters at 100 %."""
        has_tiles = self.scale.tile > LINE
        if self.head:
            return 25 if has_tiles else 22
        if self.on_card:
            return 22 if has_tiles else 19
        return 19 if self.view.kind == "figure" else 17

    def _mark(self) -> str:
        """Return the mark before the name: the digit that presses it, or an arrow if it is due."""
        view = self.view
        is_figure = view.kind == "figure"
        if is_figure and self.number is not None:
            return str(self.number) if self.number else "▸"
        if self.head and view.look == "active":
            return "▶"
        is_due = is_figure and view.due and not self._is_gone
        return "▸" if is_due else ""

    def below(self, room: int = AMPLE) -> list[Bit]:
        """Return the line below the name. What befalls the piece comes first; what it is gives way
        where `room`, in pixels, isn't enough for both."""
        view = self.view
        if self.head or not self.worded:
            return []
        if view.look == "gone":
            return _small_words("harm_text", view.remark or view.note)
        befalls = self._befalls()
        whole = befalls + self._standing()
        if befalls and line_width(self.scale, whole) > room:
            return befalls
        return whole

    def _standing(self) -> list[Bit]:
        """Return what it is: its subtitle and status, and a remark or a note."""
        view = self.view
        status = view.status if self.near or self.scale.gear else ""
        bits = _small_words("faint_text", dotted(view.subtitle, status))
        if view.form == "row" and view.remark:
            bits += _small_words("faint_text", view.remark)
        elif view.kind == "thing":
            bits += _small_words("faint_text", view.note)
        return bits

    def _befalls(self) -> list[Bit]:
        """Return its alarm, and what it is in contact with."""
        view = self.view
        bits = _small_words("harm_text", view.alarm)
        if view.zombies:
            bits.append(Icon("harm_text", "zombie", 14))
            bits.append(Words("harm_text", view.zombies, 15))
        if not view.touching:
            return bits
        if view.kind == "zombie":  # a chip has room for a name alone
            bits.append(Icon("harm_text", "member", 14))
            bits += _small_words("harm_text", view.touching)
        else:
            bits += _small_words("harm_text", _("contact: {names}", names=view.touching))
        return bits

    def figure(self) -> list[Bit]:
        """Return the number in the corner of a panel, with its caption."""
        view = self.view
        if not self.head or not view.figure:
            return []
        tone = "faint_text" if self.gone else "text"
        number = Words(tone, view.figure, 24, after=6)
        caption = Words("faint_text", view.figure_caption, 13, heading=False)
        return [number, caption]

    def gear(self) -> Words:
        """Return its gear."""
        return Words("faint_text", self.view.gear, 12.5, heading=False)

    def name_width(self) -> int:
        """Return the width of the name and the lines below it, without injuries and alarms."""
        view = self.view
        scale = self.scale
        title = self.title(AMPLE)
        name = title[1:] if self._mark() else title
        name_width = line_width(scale, name)
        if view.kind == "figure":  # which may get an arrow or a digit
            name_width += Words("text", "▸", 16, least="8").width(scale) + scale.pixels(5)
        status = re.sub(r"\d", "8", view.status)  # as wide as with any number
        below = Words("text", f"{view.subtitle} · {status}", 12.5, heading=False)
        gear_width = self.gear().width(scale) if scale.gear else 0
        return max(name_width, below.width(scale), gear_width)

    def wanted_width(self) -> int:
        scale = self.scale
        view = self.view
        if self.is_tall:
            return scale.pixels(38 + 8) + min(self._longest_word(), scale.pixels(NAME))
        if view.form == "lead" and not self.head:
            return scale.pixels(LINE)
        has_icon = bool(view.icon) and not self.head
        name_begins = scale.pixels(26) if has_icon else scale.pixels(4)
        return name_begins + self._width_of_name() + scale.pixels(3)

    def _longest_word(self) -> int:
        """Return the width of the longest word of the name in pixels."""
        letters = self._letters()
        words = [Words("text", word, letters) for word in self.view.title.split(" ")]
        return max(word.width(self.scale) for word in words)

    def _width_of_name(self) -> int:
        """Return the width that the name needs in a line, with what stands at the line's end; names
        may be cut where the place identifies the piece, too."""
        scale = self.scale
        view = self.view
        room = 0 if view.short else AMPLE
        title = self.title(room)
        width = line_width(scale, title)
        if view.form == "row":
            width = max(width, line_width(scale, self.below()))
        if self.head:
            width += line_width(scale, self.figure()) + scale.pixels(8)
        if view.short:
            return min(width, scale.pixels(SHORT))
        if scale.least >= 1 and (self.head or view.form == "row"):
            return min(width, scale.pixels(NAME))
        return width

    @property
    def is_tall(self) -> bool:
        """Return whether there is room for two lines of a large name."""
        return self.on_card and self.scale.tile > LINE

    def update_name_and_size(self) -> None:
        super().update_name_and_size()
        if self.is_tall:
            self._hint = QSize(self.wanted_width(), self.scale.pixels(CARD_HEAD))
            self.updateGeometry()

    def _name_lines(self, room: int) -> list[list[Bit]]:
        """Return the name, in two lines where it is wider than `room`."""
        name = self.title(AMPLE)[0]
        assert isinstance(name, Words)
        words = name.text.split(" ")
        if name.width(self.scale) <= room or len(words) == 1:
            return [[name]]
        count = 1  # of the words in the first line; the last word is in the second
        while count < len(words) - 1:
            longer = replace(name, text=" ".join(words[: count + 1]))
            if longer.width(self.scale) > room:
                break
            count += 1
        first_line = replace(name, text=" ".join(words[:count]))
        second_line = replace(name, text=" ".join(words[count:]))
        return [[first_line], [second_line]]

    def _draw_on_card(self, painter: QPainter, box: QRectF) -> None:
        """Draw the pictogram large, beside it the name in one or two lines, below it a remark."""
        scale = self.scale
        view = self.view
        x = box.x() + scale.pixels(2)
        if view.icon:
            icon_room = QRectF(x, box.y(), scale.pixels(30), box.height())
            Icon(self._card_tone(), view.icon, 30).draw(painter, scale, icon_room)
            x += scale.pixels(38)
        room = int(box.right() - x)
        lines = self._name_lines(room)
        below = self.below(room)
        if below and len(lines) == 1:
            lines.append(below)
        height = scale.pixels(26)
        y = box.center().y() - height * len(lines) / 2
        for bits in lines:
            draw_line(painter, scale, bits, QRectF(x, y, box.right() - x, height))
            y += height

    def _card_tone(self) -> str:
        """Return the colour of the pictogram on a card."""
        if self._is_gone:
            return "faint_text"
        return "accent_text" if self.view.look == "active" else "text"

    def draw(self, painter: QPainter, box: QRectF) -> None:
        if self.is_tall:
            self._draw_on_card(painter, box)
            return
        right = self._draw_figure(painter, box)
        if self._leads:
            self._draw_icon(painter, box, box.center().x() - self.scale.pixels(10))
            return
        x = self._margin()
        if self.view.icon and not self.head:
            is_alone = not self.worded and not self.view.figure
            icon_begins = box.center().x() - self.scale.pixels(10) if is_alone else x
            self._draw_icon(painter, box, icon_begins)
            x += self.scale.pixels(23)
        self._draw_lines(painter, box, x, right)

    @property
    def _leads(self) -> bool:
        """Return whether it is a pictogram before what a player's panel shows first."""
        return self.view.form == "lead" and not self.head

    def _margin(self) -> int:
        """Return where its content begins, in pixels from the left."""
        if self.tile:
            return self.scale.pixels(12)
        return self.scale.pixels(4) if self.view.kind == "figure" else self.scale.pixels(3)

    def _is_stacked(self, box: QRectF) -> bool:
        """Return whether the line below the name begins below the pictogram, in a narrow box."""
        is_narrow = box.width() < self.scale.pixels(64)
        return is_narrow and not self._leads and bool(self.below())

    def _draw_figure(self, painter: QPainter, box: QRectF) -> float:
        """Draw the number in the corner, if it has one; return where the room before it ends."""
        right = box.right() + 1
        figure = self.figure()
        if not figure:
            return right
        figure_begins = right - line_width(self.scale, figure)
        room = QRectF(figure_begins, box.y(), box.right() - figure_begins + 3, box.height())
        draw_line(painter, self.scale, figure, room)
        return figure_begins - self.scale.pixels(8)

    def _draw_icon(self, painter: QPainter, box: QRectF, x: float) -> None:
        """Draw the pictogram at a place, higher up where a line stands below it."""
        if not self.view.icon:
            return
        height = box.height() * 0.6 if self._is_stacked(box) else box.height()
        room = QRectF(x, box.y(), self.scale.pixels(20), height)
        Icon(self._icon_tone(), self.view.icon).draw(painter, self.scale, room)

    def _icon_tone(self) -> str:
        """Return the colour of the pictogram."""
        if self.view.kind == "zombie":
            return "well"
        if self._is_gone:
            return "faint_text"
        return "harm_text" if self._leads else "text"

    def _draw_lines(self, painter: QPainter, box: QRectF, x: float, right: float) -> None:
        """Draw the name, the line below it and the gear, between two places."""
        scale = self.scale
        view = self.view
        below_begins = scale.pixels(4) if self._is_stacked(box) else x
        lines = [self.title(int(right - x))]
        below = self.below(int(right - below_begins))
        if self.remark is not None:
            below = [self.remark]
        if below:
            lines.append(below)
        if scale.gear and view.gear and view.look != "gone":
            lines.append([self.gear()])
        heights = self._line_heights(box, len(lines))
        y = box.center().y() - sum(heights) / 2
        begins = x
        for bits, height in zip(lines, heights, strict=True):
            draw_line(painter, scale, bits, QRectF(begins, y, right - begins, height))
            y += height
            begins = below_begins

    def _line_heights(self, box: QRectF, count: int) -> list[float]:
        """Return the heights of so many lines, the name's first: a name alone has all of the box."""
        if count == 1:
            return [box.height()]
        small = self.scale.small(13) if self.head else self.scale.small(15)
        heights: list[float] = [self.scale.pixels(20)]
        while len(heights) < count:
            heights.append(small)
        return heights

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
        self.ground = ground
        self.edge = edge
        self.look = ""
        self.filled = True
        self.pill = False
        self.highlight = FadingLight(theme, self)

    def set_look(self, look: str) -> None:
        """Set the look: 'chosen', 'active', 'gone' or ''."""
        if look != self.look:
            self.look = look
            self.highlight.light_up()
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.theme
        radius = float(theme.pixels(6))
        if self.pill:
            radius = min(self.height(), theme.pixels(LINE)) / 2
        box = QRectF(self.rect())
        inner = box.adjusted(1, 1, -1, -1)
        path = QPainterPath()
        path.addRoundedRect(box, radius, radius)
        resting_outline = "line" if self.pill else ""
        outline = OUTLINES.get(self.look, resting_outline)
        with antialiased_painter(self) as painter:
            if not self.pill:
                painter.fillPath(path, theme.colour(self._ground()))
            if self.edge:
                painter.save()
                painter.setClipPath(path)
                painter.fillRect(
                    QRect(0, 0, theme.pixels(5), self.height()), theme.colour(self.edge)
                )
                painter.restore()
            self.highlight.draw(painter, inner, radius)
            if outline:
                draw_box(painter, theme, inner, radius, "", outline, 1.5)

    def _ground(self) -> str:
        """Return the colour of the ground for the look."""
        if self.look == "gone":
            return DIM.get(self.ground, "ground")
        if self.look == "active" and self.filled:
            return "select"
        return self.ground


def take_out_widgets(flow: Flow) -> None:
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
        self.theme = theme
        self.watched = watched
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
        first_row = self._first_row()
        if not first_row:
            return
        first, *others = first_row
        if not first.expandingDirections() & Qt.Orientation.Horizontal:
            return
        spare = rect.right() - first_row[-1].geometry().right()
        first.setGeometry(first.geometry().adjusted(0, 0, spare, 0))
        for item in others:
            item.setGeometry(item.geometry().translated(spare, 0))

    def _first_row(self) -> list[QLayoutItem]:
        """Return the items that are laid out in the first row."""
        items = [item for item in self._items if not item.isEmpty()]
        if not items:
            return []
        row_ends = items[0].geometry().bottom()
        return [item for item in items if item.geometry().top() <= row_ends]


class Tiles(Flow):
    """Tiles of equal width, at most `across` in a line, in as few lines as they have room in; `filled`:
    fewer tiles are wider."""

    def __init__(self, across: int, spacing: int, *, filled: bool = False) -> None:
        super().__init__(spacing=spacing)
        self.across = across
        self.filled = filled

    def minimumSize(self) -> QSize:
        """Return the size of the widest tile alone."""
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.sizeHint())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        items = [item for item in self._items if not item.isEmpty()]
        if not items:
            return 0
        least = self.minimumSize()
        gap = self._gap
        fitting = max(1, (rect.width() + gap) // (least.width() + gap))
        across = min(self.across, fitting)
        line_count = ceil(len(items) / across)
        if self.filled:
            across = ceil(len(items) / line_count)
        line_height = least.height() + gap
        if move:
            width = (rect.width() - gap * (across - 1)) // across
            for order, item in enumerate(items):
                line, place = divmod(order, across)
                x = rect.x() + place * (width + gap)
                y = rect.y() + line * line_height
                item.setGeometry(QRect(x, y, width, least.height()))
        return line_count * line_height - gap


#: The column of a row for the free space after its counters.
FREE = 20
#: The columns of a row for the states, by name, and for any other.
STATES = {"ran": FREE + 1, "locked": FREE + 2}
OTHER_STATE = FREE + 3


class Piece(Plate):
    """One thing on the board: its face, counters, marks, facts, and buttons to add to it or act on
    it. A tap or Enter chooses it."""

    def __init__(
        self, board: Surface, view: CardView, scale: Scale, *, loose: bool = False
    ) -> None:
        """Make it; with `loose` its counters and marks are laid out beside it by the panel."""
        in_panel = board.seated and scale is board.scale
        is_figure = view.kind == "figure"
        is_head = loose and scale is board.scale
        ground = "raised" if in_panel and not is_head else "panel"
        super().__init__(board.theme, ground, _edge_of(view))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.board = board
        self.view = view
        self.made_of = parts_of(view)
        self.head = is_head
        self.loose = loose
        #: Whether it has a line of a panel to itself.
        self.whole_line = in_panel and (is_head or view.form == "row")
        #: Whether it is a card of a player's panel, which holds what lies in front of it.
        self.is_card = self.whole_line and not is_head
        self.counters: dict[tuple[str, str], Counter] = {}
        self.marks: dict[tuple[str, str], Mark] = {}
        self.facts: list[Fact] = []
        self.deed: Deed | None = None
        self.plus: Plus | None = None
        self._make_parts(scale)
        if board.seated:
            self._seat()
        #: The columns of a figure's row; None for a piece in lines.
        self.grid: QGridLayout | None = None
        if is_figure:
            self._lay_out_in_columns()
        else:
            self._lay_out_in_lines()

    def _make_parts(self, scale: Scale) -> None:
        """Make the face and the other parts."""
        self.face = Face(scale, _face_view(self.view), head=self.head)
        self.face.tapped.connect(self._choose)
        self.face.reached.connect(partial(self.board.reached.emit, self.view.id))
        self.parts: list[Part] = [self.face]
        for part_view in self._other_views(self.view):
            self.parts.append(self._made(scale, part_view))
        self.controls = [part for part in self.parts if not isinstance(part, Fact)]
        for part in self.parts:
            part.setParent(self)

    def _seat(self) -> None:
        """Have its parts look as they do at a player's: tiles, cards and chips."""
        in_panel = self.head or self.is_card
        is_lead = self.view.form == "lead"
        self.face.on_card = self.is_card
        self.pill = not self.whole_line and not self.loose and not is_lead
        for counter in self.counters.values():
            has_boxes = counter.view.boxes
            counter.hit = has_boxes and (in_panel or is_lead)
            counter.tile = self.loose and not has_boxes
            counter.named = not self.pill or not counter.view.icon
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
        self.face.update_name_and_size()

    def _other_views(self, card: CardView) -> list[Value]:
        """Return what its parts show after the face."""
        views: list[Value] = [token for token in card.tokens if not token.aside]
        views += [chip for chip in card.chips if not chip.aside]
        if card.deed and not self.board.watched:
            views.append(card.deed)
        if card.adds and not self.board.watched:
            views.append(_face_view(card))
        views += card.facts
        return views

    def _made(self, scale: Scale, view: Value) -> Part:
        """Return the part for a view."""
        board = self.board
        match view:
            case TokenView():
                return self._made_counter(scale, view)
            case ChipView():
                mark = Mark(scale, view)
                mark.tapped.connect(partial(board.marked.emit, view.piece, view.name))
                self.marks[view.piece, view.name] = mark
                return mark
            case ButtonView():
                self.deed = Deed(scale, view)
                self.deed.tapped.connect(self._do)
                return self.deed
            case CardView():
                self.plus = Plus(scale, view, board.pressed.emit)
                return self.plus
            case FactView():
                fact = Fact(scale, view)
                self.facts.append(fact)
                return fact
        raise AssertionError(view)

    def _made_counter(self, scale: Scale, view: TokenView) -> Counter:
        """Return a counter; the only one of a small piece at a player's has the piece's pictogram."""
        board = self.board
        counted = [token for token in self.view.tokens if not token.aside]
        is_small = self.view.form != "row" and bool(self.view.icon) and not self.head
        is_alone = board.seated and is_small and len(counted) == 1
        counter = Counter(scale, view, halves=board.seated, alone=is_alone)
        counter.stepped.connect(partial(board.counted.emit, view.piece, view.name))
        self.counters[view.piece, view.name] = counter
        return counter

    def _lay_out_in_lines(self) -> None:
        """Lay out its parts in a line, or two on a card."""
        self._below_head: QWidget | None = None
        spacing = 4 if self.whole_line else 0
        self.line = Line(spacing=spacing, one_line=True)
        self._around = column(self.line)
        self.setLayout(self._around)
        self.hold(())
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Preferred, policy.Preferred)
        in_line = self._first_line()
        if len(in_line) > 1:
            for part in in_line:
                part.bare = True

    def _lay_out_in_columns(self) -> None:
        """Lay out a figure's row: the face, its counters, free space, its states."""
        pixels = self.theme.pixels
        self.grid = QGridLayout()
        self.grid.setContentsMargins(pixels(12), 0, pixels(4), 0)
        self.grid.setSpacing(0)
        face_columns = 1 if self.counters else FREE + 1
        self.grid.addWidget(self.face, 0, 0, 1, face_columns)
        for place, counter in enumerate(self.counters.values(), start=1):
            counter.tile = counter.view.name == "ammo"  # with the name of the gun
            self.grid.addWidget(counter, 0, place)
        self.grid.setColumnStretch(FREE, 1)
        for (_piece, name), mark in self.marks.items():
            mark.bare = True
            self.grid.addWidget(mark, 0, STATES.get(name, OTHER_STATE))
        for part in self.controls:
            part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setLayout(self.grid)

    def _first_line(self) -> list[Part]:
        """Return the parts of its first line: all that are laid out in it, except on a card, which
        has marks and chips below."""
        if self.is_card:
            return [self.face, *self.counters.values(), *self.facts]
        if not self.loose:
            return list(self.parts)
        if self.plus is None:
            return [self.face]
        return [self.face, self.plus]

    def hold(self, inner: Sequence[Piece]) -> None:
        """Lay out its parts, and on a card the pieces that lie in front of it before the button that
        adds one."""
        first_line: list[QWidget] = list(self._first_line())
        second_line = self._second_line(inner) if self.is_card else []
        take_out_widgets(self.line)
        for part in first_line + second_line:
            self.line.addWidget(part)
        for piece in inner:
            piece.show()
        self._below_head = second_line[0] if second_line else None
        self._break_line()

    def _second_line(self, inner: Sequence[Piece]) -> list[QWidget]:
        """Return what stands below the first line of a card: its other parts, the pieces that lie in
        front of it, and the button that adds one."""
        first_line = self._first_line()
        widgets: list[QWidget] = []
        for part in self.parts:
            if part not in first_line and part is not self.plus:
                widgets.append(part)
        widgets += inner
        if self.plus is not None:
            widgets.append(self.plus)
        return widgets

    def _break_line(self) -> None:
        """Begin the second line of a card where it is tall, and keep its margins."""
        pixels = self.theme.pixels
        is_tall = self.board.scale.tile > LINE
        self.line.second = self._below_head if is_tall else None
        self.line.invalidate()
        if self.is_card and is_tall:
            self._around.setContentsMargins(pixels(8), pixels(4), pixels(8), pixels(6))
        elif self.pill:
            self._around.setContentsMargins(pixels(8), 0, pixels(8), 0)
        else:
            self._around.setContentsMargins(0, 0, 0, 0)

    def remove(self) -> None:
        """Take it off the board."""
        widgets: list[QWidget] = [self]
        if self.loose:  # its parts are laid out elsewhere
            widgets = [*self.parts, self]
        for widget in widgets:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()

    def fit(self) -> None:
        """Update everything to the current scale."""
        for part in self.parts:
            part.update_name_and_size()
        if self.grid is None:
            self._break_line()
        self.show_states()
        self.updateGeometry()

    def set_columns(self, widths: Sequence[int], state_width: int) -> None:
        """Set the widths of a row's name and counters, and of each state, in pixels: the same in
        all rows."""
        if self.grid is None:
            return
        if self.counters:
            for place, width in enumerate(widths):
                self.grid.setColumnMinimumWidth(place, width)
        for place in range(FREE + 1, OTHER_STATE + 1):
            self.grid.setColumnMinimumWidth(place, state_width)

    def sizeHint(self) -> QSize:
        """Ask for a whole line unless it is a chip."""
        least_width = AMPLE if self.whole_line else 0
        return super().sizeHint().expandedTo(QSize(least_width, 0))

    # Showing

    @property
    def near(self) -> bool:
        """Return whether it is hovered, focused, chosen or active. A player's panel always shows
        everything."""
        chosen = self.face.chosen or self.look == "active"
        focused = any(part.hasFocus() for part in self.controls)
        return self.board.seated or chosen or focused or self.underMouse()

    def show_card(self, view: CardView, *, chosen: bool, gone: bool = False) -> None:
        """Show the current state of the piece; `gone`: its player is out."""
        self.view = view
        is_dim = gone or (view.look == "gone" and view.kind != "figure")
        part_views = [_face_view(view), *self._other_views(view)]
        for part, part_view in zip(self.parts, part_views, strict=True):
            part.show_view(part_view, gone=is_dim)
        self.face.choose(chosen)
        self.show_states()
        self.set_look(self._look_for(chosen=chosen, gone=gone))

    def _look_for(self, *, chosen: bool, gone: bool) -> str:
        """Return its look; a head has none, since its panel shows it."""
        if self.head:
            return ""
        if gone:
            return "gone"
        if self.view.look:
            return self.view.look
        return "chosen" if chosen else ""

    def show_states(self) -> None:
        """Show the marks that have a place in the row, if there is room."""
        is_roomy = self.view.kind == "figure" or not self.board.crowded
        for mark in self.marks.values():
            has_place = bool(mark.view.spot) and is_roomy
            mark.setVisible(mark.view.written or has_place)
        if self.deed is not None:
            self.deed.setVisible(not self.board.crowded)

    def _keys(self) -> dict[tuple[str, str], Part]:
        """Return the focusable parts by piece and name, '' for the piece itself."""
        parts: dict[tuple[str, str], Part] = {}
        parts.update(self.counters)
        parts.update(self.marks)
        parts[self.view.id, ""] = self.face
        return parts

    def focused(self) -> tuple[str, str] | None:
        """Return the piece and name of the part with the focus, '' for the piece itself."""
        for key, part in self._keys().items():
            if part.hasFocus():
                return key
        return None

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
        view = self.view
        board = self.board
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        look = ButtonView("look", "", LookAt(view.id))
        look_words = _("Show {name}", name=escape_ampersands(view.title))
        add_menu_action(menu, look_words, partial(board.pressed.emit, look))
        if view.deed is not None:
            add_menu_action(menu, escape_ampersands(view.deed.spoken or view.deed.label), self._do)
        for chip in view.chips:
            switch = partial(board.marked.emit, chip.piece, chip.name)
            add_menu_action(menu, capitalised(chip.caption), switch, checked=chip.on)
        return menu


def _edge_of(view: CardView) -> str:
    """Return the colour of a figure's edge, by its keyword; '' for other pieces."""
    if view.kind != "figure":
        return ""
    return f"keyword_{view.edge}" if view.edge else "edge"


def _face_view(card: CardView) -> CardView:
    """Return what the face of a piece shows: the card without what its other parts show."""
    return replace(card, tokens=(), chips=(), deed=None)


def parts_of(view: CardView) -> tuple[object, ...]:
    """Return the structure of a piece, which is rebuilt when this changes."""
    counters: list[object] = []
    for token in view.tokens:
        if not token.aside:
            counters.append((token.piece, token.name, token.caption, token.whose))
    marks: list[object] = []
    for chip in view.chips:
        if not chip.aside:
            marks.append((chip.piece, chip.name, chip.caption, chip.whose))
    return (counters, marks, len(view.facts), bool(view.adds), view.deed is None, view.form)
