"""Colours on paper: full colour, and an ink saver of lines on white. Both read in black and
white."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

Colour = tuple[float, float, float]


def _hex(text: str) -> Colour:
    return tuple(int(text[n : n + 2], 16) / 255 for n in (1, 3, 5))  # type: ignore[return-value]


class Ink(Struct, frozen=True):
    """`band` is the ground behind titles, None where there are no solid areas."""

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
    picture=_hex("#8c8c8c"),
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
    """Return the colours with the Keyword's for headings and edges, where there are colours."""
    if colours.band is None or keyword not in KEYWORDS:
        return colours
    return replace(colours, accent=KEYWORDS[keyword])


@cache
def _said(colour: Colour, operator: str) -> str:
    """Return the operator that sets a colour."""
    red, green, blue = colour
    return f"{red:.4g} {green:.4g} {blue:.4g} {operator}"


class Pen:
    """A canvas with its colours. It says only what is not in force already: colours and fonts
    would otherwise be half of what is written."""

    def __init__(self, canvas: Any, colours: Ink) -> None:
        self.canvas = canvas
        self.ink = colours
        self._fill: Colour | None = None
        self._stroke: tuple[Colour, float] | None = None
        self._font: tuple[str, float] | None = None

    def forget(self) -> None:
        """Forget the pen's state: after a page, or a saved or restored canvas, nothing is known of
        it."""
        self._fill = self._stroke = self._font = None

    def fill(self, colour: Colour) -> None:
        """Set the colour of text and grounds."""
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
