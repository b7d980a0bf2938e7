"""The pen with its colours, the shapes of tokens, and the pictograms of `resources/icons`, as
operators of a PDF."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace
from PIL import Image, ImageOps, UnidentifiedImageError

from lastdays.desktop import paths
from lastdays.rulebook import pictures
from lastdays.values import Value

Colour = tuple[float, float, float]


def _hex(text: str) -> Colour:
    return tuple(int(text[n : n + 2], 16) / 255 for n in (1, 3, 5))  # type: ignore[return-value]


class Ink(Value):
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
#: What draws each command of a drawing's path: `packaging/pictograms.py` leaves it these.
_COMMANDS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


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
    code = []
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
    return "\n".join(
        " ".join(
            f"{figures} {_COMMANDS[command]}".lstrip()
            for command, figures in re.findall("([MLCZ])([^MLCZ]*)", path)
        )
        + " f"
        for path in re.findall(r' d="(.*?)"', file.read_text(encoding="utf-8"))
    )


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
