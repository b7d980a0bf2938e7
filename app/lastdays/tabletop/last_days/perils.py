"""Harm without an attack: falls and fires (p. 47, p. 70, rulings 71, 72)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.procedure.dice import d6
from lastdays.tabletop.last_days.chapter import Actor, Chapter
from lastdays.tabletop.last_days.figures import current_characteristic, wound
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
    total_wanted = state.number("head", "target") - easier
    question = _(
        "{target}, head roll: {roll}, {wanted} or more kills.",
        target=zombie.name,
        roll=d6(plus),
        wanted=total_wanted,
    )
    if easier:
        why = _("{n} less, for at least twice its total.", n=easier)
        question = f"{question} {why}"
    die = yield Sum(key, question, about=about, page=61)
    return die + plus, die + plus >= total_wanted


def head_hit(state: State, zombie: str, total: int, by: str) -> State:
    """Return the table after a head roll that hit, credited to `by`."""
    return wound(state.say("head-hit", zombie, total=total), zombie, 1, by)


def knocked_back(state: State, zombie: str, total: int, tokens: int) -> State:
    """Return the table after a head roll that missed: the zombie gets knockback tokens."""
    return state.count(zombie, knock=tokens).say("knocked", zombie, total=total, n=tokens)


def burn(state: State, who: str) -> Procedure[State]:
    """Ask for each fire whether a model or zombie begins its activation in it, which is another hit
    (p. 70)."""
    for fire in _fires(state):
        if _has_fallen(state, who):
            break
        answer = yield Choose(
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
        if answer == "yes":
            state = yield from hurt(state, figure=who, thing=fire.id)
    return state


def _fires(state: State) -> list[Marker]:
    """Return the fires on the table."""
    return [thing for thing in state.things if thing.sort == "fire"]


def _has_fallen(state: State, who: str) -> bool:
    """Return whether a model has left the table, or a zombie has been put down."""
    piece = state.pieces.get(who)
    if isinstance(piece, Zombie):
        return piece.dead
    return isinstance(piece, Figure) and not piece.on_table


@CHAPTER.procedure("hurt", "Damage on {figure}")
def hurt(state: State, *, figure: str, thing: str = "", strength: int = 0) -> Procedure[State]:
    """Roll damage for a fall or a fire: D6 plus its strength against Endurance (p. 47, p. 70).

    A fall's strength is the inches fallen, rounded up; armour counts as in close combat. A fire
    (`thing`) is another hit of the Ranged Attack that lit it, including knockback. A zombie takes a
    head roll, however far it falls (ruling 72).
    """
    if _has_fallen(state, figure):
        raise RuleError("{name} is not on the table.", name=state.name(figure))
    piece = state.pieces.get(thing)
    fire = piece if isinstance(piece, Marker) else None
    victim = state.pieces.get(figure)
    if isinstance(victim, Zombie):
        return (yield from _hurt_zombie(state, victim, fire))
    model = state.figure(figure)
    if fire is not None:
        return (yield from _burn_model(state, model, fire))
    return (yield from _hurt_by_fall(state, model, strength))


def _hurt_zombie(state: State, zombie: Zombie, fire: Marker | None) -> Procedure[State]:
    """Roll for the head of a zombie that falls, or burns in a fire."""
    where = _where_hurt(zombie, fire)
    lobotomizer = fire.lobotomizer if fire is not None else 0
    total, is_hit = yield from head_roll(f"{where}/head", zombie, lobotomizer, zombie.id, state)
    if is_hit:
        by = fire.by if fire is not None else ""
        return head_hit(state, zombie.id, total, by)
    if fire is None:
        return state.say("fell", zombie.id, total=total)
    return knocked_back(state, zombie.id, total, fire.knock)


def _burn_model(state: State, model: Figure, fire: Marker) -> Procedure[State]:
    """Roll the damage of a fire on a model: against its Endurance against shots (p. 70)."""
    endurance = current_characteristic(model, "e_shots", state)
    ask = _damage_ask(model, fire, fire.strength, endurance)
    die = yield ask
    return _with_damage(state, model, die + fire.strength, endurance, fire.by)


def _hurt_by_fall(state: State, model: Figure, strength: int) -> Procedure[State]:
    """Roll the damage of a fall on a model (p. 47)."""
    endurance = current_characteristic(model, "E", state)
    die = yield _damage_ask(model, None, strength, endurance)
    return _with_damage(state, model, die + strength, endurance, "")


def _damage_ask(model: Figure, fire: Marker | None, strength: int, endurance: int) -> Sum:
    """Return the ask for the damage of a fall or a fire on a model."""
    where = _where_hurt(model, fire)
    return Sum(
        f"{where}/die",
        _(
            "Damage on {name}: {roll}, divided by Endurance {e}.",
            name=model.name,
            roll=d6(strength),
            e=endurance,
        ),
        about=model.id,
        page=47 if fire is None else 70,
    )


def _where_hurt(victim: Actor, fire: Marker | None) -> str:
    """Return the key of the rolls for a victim of a fall, or of a fire."""
    if fire is None:
        return f"hurt/{victim.id}"
    return f"hurt/{victim.id}/{fire.id}"


def _with_damage(state: State, model: Figure, total: int, endurance: int, by: str) -> State:
    """Return the table after a total of damage on a model, divided by its Endurance."""
    points = total // max(1, endurance)
    state = state.say("hurt", model.id, total=total, e=endurance, points=points)
    return wound(state, model.id, points, by)


@CHAPTER.form("fall")
def fall_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form for how many inches a model falls; None for one that is not on the table."""
    figure = state.pieces.get(about)
    if not isinstance(figure, Figure) or not figure.on_table:
        return None
    buttons = []
    for inches in range(1, FALL_MOST + 1):
        act = hurt.play(figure=about, strength=inches)
        buttons.append(ButtonView(str(inches), f"{inches}″", act))
    question = _("{name} falls: how many inches, rounded up?", name=figure.name)
    return FormView("fall", about, question, buttons=tuple(buttons))


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
