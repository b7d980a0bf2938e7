"""Death of the Leader (p. 86, rulings 9 and 27)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from lastdays.errors import RuleError
from lastdays.model.group import Group, Item, Member
from lastdays.model.recruiting import Recruit
from lastdays.postgame.gear_moves import Attach, Convert, MoveItem, check_moves
from lastdays.postgame.leadership import Purchase, arm_leader, check_purchase, new_leader
from lastdays.procedure.asks import Arrange
from sure import as_a
from unit.postgame.crew import BOOK, finish, group, member, night, options, run


def headless(*members: Member, **changes: Any) -> Group:
    crew = group(*members, **changes)
    return crew.bury(crew.leader)


def replaced(crew: Group, answers: dict[str, Any]) -> Group:
    return as_a(Group, finish(lambda: new_leader("leader", crew, night(crew)), answers))


def test_a_new_leader_of_any_type_costs_nothing() -> None:
    crew = headless(member("Mo"), points=3)
    after = replaced(crew, {"leader/new": {"type": "merciless-thug", "name": "Bo"}})
    assert after.leading is not None
    assert (after.leading.name, after.leading.newcomer, after.points) == ("Bo", True, 3)


def test_ruling_27_even_if_the_group_is_full() -> None:
    crew = headless(*(member(f"M{n}") for n in range(8)))
    after = replaced(crew, {"leader/new": {"type": "merciless-thug", "name": ""}})
    assert len(after.active) == 9


def test_ruling_27_who_breaks_the_limits_leaves_at_once_with_gear() -> None:
    crew = headless(member("Mo", gear=("knife",)), member("Lou"), member("Ann", "survivor"))
    answers = {"leader/new": {"type": "everyday-hero", "name": "Bo"}}
    asked = run(lambda: new_leader("leader", crew, night(crew)), answers)
    assert set(options(asked)) == {"mo", "lou"}
    after = replaced(crew, {**answers, "leader/dismiss/1": "mo", "leader/dismiss/2": "lou"})
    assert [m.id for m in after.memorial] == ["zeke", "mo", "lou"]
    assert after.member("mo").gear
    assert {m.id for m in after.active} == {"ann", after.leader}


def test_ruling_9_under_a_trained_leader_unmarked_gear_goes_to_the_stash() -> None:
    crew = headless(member("Sue", "soldier", ("hunting-rifle", "knife")))
    after = replaced(crew, {"leader/new": {"type": "professional", "name": "Bo"}})
    assert [i.key for i in after.member("sue").gear] == ["knife"]
    assert [i.key for i in after.stash] == ["hunting-rifle"]


def test_only_a_leader_can_lead() -> None:
    crew = headless(member("Mo"))
    asked = run(lambda: new_leader("leader", crew, night(crew)), {"leader/new": {"type": "goon"}})
    assert "Choose a type" in asked.dropped[0].reason


def test_gear_given_to_a_new_leader_is_not_lost_and_newcomers_are_left_as_they_are() -> None:
    crew = headless(member("Mo"), points=5, stash=(Item("s", "magnum"),))
    led = replaced(crew, {"leader/new": {"type": "merciless-thug", "name": "Bo"}})
    move = [MoveItem("s", led.leader)]
    checked = check_moves(led, move, BOOK)
    assert checked.problems == ("Bo is new and keeps their starting gear for now.",)
    given = led.move("s", led.leader)
    after = finish(
        lambda: arm_leader("jobs", given, night(crew)),
        {"jobs/arms": {"gear": ["club"], "allowed": False}},
    )
    assert [i.key for i in after.leading.gear] == ["magnum", "club"]


def test_ruling_64_captives_are_not_dismissed() -> None:
    crew = headless(member("Cop", "cop", status="captured"))
    after = replaced(crew, {"leader/new": {"type": "merciless-thug", "name": "Bo"}})
    assert after.member("cop").status == "captured"


def test_ruling_17_a_captives_gear_is_where_the_captive_is() -> None:
    captive = member("Cop", "cop", ("scope", "mod-kit", "hunting-rifle"), status="captured")
    crew = group(captive, member("Mo", gear=("hunting-rifle", "scope")))
    for move in (
        MoveItem("cop-0-scope", "mo"),
        Attach("cop-0-scope", "mo-0-hunting-rifle"),
        Attach("mo-1-scope", "cop-2-hunting-rifle"),
        Convert("cop-1-mod-kit", "mo-0-hunting-rifle"),
    ):
        assert check_moves(crew, [move], BOOK).problems == ("Cop is held captive.",), move


def test_the_answers_are_read_and_written_as_stores_have_them() -> None:
    crew = headless(member("Mo"))
    leads = run(lambda: new_leader("leader", crew, night(crew)), {}).pending
    stored = {"type": "everyday-hero", "name": "Bo"}
    assert isinstance(leads, Arrange)
    assert leads.read(stored) == Recruit("everyday-hero", "Bo")
    assert leads.write(Recruit("everyday-hero", "Bo")) == stored
    assert leads.read({"type": "goon"}) == Recruit("goon")
    arms = run(lambda: arm_leader("jobs", group(), night(group())), {}).pending
    bought = {"gear": ["knife", "club"], "allowed": True}
    assert isinstance(arms, Arrange)
    assert arms.read(bought) == Purchase(("knife", "club"), allowed=True)
    assert arms.write(Purchase(("knife", "club"), allowed=True)) == bought
    assert arms.read({"gear": []}) == arms.initial == Purchase(())


@pytest.mark.parametrize(
    "stored", [None, "goon", [], {}, {"type": 3}, {"type": "goon", "name": None}]
)
def test_a_malformed_answer_is_no_leader(
    stored: Any,
) -> None:
    crew = headless(member("Mo"))
    ask = run(lambda: new_leader("leader", crew, night(crew)), {}).pending
    with pytest.raises(RuleError, match="Choose a type"):
        cast("Arrange[Any]", ask).read(stored)


@pytest.mark.parametrize("stored", [None, ["knife"], {}, {"gear": "knife"}, {"gear": None}])
def test_a_malformed_answer_is_no_purchase(
    stored: list[str] | dict[str, str | None] | None,
) -> None:
    ask = run(lambda: arm_leader("jobs", group(), night(group())), {}).pending
    with pytest.raises(RuleError, match="Choose the gear"):
        cast("Arrange[Any]", ask).read(stored)


def test_gear_that_the_rulebook_does_not_have_is_not_bought() -> None:
    found = check_purchase(group(), Purchase(("knife", "halberd"), allowed=True), night(group()))
    assert found.problems == ("The rulebook has no such gear.",)
