"""A table made of plain units with values, for games that are declared rather than modelled.

A `TableState` is a mapping of ids to units: `table`, seats `p1` to `p6`, and everything a game puts
in front of them. Its effects are JSON values, as in the tracker of *Last Days*, so that both share
one log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import convert, to_builtins
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, signed
from lastdays.tabletop.event_log import Fact, PendingProcedure, Tabletop, as_pieces_store_it, fact
from lastdays.tabletop.game_rules import GameRules
from lastdays.tabletop.phrases import NAMES, Facts, Phrases, sayings
from lastdays.tabletop.view import BadgeView, FactView, Form
from lastdays.values import Value

#: The kind of units that have left the table: the log needs their names, and their ids are never
#: reused.
GONE = "gone"
#: The most letters of a name.
NAME_MOST = 40


class Unit(Value):
    """Something with counters and switches. `owner` is the id of the unit it is in front of, '' for
    the table; `values` are numbers, booleans and words by name."""

    id: str
    kind: str
    name: str
    owner: str = ""
    values: Mapping[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        return self.values.get(name)

    def number(self, name: str) -> int:
        """Return a counter, 0 if it was never set."""
        return int(self.values.get(name) or 0)

    def on(self, name: str) -> bool:
        """Return whether a switch is on."""
        return bool(self.values.get(name))


#: Stands for a unit that doesn't exist.
NOTHING = Unit("", "", "")


class TableState(Tabletop[Unit]):
    """Everything on the table; changing a unit makes a new state."""

    def __getitem__(self, unit: str) -> Unit:
        if not self.has(unit):
            raise RuleError("That is no longer on the table.")
        return self.pieces[unit]

    @property
    def table(self) -> Unit:
        """Return the unit for values that belong to no player."""
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
        """Return the units of a kind, all or those in front of an owner."""
        units = [unit for unit in self.pieces.values() if unit.kind == kind]
        if owner is None:
            return tuple(units)
        return tuple(unit for unit in units if unit.owner == owner)

    def owned(self, owner: str) -> Iterator[Unit]:
        """Return everything in front of a unit."""
        return (unit for unit in self.pieces.values() if unit.owner == owner)

    # Changing

    def put(self, unit: str, **values: Any) -> TableState:
        """Set values of a unit."""
        old_unit = self[unit]
        new_values = {**old_unit.values, **values}
        if new_values == old_unit.values:
            return self
        return self._with(replace(old_unit, values=new_values))

    def add(self, unit: str, name: str, amount: int, low: int = 0) -> TableState:
        """Change a counter by an amount, not below `low`."""
        return self.put(unit, **{name: max(low, self[unit].number(name) + amount)})

    def place(self, *units: Unit) -> TableState:
        """Add units, or replace them."""
        setting = self
        for unit in units:
            setting = setting._with(unit)
        return setting

    def given_to(self, unit: str, owner: str) -> TableState:
        """Give a unit to another owner."""
        return self._with(replace(self[unit], owner=owner))

    def has(self, unit: str) -> bool:
        """Return whether a unit is on the table."""
        return unit in self.pieces and self.pieces[unit].kind != GONE

    def drop(self, unit: str) -> TableState:
        """Take a unit off the table, with everything in front of it."""
        units = dict(self.pieces)
        leaving = [unit]
        while leaving:
            key = leaving.pop()
            leaving += [owned.id for owned in units.values() if owned.owner == key]
            units[key] = Unit(key, GONE, units[key].name, "", {"was": units[key].kind})
        return replace(self, pieces=units)

    def clear(self, kind: str, owner: str) -> TableState:
        """Take all units of a kind in front of an owner off the table."""
        setting = self
        for unit in self.of(kind, owner):
            setting = setting.drop(unit.id)
        return setting

    def _with(self, unit: Unit) -> TableState:
        return replace(self, pieces={**self.pieces, unit.id: unit})

    def fresh_name(self, base: str, kind: str, owner: str = "") -> str:
        """Return `base`, with a number if a unit of that kind and owner already has that name."""
        names_taken = {unit.name for unit in self.of(kind, owner)}
        name = base
        number = 1
        while name in names_taken:
            number += 1
            name = f"{base} {number}"
        return name

    # Storing

    @property
    def open(self) -> PendingProcedure | None:
        """Return the procedure that waits for an answer."""
        stored = self.pieces.get("open")
        if stored is None:
            return None
        return PendingProcedure(stored.name, stored["args"] or {}, stored["answers"] or ())

    def with_open(self, opened: PendingProcedure | None) -> TableState:
        """Return the table with another open procedure, or with none."""
        if opened is None and self.open is None:
            return self
        if opened is None:
            return self.without("open")
        values = {"args": dict(opened.args), "answers": opened.answers}
        return self.place(Unit("open", "open", opened.play, "", values))

    def changes(self, old_unit: Unit | None, new_unit: Unit) -> Iterator[list[Any]]:
        """Return what turns a unit into another: ['new', unit], ['set', id, values], ['be', id,
        name and owner]."""
        if (
            old_unit is None
            or old_unit.kind != new_unit.kind
            or old_unit.values.keys() - new_unit.values.keys()
        ):
            yield ["new", to_builtins(new_unit)]
            return
        changed_values = {}
        for name, value in new_unit.values.items():
            is_new = name not in old_unit.values
            if is_new or old_unit.values[name] != value:
                changed_values[name] = to_builtins(value)
        if changed_values:
            yield ["set", new_unit.id, changed_values]
        if old_unit.name != new_unit.name or old_unit.owner != new_unit.owner:
            yield ["be", new_unit.id, {"name": new_unit.name, "owner": new_unit.owner}]

    def piece_from(self, *stored: Any) -> Unit:
        """Return a unit from its stored form."""
        unit = convert(stored[0], Unit)
        values = {name: as_pieces_store_it(value) for name, value in unit.values.items()}
        return self.with_values(unit, values)

    def with_values(self, piece: Unit, values: Mapping[str, Any]) -> Unit:
        """Return a unit with some of its values set."""
        return replace(piece, values={**piece.values, **values})


def to_json(setting: TableState) -> list[Any]:
    """Return the whole state as JSON values."""
    return [to_builtins(unit) for unit in setting.pieces.values()]


def from_json(stored: Any) -> TableState:
    """Return a state from JSON values; RuleError if it can't be read."""
    try:
        units = [TableState().piece_from(entry) for entry in stored]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RuleError("The start of this game can't be read.") from error
    return TableState({unit.id: unit for unit in units})


#: Takes the table before and after a change by hand, the unit's id and the name of the counter or
#: switch; returns the table with the consequences.
Counted = Callable[[TableState, TableState, str, str], TableState]
T = TypeVar("T")
#: A constant, or a function of the table and a unit.
Told: TypeAlias = T | Callable[[TableState, Unit], T]
When: TypeAlias = Told[bool]
Words: TypeAlias = Told[str]


def current_value(value_or_rule: Told[T], setting: TableState, unit: Unit) -> T:
    """Return a value that is given as a constant, or as a rule that works it out for the table and a unit."""
    if callable(value_or_rule):
        return value_or_rule(setting, unit)
    return value_or_rule


class Count(Value):
    """A counter: its name, its limits, and the sentence for reaching the upper one. `when`: the
    unit has it; `told`: its limit is shown beside the number, or the `goal`, which it may exceed.

    On the board it has the pictogram `icon` in the colour `tone`, drawn as `boxes` or as a number with
    room for some `digits`; `aside`: it is shown on the sheet instead. `typed`: its label is players'
    own, shown as it stands."""

    key: str
    label: str = ""
    low: int = 0
    high: Told[int | None] = None
    limit: Literal["hard", "end"] = "hard"
    says: str = ""
    when: When = True
    told: bool = True
    goal: Told[int | None] = None
    icon: str = ""
    tone: str = ""
    digits: int = 1
    boxes: bool = False
    aside: When = False
    typed: bool = False

    @property
    def name(self) -> str:
        """Return its label, in the program's language."""
        return self.label if self.typed else _(self.label)


class Switch(Value):
    """A switch; `when`, `icon`, `aside` and `typed` as with a counter. `due` is what it says while it
    is off and something is to be done, '' otherwise."""

    key: str
    label: str = ""
    when: When = True
    icon: str = ""
    aside: When = False
    typed: bool = False
    due: Words = ""

    @property
    def name(self) -> str:
        """Return its label, in the program's language."""
        return self.label if self.typed else _(self.label)


class Kind(Value):
    """A kind of unit: its counters and switches (`flags`). `note` is a line about one; counters named in
    `secret` are hidden until the unit is `revealed`; `named`: players may rename it.

    On the board it has a pictogram and the layout `form`; `worded`: its name is shown. `figure` is its main
    number with a caption; `remark` stands beside the name instead of the note; `facts` follow from
    other numbers; `badges` are pictograms behind the name; `gone`: it is out of the game; `acts`: it
    has its turn; `adds` are the keys of the moves that put something in front of it.
    """

    counts: tuple[Count, ...] = ()
    flags: tuple[Switch, ...] = ()
    note: Words = ""
    secret: tuple[str, ...] = ()
    named: bool = False
    icon: Words = ""
    form: Told[Form] = "row"
    worded: bool = True
    figure: Told[tuple[str, str]] = ("", "")
    remark: Words | None = None
    facts: Told[tuple[FactView, ...]] = ()
    badges: Told[tuple[BadgeView, ...]] = ()
    gone: When = False
    acts: When = False
    adds: Told[Sequence[str]] = ()


def described(game: str, kinds: Mapping[str, Kind]) -> Mapping[str, Kind]:
    """Return the kinds of a game with the names and looks of their counters and switches filled
    in."""
    looks_by_kind = NAMES()["kinds"][game]
    filled_in = {}
    for key, kind in kinds.items():
        looks = looks_by_kind.get(key, {})
        counts = [replace(counter, **looks[counter.key]) for counter in kind.counts]
        flags = [replace(switch, **looks[switch.key]) for switch in kind.flags]
        filled_in[key] = replace(kind, counts=tuple(counts), flags=tuple(flags))
    return filled_in


class UnitWords(Phrases):
    """Sentences about a table of units, with its kinds and the names of its steps."""

    def __init__(
        self,
        game: str,
        rules: UnitRules,
        kinds: Mapping[str, Kind],
        steps: Callable[[TableState], Mapping[str, str]],
        setting: TableState,
    ) -> None:
        sentences = sayings("declared") | sayings(game) | rules.sayings | SHARED.sayings
        super().__init__(sentences, rules.titles | SHARED.titles)
        self.kinds = kinds
        self.steps = steps
        self.setting = setting

    def name(self, word: Any) -> str:
        """Return that player's name for '@p1'; anything else unchanged."""
        text = str(word)
        return self.setting.name(text[1:]) if text.startswith("@") else text

    def word(self, name: str, facts: Facts) -> str:
        """Return a fact in words, with the names of steps, counters and switches."""
        match name:
            case "step":
                step = str(facts["step"])
                return self.steps(self.setting).get(step, step)
            case "amount":
                return signed(int(facts["amount"]))
            case "counter":
                return self._counter_name(str(facts["who"]), str(facts["what"]))
        return super().word(name, facts)

    def _counter_name(self, who: str, key: str) -> str:
        """Return the name of a counter or switch of a unit such as '@p1', also of one that has left the
        table; its key if it is no longer known."""
        unit = self.setting.pieces.get(who.removeprefix("@"), NOTHING)
        kind = self.kinds.get(str(unit["was"] or unit.kind), Kind())
        for counter in kind.counts:
            if counter.key == key:
                return counter.name
        for switch in kind.flags:
            if switch.key == key:
                return switch.name
        return key


#: The declarations of a game on a table of units.
UnitRules = GameRules[TableState, UnitWords]
#: The declarations that all these games share.
SHARED = UnitRules()


# Changes by hand


@SHARED.worded("limit")
def _limited(_words: UnitWords, facts: Facts) -> str:
    return str(facts["text"])


def changed_counter(
    kind: Kind, with_consequences: Counted, setting: TableState, piece: str, name: str, amount: int
) -> TableState:
    """Return the table with a counter of a piece changed by an amount, and what follows from that by the
    game's rules (`with_consequences`). That a hard limit is reached is told in the log."""
    unit = setting[piece]
    counter = _counter_of(kind, setting, unit, name)
    if name in kind.secret and not unit.on("revealed"):
        setting_after = setting.add(piece, name, amount).say("hidden", piece, what=name)
        return with_consequences(setting, setting_after, piece, name)
    old_value = unit.number(name)
    new_value = old_value + amount
    limit = current_value(counter.high, setting, unit)
    limits: tuple[Fact, ...] = ()
    if counter.limit == "hard" and limit is not None and new_value > limit:
        sentence = _(counter.says) or _("{what} can't go above {n}.", what=counter.name, n=limit)
        if old_value >= limit:
            raise RuleError(sentence)
        new_value = limit
        limits = (fact("limit", text=sentence),)
    if new_value < counter.low:
        if old_value <= counter.low:
            raise RuleError("{what} can't go below {n}.", what=counter.name, n=counter.low)
        new_value = counter.low
    change = fact("count", piece, what=name, amount=new_value - old_value)
    setting_after = setting.put(piece, **{name: new_value}).tell(change, *limits)
    return with_consequences(setting, setting_after, piece, name)


def _counter_of(kind: Kind, setting: TableState, unit: Unit, name: str) -> Count:
    """Return a counter that a unit has now. RuleError if it has none of that name."""
    for counter in kind.counts:
        if counter.key == name and current_value(counter.when, setting, unit):
            return counter
    raise RuleError("That can't be counted.")


def toggled_mark(
    kind: Kind, with_consequences: Counted, setting: TableState, piece: str, name: str
) -> TableState:
    """Return the table with a switch of a piece turned on if it was off, or off if it was on, and with what
    follows from that."""
    unit = setting[piece]
    switches = [switch.key for switch in kind.flags if current_value(switch.when, setting, unit)]
    if name not in switches:
        raise RuleError("That can't be marked.")
    is_on = not unit.on(name)
    setting_after = setting.put(piece, **{name: is_on}).say("mark", piece, what=name, on=is_on)
    return with_consequences(setting, setting_after, piece, name)


def rename(setting: TableState, piece: str, name: str) -> TableState:
    """Rename a unit; RuleError if its owner already has one of that kind and name."""
    unit = setting[piece]
    name = " ".join(name.split())[:NAME_MOST]
    if not name or name == unit.name:
        return setting
    namesakes = [
        other_unit
        for other_unit in setting.owned(unit.owner)
        if other_unit.kind == unit.kind and other_unit.name == name
    ]
    if namesakes:
        raise RuleError("Something is already called {name}.", name=name)
    return setting.place(replace(unit, name=name)).say("renamed", old=unit.name, new=name)
