"""Harm without an attack: falls and fires (p. 47, p. 70, rulings 71, 72)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.procedure.dice import d6
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.last_days.chapter import Actor, Chapter
from lastdays.tabletop.last_days.figures import now, wound
from lastdays.tabletop.last_days.state import Figure, Marker, State, Zombie
from lastdays.tabletop.view import ButtonView, FormView

CHAPTER = Chapter()

#: The highest fall the form offers, in inches.
FALL_MOST = 12
#: How many fires a sheet offers; more are rare.
FIRES_MOST = 2


def head_roll(
    key: str, zombie: Zombie, plus: int, about: str, state: State, *, easier: int = 0
) -> Procedure[tuple[int, bool]]:
    """Roll for a zombie's head, which needs less where it is `easier`; return the total, and whether it
    is hit (p. 61, ruling 93)."""
    wanted = state.number("head", "target") - easier
    question = _(
        "{target}, head roll: {roll}, {wanted} or more kills.",
        target=zombie.name,
        roll=d6(plus),
        wanted=wanted,
    )
    if easier:
        why = _("{n} less, for at least twice its total.", n=easier)
        question = f"{question} {why}"
    die = yield Sum(key, question, about=about, page=61)
    return die + plus, die + plus >= wanted


def head_hit(state: State, zombie: str, total: int, by: str) -> State:
    """Return the table after a head roll that hit, credited to `by`."""
    return wound(state.say("head-hit", zombie, total=total), zombie, 1, by)


def knocked_back(state: State, zombie: str, total: int, tokens: int) -> State:
    """Return the table after a head roll that missed: the zombie gets knockback tokens."""
    return state.count(zombie, knock=tokens).say("knocked", zombie, total=total, n=tokens)


def burn(state: State, who: str) -> Procedure[State]:
    """Ask for each fire whether a model or zombie begins its activation in it, which is another hit
    (p. 70)."""
    for fire in [t for t in state.things if t.sort == "fire"]:
        found = state.pieces.get(who)
        if isinstance(found, Zombie) and found.dead:
            break
        if isinstance(found, Figure) and not found.on_table:
            break
        inside = yield Choose(
            f"burn/{who}/{fire.id}",
            _(
                "Does {name} start within {n} inches of {fire}?",
                name=state.name(who),
                n=fire.radius,
                fire=fire.name,
            ),
            about=who,
            page=70,
            options=(Option("no", _("No")), Option("yes", _("Yes: another hit"))),
        )
        if inside == "yes":
            state = yield from hurt(state, figure=who, thing=fire.id)
    return state


@CHAPTER.procedure("hurt", "Damage on {figure}")
def hurt(state: State, *, figure: str, thing: str = "", strength: int = 0) -> Procedure[State]:
    """Roll damage for a fall or a fire: D6 plus its strength against Endurance (p. 47, p. 70).

    A fall's strength is the inches fallen, rounded up; armour counts as in close combat. A fire
    (`thing`) is another hit of the Ranged Attack that lit it, including knockback. A zombie takes a
    head roll, however far it falls (ruling 72).
    """
    target = figure
    found = state.pieces.get(thing)
    fire = found if isinstance(found, Marker) else None
    by = fire.by if fire is not None else ""
    where = f"hurt/{target}/{fire.id}" if fire is not None else f"hurt/{target}"
    zombie = state.pieces.get(target)
    if isinstance(zombie, Zombie):
        if zombie.dead:
            raise RuleError("{name} is not on the table.", name=zombie.name)
        plus = fire.lobotomizer if fire is not None else 0
        total, falls = yield from head_roll(f"{where}/head", zombie, plus, target, state)
        if falls:
            return head_hit(state, target, total, by)
        if fire is None:
            return state.say("fell", target, total=total)
        return knocked_back(state, target, total, fire.knock)
    model = state.figure(target)
    if not model.on_table:
        raise RuleError("{name} is not on the table.", name=model.name)
    if fire is not None:
        strength = fire.strength
    endurance = now(model, "e_shots" if fire is not None else "E", state)
    die = yield Sum(
        f"{where}/die",
        _(
            "Damage on {name}: {roll}, divided by Endurance {e}.",
            name=model.name,
            roll=d6(strength),
            e=endurance,
        ),
        about=target,
        page=47 if fire is None else 70,
    )
    points = (die + strength) // max(1, endurance)
    said = fact("hurt", target, total=die + strength, e=endurance, points=points)
    return wound(state.tell(said), target, points, by)


@CHAPTER.form("fall")
def fall_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form for how many inches a model falls; None for one that is not on the table."""
    figure = state.pieces.get(about)
    if not isinstance(figure, Figure) or not figure.on_table:
        return None
    question = _("{name} falls: how many inches, rounded up?", name=figure.name)
    buttons = tuple(
        ButtonView(str(n), f"{n}″", hurt.play(figure=about, strength=n))
        for n in range(1, FALL_MOST + 1)
    )
    return FormView("fall", about, question, buttons=buttons)


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> Iterator[ButtonView]:
    """Offer a fall, and damage from each fire."""
    if isinstance(actor, Figure):
        yield ButtonView("fall", _("Falls…"), fall_form.open(actor.id), rare=True)
    else:
        yield ButtonView("hurt", _("Falls"), hurt.play(figure=actor.id), rare=True)
    for fire in [t for t in state.things if t.sort == "fire"][:FIRES_MOST]:
        act = hurt.play(figure=actor.id, thing=fire.id)
        yield ButtonView(f"burns/{fire.id}", _("Burns in {fire}", fire=fire.name), act)
