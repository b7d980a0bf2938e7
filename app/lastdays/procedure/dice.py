"""The program's own dice. The random source is always passed in."""

from __future__ import annotations

from typing import Any, Protocol

from lastdays.procedure.asks import Ask, Draw, Option, Roll, Sum
from lastdays.rulebook.entries import Dice
from lastdays.rulebook.own import Row, Table


class RandomSource(Protocol):
    """The part of `random.Random` and `random.SystemRandom` that is used here."""

    def randint(self, a: int, b: int, /) -> int:
        """Return a whole number from a to b, both included."""


def can_be_rolled(ask: Ask) -> bool:
    """Return whether this ask is answered by dice rather than by a person."""
    return isinstance(ask, Roll | Sum | Draw)


def roll(ask: Ask, source: RandomSource) -> Any:
    """Return the value of a Roll, Sum or Draw, thrown with the program's dice."""
    match ask:
        case Roll():
            return _faces(ask.dice, source)
        case Sum():
            return sum(_faces(ask.dice, source))
        case Draw():
            place = source.randint(0, len(ask.options) - 1)
            option: Option = ask.options[place]
            return option.key
        case _:
            raise TypeError(f"{ask.key} is not for dice")


def _faces(dice: Dice, source: RandomSource) -> tuple[int, ...]:
    return tuple(source.randint(1, dice.faces) for _die in range(dice.count))


def least(ask: Roll | Sum) -> Any:
    """Return the value of dice that all show a 1."""
    ones = (1,) * ask.dice.count
    if isinstance(ask, Roll):
        return ones
    return sum(ones)


def roll_row(table: Table, source: RandomSource) -> Row:
    """Return the row of a players' own table that the program's dice bring."""
    total = sum(_faces(table.dice, source))
    return table.row(total + table.dice.plus)


def d6(plus: int) -> str:
    """Return a D6 with its modifier: 'D6', 'D6 + 2', 'D6 − 1'."""
    if plus == 0:
        return "D6"
    sign = "+" if plus > 0 else "−"
    return f"D6 {sign} {abs(plus)}"


def ways(most: int) -> list[tuple[str, int]]:
    """Return the ways to shift a roll by up to `most`: each one's key, and by how much.

    The keys are stored in answers: 'down' and 'up' by one, 'down-2' and 'up-2' by two.
    """
    listed = []
    for steps in range(1, most + 1):
        suffix = f"-{steps}" if steps > 1 else ""
        listed.append((f"down{suffix}", -steps))
        listed.append((f"up{suffix}", steps))
    return listed


def amount(way: str) -> int:
    """Return by how much a way shifts a roll; 0 for anything else."""
    name, _dash, steps = way.partition("-")
    match name:
        case "up":
            return int(steps or 1)
        case "down":
            return -int(steps or 1)
    return 0
