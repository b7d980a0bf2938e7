"""Close Quarters Combat: modifiers and chances, opposed rolls, ties, damage, Subdue and Disarm, and the
form of an attack (p. 55–57, p. 60–69, rulings 35, 41, 42, 45)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from msgspec.structs import asdict, replace

from lastdays.errors import RuleError
from lastdays.language import _, percent
from lastdays.procedure.asks import Choose, Option, Procedure, Sum, options_of
from lastdays.procedure.characteristic_tests import needed_in_words, opposed_test
from lastdays.procedure.dice import d6
from lastdays.rulebook import pictograms
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import Dice, SkillEntry
from lastdays.rulebook.known import EquipmentKey, ModifierKey
from lastdays.tabletop.last_days.chapter import Actor, Chapter, Due
from lastdays.tabletop.last_days.figures import current_characteristic, skill_test, wound
from lastdays.tabletop.last_days.perils import head_hit, head_roll
from lastdays.tabletop.last_days.shooting import Choice, Fields, Modifier, may_spend, sum_in_words
from lastdays.tabletop.last_days.state import Blade, Figure, Gun, Marker, State, Zombie
from lastdays.tabletop.last_days.turn import (
    models_to_fight,
    next_team,
    teams_playing,
    whose_turn,
    why_not_fire,
    zombies_to_fight,
)
from lastdays.tabletop.view import ButtonView, FormView
from lastdays.values import Value

CHAPTER = Chapter()


class Fight(Value):
    """An attack as declared. `arms` and `guard` are the attacker's and the defender's weapons, '' for
    a zombie; `attacker_near` and `defender_near`: a Frontline Fighter is near enough."""

    attacker: str
    defender: str
    arms: str = ""
    guard: str = ""
    attacker_near: bool = False
    defender_near: bool = False


class Stance(Value):
    """One side of a fight: CQC after all modifiers, and its parts."""

    cqc: int
    parts: tuple[Modifier, ...]


class FightOdds(Value):
    """Both stances of a fight, the chance that the attacker wins, and why it can't be fought."""

    attack: Stance
    defence: Stance
    chance: Fraction
    why_not: str


def may_have_frontline_fighter(state: State, figure: str) -> bool:
    """Return whether a side has a Frontline Fighter who may stand near a model (p. 65)."""
    piece = state.pieces.get(figure)
    if not isinstance(piece, Figure):
        return False
    friends = [friend for friend in state.standing(piece.team) if friend.id != figure]
    return any(state.book.giver(friend, Effect.HELPS_FRIENDS_FIGHT) for friend in friends)


def odds_of_fight(state: State, fight: Fight) -> FightOdds:
    """Return the odds of a fight before dice are rolled."""
    attack = _stance_of_attacker(state, fight)
    defence = _stance_of_defender(state, fight)
    throws = list(product(range(1, 7), repeat=2))
    wins = 0
    for attack_die, defence_die in throws:
        if attacker_wins(state, fight, attack, defence, attack_die, defence_die):
            wins += 1
    return FightOdds(attack, defence, Fraction(wins, len(throws)), why_not(state, fight))


def why_not(state: State, fight: Fight) -> str:
    """Return why an attack can't be made; '' if it can."""
    attacker = state.pieces.get(fight.attacker)
    in_contact = fight.defender in state.in_contact_with(fight.attacker)
    if not isinstance(attacker, Figure | Zombie) or not in_contact:
        return _("They are not in contact.")
    if attacker.fought:
        return _("{name} has already attacked.", name=attacker.name)
    if state.table.phase != "close-quarters":
        return _("Fights happen in the Close Quarters Phase.")
    if isinstance(attacker, Zombie) and models_to_fight(state):
        return _("The living attack first (p.\u00a055).")
    for bearer, weapon in ((fight.attacker, fight.arms), (fight.defender, fight.guard)):
        weapons = {blade.id for blade in state.blades(bearer)}
        if weapon and weapon not in weapons:
            return _("{name} does not have that weapon.", name=state.name(bearer))
    return ""


def _stance_of_attacker(state: State, fight: Fight) -> Stance:
    """Return the attacker's CQC with all modifiers of this fight."""
    parts = _own_cqc(state, fight.attacker, fight.arms)
    attacker = state.pieces[fight.attacker]
    if isinstance(attacker, Figure) and fight.attacker_near:
        parts.append(_modifier(state, ModifierKey.FRONTLINE))
    enemy = state.pieces[fight.defender]
    if isinstance(enemy, Zombie):
        parts.append(_modifier(state, ModifierKey.ATTACKING_ZOMBIE))
    if isinstance(enemy, Figure) and _fights_unarmed_well(state, enemy):
        parts.append(_modifier(state, ModifierKey.MARTIAL_ARTS))
    return _with_outnumbered(state, fight.attacker, parts)


def _stance_of_defender(state: State, fight: Fight) -> Stance:
    """Return the defender's CQC with all modifiers of this fight."""
    parts = _own_cqc(state, fight.defender, fight.guard)
    defender = state.pieces[fight.defender]
    if isinstance(defender, Figure):
        if fight.defender_near:
            parts.append(_modifier(state, ModifierKey.FRONTLINE))
        if defender.kit_item(EquipmentKey.RIOT_SHIELD):
            parts.append(_modifier(state, ModifierKey.SHIELD))
    return _with_outnumbered(state, fight.defender, parts)


def _own_cqc(state: State, fighter: str, arms: str) -> list[Modifier]:
    """Return a fighter's own CQC, and that of the weapon in a model's hands."""
    piece = state.pieces[fighter]
    parts = []
    if isinstance(piece, Figure | Zombie):
        parts.append(
            Modifier(
                _("{name}'s CQC", name=piece.name), current_characteristic(piece, "CQC", state)
            )
        )
    if isinstance(piece, Figure):
        weapon = weapon_of(state, arms)
        if weapon is not None and weapon.cqc:
            parts.append(Modifier(weapon.name, weapon.cqc))
    return parts


def _modifier(state: State, key: str, times: int = 1) -> Modifier:
    """Return a modifier of the book, so many times."""
    entry = state.book.modifiers[key]
    return Modifier(entry.name, entry.amount * times)


def _fights_unarmed_well(state: State, model: Figure) -> bool:
    """Return whether a model without a weapon has Martial Arts."""
    if not state.book.giver(model, Effect.HARD_TO_HIT_UNARMED):
        return False
    return all(blade.bare for blade in state.blades(model.id))


def _with_outnumbered(state: State, fighter: str, parts: list[Modifier]) -> Stance:
    """Return a fighter's stance: with the modifier for each enemy after the first, at least 0
    (p. 55)."""
    outnumbered_by = len(state.in_contact_with(fighter)) - 1
    if outnumbered_by > 0 and not has_effect(state, fighter, Effect.NEVER_OUTNUMBERED):
        parts = [*parts, _modifier(state, ModifierKey.OUTNUMBERED, outnumbered_by)]
    cqc = sum(part.amount for part in parts)
    return Stance(max(0, cqc), tuple(parts))


def weapon_of(state: State, blade: str) -> Blade | None:
    piece = state.pieces.get(blade)
    return piece if isinstance(piece, Blade) else None


def has_effect(state: State, piece: str, effect: Effect) -> bool:
    """Return whether a model has a skill with an effect."""
    model = state.pieces.get(piece)
    if not isinstance(model, Figure):
        return False
    return state.book.giver(model, effect) is not None


def attacker_wins(
    state: State,
    fight: Fight,
    attack: Stance,
    defence: Stance,
    attack_die: int,
    defence_die: int,
) -> bool:
    """Return whether the attacker wins: the higher total; ties go to a lone Dirty Fighter, then to the
    higher modified CQC, then to the only model of the Aggressor, then to the defender
    (ruling 41)."""
    attack_total = attack_die + attack.cqc
    defence_total = defence_die + defence.cqc
    if attack_total != defence_total:
        return attack_total > defence_total
    attacker_is_dirty = has_effect(state, fight.attacker, Effect.WINS_TIES)
    defender_is_dirty = has_effect(state, fight.defender, Effect.WINS_TIES)
    if attacker_is_dirty != defender_is_dirty:
        return attacker_is_dirty
    if attack.cqc != defence.cqc:
        return attack.cqc > defence.cqc
    return _is_of_aggressor(state, fight.attacker) and not _is_of_aggressor(state, fight.defender)


def _is_of_aggressor(state: State, piece: str) -> bool:
    """Return whether a piece is a model of the Aggressor."""
    model = state.pieces.get(piece)
    return isinstance(model, Figure) and model.team == state.table.aggressor


def killers(state: State, last_used: str) -> dict[str, str]:
    """Return who would be credited for each zombie put down by hand, leaving out unclear ones.

    In close combat that is a model touching it, in the Shooting Phase the one that has begun to fire,
    otherwise a holder of a Locked and Loaded token. `last_used` is the model used last.
    """
    killer_of = {}
    for zombie in state.zombies:
        possible_killers = _able_to_kill(state, zombie, last_used)
        if last_used in possible_killers:
            killer_of[zombie.id] = last_used
        elif len(possible_killers) == 1:
            killer_of[zombie.id] = possible_killers[0]
    return killer_of


def _able_to_kill(state: State, zombie: Zombie, last_used: str) -> list[str]:
    """Return the models that may be credited for a zombie put down now."""
    standing = state.standing()
    match state.table.phase:
        case "close-quarters":
            touching = state.in_contact_with(zombie.id)
            upright = {figure.id for figure in standing}
            return [piece for piece in touching if piece in upright]
        case "shooting":
            return _models_firing(state, last_used)
        case "action" | "zombies":
            aiming = [figure.id for figure in standing if figure.snap_at == zombie.id]
            if aiming:
                return aiming
            return [figure.id for figure in standing if may_spend(state, figure)]
    return []


def _models_firing(state: State, last_used: str) -> list[str]:
    """Return the models that have begun to fire; if none has, the one used last if it may."""
    have_begun = {gun.figure for gun in state.guns() if gun.shots}
    still_to_fire = [figure for figure in state.standing() if not figure.fired]
    firing = [figure.id for figure in still_to_fire if figure.id in have_begun]
    if firing:
        return firing
    model = state.pieces.get(last_used)
    if isinstance(model, Figure) and not why_not_fire(state, model):
        return [last_used]
    return []


def may_subdue(state: State, figure: Figure) -> str:
    """Return the single enemy a model may subdue instead of attacking, '' if there is none
    (p. 69)."""
    touching = state.in_contact_with(figure.id)
    skill = state.book.giver(figure, Effect.HOLDS_ENEMY)
    if skill is None or len(touching) != 1 or figure.fought:
        return ""
    return touching[0]


@CHAPTER.procedure("fight", "{attacker} attacks {defender}", Fight)
def fight(state: State, /, **args: Any) -> Procedure[State]:
    """Resolve an attack declared with the fields of `Fight`: both roll, and an attacker who wins rolls
    damage (p. 55)."""
    declared = Fight(**args)
    odds = odds_of_fight(state, declared)
    if odds.why_not:
        raise RuleError(odds.why_not)
    attacker = declared.attacker
    defender = declared.defender
    where = f"fight/{attacker}/{defender}"
    state = _begin_fight(state, declared)
    my_die = yield _fight_die(state, where, attacker, defender, odds.attack)
    their_die = yield _fight_die(state, where, defender, attacker, odds.defence)
    attacker_has_won = attacker_wins(state, declared, odds.attack, odds.defence, my_die, their_die)
    attack_total = my_die + odds.attack.cqc
    defence_total = their_die + odds.defence.cqc
    state = state.say(
        "fight",
        attacker,
        other=f"@{defender}",
        mine=attack_total,
        theirs=defence_total,
        won=attacker_has_won,
    )
    if attacker_has_won:
        easier = _easier_head(state, defender, attack_total, defence_total)
        return (yield from _blow(where, state, attacker, defender, declared.arms, easier=easier))
    if attack_total == defence_total and _is_lone_dirty_fighter(state, defender, attacker):
        # p. 63: the damage roll is theirs, even defending
        state = state.say("dirty", defender)
        return (yield from _strike_back(where, state, declared))
    return state


def _begin_fight(state: State, declared: Fight) -> State:
    """Return the table as an attack begins: the attacker has had its turn, and weapons make noise."""
    attacker = state.pieces[declared.attacker]
    state = state.change(attacker.id, fought=True)
    if isinstance(attacker, Figure):
        state = state.change("table", last=attacker.team)
    else:
        state = _next_chooses_zombie(state)
    state = _make_noise(state, declared.attacker, declared.arms)
    return _make_noise(state, declared.defender, declared.guard)


def _fight_die(state: State, where: str, fighter: str, opponent: str, stance: Stance) -> Sum:
    """Return the ask for one side's die of a fight."""
    return Sum(
        f"{where}/{fighter}",
        _(
            "{name} fights {other}: {roll}.",
            name=state.name(fighter),
            other=state.name(opponent),
            roll=d6(stance.cqc),
        ),
        about=fighter,
        page=55,
        together=where,
        opposed=True,
        dice=Dice(1, 6, stance.cqc),
    )


def _is_lone_dirty_fighter(state: State, fighter: str, enemy: str) -> bool:
    """Return whether a fighter wins ties and its enemy doesn't."""
    return has_effect(state, fighter, Effect.WINS_TIES) and not has_effect(
        state, enemy, Effect.WINS_TIES
    )


def _easier_head(state: State, defender: str, attack_total: int, defence_total: int) -> int:
    """Return how much less the head roll at a zombie needs after an attack with at least twice its
    total (ruling 93)."""
    if isinstance(state.pieces[defender], Zombie) and attack_total >= 2 * defence_total:
        return state.number("head", "easier")
    return 0


def _next_chooses_zombie(state: State) -> State:
    """Let the next side choose the next zombie to attack, as with the players' models
    (ruling 45)."""
    table = state.table
    teams = set(teams_playing(state))
    chooser = next_team(state, table.aggressor, teams, last=table.chose)
    return state.change("table", chose=chooser)


def _make_noise(state: State, bearer: str, weapon: str) -> State:
    """Add the noise of a Noisy weapon each time it is used in a fight, attacking or defending
    (ruling 35)."""
    blade = weapon_of(state, weapon)
    if blade is None or not blade.noisy:
        return state
    return state.count(bearer, noise=blade.noisy)


def _blow(
    where: str, state: State, striker: str, struck: str, weapon: str, *, easier: int
) -> Procedure[State]:
    """Roll damage after a won attack: a head roll against a zombie, which needs less where it is
    `easier`; against a model Strength and weapon divided by Endurance, or Disarm instead (p. 56,
    p. 63, p. 66)."""
    target = state.pieces[struck]
    if isinstance(target, Zombie):
        return (yield from _head_blow(where, state, striker, target, weapon, easier=easier))
    skill = _disarming_skill(state, striker, struck)
    if skill is not None:
        disarms = yield from _asks_disarm(where, state, skill, striker, struck)
        if disarms:
            return (yield from _disarm(where, state, skill, striker, struck))
    return (yield from _body_blow(where, state, striker, struck, weapon))


def _strike_back(where: str, state: State, declared: Fight) -> Procedure[State]:
    """Roll the damage of a defender who strikes the attacker."""
    attacker = state.pieces[declared.attacker]
    if isinstance(attacker, Zombie):
        return (yield from _head_blow(where, state, declared.defender, attacker, declared.guard))
    return (
        yield from _body_blow(where, state, declared.defender, declared.attacker, declared.guard)
    )


def _head_blow(
    where: str, state: State, striker: str, zombie: Zombie, weapon: str, *, easier: int = 0
) -> Procedure[State]:
    """Roll for a zombie's head in close combat, which needs less where it is `easier` (p. 56)."""
    blade = weapon_of(state, weapon)
    lobotomizer = blade.lobotomizer if blade is not None else 0
    if easier:
        state = state.say("head-easier", zombie.id, n=easier)
    total, hit = yield from head_roll(
        f"{where}/head", zombie, lobotomizer, striker, state, easier=easier
    )
    if not hit:
        return state.say("head-missed", zombie.id, total=total)
    return head_hit(state, zombie.id, total, striker)


def _body_blow(
    where: str, state: State, striker: str, struck: str, weapon: str
) -> Procedure[State]:
    """Roll damage on a model in close combat: Strength and weapon divided by Endurance (p. 56)."""
    hands = state.pieces[striker]
    assert isinstance(hands, Figure | Zombie)
    target = state.figure(struck)
    blade = weapon_of(state, weapon)
    strength = current_characteristic(hands, "S", state)
    if blade is not None:
        strength += blade.strength
    endurance = max(1, current_characteristic(target, "E", state))
    die = yield Sum(
        f"{where}/damage",
        _(
            "Damage on {target}: {roll}, divided by Endurance {e}.",
            target=target.name,
            roll=d6(strength),
            e=endurance,
        ),
        about=striker,
        page=56,
    )
    total = die + strength
    points = total // endurance
    state = state.say("damage", struck, total=total, e=endurance, points=points)
    return wound(state, struck, points, striker)


def _disarming_skill(state: State, striker: str, struck: str) -> SkillEntry | None:
    """Return the skill that lets a model take a weapon from another instead of damage; None if it has
    none, or there is no weapon to take."""
    hands = state.pieces[striker]
    if not isinstance(hands, Figure) or not _weapons_to_take(state, struck):
        return None
    skill = state.book.giver(hands, Effect.TAKES_WEAPON)
    if skill is None or skill.test is None:
        return None
    return skill


def _weapons_to_take(state: State, bearer: str) -> list[Blade | Gun]:
    """Return the weapons in a model's hands."""
    weapons: list[Blade | Gun] = []
    weapons += [blade for blade in state.blades(bearer) if not blade.bare]
    weapons += state.guns(bearer)
    return weapons


def _asks_disarm(
    where: str, state: State, skill: SkillEntry, striker: str, struck: str
) -> Procedure[bool]:
    """Ask whether a model that has won takes a weapon away instead of rolling damage (p. 63)."""
    assert skill.test is not None
    choice = yield Choose(
        f"{where}/disarm",
        _(
            "{name} has won. Damage, or Disarm {target}?",
            name=state.name(striker),
            target=state.name(struck),
        ),
        about=striker,
        page=63,
        options=(
            Option("damage", _("Roll damage")),
            Option("disarm", _("Disarm"), needed_in_words(skill.test)),
        ),
    )
    return bool(choice == "disarm")


def _disarm(
    where: str, state: State, skill: SkillEntry, striker: str, struck: str
) -> Procedure[State]:
    """Try to Disarm: Strength/6 removes a weapon of the striker's choice for this game (p. 63,
    ruling 41)."""
    question = _("{name} disarms {target}: {roll}, {n} or more.")
    striking_model = state.figure(striker)
    target = state.name(struck)
    total, is_passed = yield from skill_test(
        f"{where}/disarm/die", question, 63, state, striking_model, skill, target=target
    )
    if not is_passed:
        return state.say("disarm-failed", striker, total=total)
    weapons = _weapons_to_take(state, struck)
    weapon = weapons[0].id
    if len(weapons) > 1:
        weapon = yield Choose(
            f"{where}/disarm/what",
            _("Which weapon does {target} lose for this game?", target=target),
            about=striker,
            page=63,
            options=options_of(weapons),
        )
    state = state.change(weapon, gone=True)
    return state.say("disarmed", struck, what=f"@{weapon}")


@CHAPTER.procedure("subdue", "Subdue: {figure}")
def subdue(state: State, *, figure: str) -> Procedure[State]:
    """Take an opposed Strength Test instead of attacking; an enemy who loses it doesn't attack in this
    phase (p. 69)."""
    model = state.figure(figure)
    enemy_id = may_subdue(state, model)
    if not enemy_id:
        raise RuleError("{name} cannot subdue anyone now.", name=model.name)
    enemy = state.pieces[enemy_id]
    assert isinstance(enemy, Figure | Zombie)
    has_won = yield from opposed_test(
        f"subdue/{figure}",
        _("Subdue."),
        (model.name, current_characteristic(model, "S", state)),
        (enemy.name, current_characteristic(enemy, "S", state)),
        about=figure,
    )
    state = state.change(figure, fought=True).change("table", last=model.team)
    if has_won and not enemy.fought:
        state = state.change(enemy_id, fought=True)
    return state.say("subdue", figure, other=f"@{enemy_id}", won=has_won)


@CHAPTER.procedure("beat-door", "{zombie} beats on a door")
def beat_door(state: State, *, zombie: str, door: str) -> Procedure[State]:
    """Let a zombie beat on a door in its way; it always hits (p. 35)."""
    attacker = state.zombie(zombie)
    target = state.thing(door)
    if target.sort != "door" or target.gone:
        raise RuleError("That isn't a door.")
    if attacker.fought:
        raise RuleError("{name} has already attacked.", name=attacker.name)
    die = yield Sum(
        f"door/{zombie}/{door}",
        _(
            "{zombie} beats on {door}: D6 + {n}, divided by {e}.",
            zombie=attacker.name,
            door=target.name,
            n=attacker.S,
            e=target.E,
        ),
        about=zombie,
        page=35,
    )
    endurance = max(1, target.E)
    points = (die + attacker.S) // endurance
    damage = min(target.capacity, target.damage + points)
    is_broken = damage >= target.capacity
    state = state.change(zombie, fought=True)
    state = _next_chooses_zombie(state)
    state = state.change(door, damage=damage, gone=is_broken)
    return state.say("door-beaten", zombie, door=f"@{door}", points=points, gone=is_broken)


@CHAPTER.form("fight")
def fight_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form of an attack by a model or zombie; None if it has none to make."""
    attacker = state.pieces.get(about)
    if not isinstance(attacker, Figure | Zombie):
        return None
    if attacker.fought or not state.in_contact_with(about):
        return None
    fields = Fields(chosen)
    declared = _declared_fight(state, about, fields)
    form = FormView(
        form="fight",
        about=about,
        title=_("{name} attacks", name=attacker.name),
        icon=pictograms.of("kinds", "close_combat"),
        fields=tuple(fields.shown),
    )
    if not declared.defender:
        problem = _("Choose a target.")
        buttons = _fight_buttons(state, attacker, declared, problem)
        return replace(form, number=problem, buttons=buttons)
    odds = odds_of_fight(state, declared)
    return replace(
        form,
        number=_odds_in_words(odds),
        figure=percent(odds.chance),
        why=_how_it_adds_up(state, declared, odds),
        problem=odds.why_not,
        buttons=_fight_buttons(state, attacker, declared, odds.why_not),
    )


def _fight_buttons(
    state: State, attacker: Actor, declared: Fight, problem: str
) -> tuple[ButtonView, ...]:
    """Return the buttons of an attack: to make it, which a problem prevents, and to subdue instead."""
    act = fight.play(**asdict(declared))
    attack = ButtonView("attack", _("Attack"), act, problem, mnemonic="c")
    if not isinstance(attacker, Figure) or not may_subdue(state, attacker):
        return (attack,)
    instead = subdue.play(figure=attacker.id)
    return attack, ButtonView("subdue", _("Subdue instead"), instead, mnemonic="S")


def _odds_in_words(odds: FightOdds) -> str:
    """Say both sides' CQC and the chance to win."""
    return _(
        "CQC {a} against {b} · to win: {chance}",
        a=odds.attack.cqc,
        b=odds.defence.cqc,
        chance=percent(odds.chance),
    )


def _how_it_adds_up(state: State, declared: Fight, odds: FightOdds) -> str:
    """Say how both sides' CQC add up, and what a zombie's head roll may need less."""
    lines = [
        sum_in_words(odds.attack.parts, odds.attack.cqc),
        sum_in_words(odds.defence.parts, odds.defence.cqc),
    ]
    easier = state.number("head", "easier")
    if easier and isinstance(state.pieces.get(declared.defender), Zombie):
        sentence = _(
            "With at least twice the zombie's total its head roll needs {n} less.", n=easier
        )
        lines.append(sentence)
    return "\n".join(lines)


def _declared_fight(state: State, attacker: str, fields: Fields) -> Fight:
    """Return the attack as declared so far."""
    helping = state.book.skills_that(Effect.HELPS_FRIENDS_FIGHT)
    inches = max((skill.within for skill in helping), default=0)
    foes = ((piece_id, state.name(piece_id)) for piece_id in state.in_contact_with(attacker))
    defender = fields.choose("defender", _("Attacks"), foes, least=1, picks=True)
    return Fight(
        attacker=attacker,
        defender=defender,
        arms=fields.choose("arms", _("With"), _weapon_choices(state, attacker), least=1),
        guard=fields.choose("guard", _("Defends with"), _weapon_choices(state, defender), least=1),
        attacker_near=fields.yes(
            "near",
            _("A Frontline Fighter within {n} inches of the attacker", n=inches),
            asked=may_have_frontline_fighter(state, attacker),
        ),
        defender_near=fields.yes(
            "guard-near",
            _("A Frontline Fighter within {n} inches of the defender", n=inches),
            asked=may_have_frontline_fighter(state, defender),
        ),
    )


def _weapon_choices(state: State, bearer: str) -> list[Choice]:
    if not isinstance(state.pieces.get(bearer), Figure):
        return []
    return [(blade.id, blade.name) for blade in state.blades(bearer)]


@CHAPTER.form("door")
def door_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form with the doors a zombie may beat on; None if there are none."""
    zombie = state.pieces.get(about)
    if not isinstance(zombie, Zombie) or zombie.dead or zombie.fought:
        return None
    buttons = []
    for door in _doors(state):
        act = beat_door.play(zombie=about, door=door.id)
        buttons.append(ButtonView(door.id, door.name, act))
    if not buttons:
        return None
    return FormView("door", about, _("Which door?"), buttons=tuple(buttons))


def _doors(state: State) -> list[Marker]:
    """Return the doors on the table."""
    return [thing for thing in state.things if thing.sort == "door"]


# When it is due


@CHAPTER.due("close-quarters")
def _due(state: State) -> Due:
    """Return what is due in the Close Quarters Phase: attacks, the living first (p. 55)."""
    team = whose_turn(state)
    living = [figure for figure in models_to_fight(state) if figure.team == team]
    if living:
        question = _("{side}: who attacks?", side=state.name(team))
        return Due(question, tuple(_attacks(figure) for figure in living))
    zombies = zombies_to_fight(state)
    buttons = [_attacks(zombie) for zombie in zombies]
    if _doors(state):
        buttons += [_beats_on_door(zombie) for zombie in _free_zombies(state)]
    if not zombies:
        return Due(_("No fights are left."), tuple(buttons))
    question = _("{side}: which zombie attacks?", side=state.name(team))
    return Due(question, tuple(buttons))


def _free_zombies(state: State) -> list[Zombie]:
    """Return the zombies in no contact that have not attacked."""
    waiting = [zombie for zombie in state.zombies if not zombie.fought]
    return [zombie for zombie in waiting if not state.in_contact_with(zombie.id)]


def _beats_on_door(zombie: Zombie) -> ButtonView:
    """Return the button on a zombie's card to beat on a door."""
    return ButtonView(
        key=f"door/{zombie.id}",
        label=_("{name} beats on a door…", name=zombie.name),
        act=door_form.open(zombie.id),
        about=zombie.id,
        on_board=True,
    )


def _attacks(actor: Actor) -> ButtonView:
    return ButtonView(
        key=f"fight/{actor.id}",
        label=_("{name} attacks…", name=actor.name),
        act=fight_form.open(actor.id),
        about=actor.id,
        on_board=True,
    )


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> Iterator[ButtonView]:
    """Offer a model or zombie its attack, Subdue, and a door in its way."""
    if state.table.phase != "close-quarters":
        return
    in_contact = bool(state.in_contact_with(actor.id))
    comes_later = isinstance(actor, Zombie) and bool(models_to_fight(state))
    why_not_yet = _("The living attack first (p.\u00a055).") if comes_later else ""
    if in_contact and not actor.fought:
        act = fight_form.open(actor.id)
        yield ButtonView("fight", _("Attack…"), act, why_not_yet, mnemonic="c")
    if isinstance(actor, Figure) and may_subdue(state, actor):
        yield subdue.button(_("Subdue"), figure=actor.id)
    is_free = not in_contact and not actor.fought
    if isinstance(actor, Zombie) and is_free and _doors(state):
        act = door_form.open(actor.id)
        yield ButtonView("door", _("Beats on a door…"), act, why_not_yet)
