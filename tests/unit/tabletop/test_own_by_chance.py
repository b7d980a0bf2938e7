"""Whole games under rules that players made up: they end, are undone whole, and fill in a record."""

from __future__ import annotations

import random

import pytest
from msgspec import convert, to_builtins

from lastdays.errors import RuleError
from lastdays.model.game_record import GameRecord
from lastdays.procedure.asks import Choose
from lastdays.procedure.dice import can_be_rolled, roll
from lastdays.rulebook.own_effects import parse_effect
from lastdays.tabletop.event_log import Event, LoggedEvent, Timeline
from lastdays.tabletop.last_days.game import LastDays, record
from lastdays.tabletop.last_days.own_counters import PieceWithCounters, counters_of
from lastdays.tabletop.last_days.own_turn import steps_due
from lastdays.tabletop.last_days.state import State, from_json, to_json
from lastdays.tabletop.view import Play, Tap
from sure import sure
from unit.postgame.made_up_rules import made_up_rules, with_rules
from unit.tabletop.last_days_by_chance import random_event, start
from unit.tabletop.offered import accepted, table
from unit.tabletop.playing import BOOK

SEEDS = [*range(4), *(pytest.param(n, marks=pytest.mark.sweep) for n in range(4, 60))]


def beginning(seed: int) -> State:
    """A table on which rules made up by chance are played."""
    rules = made_up_rules(random.Random(seed), "turn")
    return start(("scavengers", "the-escape")[seed % 2], with_rules(BOOK, rules))


def holds(state: State) -> None:
    """Every counter is within its bounds, no step has been done twice, and what comes after the game
    can be read."""
    counting: list[PieceWithCounters] = [*state.figures(), *state.teams, state.table]
    for piece in counting:
        for held in counters_of(state, piece):
            assert sure(held.counter).bounded(held.value) == held.value
    assert len(set(state.table.steps_done)) == len(state.table.steps_done)
    for effects in [one.effects for one in state.figures()] + [one.effects for one in state.teams]:
        assert all(map(parse_effect, effects))


class Night:
    """A game, event by event."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)
        self.start = beginning(seed)
        self.game = LastDays(self.start.rules)
        self.timeline: Timeline[State] = Timeline(self.start, ())

    @property
    def state(self) -> State:
        return self.timeline.state

    def add(self, event: Event | None) -> None:
        if event is None:
            return
        event = convert(to_builtins(event), Event)
        self.timeline.add(LoggedEvent(len(self.timeline.entries) + 1, event))
        words = self.game.words(self.state)
        assert words.event(event)
        assert "@" not in words.outcome(event)
        holds(self.state)

    def play(self, act: Play) -> None:
        """Begin a procedure, and answer whatever it asks."""
        self.add(self.game.start(self.state, act))
        while (ask := self.game.open_ask(self.state)) is not None:
            if can_be_rolled(ask):
                value = roll(ask, self.source)
            else:
                assert isinstance(ask, Choose)
                value = self.source.choice(ask.options).key
            self.add(self.game.answer(self.state, value, "typed"))

    def turn(self) -> None:
        """Play to the end of a turn, and do all that is due there."""
        self.add(self.game.tap(self.state, Tap("next")))
        self.add(self.game.tap(self.state, Tap("phase", {"phase": "end"})))
        while due := steps_due(self.state):
            one = self.source.choice(due)
            args = {"step": one.step.key}
            if self.source.random() < 0.7:
                self.play(Play("own-step", {**args, "who": self.source.choice(one.whom)}))
            else:
                self.play(Play("own-step-for-all", args))

    def undone(self) -> None:
        """Everything is undone and redone."""
        end, entries = self.state, list(self.timeline.entries)
        assert from_json(to_json(end), end.rules) == end
        while self.timeline.entries:
            self.timeline.take_last()
        assert self.state == self.start
        self.timeline.extend(entries)
        assert self.state == end

    def recorded(self) -> None:
        """The record has all that was kept on the pieces, and nothing else."""
        state = self.state
        for team in state.teams:
            state = state.change(team.id, group=f"group {team.id}")
        made = record(state, GameRecord("s", 1, "", ()), {})
        assert [side.effects for side in made.sides] == [team.effects for team in state.teams]
        for side, team in zip(made.sides, state.teams, strict=True):
            figures = state.figures(team.id)
            assert [a.effects for a in side.appearances] == [f.effects for f in figures]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_game_with_steps_in_each_turn_ends_and_is_undone(seed: int) -> None:
    night = Night(seed)
    for _turn in range(4):
        night.turn()
    assert steps_due(night.state) == []
    night.undone()
    night.recorded()


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_tapped_under_made_up_rules_is_shown_and_undone(seed: int) -> None:
    night = Night(seed)
    for n in range(150):
        try:
            night.add(random_event(night.state, night.source))
        except RuleError:
            continue
        if n % 50 == 0:
            for shown in table(night.game, night.state, night.source):
                if night.state.open is None:
                    accepted(night.game, night.state, shown)
    night.undone()


def test_what_players_write_is_never_filled_in() -> None:
    """Their braces stand as they are typed, in all that is shown and said."""
    night = Night(1)
    for own in night.state.book.own.tables:
        who = {"member": "A1", "group": "A", "campaign": "table"}[own.of]
        night.play(Play("own-table", {"table": own.key, "who": who}))
    words = night.game.words(night.state)
    said = " ".join(words.outcome(entry.event) for entry in night.timeline.entries)
    assert "{not} a place." in said, said
