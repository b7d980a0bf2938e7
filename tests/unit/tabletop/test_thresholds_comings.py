"""Who comes, what is due and what a side begins with, in the cases next to the usual one (p. 36,
p. 40, p. 65, p. 99–107)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.procedure.asks import Roll
from lastdays.rulebook.entries import Dice
from lastdays.tabletop.last_days.setup import Setup, camps
from unit.tabletop.playing import Match, carl, duel, member, side, zeke
from unit.tabletop.showing import begun

# The Menace Phase


@pytest.mark.parametrize(
    ("held", "broke", "comes"),
    [("B2", False, True), ("B2", True, False), ("A2", False, False)],
)
def test_only_a_defender_who_holds_on_comes_instead_of_a_zombie(
    held: str, broke: bool, comes: bool
) -> None:
    """p. 99: those held back of a side that has not broken."""
    match = Match(
        side("T", zeke(), member("Mo"), role="attacker"),
        side("C", carl(), member("Lou"), role="defender"),
        encounter="bushwhack",
    )
    match.set(held, part="held-back")
    match.set("B", broke=broke)
    match.set("A1", noise=5)
    match.to("noise")
    match.go("noise", 6, *(("zombie",) if comes else ()), who="A1")
    assert len(match.state.zombies) == 4


@pytest.mark.parametrize(("encounter", "drawn"), [("scavengers", 1), ("the-escape", 2)])
def test_the_table_counts_what_was_drawn(encounter: str, drawn: int) -> None:
    """p. 40, p. 107."""
    match = Match(side("T", zeke()), side("C", carl()), encounter=encounter)
    match.set("A1", noise=5)
    match.to("noise")
    match.go("noise", 6, who="A1")
    assert match.state.table.drawn == drawn


# The vehicle


def test_a_gear_head_rolls_two_dice_for_the_vehicle() -> None:
    """p. 65, p. 107: one easier for each Interact before, and an objective for who starts it."""
    skilled = zeke(skills=("gear-head",))
    match = Match(side("T", skilled), side("C", carl()), encounter="the-escape")
    match.action()
    match.go("activate", figure="A1")
    match.set("table", repairs=7)
    asked = begun(match, "act", "vehicle", figure="A1", action="interact").ask
    assert isinstance(asked, Roll)
    assert asked.dice == Dice(2, 6)
    assert "D6 + 10, 15 or more" in asked.question
    match.drop()
    match.go("act", "vehicle", (1, 4), figure="A1", action="interact")
    assert (match.state.table.repairs, match.state.table.started) == (8, "")
    match.set("A1", ap=3)
    match.go("act", "vehicle", (4, 1), figure="A1", action="interact")
    assert (match.state.table.repairs, match.state.table.started) == (9, "A1")
    assert match.state.figure("A1").objectives == 1


# What a side begins with


def test_nobody_defends_where_the_encounter_has_no_roles() -> None:
    """p. 102."""
    match = Match(side("T", zeke(), role="attacker"), side("C", carl(), role="defender"))
    assert [t.role for t in match.state.teams] == ["", ""]


@pytest.mark.parametrize(("captor", "held"), [("", True), ("h", True), ("x", False)])
def test_whose_captive_may_be_rescued_here(captor: str, held: bool) -> None:
    """p. 104; ruling 74: one whom somebody at the table holds, or nobody knows who."""
    ann = replace(member("Ann"), status="captured", captor=captor)
    sides = (side("T", zeke(), group="g", captured=(ann,)), side("C", carl(), group="h"))
    assert camps(Setup("rescue", sides))["A"].captured is held
    match = Match(*sides, encounter="rescue")
    assert bool(match.state.team("A").captured) is held


# Who is back


@pytest.mark.parametrize("locked", [True, False])
def test_who_is_back_in_the_same_turn_has_the_token_it_had(locked: bool) -> None:
    """p. 48."""
    match = duel()
    match.action()
    match.set("A1", locked=locked)
    match.tap("out", figure="A1", by="B1")
    match.tap("back", figure="A1")
    assert match.state.figure("A1").locked is locked
    match.tap("out", figure="A1", by="B1")
    match.action()
    match.tap("back", figure="A1")
    assert not match.state.figure("A1").locked


def test_a_leader_who_walked_off_leads_no_more_once_another_is_named() -> None:
    """p. 46; ruling 39."""
    match = Match(side("T", zeke(), member("Mo"), member("Ed")), side("C", carl()))
    match.action()
    match.tap("leave", figure="A1")
    match.go("leader", "A3", team="A")
    assert [f.id for f in match.state.figures("A") if f.leads] == ["A3"]


# Steps


def test_noise_comes_off_with_the_last_step_of_the_menace_phase() -> None:
    """p. 40; ruling 33."""
    match = duel()
    match.set("A1", noise=2)
    match.set("A1.g1", ammo=2)
    match.to("noise")
    for phase in ("ammo", "zombies"):
        said = match.tap("next")
        assert "come off" not in said
        assert ("Noise was not rolled for: Zeke." in said) is (phase == "ammo")
        assert (match.state.table.phase, match.state.figure("A1").noise) == (phase, 2)
    assert "Noise tokens come off: 2 from Zeke." in match.tap("next")
    assert match.state.figure("A1").noise == 0


def test_a_fire_goes_out_with_the_turn_and_a_door_stays() -> None:
    """p. 35, p. 70."""
    match = duel()
    match.action()
    for sort in ("fire", "door", "fire"):
        match.tap("place", sort=sort)
    match.set("T1", until=match.state.table.turn)
    match.to("end")
    assert [t.id for t in match.state.things] == ["T2", "T3"]


def test_who_attacks_is_decided_before_the_game() -> None:
    """p. 99."""
    match = Match(side("T", zeke()), side("C", carl()), encounter="bushwhack")
    match.set("table", phase="action", aggressor="A")
    with pytest.raises(RuleError, match="already decided"):
        match.go("sides")
