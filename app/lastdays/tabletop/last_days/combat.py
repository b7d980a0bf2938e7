"""Close Quarters Combat: modifiers and chances, opposed rolls, ties, damage, Subdue and Disarm, and the
form of an attack (p. 55–57, p. 60–69, rulings 35, 41, 42, 45)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from msgspec.structs import asdict

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
from lastdays.tabletop.last_days.figures import now, skill_test, wound
from lastdays.tabletop.last_days.perils import head_hit, head_roll
from lastdays.tabletop.last_days.shooting import Choice, Fields, Modifier, may_spend, sum_in_words
from lastdays.tabletop.last_days.state import Blade, Figure, Gun, State, Zombie
from lastdays.tabletop.last_days.turn import (
    next_team,
    playing,
    to_fight,
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


def frontline(state: State, figure: str) -> bool:
    """Return whether a side has a Frontline Fighter who may stand near a model (p. 65)."""
    piece = state.pieces.get(figure)
    return isinstance(piece, Figure) and any(
        f.id != figure and state.book.giver(f, Effect.HELPS_FRIENDS_FIGHT)
        for f in state.standing(piece.team)
    )


def weigh(state: State, fight: Fight) -> FightOdds:
    """Return the odds of a fight before dice are rolled."""
    attack = _stance(state, fight, attacking=True)
    defence = _stance(state, fight, attacking=False)
    won = sum(
        attacker_wins(state, fight, attack, defence, mine, theirs)
        for mine, theirs in product(range(1, 7), repeat=2)
    )
    return FightOdds(attack, defence, Fraction(won, 36), why_not(state, fight))


def why_not(state: State, fight: Fight) -> str:
    """Return why an attack can't be made; '' if it can."""
    attacker = state.pieces.get(fight.attacker)
    if not isinstance(attacker, Figure | Zombie) or fight.defender not in state.touching(
        fight.attacker
    ):
        return _("They are not in contact.")
    if attacker.fought:
        return _("{name} has already attacked.", name=attacker.name)
    if state.table.phase != "close-quarters":
        return _("Fights happen in the Close Quarters Phase.")
    if isinstance(attacker, Zombie) and to_fight(state):
        return _("The living attack first (p.\u00a055).")
    for bearer, weapon in ((fight.attacker, fight.arms), (fight.defender, fight.guard)):
        if weapon and weapon not in {b.id for b in state.blades(bearer)}:
            return _("{name} does not have that weapon.", name=state.name(bearer))
    return ""


def _stance(state: State, fight: Fight, *, attacking: bool) -> Stance:
    """Return CQC with all modifiers of this fight; at least 0 (p. 55)."""
    own = fight.attacker if attacking else fight.defender
    other = fight.defender if attacking else fight.attacker
    piece, enemy = state.pieces[own], state.pieces[other]
    parts = []

    def add(key: str, times: int = 1) -> None:
        entry = state.book.modifiers[key]
        parts.append(Modifier(entry.name, entry.amount * times))

    if isinstance(piece, Figure | Zombie):
        parts.append(Modifier(_("{name}'s CQC", name=piece.name), now(piece, "CQC", state)))
    if isinstance(piece, Figure):
        weapon = weapon_of(state, fight.arms if attacking else fight.guard)
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
            and state.book.giver(enemy, Effect.HARD_TO_HIT_UNARMED)
            and all(b.bare for b in state.blades(enemy.id))
        ):
            add(ModifierKey.MARTIAL_ARTS)
    extra = len(state.touching(own)) - 1
    crowd = can(state, own, Effect.NEVER_OUTNUMBERED)
    if extra > 0 and not crowd:
        add(ModifierKey.OUTNUMBERED, extra)
    return Stance(max(0, sum(p.amount for p in parts)), tuple(parts))


def weapon_of(state: State, blade: str) -> Blade | None:
    found = state.pieces.get(blade)
    return found if isinstance(found, Blade) else None


def can(state: State, piece: str, effect: Effect) -> bool:
    """Return whether a model has a skill with an effect."""
    found = state.pieces.get(piece)
    return isinstance(found, Figure) and state.book.giver(found, effect) is not None


def attacker_wins(
    state: State,
    fight: Fight,
    attack: Stance,
    defence: Stance,
    mine: int,
    theirs: int,
) -> bool:
    """Return whether the attacker wins: the higher total; ties go to a lone Dirty Fighter, then to the
    higher modified CQC, then to the only model of the Aggressor, then to the defender
    (ruling 41)."""
    ours, other = mine + attack.cqc, theirs + defence.cqc
    if ours != other:
        return ours > other
    dirty = can(state, fight.attacker, Effect.WINS_TIES)
    if dirty != can(state, fight.defender, Effect.WINS_TIES):
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


def killers(state: State, hand: str) -> dict[str, str]:
    """Return who would be credited for each zombie put down by hand, leaving out unclear ones.

    In close combat that is a model touching it, in the Shooting Phase the one that has begun to fire,
    otherwise a holder of a Locked and Loaded token. `hand` is the model used last.
    """
    standing = state.standing()
    first = {}
    others = []
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
    found = {}
    for zombie in state.zombies:
        able = first.get(zombie.id) or others
        if hand in able:
            found[zombie.id] = hand
        elif len(able) == 1:
            found[zombie.id] = able[0]
    return found


def may_subdue(state: State, figure: Figure) -> str:
    """Return the single enemy a model may subdue instead of attacking, '' if there is none
    (p. 69)."""
    touching = state.touching(figure.id)
    able = state.book.giver(figure, Effect.HOLDS_ENEMY)
    if able is None or len(touching) != 1 or figure.fought:
        return ""
    return touching[0]


@CHAPTER.procedure("fight", "{attacker} attacks {defender}", Fight)
def fight(state: State, /, **args: Any) -> Procedure[State]:
    """Resolve an attack declared with the fields of `Fight`: both roll, and an attacker who wins rolls
    damage (p. 55)."""
    declared = Fight(**args)
    odds = weigh(state, declared)
    if odds.why_not:
        raise RuleError(odds.why_not)
    attacker, defender = state.pieces[declared.attacker], state.pieces[declared.defender]
    where = f"fight/{attacker.id}/{defender.id}"
    state = state.change(attacker.id, fought=True)
    if isinstance(attacker, Figure):
        state = state.change("table", last=attacker.team)
    else:
        state = _next_chooses_zombie(state)
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
            opposed=True,
            dice=Dice(1, 6, stance.cqc),
        )
        rolled.append(die)
    won = attacker_wins(state, declared, odds.attack, odds.defence, *rolled)
    state = state.say(
        "fight",
        attacker.id,
        other=f"@{defender.id}",
        mine=rolled[0] + odds.attack.cqc,
        theirs=rolled[1] + odds.defence.cqc,
        won=won,
    )
    mine, theirs = rolled[0] + odds.attack.cqc, rolled[1] + odds.defence.cqc
    if won:
        easier = _easier_head(state, defender.id, mine, theirs)
        return (
            yield from _blow(where, state, attacker.id, defender.id, declared.arms, easier=easier)
        )
    tie = mine == theirs
    strikes_back = (
        tie
        and can(state, defender.id, Effect.WINS_TIES)
        and not can(state, attacker.id, Effect.WINS_TIES)
    )
    if strikes_back:  # p. 63: the damage roll is theirs, even defending
        state = state.say("dirty", defender.id)
        state = yield from _blow(
            where, state, defender.id, attacker.id, declared.guard, attacking=False
        )
    return state


def _easier_head(state: State, defender: str, mine: int, theirs: int) -> int:
    """Return how much less the head roll at a zombie needs after an attack with at least twice its
    total (ruling 93)."""
    if isinstance(state.pieces[defender], Zombie) and mine >= 2 * theirs:
        return state.number("head", "easier")
    return 0


def _next_chooses_zombie(state: State) -> State:
    """Let the next side choose the next zombie to attack, as with the players' models
    (ruling 45)."""
    table = state.table
    teams = set(playing(state))
    return state.change("table", chose=next_team(state, table.aggressor, teams, last=table.chose))


def _make_noise(state: State, bearer: str, weapon: str) -> State:
    """Add the noise of a Noisy weapon each time it is used in a fight, attacking or defending
    (ruling 35)."""
    blade = weapon_of(state, weapon)
    if blade is None or not blade.noisy:
        return state
    return state.count(bearer, noise=blade.noisy)


def _blow(
    where: str,
    state: State,
    striker: str,
    struck: str,
    weapon: str,
    *,
    attacking: bool = True,
    easier: int = 0,
) -> Procedure[State]:
    """Roll damage in close combat: a head roll against a zombie, which needs less where it is `easier`,
    else Strength and weapon divided by Endurance; after a won attack Disarm instead (p. 56, p. 63,
    p. 66)."""
    blade = weapon_of(state, weapon)
    target = state.pieces[struck]
    if isinstance(target, Zombie):
        plus = blade.lobotomizer if blade is not None else 0
        if easier:
            state = state.say("head-easier", struck, n=easier)
        total, falls = yield from head_roll(
            f"{where}/head", target, plus, striker, state, easier=easier
        )
        if not falls:
            return state.say("head-missed", struck, total=total)
        return head_hit(state, struck, total, striker)
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
            return (yield from _disarm(where, state, skill, striker, struck))
    assert isinstance(hands, Figure | Zombie)
    strength = now(hands, "S", state) + (blade.strength if blade is not None else 0)
    endurance = max(1, now(target, "E", state))
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
    points = (die + strength) // endurance
    state = state.say("damage", struck, total=die + strength, e=endurance, points=points)
    return wound(state, struck, points, striker)


def _disarm(
    where: str, state: State, skill: SkillEntry, striker: str, struck: str
) -> Procedure[State]:
    """Try to Disarm: Strength/6 removes a weapon of the striker's choice for this game (p. 63,
    ruling 41)."""
    question = _("{name} disarms {target}: {roll}, {n} or more.")
    hands, target = state.figure(striker), state.name(struck)
    total, passed = yield from skill_test(
        f"{where}/disarm/die", question, 63, state, hands, skill, target=target
    )
    if not passed:
        return state.say("disarm-failed", striker, total=total)
    weapons: list[Blade | Gun] = [
        *(b for b in state.blades(struck) if not b.bare),
        *state.guns(struck),
    ]
    chosen = weapons[0].id
    if len(weapons) > 1:
        chosen = yield Choose(
            f"{where}/disarm/what",
            _("Which weapon does {target} lose for this game?", target=target),
            about=striker,
            page=63,
            options=options_of(weapons),
        )
    state = state.change(chosen, gone=True)
    return state.say("disarmed", struck, what=f"@{chosen}")


@CHAPTER.procedure("subdue", "Subdue: {figure}")
def subdue(state: State, *, figure: str) -> Procedure[State]:
    """Take an opposed Strength Test instead of attacking; an enemy who loses it doesn't attack in this
    phase (p. 69)."""
    model = state.figure(figure)
    other = may_subdue(state, model)
    if not other:
        raise RuleError("{name} cannot subdue anyone now.", name=model.name)
    enemy = state.pieces[other]
    assert isinstance(enemy, Figure | Zombie)
    won = yield from opposed_test(
        f"subdue/{figure}",
        _("Subdue."),
        (model.name, now(model, "S", state)),
        (enemy.name, now(enemy, "S", state)),
        about=figure,
    )
    state = state.change(figure, fought=True).change("table", last=model.team)
    if won and not enemy.fought:
        state = state.change(other, fought=True)
    return state.say("subdue", figure, other=f"@{other}", won=won)


@CHAPTER.procedure("beat-door", "{zombie} beats on a door")
def beat_door(state: State, *, zombie: str, door: str) -> Procedure[State]:
    """Let a zombie beat on a door in its way; it always hits (p. 35)."""
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
    gone = damage >= target.capacity
    state = _next_chooses_zombie(state.change(zombie, fought=True))
    state = state.change(door, damage=damage, gone=gone)
    return state.say("door-beaten", zombie, door=f"@{door}", points=points, gone=gone)


@CHAPTER.form("fight")
def fight_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form of an attack by a model or zombie; None if it has none to make."""
    attacker = state.pieces.get(about)
    if not isinstance(attacker, Figure | Zombie) or attacker.fought or not state.touching(about):
        return None
    fields = Fields(chosen)
    declared = _declared(state, about, fields)
    odds = weigh(state, declared) if declared.defender else None
    why_not = _("Choose a target.") if odds is None else odds.why_not
    buttons = [
        ButtonView(
            "attack",
            _("Attack"),
            fight.play(**asdict(declared)),
            why_not,
            mnemonic="c",
        )
    ]
    if isinstance(attacker, Figure) and may_subdue(state, attacker):
        act = subdue.play(figure=about)
        buttons.append(ButtonView("subdue", _("Subdue instead"), act, mnemonic="S"))
    number, why, figure = why_not, "", ""
    if odds is not None:
        figure = percent(odds.chance)
        attack, defence = odds.attack, odds.defence
        text = _("CQC {a} against {b} · to win: {chance}")
        number = text.format(a=attack.cqc, b=defence.cqc, chance=figure)
        why = "\n".join(sum_in_words(side.parts, side.cqc) for side in (attack, defence))
        easier = state.number("head", "easier")
        if easier and isinstance(state.pieces.get(declared.defender), Zombie):
            said = _(
                "With at least twice the zombie's total its head roll needs {n} less.", n=easier
            )
            why = f"{why}\n{said}"
    return FormView(
        form="fight",
        about=about,
        title=_("{name} attacks", name=attacker.name),
        number=number,
        figure=figure,
        icon=pictograms.of("kinds", "close_combat"),
        why=why,
        problem=why_not if odds is not None else "",
        fields=tuple(fields.shown),
        buttons=tuple(buttons),
    )


def _declared(state: State, attacker: str, fields: Fields) -> Fight:
    """Return the attack as declared so far."""
    helping = state.book.skills_that(Effect.HELPS_FRIENDS_FIGHT)
    inches = max((s.within for s in helping), default=0)
    foes = ((i, state.name(i)) for i in state.touching(attacker))
    defender = fields.choose("defender", _("Attacks"), foes, least=1, picks=True)
    return Fight(
        attacker=attacker,
        defender=defender,
        arms=fields.choose("arms", _("With"), _weapons(state, attacker), least=1),
        guard=fields.choose("guard", _("Defends with"), _weapons(state, defender), least=1),
        attacker_near=fields.yes(
            "near",
            _("A Frontline Fighter within {n} inches of the attacker", n=inches),
            asked=frontline(state, attacker),
        ),
        defender_near=fields.yes(
            "guard-near",
            _("A Frontline Fighter within {n} inches of the defender", n=inches),
            asked=frontline(state, defender),
        ),
    )


def _weapons(state: State, bearer: str) -> list[Choice]:
    if not isinstance(state.pieces.get(bearer), Figure):
        return []
    return [(b.id, b.name) for b in state.blades(bearer)]


@CHAPTER.form("door")
def door_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form with the doors a zombie may beat on; None if there are none."""
    zombie = state.pieces.get(about)
    buttons = tuple(
        ButtonView(t.id, t.name, beat_door.play(zombie=about, door=t.id))
        for t in state.things
        if t.sort == "door"
    )
    if not buttons or not isinstance(zombie, Zombie) or zombie.dead or zombie.fought:
        return None
    return FormView("door", about, _("Which door?"), buttons=buttons)


# When it is due


@CHAPTER.due("close-quarters")
def _due(state: State) -> Due:
    """Return what is due in the Close Quarters Phase: attacks, the living first (p. 55)."""
    team = whose_turn(state)
    living = [f for f in to_fight(state) if f.team == team]
    if living:
        says = _("{side}: who attacks?", side=state.name(team))
        return Due(says, tuple(_attacks(f) for f in living))
    dead = zombies_to_fight(state)
    moves = [_attacks(z) for z in dead]
    if any(t.sort == "door" for t in state.things):
        moves += [
            ButtonView(
                f"door/{z.id}",
                _("{name} beats on a door…", name=z.name),
                door_form.open(z.id),
                about=z.id,
                on_board=True,
            )
            for z in state.zombies
            if not z.fought and not state.touching(z.id)
        ]
    if dead:
        says = _("{side}: which zombie attacks?", side=state.name(team))
        return Due(says, tuple(moves))
    return Due(_("No fights are left."), tuple(moves))


def _attacks(actor: Actor) -> ButtonView:
    text = _("{name} attacks…", name=actor.name)
    return ButtonView(
        f"fight/{actor.id}", text, fight_form.open(actor.id), about=actor.id, on_board=True
    )


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> Iterator[ButtonView]:
    """Offer a model or zombie its attack, Subdue, and a door in its way."""
    if state.table.phase != "close-quarters":
        return
    touching = bool(state.touching(actor.id))
    late = isinstance(actor, Zombie) and to_fight(state)
    why = _("The living attack first (p.\u00a055).") if late else ""
    if not actor.fought and touching:
        act = fight_form.open(actor.id)
        yield ButtonView("fight", _("Attack…"), act, why, mnemonic="c")
    if isinstance(actor, Figure) and may_subdue(state, actor):
        yield subdue.button(_("Subdue"), figure=actor.id)
    doors = any(t.sort == "door" for t in state.things)
    if isinstance(actor, Zombie) and not actor.fought and not touching and doors:
        yield ButtonView("door", _("Beats on a door…"), door_form.open(actor.id), why)
