"""The shipped rulebook as it was when it was last checked: read at once, and checked no more.

`packaging/rulebook.py` writes what its files say into one, with a sum over them. Where they are
still those, reading and checking each would be a tenth of the start for nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from lastdays.decoding import Decoder
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import Dice, Entry, Trait, parse_dice, parse_trait
from lastdays.rulebook.sources import Sources

E = TypeVar("E", bound=Entry)

#: What is written beside the files.
NAME = "checked.json"
_DECODER = Decoder({Dice: parse_dice, Trait: parse_trait, Effect: Effect})


def sum_of(folder: Path) -> str:
    """Return a sum over the files of a rulebook. Raises OSError where one can't be read."""
    made = hashlib.blake2b(digest_size=16)
    for file in sorted(folder.glob("*.toml")):
        content = file.read_bytes().replace(b"\r\n", b"\n")  # Git on Windows writes the former
        made.update(f"{file.name} {len(content)}\n".encode() + content)
    return made.hexdigest()


def written(folder: Path, sources: Mapping[str, Any]) -> str:
    """Return what is written beside the files of a rulebook, of what they say."""
    told = {"sum": sum_of(folder), "files": sources}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def read(folder: Path) -> Sources | None:
    """Return what the files of a rulebook say, None where that isn't known to be right."""
    try:
        told = json.loads((folder / NAME).read_bytes())
        if told["sum"] != sum_of(folder):
            return None
        found: Sources = told["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found


def entries(kind: type[E], table: Mapping[str, Any]) -> dict[str, E]:
    """Return the entries of a file."""
    make = _DECODER.of(kind)
    return {key: make({**value, "key": key}) for key, value in table.items()}
