"""Injury Table, First Aid, Medical Supplies (p. 63, 77, 84–85; rulings 13–18)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from lastdays.campaign.sample import plain_answer
from lastdays.model.game_record import Appearance, GameRecord, Side
from lastdays.model.group import Group, Injury
from lastdays.model.switches import Switches
from lastdays.postgame.context import STEPS, PostGameContext
from lastdays.postgame.injuries import injuries
from lastdays.postgame.refuge_fate import after_attack
from lastdays.postgame.sequence import post_game
from lastdays.procedure.asks import Choose, Procedure
from lastdays.procedure.dice import can_be_rolled, roll
from lastdays.procedure.replay import Answer, replay
from sure import as_a, sure
from unit.postgame.crew import BOOK, finish, group, member, night, options, run, told

TWO_DICE = list(product(range(1, 7), repeat=2))


def after(crew: Group, answers: Mapping[str, Any], **game: Any) -> Group:
    return as_a(Group, finish(lambda: injuries(crew, night(crew, **game)), answers)[0])


@pytest.mark.parametrize("faces", TWO_DICE)
def test_each_throw_of_two_dice_has_its_result(faces: tuple[int, int]) -> None:
    crew = group(member("Mo", gear=("knife",)))
    answers: dict[str, Any] = {"injuries/mo/roll": faces}
    total = sum(faces)
    if total == 11:
        answers |= {"injuries/mo/infected/virus": 4, "injuries/mo/infected/limb": 6}
    if total == 12:
        answers["injuries/mo/experience"] = 5
    mo = after(crew, answers, out=("mo",)).member("mo")
    status = {2: "dead", 3: "captured"}.get(total, "active")
    marks = {4: "arm-injury", 5: "blinded", 9: "shell-shocked", 10: "leg-injury", 11: "leg-injury"}
    assert mo.status == status
    assert [i.key for i in mo.injuries] == ([marks[total]] if total in marks else [])
    assert mo.experience == (5 if total == 12 else 0)
    assert bool(mo.gear) == (status != "dead")


def test_what_is_told_of_an_injury_says_whether_it_does_harm() -> None:
    harm = {2: "dead", 3: "captured", 4: "arm", 5: "eye", 9: "shocked", 10: "leg", 11: "infected"}
    crew = group(member("Mo", gear=("knife",)))
    for total in range(2, 13):
        faces = (max(1, total - 6), min(6, total - 1))
        said = run(lambda: injuries(crew, night(crew, out=("mo",))), {"injuries/mo/roll": faces})
        kinds = [line.kind for line in said.story if f"Mo: {total} " in line.text]
        assert kinds == ["harm" if total in harm else "well"]


@pytest.mark.parametrize("virus", range(1, 7))
@pytest.mark.parametrize("limb", range(1, 7))
def test_infected(virus: int, limb: int) -> None:
    crew = group(member("Mo"))
    answers = {"injuries/mo/roll": (5, 6), "injuries/mo/infected/virus": virus}
    if virus > 3:
        answers["injuries/mo/infected/limb"] = limb
    mo = after(crew, answers, out=("mo",)).member("mo")
    if virus <= 3:
        assert mo.status == "dead"
    else:
        assert [i.key for i in mo.injuries] == ["arm-injury" if limb <= 3 else "leg-injury"]


def test_ruling_13_everyone_out_of_action_rolls_in_the_players_order() -> None:
    crew = group(member("Mo"), member("Lou"))
    asked = run(lambda: injuries(crew, night(crew, out=("mo", "lou"))), {})
    assert options(asked) == ["mo", "lou"]
    asked = run(
        lambda: injuries(crew, night(crew, out=("mo", "lou"))),
        {"injuries/next/1": "lou", "injuries/lou/roll": (3, 4)},
    )
    assert asked.pending is not None
    assert asked.pending.key == "injuries/mo/roll"


def test_ruling_14_first_aid_rolls_one_die_again_and_the_second_stands() -> None:
    crew = group(member("Mo"), member("Ann", "rescue-worker"))
    answers = {
        "injuries/mo/roll": (1, 1),
        "injuries/mo/first-aid": "first",
        "injuries/mo/first-aid/roll": (6,),
    }
    assert after(crew, answers, out=("mo",)).member("mo").status == "active"


def test_ruling_14_first_aid_is_used_once_between_two_games() -> None:
    crew = group(member("Mo"), member("Lou"), member("Ann", "rescue-worker"))
    answers = {
        "injuries/next/1": "mo",
        "injuries/mo/roll": (1, 1),
        "injuries/mo/first-aid": "first",
        "injuries/mo/first-aid/roll": (6,),
        "injuries/lou/roll": (3, 4),
    }
    assert after(crew, answers, out=("mo", "lou")).member("lou").status == "active"


def test_ruling_14_two_holders_may_roll_both_dice_again() -> None:
    crew = group(member("Mo"), member("Ann", "rescue-worker"), member("Bob", "rescue-worker"))
    asked = run(lambda: injuries(crew, night(crew, out=("mo",))), {"injuries/mo/roll": (1, 2)})
    assert options(asked) == ["keep", "first", "second", "both"]
    answers = {
        "injuries/mo/roll": (1, 2),
        "injuries/mo/first-aid": "both",
        "injuries/mo/first-aid/roll": (3, 3),
    }
    assert after(crew, answers, out=("mo",)).member("mo").injuries == ()


def test_a_first_aider_who_is_out_of_action_helps_nobody() -> None:
    crew = group(member("Mo"), member("Ann", "rescue-worker"))
    asked = run(
        lambda: injuries(crew, night(crew, out=("mo", "ann"))),
        {"injuries/next/1": "mo", "injuries/mo/roll": (1, 1)},
    )
    assert asked.pending is not None
    assert asked.pending.key == "injuries/ann/roll"


def test_ruling_14_members_that_stayed_at_the_refuge_help() -> None:
    crew = group(member("Mo"), member("Ann", "rescue-worker"))
    asked = run(
        lambda: injuries(crew, night(crew, out=("mo",), deeds={"ann": {"part": "held-back"}})),
        {"injuries/mo/roll": (1, 1)},
    )
    assert asked.pending is not None
    assert asked.pending.key == "injuries/mo/first-aid"


def test_medical_supplies_avoid_death_and_are_used_up() -> None:
    crew = group(member("Mo"), member("Ann", gear=("medical-supplies", "knife")))
    answers = {
        "injuries/mo/roll": (1, 1),
        "injuries/mo/medical": "up/ann-0-medical-supplies",
    }
    result = after(crew, answers, out=("mo",))
    assert result.member("mo").status == "captured"
    assert [i.key for i in result.member("ann").gear] == ["knife"]


def test_medical_supplies_change_a_secondary_roll_within_one_to_six() -> None:
    crew = group(member("Mo"), member("Ann", gear=("medical-supplies",)))
    answers = {
        "injuries/mo/roll": (5, 6),
        "injuries/mo/medical": "keep",
        "injuries/mo/infected/virus": 3,
        "injuries/mo/infected/virus-medical": "up/ann-0-medical-supplies",
        "injuries/mo/infected/limb": 1,
    }
    mo = after(crew, answers, out=("mo",)).member("mo")
    assert [i.key for i in mo.injuries] == ["arm-injury"]
    asked = run(
        lambda: injuries(crew, night(crew, out=("mo",))),
        {
            "injuries/mo/roll": (5, 6),
            "injuries/mo/medical": "keep",
            "injuries/mo/infected/virus": 6,
        },
    )
    assert options(asked) == ["keep", "down/ann-0-medical-supplies"]


def test_medical_supplies_of_the_wounded_are_out_of_reach() -> None:
    crew = group(member("Mo", gear=("medical-supplies",)))
    result = after(crew, {"injuries/mo/roll": (1, 1)}, out=("mo",))
    assert result.member("mo").status == "dead"


@pytest.mark.parametrize(
    ("injury", "faces"), [("arm-injury", (2, 2)), ("blinded", (2, 3)), ("leg-injury", (4, 6))]
)
def test_ruling_15_a_second_time_is_death(injury: str, faces: tuple[int, int]) -> None:
    crew = group(member("Mo", injuries=(Injury(injury),)))
    assert after(crew, {"injuries/mo/roll": faces}, out=("mo",)).member("mo").status == "dead"


def test_ruling_15_also_when_infected_brings_it() -> None:
    crew = group(member("Mo", injuries=(Injury("leg-injury"),)))
    answers = {
        "injuries/mo/roll": (5, 6),
        "injuries/mo/infected/virus": 5,
        "injuries/mo/infected/limb": 4,
    }
    assert after(crew, answers, out=("mo",)).member("mo").status == "dead"


def test_ruling_15_shell_shocked_adds_up() -> None:
    crew = group(member("Mo", injuries=(Injury("shell-shocked"),)))
    mo = after(crew, {"injuries/mo/roll": (4, 5)}, out=("mo",)).member("mo")
    assert [i.key for i in mo.injuries] == ["shell-shocked"] * 2


def test_ruling_15_one_arm_keeps_one_gun_and_one_blade() -> None:
    gear = ("hunting-rifle", "revolver", "magnum", "knife", "club")
    crew = group(member("Mo", gear=gear))
    answers = {
        "injuries/mo/roll": (1, 3),
        "injuries/mo/keep-gun": "mo-2-magnum",
        "injuries/mo/keep-blade": "mo-3-knife",
    }
    result = after(crew, answers, out=("mo",))
    assert {i.key for i in result.member("mo").gear} == {"magnum", "knife"}
    assert {i.key for i in result.stash} == {"hunting-rifle", "revolver", "club"}


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
    assert asked.pending is not None
    assert asked.pending.key == "injuries/mo/first-aid/try-2"


def test_ruling_17_the_captor_is_remembered() -> None:
    crew = group(member("Mo", gear=("knife",)))
    mo = after(crew, {"injuries/mo/roll": (1, 2)}, out=("mo",)).member("mo")
    assert (mo.status, mo.captor_name, mo.fate_game) == ("captured", "Carl", 4)
    assert mo.gear


def test_ruling_18_equipment_of_the_dead_is_lost() -> None:
    crew = group(member("Mo", gear=("knife",)))
    result = after(crew, {"injuries/mo/roll": (1, 1)}, out=("mo",))
    assert result.stash == ()
    assert result.memorial[0].gear == ()


def test_the_story_names_the_result() -> None:
    crew = group(member("Mo"))
    asked = run(lambda: injuries(crew, night(crew, out=("mo",))), {"injuries/mo/roll": (2, 3)})
    assert "Mo: 5 — Blinded in One Eye" in told(asked)


def test_every_result_of_the_table_has_a_name() -> None:
    assert len({BOOK.injury_for(t).name for t in range(2, 13)}) == 9


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
    assert asked.pending is not None
    assert asked.pending.key == "injuries/leader/new"
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
    rex = after(crew, {"injuries/rex/roll": (6, 6), **paid}, out=("rex",), switches=switches)
    assert rex.member("rex").experience == (5 if earn else 0)
    paid = {"refuge/rex/experience": 5} if earn else {}
    fled = finish(
        lambda: after_attack(crew, night(crew, switches=switches), False, frozenset()),
        {
            "refuge/flee": "church",
            "refuge/hurt": "rex",
            "refuge/rex/roll": (6, 6),
            **paid,
        },
    )
    assert fled.member("rex").experience == (5 if earn else 0)


@pytest.mark.parametrize("seed", range(8))
def test_ruling_7_animals_that_earn_none_end_every_night_as_they_began(seed: int) -> None:
    source = random.Random(seed)
    dogs = [member(f"Dog{n}", "dog", experience=n * 30) for n in range(4)]
    crew = group(member("Mo"), *dogs)
    deeds = {d.id: {"zombies": 2, "rivals": 1, "objectives": 1} for d in dogs}
    out = tuple(d.id for d in dogs[:3])
    this_night = night(crew, out=out, deeds=deeds, switches=Switches(animals_earn=False))
    answers: dict[str, Answer] = {}
    asked = run(lambda: post_game(crew, this_night), {}, STEPS)
    while asked.pending is not None:
        ask = asked.pending
        if ask.key.startswith("injuries/dog") and ask.key.endswith("/roll"):
            value = (6, 6)
        else:
            value = roll(ask, source) if can_be_rolled(ask) else plain_answer(ask)
        answers[ask.key] = Answer(value)
        asked = replay(lambda: post_game(crew, this_night), answers, STEPS)
    for dog in dogs:
        assert asked.result is not None
        assert asked.result.group.member(dog.id).experience == dog.experience


def test_help_says_what_the_total_comes_to() -> None:
    """First Aid and Medical Supplies are decided on the result, not on a number alone."""
    doc = member("Doc", gear=("medical-supplies",), skills=("first-aid-training",))
    crew = group(member("Mo"), doc)

    def start() -> Procedure[Any]:
        return injuries(crew, night(crew, out=("mo",)))

    asked = run(start, {"injuries/mo/roll": [4, 3]}).pending
    assert asked is not None
    assert asked.question == "Mo rolled 4 and 3: 7 (Full Recovery). Use First Aid Training?"
    asked = run(start, {"injuries/mo/roll": [1, 1], "injuries/mo/first-aid": "keep"}).pending
    assert asked is not None
    assert asked.question == "Mo is at 2 (Dead!). Use Medical Supplies?"
    assert [o.label for o in as_a(Choose, sure(asked)).options] == [
        "Keep 2: Dead!",
        "Make it 3: Captured",
    ]
    alone = run(
        lambda: injuries(crew, night(crew, out=("mo",), rival=False)), {"injuries/mo/roll": [1, 2]}
    ).pending
    assert alone is not None
    assert alone.question.startswith("Mo rolled 1 and 2: 3 (Captured, rolled again).")
    answers = {
        "injuries/mo/roll": [5, 6],
        "injuries/mo/first-aid": "keep",
        "injuries/mo/medical": "keep",
        "injuries/mo/infected/virus": 3,
    }
    asked = run(start, answers).pending
    assert [o.label for o in as_a(Choose, sure(asked)).options] == [
        "Keep 3: Dead!",
        "Make it 2: Dead!",
        "Make it 4: cut in time",
    ]


def test_help_says_what_a_second_arm_means() -> None:
    doc = member("Doc", skills=("first-aid-training",))
    mo = member("Mo", injuries=(Injury("arm-injury"),))
    crew = group(mo, doc)
    asked = run(
        lambda: injuries(crew, night(crew, out=("mo",))), {"injuries/mo/roll": [2, 2]}
    ).pending
    assert asked is not None
    assert asked.question.startswith("Mo rolled 2 and 2: 4 (Dead!).")
