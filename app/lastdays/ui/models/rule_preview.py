"""A rule that players wrote as it will look where it is played."""

from __future__ import annotations

from collections.abc import Iterator

from lastdays.language import dotted, number
from lastdays.model.counters import HeldCounter, level_in_words
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import Counter, OwnRule, Step, Table, Trait
from lastdays.rulebook.own_words import (
    effect_in_words,
    step_in_words,
    totals_in_words,
    trait_in_words,
)
from lastdays.ui.models.rows import Cell, Chip, Row


def preview_rows(rule: OwnRule, catalogue: Catalogue) -> list[Row]:
    """Return a row for each level of a counter, each total of a table or each sentence of a step."""
    match rule:
        case Counter():
            return list(_levels(rule))
        case Table():
            return list(_totals(rule, catalogue))
        case Step():
            return [_sentence(text) for text in step_in_words(rule, catalogue)]
        case Trait():
            return [_sentence(text) for text in trait_in_words(rule, catalogue)]
    raise TypeError(rule)


def _sentence(text: str) -> Row:
    return Row(text, ("", Cell(text)))


def _levels(counter: Counter) -> Iterator[Row]:
    """Yield the first value and each level, as a chip of the roster with what it does."""
    begins = [level.from_ for level in counter.levels]
    if counter.start not in begins:
        begins.insert(0, counter.start)
    for value in begins:
        held = HeldCounter(counter.key, value, counter)
        chip = Chip(
            held.text,
            number(value),
            "harm_text" if held.harms else "text",
            counter.drawing,
            held.why,
        )
        yield Row(str(value), ("", Cell(held.text, "chips", chips=(chip,))))
        does = "" if held.level is None else level_in_words(held.level)
        if does:
            yield Row(f"{value} {does}", ("", Cell(does, token="faint_text")))


def _totals(table: Table, catalogue: Catalogue) -> Iterator[Row]:
    for totals, row in totals_in_words(table):
        does = dotted(*(effect_in_words(effect, catalogue) for effect in row.effects))
        rolled = Cell(totals, "roll", token="accent_text")
        yield Row(totals, (rolled, Cell(" ".join(filter(None, (row.text, does))))))
