"""Experience and Levels (p. 87–91; rulings 7, 16, 19, 20, 49, 58): each number of their tables and one beside
it, typed from the book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.model.game_record import SupplyToken, TokenFate
from lastdays.model.group import Advance, Group, Injury, Member
from lastdays.model.switches import Switches
from lastdays.postgame.experience import buy_level, experience
from lastdays.procedure.replay import Replayed
from lastdays.rulebook.catalogue import with_own
from lastdays.rulebook.own import OwnRules
from sure import as_a, sure
from unit.postgame.crew import BOOK, finish, group, member, night, options, purchase, run, told
from unit.rulebook.printed import TABLES
from unit.rulebook.winter import TOWER


def after(
    crew: Group,
    answers: Mapping[str, Any],
    **game: Any,
) -> Group:
    return as_a(Group, finish(lambda: experience(crew, night(crew, **game)), answers))


def test_ruling_7_animals_earn_or_not_by_the_campaigns_switch() -> None:
    crew = group(member("Rex", "dog"))
    answers = {"experience/zeke/survived": 1, "experience/rex/survived": 5}
    assert after(crew, answers).member("rex").experience == 5
    result = after(crew, {"experience/zeke/survived": 1}, switches=Switches(animals_earn=False))
    assert result.member("rex").experience == 0


def test_ruling_7_an_animal_buys_characteristics_only() -> None:
    crew = group(member("Rex", "dog", experience=6))
    asked = run(lambda: buy_level(crew, "rex", night(crew)), {})
    assert options(asked) == ["characteristic", "save"]


def test_ruling_94_an_animal_rolls_on_athletic_and_cqc_skills_where_the_table_says_so() -> None:
    crew = group(member("Rex", "dog", experience=6))
    learns = night(crew, switches=Switches(animals_learn=True))
    asked = run(lambda: buy_level(crew, "rex", learns), {})
    assert options(asked) == ["characteristic", "athletic", "cqc", "save"]
    answers = {"experience/rex/level-1/table": "cqc", "experience/rex/level-1/cqc": 2}
    learned, _bought = finish(lambda: buy_level(crew, "rex", learns), answers)
    assert learned.member("rex").has(BOOK.skill_tables["cqc"][1])


def test_ruling_94_what_animals_learn_changes_nothing_for_others() -> None:
    crew = group(member("Mo", "crony", experience=6))
    learns = night(crew, switches=Switches(animals_learn=True))
    asked = run(lambda: buy_level(crew, "mo", learns), {})
    assert options(asked) == ["characteristic", "academic", "save"]


def test_ruling_19_levels_are_bought_one_after_the_other_up_to_ten() -> None:
    crew = group(member("Mo", experience=18))
    away = {"zeke": {"part": "held-back"}, "mo": {"part": "held-back"}}
    answers = {
        "experience/mo/level-1/table": "cqc",
        "experience/mo/level-1/cqc": 1,
        "experience/mo/level-1/cqc-shift": "0",
        "experience/mo/level-2/table": "firearms",
        "experience/mo/level-2/firearms": 3,
    }
    mo = after(crew, answers, deeds=away).member("mo")
    assert mo.level == 2
    assert [s.key for s in mo.skills] == ["crowd-control", "sniper"]


def test_ruling_20_a_known_skill_is_rolled_again() -> None:
    mo = member("Mo", skills=("sniper",))
    answers = {"firearms": 3, "firearms/try-2": 4}
    assert sure(gained(mo, "firearms", answers).result).key == "quick-load"


def test_ruling_20_a_table_wholly_known_cannot_be_chosen() -> None:
    mo = member("Mo", skills=BOOK.skill_tables["cqc"], experience=6)
    crew = group(mo)
    asked = run(lambda: buy_level(crew, "mo", night(crew)), {})
    assert options(asked) == ["characteristic", "firearms", "save"]


def test_ruling_20_gunsmith_counts_as_known_whatever_its_class() -> None:
    ed = member("Ed", "survivalist", gunsmith="rifle")
    answers = {"academic": 5, "academic/try-2": 1}
    assert sure(gained(ed, "academic", answers).result).key == "first-aid-training"


def test_ruling_61_who_is_captured_earns_for_the_game_and_spends_later() -> None:
    before = group(member("Mo", experience=9))
    this_night = night(before, out=("mo",), deeds={"mo": {"zombies": 4}})
    captured = group(member("Mo", experience=9, status="captured"))
    result = finish(lambda: experience(captured, this_night), {"experience/zeke/survived": 1})
    assert result.member("mo").experience == 13
    assert result.member("mo").level == 0


PER_ROLL = Switches(shift_dice="roll")


@pytest.mark.parametrize(
    ("deeds", "earned"),
    [
        ({"zombies": 1}, 1),
        ({"zombies": 7}, 7),
        ({"rivals": 1}, 3),
        ({"rivals": 2}, 6),
        ({"objectives": 1}, 6),
        ({"objectives": 2}, 12),
        ({"zombies": 1, "rivals": 1, "objectives": 1}, 10),
        ({}, 0),
    ],
)
@pytest.mark.parametrize("out", [False, True])
def test_what_each_deed_earns(deeds: dict[str, int], earned: int, out: bool) -> None:
    """p. 87; ruling 16: a die for surviving where one did."""
    crew = group(member("Mo", level=10))
    answers = {"experience/zeke/survived": 1}
    if not out:
        answers["experience/mo/survived"] = 4
    result = finish(
        lambda: experience(crew, night(crew, out=("mo",) if out else (), deeds={"mo": deeds})),
        answers,
    )
    assert result.member("mo").experience == earned + (0 if out else 4)


def test_an_objective_of_an_own_encounter_earns_what_that_says() -> None:
    crew = group(member("Mo", level=10))
    there = night(crew, encounter="radio-tower", deeds={"mo": {"objectives": 2}})
    context = replace(there, catalogue=with_own(BOOK, OwnRules(book=(TOWER,))))
    answers = {"experience/zeke/survived": 1, "experience/mo/survived": 1}
    assert finish(lambda: experience(crew, context), answers).member("mo").experience == 11
    assert "objectives 2 × 5" in told(run(lambda: experience(crew, context), answers))


@pytest.mark.parametrize(
    ("fates", "earned"),
    [(("carried",), 6), (("held",), 6), (("claimed",), 0), (("carried", "held", "claimed"), 12)],
)
def test_what_supply_tokens_earn(fates: tuple[TokenFate, ...], earned: int) -> None:
    """p. 87; ruling 49."""
    crew = group(member("Mo", level=10))
    tokens = tuple(SupplyToken(fate, "mo") for fate in fates)
    answers = {"experience/zeke/survived": 1, "experience/mo/survived": 1}
    result = finish(lambda: experience(crew, night(crew, tokens=tokens)), answers)
    assert result.member("mo").experience == earned + 1


@pytest.mark.parametrize(("level", "cost"), [(int(n), int(cost)) for n, cost in TABLES["Levels"]])
@pytest.mark.parametrize("short", [0, 1])
def test_a_level_costs_its_experience_and_not_one_less(level: int, cost: int, short: int) -> None:
    """p. 88."""
    crew = group(member("Mo", level=level - 1, experience=cost - short))
    away = {"zeke": {"part": "held-back"}, "mo": {"part": "held-back"}}
    found = run(lambda: experience(crew, night(crew, deeds=away)), {})
    if short:
        assert found.result == crew
        return
    where = f"experience/mo/level-{level}"
    after, bought = finish(
        lambda: buy_level(crew, "mo", night(crew)), {f"{where}/table": "cqc", f"{where}/cqc": 1}
    )
    assert bought
    mo = after.member("mo")
    assert (mo.level, mo.experience, [s.key for s in mo.skills]) == (level, 0, ["crowd-control"])


def test_there_is_no_eleventh_level() -> None:
    """p. 88."""
    crew = group(member("Mo", level=10, experience=99))
    away = {"zeke": {"part": "held-back"}, "mo": {"part": "held-back"}}
    found = run(lambda: experience(crew, night(crew, deeds=away)), {})
    assert found.result == crew


def gained(
    mo: Member,
    table: str,
    answers: Mapping[str, Any],
    left: int = 0,
    switches: Switches | None = None,
) -> Replayed[Any]:
    return run(
        lambda: purchase("l", mo, left, switches).roll(table),
        {f"l/{key}": value for key, value in answers.items()},
    )


@pytest.mark.parametrize(
    ("total", "outcomes"),
    [(int(total), tuple(keys.split(", "))) for total, keys in TABLES["Characteristics"]],
)
def test_each_total_of_the_characteristics_table(total: int, outcomes: tuple[str, ...]) -> None:
    """p. 89."""
    for die, wanted in ((3, outcomes[0]), (4, outcomes[-1])):
        answers = {"characteristic": total} | ({"which": die} if len(outcomes) > 1 else {})
        assert sure(gained(member("Mo"), "characteristic", answers).result).key == wanted


@pytest.mark.parametrize(
    ("left", "offered"),
    [
        (0, None),
        (1, ["0", "-1", "1"]),
        (2, ["0", "-1", "1", "-2", "2"]),
        (3, ["0", "-1", "1", "-2", "2", "3"]),
        (4, ["0", "-1", "1", "-2", "2", "3"]),
        (30, ["0", "-1", "1", "-2", "2", "3"]),
    ],
)
@pytest.mark.parametrize("switches", [Switches(), PER_ROLL])
def test_three_extra_experience_at_most(
    left: int, offered: list[str] | None, switches: Switches
) -> None:
    """p. 89–90: of a die of 3, within one to six."""
    found = gained(member("Mo"), "cqc", {"cqc": 3}, left, switches)
    if offered is None:
        assert sure(found.result).key == "headhunter"
    else:
        assert options(found) == offered


@pytest.mark.parametrize(
    ("total", "offered"),
    [
        (2, ["0", "1", "2", "3"]),
        (12, ["0", "-2", "-3"]),
        (11, ["0", "-1", "-2", "-3"]),
        (3, ["0", "-1", "1", "2", "3"]),
    ],
)
def test_extra_experience_on_the_characteristics_table(total: int, offered: list[str]) -> None:
    """p. 89; ruling 58: 11 and 12 are the same, 7 and 10 as well."""
    assert options(gained(member("Mo"), "characteristic", {"characteristic": total}, 9)) == offered


@pytest.mark.parametrize(
    ("first", "left", "offered"),
    [
        # Brought to 6 first; a second die of 3 needs one more, of 2 two, of 1 three.
        (0, 9, {3: ["0", "1"], 2: ["0", "2"], 1: ["0", "3"]}),
        (1, 9, {3: ["0", "1"], 2: ["0", "2"], 1: None}),
        (2, 9, {3: ["0", "1"], 2: None, 1: None}),
        (3, 9, {3: None, 2: None, 1: None}),
        (2, 3, {3: ["0", "1"], 2: None, 1: None}),
        (2, 2, {3: None, 2: None, 1: None}),
        (0, 2, {3: ["0", "1"], 2: ["0", "2"], 1: None}),
    ],
)
def test_three_in_all_of_a_purchase(
    first: int, left: int, offered: dict[int, list[str] | None]
) -> None:
    """p. 89; ruling 19."""
    for die, choices in offered.items():
        answers = {
            "characteristic": 6 + first,
            "characteristic-shift": str(-first),
            "which": die,
        }
        found = gained(member("Mo"), "characteristic", answers, left)
        if choices is None:
            assert found.result is not None
            assert (found.result.key, found.result.experience) == ("C", left - first)
        else:
            assert options(found) == choices


@pytest.mark.parametrize(
    ("first", "left", "offered"),
    [(3, 9, ["0", "3"]), (3, 6, ["0", "3"]), (3, 5, None), (1, 4, ["0", "3"]), (1, 3, None)],
)
def test_three_for_each_roll_by_the_switch(
    first: int, left: int, offered: list[str] | None
) -> None:
    """Ruling 19: a second die of 1 needs three more."""
    answers = {"characteristic": 6 + first, "characteristic-shift": str(-first), "which": 1}
    found = gained(member("Mo"), "characteristic", answers, left, PER_ROLL)
    if offered is None:
        assert sure(found.result).experience == left - first
    else:
        assert options(found) == offered


@pytest.mark.parametrize("spent", ["-1", "-2"])
def test_what_was_spent_on_a_result_that_cannot_stand_counts_for_the_next_roll(spent: str) -> None:
    """Ruling 19: two, or one, are left for Strength at six."""
    mo = member("Mo", advances=(Advance("S", 3),))
    total = 4 - int(spent)
    answers = {
        "characteristic": total,
        "characteristic-shift": spent,
        "characteristic/try-2": 11,
    }
    found = gained(mo, "characteristic", answers, 9)
    reach = 3 + int(spent)
    assert options(found) == ["0", *(f"-{n}" for n in range(1, reach + 1))]
    per_roll = gained(mo, "characteristic", answers, 9, PER_ROLL)
    assert options(per_roll) == ["0", "-1", "-2", "-3"]


@pytest.mark.parametrize(("advances", "rises"), [(2, True), (3, False)])
def test_a_characteristic_rises_to_six_and_no_higher(advances: int, rises: bool) -> None:
    """p. 89; ruling 20: Strength 3."""
    mo = member("Mo", advances=(Advance("S", advances),))
    found = gained(mo, "characteristic", {"characteristic": 4})
    if rises:
        assert sure(found.result).key == "S"
    else:
        assert sure(found.pending).key == "l/characteristic/try-2"
        assert "re-rolled" in told(found)


def test_action_points_rise_beyond_six_and_an_injury_makes_room() -> None:
    """p. 89; ruling 20: permanent values, what is carried not counted."""
    mo = member("Mo", advances=(Advance("AP", 4),))
    assert sure(gained(mo, "characteristic", {"characteristic": 2}).result).key == "AP"
    sharp = member("Mo", advances=(Advance("FA", 3),))
    answers = {"characteristic": 3, "which": 4}
    assert sure(gained(sharp, "characteristic", answers).pending).key == "l/characteristic/try-2"
    blind = member("Mo", advances=(Advance("FA", 3),), injuries=(Injury("blinded", 1),))
    assert sure(gained(blind, "characteristic", answers).result).key == "FA"
    tough = member("Mo", advances=(Advance("E", 2),), gear=("assault-armour",))
    assert sure(gained(tough, "characteristic", {"characteristic": 5}).result).key == "E"
