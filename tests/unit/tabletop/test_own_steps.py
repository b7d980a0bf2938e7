"""Steps that players wrote, due at the end of a turn: for whom, paid, tested or rolled."""

from __future__ import annotations

from typing import Any

import pytest

from lastdays.errors import RuleError
from lastdays.procedure.asks import Choose
from lastdays.rulebook.catalogue import with_own
from lastdays.rulebook.entries import TestOf
from lastdays.rulebook.own import Counter, OwnRules, Step
from lastdays.tabletop.last_days.card_views import bar
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.own_turn import steps_due
from lastdays.tabletop.last_days.state import Rules
from lastdays.tabletop.phrases import Phrases
from lastdays.tabletop.view import Play
from sure import sure
from unit.rulebook.winter import FOOD, ILLNESS, SICKNESS
from unit.tabletop.player_tables import DAY, table
from unit.tabletop.playing import BOOK, Match, carl, due, member, side, zeke

RESERVE = Counter(key="reserve", name="Reserve", of="campaign", start=2)
ARRIVE = table("arrive", ("zombies 1", "counter reserve -1"), of="campaign")
BY_TEST = TestOf(characteristic="E", target=6)


def step(key: str, **more: Any) -> Step:
    return Step(key=key, name=key.title(), when="turn", **more)


def match(*steps: Step, turn: int = 1, encounter: str = "scavengers") -> Match:
    """The end of a turn of Zeke (A1) and Mo (A2), a group of a campaign, against Carl (B1)."""
    counters = (SICKNESS, FOOD, DAY, RESERVE)
    rules = OwnRules(counters, tables=(ILLNESS, ARRIVE), steps=steps)
    crew = side("Truckers", zeke(), member("Mo"), group="g", counters={"food": 2}, points=3)
    made = Match(crew, side("Crew", carl()), encounter=encounter, book=with_own(BOOK, rules))
    made.set("table", phase="end", turn=turn, aggressor="A", defender="B")
    return made


def left(made: Match) -> dict[str, tuple[str, ...]]:
    return {found.step.key: found.whom for found in steps_due(made.state)}


@pytest.mark.parametrize(
    ("audience", "whom"),
    [
        ("member", ("A1", "A2", "B1")),
        ("standing", ("A1", "B1")),
        ("group", ("A", "B")),
        ("campaign", ("table",)),
    ],
)
def test_a_step_is_due_for_those_it_is_for(audience: Any, whom: tuple[str, ...]) -> None:
    made = match(step("rest", audience=audience, table="arrive"))
    made.set("A2", out=True)
    assert left(made) == {"rest": whom}
    made.set("table", phase="action")
    assert left(made) == {}


def test_who_was_held_back_or_broke_has_no_step() -> None:
    each, groups = step("rest", table="illness"), step("eat", audience="group", table="arrive")
    made = match(each, groups)
    made.set("A2", part="held-back")
    made.set("B", broke=True)
    assert left(made) == {"rest": ("A1", "B1"), "eat": ("A",)}


def test_a_step_comes_from_its_turn_on_in_each_turn() -> None:
    made = match(step("frost", from_turn=3, audience="campaign", table="arrive"), turn=2)
    assert left(made) == {}
    assert made.game.guide(made.state).says == "The turn is over."
    made.set("table", turn=3)
    assert left(made) == {"frost": ("table",)}
    assert made.game.guide(made.state).says == "Our rules, at the end of turn 3."
    made.go("own-step", 1, step="frost", who="table")
    assert left(made) == {}
    assert made.game.guide(made.state).says == "The turn is over."
    made.tap("next")
    made.to("end")
    assert left(made) == {"frost": ("table",)}


def test_a_reserve_comes_turn_by_turn_while_there_is_any() -> None:
    made = match(step("reserve", audience="campaign", while_above="reserve", table="arrive"))
    zombies = len(made.state.zombies)
    for turn in (1, 2):
        made.set("table", turn=turn, steps_done=())
        made.go("own-step", 4, step="reserve", who="table")
    made.set("table", turn=3, steps_done=())
    assert left(made) == {}
    assert len(made.state.zombies) == zombies + 2


def test_a_step_may_wait_for_a_counter_of_the_member_or_of_its_group() -> None:
    of_member = step("cough", while_above="sickness", table="illness")
    of_group = step("cook", while_above="food", table="illness")
    gone = step("gone", while_above="nothing", table="illness")
    made = match(of_member, of_group, gone)
    made.set("A2", counters=(("sickness", 1),))
    made.set("B", counters=(("food", 0),))
    assert left(made) == {"cough": ("A2",), "cook": ("A1", "A2")}


def test_who_pays_is_done() -> None:
    made = match(step("eat", pays="counter food 1", table="illness"))
    ask = made.asked("own-step", step="eat", who="A2")
    assert isinstance(ask, Choose)
    assert ask.question == "Eat, Mo: pay 1 Food?"
    assert [(option.label, option.detail) for option in ask.options] == [
        ("Pay 1 Food", "leaves 1"),
        ("Roll on Illness", ""),
    ]
    assert made.go("own-step", "pay", step="eat", who="A2") == "Eat: Mo | Mo: 1 Food paid, 1 left."
    assert dict(made.state.team("A").counters)["food"] == 1
    said = made.go("own-step", "no", 1, step="eat", who="A1")
    assert said.partition(" | ")[2] == (
        "Zeke doesn't pay 1 Food. Zeke, Illness 1: Sicker. Zeke: Sickness 0 → 1, Coughing."
    )
    assert left(made) == {"eat": ("B1",)}


def test_who_has_nothing_to_pay_with_isnt_asked() -> None:
    made = match(step("eat", pays="counter food 3", table="illness"))
    said = made.go("own-step", 3, step="eat", who="A2")
    assert said.endswith("Mo can't pay 3 Food. Mo, Illness 3: Holds on.")
    gone = match(step("eat", pays="counter gone 1", table="illness"))
    assert gone.go("own-step", 3, step="eat", who="A2").startswith("Eat: Mo | Mo can't pay 1 Gone.")


def test_points_are_paid_from_what_the_group_brought_and_got() -> None:
    made = match(step("rent", audience="group", pays="points 2"))
    said = made.go("own-step", "pay", step="rent", who="A")
    assert said.endswith("Truckers: 2 Scavenge Points paid, 1 left.")
    assert made.state.team("A").effects == ("points -2",)
    assert made.go("own-step", step="rent", who="B").endswith("Crew can't pay 2 Scavenge Points.")
    made.set("table", steps_done=())
    said = made.go("own-step", step="rent", who="A")
    assert said.endswith("Truckers can't pay 2 Scavenge Points.")
    assert made.state.team("A").effects == ("points -2",)


def test_the_campaign_pays_with_its_own_counter() -> None:
    made = match(step("tide", audience="campaign", pays="counter day 1"))
    assert made.asks("own-step", step="tide", who="table") == "Tide: pay 1 Day?"
    said = made.go("own-step", "no", step="tide", who="table")
    assert said == "Tide | The campaign doesn't pay 1 Day."


def test_who_fails_the_test_rolls() -> None:
    made = match(step("cold", test=BY_TEST, table="illness"))
    made.set("A2", counters=(("sickness", 3),))
    assert made.asks("own-step", step="cold", who="A2") == "Mo needs Endurance/6: D6 + 2."
    said = made.go("own-step", 4, step="cold", who="A2")
    assert said.endswith(" | Mo passes Endurance/6 (6).")
    said = made.go("own-step", 2, 3, step="cold", who="A1")
    assert said.endswith(" | Zeke fails Endurance/6 (5). Zeke, Illness 3: Holds on.")


def test_instead_of_paying_the_test_is_taken() -> None:
    made = match(step("cold", pays="counter food 1", test=BY_TEST))
    ask = made.asked("own-step", step="cold", who="A2")
    assert ask.options[1].label == "Take the Test: Endurance/6"
    assert made.go("own-step", "no", 1, step="cold", who="A2").endswith("fails Endurance/6 (4).")
    free = match(step("gift", pays="counter food 1"))
    assert free.asked("own-step", step="gift", who="A2").options[1].label == "Don't pay"


def test_a_reminder_is_done_once() -> None:
    made = match(step("light", audience="standing"), step("mist", table="gone"))
    assert left(made) == {"light": ("table",), "mist": ("table",)}
    assert made.go("own-step", step="light", who="table") == "Light | Light: done."
    assert left(made) == {"mist": ("table",)}


def test_everybody_is_asked_in_turn() -> None:
    made = match(step("eat", pays="counter food 1", table="illness"))
    assert due(made) == ["own-step/eat", "own-step/eat/A1", "own-step/eat/A2", "own-step/eat/B1"]
    labels = [move.label for move in made.game.guide(made.state).moves]
    assert labels == ["Eat: everybody", "Eat: Zeke", "Eat: Mo", "Eat: Carl"]
    made.go("own-step", "pay", step="eat", who="A2")
    said = made.go("own-step-for-all", "no", 4, "pay", step="eat")
    assert said == (
        "Eat | Zeke doesn't pay 1 Food. Zeke, Illness 4: Holds on. Carl: 1 Food paid, 4 left."
    )
    assert due(made) == []


def test_for_all_stops_when_the_counter_is_down() -> None:
    made = match(step("share", while_above="food", pays="counter food 1"))
    made.set("B", counters=(("food", 0),))
    said = made.go("own-step-for-all", "pay", "pay", step="share")
    assert said == "Share | Zeke: 1 Food paid, 1 left. Mo: 1 Food paid, 0 left."
    made.set("table", steps_done=())
    made.set("A", counters=(("food", 1),))
    assert made.go("own-step-for-all", "pay", step="share") == "Share | Zeke: 1 Food paid, 0 left."


def test_dice_of_everybody_are_rolled_with_one_press() -> None:
    made = match(step("cold", table="illness"))
    ask = made.asked("own-step-for-all", step="cold")
    assert ask.together == "own-step/cold"


def test_tests_of_the_breaking_point_come_first() -> None:
    made = match(step("light"))
    made.set("A", losses=1)
    assert due(made) == ["breaking/A", "own-step/light/table"]
    assert made.game.guide(made.state).says.startswith("Each side that lost a model")


def test_what_is_left_is_said_in_the_bar_and_as_the_turn_ends() -> None:
    made = match(step("light"), step("eat", audience="group", pays="counter food 1"))
    assert bar(made.state).waiting == "Our rules, still to do: Light, Eat"
    assert bar(made.state).can_go_on
    made.go("own-step", step="light", who="table")
    assert "Left out: Eat." in made.tap("next")
    made.set("table", phase="end")
    assert list(left(made)) == ["light", "eat"]


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"step": "gone", "who": "A1"}, "That step isn't due"),
        ({"step": "cold", "who": "A9"}, "Cold isn't due here"),
        ({"step": "cold", "who": "A"}, "Cold isn't due here"),
    ],
)
def test_nothing_else_is_due(args: dict[str, str], why: str) -> None:
    made = match(step("cold", table="illness"))
    with pytest.raises(RuleError, match=why):
        LastDays(made.rules).start(made.state, Play("own-step", args))


def test_a_step_is_done_once_a_turn_and_undone() -> None:
    made = match(step("cold", table="illness"))
    before = made.state
    made.go("own-step", 1, step="cold", who="A1")
    with pytest.raises(RuleError, match="Cold isn't due here"):
        made.go("own-step", 1, step="cold", who="A1")
    assert left(made) == {"cold": ("A2", "B1")}
    made.state = before
    assert left(made) == {"cold": ("A1", "A2", "B1")}


def test_a_log_of_steps_that_are_gone_is_still_read() -> None:
    made = match(step("eat", pays="counter food 1", test=BY_TEST, table="illness"), step("light"))
    made.go("own-step", "no", 1, 1, step="eat", who="A1")
    made.go("own-step", "pay", step="eat", who="A2")
    made.go("own-step", step="light", who="table")
    made.tap("next")
    words: Phrases = LastDays(Rules(BOOK)).words(made.state)
    said = [words.say(fact) for event in made.events for fact in (event.name, *event.says)]
    assert "Mo: 1 Food paid, 1 left." in said
    assert "Light: done." in said
    assert "Left out: Eat." in said


def test_without_steps_a_turn_ends_as_it_did() -> None:
    made = match()
    assert due(made) == []
    assert "Left out" not in made.tap("next")
    assert sure(made.state.table).steps_done == ()
