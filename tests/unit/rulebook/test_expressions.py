"""Sums and comparisons of packs' games: what they come to, and what is refused before it is worked out."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from lastdays.rulebook.entries import EntryError
from lastdays.rulebook.expressions import (
    DEPTH_MOST,
    LETTERS_MOST,
    NUMBER_MOST,
    Name,
    evaluate,
    names,
    parse,
)

VALUES = {"player.lives": 3, "table.dead": 0, "die": 4, "player.hidden": 1}


def worth(text: str) -> int:
    return evaluate(parse(text), lambda name: VALUES[str(name)])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("player.lives", 3),
        ("player.lives + die - 2", 5),
        ("2 - (3 - 4)", 3),
        ("-die + 1", -3),
        ("die = 4", 1),
        ("die != 4", 0),
        ("die < 4", 0),
        ("die<=4", 1),
        ("die > 4", 0),
        ("die >= 2 + 2", 1),
        ("player.hidden", 1),
        ("not player.hidden", 0),
        ("not not player.hidden", 1),
        ("table.dead = 0 and player.lives", 1),
        ("table.dead or die = 4 and player.hidden", 1),
        ("(table.dead or die = 4) and not player.hidden", 0),
        (f"{NUMBER_MOST} + {NUMBER_MOST}", NUMBER_MOST),
        (f"0 - {NUMBER_MOST} - 1", -NUMBER_MOST),
    ],
)
def test_what_an_expression_comes_to(text: str, value: int) -> None:
    assert worth(text) == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "isn't a sum or comparison"),
        ("die +", "isn't a sum or comparison"),
        ("die die", "isn't a sum or comparison"),
        ("1 < 2 < 3", "isn't a sum or comparison"),
        ("(die", "isn't a sum or comparison"),
        ("die)", "isn't a sum or comparison"),
        ("and", "isn't a sum or comparison"),
        ("= 3", "isn't a sum or comparison"),
        ("not", "isn't a sum or comparison"),
        ("die * 2", r"'\*' has no meaning"),
        ("die; die", "';' has no meaning"),
        ("__import__('os')", "'_' has no meaning"),
        ("Player.lives", "'P' has no meaning"),
        ("player.lives.real", "has no meaning"),
        ("die ** 99", "has no meaning"),
        (str(NUMBER_MOST + 1), "is too large"),
        ("9" * 150, "is too large"),
        ("(" * (DEPTH_MOST + 1) + "1" + ")" * (DEPTH_MOST + 1), "nested too deeply"),
        ("not " * (DEPTH_MOST + 1) + "1", "nested too deeply"),
        ("1+" * LETTERS_MOST + "1", "letters at most"),
    ],
)
def test_what_is_no_expression_is_refused(text: str, why: str) -> None:
    with pytest.raises(EntryError, match=why):
        parse(text)


def test_the_names_in_an_expression() -> None:
    found = list(names(parse("not (player.lives + die > 2) or table.dead = -asked")))
    assert found == [
        Name("player", "lives"),
        Name("", "die"),
        Name("table", "dead"),
        Name("", "asked"),
    ]


SUMS = st.recursive(
    st.integers(0, 9).map(str),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "<", ">=", "and", "or"]), inner).map(
            lambda parts: f"({' '.join(parts)})"
        ),
        inner.map(lambda text: f"(not {text})"),
    ),
    max_leaves=6,
)


@pytest.mark.sweep
@given(SUMS)
def test_it_comes_to_what_it_means_in_arithmetic(text: str) -> None:
    """Against Python's own reading, where a comparison and a word count 1 or 0."""
    if text.count("(") > DEPTH_MOST:
        return
    assert worth(text) == _meant(text)


def _meant(text: str) -> int:
    """What fully bracketed text means, worked out from its innermost brackets."""
    while (found := re.search(r"\(([^()]*)\)", text)) is not None:
        text = text[: found.start()] + str(_simple(found[1])) + text[found.end() :]
    return int(text)


def _simple(text: str) -> int:
    if text.startswith("not "):
        return int(int(text[4:]) == 0)
    left, how, right = text.split(" ")
    one, other = int(left), int(right)
    answers = {
        "+": one + other,
        "-": one - other,
        "<": one < other,
        ">=": one >= other,
        "and": bool(one) and bool(other),
        "or": bool(one) or bool(other),
    }
    return int(answers[how])


@pytest.mark.sweep
@given(st.text(max_size=LETTERS_MOST + 5))
def test_any_text_is_an_expression_or_refused_in_a_sentence(text: str) -> None:
    try:
        expression = parse(text)
    except EntryError:
        return
    assert -NUMBER_MOST <= evaluate(expression, lambda _name: 1) <= NUMBER_MOST
