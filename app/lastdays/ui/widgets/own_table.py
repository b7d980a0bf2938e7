"""A table that players wrote, with its chances."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import Row, Table
from lastdays.rulebook.own_words import effect_in_words
from lastdays.ui.widgets.chances import BookRow, BookTable


def own_table(own: Table, spread: Mapping[int, Fraction], catalogue: Catalogue) -> BookTable:
    """Return a table that players wrote, with what each row does; `spread` has the chance of each
    total without the dice's plus."""
    chances = {total + own.dice.plus: chance for total, chance in spread.items()}

    def chance_of(row: Row) -> Fraction:
        return sum((c for total, c in chances.items() if own.row(total) == row), Fraction(0))

    rows = []
    for said, row in own.by_totals:
        chance = chance_of(row)
        does = ", ".join(effect_in_words(effect, catalogue) for effect in row.effects)
        kind = "" if chance else "faint"
        rows.append(BookRow(said, row.text, chance=chance, detail=does, kind=kind))
    return BookTable(own.name, tuple(rows), caption=str(own.dice), two_lines=True)
