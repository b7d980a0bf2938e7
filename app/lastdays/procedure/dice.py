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


def lowest_answer(ask: Roll | Sum) -> Any:
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


def shifts_up_to(steps_most: int) -> list[tuple[str, int]]:
    """Return the ways to shift a roll by up to `steps_most`: the key of each, and by how much it shifts.

    The keys are stored in answers: 'down' and 'up' by one, 'down-2' and 'up-2' by two.
    """
    shifts = []
    for steps in range(1, steps_most + 1):
        suffix = f"-{steps}" if steps > 1 else ""
        shifts.append((f"down{suffix}", -steps))
        shifts.append((f"up{suffix}", steps))
    return shifts


def shift_of(key: str) -> int:
    """Return by how much the shift with a key shifts a roll; 0 for any other text."""
    name, _dash, steps = key.partition("-")
    match name:
        case "up":
            return int(steps or 1)
        case "down":
            return -int(steps or 1)
    return 0
