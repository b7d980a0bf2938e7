"""The kinds of change that arrange a group and copy what it has; read with `changes`."""

# Without postponed annotations: `changes` looks at the types of the fields.

from typing import ClassVar

from lastdays.values import dataclass


@dataclass(frozen=True)
class RosterArranged:
    """The members stand in another order; `member` is the name of the one that was moved, nothing
    where the whole roster was put in order."""

    kind: ClassVar[str] = "arrange-roster"
    member: str = ""


@dataclass(frozen=True)
class MemberCopied:
    """A member was copied by hand; `member` is the name of the copy."""

    kind: ClassVar[str] = "copy-member"
    member: str


@dataclass(frozen=True)
class GroupCopied:
    """A group was copied; `name` is the name of the copy."""

    kind: ClassVar[str] = "copy-group"
    name: str


@dataclass(frozen=True)
class GroupPictureSet:
    """A group has a picture, or another one."""

    kind: ClassVar[str] = "group-picture"


@dataclass(frozen=True)
class GroupPictureRemoved:
    """A group has no picture any more."""

    kind: ClassVar[str] = "no-group-picture"


RosterChange = RosterArranged | MemberCopied | GroupCopied | GroupPictureSet | GroupPictureRemoved
