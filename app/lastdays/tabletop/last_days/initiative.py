"""Roll-Offs and the Initiative (p. 10, p. 45, p. 69, ruling 48)."""

from __future__ import annotations

from collections.abc import Sequence

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Roll, Sum
from lastdays.procedure.dice import d6
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import Dice
from lastdays.tabletop.last_days.chapter import Chapter, Due
from lastdays.tabletop.last_days.figures import current_characteristic
from lastdays.tabletop.last_days.state import Figure, State, Team
from lastdays.tabletop.last_days.turn import leader_of, possible_leaders, roll_off_needed
from lastdays.tabletop.view import ButtonView

CHAPTER = Chapter()

#: What the sides take turns in placing before a game, after a Roll-Off.
PLACED = ("tokens", "zombies")


def roll_off(where: str, teams: tuple[str, ...], state: State) -> Procedure[tuple[str, ...]]:
    """Let each side roll a die; return the sides, the highest first. Ties roll again (p. 10)."""
    dice: dict[str, tuple[int, ...]] = dict.fromkeys(teams, ())
    attempt = 1
    rolling = list(teams)
    while rolling:
        for team in rolling:
            die = yield Sum(
                f"{where}/{attempt}/{team}",
                _roll_off_question(state, team, dice[team]),
                page=10,
                together=f"{where}/{attempt}",
                opposed=True,
            )
            dice[team] = (*dice[team], die)
        all_dice = list(dice.values())
        rolling = [team for team in teams if all_dice.count(dice[team]) > 1]
        attempt += 1
    return tuple(sorted(teams, key=dice.__getitem__, reverse=True))


def _roll_off_question(state: State, team: str, dice: tuple[int, ...]) -> str:
    """Ask for a side's die of a Roll-Off; after earlier dice, which tied, for another."""
    side = state.name(team)
    if not dice:
        return _("Roll-Off: {side}.", side=side)
    return _("A tie at {n}. Roll off again: {side}.", n=dice[-1], side=side)


@CHAPTER.procedure("roll-off", "Roll-Off")
def roll_off_step(state: State, *, teams: Sequence[str]) -> Procedure[State]:
    """Roll off for who is first in a step of the Menace Phase, or chooses the table edge (p. 34,
    p. 40)."""
    sides = {team.id for team in state.teams}
    if len(teams) < 2 or not sides.issuperset(teams):
        raise RuleError("There is nobody to roll off.")
    ranked = yield from roll_off("roll-off", tuple(teams), state)
    if state.table.phase == "setup":
        state = state.change("table", edge=ranked[0])
    else:
        state = state.change("table", rolled_off=ranked)
    return state.say("rolled-off", ranked[0])


def _what_to_place(state: State) -> str:
    """Return what the sides roll off to place next: 'tokens' or 'zombies', '' for nothing more. What is
    placed in two places takes one Roll-Off (ruling 81)."""
    encounter = state.encounter
    if encounter is None or not state.has_rivals():
        return ""
    rolled_for = {what for what, _team in state.table.placing}
    for step in encounter.setup:
        takes_turns = step.roll_off and step.what in PLACED
        if takes_turns and step.what not in rolled_for:
            return step.what
    return ""


@CHAPTER.procedure("place-first", "Roll-Off")
def place_first(state: State) -> Procedure[State]:
    """Roll off for who places the first Supply Token or zombie; the sides take turns from there (p. 99,
    p. 101-107)."""
    what = _what_to_place(state)
    if not what:
        raise RuleError("There is nothing to roll off for.")
    teams = tuple(team.id for team in state.teams)
    ranked = yield from roll_off(f"place/{what}", teams, state)
    placing = (*state.table.placing, (what, ranked[0]))
    state = state.change("table", placing=placing)
    return state.say("places-first", ranked[0], zombies=what == "zombies")


def _teams_for_initiative(state: State) -> list[Team]:
    """Return the sides that may take the Initiative: they have models standing and didn't break."""
    return [team for team in state.teams if not team.broke and state.standing(team.id)]


@CHAPTER.procedure("initiative", "Initiative")
def initiative(state: State) -> Procedure[State]:
    """Roll for the Initiative: D6 plus the Leader's Courage and Intelligence; the winner chooses a
    role (p. 45, p. 69, ruling 48). Rivals that tie for the highest total roll again."""
    teams = _teams_for_initiative(state)
    if not teams:
        raise RuleError("Nobody is left to take the Initiative.")
    totals: dict[str, tuple[int, ...]] = {team.id: () for team in teams}
    rolling = list(teams)
    attempt = 1
    tied_total = 0
    while rolling:
        yield from _add_totals(totals, rolling, attempt, state, tied_total)
        best_total = max(totals.values())
        rolling = [team for team in teams if totals[team.id] == best_total]
        if len(rolling) < 2 or not state.has_rivals():
            break
        attempt += 1
        tied_total = best_total[-1]
        state = state.say(
            "initiative-tie", sides=[f"@{team.id}" for team in rolling], total=tied_total
        )
    ranked = sorted(totals, key=totals.__getitem__, reverse=True)
    for team_id in ranked:
        state = state.say("initiative", team_id, total=totals[team_id][-1])
    order = yield from _order_chosen(ranked, state)
    return _with_order(state, order)


def _add_totals(
    totals: dict[str, tuple[int, ...]],
    rolling: list[Team],
    attempt: int,
    state: State,
    tied_total: int,
) -> Procedure[None]:
    """Let each side roll, and append its total to its `totals`. Questions about distances come first, so that
    the dice of all sides are asked for one after another and can be rolled together."""
    two_dice = {}
    for team in rolling:
        two_dice[team.id] = yield from _has_two_dice(team, attempt, state)
    for team in rolling:
        total = yield from _initiative_of(team, attempt, state, tied_total, two_dice[team.id])
        totals[team.id] = (*totals[team.id], total)


def _order_chosen(ranked: list[str], state: State) -> Procedure[list[str]]:
    """Return the sides in the order in which they act: the winner chooses to be first or second."""
    if len(ranked) == 1:
        return ranked
    winner, runner_up, *others = ranked
    role = yield Choose(
        f"initiative/role/{winner}",
        _("{side} has the Initiative. Aggressor or Defender?", side=state.name(winner)),
        page=45,
        options=(
            Option("aggressor", _("Aggressor"), _("acts and fights first")),
            Option("defender", _("Defender"), _("shoots first")),
        ),
    )
    if role == "aggressor":
        return ranked
    return [runner_up, winner, *others]


def _with_order(state: State, order: list[str]) -> State:
    """Return the table with the roles of a turn: the first side is the Aggressor, the second the
    Defender; one alone is both."""
    for n, team in enumerate(order):
        state = state.change(team, order=n)
    aggressor = order[0]
    defender = order[1] if len(order) > 1 else aggressor
    state = state.change("table", aggressor=aggressor, defender=defender, last="")
    return state.say("roles", aggressor=f"@{aggressor}", defender=f"@{defender}")


def _leader_for_initiative(state: State, team: Team) -> Figure:
    """Return who leads a side; if nobody does yet, the first possible Leader counts for this roll."""
    leader = leader_of(state, team.id)
    if leader is None:
        leader = possible_leaders(state, team.id)[0]
    return leader


def _has_two_dice(team: Team, attempt: int, state: State) -> Procedure[bool]:
    """Return whether a side rolls two dice and takes the better one: its Leader has Tactical Acumen, or
    somebody near the Leader (p. 69)."""
    leader = _leader_for_initiative(state, team)
    if state.book.giver(leader, Effect.TWO_DICE_FOR_INITIATIVE) is not None:
        return True
    for figure in state.standing(team.id):
        skill = state.book.giver(figure, Effect.TWO_DICE_FOR_INITIATIVE)
        if skill is not None:
            return (yield from _asks_if_near(team, attempt, figure, leader, skill.within))
    return False


def _asks_if_near(
    team: Team, attempt: int, figure: Figure, leader: Figure, inches: int
) -> Procedure[bool]:
    """Ask whether a model is near its Leader."""
    answer = yield Choose(
        f"initiative/{attempt}/{team.id}/near",
        _(
            "Is {helper} within {n} inches of {leader}?",
            helper=figure.name,
            leader=leader.name,
            n=inches,
        ),
        about=leader.id,
        page=69,
        options=(Option("yes", _("Yes: two dice, keep the better")), Option("no", _("No"))),
    )
    return bool(answer == "yes")


def _initiative_of(
    team: Team, attempt: int, state: State, tied_total: int, two_dice: bool
) -> Procedure[int]:
    """Return a side's total in an `attempt`, counted from 1. From the second on, the question says at which
    total the attempt before was tied."""
    leader = _leader_for_initiative(state, team)
    plus = current_characteristic(leader, "C", state) + current_characteristic(leader, "I", state)
    where = f"initiative/{attempt}/{team.id}"
    question = _(
        "Initiative, {leader} of {side}: {roll}.", leader=leader.name, side=team.name, roll=d6(plus)
    )
    if attempt > 1:
        tied = _("A tie at {tie}: re-roll.", tie=tied_total)
        question = f"{tied} {question}"
    if two_dice:
        tactical_acumen = _("Tactical Acumen: two dice, keep the better.")
        dice = yield Roll(
            f"{where}/dice",
            f"{question} {tactical_acumen}",
            about=leader.id,
            page=69,
            together=f"initiative/{attempt}",
            opposed=True,
            dice=Dice(2, 6, plus),
            best=True,
        )
        better: int = max(dice)
        return better + plus
    die: int = yield Sum(
        f"{where}/die",
        question,
        about=leader.id,
        page=45,
        together=f"initiative/{attempt}",
        opposed=True,
        dice=Dice(1, 6, plus),
    )
    return die + plus


# When it is due


@CHAPTER.due("setup")
def _before_the_game(state: State) -> Due:
    """Return the Roll-Off for the table edge, then that for placing, due before the game (p. 34)."""
    buttons = _buttons_for_edge(state)
    if not buttons:
        buttons = _buttons_for_placing(state)
    return Due(moves=tuple(buttons))


def _buttons_for_edge(state: State) -> list[ButtonView]:
    """Return the button for the Roll-Off for the table edge; none where the Encounter has no such Roll-Off,
    or it has been made."""
    if not state.has_rivals() or state.table.edge:
        return []
    encounter = state.encounter
    if encounter is not None and all(step.what != "edge" for step in encounter.setup):
        return []
    act = roll_off_step.play(teams=[team.id for team in state.teams])
    return [ButtonView("edge", _("Roll off for the table edge"), act)]


def _buttons_for_placing(state: State) -> list[ButtonView]:
    """Return the button for the Roll-Off for what is placed next; none if nothing is, or as long as it isn't
    known who attacks."""
    what = _what_to_place(state)
    if not what or _attacker_is_unknown(state):
        return []
    label = _("Roll off for placing Supply Tokens")
    if what == "zombies":
        label = _("Roll off for placing zombies")
    return [ButtonView("place-first", label, place_first.play())]


def _attacker_is_unknown(state: State) -> bool:
    """Return whether the sides of an Encounter with roles have none yet."""
    encounter = state.encounter
    if encounter is None or not encounter.roles:
        return False
    return not any(team.role for team in state.teams)


@CHAPTER.due("noise", "ammo", "zombies")
def _roll_off_due(state: State) -> Due | None:
    """Return the Roll-Off between tied sides, due before the rest of a Menace step (p. 40)."""
    teams = roll_off_needed(state)
    if not teams:
        return None
    questions = {
        "noise": _("Both sides are equally loud: who rolls first?"),
        "ammo": _("Both sides have the same number of Ammo Tokens: who rolls first?"),
        "zombies": _("Who moves a zombie first?"),
    }
    act = roll_off_step.play(teams=list(teams))
    button = ButtonView("roll-off", _("Roll off"), act, throws=True)
    return Due(questions[state.table.phase], (button,), alone=True)


@CHAPTER.due("action")
def _initiative_due(state: State) -> Due | None:
    """Return the roll for Initiative, due first in the Action Phase (p. 45)."""
    if state.table.aggressor or len(state.teams) < 2 or not _teams_for_initiative(state):
        return None
    button = ButtonView("initiative", _("Roll for Initiative"), initiative.play(), throws=True)
    return Due(_("Who has the Initiative?"), (button,), alone=True)
