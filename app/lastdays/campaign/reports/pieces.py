"""The words of a line, and its pieces between commas."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lastdays.campaign.reports.words import WORD, joined_letters, vocabulary
from lastdays.names import in_plain_digits
from lastdays.values import Value

#: What stands between the pieces of a line, besides a word for 'and'.
_BETWEEN = re.compile(r"[,;·•/&+|]|\.(?=\s|$)")
_AND = "and"


class Word(Value):
    """A word or number of a line: as it was typed, and its letters as they are compared. `start` and `end`
    are its place in the line."""

    typed: str
    letters: str
    start: int
    end: int


class Piece(Value):
    """A piece of a line: its text, and its words."""

    text: str
    words: tuple[Word, ...]


def words_of(text: str) -> list[Word]:
    """Return the words and numbers of a text."""
    words = []
    for match in WORD.finditer(in_plain_digits(text)):
        typed = text[match.start() : match.end()]
        words.append(Word(typed, joined_letters(typed), match.start(), match.end()))
    return words


def pieces_of(text: str, names: Sequence[Sequence[str]] = ()) -> list[Piece]:
    """Return the pieces of a text: between commas and 'and', which don't part the words of these names, each
    given by the letters of its words."""
    words = words_of(text)
    name_around = _names_around(words, names)
    pieces: list[Piece] = []
    current: list[Word] = []
    for position, word in enumerate(words):
        is_last = position + 1 == len(words)
        next_start = len(text) if is_last else words[position + 1].start
        goes_on_in_name = position + 1 in name_around.get(position, ())
        is_separated = _BETWEEN.search(text, word.end, next_start) is not None
        ends_here = is_separated and not goes_on_in_name
        is_and = position not in name_around and vocabulary().things.get(word.letters) == _AND
        if not is_and:
            current.append(word)
        if current and (is_and or ends_here):
            pieces.append(_piece(text, current))
            current = []
    if current:
        pieces.append(_piece(text, current))
    return pieces


def _piece(text: str, words: Sequence[Word]) -> Piece:
    return Piece(text[words[0].start : words[-1].end], tuple(words))


def _names_around(words: Sequence[Word], names: Sequence[Sequence[str]]) -> dict[int, set[int]]:
    """Return, for each place of a word that belongs to one of the `names`, all the places of that name."""
    name_around: dict[int, set[int]] = {}
    letters = [word.letters for word in words]
    for name in names:
        for start in range(len(words) - len(name) + 1):
            if letters[start : start + len(name)] != list(name):
                continue
            places = set(range(start, start + len(name)))
            for place in places:
                name_around.setdefault(place, set()).update(places)
    return name_around
