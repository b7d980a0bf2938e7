"""The log in words: facts become sentences where they are shown.

The sentences themselves stand beside the rules they come from, as sayings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lastdays.language import _, signed
from lastdays.tabletop.game_rules import GameRules
from lastdays.tabletop.last_days.state import Gun, State
from lastdays.tabletop.phrases import Facts, Phrases, Saying

Sentence = Callable[["Words", Facts], str]


def counter_name(name: str) -> str:
    """Return what a counter is called."""
    return {
        "damage": _("damage"),
        "noise": _("noise"),
        "ammo": _("ammo"),
        "ap": _("Action Points"),
        "knock": _("knockback"),
        "zombies": _("zombies put down"),
        "rivals": _("rivals taken out"),
        "objectives": _("objectives"),
        "tokens": _("Supply Tokens on the table"),
        "repairs": _("repairs"),
        "rerolls": _("Armoury re-rolls"),
        "losses": _("casualties this turn"),
        "turn": _("turn"),
    }.get(name, name)


def mark_name(name: str) -> str:
    """Return what a mark is called."""
    return {
        "locked": _("Locked and Loaded"),
        "ran": _("has run"),
        "acted": _("has acted"),
        "fired": _("has fired"),
        "fought": _("has fought"),
        "panicked": _("in a panic"),
        "booze": _("Booze"),
        "empty": _("must reload"),
        "gone": _("gone"),
        "token": _("carries a Supply Token"),
        "open": _("open"),
        "broke": _("broke"),
        "rallied": _("Rallying Cry used"),
        "tagged": _("Tag-Team used"),
        "held-back": _("held back"),
        "missing": _("missing"),
    }.get(name, name)


class Words(Phrases):
    """Sentences about one game: `state` gives the names of pieces."""

    def __init__(
        self,
        state: State,
        sayings: Mapping[str, Saying[Words]],
        titles: Mapping[str, Saying[Words]],
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


def _count_said(words: Words, f: Facts) -> str:
    what, amount = counter_name(str(f["what"])), signed(int(f["amount"]))
    if f["who"] == "@table":
        return _("{what} {amount}", what=what, amount=amount)
    name = _of_piece(words, str(f["who"]))
    return _("{name} {amount} {what}", name=name, amount=amount, what=what)


def _mark_said(words: Words, f: Facts) -> str:
    text = _("{name}: {what}") if f["on"] else _("{name}: not {what}")
    return text.format(name=_of_piece(words, str(f["who"])), what=mark_name(str(f["what"])))


COUNT = COMMON.worded("count", _count_said)
MARK = COMMON.worded("mark", _mark_said)
