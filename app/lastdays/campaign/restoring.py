"""What a backup gives back: the whole store, or one group out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from lastdays.campaign import documents
from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.group_diff import Difference, compare
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.files import CopiesFolder
from lastdays.language import _
from lastdays.model.changes import BackupRestored
from lastdays.model.group import Group
from lastdays.store import Store, Subject, open_store
from lastdays.store.kept_backups import Backups, KeptBackup, Reason, a_copy


@contextmanager
def opened_copy(backup: Path) -> Iterator[Store]:
    """Give a backup as a store, brought up to date, in a copy: nothing of the backup changes.

    Raises StoreError where it is damaged, or no store.
    """
    with CopiesFolder() as folder:
        store = open_store(a_copy(backup, folder))
        try:
            yield store
        finally:
            store.close()


def restore(workspace: Workspace, backup: Path) -> KeptBackup | None:
    """Make the whole store what a backup holds; the backup made of it before, to go back by.

    Raises StoreError where the backup is damaged; the store is then what it was.
    """
    store = workspace.store
    if store.read_only:
        store.take_over(backup)  # which says why not
    with opened_copy(backup) as other:
        damaged = other.integrity() or other.damage()
        if damaged:
            raise LastDaysError(
                _("The backup {path} is damaged itself. Nothing was changed.").format(path=backup)
            )
        before = Backups(store.path).make(store.engine, Reason.RESTORE)
        other.close()
        store.take_over(other.path)
    workspace.tell(*EVERYTHING)
    return before


def group_in(store: Store, group: str) -> tuple[Group, dict[str, bytes]]:
    """Read a group out of a store, with its pictures by id; StoreError without one."""
    with store.reading() as tx:
        subject = Subject(tx.index.campaign_of(group), group)
        value = documents.read_group(tx.revisions.head(subject).document)
        portraits = {i: tx.paper.portrait(i) for i in value.pictures}
    return value, portraits


def preview(workspace: Workspace, backup: Path, group: str) -> list[Difference]:
    """List what would be different if a group were again what it is in a backup."""
    with opened_copy(backup) as other:
        then, _portraits = group_in(other, group)
    if not _is_here(workspace, group):
        return compare(replace(then, members=(), stash=()), then, workspace.catalogue)
    return compare(workspace.snapshot(group).group, then, workspace.catalogue)


def bring_back(workspace: Workspace, backup: KeptBackup, campaign: str, group: str) -> str:
    """Make one group what it is in a backup, as a change that can be undone; its id.

    A group that is not here any more joins `campaign` as one that was imported.
    """
    with opened_copy(backup.path) as other:
        then, portraits = group_in(other, group)
    change = BackupRestored(backup.at.date().isoformat())
    if not _is_here(workspace, group):
        return GroupActions(workspace).join(campaign, then, portraits, lambda _name: change)
    home = workspace.snapshot(group).campaign.id
    with workspace.change(home, change) as changes:
        for picture in portraits.values():
            if picture:
                changes.tx.paper.add_portrait(picture)
        changes.group(group, _becomes(then))
    return group


def _is_here(workspace: Workspace, group: str) -> bool:
    return any(summary.id == group for summary in workspace.groups())


def _becomes(then: Group) -> Callable[[Group], Group]:
    return lambda _now: then
