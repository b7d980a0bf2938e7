"""A change while it is being made: documents read, replaced, and written together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from lastdays.campaign import documents
from lastdays.campaign.changed import CampaignChanged, Changed, GroupChanged
from lastdays.campaign.group_bounds import problems
from lastdays.campaign.meanwhile import Seen
from lastdays.campaign.snapshots import Snapshots
from lastdays.campaign.stepping import untouched
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.changes import Change
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.store import Subject, Transaction


class WorkspaceToChange(Protocol):
    """What a change needs of the workspace it is made in."""

    catalogue: Catalogue
    snapshots: Snapshots
    seen: Seen
    seen_campaigns: Seen

    @property
    def clock(self) -> Callable[[], str]:
        """Return what gives the time."""


def hold_seen(workspace: WorkspaceToChange, tx: Transaction, subject: Subject, head: int) -> None:
    """Raise DocumentOvertakenError where another window has changed what is on the screen."""

    def name() -> str:
        mark = tx.revisions.mark_of(head)
        if subject.group is None:
            return workspace.snapshots.campaign(tx, mark).name
        return workspace.snapshots.group(tx, mark).name

    _seen(workspace, subject).hold(subject.group or subject.campaign, head, name)


def move_seen(workspace: WorkspaceToChange, subject: Subject, revision: int | None) -> None:
    """Note that something was changed here: that is what is seen of it next."""
    _seen(workspace, subject).move(subject.group or subject.campaign, revision)


def _seen(workspace: WorkspaceToChange, subject: Subject) -> Seen:
    return workspace.seen_campaigns if subject.group is None else workspace.seen


class ChangeSet:
    """A change being made: documents are read and replaced, then written together."""

    def __init__(
        self,
        workspace: WorkspaceToChange,
        tx: Transaction,
        campaign: str,
        change: Change,
    ) -> None:
        self.workspace = workspace
        self.tx = tx
        self.campaign_id = campaign
        self.change = change
        self._values: dict[Subject, Group | Campaign] = {}
        self._before: list[Group] = []
        self._campaign_before: Campaign | None = None
        self.revisions: dict[Subject, int] = {}
        #: The step of the store before it is stored, and what was worked out then and stays right.
        self.step, self.kept = 0, frozenset[str]()
        self.changed: set[Changed] = set()

    def campaign(self, how: Callable[[Campaign], Campaign], *, seen: bool = True) -> None:
        """Change the campaign's own document; one that was `seen` before, or whatever it is now."""
        subject = Subject(self.campaign_id)
        mark = self.tx.revisions.mark(subject)
        before = self.workspace.snapshots.campaign(self.tx, mark)
        if seen:
            hold_seen(self.workspace, self.tx, subject, mark.revision)
        self._campaign_before = before
        after = how(before)
        if after != before:
            self._values[subject] = after
            self.changed.add(CampaignChanged(self.campaign_id))

    def group(self, group: str, how: Callable[[Group], Group]) -> None:
        """Change a group of the campaign."""
        subject = Subject(self.campaign_id, group)
        mark = self.tx.revisions.mark(subject)
        before = self.workspace.snapshots.group(self.tx, mark)
        hold_seen(self.workspace, self.tx, subject, mark.revision)
        after = how(before)
        if after == before:
            return
        # What one group of this change had, another may get: a captive's gear, say.
        self._before.append(before)
        found = problems(after, self.workspace.catalogue, self._before)
        if found:
            raise LastDaysError(" ".join(found) + " " + _("Nothing was changed."))
        self._values[subject] = after
        self.changed.add(GroupChanged(group))
        if after.name != before.name:
            self.changed.add(CampaignChanged(self.campaign_id))

    def knows(self, group: Group) -> None:
        """Let groups of this change have what another has, though the rulebook doesn't know it."""
        self._before.append(group)

    def new_campaign(self, campaign: Campaign) -> None:
        """Add a campaign."""
        self.tx.index.add_campaign(campaign.id, campaign.name)
        self._values[Subject(campaign.id)] = campaign
        self.changed.add(CampaignChanged(campaign.id))

    def new_group(self, group: Group) -> None:
        """Add a group to the campaign and to its list."""
        found = problems(group, self.workspace.catalogue, foreign=True)
        if found:
            raise LastDaysError(" ".join(found) + " " + _("Nothing was changed."))
        self.tx.index.add_group(group.id, self.campaign_id, group.name)
        self._values[Subject(self.campaign_id, group.id)] = group
        self.changed.add(GroupChanged(group.id))
        self.campaign(lambda c: replace(c, groups=(*c.groups, group.id)), seen=False)

    def write(self) -> None:
        """Write one revision for each document that changed."""
        if not self._values:
            return
        change = self.tx.revisions.add_change(self.campaign_id, self.change, self.workspace.clock())
        for subject, value in self._values.items():
            if isinstance(value, Group):
                document = documents.group_document(value)
                figures = documents.figures(value, self.workspace.catalogue)
            else:
                document, figures = documents.campaign_document(value), {}
            before = self._campaign_before if isinstance(value, Campaign) else None
            revision = self.tx.revisions.add(change, subject, value, document, figures, before)
            self.revisions[subject] = revision
            if isinstance(value, Campaign):
                self.workspace.snapshots.keep(self.tx.revisions.mark_of(revision), value)
        if set(self._values) == {Subject(self.campaign_id)}:
            [after] = self._values.values()
            if isinstance(after, Campaign):
                self.kept = untouched(self._campaign_before, after)
                self.step = self.tx.step() if self.kept else 0
