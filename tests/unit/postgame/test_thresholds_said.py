"""What is offered and told after the game, number by number, and who is left alone (p. 81, p. 84–93,
p. 98, p. 104; rulings 14, 16, 17, 19, 31, 49)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.model.game_record import Appearance, CaptiveFate, CaptiveRecord, SupplyToken
from lastdays.model.group import Advance, BuiltPerk, RefugeState
from lastdays.model.profile import permanent
from lastdays.model.recruiting import Recruit
from lastdays.postgame.encounters import encounter_aftermath, encounter_roll
from lastdays.postgame.experience import buy_level, earned, experience
from lastdays.postgame.gear_moves import swap_gear
from lastdays.postgame.injuries import MedicalHelp, injuries, use_up
from lastdays.postgame.jobs import build_cost, jobs
from lastdays.postgame.leadership import (
    ArrangeLeader,
    Purchase,
    arm_leader,
    check_purchase,
    new_leader,
)
from lastdays.postgame.supplies import supplies
from lastdays.postgame.zombie_attack import defence, zombie_attack
from lastdays.procedure.asks import Choose
from lastdays.procedure.replay import Replayed
from lastdays.rulebook import Catalogue, load
from sure import as_a, sure
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
from unit.rulebook.packing import write_pack


def hints(found: Replayed[Any]) -> dict[str, tuple[str, str]]:
    assert isinstance(found.pending, Choose)
    return {o.key: (o.label, o.detail) for o in found.pending.options}


def test_the_radio_room_names_the_encounter_each_shift_leads_to() -> None:
    """p. 81, p. 98: 2 is Home Defense, 3 a Massacre Site, 4 a Rescue."""
    found = run(lambda: encounter_roll((PASSED,), BOOK), {"encounter/roll": 3})
    assert {key: label for key, (label, _detail) in hints(found).items()} == {
        "0": "3: Massacre Site",
        "-1": "2: Home Defense",
        "1": "4: Rescue",
    }


@pytest.mark.parametrize("fate", ["lost", "declined", "home"])
def test_who_is_not_captured_is_no_captive(fate: CaptiveFate) -> None:
    """Ruling 17: a record of someone who is free again or gone changes nothing."""
    crew = group(member("Mo", gear=("knife",)))
    captives = (CaptiveRecord("mo", fate), CaptiveRecord("gone", fate))
    after = finish(
        lambda: encounter_aftermath(crew, night(crew, captives=captives, encounter="rescue")), {}
    )
    assert after == crew


def test_who_stayed_at_home_earns_nothing() -> None:
    """p. 87."""
    assert earned(None, 3, BOOK) == (0, "")
    assert earned(Appearance("mo"), 0, BOOK) == (0, "")
    assert earned(Appearance("mo", zombies=2), 1, BOOK) == (
        8,
        "zombies 2 × 1, Supply Tokens 1 × 6",
    )


def test_who_spends_next_is_told_the_level_and_its_cost() -> None:
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
def test_a_bought_characteristic_is_one_higher(
    answers: dict[str, int | str], key: str, left: int, words: str
) -> None:
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
def richer(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """A book whose dice for surviving and for a 12 have something added."""
    numbers = {
        "experience": '[earned]\nsurvived = "D6+2"\n',
        "injuries": '[never-again]\nexperience = "D6+3"\n',
    }
    found = load(packs=[write_pack(tmp_path_factory.mktemp("packs"), "house", numbers)])
    assert found.refused_packs == ()
    return found


def test_what_is_added_to_the_dice_of_experience_is_paid(richer: Catalogue) -> None:
    crew = group(member("Mo", level=10))
    context = replace(night(crew), catalogue=richer)
    answers = {"experience/zeke/survived": 1, "experience/mo/survived": 4}
    assert finish(lambda: experience(crew, context), answers).member("mo").experience == 6


def test_gear_is_moved_on_page_93_and_it_is_told_where_none_is() -> None:
    """p. 93."""
    crew = group(member("Mo", gear=("knife",)))
    assert sure(run(lambda: swap_gear(crew, night(crew)), {}).pending).page == 93
    stay = run(lambda: swap_gear(crew, night(crew)), {"gear/moves": []})
    assert told(stay) == "No gear changes hands."
    move = {"do": "move", "item": "mo-0-knife", "to": ""}
    moved = run(lambda: swap_gear(crew, night(crew)), {"gear/moves": [move]})
    assert "No gear changes hands." not in told(moved)
    assert [i.key for i in sure(moved.result).stash] == ["knife"]


def test_who_took_a_captive_is_asked_on_page_84() -> None:
    """p. 84; ruling 17."""
    crew = group(member("Mo"))
    context = night(crew, out=("mo",))
    sides = (*context.game.sides, replace(context.game.sides[1], name="Dee"))
    context = replace(context, game=replace(context.game, sides=sides))
    captured = next(n for n in range(2, 13) if BOOK.injury_for(n).key == "captured")
    faces = (max(1, captured - 6), min(6, captured - 1))
    found = run(lambda: injuries(crew, context), {"injuries/mo/roll": faces})
    assert found.pending is not None
    assert (found.pending.page, found.pending.question) == (84, "Who captured Mo?")
    assert [o.label for o in as_a(Choose, sure(found.pending)).options] == ["Carl", "Dee"]


def test_only_the_medical_supplies_that_were_used_are_gone() -> None:
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
def test_first_aid_says_which_die_became_what(
    choice: str, rolled: tuple[int, ...], words: str
) -> None:
    """p. 63; ruling 14."""
    crew = group(member("Mo"), member("Ann", "rescue-worker"))
    answers = {
        "injuries/mo/roll": (2, 6),
        "injuries/mo/first-aid": choice,
        "injuries/mo/first-aid/roll": rolled,
    }
    assert words in told(run(lambda: injuries(crew, night(crew, out=("mo",))), answers))


def test_gear_without_a_price_costs_a_new_leader_nothing() -> None:
    """p. 86: what is not for sale is only taken where the table allows it."""
    crew = group(points=5)
    bought = {"gear": ["knife", "scope"], "allowed": True}
    found = run(lambda: arm_leader("jobs", crew, night(crew)), {"jobs/arms": bought})
    assert sure(found.result).points == 3
    assert "is armed with" in told(found)
    assert "for 2 points" in told(found)


@pytest.fixture(scope="module")
def cheap(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """A book with equipment for nothing and a weapon for 1 that is not for a Trained group."""
    numbers = {"equipment": "[booze]\ncost = 0\n", "close_combat": "[heavy-club]\ncost = 1\n"}
    found = load(packs=[write_pack(tmp_path_factory.mktemp("packs"), "house", numbers)])
    assert found.refused_packs == ()
    return found


@pytest.mark.parametrize(
    ("leader", "points", "must"),
    [("merciless-thug", 0, False), ("merciless-thug", 1, True), ("professional", 1, False),
     ("professional", 2, True)],
)  # fmt: skip
def test_a_trained_leader_counts_what_a_trained_group_may_buy(
    cheap: Catalogue, leader: str, points: int, must: bool
) -> None:
    """p. 86: a Heavy Club is not for a group under a Trained leader, so its price is not asked."""
    crew = group(member("Zeke", leader), points=points)
    found = check_purchase(crew, Purchase(()), replace(night(crew), catalogue=cheap))
    assert bool(found.problems) == must, found


def test_who_buys_nothing_is_armed_with_nothing() -> None:
    crew = group(points=0)
    found = run(
        lambda: arm_leader("jobs", crew, night(crew)), {"jobs/arms": {"gear": [], "allowed": True}}
    )
    assert told(found) == "Zeke is armed with nothing for 0 points."
    assert sure(found.result).points == 0


def test_the_first_type_of_leader_stands_there_to_begin_with() -> None:
    """p. 86."""
    crew = group(member("Mo"))
    crew = crew.bury(crew.leader)
    asked = run(lambda: new_leader("leader", crew, night(crew)), {}).pending
    assert isinstance(asked, ArrangeLeader)
    assert asked.initial == Recruit(asked.types[0])
    assert asked.types == tuple(c.key for c in BOOK.leaders())


def test_too_many_neutrals_leave_and_nobody_else_does() -> None:
    """p. 86, p. 12: a new leader keeps the limit of Neutral models."""
    crew = group(*(member(f"N{n}", "survivor") for n in range(4)), member("Mo"))
    neutral = {m.id for m in crew.active if m.keyword == "neutral"}
    crew = crew.bury(crew.leader)
    given = {"leader/new": {"type": "merciless-thug", "name": "Bo"}}
    asked = run(lambda: new_leader("leader", crew, night(crew)), given).pending
    assert isinstance(asked, Choose)
    offered = {o.key for o in asked.options}
    assert offered
    assert offered == neutral


def test_what_a_shift_leads_to_and_which_of_two_it_is() -> None:
    """p. 89: 3 is Close Quarters Combat or Firearms, 1–3 the first, 4–6 the second."""
    start = purchase("l", member("Mo"), 3)
    found = run(lambda: start.roll("characteristic"), {"l/characteristic": 3})
    assert isinstance(found.pending, Choose)
    assert found.pending.options[0].label == "3: +1 Close Quarters Combat or Firearms"
    assert [o.label for o in as_a(Choose, sure(found.pending)).options if o.key == "-1"] == [
        "2: +1 Action Points"
    ]
    kept = {"l/characteristic": 3, "l/characteristic-shift": "0"}
    found = run(lambda: start.roll("characteristic"), kept)
    assert sure(found.pending).question == "Mo: 1–3 Close Quarters Combat, 4–6 Firearms."


def test_a_purchase_hangs_on_what_can_stand() -> None:
    """p. 89–90: nothing rises beyond the limit, and nobody has a skill twice."""
    limit = BOOK.number("limits", "characteristic_most")
    mo = member("Mo", skills=("disarm",))
    own = permanent(mo, BOOK, "S")
    mo = replace(mo, advances=tuple(Advance("S") for _n in range(limit - own)))
    asked = run(lambda: purchase("l", mo, 0).roll("characteristic"), {}).pending
    assert asked is not None
    assert asked.stake is not None
    assert "S" not in asked.stake.labels
    assert {"AP", "CQC", "FA", "E", "DC", "C", "I"} == set(asked.stake.labels)
    assert all(w.worth == {w.key: 1} for w in sure(sure(asked).stake).wishes)
    asked = run(lambda: purchase("l", mo, 0).roll("cqc"), {}).pending
    assert asked is not None
    assert set(sure(asked.stake).labels) == set(BOOK.skill_tables["cqc"]) - {"disarm"}


@pytest.mark.parametrize(
    ("cost", "plain", "engineer"), [(5, 5, 4), (20, 20, 15), (100, 100, 75), (200, 200, 150)]
)
def test_a_quarter_less_for_an_engineer_rounded_up(cost: int, plain: int, engineer: int) -> None:
    """p. 64; ruling 25."""
    perk = replace(BOOK.perks["infirmary"], cost=cost)
    book = replace(BOOK, perks={**BOOK.perks, "infirmary": perk})
    assert build_cost(member("Mo"), "infirmary", book) == plain
    assert build_cost(member("Mo", skills=("engineer",)), "infirmary", book) == engineer


def test_a_guard_or_rest_is_nothing_to_be_done() -> None:
    """p. 94: who is first is only asked of Jobs that come to something before the attack."""
    crew = group(member("Mo"), member("Lou"), points=0)
    assigned = {
        "mo": {"job": "work", "post": "built-in-0-fenced-off-garden"},
        "lou": {"job": "guard"},
        "zeke": {"job": "rest"},
    }
    found = run(lambda: jobs(crew, night(crew)), {"jobs/assigned": assigned})
    assert found.pending is not None
    assert found.pending.key == "jobs/mo/worked/points", found.pending


@pytest.fixture(scope="module")
def fertile(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    numbers = {"perks": '[fenced-off-garden]\npoints = "D6+2"\n'}
    found = load(packs=[write_pack(tmp_path_factory.mktemp("packs"), "house", numbers)])
    assert found.refused_packs == ()
    return found


def test_what_is_added_to_the_dice_of_a_garden_is_brought_home(fertile: Catalogue) -> None:
    """p. 80."""
    crew = group(member("Mo"), points=3)
    given = {
        "jobs/assigned": {"mo": {"job": "work", "post": "built-in-0-fenced-off-garden"}},
        "jobs/mo/worked/points": 4,
    }
    context = replace(night(crew), catalogue=fertile)
    assert finish(lambda: jobs(crew, context), given).group.points == 9


def test_an_injury_that_teaches_pays_what_is_added_too(richer: Catalogue) -> None:
    """p. 85."""
    crew = group(member("Mo"))
    context = replace(night(crew, out=("mo",)), catalogue=richer)
    given = {"injuries/mo/roll": (6, 6), "injuries/mo/experience": 4}
    assert finish(lambda: injuries(crew, context), given)[0].member("mo").experience == 7


def test_first_aid_names_the_dice_and_who_helps() -> None:
    """p. 63; ruling 14."""
    crew = group(member("Mo"), member("Ann", "rescue-worker"), member("Bea", "rescue-worker"))
    asked = run(lambda: injuries(crew, night(crew, out=("mo",))), {"injuries/mo/roll": (2, 6)})
    assert asked.pending is not None
    assert asked.pending.question.startswith("Mo rolled 2 and 6: 8 (")
    assert [(o.key, o.label, o.detail) for o in as_a(Choose, sure(asked.pending)).options] == [
        ("keep", "Keep 2 and 6", ""),
        ("first", "Roll the 2 again", "Ann"),
        ("second", "Roll the 6 again", "Ann"),
        ("both", "Roll both again", "Ann and Bea"),
    ]
    given = {
        "injuries/mo/roll": (2, 6),
        "injuries/mo/first-aid": "both",
        "injuries/mo/first-aid/roll": (3, 4),
    }
    assert "First Aid by Ann · Bea: 2+6 → 3+4" in told(
        run(lambda: injuries(crew, night(crew, out=("mo",))), given)
    )


def test_the_watch_tower_names_the_die_that_is_rolled_again() -> None:
    """p. 82."""
    crew = group(member("Mo"), refuge="church")
    given = {"attack/roll": (1, 2), "attack/watch-tower/test": 6}
    asked = run(lambda: zombie_attack(crew, night(crew), (), MO_WATCHES), given).pending
    assert isinstance(asked, Choose)
    assert [(o.key, o.label) for o in asked.options] == [
        ("keep", "Keep 1 and 2"),
        ("first", "Roll the 1 again"),
        ("second", "Roll the 2 again"),
    ]


def test_the_test_of_the_watch_tower_is_its_own() -> None:
    """p. 82: not that of a Radio Room, which is tested too."""
    radio = BOOK.perks["radio-room"]
    assert radio.test is not None
    other = replace(radio, test=replace(radio.test, target=5))
    book = replace(BOOK, perks={**BOOK.perks, "radio-room": other})
    built = (BuiltPerk("b1", "radio-room"), BuiltPerk("b2", "watch-tower"))
    crew = group(member("Mo"), refuge_state=RefugeState("farm-house", built))
    tower = defence(crew, replace(night(crew), catalogue=book), (), MO_WATCHES).towers[0]
    assert sure(tower).needed.target == 8


def test_the_jobs_still_to_be_done_are_said() -> None:
    """p. 94: who works names the Perk."""
    crew = group(member("Mo"), member("Lou"), points=20, refuge="police-station")
    given = {
        "mo": {"job": "work", "post": "built-in-1-radio-room"},
        "lou": {"job": "build"},
        "zeke": {"job": "guard"},
    }
    asked = run(lambda: jobs(crew, night(crew)), {"jobs/assigned": given}).pending
    assert isinstance(asked, Choose)
    assert [(o.key, o.detail) for o in asked.options] == [
        ("mo", "Work: Radio Room"),
        ("lou", "Build"),
    ]


def test_a_scavenger_is_told_the_row_or_column_of_each_shift() -> None:
    """p. 67, p. 92: columns 9 and 10 of the Supply Table are one."""
    crew = group(member("Ed", "survivalist", gunsmith="rifle"))
    found = run(
        lambda: supplies(crew, night(crew, tokens=(SupplyToken("carried", "ed"),))),
        {"supplies/token-1/row": 7, "supplies/token-1/column": 10},
    )
    assert {key: label for key, (label, _detail) in hints(found).items()} == {
        "keep": "Keep the roll",
        "row-down": "Row 6",
        "row-up": "Row 8",
        "column-up": "Column 11",
    }


def test_a_new_leader_keeps_to_the_limits_of_carrying() -> None:
    """p. 29, p. 86: three Firearms are too many, said once; the table may allow it."""
    crew = group(points=100)
    three = ("revolver",) * 3
    found = check_purchase(crew, Purchase(three), night(crew))
    said = "Zeke carries 3 Firearms; the limit is 2."
    assert [text for text in found.problems if "Firearms" in text] == [said]
    assert said in check_purchase(crew, Purchase(three, allowed=True), night(crew)).warnings
    assert check_purchase(crew, Purchase(three[:2]), night(crew)).problems == ()
