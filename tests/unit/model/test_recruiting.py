"""Composition, rarity, the mark *, carrying, size (p. 17–31; rulings 4, 7–12, 15, 32)."""

from __future__ import annotations

from typing import Any

import pytest

from lastdays.errors import RuleError
from lastdays.model.carrying import attach_problem, converted, rarity_left, rarity_violations
from lastdays.model.group import BuiltPerk, Group, Injury, Item, RefugeState
from lastdays.model.recruiting import (
    Recruit,
    campaign_won,
    empty_spaces,
    max_size,
    purchase_violations,
    rule_behind,
    violations,
)
from lastdays.model.switches import Switches
from unit.postgame.crew import BOOK, group, member

PLAIN = Switches()


def keys(crew: Group, switches: Switches = PLAIN) -> list[str]:
    return [v.key for v in violations(crew, BOOK, switches)]


def buying(crew: Group, recruit: Recruit, switches: Switches = PLAIN, **more: Any) -> list[str]:
    return [v.key for v in purchase_violations(crew, recruit, BOOK, switches, **more)]


@pytest.mark.parametrize(
    ("neutral", "selfish", "fits"), [(2, 1, True), (3, 1, False), (4, 3, True)]
)
def test_ruling_8_half_may_be_neutral_the_leader_counted(
    neutral: int, selfish: int, fits: bool
) -> None:
    crew = group(
        *(member(f"N{n}", "survivor") for n in range(neutral)),
        *(member(f"S{n}") for n in range(selfish)),
    )
    assert ("neutral-limit" not in keys(crew)) == fits


@pytest.mark.parametrize(("size", "most"), [(4, 1), (7, 1), (8, 2)])
def test_ruling_8_a_quarter_may_have_another_keyword(size: int, most: int) -> None:
    for others in (most, most + 1):
        crew = group(
            *(member(f"O{n}", "rescue-worker") for n in range(others)),
            *(member(f"S{n}") for n in range(size - 1 - others)),
        )
        assert ("other-keyword-limit" in keys(crew)) == (others > most)


def test_a_warning_says_its_numbers() -> None:
    crew = group(member("A", "rescue-worker"), member("B", "rescue-worker"), member("C"))
    text = next(v.text for v in violations(crew, BOOK, PLAIN) if v.key == "other-keyword-limit")
    assert text == "2 of 4 have another Keyword than Selfish (50 %, at most 25 %)."


def test_ruling_8_the_thugs_preferences_by_the_campaigns_switch() -> None:
    crew = group(member("A", "survivor"), member("B", "survivor"), member("K", "kid"))
    assert keys(crew) == ["neutral-limit"]
    community = Switches(thug_preferences="catalogue")
    assert keys(crew, community) == ["thug-excludes/k"]


@pytest.mark.parametrize(
    ("key", "rarity"), [(g.key, g.rarity) for g in BOOK.for_sale() if g.rarity]
)
def test_ruling_9_rarity_counts_who_carries_it_when_it_is_bought(key: str, rarity: int) -> None:
    crew = group(*(member(f"M{n}", gear=(key,)) for n in range(rarity - 1)))
    assert rarity_left(crew, key, BOOK, trained_leader=False) == 1
    crew = crew.with_member(member("Last", gear=(key,)))
    assert rarity_left(crew, key, BOOK, trained_leader=False) == 0
    recruit = Recruit("gang-member", gear=(key,))
    assert f"rarity/{key}" in buying(crew, recruit, budget=100)


@pytest.mark.parametrize(
    ("key", "rarity"), [(g.key, g.rarity) for g in BOOK.for_sale() if g.rarity]
)
def test_ruling_9_two_on_one_member_are_judged_alike_at_once_and_one_after_the_other(
    key: str, rarity: int
) -> None:
    """Rarity counts members: a second weapon on the same one makes them no more."""
    for carrying in range(rarity + 2):
        crew = group(*(member(f"M{n}", gear=(key,)) for n in range(carrying)))
        at_once = buying(crew, Recruit("gang-member", gear=(key, key)), budget=200)
        joined = crew.with_member(member("Last", gear=(key,)))
        after = [
            v.key
            for v in rarity_violations(joined, (key,), BOOK, trained_leader=False, buyer="last")
        ]
        assert (f"rarity/{key}" in at_once) == (f"rarity/{key}" in after) == (carrying >= rarity)
        left = rarity_left(joined, key, BOOK, trained_leader=False, buyer="last")
        assert left == max(0, rarity - carrying)


def test_ruling_9_a_trained_leader_lifts_rarity_of_what_is_marked() -> None:
    for gear in BOOK.for_sale():
        left = rarity_left(group(), gear.key, BOOK, trained_leader=True)
        assert (left is None) == (gear.rarity is None or gear.trained)


def test_a_trained_leader_allows_only_what_is_marked() -> None:
    crew = group(
        member("Pro", "professional", ("revolver",)), member("Sue", "soldier", ("hunting-rifle",))
    )
    assert keys(crew) == ["unmarked/sue"]


def test_ruling_9_the_same_weapon_twice_on_one_member_is_allowed() -> None:
    assert keys(group(member("Mo", gear=("revolver", "revolver", "knife", "knife")))) == []


def test_two_firearms_and_two_close_combat_weapons_at_most() -> None:
    assert keys(group(member("Mo", gear=("revolver",) * 3))) == ["firearms/mo"]
    assert keys(group(member("Mo", gear=("knife",) * 3))) == ["close-combat/mo"]


def test_ruling_10_thrown_weapons_are_firearms_and_armour_is_one() -> None:
    assert keys(group(member("Mo", gear=("revolver", "revolver", "fire-bomb")))) == ["firearms/mo"]
    assert keys(group(member("Mo", gear=("assault-armour", "tactical-vest")))) == ["armour/mo"]
    assert keys(group(member("Mo", gear=("assault-armour", "riot-shield")))) == []


def test_ruling_15_one_arm() -> None:
    crew = group(member("Mo", gear=("hunting-rifle",), injuries=(Injury("arm-injury"),)))
    assert keys(crew) == ["two-handed/mo"]
    crew = group(member("Mo", gear=("revolver", "magnum"), injuries=(Injury("arm-injury"),)))
    assert keys(crew) == ["firearms/mo"]


def test_ruling_4_highly_specialized_guns_need_a_gunsmith_of_any_class() -> None:
    gun = ("squad-automatic-weapon",)
    assert keys(group(member("Mo", gear=gun)))[0].startswith("highly-specialized")
    assert keys(group(member("Mo", gear=gun, skills=("gunsmith",)))) == []


def test_ruling_7_animals_carry_nothing_and_need_no_weapon() -> None:
    assert keys(group(member("Rex", "dog", ("knife",)))) == ["animal-gear/rex"]
    assert "weapon-required" not in str(buying(group(), Recruit("dog"), budget=99))


def test_everyone_starts_with_a_weapon() -> None:
    assert buying(group(), Recruit("goon", gear=("booze",)), budget=99) == [
        "weapon-required/recruit"
    ]
    assert buying(group(), Recruit("goon", gear=("club",)), budget=99) == []


@pytest.mark.parametrize(
    ("kind", "chosen", "fits"),
    [
        ("kid", ("cqc",), True),
        ("kid", (), False),
        ("kid", ("leader",), False),
        ("survivor", ("cqc", "academic"), True),
        ("survivor", ("cqc", "cqc"), False),
        ("survivor", ("cqc", "leader"), False),
        ("tough-guy", ("leader",), True),
        ("tough-guy", ("athletic",), False),
    ],
)
def test_ruling_11_open_skill_types_are_chosen_at_creation(
    kind: str, chosen: tuple[str, ...], fits: bool
) -> None:
    recruit = Recruit(kind, gear=("club",), skill_types=chosen)
    crew = group(*(member(f"M{n}") for n in range(3)))
    assert ("skill-types" not in buying(crew, recruit, budget=99)) == fits


def test_ruling_11_a_survivalist_chooses_gunsmiths_class() -> None:
    assert "gunsmith" in buying(group(), Recruit("survivalist", gear=("club",)), budget=99)
    recruit = Recruit("survivalist", gear=("club",), gunsmith="rifle")
    assert buying(group(), recruit, budget=99) == []


def test_points_and_size_bind() -> None:
    crew = group(*(member(f"M{n}") for n in range(7)), points=10)
    assert buying(crew, Recruit("goon", gear=("club",))) == ["points", "size"]


def test_what_is_only_found_cannot_be_bought() -> None:
    assert "not-for-sale/minigun" in buying(group(), Recruit("goon", gear=("minigun",)), budget=99)


def test_bunk_beds_add_a_place_and_take_a_space() -> None:
    built = (BuiltPerk("a", "bunk-bed"), BuiltPerk("b", "bunk-bed"))
    crew = group(refuge_state=RefugeState("church", built))
    assert max_size(crew, BOOK) == 10
    assert empty_spaces(crew, BOOK) == 0


def test_ruling_25_only_some_perks_may_be_had_twice() -> None:
    twice = (BuiltPerk("a", "fences"), BuiltPerk("b", "fences"))
    assert keys(group(refuge_state=RefugeState("mall", twice))) == ["perk-twice/fences"]


@pytest.mark.parametrize("extra", ["scope", "reflex-sight", "silencer"])
@pytest.mark.parametrize("gun", list(BOOK.firearms))
def test_sights_and_silencers_fit_their_classes(extra: str, gun: str) -> None:
    fits = BOOK.firearms[gun].firearm_class in BOOK.equipment[extra].mounts
    assert (attach_problem(Item("a", extra), Item("b", gun), BOOK) == "") == fits


@pytest.mark.parametrize(
    ("gun", "into"),
    [("hunting-rifle", "surplus-assault-rifle"), ("semi-automatic", "surplus-smg")],
)
def test_a_mod_kit_converts(gun: str, into: str) -> None:
    made = converted(Item("g", gun), Item("k", "mod-kit"), BOOK)
    assert (made.id, made.key, made.modified) == ("g", into, True)
    with pytest.raises(RuleError, match="only these"):
        converted(Item("g", "magnum"), Item("k", "mod-kit"), BOOK)


def test_a_silencer_stays_on_a_converted_gun_where_it_fits() -> None:
    gun = Item("g", "semi-automatic", (Item("s", "silencer"),))
    assert converted(gun, Item("k", "mod-kit"), BOOK).attached == gun.attached


def test_ruling_32_the_end_of_a_campaign() -> None:
    built = (BuiltPerk("a", "fences"), BuiltPerk("b", "store-room"))
    crew = group(
        *(member(f"M{n}") for n in range(7)), points=300, refuge_state=RefugeState("church", built)
    )
    assert campaign_won(crew, BOOK)
    assert not campaign_won(group(points=300), BOOK)


def test_every_violation_can_say_its_rule() -> None:
    crew = group(member("Rex", "dog", ("knife",)), member("Mo", gear=("revolver",) * 3), points=-1)
    for violation in violations(crew, BOOK, PLAIN):
        assert rule_behind(violation, BOOK) != violation.text
