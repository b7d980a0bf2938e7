"""What is next for a group of a campaign, and what it has won."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.documents.group_documents import group_document
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.overview import SEEN, NextStep, by_group, next_step, session_by_side
from lastdays.model.campaign import Campaign
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group, RefugeState
from lastdays.store.log import SessionSummary
from lastdays.store.sequences import Listed
from unit.campaign.test_chronicle import won_group


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


def test_of_many_groups_the_first_are_looked_at_and_all_are_counted(workspace: Workspace) -> None:
    elsewhere = Workspace(workspace.store, workspace.catalogue)
    there, groups = CampaignActions(workspace).begin("C"), GroupActions(elsewhere)
    for n in range(SEEN + 6):
        found = groups.found(there, f"G{n:02}", "merciless-thug", "Zeke", "mall")
        if n in (0, SEEN):
            groups.end_founding(found)
        if n == 0:  # the figures of the others are read later, and at once
            assert len(workspace.overview(there).groups) == 1
    lines = workspace.overview(there).groups
    assert [line.seen is None for line in lines] == [False] * SEEN + [True] * 6
    assert [n for n, line in enumerate(lines) if not line.figures.founding] == [0, SEEN]


def test_a_group_that_has_just_enough_points_has_won(workspace: Workspace) -> None:
    there, groups = CampaignActions(workspace).begin("C"), GroupActions(workspace)
    won = won_group()
    for name, points in (("A", won.points), ("B", won.points - 1), ("C", won.points + 1)):
        group = replace(won, id=name, name=name, points=points)
        groups.import_document(there, group_document(group))
    assert workspace.overview(there).winners == ("A", "C")


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
