"""Composition, rarity, the mark *, carrying, size, the Leader, what a record says and what a member is, each
number and one beside it, typed from the book (p. 16–36, p. 51, p. 66–88, p. 106; rulings 4, 7–17, 32, 63)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from lastdays.errors import RuleError
from lastdays.model.carrying import Violation, attach_problem, converted, rarity_left
from lastdays.model.game_record import Appearance, GameRecord, Side, doubts
from lastdays.model.group import Group, Injury, Item
from lastdays.model.recruiting import (
    Recruit,
    campaign_won,
    cost_of,
    purchase_violations,
    rule_behind,
    violations,
)
from lastdays.model.switches import Switches
from lastdays.postgame.leadership import acting_leader, arm_leader, new_leader
from lastdays.procedure.replay import Replayed
from sure import sure
from unit.postgame.crew import BOOK, built, buying, finish, group, keys, member, night, run
from unit.rulebook.printed import TABLES, key as key_of

PLAIN = Switches()
#: Key, rarity and cost of what can be bought.
ON_SALE = [
    (key_of(name), rarity, int(cost)) for name, *_, rarity, cost in TABLES["Starting equipment"]
]


def test_a_warning_says_its_numbers() -> None:
    crew = group(member("A", "rescue-worker"), member("B", "rescue-worker"), member("C"))
    text = next(v.text for v in violations(crew, BOOK, PLAIN) if v.key == "other-keyword-limit")
    assert text == "2 of 4 have another Keyword than Selfish (50 %, at most 25 %)."


def test_ruling_8_the_thugs_preferences_by_the_campaigns_switch() -> None:
    crew = group(member("A", "survivor"), member("B", "survivor"), member("K", "kid"))
    assert keys(crew) == ["neutral-limit"]
    community = Switches(thug_preferences="catalogue")
    assert keys(crew, community) == ["thug-excludes/k"]


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


def test_what_is_only_found_cannot_be_bought() -> None:
    assert "not-for-sale/minigun" in buying(group(), Recruit("goon", gear=("minigun",)), budget=99)


@pytest.mark.parametrize(
    ("gun", "into"),
    [("hunting-rifle", "surplus-assault-rifle"), ("semi-automatic", "surplus-smg")],
)
def test_a_mod_kit_converts(gun: str, into: str) -> None:
    made = converted(Item("g", gun), Item("k", "mod-kit"), BOOK)
    assert (made.id, made.key, made.modified) == ("g", into, True)
    with pytest.raises(RuleError, match="converts only"):
        converted(Item("g", "magnum"), Item("k", "mod-kit"), BOOK)


def test_a_silencer_stays_on_a_converted_gun_where_it_fits() -> None:
    gun = Item("g", "semi-automatic", (Item("s", "silencer"),))
    assert converted(gun, Item("k", "mod-kit"), BOOK).attached == gun.attached


def test_every_violation_can_say_its_rule() -> None:
    crew = group(member("Rex", "dog", ("knife",)), member("Mo", gear=("revolver",) * 3), points=-1)
    for violation in violations(crew, BOOK, PLAIN):
        assert rule_behind(violation, BOOK) != violation.text


# Who may join, with what


@pytest.mark.parametrize(
    ("neutral", "loyal", "fits"),
    [(1, 0, True), (2, 0, False), (2, 1, True), (3, 1, False), (3, 2, True), (4, 3, True),
     (5, 3, False)],
)  # fmt: skip
def test_up_to_half_may_be_neutral(neutral: int, loyal: int, fits: bool) -> None:
    """p. 21; ruling 8: the Leader counted."""
    crew = group(
        *(member(f"N{n}", "survivor") for n in range(neutral)),
        *(member(f"S{n}") for n in range(loyal)),
    )
    assert ("neutral-limit" not in keys(crew)) is fits


@pytest.mark.parametrize(
    ("neutral", "loyal", "fits"), [(3, 0, True), (4, 0, False), (6, 1, True), (7, 1, False)]
)
def test_up_to_three_quarters_under_a_thug_by_the_switch(
    neutral: int, loyal: int, fits: bool
) -> None:
    """p. 17; ruling 8."""
    crew = group(
        *(member(f"N{n}", "survivor") for n in range(neutral)),
        *(member(f"S{n}") for n in range(loyal)),
        refuge="mall",
    )
    found = keys(crew, Switches(thug_preferences="catalogue"))
    assert ("neutral-limit" not in found) is fits


@pytest.mark.parametrize(
    ("others", "loyal", "fits"),
    [(1, 1, False), (1, 2, True), (1, 5, True), (2, 4, False), (2, 5, True), (3, 5, False),
     (3, 8, True)],
)  # fmt: skip
def test_a_quarter_may_have_another_keyword(others: int, loyal: int, fits: bool) -> None:
    """p. 21; ruling 8."""
    crew = group(
        *(member(f"O{n}", "rescue-worker") for n in range(others)),
        *(member(f"S{n}") for n in range(loyal)),
        refuge="mall",
    )
    assert ("other-keyword-limit" not in keys(crew)) is fits


@pytest.mark.parametrize(
    ("key", "rarity"),
    [(key, int(rarity)) for key, rarity, _cost in ON_SALE if rarity != "-"],
)
def test_a_weapon_is_bought_up_to_its_rarity(key: str, rarity: int) -> None:
    """p. 30–31; ruling 9: one more carried than that, found or not, and none is left."""
    recruit = Recruit("gang-member", gear=(key,))
    for carrying in range(rarity + 2):
        crew = group(*(member(f"M{n}", gear=(key,)) for n in range(carrying)))
        left = rarity_left(crew, key, BOOK, trained_leader=False)
        assert left == [rarity - carrying, 0][carrying > rarity]
        assert (f"rarity/{key}" in buying(crew, recruit, budget=99)) is (carrying >= rarity)


@pytest.mark.parametrize(("key", "cost"), [(key, cost) for key, _rarity, cost in ON_SALE])
def test_a_recruit_with_gear_costs_both(key: str, cost: int) -> None:
    """p. 22–31: a Gang Member is 6."""
    recruit = Recruit("gang-member", gear=(key,))
    assert cost_of(recruit, BOOK) == 6 + cost
    assert cost_of(recruit, BOOK, gear_only=True) == cost
    for budget, fits in ((6 + cost, True), (5 + cost, False)):
        assert ("points" not in buying(group(), recruit, budget=budget)) is fits


@pytest.mark.parametrize(
    ("gear", "injured", "broken"),
    [
        (("revolver", "magnum"), False, []),
        (("revolver", "magnum", "revolver"), False, ["firearms/mo"]),
        (("revolver", "magnum", "fire-bomb"), False, ["firearms/mo"]),
        (("club", "knife"), False, []),
        (("club", "knife", "club"), False, ["close-combat/mo"]),
        (("tactical-vest",), False, []),
        (("tactical-vest", "assault-armour"), False, ["armour/mo"]),
        (("tactical-vest", "riot-shield"), False, []),
        (("revolver", "club"), True, []),
        (("revolver", "magnum"), True, ["firearms/mo"]),
        (("club", "knife"), True, ["close-combat/mo"]),
        (("hunting-rifle",), True, ["two-handed/mo"]),
        (("pump-action-shotgun",), True, ["two-handed/mo"]),
        (("military-smg",), True, []),
        (("thrown-explosive",), True, []),
    ],
)
def test_what_a_member_carries(gear: tuple[str, ...], injured: bool, broken: list[str]) -> None:
    """p. 29, p. 77, p. 84; rulings 10 and 15."""
    hurt = (Injury("arm-injury"),) if injured else ()
    assert keys(group(member("Mo", gear=gear, injuries=hurt))) == broken


@pytest.mark.parametrize("extra", ["scope", "reflex-sight", "silencer"])
@pytest.mark.parametrize(
    ("gun", "cls"),
    [("revolver", "pistol"), ("military-smg", "smg"), ("hunting-rifle", "rifle"),
     ("pump-action-shotgun", "shotgun"), ("minigun", "heavy"), ("hunting-bow", "sporting")],
)  # fmt: skip
def test_what_fits_on_which_gun(extra: str, gun: str, cls: str) -> None:
    """p. 78–79: once each."""
    classes = {"smg", "rifle"} | ({"pistol"} if extra == "silencer" else set())
    found = attach_problem(Item("a", extra), Item("g", gun), BOOK)
    assert (found == "") is (cls in classes)
    again = attach_problem(Item("b", extra), Item("g", gun, (Item("a", extra),)), BOOK)
    assert again != ""


@pytest.mark.parametrize(
    ("points", "members", "perks", "won"),
    [(300, 8, 2, True), (299, 8, 2, False), (300, 7, 2, False), (300, 8, 1, False),
     (301, 9, 2, True)],
)  # fmt: skip
def test_when_a_campaign_is_won(points: int, members: int, perks: int, won: bool) -> None:
    """p. 106; ruling 32: The Church holds eight, with two Empty Spaces."""
    crew = group(
        *(member(f"M{n}") for n in range(members - 1)),
        points=points,
        refuge_state=built("church", *["fences", "store-room"][:perks]),
    )
    assert campaign_won(crew, BOOK) is won


# The Leader


@pytest.mark.parametrize(
    ("ann", "leads"), [((3, 3), "Ann"), ((2, 2), "Mo"), ((2, 3), "Ann"), ((4, 0), "Mo")]
)
def test_who_leads_while_the_leader_is_captive(ann: tuple[int, int], leads: str) -> None:
    """Ruling 17: Mo has Courage 2 and Intelligence 2."""
    courage, intelligence = ann
    other = member("Ann", "survivor", adjustments={"C": courage - 3, "I": intelligence - 3})
    crew = group(member("Zeke", "merciless-thug", status="captured"), member("Mo"), other)
    found = acting_leader(crew, BOOK)
    assert sure(found).name == leads


NEW = {"l/new": {"type": "merciless-thug", "name": "Bo"}}


def armed(points: int, *gear: str) -> Replayed[Group]:
    """Have a new Leader buy gear with so many points."""
    crew = group(member("Mo"), points=points)
    crew = crew.bury(crew.leader)
    led = finish(lambda: new_leader("l", crew, night(crew)), NEW)
    return run(
        lambda: arm_leader("jobs", led, night(crew)),
        {"jobs/arms": {"gear": list(gear), "allowed": False}},
    )


@pytest.mark.parametrize(("points", "fits"), [(4, True), (3, False)])
def test_a_new_leaders_gear_costs_its_points_and_not_one_less(points: int, fits: bool) -> None:
    """p. 31, p. 86: a Revolver and a Club."""
    found = armed(points, "revolver", "club")
    assert (found.result is not None) is fits
    if fits:
        assert found.result is not None
        assert found.result.points == 0
        assert [i.key for i in sure(found.result.leading).gear] == ["revolver", "club"]


@pytest.mark.parametrize(("points", "unarmed"), [(1, True), (2, False)])
def test_a_new_leader_is_unarmed_only_where_nothing_can_be_paid(points: int, unarmed: bool) -> None:
    """p. 31; ruling 63: the cheapest weapon costs 2."""
    assert (armed(points).result is not None) is unarmed


# What a record says


@pytest.mark.parametrize(
    ("claimed", "fallen", "doubted"),
    [(0, 0, False), (1, 0, True), (1, 1, False), (2, 1, True), (2, 2, False), (1, 2, False)],
)
def test_more_rivals_than_fell_are_doubted(claimed: int, fallen: int, doubted: bool) -> None:
    """p. 87."""
    mine = Side("g", "Truckers", (Appearance("mo", rivals=claimed),))
    foes = tuple(Appearance(f"r{n}", out=n < fallen) for n in range(3))
    game = GameRecord("game", 1, "scavengers", (mine, Side("h", "Crew", foes)))
    said = [t for t in doubts(game, BOOK, {}) if "counts" in t]
    assert bool(said) is doubted
    if doubted:
        assert f"only {fallen} can be theirs" in said[0]


@pytest.mark.parametrize("claimed", [2, 3])
def test_of_three_sides_all_that_fell_are_counted(claimed: int) -> None:
    """p. 87: one of each rival side; not the one that another side or a zombie took."""
    mine = Side("g", "Truckers", (Appearance("mo", rivals=claimed),))
    crew = Side(
        "h", "Crew", (Appearance("ann", out=True), Appearance("bea", out=True, out_by="zombie"))
    )
    third = Side(
        "i", "Third", (Appearance("cy", out=True), Appearance("dot", out=True, out_by="ann"))
    )
    game = GameRecord("game", 1, "scavengers", (mine, crew, third))
    said = [t for t in doubts(game, BOOK, {}) if t.startswith("Truckers counts")]
    assert bool(said) is (claimed == 3)


def test_a_group_without_a_leader_is_told_by_page_17() -> None:
    crew = group(member("Mo"))
    crew = crew.bury(crew.leader)
    (found,) = [v for v in violations(crew, BOOK, Switches()) if v.key == "no-leader"]
    assert (found.text, found.page) == ("The group has no Leader.", 17)


# What a member is


@pytest.mark.parametrize(("led", "said"), [(True, ["leaders"]), (False, [])])
def test_a_second_leader_is_one_too_many_and_changes_no_keyword_limit(
    led: bool, said: list[str]
) -> None:
    """p. 17, p. 21: one of five has another Keyword than the Leader, not four."""
    crew = group(*(member(f"M{n}") for n in range(3)))
    hero = Recruit("everyday-hero", gear=("club",))
    if not led:
        crew = group(*(member(f"S{n}", "good-samaritan") for n in range(3)))
        crew = crew.bury(crew.leader)
    assert buying(crew, hero, budget=99) == said


def test_a_group_without_a_leader_is_held_to_no_keyword_limit() -> None:
    """p. 21, p. 86."""
    crew = group(member("Sam", "rescue-worker"), member("Ann", "survivor"))
    crew = crew.bury(crew.leader)
    assert buying(crew, Recruit("gang-member", gear=("club",)), budget=99) == []


def in_words(broken: Iterable[Violation]) -> str:
    """What speaks against something, with the page of the rule and the member it is about."""
    lines = []
    for violation in broken:
        page = f"p. {violation.page}" if violation.page else "no page"
        lines.append(f"{violation.key}: {violation.text} ({page}) {violation.member}".strip())
    return "\n".join(lines)


BADLY_MADE = {
    "crowded": group(*(member(f"M{n}", gear=("knife",)) for n in range(14)), points=-3),
    "overbuilt": group(refuge_state=built("church", *["watch-tower"] * 3, *["bunk-bed"] * 4)),
    "overloaded": group(
        member(
            "Mo",
            gear=("hunting-rifle", "hunting-rifle", "hunting-rifle", "heavy-blade", "heavy-club"),
        ),
        member("Rex", "dog", ("knife",)),
        member("Gus", gear=("squad-automatic-weapon", "tactical-vest", "assault-armour")),
    ),
    "of any Keyword": group(
        member("A", "rescue-worker"), member("B", "rescue-worker"), member("C", "survivor")
    ),
    "unarmed": group(member("Mo"), founding=True),
    "of two Leaders": group(member("Zeke", "merciless-thug"), member("Carl", "everyday-hero")),
    "without a Leader": replace(group(member("Mo", gear=("knife",))), leader=""),
    "from a lost pack": replace(
        group(), stash=(Item("r", "ray-gun"),), refuge=built("church", "moat")
    ),
}


@pytest.mark.parametrize("title", BADLY_MADE)
def test_what_is_wrong_with_a_group_is_said_with_its_page(
    title: str, snapshot: SnapshotAssertion
) -> None:
    assert in_words(violations(BADLY_MADE[title], BOOK, PLAIN)) == snapshot


BADLY_BOUGHT = {
    "too dear": Recruit("goon", "Mo", gear=("hunting-rifle",)),
    "of a second Leader": Recruit("everyday-hero", "Carl", gear=("knife",)),
    "of a Gunsmith without a class": Recruit("survivalist", "Sue", gear=("knife",)),
    "without a weapon": Recruit("goon", "Mo"),
    "of a rare gun twice": Recruit("goon", "Mo", gear=("magnum", "magnum", "magnum")),
}


@pytest.mark.parametrize("title", BADLY_BOUGHT)
def test_what_speaks_against_a_purchase_is_said_with_its_page(
    title: str, snapshot: SnapshotAssertion
) -> None:
    crew = group(points=4)
    assert in_words(purchase_violations(crew, BADLY_BOUGHT[title], BOOK, PLAIN)) == snapshot
