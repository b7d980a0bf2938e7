"""Sessions in the store: every tap kept, undone over restarts, handed over as a record."""

from __future__ import annotations

import random

import pytest

from lastdays.campaign.games import PostGameActions
from lastdays.campaign.sample import add_sample
from lastdays.campaign.table_sessions import LastDaysTracker, SessionActions
from lastdays.errors import LastDaysError, NothingToUndoError
from lastdays.tabletop.last_days.setup import Setup, entrant_of


@pytest.fixture
def sessions(workspace, dice) -> SessionActions:
    add_sample(workspace, random.Random(1))
    return SessionActions(workspace, PostGameActions(workspace, dice))


def begun(sessions: SessionActions, encounter: str = "scavengers") -> LastDaysTracker:
    workspace = sessions.workspace
    campaign = workspace.campaigns()[0].id
    sides = [
        entrant_of(workspace.group(g.id).group, workspace.catalogue, {})
        for g in workspace.groups(campaign)[:2]
    ]
    return sessions.open(sessions.begin(campaign, Setup(encounter, tuple(sides))))


def again(sessions: SessionActions, tracker: LastDaysTracker) -> LastDaysTracker:
    """The session as another process would open it."""
    opened = sessions.open(tracker.id)
    assert opened.state == tracker.state
    assert opened.undo_name == tracker.undo_name
    assert opened.redo_name == tracker.redo_name
    return opened


def test_taps_are_kept_and_undone_over_restarts(sessions):
    tracker = begun(sessions)
    start = tracker.state
    name = start.figure("A1").name
    tracker.tap("count", piece="A1", name="noise", amount=1)
    tracker.tap("next")
    tracker = again(sessions, tracker)
    assert tracker.undo_name == "Turn 1, Menace: noise"
    tracker.undo()
    assert tracker.undo_name == f"{name} +1 noise"
    tracker = again(sessions, tracker)
    assert tracker.redo_name == "Turn 1, Menace: noise"
    tracker.undo()
    assert tracker.state == start
    tracker = again(sessions, tracker)
    tracker.redo()
    tracker.redo()
    again(sessions, tracker)
    with pytest.raises(NothingToUndoError):
        tracker.redo()


def test_a_new_tap_after_undo_is_a_branch_and_nothing_is_deleted(sessions):
    tracker = begun(sessions)
    tracker.tap("count", piece="A1", name="noise", amount=1)
    tracker.undo()
    tracker.tap("count", piece="A2", name="noise", amount=1)
    assert tracker.redo_name is None
    tracker = again(sessions, tracker)
    tracker.undo()
    assert "noise" in (tracker.redo_name or "")
    with sessions.workspace.store.reading() as tx:
        from lastdays.store.log import EVENTS

        assert len(tx.connection.execute(EVENTS.select()).all()) == 2


def test_a_half_answered_roll_reopens_where_it_stopped(sessions):
    tracker = begun(sessions)
    for _n in range(4):
        tracker.tap("next")
    tracker.start("initiative")
    first = tracker.standing().ask
    tracker.answer(4, "typed")
    tracker = again(sessions, tracker)
    now = tracker.standing().ask
    assert now.key != first.key
    undone = tracker.undo()
    assert undone.dice == "4 typed"  # the undo crosses a throw, and says so
    assert tracker.standing().ask.key == first.key


def test_going_back_to_any_point_and_forward_again(sessions):
    tracker = begun(sessions)
    for _n in range(8):
        tracker.tap("count", piece="A1", name="noise", amount=1)
    end = tracker.state
    tracker.go_back_to(3)
    assert tracker.state.figure("A1").noise == 3
    tracker = again(sessions, tracker)
    tracker.go_forward()
    assert tracker.state == end
    assert tracker.seen_at(5).figure("A1").noise == 5


def test_ending_records_the_game_and_ending_again_corrects_it(sessions):
    tracker = begun(sessions)
    tracker.tap("next")
    tracker.tap("out", figure="B1", by="A2")
    game = tracker.end()
    assert game is not None
    campaign = sessions.workspace.campaign(tracker.campaign).campaign
    recorded = campaign.game(game.id)
    assert recorded.sides[1].is_out(tracker.state.figure("B1").member)
    tracker.resume()
    tracker.tap("out", figure="B2", by="A2")
    tracker.end()
    after = sessions.workspace.campaign(tracker.campaign).campaign
    assert len(after.games) == len(campaign.games)
    assert after.game(game.id).number == recorded.number
    assert after.game(game.id).sides[0].appearances[1].rivals == 2
    (line,) = [s for s in sessions.listed(tracker.campaign) if s.id == tracker.id]
    assert line.ended
    assert line.record == game.id


def test_a_session_of_no_campaign_has_no_record(sessions):
    from unit.tabletop.playing import carl, side, zeke

    tracker = sessions.open(
        sessions.begin(None, Setup("scavengers", (side("T", zeke()), side("C", carl()))))
    )
    assert not tracker.can_record
    assert tracker.end() is None
    assert tracker.ended
    with pytest.raises(LastDaysError):
        tracker.game()


def test_deleting_a_session_can_be_taken_back(sessions):
    tracker = begun(sessions)
    sessions.delete(tracker.id)
    assert sessions.listed(tracker.campaign) == []
    sessions.restore(tracker.id)
    assert [s.id for s in sessions.listed(tracker.campaign)] == [tracker.id]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_tapped_undone_redone_and_reopened_comes_to_the_same(sessions, seed):
    from lastdays.errors import RuleError
    from unit.tabletop.test_log import random_event

    source = random.Random(seed)
    tracker = begun(sessions, "scavengers" if seed % 2 else "the-escape")
    start = tracker.state
    for _turn in range(80):
        try:
            event = random_event(tracker.state, source)
        except RuleError:
            continue
        tracker._store(event)
        if source.random() < 0.15 and tracker.timeline.entries:
            tracker.undo()
            if source.random() < 0.5:
                tracker.redo()
    tracker.drop()
    tracker.tap("zombie")  # redo leads here, and no further
    end = tracker.state
    again(sessions, tracker)
    while tracker.undo_name is not None:
        tracker.undo()
    assert tracker.state == start
    again(sessions, tracker)
    tracker.go_forward()
    assert tracker.state == end
