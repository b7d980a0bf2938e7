"""The sentences of the rulebook's files: filling in their numbers and translating them. A sentence
doesn't repeat a number from elsewhere: it names it in braces, which `numbered` fills in with the
rulebook's number, or that of a house rule.

Names stay as the book prints them in every language: players look them up on cards and pages, and
rosters, searches and packs identify entries by them. A few are ordinary words, which are
translated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from lastdays.language import number, signed
from lastdays.rulebook.entries import Dice

T = TypeVar("T", bound=Struct)

#: The fields that hold a sentence, or a list of them.
SENTENCES = frozenset({
    "summary", "short", "text", "alone", "scene", "scene_alone", "ends", "ends_alone",
    "special", "objective", "steps",
})  # fmt: skip
#: The entries of a file whose names are ordinary words; None for all of them.
WORDS: dict[str, frozenset[str] | None] = {
    "modifiers": None,
    "actions": frozenset({"difficult", "door", "entry-man", "noisemaker"}),
}


def sentences(value: Any, *, file: str = "") -> Iterator[str]:
    """Yield the sentences of a file, in order."""
    texts: list[str] = []

    def note(text: str) -> str:
        texts.append(text)
        return text

    _file(file, value, note)
    yield from texts


def translated(sources: Mapping[str, Any], say: Callable[[str], str]) -> dict[str, Any]:
    """Return the files of a rulebook with their sentences translated by `say`."""
    return {name: _file(name, table, say) for name, table in sources.items()}


def _file(name: str, table: Any, say: Callable[[str], str]) -> Any:
    translated_table = _with(table, say, is_sentence=False)
    if name not in WORDS or not isinstance(translated_table, dict):
        return translated_table
    words = WORDS[name]
    for key, entry in translated_table.items():
        has_word = words is None or key in words
        if has_word and isinstance(entry, dict) and "name" in entry:
            entry["name"] = _with(entry["name"], say, is_sentence=True)
    return translated_table


def _with(value: Any, say: Callable[[str], str], *, is_sentence: bool) -> Any:
    """Return a value of a file with its sentences said by `say`, itself too if it is one."""
    match value:
        case str():
            return say(value) if is_sentence and value else value
        case list():
            return [_with(part, say, is_sentence=is_sentence) for part in value]
        case dict():
            return {
                name: _with(part, say, is_sentence=name in SENTENCES)
                for name, part in value.items()
            }
    return value


#: A number in a sentence, filled in with its sign if the name begins with a plus.
_PLACE = re.compile(r"\{(?:(?P<plus>\+?)(?P<path>[^{}]*)\})?")
#: The names that content packs use for the numbers of an Encounter's Tests.
_ONCE = {"target": "vehicle_test.target", "perk_target": "perk_test.target"}


def numbered(entry: T, *books: Mapping[str, Any]) -> T:
    """Return an entry, or a step of one, with the numbers in its name and sentences filled in: its
    own (`{within}`), else a book's (`{noise.draws_at}`, `{skills.tag-team.within}`), with a sign
    after a plus (`{+courage}`). Braces that don't name a number stay as written."""
    filling = _Filling(entry, books)
    changed = {}
    for name, value in asdict(entry).items():
        if name not in SENTENCES and name not in ("name", "setup"):
            continue
        filled = filling.filled(value)
        if filled != value:
            changed[name] = filled
    if not changed:
        return entry
    return replace(entry, **changed)


class _Filling:
    """Fills in the numbers in the sentences of an entry."""

    def __init__(self, entry: object, books: tuple[Mapping[str, Any], ...]) -> None:
        self.entry = entry
        self.books = books

    def filled(self, value: Any) -> Any:
        """Return a sentence, or several, or steps with sentences, with their numbers."""
        match value:
            case str():
                return _PLACE.sub(self._number, value) if "{" in value else value
            case tuple():
                return tuple(self.filled(part) for part in value)
        return numbered(value, *self.books)

    def _number(self, place: re.Match[str]) -> str:
        """Return the number of a place in a sentence; the place itself if there is none."""
        value = _value_at(place["path"] or "", self.entry, self.books)
        if value is None:
            return place[0]
        if isinstance(value, Dice):
            return str(value)
        return signed(value) if place["plus"] else number(value)


def unknown_places(text: str, entry: object, *books: Mapping[str, Any]) -> Iterator[str]:
    """Yield the braces in a sentence that don't name a number."""
    for place in _PLACE.finditer(text):
        if _value_at(place["path"] or "", entry, books) is None:
            yield place[0]


def _value_at(path: str, entry: object, books: tuple[Mapping[str, Any], ...]) -> int | Dice | None:
    """Return the number that a path leads to, from the entry or else from a book."""
    full_path = _ONCE.get(path, path)
    for start in (entry, *books):
        for steps in (path, full_path):
            value: Any = start
            for step in steps.split("."):
                value = _next_on_path(value, step)
            if isinstance(value, int | Dice) and not isinstance(value, bool):
                return value
    return None


def _next_on_path(value: Any, step: str) -> Any:
    """Return what a step leads to: an item of a table, the number of a trait, or a field."""
    match value:
        case dict():
            return value.get(step)
        case tuple():
            for trait in value:
                if getattr(trait, "key", "") == step:
                    return trait.value
            return None
    if step in getattr(value, "__struct_fields__", ()):
        return getattr(value, step)
    return None
