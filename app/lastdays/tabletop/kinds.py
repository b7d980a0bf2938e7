"""Kinds of units: the counters and switches that are kept of them, and moving those by hand.

A limit is hard (a counter cannot pass it, and says so), due at the end of a turn (it may be passed
meanwhile, then it is asked for), or a reminder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, signed
from lastdays.tabletop.event_log import Fact
from lastdays.tabletop.game_rules import GameRules
from lastdays.tabletop.phrases import Facts, Phrases, Saying, template
from lastdays.tabletop.units import TableState, Unit
from lastdays.tabletop.view import ButtonView, FactView, Form

Done = tuple[TableState, list[Fact]]
#: What follows from a counter or switch moved by hand: the table before and after, unit and name.
Counted = Callable[[TableState, TableState, str, str], Done]
LimitKind = Literal["hard", "end", "reminder"]
High = int | Callable[[TableState, Unit], int | None] | None
When = Callable[[TableState, Unit], bool]
Words = Callable[[TableState, Unit], str]


def always(_setting: TableState, _unit: Unit) -> bool:
    """Keep it in every game."""
    return True


def never(_setting: TableState, _unit: Unit) -> bool:
    """Keep it on the board in every game."""
    return False


def nothing(_setting: TableState, _unit: Unit) -> str:
    """Say nothing."""
    return ""


class Count(Struct, frozen=True):
    """A counter: its name, its limits, what is said where the upper one is reached. `look` is the
    shape it is drawn with, `when` tells whether it is kept of this unit in this game, `told`
    whether its limit stands beside the number.

    On the board it has the pictogram `icon` in the colour `tone`, and is drawn as `boxes` or as a
    number with room for so many `digits`; where `aside` holds it is found on the sheet instead."""

    key: str
    label: str
    low: int = 0
    high: High = None
    limit: LimitKind = "hard"
    says: str = ""
    look: str = "tokens"
    when: When = always
    told: bool = True
    icon: str = ""
    tone: str = ""
    digits: int = 1
    boxes: bool = False
    aside: When = never

    def most(self, setting: TableState, unit: Unit) -> int | None:
        """Return the upper limit now, None where there is none."""
        return self.high(setting, unit) if callable(self.high) else self.high


class Switch(Struct, frozen=True):
    """A switch and the letter it is drawn with; `when`, `icon` and `aside` as with a counter."""

    key: str
    label: str
    letter: str
    when: When = always
    icon: str = ""
    aside: When = never


class Kind(Struct, frozen=True):
    """What is kept of the units of a kind. `note` is a line about one; counters named in `secret`
    are hidden until the unit is `revealed`; `named`: people may call it what they like.

    On the board it has a pictogram, and lies there as its `form` has it; `worded`: it is known by
    its name. `figure` is what counts most, as number and caption; `remark` what is said beside the
    name, where that is not the note; `facts` follow from other numbers; `gone` tells whether it is
    out of the game; `adds` put one more before it."""

    key: str
    counts: tuple[Count, ...] = ()
    flags: tuple[Switch, ...] = ()
    note: Words = nothing
    secret: tuple[str, ...] = ()
    named: bool = False
    icon: Words = nothing
    form: Callable[[TableState, Unit], Form] = lambda _setting, _unit: "row"
    worded: bool = True
    figure: Callable[[TableState, Unit], tuple[str, str]] = lambda _setting, _unit: ("", "")
    remark: Words | None = None
    facts: Callable[[TableState, Unit], tuple[FactView, ...]] = lambda _setting, _unit: ()
    gone: When = never
    adds: Callable[[TableState, Unit], list[ButtonView]] = lambda _setting, _unit: []

    def count(self, key: str) -> Count | None:
        """Return a counter by key."""
        return next((c for c in self.counts if c.key == key), None)


class UnitWords(Phrases):
    """Sentences about a table of units."""

    def __init__(self, kinds: Callable[[], Mapping[str, Kind]], setting: TableState) -> None:
        self.kinds = kinds
        self.setting = setting

    def name(self, word: Any) -> str:
        """Return '@p1' as that player's name; anything else as it is."""
        text = str(word)
        return self.setting.name(text[1:]) if text.startswith("@") else text

    def label(self, facts: Facts) -> str:
        """Return what a counter or switch is called that a fact is about."""
        unit = self.setting.units.get(str(facts["who"])[1:])
        name = str(facts["what"])
        if unit is None:
            return name
        kind = self.kinds().get(str(unit["was"] or unit.kind), Kind(""))
        labels = {c.key: c.label for c in kind.counts} | {f.key: f.label for f in kind.flags}
        return labels.get(name, name)


#: What a game on a table of units declares.
UnitRules = GameRules[TableState, UnitWords]


# What is done by hand, the same for all


def _counted(words: UnitWords, facts: Facts) -> str:
    return _("{who} {amount} {what}").format(
        who=words.name(facts["who"]), amount=signed(int(facts["amount"])), what=words.label(facts)
    )


def _marked(words: UnitWords, facts: Facts) -> str:
    text = _("{who}: {what}") if facts["on"] else _("{who}: not {what}")
    return text.format(who=words.name(facts["who"]), what=words.label(facts))


def _changed(words: UnitWords, facts: Facts) -> str:
    return _("{who}: {what} changed").format(who=words.name(facts["who"]), what=words.label(facts))


COUNT: Saying[UnitWords] = Saying("count", _counted)
#: Of a secret counter neither the number is told nor that it is at its end.
HIDDEN: Saying[UnitWords] = Saying("hidden", _changed)
LIMIT: Saying[Phrases] = Saying("limit", template(lambda: "{text}"))


def count(
    kind: Kind, counted: Counted, setting: TableState, piece: str, name: str, amount: int
) -> Done:
    """Move a counter up or down. A hard limit is said, not clipped in silence."""
    unit = setting[piece]
    entry = kind.count(name)
    if entry is None or not entry.when(setting, unit):
        raise RuleError(_("That can't be counted."))
    old = unit.number(name)
    wanted = old + amount
    most = entry.most(setting, unit)
    limited: list[Fact] = []
    if name in kind.secret and not unit.on("revealed"):
        after, more = counted(setting, setting.add(piece, name, amount), piece, name)
        return after, [HIDDEN(who=f"@{piece}", what=name), *more]
    if entry.limit == "hard" and most is not None and wanted > most:
        sentence = entry.says or _("{what} can't go above {n}.").format(what=entry.label, n=most)
        if old >= most:
            raise RuleError(sentence)
        wanted = most
        limited = [LIMIT(text=sentence)]
    if wanted < entry.low:
        if old <= entry.low:
            raise RuleError(_("{what} can't go below {n}.").format(what=entry.label, n=entry.low))
        wanted = entry.low
    after = setting.put(piece, **{name: wanted})
    said = COUNT(who=f"@{piece}", what=name, amount=wanted - old)
    after, more = counted(setting, after, piece, name)
    return after, [said, *limited, *more]


MARK: Saying[UnitWords] = Saying("mark", _marked)


def mark(kind: Kind, counted: Counted, setting: TableState, piece: str, name: str) -> Done:
    """Turn a switch on or off."""
    unit = setting[piece]
    if not any(f.key == name and f.when(setting, unit) for f in kind.flags):
        raise RuleError(_("That can't be marked."))
    on = not unit.on(name)
    after = setting.put(piece, **{name: on})
    after, more = counted(setting, after, piece, name)
    return after, [MARK(who=f"@{piece}", what=name, on=on), *more]


RENAMED: Saying[Phrases] = Saying("renamed", template(lambda: _("{old} is now called {new}.")))


def rename(setting: TableState, piece: str, name: str) -> Done:
    """Give another name; not one that lies before the same player already."""
    unit = setting[piece]
    name = " ".join(name.split())[:40]
    if not name or name == unit.name:
        return setting, []
    if any(u.name == name and u.kind == unit.kind for u in setting.owned(unit.owner)):
        raise RuleError(_("Something is already called {name}.").format(name=name))
    return setting.place(replace(unit, name=name)), [RENAMED(old=unit.name, new=name)]
