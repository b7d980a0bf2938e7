"""Random groups: hundreds of them, by the book and by house rules, and not one breaks a rule."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from lastdays.campaign.groups import member_name
from lastdays.campaign.random_groups import Kept, RandomGroup, draw_group, recruited_against
from lastdays.errors import RuleError
from lastdays.model.carrying import needs_weapon
from lastdays.model.limits import group_limits
from lastdays.model.recruiting import Recruit, violations
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue, load
from lastdays.rulebook.packs import with_numbers
from unit.postgame.crew import BOOK
from unit.rulebook.packing import write_pack

SEEDS = range(40)
PREFERENCES = Switches(thug_preferences="catalogue")
#: House rules that tighten or loosen what a group may be.
HOUSES = {
    "the book": {},
    "few points": {"founding.points": 40},
    "many points": {"founding.points": 400},
    "nobody else": {"limits.neutral_percent": 0, "limits.other_keyword_percent": 0},
    "anybody": {"limits.neutral_percent": 100, "limits.other_keyword_percent": 100},
    "no firearms": {"limits.firearms": 0},
    "no melee": {"limits.close_combat": 0, "limits.armour": 0},
}


def points_of(catalogue: Catalogue) -> int:
    return catalogue.number("founding", "points")


def drawn(
    seed: int,
    catalogue: Catalogue = BOOK,
    switches: Switches = PREFERENCES,
    kept: Kept | None = None,
) -> RandomGroup:
    return draw_group(kept or Kept(), points_of(catalogue), catalogue, switches, Random(seed))


@cache
def by_the_book(seed: int) -> RandomGroup:
    """A group of the book, drawn once for all tests."""
    return drawn(seed)


def judge(group: RandomGroup, catalogue: Catalogue, switches: Switches = PREFERENCES) -> None:
    """Holds a group to every rule: as it is, and for each member beside the others."""
    points = points_of(catalogue)
    founded = group.founded(points, catalogue)
    assert violations(founded, catalogue, switches) == []
    for place in range(len(group.recruits)):
        assert recruited_against(group, place, points, catalogue, switches) == []
    assert founded.points >= 0
    assert not any(limit.over for limit in group_limits(founded, catalogue, switches))
    assert not any(needs_weapon(member, catalogue) for member in founded.roster)
    leaders = [m for m in founded.roster if catalogue.character(m.type).leader]
    assert [founded.leading] == leaders
    assert group.refuge in catalogue.refuges


@pytest.mark.parametrize("house", HOUSES)
def test_no_random_group_breaks_a_rule(house: str) -> None:
    catalogue = with_numbers(BOOK, HOUSES[house])
    for seed in SEEDS[:15]:
        judge(drawn(seed, catalogue), catalogue)


def test_random_groups_differ_and_one_source_draws_the_same() -> None:
    groups = [by_the_book(seed) for seed in SEEDS]
    assert groups[:10] == [drawn(seed) for seed in SEEDS[:10]]
    assert {group.recruits[0].type for group in groups} == {k.key for k in BOOK.leaders()}
    assert {group.refuge for group in groups} == set(BOOK.refuges)
    members = {recruit.type for group in groups for recruit in group.recruits[1:]}
    assert members == {kind.key for kind in BOOK.followers()}
    assert {len(group.recruits) for group in groups} >= {4, 5, 6, 7, 8}


def test_an_entry_of_a_pack_is_drawn_as_those_of_the_book(tmp_path: Path) -> None:
    packed = load(packs=[write_pack(tmp_path)])
    groups = [drawn(seed, packed) for seed in SEEDS]
    for group in groups:
        judge(group, packed)
    assert "chief-medic" in {group.recruits[0].type for group in groups}
    assert "hospital" in {group.refuge for group in groups}


@pytest.mark.parametrize("seed", range(20))
def test_what_is_kept_stays_whatever_else_is_drawn(seed: int) -> None:
    before = by_the_book(seed)
    leader, *members = before.recruits
    keeps = (
        Kept(leader=leader),
        Kept(refuge=before.refuge),
        Kept(members=tuple(members[1:3])),
        Kept(leader, refuge=before.refuge, members=tuple(members)),
    )
    for kept in (*keeps, Kept(leader_type=leader.type)):
        after = drawn(seed + 1000, kept=kept)
        judge(after, BOOK)
        assert kept.leader in (None, after.recruits[0])
        assert kept.leader_type in ("", after.recruits[0].type)
        assert kept.refuge in (None, after.refuge)
        assert after.recruits[1 : 1 + len(kept.members)] == kept.members


def test_who_is_kept_of_another_keyword_gets_enough_of_the_leaders_beside_them() -> None:
    sarge = Recruit("sarge", "Sarge", gear=("revolver",))
    hero = Recruit("everyday-hero", "Eve", gear=("knife",))
    for seed in range(20):
        after = drawn(seed, kept=Kept(leader=hero, members=(sarge,)))
        judge(after, BOOK)
        assert len(after.recruits) >= 4


@pytest.mark.parametrize("points", [0, 5])
def test_too_few_points_for_any_leader_are_said(points: int) -> None:
    poor = with_numbers(BOOK, {"founding.points": points})
    with pytest.raises(RuleError, match=f"{points} points make no group of the book"):
        drawn(1, poor)


def test_what_is_kept_against_the_rules_is_said() -> None:
    two = tuple(Recruit("sarge", f"Sarge {n}", gear=("magnum",)) for n in range(5))
    with pytest.raises(RuleError, match="Keep less"):
        drawn(1, kept=Kept(members=two))


def test_names_of_the_list_go_round_once_and_are_numbered_then() -> None:
    source, taken = Random(1), set[str]()
    for _n in range(400):
        name = member_name(source, taken)
        assert name not in taken
        taken.add(name)
    assert any(name.endswith(" 2") for name in taken)


def test_a_gunsmith_is_of_the_class_of_the_gun_in_hand() -> None:
    carried = 0
    for seed in SEEDS:
        for recruit in by_the_book(seed).recruits:
            first = BOOK.firearms.get(recruit.gear[0]) if recruit.gunsmith else None
            if first is not None:
                carried += 1
                assert recruit.gunsmith == first.firearm_class
    assert carried


def test_animals_carry_nothing_and_sights_are_left_to_the_players() -> None:
    for seed in SEEDS:
        for recruit in by_the_book(seed).recruits:
            if BOOK.character(recruit.type).animal:
                assert recruit.gear == ()
            for key in recruit.gear:
                entry = BOOK.equipment.get(key)
                assert entry is None or not entry.mounts
            assert len(set(recruit.gear)) == len(recruit.gear)


def test_a_renamed_recruit_is_still_kept_with_what_they_carry() -> None:
    before = drawn(3)
    kept = replace(before.recruits[1], name="Somebody")
    after = drawn(4, kept=Kept(members=(kept,)))
    assert after.recruits[1] == kept
