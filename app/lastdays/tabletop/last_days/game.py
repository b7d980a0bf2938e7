"""*Last Days* at the table: the chapters of its rules, and what it shows."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import N_
from lastdays.procedure.asks import Procedure
from lastdays.tabletop.engine import Game
from lastdays.tabletop.event_log import PendingProcedure
from lastdays.tabletop.last_days import (
    actions,
    breaking,
    combat,
    contact,
    deploying,
    initiative,
    menace,
    perils,
    shooting,
    sides,
    taps,
    turn,
)
from lastdays.tabletop.last_days.card_views import bar, board
from lastdays.tabletop.last_days.chapter import Actor, Words, phase_name
from lastdays.tabletop.last_days.sheet_views import sheet
from lastdays.tabletop.last_days.shooting import GROUND
from lastdays.tabletop.last_days.state import Blade, Figure, Gun, Rules, State, from_json
from lastdays.tabletop.last_days.turn import PHASES
from lastdays.tabletop.phrases import sayings
from lastdays.tabletop.view import (
    BarView,
    BoardView,
    ButtonView,
    FormView,
    Guide,
    Play,
    SheetView,
    Tap,
)

#: The chapters, in the order in which moves are shown.
CHAPTERS = (
    breaking.CHAPTER,
    sides.CHAPTER,
    initiative.CHAPTER,
    deploying.CHAPTER,
    menace.CHAPTER,
    actions.CHAPTER,
    shooting.CHAPTER,
    combat.CHAPTER,
    contact.CHAPTER,
    perils.CHAPTER,
    turn.CHAPTER,
    taps.CHAPTER,
)
TAPS = ChainMap(*(chapter.taps for chapter in CHAPTERS))
PLAYS = ChainMap(*(chapter.plays for chapter in CHAPTERS))
FORMS = ChainMap(*(chapter.forms for chapter in CHAPTERS))
SAYINGS = ChainMap(*(chapter.sayings for chapter in CHAPTERS))
TITLES = ChainMap(*(chapter.titles for chapter in CHAPTERS))


class LastDays(Game[State]):
    """*Last Days*, played by a rulebook and the switches of a campaign."""

    helps = ("guided", "dice", "tokens")
    title = N_("Last Days")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def from_json(self, stored: Any) -> State:
        """Return a table from its stored form."""
        return from_json(stored, self.rules)

    def tapped(self, state: State, act: Tap) -> State:
        """Return what a tap does."""
        return TAPS[act.what](state, **act.args)

    def procedure(self, state: State, act: Play) -> Procedure[State]:
        """Return a procedure, without arguments stored by an earlier version that it no longer
        takes."""
        if act.play not in PLAYS:
            raise RuleError("That procedure doesn't exist.")
        rule = PLAYS[act.play]
        known = {k: v for k, v in act.args.items() if k in rule.takes}
        return rule(state, **known)

    def about(self, state: State, opened: PendingProcedure) -> dict[str, Any]:
        """Return the arguments of a procedure as facts, with pieces as references."""
        named = (*state.pieces, GROUND)
        return {
            key: f"@{value}" if value in named else value
            for key, value in opened.args.items()
            if isinstance(value, str) and value
        }

    def stamp(self, state: State) -> tuple[int, str]:
        """Return turn and step."""
        return state.table.turn, state.table.phase

    def words(self, state: State) -> Words:
        """Return sentences about a table."""
        return Words(state, ChainMap(SAYINGS, sayings("last-days")), TITLES)

    # What is shown

    def board(self, state: State, hand: str = "") -> BoardView:
        """Return the sides, the zombies and things."""
        return board(state, hand)

    def sheet(self, state: State, piece: str, help: str) -> SheetView | None:
        """Return the sheet of a model, zombie, thing, side, captive or the table."""

        def moves(actor: Actor) -> list[ButtonView]:
            rules = (chapter.offered for chapter in CHAPTERS if chapter.offered is not None)
            return [move for rule in rules for move in rule(state, actor)]

        return sheet(state, piece, moves if help != "tokens" else None)

    def bar(self, state: State) -> BarView:
        """Return the turn, and who has not had a turn."""
        return bar(state)

    def guide(self, state: State) -> Guide:
        """Return the moves that are due, in the order of the book after the most urgent."""
        words = self.words(state)
        step = []
        for chapter in CHAPTERS:
            rule = chapter.due_in.get(state.table.phase)
            due = rule(state) if rule is not None else None
            if due is not None and due.alone:
                step = [due]
                break
            if due is not None:
                step.append(due)
        found = [breaking.due_first(state, words), *step]
        return Guide(
            says=next((d.says for d in found if d.says), ""),
            moves=tuple(m for d in found for m in d.moves),
            notes=tuple(n if isinstance(n, str) else words.say(n) for d in found for n in d.notes),
            dice=any(d.dice for d in found),
        )

    def form(
        self, state: State, form: str, about: str, chosen: Mapping[str, str]
    ) -> FormView | None:
        """Return a form with the choices made so far."""
        rule = FORMS.get(form)
        return None if rule is None else rule(state, about, chosen)

    def next(self, state: State, help: str) -> Tap:
        """Return what Next does; players who only keep tokens take the Menace Phase as one step."""
        return turn.next_phase.tap(whole_menace=help == "tokens")

    def hand(self, state: State, piece: str, before: str) -> str:
        """Return the model that was touched, or the bearer of a weapon; else `before`."""
        match state.pieces.get(piece):
            case Figure(id=figure):
                return figure
            case Gun(figure=figure) | Blade(figure=figure):
                return figure
        return before

    def step_names(self, state: State) -> dict[str, str]:
        """Return every step of a game by key."""
        return {phase: phase_name(phase) for phase in PHASES}
