"""The kinds of change made between the end of a game and the post-game sequences of its groups.

What `changes` says of kinds holds here too.
"""

from typing import ClassVar

from msgspec import Struct


class CaptiveReturned(Struct, frozen=True):
    """A captive was brought home in a game (p. 84); `captive` is the member's id."""

    kind: ClassVar[str] = "captive-home"
    member: str
    captive: str
    number: int


class CaptiveLost(Struct, frozen=True):
    """A captive was not brought home in a game (p. 84); `captive` is the member's id."""

    kind: ClassVar[str] = "captive-lost"
    member: str
    captive: str
    number: int


class GroupDiceChanged(Struct, frozen=True):
    """The rolls of one group, `name`, are answered in another way: of an earlier edition."""

    kind: ClassVar[str] = "group-dice"
    name: str


class OrderChanged(Struct, frozen=True):
    """The groups play their post-game sequences in another order."""

    kind: ClassVar[str] = "aftermath-order"


AftermathChange = CaptiveReturned | CaptiveLost | GroupDiceChanged | OrderChanged
