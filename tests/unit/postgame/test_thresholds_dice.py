"""Which dice a step asks for, as the book prints them, and the places of answers in a story that
is taken up again (p. 84–98, p. 104–107)."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from lastdays.model.game_record import SupplyToken
from lastdays.model.group import Advance, Item
from lastdays.model.recruiting import Recruit
from lastdays.postgame.context import STEPS
from lastdays.postgame.injuries import InjuryResult, MedicalHelp
from lastdays.postgame.jobs import Recruitment
from lastdays.postgame.leadership import Purchase, acting_leader
from lastdays.postgame.refuge_fate import after_attack
from lastdays.postgame.sequence import _spent_gear, post_game
from lastdays.postgame.supplies import supplies
from lastdays.postgame.zombie_attack import Defence
from sure import sure
from unit.postgame.crew import (
    BOOK,
    finish,
    group,
    member,
    night,
    run,
    told,
)

CREW = group(member("Mo"), member("Ann", "rescue-worker", ("medical-supplies",)))
CARRIED = (SupplyToken("carried", "mo"),)


def test_nothing_is_bought_allowed_or_learnt_unless_it_is_said() -> None:
    assert Purchase(()) == Purchase((), allowed=False)
    assert Recruitment(Recruit("gang-member", "Al")).allowed is False
    assert InjuryResult("dead", MedicalHelp()).experience == 0
    assert Defence(()).towers == ()


# What a player hopes for


def test_what_a_supply_token_comes_to_is_named_after_what_lies_in_it() -> None:
    """p. 92: points alone are nothing but points."""
    asked = run(lambda: supplies(CREW, night(CREW, tokens=CARRIED)), {}).pending
    assert asked is not None
    for row in range(2, 13):
        for column in range(2, 13):
            keys = [found.key for found in BOOK.supply_cell(row, column).found]
            assert sure(asked.stake).outcome((row, column)) == (
                "+".join(keys) if keys else "nothing"
            )


# Gear that is spent, perks that are torn down, who leads and who is hurt in flight


def test_what_was_spent_is_gone_and_what_hung_beside_it_stays() -> None:
    """p. 71."""
    mo = member("Mo", gear=("revolver", "knife"))
    gun, knife = mo.gear
    hung = (Item("s", "silencer"), Item("r", "reflex-sight"))
    mo = replace(mo, gear=(replace(gun, attached=hung), knife))
    crew = group(mo)
    spent = night(crew, deeds={"mo": {"spent": ("s",)}})
    after = run(lambda: post_game(crew, spent), {}, STEPS)
    assert "Mo used up: Silencer" in told(after)
    used = finish(lambda: _spent_gear(crew, spent), {})
    kept = used.member("mo").gear
    assert [i.key for i in kept] == ["revolver", "knife"]
    assert [a.key for a in kept[0].attached] == ["reflex-sight"]
    knife_gone = night(crew, deeds={"mo": {"spent": (knife.id,)}})
    kept = finish(lambda: _spent_gear(crew, knife_gone), {}).member("mo").gear
    assert [(i.key, len(i.attached)) for i in kept] == [("revolver", 2)]


def test_who_leads_while_the_leader_lives_or_is_held() -> None:
    """Ruling 17: the highest Courage and Intelligence leads only in the Leader's place."""
    clever = member("Mo", advances=(Advance("C", 3), Advance("I", 3)))
    crew = group(member("Al"), clever)
    leader = acting_leader(crew, BOOK)
    assert leader is not None
    assert leader.id == crew.leader
    held = crew.change_member(crew.leader, lambda m: replace(m, status="captured"))
    leader = acting_leader(held, BOOK)
    assert sure(leader).id == "mo"


@pytest.mark.parametrize(("drawn", "helps"), [("mo", True), ("ann", False)])
def test_who_is_hurt_in_flight_is_helped_by_others(drawn: str, helps: bool) -> None:
    """p. 77, p. 96: nobody's own Medical Supplies while they lie on the ground."""
    medic = member("Ann", gear=("medical-supplies",))
    crew = group(member("Mo"), medic)
    answers = {"refuge/flee": "mall", "refuge/hurt": drawn, f"refuge/{drawn}/roll": (3, 4)}
    asked = run(lambda: after_attack(crew, night(crew), False, frozenset()), answers).pending
    assert (asked is not None and asked.key.endswith("/medical")) is helps


def test_a_leader_who_joined_tonight_buys_gear_and_no_other() -> None:
    """p. 86, p. 93."""
    crew = group(member("Mo"), points=20)
    away = {m.id: {"part": "held-back"} for m in crew.members}
    for out, arms in (((crew.leader,), True), ((), False)):
        this_night = night(crew, out=out, deeds=away)
        answers: dict[str, object] = {
            f"injuries/{crew.leader}/roll": (1, 1),
            "injuries/leader/new": {"type": "merciless-thug", "name": "Bo"},
        }
        keys = []
        for _n in range(9):
            asked = run(partial(post_game, crew, this_night), answers, STEPS).pending
            assert asked is not None
            keys.append(asked.key)
            if asked.key.startswith(("jobs/", "attack/")) or "new" in asked.key:
                break
            answers[asked.key] = []
        assert ("jobs/arms" in keys) is arms, keys
