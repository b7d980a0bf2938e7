"""Games of the other kinds that were stored before: they open, read, undo, and are played on."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import DeclaredTracker, SessionActions
from lastdays.errors import RuleError
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.units import to_json
from lastdays.tabletop.view import Tap
from sure import sure

FIXTURES = Path(__file__).parents[1] / "fixtures"


@pytest.fixture
def sessions(tmp_path: Path, book: Catalogue) -> Iterator[SessionActions]:
    file = tmp_path / "s.sqlite"
    shutil.copy(FIXTURES / "games-0003.sqlite", file)
    store = open_store(file)
    workspace = Workspace(store, book)
    yield SessionActions(workspace, PostGameActions(workspace, random.Random(1)))
    store.close()


def test_stored_games_open_read_undo_and_go_on(sessions: SessionActions) -> None:
    played = sessions.games_played()
    assert {s.game for s in played} == {"last-night", "zombies", "last-one-alive", "zombie-town"}
    assert sum(bool(s.ended) for s in played) == 4
    still_open = 0
    for session in played:
        tracker = cast("DeclaredTracker", sessions.tracker(session.id))
        game = cast("DeclaredGame", tracker.game)
        for entry in tracker.timeline.entries:
            text = f"{tracker.words.event(entry.event)} {tracker.words.outcome(entry.event)}"
            assert "{" not in text
            assert "@" not in text
        if tracker.is_open:
            still_open += 1
            try:
                assert tracker.pending() is not None
            except RuleError:  # the window says that it cannot go on, and drops it
                assert sure(tracker.state.open).play == "building"
            tracker.drop()
        state = tracker.state
        assert game.headline(state)
        assert game.advice(state).says
        game.owed_before_next(state)
        assert tracker.board().panels
        assert tracker.bar().line
        assert tracker.guide().says
        for unit in state.pieces:
            assert tracker.sheet(unit) is not None or not state.has(unit)
        number, now = len(tracker.timeline.entries), to_json(state)
        while tracker.undo_name is not None:
            tracker.undo()
        assert to_json(tracker.state) == to_json(tracker.timeline.start)
        while len(tracker.timeline.entries) < number:
            tracker.redo()
        assert to_json(tracker.state) == now
        tracker.tap(Tap("next", {"anyway": True}))
    assert still_open >= 3


def test_stored_games_that_had_ended_keep_their_end(sessions: SessionActions) -> None:
    results: dict[str, Any] = {}
    for session in sessions.games_played():
        if session.ended:
            tracker = sessions.tracker(session.id)
            results[session.facts["result"]] = cast("DeclaredTracker", tracker).result()
    helicopter = "Bob has won."  # at the centre without a weapon, as it counted then
    assert results.pop(helicopter) == ""
    assert len(results) == 3
    # Lists are told with an "and" since, and why it is over comes first.
    told = {b: a.replace(" and ", ", ") for b, a in results.items()}
    assert {b: a for b, a in told.items() if not a.endswith(b)} == {}


def test_players_are_offered_by_name_and_their_wins_are_counted(sessions: SessionActions) -> None:
    played = sessions.games_played()
    everybody = {str(name) for s in played for name in s.facts["sides"]}
    for kind in ("zombies", "last-one-alive", "last-night", "zombie-town"):
        of_kind = [s for s in played if s.game == kind]
        names = sessions.names_of(kind)
        own = {str(name) for s in of_kind for name in s.facts["sides"]}
        assert set(names[: len(own)]) == own
        assert (set(names), len(names)) == (everybody, len(everybody))
        wins = sessions.wins(kind)
        over = [s for s in of_kind if s.ended]
        assert {name for name, _won, _of in wins} == {n for s in over for n in s.facts["sides"]}
        for name, won, games in wins:
            assert won == sum(name in s.facts["winners"] for s in over)
            assert games == sum(name in s.facts["sides"] for s in over)
        assert wins == sorted(wins, key=lambda w: (-w[1], w[0]))
    assert any(
        won for kind in ("zombies", "last-one-alive") for _name, won, _of in sessions.wins(kind)
    )
