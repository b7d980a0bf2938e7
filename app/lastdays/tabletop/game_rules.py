"""Decorators with which a game declares its rules: taps, procedures, forms, and sentences that need
more than a template.

A key is written once, beside its rule: stored games know the rule by it. Code that offers a move
uses the declared rule: `fight.play(unit=…)` is the action of a button, `fight(state, …)` the
procedure itself. The sentences of other facts are in `sayings.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from lastdays.procedure.asks import Procedure
from lastdays.tabletop.event_log import Tabletop
from lastdays.tabletop.phrases import Facts, Phrases, template
from lastdays.tabletop.view import ButtonView, FormView, OpenForm, Play, Tap
from lastdays.values import Value

S = TypeVar("S", bound=Tabletop[Any])
W = TypeVar("W", bound=Phrases)
R = TypeVar("R")
#: All arguments of a rule: the table, and what a button passes.
Q = ParamSpec("Q")
#: The arguments that a button passes.
P = ParamSpec("P")


class _Rule(Value, Generic[Q, R]):
    """A rule and its key. `takes` names the arguments that a button passes."""

    key: str
    rule: Callable[Q, R]
    takes: tuple[str, ...]

    def __call__(self, *args: Q.args, **kwargs: Q.kwargs) -> R:
        """Apply the rule, or begin the procedure."""
        return self.rule(*args, **kwargs)

    def named_arguments(
        self, args: tuple[object, ...], given: Mapping[str, object]
    ) -> dict[str, Any]:
        """Return arguments by the names they have in the rule, as the log stores them."""
        return {**dict(zip(self.takes, args, strict=False)), **given}


class TapRule(_Rule[Q, S], Generic[Q, P, S]):
    """Something done at once."""

    def tap(self, *args: P.args, **kwargs: P.kwargs) -> Tap:
        """Return the action of a button that does it."""
        return Tap(self.key, self.named_arguments(args, kwargs))

    def button(self, label: str, /, *args: P.args, **kwargs: P.kwargs) -> ButtonView:
        """Return a button that does it, with the key of the rule."""
        return ButtonView(self.key, label, self.tap(*args, **kwargs))


class PlayRule(_Rule[Q, Procedure[S]], Generic[Q, P, S]):
    """A procedure, which may ask for dice and choices."""

    def play(self, *args: P.args, **kwargs: P.kwargs) -> Play:
        """Return the action of a button that begins it."""
        return Play(self.key, self.named_arguments(args, kwargs))

    def button(self, label: str, /, *args: P.args, **kwargs: P.kwargs) -> ButtonView:
        """Return a button that begins it, with the key of the rule."""
        return ButtonView(self.key, label, self.play(*args, **kwargs))


class FormRule(_Rule[Q, FormView | None], Generic[Q]):
    """A form: what is chosen about a piece before something is done; None if it doesn't apply."""

    def open(self, about: str) -> OpenForm:
        """Return the action of a button that opens it."""
        return OpenForm(self.key, about)


class GameRules(Generic[S, W]):
    """The rules that a game, or a chapter of its rules, declares by key. Declaring a key twice is an
    error. Rules are called with the table, then with the arguments that a button passes."""

    def __init__(self) -> None:
        self.taps: dict[str, TapRule[..., ..., S]] = {}
        self.plays: dict[str, PlayRule[..., ..., S]] = {}
        self.forms: dict[str, FormRule[...]] = {}
        #: The sentences of facts that need more than a template.
        self.sayings: dict[str, Callable[[W, Facts], str]] = {}
        #: What each procedure is called in the log.
        self.titles: dict[str, Callable[[W, Facts], str]] = {}

    @staticmethod
    def refuse_twice(key: str, declared: Mapping[str, object]) -> None:
        """Raise ValueError for a key that has already been declared."""
        if key in declared:
            raise ValueError(f"{key} is declared twice")

    def declare(
        self,
        kind: type[Any],
        declared: dict[str, Any],
        key: str,
        takes: type[Value] | None = None,
    ) -> Callable[..., Any]:
        """Return a decorator that declares a rule of a kind under a key."""
        self.refuse_twice(key, declared)

        def declare(rule: Callable[..., object]) -> object:
            names = takes.__struct_fields__ if takes else tuple(signature(rule).parameters)[1:]
            declared[key] = kind(key, rule, names)
            return declared[key]

        return declare

    def tap(
        self, key: str
    ) -> Callable[[Callable[Concatenate[S, P], S]], TapRule[Concatenate[S, P], P, S]]:
        """Declare something done at once."""
        return self.declare(TapRule, self.taps, key)

    def procedure(
        self,
        key: str,
        title: str | Callable[[W, Facts], str] = "{unit}",
        takes: type[Value] | None = None,
    ) -> Callable[
        [Callable[Concatenate[S, P], Procedure[S]]],
        PlayRule[Concatenate[S, P], P, S],
    ]:
        """Declare a procedure. `title` is its name in the log: a template with the names of facts
        in braces, or a function that returns it. The fields of `takes` are its arguments if there
        are many."""
        self.titles[key] = template(title) if isinstance(title, str) else title
        return self.declare(PlayRule, self.plays, key, takes)

    def worded(self, key: str) -> Callable[[Callable[[W, Facts], str]], Callable[[W, Facts], str]]:
        """Declare the sentence of a kind of fact that needs more than a template of
        `sayings.toml`."""
        self.refuse_twice(key, self.sayings)

        def declare(sentence: Callable[[W, Facts], str]) -> Callable[[W, Facts], str]:
            self.sayings[key] = sentence
            return sentence

        return declare
