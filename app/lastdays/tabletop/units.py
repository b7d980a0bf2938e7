"""A table as plain units with values, for games that are declared rather than modelled.

A `TableState` is a mapping of ids to units: `table`, seats `p1` to `p6`, and whatever a game puts
before them. A difference is a list of JSON values, as in the tracker of *Last Days*, so that both
share one log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import asdict, replace

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.tabletop.stored_values import frozen, next_id, plain

Effect = list[Any]
#: The kind of what has left the table: its name stays for the log, its id is never given again.
GONE = "gone"


class Unit(Struct, frozen=True):
    """Something that is counted or marked. `owner` is the unit it lies before, '' for the table;
    `values` are numbers, truths and words by name."""

    id: str
    kind: str
    name: str
    owner: str = ""
    values: Mapping[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        return self.values.get(name)

    def number(self, name: str) -> int:
        """Return a counter, 0 where it was never set."""
        return int(self.values.get(name) or 0)

    def on(self, name: str) -> bool:
        """Tell whether a switch is on."""
        return bool(self.values.get(name))


class TableState(Struct, frozen=True):
    """Everything on the table; changing a unit makes a new setting."""

    units: Mapping[str, Unit] = {}

    def __getitem__(self, unit: str) -> Unit:
        found = self.units.get(unit)
        if found is None or found.kind == GONE:
            raise RuleError(_("That is no longer on the table."))
        return found

    @property
    def table(self) -> Unit:
        """Return what belongs to nobody."""
        return self["table"]

    @property
    def seats(self) -> tuple[Unit, ...]:
        """Return the players, in their order round the table."""
        return self.of("seat")

    @property
    def active(self) -> str:
        """Return the seat whose turn it is, '' before the game."""
        return str(self.table["seat"] or "")

    @property
    def step(self) -> str:
        """Return the step of the turn."""
        return str(self.table["step"] or "")

    def of(self, kind: str, owner: str | None = None) -> tuple[Unit, ...]:
        """Return the units of a kind, before somebody or anywhere."""
        return tuple(
            u for u in self.units.values() if u.kind == kind and (owner is None or u.owner == owner)
        )

    def owned(self, owner: str) -> Iterator[Unit]:
        """Return everything that lies before a unit."""
        return (u for u in self.units.values() if u.owner == owner)

    def name(self, unit: str) -> str:
        """Return what a unit is called."""
        found = self.units.get(unit)
        return found.name if found is not None else unit

    # Changing

    def put(self, unit: str, **values: Any) -> TableState:
        """Set values of a unit."""
        old = self[unit]
        now = {**old.values, **values}
        return self if now == old.values else self._with(replace(old, values=now))

    def add(self, unit: str, name: str, amount: int, low: int = 0) -> TableState:
        """Move a counter, not below `low`."""
        return self.put(unit, **{name: max(low, self[unit].number(name) + amount)})

    def place(self, *units: Unit) -> TableState:
        """Add units, or replace them."""
        setting = self
        for unit in units:
            setting = setting._with(unit)
        return setting

    def hand(self, unit: str, owner: str) -> TableState:
        """Give a unit to another owner."""
        return self._with(replace(self[unit], owner=owner))

    def has(self, unit: str) -> bool:
        """Tell whether a unit is on the table."""
        found = self.units.get(unit)
        return found is not None and found.kind != GONE

    def drop(self, unit: str) -> TableState:
        """Take a unit off the table, with whatever lies before it."""
        units, leaving = dict(self.units), [unit]
        while leaving:
            key = leaving.pop()
            leaving += [u.id for u in units.values() if u.owner == key]
            units[key] = Unit(key, GONE, units[key].name, "", {"was": units[key].kind})
        return TableState(units)

    def without(self, unit: str) -> TableState:
        """Return the setting as if a unit had never been."""
        return TableState({i: u for i, u in self.units.items() if i != unit})

    def _with(self, unit: Unit) -> TableState:
        return TableState({**self.units, unit.id: unit})

    def next_id(self, letter: str) -> str:
        """Return an id no unit has or has had."""
        return next_id(self.units, letter)

    def fresh_name(self, base: str, kind: str, owner: str = "") -> str:
        """Return `base`, or `base` with a number where one of that kind before `owner` has it."""
        taken = {u.name for u in self.of(kind, owner)}
        name, n = base, 2
        while name in taken:
            name, n = f"{base} {n}", n + 1
        return name


def _as_json(unit: Unit) -> dict[str, Any]:
    return {**asdict(unit), "values": {k: plain(v) for k, v in unit.values.items()}}


def _unit(stored: Any) -> Unit:
    unit = convert(stored, Unit)
    return replace(unit, values={k: frozen(v) for k, v in unit.values.items()})


def diff(before: TableState, after: TableState) -> list[Effect]:
    """Return what makes `before` into `after`: ['new', unit], ['set', id, values], ['be', id, name and
    owner], ['gone', id]."""
    effects: list[Effect] = []
    for key, now in after.units.items():
        old = before.units.get(key)
        if old is now:
            continue
        if old is None or old.kind != now.kind or old.values.keys() - now.values.keys():
            effects.append(["new", _as_json(now)])
            continue
        changed = {
            k: plain(v) for k, v in now.values.items() if k not in old.values or old.values[k] != v
        }
        if changed:
            effects.append(["set", key, changed])
        if (old.name, old.owner) != (now.name, now.owner):
            effects.append(["be", key, {"name": now.name, "owner": now.owner}])
    effects.extend(["gone", key] for key in before.units if key not in after.units)
    return effects


def patch(setting: TableState, effects: Iterable[Effect]) -> TableState:
    """Return the setting after a difference; RuleError for one that does not fit."""
    units = dict(setting.units)
    try:
        for what, subject, *rest in effects:
            match what:
                case "new":
                    made = _unit(subject)
                    units[made.id] = made
                case "set":
                    old = units[subject]
                    values = {str(k): frozen(v) for k, v in rest[0].items()}
                    units[subject] = replace(old, values={**old.values, **values})
                case "be":
                    units[subject] = replace(units[subject], **rest[0])
                case "gone":
                    del units[subject]
                case _:
                    raise ValueError(what)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise RuleError(_("An entry of this game's log does not fit.")) from error
    return TableState(units)


def to_json(setting: TableState) -> list[Any]:
    """Return the whole setting as JSON values."""
    return [_as_json(unit) for unit in setting.units.values()]


def from_json(stored: Any) -> TableState:
    """Return a setting out of JSON values; RuleError for what is none."""
    try:
        units = [_unit(entry) for entry in stored]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RuleError(_("This game's beginning cannot be read.")) from error
    return TableState({unit.id: unit for unit in units})
