"""A history as rows of a table: every change by name, the one that counts now marked."""

from __future__ import annotations

from collections.abc import Iterable

from lastdays.campaign.change_names import change_name
from lastdays.language import _
from lastdays.store import HistoryEntry
from lastdays.ui.models.tables import TableRow
from lastdays.ui.widgets.parts import local_time


def history_rows(entries: Iterable[HistoryEntry]) -> list[TableRow]:
    """Return a row for each change, by its revision: what it did, and when; undone ones say so."""
    return [
        TableRow(
            str(entry.revision),
            (
                ("▸ " if entry.head else "  ")
                + change_name(entry.change)
                + ("" if entry.current else _(" (undone)")),
                local_time(entry.at),
            ),
            kind="" if entry.current else "undone",
        )
        for entry in entries
    ]
