"""Entries of the book that players write themselves: Encounters, weapons, gear and more.

A campaign keeps them in its document as a content pack would have them, unread: so it opens whatever
they say, and they are read and checked as those of packs are. One that is wrong is left out and said.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, json

from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.rulebook.blanks import readable
from lastdays.rulebook.entries import Key, raise_for_problems
from lastdays.values import Value

#: The files of the entries that a campaign can have.
EntryKind = Literal[
    "encounters", "firearms", "close_combat", "equipment",
    "characters", "skills", "perks", "injuries", "refuges",
]  # fmt: skip
ENTRY_KINDS: tuple[EntryKind, ...] = get_args(EntryKind)
KEY_MOST = 60
#: The most entries of a kind.
OF_A_KIND_MOST = 60
#: The most entries of all kinds together.
OF_ALL_MOST = 240
#: The most bytes of an entry.
BYTES_MOST = 16_000


class WrittenEntry(Value, omit_defaults=True):
    """An entry that players wrote: its kind, its key, and its fields as a file gives them."""

    kind: EntryKind
    key: Annotated[Key, Meta(max_length=KEY_MOST)]
    fields: Mapping[str, Any] = {}

    def __post_init__(self) -> None:
        """Raise ProblemsError if it is larger than any entry."""
        if len(json.encode(self.fields)) > BYTES_MOST:
            raise_for_problems([(self.key, _("this is too large for an entry."))])

    def __hash__(self) -> int:
        return hash((self.kind, self.key))

    @property
    def KIND(self) -> str:
        """Return its kind, as other rules have it."""
        return self.kind

    @property
    def name(self) -> str:
        """Return its name, made from its key if it has none."""
        name = self.fields.get("name")
        return name if isinstance(name, str) and name else readable(self.key)

    @property
    def drawing(self) -> str:
        """Return its pictogram, that of its kind if it names none that is known."""
        name = self.fields.get("pictogram")
        if isinstance(name, str) and name in pictograms.drawings():
            return name
        return pictograms.of(self.kind, self.key, str(self.fields.get("class", "")))

    def called(self, key: str, name: str) -> WrittenEntry:
        """Return a copy of it under another key and name."""
        return WrittenEntry(self.kind, key, {**self.fields, "name": name})
