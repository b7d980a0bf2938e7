"""Reads `resources/rulebook/` and content packs into one checked catalogue."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from lastdays import paths
from lastdays.errors import RulebookError
from lastdays.language import _
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
    Modifier,
    Perk,
    Phase,
    Refuge,
    SkillEntry,
    SupplyCell,
    Trait,
    ZombieType,
    parse_dice,
    parse_supply_cell,
)
from lastdays.rulebook.words import CHARACTERISTICS, SKILL_TYPES

E = TypeVar("E", bound=Entry)

_KINDS: dict[str, type[Entry]] = {
    "characters": CharacterType,
    "zombies": ZombieType,
    "firearms": Firearm,
    "close_combat": CloseCombatWeapon,
    "equipment": Equipment,
    "attributes": AttributeEntry,
    "skills": SkillEntry,
    "refuges": Refuge,
    "perks": Perk,
    "encounters": Encounter,
    "injuries": InjuryEntry,
    "phases": Phase,
    "actions": Action,
    "modifiers": Modifier,
}
_TABLES = ("book", "experience", "supplies")


@dataclass(frozen=True)
class Catalogue:
    """Every number and name of the game, by key.

    `digest` names this very content: a half-done sequence remembers it, so that a changed
    rulebook is noticed. `constants` are the book's numbers that belong to no entry, by
    section and name.
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
    modifiers: Mapping[str, Modifier]
    constants: Mapping[str, Mapping[str, Any]]
    level_costs: tuple[int, ...]
    earned: Mapping[str, int]
    survived: Dice
    characteristic_table: Mapping[int, tuple[str, ...]]
    skill_tables: Mapping[str, tuple[str, ...]]
    supply_columns: tuple[str, ...]
    supply_rows: Mapping[int, tuple[SupplyCell, ...]]
    digest: str
    packs: tuple[str, ...] = ()
    refused_packs: tuple[str, ...] = ()
    _gear: Mapping[str, Gear] = field(default_factory=dict, repr=False)

    def number(self, section: str, name: str) -> int:
        """A constant of `book.toml`."""
        return int(self.constants[section][name])

    def gear(self, key: str) -> Gear:
        """A weapon or piece of equipment; RulebookError where no entry has this key."""
        try:
            return self._gear[key]
        except KeyError:
            raise RulebookError(
                _(
                    "The rulebook has no weapon or equipment called '{key}'. Is a content pack missing?"
                ).format(key=key)
            ) from None

    def has_gear(self, key: str) -> bool:
        """Whether a weapon or piece of equipment has this key."""
        return key in self._gear

    def all_gear(self) -> list[Gear]:
        """Firearms, close-combat weapons and equipment, in the book's order."""
        return list(self._gear.values())

    def for_sale(self) -> list[Gear]:
        """What a new Character can be armed with (p. 29–31), in the book's order."""
        return [gear for gear in self._gear.values() if gear.cost is not None]

    def character(self, key: str) -> CharacterType:
        """A Leader or Character type; RulebookError where no entry has this key."""
        try:
            return self.characters[key]
        except KeyError:
            raise RulebookError(
                _(
                    "The rulebook has no Character type called '{key}'. Is a content pack missing?"
                ).format(key=key)
            ) from None

    def leaders(self) -> list[CharacterType]:
        """The Leader types (p. 17)."""
        return [c for c in self.characters.values() if c.leader]

    def followers(self) -> list[CharacterType]:
        """The Character types that are no Leaders (p. 22)."""
        return [c for c in self.characters.values() if not c.leader]

    def injury_for(self, total: int) -> InjuryEntry:
        """The Injury Table's result for a total of 2D6 (p. 84)."""
        return next(i for i in self.injuries.values() if total in i.totals)

    def supply_column(self, total: int) -> int:
        """The index of the column that a total of 2D6 finds (p. 92)."""
        for index, label in enumerate(self.supply_columns):
            low, high = label.split("-")
            if int(low) <= total <= int(high):
                return index
        raise RulebookError(f"supplies.toml: no column for {total}")

    def supply_cell(self, row: int, column: int) -> SupplyCell:
        """The cell where the totals of two rolls of 2D6 meet (p. 92, ruling 21)."""
        return self.supply_rows[row][self.supply_column(column)]

    def trait_name(self, trait: Trait) -> str:
        """'Noisy 2', 'Inspirational Presence'."""
        entry = self.skills.get(trait.key) or self.attributes.get(trait.key)
        name = entry.name if entry else trait.key
        return f"{name} {trait.value}" if trait.value is not None else name

    def trait_summary(self, key: str) -> str:
        """The one-line summary of a skill or attribute."""
        entry = self.skills.get(key) or self.attributes.get(key)
        return entry.summary if entry else ""


def load(folder: Path | None = None, packs: Sequence[Path] = ()) -> Catalogue:
    """The catalogue from the shipped folder and content packs laid over it, in their order.

    Raises RulebookError, naming file, entry and field, for the shipped data. A content pack
    that is wrong is left out whole and named in `refused_packs`: it must not keep a campaign
    from opening.
    """
    base = folder or paths.resources() / "rulebook"
    sources = _read_folder(base)
    missing = [name for name in (*_KINDS, *_TABLES) if name not in sources]
    if missing:
        raise RulebookError(
            _("The rulebook in {folder} lacks {files}.").format(
                folder=base, files=", ".join(f"{name}.toml" for name in missing)
            )
        )
    catalogue = _build(sources, (), ())
    taken: list[str] = []
    refused: list[str] = []
    for pack in packs:
        try:
            layered = _overlay(sources, _read_folder(pack), pack.name)
            catalogue = _build(layered, (*taken, pack.name), ())
        except RulebookError as error:
            refused.append(f"{pack.name}: {error}")
        else:
            sources = layered
            taken.append(pack.name)
    if refused:
        catalogue = _build(sources, tuple(taken), tuple(refused))
    return catalogue


def content_packs(folder: Path | None = None) -> list[Path]:
    """The content packs a user has put into the packs folder, by name."""
    folder = folder or paths.content_packs()
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.is_dir())


def _read_folder(folder: Path) -> dict[str, dict[str, Any]]:
    sources: dict[str, dict[str, Any]] = {}
    for file in sorted(folder.glob("*.toml")):
        if file.stem not in _KINDS and file.stem not in _TABLES:
            raise RulebookError(_("{file}: no such kind of entry.").format(file=file.name))
        try:
            sources[file.stem] = tomllib.loads(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise RulebookError(f"{file.name}: {error}") from error
    return sources


def _overlay(
    under: Mapping[str, dict[str, Any]], over: Mapping[str, dict[str, Any]], pack: str
) -> dict[str, dict[str, Any]]:
    result = {name: dict(table) for name, table in under.items()}
    for name, table in over.items():
        for key, value in table.items():
            old = result[name].get(key)
            if isinstance(value, dict):
                value = {**(old if isinstance(old, dict) else {}), **value}
                if name in _KINDS:
                    value["pack"] = pack
            result[name][key] = value
    return result


def _entries(kind: type[E], file: str, table: Mapping[str, Any]) -> dict[str, E]:
    entries: dict[str, E] = {}
    for key, value in table.items():
        if not isinstance(value, dict):
            raise RulebookError(f"{file}.toml [{key}]: " + _("an entry is a table of fields."))
        try:
            entries[key] = kind.model_validate({**value, "key": key})
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise RulebookError(f"{file}.toml [{key}] {where}: {first['msg']}") from error
    return entries


def _build(
    sources: Mapping[str, Mapping[str, Any]], packs: tuple[str, ...], refused: tuple[str, ...]
) -> Catalogue:
    made: dict[str, dict[str, Any]] = {
        name: _entries(kind, name, sources[name]) for name, kind in _KINDS.items()
    }
    gear: dict[str, Gear] = {**made["firearms"], **made["close_combat"], **made["equipment"]}
    experience = sources["experience"]
    supplies = sources["supplies"]
    try:
        earned = experience["earned"]
        catalogue = Catalogue(
            **made,
            constants=dict(sources["book"]),
            level_costs=tuple(int(c) for c in experience["levels"]["costs"]),
            earned={k: int(v) for k, v in earned.items() if k not in ("survived", "page")},
            survived=parse_dice(earned["survived"]),
            characteristic_table={
                int(total): tuple(names)
                for total, names in experience["characteristics"].items()
                if total != "page"
            },
            skill_tables={
                name: tuple(keys) for name, keys in experience["skills"].items() if name != "page"
            },
            supply_columns=tuple(supplies["columns"]),
            supply_rows={
                int(row): tuple(parse_supply_cell(cell) for cell in cells)
                for row, cells in supplies["rows"].items()
            },
            digest=_digest(sources),
            packs=packs,
            refused_packs=refused,
            _gear=gear,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RulebookError(
            _("experience.toml, supplies.toml or book.toml: {error}").format(error=error)
        ) from error
    _cross_check(catalogue)
    return catalogue


def _digest(sources: Mapping[str, Mapping[str, Any]]) -> str:
    return hashlib.blake2b(repr(sorted(sources.items())).encode(), digest_size=8).hexdigest()


def _cross_check(catalogue: Catalogue) -> None:
    """Every key that one entry names in another has to exist."""
    skills, attributes = set(catalogue.skills), set(catalogue.attributes)

    def need(file: str, entry: str, name: str, keys: Iterable[str], known: Iterable[str]) -> None:
        for key in keys:
            if key not in known:
                raise RulebookError(
                    f"{file}.toml [{entry}] {name}: " + _("'{key}' is unknown.").format(key=key)
                )

    for a in catalogue.actions.values():
        need("actions", a.key, "skill", [a.skill] if a.skill else [], skills)
        need("actions", a.key, "item", [a.item] if a.item else [], catalogue.equipment)
    for c in catalogue.characters.values():
        need("characters", c.key, "rules", (t.key for t in c.rules), skills | attributes)
    for g in catalogue.all_gear():
        file = (
            "firearms"
            if g.key in catalogue.firearms
            else "close_combat"
            if g.key in catalogue.close_combat
            else "equipment"
        )
        need(file, g.key, "attributes", (t.key for t in g.attributes), attributes)
    for e in catalogue.equipment.values():
        need("equipment", e.key, "converts", (*e.converts, *e.converts.values()), catalogue._gear)
    for r in catalogue.refuges.values():
        need("refuges", r.key, "built_in", r.built_in, catalogue.perks)
    for i in catalogue.injuries.values():
        outcomes = [i.again, *i.first.values(), *i.second.values()]
        known = {*catalogue.injuries, "amputated", ""}
        need("injuries", i.key, "again/first/second", outcomes, known)
    totals = sorted(t for i in catalogue.injuries.values() for t in i.totals)
    if totals != list(range(2, 13)):
        raise RulebookError("injuries.toml: " + _("each total of 2D6 needs one result."))
    if set(catalogue.characteristic_table) != set(range(2, 13)):
        raise RulebookError(
            "experience.toml [characteristics]: " + _("each total of 2D6 needs one result.")
        )
    for names in catalogue.characteristic_table.values():
        need("experience", "characteristics", "", names, CHARACTERISTICS)
    need("experience", "skills", "", catalogue.skill_tables, SKILL_TYPES)
    for name, keys in catalogue.skill_tables.items():
        need("experience", "skills", name, keys, skills)
        if len(keys) != 6:
            raise RulebookError(
                f"experience.toml [skills] {name}: " + _("a skill table has six entries.")
            )
    if set(catalogue.supply_rows) != set(range(2, 13)):
        raise RulebookError("supplies.toml [rows]: " + _("each total of 2D6 needs one row."))
    for row, cells in catalogue.supply_rows.items():
        if len(cells) != len(catalogue.supply_columns):
            raise RulebookError(
                f"supplies.toml [rows] {row}: " + _("one cell is needed for each column.")
            )
        for cell in cells:
            need("supplies", "rows", str(row), (f.key for f in cell.found), catalogue._gear)
