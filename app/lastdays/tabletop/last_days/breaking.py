"""Losing the Leader, the Breaking Point, and how a game ends (p. 46, p. 57, p. 98–107,
ruling 39)."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Choose, Option, Procedure, Sum, options_of
from lastdays.rulebook.effects import Effect
from lastdays.tabletop.engine import GameEnd
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.last_days.chapter import Chapter, Due, Words
from lastdays.tabletop.last_days.figures import depart, now, set_leader
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.last_days.turn import (
    casualties,
    is_wiped_out,
    leader_of,
    leaderless,
    playing,
    successors,
    to_test,
)
from lastdays.tabletop.view import ButtonView, EndGame

CHAPTER = Chapter()


@CHAPTER.procedure("leader", "{team}: a new Leader")
def name_leader(state: State, *, team: str) -> Procedure[State]:
    """Name a temporary Leader: the model with the highest Courage and Intelligence; the player chooses
    between equal ones (p. 46, ruling 39)."""
    able = successors(state, team)
    if not able:
        return state
    chosen = able[0].id
    if len(able) > 1:
        chosen = yield Choose(
            f"leader/{team}",
            _("Who leads {side} now?", side=state.name(team)),
            page=46,
            options=options_of(able),
        )
    return set_leader(state, state.figure(chosen))


@CHAPTER.procedure("breaking", "Breaking Point of {team}")
def breaking_point(state: State, *, team: str) -> Procedure[State]:
    """Test the Breaking Point: D6 plus the casualties of the game must not exceed the Leader's
    Courage plus the models on the table (p. 57, ruling 39). Rallying Cry works once a game (p. 67)."""
    side = state.team(team)
    if side.id not in {t.id for t in to_test(state)}:
        raise RuleError("{side} has no Breaking Point to test.", side=side.name)
    standing = state.standing(side.id)
    leader = leader_of(state, side.id) or next(iter(successors(state, side.id)), None)
    lost = casualties(state, side.id)
    state = state.change(side.id, tested=True)
    if leader is None:
        return _broken(state.say("all-out", side.id), side.id)
    most = now(leader, "C", state) + len(standing)  # every Leader has Courage, one of 0 as well
    if state.table.turn > state.number("breaking", "turns"):
        choice = yield Choose(
            f"breaking/{side.id}/give-up",
            _("{side}: D6 + {lost} against {most}. Hold on?", side=side.name, lost=lost, most=most),
            page=57,
            options=(
                Option("hold", _("Roll to hold on")),
                Option("flee", _("Give up and flee")),
            ),
        )
        if choice == "flee":
            return _broken(state.say("gave-up", side.id), side.id)
    die = yield Sum(
        f"breaking/{side.id}/die",
        ngettext(
            "Breaking Point of {side}: D6 + {lost} casualty, at most {most}.",
            "Breaking Point of {side}: D6 + {lost} casualties, at most {most}.",
            lost,
            side=side.name,
            lost=lost,
            most=most,
        ),
        page=57,
    )
    state = state.say("breaking", side.id, die=die, lost=lost, most=most)
    rally = any(state.book.giver(f, Effect.REROLLS_BREAKING) for f in standing) and not side.rallied
    if die + lost > most and rally:
        cry = yield Choose(
            f"breaking/{side.id}/rally",
            _("{side} fails. Rallying Cry?", side=side.name),
            page=67,
            options=(
                Option("yes", _("Re-roll, once a game")),
                Option("no", _("Let them flee")),
            ),
        )
        if cry == "yes":
            state = state.change(side.id, rallied=True)
            die = yield Sum(
                f"breaking/{side.id}/again",
                _("Rallying Cry: D6 + {lost}, at most {most}.", lost=lost, most=most),
                page=67,
            )
            state = state.say("rallied", side.id, die=die, lost=lost, most=most)
    if die + lost <= most:
        return state.say("holds", side.id)
    return _broken(state, side.id)


def _broken(state: State, team: str) -> State:
    """Return the table after a side broke. If two or more others play on, or one that it played
    together with, it leaves at once with what it carries (ruling 21)."""
    state = state.change(team, broke=True)
    playing_on = len([t for t in state.teams if not t.broke])
    if playing_on > 1 or (playing_on and state.table.together):
        for figure in state.standing(team):
            state = depart(state, figure.id).unsaid(state)
    return state.say("broke", team)


def verdict(state: State) -> GameEnd | None:
    """Return how the game has ended under its Encounter's rules, None if it goes on (p. 57,
    p. 99–107). Those who play together win together."""
    found = _verdict(state)
    if found is None or not found.winners or not state.table.together:
        return found
    return GameEnd(found.why, tuple(team.id for team in state.teams))


def _verdict(state: State) -> GameEnd | None:
    table, teams = state.table, state.teams
    if not table.turn:
        return None
    if table.started:
        team = state.figure(table.started).team
        return GameEnd(fact("over-vehicle", table.started), (team,))
    wiped = {t.id for t in teams if is_wiped_out(state, t.id)}
    upright = tuple(t.id for t in teams if not t.broke and t.id not in wiped)
    at_home = [t.id for t in teams if t.role == "defender" and not t.breaks and not table.vehicle]
    if at_home and wiped.issuperset(at_home):
        return GameEnd(fact("over-defenders", at_home[0]), upright)
    broke = [t.id for t in teams if t.broke]
    may_play_on = 0 if table.together else 1
    all_broke = bool(broke) and len(broke) >= len(teams) - may_play_on
    if all_broke and table.phase == "end" and not to_test(state):
        return GameEnd(fact("over-broke", sides=[f"@{t}" for t in broke]), upright)
    alive = playing(state)
    rivals_gone = len(teams) > 1 and len(wiped) == len(teams) - 1 and not table.together
    if rivals_gone and table.vehicle and len(alive) == 1:
        return GameEnd(fact("over-alone", alive[0]), (alive[0],))
    if _nothing_left(state):
        return GameEnd(fact("over-tokens"), _most_tokens(state))
    if not alive:
        won = () if table.vehicle else _most_tokens(state)
        return GameEnd(fact("over-nobody"), won)
    if _is_over_in_turn(state):
        return GameEnd(fact("over-turns", n=table.turn), ())
    return None


def _is_over_in_turn(state: State) -> bool:
    """Return whether the last turn of an Encounter that has one has ended."""
    table = state.table
    encounter = state.book.encounters.get(table.encounter)
    last = 0 if encounter is None else encounter.turns
    if not last or table.turn < last:
        return False
    return table.turn > last or (table.phase == "end" and not to_test(state))


def _nothing_left(state: State) -> bool:
    """Return whether every Supply Token and Captive has left the table."""
    if state.table.vehicle:
        return False  # p. 107: only the vehicle ends The Escape
    carried = any(f.carries for f in state.standing()) or any(z.token for z in state.zombies)
    left = state.table.tokens or any(c.place == "table" for c in state.captives)
    gone = any(f.brought for f in state.figures())
    return gone and not carried and not left


def _most_tokens(state: State) -> tuple[str, ...]:
    """Return the side that took the most tokens and captives off the table, if there is only one; all
    sides that play together, if they took any. Sides that broke have lost."""
    count = {
        t.id: sum(bool(f.brought) for f in state.figures(t.id)) for t in state.teams if not t.broke
    }
    if state.table.together:
        return tuple(count) if any(count.values()) else ()
    most = max(count.values(), default=0)
    best = tuple(t for t, n in count.items() if n == most)
    return best if most and len(best) == 1 else ()


# When it is due


def due_first(state: State, words: Words) -> Due:
    """Return what is due before everything else: new Leaders, and the end of the game."""
    moves = [
        ButtonView(
            f"leader/{t}",
            _("{side}: who leads now?", side=state.name(t)),
            name_leader.play(team=t),
        )
        for t in leaderless(state)
    ]
    over = verdict(state)
    if over is None:
        return Due(moves=tuple(moves))
    says = words.say(over.why)
    if over.winners:
        side = ", ".join(state.name(t) for t in over.winners)
        says = _("{why} {side} has won.", why=says, side=side)
    moves.append(ButtonView("end", _("End the game"), EndGame()))
    return Due(says, tuple(moves))


@CHAPTER.due("end")
def _tests_due(state: State) -> Due | None:
    """Return the Breaking Point tests, due in the End Phase."""
    tests = to_test(state)
    if not tests:
        return None
    return Due(
        _("Each side that lost a model this turn takes a Breaking Point Test."),
        tuple(
            ButtonView(
                f"breaking/{t.id}",
                _("Breaking Point: {side}", side=t.name),
                breaking_point.play(team=t.id),
            )
            for t in tests
        ),
    )
