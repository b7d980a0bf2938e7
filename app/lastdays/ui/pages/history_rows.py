"""A history as rows of a table: every change by name, the one that counts now marked."""

from __future__ import annotations

from lastdays.campaign.versions import History
from lastdays.language import _
from lastdays.store import HistoryEntry
from lastdays.ui.models.rows import Cell, LazyRows, Row
from lastdays.ui.services import Services
from lastdays.ui.texts import local_time

#: So many changes are read at once.
PAGE = 64


def history_rows(services: Services, history: History) -> LazyRows:
    """Return a row for each change, by its revision: what it did, and when; undone ones say so.
    They are read a page at once; where that can't be done, it is said why, and they stay blank."""
    keys = [str(revision) for revision in history.revisions]

    def read(places: range) -> list[Row]:
        found = services.ask(lambda: history.entries(places.start, places.stop))
        if found is None:
            return [Row(keys[n], ("", "")) for n in places]
        return [_row(entry) for entry in found]

    return LazyRows(keys, read, page=PAGE)


def _row(entry: HistoryEntry) -> Row:
    token = "text" if entry.current else "faint_text"
    mark = "▸ " if entry.head else "\u2002 "  # an en space is as wide as the mark
    name = mark + entry.change.said() + ("" if entry.current else _(" (undone)"))
    return Row(
        str(entry.revision),
        (Cell(name, "plain", token=token), Cell(local_time(entry.at), "plain", token=token)),
    )
