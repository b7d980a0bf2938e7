"""The players' own rules in words, as they are listed."""

from __future__ import annotations

from lastdays.language import _, chained, dotted, number, titled
from lastdays.model.counters import level_in_words
from lastdays.rulebook.own import Counter, Level, Moment, Owner, OwnRule, Step, Table, Trait


def rule_in_words(rule: OwnRule) -> str:
    """Say what a rule is: 'each member · from 0 to 5 · 3+ Feverish: −1 Endurance'."""
    match rule:
        case Counter():
            bounds = _("from {low} to {high}", low=number(rule.low), high=number(rule.high))
            return dotted(owner_name(rule.of), bounds, levels_in_words(rule))
        case Trait():
            return owner_name("member")
        case Table():
            return titled(str(rule.dice), rows_in_words(rule))
        case Step():
            return moment_name(rule.when)


def owner_name(owner: Owner) -> str:
    """Say whose a counter is, or whom a table is for."""
    return {
        "member": _("each member"),
        "group": _("the group"),
        "campaign": _("the campaign"),
    }[owner]


def moment_name(moment: Moment) -> str:
    """Say when a step comes."""
    return {
        "before": _("before a game"),
        "turn": _("at the end of a turn"),
        "upkeep": _("after a game, between gear and jobs"),
        "after": _("after a game, last"),
    }[moment]


def levels_in_words(counter: Counter) -> str:
    """List the levels of a counter: '3+ Feverish: −1 Endurance; 5+ Bedridden: misses games'."""
    return chained(map(_level, counter.levels))


def _level(level: Level) -> str:
    named = f"{number(level.from_)}+ {level.name}"
    does = level_in_words(level)
    return titled(named, does) if does else named


def rows_in_words(table: Table) -> str:
    """List the rows of a table: '1–2 Sicker. 3–6 Holds on.'"""
    return " ".join(f"{totals} {row.text}" for totals, row in table.by_totals)
