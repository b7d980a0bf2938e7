"""What is asked after the game and on which page of the book it stands (p. 10, p. 63–67, p. 77–107)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.model.game_record import SupplyToken
from lastdays.model.group import BuiltPerk, RefugeState
from lastdays.postgame.encounters import encounter_aftermath, encounter_roll
from lastdays.postgame.experience import experience
from lastdays.postgame.injuries import injuries
from lastdays.postgame.jobs import jobs
from lastdays.postgame.leadership import arm_leader, new_leader
from lastdays.postgame.refuge_fate import after_attack
from lastdays.postgame.supplies import supplies
from lastdays.postgame.zombie_attack import zombie_attack
from sure import sure
from unit.postgame.crew import BOOK, MO_WATCHES, PASSED, group, member, night, purchase, run, told


def asked(
    start: Callable[..., Any],
    answers: dict[str, Any],
) -> tuple[int, str]:
    """The page of what is asked after some answers, and its question."""
    found = run(start, answers)
    assert found.pending is not None
    return found.pending.page, found.pending.question


CARRIED = (SupplyToken("carried", "ed"),)
CELL = {"supplies/token-1/row": 6, "supplies/token-1/column": 11}
POINTS = {**CELL, "supplies/token-1/scavenger": "keep", "supplies/token-1/points": 2}


@pytest.mark.parametrize(
    ("answers", "page", "question"),
    [
        ({}, 92, "Supply Token 1: which row?"),
        ({"supplies/token-1/row": 6}, 92, "Supply Token 1, row 6: which column?"),
        (CELL, 67, "Ed is a Scavenger and may shift one roll by one."),
        ({**CELL, "supplies/token-1/scavenger": "keep"}, 92,
         "Supply Token 1: D6 Scavenge Points."),
        (POINTS, 92, "D3 × Semi-Automatic: how many?"),
        ({**POINTS, "supplies/token-1/count-0": 3}, 82,
         "The Store Room can roll the Scavenge Points of one token again."),
        ({**POINTS, "supplies/token-1/count-0": 3, "supplies/store-room": "token-1"}, 82,
         "Store Room: roll D6 again. The second roll stands."),
    ],
)  # fmt: skip
def test_what_a_supply_token_asks(answers: dict[str, int | str], page: int, question: str) -> None:
    crew = group(member("Ed", "survivalist", gunsmith="rifle"), refuge="mall")
    found = asked(lambda: supplies(crew, night(crew, tokens=CARRIED)), answers)
    assert found == (page, question)


def test_what_is_told_of_supplies() -> None:
    crew = group(member("Ed", "survivalist", gunsmith="rifle"), refuge="mall", points=4)
    answers = {
        **POINTS,
        "supplies/token-1/row": 5,
        "supplies/token-1/count-0": 3,
        "supplies/store-room": "token-1",
        "supplies/token-1/again": 6,
    }
    found = told(run(lambda: supplies(crew, night(crew, tokens=CARRIED)), answers))
    assert "Supply Token 1: row 5, column 11: 5 points" in found
    assert "4 × Medical Supplies" in found
    assert "Store Room: 5 becomes 9." in found
    assert "9 Scavenge Points brought home: 13 in all." in found


def test_one_point_and_one_roll_are_told_as_one() -> None:
    perk = replace(BOOK.perks["armoury"], ammo_rerolls=1)
    crew = group(
        member("Mo"), refuge_state=RefugeState("farm-house", (BuiltPerk("b", "armoury"),)), points=1
    )
    context = replace(
        night(crew, tokens=CARRIED), catalogue=replace(BOOK, perks={**BOOK.perks, "armoury": perk})
    )

    def works(post: str, **answers: Any) -> str:
        given = {"mo": {"job": "work", "post": post}}
        keys = {f"jobs/mo/worked/{key}": value for key, value in answers.items()}
        return told(run(lambda: jobs(crew, context), {"jobs/assigned": given, **keys}))

    assert "sorts the Armoury: 1 failed Ammo Roll may be rolled again next time." in works("b")
    gained = works("built-in-0-fenced-off-garden", points=1)
    assert "works the Fenced-Off Garden: 1 Scavenge Point." in gained
    recruits = {"jobs/assigned": {"zeke": {"job": "recruit"}}}
    said = asked(lambda: jobs(crew, night(crew)), recruits)[1]
    assert said == "Recruit one new member with 1 Scavenge Point."
    answers = {**POINTS, "supplies/token-1/points": 1, "supplies/token-1/row": 7}
    found = told(run(lambda: supplies(crew, night(crew, tokens=CARRIED)), answers))
    assert "1 Scavenge Point brought home: 2 in all." in found


AID = {"injuries/mo/roll": (5, 6)}
CUT = {**AID, "injuries/mo/first-aid": "keep", "injuries/mo/medical": "keep"}


@pytest.mark.parametrize(
    ("answers", "page"),
    [
        ({}, 84),
        (AID, 63),
        ({**AID, "injuries/mo/first-aid": "first"}, 63),
        ({**AID, "injuries/mo/first-aid": "keep"}, 77),
        (CUT, 85),
        ({**CUT, "injuries/mo/infected/virus": 4}, 77),
        (
            {**CUT, "injuries/mo/infected/virus": 4, "injuries/mo/infected/virus-medical": "keep"},
            85,
        ),
    ],
)
def test_where_an_injury_stands_in_the_book(
    answers: dict[str, str | int | tuple[int, int]], page: int
) -> None:
    crew = group(member("Mo"), member("Ann", "rescue-worker", ("medical-supplies",)))
    assert asked(lambda: injuries(crew, night(crew, out=("mo",))), answers)[0] == page


def test_which_injury_is_next_and_what_a_twelve_teaches() -> None:
    crew = group(member("Mo", gear=("revolver", "magnum")), member("Lou"))
    both = night(crew, out=("mo", "lou"))
    assert asked(lambda: injuries(crew, both), {}) == (84, "Whose injury is rolled next?")
    alone = night(crew, out=("mo",))
    found = asked(lambda: injuries(crew, alone), {"injuries/mo/roll": (6, 6)})
    assert found == (85, "Mo learns from it and gains D6 Experience.")
    assert asked(lambda: injuries(crew, alone), {"injuries/mo/roll": (2, 2)})[0] == 84


def test_where_experience_stands_in_the_book() -> None:
    crew = group(member("Mo", experience=40), member("Lou", experience=40))
    survived = {f"experience/{m}/survived": 1 for m in ("zeke", "mo", "lou")}
    start = lambda: experience(crew, night(crew))  # noqa: E731
    assert asked(start, {})[0] == 87
    assert asked(start, survived) == (88, "Who spends Experience next?")
    chosen = {**survived, "experience/next/1": "mo"}
    assert asked(start, chosen) == (88, "Does Mo buy Level 1 for 6 of 41 Experience?")
    table = {**chosen, "experience/mo/level-1/table": "characteristic"}
    assert asked(start, table)[0] == 89
    rolled = {**table, "experience/mo/level-1/characteristic": 7}
    assert asked(start, rolled)[0] == 89
    kept = {**rolled, "experience/mo/level-1/characteristic-shift": "0"}
    assert asked(start, kept)[0] == 89
    skill = {**chosen, "experience/mo/level-1/table": "cqc"}
    assert asked(start, skill)[0] == 90
    smith = lambda: purchase("l", member("Mo"), 0).roll("academic")  # noqa: E731
    assert asked(smith, {"l/academic": 5})[0] == 65


def test_where_the_jobs_and_the_attack_stand_in_the_book() -> None:
    crew = group(member("Mo"), member("Lou"), points=20, refuge="police-station")
    start = lambda: jobs(crew, night(crew))  # noqa: E731
    assert asked(start, {})[0] == 94
    radio = {"mo": {"job": "work", "post": "built-in-1-radio-room"}}
    found = asked(start, {"jobs/assigned": radio})
    assert found == (10, "Mo needs Intelligence/8: D6 + 2.")
    assert asked(start, {"jobs/assigned": {**radio, "lou": {"job": "build"}}})[0] == 94
    building = asked(start, {"jobs/assigned": {"lou": {"job": "build"}}})
    assert building == (95, "What does Lou build with 20 Scavenge Points?")
    recruiting = asked(start, {"jobs/assigned": {"zeke": {"job": "recruit"}}})
    assert recruiting == (95, "Recruit one new member with 20 Scavenge Points.")
    home = group(member("Mo"), refuge="church")
    attack = lambda: zombie_attack(home, night(home), (), MO_WATCHES)  # noqa: E731
    assert asked(attack, {})[0] == 95
    assert asked(attack, {"attack/roll": (1, 1)})[0] == 10
    passed = {"attack/roll": (1, 1), "attack/watch-tower/test": 6}
    assert asked(attack, passed)[0] == 82
    assert asked(attack, {**passed, "attack/tower-choice": "first"})[0] == 82


def test_what_the_attack_adds_up() -> None:
    crew = group(member("Mo"), member("Lou"), member("Ann"), refuge="gun-shop")
    found = run(
        lambda: zombie_attack(crew, night(crew, out=("mo", "lou")), ("ann",)),
        {"attack/roll": (3, 4)},
    )
    assert "−2 for 2 Out of Action" in told(found)
    assert "+1 Ann on Guard" in told(found)
    assert "+1 Fortified Windows" in told(found)
    assert "7 in all (" in told(found)


def test_where_flight_and_encounters_stand_in_the_book() -> None:
    crew = group(*(member(f"M{n}") for n in range(6)))
    for held, first in ((True, "leave"), (False, "flee")):
        start = lambda held=held: after_attack(crew, night(crew), held, frozenset())  # noqa: E731
        assert asked(start, {})[0] == 96
        moved = asked(start, {f"refuge/{first}": "gun-shop"})
        assert moved == (
            96, "The Gun Shop holds 6, the group has 7 members. Who stays behind?",
        )  # fmt: skip
        if not held:
            assert asked(start, {"refuge/flee": "mall"})[0] == 96
    assert asked(lambda: encounter_roll((PASSED,), BOOK), {})[0] == 98
    assert asked(lambda: encounter_roll((PASSED,), BOOK), {"encounter/roll": 3})[0] == 81
    drove = night(crew, vehicle=True, encounter="the-escape")
    assert asked(lambda: encounter_aftermath(crew, drove), {})[0] == 107


def test_where_a_new_leader_stands_in_the_book() -> None:
    crew = group(member("Sam", "rescue-worker"), member("Mo"), points=5)
    crew = crew.bury(crew.leader)
    start = lambda: new_leader("l", crew, night(crew))  # noqa: E731
    assert asked(start, {})[0] == 86
    led = {"l/new": {"type": "merciless-thug", "name": "Bo"}}
    page, question = asked(start, led)
    assert page == 86
    assert "1 of 3 have another Keyword than Selfish (33 %, at most 25 %)." in question
    after = run(start, {**led, "l/dismiss/1": "sam"}).result
    found = asked(lambda: arm_leader("jobs", sure(after), night(crew)), {})
    assert found == (86, "Buy gear for Bo with 5 Scavenge Points.")
