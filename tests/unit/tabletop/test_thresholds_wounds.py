"""A wound is one wound: the head of a tough zombie, an Endurance of next to nothing, falls and fires
(p. 47, p. 53, p. 56, p. 59–61, p. 70); who is credited for a stranger (p. 104)."""

from __future__ import annotations

import pytest

from lastdays.model.game_record import GameRecord
from lastdays.tabletop.last_days.record import record
from unit.postgame.crew import group
from unit.tabletop.playing import Match, carl, duel, member, side, zeke


@pytest.mark.parametrize("by", ["shot", "blow", "fall"])
def test_a_hit_on_the_head_is_one_point_of_damage(by: str) -> None:
    """p. 61: a zombie with two points is put down by the second."""
    match = duel()
    match.set("Z1", DC=2)
    match.action()
    if by == "shot":
        match.to("shooting")
        match.go("shoot", 6, 6, gun="A1.g1", target="Z1")
    elif by == "blow":
        match.touch("A1", "Z1")
        match.to("close-quarters")
        match.go("fight", 6, 1, 6, attacker="A1", defender="Z1", arms="A1.b1")
    else:
        match.go("hurt", 6, figure="Z1")
    zombie = match.state.zombie("Z1")
    assert (zombie.damage, zombie.dead) == (1, False)


def test_whoever_falls_to_one_fire_is_not_asked_about_the_next() -> None:
    """p. 70: neither the living nor the dead."""
    match = duel()
    for _n in range(2):
        match.tap("place", sort="fire")
    match.action()
    match.go("activate", "yes", 6, figure="A1")
    assert match.state.figure("A1").out
    match.set("table", phase="zombies", rolled_off=("A", "B"), active="")
    match.go("start-zombie", "yes", 6, zombie="Z1")
    assert match.state.zombie("Z1").dead


@pytest.mark.parametrize(("carrier", "by"), [("A2", ["mo", ""]), ("B1", ["", ""]), ("", ["", ""])])
def test_who_brought_a_stranger_home_is_in_the_record(carrier: str, by: list[str]) -> None:
    """p. 104: a member of a campaign; of a quick side nobody is."""
    match = Match(
        side("T", zeke(), member("Mo"), group="g", role="attacker"),
        side("C", carl(), role="defender"),
        encounter="rescue",
    )
    match.action()
    if carrier:
        match.tap("carry", figure=carrier, load="P1")
    game = record(match.state, GameRecord("s", 1, "", ()), {"g": group(zeke())})
    assert [s.stranger_by for s in game.sides] == by
    assert [s.stranger_home for s in game.sides] == [carrier == "A2", carrier == "B1"]
