"""Perks of content packs: what follows from working one is that of the very Perk (p. 80–82)."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.documents.group_documents import group_document, read_group
from lastdays.campaign.printing.card_content import group_card
from lastdays.model.group import BuiltPerk, Group, NextEncounter, RefugeState
from lastdays.model.recruiting import max_size
from lastdays.postgame.encounters import encounter_roll
from lastdays.postgame.jobs import ArrangeJobs, WorkJob
from lastdays.postgame.prospects import chance_to_hold, harvests, ways_to_hold
from lastdays.postgame.zombie_attack import defence
from lastdays.procedure.odds import chances_for_wish
from lastdays.rulebook import Catalogue, load
from lastdays.tabletop.last_days.setup import entrant_of
from sure import sure
from unit.postgame.crew import group, member, night, options, run
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

[mortar]
name = "Mortar"
cost = 10
worked = true
test = { characteristic = "I", target = 8 }
points = "D3"
beds = 2
attack_bonus = 2
summary = "Worked: {+attack_bonus} against the attack."
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    made = load(packs=[write_pack(tmp_path_factory.mktemp("packs"), "perks", {"perks": PERKS})])
    assert made.refused_packs == ()
    return made


def living(*perks: str, members: tuple[str, ...] = ("Mo", "Lou"), **changes: Any) -> Group:
    """A crew in a farm house with some Perks built."""
    built = RefugeState("farm-house", tuple(BuiltPerk(key, key) for key in perks))
    return group(*(member(name) for name in members), refuge_state=built, **changes)


def test_what_a_worked_perk_would_give_unworked_counts_for_nothing(book: Catalogue) -> None:
    crew = living("mortar")
    against = defence(crew, replace(night(crew), catalogue=book), ())
    assert against.modifier == 0
    assert max_size(crew, book) == max_size(living(), book)
    assert book.perks["mortar"].summary == "Worked: +2 against the attack."


# (a) the watch


def test_the_odds_are_those_of_the_tower_that_is_manned(book: Catalogue) -> None:
    crew = living("watch-tower", "lookout", members=("Mo", "Lou", "A", "B"))
    context = replace(night(crew, out=("a", "b")), catalogue=book)
    form = ArrangeJobs(key="k", question="", initial={}, group=crew, context=context)

    def held(**posts: Any) -> Fraction:
        stake = sure(form.preview({who: WorkJob(post) for who, post in posts.items()}))
        return sure(chances_for_wish(stake, {}, stake.wishes[0])).outcomes["held"]

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
    said = {words[rerolls]: f"{rerolls} failed Ammo Rolls may be re-rolled."} if rerolls else {}
    assert {name: text for name, text in lines.items() if "Ammo" in text} == said


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
