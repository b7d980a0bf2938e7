"""Tables to roll on as players write them, and the day they are rolled on."""

from __future__ import annotations

from typing import Any

from lastdays.rulebook.entries import Dice
from lastdays.rulebook.own import Counter, Row, Table

DAY = Counter(key="day", name="Day", of="campaign", high=99, start=1)


def table(key: str, *rows: tuple[str, ...], **more: Any) -> Table:
    """A table of a D6 with a row for 1, 2 and so on; the last one is for all others."""
    last = len(rows)
    made = [
        Row(upto=6 if n == last else n, text=f"Row {n}.", does=does)
        for n, does in enumerate(rows, start=1)
    ]
    return Table(key=key, name=key.title(), dice=Dice(1, 6), rows=tuple(made), **more)
