"""The log a table session is: events that carry dice and effects, and their fold.

The fold never runs a procedure. A snapshot every `EVERY` events keeps going back quick however
long the game has become.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

S = TypeVar("S")
#: Events between two snapshots.
EVERY = 100


@dataclass(frozen=True)
class Fact:
    """A fact to be put into words where it is shown: '@A1' in `facts` stands for a piece."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> list[Any]:
        """Return it as the store keeps it."""
        return [self.key, dict(self.facts)]

    @classmethod
    def from_json(cls, stored: Any) -> Fact:
        """Read it out of the store."""
        return cls(str(stored[0]), dict(stored[1]))


def fact(key: str, **facts: Any) -> Fact:
    """Make a fact."""
    return Fact(key, facts)


@dataclass(frozen=True)
class Die:
    """A value dice showed, and how: rolled, typed or set; `who` said so."""

    key: str
    value: Any
    how: str
    who: str = ""


@dataclass(frozen=True)
class Event:
    """One tap: what it is called, what is said of it, the dice, and what it changes.

    Events with the same `repeat` that follow each other quickly are one line of the log. `turn`
    and `phase` are those it happened in.
    """

    name: Fact
    effects: tuple[Any, ...]
    says: tuple[Fact, ...] = ()
    dice: tuple[Die, ...] = ()
    repeat: str = ""
    amount: int = 0
    turn: int = 0
    phase: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return it as the store keeps it."""
        return {
            "name": self.name.to_json(),
            "effects": list(self.effects),
            "says": [s.to_json() for s in self.says],
            "dice": [[d.key, d.value, d.how, d.who] for d in self.dice],
            "repeat": self.repeat,
            "amount": self.amount,
            "turn": self.turn,
            "phase": self.phase,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Event:
        """Read it out of the store."""
        return cls(
            name=Fact.from_json(stored["name"]),
            effects=tuple(stored["effects"]),
            says=tuple(Fact.from_json(s) for s in stored.get("says", ())),
            dice=tuple(Die(*d) for d in stored.get("dice", ())),
            repeat=str(stored.get("repeat", "")),
            amount=int(stored.get("amount", 0)),
            turn=int(stored.get("turn", 0)),
            phase=str(stored.get("phase", "")),
        )


@dataclass(frozen=True)
class LoggedEvent:
    """An event as stored: its id and time."""

    id: int
    event: Event
    at: str = ""


class Timeline(Generic[S]):
    """A start and the events that lead to now, with the state at each end of `EVERY`."""

    def __init__(
        self, start: S, entries: Iterable[LoggedEvent], patch: Callable[[S, Iterable[Any]], S]
    ) -> None:
        self.start = start
        self._patch = patch
        self.entries: list[LoggedEvent] = []
        self._snapshots: list[S] = [start]
        self.state = start
        for entry in entries:
            self.add(entry)

    def add(self, entry: LoggedEvent) -> S:
        """Add an event; return the state after it."""
        self.state = self._patch(self.state, entry.event.effects)
        self.entries.append(entry)
        if len(self.entries) % EVERY == 0:
            self._snapshots.append(self.state)
        return self.state

    def back(self) -> LoggedEvent:
        """Take the last event off; return it."""
        entry = self.entries.pop()
        del self._snapshots[len(self.entries) // EVERY + 1 :]
        self.state = self.at(len(self.entries))
        return entry

    def at(self, count: int) -> S:
        """Return the state after the first `count` events."""
        nearest = min(count // EVERY, len(self._snapshots) - 1)
        state = self._snapshots[nearest]
        for entry in self.entries[nearest * EVERY : count]:
            state = self._patch(state, entry.event.effects)
        return state


@dataclass(frozen=True)
class LogLine:
    """A line of the readable log: the entries it stands for, the first and the last, with all
    their dice."""

    first: LoggedEvent
    last: LoggedEvent
    amount: int
    count: int
    dice: tuple[Die, ...] = ()

    def and_then(self, entry: LoggedEvent) -> LogLine:
        """Return the line with one more entry at its end."""
        event = entry.event
        return LogLine(
            self.first, entry, self.amount + event.amount, self.count + 1, self.dice + event.dice
        )

    def goes_on_with(self, event: Event) -> bool:
        """Return whether an event answers the procedure that this line has begun."""
        before, now = self.last.event, event.name
        asks = before.name.key == "answer" or (
            before.name.key == "play" and self.count == 1 and not before.says and not before.dice
        )
        return (
            asks
            and now.key in ("play", "answer", "dropped")
            and before.name.facts.get("play") == now.facts.get("play")
        )


def log_lines(
    entries: Iterable[LoggedEvent], together: Callable[[LoggedEvent, LoggedEvent], bool]
) -> list[LogLine]:
    """Return the log with quick repeated taps on one counter as one line, and a procedure with
    its answers as one."""
    found: list[LogLine] = []
    for entry in entries:
        last = found[-1] if found else None
        if (last is not None and last.goes_on_with(entry.event)) or (
            last is not None
            and entry.event.repeat
            and entry.event.repeat == last.last.event.repeat
            and entry.event.turn == last.last.event.turn
            and together(last.last, entry)
        ):
            found[-1] = last.and_then(entry)
        else:
            found.append(LogLine(entry, entry, entry.event.amount, 1, entry.event.dice))
    return found
