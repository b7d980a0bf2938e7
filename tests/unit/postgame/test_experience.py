"""Experience and Levels (p. 87–91; rulings 7, 16, 19, 20, 49)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from lastdays.model.game_record import SupplyToken
from lastdays.model.group import Advance, Group, Member
from lastdays.model.switches import Switches
from lastdays.postgame.experience import LevelResult, buy_level, experience
from lastdays.procedure.replay import Replayed
from sure import as_a
from unit.postgame.crew import BOOK, finish, group, member, night, options, purchase, run, told

PER_ROLL = Switches(shift_dice="roll")


def after(
    crew: Group,
    answers: Mapping[str, Any],
    **game: Any,
) -> Group:
    return as_a(Group, finish(lambda: experience(crew, night(crew, **game)), answers))


def bought(
    mo: Member,
    table: str,
    answers: Mapping[str, Any],
    left: int = 0,
    switches: Switches | None = None,
) -> LevelResult:
    return as_a(
        LevelResult,
        finish(
            lambda: purchase("experience/mo/level-1", mo, left, switches).roll(table),
            {f"experience/mo/level-1/{key}": value for key, value in answers.items()},
        ),
    )


def pending(
    mo: Member,
    table: str,
    answers: Mapping[str, Any],
    left: int = 0,
    switches: Switches | None = None,
) -> Replayed[Any]:
    return run(
        lambda: purchase("experience/mo/level-1", mo, left, switches).roll(table),
        {f"experience/mo/level-1/{key}": value for key, value in answers.items()},
    )


@pytest.mark.parametrize(
    ("deeds", "tokens", "die", "total"),
    [
        ({"zombies": 1}, 0, 1, 2),
        ({"rivals": 1}, 0, 1, 4),
        ({"objectives": 1}, 0, 6, 12),
        ({}, 2, 3, 15),
        ({"zombies": 2, "rivals": 1, "objectives": 1}, 1, 4, 21),
    ],
)
def test_the_experience_table(deeds: dict[str, int], tokens: int, die: int, total: int) -> None:
    crew = group(member("Mo", level=10))
    carried = tuple(SupplyToken("carried", "mo") for _ in range(tokens))
    answers = {"experience/zeke/survived": 1, "experience/mo/survived": die}
    result = after(crew, answers, deeds={"mo": deeds}, tokens=carried)
    assert result.member("mo").experience == total


def test_ruling_16_who_fell_or_took_no_part_earns_nothing_for_surviving() -> None:
    crew = group(member("Mo"), member("Lou"))
    result = after(
        crew,
        {"experience/zeke/survived": 2},
        out=("mo",),
        deeds={"mo": {"zombies": 2}, "lou": {"part": "held-back"}},
    )
    assert result.member("mo").experience == 2
    assert result.member("lou").experience == 0


def test_ruling_49_claimed_tokens_give_no_experience() -> None:
    crew = group(member("Mo"))
    tokens = (SupplyToken("claimed", "mo"), SupplyToken("held", "mo"))
    answers = {
        "experience/zeke/survived": 1,
        "experience/mo/survived": 1,
        "experience/mo/level-1/table": "save",
    }
    assert after(crew, answers, tokens=tokens).member("mo").experience == 7


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


@pytest.mark.parametrize(("level", "cost"), list(enumerate(BOOK.level_costs)))
def test_each_level_has_its_cost(level: int, cost: int) -> None:
    poor = group(member("Mo", level=level, experience=cost - 1))
    assert (
        after(poor, {}, deeds={"zeke": {"part": "held-back"}, "mo": {"part": "held-back"}}) == poor
    )
    rich = group(member("Mo", level=level, experience=cost))
    where = f"experience/mo/level-{level + 1}"
    result, done = finish(
        lambda: buy_level(rich, "mo", night(rich)),
        {f"{where}/table": "cqc", f"{where}/cqc": 3},
    )
    mo = result.member("mo")
    assert done
    assert (mo.level, mo.experience) == (level + 1, 0)


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
    top = group(member("Mo", level=10, experience=500))
    assert after(top, {}, deeds=away) == top


@pytest.mark.parametrize("total", range(2, 13))
@pytest.mark.parametrize("die", [1, 3, 4, 6])
def test_the_characteristics_table(total: int, die: int) -> None:
    table = BOOK.characteristic_table[total]
    answers = {"characteristic": total}
    if len(table) > 1:
        answers["which"] = die
    wanted = table[0] if die <= 3 or len(table) == 1 else table[1]
    assert bought(member("Mo"), "characteristic", answers).key == wanted


@pytest.mark.parametrize("table", list(BOOK.skill_tables))
@pytest.mark.parametrize("die", range(1, 7))
def test_each_cell_of_the_skill_tables(table: str, die: int) -> None:
    answers: dict[str, Any] = {table: die}
    wanted = BOOK.skill_tables[table][die - 1]
    if wanted == "gunsmith":
        answers["gunsmith"] = "shotgun"
    gained = bought(member("Mo"), table, answers)
    assert gained.key == wanted
    assert gained.gunsmith == ("shotgun" if wanted == "gunsmith" else "")


def test_extra_experience_shifts_a_skill() -> None:
    asked = pending(member("Mo"), "firearms", {"firearms": 2}, left=5)
    assert options(asked) == ["0", "-1", "1", "2", "3"]
    gained = bought(member("Mo"), "firearms", {"firearms": 2, "firearms-shift": "1"}, left=5)
    assert (gained.key, gained.experience) == ("sniper", 4)


def test_ruling_19_three_extra_in_all_for_a_purchase() -> None:
    answers = {"characteristic": 5, "characteristic-shift": "-2", "which": 1, "which-shift": "0"}
    asked = pending(member("Mo"), "characteristic", {**answers, "which": 3}, left=9)
    assert asked.pending is None
    one_left = pending(
        member("Mo"),
        "characteristic",
        {"characteristic": 5, "characteristic-shift": "-2", "which": 3},
        left=9,
    )
    assert options(one_left) == ["0", "1"]
    spent = pending(
        member("Mo"),
        "characteristic",
        {"characteristic": 7, "characteristic-shift": "0", "which": 1},
        left=9,
    )
    assert options(spent) == ["0", "3"]


def test_ruling_19_three_for_each_roll_by_the_campaigns_switch() -> None:
    asked = pending(
        member("Mo"),
        "characteristic",
        {"characteristic": 5, "characteristic-shift": "-2", "which": 1},
        left=9,
        switches=PER_ROLL,
    )
    assert options(asked) == ["0", "3"]


def test_ruling_19_totals_stay_within_the_table() -> None:
    asked = pending(member("Mo"), "cqc", {"cqc": 6}, left=9)
    assert options(asked) == ["0", "-1", "-2", "-3"]


def test_ruling_20_a_characteristic_at_six_is_rolled_again_whole() -> None:
    mo = member("Mo", advances=(Advance("S", 3),))
    asked = pending(mo, "characteristic", {"characteristic": 4})
    assert asked.pending is not None
    assert asked.pending.key.endswith("/characteristic/try-2")
    assert "rolled again" in told(asked)
    fast = member("Mo", advances=(Advance("AP", 3),))
    assert bought(fast, "characteristic", {"characteristic": 2}).key == "AP"


def test_ruling_19_extra_experience_spent_on_what_cannot_stand_is_gone() -> None:
    mo = member("Mo", advances=(Advance("S", 3),))
    answers = {
        "characteristic": 5,
        "characteristic-shift": "-1",
        "characteristic/try-2": 11,
        "characteristic-shift/try-2": "0",
    }
    gained = bought(mo, "characteristic", answers, left=9)
    assert (gained.key, gained.experience) == ("DC", 8)


def test_ruling_20_a_known_skill_is_rolled_again() -> None:
    mo = member("Mo", skills=("sniper",))
    answers = {"firearms": 3, "firearms/try-2": 4}
    assert bought(mo, "firearms", answers).key == "quick-load"


def test_ruling_20_a_table_wholly_known_cannot_be_chosen() -> None:
    mo = member("Mo", skills=BOOK.skill_tables["cqc"], experience=6)
    crew = group(mo)
    asked = run(lambda: buy_level(crew, "mo", night(crew)), {})
    assert options(asked) == ["characteristic", "firearms", "save"]


def test_ruling_20_gunsmith_counts_as_known_whatever_its_class() -> None:
    ed = member("Ed", "survivalist", gunsmith="rifle")
    answers = {"academic": 5, "academic/try-2": 1}
    assert bought(ed, "academic", answers).key == "first-aid-training"


def test_ruling_61_who_is_captured_earns_for_the_game_and_spends_later() -> None:
    before = group(member("Mo", experience=9))
    this_night = night(before, out=("mo",), deeds={"mo": {"zombies": 4}})
    captured = group(member("Mo", experience=9, status="captured"))
    result = finish(lambda: experience(captured, this_night), {"experience/zeke/survived": 1})
    assert result.member("mo").experience == 13
    assert result.member("mo").level == 0
