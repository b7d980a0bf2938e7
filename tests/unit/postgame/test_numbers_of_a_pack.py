"""A number of the rulebook is read where it counts: after the game too."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from lastdays.campaign.worksheet.book_tables import injury_table
from lastdays.campaign.worksheet.chapters import worksheet
from lastdays.model.carrying import gear_violations
from lastdays.model.game_record import SupplyToken
from lastdays.model.group import BuiltPerk, Injury, Item, RefugeState
from lastdays.model.recruiting import rule_behind
from lastdays.model.switches import Switches
from lastdays.model.weapons import firearms_in_hand
from lastdays.pdf.content import FormText
from lastdays.postgame.encounters import encounter_roll
from lastdays.postgame.injuries import injuries
from lastdays.postgame.jobs import build_cost
from lastdays.postgame.supplies import supplies
from lastdays.postgame.zombie_attack import defence, zombie_attack
from lastdays.rulebook import Catalogue, load
from sure import sure
from unit.postgame.crew import PASSED, finish, group, member, night, options, run
from unit.rulebook.packing import write_pack

HOUSE = {
    "skills": "[scavenger]\nsupply_shift = 2\n",
    "perks": "[radio-room]\nencounter_shift = 2\n[infirmary]\nshelters = 3\n[fences]\ncost = 250\n",
    "injuries": "[arm-injury]\nweapons_most = 0\n[never-again]\ntotals = []\n"
    "[infected]\ntotals = [11, 12]\n",
    "modifiers": "[later-shots]\namount = -2\n",
    "equipment": "[medical-supplies]\ninjury_shift = 2\n",
    "book": "[zombie_attack]\noverrun_at_most = 4\n",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    book = load(packs=[write_pack(tmp_path_factory.mktemp("packs"), "house", HOUSE)])
    assert book.refused_packs == ()
    return book


def test_a_scavenger_shifts_as_far_as_the_data_says(house: Catalogue) -> None:
    crew = group(member("Ed", "survivalist", gunsmith="rifle"))
    context = replace(night(crew, tokens=(SupplyToken("carried", "ed"),)), catalogue=house)
    answers = {"supplies/token-1/row": 7, "supplies/token-1/column": 10}
    asked = run(lambda: supplies(crew, context), answers)
    assert options(asked) == [
        "keep", "row-down", "row-up", "row-down-2", "row-up-2", "column-up", "column-down-2",
        "column-up-2",
    ]  # fmt: skip
    shifted = {**answers, "supplies/token-1/scavenger": "row-up-2", "supplies/token-1/points": 1}
    done = run(lambda: supplies(crew, context), shifted)
    assert any("row 9, column 10" in told.text for told in done.story)


def test_a_perk_costs_what_the_data_says_but_to_an_engineer(house: Catalogue) -> None:
    """p. 64: a quarter less."""
    assert build_cost(member("Mo"), "fences", house) == 250
    assert build_cost(member("Mo", skills=("engineer",)), "fences", house) == 188


def test_the_plus_of_an_injurys_experience_counts(tmp_path: Path) -> None:
    generous = {"injuries": '[never-again]\nexperience = "D3+2"\n'}
    book = load(packs=[write_pack(tmp_path, "generous", generous)])
    crew = group(member("Mo"))
    context = replace(night(crew, out=("mo",)), catalogue=book)
    answers = {"injuries/mo/roll": (6, 6), "injuries/mo/experience": 3}
    after, _used = finish(lambda: injuries(crew, context), answers)
    assert after.member("mo").experience == 5


def test_the_radio_room_shifts_as_far_as_the_data_says(house: Catalogue) -> None:
    asked = run(lambda: encounter_roll((PASSED,), house), {"encounter/roll": 2})
    assert options(asked) == ["0", "-1", "1", "2"]
    assert sure(asked.pending).question == "The Radio Room may shift the Encounter roll by up to 2."


def test_medical_supplies_shift_as_far_as_the_data_says(house: Catalogue) -> None:
    crew = group(member("Mo"), member("Ann", gear=("medical-supplies",)))
    context = replace(night(crew, out=("mo",)), catalogue=house)
    asked = run(lambda: injuries(crew, context), {"injuries/mo/roll": (1, 2)})
    kit = "ann-0-medical-supplies"
    assert options(asked) == ["keep", *(f"{way}/{kit}" for way in ("down", "up", "up-2"))]
    given = {"injuries/mo/roll": (1, 2), "injuries/mo/medical": f"up-2/{kit}"}
    done = run(lambda: injuries(crew, context), given)
    assert any(told.text == f"Mo rolls 5: {house.injury_for(5).name}" for told in done.story)


def test_the_rule_behind_a_violation_says_the_numbers_of_the_data(house: Catalogue) -> None:
    mo = member("Mo", gear=("revolver",) * 3)
    (found,) = (v for v in gear_violations(mo, house, trained_leader=False) if "firearms" in v.key)
    rule = rule_behind(found, house)
    assert rule == "At most 2 Firearms, thrown ones included; after an Arm Injury 0, with one hand."


def test_one_arm_carries_what_the_data_says(house: Catalogue) -> None:
    mo = member("Mo", gear=("knife",), injuries=(Injury("arm-injury"),))
    assert [v.key for v in gear_violations(mo, house, trained_leader=False)] == ["close-combat/mo"]


def test_the_attack_says_what_overruns_the_refuge(house: Catalogue) -> None:
    crew = group(member("Mo"))
    context = replace(night(crew), catalogue=house)
    assert defence(crew, context, ()).modifier == 0
    asked = run(lambda: zombie_attack(crew, context, ()), {})
    assert sure(asked.pending).question.endswith("The Refuge is overrun on 4 or less.")
    lost = run(lambda: zombie_attack(crew, context, ()), {"attack/roll": (2, 2)})
    assert lost.result is False


def sentences(book: Catalogue) -> str:
    """What the worksheet of a group with an Infirmary says, whose member fell."""
    crew = group(
        member("Mo"), refuge_state=RefugeState("farm-house", (BuiltPerk("b", "infirmary"),))
    )
    sections = worksheet(crew, book, Switches(), night(crew, out=("mo",)).game).sections
    parts = (part for section in sections for part in section.parts)
    return " ".join(part.text for part in parts if isinstance(part, FormText))


def test_the_worksheet_says_the_numbers_of_the_data(house: Catalogue) -> None:
    assert "Infirmary: 3 fewer Out of Action" in sentences(house)
    assert "Infirmary: one fewer Out of Action" in sentences(load())


def test_the_injury_table_of_the_worksheet_is_that_of_the_data(house: Catalogue) -> None:
    totals = {row.cells[1]: row.cells[0] for row in injury_table(house).rows}
    assert totals["Infected!"] == "11–12"
    book = {row.cells[0]: row.cells[2] for row in injury_table(load()).rows}
    assert book["11"].startswith("the virus: 1–3 ")
    assert "D6 Experience" in book["12"]
    assert "12" not in totals.values()


def test_what_a_reflex_sight_takes_off_is_the_modifier_of_the_data(house: Catalogue) -> None:
    smg = Item("g", "military-smg", (Item("s", "reflex-sight"),))
    (held,) = firearms_in_hand(replace(member("Mo", "goon"), gear=(smg,)), house)
    assert held.why == ("Reflex Sight: no −2 for later shots",)


BRUISES = {
    "injuries": "".join(
        f"""
[bruised-{limb}]
name = "Bruised"
totals = [{total}]
lasting = true
again = "{injury}"
summary = "Twice, it is worse."
"""
        for limb, injury, total in (
            ("leg", "leg-injury", 8),
            ("arm", "arm-injury", 7),
            ("eye", "blinded", 6),
        )
    )
    + "[full-recovery]\ntotals = []\n"
}


@pytest.mark.parametrize(
    ("bruise", "injury", "dice"),
    [
        ("bruised-leg", "leg-injury", (4, 4)),
        ("bruised-arm", "arm-injury", (3, 4)),
        ("bruised-eye", "blinded", (3, 3)),
    ],
)
def test_an_injury_that_becomes_a_second_one_is_death(
    tmp_path: Path, bruise: str, injury: str, dice: tuple[int, int]
) -> None:
    """Ruling 15, p. 85."""
    book = load(packs=[write_pack(tmp_path, "bruises", BRUISES)])
    assert book.refused_packs == ()
    for before, after in (
        ((bruise,), "active"),
        ((injury, bruise), "dead"),
    ):
        mo = replace(member("Mo"), injuries=tuple(Injury(key) for key in before))
        crew = group(member("Ada", "everyday-hero"), mo)
        context = replace(night(crew, out=("mo",)), catalogue=book)
        done = run(lambda: injuries(crew, context), {"injuries/mo/roll": dice})  # noqa: B023
        assert sure(done.result)[0].member("mo").status == after
