"""Close Quarters Combat: opposed rolls, ties, damage, Subdue and Disarm (p. 55–57, p. 60–69,
rulings 35, 41, 42, 45)."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.language import N_, _
from lastdays.procedure.asks import Choose, Option, Procedure, Sum, options_of
from lastdays.procedure.characteristic_tests import needed_in_words, opposed_test, passes
from lastdays.procedure.dice import d6
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import TestOf
from lastdays.tabletop.last_days.chapter import Chapter
from lastdays.tabletop.last_days.fighting import (
    Fight,
    attacker_wins,
    can,
    may_subdue,
    weapon_of,
    weigh,
)
from lastdays.tabletop.last_days.figures import now, wound
from lastdays.tabletop.last_days.firing import DAMAGE
from lastdays.tabletop.last_days.perils import HEAD_HIT, head_roll
from lastdays.tabletop.last_days.state import Blade, Figure, Gun, State, Zombie
from lastdays.tabletop.last_days.turn import next_team, playing

CHAPTER = Chapter()

FIGHT = CHAPTER.either(
    "fight",
    "won",
    N_("{who} beats {other}, {mine} to {theirs}."),
    N_("{who} fails to beat {other}, {mine} to {theirs}."),
)
HEAD_MISSED = CHAPTER.saying("head-missed", "The head is missed ({total}).")
DIRTY = CHAPTER.saying("dirty", "A tie: {who} fights dirty and strikes.")
DISARM_FAILED = CHAPTER.saying("disarm-failed", "Disarm fails ({total}).")
DISARMED = CHAPTER.saying("disarmed", "{who} loses {what} for this game.")
SUBDUE = CHAPTER.either(
    "subdue",
    "won",
    N_("{who} holds {other} down."),
    N_("{who} cannot hold {other} down."),
)
DOOR_BEATEN = CHAPTER.either(
    "door-beaten",
    "gone",
    N_("{who} breaks {door} down."),
    N_("{who} beats on {door}: {points} damage."),
)


@CHAPTER.procedure("fight", "{attacker} attacks {defender}")
def fight(
    state: State,
    *,
    attacker: str,
    defender: str,
    arms: str = "",
    guard: str = "",
    attacker_near: bool = False,
    defender_near: bool = False,
) -> Procedure[State]:
    """Resolve an attack as it is declared in `Fight`: both roll; an attacker who wins rolls damage
    (p. 55)."""
    declared = Fight(attacker, defender, arms, guard, attacker_near, defender_near)
    return (yield from _attack(state, declared))


def _attack(state: State, declared: Fight) -> Procedure[State]:
    odds = weigh(state, declared)
    if odds.why_not:
        raise RuleError(odds.why_not)
    attacker, defender = state.pieces[declared.attacker], state.pieces[declared.defender]
    where = f"fight/{attacker.id}/{defender.id}"
    state = state.change(attacker.id, fought=True)
    if isinstance(attacker, Figure):
        state = state.change("table", last=attacker.team)
    else:
        state = _dead_have_attacked(state)
    for bearer, weapon in ((attacker.id, declared.arms), (defender.id, declared.guard)):
        state = _make_noise(state, bearer, weapon)
    rolled = []
    for who, stance in ((attacker, odds.attack), (defender, odds.defence)):
        die = yield Sum(
            f"{where}/{who.id}",
            _(
                "{name} fights {other}: {roll}.",
                name=state.name(who.id),
                other=state.name(defender.id if who is attacker else attacker.id),
                roll=d6(stance.cqc),
            ),
            about=who.id,
            page=55,
            together=where,
        )
        rolled.append(die)
    won = attacker_wins(state, declared, odds.attack, odds.defence, *rolled)
    state = state.say(
        FIGHT(
            attacker.id,
            other=f"@{defender.id}",
            mine=rolled[0] + odds.attack.cqc,
            theirs=rolled[1] + odds.defence.cqc,
            won=won,
        )
    )
    if won:
        return (yield from _blow(where, state, attacker.id, defender.id, declared.arms))
    tie = rolled[0] + odds.attack.cqc == rolled[1] + odds.defence.cqc
    strikes_back = (
        tie
        and can(state, defender.id, Effect.WINS_TIES)
        and not can(state, attacker.id, Effect.WINS_TIES)
    )
    if strikes_back:  # p. 63: the damage roll is theirs, even defending
        state = state.say(DIRTY(defender.id))
        state = yield from _blow(
            where, state, defender.id, attacker.id, declared.guard, attacking=False
        )
    return state


def _dead_have_attacked(state: State) -> State:
    """Pass the choice of a zombie from side to side, like the players' own models (ruling 45)."""
    table = state.table
    teams = set(playing(state))
    return state.change("table", chose=next_team(state, table.aggressor, teams, last=table.chose))


def _make_noise(state: State, bearer: str, weapon: str) -> State:
    """Add the noise of a Noisy weapon each time it is used in a fight, attacking or defending
    (ruling 35)."""
    blade = weapon_of(state, weapon)
    if blade is None or not blade.noisy:
        return state
    return state.change(bearer, noise=state.figure(bearer).noise + blade.noisy)


def _blow(
    where: str,
    state: State,
    striker: str,
    struck: str,
    weapon: str,
    *,
    attacking: bool = True,
) -> Procedure[State]:
    """Roll damage in close combat: Disarm instead after a won attack, the head of a zombie, or
    Strength and weapon divided by Endurance (p. 56, p. 63, p. 66)."""
    blade = weapon_of(state, weapon)
    target = state.pieces[struck]
    if isinstance(target, Zombie):
        plus = blade.lobotomizer if blade is not None else 0
        total, falls = yield from head_roll(f"{where}/head", target, plus, striker, state)
        if not falls:
            return state.say(HEAD_MISSED(struck, total=total))
        return wound(state.say(HEAD_HIT(struck, total=total)), struck, 1, striker)
    assert isinstance(target, Figure)
    armed = [b for b in state.blades(struck) if not b.bare]
    guns = list(state.guns(struck))
    hands = state.pieces[striker]
    skill = state.book.giver(hands, Effect.TAKES_WEAPON) if isinstance(hands, Figure) else None
    if attacking and skill is not None and skill.test is not None and (armed or guns):
        choice = yield Choose(
            f"{where}/disarm",
            _(
                "{name} has won. Damage, or Disarm {target}?",
                name=state.name(striker),
                target=target.name,
            ),
            about=striker,
            page=63,
            options=(
                Option("damage", _("Roll damage")),
                Option(
                    "disarm",
                    _("Disarm"),
                    needed_in_words(skill.test),
                ),
            ),
        )
        if choice == "disarm":
            return (yield from _disarm(where, state, skill.test, striker, struck))
    attacker = state.pieces[striker]
    if isinstance(attacker, Zombie):
        strength = attacker.S
    else:
        assert isinstance(attacker, Figure)
        strength = now(attacker, "S", state) + (blade.strength if blade is not None else 0)
    endurance = max(1, now(target, "E", state))
    die = yield Sum(
        f"{where}/damage",
        _(
            "{target}, damage: {roll}, divided by Endurance {e}.",
            target=target.name,
            roll=d6(strength),
            e=endurance,
        ),
        about=striker,
        page=56,
    )
    points = (die + strength) // endurance
    state = state.say(DAMAGE(struck, total=die + strength, e=endurance, points=points))
    return wound(state, struck, points, striker)


def _disarm(
    where: str, state: State, needed: TestOf, striker: str, struck: str
) -> Procedure[State]:
    """Try to Disarm: Strength/6, and a weapon of the striker's player's choice is gone for this
    game (p. 63, ruling 41)."""
    plus = now(state.figure(striker), needed.characteristic, state)
    die = yield Sum(
        f"{where}/disarm/die",
        _(
            "{name} disarms {target}: {roll}, {n} or more.",
            name=state.name(striker),
            target=state.name(struck),
            roll=d6(plus),
            n=needed.target,
        ),
        about=striker,
        page=63,
    )
    if not passes(die, plus, needed.target):
        return state.say(DISARM_FAILED(striker, total=die + plus))
    weapons: list[Blade | Gun] = [
        *(b for b in state.blades(struck) if not b.bare),
        *state.guns(struck),
    ]
    chosen = weapons[0].id
    if len(weapons) > 1:
        chosen = yield Choose(
            f"{where}/disarm/what",
            _("Which weapon does {target} lose for this game?", target=state.name(struck)),
            about=striker,
            page=63,
            options=options_of(weapons),
        )
    state = state.change(chosen, gone=True)
    return state.say(DISARMED(struck, what=f"@{chosen}"))


@CHAPTER.procedure("subdue", "Subdue: {figure}")
def subdue(state: State, *, figure: str) -> Procedure[State]:
    """Try an opposed Strength Test instead of an attack; won, the enemy does not attack in this
    phase if it has not yet (p. 69)."""
    model = state.figure(figure)
    other = may_subdue(state, model)
    if not other:
        raise RuleError("{name} cannot subdue anyone now.", name=model.name)
    enemy = state.pieces[other]
    strength = enemy.S if isinstance(enemy, Zombie) else now(state.figure(other), "S", state)
    won = yield from opposed_test(
        f"subdue/{figure}",
        _("Subdue."),
        (model.name, now(model, "S", state)),
        (state.name(other), strength),
        about=figure,
    )
    state = state.change(figure, fought=True).change("table", last=model.team)
    attacked = isinstance(enemy, Figure | Zombie) and enemy.fought
    if won and not attacked:
        state = state.change(other, fought=True)
    return state.say(SUBDUE(figure, other=f"@{other}", won=won))


@CHAPTER.procedure("beat-door", "{zombie} beats on a door")
def beat_door(state: State, *, zombie: str, door: str) -> Procedure[State]:
    """Let a zombie beat on a door in its way: it hits by itself (p. 35)."""
    dead = state.zombie(zombie)
    target = state.thing(door)
    if target.sort != "door" or target.gone:
        raise RuleError("That isn't a door.")
    if dead.fought:
        raise RuleError("{name} has already attacked.", name=dead.name)
    die = yield Sum(
        f"door/{zombie}/{door}",
        _(
            "{zombie} beats on {door}: D6 + {n}, divided by {e}.",
            zombie=dead.name,
            door=target.name,
            n=dead.S,
            e=target.E,
        ),
        about=zombie,
        page=35,
    )
    points = (die + dead.S) // max(1, target.E)
    damage = min(target.capacity, target.damage + points)
    state = _dead_have_attacked(state.change(zombie, fought=True))
    state = state.change(door, damage=damage, gone=damage >= target.capacity)
    return state.say(
        DOOR_BEATEN(
            zombie,
            door=f"@{door}",
            points=points,
            gone=damage >= target.capacity,
        )
    )
