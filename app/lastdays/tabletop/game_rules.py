"""What the rules of a game declare, each beside its rule: taps, procedures, forms, and sentences
that take more than a text.

A name is written once, beside the rule: it is the key by which stored games know the rule. Code
that offers a move refers to what was declared: `fight.play(unit=…)` is what a button begins,
`fight(state, …)` is the procedure itself. A fact is stated by its key in `sayings.toml`.
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
#: All that a rule is called with: the table, perhaps the book, and the arguments of a press.
Q = ParamSpec("Q")
#: The arguments of a press.
P = ParamSpec("P")


class _Rule(Value, Generic[Q, R]):
    """A rule and its key. `takes` names the arguments of its press."""

    key: str
    rule: Callable[Q, R]
    takes: tuple[str, ...]

    def __call__(self, *args: Q.args, **kwargs: Q.kwargs) -> R:
        """Do it, or begin the procedure."""
        return self.rule(*args, **kwargs)


class TapRule(_Rule[Q, S], Generic[Q, P, S]):
    """Something done at once."""

    def tap(self, *args: P.args, **kwargs: P.kwargs) -> Tap:
        """Return the press that does it."""
        return Tap(self.key, _named(self.takes, args, kwargs))

    def button(self, label: str, /, *args: P.args, **kwargs: P.kwargs) -> ButtonView:
        """Return the button that does it, under its key."""
        return ButtonView(self.key, label, self.tap(*args, **kwargs))


class PlayRule(_Rule[Q, Procedure[S]], Generic[Q, P, S]):
    """A procedure, which may ask."""

    def play(self, *args: P.args, **kwargs: P.kwargs) -> Play:
        """Return the press that begins it."""
        return Play(self.key, _named(self.takes, args, kwargs))

    def button(self, label: str, /, *args: P.args, **kwargs: P.kwargs) -> ButtonView:
        """Return the button that begins it, under its key."""
        return ButtonView(self.key, label, self.play(*args, **kwargs))


class FormRule(_Rule[Q, FormView | None], Generic[Q]):
    """A form: what is chosen about a piece before something is done; None if it doesn't apply."""

    def open(self, about: str) -> OpenForm:
        """Return the press that opens it."""
        return OpenForm(self.key, about)


class GameRules(Generic[S, W]):
    """What a game declares, or a chapter of its rules, by key. A key that is declared twice is a
    mistake. Rules are called with the table, then with the arguments of a press."""

    def __init__(self) -> None:
        self.taps: dict[str, TapRule[..., ..., S]] = {}
        self.plays: dict[str, PlayRule[..., ..., S]] = {}
        self.forms: dict[str, FormRule[...]] = {}
        #: The sentences of facts that take more than a text.
        self.sayings: dict[str, Callable[[W, Facts], str]] = {}
        #: What each procedure is called in the log.
        self.titles: dict[str, Callable[[W, Facts], str]] = {}

    @staticmethod
    def once(key: str, declared: Mapping[str, object]) -> None:
        """Refuse a key that is declared already."""
        if key in declared:
            raise ValueError(f"{key} is declared twice")

    def declare(
        self,
        kind: type[Any],
        declared: dict[str, Any],
        key: str,
        takes: type[Value] | None = None,
    ) -> Callable[..., Any]:
        """Return what declares a rule of a kind under a key."""
        self.once(key, declared)

        def declare(rule: Callable[..., object]) -> object:
            names = takes.__struct_fields__ if takes else tuple(signature(rule).parameters)[1:]
            declared[key] = kind(key, rule, names)
            return declared[key]

        return declare

    def tap(
        self, key: str
    ) -> Callable[[Callable[Concatenate[S, P], S]], TapRule[Concatenate[S, P], P, S]]:
        """Declare what is done at once."""
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
        """Declare a procedure; `title` is what it is called in the log: a text with the names of
        what it is about in braces, or a function that puts it together. `takes` has its arguments
        as fields where they are more than a few."""
        self.titles[key] = template(title) if isinstance(title, str) else title
        return self.declare(PlayRule, self.plays, key, takes)

    def worded(self, key: str) -> Callable[[Callable[[W, Facts], str]], Callable[[W, Facts], str]]:
        """Declare the sentence of a kind of fact that takes more than a text of `sayings.toml`."""
        self.once(key, self.sayings)

        def declare(sentence: Callable[[W, Facts], str]) -> Callable[[W, Facts], str]:
            self.sayings[key] = sentence
            return sentence

        return declare


def _named(
    takes: tuple[str, ...], args: tuple[object, ...], given: Mapping[str, object]
) -> dict[str, Any]:
    """Return arguments by the names they have in the rule, as the log keeps them."""
    return {**dict(zip(takes, args, strict=False)), **given}
