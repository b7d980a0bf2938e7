"""The shapes of tokens: drops, rings, cartridges, boxes, arrows; as operators of a PDF."""

from __future__ import annotations

from lastdays.pdf.drawings import SIDE, operators
from lastdays.pdf.ink import Pen

#: How far a curve's handles reach for a quarter of a circle.
_ARC = 0.5523
#: How far apart the lines of a hatched ground are, in points.
_HATCH = 7.0


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


def cartridge(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    """Draw a cartridge, upright: a box for an ammo token."""
    shoulder = height * 0.55
    _shape(
        pen,
        "cartridge",
        x,
        y,
        width,
        height,
        False,
        f"0 0 m 0 {shoulder:.2f} l 0 {height * 0.85:.2f} {width * 0.25:.2f} {height:.2f} "
        f"{width / 2:.2f} {height:.2f} c {width * 0.75:.2f} {height:.2f} {width:.2f} "
        f"{height * 0.85:.2f} {width:.2f} {shoulder:.2f} c {width:.2f} 0 l h",
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


def hatch(pen: Pen, left: float, low: float, right: float, high: float) -> None:
    """Draw slanting lines in a rectangle; nothing where it has no width."""
    rise = high - low
    x = left - rise
    while x < right and left < right:
        first, last = max(x, left), min(x + rise, right)
        pen.canvas.line(first, low + first - x, last, low + last - x)
        x += _HATCH


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
