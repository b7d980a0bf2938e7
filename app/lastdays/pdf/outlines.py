"""Letters that are drawn by their outlines: a font's letters as HarfBuzz joins and places them.

Used for fonts that ReportLab can't embed, and for scripts whose letters join or move around each
other.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import uharfbuzz

from lastdays.desktop import paths
from lastdays.errors import LastDaysError

#: The prefix of a run's font that is drawn by its outlines.
PREFIX = "@"
#: How many shaped texts of a font are kept.
_KEPT = 4096
_RIGHT_TO_LEFT_MARK = "\u200f"
#: The glyph that a font draws for a letter it doesn't have.
_MISSING = 0


class Glyph(NamedTuple):
    """A drawing of a font, and where it is placed in its letter, in units of the font."""

    number: int
    x: int
    y: int


class Letter(NamedTuple):
    """What is drawn and copied as one: a letter with its marks, or letters that join into a drawing.

    `text` is in the order it is drawn, as viewers expect it; `width` is in thousandths of the size.
    """

    text: str
    glyphs: tuple[Glyph, ...]
    width: float


class OutlineFont:
    """A font's letters, their widths and outlines."""

    def __init__(self, path: Path, index: int) -> None:
        face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)), index)
        self._font = uharfbuzz.Font(face)
        self._scale = 1000 / face.upem
        self._codes = frozenset(face.unicodes)
        self.letters = lru_cache(_KEPT)(self._shape)

    def __contains__(self, char: str) -> bool:
        return ord(char) in self._codes

    def draws(self, char: str) -> bool:
        """Return whether a letter has an outline: fonts of coloured pictures have none."""
        return any(self._path(letter) for letter in self.letters(char))

    def width(self, text: str, *, leftward: bool = False) -> float:
        """Return the width of a text, for a size of 1 point."""
        return sum(letter.width for letter in self.letters(text, leftward=leftward)) / 1000

    def _shape(self, text: str, *, leftward: bool = False) -> tuple[Letter, ...]:
        """Return the letters of a text in the order they are drawn; `leftward` if the text is written
        from right to left."""
        buffer = uharfbuzz.Buffer()
        buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_GRAPHEMES
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if leftward else "ltr"
        uharfbuzz.shape(self._font, buffer)
        letters: list[Letter] = []
        for first, last, start, end in _letters_of(buffer, len(text)):
            glyphs, advance = self._place_glyphs(buffer, first, last)
            part = text[start:end]
            is_first = not letters
            drawn_text = _reversed_for_drawing(part, first=is_first) if leftward else part
            letters.append(Letter(drawn_text, glyphs, advance * self._scale))
        return tuple(letters)

    def _place_glyphs(
        self, buffer: uharfbuzz.Buffer, first: int, last: int
    ) -> tuple[tuple[Glyph, ...], int]:
        """Return some glyphs of a shaped text, placed from the start of the first, and how far they
        reach."""
        glyphs = []
        advance = 0
        infos = buffer.glyph_infos[first:last]
        positions = buffer.glyph_positions[first:last]
        for info, position in zip(infos, positions, strict=True):
            if info.codepoint == _MISSING:
                continue
            x = advance + position.x_offset
            glyphs.append(Glyph(info.codepoint, x, position.y_offset))
            advance += position.x_advance
        return tuple(glyphs), advance

    def fill_operators(self, letter: Letter) -> str:
        """Return the operators that fill a letter, in thousandths of its size."""
        operators = self._path(letter)
        return " ".join([*operators, "f"])

    def _path(self, letter: Letter) -> list[str]:
        pen = _Pen(self._scale)
        for glyph in letter.glyphs:
            pen.origin = (glyph.x, glyph.y)
            self._font.draw_glyph(glyph.number, _functions(), pen)
        return pen.code


def _reversed_for_drawing(text: str, *, first: bool) -> str:
    """Return a letter with its marks in the order it is drawn in text from right to left.

    Viewers turn the text around from its first letter on; a mark that is drawn first needs a letter
    before it that says so.
    """
    backwards = text[::-1]
    if first and unicodedata.bidirectional(backwards[0]) == "NSM":
        return f"{_RIGHT_TO_LEFT_MARK}{backwards}"
    return backwards


def _letters_of(buffer: uharfbuzz.Buffer, length: int) -> list[tuple[int, int, int, int]]:
    """Return the letters of a shaped text: the first and last glyph of each, and where its text
    starts and ends."""
    starts = [info.cluster for info in buffer.glyph_infos]
    in_text = [*sorted(set(starts)), length]
    end_of = dict(pairwise(in_text))
    letters = []
    first = 0
    for place, start in enumerate(starts):
        is_last = place + 1 == len(starts) or starts[place + 1] != start
        if is_last:
            letters.append((first, place + 1, start, end_of[start]))
            first = place + 1
    return letters


class _Pen:
    """Collects the operators of an outline."""

    def __init__(self, scale: float) -> None:
        self.code: list[str] = []
        self.scale = scale
        #: Where the glyph that is being drawn begins, in units of the font.
        self.origin = (0, 0)
        self.at = (0.0, 0.0)

    def add(self, operator: str, *points: float) -> None:
        """Add an operator with its points; the pen is then at the last of them."""
        parts = []
        for place, point in enumerate(points):
            scaled = (point + self.origin[place % 2]) * self.scale
            parts.append(f"{scaled:.1f}".removesuffix(".0"))
        parts.append(operator)
        self.code.append(" ".join(parts))
        if points:
            self.at = (points[-2], points[-1])

    def bend(self, cx: float, cy: float, x: float, y: float) -> None:
        """Add a quadratic curve as a cubic one: PDF has only those."""
        start_x, start_y = self.at
        third = 2 / 3
        first_x = start_x + third * (cx - start_x)
        first_y = start_y + third * (cy - start_y)
        second_x = x + third * (cx - x)
        second_y = y + third * (cy - y)
        self.add("c", first_x, first_y, second_x, second_y, x, y)


@lru_cache(maxsize=1)
def _functions() -> uharfbuzz.DrawFuncs:
    functions = uharfbuzz.DrawFuncs()
    functions.set_move_to_func(lambda x, y, pen: pen.add("m", x, y))
    functions.set_line_to_func(lambda x, y, pen: pen.add("l", x, y))
    functions.set_quadratic_to_func(lambda cx, cy, x, y, pen: pen.bend(cx, cy, x, y))
    functions.set_cubic_to_func(lambda a, b, c, d, x, y, pen: pen.add("c", a, b, c, d, x, y))
    functions.set_close_path_func(lambda pen: pen.add("h"))
    return functions


@lru_cache(maxsize=64)
def outline_font(name: str) -> OutlineFont | None:
    """Return a font by the name it has in a run, None if it can't be read."""
    file, of_computer, index = name.removeprefix(PREFIX).rpartition("#")
    try:
        if of_computer:
            return OutlineFont(Path(file), int(index))
        return OutlineFont(paths.resources() / "fonts" / index, 0)
    except (OSError, ValueError, uharfbuzz.HarfBuzzError):
        return None


def drawing_font(name: str) -> OutlineFont:
    """Return a font that a run was set in. Raises LastDaysError if it is gone."""
    font = outline_font(name)
    if font is None:
        raise LastDaysError(name)
    return font
