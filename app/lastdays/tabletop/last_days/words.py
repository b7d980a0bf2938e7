"""The log in words: facts become sentences where they are shown.

Most sentences stand in `sayings.toml`, those that take more than a text beside their rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from lastdays.desktop import paths
from lastdays.language import _
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

    def word(self, name: str, facts: Facts) -> str:
        """Return a fact in words: what the book and the table call it, a Firearm after its
        bearer."""
        said, book = facts.get(name, ""), self.state.book
        match name:
            case "who" if isinstance(gun := self.state.pieces.get(str(said)[1:]), Gun):
                return f"{self.state.name(gun.figure)}, {gun.name}"
            case "counter":
                what = str(facts["what"])
                return mark_name(what) if what in NAMES()["marks"] else counter_name(what)
            case "phase":
                return phase_name(said)
            case "action" if said in book.actions:
                return book.actions[said].name
            case "done":
                done = facts["action"]
                return (book.actions.get(done) or book.equipment[done]).name
            case "item":
                return book.gear(said).name
        return super().word(name, facts)
