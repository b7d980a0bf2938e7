"""The sentences of the rulebook's files, for whoever translates them.

Names stay as the book prints them in every language: players look them up on cards and pages, and
rosters, searches and packs know entries by them. A few are no names of the book but words that say
what something is, and those are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

#: The fields that hold a sentence, or a list of them.
SENTENCES = frozenset({"summary", "text", "scene", "ends", "special", "steps"})
#: The entries of a file whose names are words like any other; None for all of them.
WORDS: dict[str, frozenset[str] | None] = {
    "modifiers": None,
    "actions": frozenset({"difficult", "door", "entry-man", "noisemaker"}),
}


def sentences(value: Any, *, file: str = "") -> Iterator[str]:
    """Yield the sentences of a file, in its order."""
    found: list[str] = []

    def noted(text: str) -> str:
        found.append(text)
        return text

    _file(file, value, noted)
    yield from found


def translated(sources: Mapping[str, Any], say: Callable[[str], str]) -> dict[str, Any]:
    """Return the files of a rulebook with their sentences as `say` has them."""
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
