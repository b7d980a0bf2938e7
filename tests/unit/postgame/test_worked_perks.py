"""Perks of content packs: what follows from working one is that of the very Perk (p. 80–82)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.documents.group_documents import group_document, read_group
from lastdays.campaign.printing.card_content import group_card
from lastdays.model.game_record import SupplyToken
from lastdays.model.group import BuiltPerk, Group, NextEncounter, RefugeState
from lastdays.postgame.encounters import encounter_roll
from lastdays.postgame.experience import experience
from lastdays.postgame.injuries import injuries
from lastdays.postgame.jobs import ArrangeJobs, WorkJob, jobs
from lastdays.postgame.prospects import chance_to_hold, harvests, ways_to_hold
from lastdays.postgame.supplies import supplies
from lastdays.postgame.zombie_attack import defence, zombie_attack
from lastdays.procedure.asks import Procedure
from lastdays.procedure.odds import chances
from lastdays.rulebook import Catalogue, load
from lastdays.tabletop.last_days.setup import entrant_of
from sure import as_a, sure
from unit.postgame.crew import finish, group, member, night, options, run, told
from unit.rulebook.packing import write_pack

PERKS = """
[lookout]
name = "Lookout"
cost = 10
worked = true
test = { characteristic = "C", target = 2 }
attack_rerolls = 2
summary = "Sees far."

[bunker]
name = "Bunker"
cost = 10
worked = true
ammo_rerolls = 5
summary = "Full of crates."

[antenna]
name = "Antenna"
cost = 10
worked = true
test = { characteristic = "I", target = 5 }
encounter_shift = 3
ammo_rerolls = 1
summary = "Hears far."

[pharmacy]
name = "Pharmacy"
cost = 10
worked = true
test = { characteristic = "I", target = 6 }
points = "2D6+1"
summary = "Who reads the labels earns with it."

[cellar]
name = "Cellar"
cost = 10
rerolls_supplies = 2
summary = "Dry."
"""
MORE = {
    "perks": PERKS,
    "experience": '[earned]\nsurvived = "D6+2"\n',
    "injuries": """
[infected]
first = { "1-3" = "blinded", "4-6" = "amputated" }
second = { "1-3" = "shell-shocked", "4-6" = "leg-injury" }
[arm-injury]
weapons_most = 2
""",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    made = load(packs=[write_pack(tmp_path_factory.mktemp("packs"), "perks", MORE)])
    assert made.refused_packs == ()
    return made


def living(*perks: str, members: tuple[str, ...] = ("Mo", "Lou"), **changes: Any) -> Group:
    """A crew in a farm house with some Perks built."""
    built = RefugeState("farm-house", tuple(BuiltPerk(key, key) for key in perks))
    return group(*(member(name) for name in members), refuge_state=built, **changes)


def work(**posts: Any) -> dict[str, dict[str, str]]:
    return {who: {"job": "work", "post": post} for who, post in posts.items()}


# (a) the watch


def test_the_test_is_that_of_the_tower_that_is_manned(book: Catalogue) -> None:
    """Courage/2 at the Lookout, though the Watch Tower was built first."""
    crew = living("watch-tower", "lookout")
    context = replace(night(crew), catalogue=book)
    answers = {"jobs/assigned": work(mo="lookout"), "attack/roll": (1, 1)}

    def evening() -> Procedure[bool]:
        done = yield from jobs(crew, context)
        return (yield from zombie_attack(done.group, context, done.guards, done.watchers))

    asked = run(evening, answers)
    assert sure(asked.pending).question == "Mo needs Courage/2: D6 + 2."
    again = run(evening, {**answers, "attack/watch-tower/test": 1})
    assert sure(again.pending).question == "Lookout: Mo saw them coming. Roll one die again?"


def test_the_odds_are_those_of_the_tower_that_is_manned(book: Catalogue) -> None:
    crew = living("watch-tower", "lookout", members=("Mo", "Lou", "A", "B"))
    context = replace(night(crew, out=("a", "b")), catalogue=book)
    form = ArrangeJobs(key="k", question="", initial={}, group=crew, context=context)

    def held(**posts: Any) -> Fraction:
        stake = form.preview({who: WorkJob(post) for who, post in posts.items()})
        return sure(chances(stake, {}, stake.wishes[0])).outcomes["held"]

    lost = Fraction(6, 36)  # 4 or less on two dice
    tower, lookout, both = (
        held(mo="watch-tower"),
        held(mo="lookout"),
        held(mo="watch-tower", lou="lookout"),
    )
    assert 1 - lost < tower < lookout < both
    ways = ways_to_hold(crew, context, ("mo", "lou"))
    assert ways[0, 1].worst.holds == tower
    assert ways[0, 1].best.holds == lookout
    assert ways[0, 1].best.watchers == {"mo": "lookout"}
    assert ways[0, 2].best.holds == both


def test_two_towers_have_two_tests_and_each_of_its_dice_again(book: Catalogue) -> None:
    """The Lookout has a die rolled twice again, the Watch Tower once."""
    crew = living("watch-tower", "lookout")
    context = replace(night(crew), catalogue=book)
    watchers = {"lou": "lookout", "mo": "watch-tower"}
    answers = {
        "attack/roll": (1, 1),
        "attack/watch-tower/test": 1,
        "attack/tower-choice": "first",
        "attack/tower-roll": (1,),
        "attack/tower-choice-2": "first",
        "attack/tower-roll-2": (2,),
        "attack/watch-tower-2/test": 6,
        "attack/tower-choice-3": "second",
        "attack/tower-roll-3": (6,),
    }
    done = run(lambda: zombie_attack(crew, context, (), watchers), answers)
    assert done.result is True
    assert "The zombies attack: 8 rolled" in told(done)
    kept = {**answers, "attack/tower-choice": "keep", "attack/tower-choice-3": "first"}
    asked = run(lambda: zombie_attack(crew, context, (), watchers), kept)
    assert "The zombies attack: 7 rolled" in told(asked)


def test_what_a_tower_is_worth_is_counted_die_by_die(book: Catalogue) -> None:
    """Courage/2 never fails with two or more: the better of what two throws again come to."""
    crew = living("lookout", members=("Mo", "A", "B", "C"))
    context = replace(night(crew, out=("a", "b", "c")), catalogue=book)
    against = defence(crew, context, (), {"mo": "lookout"})

    def best(dice: tuple[int, int], left: int) -> Fraction:
        if sum(dice) - 3 > 2:
            return Fraction(1)
        if not left:
            return Fraction(0)
        kept = (best((n, other), left - 1) for other in dice for n in range(1, 7))
        found = list(kept)
        return max(sum(found[:6], Fraction(0)), sum(found[6:], Fraction(0))) / 6

    faces = range(1, 7)
    every = sum((best((a, b), 2) for a in faces for b in faces), Fraction(0)) / 36
    assert chance_to_hold(against, context) == every


# (c) points and a Test


def test_points_are_earned_only_where_the_test_passed(book: Catalogue) -> None:
    crew = living("pharmacy", points=10)
    context = replace(night(crew), catalogue=book)
    given = {"jobs/assigned": work(mo="pharmacy")}
    asked = run(lambda: jobs(crew, context), given)
    assert sure(asked.pending).key == "jobs/mo/worked/test"
    failed = finish(lambda: jobs(crew, context), {**given, "jobs/mo/worked/test": 3})
    assert failed.group.points == 10
    passed = {**given, "jobs/mo/worked/test": 4, "jobs/mo/worked/points": 7}
    assert finish(lambda: jobs(crew, context), passed).group.points == 10 + 8


def test_what_a_perk_earns_counts_its_test_in(book: Catalogue) -> None:
    """Intelligence/6 with 2: three throws of six, then 2D6+1."""
    crew = living("pharmacy")
    context = replace(night(crew), catalogue=book)
    found = harvests(crew, context)["pharmacy"]["mo"]
    assert found.average == Fraction(8, 2)
    assert found.points[0] == Fraction(1, 2)


# (d) what was worked counts, not what is strongest


@pytest.mark.parametrize(
    ("worked", "rerolls"),
    [((), 0), (("armoury",), 3), (("bunker",), 5), (("armoury", "bunker", "radio-room"), 8)],
)
def test_as_many_ammo_rolls_as_the_perks_say_that_were_worked(
    book: Catalogue, worked: tuple[str, ...], rerolls: int
) -> None:
    crew = living(next_encounter=NextEncounter(worked))
    assert entrant_of(crew, book, {}).rerolls == rerolls
    lines = {line.name: line.text for line in group_card(crew, book).next_game}
    words = {3: "Armoury", 5: "Bunker", 8: "Armoury and Bunker"}
    said = {words[rerolls]: f"{rerolls} failed Ammo Rolls may be rolled again."} if rerolls else {}
    assert {name: text for name, text in lines.items() if "Ammo" in text} == said


def test_the_armoury_says_its_own_number_beside_a_stronger_perk(book: Catalogue) -> None:
    crew = living("armoury", "bunker")
    context = replace(night(crew), catalogue=book)
    given = {"jobs/assigned": work(mo="armoury", lou="bunker"), "jobs/next/1": "mo"}
    done = run(lambda: jobs(crew, context), given)
    assert sure(done.result).group.next_encounter == NextEncounter(("armoury", "bunker"))
    assert "Mo sorts the Armoury: 3 failed Ammo Rolls" in told(done)


@pytest.mark.parametrize(
    ("worked", "shifts"),
    [
        (("radio-room",), ["0", "-1", "1"]),
        (("antenna",), ["0", "-2", "-1", "1", "2", "3"]),
        (("armoury",), None),
    ],
)
def test_the_encounter_roll_is_shifted_by_the_perk_that_was_worked(
    book: Catalogue, worked: tuple[str, ...], shifts: list[str] | None
) -> None:
    crew = living(next_encounter=NextEncounter(worked))
    asked = run(lambda: encounter_roll((crew,), book), {"encounter/roll": 3})
    assert (options(asked) if asked.pending else None) == shifts
    if shifts:
        assert sure(asked.pending).question.startswith(
            f"The {book.perks[worked[0]].name} may shift"
        )
    cancelled = run(lambda: encounter_roll((crew, crew), book), {"encounter/roll": 3})
    assert cancelled.pending is None


def test_a_perk_gives_all_it_says_once_its_test_passed(book: Catalogue) -> None:
    crew = living("antenna")
    context = replace(night(crew), catalogue=book)
    given = {"jobs/assigned": work(mo="antenna")}
    for die, worked in ((2, ()), (3, ("antenna",))):
        done = finish(lambda: jobs(crew, context), {**given, "jobs/mo/worked/test": die})
        assert done.group.next_encounter.worked == worked


@pytest.mark.parametrize(
    ("before", "worked"),
    [
        ({"armoury": True}, ("armoury",)),
        ({"radio": True, "armoury": True}, ("armoury", "radio-room")),
        ({"radio": False}, ()),
    ],
)
def test_a_document_that_does_not_name_the_perk_still_opens(
    before: dict[str, bool], worked: tuple[str, ...]
) -> None:
    told = json.loads(group_document(living()))
    told["group"]["next_encounter"] = before
    told["version"] = 1
    assert read_group(json.dumps(told).encode()).next_encounter == NextEncounter(worked)


# (e) the Store Room


def test_each_store_room_rolls_as_often_again_as_it_says(book: Catalogue) -> None:
    crew = living("store-room", "cellar")
    tokens = (SupplyToken("claimed"), SupplyToken("claimed"))
    context = replace(night(crew, tokens=tokens), catalogue=book)
    cells = {f"supplies/token-{n}/{where}": 7 for n in (1, 2) for where in ("row", "column")}
    points = {f"supplies/token-{n}/points": 1 for n in (1, 2)}
    again = {
        "supplies/store-room": "token-1",
        "supplies/token-1/again": 2,
        "supplies/store-room-2": "token-1",
        "supplies/token-1/again-2": 3,
        "supplies/store-room-3": "token-2",
        "supplies/token-2/again-3": 4,
    }
    plus = book.supply_cell(7, 7).points.plus
    done = finish(lambda: supplies(crew, context), {**cells, **points, **again})
    assert done.points == 3 + 4 + 2 * plus
    asked = run(lambda: supplies(crew, context), {**cells, **points, "supplies/store-room": "keep"})
    assert asked.pending is None


# (b), (f), (g): injuries and Experience


def test_what_the_virus_comes_to_stands_where_it_is_no_limb(book: Catalogue) -> None:
    crew = living()
    context = replace(night(crew, out=("mo",)), catalogue=book)
    given = {"injuries/mo/roll": (5, 6)}
    asked = run(lambda: injuries(crew, context), given)
    assert asked.pending is not None
    assert asked.pending.question == "Mo is infected: 1–3 Blinded in One Eye, 4–6 cut in time."
    after, _used = finish(
        lambda: injuries(crew, context), {**given, "injuries/mo/infected/virus": 2}
    )
    assert [i.key for i in after.member("mo").injuries] == ["blinded"]
    cut = {**given, "injuries/mo/infected/virus": 5}
    asked = run(lambda: injuries(crew, context), cut)
    assert sure(asked.pending).question == "Mo loses a limb: 1–3 Shell-Shocked, 4–6 Leg Injury."
    after, _used = finish(lambda: injuries(crew, context), {**cut, "injuries/mo/infected/limb": 1})
    assert [i.key for i in after.member("mo").injuries] == ["shell-shocked"]


GUNS = ("revolver", "semi-automatic", "magnum", "knife", "club", "heavy-blade", "hunting-rifle")


def one_armed(book: Catalogue, answers: dict[str, str]) -> Group:
    mo = member("Mo", gear=GUNS)
    crew = group(mo)
    context = replace(night(crew, out=("mo",)), catalogue=book)
    given = {"injuries/mo/roll": (2, 2), **answers}
    return as_a(Group, finish(lambda: injuries(crew, context), given)[0])


def test_one_arm_keeps_as_many_weapons_as_the_data_says(book: Catalogue) -> None:
    kept = {
        "injuries/mo/keep-gun": "mo-2-magnum",
        "injuries/mo/keep-gun-2": "mo-0-revolver",
        "injuries/mo/keep-blade": "mo-4-club",
        "injuries/mo/keep-blade-2": "mo-3-knife",
    }
    after = one_armed(book, kept)
    assert {i.key for i in after.member("mo").gear} == {"magnum", "revolver", "club", "knife"}


@pytest.mark.parametrize(
    ("most", "left"),
    [(0, set()), (9, {"revolver", "semi-automatic", "magnum", "knife", "club", "heavy-blade"})],
)
def test_one_arm_keeps_none_or_all(tmp_path: Path, most: int, left: set[str]) -> None:
    said = {"injuries": f"[arm-injury]\nweapons_most = {most}\n"}
    book = load(packs=[write_pack(tmp_path, "arms", said)])
    assert {i.key for i in one_armed(book, {}).member("mo").gear} == left


def test_surviving_is_told_with_what_it_pays(book: Catalogue) -> None:
    crew = living(members=("Mo",))
    context = replace(night(crew, out=("zeke",)), catalogue=book)
    done = run(lambda: experience(crew, context), {"experience/mo/survived": 4})
    assert "Mo gains 6 Experience (survived)." in told(done)
