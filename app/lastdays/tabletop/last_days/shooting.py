"""Shooting before a die is thrown: the number a shot needs, who may be shot at, with what (p.
47–52, p. 60, p. 65)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from lastdays.language import _, number, signed, titled
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.known import EquipmentKey, ModifierKey
from lastdays.tabletop.last_days.figures import now
from lastdays.tabletop.last_days.state import Figure, Gun, State, Zombie
from lastdays.tabletop.last_days.turn import why_not_fire
from lastdays.tabletop.view import FieldView
from lastdays.values import Value

Cover = Literal["none", "cover", "solid"]
#: A target that is a point on the ground, for weapons that leave a fire.
GROUND = "ground"
#: What a Gunfighter fires two of.
LIGHT = ("pistol", "smg")


class Shot(Value):
    """One shot as it is declared. `step` is the range step; `close`: within three inches; `locked`:
    with a Locked and Loaded token; `two_guns`: a Gunfighter with both; `vehicle`: a vehicle with an
    alarm is beside the target."""

    gun: str
    target: str
    step: int = 0
    cover: Cover = "none"
    close: bool = False
    locked: bool = False
    two_guns: bool = False
    vehicle: str = ""


class Modifier(Value):
    """One thing that goes into a number."""

    label: str
    amount: int


class Aim(Value):
    """What a shot needs: the Firearms skill after all modifiers and its parts, the die that hits (7
    and more: none), the chance; `why_not` if it can't be fired."""

    skill: int
    parts: tuple[Modifier, ...]
    needed: int
    chance: Fraction
    damage: int
    knockback: int
    why_not: str = ""


def targets(state: State, shooter: Figure, *, locked: bool = False) -> list[str]:
    """Return who may be shot at: enemies and zombies not in contact with a friend (p. 50); with a
    Locked and Loaded token only whoever acts, and the one its first shot was at (p. 49)."""
    friends = {f.id for f in state.standing(shooter.team)}
    found = [f.id for f in state.standing() if f.team != shooter.team]
    found += [z.id for z in state.zombies]
    found = [t for t in found if not friends.intersection(state.touching(t))]
    trigger = shooter.snap_at or (state.table.active if state.table.active not in friends else "")
    return [t for t in found if t == trigger] if locked and trigger else found


def ready(state: State, shooter: Figure, *, locked: bool) -> list[Gun]:
    """Return the Firearms a model may fire now: within their Rate of Fire, loaded, its to use; once
    it has begun with one, that one only, or a Gunfighter's two (p. 52, p. 65)."""
    guns = [g for g in state.guns(shooter.id) if g.usable and not g.empty]
    begun = [g for g in guns if (g.snaps if locked else g.shots)]
    if begun and (locked or not shooter.two_guns):
        guns = begun
    elif shooter.two_guns and not locked:
        guns = [g for g in guns if g.cls in LIGHT]
    return [g for g in guns if (g.snaps if locked else g.shots) < g.rate]


def may_use_two(state: State, shooter: Figure) -> bool:
    """Return whether a Gunfighter has two guns to fire, and has not begun with one (p. 65)."""
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
    """Return the number a shot needs, with everything that goes into it."""
    gun = state.gun(shot.gun)
    shooter = state.figure(gun.figure)
    target = state.pieces.get(shot.target)
    parts = [Modifier(_("{name}'s Firearms", name=shooter.name), now(shooter, "FA", state))]

    def add(key: str) -> None:
        entry = state.book.modifiers[key]
        parts.append(Modifier(entry.name, entry.amount))

    if isinstance(target, Zombie):
        add(ModifierKey.TARGET_ZOMBIE)
    if isinstance(target, Figure):
        if target.ran:
            add(ModifierKey.TARGET_RAN)
        shield = bool(target.kit_item(EquipmentKey.RIOT_SHIELD))
        if shot.cover == "solid":
            add(ModifierKey.SOLID_STRUCTURE)
        elif shot.cover == "cover" or shield:
            add(ModifierKey.COVER)
    elif shot.cover == "solid":
        add(ModifierKey.SOLID_STRUCTURE)
    elif shot.cover == "cover":
        add(ModifierKey.COVER)
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
    impossible = skill <= 0
    chance = Fraction(0) if impossible else Fraction(max(0, min(6, 7 - needed)), 6)
    return Aim(
        skill=skill,
        parts=tuple(parts),
        needed=needed,
        chance=chance,
        damage=step[1],
        knockback=step[2],
        why_not=_why_not(state, shot, gun, shooter),
    )


def may_spend(state: State, figure: Figure) -> bool:
    """Return whether a Locked and Loaded token may be spent now: in the Action Phase it was taken
    in, or in the Zombie Activation that follows; not by one that has run or is in contact (p. 47,
    p. 49)."""
    table = state.table
    due = table.phase == "zombies" or (
        table.phase == "action" and figure.locked_turn in (0, table.turn)
    )
    free = figure.on_table and not state.touching(figure.id) and not figure.ran
    return figure.locked and due and free


def _why_not(state: State, shot: Shot, gun: Gun, shooter: Figure) -> str:
    if shot.locked:
        if not may_spend(state, shooter):
            return _("{name} cannot spend a Locked and Loaded token now.", name=shooter.name)
    else:
        if state.table.phase != "shooting":
            return _("Shots are for the Shooting Phase.")
        why = why_not_fire(state, shooter)
        if why:
            return titled(shooter.name, f"{why}.")
        if shooter.fired:
            return _("{name} has already fired.", name=shooter.name)
    if gun not in ready(state, shooter, locked=shot.locked):
        return _("{gun} cannot be fired now.", gun=gun.name)
    if shot.target == GROUND and not shot.locked:
        return "" if gun.fire else _("Only a weapon with Fire is aimed at the ground.")
    if shot.target not in targets(state, shooter, locked=shot.locked):
        return _("{name} cannot be shot at.", name=state.name(shot.target))
    return ""


Choice = tuple[str, str]


class Fields:
    """What is chosen so far, and the fields that leave something to choose."""

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
        """Return what is chosen of options by key and label: at first the first of them, with
        `picks` none but an only one. With fewer than `least` there is nothing to show."""
        offered = tuple(options)
        keys = [k for k, _label in offered]
        first = keys[0] if keys and not (picks and len(keys) > 1) else ""
        value = self._chosen.get(key, "")
        value = value if value in keys else first
        if len(offered) >= least:
            self.shown.append(FieldView(key, caption, offered, value, picks, drawn, rare))
        return value

    def yes(self, key: str, caption: str, *, asked: bool, yes: str = "") -> bool:
        """Return whether a question that may be asked is answered with yes."""
        options = (("no", _("no")), ("yes", yes or _("yes"))) if asked else ()
        return self.choose(key, caption, options) == "yes"


def short_name(name: str, piece: str) -> str:
    """Return the number of a piece without a name of its own: '3' of 'Zombie 3'."""
    return piece[1:] if name.endswith(f" {piece[1:]}") else name


def sum_in_words(parts: Sequence[Modifier], total: int) -> str:
    """Say what a number is made of: 'Zeke's Firearms 3, Target is a Zombie +1 = 4.'"""
    shown = []
    for n, part in enumerate(parts):
        amount = number(part.amount) if n == 0 else signed(part.amount)
        shown.append(f"{part.label} {amount}")
    made_of = ", ".join(shown)
    alone = len(parts) == 1 and parts[0].amount == total
    return f"{made_of}." if alone else f"{made_of} = {number(total)}."
