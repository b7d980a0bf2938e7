"""Everything by hand: each counter and mark a player may set without a rule in between."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.rulebook.known import AttributeKey, EquipmentKey, FirearmKey
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.last_days.figures import (
    Rules,
    action_points,
    given_to_carry,
    put_down,
    set_down,
    take_out,
    withdraw,
)
from lastdays.tabletop.last_days.setup import new_door, new_zombie
from lastdays.tabletop.last_days.state import Figure, Gun, Marker, State, Zombie
from lastdays.tabletop.last_days.turn import MENACE, PHASES, Done

#: Counters of each piece, and the highest they go (None: no limit of their own).
COUNTERS: dict[str, tuple[str, ...]] = {
    "figure": ("damage", "noise", "ap", "zombies", "rivals", "objectives"),
    "gun": ("ammo",),
    "zombie": ("knock", "ap", "damage"),
    "thing": ("noise", "damage"),
    "team": ("rerolls", "losses"),
    "table": ("tokens", "repairs", "turn"),
}
#: Marks of each piece that are on or off.
MARKS: dict[str, tuple[str, ...]] = {
    "figure": ("locked", "ran", "acted", "fired", "fought", "panicked", "booze"),
    "gun": ("empty", "gone"),
    "zombie": ("acted", "fought", "token"),
    "thing": ("open", "gone"),
    "team": ("broke", "rallied", "tagged"),
}
#: No count on a table is higher; a held key does not run away.
MOST = 99


def most(state: State, piece: str, name: str) -> int:
    """The highest a counter goes."""
    found = state.pieces[piece]
    if isinstance(found, Figure) and name == "damage":
        return found.DC
    if isinstance(found, Zombie) and name == "damage":
        return found.DC
    if isinstance(found, Marker) and name == "damage" and found.capacity:
        return found.capacity
    return MOST


def count(state: State, rules: Rules, piece: str, name: str, amount: int) -> Done:
    """A counter up or down, between 0 and its limit; what follows from it follows.

    Damage at a model's Damage Capacity is Out of Action, less brings it back. Noise added once a
    model has been rolled for waits for the next Menace Phase, and that is said.
    """
    found = state.pieces.get(piece)
    if found is None or name not in COUNTERS.get(found.kind, ()):
        raise RuleError(_("That cannot be counted."))
    old = getattr(found, name)
    if old is None:
        old = action_points(state, found, rules) if isinstance(found, Figure) else 0
        if isinstance(found, Zombie):
            old = found.AP
    new = max(0, min(most(state, piece, name), old + amount))
    if new == getattr(found, name):
        return state, []
    what = fact("count", who=f"@{piece}", what=name, amount=new - old)
    state = state.change(piece, **{name: new})
    if name == "noise" and isinstance(found, Figure | Marker):
        if found.noise_due > new:
            state = state.change(piece, noise_due=new)
        phase = state.table.phase
        late = phase in MENACE and (phase != "noise" or found.noise_rolled)
        if late and new > old:
            return state, [what, fact("noise-later", who=f"@{piece}")]
    if isinstance(found, Figure) and name == "damage":
        if new >= found.DC and not found.out:
            state, more = take_out(state.change(piece, damage=old), piece, "")
            return state, [what, *more]
        if new < found.DC and found.out:
            state, more = bring_back(state, rules, piece)
            return state.change(piece, damage=new), [what, *more]
    if isinstance(found, Zombie) and name == "damage" and new >= found.DC:
        state, more = put_down(state, piece, "")
        return state, [what, *more]
    if isinstance(found, Marker) and name == "damage" and found.capacity and new >= found.capacity:
        state = state.change(piece, gone=True)
    return state, [what]


def mark(state: State, rules: Rules, piece: str, name: str, on: bool | None = None) -> Done:
    """A mark on or off."""
    found = state.pieces.get(piece)
    if found is None or name not in MARKS.get(found.kind, ()):
        raise RuleError(_("That cannot be marked."))
    wanted = not getattr(found, name) if on is None else on
    if wanted == getattr(found, name):
        return state, []
    if name == "booze" and isinstance(found, Figure):
        return _drink(state, found, wanted)
    state = state.change(piece, **{name: wanted})
    if name == "locked":
        state = state.change(piece, locked_turn=state.table.turn if wanted else 0, snap_at="")
    if name == "gone" and isinstance(found, Gun):
        bearer = state.figure(found.figure)
        used = tuple(i for i in bearer.used if i != found.item)
        if wanted and found.one_use:
            used = (*used, found.item)
        state = state.change(bearer.id, used=used)
    return state, [fact("mark", who=f"@{piece}", what=name, on=wanted)]


def _drink(state: State, figure: Figure, on: bool) -> Done:
    """Booze is drunk as the game begins, and spent (p. 77, ruling 47)."""
    item = next((i for i, key in figure.kit if key == EquipmentKey.BOOZE), "")
    if on and not item:
        raise RuleError(_("{name} has no Booze.").format(name=figure.name))
    used = tuple(i for i in figure.used if i != item)
    if on:
        used = (*used, item)
    state = state.change(figure.id, booze=on, used=used)
    return state, [fact("mark", who=f"@{figure.id}", what="booze", on=on)]


def silence(state: State, rules: Rules, gun: str) -> Done:
    """A Silencer declared before the game: the gun makes no noise in it, and it is spent
    (p. 79, ruling 47); again takes it back."""
    found = state.gun(gun)
    if not found.silencer:
        raise RuleError(_("{gun} has no Silencer.").format(gun=found.name))
    bearer = state.figure(found.figure)
    on = found.silencer not in bearer.used
    used = tuple(i for i in bearer.used if i != found.silencer)
    state = state.change(gun, silent=on)
    state = state.change(bearer.id, used=(*used, found.silencer) if on else used)
    return state, [fact("silencer", who=f"@{bearer.id}", gun=f"@{gun}", on=on)]


def use_up(state: State, rules: Rules, figure: str, item: str) -> Done:
    """A piece of equipment used up by hand, or not after all."""
    bearer = state.figure(figure)
    key = dict(bearer.kit).get(item)
    if key is None:
        raise RuleError(_("{name} does not carry that.").format(name=bearer.name))
    on = item not in bearer.used
    used = tuple(i for i in bearer.used if i != item)
    state = state.change(figure, used=(*used, item) if on else used)
    return state, [fact("used", who=f"@{figure}", item=key, on=on)]


def out_by_hand(state: State, rules: Rules, figure: str, by: str) -> Done:
    """A model Out of Action by somebody's hand: a figure, a zombie or nobody's."""
    if state.figure(figure).out:
        return credit(state, rules, figure, by)
    return take_out(state, figure, by)


def credit(state: State, rules: Rules, figure: str, by: str) -> Done:
    """Who took a model Out of Action, corrected: the old credit goes, the new one comes."""
    fallen = state.figure(figure)
    if not fallen.out:
        raise RuleError(_("{name} is not Out of Action.").format(name=fallen.name))
    old = state.pieces.get(fallen.out_by)
    if isinstance(old, Figure) and old.team != fallen.team:
        state = state.change(old.id, rivals=max(0, old.rivals - 1))
    new = state.pieces.get(by)
    if isinstance(new, Figure) and new.team != fallen.team:
        state = state.change(new.id, rivals=new.rivals + 1)
    noted = by if isinstance(new, Figure) else "zombie" if by == "zombie" or new else ""
    state = state.change(figure, out_by=noted)
    return state, [fact("credit", who=f"@{figure}", by=f"@{by}" if new else by)]


def bring_back(state: State, rules: Rules, figure: str) -> Done:
    """A model back on the table: it was not out, or has not left, or comes now. It has again what
    it set down as it fell, and says so where that is gone; in the same turn its Locked and Loaded
    token too."""
    piece = state.figure(figure)
    if piece.on_table:
        raise RuleError(_("{name} is on the table.").format(name=piece.name))
    same_turn = piece.out and piece.out_turn == state.table.turn
    if piece.out:
        state, _says = credit(state, rules, figure, "")
        team = state.team(piece.team)
        if same_turn:
            state = state.change(piece.team, losses=max(0, team.losses - 1))
    says = [fact("back", who=f"@{figure}")]
    carries = ""
    if piece.away and piece.brought:
        carries = piece.brought
        if carries != "token":
            state = state.change(carries, place=figure, brought="")
    elif piece.dropped:
        state, carries = _take_up_again(state, figure, piece.dropped)
        key = "takes-again" if carries else "lost-meanwhile"
        says.append(fact(key, who=f"@{figure}", what=f"@{piece.dropped}"))
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
    return _with_points(state, rules, figure), says


def _take_up_again(state: State, figure: str, what: str) -> tuple[State, str]:
    """What a model set down as it fell, where it still lies there; '' where it does not."""
    if what == "token":
        if not state.table.tokens:
            return state, ""
        return state.change("table", tokens=state.table.tokens - 1), what
    if state.captive(what).place != "table":
        return state, ""
    return state.change(what, place=figure), what


def _with_points(state: State, rules: Rules, figure: str) -> State:
    """Action Points for one that comes in the middle of an Action Phase."""
    piece = state.figure(figure)
    if state.table.phase != "action" or piece.ap is not None:
        return state
    return state.change(figure, ap=action_points(state, piece, rules))


def _led(state: State, piece: Figure) -> bool:
    return any(f.leads and f.on_table for f in state.figures(piece.team) if f.id != piece.id)


def leads(state: State, rules: Rules, figure: str) -> Done:
    """The one who leads a side on the table, by hand."""
    piece = state.figure(figure)
    for other in state.figures(piece.team):
        if other.leads and other.id != figure:
            state = state.change(other.id, leads=False)
    state = state.change(figure, leads=True)
    return state, [fact("leads", who=f"@{figure}", side=f"@{piece.team}")]


def carry(state: State, rules: Rules, figure: str, load: str) -> Done:
    """What a model carries: 'token' or a captive from the table, '' sets it down."""
    piece = state.figure(figure)
    if not load:
        return set_down(state, figure)
    if piece.carries:
        raise RuleError(_("{name} carries something already.").format(name=piece.name))
    if load == "token":
        if not state.table.tokens:
            raise RuleError(_("No Supply Token lies on the table."))
        tokens = state.table.tokens - 1
        state = state.change("table", tokens=tokens).change(figure, carries="token")
    elif state.captive(load).place != "table":
        raise RuleError(_("{name} does not lie on the table.").format(name=state.name(load)))
    else:
        state = state.change(load, place=figure).change(figure, carries=load)
    return state, [fact("took", who=f"@{figure}", what=f"@{load}")]


def zombie_comes(state: State, rules: Rules) -> Done:
    """One more of the dead on the table."""
    zombie = state.next_id("Z")
    state = state.add(new_zombie(zombie, rules.catalogue))
    return state, [fact("placed", who=f"@{zombie}")]


def zombie_goes(state: State, rules: Rules, zombie: str, by: str = "") -> Done:
    """A zombie put down, by a model or nobody's deed."""
    return put_down(state, zombie, by)


def zombie_rises(state: State, rules: Rules, zombie: str) -> Done:
    """A zombie that was not put down after all."""
    piece = state.zombie(zombie)
    if not piece.dead:
        raise RuleError(_("{name} walks.").format(name=piece.name))
    killer = state.pieces.get(piece.killer)
    if isinstance(killer, Figure):
        state = state.change(killer.id, zombies=max(0, killer.zombies - 1))
    again = piece.dropped and state.table.tokens > 0
    if again:
        state = state.change("table", tokens=state.table.tokens - 1)
    state = state.change(
        zombie, dead=False, damage=max(0, piece.DC - 1), token=again, dropped=False, killer=""
    )
    return state, [fact("placed", who=f"@{zombie}")]


def rename(state: State, rules: Rules, piece: str, name: str) -> Done:
    """Another name for a zombie or a thing."""
    found = state.pieces.get(piece)
    name = " ".join(name.split())[:40]
    if not isinstance(found, Zombie | Marker) or not name or name == found.name:
        return state, []
    return state.change(piece, name=name), [fact("renamed", old=found.name, new=name)]


def part_hands(state: State, rules: Rules, one: str, other: str = "") -> Done:
    """Out of contact, with one other or with all."""
    after = state.part(one, other)
    if after is state:
        return state, []
    return after, [fact("parted", who=f"@{one}")]


def place(state: State, rules: Rules, sort: str) -> Done:
    """A door, a vehicle with an alarm, a noisemaker, a fire, a ladder or another thing."""
    thing = state.next_id("T")
    number = thing[1:]
    names = {
        "door": _("Door {n}"),
        "alarm": _("Vehicle {n}"),
        "noisemaker": _("Noisemaker {n}"),
        "fire": _("Fire {n}"),
        "ladder": _("Ladder {n}"),
        "other": _("Counter {n}"),
    }
    if sort not in names:
        raise RuleError(_("There is no such thing."))
    name = names[sort].format(n=number)
    made = Marker(thing, sort, name)
    if sort == "door":
        made = new_door(thing, name, rules.catalogue)
    elif sort == "noisemaker":
        made = replace(made, noise=rules.number("noise", "noisemaker"))
    elif sort == "fire":
        made = replace(
            made,
            until=state.table.turn + rules.catalogue.attributes[AttributeKey.FIRE].turns,
            strength=rules.catalogue.firearms[FirearmKey.FIRE_BOMB].damage[0],
            knock=rules.catalogue.firearms[FirearmKey.FIRE_BOMB].knockback[0],
            radius=rules.catalogue.firearms[FirearmKey.FIRE_BOMB].value_of(AttributeKey.EXPLOSIVE),
        )
    state = state.add(made)
    return state, [fact("placed", who=f"@{thing}")]


def set_phase(state: State, rules: Rules, phase: str) -> Done:
    """Another step of this turn by hand; nothing else changes."""
    if phase not in PHASES:
        raise RuleError(_("There is no such step."))
    state = state.change("table", phase=phase, active="", rolled_off=())
    return state, [fact("phase", turn=state.table.turn, phase=phase)]


def set_roles(state: State, rules: Rules, aggressor: str) -> Done:
    """The Aggressor by hand; the Defender is the next side (ruling 48)."""
    ids = [t.id for t in state.teams if not t.broke]
    if aggressor not in ids:
        raise RuleError(_("That side does not play any more."))
    start = ids.index(aggressor)
    ids = ids[start:] + ids[:start]
    for n, team in enumerate(ids):
        state = state.change(team, order=n)
    defender = ids[1] if len(ids) > 1 else aggressor
    state = state.change("table", aggressor=aggressor, defender=defender, last="")
    return state, [fact("roles", aggressor=f"@{aggressor}", defender=f"@{defender}")]


def arrive(state: State, rules: Rules, figure: str) -> Done:
    """A model that was held back comes to the table."""
    piece = state.figure(figure)
    if piece.part == "deployed":
        raise RuleError(_("{name} is on the table.").format(name=piece.name))
    state = state.change(
        figure, part="deployed", carries=piece.carries or given_to_carry(state, rules, piece)
    )
    return _with_points(state, rules, figure), [fact("arrives", who=f"@{figure}")]


def stay_away(state: State, rules: Rules, figure: str, part: str) -> Done:
    """A model that is held back or missing after all."""
    if part not in ("held-back", "missing"):
        raise RuleError(_("That cannot be marked."))
    return withdraw(state, rules, figure, part), [
        fact("mark", who=f"@{figure}", what=part, on=True)
    ]


#: Each tap by name, for the window; the rest are its arguments.
TAPS: dict[str, Any] = {
    "count": count,
    "mark": mark,
    "silence": silence,
    "use-up": use_up,
    "out": out_by_hand,
    "credit": credit,
    "back": bring_back,
    "leads": leads,
    "carry": carry,
    "zombie": zombie_comes,
    "zombie-down": zombie_goes,
    "zombie-up": zombie_rises,
    "rename": rename,
    "part": part_hands,
    "place": place,
    "phase": set_phase,
    "roles": set_roles,
    "arrive": arrive,
    "stay-away": stay_away,
}
