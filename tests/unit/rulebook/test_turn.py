"""What a turn costs and what modifies its rolls, as the book's tables have it."""

from __future__ import annotations

from lastdays.rulebook import load

BOOK = load()


def test_what_actions_cost_47() -> None:
    assert {a.key: (a.cost, a.per, a.animals) for a in BOOK.actions.values()} == {
        "move": (1, "inch", True),
        "difficult": (2, "inch", True),
        "run": (1, "two inches", False),
        "break-contact": (3, "", False),
        "jump": (2, "inch", True),
        "climb": (2, "inch", True),
        "door": (2, "", False),
        "reload": (2, "", False),
        "locked-and-loaded": (4, "", False),
        "interact": (3, "", False),
        "long-jump": (3, "", False),
        "entry-man": (1, "", False),
        "tag-team": (1, "", False),
        "noisemaker": (1, "", False),
    }
    assert BOOK.actions["break-contact"].more == 1


def test_what_modifies_a_shot_51() -> None:
    shots = {m.key: m.amount for m in BOOK.modifiers.values() if m.roll == "firearms"}
    assert shots == {
        "target-zombie": 1,
        "target-ran": -1,
        "cover": -1,
        "solid-structure": -2,
        "later-shots": -1,
        "gunfighter": -1,
        "point-blank": 2,
    }
    assert BOOK.number("firearms", "target") == 7


def test_what_modifies_a_fight_55() -> None:
    fights = {m.key: m.amount for m in BOOK.modifiers.values() if m.roll == "cqc"}
    assert fights == {
        "attacking-zombie": 1,
        "outnumbered": -1,
        "frontline": 1,
        "shield": 2,
        "martial-arts": -1,
    }


def test_the_phases_in_their_order() -> None:
    names = [p.name for p in BOOK.phases.values()]
    assert names == ["Menace", "Action", "Shooting", "Close Quarters", "End"]
