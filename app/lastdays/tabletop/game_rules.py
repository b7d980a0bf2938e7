"""The taps, procedures and sentences of a declared game, each declared beside its rule.

A name stands once, where the rule does: whoever offers a move, or says a fact, refers to what was
declared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any, Concatenate, Generic, ParamSpec

from lastdays.procedure.asks import Procedure
from lastdays.tabletop.kinds import Done
from lastdays.tabletop.phrases import Phrases, Saying, template
from lastdays.tabletop.units import TableState
from lastdays.tabletop.view import Play, Tap

P = ParamSpec("P")
TapFunction = Callable[Concatenate[TableState, P], Done]
PlayFunction = Callable[Concatenate[TableState, P], Procedure[Done]]


@dataclass(frozen=True)
class TapRule(Generic[P]):
    """Something done at once: its name in the log, what it does. Called with the arguments of its
    rule, it is the press that does it."""

    key: str
    rule: TapFunction[P]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Tap:
        return Tap(self.key, _by_name(self.rule, args, kwargs))


@dataclass(frozen=True)
class PlayRule(Generic[P]):
    """A procedure: its name in the log and in words, what it does. Called with the arguments of
    its rule, it is the press that begins it."""

    key: str
    rule: PlayFunction[P]
    title: Saying[Phrases]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Play:
        return Play(self.key, _by_name(self.rule, args, kwargs))


class GameRules:
    """What a game declares, by name. A name that is declared twice is a mistake."""

    def __init__(self) -> None:
        self.taps: dict[str, TapRule[...]] = {}
        self.plays: dict[str, PlayRule[...]] = {}
        self.sayings: dict[str, Saying[Phrases]] = {}

    def saying(self, key: str, text: Callable[[], str]) -> Saying[Phrases]:
        """Declare a kind of fact and its sentence, with the names of its facts in braces."""
        _once(key, self.sayings)
        made = self.sayings[key] = Saying(key, template(text))
        return made

    def tap(self, key: str) -> Callable[[TapFunction[P]], TapRule[P]]:
        """Declare what is done at once under a name."""
        _once(key, self.taps)

        def declare(rule: TapFunction[P]) -> TapRule[P]:
            made = TapRule(key, rule)
            self.taps[key] = made
            return made

        return declare

    def play(
        self, key: str, title: Callable[[], str] = lambda: "{unit}"
    ) -> Callable[[PlayFunction[P]], PlayRule[P]]:
        """Declare a procedure under a name; `title` is what it is called in the log, with the
        names of what it is about in braces."""
        _once(key, self.plays)

        def declare(rule: PlayFunction[P]) -> PlayRule[P]:
            made = PlayRule(key, rule, Saying(key, template(title)))
            self.plays[key] = made
            return made

        return declare


def _once(key: str, declared: dict[str, Any]) -> None:
    if key in declared:
        raise ValueError(f"{key} is declared twice")


def _by_name(
    rule: Callable[..., Any], args: tuple[Any, ...], given: dict[str, Any]
) -> dict[str, Any]:
    """Arguments by the names they have in the rule, as the log keeps them."""
    names = list(signature(rule).parameters)[1:]
    return {**dict(zip(names, args, strict=False)), **given}
