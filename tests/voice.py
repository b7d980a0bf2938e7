"""Sentences of the program that read as if they were translated; part of `make lint`.

Each pattern is a turn of phrase that players would not say at a table, with what to say instead.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lastdays.rulebook.sentences import sentences as rulebook_sentences
from unit.sources import names, nodes_of

RULEBOOK = Path(__file__).parents[1] / "resources" / "rulebook"

PATTERNS = {
    r"(?<!there )\b(is|are) no\b(?! longer)": "isn't a …",
    r"\bthe own\b": "their own, your own",
    r"\bany ?more\b": "no longer",
    r"\balready[.?!]?$": "already, before the verb",
    r"\ba die (\+|plus)": "D6 +",
    r"\bthe dead\b": "zombies, the fallen",
    r"\bfor certain\b": "without a roll",
    r"\bas loud\b": "equally loud",
    r"\ball the same\b": "anyway",
    r"\b(lies|lie) (already|on the (table|map))\b": "is, are",
    r"\bgoes on on\b": "continues on",
    r"\btaps? (is |are )?taken back\b": "undone",
    r"\bfound (a|the|one|another) group": "create",
    r"\bset to play\b": "start playing",
    r"\bpage before\b": "previous page",
    r"\bmake it again\b": "refresh",
    r"\btoo many ways\b": "too many possibilities",
    r"\bsize of everything\b": "zoom",
    r"\blost their way\b": "missed the game",
    r"\bthe turn of\b": "'s turn",
    r"\bwhat led to\b": "the answer behind",
    r"^(whom|with what|fit…|opposite|wish)\W*$": "a verb, two or three words",
}
#: At which keys of the other tables sentences stand; at all of them where none is named.
TABLES: dict[str, set[str]] = {
    "numbers.toml": {"heading", "name", "about"},
    "commands.toml": {"help"},
    "rules.toml": {"rule"},
    "switches.toml": {"name", "ruling", "options"},
    "games.toml": {"label", "values", "last"},
    "tokens.toml": {
        "name",
        "before",
        "after",
        "said",
        "caption",
        "label",
        "says",
        "marks",
        "phases",
    },
    "sayings.toml": set(),
}
#: Which arguments of what are sentences.
SAID = {
    "_": slice(1),
    "N_": slice(1),
    "Field": slice(1, 2),
    "_weight": slice(1, 2),
    "kept": slice(1, 2),
    "says": slice(1),
    "ngettext": slice(2),
    "counting": slice(2),
    "Count": slice(1, 2),
    "Switch": slice(1, 2),
    "procedure": slice(1, 2),
    "say": slice(3, 4),
    "tell": slice(1, 2),
} | dict.fromkeys(
    (
        "LastDaysError", "RuleError", "DocumentError", "StoreError", "DamagedStoreError",
        "NothingToUndoError", "OvertakenError", "RulebookError", "OutOfBoundsError",
        "PackFileError", "EntryError",
    ),
    slice(1),
)  # fmt: skip


@cache
def sentences() -> tuple[tuple[str, int, str], ...]:
    """Give each sentence of the program with its file and line."""
    return tuple(_read())


def _read() -> Iterator[tuple[str, int, str]]:
    for name in names():
        for node in nodes_of(name, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called in SAID:
                for argument in node.args[SAID[called]]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield name, node.lineno, argument.value
    for file in sorted(RULEBOOK.glob("*.toml")):
        for text in rulebook_sentences(tomllib.loads(file.read_text("utf-8")), file=file.stem):
            yield file.name, 0, text
    for name, keys in TABLES.items():
        for text in said_in(tomllib.loads((RULEBOOK.parent / name).read_text("utf-8")), keys):
            yield name, 0, text


def said_in(value: object, keys: set[str], *, here: bool = False) -> Iterator[str]:
    """Give the texts that stand in a table at some keys, or anywhere below them."""
    match value:
        case str() if here or not keys:
            yield value
        case list():
            for part in value:
                yield from said_in(part, keys, here=here)
        case dict():
            for key, part in value.items():
                yield from said_in(part, keys, here=here or key in keys)


def faults() -> list[str]:
    """Return the sentences in which a pattern is found, and what to say instead."""
    return [
        f"{file}:{line}: {text!r}: say {better!r}"
        for file, line, text in sentences()
        for pattern, better in PATTERNS.items()
        if re.search(pattern, text.replace("&", ""), re.IGNORECASE)
    ]


if __name__ == "__main__":
    found = faults()
    print("\n".join(found) or f"{len(sentences())} sentences: nothing to say.")
    sys.exit(bool(found))
