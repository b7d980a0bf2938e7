"""Notices of what has changed in a store, by which pages decide whether to read anew.

The actions of this package give them to the workspace (`Workspace.note_changed`) once a change is stored.
"""

from __future__ import annotations

from lastdays.values import Value


class GroupChanged(Value):
    """A group's own document: members, gear, Refuge, points, notes."""

    group: str


class CampaignChanged(Value):
    """A campaign's own document (name, groups, games, rulings), or the name of one of its groups."""

    campaign: str


class SequenceAnswered(Value):
    """The answers of a post-game sequence."""

    sequence: str


class SequencesChanged(Value):
    """Which post-game sequences of a campaign are begun or finished."""

    campaign: str


class SessionsChanged(Value):
    """Which games at the table are in progress, ended or deleted."""


class CardsPrinted(Value):
    """Which cards of a group are printed in their present state."""

    group: str


class Everything(Value):
    """Anything: after undo or redo, or when another process has written."""


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
