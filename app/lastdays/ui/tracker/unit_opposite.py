"""A declared game for the player opposite: seats and their counters, drawn large."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from lastdays.language import _
from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.kinds import Kind
from lastdays.tabletop.units import TableState, Unit
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.opposite import Opposite
from lastdays.ui.tracker.tokens import draw_token


def shown_counts(setting: TableState, kind: Kind, unit: Unit) -> list[tuple[str, str, int, str]]:
    """Counters of a unit that may be seen: label, look, value, text; what is secret is left out."""
    found: list[tuple[str, str, int, str]] = []
    for entry in kind.counts:
        if entry.key in kind.secret and not unit.on("revealed"):
            continue
        if not entry.when(setting, unit):
            continue
        value = unit[entry.key]
        if value is not None:
            found.append((entry.label, entry.look, int(value), str(value)))
    return found


class UnitOpposite(Opposite):
    """Follows every tap; what the book hides stays hidden."""

    def __init__(self, theme: Theme, game: DeclaredGame, parent: QWidget | None = None) -> None:
        super().__init__(theme, None, parent)
        self.game = game
        self.setWindowTitle(game.name)

    def words(self) -> str:
        """What is drawn, as text."""
        setting: TableState | None = self.state
        if setting is None:
            return ""
        lines = [self._head(setting)]
        kinds = self.game.kinds()
        for unit in setting.units.values():
            kind = kinds.get(unit.kind)
            if kind is not None:
                counts = [
                    f"{name} {text}" for name, _look, _n, text in shown_counts(setting, kind, unit)
                ]
                lines.append(f"{unit.name}: {', '.join([*counts, kind.note(setting, unit)])}")
        return "\n".join(lines)

    def _head(self, setting: TableState) -> str:
        steps = dict(self.game.steps(setting))
        who = setting.name(setting.active) if setting.active else _("Before the game")
        parts = [who, steps.get(setting.step, ""), self.game.headline(setting)]
        return " · ".join(p for p in parts if p)

    def _draw(self, painter: QPainter, state: TableState) -> None:
        margin = 12.0
        width = self.width() - 2 * margin
        kinds = self.game.kinds()
        seats = state.seats
        owned = {s.id: [s, *self._below(state, s.id)] for s in seats}
        rest = [u for u in state.units.values() if u.kind in kinds and not u.owner
                and u.kind != "seat"]  # fmt: skip
        most = max((len(u) for u in owned.values()), default=1)
        columns = max(1, min(3, len(seats)))
        rows = -(-len(seats) // columns)
        line = min(64.0, (self.height() - 2 * margin) / (1.3 + rows * most + -(-len(rest) // 3)))
        painter.setFont(self._font(line * 0.75))
        painter.setPen(self.theme.colour("accent_text"))
        self._text(painter, QRectF(margin, margin, width, line), self._head(state))
        top = margin + line * 1.2
        each = width / columns
        for n, seat in enumerate(seats):
            x = margin + (n % columns) * each
            y = top + (n // columns) * most * line
            for k, unit in enumerate(owned[seat.id]):
                self._unit(painter, state, unit, QRectF(x, y + k * line, each - 10, line))
        top += rows * most * line
        for n, unit in enumerate(rest):
            cell = QRectF(margin + (n % 3) * width / 3, top + (n // 3) * line, width / 3 - 8, line)
            self._unit(painter, state, unit, cell)

    def _below(self, state: TableState, owner: str) -> list[Unit]:
        found: list[Unit] = []
        for unit in state.owned(owner):
            if unit.kind in self.game.kinds():
                found += [unit, *self._below(state, unit.id)]
        return found

    def _unit(self, painter: QPainter, state: TableState, unit: Unit, rect: QRectF) -> None:
        kind = self.game.kinds()[unit.kind]
        side = rect.height() * 0.6
        small = self._font(rect.height() * 0.27)
        measure = QFontMetricsF(small)
        painter.setPen(QPen(self.theme.colour("line"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        x = rect.right()
        for name, look, value, text in reversed(shown_counts(state, kind, unit)):
            wide = side * (1.0 if len(text) < 2 else 1.3)
            slot = max(wide, measure.horizontalAdvance(name)) + 8
            middle = x - slot / 2
            box = QRectF(middle - wide / 2, rect.y() + rect.height() * 0.08, wide, side)
            painter.setFont(self._font(rect.height() * 0.42))
            draw_token(painter, self.theme, box, look, value, text)
            painter.setFont(small)
            painter.setPen(self.theme.colour("faint_text"))
            below = QRectF(x - slot, box.bottom(), slot, rect.bottom() - box.bottom())
            painter.drawText(below, int(Qt.AlignmentFlag.AlignCenter), name)
            x -= slot
        active = state.active == unit.id
        painter.setPen(self.theme.colour("accent_text" if active else "text"))
        painter.setFont(self._font(rect.height() * (0.55 if unit.kind == "seat" else 0.44)))
        indent = 0 if unit.kind == "seat" else rect.height() * 0.4
        room = QRectF(rect.x() + indent, rect.y(), max(10.0, x - rect.x() - indent), rect.height())
        flags = [f.label for f in kind.flags if unit.on(f.key)]
        self._text(painter, room, " · ".join([unit.name, *flags]))
