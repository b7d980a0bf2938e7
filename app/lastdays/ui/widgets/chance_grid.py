"""Chances side by side: a small plot of bars that is a table as well."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from lastdays.language import _
from lastdays.ui.models.rows import Cell, Kind, Row, RowModel
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.table import Table

#: Lengths in pixels at 100 %: a row of upright bars, one of several, a row of figures, the heads.
TALL, SEVERAL, LOW, HEAD = 66, 46, 24, 22
#: So many rows are seen where the page may be as high as it likes.
MANY = 9
#: The narrowest a column of chances is, the widest one of upright bars, and of figures.
NARROW, WIDE, FLAT = 34, 78, 54


class GridCell(Struct, frozen=True):
    """A figure with its bar, `share` of the longest; the bar is only outlined from `least` on.

    `said` is all of it in words.
    """

    text: str = ""
    share: Fraction = Fraction(0)
    least: Fraction | None = None
    said: str = ""


class GridRow(Struct, frozen=True):
    """A row: its key, its name with a pictogram, its cells, and its name in the rulebook."""

    key: str
    name: str
    cells: tuple[GridCell, ...]
    drawing: str = ""
    entry: str = ""


class ChancePlot(Struct, frozen=True):
    """What is shown: heads of the columns, rows; which cell, or which column of all rows where
    `row` is '', is as things stand now, and the key of the row that matters.

    `upright`: the bars stand, so that a row shows how a chance grows; `low` where there is little
    room for them.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[GridRow, ...]
    caption: str = ""
    row: str = ""
    column: int = -1
    chosen: str = ""
    upright: bool = False
    low: bool = False
    note: str = ""


EMPTY = ChancePlot("", (), ())


def grid_rows(plot: ChancePlot) -> list[Row]:
    """Return the rows of a plot: a name, and a bar for each chance."""
    return [_row(row, plot) for row in plot.rows]


def _row(row: GridRow, plot: ChancePlot) -> Row:
    chosen = row.key == plot.chosen
    token = "accent_text" if chosen else "text"
    kind: Kind = "chosen" if chosen else "label"
    cells = [Cell(row.name, kind, "", token, row.drawing, token, entry=row.entry)]
    for n in range(len(plot.heads)):
        cell = row.cells[n] if n < len(row.cells) else GridCell()
        now = n == plot.column and plot.row in ("", row.key)
        cells.append(
            Cell(
                cell.text,
                "column" if plot.upright else "under",
                token="text" if now else "faint_text",
                drawing_token="accent" if now else "edge",
                share=float(cell.share),
                least=None if cell.least is None else float(cell.least),
                hint=cell.said,
                spoken=", ".join(filter(None, (cell.said, _("as it is now") if now else ""))),
                ground="select" if now else "",
            )
        )
    return Row(row.key, tuple(cells))


def chance_grid(theme: Theme, least_rows: int = 2) -> Table:
    """Return a table that shows such plots; of many flat rows at least so many are seen."""
    return Table(RowModel(("",)), "", theme, look="reading", least_rows=least_rows)


def show_plot(table: Table, plot: ChancePlot) -> None:
    """Show other chances; what is scrolled to and where the keyboard is stay."""
    rows, heads = grid_rows(plot), ("", *plot.heads)
    low = (SEVERAL if plot.low or len(rows) > 1 else TALL) if plot.upright else LOW
    table.heights, table.ruled = (low, low), not plot.upright
    table.even = (NARROW, WIDE if plot.upright else FLAT)
    few = MANY if table.theme.narrow else 2  # a narrow page scrolls as it is
    table.least_rows = len(rows) if plot.upright else min(len(rows), few)
    table.horizontalHeader().show()
    table.horizontalHeader().setFixedHeight(table.theme.px(HEAD))
    table.setAccessibleName(plot.title)
    table.setAccessibleDescription(plain(" ".join(filter(None, (plot.caption, plot.note)))))
    if heads == table.rows().headings:
        table.rows().change_rows(rows)
    else:
        table.rows().set_rows(rows, heads)
    table.show_columns(range(not any(row.name for row in plot.rows), len(heads)))
    table.measure_anew()
