"""A table of the book beside an ask: the rows still possible, with a bar and a chance each."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from lastdays.language import _, titled
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.chances import exactly, share
from lastdays.ui.widgets.table import Table

ROLL, NAME, BAR, CHANCE, HELPED = range(5)
_KINDS = {"harm": "harm_text", "well": "well_text", "faint": "faint_text"}
#: A table asks for no more height, and for no more where it is modest, in pixels at 100 %.
ROOM, MODEST = 290, 62


class BookRow(Struct, frozen=True):
    """A row: what the dice show, what that comes to, its chance, and its chance with all the help.

    `key` is the outcome it leads to, '' where it is rolled again; `detail` says what it does,
    `entry` is its name in the rulebook.
    """

    roll: str
    name: str
    drawing: str = ""
    chance: Fraction | None = None
    key: str = ""
    detail: str = ""
    kind: str = ""
    lowest: int = 0
    entry: str = ""


class BookTable(Struct, frozen=True):
    """A table of the book. `events` are chances it shows by itself, as names and chances.

    `two_lines`: what each row does is written below its name; `beside`: in the same line.
    """

    title: str
    rows: tuple[BookRow, ...]
    page: int = 0
    caption: str = ""
    events: tuple[tuple[str, Fraction], ...] = ()
    two_lines: bool = False
    beside: bool = False


def book_rows(book: BookTable, helped: dict[str, Fraction]) -> list[Row]:
    """Return the rows of a table of the book: what is rolled, what that comes to, a bar, its chance
    and its chance with all the help. The longest bar is the highest chance's."""
    most = max([0.34, *(float(row.chance) for row in book.rows if row.chance is not None)])
    return [_row(row, book, most, helped) for row in book.rows]


def _row(row: BookRow, book: BookTable, most: float, helped: dict[str, Fraction]) -> Row:
    token = _KINDS.get(row.kind, "text")
    said, chance, with_help = [row.detail] if row.detail else [], "", ""
    if row.chance is not None:
        chance, exact = share(row.chance), exactly(row.chance)
        said.append(_("{event}: {chance}").format(event=row.name, chance=exact))
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
    """Return a table that shows tables of the book."""
    model = RowModel(("", "", "", _("rolled"), _("with help")))
    return Table(model, _("The book's table"), theme, NAME, look="reading", keep=9999, room=ROOM)


def show_book(table: Table, book: BookTable, helped: dict[str, Fraction]) -> None:
    """Show a table of the book; `helped` are the chances of its outcomes with all the help."""
    table.heights = (40, 48) if book.two_lines else (22, 26) if book.beside else (24, 33)
    table.setAccessibleName(book.title)
    table.horizontalHeader().setVisible(bool(helped))
    table.horizontalHeader().setFixedHeight(table.theme.px(22))
    rows = book_rows(book, helped)
    cells = {n: [row.cell(n) for row in rows] for n in range(5)}
    table.show_columns({NAME} | {n for n in cells if any(c.text or c.share for c in cells[n])})
    table.rows().set_rows(rows)
