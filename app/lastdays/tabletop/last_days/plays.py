"""*Last Days* at the table: its taps and procedures by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Procedure
from lastdays.tabletop.engine import Engine, PendingAsk, PendingProcedure
from lastdays.tabletop.event_log import Event, fact
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
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.state import PendingPiece, State
from lastdays.tabletop.last_days.taps import TAPS
from lastdays.tabletop.last_days.turn import Done
from lastdays.tabletop.last_days.words import Words

Play = Callable[[State, Rules, dict[str, Any]], Procedure[Done]]
PLAYS: dict[str, Play] = {
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


class LastDays(Engine[State]):
    """The tracker's rules, with the book and how the campaign reads it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

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


def tap(state: State, rules: Rules, what: str, **args: Any) -> Event | None:
    """A tap as an event; None where it changes nothing."""
    return LastDays(rules).tap(state, what, args)


def start(state: State, rules: Rules, play: str, args: dict[str, Any]) -> Event:
    """A procedure begun."""
    return LastDays(rules).start(state, play, args)


def standing(state: State, rules: Rules) -> PendingAsk | None:
    """The ask of the open procedure."""
    return LastDays(rules).standing(state)


def answer(state: State, rules: Rules, value: Any, how: str, who: str = "") -> Event:
    """An answer to the open ask."""
    return LastDays(rules).answer(state, value, how, who)


def drop(state: State, rules: Rules) -> Event | None:
    """The open procedure left unfinished."""
    return LastDays(rules).drop(state)
