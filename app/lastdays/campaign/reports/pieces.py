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
    places_of_name = _places_within(words, names)
    pieces: list[Piece] = []
    current: list[Word] = []
    for place, word in enumerate(words):
        following = words[place + 1].start if place + 1 < len(words) else len(text)
        is_joined = place in places_of_name and place + 1 in places_of_name[place]
        ends_here = not is_joined and _BETWEEN.search(text, word.end, following) is not None
        is_and = place not in places_of_name and vocabulary().things.get(word.letters) == _AND
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


def _places_within(words: Sequence[Word], names: Sequence[Sequence[str]]) -> dict[int, set[int]]:
    """Return, for each place of a word that belongs to one of the `names`, all the places of that name."""
    places_of_name: dict[int, set[int]] = {}
    letters = [word.letters for word in words]
    for name in names:
        for start in range(len(words) - len(name) + 1):
            if letters[start : start + len(name)] != list(name):
                continue
            places = set(range(start, start + len(name)))
            for place in places:
                places_of_name.setdefault(place, set()).update(places)
    return places_of_name
