"""What is offered and told after the game, number by number, and who is left alone (p. 81, p. 84–93,
p. 98, p. 104; rulings 14, 16, 17, 19, 31, 49)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lastdays.model.game_record import Appearance, CaptiveRecord
from lastdays.model.group import Advance
from lastdays.postgame.encounters import encounter_aftermath, encounter_roll
from lastdays.postgame.experience import buy_level, earned, experience
from lastdays.postgame.gear_moves import swap_gear
from lastdays.postgame.injuries import injuries
from lastdays.postgame.injury_roll import MedicalHelp, use_up
from lastdays.postgame.leadership import Purchase, arm_leader, check_purchase
from lastdays.rulebook import load
from unit.postgame.crew import BOOK, finish, group, member, night, run, told
from unit.rulebook.packing import write_pack


def hints(found):
    return {o.key: (o.label, o.detail) for o in found.pending.options}


def test_the_radio_room_names_the_encounter_each_shift_leads_to():
    """p. 81, p. 98: 2 is Home Defense, 3 a Massacre Site, 4 a Rescue."""
    found = run(lambda: encounter_roll(1, BOOK), {"encounter/roll": 3})
    assert {key: label for key, (label, _detail) in hints(found).items()} == {
        "0": "3: Massacre Site",
        "-1": "2: Home Defense",
        "1": "4: Rescue",
    }


@pytest.mark.parametrize("fate", ["lost", "declined", "home"])
def test_who_is_not_captured_is_no_captive(fate):
    """Ruling 17: a record of someone who is free again or gone changes nothing."""
    crew = group(member("Mo", gear=("knife",)))
    captives = (CaptiveRecord("mo", fate), CaptiveRecord("gone", fate))
    after = finish(
        lambda: encounter_aftermath(crew, night(crew, captives=captives, encounter="rescue")), {}
    )
    assert after == crew


def test_who_stayed_at_home_earns_nothing():
    """p. 87."""
    mo = member("Mo")
    assert earned(mo, None, 3, BOOK) == (0, "")
    assert earned(mo, Appearance("mo"), 0, BOOK) == (0, "")
    assert earned(mo, Appearance("mo", zombies=2), 1, BOOK) == (
        8,
        "zombies 2 × 1, Supply Tokens 1 × 6",
    )


def test_who_spends_next_is_told_the_level_and_its_cost():
    """p. 88: Level 1 costs 6, Level 4 costs 18."""
    crew = group(member("Mo", experience=9), member("Lou", level=3, experience=20))
    stayed = {m: {"part": "missing"} for m in ("mo", "lou", "zeke")}
    found = run(lambda: experience(crew, night(crew, deeds=stayed)), {})
    assert hints(found)["mo"] == ("Mo", "Level 1 costs 6 of 9 Experience")
    assert hints(found)["lou"] == ("Lou", "Level 4 costs 18 of 20 Experience")


@pytest.mark.parametrize(
    ("answers", "key", "left", "words"),
    [
        ({"characteristic": 8, "characteristic-shift": "0"}, "S", 5, "Mo reaches Level 1: "),
        ({"characteristic": 8, "characteristic-shift": "1"}, "E", 4, "(1 extra Experience)."),
        ({"characteristic": 12, "characteristic-shift": "-3"}, "E", 2, "(3 extra Experience)."),
    ],
)
def test_a_bought_characteristic_is_one_higher(answers, key, left, words):
    """p. 88–89: one advance of 1, noted with its Level and game; each step of a shift costs 1."""
    crew = group(member("Mo", experience=11))
    where = "experience/mo/level-1"
    given = {f"{where}/{k}": v for k, v in {"table": "characteristic", **answers}.items()}
    found = run(lambda: buy_level(crew, "mo", night(crew)), given)
    assert found.result is not None, found.pending
    mo = found.result[0].member("mo")
    assert mo.advances == (Advance(key, 1, 1, 4),)
    assert mo.experience == left
    assert words in told(found)
    assert ("extra" in told(found)) == ("extra" in words)


@pytest.fixture(scope="module")
def richer(tmp_path_factory):
    """A book whose dice for surviving and for a 12 have something added."""
    numbers = {
        "experience": '[earned]\nsurvived = "D6+2"\n',
        "injuries": '[never-again]\nexperience = "D6+3"\n',
    }
    found = load(packs=[write_pack(tmp_path_factory.mktemp("packs"), "house", numbers)])
    assert found.refused_packs == ()
    return found


def test_what_is_added_to_the_dice_of_experience_is_paid(richer):
    crew = group(member("Mo", level=10))
    context = replace(night(crew), catalogue=richer)
    answers = {"experience/zeke/survived": 1, "experience/mo/survived": 4}
    assert finish(lambda: experience(crew, context), answers).member("mo").experience == 6


def test_gear_is_moved_on_page_93_and_it_is_told_where_none_is():
    """p. 93."""
    crew = group(member("Mo", gear=("knife",)))
    assert run(lambda: swap_gear(crew, night(crew)), {}).pending.page == 93
    stay = run(lambda: swap_gear(crew, night(crew)), {"gear/moves": []})
    assert told(stay) == "No gear changes hands."
    move = {"do": "move", "item": "mo-0-knife", "to": ""}
    moved = run(lambda: swap_gear(crew, night(crew)), {"gear/moves": [move]})
    assert "No gear changes hands." not in told(moved)
    assert [i.key for i in moved.result.stash] == ["knife"]


def test_who_took_a_captive_is_asked_on_page_84():
    """p. 84; ruling 17."""
    crew = group(member("Mo"))
    context = night(crew, out=("mo",))
    sides = (*context.game.sides, replace(context.game.sides[1], name="Dee"))
    context = replace(context, game=replace(context.game, sides=sides))
    captured = next(n for n in range(2, 13) if BOOK.injury_for(n).key == "captured")
    faces = (max(1, captured - 6), min(6, captured - 1))
    found = run(lambda: injuries(crew, context), {"injuries/mo/roll": faces})
    assert (found.pending.page, found.pending.question) == (84, "Who captured Mo?")
    assert [o.label for o in found.pending.options] == ["Carl", "Dee"]


def test_only_the_medical_supplies_that_were_used_are_gone():
    """p. 77."""
    crew = group(member("Mo", gear=("medical-supplies", "medical-supplies")))
    one, two = (i.id for i in crew.member("mo").gear)
    two = two if two != one else "second"
    crew = crew.change_member(
        "mo", lambda m: replace(m, gear=(m.gear[0], replace(m.gear[1], id=two)))
    )
    before = MedicalHelp((), ((one, "mo"), (two, "mo")))
    after = use_up(crew, before, MedicalHelp((), ((two, "mo"),)))
    assert [i.id for i in after.member("mo").gear] == [two]
    assert use_up(crew, before, before) == crew


@pytest.mark.parametrize(
    ("choice", "rolled", "words"),
    [
        ("first", (4,), "First Aid by Ann: 2 → 4"),
        ("second", (4,), "First Aid by Ann: 6 → 4"),
    ],
)
def test_first_aid_says_which_die_became_what(choice, rolled, words):
    """p. 63; ruling 14."""
    crew = group(member("Mo"), member("Ann", "rescue-worker"))
    answers = {
        "injuries/mo/roll": (2, 6),
        "injuries/mo/first-aid": choice,
        "injuries/mo/first-aid/roll": rolled,
    }
    assert words in told(run(lambda: injuries(crew, night(crew, out=("mo",))), answers))


def test_gear_without_a_price_costs_a_new_leader_nothing():
    """p. 86: what is not for sale is only taken where the table allows it."""
    crew = group(points=5)
    bought = {"gear": ["knife", "scope"], "allowed": True}
    found = run(lambda: arm_leader("jobs", crew, night(crew)), {"jobs/arms": bought})
    assert found.result.points == 3
    assert "is armed with" in told(found)
    assert "for 2 points" in told(found)


@pytest.mark.parametrize(("points", "must"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_leader_who_can_pay_for_a_weapon_has_to_have_one(points, must):
    """p. 86: the cheapest weapon costs 2; cheaper equipment is no weapon."""
    cheap = BOOK.equipment["booze"].model_copy(update={"cost": 1})
    book = replace(BOOK, equipment={**BOOK.equipment, "booze": cheap})
    crew = group(member("Zeke", "merciless-thug"), points=points)
    found = check_purchase(crew, Purchase(), replace(night(crew), catalogue=book))
    assert bool(found.problems) == must, found
