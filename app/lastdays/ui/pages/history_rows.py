"""A history as rows of a table: every change by name, the one that counts now marked."""

from __future__ import annotations

from bisect import bisect_left
from operator import neg

from lastdays.campaign.change_names import change_name
from lastdays.campaign.earlier import History
from lastdays.language import _
from lastdays.store import HistoryEntry
from lastdays.ui.models.tables import LazyRows, TableRow
from lastdays.ui.services import Services
from lastdays.ui.times import local_time


class HistoryRows(LazyRows):
    """A row for each change, by its revision: what it did, and when; undone ones say so."""

    def __init__(self, services: Services, history: History) -> None:
        super().__init__(len(history))
        self._services = services
        self._history = history

    def make(self, first: int, after: int) -> list[TableRow]:
        """Read a page of the history; where that can't be done, say why and leave it blank."""
        found = self._services.ask(lambda: self._history.entries(first, after))
        if found is None:
            return [TableRow(self.key(n), ("", "")) for n in range(first, after)]
        return [_row(entry) for entry in found]

    def key(self, place: int) -> str:
        """Return the key of a row."""
        return str(self._history.revisions[place])

    def find(self, key: str) -> int:
        """Return the place of a revision, -1 where there is none."""
        if not key:
            return -1
        revisions, wanted = self._history.revisions, int(key)
        place = bisect_left(revisions, -wanted, key=neg)  # the newest is the first
        return place if place < len(revisions) and revisions[place] == wanted else -1


def _row(entry: HistoryEntry) -> TableRow:
    return TableRow(
        str(entry.revision),
        (
            ("▸ " if entry.head else "\u2002 ")  # an en space is as wide as the mark
            + change_name(entry.change)
            + ("" if entry.current else _(" (undone)")),
            local_time(entry.at),
        ),
        kind="" if entry.current else "undone",
    )
