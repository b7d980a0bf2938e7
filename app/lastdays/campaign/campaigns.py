"""Actions on campaigns: beginning, naming, and choosing content packs, rulings and house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from lastdays.campaign.documents import group_documents
from lastdays.campaign.players import player_names
from lastdays.campaign.workspace import Actions
from lastdays.desktop.bounds import TimeLimit
from lastdays.errors import LastDaysError
from lastdays.language import _, capitalised
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
    PackKept,
    PackSwitchedOff,
    PackSwitchedOn,
    SwitchesChanged,
)
from lastdays.model.counters import value_name, with_value
from lastdays.model.fields import CAMPAIGN
from lastdays.model.switches import HouseNumber, Switches, house_numbers
from lastdays.names import looks_taken
from lastdays.rulebook import Catalogue, pictograms
from lastdays.rulebook.catalogue import GEAR_FILES, as_written, own_faults
from lastdays.rulebook.checks import FACES, Faults
from lastdays.rulebook.entries import Encounter, InjuryEntry, ProblemsError
from lastdays.rulebook.own import NO_RULES, OwnRules, WrittenRule, key_for, read_own, rules_as_files
from lastdays.rulebook.own_entries import ENTRY_KINDS, EntryKind, WrittenEntry
from lastdays.rulebook.own_moments import done_in_vain
from lastdays.rulebook.own_words import FormWords
from lastdays.rulebook.pack_fields import described
from lastdays.rulebook.pack_identity import (
    PackIdentity,
    differences,
    identity_of,
    was_changed_since_zipped,
)
from lastdays.rulebook.pack_writing import fields_as_written, pack_files
from lastdays.rulebook.packs import Chosen, Pack, PackAbout, Rulebooks, read_pack, write_files
from lastdays.rulebook.sources import Fault
from lastdays.rulebook.unread import idle_fields_of
from lastdays.values import Value


class CampaignActions(Actions):
    """Actions on campaigns, each a named change that can be undone."""

    def begin(self, name: str, dice: DiceMode = "typed") -> str:
        """Begin a campaign without groups; return its id. LastDaysError for an invalid name. Unless
        told otherwise, real dice are entered: none of them is lost."""
        return self._store_new(Campaign(self.workspace.new_id(), name, dice=dice, packs=()))

    def begin_like(self, name: str, like: str, dice: DiceMode | None = None) -> str:
        """Begin a campaign that is played like another, with its rules, packs, rankings and players, but
        none of its groups and games; return its id. Without `dice` rolls are answered as there.
        LastDaysError for an invalid name."""
        model = self.workspace.campaign(like).campaign
        campaign = Campaign(self.workspace.new_id(), name)
        for field in CAMPAIGN.values():
            if field.passed_on:
                campaign = field.put(campaign, model)
        # Who plays a group isn't listed in the campaign's own document.
        players = list(model.players)
        players += player_names(self.workspace, like)
        campaign = replace(campaign, players=tuple(dict.fromkeys(players)))
        if dice is not None:
            campaign = replace(campaign, dice=dice)
        return self._store_new(campaign)

    def _store_new(self, campaign: Campaign) -> str:
        """Store a new campaign, and return its id; LastDaysError for an invalid name."""
        campaign = replace(campaign, name=self._checked_name(campaign.name))
        with self.workspace.change(campaign.id, CampaignBegun(campaign.name)) as changes:
            changes.new_campaign(campaign)
        return campaign.id

    def rename(self, campaign: str, name: str) -> None:
        """Rename a campaign. LastDaysError for an invalid or taken name."""
        if name.strip() == self.workspace.campaign(campaign).campaign.name:
            return
        name = self._checked_name(name)
        self._set_values(campaign, CampaignRenamed(name), name=name)

    def _set_values(self, campaign: str, change: Change, **values: object) -> None:
        self.workspace.change_campaign(campaign, change, lambda c: replace(c, **values))

    def free_name(self, name: str) -> str:
        """Return a name for a new campaign, with a number if it is taken."""
        return group_documents.numbered(name, self._taken_names())

    def _checked_name(self, name: str) -> str:
        name = group_documents.checked_text(name, _("The campaign's name"))
        if looks_taken(name, self._taken_names()):
            raise LastDaysError("There's already a campaign called {name}.", name=name)
        return name

    def _taken_names(self) -> set[str]:
        """Return the names of campaigns that aren't deleted."""
        return {summary.name for summary in self.workspace.campaigns() if not summary.deleted}

    def set_switches(self, campaign: str, switches: Switches) -> None:
        """Set the campaign's rulings."""
        self._set_values(campaign, SwitchesChanged(), switches=switches)

    def set_dice(self, campaign: str, mode: DiceMode) -> None:
        """Set how rolls are answered by default."""
        self._set_values(campaign, DiceModeChanged(), dice=mode)

    def set_order(self, campaign: str, order: AftermathOrder) -> None:
        """Set whether groups play their post-game sequences one after another, or step by step."""
        self._set_values(campaign, OrderChanged(), order=order)

    def write_notes(self, campaign: str, text: str) -> None:
        """Set the notes on a campaign. LastDaysError if they are too long."""

        def write(campaign: Campaign) -> Campaign:
            changed = replace(campaign, notes=text)
            problem = CAMPAIGN["notes"].problem(changed)
            if problem:
                raise LastDaysError(problem)
            return changed

        self.workspace.change_campaign(campaign, CampaignNotesWritten(), write)

    def set_counter(self, campaign: str, key: str, value: int) -> None:
        """Set a counter of the campaign, within its bounds."""
        new_value = with_value({}, key, value, self.catalogue)[key]
        name = value_name("counters", key, self.catalogue)

        def count(campaign: Campaign) -> Campaign:
            return replace(campaign, counters={**campaign.counters, key: new_value})

        self.workspace.change_campaign(campaign, CampaignCounterSet(name, new_value), count)

    def delete(self, campaign: str) -> None:
        """Delete a campaign from the lists; the store keeps it."""
        name = self.workspace.campaign(campaign).campaign.name
        self._set_values(campaign, CampaignDeleted(name), deleted=True)

    def restore(self, campaign: str) -> None:
        """Restore a deleted campaign."""
        name = self.workspace.campaign(campaign).campaign.name
        self._set_values(campaign, CampaignRestored(name), deleted=False)

    def restore_group(self, campaign: str, group: str) -> None:
        """Restore a deleted group to its campaign, unless another window did."""
        name = self.workspace.group(group).group.name

        def with_group(campaign: Campaign) -> Campaign:
            if group in campaign.groups:
                return campaign
            return replace(campaign, groups=(*campaign.groups, group))

        self.workspace.change_campaign(campaign, GroupRestored(name), with_group)

    def deleted_groups(self, campaign: str) -> list[tuple[str, str]]:
        """List ids and names of a campaign's deleted groups."""
        with self.workspace.store.reading() as tx:
            return tx.index.deleted_groups(campaign)


class PackLine(Value):
    """A content pack in a campaign: whether it is on and in effect, its faults, which entries it
    overrides, and in what it differs from the pack that the campaign was played with; `changed` since
    it was zipped."""

    pack: Pack
    on: bool
    counts: bool
    faults: tuple[str, ...]
    overridden: tuple[str, ...]
    differences: tuple[str, ...] = ()
    changed: bool = False


class ReadRule(Value):
    """A rule as it was read, None if it can't be; what is wrong with it, and the rulebook with it if it
    can be read. `unused_fields` are the names of those that no rule reads beside the others; `warnings`
    say what it does in vain at its moment."""

    rule: WrittenRule | None
    faults: tuple[Fault, ...]
    book: Catalogue
    unused_fields: tuple[str, ...] = ()
    warnings: tuple[Fault, ...] = ()


#: The files of the entries that a new one of a kind must not share a key with.
_LIKE: Mapping[str, tuple[str, ...]] = {
    **{kind: (kind,) for kind in ENTRY_KINDS},
    **dict.fromkeys(GEAR_FILES, GEAR_FILES),
    "skills": ("skills", "attributes"),
}
#: The fields of an entry that a copy of it doesn't have: of one alone, or of injuries known by key.
_ONCE = ("page", "also", "weapons_most", "first", "second")


def _idle_fields(rule: WrittenRule, book: Catalogue) -> Iterator[str]:
    """Yield the names of the fields of an entry that no rule reads."""
    if isinstance(rule, WrittenEntry):
        entry = as_written(book, rule.kind, rule.key)
        yield from (field for field, _why in idle_fields_of(entry, rule.fields))


def _with_defaults_written(entry: WrittenEntry, catalogue_below: Catalogue) -> WrittenEntry:
    """Return a written entry with those defaults written out that differ from the entry of its key in the
    catalogue below. A pack would leave a field that it doesn't give as that entry has it."""
    if entry.key not in getattr(catalogue_below, entry.kind):
        return entry
    fields = dict(entry.fields)
    described_fields = described(entry.kind)
    for name in fields_as_written(as_written(catalogue_below, entry.kind, entry.key)):
        if name in entry.fields:
            continue
        default = described_fields[name].default
        if default is not None:
            fields[name] = default
    return replace(entry, fields=fields)


def _read(kind: str, key: str, fields: Mapping[str, Any]) -> tuple[WrittenRule | None, list[Fault]]:
    """Return the rule that fields describe as a file gives them, None with what is wrong. An entry of
    the book is read with the others of the book."""
    if kind in ENTRY_KINDS:
        try:
            return WrittenEntry(kind, key, fields), []
        except ProblemsError as error:
            return None, _faults_of(error, kind, key)
    faults = Faults()
    rules = read_own({kind: {key: dict(fields)}}, faults, TimeLimit())
    if faults:
        return None, faults
    return rules.entries[0], []


def _faults_of(error: ProblemsError, kind: str, key: str) -> list[Fault]:
    """Return the problems of an entry as faults of its file."""
    return [Fault(f"{kind}.toml", text, key) for _where, text in error.problems]


def _with_kept_name(pack: Pack, kept_identity: PackIdentity | None) -> Pack:
    """Return a pack; one that is gone has the name and version that the campaign keeps of it."""
    if not pack.is_gone or kept_identity is None:
        return pack
    return replace(pack, about=PackAbout(name=kept_identity.name, version=kept_identity.version))


def _differences_from_kept(pack: Pack, kept_identity: PackIdentity | None) -> tuple[str, ...]:
    """Return sentences on how an installed pack differs from what a campaign keeps of it."""
    if pack.is_gone or kept_identity is None:
        return ()
    return tuple(differences(kept_identity, identity_of(pack)))


def _with_packs_kept(
    campaign: Campaign, packs: Mapping[str, PackIdentity], key_to_forget: str = ""
) -> Campaign:
    """Return a campaign that keeps the identities of some packs as they are now, by key, and those of the
    others as before, except the one whose key is to be forgotten, if any."""
    kept_by_key = {identity.key: identity for identity in campaign.kept_packs}
    kept_by_key.pop(key_to_forget, None)
    kept_by_key.update(packs)
    return replace(campaign, kept_packs=tuple(kept_by_key.values()))


class HouseRules(Actions):
    """Actions on a campaign's packs, numbers and own rules, each a named change that can be undone."""

    def chosen(self, campaign: str) -> Chosen:
        """Return the campaign's choice of packs and numbers, and its own rules."""
        return self.workspace.campaign(campaign).campaign.chosen

    # Content packs

    def packs(self, campaign: str) -> list[PackLine]:
        """Return all packs, and missing ones that the campaign uses."""
        books = self.workspace.rulebooks
        value = self.workspace.campaign(campaign).campaign
        choice = value.chosen
        in_effect = books.of(choice).packs
        lines = []
        for pack in books.listed(choice):
            kept_identity = value.kept_pack(pack.key)
            is_on = pack.is_gone or books.is_on(pack.key, choice)
            lines.append(
                PackLine(
                    pack=_with_kept_name(pack, kept_identity),
                    on=is_on,
                    counts=pack.key in in_effect,
                    faults=books.faults(pack, choice),
                    overridden=books.overridden(pack, choice),
                    differences=_differences_from_kept(pack, kept_identity) if is_on else (),
                    changed=was_changed_since_zipped(pack),
                )
            )
        return lines

    def pack_problems(self, campaign: str) -> list[tuple[str, str]]:
        """Return which packs a campaign lacks and which differ from those it was played with, each with a
        sentence."""
        problems = []
        for line in self.packs(campaign):
            name = line.pack.name
            if line.pack.is_gone:
                version = line.pack.about.version
                if version:
                    name = _("{name} {version}", name=name, version=version)
                problems.append((name, _("This content pack is missing.")))
            for difference in line.differences:
                problems.append((name, difference))
        return problems

    def keep_pack(self, campaign: str, pack: str) -> None:
        """Take a pack as it is installed for the one that the campaign is played with. LastDaysError if
        there is none."""
        packs = {installed.key: installed for installed in self.workspace.rulebooks.packs}
        if pack not in packs:
            raise LastDaysError("There is no content pack called {name}.", name=pack)
        identity = identity_of(packs[pack])
        self._change(
            campaign, PackKept(packs[pack].name), lambda c: _with_packs_kept(c, {pack: identity})
        )

    def switch(self, campaign: str, pack: str, *, on: bool) -> None:
        """Switch a pack on or off. What groups have from one that is off stays, as blanks with its name.
        LastDaysError for a faulty pack."""
        books = self.workspace.rulebooks
        choice = self.chosen(campaign)
        by_key = {listed.key: listed for listed in reversed(books.listed(choice))}
        if pack not in by_key:
            raise LastDaysError("There is no content pack called {name}.", name=pack)
        name = by_key[pack].name
        if on:
            self._refuse_faulty(by_key[pack], choice)
        if choice.packs is None:
            keys = [other.key for other in books.packs]
        else:
            keys = list(choice.packs)
        aliases = (pack, by_key[pack].folder_name)
        keys_wanted = [key for key in keys if key not in aliases]
        if on:
            keys_wanted.append(pack)
        change = PackSwitchedOn(name) if on else PackSwitchedOff(name)
        identities = self._identities_to_keep(campaign, keys_wanted, switched_on=pack if on else "")
        key_to_forget = "" if on else pack

        def with_pack_switched(c: Campaign) -> Campaign:
            return _with_packs_kept(replace(c, packs=tuple(keys_wanted)), identities, key_to_forget)

        self._change(campaign, change, with_pack_switched)

    def _identities_to_keep(
        self, campaign: str, keys: Sequence[str], *, switched_on: str
    ) -> dict[str, PackIdentity]:
        """Return the packs that a campaign will use as they are now: the one `switched_on`, and those of
        which it doesn't keep yet what they were."""
        value = self.workspace.campaign(campaign).campaign
        identities = {}
        for pack in self.workspace.rulebooks.packs:
            is_used = pack.key in self.workspace.rulebooks.keys_on(keys)
            if is_used and (pack.key == switched_on or value.kept_pack(pack.key) is None):
                identities[pack.key] = identity_of(pack)
        return identities

    def _refuse_faulty(self, pack: Pack, choice: Chosen) -> None:
        """Raise LastDaysError if a pack has a fault."""
        faults = self.workspace.rulebooks.faults(pack, choice)
        if faults:
            raise LastDaysError(
                "{name} can't be switched on: {fault} Nothing was changed.",
                name=pack.name,
                fault=faults[0],
            )

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
        number = _house_number(key)
        low, high = number.range
        if not low <= value <= high:
            raise LastDaysError(
                "{name} can be {low} to {high}. Nothing was changed.",
                name=number.name,
                low=low,
                high=high,
            )
        if value == number.value_in(self.book(campaign)):
            self.as_in_book(campaign, key)
            return

        def with_number(c: Campaign) -> Campaign:
            numbers = [*_numbers_without(c, key), (key, value)]
            return replace(c, numbers=tuple(sorted(numbers)))

        self._change(campaign, NumberSet(key, value), with_number)

    def as_in_book(self, campaign: str, key: str) -> None:
        """Reset a number to the book's."""
        number = _house_number(key)

        def without_number(c: Campaign) -> Campaign:
            return replace(c, numbers=tuple(sorted(_numbers_without(c, number.key))))

        self._change(campaign, NumberAsInBook(number.key), without_number)

    # Rules that players write

    def new_key(self, campaign: str, kind: str, name: str) -> str:
        """Return the key for a new rule of a kind, made from its name once and for all: nothing of the
        book, of a content pack or of the campaign that it could be taken for has it."""
        book = self.workspace.rulebooks.of(self.chosen(campaign))
        keys_taken: set[str] = {rule.key for rule in book.own.listed(kind)}
        for file in _LIKE.get(kind, ()):
            keys_taken.update(getattr(book, file))
        return key_for(name, kind, keys_taken)

    def begun_rule(self, campaign: str, kind: str) -> dict[str, Any]:
        """Return the fields that a new rule of a kind begins with, as a file gives them."""
        fields = FormWords(kind).begun
        if kind == Encounter.KIND:
            fields["number"] = self._free_number(campaign)
        return fields

    def _free_number(self, campaign: str) -> int:
        """Return the lowest number of an Encounter that isn't rolled and that no other one has."""
        encounters = self.workspace.rulebooks.of(self.chosen(campaign)).encounters.values()
        numbers_taken = {encounter.number for encounter in encounters}
        number = len(FACES) + 1
        while number in numbers_taken:
            number += 1
        return number

    def read_rule(self, campaign: str, kind: str, key: str, fields: Mapping[str, Any]) -> ReadRule:
        """Return the rule that fields describe as a file gives them, all that is wrong with it where
        the campaign has it, and the rulebook with it."""
        choice = self.chosen(campaign)
        book = self.workspace.rulebooks.of(choice)
        rule, faults = _read(kind, key, fields)
        if rule is None:
            return ReadRule(None, tuple(faults), book)
        try:
            own_rules = choice.own.with_entry(rule)
        except ProblemsError as error:
            return ReadRule(None, tuple(_faults_of(error, kind, key)), book)
        book = self.workspace.rulebooks.of(replace(choice, own=own_rules))
        faults = [fault for fault in own_faults(book) if fault.is_of(kind, key)]
        unused_fields = [] if faults else list(_idle_fields(rule, book))
        warnings = [fault for fault in done_in_vain(own_rules) if fault.is_of(kind, key)]
        return ReadRule(rule, tuple(faults), book, tuple(unused_fields), tuple(warnings))

    def write_rule(self, campaign: str, rule: WrittenRule) -> None:
        """Add a rule to the campaign's own, or change the one of its kind and key. LastDaysError if
        there are too many."""
        self._change_rules(campaign, OwnRuleWritten(rule.name), lambda own: own.with_entry(rule))

    def copy_rule(self, campaign: str, rule: WrittenRule) -> WrittenRule:
        """Add a copy of a rule under another name and key, and return it. LastDaysError if there are
        too many."""
        names_taken = {other.name for other in self.chosen(campaign).own.listed(rule.KIND)}
        name = group_documents.numbered(rule.name, names_taken)
        copy = rule.called(self.new_key(campaign, rule.KIND, name), name)
        if isinstance(copy, WrittenEntry):
            copy = self._copy_without_unique_fields(campaign, copy)
        self.write_rule(campaign, copy)
        return copy

    def copy_of_book(self, campaign: str, kind: EntryKind, key: str) -> WrittenEntry:
        """Add a copy of an entry of the rulebook under another name and key, and return it.
        LastDaysError if there are too many."""
        entry = self._of_book(campaign, kind, key)
        shelf = getattr(self.workspace.rulebooks.of(self.chosen(campaign)), kind)
        names_taken = {other.name for other in shelf.values()}
        name = group_documents.numbered(entry.name, names_taken)
        renamed = entry.called(self.new_key(campaign, kind, name), name)
        copy = self._copy_without_unique_fields(campaign, renamed)
        self.write_rule(campaign, copy)
        return copy

    def change_of_book(self, campaign: str, kind: EntryKind, key: str) -> WrittenEntry:
        """Add an entry of the rulebook to the campaign's own, to be changed there: it is played instead
        of the book's, and returned. LastDaysError if there are too many."""
        entry = self._of_book(campaign, kind, key)
        self.write_rule(campaign, entry)
        return entry

    def _of_book(self, campaign: str, kind: EntryKind, key: str) -> WrittenEntry:
        """Return an entry of the rulebook as players write one, without pictures of a pack."""
        book = self.workspace.rulebooks.of(self.chosen(campaign))
        fields = fields_as_written(as_written(book, kind, key))
        fields.pop("portrait", None)
        if "pictogram" in fields:
            fields["pictogram"] = pictograms.instead(fields["pictogram"])
        return WrittenEntry(kind, key, fields)

    def _copy_without_unique_fields(self, campaign: str, entry: WrittenEntry) -> WrittenEntry:
        """Return a copy of an entry without what only one can have: its page, its number among
        Encounters, the rolls that bring an injury, what rules read of the one they know by its key."""
        fields = {name: value for name, value in entry.fields.items() if name not in _ONCE}
        if entry.kind == Encounter.KIND:
            fields["number"] = self._free_number(campaign)
        if entry.kind == InjuryEntry.KIND:
            fields["totals"] = []
        for name in self.read_rule(campaign, entry.kind, entry.key, fields).unused_fields:
            fields.pop(name, None)
        return replace(entry, fields=fields)

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
        value = self.workspace.campaign(campaign).campaign
        if value.own == NO_RULES:
            raise LastDaysError("There are no rules of your own to save. Nothing was written.")
        for fault in self.rule_faults(campaign):
            if any(fault.is_of(rule.KIND, rule.key) for rule in value.own.rules):
                raise LastDaysError(
                    "A content pack can't have faults: {fault} Nothing was written.", fault=fault
                )
        catalogue_below = self.workspace.rulebooks.of(replace(value.chosen, own=NO_RULES))
        entries = tuple(_with_defaults_written(entry, catalogue_below) for entry in value.own.book)
        rules = replace(value.own, book=entries)
        write_files(folder, pack_files(value.name, rules_as_files(rules)))
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
                problem = f"{capitalised(text)} {_('Nothing was changed.')}"
                raise LastDaysError(problem) from error

        self._change(campaign, change, write)

    def _change(self, campaign: str, change: Change, how: Callable[[Campaign], Campaign]) -> None:
        self.workspace.change_campaign(campaign, change, how)
        if self.workspace.worked_on == campaign:
            self.workspace.work_on(campaign)


def _house_number(key: str) -> HouseNumber:
    for number in house_numbers():
        if number.key == key:
            return number
    raise LastDaysError("There's no house rule called {name}.", name=key)


def _numbers_without(campaign: Campaign, key: str) -> list[tuple[str, int]]:
    """Return the campaign's own numbers by their keys, without one."""
    return [pair for pair in campaign.numbers if pair[0] != key]
