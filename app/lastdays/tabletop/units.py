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
from lastdays.tabletop.event_log import Fact, PendingProcedure, Tabletop, fact, frozen
from lastdays.tabletop.game_rules import GameRules
from lastdays.tabletop.phrases import NAMES, Facts, Phrases, sayings
from lastdays.tabletop.view import BadgeView, FactView, Form
from lastdays.values import Value

#: The kind of units that have left the table: the log needs their names, and their ids are never
#: reused.
GONE = "gone"


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
        found = self.pieces.get(unit)
        if found is None or found.kind == GONE:
            raise RuleError("That is no longer on the table.")
        return found

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
        return tuple(
            u
            for u in self.pieces.values()
            if u.kind == kind and (owner is None or u.owner == owner)
        )

    def owned(self, owner: str) -> Iterator[Unit]:
        """Return everything in front of a unit."""
        return (u for u in self.pieces.values() if u.owner == owner)

    # Changing

    def put(self, unit: str, **values: Any) -> TableState:
        """Set values of a unit."""
        old = self[unit]
        now = {**old.values, **values}
        return self if now == old.values else self._with(replace(old, values=now))

    def add(self, unit: str, name: str, amount: int, low: int = 0) -> TableState:
        """Change a counter by an amount, not below `low`."""
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
        """Return whether a unit is on the table."""
        found = self.pieces.get(unit)
        return found is not None and found.kind != GONE

    def drop(self, unit: str) -> TableState:
        """Take a unit off the table, with everything in front of it."""
        units, leaving = dict(self.pieces), [unit]
        while leaving:
            key = leaving.pop()
            leaving += [u.id for u in units.values() if u.owner == key]
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
        taken = {u.name for u in self.of(kind, owner)}
        name, n = base, 2
        while name in taken:
            name, n = f"{base} {n}", n + 1
        return name

    # Storing

    @property
    def open(self) -> PendingProcedure | None:
        """Return the procedure that waits for an answer."""
        found = self.pieces.get("open")
        if found is None:
            return None
        return PendingProcedure(found.name, found["args"] or {}, found["answers"] or ())

    def with_open(self, opened: PendingProcedure | None) -> TableState:
        """Return the table with another open procedure, or with none."""
        if opened is None:
            return self.without("open") if self.open is not None else self
        values = {"args": dict(opened.args), "answers": opened.answers}
        return self.place(Unit("open", "open", opened.play, "", values))

    def changes(self, old: Unit | None, now: Unit) -> Iterator[list[Any]]:
        """Return what turns a unit into another: ['new', unit], ['set', id, values], ['be', id,
        name and owner]."""
        if old is None or old.kind != now.kind or old.values.keys() - now.values.keys():
            yield ["new", to_builtins(now)]
            return
        changed = {
            k: to_builtins(v)
            for k, v in now.values.items()
            if k not in old.values or old.values[k] != v
        }
        if changed:
            yield ["set", now.id, changed]
        if (old.name, old.owner) != (now.name, now.owner):
            yield ["be", now.id, {"name": now.name, "owner": now.owner}]

    def made(self, *stored: Any) -> Unit:
        """Return a unit from its stored form."""
        unit = convert(stored[0], Unit)
        return self.with_values(unit, {k: frozen(v) for k, v in unit.values.items()})

    def with_values(self, piece: Unit, values: Mapping[str, Any]) -> Unit:
        """Return a unit with some of its values set."""
        return replace(piece, values={**piece.values, **values})


def to_json(setting: TableState) -> list[Any]:
    """Return the whole state as JSON values."""
    return [to_builtins(unit) for unit in setting.pieces.values()]


def from_json(stored: Any) -> TableState:
    """Return a state from JSON values; RuleError if it can't be read."""
    try:
        units = [TableState().made(entry) for entry in stored]
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


def now(told: Told[T], setting: TableState, unit: Unit) -> T:
    """Return a constant, or the current value of a function of the table and a unit."""
    return told(setting, unit) if callable(told) else told


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
    """A kind of unit: its counters and switches (`flags`). `note` is a line about one; counters named
    in `secret` are hidden until the unit is `revealed`; `named`: players may rename it.

    On the board it has a pictogram and the layout `form`; `worded`: its name is shown. `figure` is
    its main number with a caption; `remark` stands beside the name instead of the note; `facts`
    follow from other numbers; `badges` are pictograms behind the name; `gone`: it is out of the game; `acts`: it has its turn; `adds` are the
    keys of the moves that put something in front of it."""

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
    said = NAMES()["kinds"][game]
    return {
        key: replace(
            kind,
            counts=tuple(replace(one, **said[key][one.key]) for one in kind.counts),
            flags=tuple(replace(one, **said[key][one.key]) for one in kind.flags),
        )
        for key, kind in kinds.items()
    }


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
        said = sayings("declared") | sayings(game) | rules.sayings | SHARED.sayings
        super().__init__(said, rules.titles | SHARED.titles)
        self.kinds, self.steps, self.setting = kinds, steps, setting

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
                what = str(facts["what"])
                unit = self.setting.pieces.get(str(facts["who"])[1:], NOTHING)
                kind = self.kinds.get(str(unit["was"] or unit.kind), Kind())
                named: tuple[Count | Switch, ...] = (*kind.counts, *kind.flags)
                names = {one.key: one.name for one in named}
                return names.get(what, what)
        return super().word(name, facts)


#: The declarations of a game on a table of units.
UnitRules = GameRules[TableState, UnitWords]
#: The declarations that all these games share.
SHARED = UnitRules()


# Changes by hand


@SHARED.worded("limit")
def _limited(_words: UnitWords, facts: Facts) -> str:
    return str(facts["text"])


def count(
    kind: Kind, counted: Counted, setting: TableState, piece: str, name: str, amount: int
) -> TableState:
    """Change a counter by an amount. Reaching a hard limit is stated in the log."""
    unit = setting[piece]
    entry = next((one for one in kind.counts if one.key == name), None)
    if entry is None or not now(entry.when, setting, unit):
        raise RuleError("That can't be counted.")
    old = unit.number(name)
    wanted = old + amount
    most = now(entry.high, setting, unit)
    if name in kind.secret and not unit.on("revealed"):
        after = setting.add(piece, name, amount).say("hidden", piece, what=name)
        return counted(setting, after, piece, name)
    limited: tuple[Fact, ...] = ()
    if entry.limit == "hard" and most is not None and wanted > most:
        sentence = _(entry.says) or _("{what} can't go above {n}.", what=entry.name, n=most)
        if old >= most:
            raise RuleError(sentence)
        wanted = most
        limited = (fact("limit", text=sentence),)
    if wanted < entry.low:
        if old <= entry.low:
            raise RuleError("{what} can't go below {n}.", what=entry.name, n=entry.low)
        wanted = entry.low
    said = fact("count", piece, what=name, amount=wanted - old)
    after = setting.put(piece, **{name: wanted}).tell(said, *limited)
    return counted(setting, after, piece, name)


def mark(kind: Kind, counted: Counted, setting: TableState, piece: str, name: str) -> TableState:
    """Turn a switch on or off."""
    unit = setting[piece]
    if not any(f.key == name and now(f.when, setting, unit) for f in kind.flags):
        raise RuleError("That can't be marked.")
    on = not unit.on(name)
    after = setting.put(piece, **{name: on}).say("mark", piece, what=name, on=on)
    return counted(setting, after, piece, name)


def rename(setting: TableState, piece: str, name: str) -> TableState:
    """Rename a unit; RuleError if its owner already has one of that kind and name."""
    unit = setting[piece]
    name = " ".join(name.split())[:40]
    if not name or name == unit.name:
        return setting
    if any(u.name == name and u.kind == unit.kind for u in setting.owned(unit.owner)):
        raise RuleError("Something is already called {name}.", name=name)
    return setting.place(replace(unit, name=name)).say("renamed", old=unit.name, new=name)
