"""Runs a procedure over the answers given so far.

An answer is *in force*, *waiting* (the replay has not come that far) or *dropped* (its step, or
what the procedure says is `Over`, ran to the end without asking for it, or its ask no longer
accepts it). Dropped answers stay stored
and return if their ask does. `replay` runs a procedure once; `Running` keeps it on its way, so that
the next answer is one step and not all of them again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from lastdays.errors import RuleError
from lastdays.procedure.asks import Ask, Over, Procedure, Tell

T = TypeVar("T")
How = Literal["rolled", "typed", "set", "chosen"]


class Answer(Struct, frozen=True):
    """The value an ask was given, how it came about and who gave it."""

    value: Any
    how: How = "chosen"
    who: str = ""


class Asked(Struct, frozen=True):
    """An ask that has been answered."""

    ask: Ask
    answer: Answer
    value: Any


class Dropped(Struct, frozen=True):
    """An answer that does not apply now, and the reason where its ask refused it."""

    key: str
    answer: Answer
    reason: str = ""


class Replayed(Struct, Generic[T], frozen=True, dict=True):
    """Where a procedure stands: what was asked and told, what it waits for, what it returned.

    `log` holds answered asks and told sentences in their order. `raised` is what went wrong in
    the procedure or in judging an answer, where the caller wanted to know: then it stands at
    the last entry of the log, and waits for nothing.
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
    """A procedure kept on its way: it goes on from where it stands as answers are added.

    Only where an answer that it was given is another now, or gone, does it begin anew: what comes
    out is always what a fresh replay comes to. `begun` counts how often it began.
    """

    def __init__(
        self,
        start: Callable[[], Procedure[T]],
        steps: Sequence[str] = (),
        *,
        keep_raised: bool = False,
    ) -> None:
        """Make it ready to run. For `steps` and `keep_raised` see `replay`."""
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

    def follows(self, answers: Mapping[str, Answer]) -> bool:
        """Return whether it can go on over these answers without beginning anew."""
        return self._sound and all(answers.get(key) == old for key, old in self._given.items())

    def over(self, answers: Mapping[str, Answer]) -> Replayed[T]:
        """Run until something is asked that has no acceptable answer, or to the end."""
        follows = self.follows(answers)
        self._sound = False  # an error on the way leaves nothing to go on from
        refused: Dropped | None = None
        raised: Exception | None = None
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
        """Let the procedure go."""
        self._sound = False
        if self._procedure is not None:
            self._procedure.close()

    def _begin(self) -> None:
        """Begin the procedure anew, up to what it asks first."""
        self.close()
        self.begun += 1
        self._log, self._given, self._over, self._result = [], {}, [], None
        self._procedure = self._start()
        self._hear(None)

    def _go_on(self, answers: Mapping[str, Answer]) -> Dropped | None:
        """Answer what is asked as long as there are answers; the one that was refused."""
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
        """Send the procedure a value, and hear it until it asks something or ends."""
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
        answers: Mapping[str, Answer],
        refused: Dropped | None,
        raised: Exception | None,
    ) -> Replayed[T]:
        """Return where it stands, and what becomes of the answers that are not in force."""
        waiting: list[str] = []
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
    answers: Mapping[str, Answer],
    steps: Sequence[str] = (),
    *,
    keep_raised: bool = False,
) -> Replayed[T]:
    """Run the procedure until it asks something that has no acceptable answer, or ends.

    `steps` are the first parts of keys, in the order the procedure comes to them. With
    `keep_raised` an error of the procedure ends the replay and is kept in it, so that what was
    answered can still be seen, changed and undone.
    """
    running = Running(start, steps, keep_raised=keep_raised)
    try:
        return running.over(answers)
    finally:
        running.close()


def _still_to_come(key: str, pending: str, over: Sequence[str], steps: Sequence[str]) -> bool:
    """Return whether the step a key belongs to has not run to its end.

    Within a step what comes when depends on the answers: nothing in it is over before it is,
    unless the procedure has said so. Where the order of the steps is not known, only the one
    at hand is still to come.
    """
    if key.startswith(tuple(over)):
        return False
    step, here = key.split("/")[0], pending.split("/")[0]
    order = {name: index for index, name in enumerate(steps)}
    return step == here or order.get(step, -1) > order.get(here, len(order))
