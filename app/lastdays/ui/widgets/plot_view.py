"""Lines over games in the window: drawn, read point by point, and kept as a picture."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from lastdays.desktop.files import write_whole
from lastdays.language import _, number
from lastdays.pdf.plot import (
    COLOURS,
    Curve,
    Plot,
    PlotPicture,
    PlotText,
    corners,
    lay_out,
    svg_of,
)
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.accessibility import announce

#: The size of text, and the least room, in pixels at 100 %.
TEXT, LEAST = 13, (260, 150)
#: What is kept as a picture: its size, and how many pixels a point has in a PNG.
PICTURE, SHARP = (1200, 640), 2
_NOTHING = Plot("", "", ())


class PlotView(QWidget):
    """A plot; the arrow keys go from game to game, and say what each line has there."""

    spoken_role = QAccessible.Role.Chart

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.theme = theme
        self.plot = _NOTHING
        self._name = name
        self._at = -1
        self._picture: PlotPicture | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(name)
        theme.changed.connect(self._forget)

    def show_plot(self, plot: Plot) -> None:
        """Show another plot."""
        if plot == self.plot:
            return
        self.plot = plot
        self.setAccessibleName(plot.title or self._name)
        self._at = -1
        self._forget()

    def _forget(self) -> None:
        self._picture = None
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(LEAST[0] * 2), self.theme.px(LEAST[1] * 2))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(LEAST[0]), self.theme.px(LEAST[1]))

    # What is read

    @property
    def games(self) -> list[int]:
        """Return the games that any line has a point at."""
        return sorted({game for line in self.plot.lines for game, _n in line.points})

    def said(self, game: int) -> str:
        """Say what each line has at a game."""
        found = [
            (line.name, dict(line.points)[game])
            for line in self.plot.lines
            if game in dict(line.points)
        ]
        found.sort(key=lambda one: -one[1])
        lines = [_("{name}: {n}", name=name, n=number(n)) for name, n in found]
        return "\n".join([_("{across} {n}", across=self.plot.across, n=game), *lines])

    def spoken_parts(self) -> list[tuple[str, QRect]]:
        """Return what is said of each game, and where it stands."""
        wide = self.theme.px(24)
        return [
            (self.said(game), QRect(round(self._x_of(game)) - wide // 2, 0, wide, self.height()))
            for game in self.games
        ]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from game to game."""
        keys = Qt.Key
        games = self.games
        steps = {keys.Key_Left: -1, keys.Key_Right: 1}
        if not games or event.key() not in (*steps, keys.Key_Home, keys.Key_End):
            super().keyPressEvent(event)
            return
        if event.key() in steps:
            start = len(games) if self._at < 0 and event.key() == keys.Key_Left else self._at
            self._at = min(max(0, start + steps[keys(event.key())]), len(games) - 1)
        else:
            self._at = 0 if event.key() == keys.Key_Home else len(games) - 1
        self._speak()

    def _speak(self) -> None:
        said = self.said(self.games[self._at])
        self.setAccessibleDescription(said)
        announce(self, said)
        x = self._x_of(self.games[self._at])
        where = self.mapToGlobal(QPointF(x, self.height() / 3).toPoint())
        QToolTip.showText(where, plain(said), self)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._at = -1
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what the lines have at the game under the mouse."""
        super().mouseMoveEvent(event)
        games = self.games
        if not games:
            return
        at = min(range(len(games)), key=lambda n: abs(self._x_of(games[n]) - event.position().x()))
        if at != self._at:
            self._at = at
            self.update()
        QToolTip.showText(event.globalPosition().toPoint(), plain(self.said(games[at])), self)

    def leaveEvent(self, event: object) -> None:
        super().leaveEvent(event)  # type: ignore[arg-type]
        if not self.hasFocus():
            self._at = -1
            self.update()

    def _x_of(self, game: int) -> float:
        for line, curve in self._drawn():
            for (at, _amount), (x, _y) in zip(line, curve.points, strict=True):
                if at == game:
                    return x
        return 0.0

    def _drawn(self) -> list[tuple[tuple[tuple[int, int], ...], Curve]]:
        lines = [line.points for line in self.plot.lines if line.points]
        return list(zip(lines, self.picture().curves, strict=True))

    # Drawing

    def picture(self) -> PlotPicture:
        """Return the plot laid out for the room there is."""
        wanted = (float(self.width()), float(self.height()))
        kept = self._picture
        if kept is None or (kept.width, kept.height) != wanted:
            metrics = QFontMetricsF(self._font(self.theme.px(TEXT)))
            kept = lay_out(self.plot, *wanted, self.theme.px(TEXT), metrics.horizontalAdvance)
            self._picture = kept
        return kept

    def _font(self, size: int) -> QFont:
        font = QFont(self.theme.body)
        font.setPixelSize(size)
        return font

    def paintEvent(self, _event: QPaintEvent) -> None:
        picture = self.picture()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if 0 <= self._at < len(self.games):
                x = self._x_of(self.games[self._at])
                painter.setPen(QPen(self.theme.colour("edge"), 1))
                painter.drawLine(QPointF(x, 0), QPointF(x, picture.rules[0]))
            self._paint(painter, picture)
            if self.hasFocus():
                painter.setPen(QPen(self.theme.colour("accent"), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
                painter.drawRoundedRect(ring, self.theme.px(6), self.theme.px(6))

    def _paint(self, painter: QPainter, picture: PlotPicture) -> None:
        theme, size = self.theme, picture.size
        font = self._font(round(size))
        painter.setFont(font)
        painter.setPen(QPen(theme.colour("line"), 1))
        for y in picture.rules:
            painter.drawLine(QPointF(picture.left, y), QPointF(picture.right, y))
        painter.setPen(theme.colour("faint_text"))
        for text in picture.texts:
            _write(painter, text, size)
        for curve in picture.curves:
            colour = theme.colour(f"line_{curve.colour % COLOURS}")
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour, size * 0.16))
            painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in curve.points]))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            for x, y in curve.marks:
                found = corners(curve.shape, x, y, size * 0.3)
                if found:
                    painter.drawPolygon(QPolygonF([QPointF(cx, cy) for cx, cy in found]))
                else:
                    painter.drawEllipse(QPointF(x, y), size * 0.3, size * 0.3)
            painter.setPen(colour)
            _write(painter, PlotText(curve.label_text, *curve.label, "start"), size)

    # Kept as a picture

    def _large(self) -> PlotPicture:
        metrics = QFontMetricsF(self._font(18))
        return lay_out(self.plot, *PICTURE, 18, metrics.horizontalAdvance)

    def png(self) -> bytes:
        """Return the plot as a PNG in the colours of the theme."""
        width, height = PICTURE
        image = QImage(width * SHARP, height * SHARP, QImage.Format.Format_RGB32)
        image.fill(self.theme.colour("panel"))
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(SHARP, SHARP)
            self._paint(painter, self._large())
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload]
        return bytes(buffer.data().data())

    def svg(self) -> bytes:
        """Return the plot as an SVG in the colours of the theme."""
        colour = self.theme.colour
        tokens = {"ground": "panel", "text": "text", "faint": "faint_text", "line": "line"}
        colours = {name: colour(token).name() for name, token in tokens.items()}
        lines = tuple(colour(f"line_{n}").name() for n in range(COLOURS))
        return svg_of(self._large(), self.plot.title, colours, lines).encode()

    def save(self, target: Path) -> None:
        """Write the plot to a file: an SVG where its name says so, else a PNG. LastDaysError where
        it cannot be written."""
        write_whole(target, self.svg() if target.suffix.lower() == ".svg" else self.png())


def _write(painter: QPainter, text: PlotText, size: float) -> None:
    """Write a word around its place."""
    wide = QFontMetricsF(painter.font()).horizontalAdvance(text.text) + 2
    left = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
    rect = QRectF(left, text.y - size, wide, 2 * size)
    painter.drawText(
        rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text.text
    )
