"""Losing the Leader, the Breaking Point, and how a game ends (p. 46, p. 57, p. 98–107,
ruling 39)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.rulebook.known import SkillKey
from lastdays.tabletop.event_log import Fact, fact
from lastdays.tabletop.last_days.figures import Rules, depart, now
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.last_days.turn import (
    D6,
    Done,
    casualties,
    is_wiped_out,
    leader_of,
    playing,
    successors,
    to_test,
)


def name_leader(state: State, rules: Rules, args: dict[str, Any]) -> Procedure[Done]:
    """The temporary Leader: the next highest Courage and Intelligence; the player chooses
    between equals (p. 46, ruling 39)."""
    team = str(args["team"])
    able = successors(state, team, rules)
    if not able:
        return state, []
    chosen = able[0].id
    if len(able) > 1:
        chosen = yield Choose(
            key=f"leader/{team}",
            question=_("Who leads {side} now?").format(side=state.name(team)),
            page=46,
            options=tuple(Option(f.id, f.name) for f in able),
        )
    for figure in state.figures(team):
        if figure.leads and figure.id != chosen and not figure.on_table:
            state = state.change(figure.id, leads=False)
    return state.change(chosen, leads=True), [fact("leads", who=f"@{chosen}", side=f"@{team}")]


def breaking_point(state: State, rules: Rules, args: dict[str, Any]) -> Procedure[Done]:
    """A die plus the casualties of the game, at most the Leader's Courage plus those still on the
    table (p. 57, ruling 39); Rallying Cry once a game (p. 67)."""
    team = state.team(str(args["team"]))
    if team.id not in {t.id for t in to_test(state)}:
        raise RuleError(_("{side} has no Breaking Point to test.").format(side=team.name))
    standing = state.standing(team.id)
    leader = leader_of(state, team.id) or next(iter(successors(state, team.id, rules)), None)
    lost = casualties(state, team.id)
    state = state.change(team.id, tested=True)
    if leader is None:
        return _broken(state, team.id, [fact("all-out", who=f"@{team.id}")])
    most = now(leader, "C", rules) + len(standing)  # every Leader has Courage, one of 0 as well
    if state.table.turn > rules.number("breaking", "turns"):
        choice = yield Choose(
            key=f"breaking/{team.id}/give-up",
            question=_("{side}: a die + {lost} against {most}. Hold on?").format(
                side=team.name, lost=lost, most=most
            ),
            page=57,
            options=(
                Option("hold", _("Roll to hold on")),
                Option("flee", _("Give up and flee")),
            ),
        )
        if choice == "flee":
            return _broken(state, team.id, [fact("gave-up", who=f"@{team.id}")])
    die = yield Sum(
        key=f"breaking/{team.id}/die",
        question=_("Breaking Point of {side}: a die + {lost} casualties, at most {most}.").format(
            side=team.name, lost=lost, most=most
        ),
        page=57,
        dice=D6,
    )
    says = [fact("breaking", who=f"@{team.id}", die=die, lost=lost, most=most)]
    rally = any(f.has(SkillKey.RALLYING_CRY) for f in standing) and not team.rallied
    if die + lost > most and rally:
        cry = yield Choose(
            key=f"breaking/{team.id}/rally",
            question=_("{side} fails. Rallying Cry?").format(side=team.name),
            page=67,
            options=(
                Option("yes", _("Roll again, once a game")),
                Option("no", _("Let them flee")),
            ),
        )
        if cry == "yes":
            state = state.change(team.id, rallied=True)
            die = yield Sum(
                key=f"breaking/{team.id}/again",
                question=_("Rallying Cry: a die + {lost}, at most {most}.").format(
                    lost=lost, most=most
                ),
                page=67,
                dice=D6,
            )
            says.append(fact("rallied", who=f"@{team.id}", die=die, lost=lost, most=most))
    if die + lost <= most:
        return state, [*says, fact("holds", who=f"@{team.id}")]
    return _broken(state, team.id, says)


def _broken(state: State, team: str, says: list[Fact]) -> Done:
    """A side flees: at once where two or more others play on, with what it carries (ruling 21)."""
    state = state.change(team, broke=True)
    if len([t for t in state.teams if not t.broke]) > 1:
        for figure in state.standing(team):
            state, _says = depart(state, figure.id)
    return state, [*says, fact("broke", who=f"@{team}")]


@dataclass(frozen=True)
class Outcome:
    """Why a game may be over: a fact, and the sides that won (none: a draw)."""

    why: Fact
    winners: tuple[str, ...]


def verdict(state: State) -> Outcome | None:
    """Whether the Encounter says the game is over (p. 57, p. 99–107)."""
    table, teams = state.table, state.teams
    if not table.turn:
        return None
    if table.started:
        team = state.figure(table.started).team
        return Outcome(fact("over-vehicle", who=f"@{table.started}"), (team,))
    wiped = {t.id for t in teams if is_wiped_out(state, t.id)}
    upright = tuple(t.id for t in teams if not t.broke and t.id not in wiped)
    for side in teams:
        at_home = side.role == "defender" and not side.breaks and not table.vehicle
        if at_home and side.id in wiped:
            return Outcome(fact("over-defenders", who=f"@{side.id}"), upright)
    broke = [t.id for t in teams if t.broke]
    if broke and table.phase == "end" and not to_test(state) and len(broke) >= len(teams) - 1:
        return Outcome(fact("over-broke", sides=[f"@{t}" for t in broke]), upright)
    alive = playing(state)
    if len(teams) > 1 and table.vehicle and len(alive) == 1 and len(wiped) == len(teams) - 1:
        return Outcome(fact("over-alone", who=f"@{alive[0]}"), (alive[0],))
    if _nothing_left(state):
        return Outcome(fact("over-tokens"), _most_tokens(state))
    if not alive:
        won = () if table.vehicle else _most_tokens(state)
        return Outcome(fact("over-nobody"), won)
    return None


def _nothing_left(state: State) -> bool:
    """Whether every Supply Token and Captive has left the table."""
    if state.table.vehicle:
        return False  # p. 107: only the vehicle ends The Escape
    carried = any(f.carries for f in state.standing()) or any(z.token for z in state.zombies)
    left = state.table.tokens or any(c.place == "table" for c in state.captives)
    gone = any(f.brought for f in state.figures())
    return gone and not carried and not left


def _most_tokens(state: State) -> tuple[str, ...]:
    """The side that brought most off the table, captives too; one that broke has lost."""
    count = {
        t.id: sum(bool(f.brought) for f in state.figures(t.id)) for t in state.teams if not t.broke
    }
    most = max(count.values(), default=0)
    best = tuple(t for t, n in count.items() if n == most)
    return best if most and len(best) == 1 else ()
