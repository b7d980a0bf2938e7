"""What a step of the players' own rules does in vain at its moment: such a step is played all the same, and
whoever writes it is told."""

from __future__ import annotations

from collections.abc import Iterator

from lastdays.language import _
from lastdays.rulebook.own import Counter, Moment, OwnRules, Step, Table
from lastdays.rulebook.own_effects import ChangeCounter, PayCounter, RollTable, SetCounter
from lastdays.rulebook.sources import Fault

#: The moments after a game: in the sequence of a group, which writes that group alone.
AFTER_A_GAME: tuple[Moment, ...] = ("upkeep", "after")


def done_in_vain(own: OwnRules) -> list[Fault]:
    """Return what steps do in vain, each by its field."""
    faults: list[Fault] = []
    for step in own.steps:
        for field, text in _in_vain(step, own):
            faults.append(Fault(f"{step.KIND}.toml", text, step.key, field))
    return faults


def _in_vain(step: Step, own: OwnRules) -> Iterator[tuple[str, str]]:
    """Yield the fields of a step that do something in vain, and why."""
    if isinstance(step.payment, PayCounter):
        counter = own.counter(step.payment.key)
        if counter is not None and _is_read_only(counter, step):
            why = _(
                "{counter} is the campaign's: nobody can pay it after a game.", counter=counter.name
            )
            yield "pays", why
        if counter is not None and _is_reset_next(counter, step):
            yield "pays", _lost(counter)
    if step.test is not None and own.table(step.table) is None:
        yield "test", _("nothing comes of failing it: choose a table.")
    for counter in _counters_changed_by(step, own):
        if _is_read_only(counter, step):
            why = _(
                "{counter} is the campaign's: a step after a game doesn't change it.",
                counter=counter.name,
            )
            yield "table", why
        if _is_reset_next(counter, step):
            yield "table", _lost(counter)


def _is_read_only(counter: Counter, step: Step) -> bool:
    """Return whether a counter can't be changed at the moment of a step: the campaign's after a game."""
    return counter.of == "campaign" and step.when in AFTER_A_GAME


def _is_reset_next(counter: Counter, step: Step) -> bool:
    """Return whether a counter is reset before anything that a step did to it counts."""
    return counter.reset == "game" and step.when == "before"


def _lost(counter: Counter) -> str:
    return _(
        "{counter} is reset as the game begins: what is done before is lost.", counter=counter.name
    )


def _counters_changed_by(step: Step, own: OwnRules) -> list[Counter]:
    """Return the counters that the table of a step changes, and the tables that it leads to; each once."""
    table = own.table(step.table)
    if table is None:
        return []
    counter_keys = [*_counter_keys(table)]
    for row in table.rows:
        for effect in row.effects:
            if not isinstance(effect, RollTable):
                continue
            next_table = own.table(effect.key)
            if next_table is not None:
                counter_keys += _counter_keys(next_table)
    counters = []
    for key in dict.fromkeys(counter_keys):
        counter = own.counter(key)
        if counter is not None:
            counters.append(counter)
    return counters


def _counter_keys(table: Table) -> Iterator[str]:
    for row in table.rows:
        for effect in row.effects:
            if isinstance(effect, ChangeCounter | SetCounter):
                yield effect.key
