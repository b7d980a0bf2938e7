"""Ranged Attacks: the hit, its damage, its noise and ammo (p. 49–54, p. 60–71, rulings 35, 36, 40,
42)."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import N_, _, ngettext
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.procedure.characteristic_tests import opposed_test
from lastdays.procedure.dice import d6
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.known import AttributeKey
from lastdays.tabletop.last_days.chapter import Chapter
from lastdays.tabletop.last_days.figures import now, use, wound
from lastdays.tabletop.last_days.perils import HEAD_HIT, KNOCKED, head_roll
from lastdays.tabletop.last_days.shooting import GROUND, Aim, Cover, Shot, aim, ready, uses_two
from lastdays.tabletop.last_days.state import Figure, Gun, Marker, State, Zombie
from lastdays.tabletop.last_days.words import Words
from lastdays.tabletop.phrases import Facts

CHAPTER = Chapter()

SHOT = CHAPTER.either(
    "shot",
    "hit",
    N_("{who} hits {target} with {gun} ({die}, {needed} needed)."),
    N_("{who} misses {target} with {gun} ({die}, {needed} needed)."),
)
IMPOSSIBLE = CHAPTER.saying("impossible", "{who} cannot hit {target}: the shot goes wide.")
MANEUVER = CHAPTER.saying("maneuver", "Fire and Maneuver: {who} may move an inch ({n} of {most}).")
ALARM = CHAPTER.saying("alarm", "The alarm of {what} goes off: {n} noise.")
ALARM_QUIET = CHAPTER.saying("alarm-quiet", "The car alarm stays quiet ({die}).")
FIRE = CHAPTER.saying("fire", "A fire burns until the End Phase of turn {until}.")
BLUFFED = CHAPTER.saying(
    "bluffed", "{who} was aware: {shooter} shoots at nothing, and the token is gone."
)
DOUBLE_TAP = CHAPTER.saying("double-tap", "{who} double-taps instead of {before}.")
DAMAGE = CHAPTER.either(
    "damage",
    "points",
    N_("Damage roll {total} against Endurance {e}."),
    N_("Damage roll {total} against Endurance {e}: no damage."),
)
SHOTS_DONE = CHAPTER.saying("shots-done", "{who} fires no more.")


def _shoot_title(words: Words, f: Facts) -> str:
    gun = words.state.pieces.get(str(f.get("gun", ""))[1:])
    bearer = words.state.name(gun.figure) if isinstance(gun, Gun) else ""
    return _("{name} shoots at {target}", name=bearer, target=words.name(f.get("target", "")))


@CHAPTER.procedure("shoot", _shoot_title)
def shoot(
    state: State,
    *,
    gun: str,
    target: str,
    step: int = 0,
    cover: Cover = "none",
    close: bool = False,
    locked: bool = False,
    two_guns: bool = False,
    vehicle: str = "",
) -> Procedure[State]:
    """Fire one shot as it is declared in `Shot`: the die to hit, then damage at once, before the
    next shot (p. 52)."""
    shot = Shot(gun, target, step, cover, close, locked, two_guns, vehicle)
    return (yield from _fire(state, shot))


def _fire(state: State, shot: Shot) -> Procedure[State]:
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
    name = state.name(shot.target) if shot.target != GROUND else _("the ground")
    if sight.skill <= 0:
        state = state.say(IMPOSSIBLE(shooter.id, target=name))
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
            SHOT(
                shooter.id,
                gun=f"@{gun.id}",
                target=name,
                die=die,
                needed=max(1, sight.needed),
                hit=hit,
            )
        )
    if hit:
        state = yield from _hit(where, state, shot, sight, shooter, gun)
    if (
        state.book.giver(shooter, Effect.MOVES_WHILE_SHOOTING)
        and not shot.locked
        and _is_enemy(state, shooter, shot)
    ):
        most = state.number("maneuver", "most")
        moved = state.figure(shooter.id).maneuvers
        if moved < most:
            state = state.change(shooter.id, maneuvers=moved + 1)
            state = state.say(MANEUVER(shooter.id, n=moved + 1, most=most))
    if shot.vehicle:
        state = yield from _alarm(where, state, shot.vehicle)
    return _after_shot(state, shooter.id, gun.id, shot)


def _is_enemy(state: State, shooter: Figure, shot: Shot) -> bool:
    piece = state.pieces.get(shot.target)
    return isinstance(piece, Zombie) or (isinstance(piece, Figure) and piece.team != shooter.team)


def _spend(state: State, gun: Gun, shooter: Figure, *, locked: bool, shots: int = 1) -> State:
    """Add ammo and noise of shots; Noisy once each time the gun is chosen (rulings 35, 36)."""
    begun = gun.snaps if locked else gun.shots
    silent = gun.silent
    tokens = 0 if silent else state.number("firearms", "noise") * shots
    if not begun and not silent:
        tokens += gun.noisy
    fresh = state.gun(gun.id)
    state = state.change(
        gun.id,
        ammo=fresh.ammo if gun.one_use else fresh.ammo + shots,
        snaps=fresh.snaps + shots if locked else fresh.snaps,
        shots=fresh.shots if locked else fresh.shots + shots,
        gone=gun.one_use,
    )
    bearer = state.figure(shooter.id)
    state = state.change(shooter.id, noise=bearer.noise + tokens)
    return use(state, shooter.id, gun.item) if gun.one_use else state


def _after_shot(state: State, shooter: str, gun: str, shot: Shot) -> State:
    """End the model's shooting, or its token, with the last shot."""
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
    return state.change(shooter, fired=True).change("table", last=figure.team)


def _is_gone(state: State, target: str) -> bool:
    piece = state.pieces[target]
    return piece.dead if isinstance(piece, Zombie) else not state.figure(target).on_table


def end_shots(state: State, shooter: str, *, locked: bool) -> State:
    """End a model's shots: its Locked and Loaded token is gone, or its turn to shoot over."""
    if not locked:
        team = state.figure(shooter).team
        return state.change(shooter, fired=True).change("table", last=team)
    state = state.change_all(state.guns(shooter), snaps=0)
    return state.change(shooter, locked=False, snap_at="")


def _situational(
    where: str, state: State, shooter: Figure, gun: Gun, shot: Shot
) -> Procedure[State | None]:
    """Test Situational Awareness against a Locked and Loaded token: if the Opposed Intelligence
    Test is won, the shots go wide, with all their noise and ammo (p. 67)."""
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
    state = end_shots(state, shooter.id, locked=True)
    return state.say(BLUFFED(target.id, shooter=f"@{shooter.id}"))


def _hit(
    where: str, state: State, shot: Shot, sight: Aim, shooter: Figure, gun: Gun
) -> Procedure[State]:
    """Roll damage on the target, or on everything within an explosion (p. 70)."""
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
        state = state.say(FIRE(until=fire.until))
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


def _tap_costs(tokens: int) -> str:
    """Return what Double-Tap costs, in tokens of each kind (p. 63)."""
    return ngettext(
        "one more ammo and noise token", "{n} more ammo and noise tokens each", tokens, n=tokens
    )


def _damage(
    where: str,
    state: State,
    sight: Aim,
    shooter: Figure,
    gun: Gun,
    target: str,
    shot: Shot,
) -> Procedure[State]:
    """Roll a die plus damage divided by Endurance; for zombies a head roll, and knockback if it
    fails (p. 53, p. 61). Double-Tap rolls once more, for a token each of ammo and noise."""
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
    armour = max(1, now(piece, "e_shots", state)) if isinstance(piece, Figure) else 1
    hit = False
    for turn in ("die", "again"):
        key = f"{where}/{target}/{turn}"
        if isinstance(piece, Zombie):
            total, hit = yield from head_roll(key, piece, gun.lobotomizer, shooter.id, state)
        else:
            die = yield Sum(
                key,
                _(
                    "{target}, damage: {roll}, divided by Endurance {e}.",
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
                Option("yes", _("Roll again"), _tap_costs(extra)),
            ),
        )
        if tap == "no":
            break
        fresh = state.gun(gun.id)
        state = state.change(gun.id, ammo=fresh.ammo + extra)
        bearer = state.figure(shooter.id)
        noise = 0 if gun.silent else extra
        state = state.change(shooter.id, noise=bearer.noise + noise)
        state = state.say(DOUBLE_TAP(shooter.id, before=total))
    if isinstance(piece, Zombie):
        if hit:
            state = state.say(HEAD_HIT(target, total=total))
            return wound(state, target, 1, shooter.id)
        state = state.change(target, knock=piece.knock + sight.knockback)
        return state.say(KNOCKED(target, total=total, n=sight.knockback))
    points = total // armour
    state = state.say(DAMAGE(target, total=total, e=armour, points=points))
    return wound(state, target, points, shooter.id)


def _alarm(where: str, state: State, vehicle: str) -> Procedure[State]:
    """Roll for the alarm of a vehicle within two inches of whom is shot at: on a six it goes off
    (p. 35)."""
    die = yield Sum(
        f"{where}/alarm",
        _("The car alarm: {n} sets it off.", n=state.number("noise", "alarm_on")),
        page=35,
    )
    if die < state.number("noise", "alarm_on"):
        return state.say(ALARM_QUIET(die=die))
    return set_off(state, vehicle)


@CHAPTER.tap("set-off")
def set_off(state: State, vehicle: str) -> State:
    """Set off a car alarm: three noise tokens in the next Menace Phase (p. 35, ruling 46)."""
    tokens = state.number("noise", "alarm")
    if vehicle in state.pieces:
        state = state.change(vehicle, noise=state.thing(vehicle).noise + tokens)
        name = state.name(vehicle)
    else:
        thing = Marker(state.next_id("T"), "alarm", _("Vehicle"), noise=tokens)
        thing = replace(thing, name=_("Vehicle {n}", n=thing.id[1:]))
        state = state.add(thing)
        name = thing.name
    return state.say(ALARM(what=name, n=tokens))


@CHAPTER.tap("end-shots")
def stop_shooting(state: State, *, figure: str, locked: bool) -> State:
    """End the shots of a model, or its Locked and Loaded token is gone."""
    return end_shots(state, figure, locked=locked).say(SHOTS_DONE(figure))
