"""A table that players wrote, with its chances."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import Row, Table
from lastdays.rulebook.own_words import effect_in_words
from lastdays.ui.widgets.chances import BookRow, BookTable


def book_table_of(own: Table, spread: Mapping[int, Fraction], catalogue: Catalogue) -> BookTable:
    """Return a table that players wrote, with what each row does; `spread` has the chance of each
    total without the dice's plus."""
    rows = []
    for totals, row in own.by_totals:
        chance = _chance_of(row, own, spread)
        effects = [effect_in_words(effect, catalogue) for effect in row.effects]
        book_row = BookRow(
            totals,
            row.text,
            chance=chance,
            detail=", ".join(effects),
            kind="" if chance else "faint",
        )
        rows.append(book_row)
    return BookTable(own.name, tuple(rows), caption=str(own.dice), two_lines=True)


def _chance_of(row: Row, own: Table, spread: Mapping[int, Fraction]) -> Fraction:
    """Return the chance of all totals that lead to a row."""
    chance = Fraction(0)
    for dice_total, chance_of_total in spread.items():
        if own.row(dice_total + own.dice.plus) == row:
            chance += chance_of_total
    return chance
