"""Changes by hand, without a rule: counters and marks; models and zombies that fall, arrive, leave
or return (p. 36, p. 99)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, signed
from lastdays.rulebook.known import AttributeKey, FirearmKey
from lastdays.tabletop.event_log import in_turn
from lastdays.tabletop.last_days.actions import take
from lastdays.tabletop.last_days.chapter import Chapter, Words
from lastdays.tabletop.last_days.deploying import drink
from lastdays.tabletop.last_days.figures import (
    action_points,
    given_to_carry,
    put_down,
    set_down,
    set_leader,
    take_out,
    use,
    withdraw,
)
from lastdays.tabletop.last_days.own_counters import OWN, count_own, level_in_words
from lastdays.tabletop.last_days.setup import new_door, new_zombie
from lastdays.tabletop.last_days.state import Figure, Gun, Marker, State, Zombie
from lastdays.tabletop.last_days.turn import MENACE, PHASES
from lastdays.tabletop.phrases import NAMES, Facts
from lastdays.tabletop.view import ButtonView, FormView

CHAPTER = Chapter()


@CHAPTER.worded("count")
def _count_said(words: Words, f: Facts) -> str:
    what, amount = words.word("counter", f), signed(int(f["amount"]))
    if f["who"] == "@table":
        return _("{what} {amount}", what=what, amount=amount)
    return _("{name} {amount} {what}", name=words.word("who", f), amount=amount, what=what)


@CHAPTER.worded("level")
def _level_said(words: Words, f: Facts) -> str:
    level = level_in_words(words.state, str(f["what"]), int(f["value"]))
    return _("{who}: {what}.", who=words.word("who", f), what=level)


@CHAPTER.worded("credit")
def _credit_said(words: Words, f: Facts) -> str:
    by = {"": _("nobody"), "zombie": _("a zombie")}.get(str(f["by"])) or words.name(f["by"])
    return _("{who} was taken Out of Action by {by}.", who=words.name(f["who"]), by=by)


@CHAPTER.tap("out")
def out_by_hand(state: State, figure: str, by: str) -> State:
    """Take a model Out of Action, credited to a figure, a zombie or nobody."""
    if state.figure(figure).out:
        return credit(state, figure, by)
    return take_out(state, figure, by)


@CHAPTER.tap("credit")
def credit(state: State, figure: str, by: str) -> State:
    """Correct who took a model Out of Action, and both credits."""
    fallen = state.figure(figure)
    if not fallen.out:
        raise RuleError("{name} is not Out of Action.", name=fallen.name)
    old = state.pieces.get(fallen.out_by)
    if isinstance(old, Figure) and state.are_rivals(old.team, fallen.team):
        state = state.count(old.id, rivals=-1)
    new = state.pieces.get(by)
    if isinstance(new, Figure) and state.are_rivals(new.team, fallen.team):
        state = state.count(new.id, rivals=1)
    noted = by if isinstance(new, Figure) else "zombie" if by == "zombie" or new else ""
    state = state.change(figure, out_by=noted)
    return state.say("credit", figure, by=f"@{by}" if new else by)


@CHAPTER.tap("back")
def bring_back(state: State, figure: str) -> State:
    """Bring back a model that wasn't taken out after all or hasn't left, or bring one that arrives.
    It picks up what it dropped as it fell, and the log says if that is gone. In the same turn it
    keeps its Locked and Loaded token."""
    piece = state.figure(figure)
    if piece.on_table:
        raise RuleError("{name} is on the table.", name=piece.name)
    same_turn = piece.out and piece.out_turn == state.table.turn
    if piece.out:
        state = credit(state, figure, "").unsaid(state)
        if same_turn:
            state = state.count(piece.team, losses=-1)
    state = state.say("back", figure)
    carries = ""
    if piece.away and piece.brought:
        carries = piece.brought
        if carries != "token":
            state = state.change(carries, place=figure, brought="")
    elif piece.dropped:
        state, carries = _take_up_again(state, figure, piece.dropped)
        came = "takes-again" if carries else "lost-meanwhile"
        state = state.say(came, figure, what=f"@{piece.dropped}")
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


@CHAPTER.tap("token-not-placed")
def leave_out_token(state: State, figure: str) -> State:
    """Take away the Supply Token of a model that is Out of Action: its player may place it, and
    needn't (p. 36)."""
    piece = state.figure(figure)
    if not may_leave_out_token(state, piece):
        raise RuleError("{name} has set down no Supply Token.", name=piece.name)
    state = state.count("table", tokens=-1).change(figure, dropped="")
    return state.say("token-not-placed", figure)


def may_leave_out_token(state: State, piece: Figure) -> bool:
    """Return whether a model is out whose Supply Token is still on the table."""
    return piece.out and piece.dropped == "token" and state.table.tokens > 0


def _take_up_again(state: State, figure: str, what: str) -> tuple[State, str]:
    """Return the table after a model picks up what it dropped as it fell, and what it now carries:
    '' if that is gone."""
    if what == "token":
        if not state.table.tokens:
            return state, ""
        return state.count("table", tokens=-1), what
    if state.captive(what).place != "table":
        return state, ""
    return state.change(what, place=figure), what


def _with_points(state: State, figure: str) -> State:
    """Give Action Points to a model that arrives during an Action Phase."""
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
        state = state.count(killer.id, zombies=-1)
    again = piece.dropped and state.table.tokens > 0
    if again:
        state = state.count("table", tokens=-1)
    state = state.change(
        zombie, dead=False, damage=max(0, piece.DC - 1), token=again, dropped=False, killer=""
    )
    return state.say("placed", zombie)


@CHAPTER.tap("arrive")
def arrive(state: State, figure: str) -> State:
    """Bring a model that was held back to the table."""
    piece = state.figure(figure)
    if piece.part == "deployed":
        raise RuleError("{name} is on the table.", name=piece.name)
    state = state.change(
        figure, part="deployed", carries=piece.carries or given_to_carry(state, piece)
    )
    return _with_points(state, figure).say("arrives", figure)


@CHAPTER.tap("stay-away")
def stay_away(state: State, figure: str, part: str) -> State:
    """Hold a model back, or let it miss the game."""
    if part not in ("held-back", "missing"):
        raise RuleError("That cannot be marked.")
    return withdraw(state, figure, part).say("mark", figure, what=part, on=True)


@CHAPTER.form("out")
def out_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form for who took a model Out of Action, or put a zombie down."""
    match state.pieces.get(about):
        case Figure() as figure if figure.out or figure.on_table:
            question = _("Who took {name} Out of Action?", name=figure.name)
            who = [(f.id, f.name) for f in state.figures() if state.are_rivals(f.team, figure.team)]
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


#: The counters of each kind of piece.
COUNTERS: dict[str, tuple[str, ...]] = {
    "figure": ("damage", "noise", "ap", "zombies", "rivals", "objectives"),
    "gun": ("ammo",),
    "zombie": ("knock", "ap", "damage"),
    "thing": ("noise", "damage"),
    "team": ("rerolls", "losses"),
    "table": ("tokens", "repairs", "turn"),
}
#: The marks of each kind of piece, which are on or off.
MARKS: dict[str, tuple[str, ...]] = {
    "figure": ("locked", "ran", "acted", "fired", "fought", "panicked", "booze", "tower"),
    "gun": ("empty", "gone"),
    "zombie": ("acted", "fought", "token"),
    "thing": ("open", "gone"),
    "team": ("broke", "rallied", "tagged"),
}
#: The highest value of a counter without a limit of its own, so that a held key doesn't run away.
MOST = 99


def most(state: State, piece: str, name: str) -> int:
    """Return the upper limit of a counter."""
    match state.pieces[piece]:
        case (Figure() | Zombie()) as found if name == "damage":
            return found.DC
        case Marker() as found if name == "damage" and found.capacity:
            return found.capacity
    return MOST


@CHAPTER.tap("count")
def count(state: State, piece: str, name: str, amount: int) -> State:
    """Change a counter, between 0 and its limit, with what follows from it.

    Damage at a model's Damage Capacity takes it Out of Action, less brings it back. Noise added after
    the model's roll counts in the next Menace Phase, and the log says so. The players' own counters
    have their own bounds.
    """
    if name.startswith(OWN):
        return count_own(state, piece, name.removeprefix(OWN), amount)
    found = state.pieces.get(piece)
    if found is None or name not in COUNTERS.get(found.kind, ()):
        raise RuleError("That cannot be counted.")
    old = getattr(found, name)
    if old is None:  # Action Points outside an activation
        old = action_points(state, found) if isinstance(found, Figure) else getattr(found, "AP", 0)
    new = max(0, min(most(state, piece, name), old + amount))
    if new == getattr(found, name):
        return state
    state = state.change(piece, **{name: new}).say("count", piece, what=name, amount=new - old)
    if name == "noise" and isinstance(found, Figure | Marker):
        # No roll is due for tokens taken off.
        state = state.change(piece, noise_due=min(found.noise_due, new))
        phase = state.table.phase
        late = phase in MENACE and (phase != "noise" or found.noise_rolled)
        if late and new > old:
            return state.say("noise-later", piece)
    if name != "damage":
        return state
    match found:
        case Figure(out=False) if new >= found.DC:
            return take_out(state.change(piece, damage=old), piece, "")
        case Figure(out=True) if new < found.DC:
            return bring_back(state, piece).change(piece, damage=new)
        case Zombie() if new >= found.DC:
            return put_down(state, piece, "")
        case Marker() if 0 < found.capacity <= new:
            return state.change(piece, gone=True)
    return state


@CHAPTER.tap("mark")
def mark(state: State, piece: str, name: str, on: bool | None = None) -> State:
    """Set a mark on or off."""
    found = state.pieces.get(piece)
    if found is None or name not in MARKS.get(found.kind, ()):
        raise RuleError("That cannot be marked.")
    wanted = not getattr(found, name) if on is None else on
    if wanted == getattr(found, name):
        return state
    if name == "booze" and isinstance(found, Figure):
        return drink(state, figure=piece, on=wanted)
    if name == "tower" and wanted:
        _room_on_tower(state)
    state = state.change(piece, **{name: wanted})
    if name == "fired" and wanted and isinstance(found, Figure) and state.table.phase == "shooting":
        state = state.change("table", last=found.team)  # it holds fire: the other side goes on
    if name == "locked":
        state = state.change(
            piece, locked_turn=state.table.turn if wanted else 0, snap_at="", answered=""
        )
    if name == "gone" and isinstance(found, Gun):
        state = use(state, found.figure, found.item, on=wanted and found.one_use)
    return state.say("mark", piece, what=name, on=wanted)


def _room_on_tower(state: State) -> None:
    """Raise RuleError if as many models stand on the Watch Tower as may deploy there (p. 82)."""
    there = [figure for figure in state.standing() if figure.tower]
    if len(there) >= state.table.towers:
        raise RuleError("The Watch Tower has room for {n}.", n=state.table.towers)


@CHAPTER.tap("use-up")
def use_up(state: State, figure: str, item: str) -> State:
    """Use up a piece of equipment by hand, or undo that."""
    bearer = state.figure(figure)
    key = dict(bearer.kit).get(item)
    if key is None:
        raise RuleError("{name} does not carry that.", name=bearer.name)
    on = item not in bearer.used
    return use(state, figure, item, on=on).say("used", figure, item=key, on=on)


@CHAPTER.tap("leads")
def leads(state: State, figure: str) -> State:
    """Set by hand who leads a side on the table."""
    return set_leader(state, state.figure(figure))


@CHAPTER.tap("carry")
def carry(state: State, figure: str, load: str) -> State:
    """Let a model take 'token' or a captive from the table, or with '' set down what it carries."""
    return take(state, figure, load) if load else set_down(state, figure)


@CHAPTER.tap("zombie")
def zombie_comes(state: State) -> State:
    """Put one more zombie on the table."""
    zombie = state.next_id("Z")
    state = state.add(new_zombie(zombie, state.book))
    return state.say("placed", zombie)


@CHAPTER.tap("rename")
def rename(state: State, piece: str, name: str) -> State:
    """Give a zombie or a thing another name."""
    found = state.pieces.get(piece)
    name = " ".join(name.split())[:40]
    if not isinstance(found, Zombie | Marker) or not name or name == found.name:
        return state
    return state.change(piece, name=name).say("renamed", old=found.name, new=name)


@CHAPTER.tap("place")
def place(state: State, sort: str) -> State:
    """Place a door, a vehicle with an alarm, a noisemaker, a fire, a ladder or another thing."""
    thing = state.next_id("T")
    number = thing[1:]
    if sort not in NAMES()["things"]:
        raise RuleError("That doesn't exist.")
    text = NAMES()["things"][sort]["name"]
    name = _(text, n=number)
    made = Marker(thing, sort, name)
    if sort == "door":
        made = new_door(thing, name, state.book)
    elif sort == "noisemaker":
        made = replace(made, noise=state.number("noise", "noisemaker"))
    elif sort == "fire":
        bomb = state.book.firearms[FirearmKey.FIRE_BOMB]
        made = replace(
            made,
            until=state.table.turn + state.book.attributes[AttributeKey.FIRE].turns,
            strength=bomb.damage[0],
            knock=bomb.knockback[0],
            radius=bomb.value_of(AttributeKey.EXPLOSIVE),
        )
    state = state.add(made)
    return state.say("placed", thing)


@CHAPTER.tap("phase")
def set_phase(state: State, phase: str) -> State:
    """Set the step of the turn by hand; nothing else changes."""
    if phase not in PHASES:
        raise RuleError("That step doesn't exist.")
    state = state.change("table", phase=phase, active="", rolled_off=())
    return state.say("phase", turn=state.table.turn, phase=phase)


@CHAPTER.tap("roles")
def set_roles(state: State, aggressor: str) -> State:
    """Set the Aggressor by hand; the Defender is the next side (ruling 48)."""
    ids = [t.id for t in state.teams if not t.broke]
    if aggressor not in ids:
        raise RuleError("That side is no longer playing.")
    ids = in_turn(ids, aggressor)
    for n, team in enumerate(ids):
        state = state.change(team, order=n)
    defender = ids[1] if len(ids) > 1 else aggressor
    state = state.change("table", aggressor=aggressor, defender=defender, last="")
    return state.say("roles", aggressor=f"@{aggressor}", defender=f"@{defender}")
