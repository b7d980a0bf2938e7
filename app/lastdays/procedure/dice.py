"""The program's own dice. The random source is always passed in."""

from __future__ import annotations

from typing import Any, Protocol

from lastdays.procedure.asks import Ask, Draw, Option, Roll, Sum
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
        case Roll() | Sum():
            faces = tuple(source.randint(1, ask.dice.faces) for _die in range(ask.dice.count))
            return faces if isinstance(ask, Roll) else sum(faces)
        case Draw():
            option: Option = ask.options[source.randint(0, len(ask.options) - 1)]
            return option.key
        case _:
            raise TypeError(f"{ask.key} is not for dice")


def least(ask: Roll | Sum) -> Any:
    """Return the value of dice that all show a 1."""
    ones = (1,) * ask.dice.count
    return ones if isinstance(ask, Roll) else sum(ones)


def roll_row(table: Table, source: RandomSource) -> Row:
    """Return the row of a players' own table that the program's dice bring."""
    dice = table.dice
    total = sum(source.randint(1, dice.faces) for _die in range(dice.count))
    return table.row(total + dice.plus)


def d6(plus: int) -> str:
    """Return a D6 with its modifier: 'D6', 'D6 + 2', 'D6 − 1'."""
    return f"D6 {'+' if plus > 0 else '−'} {abs(plus)}" if plus else "D6"


def ways(most: int) -> list[tuple[str, int]]:
    """Return the ways to shift a roll by up to `most`: each one's key, and by how much.

    The keys are stored in answers: 'down' and 'up' by one, 'down-2' and 'up-2' by two.
    """
    return [
        (f"{way}{f'-{n}' if n > 1 else ''}", sign * n)
        for n in range(1, most + 1)
        for way, sign in (("down", -1), ("up", 1))
    ]


def amount(way: str) -> int:
    """Return by how much a way shifts a roll; 0 for anything else."""
    name, _dash, by = way.partition("-")
    return {"up": 1, "down": -1}.get(name, 0) * int(by or 1)
