"""A chapter of the rules of *Last Days*: what a module declares, and when it is due."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Concatenate, ParamSpec

from lastdays.procedure.asks import Procedure
from lastdays.tabletop.event_log import Fact
from lastdays.tabletop.game_rules import FormRule, PlayRule, RuleSet, TapRule
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.state import Figure, State, Zombie
from lastdays.tabletop.last_days.words import Sentence, Words
from lastdays.tabletop.phrases import Saying, template
from lastdays.tabletop.view import ButtonView, FormView
from lastdays.values import Value

P = ParamSpec("P")
#: What came of a rule: the table after it, and what is said of it.
Done = tuple[State, list[Fact]]
TapFunction = Callable[Concatenate[State, Rules, P], Done]
PlayFunction = Callable[Concatenate[State, Rules, P], Procedure[Done]]
FormFunction = Callable[[State, Rules, str, Mapping[str, str]], FormView | None]
ChapterTap = TapRule[Concatenate[State, Rules, P], P, State]
ChapterPlay = PlayRule[Concatenate[State, Rules, P], P, State]
ChapterForm = FormRule[[State, Rules, str, Mapping[str, str]]]


class Due(Value):
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

    before = 2

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
        return self.declare(TapRule, self.taps, key)

    def procedure(
        self, key: str, title: str | Sentence
    ) -> Callable[[PlayFunction[P]], ChapterPlay[P]]:
        """Declare a procedure; `title` says what it is called in the log."""
        said = template(title) if isinstance(title, str) else title
        self.titles[key] = Saying(key, said)
        return self.declare(PlayRule, self.plays, key)

    def form(self, key: str) -> Callable[[FormFunction], ChapterForm]:
        """Declare a form about a piece."""
        return self.declare(FormRule, self.forms, key)

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
