"""Models and zombies that fall, arrive, leave or return, set by hand (p. 36, p. 99)."""

from __future__ import annotations

from collections.abc import Mapping

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.tabletop.last_days.chapter import Chapter
from lastdays.tabletop.last_days.figures import (
    action_points,
    given_to_carry,
    put_down,
    take_out,
    withdraw,
)
from lastdays.tabletop.last_days.menace import ARRIVES
from lastdays.tabletop.last_days.state import Figure, State, Zombie
from lastdays.tabletop.last_days.words import MARK, Words
from lastdays.tabletop.phrases import Facts
from lastdays.tabletop.view import ButtonView, FormView

CHAPTER = Chapter()


def _credit_said(words: Words, f: Facts) -> str:
    by = {"": _("nobody"), "zombie": _("a zombie")}.get(str(f["by"])) or words.name(f["by"])
    return _("{who} was taken out by {by}.", who=words.name(f["who"]), by=by)


CREDIT = CHAPTER.worded("credit", _credit_said)
PLACED = CHAPTER.saying("placed", "{who} is placed.")
BACK = CHAPTER.saying("back", "{who} is back on the table.")
TAKES_AGAIN = CHAPTER.saying("takes-again", "{who} has {what} again.")
LOST_MEANWHILE = CHAPTER.saying(
    "lost-meanwhile", "{what}, set down as {who} fell, is no longer there."
)


@CHAPTER.tap("out")
def out_by_hand(state: State, figure: str, by: str) -> State:
    """Take a model Out of Action by somebody's hand: a figure, a zombie or nobody's."""
    if state.figure(figure).out:
        return credit(state, figure, by)
    return take_out(state, figure, by)


@CHAPTER.tap("credit")
def credit(state: State, figure: str, by: str) -> State:
    """Correct who took a model Out of Action: the old credit goes, the new one comes."""
    fallen = state.figure(figure)
    if not fallen.out:
        raise RuleError("{name} is not Out of Action.", name=fallen.name)
    old = state.pieces.get(fallen.out_by)
    if isinstance(old, Figure) and old.team != fallen.team:
        state = state.change(old.id, rivals=max(0, old.rivals - 1))
    new = state.pieces.get(by)
    if isinstance(new, Figure) and new.team != fallen.team:
        state = state.change(new.id, rivals=new.rivals + 1)
    noted = by if isinstance(new, Figure) else "zombie" if by == "zombie" or new else ""
    state = state.change(figure, out_by=noted)
    return state.say(CREDIT(figure, by=f"@{by}" if new else by))


@CHAPTER.tap("back")
def bring_back(state: State, figure: str) -> State:
    """Bring a model back to the table: it wasn't out, or hasn't left, or comes now. It takes up
    what it set down as it fell, and it is said if that is gone; in the same turn it gets back its
    Locked and Loaded token."""
    piece = state.figure(figure)
    if piece.on_table:
        raise RuleError("{name} is on the table.", name=piece.name)
    same_turn = piece.out and piece.out_turn == state.table.turn
    if piece.out:
        state = credit(state, figure, "").unsaid(state)
        team = state.team(piece.team)
        if same_turn:
            state = state.change(piece.team, losses=max(0, team.losses - 1))
    state = state.say(BACK(figure))
    carries = ""
    if piece.away and piece.brought:
        carries = piece.brought
        if carries != "token":
            state = state.change(carries, place=figure, brought="")
    elif piece.dropped:
        state, carries = _take_up_again(state, figure, piece.dropped)
        came = TAKES_AGAIN if carries else LOST_MEANWHILE
        state = state.say(came(figure, what=f"@{piece.dropped}"))
    state = state.change(
        figure,
        out=False,
        out_by="",
        away=False,
        brought="",
        dropped="",
        locked=piece.locked and same_turn,
        carries=carries or piece.carries,
        part="deployed",
        damage=min(piece.damage, piece.DC - 1),
        leads=piece.leads or (piece.leader and not _led(state, piece)),
    )
    return _with_points(state, figure)


def _take_up_again(state: State, figure: str, what: str) -> tuple[State, str]:
    """Return the state in which a model takes up again what it set down as it fell, and what that is;
    '' if it is gone."""
    if what == "token":
        if not state.table.tokens:
            return state, ""
        return state.change("table", tokens=state.table.tokens - 1), what
    if state.captive(what).place != "table":
        return state, ""
    return state.change(what, place=figure), what


def _with_points(state: State, figure: str) -> State:
    """Give Action Points to a model that arrives in the middle of an Action Phase."""
    piece = state.figure(figure)
    if state.table.phase != "action" or piece.ap is not None:
        return state
    return state.change(figure, ap=action_points(state, piece))


def _led(state: State, piece: Figure) -> bool:
    return any(f.leads and f.on_table for f in state.figures(piece.team) if f.id != piece.id)


@CHAPTER.tap("zombie-down")
def zombie_goes(state: State, zombie: str, by: str = "") -> State:
    """Put a zombie down, credited to a model or to nobody."""
    return put_down(state, zombie, by)


@CHAPTER.tap("zombie-up")
def zombie_rises(state: State, zombie: str) -> State:
    """Bring back a zombie that wasn't put down after all."""
    piece = state.zombie(zombie)
    if not piece.dead:
        raise RuleError("{name} hasn't been put down.", name=piece.name)
    killer = state.pieces.get(piece.killer)
    if isinstance(killer, Figure):
        state = state.change(killer.id, zombies=max(0, killer.zombies - 1))
    again = piece.dropped and state.table.tokens > 0
    if again:
        state = state.change("table", tokens=state.table.tokens - 1)
    state = state.change(
        zombie, dead=False, damage=max(0, piece.DC - 1), token=again, dropped=False, killer=""
    )
    return state.say(PLACED(zombie))


@CHAPTER.tap("arrive")
def arrive(state: State, figure: str) -> State:
    """Bring a model that was held back to the table."""
    piece = state.figure(figure)
    if piece.part == "deployed":
        raise RuleError("{name} is on the table.", name=piece.name)
    state = state.change(
        figure, part="deployed", carries=piece.carries or given_to_carry(state, piece)
    )
    return _with_points(state, figure).say(ARRIVES(figure))


@CHAPTER.tap("stay-away")
def stay_away(state: State, figure: str, part: str) -> State:
    """Hold a model back, or let it miss the game after all."""
    if part not in ("held-back", "missing"):
        raise RuleError("That cannot be marked.")
    return withdraw(state, figure, part).say(MARK(figure, what=part, on=True))


@CHAPTER.form("out")
def out_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return who may have taken a model Out of Action, or put a zombie down."""
    match state.pieces.get(about):
        case Figure() as figure if figure.out or figure.on_table:
            question = _("Who took {name} Out of Action?", name=figure.name)
            who = [(f.id, f.name) for f in state.figures() if f.team != figure.team]
            if figure.out:
                who.append(("zombie", _("a zombie")))
            else:
                who += [(z.id, z.name) for z in state.zombies]
            acts = [(key, text, out_by_hand.tap(figure=about, by=key)) for key, text in who]
            nobody = out_by_hand.tap(figure=about, by="")
        case Zombie(dead=False) as zombie:
            question = _("Who put {name} down?", name=zombie.name)
            acts = [
                (f.id, f.name, zombie_goes.tap(zombie=about, by=f.id)) for f in state.standing()
            ]
            nobody = zombie_goes.tap(zombie=about, by="")
        case _:
            return None
    acts.insert(0, ("nobody", _("nobody"), nobody))
    return FormView("out", about, question, buttons=tuple(ButtonView(*a) for a in acts))
