"""Games that are declared: seats, counters, switches, steps of a turn, procedures, ends.

A game is a subclass of `DeclaredGame` in a module of its own; the window draws it from what it declares.
A limit is hard (a counter cannot pass it, and says so), due at the end of a turn (it may be passed
meanwhile, then it is asked for), or a reminder.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from lastdays.errors import RuleError
from lastdays.language import _, signed
from lastdays.procedure.asks import Procedure
from lastdays.tabletop import units
from lastdays.tabletop.engine import ABOUT, Engine, PendingProcedure
from lastdays.tabletop.event_log import Fact, fact
from lastdays.tabletop.phrases import Phrases
from lastdays.tabletop.units import TableState, Unit

Done = tuple[TableState, list[Fact]]
LimitKind = Literal["hard", "end", "reminder"]
High = int | Callable[[TableState, Unit], int | None] | None
When = Callable[[TableState, Unit], bool]


def always(_setting: TableState, _unit: Unit) -> bool:
    """Kept in every game."""
    return True


@dataclass(frozen=True)
class Count:
    """A counter: its name, its limits, what is said where the upper one is reached. `look` is the
    shape it is drawn with, `when` tells whether it is kept of this unit in this game, `told`
    whether its limit stands beside the number."""

    key: str
    label: str
    low: int = 0
    high: High = None
    limit: LimitKind = "hard"
    says: str = ""
    look: str = "tokens"
    when: When = always
    told: bool = True

    def most(self, setting: TableState, unit: Unit) -> int | None:
        """The upper limit now, None where there is none."""
        return self.high(setting, unit) if callable(self.high) else self.high


@dataclass(frozen=True)
class Switch:
    """A switch and the letter it is drawn with; `when` as with a counter."""

    key: str
    label: str
    letter: str
    when: When = always


@dataclass(frozen=True)
class Kind:
    """What is kept of the units of a kind. `note` is a line about one; counters named in `secret`
    are hidden until the unit is `revealed`; `named`: people may call it what they like."""

    key: str
    counts: tuple[Count, ...] = ()
    flags: tuple[Switch, ...] = ()
    note: Callable[[TableState, Unit], str] = lambda _setting, _unit: ""
    secret: tuple[str, ...] = ()
    named: bool = False

    def count(self, key: str) -> Count | None:
        """A counter by key."""
        return next((c for c in self.counts if c.key == key), None)


@dataclass(frozen=True)
class SetupChoice:
    """Something chosen before the game: its key, its name, values with their names. `given` is the
    key of another choice, then the values of it this one is asked for with; empty: always."""

    key: str
    label: str
    values: tuple[tuple[str, str], ...]
    default: str
    given: tuple[str, ...] = ()

    def asked(self, chosen: Mapping[str, str]) -> bool:
        """Whether it matters with what else is chosen."""
        return not self.given or chosen.get(self.given[0]) in self.given[1:]


@dataclass(frozen=True)
class Move:
    """Something that can be done: what a button says, the tap or procedure it begins, why not."""

    key: str
    label: str
    kind: Literal["tap", "play"]
    name: str
    args: Mapping[str, Any] = field(default_factory=dict)
    why_not: str = ""
    about: str = ""


@dataclass(frozen=True)
class Advice:
    """What the active player does now: a sentence, and the moves that are due."""

    says: str
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True)
class GameEnd:
    """How a game ended: a fact, the seats that won (none: nobody, or everyone lost)."""

    why: Fact
    winners: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """Which end it is, to be kept on the table: what it is called and who won."""
        return "/".join((self.why.key, *self.winners))


Tap = Callable[..., Done]
Play = Callable[[TableState, dict[str, Any]], Procedure[Done]]


class DeclaredGame(ABC):
    """One game, declared. `taps` take the setting and named arguments and are done at once;
    `plays` are procedures."""

    key: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    taps: ClassVar[Mapping[str, Tap]] = {}
    plays: ClassVar[Mapping[str, Play]] = {}

    @property
    @abstractmethod
    def name(self) -> str:
        """Its title."""

    @abstractmethod
    def choices(self, players: int) -> tuple[SetupChoice, ...]:
        """What is chosen before it begins."""

    def problems(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> list[str]:
        """Why it cannot begin like this."""
        return []

    @abstractmethod
    def begin(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """The table as it stands before the first turn."""

    @abstractmethod
    def kinds(self) -> Mapping[str, Kind]:
        """What is kept of each kind of unit; 'seat' and 'table' are among them."""

    @abstractmethod
    def steps(self, setting: TableState) -> tuple[tuple[str, str], ...]:
        """The steps of the turn that is on, with their names."""

    @abstractmethod
    def forward(self, setting: TableState) -> Done:
        """The next step, or the next player's turn."""

    @abstractmethod
    def advice(self, setting: TableState) -> Advice:
        """What the active player does now."""

    @abstractmethod
    def sentences(self) -> Mapping[str, str]:
        """The words for its facts, with their names in braces; procedures under 'play/name'."""

    def enter(self, setting: TableState, seat: str) -> Done:
        """A player's turn from its first step, as it begins by itself or by hand."""
        after = setting.put("table", seat=seat)
        steps = self.steps(after)
        return after.put("table", step=steps[0][0] if steps else ""), [fact("turn", who=f"@{seat}")]

    def step_names(self, setting: TableState) -> dict[str, str]:
        """Every step there can be, with its name."""
        return dict(self.steps(setting))

    def owed(self, setting: TableState) -> list[str]:
        """What is owed before the turn may end, from limits due at its end."""
        return []

    def moves(self, setting: TableState, unit: Unit) -> list[Move]:
        """What can be done with a unit."""
        return []

    def counted(self, before: TableState, after: TableState, unit: str, name: str) -> Done:
        """What follows from a counter moved by hand."""
        return after, []

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Whether it is over."""
        return None

    def waits(self, setting: TableState) -> GameEnd | None:
        """The end at which Next and the due moves wait, None where nothing has ended or the
        players have said that they go on after it."""
        found = self.verdict(setting)
        return None if found is None or setting.table["beyond"] == found.mark else found

    def headline(self, setting: TableState) -> str:
        """A line about the table."""
        return ""

    def checklist(self, setting: TableState) -> list[str]:
        """What is set up on the table before the first turn."""
        return []


def table_of(**values: Any) -> Unit:
    """The unit of what belongs to nobody."""
    return Unit("table", "table", _("Table"), "", {"turn": 0, "seat": "", "step": "", **values})


def seated(players: tuple[str, ...], **values: Any) -> list[Unit]:
    """A seat for each player, in their order."""
    return [
        Unit(f"p{n}", "seat", name, "", dict(values)) for n, name in enumerate(players, start=1)
    ]


def next_seat(setting: TableState, able: Callable[[Unit], bool] = lambda _s: True) -> str:
    """The seat after the active one, among those that can; '' where nobody can."""
    ids = [s.id for s in setting.seats]
    start = ids.index(setting.active) + 1 if setting.active in ids else 0
    around = ids[start:] + ids[:start]
    return next((s for s in around if able(setting[s])), "")


def step_after(game: DeclaredGame, setting: TableState) -> str:
    """The step after the one that is on, '' after the last."""
    keys = [key for key, _name in game.steps(setting)]
    at = keys.index(setting.step) + 1 if setting.step in keys else 0
    return keys[at] if at < len(keys) else ""


# What is done by hand, the same for all


def count(game: DeclaredGame, setting: TableState, piece: str, name: str, amount: int) -> Done:
    """A counter up or down. A hard limit is said, not clipped in silence."""
    unit = setting[piece]
    kind = _kind(game, unit)
    entry = kind.count(name)
    if entry is None or not entry.when(setting, unit):
        raise RuleError(_("That cannot be counted."))
    old = unit.number(name)
    wanted = old + amount
    most = entry.most(setting, unit)
    limited: list[Fact] = []
    if name in kind.secret and not unit.on("revealed"):
        # Neither the number nor that it is at its end may be told.
        after, more = game.counted(setting, setting.add(piece, name, amount), piece, name)
        return after, [fact("hidden", who=f"@{piece}", what=name), *more]
    if entry.limit == "hard" and most is not None and wanted > most:
        sentence = entry.says or _("{what}: {n} at most.").format(what=entry.label, n=most)
        if old >= most:
            raise RuleError(sentence)
        wanted = most
        limited = [fact("limit", text=sentence)]
    if wanted < entry.low:
        if old <= entry.low:
            raise RuleError(_("{what}: {n} at least.").format(what=entry.label, n=entry.low))
        wanted = entry.low
    after = setting.put(piece, **{name: wanted})
    said = fact("count", who=f"@{piece}", what=name, amount=wanted - old)
    after, more = game.counted(setting, after, piece, name)
    return after, [said, *limited, *more]


def mark(game: DeclaredGame, setting: TableState, piece: str, name: str) -> Done:
    """A switch on or off."""
    unit = setting[piece]
    if not any(f.key == name and f.when(setting, unit) for f in _kind(game, unit).flags):
        raise RuleError(_("That cannot be marked."))
    on = not unit.on(name)
    after = setting.put(piece, **{name: on})
    after, more = game.counted(setting, after, piece, name)
    return after, [fact("mark", who=f"@{piece}", what=name, on=on), *more]


def go_on(game: DeclaredGame, setting: TableState) -> Done:
    """The players go on after the end that was reached."""
    found = game.waits(setting)
    if found is None:
        raise RuleError(_("The game has not come to an end."))
    return setting.put("table", beyond=found.mark), [fact("beyond")]


def rename(game: DeclaredGame, setting: TableState, piece: str, name: str) -> Done:
    """Another name; not one that lies before the same player already."""
    unit = setting[piece]
    name = " ".join(name.split())[:40]
    if not name or name == unit.name:
        return setting, []
    if any(u.name == name and u.kind == unit.kind for u in setting.owned(unit.owner)):
        raise RuleError(_("There is one called {name} already.").format(name=name))
    return setting.place(replace(unit, name=name)), [fact("renamed", old=unit.name, new=name)]


def _kind(game: DeclaredGame, unit: Unit) -> Kind:
    found = game.kinds().get(unit.kind)
    return found if found is not None else Kind(unit.kind)


class Declared(Engine[TableState]):
    """A declared game's way of making events."""

    def __init__(self, game: DeclaredGame) -> None:
        self.game = game

    def from_json(self, stored: Any) -> TableState:
        """A table out of the store."""
        return units.from_json(stored)

    def diff(self, before: TableState, after: TableState) -> list[Any]:
        """What makes one table another."""
        return units.diff(before, after)

    def patch(self, state: TableState, effects: Iterable[Any]) -> TableState:
        """The table after a difference."""
        return units.patch(state, effects)

    def opened(self, state: TableState) -> PendingProcedure | None:
        """The procedure that waits for an answer."""
        found = state.units.get("open")
        if found is None:
            return None
        return PendingProcedure(found.name, found["args"] or {}, found["answers"] or ())

    def with_open(self, state: TableState, opened: PendingProcedure | None) -> TableState:
        """The table with another open procedure, or with none."""
        if opened is None:
            return state.without("open") if "open" in state.units else state
        values = {"args": dict(opened.args), "answers": opened.answers}
        return state.place(Unit("open", "open", opened.play, "", values))

    def tapped(self, state: TableState, what: str, args: dict[str, Any]) -> Done:
        """What a tap does."""
        return self._settled(self._tapped(state, what, args))

    def _settled(self, done: Done) -> Done:
        """An end that was gone on after and is taken back waits again when it comes again."""
        after, says = done
        if after.table["beyond"] and self.game.verdict(after) is None:
            after = after.put("table", beyond="")
        return after, says

    def _tapped(self, state: TableState, what: str, args: dict[str, Any]) -> Done:
        match what:
            case "next":
                if self.opened(state) is not None:
                    raise RuleError(_("A roll is still open: finish it, or drop it."))
                if self.game.waits(state) is not None and not args.get("anyway"):
                    raise RuleError(_("The game is over. End it, or choose Go on."))
                owed = self.game.owed(state)
                if owed and not args.get("anyway"):
                    raise RuleError(" ".join(owed))
                return self.game.forward(state)
            case "count":
                return count(self.game, state, **args)
            case "mark":
                return mark(self.game, state, **args)
            case "rename":
                return rename(self.game, state, **args)
            case "turn":
                return self.game.enter(state, state[str(args["seat"])].id)
            case "beyond":
                return go_on(self.game, state)
        found = self.game.taps.get(what)
        if found is None:
            raise RuleError(_("There is no such move."))
        return found(state, **args)

    def procedure(self, state: TableState, play: str, args: dict[str, Any]) -> Procedure[Done]:
        """A procedure by name."""
        found = self.game.plays.get(play)
        if found is None:
            raise RuleError(_("There is no such procedure."))
        return self._settled((yield from found(state, args)))

    def stamp(self, state: TableState) -> tuple[int, str]:
        """Turn and step."""
        return state.table.number("turn"), state.step

    def words(self, state: TableState) -> GameWords:
        """Sentences about a table."""
        return GameWords(self.game, state)


def offered(game: DeclaredGame, setting: TableState, moves: Iterable[Move]) -> list[Move]:
    """Moves as they are shown: one that would be refused, or change nothing, says so before it is
    tapped."""
    engine = Declared(game)
    table = engine.with_open(setting, None)
    found: list[Move] = []
    for move in moves:
        why = move.why_not
        if not why:
            try:
                if move.kind == "play":
                    engine.start(table, move.name, dict(move.args))
                elif engine.tap(table, move.name, dict(move.args)) is None:
                    why = _("Nothing would change.")
            except RuleError as error:
                why = str(error)
        found.append(replace(move, why_not=why))
    return found


class GameWords(Phrases):
    """Facts of a declared game in words."""

    def __init__(self, game: DeclaredGame, setting: TableState) -> None:
        self.game = game
        self.setting = setting

    def name(self, word: Any) -> str:
        """'@p1' → that player's name; anything else as it is."""
        text = str(word)
        return self.setting.name(text[1:]) if text.startswith("@") else text

    def say(self, fact: Fact) -> str:
        """A fact as a sentence."""
        facts = {k: self.name(v) for k, v in fact.facts.items()}
        match fact.key:
            case "count":
                return self._count(fact)
            case "mark":
                text = _("{who}: {what}") if fact.facts["on"] else _("{who}: not {what}")
                return text.format(who=facts["who"], what=self._label(fact))
            case "hidden":
                return _("{who}: {what} changed").format(who=facts["who"], what=self._label(fact))
            case "limit":
                return facts["text"]
            case "renamed":
                return _("{old} is called {new}.").format(**facts)
            case "step":
                steps = self.game.step_names(self.setting)
                return steps.get(str(fact.facts["step"]), str(fact.facts["step"]))
            case "turn":
                return _("The turn of {who}.").format(**facts)
            case "beyond":
                return _("The game goes on after its end.")
            case "play" | "answer" | "dropped":
                shown = {k: facts.get(k, "") for k in ABOUT}
                template = self.game.sentences().get(f"play/{fact.facts['play']}", "{unit}")
                text = template.format(**shown)
                return _("{what}, dropped").format(what=text) if fact.key == "dropped" else text
        template = self.game.sentences().get(fact.key, fact.key)
        return template.format(**facts)

    def _count(self, fact: Fact) -> str:
        return _("{who} {amount} {what}").format(
            who=self.name(fact.facts["who"]),
            amount=signed(int(fact.facts["amount"])),
            what=self._label(fact),
        )

    def _label(self, fact: Fact) -> str:
        unit = self.setting.units.get(str(fact.facts["who"])[1:])
        name = str(fact.facts["what"])
        if unit is None:
            return name
        kind = self.game.kinds().get(str(unit["was"] or unit.kind), Kind(""))
        labels = {c.key: c.label for c in kind.counts} | {f.key: f.label for f in kind.flags}
        return labels.get(name, name)
