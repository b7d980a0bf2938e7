"""Exact odds against plain counting, and the number of leaves they may take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Literal

import pytest

from lastdays.model.game_record import SupplyToken
from lastdays.model.group import Advance, Group, Member
from lastdays.model.switches import Switches
from lastdays.postgame.experience import LevelPurchase
from lastdays.postgame.injuries import InjuryRoll, MedicalHelp, injuries
from lastdays.postgame.refuge_fate import after_attack
from lastdays.postgame.supplies import TokenOpening
from lastdays.postgame.zombie_attack import attack_stake, defence
from lastdays.procedure.asks import Again, Ask, Procedure, Roll, Stake, Sum, Tell
from lastdays.procedure.odds import (
    MOST_STEPS,
    PATIENT_PLACES,
    PLACES_AT_ONCE,
    chances_for_wish,
    walk,
)
from lastdays.procedure.replay import replay
from lastdays.rulebook.entries import Dice
from sure import sure
from unit.postgame.crew import BOOK, MO_WATCHES, group, member, night, run

FACES = range(1, 7)
PAIRS = list(product(FACES, repeat=2))


def injury_stake(crew: Group, at_hand: MedicalHelp, *, can_be_captured: bool) -> Stake:
    """The stake of Mo's injury."""
    mo = crew.member("mo")
    return InjuryRoll("injuries/mo", mo, crew, at_hand, night(crew), can_be_captured).stake


def level_stake(
    mo: Member, left: int, shift_dice: Literal["purchase", "roll"] = "purchase"
) -> Stake:
    """The stake of a Level, with so much Experience left after paying for it."""
    context = night(group(mo), switches=Switches(shift_dice=shift_dice))
    return LevelPurchase("x", mo, left, context).stake


def ask_of(start: Callable[..., Any]) -> Ask:
    return sure(replay(start, {}).pending)


def test_an_injury_without_help_is_the_table_counted() -> None:
    crew = group(member("Mo"))
    stake = injury_stake(crew, MedicalHelp(), can_be_captured=True)
    found = chances_for_wish(stake, {}, stake.wishes[0])
    counted: dict[str, Fraction] = {}
    for faces in PAIRS:
        key = BOOK.injury_for(sum(faces)).key
        counted[key] = counted.get(key, Fraction(0)) + Fraction(1, 36)
    infected = counted.pop("infected")
    counted["dead"] += infected / 2
    counted["arm-injury"] += infected / 4
    counted["leg-injury"] += infected / 4
    assert sure(found).outcomes == counted


def scavenger_stake() -> Stake:
    crew = group(member("Ed", "survivalist", gunsmith="rifle"))
    token = SupplyToken("carried", "ed")
    return sure(ask_of(TokenOpening("supplies/t", 1, token, crew, night(crew)).find_cell).stake)


def test_what_a_token_may_hold_is_the_table_counted() -> None:
    crew = group()
    stake = ask_of(
        TokenOpening("supplies/t", 1, SupplyToken("claimed"), crew, night(crew)).find_cell
    ).stake
    assert stake is not None
    found = chances_for_wish(stake, {}, stake.wishes[0])
    counted: dict[str, Fraction] = {}
    for row, column in product(PAIRS, repeat=2):
        cell = BOOK.supply_cell(sum(row), sum(column))
        key = "+".join(f.key for f in cell.found) or "nothing"
        counted[key] = counted.get(key, Fraction(0)) + Fraction(1, 36 * 36)
    assert sure(found).outcomes == counted


@pytest.mark.parametrize("flight", [False, True])
def test_one_and_one_with_medical_supplies_and_nobody_to_be_captured_by_is_survived(
    flight: bool,
) -> None:
    """2 becomes 3, Captured, which is rolled again with the Supplies still there (ruling 17)."""
    crew = group(member("Mo"), member("Ann", gear=("medical-supplies",)))
    this_night = night(crew, out=() if flight else ("mo",), rival=flight)
    if flight:
        where, known = "refuge/mo", {"refuge/flee": "church", "refuge/hurt": "mo"}
        asked = run(lambda: after_attack(crew, this_night, False, frozenset()), known)
    else:
        where, known = "injuries/mo", {}
        asked = run(lambda: injuries(crew, this_night), known)
    assert asked.pending is not None
    assert asked.pending.key == f"{where}/roll"
    stake = asked.pending.stake
    assert stake is not None
    alive = stake.wishes[0]
    found = sure(walk(stake, {**known, f"{where}/roll": (1, 1)})).chances(alive)
    assert alive.hope(found.outcomes) == 1
    assert found.hopes["keep"] == 0


def heaviest_stakes() -> Iterator[tuple[str, Stake]]:
    aiders = [member(f"A{n}", "rescue-worker", ("medical-supplies",)) for n in range(3)]
    crew = group(member("Mo"), *aiders)
    aid = MedicalHelp(
        tuple(a.id for a in aiders), tuple((i.id, a.id) for a in aiders for i in a.gear)
    )
    for captured in (True, False):
        yield (
            f"injury, capture {captured}",
            injury_stake(crew, aid, can_be_captured=captured),
        )
    modes: tuple[Literal["purchase", "roll"], ...] = ("purchase", "roll")
    for mode, extra in product(modes, (12, 30, 100)):
        for raised, skills in (
            ((), ()),
            (("CQC", "FA"), ()),
            (("CQC", "FA", "S", "E"), ("sniper", "quick-load", "engineer", "stalker")),
        ):
            if skills and mode == "roll" and extra == 100:
                continue  # given up, see below
            mo = member(
                "Mo",
                "survivor",
                advances=tuple(Advance(k, 6) for k in raised),
                skills=skills,
                skill_types=("cqc", "firearms", "academic", "athletic"),
            )
            yield (
                f"level, {mode}, {extra}, {len(raised)} at six",
                level_stake(mo, extra, mode),
            )
    tower = group(member("Mo"), refuge="church")
    yield "attack", attack_stake(defence(tower, night(tower), (), MO_WATCHES), BOOK)
    yield "supplies", scavenger_stake()


@pytest.mark.parametrize("stake", [pytest.param(s, id=n) for n, s in heaviest_stakes()])
def test_no_shown_chance_takes_more_than_its_bounds(stake: Stake) -> None:
    odds = walk(stake, {})
    assert odds is not None
    assert odds.leaves <= 600
    assert odds.steps <= 4_000
    assert len(odds.forest) <= 350
    for wish in (stake.wishes[0], stake.wishes[-1]):
        assert sum(odds.chances(wish).outcomes.values()) == 1


@pytest.mark.parametrize("extra", [0, 3, 30, 100, 200, 600, 1_000, 9_999])
def test_experience_without_end_is_walked_in_bounded_steps(extra: int) -> None:
    """As much of it as a group may hold: the walk is as long, and more of it only more places."""
    mo = member("Mo", advances=(Advance("CQC", 6), Advance("FA", 6)))
    stake = level_stake(mo, extra, "roll")
    at_once, patient = walk(stake, {}), walk(stake, {}, PATIENT_PLACES)
    assert (at_once is None) == (extra > 100)
    assert (patient is None) == (extra > 1_000)
    if patient is not None:
        assert patient.steps <= MOST_STEPS
        assert len(patient.forest) <= PATIENT_PLACES
    if at_once is not None:
        wish = stake.wishes[0]
        assert sure(patient).chances(wish).outcomes == at_once.chances(wish).outcomes


@pytest.mark.parametrize("mode", ["purchase", "roll"])
@pytest.mark.parametrize("extra", [0, 3, 17, 18, 30])
def test_the_windows_thread_leaves_a_level_of_many_places_to_the_worker(
    extra: int, mode: Literal["purchase", "roll"]
) -> None:
    """Each place takes it three quarters of a millisecond on a slow machine, and it has 50."""
    mo = member("Mo", advances=(Advance("CQC", 6), Advance("FA", 6)))
    stake = level_stake(mo, extra, mode)
    in_the_window = walk(stake, {}, PLACES_AT_ONCE)
    by_the_worker = sure(walk(stake, {}, PATIENT_PLACES))
    assert (in_the_window is None) == (len(by_the_worker.forest) > PLACES_AT_ONCE)
    assert PLACES_AT_ONCE <= 60
    if in_the_window is not None:
        for wish in stake.wishes:
            assert in_the_window.chances(wish) == by_the_worker.chances(wish)


def no_end() -> Procedure[Any]:
    number = 0
    while True:
        number += 1
        yield Sum(key=f"{number}", question="", dice=Dice(1, 1))


def many_steps() -> Procedure[Any]:
    for number in range(20):
        yield from (Tell("", "") for _word in range(400))
        yield Sum(key=f"{number}", question="", dice=Dice(1, 2))
        yield Again(("step", number))
    return "end"


def many_places() -> Procedure[Any]:
    number = 0
    while True:
        number += 1
        yield Again(number)
        yield Sum(key=f"{number}", question="", dice=Dice(1, 1))


def many_leaves() -> Procedure[str]:
    dice = yield Roll(key="a", question="", dice=Dice(4, 6))
    more = yield Roll(key="b", question="", dice=Dice(4, 6))
    return str(dice + more)


@pytest.mark.parametrize("start", [no_end, many_steps, many_places, many_leaves])
def test_what_is_too_much_is_given_up_in_good_time(start: Callable[..., Any]) -> None:
    """Leaves, steps and depth have bounds each: neither a freeze nor a recursion error."""
    said = 0

    def counted() -> Procedure[Any]:
        nonlocal said
        procedure, value = start(), None
        try:
            while True:
                said += 1
                value = yield procedure.send(value)
        except StopIteration as stop:
            return stop.value

    assert walk(Stake(counted, str), {}) is None
    assert said <= MOST_STEPS + 1


def test_a_procedure_says_what_is_spent_before_it_counts_on_it() -> None:
    """A state that hides what is left, between two that have it, would count wrong: an error."""

    def spends(left: int) -> Procedure[None]:
        yield Again("a", left, 1, spends)
        yield Sum(key="die", question="", dice=Dice(1, 6))
        yield Again("b")
        yield Again("a", left - 1, 1, spends)

    with pytest.raises(AssertionError, match="what is left is lost"):
        walk(Stake(lambda: spends(5), str), {})
