"""The bar across the top: turn, phases, roles, clock, and Next, always in the same corner."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from lastdays.language import _
from lastdays.tabletop.view import BarView
from lastdays.ui.page import TITLE_SIZES, Head
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.tracker.pieces import heading_font
from lastdays.ui.widgets.parts import (
    PLAIN_NEXT,
    OneLine,
    button,
    keep_room,
    label,
    make_timer,
    row,
    set_name_and_hint,
    wrap_layout,
)

#: How long Next ignores taps after a tap, in milliseconds.
REST_MS = 600
#: How long it ignores them after it got the focus.
BROUGHT_MS = 350
#: The width reserved for the state of the table in the line below, in pixels at 100 %.
STANDS = 160
#: The sizes of the phases' letters with their padding, in pixels at 100 %: the first that fits.
FITS = ((21, 12), (19, 9), (17, 6), (16, 4))
#: The sizes of the current phase's letters where only that fits.
ALONE = (18, 16, 14, 12)


class PhaseSteps(QWidget):
    """The phases of the turn in a row, the current one highlighted; where they don't fit, its name
    above a line for each phase."""

    spoken_role = QAccessible.Role.StaticText

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.steps: tuple[tuple[str, str], ...] = ()
        self.now = ""
        self.name = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(self.theme.pixels(200), self.theme.pixels(34))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.pixels(90), self.theme.pixels(34))

    def show_steps(self, steps: tuple[tuple[str, str], ...], now: str, name: str) -> None:
        """Show the steps as keys and names, the current one, and its full name."""
        if (steps, now, name) == (self.steps, self.now, self.name):
            return
        self.steps = steps
        self.now = now
        self.name = name
        words = [word for _step, word in steps]
        set_name_and_hint(self, _("Phase: {name}", name=name), _(" → ").join(words))
        self.update()

    def size_and_padding_that_fit(self) -> tuple[int, int]:
        """Return the letter size and padding at 100 % at which all names fit, (0, 0) if none
        does."""
        for size, padding in FITS:
            if self._width(size, padding) <= self.width():
                return size, padding
        return 0, 0

    def _width(self, size: int, padding: int) -> int:
        """Return the width of all names in letters of a size, in pixels."""
        metrics = QFontMetrics(heading_font(self.theme, size))
        padding_and_gap = 2 * self.theme.pixels(padding) + self.theme.pixels(2)
        width = 0
        for _step, word in self.steps:
            width += metrics.horizontalAdvance(word) + padding_and_gap
        return width

    def paintEvent(self, _event: QPaintEvent) -> None:
        size, padding = self.size_and_padding_that_fit()
        with QPainter(self) as painter:
            if size:
                painter.setFont(heading_font(self.theme, size))
                self._draw_names(painter, self.theme.pixels(padding))
            else:
                self._write_now(painter)
                self._draw_lines(painter)

    def _current_place(self) -> int:
        """Return the place of the current step, -1 if it isn't one of them."""
        for place, (step, _word) in enumerate(self.steps):
            if step == self.now:
                return place
        return -1

    def _draw_names(self, painter: QPainter, padding: int) -> None:
        """Draw the name of each step above a line of its width, with this padding in pixels."""
        theme = self.theme
        stroke = theme.pixels(3)
        metrics = painter.fontMetrics()
        current = self._current_place()
        x = 0.0
        for place, (_step, word) in enumerate(self.steps):
            width = metrics.horizontalAdvance(word) + 2 * padding
            above = QRectF(x, 0, width, self.height() - stroke)
            below = QRectF(x, self.height() - stroke, width, stroke)
            painter.setPen(theme.colour(_name_tone(place, current)))
            painter.drawText(above, int(Qt.AlignmentFlag.AlignCenter), word)
            painter.fillRect(below, theme.colour(_line_tone(place, current)))
            x += width + theme.pixels(2)

    def _draw_lines(self, painter: QPainter) -> None:
        """Draw a line for each step, all of them as wide as there is room for."""
        stroke = self.theme.pixels(3)
        current = self._current_place()
        x = 0.0
        for place in range(len(self.steps)):
            width = self.width() / len(self.steps) - stroke
            line = QRectF(x, self.height() - stroke, width, stroke)
            painter.fillRect(line, self.theme.colour(_line_tone(place, current)))
            x += width + stroke

    def _write_now(self, painter: QPainter) -> None:
        """Write the name of the current step, before the first turn nothing: the turn says so."""
        theme = self.theme
        self._set_font_of_all(painter)
        painter.setPen(theme.colour("accent_text"))
        mode = Qt.TextElideMode.ElideRight
        whole = dict(self.steps).get(self.now, "")
        name = painter.fontMetrics().elidedText(whole, mode, self.width())
        room = QRectF(0, 0, self.width(), self.height() - theme.pixels(3))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), name)

    def _set_font_of_all(self, painter: QPainter) -> None:
        """Set letters in which the name of each step fits alone, so that all are of one size; else
        the smallest."""
        for size in ALONE:
            painter.setFont(heading_font(self.theme, size))
            metrics = painter.fontMetrics()
            widths = [metrics.horizontalAdvance(word) for _step, word in self.steps]
            if max(widths, default=0) <= self.width():
                return


def _name_tone(place: int, current: int) -> str:
    """Return the colour of a step's name: the current one, one that is past, one to come."""
    if place == current:
        return "accent_text"
    return "text" if place < current else "faint_text"


def _line_tone(place: int, current: int) -> str:
    """Return the colour of the line below a step: the current one, one that is past, one to come."""
    if place == current:
        return "accent"
    return "well" if place < current else "line"


class Clock(QWidget):
    """The time since the turn began."""

    def __init__(self) -> None:
        super().__init__()
        self.label = label("", "number")
        self.label.setAccessibleName(_("Turn clock"))
        self.setLayout(row(self.label))
        self._now = QElapsedTimer()
        self._now.start()
        self._begun: dict[int, int] = {}
        self._tick = make_timer(self, 1000, self._show, repeats=True)
        self.turn = 0
        self.hide()

    def sizeHint(self) -> QSize:
        self.label.ensurePolished()
        width = self.label.fontMetrics().horizontalAdvance("88:88")
        return QSize(width, self.label.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def set_on(self, on: bool) -> None:
        """Show and start the clock, or hide it."""
        self.setVisible(on)
        if on:
            self._begun = {self.turn: self._now.elapsed()}
            self._show()
            self._tick.start()
        else:
            self._tick.stop()

    def show_turn(self, turn: int) -> None:
        """Start a new turn at 0:00, or resume one that was begun before."""
        if turn != self.turn:
            self.turn = turn
            self._begun.setdefault(turn, self._now.elapsed())
            self._show()

    def _show(self) -> None:
        began = self._begun.get(self.turn, 0)
        minutes, seconds = divmod((self._now.elapsed() - began) // 1000, 60)
        self.label.setText(f"{minutes}:{seconds:02}")


class PhaseBar(Head):
    """Turn, phases, tools and Next. `next` is emitted once for a double tap. `owed` is the line
    below: what is due, and the state of the table."""

    next = Signal()

    def __init__(self, theme: Theme) -> None:
        self.next_button = button(_("NE&XT ▶"), self._tap_next, "next")
        self.next_button.setAccessibleName(_("Next"))
        super().__init__(first=self.next_button)
        self.theme = theme
        self.turn = self.title
        self.steps = PhaseSteps(theme)
        self.roles = OneLine("faint")
        self.roles.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.waiting = OneLine("warn")
        self.clock = Clock()
        self._rest = QTimer(self, singleShot=True)
        self.note.hide()
        self.line.setStretch(1, 0)
        self.line.addWidget(self.steps, 1)
        self.waiting.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.waiting.setMinimumWidth(1)
        self._halves = row(self.waiting, (self.roles, 1), spacing=16)
        self.owed = wrap_layout(self._halves)
        theme.call_now_and_on_any_change(self._keep_room)

    def _keep_room(self) -> None:
        """Keep the width of any turn number, so that the phases stay in place; the clock stands
        beside them, or in the line below in a narrow window."""
        narrow = self.theme.narrow
        widest_number = 8 if narrow else 88
        widest_turn = _("Turn {n}", n=widest_number)
        metrics = QFontMetrics(heading_font(self.theme, TITLE_SIZES[0]))
        self.turn.setFixedWidth(metrics.horizontalAdvance(widest_turn) + self.theme.pixels(4))
        keep_room(self.clock, not narrow)
        if narrow:
            set_style_properties(self.clock.label, kind="strong")
            self._put_clock(self._halves, 2)
        else:
            set_style_properties(self.clock.label, kind="number")
            self._put_clock(self.line, self.line.indexOf(self.steps) + 1)

    def _put_clock(self, line: QHBoxLayout, place: int) -> None:
        """Put the clock at a place of a line, unless it is in it already."""
        if line.indexOf(self.clock) < 0:
            line.insertWidget(place, self.clock)

    def _tap_next(self) -> None:
        """Treat a double tap as one: ignore a tap that follows too soon."""
        if self._rest.isActive():
            return
        self._rest.start(REST_MS)
        self.next.emit()

    def set_plain(self, on: bool) -> None:
        """Draw Next plain while another button is amber."""
        kind = PLAIN_NEXT if on else "next"
        set_style_properties(self.next_button, kind=kind)

    def take_focus(self) -> None:
        """Focus Next if it is enabled, ignoring a second press of the key that led here."""
        if not self.next_button.isEnabled():
            return
        self._rest.start(max(BROUGHT_MS, self._rest.remainingTime()))
        self.next_button.setFocus()

    def show_view(self, view: BarView) -> None:
        """Show the turn, its steps, a line about the table, and what is due."""
        before_the_game = _("Before the game")
        turn = _("Turn {n}", n=view.turn) if view.turn else before_the_game
        name = view.name or dict(view.steps).get(view.now, before_the_game)
        self.turn.setText(turn)
        self.steps.show_steps(view.steps, view.now, name)
        self.roles.setText(view.line)
        self.waiting.setText(view.brief or view.waiting)
        set_name_and_hint(self.waiting, view.waiting)
        self.waiting.updateGeometry()
        roles_width = min(self.roles.sizeHint().width(), self.theme.pixels(STANDS))
        self.roles.setMinimumWidth(roles_width)
        self.clock.show_turn(view.turn)

    def accept_taps(self) -> None:
        """Accept the next tap on Next at once."""
        self._rest.stop()
