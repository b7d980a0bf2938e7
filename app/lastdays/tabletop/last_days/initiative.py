"""Roll-Offs and the Initiative (p. 10, p. 45, p. 69, ruling 48)."""

from __future__ import annotations

from collections.abc import Sequence

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Roll, Sum
from lastdays.procedure.dice import d6
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import Dice
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.last_days.chapter import Chapter, Due
from lastdays.tabletop.last_days.figures import now
from lastdays.tabletop.last_days.state import Figure, State, Team
from lastdays.tabletop.last_days.turn import leader_of, roll_off_needed, successors
from lastdays.tabletop.view import ButtonView

CHAPTER = Chapter()

#: What the sides take turns in placing before a game, after a Roll-Off.
PLACED = ("tokens", "zombies")


def roll_off(where: str, teams: tuple[str, ...], state: State) -> Procedure[tuple[str, ...]]:
    """Let each side roll a die; return the sides, the highest first. Ties roll again (p. 10)."""
    ranks: dict[str, tuple[int, ...]] = dict.fromkeys(teams, ())
    again = 1
    tied = list(teams)
    while tied:
        for team in tied:
            die = yield Sum(
                f"{where}/{again}/{team}",
                _("Roll-Off: {side}.", side=state.name(team))
                if again == 1
                else _(
                    "A tie at {n}. Roll off again: {side}.",
                    n=ranks[team][-1],
                    side=state.name(team),
                ),
                page=10,
                together=f"{where}/{again}",
                opposed=True,
            )
            ranks[team] = (*ranks[team], die)
        totals = list(ranks.values())
        tied = [t for t in teams if totals.count(ranks[t]) > 1]
        again += 1
    return tuple(sorted(teams, key=lambda t: ranks[t], reverse=True))


@CHAPTER.procedure("roll-off", "Roll-Off")
def roll_off_step(state: State, *, teams: Sequence[str]) -> Procedure[State]:
    """Roll off for who is first in a step of the Menace Phase, or chooses the table edge (p. 34,
    p. 40)."""
    if len(teams) < 2 or any(t not in {x.id for x in state.teams} for t in teams):
        raise RuleError("There is nobody to roll off.")
    ranked = yield from roll_off("roll-off", tuple(teams), state)
    if state.table.phase != "setup":
        state = state.change("table", rolled_off=ranked)
    else:
        state = state.change("table", edge=ranked[0])
    return state.say("rolled-off", ranked[0])


def _what_to_place(state: State) -> str:
    """Return what the sides roll off to place next: 'tokens' or 'zombies', '' for nothing more. What is
    placed in two places takes one Roll-Off (ruling 81)."""
    encounter = state.encounter
    if encounter is None or not state.has_rivals():
        return ""
    rolled = {what for what, _team in state.table.placing}
    steps = (step.what for step in encounter.setup if step.roll_off and step.what in PLACED)
    return next((what for what in steps if what not in rolled), "")


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


def _able(state: State) -> list[Team]:
    """Return the sides that may take the Initiative: they have models standing and didn't break."""
    return [team for team in state.teams if not team.broke and state.standing(team.id)]


@CHAPTER.procedure("initiative", "Initiative")
def initiative(state: State) -> Procedure[State]:
    """Roll for the Initiative: D6 plus the Leader's Courage and Intelligence; the winner chooses a
    role (p. 45, p. 69, ruling 48). Rivals that tie for the highest total roll again."""
    teams = _able(state)
    if not teams:
        raise RuleError("Nobody is left to take the Initiative.")
    totals: dict[str, tuple[int, ...]] = {}
    rolling = list(teams)
    again, tie = 1, 0
    while rolling:
        # What is measured comes first, so that everybody's dice lie side by side.
        two_dice = {}
        for team in rolling:
            two_dice[team.id] = yield from _has_two_dice(team, again, state)
        for team in rolling:
            total = yield from _initiative_of(team, again, state, tie, two_dice[team.id])
            totals[team.id] = (*totals.get(team.id, ()), total)
        best = max(totals.values(), default=())
        rolling = [t for t in teams if totals[t.id] == best]
        if len(rolling) < 2 or not state.has_rivals():
            break
        again, tie = again + 1, best[-1]
        state = state.say("initiative-tie", sides=[f"@{t.id}" for t in rolling], total=tie)
    ranked = sorted(totals, key=lambda t: totals[t], reverse=True)
    winner = ranked[0]
    state = state.tell(*(fact("initiative", t, total=totals[t][-1]) for t in ranked))
    role = "aggressor"
    if len(ranked) > 1:
        role = yield Choose(
            f"initiative/role/{winner}",
            _("{side} has the Initiative. Aggressor or Defender?", side=state.name(winner)),
            page=45,
            options=(
                Option("aggressor", _("Aggressor"), _("acts and fights first")),
                Option("defender", _("Defender"), _("shoots first")),
            ),
        )
    order = ranked if role == "aggressor" else [ranked[1], winner, *ranked[2:]]
    aggressor, defender = order[0], order[1 % len(order)]
    for n, team_id in enumerate(order):
        state = state.change(team_id, order=n)
    state = state.change("table", aggressor=aggressor, defender=defender, last="")
    return state.say("roles", aggressor=f"@{aggressor}", defender=f"@{defender}")


def _leader_for_initiative(state: State, team: Team) -> Figure:
    """Return who leads a side; if nobody does yet, the first possible Leader counts for this roll."""
    return leader_of(state, team.id) or successors(state, team.id)[0]


def _has_two_dice(team: Team, again: int, state: State) -> Procedure[bool]:
    """Return whether a side rolls two dice and takes the better one: its Leader has Tactical Acumen, or
    somebody near the Leader (p. 69)."""
    effect = Effect.TWO_DICE_FOR_INITIATIVE
    leader = _leader_for_initiative(state, team)
    if state.book.giver(leader, effect) is not None:
        return True
    helpers = (
        (f, skill) for f in state.standing(team.id) if (skill := state.book.giver(f, effect))
    )
    found = next(helpers, None)
    if found is None:
        return False
    helper, skill = found
    answer = yield Choose(
        f"initiative/{again}/{team.id}/near",
        _(
            "Is {helper} within {n} inches of {leader}?",
            helper=helper.name,
            leader=leader.name,
            n=skill.within,
        ),
        about=leader.id,
        page=69,
        options=(Option("yes", _("Yes: two dice, keep the better")), Option("no", _("No"))),
    )
    return bool(answer == "yes")


def _initiative_of(
    team: Team, again: int, state: State, tie: int, two_dice: bool
) -> Procedure[int]:
    """Return a side's total. From the second try on, the question gives the total of the `tie`."""
    leader = _leader_for_initiative(state, team)
    plus = now(leader, "C", state) + now(leader, "I", state)
    where = f"initiative/{again}/{team.id}"
    question = _(
        "Initiative, {leader} of {side}: {roll}.", leader=leader.name, side=team.name, roll=d6(plus)
    )
    if again > 1:
        question = " ".join((_("A tie at {tie}: re-roll.", tie=tie), question))
    if two_dice:
        dice = yield Roll(
            f"{where}/dice",
            " ".join((question, _("Tactical Acumen: two dice, keep the better."))),
            about=leader.id,
            page=69,
            together=f"initiative/{again}",
            opposed=True,
            dice=Dice(2, 6, plus),
            best=True,
        )
        best: int = max(dice)
        return best + plus
    die: int = yield Sum(
        f"{where}/die",
        question,
        about=leader.id,
        page=45,
        together=f"initiative/{again}",
        opposed=True,
        dice=Dice(1, 6, plus),
    )
    return die + plus


# When it is due


@CHAPTER.due("setup")
def _before_the_game(state: State) -> Due:
    """Return the Roll-Off for the table edge, then that for placing, due before the game (p. 34)."""
    edge = _edge(state)
    return Due(moves=tuple(edge or _placing(state)))


def _edge(state: State) -> list[ButtonView]:
    """Return the Roll-Off for the table edge, unless the Encounter has none."""
    encounter = state.encounter
    edges = encounter is None or any(step.what == "edge" for step in encounter.setup)
    if not edges or not state.has_rivals() or state.table.edge:
        return []
    act = roll_off_step.play(teams=[t.id for t in state.teams])
    return [ButtonView("edge", _("Roll off for the table edge"), act)]


def _placing(state: State) -> list[ButtonView]:
    """Return the Roll-Off for what is placed next, once it is known who attacks."""
    encounter = state.encounter
    attacker_unknown = (
        encounter is not None and encounter.roles and not any(team.role for team in state.teams)
    )
    what = _what_to_place(state)
    if not what or attacker_unknown:
        return []
    label = _("Roll off for placing Supply Tokens")
    if what == "zombies":
        label = _("Roll off for placing zombies")
    return [ButtonView("place-first", label, place_first.play())]


@CHAPTER.due("noise", "ammo", "zombies")
def _roll_off_due(state: State) -> Due | None:
    """Return the Roll-Off between tied sides, due before the rest of a Menace step (p. 40)."""
    teams = roll_off_needed(state)
    if not teams:
        return None
    says = {
        "noise": _("Both sides are equally loud: who rolls first?"),
        "ammo": _("Both sides have the same number of Ammo Tokens: who rolls first?"),
        "zombies": _("Who moves a zombie first?"),
    }[state.table.phase]
    act = roll_off_step.play(teams=list(teams))
    button = ButtonView("roll-off", _("Roll off"), act, throws=True)
    return Due(says, (button,), alone=True)


@CHAPTER.due("action")
def _initiative_due(state: State) -> Due | None:
    """Return the roll for Initiative, due first in the Action Phase (p. 45)."""
    if state.table.aggressor or len(state.teams) < 2 or not _able(state):
        return None
    button = ButtonView("initiative", _("Roll for Initiative"), initiative.play(), throws=True)
    return Due(_("Who has the Initiative?"), (button,), alone=True)
