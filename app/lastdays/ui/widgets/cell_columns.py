"""Shares the width of a table of surfaces among its columns."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QTableView

from lastdays.ui.models.cells import CellModel
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.cell_painting import EDGE, PAD, TIGHT, cell_width, chips_least, chips_width
from lastdays.ui.widgets.plain_header import PlainHeader

#: In pixels at 100 %: the stretching column is never narrower where it would be wider; what is
#: written over two lines gives way no further.
LEAST, TWO_LINES = 150, 100


class CellColumns:
    """The widths of the columns: what each would like, and what it gets.

    The column `stretch` takes the rest, up to `most` pixels at 100 %; the others share what it
    leaves. `is_tall` says that rows hold two lines.
    """

    def __init__(
        self,
        view: QTableView,
        header: PlainHeader,
        model: CellModel,
        theme: Theme,
        *,
        stretch: int,
        most: int,
        is_tall: Callable[[], bool],
    ) -> None:
        self._view, self._header, self._model, self._theme = view, header, model, theme
        self._stretch, self._most, self._is_tall = stretch, most, is_tall
        #: What each column would like, what it gives way to, what its cells fill (its heading may
        #: want more), and what it gives way to with its chips cut short.
        self._wanted: list[int] = []
        self._least: list[int] = []
        self._filled: list[int] = []
        self._short: dict[int, int] = {}
        #: How many pixels are free on both sides of a cell: fewer where the width is short.
        self.pad = theme.px(PAD)

    def measure(self) -> None:
        """Find out what the rows that were made would like, and share the width."""
        theme, model = self._theme, self._model
        metrics = self.heading_metrics()
        self._wanted = []
        self._short = {}
        self._least = []
        self._filled = []
        for column in range(model.columnCount()):
            if self._view.isColumnHidden(column):
                for widths in (self._wanted, self._least, self._filled):
                    widths.append(0)
                continue
            head = metrics.horizontalAdvance(model.headings[column]) + 2 * theme.px(PAD)
            edge = 0 if column else theme.px(EDGE)
            cells = [row.cells[column] for row in model.rows.made]
            wide = max((cell_width(theme, cell) + edge for cell in cells), default=0)
            self._wanted.append(max(head, wide))
            self._least.append(self._least_width(column, max(head, wide)))
            self._filled.append(max(self._least[-1], wide))
            chips = [cell.chips for cell in cells]
            if any(chips):
                self._short[column] = max(
                    head, *(chips_width(theme, found, short=True) for found in chips)
                )
        self.share()

    def share(self) -> None:
        """Share the width: where it is short, the widest of the others give way."""
        room = self._view.viewport().width()
        others = [
            n
            for n in range(len(self._wanted))
            if n != self._stretch and not self._view.isColumnHidden(n)
        ]
        self.pad = self._theme.px(TIGHT if sum(self._wanted) > room else PAD)
        closer = 2 * (self._theme.px(PAD) - self.pad)
        widths = {n: self._wanted[n] - closer for n in others}
        floors, own = [least - closer for least in self._least], self._wanted[self._stretch]
        free = room - max(floors[self._stretch], min(self._theme.px(LEAST), own))
        for n, least in self._short.items():
            if n in widths:
                least -= closer
                widths[n] = max(least, min(widths[n], widths[n] + free - sum(widths.values())))
        # Headings that are wider than what is below them break first.
        for n in sorted(others, key=lambda n: self._filled[n] - self._wanted[n]):
            over = max(0, sum(widths.values()) - free)
            widths[n] -= min(over, max(0, widths[n] + closer - self._filled[n]))
        while (over := sum(widths.values()) - free) > 0:
            giving = sorted((n for n in others if widths[n] > floors[n]), key=lambda n: widths[n])
            if not giving:
                break
            rest = widths[giving[-2]] if len(giving) > 1 else 0
            widest = giving[-1]
            widths[widest] = max(floors[widest], rest - 1, widths[widest] - over)
        left = max(self._theme.px(40), room - sum(widths.values()))
        own = max(self._theme.px(self._most), self._wanted[self._stretch]) if self._most else left
        more, first = divmod(max(0, left - own), max(1, len(others)))
        for n in others:
            widths[n] += more
        widths[self._stretch] = min(left, own) + first
        for column, wide in widths.items():
            self._header.resizeSection(column, wide)
        self._fit_headings(widths)

    def heading_metrics(self) -> QFontMetrics:
        """Return how wide the words of the head are."""
        return self._header.metrics()

    def _least_width(self, column: int, wanted: int) -> int:
        """Return how narrow a column may become: its heading breaks between words only, what
        leads on is whole, and what is written over two lines has the room of the longer one, as a
        date has."""
        model, px = self._model, self._theme.px
        metrics = self.heading_metrics()
        words = model.headings[column].replace("–", "– ").split()
        longest = max((metrics.horizontalAdvance(word) for word in words), default=0)
        least = max(px(40), longest + 2 * px(PAD))
        cells = [row.cells[column] for row in model.rows.made]
        if self._is_tall() and any(cell.kind == "words" for cell in cells):
            least = max(least, min(px(TWO_LINES), wanted * 3 // 4))
        links = [replace(cell, beneath="") for cell in cells if cell.kind == "link"]
        least = max([least, *(cell_width(self._theme, link) for link in links)])
        least = max([least, *(chips_least(self._theme, cell.chips) for cell in cells)])
        return min(least, max(px(40), wanted))

    def _fit_headings(self, widths: dict[int, int]) -> None:
        """Give headings that are wider than their column a second line."""
        metrics = self.heading_metrics()
        pad = 2 * self.pad
        broken = any(
            metrics.horizontalAdvance(self._model.headings[column]) + pad > wide
            for column, wide in widths.items()
        )
        if self._header.break_words(broken):
            self._view.updateGeometry()  # the rows want as much room as before
