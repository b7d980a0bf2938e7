"""Ranged Attacks (p. 49–54, p. 62–71, rulings 35, 36, 40, 42, 46)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from lastdays.errors import RuleError
from lastdays.tabletop.last_days.shooting import Shot, aim, targets
from unit.tabletop.playing import Match, carl, duel, member, shooting, side, zeke


def needed(match: Match, **shot: object) -> tuple[int, Fraction]:
    found = aim(match.state, match.rules, Shot(**shot))  # type: ignore[arg-type]
    assert found.why_not == ""
    return found.needed, found.chance


def test_the_books_example_two_hits_of_endurance_four_and_three() -> None:
    """p. 53: damage roll 3 with a rifle of Damage 3 against Endurance 4 is one, against 3 two."""
    for endurance, wounds in ((4, 1), (3, 2)):
        match = shooting(duel(zeke=zeke(gear=("hunting-rifle",))))
        match.set("B1", e_shots=endurance)
        match.go("shoot", 6, 3, gun="A1.g1", target="B1")
        assert match.state.figure("B1").damage == wounds


@pytest.mark.parametrize(
    ("change", "shot", "expected"),
    [
        ({}, {}, 4),
        ({"B1": {"ran": True}}, {}, 5),
        ({}, {"cover": "cover"}, 5),
        ({}, {"cover": "solid"}, 6),
        ({"B1": {"kit": (("s", "riot-shield"),)}}, {}, 5),
        ({"B1": {"kit": (("s", "riot-shield"),)}}, {"cover": "cover"}, 5),
        ({"A1": {"booze": True}}, {}, 5),
        ({"B1": {"ran": True}}, {"cover": "solid"}, 7),
    ],
)
def test_a_shot_at_the_living_needs(
    change: dict[str, Any],
    shot: dict[str, Any],
    expected: int,
) -> None:
    match = shooting(duel())
    for piece, values in change.items():
        match.set(piece, **values)
    found = aim(match.state, match.rules, Shot("A1.g1", "B1", **shot))
    assert found.needed == expected
    assert found.chance == Fraction(max(0, 7 - expected), 6) or found.skill == 0


def test_a_zombie_is_easier_and_point_blank_too() -> None:
    match = shooting(duel(zeke=zeke(gear=("pump-action-shotgun",))))
    assert needed(match, gun="A1.g1", target="Z1") == (3, Fraction(4, 6))
    assert needed(match, gun="A1.g1", target="Z1", close=True) == (1, Fraction(1))


def test_later_shots_are_harder_once_but_not_with_a_reflex_sight() -> None:
    from msgspec.structs import replace

    from lastdays.model.group import Item

    match = shooting(duel(zeke=zeke(gear=("military-smg",))))
    assert needed(match, gun="A1.g1", target="B1")[0] == 4
    match.go("shoot", 1, gun="A1.g1", target="B1")
    assert needed(match, gun="A1.g1", target="B1")[0] == 5
    match.go("shoot", 1, gun="A1.g1", target="B1")
    assert needed(match, gun="A1.g1", target="B1")[0] == 5
    sighted = zeke(gear=("military-smg",))
    gun = replace(sighted.gear[0], attached=(Item("r", "reflex-sight"),))
    match = shooting(duel(zeke=replace(sighted, gear=(gun,))))
    match.go("shoot", 1, gun="A1.g1", target="B1")
    assert needed(match, gun="A1.g1", target="B1")[0] == 4


def test_each_shot_is_a_token_of_noise_and_of_ammo_and_the_last_ends_the_turn_to_fire() -> None:
    match = shooting(duel(zeke=zeke(gear=("military-smg",))))
    for shots in (1, 2, 3):
        assert not match.state.figure("A1").fired
        match.go("shoot", 1, gun="A1.g1", target="B1")
        assert match.state.gun("A1.g1").ammo == shots
        assert match.state.figure("A1").noise == shots
    assert match.state.figure("A1").fired
    with pytest.raises(RuleError, match="already fired"):
        match.go("shoot", 1, gun="A1.g1", target="B1")


def test_a_noisy_gun_is_noisy_once_a_time_it_is_chosen() -> None:
    match = shooting(duel(zeke=zeke(gear=("surplus-assault-rifle",))))
    match.go("shoot", 1, gun="A1.g1", target="B1")
    match.go("shoot", 1, gun="A1.g1", target="B1")
    assert match.state.figure("A1").noise == 3  # ruling 35: Noisy 1 once, and two shots


def test_a_silencer_is_declared_spent_and_silent() -> None:
    from msgspec.structs import replace

    from lastdays.model.group import Item

    quiet = zeke(gear=("revolver",))
    gun = replace(quiet.gear[0], attached=(Item("sil", "silencer"),))
    match = duel(zeke=replace(quiet, gear=(gun,)))
    match.tap("silence", gun="A1.g1")
    shooting(match)
    match.go("shoot", 1, gun="A1.g1", target="B1")
    assert match.state.figure("A1").noise == 0
    assert match.state.gun("A1.g1").ammo == 1
    assert match.state.figure("A1").used == ("sil",)
    bow = shooting(duel(zeke=zeke(gear=("hunting-bow",))))
    bow.go("shoot", 1, gun="A1.g1", target="B1")
    assert bow.state.figure("A1").noise == 0


@pytest.mark.parametrize(("head", "dead"), [(4, False), (5, True), (6, True)])
def test_the_head_of_a_zombie(head: int, dead: bool) -> None:
    match = shooting(duel())
    said = match.go("shoot", 6, head, gun="A1.g1", target="Z1")
    assert match.state.zombie("Z1").dead is dead
    assert match.state.zombie("Z1").knock == (0 if dead else 1)
    assert match.state.figure("A1").zombies == (1 if dead else 0)
    assert ("is put down" in said) is dead


def test_sniper_and_scope_add_up_against_a_head() -> None:
    from msgspec.structs import replace

    from lastdays.model.group import Item

    sharp = zeke(gear=("military-sniper-rifle",), skills=("sniper", "gunsmith"))
    gun = replace(sharp.gear[0], attached=(Item("s", "scope"),))
    match = shooting(duel(zeke=replace(sharp, gear=(gun,))))
    match.go("shoot", 6, 2, gun="A1.g1", target="Z1")  # Lobotomizer 1 + 1 + 1
    assert match.state.zombie("Z1").dead


def test_stepped_fire_takes_the_steps_damage_and_knockback() -> None:
    match = shooting(duel(zeke=zeke(gear=("pump-action-shotgun",))))
    found = [aim(match.state, match.rules, Shot("A1.g1", "Z1", step=n)) for n in range(3)]
    assert [(f.damage, f.knockback) for f in found] == [(6, 3), (4, 2), (3, 2)]


def test_firearms_of_nothing_after_all_modifiers_misses_without_a_die() -> None:
    match = shooting(duel())
    match.set("A1", FA=1)
    match.set("B1", ran=True)
    said = match.go("shoot", gun="A1.g1", target="B1")
    assert "cannot hit" in said
    assert match.state.gun("A1.g1").ammo == 1


def test_firearms_of_nothing_hits_a_zombie_thanks_to_the_modifier() -> None:
    match = shooting(duel())
    match.set("A1", FA=0)
    assert needed(match, gun="A1.g1", target="Z1") == (6, Fraction(1, 6))  # ruling 40


def test_who_is_in_contact_neither_shoots_nor_is_shot_at_by_friends_of_his_foe() -> None:
    match = shooting(duel())
    match.touch("A2", "Z1")
    assert "Z1" not in targets(match.state, match.state.figure("A1"))
    assert "A2" in targets(match.state, match.state.figure("B1"))
    match.touch("A1", "Z2")
    assert "in contact" in aim(match.state, match.rules, Shot("A1.g1", "B1")).why_not


def test_who_has_run_does_not_shoot_and_an_empty_gun_neither() -> None:
    match = shooting(duel())
    match.set("A1", ran=True)
    assert "has run" in aim(match.state, match.rules, Shot("A1.g1", "B1")).why_not
    match.set("A1", ran=False)
    match.set("A1.g1", empty=True)
    assert "reload" in aim(match.state, match.rules, Shot("A1.g1", "B1")).why_not


def test_a_gunfighter_fires_both_and_every_shot_is_harder() -> None:
    match = shooting(duel(zeke=zeke(gear=("revolver", "semi-automatic"), skills=("gunfighter",))))
    assert needed(match, gun="A1.g1", target="B1", two_guns=True)[0] == 5
    match.go("shoot", 1, gun="A1.g1", target="B1", two_guns=True)
    assert not match.state.figure("A1").fired
    match.go("shoot", 1, gun="A1.g2", target="B1", two_guns=True)
    assert needed(match, gun="A1.g2", target="B1", two_guns=True)[0] == 5
    match.go("shoot", 1, gun="A1.g2", target="B1", two_guns=True)
    assert match.state.figure("A1").fired
    one = shooting(duel(zeke=zeke(gear=("semi-automatic", "hunting-rifle"))))
    one.go("shoot", 1, gun="A1.g1", target="B1")
    assert "cannot be fired now" in aim(one.state, one.rules, Shot("A1.g2", "B1")).why_not


def test_double_tap_costs_a_token_each_and_the_second_roll_stands() -> None:
    match = shooting(duel(zeke=zeke(skills=("double-tap",))))
    match.go("shoot", 6, 6, "yes", 1, gun="A1.g1", target="Z1")
    assert not match.state.zombie("Z1").dead
    assert match.state.gun("A1.g1").ammo == 2
    assert match.state.figure("A1").noise == 2


def test_an_explosive_hits_everyone_near_friends_too_and_is_gone() -> None:
    match = shooting(duel(zeke=zeke(gear=("thrown-explosive",))))
    match.go("shoot", 6, "A2", "Z1", "nobody", 6, 6, 1, gun="A1.g1", target="B1")
    state = match.state
    assert state.figure("B1").damage == 3  # 6 + 4 against Endurance 3
    assert state.figure("B1").out
    assert state.figure("B1").out_by == "A1"
    assert state.figure("A2").damage == 3
    assert state.zombie("Z1").knock == 5
    assert state.figure("A1").rivals == 1  # a friend is no rival
    assert state.figure("A1").noise == 3  # one shot, Noisy 2
    assert state.guns("A1") == ()
    assert state.figure("A1").used == ("zeke-0-thrown-explosive",)


def test_a_fire_bomb_at_the_ground_burns_until_the_end_of_the_next_turn() -> None:
    match = shooting(duel(zeke=zeke(gear=("fire-bomb",))))
    turn = match.state.table.turn
    match.go("shoot", 6, "nobody", gun="A1.g1", target="ground")
    (fire,) = match.state.things
    assert fire.until == turn + 1
    match.to("end")
    assert match.state.things
    match.to("close-quarters")
    match.to("end")
    assert match.state.things == ()


def test_fire_and_maneuver_three_inches_at_most() -> None:
    match = shooting(duel(zeke=zeke(gear=("minigun",), skills=("fire-and-maneuver", "gunsmith"))))
    said = [match.go("shoot", 1, gun="A1.g1", target="B1") for _n in range(4)]
    assert ["may move an inch" in s for s in said] == [True, True, True, False]


def test_locked_and_loaded_fires_its_rate_at_whoever_moved_and_is_gone() -> None:
    match = duel(zeke=zeke(gear=("semi-automatic",)))
    match.action()
    match.set("A1", locked=True)
    match.go("activate", figure="B1")
    match.go("shoot", 1, gun="A1.g1", target="B1", locked=True)
    assert match.state.figure("A1").locked
    assert aim(match.state, match.rules, Shot("A1.g1", "B1", locked=True)).needed == 5
    match.go("shoot", 1, gun="A1.g1", target="B1", locked=True)
    assert not match.state.figure("A1").locked
    assert not match.state.figure("A1").fired  # it fires again in the Shooting Phase
    assert match.state.gun("A1.g1").ammo == 2
    match.tap("finish", figure="B1")
    match.to("shooting")
    match.go("shoot", 1, gun="A1.g1", target="B1")


def test_situational_awareness_wastes_the_token_and_all_its_shots() -> None:
    match = duel(zeke=zeke(gear=("semi-automatic",)), carl=carl(skills=("situational-awareness",)))
    match.action()
    match.set("A1", locked=True)
    match.go("shoot", 6, 1, gun="A1.g1", target="B1", locked=True)
    assert not match.state.figure("A1").locked
    assert match.state.gun("A1.g1").ammo == 2
    assert match.state.figure("A1").noise == 2
    match.set("A1", locked=True)
    match.go("shoot", 1, 6, 1, gun="A1.g1", target="B1", locked=True)
    assert match.state.figure("A1").locked


def test_a_car_alarm_goes_off_on_a_six() -> None:
    match = shooting(duel(zeke=zeke(gear=("semi-automatic",))))
    match.tap("place", sort="alarm")
    match.go("shoot", 1, 5, gun="A1.g1", target="B1", vehicle="T1")
    assert match.state.thing("T1").noise == 0
    match.go("shoot", 1, 6, gun="A1.g1", target="B1", vehicle="T1")
    assert match.state.thing("T1").noise == 3
    match.to("noise")
    assert match.state.thing("T1").noise_due == 3


def test_a_highly_specialized_gun_needs_a_gunsmith() -> None:
    match = shooting(duel(zeke=zeke(gear=("minigun",))))
    assert "Gunsmith" in aim(match.state, match.rules, Shot("A1.g1", "B1")).why_not


def test_armour_and_vest_count_against_shots() -> None:
    match = shooting(duel(carl=carl(gear=("club", "tactical-vest"))))
    match.go("shoot", 6, 6, gun="A1.g1", target="B1")  # 6 + 3 against 3 + 2
    assert match.state.figure("B1").damage == 1


def test_three_of_each_side_shoot_in_turn_from_the_defender() -> None:
    from lastdays.tabletop.last_days.turn import whose_turn

    match = Match(
        side("Truckers", zeke(), member("Mo", "gang-member", ("revolver",))),
        side("Crew", carl()),
    )
    shooting(match)
    assert whose_turn(match.state, match.rules) == "B"
    match.go("shoot", 1, gun="B1.g1", target="A1")
    assert whose_turn(match.state, match.rules) == "A"
    match.go("shoot", 1, gun="A1.g1", target="B1")
    assert whose_turn(match.state, match.rules) == "A"  # Carl has fired: the rest of A follows
