"""Counts what an action costs: transactions, documents decoded, groups judged by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from lastdays.campaign.documents import group_documents
from lastdays.campaign.history import snapshots
from lastdays.store import Store


@dataclass(frozen=True)
class Cost:
    """What was counted."""

    reading: int
    writing: int
    decoded: int
    judged: int


class Costs:
    """Counts from when it is made; `of` gives what was counted within a block."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._counted: Counter[str] = Counter()
        self._watch(monkeypatch, Store, "reading", "reading")
        self._watch(monkeypatch, Store, "writing", "writing")
        self._watch(monkeypatch, group_documents, "read_group", "decoded")
        self._watch(monkeypatch, group_documents, "read_campaign", "decoded")
        self._watch(monkeypatch, snapshots, "violations", "judged")

    def _watch(self, monkeypatch: pytest.MonkeyPatch, of: object, name: str, what: str) -> None:
        really = getattr(of, name)

        def counting(*args: object, **kwargs: object) -> object:
            self._counted[what] += 1
            return really(*args, **kwargs)

        monkeypatch.setattr(of, name, counting)

    @contextmanager
    def counted(self) -> Iterator[list[Cost]]:
        """Counts within a block; the list holds the cost after it."""
        before = self._counted.copy()
        found: list[Cost] = []
        yield found
        now = self._counted - before
        found.append(Cost(now["reading"], now["writing"], now["decoded"], now["judged"]))
