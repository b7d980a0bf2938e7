"""What is kept of sequences is what a fresh replay comes to, whatever is answered and undone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lastdays.campaign.sequences import post_game as post_game_module
from lastdays.campaign.sequences.post_game import KEPT, ReplayCache, step_reached
from lastdays.postgame.context import STEPS
from lastdays.postgame.sequence import post_game
from lastdays.procedure.asks import Arrange, Ask, Choose, Option, Procedure, Sum, Tell
from lastdays.procedure.replay import Answer, Replayed, replay
from lastdays.rulebook.entries import Dice
from spies import noted
from sure import sure
from unit.campaign.evenings import Evening, answer, some_evening


def fresh(evening: Evening, answers: dict[str, Answer]) -> Replayed[Any]:
    return replay(
        lambda: post_game(evening.group, evening.context), answers, STEPS, keep_raised=True
    )


class BrokenError(Exception):
    """What goes wrong in a procedure."""


@pytest.mark.parametrize(
    ("steps", "reached"),
    [((), STEPS[0]), (("tell",), "jobs"), (("ask",), "injuries"), (("ask", "tell"), "jobs"),
     (("tell", "ask"), "injuries")],
)  # fmt: skip
def test_what_ends_in_a_fault_stands_where_it_came_to(steps: tuple[str, ...], reached: str) -> None:
    def start() -> Procedure[Any]:
        for step in steps:
            if step == "tell":
                yield Tell("jobs", "Something happened.")
            else:
                yield Sum("injuries/mo/roll", "A roll")
        raise BrokenError

    answers = {"injuries/mo/roll": Answer(3, "typed")}
    assert step_reached(replay(start, answers, STEPS, keep_raised=True)) == reached
    if "ask" in steps:  # which is answered by nobody
        assert step_reached(replay(start, {}, STEPS)) == "injuries"


def given(ask: Ask, random: Random) -> Answer:
    """A random answer to an ask, as it is stored."""
    value = answer(ask, random)
    if isinstance(ask, Arrange):
        value = ask.write(value)
    elif isinstance(value, tuple):
        value = list(value)
    return Answer(value, random.choice(("typed", "set")))


class Player:
    """Answers, changes, takes back, undoes and redoes, as a player may in any order."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.past: list[dict[str, Answer]] = []
        self.future: list[dict[str, Answer]] = []
        self.answers: dict[str, Answer] = {}

    def act(self, replayed: Replayed[Any]) -> None:
        random = self.random
        roll = random.random()
        if roll < 0.12 and self.past:
            for _time in range(min(len(self.past), random.choice((1, 1, 3, KEPT + 3)))):
                self.future.append(self.answers)
                self.answers = self.past.pop()
            return
        if roll < 0.2 and self.future:
            self.past.append(self.answers)
            self.answers = self.future.pop()
            return
        changed = dict(self.answers)
        asked = replayed.asked
        if replayed.pending is None or (roll < 0.3 and asked):
            if not asked:
                return
            entry = random.choice(asked)
            if random.random() < 0.3:
                del changed[entry.ask.key]
            else:
                changed[entry.ask.key] = given(entry.ask, random)
        else:
            changed[replayed.pending.key] = given(replayed.pending, random)
        self.past.append(self.answers)
        self.future = []
        self.answers = changed


@pytest.mark.parametrize("seed", range(6))
def test_it_is_what_a_fresh_replay_comes_to(seed: int) -> None:
    random = Random(seed)
    kept = ReplayCache()
    evenings = [some_evening(random, size) for size in (3, 9)]
    players = [Player(random) for _evening in evenings]
    for _step in range(90):
        n = int(random.random() < 0.8)
        evening, player = evenings[n], players[n]
        found = kept.replayed(evening.group, evening.context, player.answers)
        assert found == fresh(evening, player.answers)
        player.act(found)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A mark for each time that a sequence is played from its beginning."""
    return noted(monkeypatch, post_game_module, "post_game")


def test_a_changed_answer_begins_once_and_its_undo_not_at_all(begun: list[Any]) -> None:
    random = Random(4)
    evening = some_evening(random, 8)
    kept = ReplayCache()
    answers: dict[str, Answer] = {}
    while (view := kept.replayed(evening.group, evening.context, answers)).pending is not None:
        answers = {**answers, view.pending.key: given(view.pending, random)}
    asked = next(a for a in view.asked if isinstance(a.ask, Sum))
    other = Answer(1 if asked.value != 1 else 2, "set")
    played = len(begun)
    kept.replayed(evening.group, evening.context, {**answers, asked.ask.key: other})
    assert kept.replayed(evening.group, evening.context, answers) is view
    kept.replayed(evening.group, evening.context, {**answers, asked.ask.key: other})
    assert len(begun) == played + 1


def faulty() -> Procedure[Any]:
    pick = yield Choose(key="a/pick", question="", options=(Option("x", ""), Option("y", "")))
    yield Tell("a", str(pick))
    if pick == "x":
        raise RuntimeError("a fault in a rule")
    yield Sum(key="a/die", question="", dice=Dice(1, 6))


def test_a_fault_is_left_behind_when_the_answer_before_it_changes() -> None:
    assert sure(replay(faulty, {}).pending).key == "a/pick"
    wrong = replay(faulty, {"a/pick": Answer("x")}, keep_raised=True)
    assert isinstance(wrong.raised, RuntimeError)
    assert (wrong.pending, [t.text for t in wrong.story]) == (None, ["x"])
    right = replay(faulty, {"a/pick": Answer("y"), "a/die": Answer(3)}, keep_raised=True)
    assert right.done
    assert right.raised is None
    with pytest.raises(RuntimeError):
        replay(faulty, {"a/pick": Answer("x")})
