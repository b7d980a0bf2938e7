"""The history of a group: what each change did, and an earlier state made the present again."""

from __future__ import annotations

from dataclasses import replace

from lastdays.campaign.change_names import change_name, group_edits, member_edits
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.changes import Change, EarlierRestored, GroupEdited, MemberEdited
from lastdays.model.group import Group
from lastdays.store import HistoryEntry


def named_history(workspace: Workspace, group: str) -> list[HistoryEntry]:
    """Return every change of a group, the newest first, each naming what it set: where an early
    edition only noted that a member was edited, it is read off the group before and after."""
    return [_named(workspace, entry) for entry in workspace.history(group)]


def _named(workspace: Workspace, entry: HistoryEntry) -> HistoryEntry:
    change, parent = entry.change, entry.parent
    if not isinstance(change, MemberEdited | GroupEdited) or change.done or parent is None:
        return entry
    return replace(
        entry,
        change=_read_off(change, workspace.group_at(parent), workspace.group_at(entry.revision)),
    )


def _read_off(change: MemberEdited | GroupEdited, before: Group, after: Group) -> Change:
    """Return an edit with what it did, as the group differs."""
    if isinstance(change, GroupEdited):
        return GroupEdited(after.name, group_edits(before, after))
    for member in after.members:
        if before.has_member(member.id) and before.member(member.id) != member:
            return MemberEdited(member.name, member_edits(before.member(member.id), member))
    return change


def restore_earlier(workspace: Workspace, group: str, revision: int) -> None:
    """Make an earlier revision of a group its present, as a new change: nothing is lost, and undo
    brings back what was the present before.

    Raises LastDaysError where the group has no such revision.
    """
    made = [e.change for e in workspace.history(group) if e.revision == revision]
    if not made:
        raise LastDaysError(_("That isn't part of this group's history. Nothing was changed."))
    then = workspace.group_at(revision)
    workspace.change_group(group, EarlierRestored(change_name(made[0])), lambda _now: then)
