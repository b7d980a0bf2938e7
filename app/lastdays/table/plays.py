"""What is done at the table, as events: taps at once, procedures answer by answer.

A procedure runs on the table as it is now with the answers so far, which are pieces of the state
themselves; only its last answer changes anything else. So a tap between two answers counts, and
a killed process loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.rules.asks import Ask, Procedure
from lastdays.rules.dice import can_be_rolled
from lastdays.rules.replay import Answer, Replayed, replay
from lastdays.table import actions, breaking, fighting, initiative, menace, shooting, turn
from lastdays.table.events import Die, Event, Say, say
from lastdays.table.figures import Rules
from lastdays.table.state import Open, State, diff
from lastdays.table.taps import TAPS
from lastdays.table.turn import Done

Play = Callable[[State, Rules, dict[str, Any]], Procedure[Done]]
PLAYS: dict[str, Play] = {
    "roll-off": initiative.roll_off_step,
    "initiative": initiative.initiative,
    "leader": breaking.name_leader,
    "breaking": breaking.breaking_point,
    "noise": menace.noise,
    "ammo": menace.ammo,
    "contact": menace.contact,
    "horror": menace.horror,
    "act": actions.act,
    "hurt": actions.fall,
    "ambush": actions.ambush,
    "fences": actions.fences,
    "shoot": shooting.shoot,
    "fight": fighting.fight,
    "subdue": fighting.subdue,
    "beat-door": fighting.beat_door,
}


def _end_shots(state: State, rules: Rules, figure: str, locked: bool) -> Done:
    after = shooting.end_shots(state, figure, locked=locked)
    return after, [say("shots-done", who=f"@{figure}")]


def _skip_fight(state: State, rules: Rules, piece: str) -> Done:
    return state.change(piece, fought=True), [say("mark", who=f"@{piece}", what="fought", on=True)]


#: Taps that are moves of the game.
MOVES: dict[str, Any] = {
    "next": turn.next_phase,
    "activate": actions.activate,
    "finish": actions.finish,
    "leave": actions.leave,
    "start-zombie": menace.start_zombie,
    "end-zombie": menace.end_zombie,
    "end-shots": _end_shots,
    "set-off": shooting.set_off,
    **TAPS,
}


@dataclass(frozen=True)
class Standing:
    """Where an open procedure stands: its ask, the answers that no longer fit."""

    open: Open
    ask: Ask
    dropped: tuple[str, ...]


def tap(state: State, rules: Rules, what: str, **args: Any) -> Event | None:
    """A tap as an event; None where it changes nothing. RuleError for what cannot be."""
    after, says = MOVES[what](state, rules, **args)
    effects = diff(state, after)
    if not effects:
        return None
    name = says[0] if says else say(what)
    repeat = ""
    amount = 0
    if what == "count":
        repeat = f"{args['piece']}/{args['name']}"
        amount = int(name.facts.get("amount", 0))
    return _event(after, name, effects, says[1:], repeat=repeat, amount=amount)


def start(state: State, rules: Rules, play: str, args: dict[str, Any]) -> Event:
    """A procedure begun: open where it asks something, done at once where it does not."""
    if state.open is not None:
        raise RuleError(_("A roll is still open: finish it, or drop it."))
    if play not in PLAYS:
        raise RuleError(_("There is no such procedure."))
    opened = Open(play, args)
    replayed = _run(state, rules, opened)
    if replayed.result is not None:
        after, says = replayed.result
        return _event(after, _name(opened), diff(state, after), says)
    after = state.add(opened)
    return _event(after, _name(opened), diff(state, after))


def standing(state: State, rules: Rules) -> Standing | None:
    """The ask of the open procedure. RuleError where it cannot go on: then it can be dropped."""
    opened = state.open
    if opened is None:
        return None
    replayed = _run(state, rules, opened)
    if replayed.pending is None:
        raise RuleError(_("The open roll has nothing left to ask: drop it."))
    return Standing(opened, replayed.pending, tuple(d.key for d in replayed.dropped))


def answer(state: State, rules: Rules, value: Any, how: str, who: str = "") -> Event:
    """An answer to the open ask; the last one brings all that follows. RuleError for dice that
    cannot be."""
    now = standing(state, rules)
    if now is None:
        raise RuleError(_("That question is not asked any more."))
    value = now.ask.accept(value)
    kept = tuple(a for a in now.open.answers if a[0] not in now.dropped and a[0] != now.ask.key)
    plain = list(value) if isinstance(value, tuple) else value
    given = Open(now.open.play, now.open.args, (*kept, (now.ask.key, plain, how, who)))
    replayed = _run(state, rules, given)
    die = Die(now.ask.key, plain, how, who) if can_be_rolled(now.ask) else None
    dice = (die,) if die is not None else ()
    if replayed.result is None:
        after = state.add(given)
        name = say("answer", play=now.open.play, **_facts(now.open))
        return _event(after, name, diff(state, after), dice=dice)
    after, says = replayed.result
    after = after.drop("open")
    return _event(after, _name(now.open), diff(state, after), says, dice=dice)


def drop(state: State) -> Event | None:
    """The open procedure left unfinished; None where there is none."""
    if state.open is None:
        return None
    after = state.drop("open")
    name = say("dropped", play=state.open.play, **_facts(state.open))
    return _event(after, name, diff(state, after))


def _run(state: State, rules: Rules, opened: Open) -> Replayed[Done]:
    base = state.drop("open") if state.open is not None else state
    answers = {str(a[0]): Answer(a[1], a[2], a[3]) for a in opened.answers}
    return replay(lambda: PLAYS[opened.play](base, rules, dict(opened.args)), answers)


def _facts(opened: Open) -> dict[str, Any]:
    """What a procedure is about, as references to pieces."""
    known = (
        "figure",
        "who",
        "gun",
        "target",
        "team",
        "zombie",
        "attacker",
        "defender",
        "one",
        "other",
    )
    facts = {k: f"@{v}" for k, v in opened.args.items() if k in known and v}
    if "action" in opened.args:
        facts["action"] = str(opened.args["action"])
    return facts


def _name(opened: Open) -> Say:
    return say("play", play=opened.play, **_facts(opened))


def _event(
    after: State,
    name: Say,
    effects: list[Any],
    says: list[Say] | tuple[Say, ...] = (),
    *,
    dice: tuple[Die, ...] = (),
    repeat: str = "",
    amount: int = 0,
) -> Event:
    table = after.table
    return Event(
        name=name,
        effects=tuple(effects),
        says=tuple(says),
        dice=dice,
        repeat=repeat,
        amount=amount,
        turn=table.turn,
        phase=table.phase,
    )
