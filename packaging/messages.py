"""The program's messages in other languages: collected, kept up, compiled (`make messages`).

    python packaging/messages.py            brings every catalogue up to date and compiles it
    python packaging/messages.py new fr     begins a language
    python packaging/messages.py missing de lists what is to be translated

What is complete is compiled into `resources/locale/`, from where the program offers it; what is
not goes to `build/locale/`, to be looked at with LASTDAYS_LOCALE=build/locale LANGUAGE=de.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from operator import itemgetter
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "app"))

from lastdays import __version__  # noqa: E402
from lastdays.rulebook.sentences import sentences  # noqa: E402

LOCALE, BEGUN = ROOT / "resources" / "locale", ROOT / "build" / "locale"
KEYWORDS = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "counting": (1, 2),
    "pgettext": ((1, "c"), 2),
}
#: What else takes messages, and which of its arguments are: procedures declare titles, fields their
#: names, an error and a fault say what is wrong.
DECLARED = {
    "Field": slice(1, 2),
    "_weight": slice(1, 2),
    "stored_as": slice(1, 2),
    "described_as": slice(1),
    "procedure": slice(1, 2),
    "say": slice(3, 4),
    "tell": slice(1, 2),
}
DECLARED |= dict.fromkeys(
    (
        "LastDaysError", "RuleError", "DocumentError", "StoreError", "DamagedStoreError",
        "NothingToUndoError", "OvertakenError", "RulebookError", "OutOfBoundsError",
        "PackFileError", "EntryError",
    ),
    slice(1),
)  # fmt: skip
#: Whether a module says anything: to look for that is quicker than to go through it.
SAID = re.compile(rf"\b({'|'.join(KEYWORDS | DECLARED)})\s*\(".encode())
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
PROJECT, PEOPLE = "Last Days Campaign Manager", "The Last Days Campaign Manager maintainers"
#: What stands above every catalogue.
ABOVE = f"""\
# Translations template of the {PROJECT}.
# Copyright (C) 2026 {PEOPLE}
# This file is distributed under the MIT licence, as the program is.
# How it is worked on: docs/languages.md
#"""
#: A place in a message that is filled in.
PLACE = re.compile(r"\{[a-z_0-9]*[^{}]*\}")


def extracted() -> Catalog:
    """Collects every message of the program, then every sentence of the rulebook."""
    found = Catalog(project=PROJECT, charset="utf-8", fuzzy=False)
    for file in sorted((ROOT / "app" / "lastdays").rglob("*.py")):
        where = [(file.relative_to(ROOT).as_posix(), 0)]
        source = file.read_bytes()
        if not SAID.search(source):
            continue
        with io.BytesIO(source) as opened:
            here = [*extract("python", opened, KEYWORDS, ["Translators:"]), *_declared(source)]
        for _line, text, said, context in sorted(here, key=itemgetter(0)):
            found.add(text, None, where, auto_comments=said, context=context)
    for file in sorted((ROOT / "resources" / "website").iterdir()):
        if file.suffix == ".css":
            continue
        where = [(file.relative_to(ROOT).as_posix(), 0)]
        with file.open("rb") as opened:
            for _line, text, said, context in extract("jinja2", opened, KEYWORDS):
                found.add(text, None, where, auto_comments=said, context=context)
    for file in sorted((ROOT / "resources" / "rulebook").glob("*.toml")):
        where = [(file.relative_to(ROOT).as_posix(), 0)]
        for text in sentences(tomllib.loads(file.read_text(encoding="utf-8")), file=file.stem):
            found.add(text, None, where)
    for name, text in (*_of_tables(), *_at_the_table()):
        found.add(text, None, [(f"resources/{name}", 0)])
    return found


def table(name: str) -> dict[str, Any]:
    """Reads a table of the resources."""
    return tomllib.loads((ROOT / "resources" / name).read_text(encoding="utf-8"))


def _of_tables() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """Yields what is said in tables of the resources, each with the name of its file."""
    for number in table("numbers.toml")["house"]:
        for text in (number["heading"], number["name"], number["about"]):
            yield "numbers.toml", text
    for rule in table("rules.toml").values():
        yield "rules.toml", rule["rule"]
    for text in _choices(table("games.toml")):
        yield "games.toml", text
    for reasons in table("reasons.toml").values():
        yield from (("reasons.toml", why) for _found, why in reasons)
    for kept in table("damage.toml").values():
        yield from (("damage.toml", tuple(kept[key])) for key in ("damaged", "lost") if key in kept)
    reference = table("reference.toml")
    own = [cell for rule in reference["of_house_rules"] for cell in rule["row"]]
    for cell in (*_cells(reference["rolled"]), *own, *reference["pictograms"].values()):
        texts = (cell,) if isinstance(cell, str) else (cell["say"], cell.get("what", ""))
        yield from (("reference.toml", text) for text in filter(None, texts))
    for switch in table("switches.toml").values():
        said = (switch["name"], switch["ruling"], *(name for name, _to in switch["options"]))
        for text in filter(None, said):
            yield "switches.toml", text
    yield from _of_forms(table("packs/forms.toml"), table("packs/guide.toml"))
    for key in table("keys.toml")["keys"]:
        for text in filter(None, (key.get("key"), key["does"])):
            yield "keys.toml", text


def _of_forms(forms: dict[str, Any], guide: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yields what the forms of players' own rules say, and what they show of the guide."""
    yield from (("packs/forms.toml", name) for name in forms.pop("effects").values())
    yield from (("packs/guide.toml", text) for text in guide["effects"].values())
    for kind, form in forms.items():
        words = (word for words in form.get("words", {}).values() for word in words.values())
        for text in (
            form["new"],
            form.get("title", ""),
            form.get("about", ""),
            *form["called"].values(),
            *words,
        ):
            yield from [("packs/forms.toml", text)] if text else ()
        meanings = guide["fields"]["every"] | guide["fields"].get(kind, {})
        yield from (("packs/guide.toml", meanings[n]) for n in form["called"] if n in meanings)
        if kind in guide["titles"]:
            yield "packs/guide.toml", guide["titles"][kind]


def _cells(rolled: dict[str, Any]) -> Iterator[Any]:
    """Yields each cell of the quick reference."""
    for rows in rolled.values():
        for row in rows:
            yield from row


def _at_the_table() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """Yields what is said of facts, counters, marks and steps of a game, each with its file."""
    for game in table("sayings.toml").values():
        for text in game.values():
            yield from (("sayings.toml", said) for said in _texts(text))
    for lines in table("checklists.toml").values():
        for line in lines:
            yield "checklists.toml", line["says"] if "says" in line else (line["one"], line["more"])
    for lists in table("plain_rules.toml").values():
        for rule in (rule for rules in lists.values() for rule in rules.values()):
            texts = [need["says"] for need in rule.get("needs", ())]
            if "name" in rule:
                texts.append(rule["name"])
            yield from (("plain_rules.toml", text) for text in texts)
    names = table("tokens.toml")
    for counter in names["counters"].values():
        yield from (("tokens.toml", counter[key]) for key in ("said", "caption") if key in counter)
    for text in (*names["marks"].values(), *names["phases"].values()):
        yield "tokens.toml", text
    for kinds in names["kinds"].values():
        for one in (one for kind in kinds.values() for one in kind.values()):
            yield from (("tokens.toml", one[key]) for key in ("label", "says") if key in one)
    for piece in (*names["things"].values(), *names["last-one-alive"].values()):
        for text in (piece["name"], *piece.get("before", ()), *piece.get("after", ())):
            yield "tokens.toml", text


def _texts(said: str | dict[str, str]) -> Iterator[str | tuple[str, str]]:
    """Yields the texts of a kind of fact: one, one with another for more, or one of several."""
    if isinstance(said, str):
        yield said
    elif "of" in said:
        yield said["one"], said["more"]
        yield from [said["none"]] if "none" in said else ()
    else:
        yield from (said["yes"], said["no"])


def _choices(games: dict[str, Any]) -> Iterator[str]:
    """Yields what is said of each choice before a game, and of its values."""
    for choices in games.values():
        for choice in choices.values():
            yield choice["label"]
            yield from (choice.get("values", {}) | choice.get("last", {})).values()


def _declared(source: bytes) -> Iterator[tuple[int, str | tuple[str, ...], list[str], None]]:
    """Yields each message that a rule, a field, a kind of change, an error or a fault is made with,
    by its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            args = node.args[DECLARED.get(name, slice(0))]
            values = [a.value for a in args if isinstance(a, ast.Constant)]
            given = [text for text in values if isinstance(text, str)]
            if given:
                yield node.lineno, given[0] if len(given) == 1 else tuple(given), [], None


def languages() -> list[str]:
    """Names the languages that were begun."""
    return sorted(file.parent.parent.name for file in LOCALE.glob("*/LC_MESSAGES/lastdays.po"))


def source(code: str) -> Path:
    """Names the catalogue of a language that people work on."""
    return LOCALE / code / "LC_MESSAGES" / "lastdays.po"


def compiled(code: str) -> Path:
    """Names the catalogue of a language that the program reads."""
    return source(code).with_suffix(".mo")


def read(code: str) -> Catalog:
    """Reads the catalogue of a language."""
    with source(code).open("rb") as file:
        return read_po(file, locale=code)


def is_translated(message: Message) -> bool:
    """Tells whether every form of a message is there and was looked at."""
    forms = message.string if isinstance(message.string, list | tuple) else (message.string,)
    return all(forms) and not message.fuzzy


def missing(catalogue: Catalog, wanted: Catalog) -> Iterator[str]:
    """Yields each message that is not translated."""
    for message in wanted:
        if message.id:
            there = catalogue.get(message.id, message.context)
            if there is None or not is_translated(there):
                yield message.id if isinstance(message.id, str) else message.id[0]


def misfits(catalogue: Catalog) -> Iterator[str]:
    """Yields each translation that fills in something else than its message, or has another
    number of letters to press with Alt."""
    for message in catalogue:
        if not message.id or message.fuzzy or not message.string:
            continue
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        forms = [message.string] if isinstance(message.string, str) else list(message.string)
        allowed = {place for text in ids for place in PLACE.findall(text)}
        needed = set.intersection(*(set(PLACE.findall(text)) for text in ids))
        for form in filter(None, forms):
            places = set(PLACE.findall(form))
            if not needed <= places <= allowed:
                yield f"{ids[0]!r}: {form!r} fills in {sorted(places)}"
            if _letters(form) != _letters(ids[0]):
                yield f"{ids[0]!r}: {form!r} has {_letters(form)} letters for Alt"


def _letters(text: str) -> int:
    return len(re.findall(r"&\w", text.replace("&&", "")))


def in_bytes(catalogue: Catalog) -> bytes:
    """Compiles a catalogue."""
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def written(catalogue: Catalog) -> bytes:
    """Writes the catalogue that people work on; it names files but no lines, which would change
    with every line above them."""
    catalogue.header_comment, catalogue.project = ABOVE, PROJECT
    catalogue.version = __version__
    catalogue.msgid_bugs_address = catalogue.last_translator = catalogue.language_team = PEOPLE
    catalogue.revision_date = catalogue.creation_date = LONG_AGO  # else each run is a change
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=100, include_lineno=False, ignore_obsolete=True)
    return buffer.getvalue()


def keep(code: str, catalogue: Catalog) -> None:
    """Keeps the catalogue that people work on."""
    source(code).parent.mkdir(parents=True, exist_ok=True)
    source(code).write_bytes(written(catalogue))


def main(words: list[str]) -> int:
    """Does what is asked; returns the exit status."""
    wanted = extracted()
    match words:
        case ["new", code]:
            if source(code).exists():
                print(f"{source(code)} is there already")
                return 1
            fresh = Catalog(locale=code, charset="utf-8", fuzzy=False)
            fresh.update(wanted)
            keep(code, fresh)
        case ["missing", code]:
            print("\n".join(missing(read(code), wanted)))
            return 0
        case []:
            pass
        case _:
            print(__doc__)
            return 2
    status = 0
    for code in languages():
        catalogue = read(code)
        catalogue.update(wanted, no_fuzzy_matching=True)
        keep(code, catalogue)
        catalogue = read(code)
        left, wrong = len(list(missing(catalogue, wanted))), list(misfits(catalogue))
        print(f"{code}: {left} of {len(wanted)} messages to translate", *wrong, sep="\n  ")
        status |= bool(wrong)
        target = compiled(code)
        if left or wrong:
            target.unlink(missing_ok=True)
            target = BEGUN / target.relative_to(LOCALE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(in_bytes(catalogue))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
