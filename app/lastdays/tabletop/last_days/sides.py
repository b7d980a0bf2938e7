"""Attacker and defender: assigned by the Encounter or by a Roll-Off, and what follows (p. 99, p. 101, p. 104, ruling 81)."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence

from lastdays.errors import RuleError
from lastdays.language import _, joined, ngettext
from lastdays.procedure.asks import Procedure
from lastdays.rulebook import Encounter, with_page
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.last_days.chapter import Chapter, Due
from lastdays.tabletop.last_days.figures import withdraw
from lastdays.tabletop.last_days.initiative import roll_off
from lastdays.tabletop.last_days.state import CAPTIVE, Captive, Figure, State, Team
from lastdays.tabletop.last_days.turn import waiting
from lastdays.tabletop.view import ButtonView
from lastdays.values import Value

CHAPTER = Chapter()


class Roles(Value):
    """The side that defends, '' if those `rolling` have to roll off for it; `bound` are those who
    attack by the Encounter's rule."""

    defender: str = ""
    rolling: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()


def follow(encounter: Encounter, teams: Sequence[Team], selfish: Container[str]) -> Roles:
    """Return the roles that follow from an Encounter; `selfish` are the sides with a Selfish Leader.

    In Bushwhack the side of a Selfish Leader attacks, in Rescue the one with captured members, whose
    captor defends. If that leaves no defender or several they roll off.
    """
    sides = tuple(t.id for t in teams)
    if not encounter.roles or len(sides) < 2:
        return Roles()
    match encounter.attacks:
        case "selfish":
            bound = tuple(s for s in sides if s in selfish)
        case "captured":
            bound = tuple(t.id for t in teams if t.captured)
        case _:
            bound = ()
    free = tuple(s for s in sides if s not in bound)
    if not bound or not free:
        return Roles(rolling=sides)
    holders = {group for t in teams if t.id in bound for _member, _name, group in t.captured}
    captors = tuple(t.id for t in teams if t.id in free and t.group and t.group in holders)
    if encounter.attacks == "captured" and len(captors) == 1:
        free = captors
    if len(free) == 1:
        return Roles(free[0], bound=bound)
    return Roles(rolling=free, bound=bound)


def why_attacks(encounter: Encounter, found: Roles, names: Mapping[str, str]) -> str:
    """Say why sides attack in an Encounter; `names` are those of the sides by id."""
    bound = [names[side] for side in found.bound]
    if bound and encounter.attacks == "selfish":
        said = ngettext(
            "{sides} attacks: its Leader is Selfish.",
            "{sides} attack: their Leaders are Selfish.",
            len(bound),
            sides=joined(bound),
        )
    elif bound:
        said = ngettext(
            "{sides} attacks: it has captured members to rescue.",
            "{sides} attack: they have captured members to rescue.",
            len(bound),
            sides=joined(bound),
        )
    else:
        said = _("The sides roll off to see who attacks.")
    return with_page(said, encounter.page)


def undecided(state: State) -> Roles | None:
    """Return the roles that still have to be decided before the game, None if there are none."""
    encounter = state.encounter
    if encounter is None or not encounter.roles:
        return None
    if len(state.teams) < 2 or state.table.together:
        return None
    if state.table.phase != "setup" or any(t.role for t in state.teams):
        return None
    selfish = {f.team for f in state.figures() if f.leader and f.keyword == "selfish"}
    return follow(encounter, state.teams, selfish)


def assign(state: State, defenders: Collection[str]) -> State:
    """Return the table with these sides as defenders and the others as attackers, or with no roles if
    there are none, and what follows: Breaking Points, Supply Tokens, the Refuge's doors, captives."""
    encounter = state.book.encounters[state.table.encounter]
    for team in state.teams:
        defends = team.id in defenders
        role = "defender" if defends else "attacker"
        state = state.change(
            team.id,
            role=role if defenders else "",
            breaks=encounter.never_breaks != "all"
            and not (defends and encounter.never_breaks == "defender"),
            carries_off=not (defends and encounter.carries_nothing_off == "defender"),
        )
        for figure in state.figures(team.id) if encounter.tokens_carried else ():
            given = defends and figure.part == "deployed"
            state = state.change(figure.id, carries="token" if given else "")
    perks = {perk for defender in defenders for perk in state.team(defender).perks}
    home = bool(encounter.doors)
    state = state.change(
        "table",
        solid=home and any(state.book.perks[p].solid for p in perks),
        fences=home and any(state.book.perks[p].zombies is not None for p in perks),
        towers=sum(step.count or 0 for step in encounter.setup if step.perk in perks),
    )
    for door in [t for t in state.things if t.sort == "door"]:
        sturdy = any(state.book.perks[p].sturdy_doors for p in perks)
        more = state.number("door", "sturdy") if sturdy else 0
        capacity = state.number("door", "capacity") + more
        if door.sturdy != sturdy:
            state = state.change(door.id, sturdy=sturdy, capacity=capacity)
    return _captives(state, encounter)


def _captives(state: State, encounter: Encounter) -> State:
    """Put the attackers' captured members on the table, or those of another side; a stranger if there
    are none (p. 104)."""
    for captive in state.captives:
        if isinstance(state.pieces.get(captive.place), Figure):
            state = state.change(captive.place, carries="")
        state = state.without(captive.id)
    if not encounter.captives:
        return state
    for team in sorted(state.teams, key=lambda t: t.role != "attacker"):
        if team.captured:
            return state.add(
                *(
                    Captive(f"{CAPTIVE}{n}", name, team.id, member)
                    for n, (member, name, _captor) in enumerate(team.captured, start=1)
                )
            )
    return state.add(Captive(f"{CAPTIVE}1", _("Captive")))


def most_deployed(encounter: Encounter, role: str) -> int | None:
    """Return how many models a role deploys at most, None for any number."""
    return {"attacker": encounter.attackers, "defender": encounter.defenders}.get(role)


def _stay_behind(state: State, encounter: Encounter) -> State:
    """Leave behind the models beyond what a role deploys, the Leader last: those of the defender may
    arrive later, those of attackers miss the game (p. 99, p. 104)."""
    for team in state.teams:
        most = most_deployed(encounter, team.role)
        here = sorted(state.standing(team.id), key=lambda f: not f.leader)
        if most is None or len(here) <= most:
            continue
        part = "held-back" if team.role == "defender" and encounter.arrivals else "missing"
        for figure in here[most:]:
            state = withdraw(state, figure.id, part)
            state = state.say("mark", figure.id, what=part, on=True)
    return state


@CHAPTER.tap("defend")
def take_roles(state: State, defender: str) -> State:
    """Set the defender, and leave behind the models beyond what each role deploys."""
    if state.table.phase != "setup":
        raise RuleError("Who attacks is decided before the game.")
    encounter = state.book.encounters[state.table.encounter]
    if not encounter.roles:
        raise RuleError("{encounter} has no defender.", encounter=encounter.name)
    team = state.team(defender)
    state = assign(state, (team.id,))
    others = [f"@{t.id}" for t in state.teams if t.id != team.id]
    said = fact("sides", defender=f"@{team.id}", attackers=others)
    return _stay_behind(state.tell(said), encounter)


@CHAPTER.procedure("sides", "Who attacks")
def decide(state: State) -> Procedure[State]:
    """Roll off for who attacks: the lowest defends (ruling 81)."""
    roles = undecided(state)
    if roles is None:
        raise RuleError("Attacker and defender are already decided.")
    defender = roles.defender
    if not defender:
        ranked = yield from roll_off("sides", roles.rolling, state)
        defender = ranked[-1]
    return take_roles(state, defender)


def over_limit(state: State, team: Team, encounter: Encounter) -> int | None:
    """Return how many models a side may deploy if it has more on the table, else None."""
    most = most_deployed(encounter, team.role)
    return most if most is not None and len(state.standing(team.id)) > most else None


def owed(state: State) -> list[str]:
    """Return the ids of everything that hasn't had its turn in this step; before the game, of the
    sides without roles."""
    return waiting(state) if undecided(state) is None else [t.id for t in state.teams]


@CHAPTER.due("setup")
def _due(state: State) -> Due | None:
    """Return the Roll-Off for who attacks, due before the game."""
    roles = undecided(state)
    if roles is None:
        return None
    text = _("Roll off: who attacks?") if roles.rolling else _("Decide who attacks")
    return Due(moves=(ButtonView("sides", text, decide.play()),))
