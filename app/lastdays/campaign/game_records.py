"""Recorded games: half filled in, stored, corrected, deleted; and what becomes of captives."""

from __future__ import annotations

import hashlib
from pathlib import Path

from msgspec import json
from msgspec.structs import replace

from lastdays.campaign.documents import group_documents
from lastdays.campaign.overview import Settlement, captives_in, settlements_in, unsaid_in
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
from lastdays.model.game_record import Appearance, CaptiveRecord, GameRecord, Side, settled
from lastdays.model.group import Group
from lastdays.model.recruiting import has_trained_leader
from lastdays.rulebook import Catalogue
from lastdays.rulebook.known import EncounterKey


class GameRecordActions(Actions):
    """The actions on the record of a campaign's games, each a named change that can be undone."""

    def new_record(self, campaign: str, groups: tuple[str, ...], opponent: str) -> GameRecord:
        """Make a record to fill in: everyone took part, nobody fell, of captives nothing is said. `opponent` names one that is not
        recorded, '' for none (zombies only, or two recorded groups)."""
        view = self.workspace.campaign(campaign)
        sides = tuple(self._side(self.workspace.group(g).group) for g in groups)
        if opponent:
            sides = (
                *sides,
                Side("", group_documents.checked_text(opponent, _("The opponent's name"))),
            )
        number = max((g.number for g in view.campaign.games), default=0) + 1
        first = next(
            (e.key for e in self.catalogue.encounters.values() if e.key == EncounterKey.SCAVENGERS),
            "",
        )
        return GameRecord(self.workspace.new_id(), number, first, sides)

    def _side(self, group: Group) -> Side:
        return Side(
            group.id,
            group.name,
            tuple(Appearance(m.id) for m in group.active),
            captives=tuple(
                CaptiveRecord(m.id, "open", m.name, m.gear, m.captor)
                for m in group.roster
                if m.status == "captured"
            ),
        )

    def record(self, campaign: str, game: GameRecord) -> None:
        """Store a game, with what follows from its facts; one with the same id is corrected.

        Raises RuleError where the Encounter or a recorded group is missing.
        """
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
        game = replace(game, recorded=game.recorded or at)
        change = GameCorrected(game.number) if known else GameRecorded(game.number)

        def store(c: Campaign) -> Campaign:
            if known:
                return replace(c, games=tuple(game if g.id == game.id else g for g in c.games))
            return replace(c, games=(*c.games, game))

        self.workspace.change_campaign(campaign, change, store)

    def delete(self, campaign: str, game_id: str) -> None:
        """Take a game out of the record."""
        number = self.workspace.campaign(campaign).campaign.game(game_id).number
        self.workspace.change_campaign(
            campaign,
            GameDeleted(number),
            lambda c: replace(c, games=tuple(g for g in c.games if g.id != game_id)),
        )


class RecordDrafts(GameRecordActions):
    """A draft a campaign of its next game, and one of each recorded game that is being corrected,
    in files of their own.

    It is no part of the campaign: undo passes it by, and nobody else sees it.
    """

    def _file(self, campaign: str, game: str = "") -> Path:
        # By a digest: an id comes out of a store, which somebody else may have made.
        whose = "\n".join((campaign, game)) if game else campaign
        name = hashlib.blake2b(whose.encode("utf-8", "replace"), digest_size=16).hexdigest()
        return paths.drafts() / f"{name}.json"

    def keep(self, campaign: str, game: GameRecord, *, correcting: bool = False) -> None:
        """Keep a record as far as it is filled in. Raises LastDaysError where that cannot be."""
        content = json.encode(game)
        file = self._file(campaign, game.id if correcting else "")
        try:
            if file.read_bytes() == content:
                return
        except OSError:
            pass  # there is none yet
        write_whole(file, content, private=True)

    def discard(self, campaign: str, game: str = "") -> None:
        """Forget the draft of a campaign's next game, or of a recorded one. Raises DocumentError
        where that cannot be."""
        with disk_errors(DocumentError, _("What was filled in could not be removed: {reason}.")):
            self._file(campaign, game).unlink(missing_ok=True)

    def kept(self, campaign: str) -> GameRecord | None:
        """Return the draft of a campaign with those who are in it today; None where there is
        none."""
        try:
            draft = self._read(self._file(campaign))
            return None if draft is None else self._today(campaign, draft)
        except LastDaysError:
            return None  # no draft is better than half of one

    def correction(self, campaign: str, recorded: GameRecord) -> GameRecord | None:
        """Return the draft of what a recorded game is corrected to; None where there is none."""
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
    """Fill a side in as it was, as far as those it is about are still there."""
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
    """Return the group with a captive back in play, with all their gear; what a Trained Leader who
    took over meanwhile does not allow goes to the stash (p. 29, ruling 9)."""
    group = group.change_member(
        member_id, lambda m: replace(m, status="active", captor="", captor_name="")
    )
    if has_trained_leader(group, catalogue):
        for item in group.member(member_id).gear:
            if not usable_by_trained(item, catalogue):
                group = group.move(item.id, "")
    return group


class CaptiveActions(Actions):
    """Settling what became of those who were held."""

    def due(self, campaign: str) -> tuple[Settlement, ...]:
        """List what the records of games say of captives and nobody has settled yet."""
        snapshots = self.workspace.snapshots
        with self.workspace.store.reading() as tx:
            now = snapshots.campaign_now(tx, campaign)
            if not captives_in(tx, snapshots, now):
                return ()
            return settlements_in(tx, snapshots, now)

    def unsaid(self, campaign: str, game: str, group: str) -> str:
        """Say what the record of a game leaves open before a group's post-game sequence can begin,
        '' where nothing."""
        snapshots = self.workspace.snapshots
        with self.workspace.store.reading() as tx:
            if tx.sequences.begun(campaign, group, game) is not None:
                return ""
            now = snapshots.campaign_now(tx, campaign)
            return unsaid_in(tx, snapshots, now, game, group)

    def settle(self, campaign: str, member: str, *, captor_takes_gear: bool = False) -> None:
        """Do with a captive what the record of the game says, in one change over both groups: home
        with all their gear, or dead, their gear with the captor's group or lost (ruling 17).

        Raises RuleError where nothing is to be settled.
        """
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
