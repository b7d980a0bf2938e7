"""Line charts over the games of a campaign, laid out once for the screen, PNG, SVG and paper.

A chart is laid out as plain lengths, and each medium draws the same picture with its own pen, so a
window, a PNG and a PDF can't differ. Why not a library: pyqtgraph needs numpy, 64 MB more in a
bundle and 1.8 s to import, and can't draw on paper; ReportLab's charts take 0.4 s to import and
can't draw in a window; QSvgGenerator can't draw on paper, and needs Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
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
#: The width of a letter, as a share of the text's size, where the font isn't known: a digit of Verdana or
#: DejaVu Sans, which are the widest that a browser falls back on.
_LETTER = 0.64
#: The greatest share of the width for the names at the ends of lines.
_NAMES_MOST = 0.3
#: The least range that the levels span, so that small changes don't look large.
_SPAN = 8
#: The size of a mark, as a share of the text's size.
_MARK = 0.62
#: The gap around text, as a share of its size.
_GAP = 0.6


class ChartLine(Value):
    """A line: its name, and its points in order, each a game and an amount. `colour` counts from
    0."""

    name: str
    points: tuple[tuple[int, int], ...]
    colour: int = 0


class Chart(Value):
    """Lines drawn together: `title` is what they count, `across` the label of the horizontal
    axis. `numbers` are those of the games whose place there isn't their number, by their place."""

    title: str
    across: str
    lines: tuple[ChartLine, ...]
    numbers: Mapping[int, int] = {}

    def number(self, place: int) -> int:
        """Return the number of the game at a place."""
        return self.numbers.get(place, place)

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
    #: Its name, as much of it as there is room for, '' if it isn't named.
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


class Plot(Value):
    """Where a chart's lines are drawn, in lengths from its top left, and what its edges stand for:
    games from left to right, amounts from bottom to top."""

    left: float
    right: float
    top: float
    bottom: float
    first: int
    last: int
    low: int
    high: int

    def x_of(self, game: float) -> float:
        """Return where a game is across."""
        share = (game - self.first) / (self.last - self.first)
        return self.left + share * (self.right - self.left)

    def y_of(self, amount: float) -> float:
        """Return where an amount is, from the top."""
        share = (amount - self.low) / (self.high - self.low)
        return self.bottom - share * (self.bottom - self.top)


def lay_out(
    chart: Chart,
    width: float,
    height: float,
    size: float,
    wide: Wide | None = None,
    *,
    names: bool = True,
) -> ChartPicture:
    """Lay out a chart in a width and height; `size` is that of its text, which `wide` measures. Without
    `names` the lines aren't named: they are explained elsewhere."""
    measure = wide if wide is not None else partial(_estimated_width, size)
    lines = [line for line in chart.lines if line.points]
    games, amounts = _covered(lines)
    levels_most = max(2, int(height // (size * 3.2)))
    levels = _levels(min(amounts), max(amounts), levels_most)
    gap = size * _GAP
    widest_level = max(measure(str(level)) for level in levels)
    names_width = 0.0
    room_beside = measure(str(chart.number(max(games)))) / 2
    if names:
        widest_name = max((measure(line.name) for line in lines), default=0.0)
        names_width = min(widest_name + gap + size * _MARK, width * _NAMES_MOST)
        room_beside = names_width
    plot = Plot(
        left=widest_level + 2 * gap,
        right=width - room_beside - gap,
        top=gap + size / 2,
        bottom=height - size * 3.1,
        first=min(games),
        last=max(*games, min(games) + 1),
        low=levels[0],
        high=levels[-1],
    )
    texts = _labels_of_levels(levels, plot, gap)
    texts += _labels_of_games(chart, plot, plot.bottom + gap + size * 0.5, measure)
    middle = (plot.left + plot.right) / 2
    texts.append(ChartText(chart.across, middle, height - size * 0.7, "middle"))
    curves = _curves(lines, plot, names_width, measure, size)
    half_a_line = size / 2
    spread = _spread(
        curves, plot.top - half_a_line, plot.bottom + half_a_line, least_distance=size * 1.2
    )
    return ChartPicture(
        width=width,
        height=height,
        size=size,
        left=plot.left,
        right=plot.right,
        rules=tuple(plot.y_of(level) for level in levels),
        texts=tuple(texts),
        curves=tuple(spread),
    )


def _estimated_width(size: float, text: str) -> float:
    return len(text) * size * _LETTER


def _covered(lines: list[ChartLine]) -> tuple[list[int], list[int]]:
    """Return the games and the amounts of all points, 0 and 1 if there are none."""
    games = []
    amounts = []
    for line in lines:
        for game, amount in line.points:
            games.append(game)
            amounts.append(amount)
    if not games:
        return [0, 1], [0, 1]
    return games, amounts


def _labels_of_levels(levels: list[int], plot: Plot, gap: float) -> list[ChartText]:
    labels = []
    for level in levels:
        text = str(level).replace("-", "−")
        labels.append(ChartText(text, plot.left - gap, plot.y_of(level), "end"))
    return labels


def _labels_of_games(chart: Chart, plot: Plot, y: float, measure: Wide) -> list[ChartText]:
    """Return the numbers of games below a chart: of as many as don't overlap, in round steps."""
    label_width = measure(str(plot.last) + "00")
    room = max(1.0, plot.right - plot.left)
    closest = max(1, int(label_width * (plot.last - plot.first) // room) + 1)
    step = next(step for step in _steps() if step >= closest)
    first_multiple = _rounded_up(plot.first, step)
    labels = []
    for place in range(first_multiple, plot.last + 1, step):
        labels.append(ChartText(str(chart.number(place)), plot.x_of(place), y, "middle"))
    return labels


def _rounded_up(number: int, step: int) -> int:
    return -(-number // step) * step


def _steps() -> list[int]:
    steps = []
    for power in range(9):
        steps += [1 * 10**power, 2 * 10**power, 5 * 10**power]
    return steps


def _levels(low: int, high: int, most: int) -> list[int]:
    """Return round amounts from below the least to above the greatest; from 0 if the lines then
    still get about half of the height."""
    if 0 <= low * 2 <= high * 1.2:
        low = 0
    spare = max(0, (_SPAN - (high - low)) // 2)
    high = max(high, low + 1) + spare
    if low >= 0:
        low = max(0, low - spare)
    for step in _steps():
        first = low // step * step
        last = _rounded_up(high, step)
        if (last - first) // step <= most:
            return list(range(first, last + 1, step))
    return [low, high]


def _curves(
    lines: list[ChartLine], plot: Plot, names_width: float, measure: Wide, size: float
) -> list[Curve]:
    gap = size * _GAP
    curves = []
    for line in lines:
        points = tuple((plot.x_of(game), plot.y_of(amount)) for game, amount in line.points)
        marks = points if len(points) <= MARKED else points[-1:]
        room = names_width - size * (_GAP + _MARK)
        label_x = plot.right + gap + size * _MARK
        label_text = _cut(line.name, room, measure) if names_width else ""
        curve = Curve(
            name=line.name,
            colour=line.colour % COLOURS,
            shape=SHAPES[line.colour % len(SHAPES)],
            points=points,
            marks=marks,
            label=(label_x, points[-1][1]),
            label_text=label_text,
        )
        curves.append(curve)
    return curves


def _cut(text: str, room: float, measure: Wide) -> str:
    if measure(text) <= room:
        return text
    while text and measure(text + "…") > room:
        text = text[:-1]
    return text.rstrip() + "…"


def _spread(curves: list[Curve], top: float, bottom: float, least_distance: float) -> list[Curve]:
    """Move overlapping names apart, each as near to its line as possible."""
    by_height = sorted(range(len(curves)), key=lambda place: curves[place].label[1])
    heights: list[float] = []
    lowest = top
    for place in by_height:
        heights.append(max(curves[place].label[1], lowest))
        lowest = heights[-1] + least_distance
    limit = bottom
    for n in reversed(range(len(heights))):
        heights[n] = min(heights[n], limit)
        limit = heights[n] - least_distance
    spread = list(curves)
    for place, height in zip(by_height, heights, strict=True):
        label_x = curves[place].label[0]
        spread[place] = replace(curves[place], label=(label_x, height))
    return spread


def corners(shape: Shape, x: float, y: float, size: float) -> tuple[tuple[float, float], ...]:
    """Return the corners of a mark; none for a circle, whose radius is `size`."""
    match shape:
        case "square":
            reach = size * 0.9
            return (
                (x - reach, y - reach),
                (x + reach, y - reach),
                (x + reach, y + reach),
                (x - reach, y + reach),
            )
        case "triangle":
            reach = size * 1.2
            return ((x, y - reach), (x + reach, y + reach * 0.8), (x - reach, y + reach * 0.8))
        case "diamond":
            reach = size * 1.25
            return ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
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
