"""Sessions in the store: every tap kept, undone over restarts, handed over as a record."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import (
    LastDaysTracker,
    SessionActions,
    Tracker,
    summary_sheet,
    summary_text,
)
from lastdays.errors import LastDaysError, NothingToUndoError, RuleError
from lastdays.tabletop.last_days.actions import leave
from lastdays.tabletop.last_days.initiative import initiative
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.last_days.taps import change_counter, out_by_hand, zombie_comes
from lastdays.tabletop.view import Play, Tap
from sure import as_a, sure


@pytest.fixture
def sessions(riverside: Workspace, dice: random.Random) -> SessionActions:
    return SessionActions(riverside, PostGameActions(riverside, dice))


def begun(sessions: SessionActions, encounter: str = "scavengers") -> Tracker[State]:
    workspace = sessions.workspace
    campaign = workspace.campaigns()[0].id
    sides = [
        entrant_of(workspace.group(g.id).group, workspace.catalogue, {})
        for g in workspace.groups(campaign)[:2]
    ]
    begun = sessions.begin(campaign, Setup(encounter, tuple(sides)))
    return cast("Tracker[State]", sessions.tracker(begun))


def again(sessions: SessionActions, tracker: Tracker[State]) -> Tracker[State]:
    """The session as another process would open it."""
    opened = sessions.tracker(tracker.id)
    assert opened.state == tracker.state
    assert opened.undo_name == tracker.undo_name
    assert opened.redo_name == tracker.redo_name
    return opened


def test_taps_are_kept_and_undone_over_restarts(sessions: SessionActions) -> None:
    tracker = begun(sessions)
    start = tracker.state
    name = start.figure("A1").name
    tracker.tap(change_counter.tap(piece="A1", name="noise", amount=1))
    tracker.tap(as_a(Tap, tracker.next()))
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


def test_a_half_answered_roll_reopens_where_it_stopped(sessions: SessionActions) -> None:
    tracker = begun(sessions)
    for _n in range(4):
        tracker.tap(as_a(Tap, tracker.next()))
    tracker.start(initiative.play())
    first = sure(tracker.pending())
    tracker.answer(4, "typed")
    tracker = again(sessions, tracker)
    now = sure(tracker.pending())
    assert now.key != first.key
    undone = tracker.undo()
    assert undone.dice == "4 typed"  # the undo crosses a throw, and says so
    assert sure(tracker.pending()).key == first.key


def test_going_back_to_any_point_and_forward_again(sessions: SessionActions) -> None:
    tracker = begun(sessions)
    for _n in range(8):
        tracker.tap(change_counter.tap(piece="A1", name="noise", amount=1))
    end = tracker.state
    tracker.go_back_to(3)
    assert tracker.state.figure("A1").noise == 3
    tracker = again(sessions, tracker)
    tracker.go_forward()
    assert tracker.state == end
    assert tracker.timeline.state_after(5).figure("A1").noise == 5
    for nowhere in (-1, 8):
        tracker.go_back_to(nowhere)
        assert tracker.state == end
    tracker.go_back_to(0)
    assert (tracker.state.figure("A1").noise, tracker.undo_name) == (0, None)
    tracker.redo()
    assert (tracker.state.figure("A1").noise, tracker.rules_changed) == (1, False)


@pytest.mark.parametrize(
    ("pauses", "lines", "minutes"),
    [
        *[((-1,), 2, 0), ((0,), 1, 0), ((10,), 1, 0), ((11,), 2, 0)],
        *[((3540,), 2, 59), ((3600,), 2, 0), ((3599, 3599, 3601), 4, 120)],
    ],
)
def test_quick_taps_are_one_line_and_a_long_pause_is_not_played(
    sessions: SessionActions, pauses: tuple[int, ...], lines: int, minutes: int
) -> None:
    session = sessions.begin_game("zombies", ("Ann", "Bob"), {"scenario": "standard"})
    tracker, now = sessions.tracker(session), datetime(2026, 1, 2, 20, tzinfo=UTC)
    for pause in (0, *pauses):
        now += timedelta(seconds=pause)
        sessions.workspace.clock = now.isoformat
        tracker.tap(Tap("count", {"piece": "p1", "name": "zombies", "amount": 1}))
    assert len(tracker.log()) == lines
    tracker.end()
    (listed,) = sessions.games_played()
    assert listed.facts["minutes"] == minutes


def test_a_time_that_is_none_joins_no_taps(sessions: SessionActions) -> None:
    tracker = begun(sessions)
    for at in ("once", "twice"):
        sessions.workspace.clock = at.lower
        tracker.tap(change_counter.tap(piece="A1", name="noise", amount=1))
    assert len(tracker.log()) == 2


@pytest.mark.parametrize(("stored", "shown"), [("dice", "dice"), ("magic", "guided")])
def test_help_that_an_edition_does_not_know_is_the_guide(
    sessions: SessionActions, stored: str, shown: str
) -> None:
    tracker = begun(sessions)
    with sessions.workspace.store.writing() as tx:
        tx.table.note(tracker.id, help=stored)
    assert sessions.tracker(tracker.id).help == shown


def test_what_was_chosen_last_is_that_of_the_same_game(sessions: SessionActions) -> None:
    chosen = {"scenario": "standard"}
    assert sessions.chosen_last("zombies") == (0, {})
    long = "x" * 50
    session = sessions.begin_game("zombies", ("Ann  B", long), chosen)
    assert sessions.chosen_last("zombies") == (2, chosen)
    assert sessions.chosen_last("last-night") == (0, {})
    assert sessions.names_of("last-night") == ["Ann B", "x" * 40]
    with pytest.raises(RuleError, match="a different name"):
        sessions.begin_game("zombies", (long, long + "y"), chosen)
    sessions.delete(session)
    assert sessions.games_played() == []
    assert [s.id for s in sessions.games_played(deleted=True)] == [session]


def test_ending_records_the_game_and_ending_again_corrects_it(sessions: SessionActions) -> None:
    tracker = begun(sessions)
    tracker.tap(as_a(Tap, tracker.next()))
    tracker.tap(out_by_hand.tap(figure="B1", by="A2"))
    game = tracker.end()
    assert game is not None
    assert tracker.campaign is not None
    campaign = sessions.workspace.campaign(tracker.campaign).campaign
    recorded = campaign.game(game.id)
    assert recorded.sides[1].is_out(tracker.state.figure("B1").member)
    tracker.tap(out_by_hand.tap(figure="B2", by="A2"))
    tracker.end()
    after = sessions.workspace.campaign(tracker.campaign).campaign
    assert len(after.games) == len(campaign.games)
    assert after.game(game.id).number == recorded.number
    assert after.game(game.id).sides[0].appearances[1].rivals == 2
    (line,) = [s for s in sessions.listed(tracker.campaign) if s.id == tracker.id]
    assert line.ended
    assert line.record == game.id


def test_a_session_of_no_campaign_has_no_record(sessions: SessionActions) -> None:
    from unit.tabletop.playing import carl, side, zeke

    tracker = sessions.tracker(
        sessions.begin(None, Setup("scavengers", (side("T", zeke()), side("C", carl()))))
    )
    assert [b.key for b in tracker.end_form({}).buttons] == ["list", "save", "print"]
    assert tracker.end() is None
    assert tracker.ended
    with pytest.raises(LastDaysError):
        cast("LastDaysTracker", tracker).record()


def test_the_end_is_shown_before_it_comes_with_what_speaks_against_its_record(
    sessions: SessionActions,
) -> None:
    tracker = begun(sessions)
    tracker.tap(as_a(Tap, tracker.next()))
    tracker.tap(out_by_hand.tap(figure="B1", by="A2"))
    view = tracker.end_form({})
    names = {f: tracker.state.figure(f).name for f in ("A2", "B1")}
    assert view.text.startswith("The Encounter isn't over yet; nobody has won.")
    assert f"{names['B1']}: Out of Action, by {names['A2']}" in view.text
    assert f"{names['A2']}: 1 rival" in view.text
    sheet = summary_sheet(as_a(LastDaysTracker, tracker))
    assert summary_text(sheet).startswith(sheet.title)
    assert tracker.played_groups() == tuple(t.group for t in tracker.state.teams)
    assert [(b.key, b.why_not) for b in view.buttons] == [
        (key, "") for key in ("sequence", "record", "save", "print")
    ]
    assert not tracker.ended  # looking at it ends nothing
    game = tracker.end()
    group = next(t.group for t in tracker.state.teams)
    assert tracker.campaign is not None
    sequence = sessions.games.begin(tracker.campaign, sure(game).id, group)
    assert tracker.end_form({}).buttons == view.buttons
    play_through(sessions.games, sequence)
    sessions.games.finish(sequence)
    after = tracker.end_form({})
    refused = {b.why_not for b in after.buttons[:2]}
    assert ["is finished: undo it on the group's page first" in why for why in refused] == [True]
    assert refused.pop() in after.problem
    with pytest.raises(RuleError, match="is finished"):
        tracker.end()


def test_an_encounter_that_ends_without_a_winner_is_no_draw(sessions: SessionActions) -> None:
    """p. 57: a draw is when all sides break in the same turn."""
    tracker = begun(sessions)
    tracker.tap(as_a(Tap, tracker.next()))
    for figure in tracker.state.figures():
        if figure.on_table:
            tracker.tap(leave.tap(figure=figure.id))
    assert tracker.end_form({}).text.splitlines()[0].endswith("Nobody has won.")


def test_a_declared_game_is_shown_played_and_ended_like_any_other(sessions: SessionActions) -> None:
    session = sessions.begin_game("zombies", ("Ann", "Bob"), {"scenario": "standard"})
    tracker = sessions.tracker(session)
    assert tracker.board().active == ""
    assert "Town Square" in tracker.guide().notes[0]
    tracker.tap(as_a(Tap, tracker.next()))
    tracker.tap(Tap("next"))
    assert (tracker.bar().now, tracker.bar(event_count=1).now, tracker.bar(event_count=0).now) == (
        "fight", "tile", ""
    )  # fmt: skip
    assert tracker.board(event_count=0).active == ""
    assert tracker.board().active == "p1"
    fight = tracker.guide().moves[-1]
    assert isinstance(fight.act, Play)
    assert tracker.next() == tracker.guide().moves[0].act == Play("move", {"unit": "p1"})
    tracker.start(fight.act)
    assert tracker.is_open
    assert not tracker.bar().can_go_on
    tracker.answer(6, "typed")
    sheet = tracker.sheet("p1")
    assert sure(sheet).title == "Ann"
    assert tracker.form("shot", "p1", {}) is None
    assert tracker.piece_in_hand("p1", "") == ""
    view = tracker.end_form({})
    assert view.text == "It isn't over yet; nobody has won."
    assert ([b.key for b in view.buttons], view.problem) == (["list"], "")
    assert tracker.played_groups() == ()
    tracker.tap(Tap("count", {"piece": "p1", "name": "zombies", "amount": 24}))
    assert tracker.end_form({}).text == "Ann has 25 zombies and has won.\nWinners: Ann"
    tracker.end()
    (line,) = sessions.games_played()
    assert line.facts["winners"] == ["Ann"]
    assert line.facts["result"] == "Ann has 25 zombies and has won."


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(n, marks=pytest.mark.sweep) for n in range(2, 6))]
)
def test_whatever_is_tapped_undone_redone_and_reopened_comes_to_the_same(
    sessions: SessionActions, seed: int
) -> None:
    from unit.tabletop.last_days_by_chance import random_event

    source = random.Random(seed)
    tracker = begun(sessions, "scavengers" if seed % 2 else "the-escape")
    start = tracker.state
    for _turn in range(80):
        try:
            event = random_event(tracker.state, source)
        except RuleError:
            continue
        tracker.add(event)
        if source.random() < 0.15 and tracker.timeline.entries:
            tracker.undo()
            if source.random() < 0.5:
                tracker.redo()
    tracker.drop()
    tracker.tap(zombie_comes.tap())  # redo leads here, and no further
    end = tracker.state
    again(sessions, tracker)
    while tracker.undo_name is not None:
        tracker.undo()
    assert tracker.state == start
    again(sessions, tracker)
    tracker.go_forward()
    assert tracker.state == end
