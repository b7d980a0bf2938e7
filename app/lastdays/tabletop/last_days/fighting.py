"""Close Quarters Combat: opposed rolls, ties, damage, Subdue and Disarm (p. 55–57, p. 60–69,
rulings 35, 41, 42, 45)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.procedure.characteristic_tests import needed_in_words, opposed_test, passes
from lastdays.rulebook.known import EquipmentKey, ModifierKey, SkillKey
from lastdays.tabletop.event_log import Fact, fact
from lastdays.tabletop.last_days.figures import Rules, now, wound
from lastdays.tabletop.last_days.shooting import Modifier, may_spend
from lastdays.tabletop.last_days.state import Blade, Figure, State, Zombie
from lastdays.tabletop.last_days.turn import D6, Done, next_team, playing, to_fight, why_not_fire


@dataclass(frozen=True)
class Fight:
    """One attack as it is declared. `arms` and `guard` are the attacker's and the defender's
    weapons, '' for a zombie; the `near` say that a Frontline Fighter stands within 6 inches."""

    attacker: str
    defender: str
    arms: str = ""
    guard: str = ""
    attacker_near: bool = False
    defender_near: bool = False

    @classmethod
    def from_args(cls, args: dict[str, Any]) -> Fight:
        """Out of what an event keeps."""
        names = cls.__dataclass_fields__
        return cls(**{k: v for k, v in args.items() if k in names})


@dataclass(frozen=True)
class Stance:
    """One side of a fight: CQC after all modifiers, and its parts."""

    cqc: int
    parts: tuple[Modifier, ...]


@dataclass(frozen=True)
class FightOdds:
    """What a fight stands at: both stances, the chance that the attacker wins."""

    attack: Stance
    defence: Stance
    chance: Fraction
    why_not: str = ""


def frontline(state: State, figure: str) -> bool:
    """Whether a side has a Frontline Fighter who may stand near a model (p. 65)."""
    piece = state.pieces.get(figure)
    return isinstance(piece, Figure) and any(
        f.has(SkillKey.FRONTLINE_FIGHTER) and f.id != figure for f in state.standing(piece.team)
    )


def weigh(state: State, rules: Rules, fight: Fight) -> FightOdds:
    """Both sides of a fight before a die is thrown."""
    attack = _stance(state, rules, fight, attacking=True)
    defence = _stance(state, rules, fight, attacking=False)
    won = sum(
        _attacker_wins(state, fight, attack, defence, mine, theirs)
        for mine, theirs in product(range(1, 7), repeat=2)
    )
    return FightOdds(attack, defence, Fraction(won, 36), why_not(state, fight))


def why_not(state: State, fight: Fight) -> str:
    """Why an attack cannot be made; '' where it can."""
    attacker = state.pieces.get(fight.attacker)
    if not isinstance(attacker, Figure | Zombie) or fight.defender not in state.touching(
        fight.attacker
    ):
        return _("They are not in contact.")
    if attacker.fought:
        return _("{name} has attacked already.").format(name=attacker.name)
    if state.table.phase != "close-quarters":
        return _("Fights are for the Close Quarters Phase.")
    if isinstance(attacker, Zombie) and to_fight(state):
        return _("The living attack first (p. 55).")
    for bearer, weapon in ((fight.attacker, fight.arms), (fight.defender, fight.guard)):
        if weapon and weapon not in {b.id for b in state.blades(bearer)}:
            return _("{name} does not have that weapon.").format(name=state.name(bearer))
    return ""


def _stance(state: State, rules: Rules, fight: Fight, *, attacking: bool) -> Stance:
    """CQC with everything that counts in this fight; never below 0 (p. 55)."""
    own = fight.attacker if attacking else fight.defender
    other = fight.defender if attacking else fight.attacker
    piece, enemy = state.pieces[own], state.pieces[other]
    parts: list[Modifier] = []

    def add(key: str, times: int = 1) -> None:
        entry = rules.catalogue.modifiers[key]
        parts.append(Modifier(entry.name, entry.amount * times))

    if isinstance(piece, Zombie):
        parts.append(Modifier(_("CQC of {name}").format(name=piece.name), piece.CQC))
    elif isinstance(piece, Figure):
        parts.append(Modifier(_("CQC of {name}").format(name=piece.name), now(piece, "CQC", rules)))
        weapon = _weapon(state, fight.arms if attacking else fight.guard)
        if weapon is not None and weapon.cqc:
            parts.append(Modifier(weapon.name, weapon.cqc))
        if fight.attacker_near if attacking else fight.defender_near:
            add(ModifierKey.FRONTLINE)
        if not attacking and piece.kit_item(EquipmentKey.RIOT_SHIELD):
            add(ModifierKey.SHIELD)
    if attacking:
        if isinstance(enemy, Zombie):
            add(ModifierKey.ATTACKING_ZOMBIE)
        if (
            isinstance(enemy, Figure)
            and enemy.has(SkillKey.MARTIAL_ARTS)
            and all(b.bare for b in state.blades(enemy.id))
        ):
            add(ModifierKey.MARTIAL_ARTS)
    extra = len(state.touching(own)) - 1
    crowd = isinstance(piece, Figure) and piece.has(SkillKey.CROWD_CONTROL)
    if extra > 0 and not crowd:
        add(ModifierKey.OUTNUMBERED, extra)
    return Stance(max(0, sum(p.amount for p in parts)), tuple(parts))


def _weapon(state: State, blade: str) -> Blade | None:
    found = state.pieces.get(blade)
    return found if isinstance(found, Blade) else None


def _has(state: State, piece: str, skill: str) -> bool:
    found = state.pieces.get(piece)
    return isinstance(found, Figure) and found.has(skill)


def _attacker_wins(
    state: State, fight: Fight, attack: Stance, defence: Stance, mine: int, theirs: int
) -> bool:
    """The higher total; a tie goes to a lone Dirty Fighter, then to the higher modified CQC, then
    to the Aggressor's model, and where neither or both are, to the model attacked (ruling 41)."""
    ours, other = mine + attack.cqc, theirs + defence.cqc
    if ours != other:
        return ours > other
    dirty = _has(state, fight.attacker, SkillKey.DIRTY_FIGHTER)
    if dirty != _has(state, fight.defender, SkillKey.DIRTY_FIGHTER):
        return dirty
    if attack.cqc != defence.cqc:
        return attack.cqc > defence.cqc
    aggressor = state.table.aggressor
    mine_is = _team(state, fight.attacker) == aggressor != ""
    theirs_is = _team(state, fight.defender) == aggressor != ""
    return mine_is and not theirs_is


def _team(state: State, piece: str) -> str:
    found = state.pieces.get(piece)
    return found.team if isinstance(found, Figure) else "the dead"


def fight(state: State, rules: Rules, args: dict[str, Any]) -> Procedure[Done]:
    """An attack: both roll; an attacker who wins rolls damage (p. 55)."""
    declared = Fight.from_args(args)
    odds = weigh(state, rules, declared)
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
    rolled: list[int] = []
    for who, stance in ((attacker, odds.attack), (defender, odds.defence)):
        die = yield Sum(
            key=f"{where}/{who.id}",
            question=_("{name} fights {other}: a die + {n}.").format(
                name=state.name(who.id),
                other=state.name(defender.id if who is attacker else attacker.id),
                n=stance.cqc,
            ),
            about=who.id,
            page=55,
            dice=D6,
        )
        rolled.append(die)
    won = _attacker_wins(state, declared, odds.attack, odds.defence, *rolled)
    says = [
        fact(
            "fight",
            who=f"@{attacker.id}",
            other=f"@{defender.id}",
            mine=rolled[0] + odds.attack.cqc,
            theirs=rolled[1] + odds.defence.cqc,
            won=won,
        )
    ]
    if won:
        state, more = yield from _blow(where, state, rules, attacker.id, defender.id, declared.arms)
        return state, [*says, *more]
    tie = rolled[0] + odds.attack.cqc == rolled[1] + odds.defence.cqc
    strikes_back = (
        tie
        and _has(state, defender.id, SkillKey.DIRTY_FIGHTER)
        and not _has(state, attacker.id, SkillKey.DIRTY_FIGHTER)
    )
    if strikes_back:  # p. 63: the damage roll is theirs, even defending
        says.append(fact("dirty", who=f"@{defender.id}"))
        state, more = yield from _blow(
            where, state, rules, defender.id, attacker.id, declared.guard, attacking=False
        )
        says += more
    return state, says


def _dead_have_attacked(state: State) -> State:
    """Choosing a zombie passes from side to side, like the players' own models (ruling 45)."""
    table = state.table
    teams = set(playing(state))
    return state.change("table", chose=next_team(state, table.aggressor, teams, last=table.chose))


def _make_noise(state: State, bearer: str, weapon: str) -> State:
    """A Noisy weapon each time it is used in a fight, attacking or defending (ruling 35)."""
    blade = _weapon(state, weapon)
    if blade is None or not blade.noisy:
        return state
    return state.change(bearer, noise=state.figure(bearer).noise + blade.noisy)


def _blow(
    where: str,
    state: State,
    rules: Rules,
    striker: str,
    struck: str,
    weapon: str,
    *,
    attacking: bool = True,
) -> Procedure[Done]:
    """Damage in close combat: Disarm instead on an attack won, the head of the dead, or Strength and weapon
    divided by Endurance (p. 56, p. 63, p. 66)."""
    blade = _weapon(state, weapon)
    target = state.pieces[struck]
    says: list[Fact] = []
    if isinstance(target, Zombie):
        plus = blade.lobotomizer if blade is not None else 0
        wanted = rules.number("head", "target")
        die = yield Sum(
            key=f"{where}/head",
            question=_("{target}, the head: a die + {n}, {wanted} or more kills.").format(
                target=target.name, n=plus, wanted=wanted
            ),
            about=striker,
            page=61,
            dice=D6,
        )
        if die + plus < wanted:
            return state, [fact("head-missed", who=f"@{struck}", total=die + plus)]
        state, more = wound(state, struck, 1, striker, rules)
        return state, [fact("head-hit", who=f"@{struck}", total=die + plus), *more]
    assert isinstance(target, Figure)
    armed = [b for b in state.blades(struck) if not b.bare]
    guns = list(state.guns(struck))
    if attacking and _has(state, striker, SkillKey.DISARM) and (armed or guns):
        choice = yield Choose(
            key=f"{where}/disarm",
            question=_("{name} has won. Damage, or Disarm {target}?").format(
                name=state.name(striker), target=target.name
            ),
            about=striker,
            page=63,
            options=(
                Option("damage", _("Roll damage")),
                Option(
                    "disarm",
                    _("Disarm"),
                    needed_in_words(rules.catalogue.skill_test(SkillKey.DISARM)),
                ),
            ),
        )
        if choice == "disarm":
            return (yield from _disarm(where, state, rules, striker, struck))
    attacker = state.pieces[striker]
    if isinstance(attacker, Zombie):
        strength = attacker.S
    else:
        assert isinstance(attacker, Figure)
        strength = now(attacker, "S", rules) + (blade.strength if blade is not None else 0)
    endurance = max(1, now(target, "E", rules))
    die = yield Sum(
        key=f"{where}/damage",
        question=_("{target}, damage: a die + {n}, divided by Endurance {e}.").format(
            target=target.name, n=strength, e=endurance
        ),
        about=striker,
        page=56,
        dice=D6,
    )
    points = (die + strength) // endurance
    says.append(fact("damage", who=f"@{struck}", total=die + strength, e=endurance, points=points))
    state, more = wound(state, struck, points, striker, rules)
    return state, [*says, *more]


def _disarm(where: str, state: State, rules: Rules, striker: str, struck: str) -> Procedure[Done]:
    """Strength/6, and a weapon of the striker's player's choice is gone for this game (p. 63,
    ruling 41)."""
    needed = rules.catalogue.skill_test(SkillKey.DISARM)
    plus = now(state.figure(striker), needed.characteristic, rules)
    die = yield Sum(
        key=f"{where}/disarm/die",
        question=_("{name} disarms {target}: a die + {plus}, {n} or more.").format(
            name=state.name(striker), target=state.name(struck), plus=plus, n=needed.target
        ),
        about=striker,
        page=63,
        dice=D6,
    )
    if not passes(die, plus, needed.target):
        return state, [fact("disarm-failed", who=f"@{striker}", total=die + plus)]
    weapons: list[Any] = [b for b in state.blades(struck) if not b.bare]
    weapons += list(state.guns(struck))
    chosen = weapons[0].id
    if len(weapons) > 1:
        chosen = yield Choose(
            key=f"{where}/disarm/what",
            question=_("Which weapon does {target} lose for this game?").format(
                target=state.name(struck)
            ),
            about=striker,
            page=63,
            options=tuple(Option(w.id, w.name) for w in weapons),
        )
    state = state.change(chosen, gone=True)
    return state, [fact("disarmed", who=f"@{struck}", what=f"@{chosen}")]


def killers(state: State, hand: str) -> dict[str, str]:
    """Return who would have put each zombie down by hand; left out where nobody can be told.

    In close combat one that touches the zombie; in the Shooting Phase who has begun to fire; with
    a Locked and Loaded token who holds it. `hand` is the model that was looked at or counted on
    last.
    """
    standing = state.standing()
    first: dict[str, list[str]] = {}
    others: list[str] = []
    match state.table.phase:
        case "close-quarters":
            upright = {f.id for f in standing}
            for zombie in state.zombies:
                first[zombie.id] = [i for i in state.touching(zombie.id) if i in upright]
        case "shooting":
            begun = {g.figure for g in state.guns() if g.shots}
            others = [f.id for f in standing if not f.fired and f.id in begun]
            others = others or [
                f.id for f in standing if f.id == hand and not why_not_fire(state, f)
            ]
        case "action" | "zombies":
            for figure in standing:
                if figure.snap_at:
                    first.setdefault(figure.snap_at, []).append(figure.id)
            others = [f.id for f in standing if f.locked and may_spend(state, f)]
    found: dict[str, str] = {}
    for zombie in state.zombies:
        able = first.get(zombie.id) or others
        if hand in able:
            found[zombie.id] = hand
        elif len(able) == 1:
            found[zombie.id] = able[0]
    return found


def who_puts_down(state: State, zombie: str, doer: str) -> str:
    """Return the model that would have put a zombie down by hand, '' where nobody can be told."""
    return killers(state, doer).get(zombie, "")


def may_subdue(state: State, figure: Figure) -> str:
    """The single enemy a model may subdue instead of attacking, '' where it may not (p. 69)."""
    touching = state.touching(figure.id)
    if not figure.has(SkillKey.SUBDUE) or len(touching) != 1 or figure.fought:
        return ""
    return touching[0]


def subdue(state: State, rules: Rules, args: dict[str, Any]) -> Procedure[Done]:
    """An opposed Strength Test instead of an attack; won, the enemy does not attack in this phase
    if it has not yet (p. 69)."""
    figure = state.figure(str(args["figure"]))
    other = may_subdue(state, figure)
    if not other:
        raise RuleError(_("{name} cannot subdue anyone now.").format(name=figure.name))
    enemy = state.pieces[other]
    strength = enemy.S if isinstance(enemy, Zombie) else now(state.figure(other), "S", rules)
    won = yield from opposed_test(
        f"subdue/{figure.id}",
        _("Subdue."),
        (figure.name, now(figure, "S", rules)),
        (state.name(other), strength),
        about=figure.id,
    )
    state = state.change(figure.id, fought=True).change("table", last=figure.team)
    attacked = isinstance(enemy, Figure | Zombie) and enemy.fought
    if won and not attacked:
        state = state.change(other, fought=True)
    return state, [fact("subdue", who=f"@{figure.id}", other=f"@{other}", won=won)]


def beat_door(state: State, rules: Rules, args: dict[str, Any]) -> Procedure[Done]:
    """A zombie beats on a door in its way: it hits by itself (p. 35)."""
    zombie = state.zombie(str(args["zombie"]))
    door = state.thing(str(args["door"]))
    if door.sort != "door" or door.gone:
        raise RuleError(_("That is no door."))
    if zombie.fought:
        raise RuleError(_("{name} has attacked already.").format(name=zombie.name))
    die = yield Sum(
        key=f"door/{zombie.id}/{door.id}",
        question=_("{zombie} beats on {door}: a die + {n}, divided by {e}.").format(
            zombie=zombie.name, door=door.name, n=zombie.S, e=door.E
        ),
        about=zombie.id,
        page=35,
        dice=D6,
    )
    points = (die + zombie.S) // max(1, door.E)
    damage = min(door.capacity, door.damage + points)
    state = _dead_have_attacked(state.change(zombie.id, fought=True))
    state = state.change(door.id, damage=damage, gone=damage >= door.capacity)
    return state, [
        fact(
            "door-beaten",
            who=f"@{zombie.id}",
            door=f"@{door.id}",
            points=points,
            gone=damage >= door.capacity,
        )
    ]
