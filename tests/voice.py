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
    for number in tomllib.loads((RULEBOOK.parent / "numbers.toml").read_text("utf-8"))["house"]:
        for field in ("heading", "name", "about"):
            yield "numbers.toml", 0, number[field]
    commands = (RULEBOOK.parent / "commands.toml").read_text("utf-8")
    for text in re.findall('^help = "(.*)"$', commands, re.MULTILINE):
        yield "commands.toml", 0, text
    for rule in tomllib.loads((RULEBOOK.parent / "rules.toml").read_text("utf-8")).values():
        yield "rules.toml", 0, rule["rule"]
    for switch in tomllib.loads((RULEBOOK.parent / "switches.toml").read_text("utf-8")).values():
        for text in (switch["name"], switch["ruling"], *(name for name, _to in switch["options"])):
            yield "switches.toml", 0, text
    games = tomllib.loads((RULEBOOK.parent / "games.toml").read_text("utf-8"))
    for choice in (choice for game in games.values() for choice in game.values()):
        said = choice.get("values", {}) | choice.get("last", {})
        for text in (choice["label"], *said.values()):
            yield "games.toml", 0, text
    tokens = tomllib.loads((RULEBOOK.parent / "tokens.toml").read_text("utf-8"))
    counters = [
        counter[key]
        for counter in tokens["counters"].values()
        for key in ("said", "caption")
        if key in counter
    ]
    pieces = (*tokens["things"].values(), *tokens["last-one-alive"].values())
    named = [p["name"] for p in pieces] + [s for p in pieces for s in p.get("before", [])]
    named += [said for piece in pieces for said in piece.get("after", [])]
    kept = [one for game in tokens["kinds"].values() for k in game.values() for one in k.values()]
    named += [one[key] for one in kept for key in ("label", "says") if key in one]
    for text in (*counters, *named, *tokens["marks"].values(), *tokens["phases"].values()):
        yield "tokens.toml", 0, text
    facts = tomllib.loads((RULEBOOK.parent / "sayings.toml").read_text("utf-8"))
    for said in (said for game in facts.values() for said in game.values()):
        either = [] if isinstance(said, str) else list(said.values())[1:]
        for text in either or [said]:
            yield "sayings.toml", 0, text


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
