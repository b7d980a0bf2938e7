"""The chances beside a decision, against every throw of every die, replayed one by one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from lastdays.model.game_record import SupplyToken, TokenFate
from lastdays.model.group import Advance, BuiltPerk, Group, Member, RefugeState
from lastdays.model.switches import Switches
from lastdays.postgame.injuries import InjuryRoll, MedicalHelp
from lastdays.postgame.jobs import ArrangeJobs, WorkJob, harvest, watch_towers
from lastdays.postgame.prospects import (
    TokenOdds,
    chance_to_hold,
    harvested,
    paid_back,
    ways_to_hold,
    with_perk,
    within_reach,
    without_perk,
)
from lastdays.postgame.supplies import TokenOpening, TokenRoll
from lastdays.postgame.zombie_attack import defence
from lastdays.procedure.asks import Wish
from lastdays.procedure.odds import chances_for_wish, walk
from lastdays.procedure.replay import Replayed
from sure import as_a, sure
from unit.postgame.counting import GARDEN, at_the_end, counted, holding, worth
from unit.postgame.crew import BOOK, MO_WATCHES, PLAIN, group, member, night, purchase, run
from unit.procedure.fixed_points import least_fixed

FACES = range(1, 7)
MEDICAL = "medical-supplies"


# Holding the Refuge


@pytest.mark.parametrize(
    ("modifier", "intelligence", "holds"),
    [
        (-3, None, Fraction(26, 36)),
        (0, None, Fraction(35, 36)),
        (1, None, Fraction(1)),
        (-3, 2, None),
        pytest.param(-1, 4, None, marks=pytest.mark.sweep),
        pytest.param(-2, 6, None, marks=pytest.mark.sweep),
    ],
)
def test_an_attack_is_held_as_often_as_all_its_dice_say(
    modifier: int, intelligence: int | None, holds: Fraction | None
) -> None:
    """Also with someone as clever as can be in the Watch Tower, whose Test nearly always passes."""
    crew = group(
        member("Mo", advances=(Advance("I", (intelligence or 2) - 2),)),
        *(member(f"W{n}") for n in range(6)),
        refuge="church",
    )
    out = tuple(f"w{n}" for n in range(max(0, -modifier)))
    guards = ("w5",) if modifier > 0 else ()
    context = night(crew, out=out)
    against = defence(crew, context, guards, {} if intelligence is None else MO_WATCHES)
    found = chance_to_hold(against, context)
    assert found == holding(modifier, intelligence)
    assert holds is None or found == holds


@pytest.mark.sweep
def test_every_way_to_spend_the_members_is_in_the_ways_to_hold() -> None:
    """Each choice of Guards and of who is in the Watch Tower, one by one."""
    sniper = member("Sue", skills=("sniper",))
    clever = member("Ann", advances=(Advance("I", 2),))
    crew = group(
        sniper, clever, member("Mo"), member("A"), member("B"), member("C"), refuge="church"
    )
    context = night(crew, out=("a", "b", "c"))
    able = ("zeke", "sue", "ann", "mo")
    every: dict[tuple[int, bool], list[Fraction]] = {}
    for watcher in ("", *able):
        others = [m for m in able if m != watcher]
        for count in range(len(others) + 1):
            for guards in combinations(others, count):
                against = defence(
                    crew, context, guards, {watcher: "watch-tower"} if watcher else {}
                )
                tower = against.towers[0].value if watcher else None
                every.setdefault((count, bool(watcher)), []).append(
                    holding(against.modifier, tower)
                )
    found = ways_to_hold(crew, context)
    assert {key: (h.worst.holds, h.best.holds) for key, h in found.items()} == {
        key: (min(chances), max(chances)) for key, chances in every.items()
    }
    best = found[1, True].best
    assert best.guards == ("sue",)
    assert best.watchers == {"ann": "watch-tower"}
    assert found[2, False].worst.holds < found[2, False].best.holds


def test_only_those_who_are_free_are_spent() -> None:
    crew = group(member("Mo"), member("Lou"), member("A"), refuge="church")
    context = night(crew, out=("a",))
    assert len(ways_to_hold(crew, context)) == 4 + 3  # Zeke, Mo and Lou, or two with a watcher
    assert set(ways_to_hold(crew, context, ("mo",))) == {(0, False), (1, False), (0, True)}


def test_an_animal_stands_guard_but_does_not_climb() -> None:
    crew = group(member("Rex", "dog"), refuge="church")
    context = night(crew)
    found = ways_to_hold(crew, context, ("rex",))
    assert set(found) == {(0, False), (1, False)}


def test_nobody_waits_for_what_nobody_wants() -> None:
    crew = group(member("Mo"), refuge="church")
    assert ways_to_hold(crew, night(crew), is_wanted=lambda: False) == {}
    assert within_reach(purchase("x", member("Mo", experience=9), 0), lambda: False) == ()


def test_a_watch_tower_that_is_not_there_can_be_thought_of() -> None:
    crew = group(member("Mo"), member("A"), member("B"))
    context = night(crew, out=("a", "b"))
    assert not any(manned for _count, manned in ways_to_hold(crew, context))
    thought = ways_to_hold(with_perk(crew, "watch-tower"), context)
    assert thought[0, True].best.holds == holding(-2, 3)  # Zeke's Intelligence


def test_a_perk_more_or_less_counts() -> None:
    crew = group(
        member("A"),
        member("B"),
        refuge_state=RefugeState("farm-house", (BuiltPerk("w", "fortified-windows"),)),
    )
    context = night(crew, out=("a", "b"))

    def holds(changed: Group) -> Fraction:
        return sure(chance_to_hold(defence(changed, context, ()), context))

    assert holds(crew) == holding(-1, None)
    assert holds(without_perk(crew, "w")) == holding(-2, None)
    assert holds(with_perk(crew, "infirmary")) == holding(0, None)
    assert holds(with_perk(crew, "bunk-bed")) == holding(-1, None)


def test_the_form_of_the_jobs_always_knows_the_chance() -> None:
    """However clever who is in the Watch Tower: its Test was once too much to walk."""
    crew = group(
        member("Mo", advances=(Advance("I", 4),)), member("A"), member("B"), refuge="church"
    )
    context = night(crew, out=("a", "b"))
    form = ArrangeJobs(key="k", question="", initial={}, group=crew, context=context)
    (tower,) = watch_towers(crew, BOOK)
    stake = sure(form.preview({"mo": WorkJob(tower)}))
    found = chances_for_wish(stake, {}, stake.wishes[0])
    assert sure(found).outcomes["held"] == holding(-2, 6)


# An injury


@pytest.mark.sweep
@pytest.mark.parametrize("captured_again", [False, True])
@pytest.mark.parametrize(("first_aid", "supplies"), [(0, 0), (1, 0), (0, 1)])
def test_an_injury_ends_as_often_as_all_its_dice_say(
    first_aid: int, supplies: int, captured_again: bool
) -> None:
    """With a First Aider, with Medical Supplies, and where a capture is rolled again (ruling 17)."""
    aiders = ("Ann",) * first_aid
    gear = tuple(("Bea", f"bea-0-{MEDICAL}") for _n in range(supplies))
    crew = group(
        member("Mo"),
        *(member(name, "rescue-worker") for name in aiders),
        *(member(name, gear=(MEDICAL,)) for name, _item in gear),
    )
    aid = MedicalHelp(
        tuple(name.lower() for name in aiders), tuple((item, who.lower()) for who, item in gear)
    )
    mo = crew.member("mo")
    ask = InjuryRoll("injuries/mo", mo, crew, aid, night(crew), not captured_again)
    stake = ask.stake

    def ended(replayed: Replayed[Any], _answers: object) -> str | None:
        """What it came to, or that all is rolled again."""
        if replayed.pending is None:
            return stake.outcome(replayed.result)
        return "again" if "/try-" in replayed.pending.key else None

    tree = counted(stake.start, ended)
    odds = sure(walk(stake, {}))
    for wish in stake.wishes:

        def rolled(again: Fraction, w: Wish = wish) -> Fraction:
            def value(end: str) -> Fraction:
                return again if end == "again" else Fraction(w.worth.get(end, 0))

            return as_a(Fraction, worth(tree, value))

        assert wish.hope(odds.chances(wish).outcomes) == least_fixed(rolled)


# Supplies, Gardens


def token(fate: TokenFate = "claimed", who: str = "") -> tuple[TokenOdds, TokenRoll]:
    """The odds of the first Supply Token, and the start of all that is rolled for it."""
    crew = group(member("Ed", "survivalist", gunsmith="rifle"))
    ask = run(
        TokenOpening("supplies/token-1", 1, SupplyToken(fate, who), crew, night(crew)).find_cell, {}
    ).pending
    assert isinstance(ask, TokenRoll)
    return TokenOdds(ask, BOOK), ask


@pytest.mark.sweep
@pytest.mark.parametrize(("fate", "who"), [("claimed", ""), ("carried", "ed")])
@pytest.mark.parametrize("row", [2, 5, 7, 10])
def test_a_supply_token_yields_what_all_its_dice_say(fate: TokenFate, who: str, row: int) -> None:
    """Points and gear by row, a Scavenger's shift made for what is wished for."""
    odds, ask = token(fate, who)
    tree = counted(ask.contents, at_the_end, {"supplies/token-1/row": row})
    for wish in sure(ask.stake).wishes[:3]:
        found = odds.yields(wish)
        assert found.points[row] == worth(tree, lambda end: end[0].points)
        chance = worth(tree, lambda end, w=wish: w.worth.get("+".join(end[0].gear) or "nothing", 0))
        assert found.hopes[row] == chance


def test_the_rows_of_the_supply_table_are_those_two_dice_can_show() -> None:
    odds, ask = token()
    points = odds.yields(sure(ask.stake).wishes[0]).points
    assert sorted(points) == list(range(2, 13))
    assert points[2] == Fraction(19, 2)  # D6+6 in each column


@pytest.mark.parametrize("skills", [(), ("agriculturalist",)])
def test_a_garden_yields_what_its_dice_say(skills: tuple[str, ...]) -> None:
    ann = member("Ann", skills=skills)
    tree = counted(lambda: harvest("x", ann, GARDEN, BOOK), at_the_end)
    found = harvested(ann, GARDEN, BOOK)
    assert found.average == worth(tree, lambda end: end[0])
    for points, chance in found.points.items():
        assert chance == worth(tree, lambda end, n=points: int(end[0] == n))
    assert sum(found.points.values()) == 1


@pytest.mark.sweep
def test_a_garden_has_paid_for_itself_when_its_dice_say_so() -> None:
    paid = paid_back(member("Ann"), GARDEN, 15, BOOK)
    for games in range(1, 7):
        throws = list(product(FACES, repeat=games))
        enough = sum(1 for throw in throws if sum(throw) >= 15)
        assert paid[games] == Fraction(enough, len(throws))
    clever = paid_back(member("Al", skills=("agriculturalist",)), GARDEN, 12, BOOK)
    throws = list(product(FACES, repeat=4))
    assert clever[2] == Fraction(sum(1 for t in throws if sum(t) >= 12), len(throws))
    assert max(clever) == 6  # six games of two points: certain by then
    assert clever[6] == 1


# A Level


class LevelByDice:
    """The chance of a result of a Level, every throw replayed; what is rolled again is worth what
    is left of the extra Experience."""

    def __init__(self, mo: Member, table: str, wished: str, switches: Switches = PLAIN) -> None:
        self.mo, self.table, self.wished, self.switches = mo, table, wished, switches
        self.known: dict[int, Fraction] = {}

    def chance(self, extra: int) -> Fraction:
        if extra not in self.known:
            level = purchase("x", self.mo, extra, self.switches)
            tree = counted(lambda: level.roll(self.table), self.ended)

            def rolled(again: Fraction) -> Fraction:
                def value(end: tuple[str, Any]) -> int | Fraction:
                    kind, what = end
                    if kind == "gained":
                        return int(what == self.wished)
                    left = extra - what
                    return again if left == extra else self.chance(left)

                return as_a(Fraction, worth(tree, value))

            self.known[extra] = least_fixed(rolled)
        return self.known[extra]

    def ended(self, replayed: Replayed[Any], answers: Mapping[str, Any]) -> tuple[str, Any] | None:
        """A result, or how much was spent before it is rolled again."""
        if replayed.pending is None:
            return "gained", sure(replayed.result).key
        if "/try-" in replayed.pending.key:
            return "spent", sum(abs(int(v)) for k, v in answers.items() if "-shift" in k)
        return None


@pytest.mark.parametrize(
    ("skills", "wished", "table"),
    [
        ((), "sniper", "firearms"),
        (("sniper",), "gunfighter", "firearms"),
        (("headhunter", "disarm"), "subdue", "cqc"),
    ],
)
def test_a_skill_is_reached_as_often_as_all_the_dice_say(
    skills: tuple[str, ...], wished: str, table: str
) -> None:
    mo = member("Mo", experience=20, skills=skills)
    found = next(r for r in within_reach(purchase("x", mo, 0)) if r.key == wished)
    assert found.table == table
    counted_by_hand = LevelByDice(mo, table, wished)
    assert found.chances == tuple(counted_by_hand.chance(extra) for extra in range(4))
    assert list(found.chances) == sorted(found.chances)


@pytest.mark.sweep
@pytest.mark.parametrize("switches", [PLAIN, Switches(shift_dice="roll")])
@pytest.mark.parametrize("wished", ["S", "CQC", "AP"])
def test_a_characteristic_is_reached_as_often_as_all_the_dice_say(
    wished: str, switches: Switches
) -> None:
    mo = member("Mo", experience=20, advances=(Advance("E", 6), Advance("FA", 6)))
    reach = within_reach(purchase("x", mo, 0, switches))
    found = next(r for r in reach if r.key == wished)
    assert found.table == "characteristic"
    counted_by_hand = LevelByDice(mo, "characteristic", wished, switches)
    assert found.chances[:3] == tuple(counted_by_hand.chance(extra) for extra in range(3))
