"""Across the top: the turn, its phases, who is Aggressor, and Next, always in the same corner."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lastdays.language import _
from lastdays.tabletop.view import BarView
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.parts import OneLine, button, holder, label, row

#: After a tap on Next the next one counts after so many milliseconds.
REST_MS = 600
#: The same where the keyboard was brought there.
BROUGHT_MS = 350


class PhaseSteps(QWidget):
    """The phases of the turn in a row, the one that is on standing out; where they do not fit,
    only that one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.steps: tuple[tuple[str, str], ...] = ()
        self.now = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(200), self.theme.px(34))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(110), self.theme.px(34))

    def show_steps(self, steps: tuple[tuple[str, str], ...], now: str) -> None:
        """Show the steps of a turn with their names, and the one that is on."""
        if (steps, now) == (self.steps, self.now):
            return  # nothing to draw anew
        self.steps, self.now = steps, now
        name = dict(steps).get(now, "")
        self.setAccessibleName(_("Phase: {name}").format(name=name))
        self.setToolTip(name)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        font = QFont(theme.heading)
        font.setPixelSize(theme.px(21))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        metrics = QFontMetrics(font)
        now = self.now
        words = list(self.steps)
        gap, pad = theme.px(2), theme.px(12)
        if sum(metrics.horizontalAdvance(w) + 2 * pad + gap for _s, w in words) > self.width():
            words = [(s, w) for s, w in words if s == now]
        at = next((n for n, (step, _w) in enumerate(words) if step == now), -1)
        x, line = 0.0, theme.px(3)
        for n, (_step, word) in enumerate(words):
            width = metrics.horizontalAdvance(word) + 2 * pad
            rect = QRectF(x, 0, width, self.height() - line)
            tone = "accent_text" if n == at else "text" if n < at else "faint_text"
            painter.setPen(theme.colour(tone))
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), word)
            under = "accent" if n == at else "well" if n < at else "line"
            below = QRectF(x, self.height() - line, width, line)
            painter.fillRect(below, theme.colour(under))
            x += width + gap
        painter.end()


class Clock(QWidget):
    """How long the turn has lasted, while it is shown; a tap begins it anew."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.label = label("", "number")
        self.label.setAccessibleName(_("Turn clock"))
        self.setLayout(row(self.label))
        self._now = QElapsedTimer()
        self._now.start()
        self._begun: dict[int, int] = {}
        self._tick = QTimer(self)
        self._tick.setInterval(1000)
        self._tick.timeout.connect(self._show)
        self.turn = 0
        self.hide()

    def set_on(self, on: bool) -> None:
        """Show the clock and let it run, or hide it."""
        self.setVisible(on)
        if on:
            self._begun = {self.turn: self._now.elapsed()}
            self._show()
            self._tick.start()
        else:
            self._tick.stop()

    def show_turn(self, turn: int) -> None:
        """Begin anew with a new turn; go on in one that is taken up again."""
        if turn != self.turn:
            self.turn = turn
            self._begun.setdefault(turn, self._now.elapsed())
            self._show()

    def _show(self) -> None:
        seconds = (self._now.elapsed() - self._begun.get(self.turn, 0)) // 1000
        self.label.setText(f"{seconds // 60}:{seconds % 60:02}")


class PhaseBar(Head):
    """Turn, phases, the tools, Next. `next` is given once, however quickly it is tapped. `owed` is
    the line below: what is due, and how the table stands."""

    next = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.turn = self.title
        self.steps = PhaseSteps(theme)
        self.roles = OneLine("faint")
        self.roles.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.waiting = OneLine("warn")
        self.waiting.setAccessibleName(_("Who has not had a turn"))
        self.clock = Clock(theme)
        self.next_button = button(_("NE&XT ▶"), self._next, "next")
        self.next_button.setAccessibleName(_("Next"))
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self.first = self.next_button
        self.note.hide()
        self.line.setStretch(1, 0)
        self.line.addWidget(self.steps, 1)
        self.line.addWidget(self.clock)
        owed = row(self.waiting, self.roles, spacing=16)
        owed.setStretch(0, 3)
        owed.setStretch(1, 2)
        self.owed = holder(owed)

    def hold(self, tools: QWidget) -> None:
        """Put the tools into the corner of the head."""
        self.line.addWidget(tools)

    def _next(self) -> None:
        """Take a double tap as one tap: one that comes too soon does not count."""
        if self._rest.isActive():
            return
        self._rest.start(REST_MS)
        self.next.emit()

    def take_focus(self) -> None:
        """Put the keyboard on Next, where it may be pressed; a second press of the key that
        brought it here does not count."""
        if not self.next_button.isEnabled():
            return
        self._rest.start(max(BROUGHT_MS, self._rest.remainingTime()))
        self.next_button.setFocus()

    def show_view(self, view: BarView) -> None:
        """Show the turn, its steps, a line about the table, what is owed."""
        self.turn.setText(_("Turn {n}").format(n=view.turn) if view.turn else "")
        self.turn.setVisible(bool(view.turn))
        before = (("", _("Before the game")),)
        self.steps.show_steps(view.steps if view.now else before, view.now)
        self.roles.setText(view.line)
        self.waiting.setText(view.waiting)
        self.clock.show_turn(view.turn)

    def ready(self) -> None:
        """Let Next count again at once."""
        self._rest.stop()
