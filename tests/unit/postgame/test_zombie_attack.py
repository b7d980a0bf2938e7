"""Zombie Attacks (p. 66–67, 81–82, 95; ruling 28)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.model.group import BuiltPerk, Group, RefugeState
from lastdays.model.switches import Switches
from lastdays.postgame.zombie_attack import defence
from unit.postgame.crew import BOOK, group, member, night


def modifier(crew: Group, guards: tuple[str, ...] = (), **game: Any) -> int:
    return defence(crew, night(crew, **game), guards).modifier


@pytest.mark.parametrize(("infirmaries", "total"), [(0, -2), (1, -1), (2, 0), (3, 0)])
def test_ruling_28_each_infirmary_takes_one_out_of_the_count(infirmaries: int, total: int) -> None:
    built = tuple(BuiltPerk(f"b{n}", "infirmary") for n in range(infirmaries))
    crew = group(member("Mo"), member("Lou"), refuge_state=RefugeState("mall", built))
    assert modifier(crew, out=("mo", "lou")) == total


@pytest.mark.parametrize("status", ["dead", "captured"])
def test_ruling_28_the_dead_and_captured_count_by_the_campaigns_switch(status: str) -> None:
    before = group(member("Mo"))
    this_night = night(before, out=("mo",))
    after = group(member("Mo", status=status))
    assert defence(after, this_night, ()).modifier == -1
    lenient = night(before, out=("mo",), switches=Switches(attack_counts_lost=False))
    assert defence(after, lenient, ()).modifier == 0


def test_a_perk_of_a_pack_is_called_by_its_own_name() -> None:
    fence = replace(BOOK.perks["fortified-windows"], key="spikes", name="Spikes", attack_bonus=2)
    tent = replace(BOOK.perks["infirmary"], key="tent", name="Hospital Tent")
    book = replace(BOOK, perks={**BOOK.perks, "spikes": fence, "tent": tent})
    keys = ("fortified-windows", "spikes", "spikes", "tent")
    built = tuple(BuiltPerk(f"b{n}", key) for n, key in enumerate(keys))
    crew = group(member("Mo"), refuge_state=RefugeState("farm-house", built))
    against = defence(crew, replace(night(crew, out=("mo",)), catalogue=book), ())
    assert against.parts == (
        ("for 1 Out of Action", -1),
        ("for 1 in the Hospital Tent", 1),
        ("Fortified Windows", 1),
        ("Spikes", 4),
    )
