"""A record, pair by pair of its facts: what follows is filled in, what cannot be is said."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.model.game_record import (
    Appearance,
    CaptiveRecord,
    GameRecord,
    Side,
    SupplyToken,
    doubts,
    settled,
)
from unit.postgame.crew import BOOK

NAMES = {"mo": "Mo", "ana": "Ana", "bo": "Bo"}


def game(
    *,
    encounter: str = "scavengers",
    **values: Any,
) -> GameRecord:
    """Zeke's Mo and Bo against Carl's Ana; `values` are facts of Zeke's side."""
    mine = Side("z", "Zeke", (Appearance("mo"), Appearance("bo")))
    return GameRecord(
        "g", 1, encounter, (replace(mine, **values), Side("c", "Carl", (Appearance("ana"),)))
    )


def with_mo(record: GameRecord, **values: Any) -> GameRecord:
    mine = record.sides[0]
    appearances = (replace(mine.appearances[0], **values), *mine.appearances[1:])
    return replace(record, sides=(replace(mine, appearances=appearances), record.sides[1]))


def lost_to(captor: str) -> GameRecord:
    return game(encounter="rescue", captives=(CaptiveRecord("x", "lost", "X", captor=captor),))


def said(record: GameRecord) -> str:
    return " ".join(doubts(record, BOOK, NAMES))


def test_who_took_someone_out_counts_a_rival() -> None:
    record = settled(with_mo(game(), out=True, out_by="ana"))
    assert record.sides[1].appearances[0].rivals == 1
    assert said(record) == ""
    assert settled(record) == record


def test_a_higher_count_stands() -> None:
    record = with_mo(game(), out=True, out_by="ana")
    ana = replace(record.sides[1].appearances[0], rivals=4)
    record = replace(record, sides=(record.sides[0], replace(record.sides[1], appearances=(ana,))))
    assert settled(record) == record
    assert "counts 4 rivals taken Out of Action, but only 1 can be theirs" in said(record)


def test_a_copy_of_the_group_keeps_its_own_count() -> None:
    mine = Side("z", "Zeke", (Appearance("mo", out=True, out_by="mo"),))
    record = settled(
        GameRecord("g", 1, "scavengers", (mine, Side("c", "Copy", (Appearance("mo"),))))
    )
    assert [s.appearances[0].rivals for s in record.sides] == [0, 1]


@pytest.mark.parametrize(
    ("encounter", "facts"),
    [
        ("rescue", {"captives": (CaptiveRecord("x", "home", "X", by="mo"),)}),
        ("rescue", {"stranger_home": True, "stranger_by": "mo"}),
        ("the-escape", {"vehicle": True, "vehicle_by": "mo"}),
    ],
)
def test_an_objective_follows_from_what_was_done(encounter: str, facts: dict[str, Any]) -> None:
    record = settled(game(encounter=encounter, **facts))
    assert [a.objectives for a in record.sides[0].appearances] == [1, 0]
    assert record.sides[0].won == ("vehicle" in facts)
    assert said(record) == ""
    fell = with_mo(record, out=True)
    assert "Mo is Out of Action, so can't have brought anybody home or driven away." in said(fell)


HELD = SupplyToken("held", "mo")
CARRIED = SupplyToken("carried", "mo")
CLAIMED = SupplyToken("claimed")


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (with_mo(game(tokens=(HELD,)), out=True), "Mo is Out of Action, so can't have carried"),
        (with_mo(game(tokens=(CARRIED,)), out=True), "Mo is Out of Action, so can't have"),
        (with_mo(game(tokens=(HELD,)), part="missing"), "Mo wasn't on the table"),
        *(
            (with_mo(game(), part="held-back", **deed), "Mo wasn't on the table, so can't")
            for deed in (
                {"out": True},
                {"zombies": 1},
                {"rivals": 1},
                {"objectives": 1},
                {"spent": ("i",)},
            )
        ),
        (game(tokens=(HELD, CARRIED)), "Mo has 2 Supply Tokens, but nobody carries more than one"),
        (game(tokens=(CLAIMED,)), "Zeke can't have claimed Supply Tokens: nobody else broke."),
        (
            game(tokens=(CLAIMED,), broke=True),
            "Zeke broke, so they can't have claimed Supply Tokens.",
        ),
        (game(broke=True, won=True), "Zeke broke, so they can't have won."),
        (lost_to("d"), "X dies here, but their captors weren't in this game"),
        (game(encounter="the-escape", broke=True), "The Escape has no Breaking Point Tests"),
        (game(vehicle=True), "Zeke: Scavengers has no vehicle to get away in."),
        (game(stranger_home=True), "a stranger: Scavengers has no captive to rescue."),
        (
            game(captives=(CaptiveRecord("x", "home", "X"),)),
            "X: Scavengers has no captive to rescue.",
        ),
        (
            game(captives=(CaptiveRecord("x", "lost", "X"),)),
            "X: Scavengers has no captive to rescue.",
        ),
    ],
)
def test_what_cannot_be_is_said(record: GameRecord, sentence: str) -> None:
    assert sentence in said(record)


def test_captors_who_played_take_the_gear_themselves() -> None:
    assert said(lost_to("c")) == ""


def test_zombies_killed_are_those_of_the_own_side() -> None:
    record = with_mo(game(), zombies=3)
    assert [record.killed_by(group) for group in ("z", "c", "d")] == [3, 0, 0]


def test_a_rival_who_was_not_there_took_nobody_out() -> None:
    record = with_mo(game(), out=True, out_by="ana")
    away = replace(record.sides[1], appearances=(Appearance("ana", "held-back"),))
    said_of_it = said(replace(record, sides=(record.sides[0], away)))
    assert "Ana wasn't on the table, so can't have taken Mo Out of Action." in said_of_it


@pytest.mark.parametrize("fact", ["won", "vehicle", "stranger_home"])
def test_a_side_that_all_fell_brought_nothing_home(fact: str) -> None:
    held: dict[str, Any] = {fact: True}
    out = (Appearance("mo", out=True), Appearance("bo", out=True))
    assert "All of Zeke are Out of Action" in said(game(appearances=out, **held))


@pytest.mark.parametrize("fact", ["won", "vehicle", "stranger_home"])
def test_only_one_side_can(fact: str) -> None:
    held: dict[str, Any] = {fact: True}
    record = game(**held)
    both = replace(record, sides=(record.sides[0], replace(record.sides[1], **held)))
    assert "More than one side" in said(both)
    assert "More than one side" not in said(record)


def test_others_who_broke_or_fell_let_tokens_be_claimed() -> None:
    record = game(tokens=(CLAIMED,))
    broke = replace(record.sides[1], broke=True)
    fell = replace(record.sides[1], appearances=(Appearance("ana", out=True, out_by="zombie"),))
    for other in (broke, fell):
        assert said(replace(record, sides=(record.sides[0], other))) == ""
