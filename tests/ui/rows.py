"""Rows of a table that are seen whole."""

from __future__ import annotations

from PySide6.QtWidgets import QTableView


def whole_rows(table: QTableView) -> int:
    """How many rows of a table are seen from top to bottom."""
    view = table.viewport().rect()
    rects = [table.visualRect(table.model().index(r, 0)) for r in range(table.model().rowCount())]
    return sum(view.top() <= r.top() and r.bottom() <= view.bottom() for r in rects)
