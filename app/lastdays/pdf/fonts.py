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
from collections.abc import Iterator
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
        """Add an operator with its points; the pen is then at the last of them."""
        scaled = [n * self.scale for n in points]
        self.code.append(" ".join([*(f"{n:.1f}".removesuffix(".0") for n in scaled), operator]))
        if points:
            self.at = (points[-2], points[-1])

    def bend(self, cx: float, cy: float, x: float, y: float) -> None:
        """Add a quadratic curve as a cubic one: PDF has only those."""
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
            found = system_font(name)
            if found is not None and char in found:
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
    found = system_font(name)
    if found is None:
        raise LastDaysError(name)
    return found


@lru_cache(maxsize=4)
def installed(tongue: str) -> tuple[str, ...]:
    """Return the installed fonts for 'ja', 'ko' or 'zh', the plainest first, as runs name them."""
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
    """Return the fonts that `fc-list` lists: regular weights first, then those without serifs."""
    found = []
    for row in rows:
        weight, index, path = row.split("\t", 2)
        try:
            away = abs(float(weight) - _REGULAR)
        except ValueError:
            away = 0.0  # a variable font, which is regular by default
        serif = any(word in path.lower() for word in ("serif", "ming", "song", "mincho", "batang"))
        # The upper half of the index is the instance of a variable font; here they are one font.
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
        found = self._advances.get(font)
        if found is None:
            face = _file(font).face
            found = {code: w / 1000 for code, w in face.charWidths.items()}
            self._advances[font] = found
        return found

    def register(self, font: str) -> None:
        """Register a font with ReportLab, separately for each document if it is shaped."""
        if font in self._registered:
            return
        self._registered.add(font)
        if font in _CID_NAMES:
            if font not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(UnicodeCIDFont(font))
            return
        shaped = font in _SHAPED
        if shaped or font not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(
                TTFont(font, io.BytesIO(_content(font)), shapable=shaped) if shaped else _file(font)
            )

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
        known = self.advances(_FACES[style])
        return text.isascii() or all(ord(c) in known or c.isspace() for c in text)

    def _mixed(self, text: str, style: Style) -> Iterator[Run]:
        if turns(text):
            # late: only writing from right to left needs them
            import arabic_reshaper
            from bidi.algorithm import get_display  # this one mirrors brackets

            bold = style in ("strong", "head")
            # get_display doesn't know isolates, and leaves two of the other marks in the text.
            known = "".join(c for c in text if unicodedata.bidirectional(c) not in _APART)
            shown = get_display(arabic_reshaper.reshape(known))
            drawn = shown.replace("\u200e", "").replace("\u200f", "")
            # Viewers expect such text in visual order and reverse it themselves when it is copied,
            # one run at a time; so all of it is in one font if there is one with all its letters.
            for font in ("NotoSansArabic", "FiraGO-Bold" if bold else "FiraGO-Regular"):
                if all(ord(c) in coverage(font) for c in drawn):
                    self.register(font)
                    yield Run(font, drawn, self._width(font, drawn))
                    return
            yield from self._by_font(drawn, style)
            return
        yield from self._by_font(text, style)

    def _by_font(self, text: str, style: Style) -> Iterator[Run]:
        hint = "HeiseiKakuGo-W5" if _KANA.search(text) else ""
        font, start = "", 0
        found = []
        for n, char in enumerate(text):
            wanted = self.font_for(char, style, hint)
            if font and unicodedata.category(char) in ("Mn", "Mc", "Cf") and self._has(font, char):
                wanted = font  # a mark stays with its letter
            if wanted != font:
                if n > start:
                    found.append((font, text[start:n]))
                font, start = wanted, n
        found.append((font, text[start:]))
        for name, part in found:
            if name == "?":  # draws nothing
                continue
            if name.startswith(PREFIX):
                yield Run(name, part, drawing_font(name).width(part))
                continue
            self.register(name)
            if name in _SHAPED and any(letters.search(part) for letters in _SHAPED.values()):
                yield Run(name, part, self._shaped_width(name, part), part, shaped=True)
            elif name in _CID_NAMES:
                yield Run(name, part, pdfmetrics.stringWidth(part, name, 1))
            else:
                yield Run(name, part, self._width(name, part))

    def _has(self, font: str, char: str) -> bool:
        return font in _NAMES and ord(char) in coverage(font)

    def _width(self, font: str, text: str) -> float:
        known = self.advances(font)
        return sum(known.get(ord(c), 0.0) for c in text)

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
        if _ARABIC.match(char):
            order: tuple[str, ...] = ("NotoSansArabic",)
        else:
            bold = style in ("strong", "head")
            order = (
                _FACES[style],
                "FiraGO-Bold" if bold else "FiraGO-Regular",
                "NotoSans-Regular",
            )
        for font in order:
            if code in coverage(font):
                return font
        if _EASTERN.match(char):
            own = font_with(char, japanese=bool(hint))
            if own:
                return own
            if hint and _encodes(char, "cp932"):
                return hint
            for font, encoding, letters in _CID:
                if letters.match(char) and _encodes(char, encoding):
                    return font
        return "?"

    def drawable(self, char: str) -> bool:
        """Return whether any font has a letter; joiners and variation marks need none."""
        return _invisible(char) or self.font_for(char, "text") != "?"

    def borrowed(self, char: str) -> bool:
        """Return whether a letter is left to the fonts of the computer that opens the file."""
        return self.font_for(char, "text") in _CID_NAMES

    def spelled(self, char: str) -> str:
        """Spell a letter that no font has: '[zombie]'."""
        return f"[{unicodedata.name(char, f'U+{ord(char):04X}').lower()}]"


def turns(text: str) -> bool:
    """Return whether any of a text is written from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(c) in ("R", "AL") for c in text)


def _encodes(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _invisible(char: str) -> bool:
    """Return whether a letter draws nothing: joiners, direction marks, variation selectors."""
    return unicodedata.category(char) in ("Cf", "Cc") or bool(_SELECTING.match(char))
