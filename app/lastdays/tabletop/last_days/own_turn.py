"""The players' own steps at the end of a turn: which are due, and for whom (ruling 102)."""

from __future__ import annotations

from collections.abc import Sequence

from lastdays.rulebook.own import Step
from lastdays.tabletop.last_days.own_counters import Counting, owner_for, value_of
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
    found = (_due(state, step) for step in state.book.own.steps_at("turn"))
    return [due for due in found if due is not None]


def _due(state: State, step: Step) -> StepDue | None:
    """Return for whom a step is due, None for nobody."""
    if state.table.turn < step.from_turn:
        return None
    concerned = [piece.id for piece in _whom_for(state, step) if _is_due(state, step, piece)]
    if is_reminder(state, step) and concerned:
        concerned = [state.table.id]
    done = state.table.steps_done
    left = tuple(who for who in concerned if (step.key, who) not in done)
    return StepDue(step, left, is_reminder(state, step)) if left else None


def _whom_for(state: State, step: Step) -> Sequence[Counting]:
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


def _is_due(state: State, step: Step, piece: Counting) -> bool:
    """Return whether the counter that a step waits for, if any, is above its lowest value."""
    if not step.while_above:
        return True
    counter = state.book.own.counter(step.while_above)
    owner = None if counter is None else owner_for(state, piece.id, counter.of)
    return counter is not None and owner is not None and value_of(owner, counter) > counter.low


def is_reminder(state: State, step: Step) -> bool:
    """Return whether a step only says its name: nothing of it is paid, tested or rolled."""
    rolled = state.book.own.table(step.table) is not None
    return not (step.pays or step.test is not None or rolled)


def done(state: State, step: Step, who: str) -> State:
    """Return the table with a step noted as done this turn."""
    return state.change("table", steps_done=(*state.table.steps_done, (step.key, who)))
