"""The engine of every tracker, which turns a tap or an answer into an event with its effects, and
the protocol of games. A procedure runs on the current table with the answers so far, which are
stored on the table too; only its last answer changes anything else. Therefore taps between two
answers count, and a killed process loses nothing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Ask, Procedure, Roll, Sum
from lastdays.procedure.dice import RandomSource, can_be_rolled, lowest_answer, roll
from lastdays.procedure.replay import Answer, Replayed, replay
from lastdays.tabletop.event_log import Die, Event, Fact, PendingProcedure, Tabletop, fact
from lastdays.tabletop.phrases import Phrases
from lastdays.tabletop.view import (
    Act,
    BarView,
    BoardView,
    ButtonView,
    FormView,
    Guide,
    Play,
    SheetView,
    Tap,
)
from lastdays.values import Value

S = TypeVar("S", bound=Tabletop[Any])


class GameEnd(Value):
    """How a game ended: a fact, and the ids of the winners, empty if nobody won."""

    why: Fact
    winners: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """Return a name for this end that is stored on the table: its fact and the winners."""
        return "/".join((self.why.key, *self.winners))


#: The tap that writes a line in the log, in any game; and how long the line may be.
WRITE = "write"
LINE_MOST = 200


def checked_line(text: str) -> str:
    """Return a line of the players' own for the log; RuleError if it is empty or too long."""
    line = " ".join(text.split())
    if not line:
        raise RuleError("Write something first.")
    if len(line) > LINE_MOST:
        raise RuleError("A line of the log has {n} letters at most.", n=LINE_MOST)
    return line


class Game(ABC, Generic[S]):
    """A game: events from taps and answers, and views of the table. `helps` are the levels of help that
    players may choose, the fullest first."""

    helps: tuple[str, ...] = ("guided",)
    #: The game's name, marked for translation.
    title: str

    @abstractmethod
    def from_json(self, stored: Any) -> S:
        """Return a table from its stored form."""

    @abstractmethod
    def after_tap(self, state: S, act: Tap) -> S:
        """Return the table after a tap. RuleError if the tap isn't possible."""

    @abstractmethod
    def procedure(self, state: S, act: Play) -> Procedure[S]:
        """Return a procedure. RuleError if there is none of that name."""

    @abstractmethod
    def turn_and_phase(self, state: S) -> tuple[int, str]:
        """Return the turn and phase in which an event happens."""

    @abstractmethod
    def words(self, state: S) -> Phrases:
        """Return the sentences of this table."""

    def facts_of_procedure(self, state: S, opened: PendingProcedure) -> dict[str, Any]:
        """Return what the title of a procedure is filled in with: its arguments, pieces as '@' and their
        id."""
        unit = opened.args.get("unit")
        if not unit:
            return {}
        return {"unit": f"@{unit}"}

    # Events

    def tap(self, state: S, act: Tap) -> Event | None:
        """Return a tap as an event; None if it changes nothing."""
        if act.what == WRITE:
            return self._event(state, state, fact("written", text=checked_line(act.args["text"])))
        after = self.after_tap(state, act)
        event = self._event(state, after, fact(act.what))
        if not event.effects:
            return None
        if after.said:
            event = replace(event, name=after.said[0], says=after.said[1:])
        if act.what == "count":
            amount = int(event.name.facts.get("amount", 0))
            repeat = f"{act.args['piece']}/{act.args['name']}"
            event = replace(event, repeat=repeat, amount=amount)
        return event

    def start(self, state: S, act: Play, source: RandomSource | None = None) -> Event:
        """Begin a procedure, which stays open if it asks something. With a random source its first
        dice are rolled in the same event."""
        if state.open is not None:
            raise RuleError("A roll is still unfinished: finish it or cancel it.")
        opened = PendingProcedure(act.play, dict(act.args))
        after = self._run(state, opened).result
        if after is None:
            after = state.with_open(opened)
        beginning = self._event(state, after, self._name_of_procedure(state, opened))
        if source is None:
            return beginning
        after = state.patch(beginning.effects)
        ask = self.open_ask(after)
        if ask is None or not can_be_rolled(ask):
            return beginning
        return self._joined_event(state, beginning, self.roll(after, source))

    def open_ask(self, state: S) -> Ask | None:
        """Return the ask of the open procedure. RuleError if it can't continue and has to be
        dropped."""
        if state.open is None:
            return None
        pending = self._run(state, state.open).pending
        if pending is None:
            raise RuleError("The unfinished roll has nothing left to ask: cancel it.")
        return pending

    def begins_with_dice(self, state: S, move: ButtonView) -> bool:
        """Return whether a move first asks for dice with faces that can be typed."""
        if not isinstance(move.act, Play) or move.why_not or state.open is not None:
            return False
        opened = PendingProcedure(move.act.play, dict(move.act.args))
        try:
            ask = self._run(state, opened).pending
        except RuleError:
            return False
        return isinstance(ask, Roll | Sum)

    def answer(self, state: S, value: Any, how: str, who: str = "") -> Event:
        """Answer the open ask; the last answer applies the result. RuleError for impossible dice."""
        opened = state.open
        ask = self.open_ask(state)
        if opened is None or ask is None:
            raise RuleError("That question is no longer asked.")
        value = ask.accept(value)
        if isinstance(value, tuple):
            value = list(value)
        answers = [answer for answer in opened.answers if answer[0] != ask.key]
        answers.append((ask.key, value, how, who))
        answered = replace(opened, answers=tuple(answers))
        dice = (Die(ask.key, value, how, who),) if can_be_rolled(ask) else ()
        result = self._run(state, answered).result
        if result is None:
            name = fact("answer", play=opened.play, **self.facts_of_procedure(state, opened))
            return self._event(state, state.with_open(answered), name, dice)
        return self._event(
            state, result.with_open(None), self._name_of_procedure(state, opened), dice
        )

    def asks_rolled_together(self, state: S) -> tuple[Ask, ...]:
        """Return the open ask, and those whose dice are compared with its, whatever they show; a
        RuleError if the procedure can't continue."""
        ask = self.open_ask(state)
        if ask is None:
            return ()
        asks = [ask]
        while isinstance(ask, Roll | Sum) and ask.opposed:
            state = state.patch(self.answer(state, lowest_answer(ask), "set").effects)
            following = self.open_ask(state)
            if following is None or following.together != ask.together:
                break
            asks.append(following)
            ask = following
        return tuple(asks)

    def answer_opposed(self, state: S, values: Sequence[Any], how: str) -> Event:
        """Answer the open ask and those whose dice are compared with its, in order, as one event.
        RuleError for impossible dice."""
        event = self.answer(state, values[0], how)
        for value in values[1:]:
            after = state.patch(event.effects)
            event = self._joined_event(state, event, self.answer(after, value, how))
        return event

    def roll(self, state: S, source: RandomSource) -> Event:
        """Roll the dice of the open ask, and of all asks to be rolled together with it, as one event.
        RuleError if there is nothing to roll."""
        ask = self.open_ask(state)
        if ask is None or not can_be_rolled(ask):
            raise RuleError("There is nothing to roll.")
        event = self.answer(state, roll(ask, source), "rolled")
        after = state.patch(event.effects)
        following = self.open_ask(after)
        if following is None or not ask.together or following.together != ask.together:
            return event
        return self._joined_event(state, event, self.roll(after, source))

    def _joined_event(self, state: S, first: Event, then: Event) -> Event:
        """Return two events as one."""
        after = state.patch(first.effects).patch(then.effects)
        return replace(then, effects=tuple(state.diff(after)), dice=first.dice + then.dice)

    def drop(self, state: S) -> Event | None:
        """Drop the open procedure; None if there is none."""
        opened = state.open
        if opened is None:
            return None
        name = fact("dropped", play=opened.play, **self.facts_of_procedure(state, opened))
        return self._event(state, state.with_open(None), name)

    def _name_of_procedure(self, state: S, opened: PendingProcedure) -> Fact:
        return fact("play", play=opened.play, **self.facts_of_procedure(state, opened))

    def _run(self, state: S, opened: PendingProcedure) -> Replayed[S]:
        """Run a procedure on the table with the answers so far."""
        base = state.with_open(None)
        act = Play(opened.play, opened.args)
        answers = {}
        for key, value, *_how in opened.answers:
            answers[str(key)] = Answer(value)

        def begin() -> Procedure[S]:
            return self.procedure(base, act)

        return replay(begin, answers)

    def _event(self, before: S, after: S, name: Fact, dice: tuple[Die, ...] = ()) -> Event:
        turn, phase = self.turn_and_phase(after)
        effects = tuple(before.diff(after))
        return Event(name, effects, after.said, dice, turn=turn, phase=phase)

    # Views

    @property
    def name(self) -> str:
        """Return the game's title, in the program's language."""
        return _(self.title)

    @abstractmethod
    def board(self, state: S, piece_in_hand: str = "") -> BoardView:
        """Return everything on the table."""

    @abstractmethod
    def sheet(self, state: S, piece: str, help: str) -> SheetView | None:
        """Return a piece's sheet; None if the piece is gone."""

    @abstractmethod
    def bar(self, state: S) -> BarView:
        """Return the turn: its steps, a line about the table, what is owed, whether Next is
        enabled."""

    @abstractmethod
    def guide(self, state: S) -> Guide:
        """Return what is due now."""

    def form(self, state: S, form: str, about: str, chosen: Mapping[str, str]) -> FormView | None:
        """Return a form about a piece with the choices so far (keys of options by keys of fields);
        None if it no longer applies."""
        return None

    def next(self, state: S, help: str) -> Act:
        """Return what Next does."""
        return Tap("next")

    def piece_in_hand(self, state: S, piece: str, before: str) -> str:
        """Return the id of the model whose buttons are at hand once the card of a piece was touched: the
        piece itself, its bearer, or, if it is neither, still the model `before`. '' where a game has
        none."""
        return ""

    @abstractmethod
    def step_names(self, state: S) -> Mapping[str, str]:
        """Return the names of all steps by key."""
