"""Close combat at the number needed and at one below it, with numbers as the book prints them
(p. 10, p. 35, p. 55–56, p. 61–69, p. 76–79; rulings 35, 41, 42, 45)."""

from __future__ import annotations

from typing import Any

import pytest

from lastdays.errors import RuleError
from lastdays.model.group import Member
from lastdays.tabletop.last_days.combat import frontline, may_subdue
from lastdays.tabletop.last_days.state import Figure, Marker, Zombie
from lastdays.tabletop.last_days.turn import whose_turn
from sure import as_a
from unit.tabletop import playing as plays
from unit.tabletop.playing import Match, carl, duel, fighting, member, side, zeke


def wins(match: Match, mine: int, theirs: int, **fight: object) -> bool:
    """Whether the attacker goes on to roll after both dice."""
    match._add(plays.start(match.state, match.rules, "fight", {**ZEKE_AT_CARL, **fight}))
    for die in (mine, theirs):
        match._add(plays.answer(match.state, match.rules, die, "typed"))
    return plays.standing(match.state, match.rules) is not None


ZEKE_AT_CARL = {"attacker": "A1", "defender": "B1", "arms": "A1.b1", "guard": "B1.b1"}
ZEKE_AT_ZOMBIE = {"attacker": "A1", "defender": "Z1", "arms": "A1.b1", "guard": ""}


def clubs(**more: object) -> Match:
    """Zeke and Carl, CQC 4 each, with a club each; Mo with a Frontline Fighter's skill."""
    skilled = member("Mo", skills=("frontline-fighter",))
    return duel(zeke=zeke(gear=("club",), **more), mo=skilled, carl=carl(gear=("club",)))


# Who wins


@pytest.mark.parametrize(
    ("change", "fight", "ahead"),
    [
        # How many points of CQC the attacker is ahead of CQC 4 against 4.
        ({}, {}, 0),
        ({"A1": {"CQC": 6}}, {}, 2),
        ({"A1": {"CQC": 2}}, {}, -2),
        ({"B1": {"CQC": 5}}, {}, -1),
        ({"A1": {"booze": True}}, {}, 1),
        ({"B1": {"booze": True}}, {}, -1),
        ({}, {"attacker_near": True}, 1),
        ({}, {"defender_near": True}, -1),
        ({"A1": {"kit": (("s", "riot-shield"),)}}, {}, 0),
        ({"B1": {"kit": (("s", "riot-shield"),)}}, {}, -2),
        ({"A1.b1": {"cqc": 1}}, {}, 1),
        ({"A1.b1": {"cqc": -1}}, {}, -1),
        ({"B1.b1": {"cqc": 1}}, {}, -1),
        ({"B1.b1": {"cqc": -1}}, {}, 1),
        ({"B1": {"skills": ("martial-arts",)}}, {}, 0),
        ({"B1": {"skills": ("martial-arts",)}, "B1.b1": {"gone": True}}, {"guard": "B1.b0"}, -1),
        ({"A1": {"skills": ("martial-arts",)}, "A1.b1": {"gone": True}}, {"arms": "A1.b0"}, 0),
        ({"A1": {"CQC": 0}}, {}, -4),
    ],
)
def test_the_higher_total_wins_a_tie_goes_to_the_higher_skill_then_to_the_aggressor(
    change: dict[str, Any],
    fight: dict[str, bool | str],
    ahead: int,
) -> None:
    """p. 55, p. 65–66, p. 76–78: the Aggressor's model attacks."""
    tie = 0 if ahead >= 0 else 1
    theirs = 4 if ahead > 0 else 2
    needed = theirs - ahead + tie
    if needed > 6:
        theirs, needed = 1, 1 - ahead + tie
    for mine in (needed, needed - 1):
        match = fighting(clubs(), ("A1", "B1"))
        for piece, values in change.items():
            match.set(piece, **values)
        assert wins(match, mine, theirs, **fight) is (mine == needed)


@pytest.mark.parametrize(
    ("dirty", "mine", "theirs", "struck"),
    [
        ("A1", 3, 3, "B1"),
        ("B1", 3, 3, "A1"),
        ("A1", 2, 3, ""),
        ("B1", 2, 3, ""),
        ("A1", 3, 2, "B1"),
        ("B1", 3, 2, "B1"),
    ],
)
def test_a_dirty_fighter_has_ties_only(dirty: str, mine: int, theirs: int, struck: str) -> None:
    """p. 63: attacking or defending, whoever is the Aggressor; lost by one it is lost."""
    match = fighting(clubs(), ("A1", "B1"), aggressor="B" if dirty == "A1" else "A")
    match.set(dirty, skills=("dirty-fighter",))
    match.go("fight", mine, theirs, *((6,) if struck else ()), **ZEKE_AT_CARL)
    hurt = {i for i in ("A1", "B1") if match.state.figure(i).damage}
    assert hurt == ({struck} if struck else set())


def test_two_dirty_fighters_tie_as_usual_and_strike_nobody_defending() -> None:
    match = fighting(clubs(), ("A1", "B1"), aggressor="B")
    for figure in ("A1", "B1"):
        match.set(figure, skills=("dirty-fighter",))
    match.go("fight", 3, 3, **ZEKE_AT_CARL)
    assert (match.state.figure("A1").damage, match.state.figure("B1").damage) == (0, 0)


@pytest.mark.parametrize(
    ("skill", "crowd", "skills", "needed"),
    [
        # Zeke, CQC 4 and +1 against the dead, a club; the zombie has CQC 2 and rolls a 6.
        (4, 1, (), 3),
        (4, 2, (), 4),
        (4, 3, (), 5),
        (3, 3, (), 6),
        (4, 3, ("crowd-control",), 3),
    ],
)
def test_the_living_against_the_dead_with_others_in_contact(
    skill: int, crowd: int, skills: tuple[str, ...], needed: int
) -> None:
    """p. 55, p. 59, p. 62: +1 at a zombie, −1 for each enemy after the first; a tie is the
    higher CQC's."""
    for mine, won in ((needed, True), (needed - 1, False)):
        match = clubs(skills=skills)
        fighting(match, *(("A1", f"Z{n + 1}") for n in range(crowd)))
        match.set("A1", CQC=skill)
        assert wins(match, mine, 6, **ZEKE_AT_ZOMBIE) is won


@pytest.mark.parametrize(("others", "needed"), [(0, 4), (1, 5), (2, 6)])
def test_a_zombie_among_several_of_the_living(others: int, needed: int) -> None:
    """p. 55: CQC 2, one less for each enemy after the first, never below 0; no bonus of its own.
    Against CQC 3 with a club and a die of 2; a tie goes to the living."""
    names = ("Mo", "Ed", "Al")[: others + 1]
    match = Match(side("T", *(member(n, gear=("club",)) for n in names)), side("C", carl()))
    fighting(match, *((f"A{n + 1}", "Z1") for n in range(others + 1)))
    for n in range(others + 1):
        match.set(f"A{n + 1}", fought=True)
    before = match.state
    for die, won in ((needed, True), (needed - 1, False)):
        match.state = before
        given = {"attacker": "Z1", "defender": "A1", "arms": "", "guard": "A1.b1"}
        assert wins(match, die, 2, **given) is won


def test_a_skill_below_nothing_is_nothing() -> None:
    """p. 55."""
    match = clubs()
    fighting(match, ("A1", "Z1"), ("A1", "Z2"), ("A1", "Z3"))
    match.set("A1", CQC=0)  # +1 at a zombie, −2 for two more
    assert wins(match, 4, 1, **ZEKE_AT_ZOMBIE)
    match = clubs()
    fighting(match, ("A1", "Z1"), ("A1", "Z2"), ("A1", "Z3"))
    match.set("A1", CQC=0)
    assert not wins(match, 3, 1, **ZEKE_AT_ZOMBIE)


@pytest.mark.parametrize(
    ("weapon", "cqc"),
    [("chainsaw", -1), ("club", 0), ("heavy-blade", 1), ("heavy-club", -1), ("knife", 1)],
)
def test_each_weapons_skill(weapon: str, cqc: int) -> None:
    """p. 76: with CQC 4 against CQC 4, a tie to the higher."""
    for theirs in (3, 4, 5):
        match = duel(zeke=zeke(gear=(weapon,)), carl=carl(gear=("club",)))
        fighting(match, ("A1", "B1"))
        behind = 4 + cqc - theirs
        assert wins(match, 4, theirs) is (behind > 0 or (behind == 0 and cqc >= 0))


# Damage


@pytest.mark.parametrize(
    ("bearer", "plus"),
    [
        # Strength 4 and what the weapon adds.
        (zeke(gear=("knife",)), 4),
        (zeke(gear=("club",)), 5),
        (zeke(gear=("heavy-blade",)), 6),
        (zeke(gear=("heavy-club",)), 7),
        (zeke(gear=("chainsaw",)), 8),
        (zeke(gear=("revolver",)), 4),
        (zeke(gear=("revolver",), skills=("martial-arts",)), 5),
        (zeke(gear=("knife",), skills=("martial-arts",)), 4),
    ],
)
def test_a_blow_is_a_die_strength_and_weapon_divided_by_endurance(
    bearer: Member, plus: int
) -> None:
    """p. 56, p. 66, p. 76: ten in all against Endurance 5 is two, nine is one."""
    arms = "A1.b1" if {"revolver"} != {i.key for i in bearer.gear} else "A1.b0"
    for die, points in ((10 - plus, 2), (9 - plus, 1)):
        match = fighting(duel(zeke=bearer), ("A1", "B1"))
        match.set("A1", CQC=6)
        match.set("B1", E=5, DC=9)
        match.go("fight", 6, 1, die, **{**ZEKE_AT_CARL, "arms": arms})
        assert match.state.figure("B1").damage == points


@pytest.mark.parametrize(
    ("endurance", "die", "points"),
    [(1, 1, 6), (2, 1, 3), (3, 1, 2), (3, 3, 2), (3, 4, 3), (4, 2, 1), (4, 3, 2), (6, 1, 1)],
)
def test_a_blow_of_five_and_a_die_against_each_endurance(
    endurance: int, die: int, points: int
) -> None:
    """p. 56: Strength 4 and a club, rounded down."""
    match = fighting(clubs(), ("A1", "B1"))
    match.set("B1", E=endurance, DC=9)
    match.go("fight", 6, 1, die, **ZEKE_AT_CARL)
    assert match.state.figure("B1").damage == points


@pytest.mark.parametrize(
    ("gear", "die", "points"),
    [
        # Strength 3 and a club against Endurance 3; only Assault Armour helps here.
        ((), 2, 2),
        ((), 1, 1),
        (("tactical-vest",), 2, 2),
        (("assault-armour",), 1, 1),
        (("assault-armour",), 5, 1),
        (("assault-armour",), 6, 2),
    ],
)
def test_armour_in_close_combat(gear: tuple[str, ...], die: int, points: int) -> None:
    """p. 77, p. 79."""
    match = duel(mo=member("Mo", gear=("club",)), carl=carl(gear=("club", *gear)))
    fighting(match, ("A2", "B1"))
    given = {"attacker": "A2", "defender": "B1", "arms": "A2.b1", "guard": "B1.b1"}
    match.go("fight", 6, 1, die, **given)
    assert match.state.figure("B1").damage == points


@pytest.mark.parametrize(("die", "points"), [(1, 1), (2, 1), (3, 2), (5, 2), (6, 3)])
def test_a_zombies_bite_is_strength_three(die: int, points: int) -> None:
    """p. 59: against Endurance 3."""
    match = fighting(duel(), ("A2", "Z1"))
    match.set("A2", fought=True)
    match.go("fight", 6, 1, die, attacker="Z1", defender="A2", guard="A2.b1")
    assert match.state.figure("A2").damage == points
    assert match.state.figure("A2").out is (points == 3)


def test_an_endurance_of_nothing_divides_like_one() -> None:
    match = fighting(clubs(), ("A1", "B1"))
    match.set("B1", E=0, DC=9)
    match.go("fight", 6, 1, 1, **ZEKE_AT_CARL)
    assert match.state.figure("B1").damage == 6


@pytest.mark.parametrize(
    ("bearer", "arms", "needed"),
    [
        (zeke(gear=("club",)), "A1.b1", 5),
        (zeke(gear=("revolver",)), "A1.b0", 5),
        (zeke(gear=("revolver",), skills=("martial-arts",)), "A1.b0", 5),
        (zeke(gear=("knife",)), "A1.b1", 4),
        (zeke(gear=("heavy-blade",)), "A1.b1", 4),
        (zeke(gear=("heavy-club",)), "A1.b1", 4),
        (zeke(gear=("chainsaw",)), "A1.b1", 3),
        (zeke(gear=("club",), skills=("headhunter",)), "A1.b1", 4),
        (zeke(gear=("chainsaw",), skills=("headhunter",)), "A1.b1", 2),
        (zeke(gear=("knife",), skills=("sniper",)), "A1.b1", 4),
    ],
)
def test_the_head_at_five_less_lobotomizer(bearer: Member, arms: str, needed: int) -> None:
    """p. 61, p. 66, p. 76; ruling 42: no knockback in close combat."""
    for die, dead in ((needed, True), (needed - 1, False)):
        match = fighting(duel(zeke=bearer), ("A1", "Z1"))
        match.go("fight", 6, 1, die, **{**ZEKE_AT_ZOMBIE, "arms": arms})
        assert match.state.zombie("Z1").dead is dead
        assert match.state.zombie("Z1").damage == (1 if dead else 0)
        assert match.state.zombie("Z1").knock == 0
        assert match.state.figure("A1").zombies == (1 if dead else 0)


@pytest.mark.parametrize(("weapon", "noise"), [("chainsaw", 2), ("club", 0), ("heavy-club", 0)])
def test_a_noisy_weapon_is_heard_at_each_use(weapon: str, noise: int) -> None:
    """p. 71, p. 76; ruling 35."""
    match = fighting(duel(zeke=zeke(gear=(weapon,))), ("A1", "B1"))
    match.go("fight", 1, 6, **ZEKE_AT_CARL)
    assert match.state.figure("A1").noise == noise
    back = {"attacker": "B1", "defender": "A1", "arms": "B1.b1", "guard": "A1.b1"}
    match.go("fight", 1, 6, **back)
    assert match.state.figure("A1").noise == 2 * noise


# Disarm, Subdue


@pytest.mark.parametrize(("strength", "needed"), [(4, 2), (3, 3), (2, 4), (1, 5), (0, 6)])
def test_disarm_is_strength_six(strength: int, needed: int) -> None:
    """p. 63."""
    for die, gone in ((needed, True), (needed - 1, False)):
        match = fighting(
            duel(zeke=zeke(skills=("disarm",)), carl=carl(gear=("club",))), ("A1", "B1")
        )
        match.set("A1", S=strength)
        if die == 0:
            continue
        match.go("fight", 6, 1, "disarm", die, **ZEKE_AT_CARL)
        assert [b.name for b in match.state.blades("B1")] == ["Unarmed" if gone else "Club"]
        assert match.state.figure("B1").damage == 0


def test_disarm_reaches_the_last_weapon_only_and_nobody_unarmed() -> None:
    """p. 63: armed with any type of weapon; the striker's player names which of several."""
    match = fighting(duel(zeke=zeke(skills=("disarm",))), ("A1", "B1"))
    match.go("fight", 6, 1, "disarm", 6, "B1.g1", **ZEKE_AT_CARL)
    assert match.state.guns("B1") == ()
    match.set("A1", fought=False)
    match.go("fight", 6, 1, "disarm", 6, **ZEKE_AT_CARL)  # one is left: nothing to name
    match.set("A1", fought=False)
    match.go("fight", 6, 1, 1, **{**ZEKE_AT_CARL, "guard": "B1.b0"})  # none is: plain damage
    assert match.state.figure("B1").damage == 1
    armed = fighting(
        duel(zeke=zeke(skills=("disarm",)), carl=carl(gear=("revolver",))), ("A1", "B1")
    )
    armed.go("fight", 6, 1, "disarm", 6, **{**ZEKE_AT_CARL, "guard": "B1.b0"})
    assert armed.state.guns("B1") == ()


def test_who_only_defends_disarms_nobody() -> None:
    """Ruling 41: a Dirty Fighter who ties in defence rolls damage."""
    match = fighting(clubs(), ("A1", "B1"))
    match.set("B1", skills=("dirty-fighter", "disarm"))
    match.go("fight", 3, 3, 6, **ZEKE_AT_CARL)
    assert match.state.figure("A1").damage == 3


@pytest.mark.parametrize(
    ("strength", "other", "mine", "theirs", "held"),
    [
        (4, 3, 3, 3, True),
        (4, 3, 3, 4, True),  # a draw goes to the higher characteristic
        (4, 3, 3, 5, False),
        (3, 3, 4, 3, True),
        (3, 3, 3, 3, False),  # then to the one who did not begin
        (3, 4, 4, 3, False),
        (3, 4, 5, 3, True),
    ],
)
@pytest.mark.parametrize("foe", ["B1", "Z1"])
def test_subdue_is_an_opposed_test_of_strength(
    strength: int, other: int, mine: int, theirs: int, held: bool, foe: str
) -> None:
    """p. 10, p. 69."""
    match = fighting(duel(zeke=zeke(skills=("subdue",))), ("A1", foe))
    match.set("A1", S=strength)
    match.set(foe, S=other)
    match.go("subdue", mine, theirs, figure="A1")
    assert match.state.figure("A1").fought
    found = match.state.pieces[foe]
    assert isinstance(found, Figure | Zombie)
    assert found.fought is held


def test_whom_a_model_may_subdue() -> None:
    """p. 69: only one that is alone in contact, instead of attacking."""
    match = fighting(duel(zeke=zeke(skills=("subdue",))), ("A1", "B1"))
    assert may_subdue(match.state, match.state.figure("A1")) == "B1"
    match.touch("A1", "Z1")
    assert may_subdue(match.state, match.state.figure("A1")) == ""
    alone = fighting(duel(zeke=zeke(skills=("subdue",))))
    assert may_subdue(alone.state, alone.state.figure("A1")) == ""
    done = fighting(duel(zeke=zeke(skills=("subdue",))), ("A1", "B1"))
    done.set("A1", fought=True)
    assert may_subdue(done.state, done.state.figure("A1")) == ""
    unskilled = fighting(duel(), ("A1", "B1"))
    assert may_subdue(unskilled.state, unskilled.state.figure("A1")) == ""


# Doors, order


@pytest.mark.parametrize(
    ("die", "sturdy", "damage", "gone"),
    [
        # Strength 3 against Endurance 4: 4 is one point, 8 is two.
        (1, False, 1, False),
        (4, False, 1, False),
        (5, False, 2, True),
        (5, True, 2, False),
    ],
)
def test_a_zombie_at_a_door(die: int, sturdy: bool, damage: int, gone: bool) -> None:
    """p. 35, p. 82: Damage Capacity 2, and one more where it is reinforced."""
    match = Match(
        side("Raiders", zeke(), role="attacker"),
        side("Home", carl(), role="defender", perks=("reinforced-doors",) if sturdy else ()),
        encounter="home-defense",
    )
    fighting(match)
    match.go("beat-door", die, zombie="Z1", door="T1")
    found = as_a(Marker, match.state.pieces["T1"])
    assert (found.damage, found.gone) == (damage, gone)
    if gone:
        with pytest.raises(RuleError):
            match.go("beat-door", 1, zombie="Z2", door="T1")
    if sturdy:
        match.go("beat-door", 1, zombie="Z2", door="T1")
        assert as_a(Marker, match.state.pieces["T1"]).gone


def test_a_flimsy_door_takes_every_point() -> None:
    """p. 35, a pack's door of Endurance 1: Strength 3 and a 1 are four points."""
    match = duel()
    fighting(match)
    match.tap("place", sort="door")
    match.set("T1", E=1, capacity=9)
    match.go("beat-door", 1, zombie="Z1", door="T1")
    assert as_a(Marker, match.state.pieces["T1"]).damage == 4


def test_whether_a_frontline_fighter_may_be_near() -> None:
    """p. 65: a friend, and not the fighter."""
    match = clubs()
    assert frontline(match.state, "A1")
    assert not frontline(match.state, "A2")
    assert not frontline(match.state, "B1")
    assert not frontline(match.state, "Z1")


def test_nobody_attacks_twice_out_of_turn_or_out_of_contact() -> None:
    match = fighting(clubs(), ("A1", "B1"))
    with pytest.raises(RuleError, match="not in contact"):
        match.go("fight", 1, 1, **ZEKE_AT_ZOMBIE)
    with pytest.raises(RuleError, match="does not have that weapon"):
        match.go("fight", 1, 1, **{**ZEKE_AT_CARL, "arms": "B1.b1"})
    match.go("fight", 1, 6, **ZEKE_AT_CARL)
    with pytest.raises(RuleError, match="already attacked"):
        match.go("fight", 1, 6, **ZEKE_AT_CARL)
    early = clubs()
    early.action()
    early.touch("A1", "B1")
    with pytest.raises(RuleError, match="Close Quarters Phase"):
        early.go("fight", 1, 1, **ZEKE_AT_CARL)


def test_the_dead_choose_from_the_aggressor_on_and_back_and_forth() -> None:
    """p. 55; ruling 45."""
    everyone: list[tuple[str, Member]] = [("T", zeke()), ("C", carl())]
    match = Match(*(side(n, m) for n, m in everyone))
    fighting(match, ("A1", "Z1"), ("A1", "Z2"), ("B1", "Z3"), aggressor="B")
    for figure in ("A1", "B1"):
        match.set(figure, fought=True)
    choosers = []
    for zombie, struck in (("Z1", "A1"), ("Z2", "A1"), ("Z3", "B1")):
        choosers.append(whose_turn(match.state))
        match.go("fight", 1, 6, attacker=zombie, defender=struck, guard=f"{struck}.b1")
    assert choosers == ["B", "A", "B"]


def test_the_books_example_a_club_and_strength_three_against_endurance_four() -> None:
    """p. 56: 2 + 1 + 3 is 6: one point against Endurance 4, two against 3."""
    for endurance, wounds in ((4, 1), (3, 2)):
        match = fighting(duel(), ("A1", "B1"), aggressor="B")
        match.set("A1", E=endurance)
        match.go("fight", 6, 1, 2, attacker="B1", defender="A1", arms="B1.b1", guard="A1.b1")
        assert match.state.figure("A1").damage == wounds


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


def test_the_living_first_then_the_dead_side_by_side() -> None:
    match = fighting(duel(), ("A1", "Z1"), ("A2", "Z2"), ("B1", "Z3"))
    order = []
    for _turn in range(3):
        team = whose_turn(match.state)
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
        choosers.append(whose_turn(match.state))
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
