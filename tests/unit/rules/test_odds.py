"""Exact odds against plain counting, and the number of leaves they may take."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from lastdays.rulebook.entries import Dice
from lastdays.rules.asks import Again, Choose, Option, Procedure, Stake, Sum, Wish
from lastdays.rules.experience import purchase_stakes
from lastdays.rules.game import SupplyToken
from lastdays.rules.group import Advance
from lastdays.rules.injuries import Aid, injury_stake
from lastdays.rules.odds import MOST_LEAVES, chances, totals
from lastdays.rules.replay import replay
from lastdays.rules.supplies import find_cell
from lastdays.rules.switches import Switches
from lastdays.rules.zombie_attack import attack_stake, defence
from unit.rules.crew import BOOK, group, member, night

PAIRS = list(product(range(1, 7), repeat=2))


def ask_of(start):
    return replay(start, {}).pending


def test_totals_are_convolved():
    assert totals(Dice(2, 6))[7] == Fraction(6, 36)
    assert sum(totals(Dice(3, 6)).values()) == 1


def test_an_injury_without_help_is_the_table_counted():
    crew = group(member("Mo"))
    stake = injury_stake("injuries/mo", crew.member("mo"), crew, Aid(), BOOK, can_be_captured=True)
    found = chances(stake, {}, stake.wishes[0])
    counted: dict[str, Fraction] = {}
    for faces in PAIRS:
        key = BOOK.injury_for(sum(faces)).key
        counted[key] = counted.get(key, Fraction(0)) + Fraction(1, 36)
    infected = counted.pop("infected")
    counted["dead"] += infected / 2
    counted["arm-injury"] += infected / 4
    counted["leg-injury"] += infected / 4
    assert found.outcomes == counted


def test_rolling_again_is_the_linear_equation_it_is():
    crew = group(member("Mo"))
    stake = injury_stake("injuries/mo", crew.member("mo"), crew, Aid(), BOOK, can_be_captured=False)
    found = chances(stake, {}, stake.wishes[0])
    assert "captured" not in found.outcomes
    assert found.outcomes["full-recovery"] == Fraction(16, 36) / (1 - Fraction(2, 36))
    assert sum(found.outcomes.values()) == 1


def test_first_aid_is_used_when_it_helps_and_not_when_it_harms():
    crew = group(member("Mo"), member("Ann", "rescue-worker"))
    stake = injury_stake(
        "injuries/mo", crew.member("mo"), crew, Aid(("ann",)), BOOK, can_be_captured=True
    )
    alive = stake.wishes[0]
    dead = chances(stake, {"injuries/mo/roll": (1, 1)}, alive)
    assert alive.hope(dead.options["keep"]) == 0
    assert alive.hope(dead.options["first"]) == Fraction(5, 6)
    fine = chances(stake, {"injuries/mo/roll": (3, 4)}, alive)
    assert alive.hope(fine.outcomes) == 1


def test_a_wish_for_a_skill_shifts_towards_it():
    mo = member("Mo", experience=20)
    stake = purchase_stakes("x", mo, 3, BOOK, Switches())
    wish = next(w for w in stake.wishes if w.key == "sniper")
    found = chances(stake, {}, wish)
    assert wish.hope(found.options["firearms"]) == 1
    no_extra = purchase_stakes("x", mo, 0, BOOK, Switches())
    assert wish.hope(chances(no_extra, {}, wish).options["firearms"]) == Fraction(1, 6)


def test_known_skills_are_rolled_again_in_the_odds_too():
    mo = member("Mo", skills=("gunfighter", "quick-load"))
    stake = purchase_stakes("x", mo, 0, BOOK, Switches())
    wish = next(w for w in stake.wishes if w.key == "sniper")
    assert wish.hope(chances(stake, {}, wish).options["firearms"]) == Fraction(1, 4)


def test_a_choice_to_roll_again_is_solved_by_the_better_policy():
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

    stake = Stake(gamble, str, {"six": "", "less": ""}, (Wish("six", "", {"six": 1}),))
    found = chances(stake, {}, stake.wishes[0])
    assert found.outcomes == {"six": 1}


def test_ties_prefer_not_to_roll_again():
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

    stake = Stake(pointless, str, {"kept": ""}, (Wish("none", "", {}),))
    assert chances(stake, {}, stake.wishes[0]).outcomes == {"kept": 1}


@pytest.mark.parametrize("wounded", [0, 1, 3])
def test_the_attack_is_counted(wounded):
    names = ("mo", "lou", "ann")
    crew = group(*(member(n.title()) for n in names))
    against = defence(crew, night(crew, out=names[:wounded]), ())
    stake = attack_stake("attack", against, BOOK)
    found = chances(stake, {}, stake.wishes[0])
    overrun = Fraction(sum(1 for f in PAIRS if sum(f) - wounded <= 2), 36)
    assert found.outcomes.get("overrun", 0) == overrun


def test_a_watch_tower_is_worth_what_it_is_worth():
    crew = group(member("Mo"), member("Lou"), refuge="church")
    against = defence(crew, night(crew, out=("lou",)), (), "mo")
    stake = attack_stake("attack", against, BOOK)
    found = chances(stake, {}, stake.wishes[0])
    lost = Fraction(0)
    for a, b in PAIRS:
        if a + b - 1 > 2:
            continue
        best = min(Fraction(sum(1 for d in range(1, 7) if d + keep - 1 <= 2), 6) for keep in (a, b))
        lost += Fraction(1, 36) * (Fraction(5, 6) + Fraction(1, 6) * best)
    assert found.outcomes["overrun"] == lost


def scavenger_stake():
    crew = group(member("Ed", "survivalist", gunsmith="rifle"))
    token = SupplyToken("carried", "ed")
    return ask_of(lambda: find_cell("supplies/t", 1, token, crew, night(crew))).stake


def test_what_a_token_may_hold_is_the_table_counted():
    crew = group()
    stake = ask_of(
        lambda: find_cell("supplies/t", 1, SupplyToken("claimed"), crew, night(crew))
    ).stake
    found = chances(stake, {}, stake.wishes[0])
    counted: dict[str, Fraction] = {}
    for row, column in product(PAIRS, repeat=2):
        cell = BOOK.supply_cell(sum(row), sum(column))
        key = "+".join(f.key for f in cell.found) or "nothing"
        counted[key] = counted.get(key, Fraction(0)) + Fraction(1, 36 * 36)
    assert found.outcomes == counted


def heaviest_stakes():
    aiders = [member(f"A{n}", "rescue-worker", ("medical-supplies",)) for n in range(3)]
    crew = group(member("Mo"), *aiders)
    aid = Aid(tuple(a.id for a in aiders), tuple((i.id, a.id) for a in aiders for i in a.gear))
    for captured in (True, False):
        yield (
            f"injury, capture {captured}",
            injury_stake(
                "injuries/mo", crew.member("mo"), crew, aid, BOOK, can_be_captured=captured
            ),
        )
    for mode in ("purchase", "roll"):
        for raised in ((), ("CQC", "FA", "S")):
            mo = member("Mo", advances=tuple(Advance(k, 3) for k in raised))
            yield (
                f"level, {mode}, {len(raised)} at six",
                purchase_stakes("x", mo, 12, BOOK, Switches(shift_dice=mode)),
            )
    tower = group(member("Mo"), refuge="church")
    yield "attack", attack_stake("attack", defence(tower, night(tower), (), "mo"), BOOK)
    yield "supplies", scavenger_stake()


@pytest.mark.parametrize(("name", "stake"), list(heaviest_stakes()), ids=lambda v: str(v)[:30])
def test_no_shown_chance_takes_more_than_two_thousand_leaves(name, stake):
    for wish in (stake.wishes[0], stake.wishes[-1]):
        found = chances(stake, {}, wish)
        if found is None:
            continue
        assert found.leaves <= MOST_LEAVES
        assert sum(found.outcomes.values()) == 1
    always_shown = ("injury", "attack", "supplies", "level, purchase")
    if name.startswith(always_shown):
        assert chances(stake, {}, stake.wishes[0]) is not None
