"""Sentences of the program that read as if they were translated; part of `make lint`.

Each pattern is a turn of phrase that players would not say at a table, with what to say instead.
The sentences are those that `make messages` brings into the catalogues.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "packaging"))

import messages

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


@cache
def sentences() -> tuple[tuple[str, str], ...]:
    """Return each sentence of the program with the file that says it, singular and plural."""
    found: list[tuple[str, str]] = []
    for message in messages.extracted():
        texts = [str(text) for text in message.id] if message.pluralizable else [str(message.id)]
        file = message.locations[0][0] if message.locations else ""
        found.extend((file, text) for text in texts)
    return tuple(found)


def faults() -> list[str]:
    """Return the sentences in which a pattern is found, and what to say instead."""
    lines = []
    for file, text in sentences():
        for pattern, better in PATTERNS.items():
            if re.search(pattern, text.replace("&", ""), re.IGNORECASE):
                lines.append(f"{file}: {text!r}: say {better!r}")
    return lines


if __name__ == "__main__":
    found = faults()
    print("\n".join(found) or f"{len(sentences())} sentences: nothing to say.")
    sys.exit(bool(found))
