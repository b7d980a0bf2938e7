"""Checks, made on loading, of what the code relies on in the data of the rulebook and of packs.

Every check adds to a list of faults and none stops at the first, so that the author of a pack sees
all of them at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct, convert, defstruct, field, inspect
from msgspec.structs import fields

from lastdays.desktop import paths
from lastdays.desktop.bounds import TimeLimit
from lastdays.errors import damage
from lastdays.language import _
from lastdays.rulebook.entries import (
    SKILL_TYPES,
    Characteristic,
    Count,
    Dice,
    Entry,
    PageNumber,
    ProblemsError,
    SupplyCell,
    SupplyRows,
    read_entry,
    spelled,
)
from lastdays.rulebook.sources import Fault
from lastdays.values import Value

E = TypeVar("E", bound=Entry)
#: The content of a file, or of a part of it, by key.
Table = Mapping[str, Any]
Keys = tuple[str, ...]

#: The constants of book.toml that the code reads, each with its lowest and highest value.
NUMBERS: Mapping[str, Mapping[str, tuple[int, int]]] = paths.toml("numbers.toml")["range"]
#: Totals of 2D6.
TOTALS = tuple(range(2, 13))
#: Totals of a D6: the numbers an Encounter roll can show.
FACES = tuple(range(1, 7))
_SKILLS_IN_A_TABLE = 6


#: The most keys that are named instead of an unknown one, and among how many faults that is done:
#: looking for them takes long.
NEAR_MOST = 3
HINTS_MOST = 30
#: How like an unknown key another one is that may be meant, from 0 to 1.
LIKENESS = 0.75
#: The most faults that are noted.
FAULTS_MOST = 500


class Faults(list[Fault]):
    """The faults found so far."""

    def say(self, file: str, entry: str, field: str, text: str, **values: object) -> None:
        """Note a fault, a message with its values, unless there are `FAULTS_MOST` already."""
        if len(self) < FAULTS_MOST:
            self.append(Fault(f"{file}.toml", _(text, **values), entry, field))

    def need(
        self, file: str, entry: str, field: str, keys: Iterable[str], known: Iterable[str]
    ) -> None:
        """Note each key that isn't known."""
        for key in keys:
            if key in known:
                continue
            near: list[str] = []
            if len(self) < HINTS_MOST:
                names = [str(name) for name in known]
                near = get_close_matches(key, names, n=NEAR_MOST, cutoff=LIKENESS)
            if near:
                self.say(
                    file,
                    entry,
                    field,
                    "'{key}' is unknown. Is one of these meant: {keys}?",
                    key=key,
                    keys=", ".join(near),
                )
            else:
                self.say(file, entry, field, "'{key}' is unknown.", key=key)


class Tables(Value):
    """The content of experience.toml and supplies.toml."""

    level_costs: tuple[int, ...]
    earned: Mapping[str, int]
    survived: Dice
    characteristic_table: Mapping[int, tuple[str, ...]]
    skill_tables: Mapping[str, tuple[str, ...]]
    supply_rows: SupplyRows
    _columns: tuple[tuple[int, int], ...]


def entries(
    kind: type[E], file: str, table: Table, faults: Faults, patience: TimeLimit
) -> dict[str, E]:
    """Return the valid entries of a file, and note the faults of the others. Raises
    OutOfBoundsError if it takes too long."""
    valid = {}
    for key, value in table.items():
        patience.hold()
        if not isinstance(value, dict):
            faults.say(file, key, "", "an entry is a table of fields.")
            continue
        fields_of_entry = {**value, "key": key}
        try:
            valid[key] = read_entry(kind, fields_of_entry)
        except ValueError as error:
            problems = faults_in(kind, fields_of_entry) or _problems(error)
            for field, text in problems:
                faults.say(file, key, field, text)
    return valid


def faults_in(kind: type[Struct], table: Table) -> list[tuple[str, str]]:
    """Return the faults of the single fields of a table, each as its place and text."""
    known = {field_of_kind.encode_name: field_of_kind for field_of_kind in fields(kind)}
    parsers = spelled(kind)
    faults = [(name, _("there is no such field.")) for name in table if name not in known]
    for name, field_of_kind in known.items():
        if name in table:
            value = table[name]
            try:
                parsed = parsers[name](value) if name in parsers else value
                convert(parsed, field_of_kind.type)
            except ValueError as error:
                faults += _faults_inside(name, field_of_kind.type, value, error)
        elif field_of_kind.required:
            faults.append((name, _("this is missing.")))
    return faults


def _faults_inside(
    name: str, kind: object, value: object, error: ValueError
) -> list[tuple[str, str]]:
    """Return the faults of a field: those of each item of a list of tables, else its first."""
    described = inspect.type_info(kind)
    while isinstance(described, inspect.Metadata):
        described = described.type
    faults = []
    match described, value:
        case inspect.VarTupleType(item_type=inspect.StructType(cls=model)), list() as items:
            for place, item in enumerate(items):
                faults += _faults_of_item(f"{name}.{place}", model, item)
    if faults:
        return faults
    return [_under(name, where, text) for where, text in _problems(error)]


def _faults_of_item(where: str, model: type[Struct], item: object) -> list[tuple[str, str]]:
    if not isinstance(item, dict):
        return []
    faults = faults_in(model, item)
    if not faults:
        try:
            convert(item, model)
        except ValueError as error:
            faults = _problems(error)
    return [_under(where, inner, text) for inner, text in faults]


def _under(name: str, where: str, text: str) -> tuple[str, str]:
    return f"{name}.{where}".rstrip("."), text


def _problems(error: ValueError) -> list[tuple[str, str]]:
    """Return all problems that a value was refused for, each with its place."""
    where, text = damage(error)
    where = where.replace(" → ", ".")
    refusal = error if isinstance(error, ProblemsError) else error.__cause__
    if not isinstance(refusal, ProblemsError):
        return [(where, text)]
    problems = []
    for inner, problem in refusal.problems:
        place = f"{where}.{inner}".lstrip(".")
        problems.append((place, problem))
    return problems


def _read_sections(
    file: str, kinds: Mapping[str, type[Struct]], table: Table, faults: Faults
) -> dict[str, dict[str, Any]]:
    """Return the fields of a file's valid sections, and note the faults of the others. `kinds` are
    the types of the sections."""
    faults.need(file, "", "", table, kinds)
    sections = {}
    for name, kind in kinds.items():
        section = table.get(name)
        if not isinstance(section, dict):
            faults.say(file, name, "", "this section is missing or isn't a table.")
            continue
        section_faults = faults_in(kind, section)
        for where, text in section_faults:
            faults.say(file, name, where, text)
        if not section_faults:
            sections[name] = _field_values(kind, section)
    return sections


def _field_values(kind: type[Struct], section: Table) -> dict[str, Any]:
    """Return the fields of a section, but its page, as the code reads them."""
    read = read_entry(kind, section)
    values = {}
    for field_of_kind in fields(kind):
        values[field_of_kind.encode_name] = getattr(read, field_of_kind.name)
    return {name: values[name] for name in section if name != "page"}


def _section_type(name: str, said: Mapping[str, Any]) -> type[Struct]:
    """Return the type of a section with a page and these fields, given by name and type."""
    stored = [(f"_{key}", kind, field(name=key)) for key, kind in said.items()]
    return defstruct(name, [*stored, ("page", PageNumber, 0)], kw_only=True)


#: The fields of book.toml that aren't numbers, by section.
_TEXT_FIELDS: Mapping[str, Table] = {"book": {"title": str}, "thug_preferences": {"excluded": Keys}}


def _section_type_of_book(name: str) -> type[Struct]:
    """Return the type of a section of book.toml: its numbers within their bounds, and its words."""
    kinds: dict[str, Any] = {}
    for number, (low, high) in NUMBERS[name].items():
        kinds[number] = Annotated[int, Meta(ge=low, le=high)]
    kinds.update(_TEXT_FIELDS.get(name, {}))
    return _section_type(name, kinds)


_BOOK = {name: _section_type_of_book(name) for name in NUMBERS}
_EXPERIENCE = {
    "earned": _section_type(
        "earned", {**dict.fromkeys(("zombie", "rival", "objective"), Count), "survived": Dice}
    ),
    "levels": _section_type(
        "levels",
        {"costs": Annotated[tuple[Annotated[int, Meta(ge=0, le=999)], ...], Meta(min_length=1)]},
    ),
    "characteristics": _section_type(
        "characteristics", dict.fromkeys(map(str, TOTALS), tuple[Characteristic, ...])
    ),
    "skills": _section_type("skills", dict.fromkeys(SKILL_TYPES, Keys)),
}
_SUPPLIES = _section_type("supplies", {"columns": Keys, "rows": Any})
_ROWS = {"rows": _section_type("rows", dict.fromkeys(map(str, TOTALS), tuple[SupplyCell, ...]))}


def check_book(table: Table, characters: Iterable[str], faults: Faults) -> None:
    """Check that book.toml has the constants that the code reads, each in its range, and nothing
    else."""
    sections = _read_sections("book", _BOOK, table, faults)
    excluded = sections.get("thug_preferences", {}).get("excluded", ())
    faults.need("book", "thug_preferences", "excluded", excluded, characters)


def read_tables(experience: Table, supplies: Table, faults: Faults) -> Tables:
    """Return the tables of Experience and supplies; note what is wrong and treat it as missing."""
    sections = _read_sections("experience", _EXPERIENCE, experience, faults)
    earned = {"survived": Dice(1, 6), **sections.get("earned", {})}
    survived = earned.pop("survived")
    characteristics = _rows_by_total(sections.get("characteristics", {}))
    _check_characteristics(characteristics, faults)
    skills = sections.get("skills", {})
    for name, keys in skills.items():
        if len(set(keys)) != _SKILLS_IN_A_TABLE or len(keys) != _SKILLS_IN_A_TABLE:
            faults.say("experience", "skills", name, "a skill table has six entries.")
    columns, rows = _read_supply_table(supplies, faults)
    return Tables(
        level_costs=sections.get("levels", {}).get("costs", ()),
        earned=earned,
        survived=survived,
        characteristic_table=characteristics,
        skill_tables=skills,
        supply_rows=rows,
        _columns=columns,
    )


def _check_characteristics(table: Mapping[int, tuple[str, ...]], faults: Faults) -> None:
    """Check the table of characteristics by total: one or two for each, AP among them."""
    for total, names in table.items():
        if len(names) not in (1, 2):
            where = str(total)
            faults.say(
                "experience", "characteristics", where, "one or two characteristics are needed."
            )
    has_action_points = any("AP" in names for names in table.values())
    if table and not has_action_points:
        faults.say(
            "experience",
            "characteristics",
            "",
            "AP has to be among them: it is what can always be raised.",
        )


def _read_supply_table(
    supplies: Table, faults: Faults
) -> tuple[tuple[tuple[int, int], ...], SupplyRows]:
    """Return the columns and the rows of the supply table; none of what is wrong."""
    columns_section = _read_sections("supplies", {"": _SUPPLIES}, {"": supplies}, faults).get(
        "", {}
    )
    sections = _read_sections("supplies", _ROWS, {"rows": supplies.get("rows")}, faults)
    rows = _rows_by_total(sections.get("rows", {}))
    columns = _columns(columns_section["columns"], faults) if columns_section else ()
    for total, cells in rows.items():
        if columns and len(cells) != len(columns):
            faults.say(
                "supplies",
                "rows",
                str(total),
                "there are {n} cells, but {columns} columns: each column needs one cell.",
                n=len(cells),
                columns=len(columns),
            )
    return columns, rows


def _rows_by_total(rows: Mapping[str, Any]) -> dict[int, Any]:
    if not rows:
        return {}
    return {total: rows[str(total)] for total in TOTALS}


def _columns(labels: Iterable[str], faults: Faults) -> tuple[tuple[int, int], ...]:
    """Return the lowest and highest total of each column of the supply table."""
    columns = []
    totals: list[int] = []
    for label in labels:
        span = re.fullmatch("([0-9]{1,2})-([0-9]{1,2})", label)
        if span is None:
            continue
        low = int(span[1])
        high = int(span[2])
        columns.append((low, high))
        totals.extend(range(low, high + 1))
    if sorted(totals) != list(TOTALS):
        faults.say(
            "supplies",
            "",
            "columns",
            "each total of 2D6, from {low} to {high}, needs one column.",
            low=TOTALS[0],
            high=TOTALS[-1],
        )
    return tuple(columns)
