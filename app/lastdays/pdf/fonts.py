"""Which font draws which letter: embedded fonts with a fallback for each run of letters.

Latin text is Barlow; FiraGO, Noto Sans and a few fonts for one script each follow. Chinese,
Japanese and Korean letters are taken from this computer's fonts (`system_fonts`); where it has
none, the font is only named in the file (a CID font), and whoever prints is told. What no font has
is spelled out by its Unicode name.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import ShapedStr, TTFont, shapeStr

from lastdays import paths
from lastdays.pdf import system_fonts

Style = Literal["text", "strong", "head", "faint", "label"]

#: Which Barlow a style is set in.
_FACES = {
    "text": "BarlowSemiCondensed-Regular",
    "faint": "BarlowSemiCondensed-Regular",
    "strong": "BarlowSemiCondensed-SemiBold",
    "head": "BarlowCondensed-SemiBold",
    "label": "BarlowCondensed-Medium",
}


#: The fonts there are, each a file of `resources/fonts`.
_NAMES = frozenset({
    "BarlowSemiCondensed-Regular", "BarlowSemiCondensed-SemiBold", "BarlowCondensed-SemiBold",
    "BarlowCondensed-Medium", "FiraGO-Regular", "FiraGO-Bold", "NotoSans-Regular", "NotoSansArabic", "NotoSansTamil",
    "NotoSansTelugu", "NotoSansKhmer",
})  # fmt: skip
#: Scripts whose letters join or move around each other.
_SHAPED = {
    (0x0900, 0x097F): "FiraGO-Regular",
    (0x0E00, 0x0E7F): "FiraGO-Regular",
    (0x0B80, 0x0BFF): "NotoSansTamil",
    (0x0C00, 0x0C7F): "NotoSansTelugu",
    (0x1780, 0x17FF): "NotoSansKhmer",
}
#: Chinese, Japanese and Korean: letters, kana, syllables, their signs and wide forms.
_EASTERN = (
    (0x1100, 0x11FF),
    (0x2E80, 0x9FFF),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE4F),
    (0xFF00, 0xFFEF),
    (0x20000, 0x3FFFF),
)
#: A font for each encoding that tells whether a Chinese, Japanese or Korean letter is in it.
_CID = (
    ("HYGothic-Medium", "cp949", (0xAC00, 0xD7AF)),
    ("HeiseiKakuGo-W5", "cp932", (0x3040, 0x30FF)),
    ("STSong-Light", "gbk", (0x2E80, 0xFFEF)),
    ("MSung-Light", "big5", (0x2E80, 0xFFEF)),
    ("HeiseiKakuGo-W5", "cp932", (0x2E80, 0xFFEF)),
    ("HYGothic-Medium", "cp949", (0x3130, 0x318F)),
    ("HYGothic-Medium", "cp949", (0x1100, 0x11FF)),
)
_CID_NAMES = tuple({name for name, _encoding, _range in _CID})


#: So many texts of a document are kept as they were split: the same words stand on many cards.
_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Run:
    """Letters in one font, in the order in which they are drawn.

    `width` is for a size of 1 point. `logical` is what a reader would copy, where that may not
    follow from what is drawn. `shaped` runs go through HarfBuzz.
    """

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

    Shaping gives glyphs without a code point one of their own, in the order in which they turn
    up. So that the same text makes the same file, each document has its own copies of the
    fonts that are shaped.
    """

    def __init__(self) -> None:
        self._registered: set[str] = set()
        self._advances: dict[str, dict[int, float]] = {}
        self._undrawable: dict[str, str] = {}
        self._runs: dict[tuple[str, Style], tuple[Run, ...]] = {}

    def advances(self, font: str) -> dict[int, float]:
        """Return the width of each code point of a font, for a size of 1 point."""
        found = self._advances.get(font)
        if found is None:
            face = _file(font).face
            found = {code: w / 1000 for code, w in face.charWidths.items()}
            self._advances[font] = found
        return found

    def register(self, font: str) -> None:
        """Make a font known to ReportLab, anew for each document where it is shaped."""
        if font in self._registered:
            return
        self._registered.add(font)
        if font in _CID_NAMES:
            if font not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(UnicodeCIDFont(font))
            return
        shaped = font in _SHAPED.values()
        if shaped or font not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(
                TTFont(font, io.BytesIO(_content(font)), shapable=shaped) if shaped else _file(font)
            )

    @property
    def shapes(self) -> bool:
        """Return whether some text of the document has been shaped."""
        return any(font in self._registered for font in _SHAPED.values())

    def runs(self, text: str, style: Style) -> tuple[Run, ...]:
        """Split text into runs by font, right-to-left parts in the order they are drawn in."""
        found = self._runs.get((text, style))
        if found is None:
            if len(self._runs) >= _KEPT:
                self._runs.clear()
            found = self._runs[text, style] = self._split(text, style)
        return found

    def is_plain(self, text: str, style: Style) -> bool:
        """Return whether a text is as wide as its letters: all of them in the style's own font."""
        known = self.advances(_FACES[style])
        return text.isascii() or all(ord(c) in known or c.isspace() for c in text)

    def _split(self, text: str, style: Style) -> tuple[Run, ...]:
        face = _FACES[style]
        known = self.advances(face)
        try:
            width = sum(map(known.__getitem__, map(ord, text)))
        except KeyError:
            return tuple(self._mixed(text, style))
        self.register(face)
        return (Run(face, text, width),)

    def _mixed(self, text: str, style: Style) -> Iterator[Run]:
        if turns(text):
            # late: 9 ms, only writing from right to left needs them
            import arabic_reshaper
            from bidi.algorithm import get_display  # this one mirrors brackets

            bold = style in ("strong", "head")
            shown = get_display(arabic_reshaper.reshape(text))
            drawn = "".join(c for c in shown if not _directs(c))
            # Readers expect such text in the order of the page and turn it round themselves when
            # it is copied; they do so for the whole of a run, hence one font where there is one.
            for font in ("NotoSansArabic", "FiraGO-Bold" if bold else "FiraGO-Regular"):
                if all(ord(c) in coverage(font) for c in drawn):
                    self.register(font)
                    yield Run(font, drawn, self._width(font, drawn))
                    return
            yield from self._by_font(drawn, style)
            return
        yield from self._by_font(text, style)

    def _by_font(self, text: str, style: Style) -> Iterator[Run]:
        hint = "HeiseiKakuGo-W5" if any(0x3040 <= ord(c) <= 0x30FF for c in text) else ""
        font, start = "", 0
        found: list[tuple[str, str]] = []
        for n, char in enumerate(text):
            wanted = self.font_for(char, style, hint)
            if font and unicodedata.category(char) in ("Mn", "Mc", "Cf") and self._has(font, char):
                wanted = font  # a mark stays with its letter
            if wanted != font:
                if n > start:
                    found.append((font, text[start:n]))
                font, start = wanted, n
        if start < len(text):
            found.append((font, text[start:]))
        for name, part in found:
            if name == "?":
                face = _FACES[style]
                self.register(face)
                spelled = "".join(self.spelled(c) for c in part)
                yield Run(face, spelled, self._width(face, spelled))
                continue
            if name.startswith(system_fonts.PREFIX):
                yield Run(name, part, system_fonts.drawing_font(name).width(part))
                continue
            self.register(name)
            if name in _SHAPED.values() and any(_is_shaped(ord(c)) for c in part):
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
        """Return the first font that has a letter, '?' where none has."""
        code = ord(char)
        for (low, high), font in _SHAPED.items():
            if low <= code <= high and code in coverage(font):
                return font
        if 0x0600 <= code <= 0x06FF or 0xFB50 <= code <= 0xFEFC:
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
        if code >= 0x1100:
            own = system_fonts.font_with(char, japanese=bool(hint)) if _eastern(code) else ""
            if own:
                return own
            if hint and code >= 0x2E80 and _encodes(char, "cp932"):
                return hint
            for font, encoding, (low, high) in _CID:
                if low <= code <= high and _encodes(char, encoding):
                    return font
        return "?"

    def drawable(self, char: str) -> bool:
        """Return whether some font has a letter; joiners and variation marks need none."""
        return _invisible(char) or self.font_for(char, "text") != "?"

    def borrowed(self, char: str) -> bool:
        """Return whether a letter is left to the fonts of whoever opens the file."""
        return self.font_for(char, "text") in _CID_NAMES

    def spelled(self, char: str) -> str:
        """Spell a letter that no font has: '[zombie]'; '' for one that is never seen."""
        if _invisible(char):
            return ""
        known = self._undrawable.get(char)
        if known is None:
            name = unicodedata.name(char, f"U+{ord(char):04X}").lower()
            known = self._undrawable[char] = f"[{name}]"
        return known


def turns(text: str) -> bool:
    """Return whether some of a text is written from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(c) in ("R", "AL") for c in text)


def _directs(char: str) -> bool:
    """Return whether a letter only says in which direction others are written."""
    code = ord(char)
    return 0x200E <= code <= 0x200F or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069


def _encodes(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _eastern(code: int) -> bool:
    """Return whether a letter is Chinese, Japanese or Korean."""
    return any(low <= code <= high for low, high in _EASTERN)


def _invisible(char: str) -> bool:
    """Return whether a letter draws nothing: joiners, direction marks, variation selectors, skin
    tones."""
    code = ord(char)
    return (
        unicodedata.category(char) in ("Cf", "Cc")
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0100 <= code <= 0xE01EF
    )


def _is_shaped(code: int) -> bool:
    return any(low <= code <= high for low, high in _SHAPED)
