"""Which dice a step asks for, as the book prints them, and the places of answers in a story that
is taken up again (p. 84–98, p. 104–107)."""

from __future__ import annotations

import pytest

from lastdays.model.game_record import SupplyToken
from lastdays.model.group import Advance
from lastdays.model.recruiting import Recruit
from lastdays.postgame.encounters import encounter_aftermath, encounter_roll
from lastdays.postgame.experience import experience
from lastdays.postgame.injuries import injuries
from lastdays.postgame.injury_roll import InjuryResult, MedicalHelp
from lastdays.postgame.jobs import Recruitment
from lastdays.postgame.leadership import Purchase
from lastdays.postgame.supplies import supplies
from lastdays.postgame.zombie_attack import Defence, zombie_attack
from lastdays.procedure.asks import Roll, Sum
from unit.postgame.crew import BOOK, finish, group, member, night, options, purchase, run

CREW = group(member("Mo"), member("Ann", "rescue-worker", ("medical-supplies",)))
CHURCH = group(member("Mo"), refuge="church")
CARRIED = (SupplyToken("carried", "mo"),)
AID = {"injuries/mo/roll": (5, 6), "injuries/mo/first-aid": "keep"}
VIRUS = {**AID, "injuries/mo/medical": "keep", "injuries/mo/infected/virus": 4}
LEVEL = {"l/characteristic": 3}


@pytest.mark.parametrize(
    ("start", "answers", "dice"),
    [
        (lambda: supplies(CREW, night(CREW, tokens=CARRIED)), {}, (2, 6)),
        (
            lambda: supplies(CREW, night(CREW, tokens=CARRIED)),
            {"supplies/token-1/row": 6},
            (2, 6),
        ),
        (lambda: injuries(CREW, night(CREW, out=("mo",))), {}, (2, 6)),
        (
            lambda: injuries(CREW, night(CREW, out=("mo",))),
            {"injuries/mo/roll": (5, 6), "injuries/mo/first-aid": "first"},
            (1, 6),
        ),
        (
            lambda: injuries(CREW, night(CREW, out=("mo",))),
            {**AID, "injuries/mo/medical": "keep"},
            (1, 6),
        ),
        (
            lambda: injuries(CREW, night(CREW, out=("mo",))),
            {**VIRUS, "injuries/mo/infected/virus-medical": "keep"},
            (1, 6),
        ),
        (lambda: zombie_attack(CREW, night(CREW), (), ""), {}, (2, 6)),
        (
            lambda: zombie_attack(CHURCH, night(CHURCH), (), "mo"),
            {"attack/roll": (1, 1), "attack/watch-tower/test": 6, "attack/tower-choice": "first"},
            (1, 6),
        ),
        (lambda: encounter_roll(1, BOOK), {}, (1, 6)),
        (lambda: experience(CREW, night(CREW)), {}, (1, 6)),
        (lambda: purchase("l", member("Mo"), 0).roll("characteristic"), {}, (2, 6)),
        (lambda: purchase("l", member("Mo"), 0).roll("characteristic"), LEVEL, (1, 6)),
        (lambda: purchase("l", member("Mo"), 0).roll("cqc"), {}, (1, 6)),
        (
            lambda: encounter_aftermath(CREW, night(CREW, vehicle=True, encounter="the-escape")),
            {"encounter/vehicle": "mo"},
            (1, 6),
        ),
    ],
)
def test_which_dice_are_asked_for(start, answers, dice):
    asked = run(start, answers).pending
    assert isinstance(asked, Roll | Sum), asked
    assert (asked.dice.count, asked.dice.faces) == dice


def test_a_skill_already_known_is_rolled_again_and_again():
    """p. 90: the story keeps each die in its place."""
    knows = member("Mo", skills=("crowd-control",))
    start = lambda: purchase("l", knows, 0).roll("cqc")  # noqa: E731
    first = run(start, {"l/cqc": 1}).pending
    assert first is not None
    assert first.key == "l/cqc/try-2"
    then = run(start, {"l/cqc": 1, "l/cqc/try-2": 1}).pending
    assert then is not None
    assert then.key == "l/cqc/try-3"


def test_a_characteristic_that_cannot_rise_is_rolled_again_and_again():
    """p. 89."""
    at_most = member("Mo", advances=(Advance("S", 3),))
    start = lambda: purchase("l", at_most, 0).roll("characteristic")  # noqa: E731
    first = run(start, {"l/characteristic": 4}).pending
    assert first is not None
    assert first.key == "l/characteristic/try-2"
    then = run(start, {"l/characteristic": 4, "l/characteristic/try-2": 8}).pending
    assert then is not None
    assert then.key == "l/characteristic/try-3"


def test_a_captive_nobody_takes_is_rolled_again_and_again():
    """Ruling 13."""
    crew = group(member("Mo"))
    start = lambda: injuries(crew, night(crew, out=("mo",), rival=False))  # noqa: E731
    first = run(start, {"injuries/mo/roll": (1, 2)}).pending
    assert first is not None
    assert first.key == "injuries/mo/roll/try-2"
    then = run(start, {"injuries/mo/roll": (1, 2), "injuries/mo/roll/try-2": (1, 2)}).pending
    assert then is not None
    assert then.key == "injuries/mo/roll/try-3"


def test_nothing_is_bought_allowed_or_learnt_unless_it_is_said():
    assert Purchase() == Purchase((), allowed=False)
    assert Recruitment(Recruit("gang-member", "Al")).allowed is False
    assert InjuryResult("dead", MedicalHelp()).experience == 0
    assert Defence(()).tower is None


def test_the_radio_room_shifts_the_roll_that_it_says():
    """p. 81, p. 98; ruling 31."""
    for shift, number in (("0", 3), ("-1", 2), ("1", 4)):
        found = finish(
            lambda: encounter_roll(1, BOOK), {"encounter/roll": 3, "encounter/radio": shift}
        )
        assert BOOK.encounters[found].number == number
    asked = run(lambda: encounter_roll(1, BOOK), {"encounter/roll": 3})
    assert options(asked) == ["0", "-1", "1"]
