"""Attacker and defender: assigned by the Encounter or by a Roll-Off, and what follows (p. 99, p. 101, p.
104, ruling 81)."""

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
from lastdays.tabletop.last_days.turn import pieces_waiting
from lastdays.tabletop.view import ButtonView
from lastdays.values import Value

CHAPTER = Chapter()


class Roles(Value):
    """Who defends: the id of a side, or '' if the sides `rolling` have to roll off for it. `bound` are the
    sides that have to attack by the Encounter's rule. All are empty if there are no roles."""

    defender: str = ""
    rolling: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()


def roles_from_encounter(
    encounter: Encounter, teams: Sequence[Team], selfish: Container[str]
) -> Roles:
    """Return the roles that follow from an Encounter; `selfish` are the sides with a Selfish Leader.

    In Bushwhack the side of a Selfish Leader attacks, in Rescue the one with captured members, whose
    captor defends. If that leaves no defender or several they roll off.
    """
    if not encounter.roles or len(teams) < 2:
        return Roles()
    attackers = _bound_to_attack(encounter, teams, selfish)
    attacker_ids = tuple(team.id for team in attackers)
    other_sides = [team for team in teams if team.id not in attacker_ids]
    if not attackers or not other_sides:
        return Roles(rolling=tuple(team.id for team in teams))
    if encounter.attacks == "captured":
        captors = _captors(attackers, other_sides)
        if len(captors) == 1:
            other_sides = captors
    if len(other_sides) == 1:
        return Roles(other_sides[0].id, bound=attacker_ids)
    return Roles(rolling=tuple(team.id for team in other_sides), bound=attacker_ids)


def _bound_to_attack(
    encounter: Encounter, teams: Sequence[Team], selfish: Container[str]
) -> list[Team]:
    """Return the sides that attack by the Encounter's rule."""
    match encounter.attacks:
        case "selfish":
            return [team for team in teams if team.id in selfish]
        case "captured":
            return [team for team in teams if team.captured]
    return []


def _captors(attackers: Sequence[Team], others: Sequence[Team]) -> list[Team]:
    """Return those of the other sides whose group holds captured members of the attackers."""
    holders = set()
    for attacker in attackers:
        for _member, _name, group in attacker.captured:
            holders.add(group)
    return [team for team in others if team.group and team.group in holders]


def why_attacks(encounter: Encounter, roles: Roles, names: Mapping[str, str]) -> str:
    """Say why sides attack in an Encounter; `names` are those of the sides by id."""
    sides = [names[side] for side in roles.bound]
    if not sides:
        sentence = _("The sides roll off to see who attacks.")
    elif encounter.attacks == "selfish":
        sentence = ngettext(
            "{sides} attacks: its Leader is Selfish.",
            "{sides} attack: their Leaders are Selfish.",
            len(sides),
            sides=joined(sides),
        )
    else:
        sentence = ngettext(
            "{sides} attacks: it has captured members to rescue.",
            "{sides} attack: they have captured members to rescue.",
            len(sides),
            sides=joined(sides),
        )
    return with_page(sentence, encounter.page)


def roles_to_decide(state: State) -> Roles | None:
    """Return how the roles are to be decided before the game; None if they are, or if there are none."""
    encounter = state.encounter
    if encounter is None or not encounter.roles:
        return None
    if len(state.teams) < 2 or state.table.together:
        return None
    if state.table.phase != "setup" or any(t.role for t in state.teams):
        return None
    selfish = {f.team for f in state.figures() if f.leader and f.keyword == "selfish"}
    return roles_from_encounter(encounter, state.teams, selfish)


def with_roles(state: State, defenders: Collection[str]) -> State:
    """Return the table with these sides as defenders and the others as attackers, or with no roles if
    there are none, and what follows: Breaking Points, Supply Tokens, the Refuge's doors, captives."""
    encounter = state.book.encounters[state.table.encounter]
    for team in state.teams:
        state = _with_role(state, encounter, team, defenders)
    state = _with_refuge(state, encounter, defenders)
    return _with_captives(state, encounter)


def _with_role(state: State, encounter: Encounter, team: Team, defenders: Collection[str]) -> State:
    """Return the table with a side's role, whether it may break and carry tokens off, and the tokens
    that its models carry from the beginning."""
    defends = team.id in defenders
    role = ""
    if defenders:
        role = "defender" if defends else "attacker"
    never_breaks = encounter.never_breaks == "all"
    if defends and encounter.never_breaks == "defender":
        never_breaks = True
    stays = defends and encounter.carries_nothing_off == "defender"
    state = state.change(team.id, role=role, breaks=not never_breaks, carries_off=not stays)
    if encounter.tokens_carried:
        for figure in state.figures(team.id):
            has_token = defends and figure.part == "deployed"
            state = state.change(figure.id, carries="token" if has_token else "")
    return state


def _with_refuge(state: State, encounter: Encounter, defenders: Collection[str]) -> State:
    """Return the table with what the Perks of the defenders' Refuge bring: Solid Structure, Fences,
    Watch Towers, Reinforced Doors."""
    keys: set[str] = set()
    for defender in defenders:
        keys.update(state.team(defender).perks)
    perks = [state.book.perks[key] for key in keys]
    at_home = bool(encounter.doors)
    towers = sum(step.count or 0 for step in encounter.setup if step.perk in keys)
    state = state.change(
        "table",
        solid=at_home and any(perk.solid for perk in perks),
        fences=at_home and any(perk.zombies is not None for perk in perks),
        towers=towers,
    )
    return _with_doors(state, sturdy=any(perk.sturdy_doors for perk in perks))


def _with_doors(state: State, *, sturdy: bool) -> State:
    """Return the table with all its doors reinforced, or none."""
    capacity = state.number("door", "capacity")
    if sturdy:
        capacity += state.number("door", "sturdy")
    for thing in state.things:
        if thing.sort == "door" and thing.sturdy != sturdy:
            state = state.change(thing.id, sturdy=sturdy, capacity=capacity)
    return state


def _with_captives(state: State, encounter: Encounter) -> State:
    """Return the table with the captives of the Encounter, if it has any, instead of those it had: the
    attackers' captured members, else those of another side, else a stranger (p. 104)."""
    for captive in state.captives:
        if isinstance(state.pieces.get(captive.place), Figure):
            state = state.change(captive.place, carries="")
        state = state.without(captive.id)
    if not encounter.captives:
        return state
    attackers = [team for team in state.teams if team.role == "attacker"]
    others = [team for team in state.teams if team.role != "attacker"]
    for team in attackers + others:
        if team.captured:
            return state.add(*_captives_of(team))
    return state.add(Captive(f"{CAPTIVE}1", _("Captive")))


def _captives_of(team: Team) -> list[Captive]:
    """Return the captured members of a side as captives."""
    captives = []
    for number, (member, name, _captor) in enumerate(team.captured, start=1):
        captives.append(Captive(id=f"{CAPTIVE}{number}", name=name, team=team.id, member=member))
    return captives


def most_deployed(encounter: Encounter, role: str) -> int | None:
    """Return how many models a role deploys at most, None for any number."""
    if role == "attacker":
        return encounter.attackers
    if role == "defender":
        return encounter.defenders
    return None


def _with_surplus_left_behind(state: State, encounter: Encounter) -> State:
    """Return the table with no side above what its role may deploy. The first models stay, the Leader before
    all; those of the defender may arrive later, those of attackers miss the game (p. 99, p. 104)."""
    for team in state.teams:
        limit = most_deployed(encounter, team.role)
        standing_models = sorted(state.standing(team.id), key=lambda f: not f.leader)
        if limit is None or len(standing_models) <= limit:
            continue
        part = "held-back" if team.role == "defender" and encounter.arrivals else "missing"
        for figure in standing_models[limit:]:
            state = withdraw(state, figure.id, part)
            state = state.say("mark", figure.id, what=part, on=True)
    return state


@CHAPTER.tap("defend")
def take_roles(state: State, defender: str) -> State:
    """Return the table with the side `defender` defending, the others attacking, and the models beyond what
    each role deploys left behind."""
    if state.table.phase != "setup":
        raise RuleError("Who attacks is decided before the game.")
    encounter = state.book.encounters[state.table.encounter]
    if not encounter.roles:
        raise RuleError("{encounter} has no defender.", encounter=encounter.name)
    team = state.team(defender)
    state = with_roles(state, (team.id,))
    others = [f"@{t.id}" for t in state.teams if t.id != team.id]
    sides_fact = fact("sides", defender=f"@{team.id}", attackers=others)
    return _with_surplus_left_behind(state.tell(sides_fact), encounter)


@CHAPTER.procedure("sides", "Who attacks")
def decide_who_attacks(state: State) -> Procedure[State]:
    """Roll off for who attacks: the lowest defends (ruling 81)."""
    roles = roles_to_decide(state)
    if roles is None:
        raise RuleError("Attacker and defender are already decided.")
    defender = roles.defender
    if not defender:
        ranked = yield from roll_off("sides", roles.rolling, state)
        defender = ranked[-1]
    return take_roles(state, defender)


def limit_if_exceeded(state: State, team: Team, encounter: Encounter) -> int | None:
    """Return how many models a side may deploy if it has more on the table, else None."""
    limit = most_deployed(encounter, team.role)
    if limit is None or len(state.standing(team.id)) <= limit:
        return None
    return limit


def who_is_waiting(state: State) -> list[str]:
    """Return the ids of what hasn't had its turn in this step; before the game, those of all sides as long as
    it isn't decided who attacks."""
    if roles_to_decide(state) is None:
        return pieces_waiting(state)
    return [team.id for team in state.teams]


@CHAPTER.due("setup")
def _due(state: State) -> Due | None:
    """Return the Roll-Off for who attacks, due before the game."""
    roles = roles_to_decide(state)
    if roles is None:
        return None
    text = _("Roll off: who attacks?") if roles.rolling else _("Decide who attacks")
    return Due(moves=(ButtonView("sides", text, decide_who_attacks.play()),))
