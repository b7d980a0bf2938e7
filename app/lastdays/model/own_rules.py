"""The players' own rules in words, as they are listed."""

from __future__ import annotations

from lastdays.language import _, chained, dotted, number, titled
from lastdays.model.counters import level_in_words
from lastdays.rulebook.own import Counter, Level, OwnRule, Step, Table, Trait, WrittenRule
from lastdays.rulebook.own_entries import WrittenEntry
from lastdays.rulebook.own_words import FormWords


def rule_in_words(rule: WrittenRule) -> str:
    """Say what a rule is: 'each member · from 0 to 5 · 3+ Feverish: −1 Endurance'."""
    match rule:
        case WrittenEntry():
            return str(rule.fields.get("summary", ""))
        case Counter():
            bounds = _("from {low} to {high}", low=number(rule.low), high=number(rule.high))
            return dotted(_word(rule, "of", rule.of), bounds, levels_in_words(rule))
        case Trait():
            return FormWords(Counter.KIND).word("of", "member")
        case Table():
            return titled(str(rule.dice), rows_in_words(rule))
        case Step():
            return _word(rule, "when", rule.when)


def _word(rule: OwnRule, field: str, value: str) -> str:
    """Return the word of its form for a value that was chosen."""
    return FormWords(rule.KIND).word(field, value)


def levels_in_words(counter: Counter) -> str:
    """List the levels of a counter: '3+ Feverish: −1 Endurance; 5+ Bedridden: misses games'."""
    return chained(map(_level, counter.levels))


def _level(level: Level) -> str:
    name = f"{number(level.from_)}+ {level.name}"
    effect = level_in_words(level)
    return titled(name, effect) if effect else name


def rows_in_words(table: Table) -> str:
    """List the rows of a table: '1–2 Sicker. 3–6 Holds on.'"""
    return " ".join(f"{totals} {row.text}" for totals, row in table.by_totals)
