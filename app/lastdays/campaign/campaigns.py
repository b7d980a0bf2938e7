"""Actions on campaigns: beginning, naming, and choosing content packs, rulings and house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from lastdays.campaign.documents import group_documents
from lastdays.campaign.players import player_names
from lastdays.campaign.workspace import Actions
from lastdays.desktop.bounds import TimeLimit
from lastdays.errors import LastDaysError
from lastdays.language import _, begun
from lastdays.model.campaign import AftermathOrder, Campaign, DiceMode
from lastdays.model.changes import (
    CampaignBegun,
    CampaignCounterSet,
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
    OwnRuleMoved,
    OwnRuleRemoved,
    OwnRuleWritten,
    PackSwitchedOff,
    PackSwitchedOn,
    SwitchesChanged,
)
from lastdays.model.counters import value_name, with_value
from lastdays.model.fields import CAMPAIGN
from lastdays.model.switches import HouseNumber, Switches, house_numbers
from lastdays.rulebook import Catalogue
from lastdays.rulebook.catalogue import own_faults
from lastdays.rulebook.checks import Faults
from lastdays.rulebook.entries import ProblemsError
from lastdays.rulebook.own import NO_RULES, OwnRule, OwnRules, key_for, read_own, written
from lastdays.rulebook.pack_writing import pack_files
from lastdays.rulebook.packs import Chosen, Pack, Rulebooks, read_pack, write_files
from lastdays.rulebook.sources import Fault
from lastdays.values import Value


class CampaignActions(Actions):
    """Actions on campaigns, each a named change that can be undone."""

    def begin(self, name: str, dice: DiceMode = "typed") -> str:
        """Begin a campaign without groups; return its id. LastDaysError for an invalid name. Unless
        told otherwise, real dice are entered: none of them is lost."""
        return self._begin(Campaign(self.workspace.new_id(), name, dice=dice, packs=()))

    def begin_like(self, name: str, like: str, dice: DiceMode | None = None) -> str:
        """Begin a campaign that is played like another, with its rules, packs, rankings and players, but
        none of its groups and games; return its id. Without `dice` rolls are answered as there.
        LastDaysError for an invalid name."""
        other = self.workspace.campaign(like).campaign
        campaign = Campaign(self.workspace.new_id(), name)
        for field in CAMPAIGN.values():
            if field.passed_on:
                campaign = field.put(campaign, other)
        # Who plays a group isn't listed in the campaign's own document.
        players = dict.fromkeys((*other.players, *player_names(self.workspace, like)))
        campaign = replace(campaign, players=tuple(players))
        if dice is not None:
            campaign = replace(campaign, dice=dice)
        return self._begin(campaign)

    def _begin(self, campaign: Campaign) -> str:
        """Store a new campaign, and return its id; LastDaysError for an invalid name."""
        campaign = replace(campaign, name=self._checked(campaign.name))
        with self.workspace.change(campaign.id, CampaignBegun(campaign.name)) as changes:
            changes.new_campaign(campaign)
        return campaign.id

    def rename(self, campaign: str, name: str) -> None:
        """Rename a campaign. LastDaysError for an invalid or taken name."""
        if name.strip() == self.workspace.campaign(campaign).campaign.name:
            return
        name = self._checked(name)
        self._set(campaign, CampaignRenamed(name), name=name)

    def _set(self, campaign: str, change: Change, **values: object) -> None:
        self.workspace.change_campaign(campaign, change, lambda c: replace(c, **values))

    def free_name(self, name: str) -> str:
        """Return a name for a new campaign, with a number if it is taken."""
        taken = {c.name for c in self.workspace.campaigns() if not c.deleted}
        return group_documents.numbered(name, taken)

    def _checked(self, name: str) -> str:
        name = group_documents.checked_text(name, _("The campaign's name"))
        if any(c.name == name and not c.deleted for c in self.workspace.campaigns()):
            raise LastDaysError("There's already a campaign called {name}.", name=name)
        return name

    def set_switches(self, campaign: str, switches: Switches) -> None:
        """Set the campaign's rulings."""
        self._set(campaign, SwitchesChanged(), switches=switches)

    def set_dice(self, campaign: str, mode: DiceMode) -> None:
        """Set how rolls are answered by default."""
        self._set(campaign, DiceModeChanged(), dice=mode)

    def set_order(self, campaign: str, order: AftermathOrder) -> None:
        """Set whether groups play their post-game sequences one after another, or step by step."""
        self._set(campaign, OrderChanged(), order=order)

    def write_notes(self, campaign: str, text: str) -> None:
        """Set the notes on a campaign. LastDaysError if they are too long."""

        def write(c: Campaign) -> Campaign:
            after = replace(c, notes=text)
            if problem := CAMPAIGN["notes"].problem(after):
                raise LastDaysError(problem)
            return after

        self.workspace.change_campaign(campaign, CampaignNotesWritten(), write)

    def set_counter(self, campaign: str, key: str, value: int) -> None:
        """Set a counter of the campaign, within its bounds."""
        now = with_value({}, key, value, self.catalogue)[key]
        name = value_name("counters", key, self.catalogue)
        self.workspace.change_campaign(
            campaign,
            CampaignCounterSet(name, now),
            lambda c: replace(c, counters={**c.counters, key: now}),
        )

    def delete(self, campaign: str) -> None:
        """Delete a campaign from the lists; the store keeps it."""
        name = self.workspace.campaign(campaign).campaign.name
        self._set(campaign, CampaignDeleted(name), deleted=True)

    def restore(self, campaign: str) -> None:
        """Restore a deleted campaign."""
        name = self.workspace.campaign(campaign).campaign.name
        self._set(campaign, CampaignRestored(name), deleted=False)

    def restore_group(self, campaign: str, group: str) -> None:
        """Restore a deleted group to its campaign, unless another window did."""
        name = self.workspace.group(group).group.name
        self.workspace.change_campaign(
            campaign,
            GroupRestored(name),
            lambda c: replace(c, groups=tuple(dict.fromkeys((*c.groups, group)))),
        )

    def deleted_groups(self, campaign: str) -> list[tuple[str, str]]:
        """List ids and names of a campaign's deleted groups."""
        with self.workspace.store.reading() as tx:
            return tx.index.deleted_groups(campaign)


class PackLine(Value):
    """A content pack in a campaign: whether it is on and in effect, its faults, and which entries it
    overrides."""

    pack: Pack
    on: bool
    counts: bool
    faults: tuple[str, ...]
    overridden: tuple[str, ...]


class HouseRules(Actions):
    """Actions on a campaign's packs, numbers and own rules, each a named change that can be undone."""

    def chosen(self, campaign: str) -> Chosen:
        """Return the campaign's choice of packs and numbers, and its own rules."""
        return self.workspace.campaign(campaign).campaign.chosen

    # Content packs

    def packs(self, campaign: str) -> list[PackLine]:
        """Return all packs, and missing ones that the campaign uses."""
        books, chosen = self.workspace.rulebooks, self.chosen(campaign)
        taken = books.of(chosen).packs
        lines = []
        for pack in books.listed(chosen):
            on = pack.gone or books.is_on(pack.key, chosen)
            faults, changed = books.faults(pack, chosen), books.overridden(pack, chosen)
            lines.append(PackLine(pack, on, pack.key in taken, faults, changed))
        return lines

    def switch(self, campaign: str, pack: str, *, on: bool) -> None:
        """Switch a pack on or off. What groups have from one that is off stays, as blanks with its name.
        LastDaysError for a faulty pack."""
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
        """Read the folders of packs again."""
        self.workspace.rulebooks.look_again()
        self.workspace.work_on(self.workspace.worked_on)

    # Numbers

    def book(self, campaign: str) -> Catalogue:
        """Return the campaign's rulebook without its own numbers."""
        return self.workspace.rulebooks.of(replace(self.chosen(campaign), numbers=()))

    def set_number(self, campaign: str, key: str, value: int) -> None:
        """Set a number of the book for the campaign; the book's own value removes the house rule.
        LastDaysError for an unknown number, or one out of range."""
        number = _number(key)
        low, high = number.range
        if not low <= value <= high:
            raise LastDaysError(
                "{name} can be {low} to {high}. Nothing was changed.",
                name=number.name,
                low=low,
                high=high,
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
        """Reset a number to the book's."""
        number = _number(key)
        self._change(
            campaign,
            NumberAsInBook(number.key),
            lambda c: replace(c, numbers=_without(c, number.key)),
        )

    # Rules that players write

    def new_key(self, campaign: str, kind: str, name: str) -> str:
        """Return the key for a new rule of a kind, made from its name once and for all: none of a
        content pack or of the campaign has it."""
        own = self.workspace.rulebooks.of(self.chosen(campaign)).own
        return key_for(name, kind, {rule.key for rule in own.by_kind[kind]})

    def read_rule(
        self, campaign: str, kind: str, key: str, fields: Mapping[str, Any]
    ) -> tuple[OwnRule | None, list[Fault]]:
        """Return the rule that fields describe as a file gives them, None if they can't be read, and
        all that is wrong with it where the campaign has it."""
        faults = Faults()
        found = read_own({kind: {key: dict(fields)}}, faults, TimeLimit())
        if faults:
            return None, faults
        (rule,) = found.entries
        chosen = self.chosen(campaign)
        try:
            own = chosen.own.with_entry(rule)
        except ProblemsError as error:
            return None, [Fault(f"{kind}.toml", text, key) for _kind, text in error.problems]
        wrong = own_faults(self.workspace.rulebooks.of(replace(chosen, own=own)))
        return rule, [fault for fault in wrong if fault.is_of(kind, key)]

    def write_rule(self, campaign: str, rule: OwnRule) -> None:
        """Add a rule to the campaign's own, or change the one of its kind and key. LastDaysError if
        there are too many."""
        self._change_rules(campaign, OwnRuleWritten(rule.name), lambda own: own.with_entry(rule))

    def copy_rule(self, campaign: str, rule: OwnRule) -> OwnRule:
        """Add a copy of a rule under another name and key, and return it. LastDaysError if there are
        too many."""
        own = self.chosen(campaign).own
        taken = {other.name for other in own.by_kind[rule.KIND]}
        name = group_documents.numbered(rule.name, taken)
        made = replace(rule, name=name, key=self.new_key(campaign, rule.KIND, name), pack="")
        self._change_rules(campaign, OwnRuleWritten(name), lambda own: own.with_entry(made))
        return made

    def move_rule(self, campaign: str, rule: OwnRule, step: int) -> None:
        """Move a rule so many places down among those of its kind, or up if negative."""
        self._change_rules(
            campaign, OwnRuleMoved(rule.name), lambda own: own.moved(rule.KIND, rule.key, step)
        )

    def remove_rule(self, campaign: str, rule: OwnRule) -> None:
        """Remove a rule from the campaign's own. Values of a counter stay where they are."""
        self._change_rules(
            campaign, OwnRuleRemoved(rule.name), lambda own: own.without(rule.KIND, rule.key)
        )

    def save_pack(self, campaign: str, folder: Path) -> tuple[str, ...]:
        """Write the campaign's own rules as a content pack into a new folder; return what it lacks
        where a campaign uses no other pack. LastDaysError if there are none, if one of them has a
        fault, or if the folder can't be written."""
        found = self.workspace.campaign(campaign).campaign
        if found.own == NO_RULES:
            raise LastDaysError("There are no rules of your own to save. Nothing was written.")
        for fault in self.rule_faults(campaign):
            if any(fault.is_of(rule.KIND, rule.key) for rule in found.own.entries):
                raise LastDaysError(
                    "A content pack can't have faults: {fault} Nothing was written.", fault=fault
                )
        write_files(folder, pack_files(found.name, written(found.own)))
        return Rulebooks([folder]).faults(read_pack(folder), Chosen(()))

    def rule_faults(self, campaign: str) -> list[Fault]:
        """Return what the campaign's own rules name that isn't there, or that can't be done."""
        return own_faults(self.workspace.rulebooks.of(self.chosen(campaign)))

    def _change_rules(
        self, campaign: str, change: Change, how: Callable[[OwnRules], OwnRules]
    ) -> None:
        def write(c: Campaign) -> Campaign:
            try:
                return replace(c, own=how(c.own))
            except ProblemsError as error:
                ((_kind, text),) = error.problems
                problem = f"{begun(text)} {_('Nothing was changed.')}"
                raise LastDaysError(problem) from error

        self._change(campaign, change, write)

    def _change(self, campaign: str, change: Change, how: Callable[[Campaign], Campaign]) -> None:
        self.workspace.change_campaign(campaign, change, how)
        if self.workspace.worked_on == campaign:
            self.workspace.work_on(campaign)


def _number(key: str) -> HouseNumber:
    found = next((n for n in house_numbers() if n.key == key), None)
    if found is None:
        raise LastDaysError("There's no house rule called {name}.", name=key)
    return found


def _without(campaign: Campaign, key: str, *more: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    kept = [pair for pair in campaign.numbers if pair[0] != key]
    return tuple(sorted((*kept, *more)))
