"""Line charts over games: drawn in the window, read game by game, saved as pictures."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QEvent, QIODevice, QModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractItemView, QListView, QSizePolicy, QToolTip

from lastdays.desktop.files import write_whole
from lastdays.language import _, number
from lastdays.pdf.chart import COLOURS, FONTS, Chart, ChartPicture, lay_out, svg_of
from lastdays.ui.models.rows import Cell, Index, Row, RowModel, each_row
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Unscrolled, antialiased_painter

#: The size of text, in pixels at 100 %.
TEXT = 13
#: The least width of the view, in pixels at 100 %.
LEAST_WIDTH = 260
#: The least height of the view, in pixels at 100 %.
LEAST_HEIGHT = 150
#: The width of a saved picture, in pixels.
PICTURE_WIDTH = 1200
#: The height of a saved picture, in pixels.
PICTURE_HEIGHT = 640
#: The size of its text, in pixels.
LETTERS = 18
#: The scale of a PNG.
SHARP = 2


class ChartView(Unscrolled, QListView):
    """A chart as a list of its games: the arrow keys and the mouse move between games, and a hint
    shows the value of each line."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.theme = theme
        self.chart = Chart("", "", ())
        #: The horizontal position of each game.
        self._places: dict[str, float] = {}
        self._drawn = QSvgRenderer()
        self.games = RowModel(("",))
        self.setModel(self.games)
        self.setProperty("kind", "gear")
        self.setFlow(QListView.Flow.LeftToRight)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(name)
        self.entered.connect(self.setCurrentIndex)
        theme.changed.connect(self._draw)

    def show_chart(self, chart: Chart) -> None:
        """Show another chart."""
        if chart == self.chart:
            return
        self.chart = chart
        self.setAccessibleName(chart.title or self.accessibleName())
        values: dict[int, list[tuple[int, str]]] = {}
        for line in chart.lines:
            for game, amount in line.points:
                values.setdefault(game, []).append((-amount, line.name))  # the highest one first
        games = {str(game): sorted(values[game]) for game in sorted(values)}

        def row(game: str) -> Row:
            number_of_game = chart.number(int(game))
            lines = [_("{across} {n}", across=chart.across, n=number_of_game)]
            for below_zero, name in games[game]:
                lines.append(_("{name}: {n}", name=name, n=number(-below_zero)))
            return Row(game, (Cell("\n".join(lines)),))

        self.games.set_rows(each_row(games, row))
        self._draw()

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint() * 2

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.pixels(LEAST_WIDTH), self.theme.pixels(LEAST_HEIGHT))

    # Positions of games

    def visualRect(self, index: Index) -> QRect:
        width = self.theme.pixels(24)
        x = self._places.get(self.games.key_at(index.row()), 0)
        return QRect(round(x) - width // 2, 0, width, self.viewport().height())

    def indexAt(self, where: QPoint) -> QModelIndex:
        """Return the game nearest to a point."""

        def distance(game: str) -> float:
            return abs(self._places[game] - where.x())

        nearest = min(self._places, key=distance, default="")
        return self.games.index(self.games.row_of(nearest), 0)

    def scrollTo(self, *_where: object) -> None:
        """Do nothing: the whole chart is in sight."""

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Show the values of the lines at another game."""
        super().currentChanged(current, previous)
        if current.isValid() and self.isVisible():
            above_middle = self.visualRect(current).center() - QPoint(0, self.height() // 6)
            values = current.data(Qt.ItemDataRole.ToolTipRole)
            QToolTip.showText(self.viewport().mapToGlobal(above_middle), values, self)

    # Drawing

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw()

    def _draw(self) -> None:
        """Lay out the chart at the size of the view."""
        room = self.viewport().size()
        picture = self._laid_out(room.width(), room.height(), self.theme.pixels(TEXT))
        drawn_lines = [line for line in self.chart.lines if line.points]
        self._places = {}
        for line, curve in zip(drawn_lines, picture.curves, strict=True):
            for point, place in zip(line.points, curve.points, strict=True):
                game = point[0]
                self._places[str(game)] = place[0]
        self._drawn.load(self._svg(picture, "none", self.theme.body).encode())
        self.viewport().update()

    def _laid_out(self, width: int, height: int, size: int) -> ChartPicture:
        """Lay out the chart in a room with letters of a size, in pixels."""
        font = QFont(self.theme.body)
        font.setPixelSize(size)
        return lay_out(self.chart, width, height, size, QFontMetricsF(font).horizontalAdvance)

    def _svg(self, picture: ChartPicture, ground: str, font: str = FONTS) -> str:
        """Return a picture as SVG in the colours of the theme."""
        colour = self.theme.colour
        tokens = {"text": "text", "faint": "faint_text", "line": "line"}
        colours = {name: colour(token).name() for name, token in tokens.items()}
        lines = tuple(colour(f"line_{n}").name() for n in range(COLOURS))
        return svg_of(picture, self.chart.title, colours | {"ground": ground}, lines, font)

    def paintEvent(self, event: QPaintEvent) -> None:
        with antialiased_painter(self.viewport()) as painter:
            current = self.currentIndex()
            if current.isValid() and (self.hasFocus() or self.underMouse()):
                x = self.visualRect(current).center().x()
                painter.setPen(QPen(self.theme.colour("edge"), 1))
                painter.drawLine(x, 0, x, self.viewport().height() - self.theme.pixels(TEXT) * 3)
            self._drawn.render(painter)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.viewport().update()

    def save(self, target: Path) -> None:
        """Write the chart to a file: an SVG if it is named so, else a PNG. Raises LastDaysError if it
        can't be written."""
        picture = self._laid_out(PICTURE_WIDTH, PICTURE_HEIGHT, LETTERS)
        ground = self.theme.colour("panel").name()
        if target.suffix.lower() == ".svg":
            write_whole(target, self._svg(picture, ground).encode())
            return
        size = QSize(PICTURE_WIDTH, PICTURE_HEIGHT) * SHARP
        image = QImage(size, QImage.Format.Format_RGB32)
        with QPainter(image) as painter:
            svg = self._svg(picture, ground, self.theme.body)
            QSvgRenderer(svg.encode()).render(painter)
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload]
        write_whole(target, bytes(buffer.data().data()))
