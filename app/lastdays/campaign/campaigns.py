"""Actions on campaigns: beginning, naming, and choosing content packs, rulings and house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
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
from lastdays.rulebook import Catalogue, pictograms
from lastdays.rulebook.catalogue import GEAR_FILES, as_written, own_faults
from lastdays.rulebook.checks import FACES, Faults
from lastdays.rulebook.entries import Encounter, InjuryEntry, ProblemsError
from lastdays.rulebook.own import NO_RULES, OwnRules, WrittenRule, key_for, read_own, written
from lastdays.rulebook.own_entries import ENTRY_KINDS, EntryKind, WrittenEntry
from lastdays.rulebook.own_moments import done_in_vain
from lastdays.rulebook.own_words import FormWords
from lastdays.rulebook.pack_fields import described
from lastdays.rulebook.pack_writing import fields_as_written, pack_files
from lastdays.rulebook.packs import Chosen, Pack, Rulebooks, read_pack, write_files
from lastdays.rulebook.sources import Fault
from lastdays.rulebook.unread import idle
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


class ReadRule(Value):
    """A rule as it was read, None if it can't be; what is wrong with it, and the rulebook with it if it
    can be read. `idle` are the names of fields that no rule reads beside the others; `in_vain` says what
    it does in vain at its moment."""

    rule: WrittenRule | None
    faults: tuple[Fault, ...]
    book: Catalogue
    idle: tuple[str, ...] = ()
    in_vain: tuple[Fault, ...] = ()


#: The files of the entries that a new one of a kind must not share a key with.
_LIKE: Mapping[str, tuple[str, ...]] = {
    **{kind: (kind,) for kind in ENTRY_KINDS},
    **dict.fromkeys(GEAR_FILES, GEAR_FILES),
    "skills": ("skills", "attributes"),
}
#: The fields of an entry that a copy of it doesn't have: of one alone, or of injuries known by key.
_ONCE = ("page", "also", "weapons_most", "first", "second")


def _idle(rule: WrittenRule, book: Catalogue) -> Iterator[str]:
    """Yield the names of the fields of an entry that no rule reads."""
    if isinstance(rule, WrittenEntry):
        entry = as_written(book, rule.kind, rule.key)
        yield from (field for field, _why in idle(entry, rule.fields))


def _said_whole(entry: WrittenEntry, under: Catalogue) -> WrittenEntry:
    """Return an entry that also says what it leaves at its default and the entry under it doesn't: a
    pack leaves fields that it doesn't say as they are under it."""
    if entry.key not in getattr(under, entry.kind):
        return entry
    before = fields_as_written(as_written(under, entry.kind, entry.key))
    defaults = {name: field.default for name, field in described(entry.kind).items()}
    unsaid = {name: defaults[name] for name in before if name not in entry.fields}
    told = {name: value for name, value in unsaid.items() if value is not None}
    return replace(entry, fields={**entry.fields, **told})


def _read(kind: str, key: str, fields: Mapping[str, Any]) -> tuple[WrittenRule | None, list[Fault]]:
    """Return the rule that fields describe as a file gives them, None with what is wrong. An entry of
    the book is read with the others of the book."""
    if kind in ENTRY_KINDS:
        try:
            return WrittenEntry(kind, key, fields), []
        except ProblemsError as error:
            return None, [Fault(f"{kind}.toml", text, key) for _where, text in error.problems]
    faults = Faults()
    found = read_own({kind: {key: dict(fields)}}, faults, TimeLimit())
    return (None, faults) if faults else (found.entries[0], [])


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
        """Return the key for a new rule of a kind, made from its name once and for all: nothing of the
        book, of a content pack or of the campaign that it could be taken for has it."""
        book = self.workspace.rulebooks.of(self.chosen(campaign))
        taken: set[str] = {rule.key for rule in book.own.listed(kind)}
        for file in _LIKE.get(kind, ()):
            taken.update(getattr(book, file))
        return key_for(name, kind, taken)

    def begun_rule(self, campaign: str, kind: str) -> dict[str, Any]:
        """Return the fields that a new rule of a kind begins with, as a file gives them."""
        fields = FormWords(kind).begun
        if kind == Encounter.KIND:
            fields["number"] = self._free_number(campaign)
        return fields

    def _free_number(self, campaign: str) -> int:
        """Return the lowest number of an Encounter that isn't rolled and that no other one has."""
        encounters = self.workspace.rulebooks.of(self.chosen(campaign)).encounters.values()
        taken = {encounter.number for encounter in encounters}
        return next(n for n in count(len(FACES) + 1) if n not in taken)

    def read_rule(self, campaign: str, kind: str, key: str, fields: Mapping[str, Any]) -> ReadRule:
        """Return the rule that fields describe as a file gives them, all that is wrong with it where
        the campaign has it, and the rulebook with it."""
        chosen = self.chosen(campaign)
        book = self.workspace.rulebooks.of(chosen)
        rule, faults = _read(kind, key, fields)
        if rule is None:
            return ReadRule(None, tuple(faults), book)
        try:
            own = chosen.own.with_entry(rule)
        except ProblemsError as error:
            too_many = (Fault(f"{kind}.toml", text, key) for _kind, text in error.problems)
            return ReadRule(None, tuple(too_many), book)
        book = self.workspace.rulebooks.of(replace(chosen, own=own))
        wrong = tuple(fault for fault in own_faults(book) if fault.is_of(kind, key))
        unread = () if wrong else tuple(_idle(rule, book))
        in_vain = tuple(fault for fault in done_in_vain(own) if fault.is_of(kind, key))
        return ReadRule(rule, wrong, book, unread, in_vain)

    def write_rule(self, campaign: str, rule: WrittenRule) -> None:
        """Add a rule to the campaign's own, or change the one of its kind and key. LastDaysError if
        there are too many."""
        self._change_rules(campaign, OwnRuleWritten(rule.name), lambda own: own.with_entry(rule))

    def copy_rule(self, campaign: str, rule: WrittenRule) -> WrittenRule:
        """Add a copy of a rule under another name and key, and return it. LastDaysError if there are
        too many."""
        taken = {other.name for other in self.chosen(campaign).own.listed(rule.KIND)}
        name = group_documents.numbered(rule.name, taken)
        made = rule.called(self.new_key(campaign, rule.KIND, name), name)
        if isinstance(made, WrittenEntry):
            made = self._apart(campaign, made)
        self.write_rule(campaign, made)
        return made

    def copy_of_book(self, campaign: str, kind: EntryKind, key: str) -> WrittenEntry:
        """Add a copy of an entry of the rulebook under another name and key, and return it.
        LastDaysError if there are too many."""
        entry = self._of_book(campaign, kind, key)
        shelf = getattr(self.workspace.rulebooks.of(self.chosen(campaign)), kind)
        name = group_documents.numbered(entry.name, {other.name for other in shelf.values()})
        made = self._apart(campaign, entry.called(self.new_key(campaign, kind, name), name))
        self.write_rule(campaign, made)
        return made

    def change_of_book(self, campaign: str, kind: EntryKind, key: str) -> WrittenEntry:
        """Add an entry of the rulebook to the campaign's own, to be changed there: it is played instead
        of the book's, and returned. LastDaysError if there are too many."""
        made = self._of_book(campaign, kind, key)
        self.write_rule(campaign, made)
        return made

    def _of_book(self, campaign: str, kind: EntryKind, key: str) -> WrittenEntry:
        """Return an entry of the rulebook as players write one, without pictures of a pack."""
        book = self.workspace.rulebooks.of(self.chosen(campaign))
        fields = fields_as_written(as_written(book, kind, key))
        fields.pop("portrait", None)
        if "pictogram" in fields:
            fields["pictogram"] = pictograms.instead(fields["pictogram"])
        return WrittenEntry(kind, key, fields)

    def _apart(self, campaign: str, entry: WrittenEntry) -> WrittenEntry:
        """Return a copy of an entry without what only one can have: its page, its number among
        Encounters, the rolls that bring an injury, what rules read of the one they know by its key."""
        fields = {name: value for name, value in entry.fields.items() if name not in _ONCE}
        if entry.kind == Encounter.KIND:
            fields["number"] = self._free_number(campaign)
        if entry.kind == InjuryEntry.KIND:
            fields["totals"] = []
        unread = self.read_rule(campaign, entry.kind, entry.key, fields).idle
        kept = {name: value for name, value in fields.items() if name not in unread}
        return replace(entry, fields=kept)

    def move_rule(self, campaign: str, rule: WrittenRule, step: int) -> None:
        """Move a rule so many places down among those of its kind, or up if negative."""
        self._change_rules(
            campaign, OwnRuleMoved(rule.name), lambda own: own.moved(rule.KIND, rule.key, step)
        )

    def remove_rule(self, campaign: str, rule: WrittenRule) -> None:
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
            if any(fault.is_of(rule.KIND, rule.key) for rule in found.own.rules):
                raise LastDaysError(
                    "A content pack can't have faults: {fault} Nothing was written.", fault=fault
                )
        under = self.workspace.rulebooks.of(replace(found.chosen, own=NO_RULES))
        whole = (_said_whole(entry, under) for entry in found.own.book)
        saved = replace(found.own, book=tuple(whole))
        write_files(folder, pack_files(found.name, written(saved)))
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
                _kind, text = error.problems[0]
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
