"""The lines of a long log: followed as events come and go, never read over from the beginning."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from lastdays.tabletop.event_log import (
    EVERY,
    Die,
    Event,
    LoggedEvent,
    LogOutline,
    Timeline,
    fact,
    log_lines,
)
from lastdays.tabletop.last_days.state import State
from unit.tabletop import playing as plays
from unit.tabletop.playing import RULES, duel

#: Kinds of events, of which some make one line with the one before.
KINDS = (
    Event(fact("count"), (), repeat="A1/noise", amount=1),
    Event(fact("count"), (), repeat="A2/noise", amount=1),
    Event(fact("next"), (), turn=1),
    Event(fact("play", play="shot"), ()),
    Event(fact("answer", play="shot"), (), dice=(Die("hit", 4, "rolled"),)),
    Event(fact("dropped", play="shot"), ()),
    Event(fact("play", play="fall"), (), says=(fact("fell"),)),
)


@pytest.mark.sweep
@given(st.lists(st.tuples(st.integers(0, 9), st.lists(st.sampled_from(KINDS), max_size=8))))
def test_an_outline_that_follows_undo_and_taps_is_that_of_the_whole_log(
    steps: list[tuple[int, list[Event]]],
) -> None:
    together = lambda before, after: after.id % 3 > 0  # noqa: E731
    outline, number = LogOutline(together), 0
    entries: list[LoggedEvent] = []
    for undone, added in steps:
        before = [outline.line(n) for n in range(len(outline.ends))]
        del entries[len(entries) - min(undone, len(entries)) :]
        for event in added:
            number += 1
            entries.append(LoggedEvent(number, event))
        same = outline.follow(entries)
        now = [outline.line(n) for n in range(len(outline.ends))]
        assert now == log_lines(entries, together)
        assert now[:same] == before[:same], "what is said to be the same is"


def test_a_tap_at_the_end_of_a_long_log_looks_at_two_events() -> None:
    looked = []

    def together(_before: LoggedEvent, after: LoggedEvent) -> bool:
        looked.append(after.id)
        return True

    outline = LogOutline(together)
    entries = [LoggedEvent(n, KINDS[0]) for n in range(1, 1001)]
    outline.follow(entries)
    looked.clear()
    entries.append(LoggedEvent(1001, KINDS[0]))
    assert outline.follow(entries) == 0  # one line, a thousand taps long
    assert looked == [1001]


def test_many_events_at_once_come_to_the_same_as_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state, events = duel().state, []
    for n in range(EVERY * 2 + 30):
        event = plays.tap(
            state,
            RULES,
            "count",
            piece=f"A{n % 2 + 1}",
            name="noise",
            amount=1 if n % 4 < 2 else -1,
        )
        assert event is not None
        state = state.patch(event.effects)
        events.append(LoggedEvent(n + 1, event))
    one_by_one = Timeline(duel().state, ())
    for entry in events:
        one_by_one.add(entry)
    calls = []

    def counted(state: State, effects: Any) -> State:
        calls.append(1)
        return patch(state, effects)

    patch = State.patch
    monkeypatch.setattr(State, "patch", counted)
    at_once = Timeline(duel().state, events)
    assert len(calls) == 3
    assert at_once.state == one_by_one.state == state
    assert at_once._snapshots == one_by_one._snapshots
    for count in (0, 1, EVERY - 1, EVERY, EVERY + 1, len(events)):
        assert at_once.at(count) == one_by_one.at(count)
    calls.clear()
    gone = at_once.cut(EVERY + 5)
    assert len(calls) == 1
    assert at_once.state == one_by_one.at(EVERY + 5)
    assert [e.id for e in gone] == list(range(EVERY + 6, len(events) + 1))
    at_once.extend(gone)
    assert at_once.state == state
    assert at_once._snapshots == one_by_one._snapshots
