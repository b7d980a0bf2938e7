"""What a test knows, and a type doesn't say."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def sure(value: T | None) -> T:
    """Returns what may be missing elsewhere, and isn't here."""
    assert value is not None
    return value


def as_a(kind: type[T], value: object) -> T:
    """Returns something that is of a kind here."""
    assert isinstance(value, kind)
    return value
