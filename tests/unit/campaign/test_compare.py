"""Before → after says what is different, and nothing else."""

from __future__ import annotations

import random
from typing import TypeVar

import pytest
from msgspec.structs import replace

from lastdays.campaign.documents.differences import compare, compare_records, gear_fate
from lastdays.model.game_record import Appearance, GameRecord, Side
from lastdays.model.group import BuiltPerk, Group, Injury, Item, RefugeState
from unit.postgame.crew import BOOK, group, member

T = TypeVar("T")

RIFLE = Item("r", "hunting-rifle", (Item("s", "scope"), Item("q", "silencer")))
STASH = (Item("a", "knife"), Item("b", "booze"), Item("c", "knife"), RIFLE)


def full() -> Group:
    mo = member(
        "Mo",
        gear=("revolver", "knife", "booze", "knife"),
        skills=("sniper", "gunfighter"),
        injuries=(Injury("shell-shocked"), Injury("blinded"), Injury("shell-shocked")),
    )
    built = (BuiltPerk("x", "fences"), BuiltPerk("y", "bunk-bed"), BuiltPerk("z", "bunk-bed"))
    return group(mo, stash=STASH, refuge_state=RefugeState("mall", built))


@pytest.mark.parametrize("seed", range(20))
def test_another_order_is_no_difference(seed: int) -> None:
    source = random.Random(seed)

    def mixed(things: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(source.sample(things, len(things)))

    before = full()
    mo = before.member("mo")
    after = replace(
        before.with_member(
            replace(mo, gear=mixed(mo.gear), skills=mixed(mo.skills), injuries=mixed(mo.injuries))
        ),
        stash=mixed((*STASH[:3], replace(RIFLE, attached=mixed(RIFLE.attached)))),
        refuge=replace(before.refuge, built=mixed(before.refuge.built)),
    )
    assert compare(before, after, BOOK) == []


def test_one_more_or_less_of_the_same_is_a_difference() -> None:
    before = full()
    mo = before.member("mo")
    after = replace(before.with_member(replace(mo, gear=mo.gear[:3])), stash=STASH[::-1][:3])
    said = [(d.whose, d.what, d.before, d.after) for d in compare(before, after, BOOK)]
    rifle = "Hunting Rifle + Scope + Silencer"
    assert said == [
        ("Mo", "Gear", "Revolver, Knife ×2, Booze", "Revolver, Knife, Booze"),
        ("Truckers", "Stash", f"Knife ×2, Booze, {rifle}", f"{rifle}, Knife, Booze"),
    ]


def test_what_becomes_of_gear_with_another_status() -> None:
    mo, bare = member("Mo", gear=("knife",)), member("Al")
    dead = replace(mo, status="dead")
    assert gear_fate(mo, "dead", BOOK) == "Lost with Mo: Knife. Undo restores it."
    assert gear_fate(dead, "active", BOOK).startswith("Mo comes back without gear")
    assert {gear_fate(bare, "dead", BOOK), gear_fate(mo, "captured", BOOK)} == {""}
    assert gear_fate(dead, "dead", BOOK) == ""


def test_counters_that_a_record_changes_otherwise_are_told() -> None:
    def played(mo: int, food: int) -> GameRecord:
        side = Side("g", "Truckers", (Appearance("mo", counters={"sickness": mo}),))
        return GameRecord("x", 1, "scavengers", (replace(side, counters={"food": food}),))

    found = compare_records(played(1, -1), played(2, -3), "g", {"mo": "Mo"}, BOOK)
    assert [(d.whose, d.what, d.before, d.after) for d in found] == [
        ("Mo", "Counters", "Sickness +1", "Sickness +2"),
        ("Truckers", "Counters", "Food −1", "Food −3"),
    ]
