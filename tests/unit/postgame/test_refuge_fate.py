"""Losing and leaving the Refuge (p. 80, 96; rulings 29 and 30)."""

from __future__ import annotations

from typing import Any

import pytest

from lastdays.model.group import BuiltPerk, Group, Item, NextEncounter, RefugeState
from lastdays.postgame.refuge_fate import after_attack
from sure import as_a, sure
from unit.postgame.crew import finish, group, member, night, options, run

STASH = (Item("s1", "scope"),)


def fled(
    crew: Group,
    answers: dict[str, Any],
    held: bool = False,
    used: frozenset[Any] = frozenset(),
    **game: Any,
) -> Group:
    found, _used = finish(lambda: after_attack(crew, night(crew, **game), held, used), answers)
    return as_a(Group, found)


def flight(
    to: str = "prison", hurt: str = "zeke", faces: tuple[int, int] = (3, 4)
) -> dict[str, str | tuple[int, int]]:
    return {"refuge/flee": to, "refuge/hurt": hurt, f"refuge/{hurt}/roll": faces}


def test_ruling_29_stash_and_built_perks_are_lost_points_are_kept() -> None:
    built = RefugeState("farm-house", (BuiltPerk("b", "fences"),))
    crew = group(
        refuge_state=built,
        stash=STASH,
        points=9,
        next_encounter=NextEncounter(("armoury", "radio-room")),
    )
    after = fled(crew, flight())
    assert (after.stash, after.points) == ((), 9)
    assert after.refuge == RefugeState("prison")
    assert after.next_encounter == NextEncounter()


@pytest.mark.parametrize(
    "refuge",
    [RefugeState("police-station"), RefugeState("church", (BuiltPerk("b", "escape-vehicle"),))],
)
def test_ruling_29_an_escape_vehicle_saves_the_stash(refuge: RefugeState) -> None:
    assert fled(group(refuge_state=refuge, stash=STASH), flight()).stash == STASH


def test_ruling_29_who_does_not_fit_is_left_behind_and_dead_never_the_leader() -> None:
    crew = group(*(member(f"M{n}", gear=("knife",)) for n in range(6)))
    asked = run(
        lambda: after_attack(crew, night(crew), False, frozenset()), {"refuge/flee": "gun-shop"}
    )
    assert options(asked) == [f"m{n}" for n in range(6)]
    after = fled(crew, {**flight("gun-shop"), "refuge/left-behind/1": "m3"})
    assert after.member("m3").status == "dead"
    assert after.member("m3").gear == ()
    assert len(after.active) == 6


def test_ruling_29_one_at_random_takes_an_injury_roll() -> None:
    crew = group(member("Mo"))
    after = fled(crew, flight(hurt="mo", faces=(2, 3)))
    assert after.member("mo").injured("blinded")


def test_ruling_17_nobody_is_captured_while_fleeing() -> None:
    crew = group(member("Mo"))
    answers = {**flight(hurt="mo", faces=(1, 2)), "refuge/mo/roll/try-2": (3, 4)}
    assert fled(crew, answers).member("mo").status == "active"


def test_first_aid_used_after_the_game_is_not_used_again_in_flight() -> None:
    crew = group(member("Mo"), member("Ann", "rescue-worker"))
    start = flight(hurt="mo", faces=(1, 1))
    asked = run(lambda: after_attack(crew, night(crew), False, frozenset()), start)
    assert sure(asked.pending).key == "refuge/mo/first-aid"
    asked = run(lambda: after_attack(crew, night(crew), False, frozenset({"ann"})), start)
    after, _used = sure(asked.result)
    assert after.member("mo").status == "dead"


def test_ruling_27_a_leader_killed_in_flight_is_replaced_at_once() -> None:
    crew = group(member("Mo"), points=5)
    answers = {
        **flight(faces=(1, 1)),
        "refuge/new": {"type": "merciless-thug", "name": "Bo"},
        "refuge/arms": {"gear": ["knife"], "allowed": False},
    }
    after = fled(crew, answers)
    assert sure(after.leading).name == "Bo"
    assert after.points == 3


def test_ruling_30_leaving_by_choice_keeps_stash_and_points_but_not_what_was_built() -> None:
    built = RefugeState("farm-house", (BuiltPerk("b", "fences"),))
    crew = group(refuge_state=built, stash=STASH, points=9)
    after = fled(crew, {"refuge/leave": "mall"}, held=True)
    assert (after.stash, after.points, after.refuge) == (STASH, 9, RefugeState("mall"))


def test_ruling_30_who_does_not_fit_leaves_alive_with_gear() -> None:
    crew = group(*(member(f"M{n}", gear=("knife",)) for n in range(6)))
    after = fled(crew, {"refuge/leave": "gun-shop", "refuge/leaves/1": "m0"}, held=True)
    assert after.member("m0").status == "left"
    assert after.member("m0").gear


def test_staying_changes_nothing() -> None:
    crew = group(stash=STASH)
    assert fled(crew, {"refuge/leave": "stay"}, held=True) == crew


def test_ruling_17_the_acting_leader_is_not_left_behind() -> None:
    leader = member("Zeke", "merciless-thug", status="captured")
    crew = group(leader, *(member(f"M{n}") for n in range(6)), member("Ann", "survivor"))
    asked = run(
        lambda: after_attack(crew, night(crew), False, frozenset()), {"refuge/flee": "gun-shop"}
    )
    assert options(asked) == [f"m{n}" for n in range(6)]
