"""Undo and redo: the heads of documents go to the parents of their revisions, or to a child."""

from __future__ import annotations

from typing import Protocol

from lastdays.campaign.change_names import change_name
from lastdays.campaign.change_set import WorkspaceToChange, hold_seen, move_seen
from lastdays.campaign.snapshots import Snapshots
from lastdays.campaign.stepping import untouched
from lastdays.errors import LastDaysError, NothingToUndoError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.changes import HistoryFolded
from lastdays.model.group import Group
from lastdays.store import MadeBy, Store, Subject, Transaction
from lastdays.store.revisions import Touched


class WorkspaceToUndo(WorkspaceToChange, Protocol):
    """What undo and redo need of the workspace they are done in."""

    store: Store


class Undoing:
    """Undoes and redoes changes, each in every document it touched, or in none."""

    def __init__(self, workspace: WorkspaceToUndo) -> None:
        self._workspace = workspace

    def undo(self, subject: Subject) -> str:
        """Undo the latest change in every document it touched; return its name.
        NothingToUndoError where there is none, or another has changed one of them since."""
        with self._workspace.store.writing() as tx:
            head = self._head(tx, subject)
            if head is None:
                raise NothingToUndoError(_("There is nothing to undo."))
            hold_seen(self._workspace, tx, subject, head.revision)
            if isinstance(head.change, HistoryFolded):
                raise NothingToUndoError(_("There is nothing to undo."))
            touched = tx.revisions.of_change(head.change_id)
            self._check_free(tx, touched, head)
            step, kept = self._move_heads(tx, [(one, one.parent) for one in touched])
        self._moved(tx, step, kept, [(one, one.parent) for one in touched])
        return change_name(head.change)

    def redo(self, subject: Subject) -> str:
        """Redo the latest change that was undone here; return its name. NothingToUndoError where
        there is none, or something else has changed since."""
        with self._workspace.store.writing() as tx:
            before = tx.revisions.head_id(subject)
            if before is not None:
                hold_seen(self._workspace, tx, subject, before)
            child = tx.revisions.latest_child(subject, before)
            if child is None:
                raise NothingToUndoError(_("There is nothing to redo."))
            head = tx.revisions.made_by(child)
            if isinstance(head.change, HistoryFolded):
                raise NothingToUndoError(_("There is nothing to redo."))
            touched = tx.revisions.of_change(head.change_id)
            for one in touched:
                if one.head != one.parent:
                    raise NothingToUndoError(
                        _("'{change}' can't be redone: something else has changed since.").format(
                            change=change_name(head.change)
                        )
                    )
            step, kept = self._move_heads(tx, [(one, one.revision) for one in touched])
        self._moved(tx, step, kept, [(one, one.revision) for one in touched])
        return change_name(head.change)

    def _check_free(self, tx: Transaction, touched: list[Touched], head: MadeBy) -> None:
        for one in touched:
            if one.head != one.revision:
                name = _name_of(self._workspace.snapshots, tx, one.subject)
                raise NothingToUndoError(
                    _("'{change}' can't be undone: {name} has changed since.").format(
                        change=change_name(head.change), name=name
                    )
                )

    def _move_heads(
        self, tx: Transaction, moved: list[tuple[Touched, int | None]]
    ) -> tuple[int, frozenset[str]]:
        """Have other revisions count; return the step of the store before that, and what stays as
        it was."""
        kept: frozenset[str] = frozenset()
        for one, revision in moved:
            value: Group | Campaign | None = None
            before: Campaign | None = None
            if one.subject.group is not None:
                if revision is not None:
                    value = self._workspace.snapshots.group(tx, tx.revisions.mark_of(revision))
            elif revision is not None:
                value = self._workspace.snapshots.campaign(tx, tx.revisions.mark_of(revision))
                before = self._known(tx, one.head)
                kept = untouched(before, value) if len(moved) == 1 else kept
            tx.revisions.set_head(one.subject, revision, value, before)
        return (tx.step() if kept else 0), kept

    def _moved(
        self,
        tx: Transaction,
        step: int,
        kept: frozenset[str],
        moved: list[tuple[Touched, int | None]],
    ) -> None:
        """Note what undo or redo has stored."""
        self._workspace.snapshots.carry(step, tx.stepped, kept)
        for one, revision in moved:
            move_seen(self._workspace, one.subject, revision)

    def _known(self, tx: Transaction, revision: int | None) -> Campaign | None:
        """Return a campaign as it is known without reading it; what is damaged can be left by
        undo."""
        if revision is None:
            return None
        try:
            return self._workspace.snapshots.known_campaign(tx.revisions.mark_of(revision))
        except LastDaysError:
            return None

    def _head(self, tx: Transaction, subject: Subject) -> MadeBy | None:
        """Return what made the head; a document that is damaged can still be left by undo."""
        revision = tx.revisions.head_id(subject)
        return None if revision is None else tx.revisions.made_by(revision)


def _name_of(snapshots: Snapshots, tx: Transaction, subject: Subject) -> str:
    head = tx.revisions.head_id(subject)
    if head is None:
        return _("a deleted group")
    if subject.group is None:
        return _("the campaign")
    return snapshots.group(tx, tx.revisions.mark_of(head)).name
