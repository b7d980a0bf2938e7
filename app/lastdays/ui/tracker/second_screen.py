"""A second window for the player opposite: the board alone, drawn large."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from lastdays.language import _, dotted, titled
from lastdays.tabletop.view import BarView, BoardView, CardView
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.board import Board
from lastdays.ui.tracker.pieces import Bit, Scale, Words, draw_line, line_width

#: The heading has so much of the height, in percent.
HEAD_PERCENT = 7


def heads(bar: BarView) -> tuple[str, str]:
    """Return the turn with its step, and the state of the table."""
    step = bar.name or dict(bar.steps).get(bar.now, _("Before the game"))
    if bar.turn:
        turn = _("Turn {n}", n=bar.turn)
        step = ", ".join(filter(None, (turn, step)))
    return step, bar.line


class SecondScreen(QWidget):
    """Follows every tap; nothing on it can be tapped. R turns it by 180°, F11 fills the screen."""

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.theme = theme
        self.board = BoardView(())
        self.bar = BarView(0, (), "")
        self.turned = False
        #: The board, which is never shown itself: what is drawn of it may stand on its head.
        self.drawn = Board(theme, watched=True)
        self.setWindowTitle(title)
        self.resize(1000, 640)
        self.setMinimumSize(480, 320)
        theme.changed.connect(self.update)

    def show_view(self, board: BoardView, bar: BarView) -> None:
        """Show the current state."""
        self.board = board
        self.bar = bar
        self.drawn.show_view(board)
        self.setAccessibleName(self.words())
        self.update()

    def turn(self) -> None:
        """Turn it by 180°."""
        self.turned = not self.turned
        self.update()

    def head(self) -> str:
        """Return the heading: 'Turn 3, Shooting · vehicle: +2'."""
        return dotted(*heads(self.bar))

    def words(self) -> str:
        """Return everything drawn, as text."""
        lines = [self.head()]
        for panel in self.board.panels:
            lines += [_line(card) for card in panel.cards]
        lines += [_line(card) for card in self.board.foot]
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        margin = self.height() // 60
        self.drawn.resize(self.width() - 2 * margin, self.height() - self._below() - margin)
        self.drawn.fit_to_room()

    def _below(self) -> int:
        """Return the bottom of the heading in pixels."""
        return self.height() * (HEAD_PERCENT + 1) // 100

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.theme.colour("ground"))
            if self.turned:
                painter.translate(self.width(), self.height())
                painter.rotate(180)
            self._draw_head(painter)
            at = QPoint(self.height() // 60, self._below())
            self.drawn.render(painter, at, renderFlags=QWidget.RenderFlag.DrawChildren)

    def _draw_head(self, painter: QPainter) -> None:
        """Draw the turn large and the state of the table beside it, as large as fits."""
        turn, state = heads(self.bar)
        bits: list[Bit] = []
        if turn:
            bits.append(Words("accent_text", turn, after=20))
        if state:
            bits.append(Words("faint_text", state, 13))
        margin = self.height() / 60
        height = self.height() * HEAD_PERCENT / 100
        room = QRectF(margin, 0, self.width() - 2 * margin, height)
        scale = Scale(self.theme)
        scale.factor = height * 0.7 / self.theme.pixels(20)
        width = line_width(scale, bits) + 2
        scale.factor *= min(1.0, room.width() / max(1, width))
        draw_line(painter, scale, bits, room)


def _line(card: CardView) -> str:
    """Return a piece as text: 'Mo: AP 4, Damage 1/3, Noise 2', without hidden numbers."""
    parts = [card.note] if card.note else []
    if card.look != "gone":
        for token in card.tokens:
            if token.value is not None:
                limit = "" if token.limit is None else f"/{token.limit}"
                parts.append(f"{token.caption} {token.value}{limit}")
        for chip in card.chips:
            if chip.on:
                parts.append(chip.caption)
    return titled(card.title, ", ".join(parts)) if parts else card.title
