"""Supplies, Jobs, the attack, flight and Encounters at each number and one beside it, typed from
the book (p. 10, p. 20, p. 62–67, p. 80–82, p. 92–107; rulings 5, 21–31, 50, 55)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from lastdays.model.game_record import SupplyToken
from lastdays.model.recruiting import Recruit, empty_spaces, max_size
from lastdays.postgame.encounters import encounter_aftermath, encounter_roll
from lastdays.postgame.jobs import GuardJob, build_cost, check_jobs, jobs, jobs_of
from lastdays.postgame.supplies import supplies
from lastdays.postgame.zombie_attack import zombie_attack
from lastdays.procedure.characteristic_tests import passes
from sure import sure
from unit.postgame.crew import (
    BOOK,
    MO_WATCHES,
    PASSED,
    built,
    buying,
    finish,
    group,
    keys,
    member,
    night,
    options,
    run,
)

# Tests


@pytest.mark.parametrize(
    ("die", "value", "target", "passed"),
    [(5, 3, 8, True), (4, 3, 8, False), (6, 0, 6, True), (5, 0, 6, False), (1, 5, 6, True)],
)
def test_a_test_is_passed_at_its_number(die: int, value: int, target: int, passed: bool) -> None:
    """p. 10."""
    assert passes(die, value, target) is passed


# Supplies


@pytest.mark.parametrize(
    ("row", "column", "ways"),
    [
        (2, 2, ["row-up"]),
        (2, 3, ["row-up", "column-up"]),
        (3, 3, ["row-down", "row-up", "column-up"]),
        (11, 4, ["row-down", "row-up", "column-down"]),
        (12, 4, ["row-down", "column-down"]),
        (12, 5, ["row-down", "column-up"]),
        (7, 6, ["row-down", "row-up", "column-down"]),
        (7, 7, ["row-down", "row-up"]),
        (7, 8, ["row-down", "row-up", "column-up"]),
        (7, 10, ["row-down", "row-up", "column-up"]),
        (7, 11, ["row-down", "row-up", "column-down"]),
        (7, 12, ["row-down", "row-up"]),
        (12, 12, ["row-down"]),
    ],
)
def test_a_scavenger_shifts_within_the_table(row: int, column: int, ways: list[str]) -> None:
    """p. 67; ruling 21: columns 6 to 8 hold the same."""
    crew = group(member("Ed", "survivalist", gunsmith="rifle"))
    tokens = (SupplyToken("carried", "ed"),)
    answers = {"supplies/token-1/row": row, "supplies/token-1/column": column}
    found = run(lambda: supplies(crew, night(crew, tokens=tokens)), answers)
    assert options(found) == ["keep", *ways]


@pytest.mark.parametrize("again", [1, 6])
def test_the_store_rooms_second_roll_stands_with_its_plus(again: int) -> None:
    """p. 82, p. 92: D6+3."""
    crew = group(refuge="mall")
    answers = {
        "supplies/token-1/row": 5,
        "supplies/token-1/column": 7,
        "supplies/token-1/points": 4,
        "supplies/store-room": "token-1",
        "supplies/token-1/again": again,
    }
    claimed = (SupplyToken("claimed"),)
    result = finish(lambda: supplies(crew, night(crew, tokens=claimed)), answers)
    assert result.points == again + 3
    assert finish(lambda: supplies(crew, night(crew)), {}) == crew


# Jobs

PRICES = [("armoury", 20, 15), ("bunk-bed", 20, 15), ("escape-vehicle", 20, 15),
          ("fenced-off-garden", 15, 12), ("fences", 20, 15), ("fortified-windows", 20, 15),
          ("infirmary", 25, 19), ("radio-room", 15, 12), ("reinforced-doors", 15, 12),
          ("solid-structure", 30, 23), ("store-room", 15, 12), ("watch-tower", 20, 15)]  # fmt: skip


@pytest.mark.parametrize(("perk", "cost", "discounted"), PRICES)
def test_a_perk_is_built_for_its_cost_and_not_one_point_less(
    perk: str, cost: int, discounted: int
) -> None:
    """p. 64, p. 94; ruling 25."""
    home = "prison" if perk not in ("fences", "infirmary") else "church"
    for skills, price in (((), cost), (("engineer",), discounted)):
        assert build_cost(member("Mo", skills=skills), perk, BOOK) == price
        for points in (price, price - 1):
            crew = group(member("Mo", skills=skills), points=points, refuge=home)
            given: dict[str, Any] = {"jobs/assigned": {"mo": {"job": "build"}}}
            found = run(partial(jobs, crew, night(crew)), given)
            offered = options(found) if found.pending is not None else []
            assert (perk in offered) is (points == price)
        given["jobs/mo/build/perk"] = perk
        rich = group(member("Mo", skills=skills), points=price, refuge=home)
        after = finish(partial(jobs, rich, night(rich)), given)
        assert (after.group.points, [p.key for p in after.group.refuge.built]) == (0, [perk])


@pytest.mark.parametrize(
    ("perk", "again"),
    [("bunk-bed", True), ("infirmary", True), ("fenced-off-garden", True), ("fences", False),
     ("armoury", False), ("store-room", False)],
)  # fmt: skip
def test_what_may_be_built_twice(perk: str, again: bool) -> None:
    """p. 80–81; ruling 25."""
    crew = group(member("Mo"), points=99, refuge_state=built("mall", perk))
    found = run(lambda: jobs(crew, night(crew)), {"jobs/assigned": {"mo": {"job": "build"}}})
    assert (perk in options(found)) is again
    twice = group(refuge_state=built("church", perk, perk))
    assert (f"perk-twice/{perk}" in keys(twice)) is not again


@pytest.mark.parametrize(("intelligence", "needed"), [(2, 6), (3, 5), (4, 4), (6, 2)])
def test_the_radio_room_and_the_watch_tower_need_intelligence_eight(
    intelligence: int, needed: int
) -> None:
    """p. 81–82."""
    change = {"I": intelligence - 2}
    for die in (needed, needed - 1):
        crew = group(member("Mo", adjustments=change), refuge="police-station")
        given = {
            "jobs/assigned": {"mo": {"job": "work", "post": "built-in-1-radio-room"}},
            "jobs/mo/worked/test": die,
        }
        after = finish(partial(jobs, crew, night(crew)), given)
        assert bool(after.group.next_encounter.worked) is (die == needed)
        church = group(member("Mo", adjustments=change), refuge="church")
        found = run(
            partial(zombie_attack, church, night(church), (), MO_WATCHES),
            {"attack/roll": (1, 1), "attack/watch-tower/test": die},
        )
        assert (found.pending is not None) is (die == needed)


@pytest.mark.parametrize(
    ("faces", "out", "choice", "again", "holds"),
    [
        ((1, 1), (), "keep", 0, False),
        ((1, 1), (), "first", 1, False),
        ((1, 1), (), "first", 2, True),
        ((1, 2), ("lou",), "first", 1, False),
        ((1, 2), ("lou",), "first", 2, True),
        ((1, 2), ("lou",), "second", 2, False),
        ((1, 2), ("lou",), "second", 3, True),
    ],
)
def test_the_watch_tower_rolls_the_die_that_is_named_again(
    faces: tuple[int, int], out: tuple[str, ...], choice: str, again: int, holds: bool
) -> None:
    """p. 82, p. 95: a total of three holds, one less for each of the wounded."""
    crew = group(member("Mo"), member("Lou"), refuge="church")
    answers = {
        "attack/roll": faces,
        "attack/watch-tower/test": 6,
        "attack/tower-choice": choice,
    }
    if again:
        answers["attack/tower-roll"] = (again,)
    held = finish(lambda: zombie_attack(crew, night(crew, out=out), (), MO_WATCHES), answers)
    assert held is holds


@pytest.mark.parametrize(
    ("mine", "theirs", "first", "second", "won"),
    [
        (3, 3, 4, 3, True),
        (3, 3, 3, 3, False),
        (4, 3, 3, 4, True),
        (4, 3, 2, 4, False),
        (3, 4, 4, 3, False),
        (3, 4, 5, 3, True),
    ],
)
def test_the_talk_is_an_opposed_test_of_intelligence(
    mine: int, theirs: int, first: int, second: int, won: bool
) -> None:
    """p. 10, p. 95; ruling 26: a draw to the higher, then to the one talked to."""
    leader = member("Zeke", "merciless-thug", adjustments={"I": mine - 3})
    crew = group(leader, member("Ann", "survivor", adjustments={"I": theirs - 3}))
    given = {
        "jobs/assigned": {"zeke": {"job": "talk", "with": "ann"}, "ann": {"job": "talk"}},
        "jobs/zeke/talk/ann/first": first,
        "jobs/zeke/talk/ann/second": second,
    }
    after = finish(lambda: jobs(crew, night(crew)), given)
    assert (after.group.member("ann").keyword == "selfish") is won


@pytest.mark.parametrize(("skills", "least", "most"), [((), 1, 6), (("agriculturalist",), 2, 12)])
def test_a_gardens_dice(skills: tuple[str, ...], least: int, most: int) -> None:
    """p. 62, p. 80."""
    for points, fits in ((least, True), (most, True), (least - 1, False), (most + 1, False)):
        crew = group(member("Mo", skills=skills))
        given = {
            "jobs/assigned": {"mo": {"job": "work", "post": "built-in-0-fenced-off-garden"}},
            "jobs/mo/worked/points": points,
        }
        found = run(partial(jobs, crew, night(crew)), given)
        assert (found.result is not None) is fits
        if fits:
            assert sure(found.result).group.points == points


def test_who_is_new_or_out_of_action_has_no_job() -> None:
    """p. 93–95."""
    crew = group(member("Mo"), member("Lou", newcomer=True), member("Ann"))
    for name in ("lou", "ann"):
        said = check_jobs(crew, {name: GuardJob()}, night(crew, out=("ann",))).problems
        assert said == ("Someone who cannot work was given a Job.",)
    assert crew.leading is not None
    assert "talk" not in jobs_of(crew.leading, crew, night(crew))


# The attack


@pytest.mark.parametrize(
    ("refuge", "out", "guards", "skill", "faces", "holds"),
    [
        ("farm-house", (), (), "", (1, 1), False),
        ("farm-house", (), (), "", (1, 2), True),
        ("farm-house", ("mo",), (), "", (1, 2), False),
        ("farm-house", ("mo",), (), "", (2, 2), True),
        ("farm-house", ("mo", "lou"), (), "", (2, 2), False),
        ("farm-house", ("mo", "lou"), (), "", (2, 3), True),
        ("farm-house", ("mo", "lou", "ann"), (), "", (2, 3), False),
        ("farm-house", ("mo", "lou", "ann"), (), "", (3, 3), True),
        ("farm-house", (), ("zeke",), "", (1, 1), True),
        ("farm-house", ("mo",), ("zeke",), "", (1, 1), False),
        ("farm-house", ("mo",), ("zeke",), "", (1, 2), True),
        ("farm-house", ("mo",), ("zeke",), "sniper", (1, 1), True),
        ("farm-house", ("mo", "lou"), ("zeke",), "headhunter", (1, 1), False),
        ("farm-house", ("mo", "lou"), ("zeke",), "headhunter", (1, 2), True),
        ("gun-shop", (), (), "", (1, 1), True),
        ("gun-shop", ("mo",), (), "", (1, 1), False),
        ("gun-shop", ("mo",), (), "", (1, 2), True),
        ("prison", ("mo",), (), "", (1, 1), False),
        ("prison", ("mo",), (), "", (1, 2), True),
        ("prison", ("mo", "lou"), (), "", (1, 2), False),
        ("prison", ("mo", "lou"), (), "", (2, 2), True),
    ],
)
def test_the_refuge_is_lost_at_two_and_held_at_three(
    refuge: str,
    out: tuple[str, ...],
    guards: tuple[str, ...],
    skill: str,
    faces: tuple[int, int],
    holds: bool,
) -> None:
    """p. 66–67, p. 81, p. 95; ruling 28."""
    leader = member("Zeke", "merciless-thug", skills=(skill,) if skill else ())
    crew = group(leader, member("Mo"), member("Lou"), member("Ann"), refuge=refuge)
    answers = {"attack/roll": faces}
    held = finish(lambda: zombie_attack(crew, night(crew, out=out), guards), answers)
    assert held is holds


# The Refuges


@pytest.mark.parametrize(
    ("refuge", "size", "spaces"),
    [("farm-house", 8, 6), ("mall", 12, 8), ("gun-shop", 6, 3), ("police-station", 8, 2),
     ("church", 8, 2), ("prison", 10, 3)],
)  # fmt: skip
def test_how_many_a_refuge_holds(refuge: str, size: int, spaces: int) -> None:
    """p. 20."""
    full = group(*(member(f"M{n}") for n in range(size - 1)), refuge=refuge)
    assert max_size(full, BOOK) == size
    assert empty_spaces(full, BOOK) == spaces
    assert "size" not in keys(full)
    recruit = Recruit("gang-member", gear=("club",))
    assert "size" in buying(full, recruit, budget=99)
    one_short = full.without_member("m0")
    assert "size" not in buying(one_short, recruit, budget=99)
    assert "size" in keys(full.with_member(member("Last")))
    packed = group(refuge_state=built(refuge, *["bunk-bed"] * spaces))
    assert max_size(packed, BOOK) == size + spaces
    assert "spaces" not in keys(packed)
    assert "spaces" in keys(group(refuge_state=built(refuge, *["bunk-bed"] * (spaces + 1))))


# Encounters


@pytest.mark.parametrize(
    ("die", "name"),
    [(1, "Bushwhack"), (2, "Home Defense"), (3, "Massacre Site"), (4, "Rescue"),
     (5, "Scavengers"), (6, "The Escape")],
)  # fmt: skip
def test_which_encounter_each_die_finds(die: int, name: str) -> None:
    """p. 98; ruling 31."""
    for passes_made in (0, 2):
        found = finish(
            partial(encounter_roll, (PASSED,) * passes_made, BOOK),
            {"encounter/roll": die},
        )
        assert BOOK.encounters[found].name == name
    ways = run(lambda: encounter_roll((PASSED,), BOOK), {"encounter/roll": die})
    assert options(ways) == ["0", *(["-1"] if die > 1 else []), *(["1"] if die < 6 else [])]
    for shift in options(ways):
        answers = {"encounter/roll": die, "encounter/radio": shift}
        found = finish(partial(encounter_roll, (PASSED,), BOOK), answers)
        assert BOOK.encounters[found].number == die + int(shift)


@pytest.mark.parametrize(
    ("intelligence", "gear_head", "dice", "perk"),
    [
        (3, False, 5, True),
        (3, False, 4, False),
        (2, False, 6, True),
        (2, False, 5, False),
        (2, True, (6, 1), True),
        (2, True, (1, 6), True),
        (2, True, (5, 5), False),
    ],
)
def test_the_vehicle_becomes_a_perk_at_intelligence_eight(
    intelligence: int, gear_head: bool, dice: int | tuple[int, int], perk: bool
) -> None:
    """p. 65, p. 107; ruling 55."""
    skills = ("gear-head",) if gear_head else ()
    crew = group(member("Mo", skills=skills, adjustments={"I": intelligence - 2}))
    answers = {"encounter/vehicle": "mo", "encounter/vehicle-test/test": dice}
    result = finish(
        lambda: encounter_aftermath(crew, night(crew, vehicle=True, encounter="the-escape")),
        answers,
    )
    assert [p.key for p in result.refuge.built] == (["escape-vehicle"] if perk else [])


@pytest.mark.parametrize(("members", "asked"), [(5, True), (6, False), (7, False)])
def test_a_stranger_needs_room(members: int, asked: bool) -> None:
    """p. 20, p. 104: The Gun Shop holds six."""
    crew = group(*(member(f"M{n}") for n in range(members - 1)), refuge="gun-shop")
    found = run(
        lambda: encounter_aftermath(crew, night(crew, stranger_home=True, encounter="rescue")), {}
    )
    assert (found.pending is not None) is asked
