"""Changes by hand, without a rule: counters and marks; models and zombies that fall, arrive, leave
or return (p. 36, p. 99)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, signed
from lastdays.rulebook.known import AttributeKey, FirearmKey
from lastdays.tabletop.event_log import in_turn
from lastdays.tabletop.last_days.actions import take_load
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
from lastdays.tabletop.last_days.own_counters import OWN, change_own_counter, level_in_words
from lastdays.tabletop.last_days.setup import new_door, new_zombie
from lastdays.tabletop.last_days.state import Figure, Gun, Marker, Piece, State, Zombie
from lastdays.tabletop.last_days.turn import MENACE, PHASES
from lastdays.tabletop.phrases import NAMES, Facts
from lastdays.tabletop.view import ButtonView, FormView

CHAPTER = Chapter()


@CHAPTER.worded("count")
def _count_sentence(words: Words, f: Facts) -> str:
    counter = words.word("counter", f)
    amount = signed(int(f["amount"]))
    if f["who"] == "@table":
        return _("{what} {amount}", what=counter, amount=amount)
    return _("{name} {amount} {what}", name=words.word("who", f), amount=amount, what=counter)


@CHAPTER.worded("level")
def _level_sentence(words: Words, f: Facts) -> str:
    level = level_in_words(words.state, str(f["what"]), int(f["value"]))
    return _("{who}: {what}.", who=words.word("who", f), what=level)


@CHAPTER.worded("credit")
def _credit_sentence(words: Words, f: Facts) -> str:
    match str(f["by"]):
        case "":
            by = _("nobody")
        case "zombie":
            by = _("a zombie")
        case figure:
            by = words.name(figure)
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
    if _is_rival(state, fallen.out_by, fallen):
        state = state.count(fallen.out_by, rivals=-1)
    if _is_rival(state, by, fallen):
        state = state.count(by, rivals=1)
    piece = state.pieces.get(by)
    out_by = ""
    if isinstance(piece, Figure):
        out_by = by
    elif piece is not None or by == "zombie":
        out_by = "zombie"
    state = state.change(figure, out_by=out_by)
    return state.say("credit", figure, by=by if piece is None else f"@{by}")


def _is_rival(state: State, piece: str, model: Figure) -> bool:
    """Return whether a piece is a model of a side that plays against a model's."""
    other_model = state.pieces.get(piece)
    return isinstance(other_model, Figure) and state.are_rivals(other_model.team, model.team)


@CHAPTER.tap("back")
def bring_back(state: State, figure: str) -> State:
    """Bring back a model that wasn't taken out after all or hasn't left, or bring one that arrives.
    It picks up what it dropped as it fell, and the log says if that is gone. In the same turn it
    keeps its Locked and Loaded token."""
    model = state.figure(figure)
    if model.on_table:
        raise RuleError("{name} is on the table.", name=model.name)
    fell_this_turn = model.out and model.out_turn == state.table.turn
    if model.out:
        state = credit(state, figure, "").with_facts_of(state)
    if fell_this_turn:
        state = state.count(model.team, losses=-1)
    state = state.say("back", figure)
    state, carries = _taken_up_on_return(state, model)
    leads = model.leads or (model.leader and not _has_other_leader(state, model))
    state = state.change(
        figure,
        out=False,
        out_by="",
        away=False,
        brought="",
        dropped="",
        locked=model.locked and fell_this_turn,
        carries=carries,
        part="deployed",
        damage=min(model.damage, model.DC - 1),
        leads=leads,
    )
    return _with_points(state, figure)


def _taken_up_on_return(state: State, model: Figure) -> tuple[State, str]:
    """Return the table after a model that comes back takes up what it left with or dropped, and what
    it carries then."""
    if model.away and model.brought:
        if model.brought != "token":
            state = state.change(model.brought, place=model.id, brought="")
        return state, model.brought
    if not model.dropped:
        return state, model.carries
    state, load = _take_up_again(state, model.id, model.dropped)
    if not load:
        state = state.say("lost-meanwhile", model.id, what=f"@{model.dropped}")
        return state, model.carries
    return state.say("takes-again", model.id, what=f"@{model.dropped}"), load


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
    """Return the table with Action Points for a model, if it arrives during an Action Phase without any."""
    piece = state.figure(figure)
    if state.table.phase != "action" or piece.ap is not None:
        return state
    return state.change(figure, ap=action_points(state, piece))


def _has_other_leader(state: State, model: Figure) -> bool:
    """Return whether a model's side is led by another model on the table."""
    others = [figure for figure in state.standing(model.team) if figure.id != model.id]
    return any(figure.leads for figure in others)


@CHAPTER.tap("zombie-down")
def zombie_down(state: State, zombie: str, by: str = "") -> State:
    """Put a zombie down, credited to a model or to nobody."""
    return put_down(state, zombie, by)


@CHAPTER.tap("zombie-up")
def zombie_up(state: State, zombie: str) -> State:
    """Bring back a zombie that wasn't put down after all."""
    piece = state.zombie(zombie)
    if not piece.dead:
        raise RuleError("{name} hasn't been put down.", name=piece.name)
    killer = state.pieces.get(piece.killer)
    if isinstance(killer, Figure):
        state = state.count(killer.id, zombies=-1)
    takes_token = piece.dropped and state.table.tokens > 0
    if takes_token:
        state = state.count("table", tokens=-1)
    state = state.change(
        zombie,
        dead=False,
        damage=max(0, piece.DC - 1),
        token=takes_token,
        dropped=False,
        killer="",
    )
    return state.say("placed", zombie)


@CHAPTER.tap("arrive")
def arrive(state: State, figure: str) -> State:
    """Bring a model that was held back to the table."""
    model = state.figure(figure)
    if model.part == "deployed":
        raise RuleError("{name} is on the table.", name=model.name)
    carries = model.carries
    if not carries:
        carries = given_to_carry(state, model)
    state = state.change(figure, part="deployed", carries=carries)
    state = _with_points(state, figure)
    return state.say("arrives", figure)


@CHAPTER.tap("stay-away")
def stay_away(state: State, figure: str, part: str) -> State:
    """Hold a model back, or let it miss the game."""
    if part not in ("held-back", "missing"):
        raise RuleError("That cannot be marked.")
    return withdraw(state, figure, part).say("mark", figure, what=part, on=True)


@CHAPTER.form("out")
def out_form(state: State, about: str, chosen: Mapping[str, str]) -> FormView | None:
    """Return the form for who took a model Out of Action, or put a zombie down."""
    piece = state.pieces.get(about)
    if isinstance(piece, Figure) and (piece.out or piece.on_table):
        question = _("Who took {name} Out of Action?", name=piece.name)
        return FormView("out", about, question, buttons=tuple(_who_took_out(state, piece)))
    if isinstance(piece, Zombie) and not piece.dead:
        question = _("Who put {name} down?", name=piece.name)
        return FormView("out", about, question, buttons=tuple(_who_put_down(state, piece)))
    return None


def _who_took_out(state: State, model: Figure) -> Iterator[ButtonView]:
    """Yield a button for each who may have taken a model Out of Action, nobody first."""
    yield _button_for_out(model, "nobody", "", _("nobody"))
    for figure in state.figures():
        if state.are_rivals(figure.team, model.team):
            yield _button_for_out(model, figure.id, figure.id, figure.name)
    if model.out:
        yield _button_for_out(model, "zombie", "zombie", _("a zombie"))
        return
    for zombie in state.zombies:
        yield _button_for_out(model, zombie.id, zombie.id, zombie.name)


def _button_for_out(model: Figure, key: str, by: str, text: str) -> ButtonView:
    """Return the button that takes a model Out of Action, credited as `by` says."""
    return ButtonView(key, text, out_by_hand.tap(figure=model.id, by=by))


def _who_put_down(state: State, zombie: Zombie) -> Iterator[ButtonView]:
    """Yield a button for each who may have put a zombie down, nobody first."""
    nobody = zombie_down.tap(zombie=zombie.id, by="")
    yield ButtonView("nobody", _("nobody"), nobody)
    for figure in state.standing():
        act = zombie_down.tap(zombie=zombie.id, by=figure.id)
        yield ButtonView(figure.id, figure.name, act)


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
COUNTER_MOST = 99


def counter_limit(state: State, piece: str, name: str) -> int:
    """Return the upper limit of a counter."""
    owner = state.pieces[piece]
    if name == "damage" and isinstance(owner, Figure | Zombie):
        return owner.DC
    if name == "damage" and isinstance(owner, Marker) and owner.capacity:
        return owner.capacity
    return COUNTER_MOST


@CHAPTER.tap("count")
def change_counter(state: State, piece: str, name: str, amount: int) -> State:
    """Change a counter, between 0 and its limit, with what follows from it.

    Damage at a model's Damage Capacity takes it Out of Action, less brings it back. Noise added after
    the model's roll counts in the next Menace Phase, and the log says so. The players' own counters
    have their own bounds.
    """
    if name.startswith(OWN):
        return change_own_counter(state, piece, name.removeprefix(OWN), amount)
    owner = state.pieces.get(piece)
    if owner is None or name not in COUNTERS.get(owner.kind, ()):
        raise RuleError("That cannot be counted.")
    old_value = getattr(owner, name)
    if old_value is None:  # Action Points outside an activation
        old_value = _full_points(state, owner)
    new_value = max(0, min(counter_limit(state, piece, name), old_value + amount))
    if new_value == getattr(owner, name):
        return state
    state = state.change(piece, **{name: new_value})
    state = state.say("count", piece, what=name, amount=new_value - old_value)
    if name == "noise" and isinstance(owner, Figure | Marker):
        return _after_noise(state, owner, new_value)
    if name == "damage":
        return _after_damage(state, owner, new_value)
    return state


def _full_points(state: State, piece: Piece) -> int:
    """Return the Action Points with which a piece begins its activation."""
    if isinstance(piece, Figure):
        return action_points(state, piece)
    return piece.AP if isinstance(piece, Zombie) else 0


def _after_noise(state: State, owner: Figure | Marker, new_value: int) -> State:
    """Return the table after noise was counted by hand. No roll is due for tokens taken off; those
    added too late for this roll wait for the next."""
    state = state.change(owner.id, noise_due=min(owner.noise_due, new_value))
    phase = state.table.phase
    is_late = phase in MENACE and (phase != "noise" or owner.noise_rolled)
    if is_late and new_value > owner.noise:
        return state.say("noise-later", owner.id)
    return state


def _after_damage(state: State, owner: Piece, new_value: int) -> State:
    """Return the table with what follows from damage counted by hand: a model or zombie falls, a model that
    was out returns, a door breaks."""
    match owner:
        case Figure(out=False) if new_value >= owner.DC:
            state = state.change(owner.id, damage=owner.damage)
            return take_out(state, owner.id, "")
        case Figure(out=True) if new_value < owner.DC:
            state = bring_back(state, owner.id)
            return state.change(owner.id, damage=new_value)
        case Zombie() if new_value >= owner.DC:
            return put_down(state, owner.id, "")
        case Marker() if 0 < owner.capacity <= new_value:
            return state.change(owner.id, gone=True)
    return state


@CHAPTER.tap("mark")
def set_mark(state: State, piece: str, name: str, on: bool | None = None) -> State:
    """Set a mark on or off; without `on` the other way."""
    marked = state.pieces.get(piece)
    if marked is None or name not in MARKS.get(marked.kind, ()):
        raise RuleError("That cannot be marked.")
    was_on = getattr(marked, name)
    if on is None:
        on = not was_on
    if on == was_on:
        return state
    if name == "booze" and isinstance(marked, Figure):
        return drink(state, figure=piece, on=on)
    if name == "tower" and on:
        _check_room_on_tower(state)
    state = state.change(piece, **{name: on})
    state = _after_mark(state, marked, name, on=on)
    return state.say("mark", piece, what=name, on=on)


def _after_mark(state: State, marked: Piece, name: str, *, on: bool) -> State:
    """Return the table with what else changes when a mark of a piece is set by hand."""
    holds_fire = name == "fired" and on and state.table.phase == "shooting"
    if holds_fire and isinstance(marked, Figure):
        return state.change("table", last=marked.team)  # the other side goes on
    if name == "locked":
        turn = state.table.turn if on else 0
        return state.change(marked.id, locked_turn=turn, snap_at="", answered="")
    if name == "gone" and isinstance(marked, Gun):
        is_used_up = on and marked.one_use
        return use(state, marked.figure, marked.item, on=is_used_up)
    return state


def _check_room_on_tower(state: State) -> None:
    """Raise RuleError if as many models stand on the Watch Tower as may deploy there (p. 82)."""
    on_tower = [figure for figure in state.standing() if figure.tower]
    if len(on_tower) >= state.table.towers:
        raise RuleError("The Watch Tower has room for {n}.", n=state.table.towers)


@CHAPTER.tap("use-up")
def use_up(state: State, figure: str, item: str) -> State:
    """Use up a piece of equipment by hand, or undo that."""
    bearer = state.figure(figure)
    key = dict(bearer.kit).get(item)
    if key is None:
        raise RuleError("{name} does not carry that.", name=bearer.name)
    is_used_up = item not in bearer.used
    state = use(state, figure, item, on=is_used_up)
    return state.say("used", figure, item=key, on=is_used_up)


@CHAPTER.tap("leads")
def make_leader(state: State, figure: str) -> State:
    """Set by hand who leads a side on the table."""
    return set_leader(state, state.figure(figure))


@CHAPTER.tap("carry")
def carry(state: State, figure: str, load: str) -> State:
    """Let a model take 'token' or a captive from the table, or with '' set down what it carries."""
    return take_load(state, figure, load) if load else set_down(state, figure)


@CHAPTER.tap("zombie")
def zombie_comes(state: State) -> State:
    """Put one more zombie on the table."""
    zombie = state.next_id("Z")
    state = state.add(new_zombie(zombie, state.book))
    return state.say("placed", zombie)


@CHAPTER.tap("rename")
def rename(state: State, piece: str, name: str) -> State:
    """Give a zombie or a thing another name."""
    renamed = state.pieces.get(piece)
    name = " ".join(name.split())[:40]
    if not isinstance(renamed, Zombie | Marker):
        return state
    if not name or name == renamed.name:
        return state
    state = state.change(piece, name=name)
    return state.say("renamed", old=renamed.name, new=name)


@CHAPTER.tap("place")
def place_thing(state: State, sort: str) -> State:
    """Place a door, a vehicle with an alarm, a noisemaker, a fire, a ladder or another thing."""
    if sort not in NAMES()["things"]:
        raise RuleError("That doesn't exist.")
    thing = _new_thing(state, state.next_id("T"), sort)
    state = state.add(thing)
    return state.say("placed", thing.id)


def _new_thing(state: State, key: str, sort: str) -> Marker:
    """Return a new thing of a sort, with the numbers of the book."""
    text = NAMES()["things"][sort]["name"]
    name = _(text, n=key[1:])
    if sort == "door":
        return new_door(key, name, state.book)
    thing = Marker(id=key, sort=sort, name=name)
    if sort == "noisemaker":
        return replace(thing, noise=state.number("noise", "noisemaker"))
    if sort == "fire":
        bomb = state.book.firearms[FirearmKey.FIRE_BOMB]
        turns = state.book.attributes[AttributeKey.FIRE].turns
        return replace(
            thing,
            until=state.table.turn + turns,
            strength=bomb.damage[0],
            knock=bomb.knockback[0],
            radius=bomb.value_of(AttributeKey.EXPLOSIVE),
        )
    return thing


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
    playing = [team.id for team in state.teams if not team.broke]
    if aggressor not in playing:
        raise RuleError("That side is no longer playing.")
    order = in_turn(playing, aggressor)
    for n, team in enumerate(order):
        state = state.change(team, order=n)
    defender = order[1] if len(order) > 1 else aggressor
    state = state.change("table", aggressor=aggressor, defender=defender, last="")
    return state.say("roles", aggressor=f"@{aggressor}", defender=f"@{defender}")
