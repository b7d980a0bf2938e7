"""Text that a snapshot holds: what somebody reads, one fact a line.

A value is written by its named fields. A field that is empty or equal to its default is left out, so
that a new field with a default changes no snapshot. Ids and keys are left out as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields as dataclass_fields, is_dataclass
from fractions import Fraction
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields as struct_fields
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

#: What nobody reads: ids and keys, and how something looks.
UNREAD = frozenset(
    [
        "id",
        "key",
        "revision",
        "portrait",
        "game",
        "group",
        "member",
        "campaign",
        "sequence",
        "session",
        "drawing",
        "cell_drawings",
        "drawings",
        "colour",
        "kinds",
        "width",
        "share",
        "pitch",
        "large",
        "strong",
        "asks",
        "shape",
        "reason",
    ]
)
#: The field that names a value stands first, without its own name.
HEADINGS = ("title", "heading", "name", "label", "caption", "says", "question", "text", "head")
#: A value that fits in a line of this length is one line.
WIDTH = 100


class TextFile(SingleFileSnapshotExtension):
    """A snapshot in a text file of its own."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


def named_fields(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the name and the value of each field that isn't empty and not its default."""
    if isinstance(value, Struct):
        known = [
            (f.name, f.default if f.default_factory is NODEFAULT else f.default_factory())
            for f in struct_fields(value)
        ]
    else:
        known = [
            (f.name, f.default if f.default_factory is MISSING else f.default_factory())
            for f in dataclass_fields(value)
        ]
    for name, default in known:
        now = getattr(value, name)
        if not empty(now) and now != default:
            yield name, now


def row_of(value: Any) -> str:
    """Return the cells of a row of a table in a line; '' for what is no row."""
    cells = getattr(value, "cells", ())
    if not isinstance(value, Struct) or not cells or not all(isinstance(c, str) for c in cells):
        return ""
    return " | ".join(cell or "–" for cell in cells)


def empty(value: Any) -> bool:
    """Return whether there is nothing to be written about a value."""
    return value is None or value is False or (not value and not isinstance(value, int | Fraction))


def plain(value: Any) -> bool:
    """Return whether a value is written within a line."""
    return isinstance(value, int | float | Fraction) or (
        isinstance(value, str) and "\n" not in value
    )


def word(value: Any) -> str:
    """Return a plain value in a word."""
    if value is True:
        return "yes"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def facts(value: Any, *, without: Iterable[str] = ()) -> list[str]:
    """Return the lines that say a value: `without` are names of fields that aren't written."""
    return list(_lines(value, frozenset(without) | UNREAD))


def text_of(*values: Any, without: Iterable[str] = ()) -> str:
    """Return a text of several values: strings as they are, others by their fields."""
    lines: list[str] = []
    for value in values:
        lines += value.splitlines() if isinstance(value, str) else facts(value, without=without)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def indented(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, two spaces further in."""
    for line in lines:
        yield f"  {line}" if line else ""


def _lines(value: Any, without: frozenset[str]) -> Iterator[str]:
    if empty(value):
        return
    if plain(value):
        yield word(value)
    elif isinstance(value, str):
        yield from value.splitlines()
    elif isinstance(value, Struct) or is_dataclass(value):
        pairs = [(name, part) for name, part in named_fields(value) if name not in without]
        if row := row_of(value):
            yield row
            rest = [(name, part) for name, part in pairs if name != "cells"]
            yield from indented(_record(rest, without))
        else:
            yield from _record(pairs, without)
    elif isinstance(value, Mapping):
        yield from _record([(str(key), part) for key, part in value.items()], without, named=True)
    elif isinstance(value, Iterable):
        yield from _items(sorted(value) if isinstance(value, frozenset) else value, without)
    else:
        yield str(value)


def _record(
    pairs: list[tuple[str, Any]], without: frozenset[str], *, named: bool = False
) -> Iterator[str]:
    """A value's heading and its fields, within a line where they fit in one."""
    heading = next(
        (name for name in HEADINGS for n, part in pairs if n == name and plain(part) and not named),
        "",
    )
    first = [word(part) for name, part in pairs if name == heading]
    rest = [(name.replace("_", " "), part) for name, part in pairs if name != heading]
    line = " · ".join([*first, *(f"{name}: {word(part)}" for name, part in rest if plain(part))])
    if all(plain(part) for _name, part in rest) and len(line) <= WIDTH:
        if line:
            yield line
        return
    yield from first
    inner = [line for name, part in rest for line in _field(name, part, without)]
    yield from indented(inner) if first else inner


def _field(name: str, part: Any, without: frozenset[str]) -> Iterator[str]:
    if plain(part):
        yield f"{name}: {word(part)}"
        return
    lines = list(_lines(part, without))
    if len(lines) == 1 and len(name) + len(lines[0]) < WIDTH:
        yield f"{name}: {lines[0].removeprefix('- ')}"
    elif lines:
        yield f"{name}:"
        yield from indented(lines)


def _items(values: Iterable[Any], without: frozenset[str]) -> Iterator[str]:
    """Words within a line where they fit in one, others one below the other."""
    parts = [lines for value in values if (lines := list(_lines(_inner(value), without)))]
    words = [lines[0] for lines in parts if len(lines) == 1 and not set(",·|") & set(lines[0])]
    if len(words) == len(parts) and len(line := ", ".join(words)) <= WIDTH:
        if line:
            yield line
        return
    for lines in parts:
        yield f"- {lines[0]}"
        yield from indented(lines[1:])


def _inner(value: Any) -> Any:
    """A value, or what is alone in it."""
    while isinstance(value, tuple | list) and len(value) == 1:
        (value,) = value
    return value
