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
from lastdays.tabletop.last_days.figures import now, use, wound
from lastdays.tabletop.last_days.perils import head_hit, head_roll, knocked_back
from lastdays.tabletop.last_days.state import Figure, Gun, Marker, State, Zombie
from lastdays.tabletop.last_days.turn import to_fire, whose_turn, why_not_fire
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


def targets(state: State, shooter: Figure, *, locked: bool = False) -> list[str]:
    """Return the possible targets: enemies and zombies not in contact with a friend (p. 50); with a
    Locked and Loaded token only the active piece, or the target of its first shot (p. 49)."""
    friends = set()
    enemies = []
    for figure in state.standing():
        if state.are_rivals(figure.team, shooter.team):
            enemies.append(figure.id)
        else:
            friends.add(figure.id)
    enemies += [zombie.id for zombie in state.zombies]
    clear = [enemy for enemy in enemies if friends.isdisjoint(state.touching(enemy))]
    if not locked:
        return clear
    only_target = _target_of_token(state, shooter, friends)
    if not only_target:
        return clear
    return [enemy for enemy in clear if enemy == only_target]


def _target_of_token(state: State, shooter: Figure, friends: set[str]) -> str:
    """Return the piece that a Locked and Loaded token is spent on: the target of its first shot, else
    the active piece; '' if that is a friend or none acts."""
    if shooter.snap_at:
        return shooter.snap_at
    active = state.table.active
    return "" if active in friends else active


def shots_fired(gun: Gun, *, locked: bool) -> int:
    """Return the shots that a Firearm has fired in this phase, or with `locked` for a Locked and Loaded
    token."""
    return gun.snaps if locked else gun.shots


def ready(state: State, shooter: Figure, *, locked: bool) -> list[Gun]:
    """Return the Firearms a model may fire now: usable, loaded and within their Rate of Fire; once it
    has begun with one, only that one, or a Gunfighter's two (p. 52, p. 65)."""
    guns = _loaded(state, shooter)
    begun = [gun for gun in guns if shots_fired(gun, locked=locked)]
    fires_two = shooter.two_guns and not locked
    if fires_two:
        guns = [gun for gun in guns if gun.cls in LIGHT]
    elif begun:
        guns = begun
    return [gun for gun in guns if shots_fired(gun, locked=locked) < gun.rate]


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
        Modifier(_("{name}'s Firearms", name=shooter.name), now(shooter, "FA", state)),
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
        yield Modifier(better_cover(), better)
    elif has_cover:
        yield _modifier(state, ModifierKey.COVER)


def _modifiers_of_gun(state: State, shot: Shot, gun: Gun, shooter: Figure) -> Iterator[Modifier]:
    """Yield the modifiers for the Firearm and how it is fired."""
    with_token = state.number("locked", "firearms")
    if shot.locked and with_token:
        name = state.book.actions[ActionKey.LOCKED_AND_LOADED].name
        yield Modifier(name, with_token)
    is_later_shot = shots_fired(gun, locked=shot.locked) > 0
    if uses_two(state, shooter, gun, shot):
        yield _modifier(state, ModifierKey.GUNFIGHTER)
    elif is_later_shot and not gun.reflex:
        yield _modifier(state, ModifierKey.LATER_SHOTS)
    if gun.point_blank and shot.close:
        yield _modifier(state, ModifierKey.POINT_BLANK)


def better_cover() -> str:
    """Return the name of the modifier for better cover, which some tables play (ruling 91)."""
    return _("target in better cover")


def may_spend(state: State, figure: Figure) -> bool:
    """Return whether a Locked and Loaded token may be spent now: in the Action Phase in which it was
    taken, or in the next Zombie Activation, by a model that has not run and isn't in contact (p. 47,
    p. 49). A token that is kept answers each activation once (ruling 92)."""
    if not figure.locked or has_answered(state, figure):
        return False
    if not figure.on_table or figure.ran or state.touching(figure.id):
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
    if gun not in ready(state, shooter, locked=shot.locked):
        return _("{gun} cannot be fired now.", gun=gun.name)
    if shot.target == GROUND and not shot.locked:
        return "" if gun.fire else _("Only a weapon with Fire can be aimed at the ground.")
    if shot.target not in targets(state, shooter, locked=shot.locked):
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
        offered = tuple(options)
        keys = [option_key for option_key, _label in offered]
        value = self._chosen.get(key, "")
        if value not in keys:
            value = self._default(keys, picks=picks)
        if len(offered) >= least:
            field = FieldView(
                key=key,
                caption=caption,
                options=offered,
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
    nth_shot = shots_fired(gun, locked=shot.locked) + 1
    where = f"shot/{shooter.id}/{gun.id}/{nth_shot}"
    if shot.locked and not gun.snaps:
        bluffed = yield from _situational(where, state, shooter, gun, shot)
        if bluffed is not None:
            return bluffed
    if uses_two(state, shooter, gun, shot):
        state = state.change(shooter.id, two_guns=True)
    if shot.locked:
        state = state.change(shooter.id, snap_at=shot.target)
    state = _spend(state, gun, shooter, locked=shot.locked)
    state, hit = yield from _roll_to_hit(where, state, shot, sight, shooter, gun)
    if hit:
        state = yield from _hit(where, state, shot, sight, shooter, gun)
    if not shot.locked and _is_enemy(state, shooter, shot):
        state = yield from _maneuver(where, state, shooter)
    if shot.vehicle:
        state = yield from _alarm(where, state, shot.vehicle)
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
    hit = die >= sight.needed
    state = state.say(
        "shot",
        shooter.id,
        gun=f"@{gun.id}",
        target=target,
        die=die,
        needed=needed,
        hit=hit,
    )
    return state, hit


def _maneuver(where: str, state: State, shooter: Figure) -> Procedure[State]:
    """Ask whether a model with Fire and Maneuver moves an inch after a shot at an enemy, three at most in
    a Shooting Phase (p. 64)."""
    most = state.number("maneuver", "most")
    moved = state.figure(shooter.id).maneuvers
    able = state.book.giver(shooter, Effect.MOVES_WHILE_SHOOTING) is not None
    if not able or moved >= most:
        return state
    choice = yield Choose(
        f"{where}/maneuver",
        _(
            "Fire and Maneuver: does {name} move an inch, not through a barrier or difficult terrain? "
            "({n} of {most} moved)",
            name=shooter.name,
            n=moved,
            most=most,
        ),
        about=shooter.id,
        page=64,
        options=(Option("no", _("No")), Option("yes", _("Yes, 1″"))),
    )
    if choice == "no":
        return state
    state = state.change(shooter.id, maneuvers=moved + 1)
    return state.say("maneuver", shooter.id, n=moved + 1, most=most)


def _is_enemy(state: State, shooter: Figure, shot: Shot) -> bool:
    piece = state.pieces.get(shot.target)
    if isinstance(piece, Figure):
        return state.are_rivals(piece.team, shooter.team)
    return isinstance(piece, Zombie)


def _spend(state: State, gun: Gun, shooter: Figure, *, locked: bool, shots: int = 1) -> State:
    """Add ammo and noise of shots; Noisy counts once each time the gun is chosen (rulings 35, 36)."""
    noise = _noise_of(state, gun, locked=locked, shots=shots)
    if locked:
        state = state.count(gun.id, snaps=shots)
    else:
        state = state.count(gun.id, shots=shots)
    state = state.count(shooter.id, noise=noise)
    if gun.one_use:
        state = state.change(gun.id, gone=True)
        return use(state, shooter.id, gun.item)
    return state.count(gun.id, ammo=shots)


def _noise_of(state: State, gun: Gun, *, locked: bool, shots: int) -> int:
    """Return the noise tokens of shots, with Noisy if they are the first."""
    if gun.silent:
        return 0
    noise = state.number("firearms", "noise") * shots
    if shots_fired(gun, locked=locked) == 0:
        noise += gun.noisy
    return noise


def _after_shot(state: State, shooter: str, gun: str, shot: Shot) -> State:
    """End the model's shooting, or its Locked and Loaded token, after the last shot."""
    figure = state.figure(shooter)
    weapon = state.gun(gun)
    if shot.locked:
        is_last = _is_gone(state, shot.target) or weapon.gone
        if is_last or not ready(state, figure, locked=True):
            return end_shots(state, shooter, locked=True)
        return state
    if weapon.shots < weapon.rate and not weapon.gone:
        return state
    if figure.two_guns and ready(state, figure, locked=False):
        return state
    return end_shots(state, shooter, locked=False)


def _is_gone(state: State, target: str) -> bool:
    piece = state.pieces[target]
    if isinstance(piece, Zombie):
        return piece.dead
    return not state.figure(target).on_table


def end_shots(state: State, shooter: str, *, locked: bool) -> State:
    """End a model's shooting; with `locked` it loses its Locked and Loaded token instead, or has used
    it against the piece that acts where the table keeps tokens (ruling 92)."""
    if not locked:
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


def _situational(
    where: str, state: State, shooter: Figure, gun: Gun, shot: Shot
) -> Procedure[State | None]:
    """Test Situational Awareness against a Locked and Loaded token: if the target wins the Opposed
    Intelligence Test, all shots miss, with their noise and ammo (p. 67). Returns None otherwise."""
    target = state.pieces.get(shot.target)
    if not isinstance(target, Figure):
        return None
    skill = state.book.giver(target, Effect.WASTES_LOCKED_SHOTS)
    if skill is None:
        return None
    aware = yield from opposed_test(
        f"{where}/aware",
        _("{skill}.", skill=skill.name),
        (target.name, now(target, "I", state)),
        (shooter.name, now(shooter, "I", state)),
        about=target.id,
    )
    if not aware:
        return None
    state = _spend(state, gun, shooter, locked=True, shots=gun.rate)
    state = lose_token(state, shooter.id)
    return state.say("bluffed", target.id, shooter=f"@{shooter.id}")


def _hit(
    where: str, state: State, shot: Shot, sight: Aim, shooter: Figure, gun: Gun
) -> Procedure[State]:
    """Roll damage on the target and everything else within an explosion (p. 70)."""
    if gun.fire:
        state = _set_fire(state, sight, shooter, gun)
    struck = [] if shot.target == GROUND else [shot.target]
    if gun.explosive:
        struck = yield from _within_explosion(where, state, struck, shooter, gun)
    for target in struck:
        state = yield from _damage(where, state, sight, gun, target, shot)
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
    near = [figure.id for figure in state.standing()]
    near += [zombie.id for zombie in state.zombies]
    near = [piece for piece in near if piece not in struck]
    asked = 0
    while near:
        asked += 1
        if struck:
            question = _("Who else is within {n} inches?", n=gun.explosive)
            nobody = _("Nobody else")
        else:
            question = _("Who is within {n} inches?", n=gun.explosive)
            nobody = _("Nobody")
        options = [Option("nobody", nobody)]
        options += [Option(piece, state.name(piece)) for piece in near]
        piece = yield Choose(
            f"{where}/blast/{asked}",
            question,
            about=shooter.id,
            page=70,
            options=tuple(options),
        )
        if piece == "nobody":
            break
        struck.append(piece)
        near.remove(piece)
    return struck


def _damage(
    where: str, state: State, sight: Aim, gun: Gun, target: str, shot: Shot
) -> Procedure[State]:
    """Roll D6 plus damage divided by Endurance; for a zombie a head roll, with knockback if it
    misses (p. 53, p. 61). Double-Tap rolls again for an ammo and a noise token."""
    shooter = state.figure(gun.figure)
    piece = state.pieces[target]
    assert isinstance(piece, Figure | Zombie)
    key = f"{where}/{target}"
    total, hits_head = yield from _roll_damage(f"{key}/die", state, sight, gun, piece)
    tap = _double_tap(state, shooter, gun, shot)
    if tap is not None:
        rolls_again = yield from _asks_double_tap(key, shooter, total, tap.tokens)
        if rolls_again:
            state = _pay_double_tap(state, shooter, gun, total, tap.tokens)
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
    return max(1, now(target, "e_shots", state))


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


def _double_tap(state: State, shooter: Figure, gun: Gun, shot: Shot) -> SkillEntry | None:
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


def _alarm(where: str, state: State, vehicle: str) -> Procedure[State]:
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
    return end_shots(state, figure, locked=locked).say("shots-done", figure)


D6_FACES = range(1, 7)
#: The fields whose choice is kept for the next shot.
AGAIN = ("gun", "target", "step", "close", "cover", "two", "vehicle")


@CHAPTER.form("shot")
def shot_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form of a model's shot in the Shooting Phase; None if it can't fire."""
    return _form(state, about, chosen, locked=False)


@CHAPTER.form("locked")
def locked_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form of a shot with a Locked and Loaded token; None if there is none."""
    return _form(state, about, chosen, locked=True)


def _form(state: State, about: str, chosen: Mapping[str, str], *, locked: bool) -> FormView | None:
    """Return the form of a model's shot; None if it has none to fire."""
    figure = state.pieces.get(about)
    if not isinstance(figure, Figure) or not _may_begin(state, figure, locked=locked):
        return None
    fields = Fields(chosen)
    shot = _declared_shot(state, figure, fields, locked=locked)
    gun = state.gun(shot.gun)
    form = FormView(
        form="locked" if locked else "shot",
        about=about,
        title=_title(state, figure, shot),
        icon=pictograms.of("firearms", gun.key, gun.cls),
        fields=tuple(fields.shown),
        again=_kept_for_next_shot(shot),
    )
    stop = _stop_button(figure, gun, locked=locked)
    if not shot.target:
        why_not = _no_target(fields)
        return replace(form, number=why_not, buttons=(_fire_button(state, shot, why_not), stop))
    sight = aim(state, shot)
    can_hit = sight.skill > 0
    return replace(
        form,
        number=_number(sight),
        figure=_figure(sight),
        dice=can_hit and not locked and not sight.why_not,
        why=_made_of(state, sight, shot),
        problem=sight.why_not,
        buttons=(_fire_button(state, shot, sight.why_not), stop),
    )


def _may_begin(state: State, figure: Figure, *, locked: bool) -> bool:
    """Return whether a model has a shot to declare, in the Shooting Phase or with its token."""
    if locked and (not figure.locked or has_answered(state, figure)):
        return False
    if not locked and figure.fired:
        return False
    return bool(ready(state, figure, locked=locked))


def _stop_button(figure: Figure, gun: Gun, *, locked: bool) -> ButtonView:
    """Return the button that ends a model's shooting, or fires no shot at all."""
    has_begun = shots_fired(gun, locked=locked) > 0
    text = _("Stop firing") if has_begun else _("Hold fire")
    return ButtonView("stop", text, stop_shooting.tap(figure=figure.id, locked=locked))


def _kept_for_next_shot(shot: Shot) -> tuple[str, ...]:
    """Return the fields whose choice is kept: a vehicle that was new to the table isn't new again."""
    if shot.vehicle == "new":
        return tuple(key for key in AGAIN if key != "vehicle")
    return AGAIN


def _title(state: State, figure: Figure, shot: Shot) -> str:
    if not shot.target:
        return _("Who does {name} fire at?", name=figure.name)
    target = target_name(state, shot.target)
    if shot.locked:
        return _("{name} spends Locked and Loaded on {target}", name=figure.name, target=target)
    return _("{name} fires at {target}", name=figure.name, target=target)


def target_name(state: State, target: str) -> str:
    """Return what is shot at: the name of a piece, or the ground."""
    return _("the ground") if target == GROUND else state.name(target)


def _declared_shot(state: State, figure: Figure, fields: Fields, *, locked: bool) -> Shot:
    """Return the shot as declared so far. Each choice shows its field, in this order."""
    guns = [_gun_option(gun, locked=locked) for gun in ready(state, figure, locked=locked)]
    gun = state.gun(fields.choose("gun", _("Firearm"), guns, least=1, rare=True))
    target = _choose_target(state, figure, gun, fields, locked=locked)
    steps = [(str(n), _("up to {n}″", n=step[0])) for n, step in enumerate(gun.steps)]
    step = fields.choose("step", _("Range"), steps, least=1, rare=len(steps) == 1)
    close = fields.yes(
        "close",
        _("Within {n} inches", n=state.book.trait(AttributeKey.POINT_BLANK).within),
        asked=gun.point_blank,
        yes=_("yes, {bonus}", bonus=signed(state.book.modifiers[ModifierKey.POINT_BLANK].amount)),
    )
    cover = fields.choose("cover", _("Target stands"), _covers(state, target))
    guns_at_once: list[Choice] = []
    if not locked and may_use_two(state, figure):
        guns_at_once = [("one", _("one gun")), ("two", _("both guns"))]
    two_guns = fields.choose("two", _("Gunfighter"), guns_at_once) == "two"
    vehicle = fields.choose(
        "vehicle",
        _("Vehicle within {n} inches of the target", n=state.number("noise", "alarm_within")),
        _vehicles(state),
        rare=True,
    )
    return Shot(
        gun=gun.id,
        target=target,
        step=int(step),
        cover=cast(Cover, cover),
        close=close,
        locked=locked,
        two_guns=two_guns,
        vehicle=vehicle,
    )


def _gun_option(gun: Gun, *, locked: bool) -> Choice:
    """Return a Firearm as an option, with the shots it may still fire."""
    shots = gun.rate - shots_fired(gun, locked=locked)
    label = ngettext("{gun}, {n} shot left", "{gun}, {n} shots left", shots, gun=gun.name)
    return gun.id, label


def _choose_target(state: State, figure: Figure, gun: Gun, fields: Fields, *, locked: bool) -> str:
    """Return the chosen target: a piece, or the ground for a weapon that leaves a fire."""
    options = [(piece, state.name(piece)) for piece in targets(state, figure, locked=locked)]
    if gun.fire and not locked:
        options.append((GROUND, _("the ground")))
    drawn = _drawn(state, options)
    return fields.choose("target", _("Target"), options, least=1, picks=True, drawn=drawn)


def _covers(state: State, target: str) -> list[Choice]:
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


def _vehicles(state: State) -> list[Choice]:
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


def _number(sight: Aim) -> str:
    """Say the number needed: '4 or more · 50 %'."""
    if sight.skill <= 0:
        return _("impossible: Firearms 0")
    if not sight.chance:
        return _("never hits · Firearms {skill}", skill=sight.skill)
    needed = max(1, sight.needed)
    return _("{needed} or more · {chance}", needed=needed, chance=percent(sight.chance))


def _figure(sight: Aim) -> str:
    """Return the number needed as the form displays it: '4+'."""
    if not sight.chance:
        return ""
    return _("{needed}+", needed=max(1, sight.needed))


def _drawn(state: State, options: Iterable[Choice]) -> tuple[tuple[str, str, str], ...]:
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
    wanted = state.number("head", "target")
    deadly_faces = sum(face + gun.lobotomizer >= wanted for face in D6_FACES)
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


def _made_of(state: State, sight: Aim, shot: Shot) -> str:
    """Say how the number needed adds up, and what a hit does."""
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
    able = _able_to_fire(state)
    if not able:
        return Due(_("Nobody is left to fire."))
    buttons = []
    for figure in able:
        text = _("{name} fires…", name=figure.name)
        act = shot_form.open(figure.id)
        button = ButtonView(f"fire/{figure.id}", text, act, about=figure.id, on_board=True)
        buttons.append(button)
    side = state.name(able[0].team)
    return Due(_("{side}: who fires?", side=side), tuple(buttons))


def _able_to_fire(state: State) -> list[Figure]:
    """Return the models that may fire next: one that has begun, else those of the side whose turn it
    is."""
    waiting = to_fire(state)
    begun = [figure for figure in waiting if any(gun.shots for gun in state.guns(figure.id))]
    if begun:
        return begun
    team = whose_turn(state)
    return [figure for figure in waiting if figure.team == team]


@CHAPTER.due("action", "zombies")
def _interrupting(state: State) -> Due | None:
    """Offer the Locked and Loaded tokens that may be spent on the active piece (p. 49)."""
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
    if not may_spend(state, figure) or not ready(state, figure, locked=True):
        return False
    return bool(targets(state, figure, locked=True))


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> Iterator[ButtonView]:
    """Offer a model its shots."""
    if not isinstance(actor, Figure):
        return
    shooting = state.table.phase == "shooting"
    if shooting and not actor.fired and not why_not_fire(state, actor):
        letter = pgettext("letter of Fire…", "r")
        yield ButtonView("shot", _("Fire…"), shot_form.open(actor.id), mnemonic=letter)
    if may_spend(state, actor) and ready(state, actor, locked=True):
        yield ButtonView("locked", _("Spend Locked and Loaded…"), locked_form.open(actor.id))
