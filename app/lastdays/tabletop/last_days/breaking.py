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
from lastdays.tabletop.last_days.figures import current_characteristic, depart, set_leader
from lastdays.tabletop.last_days.state import Figure, State, Team
from lastdays.tabletop.last_days.turn import (
    casualty_count,
    is_wiped_out,
    leader_of,
    possible_leaders,
    teams_playing,
    teams_to_test,
    teams_without_leader,
)
from lastdays.tabletop.view import ButtonView, EndGame

CHAPTER = Chapter()


@CHAPTER.procedure("leader", "{team}: a new Leader")
def name_leader(state: State, *, team: str) -> Procedure[State]:
    """Name a temporary Leader: the model with the highest Courage and Intelligence; the player chooses
    between equal ones (p. 46, ruling 39)."""
    candidates = possible_leaders(state, team)
    if not candidates:
        return state
    leader = candidates[0].id
    if len(candidates) > 1:
        leader = yield Choose(
            f"leader/{team}",
            _("Who leads {side} now?", side=state.name(team)),
            page=46,
            options=options_of(candidates),
        )
    return set_leader(state, state.figure(leader))


@CHAPTER.procedure("breaking", "Breaking Point of {team}")
def breaking_point(state: State, *, team: str) -> Procedure[State]:
    """Test the Breaking Point: D6 plus the casualties of the game must not exceed the Leader's
    Courage plus the models on the table (p. 57, ruling 39). Rallying Cry works once a game (p. 67)."""
    side = state.team(team)
    if side not in teams_to_test(state):
        raise RuleError("{side} has no Breaking Point to test.", side=side.name)
    leader = _leader_for_test(state, side)
    casualties = casualty_count(state, side.id)
    state = state.change(side.id, tested=True)
    if leader is None:
        return _with_side_broken(state.say("all-out", side.id), side.id)
    # every Leader has Courage, one of 0 as well
    limit = current_characteristic(leader, "C", state) + len(state.standing(side.id))
    if state.table.turn > state.number("breaking", "turns"):
        gives_up = yield from _asks_to_give_up(side, casualties, limit)
        if gives_up:
            return _with_side_broken(state.say("gave-up", side.id), side.id)
    die = yield Sum(
        f"breaking/{side.id}/die",
        ngettext(
            "Breaking Point of {side}: D6 + {lost} casualty, at most {most}.",
            "Breaking Point of {side}: D6 + {lost} casualties, at most {most}.",
            casualties,
            side=side.name,
            lost=casualties,
            most=limit,
        ),
        page=57,
    )
    state = state.say("breaking", side.id, die=die, lost=casualties, most=limit)
    if die + casualties > limit and _may_rally(state, side):
        state, die = yield from _ask_for_rallying_cry(state, side, die, casualties, limit)
    if die + casualties > limit:
        return _with_side_broken(state, side.id)
    return state.say("holds", side.id)


def _leader_for_test(state: State, side: Team) -> Figure | None:
    """Return whose Courage counts: the Leader's, else that of the first who might follow; None if
    nobody stands."""
    leader = leader_of(state, side.id)
    if leader is not None:
        return leader
    candidates = possible_leaders(state, side.id)
    return candidates[0] if candidates else None


def _asks_to_give_up(side: Team, casualties: int, limit: int) -> Procedure[bool]:
    """Ask whether a side gives up and flees instead of testing its Breaking Point."""
    choice = yield Choose(
        f"breaking/{side.id}/give-up",
        _(
            "{side}: D6 + {lost} against {most}. Hold on?",
            side=side.name,
            lost=casualties,
            most=limit,
        ),
        page=57,
        options=(
            Option("hold", _("Roll to hold on")),
            Option("flee", _("Give up and flee")),
        ),
    )
    return bool(choice == "flee")


def _may_rally(state: State, side: Team) -> bool:
    """Return whether somebody on the table has a Rallying Cry that the side hasn't used yet."""
    if side.rallied:
        return False
    standing = state.standing(side.id)
    return any(state.book.giver(figure, Effect.REROLLS_BREAKING) for figure in standing)


def _ask_for_rallying_cry(
    state: State, side: Team, die: int, casualties: int, limit: int
) -> Procedure[tuple[State, int]]:
    """Ask whether a Rallying Cry re-rolls a failed test; return the table, and the die that counts then."""
    choice = yield Choose(
        f"breaking/{side.id}/rally",
        _("{side} fails. Rallying Cry?", side=side.name),
        page=67,
        options=(
            Option("yes", _("Re-roll, once a game")),
            Option("no", _("Let them flee")),
        ),
    )
    if choice != "yes":
        return state, die
    state = state.change(side.id, rallied=True)
    new_die = yield Sum(
        f"breaking/{side.id}/again",
        _("Rallying Cry: D6 + {lost}, at most {most}.", lost=casualties, most=limit),
        page=67,
    )
    return state.say("rallied", side.id, die=new_die, lost=casualties, most=limit), new_die


def _with_side_broken(state: State, team: str) -> State:
    """Return the table after a side broke. If enough others play on, two rivals or one that it played
    together with, its models leave at once with what they carry (ruling 21); else the game is over
    anyway."""
    state = state.change(team, broke=True)
    sides_playing_on = 0
    for side in state.teams:
        if not side.broke:
            sides_playing_on += 1
    sides_needed = 1 if state.table.together else 2
    game_goes_on = sides_playing_on >= sides_needed
    if game_goes_on:
        for figure in state.standing(team):
            before = state
            state = depart(before, figure.id).with_facts_of(before)
    return state.say("broke", team)


def verdict(state: State) -> GameEnd | None:
    """Return how the game has ended under its Encounter's rules, None if it goes on (p. 57,
    p. 99–107). Those who play together win together."""
    end = _verdict(state)
    if end is None or not end.winners or not state.table.together:
        return end
    return GameEnd(end.why, tuple(team.id for team in state.teams))


def _verdict(state: State) -> GameEnd | None:
    """Return how the game has ended, None if it goes on; the first end that holds counts."""
    table = state.table
    if not table.turn:
        return None
    if table.started:
        team = state.figure(table.started).team
        return GameEnd(fact("over-vehicle", table.started), (team,))
    sides_gone = _defenders_gone(state) or _sides_broke(state) or _alone_with_vehicle(state)
    if sides_gone is not None:
        return sides_gone
    if _everything_was_taken_off(state):
        return GameEnd(fact("over-tokens"), _most_tokens(state))
    if not teams_playing(state):
        winners = () if table.vehicle else _most_tokens(state)
        return GameEnd(fact("over-nobody"), winners)
    if _is_over_in_turn(state):
        return GameEnd(fact("over-turns", n=table.turn), ())
    return None


def _wiped_out(state: State) -> set[str]:
    """Return the sides whose every deployed model is Out of Action."""
    return {team.id for team in state.teams if is_wiped_out(state, team.id)}


def _sides_still_up(state: State) -> tuple[str, ...]:
    """Return the sides that neither broke nor are wiped out."""
    wiped_out = _wiped_out(state)
    unbroken = [team.id for team in state.teams if not team.broke]
    return tuple(team for team in unbroken if team not in wiped_out)


def _defenders_gone(state: State) -> GameEnd | None:
    """Return the end where all defenders who never break are wiped out, for all others."""
    if state.table.vehicle:
        return None
    defenders = [team for team in state.teams if team.role == "defender"]
    steadfast = [team.id for team in defenders if not team.breaks]
    if not steadfast or not _wiped_out(state).issuperset(steadfast):
        return None
    return GameEnd(fact("over-defenders", steadfast[0]), _sides_still_up(state))


def _sides_broke(state: State) -> GameEnd | None:
    """Return the end after the tests of a turn in which so many sides have broken that no rivals are
    left; of those who play together, all."""
    broke = [team.id for team in state.teams if team.broke]
    may_play_on = 0 if state.table.together else 1
    if not broke or len(broke) < len(state.teams) - may_play_on:
        return None
    if state.table.phase != "end" or teams_to_test(state):
        return None
    sides = [f"@{team}" for team in broke]
    return GameEnd(fact("over-broke", sides=sides), _sides_still_up(state))


def _alone_with_vehicle(state: State) -> GameEnd | None:
    """Return the end where one side is alone with the vehicle, all its rivals wiped out (p. 107)."""
    if not state.table.vehicle or not state.has_rivals():
        return None
    alive = teams_playing(state)
    if len(_wiped_out(state)) != len(state.teams) - 1 or len(alive) != 1:
        return None
    return GameEnd(fact("over-alone", alive[0]), (alive[0],))


def _is_over_in_turn(state: State) -> bool:
    """Return whether the last turn of an Encounter that has one has ended."""
    encounter = state.encounter
    if encounter is None or not encounter.turns:
        return False
    table = state.table
    if table.turn == encounter.turns:
        return table.phase == "end" and not teams_to_test(state)
    return table.turn > encounter.turns


def _everything_was_taken_off(state: State) -> bool:
    """Return whether every Supply Token and Captive has left the table."""
    if state.table.vehicle:
        return False  # p. 107: only the vehicle ends The Escape
    if state.table.tokens or any(captive.place == "table" for captive in state.captives):
        return False
    if any(figure.carries for figure in state.standing()):
        return False
    if any(zombie.token for zombie in state.zombies):
        return False
    return any(figure.brought for figure in state.figures())


def _most_tokens(state: State) -> tuple[str, ...]:
    """Return the side that took the most tokens and captives off the table, if there is only one; all
    sides that play together, if they took any. Sides that broke have lost."""
    taken_off = {}
    for team in state.teams:
        if not team.broke:
            taken_off[team.id] = sum(bool(figure.brought) for figure in state.figures(team.id))
    highest = max(taken_off.values(), default=0)
    if highest == 0:
        return ()
    if state.table.together:
        return tuple(taken_off)
    winners = tuple(team for team, number in taken_off.items() if number == highest)
    return winners if len(winners) == 1 else ()


# When it is due


def due_first(state: State, words: Words) -> Due:
    """Return what is due before everything else: new Leaders, and the end of the game."""
    buttons = []
    for team in teams_without_leader(state):
        text = _("{side}: who leads now?", side=state.name(team))
        buttons.append(ButtonView(f"leader/{team}", text, name_leader.play(team=team)))
    end = verdict(state)
    if end is None:
        return Due(moves=tuple(buttons))
    sentence = words.say(end.why)
    if end.winners:
        winners = ", ".join(state.name(team) for team in end.winners)
        sentence = _("{why} {side} has won.", why=sentence, side=winners)
    buttons.append(ButtonView("end", _("End the game"), EndGame()))
    return Due(sentence, tuple(buttons))


@CHAPTER.due("end")
def _tests_due(state: State) -> Due | None:
    """Return the Breaking Point tests, due in the End Phase."""
    tests = teams_to_test(state)
    if not tests:
        return None
    buttons = []
    for team in tests:
        text = _("Breaking Point: {side}", side=team.name)
        buttons.append(ButtonView(f"breaking/{team.id}", text, breaking_point.play(team=team.id)))
    sentence = _("Each side that lost a model this turn takes a Breaking Point Test.")
    return Due(sentence, tuple(buttons))
