"""The log of a table session: events with their dice and effects, and the tables that result from
them without running any procedure again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.values import Value


class Fact(Value, array_like=True):
    """A fact that becomes a sentence when it is shown; '@A1' in `facts` stands for a piece."""

    key: str
    facts: Mapping[str, Any] = {}


def fact(key: str, who: str | None = None, /, **facts: Any) -> Fact:
    """Return a fact, about the piece with the id `who` if it is given."""
    if who is None:
        return Fact(key, facts)
    return Fact(key, {"who": f"@{who}", **facts})


class PendingProcedure(Value):
    """A procedure that waits for an answer: its key and arguments, and the answers so far as [key,
    value, how, who]."""

    kind: ClassVar[str] = "open"
    play: str
    args: Mapping[str, Any]
    answers: tuple[tuple[Any, ...], ...] = ()
    id: str = "open"


class Piece(Protocol):
    """Anything on a table, with its id."""

    @property
    def id(self) -> str: ...


P = TypeVar("P", bound=Piece)


class Tabletop(Value, Generic[P]):
    """An immutable table: its pieces by id. `said` are the facts of the changes since the last
    event."""

    pieces: Mapping[str, P] = {}
    said: tuple[Fact, ...] = ()

    @property
    @abstractmethod
    def open(self) -> PendingProcedure | None:
        """Return the procedure that waits for an answer."""

    @abstractmethod
    def with_open(self, opened: PendingProcedure | None) -> Self:
        """Return the table with another open procedure, or with none."""

    @abstractmethod
    def changes(self, old: P | None, now: P) -> Iterable[list[Any]]:
        """Return what turns a piece into another: ['new', …], ['set', id, values]."""

    @abstractmethod
    def piece_from(self, *stored: Any) -> P:
        """Return a piece from the values of its 'new' effect."""

    def with_values(self, piece: P, values: Mapping[str, Any]) -> P:
        """Return a piece with some values set."""
        return replace(piece, **values)  # type: ignore[type-var]

    def diff(self, after: Self) -> list[Any]:
        """Return the effects that turn this table into another, as JSON values; ['gone', id] removes a
        piece."""
        effects: list[Any] = []
        for key, piece in after.pieces.items():
            old = self.pieces.get(key)
            if piece is not old:
                effects.extend(self.changes(old, piece))
        for key in self.pieces:
            if key not in after.pieces:
                effects.append(["gone", key])
        return effects

    def patch(self, effects: Iterable[Any]) -> Self:
        """Return the table after some effects; RuleError for one that doesn't fit."""
        pieces = dict(self.pieces)
        try:
            for effect in effects:
                self._apply(effect, pieces)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise RuleError("An entry in this game's log doesn't match.") from error
        return replace(self, pieces=pieces, said=())

    def _apply(self, effect: Any, pieces: dict[str, P]) -> None:
        """Change the pieces by an effect: its name, its subject, and what is new."""
        what, subject, *rest = effect
        match what:
            case "new":
                piece = self.piece_from(subject, *rest)
                pieces[piece.id] = piece
            case "set":
                values = {str(name): as_pieces_store_it(value) for name, value in rest[0].items()}
                pieces[subject] = self.with_values(pieces[subject], values)
            case "be":  # a new name or owner
                pieces[subject] = replace(pieces[subject], **rest[0])  # type: ignore[type-var]
            case "gone":
                del pieces[subject]
            case _:
                raise ValueError(what)

    def name(self, piece: str) -> str:
        """Return the name of a piece, or its id if it has none."""
        return str(getattr(self.pieces.get(piece), "name", piece))

    def without(self, piece: str) -> Self:
        """Return the table without a piece."""
        pieces = dict(self.pieces)
        pieces.pop(piece, None)
        return replace(self, pieces=pieces)

    def next_id(self, letter: str) -> str:
        """Return the next id with a letter, such as Z4."""
        highest = 0
        for key in self.pieces:
            number = key.removeprefix(letter)
            if key.startswith(letter) and number.isdigit():
                highest = max(highest, int(number))
        return f"{letter}{highest + 1}"

    def say(self, key: str, who: str | None = None, /, **facts: Any) -> Self:
        """Return the table with one more fact to tell in the log: the key of its sentence, the id of the
        piece it is about, if any, and what the sentence is filled in with."""
        return self.tell(fact(key, who, **facts))

    def tell(self, *facts: Fact) -> Self:
        """Return the table with more facts to tell in the log."""
        return replace(self, said=(*self.said, *facts))

    def with_facts_of(self, before: Self) -> Self:
        """Return this table with the facts of an earlier one instead of its own, so that what was done in
        between isn't told."""
        return replace(self, said=before.said)


def in_turn(ids: Sequence[str], first: str, *, after: bool = False) -> list[str]:
    """Return ids in their circular order, starting with `first`, or with the next one for `after`;
    unchanged if `first` is not among them."""
    if first not in ids:
        return list(ids)
    start = ids.index(first)
    if after:
        start += 1
    return [*ids[start:], *ids[:start]]


class Die(Value, array_like=True):
    """Dice as an answer: the ask's key, the value, how it was given (rolled, typed or set), and by
    whom."""

    key: str
    value: Any
    how: str
    who: str = ""


class Event(Value):
    """One tap or answer: its name, its facts, the dice, and its effects, with its turn and phase.
    Events with the same `repeat` in quick succession are one line of the log."""

    name: Fact
    effects: tuple[Any, ...]
    says: tuple[Fact, ...] = ()
    dice: tuple[Die, ...] = ()
    repeat: str = ""
    amount: int = 0
    turn: int = 0
    phase: str = ""


class LoggedEvent(Value):
    """An event as stored: its id and time."""

    id: int
    event: Event
    at: str = ""


S = TypeVar("S", bound=Tabletop[Any])


class Timeline(Generic[S]):
    """The starting table and the events since, up to the current table."""

    def __init__(self, start: S, entries: Iterable[LoggedEvent]) -> None:
        self.start = self.state = start
        self.entries: list[LoggedEvent] = []
        self.extend(entries)

    def add(self, entry: LoggedEvent) -> S:
        """Add an event; return the state after it."""
        self.extend((entry,))
        return self.state

    def extend(self, entries: Iterable[LoggedEvent]) -> None:
        """Add events."""
        added = list(entries)
        self.state = _state_after(self.state, added)
        self.entries += added

    def take_last(self) -> LoggedEvent:
        """Take the last event off; return it."""
        return self.keep_first(len(self.entries) - 1)[0]

    def keep_first(self, count: int) -> list[LoggedEvent]:
        """Keep the first `count` events; return those after them."""
        gone = self.entries[count:]
        del self.entries[count:]
        self.state = self.state_after(count)
        return gone

    def state_after(self, count: int) -> S:
        """Return the state after the first `count` events."""
        return _state_after(self.start, self.entries[:count])


def _state_after(state: S, entries: Iterable[LoggedEvent]) -> S:
    """Return a table after the effects of events."""
    effects: list[Any] = []
    for entry in entries:
        effects.extend(entry.event.effects)
    return state.patch(effects)


#: The entries of a line of the log.
LogLine = list[LoggedEvent]
#: Returns whether two taps came in quick succession.
Together = Callable[[LoggedEvent, LoggedEvent], bool]


def _goes_on(line: LogLine, entry: LoggedEvent, together: Together) -> bool:
    """Return whether an entry belongs to the previous line: a quick tap on the same counter, or an
    answer to the procedure begun there."""
    last = line[-1].event
    event = entry.event
    if event.name.key in ("play", "answer", "dropped") and _may_be_answered(line):
        same_procedure = last.name.facts.get("play") == event.name.facts.get("play")
        if same_procedure:
            return True
    if not event.repeat or event.repeat != last.repeat or event.turn != last.turn:
        return False
    return together(line[-1], entry)


def _may_be_answered(line: LogLine) -> bool:
    """Return whether a line ends with a procedure that has begun and come to nothing yet, or with an
    answer."""
    last = line[-1].event
    if last.name.key == "answer":
        return True
    has_outcome = bool(last.says or last.dice)
    return last.name.key == "play" and len(line) == 1 and not has_outcome


def log_lines(entries: Iterable[LoggedEvent], together: Together) -> list[LogLine]:
    """Return the lines of the log, the oldest first."""
    lines: list[LogLine] = []
    for entry in entries:
        if lines and _goes_on(lines[-1], entry, together):
            lines[-1].append(entry)
        else:
            lines.append([entry])
    return lines


def as_pieces_store_it(value: Any) -> Any:
    """Return a value with lists turned into tuples, as pieces store them."""
    if isinstance(value, list | tuple):
        return tuple(as_pieces_store_it(item) for item in value)
    return value
