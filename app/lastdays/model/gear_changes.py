"""The kinds of change that move gear about; names throughout."""

from typing import ClassVar

from msgspec import Struct


class _OfItemAndMember(Struct, frozen=True):
    kind: ClassVar[str]
    item: str
    member: str


class _OfItemAndPlace(Struct, frozen=True):
    kind: ClassVar[str]
    item: str
    to: str


class _OfItemAndGun(Struct, frozen=True):
    kind: ClassVar[str]
    item: str
    gun: str


class GearBought(_OfItemAndMember, frozen=True):
    """A piece of gear was bought for a member."""

    kind = "buy"


class GearGivenBack(_OfItemAndMember, frozen=True):
    """A bought piece of gear was given back for its cost; `member` may be the stash."""

    kind = "give-back"


class GearMoved(_OfItemAndPlace, frozen=True):
    """A piece of gear went to a member or into the stash."""

    kind = "move-gear"


class GearMounted(_OfItemAndGun, frozen=True):
    """A sight, or another addition, was put on a gun."""

    kind = "mount"


class GearUnmounted(_OfItemAndGun, frozen=True):
    """A sight, or another addition, was taken off a gun."""

    kind = "unmount"


class GunConverted(Struct, frozen=True):
    """A gun was converted with a Mod-Kit (p. 78)."""

    kind: ClassVar[str] = "convert"
    gun: str


class GearAdded(_OfItemAndPlace, frozen=True):
    """Gear was put down by hand with a member or in the stash; `item` says how much of it."""

    kind = "add-gear"


class GearRemoved(Struct, frozen=True):
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
