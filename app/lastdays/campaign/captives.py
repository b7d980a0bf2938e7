"""What a played Rescue comes to, over both groups (p. 84, ruling 17).

A record of a game says what became of each captive. Before the post-game sequences are begun, that
is settled here, in one change over the captive's group and the captor's, which undo takes back in
both. Where it is not, the sequences themselves settle it, each for its own group.
"""

from __future__ import annotations

from lastdays.campaign.held import Settlement, captives_in, settlements_in, unsaid_in
from lastdays.campaign.workspace import Workspace
from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.model.aftermath_changes import CaptiveLost, CaptiveReturned
from lastdays.model.captivity import come_home
from lastdays.store import Subject


class CaptiveActions:
    """Settling what became of those who were held."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def due(self, campaign: str) -> tuple[Settlement, ...]:
        """List what the records of games say of captives and nobody has settled yet."""
        snapshots = self.workspace.snapshots
        with self.workspace.store.reading() as tx:
            now = snapshots.campaign(tx, tx.revisions.mark(Subject(campaign)))
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
            now = snapshots.campaign(tx, tx.revisions.mark(Subject(campaign)))
            return unsaid_in(tx, snapshots, now, game, group)

    def settle(self, campaign: str, member: str, *, captor_takes_gear: bool = False) -> None:
        """Do with a captive what the record of the game says, in one change over both groups: home
        with all their gear, or dead, their gear with the captor's group or lost (ruling 17).

        Raises RuleError where nothing is to be settled.
        """
        found = next((s for s in self.due(campaign) if s.captive.member.id == member), None)
        if found is None:
            raise RuleError(_("What became of this captive is already settled."))
        captive, name = found.captive, found.captive.member.name
        if found.fate == "home":
            catalogue = self.workspace.catalogue
            returned = CaptiveReturned(name, member, found.number)
            with self.workspace.change(campaign, returned) as changes:
                changes.group(captive.group, lambda g: come_home(g, member, catalogue))
            return
        with self.workspace.change(campaign, CaptiveLost(name, member, found.number)) as changes:
            changes.group(captive.group, lambda g: g.bury(member, found.number))
            if captor_takes_gear and captive.captor:
                gear = captive.member.gear
                changes.group(captive.captor, lambda g: g.stash_add(g.missing(gear, member)))
