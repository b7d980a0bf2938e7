"""The workspace: reads, changes and undo on an open store. A change is refused if another window has
changed the same document since it was shown.

A change is one transaction and writes a revision of each document it touches. Undo moves a head to
its parent, redo to its latest child; nothing is deleted.
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
    GroupAtGlance,
    GroupLine,
    NextStep,
    Overview,
    Places,
    ProgressReader,
    captives_in,
    group_at_glance,
    next_step,
    sequences_by_group,
    session_by_side,
)
from lastdays.campaign.snapshots import Snapshots
from lastdays.errors import LastDaysError, NothingToUndoError, OvertakenError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.carrying import Violation
from lastdays.model.changes import Change, HistoryFolded
from lastdays.model.group import Group
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue
from lastdays.rulebook.packs import Chosen, OneRulebook, Rulebooks
from lastdays.store import HistoryEntry, Store, Subject, Transaction
from lastdays.store.revisions import MadeBy
from lastdays.store.sequences import Listed
from lastdays.store.store import CampaignSummary, GroupSummary
from lastdays.values import Value


def _utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _new_id() -> str:
    return uuid.uuid4().hex[:12]


def undo_name(tx: Transaction, subject: Subject) -> str | None:
    """Return the name of the change that undo would revert; None for nothing, or if another document it
    touched has changed since."""
    revision = tx.revisions.head_id(subject)
    if revision is None:
        return None
    made_by = tx.revisions.made_by(revision)
    if isinstance(made_by.change, HistoryFolded):
        return None
    for touched in tx.revisions.of_change(made_by.change_id):
        if touched.head != touched.revision:
            return None
    return made_by.change.in_words()


def redo_name(tx: Transaction, subject: Subject) -> str | None:
    """Return the name of the change that redo would restore, None likewise."""
    child = tx.revisions.latest_child(subject, tx.revisions.head_id(subject))
    if child is None:
        return None
    made_by = tx.revisions.made_by(child)
    if isinstance(made_by.change, HistoryFolded):
        return None
    for touched in tx.revisions.of_change(made_by.change_id):
        if touched.head != touched.parent:
            return None
    return made_by.change.in_words()


class DocumentOvertakenError(OvertakenError):
    """A group or campaign that another window has changed since it was shown here; `seen` and `now` are
    the revisions shown and current, `noted` is what tracks them."""

    def __init__(self, id: str, name: str, seen: int, now: int, noted: ShownRevision) -> None:
        super().__init__(
            _(
                "Another window has changed {group} in the meantime. Your change wasn't "
                "stored. See what's different, then make your change again.",
                group=name,
            )
        )
        self.id = id
        self.name = name
        self.seen = seen
        self.now = now
        self.noted = noted


class ShownRevision:
    """Tracks the revision on the screen of one document, a group or a campaign; without `tracked` none."""

    def __init__(self, *, tracked: bool) -> None:
        self._tracked = tracked
        self._shown: dict[str, int] = {}
        self._unacknowledged: set[str] = set()
        self._by: object = None

    def show(self, group: str, revision: int, by: object = None) -> None:
        """Note which revision is shown, and by which page. After a refused change it is only updated once
        the user has acknowledged it, as the page may be read anew before that."""
        if self._tracked and group not in self._unacknowledged:
            self._shown = {group: revision}
            self._by = by

    def acknowledge(self, group: str, revision: int) -> None:
        """Note that the user was shown a change by another window."""
        self._unacknowledged.discard(group)
        if group in self._shown:
            self._shown[group] = revision

    def leave(self, group: str, by: object = None) -> None:
        """Note that a page no longer shows a document, unless another page shows one by now."""
        if by is not self._by:
            return
        self._shown.pop(group, None)
        self._unacknowledged.discard(group)

    def check(self, group: str, head: int, name: Callable[[], str]) -> None:
        """Raise DocumentOvertakenError if the head of a document isn't the revision shown."""
        shown_revision = self._shown.get(group, head)
        if shown_revision != head:
            self._unacknowledged.add(group)
            raise DocumentOvertakenError(group, name(), shown_revision, head, self)

    def update(self, group: str, revision: int | None) -> None:
        """Note that a document was changed here, and will be shown so."""
        if group not in self._shown:
            return
        if revision is None:
            del self._shown[group]
        else:
            self._shown[group] = revision


class ChangeSet:
    """A change in progress: documents are read and replaced, then written together."""

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
        """Change the campaign's own document; OvertakenError if it isn't as `seen`. `noted` adds the
        change to the campaign's history even if its document stays the same."""
        subject = Subject(self.campaign_id)
        mark = self.tx.revisions.mark(subject)
        before = self.workspace.snapshots.campaign(self.tx, mark)
        if seen:
            self.workspace.check_seen(self.tx, subject, mark.revision)
        after = how(before)
        if after != before or noted:
            self._values[subject] = after
            self.changed.add(CampaignChanged(self.campaign_id))

    def group(self, group: str, how: Callable[[Group], Group]) -> None:
        """Change a group of the campaign."""
        subject = Subject(self.campaign_id, group)
        mark = self.tx.revisions.mark(subject)
        before = self.workspace.snapshots.group(self.tx, mark)
        self.workspace.check_seen(self.tx, subject, mark.revision)
        after = how(before)
        if after == before:
            return
        # One group of a change may get what another had, such as a captive's gear.
        self._before.append(before)
        _refuse(problems(after, self.workspace.catalogue, self._before))
        self._values[subject] = after
        self.changed.add(GroupChanged(group))
        if after.name != before.name:
            self.changed.add(CampaignChanged(self.campaign_id))

    def accept_entries_of(self, group: Group) -> None:
        """Let groups of this change have unknown entries that another group has."""
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

        def with_group(campaign: Campaign) -> Campaign:
            return replace(campaign, groups=(*campaign.groups, group.id))

        self.campaign(with_group, seen=False)

    def write(self) -> None:
        """Write a revision of each document that changed."""
        if not self._values:
            return
        revisions = self.tx.revisions
        change = revisions.add_change(self.campaign_id, self.change, self.workspace.clock())
        for subject, value in self._values.items():
            if isinstance(value, Group):
                document = group_documents.group_document(value)
                figures = group_documents.figures(value, self.workspace.catalogue)
                self.revisions[subject] = revisions.add(change, subject, value, document, figures)
            else:
                document = group_documents.campaign_document(value)
                figures = group_documents.campaign_figures(value)
                revision = revisions.add(change, subject, value, document, figures)
                self.revisions[subject] = revision
                self.workspace.snapshots.keep(revisions.mark_of(revision), value)


def _refuse(faults: list[str]) -> None:
    """Raise LastDaysError if there are any faults."""
    if faults:
        sentences = [*faults, _("Nothing was changed.")]
        raise LastDaysError(" ".join(sentences))


class GroupSnapshot(Value):
    """A group and its campaign at a revision."""

    group: Group
    campaign: Campaign
    revision: int


class JudgedGroup(GroupSnapshot):
    """A group with its violations."""

    violations: tuple[Violation, ...]

    @property
    def warnings(self) -> tuple[Violation, ...]:
        """Return the violations that aren't allowed."""
        allowed = self.group.allowed
        return tuple(violation for violation in self.violations if violation.key not in allowed)


class GroupView(JudgedGroup):
    """A group with its violations, what can be undone, what is next, and its captives, held or
    holding."""

    undo: str | None
    redo: str | None
    next: NextStep
    captives: tuple[CaptiveMember, ...] = ()


class Workspace:
    """An open store with a rulebook. `clock` returns the time as text, `new_id` an unused id."""

    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        clock: Callable[[], str] = _utc_now,
        new_id: Callable[[], str] = _new_id,
        rulebooks: Rulebooks | None = None,
    ) -> None:
        """Open a workspace. `rulebooks` are what campaigns choose from; without it all use the catalogue."""
        self.store = store
        self.catalogue = catalogue
        self.rulebooks = rulebooks or OneRulebook(catalogue)
        self.worked_on = ""
        self.clock = clock
        self.new_id = new_id
        self.snapshots = Snapshots(catalogue)
        self.seen = ShownRevision(tracked=store.shared)
        self.seen_campaigns = ShownRevision(tracked=store.shared)
        #: Reads the progress of groups after a game; None until post-game sequences are in use.
        self.read_progress: ProgressReader | None = None
        self._noted: set[Changed] = set()

    # The rulebook in use

    def work_on(self, campaign: str) -> bool:
        """Use the rulebook of a campaign from now on, for '' the plain one; return whether it is another.
        A campaign that can't be read changes nothing."""
        choice = Chosen()
        if campaign:
            try:
                with self.store.reading() as tx:
                    choice = self.snapshots.campaign_now(tx, campaign).chosen
            except LastDaysError:
                return False
        old_digest = self.catalogue.digest
        self.worked_on = campaign
        self.catalogue = self.rulebooks.of(choice)
        self.snapshots.catalogue = self.catalogue
        return self.catalogue.digest != old_digest

    # What has changed

    def note_changed(self, *changed: Changed) -> None:
        """Note what has been stored, for `take_changed`."""
        self._noted.update(changed)

    def take_changed(self) -> frozenset[Changed]:
        """Return what was noted since the last call."""
        noted = frozenset(self._noted)
        self._noted = set()
        return noted

    # Reading

    def campaigns(self) -> list[CampaignSummary]:
        """Return all campaigns, deleted ones too."""
        with self.store.reading() as tx:
            return tx.index.campaigns()

    def groups(self, campaign: str | None = None) -> list[GroupSummary]:
        """Return the groups of a campaign, or of all."""
        with self.store.reading() as tx:
            if campaign is None:
                return tx.index.groups()
            value = self.snapshots.campaign_now(tx, campaign)
            return list(CampaignReading(self.snapshots, tx).groups(value))

    def campaign(self, campaign: str) -> CampaignView:
        """Return a campaign with its groups and what can be undone."""
        with self.store.reading() as tx:
            return self._campaign_view(tx, campaign)

    def overview(self, campaign: str, season: str = "") -> Overview:
        """Return the overview of a campaign, or of a closed season of it."""
        with self.store.reading() as tx:
            reading = CampaignReading(self.snapshots, tx, self.read_progress)

            def read() -> Overview:
                view = self._campaign_view(tx, campaign)
                if season:
                    return reading.season(view, view.campaign.season(season))
                return reading.overview(view)

            key = ("overview", campaign, season, self.read_progress is None)
            return self.snapshots.cached(tx, key, read)

    def places(self, campaign: str) -> Places:
        """Return the pages of a campaign."""
        with self.store.reading() as tx:
            reading = CampaignReading(self.snapshots, tx, self.read_progress)

            def read() -> Places:
                return reading.places(self.snapshots.campaign_now(tx, campaign))

            key = ("places", campaign, self.read_progress is None)
            return self.snapshots.cached(tx, key, read)

    def sequences(self, campaign: str) -> tuple[Listed, ...]:
        """Return the post-game sequences of a campaign, in the order they were begun."""
        with self.store.reading() as tx:
            return CampaignReading(self.snapshots, tx).sequences(campaign)

    def look_at(self, line: GroupLine, switches: Switches) -> GroupAtGlance:
        """Return what the list of a campaign shows of a group; LastDaysError if it is damaged."""
        with self.store.reading() as tx:
            return group_at_glance(self.snapshots, tx, line.mark, switches)

    def exists(self, campaign: str) -> bool:
        """Return whether a campaign is in the store, and not deleted."""
        for summary in self.campaigns():
            if summary.id == campaign:
                return not summary.deleted
        return False

    def snapshot(self, group: str, tx: Transaction | None = None) -> GroupSnapshot:
        """Return a group and its campaign, as they are now or in a transaction."""
        if tx is None:
            with self.store.reading() as tx:
                return self.snapshot(group, tx)
        subject = self._subject(tx, group)
        mark = tx.revisions.mark(subject)
        value = self.snapshots.group(tx, mark)
        campaign = self.snapshots.campaign_now(tx, subject.campaign)
        return GroupSnapshot(group=value, campaign=campaign, revision=mark.revision)

    def judged(self, group: str) -> JudgedGroup:
        """Return a group with its campaign and violations, as lists of all groups need it: what can be
        undone takes as long as its latest change touched groups."""
        with self.store.reading() as tx:
            subject = self._subject(tx, group)
            mark = tx.revisions.mark(subject)
            campaign = self.snapshots.campaign_now(tx, subject.campaign)
            return JudgedGroup(
                group=self.snapshots.group(tx, mark),
                campaign=campaign,
                revision=mark.revision,
                violations=self.snapshots.violations(tx, mark, campaign.switches),
            )

    def group(self, group: str) -> GroupView:
        """Return a group with its campaign, violations, next step, captives and what can be undone."""
        with self.store.reading() as tx:
            subject = self._subject(tx, group)
            mark = tx.revisions.mark(subject)
            value = self.snapshots.group(tx, mark)
            campaign = self.snapshots.campaign_now(tx, subject.campaign)
            undo, redo = self._undo_names(tx, subject)
            return GroupView(
                group=value,
                campaign=campaign,
                revision=mark.revision,
                violations=self.snapshots.violations(tx, mark, campaign.switches),
                undo=undo,
                redo=redo,
                next=self._next_step(tx, campaign, value),
                captives=self._captives_of(tx, campaign, group),
            )

    def _next_step(self, tx: Transaction, campaign: Campaign, group: Group) -> NextStep:
        """Return what is next for a group."""
        reading = CampaignReading(self.snapshots, tx)
        sequences = sequences_by_group(reading.sequences(campaign.id))
        sessions = session_by_side(reading.sessions(campaign.id))
        return next_step(
            group.id,
            campaign,
            founding=group.founding,
            sequences=sequences.get(group.id, ()),
            session=sessions.get(group.name, ""),
        )

    def _captives_of(
        self, tx: Transaction, campaign: Campaign, group: str
    ) -> tuple[CaptiveMember, ...]:
        """Return the captives of a group, and those it holds."""
        captives = captives_in(tx, self.snapshots, campaign)
        return tuple(captive for captive in captives if group in (captive.group, captive.captor))

    def undo_names(self, campaign: str, group: str | None = None) -> tuple[str | None, str | None]:
        """Return the names of what undo and redo would revert and restore, None for nothing."""
        with self.store.reading() as tx:
            return self._undo_names(tx, Subject(campaign, group))

    def group_at(self, revision: int) -> Group:
        """Return a group at an entry of its history."""
        with self.store.reading() as tx:
            return self.snapshots.group_at(tx, revision)

    def history(self, group: str) -> list[HistoryEntry]:
        """Return the history of a group, newest first."""
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
            # what was cached in between isn't in the store
            self.snapshots = Snapshots(self.catalogue)
            raise

    @contextmanager
    def change(self, campaign: str, change: Change) -> Iterator[ChangeSet]:
        """Give a change of a campaign's documents, which is stored whole or not at all."""
        with self.store.writing() as tx:
            changes = ChangeSet(self, tx, campaign, change)
            yield changes
            changes.write()
        self._stored(changes)

    def _stored(self, changes: ChangeSet) -> None:
        """Note that a change is stored."""
        for subject, revision in changes.revisions.items():
            self.update_seen(subject, revision)
        self.note_changed(*changes.changed)

    def change_group(
        self,
        group: str,
        change: Change | Callable[[Group], Change],
        how: Callable[[Group], Group],
    ) -> None:
        """Change a group; write nothing if it stays the same. `change` may depend on the group before."""
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
        """Undo the latest change in all documents it touched; return its name. NothingToUndoError if
        there is none, or it can't be undone."""
        return self._step(Subject(campaign, group), back=True)

    def redo(self, campaign: str, group: str | None = None) -> str:
        """Redo the change undone last; return its name. NothingToUndoError if there is none, or it can't
        be redone."""
        return self._step(Subject(campaign, group), back=False)

    def _step(self, subject: Subject, *, back: bool) -> str:
        """Undo (`back`) or redo a change in all documents it touched; return its name."""
        with self.store.writing() as tx:
            made_by = self._change_to_step(tx, subject, back=back)
            touched = tx.revisions.of_change(made_by.change_id)
            for document in touched:
                expected_head = document.revision if back else document.parent
                if document.head != expected_head:
                    raise self._overtaken(tx, document.subject, made_by.change, back=back)
            for document in touched:
                revision = document.parent if back else document.revision
                # only the new head is read: a damaged one can still be left
                value = None
                if revision is not None:
                    value = self._document(tx, document.subject, revision)
                tx.revisions.set_head(document.subject, revision, value)
        for document in touched:
            revision = document.parent if back else document.revision
            self.update_seen(document.subject, revision)
        self.work_on(self.worked_on)
        self.note_changed(*EVERYTHING)
        return made_by.change.in_words()

    def _change_to_step(self, tx: Transaction, subject: Subject, *, back: bool) -> MadeBy:
        """Return the change that undo (`back`) or redo is about. NothingToUndoError if there is none, or its
        history is folded."""
        nothing = _("There is nothing to undo.") if back else _("There is nothing to redo.")
        head = tx.revisions.head_id(subject)
        if head is not None:
            self.check_seen(tx, subject, head)
        revision = head if back else tx.revisions.latest_child(subject, head)
        if revision is None:
            raise NothingToUndoError(nothing)
        made_by = tx.revisions.made_by(revision)
        if isinstance(made_by.change, HistoryFolded):
            raise NothingToUndoError(nothing)
        return made_by

    def _overtaken(
        self, tx: Transaction, subject: Subject, change: Change, *, back: bool
    ) -> NothingToUndoError:
        """Return the error for a change of several documents, one of which has changed since."""
        if not back:
            text = _("'{change}' can't be redone: something else has changed since.")
            return NothingToUndoError(text.format(change=change.in_words()))
        text = _("'{change}' can't be undone: {name} has changed since.")
        name = self._name_of(tx, subject)
        return NothingToUndoError(text.format(change=change.in_words(), name=name))

    def _document(self, tx: Transaction, subject: Subject, revision: int) -> Group | Campaign:
        mark = tx.revisions.mark_of(revision)
        if subject.group is None:
            return self.snapshots.campaign(tx, mark)
        return self.snapshots.group(tx, mark)

    def _name_of(self, tx: Transaction, subject: Subject) -> str:
        head = tx.revisions.head_id(subject)
        if head is None:
            return _("a deleted group")
        if subject.group is None:
            return _("the campaign")
        return self._document(tx, subject, head).name

    # What is on the screen

    def check_seen(self, tx: Transaction, subject: Subject, head: int) -> None:
        """Raise DocumentOvertakenError if another window has changed what is on the screen."""
        document = subject.group or subject.campaign

        def name() -> str:
            return self._document(tx, subject, head).name

        self._seen(subject).check(document, head, name)

    def update_seen(self, subject: Subject, revision: int | None) -> None:
        """Note that a document was changed here, and will be shown so."""
        self._seen(subject).update(subject.group or subject.campaign, revision)

    def _seen(self, subject: Subject) -> ShownRevision:
        return self.seen_campaigns if subject.group is None else self.seen

    # Inside

    def _campaign_view(self, tx: Transaction, campaign: str) -> CampaignView:
        subject = Subject(campaign)
        mark = tx.revisions.mark(subject)
        value = self.snapshots.campaign(tx, mark)
        undo, redo = self._undo_names(tx, subject)
        return CampaignView(
            campaign=value,
            groups=CampaignReading(self.snapshots, tx).groups(value),
            undo=undo,
            redo=redo,
            revision=mark.revision,
        )

    def _undo_names(self, tx: Transaction, subject: Subject) -> tuple[str | None, str | None]:
        """Return the undo and redo names of a document, cached, as a change may have touched a thousand
        groups."""

        def names() -> tuple[str | None, str | None]:
            return undo_name(tx, subject), redo_name(tx, subject)

        return self.snapshots.cached(tx, ("undo", subject), names)

    def _subject(self, tx: Transaction, group: str) -> Subject:
        return Subject(tx.index.campaign_of(group), group)


class Actions:
    """Base class of the actions of a user in a workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    @property
    def catalogue(self) -> Catalogue:
        """Return the rulebook in use."""
        return self.workspace.catalogue
