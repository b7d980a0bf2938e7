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
    log: list[Asked | Tell] = []
    asked: set[str] = set()
    over: list[str] = []
    pending, result, raised = None, None, None
    dropped: list[Dropped] = []
    procedure, value = start(), None
    try:
        while True:
            said, value = procedure.send(value), None
            match said:
                case Tell():
                    log.append(said)
                case Over(where):
                    over.append(f"{where}/")
                case Ask(key=key):
                    if key in asked:
                        raise RepeatedKeyError(key)
                    pending = said
                    if (answer := answers.get(key)) is None:
                        break
                    try:
                        value = said.accept(answer.value)
                    except RuleError as error:
                        dropped.append(Dropped(key, answer, str(error)))
                        break
                    log.append(Asked(said, answer, value))
                    asked.add(key)
                    pending = None
    except StopIteration as stop:
        result = stop.value
    except Exception as error:
        if not keep_raised:
            raise
        pending, raised = None, error
    finally:
        procedure.close()
    refused = {one.key for one in dropped}
    waiting = []
    for key, answer in answers.items():
        if key in asked or key in refused:
            continue
        if raised or (pending is not None and _still_to_come(key, pending.key, over, steps)):
            waiting.append(key)
        else:
            dropped.append(Dropped(key, answer))
    return Replayed(tuple(log), pending, result, tuple(waiting), tuple(dropped), raised)


def _still_to_come(key: str, pending: str, over: Sequence[str], steps: Sequence[str]) -> bool:
    """Return whether the step a key belongs to hasn't ended yet.

    The order within a step depends on the answers, so nothing in it is over before the step is,
    unless the procedure has said so. If the order of the steps isn't known, only the current one is
    still to come.
    """
    if key.startswith(tuple(over)):
        return False
    step, here = step_of(key), step_of(pending)
    return step in (steps[steps.index(here) :] if here in steps else (here,))
