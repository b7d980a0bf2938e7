"""A chapter of the rules of *Last Days*: what a module declares, and when it is due."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Concatenate, ParamSpec

from msgspec import Struct

from lastdays.procedure.asks import Procedure
from lastdays.tabletop.event_log import Fact
from lastdays.tabletop.game_rules import FormRule, PlayRule, RuleSet, TapRule, arguments
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.state import Figure, State, Zombie
from lastdays.tabletop.last_days.words import Sentence, Words
from lastdays.tabletop.view import ButtonView, FormView

P = ParamSpec("P")
#: What came of a rule: the table after it, and what is said of it.
Done = tuple[State, list[Fact]]
TapFunction = Callable[Concatenate[State, Rules, P], Done]
PlayFunction = Callable[Concatenate[State, Rules, P], Procedure[Done]]
FormFunction = Callable[[State, Rules, str, Mapping[str, str]], FormView | None]
ChapterTap = TapRule[Concatenate[State, Rules, P], P, State]
ChapterPlay = PlayRule[Concatenate[State, Rules, P], P, State, Words]
ChapterForm = FormRule[[State, Rules, str, Mapping[str, str]]]


class Due(Struct, frozen=True):
    """What is due in a step: a sentence, the moves, sentences to go by. `alone`: nothing else of
    the step is due before it is done; `dice`: its move begins with a D6."""

    says: str = ""
    moves: tuple[ButtonView, ...] = ()
    notes: tuple[str, ...] = ()
    alone: bool = False
    dice: bool = False


DueRule = Callable[[State, Rules, Words], Due | None]
#: Whoever acts on the table.
Actor = Figure | Zombie
MovesRule = Callable[[State, Rules, Actor], Iterable[ButtonView]]


class Chapter(RuleSet[State, Words]):
    """Everything a module declares. Its rules are called with the table and the book, then with the
    arguments of a press."""

    def __init__(self) -> None:
        super().__init__()
        #: What is due, by step of the turn.
        self.due_in: dict[str, DueRule] = {}
        #: What is due before all else, in any step.
        self.due_first: DueRule | None = None
        #: What a model or zombie may do now.
        self.offered: MovesRule | None = None

    def tap(self, key: str) -> Callable[[TapFunction[P]], ChapterTap[P]]:
        """Declare what is done at once."""
        self.once(key, self.taps)

        def declare(rule: TapFunction[P]) -> ChapterTap[P]:
            made: ChapterTap[P] = TapRule(key, rule, arguments(rule)[2:])
            self.taps[key] = made
            return made

        return declare

    def play(self, key: str, title: Sentence) -> Callable[[PlayFunction[P]], ChapterPlay[P]]:
        """Declare a procedure; `title` says what it is called in the log."""
        self.once(key, self.plays)

        def declare(rule: PlayFunction[P]) -> ChapterPlay[P]:
            made: ChapterPlay[P] = PlayRule(key, rule, arguments(rule)[2:], title)
            self.plays[key] = made
            return made

        return declare

    def form(self, key: str) -> Callable[[FormFunction], ChapterForm]:
        """Declare a form about a piece."""
        self.once(key, self.forms)

        def declare(rule: FormFunction) -> ChapterForm:
            made: ChapterForm = FormRule(key, rule)
            self.forms[key] = made
            return made

        return declare

    def due(self, *steps: str) -> Callable[[DueRule], DueRule]:
        """Declare what is due in steps of the turn."""
        for step in steps:
            self.once(step, self.due_in)

        def declare(rule: DueRule) -> DueRule:
            self.due_in.update(dict.fromkeys(steps, rule))
            return rule

        return declare

    def first(self, rule: DueRule) -> DueRule:
        """Declare what is due before everything else, in any step."""
        self.due_first = rule
        return rule

    def moves(self, rule: MovesRule) -> MovesRule:
        """Declare what a model or zombie may do now, for its sheet."""
        self.offered = rule
        return rule
