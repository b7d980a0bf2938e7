"""Counters and marks of a card, found by their names."""

from __future__ import annotations

from typing import Generic, TypeVar

C = TypeVar("C")
M = TypeVar("M")


class NamedControls(Generic[C, M]):
    """What a card has to count and to mark, by the piece and the name of each."""

    counters: dict[tuple[str, str], C]
    marks: dict[tuple[str, str], M]

    def counters_named(self, name: str) -> list[C]:
        """Return the counters of that name, in their order."""
        return [c for (_piece, key), c in self.counters.items() if key == name]

    def counter(self, name: str) -> C:
        """Return the first counter of that name. KeyError where there is none."""
        found = self.counters_named(name)
        if not found:
            raise KeyError(name)
        return found[0]

    def mark(self, name: str) -> M:
        """Return the first mark of that name. KeyError where there is none."""
        return {key: m for (_piece, key), m in reversed(self.marks.items())}[name]
