"""The form of a shot: Firearm, target, range and conditions, and the number needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import cast

from msgspec.structs import asdict

from lastdays.language import _, ngettext, percent, pgettext, short, signed
from lastdays.procedure.dice import d6
from lastdays.rulebook import pictograms
from lastdays.rulebook.known import AttributeKey, ModifierKey
from lastdays.tabletop.last_days.chapter import Actor, Chapter, Due
from lastdays.tabletop.last_days.figures import now
from lastdays.tabletop.last_days.firing import shoot, stop_shooting
from lastdays.tabletop.last_days.shooting import (
    GROUND,
    Aim,
    Choice,
    Cover,
    Fields,
    Shot,
    aim,
    may_spend,
    may_use_two,
    ready,
    short_name,
    sum_in_words,
    targets,
)
from lastdays.tabletop.last_days.state import Figure, Gun, State, Zombie
from lastdays.tabletop.last_days.turn import to_fire, whose_turn, why_not_fire
from lastdays.tabletop.last_days.words import Words
from lastdays.tabletop.view import ButtonView, FormView

CHAPTER = Chapter()

D6_FACES = range(1, 7)
#: What is kept for the next shot.
AGAIN = ("gun", "target", "step", "close", "cover", "two", "vehicle")


@CHAPTER.form("shot")
def shot_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form of a model's shot in the Shooting Phase; None if it has none to fire."""
    figure = state.pieces.get(about)
    if not isinstance(figure, Figure) or figure.fired:
        return None
    return _form(state, figure, chosen, locked=False)


@CHAPTER.form("locked")
def locked_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form of a shot with a Locked and Loaded token; None if it has none."""
    figure = state.pieces.get(about)
    if not isinstance(figure, Figure) or not figure.locked:
        return None
    return _form(state, figure, chosen, locked=True)


def _form(
    state: State, figure: Figure, chosen: Mapping[str, str], *, locked: bool
) -> FormView | None:
    if not ready(state, figure, locked=locked):
        return None
    fields = Fields(chosen)
    shot = _declared(state, figure, fields, locked=locked)
    found = aim(state, shot) if shot.target else None
    return FormView(
        form="locked" if locked else "shot",
        about=figure.id,
        title=_title(state, figure, shot),
        number=_number(found) if found is not None else _no_target(fields),
        figure=_figure(found) if found is not None else "",
        icon=_icon(state, shot),
        dice=found is not None and found.skill > 0 and not (locked or found.why_not),
        why=_why(state, found, shot) if found is not None else "",
        problem=found.why_not if found is not None else "",
        fields=tuple(fields.shown),
        buttons=(
            _fire(state, shot, found.why_not if found is not None else _no_target(fields)),
            ButtonView(
                "stop",
                _("Fires no more") if _begun(state, shot) else _("Holds fire"),
                stop_shooting.tap(figure=figure.id, locked=locked),
            ),
        ),
        again=tuple(k for k in AGAIN if k != "vehicle" or shot.vehicle != "new"),
    )


def _title(state: State, figure: Figure, shot: Shot) -> str:
    if not shot.target:
        return _("{name} fires: at whom?", name=figure.name)
    target = _("the ground") if shot.target == GROUND else state.name(shot.target)
    text = (
        _("{name} spends Locked and Loaded on {target}")
        if shot.locked
        else _("{name} fires at {target}")
    )
    return text.format(name=figure.name, target=target)


def _declared(state: State, figure: Figure, fields: Fields, *, locked: bool) -> Shot:
    """Return the shot that is declared so far."""

    def left(gun: Gun) -> int:
        return gun.rate - (gun.snaps if locked else gun.shots)

    gun = state.gun(
        fields.choose(
            "gun",
            _("Firearm"),
            (
                (
                    g.id,
                    ngettext(
                        "{gun}, {n} shot left",
                        "{gun}, {n} shots left",
                        left(g),
                        gun=g.name,
                        n=left(g),
                    ),
                )
                for g in ready(state, figure, locked=locked)
            ),
            least=1,
            rare=True,
        )
    )
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
    if state.table.solid:
        covers.append(("solid", _("behind Solid Structure")))
    cover = fields.choose("cover", _("Target stands"), covers)
    two = may_use_two(state, figure) and not locked
    both = (("one", _("one gun")), ("two", _("both guns"))) if two else ()
    guns = fields.choose("two", _("Gunfighter"), both)
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
        step=int(step or 0),
        cover=cast(Cover, cover or "none"),
        close=close,
        locked=locked,
        two_guns=guns == "two",
        vehicle=vehicle,
    )


def _begun(state: State, shot: Shot) -> bool:
    gun = state.gun(shot.gun)
    return bool(gun.snaps if shot.locked else gun.shots)


def _no_target(fields: Fields) -> str:
    aims = any(f.key == "target" for f in fields.shown)
    return _("Choose a target.") if aims else _("Nobody can be shot at.")


def _number(found: Aim) -> str:
    """Say the number needed: '4 or more · 50 %'."""
    if found.skill <= 0:
        return _("impossible: Firearms 0")
    if found.needed > 6:
        return _("never hits · Firearms {skill}", skill=found.skill)
    return _(
        "{needed} or more · {chance}", needed=max(1, found.needed), chance=percent(found.chance)
    )


def _figure(found: Aim) -> str:
    """Return the number needed, as the largest thing there: '4+'."""
    if found.skill <= 0 or found.needed > 6:
        return ""
    return _("{needed}+", needed=max(1, found.needed))


def _icon(state: State, shot: Shot) -> str:
    gun = state.gun(shot.gun)
    return pictograms.of("firearms", gun.key, gun.cls)


def _drawn(state: State, aims: Iterable[Choice]) -> tuple[tuple[str, str, str], ...]:
    """Return the zombies among targets, told by pictogram and number."""
    zombie = pictograms.token("zombie")
    return tuple(
        (key, zombie, short_name(name, key)) for key, name in aims if is_zombie(state, key)
    )


def is_zombie(state: State, piece: str) -> bool:
    """Return whether a piece is a zombie."""
    return isinstance(state.pieces.get(piece), Zombie)


def _takes_down(state: State, found: Aim, shot: Shot) -> str:
    """Say how likely the shot takes its target Out of Action, or puts it down."""
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


def _why(state: State, found: Aim, shot: Shot) -> str:
    gun = state.gun(shot.gun)
    effect = _("Damage {roll}, knockback {k}.")
    if gun.lobotomizer:
        effect = _("Damage {roll}, knockback {k}, head + {head}.")
    effect = effect.format(roll=d6(found.damage), k=found.knockback, head=gun.lobotomizer)
    lines = [sum_in_words(found.parts, found.skill), effect]
    return "\n".join(filter(None, [*lines, _takes_down(state, found, shot)]))


def _fire(state: State, shot: Shot, why_not: str) -> ButtonView:
    name = _("the ground") if shot.target == GROUND else state.name(shot.target)
    text = _("Fire at {name}", name=short(name, 20)) if shot.target else _("Fire")
    letter = pgettext("letter of Fire", "r")
    act = shoot.play(**asdict(shot))
    return ButtonView("fire", text, act, why_not, mnemonic=letter, throws=True)


# When it is due


@CHAPTER.due("shooting")
def _due(state: State, words: Words) -> Due:
    """Say what is due in the Shooting Phase: who fires, or holds fire; who has begun goes on
    first."""
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
def _interrupting(state: State, words: Words) -> Due | None:
    """Say who may spend a Locked and Loaded token on the one that acts (p. 49)."""
    acting = state.pieces.get(state.table.active)
    if not isinstance(acting, Figure | Zombie):
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
def _moves(state: State, actor: Actor) -> list[ButtonView]:
    """Offer what a model may fire."""
    if not isinstance(actor, Figure):
        return []
    found = []
    shooting = state.table.phase == "shooting"
    if shooting and not actor.fired and not why_not_fire(state, actor):
        found.append(
            ButtonView(
                "shot",
                _("Fire…"),
                shot_form.open(actor.id),
                mnemonic=pgettext("letter of Fire…", "r"),
            )
        )
    if may_spend(state, actor) and ready(state, actor, locked=True):
        text = _("Spend Locked and Loaded…")
        found.append(ButtonView("locked", text, locked_form.open(actor.id)))
    return found
