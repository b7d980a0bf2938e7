"""Chooses the font of each letter: embedded fonts, with a fallback for each run of letters.

Latin text is set in Barlow; FiraGO, Noto Sans and a font for each script in use follow, then the
fonts of this computer. Chinese, Japanese and Korean letters are taken from this computer's fonts
first: they are drawn otherwise from country to country. A letter that no font has is spelled out by
its Unicode name.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any, Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from lastdays.desktop import paths
from lastdays.pdf.computer_fonts import KANA, ComputerFonts
from lastdays.pdf.outlines import PREFIX, drawing_font, outline_font
from lastdays.values import Value

Style = Literal["text", "strong", "head", "faint", "label"]

#: The Barlow font of each style.
_FACES = {
    "text": "BarlowSemiCondensed-Regular",
    "faint": "BarlowSemiCondensed-Regular",
    "strong": "BarlowSemiCondensed-SemiBold",
    "head": "BarlowCondensed-SemiBold",
    "label": "BarlowCondensed-Medium",
}


#: The fonts that ReportLab embeds, each a file in `resources/fonts`.
_NAMES = frozenset({
    "BarlowSemiCondensed-Regular", "BarlowSemiCondensed-SemiBold", "BarlowCondensed-SemiBold",
    "BarlowCondensed-Medium", "FiraGO-Regular", "FiraGO-Bold", "NotoSans-Regular",
})  # fmt: skip
#: The files in `resources/fonts` for scripts whose letters join, move around each other or are
#: written from right to left, and for others that the fonts above don't have.
_SCRIPTS = {
    "NotoSansArmenian-Regular.ttf": re.compile("[\u0530-\u058f\ufb13-\ufb17]"),
    "NotoSansHebrew-Regular.ttf": re.compile("[\u0590-\u05ff\ufb1d-\ufb4f]"),
    "NotoSansArabic.ttf": re.compile("[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc]"),
    "NotoSansSyriac-Regular.ttf": re.compile("[\u0700-\u074f]"),
    "NotoSansThaana-Regular.ttf": re.compile("[\u0780-\u07bf]"),
    "NotoSansNKo-Regular.ttf": re.compile("[\u07c0-\u07ff]"),
    "FiraGO-Regular.ttf": re.compile("[\u0900-\u097f\u0e00-\u0e7f]"),
    "NotoSansBengali-Regular.ttf": re.compile("[\u0980-\u09ff]"),
    "NotoSansGurmukhi-Regular.ttf": re.compile("[\u0a00-\u0a7f]"),
    "NotoSansGujarati-Regular.ttf": re.compile("[\u0a80-\u0aff]"),
    "NotoSansOriya-Regular.ttf": re.compile("[\u0b00-\u0b7f]"),
    "NotoSansTamil.ttf": re.compile("[\u0b80-\u0bff]"),
    "NotoSansTelugu.ttf": re.compile("[\u0c00-\u0c7f]"),
    "NotoSansKannada-Regular.ttf": re.compile("[\u0c80-\u0cff]"),
    "NotoSansMalayalam-Regular.ttf": re.compile("[\u0d00-\u0d7f]"),
    "NotoSansSinhala-Regular.ttf": re.compile("[\u0d80-\u0dff]"),
    "NotoSansLao-Regular.ttf": re.compile("[\u0e80-\u0eff]"),
    "NotoSerifTibetan-Regular.ttf": re.compile("[\u0f00-\u0fff]"),
    "NotoSansMyanmar-Regular.ttf": re.compile("[\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f]"),
    "NotoSansEthiopic-Regular.ttf": re.compile("[\u1200-\u139f\u2d80-\u2ddf\uab00-\uab2f]"),
    "NotoSansCherokee-Regular.ttf": re.compile("[\u13a0-\u13ff\uab70-\uabbf]"),
    "NotoSansCanadianAboriginal-Regular.ttf": re.compile("[\u1400-\u167f\u18b0-\u18ff]"),
    "NotoSansKhmer.ttf": re.compile("[\u1780-\u17ff\u19e0-\u19ff]"),
    "NotoSansMongolian-Regular.ttf": re.compile("[\u1800-\u18af]"),
    "NotoSansBalinese-Regular.ttf": re.compile("[\u1b00-\u1b7f]"),
    "NotoSansSundanese-Regular.ttf": re.compile("[\u1b80-\u1bbf\u1cc0-\u1ccf]"),
    "NotoSansOlChiki-Regular.ttf": re.compile("[\u1c50-\u1c7f]"),
    "NotoSansTifinagh-Regular.ttf": re.compile("[\u2d30-\u2d7f]"),
    "NotoSansYi-Regular.ttf": re.compile("[\ua000-\ua4cf]"),
    "NotoSansLisu-Regular.ttf": re.compile("[\ua4d0-\ua4ff]"),
    "NotoSansVai-Regular.ttf": re.compile("[\ua500-\ua63f]"),
    "NotoSansJavanese-Regular.ttf": re.compile("[\ua980-\ua9df]"),
    "NotoSansMeeteiMayek-Regular.ttf": re.compile("[\uaae0-\uaaff\uabc0-\uabff]"),
    "NotoSansOsage-Regular.ttf": re.compile("[\U000104b0-\U000104ff]"),
    "NotoSansHanifiRohingya-Regular.ttf": re.compile("[\U00010d00-\U00010d3f]"),
    "NotoSansChakma-Regular.ttf": re.compile("[\U00011100-\U0001114f]"),
    "NotoSansAdlam-Regular.ttf": re.compile("[\U0001e900-\U0001e95f]"),
}  # fmt: skip
#: The font for Chinese, Japanese and Korean letters that no font of this computer has.
_EASTERN = f"{PREFIX}WenQuanYiMicroHei.ttc"
#: Variation selectors, which choose another form of the letter before them.
_SELECTING = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")


#: Bidirectional classes of isolates, and of code points that Unicode doesn't assign.
_APART = ("LRI", "RLI", "FSI", "PDI", "")
#: Joiners, and what stands in for them while text is put into the order it is drawn: variation
#: selectors, of which scripts that are written from right to left have none.
_STAND_INS = {0x200C: "\ufe0d", 0x200D: "\ufe0e"}
_STOOD_FOR = {0xFE0D: "\u200c", 0xFE0E: "\u200d"}
#: Bidirectional classes of letters written from right to left, of their marks and of joiners.
_LEFTWARD = ("R", "AL", "NSM", "BN")
#: How many split texts of a document are cached: many cards have the same words.
_KEPT = 20_000


class Run(Value):
    """Letters in one font. `width` is for a size of 1 point. Those of a `leftward` run are drawn from
    right to left."""

    font: str
    text: str
    width: float
    leftward: bool = False


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
    """The fonts of one document."""

    def __init__(self) -> None:
        self._registered: set[str] = set()
        self._advances: dict[str, dict[int, float]] = {}
        self._of_computer = ComputerFonts()
        self.runs = lru_cache(_KEPT)(self._split)

    def advances(self, font: str) -> dict[int, float]:
        """Return the width of each code point of a font, for a size of 1 point."""
        if font not in self._advances:
            widths = _file(font).face.charWidths
            self._advances[font] = {code: width / 1000 for code, width in widths.items()}
        return self._advances[font]

    def register(self, font: str) -> None:
        """Register a font with ReportLab."""
        if font in self._registered:
            return
        self._registered.add(font)
        if font not in pdfmetrics.getRegisteredFontNames():
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
        if not is_right_to_left(text):
            yield from self._by_font(text, style)
            return
        for part in _parts_by_direction(_visual_order(text)):
            if is_right_to_left(part):
                logical = part[::-1]
                runs = list(self._by_font(logical, style, leftward=True))
                yield from reversed(runs)
            else:
                yield from self._by_font(part, style)

    def _by_font(self, text: str, style: Style, *, leftward: bool = False) -> Iterator[Run]:
        for font, part in self._parts_by_font(text, style):
            if font != "?":  # which draws nothing
                yield self._run(font, part, leftward=leftward)

    def _parts_by_font(self, text: str, style: Style) -> Iterator[tuple[str, str]]:
        """Split a text into parts of one font each; a mark stays with its letter, a space with the word
        before it."""
        japanese = bool(KANA.search(text))
        font = ""
        start = 0
        for place, char in enumerate(text):
            is_mark = unicodedata.category(char) in ("Mn", "Mc", "Cf")
            is_between = char == " " and font.startswith(PREFIX)
            if font and (is_mark or is_between) and _has(font, char):
                continue
            wanted = self.font_for(char, style, japanese=japanese)
            if wanted == font:
                continue
            if place > start:
                yield font, text[start:place]
            font = wanted
            start = place
        yield font, text[start:]

    def _run(self, font: str, text: str, *, leftward: bool) -> Run:
        """Return a run in a font, which is registered if ReportLab embeds it."""
        if font.startswith(PREFIX):
            width = drawing_font(font).width(text, leftward=leftward)
            return Run(font, text, width, leftward)
        self.register(font)
        return Run(font, text, self._width(font, text))

    def _width(self, font: str, text: str) -> float:
        advances = self.advances(font)
        return sum(advances.get(ord(char), 0.0) for char in text)

    def font_for(self, char: str, style: Style, *, japanese: bool = False) -> str:
        """Return the first font that has a letter, '?' if none has."""
        of_script = _font_of_script(char)
        if of_script:
            return of_script
        for font in (_FACES[style], _fira(style), "NotoSans-Regular"):
            if _has(font, char):
                return font
        if _invisible(char):
            return "?"
        of_computer = self._of_computer.font_with(char, japanese=japanese)
        if of_computer:
            return of_computer
        return _EASTERN if _has(_EASTERN, char) else "?"

    def drawable(self, char: str) -> bool:
        """Return whether any font has a letter; joiners and variation marks need none."""
        return _invisible(char) or self.font_for(char, "text") != "?"

    def spelled(self, char: str) -> str:
        """Spell a letter that no font has: '[zombie]'."""
        without_name = f"U+{ord(char):04X}"
        name = unicodedata.name(char, without_name)
        return f"[{name.lower()}]"


@lru_cache(maxsize=4096)
def _font_of_script(char: str) -> str:
    """Return the font for a letter's script, '' if it has no font of its own."""
    for file, letters in _SCRIPTS.items():
        font = f"{PREFIX}{file}"
        if letters.match(char) and _has(font, char):
            return font
    return ""


def _has(font: str, char: str) -> bool:
    """Return whether a font that a run may be in has a letter."""
    if font in _NAMES:
        return ord(char) in coverage(font)
    outlines = outline_font(font)
    return outlines is not None and char in outlines


def _fira(style: Style) -> str:
    """Return the font for letters that the style's own font lacks."""
    is_bold = style in ("strong", "head")
    return "FiraGO-Bold" if is_bold else "FiraGO-Regular"


def _visual_order(text: str) -> str:
    """Return a text with letters from right to left in the order they are drawn."""
    # late: only writing from right to left needs it
    from bidi.algorithm import get_display  # this one mirrors brackets

    # get_display doesn't know isolates, leaves two of the other marks in the text, and drops joiners.
    known = "".join(char for char in text if unicodedata.bidirectional(char) not in _APART)
    shown: str = get_display(known.translate(_STAND_INS))
    return shown.translate(_STOOD_FOR).replace("\u200e", "").replace("\u200f", "")


def _parts_by_direction(shown: str) -> Iterator[str]:
    """Split a text in the order it is drawn into words written from right to left and what is between
    them."""
    between = ""
    for may_turn, chars in groupby(shown, key=_may_turn):
        part = "".join(chars)
        words = part.strip(" ")
        if may_turn and is_right_to_left(words):
            before, _words, after = part.partition(words)
            if between + before:
                yield between + before
            yield words
            between = after
        else:
            between += part
    if between:
        yield between


def _may_turn(char: str) -> bool:
    return char == " " or unicodedata.bidirectional(char) in _LEFTWARD


def is_right_to_left(text: str) -> bool:
    """Return whether any of a text is written from right to left."""
    if text.isascii():
        return False
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)


def _invisible(char: str) -> bool:
    """Return whether a letter draws nothing: joiners, direction marks, variation selectors."""
    return unicodedata.category(char) in ("Cf", "Cc") or bool(_SELECTING.match(char))
