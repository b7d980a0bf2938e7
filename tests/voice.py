"""Sentences of the program that read as if they were translated, or that name a thing by another
name than the glossary's; part of `make lint`.

Each pattern is a turn of phrase that players would not say at a table, with what to say instead.
The names are those of the first table in `docs/glossary.md`. The sentences are those that
`make messages` brings into the catalogues; names are also looked for in the English help.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
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
    r"\blook whether\b": "check that",
    r"\bis (there|here) already\b": "already exists, is already here",
    r"\bnot said yet\b": "not settled yet",
    r"\bwhat came of it\b": "result",
    r"\banew\b": "again",
}

ROOT = Path(__file__).parents[1]


@cache
def sentences() -> tuple[tuple[str, str], ...]:
    """Return each sentence of the program with the file that says it, singular and plural."""
    found: list[tuple[str, str]] = []
    for message in messages.extracted():
        texts = [str(text) for text in message.id] if message.pluralizable else [str(message.id)]
        file = message.locations[0][0] if message.locations else ""
        found.extend((file, text) for text in texts)
    return tuple(found)


@cache
def names() -> tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...]:
    """Return each line of the glossary's table of names: what to say, what is right, what isn't."""
    table = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    found = []
    for line in (
        table.partition("| say | don't say |\n|---|---|\n")[2].split("\n\n")[0].splitlines()
    ):
        say, dont = (cell.strip() for cell in line.strip("|").split("|"))
        right = (words.partition(" (")[0].strip() for words in re.split("[,;]", say))
        wrong = (words.strip() for words in dont.split(","))
        found.append((say, _any_of(right), re.compile(_any_of(wrong).pattern, re.IGNORECASE)))
    return tuple(found)


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Return what finds any of the words, whatever case their first letter has."""
    forms = (f"(?i:{re.escape(word[0])}){re.escape(word[1:])}" for word in words)
    return re.compile(rf"(?<!\w)({'|'.join(forms)})s?(?!\w)")


def misnamed(text: str) -> Iterator[str]:
    """Yield what to say instead of each name in a text that isn't the glossary's."""
    for say, right, wrong in names():
        if wrong.search(right.sub("", text)):
            yield say


def passages() -> Iterator[tuple[str, str]]:
    """Yield each paragraph of the English help with the file that says it."""
    for file in sorted((ROOT / "resources" / "help").glob("*.md")):
        for line in filter(None, file.read_text(encoding="utf-8").splitlines()):
            yield file.relative_to(ROOT).as_posix(), line


def faults() -> list[str]:
    """Return the sentences in which a pattern or a wrong name is found, and what to say instead."""
    lines = []
    for file, text in (*sentences(), *passages()):
        for say in misnamed(text.replace("&", "")):
            lines.append(f"{file}: {text!r}: say {say!r}")
    for file, text in sentences():
        for pattern, better in PATTERNS.items():
            if re.search(pattern, text.replace("&", ""), re.IGNORECASE):
                lines.append(f"{file}: {text!r}: say {better!r}")
    return lines


if __name__ == "__main__":
    assert len(sentences()) > 2000, "the program's sentences are not found"
    found = faults()
    print("\n".join(found) or f"{len(sentences())} sentences: nothing to say.")
    sys.exit(bool(found))
