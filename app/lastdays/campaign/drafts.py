"""Records of games that are being filled in: kept on this computer until they are recorded."""

from __future__ import annotations

import hashlib
from pathlib import Path

from msgspec import json
from msgspec.structs import replace

from lastdays import paths
from lastdays.campaign.game_records import GameRecordActions
from lastdays.errors import DocumentError, LastDaysError
from lastdays.files import read_whole, write_whole
from lastdays.language import _
from lastdays.model.game_record import GameRecord, Side


class RecordDrafts:
    """A draft a campaign of its next game, and one of each recorded game that is being corrected,
    in files of their own.

    It is no part of the campaign: undo passes it by, and nobody else sees it.
    """

    def __init__(self, actions: GameRecordActions) -> None:
        self._actions = actions

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
        try:
            self._file(campaign, game).unlink(missing_ok=True)
        except OSError as error:
            raise DocumentError(
                _("What was filled in could not be removed: {reason}.").format(
                    reason=error.strerror or error
                )
            ) from error

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
        known = draft.encounter in self._actions.workspace.catalogue.encounters
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
        there = {g.id for g in self._actions.workspace.groups(campaign)}
        groups = tuple(s.group for s in draft.sides if s.group in there)
        opponent = next((s.name for s in draft.sides if not s.group), "")
        fresh = self._actions.new_record(campaign, groups, opponent)
        drafted = {s.group: s for s in draft.sides}
        sides = tuple(_as_filled_in(side, drafted[side.group]) for side in fresh.sides)
        known = draft.encounter in self._actions.workspace.catalogue.encounters
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
