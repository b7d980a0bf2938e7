"""What a user works in: an open store whose snapshots are read, changed, and undone; a change is
refused if another window has changed the same meanwhile.

A change is one transaction and writes one revision for each document it touches. Undo moves a
head to its parent, redo to the latest child; nothing is deleted.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from msgspec.structs import replace

from lastdays.campaign.changed import EVERYTHING, CampaignChanged, Changed, GroupChanged
from lastdays.campaign.documents import group_documents
from lastdays.campaign.documents.bounds import problems
from lastdays.campaign.overview import (
    CampaignReading,
    CampaignView,
    CaptiveMember,
    NextStep,
    Overview,
    Places,
    ProgressReader,
    by_group,
    captives_in,
    next_step,
    session_by_side,
)
from lastdays.campaign.snapshots import Snapshots
from lastdays.errors import LastDaysError, NothingToUndoError, OvertakenError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.carrying import Violation
from lastdays.model.changes import Change, HistoryFolded
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.rulebook.packs import Chosen, OneRulebook, Rulebooks
from lastdays.store import HistoryEntry, Store, Subject, Transaction
from lastdays.store.index import CampaignSummary, GroupSummary
from lastdays.store.revisions import Touched
from lastdays.values import Value


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _new_id() -> str:
    return uuid.uuid4().hex[:12]


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


class ChangeSet:
    """A change being made: documents are read and replaced, then written together."""

    def __init__(
        self,
        workspace: Workspace,
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
            self.workspace.hold_seen(self.tx, subject, mark.revision)
        after = how(before)
        if after != before or noted:
            self._values[subject] = after
            self.changed.add(CampaignChanged(self.campaign_id))

    def group(self, group: str, how: Callable[[Group], Group]) -> None:
        """Change a group of the campaign."""
        subject = Subject(self.campaign_id, group)
        mark = self.tx.revisions.mark(subject)
        before = self.workspace.snapshots.group(self.tx, mark)
        self.workspace.hold_seen(self.tx, subject, mark.revision)
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


class GroupSnapshot(Value):
    """A group with its campaign, as a revision has them."""

    group: Group
    campaign: Campaign
    revision: int


class GroupView(GroupSnapshot):
    """A group as the window shows it: what the rules have against it, what can be undone, and who
    of it, or by it, is held captive."""

    violations: tuple[Violation, ...]
    undo: str | None
    redo: str | None
    next: NextStep
    captives: tuple[CaptiveMember, ...] = ()

    @property
    def warnings(self) -> tuple[Violation, ...]:
        """Return the violations the table has not allowed."""
        return tuple(v for v in self.violations if v.key not in self.group.allowed)


class Workspace:
    """One open store with a rulebook. `clock` gives a time as text, `new_id` an unused id."""

    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        clock: Callable[[], str] = _now,
        new_id: Callable[[], str] = _new_id,
        rulebooks: Rulebooks | None = None,
    ) -> None:
        """Open a workspace. `rulebooks` are those that campaigns choose from; without them the catalogue
        is that of every campaign."""
        self.store = store
        self.catalogue = catalogue
        self.rulebooks = rulebooks or OneRulebook(catalogue)
        self.worked_on = ""
        self.clock = clock
        self.new_id = new_id
        self.snapshots = Snapshots(catalogue)
        self.seen = Seen(held=store.shared)
        self.seen_campaigns = Seen(held=store.shared)
        #: Works out where groups stand after a game; None while the procedures are not read yet.
        self.standing: ProgressReader | None = None
        self._told: set[Changed] = set()

    # Which rulebook counts

    def work_on(self, campaign: str) -> bool:
        """Have the rulebook of a campaign count from now on, '' for no campaign; return whether it
        is another one than before. A campaign that can't be read leaves it as it is."""
        chosen = Chosen()
        if campaign:
            try:
                with self.store.reading() as tx:
                    value = self.snapshots.campaign_now(tx, campaign)
            except LastDaysError:
                return False
            chosen = value.chosen
        self.worked_on = campaign
        before, self.catalogue = self.catalogue, self.rulebooks.of(chosen)
        self.snapshots.catalogue = self.catalogue
        return self.catalogue.digest != before.digest

    # What has changed

    def tell(self, *changed: Changed) -> None:
        """Note what has just been stored."""
        self._told.update(changed)

    def told(self) -> frozenset[Changed]:
        """Return what was noted since this was asked last."""
        told, self._told = frozenset(self._told), set()
        return told

    # Reading

    def campaigns(self) -> list[CampaignSummary]:
        """Return all campaigns, the deleted ones too."""
        with self.store.reading() as tx:
            return tx.index.campaigns()

    def groups(self, campaign: str | None = None) -> list[GroupSummary]:
        """Return the groups of one campaign, or of all."""
        with self.store.reading() as tx:
            if campaign is None:
                return tx.index.groups()
            return list(
                CampaignReading(self.snapshots, tx).groups(
                    self.snapshots.campaign_now(tx, campaign)
                )
            )

    def campaign(self, campaign: str) -> CampaignView:
        """Return a snapshot of a campaign."""
        with self.store.reading() as tx:
            return self._campaign_view(tx, campaign)

    def overview(self, campaign: str) -> Overview:
        """Return a campaign with its groups, and what is begun and not finished."""
        with self.store.reading() as tx:
            return self.snapshots.recalled(
                tx,
                ("overview", campaign, self.standing is None),
                lambda: CampaignReading(self.snapshots, tx, self.standing).overview(
                    self._campaign_view(tx, campaign)
                ),
            )

    def places(self, campaign: str) -> Places:
        """Return the pages that can be visited within a campaign."""
        with self.store.reading() as tx:
            return self.snapshots.recalled(
                tx,
                ("places", campaign, self.standing is None),
                lambda: CampaignReading(self.snapshots, tx, self.standing).places(
                    self.snapshots.campaign_now(tx, campaign)
                ),
            )

    def exists(self, campaign: str) -> bool:
        """Return whether a campaign is there: begun, not undone, not deleted."""
        return any(c.id == campaign and not c.deleted for c in self.campaigns())

    def snapshot(self, group: str, tx: Transaction | None = None) -> GroupSnapshot:
        """Return a group and its campaign as they are now, or in a transaction that goes on."""
        if tx is None:
            with self.store.reading() as tx:
                return self.snapshot(group, tx)
        subject = self._subject(tx, group)
        mark = tx.revisions.mark(subject)
        value = self.snapshots.group(tx, mark)
        return GroupSnapshot(
            value, self.snapshots.campaign_now(tx, subject.campaign), mark.revision
        )

    def group(self, group: str) -> GroupView:
        """Return a snapshot of a group, with its violations and what can be undone."""
        with self.store.reading() as tx:
            subject = self._subject(tx, group)
            mark = tx.revisions.mark(subject)
            value = self.snapshots.group(tx, mark)
            campaign = self.snapshots.campaign_now(tx, subject.campaign)
            glance = CampaignReading(self.snapshots, tx)
            return GroupView(
                value,
                campaign,
                mark.revision,
                self.snapshots.violations(tx, mark, campaign.switches),
                undo_name(tx, subject),
                redo_name(tx, subject),
                next_step(
                    value.id,
                    campaign,
                    founding=value.founding,
                    sequences=by_group(glance.sequences(campaign.id)).get(group, ()),
                    session=session_by_side(glance.sessions(campaign.id)).get(value.name, ""),
                ),
                tuple(
                    captive
                    for captive in captives_in(tx, self.snapshots, campaign)
                    if group in (captive.group, captive.captor)
                ),
            )

    def undo_names(self, campaign: str, group: str | None = None) -> tuple[str | None, str | None]:
        """Return what undo and redo would do to a campaign's records or a group; None for
        nothing."""
        with self.store.reading() as tx:
            if group is None:
                return self._undo_names(tx, campaign)
            subject = Subject(campaign, group)
            return undo_name(tx, subject), redo_name(tx, subject)

    def group_at(self, revision: int) -> Group:
        """Return the group as it was at an entry of its history."""
        with self.store.reading() as tx:
            return self.snapshots.group_at(tx, revision)

    def history(self, group: str) -> list[HistoryEntry]:
        """Return every change of a group, the newest first."""
        with self.store.reading() as tx:
            return tx.revisions.history(self._subject(tx, group))

    # Changing

    @contextmanager
    def as_one(self) -> Iterator[None]:
        """Store all changes of the block together, or none of them."""
        try:
            with self.store.as_one():
                yield
        except BaseException:
            self.snapshots = Snapshots(self.catalogue)  # some of what was read is not there
            raise

    @contextmanager
    def change(self, campaign: str, change: Change) -> Iterator[ChangeSet]:
        """Give one change over a campaign's documents: all of it is stored, or nothing."""
        with self.store.writing() as tx:
            changes = ChangeSet(self, tx, campaign, change)
            yield changes
            changes.write()
        self._stored(changes)

    def _stored(self, changes: ChangeSet) -> None:
        """Note what a change has stored."""
        for subject, revision in changes.revisions.items():
            self.move_seen(subject, revision)
        self.tell(*changes.changed)

    def change_group(
        self,
        group: str,
        change: Change | Callable[[Group], Change],
        how: Callable[[Group], Group],
    ) -> None:
        """Change one group; write nothing where it stays the same.

        The name of the change may be read off the group as it was before.
        """
        with self.store.writing() as tx:
            subject = self._subject(tx, group)
            if callable(change):
                change = change(self.snapshots.group_now(tx, subject))
            changes = ChangeSet(self, tx, subject.campaign, change)
            changes.group(group, how)
            changes.write()
        self._stored(changes)

    def change_campaign(
        self, campaign: str, change: Change, how: Callable[[Campaign], Campaign]
    ) -> None:
        """Change a campaign's own document."""
        with self.change(campaign, change) as changes:
            changes.campaign(how)

    # Undo and redo

    def undo(self, campaign: str, group: str | None = None) -> str:
        """Undo the latest change in every document it touched; return its name.
        NothingToUndoError where there is none, or it cannot be undone."""
        return self._step(Subject(campaign, group), back=True)

    def redo(self, campaign: str, group: str | None = None) -> str:
        """Redo the latest change that was undone here; return its name. NothingToUndoError where
        there is none, or it cannot be redone."""
        return self._step(Subject(campaign, group), back=False)

    def _step(self, subject: Subject, *, back: bool) -> str:
        """Undo the latest change in every document it touched, or redo the one undone last; return
        its name. NothingToUndoError where there is none, or something else has changed since."""
        nothing = _("There is nothing to undo.") if back else _("There is nothing to redo.")
        with self.store.writing() as tx:
            head = tx.revisions.head_id(subject)
            if head is not None:
                self.hold_seen(tx, subject, head)
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
                            name=self._name_of(tx, one.subject) if back else "",
                        )
                    )
            for one in touched:
                self._set_head(tx, one, one.parent if back else one.revision)
        for one in touched:
            self.move_seen(one.subject, one.parent if back else one.revision)
        self.work_on(self.worked_on)
        self.tell(*EVERYTHING)
        return made.change.said()

    def _set_head(self, tx: Transaction, one: Touched, revision: int | None) -> None:
        """Make a revision of a document the one that counts; None takes back that it was begun. A
        damaged one can still be left."""
        value: Group | Campaign | None = None
        if revision is not None:
            mark = tx.revisions.mark_of(revision)
            snapshots = self.snapshots
            read = snapshots.campaign if one.subject.group is None else snapshots.group
            value = read(tx, mark)
        tx.revisions.set_head(one.subject, revision, value)

    def _name_of(self, tx: Transaction, subject: Subject) -> str:
        head = tx.revisions.head_id(subject)
        if head is None:
            return _("a deleted group")
        if subject.group is None:
            return _("the campaign")
        return self.snapshots.group_at(tx, head).name

    # What is on the screen

    def hold_seen(self, tx: Transaction, subject: Subject, head: int) -> None:
        """Raise DocumentOvertakenError where another window has changed what is on the screen."""

        def name() -> str:
            if subject.group is None:
                return self.snapshots.campaign(tx, tx.revisions.mark_of(head)).name
            return self.snapshots.group_at(tx, head).name

        self._seen(subject).hold(subject.group or subject.campaign, head, name)

    def move_seen(self, subject: Subject, revision: int | None) -> None:
        """Note that something was changed here: that is what is seen of it next."""
        self._seen(subject).move(subject.group or subject.campaign, revision)

    def _seen(self, subject: Subject) -> Seen:
        return self.seen_campaigns if subject.group is None else self.seen

    # Inside

    def _campaign_view(self, tx: Transaction, campaign: str) -> CampaignView:
        subject = Subject(campaign)
        mark = tx.revisions.mark(subject)
        value = self.snapshots.campaign(tx, mark)
        return CampaignView(
            value,
            CampaignReading(self.snapshots, tx).groups(value),
            *self._undo_names(tx, campaign),
            mark.revision,
        )

    def _undo_names(self, tx: Transaction, campaign: str) -> tuple[str | None, str | None]:
        """Return what undo and redo would do to a campaign's records. The change that undo would
        take back may have touched a thousand groups: they are looked at once."""
        subject = Subject(campaign)
        return self.snapshots.recalled(
            tx, ("undo", campaign), lambda: (undo_name(tx, subject), redo_name(tx, subject))
        )

    def _subject(self, tx: Transaction, group: str) -> Subject:
        return Subject(tx.index.campaign_of(group), group)


class Actions:
    """What a user does in a workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    @property
    def catalogue(self) -> Catalogue:
        """Return the rulebook that counts."""
        return self.workspace.catalogue
