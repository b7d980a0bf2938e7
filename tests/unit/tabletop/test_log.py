"""Events and their fold: whatever is done can be undone, redone and read again."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec import NODEFAULT, convert, to_builtins
from msgspec.structs import fields

from lastdays.errors import RuleError
from lastdays.tabletop.event_log import (
    Die,
    Event,
    LoggedEvent,
    PendingProcedure,
    Timeline,
    fact,
    log_lines,
)
from lastdays.tabletop.last_days.actions import Offer
from lastdays.tabletop.last_days.chapter import Due
from lastdays.tabletop.last_days.combat import Fight
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.setup import Entrant
from lastdays.tabletop.last_days.shooting import Shot
from lastdays.tabletop.last_days.sides import Roles
from lastdays.tabletop.last_days.state import (
    Blade,
    Captive,
    Figure,
    Gun,
    Marker,
    Table,
    Team,
    Zombie,
    from_json,
    to_json,
)
from sure import sure
from unit.tabletop import playing as plays
from unit.tabletop.last_days_by_chance import random_event, start
from unit.tabletop.playing import RULES, duel


@pytest.mark.sweep
@settings(max_examples=60)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(["scavengers", "bushwhack", "rescue", "the-escape", "home-defense"]),
)
def test_any_taps_undone_redone_and_reopened_come_to_the_same(seed: int, encounter: str) -> None:
    source = random.Random(seed)
    beginning = start(encounter)
    timeline = Timeline(beginning, ())
    states = [beginning]
    for _turn in range(150):
        try:
            event = random_event(timeline.state, source)
        except RuleError:
            continue
        if event is None:
            continue
        event = convert(to_builtins(event), Event)
        timeline.add(LoggedEvent(len(states), event))
        states.append(timeline.state)
        words = LastDays(RULES).words(timeline.state)
        assert words.event(event)
        assert "@" not in words.outcome(event)
    assert from_json(to_json(timeline.state), timeline.state.rules) == timeline.state
    assert Timeline(beginning, timeline.entries).state == timeline.state
    kept = list(timeline.entries)
    for state in reversed(states[:-1]):
        timeline.take_last()
        assert timeline.state == state
    for entry in kept:
        timeline.add(entry)
    assert timeline.state == states[-1]
    for count in range(0, len(states), 17):
        assert timeline.state_after(count) == states[count]


def test_the_difference_of_two_states_makes_one_the_other() -> None:
    before = start()
    after = before.change("A1", noise=3).without("Z2").change("table", turn=4)
    assert before.patch(before.diff(after)) == after
    assert after.patch(after.diff(before)).pieces.keys() == before.pieces.keys()


def test_an_event_that_does_not_fit_is_said() -> None:
    with pytest.raises(RuleError):
        start().patch([["set", "Q9", {"noise": 1}]])
    with pytest.raises(RuleError):
        from_json([["figure", {"nonsense": 1}]], RULES)


def test_many_events_at_once_come_to_the_same_as_one_by_one() -> None:
    state, events = duel().state, []
    for n in range(30):
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
    at_once = Timeline(duel().state, events)
    assert at_once.state == one_by_one.state == state
    for count in range(len(events) + 1):
        assert at_once.state_after(count) == Timeline(duel().state, events[:count]).state
    gone = at_once.keep_first(5)
    assert at_once.state == one_by_one.state_after(5)
    assert [e.id for e in gone] == list(range(6, len(events) + 1))
    at_once.extend(gone)
    assert at_once.state == state


def test_quick_repeated_taps_are_one_line_and_still_undone_tap_by_tap() -> None:
    match = duel()
    for _n in range(2):
        match.tap("count", piece="A1", name="noise", amount=1)
    match.tap("count", piece="A2", name="noise", amount=1)
    entries = [LoggedEvent(n, e) for n, e in enumerate(match.events)]
    found = log_lines(entries, lambda _a, _b: True)
    words = LastDays(match.rules).words(match.state)
    assert [words.line(line) for line in found] == ["Zeke +2 noise (2 taps)", "Mo +1 noise"]
    assert len(log_lines(entries, lambda _a, _b: False)) == 3
    assert words.event(match.events[0]) == "Zeke +1 noise"


def test_a_tap_between_two_answers_counts() -> None:
    match = duel()
    match.set("A1", noise=3)
    match.to("noise")
    event = plays.start(match.state, RULES, "noise", {"who": "A1"})
    match._add(event)
    assert "D6 + 3" in sure(plays.standing(match.state, RULES)).question
    match.tap("count", piece="A1", name="noise", amount=-2)
    assert "D6 + 1" in sure(plays.standing(match.state, RULES)).question


def test_wrong_dice_are_refused_and_nothing_changes() -> None:
    match = duel()
    match.to("action")
    match._add(plays.start(match.state, RULES, "initiative", {}))
    with pytest.raises(RuleError, match="1 to 6"):
        plays.answer(match.state, RULES, 7, "typed")


def procedure(*names: tuple[str, str], says: bool = True) -> list[LoggedEvent]:
    """Events of procedures, as (key, play); the last one says what came of it."""
    return [
        LoggedEvent(
            n,
            Event(
                fact(key, play=play),
                (),
                (fact("done"),) if says and n == len(names) else (),
                (Die("k", n, "rolled"),) if n > 1 else (),
            ),
        )
        for n, (key, play) in enumerate(names, start=1)
    ]


def lines(entries: list[LoggedEvent]) -> list[tuple[int, int, list[int]]]:
    found = log_lines(entries, lambda _a, _b: False)
    return [
        (line[0].id, line[-1].id, [die.value for entry in line for die in entry.event.dice])
        for line in found
    ]


def test_a_procedure_with_its_answers_is_one_line_of_the_log() -> None:
    entries = procedure(("play", "roll-off"), ("answer", "roll-off"), ("play", "roll-off"))
    assert lines(entries) == [(1, 3, [2, 3])]
    dropped = procedure(("play", "roll-off"), ("answer", "roll-off"), ("dropped", "roll-off"))
    assert lines(dropped) == [(1, 3, [2, 3])]


def test_another_procedure_and_the_same_once_more_are_lines_of_their_own() -> None:
    entries = procedure(("play", "noise"), ("play", "noise"), ("play", "noise"), ("play", "ammo"))
    assert lines(entries) == [(1, 2, [2]), (3, 3, [3]), (4, 4, [4])]
    assert len(lines(procedure(("play", "noise"), ("count", "")))) == 2


@pytest.mark.parametrize(
    ("key", "said", "thrown", "together"),
    [("play", 0, 0, True), ("play", 1, 0, False), ("play", 0, 1, False), ("dropped", 0, 0, False)],
)
def test_a_line_goes_on_while_nothing_has_come_of_it(
    key: str, said: int, thrown: int, together: bool
) -> None:
    name = fact(key, play="noise")
    first = Event(name, (), (fact("done"),) * said, (Die("k", 1, "rolled"),) * thrown)
    entries = [LoggedEvent(1, first), *procedure(("play", "noise"))]
    assert len(lines(entries)) == (1 if together else 2)


@pytest.mark.parametrize(
    ("cls", "needed", "begun"),
    [
        (Team, "id name", {"breaks": True, "carries_off": True}),
        (Figure, "id team name AP CQC FA S E e_shots DC C I", {"part": "deployed"}),
        (Gun, "id figure name item cls steps rate reload reload_cost", {"usable": True}),
        (Blade, "id figure name item cqc strength", {}),
        (Zombie, "id name AP CQC S DC H", {}),
        (Marker, "id sort name", {"radius": 3}),
        (Captive, "id name", {"place": "table"}),
        (Table, "", {"id": "table", "phase": "setup", "draws": 1}),
        (PendingProcedure, "play args", {"id": "open"}),
        (Event, "name effects", {}),
        (Entrant, "name members", {}),
        (Roles, "", {}),
        (Shot, "gun target", {"cover": "none"}),
        (Offer, "key label cost", {}),
        (Fight, "attacker defender", {}),
        (Due, "", {}),
    ],
)
def test_a_piece_begins_with_nothing_on_it(
    cls: type[Any], needed: str, begun: dict[str, Any]
) -> None:
    """A session stored by an earlier version leaves out what came later, so this is how it opens."""
    plain = [f for f in fields(cls) if f.default is NODEFAULT and f.default_factory is NODEFAULT]
    assert [f.name for f in plain] == needed.split()
    found = {f.name: f.default for f in fields(cls) if f.default is not NODEFAULT}
    found |= {
        f.name: f.default_factory() for f in fields(cls) if f.default_factory is not NODEFAULT
    }
    assert {name: value for name, value in found.items() if value} == begun
