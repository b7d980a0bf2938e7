"""Corners of an evening: what is added to its dice, what is spent, who buys and who is left alone
(p. 64, p. 71, p. 77–93; rulings 14 and 25)."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from lastdays.model.group import Item
from lastdays.postgame.context import STEPS
from lastdays.postgame.leadership import Purchase, check_purchase
from lastdays.postgame.sequence import _spent_gear, post_game
from lastdays.rulebook import Catalogue, load
from unit.postgame.crew import finish, group, member, night, run, told
from unit.rulebook.packing import write_pack


@pytest.fixture(scope="module")
def cheap(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """A book with equipment for nothing and a weapon for 1 that is not for a Trained group."""
    numbers = {"equipment": "[booze]\ncost = 0\n", "close_combat": "[heavy-club]\ncost = 1\n"}
    found = load(packs=[write_pack(tmp_path_factory.mktemp("packs"), "house", numbers)])
    assert found.refused_packs == ()
    return found


@pytest.mark.parametrize(
    ("leader", "points", "must"),
    [("merciless-thug", 0, False), ("merciless-thug", 1, True), ("professional", 1, False),
     ("professional", 2, True)],
)  # fmt: skip
def test_a_trained_leader_counts_what_a_trained_group_may_buy(
    cheap: Catalogue, leader: str, points: int, must: bool
) -> None:
    """p. 86: a Heavy Club is not for a group under a Trained leader, so its price is not asked."""
    crew = group(member("Zeke", leader), points=points)
    found = check_purchase(crew, Purchase(()), replace(night(crew), catalogue=cheap))
    assert bool(found.problems) == must, found


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
