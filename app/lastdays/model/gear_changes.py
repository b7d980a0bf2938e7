"""The kinds of change that move gear about; names throughout."""

from typing import ClassVar

from lastdays.values import dataclass


@dataclass(frozen=True)
class _OfItemAndMember:
    kind: ClassVar[str]
    item: str
    member: str


@dataclass(frozen=True)
class _OfItemAndPlace:
    kind: ClassVar[str]
    item: str
    to: str


@dataclass(frozen=True)
class _OfItemAndGun:
    kind: ClassVar[str]
    item: str
    gun: str


class GearBought(_OfItemAndMember):
    """A piece of gear was bought for a member."""

    kind = "buy"


class GearGivenBack(_OfItemAndMember):
    """A bought piece of gear was given back for its cost; `member` may be the stash."""

    kind = "give-back"


class GearMoved(_OfItemAndPlace):
    """A piece of gear went to a member or into the stash."""

    kind = "move-gear"


class GearMounted(_OfItemAndGun):
    """A sight, or another addition, was put on a gun."""

    kind = "mount"


class GearUnmounted(_OfItemAndGun):
    """A sight, or another addition, was taken off a gun."""

    kind = "unmount"


@dataclass(frozen=True)
class GunConverted:
    """A gun was converted with a Mod-Kit (p. 78)."""

    kind: ClassVar[str] = "convert"
    gun: str


class GearAdded(_OfItemAndPlace):
    """Gear was put down by hand with a member or in the stash; `item` says how much of it."""

    kind = "add-gear"


@dataclass(frozen=True)
class GearRemoved:
    """A piece of gear was taken out of the campaign by hand."""

    kind: ClassVar[str] = "remove-gear"
    item: str


GearChange = (
    GearBought
    | GearGivenBack
    | GearMoved
    | GearMounted
    | GearUnmounted
    | GunConverted
    | GearAdded
    | GearRemoved
)
