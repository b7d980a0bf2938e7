"""Chances as text, and tables and bars of chances."""

from __future__ import annotations

from fractions import Fraction

from lastdays.language import _, decimal, titled
from lastdays.ui.models.rows import Cell, Kind, Row, plain_hint
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.table import NEVER_SHRUNK, EqualWidths, RowHeights, Table, TableDesign
from lastdays.values import Value

#: The greatest denominator of a fraction that is shown; with a greater one only its percentage is.
GREATEST_DENOMINATOR = 1296


def in_percent(chance: Fraction) -> str:
    """Return a chance in percent: '17 %', '0.5 %'. Only 0 and 1 become '0 %' and '100 %'."""
    percent = float(chance) * 100
    is_certain = chance in (0, 1)
    if is_certain or 1 <= percent <= 99:
        return _("{n} %", n=f"{percent:.0f}")
    if percent < 0.05:
        return _("<0.1 %")
    if percent >= 99.95:
        return _(">99.9 %")
    return _("{n} %", n=decimal(percent))


def as_fraction_and_percent(chance: Fraction) -> str:
    """Return a chance as a fraction and in percent: '31/36 (86 %)'; only in percent if the
    denominator is too great."""
    if not 1 < chance.denominator <= GREATEST_DENOMINATOR:
        return in_percent(chance)
    return _("{fraction} ({share})", fraction=chance, share=in_percent(chance))


def average_text(amount: Fraction) -> str:
    """Return an average rounded to at most one decimal: '3.5', '7'."""
    rounded = round(float(amount), 1)
    return f"{rounded:.0f}" if rounded == int(rounded) else decimal(rounded)


#: The columns of a table of the book.
ROLL, NAME, BAR, CHANCE, HELPED = range(5)
#: The heights of its rows: usually, with the detail below the name of a result, and with it beside.
PLAIN_ROWS = RowHeights(24, 33)
ROWS_OF_TWO_LINES = RowHeights(40, 48)
ROWS_WITH_DETAIL_BESIDE = RowHeights(22, 26)
#: The chance that a bar of full length stands for, where no row has a higher one.
CHANCE_OF_FULL_BAR = 0.34
_COLOURS_OF_KINDS = {"harm": "harm_text", "well": "well_text", "faint": "faint_text"}
#: The greatest height that a table of the book asks for, in pixels at 100 %.
BOOK_HEIGHT = 290
#: The same where it is modest, as others are more important.
MODEST_BOOK_HEIGHT = 62


class BookRow(Value):
    """A row of a table of the book: the roll, the name of its result, and its chance.

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
    chances = [float(row.chance) for row in book.rows if row.chance is not None]
    full_bar = max([CHANCE_OF_FULL_BAR, *chances])
    return [_book_row(row, book, full_bar, helped) for row in book.rows]


def _book_row(row: BookRow, book: BookTable, full_bar: float, helped: dict[str, Fraction]) -> Row:
    """Return a row of a table of the book; `full_bar` is the chance that a bar of full length stands for."""
    chance = ""
    length = 0.0
    if row.chance is not None:
        chance = in_percent(row.chance)
        if not book.two_lines:
            length = float(row.chance) / full_bar
    with_help = ""
    if row.key and row.key in helped:
        with_help = in_percent(helped[row.key])
    bar = Cell(kind="bar" if length else "words", share=length)
    return Row(
        row.roll + row.name,
        (
            _roll_cell(row),
            _result_cell(row, book),
            bar,
            _chance_cell(chance, _("rolled"), token="faint_text" if helped else "text"),
            _chance_cell(with_help, _("with help")),
        ),
        _row_in_words(row),
    )


def _row_in_words(row: BookRow) -> str:
    """Return what a row's hint says: its detail, and its exact chance."""
    lines = []
    if row.detail:
        lines.append(row.detail)
    if row.chance is not None:
        lines.append(
            _("{event}: {chance}", event=row.name, chance=as_fraction_and_percent(row.chance))
        )
    return "\n".join(lines)


def _roll_cell(row: BookRow) -> Cell:
    return Cell(
        row.roll,
        "roll",
        token=_COLOURS_OF_KINDS.get(row.kind, "text"),
        spoken=titled(row.roll, row.name) if row.roll else row.name,
        entry=row.entry,
    )


def _result_cell(row: BookRow, book: BookTable) -> Cell:
    """Return the name of a result, with its detail where the table has it."""
    token = _COLOURS_OF_KINDS.get(row.kind, "text")
    beneath = row.detail if book.two_lines else ""
    beside = row.detail if book.beside else ""
    kind: Kind = "name" if beneath or beside else "words"
    return Cell(
        row.name,
        kind,
        beneath,
        token=token,
        drawing=row.drawing,
        drawing_token=token,
        beside=beside,
        spoken=row.name,
        entry=row.entry,
    )


def _chance_cell(chance: str, heading: str, token: str = "text") -> Cell:
    spoken = titled(heading, chance) if chance else ""
    return Cell(chance, "chance", token=token, spoken=spoken)


def chance_table(theme: Theme) -> Table:
    """Return an empty table for `show_book`."""
    headings = ("", "", "", _("rolled"), _("with help"))
    name = _("The book's table")
    table = Table(
        headings,
        name,
        theme,
        TableDesign(
            stretched=NAME, look="reading", least_stretched=NEVER_SHRUNK, most_height=BOOK_HEIGHT
        ),
    )
    theme.call_now_and_on_any_change(table.fit_height_to_rows)
    return table


def show_book(table: Table, book: BookTable, helped: dict[str, Fraction]) -> None:
    """Show a table of the book; `helped` are the chances of outcomes with all the help."""
    if book.two_lines:
        table.row_heights = ROWS_OF_TWO_LINES
    elif book.beside:
        table.row_heights = ROWS_WITH_DETAIL_BESIDE
    else:
        table.row_heights = PLAIN_ROWS
    table.setAccessibleName(book.title)
    table.head.setVisible(bool(helped))
    rows = book_rows(book, helped)
    columns = {NAME}
    for column in (ROLL, NAME, BAR, CHANCE, HELPED):
        cells = [row.cell(column) for row in rows]
        if any(cell.text or cell.share for cell in cells):
            columns.add(column)
    table.show_columns(columns)
    table.rows.set_rows(rows)
    table.fit_height_to_rows()


# Lengths are in pixels at 100 %.
#: The height of a single row of upright bars.
SINGLE_UPRIGHT_ROW = 66
#: The height of each of several rows of upright bars.
UPRIGHT_ROW = 46
#: The height of a row of figures.
FIGURE_ROW = 24
#: The rows of figures in sight at least, and on a narrow page, which scrolls as a whole.
ROWS_IN_SIGHT = 2
ROWS_ON_NARROW_PAGE = 9
#: The least width of a column.
LEAST_COLUMN = 34
#: The greatest width of a column of upright bars.
UPRIGHT_COLUMN = 78
#: The greatest width of a column of figures.
FIGURE_COLUMN = 54


class GridCell(Value):
    """A figure with its bar, a `share` of the longest; the bar is only outlined above `least`. `said`
    is all of it in words."""

    text: str = ""
    share: Fraction = Fraction(0)
    least: Fraction | None = None
    said: str = ""


class GridRow(Value):
    """A row of a grid; `entry` is its name in the rulebook."""

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
    """Return a row of a grid: its name, and a cell for each heading."""
    chosen = row.key == grid.chosen
    token = "accent_text" if chosen else "text"
    kind: Kind = "chosen" if chosen else "label"
    cells = [Cell(row.name, kind, "", token, row.drawing, token, entry=row.entry)]
    is_current_row = grid.row in ("", row.key)
    for column in range(len(grid.heads)):
        cell = row.cells[column] if column < len(row.cells) else GridCell()
        is_current = is_current_row and column == grid.column
        cells.append(_grid_cell(cell, upright=grid.upright, current=is_current))
    return Row(row.key, tuple(cells))


def _grid_cell(cell: GridCell, *, upright: bool, current: bool) -> Cell:
    """Return a figure of a grid as a cell; that of the current state stands out."""
    words = [cell.said] if cell.said else []
    if current:
        words.append(_("current"))
    return Cell(
        cell.text,
        "column" if upright else "under",
        token="text" if current else "faint_text",
        drawing_token="accent" if current else "edge",
        share=float(cell.share),
        least=None if cell.least is None else float(cell.least),
        hint=cell.said,
        spoken=", ".join(words),
        ground="select" if current else "",
    )


def chance_grid(theme: Theme) -> Table:
    """Return an empty table for `show_chances`."""
    table = Table(("",), "", theme, TableDesign(look="reading", grows=False))
    theme.call_now_and_on_any_change(table.fit_height_to_rows)
    return table


def show_chances(table: Table, grid: ChanceGrid) -> None:
    """Show a grid of chances, keeping the scroll position and the focus."""
    rows = grid_rows(grid)
    headings = ("", *grid.heads)
    height = _row_height(grid)
    table.row_heights = RowHeights(height, height)
    table.is_ruled = not grid.upright
    most_width = UPRIGHT_COLUMN if grid.upright else FIGURE_COLUMN
    table.equal_widths = EqualWidths(LEAST_COLUMN, most_width)
    if grid.upright:
        table.least_rows = len(rows)
    else:
        rows_in_sight = ROWS_ON_NARROW_PAGE if table.theme.narrow else ROWS_IN_SIGHT
        table.least_rows = min(len(rows), rows_in_sight)
    table.head.show()
    table.setAccessibleName(grid.title)
    description = " ".join(filter(None, (grid.caption, grid.note)))
    table.setAccessibleDescription(plain_hint(description))
    table.rows.change_rows(rows, headings=headings)
    has_names = any(row.name for row in grid.rows)
    first_column = 0 if has_names else 1
    table.show_columns(range(first_column, len(headings)))
    table.fit_height_to_rows()
    table.measure_again()


def _row_height(grid: ChanceGrid) -> int:
    """Return the height of a grid's rows, in pixels at 100 %."""
    if not grid.upright:
        return FIGURE_ROW
    return UPRIGHT_ROW if grid.low or len(grid.rows) > 1 else SINGLE_UPRIGHT_ROW
