"""Whole small games of content packs: `games/NAME.toml` as values.

A game is counters, steps of a turn, rules and ends; `tabletop/data_game` plays it. What it shows is
written in its own language, and translated by its own `translations`: nothing of it goes through
the program's messages, is filled in by Python, or is run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import fields

from lastdays.rulebook.entries import Dice, EntryError, parse_dice
from lastdays.rulebook.expressions import (
    LETTERS_MOST,
    NUMBER_MOST,
    WORD,
    Expression,
    Name,
    parse,
    parse_name,
)
from lastdays.values import Value

#: The most players, pieces that lie on a table, and games of one pack.
PLAYERS_MOST, PIECES_MOST, GAMES_MOST = 8, 40, 12
#: The most letters of a label, and of a sentence.
LABEL_MOST, SENTENCE_MOST = 60, 300
#: The most boxes in which a counter is drawn, and dice that a rule rolls.
BOXES_MOST, DICE_MOST = 12, 6

Word = Annotated[str, Meta(pattern=f"^{WORD}$", max_length=30)]
Label = Annotated[str, Meta(min_length=1, max_length=LABEL_MOST)]
Sentence = Annotated[str, Meta(max_length=SENTENCE_MOST)]
Words = Annotated[str, Meta(max_length=LETTERS_MOST)]
Amount = Annotated[int, Meta(ge=-NUMBER_MOST, le=NUMBER_MOST)]
Language = Annotated[str, Meta(pattern="^[a-z]{2,3}(_[A-Z]{2})?$")]
Icon = Annotated[str, Meta(max_length=80)]
Tone = Literal["", "harm", "well", "attention"]

#: The fields whose texts are shown, and so translated.
SHOWN = ("title", "summary", "setup", "headline", "label", "name", "says", "question", "options", "values")  # fmt: skip
#: A place in a sentence that is filled in: {player}, {player.lives}, {die}.
PLACE = re.compile(rf"\{{({WORD}(?:\.{WORD})?)\}}")


class Part(Value, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base class of the parts of a game."""


class GameCounter(Part, kw_only=True):
    """A number that the table, a player or a piece has.

    Effects keep it between `low` and `high`. `boxes`: it is drawn as boxes; `secret`: it is hidden
    until the mark `revealed` is on.
    """

    label: Label
    start: Amount = 0
    low: Amount = 0
    high: Amount | None = None
    icon: Icon = ""
    tone: Tone = ""
    boxes: bool = False
    secret: bool = False

    def bounded(self, number: int) -> int:
        """Return a number, or the lowest or highest value if it is beyond that."""
        most = NUMBER_MOST if self.high is None else self.high
        return max(self.low, min(most, number))


class GameMark(Part, kw_only=True):
    """A mark that the table, a player or a piece has or hasn't; `start` says which at first."""

    label: Label
    start: bool = False
    icon: Icon = ""


Counters = Annotated[Mapping[Word, GameCounter], Meta(max_length=24)]
Marks = Annotated[Mapping[Word, GameMark], Meta(max_length=12)]


class GameKind(Part, kw_only=True):
    """What the table, or every player, has."""

    icon: Icon = ""
    counters: Counters = field(default_factory=dict)
    marks: Marks = field(default_factory=dict)

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys of its counters and marks."""
        return (*self.counters, *self.marks)


class GamePiece(GameKind, kw_only=True):
    """A kind of piece; `start` of them lie on the table, or in front of each player, at first."""

    name: Label
    of: Literal["player", "table"] = "player"
    start: Annotated[int, Meta(ge=0, le=12)] = 0


class GameChoice(Part, kw_only=True):
    """A number that is chosen before the game: one of `numbers` from the first to the last, or of
    `values` by name."""

    label: Label
    numbers: tuple[Amount, Amount] | None = None
    values: Annotated[Mapping[str, Label], Meta(max_length=12)] = {}
    usual: Amount

    def offered(self) -> dict[int, str]:
        """Return the numbers that can be chosen, with the name of each; '' for one without."""
        if self.numbers is None:
            return {int(number): name for number, name in self.values.items()}
        least, most = self.numbers
        return dict.fromkeys(range(least, most + 1), "")


class Condition(Part, kw_only=True):
    """Something that has to hold, and the sentence for when it doesn't."""

    when: Words
    says: Sentence


Conditions = Annotated[tuple[Condition, ...], Meta(max_length=6)]
Effects = Annotated[tuple[Words, ...], Meta(max_length=12)]


class GameAsk(Part, kw_only=True):
    """A choice of the player: a number from `low` to `high`, one of `options`, or one of the players
    or pieces that `of` names, called the target, for which `when` holds."""

    question: Sentence
    low: Words = ""
    high: Words = ""
    options: Annotated[tuple[Label, ...], Meta(max_length=12)] = ()
    of: Annotated[str, Meta(max_length=30)] = ""
    when: Words = ""


class GameResult(Part, kw_only=True):
    """What a rule comes to: the first result counts whose `when` holds, or that has none."""

    when: Words = ""
    says: Sentence = ""
    does: Effects = ()


class GameRule(Part, kw_only=True):
    """Something a player does, with a piece if `of` names a kind of piece. What it `needs` has to
    hold, then it `costs`, asks, rolls its die, and has a result."""

    label: Label
    of: Annotated[str, Meta(max_length=30)] = "player"
    icon: Icon = ""
    needs: Conditions = ()
    costs: Effects = ()
    ask: GameAsk | None = None
    die: str = ""
    question: Sentence = ""
    results: Annotated[tuple[GameResult, ...], Meta(min_length=1, max_length=12)]

    @property
    def dice(self) -> Dice | None:
        """Return the dice that it rolls, None for none."""
        return parse_dice(self.die) if self.die else None


Rules = Annotated[tuple[Word, ...], Meta(max_length=12)]


class GameStep(Part, kw_only=True):
    """A step of a turn, with the keys of the rules that it offers."""

    name: Label
    says: Sentence = ""
    usual: Rules = ()
    may: Rules = ()
    rare: Rules = ()
    passed: Words = ""
    owes: Conditions = ()

    @property
    def offered(self) -> tuple[str, ...]:
        """Return the keys of all rules that it offers."""
        return (*self.usual, *self.may, *self.rare)


class GameTurn(Part, kw_only=True):
    """What happens as each turn `begins`, and as each round does: a turn of every player."""

    begins: Effects = ()
    rounds: Effects = ()


class GameEnding(Part, kw_only=True):
    """An end of the game. With `wins` 'player' it is looked for with each player still in the game,
    and those win for whom it holds."""

    when: Words
    says: Sentence
    wins: Literal["player", "all", "nobody"] = "player"


class PackGame(Part, kw_only=True):
    """A whole game. `key` is the name of its pack and of its file."""

    key: str
    title: Label
    summary: Sentence = ""
    pictogram: Icon = ""
    language: Language = "en"
    players: tuple[int, int]
    first: Literal["rolled", "player"] = "rolled"
    setup: Annotated[tuple[Sentence, ...], Meta(max_length=30)] = ()
    headline: Sentence = ""
    out: Words = ""
    choices: Annotated[Mapping[Word, GameChoice], Meta(max_length=8)] = {}
    table: GameKind = GameKind()
    player: GameKind = GameKind()
    pieces: Annotated[Mapping[Word, GamePiece], Meta(max_length=8)] = {}
    turn: GameTurn = GameTurn()
    steps: Annotated[Mapping[Word, GameStep], Meta(min_length=1, max_length=12)]
    rules: Annotated[Mapping[Word, GameRule], Meta(min_length=1, max_length=60)]
    ends: Annotated[tuple[GameEnding, ...], Meta(min_length=1, max_length=12)]
    translations: Annotated[
        Mapping[Language, Annotated[Mapping[str, Sentence], Meta(max_length=1000)]],
        Meta(max_length=12),
    ] = {}

    @property
    def pack(self) -> str:
        """Return the name of its pack."""
        return self.key.rpartition("/")[0]

    def kind(self, key: str) -> GameKind:
        """Return what the table, a player or a kind of piece has."""
        match key:
            case "table":
                return self.table
            case "player":
                return self.player
        return self.pieces[key]

    def words_in(self, language: str) -> Mapping[str, str]:
        """Return its texts in a language, by its own texts; those that aren't translated are
        missing."""
        return self.translations.get(language) or self.translations.get(language[:2], {})

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield its texts, each with its place in the file."""
        yield from _texts(self, "")


#: A game and its parts, by their names in the guide, in the order in which it tells of them.
PARTS: Mapping[str, type[Part]] = {
    "game": PackGame,
    "game-kind": GameKind,
    "game-piece": GamePiece,
    "game-counter": GameCounter,
    "game-mark": GameMark,
    "game-choice": GameChoice,
    "game-turn": GameTurn,
    "game-step": GameStep,
    "game-rule": GameRule,
    "game-condition": Condition,
    "game-ask": GameAsk,
    "game-result": GameResult,
    "game-end": GameEnding,
}


def _texts(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Yield the texts in a part of a game that are shown, each with its place."""
    for name, inner in _parts(value):
        place = f"{where}.{name}".lstrip(".")
        if name == "translations":
            continue
        if isinstance(value, Struct) and name in SHOWN:
            yield from _strings(inner, place)
        elif not isinstance(inner, str):
            yield from _texts(inner, place)


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield what a struct, a table or a list holds, by name or number."""
    match value:
        case Struct():
            yield from ((one.encode_name, getattr(value, one.name)) for one in fields(value))
        case Mapping():
            yield from value.items()
        case tuple():
            yield from ((str(n), inner) for n, inner in enumerate(value))


def _strings(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Yield a text, or those of a table or list, each with its place, without empty ones."""
    if isinstance(value, str):
        if value:
            yield where, value
        return
    for name, inner in _parts(value):
        yield from _strings(inner, f"{where}.{name}")


# Effects


class Change(Value):
    """A counter or mark of something is set, or goes up or down."""

    name: Name
    how: Literal["=", "+", "-"]
    amount: Expression


class Place(Value):
    """So many pieces of a kind are put on the table, or in front of the player."""

    kind: str
    amount: Expression


class Remove(Value):
    """The rule's piece, or its target, leaves the game."""

    what: Literal["piece", "target"]


class EndTurn(Value):
    """The turn ends."""


class NextStep(Value):
    """The turn goes on to its next step."""


Effect = Change | Place | Remove | EndTurn | NextStep

_CHANGE = re.compile(rf"({WORD}\.{WORD})\s*([-+=])\s*(.+)")
_PLACE = re.compile(rf"place ({WORD})(?: (.+))?")


@cache
def parse_effect(text: str) -> Effect:
    """Return an effect from words. EntryError, with a sentence, for anything else."""
    words = text.strip()
    match words:
        case "remove piece":
            return Remove("piece")
        case "remove target":
            return Remove("target")
        case "end turn":
            return EndTurn()
        case "next step":
            return NextStep()
    placed = _PLACE.fullmatch(words)
    if placed is not None:
        return Place(placed[1], parse(placed[2] or "1"))
    changed = _CHANGE.fullmatch(words)
    if changed is not None:
        how: Any = changed[2]
        return Change(parse_name(changed[1]), how, parse(changed[3]))
    raise EntryError("'{text}' isn't an effect.", text=text)


class Cost(Value):
    """How much of a counter a rule costs."""

    name: Name
    amount: int


_COST = re.compile(rf"({WORD}\.{WORD}) (\d{{1,3}})")


@cache
def parse_cost(text: str) -> Cost:
    """Return a cost from words, 'player.ammo 1'. EntryError for anything else."""
    found = _COST.fullmatch(text.strip())
    if found is None:
        raise EntryError("'{text}' isn't a cost such as player.ammo 1.", text=text)
    return Cost(parse_name(found[1]), int(found[2]))


@cache
def parse_condition(text: str) -> Expression:
    """Return an expression that is asked again and again. EntryError if it isn't one."""
    return parse(text)
