"""Close Quarters Combat (p. 55–57, p. 60–69, rulings 41, 42, 45)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lastdays.errors import RuleError
from lastdays.tabletop.last_days.fighting import Fight, weigh
from lastdays.tabletop.last_days.turn import whose_turn
from unit.tabletop.playing import Match, carl, duel, fighting, member, side, zeke


def cqc(match: Match, attacker: str, defender: str, **more: object) -> tuple[int, int]:
    found = weigh(match.state, match.rules, Fight(attacker, defender, **more))  # type: ignore[arg-type]
    return found.attack.cqc, found.defence.cqc


def test_the_books_example_a_club_and_strength_three_against_endurance_four() -> None:
    """p. 56: 2 + 1 + 3 is 6: one point against Endurance 4, two against 3."""
    for endurance, wounds in ((4, 1), (3, 2)):
        match = fighting(duel(), ("A1", "B1"), aggressor="B")
        match.set("A1", E=endurance)
        match.go("fight", 6, 1, 2, attacker="B1", defender="A1", arms="B1.b1", guard="A1.b1")
        assert match.state.figure("A1").damage == wounds


def test_modifiers_of_weapon_zombie_numbers_and_shield() -> None:
    match = fighting(duel(), ("A1", "Z1"))
    assert cqc(match, "A1", "Z1", arms="A1.b1") == (6, 2)  # 4, knife +1, zombie +1
    match.touch("A1", "Z2")
    assert cqc(match, "A1", "Z1", arms="A1.b1") == (5, 2)
    match.touch("A2", "Z1")
    assert cqc(match, "A1", "Z1", arms="A1.b1") == (5, 1)
    assert cqc(match, "Z1", "A1", guard="A1.b1") == (1, 4)
    match.set("A1", kit=(("s", "riot-shield"),))
    assert cqc(match, "Z1", "A1", guard="A1.b1") == (1, 6)
    assert cqc(match, "A1", "Z1", arms="A1.b1") == (5, 1)  # no help in attack
    match.set("A1", skills=("crowd-control",))
    assert cqc(match, "A1", "Z1", arms="A1.b1") == (6, 1)
    match.set("A1", booze=True)
    assert cqc(match, "A1", "Z1", arms="A1.b1") == (7, 1)


def test_cqc_never_falls_below_nothing() -> None:
    match = fighting(duel(), ("A2", "B1"))
    match.set("B1", CQC=0)
    match.touch("B1", "Z1")
    assert cqc(match, "B1", "A2", arms="B1.b1")[0] == 0


def test_a_frontline_fighter_helps_friends_only() -> None:
    match = fighting(duel(mo=member("Mo", skills=("frontline-fighter",))), ("A1", "B1"))
    assert cqc(match, "A1", "B1", arms="A1.b1", attacker_near=True)[0] == 6


def test_martial_arts_only_without_a_weapon() -> None:
    fists = zeke(gear=("revolver",), skills=("martial-arts",))
    match = fighting(duel(zeke=fists), ("A1", "B1"))
    assert cqc(match, "B1", "A1", arms="B1.b1", guard="A1.b0") == (3, 4)
    match.go("fight", 6, 1, 1, attacker="A1", defender="B1", arms="A1.b0", guard="B1.b1")
    assert match.state.figure("B1").damage == 2  # 1 + 4 + 1 against Endurance 3
    armed = fighting(duel(zeke=zeke(skills=("martial-arts",))), ("A1", "B1"))
    assert cqc(armed, "B1", "A1", arms="B1.b1", guard="A1.b1") == (4, 5)


@pytest.mark.parametrize(("aggressor", "won"), [("A", True), ("B", False)])
def test_a_tie_with_like_cqc_goes_to_the_aggressor(aggressor: str, won: bool) -> None:
    match = fighting(duel(zeke=zeke(gear=("club",))), ("A1", "B1"), aggressor=aggressor)
    dice = (3, 3, 1) if won else (3, 3)
    said = match.go("fight", *dice, attacker="A1", defender="B1", arms="A1.b1", guard="B1.b1")
    assert ("beats" in said) is won


def test_a_tie_with_unlike_cqc_and_of_the_dead() -> None:
    match = fighting(duel(), ("A1", "B1"), aggressor="B")
    said = match.go("fight", 2, 3, 1, attacker="A1", defender="B1", arms="A1.b1", guard="B1.b1")
    assert "beats" in said  # 7 each, the knife makes CQC 5 against 4
    match = fighting(duel(), ("A1", "Z1"), aggressor="B")
    match.set("A1", CQC=1, fought=True)  # knife: 2 against 2, and neither is the Aggressor's
    said = match.go("fight", 3, 3, attacker="Z1", defender="A1", guard="A1.b1")
    assert "fails to beat" in said  # ruling 41: to the model attacked
    match = fighting(duel(), ("A1", "Z1"), aggressor="A")
    match.set("A1", CQC=1, fought=True)
    said = match.go("fight", 3, 3, attacker="Z1", defender="A1", guard="A1.b1")
    assert "fails to beat" in said


def test_a_dirty_fighter_wins_ties_and_strikes_even_defending() -> None:
    match = fighting(duel(carl=carl(skills=("dirty-fighter",))), ("A1", "B1"))
    match.go("fight", 1, 2, 6, attacker="A1", defender="B1", arms="A1.b1", guard="B1.b1")
    assert match.state.figure("A1").damage == 3  # 6 + 3 + 1 against 3
    assert match.state.figure("B1").rivals == 1
    both = fighting(
        duel(zeke=zeke(skills=("dirty-fighter",)), carl=carl(skills=("dirty-fighter",))),
        ("A1", "B1"),
    )
    said = both.go("fight", 1, 2, 1, attacker="A1", defender="B1", arms="A1.b1", guard="B1.b1")
    assert "beats" in said  # as usual: the higher CQC


def test_the_chance_is_that_of_the_thirty_six_throws() -> None:
    match = fighting(duel(), ("A1", "B1"))
    found = weigh(match.state, match.rules, Fight("A1", "B1", "A1.b1", "B1.b1"))
    won = sum(a + 5 >= b + 4 for a in range(1, 7) for b in range(1, 7))
    assert found.chance == Fraction(won, 36)


@pytest.mark.parametrize(("die", "dead"), [(3, False), (4, True)])
def test_the_head_with_a_knife_and_for_a_headhunter(die: int, dead: bool) -> None:
    match = fighting(duel(), ("A1", "Z1"))
    match.go("fight", 6, 1, die, attacker="A1", defender="Z1", arms="A1.b1")
    assert match.state.zombie("Z1").dead is dead  # Lobotomizer 1
    assert match.state.zombie("Z1").knock == 0  # no knockback in close combat
    hunter = fighting(duel(zeke=zeke(skills=("headhunter",))), ("A1", "Z1"))
    hunter.go("fight", 6, 1, 3, attacker="A1", defender="Z1", arms="A1.b1")
    assert hunter.state.zombie("Z1").dead


def test_disarm_instead_of_damage() -> None:
    match = fighting(duel(zeke=zeke(skills=("disarm",))), ("A1", "B1"))
    said = match.go(
        "fight", 6, 1, "disarm", 2, "B1.b1",
        attacker="A1", defender="B1", arms="A1.b1", guard="B1.b1",
    )  # fmt: skip
    assert "loses Club" in said
    assert match.state.figure("B1").damage == 0
    assert [b.name for b in match.state.blades("B1")] == ["Unarmed"]
    assert match.state.figure("B1").used == ()  # it is back after the game


def test_subdue_keeps_the_enemy_from_attacking() -> None:
    match = fighting(duel(zeke=zeke(skills=("subdue",))), ("A1", "B1"))
    match.go("subdue", 6, 1, figure="A1")
    assert match.state.figure("B1").fought
    assert match.state.figure("A1").fought
    late = fighting(duel(zeke=zeke(skills=("subdue",))), ("A1", "B1"))
    late.touch("A1", "Z1")
    with pytest.raises(RuleError):
        late.go("subdue", 6, 1, figure="A1")


def test_a_chainsaw_is_heard_attacking_and_defending() -> None:
    match = fighting(duel(mo=member("Mo", gear=("chainsaw",))), ("A2", "B1"))
    match.go("fight", 1, 6, attacker="A2", defender="B1", arms="A2.b1", guard="B1.b1")
    assert match.state.figure("A2").noise == 2
    match.go("fight", 1, 6, attacker="B1", defender="A2", arms="B1.b1", guard="A2.b1")
    assert match.state.figure("A2").noise == 4


def test_the_living_first_then_the_dead_side_by_side() -> None:
    match = fighting(duel(), ("A1", "Z1"), ("A2", "Z2"), ("B1", "Z3"))
    order = []
    for _turn in range(3):
        team = whose_turn(match.state, match.rules)
        order.append(team)
        figure = next(
            f for f in match.state.standing(team) if not f.fought and match.state.touching(f.id)
        )
        (zombie,) = match.state.touching(figure.id)
        arms = match.state.blades(figure.id)[0].id
        match.go("fight", 1, 6, attacker=figure.id, defender=zombie, arms=arms)
    assert order == ["A", "B", "A"]
    choosers = []
    for zombie, defender in (("Z1", "A1"), ("Z2", "A2"), ("Z3", "B1")):
        choosers.append(whose_turn(match.state, match.rules))
        guard = match.state.blades(defender)[0].id
        match.go("fight", 1, 6, attacker=zombie, defender=defender, guard=guard)
    assert choosers == ["A", "B", "A"]  # the Aggressor's choice first


def test_a_zombies_bite_and_who_took_whom_out() -> None:
    match = fighting(duel(), ("A2", "Z1"))
    with pytest.raises(RuleError, match="living attack first"):
        match.go("fight", attacker="Z1", defender="A2", guard="A2.b1")
    match.set("A2", fought=True)
    match.go("fight", 6, 1, 6, attacker="Z1", defender="A2", guard="A2.b1")
    mo = match.state.figure("A2")
    assert mo.out
    assert mo.out_by == "zombie"
    assert match.state.touching("Z1") == ()
    assert match.state.team("A").losses == 1


def test_a_door_is_hit_by_itself_and_goes_at_two() -> None:
    match = Match(side("Raiders", zeke(), role="attacker"), side("Home", carl(), role="defender"),
                  encounter="home-defense")  # fmt: skip
    fighting(match)
    match.go("beat-door", 4, zombie="Z1", door="T1")
    assert match.state.thing("T1").damage == 1
    match.go("beat-door", 1, zombie="Z2", door="T1")
    with pytest.raises(RuleError):
        match.go("beat-door", 1, zombie="Z3", door="T1")
    assert "T1" not in {t.id for t in match.state.things}
