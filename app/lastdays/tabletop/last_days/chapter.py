"""What a module of rules brings to the game: its taps, its procedures, its sentences, its forms,
and when they are due.

A rule is registered where it stands, under the key that stored games know it by, and is referred
to by its own name: `zombie_goes.tap(zombie=…, by=…)` is what a button does,
`zombie_goes(state, …)` does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, Concatenate, Generic, ParamSpec

from lastdays.procedure.asks import Procedure
from lastdays.tabletop.event_log import Fact
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.state import Figure, State, Zombie
from lastdays.tabletop.last_days.words import Sentence, Words
from lastdays.tabletop.phrases import Saying
from lastdays.tabletop.view import ButtonView, FormView, OpenForm, Play, Tap

P = ParamSpec("P")
#: What came of a rule: the table after it, and what is said of it.
Done = tuple[State, list[Fact]]


@dataclass(frozen=True)
class RegisteredTap(Generic[P]):
    """Something done at once."""

    key: str
    rule: Callable[Concatenate[State, Rules, P], Done]

    def __call__(self, state: State, rules: Rules, *args: P.args, **kwargs: P.kwargs) -> Done:
        """Do it."""
        return self.rule(state, rules, *args, **kwargs)

    def tap(self, *args: P.args, **kwargs: P.kwargs) -> Tap:
        """Return the tap that does it; its arguments by name."""
        return Tap(self.key, _named(self.key, args, kwargs))


@dataclass(frozen=True)
class RegisteredPlay(Generic[P]):
    """A procedure, which may ask; `title` is what it is called in the log."""

    key: str
    title: Sentence
    rule: Callable[Concatenate[State, Rules, P], Procedure[Done]]
    takes: frozenset[str]

    def __call__(
        self, state: State, rules: Rules, *args: P.args, **kwargs: P.kwargs
    ) -> Procedure[Done]:
        """Return the procedure, to be asked."""
        return self.rule(state, rules, *args, **kwargs)

    def play(self, *args: P.args, **kwargs: P.kwargs) -> Play:
        """Return what begins it; its arguments by name."""
        return Play(self.key, _named(self.key, args, kwargs))

    def begin(self, state: State, rules: Rules, args: Mapping[str, Any]) -> Procedure[Done]:
        """Return the procedure with stored arguments, those of an earlier version left out."""
        rule: Callable[..., Procedure[Done]] = self.rule
        return rule(state, rules, **{k: v for k, v in args.items() if k in self.takes})


def _named(key: str, args: tuple[object, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    if args:
        raise TypeError(f"{key} takes its arguments by name")
    return dict(kwargs)


@dataclass(frozen=True)
class RegisteredForm:
    """What is declared before something is done, about a piece."""

    key: str
    rule: Callable[[State, Rules, str, Mapping[str, str]], FormView | None]

    def open(self, about: str) -> OpenForm:
        """Return what opens it."""
        return OpenForm(self.key, about)


def tap(key: str) -> Callable[[Callable[Concatenate[State, Rules, P], Done]], RegisteredTap[P]]:
    """Register a rule as a tap."""

    def register(rule: Callable[Concatenate[State, Rules, P], Done]) -> RegisteredTap[P]:
        return RegisteredTap(key, rule)

    return register


def play(
    key: str, title: Sentence
) -> Callable[[Callable[Concatenate[State, Rules, P], Procedure[Done]]], RegisteredPlay[P]]:
    """Register a rule as a procedure."""

    def register(
        rule: Callable[Concatenate[State, Rules, P], Procedure[Done]],
    ) -> RegisteredPlay[P]:
        return RegisteredPlay(key, title, rule, frozenset(list(signature(rule).parameters)[2:]))

    return register


def form(
    key: str,
) -> Callable[[Callable[[State, Rules, str, Mapping[str, str]], FormView | None]], RegisteredForm]:
    """Register a form."""

    def register(
        rule: Callable[[State, Rules, str, Mapping[str, str]], FormView | None],
    ) -> RegisteredForm:
        return RegisteredForm(key, rule)

    return register


@dataclass(frozen=True)
class Due:
    """What is due in a step: a sentence, the moves, sentences to go by. `alone`: nothing else of
    the step is due before it is done."""

    says: str = ""
    moves: tuple[ButtonView, ...] = ()
    notes: tuple[str, ...] = ()
    alone: bool = False


DueRule = Callable[[State, Rules, Words], Due | None]
#: Whoever acts on the table.
Actor = Figure | Zombie


@dataclass(frozen=True)
class Chapter:
    """All that a module brings. `due` says by step of the turn what is due, `first` what comes
    before all else in any of them; `moves` what a model or zombie may do now, for its sheet."""

    taps: tuple[RegisteredTap[...], ...] = ()
    plays: tuple[RegisteredPlay[...], ...] = ()
    sayings: tuple[Saying[Words], ...] = ()
    forms: tuple[RegisteredForm, ...] = ()
    due: Mapping[str, DueRule] = field(default_factory=dict)
    first: DueRule | None = None
    moves: Callable[[State, Rules, Actor], Iterable[ButtonView]] | None = None
