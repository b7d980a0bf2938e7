"""A rule that players wrote as it will look where it is played."""

from __future__ import annotations

from collections.abc import Iterator

from lastdays.language import capitalised, dotted, number, titled
from lastdays.model.counters import HeldCounter, level_in_words
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import Counter, Step, Table, Trait, WrittenRule
from lastdays.rulebook.own_entries import WrittenEntry
from lastdays.rulebook.own_words import effect_in_words, step_in_words, trait_in_words
from lastdays.ui.models.book import book
from lastdays.ui.models.rows import Cell, Chip, Row


def preview_rows(rule: WrittenRule, catalogue: Catalogue) -> list[Row]:
    """Return a row for each level of a counter, each total of a table, each sentence of a step, or what
    the rulebook's page shows of an entry."""
    match rule:
        case WrittenEntry():
            return list(_entry(rule, catalogue))
        case Counter():
            return list(_levels(rule))
        case Table():
            return list(_totals(rule, catalogue))
        case Step():
            return [_sentence(text) for text in step_in_words(rule, catalogue)]
        case Trait():
            return [_sentence(text) for text in trait_in_words(rule, catalogue)]
    raise TypeError(rule)


def _entry(rule: WrittenEntry, catalogue: Catalogue) -> Iterator[Row]:
    same_name = [entry for entry in book(catalogue) if entry.name == rule.name]
    if rule.key not in getattr(catalogue, rule.kind) or not same_name:
        return  # it is left out
    entry = same_name[-1]  # those that players wrote come last
    for table in entry.facts:
        for facts in table:
            yield _sentence(dotted(*(titled(fact.heading, fact.text) for fact in facts)))
    for text in entry.lines:
        yield _sentence(text)
    for links in entry.links:
        names = ", ".join(text for text, _name in links.targets)
        yield _sentence(titled(links.heading, names))


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
            text=held.text,
            short=number(value),
            token="harm_text" if held.harms else "text",
            drawing=counter.drawing,
            hint=held.why,
        )
        yield Row(str(value), ("", Cell(held.text, "chips", chips=(chip,))))
        does = "" if held.level is None else level_in_words(held.level)
        if does:
            yield Row(f"{value} {does}", ("", Cell(does, token="faint_text")))


def _totals(table: Table, catalogue: Catalogue) -> Iterator[Row]:
    for totals, row in table.by_totals:
        effects = [effect_in_words(effect, catalogue) for effect in row.effects]
        effects_text = capitalised(dotted(*effects))
        text = f"{row.text} {effects_text}" if effects_text else row.text
        rolled = Cell(totals, "roll", token="accent_text")
        yield Row(totals, (rolled, Cell(text)))
