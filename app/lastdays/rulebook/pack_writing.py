"""Writing entries as the files of content packs: values as a file gives them, and TOML of them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from enum import Enum
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from lastdays.rulebook.entries import CHARACTERISTICS, Dice, Trait

#: Keys that TOML takes as they are.
_BARE = re.compile("[A-Za-z0-9_-]+")
#: The delete character, which a text in TOML can't have as it is.
_DELETE = "\x7f"


def as_written(value: Any) -> Any:
    """Return a value of an entry as a file gives it: dice as 'D6', a Trait as 'noisy 2'."""
    match value:
        case Dice():
            return str(value)
        case Trait(key, number):
            return key if number is None else f"{key} {number}"
        case Enum():
            return str(value)
        case Struct():
            return fields_as_written(value)
        case Mapping():
            return {str(name): as_written(item) for name, item in value.items()}
        case tuple():
            return [as_written(item) for item in value]
    return value


def fields_as_written(value: Struct) -> dict[str, Any]:
    """Return the fields of an entry, or of a part of one, as a file gives them: without its key, the
    name of its pack, and what is at its default."""
    written = {}
    for field in fields(value):
        field_value = getattr(value, field.name)
        is_default = not field.required and field_value == _unsaid(field)
        if field.name in ("key", "pack") or is_default:
            continue
        if field.name == "profile":
            written[field.encode_name] = _profile(field_value)
        else:
            written[field.encode_name] = as_written(field_value)
    return written


def _profile(profile: Mapping[str, int]) -> list[int]:
    return [profile[name] for name in CHARACTERISTICS]


def _unsaid(field: FieldInfo) -> Any:
    return field.default_factory() if field.default is NODEFAULT else field.default


def pack_files(name: str, entries: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return the files of a content pack by name: its description, and entries by kind and key."""
    files = {"pack.toml": toml_of({"name": name, "version": "1.0"})}
    for kind, table in entries.items():
        files[f"{kind}.toml"] = toml_of(table)
    return files


# TOML


def toml_of(table: Mapping[str, Any]) -> str:
    """Return a file of entries by key, or of single values, as TOML."""
    parts = []
    single_values = {name: value for name, value in table.items() if not isinstance(value, Mapping)}
    if single_values:
        parts.append(_lines(single_values))
    for key, entry in table.items():
        if isinstance(entry, Mapping):
            parts.append(f"[{_key(key)}]\n{_lines(entry)}")
    return "\n".join(parts)


def _lines(table: Mapping[str, Any]) -> str:
    return "".join(f"{_key(name)} = {_value(value)}\n" for name, value in table.items())


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _text(text: str) -> str:
    # JSON's escapes are TOML's as well.
    return json.dumps(text, ensure_ascii=False).replace(_DELETE, "\\u007f")


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return _text(value)
        case Mapping():
            pairs = ", ".join(f"{_key(name)} = {_value(item)}" for name, item in value.items())
            return f"{{ {pairs} }}" if pairs else "{}"
        case list() if any(isinstance(item, Mapping) for item in value):
            lines = "".join(f"    {_value(item)},\n" for item in value)
            return f"[\n{lines}]"
        case list():
            items = ", ".join(map(_value, value))
            return f"[{items}]"
    raise TypeError(value)
