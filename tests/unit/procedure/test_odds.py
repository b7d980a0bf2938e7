"""Exact odds against plain counting, and the number of leaves they may take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Literal

import pytest

from lastdays.model.game_record import SupplyToken
from lastdays.model.group import Advance, Group, Member
from lastdays.model.switches import Switches
from lastdays.postgame.experience import LevelPurchase, raisable
from lastdays.postgame.injuries import InjuryRoll, MedicalHelp, injuries
from lastdays.postgame.refuge_fate import after_attack
from lastdays.postgame.supplies import find_cell
from lastdays.postgame.zombie_attack import attack_stake, defence
from lastdays.procedure.asks import (
    Again,
    Ask,
    Choose,
    Hopes,
    Option,
    Procedure,
    Roll,
    Stake,
    Sum,
    Tell,
    Wish,
)
from lastdays.procedure.odds import MOST_STEPS, PATIENT_PLACES, chances, walk
from lastdays.procedure.replay import replay
from lastdays.rulebook.entries import Dice
from sure import as_a, sure
from unit.postgame.crew import BOOK, MO_WATCHES, group, member, night, run

FACES = range(1, 7)
PAIRS = list(product(FACES, repeat=2))
#: In how many of the 36 ways two dice come to each total.
WAYS = Counter(map(sum, PAIRS))


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
    found = chances(stake, {}, stake.wishes[0])
    counted: dict[str, Fraction] = {}
    for faces in PAIRS:
        key = BOOK.injury_for(sum(faces)).key
        counted[key] = counted.get(key, Fraction(0)) + Fraction(1, 36)
    infected = counted.pop("infected")
    counted["dead"] += infected / 2
    counted["arm-injury"] += infected / 4
    counted["leg-injury"] += infected / 4
    assert sure(found).outcomes == counted


def test_a_choice_to_roll_again_is_solved_by_the_better_policy() -> None:
    def gamble() -> Procedure[str]:
        attempt = 1
        while True:
            die = yield Sum(key=f"try-{attempt}", question="", dice=Dice(1, 6))
            choice = yield Choose(
                key=f"keep-{attempt}",
                question="",
                options=(Option("keep", ""), Option("again", "")),
            )
            if choice == "keep" or die == 6:
                return "six" if die == 6 else "less"
            yield Again("start")
            attempt += 1

    stake = Stake(
        gamble, str, lambda: Hopes({"six": "", "less": ""}, (Wish("six", "", {"six": 1}),))
    )
    found = chances(stake, {}, stake.wishes[0])
    assert sure(found).outcomes == {"six": 1}


def test_ties_prefer_not_to_roll_again() -> None:
    def pointless() -> Procedure[str]:
        attempt = 1
        while True:
            yield Sum(key=f"try-{attempt}", question="", dice=Dice(1, 6))
            choice = yield Choose(
                key=f"c-{attempt}", question="", options=(Option("again", ""), Option("keep", ""))
            )
            if choice == "keep":
                return "kept"
            yield Again("start")
            attempt += 1

    stake = Stake(pointless, str, lambda: Hopes({"kept": ""}, (Wish("none", "", {}),)))
    assert sure(chances(stake, {}, stake.wishes[0])).outcomes == {"kept": 1}


def scavenger_stake() -> Stake:
    crew = group(member("Ed", "survivalist", gunsmith="rifle"))
    token = SupplyToken("carried", "ed")
    return sure(ask_of(lambda: find_cell("supplies/t", 1, token, crew, night(crew))).stake)


def test_what_a_token_may_hold_is_the_table_counted() -> None:
    crew = group()
    stake = ask_of(
        lambda: find_cell("supplies/t", 1, SupplyToken("claimed"), crew, night(crew))
    ).stake
    assert stake is not None
    found = chances(stake, {}, stake.wishes[0])
    counted: dict[str, Fraction] = {}
    for row, column in product(PAIRS, repeat=2):
        cell = BOOK.supply_cell(sum(row), sum(column))
        key = "+".join(f.key for f in cell.found) or "nothing"
        counted[key] = counted.get(key, Fraction(0)) + Fraction(1, 36 * 36)
    assert sure(found).outcomes == counted


def least_fixed(form: Callable[..., Any]) -> Fraction:
    """The chance x = form(x) of what may be rolled again and again, for a growing convex form.

    Newton from below, exact, as the form is made of straight pieces; it ends on the least.
    """
    x = Fraction(0)
    while form(x) != x:
        step = Fraction(1, 10**30)
        slope = (form(x + step) - form(x)) / step
        x += (form(x) - x) / (1 - slope)
    return x


class InjuryByHand:
    """The injury roll counted without the program's procedure (p. 63, 77, 84-85, ruling 14, 17)."""

    def __init__(
        self, first_aid: int, supplies: int, captured_again: bool, worth: Mapping[str, Any]
    ) -> None:
        self.first_aid, self.supplies = first_aid, supplies
        self.captured_again, self.worth = captured_again, worth
        self.known: dict[Any, Any] = {}
        self.again = least_fixed(self.rolled)

    def rolled(self, again: Fraction) -> Fraction:
        choices = self.choices(self.totals(again))
        return sum(max(choices(a, b).values()) for a, b in PAIRS) / Fraction(36)

    def totals(self, again: Fraction | None = None) -> dict[int, Fraction]:
        """What each total of the two dice is worth."""
        return {n: max(self.shifts(n, self.supplies, again).values()) for n in range(2, 13)}

    def choices(
        self, total: dict[int, Fraction] | None = None
    ) -> Callable[[int, int], dict[str, Fraction]]:
        """What each option of First Aid is worth after a throw, as a function of its dice."""
        total = total or self.totals()
        one = {kept: sum(total[kept + d] for d in FACES) / Fraction(6) for kept in FACES}
        two = sum(total[n] * ways for n, ways in WAYS.items()) / Fraction(36)

        def found(a: int, b: int) -> dict[str, Fraction]:
            options = {"keep": total[a + b]}
            if self.first_aid:
                options |= {"first": one[b], "second": one[a]}
            if self.first_aid > 1:
                options["both"] = two
            return options

        return found

    def shifts(
        self, total: int, supplies: int, again: Fraction | None = None
    ) -> dict[str, Fraction]:
        """What each option of Medical Supplies is worth at a total."""
        again = self.again if again is None else again
        found = {"keep": self.result(total, supplies, again)}
        for way, shifted in (("down", total - 1), ("up", total + 1)):
            if supplies and 2 <= shifted <= 12:
                found[way] = self.result(shifted, supplies - 1, again)
        return found

    def result(self, total: int, supplies: int, again: Fraction) -> Fraction:
        key = BOOK.injury_for(total).key
        if key == "captured" and self.captured_again:
            return again
        if key == "infected":
            return self.infected(supplies)
        return Fraction(self.worth.get(key, 0))

    def infected(self, supplies: int) -> Fraction:
        if supplies not in self.known:
            found = self.die("dead", supplies, lambda left: self.die("arm-injury", left, None))
            self.known[supplies] = found
        return as_a(Fraction, self.known[supplies])

    def die(self, low: str, supplies: int, high: Callable[..., Any] | None) -> Fraction:
        """One of the two dice of Infected!: 1-3 `low`, else what comes next, or a leg."""

        def half(face: int, left: int) -> Fraction:
            if face <= 3:
                return Fraction(self.worth.get(low, 0))
            return high(left) if high else Fraction(self.worth.get("leg-injury", 0))

        found = Fraction(0)
        for face in range(1, 7):
            moved = [f for f in (face - 1, face + 1) if supplies and 1 <= f <= 6]
            found += max([half(face, supplies), *(half(f, supplies - 1) for f in moved)])
        return found / 6


AIDS = list(product(range(3), range(3)))


def aided(first_aid: int, supplies: int, captured_again: bool) -> Stake:
    """The stake of Mo's injury with so many First Aiders and sets of Medical Supplies."""
    aiders = [member(f"A{n}", "rescue-worker") for n in range(first_aid)]
    bearers = [member(f"B{n}", gear=("medical-supplies",)) for n in range(supplies)]
    crew = group(member("Mo"), *aiders, *bearers)
    aid = MedicalHelp(
        tuple(a.id for a in aiders), tuple((i.id, b.id) for b in bearers for i in b.gear)
    )
    return injury_stake(crew, aid, can_be_captured=not captured_again)


@pytest.mark.sweep
@pytest.mark.parametrize("captured_again", [False, True])
@pytest.mark.parametrize(("first_aid", "supplies"), AIDS)
def test_every_injury_is_what_counting_by_hand_says(
    first_aid: int, supplies: int, captured_again: bool
) -> None:
    """Headline and options, for each aid, each wish, and where a capture is rolled again."""
    stake = aided(first_aid, supplies, captured_again)
    more = tuple(Wish(key, key, {key: 1}) for key in ("dead", "captured", "leg-injury"))
    before = walk(stake, {})
    thrown = {dice: walk(stake, {"injuries/mo/roll": dice}) for dice in PAIRS if dice[0] <= dice[1]}
    for wish in (*stake.wishes, *more):
        counted = InjuryByHand(first_aid, supplies, captured_again, wish.worth)
        choices = counted.choices()
        assert wish.hope(sure(before).chances(wish).outcomes) == counted.again
        for dice, odds in thrown.items():
            found = sure(odds).chances(wish)
            assert sum(found.outcomes.values()) == 1
            expected = choices(*dice) if first_aid else counted.shifts(sum(dice), supplies)
            assert wish.hope(found.outcomes) == max(expected.values())
            for key, hope in found.hopes.items():
                assert hope == expected[key.split("/")[0]], (wish.key, dice, key)


@pytest.mark.sweep
@pytest.mark.parametrize(("first_aid", "supplies"), AIDS[1:])
def test_medical_supplies_are_what_counting_by_hand_says(first_aid: int, supplies: int) -> None:
    """The choice after First Aid was left, at each total, where a capture is rolled again."""
    stake = aided(first_aid, supplies, captured_again=True)
    kept = {"injuries/mo/first-aid": "keep"} if first_aid else {}
    for wish in stake.wishes:
        counted = InjuryByHand(first_aid, supplies, True, wish.worth)
        for total in range(2, 13):
            dice = (total // 2, total - total // 2)
            found = sure(walk(stake, {"injuries/mo/roll": dice, **kept})).chances(wish)
            expected = counted.shifts(total, supplies)
            assert wish.hope(found.outcomes) == max(expected.values())
            for key, hope in found.hopes.items():
                assert hope == expected[key.split("/")[0]]


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


class LevelByHand:
    """The roll for a characteristic counted without the program's procedure (p. 89, ruling 19)."""

    def __init__(self, can_rise: frozenset[str], per_roll: bool, wish: str) -> None:
        self.can_rise, self.per_roll, self.wish = can_rise, per_roll, wish
        self.known: dict[Any, Any] = {}

    def table(self, experience: int, shifts: int = 3) -> Fraction:
        """What the roll on the table is worth with so much extra Experience."""
        at = experience, min(experience, shifts)
        if at not in self.known:
            self.known[at] = least_fixed(lambda x: self._table(*at, {**self.known, at: x}))
        return as_a(Fraction, self.known[at])

    def _table(
        self, experience: int, shifts: int, known: dict[tuple[int, int], Fraction]
    ) -> Fraction:
        @cache
        def after(total: int, spent: int) -> Fraction:
            return self.found(total, experience - spent, shifts - spent, known)

        return sum(
            self.shifted(range(2, 13), n, shifts, after) * ways for n, ways in WAYS.items()
        ) / Fraction(36)

    def shifted(
        self, range_: range, rolled: int, reach: int, after: Callable[..., Any]
    ) -> Fraction:
        """The best of what can be come to for no more than one Experience a step."""
        return as_a(
            Fraction, max(after(n, abs(n - rolled)) for n in range_ if abs(n - rolled) <= reach)
        )

    def found(
        self, total: int, experience: int, shifts: int, known: dict[tuple[int, int], Fraction]
    ) -> Fraction:
        keys = BOOK.characteristic_table[total]
        if len(keys) == 1:
            return self.result(keys[0], experience, shifts, known)
        if self.per_roll:
            shifts = min(3, experience)

        @cache
        def half(second: bool, spent: int) -> Fraction:
            return self.result(keys[second], experience - spent, shifts - spent, known)

        def after(die: int, spent: int) -> Fraction:
            return half(die > 3, spent)

        return sum(self.shifted(FACES, die, shifts, after) for die in FACES) / Fraction(6)

    def result(
        self, key: str, experience: int, shifts: int, known: dict[tuple[int, int], Fraction]
    ) -> Fraction:
        if key in self.can_rise:
            return Fraction(key == self.wish)
        at = experience, min(experience, 3 if self.per_roll else shifts)
        return known[at] if at in known else self.table(*at)


@pytest.mark.sweep
@pytest.mark.parametrize("extra", [0, 2, 3, 8])
@pytest.mark.parametrize("at_six", [(), ("CQC", "FA"), ("S", "E", "DC"), ("C", "FA")])
@pytest.mark.parametrize("mode", ["purchase", "roll"])
def test_every_level_is_what_counting_by_hand_says(
    mode: Literal["purchase", "roll"], at_six: tuple[str, ...], extra: int
) -> None:
    mo = member("Mo", advances=tuple(Advance(k, 6) for k in at_six))
    can_rise = raisable(mo, BOOK)
    assert not can_rise & set(at_six)
    stake = level_stake(mo, extra, mode)
    odds = walk(stake, {})
    for wish in stake.wishes:
        if wish.key in can_rise and wish.key in ("AP", "E", "C"):
            counted = LevelByHand(can_rise, mode == "roll", wish.key).table(extra)
            found = sure(odds).chances(wish)
            assert found.hopes["characteristic"] == counted, wish.key
            assert wish.hope(found.outcomes) == counted
            assert sum(found.outcomes.values()) == 1


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
