"""Which pictogram stands for what: one drawing each, the same on the screen and on paper.

`resources/icons/pictograms.toml` names them; a content pack's entry may name another of those
drawings, or gets that of its class.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from lastdays.desktop import paths

#: Sections of the table that stand for no kind of entry.
KINDS, CLASSES, KEYWORDS, SKILL_TYPES, PLACES, TOKENS, GAMES = (
    "kinds",
    "firearm_classes",
    "keywords",
    "skill_types",
    "places",
    "tokens",
    "games",
)


@cache
def table() -> Mapping[str, Mapping[str, str]]:
    """Return 'artist/drawing' by section and key."""
    return paths.toml("icons", "pictograms.toml")


@cache
def drawings() -> frozenset[str]:
    """Return the names of all drawings."""
    return frozenset(name for section in table().values() for name in section.values())


def token(key: str) -> str:
    """Return the pictogram of what lies beside a model or on the table: 'noise', 'ammo'.

    An unknown one is drawn as a thing: nothing may fail while a widget is painted.
    """
    return table()[TOKENS].get(key) or table()[TOKENS]["item"]


def place(key: str) -> str:
    """Return the pictogram of a place of the window: 'campaign', 'print'."""
    return table()[PLACES][key]


def game(key: str) -> str:
    """Return the pictogram of a tracked game; a general one for an unknown game."""
    return table()[GAMES].get(key) or place("games")


def keyword(key: str) -> str:
    """Return the pictogram of a Keyword."""
    return table()[KEYWORDS][key]


def skill_type(key: str) -> str:
    """Return the pictogram of a kind of skill."""
    return table()[SKILL_TYPES][key]


def firearm_class(key: str) -> str:
    """Return the pictogram of a class of Firearms."""
    return table()[CLASSES][key]


def of(kind: str, key: str, weapon_class: str = "") -> str:
    """Return the pictogram of an entry: its class's if the table doesn't know its key.

    `kind` is the name of the rulebook's file that has it: 'firearms', 'perks'.
    """
    found = table()
    return found[kind].get(key) or found[CLASSES].get(weapon_class) or found[KINDS][kind]


def artists() -> list[str]:
    """Return the names of those who drew the pictograms, for the credits."""
    return sorted({name.split("/")[0].replace("-", " ").title() for name in drawings()})
