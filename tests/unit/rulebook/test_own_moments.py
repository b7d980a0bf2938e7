"""What a step does in vain at its moment is told by its field; what it does at others isn't."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.rulebook.entries import Dice, TestOf
from lastdays.rulebook.own import Counter, OwnRules, Row, Step, Table
from lastdays.rulebook.own_moments import done_in_vain

DAY = Counter(key="day", name="Day", of="campaign", high=99)
HEAT = Counter(key="heat", name="Heat", of="group", reset="game")
FOOD = Counter(key="food", name="Food", of="group")


def table(key: str, *does: str) -> Table:
    return Table(
        key=key,
        name=key,
        dice=Dice(1, 6),
        of="campaign",
        rows=(Row(upto=6, text="So.", does=does),),
    )


TABLES = (
    table("calendar", "counter day +1"),
    table("leads", "table calendar"),
    table("warms", "counter heat =3", "zombies D3"),
    table("feeds", "counter food +1", "points D6", "note So."),
)
READ_ONLY = "Day is the campaign's: a step after a game doesn't change it."
UNPAID = "Day is the campaign's: nobody can pay it after a game."
LOST = "Heat is reset as the game begins: what is done before is lost."
NOTHING = "nothing comes of failing it: choose a table."


def told(**fields: Any) -> list[tuple[str, str]]:
    step = Step(key="step", name="Step", **{"when": "after", "audience": "group", **fields})
    own = OwnRules((DAY, HEAT, FOOD), (), TABLES, (step,))
    faults = done_in_vain(own)
    assert all(fault.is_of("steps", "step") for fault in faults)
    return [(fault.field, fault.text) for fault in faults]


@pytest.mark.parametrize("when", ["upkeep", "after"])
def test_a_counter_of_the_campaign_stays_as_it_is_after_a_game(when: str) -> None:
    assert told(when=when, table="calendar") == [("table", READ_ONLY)]
    assert told(when=when, table="leads") == [("table", READ_ONLY)]
    assert told(when=when, pays="counter day 1") == [("pays", UNPAID)]
    assert told(when=when, pays="counter food 1", table="feeds") == []
    assert told(when=when, table="warms") == []


@pytest.mark.parametrize("when", ["before", "turn"])
def test_it_is_changed_before_a_game_and_at_the_table(when: str) -> None:
    assert told(when=when, table="calendar", pays="counter day 1") == []


def test_what_a_game_resets_is_changed_in_vain_before_it() -> None:
    assert told(when="before", table="warms") == [("table", LOST)]
    assert told(when="before", pays="counter heat 1") == [("pays", LOST)]
    assert told(when="turn", table="warms", pays="counter heat 1") == []


def test_a_test_needs_a_table_for_those_who_fail() -> None:
    needed = TestOf(characteristic="E", target=6)
    assert told(when="turn", audience="member", test=needed) == [("test", NOTHING)]
    assert told(when="turn", audience="member", test=needed, table="feeds") == []


def test_what_names_nothing_that_is_there_is_said_elsewhere() -> None:
    assert told(table="gone", pays="counter gone 1") == []
    step = Step(key="step", name="Step", when="after")
    assert done_in_vain(replace(OwnRules(), steps=(step,))) == []
