"""The players' own steps at the end of a turn: which are due, and for whom (ruling 102)."""

from __future__ import annotations

from collections.abc import Sequence

from lastdays.rulebook.own import Step
from lastdays.tabletop.last_days.own_counters import PieceWithCounters, owner_for, value_of
from lastdays.tabletop.last_days.state import State
from lastdays.values import Value


class StepDue(Value):
    """A step that is due, and the ids of the pieces that it is due for. A `reminder` only says its
    name."""

    step: Step
    whom: tuple[str, ...]
    reminder: bool = False


def steps_due(state: State) -> list[StepDue]:
    """Return the steps that are still to be done at the end of this turn, in their order."""
    if state.table.phase != "end":
        return []
    possible_steps = (_step_if_due(state, step) for step in state.book.own.steps_at("turn"))
    return [due for due in possible_steps if due is not None]


def _step_if_due(state: State, step: Step) -> StepDue | None:
    """Return a step with the pieces for which it is due this turn and not yet done; None if there are none."""
    if state.table.turn < step.from_turn:
        return None
    pieces_concerned = [
        piece.id
        for piece in _pieces_for(state, step)
        if _is_counter_high_enough(state, step, piece)
    ]
    if is_reminder(state, step) and pieces_concerned:
        pieces_concerned = [state.table.id]
    steps_done = state.table.steps_done
    still_to_do = tuple(who for who in pieces_concerned if (step.key, who) not in steps_done)
    return StepDue(step, still_to_do, is_reminder(state, step)) if still_to_do else None


def _pieces_for(state: State, step: Step) -> Sequence[PieceWithCounters]:
    """Return the models, the sides or the game that a step is for: the members who were deployed,
    those who are on the table, the sides that haven't broken."""
    match step.audience:
        case "member":
            return [figure for figure in state.figures() if figure.part == "deployed"]
        case "standing":
            return state.standing()
        case "group":
            return [team for team in state.teams if not team.broke]
        case "campaign":
            return [state.table]


def _is_counter_high_enough(state: State, step: Step, piece: PieceWithCounters) -> bool:
    """Return whether a step may be due for a piece: the counter that it depends on, if it depends on one, is
    above its lowest value."""
    if not step.while_above:
        return True
    counter = state.book.own.counter(step.while_above)
    owner = None if counter is None else owner_for(state, piece.id, counter.of)
    return counter is not None and owner is not None and value_of(owner, counter) > counter.low


def is_reminder(state: State, step: Step) -> bool:
    """Return whether a step only says its name: nothing of it is paid, tested or rolled."""
    has_table = state.book.own.table(step.table) is not None
    return not (step.pays or step.test is not None or has_table)


def with_step_done(state: State, step: Step, who: str) -> State:
    """Return the table with a step noted as done this turn."""
    return state.change("table", steps_done=(*state.table.steps_done, (step.key, who)))
