"""Gear moved, attached and converted, with a member and in the stash alike: the piece that is meant
and no other (p. 78–79, p. 93; ruling 23)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.model.group import Group, Item
from lastdays.postgame.gear_moves import (
    ArrangeGear,
    Attach,
    Convert,
    Detach,
    GearMove,
    MoveItem,
    apply_moves,
    check_moves,
    move_in_words,
)
from unit.postgame.crew import BOOK, group, member

RIFLES = (Item("r1", "hunting-rifle"), Item("r2", "hunting-rifle", (Item("on", "silencer"),)))
LOOSE = (Item("sc", "scope"), Item("kit", "mod-kit"))


def crew_with(holder: str) -> Group:
    """Two rifles and what goes onto them, with Mo or in the stash."""
    gear = (*RIFLES, *LOOSE)
    if holder:
        return group(replace(member("Mo"), gear=gear))
    return group(member("Mo"), stash=gear)


def held(crew: Group, holder: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    items = crew.member("mo").gear if holder else crew.stash
    return {i.id: (i.key, tuple(a.key for a in i.attached)) for i in items}


@pytest.mark.parametrize("holder", ["mo", ""])
@pytest.mark.parametrize(
    ("move", "changed"),
    [
        (Attach("sc", "r1"),
         {"r1": ("hunting-rifle", ("scope",)), "sc": None}),
        (Attach("sc", "r2"),
         {"r2": ("hunting-rifle", ("silencer", "scope")), "sc": None}),
        (Detach("on", "r2"),
         {"r2": ("hunting-rifle", ()), "on": ("silencer", ())}),
        (Convert("kit", "r2"),
         {"r2": ("surplus-assault-rifle", ("silencer",)), "kit": None}),
    ],
)  # fmt: skip
def test_one_piece_is_changed_and_the_rest_is_left(
    holder: str, move: GearMove, changed: dict[str, tuple[str, tuple[str, ...]] | None]
) -> None:
    crew = crew_with(holder)
    before = held(crew, holder)
    after = held(apply_moves(crew, [move], BOOK), holder)
    assert after == {k: v for k, v in {**before, **changed}.items() if v is not None}


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        (Attach("sc", "kit"), "fits SMG, Rifle only"),
        (Attach("kit", "r1"), "can't be attached to a weapon"),
        (Detach("on", "r1"), "no longer on this weapon"),
        (Convert("sc", "r1"), "converts only"),
        (MoveItem("sc", "nobody"), "to a member or to the stash"),
    ],
)
def test_what_cannot_be_is_refused(move: GearMove, problem: str) -> None:
    crew = crew_with("mo")
    with pytest.raises(RuleError, match=problem):
        apply_moves(crew, [move], BOOK)


def test_a_third_firearm_is_a_warning_and_a_second_is_none() -> None:
    """p. 29."""
    crew = group(member("Mo", gear=("revolver",)), stash=(Item("a", "magnum"), Item("b", "magnum")))
    moves = [MoveItem(i, "mo") for i in ("a", "b")]
    assert check_moves(crew, moves[:1], BOOK).warnings == ()
    assert check_moves(crew, moves, BOOK).warnings == ("Mo carries 3 Firearms; the limit is 2.",)


MOVES = (MoveItem("sc", ""), Attach("sc", "r1"), Detach("on", "r2"), Convert("kit", "r2"))
#: As stores of before have them.
STORED_MOVES = [
    {"do": "move", "item": "sc", "to": ""},
    {"do": "mount", "item": "sc", "on": "r1"},
    {"do": "unmount", "item": "on", "from": "r2"},
    {"do": "convert", "item": "kit", "on": "r2"},
]


def asked_for_gear() -> ArrangeGear:
    return ArrangeGear(
        key="gear/moves", question="", initial=(), group=crew_with("mo"), catalogue=BOOK
    )


def test_moves_are_read_and_written_as_stores_have_them() -> None:
    assert asked_for_gear().read(STORED_MOVES) == MOVES
    assert asked_for_gear().write(MOVES) == STORED_MOVES


def test_moves_are_accepted_from_their_stored_form() -> None:
    assert asked_for_gear().accept(STORED_MOVES[1:2]) == (Attach("sc", "r1"),)
    with pytest.raises(RuleError, match="no such member"):
        asked_for_gear().accept([{"do": "move", "item": "sc", "to": "nobody"}])


@pytest.mark.parametrize(
    "stored",
    [
        "gear", {"do": "move", "item": "sc", "to": ""}, ["sc"], [{"do": "sell", "item": "sc"}],
        [{"do": "move", "item": "sc"}], [{"do": "mount", "item": "sc", "from": "r1"}],
        [{"do": "convert", "item": 1, "on": "r2"}],
    ],
)  # fmt: skip
def test_a_malformed_answer_is_no_move(
    stored: Any,
) -> None:
    with pytest.raises(RuleError, match="That isn't a "):
        asked_for_gear().read(stored)


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (MoveItem("sc", ""), "Scope: Mo → stash"),
        (MoveItem("sc", "zeke"), "Scope: Mo → Zeke"),
        (Attach("sc", "r1"), "Scope attached to Hunting Rifle"),
        (Detach("on", "r3"), "Silencer taken off Hunting Rifle"),
        (Convert("kit", "r1"), "Mod-Kit used on Hunting Rifle"),
    ],
)
def test_a_move_in_words(move: GearMove, said: str) -> None:
    both = Item("r3", "hunting-rifle", (Item("sight", "scope"), Item("on", "silencer")))
    crew = crew_with("mo")
    crew = crew.change_member("mo", lambda m: replace(m, gear=(*m.gear, both)))
    assert move_in_words(crew, move, BOOK) == said


def test_gear_of_the_stash_in_words() -> None:
    assert move_in_words(crew_with(""), MoveItem("sc", "mo"), BOOK) == "Scope: stash → Mo"


@pytest.mark.parametrize(
    "move",
    [
        MoveItem("sc", ""), MoveItem("loose", "mo"), Attach("sc", "free"), Attach("loose", "r1"),
        Detach("on", "r2"), Convert("kit", "free"), Convert("spare", "r1"),
    ],
)  # fmt: skip
def test_ruling_23_a_newcomers_gear_stays_as_it_is(move: GearMove) -> None:
    """As giver and as taker, of what is moved and of the gun it goes onto."""
    stash = (Item("free", "hunting-rifle"), Item("loose", "scope"), Item("spare", "mod-kit"))
    crew = replace(crew_with("mo"), stash=stash)
    assert not check_moves(crew, [move], BOOK).problems
    crew = crew.change_member("mo", lambda m: replace(m, newcomer=True))
    said = ("Mo is new and keeps their starting gear for now.",)
    assert check_moves(crew, [move], BOOK).problems == said
