"""The Action Phase: whose turn it is, how a model begins and ends its own (p. 46, p. 49, p. 71,
ruling 35)."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Procedure
from lastdays.tabletop.last_days.chapter import Actor, Chapter, Due
from lastdays.tabletop.last_days.figures import depart
from lastdays.tabletop.last_days.perils import burn
from lastdays.tabletop.last_days.state import Figure, State
from lastdays.tabletop.last_days.turn import to_activate, whose_turn
from lastdays.tabletop.last_days.words import Words
from lastdays.tabletop.view import ButtonView

CHAPTER = Chapter()

ACTIVATED = CHAPTER.counted(
    "activated",
    "ap",
    "{who} is activated, {ap} Action Point.",
    "{who} is activated, {ap} Action Points.",
)
UNLOCKED = CHAPTER.saying("unlocked", "{who}'s Locked and Loaded token is gone.")
NOISY = CHAPTER.saying("noisy", "{who} makes {n} noise.")
ACTED = CHAPTER.saying("acted", "{who} has acted.")


@CHAPTER.procedure("activate", "{figure} is activated")
def begin(state: State, *, figure: str) -> Procedure[State]:
    """Begin a model's activation, in a fire perhaps: its Locked and Loaded token goes, a Noisy one
    makes its noise (p. 46, p. 49, p. 70, p. 71, ruling 35)."""
    piece = state.figure(figure)
    if state.table.phase != "action":
        raise RuleError("Models are activated in the Action Phase.")
    if not piece.on_table or piece.acted:
        raise RuleError("{name} has already been activated.", name=piece.name)
    if state.table.active:
        raise RuleError("{name} is still being activated.", name=state.name(state.table.active))
    state = state.change(figure, locked=False, snap_at="", noise=piece.noise + piece.noisy)
    state = state.change_all(state.guns(figure), snaps=0)
    state = state.change("table", active=figure, after="")
    state = state.say(ACTIVATED(figure, ap=(piece.ap or 0) + piece.sprint))
    if piece.locked:
        state = state.say(UNLOCKED(figure))
    if piece.noisy:
        state = state.say(NOISY(figure, n=piece.noisy))
    return (yield from burn(state, figure))


@CHAPTER.tap("finish")
def finish(state: State, figure: str) -> State:
    """End a model's activation; the other side goes on."""
    piece = state.figure(figure)
    state = state.change(figure, acted=True)
    active = "" if state.table.active == figure else state.table.active
    after = "" if state.table.after == figure else state.table.after
    return state.change("table", active=active, after=after, last=piece.team).say(ACTED(figure))


@CHAPTER.tap("leave")
def leave(state: State, figure: str) -> State:
    """Take a model off the table by an edge, with what is carried; the other side goes on
    (p. 47)."""
    state = depart(state, figure)
    return state.change("table", last=state.figure(figure).team)


# When it is due


@CHAPTER.due("action")
def _due(state: State, words: Words) -> Due:
    """Say what is due in the Action Phase: the sheet of whoever acts, or the side whose turn it is
    activates a model."""
    active = state.pieces.get(state.table.active)
    if isinstance(active, Figure):
        return Due(_("{name} acts", name=active.name))
    team = whose_turn(state)
    able = [f for f in to_activate(state) if f.team == team]
    if state.table.after:
        able = [f for f in able if f.id == state.table.after] or able
    if not able:
        return Due(_("Everyone has acted."))
    return Due(
        _("{side}: who acts?", side=state.name(team)),
        tuple(
            ButtonView(
                f"activate/{f.id}",
                _("Activate {name}, {n} AP", name=f.name, n=(f.ap or 0) + f.sprint),
                begin.play(figure=f.id),
                about=f.id,
                on_board=True,
            )
            for f in able
        ),
    )


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> list[ButtonView]:
    """Offer the activation to a model that may begin."""
    free = state.table.phase == "action" and not state.table.active
    if not free or not isinstance(actor, Figure) or actor.acted:
        return []
    act = begin.play(figure=actor.id)
    return [ButtonView("activate", _("Activate"), act, mnemonic="t")]
