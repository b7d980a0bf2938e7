"""Chances as text, and tables and bars of chances."""

from __future__ import annotations

from fractions import Fraction

from lastdays.language import _, decimal, titled
from lastdays.ui.models.rows import Cell, Kind, Row, plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.table import Table
from lastdays.values import Value

#: A fraction with a greater denominator is less telling than its percentage.
LONGEST = 1296


def share(chance: Fraction) -> str:
    """Return a chance in percent: '17 %', '0.5 %'. Only 0 and 1 become '0 %' and '100 %'."""
    percent = float(chance) * 100
    if chance not in (0, 1) and not 0.05 <= percent < 99.95:
        return _("<0.1 %") if percent < 1 else _(">99.9 %")
    whole = chance in (0, 1) or 1 <= percent <= 99
    return _("{n} %", n=f"{percent:.0f}" if whole else decimal(percent))


def exactly(chance: Fraction) -> str:
    """Return a chance as a fraction and in percent: '31/36 (86 %)'; only in percent if the
    denominator is too great."""
    if not 1 < chance.denominator <= LONGEST:
        return share(chance)
    return _("{fraction} ({share})", fraction=chance, share=share(chance))


def average(amount: Fraction) -> str:
    """Return an average rounded to at most one decimal: '3.5', '7'."""
    rounded = round(float(amount), 1)
    return f"{rounded:.0f}" if rounded == int(rounded) else decimal(rounded)


ROLL, NAME, BAR, CHANCE, HELPED = range(5)
_KINDS = {"harm": "harm_text", "well": "well_text", "faint": "faint_text"}
#: The greatest height of a table, and of a modest one, in pixels at 100 %.
ROOM, MODEST = 290, 62


class BookRow(Value):
    """A row: the roll, the name of its result, and its chance.

    `key` is the outcome, '' for a roll that is rolled again; `detail` describes the result,
    `entry` is its name in the rulebook.
    """

    roll: str
    name: str
    drawing: str = ""
    chance: Fraction | None = None
    key: str = ""
    detail: str = ""
    kind: str = ""
    entry: str = ""


class BookTable(Value):
    """A table of the book. `events` are the names and chances of further events.

    The detail of a row is below its name with `two_lines`, on the same line with `beside`.
    """

    title: str
    rows: tuple[BookRow, ...]
    page: int = 0
    caption: str = ""
    events: tuple[tuple[str, Fraction], ...] = ()
    two_lines: bool = False
    beside: bool = False


def book_rows(book: BookTable, helped: dict[str, Fraction]) -> list[Row]:
    """Return the rows of a table of the book: roll, result, bar, chance, and chance with all the
    help. The longest bar is that of the highest chance."""
    most = max([0.34, *(float(row.chance) for row in book.rows if row.chance is not None)])
    return [_row(row, book, most, helped) for row in book.rows]


def _row(row: BookRow, book: BookTable, most: float, helped: dict[str, Fraction]) -> Row:
    token = _KINDS.get(row.kind, "text")
    said, chance, with_help = [row.detail] if row.detail else [], "", ""
    if row.chance is not None:
        chance, exact = share(row.chance), exactly(row.chance)
        said.append(_("{event}: {chance}", event=row.name, chance=exact))
    if row.key in helped and row.key:
        with_help = share(helped[row.key])
    below, behind = row.detail * book.two_lines, row.detail * book.beside
    long = float(row.chance) / most if row.chance is not None and not book.two_lines else 0.0
    return Row(
        row.roll + row.name,
        (
            Cell(
                row.roll,
                "roll",
                token=token,
                spoken=titled(row.roll, row.name) if row.roll else row.name,
                entry=row.entry,
            ),
            Cell(
                row.name,
                "name" if below or behind else "words",
                below,
                token,
                row.drawing,
                token,
                beside=behind,
                spoken=row.name,
                entry=row.entry,
            ),
            Cell(kind="bar" if long else "words", share=long),
            Cell(
                chance,
                "chance",
                token="faint_text" if helped else "text",
                spoken=titled(_("rolled"), chance) if chance else "",
            ),
            Cell(
                with_help, "chance", spoken=titled(_("with help"), with_help) if with_help else ""
            ),
        ),
        "\n".join(said),
    )


def chance_table(theme: Theme) -> Table:
    """Return an empty table for `show_book`."""
    heads = ("", "", "", _("rolled"), _("with help"))
    name = _("The book's table")
    made = Table(heads, name, theme, NAME, look="reading", keep=9999, room=ROOM)
    theme.fit(made.enclose)
    return made


def show_book(table: Table, book: BookTable, helped: dict[str, Fraction]) -> None:
    """Show a table of the book; `helped` are the chances of outcomes with all the help."""
    low, high = (40, 48) if book.two_lines else (22, 26) if book.beside else (24, 33)
    table.heights = (low, high)
    table.setAccessibleName(book.title)
    table.head.setVisible(bool(helped))
    rows = book_rows(book, helped)
    cells = {n: [row.cell(n) for row in rows] for n in range(5)}
    table.show_columns({NAME} | {n for n in cells if any(c.text or c.share for c in cells[n])})
    table.rows.set_rows(rows)
    table.enclose()


#: Heights in pixels at 100 %: a row of upright bars, one of several rows, a row of figures.
TALL, SEVERAL, LOW = 66, 46, 24
#: The most rows in sight on a page that scrolls as a whole.
MANY = 9
#: The least width of a column, and the greatest of a column of upright bars and of figures.
NARROW, WIDE, FLAT = 34, 78, 54


class GridCell(Value):
    """A figure with its bar, a `share` of the longest; the bar is only outlined above `least`. `said`
    is all of it in words."""

    text: str = ""
    share: Fraction = Fraction(0)
    least: Fraction | None = None
    said: str = ""


class GridRow(Value):
    """a row of a grid; `entry` is its name in the rulebook."""

    key: str
    name: str
    cells: tuple[GridCell, ...] = ()
    drawing: str = ""
    entry: str = ""


class ChanceGrid(Value):
    """A grid of chances. `row` and `column` are the cell of the present state, or the column in all
    rows if `row` is ''; `chosen` is the key of the highlighted row.

    `upright` bars show how a chance grows along a row; with `low` they need less room.
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


EMPTY = ChanceGrid("", (), ())


def grid_rows(grid: ChanceGrid) -> list[Row]:
    """Return the rows of a grid: a name and a bar for each chance."""
    return [_grid_row(row, grid) for row in grid.rows]


def _grid_row(row: GridRow, grid: ChanceGrid) -> Row:
    chosen = row.key == grid.chosen
    token = "accent_text" if chosen else "text"
    kind: Kind = "chosen" if chosen else "label"
    cells = [Cell(row.name, kind, "", token, row.drawing, token, entry=row.entry)]
    for n in range(len(grid.heads)):
        cell = row.cells[n] if n < len(row.cells) else GridCell()
        now = n == grid.column and grid.row in ("", row.key)
        cells.append(
            Cell(
                cell.text,
                "column" if grid.upright else "under",
                token="text" if now else "faint_text",
                drawing_token="accent" if now else "edge",
                share=float(cell.share),
                least=None if cell.least is None else float(cell.least),
                hint=cell.said,
                spoken=", ".join(filter(None, (cell.said, _("current") if now else ""))),
                ground="select" if now else "",
            )
        )
    return Row(row.key, tuple(cells))


def chance_grid(theme: Theme) -> Table:
    """Return an empty table for `show_chances`."""
    made = Table(("",), "", theme, look="reading", grows=False)
    theme.fit(made.enclose)
    return made


def show_chances(table: Table, grid: ChanceGrid) -> None:
    """Show a grid of chances, keeping the scroll position and the focus."""
    rows, heads = grid_rows(grid), ("", *grid.heads)
    low = LOW if not grid.upright else SEVERAL if grid.low or len(rows) > 1 else TALL
    table.heights, table.ruled = (low, low), not grid.upright
    table.even = (NARROW, WIDE if grid.upright else FLAT)
    few = MANY if table.theme.narrow else 2  # a narrow page scrolls anyway
    table.least_rows = len(rows) if grid.upright else min(len(rows), few)
    table.head.show()
    table.setAccessibleName(grid.title)
    table.setAccessibleDescription(plain(" ".join(filter(None, (grid.caption, grid.note)))))
    table.rows.change_rows(rows, headings=heads)
    table.show_columns(range(not any(row.name for row in grid.rows), len(heads)))
    table.enclose()
    table.remeasure()
