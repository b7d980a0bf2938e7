"""The pen with its colours, and the pictograms of `resources/icons`, as operators of a PDF."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import cache, lru_cache, partial
from typing import Any

from PIL import Image, ImageColor, ImageOps, UnidentifiedImageError

from lastdays.desktop import paths
from lastdays.pdf.chart import PAPER_LINES
from lastdays.rulebook import pictograms

#: The colours of a document by their names.
Ink = Mapping[str, str]
#: The style of paper: colours, boxes and zones.
STYLE = paths.toml("style", "paper.toml")
FULL: Ink = STYLE["full"]
SAVER: Ink = STYLE["saver"] | dict.fromkeys((*PAPER_LINES, "#2c6390"), "#000000")


def of_keyword(ink: Ink, keyword: str) -> Ink:
    """Return the colours with the Keyword's for headings and edges, unless ink is saved."""
    colour = ink.get(keyword)
    if not colour:
        return ink
    return {**ink, "accent": colour, "chip": colour, "done": colour}


@cache
def _said(colour: str, operator: str) -> str:
    """Return the operator that sets a colour."""
    parts = [f"{part / 255:.4g}" for part in ImageColor.getrgb(colour)]
    parts.append(operator)
    return " ".join(parts)


class Pen:
    """A canvas with its colours. It writes only what has changed: colours and fonts would otherwise
    be half of the file."""

    def __init__(self, canvas: Any, ink: Ink, bleed: float = 0.0) -> None:
        self.canvas = canvas
        self.ink = ink
        #: How far backgrounds extend beyond a card's edge, in points.
        self.bleed = bleed
        self.forget()

    def begin_clip(self, left: float, bottom: float, width: float, height: float) -> None:
        """Draw only within a rectangle, until `end_clip`."""
        self.canvas.path(f"q {left:.2f} {bottom:.2f} {width:.2f} {height:.2f} re W n")

    def end_clip(self) -> None:
        """Draw everywhere again."""
        self.canvas.path("Q")

    def forget(self) -> None:
        """Forget the state of the canvas: it isn't known after a page, or once it is saved or
        restored."""
        self._fill = self._stroke = ""
        self._font: tuple[str, float] | None = None

    def fill(self, tone: str) -> None:
        """Set the colour of text and backgrounds: one of the ink by its name, or any other."""
        code = _said(self.ink.get(tone, tone), "rg")
        if code != self._fill:
            self._fill = code
            self.canvas.path(code)

    def stroke(self, tone: str, width: float = 0.5) -> None:
        """Set the colour and width of lines."""
        code = f"{_said(self.ink.get(tone, tone), 'RG')} {width:g} w"
        if code != self._stroke:
            self._stroke = code
            self.canvas.path(code)

    def font(self, name: str, size: float) -> None:
        """Set the font."""
        if (name, size) != self._font:
            self._font = (name, size)
            self.canvas.setFont(name, size)


#: The side of the square that every drawing fills, in its own units.
SIDE = 512
#: The operator for each command of a drawing's path; `packaging/pictograms.py` leaves only these.
_COMMANDS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def operators(drawing: str) -> str:
    """Return the operators that fill a drawing, which is 'artist/drawing' or a picture of a content
    pack, in its own units, with y downwards."""
    picture = pictograms.picture(drawing)
    traced = _traced(picture) if picture else ""
    if traced:
        return traced
    return _operators(pictograms.instead(drawing))


@lru_cache(maxsize=256)
def _traced(picture: bytes) -> str:
    """Return the operators that fill the opaque parts of a picture; '' if it can't be read. Equal
    rows are merged to keep it small; everything is filled at once, so that no seams show."""
    try:
        with Image.open(io.BytesIO(picture)) as opened:
            alpha = opened.convert("RGBA").getchannel("A")
            square = ImageOps.pad(alpha, (SIDE, SIDE), Image.Resampling.LANCZOS, color=0)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        return ""
    pixels = square.point(lambda shade: 255 * (shade >= 128)).tobytes()
    rectangles = []
    row = b""
    first = 0
    for y in range(SIDE + 1):
        next_row = pixels[y * SIDE : (y + 1) * SIDE]
        if next_row == row:
            continue
        for run in re.finditer(b"\xff+", row):
            width = run.end() - run.start()
            rectangles.append(f"{run.start()} {first} {width} {y - first} re")
        row = next_row
        first = y
    if not rectangles:
        return ""
    return " ".join([*rectangles, "f"])


@cache
def _operators(drawing: str) -> str:
    file = paths.resources() / "icons" / f"{drawing}.svg"
    svg = file.read_text(encoding="utf-8")
    filled_paths = []
    for path in re.findall(r' d="(.*?)"', svg):
        code = []
        for command, figures in re.findall("([MLCZ])([^MLCZ]*)", path):
            operator = _COMMANDS[command]
            code.append(f"{figures} {operator}".lstrip())
        filled_paths.append(" ".join(code) + " f")
    return "\n".join(filled_paths)


def pictogram(pen: Pen, drawing: str, x: float, y: float, size: float) -> None:
    """Draw a pictogram in the pen's colour, its lower left corner at `x`, `y`."""
    scale = size / SIDE
    pen.canvas.stamp(
        key=drawing,
        box=(0, 0, SIDE, SIDE),
        draw=partial(operators, drawing),
        place=(scale, -scale, x, y + size),
    )
