"""Shooting: the number a shot needs, the shot with its damage, noise and ammo, and its form (p. 35,
p. 47–54, p. 60–71, rulings 35, 36, 40, 42)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, cast

from msgspec.structs import asdict, replace

from lastdays.errors import RuleError
from lastdays.language import _, ngettext, number, percent, pgettext, short, signed, titled
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.procedure.characteristic_tests import opposed_test
from lastdays.procedure.dice import d6
from lastdays.rulebook import pictograms
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import SkillEntry
from lastdays.rulebook.known import ActionKey, AttributeKey, EquipmentKey, ModifierKey
from lastdays.tabletop.last_days.chapter import Actor, Chapter, Due, Words
from lastdays.tabletop.last_days.figures import current_characteristic, use, wound
from lastdays.tabletop.last_days.perils import head_hit, head_roll, knocked_back
from lastdays.tabletop.last_days.state import Figure, Gun, Marker, State, Zombie
from lastdays.tabletop.last_days.turn import models_to_fire, whose_turn, why_not_fire
from lastdays.tabletop.phrases import Facts
from lastdays.tabletop.view import ButtonView, FieldView, FormView
from lastdays.values import Value

CHAPTER = Chapter()

Cover = Literal["none", "cover", "better", "solid"]
#: The target of a shot at the ground, with a weapon that leaves a fire.
GROUND = "ground"
#: The classes of Firearm of which a Gunfighter can fire two.
LIGHT = ("pistol", "smg")


class Shot(Value):
    """A shot as declared. `step` is the range step; `close`: within three inches; `locked`: with a
    Locked and Loaded token; `two_guns`: a Gunfighter fires both; `vehicle`: the vehicle with an alarm
    beside the target."""

    gun: str
    target: str
    step: int = 0
    cover: Cover = "none"
    close: bool = False
    locked: bool = False
    two_guns: bool = False
    vehicle: str = ""


class Modifier(Value):
    """A modifier with its name."""

    label: str
    amount: int


class Aim(Value):
    """What a shot needs: the Firearms skill after all modifiers and its parts, the die that hits (7 or
    more: none does), the chance; `why_not` if it can't be fired."""

    skill: int
    parts: tuple[Modifier, ...]
    needed: int
    chance: Fraction
    damage: int
    knockback: int
    why_not: str


def possible_targets(state: State, shooter: Figure, *, by_token: bool = False) -> list[str]:
    """Return the ids of possible targets: enemies and zombies not in contact with a friend (p. 50).
    `by_token`, with a Locked and Loaded token, only the active piece, or the target of its first shot
    (p. 49)."""
    friends = set()
    enemies = []
    for figure in state.standing():
        if state.are_rivals(figure.team, shooter.team):
            enemies.append(figure.id)
        else:
            friends.add(figure.id)
    enemies += [zombie.id for zombie in state.zombies]
    allowed = [enemy for enemy in enemies if friends.isdisjoint(state.in_contact_with(enemy))]
    if not by_token:
        return allowed
    only_target = _target_of_token(state, shooter, friends)
    if not only_target:
        return allowed
    return [enemy for enemy in allowed if enemy == only_target]


def _target_of_token(state: State, shooter: Figure, friends: set[str]) -> str:
    """Return the piece that a Locked and Loaded token is spent on: the target of its first shot, else
    the active piece; '' if that is a friend or none acts."""
    if shooter.snap_at:
        return shooter.snap_at
    active = state.table.active
    return "" if active in friends else active


def shots_fired(gun: Gun, *, by_token: bool) -> int:
    """Return how many shots a Firearm has fired in this Shooting Phase; with `by_token` how many for the
    Locked and Loaded token that is being spent."""
    return gun.snaps if by_token else gun.shots


def guns_ready(state: State, shooter: Figure, *, by_token: bool) -> list[Gun]:
    """Return the Firearms a model may fire now: usable, loaded and within their Rate of Fire; once it
    has begun with one, only that one, or a Gunfighter's two (p. 52, p. 65)."""
    guns = _loaded(state, shooter)
    guns_begun = [gun for gun in guns if shots_fired(gun, by_token=by_token)]
    fires_two = shooter.two_guns and not by_token
    if fires_two:
        guns = [gun for gun in guns if gun.cls in LIGHT]
    elif guns_begun:
        guns = guns_begun
    return [gun for gun in guns if shots_fired(gun, by_token=by_token) < gun.rate]


def _loaded(state: State, shooter: Figure) -> list[Gun]:
    """Return a model's Firearms that it can use and need not reload."""
    return [gun for gun in state.guns(shooter.id) if gun.usable and not gun.empty]


def may_use_two(state: State, shooter: Figure) -> bool:
    """Return whether a Gunfighter can fire two guns and has not begun yet (p. 65)."""
    if state.book.giver(shooter, Effect.FIRES_TWO_GUNS) is None:
        return False
    if any(gun.shots for gun in state.guns(shooter.id)):
        return False
    light = [gun for gun in _loaded(state, shooter) if gun.cls in LIGHT]
    return len(light) > 1


def uses_two(state: State, shooter: Figure, gun: Gun, shot: Shot) -> bool:
    """Return whether a shot is one of a Gunfighter who fires two guns in this phase (p. 65)."""
    if shot.locked:
        return False
    if shooter.two_guns:
        return True
    return shot.two_guns and gun.cls in LIGHT and may_use_two(state, shooter)


def aim(state: State, shot: Shot) -> Aim:
    """Return what a shot needs, with all modifiers."""
    gun = state.gun(shot.gun)
    shooter = state.figure(gun.figure)
    parts = (
        Modifier(
            _("{name}'s Firearms", name=shooter.name), current_characteristic(shooter, "FA", state)
        ),
        *_modifiers_of_target(state, shot),
        *_modifiers_of_gun(state, shot, gun, shooter),
    )
    skill = max(0, sum(part.amount for part in parts))
    needed = state.number("firearms", "target") - skill
    step = min(shot.step, len(gun.steps) - 1)
    _inches, damage, knockback = gun.steps[step]
    return Aim(
        skill=skill,
        parts=parts,
        needed=needed,
        chance=_chance_to_hit(skill, needed),
        damage=damage,
        knockback=knockback,
        why_not=_why_not(state, shot, gun, shooter),
    )


def _chance_to_hit(skill: int, needed: int) -> Fraction:
    """Return the chance of a die that hits; without any skill none does."""
    if skill <= 0:
        return Fraction(0)
    hits = 7 - needed
    return Fraction(max(0, min(6, hits)), 6)


def _modifier(state: State, key: str) -> Modifier:
    """Return a modifier of the book."""
    entry = state.book.modifiers[key]
    return Modifier(entry.name, entry.amount)


def _modifiers_of_target(state: State, shot: Shot) -> Iterator[Modifier]:
    """Yield the modifiers for what is shot at and where it stands."""
    target = state.pieces.get(shot.target)
    has_cover = shot.cover != "none"
    if isinstance(target, Zombie):
        yield _modifier(state, ModifierKey.TARGET_ZOMBIE)
    if isinstance(target, Figure):
        if target.ran:
            yield _modifier(state, ModifierKey.TARGET_RAN)
        if target.tower or target.kit_item(EquipmentKey.RIOT_SHIELD):
            has_cover = True
    better = state.number("cover", "better")
    if shot.cover == "solid":
        yield _modifier(state, ModifierKey.SOLID_STRUCTURE)
    elif shot.cover == "better" and better:
        yield Modifier(better_cover_name(), better)
    elif has_cover:
        yield _modifier(state, ModifierKey.COVER)


def _modifiers_of_gun(state: State, shot: Shot, gun: Gun, shooter: Figure) -> Iterator[Modifier]:
    """Yield the modifiers for the Firearm and how it is fired."""
    bonus_of_token = state.number("locked", "firearms")
    if shot.locked and bonus_of_token:
        name = state.book.actions[ActionKey.LOCKED_AND_LOADED].name
        yield Modifier(name, bonus_of_token)
    is_later_shot = shots_fired(gun, by_token=shot.locked) > 0
    if uses_two(state, shooter, gun, shot):
        yield _modifier(state, ModifierKey.GUNFIGHTER)
    elif is_later_shot and not gun.reflex:
        yield _modifier(state, ModifierKey.LATER_SHOTS)
    if gun.point_blank and shot.close:
        yield _modifier(state, ModifierKey.POINT_BLANK)


def better_cover_name() -> str:
    """Return the name of the modifier for better cover, which some tables play (ruling 91)."""
    return _("target in better cover")


def may_spend(state: State, figure: Figure) -> bool:
    """Return whether a Locked and Loaded token may be spent now: in the Action Phase in which it was
    taken, or in the next Zombie Activation, by a model that has not run and isn't in contact (p. 47,
    p. 49). A token that is kept answers each activation once (ruling 92)."""
    if not figure.locked or has_answered(state, figure):
        return False
    if not figure.on_table or figure.ran or state.in_contact_with(figure.id):
        return False
    table = state.table
    if table.phase == "zombies":
        return True
    return table.phase == "action" and figure.locked_turn in (0, table.turn)


def has_answered(state: State, figure: Figure) -> bool:
    """Return whether a model has used a Locked and Loaded token that it keeps against the piece that
    acts now (ruling 92)."""
    return bool(figure.answered) and figure.answered == state.table.active


def _why_not(state: State, shot: Shot, gun: Gun, shooter: Figure) -> str:
    """Return why a shot can't be fired; '' if it can."""
    if shot.locked and not may_spend(state, shooter):
        return _("{name} cannot spend a Locked and Loaded token now.", name=shooter.name)
    if not shot.locked:
        not_in_phase = _why_not_in_phase(state, shooter)
        if not_in_phase:
            return not_in_phase
    if gun not in guns_ready(state, shooter, by_token=shot.locked):
        return _("{gun} cannot be fired now.", gun=gun.name)
    if shot.target == GROUND and not shot.locked:
        return "" if gun.fire else _("Only a weapon with Fire can be aimed at the ground.")
    if shot.target not in possible_targets(state, shooter, by_token=shot.locked):
        return _("{name} cannot be shot at.", name=state.name(shot.target))
    return ""


def _why_not_in_phase(state: State, shooter: Figure) -> str:
    """Return why a model can't fire in the Shooting Phase; '' if it can."""
    if state.table.phase != "shooting":
        return _("Shots are fired in the Shooting Phase.")
    why = why_not_fire(state, shooter)
    if why:
        return titled(shooter.name, f"{why}.")
    if shooter.fired:
        return _("{name} has already fired.", name=shooter.name)
    return ""


Choice = tuple[str, str]


class Fields:
    """The choices made in a form, and the fields to show."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self._chosen = chosen
        self.shown: list[FieldView] = []

    def choose(
        self,
        key: str,
        caption: str,
        options: Iterable[Choice],
        *,
        least: int = 2,
        picks: bool = False,
        drawn: tuple[tuple[str, str, str], ...] = (),
        rare: bool = False,
    ) -> str:
        """Return the chosen key of some options (key and label): by default the first, with `picks`
        only if there is just one. Fewer options than `least` show no field."""
        all_options = tuple(options)
        keys = [option_key for option_key, _label in all_options]
        value = self._chosen.get(key, "")
        if value not in keys:
            value = self._default(keys, picks=picks)
        if len(all_options) >= least:
            field = FieldView(
                key=key,
                caption=caption,
                options=all_options,
                value=value,
                picks=picks,
                drawn=drawn,
                rare=rare,
            )
            self.shown.append(field)
        return value

    @staticmethod
    def _default(keys: Sequence[str], *, picks: bool) -> str:
        """Return the key that holds before anything is chosen; '' if it has to be picked."""
        if not keys or (picks and len(keys) > 1):
            return ""
        return keys[0]

    def yes(self, key: str, caption: str, *, asked: bool, yes: str = "") -> bool:
        """Return whether a yes-or-no question, if it is `asked`, is answered with yes."""
        options = (("no", _("no")), ("yes", yes or _("yes"))) if asked else ()
        return self.choose(key, caption, options) == "yes"


def short_name(name: str, piece: str) -> str:
    """Return the number of a piece without a name of its own: '3' of 'Zombie 3'."""
    return piece[1:] if name.endswith(f" {piece[1:]}") else name


def sum_in_words(parts: Sequence[Modifier], total: int) -> str:
    """Say how a number adds up: 'Zeke's Firearms 3, Target is a Zombie +1 = 4.'"""
    base = parts[0]
    amounts = [f"{base.label} {number(base.amount)}"]
    for modifier in parts[1:]:
        amounts.append(f"{modifier.label} {signed(modifier.amount)}")
    sum_of_all = ", ".join(amounts)
    if len(parts) == 1 and base.amount == total:
        return f"{sum_of_all}."
    return f"{sum_of_all} = {number(total)}."


def _shoot_title(words: Words, f: Facts) -> str:
    gun = words.state.pieces.get(str(f.get("gun", ""))[1:])
    bearer = words.state.name(gun.figure) if isinstance(gun, Gun) else ""
    return _("{name} shoots at {target}", name=bearer, target=words.name(f.get("target", "")))


@CHAPTER.procedure("shoot", _shoot_title, Shot)
def shoot(state: State, /, **declared: Any) -> Procedure[State]:
    """Fire a shot declared with the fields of `Shot`: the die to hit, then its damage before the next
    shot (p. 52)."""
    shot = Shot(**declared)
    gun = state.gun(shot.gun)
    shooter = state.figure(gun.figure)
    sight = aim(state, shot)
    if sight.why_not:
        raise RuleError(sight.why_not)
    nth_shot = shots_fired(gun, by_token=shot.locked) + 1
    where = f"shot/{shooter.id}/{gun.id}/{nth_shot}"
    if shot.locked and not gun.snaps:
        state_after_bluff = yield from _test_awareness(where, state, shooter, gun, shot)
        if state_after_bluff is not None:
            return state_after_bluff
    if uses_two(state, shooter, gun, shot):
        state = state.change(shooter.id, two_guns=True)
    if shot.locked:
        state = state.change(shooter.id, snap_at=shot.target)
    state = _with_shots_spent(state, gun, shooter, by_token=shot.locked)
    state, is_hit = yield from _roll_to_hit(where, state, shot, sight, shooter, gun)
    if is_hit:
        state = yield from _strike(where, state, shot, sight, shooter, gun)
    if not shot.locked and _is_enemy(state, shooter, shot):
        state = yield from _ask_to_maneuver(where, state, shooter)
    if shot.vehicle:
        state = yield from _roll_for_alarm(where, state, shot.vehicle)
    return _after_shot(state, shooter.id, gun.id, shot)


def _roll_to_hit(
    where: str, state: State, shot: Shot, sight: Aim, shooter: Figure, gun: Gun
) -> Procedure[tuple[State, bool]]:
    """Roll the die to hit, unless the shot is impossible; return the table with the fact for the log,
    and whether it hits."""
    target = target_name(state, shot.target)
    if sight.skill <= 0:
        return state.say("impossible", shooter.id, target=target), False
    needed = max(1, sight.needed)
    die = yield Sum(
        f"{where}/hit",
        _(
            "{name}, {gun} at {target}: {needed} or more hits.",
            name=shooter.name,
            gun=gun.name,
            target=target,
            needed=needed,
        ),
        about=shooter.id,
        page=51,
    )
    is_hit = die >= sight.needed
    state = state.say(
        "shot",
        shooter.id,
        gun=f"@{gun.id}",
        target=target,
        die=die,
        needed=needed,
        hit=is_hit,
    )
    return state, is_hit


def _ask_to_maneuver(where: str, state: State, shooter: Figure) -> Procedure[State]:
    """Ask whether a model with Fire and Maneuver moves an inch after a shot at an enemy, three at most in
    a Shooting Phase (p. 64)."""
    inches_most = state.number("maneuver", "most")
    inches_moved = state.figure(shooter.id).maneuvers
    has_skill = state.book.giver(shooter, Effect.MOVES_WHILE_SHOOTING) is not None
    if not has_skill or inches_moved >= inches_most:
        return state
    choice = yield Choose(
        f"{where}/maneuver",
        _(
            "Fire and Maneuver: does {name} move an inch, not through a barrier or difficult terrain? "
            "({n} of {most} moved)",
            name=shooter.name,
            n=inches_moved,
            most=inches_most,
        ),
        about=shooter.id,
        page=64,
        options=(Option("no", _("No")), Option("yes", _("Yes, 1″"))),
    )
    if choice == "no":
        return state
    state = state.change(shooter.id, maneuvers=inches_moved + 1)
    return state.say("maneuver", shooter.id, n=inches_moved + 1, most=inches_most)


def _is_enemy(state: State, shooter: Figure, shot: Shot) -> bool:
    piece = state.pieces.get(shot.target)
    if isinstance(piece, Figure):
        return state.are_rivals(piece.team, shooter.team)
    return isinstance(piece, Zombie)


def _with_shots_spent(
    state: State, gun: Gun, shooter: Figure, *, by_token: bool, shots: int = 1
) -> State:
    """Return the table with shots counted, and with their ammo and noise. Noisy counts once each time the gun
    is chosen (rulings 35, 36); a one-use weapon is used up."""
    noise = _noise_of(state, gun, by_token=by_token, shots=shots)
    if by_token:
        state = state.count(gun.id, snaps=shots)
    else:
        state = state.count(gun.id, shots=shots)
    state = state.count(shooter.id, noise=noise)
    if gun.one_use:
        state = state.change(gun.id, gone=True)
        return use(state, shooter.id, gun.item)
    return state.count(gun.id, ammo=shots)


def _noise_of(state: State, gun: Gun, *, by_token: bool, shots: int) -> int:
    """Return the noise tokens of shots, with Noisy if they are the first."""
    if gun.silent:
        return 0
    noise = state.number("firearms", "noise") * shots
    if shots_fired(gun, by_token=by_token) == 0:
        noise += gun.noisy
    return noise


def _after_shot(state: State, shooter: str, gun: str, shot: Shot) -> State:
    """Return the table after a shot: if it was the last that the model has, its shooting, or its Locked and
    Loaded token, is at its end."""
    figure = state.figure(shooter)
    weapon = state.gun(gun)
    if shot.locked:
        is_last = _is_gone(state, shot.target) or weapon.gone
        if is_last or not guns_ready(state, figure, by_token=True):
            return end_shots(state, shooter, by_token=True)
        return state
    if weapon.shots < weapon.rate and not weapon.gone:
        return state
    if figure.two_guns and guns_ready(state, figure, by_token=False):
        return state
    return end_shots(state, shooter, by_token=False)


def _is_gone(state: State, target: str) -> bool:
    piece = state.pieces[target]
    if isinstance(piece, Zombie):
        return piece.dead
    return not state.figure(target).on_table


def end_shots(state: State, shooter: str, *, by_token: bool) -> State:
    """Return the table with a model's shooting ended. `by_token` it loses its Locked and Loaded token
    instead, or, where the table keeps tokens, has used it against the piece that acts (ruling 92)."""
    if not by_token:
        team = state.figure(shooter).team
        return state.change(shooter, fired=True).change("table", last=team)
    if not state.rules.switches.locked_kept:
        return lose_token(state, shooter)
    state = state.change_all(state.guns(shooter), snaps=0)
    return state.change(shooter, snap_at="", answered=state.table.active)


def lose_token(state: State, shooter: str) -> State:
    """Take a model's Locked and Loaded token away."""
    state = state.change_all(state.guns(shooter), snaps=0)
    return state.change(shooter, locked=False, snap_at="", answered="")


def _test_awareness(
    where: str, state: State, shooter: Figure, gun: Gun, shot: Shot
) -> Procedure[State | None]:
    """Let a target with Situational Awareness take its Test against a Locked and Loaded token. If it wins the
    Opposed Intelligence Test all shots miss: return the table after them, with their noise and ammo.
    Return None if it loses, or has no such skill: then the shots are fired (p. 67)."""
    target = state.pieces.get(shot.target)
    if not isinstance(target, Figure):
        return None
    skill = state.book.giver(target, Effect.WASTES_LOCKED_SHOTS)
    if skill is None:
        return None
    aware = yield from opposed_test(
        f"{where}/aware",
        _("{skill}.", skill=skill.name),
        (target.name, current_characteristic(target, "I", state)),
        (shooter.name, current_characteristic(shooter, "I", state)),
        about=target.id,
    )
    if not aware:
        return None
    state = _with_shots_spent(state, gun, shooter, by_token=True, shots=gun.rate)
    state = lose_token(state, shooter.id)
    return state.say("bluffed", target.id, shooter=f"@{shooter.id}")


def _strike(
    where: str, state: State, shot: Shot, sight: Aim, shooter: Figure, gun: Gun
) -> Procedure[State]:
    """Return the table after a hit: damage is rolled on the target and everything else within an explosion,
    and a fire is lit (p. 70)."""
    if gun.fire:
        state = _set_fire(state, sight, shooter, gun)
    struck = [] if shot.target == GROUND else [shot.target]
    if gun.explosive:
        struck = yield from _within_explosion(where, state, struck, shooter, gun)
    for target in struck:
        state = yield from _roll_damage_on(where, state, sight, gun, target, shot)
    return state


def _set_fire(state: State, sight: Aim, shooter: Figure, gun: Gun) -> State:
    """Put the fire of a shot on the table (p. 70)."""
    turns = state.book.attributes[AttributeKey.FIRE].turns
    fire = Marker(
        id=state.next_id("T"),
        sort="fire",
        name=_("Fire"),
        until=state.table.turn + turns,
        strength=sight.damage,
        knock=sight.knockback,
        lobotomizer=gun.lobotomizer,
        by=shooter.id,
        radius=gun.explosive,
    )
    state = state.add(fire)
    return state.say("fire", until=fire.until)


def _within_explosion(
    where: str, state: State, target: list[str], shooter: Figure, gun: Gun
) -> Procedure[list[str]]:
    """Ask who else is near an explosion, one after another; return all whom it strikes, the target
    first."""
    struck = list(target)
    candidates = [figure.id for figure in state.standing()]
    candidates += [zombie.id for zombie in state.zombies]
    candidates = [piece for piece in candidates if piece not in struck]
    question_count = 0
    while candidates:
        question_count += 1
        if struck:
            question = _("Who else is within {n} inches?", n=gun.explosive)
            nobody = _("Nobody else")
        else:
            question = _("Who is within {n} inches?", n=gun.explosive)
            nobody = _("Nobody")
        options = [Option("nobody", nobody)]
        options += [Option(piece, state.name(piece)) for piece in candidates]
        piece = yield Choose(
            f"{where}/blast/{question_count}",
            question,
            about=shooter.id,
            page=70,
            options=tuple(options),
        )
        if piece == "nobody":
            break
        struck.append(piece)
        candidates.remove(piece)
    return struck


def _roll_damage_on(
    where: str, state: State, sight: Aim, gun: Gun, target: str, shot: Shot
) -> Procedure[State]:
    """Roll D6 plus damage divided by Endurance; for a zombie a head roll, with knockback if it
    misses (p. 53, p. 61). Double-Tap rolls again for an ammo and a noise token."""
    shooter = state.figure(gun.figure)
    piece = state.pieces[target]
    assert isinstance(piece, Figure | Zombie)
    key = f"{where}/{target}"
    total, hits_head = yield from _roll_damage(f"{key}/die", state, sight, gun, piece)
    double_tap = _double_tap_skill(state, shooter, gun, shot)
    if double_tap is not None:
        rolls_again = yield from _asks_double_tap(key, shooter, total, double_tap.tokens)
        if rolls_again:
            state = _pay_double_tap(state, shooter, gun, total, double_tap.tokens)
            total, hits_head = yield from _roll_damage(f"{key}/again", state, sight, gun, piece)
    if isinstance(piece, Figure):
        endurance = _endurance(state, piece)
        points = total // endurance
        state = state.say("damage", target, total=total, e=endurance, points=points)
        return wound(state, target, points, shooter.id)
    if hits_head:
        return head_hit(state, target, total, shooter.id)
    return knocked_back(state, target, total, sight.knockback)


def _endurance(state: State, target: Figure) -> int:
    """Return a model's Endurance against shots, at least 1."""
    return max(1, current_characteristic(target, "e_shots", state))


def _roll_damage(
    key: str, state: State, sight: Aim, gun: Gun, target: Figure | Zombie
) -> Procedure[tuple[int, bool]]:
    """Roll damage on a model, or for a zombie's head; return the total, and whether the head is hit."""
    if isinstance(target, Zombie):
        return (yield from head_roll(key, target, gun.lobotomizer, gun.figure, state))
    die = yield Sum(
        key,
        _(
            "Damage on {target}: {roll}, divided by Endurance {e}.",
            target=target.name,
            roll=d6(sight.damage),
            e=_endurance(state, target),
        ),
        about=gun.figure,
        page=53,
    )
    return die + sight.damage, False


def _double_tap_skill(state: State, shooter: Figure, gun: Gun, shot: Shot) -> SkillEntry | None:
    """Return the skill that lets a model roll damage again now, None if it may not (p. 63)."""
    if shot.locked or state.table.phase != "shooting":
        return None
    if gun.one_use or state.gun(gun.id).empty:
        return None
    return state.book.giver(shooter, Effect.REROLLS_DAMAGE)


def _asks_double_tap(key: str, shooter: Figure, total: int, tokens: int) -> Procedure[bool]:
    """Ask whether a Double-Tap rolls damage again, for so many ammo and noise tokens."""
    price = ngettext(
        "one more Ammo and Noise Token", "{n} more Ammo and Noise Tokens each", tokens, n=tokens
    )
    choice = yield Choose(
        f"{key}/double-tap",
        _("The total is {total}. Double-Tap?", total=total),
        about=shooter.id,
        page=63,
        options=(
            Option("no", _("Let it stand")),
            Option("yes", _("Re-roll"), price),
        ),
    )
    return bool(choice == "yes")


def _pay_double_tap(state: State, shooter: Figure, gun: Gun, total: int, tokens: int) -> State:
    """Add the ammo and noise of a Double-Tap that rolls again after a total."""
    state = state.count(gun.id, ammo=tokens)
    if not gun.silent:
        state = state.count(shooter.id, noise=tokens)
    return state.say("double-tap", shooter.id, before=total)


def _roll_for_alarm(where: str, state: State, vehicle: str) -> Procedure[State]:
    """Roll for the alarm of a vehicle within two inches of the target: on a six it goes off
    (p. 35)."""
    needed = state.number("noise", "alarm_on")
    die = yield Sum(f"{where}/alarm", _("The car alarm: {n} sets it off.", n=needed), page=35)
    if die < needed:
        return state.say("alarm-quiet", die=die)
    return set_off(state, vehicle)


@CHAPTER.tap("set-off")
def set_off(state: State, vehicle: str) -> State:
    """Set off a car alarm: three noise tokens in the next Menace Phase (p. 35, ruling 46)."""
    tokens = state.number("noise", "alarm")
    if vehicle not in state.pieces:
        vehicle = state.next_id("T")
        state = state.add(Marker(vehicle, "alarm", _("Vehicle {n}", n=vehicle[1:])))
    state = state.count(vehicle, noise=tokens)
    return state.say("alarm", what=state.name(vehicle), n=tokens)


@CHAPTER.tap("end-shots")
def stop_shooting(state: State, *, figure: str, locked: bool) -> State:
    """End a model's shooting, or give up its Locked and Loaded token."""
    return end_shots(state, figure, by_token=locked).say("shots-done", figure)


D6_FACES = range(1, 7)
#: The fields whose choice is kept for the next shot.
KEPT_FIELDS = ("gun", "target", "step", "close", "cover", "two", "vehicle")


@CHAPTER.form("shot")
def shot_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form of a model's shot in the Shooting Phase; None if it can't fire."""
    return _form_of_shot(state, about, chosen, by_token=False)


@CHAPTER.form("locked")
def locked_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form of a shot with a Locked and Loaded token; None if there is none."""
    return _form_of_shot(state, about, chosen, by_token=True)


def _form_of_shot(
    state: State, about: str, chosen: Mapping[str, str], *, by_token: bool
) -> FormView | None:
    """Return the form of a model's shot; None if it has none to fire."""
    figure = state.pieces.get(about)
    if not isinstance(figure, Figure) or not _may_begin(state, figure, by_token=by_token):
        return None
    fields = Fields(chosen)
    shot = _declared_shot(state, figure, fields, by_token=by_token)
    gun = state.gun(shot.gun)
    form = FormView(
        form="locked" if by_token else "shot",
        about=about,
        title=_form_title(state, figure, shot),
        icon=pictograms.of("firearms", gun.key, gun.cls),
        fields=tuple(fields.shown),
        again=_kept_for_next_shot(shot),
    )
    stop = _stop_button(figure, gun, by_token=by_token)
    if not shot.target:
        why_not = _no_target(fields)
        return replace(form, number=why_not, buttons=(_fire_button(state, shot, why_not), stop))
    sight = aim(state, shot)
    can_hit = sight.skill > 0
    return replace(
        form,
        number=_needed_in_words(sight),
        figure=_needed_figure(sight),
        dice=can_hit and not by_token and not sight.why_not,
        why=_explanation(state, sight, shot),
        problem=sight.why_not,
        buttons=(_fire_button(state, shot, sight.why_not), stop),
    )


def _may_begin(state: State, figure: Figure, *, by_token: bool) -> bool:
    """Return whether a model has a shot to declare, in the Shooting Phase or with its token."""
    if by_token and (not figure.locked or has_answered(state, figure)):
        return False
    if not by_token and figure.fired:
        return False
    return bool(guns_ready(state, figure, by_token=by_token))


def _stop_button(figure: Figure, gun: Gun, *, by_token: bool) -> ButtonView:
    """Return the button that ends a model's shooting, or fires no shot at all."""
    has_begun = shots_fired(gun, by_token=by_token) > 0
    text = _("Stop firing") if has_begun else _("Hold fire")
    return ButtonView("stop", text, stop_shooting.tap(figure=figure.id, locked=by_token))


def _kept_for_next_shot(shot: Shot) -> tuple[str, ...]:
    """Return the fields whose choice is kept: a vehicle that was new to the table isn't new again."""
    if shot.vehicle == "new":
        return tuple(key for key in KEPT_FIELDS if key != "vehicle")
    return KEPT_FIELDS


def _form_title(state: State, figure: Figure, shot: Shot) -> str:
    if not shot.target:
        return _("Who does {name} fire at?", name=figure.name)
    target = target_name(state, shot.target)
    if shot.locked:
        return _("{name} spends Locked and Loaded on {target}", name=figure.name, target=target)
    return _("{name} fires at {target}", name=figure.name, target=target)


def target_name(state: State, target: str) -> str:
    """Return what is shot at: the name of a piece, or the ground."""
    return _("the ground") if target == GROUND else state.name(target)


def _declared_shot(state: State, figure: Figure, fields: Fields, *, by_token: bool) -> Shot:
    """Return the shot as declared so far. Each choice shows its field, in this order."""
    guns = [
        _gun_option(gun, by_token=by_token) for gun in guns_ready(state, figure, by_token=by_token)
    ]
    gun = state.gun(fields.choose("gun", _("Firearm"), guns, least=1, rare=True))
    target = _choose_target(state, figure, gun, fields, by_token=by_token)
    steps = [(str(n), _("up to {n}″", n=step[0])) for n, step in enumerate(gun.steps)]
    step = fields.choose("step", _("Range"), steps, least=1, rare=len(steps) == 1)
    close = fields.yes(
        "close",
        _("Within {n} inches", n=state.book.trait(AttributeKey.POINT_BLANK).within),
        asked=gun.point_blank,
        yes=_("yes, {bonus}", bonus=signed(state.book.modifiers[ModifierKey.POINT_BLANK].amount)),
    )
    cover = fields.choose("cover", _("Target stands"), _cover_options(state, target))
    guns_at_once: list[Choice] = []
    if not by_token and may_use_two(state, figure):
        guns_at_once = [("one", _("one gun")), ("two", _("both guns"))]
    two_guns = fields.choose("two", _("Gunfighter"), guns_at_once) == "two"
    vehicle = fields.choose(
        "vehicle",
        _("Vehicle within {n} inches of the target", n=state.number("noise", "alarm_within")),
        _vehicle_options(state),
        rare=True,
    )
    return Shot(
        gun=gun.id,
        target=target,
        step=int(step),
        cover=cast(Cover, cover),
        close=close,
        locked=by_token,
        two_guns=two_guns,
        vehicle=vehicle,
    )


def _gun_option(gun: Gun, *, by_token: bool) -> Choice:
    """Return a Firearm as an option, with the shots it may still fire."""
    shots = gun.rate - shots_fired(gun, by_token=by_token)
    label = ngettext("{gun}, {n} shot left", "{gun}, {n} shots left", shots, gun=gun.name)
    return gun.id, label


def _choose_target(
    state: State, figure: Figure, gun: Gun, fields: Fields, *, by_token: bool
) -> str:
    """Return the chosen target: a piece, or the ground for a weapon that leaves a fire."""
    options = [
        (piece, state.name(piece)) for piece in possible_targets(state, figure, by_token=by_token)
    ]
    if gun.fire and not by_token:
        options.append((GROUND, _("the ground")))
    drawn = _zombie_pictures(state, options)
    return fields.choose("target", _("Target"), options, least=1, picks=True, drawn=drawn)


def _cover_options(state: State, target: str) -> list[Choice]:
    """Return where a target may stand."""
    covers = [("none", _("in the open")), ("cover", _("in cover"))]
    piece = state.pieces.get(target)
    if isinstance(piece, Figure) and piece.tower:
        covers = [("cover", _("on the Watch Tower: in cover"))]
    better = state.number("cover", "better")
    if better:
        covers.append(("better", _("in better cover, {n}", n=signed(better))))
    if state.table.solid:
        covers.append(("solid", _("behind Solid Structure")))
    return covers


def _vehicle_options(state: State) -> list[Choice]:
    """Return the vehicles that may stand beside a target."""
    vehicles = [("", pgettext("vehicle", "none"))]
    for thing in state.things:
        if thing.sort == "alarm":
            vehicles.append((thing.id, thing.name))
    vehicles.append(("new", _("one with an alarm")))
    return vehicles


def _no_target(fields: Fields) -> str:
    has_targets = any(field.key == "target" for field in fields.shown)
    return _("Choose a target.") if has_targets else _("There's nobody to shoot at.")


def _needed_in_words(sight: Aim) -> str:
    """Say the number that hits, and the chance: '4 or more · 50 %'."""
    if sight.skill <= 0:
        return _("impossible: Firearms 0")
    if not sight.chance:
        return _("never hits · Firearms {skill}", skill=sight.skill)
    needed = max(1, sight.needed)
    return _("{needed} or more · {chance}", needed=needed, chance=percent(sight.chance))


def _needed_figure(sight: Aim) -> str:
    """Return the number that hits as the form shows it in large: '4+', '' if none does."""
    if not sight.chance:
        return ""
    return _("{needed}+", needed=max(1, sight.needed))


def _zombie_pictures(state: State, options: Iterable[Choice]) -> tuple[tuple[str, str, str], ...]:
    """Return the zombies among targets, shown by pictogram and number."""
    zombies = []
    for key, name in options:
        if isinstance(state.pieces.get(key), Zombie):
            zombies.append((key, pictograms.token("zombie"), short_name(name, key)))
    return tuple(zombies)


def _takes_down(state: State, sight: Aim, shot: Shot) -> str:
    """Say the chance that the shot takes its target Out of Action, or puts it down; '' where one hit
    can't."""
    target = state.pieces.get(shot.target)
    if isinstance(target, Zombie):
        return _puts_zombie_down(state, sight, state.gun(shot.gun), target)
    if isinstance(target, Figure):
        return _takes_model_out(state, sight, target)
    return ""


def _puts_zombie_down(state: State, sight: Aim, gun: Gun, zombie: Zombie) -> str:
    """Say the chance that a shot puts a zombie down: it hits, and then the head."""
    if zombie.DC - zombie.damage > 1:
        return ""
    total_wanted = state.number("head", "target")
    deadly_faces = sum(face + gun.lobotomizer >= total_wanted for face in D6_FACES)
    chance = _in_words(sight.chance * Fraction(deadly_faces, 6))
    return _("Puts {name} down: {chance}.", name=zombie.name, chance=chance)


def _takes_model_out(state: State, sight: Aim, model: Figure) -> str:
    """Say the chance that a shot takes a model Out of Action: it hits, with as much damage as the
    model has Damage Capacity left."""
    endurance = _endurance(state, model)
    capacity = model.DC - model.damage
    deadly_faces = sum((face + sight.damage) // endurance >= capacity for face in D6_FACES)
    chance = _in_words(sight.chance * Fraction(deadly_faces, 6))
    return _("Takes {name} Out of Action: {chance}.", name=model.name, chance=chance)


def _in_words(chance: Fraction) -> str:
    """Say a chance as a fraction and in percent: '1/4 (25 %)'."""
    return f"{chance} ({percent(chance)})"


def _explanation(state: State, sight: Aim, shot: Shot) -> str:
    """Say, in a line each, how the Firearms skill adds up, what a hit does, and the chance that it takes the
    target down."""
    gun = state.gun(shot.gun)
    roll = d6(sight.damage)
    if gun.lobotomizer:
        effect = _(
            "Damage {roll}, knockback {k}, head + {head}.",
            roll=roll,
            k=sight.knockback,
            head=gun.lobotomizer,
        )
    else:
        effect = _("Damage {roll}, knockback {k}.", roll=roll, k=sight.knockback)
    lines = [sum_in_words(sight.parts, sight.skill), effect]
    takes_down = _takes_down(state, sight, shot)
    if takes_down:
        lines.append(takes_down)
    return "\n".join(lines)


def _fire_button(state: State, shot: Shot, why_not: str) -> ButtonView:
    text = _("Fire")
    if shot.target:
        name = short(target_name(state, shot.target), 20)
        text = _("Fire at {name}", name=name)
    return ButtonView(
        key="fire",
        label=text,
        act=shoot.play(**asdict(shot)),
        why_not=why_not,
        mnemonic=pgettext("letter of Fire", "r"),
        throws=True,
    )


# When it is due


@CHAPTER.due("shooting")
def _due(state: State) -> Due:
    """Return what is due in the Shooting Phase: a model fires or holds fire; one that has begun
    finishes first."""
    models = _able_to_fire(state)
    if not models:
        return Due(_("Nobody is left to fire."))
    buttons = []
    for figure in models:
        text = _("{name} fires…", name=figure.name)
        act = shot_form.open(figure.id)
        button = ButtonView(f"fire/{figure.id}", text, act, about=figure.id, on_board=True)
        buttons.append(button)
    side = state.name(models[0].team)
    return Due(_("{side}: who fires?", side=side), tuple(buttons))


def _able_to_fire(state: State) -> list[Figure]:
    """Return the models that may fire next: one that has begun, else those of the side whose turn it
    is."""
    still_to_fire = models_to_fire(state)
    have_begun = [
        figure for figure in still_to_fire if any(gun.shots for gun in state.guns(figure.id))
    ]
    if have_begun:
        return have_begun
    team = whose_turn(state)
    return [figure for figure in still_to_fire if figure.team == team]


@CHAPTER.due("action", "zombies")
def _interruptions_due(state: State) -> Due | None:
    """Return what is due while a piece acts: a button for each model that may spend its Locked and Loaded
    token on it (p. 49). None if nothing acts."""
    acting = state.pieces.get(state.table.active)
    if not isinstance(acting, Figure | Zombie):
        return None
    # Who plays together answers zombies alone.
    if isinstance(acting, Figure) and state.table.together:
        return None
    acting_team = acting.team if isinstance(acting, Figure) else ""
    buttons = []
    for figure in state.standing():
        if figure.team != acting_team and _can_interrupt(state, figure):
            text = _("{name} spends Locked and Loaded…", name=figure.name)
            act = locked_form.open(figure.id)
            buttons.append(ButtonView(f"locked/{figure.id}", text, act, about=figure.id))
    return Due(moves=tuple(buttons))


def _can_interrupt(state: State, figure: Figure) -> bool:
    """Return whether a model may spend its token now, with a Firearm and a target for it."""
    if not may_spend(state, figure) or not guns_ready(state, figure, by_token=True):
        return False
    return bool(possible_targets(state, figure, by_token=True))


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> Iterator[ButtonView]:
    """Offer a model its shots."""
    if not isinstance(actor, Figure):
        return
    shooting = state.table.phase == "shooting"
    if shooting and not actor.fired and not why_not_fire(state, actor):
        letter = pgettext("letter of Fire…", "r")
        yield ButtonView("shot", _("Fire…"), shot_form.open(actor.id), mnemonic=letter)
    if may_spend(state, actor) and guns_ready(state, actor, by_token=True):
        yield ButtonView("locked", _("Spend Locked and Loaded…"), locked_form.open(actor.id))
