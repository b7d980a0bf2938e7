"""A change under way: documents read, replaced and written together, undone and redone; and refused
if another window has changed the same meanwhile."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec.structs import replace

from lastdays.campaign.changed import CampaignChanged, Changed, GroupChanged
from lastdays.campaign.documents import group_documents
from lastdays.campaign.documents.bounds import problems
from lastdays.campaign.history.snapshots import Snapshots
from lastdays.errors import LastDaysError, NothingToUndoError, OvertakenError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.changes import Change, HistoryFolded
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.store import Store, Subject, Transaction
from lastdays.store.revisions import Touched


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
    return made.change.said()


class DocumentOvertakenError(OvertakenError):
    """A group, or a campaign's own records, that another window has changed since they were shown
    here: as they were `seen`, and as they are `now`, by their revisions; `noted` by what."""

    def __init__(self, id: str, name: str, seen: int, now: int, noted: Seen) -> None:
        super().__init__(
            _(
                "Another window has changed {group} meanwhile. Your change wasn't stored. See what "
                "is different, then change it again.",
                group=name,
            )
        )
        self.id, self.name, self.seen, self.now, self.noted = id, name, seen, now, noted


class Seen:
    """The revision of what is on the screen, one at a time: of a group, or of a campaign's own
    records. Without `held` none is kept."""

    def __init__(self, *, held: bool) -> None:
        self._held = held
        self._shown: dict[str, int] = {}
        self._untold: set[str] = set()
        self._by: object = None

    def show(self, group: str, revision: int, by: object = None) -> None:
        """Note what of a group is shown now, and by whom. What another did to it counts as seen
        only once it was `told`: the page may be read anew before that."""
        if self._held and group not in self._untold:
            self._shown = {group: revision}
            self._by = by

    def told(self, group: str, revision: int) -> None:
        """Note that somebody was shown what another did to a group."""
        self._untold.discard(group)
        if group in self._shown:
            self._shown[group] = revision

    def leave(self, group: str, by: object = None) -> None:
        """Note that a group is no longer on the screen; what another shows by now is."""
        if by is not self._by:
            return
        self._shown.pop(group, None)
        self._untold.discard(group)

    def hold(self, group: str, head: int, name: Callable[[], str]) -> None:
        """Raise DocumentOvertakenError where what counts of a group isn't what is shown of it."""
        seen = self._shown.get(group, head)
        if seen != head:
            self._untold.add(group)
            raise DocumentOvertakenError(group, name(), seen, head, self)

    def move(self, group: str, revision: int | None) -> None:
        """Note that a group was changed here: that is what is seen of it next."""
        if group in self._shown:
            if revision is None:
                del self._shown[group]
            else:
                self._shown[group] = revision


class WorkspaceToChange(Protocol):
    """What a change needs of the workspace it is made, undone and redone in."""

    store: Store
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
        if subject.group is None:
            return workspace.snapshots.campaign(tx, tx.revisions.mark_of(head)).name
        return workspace.snapshots.group_at(tx, head).name

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
        self.revisions: dict[Subject, int] = {}
        self.changed: set[Changed] = set()

    def campaign(
        self, how: Callable[[Campaign], Campaign], *, seen: bool = True, noted: bool = False
    ) -> None:
        """Change the campaign's own document; one that was `seen` before, or whatever it is now.
        `noted` has the change in the campaign's history though only groups may have changed."""
        subject = Subject(self.campaign_id)
        mark = self.tx.revisions.mark(subject)
        before = self.workspace.snapshots.campaign(self.tx, mark)
        if seen:
            hold_seen(self.workspace, self.tx, subject, mark.revision)
        after = how(before)
        if after != before or noted:
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
        _refuse(problems(after, self.workspace.catalogue, self._before))
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
        _refuse(problems(group, self.workspace.catalogue, foreign=True))
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
                document = group_documents.group_document(value)
                figures = group_documents.figures(value, self.workspace.catalogue)
            else:
                document, figures = group_documents.campaign_document(value), {}
            revision = self.tx.revisions.add(change, subject, value, document, figures)
            self.revisions[subject] = revision
            if isinstance(value, Campaign):
                self.workspace.snapshots.keep(self.tx.revisions.mark_of(revision), value)


def _refuse(found: list[str]) -> None:
    if found:
        raise LastDaysError(" ".join((*found, _("Nothing was changed."))))


def step(workspace: WorkspaceToChange, subject: Subject, *, back: bool) -> str:
    """Undo the latest change in every document it touched, or redo the one undone last; return its
    name. NothingToUndoError where there is none, or something else has changed since."""
    nothing = _("There is nothing to undo.") if back else _("There is nothing to redo.")
    with workspace.store.writing() as tx:
        head = tx.revisions.head_id(subject)
        if head is not None:
            hold_seen(workspace, tx, subject, head)
        wanted = head if back else tx.revisions.latest_child(subject, head)
        if wanted is None:
            raise NothingToUndoError(nothing)
        made = tx.revisions.made_by(wanted)
        if isinstance(made.change, HistoryFolded):
            raise NothingToUndoError(nothing)
        touched = tx.revisions.of_change(made.change_id)
        for one in touched:
            if one.head != (one.revision if back else one.parent):
                raise NothingToUndoError(
                    (
                        _("'{change}' can't be undone: {name} has changed since.")
                        if back
                        else _("'{change}' can't be redone: something else has changed since.")
                    ).format(
                        change=made.change.said(),
                        name=_name_of(workspace.snapshots, tx, one.subject) if back else "",
                    )
                )
        for one in touched:
            _set_head(workspace.snapshots, tx, one, one.parent if back else one.revision)
    for one in touched:
        move_seen(workspace, one.subject, one.parent if back else one.revision)
    return made.change.said()


def _set_head(snapshots: Snapshots, tx: Transaction, one: Touched, revision: int | None) -> None:
    """Make a revision of a document the one that counts; None takes back that it was begun. A
    damaged one can still be left."""
    value: Group | Campaign | None = None
    if revision is not None:
        mark = tx.revisions.mark_of(revision)
        read = snapshots.campaign if one.subject.group is None else snapshots.group
        value = read(tx, mark)
    tx.revisions.set_head(one.subject, revision, value)


def _name_of(snapshots: Snapshots, tx: Transaction, subject: Subject) -> str:
    head = tx.revisions.head_id(subject)
    if head is None:
        return _("a deleted group")
    if subject.group is None:
        return _("the campaign")
    return snapshots.group_at(tx, head).name


#: The name under which a group's file has them, and how many: the newest, and those it began with.
LINEAGE = "lineage"
NEWEST, OLDEST = 1_900, 100
_DIGEST = re.compile(r"[0-9a-f]{16}")


def digest_of(document: bytes) -> str:
    """Return what a revision is known by in every store: a digest of its document."""
    return hashlib.blake2b(document, digest_size=8).hexdigest()


def earlier_digests(tx: Transaction, subject: Subject) -> tuple[str, ...]:
    """Return the digests of the revisions a group came of, the present first."""
    chain = sorted(tx.revisions.outline(subject).current, reverse=True)
    named = chain[:NEWEST] + chain[NEWEST:][-OLDEST:]
    return tuple(digest_of(tx.revisions.revision(number).document) for number in named)


def read_lineage(document: bytes) -> tuple[str, ...]:
    """Return the digests that a group's file names; none where it names none that can be."""
    found = json.loads(document).get(LINEAGE, [])
    if not isinstance(found, list):
        return ()
    return tuple(d for d in found if isinstance(d, str) and _DIGEST.fullmatch(d))


def common(tx: Transaction, subject: Subject, lineage: Sequence[str]) -> Group | None:
    """Return the group as it was when it left: the latest state that a file and this store have in
    common, undone ones too; None where there is none."""
    wanted = {digest: n for n, digest in reversed(list(enumerate(lineage)))}
    found: dict[int, int] = {}
    for number in tx.revisions.outline(subject).parents:
        place = wanted.get(digest_of(tx.revisions.revision(number).document))
        if place is not None:
            found.setdefault(place, number)
            if place == 0:
                break
    if not found:
        return None
    return group_documents.read_group(tx.revisions.revision(found[min(found)]).document)
