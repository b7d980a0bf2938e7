"""A chapter of the rules of *Last Days*: what a module declares, when it is due, and its sentences in
the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from lastdays.language import _
from lastdays.model.counters import value_name
from lastdays.tabletop.event_log import Fact
from lastdays.tabletop.game_rules import FormRule, GameRules
from lastdays.tabletop.last_days.own_counters import OWN
from lastdays.tabletop.last_days.state import Figure, Gun, State, Zombie
from lastdays.tabletop.phrases import NAMES, Facts, Phrases, Sentence
from lastdays.tabletop.view import ButtonView, FormView
from lastdays.values import Value


def counter_name(name: str) -> str:
    """Return what a counter is called."""
    text = NAMES()["counters"].get(name, {}).get("said")
    return _(text) if text else name


def mark_name(name: str) -> str:
    """Return what a mark is called."""
    text = NAMES()["marks"].get(name)
    return _(text) if text else name


def phase_name(phase: str) -> str:
    """Return what a step of the turn is called."""
    text = NAMES()["phases"][phase]
    return _(text)


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
        known = {
            "@zombie": _("a zombie"),
            "@token": _("a Supply Token"),
            "@table": _("Table"),
            "@ground": _("the ground"),
        }
        return known.get(text) or self.state.name(text[1:])

    def word(self, name: str, facts: Facts) -> str:
        """Return a fact in words, with the names of the rulebook and the table; a Firearm follows
        its bearer."""
        value, book = facts.get(name, ""), self.state.book
        match name:
            case "who" if isinstance(gun := self.state.pieces.get(str(value)[1:]), Gun):
                return f"{self.state.name(gun.figure)}, {gun.name}"
            case "counter":
                what = str(facts["what"])
                if what.startswith(OWN):
                    return value_name("counters", what.removeprefix(OWN), book)
                return mark_name(what) if what in NAMES()["marks"] else counter_name(what)
            case "phase":
                return phase_name(value)
            case "action" if value in book.actions:
                return book.actions[value].name
            case "done":
                action = facts["action"]
                return (book.actions.get(action) or book.equipment[action]).name
            case "item":
                return book.gear(value).name
        return super().word(name, facts)


FormFunction = Callable[[State, str, Mapping[str, str]], FormView | None]
ChapterForm = FormRule[[State, str, Mapping[str, str]]]


class Due(Value):
    """What is due in a step: a sentence, the moves, further notes. `alone`: nothing else in the
    step is due until this is done."""

    says: str = ""
    moves: tuple[ButtonView, ...] = ()
    notes: tuple[str | Fact, ...] = ()
    alone: bool = False


DueRule = Callable[[State], Due | None]
#: The pieces that act on the table.
Actor = Figure | Zombie
MovesRule = Callable[[State, Actor], Iterable[ButtonView]]


class Chapter(GameRules[State, Words]):
    """Everything a module declares."""

    def __init__(self) -> None:
        super().__init__()
        #: The rules that say what is due, by step of the turn.
        self.due_in: dict[str, DueRule] = {}
        #: The rule that returns the moves of a model or zombie.
        self.offered: MovesRule | None = None

    def form(self, key: str) -> Callable[[FormFunction], ChapterForm]:
        """Declare a form about a piece."""
        return self.declare(FormRule, self.forms, key)

    def due(self, *steps: str) -> Callable[[DueRule], DueRule]:
        """Declare what is due in steps of the turn."""
        for step in steps:
            self.refuse_twice(step, self.due_in)

        def declare(rule: DueRule) -> DueRule:
            self.due_in.update(dict.fromkeys(steps, rule))
            return rule

        return declare

    def moves(self, rule: MovesRule) -> MovesRule:
        """Declare what a model or zombie may do now, for its sheet."""
        self.offered = rule
        return rule
