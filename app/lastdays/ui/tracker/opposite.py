"""A second window for the player opposite: only the state, drawn large, turned if wanted."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from lastdays.language import _
from lastdays.tabletop.last_days.state import Figure, State
from lastdays.tabletop.last_days.turn import phase_name
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.cards import note_on
from lastdays.ui.tracker.tokens import draw_token

#: Sides with more models than this stand in two columns.
FOLD = 14


class Opposite(QWidget):
    """Follows every tap; nothing on it can be tapped. R turns it, F11 fills the screen."""

    def __init__(self, theme: Theme, rules: Any, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.theme = theme
        self.rules = rules
        self.state: Any = None
        self.turned = False
        self.setWindowTitle(_("Last Days, the table"))
        self.resize(1000, 640)
        self.setMinimumSize(480, 320)
        theme.changed.connect(self.update)

    def show_state(self, state: Any) -> None:
        """The table as it stands."""
        self.state = state
        self.setAccessibleName(self.words())
        self.update()

    def turn(self) -> None:
        """By 180°, and back."""
        self.turned = not self.turned
        self.update()

    def words(self) -> str:
        """What is drawn, as text."""
        state = self.state
        if state is None:
            return ""
        table = state.table
        lines = [
            _("Turn {n}, {phase}").format(n=table.turn, phase=phase_name(table.phase)),
            *(
                f"{f.name}: {note_on(state, f, self.rules)}, D {f.damage}/{f.DC}, N {f.noise}"
                for f in state.figures()
            ),
            *(f"{z.name}: K {z.knock}" for z in state.zombies),
        ]
        return "\n".join(lines)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_R:
            self.turn()
        elif event.key() == Qt.Key.Key_F11:
            self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.colour("ground"))
        state = self.state
        if state is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.turned:
                painter.translate(self.width(), self.height())
                painter.rotate(180)
            self._draw(painter, state)
        painter.end()

    def _font(self, size: float, *, heading: bool = True) -> QFont:
        font = QFont(self.theme.heading) if heading else QFont()
        font.setPixelSize(max(8, round(size)))
        if heading:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def _draw(self, painter: QPainter, state: Any) -> None:
        """Everything fits: the size of a line follows from how many there are."""
        margin = 12.0
        width = self.width() - 2 * margin
        teams = state.teams
        columns = max(1, len(teams))
        most = max((len(state.figures(t.id)) for t in teams), default=1)
        folds = 1 if most <= FOLD else 2
        most = -(-most // folds)
        dead_rows = -(-max(1, len(state.zombies)) // 5)
        line = min(46.0, (self.height() - 2 * margin) / (2.2 + most + 0.9 * dead_rows))
        table = state.table
        painter.setFont(self._font(line * 0.8))
        painter.setPen(self.theme.colour("accent_text"))
        head = _("Turn {n}, {phase}").format(n=table.turn, phase=phase_name(table.phase))
        if table.aggressor and len(teams) > 1:
            head += " · " + _("Aggressor: {name}").format(name=state.name(table.aggressor))
        self._text(painter, QRectF(margin, margin, width, line), head)
        top = margin + line
        each = width / columns
        for n, team in enumerate(teams):
            x = margin + n * each
            painter.setFont(self._font(line * 0.7))
            painter.setPen(self.theme.colour("faint_text"))
            self._text(painter, QRectF(x, top, each - 8, line), team.name)
            room = each / folds
            for k, figure in enumerate(state.figures(team.id)):
                left = x + (k // most) * room
                place = QRectF(left, top + (k % most + 1) * line, room - 10, line)
                self._figure(painter, state, figure, place)
        top += (most + 1) * line + line * 0.1
        dead = state.zombies
        cell = width / 5
        for n, zombie in enumerate(dead):
            rect = QRectF(
                margin + (n % 5) * cell, top + (n // 5) * line * 0.9, cell - 8, line * 0.86
            )
            painter.setFont(self._font(line * 0.55))
            painter.setPen(self.theme.colour("text"))
            touching = state.touching(zombie.id)
            name = zombie.name
            if touching:
                name = _("{name} at {who}").format(name=name, who=state.name(touching[0]))
            self._text(painter, rect.adjusted(line, 0, 0, 0), name)
            token = QRectF(rect.x(), rect.y() + 2, rect.height() - 4, rect.height() - 4)
            draw_token(painter, self.theme, token, "knock", zombie.knock, str(zombie.knock))

    def _figure(self, painter: QPainter, state: State, figure: Figure, rect: QRectF) -> None:
        theme = self.theme
        side = rect.height() * 0.78
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        gone = not figure.on_table
        tokens = [("damage", f"{figure.damage}/{figure.DC}", figure.damage)]
        tokens.append(("noise", str(figure.noise), figure.noise))
        for gun in state.guns(figure.id):
            if gun.reload is not None:
                text = _("R!") if gun.empty else f"{gun.ammo}/{gun.reload}"
                tokens.append(("ammo", text, gun.ammo + gun.empty))
        x = rect.right()
        painter.setFont(self._font(rect.height() * 0.5))
        if not gone:
            for name, text, value in reversed(tokens):
                wide = side * (1.0 if name == "noise" else 1.45)
                box = QRectF(x - wide, rect.y() + (rect.height() - side) / 2, wide, side)
                draw_token(painter, theme, box, name, value, text)
                x -= wide + 6
        star = " ★" if figure.leads else ""
        painter.setPen(QColor(theme.colour("faint_text" if gone else "text")))
        painter.setFont(self._font(rect.height() * 0.6))
        room = QRectF(rect.x(), rect.y(), max(10.0, x - rect.x()), rect.height() * 0.62)
        self._text(painter, room, f"{figure.name}{star}")
        painter.setFont(self._font(rect.height() * 0.3, heading=False))
        painter.setPen(theme.colour("faint_text"))
        low = QRectF(rect.x(), rect.y() + rect.height() * 0.6, room.width(), rect.height() * 0.38)
        note = note_on(state, figure, self.rules)
        marks = [
            word
            for on, word in (
                (figure.locked, "L&L"),
                (figure.ran, _("ran")),
                (figure.acted, _("acted")),
                (figure.fired, _("fired")),
            )
            if on and not gone
        ]
        self._text(painter, low, " · ".join([note, *marks]))

    def _text(self, painter: QPainter, rect: QRectF, text: str) -> None:
        metrics = QFontMetrics(painter.font())
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(rect.width()))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter), shown)
