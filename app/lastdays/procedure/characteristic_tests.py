"""Tests and Opposed Tests (p. 10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lastdays.language import _
from lastdays.procedure.asks import (
    TWO_DICE,
    Choose,
    Hopes,
    Option,
    Procedure,
    Roll,
    Stake,
    Sum,
    Tell,
    Wish,
    step_of,
)
from lastdays.procedure.dice import d6
from lastdays.rulebook import characteristic_name
from lastdays.rulebook.entries import Dice, TestOf


def needed_in_words(needed: TestOf) -> str:
    """Return a Test as the book writes it: 'Intelligence/8'."""
    return f"{characteristic_name(needed.characteristic)}/{needed.target}"


def passes(die: int, value: int, target: int) -> bool:
    """Return whether a die plus a characteristic reaches a Test's number (p. 10)."""
    return die + value >= target


def test(
    where: str,
    name: str,
    value: int,
    needed: TestOf,
    about: str,
    *,
    two_dice: bool = False,
) -> Procedure[bool]:
    """Roll a Test such as Intelligence/8 (p. 10): a die plus the characteristic has to reach the
    number. With `two_dice` the better one counts: Gear-Head on a vehicle (p. 65)."""
    test_in_words = needed_in_words(needed)
    question = _("{name} needs {what}: {roll}.", name=name, what=test_in_words, roll=d6(value))
    if two_dice:
        question = _(
            "{name} needs {what}: the better of two D6, + {value}.",
            name=name,
            what=test_in_words,
            value=value,
        )
    key = f"{where}/test"

    def trial() -> Procedure[bool]:
        if two_dice:
            dice = yield Roll(key, question, about=about, page=65, dice=TWO_DICE, stake=stake)
            return passes(max(dice), value, needed.target)
        die = yield Sum(key, question, about=about, page=10, stake=stake)
        return passes(die, value, needed.target)

    stake = pass_or_fail(trial)
    is_passed = yield from trial()
    step = step_of(where)
    if is_passed:
        yield Tell(step, _("{name} passes {what}.", name=name, what=test_in_words), about, "well")
    else:
        yield Tell(step, _("{name} fails {what}.", name=name, what=test_in_words), about)
    return is_passed


def pass_or_fail(start: Any) -> Stake:
    """Return the stake of anything that can only be passed or failed."""
    return Stake(
        start=start,
        outcome=lambda passed: "pass" if passed else "fail",
        hopes=lambda: Hopes(
            {"pass": _("passed"), "fail": _("failed")},
            (Wish("pass", _("passed"), {"pass": 1}),),
        ),
    )


def opposed_test(
    where: str,
    question: str,
    first: tuple[str, int],
    second: tuple[str, int],
    about: str,
) -> Procedure[bool]:
    """Roll an Opposed Test; true if the first, who starts it, wins (p. 10, ruling 26).

    `first` and `second` are each a name and a characteristic. A tie goes to the higher
    characteristic, then to the second.
    """
    first_name, first_value = first
    second_name, second_value = second

    def throw(side: str, name: str, value: int) -> Sum:
        roll = _("{name}: {roll}.", name=name, roll=d6(value))
        return Sum(
            f"{where}/{side}",
            f"{question} {roll}",
            about=about,
            page=10,
            together=where,
            opposed=True,
            dice=Dice(1, 6, value),
            stake=stake,
        )

    def trial() -> Procedure[bool]:
        first_die = yield throw("first", first_name, first_value)
        second_die = yield throw("second", second_name, second_value)
        first_total = first_die + first_value
        second_total = second_die + second_value
        if first_total == second_total:
            return first_value > second_value
        return bool(first_total > second_total)

    stake = _won_or_lost(trial, first_name, second_name)
    first_wins: bool = yield from trial()
    return first_wins


def _won_or_lost(start: Callable[[], Procedure[bool]], first_name: str, second_name: str) -> Stake:
    """Return the stake of an Opposed Test, which the first wins or loses."""

    def hopes() -> Hopes:
        first_wins = _("{name} wins", name=first_name)
        second_wins = _("{name} wins", name=second_name)
        wish = Wish("won", first_wins, {"won": 1})
        return Hopes({"won": first_wins, "lost": second_wins}, (wish,))

    return Stake(start=start, outcome=lambda won: "won" if won else "lost", hopes=hopes)


def one_of_two(
    key: str, question: str, yes: tuple[str, str], no: tuple[str, str]
) -> Procedure[bool]:
    """Ask for one of two options, each a label and a detail; true for `yes`."""
    answer = yield Choose(key, question, options=(Option("yes", *yes), Option("no", *no)))
    return bool(answer == "yes")
