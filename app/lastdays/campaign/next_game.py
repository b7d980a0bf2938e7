"""The next game of a campaign: its set-up, its briefing, and a record filled in from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from lastdays.campaign.workspace import Actions
from lastdays.errors import LastDaysError
from lastdays.language import _, begun, joined, ngettext, titled
from lastdays.model.campaign import Campaign
from lastdays.model.changes import GamePlanned
from lastdays.model.counters import held_counters, level_in_words, sits_out
from lastdays.model.game_record import Appearance, GameRecord, Part, PlannedGame, Side
from lastdays.model.group import Group, Member
from lastdays.model.recruiting import empty_spaces, given, perk_keys, room_left
from lastdays.model.switches import Switches
from lastdays.model.weapons import firearms_in_hand
from lastdays.rulebook import Catalogue, Encounter, pictograms, with_page
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.known import AttributeKey, EncounterKey, EquipmentKey
from lastdays.rulebook.own import Step
from lastdays.rulebook.table_plan import TablePlan, plan_of
from lastdays.tabletop.last_days.setup import (
    LETTERS,
    Entrant,
    Setup,
    entrant_of,
    more_zombies,
    problems,
    sharing_a_refuge,
    told_by_levels,
    told_by_own_rules,
    warnings,
    who_attacks,
    zombies_at_start,
    zombies_for_levels,
)
from lastdays.tabletop.last_days.sides import Roles, most_deployed, why_attacks
from lastdays.tabletop.last_days.state import Rules
from lastdays.values import Value

#: The most groups in a game.
SIDES_MOST = len(LETTERS)


class NextGame(Value):
    """The next game: its plan, the groups that play, and what follows from these. `revision` is that of
    the campaign, as are the switches."""

    planned: PlannedGame
    groups: tuple[Group, ...]
    setup: Setup
    roles: Roles
    revision: int = 0
    switches: Switches = Switches()


class NextGameActions(Actions):
    """Actions to set up the next game, each a change of the campaign that can be undone."""

    def read(self, campaign: str, catalogue: Catalogue | None = None) -> NextGame:
        """Return the next game as set up so far, by `catalogue` or the rulebook in use."""
        view = self.workspace.campaign(campaign)
        planned = self.valid_plan(view.campaign)
        groups = tuple(self.workspace.snapshot(group).group for group in planned.groups)
        found = next_game(planned, groups, catalogue or self.catalogue)
        return replace(found, revision=view.revision, switches=view.campaign.switches)

    def valid_plan(self, campaign: Campaign) -> PlannedGame:
        """Return a campaign's plan as far as it is valid; without one a plan with the first two groups,
        and for a first game the book's Encounter (p. 98)."""
        planned, there = campaign.planned, set(campaign.groups)
        groups = tuple(group for group in planned.groups if group in there)
        known = planned.encounter in self.catalogue.encounters
        if planned.number == campaign.next_number:
            encounter = planned.encounter if known else ""
            defender = planned.defender if planned.defender in groups else ""
            return replace(planned, groups=groups, encounter=encounter, defender=defender)
        first = "" if campaign.games else EncounterKey.SCAVENGERS.value
        return PlannedGame(campaign.next_number, first, campaign.groups[:2])

    def plan(self, campaign: str, planned: PlannedGame) -> None:
        """Store the plan of the next game. LastDaysError for too many sides."""
        if len(planned.groups) > SIDES_MOST:
            raise LastDaysError("A game needs one to four sides.")
        found = self.workspace.campaign(campaign).campaign
        planned = replace(planned, number=found.next_number)
        if planned == self.valid_plan(found):
            return
        self.workspace.change_campaign(
            campaign, GamePlanned(planned.number), lambda c: replace(c, planned=planned)
        )

    def prefilled(self, campaign: str, record: GameRecord) -> GameRecord:
        """Return a new record filled in from the plan of the next game: its Encounter, who was deployed,
        which captives it is about. `record` has the sides of the groups that play."""
        game = self.read(campaign)
        entry = self.catalogue.encounters.get(game.planned.encounter)
        rescue = entry is not None and entry.captives
        entrants = {entrant.group: entrant for entrant in game.setup.entrants}
        sides = tuple(
            _filled_in(side, entrants[side.group], game, rescue=rescue)
            if side.group in entrants
            else side
            for side in record.sides
        )
        together = game.planned.together and len(sides) > 1
        encounter = game.planned.encounter or record.encounter
        return replace(record, encounter=encounter, sides=sides, together=together)


def _filled_in(side: Side, entrant: Entrant, game: NextGame, *, rescue: bool) -> Side:
    """Fill in which part a side's members have. The fate of captives in this Rescue is open, others stay
    held (ruling 74)."""
    playing = {"", *(group.id for group in game.groups)}
    appearances = tuple(replace(a, part=_part(entrant.parts, a)) for a in side.appearances)
    captives = side.captives
    if rescue:
        captives = tuple(
            replace(
                c,
                fate="open" if entrant.role == "attacker" and c.captor in playing else "held",
            )
            for c in captives
        )
    return replace(side, appearances=appearances, captives=captives)


def _part(parts: Mapping[str, str], appearance: Appearance) -> Part:
    match parts.get(appearance.member):
        case "held-back":
            return "held-back"
        case "missing":
            return "missing"
    return "deployed"


def next_game(planned: PlannedGame, groups: tuple[Group, ...], catalogue: Catalogue) -> NextGame:
    """Return the next game of a plan, with who attacks and defends, and who is deployed."""
    plain = tuple(entrant_of(group, catalogue, {}) for group in groups)
    together = planned.together and len(groups) > 1
    encounter = catalogue.encounters.get(planned.encounter)
    if encounter is None:
        return NextGame(planned, groups, Setup(planned.encounter, plain, together), Roles())
    roles = who_attacks(Setup(encounter.key, plain), encounter)
    defender = planned.defender
    if not defender and roles.defender and not planned.rolled_at_table:
        defender = groups[LETTERS.index(roles.defender)].id
    if planned.rolled_at_table or not encounter.roles:
        defender = ""
    rivals = len(groups) > 1 and not planned.together
    entrants = []
    for group in groups:
        role = ""
        if encounter.roles and (defender or not rivals):
            defends = defender == group.id if rivals else bool(defender)
            role = "defender" if defends else "attacker"
        comes = role == "defender" and encounter.arrivals
        behind = "held-back" if comes else "missing"
        parts = default_parts(group, most_deployed(encounter, role), behind, catalogue)
        parts |= {m: part for m, part in planned.parts.items() if m in parts}
        entrants.append(entrant_of(group, catalogue, parts, role))
    if defender and not rivals:
        host = [group.id for group in groups].index(defender)
        entrants = [*sharing_a_refuge(entrants, host)]
    setup = Setup(
        encounter.key,
        tuple(entrants),
        together,
        notes=planned.notes,
        zombies=planned.zombies,
    )
    return NextGame(planned, groups, setup, roles)


def default_parts(
    group: Group, most: int | None, behind: str, catalogue: Catalogue
) -> dict[str, str]:
    """Return the default parts of members, the Leader's first. The Leader and the first others are
    deployed, as many as the Encounter allows; `behind` is the part of the rest (ruling 81). Those who
    miss the next game are missing (ruling 90)."""
    parts: dict[str, str] = {}
    for member in sorted(group.active, key=lambda m: m.id != group.leader):
        deployed = list(parts.values()).count("deployed")
        if sits_out(member, catalogue):
            parts[member.id] = "missing"
        elif most is None or deployed < most:
            parts[member.id] = "deployed"
        else:
            parts[member.id] = behind
    return parts


#: One-use gear for after the game (ruling 60).
_FOR_LATER = (EquipmentKey.MEDICAL_SUPPLIES, EquipmentKey.MOD_KIT)


class Reminder(Value):
    """A reminder: its pictogram, a name, and a text. `kind` is 'harm', 'well', 'warn' or ''."""

    drawing: str
    name: str
    text: str
    kind: str = ""


class EncounterFigure(Value):
    """A number of the Encounter: '3' zombies."""

    drawing: str
    text: str
    name: str


class MemberBrief(Value):
    """A member before the game. `part` is 'deployed', 'held-back', 'missing' or 'captured'."""

    id: str
    name: str
    type_name: str
    keyword: str
    part: str
    leads: bool
    reminders: tuple[Reminder, ...]


class SideBrief(Value):
    """A side before the game: its role, how many it deploys, of how many at most (None for all), Perks
    that matter and standing notes, its members."""

    group: str
    name: str
    role: str
    deployed: int
    most: int | None
    perks: tuple[Reminder, ...]
    members: tuple[MemberBrief, ...]

    @property
    def role_name(self) -> str:
        """Return the role in words, '' for none."""
        return {"attacker": _("attacks"), "defender": _("defends")}.get(self.role, "")

    @property
    def deploys(self) -> str:
        """Say how many members are deployed."""
        if self.most is None:
            return _("Deploys {n} of {all}", n=self.deployed, all=self._able)
        return _("Deploys {n} of up to {most}", n=self.deployed, most=self.most)

    @property
    def _able(self) -> int:
        return sum(member.part != "captured" for member in self.members)

    def by_reminder(self) -> list[tuple[Reminder, tuple[str, ...]]]:
        """Return each reminder with the names of its members."""
        found: dict[Reminder, list[str]] = {}
        for member in self.members:
            for reminder in member.reminders:
                found.setdefault(reminder, []).append(member.name)
        return [(reminder, tuple(names)) for reminder, names in found.items()]


class Briefing(Value):
    """The briefing of an Encounter for the sides that play it."""

    name: str
    number: int
    drawing: str
    page: int
    scene: str
    why: str
    figures: tuple[EncounterFigure, ...]
    steps: tuple[str, ...]
    rules: tuple[str, ...]
    end: str
    plan: TablePlan
    sides: tuple[SideBrief, ...]
    doubts: tuple[str, ...]
    wrong: tuple[str, ...]


def briefing(game: NextGame, catalogue: Catalogue) -> Briefing | None:
    """Return the briefing for a game, None while its Encounter is open."""
    encounter = catalogue.encounters.get(game.planned.encounter)
    if encounter is None:
        return None
    entrants = game.setup.entrants
    perks = _home_perks(encounter, entrants)
    names = {letter: e.name for letter, e in zip(LETTERS, entrants, strict=False)}
    why = ""
    if encounter.roles and game.setup.has_rivals:
        why = why_attacks(encounter, game.roles, names)
    wrong = tuple(problems(game.setup, catalogue)) if entrants else ()
    rules = Rules(catalogue, game.switches)
    by_levels = zombies_for_levels(game.setup, rules)
    zombies = zombies_at_start(encounter, game.setup, rules)
    rivals, role = game.setup.has_rivals, entrants[0].role if entrants else ""
    steps = encounter.set_up(perks, rivals=rivals, role=role)
    table = catalogue.number("table", "side")
    return Briefing(
        name=encounter.name,
        number=encounter.number,
        drawing=encounter.drawing,
        page=encounter.page,
        scene=encounter.scene_for(rivals=rivals),
        why=why,
        figures=tuple(_figures(encounter, game.setup, zombies)),
        steps=(
            *steps,
            *told_by_levels(encounter, by_levels),
            *told_by_own_rules(more_zombies(game.setup)),
        ),
        rules=(
            *encounter.rules_for(catalogue.objective_worth(encounter.key)),
            *_came_before(game.planned),
            *game.setup.notes,
        ),
        end=encounter.ends_for(rivals=rivals),
        plan=plan_of(encounter, table, perks, rivals=rivals, role=role),
        sides=tuple(
            _side(group, entrant, encounter, catalogue, game)
            for group, entrant in zip(game.groups, entrants, strict=True)
        ),
        doubts=(*wrong, *warnings(game.setup, catalogue)),
        wrong=wrong,
    )


def _home_perks(encounter: Encounter, entrants: tuple[Entrant, ...]) -> set[str]:
    """Return the Perks of the defended Refuge, or of all sides while the defender is open."""
    if not encounter.roles:
        return set()
    return {perk for e in entrants if e.role != "attacker" for perk in e.perks}


def _figures(encounter: Encounter, setup: Setup, zombies: int) -> Iterator[EncounterFigure]:
    """Yield the numbers of the Encounter, for those who play, with so many zombies."""
    roles = {entrant.role for entrant in setup.entrants}
    for role, number, name in (
        ("attacker", encounter.attackers, _("attackers")),
        ("defender", encounter.defenders, _("defenders")),
    ):
        if number is not None and (setup.has_rivals or role in roles):
            yield EncounterFigure(pictograms.place("group"), _("≤ {n}", n=number), name)
    if zombies:
        yield EncounterFigure(pictograms.token("zombie"), str(zombies), _("zombies"))
    tokens = encounter.tokens_for(len(setup.entrants))
    if encounter.tokens_carried and (setup.has_rivals or "defender" in roles):
        tokens += encounter.defenders or 0
    if encounter.zombies_carry:
        tokens += encounter.zombies
    if tokens:
        yield EncounterFigure(pictograms.token("supply"), str(tokens), _("Supply Tokens"))


# A side


def _side(
    group: Group,
    entrant: Entrant,
    encounter: Encounter,
    catalogue: Catalogue,
    game: NextGame,
) -> SideBrief:
    leading, playing = group.leading, {g.id for g in game.groups}
    members = []
    for member in group.roster:
        captured = member.status == "captured"
        part = "captured" if captured else entrant.parts.get(member.id, "deployed")
        kind = catalogue.character(member.type)
        reminders: tuple[Reminder, ...]
        if captured:
            here = encounter.captives and entrant.role == "attacker"
            reminders = (_held(member, freed=here and member.captor in ("", *playing)),)
        else:
            reminders = (
                *_reminders(member, catalogue),
                *_rolled_for(game.planned, member, catalogue),
                *_notes(group, member.id),
            )
        leads = leading is not None and leading.id == member.id
        members.append(
            MemberBrief(member.id, member.name, kind.name, kind.keyword, part, leads, reminders)
        )
    members.sort(key=lambda m: (not m.leads, m.part == "captured"))
    return SideBrief(
        group.id,
        group.name,
        entrant.role,
        sum(m.part == "deployed" for m in members),
        most_deployed(encounter, entrant.role),
        (*_perks(group, entrant.role, encounter, catalogue), *_notes(group)),
        tuple(members),
    )


def _came_before(planned: PlannedGame) -> Iterator[str]:
    """Yield what the rows say that the players' own steps rolled before the game, for the campaign or a
    whole group: 'Weather: Snow.'"""
    for result in planned.before:
        if result.step and result.rows and not result.member:
            yield titled(result.called, result.text)


def _rolled_for(planned: PlannedGame, member: Member, catalogue: Catalogue) -> Iterator[Reminder]:
    """Yield what was rolled for a member before the game."""
    for result in planned.before:
        if result.step and result.rows and result.member == member.id:
            step = catalogue.own.step(result.step)
            drawing = step.drawing if step is not None else pictograms.of(Step.KIND, "")
            yield Reminder(drawing, result.name, result.text)


def _notes(group: Group, member: str = "") -> Iterator[Reminder]:
    """Yield the standing notes that players' own rules left about a member, or for '' the whole group."""
    for note in group.next_encounter.notes:
        if note.member == member:
            yield Reminder(pictograms.token("marker"), _("Our rules"), note.text)


def _perks(
    group: Group, role: str, encounter: Encounter, catalogue: Catalogue
) -> Iterator[Reminder]:
    """Yield what a group's Refuge means for this Encounter."""
    has = perk_keys(group, catalogue)
    for perk in given(group, catalogue).ammo:
        text = ngettext(
            "{n} failed Ammo Roll may be re-rolled.",
            "{n} failed Ammo Rolls may be re-rolled.",
            perk.ammo_rerolls,
        )
        yield Reminder(perk.drawing, perk.name, with_page(text, perk.page), "well")
    if encounter.doors and role != "attacker":
        here = {step.perk for step in encounter.setup if step.perk}
        here |= {perk.key for perk in catalogue.perks.values() if perk.sturdy_doors or perk.solid}
        for key in dict.fromkeys(has):
            if key in here:
                perk = catalogue.perks[key]
                text = perk.summary.rpartition(f"{titled(encounter.name)} ")[2]
                text = with_page(begun(text), perk.page)
                yield Reminder(perk.drawing, perk.name, text, "well")
    if encounter.captives:
        yield _stranger(room_left(group, catalogue))
    no_place_for_vehicle = group.on_the_road and empty_spaces(group, catalogue) <= 0
    if encounter.perk and not no_place_for_vehicle:
        yield _vehicle(group, has, encounter, catalogue)


def _stranger(room: int | None) -> Reminder:
    """Return whether a freed stranger can join, where so many fit in; None for any number (p. 104)."""
    kind = ""
    if room is None:
        text = _("They may join, unarmed.")
    elif room > 0:
        text = ngettext(
            "The Refuge has room for {n} more: they may join, unarmed.",
            "The Refuge has room for {n} more: they may join, unarmed.",
            room,
        )
    else:
        text, kind = _("The Refuge is full: they can't join."), "warn"
    return Reminder(pictograms.token("member"), _("A freed stranger"), text, kind)


def _vehicle(
    group: Group, has: tuple[str, ...], encounter: Encounter, catalogue: Catalogue
) -> Reminder:
    """Return whether the vehicle can become a Perk of this Refuge (p. 107, ruling 50)."""
    perk = catalogue.perks[encounter.perk]
    kind = "warn"
    if perk.key in has:
        text = _("The Refuge already has one: the vehicle can't become another.")
    elif empty_spaces(group, catalogue) <= 0:
        text = _("No Empty Space is left: the vehicle can't become a Perk.")
    else:
        text, kind = _("The Refuge has an Empty Space for the vehicle."), ""
    return Reminder(perk.drawing, perk.name, text, kind)


def _reminders(member: Member, catalogue: Catalogue) -> Iterator[Reminder]:
    """Yield the reminders about a member."""
    if member.misses:
        text = ngettext("{n} game to miss.", "{n} games to miss, this one included.", member.misses)
        yield Reminder(pictograms.token("missing"), _("Sits out"), text, "harm")
    for held in held_counters(member.counters, "member", catalogue):
        if held.level is not None and (does := level_in_words(held.level)):
            yield Reminder(held.drawing, held.level.name, does, "harm" if held.harms else "")
    if member.newcomer:
        text = _("Keeps the starting gear until after this game (p.\u00a094).")
        yield Reminder(pictograms.token("level"), _("New"), text)
    if (skill := catalogue.giver(member, Effect.LEADS_AMBUSH)) is not None:
        text = _(
            "May lead up to {n} Characters round the flank as they deploy.",
            n=catalogue.number("ambush", "most"),
        )
        yield Reminder(skill.drawing, skill.name, with_page(text, skill.page))
    yield from _gear(member, catalogue)
    useless = [gun.name for gun in firearms_in_hand(member, catalogue) if not gun.usable]
    if useless:
        text = _("Can't fire: {guns}.", guns=joined(useless))
        yield Reminder(pictograms.token("weapon"), _("Can't fire"), text, "warn")


def _held(member: Member, *, freed: bool) -> Reminder:
    """Return who holds a captured member, and whether this game may free them (ruling 74)."""
    by = member.captor_name
    match bool(by), freed:
        case True, True:
            text = _("Held by {group}: on the table as the Captive, to be brought home.")
        case True, False:
            text = _("Held by {group}: can't play.")
        case False, True:
            text = _("Captured: on the table as the Captive, to be brought home.")
        case _:
            text = _("Captured: can't play.")
    return Reminder(pictograms.token("captured"), _("Captured"), text.format(group=by), "harm")


def _gear(member: Member, catalogue: Catalogue) -> Iterator[Reminder]:
    """Yield what is declared before the game (ruling 47), and what is gone once it is used."""
    once = []
    for item in member.gear:
        for piece in (item, *item.attached):
            entry = catalogue.gear(piece.key)
            if not entry.has(AttributeKey.ONE_USE) or piece.key in _FOR_LATER:
                continue
            if piece.key == EquipmentKey.BOOZE:
                text = _("Declare before the game whether to drink it.")
                yield Reminder(entry.drawing, entry.name, with_page(text, entry.page), "warn")
            elif piece.key == EquipmentKey.SILENCER and piece is not item:
                text = _(
                    "On {gun}: declare before the game whether to use it.",
                    gun=catalogue.gear(item.key).name,
                )
                yield Reminder(entry.drawing, entry.name, with_page(text, entry.page), "warn")
            elif piece.key != EquipmentKey.SILENCER:  # in a pocket it silences nothing
                once.append(piece.key)
    for key in dict.fromkeys(once):
        entry, n = catalogue.gear(key), once.count(key)
        name = _("{name} × {n}", name=entry.name, n=n) if n > 1 else entry.name
        yield Reminder(entry.drawing, name, _("Gone once used."))
