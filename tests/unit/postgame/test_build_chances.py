"""What stands beside a Build: the coming attack with each option, the best watch, what a Garden
earns (p. 80–82, p. 95)."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from lastdays.model.group import Advance, BuiltPerk, Member, RefugeState
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.jobs import BuildChoice, BuildJob, GuardJob, Job, check_jobs, jobs
from lastdays.postgame.prospects import (
    GAMES,
    Watch,
    build_chances,
    harvested,
    harvests,
    paid_back,
    ways_to_hold,
)
from lastdays.rulebook import load
from lastdays.rulebook.entries import TestOf
from unit.postgame.counting import GARDEN, holding
from unit.postgame.crew import BOOK, MO_WATCHES, group, member, night, run
from unit.rulebook.packing import write_pack

THREE = ("a", "b", "c")


def building(
    *members: Member,
    out: tuple[str, str, str] = THREE,
    points: int = 60,
    built: tuple[str, ...] = (),
    refuge: str = "mall",
) -> tuple[BuildChoice, PostGameContext]:
    """What Mo may build with so many points, and the night in which it is."""
    crew = group(
        member("Mo"),
        *members,
        *(member(name.upper()) for name in out),
        points=points,
        refuge_state=RefugeState(refuge, tuple(BuiltPerk(key, key) for key in built)),
    )
    context = night(crew, out=out)
    given = {"mo": {"job": "build"}}
    ask = run(lambda: jobs(crew, context), {"jobs/assigned": given}).pending
    assert isinstance(ask, BuildChoice)
    return ask, context


def test_each_option_says_what_the_coming_attack_comes_to() -> None:
    """p. 95: three are Out of Action, one is on Guard; a Perk helps from tonight on."""
    ask, context = building(member("Ann"), built=("fortified-windows",))
    found = build_chances(dataclasses.replace(ask, guards=("ann",)), context).tonight
    assert set(found) == {option.key for option in ask.options}
    assert found["nothing"] == found["fences"] == holding(-1, None)
    assert found["infirmary"] == holding(0, None)
    assert found["tear-down/fortified-windows"] == holding(-2, None)


def test_a_perk_with_points_is_earned_back_by_whoever_earns_most() -> None:
    """p. 80: an Agriculturalist has two dice in a Garden."""
    ann = member("Ann", skills=("agriculturalist",))
    ask, context = building(ann, refuge="church")
    found = build_chances(ask, context).earnings
    assert set(found) == {"fenced-off-garden"}
    garden = found["fenced-off-garden"]
    assert (garden.worker, garden.cost) == ("ann", 15)
    assert garden.harvest == harvested(ann, GARDEN, BOOK)
    assert garden.paid == paid_back(ann, GARDEN, 15, BOOK)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("guards", "clever", "watcher", "left"),
    [
        ((), "lou", "lou", ()),
        ((), "", "zeke", ()),  # I 3, like nobody else
        (("zeke",), "", "mo", ("zeke",)),  # of those who come to the same the first
        (("lou",), "lou", "zeke", ("lou",)),  # who is on Guard stays there while others are free
        (("zeke", "mo", "lou"), "lou", "lou", ("zeke", "mo")),
    ],
)
def test_the_best_watch_with_a_tower_that_may_be_built(
    guards: tuple[str, ...], clever: str, watcher: str, left: tuple[str, ...]
) -> None:
    """p. 82, p. 95."""
    lou = member("Lou", advances=(Advance("I", 2),) if clever else ())
    ask, context = building(lou)
    ask = dataclasses.replace(ask, guards=guards)
    found = build_chances(ask, context).towers["watch-tower"]
    assert found is not None
    assert (found.watchers, found.guards) == ({watcher: "watch-tower"}, left)
    intelligence = {"lou": 4, "zeke": 3, "mo": 2}[watcher]
    assert found.holds == holding(len(left) - 3, intelligence)


def test_what_each_garden_brings_by_who_works_it() -> None:
    """p. 80; who is Out of Action, and an animal, works nothing (p. 94, ruling 7)."""
    ann = member("Ann", skills=("agriculturalist",))
    crew = group(ann, member("Rex", "dog"), member("Out"), refuge="farm-house")
    crew = replace(crew, refuge=RefugeState("farm-house", (BuiltPerk("w", "watch-tower"),)))
    found = harvests(crew, night(crew, out=("out",)))
    assert {perk: list(by) for perk, by in found.items()} == {"fenced-off-garden": ["zeke", "ann"]}
    by = found["fenced-off-garden"]
    assert (by["zeke"].average, by["ann"].average) == (Fraction(7, 2), Fraction(7))
    assert list(by["ann"].points) == list(range(2, 13))


def test_ten_games_are_looked_ahead() -> None:
    paid = paid_back(member("Ann"), GARDEN, 60, BOOK)
    assert list(paid) == list(range(1, GAMES + 1)) == list(range(1, 11))
    assert (paid[9], paid[10]) == (Fraction(0), Fraction(1, 6**10))
    assert set(paid_back(member("Ann"), GARDEN, 61, BOOK).values()) == {0}


def test_a_failed_test_earns_nothing() -> None:
    """p. 10, p. 23: a Perk of a content pack asks for Intelligence/7, a Gang Member has 2."""
    tested = replace(GARDEN, test=TestOf(characteristic="I", target=7))
    paid = paid_back(member("Ann"), tested, 1, BOOK)
    assert paid == {n: 1 - Fraction(2, 3) ** n for n in range(1, GAMES + 1)}


def test_of_watchers_who_come_to_the_same_the_first_is_named() -> None:
    """p. 82: Mo and Lou are as clever as each other, and as good on Guard."""
    crew = group(member("Mo"), member("Lou"), member("A"), refuge="church")
    found = ways_to_hold(crew, night(crew, out=("a",)), ("mo", "lou"))
    for manned in (found[0, True], found[1, True]):
        assert (manned.best.watchers, manned.worst.watchers) == (MO_WATCHES, MO_WATCHES)
    assert isinstance(found[1, True].best, Watch)
    assert list(found) == [(0, False), (1, False), (2, False), (0, True), (1, True)]


def test_a_builder_is_warned_where_nothing_is_left_to_build(tmp_path: Path) -> None:
    """p. 95: in the book a Garden, a Bunk Bed and an Infirmary always are."""
    once = "".join(
        f"[{key}]\nrepeatable = false\n" for key, perk in BOOK.perks.items() if perk.repeatable
    )
    book = load(packs=[write_pack(tmp_path, "once", {"perks": once})])
    everything = tuple(BuiltPerk(key, key) for key in BOOK.perks)
    crew = group(member("Mo"), points=60, refuge_state=RefugeState("mall", everything))
    given: dict[str, Job] = {"zeke": GuardJob(), "mo": BuildJob()}
    warned = check_jobs(crew, given, replace(night(crew), catalogue=book)).warnings
    assert warned == ("No Perk can be built: no points or nothing left to build.",)
    assert check_jobs(crew, given, night(crew)).warnings == ()
    on_guard: dict[str, Job] = {"zeke": GuardJob(), "mo": GuardJob()}
    assert check_jobs(crew, on_guard, replace(night(crew), catalogue=book)).warnings == ()
