"""What a user does to a campaign: begin one, name it, choose how it reads the book."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.campaign import documents
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.aftermath_changes import OrderChanged
from lastdays.model.campaign import AftermathOrder, Campaign, DiceMode
from lastdays.model.changes import (
    CampaignBegun,
    CampaignDeleted,
    CampaignNotesWritten,
    CampaignRenamed,
    CampaignRestored,
    DiceModeChanged,
    GroupRestored,
    SwitchesChanged,
)
from lastdays.model.fields import CAMPAIGN
from lastdays.model.switches import Switches


class CampaignActions:
    """The actions on campaigns, each a named change that can be undone."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def begin(self, name: str) -> str:
        """Begin a campaign without groups; return its id. Raises LastDaysError for a bad name."""
        name = self._checked(name)
        campaign = Campaign(self.workspace.new_id(), name, packs=())
        with self.workspace.change(campaign.id, CampaignBegun(name)) as changes:
            changes.new_campaign(campaign)
        return campaign.id

    def rename(self, campaign: str, name: str) -> None:
        """Give a campaign another name. Raises LastDaysError for one that is taken."""
        if name.strip() == self.workspace.campaign(campaign).campaign.name:
            return
        name = self._checked(name)
        self.workspace.change_campaign(
            campaign, CampaignRenamed(name), lambda c: replace(c, name=name)
        )

    def free_name(self, name: str) -> str:
        """Return a name for a new campaign: this one, or with a number where it is taken."""
        taken = {c.name for c in self.workspace.campaigns() if not c.deleted}
        free, n = name, 2
        while free in taken:
            free, n = f"{name} ({n})", n + 1
        return free

    def _checked(self, name: str) -> str:
        name = documents.checked_text(name, _("The campaign's name"))
        if any(c.name == name and not c.deleted for c in self.workspace.campaigns()):
            raise LastDaysError(_("There's already a campaign called {name}.").format(name=name))
        return name

    def set_switches(self, campaign: str, switches: Switches) -> None:
        """Set how the campaign reads the book."""
        self.workspace.change_campaign(
            campaign, SwitchesChanged(), lambda c: replace(c, switches=switches)
        )

    def set_dice(self, campaign: str, mode: DiceMode) -> None:
        """Set how rolls are answered unless a roll is answered otherwise."""
        self.workspace.change_campaign(campaign, DiceModeChanged(), lambda c: replace(c, dice=mode))

    def set_order(self, campaign: str, order: AftermathOrder) -> None:
        """Set whether each group plays its whole post-game sequence, or all groups each step."""
        self.workspace.change_campaign(campaign, OrderChanged(), lambda c: replace(c, order=order))

    def write_notes(self, campaign: str, text: str) -> None:
        """Write notes on the campaign. Raises LastDaysError where they are too long."""

        def write(c: Campaign) -> Campaign:
            after = replace(c, notes=text)
            if problem := CAMPAIGN["notes"].problem(after):
                raise LastDaysError(problem)
            return after

        self.workspace.change_campaign(campaign, CampaignNotesWritten(), write)

    def delete(self, campaign: str) -> None:
        """Take a campaign out of the lists; nothing is removed from the store."""
        name = self.workspace.campaign(campaign).campaign.name
        self.workspace.change_campaign(
            campaign, CampaignDeleted(name), lambda c: replace(c, deleted=True)
        )

    def restore(self, campaign: str) -> None:
        """Bring a campaign back into the lists."""
        name = self.workspace.campaign(campaign).campaign.name
        self.workspace.change_campaign(
            campaign, CampaignRestored(name), lambda c: replace(c, deleted=False)
        )

    def restore_group(self, campaign: str, group: str) -> None:
        """Bring a deleted group back into its campaign."""
        name = self.workspace.group(group).group.name
        self.workspace.change_campaign(
            campaign,
            GroupRestored(name),
            lambda c: replace(c, groups=(*c.groups, group)),
        )

    def deleted_groups(self, campaign: str) -> list[tuple[str, str]]:
        """List ids and names of the groups that were taken out of a campaign."""
        with self.workspace.store.reading() as tx:
            return tx.index.deleted_groups(campaign)
