"""Contact, and the Horror of it (p. 61, ruling 43)."""

from __future__ import annotations

from collections.abc import Mapping

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import Dice
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.last_days.chapter import Actor, Chapter
from lastdays.tabletop.last_days.figures import now
from lastdays.tabletop.last_days.state import Figure, State, Zombie
from lastdays.tabletop.view import ButtonView, FormView

CHAPTER = Chapter()


@CHAPTER.procedure("contact", "{one} in contact with {other}")
def contact(state: State, *, one: str, other: str) -> Procedure[State]:
    """Bring two pieces into contact, with a Horror Test if one is a zombie (p. 61, ruling 43)."""
    sides = {_side(state, one), _side(state, other)}
    if len(sides) == 1 or "" in sides:
        raise RuleError("Only enemies and zombies can be in contact.")
    if other in state.touching(one):
        raise RuleError("They are already in contact.")
    state = state.join(one, other)
    state = state.say("contact", one, other=f"@{other}")
    if "dead" not in sides:
        return state
    living, zombie = (other, one) if _side(state, one) == "dead" else (one, other)
    return (yield from horror(state, figure=living, zombie=zombie))


def foes(state: State, piece: str) -> list[str]:
    """Return the ids of the enemies and zombies that a model or zombie can come into contact with:
    those it doesn't touch yet."""
    own = _side(state, piece)
    touching = state.touching(piece)
    anyone = [f.id for f in state.standing()] + [z.id for z in state.zombies]
    return [i for i in anyone if own and _side(state, i) != own and i not in touching]


def _side(state: State, piece: str) -> str:
    """Return the team of a model on the table, the same for all who play together; 'dead' for a
    zombie, '' for anything else."""
    match state.pieces.get(piece):
        case Figure(team=team) as figure if figure.on_table:
            return "together" if state.table.together else team
        case Zombie(dead=False):
            return "dead"
    return ""


@CHAPTER.procedure("horror", "Horror: {figure}")
def horror(state: State, *, figure: str, zombie: str) -> Procedure[State]:
    """Roll D6 plus Courage against D6 plus Horror: a model with the lower total panics for the rest
    of the turn. A Leader within 6 inches lends Courage, each Inspirational Presence adds one
    (p. 61, p. 66)."""
    model = state.figure(figure)
    dead = state.zombie(zombie)
    where = f"horror/{figure}/{zombie}"
    courage = now(model, "C", state)
    leaders = [
        f
        for f in state.standing(model.team)
        if f.id != figure
        and state.book.giver(f, Effect.LENDS_COURAGE)
        and now(f, "C", state) > courage
    ]
    if leaders:
        lending = state.book.skills_that(Effect.LENDS_COURAGE)
        reach = max(s.within for s in lending)
        best = max(leaders, key=lambda f: now(f, "C", state))
        near = yield Choose(
            f"{where}/leader",
            _(
                "Is {leader} within {n} inches of {name}?",
                leader=best.name,
                name=model.name,
                n=reach,
            ),
            about=figure,
            page=66,
            options=(
                Option("no", _("No: Courage {n}", n=courage)),
                Option("yes", _("Yes: Courage {n}", n=now(best, "C", state))),
            ),
        )
        if near == "yes":
            courage = now(best, "C", state)
    asked = f"{where}/inspiring"
    for presence in [s for s in state.book.skills.values() if s.courage]:
        inspiring = [
            f for f in state.standing(model.team) if f.id != figure and f.has(presence.key)
        ]
        if not inspiring:
            continue
        count = yield Choose(
            asked,
            _(
                "How many with {skill} within {n} inches of {name}?",
                skill=presence.name,
                name=model.name,
                n=presence.within,
            ),
            about=figure,
            page=66,
            options=tuple(
                Option(str(n), str(n), _("+{n} Courage", n=n * presence.courage) if n else "")
                for n in range(len(inspiring) + 1)
            ),
        )
        courage += int(count) * presence.courage
        asked += "-more"
    mine = yield Sum(
        f"{where}/courage",
        _(
            "{name} against {zombie}: D6 + Courage {n}.",
            name=model.name,
            zombie=dead.name,
            n=courage,
        ),
        about=figure,
        page=61,
        together=where,
        opposed=True,
        dice=Dice(1, 6, courage),
    )
    theirs = yield Sum(
        f"{where}/horror",
        _("{zombie} against {name}: D6 + Horror {n}.", name=model.name, zombie=dead.name, n=dead.H),
        about=figure,
        page=61,
        together=where,
        opposed=True,
        dice=Dice(1, 6, dead.H),
    )
    panics = theirs + dead.H > mine + courage
    said = fact(
        "horror",
        figure,
        zombie=f"@{zombie}",
        mine=mine + courage,
        theirs=theirs + dead.H,
        panics=panics,
    )
    return (state.change(figure, panicked=True) if panics else state).tell(said)


@CHAPTER.tap("part")
def part_hands(state: State, one: str, other: str = "") -> State:
    """Take a piece out of contact with one other piece, or with all."""
    after = state.part(one, other)
    if after is state:
        return state
    return after.say("parted", one)


@CHAPTER.form("contact")
def contact_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form that asks whom a model or zombie comes into contact with; None if there is
    nobody."""
    buttons = tuple(
        ButtonView(i, state.name(i), contact.play(one=about, other=i)) for i in foes(state, about)
    )
    question = _("{name} comes into contact with…", name=state.name(about))
    return FormView("contact", about, question, buttons=buttons) if buttons else None


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> list[ButtonView]:
    """Offer contact."""
    return [contact_button(state, actor.id)]


def contact_button(state: State, who: str) -> ButtonView:
    """Return the button that brings a model or zombie into contact, disabled if there is nobody."""
    why = "" if foes(state, who) else _("There is nobody left to come into contact with.")
    return ButtonView("contact", _("In contact…"), contact_form.open(who), why)
