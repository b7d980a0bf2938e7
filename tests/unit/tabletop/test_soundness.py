"""What a table can be that comes out of a file: each bound at its number and one beyond."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from lastdays.tabletop.last_days import soundness, state
from lastdays.tabletop.last_days.soundness import (
    ANSWER_DEEP,
    ANSWERS_MOST,
    LIST_MOST,
    NUMBER_MOST,
    PIECES_MOST,
    TEXT_MOST,
    is_plain,
    is_sound,
    stays_sound,
)


def table(*more: state.Piece, figure: Mapping[str, Any] | None = None) -> state.State:
    """A table with a side and its model, which may be odd."""
    model = state.Figure("A1", "A", "Zeke", *[3] * 9, **(figure or {}))
    return state.State.of([state.Team("A", "x"), state.Table(), model, *more])


@pytest.mark.parametrize(
    ("values", "sound"),
    [
        ({}, True),
        ({"used": ("i",) * LIST_MOST}, True),
        ({"used": ("i",) * (LIST_MOST + 1)}, False),
        ({"used": ["i"]}, False),
        ({"used": (1,)}, False),
        ({"kit": (("i", "booze"),)}, True),
        ({"kit": (("i",),)}, False),
        ({"kit": (("i", "booze", "x"),)}, False),
        ({"kit": (["i", "booze"],)}, False),
        ({"kit": (("i", 1),)}, False),
        ({"noise": NUMBER_MOST}, True),
        ({"noise": NUMBER_MOST + 1}, False),
        ({"noise": -NUMBER_MOST}, True),
        ({"noise": -NUMBER_MOST - 1}, False),
        ({"noise": True}, False),
        ({"ap": None}, True),
        ({"ap": "6"}, False),
        ({"acted": 1}, False),
        ({"member": "m" * TEXT_MOST}, True),
        ({"member": "m" * (TEXT_MOST + 1)}, False),
        ({"member": "a\nb"}, False),
        ({"out_by": "zombie"}, True),
        ({"out_by": "A1"}, True),
        ({"out_by": "A2"}, False),
        ({"carries": "token"}, True),
        ({"carries": "A1"}, False),
    ],
)
def test_what_a_model_of_a_file_can_be(values, sound):
    assert is_sound(table(figure=values)) is sound


def test_the_bounds_are_those_that_files_were_written_within():
    """A lower one would refuse a game that was let in before."""
    assert (PIECES_MOST, NUMBER_MOST, TEXT_MOST, LIST_MOST) == (1_500, 999, 250, 1_000)
    assert (ANSWERS_MOST, ANSWER_DEEP) == (200, 4)


def nested(deep: int) -> Any:
    value: Any = 1
    for n in range(deep):
        value = [value] if n % 2 else {"a": value}
    return value


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (None, True),
        (True, True),
        ([1, "a", (2,)], True),
        ({"a": 1}, True),
        ({1: 1}, False),
        ({"a": 1.5}, False),
        ([object()], False),
        (nested(ANSWER_DEEP), True),
        ([nested(ANSWER_DEEP)], False),
        ([[[[1]]]], True),
        ([[[[[1]]]]], False),
        ({"a": nested(ANSWER_DEEP)}, False),
        ([0] * LIST_MOST, True),
        ([0] * (LIST_MOST + 1), False),
        ({str(n): 0 for n in range(LIST_MOST)}, True),
        ({str(n): 0 for n in range(LIST_MOST + 1)}, False),
    ],
)
def test_what_an_answer_of_a_file_can_be(value, plain):
    assert is_plain(value) is plain


ANSWER = ("roll", 3, "typed", "")


@pytest.mark.parametrize(
    ("args", "answers", "sound"),
    [
        ({"figure": "A1"}, (ANSWER,), True),
        ({}, (ANSWER,) * ANSWERS_MOST, True),
        ({}, (ANSWER,) * (ANSWERS_MOST + 1), False),
        ({}, (ANSWER[:3],), False),
        ({}, ((*ANSWER, ""),), False),
        *(({}, ((*ANSWER[:n], 1.5, *ANSWER[n + 1 :]),), False) for n in range(4)),
        *(({}, ((*ANSWER[:n], 1, *ANSWER[n + 1 :]),), n == 1) for n in range(4)),
        ({"a b": 1}, (), False),
        ({1: 1}, (), False),
        ({"figure": 1.5}, (), False),
        (["figure"], (), False),
    ],
)
def test_what_an_open_procedure_of_a_file_can_be(args, answers, sound):
    assert is_sound(table(state.PendingPiece("roll", args, answers))) is sound


@pytest.mark.parametrize(
    ("values", "sound"),
    [
        ({"phase": "action"}, True),
        ({"phase": "night"}, False),
        ({"phase": 3}, False),
        ({"rolled_off": ("A",)}, True),
        ({"rolled_off": ("A", "B")}, False),
        ({"contacts": (("A1", "A1"),)}, True),
        ({"contacts": (("A", "A1"),)}, False),
        ({"rolled_off": ("A",), "contacts": (("A1", "Z1"),)}, False),
    ],
)
def test_what_the_game_of_a_file_can_be(values, sound):
    found = {**table().pieces, "table": state.Table(**values)}
    assert is_sound(state.State(found)) is sound


def test_so_many_pieces_are_on_a_table():
    doors = [state.Marker(f"T{n}", "door", "Door") for n in range(1, PIECES_MOST - 2)]
    assert is_sound(table(*doors))
    assert not is_sound(table(*doors, state.Marker("T9999", "door", "Door")))


def test_a_piece_lies_under_its_own_id_and_each_kind_has_its_own():
    before = table()
    other = state.Figure("A3", "A", "Mo", *[3] * 9)
    assert not is_sound(state.State({**before.pieces, "A2": other}))
    assert not is_sound(state.State({"table": before.pieces["A"], "A": before.pieces["A"]}))
    assert not is_sound(table(state.Marker("a door", "door", "Door")))
    assert not is_sound(table(state.Team("x", "y")))


@pytest.mark.parametrize(
    ("piece", "sound"),
    [
        (state.Figure("A1", "A", "Zeke", *[2] * 9), True),
        (state.Figure("A1", "A", "Zeke", *[3] * 9, noise=NUMBER_MOST + 1), False),
        (state.Figure("A3", "A", "Mo", *[3] * 9), True),
        (state.Zombie("A1", "Zombie", 5, 2, 3, 3, 1), False),
        (state.Team("B", "y"), False),
        (state.Team("A", "y"), True),
        (state.Table(turn=2), True),
    ],
)
def test_what_a_tap_of_a_file_may_change(piece, sound):
    before = table()
    assert stays_sound(before, state.State({**before.pieces, piece.id: piece})) is sound


def test_a_model_of_a_file_never_goes():
    before = table(state.Captive("P1", "Jo"))
    assert stays_sound(before, before.drop("P1"))
    assert not stays_sound(before, before.drop("A1"))


def test_a_captive_that_goes_is_looked_for_and_nothing_else(monkeypatch):
    """However many there are on the table, each time one goes."""
    model = state.Figure("A1", "A", "Zeke", *[3] * 9)
    captives = [state.Captive("P1", "Jo"), state.Captive("P2", "Mo")]
    before = state.State.of([state.Team("A", "x"), state.Table(), model, *captives])
    looked: list[str] = []
    one = soundness._is_sound
    monkeypatch.setattr(
        soundness, "_is_sound", lambda piece, *rest: looked.append(piece.id) or one(piece, *rest)
    )
    assert soundness.stays_sound(before, before.drop("P1"))
    assert looked == []
    for name in ("carries", "brought"):
        carried = before.change("A1", **{name: "P1"})
        assert soundness.stays_sound(before, carried)
        assert soundness.stays_sound(carried, carried.drop("P2"))
        assert not soundness.stays_sound(carried, carried.drop("P1"))
        assert not soundness.stays_sound(before, carried.drop("P1"))
