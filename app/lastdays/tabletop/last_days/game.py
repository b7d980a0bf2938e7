"""*Last Days* at the table: its taps and procedures by name, and what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Procedure
from lastdays.tabletop.engine import PendingProcedure
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.game import Game
from lastdays.tabletop.last_days import (
    actions,
    breaking,
    deploying,
    fighting,
    initiative,
    menace,
    perils,
    shooting,
    sides,
    turn,
)
from lastdays.tabletop.last_days import state as pieces
from lastdays.tabletop.last_days.bar_view import bar
from lastdays.tabletop.last_days.card_views import Cards
from lastdays.tabletop.last_days.fight_form import fight_form
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.guide import Task, guide
from lastdays.tabletop.last_days.pick_forms import contact_form, door_form, fall_form, out_form
from lastdays.tabletop.last_days.sheet_views import sheet
from lastdays.tabletop.last_days.shot_form import shot_form
from lastdays.tabletop.last_days.state import Blade, Figure, Gun, PendingPiece, State
from lastdays.tabletop.last_days.taps import TAPS
from lastdays.tabletop.last_days.turn import PHASES, Done, phase_name
from lastdays.tabletop.last_days.words import Words
from lastdays.tabletop.view import (
    Act,
    BarView,
    BoardView,
    ButtonView,
    EndGame,
    FormView,
    Guide,
    LookAt,
    OpenForm,
    Play,
    SheetView,
    Tap,
)

Rule = Callable[[State, Rules, dict[str, Any]], Procedure[Done]]
PLAYS: dict[str, Rule] = {
    "sides": sides.decide,
    "roll-off": initiative.roll_off_step,
    "initiative": initiative.initiative,
    "leader": breaking.name_leader,
    "breaking": breaking.breaking_point,
    "noise": menace.noise,
    "ammo": menace.ammo,
    "contact": menace.contact,
    "horror": menace.horror,
    "activate": actions.begin,
    "start-zombie": menace.begin_zombie,
    "act": actions.act,
    "hurt": perils.fall,
    "ambush": deploying.ambush,
    "fences": deploying.fences,
    "shoot": shooting.shoot,
    "fight": fighting.fight,
    "subdue": fighting.subdue,
    "beat-door": fighting.beat_door,
}


def _end_shots(state: State, rules: Rules, figure: str, locked: bool) -> Done:
    after = shooting.end_shots(state, figure, locked=locked)
    return after, [fact("shots-done", who=f"@{figure}")]


#: Taps that are moves of the game, and those that keep the tokens by hand.
MOVES: dict[str, Any] = {
    "defend": sides.take_roles,
    "next": turn.next_phase,
    "finish": actions.finish,
    "leave": actions.leave,
    "end-zombie": menace.end_zombie,
    "zombies-done": menace.end_others,
    "end-shots": _end_shots,
    "set-off": shooting.set_off,
    **TAPS,
}


class LastDays(Game[State]):
    """*Last Days*, with the book and how the campaign reads it."""

    helps = ("guided", "dice", "tokens")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._cards = Cards(rules)

    @property
    def name(self) -> str:
        """The game's title."""
        return _("Last Days")

    def from_json(self, stored: Any) -> State:
        """A table out of the store."""
        return pieces.from_json(stored)

    def diff(self, before: State, after: State) -> list[Any]:
        """What makes one table another."""
        return pieces.diff(before, after)

    def patch(self, state: State, effects: Iterable[Any]) -> State:
        """The table after a difference."""
        return pieces.patch(state, effects)

    def opened(self, state: State) -> PendingProcedure | None:
        """The procedure that waits for an answer."""
        found = state.open
        return None if found is None else PendingProcedure(found.play, found.args, found.answers)

    def with_open(self, state: State, opened: PendingProcedure | None) -> State:
        """The table with another open procedure, or with none."""
        if state.open is not None:
            state = state.drop("open")
        if opened is None:
            return state
        return state.add(PendingPiece(opened.play, opened.args, opened.answers))

    def tapped(self, state: State, what: str, args: dict[str, Any]) -> Done:
        """What a tap does."""
        done: Done = MOVES[what](state, self.rules, **args)
        return done

    def procedure(self, state: State, play: str, args: dict[str, Any]) -> Procedure[Done]:
        """A procedure by name."""
        if play not in PLAYS:
            raise RuleError(_("There is no such procedure."))
        return PLAYS[play](state, self.rules, args)

    def stamp(self, state: State) -> tuple[int, str]:
        """Turn and step."""
        return state.table.turn, state.table.phase

    def words(self, state: State) -> Words:
        """Sentences about a table."""
        return Words(state, self.rules.catalogue)

    # What is shown

    def board(self, state: State, hand: str = "") -> BoardView:
        """Return the sides, the zombies and things. A card that shows the same is the very same
        card as in the board before."""
        return self._cards.board(state, hand)

    def sheet(self, state: State, piece: str, help: str) -> SheetView | None:
        """Return a model, zombie, thing, side, captive or the table at length."""
        return sheet(state, self.rules, piece, help)

    def bar(self, state: State) -> BarView:
        """Return the turn, the roles, who has not had a turn."""
        return bar(state, self.rules)

    def guide(self, state: State) -> Guide:
        """Return the moves that are due, in the order of the book."""
        found = guide(state, self.rules, self.words(state))
        return Guide(found.says, tuple(_button(t) for t in found.tasks), found.notes)

    def form(
        self, state: State, form: str, about: str, chosen: Mapping[str, str]
    ) -> FormView | None:
        """Return a shot, a fight, a contact, a fall, a door, or who did it, as it is declared."""
        match form:
            case "shot" | "locked":
                return shot_form(state, self.rules, about, chosen, locked=form == "locked")
            case "fight":
                return fight_form(state, self.rules, about, chosen)
            case "contact":
                return contact_form(state, about)
            case "out":
                return out_form(state, about)
            case "door":
                return door_form(state, about)
            case "fall":
                return fall_form(state, about)
        return None

    def next(self, help: str) -> Tap:
        """Return the next step; where only tokens are kept, Menace is one step."""
        return Tap("next", {"whole_menace": help == "tokens"})

    def hand(self, state: State, piece: str, before: str) -> str:
        """Return the model that was touched, itself or what it bears; else who acted before."""
        match state.pieces.get(piece):
            case Figure(id=figure):
                return figure
            case Gun(figure=figure) | Blade(figure=figure):
                return figure
        return before

    def step_names(self, state: State) -> dict[str, str]:
        """Return every step of a game by key."""
        return {phase: phase_name(phase) for phase in PHASES}


def _button(task: Task) -> ButtonView:
    act: Act
    match task.kind:
        case "play":
            act = Play(task.name, task.args)
        case "tap":
            act = Tap(task.name, task.args)
        case "look":
            act = LookAt(task.about)
        case "end":
            act = EndGame()
        case form:
            act = OpenForm(form, task.about)
    return ButtonView(task.key, task.label, act, task.why_not, about=task.about)
