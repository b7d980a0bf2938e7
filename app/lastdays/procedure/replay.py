"""Runs a procedure over the answers given so far.

An answer is *in force*, *waiting* (the replay has not come that far) or *dropped* (its step, or
whatever the procedure declared `Over`, ended without asking for it, or its ask no longer accepts
it). Dropped answers stay stored and come back if their ask does. `replay` runs a procedure once;
`Running` keeps it going, so that the next answer is one more step instead of all of them again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

from lastdays.errors import RuleError
from lastdays.procedure.asks import Ask, Over, Procedure, Tell
from lastdays.values import Value

T = TypeVar("T")
How = Literal["rolled", "typed", "set", "chosen"]


class Answer(Value):
    """The value an ask was given, how it came about and who gave it."""

    value: Any
    how: How = "chosen"
    who: str = ""


#: Answers by the keys of their asks.
Answers = Mapping[str, Answer]


class Asked(Value):
    """An ask that has been answered."""

    ask: Ask
    answer: Answer
    value: Any


class Dropped(Value):
    """An answer that doesn't apply now, and the reason if its ask refused it."""

    key: str
    answer: Answer
    reason: str = ""


class Replayed(Value, Generic[T], dict=True):
    """How far a procedure has come: what was asked and told, what it waits for, what it returned.

    `log` holds answered asks and told sentences, in order. `raised` is the error of the procedure,
    or of checking an answer, if the caller wanted it kept: the replay then ends at the last entry
    of the log, and waits for nothing.
    """

    log: tuple[Asked | Tell, ...]
    pending: Ask | None
    result: T | None
    waiting: tuple[str, ...]
    dropped: tuple[Dropped, ...]
    raised: Exception | None = None

    @property
    def done(self) -> bool:
        """Whether the procedure ran to its end."""
        return self.pending is None and self.raised is None

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """The answered asks, in order."""
        return tuple(entry for entry in self.log if isinstance(entry, Asked))

    @cached_property
    def story(self) -> tuple[Tell, ...]:
        """The sentences told, in order."""
        return tuple(entry for entry in self.log if isinstance(entry, Tell))


class RepeatedKeyError(RuntimeError):
    """A procedure asked two things under one key: a bug."""


class Running(Generic[T]):
    """A procedure kept running: it goes on from where it is as answers are added.

    It starts over only if an answer it was given has changed or is gone: the result is always that
    of a fresh replay. `begun` counts how often it began.
    """

    def __init__(
        self,
        start: Callable[[], Procedure[T]],
        steps: Sequence[str] = (),
        *,
        keep_raised: bool = False,
    ) -> None:
        """Prepare to run. For `steps` see `replay`. With `keep_raised`, an error of the procedure ends
        the replay and is kept in it, so that the answers can still be seen, changed and undone."""
        self._start = start
        self._steps = steps
        self._keep_raised = keep_raised
        self._procedure: Procedure[T] | None = None
        self._sound = False
        self._log: list[Asked | Tell] = []
        self._given: dict[str, Answer] = {}
        self._over: list[str] = []
        self._pending: Ask | None = None
        self._result: T | None = None
        self.begun = 0

    def follows(self, answers: Answers) -> bool:
        """Return whether it can go on with these answers without starting over."""
        return self._sound and all(answers.get(key) == old for key, old in self._given.items())

    def over(self, answers: Answers) -> Replayed[T]:
        """Run to the first ask without an acceptable answer, or to the end."""
        follows = self.follows(answers)
        self._sound = False  # an error on the way leaves nothing to go on from
        refused = None
        raised = None
        try:
            if not follows:
                self._begin()
            refused = self._go_on(answers)
            self._sound = True
        except Exception as error:
            if not self._keep_raised:
                raise
            raised = error
            self._pending = None
        return self._replayed(answers, refused, raised)

    def close(self) -> None:
        """Close the procedure."""
        self._sound = False
        if self._procedure is not None:
            self._procedure.close()

    def _begin(self) -> None:
        """Start the procedure over, up to its first ask."""
        self.close()
        self.begun += 1
        self._log, self._given, self._over, self._result = [], {}, [], None
        self._procedure = self._start()
        self._hear(None)

    def _go_on(self, answers: Answers) -> Dropped | None:
        """Answer the asks while there are answers; return the one that was refused."""
        while self._pending is not None:
            ask = self._pending
            answer = answers.get(ask.key)
            if answer is None:
                return None
            try:
                value = ask.accept(answer.value)
            except RuleError as error:
                return Dropped(ask.key, answer, str(error))
            self._log.append(Asked(ask, answer, value))
            self._given[ask.key] = answer
            self._hear(value)
        return None

    def _hear(self, value: Any) -> None:
        """Send the procedure a value, and listen until it asks something or ends."""
        assert self._procedure is not None
        self._pending = None
        try:
            while True:
                said = self._procedure.send(value)
                value = None
                match said:
                    case Tell():
                        self._log.append(said)
                    case Over(where):
                        self._over.append(f"{where}/")
                    case Ask():
                        if said.key in self._given:
                            raise RepeatedKeyError(said.key)
                        self._pending = said
                        return
        except StopIteration as stop:
            self._result = stop.value

    def _replayed(
        self,
        answers: Answers,
        refused: Dropped | None,
        raised: Exception | None,
    ) -> Replayed[T]:
        """Return how far it has come, and what becomes of the answers that aren't in force."""
        waiting = []
        dropped: list[Dropped] = [refused] if refused else []
        for key, answer in answers.items():
            if key in self._given or (refused and key == refused.key):
                continue
            if raised is not None or (
                self._pending is not None
                and _still_to_come(key, self._pending.key, self._over, self._steps)
            ):
                waiting.append(key)
            else:
                dropped.append(Dropped(key, answer))
        return Replayed(
            tuple(self._log), self._pending, self._result, tuple(waiting), tuple(dropped), raised
        )


def replay(
    start: Callable[[], Procedure[T]],
    answers: Answers,
    steps: Sequence[str] = (),
) -> Replayed[T]:
    """Run the procedure to its first ask without an acceptable answer, or to its end.

    `steps` are the first parts of keys, in the order the procedure reaches them.
    """
    running = Running(start, steps)
    try:
        return running.over(answers)
    finally:
        running.close()


def _still_to_come(key: str, pending: str, over: Sequence[str], steps: Sequence[str]) -> bool:
    """Return whether the step a key belongs to hasn't ended yet.

    The order within a step depends on the answers, so nothing in it is over before the step is,
    unless the procedure has said so. If the order of the steps isn't known, only the current one is
    still to come.
    """
    if key.startswith(tuple(over)):
        return False
    step, here = key.split("/")[0], pending.split("/")[0]
    order = {name: index for index, name in enumerate(steps)}
    return step == here or order.get(step, -1) > order.get(here, len(order))
