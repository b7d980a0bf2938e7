"""The log in words: facts become sentences where they are shown.

Most sentences stand in `sayings.toml`, those that take more than a text beside their rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from lastdays.desktop import paths
from lastdays.language import _, signed
from lastdays.tabletop.game_rules import GameRules
from lastdays.tabletop.last_days.state import Gun, State
from lastdays.tabletop.phrases import Facts, Phrases

Sentence = Callable[["Words", Facts], str]
#: What counters, marks and steps of the turn are called.
NAMES = cache(partial(paths.toml, "tokens.toml"))


def counter_name(name: str) -> str:
    """Return what a counter is called."""
    said = NAMES()["counters"].get(name, {}).get("said")
    return _(said) if said else name


def mark_name(name: str) -> str:
    """Return what a mark is called."""
    said = NAMES()["marks"].get(name)
    return _(said) if said else name


def phase_name(phase: str) -> str:
    """Return what a step of the turn is called."""
    said = NAMES()["phases"][phase]
    return _(said)


class Words(Phrases):
    """Sentences about one game: `state` gives the names of pieces."""

    def __init__(
        self,
        state: State,
        sayings: Mapping[str, Sentence],
        titles: Mapping[str, Sentence],
    ) -> None:
        super().__init__(sayings, titles)
        self.state = state

    def name(self, word: Any) -> str:
        """Return the name of the piece for '@A1'; anything else as it is."""
        text = str(word)
        if not text.startswith("@"):
            return text
        piece = text[1:]
        match piece:
            case "zombie":
                return _("a zombie")
            case "token":
                return _("a Supply Token")
            case "table":
                return _("Table")
            case "ground":
                return _("the ground")
        return self.state.name(piece)


#: What is said of every piece: counters, marks, wounds, leaving the table.
COMMON: GameRules[State, Words] = GameRules()


def _of_piece(words: Words, piece: str) -> str:
    """Return a piece by name, a Firearm with its bearer's."""
    gun = words.state.pieces.get(piece[1:])
    name = words.name(piece)
    return f"{words.state.name(gun.figure)}, {name}" if isinstance(gun, Gun) else name


@COMMON.worded("count")
def _count_said(words: Words, f: Facts) -> str:
    what, amount = counter_name(str(f["what"])), signed(int(f["amount"]))
    if f["who"] == "@table":
        return _("{what} {amount}", what=what, amount=amount)
    name = _of_piece(words, str(f["who"]))
    return _("{name} {amount} {what}", name=name, amount=amount, what=what)


@COMMON.worded("mark")
def _mark_said(words: Words, f: Facts) -> str:
    text = _("{name}: {what}") if f["on"] else _("{name}: not {what}")
    return text.format(name=_of_piece(words, str(f["who"])), what=mark_name(str(f["what"])))
