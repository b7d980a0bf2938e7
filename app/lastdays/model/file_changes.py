"""The kinds of change that files bring: a whole campaign, or a group that was away."""

from typing import ClassVar

from msgspec import Struct


class CampaignImported(Struct, frozen=True):
    """A campaign came out of a file with all its groups, under this name."""

    kind: ClassVar[str] = "import-campaign"
    name: str


class GroupMerged(Struct, frozen=True):
    """A group took over what a file had of it: all of it, or what was chosen."""

    kind: ClassVar[str] = "merge-group"
    name: str


FileChange = CampaignImported | GroupMerged
