"""A shot as it is declared: Firearm, target, range and conditions, the number before the die."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import cast

from lastdays.language import _, percent, short
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.form_fields import Fields, parts_in_words
from lastdays.tabletop.last_days.shooting import (
    GROUND,
    Aim,
    Cover,
    Shot,
    aim,
    may_use_two,
    ready,
    targets,
)
from lastdays.tabletop.last_days.state import Figure, Gun, State
from lastdays.tabletop.view import ButtonView, FormView, Play, Tap

#: What is kept for the next shot.
AGAIN = ("gun", "target", "step", "close", "cover", "two", "vehicle")


def shot_form(
    state: State, rules: Rules, about: str, chosen: Mapping[str, str], *, locked: bool
) -> FormView | None:
    """Return the form of a model's shot, with a Locked and Loaded token where `locked`; None
    where it has no shot to fire."""
    figure = state.pieces.get(about)
    if not isinstance(figure, Figure) or not ready(state, figure, locked=locked):
        return None
    if (locked and not figure.locked) or (not locked and figure.fired):
        return None
    fields = Fields(chosen)
    shot = _declared(state, figure, fields, locked=locked)
    found = aim(state, rules, shot) if shot.target else None
    return FormView(
        form="locked" if locked else "shot",
        about=about,
        title=(_("{name} spends Locked and Loaded") if locked else _("{name} fires")).format(
            name=figure.name
        ),
        number=_number(found) if found is not None else _no_target(fields),
        why=_why(found, state.gun(shot.gun)) if found is not None else "",
        problem=found.why_not if found is not None else "",
        fields=tuple(fields.shown),
        buttons=(
            _fire(state, shot, found.why_not if found is not None else _no_target(fields)),
            ButtonView(
                "stop",
                _("Fires no more"),
                Tap("end-shots", {"figure": about, "locked": locked}),
                mnemonic="m",
            ),
        ),
        again=tuple(k for k in AGAIN if k != "vehicle" or shot.vehicle != "new"),
    )


def _declared(state: State, figure: Figure, fields: Fields, *, locked: bool) -> Shot:
    """The shot that is declared so far."""

    def left(gun: Gun) -> int:
        return gun.rate - (gun.snaps if locked else gun.shots)

    gun = state.gun(
        fields.choose(
            "gun",
            _("Firearm"),
            (
                (g.id, _("{gun}, {n} left").format(gun=g.name, n=left(g)))
                for g in ready(state, figure, locked=locked)
            ),
            least=1,
        )
    )
    aims = [(t, state.name(t)) for t in targets(state, figure, locked=locked)]
    if gun.fire and not locked:
        aims.append((GROUND, _("the ground")))
    target = fields.choose("target", _("Target"), aims, least=1, picks=True)
    steps = ((str(n), _("up to {n}″").format(n=step[0])) for n, step in enumerate(gun.steps))
    step = fields.choose("step", _("Range"), steps, least=1)
    close = fields.yes("close", _("Within 3 inches"), asked=gun.point_blank, yes=_("yes, +2"))
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
        _("Vehicle within 2 inches of the target"),
        [("", _("none")), *alarms, ("new", _("one with an alarm"))],
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


def _no_target(fields: Fields) -> str:
    aims = any(f.key == "target" for f in fields.shown)
    return _("Choose a target.") if aims else _("Nobody can be shot at.")


def _number(found: Aim) -> str:
    """'4 or more · 50 %'."""
    if found.skill <= 0:
        return _("impossible: Firearms 0")
    if found.needed > 6:
        return _("never hits · Firearms {skill}").format(skill=found.skill)
    return _("{needed} or more · {chance}").format(
        needed=max(1, found.needed), chance=percent(found.chance)
    )


def _why(found: Aim, gun: Gun) -> str:
    effect = _("Damage a die + {n}, knockback {k}").format(n=found.damage, k=found.knockback)
    if gun.lobotomizer:
        effect += _(", head + {n}").format(n=gun.lobotomizer)
    return f"{parts_in_words(found.parts)} = {found.skill}.\n{effect}."


def _fire(state: State, shot: Shot, why_not: str) -> ButtonView:
    name = _("the ground") if shot.target == GROUND else state.name(shot.target)
    text = _("Fire at {name}").format(name=short(name, 20)) if shot.target else _("Fire")
    args = {k: v for k, v in asdict(shot).items() if v not in ("", False, 0, "none")}
    return ButtonView("fire", text, Play("shoot", args), why_not, mnemonic="F")
