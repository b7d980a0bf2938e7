"""What a user does to a campaign: begin one, name it, choose how it reads the book."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lastdays.campaign import documents
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.campaign import Campaign, DiceMode
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
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue


class CampaignActions:
    """The actions on campaigns, each a named change that can be undone."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def begin(self, name: str) -> str:
        """Begin a campaign without groups; return its id. Raises LastDaysError for a bad name."""
        name = self._checked(name)
        campaign = Campaign(self.workspace.new_id(), name)
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

    def _checked(self, name: str) -> str:
        name = documents.checked_text(name, _("The campaign's name"))
        if any(c.name == name and not c.deleted for c in self.workspace.campaigns()):
            raise LastDaysError(_("There is a campaign called {name} already.").format(name=name))
        return name

    def set_switches(self, campaign: str, switches: Switches) -> None:
        """Set how the campaign reads the book."""
        self.workspace.change_campaign(
            campaign, SwitchesChanged(), lambda c: replace(c, switches=switches)
        )

    def set_dice(self, campaign: str, mode: DiceMode) -> None:
        """Set how rolls are answered unless a roll is answered otherwise."""
        self.workspace.change_campaign(campaign, DiceModeChanged(), lambda c: replace(c, dice=mode))

    def write_notes(self, campaign: str, text: str) -> None:
        """Write notes on the campaign. Raises LastDaysError where they are too long."""
        if len(text) > documents.NOTES_MOST:
            raise LastDaysError(
                _("The notes have {n} characters, at most {most} fit.").format(
                    n=len(text), most=documents.NOTES_MOST
                )
            )
        self.workspace.change_campaign(
            campaign, CampaignNotesWritten(), lambda c: replace(c, notes=text)
        )

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


def _preferences(catalogue: Catalogue) -> str:
    """Return how the community's catalogue reads the Thug's preferences (p. 17)."""
    text = _("Neutral up to {n} %").format(
        n=catalogue.number("thug_preferences", "neutral_percent")
    )
    names = [
        catalogue.character(k).name for k in catalogue.constants["thug_preferences"]["excluded"]
    ]
    if not names:
        return text
    *most, last = names
    listed = _("{most} or {last}").format(most=", ".join(most), last=last) if most else last
    return _("{text}, no {names}").format(text=text, names=listed)


def switch_texts(
    catalogue: Catalogue,
) -> list[tuple[str, str, str, tuple[tuple[Any, str], ...]]]:
    """Return each switch: its field, its name, its ruling, its values with their names."""
    shifts = catalogue.number("level_up", "shift_most")
    return [
        (
            "thug_preferences",
            _("Merciless Thug's preferences"),
            _("Ruling 8: the printed preferences are blank."),
            (
                ("none", _("none")),
                (
                    "catalogue",
                    _preferences(catalogue),
                ),
            ),
        ),
        (
            "animals_earn",
            _("Animals"),
            _("Ruling 7: a Dog has no skills to learn."),
            ((True, _("earn Experience")), (False, _("earn none"))),
        ),
        (
            "shift_dice",
            _("Extra Experience on a Level"),
            _("Ruling 19: how often the roll may be shifted."),
            (
                ("purchase", _("{n} for each Level bought").format(n=shifts)),
                ("roll", _("{n} for each roll").format(n=shifts)),
            ),
        ),
        (
            "attack_counts_lost",
            _("Zombie Attack: the dead and captured"),
            _("Ruling 28: whether they weaken the defence."),
            ((True, _("count as Out of Action")), (False, _("do not count"))),
        ),
        (
            "zombie_cap",
            _("{n} zombies on the table").format(n=catalogue.number("zombie_cap", "most")),
            _("Ruling 38: whether noise still draws more."),
            ((True, _("no more are drawn")), (False, _("more are drawn"))),
        ),
        (
            "ending",
            _("Ending the campaign"),
            _("Ruling 32: spaces built, group at its maximum, {n} points.").format(
                n=catalogue.number("ending", "points")
            ),
            ((True, _("the first group there wins")), (False, _("no such end"))),
        ),
    ]
