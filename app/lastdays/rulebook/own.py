"""The rules that players write themselves: counters, traits, tables and steps.

A campaign holds them in its document, and content packs in `counters.toml`, `traits.toml`,
`tables.toml` and `steps.toml`: both are the same values, read by the same reader. Nothing in them
is translated, filled in or evaluated. Rules look them up by key; a key that is gone gives None, so
that a campaign goes on without it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter as Tally
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec import Meta, field, json
from msgspec.structs import replace

from lastdays.desktop.bounds import TimeLimit
from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.rulebook.checks import Faults, entries
from lastdays.rulebook.entries import (
    Change,
    Characteristic,
    Dice,
    Entry,
    EntryError,
    Key,
    Name,
    Problem,
    ProblemsError,
    TestOf,
    parse_dice,
    raise_for_problems,
)
from lastdays.rulebook.own_effects import (
    COUNTER_MOST,
    EFFECT_MOST,
    AddNote,
    AddZombies,
    ChangeCounter,
    Effect,
    GainGear,
    GiveExperience,
    GivePoints,
    LoseGear,
    MissGame,
    PayCounter,
    Payment,
    PayPoints,
    RollInjury,
    RollTable,
    SetCounter,
    parse_effect,
    parse_payment,
)
from lastdays.rulebook.own_entries import (
    ENTRY_KINDS,
    KEY_MOST,
    OF_A_KIND_MOST,
    OF_ALL_MOST,
    WrittenEntry,
)
from lastdays.rulebook.pack_writing import fields_as_written
from lastdays.values import Value

#: Whose a counter is, and whom the effects of a table are for.
Owner = Literal["member", "group", "campaign"]
#: For whom a step comes: each member, each who isn't Out of Action, the group, the campaign.
Audience = Literal["member", "standing", "group", "campaign"]
#: Where a counter or trait is shown.
Place = Literal["roster", "table", "card"]
Reset = Literal["never", "game", "sequence"]
Moment = Literal["before", "turn", "upkeep", "after"]

#: The most entries of each kind.
ENTRIES_MOST: Mapping[str, int] = {
    "counters": 24,
    "traits": 12,
    "tables": 60,
    "steps": 40,
    **dict.fromkeys(ENTRY_KINDS, OF_A_KIND_MOST),
}
LEVELS_MOST = 12
ROWS_MOST = 80
EFFECTS_MOST = 6
SENTENCE_MOST = 500

OwnKey = Annotated[Key, Meta(max_length=KEY_MOST)]
CounterValue = Annotated[int, Meta(ge=-COUNTER_MOST, le=COUNTER_MOST)]
Sentence = Annotated[str, Meta(min_length=1, max_length=SENTENCE_MOST)]
Words = Annotated[str, Meta(max_length=EFFECT_MOST)]
Turn = Annotated[int, Meta(ge=1, le=99)]
#: The key of another entry, '' for none.
Named = Annotated[str, Meta(max_length=KEY_MOST)]

#: What each can change: what is of a member also changes what is of the group and the campaign.
_REACH: Mapping[str, tuple[str, ...]] = {
    "member": ("member", "group", "campaign"),
    "standing": ("member", "group", "campaign"),
    "group": ("group", "campaign"),
    "campaign": ("campaign",),
}


class OwnEntry(Entry, kw_only=True, omit_defaults=True):
    """The base class of entries that players write."""

    key: OwnKey

    def __post_init__(self) -> None:
        """Raise ProblemsError with all `problems`. An unknown pictogram is none here: a stored
        campaign opens even if a drawing is gone."""
        raise_for_problems(self.problems())

    def problems(self) -> Iterator[Problem]:
        """Yield what is wrong with fields that are valid alone."""
        yield from _line("name", self.name)

    def called(self, key: str, name: str) -> Self:
        """Return a copy of it under another key and name."""
        return replace(self, key=key, name=name, pack="")

    @property
    def drawing(self) -> str:
        """Return its pictogram, that of its kind if it names none that is known."""
        name = self.pictogram
        if name in pictograms.drawings() or pictograms.is_picture(name):
            return name
        return pictograms.of(self.KIND, self.key)


class Level(Value, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a counter is called from a value on, and what it does to a member: the `modifier` of
    characteristics, as of an injury, and whether the member misses games."""

    from_: CounterValue = field(name="from")
    name: Name
    modifier: Mapping[Characteristic, Change] = {}
    misses: bool = False

    def __hash__(self) -> int:
        return hash((self.from_, self.name))

    def amount(self, characteristic: str) -> int:
        """Return by how much it changes a characteristic."""
        return sum(n for key, n in self.modifier.items() if key == characteristic)


class Counter(OwnEntry, kw_only=True):
    """A number that a member, a group or the campaign has.

    `start` is its value at first and after a `reset`: as a game begins, or as a post-game sequence
    begins. `levels` are in ascending order.
    """

    KIND: ClassVar[str] = "counters"

    of: Owner = "member"
    low: CounterValue = 0
    high: CounterValue = 9
    start: CounterValue = 0
    reset: Reset = "never"
    shown: tuple[Place, ...] = ("roster", "table")
    levels: Annotated[tuple[Level, ...], Meta(max_length=LEVELS_MOST)] = ()

    def problems(self) -> Iterator[Problem]:
        yield from super().problems()
        if self.low >= self.high:
            yield "high", _("it has to be more than {low}.", low=self.low)
        if not self.low <= self.start <= self.high:
            yield "start", self._out_of_bounds()
        if self.reset == "sequence" and self.of == "campaign":
            yield (
                "reset",
                _("a sequence is one group's: a counter of the campaign isn't reset then."),
            )
        for level, next_level in pairwise(self.levels):
            if next_level.from_ <= level.from_:
                yield "levels", _("each level has to begin at a higher value than the one before.")
        for place, level in enumerate(self.levels):
            yield from self._level_problems(f"levels.{place}", level)

    def _level_problems(self, where: str, level: Level) -> Iterator[Problem]:
        """Yield what is wrong with a level, whose place is `where`."""
        yield from _line(f"{where}.name", level.name)
        if not self.low <= level.from_ <= self.high:
            yield f"{where}.from", self._out_of_bounds()
        changes_members = level.modifier or level.misses
        if changes_members and self.of != "member":
            yield where, _("only a counter of members changes them.")

    def _out_of_bounds(self) -> str:
        return _("it has to be from {low} to {high}.", low=self.low, high=self.high)

    def bounded(self, value: int) -> int:
        """Return a value, or the lowest or highest if it is beyond that."""
        return max(self.low, min(self.high, value))

    def level(self, value: int) -> Level | None:
        """Return the level at a value: the last that has begun."""
        levels_reached = [level for level in self.levels if level.from_ <= value]
        return levels_reached[-1] if levels_reached else None


class Trait(OwnEntry, kw_only=True):
    """A text that a member has, such as an aspiration or a nickname; `table` is the key of the
    table on which one can be rolled, whose sentences are the texts."""

    KIND: ClassVar[str] = "traits"

    table: Named = ""
    shown: tuple[Place, ...] = ("roster", "card")


class Row(Value, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A row of a table, for totals up to `upto`: its sentence, and its effects in words."""

    upto: int
    text: Sentence
    does: Annotated[tuple[Words, ...], Meta(max_length=EFFECTS_MOST)] = ()

    def __post_init__(self) -> None:
        """Raise ProblemsError for a sentence of several lines, and for words that are no effect."""
        raise_for_problems(self.problems())

    def problems(self) -> Iterator[Problem]:
        """Yield what is wrong with the sentence and the effects."""
        yield from _line("text", self.text)
        for place, words in enumerate(self.does):
            yield from _unparsable(f"does.{place}", parse_effect, words)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Return its effects."""
        return tuple(map(parse_effect, self.does))

    def numbered_effects(self, *, second: bool) -> Iterator[tuple[int, Effect]]:
        """Yield its effects with their numbers in the keys of asks: those of a `second` table, to
        which a row led, count on after the most that a row has."""
        first_number = EFFECTS_MOST + 1 if second else 1
        yield from enumerate(self.effects, start=first_number)


class Table(OwnEntry, kw_only=True):
    """A table that is rolled on; its rows cover every total of its dice. `of` says whom its effects
    are for."""

    KIND: ClassVar[str] = "tables"

    dice: Dice
    of: Owner = "member"
    rows: Annotated[tuple[Row, ...], Meta(min_length=1, max_length=ROWS_MOST)]

    def problems(self) -> Iterator[Problem]:
        yield from super().problems()
        wrong_dice = list(_unparsable("dice", parse_dice, str(self.dice)))
        if wrong_dice:
            yield from wrong_dice
            return
        if self.rows[0].upto < self.dice.least:
            yield "rows.0.upto", _("{dice} is never that low.", dice=self.dice)
        for place, (row, next_row) in enumerate(pairwise(self.rows), start=1):
            if next_row.upto <= row.upto:
                yield f"rows.{place}.upto", _("it has to be more than {n}.", n=row.upto)
        last = len(self.rows) - 1
        highest = self.rows[last].upto
        if highest < self.dice.most:
            first_missing = max(highest + 1, self.dice.least)
            text = _("no row is for {low} to {high}.", low=first_missing, high=self.dice.most)
            yield f"rows.{last}.upto", text
        if highest > self.dice.most:
            yield f"rows.{last}.upto", _("{dice} is never that high.", dice=self.dice)

    def row(self, total: int) -> Row:
        """Return the row for a total of its dice."""
        return next(row for row in self.rows if total <= row.upto)

    @property
    def by_totals(self) -> tuple[tuple[str, Row], ...]:
        """Return each row with the totals that it is for: '1–2', or '6'."""
        rows = []
        lowest = self.dice.least
        for row in self.rows:
            totals = f"{lowest}–{row.upto}"
            if lowest == row.upto:
                totals = str(lowest)
            rows.append((totals, row))
            lowest = row.upto + 1
        return tuple(rows)

    @property
    def leads_on(self) -> bool:
        """Return whether a row leads to another table."""
        return any(isinstance(effect, RollTable) for effect in _effects(self))


class Step(OwnEntry, kw_only=True):
    """Something that is done before a game, at the end of each turn from `from_turn` on, between
    gear and jobs after a game (`upkeep`), or last.

    It is due only `while_above` (the key of a counter) is above its lowest value. Who `pays` is
    done; others take the `test`, and those who fail it, or have none, roll on the `table`. Without
    any of them it is a reminder.
    """

    KIND: ClassVar[str] = "steps"

    when: Moment
    from_turn: Turn = field(name="from", default=1)
    audience: Audience = field(name="for", default="member")
    while_above: Named = field(name="while", default="")
    pays: Words = ""
    test: TestOf | None = None
    table: Named = ""

    def problems(self) -> Iterator[Problem]:
        yield from super().problems()
        if self.pays:
            yield from _unparsable("pays", parse_payment, self.pays)
        if self.from_turn != 1 and self.when != "turn":
            yield "from", _("only a step of a turn has one.")
        if self.test is not None and self.audience not in ("member", "standing"):
            yield "test", _("only members take one.")

    @property
    def payment(self) -> Payment | None:
        """Return what may be paid instead, None for nothing."""
        return parse_payment(self.pays) if self.pays else None


KINDS: Mapping[str, type[OwnEntry]] = {kind.KIND: kind for kind in (Counter, Trait, Table, Step)}
OwnRule = Counter | Trait | Table | Step
#: Anything that players wrote.
WrittenRule = OwnRule | WrittenEntry


class OwnRules(Value, dict=True, omit_defaults=True):
    """All rules that players wrote, each kind in the order it is shown. `book` are entries of the book
    that they wrote."""

    counters: Annotated[tuple[Counter, ...], Meta(max_length=ENTRIES_MOST["counters"])] = ()
    traits: Annotated[tuple[Trait, ...], Meta(max_length=ENTRIES_MOST["traits"])] = ()
    tables: Annotated[tuple[Table, ...], Meta(max_length=ENTRIES_MOST["tables"])] = ()
    steps: Annotated[tuple[Step, ...], Meta(max_length=ENTRIES_MOST["steps"])] = ()
    book: Annotated[tuple[WrittenEntry, ...], Meta(max_length=OF_ALL_MOST)] = ()

    def __post_init__(self) -> None:
        """Raise ProblemsError if two entries of a kind have the same key, or if there are too many of
        one."""
        raise_for_problems(self._problems())

    def _problems(self) -> Iterator[Problem]:
        for kind, most in ENTRIES_MOST.items():
            rules = self.listed(kind)
            counts = Tally(rule.key for rule in rules)
            for key, count in counts.items():
                if count > 1:
                    yield kind, _("two entries have the key {key}.", key=key)
            if len(rules) > most:
                yield kind, _too_many(len(rules), most)
        if len(self.book) > OF_ALL_MOST:
            yield "book", _too_many(len(self.book), OF_ALL_MOST)

    @property
    def by_kind(self) -> Mapping[str, tuple[OwnRule, ...]]:
        """Return the entries by kind."""
        return {
            "counters": self.counters,
            "traits": self.traits,
            "tables": self.tables,
            "steps": self.steps,
        }

    @property
    def entries(self) -> tuple[OwnRule, ...]:
        """Return all counters, traits, tables and steps."""
        return (*self.counters, *self.traits, *self.tables, *self.steps)

    @property
    def rules(self) -> tuple[WrittenRule, ...]:
        """Return everything that is written."""
        return (*self.entries, *self.book)

    def listed(self, kind: str) -> tuple[WrittenRule, ...]:
        """Return the rules of a kind, also of one of the book's."""
        if kind in self.by_kind:
            return self.by_kind[kind]
        return tuple(entry for entry in self.book if entry.kind == kind)

    def find(self, kind: str, key: str) -> WrittenRule | None:
        """Return the rule of a kind with a key, None if there is none."""
        for rule in self.listed(kind):
            if rule.key == key:
                return rule
        return None

    def naming(self, kind: str, key: str) -> tuple[OwnRule, ...]:
        """Return the traits, tables and steps that name a counter or a table."""
        match kind:
            case "counters":
                return tuple(rule for rule in self.entries if key in _counters_named(rule))
            case "tables":
                return tuple(rule for rule in self.entries if key in _tables_named(rule))
        return ()

    def _with(self, kind: str, rules: Iterable[WrittenRule]) -> OwnRules:
        """Return the rules with other ones of a kind."""
        if kind in self.by_kind:
            return replace(self, **{kind: tuple(rules)})
        other_entries = tuple(entry for entry in self.book if entry.kind != kind)
        return replace(self, book=other_entries + tuple(rules))

    @cached_property
    def _counters(self) -> Mapping[str, Counter]:
        return {counter.key: counter for counter in self.counters}

    @cached_property
    def _traits(self) -> Mapping[str, Trait]:
        return {trait.key: trait for trait in self.traits}

    @cached_property
    def _tables(self) -> Mapping[str, Table]:
        return {table.key: table for table in self.tables}

    @cached_property
    def _steps(self) -> Mapping[str, Step]:
        return {step.key: step for step in self.steps}

    def counter(self, key: str) -> Counter | None:
        """Return a counter, None if there is none with this key."""
        return self._counters.get(key)

    def trait(self, key: str) -> Trait | None:
        """Return a trait, None if there is none with this key."""
        return self._traits.get(key)

    def table(self, key: str) -> Table | None:
        """Return a table, None if there is none with this key."""
        return self._tables.get(key)

    def step(self, key: str) -> Step | None:
        """Return a step, None if there is none with this key."""
        return self._steps.get(key)

    def counters_of(self, owner: Owner) -> tuple[Counter, ...]:
        """Return the counters of members, of groups or of the campaign."""
        return tuple(counter for counter in self.counters if counter.of == owner)

    def steps_at(self, moment: Moment) -> tuple[Step, ...]:
        """Return the steps of a moment, in their order."""
        return tuple(step for step in self.steps if step.when == moment)

    def with_entry(self, entry: WrittenRule) -> OwnRules:
        """Return the rules with this one, in place of the one of its kind and key or as the last.
        ProblemsError if there are too many."""
        keyed = {rule.key: rule for rule in self.listed(entry.KIND)}
        keyed[entry.key] = entry
        return self._with(entry.KIND, keyed.values())

    def without(self, kind: str, key: str) -> OwnRules:
        """Return the rules without one of them."""
        return self._with(kind, (rule for rule in self.listed(kind) if rule.key != key))

    def moved(self, kind: str, key: str, step: int) -> OwnRules:
        """Return the rules with one of them so many places further down in its kind, or up."""
        rules = list(self.listed(kind))
        keys = [rule.key for rule in rules]
        if key not in keys:
            return self
        place = keys.index(key)
        rule = rules.pop(place)
        rules.insert(max(0, place + step), rule)
        return self._with(kind, rules)

    def over(self, lower_rules: OwnRules) -> OwnRules:
        """Return these rules laid over others: an entry with the same key replaces theirs."""
        merged = {}
        for kind, rules in self.by_kind.items():
            merged[kind] = _laid_over(rules, lower_rules.by_kind[kind])
        return replace(self, **merged)


def _too_many(count: int, count_most: int) -> str:
    return _("there are {n} entries, and at most {most} can be.", n=count, most=count_most)


NO_RULES = OwnRules()


def _counters_named(rule: OwnRule) -> Iterator[str]:
    """Yield the keys of the counters that a rule names."""
    match rule:
        case Table():
            for effect in _effects(rule):
                if isinstance(effect, ChangeCounter | SetCounter):
                    yield effect.key
        case Step():
            yield rule.while_above
            if isinstance(rule.payment, PayCounter):
                yield rule.payment.key


def _tables_named(rule: OwnRule) -> Iterator[str]:
    """Yield the keys of the tables that a rule names."""
    match rule:
        case Table():
            yield from (effect.key for effect in _effects(rule) if isinstance(effect, RollTable))
        case Step() | Trait():
            yield rule.table


def _effects(table: Table) -> Iterator[Effect]:
    for row in table.rows:
        yield from row.effects


def _laid_over(upper: tuple[OwnRule, ...], lower: tuple[OwnRule, ...]) -> tuple[OwnRule, ...]:
    """Return rules laid over lower ones: one with the same key replaces the lower one in its place."""
    by_key = {entry.key: entry for entry in lower}
    for entry in upper:
        by_key[entry.key] = entry
    return tuple(by_key.values())


#: What separates the words of a key.
_NO_KEY = re.compile("[^a-z0-9]+")


def key_for(name: str, kind: str, keys_taken: Container[str]) -> str:
    """Return a key for a new entry, made from its name: 'ice-axe' for 'Ice axe', with a number if it
    is taken. A name without Latin letters gives the name of its kind."""
    without_accents = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = _NO_KEY.sub("-", without_accents.lower())
    short_enough = words[: KEY_MOST - len("-999")].strip("-")
    stem = short_enough or kind.removesuffix("s").replace("_", "-")
    key = stem
    number = 1
    while key in keys_taken:
        number += 1
        key = f"{stem}-{number}"
    return key


# Reading and writing


def read_own(
    sources: Mapping[str, Mapping[str, Any]], faults: Faults, patience: TimeLimit
) -> OwnRules:
    """Return the players' rules in files, given by kind and key; note the faults of entries that
    are left out. Raises OutOfBoundsError if it takes too long."""
    rules: dict[str, tuple[OwnEntry, ...]] = {}
    for kind, model in KINDS.items():
        valid = entries(model, kind, sources.get(kind, {}), faults, patience)
        rules[kind] = tuple(valid.values())
    try:
        return replace(NO_RULES, **rules)
    except ProblemsError as error:
        for kind, text in error.problems:
            faults.say(kind, "", "", text)
        return NO_RULES


def rules_as_files(own_rules: OwnRules) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the players' rules as the files of a content pack: the fields by kind and key."""
    files = {}
    for kind in ENTRIES_MOST:
        rules = own_rules.listed(kind)
        if rules:
            files[kind] = {rule.key: fields_of(rule) for rule in rules}
    return files


def fields_of(rule: WrittenRule) -> dict[str, Any]:
    """Return the fields of a rule as a file gives them."""
    if isinstance(rule, WrittenEntry):
        return dict(rule.fields)
    return fields_as_written(rule)


def own_digest(own_rules: OwnRules) -> str:
    """Return a text that is the same for the same rules, also once a kind has more fields."""
    return json.encode(own_rules, order="sorted").decode()


# Checking that entries fit together


def check_own(
    own_rules: OwnRules, keys_by_kind: Mapping[str, Collection[str]], faults: Faults
) -> None:
    """Note what own rules name that isn't there, what can't be done for those it is for, and chains
    of tables. `keys_by_kind` has the keys of counters, tables and gear, those of invalid entries too."""
    for entry in own_rules.entries:
        name = entry.pictogram
        if name and entry.drawing != name:
            faults.say(
                entry.KIND, entry.key, "pictogram", "there isn't one called {name}.", name=name
            )
    check = partial(_Check, own_rules, keys_by_kind, faults)
    for trait in own_rules.traits:
        check(trait, "table", "member").table(trait.table)
    for table in own_rules.tables:
        for place, row in enumerate(table.rows):
            check(table, f"rows.{place}.does", table.of).row(row)
    for step in own_rules.steps:
        check(step, "table", step.audience).table(step.table)
        check(step, "while", step.audience).counter(step.while_above)
        check(step, "pays", step.audience).payment(step.payment)


class _Check(Value):
    """Checks a field of an entry, whose effects are for somebody."""

    own: OwnRules
    named: Mapping[str, Collection[str]]
    faults: Faults
    entry: OwnRule
    field: str
    audience: str

    def _say(self, text: str, **values: object) -> None:
        self.faults.say(self.entry.KIND, self.entry.key, self.field, text, **values)

    def _known(self, kind: str, key: str) -> None:
        if key not in self.named[kind]:
            self._say("'{key}' is unknown.", key=key)

    def counter(self, key: str) -> None:
        """Check a counter, '' for none."""
        if not key:
            return
        self._known("counters", key)
        counter = self.own.counter(key)
        if counter is not None:
            self._reaches(counter.of, counter.name)

    def table(self, key: str) -> None:
        """Check a table, '' for none."""
        if not key:
            return
        self._known("tables", key)
        table = self.own.table(key)
        if table is not None:
            self._reaches(table.of, table.name)

    def payment(self, payment: Payment | None) -> None:
        """Check what is paid."""
        match payment:
            case PayCounter(key):
                self.counter(key)
            case PayPoints():
                self._reaches("group", str(payment))

    def row(self, row: Row) -> None:
        """Check the effects of a row."""
        for effect in row.effects:
            self._effect(effect)
        tables = [effect for effect in row.effects if isinstance(effect, RollTable)]
        if len(tables) > 1:
            self._say("a row leads to one other table at most.")

    def _effect(self, effect: Effect) -> None:
        match effect:
            case ChangeCounter(key) | SetCounter(key):
                self.counter(key)
            case GivePoints():
                self._reaches("group", str(effect))
            case GiveExperience() | RollInjury() | MissGame():
                self._reaches("member", str(effect))
            case GainGear(key) | LoseGear(key):
                self._known("gear", key)
                self._reaches("group", str(effect))
            case RollTable(key):
                self.table(key)
                table = self.own.table(key)
                if table is not None and table.leads_on:
                    self._say("{name} leads to another table itself.", name=table.name)
            case AddZombies() | AddNote():
                pass

    def _reaches(self, owner: str, effect_in_words: str) -> None:
        """Note what is of a member where only the group is known, or of a group where only the
        campaign is."""
        if owner in _REACH[self.audience]:
            return
        if owner == "member":
            self._say("{what}: this needs a member.", what=effect_in_words)
        else:
            self._say("{what}: this needs a group.", what=effect_in_words)


def _line(where: str, text: str) -> Iterator[Problem]:
    """Yield why the text of a field isn't a line that can be stored and shown."""
    if not text.strip():
        yield where, _("this should not be empty.")
    elif any(_is_no_letter(character) for character in text):
        yield where, _("this has to be one line of text.")


def _is_no_letter(character: str) -> bool:
    """Return whether a character controls or is half of one, as line breaks do."""
    is_control = character < " " or character == "\x7f"
    return is_control or "\ud800" <= character <= "\udfff"


def _unparsable(where: str, parse: Callable[[str], object], words: str) -> Iterator[Problem]:
    """Yield why words can't be parsed."""
    try:
        parse(words)
    except EntryError as error:
        yield where, str(error)
