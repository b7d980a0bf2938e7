"""A second window for the player opposite: only what stands on the table, drawn large."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from lastdays.language import _
from lastdays.tabletop.view import BarView, BoardView, CardView
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.tokens import draw_token

#: Sides with more models than this stand in two columns.
FOLD = 14
#: So many of what lies along the foot stand side by side.
FOOT_ACROSS = 5


class SecondScreen(QWidget):
    """Follows every tap; nothing on it can be tapped. R turns it, F11 fills the screen."""

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.theme = theme
        self.board: BoardView | None = None
        self.bar: BarView | None = None
        self.turned = False
        self.setWindowTitle(title)
        self.resize(1000, 640)
        self.setMinimumSize(480, 320)
        theme.changed.connect(self.update)

    def show_view(self, board: BoardView, bar: BarView) -> None:
        """Show the table as it stands."""
        self.board, self.bar = board, bar
        self.setAccessibleName(self.words())
        self.update()

    def turn(self) -> None:
        """Turn it by 180°, and back."""
        self.turned = not self.turned
        self.update()

    def head(self) -> str:
        """Return the heading: 'Turn 3, Shooting · Aggressor: Zeke's Truckers'."""
        bar = self.bar
        if bar is None:
            return ""
        step = dict(bar.steps).get(bar.now, "") if bar.now else _("Before the game")
        turn = _("Turn {n}").format(n=bar.turn) if bar.turn else ""
        first = ", ".join(p for p in (turn, step) if p)
        return " · ".join(p for p in (first, bar.line) if p)

    def words(self) -> str:
        """Return what is drawn, as text."""
        if self.board is None:
            return ""
        cards = [c for p in self.board.panels for c in p.cards] + list(self.board.foot)
        return "\n".join([self.head(), *(_line(card) for card in cards)])

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
        if self.board is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.turned:
                painter.translate(self.width(), self.height())
                painter.rotate(180)
            self._draw(painter, self.board)
        painter.end()

    def _font(self, size: float, *, heading: bool = True) -> QFont:
        font = QFont(self.theme.heading) if heading else QFont()
        font.setPixelSize(max(8, round(size)))
        if heading:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def _draw(self, painter: QPainter, board: BoardView) -> None:
        """Draw everything so that it fits: the size of a line follows from how many there are."""
        margin = 12.0
        width = self.width() - 2 * margin
        across = max(1, min(board.across, len(board.panels)))
        rows = -(-len(board.panels) // across)
        most = max((len(p.cards) for p in board.panels), default=1)
        folds = 1 if most <= FOLD else 2
        most = max(1, -(-most // folds))
        headed = any(p.heading for p in board.panels)
        foot_rows = -(-len(board.foot) // FOOT_ACROSS)
        lines = 1.3 + rows * (most + headed) + foot_rows
        line = min(64.0, (self.height() - 2 * margin) / lines)
        painter.setFont(self._font(line * 0.72))
        painter.setPen(self.theme.colour("accent_text"))
        self._text(painter, QRectF(margin, margin, width, line), self.head())
        top = margin + line * 1.2
        each = width / across
        for n, panel in enumerate(board.panels):
            x = margin + (n % across) * each
            y = top + (n // across) * (most + headed) * line
            if headed:
                painter.setFont(self._font(line * 0.6))
                painter.setPen(self.theme.colour("faint_text"))
                self._text(painter, QRectF(x, y, each - 8, line), panel.heading)
                y += line
            room = each / folds
            for k, card in enumerate(panel.cards):
                left = x + (k // most) * room
                self._card(painter, card, QRectF(left, y + (k % most) * line, room - 10, line))
        top += rows * (most + headed) * line
        cell = width / FOOT_ACROSS
        for n, card in enumerate(board.foot):
            x = margin + (n % FOOT_ACROSS) * cell
            self._card(painter, card, QRectF(x, top + n // FOOT_ACROSS * line, cell - 8, line))

    def _card(self, painter: QPainter, card: CardView, rect: QRectF) -> None:
        theme = self.theme
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        side = rect.height() * 0.6
        small = self._font(rect.height() * 0.26)
        measure = QFontMetricsF(small)
        gone = card.look == "gone"
        x = rect.right()
        for token in reversed(card.tokens if not gone else ()):
            if token.value is None:
                continue
            text = str(token.value) if token.limit is None else f"{token.value}/{token.limit}"
            text = "R!" if token.alarm and token.shape == "ammo" else text
            wide = side * (1.0 if len(text) < 2 else 1.4)
            name = measure.elidedText(
                token.caption, Qt.TextElideMode.ElideRight, rect.height() * 1.6
            )
            slot = max(wide, measure.horizontalAdvance(name)) + 8
            middle = x - slot / 2
            box = QRectF(middle - wide / 2, rect.y() + rect.height() * 0.08, wide, side)
            painter.setFont(self._font(rect.height() * 0.4))
            draw_token(painter, theme, box, token.shape, token.value, text)
            painter.setFont(small)
            painter.setPen(theme.colour("faint_text"))
            below = QRectF(x - slot, box.bottom(), slot, rect.bottom() - box.bottom())
            painter.drawText(below, int(Qt.AlignmentFlag.AlignCenter), name)
            x -= slot
        colour = "faint_text" if gone else "accent_text" if card.look == "active" else "text"
        painter.setPen(QColor(theme.colour(colour)))
        painter.setFont(self._font(rect.height() * (0.5 if card.depth == 0 else 0.42)))
        indent = card.depth * rect.height() * 0.4
        room = QRectF(
            rect.x() + indent, rect.y(), max(10.0, x - rect.x() - indent), rect.height() * 0.62
        )
        self._text(painter, room, card.title)
        painter.setFont(self._font(rect.height() * 0.28, heading=False))
        painter.setPen(theme.colour("faint_text"))
        low = QRectF(room.x(), rect.y() + rect.height() * 0.6, room.width(), rect.height() * 0.38)
        self._text(painter, low, " · ".join(filter(None, (card.note, *_marks(card)))))

    def _text(self, painter: QPainter, rect: QRectF, text: str) -> None:
        metrics = QFontMetrics(painter.font())
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(rect.width()))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter), shown)


def _marks(card: CardView) -> list[str]:
    return [] if card.look == "gone" else [c.caption for c in card.chips if c.on]


def _line(card: CardView) -> str:
    """Return a line: 'Mo: AP 4, Damage 1/3, Noise 2'; what is hidden is left out."""
    tokens = [
        f"{t.caption} {t.value}" if t.limit is None else f"{t.caption} {t.value}/{t.limit}"
        for t in card.tokens
        if t.value is not None and card.look != "gone"
    ]
    said = ", ".join(filter(None, (card.note, *tokens, *_marks(card))))
    return f"{card.title}: {said}" if said else card.title
