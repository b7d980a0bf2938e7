"""What undo and redo would do, and what a change of a campaign's own document leaves as it was."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from lastdays.campaign.change_names import change_name
from lastdays.model.campaign import Campaign
from lastdays.model.changes import HistoryFolded
from lastdays.store import Subject, Transaction
from lastdays.store.revisions import Touched

#: What is worked out of a store and not of a campaign's own document but for its list of groups.
OF_GROUPS = frozenset({"groups", "marks", "sequences", "sessions", "captives"})
#: What is worked out of the games and switches of a campaign besides.
OF_GAMES = OF_GROUPS | {"stands", "settling", "lines", "plot"}


def untouched(before: Campaign | None, after: Campaign | None) -> frozenset[str]:
    """Return the kinds of what was worked out (`Snapshots.recalled`) that stay right where nothing
    is written but a campaign's own document, by what it was and is; nothing where that is not
    known."""
    if before is None or after is None:
        return frozenset()
    if (before.groups, before.deleted) != (after.groups, after.deleted):
        return frozenset()
    if replace(after, notes=before.notes, told=before.told) == before:
        return OF_GAMES
    return OF_GROUPS


def undo_name(tx: Transaction, subject: Subject) -> str | None:
    """Return the name of what undo would take back; None where another document stands in the
    way."""
    revision = tx.revisions.head_id(subject)
    return None if revision is None else _name(tx, revision, lambda one: one.revision)


def redo_name(tx: Transaction, subject: Subject) -> str | None:
    """Return the name of what redo would do again; None where another document stands in the way."""
    child = tx.revisions.latest_child(subject, tx.revisions.head_id(subject))
    return None if child is None else _name(tx, child, lambda one: one.parent)


def _name(tx: Transaction, revision: int, wanted: Callable[[Touched], int | None]) -> str | None:
    """Return the name of the change that made a revision, where each document it touched is at the
    revision that is wanted; none of one whose history was folded."""
    made = tx.revisions.made_by(revision)
    if isinstance(made.change, HistoryFolded):
        return None
    if any(one.head != wanted(one) for one in tx.revisions.of_change(made.change_id)):
        return None
    return change_name(made.change)
