"""The bar across the top: turn, phases, roles, clock, and Next, always in the same corner."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lastdays.language import _
from lastdays.tabletop.view import BarView
from lastdays.ui.page import LETTERS, Head
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.tracker.pieces import heading_font
from lastdays.ui.widgets.parts import (
    PLAIN_NEXT,
    OneLine,
    button,
    entitle,
    holder,
    keep_room,
    label,
    row,
    timer,
)

#: How long Next ignores taps after a tap, in milliseconds.
REST_MS = 600
#: How long it ignores them after it got the focus.
BROUGHT_MS = 350
#: The width reserved for the state of the table in the line below, in pixels at 100 %.
STANDS = 160
#: The sizes of the phases' letters with their padding, the first that fits; in pixels at 100 %.
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
        return QSize(self.theme.px(200), self.theme.px(34))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(90), self.theme.px(34))

    def show_steps(self, steps: tuple[tuple[str, str], ...], now: str, name: str) -> None:
        """Show the steps as keys and names, the current one, and its full name."""
        if (steps, now, name) == (self.steps, self.now, self.name):
            return
        self.steps, self.now, self.name = steps, now, name
        entitle(self, _("Phase: {name}", name=name), _(" → ").join(word for _step, word in steps))
        self.update()

    def fitting(self) -> tuple[int, int]:
        """Return the letter size and padding at 100 % at which all names fit, (0, 0) if none
        does."""
        return next((fit for fit in FITS if self._wide(*fit) <= self.width()), (0, 0))

    def _wide(self, size: int, pad: int) -> int:
        metrics = QFontMetrics(heading_font(self.theme, size))
        each = 2 * self.theme.px(pad) + self.theme.px(2)
        return sum(metrics.horizontalAdvance(word) + each for _s, word in self.steps)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, (size, pad) = self.theme, self.fitting()
        line, x = theme.px(3), 0.0
        at = next((n for n, (step, _w) in enumerate(self.steps) if step == self.now), -1)
        with QPainter(self) as painter:
            if size:
                painter.setFont(heading_font(theme, size))
            else:
                self._write_now(painter)
            for n, (_step, word) in enumerate(self.steps):
                wide: float = self.width() / len(self.steps) - line
                if size:
                    wide = painter.fontMetrics().horizontalAdvance(word) + 2 * theme.px(pad)
                    tone = "accent_text" if n == at else "text" if n < at else "faint_text"
                    painter.setPen(theme.colour(tone))
                    above = QRectF(x, 0, wide, self.height() - line)
                    painter.drawText(above, int(Qt.AlignmentFlag.AlignCenter), word)
                tone = "accent" if n == at else "well" if n < at else "line"
                below = QRectF(x, self.height() - line, wide, line)
                painter.fillRect(below, theme.colour(tone))
                x += wide + (theme.px(2) if size else line)

    def _write_now(self, painter: QPainter) -> None:
        """Write the name of the current step."""
        theme = self.theme
        names = [name for _step, name in self.steps]
        for size in ALONE:  # in which each of them fits, so that all are of one size
            painter.setFont(heading_font(theme, size))
            if max(map(painter.fontMetrics().horizontalAdvance, names), default=0) <= self.width():
                break
        painter.setPen(theme.colour("accent_text"))
        mode = Qt.TextElideMode.ElideRight
        whole = dict(self.steps).get(self.now, "")  # before the first turn the turn says so
        name = painter.fontMetrics().elidedText(whole, mode, self.width())
        room = QRectF(0, 0, self.width(), self.height() - theme.px(3))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), name)


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
        self._tick = timer(self, 1000, self._show, repeats=True)
        self.turn = 0
        self.hide()

    def sizeHint(self) -> QSize:
        self.label.ensurePolished()
        wide = self.label.fontMetrics().horizontalAdvance("88:88")
        return QSize(wide, self.label.sizeHint().height())

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
        seconds = (self._now.elapsed() - self._begun.get(self.turn, 0)) // 1000
        self.label.setText(f"{seconds // 60}:{seconds % 60:02}")


class PhaseBar(Head):
    """Turn, phases, tools and Next. `next` is emitted once for a double tap. `owed` is the line
    below: what is due, and the state of the table."""

    next = Signal()

    def __init__(self, theme: Theme) -> None:
        self.next_button = button(_("NE&XT ▶"), self._next, "next")
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
        self.owed = holder(self._halves)
        theme.fit(self._keep_room)

    def _keep_room(self) -> None:
        """Keep the width of any turn number, so that the phases stay in place; the clock stands
        beside them, or in the line below in a narrow window."""
        metrics = QFontMetrics(heading_font(self.theme, LETTERS[0]))
        widest = metrics.horizontalAdvance(_("Turn {n}", n=8 if self.theme.narrow else 88))
        self.turn.setFixedWidth(widest + self.theme.px(4))
        narrow = self.theme.narrow
        keep_room(self.clock, not narrow)
        restyle(self.clock.label, kind="strong" if narrow else "number")
        box = self._halves if narrow else self.line
        if box.indexOf(self.clock) < 0:
            box.insertWidget(2 if narrow else box.indexOf(self.steps) + 1, self.clock)

    def _next(self) -> None:
        """Treat a double tap as one: ignore a tap that follows too soon."""
        if self._rest.isActive():
            return
        self._rest.start(REST_MS)
        self.next.emit()

    def set_plain(self, on: bool) -> None:
        """Draw Next plain while another button is amber."""
        restyle(self.next_button, kind=PLAIN_NEXT if on else "next")

    def take_focus(self) -> None:
        """Focus Next if it is enabled, ignoring a second press of the key that led here."""
        if not self.next_button.isEnabled():
            return
        self._rest.start(max(BROUGHT_MS, self._rest.remainingTime()))
        self.next_button.setFocus()

    def show_view(self, view: BarView) -> None:
        """Show the turn, its steps, a line about the table, and what is due."""
        before = _("Before the game")
        self.turn.setText(_("Turn {n}", n=view.turn) if view.turn else before)
        name = view.name or dict(view.steps).get(view.now, before)
        self.steps.show_steps(view.steps, view.now, name)
        self.roles.setText(view.line)
        self.waiting.setText(view.brief or view.waiting)
        entitle(self.waiting, view.waiting)
        self.waiting.updateGeometry()
        self.roles.setMinimumWidth(min(self.roles.sizeHint().width(), self.theme.px(STANDS)))
        self.clock.show_turn(view.turn)

    def ready(self) -> None:
        """Accept the next tap on Next at once."""
        self._rest.stop()
