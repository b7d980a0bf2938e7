"""What has changed in a store: whoever shows it decides by this what to read anew.

The actions of this package say it to the workspace (`Workspace.tell`) once it is stored.
"""

from __future__ import annotations

from msgspec import Struct


class GroupChanged(Struct, frozen=True):
    """What is within a group: members, gear, Refuge, points, notes."""

    group: str


class CampaignChanged(Struct, frozen=True):
    """A campaign's own document (its name, groups, games, rulings), or a name of its groups."""

    campaign: str


class SequenceAnswered(Struct, frozen=True):
    """The answers of a post-game sequence: one was given, changed, undone or redone."""

    sequence: str


class SequencesChanged(Struct, frozen=True):
    """Which post-game sequences of a campaign are begun and finished."""

    campaign: str


class SessionsChanged(Struct, frozen=True):
    """Which games at the table are on, ended or deleted."""


class CardsPrinted(Struct, frozen=True):
    """Which cards of a group have been printed as they are."""

    group: str


class Everything(Struct, frozen=True):
    """Anything: a change was undone or redone, or another process has written."""


Changed = (
    GroupChanged
    | CampaignChanged
    | SequenceAnswered
    | SequencesChanged
    | SessionsChanged
    | CardsPrinted
    | Everything
)
EVERYTHING: frozenset[Changed] = frozenset((Everything(),))
