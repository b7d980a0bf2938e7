"""The kinds of change that arrange a group and copy what it has; read with `changes`."""

# Without postponed annotations: `changes` looks at the types of the fields.

from typing import ClassVar

from msgspec import Struct


class RosterArranged(Struct, frozen=True):
    """The members stand in another order; `member` is the name of the one that was moved, nothing
    where the whole roster was put in order."""

    kind: ClassVar[str] = "arrange-roster"
    member: str = ""


class MemberCopied(Struct, frozen=True):
    """A member was copied by hand; `member` is the name of the copy."""

    kind: ClassVar[str] = "copy-member"
    member: str


class GroupCopied(Struct, frozen=True):
    """A group was copied; `name` is the name of the copy."""

    kind: ClassVar[str] = "copy-group"
    name: str


class GroupPictureSet(Struct, frozen=True):
    """A group has a picture, or another one."""

    kind: ClassVar[str] = "group-picture"


class GroupPictureRemoved(Struct, frozen=True):
    """A group has no picture any more."""

    kind: ClassVar[str] = "no-group-picture"


RosterChange = RosterArranged | MemberCopied | GroupCopied | GroupPictureSet | GroupPictureRemoved
