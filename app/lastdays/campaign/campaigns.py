"""What a user does to a campaign: begin one, name it, choose how it reads the book."""

from __future__ import annotations

from collections.abc import Callable

from lastdays.campaign import documents
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _, pgettext
from lastdays.model.aftermath_changes import GroupDiceChanged, OrderChanged
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
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue
from lastdays.values import dataclass, replace


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

    def set_dice_of(self, campaign: str, group: str, mode: DiceMode) -> None:
        """Set how the rolls of one group are answered, whatever the campaign's way is."""
        name = self.workspace.group(group).group.name
        self.workspace.change_campaign(
            campaign,
            GroupDiceChanged(name),
            lambda c: replace(c, dice_of={**c.dice_of, group: mode}),
        )

    def set_order(self, campaign: str, order: AftermathOrder) -> None:
        """Set whether each group plays its whole post-game sequence, or all groups each step."""
        self.workspace.change_campaign(campaign, OrderChanged(), lambda c: replace(c, order=order))

    def write_notes(self, campaign: str, text: str) -> None:
        """Write notes on the campaign. Raises LastDaysError where they are too long."""
        if len(text) > documents.NOTES_MOST:
            raise LastDaysError(
                _("The notes have {n} characters; {most} is the most that fits.").format(
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


@dataclass(frozen=True)
class SwitchOption:
    """One way to set a switch: its name, and the rulings with the switch set so."""

    name: str
    set: Callable[[Switches], Switches]

    def is_on(self, switches: Switches) -> bool:
        """Return whether the switch is set so already."""
        return self.set(switches) == switches


@dataclass(frozen=True)
class SwitchText:
    """A switch as players see it: its key, name and ruling, and its options, the default first."""

    key: str
    name: str
    ruling: str
    options: tuple[SwitchOption, ...]

    def chosen(self, switches: Switches) -> int:
        """Return which option is on."""
        return next(n for n, option in enumerate(self.options) if option.is_on(switches))


def switch_texts(catalogue: Catalogue) -> list[SwitchText]:
    """Return each switch of a campaign with its options."""
    shifts = catalogue.number("level_up", "shift_most")
    return [
        SwitchText(
            "thug_preferences",
            _("Merciless Thug's preferences"),
            _("Ruling 8: the printed preferences are blank."),
            (
                SwitchOption(
                    pgettext("preferences", "none"), lambda s: replace(s, thug_preferences="none")
                ),
                SwitchOption(
                    _preferences(catalogue), lambda s: replace(s, thug_preferences="catalogue")
                ),
            ),
        ),
        SwitchText(
            "animals_earn",
            _("Animals"),
            _("Ruling 7: a Dog has no skills to learn."),
            (
                SwitchOption(_("earn Experience"), lambda s: replace(s, animals_earn=True)),
                SwitchOption(_("earn none"), lambda s: replace(s, animals_earn=False)),
            ),
        ),
        SwitchText(
            "shift_dice",
            _("Extra Experience on a Level"),
            _("Ruling 19: how often the roll may be shifted."),
            (
                SwitchOption(
                    _("{n} for each Level bought").format(n=shifts),
                    lambda s: replace(s, shift_dice="purchase"),
                ),
                SwitchOption(
                    _("{n} for each roll").format(n=shifts),
                    lambda s: replace(s, shift_dice="roll"),
                ),
            ),
        ),
        SwitchText(
            "attack_counts_lost",
            _("Zombie Attack: the fallen and the captured"),
            _("Ruling 28: whether they weaken the defence."),
            (
                SwitchOption(
                    _("count as Out of Action"), lambda s: replace(s, attack_counts_lost=True)
                ),
                SwitchOption(_("do not count"), lambda s: replace(s, attack_counts_lost=False)),
            ),
        ),
        SwitchText(
            "zombie_cap",
            _("{n} zombies on the table").format(n=catalogue.number("zombie_cap", "most")),
            _("Ruling 38: whether noise still draws more."),
            (
                SwitchOption(_("no more are drawn"), lambda s: replace(s, zombie_cap=True)),
                SwitchOption(_("more are drawn"), lambda s: replace(s, zombie_cap=False)),
            ),
        ),
        SwitchText(
            "ending",
            _("Ending the campaign"),
            _("Ruling 32: spaces built, group at its maximum, {n} points.").format(
                n=catalogue.number("ending", "points")
            ),
            (
                SwitchOption(_("the first group there wins"), lambda s: replace(s, ending=True)),
                SwitchOption(_("no such end"), lambda s: replace(s, ending=False)),
            ),
        ),
    ]
