"""Dice as they lie on a table: faces to press, places that are still open, small ones in a line."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy

from lastdays.language import _
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme

_PIPS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def draw_die(painter: QPainter, rect: QRectF, face: int, ink: QColor) -> None:
    """Draw a die that shows a face into a square; nothing but its edge for any other number."""
    side = rect.width()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, max(1.2, side / 22)))
    painter.drawRoundedRect(rect, side / 7, side / 7)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for x, y in _PIPS.get(face, ()):
        centre = rect.center() + QPointF(x * side / 4, y * side / 4)
        painter.drawEllipse(centre, side / 10, side / 10)
    painter.restore()


class _Die(QPushButton):
    """A button of one size with a die on it, which follows the room of the window."""

    def __init__(self, theme: Theme, kind: str) -> None:
        super().__init__("")
        self.theme = theme
        self.setProperty("kind", kind)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.reshaped.connect(self._reshaped)

    def _reshaped(self, _narrow: bool) -> None:
        self.updateGeometry()
        self.update()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class DieButton(_Die):
    """A die's face to press, with its digit; its name says the number."""

    def __init__(self, face: int, theme: Theme, caption: str = "", *, large: bool = False) -> None:
        super().__init__(theme, "die")
        self.face, self.large = face, large
        self.caption = caption or str(face)
        self.setAccessibleName(_("The die shows {n}", n=self.caption))
        self.setToolTip(plain(self.accessibleName()))

    def _px(self, size: float) -> int:
        """Return a length in pixels; a die grows with the room of the window."""
        return self.theme.px(size * self.theme.ample)

    def sizeHint(self) -> QSize:
        return QSize(self._px(56 if self.large else 42), self._px(62 if self.large else 54))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            px = self._px
            side = px(30 if self.large else 26)
            ink = self.theme.colour("text")
            draw_die(
                painter,
                QRectF((self.width() - side) / 2, px(8 if self.large else 6), side, side),
                self.face,
                ink,
            )
            font = QFont(self.theme.heading)
            font.setPixelSize(px(15))
            painter.setFont(font)
            painter.setPen(self.theme.colour("faint_text"))
            painter.drawText(
                self.rect().adjusted(0, 0, 0, -px(4)),
                int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter),
                self.caption,
            )


class LyingDie(_Die):
    """A place for a die: open until a face lies there; pressing one that lies takes it back."""

    def __init__(self, theme: Theme, number: int, side: int = 74) -> None:
        super().__init__(theme, "lying")
        self.number, self.side = number, side
        self.face, self.next = 0, False
        self.lay(0)

    def lay(self, face: int, *, coming: bool = False, settled: bool = False) -> None:
        """Show a face, 0 for an open place; `coming` marks the place of the next die, a `settled`
        one stays."""
        self.face = face
        self.next = coming
        self.setEnabled(bool(face) and not settled)
        if settled:
            text = _("Die {n} shows {face}", n=self.number, face=face)
        elif face:
            text = _("Die {n} shows {face}: press to take it back", n=self.number, face=face)
        else:
            text = _("Die {n} is still to be rolled", n=self.number)
        self.setAccessibleName(text)
        self.setToolTip(plain(text))
        self.update()

    def sizeHint(self) -> QSize:
        side = self.theme.px((self.side + 8) * self.theme.ample)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.theme
            side = theme.px(self.side * theme.ample)
            rect = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
            if self.face:
                draw_die(painter, rect, self.face, theme.colour("text"))
                if self.hasFocus():
                    painter.setPen(QPen(theme.colour("accent"), 2))
                    painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
            else:
                token = "accent_text" if self.next else "faint_text"
                pen = QPen(theme.colour(token), theme.px(2), Qt.PenStyle.DashLine)
                painter.setPen(pen)
                painter.drawRoundedRect(rect, side / 7, side / 7)
                font = QFont(theme.heading)
                font.setPixelSize(max(8, side // 2))
                font.setWeight(QFont.Weight.DemiBold)
                painter.setFont(font)
                painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), "?")
