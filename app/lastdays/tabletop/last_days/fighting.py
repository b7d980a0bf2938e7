"""Close Quarters before a die is thrown: both sides of a fight with everything that counts, and the
chance (p. 55–57, p. 60–69, rulings 41, 42)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from lastdays.language import _
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.known import EquipmentKey, ModifierKey
from lastdays.tabletop.last_days.figures import now
from lastdays.tabletop.last_days.shooting import Modifier, may_spend
from lastdays.tabletop.last_days.state import Blade, Figure, State, Zombie
from lastdays.tabletop.last_days.turn import to_fight, why_not_fire
from lastdays.values import Value


class Fight(Value):
    """One attack as it is declared. `arms` and `guard` are the attacker's and the defender's
    weapons, '' for a zombie; the `near` say that a Frontline Fighter is near enough."""

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
    """The odds of a fight: both stances, and the chance that the attacker wins."""

    attack: Stance
    defence: Stance
    chance: Fraction
    why_not: str = ""


def frontline(state: State, figure: str) -> bool:
    """Return whether a side has a Frontline Fighter who may stand near a model (p. 65)."""
    piece = state.pieces.get(figure)
    return isinstance(piece, Figure) and any(
        f.id != figure and state.book.giver(f, Effect.HELPS_FRIENDS_FIGHT)
        for f in state.standing(piece.team)
    )


def weigh(state: State, fight: Fight) -> FightOdds:
    """Return both sides of a fight before a die is thrown."""
    attack = _stance(state, fight, attacking=True)
    defence = _stance(state, fight, attacking=False)
    won = sum(
        attacker_wins(state, fight, attack, defence, mine, theirs)
        for mine, theirs in product(range(1, 7), repeat=2)
    )
    return FightOdds(attack, defence, Fraction(won, 36), why_not(state, fight))


def why_not(state: State, fight: Fight) -> str:
    """Return why an attack cannot be made; '' where it can."""
    attacker = state.pieces.get(fight.attacker)
    if not isinstance(attacker, Figure | Zombie) or fight.defender not in state.touching(
        fight.attacker
    ):
        return _("They are not in contact.")
    if attacker.fought:
        return _("{name} has already attacked.", name=attacker.name)
    if state.table.phase != "close-quarters":
        return _("Fights are for the Close Quarters Phase.")
    if isinstance(attacker, Zombie) and to_fight(state):
        return _("The living attack first (p.\u00a055).")
    for bearer, weapon in ((fight.attacker, fight.arms), (fight.defender, fight.guard)):
        if weapon and weapon not in {b.id for b in state.blades(bearer)}:
            return _("{name} does not have that weapon.", name=state.name(bearer))
    return ""


def _stance(state: State, fight: Fight, *, attacking: bool) -> Stance:
    """Return CQC with everything that counts in this fight; never below 0 (p. 55)."""
    own = fight.attacker if attacking else fight.defender
    other = fight.defender if attacking else fight.attacker
    piece, enemy = state.pieces[own], state.pieces[other]
    parts = []

    def add(key: str, times: int = 1) -> None:
        entry = state.book.modifiers[key]
        parts.append(Modifier(entry.name, entry.amount * times))

    if isinstance(piece, Zombie):
        parts.append(Modifier(_("{name}'s CQC", name=piece.name), piece.CQC))
    elif isinstance(piece, Figure):
        parts.append(Modifier(_("{name}'s CQC", name=piece.name), now(piece, "CQC", state)))
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
    """Return whether the attacker wins: the higher total; a tie goes to a lone Dirty Fighter, then
    to the higher modified CQC, then to the Aggressor's model, and where neither or both are, to the
    model attacked (ruling 41)."""
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
    """Return who would be credited for each zombie put down by hand; those for whom that isn't
    clear are left out. In close combat it is a model that touches the zombie; in the Shooting Phase
    the one that has begun to fire; with a Locked and Loaded token its holder. `hand` is the model
    that was looked at or counted on last.
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
    """Return the single enemy a model may subdue instead of attacking, '' where it may not
    (p. 69)."""
    touching = state.touching(figure.id)
    able = state.book.giver(figure, Effect.HOLDS_ENEMY)
    if able is None or len(touching) != 1 or figure.fought:
        return ""
    return touching[0]
