"""The Supply Table as a grid, with what was rolled marked."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from lastdays.language import _
from lastdays.postgame.supplies import cell_in_words
from lastdays.rulebook import Catalogue, SupplyCell
from lastdays.ui.models.rows import Cell, Chip, Row, RowModel
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.chances import average, exactly, share
from lastdays.ui.widgets.table import Table

#: In pixels at 100 %: how high rows are, how wide their heads, how high all of it would like to be.
HEIGHTS, HEADS, ROOM = (22, 32), 26, 268


class SupplyGrid(Table):
    """The Supply Table: a row and a column for each range of totals (p. 92), those that were rolled
    marked, and what each row yields beside it."""

    def __init__(self, theme: Theme, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.columns = len(catalogue.supply_columns)
        #: What was rolled, 0 where nothing was, and the chances of what is rolled now.
        self.row = self.column = 0
        self.chances: dict[str, dict[int, Fraction]] = {}
        #: What each row yields: points on average, and the chance of what is wished for.
        self.points: Mapping[int, Fraction] = {}
        self.hopes: Mapping[int, Fraction] = {}
        self.wish = ""
        super().__init__(
            RowModel(self._headings()),
            _("Supply Table"),
            theme,
            look="reading",
            heights=HEIGHTS,
            most=HEADS,
            room=ROOM,
        )

    def show_cell(self, row: int, column: int, chances: dict[str, dict[int, Fraction]]) -> None:
        """Mark the row and column that were rolled, 0 for one that was not, and show the chances of
        what is rolled now at the heads."""
        self.row, self.column, self.chances = row, column, chances
        self.rows().set_rows(self._rows(), self._headings())

    def show_yields(
        self, points: Mapping[int, Fraction], hopes: Mapping[int, Fraction], wish: str
    ) -> None:
        """Show what each row yields beside it; `wish` names what the chances are of."""
        self.points, self.hopes, self.wish = points, hopes, wish
        self.rows().change_rows(self._rows())

    def forget_yields(self, *, expected: bool) -> None:
        """Show nothing of what rows yield; with room for it where that is `expected`."""
        self.show_columns(range(self.columns + (3 if expected else 1)))
        self.show_yields({}, {}, "")

    def _headings(self) -> tuple[str, ...]:
        chances = self.chances.get("column", {}).items()
        found = self.catalogue.supply_column
        heads = [
            _with_chance(name.replace("-", "–"), sum(c for t, c in chances if found(t) == n))
            for n, name in enumerate(self.catalogue.supply_columns)
        ]
        return ("", *heads, _("Points"), _("Odds"))

    def _rows(self) -> list[Row]:
        return [self._row(total) for total in sorted(self.catalogue.supply_rows)]

    def _row(self, total: int) -> Row:
        chance = self.chances.get("row", {}).get(total, 0)
        dim = self.row not in (0, total)
        found = enumerate(self.catalogue.supply_rows[total])
        return Row(
            str(total),
            (
                Cell(_with_chance(str(total), chance), "small", token="faint_text"),
                *(self._cell(cell, self._marked(total, n)) for n, cell in found),
                *self._yields(total, dim=dim),
            ),
        )

    def _marked(self, total: int, column: int) -> str:
        """Return 'found' for the cell that was rolled, 'line' for its row while the column is not
        known, 'dim' for all others once a row was rolled."""
        if total != self.row:
            return "dim" if self.row else ""
        if not self.column:
            return "line"
        return "found" if self.catalogue.supply_column(self.column) == column else "dim"

    def _cell(self, cell: SupplyCell, marked: str) -> Cell:
        gear = self.catalogue.gear
        token = {"dim": "faint_text", "found": "accent_text"}.get(marked, "text")
        return Cell(
            str(cell.points),
            "pictures",
            token=token,
            chips=tuple(
                Chip(f"{f.count}×" if f.count != 1 else "", "", token, gear(f.key).drawing)
                for f in cell.found
            ),
            spoken=cell_in_words(cell, self.catalogue),
            ground="select" if marked in ("line", "found") else "",
            entry=gear(cell.found[0].key).name if len(cell.found) == 1 else "",
        )

    def _yields(self, row: int, *, dim: bool) -> tuple[Cell, Cell]:
        points, hope = self.points.get(row), self.hopes.get(row)
        first = last = Cell("", "under")
        if points is not None:
            text = _("Row {row}: {n} points on average")
            said = text.format(row=row, n=average(points))
            most = max(self.points.values())
            first = _yield(average(points), points / most if most else points, said, dim=dim)
        if hope is not None:
            text = _("Row {row}, {event}: {chance}")
            said = text.format(row=row, event=self.wish, chance=exactly(hope))
            last = _yield(share(hope), hope, said, dim=dim)
        return first, last


def _yield(text: str, bar: Fraction, said: str, *, dim: bool) -> Cell:
    """Return what a row yields: a figure over its bar."""
    return Cell(
        text,
        "under",
        token="faint_text" if dim else "text",
        drawing_token="edge" if dim else "accent",
        share=float(bar),
        hint=said,
    )


def _with_chance(name: str, chance: Fraction | int) -> str:
    text = _("{total} · {chance}")
    return text.format(total=name, chance=share(Fraction(chance))) if chance else name
