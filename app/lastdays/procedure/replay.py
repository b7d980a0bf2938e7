"""Runs a procedure over the answers given so far.

An answer is *in force*, *waiting* (the replay has not come that far) or *dropped* (its step, or
what the procedure says is `Over`, ran to the end without asking for it, or its ask no longer
accepts it). Dropped answers stay stored
and return if their ask does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from lastdays.errors import RuleError
from lastdays.procedure.asks import Again, Ask, Over, Procedure, Tell

T = TypeVar("T")
How = Literal["rolled", "typed", "set", "chosen"]


@dataclass(frozen=True)
class Answer:
    """The value an ask was given, how it came about and who gave it."""

    value: Any
    how: How = "chosen"
    who: str = ""


@dataclass(frozen=True)
class Asked:
    """An ask that has been answered."""

    ask: Ask
    answer: Answer
    value: Any


@dataclass(frozen=True)
class Dropped:
    """An answer that does not apply now, and the reason where its ask refused it."""

    key: str
    answer: Answer
    reason: str = ""


@dataclass(frozen=True)
class Replayed(Generic[T]):
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

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The answered asks, in order."""
        return tuple(entry for entry in self.log if isinstance(entry, Asked))

    @property
    def story(self) -> tuple[Tell, ...]:
        """The sentences told, in order."""
        return tuple(entry for entry in self.log if isinstance(entry, Tell))


class RepeatedKeyError(RuntimeError):
    """A procedure asked two things under one key: a bug."""


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
    procedure = start()
    log: list[Asked | Tell] = []
    seen: set[str] = set()
    over: list[str] = []
    refused: Dropped | None = None
    pending: Ask | None = None
    result: T | None = None
    value: Any = None
    raised: Exception | None = None
    try:
        while True:
            said = procedure.send(value)
            value = None
            if isinstance(said, Tell):
                log.append(said)
                continue
            if isinstance(said, Again):
                continue
            if isinstance(said, Over):
                over.append(f"{said.where}/")
                continue
            if said.key in seen:
                raise RepeatedKeyError(said.key)
            seen.add(said.key)
            answer = answers.get(said.key)
            if answer is None:
                pending = said
                break
            try:
                value = said.accept(answer.value)
            except RuleError as error:
                refused = Dropped(said.key, answer, str(error))
                pending = said
                break
            log.append(Asked(said, answer, value))
    except StopIteration as stop:
        result = stop.value
    except Exception as error:
        if not keep_raised:
            raise
        raised = error
    finally:
        procedure.close()
    in_force = {entry.ask.key for entry in log if isinstance(entry, Asked)}
    waiting: list[str] = []
    dropped: list[Dropped] = [refused] if refused else []
    for key, answer in answers.items():
        if key in in_force or (refused and key == refused.key):
            continue
        if raised is not None or (
            pending is not None and _still_to_come(key, pending.key, over, steps)
        ):
            waiting.append(key)
        else:
            dropped.append(Dropped(key, answer))
    return Replayed(tuple(log), pending, result, tuple(waiting), tuple(dropped), raised)


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
