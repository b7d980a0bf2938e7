"""The changes of a campaign's house rules: its content packs, and numbers of its own."""

# Without postponed annotations: `changes` looks at the types of the fields.

from typing import ClassVar

from msgspec import Struct


class PackSwitchedOn(Struct, frozen=True):
    """A content pack counts in the campaign from now on."""

    kind: ClassVar[str] = "pack-on"
    name: str


class PackSwitchedOff(Struct, frozen=True):
    """A content pack counts no longer."""

    kind: ClassVar[str] = "pack-off"
    name: str


class NumberSet(Struct, frozen=True):
    """A number of the book is another in this campaign; `number` is its 'section.name'."""

    kind: ClassVar[str] = "set-number"
    number: str
    value: int


class NumberAsInBook(Struct, frozen=True):
    """A number is the book's again."""

    kind: ClassVar[str] = "number-as-in-book"
    number: str


HouseChange = PackSwitchedOn | PackSwitchedOff | NumberSet | NumberAsInBook
