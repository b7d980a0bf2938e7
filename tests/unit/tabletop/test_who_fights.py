"""Who fights is drawn at random: how many, and whom."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lastdays.model.fixtures import DrawSize
from lastdays.model.group import Member
from lastdays.procedure.asks import Draw, Sum
from lastdays.procedure.dice import roll
from lastdays.procedure.replay import Answer, replay
from lastdays.tabletop.last_days.who_fights import who_fights

MEMBERS = tuple(
    Member(id=name.lower(), name=name, type="goon", keyword="criminal")
    for name in ("Al", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
)


def drawn(
    size: DrawSize, number: int = 1, most: int | None = None, seed: int = 1
) -> tuple[tuple[str, ...], list[str]]:
    """Who fights with dice of a seed, and the keys of what was asked."""
    source = Random(seed)
    answers: dict[str, Answer] = {}
    while True:
        played = replay(lambda: who_fights(MEMBERS, size, number, most), answers)
        ask = played.pending
        if ask is None:
            assert played.result is not None
            return played.result, list(answers)
        answers[ask.key] = Answer(roll(ask, source))


def test_a_number_of_members_is_drawn_each_once() -> None:
    fighting, asked = drawn("number", 3)
    assert len(set(fighting)) == 3
    assert asked == ["draw/1", "draw/2", "draw/3"]


def test_all_fight_without_a_draw() -> None:
    assert drawn("all") == (tuple(member.id for member in MEMBERS), [])
    assert drawn("number", 7) == (tuple(member.id for member in MEMBERS), [])


@pytest.mark.parametrize(("size", "least", "highest"), [("D6", 1, 6), ("D3+4", 5, 7)])
def test_dice_tell_how_many(size: DrawSize, least: int, highest: int) -> None:
    counts = Counter(len(drawn(size, seed=seed)[0]) for seed in range(60))
    assert sorted(counts) == list(range(least, highest + 1))
    played = replay(lambda: who_fights(MEMBERS, size, 1, None), {})
    assert isinstance(played.pending, Sum)
    assert played.pending.question == f"How many fight? Roll {size}."


def test_no_more_are_drawn_than_the_encounter_allows() -> None:
    for size in ("number", "D6", "D3+4", "all"):
        assert len(drawn(size, 6, most=2)[0]) <= 2


def test_what_is_drawn_can_be_typed() -> None:
    answers = {"draw/1": Answer("cy", "typed"), "draw/2": Answer("al", "typed")}
    played = replay(lambda: who_fights(MEMBERS, "number", 2, None), answers)
    assert played.result == ("cy", "al")
    again = replay(lambda: who_fights(MEMBERS, "number", 2, None), {"draw/1": Answer("cy")})
    assert isinstance(again.pending, Draw)
    assert "cy" not in [option.key for option in again.pending.options]
    assert again.pending.question == "Draw a member at random: 1 to go."


def test_everybody_is_drawn_equally_often() -> None:
    firsts = Counter(drawn("number", 1, seed=seed)[0][0] for seed in range(1400))
    assert set(firsts) == {member.id for member in MEMBERS}
    assert all(130 <= count <= 270 for count in firsts.values())
