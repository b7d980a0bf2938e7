"""What the rules of a game declare, each beside its rule: taps, procedures, sentences, forms.

A name is written once, beside the rule: it is the key by which stored games know the rule. Code
that offers a move, or states a fact, refers to what was declared: `fight.play(unit=…)` is what a
button begins, `fight(state, …)` is the procedure itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from msgspec import Struct

from lastdays.procedure.asks import Procedure
from lastdays.tabletop.event_log import Fact
from lastdays.tabletop.phrases import Facts, Phrases, Saying, counted, either, saying, title
from lastdays.tabletop.view import FormView, OpenForm, Play, Tap

S = TypeVar("S")
W = TypeVar("W", bound=Phrases)
#: All that a rule is called with: the table, perhaps the book, and the arguments of a press.
Q = ParamSpec("Q")
#: The arguments of a press.
P = ParamSpec("P")


class TapRule(Struct, Generic[Q, P, S], frozen=True):
    """Something done at once. `takes` names the arguments of its press."""

    key: str
    rule: Callable[Q, tuple[S, list[Fact]]]
    takes: tuple[str, ...]

    def __call__(self, *args: Q.args, **kwargs: Q.kwargs) -> tuple[S, list[Fact]]:
        """Do it."""
        return self.rule(*args, **kwargs)

    def tap(self, *args: P.args, **kwargs: P.kwargs) -> Tap:
        """Return the press that does it."""
        return Tap(self.key, _named(self.takes, args, kwargs))


class PlayRule(Struct, Generic[Q, P, S, W], frozen=True):
    """A procedure, which may ask; `title` says what it is called in the log. `takes` names the
    arguments of its press."""

    key: str
    rule: Callable[Q, Procedure[tuple[S, list[Fact]]]]
    takes: tuple[str, ...]
    title: Callable[[W, Facts], str]

    def __call__(self, *args: Q.args, **kwargs: Q.kwargs) -> Procedure[tuple[S, list[Fact]]]:
        """Return the procedure, to be asked."""
        return self.rule(*args, **kwargs)

    def play(self, *args: P.args, **kwargs: P.kwargs) -> Play:
        """Return the press that begins it."""
        return Play(self.key, _named(self.takes, args, kwargs))


class FormRule(Struct, Generic[Q], frozen=True):
    """A form: what is chosen about a piece before something is done."""

    key: str
    rule: Callable[Q, FormView | None]

    def __call__(self, *args: Q.args, **kwargs: Q.kwargs) -> FormView | None:
        """Return the form with the choices so far; None if it doesn't apply."""
        return self.rule(*args, **kwargs)

    def open(self, about: str) -> OpenForm:
        """Return the press that opens it."""
        return OpenForm(self.key, about)


class RuleSet(Generic[S, W]):
    """What a game declares, or a chapter of its rules, by key. A key that is declared twice is a
    mistake.

    Its subclasses say what a rule is called with before the arguments of its press.
    """

    def __init__(self) -> None:
        self.taps: dict[str, TapRule[..., ..., S]] = {}
        self.plays: dict[str, PlayRule[..., ..., S, W]] = {}
        self.forms: dict[str, FormRule[...]] = {}
        self.sayings: dict[str, Saying[W]] = {}

    @staticmethod
    def once(key: str, declared: Mapping[str, object]) -> None:
        """Refuse a key that is declared already."""
        if key in declared:
            raise ValueError(f"{key} is declared twice")

    def add(self, *sayings: Saying[W]) -> None:
        """Add kinds of facts that are declared elsewhere."""
        for made in sayings:
            self.once(made.key, self.sayings)
            self.sayings[made.key] = made

    def saying(self, key: str, text: Callable[[], str]) -> Saying[Phrases]:
        """Declare a kind of fact and its sentence, with the names of its facts in braces."""
        made = saying(key, text)
        self.add(made)
        return made

    def counted(self, key: str, fact: str, text: Callable[[int], str]) -> Saying[Phrases]:
        """Declare a kind of fact whose sentence follows from how many there are: a fact in it."""
        made = counted(key, fact, text)
        self.add(made)
        return made

    def either(
        self, key: str, fact: str, yes: Callable[[], str], no: Callable[[], str]
    ) -> Saying[Phrases]:
        """Declare a kind of fact with two sentences, of which another fact in it chooses."""
        made = either(key, fact, yes, no)
        self.add(made)
        return made

    def worded(self, key: str, sentence: Callable[[W, Facts], str]) -> Saying[W]:
        """Declare a kind of fact whose sentence a function puts together."""
        made = Saying(key, sentence)
        self.add(made)
        return made


class GameRules(RuleSet[S, W]):
    """Rules that are called with the table, then with the arguments of a press."""

    def tap(
        self, key: str
    ) -> Callable[
        [Callable[Concatenate[S, P], tuple[S, list[Fact]]]], TapRule[Concatenate[S, P], P, S]
    ]:
        """Declare what is done at once."""
        self.once(key, self.taps)

        def declare(
            rule: Callable[Concatenate[S, P], tuple[S, list[Fact]]],
        ) -> TapRule[Concatenate[S, P], P, S]:
            made: TapRule[Concatenate[S, P], P, S] = TapRule(key, rule, arguments(rule)[1:])
            self.taps[key] = made
            return made

        return declare

    def play(
        self, key: str, text: Callable[[], str] = lambda: "{unit}"
    ) -> Callable[
        [Callable[Concatenate[S, P], Procedure[tuple[S, list[Fact]]]]],
        PlayRule[Concatenate[S, P], P, S, W],
    ]:
        """Declare a procedure; `text` is what it is called in the log, with the names of what it
        is about in braces."""
        self.once(key, self.plays)

        def declare(
            rule: Callable[Concatenate[S, P], Procedure[tuple[S, list[Fact]]]],
        ) -> PlayRule[Concatenate[S, P], P, S, W]:
            made: PlayRule[Concatenate[S, P], P, S, W] = PlayRule(
                key, rule, arguments(rule)[1:], title(text)
            )
            self.plays[key] = made
            return made

        return declare


def arguments(rule: Callable[..., object]) -> tuple[str, ...]:
    """Return the names of a rule's arguments."""
    return tuple(signature(rule).parameters)


def _named(
    takes: tuple[str, ...], args: tuple[object, ...], given: Mapping[str, object]
) -> dict[str, Any]:
    """Return arguments by the names they have in the rule, as the log keeps them."""
    return {**dict(zip(takes, args, strict=False)), **given}
