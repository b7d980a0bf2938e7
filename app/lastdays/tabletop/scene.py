"""What the names in a pack's game stand for on a table, and what its effects do there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec.structs import replace

from lastdays.language import number
from lastdays.rulebook.expressions import Name, bounded, evaluate, parse
from lastdays.rulebook.pack_games import (
    PIECES_MOST,
    PLACE,
    Change,
    Condition,
    Effect,
    EndTurn,
    GameKind,
    NextStep,
    PackGame,
    Place,
    Remove,
    parse_condition,
)
from lastdays.tabletop.units import TableState, Unit
from lastdays.values import Value

#: Effects after which another step, or another player, comes.
MOVES_ON = (EndTurn, NextStep)


def choice_key(key: str) -> str:
    """Return the name under which the table keeps what was chosen before the game."""
    return f"choice.{key}"


class Scene(Value, dict=True):
    """A table, and what is known on it: the player whose turn it is (or who is asked about), the
    piece and the target of a rule, what was answered, and the die."""

    game: PackGame
    table: TableState
    player: str = ""
    piece: str = ""
    target: str = ""
    asked: int = 0
    die: int = 0

    def holds(self, condition: str) -> bool:
        """Return whether a condition holds; an empty one does."""
        return not condition or self.value(condition) != 0

    def value(self, expression: str) -> int:
        """Return the number that an expression comes to."""
        return evaluate(parse_condition(expression), self.value_of)

    def value_of(self, name: Name) -> int:
        """Return what a name stands for: 0 for what is no longer there."""
        match name.of:
            case "":
                return self._word(name.key)
            case "choice":
                return self.table.table.number(choice_key(name.key))
            case "pieces":
                return len(self.pieces(name.key))
            case "all":
                return bounded(sum(self._of_everybody(name.key)))
            case "most":
                return max(self._of_everybody(name.key), default=0)
            case "least":
                return min(self._of_everybody(name.key), default=0)
        return sum(unit.number(name.key) for unit in self.named(name.of))

    def _word(self, word: str) -> int:
        match word:
            case "die":
                return self.die
            case "asked":
                return self.asked
            case "players":
                return len(self.table.seats)
            case "playing":
                return len(self.playing)
            case "acting":
                return int(self.player == self.table.active)
        return self.table.table.number(word)

    def _of_everybody(self, key: str) -> list[int]:
        return [seat.number(key) for seat in self.playing]

    @cached_property
    def playing(self) -> list[Unit]:
        """Return the players still in the game."""
        return [seat for seat in self.table.seats if self.plays_on(seat)]

    def plays_on(self, seat: Unit) -> bool:
        """Return whether a player is still in the game."""
        out = self.game.out
        return not out or not replace(self, player=seat.id).holds(out)

    def named(self, of: str) -> list[Unit]:
        """Return the units that the first part of a name stands for: the table, the player, the piece or
        the target, or all players still in the game; none if it is no longer there."""
        match of:
            case "all":
                return self.playing
            case "table":
                return [self.table.table]
        unit = self._unit_called(of)
        if unit and self.table.has(unit):
            return [self.table[unit]]
        return []

    def pieces(self, kind: str) -> tuple[Unit, ...]:
        """Return the pieces of a kind on the table, or in front of the player."""
        piece = self.game.pieces.get(kind)
        on_table = piece is not None and piece.of == "table"
        return self.table.of(kind, "" if on_table else self.player)

    # Sentences

    def facts(self, sentence: str) -> dict[str, str | int]:
        """Return what fills the places of a sentence: numbers, and players and pieces as '@p1'."""
        return {place: self._fact(place) for place in PLACE.findall(sentence)}

    def _fact(self, place: str) -> str | int:
        unit = self._unit_called(place)
        if unit is not None:
            return f"@{unit}"
        return evaluate(parse(place), self.value_of)

    def _unit_called(self, word: str) -> str | None:
        """Return the id of the player, the piece or the target; None for any other word."""
        match word:
            case "player":
                return self.player
            case "piece":
                return self.piece
            case "target":
                return self.target
        return None

    def filled(self, sentence: str, **instead: str) -> str:
        """Return a sentence with its places filled; `instead` has other words for some."""
        words = {**self._words_for(sentence), **instead}

        def word_at(place: re.Match[str]) -> str:
            return words[place[1]]

        return PLACE.sub(word_at, sentence)

    def _words_for(self, sentence: str) -> dict[str, str]:
        """Return the words for the places of a sentence: names, and numbers as they are written."""
        words = {}
        for place in PLACE.findall(sentence):
            unit = self._unit_called(place)
            if unit is not None:
                words[place] = self.table.name(unit)
            else:
                words[place] = number(evaluate(parse(place), self.value_of))
        return words

    # Effects

    def after(self, effects: Iterable[Effect]) -> Scene:
        """Return the scene after effects, in order, but for those that move on."""
        scene = self
        for effect in effects:
            scene = replace(scene, table=scene._after(effect))
        return scene

    def _after(self, effect: Effect) -> TableState:
        match effect:
            case Change():
                return self._changed(effect)
            case Place(kind, amount):
                return self._placed(kind, evaluate(amount, self.value_of))
            case Remove(what):
                leaving = self.named(what)
                return self.table.drop(leaving[0].id) if leaving else self.table
        return self.table

    def _changed(self, change: Change) -> TableState:
        table = self.table
        amount = evaluate(change.amount, self.value_of)
        for unit in self.named(change.name.of):
            old = unit.number(change.name.key)
            match change.how:
                case "=":
                    new = amount
                case "+":
                    new = old + amount
                case "-":
                    new = old - amount
            value = self._kept(unit, change.name.key, new)
            table = table.put(unit.id, **{change.name.key: value})
        return table

    def _kept(self, unit: Unit, key: str, value: int) -> int | bool:
        """Return a counter's value within its bounds, or whether a mark is on."""
        counter = kind_of(self.game, unit).counters.get(key)
        if counter is None:
            return value != 0
        return counter.bounded(value)

    def _placed(self, kind: str, amount: int) -> TableState:
        """Put so many pieces on the table, as far as it holds them."""
        table = self.table
        owner = "" if self.game.pieces[kind].of == "table" else self.player
        already_there = sum(len(table.of(key)) for key in self.game.pieces)
        room = PIECES_MOST - already_there
        for _piece in range(min(amount, room)):
            table = table.place(new_piece(self.game, table, kind, owner))
        return table


def kind_of(game: PackGame, unit: Unit) -> GameKind:
    """Return what a game says of the kind of a unit."""
    return game.kind("player" if unit.kind == "seat" else unit.kind)


def values_at_first(kind: GameKind) -> dict[str, int | bool]:
    """Return the counters and marks of a kind as they are at first."""
    numbers = {key: counter.start for key, counter in kind.counters.items()}
    marks = {key: mark.start for key, mark in kind.marks.items()}
    return {**numbers, **marks}


def new_piece(game: PackGame, table: TableState, kind: str, owner: str, name: str = "") -> Unit:
    """Return another piece of a kind, with a number behind its name, for the table ('') or a player."""
    piece = game.pieces[kind]
    unit = table.next_id(f"{kind}-")
    number_of_piece = unit.removeprefix(f"{kind}-")
    numbered = f"{name or piece.name} {number_of_piece}"
    return Unit(unit, kind, numbered, owner, values_at_first(piece))


def unmet(scene: Scene, conditions: Iterable[Condition]) -> list[Condition]:
    """Return the conditions that don't hold."""
    return [condition for condition in conditions if not scene.holds(condition.when)]


def seats_of(scene: Scene) -> Iterator[Scene]:
    """Yield the scene as it is for each player still in the game."""
    for seat in scene.playing:
        yield replace(scene, player=seat.id)
