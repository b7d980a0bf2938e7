"""A wound is one wound: the head of a tough zombie, an Endurance of next to nothing, falls and fires
(p. 47, p. 53, p. 56, p. 59–61, p. 70); who is credited for a stranger (p. 104)."""

from __future__ import annotations

import pytest

from lastdays.model.game_record import GameRecord
from lastdays.tabletop.last_days.record import record
from unit.postgame.crew import group
from unit.tabletop.playing import Match, carl, duel, member, side, zeke
from unit.tabletop.showing import begun, form, on_sheet


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


@pytest.mark.parametrize(("endurance", "chance"), [(0, "1/2 (50 %)"), (1, "1/2 (50 %)"),
                                                    (2, "1/3 (33 %)")])  # fmt: skip
def test_how_likely_a_shot_takes_out_a_model_of_next_to_no_endurance(
    endurance: int, chance: str
) -> None:
    """p. 51, p. 53: a 4 or more hits; three points are left, the damage is a die and three."""
    match = duel()
    match.action()
    match.to("shooting")
    match.set("B1", e_shots=endurance)
    assert f"Takes Carl Out of Action: {chance}." in form(match, "shot", "A1", target="B1").why


def test_a_fall_of_no_height_adds_nothing() -> None:
    match = duel()
    assert begun(match, "hurt", figure="A1").ask.question.startswith("Zeke is hurt: D6,")
    match.drop()
    question = begun(match, "hurt", figure="Z1").ask.question
    assert question == "Zombie 1, the head: D6, 5 or more kills."


def test_two_fires_are_on_a_sheet_and_both_are_asked_about() -> None:
    """p. 70."""
    match = duel()
    for sort in ("fire", "door", "fire", "fire"):
        match.tap("place", sort=sort)
    assert [k for k in on_sheet(match, "A1") if k.startswith("burns")] == ["burns/T1", "burns/T3"]
    match.action()
    assert begun(match, "activate", figure="A1").ask.key == "burn/A1/T1"
    match.drop()
    assert begun(match, "activate", "no", "no", figure="A1").ask.key == "burn/A1/T4"


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


@pytest.mark.parametrize(
    ("skill", "locked", "fired", "dice"),
    [(0, False, False, False), (1, False, False, True), (3, True, False, False)],
)
def test_dice_for_a_shot_are_there_where_it_can_be_fired_and_hit(
    skill: int, locked: bool, fired: bool, dice: bool
) -> None:
    """p. 49, p. 51."""
    match = duel()
    match.action()
    match.set("A1", FA=skill, locked=locked)
    if locked:
        match.go("activate", figure="B1")
    else:
        match.to("shooting")
    assert form(match, "locked" if locked else "shot", "A1", target="B1").dice is dice
    match.set("B1", away=not locked)
    if not locked:
        assert not form(match, "shot", "A1", target="B1").dice


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


@pytest.mark.parametrize(("lobotomizer", "chance"), [(0, "2/9 (22 %)"), (1, "1/3 (33 %)")])
def test_how_likely_a_lobotomizer_puts_a_zombie_down(lobotomizer: int, chance: str) -> None:
    """p. 61, p. 71: 3 or more hits, and the head falls at 5 or more with the Lobotomizer's number."""
    match = duel()
    match.action()
    match.to("shooting")
    match.set("A1.g1", lobotomizer=lobotomizer)
    assert f"Puts Zombie 1 down: {chance}." in form(match, "shot", "A1", target="Z1").why
