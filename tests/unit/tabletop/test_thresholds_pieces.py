"""What a piece begins with: nothing lies beside it, it has done nothing, nobody has touched it.

A session stored by an earlier version leaves out what came later, so this is how it opens.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields

from lastdays.tabletop.last_days.actions import Offer
from lastdays.tabletop.last_days.chapter import Due
from lastdays.tabletop.last_days.fighting import Fight
from lastdays.tabletop.last_days.setup import Entrant
from lastdays.tabletop.last_days.shooting import Shot
from lastdays.tabletop.last_days.sides import Camp, Roles
from lastdays.tabletop.last_days.state import (
    Blade,
    Captive,
    Figure,
    Gun,
    Marker,
    PendingPiece,
    Table,
    Team,
    Zombie,
)


def begins_with(cls: type[Any]) -> dict[str, Any]:
    """What a piece has that is made with nothing but what it needs, without what is empty."""
    found: dict[str, Any] = {}
    for field in fields(cls):
        value = field.default
        if field.default_factory is not NODEFAULT:
            value = field.default_factory()
        if value is not NODEFAULT and value not in ("", ()):
            found[field.name] = value
    return found


def nothing(numbers: str = "", marks: str = "") -> dict[str, Any]:
    return dict.fromkeys(numbers.split(), 0) | dict.fromkeys(marks.split(), False)


@pytest.mark.parametrize(
    ("cls", "expected"),
    [
        (
            Team,
            nothing("rerolls losses order", "rallied tagged tested broke won sturdy_doors solid")
            | {"breaks": True, "carries_off": True},
        ),
        (
            Figure,
            nothing(
                "noisy load lifts step_cost damage noise noise_due sprint locked_turn maneuvers "
                "out_turn zombies rivals objectives",
                "leader leads noise_rolled locked two_guns ran acted fired fought panicked jumped "
                "still booze away out",
            )
            | {"part": "deployed", "ap": None},
        ),
        (
            Gun,
            nothing(
                "lobotomizer noisy explosive ammo_die heavy ammo shots snaps",
                "silent reflex point_blank fire one_use ammo_rolled empty gone",
            )
            | {"usable": True},
        ),
        (Blade, nothing("lobotomizer noisy heavy", "bare gone")),
        (Zombie, nothing("knock damage", "token acted fought dead dropped") | {"ap": None}),
        (
            Marker,
            nothing(
                "damage capacity E noise noise_due until strength knock lobotomizer",
                "sturdy open noise_rolled gone",
            )
            | {"radius": 3},
        ),
        (Captive, {"place": "table"}),
        (
            Table,
            nothing("turn tokens repairs drawn", "arrivals vehicle fences solid")
            | {"id": "table", "phase": "setup", "draws": 1},
        ),
        (PendingPiece, {"id": "open"}),
        (Entrant, {"rerolls": 0, "parts": {}}),
        (Camp, nothing("", "selfish captured")),
        (Roles, {}),
        (Shot, nothing("step", "close locked two_guns") | {"cover": "none"}),
        (Offer, nothing("", "per_inch")),
        (Fight, nothing("", "attacker_near defender_near")),
        (Due, {**nothing("", "alone"), "dice": False}),
    ],
)
def test_a_piece_begins_with_nothing_on_it(cls: type[Any], expected: dict[str, Any]) -> None:
    found = begins_with(cls)
    assert found == expected
    # 0 is not False: a counter is no mark.
    assert {k: type(v) for k, v in found.items()} == {k: type(v) for k, v in expected.items()}
