"""The sentences of the rulebook's files, for whoever translates them.

Names stay as the book prints them in every language: players look them up on cards and pages, and
rosters, searches and packs know entries by them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

#: The fields that hold a sentence, or a list of them.
SENTENCES = frozenset({"summary", "text", "scene", "ends", "special", "steps"})


def sentences(value: Any, *, told: bool = False) -> Iterator[str]:
    """Yield the sentences of a file, in its order."""
    match value:
        case str() if told and value:
            yield value
        case list():
            for part in value:
                yield from sentences(part, told=told)
        case dict():
            for name, part in value.items():
                yield from sentences(part, told=name in SENTENCES)


def translated(sources: Mapping[str, Any], say: Callable[[str], str]) -> dict[str, Any]:
    """Return the files of a rulebook with their sentences as `say` has them."""
    return {name: _with(table, say, told=False) for name, table in sources.items()}


def _with(value: Any, say: Callable[[str], str], *, told: bool) -> Any:
    match value:
        case str():
            return say(value) if told and value else value
        case list():
            return [_with(part, say, told=told) for part in value]
        case dict():
            return {n: _with(part, say, told=n in SENTENCES) for n, part in value.items()}
    return value
