"""What a user works in: an open store whose snapshots are read, changed, and undone.

A change is one transaction and writes one revision for each document it touches. Undo moves a
head to its parent, redo to the latest child; nothing is deleted.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from lastdays.campaign.changed import EVERYTHING, Changed
from lastdays.campaign.history.change_set import (
    ChangeSet,
    Seen,
    move_seen,
    redo_name,
    step,
    undo_name,
)
from lastdays.campaign.history.snapshots import Snapshots
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
from lastdays.errors import LastDaysError
from lastdays.model.campaign import Campaign
from lastdays.model.carrying import Violation
from lastdays.model.changes import Change
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.rulebook.packs import Chosen, OneRulebook, Rulebooks
from lastdays.store import HistoryEntry, Store, Subject, Transaction
from lastdays.store.index import CampaignSummary, GroupSummary
from lastdays.values import Value


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _new_id() -> str:
    return uuid.uuid4().hex[:12]


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
            move_seen(self, subject, revision)
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
        name = step(self, subject, back=back)
        self.work_on(self.worked_on)
        self.tell(*EVERYTHING)
        return name

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
