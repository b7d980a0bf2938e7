"""Shooting: the number a shot needs, the shot with its damage, noise and ammo, and its form (p. 35,
p. 47–54, p. 60–71, rulings 35, 36, 40, 42)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, cast

from msgspec.structs import asdict

from lastdays.errors import RuleError
from lastdays.language import _, ngettext, number, percent, pgettext, short, signed, titled
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.procedure.characteristic_tests import opposed_test
from lastdays.procedure.dice import d6
from lastdays.rulebook import pictograms
from lastdays.rulebook.effects import Effect
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
    friends, found = set(), []
    for figure in state.standing():
        if state.are_rivals(figure.team, shooter.team):
            found.append(figure.id)
        else:
            friends.add(figure.id)
    found += [z.id for z in state.zombies]
    found = [t for t in found if not friends.intersection(state.touching(t))]
    trigger = shooter.snap_at or (state.table.active if state.table.active not in friends else "")
    return [t for t in found if t == trigger] if locked and trigger else found


def ready(state: State, shooter: Figure, *, locked: bool) -> list[Gun]:
    """Return the Firearms a model may fire now: usable, loaded and within their Rate of Fire; once it
    has begun with one, only that one, or a Gunfighter's two (p. 52, p. 65)."""
    guns = [g for g in state.guns(shooter.id) if g.usable and not g.empty]
    begun = [g for g in guns if (g.snaps if locked else g.shots)]
    if begun and (locked or not shooter.two_guns):
        guns = begun
    elif shooter.two_guns and not locked:
        guns = [g for g in guns if g.cls in LIGHT]
    return [g for g in guns if (g.snaps if locked else g.shots) < g.rate]


def may_use_two(state: State, shooter: Figure) -> bool:
    """Return whether a Gunfighter can fire two guns and has not begun yet (p. 65)."""
    light = [g for g in state.guns(shooter.id) if g.cls in LIGHT and g.usable and not g.empty]
    begun = any(g.shots for g in state.guns(shooter.id))
    able = state.book.giver(shooter, Effect.FIRES_TWO_GUNS) is not None
    return able and len(light) > 1 and not begun


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
    target = state.pieces.get(shot.target)
    parts = [Modifier(_("{name}'s Firearms", name=shooter.name), now(shooter, "FA", state))]

    def add(key: str) -> None:
        entry = state.book.modifiers[key]
        parts.append(Modifier(entry.name, entry.amount))

    if isinstance(target, Zombie):
        add(ModifierKey.TARGET_ZOMBIE)
    if isinstance(target, Figure) and target.ran:
        add(ModifierKey.TARGET_RAN)
    better = state.number("cover", "better")
    behind_shield = isinstance(target, Figure) and target.kit_item(EquipmentKey.RIOT_SHIELD)
    on_tower = isinstance(target, Figure) and target.tower
    if shot.cover == "solid":
        add(ModifierKey.SOLID_STRUCTURE)
    elif shot.cover == "better" and better:
        parts.append(Modifier(better_cover(), better))
    elif shot.cover != "none" or behind_shield or on_tower:
        add(ModifierKey.COVER)
    with_token = state.number("locked", "firearms")
    if shot.locked and with_token:
        name = state.book.actions[ActionKey.LOCKED_AND_LOADED].name
        parts.append(Modifier(name, with_token))
    fired = gun.snaps if shot.locked else gun.shots
    if uses_two(state, shooter, gun, shot):
        add(ModifierKey.GUNFIGHTER)
    elif fired and not gun.reflex:
        add(ModifierKey.LATER_SHOTS)
    if gun.point_blank and shot.close:
        add(ModifierKey.POINT_BLANK)
    skill = max(0, sum(p.amount for p in parts))
    needed = state.number("firearms", "target") - skill
    step = gun.steps[min(shot.step, len(gun.steps) - 1)]
    chance = Fraction(max(0, min(6, 7 - needed)) if skill > 0 else 0, 6)
    return Aim(
        skill=skill,
        parts=tuple(parts),
        needed=needed,
        chance=chance,
        damage=step[1],
        knockback=step[2],
        why_not=_why_not(state, shot, gun, shooter),
    )


def better_cover() -> str:
    """Return the name of the modifier for better cover, which some tables play (ruling 91)."""
    return _("target in better cover")


def may_spend(state: State, figure: Figure) -> bool:
    """Return whether a Locked and Loaded token may be spent now: in the Action Phase in which it was
    taken, or in the next Zombie Activation, by a model that has not run and isn't in contact (p. 47,
    p. 49). A token that is kept answers each activation once (ruling 92)."""
    if has_answered(state, figure):
        return False
    table = state.table
    due = table.phase == "zombies" or (
        table.phase == "action" and figure.locked_turn in (0, table.turn)
    )
    free = figure.on_table and not state.touching(figure.id) and not figure.ran
    return figure.locked and due and free


def has_answered(state: State, figure: Figure) -> bool:
    """Return whether a model has used a Locked and Loaded token that it keeps against the piece that
    acts now (ruling 92)."""
    return bool(figure.answered) and figure.answered == state.table.active


def _why_not(state: State, shot: Shot, gun: Gun, shooter: Figure) -> str:
    if shot.locked:
        if not may_spend(state, shooter):
            return _("{name} cannot spend a Locked and Loaded token now.", name=shooter.name)
    else:
        if state.table.phase != "shooting":
            return _("Shots are fired in the Shooting Phase.")
        why = why_not_fire(state, shooter)
        if why:
            return titled(shooter.name, f"{why}.")
        if shooter.fired:
            return _("{name} has already fired.", name=shooter.name)
    if gun not in ready(state, shooter, locked=shot.locked):
        return _("{gun} cannot be fired now.", gun=gun.name)
    if shot.target == GROUND and not shot.locked:
        return "" if gun.fire else _("Only a weapon with Fire can be aimed at the ground.")
    if shot.target not in targets(state, shooter, locked=shot.locked):
        return _("{name} cannot be shot at.", name=state.name(shot.target))
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
        keys = [k for k, _label in offered]
        first = keys[0] if keys and not (picks and len(keys) > 1) else ""
        value = self._chosen.get(key, "")
        value = value if value in keys else first
        if len(offered) >= least:
            self.shown.append(FieldView(key, caption, offered, value, picks, drawn, rare))
        return value

    def yes(self, key: str, caption: str, *, asked: bool, yes: str = "") -> bool:
        """Return whether a yes-or-no question, if it is `asked`, is answered with yes."""
        options = (("no", _("no")), ("yes", yes or _("yes"))) if asked else ()
        return self.choose(key, caption, options) == "yes"


def short_name(name: str, piece: str) -> str:
    """Return the number of a piece without a name of its own: '3' of 'Zombie 3'."""
    return piece[1:] if name.endswith(f" {piece[1:]}") else name


def sum_in_words(parts: Sequence[Modifier], total: int) -> str:
    """Say how a number adds up: 'Zeke's Firearms 3, Target is a Zombie +1 = 4.'"""
    shown = []
    for n, part in enumerate(parts):
        amount = number(part.amount) if n == 0 else signed(part.amount)
        shown.append(f"{part.label} {amount}")
    made_of = ", ".join(shown)
    alone = len(parts) == 1 and parts[0].amount == total
    return f"{made_of}." if alone else f"{made_of} = {number(total)}."


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
    where = f"shot/{shooter.id}/{gun.id}/{(gun.snaps if shot.locked else gun.shots) + 1}"
    if shot.locked and not gun.snaps:
        fooled = yield from _situational(where, state, shooter, gun, shot)
        if fooled is not None:
            return fooled
    if uses_two(state, shooter, gun, shot):
        state = state.change(shooter.id, two_guns=True)
    if shot.locked:
        state = state.change(shooter.id, snap_at=shot.target)
    state = _spend(state, gun, shooter, locked=shot.locked)
    hit = False
    name = target_name(state, shot.target)
    if sight.skill <= 0:
        state = state.say("impossible", shooter.id, target=name)
    else:
        die = yield Sum(
            f"{where}/hit",
            _(
                "{name}, {gun} at {target}: {needed} or more hits.",
                name=shooter.name,
                gun=gun.name,
                target=name,
                needed=max(1, sight.needed),
            ),
            about=shooter.id,
            page=51,
        )
        hit = die >= sight.needed
        state = state.say(
            "shot",
            shooter.id,
            gun=f"@{gun.id}",
            target=name,
            die=die,
            needed=max(1, sight.needed),
            hit=hit,
        )
    enemy = not shot.locked and _is_enemy(state, shooter, shot)
    if hit:
        state = yield from _hit(where, state, shot, sight, shooter, gun)
    if enemy:
        state = yield from _maneuver(where, state, shooter)
    if shot.vehicle:
        state = yield from _alarm(where, state, shot.vehicle)
    return _after_shot(state, shooter.id, gun.id, shot)


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
    begun = gun.snaps if locked else gun.shots
    silent = gun.silent
    tokens = 0 if silent else state.number("firearms", "noise") * shots
    if not begun and not silent:
        tokens += gun.noisy
    fired = {"snaps" if locked else "shots": shots, "ammo": 0 if gun.one_use else shots}
    state = state.change(gun.id, gone=gun.one_use).count(gun.id, **fired)
    state = state.count(shooter.id, noise=tokens)
    return use(state, shooter.id, gun.item) if gun.one_use else state


def _after_shot(state: State, shooter: str, gun: str, shot: Shot) -> State:
    """End the model's shooting, or its Locked and Loaded token, after the last shot."""
    figure = state.figure(shooter)
    if shot.locked:
        gone = _is_gone(state, shot.target) or state.gun(gun).gone
        if gone or not ready(state, figure, locked=True):
            return end_shots(state, shooter, locked=True)
        return state
    weapon = state.gun(gun)
    if weapon.shots < weapon.rate and not weapon.gone:
        return state
    if figure.two_guns and ready(state, figure, locked=False):
        return state
    return end_shots(state, shooter, locked=False)


def _is_gone(state: State, target: str) -> bool:
    piece = state.pieces[target]
    return piece.dead if isinstance(piece, Zombie) else not state.figure(target).on_table


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
        fire = Marker(
            state.next_id("T"),
            "fire",
            _("Fire"),
            until=state.table.turn + state.book.attributes[AttributeKey.FIRE].turns,
            strength=sight.damage,
            knock=sight.knockback,
            lobotomizer=gun.lobotomizer,
            by=shooter.id,
            radius=gun.explosive,
        )
        state = state.add(fire)
        state = state.say("fire", until=fire.until)
    struck = [] if shot.target == GROUND else [shot.target]
    if gun.explosive:
        near = [f.id for f in state.standing()] + [z.id for z in state.zombies]
        near = [n for n in near if n not in struck]
        asked = 0
        while near:
            asked += 1
            pick = yield Choose(
                f"{where}/blast/{asked}",
                _("Who else is within {n} inches?", n=gun.explosive)
                if struck
                else _("Who is within {n} inches?", n=gun.explosive),
                about=shooter.id,
                page=70,
                options=(
                    Option("nobody", _("Nobody else") if struck else _("Nobody")),
                    *(Option(n, state.name(n)) for n in near),
                ),
            )
            if pick == "nobody":
                break
            struck.append(pick)
            near.remove(pick)
    for target in struck:
        state = yield from _damage(where, state, sight, shooter, gun, target, shot)
    return state


def _damage(
    where: str,
    state: State,
    sight: Aim,
    shooter: Figure,
    gun: Gun,
    target: str,
    shot: Shot,
) -> Procedure[State]:
    """Roll D6 plus damage divided by Endurance; for a zombie a head roll, with knockback if it
    misses (p. 53, p. 61). Double-Tap rolls again for an ammo and a noise token."""
    piece = state.pieces[target]
    assert isinstance(piece, Figure | Zombie)
    tap = state.book.giver(shooter, Effect.REROLLS_DAMAGE)
    may_tap = (
        tap is not None
        and not shot.locked
        and state.table.phase == "shooting"
        and not gun.one_use
        and not state.gun(gun.id).empty
    )
    extra = tap.tokens if tap is not None else 0
    costs = ngettext(
        "one more Ammo and Noise Token", "{n} more Ammo and Noise Tokens each", extra, n=extra
    )
    for turn in ("die", "again"):
        key = f"{where}/{target}/{turn}"
        if isinstance(piece, Zombie):
            total, hit = yield from head_roll(key, piece, gun.lobotomizer, shooter.id, state)
        else:
            armour = max(1, now(piece, "e_shots", state))
            die = yield Sum(
                key,
                _(
                    "Damage on {target}: {roll}, divided by Endurance {e}.",
                    target=piece.name,
                    roll=d6(sight.damage),
                    e=armour,
                ),
                about=shooter.id,
                page=53,
            )
            total = die + sight.damage
        if turn == "again" or not may_tap:
            break
        tap = yield Choose(
            f"{where}/{target}/double-tap",
            _("The total is {total}. Double-Tap?", total=total),
            about=shooter.id,
            page=63,
            options=(
                Option("no", _("Let it stand")),
                Option("yes", _("Re-roll"), costs),
            ),
        )
        if tap == "no":
            break
        state = state.count(gun.id, ammo=extra)
        state = state.count(shooter.id, noise=0 if gun.silent else extra)
        state = state.say("double-tap", shooter.id, before=total)
    if isinstance(piece, Zombie):
        if hit:
            return head_hit(state, target, total, shooter.id)
        return knocked_back(state, target, total, sight.knockback)
    points = total // armour
    state = state.say("damage", target, total=total, e=armour, points=points)
    return wound(state, target, points, shooter.id)


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
    figure = state.pieces.get(about)
    if not isinstance(figure, Figure):
        return None
    has_token = figure.locked and not has_answered(state, figure)
    may_fire = has_token if locked else not figure.fired
    if not may_fire or not ready(state, figure, locked=locked):
        return None
    fields = Fields(chosen)
    shot = _declared_shot(state, figure, fields, locked=locked)
    found = aim(state, shot) if shot.target else None
    gun, why_not = state.gun(shot.gun), found.why_not if found is not None else _no_target(fields)
    return FormView(
        form="locked" if locked else "shot",
        about=about,
        title=_title(state, figure, shot),
        number=_number(found) if found is not None else why_not,
        figure=_figure(found) if found is not None else "",
        icon=pictograms.of("firearms", gun.key, gun.cls),
        dice=found is not None and found.skill > 0 and not (locked or found.why_not),
        why=_made_of(state, found, shot) if found is not None else "",
        problem=why_not if found is not None else "",
        fields=tuple(fields.shown),
        buttons=(
            _fire_button(state, shot, why_not),
            ButtonView(
                "stop",
                _("Stop firing") if (gun.snaps if locked else gun.shots) else _("Hold fire"),
                stop_shooting.tap(figure=about, locked=locked),
            ),
        ),
        again=tuple(k for k in AGAIN if k != "vehicle" or shot.vehicle != "new"),
    )


def _title(state: State, figure: Figure, shot: Shot) -> str:
    if not shot.target:
        return _("Who does {name} fire at?", name=figure.name)
    text = (
        _("{name} spends Locked and Loaded on {target}")
        if shot.locked
        else _("{name} fires at {target}")
    )
    return text.format(name=figure.name, target=target_name(state, shot.target))


def target_name(state: State, target: str) -> str:
    """Return what is shot at: the name of a piece, or the ground."""
    return _("the ground") if target == GROUND else state.name(target)


def _declared_shot(state: State, figure: Figure, fields: Fields, *, locked: bool) -> Shot:
    """Return the shot as declared so far."""

    def shots_left(gun: Gun) -> str:
        left = gun.rate - (gun.snaps if locked else gun.shots)
        return ngettext("{gun}, {n} shot left", "{gun}, {n} shots left", left, gun=gun.name)

    guns = [(g.id, shots_left(g)) for g in ready(state, figure, locked=locked)]
    gun = state.gun(fields.choose("gun", _("Firearm"), guns, least=1, rare=True))
    aims = [(t, state.name(t)) for t in targets(state, figure, locked=locked)]
    if gun.fire and not locked:
        aims.append((GROUND, _("the ground")))
    target = fields.choose(
        "target", _("Target"), aims, least=1, picks=True, drawn=_drawn(state, aims)
    )
    steps = ((str(n), _("up to {n}″", n=step[0])) for n, step in enumerate(gun.steps))
    step = fields.choose("step", _("Range"), steps, least=1, rare=len(gun.steps) == 1)
    close = fields.yes(
        "close",
        _("Within {n} inches", n=state.book.trait(AttributeKey.POINT_BLANK).within),
        asked=gun.point_blank,
        yes=_("yes, {bonus}", bonus=signed(state.book.modifiers[ModifierKey.POINT_BLANK].amount)),
    )
    covers = [("none", _("in the open")), ("cover", _("in cover"))]
    aimed_at = state.pieces.get(target)
    if isinstance(aimed_at, Figure) and aimed_at.tower:
        covers = [("cover", _("on the Watch Tower: in cover"))]
    better = state.number("cover", "better")
    if better:
        covers.append(("better", _("in better cover, {n}", n=signed(better))))
    if state.table.solid:
        covers.append(("solid", _("behind Solid Structure")))
    cover = fields.choose("cover", _("Target stands"), covers)
    two = may_use_two(state, figure) and not locked
    both = (("one", _("one gun")), ("two", _("both guns"))) if two else ()
    two_guns = fields.choose("two", _("Gunfighter"), both) == "two"
    alarms = [(t.id, t.name) for t in state.things if t.sort == "alarm"]
    vehicle = fields.choose(
        "vehicle",
        _("Vehicle within {n} inches of the target", n=state.number("noise", "alarm_within")),
        [("", pgettext("vehicle", "none")), *alarms, ("new", _("one with an alarm"))],
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


def _no_target(fields: Fields) -> str:
    aims = any(f.key == "target" for f in fields.shown)
    return _("Choose a target.") if aims else _("There's nobody to shoot at.")


def _number(found: Aim) -> str:
    """Say the number needed: '4 or more · 50 %'."""
    if found.skill <= 0:
        return _("impossible: Firearms 0")
    if not found.chance:
        return _("never hits · Firearms {skill}", skill=found.skill)
    return _(
        "{needed} or more · {chance}", needed=max(1, found.needed), chance=percent(found.chance)
    )


def _figure(found: Aim) -> str:
    """Return the number needed as the form displays it: '4+'."""
    if not found.chance:
        return ""
    return _("{needed}+", needed=max(1, found.needed))


def _drawn(state: State, aims: Iterable[Choice]) -> tuple[tuple[str, str, str], ...]:
    """Return the zombies among targets, shown by pictogram and number."""
    zombie = pictograms.token("zombie")
    return tuple(
        (key, zombie, short_name(name, key))
        for key, name in aims
        if isinstance(state.pieces.get(key), Zombie)
    )


def _takes_down(state: State, found: Aim, shot: Shot) -> str:
    """Say the chance that the shot takes its target Out of Action, or puts it down."""
    gun, target = state.gun(shot.gun), state.pieces.get(shot.target)
    if isinstance(target, Zombie):
        wanted = state.number("head", "target")
        falls = sum(face + gun.lobotomizer >= wanted for face in D6_FACES)
        if target.DC - target.damage > 1:
            return ""
        text = _("Puts {name} down: {chance}.")
    elif isinstance(target, Figure):
        armour = max(1, now(target, "e_shots", state))
        left = target.DC - target.damage
        falls = sum((face + found.damage) // armour >= left for face in D6_FACES)
        text = _("Takes {name} Out of Action: {chance}.")
    else:
        return ""
    chance = found.chance * Fraction(falls, 6)
    return text.format(name=target.name, chance=f"{chance} ({percent(chance)})")


def _made_of(state: State, found: Aim, shot: Shot) -> str:
    gun = state.gun(shot.gun)
    effect = _("Damage {roll}, knockback {k}.")
    if gun.lobotomizer:
        effect = _("Damage {roll}, knockback {k}, head + {head}.")
    effect = effect.format(roll=d6(found.damage), k=found.knockback, head=gun.lobotomizer)
    lines = [sum_in_words(found.parts, found.skill), effect]
    return "\n".join(filter(None, [*lines, _takes_down(state, found, shot)]))


def _fire_button(state: State, shot: Shot, why_not: str) -> ButtonView:
    name = short(target_name(state, shot.target), 20)
    text = _("Fire at {name}", name=name) if shot.target else _("Fire")
    letter = pgettext("letter of Fire", "r")
    act = shoot.play(**asdict(shot))
    return ButtonView("fire", text, act, why_not, mnemonic=letter, throws=True)


# When it is due


@CHAPTER.due("shooting")
def _due(state: State) -> Due:
    """Return what is due in the Shooting Phase: a model fires or holds fire; one that has begun
    finishes first."""
    team = whose_turn(state)
    firing = [f for f in to_fire(state) if any(g.shots for g in state.guns(f.id))]
    able = firing or [f for f in to_fire(state) if f.team == team]
    if not able:
        return Due(_("Nobody is left to fire."))
    fires = [
        ButtonView(
            f"fire/{f.id}",
            _("{name} fires…", name=f.name),
            shot_form.open(f.id),
            about=f.id,
            on_board=True,
        )
        for f in able
    ]
    return Due(_("{side}: who fires?", side=state.name(able[0].team)), tuple(fires))


@CHAPTER.due("action", "zombies")
def _interrupting(state: State) -> Due | None:
    """Offer the Locked and Loaded tokens that may be spent on the active piece (p. 49)."""
    acting = state.pieces.get(state.table.active)
    if not isinstance(acting, Figure | Zombie):
        return None
    # Who plays together answers zombies alone.
    if isinstance(acting, Figure) and state.table.together:
        return None
    own = acting.team if isinstance(acting, Figure) else ""
    moves = (
        ButtonView(
            f"locked/{f.id}",
            _("{name} spends Locked and Loaded…", name=f.name),
            locked_form.open(f.id),
            about=f.id,
        )
        for f in state.standing()
        if f.team != own
        and may_spend(state, f)
        and ready(state, f, locked=True)
        and targets(state, f, locked=True)
    )
    return Due(moves=tuple(moves))


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
