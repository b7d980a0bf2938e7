"""What the code relies on in the rulebook's data, checked as it is loaded, packs included.

Every check adds to a list of faults and none stops at the first, so that the author of a pack sees
all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from msgspec import Struct, convert
from msgspec.structs import fields

from lastdays.desktop import paths
from lastdays.desktop.bounds import TimeLimit
from lastdays.errors import damage
from lastdays.language import _
from lastdays.rulebook.entries import (
    Dice,
    Entry,
    SupplyRows,
    parse_dice,
    parse_supply_cell,
    read_entry,
    spelled,
)
from lastdays.rulebook.sources import Fault
from lastdays.rulebook.words import CHARACTERISTICS, SKILL_TYPES
from lastdays.values import Value

E = TypeVar("E", bound=Entry)
#: What a file, or a part of it, says by key.
Table = Mapping[str, Any]

#: The constants of book.toml that the code reads, each with the least and the most it can be.
NUMBERS: Mapping[str, Mapping[str, tuple[int, int]]] = paths.toml("numbers.toml")["range"]
#: Totals of 2D6.
TOTALS = tuple(range(2, 13))
#: Totals of a D6: the numbers an Encounter roll can show.
FACES = tuple(range(1, 7))
_SKILLS_IN_A_TABLE = 6


#: So many faults are noted of a pack.
FAULTS_MOST = 500


class Faults(list[Fault]):
    """The faults found so far."""

    def say(self, file: str, entry: str, field: str, text: str, **values: object) -> None:
        """Note one more fault, a message with its values, up to a limit: nobody reads the
        thousandth."""
        if len(self) < FAULTS_MOST:
            self.append(Fault(f"{file}.toml", _(text, **values), entry, field))

    def need(
        self, file: str, entry: str, field: str, keys: Iterable[str], known: Iterable[str]
    ) -> None:
        """Note each key that is not known."""
        for key in keys:
            if key not in known:
                self.say(file, entry, field, "'{key}' is unknown.", key=key)


class Tables(Value):
    """What experience.toml and supplies.toml say."""

    level_costs: tuple[int, ...]
    earned: Mapping[str, int]
    survived: Dice
    characteristics: Mapping[int, tuple[str, ...]]
    skills: Mapping[str, tuple[str, ...]]
    supply_columns: tuple[tuple[int, int], ...]
    supply_rows: SupplyRows


def entries(
    kind: type[E], file: str, table: Table, faults: Faults, patience: TimeLimit
) -> dict[str, E]:
    """Return the entries of a file; note those that are wrong, and leave them out. Raises
    OutOfBoundsError where it takes too long."""
    made = {}
    for key, value in table.items():
        patience.hold()
        if not isinstance(value, dict):
            faults.say(file, key, "", "an entry is a table of fields.")
            continue
        try:
            made[key] = read_entry(kind, {**value, "key": key})
        except ValueError as error:
            for field, text in faults_in(kind, {**value, "key": key}) or [damage(error)]:
                faults.say(file, key, field, text)
    return made


def faults_in(kind: type[Struct], table: Table) -> list[tuple[str, str]]:
    """Return everything wrong with single fields of a table: where, and what."""
    known, read = {one.encode_name: one for one in fields(kind)}, spelled(kind)
    found = [(name, _("there is no such field.")) for name in table if name not in known]
    for name, one in known.items():
        if name in table:
            try:
                convert(read.get(name, lambda value: value)(table[name]), one.type)
            except ValueError as error:
                where, text = damage(error)
                found.append((f"{name}.{where.replace(' → ', '.')}".rstrip("."), text))
        elif one.required:
            found.append((name, _("this is missing.")))
    return found


def _number(value: Any, low: int, high: int) -> str:
    """Return what is wrong with a number, '' if nothing."""
    if isinstance(value, bool) or not isinstance(value, int):
        return _("'{value}' isn't a whole number.", value=value)
    if not low <= value <= high:
        return _(
            "{value} is out of range: it goes from {low} to {high}.",
            value=value,
            low=low,
            high=high,
        )
    return ""


def book(table: Table, characters: Iterable[str], faults: Faults) -> None:
    """Check the constants of book.toml: those the code reads, nothing else, each a number in
    range."""
    for section, numbers in NUMBERS.items():
        given = table.get(section)
        if not isinstance(given, dict):
            faults.say("book", section, "", "this section is missing or isn't a table.")
            continue
        texts = {"book": ("title",), "thug_preferences": ("excluded",)}.get(section, ())
        for name, (low, high) in numbers.items():
            wrong = _number(given[name], low, high) if name in given else _("this is missing.")
            if wrong:
                faults.say("book", section, name, wrong)
        for name, value in given.items():
            if name == "page":
                wrong = _number(value, 0, 9999)
            elif name == "title" and name in texts:
                wrong = "" if isinstance(value, str) else _("this isn't text.")
            else:
                wrong = "" if name in numbers or name in texts else _("there is no such number.")
            if wrong:
                faults.say("book", section, name, wrong)
    faults.need("book", "", "", (name for name in table if name not in NUMBERS), ())
    preferences = table.get("thug_preferences")
    if isinstance(preferences, dict):
        excluded = _keys(
            preferences.get("excluded"), "book", "thug_preferences", "excluded", faults
        )
        faults.need("book", "thug_preferences", "excluded", excluded, characters)


def _keys(value: Any, file: str, entry: str, field: str, faults: Faults) -> tuple[str, ...]:
    """Return a list of keys; note whatever isn't one."""
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        faults.say(file, entry, field, "this isn't a list of keys.")
        return ()
    return tuple(value)


def _section(table: Table, file: str, name: str, faults: Faults) -> dict[str, Any]:
    """Return the fields of a section without its page; if it isn't a section, return none and note
    that."""
    found = table.get(name)
    if not isinstance(found, dict):
        faults.say(file, name, "", "this section is missing or isn't a table.")
        return {}
    if "page" in found and (wrong := _number(found["page"], 0, 9999)):
        faults.say(file, name, "page", wrong)
    return {key: value for key, value in found.items() if key != "page"}


def tables(experience: Table, supplies: Table, faults: Faults) -> Tables:
    """Return what Experience and supplies say; note whatever is wrong and treat it as missing."""
    faults.need("experience", "", "", experience, ("earned", "levels", "characteristics", "skills"))
    faults.need("supplies", "", "", supplies, ("columns", "rows", "page"))
    levels = _section(experience, "experience", "levels", faults)
    faults.need("experience", "levels", "", levels, ("costs",))
    costs = levels.get("costs")
    if not isinstance(costs, list) or not costs:
        faults.say("experience", "levels", "costs", "this isn't a list of numbers.")
        costs = []
    for cost in costs:
        if wrong := _number(cost, 0, 999):
            faults.say("experience", "levels", "costs", wrong)
    earned = _section(experience, "experience", "earned", faults)
    faults.need("experience", "earned", "", earned, ("zombie", "rival", "objective", "survived"))
    for name in ("zombie", "rival", "objective"):
        wrong = _number(earned[name], 0, 99) if name in earned else _("this is missing.")
        if wrong:
            faults.say("experience", "earned", name, wrong)
    return Tables(
        tuple(costs),
        {name: value for name, value in earned.items() if name != "survived"},
        _dice(earned.get("survived"), faults),
        _characteristics(experience, faults),
        _skills(experience, faults),
        _columns(supplies, faults),
        _rows(supplies, faults),
    )


def _dice(value: Any, faults: Faults) -> Dice:
    try:
        return parse_dice(value)
    except ValueError as error:
        faults.say("experience", "earned", "survived", str(error))
        return Dice(1, 6)


def _characteristics(experience: Table, faults: Faults) -> dict[int, tuple[str, ...]]:
    """Return the Characteristics Table: for each total one characteristic, or two that a die
    decides between."""
    file, section = "experience", "characteristics"
    table = _section(experience, file, section, faults)
    found = _by_total(table, file, section, faults)
    made = {}
    for total, value in found.items():
        names = _keys(value, file, section, str(total), faults)
        faults.need(file, section, str(total), names, CHARACTERISTICS)
        if len(names) not in (1, 2):
            faults.say(file, section, str(total), "one or two characteristics are needed.")
        made[total] = names
    if made and not any("AP" in names for names in made.values()):
        faults.say(file, section, "", "AP has to be among them: it is what can always be raised.")
    return made


def _by_total(table: Table, file: str, section: str, faults: Faults) -> dict[int, Any]:
    """Return the rows of a table whose keys are the totals of 2D6, each once."""
    faults.need(file, section, "", table, [str(total) for total in TOTALS])
    found = {total: table[str(total)] for total in TOTALS if str(total) in table}
    if len(found) != len(TOTALS):
        faults.say(file, section, "", "each total of 2D6 needs one result.")
    return found


def _skills(experience: Table, faults: Faults) -> dict[str, tuple[str, ...]]:
    """Return the skill tables, six different skills each."""
    table = _section(experience, "experience", "skills", faults)
    faults.need("experience", "skills", "", table, SKILL_TYPES)
    made = {}
    for name in SKILL_TYPES:
        keys = _keys(table.get(name), "experience", "skills", name, faults)
        if len(set(keys)) != _SKILLS_IN_A_TABLE or len(keys) != _SKILLS_IN_A_TABLE:
            faults.say("experience", "skills", name, "a skill table has six entries.")
        made[name] = keys
    return {name: made[name] for name in table if name in made}


def _columns(supplies: Table, faults: Faults) -> tuple[tuple[int, int], ...]:
    """Return the least and most total of each column of the supply table."""
    labels = _keys(supplies.get("columns"), "supplies", "", "columns", faults)
    made = []
    for label in labels:
        low, dash, high = label.partition("-")
        if not (low.isdecimal() and high.isdecimal() and len(label) <= len("10-12") and dash):
            faults.say(
                "supplies",
                "",
                "columns",
                "'{label}' isn't a span such as 2-3.",
                label=label,
            )
            continue
        made.append((int(low), int(high)))
    covered = [total for low, high in made for total in range(low, high + 1)]
    if sorted(covered) != list(TOTALS):
        faults.say("supplies", "", "columns", "each total of 2D6 needs one column.")
    return tuple(made)


def _rows(supplies: Table, faults: Faults) -> SupplyRows:
    """Return the cells of the supply table, a row for each total."""
    rows = _section(supplies, "supplies", "rows", faults)
    columns = supplies.get("columns")
    wide = len(columns) if isinstance(columns, list) else 0
    made = {}
    for total, value in _by_total(rows, "supplies", "rows", faults).items():
        cells = []
        texts = _keys(value, "supplies", "rows", str(total), faults)
        for text in texts:
            try:
                cells.append(parse_supply_cell(text))
            except ValueError as error:
                faults.say("supplies", "rows", str(total), str(error))
        if len(texts) != wide:
            faults.say("supplies", "rows", str(total), "one cell is needed for each column.")
        made[total] = tuple(cells)
    return made
