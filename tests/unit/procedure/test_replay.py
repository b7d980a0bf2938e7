"""Replaying answers: in force, waiting, dropped; keys of a whole sequence."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lastdays.campaign.sample import plain_answer
from lastdays.errors import RuleError
from lastdays.model.game_record import SupplyToken
from lastdays.model.group import Group
from lastdays.postgame.context import STEPS, PostGameContext
from lastdays.postgame.sequence import post_game
from lastdays.procedure.asks import Ask, Choose, Draw, Option, Over, Procedure, Roll, Sum, Tell
from lastdays.procedure.dice import can_be_rolled, roll
from lastdays.procedure.replay import Answer, RepeatedKeyError, Replayed, replay
from lastdays.rulebook.entries import Dice
from sure import sure
from unit.postgame.crew import group, member, night, run

GOLDEN = Path(__file__).parents[2] / "fixtures" / "post_game_keys.txt"


def two_steps() -> Procedure[str]:
    pick = yield Choose(key="one/pick", question="", options=(Option("a", "A"), Option("b", "B")))
    if pick == "a":
        yield Sum(key="one/a/die", question="", dice=Dice(1, 6))
    else:
        yield Sum(key="one/b/die", question="", dice=Dice(1, 3))
    yield Tell("two", "on")
    yield Sum(key="two/die", question="", dice=Dice(1, 6))
    return str(pick)


def test_answers_are_in_force_waiting_or_dropped() -> None:
    asked = run(two_steps, {"one/a/die": 4, "two/die": 2}, ("one", "two"))
    assert (sure(asked.pending).key, set(asked.waiting)) == ("one/pick", {"one/a/die", "two/die"})
    asked = run(
        two_steps, {"one/pick": "a", "one/a/die": 4, "two/die": 2, "one/b/die": 1}, ("one", "two")
    )
    assert asked.done
    assert [d.key for d in asked.dropped] == ["one/b/die"]
    changed = run(two_steps, {"one/pick": "b", "one/a/die": 4, "two/die": 2}, ("one", "two"))
    assert sure(changed.pending).key == "one/b/die"
    assert set(changed.waiting) == {"one/a/die", "two/die"}


def test_an_answer_returns_when_its_ask_does() -> None:
    answers = {"one/pick": "b", "one/b/die": 1, "one/a/die": 4, "two/die": 2}
    assert [d.key for d in run(two_steps, answers).dropped] == ["one/a/die"]
    back = run(two_steps, {**answers, "one/pick": "a"})
    assert back.done
    assert [a.ask.key for a in back.asked] == ["one/pick", "one/a/die", "two/die"]


def test_an_answer_its_ask_no_longer_accepts_is_dropped_with_the_reason() -> None:
    asked = run(two_steps, {"one/pick": "c"})
    assert sure(asked.pending).key == "one/pick"
    assert asked.dropped[0].reason == "That is no longer one of the choices."


def test_a_repeated_key_is_a_bug() -> None:
    def twice() -> Procedure[None]:
        yield Sum(key="x", question="", dice=Dice(1, 6))
        yield Sum(key="x", question="", dice=Dice(1, 6))

    with pytest.raises(RepeatedKeyError):
        replay(twice, {"x": Answer(1)})


@pytest.mark.parametrize(
    ("ask", "value", "why"),
    [
        (Roll(key="k", question="", dice=Dice(1, 6)), (7,), "A D6 cannot show 7."),
        (Roll(key="k", question="", dice=Dice(2, 6)), (3,), "2D6 needs 2 dice."),
        (Roll(key="k", question="", dice=Dice(1, 6)), ("x",), "'x' isn't a whole number."),
        (Roll(key="k", question="", dice=Dice(1, 6)), (True,), "'True' isn't a whole number."),
        (
            Sum(key="k", question="", dice=Dice(2, 6)),
            13,
            "2D6 can't come to 13: it goes from 2 to 12.",
        ),
        (
            Sum(key="k", question="", dice=Dice(1, 6, 3)),
            0,
            "D6 can't come to 0: it goes from 1 to 6.",
        ),
        (
            Draw(key="k", question="", options=(Option("a", ""),)),
            "b",
            "no longer one of the choices",
        ),
    ],
)
def test_dice_that_cannot_be_are_refused_in_a_sentence(
    ask: Ask, value: int | str | tuple[int | str, ...], why: str
) -> None:
    with pytest.raises(RuleError, match=why.replace(".", r"\.")):
        ask.accept(value)


def crew_for_a_whole_night() -> tuple[Group, PostGameContext]:
    crew = group(
        member("Mo", "goon", ("heavy-club", "medical-supplies"), experience=20),
        member("Ed", "survivalist", ("hunting-rifle",), gunsmith="rifle", experience=9),
        member("Ann", "rescue-worker", ("knife",)),
        member("Kit", "survivor", ("knife",)),
        refuge="church",
        points=60,
    )
    tokens = (SupplyToken("carried", "ed"), SupplyToken("held", "mo"), SupplyToken("claimed"))
    return crew, night(crew, out=("kit", "zeke"), tokens=tokens)


@cache
def play(seed: int) -> Replayed[Any]:
    crew, this_night = crew_for_a_whole_night()
    source = random.Random(seed)
    answers: dict[str, Answer] = {}
    while True:
        asked = replay(lambda: post_game(crew, this_night), answers, STEPS)
        if asked.pending is None:
            return asked
        ask = asked.pending
        value = roll(ask, source) if can_be_rolled(ask) else plain_answer(ask)
        answers[ask.key] = Answer(value, "rolled")


def test_the_keys_of_a_whole_sequence_stay_what_they_are() -> None:
    keys = "\n".join(a.ask.key for a in play(3).asked) + "\n"
    assert keys == GOLDEN.read_text(encoding="utf-8")


def another(ask: Ask, value: Any, source: random.Random) -> Any:
    """Another answer to an ask, where there is one."""
    match ask:
        case Choose(options=options) | Draw(options=options):
            return source.choice([o.key for o in options if o.key != value] or [value])
        case Roll() | Sum():
            return roll(ask, source)
    return value


@pytest.mark.parametrize(
    "seed", [*range(12), *(pytest.param(n, marks=pytest.mark.sweep) for n in range(12, 60))]
)
def test_an_answer_is_waiting_as_long_as_its_question_may_come(seed: int) -> None:
    """Cut or changed anywhere and played on: what is still asked was never called dropped."""
    source = random.Random(seed)
    crew, this_night = crew_for_a_whole_night()
    played = play(seed % 12).asked
    answers = {a.ask.key: a.answer for a in played}
    entry = source.choice(played)
    del answers[entry.ask.key]
    if source.random() < 0.7:
        answers[entry.ask.key] = Answer(another(entry.ask, entry.value, source))
    called_dropped: dict[str, str] = {}
    while True:
        asked = replay(lambda: post_game(crew, this_night), answers, STEPS)
        for key in [a.ask.key for a in asked.asked]:
            assert key not in called_dropped, f"{key} was dropped at {called_dropped[key]}"
        if asked.pending is None:
            break
        here = asked.pending.key
        for dropped in asked.dropped:
            if not dropped.reason:
                called_dropped.setdefault(dropped.key, here)
        for key in asked.waiting:
            assert STEPS.index(key.split("/")[0]) >= STEPS.index(here.split("/")[0])
        ask = asked.pending
        value = roll(ask, source) if can_be_rolled(ask) else plain_answer(ask)
        answers[ask.key] = Answer(value)
    assert not asked.waiting


def test_what_the_procedure_says_is_over_is_dropped_within_its_step() -> None:
    def both() -> Procedure[Any]:
        yield Choose(key="one/a/pick", question="", options=(Option("x", ""),))
        yield Over("one/a")
        yield Sum(key="one/b/die", question="", dice=Dice(1, 6))
        yield Sum(key="one/c/die", question="", dice=Dice(1, 6))

    answers = {"one/a/pick": "x", "one/a/more": 1, "one/ab": 2, "one/c/die": 3}
    asked = run(both, answers, ("one",))
    assert [d.key for d in asked.dropped] == ["one/a/more"]
    assert asked.waiting == ("one/ab", "one/c/die")


def test_who_spends_experience_is_asked_before_what_was_bought_with_it_is_over() -> None:
    """Everybody's survival is paid first, so that a member's step seems to be over."""
    crew, this_night = crew_for_a_whole_night()
    answers = {a.ask.key: a.answer for a in play(3).asked}
    del answers["experience/next/1"]
    asked = replay(lambda: post_game(crew, this_night), answers, STEPS)
    assert sure(asked.pending).key == "experience/next/1"
    assert "experience/mo/level-1/table" in asked.waiting
    assert asked.dropped == ()


def test_without_an_order_of_steps_only_the_current_one_is_still_to_come() -> None:
    answers = {"one/pick": "b", "one/a/die": 4, "two/die": 2}
    asked = run(two_steps, answers)
    assert sure(asked.pending).key == "one/b/die"
    assert list(asked.waiting) == ["one/a/die"]
    assert [d.key for d in asked.dropped] == ["two/die"]
