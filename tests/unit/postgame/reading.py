"""What a step after a game asks and tells, as text that one reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lastdays.campaign.documents.differences import compare
from lastdays.errors import RuleError
from lastdays.model.group import Group
from lastdays.postgame.tables import SupplyTable
from lastdays.procedure.asks import Again, Ask, Over, Procedure, Tell
from lastdays.ui.pages.sequence.book_tables import table_for
from readable import indented, named_fields, plain
from unit.postgame.crew import BOOK

#: What a question is about beside its words; of so many outcomes each is named.
UNSAID = frozenset(("key", "question", "about", "page", "together", "row"))
NAMED = 4


def asked(ask: Ask) -> Iterator[str]:
    """A question, its options, and what may be hoped for."""
    yield f"{ask.question} (p. {ask.page})" if ask.page else ask.question
    for option in getattr(ask, "options", ()):
        detail = f" ({option.detail})" if option.detail else ""
        yield f"  - {option.label}{detail} {option.price}".rstrip()
    for name, value in named_fields(ask):
        if name not in UNSAID and plain(value):
            yield f"  {name.replace('_', ' ')}: {value}"
    yield from beside(ask)
    if ask.stake and (outcomes := list(ask.stake.labels.values())):
        yield f"  May come to: {in_short(outcomes)}"
        yield f"  Odds of: {in_short([wish.label for wish in ask.stake.wishes])}"


def beside(ask: Ask) -> Iterator[str]:
    """What stands beside a question: its place, its table, dice that it is about, who can help."""
    there = ask.beside()
    if there.chapter:
        yield f"  Chapter: {there.chapter}"
    match there.table:
        case SupplyTable(row, column, rolls):  # drawn by a grid of its own
            yield f"  Table: Supply Table, row {row or '–'}, column {column or '–'} {rolls}".rstrip()
        case _ if table := table_for(ask, there, BOOK):
            caption = f", {table.caption}" if table.caption else ""
            yield f"  Table: {table.title}{caption} ({len(table.rows)} rows)"
    if there.lying:
        yield f"  Dice: {in_words(ask, there.lying)}"
    for aid in there.aids:
        yield f"  Help: {aid.text}"


def in_short(labels: list[str]) -> str:
    """Several labels, or the first of very many."""
    more = f" and {len(labels) - NAMED} more" if len(labels) > NAMED else ""
    return f"{', '.join(labels[:NAMED])}{more}"


def read(
    start: Callable[[], Procedure[Any]], *answers: Any, before: Group | None = None
) -> Iterator[str]:
    """A procedure as far as there are answers; of a group `before` also how it then differs."""
    going, value, given = start(), None, iter(answers)
    while True:
        try:
            said, value = going.send(value), None
        except StopIteration as stop:
            yield from result(stop.value, before)
            return
        except RuleError as error:
            yield f"Refused: {error}"
            return
        match said:
            case Tell(text=text, kind=kind):
                yield f"* {text}{f' [{kind}]' if kind else ''}"
            case Ask():
                yield from asked(said)
                if (answer := next(given, given)) is given:
                    yield "  …"
                    return
                yield f"= {in_words(said, answer)}"
                try:
                    value = said.accept(answer)
                except RuleError as error:
                    yield f"Refused: {error}"
                    return
            case Again() | Over():
                pass


def in_words(ask: Ask, answer: Any) -> str:
    """An answer as it reads on the screen."""
    for option in getattr(ask, "options", ()):
        if option.key == answer:
            return str(option.label)
    match answer:
        case dict():
            return "; ".join(f"{key} {in_words(ask, value)}" for key, value in answer.items())
        case list():
            return ", ".join(in_words(ask, value) for value in answer) or "nothing"
        case tuple():
            return " + ".join(map(str, answer))
    return str(answer)


def result(found: Any, before: Group | None) -> Iterator[str]:
    """What came of a procedure: how a group differs, or what it found."""
    group = next((g for g in (found, getattr(found, "group", None)) if isinstance(g, Group)), None)
    if group is None and isinstance(found, tuple):
        group = next((g for g in found if isinstance(g, Group)), None)
    if group is not None and before is not None:
        yield from indented(
            f"{d.whose}, {d.what}: {d.before or '–'} → {d.after or '–'}"
            for d in compare(before, group, BOOK)
        )
    elif isinstance(found, bool | int | str):
        yield f"→ {found}"
