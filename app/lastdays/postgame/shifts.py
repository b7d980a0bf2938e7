"""A roll that is shifted after it is made, up or down by so much."""

from __future__ import annotations


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
    """Return by how much a way shifts a roll; 0 for what isn't one."""
    name, _dash, by = way.partition("-")
    return {"up": 1, "down": -1}.get(name, 0) * int(by or 1)
