"""Contact, and the Horror of it (p. 61, ruling 43)."""

from __future__ import annotations

from collections.abc import Mapping

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import Dice
from lastdays.tabletop.last_days.chapter import Actor, Chapter
from lastdays.tabletop.last_days.figures import current_characteristic
from lastdays.tabletop.last_days.state import Figure, State, Zombie
from lastdays.tabletop.view import ButtonView, FormView

CHAPTER = Chapter()


@CHAPTER.procedure("contact", "{one} in contact with {other}")
def contact(state: State, *, one: str, other: str) -> Procedure[State]:
    """Bring two pieces into contact, with a Horror Test if one is a zombie (p. 61, ruling 43)."""
    side = _side_for_contact(state, one)
    other_side = _side_for_contact(state, other)
    if side == other_side or "" in (side, other_side):
        raise RuleError("Only enemies and zombies can be in contact.")
    if other in state.in_contact_with(one):
        raise RuleError("They are already in contact.")
    state = state.with_contact(one, other)
    state = state.say("contact", one, other=f"@{other}")
    if side == "dead":
        return (yield from horror(state, figure=other, zombie=one))
    if other_side == "dead":
        return (yield from horror(state, figure=one, zombie=other))
    return state


def possible_contacts(state: State, piece: str) -> list[str]:
    """Return the ids of the enemies and zombies that a model or zombie can come into contact with:
    those it doesn't touch yet."""
    own_side = _side_for_contact(state, piece)
    if not own_side:
        return []
    others = [figure.id for figure in state.standing()]
    others += [zombie.id for zombie in state.zombies]
    enemies = [other for other in others if _side_for_contact(state, other) != own_side]
    touching = state.in_contact_with(piece)
    return [enemy for enemy in enemies if enemy not in touching]


def _side_for_contact(state: State, piece: str) -> str:
    """Return to which side a piece belongs, as only pieces of different sides come into contact: the team
    of a model on the table, 'together' if all play together, 'dead' for a zombie; '' for anything else."""
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
    zombie_piece = state.zombie(zombie)
    where = f"horror/{figure}/{zombie}"
    courage = yield from _courage_with_leader(where, state, model)
    courage += yield from _inspiration(where, state, model)
    courage_die = yield Sum(
        f"{where}/courage",
        _(
            "{name} against {zombie}: D6 + Courage {n}.",
            name=model.name,
            zombie=zombie_piece.name,
            n=courage,
        ),
        about=figure,
        page=61,
        together=where,
        opposed=True,
        dice=Dice(1, 6, courage),
    )
    horror_die = yield Sum(
        f"{where}/horror",
        _(
            "{zombie} against {name}: D6 + Horror {n}.",
            name=model.name,
            zombie=zombie_piece.name,
            n=zombie_piece.H,
        ),
        about=figure,
        page=61,
        together=where,
        opposed=True,
        dice=Dice(1, 6, zombie_piece.H),
    )
    courage_total = courage_die + courage
    horror_total = horror_die + zombie_piece.H
    panics = horror_total > courage_total
    if panics:
        state = state.change(figure, panicked=True)
    return state.say(
        "horror",
        figure,
        zombie=f"@{zombie}",
        mine=courage_total,
        theirs=horror_total,
        panics=panics,
    )


def _courage_with_leader(where: str, state: State, model: Figure) -> Procedure[int]:
    """Return a model's Courage, or that of a Leader near it who has more and lends it (p. 66)."""
    courage = current_characteristic(model, "C", state)
    leader = _best_leader(state, model)
    if leader is None:
        return courage
    leaders_courage = current_characteristic(leader, "C", state)
    lending = state.book.skills_that(Effect.LENDS_COURAGE)
    answer = yield Choose(
        f"{where}/leader",
        _(
            "Is {leader} within {n} inches of {name}?",
            leader=leader.name,
            name=model.name,
            n=max(skill.within for skill in lending),
        ),
        about=model.id,
        page=66,
        options=(
            Option("no", _("No: Courage {n}", n=courage)),
            Option("yes", _("Yes: Courage {n}", n=leaders_courage)),
        ),
    )
    return leaders_courage if answer == "yes" else courage


def _best_leader(state: State, model: Figure) -> Figure | None:
    """Return the friend with the most Courage who can lend it to a model, None if none has more."""
    best_friend = None
    most_courage = current_characteristic(model, "C", state)
    for friend in _friends(state, model):
        courage = current_characteristic(friend, "C", state)
        if courage > most_courage and state.book.giver(friend, Effect.LENDS_COURAGE):
            best_friend = friend
            most_courage = courage
    return best_friend


def _friends(state: State, model: Figure) -> list[Figure]:
    """Return the other models of a model's side on the table."""
    return [friend for friend in state.standing(model.team) if friend.id != model.id]


def _inspiration(where: str, state: State, model: Figure) -> Procedure[int]:
    """Return the Courage that friends near a model add by their skills (p. 66)."""
    courage = 0
    key = f"{where}/inspiring"
    for skill in state.book.skills.values():
        inspiring = [friend for friend in _friends(state, model) if friend.has(skill.key)]
        if not skill.courage or not inspiring:
            continue
        answer = yield Choose(
            key,
            _(
                "How many with {skill} within {n} inches of {name}?",
                skill=skill.name,
                name=model.name,
                n=skill.within,
            ),
            about=model.id,
            page=66,
            options=_numbers_with_courage(len(inspiring), skill.courage),
        )
        courage += int(answer) * skill.courage
        key += "-more"
    return courage


def _numbers_with_courage(most: int, courage: int) -> tuple[Option, ...]:
    """Return the options from none up, each with the Courage that so many friends add."""
    options = [Option("0", "0")]
    for n in range(1, most + 1):
        options.append(Option(str(n), str(n), _("+{n} Courage", n=n * courage)))
    return tuple(options)


@CHAPTER.tap("part")
def end_contact(state: State, one: str, other: str = "") -> State:
    """Take a piece out of contact with one other piece, or with all."""
    state_after = state.without_contact(one, other)
    if state_after is state:
        return state
    return state_after.say("parted", one)


@CHAPTER.form("contact")
def contact_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form that asks whom a model or zombie comes into contact with; None if there is
    nobody."""
    buttons = []
    for foe in possible_contacts(state, about):
        buttons.append(ButtonView(foe, state.name(foe), contact.play(one=about, other=foe)))
    if not buttons:
        return None
    question = _("{name} comes into contact with…", name=state.name(about))
    return FormView("contact", about, question, buttons=tuple(buttons))


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> list[ButtonView]:
    """Offer contact."""
    return [contact_button(state, actor.id)]


def contact_button(state: State, who: str) -> ButtonView:
    """Return the button that brings a model or zombie into contact, disabled if there is nobody."""
    why = (
        ""
        if possible_contacts(state, who)
        else _("There is nobody left to come into contact with.")
    )
    return ButtonView("contact", _("In contact…"), contact_form.open(who), why)
