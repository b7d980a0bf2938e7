"""Names and other single lines that people type: how they are kept, searched and told apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

#: Letters that take room or none, but can't be seen: fillers of Hangul, a blank of Braille, joiners.
_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0")
#: Joiners that change how the letters beside them look: several scripts and emoji need them.
_JOINERS = frozenset("\u200c\u200d")
#: Letters that don't come apart into a letter and its marks, as a search takes them.
_SPELLED_OUT = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i"}
)
#: Letters of the Cyrillic and the Greek alphabet, and the Latin ones that look the same.
_LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаесіјорѕухԁӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧονı",
    "ABESIJKMHOPCTYXaecijopsyxdlABEZHIKMNOPTYXovi",
)
_SPACES = re.compile(r"\s+")


def kept_line(text: str) -> str:
    """Return a typed or pasted text as a name is kept: one line, composed, without letters that only
    steer how others are shown."""
    line = _SPACES.sub(" ", text).strip()
    composed = unicodedata.normalize("NFC", line)
    return "".join(letter for letter in composed if not _steers(letter)).strip()


def _steers(letter: str) -> bool:
    is_control = unicodedata.category(letter) in ("Cc", "Cf")
    return is_control and letter not in _JOINERS


def is_blank(text: str) -> bool:
    """Return whether nothing of a text can be seen."""
    return not any(_is_seen(letter) for letter in text)


def _is_seen(letter: str) -> bool:
    """Return whether a letter can be seen by itself: marks are seen on others alone. One that isn't
    known yet, or is of a font's own, is shown as something."""
    category = unicodedata.category(letter)
    is_mark_or_space = category[0] in "MZ"
    is_control = category in ("Cc", "Cf", "Cs")
    return not is_mark_or_space and not is_control and letter not in _BLANK_LETTERS


def searchable(text: str) -> str:
    """Return a text as searches compare it: without capital letters, accents and ligatures, in one
    form of Unicode."""
    spelled_out = text.casefold().translate(_SPELLED_OUT)
    decomposed = unicodedata.normalize("NFKD", spelled_out)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def look_of(name: str) -> str:
    """Return what a name looks like: names with the same look can't be told apart by eye."""
    visible = kept_line(unicodedata.normalize("NFKC", name))
    return visible.translate(_LOOK_ALIKES)


def looks_taken(name: str, other_names: Iterable[str]) -> bool:
    """Return whether a name looks like one of several others."""
    look = look_of(name)
    return any(look_of(other_name) == look for other_name in other_names)


def in_plain_digits(text: str) -> str:
    """Return a text with the digits of every script as 0 to 9."""
    letters = []
    for letter in text:
        digit = unicodedata.decimal(letter, None)
        letters.append(letter if digit is None else str(digit))
    return "".join(letters)
