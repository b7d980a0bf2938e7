"""The closed set of asks, the questions that a procedure may yield.

A procedure is a generator that reads like the rulebook. It yields an ask, is sent the answer's
value, and returns the new state. `Tell`, a sentence of the story, `Again` and `Over` need no
answer. Every ask has a key made of its place in the procedure and of ids, never of names; its first
part is the step. Only procedures make keys and take them apart: what else is shown with an ask stands
`Beside` it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar, dataclass_transform

from msgspec import convert, json

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.rulebook.entries import Dice
from lastdays.values import Value

D6 = Dice(1, 6)
TWO_DICE = Dice(2, 6)

T = TypeVar("T")
V = TypeVar("V")


class Wish(Value):
    """What a player hopes for: the worth of each outcome, 0 by default."""

    key: str
    label: str
    worth: Mapping[str, int]

    def hope(self, outcomes: Mapping[str, Fraction]) -> Fraction:
        """Return the expected worth, given the chance of each outcome."""
        hope = Fraction(0)
        for outcome, chance in outcomes.items():
            hope += chance * self.worth.get(outcome, 0)
        return hope


class Hopes(Value):
    """The possible results of a stake: the outcomes' names in the order shown, and the wishes."""

    labels: Mapping[str, str] = {}
    wishes: tuple[Wish, ...] = ()


class Stake(Value, dict=True):
    """What depends on an ask: the smallest procedure from here to a result, and its outcomes.

    `start` starts that procedure, `outcome` names its result. `hopes` is worked out only when
    needed: a replay passes hundreds of stakes, and only the last is shown.
    """

    start: Callable[[], Procedure[Any]]
    outcome: Callable[[Any], str]
    hopes: Callable[[], Hopes] = Hopes

    @cached_property
    def _hopes(self) -> Hopes:
        return self.hopes()

    @property
    def labels(self) -> Mapping[str, str]:
        """The outcomes' names in the order they are shown."""
        return self._hopes.labels

    @property
    def wishes(self) -> tuple[Wish, ...]:
        """The wishes that odds can be shown for."""
        return self._hopes.wishes


class Aid(Value):
    """Something that can still change a roll: a pictogram, who can do what, and its name in the
    rulebook."""

    drawing: str
    text: str
    entry: str = ""


class Beside(Value):
    """What stands beside an ask.

    `table` is the book's table that it is rolled on or that helps to decide, as a value that the
    window draws. `lying` are earlier dice that it is about: those that a choice can change, or the
    die that stays when the other is rolled again. `aids` can still change the roll. `chapter` is its
    place in its step, '' if the step's name says enough.
    """

    table: object | None = None
    lying: tuple[int, ...] = ()
    aids: tuple[Aid, ...] = ()
    chapter: str = ""


def step_of(key: str) -> str:
    """Return the step that a key belongs to: its first part."""
    return key.split("/")[0]


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class Ask:
    """The base class of asks: key, question, the id of the member it is about, the page of the book.
    Its subclasses are frozen dataclasses as well.

    Consecutive dice with the same `together` are rolled with one press; those that are `opposed` are
    compared with each other, and lie side by side. `beside` is worked out only when needed: a replay
    passes hundreds of asks, and only the last is shown.
    """

    key: str = field(kw_only=False)
    question: str = field(kw_only=False)
    _: KW_ONLY
    about: str = ""
    page: int = 0
    together: str = ""
    opposed: bool = False
    stake: Stake | None = field(default=None, compare=False, repr=False)
    beside: Callable[[], Beside] = field(default=Beside, compare=False, repr=False)

    @property
    def step(self) -> str:
        """The step of the procedure that it belongs to."""
        return step_of(self.key)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=True)(cls)

    def accept(self, value: Any) -> Any:
        """Return the value in its proper type; RuleError, with a sentence, if it is impossible."""
        raise RuleError("That isn't a valid answer here.")


def _checked_int(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RuleError("'{value}' isn't a whole number.", value=value)
    return value


class Roll(Ask):
    """Dice whose faces matter. The value is a tuple of faces. `best`: only the highest counts."""

    dice: Dice
    best: bool = False

    def accept(self, value: Any) -> tuple[int, ...]:
        """Return a tuple of faces, as many as there are dice."""
        if not isinstance(value, list | tuple) or len(value) != self.dice.count:
            raise RuleError("{dice} needs {count} dice.", dice=self.dice, count=self.dice.count)
        for face in value:
            if not 1 <= _checked_int(face) <= self.dice.faces:
                raise RuleError("A D{faces} cannot show {face}.", faces=self.dice.faces, face=face)
        return tuple(value)


class Sum(Ask):
    """Dice of which only the total matters, a D6 by default. The value is the dice's total, without
    the plus."""

    dice: Dice = D6

    def accept(self, value: Any) -> int:
        """Return a total the dice can show."""
        total = _checked_int(value)
        low = self.dice.count
        high = self.dice.count * self.dice.faces
        if not low <= total <= high:
            raise RuleError(
                "{dice} can't come to {total}: it goes from {low} to {high}.",
                dice=Dice(self.dice.count, self.dice.faces),
                total=total,
                low=low,
                high=high,
            )
        return total


class Option(Value):
    """An option to choose: its key, its label, and a detail for or against it.

    `leads_to` is the key of the skill, injury or characteristic that it brings, or of two of them
    ('CQC/FA'), '' if none; `price` is what it costs; `told` is the story's sentence about choosing
    it, '' to repeat the question with its label; `entry` is the key of what it stands for in the
    rulebook: a Perk, a Refuge, the type of a Character or of skills, or 'characteristic'; `icon` is
    the key of the token whose pictogram it has.
    """

    key: str
    label: str
    detail: str = ""
    leads_to: str = ""
    price: str = ""
    told: str = ""
    entry: str = ""
    icon: str = ""


class _Named(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def options_of(pieces: Iterable[_Named]) -> tuple[Option, ...]:
    """Return an option for each of several things, by id and name."""
    return tuple(Option(piece.id, piece.name) for piece in pieces)


class _OneOf(Ask):
    options: tuple[Option, ...]

    def accept(self, value: Any) -> str:
        """Return the key of one of the options."""
        if not any(option.key == value for option in self.options):
            raise RuleError("That is no longer one of the choices.")
        return str(value)


class Choose(_OneOf):
    """A player's choice of one option. The value is its key."""


class Report(Choose):
    """What real cards, dice or tokens show, or whom a player harms: no option is the usual one, so
    Enter takes none of them until one is selected."""


class Draw(_OneOf):
    """A random option, each equally likely. The value is its key."""


class Checked(Value):
    """The result of checking a value of an Arrange: problems, for which it is refused, and
    warnings."""

    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class Arrange(Ask, ABC, Generic[V]):
    """A whole form, whose value has a type of its own.

    Each form is a subclass with what its editor shows. An answer is stored as JSON, which only
    `read` and `write` interpret; the procedure is sent the value. `initial` is the value the form
    starts with. On the class, `form` is the type of the value, `malformed` the message for an
    answer of any other type.
    """

    form: ClassVar[Any]
    malformed: ClassVar[str]
    initial: V

    def read(self, stored: object) -> V:
        """Return the value that a JSON answer stands for; RuleError if it is malformed."""
        try:
            value: V = convert(stored, self.form)
        except ValueError:
            raise RuleError(self.malformed) from None
        return value

    def write(self, value: V) -> Any:
        """Return a value as JSON, in the form that `read` understands."""
        return json.decode(json.encode(value))

    @abstractmethod
    def check(self, value: V) -> Checked:
        """Return the problems and warnings of a value."""

    def preview(self, value: V) -> Stake | None:
        """Return the stake of a value that is still being filled in; None if it has none."""
        return None

    def accept(self, value: Any) -> V:
        """Return the value of a JSON answer; RuleError if it has problems."""
        form = self.read(value)
        problems = self.check(form).problems
        if problems:
            raise RuleError(" ".join(problems))
        return form


@dataclass(frozen=True)
class Again:
    """From here on, everything depends on `state` and `spendable` alone.

    Yielded when a procedure rolls again (the state is what carries over), and when different throws
    lead to the same result. It needs no answer; the odds are worked out once for each state. `spendable`
    is how much of something is left to spend; more than `useful_most` makes no difference before
    the next `Again`. `afresh` starts a procedure, with that much left, that yields this same `Again`
    first, so that the odds needn't replay everything before it. It is required if `spendable` is used.
    """

    state: Hashable
    spendable: int = 0
    useful_most: int = 0
    afresh: Callable[[int], Procedure[Any]] | None = None


class Tell(Value):
    """A sentence of the story. `kind` colours it: 'harm', 'well', 'note', or '' for plain text."""

    step: str
    text: str
    about: str = ""
    kind: str = ""


def tell(step: str, text: str, /, about: str = "", kind: str = "", **values: object) -> Tell:
    """Return a sentence of the story: a message, with its placeholders filled in from `values`."""
    return Tell(step, _(text, **values), about, kind)


class Over(Value):
    """Everything under `where` has been asked, although its step goes on.

    Yielded so that answers that weren't asked for are known not to apply. It needs no answer.
    """

    where: str


Procedure = Generator[Ask | Again | Tell | Over, Any, T]
