"""What the rules of players are said to do, a sentence each."""

from __future__ import annotations

import pytest

from lastdays.rulebook.catalogue import with_own
from lastdays.rulebook.entries import TestOf
from lastdays.rulebook.own import Step, Trait
from lastdays.rulebook.own_words import step_in_words, trait_in_words
from unit.postgame.crew import BOOK
from unit.rulebook.winter import EAT, FLAW, WINTER

WINTERED = with_own(BOOK, WINTER)


@pytest.mark.parametrize(
    ("step", "sentences"),
    [
        (
            EAT,
            [
                "When: after a game, before Jobs. For: each member.",
                "Whoever pays 1 Food is done.",
                "Roll on Illness.",
            ],
        ),
        (
            Step(key="dark", name="Dark", when="turn", audience="group"),
            ["When: end of each turn. For: the group."],
        ),
        (
            Step(key="dark", name="Dark", when="turn", audience="group", from_turn=2),
            ["When: end of each turn, from turn 2. For: the group."],
        ),
        (
            Step(
                key="dark",
                name="Dark",
                when="after",
                while_above="food",
                test=TestOf(characteristic="E", target=8),
                table="illness",
            ),
            [
                "When: last of all. For: each member.",
                "Only while Food is above its lowest value.",
                "Test: Endurance/8.",
                "Whoever fails rolls on Illness.",
            ],
        ),
    ],
)
def test_a_step_says_when_it_is_for_whom_and_what_it_asks(step: Step, sentences: list[str]) -> None:
    assert list(step_in_words(step, WINTERED)) == sentences


def test_a_trait_says_what_it_is() -> None:
    assert list(trait_in_words(FLAW, WINTERED)) == ["A text of each member.", "Rolled on Illness."]
    assert list(trait_in_words(Trait(key="hair", name="Hair"), WINTERED)) == [
        "A text of each member."
    ]
