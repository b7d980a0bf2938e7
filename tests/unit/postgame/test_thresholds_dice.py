"""Which dice a step asks for, as the book prints them, and the places of answers in a story that
is taken up again (p. 84–98, p. 104–107)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.model.game_record import SupplyToken
from lastdays.model.group import Advance, BuiltPerk, Item, RefugeState
from lastdays.model.recruiting import Recruit
from lastdays.postgame.context import STEPS
from lastdays.postgame.encounters import encounter_aftermath, encounter_roll
from lastdays.postgame.experience import experience
from lastdays.postgame.injuries import InjuryResult, MedicalHelp, injuries
from lastdays.postgame.jobs import BuildJob, GuardJob, Recruitment, check_jobs, jobs
from lastdays.postgame.leadership import Purchase, acting_leader
from lastdays.postgame.refuge_fate import after_attack
from lastdays.postgame.sequence import _spent_gear, post_game
from lastdays.postgame.supplies import cell_in_words, supplies
from lastdays.postgame.zombie_attack import Defence, zombie_attack
from lastdays.procedure.asks import Ask, Choose, Roll, Sum
from sure import sure
from unit.postgame.crew import (
    BOOK,
    MO_WATCHES,
    PASSED,
    finish,
    group,
    member,
    night,
    purchase,
    run,
    told,
)

CREW = group(member("Mo"), member("Ann", "rescue-worker", ("medical-supplies",)))
CHURCH = group(member("Mo"), refuge="church")
CARRIED = (SupplyToken("carried", "mo"),)
AID = {"injuries/mo/roll": (5, 6), "injuries/mo/first-aid": "keep"}
VIRUS = {**AID, "injuries/mo/medical": "keep", "injuries/mo/infected/virus": 4}
LEVEL = {"l/characteristic": 3}


@pytest.mark.parametrize(
    ("start", "answers", "dice"),
    [
        (lambda: supplies(CREW, night(CREW, tokens=CARRIED)), {}, (2, 6)),
        (
            lambda: supplies(CREW, night(CREW, tokens=CARRIED)),
            {"supplies/token-1/row": 6},
            (2, 6),
        ),
        (lambda: injuries(CREW, night(CREW, out=("mo",))), {}, (2, 6)),
        (
            lambda: injuries(CREW, night(CREW, out=("mo",))),
            {"injuries/mo/roll": (5, 6), "injuries/mo/first-aid": "first"},
            (1, 6),
        ),
        (
            lambda: injuries(CREW, night(CREW, out=("mo",))),
            {**AID, "injuries/mo/medical": "keep"},
            (1, 6),
        ),
        (
            lambda: injuries(CREW, night(CREW, out=("mo",))),
            {**VIRUS, "injuries/mo/infected/virus-medical": "keep"},
            (1, 6),
        ),
        (lambda: zombie_attack(CREW, night(CREW), ()), {}, (2, 6)),
        (
            lambda: zombie_attack(CHURCH, night(CHURCH), (), MO_WATCHES),
            {"attack/roll": (1, 1), "attack/watch-tower/test": 6, "attack/tower-choice": "first"},
            (1, 6),
        ),
        (lambda: encounter_roll((PASSED,), BOOK), {}, (1, 6)),
        (lambda: experience(CREW, night(CREW)), {}, (1, 6)),
        (lambda: purchase("l", member("Mo"), 0).roll("characteristic"), {}, (2, 6)),
        (lambda: purchase("l", member("Mo"), 0).roll("characteristic"), LEVEL, (1, 6)),
        (lambda: purchase("l", member("Mo"), 0).roll("cqc"), {}, (1, 6)),
        (
            lambda: encounter_aftermath(CREW, night(CREW, vehicle=True, encounter="the-escape")),
            {"encounter/vehicle": "mo"},
            (1, 6),
        ),
    ],
)
def test_which_dice_are_asked_for(
    start: Callable[..., Any],
    answers: dict[str, int | str | tuple[int, int]],
    dice: tuple[int, int],
) -> None:
    asked = run(start, answers).pending
    assert isinstance(asked, Roll | Sum), asked
    assert (asked.dice.count, asked.dice.faces) == dice


def test_a_skill_already_known_is_rolled_again_and_again() -> None:
    """p. 90: the story keeps each die in its place."""
    knows = member("Mo", skills=("crowd-control",))
    start = lambda: purchase("l", knows, 0).roll("cqc")  # noqa: E731
    first = run(start, {"l/cqc": 1}).pending
    assert sure(first).key == "l/cqc/try-2"
    then = run(start, {"l/cqc": 1, "l/cqc/try-2": 1}).pending
    assert sure(then).key == "l/cqc/try-3"


def test_a_characteristic_that_cannot_rise_is_rolled_again_and_again() -> None:
    """p. 89."""
    at_most = member("Mo", advances=(Advance("S", 3),))
    start = lambda: purchase("l", at_most, 0).roll("characteristic")  # noqa: E731
    first = run(start, {"l/characteristic": 4}).pending
    assert sure(first).key == "l/characteristic/try-2"
    then = run(start, {"l/characteristic": 4, "l/characteristic/try-2": 8}).pending
    assert sure(then).key == "l/characteristic/try-3"


def test_a_captive_nobody_takes_is_rolled_again_and_again() -> None:
    """Ruling 13."""
    crew = group(member("Mo"))
    start = lambda: injuries(crew, night(crew, out=("mo",), rival=False))  # noqa: E731
    first = run(start, {"injuries/mo/roll": (1, 2)}).pending
    assert sure(first).key == "injuries/mo/roll/try-2"
    then = run(start, {"injuries/mo/roll": (1, 2), "injuries/mo/roll/try-2": (1, 2)}).pending
    assert sure(then).key == "injuries/mo/roll/try-3"


def test_nothing_is_bought_allowed_or_learnt_unless_it_is_said() -> None:
    assert Purchase(()) == Purchase((), allowed=False)
    assert Recruitment(Recruit("gang-member", "Al")).allowed is False
    assert InjuryResult("dead", MedicalHelp()).experience == 0
    assert Defence(()).towers == ()


# What a player hopes for


def wishes(asked: Ask) -> dict[str, dict[str, int]]:
    assert asked is not None
    return {w.key: dict(w.worth) for w in sure(asked.stake).wishes}


def test_what_is_hoped_for_in_an_injury_roll() -> None:
    """p. 84: any result but death, each as good as the other."""
    found = wishes(sure(run(lambda: injuries(CREW, night(CREW, out=("mo",))), {}).pending))
    assert set(found["alive"]) == set(BOOK.injuries) - {"dead", "infected"}
    assert set(found["whole"]) == {"full-recovery", "never-again"}
    assert {n for worth in found.values() for n in worth.values()} == {1}


def test_what_is_hoped_for_of_supplies_and_of_an_attack() -> None:
    """p. 92, p. 95."""
    found = wishes(sure(run(lambda: supplies(CREW, night(CREW, tokens=CARRIED)), {}).pending))
    assert "nothing" not in found["something"]
    assert set(found) == {"something", "firearm", *found["something"]}
    assert set(found["firearm"]) < set(found["something"])
    for key in found["firearm"]:
        assert any(part in BOOK.firearms for part in key.split("+"))
    for key in set(found["something"]) - set(found["firearm"]):
        assert not any(part in BOOK.firearms for part in key.split("+"))
        assert found[key] == {key: 1}
    assert {n for worth in found.values() for n in worth.values()} == {1}
    attack = wishes(sure(run(lambda: zombie_attack(CREW, night(CREW), ()), {}).pending))
    assert attack == {"held": {"held": 1}}


def test_what_a_supply_token_comes_to_is_named_after_what_lies_in_it() -> None:
    """p. 92: points alone are nothing but points."""
    asked = run(lambda: supplies(CREW, night(CREW, tokens=CARRIED)), {}).pending
    assert asked is not None
    for row in range(2, 13):
        for column in range(2, 13):
            keys = [found.key for found in BOOK.supply_cell(row, column).found]
            assert sure(asked.stake).outcome((row, column)) == (
                "+".join(keys) if keys else "nothing"
            )


def test_one_of_a_thing_is_not_counted() -> None:
    """p. 92."""
    cells = [BOOK.supply_cell(row, column) for row in range(2, 13) for column in range(2, 13)]
    said = {cell_in_words(cell, BOOK) for cell in cells}
    one = [c for c in cells if c.found and c.found[0].count == 1]
    assert one
    for cell in one:
        assert BOOK.gear(cell.found[0].key).name == cell_in_words(cell, BOOK).split(", ")[1]
    assert not any("1 ×" in words.replace("D3+1 ×", "").replace("D6+1 ×", "") for words in said)


# Gear that is spent, perks that are torn down, who leads and who is hurt in flight


def test_what_was_spent_is_gone_and_what_hung_beside_it_stays() -> None:
    """p. 71."""
    mo = member("Mo", gear=("revolver", "knife"))
    gun, knife = mo.gear
    hung = (Item("s", "silencer"), Item("r", "reflex-sight"))
    mo = replace(mo, gear=(replace(gun, attached=hung), knife))
    crew = group(mo)
    spent = night(crew, deeds={"mo": {"spent": ("s",)}})
    after = run(lambda: post_game(crew, spent), {}, STEPS)
    assert "Mo used up: Silencer" in told(after)
    used = finish(lambda: _spent_gear(crew, spent), {})
    kept = used.member("mo").gear
    assert [i.key for i in kept] == ["revolver", "knife"]
    assert [a.key for a in kept[0].attached] == ["reflex-sight"]
    knife_gone = night(crew, deeds={"mo": {"spent": (knife.id,)}})
    kept = finish(lambda: _spent_gear(crew, knife_gone), {}).member("mo").gear
    assert [(i.key, len(i.attached)) for i in kept] == [("revolver", 2)]


def test_only_what_is_torn_down_goes() -> None:
    """Ruling 25."""
    built = (BuiltPerk("a", "fences"), BuiltPerk("b", "bunk-bed"))
    crew = group(member("Mo"), points=40, refuge_state=RefugeState("church", built))
    answers = {
        "jobs/assigned": {"mo": {"job": "build"}},
        "jobs/mo/build/perk": "tear-down/a",
        "jobs/mo/build/perk-2": "nothing",
    }
    after = finish(lambda: jobs(crew, night(crew)), answers)
    assert [p.key for p in after.group.refuge.built] == ["bunk-bed"]
    assert after.group.points == 40


def test_who_leads_while_the_leader_lives_or_is_held() -> None:
    """Ruling 17: the highest Courage and Intelligence leads only in the Leader's place."""
    clever = member("Mo", advances=(Advance("C", 3), Advance("I", 3)))
    crew = group(member("Al"), clever)
    leader = acting_leader(crew, BOOK)
    assert leader is not None
    assert leader.id == crew.leader
    held = crew.change_member(crew.leader, lambda m: replace(m, status="captured"))
    leader = acting_leader(held, BOOK)
    assert sure(leader).id == "mo"


@pytest.mark.parametrize(("drawn", "helps"), [("mo", True), ("ann", False)])
def test_who_is_hurt_in_flight_is_helped_by_others(drawn: str, helps: bool) -> None:
    """p. 77, p. 96: nobody's own Medical Supplies while they lie on the ground."""
    medic = member("Ann", gear=("medical-supplies",))
    crew = group(member("Mo"), medic)
    answers = {"refuge/flee": "mall", "refuge/hurt": drawn, f"refuge/{drawn}/roll": (3, 4)}
    asked = run(lambda: after_attack(crew, night(crew), False, frozenset()), answers).pending
    assert (asked is not None and asked.key.endswith("/medical")) is helps


def test_a_leader_who_joined_tonight_buys_gear_and_no_other() -> None:
    """p. 86, p. 93."""
    crew = group(member("Mo"), points=20)
    away = {m.id: {"part": "held-back"} for m in crew.members}
    for out, arms in (((crew.leader,), True), ((), False)):
        this_night = night(crew, out=out, deeds=away)
        answers: dict[str, object] = {
            f"injuries/{crew.leader}/roll": (1, 1),
            "injuries/leader/new": {"type": "merciless-thug", "name": "Bo"},
        }
        keys = []
        for _n in range(9):
            asked = run(partial(post_game, crew, this_night), answers, STEPS).pending
            assert asked is not None
            keys.append(asked.key)
            if asked.key.startswith(("jobs/", "attack/")) or "new" in asked.key:
                break
            answers[asked.key] = []
        assert ("jobs/arms" in keys) is arms, keys


def test_the_store_room_names_each_token_and_what_it_came_to() -> None:
    """p. 82, p. 92: with the plus of its dice."""
    row, column = next(
        (r, c)
        for r in range(2, 13)
        for c in range(2, 13)
        if BOOK.supply_cell(r, c).points.plus and not BOOK.supply_cell(r, c).found
    )
    plus = BOOK.supply_cell(row, column).points.plus
    crew = group(member("Mo"), refuge="mall")
    two = (SupplyToken("carried", "mo"), SupplyToken("carried", "mo"))
    answers: dict[str, object] = {}
    for n in (1, 2):
        where = f"supplies/token-{n}"
        answers |= {f"{where}/row": row, f"{where}/column": column, f"{where}/points": n}
    asked = run(lambda: supplies(crew, night(crew, tokens=two)), answers).pending
    assert isinstance(asked, Choose)
    assert [(o.key, o.label, o.detail.split()[-1]) for o in asked.options[1:]] == [
        ("token-1", "Roll token 1 again", str(1 + plus)),
        ("token-2", "Roll token 2 again", str(2 + plus)),
    ]


def test_no_warning_where_something_can_be_built() -> None:
    """p. 95."""
    crew = group(member("Mo"), points=40)
    checked = check_jobs(crew, {"zeke": GuardJob(), "mo": BuildJob()}, night(crew))
    assert (checked.problems, checked.warnings) == ((), ())
