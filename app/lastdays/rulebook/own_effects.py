"""What a row of players' own tables does: a closed vocabulary that is parsed, never evaluated.

A row says it in words, such as `counter sickness +1` or `gains booze`. There are no conditions,
formulas or scripts.
"""

from __future__ import annotations

import re

from lastdays.rulebook.entries import Dice, EntryError, parse_dice
from lastdays.values import Value

#: The highest and lowest value of a counter is this far from 0.
COUNTER_MOST = 9_999
#: The most points, Experience or zombies that a row gives or takes.
AMOUNT_MOST = 999
#: The most characters of a note, and of a whole effect in words.
NOTE_MOST = 200
EFFECT_MOST = 240

#: How much of something: a number, or dice that are rolled for it.
Amount = Dice | int

_KEY = "[a-z0-9][a-z0-9-]*"
_COUNTER = re.compile(rf"({_KEY}) ([+=-])([0-9]{{1,4}})")
_BELOW_ZERO = re.compile(rf"({_KEY}) =-([0-9]{{1,4}})")
_NUMBER = re.compile(r"[+-]?[0-9]{1,3}")
_PAID = re.compile(rf"({_KEY}) ([1-9][0-9]{{0,3}})")


class ChangeCounter(Value):
    """Raise or lower a counter, which stops at its lowest and highest value."""

    key: str
    by: int

    def __str__(self) -> str:
        return f"counter {self.key} {self.by:+d}"


class SetCounter(Value):
    """Set a counter to a value."""

    key: str
    to: int

    def __str__(self) -> str:
        return f"counter {self.key} ={self.to}"


class GivePoints(Value):
    """Give the group Scavenge Points, or take them if the amount is negative."""

    amount: Amount

    def __str__(self) -> str:
        return f"points {self.amount}"


class GiveExperience(Value):
    """Give a member Experience."""

    amount: Amount

    def __str__(self) -> str:
        return f"experience {self.amount}"


class RollInjury(Value):
    """Roll on the Injury Table for a member."""

    def __str__(self) -> str:
        return "injury"


class MissGame(Value):
    """Have a member miss the next game."""

    def __str__(self) -> str:
        return "misses"


class GainGear(Value):
    """Put a piece of gear into the group's stash."""

    key: str

    def __str__(self) -> str:
        return f"gains {self.key}"


class LoseGear(Value):
    """Take a piece of gear from the member, or else from the group's stash."""

    key: str

    def __str__(self) -> str:
        return f"loses {self.key}"


class AddZombies(Value):
    """Have zombies appear, as many as the table still holds."""

    amount: Amount

    def __str__(self) -> str:
        return f"zombies {self.amount}"


class AddNote(Value):
    """Show a note beside the model, or in the briefing, until the game ends."""

    text: str

    def __str__(self) -> str:
        return f"note {self.text}"


class RollTable(Value):
    """Roll on another table, whose rows lead to no further one."""

    key: str

    def __str__(self) -> str:
        return f"table {self.key}"


Effect = (
    ChangeCounter
    | SetCounter
    | GivePoints
    | GiveExperience
    | RollInjury
    | MissGame
    | GainGear
    | LoseGear
    | AddZombies
    | AddNote
    | RollTable
)


class PayCounter(Value):
    """Pay by lowering a counter."""

    key: str
    amount: int

    def __str__(self) -> str:
        return f"counter {self.key} {self.amount}"


class PayPoints(Value):
    """Pay with Scavenge Points of the group."""

    amount: int

    def __str__(self) -> str:
        return f"points {self.amount}"


Payment = PayCounter | PayPoints


def parse_effect(words: str) -> Effect:
    """Return the effect that words describe: 'counter food -1', 'points D6+3', 'misses'. EntryError
    for anything else."""
    kind, _space, rest = words.strip().partition(" ")
    rest = rest.strip()
    match kind, rest:
        case "counter", _:
            return _counter(words, rest)
        case "points", _:
            return GivePoints(_amount(rest, least=-AMOUNT_MOST))
        case "experience", _:
            return GiveExperience(_amount(rest, least=1))
        case "zombies", _:
            return AddZombies(_amount(rest, least=1))
        case "injury", "":
            return RollInjury()
        case "misses", "":
            return MissGame()
        case "gains", _:
            return GainGear(_key(words, rest))
        case "loses", _:
            return LoseGear(_key(words, rest))
        case "table", _:
            return RollTable(_key(words, rest))
        case "note", _:
            return AddNote(_note(rest))
    raise EntryError(
        "'{words}' isn't an effect. An effect is one of {kinds}.",
        words=words,
        kinds=(
            "counter KEY +1, counter KEY -1, counter KEY =1, points D6, experience D6, injury, "
            "misses, gains KEY, loses KEY, zombies 1, note TEXT, table KEY"
        ),
    )


def parse_payment(words: str) -> Payment:
    """Return the payment that words describe: 'counter food 1', 'points 2'. EntryError for anything
    else."""
    kind, _space, rest = words.strip().partition(" ")
    rest = rest.strip()
    counter = _PAID.fullmatch(rest)
    if kind == "counter" and counter is not None:
        return PayCounter(counter[1], int(counter[2]))
    if kind == "points" and re.fullmatch("[1-9][0-9]{0,2}", rest):
        return PayPoints(int(rest))
    raise EntryError(
        "'{words}' can't be paid. Write a counter or points, such as {example}.",
        words=words,
        example="counter food 1, points 2",
    )


def _counter(words: str, rest: str) -> ChangeCounter | SetCounter:
    below_zero = _BELOW_ZERO.fullmatch(rest)
    if below_zero is not None:
        return SetCounter(below_zero[1], -int(below_zero[2]))
    change = _COUNTER.fullmatch(rest)
    if change is None:
        raise EntryError(
            "'{words}' should be a counter and a change, such as {example}.",
            words=words,
            example="counter food +1, counter food -1, counter food =3",
        )
    key = change[1]
    number = int(change[3])
    match change[2]:
        case "=":
            return SetCounter(key, number)
        case "-":
            return ChangeCounter(key, -number)
    return ChangeCounter(key, number)


def _amount(text: str, *, least: int) -> Amount:
    """Return dice, or a number from `least` to `AMOUNT_MOST`, but not 0."""
    if not _NUMBER.fullmatch(text):
        return parse_dice(text)
    number = int(text)
    if number == 0 or number < least:
        raise EntryError("'{text}' should be a number from {n}, or dice.", text=text, n=1)
    return number


def _key(words: str, text: str) -> str:
    if not re.fullmatch(_KEY, text):
        raise EntryError("'{words}' should end in a key.", words=words)
    return text


def _note(text: str) -> str:
    if not text or len(text) > NOTE_MOST:
        raise EntryError("A note has from {low} to {most} characters.", low=1, most=NOTE_MOST)
    return text
