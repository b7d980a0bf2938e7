"""Chooses the font of each letter: embedded fonts, with a fallback for each run of letters.

Latin text is set in Barlow; FiraGO, Noto Sans and a few fonts for one script each follow. Chinese,
Japanese and Korean letters are taken from this computer's fonts; if it has none, the font is only
named in the file (a CID font), and a notice says so. A letter that no font has is spelled out by
its Unicode name.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import uharfbuzz
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import ShapedStr, TTFont, shapeStr

from lastdays.desktop import paths
from lastdays.errors import LastDaysError
from lastdays.values import Value

#: The prefix that marks a run's font as one of this computer.
PREFIX = "@"
#: The patterns for `fc-list`: fonts that declare a language, then those with one of its letters.
_ASKED = {
    "ja": (":lang=ja", ":charset=3042"),
    "ko": (":lang=ko", ":charset=ac00"),
    "zh": (":lang=zh-cn", ":lang=zh-tw", ":charset=4e00"),
}
_FORMAT = "%{weight}\t%{index}\t%{file}\n"
_ANSWER = 10
_REGULAR = 80.0
#: The most fonts searched for a letter, for each language.
_TRIED = 6
#: Parts of the names of fonts with serifs.
_WITH_SERIFS = ("serif", "ming", "song", "mincho", "batang")
#: The fonts that come with Windows and macOS.
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
    """A font of this computer: which letters it has, their widths and outlines."""

    def __init__(self, path: Path, index: int) -> None:
        face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)), index)
        self._font = uharfbuzz.Font(face)
        self._scale = 1000 / face.upem
        self._codes = frozenset(face.unicodes)

    def __contains__(self, char: str) -> bool:
        return ord(char) in self._codes

    def width(self, text: str) -> float:
        """Return the width of a text, for a size of 1 point."""
        return sum(self._advance(char) for char in text) / 1000

    def _advance(self, char: str) -> float:
        glyph = self._font.get_nominal_glyph(ord(char))
        if not glyph:
            return 0.0
        advance: float = self._font.get_glyph_h_advance(glyph) * self._scale
        return advance

    def drawn(self, char: str) -> tuple[float, str]:
        """Return a letter's width, and the operators that fill it, in thousandths of its size."""
        pen = _Pen(self._scale)
        glyph = self._font.get_nominal_glyph(ord(char))
        if glyph:
            self._font.draw_glyph(glyph, _functions(), pen)
        operators = " ".join([*pen.code, "f"])
        return self._advance(char), operators


class _Pen:
    """Collects the operators of an outline."""

    def __init__(self, scale: float) -> None:
        self.code: list[str] = []
        self.scale = scale
        self.at = (0.0, 0.0)

    def add(self, operator: str, *points: float) -> None:
        """Add an operator with its points; the pen is then at the last of them."""
        parts = []
        for point in points:
            scaled = point * self.scale
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


def font_with(char: str, *, japanese: bool) -> str:
    """Return the name of the first font of this computer that has a letter, '' if none has."""
    if japanese or _KANA.match(char):
        order = ("ja", "zh", "ko")
    elif _KOREAN.match(char):
        order = ("ko", "ja", "zh")
    else:
        order = ("zh", "ja", "ko")
    for tongue in order:
        for name in installed(tongue):
            font = system_font(name)
            if font is not None and char in font:
                return name
    return ""


@lru_cache(maxsize=32)
def system_font(name: str) -> SystemFont | None:
    """Return a font by the name it has in a run, None if it can't be read."""
    path, _hash, index = name.removeprefix(PREFIX).rpartition("#")
    try:
        return SystemFont(Path(path), int(index))
    except (OSError, ValueError, uharfbuzz.HarfBuzzError):
        return None


def drawing_font(name: str) -> SystemFont:
    """Return a font that a run was set in. Raises LastDaysError if it is gone."""
    font = system_font(name)
    if font is None:
        raise LastDaysError(name)
    return font


@lru_cache(maxsize=4)
def installed(tongue: str) -> tuple[str, ...]:
    """Return the installed fonts for 'ja', 'ko' or 'zh', the plainest first, as runs name them."""
    if sys.platform == "win32":
        return _in_folder(Path("C:/Windows/Fonts"), _WINDOWS[tongue])
    if sys.platform == "darwin":
        return _in_folder(Path("/System/Library/Fonts"), (*_MAC[tongue], _MAC_ALL))
    names: list[str] = []
    for pattern in _ASKED[tongue]:
        names += _in_order(_listed(pattern))
    each_once = tuple(dict.fromkeys(names))
    return each_once[:_TRIED]


def _in_folder(folder: Path, files: Sequence[str]) -> tuple[str, ...]:
    """Return the fonts among some files of a folder, as runs name them."""
    paths_of_files = [folder / file for file in files]
    return tuple(f"{PREFIX}{path}#0" for path in paths_of_files if path.is_file())


def _in_order(rows: list[str]) -> list[str]:
    """Return the fonts that `fc-list` lists: regular weights first, then those without serifs."""
    fonts = []
    for row in rows:
        weight, index, path = row.split("\t", 2)
        try:
            distance = abs(float(weight) - _REGULAR)
        except ValueError:
            distance = 0.0  # a variable font, which is regular by default
        has_serifs = any(word in path.lower() for word in _WITH_SERIFS)
        # The upper half of the index is the instance of a variable font; here they are one font.
        face = int(index) & 0xFFFF
        fonts.append((distance, has_serifs, path, face))
    fonts.sort()
    return [f"{PREFIX}{path}#{face}" for _distance, _serifs, path, face in fonts]


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


Style = Literal["text", "strong", "head", "faint", "label"]

#: The Barlow font of each style.
_FACES = {
    "text": "BarlowSemiCondensed-Regular",
    "faint": "BarlowSemiCondensed-Regular",
    "strong": "BarlowSemiCondensed-SemiBold",
    "head": "BarlowCondensed-SemiBold",
    "label": "BarlowCondensed-Medium",
}


#: The embedded fonts, each a file in `resources/fonts`.
_NAMES = frozenset({
    "BarlowSemiCondensed-Regular", "BarlowSemiCondensed-SemiBold", "BarlowCondensed-SemiBold",
    "BarlowCondensed-Medium", "FiraGO-Regular", "FiraGO-Bold", "NotoSans-Regular", "NotoSansArabic", "NotoSansTamil",
    "NotoSansTelugu", "NotoSansKhmer",
})  # fmt: skip
#: Scripts whose letters join or move around each other: Devanagari and Thai, Tamil, Telugu, Khmer.
_SHAPED = {
    "FiraGO-Regular": re.compile("[\u0900-\u097f\u0e00-\u0e7f]"),
    "NotoSansTamil": re.compile("[\u0b80-\u0bff]"),
    "NotoSansTelugu": re.compile("[\u0c00-\u0c7f]"),
    "NotoSansKhmer": re.compile("[\u1780-\u17ff]"),
}
_ARABIC = re.compile("[\u0600-\u06ff\ufb50-\ufefc]")
_KANA = re.compile("[\u3040-\u30ff]")
_KOREAN = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
#: Chinese, Japanese and Korean: letters, kana, syllables, their signs and wide forms.
_EASTERN = re.compile(
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe6f\uff00-\uffef"
    "\U00020000-\U0003ffff]"
)
#: CID fonts, each with the encoding that tells which letters it has, and the letters it is tried
#: for.
_CID = (
    ("HYGothic-Medium", "cp949", _KOREAN),
    ("HeiseiKakuGo-W5", "cp932", _KANA),
    ("STSong-Light", "gbk", _EASTERN),
    ("MSung-Light", "big5", _EASTERN),
    ("HeiseiKakuGo-W5", "cp932", _EASTERN),
)
#: Variation selectors, which choose another form of the letter before them.
_SELECTING = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_CID_NAMES = tuple({name for name, _encoding, _letters in _CID})


#: Bidirectional classes of isolates, and of code points that Unicode doesn't assign.
_APART = ("LRI", "RLI", "FSI", "PDI", "")
#: How many split texts of a document are cached: many cards have the same words.
_KEPT = 20_000


class Run(Value):
    """Letters in one font, in the order they are drawn. `width` is for a size of 1 point. `logical`
    is the text to copy, if it may differ from what is drawn. `shaped` runs go through HarfBuzz."""

    font: str
    text: str
    width: float
    logical: str | None = None
    shaped: bool = False


@lru_cache(maxsize=64)
def coverage(font: str) -> frozenset[int]:
    """Return the code points a font has."""
    return frozenset(_file(font).face.charToGlyph)


@lru_cache(maxsize=64)
def _file(font: str) -> Any:
    return TTFont(font, io.BytesIO(_content(font)), shapable=False)


@lru_cache(maxsize=64)
def _content(font: str) -> bytes:
    return (paths.resources() / "fonts" / f"{font}.ttf").read_bytes()


class Fonts:
    """The fonts of one document.

    Shaping assigns code points to glyphs that have none, in order of appearance. Each document has
    its own copies of the shaped fonts, so that the same text makes the same file.
    """

    def __init__(self) -> None:
        self._registered: set[str] = set()
        self._advances: dict[str, dict[int, float]] = {}
        self.runs = lru_cache(_KEPT)(self._split)

    def advances(self, font: str) -> dict[int, float]:
        """Return the width of each code point of a font, for a size of 1 point."""
        if font not in self._advances:
            widths = _file(font).face.charWidths
            self._advances[font] = {code: width / 1000 for code, width in widths.items()}
        return self._advances[font]

    def register(self, font: str) -> None:
        """Register a font with ReportLab, separately for each document if it is shaped."""
        if font in self._registered:
            return
        self._registered.add(font)
        is_known = font in pdfmetrics.getRegisteredFontNames()
        if font in _SHAPED:
            content = io.BytesIO(_content(font))
            pdfmetrics.registerFont(TTFont(font, content, shapable=True))
        elif font in _CID_NAMES and not is_known:
            pdfmetrics.registerFont(UnicodeCIDFont(font))
        elif not is_known:
            pdfmetrics.registerFont(_file(font))

    def _split(self, text: str, style: Style) -> tuple[Run, ...]:
        """Split text into runs by font, with right-to-left parts in the order they are drawn."""
        face = _FACES[style]
        known = self.advances(face)
        try:
            width = sum(map(known.__getitem__, map(ord, text)))
        except KeyError:
            return tuple(self._mixed(text, style))
        self.register(face)
        return (Run(face, text, width),)

    def is_plain(self, text: str, style: Style) -> bool:
        """Return whether a text is as wide as the sum of its letters, as all of them are in the
        style's own font."""
        if text.isascii():
            return True
        advances = self.advances(_FACES[style])
        return all(ord(char) in advances or char.isspace() for char in text)

    def _mixed(self, text: str, style: Style) -> Iterator[Run]:
        if not turns(text):
            yield from self._by_font(text, style)
            return
        in_visual_order = _visual_order(text)
        # Viewers expect such text in visual order and reverse it themselves when it is copied,
        # one run at a time; so all of it is in one font if there is one with all its letters.
        for font in ("NotoSansArabic", _fira(style)):
            letters = coverage(font)
            if all(ord(char) in letters for char in in_visual_order):
                self.register(font)
                yield Run(font, in_visual_order, self._width(font, in_visual_order))
                return
        yield from self._by_font(in_visual_order, style)

    def _by_font(self, text: str, style: Style) -> Iterator[Run]:
        for font, part in self._parts_by_font(text, style):
            if font != "?":  # which draws nothing
                yield self._run(font, part)

    def _parts_by_font(self, text: str, style: Style) -> Iterator[tuple[str, str]]:
        """Split a text into parts of one font each; a mark stays with its letter."""
        hint = "HeiseiKakuGo-W5" if _KANA.search(text) else ""
        font = ""
        start = 0
        for place, char in enumerate(text):
            is_mark = unicodedata.category(char) in ("Mn", "Mc", "Cf")
            if font and is_mark and self._has(font, char):
                continue
            wanted = self.font_for(char, style, hint)
            if wanted == font:
                continue
            if place > start:
                yield font, text[start:place]
            font = wanted
            start = place
        yield font, text[start:]

    def _run(self, font: str, text: str) -> Run:
        """Return a run in a font, which is registered if it is embedded or named in the file."""
        if font.startswith(PREFIX):
            return Run(font, text, drawing_font(font).width(text))
        self.register(font)
        is_joined = any(letters.search(text) for letters in _SHAPED.values())
        if font in _SHAPED and is_joined:
            width = self._shaped_width(font, text)
            return Run(font, text, width, logical=text, shaped=True)
        if font in _CID_NAMES:
            return Run(font, text, pdfmetrics.stringWidth(text, font, 1))
        return Run(font, text, self._width(font, text))

    def _has(self, font: str, char: str) -> bool:
        return font in _NAMES and ord(char) in coverage(font)

    def _width(self, font: str, text: str) -> float:
        advances = self.advances(font)
        return sum(advances.get(ord(char), 0.0) for char in text)

    def _shaped_width(self, font: str, text: str) -> float:
        shaped = shapeStr(text, font, 1000)
        if isinstance(shaped, ShapedStr):
            return float(sum(part.x_advance for part in shaped.__shapeData__)) / 1000
        return self._width(font, text)

    def font_for(self, char: str, style: Style, hint: str = "") -> str:
        """Return the first font that has a letter, '?' if none has."""
        code = ord(char)
        for font, letters in _SHAPED.items():
            if letters.match(char) and code in coverage(font):
                return font
        order: tuple[str, ...] = (_FACES[style], _fira(style), "NotoSans-Regular")
        if _ARABIC.match(char):
            order = ("NotoSansArabic",)
        for font in order:
            if code in coverage(font):
                return font
        if _EASTERN.match(char):
            return _eastern_font(char, hint)
        return "?"

    def drawable(self, char: str) -> bool:
        """Return whether any font has a letter; joiners and variation marks need none."""
        return _invisible(char) or self.font_for(char, "text") != "?"

    def borrowed(self, char: str) -> bool:
        """Return whether a letter is left to the fonts of the computer that opens the file."""
        return self.font_for(char, "text") in _CID_NAMES

    def spelled(self, char: str) -> str:
        """Spell a letter that no font has: '[zombie]'."""
        without_name = f"U+{ord(char):04X}"
        name = unicodedata.name(char, without_name)
        return f"[{name.lower()}]"


def _fira(style: Style) -> str:
    """Return the font for letters that the style's own font lacks."""
    is_bold = style in ("strong", "head")
    return "FiraGO-Bold" if is_bold else "FiraGO-Regular"


def _visual_order(text: str) -> str:
    """Return a text with letters from right to left in the order they are drawn, and joined."""
    # late: only writing from right to left needs them
    import arabic_reshaper
    from bidi.algorithm import get_display  # this one mirrors brackets

    # get_display doesn't know isolates, and leaves two of the other marks in the text.
    known = "".join(char for char in text if unicodedata.bidirectional(char) not in _APART)
    shown: str = get_display(arabic_reshaper.reshape(known))
    return shown.replace("\u200e", "").replace("\u200f", "")


def _eastern_font(char: str, hint: str) -> str:
    """Return a font for a Chinese, Japanese or Korean letter: one of this computer, else one that is
    only named; '?' if none has it."""
    own = font_with(char, japanese=bool(hint))
    if own:
        return own
    if hint and _encodes(char, "cp932"):
        return hint
    for font, encoding, letters in _CID:
        if letters.match(char) and _encodes(char, encoding):
            return font
    return "?"


def turns(text: str) -> bool:
    """Return whether any of a text is written from right to left."""
    if text.isascii():
        return False
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)


def _encodes(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _invisible(char: str) -> bool:
    """Return whether a letter draws nothing: joiners, direction marks, variation selectors."""
    return unicodedata.category(char) in ("Cf", "Cc") or bool(_SELECTING.match(char))
