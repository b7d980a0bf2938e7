"""Caches of the documents of a store as frozen values, each decoded once.

Their keys are the marks of revisions, which include a checksum, so that a cached value is never out
of date, whoever writes to the store. Results from more than one document are cached by the step of
the store, until the next change.
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

#: How many groups are cached: those in use, and their states of a moment ago.
GROUPS_KEPT = 128
#: How many campaigns, or states of one for undo. Each takes megabytes after a thousand games, but most
#: of them are shared with the state before.
CAMPAIGNS_KEPT = 16
#: How many groups' figures, and how many results.
FIGURES_KEPT = 4096
RESULTS_KEPT = 32
#: Up to so many groups' figures are read one by one.
FEW = 16
#: The figures stored with a document, except in old stores.
_STORED_BESIDE = frozenset({"founding", "remembered", "fallen"})


class Cache(Generic[K, V]):
    """The most recently used values by key, at most `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of a key; make it if it isn't cached."""
        try:
            self._values.move_to_end(key)
            return self._values[key]
        except KeyError:
            return self.put(key, make())

    def peek(self, key: K) -> V | None:
        """Return the value of a key, None if it isn't cached."""
        return self._values.get(key)

    def put(self, key: K, value: V) -> V:
        """Cache a value and return it."""
        self._values[key] = value
        while len(self._values) > self.most:
            try:
                self._values.popitem(last=False)
            except KeyError:
                break  # another thread has removed it
        return value


class LineFigures(Value):
    """Figures for a group's line in a list: whether it is still being created, how many are remembered,
    the last game after which one of them fell, -1 for none, and the rating, -1 if unknown."""

    founding: bool
    remembered: int
    fallen: int
    rating: int


class Snapshots:
    """The most recently read documents. Threads may share it."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._groups: Cache[RevisionMark, Group] = Cache(GROUPS_KEPT)
        self._campaigns: Cache[RevisionMark, Campaign] = Cache(CAMPAIGNS_KEPT)
        self._figures: Cache[RevisionMark, LineFigures] = Cache(FIGURES_KEPT)
        self._judged: Cache[tuple[RevisionMark, Switches, str, str], tuple[Violation, ...]] = Cache(
            GROUPS_KEPT
        )
        self._results: Cache[tuple[int, str, str, Hashable], object] = Cache(RESULTS_KEPT)

    def group(self, tx: Transaction, mark: RevisionMark) -> Group:
        """Return the group at a revision; StoreError or DocumentError if it is damaged."""

        def read() -> Group:
            return group_documents.read_group(_document(tx, mark))

        return self._groups.get(mark, read)

    def campaign(self, tx: Transaction, mark: RevisionMark) -> Campaign:
        """Return the campaign at a revision; StoreError or DocumentError if it is damaged."""

        def read() -> Campaign:
            return group_documents.read_campaign(_document(tx, mark))

        return self._campaigns.get(mark, read)

    def campaign_now(self, tx: Transaction, campaign: str) -> Campaign:
        """Return the present state of a campaign."""
        return self.campaign(tx, tx.revisions.mark(Subject(campaign)))

    def group_now(self, tx: Transaction, subject: Subject) -> Group:
        """Return the present state of a group."""
        return self.group(tx, tx.revisions.mark(subject))

    def group_at(self, tx: Transaction, revision: int) -> Group:
        """Return a group at a revision."""
        return self.group(tx, tx.revisions.mark_of(revision))

    def keep(self, mark: RevisionMark, value: Campaign) -> None:
        """Cache a campaign that has just been written."""
        self._campaigns.put(mark, value)

    def violations(
        self, tx: Transaction, mark: RevisionMark, switches: Switches
    ) -> tuple[Violation, ...]:
        """Return the violations of the group at a revision."""
        catalogue = self.catalogue

        def judge() -> tuple[Violation, ...]:
            return tuple(violations(self.group(tx, mark), catalogue, switches))

        return self._judged.get((mark, switches, catalogue.digest, code()), judge)

    def figures(self, tx: Transaction, mark: RevisionMark) -> LineFigures:
        """Return the figures of a group; its document is decoded only if they aren't stored with it.
        StoreError or DocumentError if it is damaged."""
        return self._figures.get(mark, lambda: self._read_figures(tx, mark))

    def read_figures(self, tx: Transaction, campaign: str, marks: Iterable[RevisionMark]) -> None:
        """Cache the figures of a campaign's groups with one query if many aren't cached, as far as they
        are sound and stored with the documents."""
        unknown = {}
        for mark in marks:
            if self._figures.peek(mark) is None:
                unknown[mark.revision] = mark
        if len(unknown) <= FEW:
            return
        for revision, stored in tx.revisions.figures_of_groups(campaign):
            if revision in unknown and stored.keys() >= _STORED_BESIDE:
                self._figures.put(unknown[revision], _line_figures(stored))

    def _read_figures(self, tx: Transaction, mark: RevisionMark) -> LineFigures:
        figures = tx.revisions.figures(mark.revision)
        if not figures.keys() >= _STORED_BESIDE:
            figures = group_documents.figures(self.group(tx, mark))
        return _line_figures(figures)

    def cached(self, tx: Transaction, name: Hashable, make: Callable[[], T]) -> T:
        """Return a result for the present state of the store and the rulebook; make it if it isn't
        cached. Only for a transaction that writes nothing."""
        key = (tx.step(), self.catalogue.digest, code(), name)
        return self._results.get(key, make)  # type: ignore[return-value]


def _line_figures(stored: Mapping[str, int]) -> LineFigures:
    return LineFigures(
        founding=bool(stored["founding"]),
        remembered=stored["remembered"],
        fallen=stored["fallen"],
        rating=stored.get("rating", -1),
    )


def _document(tx: Transaction, mark: RevisionMark) -> bytes:
    return tx.revisions.revision(mark.revision).document
