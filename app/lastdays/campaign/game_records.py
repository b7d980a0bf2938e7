"""Recorded games: filled in, stored, corrected, taken out of the record."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.campaign import documents
from lastdays.campaign.workspace import Workspace
from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.changes import GameCorrected, GameDeleted, GameRecorded
from lastdays.model.game_record import Appearance, CaptiveRecord, GameRecord, Side, settled
from lastdays.model.group import Group
from lastdays.rulebook.known import EncounterKey
from lastdays.store import Subject


class GameRecordActions:
    """The actions on the record of a campaign's games, each a named change that can be undone."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def new_record(self, campaign: str, groups: tuple[str, ...], opponent: str) -> GameRecord:
        """Make a record to fill in: everyone took part, nobody fell, of captives nothing is said. `opponent` names one that is not
        recorded, '' for none (zombies only, or two recorded groups)."""
        view = self.workspace.campaign(campaign)
        sides = tuple(self._side(self.workspace.group(g).group) for g in groups)
        if opponent:
            sides = (*sides, Side("", documents.checked_text(opponent, _("The opponent's name"))))
        number = max((g.number for g in view.campaign.games), default=0) + 1
        first = next(
            (
                e.key
                for e in self.workspace.catalogue.encounters.values()
                if e.key == EncounterKey.SCAVENGERS
            ),
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
            raise RuleError(_("Choose the Encounter that was played."))
        if not any(side.group for side in game.sides):
            raise RuleError(_("Choose a group that took part."))
        with self.workspace.store.reading() as tx:
            now = self.workspace.snapshots.campaign(tx, tx.revisions.mark(Subject(campaign)))
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
