"""What is next for a group of a campaign, and what it has won."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from lastdays.campaign.overview import NextStep, by_group, next_step, session_by_side
from lastdays.model.campaign import Campaign
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group, RefugeState
from lastdays.store.log import SessionSummary
from lastdays.store.sequences import Listed


def group(*, founding: bool = False) -> Group:
    return Group("a", "Truckers", RefugeState("mall"), founding=founding)


def campaign(*results: str) -> Campaign:
    """A game of groups a and b for each result: who won, '' for a draw."""
    games = tuple(
        GameRecord(
            f"g{n}",
            n,
            "scavengers",
            (Side("a", "Truckers", won=won == "a"), Side("b", "Crew", won=won == "b")),
        )
        for n, won in enumerate(results, start=1)
    )
    return Campaign("c", "Riverside", ("a", "b"), games)


def due(
    group: Group,
    campaign: Campaign,
    sequences: Iterable[Listed] = (),
    sessions: tuple[Any, ...] | list[SessionSummary] = (),
) -> NextStep:
    """What is next for a group."""
    return next_step(
        group.id,
        campaign,
        founding=group.founding,
        sequences=by_group(sequences).get(group.id, ()),
        session=session_by_side(sessions).get(group.name, ""),
    )


def sequence(game: int, *, finished: bool, whose: str = "a") -> Listed:
    return Listed(f"s{game}", whose, f"g{game}", finished)


@pytest.mark.parametrize(
    ("games", "sequences", "expected"),
    [
        ((), [], NextStep("ready")),
        (("a",), [], NextStep("begin", "g1", 1)),
        (("a",), [sequence(1, finished=False)], NextStep("sequence", "g1", 1, "s1")),
        (("a",), [sequence(1, finished=True)], NextStep("ready")),
        (("a",), [sequence(1, finished=True, whose="b")], NextStep("begin", "g1", 1)),
        (("a", "b"), [sequence(1, finished=True)], NextStep("begin", "g2", 2)),
        (("a", "b"), [], NextStep("begin", "g1", 1)),
        (("a", "b"), [sequence(2, finished=True)], NextStep("ready")),  # what was let go is past
        (
            ("a", "b"),
            [sequence(1, finished=False), sequence(2, finished=True)],
            NextStep("sequence", "g1", 1, "s1"),
        ),
        # What is begun is finished before something else is.
        (("a", "b"), [sequence(2, finished=False)], NextStep("sequence", "g2", 2, "s2")),
    ],
)
def test_the_oldest_game_that_is_not_settled_comes_first(
    games: tuple[str, ...], sequences: list[Listed], expected: NextStep
) -> None:
    assert due(group(), campaign(*games), sequences) == expected


def test_a_group_that_is_being_created_is_finished_first() -> None:
    assert due(group(founding=True), campaign("a"), []) == NextStep("creating")


def test_a_game_at_the_table_comes_before_all_else() -> None:
    def session(key: str, *sides: str) -> SessionSummary:
        return SessionSummary(key, "c", "last-days", {"sides": sides}, "", "", "", deleted=False)

    sessions = [session("t1", "Them"), session("t2", "Them", group().name)]
    found = due(group(), campaign("a"), [sequence(1, finished=False)], sessions)
    assert found == NextStep("session", session="t2")
