"""The plan of the table for each Encounter, against the book's paragraphs (p. 34–36, p. 99–107)."""

from __future__ import annotations

from collections import Counter

import pytest
from syrupy.assertion import SnapshotAssertion

from lastdays.rulebook import Catalogue
from lastdays.rulebook.table_plan import TablePlan, plan_of
from readable import text_of

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
def test_distances_and_words_of_a_plan(
    book: Catalogue, key: str, snapshot: SnapshotAssertion
) -> None:
    plan = plan_of(book.encounters[key], book.number("table", "side"))
    lines = []
    for part in (*plan.measures, *plan.words, *plan.keys):
        lines.append(text_of(part))
    assert "\n".join(lines) == snapshot
