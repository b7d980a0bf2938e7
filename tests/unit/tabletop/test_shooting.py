"""Shots at the number needed and at one below it, with numbers as the book prints them
(p. 35, p. 51–53, p. 61–71, p. 77–82; rulings 35, 36, 40, 42)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.model.group import Item, Member
from lastdays.tabletop.last_days.shooting import Shot, aim, guns_ready, may_use_two
from unit.tabletop import playing as plays
from unit.tabletop.playing import Match, carl, duel, shooting, tell, zeke
from unit.tabletop.telling import stories

#: Zeke and Mo against Carl, unless it is said otherwise.
STORIES = stories("""
Two guns fire four shots of a revolver and an SMG, and no fifth (p. 65, p. 75) | zeke:revolver,surplus-smg/gunfighter vs carl
    action; to shooting; shoot A1.g2 B1 two_guns=yes 1; shoot A1.g2 B1 two_guns=yes 1
    shoot A1.g1 B1 two_guns=yes 1; A1 isn't fired; shoot A1.g2 B1 two_guns=yes 1; A1 fired=True noise=4
    A1.g1 ammo=1; A1.g2 ammo=3
A car alarm on a six is three tokens (p. 35)
    action; to shooting; place alarm; shoot A1.g1 B1 vehicle=T1 1 5; T1 noise=0
    set A1 fired=0; set A1.g1 shots=0; shoot A1.g1 B1 vehicle=T1 1 6; T1 noise=3
    set A1 fired=0; set A1.g1 shots=0; shoot A1.g1 B1 vehicle=T1 1 6; T1 noise=6
Nobody is struck twice, and everybody may be struck | zeke:thrown-explosive mo vs carl
    action; to shooting; shoot A1.g1 B1 6 A1 A2 Z1 Z2 Z3 1 1 1 5 5 5
    A1 damage=1 zombies=3; A2 damage=1; B1 damage=1; 0 zombies
Whom a model may shoot at (p. 50): not its friends, nobody in contact with one | zeke mo vs carl
    action; to shooting; targets A1 B1 Z1 Z2 Z3; touch A2 B1; targets A1 Z1 Z2 Z3; touch B1 Z1
    targets A1 Z1 Z2 Z3; targets B1 A1 Z2 Z3; can't shoot A1.g1 B1 6: cannot be shot at
Shots are for the Shooting Phase, and the ground for fire
    action; can't shoot A1.g1 B1 6: in the Shooting Phase
    to shooting; can't shoot A1.g1 ground 6: aimed at the ground
    end-shots A1 locked=no; can't shoot A1.g1 B1 6: has already fired
Who falls to the first shot of a token ends it | zeke:semi-automatic vs carl
    action; set A1 locked; set B1 damage=2; shoot A1.g1 B1 locked=yes 6 1; A1 isn't locked; anew
    action; set A1 locked; shoot A1.g1 Z1 locked=yes 6 5; A1 isn't locked; anew
    action; set A1 locked; shoot A1.g1 Z1 locked=yes 6 4; A1 is locked
A Highly Specialized gun needs a Gunsmith (p. 70) | zeke:minigun vs carl
    action; to shooting; can't shoot A1.g1 B1 6: Gunsmith
Sides shoot in turn from the Defender (p. 50) | zeke mo:revolver vs carl
    action; to shooting; turn of B; shoot B1.g1 A1 1; turn of A; shoot A1.g1 B1 1; turn of A
""")


@pytest.mark.parametrize("title", STORIES)
def test_a_shot(title: str) -> None:
    tell(title, STORIES[title])


def follows(match: Match, *dice: object, **shot: object) -> bool:
    """Whether more is asked after the dice: a hit rolls for damage or for the head."""
    match._add(plays.start(match.state, match.rules, "shoot", {"gun": "A1.g1", **shot}))
    for die in dice:
        match._add(plays.answer(match.state, match.rules, die, "typed"))
    return plays.standing(match.state, match.rules) is not None


def sighted(gun: str, *attached: str, **more: object) -> Member:
    bearer = zeke(gear=(gun,), **more)
    on_it = tuple(Item(f"s{n}", key) for n, key in enumerate(attached))
    return replace(bearer, gear=(replace(bearer.gear[0], attached=on_it),))


# To hit


@pytest.mark.parametrize("target", ["B1", "Z1"])
@pytest.mark.parametrize("skill", range(7))
def test_a_die_and_firearms_of_seven_hits(skill: int, target: str) -> None:
    """p. 51: Firearms/7, +1 at a zombie; a skill of nothing cannot hit."""
    needed = 7 - skill - (target == "Z1")
    if needed > 6:
        match = shooting(duel())
        match.set("A1", FA=skill)
        assert not follows(match, target=target)
        assert match.state.gun("A1.g1").ammo == 1
        return
    for die in {max(1, needed), max(1, needed - 1)}:
        match = shooting(duel())
        match.set("A1", FA=skill)
        assert follows(match, die, target=target) is (die >= needed)


MODIFIERS = [
    ("nothing", {}, {}, 4),
    ("the target ran", {"B1": {"ran": True}}, {}, 5),
    ("the shooter's target is in cover", {}, {"cover": "cover"}, 5),
    ("behind a Solid Structure", {}, {"cover": "solid"}, 6),
    ("a Riot Shield", {"B1": {"kit": (("s", "riot-shield"),)}}, {}, 5),
    ("a Riot Shield in cover", {"B1": {"kit": (("s", "riot-shield"),)}}, {"cover": "cover"}, 5),
    (
        "a Riot Shield behind a Solid Structure",
        {"B1": {"kit": (("s", "riot-shield"),)}},
        {"cover": "solid"},
        6,
    ),
    ("Booze", {"A1": {"booze": True}}, {}, 5),
    ("Booze, and the target ran", {"A1": {"booze": True}, "B1": {"ran": True}}, {}, 6),
    ("ran into cover", {"B1": {"ran": True}}, {"cover": "cover"}, 6),
    ("a zombie", {}, {"target": "Z1"}, 3),
    ("a zombie in cover", {}, {"target": "Z1", "cover": "cover"}, 4),
    ("a zombie behind a Solid Structure", {}, {"target": "Z1", "cover": "solid"}, 5),
    ("a pistol is no better within three inches", {}, {"close": True}, 4),
]


@pytest.mark.parametrize(
    ("change", "shot", "needed"), [c[1:] for c in MODIFIERS], ids=[c[0] for c in MODIFIERS]
)
def test_each_modifier_at_the_number_and_one_below(
    change: dict[str, dict[str, bool | tuple[tuple[str, str]]]],
    shot: dict[str, Any],
    needed: int,
) -> None:
    """p. 51, p. 78, p. 82: Firearms 3, so 4 with nothing else in play."""
    for die, hits in ((needed, True), (needed - 1, False)):
        match = shooting(duel())
        for piece, values in change.items():
            match.set(piece, **values)
        found = aim(match.state, Shot("A1.g1", **{"target": "B1", **shot}))
        assert (found.needed, found.chance) == (needed, Fraction(7 - needed, 6))
        assert follows(match, die, **{"target": "B1", **shot}) is hits


@pytest.mark.parametrize(
    "gun", ["sawed-off-shotgun", "pump-action-shotgun", "combat-shotgun", "hunting-rifle"]
)
def test_point_blank_is_two_better_within_three_inches(gun: str) -> None:
    """p. 71, p. 75: shotguns only."""
    near = 4 if gun == "hunting-rifle" else 2
    for close, needed in ((False, 4), (True, near)):
        for die, hits in ((needed, True), (needed - 1, False)):
            match = shooting(duel(zeke=zeke(gear=(gun,))))
            assert follows(match, die, target="B1", close=close) is hits


@pytest.mark.parametrize(
    ("bearer", "expected"),
    [
        (zeke(gear=("military-smg",)), [4, 5, 5]),
        (sighted("military-smg", "reflex-sight"), [4, 4, 4]),
        (sighted("military-smg", "scope"), [4, 5, 5]),
        (zeke(gear=("minigun",), skills=("gunsmith",)), [4, 5, 5, 5, 5, 5]),
    ],
)
def test_later_shots_are_one_harder_never_more(bearer: Member, expected: list[int]) -> None:
    """p. 51, p. 78."""
    for shots, needed in enumerate(expected):
        for die, hits in ((needed, True), (needed - 1, False)):
            match = shooting(duel(zeke=bearer))
            for _n in range(shots):
                match.go("shoot", 1, gun="A1.g1", target="B1")
            assert follows(match, die, target="B1") is hits


@pytest.mark.parametrize("first", ["A1.g1", "A1.g2"])
def test_two_guns_at_once_are_one_harder_from_the_first_shot_of_each(first: str) -> None:
    """p. 65, p. 78: a Reflex Sight does not help a Gunfighter."""
    other = {"A1.g1": "A1.g2", "A1.g2": "A1.g1"}[first]
    bearer = zeke(gear=("revolver", "surplus-smg"), skills=("gunfighter",))
    sight = replace(bearer.gear[1], attached=(Item("r", "reflex-sight"),))
    bearer = replace(bearer, gear=(bearer.gear[0], sight))
    for gun in (first, other):
        for die, hits in ((5, True), (4, False)):
            match = shooting(duel(zeke=bearer))
            if gun == other:
                match.go("shoot", 1, gun=first, target="B1", two_guns=True)
            assert follows(match, die, gun=gun, target="B1", two_guns=True) is hits


@pytest.mark.parametrize(
    ("gear", "skills", "two"),
    [
        (("revolver", "revolver"), ("gunfighter",), True),
        (("revolver", "military-smg"), ("gunfighter",), True),
        (("surplus-smg", "military-smg"), ("gunfighter",), True),
        (("revolver", "hunting-rifle"), ("gunfighter",), False),
        (("revolver", "fire-bomb"), ("gunfighter",), False),
        (("revolver",), ("gunfighter",), False),
        (("revolver", "revolver"), (), False),
    ],
)
def test_who_may_use_two_guns(gear: tuple[str, ...], skills: tuple[str, ...], two: bool) -> None:
    """p. 65: Pistols and SMGs."""
    match = shooting(duel(zeke=zeke(gear=gear, skills=skills)))
    assert may_use_two(match.state, match.state.figure("A1")) is two
    found = aim(match.state, Shot("A1.g1", "B1", two_guns=True))
    assert found.needed == (5 if two else 4)
    match.go("shoot", 1, gun="A1.g1", target="B1", two_guns=True)
    assert match.state.figure("A1").fired is not two


def test_who_has_begun_to_fire_takes_no_second_gun() -> None:
    """p. 65."""
    match = shooting(duel(zeke=zeke(gear=("surplus-smg", "surplus-smg"), skills=("gunfighter",))))
    assert may_use_two(match.state, match.state.figure("A1"))
    match.go("shoot", 1, gun="A1.g1", target="B1")
    assert not may_use_two(match.state, match.state.figure("A1"))


def test_of_two_guns_an_empty_one_is_none_and_one_is_not_two() -> None:
    match = shooting(duel(zeke=zeke(gear=("revolver", "magnum"), skills=("gunfighter",))))
    match.set("A1.g2", empty=True)
    assert not may_use_two(match.state, match.state.figure("A1"))
    assert aim(match.state, Shot("A1.g1", "B1", two_guns=True)).needed == 4
    match.set("A1.g2", empty=False)
    match.go("shoot", 1, gun="A1.g1", target="B1", two_guns=True)
    assert [g.id for g in guns_ready(match.state, match.state.figure("A1"), by_token=False)] == [
        "A1.g2"
    ]
    heavy = ("revolver", "magnum", "hunting-rifle")
    more = shooting(duel(zeke=zeke(gear=heavy, skills=("gunfighter",))))
    more.go("shoot", 1, gun="A1.g1", target="B1", two_guns=True)
    assert [g.id for g in guns_ready(more.state, more.state.figure("A1"), by_token=False)] == [
        "A1.g2"
    ]


# Noise and ammo


@pytest.mark.parametrize(
    ("gun", "noise"),
    [
        ("revolver", [1]),
        ("semi-automatic", [1, 2]),
        ("magnum", [2]),
        ("high-power-rifle", [2]),
        ("surplus-assault-rifle", [2, 3]),
        ("squad-automatic-weapon", [2, 3, 4, 5]),
        ("minigun", [3, 4, 5, 6, 7, 8]),
        ("hunting-bow", [0]),
        ("hunting-crossbow", [0]),
    ],
)
@pytest.mark.parametrize("locked", [False, True])
def test_a_token_a_shot_and_noisy_once_each_time_it_is_chosen(
    gun: str, noise: list[int], locked: bool
) -> None:
    """p. 40, p. 70, p. 75; ruling 35."""
    match = duel(zeke=zeke(gear=(gun,), skills=("gunsmith",)))
    match.action()
    if locked:
        match.set("A1", locked=True)
    else:
        match.to("shooting")
    for shots, tokens in enumerate(noise, start=1):
        match.go("shoot", 1, gun="A1.g1", target="B1", locked=locked)
        assert match.state.figure("A1").noise == tokens
        assert match.state.gun("A1.g1").ammo == shots


@pytest.mark.parametrize(
    ("gun", "silencer", "noise"),
    [
        ("revolver", False, 2),
        ("revolver", True, 0),
        ("magnum", False, 3),
        ("magnum", True, 0),
        ("hunting-bow", False, 0),
    ],
)
def test_double_tap_is_one_ammo_and_one_noise_token_more_and_none_of_a_silent_gun(
    gun: str, silencer: bool, noise: int
) -> None:
    """p. 63, p. 71, p. 79."""
    bearer = sighted(gun, *(("silencer",) if silencer else ()), skills=("double-tap",))
    match = duel(zeke=bearer)
    if silencer:
        match.tap("silence", gun="A1.g1")
    shooting(match)
    match.go("shoot", 6, 1, "yes", 1, gun="A1.g1", target="B1")
    assert (match.state.gun("A1.g1").ammo, match.state.figure("A1").noise) == (2, noise)


# Damage


@pytest.mark.parametrize(
    ("gun", "endurance", "die", "points"),
    [
        # The book's example (p. 53).
        ("hunting-rifle", 4, 3, 1),
        ("hunting-rifle", 3, 3, 2),
        # A damage of 3: 4 to 9 in all.
        ("revolver", 1, 1, 4),
        ("revolver", 2, 1, 2),
        ("revolver", 3, 2, 1),
        ("revolver", 3, 3, 2),
        ("revolver", 3, 5, 2),
        ("revolver", 3, 6, 3),
        ("revolver", 4, 1, 1),
        ("revolver", 4, 4, 1),
        ("revolver", 4, 5, 2),
        ("revolver", 5, 1, 0),
        ("revolver", 5, 2, 1),
        ("revolver", 6, 2, 0),
        ("revolver", 6, 3, 1),
        # 4, 5 and a shotgun's 6.
        ("magnum", 3, 1, 1),
        ("magnum", 3, 2, 2),
        ("magnum", 4, 3, 1),
        ("magnum", 4, 4, 2),
        ("minigun", 5, 4, 1),
        ("minigun", 5, 5, 2),
        ("pump-action-shotgun", 4, 1, 1),
        ("pump-action-shotgun", 4, 2, 2),
    ],
)
def test_damage_is_a_die_and_the_guns_divided_by_endurance_and_rounded_down(
    gun: str, endurance: int, die: int, points: int
) -> None:
    """p. 53, p. 75."""
    smith = ("sniper", "gunsmith") if gun == "minigun" else ("sniper",)
    match = shooting(duel(zeke=zeke(gear=(gun,), skills=smith)))
    match.set("B1", e_shots=endurance, DC=9)
    match.go("shoot", 6, die, gun="A1.g1", target="B1")
    assert match.state.figure("B1").damage == points


@pytest.mark.parametrize(
    ("gear", "die", "points"),
    [
        # Endurance 3; Tactical Vest and Assault Armour +2 against shots, a Riot Shield none.
        ((), 3, 2),
        (("tactical-vest",), 1, 0),
        (("tactical-vest",), 2, 1),
        (("assault-armour",), 1, 0),
        (("assault-armour",), 2, 1),
        (("riot-shield",), 3, 2),
    ],
)
def test_armour_against_shots(gear: tuple[str, ...], die: int, points: int) -> None:
    """p. 77–79."""
    match = shooting(duel(carl=carl(gear=("club", *gear))))
    match.go("shoot", 6, die, gun="A1.g1", target="B1")
    assert match.state.figure("B1").damage == points


@pytest.mark.parametrize(
    ("bearer", "needed", "knock"),
    [
        (zeke(), 5, 1),
        (zeke(gear=("magnum",)), 5, 2),
        (zeke(skills=("sniper",)), 4, 1),
        (sighted("hunting-rifle", "scope"), 4, 1),
        (sighted("hunting-rifle", "scope", skills=("sniper",)), 3, 1),
        (zeke(gear=("military-sniper-rifle",), skills=("gunsmith",)), 4, 2),
        (sighted("military-sniper-rifle", "scope", skills=("gunsmith", "sniper")), 2, 2),
        (zeke(gear=("hunting-bow",)), 3, 0),
        (zeke(gear=("hunting-crossbow",), skills=("sniper",)), 2, 0),
        (zeke(gear=("squad-automatic-weapon",), skills=("gunsmith",)), 5, 2),
    ],
)
def test_the_head_at_five_less_lobotomizer_and_knockback_below(
    bearer: Member, needed: int, knock: int
) -> None:
    """p. 61, p. 66–67, p. 70, p. 75, p. 79; ruling 42."""
    for die, dead in ((needed, True), (needed - 1, False)):
        match = shooting(duel(zeke=bearer))
        match.go("shoot", 6, die, gun="A1.g1", target="Z1")
        assert match.state.zombie("Z1").dead is dead
        assert match.state.figure("A1").zombies == (1 if dead else 0)
        assert match.state.zombie("Z1").knock == (0 if dead else knock)


@pytest.mark.parametrize(
    ("gun", "steps"),
    [
        ("sawed-off-shotgun", [(6, 3), (4, 2), (2, 1)]),
        ("pump-action-shotgun", [(6, 3), (4, 2), (3, 2)]),
        ("combat-shotgun", [(6, 3), (4, 2), (4, 3)]),
        ("hunting-bow", [(3, 0), (2, 0)]),
        ("hunting-crossbow", [(4, 0), (3, 0)]),
        ("revolver", [(3, 1)]),
    ],
)
def test_damage_and_knockback_of_each_range_step_and_of_none_beyond(
    gun: str, steps: list[tuple[int, int]]
) -> None:
    """p. 71, p. 75."""
    for step, (damage, knock) in enumerate([*steps, steps[-1]]):
        match = shooting(duel(zeke=zeke(gear=(gun,))))
        match.set("B1", e_shots=1, DC=20)
        match.go("shoot", 6, 1, gun="A1.g1", target="B1", step=step)
        assert match.state.figure("B1").damage == 1 + damage
        dead = shooting(duel(zeke=zeke(gear=(gun,))))
        dead.go("shoot", 6, 1, gun="A1.g1", target="Z1", step=step)
        assert dead.state.zombie("Z1").knock == knock


@pytest.mark.parametrize(("gun", "damage", "knock", "noise"), [
    ("thrown-explosive", 4, 5, 3),
    ("fire-bomb", 3, 1, 2),
])  # fmt: skip
def test_what_is_thrown(gun: str, damage: int, knock: int, noise: int) -> None:
    """p. 70, p. 75: within three inches; one shot and Noisy, no ammo, gone."""
    match = shooting(duel(zeke=zeke(gear=(gun,))))
    assert "within 3 inches" in match.asks("shoot", 6, gun="A1.g1", target="B1")
    assert match.state.gun("A1.g1").steps[0][0] == 12  # three times Strength 4
    match.set("B1", e_shots=1, DC=20)
    match.go("shoot", 4, "Z1", "nobody", 1, 4, gun="A1.g1", target="B1")
    assert match.state.figure("B1").damage == 1 + damage
    assert match.state.zombie("Z1").knock == knock
    assert match.state.figure("A1").noise == noise
    assert match.state.guns("A1") == ()


@pytest.mark.parametrize(("die", "fires"), [(3, 0), (4, 1)])
def test_the_ground_catches_fire_at_firearms_seven(die: int, fires: int) -> None:
    """p. 70: Firearms 3; it burns into the turn after this one."""
    match = shooting(duel(zeke=zeke(gear=("fire-bomb",))))
    assert follows(match, die, target="ground") is bool(fires)
    if fires:
        match._add(plays.answer(match.state, match.rules, "nobody", "typed"))
    assert [t.until for t in match.state.things] == [2] * fires
    assert [t.strength for t in match.state.things] == [3] * fires


# Skills


@pytest.mark.parametrize(
    ("gun", "inches"), [("revolver", 1), ("semi-automatic", 2), ("surplus-smg", 3), ("minigun", 3)]
)
def test_fire_and_maneuver_an_inch_a_shot_three_at_most(gun: str, inches: int) -> None:
    """p. 64."""
    skills = ("fire-and-maneuver", "gunsmith")
    match = shooting(duel(zeke=zeke(gear=(gun,), skills=skills)))
    said: list[str] = []
    while not match.state.figure("A1").fired:
        target = ("B1", "Z1")[len(said) % 2]
        moves = ["yes"] if len(said) < inches else []
        said.append(match.go("shoot", 1, *moves, gun="A1.g1", target=target))
    assert match.state.figure("A1").maneuvers == inches
    assert all(f"Zeke moves an inch ({n + 1} of 3)" in said[n] for n in range(inches))


def test_fire_and_maneuver_may_be_left_and_counts_what_is_moved() -> None:
    """p. 64: three inches in a Shooting Phase, those that were moved."""
    match = shooting(duel(zeke=zeke(gear=("minigun",), skills=("fire-and-maneuver", "gunsmith"))))
    for moves, moved in (("no", 0), ("yes", 1), ("no", 1), ("yes", 2), ("yes", 3)):
        match.go("shoot", 1, moves, gun="A1.g1", target="B1")
        assert match.state.figure("A1").maneuvers == moved
    asked = len(match.go("shoot", 1, gun="A1.g1", target="B1"))  # nothing more to ask
    assert asked


def test_fire_and_maneuver_needs_an_enemy_and_the_shooting_phase() -> None:
    match = shooting(duel(zeke=zeke(gear=("fire-bomb",), skills=("fire-and-maneuver",))))
    assert "moves an inch" not in match.go("shoot", 1, gun="A1.g1", target="ground")
    snap = duel(zeke=zeke(skills=("fire-and-maneuver",)))
    snap.action()
    snap.set("A1", locked=True)
    assert "moves an inch" not in snap.go("shoot", 1, gun="A1.g1", target="B1", locked=True)


@pytest.mark.parametrize(
    ("aware", "shooter", "mine", "theirs", "bluffed"),
    [
        (3, 3, 4, 3, True),
        (3, 3, 3, 3, False),  # a draw is the shooter's, who did not begin the Test
        (3, 3, 3, 4, False),
        (4, 3, 3, 4, True),  # a draw goes to the higher characteristic
        (4, 3, 2, 4, False),
        (3, 4, 4, 3, False),
        (3, 4, 5, 3, True),
    ],
)
def test_situational_awareness(
    aware: int, shooter: int, mine: int, theirs: int, bluffed: bool
) -> None:
    """p. 10, p. 67: lost, the token costs the whole Rate of Fire in noise and ammo."""
    match = duel(
        zeke=zeke(gear=("surplus-assault-rifle",)), carl=carl(skills=("situational-awareness",))
    )
    match.action()
    match.set("A1", locked=True, I=shooter)
    match.set("B1", I=aware)
    assert follows(match, mine, theirs, target="B1", locked=True) is not bluffed
    if bluffed:
        assert match.state.gun("A1.g1").ammo == 2
        assert match.state.figure("A1").noise == 3  # Noisy 1
        assert not match.state.figure("A1").locked
