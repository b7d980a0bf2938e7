"""Fonts of this computer, for the letters that no font of ours has: Chinese, Japanese, Korean.

Such fonts are too large to come with the program, and half of them ReportLab cannot embed. So the
outlines of the letters that are drawn go into a font of the document's own (`letters`), whatever
kind the font they come from is.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import uharfbuzz

from lastdays.errors import LastDaysError

#: How a run names a font of the computer.
PREFIX = "@"
#: What `fc-list` is asked for: by what fonts say of themselves, then by what they have.
_ASKED = {
    "ja": (":lang=ja", ":charset=3042"),
    "ko": (":lang=ko", ":charset=ac00"),
    "zh": (":lang=zh-cn", ":lang=zh-tw", ":charset=4e00"),
}
_FORMAT = "%{weight}\t%{index}\t%{file}\n"
_ANSWER = 10
_REGULAR = 80.0
#: So many fonts are looked into for a letter.
_TRIED = 6
#: The fonts that other systems bring along.
_WINDOWS = {
    "ja": ("YuGothR.ttc", "meiryo.ttc", "msgothic.ttc"),
    "ko": ("malgun.ttf", "gulim.ttc"),
    "zh": ("msyh.ttc", "simsun.ttc", "msjh.ttc", "mingliu.ttc"),
}
_MAC = {
    "ja": ("ヒラギノ角ゴシック W3.ttc", "Hiragino Sans GB.ttc"),
    "ko": ("AppleSDGothicNeo.ttc", "Supplemental/AppleGothic.ttf"),
    "zh": ("PingFang.ttc", "STHeiti Light.ttc", "Hiragino Sans GB.ttc"),
}
_MAC_ALL = "Supplemental/Arial Unicode.ttf"


class SystemFont:
    """A font of this computer: what it has, how wide it is, how it is drawn."""

    def __init__(self, path: Path, index: int) -> None:
        face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)), index)
        self._font = uharfbuzz.Font(face)
        self._scale = 1000 / face.upem
        self._codes = frozenset(face.unicodes)

    def __contains__(self, char: str) -> bool:
        return ord(char) in self._codes

    def width(self, text: str) -> float:
        """Return how wide a text is, for a size of 1 point."""
        return sum(self._advance(char) for char in text) / 1000

    def _advance(self, char: str) -> float:
        glyph = self._font.get_nominal_glyph(ord(char))
        return float(self._font.get_glyph_h_advance(glyph)) * self._scale if glyph else 0.0

    def drawn(self, char: str) -> tuple[float, str]:
        """Return a letter's width, and the operators that fill it, in thousandths of its size."""
        pen = _Pen(self._scale)
        glyph = self._font.get_nominal_glyph(ord(char))
        if glyph:
            self._font.draw_glyph(glyph, _functions(), pen)
        return self._advance(char), " ".join([*pen.code, "f"])


class _Pen:
    """Collects the operators of an outline."""

    def __init__(self, scale: float) -> None:
        self.code: list[str] = []
        self.scale = scale
        self.at = (0.0, 0.0)

    def add(self, operator: str, *points: float) -> None:
        """Add an operator; it ends at its last point."""
        scaled = [n * self.scale for n in points]
        self.code.append(" ".join([*(f"{n:.1f}".removesuffix(".0") for n in scaled), operator]))
        if points:
            self.at = (points[-2], points[-1])

    def bend(self, cx: float, cy: float, x: float, y: float) -> None:
        """Add a quadratic curve, which PDF has not."""
        (ax, ay), third = self.at, 2 / 3
        first = (ax + third * (cx - ax), ay + third * (cy - ay))
        self.add("c", *first, x + third * (cx - x), y + third * (cy - y), x, y)


@lru_cache(maxsize=1)
def _functions() -> uharfbuzz.DrawFuncs:
    found = uharfbuzz.DrawFuncs()
    found.set_move_to_func(lambda x, y, pen: pen.add("m", x, y))
    found.set_line_to_func(lambda x, y, pen: pen.add("l", x, y))
    found.set_quadratic_to_func(lambda cx, cy, x, y, pen: pen.bend(cx, cy, x, y))
    found.set_cubic_to_func(lambda a, b, c, d, x, y, pen: pen.add("c", a, b, c, d, x, y))
    found.set_close_path_func(lambda pen: pen.add("h"))
    return found


def font_with(char: str, *, japanese: bool = False) -> str:
    """Return the name of the first font of this computer that has a letter, '' for none."""
    code = ord(char)
    if japanese or 0x3040 <= code <= 0x30FF:
        order = ("ja", "zh", "ko")
    elif 0x1100 <= code <= 0x11FF or 0x3130 <= code <= 0x318F or 0xAC00 <= code <= 0xD7AF:
        order = ("ko", "ja", "zh")
    else:
        order = ("zh", "ja", "ko")
    for tongue in order:
        for name in installed(tongue):
            found = system_font(name)
            if found is not None and char in found:
                return name
    return ""


@lru_cache(maxsize=32)
def system_font(name: str) -> SystemFont | None:
    """Return a font by the name it has in a run, None where it cannot be read."""
    path, _hash, index = name.removeprefix(PREFIX).rpartition("#")
    try:
        return SystemFont(Path(path), int(index))
    except (OSError, ValueError, uharfbuzz.HarfBuzzError):
        return None


def drawing_font(name: str) -> SystemFont:
    """Return a font that a run was set in. Raises LastDaysError where it is gone since."""
    found = system_font(name)
    if found is None:
        raise LastDaysError(name)
    return found


@lru_cache(maxsize=4)
def installed(tongue: str) -> tuple[str, ...]:
    """Return the fonts there are for 'ja', 'ko' or 'zh', the plainest first, as runs name them."""
    if sys.platform == "win32":
        folder = Path("C:/Windows/Fonts")
        return tuple(_there(folder / file for file in _WINDOWS[tongue]))
    if sys.platform == "darwin":
        folder = Path("/System/Library/Fonts")
        return tuple(_there(folder / file for file in (*_MAC[tongue], _MAC_ALL)))
    found = [name for pattern in _ASKED[tongue] for name in _in_order(_listed(pattern))]
    return tuple(dict.fromkeys(found))[:_TRIED]


def _there(files: Iterator[Path]) -> Iterator[str]:
    return (f"{PREFIX}{file}#0" for file in files if file.is_file())


def _in_order(rows: list[str]) -> list[str]:
    """Read what `fc-list` lists; regular weights first, then those without serifs."""
    found: list[tuple[float, bool, str, int]] = []
    for row in rows:
        weight, index, path = row.split("\t", 2)
        try:
            away = abs(float(weight) - _REGULAR)
        except ValueError:
            away = 0.0  # a variable font, which begins as a regular one
        serif = any(word in path.lower() for word in ("serif", "ming", "song", "mincho", "batang"))
        # The instances of a variable font count in the upper half; they are one font here.
        found.append((away, serif, path, int(index) & 0xFFFF))
    return [f"{PREFIX}{path}#{index}" for _away, _serif, path, index in sorted(found)]


def _listed(pattern: str) -> list[str]:
    program = shutil.which("fc-list")
    if program is None:
        return []
    try:
        listed = subprocess.run(
            [program, "--format", _FORMAT, pattern],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_ANSWER,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return []
    endings = (".ttf", ".ttc", ".otf", ".otc")
    return [row for row in listed.stdout.splitlines() if row.lower().endswith(endings)]
