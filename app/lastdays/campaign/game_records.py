"""Game records: drafts, recording, correcting, deleting; and settling the fate of captives."""

from __future__ import annotations

import hashlib
from pathlib import Path

from msgspec import json
from msgspec.structs import replace

from lastdays.campaign.documents import group_documents
from lastdays.campaign.overview import Settlement, settlements_in, unsaid_in
from lastdays.campaign.workspace import Actions
from lastdays.desktop import paths
from lastdays.desktop.files import read_whole, write_whole
from lastdays.errors import DocumentError, LastDaysError, RuleError, disk_errors
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
from lastdays.model.game_record import (
    Appearance,
    CaptiveRecord,
    GameRecord,
    Part,
    PlannedGame,
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
        """Make a record to fill in, with everyone deployed who doesn't miss it and captives' fates open. `opponent` is the name
        of a group that isn't recorded here, '' for none."""
        view = self.workspace.campaign(campaign)
        sides = tuple(self._side(self.workspace.group(g).group) for g in groups)
        if opponent:
            sides = (
                *sides,
                Side("", group_documents.checked_text(opponent, _("The opponent's name"))),
            )
        known = EncounterKey.SCAVENGERS in self.catalogue.encounters
        first = EncounterKey.SCAVENGERS.value if known else ""
        return GameRecord(self.workspace.new_id(), view.campaign.next_number, first, sides)

    def _side(self, group: Group) -> Side:
        return Side(
            group.id,
            group.name,
            tuple(Appearance(m.id, self._part(m)) for m in group.active),
            captives=tuple(
                CaptiveRecord(m.id, "open", m.name, m.gear, m.captor)
                for m in group.roster
                if m.status == "captured"
            ),
        )

    def _part(self, member: Member) -> Part:
        return "missing" if sits_out(member, self.catalogue) else "deployed"

    def record(self, campaign: str, game: GameRecord) -> None:
        """Store a game record with what follows from it, or correct the one with its id. RuleError if the
        Encounter or a group is missing."""
        game = settled(game)
        if not game.encounter:
            raise RuleError("Choose the Encounter that was played.")
        if not any(side.group for side in game.sides):
            raise RuleError("Choose a group that took part.")
        with self.workspace.store.reading() as tx:
            now = self.workspace.snapshots.campaign_now(tx, campaign)
        before = now.games_by_id.get(game.id)
        known = before is not None
        at = before.recorded if before is not None else self.workspace.clock()
        came_before = before.before if before is not None else _came_before(game, now.planned)
        game = replace(game, recorded=game.recorded or at, before=came_before)
        change = GameCorrected(game.number) if known else GameRecorded(game.number)

        def store(c: Campaign) -> Campaign:
            c = self._counted(c, before, game)
            if known:
                return replace(c, games=tuple(game if g.id == game.id else g for g in c.games))
            return replace(c, games=(*c.games, game))

        self.workspace.change_campaign(campaign, change, store)

    def _counted(
        self, campaign: Campaign, before: GameRecord | None, after: GameRecord | None
    ) -> Campaign:
        """Return the campaign with its counters as a record has them, instead of the one before. A new
        game resets those that a game resets."""
        values = campaign.counters
        if before is None:
            values = reset_values(values, "game", self.catalogue)
        was = before.counters if before is not None else {}
        now = after.counters if after is not None else {}
        changes = {key: now.get(key, 0) - was.get(key, 0) for key in {**was, **now}}
        moved = {key: amount for key, amount in changes.items() if amount}
        return replace(campaign, counters=with_changes(values, moved, self.catalogue))

    def delete(self, campaign: str, game_id: str) -> None:
        """Delete a game record."""
        game = self.workspace.campaign(campaign).campaign.game(game_id)

        def drop(c: Campaign) -> Campaign:
            c = self._counted(c, game, None)
            return replace(c, games=tuple(g for g in c.games if g.id != game_id))

        self.workspace.change_campaign(campaign, GameDeleted(game.number), drop)


def _came_before(game: GameRecord, planned: PlannedGame) -> tuple[StepResult, ...]:
    """Return what came of players' own rules before a new game, for those who played it."""
    if planned.number != game.number:
        return ()
    playing = {"", *(side.group for side in game.sides)}
    return tuple(result for result in planned.before if result.group in playing)


class RecordDrafts(GameRecordActions):
    """Drafts of the next game's record and of corrections, in files on this computer.

    They aren't part of the campaign: undo doesn't affect them, and nobody else sees them.
    """

    def _file(self, campaign: str, game: str = "") -> Path:
        # A digest, as ids come from a store that somebody else may have made.
        whose = "\n".join((campaign, game)) if game else campaign
        name = hashlib.blake2b(whose.encode("utf-8", "replace"), digest_size=16).hexdigest()
        return paths.drafts() / f"{name}.json"

    def keep(self, campaign: str, game: GameRecord, *, correcting: bool = False) -> None:
        """Store a record as a draft; LastDaysError if that fails."""
        content = json.encode(game)
        file = self._file(campaign, game.id if correcting else "")
        try:
            if file.read_bytes() == content:
                return
        except OSError:
            pass  # there is no draft yet
        write_whole(file, content, private=True)

    def discard(self, campaign: str, game: str = "") -> None:
        """Delete the draft of a campaign's next game, or of a correction; DocumentError if that fails."""
        with disk_errors(DocumentError, _("The half-filled form couldn't be deleted: {reason}.")):
            self._file(campaign, game).unlink(missing_ok=True)

    def kept(self, campaign: str) -> GameRecord | None:
        """Return the draft of a campaign's next game with its present groups and members, None if there is
        none."""
        try:
            draft = self._read(self._file(campaign))
            return None if draft is None else self._today(campaign, draft)
        except LastDaysError:
            return None  # better none than an incomplete one

    def correction(self, campaign: str, recorded: GameRecord) -> GameRecord | None:
        """Return the draft of a correction, None if there is none."""
        draft = self._read(self._file(campaign, recorded.id))
        if draft is None or draft.id != recorded.id:
            return None
        known = draft.encounter in self.catalogue.encounters
        return replace(
            recorded,
            encounter=draft.encounter if known else recorded.encounter,
            sides=draft.sides,
        )

    @staticmethod
    def _read(file: Path) -> GameRecord | None:
        try:
            return json.decode(read_whole(file), type=GameRecord) if file.is_file() else None
        except (LastDaysError, ValueError, OSError):
            return None

    def _today(self, campaign: str, draft: GameRecord) -> GameRecord | None:
        there = {g.id for g in self.workspace.groups(campaign)}
        groups = tuple(s.group for s in draft.sides if s.group in there)
        opponent = next((s.name for s in draft.sides if not s.group), "")
        fresh = self.new_record(campaign, groups, opponent)
        drafted = {s.group: s for s in draft.sides}
        sides = tuple(_as_filled_in(side, drafted[side.group]) for side in fresh.sides)
        known = draft.encounter in self.catalogue.encounters
        return replace(fresh, encounter=draft.encounter if known else fresh.encounter, sides=sides)


def _as_filled_in(fresh: Side, drafted: Side) -> Side:
    """Fill in a side as in the draft, as far as its members are still there."""
    members = {a.member for a in fresh.appearances}
    appearances = tuple(drafted.appearance(a.member) or a for a in fresh.appearances)
    fates = {c.member: c for c in drafted.captives}
    captives = tuple(
        replace(c, fate=fates[c.member].fate, by=fates[c.member].by) if c.member in fates else c
        for c in fresh.captives
    )
    return replace(
        drafted,
        name=fresh.name,
        appearances=appearances,
        captives=captives,
        tokens=tuple(t for t in drafted.tokens if not t.member or t.member in members),
        stranger_by=drafted.stranger_by if drafted.stranger_by in members else "",
        vehicle_by=drafted.vehicle_by if drafted.vehicle_by in members else "",
    )


def come_home(group: Group, member_id: str, catalogue: Catalogue) -> Group:
    """Return the group with a captive back in play, with their gear; what a new Trained Leader doesn't
    allow goes to the stash (p. 29, ruling 9)."""
    group = group.change_member(
        member_id, lambda m: replace(m, status="active", captor="", captor_name="")
    )
    if has_trained_leader(group, catalogue):
        for item in group.member(member_id).gear:
            if not usable_by_trained(item, catalogue):
                group = group.move(item.id, "")
    return group


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
            now = snapshots.campaign_now(tx, campaign)
            return unsaid_in(tx, snapshots, now, game, group)

    def settle(self, campaign: str, member: str, *, captor_takes_gear: bool = False) -> None:
        """Apply a captive's recorded fate in one change of both groups: home with their gear, or dead, with
        their gear lost or taken by the captor's group (ruling 17). RuleError if there is nothing to
        settle."""
        found = next((s for s in self.due(campaign) if s.captive.member.id == member), None)
        if found is None:
            raise RuleError("What became of this captive is already settled.")
        captive, name = found.captive, found.captive.member.name
        if found.fate == "home":
            catalogue = self.catalogue
            returned = CaptiveReturned(name, member, found.number)
            with self.workspace.change(campaign, returned) as changes:
                changes.group(captive.group, lambda g: come_home(g, member, catalogue))
            return
        with self.workspace.change(campaign, CaptiveLost(name, member, found.number)) as changes:
            changes.group(captive.group, lambda g: g.bury(member, found.number))
            if captor_takes_gear and captive.captor:
                gear = captive.member.gear
                changes.group(captive.captor, lambda g: g.stash_add(g.missing(gear, member)))
