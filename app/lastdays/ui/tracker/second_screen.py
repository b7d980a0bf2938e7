"""A second window for the player opposite: only what stands on the table, drawn large."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget

from lastdays.language import _, titled
from lastdays.tabletop.view import BarView, BoardView, CardView, TokenView
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.tokens import draw_boxes, draw_diamond, draw_figure, draw_icon, draw_token

#: Sides with more models than this stand in two columns.
FOLD = 14
#: So many of what lies along the foot stand side by side.
FOOT_ACROSS = 5
#: A token of a row is so many times as wide as its letters are high.
TOKEN = 1.4
#: More wounds than these are a number.
MOST_BOXES = 8


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

    def _parts(self) -> tuple[str, str]:
        """Return the turn and its step, and what is said beside them; that alone where it is all
        there is."""
        whole, bar = self.head(), self.bar
        beside = bar.line if bar is not None else ""
        first = whole.removesuffix(beside).removesuffix(" · ") if beside else whole
        return (first, beside) if first else (beside, "")

    def _draw_head(self, painter: QPainter, rect: QRectF) -> None:
        """Write the turn large, and beside it, as far as there is room, how the table stands."""
        first, beside = self._parts()
        large = min(rect.height(), self.height() / 14) * 0.72
        large *= min(1.0, 0.97 * rect.width() / max(1, self._wide(first, large)))
        painter.setFont(self._font(large))
        painter.setPen(self.theme.colour("accent_text"))
        self._text(painter, rect, first)
        left = self._wide(first, large) + large
        small = large * 0.62
        small *= min(1.0, 0.97 * (rect.width() - left) / max(1, self._wide(beside, small)))
        if beside and small >= 8:
            painter.setFont(self._font(small))
            painter.setPen(self.theme.colour("faint_text"))
            room = rect.adjusted(left, 0, 0, 0)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(room, int(right), beside)

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
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.theme.colour("ground"))
            if self.board is not None:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                if self.turned:
                    painter.translate(self.width(), self.height())
                    painter.rotate(180)
                self._draw(painter, self.board)

    def _font(self, size: float, *, heading: bool = True) -> QFont:
        font = QFont(self.theme.heading if heading else self.theme.body)
        font.setPixelSize(max(8, round(size)))
        if heading:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def _draw(self, painter: QPainter, board: BoardView) -> None:
        """Draw everything so that it fills the screen: the height of a line follows from how many
        there are."""
        margin = self.height() / 60
        width = self.width() - 2 * margin
        across = max(1, min(board.across, len(board.panels)))
        rows = -(-len(board.panels) // across)
        most = max((len(p.cards) for p in board.panels), default=1)
        folds = 1 if most <= FOLD else 2
        most = max(1, -(-most // folds))
        headed = 0.7 if any(p.heading for p in board.panels) else 0
        foot_across = FOOT_ACROSS if len(board.foot) <= 2 * FOOT_ACROSS else 2 * FOOT_ACROSS
        foot_rows = -(-len(board.foot) // foot_across)
        lines = 1.2 + rows * (most + headed) + foot_rows
        line = (self.height() - 2 * margin) / lines
        size = min(line, width / across / folds / 9)  # letters grow with the lines, not beyond them
        self._draw_head(painter, QRectF(margin, margin, width, line))
        top = margin + line * 1.2
        each = (width + margin) / across  # the last ends where the heading does
        for n, panel in enumerate(board.panels):
            x = margin + (n % across) * each
            y = top + (n // across) * (most + headed) * line
            if headed:
                painter.setFont(self._font(min(size, line * headed) * 0.7))
                painter.setPen(self.theme.colour("faint_text"))
                self._text(painter, QRectF(x, y, each - 8, line * headed), panel.heading)
                y += line * headed
            room = each / folds
            tokens = max((len(c.tokens) for c in panel.cards), default=0)
            for k, card in enumerate(panel.cards):
                left, low = x + (k // most) * room, y + (k % most) * line
                self._row(
                    painter, card, QRectF(left, low, room - margin, line * 0.94), size, tokens
                )
        top += rows * (most + headed) * line
        cell = (width + margin / 2) / foot_across
        for n, card in enumerate(board.foot):
            x = margin + (n % foot_across) * cell
            y = top + n // foot_across * line
            self._cell(painter, card, QRectF(x, y, cell - margin / 2, line * 0.92), size)

    def _ground(self, painter: QPainter, rect: QRectF, card: CardView) -> None:
        token = {"active": "select", "gone": "ground"}.get(card.look, "panel")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour(token))
        painter.drawRoundedRect(rect, 6, 6)
        if card.edge:
            painter.setBrush(self.theme.colour(f"keyword_{card.edge}"))
            painter.drawRect(QRectF(rect.x(), rect.y(), max(5.0, rect.height() / 9), rect.height()))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _row(self, painter: QPainter, card: CardView, rect: QRectF, size: float, most: int) -> None:
        """Draw a model, or something before a player: its name at the left, its tokens right, in
        columns that all rows have; `most` is the largest number of tokens on one."""
        self._ground(painter, rect, card)
        shown = () if card.look == "gone" else card.tokens
        wide, side = size * TOKEN, size * 0.46
        right = rect.right() - size * 0.1
        for chip in reversed(() if card.look == "gone" else card.chips):
            if chip.on and chip.icon and chip.spot:
                right -= side + size * 0.08
                where = QRectF(right, rect.center().y() - side / 2, side, side)
                tint = "well_text" if chip.spot == "done" else "accent_text"
                draw_icon(painter, self.theme, chip.icon, tint, where)
        states = 2.2 * side if any(c.icon and c.spot for c in card.chips) else 0
        left = rect.right() - size * 0.1 - states - most * wide
        for n, token in enumerate(shown):
            if token.value is not None:
                box = QRectF(left + n * wide, rect.y(), wide, rect.height())
                self._token(painter, token, box, size)
        end = left if shown else rect.right()
        self._name(painter, card, QRectF(rect.x(), rect.y(), end - rect.x(), rect.height()), size)

    def _token(self, painter: QPainter, token: TokenView, box: QRectF, size: float) -> None:
        inner = QRectF(box.x(), box.center().y() - size * 0.37, box.width(), size * 0.74)
        value = token.value or 0
        if token.shape == "damage" and token.limit and token.limit <= MOST_BOXES:
            draw_boxes(painter, self.theme, inner, value, token.limit)
        elif token.shape == "knock":
            draw_diamond(painter, self.theme, inner, value)
        elif token.icon:
            most = f"/{token.limit}" if token.limit is not None else ""
            tint = "harm_text" if token.alarm else "accent_text" if value else "faint_text"
            draw_figure(painter, self.theme, inner, token.icon, str(value), most, tint)
        else:
            self._captioned(painter, token, inner, size)

    def _captioned(self, painter: QPainter, token: TokenView, box: QRectF, size: float) -> None:
        """Draw a counter that no pictogram stands for, its name below it."""
        value = token.value or 0
        text = str(value) if token.limit is None else f"{value}/{token.limit}"
        wide = box.height() * (0.62 if len(text) < 2 else 0.95)
        shape = QRectF(0, 0, wide, box.height() * 0.62)
        shape.moveCenter(box.center() - QPointF(0, box.height() * 0.14))
        painter.setFont(self._font(size * 0.32))
        draw_token(painter, self.theme, shape, token.shape, value, text)
        painter.setFont(self._font(size * 0.18))
        painter.setPen(self.theme.colour("faint_text"))
        below = QRectF(box.x(), shape.bottom(), box.width(), box.bottom() - shape.bottom())
        name = painter.fontMetrics().elidedText(
            token.caption, Qt.TextElideMode.ElideRight, int(box.width())
        )
        painter.drawText(below, int(Qt.AlignmentFlag.AlignCenter), name)

    def _cell(self, painter: QPainter, card: CardView, rect: QRectF, size: float) -> None:
        """Draw a zombie or a thing, or a counter of the table."""
        self._ground(painter, rect, card)
        right = rect.right()
        for token in reversed(card.tokens):
            if token.value or token.shape not in ("knock",):
                right -= size
                self._token(painter, token, QRectF(right, rect.y(), size, rect.height()), size)
        if card.icon:
            side = size * 0.5
            where = QRectF(rect.x() + size * 0.1, rect.center().y() - side / 2, side, side)
            tint = "well" if card.kind == "zombie" else "text"
            draw_icon(painter, self.theme, card.icon, tint, where)
            rect = rect.adjusted(size * 0.6, 0, 0, 0)
        room = QRectF(rect.x(), rect.y(), max(10.0, right - rect.x()), rect.height())
        self._name(painter, card, room, size * 0.9)

    def _name(self, painter: QPainter, card: CardView, rect: QRectF, size: float) -> None:
        gone = card.look == "gone"
        faint = gone or card.done
        colour = "faint_text" if faint else "accent_text" if card.look == "active" else "text"
        painter.setPen(QColor(self.theme.colour(colour)))
        painter.setFont(self._font(size * (0.44 if card.depth == 0 else 0.38)))
        left = rect.x() + size * 0.2 + card.depth * size * 0.4
        wide = max(10.0, rect.right() - left - 4)
        said = " · ".join(filter(None, (card.note, *_marks(card))))
        if card.kind == "zombie":
            said = _("at {names}").format(names=card.touching) if card.touching else ""
        elif card.kind == "thing" and card.tokens:
            said = ""
        tall = min(rect.height(), size)
        top = rect.center().y() - tall / 2
        name = card.short if card.kind == "zombie" else card.title
        if card.short and self._wide(name, size * 0.32) > wide:
            name = card.short
        if self._wide(name, size * 0.44) > wide:
            painter.setFont(self._font(size * 0.32))
        high = tall * (0.6 if said else 1)
        self._text(painter, QRectF(left, top, wide, high), name or card.title)
        if said:
            painter.setFont(self._font(size * 0.27, heading=False))
            painter.setPen(self.theme.colour("harm_text" if gone else "faint_text"))
            self._text(painter, QRectF(left, top + tall * 0.55, wide, tall * 0.4), said)

    def _wide(self, text: str, size: float) -> int:
        return QFontMetrics(self._font(size)).horizontalAdvance(text)

    def _text(self, painter: QPainter, rect: QRectF, text: str) -> None:
        metrics = QFontMetrics(painter.font())
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(rect.width()))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter), shown)


def _marks(card: CardView) -> list[str]:
    written = [c for c in card.chips if c.on and not (c.icon and c.spot)]
    return [] if card.look == "gone" else [c.caption for c in written]


def _line(card: CardView) -> str:
    """Return a line: 'Mo: AP 4, Damage 1/3, Noise 2'; what is hidden is left out."""
    tokens = [
        f"{t.caption} {t.value}" if t.limit is None else f"{t.caption} {t.value}/{t.limit}"
        for t in card.tokens
        if t.value is not None and card.look != "gone"
    ]
    marks = [c.caption for c in card.chips if c.on and card.look != "gone"]
    said = ", ".join(filter(None, (card.note, *tokens, *marks)))
    return titled(card.title, said) if said else card.title
