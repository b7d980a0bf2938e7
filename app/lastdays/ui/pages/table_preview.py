"""A table for a spreadsheet as it will be there, its first rows."""

from __future__ import annotations

from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QPlainTextEdit

from lastdays.campaign.exchange.spreadsheet import Spreadsheet
from lastdays.language import _, ngettext, short

#: So many rows are shown, and so many letters of a cell.
ROWS_MOST = 200
_LETTERS_MOST = 28
#: The gap between columns, in widths of a letter.
_GAP = 2.5


class TablePreview(QPlainTextEdit):
    """Shows the cells of a table below each other."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setAccessibleName(_("Preview"))
        self._rows: list[list[str]] = []

    def show_table(self, sheet: Spreadsheet) -> None:
        """Show the headings and the first rows of a table."""
        shown = [sheet.headings, *sheet.rows[:ROWS_MOST]]
        self._rows = [[_in_one_line(cell) for cell in row] for row in shown]
        lines = ["\t".join(row) for row in self._rows]
        left = len(sheet.rows) - ROWS_MOST
        if left > 0:
            lines.append(ngettext("… and {n} more row", "… and {n} more rows", left))
        self.setPlainText("\n".join(lines))
        self.set_tab_stops()

    def set_tab_stops(self) -> None:
        """Set a tab stop for each column, as wide as its widest cell."""
        metrics = self.fontMetrics()
        gap = metrics.averageCharWidth() * _GAP
        stops = []
        end = 0.0
        for column in zip(*self._rows, strict=True):
            end += max(metrics.horizontalAdvance(text) for text in column) + gap
            stops.append(end)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        option.setTabArray(stops)
        self.document().setDefaultTextOption(option)


def _in_one_line(cell: object) -> str:
    """Return a cell in one line."""
    return short(" ".join(str(cell).split()), _LETTERS_MOST)
