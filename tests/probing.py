"""How much is taken of anything, and documents with another value at any of their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def most(
    takes: Callable[[Any], bool], made: Callable[[int], Any], first: int, high: int = 2_000_000
) -> int:
    """The most of something that is taken: up to `high`, or -1 where nothing is."""
    if not takes(made(first)):
        return -1
    low = first
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if takes(made(middle)) else (low, middle - 1)
    return low


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every place of a document with what stands there; of a list the first alone."""
    yield path, value
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value[:1] if isinstance(value, list) else ())
    )
    for name, part in inner:
        yield from places(part, (*path, name))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A document with another value at a place."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(value[path[0]], path[1:], new) if path[1:] else new
    return copy
