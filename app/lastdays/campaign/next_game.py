"""The next game of a campaign: what is set up of it, kept, and handed on to the table, to paper and
to the record."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.changes import GamePlanned
from lastdays.model.game_record import Appearance, GameRecord, Part, Side
from lastdays.model.group import Group
from lastdays.model.planned_game import PlannedGame
from lastdays.rulebook import Catalogue
from lastdays.rulebook.known import EncounterKey
from lastdays.tabletop.last_days.setup import LETTERS, Entrant, Setup, camps, entrant_of
from lastdays.tabletop.last_days.sides import Roles, follow, most_deployed

#: So many groups play at once.
SIDES_MOST = len(LETTERS)


class NextGame(Struct, frozen=True):
    """The next game as it stands: its plan, the groups that play it, and what follows from both.

    `revision` is that of the campaign's records.
    """

    planned: PlannedGame
    groups: tuple[Group, ...]
    setup: Setup
    roles: Roles
    revision: int = 0


class NextGameActions:
    """Setting up the next game: each step a change of the campaign that can be undone."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def read(self, campaign: str, catalogue: Catalogue | None = None) -> NextGame:
        """Return the next game as it is set up so far; with a rulebook, as that has it."""
        view = self.workspace.campaign(campaign)
        planned = self._today(view.campaign)
        groups = tuple(self.workspace.snapshot(group).group for group in planned.groups)
        found = next_game(planned, groups, catalogue or self.workspace.catalogue)
        return replace(found, revision=view.revision)

    def _today(self, campaign: Campaign) -> PlannedGame:
        """Return a campaign's plan with the groups there are, or how the next game begins: with the
        first two groups, and the Encounter that the book gives for a first game (p. 98)."""
        planned, there = campaign.planned, set(campaign.groups)
        groups = tuple(group for group in planned.groups if group in there)
        known = planned.encounter in self.workspace.catalogue.encounters
        if planned.number == campaign.next_number:
            encounter = planned.encounter if known else ""
            defender = planned.defender if planned.defender in groups else ""
            return replace(planned, groups=groups, encounter=encounter, defender=defender)
        first = "" if campaign.games else EncounterKey.SCAVENGERS.value
        return PlannedGame(campaign.next_number, first, campaign.groups[:2])

    def plan(self, campaign: str, planned: PlannedGame) -> None:
        """Keep the next game as it is set up now. Raises LastDaysError for too many sides."""
        if len(planned.groups) > SIDES_MOST:
            raise LastDaysError(_("One to four sides play."))
        found = self.workspace.campaign(campaign).campaign
        planned = replace(planned, number=found.next_number)
        if planned == self._today(found):
            return
        self.workspace.change_campaign(
            campaign, GamePlanned(planned.number), lambda c: replace(c, planned=planned)
        )

    def prefilled(self, campaign: str, record: GameRecord) -> GameRecord:
        """Return a new record filled in with the next game as it is set up: its Encounter, who
        stayed behind, whom it may bring home. `record` has the sides of the groups that play."""
        game = self.read(campaign)
        entry = self.workspace.catalogue.encounters.get(game.planned.encounter)
        entrants = {entrant.group: entrant for entrant in game.setup.entrants}
        sides = tuple(
            _filled_in(
                side, entrants[side.group], game, rescue=entry is not None and entry.captives
            )
            if side.group in entrants
            else side
            for side in record.sides
        )
        return replace(record, encounter=game.planned.encounter or record.encounter, sides=sides)


def _filled_in(side: Side, entrant: Entrant, game: NextGame, *, rescue: bool) -> Side:
    """Fill in a side: the parts of its members. What became of captives whom this Rescue is about
    is left to be said; others wait for one of their own (ruling 74)."""
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
    """Return what follows from a plan: who attacks and defends, and who is deployed."""
    plain = tuple(entrant_of(group, catalogue, {}) for group in groups)
    encounter = catalogue.encounters.get(planned.encounter)
    if encounter is None:
        return NextGame(planned, groups, Setup(planned.encounter, plain), Roles())
    roles = follow(encounter, camps(Setup(encounter.key, plain)))
    defender = planned.defender
    if not defender and roles.defender and not planned.rolled_at_table:
        defender = groups[LETTERS.index(roles.defender)].id
    if planned.rolled_at_table or not encounter.roles or len(groups) < 2:
        defender = ""
    entrants = []
    for group in groups:
        role = "" if not defender else "defender" if group.id == defender else "attacker"
        comes = role == "defender" and encounter.arrivals
        behind = "held-back" if comes else "missing"
        parts = usual_parts(group, most_deployed(encounter, role), behind)
        parts |= {m: part for m, part in planned.parts.items() if m in parts}
        entrants.append(entrant_of(group, catalogue, parts, role))
    return NextGame(planned, groups, Setup(encounter.key, tuple(entrants)), roles)


def usual_parts(group: Group, most: int | None, behind: str) -> dict[str, str]:
    """Return who is deployed where nobody says otherwise: the Leader and the first others, as many
    as the Encounter allows. `behind` is the part of all the others (ruling 81)."""
    leading = group.leading
    ordered = sorted(group.active, key=lambda m: leading is None or m.id != leading.id)
    return {
        member.id: "deployed" if most is None or n < most else behind
        for n, member in enumerate(ordered)
    }
