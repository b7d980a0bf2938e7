"""A group as it was earlier, made its present again."""

from __future__ import annotations

from lastdays.campaign.change_names import change_name
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.changes import EarlierRestored


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
