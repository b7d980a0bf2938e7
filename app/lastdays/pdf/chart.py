"""Line charts over the games of a campaign, laid out once for the screen, PNG, SVG and paper.

A chart is laid out as plain lengths, and each medium draws the same picture with its own pen, so a
window, a PNG and a PDF can't differ. Why not a library: pyqtgraph needs numpy, 64 MB more in a
bundle and 1.8 s to import, and can't draw on paper; ReportLab's charts take 0.4 s to import and
can't draw in a window; QSvgGenerator can't draw on paper, and needs Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec.structs import replace

from lastdays.desktop import paths
from lastdays.values import Value

Shape = Literal["circle", "square", "triangle", "diamond"]
SHAPES: tuple[Shape, ...] = ("circle", "square", "triangle", "diamond")
#: The number of different colours for lines.
COLOURS = 8
#: The most points a line may have for all of them to be marked; else only the last is.
MARKED = 40
#: The width of a letter, as a share of the text's size, where text isn't measured.
_LETTER = 0.5
#: The greatest share of the width for the names at the ends of lines.
_NAMES_MOST = 0.3
#: The least range that the levels span, so that small changes don't look large.
_SPAN = 8
#: The size of a mark and of the gap around text, as shares of the text's size.
_MARK, _GAP = 0.62, 0.6


class ChartLine(Value):
    """A line: its name, and its points in order, each a game and an amount. `colour` counts from
    0."""

    name: str
    points: tuple[tuple[int, int], ...]
    colour: int = 0


class Chart(Value):
    """Lines drawn together: `title` is what they count, `across` the label of the horizontal
    axis."""

    title: str
    across: str
    lines: tuple[ChartLine, ...]

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(line.points for line in self.lines)


class Curve(Value):
    """A line laid out: its points, the mark on each, and the position of its name."""

    name: str
    colour: int
    shape: Shape
    points: tuple[tuple[float, float], ...]
    marks: tuple[tuple[float, float], ...]
    label: tuple[float, float]
    label_text: str


class ChartText(Value):
    """A text of the axes; `y` is its middle."""

    text: str
    x: float
    y: float
    anchor: Literal["start", "middle", "end"]


class ChartPicture(Value):
    """A chart laid out; lengths from the top left. `rules` are the heights of horizontal lines,
    which go from `left` to `right`."""

    width: float
    height: float
    size: float
    left: float
    right: float
    rules: tuple[float, ...]
    texts: tuple[ChartText, ...]
    curves: tuple[Curve, ...]


Wide = Callable[[str], float]


def lay_out(
    chart: Chart, width: float, height: float, size: float, wide: Wide | None = None
) -> ChartPicture:
    """Lay out a chart in a width and height; `size` is that of its text, which `wide` measures."""
    measure = wide if wide is not None else lambda text: len(text) * size * _LETTER
    lines = [line for line in chart.lines if line.points]
    amounts = [amount for line in lines for _game, amount in line.points] or [0, 1]
    games = [game for line in lines for game, _amount in line.points] or [0, 1]
    levels = _levels(min(amounts), max(amounts), max(2, int(height // (size * 3.2))))
    first, last = min(games), max(*games, min(games) + 1)
    gap = size * _GAP
    left = max(measure(str(level)) for level in levels) + 2 * gap
    names = max((measure(line.name) for line in lines), default=0.0) + gap + size * _MARK
    names = min(names, width * _NAMES_MOST)
    right, top, bottom = width - names - gap, gap + size / 2, height - size * 3.1
    low, high = levels[0], levels[-1]

    def x_of(game: float) -> float:
        return left + (game - first) / (last - first) * (right - left)

    def y_of(amount: float) -> float:
        return bottom - (amount - low) / (high - low) * (bottom - top)

    texts = [ChartText(str(n).replace("-", "−"), left - gap, y_of(n), "end") for n in levels]
    every = max(1, int(measure(str(last) + "00") * (last - first) // max(1.0, right - left)) + 1)
    step = next(s for s in _steps() if s >= every)
    ticks = range(-(-first // step) * step, last + 1, step)
    level = bottom + gap + size * 0.5
    texts += [ChartText(str(n), x_of(n), level, "middle") for n in ticks]
    texts.append(ChartText(chart.across, (left + right) / 2, height - size * 0.7, "middle"))
    curves = _curves(lines, x_of, y_of, right + gap, names, measure, size)
    return ChartPicture(
        width,
        height,
        size,
        left,
        right,
        tuple(y_of(n) for n in levels),
        tuple(texts),
        tuple(_spread(curves, top - size / 2, bottom + size / 2, size * 1.2)),
    )


def _steps() -> list[int]:
    return [n * 10**power for power in range(9) for n in (1, 2, 5)]


def _levels(low: int, high: int, most: int) -> list[int]:
    """Return round amounts from below the least to above the greatest; from 0 if the lines then
    still get about half of the height."""
    low = 0 if 0 <= low * 2 <= high * 1.2 else low
    spare = max(0, (_SPAN - (high - low)) // 2)
    low, high = (max(0, low - spare) if low >= 0 else low), max(high, low + 1) + spare
    for step in _steps():
        first, last = low // step * step, -(-high // step) * step
        if (last - first) // step <= most:
            return list(range(first, last + 1, step))
    return [low, high]


def _curves(
    lines: list[ChartLine],
    x_of: Callable[[float], float],
    y_of: Callable[[float], float],
    names_at: float,
    names: float,
    measure: Wide,
    size: float,
) -> list[Curve]:
    found = []
    for line in lines:
        points = tuple((x_of(game), y_of(amount)) for game, amount in line.points)
        marks = points if len(points) <= MARKED else points[-1:]
        text = _cut(line.name, names - size * (_GAP + _MARK), measure)
        at = (names_at + size * _MARK, points[-1][1])
        shape = SHAPES[line.colour % len(SHAPES)]
        found.append(Curve(line.name, line.colour % COLOURS, shape, points, marks, at, text))
    return found


def _cut(text: str, room: float, measure: Wide) -> str:
    if measure(text) <= room:
        return text
    while text and measure(text + "…") > room:
        text = text[:-1]
    return text.rstrip() + "…"


def _spread(curves: list[Curve], top: float, bottom: float, apart: float) -> list[Curve]:
    """Move overlapping names apart, each as near to its line as possible."""
    order = sorted(curves, key=lambda curve: curve.label[1])
    heights: list[float] = []
    for curve in order:
        least = heights[-1] + apart if heights else top
        heights.append(max(curve.label[1], least))
    limit = bottom
    for n in range(len(heights) - 1, -1, -1):
        heights[n] = min(heights[n], limit)
        limit = heights[n] - apart
    placed = {
        id(curve): replace(curve, label=(curve.label[0], high))
        for curve, high in zip(order, heights, strict=True)
    }
    return [placed[id(curve)] for curve in curves]


def corners(shape: Shape, x: float, y: float, size: float) -> tuple[tuple[float, float], ...]:
    """Return the corners of a mark; none for a circle, whose radius is `size`."""
    match shape:
        case "square":
            r = size * 0.9
            return ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))
        case "triangle":
            r = size * 1.2
            return ((x, y - r), (x + r, y + r * 0.8), (x - r, y + r * 0.8))
        case "diamond":
            r = size * 1.25
            return ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
    return ()


#: The colours of lines on white: on paper, and in files without a theme.
PAPER_LINES = (
    "#9a6400",
    "#2f6690",
    "#47702f",
    "#a12c22",
    "#6b3fa0",
    "#00716a",
    "#6b5b3a",
    "#a8326e",
)
#: The fonts of a picture that is saved.
FONTS = "Barlow, 'Segoe UI', sans-serif"


def svg_of(
    picture: ChartPicture,
    title: str,
    colours: Mapping[str, str],
    lines: tuple[str, ...],
    font: str = FONTS,
) -> str:
    """Return a picture as SVG: one element, which can also be put into an HTML page."""
    made = paths.drawing("style", "chart.svg").render(
        picture=picture, title=title, colours=colours, lines=lines, font=font, corners=corners
    )
    return f"{made}\n"
