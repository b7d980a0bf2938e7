"""What is offered, asked and said at the table in the cases next to the usual one: one side, one
gun, a token spent, a defender who may break (p. 47–52, p. 57, p. 67–70, p. 99–107)."""

from __future__ import annotations

import pytest

from lastdays.tabletop.last_days.shooting import Shot, aim, ready
from unit.tabletop.playing import Match, carl, duel, side, zeke
from unit.tabletop.showing import begun

# Shots


def test_a_gunfighters_token_fires_one_gun_at_its_usual_number() -> None:
    """p. 49, p. 65: two guns are for the Shooting Phase."""
    match = duel(zeke=zeke(gear=("semi-automatic", "surplus-smg"), skills=("gunfighter",)))
    match.action()
    match.set("A1", locked=True, two_guns=True)
    shot = Shot("A1.g1", "B1", locked=True, two_guns=True)
    assert aim(match.state, shot).needed == 4
    match.set("A1.g1", snaps=1)
    later = aim(match.state, shot)
    assert (later.needed, later.parts[-1].amount) == (5, -1)


def test_who_is_aware_is_asked_once_a_token_and_not_of_an_ordinary_shot() -> None:
    """p. 67."""
    aware = carl(skills=("situational-awareness",))
    plain = duel(zeke=zeke(gear=("semi-automatic",)), carl=aware)
    plain.action()
    plain.to("shooting")
    asked = begun(plain, "shoot", gun="A1.g1", target="B1")
    assert asked.ask.key == "shot/A1/A1.g1/1/hit"
    snap = duel(zeke=zeke(gear=("semi-automatic",)), carl=aware)
    snap.action()
    snap.set("A1", locked=True)
    asked = begun(snap, "shoot", gun="A1.g1", target="B1", locked=True)
    assert asked.ask.key.startswith("shot/A1/A1.g1/1/aware")
    snap.drop()
    snap.set("A1.g1", snaps=1)
    asked = begun(snap, "shoot", gun="A1.g1", target="B1", locked=True)
    assert asked.ask.key == "shot/A1/A1.g1/2/hit"


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ({}, {}, ["A1.g1", "A1.g2"]),
        ({"empty": True}, {}, ["A1.g2"]),
        ({}, {"usable": False}, ["A1.g1"]),
        ({"usable": False}, {"empty": True}, []),
        ({"usable": False, "empty": True}, {"gone": True}, []),
        ({"shots": 1}, {}, []),
    ],
)
def test_which_firearms_may_be_fired(
    first: dict[str, int], second: dict[str, bool], left: list[str]
) -> None:
    """p. 52, p. 70: loaded, one's own to use, one of them at a time."""
    match = duel(zeke=zeke(gear=("revolver", "magnum")))
    match.set("A1.g1", **first)
    match.set("A1.g2", **second)
    found = ready(match.state, match.state.figure("A1"), locked=False)
    assert [g.id for g in found] == left


# By hand


@pytest.mark.parametrize(
    ("sides", "aggressor", "defender", "order"),
    [
        (1, "A", "A", {"A": 0}),
        (2, "B", "A", {"B": 0, "A": 1}),
        (3, "A", "B", {"A": 0, "B": 1, "C": 2}),
        (3, "B", "C", {"B": 0, "C": 1, "A": 2}),
        (3, "C", "A", {"C": 0, "A": 1, "B": 2}),
    ],
)
def test_the_aggressor_by_hand_and_the_next_side_defends(
    sides: int, aggressor: str, defender: str, order: dict[str, int]
) -> None:
    """Ruling 48."""
    match = Match(*(side(n, zeke()) for n in ("One", "Two", "Three")[:sides]))
    match.tap("roles", aggressor=aggressor)
    assert (match.state.table.aggressor, match.state.table.defender) == (aggressor, defender)
    assert {t.id: t.order for t in match.state.teams} == order


def test_a_side_that_broke_is_not_made_the_defender_by_hand() -> None:
    match = Match(*(side(n, zeke()) for n in ("One", "Two", "Three")))
    match.set("B", broke=True)
    match.tap("roles", aggressor="A")
    assert match.state.table.defender == "C"


def test_what_was_used_up_is_there_again_and_the_rest_is_not() -> None:
    match = duel(zeke=zeke(gear=("knife", "noisemaker", "climbing-gear")))
    first, second = (i for i, _key in match.state.figure("A1").kit)
    match.tap("use-up", figure="A1", item=first)
    match.tap("use-up", figure="A1", item=second)
    assert match.state.figure("A1").used == (first, second)
    match.tap("use-up", figure="A1", item=first)
    assert match.state.figure("A1").used == (second,)


def test_a_weapon_that_is_used_up_by_hand_is_off_the_roster_and_an_empty_one_is_not() -> None:
    """p. 70–71."""
    match = duel(zeke=zeke(gear=("revolver", "fire-bomb")))
    match.tap("mark", piece="A1.g1", name="empty")
    assert (match.state.gun("A1.g1").empty, match.state.figure("A1").used) == (True, ())
    bomb = match.state.gun("A1.g2")
    match.tap("mark", piece="A1.g2", name="gone")
    assert match.state.figure("A1").used == (bomb.item,)
    match.tap("mark", piece="A1.g1", name="gone")
    assert match.state.figure("A1").used == (bomb.item,)
    match.tap("mark", piece="A1.g2", name="gone")
    assert match.state.figure("A1").used == ()


# Interact


def test_an_objective_is_one_more_each_time() -> None:
    """p. 48, p. 87."""
    match = duel()
    match.action()
    match.go("activate", figure="A1")
    for n in (1, 2):
        match.set("A1", ap=3)
        match.go("act", "objective", figure="A1", action="interact")
        assert match.state.figure("A1").objectives == n
