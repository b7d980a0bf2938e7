"""Setting up a session of *Last Days*: sides from groups or quick sides, and an Encounter's
table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.model.counters import held_traits, sits_out
from lastdays.model.group import Group, Member, StandingNote
from lastdays.model.profile import explain, item_name, skills_of
from lastdays.model.recruiting import perk_help, perk_keys
from lastdays.model.weapons import FirearmInHand, MeleeInHand, firearms_in_hand, melee_in_hand
from lastdays.rulebook import Catalogue, Encounter, with_page
from lastdays.rulebook.known import AttributeKey, EquipmentKey, ZombieKey
from lastdays.tabletop.last_days.own_counters import StoredValues, starting_values
from lastdays.tabletop.last_days.sides import Roles, most_deployed, roles_from_encounter, with_roles
from lastdays.tabletop.last_days.state import (
    Blade,
    Figure,
    Gun,
    Marker,
    Piece,
    Rules,
    State,
    Table,
    Team,
    Zombie,
)
from lastdays.values import Value

#: The letters of up to four sides: their figures' ids begin with them, so no other piece's may.
LETTERS = "ABCD"
#: The most zombies that start on a table which holds any number.
STARTING_MOST = 99


class Entrant(Value):
    """A side about to play. `parts` says by member's id who is 'held-back' or 'missing', others are
    'deployed'; `captured` are the members whom a Rescue may bring home, `counters` values of the group's
    own counters, `points` its Scavenge Points. `notes` are the standing notes that players' own rules left
    for this game, `zombies` how many more they bring."""

    name: str
    members: tuple[Member, ...]
    leader: str = ""
    group: str = ""
    player: str = ""
    role: str = ""
    parts: Mapping[str, str] = {}
    rerolls: int = 0
    perks: tuple[str, ...] = ()
    captured: tuple[Member, ...] = ()
    counters: Mapping[str, int] = {}
    points: int = 0
    notes: tuple[StandingNote, ...] = ()
    zombies: int = 0


class Setup(Value):
    """The Encounter and the sides of a new session. `together`: they play against the zombies.
    `counters` are values of the campaign's own counters; `notes` the standing notes that players' own
    rules left for this game, `zombies` how many more they bring."""

    encounter: str
    entrants: tuple[Entrant, ...]
    together: bool = False
    counters: Mapping[str, int] = {}
    notes: tuple[str, ...] = ()
    zombies: int = 0

    @property
    def has_rivals(self) -> bool:
        """Whether sides play against each other, and not one alone, or together."""
        return len(self.entrants) > 1 and not self.together


def entrant_of(
    group: Group, catalogue: Catalogue, parts: Mapping[str, str], role: str = ""
) -> Entrant:
    """Return a group of a campaign as a side: its active members, with the effects of worked Perks."""
    leader = ""
    if group.leading is not None and group.leading.status == "active":
        leader = group.leading.id
    return Entrant(
        name=group.name,
        members=group.active,
        leader=leader,
        group=group.id,
        player=group.player,
        role=role,
        parts=parts,
        rerolls=perk_help(group, catalogue).ammo_rerolls,
        perks=perk_keys(group, catalogue),
        captured=tuple(member for member in group.roster if member.status == "captured"),
        counters=group.counters,
        points=group.points,
        notes=group.next_encounter.notes,
        zombies=group.next_encounter.zombies,
    )


def sharing_a_refuge(entrants: Sequence[Entrant], host: int) -> tuple[Entrant, ...]:
    """Return sides that defend together in the Refuge of one of them: only its Perks count."""
    return tuple(
        entrant if n == host else replace(entrant, perks=()) for n, entrant in enumerate(entrants)
    )


def problems(setup: Setup, catalogue: Catalogue) -> list[str]:
    """Return what has to be corrected before the session can begin."""
    if setup.encounter not in catalogue.encounters:
        return [_("Choose an Encounter.")]
    encounter = catalogue.encounters[setup.encounter]
    sentences = []
    if not 1 <= len(setup.entrants) <= len(LETTERS):
        sentences.append(_("A game needs one to four sides."))
    for side in setup.entrants:
        if not _deployed(side):
            sentences.append(_("{side} has nobody on the table.", side=side.name))
    names = [side.name for side in setup.entrants]
    if len(set(names)) < len(names):
        sentences.append(_("Two sides have the same name."))
    if encounter.roles and setup.has_rivals and not _roles_fit(setup):
        sentences.append(_("{encounter} needs exactly one defender.", encounter=encounter.name))
    return sentences


def _deployed(side: Entrant) -> list[Member]:
    """Return the members of a side who are on the table from the beginning."""
    return [m for m in side.members if side.parts.get(m.id, "deployed") == "deployed"]


def _roles_fit(setup: Setup) -> bool:
    """Return whether there is one defender; or no role at all, where the sides roll off for it at the
    table."""
    roles = [side.role for side in setup.entrants]
    return not any(roles) or roles.count("defender") == 1


def warnings(setup: Setup, catalogue: Catalogue) -> list[str]:
    """Return what doesn't fit the Encounter; the players may begin anyway."""
    encounter = catalogue.encounters.get(setup.encounter)
    if encounter is None:
        return []
    sentences: list[str] = []
    for side in setup.entrants:
        sentences += _warnings_of(side, encounter, catalogue)
    return sentences


def _warnings_of(side: Entrant, encounter: Encounter, catalogue: Catalogue) -> Iterator[str]:
    """Yield what doesn't fit the Encounter about a side."""
    deployed = _deployed(side)
    most = most_deployed(encounter, side.role)
    if most is not None and len(deployed) > most:
        sentence = _(
            "{side} deploys {n}; the Encounter allows {most}.",
            side=side.name,
            n=len(deployed),
            most=most,
        )
        yield with_page(sentence, encounter.page)
    ids = {member.id for member in deployed}
    if side.leader and side.leader not in ids:
        yield _("{side} plays without its Leader.", side=side.name)
    for member in deployed:
        if sits_out(member, catalogue):
            yield _("{name} should miss this game.", name=member.name)


def zombies_for_levels(encounter: Encounter, setup: Setup, rules: Rules) -> int | None:
    """Return how many zombies start on the table for the Levels of those who play; None where the
    Encounter says how many: by the book, and where it places as many or more (ruling 95). Where noise
    draws no more than the table holds, they are no more either."""
    if not rules.switches.zombies_by_level:
        return None
    levels = sum(_levels(side) for side in setup.entrants)
    zombies = min(levels, _most_zombies(rules))
    if zombies <= encounter.zombies:
        return None
    return zombies


def _levels(side: Entrant) -> int:
    """Return the Levels of the members of a side who play."""
    return sum(m.level for m in side.members if side.parts.get(m.id) != "missing")


def _most_zombies(rules: Rules) -> int:
    """Return the most zombies that start on a table: where noise draws no more than it holds, no more
    start either."""
    if rules.switches.zombie_cap:
        return rules.catalogue.number("zombie_cap", "most")
    return STARTING_MOST


def more_zombies(setup: Setup) -> int:
    """Return how many zombies players' own rules add to a game."""
    return setup.zombies + sum(entrant.zombies for entrant in setup.entrants)


def zombies_at_start(encounter: Encounter, setup: Setup, rules: Rules) -> int:
    """Return how many zombies start on the table: those of the Encounter or for Levels, and those that
    players' own rules add while there is room."""
    by_levels = zombies_for_levels(encounter, setup, rules)
    zombies = encounter.zombies
    if by_levels is not None:
        zombies = by_levels
    room = max(0, _most_zombies(rules) - zombies)
    return zombies + min(room, more_zombies(setup))


def told_by_own_rules(more: int) -> tuple[str, ...]:
    """Say how many more zombies players' own rules add, in no sentence where they add none."""
    if not more:
        return ()
    sentence = ngettext(
        "Our rules: place {n} more zombie, if the table has room.",
        "Our rules: place {n} more zombies, as far as the table has room.",
        more,
    )
    return (sentence,)


def told_by_levels(encounter: Encounter, by_levels: int | None) -> tuple[str, ...]:
    """Say how many zombies are placed for Levels instead of the Encounter's (ruling 95), in no sentence
    where there are none."""
    if by_levels is None:
        return ()
    if encounter.zombies_carry:
        sentence = _(
            "Zombies by Level: place {n} instead of {printed}. {printed} Supply Tokens, as usual.",
            n=by_levels,
            printed=encounter.zombies,
        )
    else:
        sentence = _(
            "Zombies by Level: place {n} instead of {printed}.",
            n=by_levels,
            printed=encounter.zombies,
        )
    return (sentence,)


def begin(setup: Setup, rules: Rules) -> State:
    """Return the table before the first turn; RuleError for a setup with problems."""
    catalogue = rules.catalogue
    mistakes = problems(setup, catalogue)
    if mistakes:
        raise RuleError(" ".join(mistakes))
    encounter = catalogue.encounters[setup.encounter]
    pieces: list[Piece] = [_table(setup, encounter, rules)]
    defenders = []
    playing = _groups(setup)
    for letter, entrant in zip(LETTERS, setup.entrants, strict=False):
        pieces += _side(letter, entrant, playing, catalogue)
        if encounter.roles and entrant.role == "defender":
            defenders.append(letter)
    carriers = encounter.zombies if encounter.zombies_carry else 0
    for n in range(zombies_at_start(encounter, setup, rules)):
        pieces.append(new_zombie(f"Z{n + 1}", catalogue, token=n < carriers))
    for n in range(encounter.doors):
        pieces.append(new_door(f"T{n + 1}", _("Door {n}", n=n + 1), catalogue))
    return with_roles(State.of(rules, pieces), defenders)


def _table(setup: Setup, encounter: Encounter, rules: Rules) -> Table:
    """Return the game itself before the first turn."""
    values = starting_values(setup.counters, "campaign", rules.catalogue)
    return Table(
        encounter=encounter.key,
        tokens=encounter.tokens_for(len(setup.entrants)),
        draws=encounter.draws,
        arrivals=encounter.arrivals,
        vehicle=encounter.vehicle,
        together=setup.together and len(setup.entrants) > 1,
        counters=values,
        came=values,
        by_levels=zombies_for_levels(encounter, setup, rules),
        notes=setup.notes,
        more_zombies=more_zombies(setup),
    )


def _groups(setup: Setup) -> set[str]:
    """Return the ids of the groups that play."""
    return {entrant.group for entrant in setup.entrants}


def who_attacks(setup: Setup, encounter: Encounter) -> Roles:
    """Return the roles the Encounter assigns, by the letters the sides will have."""
    playing = _groups(setup)
    teams = []
    selfish = set()
    for letter, entrant in zip(LETTERS, setup.entrants, strict=False):
        teams.append(_team(letter, entrant, playing))
        if _has_selfish_leader(entrant):
            selfish.add(letter)
    return roles_from_encounter(encounter, teams, selfish)


def _has_selfish_leader(entrant: Entrant) -> bool:
    """Return whether the Leader of a side is Selfish."""
    leaders = [member for member in entrant.members if member.id == entrant.leader]
    return any(leader.keyword == "selfish" for leader in leaders)


def _team(letter: str, entrant: Entrant, playing: set[str], values: StoredValues = ()) -> Team:
    return Team(
        id=letter,
        name=entrant.name,
        group=entrant.group,
        player=entrant.player,
        rerolls=entrant.rerolls,
        perks=entrant.perks,
        captured=_to_rescue(entrant, playing),
        counters=values,
        came=values,
        points=entrant.points,
        notes=_notes_for("", entrant),
    )


def _to_rescue(entrant: Entrant, playing: set[str]) -> tuple[tuple[str, str, str], ...]:
    """Return the captured members of a side, as id, name and captor: those held by a group at this
    table, or by an unknown one (ruling 74)."""
    captured = []
    for member in entrant.captured:
        if not member.captor or member.captor in playing:
            captured.append((member.id, member.name, member.captor))
    return tuple(captured)


def _notes_for(member: str, entrant: Entrant) -> tuple[str, ...]:
    """Return the texts of the standing notes about a member, or for '' the whole group."""
    return tuple(note.text for note in entrant.notes if note.member == member)


def new_zombie(zombie: str, catalogue: Catalogue, *, token: bool = False) -> Zombie:
    """Return a basic zombie (p. 59)."""
    profile = catalogue.zombies[ZombieKey.ZOMBIE].profile
    return Zombie(
        id=zombie,
        name=_("Zombie {n}", n=zombie[1:]),
        AP=profile["AP"],
        CQC=profile["CQC"],
        S=profile["S"],
        DC=profile["DC"],
        H=profile["C"],  # the row's seventh number, which is Horror on a zombie's card
        token=token,
    )


def new_door(thing: str, name: str, catalogue: Catalogue) -> Marker:
    """Return a closed door (p. 35, p. 82)."""
    capacity = catalogue.number("door", "capacity")
    endurance = catalogue.number("door", "endurance")
    return Marker(id=thing, sort="door", name=name, capacity=capacity, E=endurance)


def _side(letter: str, entrant: Entrant, playing: set[str], catalogue: Catalogue) -> list[Piece]:
    """Return a side with its models and their weapons."""
    values = starting_values(entrant.counters, "group", catalogue)
    pieces: list[Piece] = [_team(letter, entrant, playing, values)]
    for n, member in enumerate(entrant.members, start=1):
        figure = f"{letter}{n}"
        pieces.append(_figure(figure, letter, member, entrant, catalogue))
        pieces += _weapons(figure, member, catalogue)
    return pieces


def _weapons(figure: str, member: Member, catalogue: Catalogue) -> Iterator[Piece]:
    """Yield a member's Firearms, close-combat weapons, and bare hands."""
    for n, firearm in enumerate(firearms_in_hand(member, catalogue), start=1):
        yield _gun(f"{figure}.g{n}", figure, firearm, member, catalogue)
    weapons = [weapon for weapon in melee_in_hand(member, catalogue) if weapon.item]
    for n, weapon in enumerate(weapons, start=1):
        yield _blade(f"{figure}.b{n}", figure, weapon, member, catalogue)
    (bare_hands,) = melee_in_hand(replace(member, gear=()), catalogue)
    yield _blade(f"{figure}.b0", figure, bare_hands, member, catalogue)


def _figure(
    figure: str, letter: str, member: Member, entrant: Entrant, catalogue: Catalogue
) -> Figure:
    """Return a member as a model, with the characteristics of the day."""
    values = starting_values(member.counters, "member", catalogue)
    member = replace(member, counters={**member.counters, **dict(values)})
    profile = explain(member, catalogue)
    endurance = profile["E"]
    against_shots = endurance.shooting
    if against_shots is None:
        against_shots = endurance.value
    injuries = [i.key for i in member.injuries if i.key in catalogue.injuries]
    is_leader = member.id == entrant.leader
    return Figure(
        id=figure,
        team=letter,
        name=member.name,
        AP=profile["AP"].permanent,
        CQC=profile["CQC"].value,
        FA=profile["FA"].value,
        S=profile["S"].value,
        E=endurance.value,
        e_shots=against_shots,
        DC=profile["DC"].value,
        C=profile["C"].value,
        I=profile["I"].value,
        member=member.id,
        type=member.type,
        keyword=member.keyword,
        skills=tuple(dict.fromkeys(skill.key for skill in member.skills)),
        injuries=tuple(injuries),
        noisy=member.skill_value(AttributeKey.NOISY),
        load=_load(member, catalogue),
        lifts=sum(skill.ignores_heavy for skill in skills_of(member, catalogue)),
        step_cost=sum(catalogue.injuries[key].step_cost for key in injuries),
        armour=_armour(member, catalogue),
        kit=tuple((item.id, item.key) for item in member.gear if item.key in catalogue.equipment),
        leader=is_leader,
        leads=is_leader,
        part=entrant.parts.get(member.id, "deployed"),
        counters=values,
        came=values,
        traits=tuple((trait.key, trait.text) for trait in held_traits(member, catalogue)),
        notes=_notes_for(member.id, entrant),
    )


def _load(member: Member, catalogue: Catalogue) -> int:
    """Return the Heavy of a member's gear other than weapons."""
    load = 0
    for item in member.gear:
        is_weapon = item.key in catalogue.firearms or item.key in catalogue.close_combat
        if not is_weapon:
            load += catalogue.gear(item.key).value_of(AttributeKey.HEAVY)
    return load


def _armour(member: Member, catalogue: Catalogue) -> str:
    """Return the name of the armour that a member wears; '' without any."""
    for item in member.gear:
        equipment = catalogue.equipment.get(item.key)
        if equipment is not None and equipment.armour:
            return item_name(item, catalogue)
    return ""


def _gun(
    gun: str, figure: str, firearm: FirearmInHand, member: Member, catalogue: Catalogue
) -> Gun:
    """Return a Firearm in a member's hands."""
    item = member.item(firearm.item)
    entry = catalogue.firearms[item.key]
    attached = {addition.key: addition.id for addition in item.attached}
    return Gun(
        id=gun,
        figure=figure,
        name=firearm.name,
        item=item.id,
        cls=entry.firearm_class,
        steps=tuple((step.inches, step.damage, step.knockback) for step in firearm.steps),
        rate=firearm.rate,
        reload=firearm.reload,
        reload_cost=firearm.reload_cost,
        lobotomizer=firearm.lobotomizer,
        noisy=firearm.noise,
        silent=firearm.silent,
        silencer=attached.get(EquipmentKey.SILENCER, ""),
        reflex=EquipmentKey.REFLEX_SIGHT in attached,
        point_blank=entry.has(AttributeKey.POINT_BLANK),
        explosive=entry.value_of(AttributeKey.EXPLOSIVE),
        fire=entry.has(AttributeKey.FIRE),
        one_use=entry.has(AttributeKey.ONE_USE),
        ammo_die=firearm.ammo_die,
        usable=firearm.usable,
        heavy=entry.value_of(AttributeKey.HEAVY),
        key=item.key,
    )


def _blade(
    blade: str, figure: str, weapon: MeleeInHand, member: Member, catalogue: Catalogue
) -> Blade:
    """Return a close-combat weapon, or bare hands, in a member's hands."""
    is_bare = not weapon.item
    key = ""
    heavy = 0
    if not is_bare:
        key = member.item(weapon.item).key
        heavy = catalogue.close_combat[key].value_of(AttributeKey.HEAVY)
    return Blade(
        id=blade,
        figure=figure,
        name=weapon.name,
        item=weapon.item,
        cqc=weapon.cqc_weapon,
        strength=weapon.strength_weapon,
        lobotomizer=weapon.lobotomizer,
        noisy=weapon.noise,
        heavy=heavy,
        bare=is_bare,
        key=key,
    )
