"""Game records: drafts, recording, correcting, deleting; and settling the fate of captives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import json
from msgspec.structs import replace

from lastdays.campaign.dates import day_of_moment
from lastdays.campaign.documents import group_documents
from lastdays.campaign.draft_files import discard_draft, draft_file, keep_draft
from lastdays.campaign.overview import Settlement, captive_left_open, settlements_in
from lastdays.campaign.workspace import Actions
from lastdays.desktop.files import read_whole
from lastdays.errors import LastDaysError, RuleError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.carrying import usable_by_trained
from lastdays.model.changes import (
    CaptiveLost,
    CaptiveReturned,
    GameCorrected,
    GameDeleted,
    GameRecorded,
)
from lastdays.model.counters import reset_values, sits_out, with_changes
from lastdays.model.fixtures import Fixture
from lastdays.model.game_record import (
    Appearance,
    CaptiveRecord,
    GameRecord,
    Part,
    Side,
    StepResult,
    settled,
)
from lastdays.model.group import Group, Member
from lastdays.model.recruiting import has_trained_leader
from lastdays.rulebook import Catalogue
from lastdays.rulebook.known import EncounterKey


class GameRecordActions(Actions):
    """Actions on game records, each a named change that can be undone."""

    def new_record(self, campaign: str, groups: tuple[str, ...], opponent: str) -> GameRecord:
        """Make a record to fill in, with everyone deployed who doesn't miss it and captives' fates open.
        `opponent` is the name of a group that isn't recorded here, '' for none."""
        view = self.workspace.campaign(campaign)
        sides = [self._side(self.workspace.group(group).group) for group in groups]
        if opponent:
            name = group_documents.checked_text(opponent, _("The opponent's name"))
            sides.append(Side("", name))
        encounter = ""
        if EncounterKey.SCAVENGERS in self.catalogue.encounters:
            encounter = EncounterKey.SCAVENGERS.value
        number = view.campaign.next_number
        return GameRecord(self.workspace.new_id(), number, encounter, tuple(sides))

    def _side(self, group: Group) -> Side:
        """Return the side of a group, with everybody's part and the captives whose fate is open."""
        appearances = [Appearance(member.id, self._part(member)) for member in group.active]
        captives = []
        for member in group.roster:
            if member.status == "captured":
                captives.append(
                    CaptiveRecord(
                        member=member.id,
                        fate="open",
                        name=member.name,
                        gear=member.gear,
                        captor=member.captor,
                    )
                )
        return Side(group.id, group.name, tuple(appearances), captives=tuple(captives))

    def _part(self, member: Member) -> Part:
        return "missing" if sits_out(member, self.catalogue) else "deployed"

    def record(self, campaign: str, game: GameRecord) -> GameRecord:
        """Store a game record with what follows from it, or correct the one with its id; return it as it
        is stored. A new one gets another number if its own is taken by now, and is that of the fixture
        that it was planned as. RuleError if the Encounter or a group is missing."""
        game = settled(game)
        if not game.encounter:
            raise RuleError("Choose the Encounter that was played.")
        if not any(side.group for side in game.sides):
            raise RuleError("Choose a group that took part.")
        with self.workspace.store.reading() as tx:
            campaign_now = self.workspace.snapshots.campaign_now(tx, campaign)
        old_record = campaign_now.games_by_id.get(game.id)
        _check_season_is_open(game, campaign_now)
        change: GameCorrected | GameRecorded
        if old_record is None:
            game = _with_free_number_and_fixture(game, campaign_now)
            change = GameRecorded(game.number)
            day = _day_of_new(game, campaign_now, day_of_moment(self.workspace.clock()))
            results = _results_before_game(game, campaign_now)
        else:
            change = GameCorrected(game.number)
            day = old_record.day
            results = old_record.before
        game = replace(game, day=game.day or day, before=results)

        def store(c: Campaign) -> Campaign:
            c = self._with_counters_of(c, old_record, game)
            if old_record is None:
                return replace(c, games=(*c.games, game))
            games = []
            for other in c.games:
                if other.id == game.id:
                    games.append(game)
                else:
                    games.append(other)
            return replace(c, games=tuple(games))

        self.workspace.change_campaign(campaign, change, store)
        return game

    def _with_counters_of(
        self, campaign: Campaign, old_record: GameRecord | None, new_record: GameRecord | None
    ) -> Campaign:
        """Return the campaign with its own counters changed as the new record of a game says instead of the
        old one, each None for no record. A new game also resets the counters that every game resets."""
        values = campaign.counters
        if old_record is None:
            values = reset_values(values, "game", self.catalogue)
        old_values = old_record.counters if old_record is not None else {}
        new_values = new_record.counters if new_record is not None else {}
        changes = {}
        for key in {**old_values, **new_values}:
            change = new_values.get(key, 0) - old_values.get(key, 0)
            if change:
                changes[key] = change
        return replace(campaign, counters=with_changes(values, changes, self.catalogue))

    def delete(self, campaign: str, game_id: str) -> None:
        """Delete a game record."""
        game = self.workspace.campaign(campaign).campaign.game(game_id)

        def drop(c: Campaign) -> Campaign:
            c = self._with_counters_of(c, game, None)
            games = tuple(other for other in c.games if other.id != game_id)
            return replace(c, games=games)

        self.workspace.change_campaign(campaign, GameDeleted(game.number), drop)


def _check_season_is_open(game: GameRecord, campaign: Campaign) -> None:
    """Raise RuleError for a game of a closed season."""
    for season in campaign.seasons:
        if any(other.id == game.id for other in season.games):
            raise RuleError(
                "Game {n} is in the closed season {name}: reopen the season to correct it.",
                n=game.number,
                name=season.name,
            )


def _with_free_number_and_fixture(game: GameRecord, campaign: Campaign) -> GameRecord:
    """Return a new record with a number that is free, and the fixture it was planned as."""
    if any(game.number == other.number for other in campaign.all_games):
        game = replace(game, number=campaign.next_number)
    return replace(game, fixture=_fixture_of(game, campaign.open_fixtures))


def _fixture_of(game: GameRecord, to_play: Sequence[Fixture]) -> str:
    """Return the id of the fixture that a new game was planned as: the one it names, else the first of
    the same groups, else the only one that is to be played if one of its groups does; '' for none."""
    playing = {side.group for side in game.sides if side.group}
    if any(fixture.id == game.fixture for fixture in to_play):
        return game.fixture
    for fixture in to_play:
        if playing and set(fixture.groups) == playing:
            return fixture.id
    if len(to_play) == 1 and playing.intersection(to_play[0].groups):
        return to_play[0].id
    return ""


def _day_of_new(game: GameRecord, campaign: Campaign, today: str) -> str:
    """Return the day on which a new game was played: the one it was planned for, today if that is still to
    come or there is none."""
    for fixture in campaign.fixtures:
        if fixture.id == game.fixture and fixture.day:
            return min(fixture.day, today)
    return today


def _results_before_game(game: GameRecord, campaign: Campaign) -> tuple[StepResult, ...]:
    """Return what came of players' own rules before a new game, for those who played it."""
    groups = [side.group for side in game.sides]
    groups.append("")  # what was rolled for the campaign
    results = []
    for fixture in campaign.open_fixtures:
        if fixture.id == game.fixture:
            results += [result for result in fixture.before if result.group in groups]
    return tuple(results)


class RecordDrafts(GameRecordActions):
    """Drafts of new records, of fixtures and others, and of corrections, in files on this computer.

    They aren't part of the campaign: undo doesn't affect them, and nobody else sees them.
    """

    def _file(self, campaign: str, about: str = "") -> Path:
        """Return the file of a draft about a game that is corrected or a fixture, by its id, '' for
        neither."""
        return draft_file(campaign, about) if about else draft_file(campaign)

    def keep(self, campaign: str, game: GameRecord, *, correcting: bool = False) -> None:
        """Store a record as a draft; LastDaysError if that fails."""
        about = game.id if correcting else game.fixture
        keep_draft(self._file(campaign, about), json.encode(game))

    def discard(self, campaign: str, about: str = "") -> None:
        """Delete the draft of a new record, of a fixture or not, or of a correction; DocumentError if that
        fails."""
        discard_draft(self._file(campaign, about))

    def kept(self, campaign: str, fixture: str = "") -> GameRecord | None:
        """Return the draft of a new record, or of that of a fixture, with its present groups and members,
        None if there is none."""
        try:
            draft = self._read(self._file(campaign, fixture))
            if draft is None:
                return None
            return self._with_present_groups(campaign, draft)
        except LastDaysError:
            return None  # better none than an incomplete one

    def correction(self, campaign: str, recorded: GameRecord) -> GameRecord | None:
        """Return the draft of a correction, None if there is none."""
        draft = self._read(self._file(campaign, recorded.id))
        if draft is None or draft.id != recorded.id:
            return None
        encounter = recorded.encounter
        if draft.encounter in self.catalogue.encounters:
            encounter = draft.encounter
        return replace(
            recorded,
            encounter=encounter,
            sides=draft.sides,
            reported_by=draft.reported_by,
            quote=draft.quote,
        )

    @staticmethod
    def _read(file: Path) -> GameRecord | None:
        try:
            if not file.is_file():
                return None
            return json.decode(read_whole(file), type=GameRecord)
        except (LastDaysError, ValueError, OSError):
            return None

    def _with_present_groups(self, campaign: str, draft: GameRecord) -> GameRecord | None:
        """Return a record of the groups in a draft as they are now, filled in as the draft is."""
        present = {group.id for group in self.workspace.groups(campaign)}
        groups = []
        opponents = []
        drafted = {}
        for side in draft.sides:
            drafted[side.group] = side
            if side.group in present:
                groups.append(side.group)
            elif not side.group:
                opponents.append(side.name)
        opponent = opponents[0] if opponents else ""
        fresh = self.new_record(campaign, tuple(groups), opponent)
        sides = tuple(_side_as_drafted(side, drafted[side.group]) for side in fresh.sides)
        encounter = fresh.encounter
        if draft.encounter in self.catalogue.encounters:
            encounter = draft.encounter
        return replace(
            fresh,
            encounter=encounter,
            sides=sides,
            fixture=draft.fixture,
            reported_by=draft.reported_by,
            quote=draft.quote,
        )


def _side_as_drafted(fresh: Side, drafted: Side) -> Side:
    """Return a side filled in as in the draft, as far as its members are still there."""
    appearances = []
    members = {""}  # of nobody
    for appearance in fresh.appearances:
        members.add(appearance.member)
        appearances.append(drafted.appearance(appearance.member) or appearance)
    drafted_captives = {captive.member: captive for captive in drafted.captives}
    captives = []
    for captive in fresh.captives:
        drafted_captive = drafted_captives.get(captive.member)
        if drafted_captive is not None:
            captive = replace(captive, fate=drafted_captive.fate, by=drafted_captive.by)
        captives.append(captive)
    tokens = [token for token in drafted.tokens if token.member in members]
    stranger_by = drafted.stranger_by if drafted.stranger_by in members else ""
    vehicle_by = drafted.vehicle_by if drafted.vehicle_by in members else ""
    return replace(
        drafted,
        name=fresh.name,
        appearances=tuple(appearances),
        captives=tuple(captives),
        tokens=tuple(tokens),
        stranger_by=stranger_by,
        vehicle_by=vehicle_by,
    )


def come_home(group: Group, member_id: str, catalogue: Catalogue) -> Group:
    """Return the group with a captive back in play, with their gear; what a new Trained Leader doesn't
    allow goes to the stash (p. 29, ruling 9)."""
    group = group.change_member(member_id, _freed)
    if has_trained_leader(group, catalogue):
        for item in group.member(member_id).gear:
            if not usable_by_trained(item, catalogue):
                group = group.move(item.id, "")
    return group


def _freed(member: Member) -> Member:
    return replace(member, status="active", captor="", captor_name="")


class CaptiveActions(Actions):
    """Settling the fate of captives."""

    def due(self, campaign: str) -> tuple[Settlement, ...]:
        """List the recorded fates of captives that aren't settled yet."""
        snapshots = self.workspace.snapshots
        with self.workspace.store.reading() as tx:
            return settlements_in(tx, snapshots, snapshots.campaign_now(tx, campaign))

    def unsaid(self, campaign: str, game: str, group: str) -> str:
        """Say what a game record has to say before a group's post-game sequence can begin, '' for
        nothing."""
        snapshots = self.workspace.snapshots
        with self.workspace.store.reading() as tx:
            if tx.sequences.begun(campaign, group, game) is not None:
                return ""
            campaign_now = snapshots.campaign_now(tx, campaign)
            return captive_left_open(tx, snapshots, campaign_now, game, group)

    def settle(self, campaign: str, member: str, *, captor_takes_gear: bool = False) -> None:
        """Apply a captive's recorded fate in one change of both groups: home with their gear, or dead, with
        their gear lost or taken by the captor's group (ruling 17). RuleError if there is nothing to
        settle."""
        settlement = self._settlement(campaign, member)
        captive = settlement.captive
        name = captive.member.name
        game = settlement.number

        def come_back(g: Group) -> Group:
            return come_home(g, member, self.catalogue)

        def bury(g: Group) -> Group:
            return g.bury(member, game)

        def take_gear(captors: Group) -> Group:
            return captors.stash_add(captors.not_here_yet(captive.member.gear, member))

        if settlement.fate == "home":
            with self.workspace.change(campaign, CaptiveReturned(name, member, game)) as changes:
                changes.group(captive.group, come_back)
            return
        with self.workspace.change(campaign, CaptiveLost(name, member, game)) as changes:
            changes.group(captive.group, bury)
            if captor_takes_gear and captive.captor:
                changes.group(captive.captor, take_gear)

    def _settlement(self, campaign: str, member: str) -> Settlement:
        """Return the recorded fate of a captive; RuleError if it is already settled."""
        for settlement in self.due(campaign):
            if settlement.captive.member.id == member:
                return settlement
        raise RuleError("What became of this captive is already settled.")
