"""A game that is planned: its set-up, its briefing, and a record filled in from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from lastdays.campaign.overview import HalfDone
from lastdays.campaign.workspace import Actions
from lastdays.errors import LastDaysError
from lastdays.language import _, capitalised, joined, ngettext, titled
from lastdays.model.campaign import Campaign
from lastdays.model.changes import GamePlanned
from lastdays.model.counters import held_counters, level_in_words, sits_out
from lastdays.model.fields import CAMPAIGN
from lastdays.model.fixtures import Drawn, Fixture
from lastdays.model.game_record import Appearance, CaptiveRecord, GameRecord, Part, Side
from lastdays.model.group import Group, Item, Member
from lastdays.model.recruiting import empty_spaces, perk_help, perk_keys, room_left
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
    """A game that is planned: its fixture, the groups that play, and what follows from these. `number`
    is the one it gets if the fixtures are played in order. `revision` is that of the campaign, as are
    the switches."""

    fixture: Fixture
    groups: tuple[Group, ...]
    setup: Setup
    roles: Roles
    number: int
    revision: int = 0
    switches: Switches = Switches()


class NextGameActions(Actions):
    """Actions to set up a game, each a change of the campaign that can be undone."""

    def read(
        self, campaign: str, fixture: str = "", catalogue: Catalogue | None = None
    ) -> NextGame:
        """Return a game as set up so far, by `catalogue` or the rulebook in use. Without the id of a
        fixture that is to be played it is the first of those, or one that isn't stored yet."""
        view = self.workspace.campaign(campaign)
        value = view.campaign
        planned = self.valid_fixture(value, fixture)
        groups = tuple(self.workspace.snapshot(group).group for group in planned.groups)
        game = next_game(
            planned, groups, catalogue or self.catalogue, number_of_fixture(planned, value)
        )
        return replace(game, revision=view.revision, switches=value.switches)

    def valid_fixture(self, campaign: Campaign, fixture: str = "") -> Fixture:
        """Return a fixture that is to be played as far as it is valid: that of an id, else the first;
        without any a new one with the first two groups."""
        to_play = campaign.open_fixtures
        if not to_play:
            return replace(self.new_fixture(campaign), groups=campaign.groups[:2])
        planned = to_play[0]
        for other in to_play:
            if other.id == fixture:
                planned = other
        members = set(campaign.groups)
        groups = tuple(group for group in planned.groups if group in members)
        if planned.encounter not in self.catalogue.encounters:
            planned = replace(planned, encounter="")
        if planned.defender not in groups:
            planned = replace(planned, defender="")
        return replace(planned, groups=groups)

    def new_fixture(self, campaign: Campaign) -> Fixture:
        """Return a new fixture without groups; for a first game it has the book's Encounter (p. 98)."""
        if campaign.games:
            return Fixture()
        return Fixture(encounter=EncounterKey.SCAVENGERS.value)

    def who_can_fight(self, game: NextGame, group: str) -> tuple[Member, ...]:
        """Return the members of a group in the game who can be deployed: those who don't miss it."""
        members: list[Member] = []
        for playing in game.groups:
            if playing.id == group:
                members += playing.active
        return tuple(member for member in members if not sits_out(member, self.catalogue))

    def with_deployed(self, game: NextGame, group: str, fighting: Collection[str]) -> Fixture:
        """Return the fixture of a game in which these members of a side are deployed, and its others may
        come later or stay behind, as the Encounter has it."""
        parts = dict(game.fixture.parts)
        for member in self.who_can_fight(game, group):
            parts[member.id] = (
                "deployed" if member.id in fighting else self.part_of_undeployed(game, group)
            )
        return replace(game.fixture, parts=parts)

    def part_of_undeployed(self, game: NextGame, group: str) -> str:
        """Return the part that members of a group have who aren't deployed: 'held-back' if they may arrive
        later, else 'missing'."""
        encounter = self.catalogue.encounters.get(game.fixture.encounter)
        if encounter is None or not encounter.arrivals:
            return "missing"
        for entrant in game.setup.entrants:
            if entrant.group == group and entrant.role == "defender":
                return "held-back"
        return "missing"

    def with_drawn(self, game: NextGame, drawn: Drawn, fighting: Collection[str]) -> Fixture:
        """Return the fixture of a game in which the members of a side who fight were drawn at random."""
        fixture = self.with_deployed(game, drawn.group, fighting)
        others = [other for other in fixture.drawn if other.group != drawn.group]
        return replace(fixture, drawn=(*others, drawn))

    def fixture_of(self, campaign: str, group: str) -> str:
        """Return the id of the first fixture that a group has still to play, '' for none."""
        for fixture in self.workspace.campaign(campaign).campaign.open_fixtures:
            if group in fixture.groups:
                return fixture.id
        return ""

    def plan(self, campaign: str, planned: Fixture, *, first: bool = False) -> str:
        """Store a fixture as it is set up now, and return its id; one without an id is added to the
        others, as the `first` or the last. LastDaysError for too many sides or fixtures."""
        if len(planned.groups) > SIDES_MOST:
            raise LastDaysError("A game needs one to four sides.")
        value = self.workspace.campaign(campaign).campaign
        if planned == self.valid_fixture(value, planned.id):
            return planned.id
        fixture = planned if planned.id else replace(planned, id=self.workspace.new_id())
        number = number_of_fixture(fixture, value)
        self.workspace.change_campaign(
            campaign, GamePlanned(number), lambda c: with_fixture(c, fixture, first=first)
        )
        return fixture.id

    def prefilled_record(self, campaign: str, record: GameRecord, fixture: str = "") -> GameRecord:
        """Return a new record filled in from a fixture: its Encounter, who was deployed, which captives
        it is about. `record` has the sides of the groups that play."""
        game = self.read(campaign, fixture)
        planned = game.fixture
        encounter = self.catalogue.encounters.get(planned.encounter)
        is_rescue = encounter is not None and encounter.captives
        entrants = {entrant.group: entrant for entrant in game.setup.entrants}
        sides = []
        for side in record.sides:
            if side.group in entrants:
                side = _side_filled_in(side, entrants[side.group], game, rescue=is_rescue)
            sides.append(side)
        return replace(
            record,
            encounter=planned.encounter or record.encounter,
            sides=tuple(sides),
            together=planned.together and len(sides) > 1,
            fixture=planned.id,
        )


def session_of_fixture(
    fixture: str, side_names: tuple[str, ...], half_done: Iterable[HalfDone]
) -> str:
    """Return the id of the session at which a fixture is played by sides of these names, '' for none:
    one that was begun from it, or from no fixture."""
    for unfinished in half_done:
        is_session = unfinished.kind == "session"
        is_of_fixture = unfinished.fixture == fixture
        is_of_these_sides = not unfinished.fixture and unfinished.names == side_names
        if is_session and (is_of_fixture or is_of_these_sides):
            return unfinished.id
    return ""


def number_of_fixture(fixture: Fixture, campaign: Campaign) -> int:
    """Return the number that a fixture gets if all are played in order; a new one is the last."""
    to_play = [other.id for other in campaign.open_fixtures]
    place = to_play.index(fixture.id) if fixture.id in to_play else len(to_play)
    return campaign.next_number + place


def with_fixture(campaign: Campaign, fixture: Fixture, *, first: bool = False) -> Campaign:
    """Return a campaign with a fixture in its place, or as a new one the `first` or the last. Those of
    other days that are played are no longer kept then. LastDaysError if there are too many."""
    ids = [other.id for other in campaign.fixtures]
    if fixture.id in ids:
        fixtures = list(campaign.fixtures)
        fixtures[ids.index(fixture.id)] = fixture
        return replace(campaign, fixtures=tuple(fixtures))
    fixtures = _fixtures_to_keep(campaign, fixture.day)
    fixtures.insert(0 if first else len(fixtures), fixture)
    changed = replace(campaign, fixtures=tuple(fixtures))
    problem = CAMPAIGN["fixtures"].problem(changed)
    if problem:
        raise LastDaysError(problem)
    return changed


def _fixtures_to_keep(campaign: Campaign, day: str) -> list[Fixture]:
    """Return the fixtures that stay listed with a new one on some `day`: those still to be played, and those
    that were played on this day."""
    played = campaign.games_of_fixtures
    fixtures = []
    for fixture in campaign.fixtures:
        is_of_this_night = bool(day) and fixture.day == day
        if fixture.id not in played or is_of_this_night:
            fixtures.append(fixture)
    return fixtures


def _side_filled_in(side: Side, entrant: Entrant, game: NextGame, *, rescue: bool) -> Side:
    """Return a side of a record with the parts of its members as planned. In a Rescue the fate of captives it
    is about is open; others stay held (ruling 74)."""
    appearances = []
    for appearance in side.appearances:
        part = _part_planned(entrant.parts, appearance)
        appearances.append(replace(appearance, part=part))
    captives = side.captives
    if rescue:
        captives = tuple(_with_fate(captive, entrant, game) for captive in captives)
    return replace(side, appearances=tuple(appearances), captives=captives)


def _with_fate(captive: CaptiveRecord, entrant: Entrant, game: NextGame) -> CaptiveRecord:
    """Return a captive whose fate is open if their group attacks and their captor plays, or isn't in the
    campaign."""
    captors_play = not captive.captor or captive.captor in game.fixture.groups
    if entrant.role == "attacker" and captors_play:
        return replace(captive, fate="open")
    return replace(captive, fate="held")


def _part_planned(parts: Mapping[str, str], appearance: Appearance) -> Part:
    """Return the part that a member is planned to have, 'deployed' if none is."""
    match parts.get(appearance.member):
        case "held-back":
            return "held-back"
        case "missing":
            return "missing"
    return "deployed"


def next_game(
    planned: Fixture, groups: tuple[Group, ...], catalogue: Catalogue, number: int
) -> NextGame:
    """Return the game of a fixture under its number, with who attacks and defends, and who is
    deployed."""
    entrants_without_roles = tuple(entrant_of(group, catalogue, {}) for group in groups)
    together = planned.together and len(groups) > 1
    encounter = catalogue.encounters.get(planned.encounter)
    if encounter is None:
        return NextGame(
            planned,
            groups,
            Setup(planned.encounter, entrants_without_roles, together),
            Roles(),
            number,
        )
    roles = who_attacks(Setup(encounter.key, entrants_without_roles), encounter)
    is_against_each_other = len(groups) > 1 and not planned.together
    defender = _defender(planned, groups, encounter, roles)
    entrants = []
    for group in groups:
        role = ""
        if encounter.roles and is_against_each_other:
            role = _role_against_others(group, defender)
        elif encounter.roles:
            role = _common_role(defender)
        parts = _planned_parts(group, role, planned, encounter, catalogue)
        entrants.append(entrant_of(group, catalogue, parts, role))
    if defender and not is_against_each_other:
        ids = [group.id for group in groups]
        entrants = list(sharing_a_refuge(entrants, ids.index(defender)))
    setup = Setup(
        encounter.key,
        tuple(entrants),
        together,
        notes=planned.notes,
        zombies=planned.zombies,
    )
    return NextGame(planned, groups, setup, roles, number)


def _role_against_others(group: Group, defender: str) -> str:
    """Return the role of a group where groups play against each other, '' as long as the id of the
    `defender` isn't known."""
    if not defender:
        return ""
    return "defender" if group.id == defender else "attacker"


def _common_role(defender: str) -> str:
    """Return the role of all groups that play alone or together: they defend a Refuge if one is chosen for
    that, else they attack."""
    return "defender" if defender else "attacker"


def _defender(
    planned: Fixture, groups: tuple[Group, ...], encounter: Encounter, roles: Roles
) -> str:
    """Return the id of the group that defends: as planned, or else as the book says; '' if that is
    rolled at the table, or nobody defends."""
    if planned.rolled_at_table or not encounter.roles:
        return ""
    if planned.defender:
        return planned.defender
    if roles.defender:
        return groups[LETTERS.index(roles.defender)].id
    return ""


def _planned_parts(
    group: Group, role: str, planned: Fixture, encounter: Encounter, catalogue: Catalogue
) -> dict[str, str]:
    """Return the parts of a group's members: as planned, or else the default ones."""
    comes_later = role == "defender" and encounter.arrivals
    part_of_rest = "held-back" if comes_later else "missing"
    parts = default_parts(group, most_deployed(encounter, role), part_of_rest, catalogue)
    for member, part in planned.parts.items():
        if member in parts:
            parts[member] = part
    return parts


def default_parts(
    group: Group, deployed_most: int | None, part_of_rest: str, catalogue: Catalogue
) -> dict[str, str]:
    """Return the default parts of members, the Leader's first. The Leader and the first others are
    deployed, at most `deployed_most`, None for all; `part_of_rest` is the part of the others (ruling
    81). Those who miss the next game are missing (ruling 90)."""
    leader_first = sorted(group.active, key=lambda member: member.id != group.leader)
    parts: dict[str, str] = {}
    deployed_count = 0
    for member in leader_first:
        if sits_out(member, catalogue):
            parts[member.id] = "missing"
        elif deployed_most is None or deployed_count < deployed_most:
            parts[member.id] = "deployed"
            deployed_count += 1
        else:
            parts[member.id] = part_of_rest
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
    that matter and standing notes, its members, and how they were drawn at random, None if they
    weren't."""

    group: str
    name: str
    role: str
    deployed: int
    most: int | None
    perks: tuple[Reminder, ...]
    members: tuple[MemberBrief, ...]
    drawn: Drawn | None = None

    @property
    def role_name(self) -> str:
        """Return the role in words, '' for none."""
        return {"attacker": _("attacks"), "defender": _("defends")}.get(self.role, "")

    @property
    def deploys_in_words(self) -> str:
        """Say how many members are deployed."""
        if self.most is not None:
            return _("Deploys {n} of up to {most}", n=self.deployed, most=self.most)
        able = [member for member in self.members if member.part != "captured"]
        return _("Deploys {n} of {all}", n=self.deployed, all=len(able))

    @property
    def drawn_in_words(self) -> str:
        """Say how who fights was drawn at random, '' if nobody was drawn."""
        if self.drawn is None:
            return ""
        if self.drawn.size in ("D6", "D3+4"):
            return _("Drawn at random: {dice}, {n}", dice=self.drawn.size, n=self.drawn.number)
        return _("Drawn at random: {n}", n=self.drawn.number)

    def members_by_reminder(self) -> list[tuple[Reminder, tuple[str, ...]]]:
        """Return each reminder with the names of its members."""
        names: dict[Reminder, list[str]] = {}
        for member in self.members:
            for reminder in member.reminders:
                names.setdefault(reminder, []).append(member.name)
        return [(reminder, tuple(members)) for reminder, members in names.items()]


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
    problems: tuple[str, ...]


def briefing(game: NextGame, catalogue: Catalogue) -> Briefing | None:
    """Return the briefing for a game, None while its Encounter is open."""
    encounter = catalogue.encounters.get(game.fixture.encounter)
    if encounter is None:
        return None
    setup = game.setup
    entrants = setup.entrants
    has_rivals = setup.has_rivals
    role = entrants[0].role if entrants else ""
    perks = _home_perks(encounter, entrants)
    setup_problems = tuple(problems(setup, catalogue)) if entrants else ()
    zombies = zombies_at_start(encounter, setup, Rules(catalogue, game.switches))
    sides = []
    for group, entrant in zip(game.groups, entrants, strict=True):
        sides.append(_side_brief(group, entrant, encounter, catalogue, game))
    table = catalogue.number("table", "side")
    return Briefing(
        name=encounter.name,
        number=encounter.number,
        drawing=encounter.drawing,
        page=encounter.page,
        scene=encounter.scene_for(rivals=has_rivals),
        why=_why_who_attacks(game, encounter),
        figures=tuple(_encounter_figures(encounter, setup, zombies)),
        steps=tuple(_set_up_in_words(game, encounter, catalogue)),
        rules=tuple(_rules_in_words(game, encounter, catalogue)),
        end=encounter.ends_for(rivals=has_rivals),
        plan=plan_of(encounter, table, perks, rivals=has_rivals, role=role),
        sides=tuple(sides),
        doubts=(*setup_problems, *warnings(setup, catalogue)),
        problems=setup_problems,
    )


def _why_who_attacks(game: NextGame, encounter: Encounter) -> str:
    """Say why who attacks and who defends, '' if nobody does."""
    if not encounter.roles or not game.setup.has_rivals:
        return ""
    names = {}
    for letter, entrant in zip(LETTERS, game.setup.entrants, strict=False):
        names[letter] = entrant.name
    return why_attacks(encounter, game.roles, names)


def _set_up_in_words(game: NextGame, encounter: Encounter, catalogue: Catalogue) -> Iterator[str]:
    """Yield sentences that say how the table is set up."""
    setup = game.setup
    role = setup.entrants[0].role if setup.entrants else ""
    perks = _home_perks(encounter, setup.entrants)
    yield from encounter.set_up(perks, rivals=setup.has_rivals, role=role)
    by_levels = zombies_for_levels(encounter, setup, Rules(catalogue, game.switches))
    yield from told_by_levels(encounter, by_levels)
    yield from told_by_own_rules(more_zombies(setup))


def _rules_in_words(game: NextGame, encounter: Encounter, catalogue: Catalogue) -> Iterator[str]:
    """Yield sentences for the Encounter's own rules, results of steps before the game, and standing notes."""
    yield from encounter.rules_for(catalogue.objective_worth(encounter.key))
    yield from _results_before_game(game.fixture)
    yield from game.setup.notes


def _home_perks(encounter: Encounter, entrants: tuple[Entrant, ...]) -> set[str]:
    """Return the Perks of the defended Refuge, or of all sides while the defender is open."""
    if not encounter.roles:
        return set()
    perks: set[str] = set()
    for entrant in entrants:
        if entrant.role != "attacker":
            perks.update(entrant.perks)
    return perks


def _encounter_figures(
    encounter: Encounter, setup: Setup, zombies: int
) -> Iterator[EncounterFigure]:
    """Yield the numbers of the Encounter, for those who play, with so many zombies."""
    roles = {entrant.role for entrant in setup.entrants}
    for role, limit, name in (
        ("attacker", encounter.attackers, _("attackers")),
        ("defender", encounter.defenders, _("defenders")),
    ):
        takes_part = setup.has_rivals or role in roles
        if limit is not None and takes_part:
            yield EncounterFigure(pictograms.place("group"), _("≤ {n}", n=limit), name)
    if zombies:
        yield EncounterFigure(pictograms.token("zombie"), str(zombies), _("zombies"))
    tokens = encounter.tokens_for(len(setup.entrants))
    somebody_defends = setup.has_rivals or "defender" in roles
    if encounter.tokens_carried and somebody_defends:
        tokens += encounter.defenders or 0
    if encounter.zombies_carry:
        tokens += encounter.zombies
    if tokens:
        yield EncounterFigure(pictograms.token("supply"), str(tokens), _("Supply Tokens"))


# A side


def _side_brief(
    group: Group,
    entrant: Entrant,
    encounter: Encounter,
    catalogue: Catalogue,
    game: NextGame,
) -> SideBrief:
    """Return a side as shown before the game, its Leader first and captives last."""
    members = [
        _member_brief(member, group, entrant, encounter, catalogue, game) for member in group.roster
    ]
    members.sort(key=lambda member: (not member.leads, member.part == "captured"))
    deployed = [member for member in members if member.part == "deployed"]
    perks = list(_perk_reminders(group, entrant.role, encounter, catalogue))
    perks += _standing_notes(group)
    return SideBrief(
        group=group.id,
        name=group.name,
        role=entrant.role,
        deployed=len(deployed),
        most=most_deployed(encounter, entrant.role),
        perks=tuple(perks),
        members=tuple(members),
        drawn=game.fixture.drawn_for(group.id),
    )


def _member_brief(
    member: Member,
    group: Group,
    entrant: Entrant,
    encounter: Encounter,
    catalogue: Catalogue,
    game: NextGame,
) -> MemberBrief:
    """Return a member as shown before the game: part, name and reminders."""
    reminders: list[Reminder] = []
    if member.status == "captured":
        part = "captured"
        may_be_freed = (
            encounter.captives and entrant.role == "attacker" and _captors_play(member, game)
        )
        reminders.append(_reminder_of_captivity(member, may_be_freed=may_be_freed))
    else:
        part = entrant.parts.get(member.id, "deployed")
        reminders += _member_reminders(member, catalogue)
        reminders += _results_for_member(game.fixture, member, catalogue)
        reminders += _standing_notes(group, member.id)
    kind = catalogue.character(member.type)
    leader = group.leading
    return MemberBrief(
        id=member.id,
        name=member.name,
        type_name=kind.name,
        keyword=kind.keyword,
        part=part,
        leads=leader is not None and leader.id == member.id,
        reminders=tuple(reminders),
    )


def _captors_play(member: Member, game: NextGame) -> bool:
    """Return whether who holds a member plays, or isn't in the campaign."""
    return not member.captor or any(group.id == member.captor for group in game.groups)


def _results_before_game(planned: Fixture) -> Iterator[str]:
    """Yield what the rows say that the players' own steps rolled before the game, for the campaign or a
    whole group: 'Weather: Snow.'"""
    for result in planned.before:
        if result.step and result.rows and not result.member:
            yield titled(result.called, result.text)


def _results_for_member(
    planned: Fixture, member: Member, catalogue: Catalogue
) -> Iterator[Reminder]:
    """Yield a reminder for each result that the players' own steps rolled for a member before the game."""
    for result in planned.before:
        if not result.step or not result.rows or result.member != member.id:
            continue
        step = catalogue.own.step(result.step)
        if step is None:
            drawing = pictograms.of(Step.KIND, "")
        else:
            drawing = step.drawing
        yield Reminder(drawing, result.name, result.text)


def _standing_notes(group: Group, member: str = "") -> Iterator[Reminder]:
    """Yield the standing notes that players' own rules left about a member, or for '' the whole group."""
    for note in group.next_encounter.notes:
        if note.member == member:
            yield Reminder(pictograms.token("marker"), _("Our rules"), note.text)


def _perk_reminders(
    group: Group, role: str, encounter: Encounter, catalogue: Catalogue
) -> Iterator[Reminder]:
    """Yield reminders of what a group's Refuge and its Perks mean for this Encounter."""
    owned = perk_keys(group, catalogue)
    for perk in perk_help(group, catalogue).ammo:
        text = ngettext(
            "{n} failed Ammo Roll may be re-rolled.",
            "{n} failed Ammo Rolls may be re-rolled.",
            perk.ammo_rerolls,
        )
        yield Reminder(perk.drawing, perk.name, with_page(text, perk.page), "well")
    if encounter.doors and role != "attacker":
        yield from _door_perks(owned, encounter, catalogue)
    if encounter.captives:
        yield _reminder_of_stranger(room_left(group, catalogue))
    no_place_for_vehicle = group.on_the_road and empty_spaces(group, catalogue) <= 0
    if encounter.perk and not no_place_for_vehicle:
        yield _reminder_of_vehicle(group, owned, encounter, catalogue)


def _door_perks(
    owned: tuple[str, ...], encounter: Encounter, catalogue: Catalogue
) -> Iterator[Reminder]:
    """Yield what Perks of a Refuge that is defended at its doors mean there: those that the set-up names,
    and those that strengthen it."""
    of_setup = {step.perk for step in encounter.setup if step.perk}
    for key in dict.fromkeys(owned):
        perk = catalogue.perks[key]
        if key in of_setup or perk.sturdy_doors or perk.solid:
            _before, _encounter, text = perk.summary.rpartition(f"{titled(encounter.name)} ")
            text = with_page(capitalised(text), perk.page)
            yield Reminder(perk.drawing, perk.name, text, "well")


def _reminder_of_stranger(room: int | None) -> Reminder:
    """Return the reminder of whether a freed stranger can join a group that has `room` for so many, None for
    any number (p. 104)."""
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
        text = _("The Refuge is full: they can't join.")
        kind = "warn"
    return Reminder(pictograms.token("member"), _("A freed stranger"), text, kind)


def _reminder_of_vehicle(
    group: Group, perk_keys_owned: tuple[str, ...], encounter: Encounter, catalogue: Catalogue
) -> Reminder:
    """Return the reminder of whether the vehicle can become a Perk of a group's Refuge (p. 107, ruling 50)."""
    perk = catalogue.perks[encounter.perk]
    if perk.key in perk_keys_owned:
        text = _("The Refuge already has one: the vehicle can't become another.")
        return Reminder(perk.drawing, perk.name, text, "warn")
    if empty_spaces(group, catalogue) <= 0:
        text = _("No Empty Space is left: the vehicle can't become a Perk.")
        return Reminder(perk.drawing, perk.name, text, "warn")
    text = _("The Refuge has an Empty Space for the vehicle.")
    return Reminder(perk.drawing, perk.name, text, "")


def _member_reminders(member: Member, catalogue: Catalogue) -> Iterator[Reminder]:
    """Yield the reminders about a member."""
    if member.misses:
        text = ngettext("{n} game to miss.", "{n} games to miss, this one included.", member.misses)
        yield Reminder(pictograms.token("missing"), _("Sits out"), text, "harm")
    yield from _levels_of_counters(member, catalogue)
    if member.newcomer:
        text = _("Keeps the starting gear until after this game (p.\u00a094).")
        yield Reminder(pictograms.token("level"), _("New"), text)
    skill = catalogue.giver(member, Effect.LEADS_AMBUSH)
    if skill is not None:
        text = _(
            "May lead up to {n} Characters round the flank as they deploy.",
            n=catalogue.number("ambush", "most"),
        )
        yield Reminder(skill.drawing, skill.name, with_page(text, skill.page))
    yield from _gear_reminders(member, catalogue)
    useless = [gun.name for gun in firearms_in_hand(member, catalogue) if not gun.usable]
    if useless:
        text = _("Can't fire: {guns}.", guns=joined(useless))
        yield Reminder(pictograms.token("weapon"), _("Can't fire"), text, "warn")


def _levels_of_counters(member: Member, catalogue: Catalogue) -> Iterator[Reminder]:
    """Yield what the levels of a member's counters do, of players' own rules."""
    for counter in held_counters(member.counters, "member", catalogue):
        if counter.level is None:
            continue
        text = level_in_words(counter.level)
        if text:
            kind = "harm" if counter.harms else ""
            yield Reminder(counter.drawing, counter.level.name, text, kind)


def _reminder_of_captivity(member: Member, *, may_be_freed: bool) -> Reminder:
    """Return the reminder of who holds a captured member, and whether this game may free them (ruling 74)."""
    captor = member.captor_name
    if captor and may_be_freed:
        text = _("Held by {group}: on the table as the Captive, to be brought home.", group=captor)
    elif captor:
        text = _("Held by {group}: can't play.", group=captor)
    elif may_be_freed:
        text = _("Captured: on the table as the Captive, to be brought home.")
    else:
        text = _("Captured: can't play.")
    return Reminder(pictograms.token("captured"), _("Captured"), text, "harm")


def _gear_reminders(member: Member, catalogue: Catalogue) -> Iterator[Reminder]:
    """Yield reminders of a member's gear that is declared before the game (ruling 47), or gone once used."""
    one_use: Counter[str] = Counter()
    for bearer, piece in one_use_gear(member, catalogue):
        entry = catalogue.gear(piece.key)
        if piece.key == EquipmentKey.BOOZE:
            text = _("Declare before the game whether to drink it.")
            yield Reminder(entry.drawing, entry.name, with_page(text, entry.page), "warn")
        elif piece.key != EquipmentKey.SILENCER:
            one_use[piece.key] += 1
        elif piece is not bearer:  # in a pocket it silences nothing
            gun = catalogue.gear(bearer.key).name
            text = _("On {gun}: declare before the game whether to use it.", gun=gun)
            yield Reminder(entry.drawing, entry.name, with_page(text, entry.page), "warn")
    for key, count in one_use.items():
        entry = catalogue.gear(key)
        name = entry.name
        if count > 1:
            name = _("{name} × {n}", name=entry.name, n=count)
        yield Reminder(entry.drawing, name, _("Gone once used."))


def one_use_gear(member: Member, catalogue: Catalogue) -> Iterator[tuple[Item, Item]]:
    """Yield each piece of one-use gear that counts in the game, after what it is attached to; after
    itself if it isn't attached."""
    for item in member.gear:
        for piece in (item, *item.attached):
            is_one_use = catalogue.gear(piece.key).has(AttributeKey.ONE_USE)
            if is_one_use and piece.key not in _FOR_LATER:
                yield item, piece
