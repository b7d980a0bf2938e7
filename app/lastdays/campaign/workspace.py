"""The desk a user works at: reads snapshots, makes changes, undoes them.

A change is one transaction and writes one revision for each document it touches. Undo moves a
head to its parent, redo to the latest child; nothing is deleted.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from lastdays.campaign.change_names import change_name
from lastdays.campaign.change_set import ChangeSet, hold_seen, move_seen
from lastdays.campaign.changed import EVERYTHING, Changed
from lastdays.campaign.days import tidied_away
from lastdays.campaign.held import HeldMember, captives_in
from lastdays.campaign.meanwhile import CampaignOvertakenError, Seen
from lastdays.campaign.overview import (
    CampaignView,
    Glance,
    NextStep,
    Overview,
    Places,
    StandsReader,
    next_step,
)
from lastdays.campaign.snapshots import Snapshots
from lastdays.campaign.stepping import redo_name, undo_name, untouched
from lastdays.errors import LastDaysError, NothingToUndoError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.carrying import Violation
from lastdays.model.changes import Change
from lastdays.model.group import Group
from lastdays.model.tidy_changes import HistoryFolded
from lastdays.rulebook import Catalogue
from lastdays.rulebook.packs import Chosen, OneRulebook, Rulebooks
from lastdays.store import HistoryEntry, MadeBy, Store, Subject, Transaction
from lastdays.store.index import CampaignSummary, GroupSummary
from lastdays.store.revisions import Touched
from lastdays.values import dataclass


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _new_id() -> str:
    return uuid.uuid4().hex[:12]


@dataclass(frozen=True)
class GroupSnapshot:
    """A group with its campaign, as a revision has them."""

    group: Group
    campaign: Campaign
    revision: int


@dataclass(frozen=True)
class GroupView(GroupSnapshot):
    """A group as the window shows it: what the rules have against it, what can be undone, and who
    of it, or by it, is held captive."""

    violations: tuple[Violation, ...]
    undo: str | None
    redo: str | None
    next: NextStep
    captives: tuple[HeldMember, ...] = ()

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
        """Open a desk. `rulebooks` are those that campaigns choose from; without them the catalogue
        is that of every campaign."""
        self.store = store
        self.catalogue = catalogue
        self.rulebooks = rulebooks or OneRulebook(catalogue)
        self.worked_on = ""
        self.clock = clock
        self.new_id = new_id
        self.snapshots = Snapshots(catalogue)
        self.seen = Seen(held=store.shared)
        self.seen_campaigns = Seen(held=store.shared, overtaken=CampaignOvertakenError)
        #: Works out where groups stand after a game; None while the procedures are not read yet.
        self.standing: StandsReader | None = None
        self._told: set[Changed] = set()

    # Which rulebook counts

    def work_on(self, campaign: str) -> bool:
        """Have the rulebook of a campaign count from now on, '' for no campaign; return whether it
        is another one than before. A campaign that can't be read leaves it as it is."""
        chosen = Chosen()
        if campaign:
            try:
                with self.store.reading() as tx:
                    value = self._campaign(tx, campaign)
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
            return list(Glance(self.snapshots, tx).groups(self._campaign(tx, campaign)))

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
                lambda: Glance(self.snapshots, tx, self.standing).overview(
                    self._campaign_view(tx, campaign)
                ),
            )

    def places(self, campaign: str) -> Places:
        """Return the pages that can be visited within a campaign."""
        with self.store.reading() as tx:
            return self.snapshots.recalled(
                tx,
                ("places", campaign, self.standing is None),
                lambda: Glance(self.snapshots, tx, self.standing).places(
                    self._campaign(tx, campaign)
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
        return GroupSnapshot(value, self._campaign(tx, subject.campaign), mark.revision)

    def group(self, group: str) -> GroupView:
        """Return a snapshot of a group, with its violations and what can be undone."""
        with self.store.reading() as tx:
            subject = self._subject(tx, group)
            mark = tx.revisions.mark(subject)
            value = self.snapshots.group(tx, mark)
            campaign = self._campaign(tx, subject.campaign)
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
                    sequences=Glance(self.snapshots, tx).sequences(campaign.id),
                    session=Glance(self.snapshots, tx).sessions(campaign).of(value.name),
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
        subject = Subject(campaign, group)
        with self.store.reading() as tx:
            return undo_name(tx, subject), redo_name(tx, subject)

    def group_at(self, revision: int) -> Group:
        """Return the group as it was at an entry of its history."""
        with self.store.reading() as tx:
            return self.snapshots.group(tx, tx.revisions.mark_of(revision))

    def history(self, group: str) -> list[HistoryEntry]:
        """Return every change of a group, the newest first."""
        with self.store.reading() as tx:
            return tx.revisions.history(self._subject(tx, group))

    # Changing

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
                change = change(self.snapshots.group(tx, tx.revisions.mark(subject)))
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
        self.snapshots.carry(changes.step, changes.tx.stepped, changes.kept)

    # Undo and redo

    def undo(self, campaign: str, group: str | None = None) -> str:
        """Undo the latest change in every document it touched; return its name."""
        subject = Subject(campaign, group)
        with self.store.writing() as tx:
            head = self._head(tx, subject)
            if head is None:
                raise NothingToUndoError(_("There is nothing to undo."))
            hold_seen(self, tx, subject, head.revision)
            if isinstance(head.change, HistoryFolded):
                raise NothingToUndoError(tidied_away(head.change))
            touched = tx.revisions.of_change(head.change_id)
            self._check_free(tx, touched, head)
            step, kept = self._move_heads(tx, [(one, one.parent) for one in touched])
        self._moved(tx, step, kept, [(one, one.parent) for one in touched])
        return change_name(head.change)

    def redo(self, campaign: str, group: str | None = None) -> str:
        """Redo the latest change that was undone here; return its name."""
        subject = Subject(campaign, group)
        with self.store.writing() as tx:
            before = tx.revisions.head_id(subject)
            if before is not None:
                hold_seen(self, tx, subject, before)
            child = tx.revisions.latest_child(subject, before)
            if child is None:
                raise NothingToUndoError(_("There is nothing to redo."))
            head = tx.revisions.made_by(child)
            if isinstance(head.change, HistoryFolded):
                raise NothingToUndoError(tidied_away(head.change))
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
                name = _name_of(self.snapshots, tx, one.subject)
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
                    value = self.snapshots.group(tx, tx.revisions.mark_of(revision))
            elif revision is not None:
                value = self.snapshots.campaign(tx, tx.revisions.mark_of(revision))
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
        self.snapshots.carry(step, tx.stepped, kept)
        for one, revision in moved:
            move_seen(self, one.subject, revision)
        self.work_on(self.worked_on)
        self.tell(*EVERYTHING)

    def _known(self, tx: Transaction, revision: int | None) -> Campaign | None:
        """Return a campaign as it is known without reading it; what is damaged can be left by
        undo."""
        if revision is None:
            return None
        try:
            return self.snapshots.known_campaign(tx.revisions.mark_of(revision))
        except LastDaysError:
            return None

    def _head(self, tx: Transaction, subject: Subject) -> MadeBy | None:
        """Return what made the head; a document that is damaged can still be left by undo."""
        revision = tx.revisions.head_id(subject)
        return None if revision is None else tx.revisions.made_by(revision)

    # Inside

    def _campaign(self, tx: Transaction, campaign: str) -> Campaign:
        return self.snapshots.campaign(tx, tx.revisions.mark(Subject(campaign)))

    def _campaign_view(self, tx: Transaction, campaign: str) -> CampaignView:
        subject = Subject(campaign)
        mark = tx.revisions.mark(subject)
        value = self.snapshots.campaign(tx, mark)
        return CampaignView(
            value,
            Glance(self.snapshots, tx).groups(value),
            undo_name(tx, subject),
            redo_name(tx, subject),
            mark.revision,
        )

    def _subject(self, tx: Transaction, group: str) -> Subject:
        return Subject(tx.index.campaign_of(group), group)


def _name_of(snapshots: Snapshots, tx: Transaction, subject: Subject) -> str:
    head = tx.revisions.head_id(subject)
    if head is None:
        return _("a deleted group")
    if subject.group is None:
        return _("the campaign")
    return snapshots.group(tx, tx.revisions.mark_of(head)).name
