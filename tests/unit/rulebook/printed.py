"""The tables as printed, typed a second time in `printed.txt`, so that the shipped data is held
against something.

There the first line of a table names its columns, `|` parts them, and `-` or `*` is a blank.
"""

from __future__ import annotations

import re
from pathlib import Path

Row = tuple[str, ...]


def _tables() -> dict[str, list[Row]]:
    """Return each table's rows, without the line that names its columns."""
    _head, *parts = re.split(r"^\[(.*)\]\n", Path(__file__).with_suffix(".txt").read_text("utf-8"), flags=re.M)  # fmt: skip
    return {
        name: [
            tuple(" ".join(cell.split()) for cell in line.split("|"))
            for line in table.strip().splitlines()[1:]
        ]
        for name, table in zip(parts[::2], parts[1::2], strict=True)
    }


TABLES = _tables()


def key(name: str) -> str:
    """The key of an entry that is called so."""
    return name.removeprefix("The ").lower().replace(" ", "-")
