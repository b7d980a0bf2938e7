"""What has changed in a store: whoever shows it decides by this what to read anew.

The actions of this package say it to the workspace (`Workspace.tell`) once it is stored.
"""

from __future__ import annotations

from lastdays.values import dataclass


@dataclass(frozen=True)
class GroupChanged:
    """What is within a group: members, gear, Refuge, points, notes."""

    group: str


@dataclass(frozen=True)
class CampaignChanged:
    """A campaign's own document (its name, groups, games, rulings), or a name of its groups."""

    campaign: str


@dataclass(frozen=True)
class SequenceAnswered:
    """The answers of a post-game sequence: one was given, changed, undone or redone."""

    sequence: str


@dataclass(frozen=True)
class SequencesChanged:
    """Which post-game sequences of a campaign are begun and finished."""

    campaign: str


@dataclass(frozen=True)
class SessionsChanged:
    """Which games at the table are on, ended or deleted."""


@dataclass(frozen=True)
class CardsPrinted:
    """Which cards of a group have been printed as they are."""

    group: str


@dataclass(frozen=True)
class Everything:
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
