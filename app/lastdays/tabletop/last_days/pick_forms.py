"""Forms of one question, each answer a button: whom a model touches, which door, who did it."""

from __future__ import annotations

from lastdays.language import _
from lastdays.tabletop.last_days.menace import foes
from lastdays.tabletop.last_days.state import Figure, State, Zombie
from lastdays.tabletop.view import ButtonView, FormView, Play, Tap

#: The highest fall that is asked for, in inches.
FALL_MOST = 12


def contact_form(state: State, about: str) -> FormView | None:
    """Return whom a model or zombie may come into contact with; None for nobody."""
    buttons = tuple(
        ButtonView(i, state.name(i), Play("contact", {"one": about, "other": i}))
        for i in foes(state, about)
    )
    title = _("{name} comes into contact with…").format(name=state.name(about))
    return FormView("contact", about, title, buttons=buttons) if buttons else None


def out_form(state: State, about: str) -> FormView | None:
    """Return who may have taken a model Out of Action, or put a zombie down."""
    match state.pieces.get(about):
        case Figure() as figure if figure.out or figure.on_table:
            title = _("Who took {name} Out of Action?").format(name=figure.name)
            who = [(f.id, f.name) for f in state.figures() if f.team != figure.team]
            if figure.out:
                who.append(("zombie", _("a zombie")))
            else:
                who += [(z.id, z.name) for z in state.zombies]
            what, args = "out", {"figure": about}
        case Zombie(dead=False) as zombie:
            title = _("Who put {name} down?").format(name=zombie.name)
            who = [(f.id, f.name) for f in state.standing()]
            what, args = "zombie-down", {"zombie": about}
        case _:
            return None
    buttons = tuple(
        ButtonView(key or "nobody", text, Tap(what, {**args, "by": key}))
        for key, text in [("", _("nobody")), *who]
    )
    return FormView("out", about, title, buttons=buttons)


def door_form(state: State, about: str) -> FormView | None:
    """Return the doors a zombie may beat on; None without any."""
    buttons = tuple(
        ButtonView(t.id, t.name, Play("beat-door", {"zombie": about, "door": t.id}))
        for t in state.things
        if t.sort == "door"
    )
    zombie = state.pieces.get(about)
    if not buttons or not isinstance(zombie, Zombie) or zombie.dead or zombie.fought:
        return None
    return FormView("door", about, _("Which door?"), buttons=buttons)


def fall_form(state: State, about: str) -> FormView | None:
    """Return how far a model falls, in inches; None for one that is not on the table."""
    figure = state.pieces.get(about)
    if not isinstance(figure, Figure) or not figure.on_table:
        return None
    title = _("{name} falls: how many inches, rounded up?").format(name=figure.name)
    buttons = tuple(
        ButtonView(str(n), f"{n}″", Play("hurt", {"figure": about, "strength": n}))
        for n in range(1, FALL_MOST + 1)
    )
    return FormView("fall", about, title, buttons=buttons)
