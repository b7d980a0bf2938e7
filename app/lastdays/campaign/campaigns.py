"""What a user does to a campaign: begin one, name it, choose its content packs, rulings and house
rules."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from lastdays.campaign.documents import group_documents
from lastdays.campaign.workspace import Actions
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.campaign import AftermathOrder, Campaign, DiceMode
from lastdays.model.changes import (
    CampaignBegun,
    CampaignDeleted,
    CampaignNotesWritten,
    CampaignRenamed,
    CampaignRestored,
    Change,
    DiceModeChanged,
    GroupRestored,
    NumberAsInBook,
    NumberSet,
    OrderChanged,
    PackSwitchedOff,
    PackSwitchedOn,
    SwitchesChanged,
)
from lastdays.model.fields import CAMPAIGN
from lastdays.model.house_numbers import HouseNumber, house_numbers
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue
from lastdays.rulebook.packs import Chosen, Pack
from lastdays.values import Value


class CampaignActions(Actions):
    """The actions on campaigns, each a named change that can be undone."""

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
        self._set(campaign, CampaignRenamed(name), name=name)

    def _set(self, campaign: str, change: Change, **values: object) -> None:
        self.workspace.change_campaign(campaign, change, lambda c: replace(c, **values))

    def free_name(self, name: str) -> str:
        """Return a name for a new campaign: this one, or with a number where it is taken."""
        taken = {c.name for c in self.workspace.campaigns() if not c.deleted}
        return group_documents.numbered(name, taken)

    def _checked(self, name: str) -> str:
        name = group_documents.checked_text(name, _("The campaign's name"))
        if any(c.name == name and not c.deleted for c in self.workspace.campaigns()):
            raise LastDaysError("There's already a campaign called {name}.", name=name)
        return name

    def set_switches(self, campaign: str, switches: Switches) -> None:
        """Set how the campaign reads the book."""
        self._set(campaign, SwitchesChanged(), switches=switches)

    def set_dice(self, campaign: str, mode: DiceMode) -> None:
        """Set how rolls are answered unless a roll is answered otherwise."""
        self._set(campaign, DiceModeChanged(), dice=mode)

    def set_order(self, campaign: str, order: AftermathOrder) -> None:
        """Set whether each group plays its whole post-game sequence, or all groups each step."""
        self._set(campaign, OrderChanged(), order=order)

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
        self._set(campaign, CampaignDeleted(name), deleted=True)

    def restore(self, campaign: str) -> None:
        """Bring a campaign back into the lists."""
        name = self.workspace.campaign(campaign).campaign.name
        self._set(campaign, CampaignRestored(name), deleted=False)

    def restore_group(self, campaign: str, group: str) -> None:
        """Bring a deleted group back into its campaign, unless another window did."""
        name = self.workspace.group(group).group.name
        self.workspace.change_campaign(
            campaign,
            GroupRestored(name),
            lambda c: replace(c, groups=tuple(dict.fromkeys((*c.groups, group)))),
        )

    def deleted_groups(self, campaign: str) -> list[tuple[str, str]]:
        """List ids and names of the groups that were taken out of a campaign."""
        with self.workspace.store.reading() as tx:
            return tx.index.deleted_groups(campaign)


class PackLine(Value):
    """A content pack as a campaign sees it: whether it is on, whether it counts, what is wrong with
    it, and what it says otherwise than the book."""

    pack: Pack
    on: bool
    counts: bool
    faults: tuple[str, ...] = ()
    overridden: tuple[str, ...] = ()


class HouseRules(Actions):
    """The actions on a campaign's packs and numbers, each a named change that can be undone."""

    def chosen(self, campaign: str) -> Chosen:
        """Return what the campaign chose."""
        return self.workspace.campaign(campaign).campaign.chosen

    # Content packs

    def packs(self, campaign: str) -> list[PackLine]:
        """Return every pack there is, and those that the campaign uses and that are gone."""
        books, chosen = self.workspace.rulebooks, self.chosen(campaign)
        taken = books.of(chosen).packs
        lines = []
        for pack in books.listed(chosen):
            on = pack.gone or books.is_on(pack.key, chosen)
            faults, changed = books.faults(pack, chosen), books.overridden(pack, chosen)
            lines.append(PackLine(pack, on, pack.key in taken, faults, changed))
        return lines

    def switch(self, campaign: str, pack: str, *, on: bool) -> None:
        """Have a pack count in the campaign, or count no longer. What came of one that is off stays
        in the groups, as a blank with its name. Raises LastDaysError for a pack that is wrong."""
        books, chosen = self.workspace.rulebooks, self.chosen(campaign)
        line = next((p for p in books.listed(chosen) if p.key == pack), None)
        if line is None:
            raise LastDaysError("There is no content pack called {name}.", name=pack)
        if on and (faults := books.faults(line, chosen)):
            raise LastDaysError(
                "{name} can't be switched on: {fault} Nothing was changed.",
                name=line.name,
                fault=faults[0],
            )
        here = tuple(p.key for p in books.packs) if chosen.packs is None else chosen.packs
        wanted = (*(key for key in here if key != pack), *((pack,) if on else ()))
        change = PackSwitchedOn(line.name) if on else PackSwitchedOff(line.name)
        self._change(campaign, change, lambda c: replace(c, packs=wanted))

    def reread(self) -> None:
        """Look again at what lies in the folders of packs."""
        self.workspace.rulebooks.look_again()
        self.workspace.work_on(self.workspace.worked_on)

    # Numbers

    def book(self, campaign: str) -> Catalogue:
        """Return the rulebook of the campaign without numbers of its own."""
        return self.workspace.rulebooks.of(replace(self.chosen(campaign), numbers=()))

    def set_number(self, campaign: str, key: str, value: int) -> None:
        """Have a number of the book be another in the campaign; the book's own is no house rule.
        Raises LastDaysError for one that cannot be."""
        number = _number(key)
        if not number.least <= value <= number.most:
            raise LastDaysError(
                "{name} goes from {low} to {high}. Nothing was changed.",
                name=number.name,
                low=number.least,
                high=number.most,
            )
        if value == number.of(self.book(campaign)):
            self.as_in_book(campaign, key)
            return
        self._change(
            campaign,
            NumberSet(key, value),
            lambda c: replace(c, numbers=_without(c, key, (key, value))),
        )

    def as_in_book(self, campaign: str, key: str) -> None:
        """Have a number be the book's again."""
        number = _number(key)
        self._change(
            campaign,
            NumberAsInBook(number.key),
            lambda c: replace(c, numbers=_without(c, number.key)),
        )

    def _change(self, campaign: str, change: Change, how: Callable[[Campaign], Campaign]) -> None:
        self.workspace.change_campaign(campaign, change, how)
        if self.workspace.worked_on == campaign:
            self.workspace.work_on(campaign)


def _number(key: str) -> HouseNumber:
    found = next((n for n in house_numbers() if n.key == key), None)
    if found is None:
        raise LastDaysError("The book has no number called {name}.", name=key)
    return found


def _without(campaign: Campaign, key: str, *more: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    kept = [pair for pair in campaign.numbers if pair[0] != key]
    return tuple(sorted((*kept, *more)))
