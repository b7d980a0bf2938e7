"""How a group stands while it grows: limits, what can't be bought, what fits."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.model.group import Group, RefugeState
from lastdays.model.limits import (
    Limit,
    carried_limits,
    group_limits,
    points_for_missing_weapons,
    rarity_limits,
    suggestions,
    unarmed,
    why_not,
)
from lastdays.model.recruiting import Recruit, cost_of, make_member
from lastdays.model.switches import Switches
from unit.postgame.crew import BOOK


def group(*recruits: Recruit, points: int = 50, refuge: str = "farm-house") -> Group:
    """A group led by the first."""
    members = tuple(make_member(r, BOOK, f"m{n}") for n, r in enumerate(recruits))
    return Group(
        "g", "G", RefugeState(refuge), members=members, leader=members[0].id, points=points
    )


def test_limits_count_members_and_keywords() -> None:
    thugs = group(Recruit("merciless-thug"), Recruit("goon"), Recruit("survivor"), Recruit("cop"))
    assert [limit.text for limit in group_limits(thugs, BOOK, Switches())] == [
        "Members: 4 of 8",
        "Neutral: 1 of 2",
        "Other Keywords: 1 of 1",
    ]
    assert Limit("Neutral", 3, 2).over
    assert Limit("Neutral", 3, 2).text == "Neutral: 3 of 2, too many"
    leaderless = replace(thugs, leader="")
    assert len(group_limits(leaderless, BOOK, Switches())) == 1


def test_limits_count_what_a_member_carries() -> None:
    made = make_member(Recruit("goon", gear=("revolver", "club", "tactical-vest")), BOOK, "m")
    assert [(x.name, x.count, x.most) for x in carried_limits(made, BOOK)] == [
        ("Firearms", 1, 2),
        ("Close combat", 1, 2),
        ("Armour", 1, 1),
    ]


def test_rare_weapons_are_counted_by_their_bearers() -> None:
    two = group(Recruit("merciless-thug", gear=("surplus-smg",)), Recruit("goon"))
    (limit,) = rarity_limits(two, BOOK, ["surplus-smg", "revolver", "surplus-smg"])
    assert (limit.count, limit.most) == (1, 2)


def test_under_a_trained_leader_gear_without_the_mark_is_counted() -> None:
    trained = group(Recruit("professional", gear=("revolver", "sawed-off-shotgun")))
    (limit,) = rarity_limits(trained, BOOK, ["military-smg"])
    assert (limit.name, limit.over) == ("Gear without *", True)


@pytest.mark.parametrize(
    ("recruit", "key", "left", "reason"),
    [
        (Recruit("goon"), "club", 10, ""),
        (Recruit("goon"), "magnum", 3, ""),
        (Recruit("goon"), "magnum", 2, "Costs 1 more than is left"),
        (Recruit("dog"), "club", 10, "Animals carry nothing"),
        (Recruit("goon", gear=("revolver",) * 2), "magnum", 10, "At most 2 Firearms"),
        (Recruit("goon", gear=("revolver",) * 3), "magnum", 10, "At most 2 Firearms"),
        (Recruit("goon", gear=("club",) * 2), "knife", 10, "At most 2 close-combat weapons"),
        (Recruit("goon", gear=("tactical-vest",)), "assault-armour", 50, "Already wears armour"),
        (
            Recruit("goon", gear=("tactical-vest",) * 2),
            "assault-armour",
            50,
            "Already wears armour",
        ),
        (Recruit("goon", gear=("minigun",)), "minigun", 99, "Highly Specialized: needs Gunsmith"),
        (Recruit("goon"), "military-smg", 50, "None left: rarity 1"),
        (Recruit("goon", gear=("military-smg",)), "revolver", 50, ""),
    ],
)
def test_why_a_piece_of_gear_cannot_be_bought(
    recruit: Recruit, key: str, left: int, reason: str
) -> None:
    truckers = group(Recruit("merciless-thug", gear=("military-smg",)))
    assert why_not(truckers, recruit, key, left, BOOK) == reason


def test_a_trained_leader_buys_only_what_is_marked() -> None:
    trained = group(Recruit("professional"))
    unmarked = next(g.key for g in BOOK.for_sale() if not g.trained and g.key in BOOK.close_combat)
    founding = replace(trained, members=(), leader="")
    for whose, who in ((trained, "soldier"), (founding, "professional")):
        for gear in ((), (unmarked,), (unmarked, "revolver")):
            assert why_not(whose, Recruit(who, gear=gear), unmarked, 50, BOOK) == "Not marked *"
            assert why_not(whose, Recruit(who, gear=gear), "tactical-vest", 50, BOOK) == ""


def test_suggestions_fit_the_points_and_the_keywords() -> None:
    thugs = group(Recruit("merciless-thug", gear=("knife",)), points=84)
    found = suggestions(thugs, BOOK, Switches())
    assert 0 < len(found) <= 3
    for recruit in found:
        kind = BOOK.character(recruit.type)
        assert cost_of(recruit, BOOK) <= 84 // 7
        assert kind.keyword in ("selfish", "neutral")  # one other in two is too many
        assert kind.animal or recruit.gear
        assert all((BOOK.gear(key).cost or 0) <= kind.cost for key in recruit.gear)
    assert suggestions(replace(thugs, points=2), BOOK, Switches()) == []
    assert suggestions(replace(thugs, leader=""), BOOK, Switches()) == []


@pytest.mark.parametrize(("members", "more"), [(7, 0), (7, -1), (8, 0)])
def test_the_last_place_takes_an_animal_that_costs_just_what_is_left(
    members: int, more: int
) -> None:
    dog = BOOK.character("dog").cost
    full = group(Recruit("merciless-thug"), *[Recruit("goon")] * (members - 1), points=dog + more)
    types = [recruit.type for recruit in suggestions(full, BOOK, Switches())]
    assert ("dog" in types) is (members == 7 and more == 0)
    assert members == 7 or not types


def test_where_a_fair_share_buys_nobody_all_points_are_meant() -> None:
    thugs = group(Recruit("merciless-thug"), points=14)
    found = suggestions(thugs, BOOK, Switches())
    assert found
    assert max(cost_of(r, BOOK) for r in found) <= 14


@pytest.mark.parametrize("points", range(60))
def test_what_is_suggested_leaves_a_weapon_for_all_who_need_one(points: int) -> None:
    """The Leader's, too, however few points are left."""
    bare = group(Recruit("merciless-thug"), Recruit("goon"), Recruit("dog"), points=points)
    founding = replace(bare, founding=True)
    assert [member.id for member in unarmed(founding, BOOK)] == ["m0", "m1"]
    kept = points_for_missing_weapons(founding, BOOK)
    for recruit in suggestions(founding, BOOK, Switches()):
        assert points - cost_of(recruit, BOOK) >= kept


def test_the_cheapest_weapon_somebody_can_use_is_kept_for_them() -> None:
    cheapest = min(
        gear.cost or 0
        for gear in (*BOOK.close_combat.values(), *BOOK.firearms.values())
        if gear.cost is not None
    )
    lone = replace(group(Recruit("merciless-thug")), founding=True)
    assert points_for_missing_weapons(lone, BOOK) == cheapest
    armed = replace(group(Recruit("merciless-thug", gear=("knife",))), founding=True)
    assert points_for_missing_weapons(armed, BOOK) == 0
    trained = replace(group(Recruit("professional")), founding=True)
    assert points_for_missing_weapons(trained, BOOK) == min(
        gear.cost or 0
        for gear in (*BOOK.close_combat.values(), *BOOK.firearms.values())
        if gear.trained and gear.cost is not None
    )


def test_a_group_that_plays_keeps_nothing_back() -> None:
    """Those who lost their weapon in a game can't buy another one (p. 29)."""
    playing = group(Recruit("merciless-thug"), Recruit("goon"))
    assert points_for_missing_weapons(playing, BOOK) == 0
