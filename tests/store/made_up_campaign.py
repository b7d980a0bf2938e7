"""A campaign in a store that is played under rules made up at random, game after game: steps before each,
a table at which anything is tapped, sequences whose answers are changed. On the way it is closed and
reopened, undone and redone, and rules go and come back; whatever should hold is asserted."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import HouseRules
from lastdays.campaign.documents.bounds import campaign_problems, problems
from lastdays.campaign.documents.group_documents import campaign_document, group_document
from lastdays.campaign.next_game import NextGameActions
from lastdays.campaign.own_rolls import Occasion, OwnRollActions
from lastdays.campaign.safekeeping import check_store
from lastdays.campaign.sample import add_sample
from lastdays.campaign.sequences.post_game import PostGameActions, SequenceView
from lastdays.campaign.table_sessions import LastDaysTracker, SessionActions
from lastdays.desktop.league_address import StorePlace
from lastdays.errors import NothingToUndoError, RuleError
from lastdays.model.fixtures import Fixture
from lastdays.model.game_record import Result
from lastdays.model.group import Group
from lastdays.procedure.asks import Arrange, Ask
from lastdays.procedure.replay import Answer
from lastdays.rulebook import load
from lastdays.rulebook.own import Counter, Owner, OwnRules
from lastdays.store import Subject, open_store
from lastdays.tabletop.last_days.own_counters import PieceWithCounters, counters_of
from lastdays.tabletop.last_days.state import State
from store.exercise import answer_all, play_move
from sure import as_a, sure
from unit.campaign.evenings import answer
from unit.postgame.made_up_rules import rules_of_all_kinds
from unit.tabletop.last_days_by_chance import own_event

BOOK = load()
#: How much is tapped at the table in each game.
MOVES = 25
#: No step, roll or sequence asks more.
ASKS_MOST = 400
Ending = Literal["played", "died out"]


class MadeUpCampaign:
    """A campaign of the sample's groups in a store, and the rules that were made up for it."""

    def __init__(self, place: StorePlace, seed: int) -> None:
        self.place, self.chance = place, random.Random(seed)
        self._open()
        self.campaign = add_sample(self.workspace)
        self.workspace.work_on(self.campaign)
        self._delete_first_game()
        self.first = self._heads()
        self.documents = self._documents()
        self.rules: OwnRules = rules_of_all_kinds(self.chance)
        for rule in self.rules.rules:
            HouseRules(self.workspace).write_rule(self.campaign, rule)
        self.groups = [group.id for group in self.workspace.groups(self.campaign)]

    # The store

    def _open(self) -> None:
        self.store = open_store(self.place)
        self.workspace = Workspace(self.store, BOOK)
        self.sequences = PostGameActions(self.workspace, self.chance)
        self.sessions = SessionActions(self.workspace, self.sequences)
        self.rolls = OwnRollActions(self.workspace)

    def reopen(self) -> None:
        """Close the store and open it again: everything is as it was."""
        before = self._documents()
        self.store.close()
        self._open()
        self.workspace.work_on(self.campaign)
        assert self._documents() == before

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def _delete_first_game(self) -> None:
        actions = self.sessions.records
        for game in self.workspace.campaign(self.campaign).campaign.games:
            actions.delete(self.campaign, game.id)

    def _subjects(self) -> list[Subject]:
        groups = [g.id for g in self.workspace.groups(self.campaign)]
        return [Subject(self.campaign), *(Subject(self.campaign, group) for group in groups)]

    def _heads(self) -> dict[Subject, int | None]:
        with self.store.reading() as tx:
            return {subject: tx.revisions.head_id(subject) for subject in self._subjects()}

    def _documents(self) -> dict[str, bytes]:
        """Return the documents of the campaign and of its groups."""
        campaign = self.workspace.campaign(self.campaign).campaign
        groups = [self.workspace.group(g.id).group for g in self.workspace.groups(self.campaign)]
        made = {group.id: group_document(group) for group in groups}
        return {**made, campaign.id: campaign_document(campaign)}

    def maybe(self, chance: float) -> bool:
        """Return whether something happens that has this chance."""
        return self.chance.random() < chance

    # A game

    def play(self, games: int) -> Ending:
        """Play so many games, or until a group has nobody left to play with."""
        for _n in range(games):
            playing = self._playing()
            if not playing:
                return "died out"
            self._plan(playing)
            self._steps_before()
            game = self._game()
            for group in playing:
                self._sequence(game, group)
            self.holds()
        return "played"

    def _playing(self) -> tuple[str, ...]:
        """Return the groups that play the next game: one alone, or both together."""
        able = [g for g in self.groups if self.workspace.group(g).group.leading is not None]
        most = self.chance.choice((1, 2))
        return tuple(self.chance.sample(able, min(most, len(able))))

    def _plan(self, playing: tuple[str, ...]) -> None:
        """Plan a game; the Leader comes also if everybody should miss it."""
        encounter = self.chance.choice(("radio-tower", "scavengers", "home-defense", "the-escape"))
        leaders = [self.workspace.group(group).group.leader for group in playing]
        parts = dict.fromkeys(leaders, "deployed")
        planned = Fixture("", encounter, playing, parts=parts, together=True)
        NextGameActions(self.workspace).plan(self.campaign, planned)

    def _steps_before(self) -> None:
        """Do the steps before the game, and a roll or two besides; each is one change, undone whole."""
        for _n in range(ASKS_MOST):
            due = list(self.rolls.due(self.campaign))
            if not due:
                break
            self._roll(due[0])
        assert not self.rolls.due(self.campaign), "the steps before a game don't end"
        for table in self.rules.tables:
            if self.maybe(0.3):
                self._roll(self._occasion(table.key, table.of))

    def _occasion(self, table: str, of: Owner) -> Occasion:
        group = self.chance.choice(self.groups)
        active = self.workspace.group(group).group.active
        if of == "campaign" or not active:
            return Occasion(table=table)
        if of == "group":
            return Occasion(table=table, group=group)
        return Occasion(table=table, group=group, member=self.chance.choice(active).id)

    def _roll(self, occasion: Occasion) -> None:
        rolling = self.rolls.begin(self.campaign, occasion)
        answers: dict[str, Answer] = {}
        for _n in range(ASKS_MOST):
            ask = rolling.played(answers).pending
            if ask is None:
                break
            answers[ask.key] = Answer(self._answer(ask))
        before = self._documents()
        self.rolls.apply(rolling, answers)
        after = self._documents()
        if after != before and self.maybe(0.3):
            self.workspace.undo(self.campaign)
            assert self._documents() == before
            self.workspace.redo(self.campaign)
            assert self._documents() == after

    def _answer(self, ask: Ask) -> Any:
        """Return a random answer, as it is stored."""
        value = answer(ask, random.Random(self.chance.random()))
        return ask.write(value) if isinstance(ask, Arrange) else value

    def _game(self) -> str:
        """Play a game at the table; return its id."""
        setup = NextGameActions(self.workspace).read(self.campaign).setup
        session = self.sessions.begin(self.campaign, setup)
        tracker = as_a(LastDaysTracker, self.sessions.tracker(session))
        for _n in range(MOVES):
            self._move(tracker)
            self._counters_at_table(tracker.state)
            if self.maybe(0.1):
                self._back_and_forth(tracker)
            if self.maybe(0.05):
                state = tracker.state
                self.reopen()
                tracker = as_a(LastDaysTracker, self.sessions.tracker(session))
                assert tracker.state == state
        result: Result = self.chance.choice(get_args(Result))
        record = sure(tracker.end(result))
        assert {record.result_of(side) for side in record.sides} == {result} or any(
            side.vehicle for side in record.sides
        )
        return record.id

    def _move(self, tracker: LastDaysTracker) -> None:
        try:
            if self.maybe(0.6):
                play_move(tracker, self.chance)
            else:
                tracker.add(own_event(tracker.state, self.chance))
        except RuleError:
            return  # a refusal is a sentence, and changes nothing
        answer_all(tracker, self.chance)

    def _back_and_forth(self, tracker: LastDaysTracker) -> None:
        """Undo some taps and redo them."""
        end, steps = tracker.state, 0
        while tracker.undo_name is not None and steps < 15:
            tracker.undo()
            steps += 1
        for _n in range(steps):
            tracker.redo()
        assert tracker.state == end

    def _counters_at_table(self, state: State) -> None:
        pieces: list[PieceWithCounters] = [*state.figures(), *state.teams, state.table]
        for piece in pieces:
            for held in counters_of(state, piece):
                assert sure(held.counter).bounded(held.value) == held.value

    # A sequence

    def _sequence(self, game: str, group: str) -> None:
        """Play a group's sequence to its end, with everything that may come between, and finish it."""
        sequence = self.sequences.begin(self.campaign, game, group)
        for _n in range(ASKS_MOST):
            view = self.sequences.view(sequence)
            assert not view.stuck, view.stuck
            if view.pending is None:
                break
            self._answer_pending(view)
            self._between(sequence)
        view = self.sequences.view(sequence)
        assert view.pending is None, "the sequence doesn't end"
        if view.base_changed or view.rules_changed:
            self.sequences.rebase(sequence)
            view = self._to_the_end(sequence)
        before = self._documents()
        self.sequences.finish(sequence)
        if self.maybe(0.5):
            after = self._documents()
            self.workspace.undo(self.campaign, group)
            assert self._documents() == before
            self.workspace.redo(self.campaign, group)
            assert self._documents() == after

    def _to_the_end(self, sequence: str) -> SequenceView:
        for _n in range(ASKS_MOST):
            view = self.sequences.view(sequence)
            if view.pending is None:
                return view
            self._answer_pending(view)
        raise AssertionError("the sequence doesn't end")

    def _answer_pending(self, view: SequenceView) -> None:
        """Answer what is asked, and what its dice are compared with, as the window does."""
        values = [self._answer(ask) for ask in self.sequences.opposed(view)]
        self.sequences.answer_opposed(view.id, values, "typed")

    def _between(self, sequence: str) -> None:
        """Do something that may come between two answers: it changes nothing that it shouldn't."""
        what = self.chance.random()
        if what < 0.05:
            self._undo_and_redo(sequence)
        elif what < 0.1:
            self._change_an_answer(sequence)
        elif what < 0.13:
            before = self.told(sequence)
            self.reopen()
            assert self.told(sequence) == before
        elif what < 0.16:
            self._without_a_step(sequence)

    def told(self, sequence: str) -> tuple[object, ...]:
        """Return what a sequence has told and asked so far, and the answers that no longer apply."""
        replayed = self.sequences.view(sequence).replayed
        pending = replayed.pending.key if replayed.pending is not None else ""
        asked = [(one.ask.key, one.value) for one in replayed.asked]
        return pending, asked, [line.text for line in replayed.story], replayed.dropped

    def _undo_and_redo(self, sequence: str) -> None:
        before, steps = self.told(sequence), 0
        while steps < 6 and self.sequences.view(sequence).can_undo:
            self.sequences.undo(sequence)
            steps += 1
        for _n in range(steps):
            self.sequences.redo(sequence)
        assert self.told(sequence) == before

    def _change_an_answer(self, sequence: str) -> None:
        """Change an earlier answer, then undo that: the replay is what it was."""
        asked = self.sequences.view(sequence).replayed.asked
        if not asked:
            return
        before, one = self.told(sequence), self.chance.choice(asked)
        self.sequences.answer(sequence, one.ask.key, self._answer(one.ask), "typed")
        changed = self.sequences.view(sequence)
        assert not changed.stuck, changed.stuck
        keys = {kept.ask.key for kept in asked} - {one.ask.key}
        in_force = {again.ask.key for again in changed.replayed.asked}
        dropped = {gone.key for gone in changed.replayed.dropped}
        assert keys <= in_force | set(changed.replayed.waiting) | dropped
        self.sequences.undo(sequence)
        assert self.told(sequence) == before, one.ask.key

    def _without_a_step(self, sequence: str) -> None:
        """Take a step out of the rules: its answers are kept, and count again once it is back."""
        if not self.rules.steps:
            return
        before, rules = self.told(sequence), HouseRules(self.workspace)
        given = {one.ask.key for one in self.sequences.view(sequence).replayed.asked}
        step = self.chance.choice(self.rules.steps)
        order = [rule.key for rule in self.workspace.campaign(self.campaign).campaign.own.steps]
        rules.remove_rule(self.campaign, step)
        without = self.sequences.view(sequence)
        assert not without.stuck, without.stuck
        assert without.rules_changed
        there = {one.ask.key for one in without.replayed.asked}
        kept = there | set(without.replayed.waiting) | {one.key for one in without.replayed.dropped}
        assert given <= kept
        self.workspace.undo(self.campaign)
        now = self.workspace.campaign(self.campaign).campaign.own.steps
        assert [rule.key for rule in now] == order
        assert not self.sequences.view(sequence).rules_changed
        assert self.told(sequence) == before

    # What holds

    def holds(self) -> None:
        """Everything that is stored is sound, and counters are within their bounds."""
        value = self.workspace.campaign(self.campaign).campaign
        assert campaign_problems(value) == []
        assert self.workspace.catalogue.own.entries == self.rules.entries
        self._bounded(value.counters, "campaign")
        for summary in self.workspace.groups(self.campaign):
            group = self.workspace.group(summary.id).group
            assert problems(group, self.workspace.catalogue, [group], foreign=True) == []
            for owner, values in _values(group):
                self._bounded(values, owner)
        assert not check_store(self.workspace).problems

    def _bounded(self, values: Mapping[str, int], owner: Owner) -> None:
        for key, value in values.items():
            counter = self.rules.find("counters", key)
            if isinstance(counter, Counter) and counter.of == owner:
                assert counter.bounded(value) == value, (key, value)

    def undo_everything(self) -> None:
        """Undo all that was done, and redo it: the documents are those of then, and of now."""
        last, heads = self._documents(), self._heads()
        self._move_heads(self.first, back=True)
        assert self._documents() == self.documents
        assert self.workspace.catalogue.digest == BOOK.digest
        self._move_heads(heads, back=False)
        assert self._documents() == last

    def _move_heads(self, wanted: Mapping[Subject, int | None], *, back: bool) -> None:
        """Undo, or redo, until every document is at its wanted revision. What touches two documents goes
        once it is the latest of both."""
        step = self.workspace.undo if back else self.workspace.redo
        while (now := self._heads()) != wanted:
            left = [subject for subject, head in now.items() if head != wanted[subject]]
            for subject in left:
                try:
                    step(self.campaign, subject.group)
                    break
                except NothingToUndoError:
                    continue
            else:
                raise AssertionError(f"{len(left)} documents can't be taken further")

    def without_rules(self) -> None:
        """Without own rules the rulebook is the book's, to the byte."""
        rules = HouseRules(self.workspace)
        for rule in self.rules.rules:
            rules.remove_rule(self.campaign, rule)
        assert self.workspace.catalogue.digest == BOOK.digest


def _values(group: Group) -> Iterator[tuple[Owner, Mapping[str, int]]]:
    yield "group", group.counters
    for member in group.roster:
        yield "member", member.counters


def play_one(place: StorePlace, seed: int, games: int) -> Ending:
    """Play a campaign under rules made up for a seed, and hold it to all that should be so."""
    made = MadeUpCampaign(place, seed)
    try:
        ending = made.play(games)
        made.undo_everything()
        made.without_rules()
    finally:
        made.close()
    return ending
