"""Close combat at the number needed and at one below it, with numbers as the book prints them
(p. 10, p. 35, p. 55–56, p. 61–69, p. 76–79; rulings 35, 41, 42, 45)."""

from __future__ import annotations

from typing import Any

import pytest

from lastdays.errors import RuleError
from lastdays.model.group import Member
from lastdays.tabletop.last_days.state import Figure, Marker, Zombie
from sure import as_a
from unit.tabletop import playing as plays
from unit.tabletop.playing import Match, carl, duel, fighting, member, side, tell, zeke
from unit.tabletop.telling import stories

#: Zeke and Mo against Carl, unless it is said otherwise.
STORIES = stories("""
Two Dirty Fighters tie as usual, and strike nobody defending | zeke:club mo vs carl:club
    action; roles B; set A1 skills=dirty-fighter; set B1 skills=dirty-fighter; touch A1 B1; to close-quarters
    fight A1 B1 arms=A1.b1 guard=B1.b1 3 3; A1 damage=0; B1 damage=0
A skill below nothing is nothing (p. 55): +1 at a zombie, −2 for two more | zeke:club vs carl
    action; touch A1 Z1; touch A1 Z2; touch A1 Z3; to close-quarters; set A1 CQC=0
    asks fight A1 Z1 arms=A1.b1 4 1: D6
    fight A1 Z1 arms=A1.b1 3 1
An Endurance of nothing divides like one | zeke:club vs carl:club
    action; touch A1 B1; to close-quarters; set B1 E=0 DC=9; fight A1 B1 arms=A1.b1 guard=B1.b1 6 1 1
    B1 damage=6
A zombie's bite is Strength 3 (p. 59): against Endurance 3; the living attack first
    action; touch A2 Z1; to close-quarters; can't fight Z1 A2 guard=A2.b1: living attack first
    set A2 fought; fight Z1 A2 guard=A2.b1 6 1 2; A2 damage=1; anew
    action; touch A2 Z1; to close-quarters; set A2 fought; fight Z1 A2 guard=A2.b1 6 1 3; A2 damage=2; anew
    action; touch A2 Z1; to close-quarters; set A2 fought; fight Z1 A2 guard=A2.b1 6 1 6
    A2 out=True out_by=zombie
Disarm reaches the last weapon only, and nobody unarmed (p. 63); which of several is named | zeke/disarm vs carl
    action; touch A1 B1; to close-quarters; fight A1 B1 arms=A1.b1 guard=B1.b1 6 1 disarm 6 B1.g1
    B1.g1 is gone; set A1 fought=0; fight A1 B1 arms=A1.b1 guard=B1.b1 6 1 disarm 6  # one is left
    set A1 fought=0; fight A1 B1 arms=A1.b1 guard=B1.b0 6 1 1; B1 damage=1  # none is: plain damage
Of a revolver alone | zeke/disarm vs carl:revolver
    action; touch A1 B1; to close-quarters; fight A1 B1 arms=A1.b1 guard=B1.b0 6 1 disarm 6; B1.g1 is gone
Who only defends disarms nobody (ruling 41): a Dirty Fighter who ties in defence rolls damage | zeke:club vs carl:club/dirty-fighter,disarm
    action; touch A1 B1; to close-quarters; fight A1 B1 arms=A1.b1 guard=B1.b1 3 3 6; A1 damage=3
A flimsy door takes every point (p. 35), a pack's of Endurance 1: Strength 3 and a 1 are four
    action; to close-quarters; place door; set T1 E=1 capacity=9; beat-door Z1 T1 1; T1 damage=4
Nobody attacks twice, out of turn or out of contact | zeke:club vs carl:club
    action; touch A1 B1; can't fight A1 B1 arms=A1.b1 guard=B1.b1 1 1: Close Quarters Phase
    to close-quarters; can't fight A1 Z1 arms=A1.b1 1 1: not in contact
    can't fight A1 B1 arms=B1.b1 guard=B1.b1 1 1: does not have that weapon
    fight A1 B1 arms=A1.b1 guard=B1.b1 1 6
    can't fight A1 B1 arms=A1.b1 guard=B1.b1 1 6: already attacked
The dead choose from the Aggressor on, and back and forth (p. 55; ruling 45) | zeke vs carl
    action; touch A1 Z1; touch A1 Z2; touch B1 Z3; to close-quarters; set A1 fought; set B1 fought
    turn of A; fight Z1 A1 guard=A1.b1 1 6; turn of B; fight Z2 A1 guard=A1.b1 1 6; turn of A
The living first, then the dead, side by side (p. 55)
    action; touch A1 Z1; touch A2 Z2; touch B1 Z3; to close-quarters
    turn of A; fight A1 Z1 arms=A1.b1 1 6; turn of B; fight B1 Z3 arms=B1.b1 1 6; turn of A
    fight A2 Z2 arms=A2.b1 1 6; turn of A; fight Z1 A1 guard=A1.b1 1 6; turn of B
The book's example, a club and Strength 3 (p. 56): 2 + 1 + 3 is one point against Endurance 4, two against 3
    action; touch A1 B1; to close-quarters; set A1 E=4
    fight B1 A1 arms=B1.b1 guard=A1.b1 6 1 2; A1 damage=1; anew
    action; touch A1 B1; to close-quarters; set A1 E=3
    fight B1 A1 arms=B1.b1 guard=A1.b1 6 1 2; A1 damage=2
A tie is the higher skill's, then the Aggressor's (p. 55), of the dead the model's attacked (ruling 41)
    action; touch A1 B1; to close-quarters; roles B
    fight A1 B1 arms=A1.b1 guard=B1.b1 2 3 1: beats
    anew; action; touch A1 Z1; to close-quarters; set A1 CQC=1 fought
    fight Z1 A1 guard=A1.b1 3 3: fails to beat
    roles B; set Z1 fought=0; fight Z1 A1 guard=A1.b1 3 3: fails to beat
""")


@pytest.mark.parametrize("title", STORIES)
def test_a_fight(title: str) -> None:
    tell(title, STORIES[title])


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
