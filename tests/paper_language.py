"""A second language for tests: a catalogue of a few messages, where the program looks for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from lastdays.rulebook import blanks, catalogue

#: Words of cards, of sheets, of the window, of what is said about both.
GERMAN = {
    "Unarmed": "Unbewaffnet",
    "Fight": "Nahkampf",
    "defend": "wehrt",
    "reload {cost}": "laden {cost}",
    "Quick reference": "Kurzregeln",
    "Encounters": "Begegnungen",
    "Print": "Drucken",
    "Members": "Mitglieder",
    "Set in {size} point instead of {base}, to fit.": "In {size} Punkt statt {base} gesetzt.",
    "Continues on {n} more card.": "Geht weiter.",
    "No longer in the rulebook: a content pack may be missing.": "Nicht mehr im Regelbuch.",
    "The group has no Leader.": "Die Gruppe hat keinen Leader.",
}


def write_catalogue(folder: Path, code: str, words: Mapping[str, str]) -> None:
    """Writes a complete catalogue of a language into a folder of catalogues."""
    file = folder / code / "LC_MESSAGES" / "lastdays.mo"
    file.parent.mkdir(parents=True)
    made = Catalog(locale=code)
    for message, said in words.items():
        made.add(message, said)
    with file.open("wb") as opened:
        write_mo(opened, made)


def forget_rulebooks() -> None:
    """Forgets what was read in a language: another test has another catalogue of the same one."""
    catalogue._shipped.cache_clear()
    blanks._blank.cache_clear()
