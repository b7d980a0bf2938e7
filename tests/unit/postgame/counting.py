"""Chances, counted out die by die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from lastdays.model.group import Advance
from lastdays.postgame.zombie_attack import attack, attack_stake, defence
from lastdays.procedure.asks import Choose, Roll, Sum
from lastdays.procedure.replay import Replayed
from sure import as_a, sure
from unit.postgame.crew import BOOK, MO_WATCHES, group, member, night, run

GARDEN = BOOK.perks["fenced-off-garden"]


def counted(
    start: Callable[..., Any],
    ended: Callable[..., Any],
    answers: Mapping[str, Any] | None = None,
) -> Any:
    """All that can come of a procedure: ('mean', …) of throws, ('best', …) of choices, and what
    `ended` makes of each end. `ended` may end it early; it is given what was replayed."""
    answers = answers or {}
    replayed = run(start, answers)
    end = ended(replayed, answers)
    if end is not None:
        return end
    ask = replayed.pending
    values: Counter[Any] = Counter()
    match ask:
        case Roll(dice=dice):
            values = Counter(product(range(1, dice.faces + 1), repeat=dice.count))
        case Sum(dice=dice):
            values = Counter(map(sum, product(range(1, dice.faces + 1), repeat=dice.count)))
        case Choose(options=options):
            values = Counter(option.key for option in options)
    found = [
        (ways, counted(start, ended, {**answers, sure(ask).key: value}))
        for value, ways in values.items()
    ]
    return ("best" if isinstance(ask, Choose) else "mean"), found


def worth(tree: Any, value: Callable[..., Any]) -> Any:
    """What a counted tree comes to, each of its ends being worth `value`."""
    match tree:
        case "mean", found:
            total = sum(ways for ways, _tree in found)
            return sum(ways * worth(sub, value) for ways, sub in found) / Fraction(total)
        case "best", found:
            return max(worth(sub, value) for _ways, sub in found)
    return value(tree)


def at_the_end(replayed: Replayed[Any], _answers: object) -> tuple[Any] | None:
    """The result, and nothing before there is one."""
    return None if replayed.pending else (replayed.result,)


@cache
def holding(modifier: int, intelligence: int | None) -> Fraction:
    """The chance to hold with a modifier, and with someone of an Intelligence in the Watch Tower."""
    crew = group(
        member("Mo", advances=(Advance("I", (intelligence or 2) - 2),)),
        *(member(f"W{n}") for n in range(6)),
        refuge="church",
    )
    out = tuple(f"w{n}" for n in range(max(0, -modifier)))
    guards = tuple(f"w{5 - n}" for n in range(max(0, modifier)))
    against = defence(
        crew, night(crew, out=out), guards, {} if intelligence is None else MO_WATCHES
    )
    assert against.modifier == modifier
    stake = attack_stake(against, BOOK)
    tree = counted(lambda: attack(against, BOOK, stake), at_the_end)
    return as_a(Fraction, worth(tree, lambda end: int(end[0] > 2)))
