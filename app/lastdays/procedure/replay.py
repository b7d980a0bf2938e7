"""Runs a procedure over the answers given so far.

An answer is *in force*, *waiting* (the replay has not come that far) or *dropped* (its step, or a
part that the procedure declared `Over`, ended without asking for it, or its ask no longer accepts
it). Dropped answers stay stored and come back if their ask does. A procedure is always run from its
beginning: the whole post-game sequence of a large group takes a fiftieth of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

from lastdays.errors import RuleError
from lastdays.procedure.asks import Ask, Over, Procedure, Tell, step_of
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


def replay(
    start: Callable[[], Procedure[T]],
    answers: Answers,
    steps: Sequence[str] = (),
    *,
    keep_raised: bool = False,
) -> Replayed[T]:
    """Run the procedure to its first ask without an acceptable answer, or to its end.

    `steps` are the first parts of keys, in the order the procedure reaches them. With
    `keep_raised`, an error of the procedure ends the replay and is kept in it, so that the answers
    can still be seen, changed and undone.
    """
    run = _Run(answers)
    result = None
    raised = None
    procedure = start()
    try:
        run.to_first_open_ask(procedure)
    except StopIteration as stop:
        result = stop.value
    except Exception as error:
        if not keep_raised:
            raise
        raised = error
        run.pending = None
    finally:
        procedure.close()
    waiting = []
    dropped = list(run.refused)
    refused = {answer.key for answer in run.refused}
    for key, answer in answers.items():
        if key in run.asked or key in refused:
            continue
        if raised or run.is_still_to_come(key, steps):
            waiting.append(key)
        else:
            dropped.append(Dropped(key, answer))
    return Replayed(
        log=tuple(run.log),
        pending=run.pending,
        result=result,
        waiting=tuple(waiting),
        dropped=tuple(dropped),
        raised=raised,
    )


class _Run:
    """A procedure being run over some answers: what was asked and told so far, what is over, and the
    ask that it waits for."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.log: list[Asked | Tell] = []
        self.asked: set[str] = set()
        self.over: list[str] = []
        self.refused: list[Dropped] = []
        self.pending: Ask | None = None

    def to_first_open_ask(self, procedure: Procedure[Any]) -> None:
        """Go on until an ask has no acceptable answer. Raises StopIteration, with what the procedure
        returns, if it ends before."""
        value = None
        while True:
            event = procedure.send(value)
            value = None
            match event:
                case Tell():
                    self.log.append(event)
                case Over(where):
                    self.over.append(f"{where}/")
                case Ask(key=key):
                    if key in self.asked:
                        raise RepeatedKeyError(key)
                    self.pending = event
                    if key not in self.answers:
                        return
                    answer = self.answers[key]
                    try:
                        value = event.accept(answer.value)
                    except RuleError as error:
                        self.refused.append(Dropped(key, answer, str(error)))
                        return
                    self.log.append(Asked(event, answer, value))
                    self.asked.add(key)
                    self.pending = None

    def is_still_to_come(self, key: str, steps: Sequence[str]) -> bool:
        """Return whether the step a key belongs to hasn't ended yet.

        The order within a step depends on the answers, so nothing in it is over before the step is,
        unless the procedure has said so. If the order of the steps isn't known, only the current one is
        still to come.
        """
        if self.pending is None or key.startswith(tuple(self.over)):
            return False
        step = step_of(key)
        current = step_of(self.pending.key)
        if current not in steps:
            return step == current
        return step in steps[steps.index(current) :]
