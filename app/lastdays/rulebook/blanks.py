"""Blanks, which stand in for entries that the rulebook no longer has because a content pack is gone
or was refused.

Groups, games and sessions keep the key. Looking it up returns a blank: its name is made from the
key, its summary says that it is missing, its numbers neither help nor harm, and it has no effects.
So code that reads an entry needs no branch for a missing one; `key in shelf` tells whether it
exists.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar, cast

from msgspec.structs import fields

from lastdays.language import _, code
from lastdays.rulebook import pictograms
from lastdays.rulebook.entries import (
    CHARACTERISTICS,
    CharacterType,
    CloseCombatWeapon,
    Entry,
    Firearm,
    ModifierEntry,
    Phase,
    Refuge,
    ZombieType,
)

E = TypeVar("E", bound=Entry)

_NAME_MOST = 60
_NO_PROFILE = dict.fromkeys(CHARACTERISTICS, 0)
#: Values for the required fields of a kind, added to those in `_COMMON`.
_NEUTRAL: Mapping[type[Entry], Mapping[str, Any]] = {
    CharacterType: {"keyword": "neutral", "cost": 0, "profile": _NO_PROFILE, "skill_types": ()},
    ZombieType: {"profile": _NO_PROFILE},
    Firearm: {
        "firearm_class": "pistol",
        "range": (1,),
        "damage": (0,),
        "rof": 1,
        "knockback": (0,),
    },
    CloseCombatWeapon: {"cqc": 0, "strength": 0},
    Phase: {"steps": ()},
    ModifierEntry: {"roll": "firearms", "amount": 0},
}
_COMMON: Mapping[str, Any] = {
    "cost": 0,
    "max_size": 0,
    "empty_spaces": 0,
    "built_in": (),
    "totals": (),
    "number": 0,
}


def readable(key: str) -> str:
    """Return a key as a name: 'Shock Baton' for 'shock-baton'. Always a single line, made from at
    most `_NAME_MOST` characters."""
    letters = []
    for character in key[:_NAME_MOST]:
        is_letter = character.isprintable() and character not in "-_"
        letters.append(character if is_letter else " ")
    words = "".join(letters).split()
    return " ".join(word.capitalize() for word in words) or "?"


class Shelf(dict[str, E]):
    """The entries of one kind by key. `shelf[key]` returns the entry, or a blank if there is none;
    `in`, `get` and the views know only real entries."""

    def __init__(self, kind: type[E], entries: Mapping[str, E]) -> None:
        super().__init__(entries)
        self.kind: Any = kind

    def __missing__(self, key: str) -> E:
        return cast("E", _blank(self.kind, key, code()))


@lru_cache(maxsize=1024)
def _blank(kind: Any, key: str, _spoken: str) -> Entry:
    """Return a blank of a kind, named after its key; cached for each language."""
    required = {field.name: field.required for field in fields(kind)}
    values = {name: value for name, value in _COMMON.items() if required.get(name)}
    if "summary" in required:
        values["summary"] = _("No longer in the rulebook: a content pack may be missing.")
    values.update(_NEUTRAL.get(kind, {}))
    values["key"] = key
    values["name"] = readable(key)
    if kind is Refuge and not key:  # of a group on the road
        values["name"] = _("On the road")
        values["pictogram"] = pictograms.token("vehicle")
    blank: Entry = kind(**values)
    return blank
