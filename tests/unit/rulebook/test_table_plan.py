"""The plan of the table for each Encounter, against the book's paragraphs (p. 34–36, p. 99–107)."""

from __future__ import annotations

from collections import Counter

import pytest

from lastdays.rulebook import Catalogue
from lastdays.rulebook.table_plan import TablePlan, plan_of

#: Each Encounter's zones on a table of 36 inches: kind, left, top, width, height, corner, hollow.
ZONES = {
    # Attackers within 3" of any edge, defenders within 6" of the centre, zombies not within 6" of
    # an edge.
    "bushwhack": [
        ("attacker", 0, 0, 36, 36, 0, 3),
        ("defender", 12, 12, 12, 12, 6, 0),
        ("zombies", 6, 6, 24, 24, 0, 0),
    ],
    # A Refuge of 6" by 6", defenders within 4" of it, attackers within 3" of any edge.
    "home-defense": [
        ("attacker", 0, 0, 36, 36, 0, 3),
        ("refuge", 15, 15, 6, 6, 0, 0),
        ("defender", 11, 11, 14, 14, 4, 0),
    ],
    # Opposite edges, 3" deep; zombies within 8" of the centre.
    "massacre-site": [
        ("side", 0, 0, 36, 3, 0, 0),
        ("side", 0, 33, 36, 3, 0, 0),
        ("zombies", 10, 10, 16, 16, 8, 0),
    ],
    # Supply Tokens within 8" of the centre, defenders within 6" of the Captive who lies there.
    "rescue": [
        ("attacker", 0, 0, 36, 36, 0, 3),
        ("defender", 12, 12, 12, 12, 6, 0),
        ("tokens", 10, 10, 16, 16, 8, 0),
    ],
    # Supply Tokens 6" from edges and from the zones 3" deep; zombies within 6" of the centre line.
    "scavengers": [
        ("side", 0, 0, 36, 3, 0, 0),
        ("side", 0, 33, 36, 3, 0, 0),
        ("tokens", 6, 9, 24, 18, 0, 0),
        ("zombies", 0, 12, 36, 12, 0, 0),
    ],
    "the-escape": [
        ("side", 0, 0, 36, 3, 0, 0),
        ("side", 0, 33, 36, 3, 0, 0),
        ("tokens", 6, 9, 24, 18, 0, 0),
        ("zombies", 0, 12, 36, 12, 0, 0),
    ],
}
#: What lies on each table: Supply Tokens, zombies, Captives, vehicles.
MARKS = {
    "bushwhack": (0, 3, 0, 0),  # the defenders carry theirs
    "home-defense": (5, 3, 0, 0),
    "massacre-site": (0, 5, 0, 0),  # the zombies carry theirs
    "rescue": (3, 3, 1, 0),
    "scavengers": (5, 3, 0, 0),
    "the-escape": (5, 3, 0, 1),
}


def zones(plan: TablePlan) -> list[tuple[str | float, ...]]:
    return [(z.kind, z.x, z.y, z.width, z.height, z.corner, z.hollow) for z in plan.zones]


@pytest.mark.parametrize("key", ZONES)
def test_zones_and_what_lies_on_the_table_are_those_of_the_book(book: Catalogue, key: str) -> None:
    plan = plan_of(book.encounters[key], book.number("table", "side"))
    assert plan.side == 36
    assert zones(plan) == ZONES[key]
    kinds = [m.kind for m in plan.marks]
    assert (
        tuple(Counter(kinds)[k] for k in ("supply", "zombie", "captive", "vehicle")) == MARKS[key]
    )
    assert all(0 < m.x < 36 and 0 < m.y < 36 for m in plan.marks)


def test_every_encounter_of_the_book_is_tried(book: Catalogue) -> None:
    assert set(ZONES) == set(book.encounters) == set(MARKS)


@pytest.mark.parametrize("key", ZONES)
def test_every_distance_of_the_set_up_is_measured_or_said(book: Catalogue, key: str) -> None:
    encounter = book.encounters[key]
    plan = plan_of(encounter, 36, ("fences", "watch-tower"))
    said = plan.described
    drawn = {m.inches for m in plan.measures}
    for step in encounter.setup:
        for inches in (step.within, step.clear, step.footprint):
            if inches:
                assert f"{inches}″" in said
        if step.within and step.of in ("centre", "any edge", "edge", "centre line", "captive"):
            assert step.within in drawn
    for m in plan.measures:
        assert abs(m.to_x - m.x) + abs(m.to_y - m.y) == m.inches


def test_special_rules_and_ends_say_the_books_numbers(book: Catalogue) -> None:
    said = {e.key: (*e.special, e.ends) for e in book.encounters.values()}
    assert all(lines[-1].startswith("The game ends when") for lines in said.values())
    assert len(said["scavengers"]) == 1  # it has no special rules, p. 106
    escape = " ".join(said["the-escape"])
    for words in ("Intelligence/15", "Intelligence/8", "2 appear", "Nobody takes Breaking Point"):
        assert words in escape
    for key in ("bushwhack", "rescue"):
        assert "may place a Character who was held back instead" in said[key][0]
    assert "can't carry Supply Tokens off the table" in " ".join(said["home-defense"])
    assert "exactly like a Supply Token" in " ".join(said["rescue"])
    assert not any("{" in line for lines in said.values() for line in lines)
