"""What restoring a whole backup would do, before it is done: campaign by campaign, group by group."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from lastdays.campaign.documents import read_group
from lastdays.campaign.group_diff import compare
from lastdays.campaign.restoring import opened_copy
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.store import Store, Subject


class Fate(Struct, frozen=True):
    """What would become of a campaign, or of one of its groups; `group` is '' for the campaign.

    `gone` is there now and not in the backup, `back` the other way round; of a group that is
    `changed`, `differences` is how many things would be different.
    """

    campaign: str
    group: str
    name: str
    kind: Literal["gone", "back", "changed", "same"]
    differences: int = 0


#: A document's name and bytes, by campaign and group.
_Documents = dict[Subject, tuple[str, bytes]]


def preview_whole(workspace: Workspace, backup: Path) -> tuple[Fate, ...]:
    """List what restoring a backup would do, each campaign before its groups.

    Raises StoreError where the backup is damaged, or no store.
    """
    with opened_copy(backup) as other:
        then = _documents(other)
    return tuple(_fates(workspace, _documents(workspace.store), then))


def _documents(store: Store) -> _Documents:
    """Read what counts now of every campaign and group; b'' for what is damaged."""
    found: _Documents = {}
    with store.reading() as tx:
        for campaign in tx.index.campaigns():
            if not campaign.deleted:
                found[Subject(campaign.id)] = (campaign.name, b"")
        for group in tx.index.groups():
            found[Subject(group.campaign, group.id)] = (group.name, b"")
        for subject, (name, _document) in found.items():
            try:
                found[subject] = (name, tx.revisions.head(subject).document)
            except LastDaysError:
                continue
    return found


def _fates(workspace: Workspace, now: _Documents, then: _Documents) -> Iterator[Fate]:
    both = {**then, **now}
    for campaign in (s for s in both if s.group is None):
        yield _fate(workspace, campaign, now, then)
        for group in both:
            if group.group is not None and group.campaign == campaign.campaign:
                yield _fate(workspace, group, now, then)


def _fate(workspace: Workspace, subject: Subject, now: _Documents, then: _Documents) -> Fate:
    group = subject.group or ""
    if subject not in then:
        return Fate(subject.campaign, group, now[subject][0], "gone")
    name, wanted = then[subject]
    if subject not in now:
        return Fate(subject.campaign, group, name, "back")
    if wanted == now[subject][1]:
        return Fate(subject.campaign, group, name, "same")
    differences = _count(workspace, now[subject][1], wanted) if group else 0
    return Fate(subject.campaign, group, now[subject][0], "changed", differences)


def _count(workspace: Workspace, now: bytes, then: bytes) -> int:
    """Count the differences of two states of a group; 0 where one of them can't be read."""
    try:
        before, after = read_group(now), read_group(then)
    except LastDaysError:
        return 0
    return len(compare(before, after, workspace.catalogue))
