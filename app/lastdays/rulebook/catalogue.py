"""Reads `resources/rulebook/` and content packs into one checked catalogue."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from operator import attrgetter
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, fields, replace

from lastdays import __version__
from lastdays.desktop import paths
from lastdays.desktop.bounds import OutOfBoundsError, TimeLimit
from lastdays.errors import RulebookError
from lastdays.language import _, code, legible_values
from lastdays.rulebook import checks, pictograms
from lastdays.rulebook.blanks import Shelf
from lastdays.rulebook.checks import FACES, TOTALS, Faults, Tables
from lastdays.rulebook.effects import Effect, SkillHolder
from lastdays.rulebook.entries import (
    Action,
    AttributeEntry,
    CharacterType,
    CloseCombatWeapon,
    Dice,
    Encounter,
    Entry,
    Equipment,
    Firearm,
    Gear,
    InjuryEntry,
    ModifierEntry,
    Perk,
    Phase,
    Placement,
    Refuge,
    SkillEntry,
    SupplyCell,
    SupplyRows,
    Trait,
    ZombieType,
    open_skill_types,
    with_bonus,
)
from lastdays.rulebook.game_checks import read_games
from lastdays.rulebook.known import AMPUTATED, FIXED, KNOWN, SAID, InjuryKey, Key
from lastdays.rulebook.own import (
    KINDS as OWN_KINDS,
    NO_RULES,
    OwnRules,
    check_own,
    own_digest,
    read_own,
)
from lastdays.rulebook.own_entries import WrittenEntry
from lastdays.rulebook.pack_games import PackGame
from lastdays.rulebook.sentences import numbered, translated, unknown_places
from lastdays.rulebook.sources import (
    ABOUT,
    SECONDS_MOST,
    Fault,
    Sources,
    changes_by_pack,
    check_values,
    content_packs,
    laid_over,
    newer_program_needed,
    pack_key,
    read_folder,
)
from lastdays.values import Value

#: The content of files, or their entries, by file name and key; and the keys of each file.
Files = Mapping[str, Mapping[str, Any]]
KeysByFile = Mapping[str, Collection[str]]
#: The files whose entries members can carry.
GEAR_FILES = ("firearms", "close_combat", "equipment")


#: The fields that name other entries: file, field, and the files with those entries.
NAMING = (
    *((file, "attributes", ("attributes",)) for file in GEAR_FILES),
    ("characters", "rules", ("skills", "attributes")),
    ("zombies", "rules", ("skills", "attributes")),
    ("actions", "skill", ("skills",)),
    ("actions", "item", ("equipment",)),
    ("refuges", "built_in", ("perks",)),
    ("perks", "points_skill", ("skills", "attributes")),
    ("encounters", "perk", ("perks",)),
)


def check_across_files(
    valid: Files,
    keys_by_file: KeysByFile,
    tables: Tables,
    faults: Faults,
    unread_files: Collection[str] = (),
) -> None:
    """Check that entries fit together: every key that an entry names exists, and so does every
    entry that the procedures need.

    `valid` are the valid entries by file and key, `keys_by_file` all keys, including those of invalid
    entries. Of the `unread_files` it isn't known which keys they have: what may name one of those isn't
    judged.
    """
    for file, known_keys in KNOWN.items():
        _check_known_entries(file, known_keys, valid[file], keys_by_file[file], faults)
    _check_named_entries(valid, keys_by_file, faults, unread_files)
    _check_gear_keys(valid, keys_by_file, faults, unread_files)
    for key in sorted(set(keys_by_file["skills"]).intersection(keys_by_file["attributes"])):
        faults.say("attributes", key, "", "a skill has this key.")
    for kind in valid["characters"].values():
        _choice(kind, faults)
    whole_files = {
        file for file, entries in valid.items() if len(entries) == len(keys_by_file[file])
    }
    if "characters" in whole_files:
        has_leader = any(kind.leader for kind in valid["characters"].values())
        if not has_leader:
            faults.say("characters", "", "leader", "no Leader type is left.")
    _check_tables(keys_by_file, tables, faults, unread_files)
    if "injuries" not in unread_files:
        for injury in valid["injuries"].values():
            _check_injury(injury, keys_by_file["injuries"], faults)
    if "injuries" in whole_files:
        _injury_totals(valid["injuries"], faults)
    if "encounters" in whole_files:
        _encounter_numbers(valid["encounters"], faults)


def _check_named_entries(
    valid: Files, keys_by_file: KeysByFile, faults: Faults, unread_files: Collection[str]
) -> None:
    """Check that every key that an entry names exists."""
    for file, field, files in NAMING:
        if set(files).intersection(unread_files):
            continue
        existing_keys: set[str] = set()
        for name in files:
            existing_keys.update(keys_by_file[name])
        for entry in valid[file].values():
            value = getattr(entry, field)
            if field in ("attributes", "rules"):
                _check_traits(value, (file, entry.key, field), valid, existing_keys, faults)
            elif isinstance(value, str):
                keys = (value,) if value else ()
                faults.need(file, entry.key, field, keys, existing_keys)
            else:
                faults.need(file, entry.key, field, value, existing_keys)


def _check_gear_keys(
    valid: Files, keys_by_file: KeysByFile, faults: Faults, unread_files: Collection[str]
) -> None:
    """Check that no two weapons or pieces of equipment share a key, and that `converts` names
    Firearms."""
    keys_seen = set()
    for file in GEAR_FILES:
        for key in keys_by_file[file]:
            if key in keys_seen:
                faults.say(file, key, "", "another weapon or piece of equipment has this key.")
            keys_seen.add(key)
    if "firearms" in unread_files:
        return
    for item in valid["equipment"].values():
        # A Mod-Kit turns one Firearm into another (p. 78).
        keys = (*item.converts, *item.converts.values())
        faults.need("equipment", item.key, "converts", keys, keys_by_file["firearms"])


def _check_tables(
    keys_by_file: KeysByFile, tables: Tables, faults: Faults, unread_files: Collection[str]
) -> None:
    """Check that everything named in the skill tables and the supply table exists."""
    if "skills" not in unread_files:
        for name, keys in tables.skill_tables.items():
            faults.need("experience", "skills", name, keys, keys_by_file["skills"])
    if set(GEAR_FILES).intersection(unread_files):
        return
    gear: set[str] = set()
    for file in GEAR_FILES:
        gear.update(keys_by_file[file])
    for row, cells in tables.supply_rows.items():
        for cell in cells:
            keys_in_cell = [gear_found.key for gear_found in cell.found]
            faults.need("supplies", "rows", str(row), keys_in_cell, gear)


def _check_known_entries(
    file: str,
    keys: type[Key],
    valid: Mapping[str, Any],
    keys_of_file: Collection[str],
    faults: Faults,
) -> None:
    """Note the entries known to the code by name that are missing or lack what their rules need."""
    for key in keys:
        if key not in keys_of_file:
            faults.say(file, key, "", "the rules need this entry, and it is missing.")
        entry = valid.get(key)
        if entry is None:
            continue
        fixed_values = FIXED.get(file, {}).get(key, {})
        for field, value in fixed_values.items():
            if getattr(entry, field) != value:
                value_as_written = str(value).lower() if isinstance(value, bool) else f"'{value}'"
                faults.say(file, key, field, "the rules need {value}.", value=value_as_written)
        needed_field = SAID.get(file, {}).get(key)
        if needed_field and getattr(entry, needed_field) is None:
            faults.say(file, key, needed_field, "this is missing.")


def _check_traits(
    traits: Iterable[Trait],
    where: tuple[str, str, str],
    valid: Files,
    existing_keys: Iterable[str],
    faults: Faults,
) -> None:
    """Check that an entry's skills and attributes exist, and have a number if, and only if, they
    need one.

    `where` is their file, entry and field.
    """
    traits = tuple(traits)
    file, entry, field = where
    faults.need(file, entry, field, [trait.key for trait in traits], existing_keys)
    for trait in traits:
        attribute = valid["attributes"].get(trait.key)
        needs_number = attribute is not None and attribute.valued
        if needs_number and trait.value is None:
            faults.say(file, entry, field, "'{key}' needs a number.", key=trait.key)
        if not needs_number and trait.value is not None and trait.key in existing_keys:
            faults.say(file, entry, field, "'{key}' doesn't take a number.", key=trait.key)


def _choice(kind: CharacterType, faults: Faults) -> None:
    """Check that a Character type has enough skill types to choose from."""
    types_left = len(open_skill_types(kind))
    if kind.choose_skill_types > types_left:
        faults.say(
            "characters",
            kind.key,
            "choose_skill_types",
            "only {n} skill types are left to choose from.",
            n=types_left,
        )


def _check_injury(injury: InjuryEntry, injury_keys: Iterable[str], faults: Faults) -> None:
    """Check that an injury never turns into Captured or Infected!, and that only Infected! has
    `first` and `second`."""
    key = injury.key
    results = set(injury_keys) - {InjuryKey.CAPTURED, InjuryKey.INFECTED}
    turns_into = [injury.again] if injury.again else []
    faults.need("injuries", key, "again", turns_into, results)
    faults.need("injuries", key, "first", injury.first.values(), results | {AMPUTATED})
    faults.need("injuries", key, "second", injury.second.values(), results)
    for field, stage in (("first", injury.first), ("second", injury.second)):
        if key == InjuryKey.INFECTED and len(stage) != len(("1-3", "4-6")):
            faults.say("injuries", key, field, "1-3 and 4-6 are needed.")
        elif key != InjuryKey.INFECTED and stage:
            faults.say("injuries", key, field, "only Infected! has one.")


def _injury_totals(injuries: Mapping[str, InjuryEntry], faults: Faults) -> None:
    """Check that the Injury Table has each total once, and a result other than Captured."""
    totals: list[int] = []
    for injury in injuries.values():
        totals.extend(injury.totals)
    if sorted(totals) != list(TOTALS):
        faults.say("injuries", "", "", "each total of 2D6 needs one result.")
        return
    captured = injuries.get(InjuryKey.CAPTURED)
    if captured is not None and len(captured.totals) == len(TOTALS):
        faults.say(
            "injuries",
            InjuryKey.CAPTURED,
            "totals",
            "every total would be Captured: at least one needs a different result.",
        )


def _encounter_numbers(encounters: Mapping[str, Encounter], faults: Faults) -> None:
    """Check that no two Encounters share a number, and that 1 to 6 each have one; higher numbers
    can only be chosen."""
    names: dict[int, str] = {}
    for encounter in encounters.values():
        number = encounter.number
        if number in names:
            faults.say(
                "encounters",
                encounter.key,
                "number",
                "{n} is already taken by {other}.",
                n=number,
                other=names[number],
            )
        else:
            names[number] = encounter.name
    for face in FACES:
        if face not in names:
            faults.say("encounters", "", "number", "no Encounter has number {n}.", n=face)


def check_levels(tables: Tables, book: Mapping[str, Any], faults: Faults) -> None:
    """Check that no more Levels can be bought than a member can have."""
    level_most = book["limits"]["level_most"]
    if len(tables.level_costs) > level_most:
        faults.say(
            "experience",
            "levels",
            "costs",
            "there are {n} Levels, and level_most of book.toml is {most}.",
            n=len(tables.level_costs),
            most=level_most,
        )


def pages(valid: Mapping[str, Mapping[str, Entry]], faults: Faults) -> None:
    """Check that every entry of the book has a page; those of packs needn't."""
    for file, table in valid.items():
        for entry in table.values():
            if not entry.page:
                faults.say(file, entry.key, "page", "this is missing.")


__all__ = ["Catalogue", "content_packs", "load"]

KINDS: dict[str, type[Entry]] = {
    kind.KIND: kind
    for kind in (
        CharacterType,
        ZombieType,
        Firearm,
        CloseCombatWeapon,
        Equipment,
        AttributeEntry,
        SkillEntry,
        Refuge,
        Perk,
        Encounter,
        InjuryEntry,
        Phase,
        Action,
        ModifierEntry,
    )
}
#: The files of the book, which it has to have, and those that only packs have.
_BOOK = (*KINDS, "book", "experience", "supplies")
#: The names of files that a pack may have, without their suffix.
PACK_FILES = (*_BOOK, *OWN_KINDS)


class Catalogue(Value, dict=True):
    """Every number and name of the game, by key.

    `digest` identifies this exact content: an unfinished sequence stores it, so that a changed
    rulebook is noticed. `constants` are the book's numbers that belong to no entry, by section and
    name. `own` are the rules that players wrote, in packs or in their campaign; `left_out` is what is
    wrong with those that aren't in it. `games` are whole games of packs.

    A look-up such as `perks[key]`, `gear(key)` or `trait(key)` never fails: a key the rulebook no
    longer has gives a named blank (`blanks`), so that a group whose content pack is gone can still
    be opened, played and printed. `in` and `get` tell whether there is an entry.
    """

    characters: Mapping[str, CharacterType]
    zombies: Mapping[str, ZombieType]
    firearms: Mapping[str, Firearm]
    close_combat: Mapping[str, CloseCombatWeapon]
    equipment: Mapping[str, Equipment]
    attributes: Mapping[str, AttributeEntry]
    skills: Mapping[str, SkillEntry]
    refuges: Mapping[str, Refuge]
    perks: Mapping[str, Perk]
    encounters: Mapping[str, Encounter]
    injuries: Mapping[str, InjuryEntry]
    phases: Mapping[str, Phase]
    actions: Mapping[str, Action]
    modifiers: Mapping[str, ModifierEntry]
    constants: Files
    level_costs: tuple[int, ...]
    earned: Mapping[str, int]
    survived: Dice
    characteristic_table: Mapping[int, tuple[str, ...]]
    skill_tables: Mapping[str, tuple[str, ...]]
    supply_columns: tuple[str, ...]
    supply_rows: SupplyRows
    digest: str
    own: OwnRules = NO_RULES
    packs: tuple[str, ...] = ()
    refused_packs: tuple[str, ...] = ()
    overridden: tuple[str, ...] = ()
    left_out: tuple[Fault, ...] = ()
    games: tuple[PackGame, ...] = ()
    _gear: Mapping[str, Gear] = {}
    _written: Mapping[str, Mapping[str, Entry]] = {}
    _columns: tuple[tuple[int, int], ...] = ()

    def objective_worth(self, encounter: str) -> int:
        """Return the Experience for an objective of an Encounter, by its key: the book's if it has none
        of its own (p. 87)."""
        entry = self.encounters.get(encounter)
        if entry is None or entry.objective_experience is None:
            return self.earned["objective"]
        return entry.objective_experience

    def number(self, section: str, name: str) -> int:
        """Return a constant of `book.toml`."""
        return int(self.constants[section][name])

    def gear(self, key: str) -> Gear:
        """Return a weapon or piece of equipment; a blank if no entry has this key."""
        return self._gear[key]

    def has_gear(self, key: str) -> bool:
        """Return whether a weapon or piece of equipment has this key."""
        return key in self._gear

    def all_gear(self) -> list[Gear]:
        """Return all Firearms, close-combat weapons and equipment, in the book's order."""
        return list(self._gear.values())

    def for_sale(self) -> list[Gear]:
        """Return the gear that can be bought for a new Character (p. 29–31), in the book's
        order."""
        return [gear for gear in self._gear.values() if gear.cost is not None]

    def character(self, key: str) -> CharacterType:
        """Return a Leader or Character type; a blank if no entry has this key."""
        return self.characters[key]

    def trait(self, key: str) -> SkillEntry | AttributeEntry:
        """Return a skill or attribute; a blank if no entry has this key."""
        if key in self.attributes:
            return self.attributes[key]
        return self.skills[key]

    def skills_that(self, effect: Effect) -> tuple[SkillEntry, ...]:
        """Return the skills with an effect, in the book's order."""
        return self._effects.get(effect, ())

    def giver(self, holder: SkillHolder, effect: Effect) -> SkillEntry | None:
        """Return the skill that gives a member or model an effect; None if it has none."""
        for skill in self.skills_that(effect):
            if holder.has(skill.key):
                return skill
        return None

    @cached_property
    def _effects(self) -> Mapping[Effect, tuple[SkillEntry, ...]]:
        by_effect = {}
        for effect in Effect:
            skills = [skill for skill in self.skills.values() if effect in skill.does]
            by_effect[effect] = tuple(skills)
        return by_effect

    def chooses_class(self, traits: Iterable[Trait]) -> bool:
        """Return whether one of the skills is for a chosen class of Firearms (p. 65)."""
        for trait in traits:
            skill = self.skills.get(trait.key)
            if skill is not None and skill.chooses_class:
                return True
        return False

    @cached_property
    def shifting_skills(self) -> tuple[SkillEntry, ...]:
        """Return the skills that shift a supply roll, the strongest first (p. 67)."""
        skills = [skill for skill in self.skills.values() if skill.supply_shift]
        skills.sort(key=attrgetter("supply_shift"), reverse=True)
        return tuple(skills)

    def member_attributes(self) -> tuple[str, ...]:
        """Return the keys of the attributes that a Character can have: those of any type, and all that
        content packs add."""
        of_types: set[str] = set()
        for kind in self.characters.values():
            of_types.update(trait.key for trait in kind.rules)
        keys = []
        for key, attribute in self.attributes.items():
            if key in of_types or attribute.pack:
                keys.append(key)
        return tuple(keys)

    def leaders(self) -> list[CharacterType]:
        """Return the Leader types (p. 17)."""
        return [kind for kind in self.characters.values() if kind.leader]

    def followers(self) -> list[CharacterType]:
        """Return the Character types that aren't Leaders (p. 22)."""
        return [kind for kind in self.characters.values() if not kind.leader]

    def injury_for(self, total: int) -> InjuryEntry:
        """Return the Injury Table's result for a total of 2D6 (p. 84)."""
        return next(injury for injury in self.injuries.values() if total in injury.totals)

    def supply_column(self, total: int) -> int:
        """Return the index of the column for a total of 2D6 (p. 92)."""
        return next(n for n, (low, high) in enumerate(self._columns) if low <= total <= high)

    def supply_cell(self, row: int, column: int) -> SupplyCell:
        """Return the cell where the totals of two rolls of 2D6 meet (p. 92, ruling 21)."""
        return self.supply_rows[row][self.supply_column(column)]

    def trait_name(self, trait: Trait) -> str:
        """Return the name with its number: 'Noisy 2', 'Inspirational Presence'."""
        name = self.trait(trait.key).name
        if trait.value is None:
            return name
        return f"{name} {trait.value}"

    def trait_summary(self, key: str) -> str:
        """Return the one-line summary of a skill or attribute."""
        return self.trait(key).summary

    def trait_in_short(self, key: str) -> str:
        """Return what a skill or attribute does in a few words; '' if its summary is as short."""
        return self.trait(key).short


class Reading(Value):
    """Files of a rulebook as they were read: `sources` are all of them, `shown` the same in the current
    language, `said` those of the pack that was laid over the others. What is invalid is left out of
    `entries`, `tables`, `own` and `games`, and `faults` say why."""

    sources: Sources
    shown: Files
    said: Sources
    entries: Files
    tables: Tables
    own: OwnRules
    digest: str
    faults: tuple[Fault, ...]
    games: tuple[PackGame, ...] = ()


class _Layers:
    """The book with content packs being laid over it, one after the other."""

    def __init__(self, sources: Sources, catalogue: Catalogue) -> None:
        self.sources = sources
        self.catalogue = catalogue
        self.taken: list[str] = []
        self.refused: list[str] = []
        self.overridden: list[str] = []
        self.games: list[PackGame] = []

    def lay(self, pack: Path) -> None:
        """Lay a pack over what is there, or refuse it if it has faults."""
        key = pack_key(pack)
        try:
            reading = examine(pack, self.sources)
        except OutOfBoundsError as error:
            self.refused.append(f"{key}: {error}")
            return
        if reading.faults:
            self.refused.extend(f"{key}: {fault}" for fault in reading.faults)
            return
        for change in changes_by_pack(self.sources, reading.said, pictograms.PICTURE_FIELDS):
            self.overridden.append(f"{key}: {change}")
        self.sources = reading.sources
        self.taken.append(key)
        self.catalogue = _catalogue(reading, tuple(self.taken))
        self.games += reading.games

    @property
    def with_notes(self) -> Catalogue:
        """Return the rulebook with its packs laid over it, and with notes on which were refused, what they
        change and which games they bring."""
        if not self.refused and not self.overridden and not self.games:
            return self.catalogue
        return replace(
            self.catalogue,
            refused_packs=tuple(self.refused),
            overridden=tuple(self.overridden),
            games=tuple(self.games),
        )


def load(folder: Path | None = None, packs: Sequence[Path] = ()) -> Catalogue:
    """Return the rulebook in the current language: the shipped folder, or `folder` instead, with
    content packs laid over it in order. The shipped folder is read once per language.

    Raises RulebookError, with file, entry and field of every fault, if the folder has faults. A
    content pack with faults is left out, so that it can't keep a campaign from opening, and
    `refused_packs` lists its faults. `overridden` lists what the other packs change in the data
    under them.
    """
    if folder is None:
        sources, catalogue = _shipped(paths.resources() / "rulebook", code())
    else:
        sources, catalogue = read(folder)
    layers = _Layers(sources, catalogue)
    for pack in packs:
        layers.lay(pack)
    return layers.with_notes


def examine(pack: Path, sources: Sources | None = None) -> Reading:
    """Return what a content pack makes of the rulebook's files, by default the shipped ones, with all of
    its faults. Raises OutOfBoundsError if reading it takes too long."""
    if sources is None:
        sources, _book = _shipped(paths.resources() / "rulebook", code())
    needed = newer_program_needed(pack)
    if needed:
        # What else is in it may be unknown to this version.
        faults = Faults()
        faults.append(_needs_newer_program(needed))
        return _read_sources(sources, {}, faults, TimeLimit(SECONDS_MOST))
    patience = TimeLimit(SECONDS_MOST)
    pack_sources, file_faults = read_folder(pack, PACK_FILES, patience)
    unread_files = _unread_files(file_faults)
    pack_sources, picture_faults = pictograms.take_pictures(pack, pack_sources)
    layered = laid_over(sources, pack_sources, pack_key(pack), (*KINDS, *OWN_KINDS))
    faults = Faults([*file_faults, *picture_faults])
    games = read_games(pack, faults, patience)
    reading = _read_sources(layered, pack_sources, faults, patience, unread_files=unread_files)
    return replace(reading, games=games)


def _needs_newer_program(version: str) -> Fault:
    """Return the fault of a pack for a later version of the program."""
    text = _(
        "it needs this program from version {needed}; this is {version}.",
        needed=version,
        version=__version__,
    )
    return Fault(ABOUT, text, field="needs")


def _unread_files(faults: Iterable[Fault]) -> frozenset[str]:
    """Return the files, without their suffix, that couldn't be read at all."""
    names = [fault.file for fault in faults if not fault.entry and not fault.field]
    return frozenset(name.removesuffix(".toml") for name in names)


@cache
def _shipped(base: Path, _spoken: str) -> tuple[Sources, Catalogue]:
    """Return the shipped rulebook in a language. It must not be changed: packs are laid over
    copies."""
    return read(base)


def read(base: Path) -> tuple[Sources, Catalogue]:
    """Return the files of a whole rulebook and its catalogue. Raises RulebookError."""
    sources, file_faults = read_folder(base, PACK_FILES, TimeLimit())
    if file_faults:
        raise RulebookError(" ".join(map(str, file_faults)))
    missing = [f"{name}.toml" for name in _BOOK if name not in sources]
    if missing:
        raise RulebookError(
            "The rulebook in {folder} lacks {files}.",
            folder=base,
            files=", ".join(missing),
        )
    reading = _read_sources(sources, sources, Faults(), TimeLimit(), shipped=True)
    if reading.faults:
        raise RulebookError(" ".join(map(str, reading.faults)))
    return sources, _catalogue(reading, ())


def _read_sources(
    sources: Sources,
    pack_sources: Sources,
    faults: Faults,
    patience: TimeLimit,
    *,
    unread_files: frozenset[str] = frozenset(),
    shipped: bool = False,
) -> Reading:
    """Return the files of a rulebook as they are read, with the faults found before and all others.
    `unread_files` are those of a pack that couldn't be read. Raises OutOfBoundsError if it takes too long."""
    # Computed before translation: the same in every language.
    digest = _digest(sorted(sources.items()))
    # Read before translation: what players wrote is shown as they wrote it.
    own_rules = read_own(sources, faults, patience)
    translated_sources = _in_current_language(sources)
    entries = {}
    for name, kind in KINDS.items():
        entries[name] = checks.entries(kind, name, translated_sources[name], faults, patience)
    tables = checks.read_tables(
        translated_sources["experience"], translated_sources["supplies"], faults
    )
    checks.check_book(translated_sources["book"], translated_sources["characters"], faults)
    keys_by_file = {name: tuple(translated_sources[name]) for name in KINDS}
    check_across_files(entries, keys_by_file, tables, faults, unread_files)
    if not unread_files:  # else a counter or table that is named may be in such a file
        check_own(own_rules, _keys_for_own_rules(translated_sources), faults)
    wrong_files = {fault.file for fault in faults}
    if not wrong_files.intersection(("book.toml", "experience.toml")):
        check_levels(tables, translated_sources["book"], faults)
    _check_number_placeholders(entries, translated_sources["book"], keys_by_file, faults)
    if shipped and not faults:
        pages(entries, faults)
    return Reading(
        sources=sources,
        shown=translated_sources,
        said=pack_sources,
        entries=entries,
        tables=tables,
        own=own_rules,
        digest=digest,
        faults=tuple(faults),
    )


def _digest(content: object) -> str:
    """Return a text that is the same for the same content."""
    return hashlib.blake2b(repr(content).encode(), digest_size=8).hexdigest()


def _keys_for_own_rules(sources: Files) -> dict[str, Collection[str]]:
    """Return the keys that players' own rules can name, by kind, those of invalid entries too."""
    keys: dict[str, Collection[str]] = {kind: sources.get(kind, ()) for kind in OWN_KINDS}
    gear: list[str] = []
    for file in GEAR_FILES:
        gear.extend(sources[file])
    keys["gear"] = gear
    return keys


def _check_number_placeholders(
    valid: Files, constants: Mapping[str, Any], keys_by_file: KeysByFile, faults: Faults
) -> None:
    """Note the braces in an Encounter's rules that don't name a number. A number of an entry or section
    that is invalid itself isn't judged."""
    invalid_sections = {fault.entry for fault in faults if fault.file == "book.toml"}
    for key, encounter in valid["encounters"].items():
        for field, holder, text in _rule_texts(encounter):
            for placeholder in unknown_places(text, holder, constants, valid):
                file, _dot, path = placeholder.strip("{+}").partition(".")
                entry, _dot, _field = path.partition(".")
                is_faulty_entry = entry in keys_by_file.get(file, ()) and entry not in valid[file]
                is_already_reported = is_faulty_entry or file in invalid_sections
                if is_already_reported:
                    continue
                faults.say("encounters", key, field, "no number for {n}", n=placeholder)


def _rule_texts(encounter: Encounter) -> Iterator[tuple[str, Encounter | Placement, str]]:
    """Yield an Encounter's rules: the field, what holds it, and the text."""
    for text in encounter.special:
        yield "special", encounter, text
    yield "ends", encounter, encounter.ends
    yield "ends_alone", encounter, encounter.ends_alone
    yield "objective", encounter, encounter.objective
    for place, step in enumerate(encounter.setup):
        yield f"setup.{place}", step, step.text
        yield f"setup.{place}", step, step.alone


def _in_current_language(sources: Files) -> Files:
    """Return the files of a rulebook in the current language."""
    if code() == "en":
        return sources
    return translated(sources, _)


def _catalogue(reading: Reading, packs: tuple[str, ...]) -> Catalogue:
    """Put the catalogue together from files without faults."""
    constants = dict(reading.shown["book"])
    table_fields = asdict(reading.tables)
    bonus = constants["supplies"]["bonus"]
    table_fields["supply_rows"] = with_bonus(reading.tables.supply_rows, bonus)
    return Catalogue(
        **table_fields,
        **_shelves(reading.entries, constants),
        constants=constants,
        supply_columns=tuple(reading.shown["supplies"]["columns"]),
        own=reading.own,
        digest=reading.digest,
        packs=packs,
        _written=reading.entries,
    )


def _shelves(
    entries_by_file: Mapping[str, Mapping[str, Entry]], constants: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the entries by kind, and all gear, with the numbers in their sentences filled in."""
    shelves: dict[str, Any] = {}
    for name, kind in KINDS.items():
        entries = {}
        for key, entry in entries_by_file[name].items():
            with_numbers = numbered(entry, constants, entries_by_file)
            if isinstance(with_numbers, Perk):
                with_numbers = with_numbers.as_played()
            entries[key] = with_numbers
        shelves[name] = Shelf(kind, entries)
    gear: dict[str, Any] = {}
    for file in GEAR_FILES:
        gear.update(shelves[file])
    shelves["_gear"] = Shelf(Equipment, gear)
    return shelves


def as_written(catalogue: Catalogue, kind: str, key: str) -> Entry:
    """Return an entry with all that its file says, also what no rule reads."""
    entry: Entry = catalogue._written[kind][key]
    return entry


def with_constants(catalogue: Catalogue, constants: Files, digest: str) -> Catalogue:
    """Return a rulebook with other constants of `book.toml`, also in its sentences and supply
    table."""
    bonus = constants["supplies"]["bonus"] - catalogue.number("supplies", "bonus")
    return replace(
        catalogue,
        **_shelves(catalogue._written, constants),
        constants=constants,
        supply_rows=with_bonus(catalogue.supply_rows, bonus),
        digest=digest,
    )


def with_own(catalogue: Catalogue, own_rules: OwnRules) -> Catalogue:
    """Return a rulebook with a campaign's own rules laid over it and over those of its packs. Entries of
    the book with faults are left out."""
    if own_rules == NO_RULES:
        return catalogue
    digest = _digest((catalogue.digest, own_digest(own_rules)))
    with_entries = _with_entries(catalogue, own_rules.book) if own_rules.book else catalogue
    return replace(with_entries, own=own_rules.over(catalogue.own), digest=digest)


def _with_entries(catalogue: Catalogue, entries: Sequence[WrittenEntry]) -> Catalogue:
    """Return a rulebook with entries that players wrote in place of its own with the same keys; those
    with faults are left out."""
    remaining = list(entries)
    left_out = Faults()
    while remaining:
        faults = Faults()
        entries_by_file = _written_with(catalogue, remaining, faults)
        if not faults:
            shelves = _shelves(entries_by_file, catalogue.constants)
            return replace(catalogue, **shelves, _written=entries_by_file, left_out=tuple(left_out))
        blamed = _blamed_faults(remaining, faults)
        left_out += blamed
        remaining = [entry for entry in remaining if not _is_blamed(entry, blamed)]
    return replace(catalogue, left_out=tuple(left_out))


def _written_with(
    catalogue: Catalogue, entries: Sequence[WrittenEntry], faults: Faults
) -> dict[str, dict[str, Entry]]:
    """Return the entries of a rulebook with some that players wrote among them, and note what is wrong
    with these."""
    entries_by_file = {kind: dict(catalogue._written[kind]) for kind in KINDS}
    for entry in entries:
        _read_entry(entry, entries_by_file[entry.kind], faults)
    if not faults:  # what is left out because of them would seem to be missing
        keys_by_file = {kind: tuple(table) for kind, table in entries_by_file.items()}
        check_across_files(entries_by_file, keys_by_file, _tables_of(catalogue), faults)
        _check_number_placeholders(entries_by_file, catalogue.constants, keys_by_file, faults)
    return entries_by_file


def _is_blamed(entry: WrittenEntry, faults: Iterable[Fault]) -> bool:
    return any(fault.is_of(entry.kind, entry.key) for fault in faults)


def _read_entry(entry: WrittenEntry, table: dict[str, Entry], faults: Faults) -> None:
    """Add an entry that players wrote to the others of its kind, or note what is wrong with it."""
    try:
        check_values(entry.fields)
    except OutOfBoundsError as error:
        faults.say(entry.kind, entry.key, "", str(error))
        return
    fields_of_entry = {**legible_values(dict(entry.fields)), "pack": ""}
    kind = KINDS[entry.kind]
    in_file = {entry.key: fields_of_entry}
    table.update(checks.entries(kind, entry.kind, in_file, faults, TimeLimit()))


def _tables_of(catalogue: Catalogue) -> Tables:
    return Tables(**{field.name: getattr(catalogue, field.name) for field in fields(Tables)})


def _blamed_faults(entries: Sequence[WrittenEntry], faults: Faults) -> list[Fault]:
    """Return the faults that are of entries that players wrote. One that is of the book came with the
    entries of its file, or else with all of them, and is said of those."""
    of_entries = []
    for fault in faults:
        if any(fault.is_of(entry.kind, entry.key) for entry in entries):
            of_entries.append(fault)
    if of_entries:
        return of_entries
    of_files = []
    for fault in faults:
        for entry in entries:
            if fault.file == f"{entry.kind}.toml":
                of_files.append(Fault(fault.file, fault.text, entry.key, fault.field))
    if of_files:
        return of_files
    text = faults[0].text
    return [Fault(f"{entry.kind}.toml", text, entry.key) for entry in entries]


def own_faults(catalogue: Catalogue) -> list[Fault]:
    """Return the faults of the rules that players wrote: what they name and the rulebook lacks, what
    can't be done, and what is wrong with entries that are left out."""
    keys_by_kind: dict[str, Collection[str]] = {"gear": catalogue._gear}
    for kind, rules in catalogue.own.by_kind.items():
        keys_by_kind[kind] = [rule.key for rule in rules]
    faults = Faults(catalogue.left_out)
    check_own(catalogue.own, keys_by_kind, faults)
    return faults
