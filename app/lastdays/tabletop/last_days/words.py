"""The log in words: facts become sentences where they are shown.

The sentences themselves stand beside the rules they come from, as sayings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lastdays.language import _, signed
from lastdays.rulebook import Catalogue
from lastdays.tabletop.event_log import Fact
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
    """Sentences about one game: `state` gives the names of pieces, `sayings` the sentence of each
    kind of fact, `titles` what each procedure is called."""

    def __init__(
        self,
        state: State,
        catalogue: Catalogue,
        sayings: Mapping[str, Saying[Words]],
        titles: Mapping[str, Sentence],
    ) -> None:
        self.state = state
        self.catalogue = catalogue
        self._sayings = sayings
        self._titles = titles

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

    def say(self, fact: Fact) -> str:
        """Return a fact as a sentence; its key if it is no longer known."""
        if fact.key in ("play", "answer", "dropped"):
            return self._play(fact)
        saying = self._sayings.get(fact.key)
        return fact.key if saying is None else saying.sentence(self, fact.facts)

    def _play(self, fact: Fact) -> str:
        play = str(fact.facts.get("play", ""))
        title = self._titles.get(play)
        text = play if title is None else title(self, fact.facts)
        return _("{what}, dropped", what=text) if fact.key == "dropped" else text


# Counters and marks, which every piece may have


def _count_said(words: Words, f: Facts) -> str:
    piece = str(f["who"])
    what = counter_name(str(f["what"]))
    amount = signed(int(f["amount"]))
    if piece == "@table":
        return _("{what} {amount}", what=what, amount=amount)
    name = words.name(piece)
    gun = words.state.pieces.get(piece[1:])
    if isinstance(gun, Gun):
        name = f"{words.state.name(gun.figure)}, {name}"
    return _("{name} {amount} {what}", name=name, amount=amount, what=what)


COUNT: Saying[Words] = Saying("count", _count_said)


def _mark_said(words: Words, f: Facts) -> str:
    name = words.name(f["who"])
    gun = words.state.pieces.get(str(f["who"])[1:])
    if isinstance(gun, Gun):
        name = f"{words.state.name(gun.figure)}, {name}"
    text = _("{name}: {what}") if f["on"] else _("{name}: not {what}")
    return text.format(name=name, what=mark_name(str(f["what"])))


MARK: Saying[Words] = Saying("mark", _mark_said)
