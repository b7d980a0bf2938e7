"""A chapter of the rules of *Last Days*: what a module declares, and when it is due."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from lastdays.tabletop.game_rules import FormRule, GameRules
from lastdays.tabletop.last_days.state import Figure, State, Zombie
from lastdays.tabletop.last_days.words import Words
from lastdays.tabletop.view import ButtonView, FormView
from lastdays.values import Value

FormFunction = Callable[[State, str, Mapping[str, str]], FormView | None]
ChapterForm = FormRule[[State, str, Mapping[str, str]]]


class Due(Value):
    """What is due in a step: a sentence, the moves, sentences to go by. `alone`: nothing else of
    the step is due before it is done; `dice`: its move begins with a D6."""

    says: str = ""
    moves: tuple[ButtonView, ...] = ()
    notes: tuple[str, ...] = ()
    alone: bool = False
    dice: bool = False


DueRule = Callable[[State, Words], Due | None]
#: Whoever acts on the table.
Actor = Figure | Zombie
MovesRule = Callable[[State, Actor], Iterable[ButtonView]]


class Chapter(GameRules[State, Words]):
    """Everything a module declares. Its rules are called with the table, then with the arguments
    of a press."""

    def __init__(self) -> None:
        super().__init__()
        #: What is due, by step of the turn.
        self.due_in: dict[str, DueRule] = {}
        #: What is due before all else, in any step.
        self.due_first: DueRule | None = None
        #: What a model or zombie may do now.
        self.offered: MovesRule | None = None

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
