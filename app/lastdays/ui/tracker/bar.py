"""Across the top: the turn, its phases, who is Aggressor, and Next, always in the same corner."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from lastdays.language import _
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.last_days.turn import MENACE, phase_name
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import OneLine, button, column, label, row

#: After a tap on Next the next one counts after so many milliseconds.
REST_MS = 600
#: The same where the keyboard was brought there.
BROUGHT_MS = 350
STEPS = ("menace", "action", "shooting", "close-quarters", "end")


def step_name(step: str) -> str:
    """What a phase is called on the bar."""
    return {
        "menace": _("Menace"),
        "action": _("Action"),
        "shooting": _("Shooting"),
        "close-quarters": _("Close Quarters"),
        "end": _("End"),
    }[step]


class Steps(QWidget):
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

    def show_phase(self, phase: str) -> None:
        """The step of a turn of *Last Days*."""
        now = "menace" if phase in MENACE else phase
        steps = tuple((s, phase_name(phase) if s == now else step_name(s)) for s in STEPS)
        self.show_steps(steps if now != "setup" else (("setup", phase_name("setup")),), now)

    def show_steps(self, steps: tuple[tuple[str, str], ...], now: str) -> None:
        """The steps of a turn with their names, and the one that is on."""
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
        gap = theme.px(26)
        if sum(metrics.horizontalAdvance(w) + gap for _s, w in words) > self.width():
            words = [(s, w) for s, w in words if s == now]
        x = 0.0
        for n, (step, word) in enumerate(words):
            width = metrics.horizontalAdvance(word)
            on = step == now
            rect = QRectF(x, 0, width + theme.px(4), self.height())
            painter.setPen(theme.colour("accent_text" if on else "faint_text"))
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter), word)
            if on:
                line = QRectF(x, self.height() - theme.px(4), width, theme.px(3))
                painter.fillRect(line, theme.colour("accent"))
            x += width
            if n + 1 < len(words):
                painter.setPen(theme.colour("faint_text"))
                arrow = QRectF(x, 0, gap, self.height())
                painter.drawText(arrow, int(Qt.AlignmentFlag.AlignCenter), "›")
            x += gap
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
        """Shown and running, or hidden."""
        self.setVisible(on)
        if on:
            self._begun = {self.turn: self._now.elapsed()}
            self._show()
            self._tick.start()
        else:
            self._tick.stop()

    def show_turn(self, turn: int) -> None:
        """A new turn begins anew; one that is taken up again goes on."""
        if turn != self.turn:
            self.turn = turn
            self._begun.setdefault(turn, self._now.elapsed())
            self._show()

    def _show(self) -> None:
        seconds = (self._now.elapsed() - self._begun.get(self.turn, 0)) // 1000
        self.label.setText(f"{seconds // 60}:{seconds % 60:02}")


class PhaseBar(QFrame):
    """Turn, phases, roles, Next. `next` is given once, however quickly it is tapped."""

    next = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.theme = theme
        self.turn = label("", "title")
        self.steps = Steps(theme)
        self.roles = OneLine("faint")
        self.waiting = OneLine("warn")
        self.waiting.setAccessibleName(_("Who has not had a turn"))
        self.clock = Clock(theme)
        self.next_button = button(_("NE&XT ▶"), self._next, "next")
        self.next_button.setAccessibleName(_("Next"))
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        words = column(row(self.turn, self.steps, spacing=14), self.roles, self.waiting, spacing=0)
        outer = row(words, self.clock, self.next_button, spacing=10)
        outer.setStretch(0, 1)
        outer.setContentsMargins(10, 4, 6, 4)
        self.setLayout(outer)

    def _next(self) -> None:
        """A double tap is one tap: what comes within the rest is no second one."""
        if self._rest.isActive():
            return
        self._rest.start(REST_MS)
        self.next.emit()

    def take_focus(self) -> None:
        """The keyboard on Next; a second press of the key that brought it here does not count."""
        self._rest.start(max(BROUGHT_MS, self._rest.remainingTime()))
        self.next_button.setFocus()

    def show_game(
        self,
        turn: int,
        steps: tuple[tuple[str, str], ...],
        now: str,
        line: str,
        owed: str,
    ) -> None:
        """A declared game's turn: its steps, a line about the table, what is owed."""
        self.turn.setText(_("Turn {n}").format(n=turn) if turn else "")
        self.turn.setVisible(bool(turn))
        self.steps.show_steps(steps if now else (("", _("Before the game")),), now)
        self.roles.setText(line)
        self.waiting.setText(owed)
        self.clock.show_turn(turn)

    def ready(self) -> None:
        """Next counts again at once."""
        self._rest.stop()

    def show_state(self, state: State, waiting: list[str], *, open_roll: bool) -> None:
        """The turn, whose role, who is left."""
        table = state.table
        self.turn.setText(_("Turn {n}").format(n=table.turn) if table.turn else "")
        self.turn.setVisible(bool(table.turn))
        self.steps.show_phase(table.phase)
        roles = [_("Supply Tokens on the table: {n}").format(n=table.tokens)]
        if table.aggressor and len(state.teams) > 1:
            roles.append(_("Aggressor: {name}").format(name=state.name(table.aggressor)))
            roles.append(_("Defender: {name}").format(name=state.name(table.defender)))
        if table.vehicle:
            roles.append(_("vehicle: +{n}").format(n=table.repairs))
        self.roles.setText(" · ".join(roles))
        self.waiting.setText(waiting_text(state, waiting, open_roll=open_roll))
        self.clock.show_turn(table.turn)
        self.next_button.setEnabled(not open_roll)


def waiting_text(state: State, waiting: list[str], *, open_roll: bool) -> str:
    """'3 have not acted: Ed, Lou and Kit'."""
    if open_roll:
        return _("A roll is open: finish it, or drop it.")
    if not waiting:
        return ""
    names = ", ".join(state.name(getattr(state.pieces[i], "figure", i)) for i in waiting)
    return {
        "setup": _("Who attacks is not decided yet: {names}"),
        "noise": _("Noise not rolled for yet: {names}"),
        "ammo": _("Ammo not rolled for yet: {names}"),
        "zombies": _("Not moved yet: {names}"),
        "action": _("{n} have not acted: {names}"),
        "shooting": _("{n} have not fired: {names}"),
        "close-quarters": _("{n} have not fought: {names}"),
        "end": _("Breaking Point still to test: {names}"),
    }.get(state.table.phase, "{names}").format(n=len(waiting), names=names)
