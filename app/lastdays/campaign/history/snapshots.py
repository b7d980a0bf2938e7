"""Documents of a store as frozen values, each decoded and checked once.

They are looked up by the mark of their revision: what is stored never changes, and a value found by
a sum over what it was made of cannot be out of date, whoever wrote the store. What is worked out of
more than one document is kept by the step of the store, until the next change.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

from lastdays.campaign.documents import group_documents
from lastdays.language import code
from lastdays.model.campaign import Campaign
from lastdays.model.carrying import Violation
from lastdays.model.group import Group
from lastdays.model.recruiting import violations
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue
from lastdays.store import RevisionMark, Subject, Transaction
from lastdays.values import Value

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")

#: So many groups are kept: those that are worked with, and what they were a moment ago.
GROUPS_KEPT = 128
#: So many campaigns, or states of one: undo goes back to them. One takes megabytes after a thousand
#: games, but has most of them in common with what it was before.
CAMPAIGNS_KEPT = 16
#: So many groups' figures, and so many things that were worked out.
FIGURES_KEPT, RECALLED_KEPT = 4096, 32
#: So many groups' figures are as soon read one by one.
FEW = 16
#: What is kept beside a document in every store but an old one.
_KEPT_BESIDE = frozenset({"founding", "remembered", "fallen"})


class Kept(Generic[K, V]):
    """The values that were wanted last, by key; at most so many."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of a key, made where it is not known."""
        try:
            self._values.move_to_end(key)
            return self._values[key]
        except KeyError:
            return self.put(key, make())

    def peek(self, key: K) -> V | None:
        """Return the value of a key, None where it is not known."""
        return self._values.get(key)

    def put(self, key: K, value: V) -> V:
        """Keep a value; return it."""
        self._values[key] = value
        while len(self._values) > self.most:
            try:
                self._values.popitem(last=False)
            except KeyError:
                break  # another thread was quicker
        return value


class LineFigures(Value):
    """What the line of a group is put together of, without its document: whether it is still being
    created, how many are remembered, the last game in which one fell, -1 for none, and the rating,
    -1 where it was not noted."""

    founding: bool
    remembered: int
    fallen: int
    rating: int = -1


class Snapshots:
    """The values of the documents read last. Threads may share it."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._groups: Kept[RevisionMark, Group] = Kept(GROUPS_KEPT)
        self._campaigns: Kept[RevisionMark, Campaign] = Kept(CAMPAIGNS_KEPT)
        self._figures: Kept[RevisionMark, LineFigures] = Kept(FIGURES_KEPT)
        self._judged: Kept[tuple[RevisionMark, Switches, str, str], tuple[Violation, ...]] = Kept(
            GROUPS_KEPT
        )
        self._recalled: Kept[tuple[int, str, str, Hashable], object] = Kept(RECALLED_KEPT)

    def group(self, tx: Transaction, mark: RevisionMark) -> Group:
        """Return the group as a revision has it; StoreError or DocumentError where damaged."""
        return self._groups.get(mark, lambda: group_documents.read_group(_document(tx, mark)))

    def campaign(self, tx: Transaction, mark: RevisionMark) -> Campaign:
        """Return the campaign as a revision has it; StoreError or DocumentError where damaged."""
        return self._campaigns.get(mark, lambda: group_documents.read_campaign(_document(tx, mark)))

    def campaign_now(self, tx: Transaction, campaign: str) -> Campaign:
        """Return a campaign as it is now."""
        return self.campaign(tx, tx.revisions.mark(Subject(campaign)))

    def group_now(self, tx: Transaction, subject: Subject) -> Group:
        """Return a group as it is now."""
        return self.group(tx, tx.revisions.mark(subject))

    def group_at(self, tx: Transaction, revision: int) -> Group:
        """Return a group as it was after a revision."""
        return self.group(tx, tx.revisions.mark_of(revision))

    def keep(self, mark: RevisionMark, value: Campaign) -> None:
        """Know a campaign that has just been written."""
        self._campaigns.put(mark, value)

    def violations(
        self, tx: Transaction, mark: RevisionMark, switches: Switches
    ) -> tuple[Violation, ...]:
        """Return what the rules have against the group as a revision has it."""
        catalogue = self.catalogue
        return self._judged.get(
            (mark, switches, catalogue.digest, code()),
            lambda: tuple(violations(self.group(tx, mark), catalogue, switches)),
        )

    def figures(self, tx: Transaction, mark: RevisionMark) -> LineFigures:
        """Return the figures of a group; its document is decoded only where they are not kept
        beside it. StoreError or DocumentError where damaged."""
        return self._figures.get(mark, lambda: self._read_figures(tx, mark))

    def read_figures(self, tx: Transaction, campaign: str, marks: Iterable[RevisionMark]) -> None:
        """Read the figures of a campaign's groups at once where many are not known, as far as they
        are sound and kept beside the documents."""
        unknown = {mark.revision: mark for mark in marks if self._figures.peek(mark) is None}
        if len(unknown) <= FEW:
            return
        for revision, stored in tx.revisions.figures_of_groups(campaign):
            if revision in unknown and stored.keys() >= _KEPT_BESIDE:
                self._figures.put(unknown[revision], _line_figures(stored))

    def _read_figures(self, tx: Transaction, mark: RevisionMark) -> LineFigures:
        stored = tx.revisions.figures(mark.revision)
        if not stored.keys() >= _KEPT_BESIDE:
            stored = group_documents.figures(self.group(tx, mark))
        return _line_figures(stored)

    def recalled(self, tx: Transaction, what: Hashable, make: Callable[[], T]) -> T:
        """Return what was worked out of the store as it stands, worked out now where it, or the
        rulebook, has changed since. Only for a transaction that writes nothing."""
        return self._recalled.get((tx.step(), self.catalogue.digest, code(), what), make)  # type: ignore[return-value]


def _line_figures(stored: Mapping[str, int]) -> LineFigures:
    return LineFigures(
        bool(stored["founding"]),
        stored["remembered"],
        stored["fallen"],
        stored.get("rating", -1),
    )


def _document(tx: Transaction, mark: RevisionMark) -> bytes:
    return tx.revisions.revision(mark.revision).document
