"""Checks, made on loading, of what the code relies on in the data of the rulebook and of packs.

Every check adds to a list of faults and none stops at the first, so that the author of a pack sees
all of them at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
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
            if key not in known:
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
    made = {}
    for key, value in table.items():
        patience.hold()
        if not isinstance(value, dict):
            faults.say(file, key, "", "an entry is a table of fields.")
            continue
        try:
            made[key] = read_entry(kind, {**value, "key": key})
        except ValueError as error:
            for field, text in faults_in(kind, {**value, "key": key}) or _problems(error):
                faults.say(file, key, field, text)
    return made


def faults_in(kind: type[Struct], table: Table) -> list[tuple[str, str]]:
    """Return the faults of the single fields of a table, each as its place and text."""
    known, read = {one.encode_name: one for one in fields(kind)}, spelled(kind)
    found = [(name, _("there is no such field.")) for name in table if name not in known]
    for name, one in known.items():
        if name in table:
            try:
                convert(read.get(name, lambda value: value)(table[name]), one.type)
            except ValueError as error:
                found += _faults_inside(name, one.type, table[name], error)
        elif one.required:
            found.append((name, _("this is missing.")))
    return found


def _faults_inside(
    name: str, kind: object, value: object, error: ValueError
) -> list[tuple[str, str]]:
    """Return the faults of a field: those of each item of a list of tables, else its first."""
    described = inspect.type_info(kind)
    while isinstance(described, inspect.Metadata):
        described = described.type
    found = []
    match described, value:
        case inspect.VarTupleType(item_type=inspect.StructType(cls=model)), list() as items:
            for n, item in enumerate(items):
                found += _faults_of_item(f"{name}.{n}", model, item)
    return found or [_under(name, where, text) for where, text in _problems(error)]


def _faults_of_item(where: str, model: type[Struct], item: object) -> list[tuple[str, str]]:
    if not isinstance(item, dict):
        return []
    found = faults_in(model, item)
    if not found:
        try:
            convert(item, model)
        except ValueError as error:
            found = _problems(error)
    return [_under(where, inner, text) for inner, text in found]


def _under(name: str, where: str, text: str) -> tuple[str, str]:
    return f"{name}.{where}".rstrip("."), text


def _problems(error: ValueError) -> list[tuple[str, str]]:
    """Return all problems that a value was refused for, each with its place."""
    refused = error if isinstance(error, ProblemsError) else error.__cause__
    where, text = damage(error)
    where = where.replace(" → ", ".")
    if isinstance(refused, ProblemsError):
        return [(f"{where}.{inner}".lstrip("."), said) for inner, said in refused.problems]
    return [(where, text)]


def _sections(
    file: str, kinds: Mapping[str, type[Struct]], table: Table, faults: Faults
) -> dict[str, dict[str, Any]]:
    """Return the fields of a file's valid sections, and note the faults of the others. `kinds` are
    the types of the sections."""
    faults.need(file, "", "", table, kinds)
    made = {}
    for name, kind in kinds.items():
        given = table.get(name)
        if not isinstance(given, dict):
            faults.say(file, name, "", "this section is missing or isn't a table.")
            continue
        wrong = faults_in(kind, given)
        for where, text in wrong:
            faults.say(file, name, where, text)
        if not wrong:
            read = read_entry(kind, given)
            made[name] = {f.encode_name: getattr(read, f.name) for f in fields(kind)}
            made[name] = {key: made[name][key] for key in given if key != "page"}
    return made


def _section(name: str, said: Mapping[str, Any]) -> type[Struct]:
    """Return the type of a section with a page and these fields, given by name and type."""
    stored = [(f"_{key}", kind, field(name=key)) for key, kind in said.items()]
    return defstruct(name, [*stored, ("page", PageNumber, 0)], kw_only=True)


#: The fields of book.toml that aren't numbers, by section.
_WORDS: Mapping[str, Table] = {"book": {"title": str}, "thug_preferences": {"excluded": Keys}}
_BOOK = {
    section: _section(
        section,
        {n: Annotated[int, Meta(ge=low, le=high)] for n, (low, high) in numbers.items()}
        | dict(_WORDS.get(section, {})),
    )
    for section, numbers in NUMBERS.items()
}
_EXPERIENCE = {
    "earned": _section(
        "earned", {**dict.fromkeys(("zombie", "rival", "objective"), Count), "survived": Dice}
    ),
    "levels": _section(
        "levels",
        {"costs": Annotated[tuple[Annotated[int, Meta(ge=0, le=999)], ...], Meta(min_length=1)]},
    ),
    "characteristics": _section(
        "characteristics", dict.fromkeys(map(str, TOTALS), tuple[Characteristic, ...])
    ),
    "skills": _section("skills", dict.fromkeys(SKILL_TYPES, Keys)),
}
_SUPPLIES = _section("supplies", {"columns": Keys, "rows": Any})
_ROWS = {"rows": _section("rows", dict.fromkeys(map(str, TOTALS), tuple[SupplyCell, ...]))}


def book(table: Table, characters: Iterable[str], faults: Faults) -> None:
    """Check that book.toml has the constants that the code reads, each in its range, and nothing
    else."""
    made = _sections("book", _BOOK, table, faults)
    excluded = made.get("thug_preferences", {}).get("excluded", ())
    faults.need("book", "thug_preferences", "excluded", excluded, characters)


def tables(experience: Table, supplies: Table, faults: Faults) -> Tables:
    """Return the tables of Experience and supplies; note what is wrong and treat it as missing."""
    made = _sections("experience", _EXPERIENCE, experience, faults)
    earned = {"survived": Dice(1, 6), **made.get("earned", {})}
    survived = earned.pop("survived")
    names = _by_total(made.get("characteristics", {}))
    for total, either in names.items():
        if len(either) not in (1, 2):
            where = "experience", "characteristics", str(total)
            faults.say(*where, "one or two characteristics are needed.")
    if names and not any("AP" in either for either in names.values()):
        faults.say(
            "experience",
            "characteristics",
            "",
            "AP has to be among them: it is what can always be raised.",
        )
    skills = made.get("skills", {})
    for name, keys in skills.items():
        if len(set(keys)) != _SKILLS_IN_A_TABLE or len(keys) != _SKILLS_IN_A_TABLE:
            faults.say("experience", "skills", name, "a skill table has six entries.")
    known = _sections("supplies", {"": _SUPPLIES}, {"": supplies}, faults).get("", {})
    cells = _by_total(
        _sections("supplies", _ROWS, {"rows": supplies.get("rows")}, faults).get("rows", {})
    )
    columns = _columns(known["columns"], faults) if known else ()
    for total, row in cells.items():
        if columns and len(row) != len(columns):
            faults.say("supplies", "rows", str(total), "one cell is needed for each column.")
    return Tables(
        made.get("levels", {}).get("costs", ()),
        earned,
        survived,
        names,
        skills,
        cells,
        columns,
    )


def _by_total(made: Mapping[str, Any]) -> dict[int, Any]:
    return {total: made[str(total)] for total in TOTALS} if made else {}


def _columns(labels: Iterable[str], faults: Faults) -> tuple[tuple[int, int], ...]:
    """Return the lowest and highest total of each column of the supply table."""
    spans = (re.fullmatch("([0-9]{1,2})-([0-9]{1,2})", label) for label in labels)
    made = tuple((int(span[1]), int(span[2])) for span in spans if span)
    if sorted(t for low, high in made for t in range(low, high + 1)) != list(TOTALS):
        faults.say("supplies", "", "columns", "each total of 2D6 needs one column.")
    return made
