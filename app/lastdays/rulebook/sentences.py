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
SENTENCES = frozenset(
    (
        *("summary", "text", "alone", "scene", "scene_alone", "ends", "ends_alone"),
        *("special", "objective", "steps"),
    )
)
#: The entries of a file whose names are ordinary words; None for all of them.
WORDS: dict[str, frozenset[str] | None] = {
    "modifiers": None,
    "actions": frozenset({"difficult", "door", "entry-man", "noisemaker"}),
}


def sentences(value: Any, *, file: str = "") -> Iterator[str]:
    """Yield the sentences of a file, in order."""
    found = []

    def noted(text: str) -> str:
        found.append(text)
        return text

    _file(file, value, noted)
    yield from found


def translated(sources: Mapping[str, Any], say: Callable[[str], str]) -> dict[str, Any]:
    """Return the files of a rulebook with their sentences translated by `say`."""
    return {name: _file(name, table, say) for name, table in sources.items()}


def _file(name: str, table: Any, say: Callable[[str], str]) -> Any:
    told = _with(table, say, told=False)
    if name in WORDS and isinstance(told, dict):
        words = WORDS[name]
        for key, entry in told.items():
            if (words is None or key in words) and isinstance(entry, dict) and "name" in entry:
                entry["name"] = _with(entry["name"], say, told=True)
    return told


def _with(value: Any, say: Callable[[str], str], *, told: bool) -> Any:
    match value:
        case str():
            return say(value) if told and value else value
        case list():
            return [_with(part, say, told=told) for part in value]
        case dict():
            return {n: _with(part, say, told=n in SENTENCES) for n, part in value.items()}
    return value


#: A number in a sentence, filled in with its sign if the name begins with a plus.
_PLACE = re.compile(r"\{(?:(\+?)([^{}]*)\})?")
#: The names that content packs use for the numbers of an Encounter's Tests.
_ONCE = {"target": "vehicle_test.target", "perk_target": "perk_test.target"}


def numbered(entry: T, *books: Mapping[str, Any]) -> T:
    """Return an entry, or a step of one, with the numbers in its name and sentences filled in: its
    own (`{within}`), else a book's (`{noise.draws_at}`, `{skills.tag-team.within}`), with a sign
    after a plus (`{+courage}`). Braces that don't name a number stay as written."""

    def filled(found: re.Match[str]) -> str:
        value = _found(found[2] or "", entry, books)
        if value is None:
            return found[0]
        return str(value) if isinstance(value, Dice) else (signed if found[1] else number)(value)

    def said(value: Any) -> Any:
        if isinstance(value, str):
            return _PLACE.sub(filled, value) if "{" in value else value
        if isinstance(value, tuple):
            return tuple(map(said, value))
        return numbered(value, *books)

    told = {n: v for n, v in asdict(entry).items() if n in SENTENCES or n in ("name", "setup")}
    new = {name: made for name, value in told.items() if (made := said(value)) != value}
    return replace(entry, **new) if new else entry


def unknown_places(text: str, entry: object, *books: Mapping[str, Any]) -> Iterator[str]:
    """Yield the braces in a sentence that don't name a number."""
    for found in _PLACE.finditer(text):
        if _found(found[2] or "", entry, books) is None:
            yield found[0]


def _found(path: str, entry: object, books: tuple[Mapping[str, Any], ...]) -> int | Dice | None:
    """Return the number that a path leads to, from the entry or else from a book."""
    for start in (entry, *books):
        for way in (path, _ONCE.get(path, path)):
            value: Any = start
            for step in way.split("."):
                match value:
                    case dict():
                        value = value.get(step)
                    case tuple():
                        value = next(
                            (t.value for t in value if getattr(t, "key", "") == step), None
                        )
                    case _:
                        held = step in getattr(value, "__struct_fields__", ())
                        value = getattr(value, step) if held else None
            if isinstance(value, int | Dice) and not isinstance(value, bool):
                return value
    return None
