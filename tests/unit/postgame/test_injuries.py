"""Injury Table, First Aid, Medical Supplies (p. 63, 77, 84–85; rulings 13–18): each number of the tables
and one beside it, typed from the book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from lastdays.model.game_record import Appearance, GameRecord, Side
from lastdays.model.group import Group, Injury
from lastdays.model.profile import explain
from lastdays.model.switches import Switches
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.injuries import injuries
from lastdays.postgame.refuge_fate import after_attack
from lastdays.procedure.replay import Replayed
from sure import as_a, sure
from unit.postgame.crew import BOOK, finish, group, member, night, options, run


def test_ruling_13_everyone_out_of_action_rolls_in_the_players_order() -> None:
    crew = group(member("Mo"), member("Lou"))
    asked = run(lambda: injuries(crew, night(crew, out=("mo", "lou"))), {})
    assert options(asked) == ["mo", "lou"]
    asked = run(
        lambda: injuries(crew, night(crew, out=("mo", "lou"))),
        {"injuries/next/1": "lou", "injuries/lou/roll": (3, 4)},
    )
    assert sure(asked.pending).key == "injuries/mo/roll"


def test_a_first_aider_who_is_out_of_action_helps_nobody() -> None:
    crew = group(member("Mo"), member("Ann", "rescue-worker"))
    asked = run(
        lambda: injuries(crew, night(crew, out=("mo", "ann"))),
        {"injuries/next/1": "mo", "injuries/mo/roll": (1, 1)},
    )
    assert sure(asked.pending).key == "injuries/ann/roll"


def test_ruling_14_members_that_stayed_at_the_refuge_help() -> None:
    crew = group(member("Mo"), member("Ann", "rescue-worker"))
    asked = run(
        lambda: injuries(crew, night(crew, out=("mo",), deeds={"ann": {"part": "held-back"}})),
        {"injuries/mo/roll": (1, 1)},
    )
    assert sure(asked.pending).key == "injuries/mo/first-aid"


def test_medical_supplies_of_the_wounded_are_out_of_reach() -> None:
    crew = group(member("Mo", gear=("medical-supplies",)))
    result = hurt(crew, {"injuries/mo/roll": (1, 1)}, out=("mo",))
    assert result.member("mo").status == "dead"


def test_ruling_17_nobody_is_captured_without_a_rival_and_the_aid_is_not_gone() -> None:
    crew = group(member("Mo"), member("Ann", "rescue-worker", ("medical-supplies",)))
    answers = {
        "injuries/mo/roll": (1, 1),
        "injuries/mo/first-aid": "first",
        "injuries/mo/first-aid/roll": (2,),
        "injuries/mo/medical": "keep",
    }
    asked = run(lambda: injuries(crew, night(crew, out=("mo",), rival=False)), answers)
    assert asked.pending is not None
    assert asked.pending.key == "injuries/mo/roll/try-2"
    again = answers | {"injuries/mo/roll/try-2": (1, 1)}
    asked = run(lambda: injuries(crew, night(crew, out=("mo",), rival=False)), again)
    assert sure(asked.pending).key == "injuries/mo/first-aid/try-2"


def test_ruling_17_the_captor_is_remembered() -> None:
    crew = group(member("Mo", gear=("knife",)))
    mo = hurt(crew, {"injuries/mo/roll": (1, 2)}, out=("mo",)).member("mo")
    assert (mo.status, mo.captor_name, mo.fate_game) == ("captured", "Carl", 4)
    assert mo.gear


def three_sides(crew: Group, out_by: str = "") -> PostGameContext:
    """The night after a game with two rivals, each with a member of its own."""
    appearances = tuple(
        Appearance(m.id, out=m.id == "mo", out_by=out_by if m.id == "mo" else "")
        for m in crew.active
    )
    rivals = (Side("x", "Xeno", (Appearance("xa"),)), Side("y", "Yara", (Appearance("ya"),)))
    game = GameRecord("game", 4, "scavengers", (Side(crew.id, crew.name, appearances), *rivals))
    return PostGameContext(BOOK, Switches(), game, crew.id)


def test_ruling_62_with_several_rivals_the_captor_is_who_took_them_out_or_is_asked_for() -> None:
    crew = group(member("Mo"))
    start = {"injuries/mo/roll": (1, 2)}
    known = finish(lambda: injuries(crew, three_sides(crew, "ya")), start)[0]
    assert known.member("mo").captor == "y"
    asked = run(lambda: injuries(crew, three_sides(crew, "zombie")), start)
    assert options(asked) == ["0", "1"]
    chosen = finish(
        lambda: injuries(crew, three_sides(crew)), {**start, "injuries/mo/captor": "0"}
    )[0]
    assert chosen.member("mo").captor_name == "Xeno"


def test_ruling_27_a_dead_leader_is_replaced_before_the_next_injury_is_rolled() -> None:
    crew = group(member("Mo"), member("Ann", "rescue-worker", ("knife",)))
    answers: dict[str, Any] = {
        "injuries/next/1": "zeke",
        "injuries/zeke/roll": (1, 1),
        "injuries/zeke/first-aid": "keep",
    }
    asked = run(lambda: injuries(crew, night(crew, out=("zeke", "mo"))), answers)
    assert sure(asked.pending).key == "injuries/leader/new"
    answers["injuries/leader/new"] = {"type": "everyday-hero", "name": "Bo"}
    answers["injuries/leader/dismiss/1"] = "mo"
    after_all = finish(lambda: injuries(crew, night(crew, out=("zeke", "mo"))), answers)[0]
    assert after_all.leading.name == "Bo"
    assert after_all.member("mo").status == "left"


@pytest.mark.parametrize("earn", [True, False])
def test_rulings_7_and_16_a_twelve_pays_an_animal_by_the_switch(earn: bool) -> None:
    """Nothing is asked where nothing is paid: after the game and in flight."""
    crew = group(member("Rex", "dog"))
    switches = Switches(animals_earn=earn)
    paid = {"injuries/rex/experience": 5} if earn else {}
    rex = hurt(crew, {"injuries/rex/roll": (6, 6), **paid}, out=("rex",), switches=switches)
    assert rex.member("rex").experience == (5 if earn else 0)
    paid = {"refuge/rex/experience": 5} if earn else {}
    fled, _used = finish(
        lambda: after_attack(crew, night(crew, switches=switches), False, frozenset()),
        {
            "refuge/flee": "church",
            "refuge/hurt": "rex",
            "refuge/rex/roll": (6, 6),
            **paid,
        },
    )
    assert fled.member("rex").experience == (5 if earn else 0)


FACES = {2: (1, 1), 3: (1, 2), 4: (1, 3), 5: (1, 4), 6: (1, 5), 7: (1, 6), 8: (2, 6), 9: (3, 6),
         10: (4, 6), 11: (5, 6), 12: (6, 6)}  # fmt: skip


def hurt(crew: Group, answers: Mapping[str, Any], **game: Any) -> Group:
    return as_a(Group, finish(lambda: injuries(crew, night(crew, **game)), answers)[0])


def answered(crew: Group, answers: Mapping[str, Any], **game: Any) -> Replayed[Any]:
    return run(lambda: injuries(crew, night(crew, **game)), answers)


# The Injury Table


@pytest.mark.parametrize(
    ("total", "status", "marks", "changed"),
    [
        (2, "dead", [], {}),
        (3, "captured", [], {}),
        (4, "active", ["arm-injury"], {}),
        (5, "active", ["blinded"], {"FA": 2}),
        (6, "active", [], {}),
        (7, "active", [], {}),
        (8, "active", [], {}),
        (9, "active", ["shell-shocked"], {"AP": 5}),
        (10, "active", ["leg-injury"], {}),
        (12, "active", [], {}),
    ],
)
def test_each_total_of_the_injury_table(
    total: int, status: str, marks: list[str], changed: dict[str, int]
) -> None:
    """p. 84–85; ruling 18: what the dead carry is lost."""
    crew = group(member("Mo", gear=("knife",)))
    answers: dict[str, object] = {"injuries/mo/roll": FACES[total]}
    if total == 12:
        answers["injuries/mo/experience"] = 6
    mo = hurt(crew, answers, out=("mo",)).member("mo")
    assert (mo.status, [i.key for i in mo.injuries]) == (status, marks)
    assert mo.experience == (6 if total == 12 else 0)
    assert bool(mo.gear) == (status != "dead")
    now = {k: e.value for k, e in explain(mo, BOOK).items()}
    printed = {"AP": 6, "CQC": 3, "FA": 3, "S": 3, "E": 3, "DC": 3, "C": 2, "I": 2}
    assert now == printed | changed


@pytest.mark.parametrize(
    ("virus", "limb", "status", "marks"),
    [
        (3, None, "dead", []),
        (4, 3, "active", ["arm-injury"]),
        (4, 4, "active", ["leg-injury"]),
        (6, 1, "active", ["arm-injury"]),
        (6, 6, "active", ["leg-injury"]),
    ],
)
def test_infected_at_three_and_four(
    virus: int, limb: int | None, status: str, marks: list[str]
) -> None:
    """p. 85."""
    crew = group(member("Mo"))
    answers = {"injuries/mo/roll": (5, 6), "injuries/mo/infected/virus": virus}
    if limb:
        answers["injuries/mo/infected/limb"] = limb
    mo = hurt(crew, answers, out=("mo",)).member("mo")
    assert (mo.status, [i.key for i in mo.injuries]) == (status, marks)


@pytest.mark.parametrize(
    ("total", "before", "status"),
    [
        (4, "arm-injury", "dead"),
        (4, "leg-injury", "active"),
        (5, "blinded", "dead"),
        (9, "shell-shocked", "active"),
        (10, "leg-injury", "dead"),
        (10, "arm-injury", "active"),
    ],
)
def test_the_same_injury_a_second_time(total: int, before: str, status: str) -> None:
    """p. 84–85; ruling 15."""
    crew = group(member("Mo", injuries=(Injury(before),)))
    mo = hurt(crew, {"injuries/mo/roll": FACES[total]}, out=("mo",)).member("mo")
    assert mo.status == status
    assert len(mo.injuries) == (2 if status == "active" else 1)


@pytest.mark.parametrize(
    ("total", "offered"),
    [
        (2, ["keep", "up/ann-0-medical-supplies"]),
        (3, ["keep", "down/ann-0-medical-supplies", "up/ann-0-medical-supplies"]),
        (7, ["keep", "down/ann-0-medical-supplies", "up/ann-0-medical-supplies"]),
        (11, ["keep", "down/ann-0-medical-supplies", "up/ann-0-medical-supplies"]),
        (12, ["keep", "down/ann-0-medical-supplies"]),
    ],
)
def test_medical_supplies_move_a_total_within_two_to_twelve(total: int, offered: list[str]) -> None:
    """p. 77; ruling 14."""
    crew = group(member("Mo"), member("Ann", gear=("medical-supplies",)))
    found = answered(crew, {"injuries/mo/roll": FACES[total]}, out=("mo",))
    assert options(found) == offered


@pytest.mark.parametrize(
    ("total", "way", "status", "marks", "experience"),
    [
        (2, "up", "captured", [], 0),
        (3, "down", "dead", [], 0),
        (3, "up", "active", ["arm-injury"], 0),
        (5, "up", "active", [], 0),
        (9, "down", "active", [], 0),
        (8, "up", "active", ["shell-shocked"], 0),
        (11, "up", "active", [], 4),
        (12, "down", "dead", [], 0),
    ],
)
def test_one_set_of_medical_supplies_is_one(
    total: int, way: str, status: str, marks: list[str], experience: int
) -> None:
    """p. 77: and it is used up."""
    crew = group(member("Mo"), member("Ann", gear=("medical-supplies", "knife")))
    answers: dict[str, object] = {
        "injuries/mo/roll": FACES[total],
        "injuries/mo/medical": f"{way}/ann-0-medical-supplies",
    }
    if experience:
        answers["injuries/mo/experience"] = experience
    if (total, way) == (12, "down"):
        answers["injuries/mo/infected/virus"] = 1
    result = hurt(crew, answers, out=("mo",))
    mo = result.member("mo")
    assert (mo.status, [i.key for i in mo.injuries]) == (status, marks)
    assert mo.experience == experience
    assert [i.key for i in result.member("ann").gear] == ["knife"]


@pytest.mark.parametrize(
    ("die", "ways"), [(1, ["up"]), (2, ["down", "up"]), (5, ["down", "up"]), (6, ["down"])]
)
@pytest.mark.parametrize("stage", ["virus", "limb"])
def test_medical_supplies_move_a_secondary_die_within_one_to_six(
    stage: str, die: int, ways: list[str]
) -> None:
    """p. 77, p. 85; ruling 14."""
    crew = group(member("Mo"), member("Ann", gear=("medical-supplies",)))
    answers = {
        "injuries/mo/roll": (5, 6),
        "injuries/mo/medical": "keep",
        "injuries/mo/infected/virus": die,
    }
    if stage == "limb":
        answers |= {
            "injuries/mo/infected/virus": 6,
            "injuries/mo/infected/virus-medical": "keep",
            "injuries/mo/infected/limb": die,
        }
    found = answered(crew, answers, out=("mo",))
    assert options(found) == ["keep", *(f"{way}/ann-0-medical-supplies" for way in ways)]


@pytest.mark.parametrize(("sets", "again"), [(1, False), (2, True)])
def test_a_second_set_is_for_a_second_roll(sets: int, again: bool) -> None:
    """Ruling 14: one set a roll."""
    crew = group(member("Mo"), member("Ann", gear=("medical-supplies",) * sets))
    answers = {
        "injuries/mo/roll": (4, 6),
        "injuries/mo/medical": "up/ann-0-medical-supplies",
        "injuries/mo/infected/virus": 3,
    }
    found = answered(crew, answers, out=("mo",))
    if again:
        assert options(found) == [
            "keep", "down/ann-1-medical-supplies", "up/ann-1-medical-supplies",
        ]  # fmt: skip
    else:
        assert sure(found.result)[0].member("mo").status == "dead"


@pytest.mark.parametrize(
    ("holders", "faces", "offered"),
    [
        (0, (1, 2), None),
        (1, (1, 2), ["keep", "first", "second"]),
        (1, (2, 2), ["keep", "first"]),
        (2, (1, 2), ["keep", "first", "second", "both"]),
        (2, (2, 2), ["keep", "first", "both"]),
        (3, (1, 2), ["keep", "first", "second", "both"]),
    ],
)
def test_first_aid_rolls_a_die_again_for_each_holder(
    holders: int, faces: tuple[int, int], offered: list[str] | None
) -> None:
    """p. 63; ruling 14."""
    crew = group(member("Mo"), *(member(f"R{n}", "rescue-worker") for n in range(holders)))
    found = answered(crew, {"injuries/mo/roll": faces}, out=("mo",))
    if offered is None:
        assert found.pending is None
    else:
        assert options(found) == offered


@pytest.mark.parametrize(
    ("which", "again", "total"),
    [("first", (6,), 11), ("second", (6,), 7), ("second", (1,), 2), ("both", (4, 5), 9)],
)
def test_the_die_that_is_rolled_again_is_the_one_that_was_named(
    which: str, again: tuple[int, ...], total: int
) -> None:
    """p. 63: of 1 and 5."""
    crew = group(*(member(n, "rescue-worker") for n in ("Ann", "Bob")), member("Mo"))
    answers = {
        "injuries/mo/roll": (1, 5),
        "injuries/mo/first-aid": which,
        "injuries/mo/first-aid/roll": again,
    }
    found = answered(crew, answers, out=("mo",))
    assert f"Mo rolls {total}:" in "\n".join(t.text for t in found.story)


@pytest.mark.parametrize(("used", "left"), [("first", 1), ("both", 0)])
def test_each_holder_helps_once_between_two_games(used: str, left: int) -> None:
    """p. 63."""
    crew = group(
        member("Mo"), member("Lou"), member("Ann", "rescue-worker"), member("Bob", "rescue-worker")
    )
    answers = {
        "injuries/next/1": "mo",
        "injuries/mo/roll": (1, 1),
        "injuries/mo/first-aid": used,
        "injuries/mo/first-aid/roll": (6,) if used == "first" else (3, 3),
        "injuries/lou/roll": (3, 4),
    }
    found = answered(crew, answers, out=("mo", "lou"))
    if left:
        assert options(found) == ["keep", "first", "second"]
    else:
        assert found.pending is None


@pytest.mark.parametrize(
    ("gear", "kept", "choices"),
    [
        (("revolver", "knife"), {"revolver", "knife"}, {}),
        (("revolver", "hunting-rifle"), {"revolver"}, {}),
        (("surplus-smg", "club", "knife"), {"surplus-smg", "club"}, {"blade": "mo-1-club"}),
        (("fire-bomb", "pump-action-shotgun"), {"fire-bomb"}, {}),
        (("revolver", "fire-bomb"), {"fire-bomb"}, {"gun": "mo-1-fire-bomb"}),
        (("hunting-bow", "minigun"), set(), {}),
    ],
)
def test_one_arm_holds_one_of_each(
    gear: tuple[str, ...], kept: set[str], choices: dict[str, str]
) -> None:
    """p. 84; ruling 15: Pistols, SMGs and what is thrown."""
    crew = group(member("Mo", gear=gear))
    answers: dict[str, object] = {"injuries/mo/roll": (1, 3)}
    answers |= {f"injuries/mo/keep-{kind}": item for kind, item in choices.items()}
    result = hurt(crew, answers, out=("mo",))
    assert {i.key for i in result.member("mo").gear} == kept
    assert {i.key for i in result.stash} == set(gear) - kept
