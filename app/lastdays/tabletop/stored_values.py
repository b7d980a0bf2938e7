"""Values of what lies on the table, in the store's terms and in the log's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def plain(value: Any) -> Any:
    """Return tuples as lists, mappings as dicts: what JSON holds."""
    if isinstance(value, tuple | list):
        return [plain(v) for v in value]
    return dict(value) if isinstance(value, Mapping) else value


def frozen(value: Any) -> Any:
    """Return lists as tuples, as pieces hold them."""
    return tuple(frozen(v) for v in value) if isinstance(value, list | tuple) else value


def next_id(taken: Iterable[str], letter: str) -> str:
    """Return an id such as Z4, above all of its letter."""
    numbers = (i[len(letter) :] for i in taken if i.startswith(letter))
    return f"{letter}{max((int(n) for n in numbers if n.isdigit()), default=0) + 1}"
