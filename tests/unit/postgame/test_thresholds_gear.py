"""Gear moved, mounted and converted, with a member and in the stash alike: the piece that is meant
and no other (p. 78–79, p. 93; ruling 23)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lastdays.errors import RuleError
from lastdays.model.group import Item
from lastdays.postgame.gear_moves import apply_moves, check_moves
from unit.postgame.crew import BOOK, group, member

RIFLES = (Item("r1", "hunting-rifle"), Item("r2", "hunting-rifle", (Item("on", "silencer"),)))
LOOSE = (Item("sc", "scope"), Item("kit", "mod-kit"))


def crew_with(holder):
    """Two rifles and what goes onto them, with Mo or in the stash."""
    gear = (*RIFLES, *LOOSE)
    if holder:
        return group(replace(member("Mo"), gear=gear))
    return group(member("Mo"), stash=gear)


def held(crew, holder):
    items = crew.member("mo").gear if holder else crew.stash
    return {i.id: (i.key, tuple(a.key for a in i.attached)) for i in items}


@pytest.mark.parametrize("holder", ["mo", ""])
@pytest.mark.parametrize(
    ("move", "changed"),
    [
        ({"do": "mount", "item": "sc", "on": "r1"},
         {"r1": ("hunting-rifle", ("scope",)), "sc": None}),
        ({"do": "mount", "item": "sc", "on": "r2"},
         {"r2": ("hunting-rifle", ("silencer", "scope")), "sc": None}),
        ({"do": "unmount", "item": "on", "from": "r2"},
         {"r2": ("hunting-rifle", ()), "on": ("silencer", ())}),
        ({"do": "convert", "item": "kit", "on": "r2"},
         {"r2": ("surplus-assault-rifle", ("silencer",)), "kit": None}),
    ],
)  # fmt: skip
def test_one_piece_is_changed_and_the_rest_is_left(holder, move, changed):
    crew = crew_with(holder)
    before = held(crew, holder)
    after = held(apply_moves(crew, [move], BOOK), holder)
    assert after == {k: v for k, v in {**before, **changed}.items() if v is not None}


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        ({"do": "mount", "item": "sc", "on": "kit"}, "fits SMG, Rifle only"),
        ({"do": "mount", "item": "kit", "on": "r1"}, "does not go onto a weapon"),
        ({"do": "unmount", "item": "on", "from": "r1"}, "not on this weapon any more"),
        ({"do": "convert", "item": "sc", "on": "r1"}, "converts only these"),
        ({"do": "move", "item": "sc", "to": "nobody"}, "to a member or to the stash"),
        ({"do": "sell", "item": "sc"}, "no move of gear"),
    ],
)
def test_what_cannot_be_is_refused(move, problem):
    crew = crew_with("mo")
    with pytest.raises(RuleError, match=problem):
        apply_moves(crew, [move], BOOK)


def test_a_third_firearm_is_a_warning_and_a_second_is_none():
    """p. 29."""
    crew = group(member("Mo", gear=("revolver",)), stash=(Item("a", "magnum"), Item("b", "magnum")))
    moves = [{"do": "move", "item": i, "to": "mo"} for i in ("a", "b")]
    assert check_moves(crew, moves[:1], BOOK).warnings == ()
    assert check_moves(crew, moves, BOOK).warnings == ("Mo carries 3 Firearms, at most 2.",)
