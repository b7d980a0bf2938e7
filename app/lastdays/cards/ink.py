"""Colours on paper: full colour, and an ink saver of lines on white. Both read in black and white."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Colour = tuple[float, float, float]


def _hex(text: str) -> Colour:
    return tuple(int(text[n : n + 2], 16) / 255 for n in (1, 3, 5))  # type: ignore[return-value]


@dataclass(frozen=True)
class Ink:
    """`band` is the ground behind titles, None where there are no solid areas."""

    text: Colour
    faint: Colour
    line: Colour
    accent: Colour
    band: Colour | None
    band_text: Colour
    tint: Colour | None


FULL = Ink(
    text=_hex("#1b1d1a"),
    faint=_hex("#55584f"),
    line=_hex("#8a8b80"),
    accent=_hex("#a8710a"),
    band=_hex("#252822"),
    band_text=_hex("#f3efe2"),
    tint=_hex("#efece1"),
)
SAVER = Ink(
    text=(0, 0, 0),
    faint=_hex("#3a3a3a"),
    line=_hex("#777777"),
    accent=(0, 0, 0),
    band=None,
    band_text=(0, 0, 0),
    tint=None,
)


def ink(*, saver: bool) -> Ink:
    """The colours for a setting."""
    return SAVER if saver else FULL


def fill(canvas: Any, colour: Colour) -> None:
    """Sets the colour of text and grounds."""
    canvas.setFillColorRGB(*colour)


def stroke(canvas: Any, colour: Colour, width: float = 0.5) -> None:
    """Sets the colour and width of lines."""
    canvas.setStrokeColorRGB(*colour)
    canvas.setLineWidth(width)
