"""A model's current numbers, damage and wounds, and how it leaves the table (p. 36, p. 66–78,
ruling 44)."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.procedure.asks import Procedure, Sum
from lastdays.procedure.characteristic_tests import passes
from lastdays.procedure.dice import d6
from lastdays.rulebook.entries import SkillEntry
from lastdays.tabletop.last_days.own_counters import change_by_levels
from lastdays.tabletop.last_days.state import Figure, Gun, State, Zombie


def current_characteristic(piece: Figure | Zombie, name: str, state: State) -> int:
    """Return a characteristic including Booze and levels reached at the table, at least 0; 'e_shots'
    is Endurance against shots."""
    value: int = getattr(piece, name)
    key = "E" if name == "e_shots" else name
    if isinstance(piece, Figure) and key != "DC":  # its boxes already count them
        value += change_by_levels(state, piece, key)
    if isinstance(piece, Figure) and piece.booze and key in ("CQC", "E", "C", "AP", "FA", "I"):
        value += state.number("booze", key)
    return max(0, value)


def heavy_cost(state: State, figure: Figure) -> int:
    """Return the Action Points that Heavy gear costs a model as an Action Phase begins."""
    total = figure.load
    total += sum(g.heavy for g in state.guns(figure.id))
    total += sum(b.heavy for b in state.blades(figure.id))
    if figure.carries:
        total += state.number("supply_token", "heavy")
    return max(0, total - figure.lifts)


def action_points(state: State, figure: Figure) -> int:
    """Return the Action Points a model would begin an Action Phase with now."""
    return max(0, current_characteristic(figure, "AP", state) - heavy_cost(state, figure))


def skill_test(
    key: str,
    question: str,
    page: int,
    state: State,
    figure: Figure,
    skill: SkillEntry | None,
    **names: str,
) -> Procedure[tuple[int, bool]]:
    """Take the Test of a model's skill; return the total, and whether it passes. RuleError without
    the skill. `question` is a template for its name, the roll, the number needed and `names`."""
    if skill is None or skill.test is None:
        raise RuleError("{name} has no skill for this.", name=figure.name)
    plus, target = (
        current_characteristic(figure, skill.test.characteristic, state),
        skill.test.target,
    )
    text = question.format(name=figure.name, roll=d6(plus), n=target, **names)
    die = yield Sum(key, text, about=figure.id, page=page)
    return die + plus, passes(die, plus, target)


def zombie_points(zombie: Zombie, state: State) -> int:
    """Return the Action Points a zombie is activated with: fewer for knockback and a carried token
    (p. 41)."""
    carried = state.number("supply_token", "heavy") if zombie.token else 0
    return max(0, zombie.AP - carried - zombie.knock)


def wound(state: State, target: str, points: int, by: str) -> State:
    """Deal damage to a model or zombie; at its Damage Capacity it is out, credited to `by`: the id of
    a figure or zombie, '' for nobody."""
    piece = state.pieces[target]
    if isinstance(piece, Zombie):
        state = state.count(target, damage=points)
        if piece.damage + points < piece.DC:
            return state
        return put_down(state, target, by)
    figure = state.figure(target)
    if points <= 0 or not figure.on_table:
        return state
    state = state.change(target, damage=min(figure.DC, figure.damage + points))
    if figure.damage + points < figure.DC:
        return state.say("wounded", target, points=points)
    return take_out(state, target, by)


def take_out(state: State, target: str, by: str) -> State:
    """Take a model Out of Action: it leaves the table, sets down what it carried, and its killer is
    credited (p. 36)."""
    figure = state.figure(target)
    if not figure.on_table:
        raise RuleError("{name} is not on the table.", name=figure.name)
    killer = state.pieces.get(by)
    out_by = ""
    if isinstance(killer, Figure):
        out_by = by
    elif by == "zombie" or isinstance(killer, Zombie):
        out_by = "zombie"
    state = state.say("out", target, by=f"@{by}" if by in state.pieces else "")
    state = state.change(
        target,
        out=True,
        out_by=out_by,
        out_turn=state.table.turn,
        damage=figure.DC,
        dropped=figure.carries,
        leads=False,
    )
    if isinstance(killer, Figure) and state.are_rivals(killer.team, figure.team):
        state = state.count(by, rivals=1)
    state = state.count(figure.team, losses=1)
    state = set_down(state, target)
    return _without_place_on_table(state, target)


def put_down(state: State, target: str, by: str) -> State:
    """Put a zombie down for good: it drops what it carried (ruling 47), and its killer is
    credited."""
    zombie = state.zombie(target)
    if zombie.dead:
        raise RuleError("{name} is already down.", name=zombie.name)
    attacker = state.pieces.get(by)
    is_put_down_by_model = isinstance(attacker, Figure)
    attacker_in_log = "" if attacker is None else f"@{by}"
    state = state.say("put-down", target, by=attacker_in_log)
    if is_put_down_by_model:
        state = state.count(by, zombies=1)
    if zombie.token:
        state = state.count("table", tokens=1)
        state = state.say("token-dropped", target)
    state = state.change(
        target,
        dead=True,
        token=False,
        dropped=zombie.token,
        knock=0,
        ap=None,
        killer=by if is_put_down_by_model else "",
    )
    return _without_place_on_table(state, target)


def set_down(state: State, target: str) -> State:
    """Set what a model carries on the ground beside it."""
    figure = state.figure(target)
    if not figure.carries:
        return state
    if figure.carries == "token":
        state = state.count("table", tokens=1)
    else:
        state = state.change(figure.carries, place="table")
    state = state.say("set-down", target, what=f"@{figure.carries}")
    return state.change(target, carries="")


def depart(state: State, who: str) -> State:
    """Take a model off the table by an edge, with what it carries unless its side may not (p. 47,
    p. 101)."""
    figure = state.figure(who)
    if not figure.on_table:
        raise RuleError("{name} is not on the table.", name=figure.name)
    if figure.carries and not state.team(figure.team).carries_off:
        state = set_down(state, who)
    brought = state.figure(who).carries
    if brought and brought != "token":
        state = state.change(brought, place="off", brought=who)
    state = state.change(
        who, away=True, brought=brought, carries="", locked=False, acted=True, ap=None
    )
    state = _without_place_on_table(state, who)
    return state.say("left", who, what=f"@{brought}" if brought else "")


def withdraw(state: State, target: str, part: str) -> State:
    """Hold a model back, or let it miss the game. Before the game, what it was given to carry goes
    with it; later, that stays on the table (p. 99)."""
    figure = state.figure(target)
    if figure.carries == "token" and state.table.phase == "setup":
        state = state.change(target, carries="")
    else:
        state = set_down(state, target).with_facts_of(state)
    return _without_place_on_table(state.change(target, part=part), target)


def set_leader(state: State, leader: Figure) -> State:
    """Make a model lead its side on the table."""
    for figure in state.figures(leader.team):
        state = state.change(figure.id, leads=figure.id == leader.id)
    return state.say("leads", leader.id, side=f"@{leader.team}")


def came_with_firearm(state: State, figure: Figure) -> bool:
    """Return whether a model came with a Firearm."""
    return any(gun.figure == figure.id for gun in state.all(Gun))


def given_to_carry(state: State, figure: Figure) -> str:
    """Return what a model carries at the start of the game: a defender's Supply Token in Bushwhack
    (p. 99)."""
    encounter = state.encounter
    if encounter is None or not encounter.tokens_carried or state.table.phase != "setup":
        return ""
    defends = state.team(figure.team).role == "defender"
    return "token" if defends else ""


def _without_place_on_table(state: State, piece: str) -> State:
    """Take a piece off the table: out of contact, and if it was active, the next side is next."""
    state = state.without_contact(piece)
    if state.table.active == piece:
        leaving = state.pieces[piece]
        last = leaving.team if isinstance(leaving, Figure) else state.table.mover
        state = state.change("table", active="", last=last)
    if state.table.after == piece:
        state = state.change("table", after="")
    return state


def use(state: State, bearer: str, item: str, *, on: bool = True) -> State:
    """Return the table with an item used up by its bearer, or no longer used up."""
    used = [key for key in state.figure(bearer).used if key != item]
    if on:
        used.append(item)
    return state.change(bearer, used=tuple(used))


def pay(state: State, figure: Figure, cost: int, *, moving: bool = False) -> State:
    """Return the table with Action Points spent; `moving` spends a Sprinter's extra one first."""
    extra = min(figure.sprint, cost) if moving else 0
    points = max(0, (figure.ap or 0) - (cost - extra))
    return state.change(figure.id, ap=points, sprint=figure.sprint - extra)
