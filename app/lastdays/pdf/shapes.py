"""The pen with its colours, the shapes of tokens, and the pictograms of `resources/icons`, as
operators of a PDF."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any
from xml.etree import ElementTree

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageOps, UnidentifiedImageError

from lastdays.desktop import paths
from lastdays.rulebook import pictures

Colour = tuple[float, float, float]


def _hex(text: str) -> Colour:
    return tuple(int(text[n : n + 2], 16) / 255 for n in (1, 3, 5))  # type: ignore[return-value]


class Ink(Struct, frozen=True):
    """`band` is the background of titles, None if there are no solid areas."""

    text: Colour
    faint: Colour
    line: Colour
    accent: Colour
    band: Colour | None
    band_text: Colour
    tint: Colour | None
    band_faint: Colour
    amber: Colour
    picture: Colour
    up: Colour
    down: Colour


FULL = Ink(
    text=_hex("#1b1d1a"),
    faint=_hex("#55584f"),
    line=_hex("#8a8b80"),
    accent=_hex("#8f5f06"),
    band=_hex("#252822"),
    band_text=_hex("#f3efe2"),
    tint=_hex("#efece1"),
    band_faint=_hex("#bdbbab"),
    amber=_hex("#e0a526"),
    picture=_hex("#f3efe2"),
    up=_hex("#4a7230"),
    down=_hex("#a12c22"),
)
SAVER = Ink(
    text=(0, 0, 0),
    faint=_hex("#3a3a3a"),
    line=_hex("#777777"),
    accent=(0, 0, 0),
    band=None,
    band_text=(0, 0, 0),
    tint=None,
    band_faint=_hex("#3a3a3a"),
    amber=_hex("#d9d9d9"),
    picture=_hex("#9a9a9a"),
    up=(0, 0, 0),
    down=(0, 0, 0),
)
#: The colour of each Keyword, for an edge and headings; its word stands beside it.
KEYWORDS = {
    "selfish": _hex("#a12c22"),
    "selfless": _hex("#2c6390"),
    "trained": _hex("#47702f"),
    "neutral": _hex("#5f6058"),
}


def ink(*, saver: bool) -> Ink:
    """Return the colours for a setting."""
    return SAVER if saver else FULL


@cache
def of_keyword(colours: Ink, keyword: str) -> Ink:
    """Return the colours with the Keyword's for headings and edges, unless ink is saved."""
    if colours.band is None or keyword not in KEYWORDS:
        return colours
    return replace(colours, accent=KEYWORDS[keyword])


@cache
def _said(colour: Colour, operator: str) -> str:
    """Return the operator that sets a colour."""
    red, green, blue = colour
    return f"{red:.4g} {green:.4g} {blue:.4g} {operator}"


class Pen:
    """A canvas with its colours. It writes only what has changed: colours and fonts would otherwise
    be half of the file."""

    def __init__(self, canvas: Any, colours: Ink) -> None:
        self.canvas = canvas
        self.ink = colours
        self._fill: Colour | None = None
        self._stroke: tuple[Colour, float] | None = None
        self._font: tuple[str, float] | None = None

    def forget(self) -> None:
        """Forget the pen's state: it isn't known after a page, or a saved or restored canvas."""
        self._fill = self._stroke = self._font = None

    def fill(self, colour: Colour) -> None:
        """Set the colour of text and backgrounds."""
        if colour != self._fill:
            self._fill = colour
            self.canvas.path(_said(colour, "rg"))

    def stroke(self, colour: Colour, width: float = 0.5) -> None:
        """Set the colour and width of lines."""
        if (colour, width) != self._stroke:
            self._stroke = (colour, width)
            self.canvas.path(f"{_said(colour, 'RG')} {width:g} w")

    def font(self, name: str, size: float) -> None:
        """Set the font."""
        if (name, size) != self._font:
            self._font = (name, size)
            self.canvas.setFont(name, size)


#: The side of the square that every drawing fills, in its own units.
SIDE = 512
_PART = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|(-?(?:\d*\.\d+|\d+\.?)(?:[eE][-+]?\d+)?)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}

Point = tuple[float, float]


def operators(drawing: str) -> str:
    """Return the operators that fill a drawing, which is 'artist/drawing' or a picture of a content
    pack, in its own units, with y downwards."""
    picture = pictures.content(drawing)
    return (_traced(picture) if picture else "") or _operators(pictures.instead(drawing))


@lru_cache(maxsize=256)
def _traced(picture: bytes) -> str:
    """Return the operators that fill the opaque parts of a picture; '' if it can't be read. Equal
    rows become one, so that it stays small; everything is filled at once, so that no seams show.
    """
    try:
        with Image.open(io.BytesIO(picture)) as opened:
            alpha = opened.convert("RGBA").getchannel("A")
            side = ImageOps.pad(alpha, (SIDE, SIDE), Image.Resampling.LANCZOS, color=0)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        return ""
    data = side.point(lambda shade: 255 * (shade >= 128)).tobytes()
    code: list[str] = []
    row, first = b"", 0
    for y in range(SIDE + 1):
        next_row = data[y * SIDE : (y + 1) * SIDE]
        if next_row != row:
            code += [f"{left} {first} {wide} {y - first} re" for left, wide in _runs(row)]
            row, first = next_row, y
    return " ".join([*code, "f"]) if code else ""


def _runs(row: bytes) -> Iterator[tuple[int, int]]:
    """Return where each run of opaque pixels of a row begins, and its length."""
    for run in re.finditer(b"\xff+", row):
        yield run.start(), run.end() - run.start()


@cache
def _operators(drawing: str) -> str:
    file = paths.resources() / "icons" / f"{drawing}.svg"
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    found = [path.get("d", "") for path in root.iter() if path.tag.endswith("path")]
    return "\n".join(f"{path_operators(data)} f" for data in found)


def path_operators(data: str) -> str:
    """Return the operators of an SVG path: moves, lines and curves; everything else is turned into
    these."""
    pen = _Path()
    for command, figures in _commands(data):
        pen.add(command, figures)
    return " ".join(pen.code)


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Split path data into commands, each with as many figures as it takes."""
    command, figures = "", list[float]()
    for part in _parts(data):
        if isinstance(part, str):
            command, figures = part, []
            if part in "Zz":
                yield part, []
            continue
        figures.append(part)
        if len(figures) == _TAKES[command.upper()]:
            yield command, figures
            figures = []
            command = {"M": "L", "m": "l"}.get(command, command)


def _parts(data: str) -> Iterator[str | float]:
    """Split path data into letters and figures; an arc's two flags may stand without a space."""
    at, arc, count = 0, False, 0
    while at < len(data):
        if arc and count % 7 in (3, 4) and data[at] in "01":
            yield float(data[at])
            at, count = at + 1, count + 1
            continue
        found = _PART.match(data, at)
        if found is None:
            at += 1
            continue
        at = found.end()
        if found[1]:
            arc, count = found[1] in "Aa", 0
            yield found[1]
        else:
            count += 1
            yield float(found[2])


class _Path:
    """The operators of a path, and the position of its pen."""

    def __init__(self) -> None:
        self.code: list[str] = []
        self.at: Point = (0.0, 0.0)
        self.start: Point = (0.0, 0.0)
        self.control: Point | None = None
        self.last = ""

    def add(self, command: str, figures: list[float]) -> None:
        """Draw a command."""
        kind = command.upper()
        x, y = self.at if command.islower() else (0.0, 0.0)
        points: list[Point] = []
        if kind in "MLCSQT":
            points = [(x + figures[n], y + figures[n + 1]) for n in range(0, len(figures), 2)]
        elif kind == "H":
            points = [(x + figures[0], self.at[1])]
        elif kind == "V":
            points = [(self.at[0], y + figures[0])]
        match kind:
            case "M":
                self._write("m", points)
                self.start = self.at
            case "L" | "H" | "V":
                self._write("l", points)
            case "C" | "S":
                if kind == "S":
                    points.insert(0, self._mirrored("CS"))
                self._write("c", points)
                self.control = points[1]
            case "Q" | "T":
                if kind == "T":
                    points.insert(0, self._mirrored("QT"))
                self._quadratic(points)
            case "A":
                end = (x + figures[5], y + figures[6])
                self._arc(figures[0], figures[1], figures[2], figures[3], figures[4], end)
            case "Z":
                self.code.append("h")
                self.at = self.start
        self.last = kind

    def _write(self, operator: str, points: list[Point]) -> None:
        self.code += [f"{x:.1f} {y:.1f}" for x, y in points]
        self.code.append(operator)
        self.at = points[-1]

    def _mirrored(self, kinds: str) -> Point:
        if self.last not in tuple(kinds) or self.control is None:
            return self.at
        return 2 * self.at[0] - self.control[0], 2 * self.at[1] - self.control[1]

    def _quadratic(self, points: list[Point]) -> None:
        (x0, y0), (x1, y1), (x2, y2) = self.at, *points
        first = (x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0))
        second = (x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2))
        self._write("c", [first, second, (x2, y2)])
        self.control = points[0]

    def _arc(
        self, rx: float, ry: float, turn: float, large: float, sweep: float, end: Point
    ) -> None:
        """Draw an elliptical arc as curves of a quarter at most (SVG 1.1, F.6)."""
        rx, ry = abs(rx), abs(ry)
        if self.at == end or not rx or not ry:
            self._write("l", [end])
            return
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        dx, dy = (self.at[0] - end[0]) / 2, (self.at[1] - end[1]) / 2
        x, y = cos * dx + sin * dy, cos * dy - sin * dx
        spread = (x / rx) ** 2 + (y / ry) ** 2
        if spread > 1:
            rx, ry, spread = rx * math.sqrt(spread), ry * math.sqrt(spread), 1.0
        root = math.sqrt(max(0.0, 1 / spread - 1)) * (-1 if large == sweep else 1)
        cx, cy = root * rx * y / ry, -root * ry * x / rx
        first = math.atan2((y - cy) / ry, (x - cx) / rx)
        span = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
        if sweep and span < 0:
            span += 2 * math.pi
        elif not sweep and span > 0:
            span -= 2 * math.pi
        mx = cos * cx - sin * cy + (self.at[0] + end[0]) / 2
        my = sin * cx + cos * cy + (self.at[1] + end[1]) / 2
        count = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
        step = span / count
        reach = 4 / 3 * math.tan(step / 4)

        def placed(a: float, b: float) -> Point:
            return mx + cos * rx * a - sin * ry * b, my + sin * rx * a + cos * ry * b

        for n in range(count):
            one, two = first + n * step, first + (n + 1) * step
            c1, s1, c2, s2 = math.cos(one), math.sin(one), math.cos(two), math.sin(two)
            self._write(
                "c",
                [
                    placed(c1 - reach * s1, s1 + reach * c1),
                    placed(c2 + reach * s2, s2 - reach * c2),
                    placed(c2, s2),
                ],
            )
        self.at = end


#: How far a curve's handles reach for a quarter of a circle.
_ARC = 0.5523


def pictogram(pen: Pen, drawing: str, x: float, y: float, size: float) -> None:
    """Draw a pictogram in the pen's colour, its lower left corner at `x`, `y`."""
    scale = size / SIDE
    pen.canvas.stamp(
        drawing, (0, 0, SIDE, SIDE), lambda: operators(drawing), (scale, -scale, x, y + size)
    )


def ring(pen: Pen, x: float, y: float, size: float, *, filled: bool = False) -> None:
    """Draw a circle in a square of `size`."""
    _shape(pen, "ring", x, y, size, size, filled, _circle(size))


def _circle(size: float) -> str:
    r = size / 2
    k = r * (1 - _ARC)
    far = size - k
    return (
        f"{r:.2f} 0 m {far:.2f} 0 {size:.2f} {k:.2f} {size:.2f} {r:.2f} c "
        f"{size:.2f} {far:.2f} {far:.2f} {size:.2f} {r:.2f} {size:.2f} c "
        f"{k:.2f} {size:.2f} 0 {far:.2f} 0 {r:.2f} c 0 {k:.2f} {k:.2f} 0 {r:.2f} 0 c h"
    )


def drop(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    """Draw a drop of blood: a box for a wound."""
    r = width / 2
    k = r * (1 - _ARC)
    far = width - k
    _shape(
        pen,
        "drop",
        x,
        y,
        width,
        height,
        False,
        f"{r:.2f} {height:.2f} m {r + r * 0.25:.2f} {height * 0.72:.2f} {width:.2f} "
        f"{height * 0.58:.2f} {width:.2f} {r:.2f} c "
        f"{width:.2f} {k:.2f} {far:.2f} 0 {r:.2f} 0 c {k:.2f} 0 0 {k:.2f} 0 {r:.2f} c "
        f"0 {height * 0.58:.2f} {r - r * 0.25:.2f} {height * 0.72:.2f} {r:.2f} {height:.2f} c h",
    )


def rounded(
    pen: Pen,
    x: float,
    y: float,
    size: tuple[float, float],
    radius: float,
    *,
    fill: bool = False,
    stroke: bool = True,
) -> None:
    """Draw a rectangle with round corners."""
    (w, h), r = size, radius
    k = r * (1 - _ARC)
    code = (
        f"{r:.2f} 0 m {w - r:.2f} 0 l {w - k:.2f} 0 {w:.2f} {k:.2f} {w:.2f} {r:.2f} c "
        f"{w:.2f} {h - r:.2f} l {w:.2f} {h - k:.2f} {w - k:.2f} {h:.2f} {w - r:.2f} {h:.2f} c "
        f"{r:.2f} {h:.2f} l {k:.2f} {h:.2f} 0 {h - k:.2f} 0 {h - r:.2f} c "
        f"0 {r:.2f} l 0 {k:.2f} {k:.2f} 0 {r:.2f} 0 c h"
    )
    paint = "B" if fill and stroke else "f" if fill else "S"
    pen.canvas.path(f"q 1 0 0 1 {x:.2f} {y:.2f} cm {code} {paint} Q")


def arrow(pen: Pen, x: float, y: float, size: float, *, up: bool) -> None:
    """Draw a filled triangle that points up or down."""
    low, high = (y, y + size) if up else (y + size, y)
    pen.canvas.path(
        f"{x:.2f} {low:.2f} m {x + size:.2f} {low:.2f} l {x + size / 2:.2f} {high:.2f} l f"
    )


def _shape(
    pen: Pen,
    kind: str,
    x: float,
    y: float,
    width: float,
    height: float,
    filled: bool,
    code: str,
) -> None:
    """Draw a closed shape in the pen's colours and line, kept once for each size."""
    pen.canvas.stamp(
        (kind, round(width, 2), round(height, 2), filled),
        (-1, -1, round(width + 1, 2), round(height + 1, 2)),
        lambda: f"{code} {'B' if filled else 'S'}",
        (1, 1, x, y),
    )
