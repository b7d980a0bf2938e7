"""What has changed in a store: whoever shows it decides by this what to read anew.

The actions of this package say it to the workspace (`Workspace.tell`) once it is stored.
"""

from __future__ import annotations

from lastdays.values import Value


class GroupChanged(Value):
    """What is within a group: members, gear, Refuge, points, notes."""

    group: str


class CampaignChanged(Value):
    """A campaign's own document (its name, groups, games, rulings), or a name of its groups."""

    campaign: str


class SequenceAnswered(Value):
    """The answers of a post-game sequence: one was given, changed, undone or redone."""

    sequence: str


class SequencesChanged(Value):
    """Which post-game sequences of a campaign are begun and finished."""

    campaign: str


class SessionsChanged(Value):
    """Which games at the table are on, ended or deleted."""


class CardsPrinted(Value):
    """Which cards of a group have been printed as they are."""

    group: str


class Everything(Value):
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
