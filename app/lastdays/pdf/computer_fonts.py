"""Finds the fonts of this computer that have a letter."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from lastdays.pdf.outlines import PREFIX, outline_font

KANA = re.compile("[\u3040-\u30ff]")
_KOREAN = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
#: Chinese, Japanese and Korean: letters, kana, syllables, their signs and wide forms.
_EASTERN = re.compile(
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe6f\uff00-\uffef"
    "\U00020000-\U0003ffff]"
)
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
#: The most letters, of one document, that the computer's fonts are asked for one by one.
_LETTERS_MOST = 100
#: Parts of the names of fonts that are used only if there is no plainer one: with serifs, sloping or narrow.
_UNUSUAL = (
    "serif", "ming", "song", "mincho", "batang", "oblique", "italic", "mono", "condensed",
)  # fmt: skip
#: The fonts that come with Windows and macOS, by language; '' are those for other letters.
_WINDOWS = {
    "ja": ("YuGothR.ttc", "meiryo.ttc", "msgothic.ttc"),
    "ko": ("malgun.ttf", "gulim.ttc"),
    "zh": ("msyh.ttc", "simsun.ttc", "msjh.ttc", "mingliu.ttc"),
    "": ("seguisym.ttf", "ebrima.ttf", "gadugi.ttf", "seguihis.ttf", "micross.ttf"),
}
_MAC = {
    "ja": ("ヒラギノ角ゴシック W3.ttc", "Hiragino Sans GB.ttc"),
    "ko": ("AppleSDGothicNeo.ttc", "Supplemental/AppleGothic.ttf"),
    "zh": ("PingFang.ttc", "STHeiti Light.ttc", "Hiragino Sans GB.ttc"),
    "": ("Apple Symbols.ttf", "Geneva.ttf"),
}
_MAC_ALL = "Supplemental/Arial Unicode.ttf"
#: Categories of code points that are no letters of any script: unassigned, private, halves.
_OF_NO_SCRIPT = ("Cn", "Co", "Cs")


class ComputerFonts:
    """The fonts of this computer that draw the letters of one document."""

    def __init__(self) -> None:
        self._of: dict[str, str] = {}
        self._useful: dict[str, None] = {}
        self._asked = 0

    def font_with(self, char: str, *, japanese: bool) -> str:
        """Return the name of the first font that has a letter, '' if none has."""
        if _EASTERN.match(char):
            return _eastern_font(char, japanese=japanese)
        if char not in self._of:
            self._of[char] = self._found(char)
        return self._of[char]

    def _found(self, char: str) -> str:
        known = _first_drawing(tuple(self._useful), char)
        if known:
            return known
        if self._asked == _LETTERS_MOST or unicodedata.category(char) in _OF_NO_SCRIPT:
            return ""
        self._asked += 1
        name = _first_drawing(installed(char), char)
        if name:
            self._useful[name] = None
        return name


def _eastern_font(char: str, *, japanese: bool) -> str:
    """Return the first font that has a Chinese, Japanese or Korean letter, '' if none has."""
    if japanese or KANA.match(char):
        order = ("ja", "zh", "ko")
    elif _KOREAN.match(char):
        order = ("ko", "ja", "zh")
    else:
        order = ("zh", "ja", "ko")
    for tongue in order:
        for name in installed(tongue):
            font = outline_font(name)
            if font is not None and char in font:
                return name
    return ""


def _first_drawing(names: Sequence[str], char: str) -> str:
    for name in names:
        font = outline_font(name)
        if font is not None and char in font and font.draws(char):
            return name
    return ""


@lru_cache(maxsize=256)
def installed(wanted: str) -> tuple[str, ...]:
    """Return the installed fonts for 'ja', 'ko' or 'zh', or those with a letter, the plainest first,
    as runs name them."""
    if sys.platform == "win32":
        files = _WINDOWS.get(wanted, _WINDOWS[""])
        return _in_folder(Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts", files)
    if sys.platform == "darwin":
        files = _MAC.get(wanted, _MAC[""])
        return _in_folder(Path("/System/Library/Fonts"), (*files, _MAC_ALL))
    names: list[str] = []
    for pattern in _patterns(wanted):
        names += _in_order(_listed(pattern))
    each_once = tuple(dict.fromkeys(names))
    return each_once[:_TRIED]


def _patterns(wanted: str) -> tuple[str, ...]:
    """Return what `fc-list` is asked for a language, or for a letter."""
    if wanted in _ASKED:
        return _ASKED[wanted]
    return (f":charset={ord(wanted):x}",)


def _in_folder(folder: Path, files: Sequence[str]) -> tuple[str, ...]:
    """Return the fonts among some files of a folder, as runs name them."""
    paths_of_files = [folder / file for file in files]
    return tuple(f"{PREFIX}{path}#0" for path in paths_of_files if path.is_file())


def _in_order(rows: list[str]) -> list[str]:
    """Return the fonts that `fc-list` lists: regular weights first, of those the plain ones."""
    fonts = []
    for row in rows:
        weight, index, path = row.split("\t", 2)
        try:
            distance = abs(float(weight) - _REGULAR)
        except ValueError:
            distance = 0.0  # a variable font, which is regular by default
        is_unusual = any(word in path.lower() for word in _UNUSUAL)
        # The upper half of the index is the instance of a variable font; here they are one font.
        face = int(index) & 0xFFFF
        fonts.append((distance, is_unusual, path, face))
    fonts.sort()
    return [f"{PREFIX}{path}#{face}" for _distance, _unusual, path, face in fonts]


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
