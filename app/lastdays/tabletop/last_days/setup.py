"""Setting up a session of *Last Days*: sides from groups or quick sides, and an Encounter's
table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.model.counters import held_traits, sits_out
from lastdays.model.group import Group, Member, StandingNote
from lastdays.model.profile import explain, item_name, skills_of
from lastdays.model.recruiting import given, perk_keys
from lastdays.model.weapons import FirearmInHand, MeleeInHand, firearms_in_hand, melee_in_hand
from lastdays.rulebook import Catalogue, Encounter, with_page
from lastdays.rulebook.known import AttributeKey, EquipmentKey, ZombieKey
from lastdays.tabletop.last_days.own_counters import Values, brought
from lastdays.tabletop.last_days.sides import Roles, assign, follow, most_deployed
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
    leader = group.leading
    return Entrant(
        name=group.name,
        members=group.active,
        leader=leader.id if leader is not None and leader.status == "active" else "",
        group=group.id,
        player=group.player,
        role=role,
        parts=parts,
        rerolls=given(group, catalogue).ammo_rerolls,
        perks=perk_keys(group, catalogue),
        captured=tuple(m for m in group.roster if m.status == "captured"),
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
    found = []
    if setup.encounter not in catalogue.encounters:
        return [_("Choose an Encounter.")]
    encounter = catalogue.encounters[setup.encounter]
    if not 1 <= len(setup.entrants) <= len(LETTERS):
        found.append(_("A game needs one to four sides."))
    for side in setup.entrants:
        if not any(side.parts.get(m.id, "deployed") == "deployed" for m in side.members):
            found.append(_("{side} has nobody on the table.", side=side.name))
    names = [e.name for e in setup.entrants]
    if len(set(names)) < len(names):
        found.append(_("Two sides have the same name."))
    if encounter.roles and setup.has_rivals:
        # No role is set if the sides roll off for it at the table.
        roles = [e.role for e in setup.entrants]
        if any(roles) and roles.count("defender") != 1:
            found.append(_("{encounter} needs exactly one defender.", encounter=encounter.name))
    return found


def warnings(setup: Setup, catalogue: Catalogue) -> list[str]:
    """Return what doesn't fit the Encounter; the players may begin anyway."""
    encounter = catalogue.encounters.get(setup.encounter)
    if encounter is None:
        return []
    found = []
    for side in setup.entrants:
        most = most_deployed(encounter, side.role)
        deployed = [m for m in side.members if side.parts.get(m.id, "deployed") == "deployed"]
        if most is not None and len(deployed) > most:
            text = _("{side} deploys {n}; the Encounter allows {most}.")
            said = text.format(side=side.name, n=len(deployed), most=most)
            found.append(with_page(said, encounter.page))
        if side.leader and side.leader not in {m.id for m in deployed}:
            found.append(_("{side} plays without its Leader.", side=side.name))
        for member in deployed:
            if sits_out(member, catalogue):
                found.append(_("{name} should miss this game.", name=member.name))
    return found


def zombies_for_levels(encounter: Encounter, setup: Setup, rules: Rules) -> int | None:
    """Return how many zombies start on the table for the Levels of those who play; None where the
    Encounter says how many: by the book, and where it places as many or more (ruling 95). Where noise
    draws no more than the table holds, they are no more either."""
    if not rules.switches.zombies_by_level:
        return None
    levels = sum(
        member.level
        for side in setup.entrants
        for member in side.members
        if side.parts.get(member.id) != "missing"
    )
    zombies = min(levels, _most_zombies(rules))
    return zombies if zombies > encounter.zombies else None


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
    said = ngettext(
        "Our rules: place {n} more zombie, if the table has room.",
        "Our rules: place {n} more zombies, as far as the table has room.",
        more,
    )
    return (said,)


def told_by_levels(encounter: Encounter, by_levels: int | None) -> tuple[str, ...]:
    """Say how many zombies are placed for Levels instead of the Encounter's (ruling 95), in no sentence
    where there are none."""
    if by_levels is None:
        return ()
    said = _("Zombies by Level: place {n} instead of {printed}.")
    if encounter.zombies_carry:
        said = _(
            "Zombies by Level: place {n} instead of {printed}. {printed} Supply Tokens, as usual."
        )
    return (said.format(n=by_levels, printed=encounter.zombies),)


def begin(setup: Setup, rules: Rules) -> State:
    """Return the table before the first turn; RuleError for a setup with problems."""
    catalogue = rules.catalogue
    said = problems(setup, catalogue)
    if said:
        raise RuleError(" ".join(said))
    encounter = catalogue.encounters[setup.encounter]
    values = brought(setup.counters, "campaign", catalogue)
    by_levels = zombies_for_levels(encounter, setup, rules)
    zombies = zombies_at_start(encounter, setup, rules)
    carried = encounter.zombies if encounter.zombies_carry else 0
    pieces: list[Piece] = [
        Table(
            encounter=encounter.key,
            tokens=encounter.tokens_for(len(setup.entrants)),
            draws=encounter.draws,
            arrivals=encounter.arrivals,
            vehicle=encounter.vehicle,
            together=setup.together and len(setup.entrants) > 1,
            counters=values,
            came=values,
            by_levels=by_levels,
            notes=setup.notes,
            more_zombies=more_zombies(setup),
        )
    ]
    playing = {e.group for e in setup.entrants}
    defenders = []
    for letter, entrant in zip(LETTERS, setup.entrants, strict=False):
        pieces += _side(letter, entrant, playing, catalogue)
        if encounter.roles and entrant.role == "defender":
            defenders.append(letter)
    for n in range(zombies):
        pieces.append(new_zombie(f"Z{n + 1}", catalogue, token=n < carried))
    for n in range(encounter.doors):
        pieces.append(new_door(f"T{n + 1}", _("Door {n}", n=n + 1), catalogue))
    return assign(State.of(rules, pieces), defenders)


def who_attacks(setup: Setup, encounter: Encounter) -> Roles:
    """Return the roles the Encounter assigns, by the letters the sides will have."""
    sides = list(zip(LETTERS, setup.entrants, strict=False))
    playing = {entrant.group for entrant in setup.entrants}
    selfish = {
        letter
        for letter, side in sides
        for member in side.members
        if member.id == side.leader and member.keyword == "selfish"
    }
    return follow(encounter, [_team(letter, e, playing) for letter, e in sides], selfish)


def _team(letter: str, entrant: Entrant, playing: set[str], values: Values = ()) -> Team:
    return Team(
        id=letter,
        name=entrant.name,
        group=entrant.group,
        player=entrant.player,
        rerolls=entrant.rerolls,
        perks=entrant.perks,
        captured=tuple(  # by a captor at this table, or an unknown one (ruling 74)
            (m.id, m.name, m.captor)
            for m in entrant.captured
            if not m.captor or m.captor in playing
        ),
        counters=values,
        came=values,
        points=entrant.points,
        notes=_notes_for("", entrant),
    )


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
    capacity, endurance = (catalogue.number("door", key) for key in ("capacity", "endurance"))
    return Marker(thing, "door", name, capacity=capacity, E=endurance)


def _side(letter: str, entrant: Entrant, playing: set[str], catalogue: Catalogue) -> list[Piece]:
    values = brought(entrant.counters, "group", catalogue)
    pieces: list[Piece] = [_team(letter, entrant, playing, values)]
    for n, member in enumerate(entrant.members, start=1):
        figure = _figure(f"{letter}{n}", letter, member, entrant, catalogue)
        pieces.append(figure)
        for m, shooter in enumerate(firearms_in_hand(member, catalogue), start=1):
            pieces.append(_gun(f"{figure.id}.g{m}", figure.id, shooter, member, catalogue))
        armed = [f for f in melee_in_hand(member, catalogue) if f.item]
        (bare,) = melee_in_hand(replace(member, gear=()), catalogue)
        pieces += [
            _blade(f"{figure.id}.b{m}", figure.id, fighter, member, catalogue)
            for m, fighter in (*enumerate(armed, start=1), (0, bare))
        ]
    return pieces


def _figure(
    figure: str, letter: str, member: Member, entrant: Entrant, catalogue: Catalogue
) -> Figure:
    values = brought(member.counters, "member", catalogue)
    member = replace(member, counters={**member.counters, **dict(values)})
    now = explain(member, catalogue)
    weapons = catalogue.firearms.keys() | catalogue.close_combat.keys()
    endurance = now["E"]
    return Figure(
        id=figure,
        team=letter,
        name=member.name,
        AP=now["AP"].permanent,
        CQC=now["CQC"].value,
        FA=now["FA"].value,
        S=now["S"].value,
        E=endurance.value,
        e_shots=endurance.value if endurance.shooting is None else endurance.shooting,
        DC=now["DC"].value,
        C=now["C"].value,
        I=now["I"].value,
        member=member.id,
        type=member.type,
        keyword=member.keyword,
        skills=tuple(dict.fromkeys(s.key for s in member.skills)),
        injuries=tuple(i.key for i in member.injuries if i.key in catalogue.injuries),
        noisy=member.skill_value(AttributeKey.NOISY),
        load=sum(
            catalogue.gear(i.key).value_of(AttributeKey.HEAVY)
            for i in member.gear
            if i.key not in weapons
        ),
        lifts=sum(skill.ignores_heavy for skill in skills_of(member, catalogue)),
        step_cost=sum(
            catalogue.injuries[i.key].step_cost
            for i in member.injuries
            if i.key in catalogue.injuries
        ),
        armour=next(
            (
                item_name(i, catalogue)
                for i in member.gear
                if i.key in catalogue.equipment and catalogue.equipment[i.key].armour
            ),
            "",
        ),
        kit=tuple((i.id, i.key) for i in member.gear if i.key in catalogue.equipment),
        leader=member.id == entrant.leader,
        leads=member.id == entrant.leader,
        part=entrant.parts.get(member.id, "deployed"),
        counters=values,
        came=values,
        traits=tuple((one.key, one.text) for one in held_traits(member, catalogue)),
        notes=_notes_for(member.id, entrant),
    )


def _gun(
    gun: str, figure: str, shooter: FirearmInHand, member: Member, catalogue: Catalogue
) -> Gun:
    item = member.item(shooter.item)
    entry = catalogue.firearms[item.key]
    attached = {a.key: a.id for a in item.attached}
    return Gun(
        id=gun,
        figure=figure,
        name=shooter.name,
        item=item.id,
        cls=entry.firearm_class,
        steps=tuple((s.inches, s.damage, s.knockback) for s in shooter.steps),
        rate=shooter.rate,
        reload=shooter.reload,
        reload_cost=shooter.reload_cost,
        lobotomizer=shooter.lobotomizer,
        noisy=shooter.noise,
        silent=shooter.silent,
        silencer=attached.get(EquipmentKey.SILENCER, ""),
        reflex=EquipmentKey.REFLEX_SIGHT in attached,
        point_blank=entry.has(AttributeKey.POINT_BLANK),
        explosive=entry.value_of(AttributeKey.EXPLOSIVE),
        fire=entry.has(AttributeKey.FIRE),
        one_use=entry.has(AttributeKey.ONE_USE),
        ammo_die=shooter.ammo_die,
        usable=shooter.usable,
        heavy=entry.value_of(AttributeKey.HEAVY),
        key=item.key,
    )


def _blade(
    blade: str, figure: str, fighter: MeleeInHand, member: Member, catalogue: Catalogue
) -> Blade:
    key = member.item(fighter.item).key if fighter.item else ""
    return Blade(
        id=blade,
        figure=figure,
        name=fighter.name,
        item=fighter.item,
        cqc=fighter.cqc_weapon,
        strength=fighter.strength_weapon,
        lobotomizer=fighter.lobotomizer,
        noisy=fighter.noise,
        heavy=catalogue.close_combat[key].value_of(AttributeKey.HEAVY) if key else 0,
        bare=not fighter.item,
        key=key,
    )
