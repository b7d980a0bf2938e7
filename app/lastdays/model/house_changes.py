"""The changes of a campaign's house rules: its content packs, and numbers of its own."""

# Without postponed annotations: `changes` looks at the types of the fields.

from typing import ClassVar

from lastdays.values import dataclass


@dataclass(frozen=True)
class PackSwitchedOn:
    """A content pack counts in the campaign from now on."""

    kind: ClassVar[str] = "pack-on"
    name: str


@dataclass(frozen=True)
class PackSwitchedOff:
    """A content pack counts no longer."""

    kind: ClassVar[str] = "pack-off"
    name: str


@dataclass(frozen=True)
class NumberSet:
    """A number of the book is another in this campaign; `number` is its 'section.name'."""

    kind: ClassVar[str] = "set-number"
    number: str
    value: int


@dataclass(frozen=True)
class NumberAsInBook:
    """A number is the book's again."""

    kind: ClassVar[str] = "number-as-in-book"
    number: str


HouseChange = PackSwitchedOn | PackSwitchedOff | NumberSet | NumberAsInBook
